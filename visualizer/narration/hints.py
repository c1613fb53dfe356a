"""Puts hints into words: where to look, which technique and which step to use, or what is wrong."""

from puzzles import puzzle
from puzzles.geometry import Cell, Geometry, Unit
from solvers.core.board import Board
from solvers.core.step import Step, Why, eliminate
from solvers.explain.hint import Advice, Hint
from solvers.techniques import Finding, Technique
from visualizer.narration import explanations
from visualizer.text.spans import Caption, Span, listed, shortened

UNTOLD = {Why.LAST_BLANK: "cells, digits", Why.NAKED_SINGLE: "digits", Why.HIDDEN_SINGLE: "cells"}
"""The parts to leave out when a hint names a single's technique, because they would give the cell away."""


def sentences(found: Hint) -> list[Caption]:
    """Return a hint in parts: where to look, which technique to use, and the step, which a what-if has in several."""
    technique, finding = found.technique, found.finding
    if found.what_if is not None:
        symbol, cases = found.position.symbol(found.what_if.digit), len(found.what_if.options)
        ends = f"the singles leave {cases} cases, and each ends" if cases else "the singles end"
        return [
            (Span(f"No technique finds anything here, so try a what-if: look at {place(found)}."),),
            (Span(f"What if {place(found)} is {symbol}? Then {ends} in a contradiction."),),
            *explanations.what_if(found.what_if, found.position),
        ]
    if technique is None or finding is None:
        return [(Span(without_step(found)),)]
    step, board = step_of(found)
    from visualizer.narration.captions import caption  # loaded only by commands that give hints

    return [
        (Span(f"Look at {place(found)}."),),
        (Span(f"{technique.title}. {idea(technique, found.position.geometry)}"),),
        caption(step, board, board),
    ]


def in_strengths(found: Hint) -> list[Caption]:
    """Return a hint (or mistake) in parts that can be revealed one by one. The second part names the pattern."""
    technique, finding = found.technique, found.finding
    if technique is not None and finding is not None:
        where, _, step = sentences(found)
        return [where, (Span(f"{named(found, technique, finding)}. {idea(technique, found.position.geometry)}"),), step]
    *_, whole = parts = sentences(found)
    if found.wrong is None:
        return parts
    what = f"Something is wrong in {'your marks, in ' if found.advice is Advice.WRONG_MARK else ''}"
    geometry, cell = found.position.geometry, found.wrong[0]
    return [*((Span(f"{what}{where}."),) for where in (_rows(geometry, cell), around(geometry, cell))), whole]


def around(geometry: Geometry, cell: Cell) -> Unit:
    """Return the unit in which to look for a cell: its region, else its first unit, else the row in which it stands."""
    units = geometry.units_of[cell]
    if not units:
        row = geometry.places[cell][0]
        return Unit("row", row + 1, tuple(one for one in geometry.cells if geometry.places[one][0] == row))
    return geometry.units[next((unit for unit in units if unit in geometry.regions), units[0])]


def band(geometry: Geometry, cell: Cell) -> list[Cell]:
    """Return a rough location of a cell: all cells in the rows of its region."""
    rows = {geometry.places[other][0] for other in around(geometry, cell).cells}
    return [other for other in geometry.cells if geometry.places[other][0] in rows]


def _rows(geometry: Geometry, cell: Cell) -> str:
    rows = [geometry.places[other][0] + 1 for other in band(geometry, cell)]
    return f"rows {rows[0]} to {rows[-1]}" if rows[0] < rows[-1] else f"row {rows[0]}"


def named(found: Hint, technique: Technique, finding: Finding) -> str:
    """Return the technique with the digits and cells of its pattern, as in "X-wing: 5 in r2c3, r2c7, r6c3 and r6c7"."""
    alphabet, geometry = puzzle.alphabet_of(found.position), found.position.geometry
    untold = UNTOLD.get(technique.why, "")
    digits = [] if "digits" in untold else [alphabet[digit - 1] for digit in sorted(set(finding.digits))]
    cells = [] if "cells" in untold else [geometry.name(cell) for cell in dict.fromkeys(finding.cells)]
    what = " in ".join(filter(None, (listed(digits), listed(shortened(cells)))))
    return f"{technique.title}: {what}" if what else technique.title


def idea(technique: Technique, geometry: Geometry) -> str:
    """Explain why the technique works on a shape, and what it assumes."""
    unique = " (This assumes that the puzzle has only one solution.)" if technique.assumes_unique else ""
    return f"{geometry.told(technique.idea)}{unique}"


def step_of(found: Hint) -> tuple[Step, Board]:
    """Return the first step of the finding and the board it applies to."""
    from solvers.algorithms.human import steps_of  # imported late, because it imports the whole ladder

    assert found.technique is not None and found.finding is not None
    board = Board(found.position)
    for cell, digit in found.struck:
        board.apply(eliminate(cell, digit))
    return next(steps_of(found.technique, found.finding)), board


def place(found: Hint) -> str:
    geometry, (units, cells) = found.position.geometry, found.where
    return listed([geometry.called(unit) for unit in units] or [geometry.name(cell) for cell in cells])


def without_step(found: Hint) -> str:
    """Return the hint when there is no technique to use: a mistake, or why no hint is needed."""
    if found.advice is Advice.WRONG_DIGIT and found.wrong:
        cell, digit = found.wrong
        name, symbol = found.position.geometry.name(cell), found.position.symbol(digit)
        what = f"{name} is not {symbol}" if found.unique else f"if {name} is {symbol}, there is no solution"
        return f"Something is wrong: {what}."
    if found.advice is Advice.WRONG_MARK and found.wrong:
        return f"Something is wrong: {wrong_mark(found, found.wrong[0])}."
    if found.advice is Advice.DEAD:
        return f"Something is wrong: look at {place(found)}, which can no longer be filled."
    return _SENTENCES[found.advice] + (_SOLUTIONS.get(found.unique, "") if found.advice is Advice.STUCK else "")


def wrong_mark(found: Hint, cell: Cell) -> str:
    name = found.position.geometry.name(cell)
    no_one = f"with the digits struck in {name}, there is no solution"
    return f"the digit that belongs in {name} is struck there" if found.unique else no_one


_SENTENCES = {
    Advice.NO_SOLUTION: "This puzzle has no solution.",
    Advice.FULL: "Every cell is filled, and nothing is wrong.",
    Advice.STUCK: "No technique on the ladder finds anything here, and no what-if is short enough: this takes a guess.",
}
_SOLUTIONS = {
    False: " The puzzle has several solutions, so techniques that assume there is only one were left out.",
    None: " Whether the puzzle has one solution could not be decided in a reasonable time.",
}
