"""The formula of a SAT solver whose search cannot be seen, and the model that it found, as data for a film's player."""

from __future__ import annotations

from typing import Any

from solvers.core.finding import Candidate
from visualizer.panes.formula.view import BlackBox, box_of, settled_cells
from visualizer.scene.composer import Composer
from visualizer.timeline.timeline import Timeline


def answer_data(composer: Composer, last: int) -> dict[str, Any] | None:
    """Return the list shown beside the board when a film ends at the position ``last``.

    Return ``None`` if the search can be seen.
    """
    timeline = composer.timeline
    timeline.shown = last
    box = box_of(composer.solver, composer.options, composer.puzzle, timeline.pending, composer.explains)
    if box is None:
        return None
    return {
        "facts": [[line.mark, line.note] for line in box.facts],
        "givens": box.givens,
        "known": box.known,
        "noModel": box.no_model and last,
        "model": _model_data(box, timeline),
    }


def _model_data(box: BlackBox, timeline: Timeline) -> dict[str, Any]:
    """Return the numbers of all variables that ever appear on the board, and facts about the formula's variables."""
    variables, symbols = box.variables, timeline.head.puzzle.geometry.symbols
    numbers = {
        cell * symbols + digit: variables.numbers[cell, digit]
        for cell, digit in sorted(_shown(timeline))
        if (cell, digit) in variables.numbers
    }
    return {
        "numbers": numbers,
        "variables": len(variables.candidates),
        "true": len({cell for cell, _ in variables.candidates.values()}),
        "settled": settled_cells(variables) if box.known else "",
        "renumbered": box.renumbered,
    }


def _shown(timeline: Timeline) -> set[Candidate]:
    """Return all digits that appear on the board at some position."""
    given = {(cell, digit) for cell, digit in enumerate(timeline.head.puzzle.givens) if digit}
    return given | {(step.cell, step.digit) for step in timeline.book.steps if step.cell >= 0 and step.digit}
