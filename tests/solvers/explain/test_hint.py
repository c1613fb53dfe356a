"""Tests that a hint shows the first wrong move, or else the easiest step, without looking at the solution."""

from __future__ import annotations

import pytest
from made import generate, solutions_of

from puzzles import Puzzle
from puzzles.corpus import named
from puzzles.geometry import Geometry
from solvers.core import counting
from solvers.explain.hint import Advice, hint
from solvers.techniques import Grid
from solvers.techniques.registry import next_use, rungs, uses
from visualizer.narration.hints import sentences
from visualizer.text.spans import plain

FIG1 = named.find("fig1")
ANSWER = next(iter(solutions_of(FIG1)))


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
    """Check that a cell becomes a naked single when all but the right digit are struck."""
    puzzle = generate("hint", 3, minimal=True)
    answer = solutions_of(puzzle)[0]
    masks = [(1 << 10) - 2] * 81
    blank = next(cell for cell in puzzle.blanks if Grid.of(puzzle).masks[cell].bit_count() > 2)
    masks[blank] = 1 << answer.givens[blank]
    naked = hint(puzzle, marks=masks, off=[one.name for one in rungs(puzzle.geometry) if one.name != "naked_single"])
    assert naked.finding and naked.technique
    placed = [finding.places for finding in naked.technique.find(Grid.marked(puzzle, masks))]
    assert ((blank, answer.givens[blank]),) in placed and naked.finding.places in placed


def test_the_technique_does_not_know_the_solution() -> None:
    """Check that equal candidates give equal hints, whichever of two solutions the puzzle has."""
    two = named.find("25empty")
    one, other = solutions_of(two, 2)
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
    for name in ("cell-bare", "deep-1", "deep-3"):
        assert hint(named.find(name)).advice is Advice.NO_SOLUTION


def test_what_kills_a_grid_with_several_solutions_is_the_first_wrong_move() -> None:
    """Check the first wrong move against a count of the solutions after each digit."""
    puzzle = named.find("three")
    wrong = 0
    for blank, digit in ((cell, digit) for cell in puzzle.blanks[:12] for digit in range(1, 10)):
        found = hint(puzzle, puzzle.update(blank, digit).givens)
        if counting.count(puzzle.update(blank, digit)):
            assert found.advice in (Advice.TECHNIQUE, Advice.FULL, Advice.STUCK)
        else:
            wrong += 1
            assert (found.advice, found.wrong, found.unique) == (Advice.WRONG_DIGIT, (blank, digit), False)
    assert wrong


def test_of_two_digits_that_do_not_go_together_the_later_is_wrong() -> None:
    puzzle = named.find("25empty")
    one, other = solutions_of(puzzle, 2)
    differ = [cell for cell in puzzle.blanks if one.givens[cell] != other.givens[cell]]
    mine = [(differ[0], one.givens[differ[0]]), (differ[-1], other.givens[differ[-1]])]
    values = list(puzzle.givens)
    for cell, digit in mine:
        values[cell] = digit
    assert hint(puzzle, values).wrong == mine[1]
    assert hint(puzzle, values, moves=mine[::-1]).wrong == mine[0]


def test_marks_that_leave_no_solution_of_several_are_wrong() -> None:
    puzzle = named.find("25empty")
    answers = solutions_of(puzzle, 2)
    blank = next(cell for cell in puzzle.blanks if answers[0].givens[cell] != answers[1].givens[cell])
    masks = [(1 << 10) - 2] * 81
    masks[blank] &= ~(1 << answers[0].givens[blank])
    assert hint(puzzle, marks=masks).advice is not Advice.WRONG_MARK, "the other solution is left"
    masks[blank] &= ~(1 << answers[1].givens[blank])
    found = hint(puzzle, marks=masks)
    assert (found.advice, found.wrong) == (Advice.WRONG_MARK, (blank, 0))


def test_it_goes_on_where_it_is_not_known_how_many_solutions_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    assert counting.patience(named.find("side-16").geometry) is not None and counting.patience(FIG1.geometry) is None
    puzzle = Puzzle.parse("..6....315..67.8...9..18.4......29..6.7.9.....1.....85.6..2.....7....36.9.5.3....")
    monkeypatch.setattr(counting, "patience", lambda geometry: 0)
    found = hint(puzzle)
    assert found.unique is None and found.advice is Advice.TECHNIQUE
    clash = puzzle.update(puzzle.blanks[0], 6)
    assert hint(puzzle, clash.givens).wrong == (puzzle.blanks[0], 6)


ENDLESS = [
    "variant 9x9; units windows knight king",
    "jigsaw 9x9; regions AAAABCCCC/AABBBCBCC/AADBBBBCC/ADDEFFFFF/DDEEEEEFF/DDDEEHEFF/DGHHHHIII/GGHGHHIII/GGGGGHIII",
]
"""Shapes for which a search of all solutions of the empty puzzle takes minutes and more."""


@pytest.mark.slow
@pytest.mark.parametrize("spec", ENDLESS)
def test_a_hint_on_any_shape_searches_so_long_and_says_what_it_could_not_decide(spec: str) -> None:
    found = hint(Puzzle.empty(Geometry.of_spec(spec)))
    assert found.advice is Advice.STUCK and found.unique is None
    (said,) = sentences(found)
    assert plain(said).endswith("Whether the puzzle has one solution could not be decided in a reasonable time.")


@pytest.mark.parametrize("spec", ["killer 9x9; units diagonals", "comparison 9x9; less r1c1 r1c2", "samurai"])
def test_a_hint_on_a_puzzle_with_many_solutions_says_that_there_are_several(spec: str) -> None:
    found = hint(Puzzle.empty(Geometry.of_spec(spec)), after=2)
    assert found.advice is Advice.STUCK and found.unique is False
    assert "has several solutions" in plain(sentences(found)[0])


def test_findings_carried_out_first_lead_to_the_end() -> None:
    """Check that each hint is the next step of the ladder, given the candidates struck so far."""
    puzzle = Puzzle.parse("..6....315..67.8...9..18.4......29..6.7.9.....1.....85.6..2.....7....36.9.5.3....")
    expected = [use for use in uses(Grid.of(puzzle), rungs(puzzle.geometry)) if use[1] is not None]
    for after in (0, 1, 7, len(expected) // 2, len(expected) - 1):
        found = hint(puzzle, after=after)
        assert (found.technique, found.finding) == expected[after]
    assert any(finding and finding.strikes for _, finding in expected)
    assert hint(puzzle, after=len(expected)).advice is Advice.FULL


def test_a_position_of_another_puzzle_is_refused() -> None:
    given = next(cell for cell, digit in enumerate(FIG1.givens) if digit)
    name, digit = FIG1.geometry.name(given), FIG1.givens[given]
    with pytest.raises(ValueError, match=f"lacks one of the puzzle's givens: {name} is given as {digit}, but is blank"):
        hint(FIG1, FIG1.update(given, 0).givens)
    with pytest.raises(ValueError, match=f"{name} is given as {digit}, but has {digit % 9 + 1} in the position"):
        hint(FIG1, FIG1.update(given, digit % 9 + 1).givens)
    with pytest.raises(ValueError, match="the givens clash"):
        hint(Puzzle.parse("11" + "." * 79))


def test_clashing_digits_of_ones_own_are_wrong_even_where_there_are_two_solutions() -> None:
    puzzle = named.find("25empty")
    values = list(puzzle.givens)
    given = next(digit for digit in values[:9] if digit)
    blank = next(cell for cell in range(9) if not values[cell])
    values[blank] = given
    assert hint(puzzle, values).wrong == (blank, given)


def test_where_to_look_names_each_cell_of_a_chain_once() -> None:
    rows = "8.347.1.. 9.62.1... 1.46.85.. 5319872.. 648.237.. 297.64... 4827..631 769312458 315846927"
    found = hint(Puzzle.parse(rows.replace(" ", "")))
    assert found.technique and found.technique.name == "xy_chain"
    assert plain(sentences(found)[0]) == "Look at r2c2, r2c5, r3c5 and r3c8."
