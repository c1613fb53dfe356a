"""Every registered algorithm."""

from __future__ import annotations

from functools import partial

import solvers
from puzzles.discovery import About
from solvers.core.registry import Solver
from visualizer.dialogs.palette import Finder, PaletteItem
from visualizer.window.context import WindowContext

ABOUT = About("algorithms", rank=20)


def finder(window: WindowContext) -> Finder:
    """Return the algorithms in registry order."""
    session = window.session

    def watch(name: str) -> None:
        session.toast = ""
        if not session.mode.watch(name):
            session.set_solver(name)
        session.note("solver chosen")

    found = map(solvers.get, solvers.names())
    items = [
        PaletteItem(one.title, partial(watch, one.name), "Algorithms", (), words_of(one), one is session.solver)
        for one in found
    ]
    return lambda text: items


def words_of(solver: Solver) -> str:
    """Return the words that find an algorithm: its names, its summary, where it comes from and its own counters."""
    counters = (f"{name} {dial.many}" for name, dial in solver.own_dials.items())
    return " ".join([solver.name, solver.family, solver.words, solver.summary, solver.source, *counters])
