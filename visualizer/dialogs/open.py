"""Opens a recent file, an unfinished game, a file in a folder or a named puzzle. Typing filters the list."""

import os
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path

from puzzles.corpus import named
from puzzles.figures import counted, grouped
from visualizer.dialogs.file_dialog import DialogShape, FileDialog, FileRow, RowKind
from visualizer.files import resolve
from visualizer.files.loader import Background, Previewer
from visualizer.session.mode import UnfinishedWork
from visualizer.toolkit.cards import LineEdit

MOST_FILES = 5000
"""The maximum number of files and folders listed. Typing part of a name finds the rest."""
MOST_GAMES = 5
"""The maximum number of unfinished games listed until something is typed."""
UNFINISHED = "Unfinished games"
NAMED = "Named puzzles"
FILES_WAIT = 0.05
"""How long to wait, in seconds, to learn which recent files still exist, as a network drive may not respond."""


class OpenDialog(FileDialog):
    """The dialog for opening things. It calls ``chosen`` with a path, ``forget`` with a recent file to drop from the
    list, ``go_on`` with the key of a game, and ``take`` with the key of a named puzzle.
    """

    title = "Open"
    shape = DialogShape(760, 18)
    keys = (("Tab", "completes"), ("Ctrl+↑", "up"), ("Del", "forgets"))
    placeholder = "Part of a name, a path, or a puzzle such as fig1"
    line_first = True

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
        self.more = 0
        """How many matching files are left out of the list."""
        self.previewer = Previewer()
        self._recent = list(recent)
        paths = tuple(recent)
        self._there = Background(lambda: frozenset(path for path in paths if not os.path.exists(path)), "missing files")
        self._there.join(FILES_WAIT)
        self._gone = self._there.found or frozenset()
        self._listings: dict[Path, tuple[FileRow, ...]] = {}
        self._games, self._named = tuple(games), tuple(named)
        self._chosen, self._forget, self._go_on, self._take_named = chosen, forget, go_on, take
        super().__init__(folder)

    def missing(self, row: FileRow) -> bool:
        return row.kind is RowKind.RECENT and row.path in self._gone

    @property
    def hint(self) -> str:
        row = self.row
        if row is None:
            return "Nothing matches. Enter opens the text as a path."
        if row.kind is RowKind.GAME:
            return f"Enter resumes this game: {row.told}."
        if row.kind is RowKind.NAMED:
            return f"{row.told}: built in."
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
        before, self._gone = self._gone, self._there.found or frozenset()
        return self.previewer.tick(dt) or self._gone != before

    # What is listed

    def go(self, folder: Path) -> bool:
        if self._listing(folder) is None:
            return False
        self.folder, self.trouble = folder, ""
        self.edit = LineEdit(changed=self._changed)
        self._filter()
        return True

    def _listing(self, folder: Path) -> tuple[FileRow, ...] | None:
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
        here = folder == self.folder
        games = _matching(UNFINISHED, self._games, wanted, self.folder, MOST_GAMES) if here else ()
        named = _matching(NAMED, self._named, wanted, self.folder, 0) if here else ()
        self.rows = (*heads, *recent, *games, *head, *shown, *named)  # a file takes precedence over a name
        self.top, self.follow = 0, True
        self.cursor = self.first(wanted)
        self.pointed()

    def _written(self) -> tuple[Path | None, str]:
        """Split the typed text into a folder and a partial name. The folder is None if it does not exist."""
        text = self.edit.text.strip()
        cut = _name_start(text)
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
        row = self.row
        wanted = row is not None and row.kind in (RowKind.RECENT, RowKind.FILE) and not self.missing(row)
        self.previewer.want(row.path if row is not None and wanted else None)

    # Keys

    def key(self, name: str) -> bool:
        """Handle a key: Tab completes a name, and Delete in an empty text field removes a recent file from the list."""
        if name == "Tab":
            # For a folder, also add a slash and list its contents.
            row = self.row
            if row is not None and row.kind in (RowKind.FOLDER, RowKind.FILE):
                text = self.edit.text
                self.edit.text = text[: _name_start(text)] + row.name + (os.sep if row.kind is RowKind.FOLDER else "")
                self.edit.caret = self.edit.anchor = len(self.edit.text)
                self._changed()
        elif name == "Delete" and not self.edit.text:
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
        else:
            super().key(name)
        return True

    def _changed(self) -> None:
        self.trouble = ""
        self._filter()

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
        elif row.kind in (RowKind.GAME, RowKind.NAMED):
            self.done = True
            (self._go_on if row.kind is RowKind.GAME else self._take_named)(row.key)
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


def _name_start(text: str) -> int:
    return max(text.rfind(separator) for separator in (os.sep, os.altsep) if separator) + 1


def _fits(row: FileRow, wanted: str) -> bool:
    """Return whether a name contains the text. Hidden names match only text that starts with a dot."""
    if row.kind is RowKind.UP:
        return not wanted
    if row.name.startswith(".") and not wanted.startswith("."):
        return False
    return wanted in row.name.casefold()


def _matching(heading: str, rows: Sequence[FileRow], wanted: str, folder: Path, most: int) -> list[FileRow]:
    """Return the matching rows under a heading. Until something is typed, return at most so many."""
    every = heading.casefold().startswith(wanted)
    fitting = [row for row in rows if every or wanted in row.name.casefold()]
    shown = fitting if wanted else fitting[:most]
    left_out = f": the last {len(shown)} of {len(fitting)}. Type “unfinished” to list all."
    head = FileRow(RowKind.HEADING, heading + left_out * (len(shown) < len(fitting)), folder)
    return [head, *shown] if shown else []


# The rows of unfinished games and named puzzles


_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def rows_of_unfinished(found: Iterable[UnfinishedWork], now: float) -> tuple[FileRow, ...]:
    """Return a row for each unfinished game. ``now`` is in seconds since 1970."""
    return tuple(
        FileRow(RowKind.GAME, one.name, Path(), " · ".join(filter(None, [one.progress, when(one.when, now)])), one.key)
        for one in found
    )


def when(then: float, now: float) -> str:
    """Format a date: "today, 14:05", "yesterday, 9:30", "3 Nov, 9:30" or "3 Nov 2024". Return "" if it is unknown."""
    if not then:
        return ""
    time, today = datetime.fromtimestamp(then), datetime.fromtimestamp(now)
    clock = f"{time.hour}:{time.minute:02}"
    if time.date() == today.date():
        return f"today, {clock}"
    if time.date() == (today - timedelta(days=1)).date():
        return f"yesterday, {clock}"
    day = f"{time.day} {_MONTHS[time.month - 1]}"
    return f"{day}, {clock}" if time.year == today.year else f"{day} {time.year}"


@cache
def rows_of_named() -> tuple[FileRow, ...]:
    """Return a row for each named puzzle, sorted by name."""
    found = sorted(named.all(), key=lambda one: one.name.casefold())
    return tuple(FileRow(RowKind.NAMED, one.name, Path(), _told(one), one.name) for one in found)


@cache
def rows_of_collections() -> tuple[FileRow, ...]:
    """Return a row for each of the program's own collections, which its first line describes."""
    found = dict.fromkeys(resolve.own_collections().values())
    return tuple(FileRow(RowKind.NAMED, path.stem, path, _first_words(path), path.stem) for path in found)


def _first_words(path: Path) -> str:
    with path.open(encoding="ascii") as lines:
        return f"All {next(lines).removeprefix('#').partition(',')[0].strip()}"


def _told(one: named.NamedPuzzle) -> str:
    """Describe a puzzle, as in "9x9, 28 givens, one solution"."""
    size, clues, count = one.puzzle.geometry.dimensions, one.puzzle.clues, one.count
    few = {None: f"at least {one.at_least} solutions", 0: "no solution", 1: "one solution"}
    return f"{size}, {counted(clues, 'given')}, {few.get(count, f'{count} solutions')}"
