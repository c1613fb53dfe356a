"""A file to save to is chosen: the folders and files of a folder, and a line for the name. Nothing is changed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from visualizer.toolkit.text_field import LineEdit

SUFFIX = ".json"
MOST = 5000
"""Files and folders of a folder that are listed."""
MOVES = {"Up": -1, "Down": 1, "PageUp": -8, "PageDown": 8}
UP = ".."


class Entry(NamedTuple):
    name: str
    folder: bool


class FileList:
    """Open from the start. ``chosen`` is told the path; what it does with it, and whether it asks first, is its own."""

    modal = True
    cells = False
    title = "Save this view"
    endings: tuple[str, ...] = (SUFFIX,)
    """Of the files that are listed, the usual one first."""

    def __init__(self, folder: Path, name: str, chosen: Callable[[Path], None]) -> None:
        self.folder = folder
        self.edit = self._line_with(name)
        self.entries: tuple[Entry, ...] = ()
        self.cursor = -1
        """The entry under the cursor; -1: the line is being written."""
        self.top = 0
        self.trouble = ""
        """Why the last choice could not be made."""
        self.done = False
        self.follow = True
        self._chosen = chosen
        if not self.go(folder):
            self.go(Path.home())

    @property
    def line(self) -> LineEdit | None:
        """The line, while it is what is written on."""
        return self.edit if self.cursor < 0 else None

    @property
    def hint(self) -> str:
        """What is to be known of what is going to be saved."""
        return ""

    def _line_with(self, name: str) -> LineEdit:
        """A line with a name, of which all but a usual ending is selected."""
        ending = next((one for one in self.endings if name.lower().endswith(one)), "")
        return LineEdit(name, len(name) - len(ending))

    def go(self, folder: Path) -> bool:
        """List another folder. Where it cannot be read, say why and stay."""
        try:
            self.entries = listed(folder, self.endings)
        except OSError as error:
            self.trouble = f"{folder.name or folder} cannot be read: {error.strerror or error}."
            return False
        self.folder, self.trouble, self.top = folder, "", 0
        return True

    # Keys

    def key(self, name: str) -> bool:
        """Arrows move in the list, Enter chooses, Esc leaves; all other keys are for writing."""
        if name in MOVES:
            self._move(MOVES[name])
        elif name == "Return":
            self.choose()
        elif name == "Escape":
            self.done = True
        elif name in ("Ctrl+Up", "Shift+Tab"):
            self._enter(UP)
        elif self.edit.key(name):
            self.write()
        return True

    def write(self) -> None:
        """The line is being written from now on."""
        self.cursor, self.trouble = -1, ""

    def _move(self, by: int) -> None:
        if not self.entries:
            return
        if self.cursor < 0:
            self.cursor = 0 if by > 0 else len(self.entries) - 1
        else:
            self.cursor = max(0, min(self.cursor + by, len(self.entries) - 1))
        self.follow = True
        self._take()

    def _take(self) -> None:
        """The file under the cursor is what the line says."""
        entry, self.trouble = self.entries[self.cursor], ""
        if not entry.folder:
            self.edit = self._line_with(entry.name)

    def _enter(self, name: str) -> None:
        """Into a folder of the list, or up; the cursor is then on the first entry, or where one came from."""
        before = self.folder
        if self.go(before.parent if name == UP else before / name):
            names = [entry.name for entry in self.entries]
            self.cursor = names.index(before.name) if name == UP and before.name in names else 0 if names else -1
            self.follow = True

    def choose(self) -> None:
        """Go into the folder, or take the file, that is meant."""
        if self.cursor >= 0 and self.entries[self.cursor].folder:
            self._enter(self.entries[self.cursor].name)
            return
        text = self.edit.text.strip()
        if not text:
            self.trouble = "Write a name."
            return
        try:
            self._choose(self.folder / Path(text).expanduser())
        except (OSError, ValueError, RuntimeError) as error:
            self.trouble = f"This cannot be the name of a file: {error}."

    def _choose(self, path: Path) -> None:
        if path.is_dir():
            if self.go(path.resolve()):
                self.edit, self.cursor = LineEdit(), -1
            return
        path = self.finished(path)
        if not path.parent.is_dir():
            self.trouble = f"There is no folder {path.parent}."
        else:
            self.done = True
            self._chosen(path)

    def finished(self, path: Path) -> Path:
        """The path with an ending: one that was typed over what stood before the one that was there goes for it."""
        before = Path(path.stem)
        if path.suffix.lower() in self.endings and before.suffix.lower() in self.endings:
            return path.with_name(path.stem)
        return path if path.suffix or path.exists() else path.with_name(path.name + self.endings[0])

    # The pointer

    def point(self, place: tuple[str, int]) -> None:
        """The list is chosen from by clicks alone."""

    def press(self, place: tuple[str, int]) -> None:
        """A click: on a folder, into it; on a file, it is meant, and by a second click taken."""
        kind, number = place
        if kind == "row":
            again, self.cursor, self.follow = self.cursor == number, number, False
            self._take()
            if again or self.entries[number].folder:
                self.choose()
        elif kind == "line":
            self.write()
        elif kind in ("keep", "leave"):
            self.cursor = -1 if kind == "keep" else self.cursor
            self.key("Return" if kind == "keep" else "Escape")

    def scroll(self, by: int) -> None:
        """Show entries further down, or up."""
        self.top, self.follow = self.top + by, False

    def settle(self, room: int) -> None:
        """Bring the first entry in sight to where it makes sense, with room for so many."""
        if self.follow and self.cursor >= 0:
            self.top = max(self.cursor - room + 1, min(self.top, self.cursor))
        self.top = max(0, min(self.top, len(self.entries) - room))


def listed(folder: Path, endings: tuple[str, ...] = (SUFFIX,)) -> tuple[Entry, ...]:
    """The way up, the folders, the files with these endings, each by the alphabet; none that is hidden.

    Raises ``OSError``.
    """
    found = []
    for path in folder.iterdir():
        is_folder = _is_folder(path)
        if not path.name.startswith(".") and (is_folder or path.suffix.lower() in endings):
            found.append(Entry(path.name, is_folder))
    found.sort(key=lambda entry: (not entry.folder, entry.name.casefold()))
    return (*([Entry(UP, True)] if folder.parent != folder else []), *found[:MOST])


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:
        return False
