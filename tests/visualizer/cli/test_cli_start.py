"""Tests that the window opens with the right options if no command is given, and what happens without a display."""

import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

import solvers
from puzzles import Puzzle
from puzzles.formats.registry import FORMATS
from puzzles.puzzle import Position
from visualizer.cli.commands import found as found_commands
from visualizer.cli.main import RETIRED, main
from visualizer.files.saved_view import View, save
from visualizer.session.settings import GRANULARITIES, NoDisplay, Options
from visualizer.timeline.condition import Grain, with_unit

FIG1 = Puzzle.parse("..84.9....1....3...4...5..756.2.1.3...1...5...2.7.4.164..1...6...6....9....6.34..")
FIG1_SOLVED = "358479621719862354642315987564281739871936542923754816437198265286547193195623478"


class Started(Exception):
    """The exception raised instead of opening the window."""


@pytest.fixture(autouse=True)
def window(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the window raise its options instead of opening."""
    module = ModuleType("visualizer.window.app")

    def run(options: Options) -> int:
        raise Started(options)

    module.run = run  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("DISPLAY", ":0")
    for name in ("WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)


def started(*arguments: str) -> Options:
    with pytest.raises(Started) as caught:
        main(list(arguments))
    (options,) = caught.value.args
    return options


def test_the_window_opens_on_a_random_puzzle() -> None:
    assert started() == Options()


def test_every_option_reaches_the_window(tmp_path: Path) -> None:
    corpus, log = tmp_path / "corpus", tmp_path / "log"
    corpus.write_text(f"{FIG1} hard 1200\n")
    line = f"fig1 --corpus {corpus} --solver backtracking --speed 2.5 --seed 7 --at 12 --autoplay --fullscreen"
    more = ("--granularity", "guesses", "--theme", "dark")
    options = started(*line.split(), *more, "--event-log", str(log), "--size", "1024x768", "--level", "hard")
    assert options == Options(
        FIG1,
        corpus,
        "backtracking",
        7,
        12,
        True,
        True,
        speed=2.5,
        theme="dark",
        event_log=log,
        size=(1024, 768),
        level="hard",
        grain="guesses only",
    )


def test_the_granularities_of_the_command_line_are_those_there_are() -> None:
    assert tuple(grain.unit for grain in Grain) == GRANULARITIES
    assert all(with_unit(unit).unit == unit for unit in GRANULARITIES)


def test_a_granularity_asked_for_comes_before_that_of_a_view(tmp_path: Path) -> None:
    path = tmp_path / "view.json"
    save(View(str(FIG1), "elimination", speed=7.0, grain="guesses only"), path)
    assert started(str(path)).grain == "guesses only"
    options = started(str(path), "--granularity", "digits")
    assert (options.grain, options.view.grain, options.speed) == ("digits", "digits", 7.0)
    save(View(str(FIG1), "elimination"), path)
    assert started(str(path)).grain == "every step", "a view that names none counts every step"


@pytest.mark.parametrize("name", solvers.names())
def test_every_solver_can_be_chosen(name: str) -> None:
    assert started("fig1", "--solver", name).solver == name


def test_a_file_of_many_puzzles_is_drawn_from(tmp_path: Path) -> None:
    file = tmp_path / "many"
    file.write_text(f"{FIG1}\n{FIG1_SOLVED}\n")
    options = started(str(file))
    assert (options.puzzle, options.corpus) == (None, file)


def test_what_somebody_has_done_about_a_puzzle_is_gone_on_with_unless_a_run_is_asked_for(tmp_path: Path) -> None:
    file, values = tmp_path / "mine.sdk", (3, *(0,) * 80)
    file.write_text("".join(f"{line}\n" for line in FORMATS["sdk"].write([Position(FIG1, values)])))
    options = started(str(file))
    assert options.puzzle == FIG1 and options.position is not None and options.position.values == values
    for asked in (("--solver", "mrv"), ("--at", "3"), ("--autoplay",)):
        assert started(str(file), *asked).position is None


@pytest.mark.parametrize("text", ["misprint", "misprinted-grid", "." * 81, FIG1_SOLVED, "." * 16])
def test_a_puzzle_that_cannot_be_solved_is_still_shown(text: str) -> None:
    assert started(text).puzzle is not None


@pytest.mark.parametrize("variable", ["DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"])
def test_any_display_will_do(monkeypatch, variable) -> None:
    monkeypatch.delenv("DISPLAY")
    assert main(["fig1"]) == 0, "no display, so nothing is opened"
    monkeypatch.setenv(variable, "x")
    assert started("fig1").puzzle == FIG1


@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_some_systems_always_have_a_display(monkeypatch, platform) -> None:
    monkeypatch.delenv("DISPLAY")
    monkeypatch.setattr(sys, "platform", platform)
    assert started("fig1").puzzle == FIG1


@pytest.mark.parametrize(
    "arguments", [["--terminal"], ["fig1", "--terminal", "--speed", "3"], ["sat-compare", "fig1", "--csv"]]
)
def test_what_is_gone_is_refused_in_one_sentence_that_says_what_to_use(capsys, arguments) -> None:
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert not out and err.count("\n") == 1 and "Traceback" not in err
    for instead in re.findall(r"solvescope ([a-z][\w-]+)", err):
        assert instead in found_commands(), err
    assert "solvescope " in err


def test_what_is_gone_is_not_listed(capsys) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    told = capsys.readouterr().out
    assert "--event-log" in told and not [gone for gone in RETIRED if gone in told]


def test_a_display_that_does_not_answer_is_no_display(capsys, monkeypatch) -> None:
    def run(options: Options) -> int:
        raise NoDisplay("no X server at :0")

    monkeypatch.setattr(sys.modules["visualizer.window.app"], "run", run)
    assert main(["fig1"]) == 0
    out, err = capsys.readouterr()
    assert out.replace("\n", "") == FIG1_SOLVED and "no X server at :0" in err


def test_without_a_display_the_solved_grid_is_printed_and_how_to_watch_is_said(monkeypatch, capsys) -> None:
    monkeypatch.delenv("DISPLAY")
    assert main(["fig1"]) == 0
    out, err = capsys.readouterr()
    assert out.replace("\n", "") == FIG1_SOLVED
    assert "no display was found" in err and "solvescope record PUZZLE -o run.html" in err


def test_without_a_display_a_puzzle_is_drawn(monkeypatch, capsys, tmp_path: Path) -> None:
    monkeypatch.delenv("DISPLAY")
    assert main(["--seed", "5"]) == 0
    one = capsys.readouterr().out
    assert Puzzle.parse(one).is_solved()
    assert main(["--seed", "5"]) == 0
    assert capsys.readouterr().out == one
    assert main(["misprint"]) == 1


@pytest.mark.parametrize("code", [0, 3])
def test_the_player_gives_the_exit_code(monkeypatch, code) -> None:
    monkeypatch.setattr(sys.modules["visualizer.window.app"], "run", lambda options: code)
    assert main(["fig1"]) == code
