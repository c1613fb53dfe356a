"""The cells that a step tries, and those of a conflict.

A cell is *tried* when a digit is placed or rejected there: by a GUESS (of either sign), a REJECT, a FIX or a user's
PLACE, or when it is one of the two cells of a SWAP or of a swap that local search considered. So a naive search counts
its attempts, and a propagating search counts each time it fills the cell. Two things do not count: candidates
eliminated as a result of a trial, and the digits of a black box's model, because nobody saw them being tried.

A cell is *in conflict* when a CONFLICT involves it: as the cell with no candidates, as one of two cells that clash, or
as an initially blank cell of the failed unit or clause.
"""

from collections.abc import Iterable

from puzzles.geometry import Cell
from puzzles.puzzle import Puzzle
from solvers.core.step import Kind, Step, Why


def cells_tried(step: Step) -> Iterable[Cell]:
    """Return the cells where the step places a digit or rules one out."""
    kind = step.kind
    if kind is Kind.SWAP or kind is Kind.LOOK and step.why is Why.RANDOM:
        return step.cell, step.detail
    if kind is Kind.FIX and (step.why is Why.MODEL or not step.sign):
        return ()
    return (step.cell,) if kind in (Kind.GUESS, Kind.REJECT, Kind.FIX, Kind.PLACE) else ()


def cells_in_conflict(step: Step, puzzle: Puzzle) -> Iterable[Cell]:
    """Return the cells of a CONFLICT without duplicates. Any other step has none."""
    if step.kind is not Kind.CONFLICT:
        return ()
    if isinstance(step.detail, int):
        return {step.cell, step.detail}
    if step.cell >= 0:
        return (step.cell,)
    if isinstance(step.detail, tuple):
        literals = (literal for literal in step.detail if isinstance(literal, int))
        touched = {(abs(literal) - 1) // puzzle.geometry.symbols for literal in literals}
    else:
        touched = {cell for unit in puzzle.geometry.groups[step.unit :][:1] for cell in unit.cells if step.unit >= 0}
    return {cell for cell in touched & {*puzzle.geometry.cells} if not puzzle.givens[cell]}
