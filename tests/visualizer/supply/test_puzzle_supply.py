"""Tests of new puzzles in the window: their level and size, and what happens if they are late, cancelled or fail."""

from __future__ import annotations

import os
import re
import signal
import time
from collections.abc import Callable, Hashable, Iterator
from itertools import product
from pathlib import Path

import pygame
import pytest
from app_driver import SIZE, Driver
from graded import graded
from hands import hand
from shapes import JIGSAW, SAMURAI, X
from slow import slow_but

import solvers
from puzzles import Corpus, Puzzle
from puzzles.corpus import named
from puzzles.geometry import STANDARD, Geometry, Unit
from puzzles.rules.rule import Rule
from solvers.generate.generator import Recipe, candidate
from solvers.grading.rating import grade
from solvers.processes.worker import Worker
from visualizer.dialogs.open import OpenDialog, rows_of_collections
from visualizer.dialogs.small_cards import LevelList
from visualizer.files.resolve import own_collections
from visualizer.files.saved_view import load
from visualizer.session.session import Session
from visualizer.session.settings import Options
from visualizer.supply import puzzle_supply
from visualizer.supply.puzzle_supply import PuzzleKind, PuzzleMaker, PuzzleSupply

FIG1 = named.find("fig1")
PATIENCE = 60.0


@pytest.fixture(scope="module")
def some(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return graded(tmp_path_factory.mktemp("graded") / "some.txt")


@pytest.fixture
def driver(some: Path) -> Iterator[Driver]:
    with Driver(Options(FIG1, corpus=some, solver="mrv", size=SIZE, seed=5, level="hard")) as driver:
        yield driver


@pytest.fixture
def mute(replaced: Callable[[str], None]) -> None:
    """Make no puzzle, but stay alive."""
    replaced("import time\ndef answer(question, call): time.sleep(999)")


@pytest.fixture
def broken(replaced: Callable[[str], None]) -> None:
    """End the process immediately."""
    replaced("raise SystemExit('out of order')")


@pytest.fixture
def replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Make another module generate the puzzles from now on."""

    def replace(text: str) -> None:
        (tmp_path / "maker.py").write_text(text)
        monkeypatch.setenv("PYTHONPATH", str(tmp_path))
        monkeypatch.setattr(puzzle_supply, "WORKER", "maker")

    return replace


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for the puzzle as soon as R is pressed, however slow the machine is."""
    monkeypatch.setattr("visualizer.supply.puzzle_supply.DRAW_WAIT", 60.0)


def alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def until(holds: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.01)


def taken(maker: PuzzleMaker, kind: PuzzleKind) -> Puzzle:
    maker.ask(kind)
    found: list[object] = []
    until(lambda: found.append(maker.take()) or found[-1] is not None)
    assert isinstance(found[-1], Puzzle)
    return found[-1]


def test_a_fresh_puzzle_is_of_the_level_and_says_where_it_is_from(driver: Driver) -> None:
    driver.press("Right", 3)
    driver.press("G")
    assert driver.session.toast == "Making a hard puzzle …" and driver.session.puzzle == FIG1
    driver.press("Right")
    assert driver.position == 4, "the window goes on meanwhile"
    driver.frame(10.0)
    assert not driver.session.supply.drawing or driver.session.toast == "Making a hard puzzle …", (
        "said as long as it takes"
    )
    driver.until_drawn()
    puzzle, session = driver.session.puzzle, driver.session
    assert str(grade(puzzle)) == puzzle.grade and puzzle.grade.startswith("hard ") and not session.toast
    assert session.origin().startswith("fresh, hard, ") and puzzle.source.startswith("fresh (seed 5, ")
    assert driver.position == 0 and driver.shown() == puzzle.givens


def test_the_next_ones_are_there_at_once(driver: Driver) -> None:
    driver.press("G")
    driver.until_drawn()
    until(lambda: driver.session.supply.maker.ready == puzzle_supply.READY)
    seen = {driver.session.puzzle}
    for _ in range(puzzle_supply.READY):
        driver.press("G")
        assert not driver.session.supply.drawing and not driver.session.toast
        seen.add(driver.session.puzzle)
    assert len(seen) == puzzle_supply.READY + 1


def test_what_is_ready_before_anybody_asks_is_given_at_once(driver: Driver) -> None:
    assert driver.session.supply.maker.pid is None, "the first frame starts nothing"
    driver.session.supply.prepare(STANDARD)
    until(lambda: driver.session.supply.maker.ready)
    driver.press("G")
    assert driver.session.puzzle.grade.startswith("hard ")


@pytest.mark.parametrize("playing", [False, True])
def test_they_are_made_once_nobody_has_done_anything_for_a_second(mute: None, driver: Driver, playing: bool) -> None:
    supply, app = driver.session.supply, driver.app
    if playing:
        driver.press("Space")
    app._prepare([pygame.event.Event(pygame.KEYUP)], 100.0)
    app._prepare([], 100.9)
    assert supply.maker.pid is None
    app._prepare([], 101.1)
    assert supply.maker.pid is not None and driver.session.running == playing
    before = supply.maker.pid
    supply.level = "easy"
    app._prepare([], 101.2)
    assert supply.maker.pid != before, "those of the level that was chosen"


def test_more_of_what_takes_long_are_made_beforehand(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    monkeypatch.setattr(Worker, "ask", lambda self, question: asked.append(question))
    for level, number in ((None, 3), ("hard", 3), ("extreme", 5)):
        asked.clear()
        PuzzleMaker(7).prepare(PuzzleKind(level, STANDARD))
        assert asked == [("7", level, STANDARD)] * number


@pytest.mark.slow
def test_while_the_puzzle_is_edited_a_fresh_one_is_a_move_that_can_be_taken_back(driver: Driver) -> None:
    driver.press("E")
    assert driver.shown() == FIG1.givens
    driver.press("G")
    driver.until_drawn()
    made = Puzzle(driver.shown(), FIG1.geometry)
    assert hand(driver.session).game.editing and made != FIG1 and str(grade(made)).startswith("hard ")
    driver.press("Ctrl+Z")
    assert driver.shown() == FIG1.givens


@pytest.mark.slow
def test_in_a_race_all_lanes_get_a_fresh_one(driver: Driver) -> None:
    driver.press("L")
    racing = driver.race.race
    assert racing is not None
    driver.press("G")
    end = time.monotonic() + PATIENCE
    while racing.race.puzzle == FIG1 and time.monotonic() < end:
        driver.frame(0.01)
    assert racing.race.puzzle.grade.startswith("hard ") and all(lane.position == 0 for lane in racing.race.lanes)
    entries = [entry.solver for entry in racing.race.entries]
    assert len(entries) == 2 and driver.session.puzzle == FIG1


def test_escape_in_a_race_gives_up_what_is_being_made_and_nothing_comes_after_it(mute: None, driver: Driver) -> None:
    driver.press("L")
    driver.press("G")
    assert driver.session.toast == "Making a hard puzzle …"
    driver.press("Escape")
    assert driver.racing and driver.session.toast.startswith("Cancelled") and driver.session.supply.maker.pid is None
    driver.press("G")
    driver.press("L")
    assert not driver.racing and driver.session.supply.maker.pid is None and not driver.session.supply.drawing


@pytest.mark.slow
def test_in_the_list_g_makes_one_of_the_level_at_the_cursor(driver: Driver) -> None:
    driver.press("Shift+R")
    driver.press("Home")
    driver.press("Down")
    driver.press("G")
    assert driver.app.picture.over is None and driver.session.supply.level == "easy"
    driver.until_drawn()
    assert driver.session.puzzle.grade.startswith("easy ") and driver.session.puzzle.source.startswith("fresh")


def test_escape_gives_it_up_and_ends_the_work(mute: None, driver: Driver) -> None:
    driver.press("G")
    process = driver.session.supply.maker.pid
    assert process is not None and alive(process)
    driver.press("G")
    assert driver.session.supply.maker.pid == process, "asked for again, it is the same that is awaited"
    driver.press("Escape")
    assert driver.app.open and not driver.session.supply.drawing and not alive(process)
    assert driver.session.puzzle == FIG1 and "Cancelled" in driver.session.toast


def test_one_that_is_made_because_the_file_states_no_levels_is_still_awaited_when_it_is_asked_for_again(
    mute: None, tmp_path: Path
) -> None:
    (tmp_path / "ungraded.txt").write_text(f"{FIG1}\n" * 9)
    with Driver(Options(FIG1, corpus=tmp_path / "ungraded.txt", size=SIZE, level="hard")) as driver:
        driver.press("R")
        process = driver.session.supply.maker.pid
        assert process is not None and alive(process) and driver.session.supply.drawing
        driver.press("R")
        assert driver.session.supply.maker.pid == process and alive(process)


@pytest.mark.parametrize("key", ["R", "Shift+R", "L"])
def test_another_puzzle_level_or_a_race_leaves_what_was_awaited(mute: None, driver: Driver, key: str) -> None:
    driver.press("G")
    process = driver.session.supply.maker.pid
    driver.press(key)
    if key == "Shift+R":
        assert driver.session.supply.drawing, "the list alone changes nothing"
        driver.press("1")
    assert process is not None and not alive(process) and not driver.session.supply.drawing
    assert "Making" not in driver.session.toast
    assert key == "L" or (driver.session.puzzle != FIG1 and not driver.session.puzzle.source.startswith("fresh"))


def test_a_process_that_fails_is_told_of_once_and_the_next_press_starts_another(broken: None, driver: Driver) -> None:
    for _ in range(2):
        driver.press("G")
        driver.until_drawn()
        assert driver.session.notice == (
            "No puzzle could be made.\n"
            "the process that makes puzzles ended with exit code 1: out of order; ask again to restart it"
        ) and driver.session.puzzle == FIG1  # fmt: skip
        driver.session.supply.prepare(STANDARD)
        assert driver.session.supply.maker.pid is None, "nobody asked: it would only fail again"
        driver.press("Escape")


def test_where_no_process_can_be_started_that_is_told(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*arguments: object, **named: object) -> None:
        raise OSError(11, "Resource temporarily unavailable")

    monkeypatch.setattr("solvers.processes.child.subprocess.Popen", refused)
    driver.session.supply.prepare(STANDARD)
    assert not driver.session.notice
    driver.press("G")
    assert driver.session.notice == (
        "No puzzle could be made.\nthe process that makes puzzles cannot be started: Resource temporarily unavailable; "
        "ask again to restart it"
    )
    assert not driver.session.supply.drawing


@pytest.mark.slow
def test_one_that_broke_off_before_anybody_asked_is_started_anew() -> None:
    maker, kind = PuzzleMaker(1), PuzzleKind("easy", STANDARD)
    maker.prepare(kind)
    os.kill(maker.pid or 0, signal.SIGKILL)
    until(lambda: maker.ready >= 0 and maker.pid is None)
    maker._ready.clear()
    assert taken(maker, kind).grade.startswith("easy ")
    maker.close()


@pytest.mark.slow
def test_another_kind_is_another_process_and_what_was_given_does_not_come_again() -> None:
    maker, easy, small = PuzzleMaker(3), PuzzleKind("easy", STANDARD), PuzzleKind(None, Geometry.of_side(6))
    first = taken(maker, easy)
    process = maker.pid
    assert taken(maker, small).geometry.side == 6
    assert process is not None and maker.pid != process and not alive(process)
    again = taken(maker, easy)
    assert again != first
    maker.close()
    assert maker.pid is None
    other = PuzzleMaker("3.1")
    assert taken(other, easy) == again, "with a seed, the same come again to whoever asks for the same"
    other.close()


def test_other_sizes_are_made_of_any_level_and_that_is_said() -> None:
    session = Session(Puzzle.empty(Geometry.of_side(6)))
    session.supply.level = "hard"
    session.do("fresh")
    assert session.toast == "Making a 6x6 puzzle …" or session.puzzle.clues
    until(lambda: session.tick(0.01, time.perf_counter, 0.01) and session.puzzle.clues)
    assert session.puzzle.geometry.side == 6 and not session.puzzle.grade
    assert session.toast == "Only 9x9 puzzles have levels: this one may be easy or hard."
    session.close()


@pytest.mark.parametrize("side", [25, 36])
def test_large_ones_say_what_they_take(side: int, mute: None) -> None:
    session = Session(Puzzle.empty(Geometry.of_side(side)))
    session.supply.prepare(Geometry.of_side(side))
    assert session.supply.maker.pid is None, "so much work is not begun before somebody asks"
    session.do("fresh")
    assert session.supply.drawing
    assert session.toast == f"Making a {side}x{side} puzzle … It can take ten seconds or more; Esc cancels."
    assert session.close_topmost() and not session.supply.drawing and session.supply.maker.pid is None
    session.close()


def test_closing_ends_the_process_while_one_is_being_made(mute: None, some: Path) -> None:
    driver = Driver(Options(FIG1, corpus=some, size=SIZE))
    driver.press("G")
    process = driver.session.supply.maker.pid
    assert process is not None and alive(process)
    driver.close()
    assert not alive(process)


@pytest.mark.slow
def test_a_saved_view_of_a_fresh_puzzle_shows_it_again(driver: Driver, tmp_path: Path) -> None:
    driver.press("G")
    driver.until_drawn()
    puzzle = driver.session.puzzle
    driver.press("Right", 4)
    driver.app.dialogs.folder = tmp_path
    driver.press("Ctrl+S")
    driver.press("Return")
    (saved,) = tmp_path.iterdir()
    assert saved.name.startswith("fresh-seed-5-") and load(saved).puzzle == str(puzzle)
    driver.press("R")
    assert driver.session.puzzle != puzzle
    driver.drop(saved)
    driver.until_paused()
    assert driver.session.puzzle == puzzle and driver.position == 4


@pytest.mark.parametrize(
    ("shape", "key"), slow_but([(X, "R"), (JIGSAW, "G")], product([JIGSAW, X, SAMURAI], ["R", "G"]))
)
def test_another_puzzle_of_a_shape_by_hand_is_a_fresh_one_of_the_same_shape(
    driver: Driver, shape: Geometry, key: str
) -> None:
    driver.session.load(Puzzle.empty(shape))
    assert driver.session.origin().endswith("R makes another puzzle of this shape")
    driver.press(key)
    assert driver.session.toast == "Making a puzzle of this shape …" or driver.session.puzzle.clues
    driver.until_drawn()
    made, said = driver.session.puzzle, driver.session.toast
    assert made.geometry == shape and 0 < made.clues < len(made.givens)
    assert solvers.count_solutions(made, 2) == 1 and driver.shown() == made.givens
    assert said == "Puzzles of this shape have no levels: this one may be easy or hard."
    driver.session.supply.level = None
    driver.press(key)
    driver.until_drawn()
    assert driver.session.puzzle.geometry == shape and driver.session.puzzle != made
    assert driver.session.toast == ("A fresh puzzle of the same shape." if key == "R" else "")


def test_a_puzzle_with_boxes_of_another_size_is_made_with_the_same_boxes() -> None:
    maker, tall = PuzzleMaker(1), PuzzleKind.of("hard", Geometry.boxes(3, 2))
    made = taken(maker, tall)
    maker.close()
    assert made.geometry == Geometry.boxes(3, 2) and tall.level is None and tall.words == "Making a 6x6 puzzle …"


def test_a_shape_that_cannot_be_filled_says_so_and_may_be_asked_for_again(driver: Driver) -> None:
    places = ((0, 0), (0, 1), (1, 0))
    rows = (Unit("pair", 1, (0, 1)), Unit("pair", 2, (1, 2)), Unit("pair", 3, (0, 2)))
    driver.session.load(Puzzle.empty(Geometry(2, places, rows)))
    for _ in range(2):
        driver.press("G")
        driver.until_drawn()
        said = "No puzzle could be made.\nNo way to fill the shape of 3 cells was found: perhaps there is none."
        assert driver.session.notice == said
        driver.press("Escape")
        assert not driver.session.notice


RULES_UNKNOWN = "Puzzles with rules such as 'less' cannot be made yet."


@pytest.mark.parametrize(("key", "said"), [("G", RULES_UNKNOWN), ("R", "")])
def test_a_shape_with_rules_that_the_generator_does_not_know_is_not_made(driver: Driver, key: str, said: str) -> None:
    class Less(Rule):
        name = "less"

        def step(self, state: Hashable, digit: int) -> int | None:
            return digit if isinstance(state, int) and digit > state else None

        def accepts(self, state: Hashable) -> bool:
            return True

    driver.session.load(Puzzle.empty(Geometry(9, STANDARD.places, STANDARD.units, (Less((0, 1)),))))
    assert "R draws from some.txt" in driver.session.origin()
    driver.press(key)
    driver.until_drawn()
    assert driver.session.toast == said and bool(driver.session.puzzle.geometry.rules) == (key == "G")


def test_another_killer_is_made_with_cages_of_its_own(driver: Driver) -> None:
    killer = candidate(1, 0, Recipe(Geometry.of_spec("killer 4x4")))
    driver.session.load(killer)
    assert driver.session.origin().endswith("R makes another puzzle of this kind")
    driver.press("G")
    driver.until_drawn()
    made = driver.session.puzzle
    assert made.geometry.kind_name == "killer" and made.geometry != killer.geometry
    assert solvers.count_solutions(made, 2) == 1


@pytest.mark.parametrize("kind", slow_but(["x"], ["killer", "comparison", "jigsaw", "x", "samurai"]))
def test_r_draws_another_puzzle_of_the_kind_and_level_from_the_programs_own_collection(
    driver: Driver, kind: str
) -> None:
    driver.session.load(Corpus(own_collections()[kind], seed=1).draw())
    seen = set()
    for key in ("R", "R", "Shift+R 3", "Shift+R 2"):
        assert driver.session.origin().endswith(f"R draws from {kind}.txt")
        for each in key.split():
            driver.press(each)
        driver.until_drawn()
        seen.add(driver.session.puzzle)
        assert driver.session.puzzle.geometry.kind_name == kind
        assert driver.session.puzzle.grade.split()[0] == ("medium" if key.endswith("2") else "hard")
    assert len(seen) > 2


@pytest.mark.parametrize("kind", ["kakuro", "slitherlink"])
def test_r_draws_a_puzzle_of_a_kind_whose_collection_states_no_levels_and_says_so(driver: Driver, kind: str) -> None:
    driver.session.load(Corpus(own_collections()[kind], seed=1).draw())
    before = driver.session.puzzle
    driver.press("R")
    assert driver.session.puzzle.geometry.kind_name == kind and driver.session.puzzle != before
    assert driver.session.toast == f"{kind}.txt has no puzzle of that level: this one may be easy or hard."
    before = driver.session.puzzle
    driver.press("G")
    driver.until_drawn()
    assert driver.session.puzzle.geometry.kind_name == kind and driver.session.puzzle != before


def without(level: str, path: Path) -> Path:
    """Return a copy of a collection of the program, in which no line has the level."""
    lines = own_collections()[path.stem].read_text().splitlines()
    path.write_text("\n".join(line for line in lines if f" {level} " not in line) + "\n")
    return path


def test_a_level_that_no_puzzle_of_the_kind_has_is_said_and_none_is_drawn(
    driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = without("hard", tmp_path / "x.txt")
    monkeypatch.setattr("visualizer.files.resolve.own_collections", lambda: {"x": few})
    driver.session.load(candidate(1, 0, Recipe(Geometry.of_spec("x"))))
    before = driver.session.puzzle
    driver.press("R")
    assert driver.session.toast == (
        "x.txt has no puzzle graded hard. Shift+R chooses another level, G makes a fresh puzzle."
    )
    assert driver.session.puzzle is before
    driver.press("Shift+R")
    over = driver.app.picture.over
    assert over is not None and isinstance(over.card, LevelList)
    driver.session.supply.drawn_from(before).wait()  # type: ignore[union-attr]
    assert over.card.collection == "in x.txt" and not over.card.remark and over.card.counts[3] == "none"
    driver.press("G")
    driver.until_drawn()
    assert driver.session.puzzle.geometry.kind_name == "x" and driver.session.puzzle != before
    assert driver.session.toast == "x.txt has no puzzle of that level: this one may be easy or hard."


def test_the_scan_of_an_own_collection_is_news() -> None:
    supply = PuzzleSupply(None)
    corpus = supply.drawn_from(candidate(1, 0, Recipe(Geometry.of_spec("x"))))
    assert corpus is not None and corpus.path == own_collections()["x"] and corpus.wait()
    assert supply.news() and not supply.news()
    supply.close()


def test_a_fresh_puzzle_of_a_kind_is_of_the_level(driver: Driver) -> None:
    driver.session.supply.level = "easy"
    driver.session.load(candidate(1, 0, Recipe(Geometry.of_spec("x"))))
    driver.press("G")
    driver.until_drawn()
    made = driver.session.puzzle
    assert made.geometry.kind_name == "x" and str(grade(made)) == made.grade and made.grade.startswith("easy ")


def test_a_file_of_a_kind_that_states_no_levels_is_made_up_for_by_that_kind(driver: Driver, tmp_path: Path) -> None:
    lines = [re.sub(r"(\] \S+) .*", r"\1", line) for line in own_collections()["x"].read_text().splitlines()[3:9]]
    (tmp_path / "x.txt").write_text("\n".join(lines) + "\n")
    driver.session.open_corpus(Corpus(tmp_path / "x.txt"))
    driver.session.load(driver.session.supply.corpus.draw())  # type: ignore[union-attr]
    driver.session.supply.level = "easy"
    driver.session.supply.corpus.wait()  # type: ignore[union-attr]
    driver.press("R")
    driver.until_drawn()
    assert driver.session.puzzle.geometry.kind_name == "x" and driver.session.puzzle.grade.startswith("easy ")
    assert driver.session.toast == "x.txt does not say how hard its puzzles are, so this easy one was made instead."


def test_a_killer_with_diagonals_is_not_replaced_by_one_without(driver: Driver) -> None:
    driver.session.load(candidate(1, 0, Recipe(Geometry.of_spec("killer 4x4; units diagonals"))))
    assert driver.session.origin().endswith("R makes another puzzle of this kind")


def test_the_collections_of_the_program_are_found_by_their_kind_and_opened(driver: Driver) -> None:
    said = {row.name: row.told for row in rows_of_collections()}
    assert said["killer"] == "All 9x9 Killer puzzles" and {"16x16", "x", "sudoku"} <= {*said}
    driver.session.supply.level = None
    driver.press("Ctrl+O")
    over = driver.app.picture.over
    assert over and isinstance(over.card, OpenDialog)
    over.card.edit.put("killer")
    driver.press("Return")
    driver.until_opened()
    driver.until_drawn()
    assert driver.session.puzzle.geometry.kind_name == "killer"
    assert driver.session.puzzle.source.startswith("killer.txt, line ")
