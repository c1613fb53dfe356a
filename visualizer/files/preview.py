"""File previews: a short description of a file's contents, produced in the background."""

from functools import partial
from pathlib import Path
from typing import NamedTuple

from puzzles.bounds import FilePart, open_file, reason
from puzzles.corpus.corpus import Corpus
from puzzles.figures import counted, grouped
from puzzles.problems import Problem
from puzzles.puzzle import Position
from visualizer.files import resolve
from visualizer.files.lectures import is_lecture, title_of
from visualizer.files.loader import Background
from visualizer.files.saved_view import View, is_trace, load

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
        return words_of_view(load(path), "Trace to watch" if is_trace(path) else "Saved view")
    if is_lecture(path):
        return f"Lecture: {title_of(path)}"
    found = resolve.of_file(path, path.name)
    return words_of(found) if isinstance(found, Position) else _words_of_collection(found)


def words_of(position: Position) -> str:
    """Describe a puzzle, as in ``9x9 puzzle, 24 givens, 3 placed digits, candidates``."""
    side, placed = position.puzzle.geometry.side, sum(map(bool, position.values))
    parts = [f"{side}x{side} puzzle", counted(position.puzzle.clues, "given")]
    parts += [counted(placed, "placed digit")] if placed else []
    parts += ["candidates"] if position.candidates else []
    return ", ".join(parts) + (f": {position.puzzle.name}" if position.puzzle.name else "")


def words_of_view(view: View, what: str = "Saved view") -> str:
    """Describe a saved view, as in ``Saved view: fig1, backtracking at step 5,000``."""
    where = f" at step {grouped(view.position)}" if view.position else ""
    parts = [f"{view.solver}{where}", *(f"a {mode}" for mode in view.modes)]
    return f"{what}: {view.name or 'a puzzle'}, {', '.join(parts)}"


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
        """Select the file to preview, or ``None``."""
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
