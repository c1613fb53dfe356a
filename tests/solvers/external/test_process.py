"""Tests of the process that runs the user's own solver: its output, how far ahead it may run, and how it ends."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest
from foreign_runs import ROOT, SHORT, Write, alive, busy, recorded, start, waits

from puzzles.corpus import named
from solvers.core.step import Kind
from solvers.external import registry
from solvers.external.protocol import StepChecksum
from solvers.processes.child import PRINTED

pytestmark = pytest.mark.usefixtures("nothing_is_left")


def test_what_it_prints_is_kept_apart_from_its_steps(write: Write) -> None:
    path = write(
        """\
        import os, subprocess, sys
        def mine(puzzle):
            print("one €", end="\\n")
            yield look(1)
            os.write(1, b"two P\\x04\\x00\\x00\\x00abcd\\n")
            sys.stdout.buffer.write(b"\\xff three\\n")
            sys.stdout.flush()
            subprocess.run([sys.executable, "-c", "print('four')"])
            yield look(2)
            sys.stdout.close()
            os.close(1)
            yield look(3)
            sys.stderr.write("five\\n")
        """
    )
    with start(path) as run:
        assert [step.cell for step in recorded(run)] == [1, 2, 3]
    assert [line for word in ("one €", "two P", "three", "four", "five") for line in [word in run.output]] == [True] * 5


UNDOING = """\
    def mine(puzzle):
        values, peers = list(puzzle.givens), puzzle.geometry.peers
        yield from search(values, peers)

    def search(values, peers):
        if 0 not in values:
            yield SOLVED
            return
        cell = values.index(0)
        for digit in range(1, 10):
            if all(values[peer] != digit for peer in peers[cell]):
                values[cell] = digit
                yield guess(cell, digit)
                yield from search(values, peers)
                yield BACK
                values[cell] = 0
    """


def test_undo_makes_the_steps_of_a_solver_that_counts_its_levels(write: Write) -> None:
    """Check the steps passed on, and those that a traced run shows."""
    counting = UNDOING.replace("BACK", "backtrack(sum(map(bool, values)) - puzzle_givens - 1)")
    counting = counting.replace("def search(", "puzzle_givens = 28\n    def search(")
    with start(write(UNDOING.replace("BACK", "undo()"))) as run, start(write(counting, "other.py")) as other:
        steps = list(islice(recorded(run), 3000))
        assert steps == list(islice(recorded(other), 3000)) and Kind.BACKTRACK in {step.kind for step in steps}
        shadow, course = run.shadow(), StepChecksum()
        at = 2 + max(number for number, step in enumerate(steps[:500]) if step.kind is Kind.BACKTRACK)
        shadow.ask(at, at)
        assert waits(lambda: shadow.view(at) is not None)
        view = shadow.view(at)
        for step in steps[: at - 1]:
            course.add(step)
        assert view and view.step is steps[at - 1] and view.before == course.value
        shadow.close()


def test_undo_without_an_open_guess_is_refused_in_words(write: Write) -> None:
    with start(write("def mine(puzzle):\n    yield undo()\n")) as run, pytest.raises(registry.IllegalStep) as caught:
        list(run)
    assert caught.value.reason == "undo(), but no guess is open, so there is nothing to take back"


@pytest.mark.slow
def test_what_it_prints_is_bounded(write: Write) -> None:
    path = write(
        """\
        def mine(puzzle):
            for line in range(60000):
                print("line", line)
                if line % 1000 == 0:
                    yield look(1)
        """
    )
    with start(path) as run:
        assert sum(1 for _ in recorded(run)) == 60
    assert len(run.output) <= PRINTED
    assert run.output.endswith("line 59999\n")


def test_it_reads_nothing_from_this_program(write: Write) -> None:
    path = write("def mine(puzzle):\n    input()\n    yield look(1)\n")
    with start(path) as run, pytest.raises(registry.SolverRaised, match="mine.py, line 4: EOFError"):
        list(run)


@pytest.mark.slow
def test_it_does_not_run_far_ahead(write: Write, tmp_path: Path) -> None:
    path = write(
        f"""\
        def mine(puzzle):
            count = 0
            with open({str(tmp_path / "count")!r}, "w") as file:
                while True:
                    count += 1
                    if count % 1024 == 0:
                        print(count, file=file, flush=True)
                    yield look(1)
        """
    )
    with start(path) as run:
        assert sum(1 for _ in islice(recorded(run), 100)) == 100
        assert waits(lambda: not busy(run.pid))
        far = int((tmp_path / "count").read_text().split()[-1])
        assert far <= registry.WINDOW
        assert sum(1 for _ in islice(recorded(run), 50_000)) == 50_000
        assert waits(lambda: int((tmp_path / "count").read_text().split()[-1]) > 50_000)


@pytest.mark.slow
def test_it_rests_at_a_solution_until_another_is_asked_for(write: Write, tmp_path: Path) -> None:
    """Check that the process may rest at a solution for longer than it may otherwise be silent."""
    mark, beats = tmp_path / "went on", tmp_path / "beats"
    path = write(
        f"""\
        import threading, time
        def beat():
            while True:
                with open({str(beats)!r}, "a") as file:
                    file.write(".")
                time.sleep(0.1)
        def mine(puzzle):
            threading.Thread(target=beat, daemon=True).start()
            yield SOLVED
            open({str(mark)!r}, "w").close()
            yield look(1)
        """
    )
    with start(path, named.find("complete"), hang=SHORT) as run:
        assert next(recorded(run)).kind is Kind.SOLVED
        assert waits(lambda: beats.exists() and beats.stat().st_size > 20 * SHORT)
        assert not mark.exists()
        assert next(recorded(run)).kind is Kind.LOOK
        assert mark.exists()


@pytest.mark.slow
def test_a_million_refusals_a_second_are_a_run_like_any_other(write: Write) -> None:
    path = write(
        """\
        def mine(puzzle):
            while True:
                yield reject(0, 8)
        """
    )
    with start(path) as run:
        assert all(step.kind is Kind.REJECT for step in islice(recorded(run), 100_000))
        assert run.made == 100_000


# Its end

FOREVER = "def mine(puzzle):\n    while True:\n        yield look(0)\n"


def test_nothing_is_started_before_a_step_is_asked_for(write: Write) -> None:
    run = start(write(FOREVER))
    assert run.pid is None
    run.close()
    assert next(run, None) is None and run.pid is None


def test_closing_ends_the_process_and_the_run(write: Write) -> None:
    run = start(write(FOREVER))
    assert sum(1 for _ in islice(recorded(run), 5)) == 5
    assert alive(run.pid or 0)
    run.close()
    assert waits(lambda: not alive(run.pid or 0))
    assert next(run, None) is None
    run.close()


def test_forgetting_a_run_ends_its_process(write: Write) -> None:
    run = start(write(FOREVER))
    next(recorded(run))
    pid = run.pid or 0
    del run
    gc.collect()
    assert waits(lambda: not alive(pid))


@pytest.mark.skipif(os.name != "posix", reason="process groups")
def test_what_the_solver_has_started_ends_with_it(write: Write, tmp_path: Path) -> None:
    path = write(
        f"""\
        import subprocess, sys
        def mine(puzzle):
            child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(99)"])
            open({str(tmp_path / "pid")!r}, "w").write(str(child.pid))
            while True:
                yield look(0)
        """
    )
    with start(path) as run:
        next(recorded(run))
        pid = int((tmp_path / "pid").read_text())
        assert alive(pid)
    assert waits(lambda: not alive(pid))


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("code", ["yield look(0)", "import time; time.sleep(0.01)"])
def test_the_process_ends_when_the_program_that_started_it_is_killed(write: Write, code: str, tmp_path: Path) -> None:
    path = write(f"def mine(puzzle):\n    yield look(0)\n    while True:\n        {code}\n")
    program = (
        "import sys, time; from pathlib import Path; from puzzles import Puzzle; "
        "from solvers.external import registry as foreign\n"
        "run = foreign.load(Path(sys.argv[1])).run(Puzzle.empty(), hang=60)\n"
        "while next(run).kind.name == 'PENDING': pass\n"
        "print(run.pid, flush=True); time.sleep(60)"
    )
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    env = {**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(temporary)}
    parent = subprocess.Popen([sys.executable, "-c", program, str(path)], stdout=subprocess.PIPE, text=True, env=env)
    assert parent.stdout is not None
    with parent:
        pid = int(parent.stdout.readline())
        assert alive(pid)
        parent.kill()
    assert waits(lambda: not alive(pid))
    assert not list(temporary.iterdir())
