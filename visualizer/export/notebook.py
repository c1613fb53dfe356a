"""Shows a run in a notebook: the page in a frame, which is saved with the notebook and plays without a kernel.

Nothing that draws is imported until a picture is needed.
"""

import html
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, partial
from operator import add, index
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import solvers
from puzzles.bounds import LARGEST_PICTURE, read_file
from puzzles.figures import counted
from puzzles.puzzle import Puzzle
from visualizer.export import announcement
from visualizer.files import resolve
from visualizer.film.film import Excerpt, Film, Made, film_of
from visualizer.film.page import page
from visualizer.film.page import widget as player_widget
from visualizer.session.run_spec import RunSpec, check_number, entry
from visualizer.session.settings import RecordOptions
from visualizer.text.shell import say

MOST = 100_000
"""The number of steps after which a film ends by default."""
STILL = (1280, 720)
HEIGHT, TALL = 760, 900
"""The height of the frame in pixels: one for boards of up to 16 cells per side, one for larger boards and races."""
PATIENCE = 2.0
"""Seconds of work before progress is printed, and between two reports."""


@dataclass(frozen=True, repr=False)
class Shown:
    """A player in the output of a cell. It needs neither a kernel nor a network."""

    films: Sequence[Film]
    at: int
    height: int
    still: RecordOptions | None = None
    """The picture for viewers that cannot show pages; ``None`` for a race, which has no picture."""

    @cached_property
    def page(self) -> str:
        """The whole page, as :func:`visualizer.film.page.page` returns it."""
        return page(self.films, at=self.at)

    def _repr_html_(self) -> str:
        """Return the page in a frame that is isolated from the notebook."""
        return (
            f'<iframe title="{html.escape(repr(self))}" srcdoc="{html.escape(self.page)}" sandbox="allow-scripts" '
            f'width="100%" height="{self.height}" style="border:0"></iframe>'
        )

    def _repr_png_(self) -> bytes | None:
        """Return a picture of the step, for PDF, print and viewers that cannot show pages."""
        if self.still is None:
            return None
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # otherwise it would be in the cell's output
        from visualizer.export.recording import RecordError, record

        with TemporaryDirectory() as folder, suppress(RecordError, OSError):
            picture = Path(folder, "step.png")
            record(replace(self.still, output=picture))
            return read_file(picture, LARGEST_PICTURE)
        return None

    def __repr__(self) -> str:
        """Say how many steps each film has, and whether its run goes on after them."""
        cuts = ["" if film.header["ended"] else ", cut off there: most= sets another limit" for film in self.films]
        told = [f"{film.header['title']}: {counted(film.header['steps'], 'step')}" for film in self.films]
        return "; ".join(map(add, told, cuts))


def show(
    puzzle: str | os.PathLike[str] | Puzzle,
    solver: str | Sequence[str] = "mrv",
    *,
    at: int = 0,
    widget: bool = False,
    height: int | None = None,
    most: int = MOST,
    source: bool = True,
    ask: int = 0,
    **options: Any,
) -> Any:
    """Run a solver on a puzzle and return a player of the run, which opens at step ``at``, for the output of a cell.

    ``puzzle`` is a puzzle, its text, the name of a built-in one or a file. Several solvers make a race. Each may have
    its own options, as in ``"annealing:seed=3"``, while ``options`` are given to every solver. ``height`` is in pixels.
    A run of more than ``most`` steps is cut off, and the player says so. ``source`` says whether the player contains
    the lines that ran; if they are from your own solver, a message on standard error says so. ``ask`` is the number of
    questions that the page of a single run asks about it; it stops one step before each.

    With ``widget=True``, which needs the package anywidget and a kernel, the player's ``position`` is the step shown,
    and setting it moves the player. For each kind of question tried, ``score`` gives how many were ``tried`` and
    how many of these were ``right`` at the first try.

    Where no page can be shown, as in a PDF, the output is a picture of step ``at``. A race has no picture.

    Raises ``ValueError`` if the puzzle, a solver or an option is unknown or does not suit the rest, ``TypeError`` if it
    is of the wrong type, and ``ImportError`` if anywidget is needed and missing.
    """
    at, most, ask = _whole("at", at, 0), _whole("most", most, 1), _whole("ask", ask, 0)
    if height is not None:
        height = _whole("height", height, 1)
    if at > most:
        raise ValueError(f"at={at} is past most={most}, where the film ends")
    given = _puzzle(puzzle)
    lanes = [_lane(one, given, options) for one in _names(solver)]
    if not isinstance(solver, str):
        check_number(len(lanes))
    if source and (words := announcement("the output", [lane.solver for lane in lanes], "source=False")):
        say(words)
    progress = _ProgressLine()
    cut = Excerpt(last=most, source=source, ask=0 if len(lanes) > 1 else ask)
    films = [
        film_of(given, lane.solver, dict(lane.options), cut._replace(tell=partial(progress.tell, lane)))
        for lane in lanes
    ]
    progress.print("")
    steps = max(film.header["steps"] for film in films)
    if at > steps:
        raise ValueError(f"at={at} is past the end: the run has only {counted(steps, 'step')}")
    if widget:
        return player_widget(films, at)
    lane, last = lanes[0], steps + films[0].header["ended"]  # so that the picture knows whether the run goes on
    picture = RecordOptions(given, Path("step.png"), lane.solver, at, last, STILL, options=dict(lane.options))
    still = replace(picture, panes=None if source else ()) if len(lanes) == 1 else None
    return Shown(films, at, height or (HEIGHT if len(lanes) == 1 and max(given.geometry.extent) <= 16 else TALL), still)


def _whole(name: str, value: Any, least: int) -> int:
    """Return a whole number. Raises ``TypeError`` if it is something else, and ``ValueError`` if it is too small."""
    try:
        number = index(value)
    except TypeError:
        raise TypeError(f"{name} must be a whole number, not {value!r}") from None
    if number < least:
        raise ValueError(f"{name} must be at least {least}, not {number}")
    return number


def _puzzle(puzzle: Any) -> Puzzle:
    """Return a puzzle, given as a puzzle, its text, its name or its file. Raises ``TypeError`` for anything else."""
    if isinstance(puzzle, Puzzle):
        return puzzle
    if not isinstance(puzzle, str | os.PathLike):
        raise TypeError(f"a puzzle is a Puzzle, its text, its name or a file, not {puzzle!r}")
    return resolve.one(os.fspath(puzzle))


def _names(solver: Any) -> list[str]:
    """Return the names of the solvers. Raises ``TypeError`` for anything else."""
    names = list(solver) if isinstance(solver, Sequence) and not isinstance(solver, str) else [solver]
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"a solver is a name such as 'mrv', not {name!r}")
    return names


def _lane(text: str, puzzle: Puzzle, options: Mapping[str, Any]) -> RunSpec:
    """Return a run with its options. Raises ``ValueError`` if an option is unknown, or something that the run needs is
    missing.
    """
    name, brought = entry(text)
    solver = solvers.get(name)
    chosen = solver.checked({**dict(brought), **options})
    solver.suit(chosen, puzzle)
    if lacking := solver.lacking(chosen):
        raise ValueError(lacking)
    return RunSpec(name, tuple(chosen.items())).settled


class _ProgressLine:
    """Prints the progress of long work every few seconds, on one line, which is cleared at the end. Only a terminal can
    clear it: a notebook would keep every report in the output of the cell.
    """

    def __init__(self) -> None:
        self._next = perf_counter() + PATIENCE
        self._printed = ""

    def tell(self, lane: RunSpec, made: Made) -> None:
        if sys.stderr.isatty() and perf_counter() >= self._next:
            self._next += PATIENCE
            self.print(f"{lane}: {counted(made.steps, 'step')} so far")

    def print(self, line: str) -> None:
        """Replace the line, if there is one or is to be one."""
        if line or self._printed:
            print(end=f"\r{line.ljust(len(self._printed))}", file=sys.stderr, flush=True)
        self._printed = line
