"""New puzzles for the window: of the level asked for, at once or not yet, and no process is left behind."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from puzzles import Puzzle
from solvers.generate.generator import Recipe, candidate
from solvers.grading.levels import grade
from visualizer.session import puzzle_maker
from visualizer.session.puzzle_maker import READY, Fresh, FreshError

ROOT = Path(__file__).parents[3]
PATIENCE = 60.0


def waited(queue: Fresh) -> Puzzle:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        puzzle = queue.take()
        if puzzle:
            return puzzle
        time.sleep(0.01)
    raise AssertionError("no puzzle came")


def filled(queue: Fresh) -> None:
    end = time.monotonic() + PATIENCE
    while queue.ready < READY and time.monotonic() < end:
        time.sleep(0.01)


def alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_the_first_takes_a_moment_and_nobody_waits_for_it() -> None:
    begun = time.monotonic()
    with Fresh("easy", seed=7) as queue:
        assert queue.take() is None
        assert time.monotonic() - begun < 5
        assert waited(queue).clues


def test_they_are_of_the_level_and_those_of_the_seed() -> None:
    with Fresh("hard", seed=7) as one, Fresh("hard", seed=7) as other:
        made = [waited(one) for _ in range(2)]
        assert made == [waited(other) for _ in range(2)]
    for puzzle in made:
        found = grade(puzzle)
        assert found is not None and found.level == "hard" and puzzle.grade == str(found)
        assert puzzle.source.startswith("fresh (seed 7, ")


def test_with_no_level_any_puzzle_comes_of_any_size() -> None:
    with Fresh(None, side=6, seed=3) as queue:
        small = waited(queue)
        assert small.geometry.side == 6 and not small.grade
    with Fresh(seed=3) as queue:
        made = waited(queue)
        assert made == candidate("3", 0, Recipe())
        assert made.grade == str(grade(made)), "how hard it has come out is said"


def test_so_many_are_ready_that_pressing_a_key_again_and_again_has_an_answer() -> None:
    with Fresh("easy", seed=5) as queue:
        filled(queue)
        made = [queue.take() for _ in range(READY)]
        assert None not in made and len(set(made)) == READY
        filled(queue)
        assert queue.ready == READY


def test_its_end_ends_the_process_and_may_be_repeated() -> None:
    queue = Fresh("extreme", seed=1)
    assert alive(queue._process.pid)
    queue.close()
    queue.close()
    assert queue._process.returncode is not None and not queue._reader.is_alive()


def test_a_process_that_ends_by_itself_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    with Fresh("easy", seed=1) as queue:
        queue._process.kill()
        queue._process.wait()
        queue._reader.join()
        assert queue.ended
        queue._ready.clear()
        with pytest.raises(FreshError, match="has ended: .*ask again to start it anew"):
            for _ in range(READY + 2):
                queue.take()


def test_an_unknown_level_is_refused_before_a_process_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzle_maker, "_started", lambda: pytest.fail("a process was started"))
    with pytest.raises(ValueError, match="there is no level 'mild'; choose one of: easy, medium"):
        Fresh("mild")


@pytest.mark.skipif(sys.platform == "win32", reason="asks for a process by its number")
def test_the_process_does_not_outlive_a_program_that_is_killed() -> None:
    program = (
        "import sys, time\nfrom visualizer.session.puzzle_maker import Fresh\n"
        "queue = Fresh('extreme', seed=1)\nprint(queue._process.pid, flush=True)\ntime.sleep(600)\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, env=environment) as owner:
        assert owner.stdout is not None
        child = int(owner.stdout.readline())
        owner.kill()
    end = time.monotonic() + PATIENCE
    while alive(child) and time.monotonic() < end:
        time.sleep(0.05)
    assert not alive(child)
