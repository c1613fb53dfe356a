"""Checks that ``mrv`` and a SAT solver agree with the bulk engine. The SAT solver gets clauses that the tests write."""

from __future__ import annotations

import io
from collections.abc import Sequence
from itertools import islice
from random import Random

from strategies import models

import solvers
from puzzles import Geometry, Puzzle
from solvers.bulk import engine
from solvers.bulk.engine import NO_SOLUTION
from solvers.core.step import Kind

MOST_STEPS = 100_000


def by_bulk(puzzles: list[Puzzle], limit: int) -> list[tuple[int, Puzzle | None]]:
    """Return the first solution of each puzzle, and the number of solutions counted up to the limit."""
    return list(zip(bulk_counts(puzzles, limit), bulk_solutions(puzzles), strict=True))


def bulk_solutions(puzzles: Sequence[Puzzle], processes: int = 1) -> list[Puzzle | None]:
    """Return the first solution of each puzzle, which must have the usual boxes, solved as a file of lines."""
    lines = _answers(puzzles, None, processes)
    return [
        None if line == NO_SOLUTION else Puzzle.parse(line, puzzle.geometry)
        for line, puzzle in zip(lines, puzzles, strict=True)
    ]


def bulk_counts(puzzles: Sequence[Puzzle], limit: int = 2) -> list[int]:
    """Count the solutions of each puzzle, which must have the usual boxes, up to a limit."""
    return [int(line) for line in _answers(puzzles, limit, 1)]


def _answers(puzzles: Sequence[Puzzle], limit: int | None, processes: int) -> list[str]:
    assert all(puzzle.geometry == Geometry.of_side(puzzle.geometry.side) for puzzle in puzzles)
    data = "".join(f"{puzzle}\n" for puzzle in puzzles).encode()
    answers = engine.answer_file(io.BytesIO(data), len(data), limit=limit, processes=processes)
    return b"".join(one.lines for one in answers).decode().splitlines()


def by_mrv(puzzle: Puzzle, limit: int, most: int = MOST_STEPS) -> list[Puzzle] | None:
    """Return the first solutions up to the limit, or ``None`` if that takes too many steps."""
    board, found = solvers.get("mrv").board(puzzle), list[Puzzle]()
    for number, step in enumerate(solvers.trace(puzzle, "mrv")):
        if number == most:
            return None
        if step.kind is not Kind.SOLVED:
            board.apply(step)
            continue
        found.append(board.solution())
        if len(found) == limit:
            break
    return found


def by_sat(puzzle: Puzzle, limit: int) -> list[Puzzle]:
    """Return the first solutions, up to the limit."""
    return list(islice(models(puzzle), limit))


def objection(puzzle: Puzzle, limit: int, said: tuple[int, Puzzle | None], others: list[Puzzle]) -> str | None:
    """Return how another solver's first solutions contradict the bulk engine, if they do."""
    count, solution = said
    if count != len(others):
        return f"{count} solutions, and {len(others)} elsewhere"
    if count < limit and solution is not None and solution not in others:
        return f"{solution} is not among the solutions found elsewhere"
    return contradiction(puzzle, said)


def contradiction(puzzle: Puzzle, said: tuple[int, Puzzle | None]) -> str | None:
    """Return how the bulk engine's answer contradicts itself, if it does."""
    count, solution = said
    if (solution is None) != (count == 0):
        return f"{count} solutions, and the first is {solution}"
    if solution is not None and not solution.is_solution_of(puzzle):
        return f"{solution} is no solution"
    return None


# Grids with no solution or several ------------------------------------------------------------------------------------


def spoil(puzzle: Puzzle, random: Random) -> Puzzle:
    """Remove some givens, add a few digits, or both, so that most puzzles become ambiguous or impossible.

    An added digit never clashes with a peer of its cell, so that a contradiction is only found deep in the search.
    """
    values = list(puzzle.givens)
    given = [cell for cell, digit in enumerate(values) if digit]
    fewer = random.randint(0, max(1, len(given) // 40))
    for cell in random.sample(given, fewer):
        values[cell] = 0
    for _ in range(random.randint(0 if fewer else 1, 3)):
        cell = random.choice([cell for cell, digit in enumerate(puzzle.givens) if not digit])
        near = {values[peer] for peer in puzzle.geometry.peers[cell]}
        values[cell] = random.choice([digit for digit in puzzle.geometry.digits if digit not in near] or [0])
    return puzzle.with_values(values)
