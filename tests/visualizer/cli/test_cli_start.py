"""Tests that the program starts the right player with the right options if no command is given."""

import sys
from pathlib import Path
from types import ModuleType

import pytest

import solvers
from puzzles import Puzzle
from puzzles.formats.registry import FORMATS
from puzzles.position import Position
from visualizer.cli.main import main
from visualizer.files.saved_view import View, save
from visualizer.session.settings import GRANULARITIES, NoDisplay, Options
from visualizer.timeline.granularity import Grain, with_unit

FIG1 = Puzzle.parse("..84.9....1....3...4...5..756.2.1.3...1...5...2.7.4.164..1...6...6....9....6.34..")
FIG1_SOLVED = "358479621719862354642315987564281739871936542923754816437198265286547193195623478"


class Started(Exception):
    """The exception raised instead of starting a player."""


@pytest.fixture(autouse=True)
def players(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make each player raise its options instead of starting."""
    for name in ("window.app", "terminal.app"):
        module = ModuleType(f"visualizer.{name}")

        def run(options: Options, name: str = name) -> int:
            raise Started(name, options)

        module.run = run  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("DISPLAY", ":0")
    for name in ("WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("visualizer.cli.launch.is_terminal", lambda stream: True)


def started(*arguments: str) -> tuple[str, Options]:
    with pytest.raises(Started) as caught:
        main(list(arguments))
    return caught.value.args


def test_the_window_opens_on_a_random_puzzle() -> None:
    assert started() == ("window.app", Options())


def test_every_option_reaches_the_window(tmp_path: Path) -> None:
    corpus, log = tmp_path / "corpus", tmp_path / "log"
    corpus.write_text(f"{FIG1} hard 1200\n")
    line = f"fig1 --corpus {corpus} --solver backtracking --speed 2.5 --seed 7 --at 12 --autoplay --fullscreen"
    more = ("--granularity", "guesses", "--theme", "dark")
    player, options = started(*line.split(), *more, "--event-log", str(log), "--size", "1024x768", "--level", "hard")
    assert player == "window.app"
    assert options == Options(
        FIG1,
        corpus,
        "backtracking",
        2.5,
        7,
        12,
        True,
        True,
        theme="dark",
        event_log=log,
        size=(1024, 768),
        level="hard",
        granularity="guesses",
    )


def test_the_granularities_of_the_command_line_are_those_there_are() -> None:
    assert tuple(grain.unit for grain in Grain) == GRANULARITIES
    assert all(with_unit(unit).unit == unit for unit in GRANULARITIES)


def test_a_granularity_asked_for_comes_before_that_of_a_view(tmp_path: Path) -> None:
    path = tmp_path / "view.json"
    save(View(str(FIG1), "elimination", speed=7.0, grain="guesses only"), path)
    assert started(str(path))[1].granularity == "guesses"
    options = started(str(path), "--granularity", "digits")[1]
    assert (options.granularity, options.view.grain, options.speed) == ("digits", "digits", 7.0)
    save(View(str(FIG1), "elimination"), path)
    assert started(str(path))[1].granularity == "steps", "a view that names none counts every step"


@pytest.mark.parametrize("name", solvers.names())
def test_every_solver_can_be_chosen(name: str) -> None:
    assert started("fig1", "--solver", name)[1].solver == name


def test_a_file_of_many_puzzles_is_drawn_from(tmp_path: Path) -> None:
    file = tmp_path / "many"
    file.write_text(f"{FIG1}\n{FIG1_SOLVED}\n")
    options = started(str(file))[1]
    assert (options.puzzle, options.corpus) == (None, file)


def test_what_somebody_has_done_about_a_puzzle_is_gone_on_with_unless_a_run_is_asked_for(tmp_path: Path) -> None:
    file, values = tmp_path / "mine.sdk", (3, *(0,) * 80)
    file.write_text("".join(f"{line}\n" for line in FORMATS["sdk"].write([Position(FIG1, values)])))
    options = started(str(file))[1]
    assert options.puzzle == FIG1 and options.position is not None and options.position.values == values
    for asked in (("--solver", "mrv"), ("--at", "3"), ("--autoplay",)):
        assert started(str(file), *asked)[1].position is None


@pytest.mark.parametrize("text", ["misprint", "misprinted-grid", "." * 81, FIG1_SOLVED, "." * 16])
def test_a_puzzle_that_cannot_be_solved_is_still_shown(text: str) -> None:
    assert started(text)[1].puzzle is not None


@pytest.mark.parametrize("variable", ["DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"])
def test_any_display_will_do(monkeypatch, terminal, variable) -> None:
    monkeypatch.delenv("DISPLAY")
    assert started("fig1")[0] == "terminal.app"
    monkeypatch.setenv(variable, "x")
    assert started("fig1")[0] == "window.app"


@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_some_systems_always_have_a_display(monkeypatch, terminal, platform) -> None:
    monkeypatch.delenv("DISPLAY")
    monkeypatch.setattr(sys, "platform", platform)
    assert started("fig1")[0] == "window.app"


def test_the_terminal_can_be_asked_for(terminal) -> None:
    assert started("fig1", "--terminal", "--speed", "3") == ("terminal.app", Options(FIG1, speed=3.0))


def test_a_display_that_does_not_answer_is_no_display(capsys, monkeypatch, terminal) -> None:
    def run(options: Options) -> int:
        raise NoDisplay("no X server at :0")

    monkeypatch.setattr(sys.modules["visualizer.window.app"], "run", run)
    assert started("fig1")[0] == "terminal.app"
    assert "no X server at :0" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["--terminal"], []])
def test_without_a_terminal_either_the_solved_grid_is_printed(monkeypatch, capsys, arguments) -> None:
    monkeypatch.delenv("DISPLAY")
    assert main(["fig1", *arguments]) == 0
    out, err = capsys.readouterr()
    assert out.replace("\n", "") == FIG1_SOLVED
    assert "neither a display nor a terminal" in err


def test_without_a_terminal_either_a_puzzle_is_drawn(monkeypatch, capsys, tmp_path: Path) -> None:
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
