"""A large text file with one puzzle per line, from which random puzzles are drawn without reading all of it."""

import os
import random
import threading
from array import array
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from puzzles.bounds import LONGEST_LINE, BoundsError, open_file, open_unbuffered, reason
from puzzles.corpus.record import SHORTEST, LineContent, holds, parse, stated_level
from puzzles.corpus.scan import Scan, begins_with_puzzles, numbered
from puzzles.figures import counted
from puzzles.problems import Problem, PuzzleError, short
from puzzles.puzzle import Puzzle

BLOCK = 4096
"""The number of bytes read per attempted draw."""
TRIES = 4000
"""The number of random draws to attempt before listing all the puzzles of a file that has very few."""
COUNTED = 1 << 18
"""The maximum number of bytes read to find the line number of a drawn puzzle."""


class CorpusError(ValueError):
    """The error for a file that cannot be used as a corpus. The message says what to do."""


class LevelError(CorpusError):
    """The error for a level that no line of the file has."""


class Corpus(AbstractContextManager["Corpus"]):
    """A text file with one puzzle per line (see :mod:`puzzles.corpus.record`), opened without reading all of it.

    :meth:`draw` takes no longer for a million lines than for ten. ``len``, indexing, :attr:`broken` and :meth:`summary`
    rely on a background scan that starts when one of them is first used; until it is :attr:`complete`, they reflect
    what it has seen so far. The same seed draws the same puzzles from the same bytes, however far the scan has got.

    Raises :class:`CorpusError` for a missing, empty or unreadable file, and for a folder. Call :meth:`close` when done,
    or use ``with``.
    """

    def __init__(self, path: str | os.PathLike[str], seed: int | str | None = None) -> None:
        self.path = path if isinstance(path, Path) else Path(path)  # a file's name may differ from its path
        self._random = random.Random(seed)
        self._lock = threading.Lock()
        self._few: dict[str | None, array[int]] = {}
        """The offsets of all puzzles at a level (``None`` for any level), recorded if there are very few."""
        try:
            with self._reported():
                self._file = open_unbuffered(path)  # kept open, and closed by close()
        except CorpusError:
            raise
        except BoundsError as error:
            raise self._error(f"{error}; give a text file with one puzzle per line") from None
        except ValueError:
            raise CorpusError(f"{short(path)!r} is not a valid file name; give the path of a text file") from None
        self._scan = Scan(path)
        if not self._size():
            self.close()
            raise self._error("it is empty; a corpus has one puzzle per line, such as 81 digits and dots")

    # Drawing at random ----------------------------------------------------------------------------------------------

    def draw(self, level: str | None = None) -> Puzzle:
        """Draw a random puzzle, optionally at a given level. Every matching line is equally likely.

        Only a few blocks of the file are read (ten times as many if one line in ten has the level). Raises
        :class:`CorpusError` if no line holds a puzzle, and :class:`LevelError` if a full pass over the file finds none
        at that level. A line's level is the field after its puzzle, one of :data:`puzzles.corpus.record.LEVELS`.
        """
        with self._lock, self._reported():
            few = self._few.get(level)
            return self._by_slots(level) if few is None else self._of_few(few, level)

    # A block of the file has a slot for each line that would start in it if all lines had the minimum length. A draw
    # picks a random slot in a random block. If enough lines start in the block, it takes the slot's line; otherwise it
    # tries again. So each line has exactly one slot, however long it and its neighbours are.

    def _by_slots(self, level: str | None) -> Puzzle:
        size = self._size()
        block = max(1, min(BLOCK, size))
        slots = (block - 1) // (SHORTEST + 1) + 1
        for _ in range(TRIES):
            number, slot = divmod(self._random.randrange(max(1, -(-size // block)) * slots), slots)
            starts = self._starts(number * block, block)
            if slot < len(starts):
                puzzle = self._puzzle_at(starts[slot], level)
                if puzzle:
                    return puzzle
        lines = self._lines() if begins_with_puzzles(self.path) else ()
        few = array("Q", (offset for _, offset, line in lines if _is_of(line, level)))
        self._few[level] = few
        return self._of_few(few, level)

    def _starts(self, begin: int, size: int) -> list[int]:
        """Return the offsets in [begin, begin + size) at which lines long enough for a puzzle start."""
        before = min(begin, 1)
        self._file.seek(begin - before)
        data = self._file.read(before + size + SHORTEST)
        found = []
        start = data.find(b"\n") + 1 if before else 0
        while start < before + size and (start or not before):
            end = data.find(b"\n", start)
            if (end if end >= 0 else len(data)) - start >= SHORTEST:
                found.append(begin - before + start)
            if end < 0:
                break
            start = end + 1
        return found

    def _of_few(self, offsets: "array[int]", level: str | None) -> Puzzle:
        for _ in range(TRIES if offsets else 0):
            puzzle = self._puzzle_at(self._random.choice(offsets), level)
            if puzzle:
                return puzzle
        self._few.pop(level, None)  # the file may have changed, so the next draw searches it again
        if level is not None:
            text = f"no line is graded {level}; choose another level, or a file with graded puzzles"
            raise LevelError(f"{short(self.path)}: {text}")
        raise self._error("no line holds a puzzle; a corpus has one puzzle per line, such as 81 digits and dots")

    def _puzzle_at(self, offset: int, level: str | None = None) -> Puzzle | None:
        """Return the puzzle on the line at an offset, or ``None`` if the line has no puzzle (at the given level)."""
        self._file.seek(offset)
        line = b""
        while b"\n" not in line and len(line) <= LONGEST_LINE:
            more = self._file.read(2048 if not line else LONGEST_LINE)
            if not more:
                break
            line += more
        line = line.partition(b"\n")[0][: LONGEST_LINE + 1]
        return parse(line, self._source(offset)).puzzle if _is_of(line, level) else None

    def _source(self, offset: int) -> str:
        known, number = self._scan.line_near(offset)
        if offset - known > COUNTED:
            return f"{self.path.name}, byte {offset}"
        self._file.seek(known)
        return f"{self.path.name}, line {number + self._file.read(offset - known).count(10)}"

    # In order -------------------------------------------------------------------------------------------------------

    def iterate(self) -> Iterator[tuple[int, Puzzle | Problem]]:
        """Yield the number of each line that is not blank or a comment, with its puzzle or its problem."""
        for number, _, line in self._lines():
            if holds(line) is LineContent.NOTHING:
                continue
            try:
                yield number, parse(line, f"{self.path.name}, line {number}", number).puzzle
            except PuzzleError as error:
                yield number, error.problems[0]

    def graded(self, level: str) -> Iterator[Puzzle]:
        """Yield the puzzles at a level, in order."""
        return (
            parse(line, f"{self.path.name}, line {number}", number).puzzle
            for number, _, line in self._lines()
            if _is_of(line, level)
        )

    def sampled(self, number: int, seed: int, level: str | None = None) -> tuple[int, Iterator[Puzzle]]:
        """Return how many puzzles a random sample holds, at most ``number``, and the puzzles, after a whole scan."""
        self.wait()
        total = self.levels[level] if level else len(self)
        drawn = random.Random(seed).sample(range(total), min(number, total))
        if not level:
            return len(drawn), map(self.__getitem__, drawn)
        wanted = set(drawn)
        return len(drawn), (puzzle for index, puzzle in enumerate(self.graded(level)) if index in wanted)

    def __iter__(self) -> Iterator[Puzzle]:
        return (found for _, found in self.iterate() if isinstance(found, Puzzle))

    def _lines(self, offset: int = 0) -> Iterator[tuple[int, int, bytes]]:
        """Yield (line number, byte offset, line) for each line, starting at an offset."""
        with self._reported(), open_file(self.path) as file:
            yield from numbered(file, offset)

    @contextmanager
    def _reported(self) -> Iterator[None]:
        """Re-raise any ``OSError`` as a :class:`CorpusError`."""
        try:
            yield
        except OSError as error:
            raise self._error(_reason(error)) from None

    # Results of the scan --------------------------------------------------------------------------------------------

    def start_scan(self) -> None:
        """Start counting and indexing in the background."""
        self._scan.start()

    def wait(self, timeout: float | None = None) -> bool:
        """Wait for the scan to finish, for at most the given number of seconds. Return whether it is complete."""
        self._scan.start()
        return self._scan.wait(timeout)

    def __len__(self) -> int:
        """Return the number of puzzles found so far."""
        self._scan.start()
        return self._scan.puzzles

    def __bool__(self) -> bool:
        return True  # without this, a corpus would be false until its scan has found a puzzle

    def __getitem__(self, index: int) -> Puzzle:
        """Return the puzzle at an index. Negative indices count back from the last one found so far."""
        seen = len(self)
        if not -seen <= index < seen:
            sofar = "" if self.complete else " so far"
            raise IndexError(f"puzzle {index} of {self.path.name}, which has {seen}{sofar}")
        offset, skip = self._scan.place(index % seen)
        for _, at, line in self._lines(offset):
            if holds(line) is LineContent.PUZZLE:
                if not skip:
                    with self._lock:
                        return parse(line, self._source(at)).puzzle
                skip -= 1
        raise IndexError(f"puzzle {index} of {self.path.name} is gone: the file has changed since it was opened")

    @property
    def broken(self) -> int:
        """The number of lines found so far that should hold a puzzle but do not."""
        self._scan.start()
        return self._scan.broken

    def first_problem(self) -> Problem | None:
        """Return what is wrong with the first broken line found so far, with its line and column, or ``None``."""
        if self._scan.first_broken is None:
            return None
        offset, number = self._scan.first_broken
        try:
            parse(next((line for _, _, line in self._lines(offset)), b""), number=number)
        except PuzzleError as error:
            return error.problems[0]
        return None  # the file has changed since

    @property
    def levels(self) -> dict[str, int]:
        """The number of puzzles found so far at each level, easiest first; all 0 if the file gives no levels."""
        self._scan.start()
        return dict(self._scan.levels)

    @property
    def complete(self) -> bool:
        """Whether the scan has covered the whole file."""
        return self._scan.complete

    def summary(self) -> str:
        """Return the number of puzzles in words: ``49,151 puzzles``, or ``12,000 puzzles so far, 3 broken lines``."""
        count, broken = len(self), self.broken
        text = f"{counted(count, 'puzzle')}{'' if self.complete else ' so far'}"
        return text + (f", {counted(broken, 'broken line')}" if broken else "")

    # Opening and closing --------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Stop the scan and close the file. Safe to call twice."""
        self._scan.stop()
        self._file.close()

    def __exit__(self, *error: object) -> None:
        self.close()

    def _size(self) -> int:
        return os.fstat(self._file.fileno()).st_size

    def _error(self, reason: str) -> CorpusError:
        return CorpusError(f"{short(self.path)}: {reason}")


def _is_of(line: bytes, level: str | None) -> bool:
    """Return whether a line holds a puzzle at the given level (``None`` for any level)."""
    return holds(line) is LineContent.PUZZLE and (level is None or stated_level(line) == level)


def _reason(error: OSError) -> str:
    if isinstance(error, FileNotFoundError):
        return "there is no such file; check the path"
    if isinstance(error, PermissionError):
        return "you do not have permission to read it; change its permissions or ask for a copy"
    if isinstance(error, IsADirectoryError):
        return "it is a folder; give a text file with one puzzle per line"
    return f"it cannot be read ({reason(error)}); check the file, or choose a different one"
