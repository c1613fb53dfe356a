"""SAT mode: the SAT solver's answer is shown at once, and the mode leads back to the algorithm before it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import solvers
from solvers.core import registry
from solvers.core.options import unbound
from solvers.sat import answer
from visualizer.play.mode import solve_entered
from visualizer.play.solve_from_here import watched
from visualizer.session.lacking import say_lacking

if TYPE_CHECKING:
    from visualizer.session.session import Session

SAT = "sat"


def toggle(session: Session) -> None:
    """Show the SAT solver's answer, or go back to the algorithm before; of a puzzle being entered, show its answer."""
    if session.solver.name == SAT and not _begun(session):
        session.player.play()
        return
    if leave(session):
        return
    if session.solver.person and session.game.editing:
        _answer_entered(session)
    else:
        solver = solvers.get(SAT)
        session.set_solver(SAT, unbound(solver, session.runs.options_of(solver)), play=True)


def _begun(session: Session) -> bool:
    """Tell whether the solver has been started: a window may open on it, and then nothing has been asked yet."""
    return session.running or bool(session.timeline.length) or session.timeline.finished


def answers(session: Session) -> bool:
    """SAT mode is on and has been asked: another puzzle, or other options, are answered at once too."""
    return session.solver.name == SAT and bool(session.running or session.player.position)


def asked(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options without an answer from elsewhere: so a solver is asked again."""
    return {name: value for name, value in options.items() if name != answer.OPTION}


def leave(session: Session) -> bool:
    """Go back to the algorithm before, where it was left; where that cannot take this size, to the default one.

    False where SAT mode is not on.
    """
    if session.solver.name != SAT:
        return False
    session.player.pause()
    name = session.before_sat
    takes = registry.known(name) and solvers.get(name).sizes(session.puzzle.geometry)
    session.set_solver(name if takes else solvers.DEFAULT)
    return True


def _answer_entered(session: Session) -> None:
    if lacking := (solver := solvers.get(SAT)).lacking():
        say_lacking(session, lacking, solver, partial(solve_entered, session))
        return
    session.before_sat = watched(session)
    solve_entered(session, SAT)
