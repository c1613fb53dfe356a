"""Checks whether a saved view can be shown here by reading every part before anything is changed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from puzzles.figures import grouped
from puzzles.problems import PuzzleError, quoted
from puzzles.puzzle import Puzzle
from solvers import DEFAULT
from solvers.core import options as solver_options
from solvers.core.registry import Solver
from solvers.external import registry
from visualizer.analysis.bookmarks import Bookmarks
from visualizer.analysis.heat_map import Heated
from visualizer.analysis.zoom import Zoom
from visualizer.files.saved_view import View, ViewError
from visualizer.keymap import modes_found
from visualizer.session.mode import kind_of
from visualizer.session.pane import switches
from visualizer.session.pane_layout import PaneLayout
from visualizer.session.run_spec import RunSpecError, find
from visualizer.session.settings import FASTEST
from visualizer.style import theme
from visualizer.style.symbols import SYMBOLS, Symbols
from visualizer.timeline.granularity import Grain
from visualizer.timeline.player import SPEEDS

START, SLOWING = "start", "slowing"

_UNUSABLE = "the file of its solver cannot be used"

Part = TypeVar("Part")


@dataclass(frozen=True)
class Checked:
    """A view whose parts have all been read, with the objects made from them."""

    view: View
    puzzle: Puzzle
    solver: Solver
    """The solver. If it is in a file, it is not registered yet, and none of its code has run."""
    options: dict[str, Any]
    grain: Grain
    bookmarks: Bookmarks
    zoom: Zoom
    panes: PaneLayout
    heated: Heated
    symbols: Symbols
    modes: Mapping[str, Any]
    """The data that each mode has read, by name."""
    instead: str = ""
    """A sentence about replacements for what is missing on this machine; "" if there are none."""


class _Problems:
    """Collects problems with a view, so that all are reported together."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def read(self, what: Callable[[], Part]) -> Part | None:
        """Read a part of the view; ``None`` if it cannot be read."""
        try:
            return what()
        except ValueError as error:
            self.said.append(str(error))
            return None


def program_of(view: View, folder: Path) -> Path | None:
    """Return the Python file that a view runs, if any; the user has to agree to run it.

    The file is not read, but the rest of the view is checked. Raises :class:`ViewError`.
    """
    if not view.file:
        return None
    check(without_program(view), folder)
    try:
        path = _file(view, folder)
        registry.check_path(path)
    except (registry.ForeignError, OSError, RuntimeError) as error:
        raise ViewError(f"{_UNUSABLE}: {error}") from None
    return path


def without_program(view: View) -> View:
    """Return the view with the default solver in place of a Python file."""
    return replace(view, solver=DEFAULT, file="", options={}) if view.file else view


def _file(view: View, folder: Path) -> Path:
    return (folder / Path(view.file).expanduser()).absolute()


def check(view: View, folder: Path) -> Checked:
    """Read every part from the view's folder, including the Python file that it runs (see :func:`program_of`).

    Raises :class:`ViewError` with all problems, one or more lines each.
    """
    problems = _Problems()
    puzzle = problems.read(lambda: _puzzle(view))
    solver = problems.read(lambda: _solver(view, folder))
    options = problems.read(lambda: options_of(solver, view.options)) if solver else None
    if not SPEEDS[0] <= view.speed <= FASTEST:
        problems.said.append(f"speed must be {SPEEDS[0]} to {grouped(FASTEST)} steps a second")
    grains = [one.value for one in Grain]
    parts: dict[str, Any] = {
        "grain": problems.read(lambda: Grain(one_of(view.grain or Grain.EVERY.value, grains, "grain"))),
        "bookmarks": problems.read(lambda: Bookmarks.from_data(view.bookmarks)),
        "zoom": problems.read(lambda: Zoom.from_data(view.zoom)),
        "panes": problems.read(lambda: PaneLayout.of(view.panes) if view.panes else PaneLayout.usual()),
        "heated": problems.read(lambda: _heated(view.shown)),
        "symbols": problems.read(lambda: Symbols(one_of(view.symbols or SYMBOLS[0], SYMBOLS, "way to show digits"))),
    }
    problems.read(lambda: one_of(view.theme, theme.names(), "theme") if view.theme else "")
    kinds = {entry.name: kind_of(entry) for entry in modes_found() if entry.name in view.modes}
    parts["modes"] = {name: problems.read(partial(kind.check, view.modes[name])) for name, kind in kinds.items()}
    instead = ""
    if solver and options is not None:
        options, instead = solver.recalled(options)
    if puzzle and solver:
        problems.read(lambda: _suit(solver, puzzle, options or {}))
    if problems.said or puzzle is None or solver is None or options is None:
        raise ViewError("\n".join(problems.said))
    return Checked(view, puzzle, solver, options, instead=instead, **parts)


def _heated(shown: tuple[str, ...]) -> Heated:
    for name in shown:
        one_of(name, shown_things(), "thing to show")
    return next((heated for heated in Heated if heated.value and heated.value in shown), Heated.NOTHING)


def shown_things() -> tuple[str, ...]:
    """Return the names of what a view may switch on besides panes."""
    return (*switches(), START, SLOWING, *(heated.value for heated in Heated if heated.value))


def one_of(value: str, known: Collection[str], what: str) -> str:
    """Return a value if it is a known one. Raises :class:`ViewError`, which suggests similar values."""
    if value not in known:
        near = get_close_matches(value, known, 2, 0.5)
        meant = f"did you mean {' or '.join(near)}? " if near else ""
        raise ViewError(f"{meant}there is no {what} {quoted(value)}; choose one of: {', '.join(known)}")
    return value


def _puzzle(view: View) -> Puzzle:
    try:
        puzzle = Puzzle.parse(view.puzzle)
    except PuzzleError as error:
        raise ViewError(f"its puzzle cannot be read:\n{error}") from None
    return replace(puzzle, name=view.name) if view.name else puzzle


def _solver(view: View, folder: Path) -> Solver:
    if not view.file:
        return solver_of(view.solver)
    try:
        return registry.load(_file(view, folder))
    except (registry.ForeignError, OSError, RuntimeError) as error:
        raise ViewError(f"{_UNUSABLE}: {error}") from None


def solver_of(name: str) -> Solver:
    """Return the solver with this name. Raises :class:`ViewError`."""
    if registry.is_file_name(name):
        raise ViewError(f"a solver in a file is named as 'file', not as the solver {quoted(name)}")
    try:
        return find(name)
    except RunSpecError as error:
        raise ViewError(str(error)) from None


def options_of(solver: Solver, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of a view. Raises :class:`ViewError` if one would start a program."""
    try:
        checked = solver_options.check(solver, options)
    except solver_options.OptionError as error:
        raise ViewError(str(error)) from None
    for option in solver.options:
        if option.program and option.name in checked:
            program = checked[option.name]
            raise ViewError(
                f"it runs the program {quoted(program)}, which a saved view may not do: take the option "
                f"{option.name} out of it, or run --solver {solver.name} with --option {option.name}=… yourself"
            )
    return checked


def _suit(solver: Solver, puzzle: Puzzle, options: Mapping[str, Any]) -> None:
    side = puzzle.geometry.side
    if lacking := solver.lacking(options):
        raise ViewError(lacking)
    if not solver.sizes(puzzle.geometry):
        raise ViewError(f"{solver.title} does not know grids of {side}x{side}")
    try:
        solver_options.suit(solver, options, puzzle)
    except solver_options.OptionError as error:
        raise ViewError(str(error)) from None
