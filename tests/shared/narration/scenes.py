"""A step with the boards before and after it, and the facts about the run that a sentence may mention."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from sentence_checks import CELL, DIGIT

from puzzles import Puzzle, alphabet_of
from solvers.core.board import Board
from solvers.core.step import Clause, Kind, Step, Why


@dataclass
class Scene:
    """A step with the boards around it, and the guesses and answers before it."""

    step: Step
    before: Board
    after: Board
    guesses: list[Step] = field(default_factory=list)
    """The guesses that are open before the step."""
    answered: list[bool] = field(default_factory=list)
    """Whether a solution has been found since each open guess."""
    undone: tuple[Step, bool] | None = None
    """The guess that the previous step took back, and whether a solution had been found since."""
    tried: list[Step] = field(default_factory=list)
    """The guesses taken back for good since the board last looked as it does before the step."""
    learnt: set[object] = field(default_factory=set)
    """The clauses learnt before the step."""
    just_learnt: tuple[int, ...] | None = None
    """The clause that the step before has learnt, or the one before the jump."""
    strikes: dict[tuple[int, int], Step] = field(default_factory=dict)
    """The steps that struck a candidate and have not been undone before the step."""

    def cell(self, name: str) -> int:
        match = re.fullmatch(r"r(\d+)c(\d+)", name)
        assert match
        return self.before.geometry.cell_at(int(match[1]) - 1, int(match[2]) - 1)

    def digit(self, symbol: str) -> int:
        return alphabet_of(self.before.puzzle).index(symbol) + 1

    def in_unit(self, name: str, *cells: str) -> bool:
        return all(self.cell(cell) in self.in_(name) for cell in cells)

    def in_(self, name: str) -> tuple[int, ...]:
        """Return the cells of a unit."""
        return next(unit.cells for unit in self.before.geometry.units if str(unit) == name.lower())

    def lacks(self, name: str) -> list[int]:
        """Return the digits that no cell of a unit holds."""
        return sorted({*self.before.geometry.digits} - {self.before.values[cell] for cell in self.in_(name)})

    def held(self, cell: int) -> set[int]:
        return {self.before.values[peer] for peer in self.before.geometry.peers[cell]} - {0}

    def open(self, unit: str, digit: str) -> list[int]:
        """Return the cells of a unit that hold the digit or may still hold it."""
        return [cell for cell in self.in_(unit) if not self.false(cell, self.digit(digit), True)]

    def false(self, cell: int, digit: int, positive: bool) -> bool:
        """Return whether the board before the step contradicts a digit in a cell, or its absence."""
        held = self.before.values[cell]
        if not positive:
            return held == digit
        return held != digit if held else digit not in self.before.open_candidates(cell)

    def level_of_false(self, literal: int) -> int | None:
        """Return how many guesses were open when the literal became false, or ``None`` if it is not false."""
        cell, digit = divmod(abs(literal) - 1, self.before.geometry.symbols)
        if not self.false(cell, digit + 1, literal > 0):
            return None
        starts = [*self.before.marks, len(self.before.trail)]
        return next(
            level
            for level, start in enumerate(starts)
            if self._false_after(self.before.trail[:start], cell, digit + 1, literal > 0)
        )

    def _false_after(self, trail: list[int], cell: int, digit: int, positive: bool) -> bool:
        """Return whether the givens and the first entries of the trail alone make a literal false."""
        width = self.before.geometry.symbols + 1
        stands = cell * width in trail or self.before.puzzle.givens[cell]
        held = self.before.values[cell] if stands else 0
        if not positive:
            return held == digit
        return (held != digit) if held else cell * width + digit in trail

    def literals(self, clause: str) -> list[tuple[int, int, bool]]:
        """Return the cell, digit and sign of each literal in a sentence about a clause."""
        found = re.findall(rf"({CELL}) (=|≠) ({DIGIT})", clause)
        return [(self.cell(cell), self.digit(symbol), sign == "=") for cell, sign, symbol in found]

    def is_its_clause(self, clause: str) -> bool:
        """Return whether the named literals are exactly those of the step's clause."""
        symbols = self.before.geometry.symbols
        named = {(cell * symbols + digit) * (1 if there else -1) for cell, digit, there in self.literals(clause)}
        return named == set(self.step.detail)

    def breaks(self, clause: str) -> bool:
        """Return whether every named literal is false on the board."""
        return self.is_its_clause(clause) and all(self.false(*literal) for literal in self.literals(clause))

    def forces(self, clause: str) -> bool:
        """Return whether the clause has been learnt, and every literal but the one that the step asserts is false."""
        asserted = self.step.cell, self.step.digit, self.step.kind is Kind.FIX
        others = [literal for literal in self.literals(clause) if literal != asserted]
        known = self.step.detail in self.learnt and self.is_its_clause(clause)
        return known and all(self.false(*literal) for literal in others)

    def forces_by(self, clause: Clause) -> bool:
        """Return whether it is the step's clause, and every literal but the one that the step asserts is false."""
        asserted = self.step.cell * self.before.geometry.symbols + self.step.digit
        others = {*clause} - {asserted if self.step.kind is Kind.FIX else -asserted}
        return clause == self.step.detail and all(self.level_of_false(literal) is not None for literal in others)

    def lacking(self, swap: bool = False) -> int:
        """Count the digits missing from all units, either before the step or after its two cells are swapped."""
        values = list(self.before.values)
        if swap:
            one, other = self.step.cell, self.step.detail
            values[one], values[other] = values[other], values[one]
        geometry = self.before.geometry
        return sum(geometry.symbols - len({values[cell] for cell in unit.cells}) for unit in geometry.units)

    def names(self, cell: str, digit: str) -> bool:
        """Return whether the sentence names the step's own cell and digit."""
        return (self.cell(cell), self.digit(digit)) == (self.step.cell, self.step.digit)


def scenes(puzzle: Puzzle, steps: Iterator[Step], board: Board) -> Iterator[Scene]:
    """Yield each step of a run with the board before and after it."""
    before = Board(puzzle, board.mode, clashes=board.clashes)
    guesses: list[Step] = []
    answered: list[bool] = []
    undone: tuple[Step, bool] | None = None
    learnt: set[object] = set()
    tried: list[Step] = []
    last: Step | None = None
    earlier: Step | None = None
    tried_at: list[list[Step]] = []  # for each open guess, the guesses tried before it
    strikes: list[dict[tuple[int, int], Step]] = [{}]  # for each level
    for step in steps:
        board.apply(step)
        source = earlier if last is not None and last.kind is Kind.BACKTRACK else last
        just = source.detail if source and (source.kind, source.why) == (Kind.LEARN, Why.LEARNT_CLAUSE) else None
        standing = {place: struck for level in strikes for place, struck in level.items()}
        yield Scene(step, before, board, guesses, answered, undone, tried, learnt, just, standing)
        earlier, last = last, step
        before.apply(step)
        tried = tried_next(step, tried, guesses, tried_at)
        undone = None
        if step.kind is Kind.BACKTRACK:
            level = max(step.level, 0)
            undone = (guesses[level], answered[level]) if level < len(guesses) else None
            del guesses[level:], answered[level:], strikes[step.level + 1 :]
            strikes = strikes or [{}]
        elif step.kind is Kind.GUESS:
            guesses.append(step)
            strikes.append({} if step.sign else {(step.cell, step.digit): step})
            answered.append(False)
        elif step.kind is Kind.ELIMINATE:
            strikes[-1][step.cell, step.digit] = step
        elif step.kind is Kind.LEARN:
            learnt.add(step.detail)
        elif step.kind is Kind.SOLVED:
            answered[:] = [True] * len(answered)


def tried_next(step: Step, tried: list[Step], guesses: list[Step], tried_at: list[list[Step]]) -> list[Step]:
    """Return the open guesses after the step, given those that were open before it."""
    if step.kind is Kind.GUESS:
        tried_at.append(tried)
        return []
    if step.kind is Kind.BACKTRACK:
        level, for_good = step.level, step.why not in (Why.RESTART, Why.LEARNT_CLAUSE)
        before = tried_at[max(level, 0)] if tried_at else []
        del tried_at[max(level, 0) :]
        fallen = guesses[level] if 0 <= level < len(guesses) else None
        return [*before, fallen] if fallen and fallen.sign and for_good else []
    return tried if step.kind >= Kind.LOOK else []
