"""Checks the summary of the last second by counting every step again."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from puzzles import Puzzle
from solvers.core.board import Board
from solvers.core.step import Kind, Step, Why
from visualizer.analysis.touched import cells_in_conflict

Check = Callable[..., bool]


class Recount:
    """A run replayed step by step, with the digits, the depth and the number of covered columns after each step."""

    def __init__(self, board: Board, steps: Sequence[Step]) -> None:
        self.puzzle, self.steps = board.puzzle, steps
        self.values, self.levels, self.covered = [tuple(board.values)], [board.level], [0]
        for step in steps:
            board.apply(step)
            self.values.append(tuple(board.values))
            self.levels.append(board.level)
            self.covered.append(self.covered[-1] + (step.kind is Kind.COVER) - (step.kind is Kind.UNCOVER))
        self.columns = _columns(board)
        self.first_guess = next((at for at, step in enumerate(steps, 1) if step.kind is Kind.GUESS), len(steps) + 1)


class Second:
    """The steps between two positions of a run, and what has changed between two others."""

    def __init__(self, run: Recount, start: int, end: int, now: int) -> None:
        self.puzzle, self.steps, self.levels = run.puzzle, run.steps[start:end], run.levels[start + 1 : end + 1]
        self.guessed = run.first_guess <= end
        self.clashes = [_clashes(run.puzzle, run.values[at]) for at in (start, now)]
        self.columns = [run.columns - run.covered[at] for at in (start, now)]

    def count(self, kind: Kind) -> int:
        return sum(step.kind is kind for step in self.steps)

    def each(self, kind: Kind) -> float:
        """Count the steps of a kind."""
        return len(self.steps) / self.count(kind)


def _clashes(puzzle: Puzzle, values: Sequence[int]) -> int:
    """Count the surplus digits in all units."""
    total = 0
    for unit in puzzle.geometry.units:
        digits = [values[cell] for cell in unit.cells if values[cell]]
        total += sum(digit in digits[:i] for i, digit in enumerate(digits))
    return total


def _columns(board: Board) -> int:
    puzzle = board.puzzle
    lacked = [digit for unit in puzzle.geometry.units for digit in puzzle.geometry.digits
              if digit not in [puzzle.givens[cell] for cell in unit.cells]]  # fmt: skip
    return len(lacked) + puzzle.givens.count(0)


def _number(text: str) -> int:
    return int(text.replace(",", ""))


def _compared(values: list[int], now: str, before: str) -> bool:
    return values == [_number(before), _number(now)]


def _stuck(s: Second, box: str) -> bool:
    ends = [cells_in_conflict(step, s.puzzle) for step in s.steps[-1024:] if step.kind is Kind.CONFLICT][-32:]
    unit = next(unit for unit in s.puzzle.geometry.units if str(unit) == box)
    return sum(bool(cells) and set(cells) <= set(unit.cells) for cells in ends) >= max(3, 0.6 * len(ends))


_BEFORE = r", ([\d,]+) (?:before|a second ago)"
_WORK = {
    "solutions?": Kind.SOLVED,
    "clauses? learnt": Kind.LEARN,
    "swaps?": Kind.SWAP,
    "guess(?:es)?": Kind.GUESS,
    "backtracks?": Kind.BACKTRACK,
    "candidates? struck": Kind.ELIMINATE,
    "digits? placed": Kind.FIX,
    "digits? refused": Kind.REJECT,
    "looks?": Kind.LOOK,
}
FORMS: dict[str, Check] = {
    **{rf"\+?([\d,]+) {work}": lambda s, n, kind=kind: s.count(kind) == _number(n) for work, kind in _WORK.items()},
    r"[Dd]epth (\d+)": lambda s, depth: {*s.levels} == {int(depth)},
    r"[Dd]epth (\d+) to (\d+)": lambda s, low, high: (min(s.levels), max(s.levels)) == (int(low), int(high)),
    r"[Nn]o guess yet": lambda s: not s.guessed,
    r"(?:[Aa] )?[Dd]ead end every (\d[\d,]*) steps": lambda s, n: round(s.each(Kind.CONFLICT)) == _number(n),
    r"(?:[Aa] )?[Dd]ead end at each step": lambda s: round(s.each(Kind.CONFLICT)) <= 1,
    r"stuck in (box \d+)": _stuck,
    rf"([\d,]+) clash(?:es)?{_BEFORE}": lambda s, now, then: _compared(s.clashes, now, then),
    rf"([\d,]+) columns? left{_BEFORE}": lambda s, now, then: _compared(s.columns, now, then),
    rf"[Nn]o clash{_BEFORE}": lambda s, then: _compared(s.clashes, "0", then),
    rf"[Nn]o column left{_BEFORE}": lambda s, then: _compared(s.columns, "0", then),
    r"\+([\d,]+) restarts?": lambda s, n: sum(step.why is Why.RESTART for step in s.steps) == _number(n),
}  # fmt: skip
"""The claim that each part of the sentence makes."""
ELSEWHERE = (r"temperature [\d.]+", r"(?:[Tt]echnique: )?[A-Z][A-Za-z-].+", r"\+[\d,]+ points?")
"""The parts that the tests of the dials check."""


def is_true(second: Second, sentence: str) -> bool:
    """Return whether every part of the sentence has a known form and is true."""
    parts = re.split(r", (?!type \d|[\d,]+ (?:before|a second ago))", sentence.removesuffix("."))
    for part in parts:
        found = [(match, check) for form, check in FORMS.items() if (match := re.fullmatch(form, part))]
        if not found and any(re.fullmatch(form, part) for form in ELSEWHERE):
            continue
        assert len(found) == 1, f"{len(found)} forms for {part!r} of {sentence!r}"
        match, check = found[0]
        if not check(second, *match.groups()):
            return False
    return True
