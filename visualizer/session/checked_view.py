"""Validates a saved view before anything is changed, to make sure it can be shown on this machine, and restores it."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from puzzles.problems import PuzzleError, quoted
from puzzles.puzzle import Puzzle
from solvers import DEFAULT
from solvers.core.registry import Solver, is_file_name
from solvers.external import registry
from visualizer.analysis.bookmarks import Bookmarks
from visualizer.analysis.zoom import Zoom
from visualizer.files.saved_view import RETIRED, SETTINGS, START, SWITCHES, View, ViewError, give, one_of
from visualizer.keymap import modes_found
from visualizer.session.mode import kind_of
from visualizer.session.pane import switches
from visualizer.session.pane_layout import PaneLayout
from visualizer.session.run_spec import find
from visualizer.session.session import Session
from visualizer.text.shell import raised_as
from visualizer.timeline.transport import Motion
from visualizer.views.board import HeatedEvent

_usable = partial(
    raised_as, ViewError, registry.ForeignError, OSError, RuntimeError, before="its solver's file cannot be used: "
)


class CheckedView:
    """A saved view, with its data turned into objects. Create one with :func:`check`, which validates every part.

    On another machine, the same view may give different objects, because a different solver may have that name.
    """

    def __init__(self, view: View, folder: Path) -> None:
        self.view = view
        self._folder = folder

    @cached_property
    def puzzle(self) -> Puzzle:
        with raised_as(ViewError, PuzzleError, before="its puzzle cannot be read:\n"):
            puzzle = Puzzle.parse(self.view.puzzle)
        return replace(puzzle, name=self.view.name) if self.view.name else puzzle

    @cached_property
    def solver(self) -> Solver:
        """The solver. If it comes from a file, it has not been registered and none of its code has run."""
        if not self.view.file:
            return solver_of(self.view.solver)
        with _usable():
            loaded = registry.load(_file(self.view, self._folder))
        return loaded

    @cached_property
    def recalled(self) -> tuple[dict[str, Any], str]:
        """The options, and a sentence about anything replaced because this machine lacks it ("" if nothing was)."""
        return self.solver.recalled(options_of(self.solver, self.view.options))

    @property
    def options(self) -> dict[str, Any]:
        return self.recalled[0]

    @property
    def instead(self) -> str:
        """A sentence about anything in the view that this program or machine lacks, or ""."""
        of_modes = (getattr(mode, "instead", "") for mode in self.modes.values())
        return next(filter(None, [self.recalled[1], *of_modes]), "")

    @cached_property
    def bookmarks(self) -> Bookmarks:
        return Bookmarks.from_data(self.view.bookmarks)

    @cached_property
    def zoom(self) -> Zoom:
        return Zoom.from_data(self.view.zoom)

    @cached_property
    def panes(self) -> PaneLayout:
        return PaneLayout.of(self.view.panes) if self.view.panes else PaneLayout.usual()

    @cached_property
    def heated(self) -> HeatedEvent:
        for name in self.view.shown:
            one_of(name, shown_things(), "thing to show")
        return next((heated for heated in HeatedEvent if heated.value in self.view.shown), HeatedEvent.NOTHING)

    @cached_property
    def modes(self) -> dict[str, Any]:
        """Each mode's validated data, by name."""
        data = self.view.modes
        return {entry.name: kind_of(entry).check(data[entry.name]) for entry in modes_found() if entry.name in data}

    @cached_property
    def suits(self) -> bool:
        """Whether the solver can run on the puzzle. Raises :class:`ViewError` with the reason if it cannot."""
        if refused := self.solver.lacking(self.options) or self.solver.misfit(self.puzzle):
            raise ViewError(refused)
        self.solver.suit(self.options, self.puzzle)
        return True

    def restore(self, session: Session) -> None:
        """Show the view in a session. The run is replayed up to its position."""
        solver = registry.register(self.solver) if registry.file_of(self.solver) else self.solver
        session.watch(self.puzzle, solver, self.options)
        give(session, self.view.said)
        for name, its in SWITCHES.items():
            its.set(session, name in self.view.shown)
        player = session.player
        session.panes.take(self.panes)
        session.panes.switch(self.view.shown)
        session.heated = self.heated
        session.analysis.bookmarks = self.bookmarks
        player.to(self.view.position, through=True)
        session.toast = self.instead or session.toast
        session.mode.restored()
        there = partial(self._arrived, session)
        if player.mode is Motion.SEEKING:
            session.on_arrival = there  # until then, a zoom without the playhead in it would move
        else:
            there()
        session.say_if_missed()
        session.modes.go_on(self.modes)

    def _arrived(self, session: Session) -> None:
        """Restore the zoom and the selected part of the step at the playhead."""
        session.panes.go_to_part(self.view.part)
        part, length = self.zoom.to_data(), session.timeline.length
        if part is not None and part[0] < length:
            session.analysis.zoom.show(part[0], min(part[1], length), length)


def program_of(view: View, folder: Path) -> Path | None:
    """Return the Python file that a view would run, if any. The user must agree before it is run.

    The rest of the view is validated, but the file is not read. Raise :class:`ViewError` if anything is invalid.
    """
    if not view.file:
        return None
    check(without_program(view), folder)
    with _usable():
        path = _file(view, folder)
        registry.check_path(path)
    return path


def without_program(view: View) -> View:
    """Return the view with the default solver if it would otherwise run a Python file."""
    return replace(view, solver=DEFAULT, file="", options={}) if view.file else view


def _file(view: View, folder: Path) -> Path:
    return (folder / Path(view.file).expanduser()).absolute()


def check(view: View, folder: Path) -> CheckedView:
    """Validate every part of a view, loading any Python file it runs (see :func:`program_of`).

    Raise :class:`ViewError` listing all problems, each on one or more lines.
    """
    checked, problems = CheckedView(view, folder), []
    parts = [partial(one.__get__, checked) for one in vars(CheckedView).values() if isinstance(one, cached_property)]
    for part in [*parts, *(partial(its.value, view.said[name]) for name, its in SETTINGS.items())]:
        try:
            part()
        except ValueError as error:
            problems.append(str(error))
    if problems:
        raise ViewError("\n".join(dict.fromkeys(problems)))  # a part that depends on an invalid one repeats its error
    return checked


def shown_things() -> tuple[str, ...]:
    """Return everything a view can switch on, apart from panes."""
    return (*switches(), START, *SWITCHES, *RETIRED, *(heated.value for heated in HeatedEvent if heated.value))


def solver_of(name: str) -> Solver:
    """Return the solver with this name. Raise ``ValueError`` if there is none."""
    if is_file_name(name):
        raise ViewError(f"the name of a Python file belongs in 'file', not in 'solver': {quoted(name)}")
    return find(name)


def options_of(solver: Solver, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return a view's options. Raise ``ValueError`` if they are invalid or would start a program."""
    checked = solver.checked(options)
    for option in solver.options:
        if option.program and option.name in checked:
            program = checked[option.name]
            raise ViewError(
                f"it runs the program {quoted(program)}, which a saved view may not do: remove the option "
                f"{option.name} from the view, or run --solver {solver.name} with --option {option.name}=… yourself"
            )
    return checked
