"""Saves a session as a view, and restores it."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from puzzles import writing
from puzzles.puzzle import Puzzle
from solvers.external import registry
from visualizer.files.saved_view import View
from visualizer.session.session import Session
from visualizer.session.view_check import DIGITS_ONLY, SLOWING, START, CheckedView
from visualizer.style.symbols import Symbols
from visualizer.style.theme import Theme
from visualizer.style.theme import load as load_theme
from visualizer.timeline.granularity import Grain
from visualizer.timeline.transport import Motion


class WindowLooks(Protocol):
    """The parts of the window's state that are saved in a view."""

    show_start: bool
    """Whether the starting board is shown beside the current one."""

    def use_theme(self, theme: Theme) -> None:
        """Switch to a different theme."""


class ViewState:
    """Captures and restores the parts of a session that are saved in a view."""

    def __init__(self, session: Session) -> None:
        self.session = session

    @property
    def file_name(self) -> str:
        """A file name for the view, such as ``fig1-backtracking.json`` or ``fig1-game.json``."""
        run = self.session.mode.file_name or self.session.solver.name
        return _as_name(f"{_called(self.session.puzzle)}-{run}") + ".json"

    @property
    def puzzle_name(self) -> str:
        """A file name for the puzzle, without an extension."""
        return _as_name(_called(self.session.puzzle)) or "puzzle"

    def capture(
        self,
        theme: str = "",
        *,
        beside: bool = False,
        modes: Mapping[str, Any] | None = None,
        folder: Path | None = None,
    ) -> View:
        """Return everything needed to show this moment again. ``beside`` says whether the starting board is shown.

        ``modes`` replaces the modes' current data, in case some modes had to be left in order to save. ``folder`` is
        where the view will be saved.
        """
        session = self.session
        player, analysis = session.player, session.analysis
        switched = {
            **session.panes.switched,
            START: beside,
            SLOWING: player.self_slowing,
            DIGITS_ONLY: session.digits_only,
        }
        file = registry.file_of(session.solver)
        return View(
            puzzle=writing.shortest(session.puzzle),
            solver=session.solver.name,
            name=session.puzzle.name,
            file=_path_from(file.path, folder) if file else "",
            options=session.solver.settled(session.options),
            position=player.position,
            speed=player.speed,
            grain="" if player.grain is Grain.EVERY else player.grain.value,
            bookmarks=tuple(analysis.bookmarks.to_data()),
            zoom=analysis.zoom.to_data(),
            panes=session.panes.data(),
            shown=(
                *(name for name, on in switched.items() if on),
                *([session.heated.value] * bool(session.heated.value)),
            ),
            part=session.panes.part,
            theme=theme,
            symbols="" if session.symbols is Symbols.DIGITS else session.symbols.value,
            modes=session.modes.saved() if modes is None else modes,
        )

    def restore(self, checked: CheckedView, looks: WindowLooks | None = None) -> None:
        """Restore a view, including the look of the window if given. The run is replayed up to its position."""
        session = self.session
        solver = registry.register(checked.solver) if registry.file_of(checked.solver) else checked.solver
        session.watch(checked.puzzle, solver, checked.options)
        session.show_symbols(checked.symbols)
        session.digits_only = DIGITS_ONLY in checked.view.shown
        player, analysis = session.player, session.analysis
        player.grain = checked.grain
        player.speed = checked.speed  # set after the grain, on which the speed depends
        player.self_slowing = SLOWING in checked.view.shown
        session.panes.take(checked.panes)
        session.panes.switch(checked.view.shown)
        session.heated = checked.heated
        analysis.bookmarks = checked.bookmarks
        player.to(checked.view.position, through=True)
        session.toast = checked.instead or session.toast
        session.mode.restored()
        there = partial(self._arrived, checked)
        if player.mode is Motion.SEEKING:
            session.on_arrival = there  # until then, a zoom without the playhead in it would move
        else:
            there()
        if looks is not None:
            looks.show_start = START in checked.view.shown
            if checked.theme:
                looks.use_theme(load_theme(checked.theme))
        session.say_if_missed()
        session.modes.go_on(checked.modes)

    def _arrived(self, checked: CheckedView) -> None:
        """Restore the zoom and the selected part of the step at the playhead."""
        session = self.session
        session.panes.go_to_part(checked.view.part)
        part, length = checked.zoom.to_data(), session.timeline.length
        if part is not None and part[0] < length:
            session.analysis.zoom.show(part[0], min(part[1], length), length)


def _path_from(path: Path, folder: Path | None) -> str:
    """Return the path, relative to the view's folder if inside it, so that file and view can be moved together."""
    path = path.resolve()
    if folder is not None and path.is_relative_to(folder.resolve()):
        return path.relative_to(folder.resolve()).as_posix()
    return os.fspath(path)


def _called(puzzle: Puzzle) -> str:
    return puzzle.name or Path(puzzle.source).stem or "puzzle"


def _as_name(text: str) -> str:
    return re.sub(r"[^\w.]+", "-", text).strip("-.")[:80]
