"""Generates puzzles for tests, and finds their solutions without recording steps."""

from __future__ import annotations

from itertools import islice
from typing import Any

from puzzles import Puzzle
from solvers.core.counting import engine
from solvers.generate.collector import CandidateWish, Collector, PickedPuzzle
from solvers.generate.generator import Recipe, candidate


def generate(seed: int | str, index: int, **wanted: Any) -> Puzzle:
    """Generate the puzzle that a seed, an index and a recipe determine."""
    return candidate(seed, index, Recipe(**wanted))


def collect(seed: int | str, wish: CandidateWish, number: int = 0, processes: int = 1) -> list[PickedPuzzle]:
    """Return all puzzles that match a request."""
    collector = Collector(seed, wish, number, processes)
    return list(islice(collector.picked(), collector.number))


def solutions_of(puzzle: Puzzle, limit: int = 2) -> list[Puzzle]:
    """Return the first solutions, in no particular order."""
    search = engine(puzzle.geometry)
    states = islice(search.solutions(puzzle.givens), limit)
    return [puzzle.with_values(search.values(state)) for state in states]


def solution_of(puzzle: Puzzle) -> Puzzle | None:
    return next(iter(solutions_of(puzzle, 1)), None)
