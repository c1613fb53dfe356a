"""A question together with the run it is about, and the registries of checks for questions and their sentences."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from run_model import Rules, State

from puzzles import Puzzle
from solvers.core.board import Board
from solvers.core.registry import Solver
from solvers.core.step import Step
from solvers.techniques import Grid
from visualizer.questions.question import Question

KIND = "(?:row|column|box|region|diagonal|cage)"
CAGE = r"the cage(?: of \d+)? at r\d+c\d+"
Judge = Callable[[str], bool]
"""Says whether a choice is right, given its text."""
PARTS = {
    "CELLS": r"((?:r\d+c\d+(?:, | and )?)+)", "CELL": r"(r\d+c\d+)", "UNIT": rf"({KIND} \d+|{CAGE})",
    "CAGE": rf"({CAGE})",
    "row, column and box": rf"{KIND}(?:, {KIND})+ and {KIND}", "row, column or box": rf"{KIND}(?:, {KIND})+ or {KIND}",
    "row or column": rf"{KIND}(?:, {KIND})* or {KIND}", "KIND": KIND,
    "DIGITS": r"([^\s,.](?:(?:, | and | or )[^\s,.])*)", "DIGIT": r"([^\s,.])", "NUMBER": r"(\d+)",
}  # fmt: skip
ASKED: dict[str, tuple[tuple[re.Pattern[str], Callable[..., Judge]], ...]] = {}
REASONS: list[tuple[re.Pattern[str], Callable[..., bool]]] = []


def _pattern(form: str) -> re.Pattern[str]:
    return re.compile(re.sub("|".join(PARTS), lambda found: PARTS[found[0]], form))


def asks(kind: str, form: str) -> Callable[[Callable[..., Judge]], Callable[..., Judge]]:
    def add(check: Callable[..., Judge]) -> Callable[..., Judge]:
        ASKED[kind] = (*ASKED.get(kind, ()), (_pattern(form), check))
        return check

    return add


def says(form: str) -> Callable[[Callable[..., bool]], Callable[..., bool]]:
    def add(check: Callable[..., bool]) -> Callable[..., bool]:
        REASONS.append((_pattern(form), check))
        return check

    return add


@dataclass
class View:
    """A question, with what its run did before and after it."""

    question: Question
    puzzle: Puzzle
    solver: Solver
    steps: list[Step]
    rules: Rules
    now: State
    """The board when the question is asked."""
    then: State
    """The board after the step that it is about."""
    saved: list[State]
    guesses: list[Step]
    boards: tuple[Board, Board]
    """The boards of the timeline before and after the step, for sentences of the window."""
    dead: tuple[Step, Board] | None = None
    """The first dead end from here on, with the board there."""
    faults: list[str] = field(default_factory=list)

    @property
    def step(self) -> Step:
        return self.steps[self.question.position - 1]

    @property
    def previous(self) -> Step:
        return self.steps[self.question.position - 2]

    def cell(self, name: str) -> int:
        return self.rules.cell(name)

    def digit(self, symbol: str) -> int:
        return self.rules.digit(symbol)

    def holds(self, name: str, symbol: str) -> bool:
        return self.now.values[self.cell(name)] == self.digit(symbol)

    def sees(self, name: str, other: str) -> bool:
        return self.cell(other) in self.rules.peers[self.cell(name)]

    def cage(self, name: str) -> tuple[tuple[int, ...], int]:
        """Return the cells and the sum of a cage, which is named by its sum and its first cell."""
        total, first = re.findall(r"of (\d+) at (r\d+c\d+)", name)[0]
        cages = (rule for rule in self.puzzle.geometry.rules if rule.name == "cage" and rule.args == (int(total),))
        return next(rule.cells for rule in cages if rule.cells[0] == self.cell(first)), int(total)

    def may_be(self, cell: int) -> set[int]:
        """Return the digit of a cell, or those that it may still have."""
        return self.now.open(cell) or {self.now.values[cell]}

    def rule(self) -> Callable[[int], int]:
        """Return what the algorithm compares when it picks a cell, in the words of its summary."""
        now, of, name = self.now, self.rules.of, self.solver.name
        if name in ("backtracking", "backtracking-candidates", "last-blank"):
            return lambda cell: cell
        if name == "fewest-blanks":
            return lambda cell: min(now.blanks_in(its) for its in of[cell])
        if name == "blank-sum":
            return lambda cell: sum(now.blanks_in(its) for its in of[cell])
        assert name in ("elimination", "elimination-singles", "mrv", "formula", "human"), name
        return lambda cell: len(now.open(cell))

    def grid(self) -> Grid:
        """Return the board in the form that techniques use."""
        masks = [sum(1 << digit for digit in self.now.open(cell)) for cell in range(len(self.now.values))]
        return Grid.marked(self.puzzle.with_values(self.now.values), masks)

    def false_since(self, literal: int) -> int:
        """Return the level at which a literal became false."""
        states = [*self.saved, self.now]
        return next(level for level, state in enumerate(states) if state.value_of(literal) is False)

    def clause_named(self, text: str) -> list[int]:
        """Return the clause of a rule by its name."""
        side = self.rules.side
        if match := re.fullmatch(r"(r\d+c\d+) holds a digit", text):
            return [self.cell(match[1]) * side + digit for digit in sorted(self.rules.digits)]
        match = re.fullmatch(r"(\w+ \d+) holds an? (\S)", text)
        assert match, text
        return [cell * side + self.digit(match[2]) for cell in self.rules.units[match[1]]]

    def literal(self, text: str) -> int:
        name, sign, symbol = text.split()
        return (self.cell(name) * self.rules.side + self.digit(symbol)) * (1 if sign == "=" else -1)

    def size(self, text: str) -> int:
        """Return the number of possibilities of a choice."""
        return len(self.now.open(self.cell(text.removeprefix("a digit for "))))
