"""A SAT solver's answer that is brought in: the puzzle that is open keeps its givens, and the model's digits are shown
on it as the answer, as in SAT mode."""

from __future__ import annotations

from io import BufferedReader, BytesIO
from typing import TYPE_CHECKING, Any

import solvers
from puzzles.puzzle import Puzzle
from solvers.core.options import differing
from solvers.sat import answer as sat_answer
from solvers.sat import cnf, model, numbering
from solvers.sat.model import Answer, Status
from solvers.sat.numbering import Variables
from solvers.sat.request import encoding_for
from visualizer.files.resolve import begins_dimacs
from visualizer.play.moves import entered
from visualizer.play.sat_mode import SAT
from visualizer.play.solve_from_here import watched

if TYPE_CHECKING:
    from visualizer.session.session import Session

FAULTS = 4
"""Of what speaks against an answer, so much is said."""
EXTENDED, SIMPLIFIED = "extended", "simplified"
Reading = tuple[Variables, dict[str, Any]]
"""What the variables of an answer mean, and the options under which they are shown so."""


def show_answer(session: Session, answer: Answer, where: str) -> None:
    """Show it on the puzzle that is open. Raises ``ValueError`` that says why it is none of this puzzle's."""
    _check_status(answer)
    editing = session.solver.person and session.game.editing
    puzzle = entered(session) if editing else session.puzzle
    variables, options = _read(answer, puzzle)
    values = model.values(answer, variables)
    options[sat_answer.OPTION] = sat_answer.written(values, puzzle, where)
    if editing:
        session.before_sat = watched(session)
        session.watch(puzzle, solvers.get(SAT), options)
        session.player.play()
    else:
        session.set_solver(SAT, options, play=True)
    session.toast = " ".join(f"{remark[0].upper()}{remark[1:]}." for remark in answer.remarks)


def _check_status(answer: Answer) -> None:
    """Raise ``ValueError`` where it holds no model."""
    if answer.status is Status.UNSATISFIABLE:
        raise ValueError("It holds no model: the solver says that its formula has none. C says why a puzzle has none.")
    if answer.status is Status.UNKNOWN:
        raise ValueError("It holds no model: the solver does not know whether its formula has one. Give it more time.")


def _read(answer: Answer, puzzle: Puzzle) -> Reading:
    """Find the numbering in which it solves the puzzle. Raises ``ValueError`` where there is none."""
    readings = _readings(puzzle)
    last = max(map(abs, answer.literals), default=0)
    for variables, options in readings:
        if last <= variables.last and not model.faults(answer, puzzle, variables):
            return variables, options
    side = puzzle.geometry.side
    _, guessed = model.guess(answer)
    if guessed.geometry.side != side:
        other = guessed.geometry.side
        raise ValueError(f"It is an answer for {other}x{other} cells, and the puzzle here has {side}x{side}. {_TO_DO}")
    meant = next(variables for variables, _ in readings if variables.numbering == guessed.numbering)
    faults = model.faults(answer, puzzle, meant, FAULTS)
    raise ValueError("\n".join(["It is no answer to this puzzle:", *faults, _TO_DO]))


_TO_DO = "Open the puzzle that it answers first, and then this again."


def _readings(puzzle: Puzzle) -> list[Reading]:
    """What the variables may mean: every numbering that the grid has, and that of the simplified encoding."""
    geometry, solver = puzzle.geometry, solvers.get(SAT)
    fitting = [name for name in numbering.NUMBERINGS if name != "rcd" or numbering.has_rcd(geometry)]
    large = {"encoding": EXTENDED} if encoding_for(geometry) == SIMPLIFIED else {}
    usual: list[Reading] = [
        (numbering.NUMBERINGS[name](geometry), differing(solver, {"numbering": name, **large})) for name in fitting
    ]
    table = numbering.table(cnf.ENCODINGS[SIMPLIFIED], puzzle)
    return [*usual, (table, {"encoding": SIMPLIFIED})]


def paste_answer(session: Session, text: str) -> bool:
    """Show the answer that a text is; where it does not fit, a notice says why. False where it is none."""
    data = text.encode("utf-8", "replace")
    if not begins_dimacs(BytesIO(data)):
        return False
    try:
        show_answer(session, model.read(BufferedReader(BytesIO(data))), "what was pasted")
    except ValueError as error:
        session.notice = f"What was pasted cannot be shown.\n{error}"
    return True
