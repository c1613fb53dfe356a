"""Checks the sentence about the last second against every step of the run: each part is recounted."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from solvers.core.board import Board
from solvers.core.step import Kind, Step, Why
from visualizer.analysis.heat import cells_in_conflict

Check = Callable[..., bool]


class Second:
    """The steps between two positions, and the boards before, after and between them."""

    def __init__(self, board: Board, steps: Sequence[Step], start: int, end: int) -> None:
        self.puzzle, self.steps = board.puzzle, steps[start:end]
        board.replay(steps[:start])
        self.clashes, self.filled = [_clashes(board)], [board.filled]
        self.levels: list[int] = []
        for step in self.steps:
            board.apply(step)
            self.levels.append(board.level)
        self.clashes.append(_clashes(board))
        covers = [sum(step.kind is kind for step in steps[:end]) for kind in (Kind.COVER, Kind.UNCOVER)]
        self.columns = [_columns(board) - covers[0] + covers[1]]
        self.columns.insert(0, self.columns[0] + self.count(Kind.COVER) - self.count(Kind.UNCOVER))

    def count(self, kind: Kind) -> int:
        return sum(step.kind is kind for step in self.steps)

    def each(self, kind: Kind) -> float:
        """Count the steps of a kind."""
        return len(self.steps) / self.count(kind)


def _clashes(board: Board) -> int:
    """Count the surplus digits of all units."""
    total = 0
    for unit in board.geometry.units:
        digits = [board.values[cell] for cell in unit.cells if board.values[cell]]
        total += sum(digit in digits[:i] for i, digit in enumerate(digits))
    return total


def _columns(board: Board) -> int:
    puzzle = board.puzzle
    lacked = [digit for unit in puzzle.geometry.units for digit in puzzle.geometry.digits
              if digit not in [puzzle.givens[cell] for cell in unit.cells]]  # fmt: skip
    return len(lacked) + puzzle.givens.count(0)


def _number(text: str) -> int:
    return int(text.replace(",", ""))


def _compared(values: list[int], now: str, than: str) -> bool:
    change = {"as many as": 0}.get(than)
    if change is None:
        number, word = than.split(" ")[:2]
        change = _number(number) * (1 if word == "more" else -1)
    return values[1] == _number(now) and values[1] - values[0] == change


def _stuck(s: Second, box: str) -> bool:
    ends = [cells_in_conflict(step, s.puzzle) for step in s.steps[-1024:] if step.kind is Kind.CONFLICT][-32:]
    unit = next(unit for unit in s.puzzle.geometry.units if str(unit) == box)
    return sum(bool(cells) and set(cells) <= set(unit.cells) for cells in ends) >= max(3, 0.6 * len(ends))


_THAN = r"(as many as|[\d,]+ (?:fewer|more) than) .+"
FORMS: dict[str, Check] = {
    r"[Dd]epth (\d+)": lambda s, depth: {*s.levels} == {int(depth)},
    r"[Dd]epth (\d+) to (\d+)": lambda s, low, high: (min(s.levels), max(s.levels)) == (int(low), int(high)),
    r"no dead end": lambda s: not s.count(Kind.CONFLICT),
    r"(?:[Aa] )?[Dd]ead end every (\d[\d,]*) steps": lambda s, n: round(s.each(Kind.CONFLICT)) == _number(n),
    r"(?:[Aa] )?[Dd]ead end at each step": lambda s: round(s.each(Kind.CONFLICT)) <= 1,
    r"stuck in (box \d+)": _stuck,
    rf"([\d,]+) clash(?:es)?, {_THAN}": lambda s, now, than: _compared(s.clashes, now, than),
    rf"([\d,]+) columns? left, {_THAN}": lambda s, now, than: _compared(s.columns, now, than),
    r"[Nn]o clause learnt": lambda s: not s.count(Kind.LEARN),
    r"[Nn]o restart": lambda s: not any(step.why is Why.RESTART for step in s.steps),
    rf"[Nn]o clash, {_THAN}": lambda s, than: _compared(s.clashes, "0", than),
    rf"[Nn]o column left, {_THAN}": lambda s, than: _compared(s.columns, "0", than),
    r"([\d,]+) clauses? learnt": lambda s, n: s.count(Kind.LEARN) == _number(n),
    r"([\d,]+) restarts?": lambda s, n: sum(step.why is Why.RESTART for step in s.steps) == _number(n),
}  # fmt: skip
"""The claim that each part of the sentence makes."""
ELSEWHERE = (r"temperature [\d.]+", r"(?:[Tt]echnique: )?[A-Z][a-z].+", r"(?:[\d,]+|[Nn]o) points?")
"""The parts that the tests of the dials check."""


def is_true(second: Second, sentence: str) -> bool:
    """Return whether every part has a known form and is true."""
    parts = re.split(r", (?!as many|type \d|[\d,]+ (?:fewer|more) than)", sentence.removesuffix("."))
    for part in parts:
        found = [(match, check) for form, check in FORMS.items() if (match := re.fullmatch(form, part))]
        if not found and any(re.fullmatch(form, part) for form in ELSEWHERE):
            continue
        assert len(found) == 1, f"{len(found)} forms for {part!r} of {sentence!r}"
        match, check = found[0]
        if not check(second, *match.groups()):
            return False
    return True
