"""Files that can be opened, from the folder of the last file opened or saved."""

from __future__ import annotations

import os
import threading
from functools import partial
from itertools import islice
from pathlib import Path

from puzzles.discovery import About
from visualizer.dialogs.palette import Finder, PaletteItem
from visualizer.files.resolve import is_openable
from visualizer.window.context import WindowContext
from visualizer.window.open_files import FileOpener
from visualizer.window.palette.opening import target

ABOUT = About("folder", rank=65)
GROUP = "Files in this folder"
MOST = 300
"""The maximum number of entries read."""
WAIT = 0.005
"""How long to wait for the entries after each letter typed, in seconds. A network drive may not respond."""


def finder(window: WindowContext) -> Finder:
    """Return the folder's files, without those opened recently. None are listed until something is typed."""
    folder, recent = window.dialogs.folder, {*target(window, FileOpener).recent.paths()}
    reader = _Reader(folder)

    def find(text: str) -> list[PaletteItem]:
        if not text:
            return []
        reader.join(WAIT)
        paths = (folder / name for name in reader.names)
        return [
            PaletteItem(path.name, partial(window.drop, path), GROUP, words="open", leaves=True)
            for path in paths
            if path not in recent
        ]

    return find


class _Reader(threading.Thread):
    """A background thread that lists the openable files in a folder."""

    def __init__(self, folder: Path) -> None:
        super().__init__(daemon=True, name="list the folder")
        self.names: tuple[str, ...] = ()
        """The names found, or none while the folder is being read."""
        self._folder = folder
        self.start()

    def run(self) -> None:
        try:
            with os.scandir(self._folder) as entries:
                found = sorted(entry.name for entry in islice(entries, MOST) if entry.is_file())
        except OSError:
            return
        self.names = tuple(name for name in found if self._can_open(name))

    def _can_open(self, name: str) -> bool:
        try:
            return is_openable(self._folder / name)
        except OSError:
            return False
