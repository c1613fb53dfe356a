"""Tests that the lab sheet's exercises accept every right solution and reject a wrong one at its first wrong step."""

from __future__ import annotations

import itertools
import runpy
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from slow import few_of, slow_but

import solvers
from puzzles import Puzzle
from solvers.checks.exercises import EXERCISES, Exercise, RunSoFar
from solvers.checks.laws import TrialResult, trial
from solvers.core.board import Board
from solvers.core.errors import IllegalStep
from solvers.core.frame_trace import NOWHERE
from solvers.core.registry import Solver
from solvers.core.step import Step
from solvers.external import registry

LAB = Path(__file__).parent / "lab"
SOLUTIONS = {1: "singles", 2: "going_back", 3: "choosing_well", 4: "follow_through", 5: "all_of_them"}


class RunHere:
    """A run of a user's own solver in this process, which is faster than a separate one."""

    place, output = NOWHERE, ""

    def __init__(self, solver: Solver, puzzle: Puzzle, steps: Iterator[Step]) -> None:
        self.board, self._steps, self.made = solver.board(puzzle), steps, 0

    def __enter__(self) -> RunHere:
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def __iter__(self) -> RunHere:
        return self

    def __next__(self) -> Step:
        step = next(self._steps)
        if reason := self.board.objection(step):
            raise IllegalStep(reason, NOWHERE, self.made + 1, tuple(self.board.values), step)
        self.board.apply(step)
        self.made += 1
        return step


def tried(path: Path, number: int) -> TrialResult:
    """Check a file against the laws and against an exercise."""
    solver, exercise = registry.load(path), EXERCISES[number]
    file = registry.file_of(solver)
    assert file is not None
    steps_of = runpy.run_path(str(path))[file.function]
    here = replace(solver, run=lambda puzzle, **_: RunHere(solver, puzzle, steps_of(puzzle)))
    ticks = itertools.count()
    return trial(here, exercise.puzzles, 10**9, lambda: next(ticks) / 1000, 1.0, exercise)


@pytest.mark.parametrize("number", slow_but([1, 4], EXERCISES))
def test_the_sample_solution_is_right(number: int) -> None:
    result = tried(LAB / f"{SOLUTIONS[number]}.py", number)
    assert result.breach is None and EXERCISES[number] in result.tried
    assert not result.undecided and result.steps < 6_000, "it is checked in a few seconds"


def test_the_exercises_are_numbered_and_named() -> None:
    assert list(EXERCISES) == [1, 2, 3, 4, 5] == [exercise.number for exercise in EXERCISES.values()]
    for exercise in EXERCISES.values():
        assert all(puzzle.geometry.side == 9 and puzzle.is_valid() for puzzle in exercise.puzzles)


# Other correct solutions, by the program's own algorithms

RIGHT = {
    2: ["backtracking", "backtracking-candidates", "last-blank"],
    3: ["elimination", "mrv", "exact-cover", "bitboard", "formula"],
    4: ["elimination-singles", "mrv", "exact-cover", "bitboard", "cdcl"],
}


def first_fault(exercise: Exercise, steps: Iterator[Step], board: Board) -> tuple[int, str] | None:
    progress = RunSoFar(board)
    for number, step in enumerate(itertools.islice(steps, 400), 1):
        if fault := exercise.fault(progress, step):
            return number, fault
        progress.note(step)
        board.apply(step)
    return None


def test_right_solutions_of_other_kinds_are_not_refused() -> None:
    refused = []
    for number, names in RIGHT.items():
        for name in few_of(names[:1], names):
            for puzzle in EXERCISES[number].puzzles:
                fault = first_fault(EXERCISES[number], solvers.trace(puzzle, name), solvers.get(name).board(puzzle))
                refused += [(number, name, puzzle.name, *fault)] if fault else []
    assert not refused


def test_algorithms_that_do_something_else_are_refused() -> None:
    wrong = {1: ["backtracking", "mrv"], 2: ["fewest-blanks"], 3: ["backtracking", "blank-sum", "cdcl"]}
    wrong[4] = ["backtracking", "elimination", "last-blank"]
    passed = []
    for number, names in wrong.items():
        exercise = EXERCISES[number]
        for name in names:
            runs = ((solvers.trace(puzzle, name), solvers.get(name).board(puzzle)) for puzzle in exercise.puzzles)
            passed += [] if any(first_fault(exercise, *run) for run in runs) else [(number, name)]
    assert not passed


# Typical mistakes: the sample solution with one thing changed, and the sentence that says what is wrong

HIDDEN = "    for number, unit in enumerate(puzzle.geometry.units):"
FEWEST = "key=lambda blank: len(_fits(puzzle, values, blank))"
WRONG = {
    "naked singles only": (1, HIDDEN, "    return None\n" + HIDDEN, "GAVE_UP, but r4c3 must be 4: box 4 has no"),
    "one of two candidates": (1, "len(fits) == 1", "0 < len(fits) < 3", "2 in r1c8 is not a single: 5 fits there too"),
    "a guess": (1, "yield fix(cell, digit, why, unit)", "yield guess(cell, digit)", "GUESS: write only digits"),
    "never content": (1, "yield GAVE_UP if 0 in values else SOLVED", "yield GAVE_UP", "the board is full"),
    "largest first": (2, "digit in fits:", "digit in reversed(fits):", "8 is guessed in r1c3, but 4 fits there"),
    "last cell": (2, "values.index(0)", "80 - values[::-1].index(0)", "a guess in r9c7, but the first blank"),
    "no dead end": (2, "yield conflict(cell)", "pass", "BACKTRACK without a CONFLICT"),
    "dead too early": (2, "if not fits:", "if len(fits) < 3:", "CONFLICT in r1c3, but 4 fits there"),
    "the most": (3, "min(blanks", "max(blanks", "r1c5, which has 5 candidates, while r2c4 has 1"),
    "the first": (3, "min(blanks, " + FEWEST + ")", "blanks[0]", "a guess in r1c1, which has 4"),
    "the emptiest row": (
        3, FEWEST, "key=lambda blank: values[blank // 9 * 9 : blank // 9 * 9 + 9].count(0)",
        "which has 3 candidates, while r2c4 has 1 candidate",
    ),
    "one at a time": (4, "while found :=", "if found :=", "a guess in r1c8, while r4c3 must be 4"),
    "nothing hidden": (4, HIDDEN, "    return None\n" + HIDDEN, "while r4c3 must be 4: column 3 has no other place"),
    "only at the start": (
        4, "while found := _single(puzzle, values):", "while level == 0 and (found := _single(puzzle, values)):",
        "a guess in r1c7, while r2c1 must be 4: column 1 has no other place for it",
    ),
    "the first of them": (5, "values[:] = before", "return", "it ended after 1 of the 2 solutions"),
    "half of the digits": (5, "digit in fits:", "digit in fits[:2]:", "it ended after"),
}  # fmt: skip


@pytest.mark.parametrize("mistake", slow_but([one for one in WRONG if WRONG[one][0] < 5], WRONG))
def test_a_mistake_is_refused_where_it_is_made(mistake: str, tmp_path: Path) -> None:
    number, old, new, sentence = WRONG[mistake]
    text = (LAB / f"{SOLUTIONS[number]}.py").read_text("utf-8")
    assert text.count(old) == 1
    path = tmp_path / "mine.py"
    path.write_text(text.replace(old, new).replace("import GAVE_UP", "import guess, GAVE_UP"), "utf-8")
    breach = tried(path, number).breach
    assert breach is not None and breach.law is EXERCISES[number], breach
    assert sentence in breach.reason
    assert breach.at_end == (number == 5) == (breach.step is None)
