"""Whether others find what the bulk engine finds: ``mrv`` step by step, and a SAT solver on clauses of the tests."""

from __future__ import annotations

from itertools import islice
from random import Random

from strategies import models

import solvers
from puzzles import Puzzle
from solvers.bulk import engine
from solvers.core.step import Kind

MOST_STEPS = 100_000


def by_bulk(puzzles: list[Puzzle], limit: int) -> list[tuple[int, Puzzle | None]]:
    """Of each puzzle the number of solutions, counted no further than the limit, and the first one."""
    return list(zip(engine.count(puzzles, limit, processes=1), engine.solve(puzzles, processes=1), strict=True))


def by_mrv(puzzle: Puzzle, limit: int, most: int = MOST_STEPS) -> list[Puzzle] | None:
    """The first solutions, up to the limit; ``None`` where that takes more steps."""
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
    """The first solutions, up to the limit."""
    return list(islice(models(puzzle), limit))


def objection(puzzle: Puzzle, limit: int, said: tuple[int, Puzzle | None], others: list[Puzzle]) -> str | None:
    """What the first solutions that another solver found say against the bulk engine, if they do."""
    count, solution = said
    if count != len(others):
        return f"{count} solutions, and {len(others)} elsewhere"
    if count < limit and solution is not None and solution not in others:
        return f"{solution} is not among the solutions found elsewhere"
    return contradiction(puzzle, said)


def contradiction(puzzle: Puzzle, said: tuple[int, Puzzle | None]) -> str | None:
    """What is wrong with the bulk engine's answer by itself."""
    count, solution = said
    if (solution is None) != (count == 0):
        return f"{count} solutions, and the first is {solution}"
    if solution is not None and not solution.is_solution_of(puzzle):
        return f"{solution} is no solution"
    return None


# Grids with no solution or several ------------------------------------------------------------------------------------


def spoil(puzzle: Puzzle, random: Random) -> Puzzle:
    """The puzzle without some of its givens, or with a few digits more, or both: ambiguous or impossible, mostly.

    A digit that is added stands nowhere among the peers of its cell, so that what it makes impossible lies deep.
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
