"""Tests that a timeline knows which line of its solver yielded each step, and what went wrong where."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from runs import Plain, Ticking, agrees, of_solver, of_walk, run_out, tiny_chunks
from strategies import walk

from puzzles.corpus import named
from solvers.core.board import Board, Candidates
from solvers.core.step import Kind, Step, Why, backtrack, fix, guess, look
from visualizer.timeline.recorder import NOWHERE, CodeLine

pytestmark = pytest.mark.usefixtures("fast_keeper")

FIG1 = named.find("fig1")


@pytest.fixture(autouse=True, scope="module")
def _tiny() -> Iterator[None]:
    with tiny_chunks():
        yield


def failing(at: int) -> Iterator[Step]:
    yield from walk(FIG1, Candidates.NONE, 4, at)
    raise ValueError("the cat sat on it")


@pytest.mark.parametrize("at", [0, 1, 7, 8, 31, 32, 33, 100])
def test_a_failure_is_kept_with_its_line_and_the_run_up_to_it_stays(at: int) -> None:
    timeline = of_walk(lambda: failing(at), FIG1, Candidates.NONE)
    plain = Plain.of(list(walk(FIG1, Candidates.NONE, 4, at)), Board(FIG1, Candidates.NONE))
    run_out(timeline)
    assert timeline.length == at and timeline.finished
    for position in range(at + 1):
        agrees(timeline, plain, position)
    failure = timeline.failure
    assert failure is not None and failure.message == "ValueError: the cat sat on it"
    assert source_at(failure.place) == 'raise ValueError("the cat sat on it")'
    assert str(failure).startswith("The solver stopped with an error: ValueError: the cat sat on it (line ")
    assert "Traceback" in failure.trace and "failing" in failure.trace


def test_the_control_characters_of_an_error_are_written_out() -> None:
    def run() -> Iterator[Step]:
        raise ValueError("\x1b[31mred\x02\x0f")
        yield

    timeline = of_walk(run, FIG1, Candidates.NONE)
    run_out(timeline)
    assert timeline.failure is not None and timeline.failure.message == r"ValueError: \x1b[31mred\x02\x0f"
    assert "\x1b" not in timeline.failure.trace


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        (5, "TypeError: a solver must yield steps, but this one yielded 5"),
        (None, "TypeError: a solver must yield steps, but this one yielded None"),
        (guess(99, 1), "ValueError: GUESS names cell 99 and digit 1, which this grid does not have"),
        (fix(-1, 1, Why.MODEL), "ValueError: FIX names cell -1 and digit 1, which this grid does not have"),
        (guess(3, 300), "ValueError: GUESS names cell 3 and digit 300, which this grid does not have"),
        (Step(Kind.SWAP, 3, 1), "TypeError"),
        (Step(Kind.PLACE, 3, 1), "NotImplementedError: PLACE is a person's move"),
        (backtrack(7), "IndexError"),
    ],
)
def test_a_step_that_cannot_be_made_fails_where_it_was_yielded(bad: object, message: str) -> None:
    def run() -> Iterator[Step]:
        yield guess(0, 4)
        yield guess(1, 5)
        yield bad  # type: ignore[misc]
        yield guess(4, 6)

    timeline = of_walk(run, FIG1, Candidates.NONE)
    run_out(timeline)
    assert timeline.failure is not None and timeline.failure.message.startswith(message)
    assert source_at(timeline.failure.place) == "yield bad  # type: ignore[misc]"
    assert timeline.length == 2 and timeline.finished
    agrees(timeline, Plain.of([guess(0, 4), guess(1, 5)], Board(FIG1, Candidates.NONE)), 2)


def test_a_plain_iterator_that_yields_no_step_fails_too() -> None:
    timeline = of_walk(lambda: iter([guess(0, 4), "step"]), FIG1, Candidates.NONE)  # type: ignore[list-item]
    run_out(timeline)
    assert timeline.failure is not None and timeline.failure.message.endswith("yielded 'step'")
    assert timeline.length == 1


class Fickle:
    """A solver whose second run differs from the first."""

    def __init__(self, second: Iterator[Step]) -> None:
        self.runs = [walk(FIG1, Candidates.NONE, 1, 500), second]

    def __call__(self) -> Iterator[Step]:
        return self.runs.pop(0) if self.runs else iter(())


@pytest.mark.parametrize(
    ("second", "what"),
    [
        (lambda: walk(FIG1, Candidates.NONE, 1, 150), "made fewer steps"),
        (lambda: walk(FIG1, Candidates.NONE, 1, 210), "made fewer steps"),
        (lambda: walk(FIG1, Candidates.NONE, 2, 500), "made different steps"),
        (lambda: failing(100), "stopped with an error (ValueError: the cat sat on it)"),
        (lambda: failing(205), "stopped with an error (ValueError: the cat sat on it)"),
    ],
)
def test_a_solver_that_does_not_repeat_itself_is_reported_and_nothing_hangs(
    second: Callable[[], Iterator[Step]], what: str
) -> None:
    timeline = of_walk(Fickle(second()), FIG1, Candidates.NONE, cap=0)
    run_out(timeline)
    clock = Ticking(0.001)
    for _ in range(1000):
        assert not timeline.reach(220, clock, 0.01)
        if timeline.lost:
            break
    assert timeline.lost.startswith("These steps were dropped") and timeline.lost.endswith(f"the solver {what}.")
    assert timeline.reach(500, clock, 1) and not timeline.lost
    assert timeline.length == 500


# The source line


def source_at(place: CodeLine) -> str:
    return Path(place.file).read_text(encoding="utf-8").splitlines()[place.line - 1].strip()


@pytest.mark.parametrize("name", ["backtracking", "elimination"])
def test_each_step_of_a_solver_stands_at_the_line_that_yields_it(name: str) -> None:
    verbs = {
        Kind.GUESS: "yield guess(",
        Kind.FIX: "yield fix(",
        Kind.ELIMINATE: "yield eliminate(",
        Kind.BACKTRACK: "yield backtrack(",
        Kind.REJECT: "yield reject(",
        Kind.CONFLICT: "yield conflict(",
        Kind.SOLVED: "yield SOLVED",
    }
    timeline = of_solver(named.find("bad21"), name)
    run_out(timeline, 3000)
    assert timeline.length > 200
    for position in range(1, timeline.length + 1):
        place = timeline.place(position)
        assert Path(place.file).name == f"{name}.py"
        assert source_at(place).startswith(verbs[timeline.step(position).kind])
    lines = {timeline.place(position).line for position in range(1, timeline.length + 1)}
    assert len(lines) >= 5 and (name != "elimination" or len(lines) == 6)


def test_lines_are_found_through_yield_from_and_tell_equal_steps_apart() -> None:
    def inner() -> Iterator[Step]:
        yield look(1)  # inner
        yield look(2)  # inner, second

    def run() -> Iterator[Step]:
        yield look(1)  # outer
        yield from inner()
        yield from [look(1)]  # list
        yield from inner()
        yield look(1)  # outer again

    timeline = of_walk(run, FIG1, Candidates.NONE)
    run_out(timeline)
    lines = [source_at(timeline.place(position)).rpartition("# ")[2] for position in range(1, timeline.length + 1)]
    assert lines == ["outer", "inner", "inner, second", "list", "inner", "inner, second", "outer again"]


def test_a_clash_has_no_line() -> None:
    timeline = of_solver(named.find("clash-row"), "backtracking")
    run_out(timeline)
    assert (timeline.length, timeline.place(1)) == (1, NOWHERE)
