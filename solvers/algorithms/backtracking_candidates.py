"""Backtracking that tries, in the first blank cell, only digits that no peer holds."""

from collections.abc import Iterator

from puzzles.puzzle import Puzzle
from solvers.core.board import Candidates
from solvers.core.registry import register
from solvers.core.step import SOLVED, Kind, Step, Why, backtrack, conflict, eliminate, fix, guess

PSEUDOCODE = (
    ("if no cell is blank: solved", "SOLVED"),
    ("take the first blank cell", ""),
    ("strike what a rule forbids there", "ELIMINATE", "rules"),
    ("if a peer holds each digit: a dead end", "CONFLICT", "not rules"),
    ("if no digit is left: a dead end", "CONFLICT", "rules"),
    ("if one digit is left: write it and go on", "FIX"),
    ("else for each of those left, smallest first:", ""),
    ("    write it, and solve the rest like this", "GUESS"),
    ("    take it all back, to try the next digit", "BACKTRACK"),
)
VARIABLES = {
    "values": "cells[Digit]", "blanks": "list[Cell]", "cell": "Cell", "held": "set[Digit]", "possible": "list[Digit]",
    "guesses": "list[tuple[hidden, list[Digit]]]", "undone": "Cell", "peers": "hidden", "digits": "hidden",
    "digit": "Digit", "rule": "Unit",
}  # fmt: skip


@register(
    "backtracking-candidates",
    rank=20,
    title="Backtracking with candidates",
    summary="Like backtracking, but try only the digits that no peer of the first blank cell holds.",
    source="Assignment report in Haskell, 2017 (its author's wish list)",
    family="Backtracking",
    cost="Exponential in the blanks; each node checks one cell's peers and skips the digits they hold.",
    watch_for="Same dead ends as plain backtracking, but no refused digits; a cell with one digit left is not a guess.",
    idea=Kind.CONFLICT,
    shows="backtracking-candidates.conflicts >= 5 and backtracking-candidates < 100",
    seen_on=("dead-ends-1", "dead-ends-2", "lab"),
    candidates=Candidates.STRUCK,
    order="blank",
    rules=True,
)
def backtracking_candidates(puzzle: Puzzle) -> Iterator[Step]:
    peers, digits = puzzle.geometry.peers, puzzle.geometry.digits
    values = list(puzzle.givens)
    blanks = puzzle.blanks
    guesses: list[tuple[int, list[int]]] = []  # for each open guess: its place among the blanks, and the untried digits
    depth = 0
    while True:
        if depth == len(blanks):
            yield SOLVED
            why, possible = Why.ENUMERATE, []
        else:
            cell = blanks[depth]
            held = {values[peer] for peer in peers[cell]}
            for digit, rule in puzzle.geometry.ruled_out(values, cell, held).items():
                yield eliminate(cell, digit, Why.CONSTRAINT, rule)
                held.add(digit)
            possible = [digit for digit in digits if digit not in held]
            if not possible:
                yield conflict(cell)
            why = Why.EXHAUSTED
        if len(possible) == 1:
            yield fix(cell, possible[0], Why.NAKED_SINGLE)
            values[cell] = possible[0]
            depth += 1
            continue
        while not possible:
            if not guesses:
                return
            yield backtrack(len(guesses) - 1, why)
            why = Why.EXHAUSTED
            back, possible = guesses.pop()
            for undone in blanks[back:depth]:
                values[undone] = 0
            depth = back
        cell = blanks[depth]
        yield guess(cell, possible[0])
        values[cell] = possible[0]
        guesses.append((depth, possible[1:]))
        depth += 1
