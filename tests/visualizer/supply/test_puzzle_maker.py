"""Tests that new puzzles for the window have the requested level, and that no process is left behind."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from foreign_runs import alive, waits

from puzzles import Puzzle
from puzzles.geometry import STANDARD, Geometry
from solvers.generate.generator import Recipe, candidate
from solvers.grading.rating import grade
from solvers.processes.worker import WorkerLost
from visualizer.supply.puzzle_supply import READY, PuzzleKind, PuzzleMaker

ROOT = Path(__file__).parents[3]
EASY, HARD, EXTREME, ANY = (PuzzleKind(level, STANDARD) for level in ("easy", "hard", "extreme", None))


@pytest.fixture
def maker() -> Iterator[PuzzleMaker]:
    maker = PuzzleMaker(seed=7)
    yield maker
    maker.close()


def made(maker: PuzzleMaker, kind: PuzzleKind) -> Puzzle:
    maker.ask(kind)
    assert waits(lambda: maker.ready > 0), "no puzzle came"
    found = maker.take()
    assert isinstance(found, Puzzle)
    return found


def test_the_first_takes_a_moment_and_nobody_waits_for_it(maker: PuzzleMaker) -> None:
    maker.ask(EASY)
    assert maker.take() is None and maker.waiting == EASY
    assert made(maker, EASY).clues and maker.waiting is None


@pytest.mark.slow
def test_they_are_of_the_level_and_those_of_the_seed(maker: PuzzleMaker) -> None:
    hard = [made(maker, HARD) for _ in range(2)]
    maker.close()
    other = PuzzleMaker(seed=7)
    assert hard == [made(other, HARD) for _ in range(2)]
    other.close()
    for puzzle in hard:
        found = grade(puzzle)
        assert found is not None and found.level == "hard" and puzzle.grade == str(found)
        assert puzzle.source.startswith("fresh (seed 7, ")


@pytest.mark.slow
def test_with_no_level_any_puzzle_comes_of_any_size(maker: PuzzleMaker) -> None:
    small = made(maker, PuzzleKind(None, Geometry.of_side(6)))
    assert small.geometry.side == 6 and not small.grade
    large = made(maker, ANY)
    assert large == candidate("7", 0, Recipe())
    assert large.grade == str(grade(large)), "how hard it has come out is said"


@pytest.mark.slow
def test_so_many_are_ready_that_pressing_a_key_again_and_again_has_an_answer(maker: PuzzleMaker) -> None:
    maker.prepare(EASY)
    assert waits(lambda: maker.ready == READY)
    found = []
    for _ in range(READY):
        maker.ask(EASY)
        found.append(maker.take())
    assert None not in found and len(set(found)) == READY
    assert waits(lambda: maker.ready == READY)


def test_its_end_ends_the_process_and_may_be_repeated(maker: PuzzleMaker) -> None:
    maker.prepare(EXTREME)
    process = maker.pid
    assert process is not None and alive(process)
    maker.close()
    maker.close()
    assert not alive(process) and maker.pid is None


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_process_that_ends_by_itself_is_told_of_once_nothing_is_ready(maker: PuzzleMaker) -> None:
    maker.prepare(EASY)
    assert waits(lambda: maker.ready == READY)
    os.kill(maker.pid or 0, signal.SIGKILL)
    for _ in range(READY):
        maker.ask(EASY)
        assert isinstance(maker.take(), Puzzle)
    assert waits(lambda: maker.ready == 0 and maker.pid is None)
    maker.waiting = EASY
    lost = maker.take()
    assert isinstance(lost, WorkerLost) and "was ended by SIGKILL" in str(lost)
    assert str(lost).endswith("ask again to restart it") and maker.waiting is None
    assert made(maker, EASY).grade.startswith("easy ")


def test_an_unknown_level_is_refused_before_a_process_is_started() -> None:
    with pytest.raises(ValueError, match="there is no level 'mild'; choose one of: easy, medium"):
        PuzzleKind.of("mild", STANDARD)


@pytest.mark.skipif(sys.platform == "win32", reason="asks for a process by its number")
def test_the_process_does_not_outlive_a_program_that_is_killed() -> None:
    program = (
        "import time\nfrom puzzles.geometry import STANDARD\n"
        "from visualizer.supply.puzzle_supply import PuzzleKind, PuzzleMaker\nmaker = PuzzleMaker(1)\n"
        "maker.ask(PuzzleKind('extreme', STANDARD))\nprint(maker.pid, flush=True)\ntime.sleep(600)\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, env=environment) as owner:
        assert owner.stdout is not None
        child = int(owner.stdout.readline())
        assert alive(child)
        owner.kill()
    assert waits(lambda: not alive(child))
