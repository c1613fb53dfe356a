"""Replays a run on the tests' own board, which knows the rules of Sudoku and the effect of each kind of step."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from puzzles import Puzzle, alphabet_of
from solvers.core.board import Candidates
from solvers.core.step import Kind, Step

Possible = list[set[int]]


class Rules:
    """The rows, columns, boxes and peers of a puzzle, worked out from its size alone. Other shapes name their units."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle, self.side = puzzle, puzzle.geometry.symbols
        self.digits = set(range(1, self.side + 1))
        if puzzle.geometry.grid:
            self._draw(*puzzle.geometry.grid.box)
        else:
            self.units = {str(unit): [*unit.cells] for unit in puzzle.geometry.units}
        self.of = [[its for its in self.units.values() if cell in its] for cell in puzzle.geometry.cells]
        self.peers = [set().union(*its) - {cell} for cell, its in enumerate(self.of)]

    def _draw(self, height: int, width: int) -> None:
        cells, side = range(self.side**2), self.side
        self.units = {f"row {i + 1}": [c for c in cells if c // side == i] for i in range(side)}
        self.units |= {f"column {i + 1}": [c for c in cells if c % side == i] for i in range(side)}
        boxes: dict[tuple[int, int], list[int]] = {}
        for cell in cells:
            boxes.setdefault((cell // side // height, cell % side // width), []).append(cell)
        self.units |= {f"box {i}": boxes[key] for i, key in enumerate(sorted(boxes), 1)}

    def cell(self, name: str) -> int:
        row, column = map(int, re.findall(r"\d+", name))
        return self.puzzle.geometry.places.index((row - 1, column - 1))

    def cells(self, names: str) -> list[int]:
        return [self.cell(name) for name in re.findall(r"r\d+c\d+", names)]

    def digit(self, symbol: str) -> int:
        return alphabet_of(self.puzzle).index(symbol) + 1

    def listed(self, words: str) -> set[int]:
        """Return the digits in a list such as "1, 2 and 5"."""
        return {self.digit(word) for word in re.split(r", | and | or ", words)}


@dataclass
class State:
    """A board with its digits, and the possible digits of each cell if the solver keeps candidates."""

    rules: Rules
    values: list[int]
    possible: Possible | None

    def copy(self) -> State:
        return State(self.rules, list(self.values), [set(its) for its in self.possible] if self.possible else None)

    def seen(self, cell: int) -> set[int]:
        return {self.values[peer] for peer in self.rules.peers[cell]} - {0}

    def open(self, cell: int) -> set[int]:
        if self.values[cell]:
            return set()
        return set(self.possible[cell]) if self.possible else self.rules.digits - self.seen(cell)

    def places(self, unit: str, digit: int) -> list[int]:
        return [cell for cell in self.rules.units[unit] if digit in self.open(cell)]

    def blanks(self) -> list[int]:
        return [cell for cell, value in enumerate(self.values) if not value]

    def blanks_in(self, cells: Iterable[int]) -> int:
        return sum(not self.values[cell] for cell in cells)

    def held_in(self, unit: str) -> set[int]:
        return {self.values[cell] for cell in self.rules.units[unit]} - {0}

    def missing(self) -> int:
        return sum(self.rules.side - len(self.held_in(unit)) for unit in self.rules.units)

    def value_of(self, literal: int) -> bool | None:
        """Return whether a literal is true, or ``None`` if it is undecided."""
        cell, digit = divmod(abs(literal) - 1, self.rules.side)
        holds = self.values[cell] == digit + 1 if self.values[cell] else None if digit + 1 in self.open(cell) else False
        return None if holds is None else holds == (literal > 0)


@dataclass
class Replay:
    """A run with all its steps, which can be visited at any positions in ascending order."""

    rules: Rules
    steps: Sequence[Step]
    mode: Candidates

    def at(self, positions: Iterable[int]) -> Iterator[tuple[int, State, list[State], list[Step]]]:
        """Yield each position with its board, the open guesses, and the boards before them."""
        every = self.rules.digits
        now = State(self.rules, list(self.rules.puzzle.givens), None)
        if self.mode is Candidates.STRUCK:
            now.possible = [every - now.seen(cell) for cell in range(len(now.values))]
        elif self.mode is Candidates.SAID:
            now.possible = [set(every) for _ in now.values]
        start, saved, guesses, done = now.copy(), list[State](), list[Step](), 0
        for position in sorted(set(positions)):
            for step in self.steps[done:position]:
                if step.kind is Kind.GUESS:
                    saved.append(now.copy())
                    guesses.append(step)
                elif step.kind is Kind.BACKTRACK:
                    now = (start if step.level < 0 else saved[step.level]).copy()
                    del saved[max(step.level, 0) :], guesses[max(step.level, 0) :]
                self._do(now, step)
            done = position
            yield position, now.copy(), list(saved), list(guesses)

    def _do(self, now: State, step: Step) -> None:
        if step.kind is Kind.SWAP:
            one, other = step.cell, step.detail
            now.values[one], now.values[other] = now.values[other], now.values[one]
        elif step.kind in (Kind.GUESS, Kind.FIX) and step.sign:
            now.values[step.cell] = step.digit
            if self.mode is Candidates.STRUCK and now.possible:
                for peer in self.rules.peers[step.cell]:
                    now.possible[peer].discard(step.digit)
        elif step.kind in (Kind.GUESS, Kind.FIX, Kind.ELIMINATE) and now.possible:
            now.possible[step.cell].discard(step.digit)
