"""Hypothesis strategies for grids, puzzles with any number of solutions, and random sequences of legal steps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, islice
from math import factorial, prod
from random import Random
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from sat_models import each

import solvers
from puzzles import Geometry, Puzzle
from puzzles.corpus import named
from solvers.core.board import Board, Candidates
from solvers.core.step import SOLVED, Step, Why, backtrack, conflict, eliminate, fix, guess, look, reject

SHAPES = ((2, 2), (2, 3), (3, 2), (2, 4), (3, 3))
MOST_BLANKS = {4: 16, 6: 24, 8: 34, 9: 44}
"""The maximum number of random blanks, by side, that still leave a quick search for the plainest solver."""
FEW_BLANKS = {4: 8, 6: 9, 8: 10, 9: 12}
"""The most blanks, by side, that leave a product of orders small enough to enumerate."""
MOST_ORDERS = 2000

QUICK = 5
"""Examples of each property when tests are run by hand: every run draws different ones."""

SEARCHED = (Candidates.NONE, Candidates.STRUCK, Candidates.SAID)
"""The meanings of candidates on boards of searches; a person's board has its own moves."""


def examples(most: int, quick: int = QUICK, unchecked: Iterable[HealthCheck] = (), **rest: Any) -> settings:
    """Return a Hypothesis setting with a number of examples in ``.ci/run``, and fewer in plain pytest."""
    usual = settings.default
    unchecked = [*usual.suppress_health_check, *unchecked]
    by_hand = usual.max_examples == QUICK
    return settings(max_examples=min(most, quick) if by_hand else most, suppress_health_check=unchecked, **rest)


geometries = st.sampled_from([Geometry.boxes(*shape) for shape in SHAPES])


def shuffled_grid(geometry: Geometry, random: Random) -> list[int]:
    """Draw a full valid grid by shuffling the digits, lines, bands and stacks of a regular one."""
    height, width = geometry.box
    digits = random.sample(geometry.digits, geometry.symbols)
    rows, columns = _shuffled_lines(width, height, random), _shuffled_lines(height, width, random)
    return [
        digits[(width * (row % height) + row // height + column) % geometry.side] for row in rows for column in columns
    ]


@cache
def large() -> Puzzle:
    """Return a 25x25 grid with several solutions, which takes a search minutes and a SAT solver milliseconds."""
    geometry = Geometry.boxes(5, 5)
    gone = set(Random(100).sample(geometry.cells, 350))
    grid = shuffled_grid(geometry, Random(0))
    return Puzzle(tuple(0 if cell in gone else digit for cell, digit in enumerate(grid)), geometry)


def _shuffled_lines(groups: int, size: int, random: Random) -> list[int]:
    """Draw a random order of the lines that keeps the lines of each group together."""
    return [
        group * size + line
        for group in random.sample(range(groups), groups)
        for line in random.sample(range(size), size)
    ]


@cache
def few_blanks(rows: int, columns: int, blanks: int, seed: int = 7) -> Puzzle:
    """Return a puzzle with few blanks and symbols of its own, for searches that try everything."""
    geometry, random = Geometry.boxes(rows, columns), Random(seed)
    values = shuffled_grid(geometry, random)
    for cell in random.sample(range(len(values)), blanks):
        values[cell] = 0
    return Puzzle(tuple(values), geometry, alphabet="ZYXWVUTSR"[: geometry.symbols])


@st.composite
def grids(draw: st.DrawFn, shapes: st.SearchStrategy[Geometry] = geometries) -> Puzzle:
    """Draw full valid grids."""
    geometry = draw(shapes)
    return Puzzle(tuple(shuffled_grid(geometry, draw(st.randoms(use_true_random=True)))), geometry)


@st.composite
def solvable(
    draw: st.DrawFn, shapes: st.SearchStrategy[Geometry] = geometries, most: dict[int, int] = MOST_BLANKS
) -> Puzzle:
    """Draw puzzles with at least one solution, and a limit on the blanks for each size."""
    grid = draw(grids(shapes))
    blanks = draw(st.integers(0, most[grid.geometry.side]))
    gone = draw(st.randoms(use_true_random=True)).sample(grid.geometry.cells, blanks)
    return grid.with_values([0 if cell in gone else digit for cell, digit in enumerate(grid.givens)])


@st.composite
def spoiled(
    draw: st.DrawFn, shapes: st.SearchStrategy[Geometry] = geometries, most: dict[int, int] = MOST_BLANKS
) -> Puzzle:
    """Draw puzzles with a digit that may be wrong. Most have no solution, some clash, and a few are solvable."""
    puzzle = draw(solvable(shapes, most))
    cell, digit = draw(st.sampled_from(puzzle.geometry.cells)), draw(st.sampled_from(puzzle.geometry.digits))
    return puzzle.update(cell, digit)


def puzzles(
    shapes: st.SearchStrategy[Geometry] = geometries, most: dict[int, int] = MOST_BLANKS
) -> st.SearchStrategy[Puzzle]:
    """Draw puzzles with any number of solutions, some of them with clashes."""
    return st.one_of(solvable(shapes, most), spoiled(shapes, most))


def puzzles_for(name: str) -> st.SearchStrategy[Puzzle]:
    """Draw puzzles of all these kinds that the solver can finish."""
    return puzzles(most=FEW_BLANKS).filter(has_few_orders) if solvers.get(name).exhaustive else puzzles()


def solution_of(name: str) -> Puzzle:
    """Return the solution of a named puzzle, as its file states it."""
    return next(entry.solution for entry in named.all() if entry.name == name and entry.solution)


def orders(puzzle: Puzzle) -> int:
    """Count the ways to fill each row with its missing digits, multiplied over all rows."""
    side = puzzle.geometry.side
    return prod(factorial(puzzle.givens[start : start + side].count(0)) for start in range(0, side * side, side))


def has_few_orders(puzzle: Puzzle) -> bool:
    return orders(puzzle) <= MOST_ORDERS


def sees_the_end(name: str, puzzle: Puzzle, most: int = MOST_ORDERS) -> bool:
    """Return whether the solver finishes soon enough for a test, judging an exhaustive one by its number of orders."""
    return not solvers.get(name).exhaustive or orders(puzzle) <= most


def first_seen(name: str, *of: str) -> Puzzle:
    """Return the first of the named puzzles that the solver finishes soon enough for a test."""
    return next(puzzle for puzzle in map(named.find, of) if sees_the_end(name, puzzle, 20_000))


def walk(puzzle: Puzzle, mode: Candidates, seed: int, length: int) -> Iterator[Step]:
    """Make random legal steps, the same each time, like a solver that makes no sense but breaks no law."""
    random, board = Random(seed), Board(puzzle, mode)
    for _ in range(length):
        step = _any_step(board, random)
        board.apply(step)
        yield step


def _any_step(board: Board, random: Random) -> Step:
    chance = random.random()
    cell = random.choice(board.geometry.cells)
    if chance < 0.12 and board.level:
        return backtrack(random.randrange(board.level), random.choice([Why.EXHAUSTED, Why.REFUTED]))
    if chance < 0.13 and board.trail:
        return backtrack(-1, Why.RESTART)
    if board.values[cell]:
        full = 0 not in board.values and not board.puzzle.with_values(board.values).clashes()
        return SOLVED if full else look(cell)
    if chance < 0.7:
        return _change(board, cell, random)
    digit = random.choice(board.geometry.digits)
    return reject(cell, digit) if board.holders(cell, digit) else look(cell)


def _change(board: Board, cell: int, random: Random) -> Step:
    open_ = board.open_candidates(cell) if board.mode is not Candidates.NONE else list(board.geometry.digits)
    free = [digit for digit in open_ if not board.holders(cell, digit)]
    chance = random.random()
    if board.mode is not Candidates.NONE and open_ and chance < 0.4:
        digit = random.choice(open_)
        return guess(cell, digit, sign=False) if chance < 0.1 else eliminate(cell, digit, Why.NONE)
    if not free:
        return conflict(cell, Why.NONE)
    return guess(cell, random.choice(free)) if chance < 0.75 else fix(cell, random.choice(free), Why.NONE)


walks = st.tuples(
    solvable(st.sampled_from([Geometry.boxes(2, 2), Geometry.boxes(2, 3), Geometry.boxes(3, 3)])),
    st.sampled_from(SEARCHED),
    st.integers(0, 10**6),
)
"""Draw the arguments (puzzle, mode, seed) of :func:`walk`."""


def model_count(puzzle: Puzzle, limit: int) -> int:
    """Count the solutions up to the limit, with a SAT solver and clauses written here."""
    return sum(1 for _ in islice(_models(puzzle), limit))


def models(puzzle: Puzzle) -> Iterator[Puzzle]:
    """Return the solutions, found by a SAT solver from clauses written here."""
    for model in _models(puzzle):
        there = [literal - 1 for literal in model if literal > 0]
        values = {one // puzzle.geometry.side: one % puzzle.geometry.side + 1 for one in there}
        yield puzzle.with_values([values[cell] for cell in puzzle.geometry.cells])


def _models(puzzle: Puzzle) -> Iterator[list[int]]:
    side = puzzle.geometry.side
    givens = ([cell * side + digit] for cell, digit in enumerate(puzzle.givens) if digit)
    return each([*_rules(puzzle.geometry), *givens])


@cache
def _rules(geometry: Geometry) -> list[list[int]]:
    return list(_clauses(geometry))


def _clauses(geometry: Geometry) -> Iterable[list[int]]:
    side, (height, width) = geometry.side, geometry.box
    area, digits = range(side * side), range(1, side + 1)
    units: dict[tuple[str, int, int], list[int]] = {}
    for cell in area:
        yield [cell * side + digit for digit in digits]
        yield from ([-cell * side - one, -cell * side - two] for one, two in combinations(digits, 2))
        row, column = divmod(cell, side)
        for unit in (("row", row, 0), ("column", column, 0), ("box", row // height, column // width)):
            units.setdefault(unit, []).append(cell)
    for cells in units.values():
        for digit in digits:
            yield [cell * side + digit for cell in cells]
            yield from ([-one * side - digit, -two * side - digit] for one, two in combinations(cells, 2))
