"""Copies and saves the puzzle and the board: to the clipboard, or to a file of any format."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path

from puzzles.formats.base import Format
from puzzles.position import Position
from visualizer.dialogs.save_puzzle import SavePuzzleDialog
from visualizer.files import atomic
from visualizer.files.recent import Recent
from visualizer.keymap import action, key_of
from visualizer.session.copy import Copier, written
from visualizer.session.session import Session
from visualizer.session.view_state import ViewState
from visualizer.window import clipboard
from visualizer.window.dialogs import Dialogs


class Outgoing:
    """The copying and saving of puzzles."""

    def __init__(self, session: Session, dialogs: Dialogs, recent: Recent) -> None:
        self.session = session
        self.dialogs = dialogs
        self.recent = recent
        self._copier = Copier()

    def tick(self, dt: float) -> None:
        """Let time pass."""
        self._copier.tick(dt)

    @action("copy", "Ctrl+C", "Keep", "Copy the puzzle; again: the board", rank=400, window_only=True)
    def copy(self) -> None:
        """Copy the puzzle as a line; pressed again soon, copy the board in one form after the other."""
        form, following = self._copier.copy(self.session.puzzle_here, self.session.position_here)
        if not clipboard.put(form.text):
            key = key_of("save puzzle")
            self.session.toast = f"There is no clipboard here. {key} saves the puzzle to a file."
            return
        again = f" {key_of('copy')} again: {following.title}." if following != form else ""
        self.session.toast = f"Copied: {form.title}.{again}"
        self.session.note("copied", form=form.title)

    @action(
        "save puzzle", "Ctrl+Shift+S", "Keep", "Save the puzzle, or the board, in any format",
        rank=370, window_only=True,
    )  # fmt: skip
    def save(self) -> None:
        """Choose a file and a format."""
        session = self.session
        session.player.pause()
        stem = ViewState(session).puzzle_name
        puzzle, here = Position(session.puzzle_here), session.position_here
        self.dialogs.open(SavePuzzleDialog(self.dialogs.folder, stem, puzzle, here, self._ask))

    def _ask(self, path: Path, form: Format, content: Position) -> None:
        if os.path.lexists(path):
            question = f"There is a file {path.name} already. Replace it?"
            self.session.ask(question, partial(self._save, path, form, content))
        else:
            self._save(path, form, content)

    def _save(self, path: Path, form: Format, content: Position) -> None:
        try:
            atomic.write(path, written(form, content).encode("utf-8", "replace"))
        except OSError as error:
            self.session.notice = f"The puzzle cannot be saved.\n{path}: {error.strerror or error}"
            return
        self.dialogs.folder = path.parent
        self.recent.add(path)
        self.session.toast = f"Saved: {path.name}, {form.title}."
        self.session.note("puzzle saved", path=str(path), format=form.name)
