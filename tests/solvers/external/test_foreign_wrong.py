"""Tests that there is a message for every way in which the user's own solver can go wrong."""

from __future__ import annotations

import os
import signal
import sys
import time
from itertools import islice

import pytest
from foreign_runs import SHORT, Write, alive, recorded, start, waits
from slow import few_of, slow_but

from puzzles import Puzzle
from solvers.core.step import Kind, guess
from solvers.external import process, registry
from solvers.processes import child

pytestmark = pytest.mark.usefixtures("nothing_is_left")

GOES_WRONG = {
    "a guess on a given": ("yield guess(2, 3)", registry.IllegalStep, "step 1 .*r1c3, which already holds 8", 4),
    "a clash": ("yield guess(0, 8)", registry.IllegalStep, "GUESS of 8 in r1c1 clashes with r1c3", 4),
    "a refusal without a reason": ("yield reject(0, 2)", registry.IllegalStep, "no peer holds it", 4),
    "solved too early": ("yield SOLVED", registry.IllegalStep, "not a solution", 4),
    "back to nowhere": ("yield backtrack(3)", registry.IllegalStep, "no guess is open, so there is nothing to", 4),
    "a cell off the grid": ("yield guess(81, 1)", registry.IllegalStep, "names cell 81, which this grid does not", 4),
    "a digit off the grid": ("yield look(0); yield guess(0, 10)", registry.IllegalStep, "step 2 .*digit 10", 4),
    "a cell by its name": ("yield guess('r1c1', 1)", registry.IllegalStep, "must be whole numbers", 4),
    "a unit off the grid": ("yield look(unit=99)", registry.IllegalStep, "unit 99", 4),
    "a detail of its own": ("yield look(detail=frozenset([1]))", registry.IllegalStep, "detail of a LOOK", 4),
    "a swap with nothing": ("yield Step(Kind.SWAP, 0)", registry.IllegalStep, "SWAP names no second cell", 4),
    "a swap with a fraction": ("yield swap(0, 1.0)", registry.IllegalStep, "SWAP names no second cell", 4),
    "a clash with nothing": ("yield Step(Kind.CONFLICT, 0, 8, Why.GIVENS_CLASH)",
                             registry.IllegalStep, "names no second cell", 4),
    "no clause learnt": ("yield Step(Kind.LEARN)", registry.IllegalStep, "LEARN names no valid clause", 4),
    "a hidden single nowhere": ("yield fix(0, 3, Why.HIDDEN_SINGLE)", registry.IllegalStep, "names no unit", 4),
    "a number": ("yield look(0); yield 5", registry.IllegalStep, "step 2 .*yields steps, but this yielded 5", 4),
    "a list": ("yield []", registry.IllegalStep, "this yielded \\[\\]", 4),
    "nothing": ("yield", registry.IllegalStep, "this yielded nothing", 4),
    "a function": ("yield guess", registry.IllegalStep, "the function guess itself", 4),
    "a puzzle": ("yield puzzle", registry.IllegalStep, "this yielded Puzzle", 4),
    "an error": ("yield look(0); 1 / 0", registry.SolverRaised, "mine.py, line 4: ZeroDivisionError: division", 4),
    "an error elsewhere": ("yield look(0); int('x')", registry.SolverRaised, "ValueError: invalid literal", 4),
    "an error of megabytes": ("raise ValueError('x' * 10**7); yield", registry.SolverRaised, "ValueError: xxx", 4),
    "an error that cannot be shown": (
        "yield look(0)\n    class Odd(Exception):\n        def __str__(self): return 1 / 0\n    raise Odd",
        registry.SolverRaised, "Odd: <exception str", 7,
    ),
    "recursion": ("yield look(0); deep = lambda: deep(); deep()", registry.SolverRaised, "RecursionError", 4),
    "sys.exit": ("import sys; yield look(0); sys.exit(3)", registry.SolverRaised, "called sys.exit.*return", 4),
    "os._exit": ("import os; yield look(0); print('bye', flush=True); os._exit(3)",
                 registry.SolverDied, "exit code 3 .*bye", 4),
    "a signal": ("import os, signal; yield look(0); os.kill(os.getpid(), signal.SIGKILL)",
                 registry.SolverDied, "SIGKILL", 4),
    "a crash": ("import ctypes; yield look(0); ctypes.string_at(0)", registry.SolverDied, "crashed: .*Segment", 4),
    "closing all": ("import os; yield look(0); os.closerange(3, 99); yield look(1)",
                    registry.SolverDied, "closed the pipe", 4),
    "memory": ("yield look(0); [0] * (1 << 40)", registry.SolverRaised, "MemoryError", 4),
    "stop iteration": ("yield look(0); raise StopIteration", registry.SolverRaised, "RuntimeError: generator", 4),
}  # fmt: skip


TOLD = (
    "a guess on a given", "a clash", "solved too early", "a cell off the grid", "a number", "an error", "sys.exit",
    "a signal", "a crash", "memory",
)  # fmt: skip
"""One failure of each kind."""


@pytest.mark.parametrize("what", slow_but(TOLD[::3], GOES_WRONG))
def test_what_goes_wrong_is_said_with_its_line(write: Write, what: str) -> None:
    code, kind, message, line = GOES_WRONG[what]
    if what in ("a crash", "a signal", "memory") and sys.platform != "linux":
        pytest.skip("differs by system")
    path = write(f"def mine(puzzle):\n    {code}\n")
    with start(path) as run:
        with pytest.raises(kind, match=message) as caught:
            list(run)
        assert caught.value.place.line == line
        assert len(str(caught.value)) < 6000
        assert next(run, None) is None


@pytest.mark.skipif(child.IN_BROWSER, reason="needs a pipe that its steps go through")
def test_garbage_among_the_steps_is_noticed(write: Write) -> None:
    path = write(
        """\
        import os
        def mine(puzzle):
            yield look(0)
            for number in range(3, 20):
                try:
                    os.write(number, b"Z\\x03\\x00\\x00\\x00abc")
                except OSError:
                    pass
            yield look(1)
        """
    )
    with start(path) as run, pytest.raises(registry.SolverDied, match="sent something unreadable"):
        list(run)


def test_an_error_when_the_file_is_executed_has_its_line(write: Write) -> None:
    path = write("def mine(puzzle):\n    yield look(0)\nraise ValueError('at the top')\n")
    with start(path) as run, pytest.raises(registry.SolverRaised, match="mine.py, line 5: ValueError: at the top"):
        list(run)


def test_a_decorator_that_takes_the_generator_away_is_said(write: Write) -> None:
    path = write(
        "def listed(f): return lambda puzzle: list(f(puzzle))\n@listed\ndef mine(puzzle):\n    yield look(0)\n"
    )
    with start(path) as run, pytest.raises(registry.SolverRaised, match="not a generator"):
        list(run)


def test_the_traceback_begins_in_the_file(write: Write) -> None:
    path = write("def mine(puzzle):\n    yield look(0)\n    _deeper()\ndef _deeper():\n    return [][1]\n")
    with start(path) as run, pytest.raises(registry.SolverRaised) as caught:
        list(run)
    assert caught.value.place.line == 7
    assert "return [][1]" in caught.value.trace and "foreign_child" not in caught.value.trace


def test_an_illegal_step_tells_all_about_itself(write: Write) -> None:
    path = write("def mine(puzzle):\n    yield guess(0, 1)\n    yield guess(1, 1)\n")
    with start(path, Puzzle.empty()) as run, pytest.raises(registry.IllegalStep) as caught:
        list(run)
    error = caught.value
    assert (error.number, error.step, error.place) == (2, guess(1, 1), (str(path), 5))
    assert error.values == (1, *[0] * 80)
    assert str(error) == f"mine.py, line 5: step 2 is not legal: {error.reason}"


HANGS = {
    "a loop": ("yield look(0)\n    while True:\n        pass", {5, 6}),
    "a wait": ("import time\n    yield look(0)\n    time.sleep(99)", {6}),
    "a helper": ("yield look(0)\n    _forever()\n\ndef _forever():\n    while True:\n        pass", {8, 9}),
    "a call in C": ("yield look(0)\n    sum(iter(int, 1))", {5}),
    "before the first step": ("while True:\n        pass\n    yield", {4, 5}),
}


@pytest.mark.parametrize("what", slow_but(["a loop"], HANGS))
def test_a_hang_is_ended_and_shown_where_it_hung(write: Write, what: str) -> None:
    code, lines = HANGS[what]
    with start(write(f"def mine(puzzle):\n    {code}\n"), hang=SHORT) as run:
        with pytest.raises(registry.SolverHung, match=f"no step for {SHORT:g} s") as caught:
            list(run)
        assert caught.value.place.line in lines
        assert waits(lambda: not alive(run.pid or 0))


@pytest.mark.slow
def test_a_hang_while_the_file_is_executed_is_found(write: Write) -> None:
    path = write("import time\ntime.sleep(99)\ndef mine(puzzle):\n    yield look(0)\n")
    with start(path, hang=SHORT) as run, pytest.raises(registry.SolverHung, match="mine.py, line 4"):
        list(run)


@pytest.mark.slow
def test_a_hang_is_ended_though_nobody_asks_for_steps(write: Write) -> None:
    path = write("def mine(puzzle):\n    yield look(0)\n    while True:\n        pass\n")
    with start(path, hang=SHORT) as run:
        assert next(recorded(run)).kind is Kind.LOOK
        assert waits(lambda: not alive(run.pid or 0))


@pytest.mark.slow
def test_a_solver_that_works_at_length_between_steps_is_left_in_peace(write: Write) -> None:
    path = write(
        """\
        import time
        def mine(puzzle):
            for cell in range(9):
                time.sleep(0.4)
                yield look(cell)
        """
    )
    with start(path, hang=3.0) as run:
        assert [step.cell for step in recorded(run)] == [*range(9)]


@pytest.mark.slow
def test_being_held_back_is_no_silence(write: Write) -> None:
    with start(write("def mine(puzzle):\n    while True:\n        yield look(0)\n"), hang=SHORT) as run:
        next(recorded(run))
        time.sleep(3 * SHORT)
        assert sum(1 for _ in islice(recorded(run), 40_000)) == 40_000


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="stops a process")
def test_a_process_without_any_sign_of_life_is_ended(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    with start(write("def mine(puzzle):\n    while True:\n        yield look(0)\n"), hang=1.0) as run:
        next(recorded(run))
        monkeypatch.setattr(process, "GRACE", 0.5)  # it has started, however slow the machine is
        os.kill(run.pid or 0, signal.SIGSTOP)
        with pytest.raises(registry.SolverHung, match="no sign of life"):
            list(run)


def test_whatever_is_yielded_is_named_or_its_kind(write: Write) -> None:
    deep = "d = ()\n    for _ in range(5000): d = (d,)\n    yield Step(Kind.LOOK, detail=d)"
    yielded = {
        deep: "a LOOK cannot be sent from its process: a tuple nested more than 100 deep has no text form",
        "yield 10**6000": "yielded a int",
        "yield guess(10**6000, 1)": "too large for any grid",
        "yield Step(Kind.LOOK, detail=10**6000)": "a int has no text form",
        "yield Step(Kind.LOOK, detail=float('nan'))": "nan has no text form",
        "class Odd:\n        def __repr__(self): raise ValueError\n    yield Odd()": "yielded a Odd",
    }
    for body, message in few_of([*yielded.items()][::3], yielded.items()):
        path = write(f"from solvers.step import Kind, Step\ndef mine(puzzle):\n    {body}\n")
        with start(path) as run, pytest.raises(registry.IllegalStep) as caught:
            list(run)
        assert message in str(caught.value), body
