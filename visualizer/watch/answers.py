"""Interprets a SAT solver's answer from a file as a solution of the current puzzle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import solvers
from puzzles.puzzle import Puzzle
from solvers.core.options import differing
from solvers.sat import answer as sat_answer
from solvers.sat import cnf, model, numbering
from solvers.sat.interface import encoding_for
from solvers.sat.model import PrintedAnswer, Status
from solvers.sat.numbering import Variables

SAT = "sat"
"""The name of the solver that shows answers from elsewhere."""
FAULTS = 4
"""The maximum number of faults listed."""
EXTENDED, SIMPLIFIED = "extended", "simplified"
Reading = tuple[Variables, dict[str, Any]]
"""What an answer's variables mean, and the options for showing it."""


def options_for(answer: PrintedAnswer, puzzle: Puzzle, where: str) -> dict[str, Any]:
    """Return the SAT solver's options for showing an answer. Raise ``ValueError`` if it does not fit the puzzle."""
    _check_status(answer)
    variables, options = _read(answer, puzzle)
    return {**options, sat_answer.OPTION: sat_answer.written(model.values(answer, variables), puzzle, where)}


def asked(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options without any answer that was opened from a file, so that the solver computes its own."""
    return {name: value for name, value in options.items() if name != sat_answer.OPTION}


def _check_status(answer: PrintedAnswer) -> None:
    """Raise ``ValueError`` if the answer contains no model."""
    if answer.status is Status.UNSATISFIABLE:
        raise ValueError("The answer contains no model: the solver found that the formula has none. C says why.")
    if answer.status is Status.UNKNOWN:
        raise ValueError(
            "The answer contains no model: the solver could not tell whether there is one. Give it more time."
        )


def _read(answer: PrintedAnswer, puzzle: Puzzle) -> Reading:
    """Find a numbering under which the answer solves the puzzle. Raise ``ValueError`` if there is none."""
    readings = _readings(puzzle)
    last = max(map(abs, answer.literals), default=0)
    for variables, options in readings:
        if last <= variables.last and not model.faults(answer, puzzle, variables):
            return variables, options
    side = puzzle.geometry.side
    _, guessed = model.guess(answer)
    if guessed.geometry.side != side:
        other = guessed.geometry.side
        raise ValueError(f"The answer is for a {other}x{other} grid, but this puzzle is {side}x{side}. {_TO_DO}")
    meant = next(variables for variables, _ in readings if variables.numbering == guessed.numbering)
    faults = model.faults(answer, puzzle, meant, FAULTS)
    raise ValueError("\n".join(["The answer does not fit this puzzle:", *faults, _TO_DO]))


_TO_DO = "Open the puzzle that it answers, then open the answer again."


def _readings(puzzle: Puzzle) -> list[Reading]:
    """Return what the variables could mean, trying each numbering of the grid and the simplified encoding."""
    geometry, solver = puzzle.geometry, solvers.get(SAT)
    fitting = [name for name in numbering.NUMBERINGS if name != "rcd" or numbering.has_rcd(geometry)]
    large = {"encoding": EXTENDED} if encoding_for(geometry) == SIMPLIFIED else {}
    usual: list[Reading] = [
        (numbering.NUMBERINGS[name](geometry), differing(solver, {"numbering": name, **large})) for name in fitting
    ]
    table = numbering.table(cnf.ENCODINGS[SIMPLIFIED], puzzle)
    return [*usual, (table, {"encoding": SIMPLIFIED})]
