"""Say what a solver lacks, and offer the one that takes its place."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import solvers
from solvers.core.registry import Solver

if TYPE_CHECKING:
    from visualizer.session.session import Session


def say_lacking(session: Session, lacking: str, solver: Solver, watch: Callable[[str], object]) -> None:
    """Say what a solver lacks, and offer to ``watch`` the one that takes its place; it is given that one's name."""
    if not solver.instead:
        session.notice = lacking
        return
    other = solvers.get(solver.instead)
    session.ask(f"{lacking}\n\nWatch {other.title} ({other.name}) instead?", lambda: watch(other.name))
