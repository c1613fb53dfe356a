"""Checks an argument as a sceptic would: each line must follow from the facts it names and from nothing else."""

from __future__ import annotations

from puzzles import Puzzle
from solvers.explain.records import Argument, DeadEnd, Single, Trial


class Reader:
    """The digits and refuted candidates that are known so far."""

    def __init__(self, puzzle: Puzzle, argument: Argument) -> None:
        self.geometry = puzzle.geometry
        self.values = {cell: puzzle.givens[cell] for cell in argument.givens}
        self.refuted: set[tuple[int, int]] = set()

    def copy(self) -> Reader:
        other = object.__new__(Reader)
        other.geometry, other.values, other.refuted = self.geometry, dict(self.values), set(self.refuted)
        return other

    def excluded(self, cell: int, digit: int, why: Single | DeadEnd) -> bool:
        """Return whether the facts that the line names exclude the digit from the cell."""
        known = {at: self.values[at] for at in why.because}  # a KeyError means that it names a blank cell
        if known.get(cell, digit) != digit:
            return True
        if any(held == digit and at in self.geometry.peers[cell] for at, held in known.items()):
            return True
        return (cell, digit) in why.refuted and (cell, digit) in self.refuted

    def follows(self, single: Single) -> bool:
        """Return whether a single follows, and remember its digit."""
        cell, digit = single.cell, single.digit
        if single.unit < 0:
            others = [(cell, other) for other in self.geometry.digits if other != digit]
        else:
            unit = self.geometry.units[single.unit]
            assert unit.complete and cell in unit.cells
            others = [(other, digit) for other in unit.cells if other != cell]
        true = cell not in self.values and all(self.excluded(at, other, single) for at, other in others)
        self.values[cell] = digit
        return true

    def is_dead(self, dead: DeadEnd) -> bool:
        if dead.unit < 0:
            return all(self.excluded(dead.cell, digit, dead) for digit in self.geometry.digits)
        unit = self.geometry.units[dead.unit]
        assert unit.complete
        return all(self.excluded(cell, dead.digit, dead) for cell in unit.cells)

    def refutes(self, trial: Trial) -> bool:
        """Return whether assuming the digit leads to a dead end, and remember that it is refuted."""
        supposed = self.copy()
        supposed.values[trial.cell] = trial.digit
        true = trial.cell not in self.values and all(map(supposed.follows, trial.singles))
        self.refuted.add((trial.cell, trial.digit))
        return true and supposed.is_dead(trial.dead)


def holds(puzzle: Puzzle, argument: Argument) -> bool:
    """Return whether every line follows and the end is a dead end."""
    reader = Reader(puzzle, argument)
    true = [reader.follows(line) if isinstance(line, Single) else reader.refutes(line) for line in argument.lines]
    return all(true) and reader.is_dead(argument.dead)


def idle_lines(argument: Argument) -> list[Single | Trial]:
    """Return the lines that no later line uses."""
    used: set[object] = set(argument.dead.because) | set(argument.dead.refuted)
    idle: list[Single | Trial] = []
    for line in reversed(argument.lines):
        says = line.cell if isinstance(line, Single) else (line.cell, line.digit)
        if says not in used:
            idle.append(line)
        for part in (line,) if isinstance(line, Single) else (*line.singles, line.dead):
            used |= set(part.because) | set(part.refuted)
    return idle
