"""Tests that techniques strike nothing wrong on shapes that are no square with boxes, and that general ones apply."""

from itertools import islice

import pytest
from shapes import JIGSAW, SAMURAI, X, puzzle_of
from slow import slow_but

import solvers
from puzzles.geometry import Geometry, Unit
from puzzles.puzzle import Puzzle
from solvers.core.step import Kind, Why

CALLED_BOX = Geometry(9, JIGSAW.places, tuple(Unit("box", u.number, u.cells) if u.kind == "region" else u
                                              for u in JIGSAW.units))  # fmt: skip
"""The jigsaw, if whoever made it calls its regions boxes."""
PUZZLES = (
    (JIGSAW, ".2....7.5..........8....36...6...2......2.9.......4.........1.....1..69..978....3"),
    (JIGSAW, "..43...8...8.7...1....3....61....3.5.8........3....6..............9.7.4.........."),
    (JIGSAW, ".1....7...6.........7..........8...3....6......8.2.96.....185........2.4.4......."),
    (X, "1..4........198...........6..4....5.....2..6....9......3.8....4......5.9..2.....7"),
    (X, "...35.....3....4....9......2....4.8...........97..6....4..1.....5....6....1.49.2."),
)
"""Minimal puzzles with one solution."""
ON = [(shape, text) for shape, text in PUZZLES] + [(CALLED_BOX, text) for shape, text in PUZZLES if shape is JIGSAW]


@pytest.mark.parametrize(("shape", "text"), slow_but([ON[0], ON[2], ON[3], ON[5]], ON))
def test_no_technique_strikes_a_digit_of_the_solution(shape: Geometry, text: str) -> None:
    puzzle = Puzzle.parse(text, shape)
    first, *others = islice(solvers.solutions(puzzle, "sat"), 2)
    assert not others
    used = set[Why]()
    for step in islice(solvers.trace(puzzle, "human"), 3000):
        if step.kind is Kind.ELIMINATE:
            used.add(step.why)
            assert first.givens[step.cell] != step.digit, step
        elif step.kind is Kind.FIX:
            assert first.givens[step.cell] == step.digit, step
    assert used & {Why.LOCKED_POINTING, Why.LOCKED_CLAIMING}, "they need any two units that share cells"
    assert not used & {Why.X_WING, Why.FINNED_X_WING, Why.SASHIMI_X_WING, Why.UNIQUE_RECTANGLE_1}, "these need boxes"


def test_overlapping_grids_are_solved_by_techniques_without_a_wrong_strike() -> None:
    puzzle = puzzle_of(SAMURAI, 0.5)
    solutions = [one.givens for one in islice(solvers.solutions(puzzle, "sat"), 200)]
    assert len(solutions) < 200
    for step in islice(solvers.trace(puzzle, "human", uniqueness=False), 3000):
        if step.kind is Kind.ELIMINATE:
            assert all(one[step.cell] != step.digit for one in solutions), step
