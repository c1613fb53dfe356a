"""Shows a run in a notebook: the page in a frame, which is saved with the notebook and plays without a kernel."""

from __future__ import annotations

import html
import sys
from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from time import perf_counter
from typing import Any

import solvers
from puzzles.figures import counted
from puzzles.puzzle import Puzzle
from solvers.core.options import check, suit
from visualizer.files import resolve
from visualizer.film.film import Film, film_of
from visualizer.film.page import page
from visualizer.film.widget import widget as player_widget
from visualizer.session.run_spec import RunSpec, check_number, entry

MOST = 100_000
"""The number of steps of a run after which its film ends, unless another is requested."""
HEIGHT, TALL = 760, 900
"""The height of the frame in pixels, for boards of up to 16 cells per side and for larger ones."""
PATIENCE = 2.0
"""Seconds of work before the progress is printed, and between two reports."""


class Shown:
    """A player in the output of a cell. It needs neither a kernel nor a network."""

    def __init__(self, films: Sequence[Film], at: int, height: int) -> None:
        self.films, self.at, self.height = films, at, height

    @cached_property
    def page(self) -> str:
        """The whole page, as :func:`visualizer.film.page.page` returns it."""
        return page(self.films, at=self.at)

    def _repr_html_(self) -> str:
        """Return the page in a frame of its own, which nothing of the notebook reaches, and which reaches nothing."""
        return (
            f'<iframe title="{html.escape(repr(self))}" srcdoc="{html.escape(self.page)}" sandbox="allow-scripts" '
            f'width="100%" height="{self.height}" style="border:0"></iframe>'
        )

    def __repr__(self) -> str:
        return "; ".join(f"{film.header['title']}: {counted(film.header['steps'], 'step')}" for film in self.films)


def show(
    puzzle: str | Puzzle,
    solver: str | Sequence[str] = "mrv",
    *,
    at: int = 0,
    widget: bool = False,
    height: int | None = None,
    most: int = MOST,
    source: bool = True,
    **options: Any,
) -> Any:
    """Run a solver on a puzzle and return a player of the run, which opens at step ``at``, for the output of a cell.

    ``puzzle`` is a puzzle, its text, the name of a built-in one or a file. Several solvers make a race; each may bring
    options of its own, as in ``"annealing:seed=3"``; ``options`` are given to every solver. ``height`` is in pixels. A
    run of more than ``most`` steps is cut, which the player says. ``source``: whether it contains the lines that ran.

    With ``widget=True``, which needs the package anywidget and a kernel, ``position`` of the player is the step shown;
    setting it moves the player.

    Raises ``ValueError`` if the puzzle, a solver or an option is unknown or does not suit the rest, and ``ImportError``
    if anywidget is needed and missing.
    """
    given = puzzle if isinstance(puzzle, Puzzle) else resolve.one(puzzle)
    lanes = [_lane(one, given, options) for one in ([solver] if isinstance(solver, str) else solver)]
    if not isinstance(solver, str):
        check_number(len(lanes))
    if most < 1:
        raise ValueError(f"most={most}: a film has at least one step")
    progress = _Progress()
    films = [
        film_of(
            given, lane.solver, options=dict(lane.options), last=most, source=source, tell=partial(progress.tell, lane)
        )
        for lane in lanes
    ]
    progress.end()
    if widget:
        return player_widget(films, at)
    return Shown(films, at, height or (HEIGHT if given.geometry.side <= 16 else TALL))


def _lane(text: str, puzzle: Puzzle, options: Mapping[str, Any]) -> RunSpec:
    """Return a run with its options. Raises ``ValueError`` if one is unknown, or something that it needs is missing."""
    name, brought = entry(text)
    solver = solvers.get(name)
    chosen = check(solver, {**dict(brought), **options})
    suit(solver, chosen, puzzle)
    if lacking := solver.lacking(chosen):
        raise ValueError(lacking)
    return RunSpec(name, tuple(chosen.items())).settled


class _Progress:
    """Prints how far long work is every few seconds, on one line, which is empty in the end."""

    def __init__(self) -> None:
        self._next = perf_counter() + PATIENCE
        self._printed = ""

    def tell(self, lane: RunSpec, steps: int) -> None:
        if perf_counter() >= self._next:
            self._next += PATIENCE
            self._print(f"{lane}: {counted(steps, 'step')} so far")

    def end(self) -> None:
        if self._printed:
            self._print("")

    def _print(self, line: str) -> None:
        print(end=f"\r{line.ljust(len(self._printed))}", file=sys.stderr, flush=True)
        self._printed = line
