"""Loads whatever the user opens while the window keeps running, because a large collection takes a while.

Previews files too, and watches them for changes.
"""

import os
import threading
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar
from urllib.parse import urlsplit

from puzzles.bounds import LARGEST_COMPARED, LONGEST_PATH, BoundsError, FilePart, open_file, reason
from puzzles.corpus.corpus import Corpus
from puzzles.figures import counted, grouped
from puzzles.problems import Problem, short
from puzzles.puzzle import Position
from solvers.sat.model import PrintedAnswer
from visualizer.files import resolve
from visualizer.files.atomic import forget, unnamed
from visualizer.files.lectures import is_lecture, title_of
from visualizer.files.saved_view import View, from_text, is_trace, load, looks_like_view

T = TypeVar("T")

FIRST_WAIT = 0.1
"""How long to wait for a file before carrying on, in seconds. Nearly every file takes less."""
FileContents = Position | View | Path | PrintedAnswer | Callable[[], object]
"""What a file or text can contain: a position, a saved view, a SAT answer, or a collection (given by its path).
Anything else is given by the function that shows it.
"""


class LoadedFile(NamedTuple):
    """The result of opening something: its name, its file if any, and its contents or the error."""

    name: str
    path: Path | None
    found: FileContents | Exception
    first: Problem | None = None
    """The first error in a file that still contains a puzzle, or a remark about the file."""


class Background(threading.Thread, Generic[T]):
    """A function that runs while the window goes on. ``found`` is what it returns, and ``None`` until it has."""

    def __init__(self, find: Callable[[], T], name: str) -> None:
        super().__init__(daemon=True, name=name)
        self.found: T | None = None
        self._find = find
        self.start()

    def run(self) -> None:
        self.found = self._find()


class Loader:
    """Loads one thing at a time. A new request replaces the previous one."""

    def __init__(self) -> None:
        self._look: Background[LoadedFile] | None = None

    @property
    def looking(self) -> bool:
        """Whether something is being loaded, or has been loaded but not taken yet."""
        return self._look is not None

    @property
    def words(self) -> str:
        """The message to show during loading, or ""."""
        return f"Reading {self._look.name} …" if self._look else ""

    def open(self, path: Path, others: Iterable[Callable[[Path], Callable[[], object] | None]] = ()) -> None:
        """Start loading a file, and wait briefly for the result.

        Each of the ``others`` returns what shows a file that it can read, and ``None`` for any other file.
        """
        name = short(path.name or path)
        read = (found for other in others if (found := other(path)) is not None)
        self.begin(name, path, lambda: next(read, None) or resolve.contents(path, name))

    def begin(self, name: str, path: Path | None, find: Callable[[], FileContents]) -> None:
        """Start loading something with a function that may raise ``ValueError`` or ``OSError``."""
        self._look = Background(partial(_loaded, name, path, find), name)
        self._look.join(FIRST_WAIT)

    def take(self) -> LoadedFile | None:
        """Return the file just loaded, or ``None`` if none is ready or it has already been taken."""
        look = self._look
        if look is None or look.is_alive():
            return None
        self._look = None
        return look.found


def _loaded(name: str, path: Path | None, find: Callable[[], FileContents]) -> LoadedFile:
    try:
        found = find()
        first = resolve.first_wrong(path, found) if path and isinstance(found, Position | Path) else None
        return LoadedFile(name, path, found, first)
    except (ValueError, OSError) as error:
        return LoadedFile(name, path, error)


# Pasted text, read as if it were a file -------------------------------------------------------------------------------

CLIPBOARD = "the clipboard"
BLOCK = 1 << 20
_copies: set[Path] = set()


def found_in(text: str) -> FileContents:
    """Return the contents of some text. A collection is copied to a temporary file.

    Raises ``ValueError``, with line and column, and ``OSError`` if there is no room for the file.
    """
    if (path := named_by(text)) is not None:
        return path
    if looks_like_view(text[:BLOCK]):
        return from_text(text)
    stream, path = unnamed(CLIPBOARD)
    found: FileContents | None = None
    try:
        for start in range(0, len(text), BLOCK):  # encoding a long text all at once would block every other thread
            stream.write(text[start : start + BLOCK].encode("utf-8", "replace"))
        stream.flush()
        found = resolve.contents(path, CLIPBOARD)
    finally:
        if found != path:  # not needed: not a collection, or rewritten with one puzzle per line
            forget(stream, path)
    if isinstance(found, Path):
        _copies.add(found)
    return found


def is_copy(path: Path) -> bool:
    """Return whether a file was made from pasted text."""
    return path in _copies


def named_by(text: str) -> Path | None:
    """Return the file that the text refers to, as a ``file:///…`` URL from a file manager or as an absolute path."""
    whole = text[:LONGEST_PATH].strip()
    line = whole.partition("\n")[0].strip()
    try:
        if line.startswith("file://"):
            from urllib.request import url2pathname  # imported late, because it is slow

            return Path(url2pathname(urlsplit(line).path))
        path = Path(line)
        return path if line == whole and path.is_absolute() and path.is_file() else None
    except (OSError, ValueError):
        return None


# File previews: short descriptions of files, produced in the background -----------------------------------------------

DELAY = 0.12
"""How long the cursor must rest on a file before it is read, in seconds."""
COUNTING_SECONDS = 1.0
"""The maximum time to spend counting the lines of a collection, in seconds."""
COUNTED_BYTES = 1 << 21
"""How many bytes to read when counting the entries of a collection that is not one puzzle per line."""
MOST_AT_ONCE = 3
"""The maximum number of files read at the same time, so that a slow file does not hold up the next one."""


class Preview(NamedTuple):
    """A short description of a file, or the reason why it cannot be opened."""

    words: str
    bad: bool = False


def preview_of(path: Path) -> Preview:
    """Look for a file's first puzzle and describe the contents. Errors become part of the preview."""
    try:
        return Preview(_words(path))
    except (ValueError, OSError) as error:
        lines = [line.strip() for line in reason(error).splitlines()] or ["it cannot be read"]
        return Preview(next((line for line in lines if line.startswith("line ")), lines[0]), bad=True)


def _words(path: Path) -> str:
    if resolve.is_solver(path):
        return "A solver in Python. You will be asked before it runs."
    if resolve.is_view(path):
        view, what = load(path), "Trace to watch" if is_trace(path) else "Saved view"
        where = f" at step {grouped(view.position)}" if view.position else ""
        parts = [f"{view.solver}{where}", *(f"a {mode}" for mode in view.modes)]
        return f"{what}: {view.name or 'a puzzle'}, {', '.join(parts)}"
    if is_lecture(path):
        return f"Lecture: {title_of(path)}"
    found = resolve.of_file(path, path.name)
    return words_of(found) if isinstance(found, Position) else _words_of_collection(found)


def words_of(position: Position) -> str:
    """Describe a puzzle, as in ``9x9 puzzle, 24 givens, 3 placed digits, candidates``."""
    placed = sum(map(bool, position.values))
    parts = [f"{position.puzzle.geometry.dimensions} puzzle", counted(position.puzzle.clues, "given")]
    parts += [counted(placed, "placed digit")] if placed else []
    parts += ["candidates"] if position.candidates else []
    return ", ".join(parts) + (f": {position.puzzle.name}" if position.puzzle.name else "")


def _words_of_collection(found: resolve.Collection) -> str:
    if found.by_line:
        with Corpus(found.path) as corpus:
            corpus.wait(COUNTING_SECONDS)
            return f"Collection, {corpus.summary()}"
    with open_file(found.path) as stream:
        part = FilePart(stream, COUNTED_BYTES)
        texts = found.form.texts
        if texts is not None:
            count = sum(1 for _, text in texts(part) if text)
        else:
            count = sum(1 for one in found.form.read(part) if not isinstance(one, Problem))
    return f"Collection, {'more than ' if part.cut else ''}{counted(count, 'puzzle')}, {found.form.name}"


class Previewer:
    """Previews the selected file after a short delay."""

    def __init__(self) -> None:
        self.path: Path | None = None
        self.found: Preview | None = None
        """The preview of the selected file; ``None`` until it is ready."""
        self._rested = 0.0
        self._looks: dict[Path, Background[Preview]] = {}

    @property
    def waiting(self) -> bool:
        """Whether a preview is on its way."""
        return self.path is not None and self.found is None

    def want(self, path: Path | None) -> None:
        if path != self.path:
            self.path, self.found, self._rested = path, None, 0.0

    def tick(self, dt: float) -> bool:
        """Advance the clock by ``dt`` seconds. Return whether there is a new preview."""
        if self.path is None or self.found is not None:
            return False
        self._rested += dt
        self._looks = {path: look for path, look in self._looks.items() if look.is_alive() or path == self.path}
        mine = self._looks.get(self.path)
        if mine is not None and not mine.is_alive():
            self.found = self._looks.pop(self.path).found or Preview("")
        elif mine is None and self._rested >= DELAY and len(self._looks) < MOST_AT_ONCE:
            self._looks[self.path] = Background(partial(preview_of, self.path), "file preview")
        return self.found is not None


# Completed changes of a file, even if the editor saves in stages or under another name first --------------------------

INTERVAL = 0.5
"""The minimum time between two checks of a file, in seconds."""


class FileState(NamedTuple):
    """The state of a file when it was checked. Two states are equal if nothing was written in between."""

    modified: int
    """The modification time in nanoseconds."""
    size: int
    content: bytes
    """A hash of the content."""


class WatchedFile:
    """A file to watch. Call :meth:`changed` in every frame; it checks the file at most twice a second.

    A change is reported once, when two checks in a row agree. The file may disappear for a while, and saving it
    unchanged does not count as a change. Unless the content is already ``known``, finding the file is the first change.
    """

    def __init__(self, path: Path, *, known: bool = True) -> None:
        self.path = path
        self._last = look(path)
        self._told = self._last if known else None
        self._looked: float | None = None
        self._gone = self._said = False

    @property
    def missing(self) -> bool:
        """Whether the file was missing at the last check."""
        return self._last is None

    def changed(self, now: float) -> bool:
        """Return whether the file has changed since the last report and has settled. ``now`` is in seconds."""
        if self._looked is not None and 0 <= now - self._looked < INTERVAL:
            return False
        self._looked = now
        before, self._last = self._last, look(self.path)
        self._gone = self._last is before is None
        self._said = self._said and self._gone
        if self._last is None or self._last != before:
            return False
        different = self._told is None or _what(self._last) != _what(self._told)
        self._told = self._last
        return different

    def lost(self) -> bool:
        """Return True, once, if the file was missing at two checks in a row. Some editors briefly remove a file."""
        said, self._said = self._said, self._said or self._gone
        return self._gone and not said


def look(path: Path) -> FileState | None:
    """Return the current state of the file, or ``None`` if it is missing, unreadable or not a file."""
    from hashlib import sha256  # imported late, because it loads all of OpenSSL

    try:
        with open_file(path) as stream:
            before = os.fstat(stream.fileno())
            content = b""
            if before.st_size <= LARGEST_COMPARED:
                content = sha256(stream.read(LARGEST_COMPARED)).digest()
        return FileState(before.st_mtime_ns, before.st_size, content)
    except (OSError, BoundsError):
        return None


def _what(seen: FileState) -> object:
    """Return what to compare between two states: the content hash or, if that is unknown, the whole state."""
    return seen.content or seen
