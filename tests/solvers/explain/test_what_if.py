"""Tests that each what-if proves what it says, line by line, without looking at the solution."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from made import solutions_of
from slow import slow_but
from strategies import examples, puzzles

from puzzles import Puzzle
from puzzles.corpus import named
from solvers.explain.hint import MOST_DIGITS, Advice, hint, what_if
from solvers.explain.records import DeadEnd, Single, Trial, WhatIf
from solvers.techniques import Grid
from solvers.techniques.registry import carry_out, next_use, rungs

INKALA = Puzzle.parse("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
"""A puzzle beyond any ladder (Arto Inkala, 2012)."""
EASTER = Puzzle.parse("1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1")
GOLDEN = Puzzle.parse(".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....")
"""A puzzle whose first what-ifs are all too long to follow."""


first_hint = cache(hint)


class Pencil:
    """A board on which each line of an argument is checked before it is written."""

    def __init__(self, grid: Grid) -> None:
        self.geometry = grid.geometry
        self.left = [{digit for digit in grid.geometry.digits if mask >> digit & 1} for mask in grid.masks]
        for cell, digit in enumerate(grid.values):
            self.left[cell] |= {digit} - {0}

    def copy(self) -> Pencil:
        other = object.__new__(Pencil)
        other.geometry, other.left = self.geometry, [set(left) for left in self.left]
        return other

    def place(self, cell: int, digit: int) -> None:
        assert digit in self.left[cell]
        self.left[cell] = {digit}
        for peer in self.geometry.peers[cell]:
            self.left[peer] -= {digit}

    def single(self, single: Single) -> None:
        if single.unit < 0:
            assert self.left[single.cell] == {single.digit}
        else:
            unit = self.geometry.units[single.unit].cells
            assert [cell for cell in unit if single.digit in self.left[cell]] == [single.cell]
        self.place(single.cell, single.digit)

    def trial(self, trial: Trial) -> None:
        supposed = self.copy()
        supposed.place(trial.cell, trial.digit)
        for single in trial.singles:
            supposed.single(single)
        assert supposed.is_dead(trial.dead)
        self.left[trial.cell] -= {trial.digit}

    def is_dead(self, dead: DeadEnd) -> bool:
        if dead.unit < 0:
            return not self.left[dead.cell]
        return not any(dead.digit in self.left[cell] for cell in self.geometry.units[dead.unit].cells)


def proves(grid: Grid, found: WhatIf) -> bool:
    """Check every line of the what-if. Return whether it ends where it says."""
    pencil = Pencil(grid)
    pencil.place(found.cell, found.digit)
    for line in found.argument.lines:
        if isinstance(line, Single):
            pencil.single(line)
        else:
            pencil.trial(line)
    return pencil.is_dead(found.argument.dead)


@pytest.mark.parametrize("puzzle", slow_but([INKALA], [INKALA, EASTER]))
def test_beyond_the_ladder_a_what_if_proves_that_a_digit_goes(puzzle: Puzzle) -> None:
    found = first_hint(puzzle)
    assert found.advice is Advice.WHAT_IF and found.what_if and found.finding is None
    refuted = found.what_if
    assert proves(Grid.of(puzzle), refuted) and found.where == ((), (refuted.cell,))
    assert found.strikes == ((refuted.cell, refuted.digit),)
    assert solutions_of(puzzle)[0].givens[refuted.cell] != refuted.digit
    assert len(refuted.options) == refuted.argument.trials == 2 and refuted.argument.length <= MOST_DIGITS
    told = [line for part in refuted.parts for line in part]
    assert told == list(refuted.argument.lines) and len(refuted.parts) == 3


def test_singles_alone_are_preferred_to_cases() -> None:
    """Check a puzzle in which a hidden triple is needed, with all techniques but singles turned off."""
    puzzle = Puzzle.parse("........48.1...7..6...95..2.4.....6...9....1..2..3...5....19.5..728..........43..")
    off = [one.name for one in rungs(puzzle.geometry) if "single" not in one.name]
    assert hint(puzzle, off=off, after=81).advice is Advice.FULL, "with what-ifs, it is solved"
    found = next(one for one in (hint(puzzle, off=off, after=number) for number in range(40)) if one.what_if)
    assert found.what_if and not found.what_if.argument.trials and proves(Grid.of(found.position), found.what_if)


@pytest.mark.slow
def test_the_hint_after_a_what_if_goes_on_from_there() -> None:
    first, second = first_hint(INKALA).what_if, hint(INKALA, after=1).what_if
    assert first and second and (first.cell, first.digit) != (second.cell, second.digit)
    grid = Grid.of(INKALA)
    grid.strike(first.cell, first.digit)
    assert proves(grid, second)


@pytest.mark.slow
def test_where_every_what_if_is_long_or_every_digit_possible_there_is_none() -> None:
    assert hint(GOLDEN).advice is Advice.STUCK
    assert what_if(Grid.of(named.find("blank"))) is None


@given(puzzles())
@examples(40)
def test_every_what_if_is_a_proof(puzzle: Puzzle) -> None:
    """Check positions in which the singles are used up."""
    grid = Grid.of(puzzle)
    singles = [one for one in rungs(puzzle.geometry) if "single" in one.name]
    while use := next_use(grid, singles):
        carry_out(grid, use[1])
    if not puzzle.clashes() and grid.open and not grid.dead() and (found := what_if(grid)):
        assert proves(grid, found)
