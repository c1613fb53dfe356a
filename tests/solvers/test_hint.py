"""A hint: the first wrong move, or else the easiest step; and no technique knows the solution."""

from __future__ import annotations

import pytest

from puzzles import Puzzle, named
from solvers import fast
from solvers.generate import generate
from solvers.hint import Advice, hint
from solvers.techniques import Grid
from solvers.techniques.path import next_use, rungs

FIG1 = named.find("fig1")
ANSWER = next(iter(fast.first(FIG1)))


def test_the_easiest_step_comes_with_where_to_look() -> None:
    found = hint(FIG1)
    assert found.advice is Advice.TECHNIQUE and found.technique and found.finding
    expected = next_use(Grid.of(FIG1), rungs(FIG1.geometry))
    assert (found.technique, found.finding) == expected
    units, cells = found.where
    assert units or cells


def test_a_wrong_digit_comes_before_any_technique() -> None:
    position = list(FIG1.givens)
    blank, later = FIG1.blanks[3], FIG1.blanks[7]
    position[blank], position[later] = ANSWER.givens[blank] % 9 + 1, ANSWER.givens[later] % 9 + 1
    assert hint(FIG1, position).wrong == (blank, position[blank])
    found = hint(FIG1, position, moves=[(later, position[later]), (blank, position[blank])])
    assert found.advice is Advice.WRONG_DIGIT and found.wrong == (later, position[later]) and found.technique is None
    assert found.where == ((), (later,))


def test_right_digits_are_not_called_wrong_and_help() -> None:
    position = list(FIG1.givens)
    for blank in FIG1.blanks[:20]:
        position[blank] = ANSWER.givens[blank]
    found = hint(FIG1, position)
    assert found.advice is Advice.TECHNIQUE and found.finding and found.finding.places[0][0] not in FIG1.blanks[:20]


def test_a_mark_struck_that_belongs_there_is_the_first_wrong_move() -> None:
    masks = [(1 << 10) - 2] * 81
    assert hint(FIG1, marks=masks).advice is Advice.TECHNIQUE
    blank = FIG1.blanks[5]
    masks[blank] &= ~(1 << ANSWER.givens[blank])
    found = hint(FIG1, marks=masks)
    assert (found.advice, found.wrong) == (Advice.WRONG_MARK, (blank, 0))


def test_marks_struck_rightly_are_believed() -> None:
    """With all but the right digit struck in a cell, that cell is a naked single."""
    puzzle = generate("hint", 3, minimal=True)
    answer = fast.first(puzzle)[0]
    masks = [(1 << 10) - 2] * 81
    blank = next(cell for cell in puzzle.blanks if Grid.of(puzzle).masks[cell].bit_count() > 2)
    masks[blank] = 1 << answer.givens[blank]
    naked = hint(puzzle, marks=masks, off=[one.name for one in rungs(puzzle.geometry) if one.name != "naked_single"])
    assert naked.finding and naked.technique
    placed = [finding.places for finding in naked.technique.find(Grid.marked(puzzle, masks))]
    assert ((blank, answer.givens[blank]),) in placed and naked.finding.places in placed


def test_the_technique_does_not_know_the_solution() -> None:
    """The same candidates give the same hint, whichever of two solutions the puzzle is made to have."""
    two = named.find("25empty")
    one, other = fast.first(two, 2)
    differ = [cell for cell in two.blanks if one.givens[cell] != other.givens[cell]]
    every = [(1 << 10) - 2 if digit == 0 else 0 for digit in two.givens]
    found = hint(two, marks=every)
    assert found.advice is Advice.TECHNIQUE and found.finding
    assert not {cell for cell, _ in found.finding.places} & set(differ)


def test_several_solutions_get_no_technique_that_assumes_one() -> None:
    puzzle = Puzzle.parse("7....8..4.129.....63...........9.2.6.6.....7.3...8.59.....75.......6.3...2.3.1...")
    values = list(puzzle.givens)
    for _ in range(90):
        found = hint(puzzle, values)
        assert found.technique is None or not found.technique.assumes_unique
        if not (found.finding and found.finding.places):
            break
        for cell, digit in found.finding.places:
            values[cell] = digit
    else:
        raise AssertionError("it never came to more than a single")


def test_the_ends_are_told_apart() -> None:
    assert hint(FIG1, ANSWER.givens).advice is Advice.FULL
    assert hint(named.find("blank")).advice is Advice.STUCK
    dead = hint(named.find("cell-bare"))
    assert dead.advice is Advice.DEAD and dead.dead and dead.where != ((), ())


def test_a_position_of_another_puzzle_is_refused() -> None:
    with pytest.raises(ValueError, match="lacks a given"):
        hint(FIG1, (0,) * 81)
    with pytest.raises(ValueError, match="the givens clash"):
        hint(Puzzle.parse("11" + "." * 79))


def test_clashing_digits_of_ones_own_are_wrong_even_where_there_are_two_solutions() -> None:
    puzzle = named.find("25empty")
    values = list(puzzle.givens)
    given = next(digit for digit in values[:9] if digit)
    blank = next(cell for cell in range(9) if not values[cell])
    values[blank] = given
    assert hint(puzzle, values).wrong == (blank, given)
