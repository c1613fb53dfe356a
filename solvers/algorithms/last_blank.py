"""First blank, digits in order; between guesses, fill every unit with one blank left."""

from collections.abc import Generator, Iterator

from puzzles.geometry import Cell, Digit, Geometry
from puzzles.puzzle import Puzzle
from solvers.core.board import Candidates
from solvers.core.registry import register
from solvers.core.step import SOLVED, Kind, Step, Why, backtrack, conflict, fix, guess, reject

PSEUDOCODE = (
    ("while a row, column or box has one blank:", ""),
    ("    write the digit that it lacks", "FIX"),
    ("if no cell is blank: solved", "SOLVED"),
    ("for each digit, in the first blank cell:", ""),
    ("    if a peer holds it: refuse it", "REJECT"),
    ("    if a rule forbids it: refuse it", "REJECT/CONSTRAINT", "rules"),
    ("    else write it, and solve the rest like this", "GUESS"),
    ("    take it all back, to try the next digit", "BACKTRACK"),
    ("wherever no digit fits: a dead end", "CONFLICT"),
)
VARIABLES = {
    "values": "cells[Digit]", "filled": "list[Cell]", "cell": "Cell", "digit": "Digit", "tried": "Digit",
    "held": "set[Digit]", "broken": "dict[Digit, Unit]", "missing": "list[Digit]", "u": "Unit", "undone": "Cell",
    "by_a_peer": "hidden",
}  # fmt: skip


@register(
    "last-blank",
    rank=50,
    title="Last blank",
    summary="Fill every row, column and box that has one blank left; then try 1, 2, 3 … in the first blank cell.",
    source="Functional programming lab, Chalmers and Brighton",
    family="Backtracking",
    cost="Exponential in the blanks; each node checks every unit, until none can be filled.",
    watch_for="Little happens until units are nearly full; then one digit fills a chain of cells, or ends the branch.",
    idea=Kind.CONFLICT,
    shows="last-blank.conflicts >= 5 and last-blank.last_blank >= 20 and last-blank < 200",
    seen_on=("dead-ends-1", "dead-ends-2", "lab"),
    candidates=Candidates.NONE,
    order="blank",
    rules=True,
)
def last_blank(puzzle: Puzzle) -> Iterator[Step]:
    geometry = puzzle.geometry
    values = list(puzzle.givens)
    filled: list[Cell] = []  # in the order filled
    guesses: list[int] = []  # how many cells were filled before each open guess
    cell, tried = -1, 0
    while True:
        why = Why.EXHAUSTED
        if cell < 0 and (yield from fill_last_blanks(geometry, values, filled)):
            if 0 in values:
                cell, tried = values.index(0), 0
            else:
                yield SOLVED
                why = Why.ENUMERATE
        if cell >= 0:
            held = {values[peer] for peer in geometry.peers[cell]}
            broken = geometry.ruled_out(values, cell, held)
            held.update(broken)
            for digit in geometry.digits[tried:]:
                if digit not in held:
                    break
                yield reject(cell, digit, broken.get(digit, -1))
            else:
                digit = 0
            if digit:
                yield guess(cell, digit)
                guesses.append(len(filled))
                filled.append(cell)
                values[cell] = digit
                cell = -1
                continue
            if not tried:
                yield conflict(cell)
        if not guesses:
            return
        yield backtrack(len(guesses) - 1, why)
        keep = guesses.pop()
        cell = filled[keep]
        tried = values[cell]
        for undone in filled[keep:]:
            values[undone] = 0
        del filled[keep:]


def propagate(puzzle: Puzzle) -> Puzzle | None:
    """Fill rows, columns and boxes with one blank left, until none remains (``propagate`` in the lab).

    Return the puzzle with those digits placed, or ``None`` if there is no solution, because givens clash or a unit's
    missing digit does not fit in its blank.
    """
    if not puzzle.is_valid():
        return None
    placed = dict[Cell, Digit]()
    for step in fill_last_blanks(puzzle.geometry, list(puzzle.givens), []):
        if step.kind is Kind.CONFLICT:
            return None
        placed[step.cell] = step.digit
    return puzzle.with_placed(placed)


def fill_last_blanks(geometry: Geometry, values: list[Digit], filled: list[Cell]) -> Generator[Step, None, bool]:
    """Fill rows, then columns, then boxes, until nothing changes. Return ``False`` if a unit's missing digit does not
    fit in its blank.
    """
    changed = True
    while changed:
        changed = False
        for u, unit in enumerate(geometry.units):
            held = {values[cell] for cell in unit.cells}
            missing = [digit for digit in geometry.digits if digit not in held]
            if len(missing) != 1 or not unit.complete:
                continue
            cell = next(cell for cell in unit.cells if not values[cell])
            by_a_peer = any(values[peer] == missing[0] for peer in geometry.peers[cell])
            if by_a_peer or missing[0] in geometry.ruled_out(values, cell):
                yield conflict(cell)
                return False
            yield fix(cell, missing[0], Why.LAST_BLANK, u)
            values[cell] = missing[0]
            filled.append(cell)
            changed = True
    return True
