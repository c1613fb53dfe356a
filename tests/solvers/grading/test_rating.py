"""Tests that the numbers in a rating add up, and that the levels are in the published order."""

from __future__ import annotations

import pickle

import pytest

from puzzles import Puzzle
from puzzles.corpus import named
from solvers.grading.rating import MOST_GUESSES, level_of, rate, title_of
from solvers.techniques import Level, get

HARD = Puzzle.parse("..6....315..67.8...9..18.4......29..6.7.9.....1.....85.6..2.....7....36.9.5.3....")
BEYOND = Puzzle.parse("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")


def test_a_score_is_the_sum_of_its_steps() -> None:
    for puzzle in (named.find("fig1"), HARD):
        found = rate(puzzle)
        assert found.solved and not found.guesses and not found.fault
        assert found.score == sum(get(name).score * number for name, number in found.counts)
        assert found.hardest == found.counts[-1][0] == max((name for name, _ in found.counts), key=lambda n: get(n).why)
        assert sum(number for name, number in found.counts if get(name).why <= 8) == len(puzzle.blanks)


def test_the_level_is_that_of_the_score_and_no_lower_than_the_hardest_step() -> None:
    assert rate(named.find("fig1")).level is Level.EASY
    assert rate(HARD).level is Level.UNFAIR and get("sue_de_coq").level is Level.UNFAIR
    assert [level_of(score) for score in (0, 800, 801, 1000, 1600, 1601, 1800, 1801)] == [
        Level.EASY, Level.EASY, Level.MEDIUM, Level.MEDIUM, Level.HARD, Level.UNFAIR, Level.UNFAIR, Level.EXTREME,
    ]  # fmt: skip


@pytest.mark.slow
def test_where_the_ladder_ends_the_guesses_count() -> None:
    found = rate(BEYOND)
    assert not found.solved and 0 < found.guesses < MOST_GUESSES
    assert found.level is Level.EXTREME and found.score >= 10_000 * found.guesses and found.explainer >= 9
    assert title_of(found) == "Guess (beyond the ladder)" and title_of(rate(HARD)) == get("sue_de_coq").title


def test_sudoku_explainers_numbers_stand_beside() -> None:
    full = named.find("lab")
    assert rate(full).explainer == 2.3
    boxes = Puzzle.parse("358479621719862354642315987564281739871936542923754816437198265286547193195623478")
    holes = boxes.with_values([0 if cell in (0, 40, 80) else digit for cell, digit in enumerate(boxes.givens)])
    found = rate(holes)
    assert (found.explainer, found.counts, found.score) == (1.0, (("full_house", 3),), 12)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("." * 81, "several solutions"),
        ("11" + "." * 79, "no solution"),
        (str(named.find("cell-hidden")), "no solution"),
    ],
)
def test_what_has_no_one_solution_is_not_rated(text: str, fault: str) -> None:
    found = rate(Puzzle.parse(text))
    assert (found.fault, found.level, title_of(found)) == (fault, None, fault)


def test_techniques_can_be_left_out() -> None:
    without = rate(HARD, off=["sue_de_coq"])
    assert "sue_de_coq" not in dict(without.counts) and without.score != rate(HARD).score
    assert not any(get(name).assumes_unique for name, _ in rate(HARD, uniqueness=False).counts)


def test_a_full_grid_needs_nothing() -> None:
    found = rate(named.find("complete"))
    assert found.solved and found.score == 0 and title_of(found) == "nothing to do"


def test_other_sizes_are_rated() -> None:
    for name in ("minimal-4", "minimal-6", "side-16"):
        found = rate(named.find(name))
        assert found.level is not None and found.score > 0


def test_a_rating_travels_between_processes() -> None:
    assert pickle.loads(pickle.dumps(rate(HARD))) == rate(HARD)
