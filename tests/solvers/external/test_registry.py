"""Tests that solvers in the user's own files run in a process of their own, and that their steps arrive."""

from __future__ import annotations

from pathlib import Path
from types import GeneratorType

import pytest
from foreign_runs import EXAMPLE, FIG1, SHORT, Write, recorded, start
from hypothesis import given
from hypothesis import strategies as st
from slow import slow_but
from strategies import examples, walk, walks

from puzzles import Puzzle
from puzzles.corpus import named
from solvers.core import frame_trace
from solvers.core.board import Candidates
from solvers.core.step import Kind, Step, Why, guess
from solvers.example import example
from solvers.external import protocol, registry
from solvers.sat.interface import Formula, Took

pytestmark = pytest.mark.usefixtures("nothing_is_left")

details = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**9), 10**9)
    | st.text(max_size=9)
    | st.floats(allow_nan=False, width=32),
    lambda inner: st.lists(inner, max_size=3).map(tuple),
    max_leaves=6,
).filter(lambda detail: detail not in (float("inf"), -float("inf")) and "inf" not in repr(detail))
records = st.builds(Formula, st.integers(), st.integers()) | st.builds(Took, st.floats(0, 9))
steps = st.builds(
    Step,
    st.sampled_from(Kind),
    st.integers(-1, 80),
    st.integers(0, 9),
    st.sampled_from(Why),
    st.integers(-1, 26),
    st.integers(-1, 10**6),
    st.booleans(),
    details | records,
)


@given(steps, st.text(max_size=30), st.integers(0, 10**6))
def test_every_kind_of_step_goes_there_and_back(step: Step, file: str, line: int) -> None:
    place = frame_trace.CodeLine(file, line)
    again, there = protocol.read_pair(protocol.pair_bytes(step, place), FIG1.geometry)
    assert again is step or (again == step and repr(again) == repr(step))
    assert there == place


@pytest.mark.parametrize("kind", Kind)
def test_each_kind_goes_there_and_back(kind: Kind) -> None:
    step = Step(kind, 80, 9, Why.RULE, 26, 3, False, (1, ("two", None), Formula(3, 4)))
    assert protocol.read_pair(protocol.pair_bytes(step, frame_trace.NOWHERE), FIG1.geometry)[0] is step


@examples(5, quick=2)
@given(walks)
def test_any_legal_steps_come_through_a_process_unchanged(drawn: tuple[Puzzle, Candidates, int]) -> None:
    import tempfile

    puzzle, mode, seed = drawn
    expected = list(walk(puzzle, mode, seed, 400))
    word = {Candidates.NONE: "none", Candidates.STRUCK: "struck", Candidates.SAID: "said"}[mode]
    lines = [f"    yield {step!r}" for step in expected]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "walk.py"
        head = ["from solvers.step import *", f'CANDIDATES = "{word}"', "def walk(puzzle):"]
        path.write_text("\n".join([*head, *lines]))
        with start(path, puzzle) as run:
            got = []
            for step in recorded(run):
                got.append(step)
                assert run.place == (str(path), 3 + len(got))
    assert got == expected


VARIED = ["fig1", "25empty", "misprint", "complete", "minimal-6"]


@pytest.mark.parametrize("puzzle", slow_but(["25empty", "misprint"], VARIED))
def test_the_steps_and_lines_are_those_of_the_generator_itself(puzzle: str) -> None:
    here = example(named.find(puzzle))
    assert isinstance(here, GeneratorType)
    expected = [(step, here.gi_frame.f_lineno) for step in here]
    with start(EXAMPLE, named.find(puzzle)) as run:
        assert [(step, run.place.line) for step in recorded(run)] == expected
        assert {Path(run.place.file).name} == {"example.py"}


def test_a_step_through_yield_from_is_placed_where_it_was_yielded(write: Write) -> None:
    path = write(
        """\
        def mine(puzzle):
            yield guess(0, 1)
            yield from _rest(puzzle)
        def _rest(puzzle):
            yield guess(1, 2)
            yield from [guess(9, 9)]
            yield backtrack(-1)
        """
    )
    with start(path, Puzzle.empty()) as run:
        assert [(step.kind, run.place.line) for step in recorded(run)] == [
            (Kind.GUESS, 4), (Kind.GUESS, 7), (Kind.GUESS, 8), (Kind.BACKTRACK, 9),
        ]  # fmt: skip


def test_a_file_may_use_its_neighbours_and_our_packages_and_take_options(write: Write, tmp_path: Path) -> None:
    (tmp_path / "helper.py").write_text("def first(cells, start): return cells[start]\n")
    path = write(
        """\
        from helper import first
        from puzzles.geometry import STANDARD
        from dataclasses import dataclass
        @dataclass
        class State:
            cell: int
        def mine(puzzle, start=0):
            assert puzzle.geometry == STANDARD and __name__ != "__main__"
            yield guess(State(first(puzzle.blanks, start)).cell, 5)
        """
    )
    with start(path, Puzzle.empty(), start=7) as run:
        assert list(recorded(run)) == [guess(7, 5)]
    with start(path, Puzzle.empty(), begin=7) as run, pytest.raises(registry.SolverRaised, match="TypeError.*begin"):
        list(run)


def test_what_runs_is_the_text_that_was_loaded(write: Write) -> None:
    path = write("def mine(puzzle):\n    yield guess(0, 1)\n")
    solver = registry.load(path)
    path.write_text("what stands here later is another run's business")
    assert list(recorded(solver.run(Puzzle.empty()))) == [guess(0, 1)]


@pytest.mark.slow
def test_two_runs_make_the_same_steps_even_where_they_follow_the_order_of_a_set(write: Write) -> None:
    path = write(
        """\
        def mine(puzzle):
            for name in {"a", "b", "c", "d", "e", "f", "g", "h"}:
                yield look(ord(name) - 97)
        """
    )
    runs = [[step.cell for step in recorded(start(path))] for _ in range(3)]
    assert runs[0] == runs[1] == runs[2]
    others = [[step.cell for step in recorded(start(path, hash_seed=seed))] for seed in (1, 2, 3)]
    assert any(other != runs[0] for other in others)


@pytest.mark.slow
def test_pending_is_passed_on_and_counts_as_a_sign_of_life(write: Write) -> None:
    path = write(
        """\
        import time
        def mine(puzzle):
            for _ in range(30):
                time.sleep(0.05)
                yield PENDING
            yield look(3)
        """
    )
    with start(path, hang=SHORT) as run:
        assert [step.cell for step in recorded(run)] == [3]
        assert run.made == 1
