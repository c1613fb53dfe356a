"""Opens a recent file, an unfinished game, a file in a folder or a named puzzle. Typing filters the list."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from puzzles.figures import grouped
from visualizer.dialogs.file_dialog import DialogShape, FileDialog, FileRow, RowKind
from visualizer.files.preview import Previewer
from visualizer.toolkit.cards import LineEdit

MOST_FILES = 5000
"""The maximum number of files and folders listed. Typing part of a name finds the rest."""
MOST_GAMES = 5
"""The maximum number of unfinished games listed until something is typed."""
UNFINISHED = "Unfinished games"
NAMED = "Named puzzles"
FILES_WAIT = 0.05
"""How long to wait, in seconds, to learn which recent files still exist, as a network drive may not respond."""


class _Line(LineEdit):
    """A text field that reports every change to its text."""

    def __init__(self, changed: Callable[[], None]) -> None:
        super().__init__()
        self._changed = changed

    def put(self, text: str) -> None:
        before = self.text
        super().put(text)
        if self.text != before:
            self._changed()

    def become(self, text: str) -> None:
        """Replace the text without reporting a change, and put the caret at the end."""
        self.text = text
        self.caret = self.anchor = len(text)


class OpenDialog(FileDialog):
    """The dialog for opening things. It calls ``chosen`` with a path, ``forget`` with a recent file to drop from the
    list, ``go_on`` with the key of a game, and ``take`` with the key of a named puzzle.
    """

    title = "Open"
    shape = DialogShape(760, 18)
    keys = (("Tab", "completes"), ("Ctrl+↑", "up"), ("Del", "forgets"))
    placeholder = "Part of a name, a path, or a puzzle such as fig1"
    line_first = True
    edit: _Line

    def __init__(
        self,
        folder: Path,
        recent: Sequence[Path],
        chosen: Callable[[Path], None],
        forget: Callable[[Path], None] = lambda path: None,
        games: Sequence[FileRow] = (),
        go_on: Callable[[str], None] = lambda key: None,
        named: Sequence[FileRow] = (),
        take: Callable[[str], None] = lambda key: None,
    ) -> None:
        self.edit = _Line(self._changed)
        self.more = 0
        """How many matching files are left out of the list."""
        self.previewer = Previewer()
        self._recent = list(recent)
        self._there = _There(self._recent)
        self._listings: dict[Path, tuple[FileRow, ...]] = {}
        self._games, self._named = tuple(games), tuple(named)
        self._chosen, self._forget, self._go_on, self._take_named = chosen, forget, go_on, take
        super().__init__(folder)

    def missing(self, row: FileRow) -> bool:
        return row.kind is RowKind.RECENT and row.path in self._there.gone

    @property
    def remark(self) -> str:
        row = self.row
        if self.trouble:
            return self.trouble
        if row is None:
            return "Nothing matches. Enter opens the text as a path."
        if row.kind is RowKind.GAME:
            return f"Enter resumes this game: {row.told}."
        if row.kind is RowKind.NAMED:
            return f"{row.told}: one of the built-in puzzles."
        if row.is_folder:
            return f"{grouped(self.more)} more files: type part of the name." if self.more else "A folder."
        if self.missing(row):
            return "This file no longer exists. Del removes it from the list."
        found = self.previewer.found
        return found.words if found else "Reading …"

    @property
    def verb(self) -> str:
        return "Go on" if self.row is not None and self.row.kind is RowKind.GAME else "Open"

    @property
    def bad(self) -> bool:
        found = self.previewer.found
        return bool(self.trouble) or (found is not None and found.bad)

    # Time

    @property
    def waiting(self) -> bool:
        """Whether anything is still being looked up in the background."""
        return self.previewer.waiting or self._there.is_alive()

    def tick(self, dt: float) -> bool:
        """Check the background lookups. Return True if there is news."""
        return self._there.news() | self.previewer.tick(dt)

    # What is listed

    def go(self, folder: Path) -> bool:
        if self._listing(folder) is None:
            return False
        self.folder, self.trouble = folder, ""
        self.edit.become("")
        self._filter()
        return True

    def _listing(self, folder: Path) -> tuple[FileRow, ...] | None:
        """List a folder, reading it only once."""
        if folder not in self._listings:
            rows = super()._listing(folder)
            if rows is None:
                return None
            self._listings[folder] = rows
        return self._listings[folder]

    def _filter(self) -> None:
        """Show the rows that match the typed text."""
        folder, part = self._written()
        rows = (self._listing(folder) if folder is not None else None) or ()
        wanted = part.casefold()
        recent = [FileRow(RowKind.RECENT, path.name, path) for path in self._recent] if folder == self.folder else []
        recent = [row for row in recent if wanted in row.name.casefold()]
        fitting = [row for row in rows if _fits(row, wanted)]
        self.more = max(0, len(fitting) - MOST_FILES)
        shown = fitting[:MOST_FILES]
        heads = [FileRow(RowKind.HEADING, "Opened last", self.folder)] if recent else []
        head = [FileRow(RowKind.HEADING, str(folder), folder)] if folder is not None and (shown or not part) else []
        self.rows = (*heads, *recent, *self._unfinished(folder, wanted), *head, *shown, *self._by_name(folder, wanted))
        self.top, self.follow = 0, True
        self.cursor = self.first(wanted)
        self.pointed()

    def _unfinished(self, folder: Path | None, wanted: str) -> list[FileRow]:
        """Return the matching games under a heading. Until something is typed, return only the latest few."""
        if folder != self.folder:
            return []
        every = UNFINISHED.casefold().startswith(wanted)
        fitting = [row for row in self._games if every or wanted in row.name.casefold()]
        shown = fitting if wanted else fitting[:MOST_GAMES]
        left_out = f": the last {len(shown)} of {len(fitting)}. Type “unfinished” to list all."
        head = FileRow(RowKind.HEADING, UNFINISHED + left_out * (len(shown) < len(fitting)), self.folder)
        return [head, *shown] if shown else []

    def _by_name(self, folder: Path | None, wanted: str) -> list[FileRow]:
        """Return the matching named puzzles. They come last: as on the command line, a file takes precedence."""
        if folder != self.folder or not wanted:
            return []
        every = NAMED.casefold().startswith(wanted)
        fitting = [row for row in self._named if every or wanted in row.name.casefold()]
        return [FileRow(RowKind.HEADING, NAMED, self.folder), *fitting] if fitting else []

    def _written(self) -> tuple[Path | None, str]:
        """Split the typed text into a folder and a partial name. The folder is None if it does not exist."""
        text = self.edit.text.strip()
        parts = [text.rfind(separator) for separator in (os.sep, os.altsep) if separator]
        cut = max(parts) + 1
        if text == "~":
            cut, text = 2, "~" + os.sep
        if not cut:
            return self.folder, text
        try:
            folder = self.folder / Path(text[:cut]).expanduser()
            return (folder if folder.is_dir() else None), text[cut:]
        except (OSError, ValueError, RuntimeError):
            return None, text

    def first(self, wanted: str) -> int:
        """Return the row with exactly this name, or the first existing file, or the first folder.

        Until something is typed, unfinished games count as files.
        """
        order = [i for i, row in enumerate(self.rows) if row.kind is not RowKind.HEADING and not self.missing(row)]
        exact = [i for i in order if wanted and self.rows[i].name.casefold() == wanted]
        files = [
            i for i in order if self.rows[i].kind in (RowKind.RECENT, RowKind.FILE, *([] if wanted else [RowKind.GAME]))
        ]
        return next(iter([*exact, *files, *order]), -1)

    def pointed(self) -> None:
        """Preview the file at the cursor."""
        row = self.row
        wanted = row is not None and row.kind in (RowKind.RECENT, RowKind.FILE) and not self.missing(row)
        self.previewer.want(row.path if row is not None and wanted else None)

    # Keys

    def key(self, name: str) -> bool:
        """Handle a key: Tab completes a name, and Delete in an empty text field removes a recent file from the list."""
        if name == "Tab":
            self._complete()
        elif name == "Delete" and not self.edit.text:
            self._take_off()
        else:
            super().key(name)
        return True

    def _changed(self) -> None:
        self.trouble = ""
        self._filter()

    def _complete(self) -> None:
        """Complete the name at the cursor. For a folder, also add a slash and list its contents."""
        row = self.row
        if row is not None and row.kind in (RowKind.FOLDER, RowKind.FILE):
            text = self.edit.text
            cut = max(text.rfind(separator) for separator in (os.sep, os.altsep) if separator) + 1
            self.edit.become(text[:cut] + row.name + (os.sep if row.kind is RowKind.FOLDER else ""))
            self._changed()

    def _take_off(self) -> None:
        row = self.row
        if row is not None and row.kind is RowKind.RECENT:
            at = self.cursor
            self._recent.remove(row.path)
            self._forget(row.path)
            self._filter()
            self.cursor = min(at, len(self.rows) - 1)
            if self.row is not None and self.row.kind is RowKind.HEADING:
                self.move(0)
            self.pointed()

    def enter(self, row: FileRow) -> None:
        """Open a folder, or go up a level, then preview the file at the cursor."""
        super().enter(row)
        self.pointed()

    def choose(self) -> None:
        row = self.row
        if row is None:
            self.choose_written()
        elif row.is_folder:
            self.enter(row)
        elif row.kind is RowKind.GAME:
            self.done = True
            self._go_on(row.key)
        elif row.kind is RowKind.NAMED:
            self.done = True
            self._take_named(row.key)
        elif self.missing(row):
            self.trouble = f"{row.name} no longer exists. Del removes it from the list."
        else:
            self._take(row.path)

    def choose_path(self, path: Path) -> None:
        """Open the typed path, even if nothing in the list matches it."""
        if path.is_dir():
            self.go(path.resolve())
        elif os.path.lexists(path):
            self._take(path)
        else:
            self.trouble = f"There is no file {self.edit.text.strip() or 'to open'} here."

    def _take(self, path: Path) -> None:
        self.done = True
        self._chosen(path)


def _fits(row: FileRow, wanted: str) -> bool:
    """Return whether a name contains the text. Hidden names match only text that starts with a dot."""
    if row.kind is RowKind.UP:
        return not wanted
    if row.name.startswith(".") and not wanted.startswith("."):
        return False
    return wanted in row.name.casefold()


class _There(threading.Thread):
    """A background thread that checks which files still exist."""

    def __init__(self, paths: Sequence[Path]) -> None:
        super().__init__(daemon=True, name="look for missing files")
        self.gone: frozenset[Path] = frozenset()
        self._paths = tuple(paths)
        self._found: frozenset[Path] = frozenset()
        self.start()
        self.join(FILES_WAIT)
        self.news()

    def run(self) -> None:
        self._found = frozenset(path for path in self._paths if not os.path.exists(path))

    def news(self) -> bool:
        """Return whether anything has changed since the last call."""
        before, self.gone = self.gone, self._found
        return self.gone != before
