"""The named puzzles bundled with the program, in small files with lines of ``puzzle:count[:solution]  # name``.

The count is the number of solutions; ``2+`` means at least two. The top of each file says where its puzzles come from.
"""

from dataclasses import dataclass, replace
from functools import cache
from importlib import resources

from puzzles.corpus.record import parse
from puzzles.problems import quoted
from puzzles.puzzle import Puzzle, read

_FOLDER = resources.files("puzzles") / "named"


@dataclass(frozen=True)
class NamedPuzzle:
    """A puzzle with a known number of solutions."""

    name: str
    puzzle: Puzzle
    at_least: int
    """The number of solutions, or a lower bound."""
    count: int | None
    """The exact number of solutions; ``None`` if only a lower bound is known."""
    solution: Puzzle | None
    """The solution, or one of several, if the file gives one."""
    file: str


def files() -> list[str]:
    """Return the names of the files, without their extension."""
    return sorted(entry.name.removesuffix(".txt") for entry in _FOLDER.iterdir() if entry.name.endswith(".txt"))


@cache
def load(file: str) -> tuple[NamedPuzzle, ...]:
    """Return the puzzles in a file such as ``systems``, in file order. Raises ``LookupError``, listing the files."""
    if file not in files():
        raise LookupError(f"no file of named puzzles is called {file!r}; choose one of: {', '.join(files())}")
    return tuple(_entry(line, file, number) for number, line, _ in _lines(file))


def all() -> list[NamedPuzzle]:
    """Return the puzzles in all files."""
    return [named for file in files() for named in load(file)]


def names() -> list[str]:
    """Return the names of all puzzles."""
    return [name for file in files() for _, _, name in _lines(file)]


def find(name: str) -> Puzzle:
    """Find a puzzle by name, ignoring case. Raises ``LookupError``, listing the names."""
    wanted = name.strip().casefold()
    for file in files():
        for number, line, called in _lines(file):
            if called.casefold() == wanted:
                return _entry(line, file, number).puzzle
    raise LookupError(f"no puzzle is called {quoted(name)}; choose one of: {', '.join(names())}")


@cache
def _lines(file: str) -> tuple[tuple[int, str, str], ...]:
    """Return the lines of a file that hold a puzzle: the number, text and puzzle's name of each."""
    lines = enumerate((_FOLDER / f"{file}.txt").read_text(encoding="utf-8").splitlines(), 1)
    held = ((number, line) for number, line in lines if line and not line.startswith("#"))
    return tuple((number, line, line.partition("#")[2].strip()) for number, line in held)


@cache
def _entry(line: str, file: str, number: int) -> NamedPuzzle:
    puzzle, fields = parse(line.encode(), f"{file}.txt, line {number}", number)
    count, *rest = fields
    least = int(count.rstrip("+"))
    solution = replace(read(rest[0], puzzle.geometry), name=f"{puzzle.name}, solved") if rest else None
    return NamedPuzzle(puzzle.name, puzzle, least, None if count.endswith("+") else least, solution, file)
