"""Tests of choosing the level of the next puzzle, and of what happens if a file has no puzzle of that level."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest
from app_driver import SIZE, Driver, events
from graded import graded
from slow import slow_but

from puzzles import Corpus, Puzzle
from puzzles.corpus import named
from puzzles.geometry import Geometry
from solvers.techniques.scale import SCALE, Level
from visualizer.cli import watch
from visualizer.cli.main import main, parser_of
from visualizer.dialogs.small_cards import LevelList
from visualizer.files.store import EventLog
from visualizer.keymap import WATCH
from visualizer.narration.levels import CHOICES, TAKES, described, points
from visualizer.session.session import Session, open_session
from visualizer.session.settings import Options
from visualizer.supply.puzzle_supply import PuzzleSupply
from visualizer.timeline.transport import Motion
from visualizer.toolkit.buttons import ButtonDetail, button_width, list_part
from visualizer.toolkit.canvas import Fonts
from visualizer.toolkit.cards import CARD
from visualizer.window.extras import Controls

ROOT = Path(__file__).parents[3]
FIG1 = named.find("fig1")
PATIENCE = 60.0


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for the puzzle as soon as R is pressed, however slow the machine is."""
    monkeypatch.setattr("visualizer.supply.puzzle_supply.DRAW_WAIT", 60.0)


@pytest.fixture(scope="module")
def some(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return graded(tmp_path_factory.mktemp("graded") / "some.txt")


@pytest.fixture
def driver(some: Path) -> Iterator[Driver]:
    with Driver(Options(FIG1, corpus=some, solver="mrv", size=SIZE, seed=5)) as driver:
        yield driver


@pytest.fixture
def few(tmp_path: Path) -> Path:
    """Write a collection with a hard puzzle, an easy one without a score, and one without a level."""
    path = tmp_path / "few.txt"
    lines = (f"{named.find('lab')} hard 1186", f"{named.find('formula')},easy", str(named.find("minimal-4")))
    path.write_text("\n".join(lines) + "\n")
    return path


def opened(driver: Driver) -> LevelList:
    over = driver.app.picture.over
    assert over is not None and isinstance(over.card, LevelList)
    return over.card


def place(driver: Driver, kind: str, number: int = 0) -> pygame.Rect:
    over = driver.app.picture.over
    assert over is not None
    return over.places[kind, number]


def level_of(driver: Driver) -> str:
    return driver.session.puzzle.grade.partition(" ")[0]


# The list


def test_what_a_level_takes_is_on_the_scale_at_that_level() -> None:
    kinds = {
        "easy": {"singles": ("NAKED_SINGLE", "HIDDEN_SINGLE")},
        "medium": {"locked": ("LOCKED_",), "pairs": ("_PAIR",), "triples": ("_TRIPLE",)},
        "hard": {
            "fish": ("X_WING", "SWORDFISH", "JELLYFISH"),
            "wings": ("XY_WING", "XYZ_WING", "W_WING"),
            "unique rectangles": ("UNIQUE_RECTANGLE",),
            "colouring": ("COLOURING",),
        },
        "fiendish": {"chains": ("X_CHAIN", "AIC"), "finned": ("FINNED_SWORDFISH",), "almost locked": ("ALS_",)},
        "extreme": {"forcing chains": ("FORCING_CHAIN",), "nets": ("FORCING_NET",), "guess": ()},
    }
    for (level, words), most in zip(kinds.items(), Level, strict=True):
        for word, techniques in words.items():
            assert word in TAKES[level]
            for name in techniques:
                assert most in [its.level for why, its in SCALE.items() if name in why.name], f"{name} in {level}"
        assert points(level) == ("" if level == "extreme" else f"up to {most:,} points")
    assert set(TAKES) == set(CHOICES) and points(None) == ""


def test_a_chosen_level_holds_for_r_and_is_on_the_button_and_under_the_board(driver: Driver) -> None:
    driver.press("Shift+R")
    assert opened(driver).cursor == 0
    driver.press("Down", 3)
    driver.press("Return")
    assert driver.app.picture.over is None and driver.session.supply.level == "hard"
    for _ in range(3):
        assert level_of(driver) == "hard" and driver.mode is Motion.PAUSED
        assert ", hard, " in driver.session.origin()
        assert driver.session.origin().endswith("· R draws from some.txt: 14 hard puzzles")
        driver.press("R")
    _, right = driver.app.picture.controls.buttons(driver.session)
    assert "Random: hard" in [button.label for button in right]
    driver.press("Shift+R")
    assert opened(driver).cursor == 3, "it opens on what is chosen"
    driver.press("0")
    assert driver.session.supply.level is None and driver.session.origin().endswith(": 70 puzzles")


def test_a_digit_or_a_click_draws_one_of_its_level_at_once(driver: Driver) -> None:
    for number, level in enumerate(CHOICES):
        for by_mouse in (False, True):
            driver.session.load(FIG1)
            driver.press("Shift+R")
            if by_mouse:
                driver.click(place(driver, "row", number).center)
            else:
                driver.press(str(number))
            assert driver.app.picture.over is None and driver.session.supply.level == level
            assert driver.session.puzzle != FIG1 and level in (None, level_of(driver))


def test_the_list_tells_how_many_the_collection_holds(driver: Driver, few: Path) -> None:
    driver.press("Shift+R")
    card = opened(driver)
    assert card.counts == ("70", "12", "13", "14", "15", "16") and card.collection == "in some.txt" and not card.remark
    with Corpus(few) as corpus:
        corpus.wait()
        card = LevelList(PuzzleSupply(corpus), lambda: FIG1, lambda *_: None)
        assert card.counts == ("3", "1", "none", "1", "none", "none")
        card = LevelList(PuzzleSupply(corpus), lambda: Puzzle.empty(Geometry.of_side(16)), lambda *_: None)
        assert "G makes a 16x16 puzzle" in card.remark
    few.write_text(str(FIG1))
    with Corpus(few) as corpus:
        corpus.wait()
        card = LevelList(PuzzleSupply(corpus), lambda: FIG1, lambda *_: None)
        assert not card.counts and "few.txt does not say how hard" in card.remark
    assert "No puzzle file is open" in LevelList(PuzzleSupply(None), lambda: FIG1, lambda *_: None).remark


@pytest.mark.parametrize("size", [(800, 600), (1280, 800), (1366, 768), (1920, 1080)], ids=lambda size: f"{size[0]}")
def test_the_card_lies_in_the_window_and_its_words_are_whole(size: tuple[int, int], some: Path, monkeypatch) -> None:
    written: list[str] = []
    draw = Fonts.draw

    def noted(fonts: Fonts, surface: pygame.Surface, text: str, *args: object, **places: object) -> pygame.Rect:
        written.append(text)
        return draw(fonts, surface, text, *args, **places)  # type: ignore[arg-type]

    with Driver(Options(FIG1, corpus=some, size=size, theme="dark" if size[0] > 1300 else "light")) as driver:
        monkeypatch.setattr(Fonts, "draw", noted)
        driver.press("Shift+R")
        card = place(driver, *CARD)
        assert driver.surface.get_rect().contains(card) and not card.colliderect(driver.rect("random"))
        assert all(card.contains(place(driver, "row", number)) for number in range(len(CHOICES)))
        said = " ".join(written)
        assert all(takes in said for takes in TAKES.values()) and {"12", "16", "in some.txt"} <= set(written)
        driver.frames(40)
        assert driver.frames(60) == 0 and not driver.app.busy, "it costs nothing while nothing moves"


def test_the_wheel_and_other_keys_are_those_of_a_list(driver: Driver) -> None:
    driver.press("Shift+R")
    pygame.event.post(pygame.Event(pygame.MOUSEWHEEL, x=0, y=-1, flipped=False, touch=False))
    driver.frame()
    assert len([place for place in driver.app.picture.over.places if place[0] == "row"]) == len(CHOICES)
    for key, cursor in (("End", 5), ("Up", 4), ("Home", 0), ("Down", 1)):
        driver.press(key)
        assert opened(driver).cursor == cursor
    driver.press("7")
    assert driver.session.puzzle == FIG1 and driver.session.supply.level is None
    for key in ("Escape", "Shift+R"):
        driver.press("Shift+R") if driver.app.picture.over is None else None
        driver.press(key)
        assert driver.app.picture.over is None and driver.app.open and driver.session.puzzle == FIG1
    driver.press("Shift+R")
    driver.press("Right")
    assert driver.app.picture.over is None and driver.position == 1, "a key that means nothing there counts as usual"
    driver.hold("Shift+R", repeats=3)
    assert driver.app.picture.over is not None, "a held key opens it once"


# The button


def test_the_button_draws_at_its_left_and_opens_the_list_at_its_end(driver: Driver) -> None:
    end = list_part(driver.rect("random"))
    driver.click((end.left - 1, end.centery))
    assert driver.session.puzzle != FIG1 and driver.app.picture.over is None
    before = driver.session.puzzle
    driver.click((end.left, end.centery))
    assert opened(driver).current is None and driver.session.puzzle == before
    driver.click(end.center)
    assert driver.app.picture.over is None and driver.session.puzzle == before


@pytest.mark.parametrize("density", ButtonDetail)
def test_the_button_is_as_wide_with_any_level(density: ButtonDetail) -> None:
    for scale in (0.7, 1.0, 1.5):
        controls = Controls(Fonts())
        widths = {button_width(controls.random(level, "R"), controls.fonts, scale, density) for level in CHOICES}
        assert max(widths) - min(widths) <= 1, "a pixel at most, where letters are rounded otherwise"


def test_a_race_draws_of_the_level_too(driver: Driver) -> None:
    driver.press("Shift+R")
    driver.press("5")
    driver.press("L")
    race = driver.race.race
    assert race is not None
    for _ in range(2):
        driver.press("R")
        assert race.race.puzzle.grade.startswith("extreme ")
    labels = [button.label for button in driver.race.picture.controls.buttons(race.race, race.supply.level)[1]]
    assert "Next: extreme" in labels


# What is missing


def test_a_collection_without_grades_or_without_the_level_says_what_to_do(few: Path) -> None:
    with Driver(Options(FIG1, corpus=few, level="extreme", size=SIZE)) as driver:
        driver.press("R")
        driver.until_drawn()
        assert driver.session.toast == (
            "few.txt has no puzzle graded extreme. Shift+R chooses another level, G makes a fresh puzzle."
        ) and driver.session.puzzle == FIG1  # fmt: skip
        driver.press("L")
        driver.press("R")
        for _ in range(1000):
            driver.frame()
            if not driver.race.race.busy:
                break
        assert driver.session.toast.endswith("L leaves the race, and then Shift+R chooses another level.")
    few.write_text(str(FIG1) + "\n" + str(named.find("lab")))
    with Driver(Options(FIG1, corpus=few, level="hard", size=SIZE)) as driver:
        driver.press("R")
        driver.until_drawn()
        assert driver.session.origin().endswith(" · R draws from few.txt: no hard puzzles")
        assert driver.session.toast.endswith("how hard its puzzles are, so this hard one was made instead.")
        assert driver.session.puzzle.grade.startswith("hard ") and not driver.session.notice
        driver.press("L")
        driver.press("R")
        racing, end = driver.race.race, time.monotonic() + 60.0
        while racing.race.puzzle == driver.session.puzzle and time.monotonic() < end:
            driver.frame(0.01)
            time.sleep(0.02)  # leave the processor to the process that makes it
        assert racing.race.puzzle.grade.startswith("hard ") and "this hard one was made instead" in driver.session.toast
    session = Session(FIG1)
    session.do("random")
    assert session.toast == "No puzzle file is open. G makes a puzzle."
    session.close()


def test_where_a_puzzle_is_from_and_how_hard_it_is_stands_in_one_line(few: Path) -> None:
    with Corpus(few, seed=1) as corpus:
        corpus.wait()
        assert described(corpus[0]) == "few.txt, line 1, hard, 1,186"
        assert described(corpus[1]) == "few.txt, line 2, easy"
        assert described(corpus[2]) == "few.txt, line 3"
        assert not corpus[0].update(0, 1).grade, "another puzzle is not as hard"
    assert described(FIG1) == "fig1"
    drawn = replace(FIG1, name="", source="few.txt, byte 4156351", grade="easy 168")
    assert described(drawn) == "few.txt, easy, 168"
    assert described(replace(drawn, source="fresh (seed 151519847, 0)")) == "fresh, easy, 168"
    assert described(replace(drawn, source="/tmp/(seed 1, 2) of mine.txt")) == "(seed 1, 2) of mine.txt, easy, 168"


# The command line


def test_the_option_starts_with_that_level(few: Path, capsys, monkeypatch) -> None:
    assert parser_of(watch).parse_args(["--level", "hard"]).level == "hard"
    assert "--level {easy,medium,hard,fiendish,extreme}" in " ".join(parser_of(watch).format_help().split())
    session = open_session(Options(corpus=few, level="hard"), EventLog(None))
    assert session.puzzle == named.find("lab") and session.supply.level == "hard"
    session.close()
    with pytest.raises(SystemExit) as refused:
        main(["--level", "mild"])
    assert refused.value.code == 2 and "invalid choice: 'mild'" in capsys.readouterr().err
    assert main(["--corpus", str(few), "--level", "extreme"]) == 2
    assert "no line is graded extreme; choose another level" in capsys.readouterr().err


# In a window of its own


def children(parent: int) -> list[int]:
    """Return the processes that generate puzzles for the given process."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            state = (path / "stat").read_text().rpartition(")")[2].split()
            if int(state[1]) == parent and state[0] != "Z" and "solvers.generate" in (path / "cmdline").read_text():
                found.append(int(path.name))
        except (OSError, ValueError):
            continue
    return found


def waited(what: str, holds) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, what
        time.sleep(0.02)


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
@pytest.mark.parametrize("number", slow_but([signal.SIGKILL], [signal.SIGTERM, signal.SIGKILL]))
def test_an_idle_window_makes_puzzles_ready_and_leaves_no_process_however_it_ends(tmp_path: Path, number: int) -> None:
    log = tmp_path / "log"
    command = [sys.executable, "-m", "visualizer", "fig1", "--level", "extreme", "--event-log", str(log)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "SDL_VIDEODRIVER": "dummy"}
    with subprocess.Popen(command, cwd=tmp_path, env=environment, stderr=subprocess.DEVNULL) as window:
        try:
            waited("no process makes puzzles", lambda: children(window.pid))
            assert [event["event"] for event in events(log)] == ["drawn"], "not before the first frame"
            maker = children(window.pid)[0]
            window.send_signal(number)
            assert window.wait(PATIENCE) == (3 if number == signal.SIGTERM else -number)
        finally:
            window.kill()
    waited("the process is left", lambda: not (Path("/proc") / str(maker)).exists())


def test_the_keys_are_in_the_table_for_both_front_ends() -> None:
    for id, key in (("level", "Shift+R"), ("fresh", "G")):
        assert WATCH[id].keys == (key,)


@pytest.mark.parametrize("key", ["R", "Ctrl+V"])
def test_a_run_that_plays_goes_on_playing_with_the_next_puzzle(key: str) -> None:
    with Driver(Options(named.find("minimal-9-1"), solver="backtracking", size=SIZE)) as driver:

        def next_puzzle() -> None:
            if key == "R":
                driver.press("R")
                driver.until_drawn()
            else:
                driver.session.paste(str(FIG1 if driver.session.puzzle != FIG1 else named.find("lab")))

        for playing in (True, False):
            if driver.session.running is not playing:
                driver.press("Space")
            before = driver.session.puzzle
            next_puzzle()
            assert driver.session.puzzle != before
            assert (driver.session.player.mode is Motion.PLAYING) is playing
