"""Tests that captions about clauses, columns, swaps and dead units are true at every step of real runs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

import pytest

import solvers
from puzzles import Geometry, Puzzle
from puzzles.corpus import named
from puzzles.figures import counted
from puzzles.geometry import STANDARD
from solvers.core.board import Board, Candidates
from solvers.core.step import Kind, Step, Why, forced, forget, guess, learn
from solvers.sat import cnf
from visualizer.narration.caption_facts import culprits, in_words
from visualizer.narration.captions import caption
from visualizer.text.spans import plain

HARD = Puzzle.parse("7.8...3.....2.1...5.........4.....263...8.......1...9..9.6....4....7.5...........")
RUNS = [
    ("formula", "fig1"), ("formula", "cell-bare"), ("formula", "small-4"), ("formula", "bad21"),
    ("exact-cover", "minimal-9-1"), ("exact-cover", "deep-1"), ("exact-cover", "fig23"), ("exact-cover", "cell-hidden"),
    ("cdcl", "hard"), ("cdcl", "deep-3"), ("cdcl", "bad21"), ("cdcl", "blank-4"),
    ("annealing", "fig1"), ("annealing", "small-4"),
]  # fmt: skip


def run(name: str, puzzle: str, most: int = 2500) -> Iterator[tuple[Step, Board, Board, str]]:
    """Yield each step with the boards before and after it, and its caption."""
    grid = HARD if puzzle == "hard" else named.find(puzzle)
    before, after = (solvers.get(name).board(grid) for _ in range(2))
    for step in islice(solvers.trace(grid, name), most):
        after.apply(step)
        yield step, before, after, plain(caption(step, before, after))
        before.apply(step)


def is_a_sentence(step: Step, text: str) -> None:
    assert text.endswith("."), step
    assert not re.search(r"[{}]|None|-1|  ", text), text


def is_dead_or_forced(step: Step, before: Board, text: str) -> None:
    unit = before.geometry.units[step.unit].cells if step.unit >= 0 else ()
    if step.kind is Kind.CONFLICT and step.why is Why.NO_CANDIDATE:
        assert not before.values[step.cell] and not before.open_candidates(step.cell)
    elif step.why is Why.NO_PLACE:
        assert not any(step.digit in before.open_candidates(cell) for cell in unit)
        assert step.digit not in {before.values[cell] for cell in unit}
        assert str(before.geometry.units[step.unit]) in text
    elif step.why is Why.NAKED_SINGLE:
        assert before.open_candidates(step.cell) == [step.digit]
    elif step.why is Why.HIDDEN_SINGLE:
        assert [cell for cell in unit if step.digit in before.open_candidates(cell)] == [step.cell]
    elif step.kind is Kind.CONFLICT and step.why is Why.RULE:
        assert before.values[step.cell] == before.values[step.detail] == step.digit
        assert {step.cell, step.detail} <= set(unit)


def is_to_blame(step: Step, before: Board) -> None:
    """Check that the blamed cells really hold the digits they are blamed for."""
    if step.why is Why.NO_PLACE:
        unit = before.geometry.units[step.unit].cells
        for cell in culprits(step, before):
            assert before.values[cell] == step.digit
            assert any(not before.values[peer] for peer in before.geometry.peers[cell] if peer in unit)
    elif step.kind is Kind.CONFLICT and step.why is Why.LEARNT_CLAUSE:
        assert culprits(step, before) == {(abs(literal) - 1) // before.geometry.symbols for literal in step.detail}


@pytest.mark.parametrize(("name", "puzzle"), RUNS)
def test_every_step_has_a_sentence_and_what_is_said_dead_forced_or_to_blame_is(name: str, puzzle: str) -> None:
    for step, before, _, text in run(name, puzzle):
        is_a_sentence(step, text)
        is_dead_or_forced(step, before, text)
        is_to_blame(step, before)


def test_a_column_is_covered_when_it_is_met_and_uncovered_when_it_is_not() -> None:
    seen = set()
    for step, _, after, text in run("exact-cover", "deep-1"):
        if step.kind in (Kind.COVER, Kind.UNCOVER):
            met = step.kind is Kind.COVER
            if step.cell >= 0:
                assert bool(after.values[step.cell]) == met
                assert text.startswith(f"{after.geometry.name(step.cell)} is {'filled' if met else 'blank again'}:")
            else:
                unit = after.geometry.units[step.unit]
                assert (step.digit in {after.values[cell] for cell in unit.cells}) == met
                said = f"has its {step.digit}:" if met else f"lacks {step.digit} again:"
                assert text.startswith(f"{str(unit).capitalize()} {said}")
            seen.add((step.kind, step.cell >= 0))
    assert len(seen) == 4


def test_the_clashes_before_and_after_a_swap_are_counted() -> None:
    def lacking(values: list[int]) -> int:
        return sum(9 - len({values[cell] for cell in unit.cells}) for unit in STANDARD.units)

    seen = set()
    for step, before, after, text in run("annealing", "fig1"):
        if step.kind is Kind.SWAP:
            numbers = re.fullmatch(r"\S+ and \S+ swap (\d) and (\d): (\d+) clash(?:es)?, (\d+) before\.", text)
            assert numbers
            digits = before.values[step.cell], before.values[step.detail]
            expected = (*digits, lacking(after.values), lacking(before.values))
            assert tuple(map(int, numbers.groups())) == expected
            seen.add(step.kind)
        elif step.kind is Kind.LOOK and step.why is Why.RANDOM:
            swapped = list(before.values)
            swapped[step.cell], swapped[step.detail] = swapped[step.detail], swapped[step.cell]
            clashes = counted(lacking(before.values), "clash", "clashes")
            assert f"stay: {clashes} now, and a swap would leave {lacking(swapped)}." in text
            seen.add(step.kind)
    assert len(seen) == 2


def test_a_jump_names_the_level_it_goes_to_and_the_guess_that_falls() -> None:
    jumps = 0
    for step, before, after, text in run("cdcl", "hard"):
        if step.kind is Kind.BACKTRACK and step.why is Why.LEARNT_CLAUSE:
            cell, digit, sign = before.guess_at(step.level + 1)
            assert f"level {after.level}:" in text
            assert f"{STANDARD.name(cell)} {'=' if sign else '≠'} {digit}" in text
            jumps += before.level - after.level > 1
    assert jumps, "some go over several guesses at once"


def clause(*literals: tuple[int, int, int]) -> tuple[int, ...]:
    """Make a clause from rows, columns and digits, where a negative digit means that it is not in the cell."""
    variables = ((cnf.variable(STANDARD, STANDARD.cell_at(r - 1, c - 1), abs(d)), d) for r, c, d in literals)
    return tuple(variable if digit > 0 else -variable for variable, digit in variables)


@pytest.mark.parametrize(
    ("literals", "sentence"),
    [
        ([(1, 1, -4), (2, 2, -7)], "r1c1 ≠ 4 or r2c2 ≠ 7"),
        ([(1, 1, -4)], "r1c1 ≠ 4"),
        ([(1, 1, 4)], "r1c1 = 4"),
        ([(1, 1, 4), (9, 9, 1)], "r1c1 = 4 or r9c9 = 1"),
        ([(1, 1, -5), (1, 2, -6), (3, 1, 4)], "r1c1 ≠ 5, r1c2 ≠ 6 or r3c1 = 4"),
        ([(1, 1, -1), (1, 2, -2), (1, 3, -3)], "r1c1 ≠ 1, r1c2 ≠ 2 or r1c3 ≠ 3"),
        (
            [(1, column, -column) for column in range(1, 10)],
            "r1c1 ≠ 1, r1c2 ≠ 2, r1c3 ≠ 3, r1c4 ≠ 4, r1c5 ≠ 5, r1c6 ≠ 6, r1c7 ≠ 7, r1c8 ≠ 8 or r1c9 ≠ 9",
        ),
    ],
)
def test_a_clause_is_a_sentence(literals: list[tuple[int, int, int]], sentence: str) -> None:
    puzzle = Puzzle.empty()
    assert in_words(clause(*literals), puzzle) == sentence
    board = Board(puzzle, solvers.Candidates.SAID)
    for step in (learn(clause(*literals)), learn(clause(*literals), Why.ENUMERATE), forget(clause(*literals))):
        assert f": {sentence}." in plain(caption(step, board, board))


def test_a_clause_uses_the_symbols_of_its_grid() -> None:
    geometry = Geometry.boxes(4, 4)
    puzzle = Puzzle.empty(geometry)
    text = in_words((cnf.variable(geometry, 17, 12),), puzzle)
    assert text == f"r2c2 = {puzzle.symbol(12)}" != "r2c2 = 12"


def test_a_deduction_from_a_learnt_clause_says_the_clause() -> None:
    board = Board(Puzzle.empty(), solvers.Candidates.SAID)
    said = clause((1, 1, -4), (2, 2, -7))
    step = forced(10, 7, False, said, Why.LEARNT_CLAUSE)
    expected = "7 is struck from r2c2, because of a clause learnt earlier: r1c1 ≠ 4 or r2c2 ≠ 7."
    assert plain(caption(step, board, board)) == expected
    again = "7 is struck from r2c2, because of the clause just learnt."
    assert plain(caption(step, board, board, learnt=said)) == again, "it is not repeated at once"


def test_a_guess_in_a_cell_with_many_candidates_names_five_of_them() -> None:
    puzzle = Puzzle.empty(Geometry.boxes(4, 4))
    board, after = Board(puzzle, Candidates.STRUCK), Board(puzzle, Candidates.STRUCK)
    after.apply(guess(0, 1))
    spoken = plain(caption(guess(0, 1), board, after))
    assert spoken == "Suppose r1c1 is 1: 1, 2, 3, 4, 5 and 11 more are possible there. Level 1."
