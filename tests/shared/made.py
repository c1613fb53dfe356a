"""Puzzles made for a test, and their solutions found without steps."""

from __future__ import annotations

from itertools import islice
from typing import Any

from puzzles import Puzzle
from solvers.core.counting import engine
from solvers.generate.collector import Collector, Picked, Wish
from solvers.generate.generator import Recipe, candidate


def generate(seed: int | str, index: int, **wanted: Any) -> Puzzle:
    """Puzzle number ``index`` of a seed, by the recipe with these fields."""
    return candidate(seed, index, Recipe(**wanted))


def collect(seed: int | str, wish: Wish, number: int = 0, processes: int = 1) -> list[Picked]:
    """The puzzles that fulfil a wish, all at once."""
    collector = Collector(seed, wish, number, processes)
    return list(islice(collector.picked(), collector.number))


def solutions_of(puzzle: Puzzle, limit: int = 2) -> list[Puzzle]:
    """The first solutions, in no particular order."""
    search = engine(puzzle.geometry)
    states = islice(search.solutions(puzzle.givens), limit)
    return [puzzle.with_values(search.values(state)) for state in states]


def solution_of(puzzle: Puzzle) -> Puzzle | None:
    return next(iter(solutions_of(puzzle, 1)), None)
