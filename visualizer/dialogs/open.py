"""What to open is chosen: files opened last, unfinished games, a folder's files, and a line that filters them."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from puzzles.figures import grouped
from visualizer.dialogs.file_browser import MOVES, UP
from visualizer.files.preview import Peeker
from visualizer.toolkit.text_field import LineEdit

MOST = 5000
"""Files and folders that are listed; more are found by writing a part of their name."""
MOST_GAMES = 5
"""Unfinished games that are listed before anything is written."""
UNFINISHED = "Unfinished games"
NAMED = "Named puzzles"
MOST_READ = 200_000
"""Names of a folder that are read."""
PATIENCE = 0.05
"""Seconds waited to hear which of the last files are still there: a disk of the network may not answer."""


class Kind(Enum):
    HEADING = "heading"
    RECENT = "a file opened last"
    GAME = "an unfinished game"
    UP = "the folder above"
    FOLDER = "folder"
    FILE = "file"
    NAMED = "a puzzle that comes with the program"


class Row(NamedTuple):
    """A line of the list."""

    kind: Kind
    name: str
    path: Path
    """Of a heading, the folder that it is about."""
    told: str = ""
    """Of a game, how far it has come; of a named puzzle, what it is."""
    key: str = ""
    """Of a game, or a named puzzle, which it is."""


class _Line(LineEdit):
    """Tells when its text has changed, by whatever hand."""

    def __init__(self, changed: Callable[[], None]) -> None:
        super().__init__()
        self._changed = changed

    def put(self, text: str) -> None:
        before = self.text
        super().put(text)
        if self.text != before:
            self._changed()

    def become(self, text: str) -> None:
        """Another text, with the caret at its end, and nobody told."""
        self.text = text
        self.caret = self.anchor = len(text)


class OpenCard:
    """Open from the start. ``chosen`` is told the path; ``forget`` which of the last files is to be named no more;
    ``go_on`` the key of a game, and ``take`` that of a named puzzle."""

    modal = True
    cells = False
    title = "Open"

    def __init__(
        self,
        folder: Path,
        recent: Sequence[Path],
        chosen: Callable[[Path], None],
        forget: Callable[[Path], None] = lambda path: None,
        games: Sequence[Row] = (),
        go_on: Callable[[str], None] = lambda key: None,
        named: Sequence[Row] = (),
        take: Callable[[str], None] = lambda key: None,
    ) -> None:
        self.folder = folder
        self.edit = self.line = _Line(self._changed)
        self.rows: tuple[Row, ...] = ()
        self.cursor = 0
        """The row that Enter takes; -1 where there is none."""
        self.top = 0
        self.trouble = ""
        """Why the last choice could not be made."""
        self.done = False
        self.follow = True
        self.more = 0
        """How many names there was no room for."""
        self.peeker = Peeker()
        self._recent = list(recent)
        self._there = _There(self._recent)
        self._listings: dict[Path, tuple[Row, ...]] = {}
        self._games, self._named = tuple(games), tuple(named)
        self._chosen, self._forget, self._go_on, self._take_named = chosen, forget, go_on, take
        if not self._go(folder):
            self._go(Path.home())

    @property
    def row(self) -> Row | None:
        """The row under the cursor."""
        return self.rows[self.cursor] if 0 <= self.cursor < len(self.rows) else None

    def missing(self, row: Row) -> bool:
        """It was opened once, and is there no more."""
        return row.kind is Kind.RECENT and row.path in self._there.gone

    @property
    def said(self) -> str:
        """What is to be known of the row under the cursor."""
        row = self.row
        if self.trouble:
            return self.trouble
        if row is None:
            return "No such name here. Enter opens what is written, if it is a whole path."
        if row.kind is Kind.GAME:
            return f"Enter goes on with it: {row.told}."
        if row.kind is Kind.NAMED:
            return f"{row.told}: one of the puzzles that come with the program."
        if row.kind in (Kind.FOLDER, Kind.UP):
            return f"{grouped(self.more)} more files: write a part of the name." if self.more else "A folder."
        if self.missing(row):
            return "It is not there any more. Del takes it off this list."
        found = self.peeker.found
        return found.words if found else "Reading …"

    @property
    def verb(self) -> str:
        """What is done with the row under the cursor."""
        return "Go on" if self.row is not None and self.row.kind is Kind.GAME else "Open"

    @property
    def bad(self) -> bool:
        """What is said is trouble."""
        found = self.peeker.found
        return bool(self.trouble) or (found is not None and found.bad)

    # Time

    @property
    def waiting(self) -> bool:
        """Something is being found out in the background."""
        return self.peeker.waiting or self._there.is_alive()

    def tick(self, dt: float) -> bool:
        """Let time pass. True if there is news."""
        return self._there.news() | self.peeker.tick(dt)

    # What is listed

    def _go(self, folder: Path) -> bool:
        """List another folder. Where it cannot be read, say why and stay."""
        rows = self._listing(folder)
        if rows is None:
            return False
        self.folder, self.trouble = folder, ""
        self.edit.become("")
        self._filter()
        return True

    def _listing(self, folder: Path) -> tuple[Row, ...] | None:
        if folder not in self._listings:
            try:
                self._listings[folder] = listed(folder)
            except OSError as error:
                self.trouble = f"{folder.name or folder} cannot be read: {error.strerror or error}."
                return None
        return self._listings[folder]

    def _filter(self) -> None:
        """Show what fits the text that is written."""
        folder, part = self._written()
        rows = (self._listing(folder) if folder is not None else None) or ()
        wanted = part.casefold()
        recent = [Row(Kind.RECENT, path.name, path) for path in self._recent] if folder == self.folder else []
        recent = [row for row in recent if wanted in row.name.casefold()]
        fitting = [row for row in rows if _fits(row, wanted)]
        self.more = max(0, len(fitting) - MOST)
        shown = fitting[:MOST]
        heads = [Row(Kind.HEADING, "Opened last", self.folder)] if recent else []
        head = [Row(Kind.HEADING, str(folder), folder)] if folder is not None and (shown or not part) else []
        self.rows = (*heads, *recent, *self._unfinished(folder, wanted), *head, *shown, *self._by_name(folder, wanted))
        self.top, self.follow = 0, True
        self.cursor = self._first(wanted)
        self._look()

    def _unfinished(self, folder: Path | None, wanted: str) -> list[Row]:
        """The games that fit, under a heading; the last few before anything is written."""
        if folder != self.folder:
            return []
        every = UNFINISHED.casefold().startswith(wanted)
        fitting = [row for row in self._games if every or wanted in row.name.casefold()]
        shown = fitting if wanted else fitting[:MOST_GAMES]
        left_out = f": the last {len(shown)} of {len(fitting)}. Write “unfinished” to list all."
        head = Row(Kind.HEADING, UNFINISHED + left_out * (len(shown) < len(fitting)), self.folder)
        return [head, *shown] if shown else []

    def _by_name(self, folder: Path | None, wanted: str) -> list[Row]:
        """Return the named puzzles that fit what is written. As on the command line, a file goes before them."""
        if folder != self.folder or not wanted:
            return []
        every = NAMED.casefold().startswith(wanted)
        fitting = [row for row in self._named if every or wanted in row.name.casefold()]
        return [Row(Kind.HEADING, NAMED, self.folder), *fitting] if fitting else []

    def _written(self) -> tuple[Path | None, str]:
        """The folder that the text names, and the part of a name behind it; no folder where there is none such."""
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

    def _first(self, wanted: str) -> int:
        """Where the cursor is to stand: on the very name, else on the first file that there is, else on a folder.

        Before anything is written a game is as good as a file.
        """
        order = [i for i, row in enumerate(self.rows) if row.kind is not Kind.HEADING and not self.missing(row)]
        exact = [i for i in order if wanted and self.rows[i].name.casefold() == wanted]
        files = [i for i in order if self.rows[i].kind in (Kind.RECENT, Kind.FILE, *([] if wanted else [Kind.GAME]))]
        return next(iter([*exact, *files, *order]), -1)

    def _look(self) -> None:
        row = self.row
        wanted = row is not None and row.kind in (Kind.RECENT, Kind.FILE) and not self.missing(row)
        self.peeker.want(row.path if row is not None and wanted else None)

    # Keys

    def key(self, name: str) -> bool:
        """Arrows move in the list, Enter chooses, Esc leaves; all other keys are for writing."""
        empty = not self.edit.text
        if name in MOVES:
            self._move(MOVES[name])
        elif name == "Return":
            self.choose()
        elif name == "Escape":
            self.done = True
        elif name in ("Ctrl+Up", "Shift+Tab"):
            self._enter(Row(Kind.UP, UP, self.folder.parent))
        elif name == "Tab":
            self._complete()
        elif name == "Delete" and empty:
            self._take_off()
        else:
            self.edit.key(name)
        return True

    def write(self) -> None:
        """The line is always what is written on."""

    def _changed(self) -> None:
        self.trouble = ""
        self._filter()

    def _move(self, by: int) -> None:
        choices = [i for i, row in enumerate(self.rows) if row.kind is not Kind.HEADING]
        if choices:
            here = choices.index(self.cursor) if self.cursor in choices else 0
            self.cursor = choices[max(0, min(here + by, len(choices) - 1))]
            self.follow, self.trouble = True, ""
            self._look()

    def _complete(self) -> None:
        """Write the name under the cursor: of a folder with a stroke behind it, which shows what is in there."""
        row = self.row
        if row is not None and row.kind in (Kind.FOLDER, Kind.FILE):
            text = self.edit.text
            cut = max(text.rfind(separator) for separator in (os.sep, os.altsep) if separator) + 1
            self.edit.become(text[:cut] + row.name + (os.sep if row.kind is Kind.FOLDER else ""))
            self._changed()

    def _take_off(self) -> None:
        row = self.row
        if row is not None and row.kind is Kind.RECENT:
            at = self.cursor
            self._recent.remove(row.path)
            self._forget(row.path)
            self._filter()
            self.cursor = min(at, len(self.rows) - 1)
            if self.row is not None and self.row.kind is Kind.HEADING:
                self._move(0)
            self._look()

    def _enter(self, row: Row) -> None:
        """Into a folder, or up; the cursor is then on the first file, or where one came from."""
        before = self.folder
        if self._go(row.path) and row.kind is Kind.UP:
            came_from = [i for i, other in enumerate(self.rows) if other.path == before and other.kind is Kind.FOLDER]
            self.cursor = came_from[0] if came_from else self.cursor
            self._look()

    def choose(self) -> None:
        """Go into the folder, or take the file, that is meant."""
        row = self.row
        if row is None:
            self._choose_written()
        elif row.kind in (Kind.FOLDER, Kind.UP):
            self._enter(row)
        elif row.kind is Kind.GAME:
            self.done = True
            self._go_on(row.key)
        elif row.kind is Kind.NAMED:
            self.done = True
            self._take_named(row.key)
        elif self.missing(row):
            self.trouble = f"{row.name} is not there any more. Del takes it off this list."
        else:
            self._take(row.path)

    def _choose_written(self) -> None:
        """Nothing that is listed fits the text: it may still be the path of a file, or of a folder."""
        text = self.edit.text.strip()
        try:
            path = self.folder / Path(text).expanduser()
            if path.is_dir():
                self._go(path.resolve())
            elif os.path.lexists(path):
                self._take(path)
            else:
                self.trouble = f"There is no file {text or 'to open'} here."
        except (OSError, ValueError, RuntimeError) as error:
            self.trouble = f"This cannot be the name of a file: {error}."

    def _take(self, path: Path) -> None:
        self.done = True
        self._chosen(path)

    # The pointer

    def point(self, place: tuple[str, int]) -> None:
        """The list is chosen from by clicks alone."""

    def press(self, place: tuple[str, int]) -> None:
        """A click: on a folder, into it; on a file, it is meant, and by a second click taken."""
        kind, number = place
        if kind == "row":
            again, self.cursor, self.follow, self.trouble = self.cursor == number, number, False, ""
            self._look()
            if again or self.rows[number].kind in (Kind.FOLDER, Kind.UP):
                self.choose()
        elif kind in ("keep", "leave"):
            self.key("Return" if kind == "keep" else "Escape")

    def scroll(self, by: int) -> None:
        """Show rows further down, or up."""
        self.top, self.follow = self.top + by, False

    def settle(self, room: int) -> None:
        """Bring the first row in sight to where it makes sense, with room for so many."""
        if self.follow and self.cursor >= 0:
            heading = self.cursor > 0 and self.rows[self.cursor - 1].kind is Kind.HEADING
            self.top = max(self.cursor - room + 1, min(self.top, self.cursor - heading))
        self.top = max(0, min(self.top, len(self.rows) - room))


def _fits(row: Row, wanted: str) -> bool:
    """Hidden names are shown to those who begin to write one."""
    if row.kind is Kind.UP:
        return not wanted
    if row.name.startswith(".") and not wanted.startswith("."):
        return False
    return wanted in row.name.casefold()


def listed(folder: Path) -> tuple[Row, ...]:
    """The way up, the folders, the files, each by the alphabet. Raises ``OSError``."""
    found = []
    with os.scandir(folder) as entries:
        for entry in entries:
            try:
                kind = Kind.FOLDER if entry.is_dir() else Kind.FILE
            except OSError:
                kind = Kind.FILE
            found.append(Row(kind, entry.name, folder / entry.name))
            if len(found) >= MOST_READ:
                break
    found.sort(key=lambda row: (row.kind is Kind.FILE, row.name.casefold(), row.name))
    return (*([Row(Kind.UP, UP, folder.parent)] if folder.parent != folder else []), *found)


class _There(threading.Thread):
    """Finds out which files are still there."""

    def __init__(self, paths: Sequence[Path]) -> None:
        super().__init__(daemon=True, name="which files are there")
        self.gone: frozenset[Path] = frozenset()
        self._paths = tuple(paths)
        self._found: frozenset[Path] = frozenset()
        self.start()
        self.join(PATIENCE)
        self.news()

    def run(self) -> None:
        self._found = frozenset(path for path in self._paths if not os.path.exists(path))

    def news(self) -> bool:
        """Has it been found out since?"""
        before, self.gone = self.gone, self._found
        return self.gone != before
