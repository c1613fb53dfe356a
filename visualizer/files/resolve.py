"""Works out what a PUZZLE|FILE|- argument means on the command line.

The possibilities are tried in this order: ``-`` is standard input; an existing path is a file; the name of a named
puzzle (``fig1``) is that puzzle; the name of one of the program's own collections (``killer``, ``16x16``) is that
collection; anything else is the text of a puzzle. A file with one puzzle in any format (see
:mod:`puzzles.formats.registry`) means that puzzle. The same goes for a saved view, a trace, a DIMACS formula that
encodes a puzzle, and a SAT solver's answer to one. A file with several puzzles is a collection.
"""

import atexit
import codecs
import io
import os
import re
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import cache
from importlib.resources import as_file, files
from io import BufferedReader, TextIOWrapper
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from puzzles import bounds
from puzzles.bounds import BoundsError, FilePart, open_file, reason, size_text
from puzzles.corpus import named
from puzzles.corpus.corpus import Corpus
from puzzles.corpus.scan import begins_with_puzzles
from puzzles.figures import grouped
from puzzles.formats import registry
from puzzles.formats.base import Bytes, Format, decoded
from puzzles.formats.csv import CSV, lines_begin_with_puzzles
from puzzles.formats.grids import GRIDS
from puzzles.formats.lines import LINE
from puzzles.geometry import Geometry
from puzzles.kinds.blueprint import bare
from puzzles.parsing.layout import names_shape
from puzzles.parsing.reader import LISTED
from puzzles.problems import Problem, PuzzleError, short
from puzzles.puzzle import Position, Puzzle
from visualizer.files import lectures
from visualizer.files.atomic import unnamed
from visualizer.text.shell import raised_as

if TYPE_CHECKING:
    from solvers.sat.model import PrintedAnswer

CHECKED_ENTRIES = 2000
"""How many entries of a collection to check for errors when it is opened."""
OPENABLE = (".py", ".trace", ".cnf", ".txt", ".text", ".dat", *lectures.ENDINGS)
"""The file extensions of solvers, traces, formulas, plain text and lectures. Puzzle formats have their own."""
HEAD = 4096
"""How many bytes are read to recognise a file with any other name."""
BROKEN = "?"
"""Stands in for the puzzle of an entry that has none, so that the corpus still counts the entry."""
_PATH_LIKE = re.compile(
    r"[/\\]|\w\.(txt|text|trace|sdk|sdm|sdx|sud|ss|xml|opensudoku|hsol|csv|tsv|dat|cnf|json|md|gz|zip)$", re.IGNORECASE
)
_DIMACS = re.compile(rb"\s*(p\s+cnf\b|s\s+[A-Z]{7}|v\s[\s\d]*-(\d|\s*$)|(UN)?SAT(ISFIABLE)?\s|INDETERMINATE\s)")
"""Matches the line that starts a formula or a SAT solver's output, but not a row of a lettered grid."""
_FORMS = "a puzzle is 81 characters, with . for a blank, on one line or nine (16, 36, 256 … for other sizes)"


class SourceError(ValueError):
    """Raised if an argument does not lead to a puzzle. The message says what to do next."""


class Collection(NamedTuple):
    path: Path
    form: Format = LINE

    def read(self) -> Iterator[Position | Problem]:
        """Yield the entries in order. Raises ``OSError``."""
        with open_file(self.path) as stream:
            yield from self.form.read(stream)

    def lines(self) -> Path:
        """Return a file with one puzzle per line for :class:`Corpus`: the collection itself or a rewritten copy.

        Raises ``OSError``, and :class:`SourceError` if rewriting it would take too long.
        """
        if self.by_line:
            return self.path
        if self.path.stat().st_size > bounds.LARGEST_REWRITTEN:
            limit, name = size_text(bounds.LARGEST_REWRITTEN), short(self.path.name)
            rewrites = "'solvescope convert IN OUT.sdm' rewrites it"
            raise SourceError(f"{name} is larger than {limit} and has not one puzzle per line; {rewrites}")
        return unrolled(self.path, self.form)

    @property
    def by_line(self) -> bool:
        """Whether every line is a puzzle, or a table's line begins with one, so that puzzles can be drawn directly."""
        if self.form is not CSV:
            return self.form is LINE
        with open_file(self.path) as stream:
            head = stream.read(bounds.LONGEST_PUZZLE)
        return lines_begin_with_puzzles(decoded(head)) and not head.startswith(codecs.BOM_UTF16)


def contents(path: Path, where: str) -> "Position | Path | PrintedAnswer":
    """Return what a file holds: a position, a SAT solver's answer, or the path of a file with one puzzle per line.

    Raises :class:`SourceError`.
    """
    if answer := answer_in(path, where):
        return answer
    found = of_file(path, where)
    return found if isinstance(found, Position) else found.lines()


def corpus_path(path: Path) -> Path:
    """Return a file with one puzzle per line for a collection in any format. Raises :class:`SourceError`."""
    if own := own_collections().get(str(path)):
        return own
    if not path.is_file():  # opening it as a corpus gives a better error message
        return path
    head = _head(path, str(path))
    form = registry.telling(head)
    if form is None and not registry.names_shape(head):
        return path
    of_file(path, str(path))  # raises an error if there is no puzzle, before all of the file is rewritten
    return Collection(path, form or GRIDS).lines()


def positions(argument: str) -> Iterator[Position | Problem]:
    """Yield every position that the argument refers to, in order. Raises :class:`SourceError` and ``OSError``."""
    path, where = _file_of(argument)
    found = meant(argument) if path is None else of_file(path, where)
    if isinstance(found, Collection):
        yield from found.read()
        return
    yield found
    if path is not None and (form := registry.telling(_head(path, where))):
        with reading(path, where) as stream:  # a single puzzle may have remarks
            yield from (one for one in form.read(stream) if isinstance(one, Problem) and one.remark)


def meant(argument: str) -> Position | Collection:
    """Return the puzzle or collection, in any format, that the argument refers to. Raises :class:`SourceError`."""
    path, where = _file_of(argument)
    if path is not None:
        return of_file(path, where)
    try:
        return Position(named.find(argument.strip()))
    except LookupError:
        own = own_collections().get(argument.strip())
        return Collection(own) if own else of_text(argument)


def _file_of(argument: str) -> tuple[Path | None, str]:
    """Return the file that the argument refers to, if any, and its name for messages."""
    if argument == "-":
        if sys.stdin is None or sys.stdin.closed:
            raise SourceError("standard input is closed; name a file instead of -")
        return _copied(sys.stdin.buffer, "standard input"), "standard input"
    return existing(argument), short(argument)


def first_wrong(path: Path, found: Position | Path) -> Problem | None:
    """Return the first problem or remark near the beginning of a puzzle file. A single puzzle in plain rows has none.

    Raises ``OSError``.
    """
    with open_file(path) as stream:
        form = registry.telling(stream.read(bounds.LONGEST_PUZZLE + 1))
        if form is None and isinstance(found, Position):
            return None
        stream.seek(0)
        begin = islice((form or LINE).read(stream), CHECKED_ENTRIES)
        return next((one for one in begin if isinstance(one, Problem)), None)


def existing(argument: str) -> Path | None:
    """Return the path of a file or folder, or ``None`` if it does not exist."""
    try:
        return Path(argument) if argument and os.path.exists(argument) else None
    except (OSError, ValueError):  # longer than any path, or with a NUL
        return None


def is_view(path: Path) -> bool:
    """Return whether a file looks like a saved view or a trace, even a broken one."""
    from visualizer.files.saved_view import looks_like_view  # imported late, because few commands need it

    try:
        with open_file(path) as stream:
            return looks_like_view(stream.read(HEAD).decode("utf-8", "replace"))
    except (OSError, ValueError):
        return False


def is_solver(path: Path) -> bool:
    """Return whether a file is a Python program, going only by its name."""
    try:
        return path.suffix == ".py" and path.is_file()
    except OSError:
        return False


def is_openable(path: Path) -> bool:
    """Return whether a file's name or its first bytes show that it can be opened. Raises ``OSError``."""
    from visualizer.files.saved_view import looks_like_view

    if path.suffix.lower() in OPENABLE or registry.of_name(path):
        return True
    with open_file(path) as stream:
        head = stream.read(HEAD)
    text = decoded(head)
    told = looks_like_view(text) or begins_dimacs(io.BytesIO(head)) or LINE.looks_like(text)
    return told or registry.telling(head) is not None


def one(argument: str) -> Puzzle:
    """Return the one puzzle that the argument refers to. Raises :class:`SourceError` if there are several or none."""
    found = meant(argument)
    if isinstance(found, Position):
        return found.puzzle
    with Corpus(found.lines()) as corpus:
        two = list(islice(corpus, 2))
    if len(two) != 1:
        how = f"give its text, or draw one with 'solvescope random --corpus {argument}'"
        raise SourceError(f"{argument} holds several puzzles, but only one is needed: {how}")
    return two[0]


def entries(meant: Position | Collection) -> Iterator[tuple[int, Puzzle | Problem]]:
    """Yield each entry of a collection with its line number, or a single puzzle with 0.

    A broken line is yielded as a ``Problem``.
    """
    if isinstance(meant, Position):
        yield 0, meant.puzzle
    elif meant.by_line:
        with Corpus(meant.path) as corpus:
            yield from corpus.iterate()
    else:
        for found in meant.read():
            if isinstance(found, Position):
                yield found.line, replace(found.puzzle, source=f"{meant.path.name}, line {found.line}")
            elif not found.remark:
                yield found.line, found


@cache
def default_corpus() -> Path:
    """Return the puzzle file that ships with the program, unpacked if it is in an archive."""
    stack = ExitStack()
    atexit.register(stack.close)
    return stack.enter_context(as_file(files("puzzles") / "sudoku.txt"))


@cache
def own_collections() -> Mapping[str, Path]:
    """Return the program's own collections by their names, which are sizes and then kinds: 9x9, 16x16, killer."""
    nine = default_corpus()
    found = {path.stem: path for path in nine.parent.glob("*.txt")} | {"9x9": nine}
    return dict(sorted(found.items(), key=lambda one: (not one[0][0].isdigit(), len(one[0]), one[0])))


def collection_of(geometry: Geometry) -> Path | None:
    """Return the program's own collection of puzzles like those of a shape, if its kind has one."""
    path = own_collections().get(geometry.kind_name) if geometry.kind.usual else None
    usual = path and bare(Geometry.of_spec(geometry.kind_name))
    if geometry.kind.new_shapes:
        return path if usual and usual.extent == geometry.extent else None
    return path if usual == bare(geometry) else None


def of_text(text: str) -> Position:
    """Return the puzzle written in the text. Raises :class:`SourceError`."""
    try:
        return registry.parse(text)
    except PuzzleError as error:
        if (form := registry.telling(text.encode("utf-8", "replace"))) and form.terse:
            raise SourceError(error.problems[0].message) from None
        if len(text) < 4096 and _PATH_LIKE.search(text):
            raise SourceError(f"no such file: {short(text)}") from None
        unknown = f"{short(text)!r} is not a file, a puzzle or a puzzle's name:\n{error}"
        raise SourceError(f"{unknown}\n{_FORMS}; 'solvescope list --puzzles' lists the named ones") from None


def of_file(path: Path, where: str) -> Position | Collection:
    """Return the contents of a file, called ``where`` in messages. Raises :class:`SourceError`."""
    if path.is_dir():
        raise SourceError(f"{where} is a folder; name a file in it")
    head = _head(path, where)
    if is_view(path):
        return Position(_of_view(path, where))
    if _is_dimacs(path):
        from solvers.sat.dimacs import puzzle_of

        with raised_as(SourceError, ValueError):
            return Position(replace(puzzle_of(path, where), source=where))
    if refusal := registry.refusal(head):
        raise SourceError(f"{where} is {refusal}. {_FORMS[0].upper()}{_FORMS[1:]}")
    if form := registry.telling(head):
        return _of_format(path, form, where)
    return _of_plain(path, head, where)


def _head(path: Path, where: str) -> bytes:
    with reading(path, where) as stream:
        head = stream.read(bounds.LONGEST_PUZZLE + 1)
    if lectures.is_lecture(path):
        raise SourceError(f"{where} is a lecture, not a puzzle: 'solvescope present {where}' shows it")
    return head


def _of_format(path: Path, form: Format, where: str) -> Position | Collection:
    """Return the contents of a file in a recognised format."""
    problems: list[Problem] = []
    first: Position | None = None
    searched = ""
    with reading(path, where) as stream:
        part = FilePart(stream, bounds.SEARCHED_BYTES)
        for number, found in enumerate(form.read(part)):
            if number == bounds.SEARCHED_ENTRIES:
                searched = f"first {grouped(number)} entries"
                break
            if isinstance(found, Problem):
                problems += [found] if len(problems) < LISTED and not found.remark else []
            elif first is not None or problems:
                return Collection(path, form)
            else:
                first = found
    if part.cut:
        searched = f"first {size_text(bounds.SEARCHED_BYTES)}"
    if first is not None and (problems or searched):
        return Collection(path, form)
    if first is None:
        raise SourceError(registry.no_puzzle(form, problems, where, searched))
    return replace(first, puzzle=replace(first.puzzle, source=where))


def _of_plain(path: Path, head: bytes, where: str) -> Position | Collection:
    if len(head) > bounds.LONGEST_PUZZLE:
        if b"\0" in head:
            raise SourceError(f"{where} is not a text file; {_FORMS}")
        if not begins_with_puzzles(path):
            near = f" in the first {size_text(bounds.TRIED_BYTES)}" if path.stat().st_size > bounds.TRIED_BYTES else ""
            raise SourceError(f"no line{near} of {where} is a puzzle; {_FORMS}")
        return Collection(path)
    text, found = _text_of(head, where), list(islice(LINE.read(io.BytesIO(head)), 2))
    only = found[0] if len(found) == 1 and isinstance(found[0], Position) else None
    try:
        puzzle = replace(Puzzle.parse(text), source=where)
    except PuzzleError as error:
        rows = [line for line in text.split("\n") if line.strip() and not line.startswith("#")]
        square = bool(rows) and len(rows) == max(len("".join(row.split())) for row in rows)
        shaped = any(map(names_shape, text.split("\n")))
        # A faulty grid, such as 16 lines of 16, is no collection, and a line with a shape is no comment of one.
        if not square and not shaped and begins_with_puzzles(path):
            return replace(only, puzzle=replace(only.puzzle, source=where)) if only else Collection(path)
        raise SourceError(f"{where} holds no puzzle:\n{error}" + f"\n{_FORMS}" * (not shaped)) from None
    if only and only.puzzle == puzzle:  # the line may give a name and a solution too
        return replace(only, puzzle=replace(puzzle, name=only.puzzle.name))
    return Position(puzzle)


def _of_view(path: Path, where: str) -> Puzzle:
    """Return the puzzle from a saved view or a trace."""
    from visualizer.files.saved_view import load

    with raised_as(SourceError, ValueError, before=f"the view in {where} cannot be read:\n"):
        view = load(path)
        puzzle = Puzzle.parse(view.puzzle)
    return replace(puzzle, name=view.name, source=where)


def _is_dimacs(path: Path) -> bool:
    """Return whether a file starts, after any comments, like a DIMACS formula or a SAT solver's answer."""
    try:
        with open_file(path) as stream:
            return begins_dimacs(FilePart(stream, bounds.TRIED_BYTES))
    except (OSError, BoundsError):  # reported when the file is read
        return False


def begins_dimacs(stream: bounds.Lines) -> bool:
    """Return whether a stream starts, after any comments, like a DIMACS formula or a SAT solver's answer."""
    for line in islice(iter(lambda: stream.readline(bounds.LONGEST_PUZZLE), b""), bounds.MOST_COMMENTS):
        if line.split(maxsplit=1)[:1] not in ([], [b"c"]):
            return _DIMACS.match(line) is not None
    return False


@raised_as(SourceError, ValueError)
def answer_in(path: Path, where: str) -> "PrintedAnswer | None":
    """Return the SAT solver's answer in a file, or ``None`` if there is none. Raises :class:`SourceError`."""
    if not _is_dimacs(path):
        return None
    from solvers.sat import dimacs, model

    if dimacs.is_formula(path):
        return None
    with dimacs.naming(where), dimacs.opened(path, bounds.LARGEST_ANSWER) as stream:
        return model.read(stream)


@contextmanager
def reading(path: Path, where: str) -> Iterator[BufferedReader]:
    """Open a file, and report any error in reading it as a :class:`SourceError`. Other errors pass."""
    try:
        with open_file(path) as stream:
            yield stream
    except BoundsError:
        raise SourceError(f"{where} is not a regular file; name one, or pipe a puzzle in and give -") from None
    except OSError as error:
        if str(error.filename) != str(path):
            raise
        raise SourceError(f"cannot read {where}: {reason(error)}") from None


def _text_of(data: bytes, where: str) -> str:
    text = decoded(data)
    if "\0" in text:
        raise SourceError(f"{where} is not a text file; {_FORMS}")
    if not text.strip():
        raise SourceError(f"{where} is empty; {_FORMS}")
    return text


def _copied(stream: BinaryIO, where: str) -> Path:
    head = stream.read(bounds.LONGEST_PUZZLE + 1)
    if len(head) > bounds.LONGEST_PUZZLE and "\0" in decoded(head):  # reading it might never end
        raise SourceError(f"{where} is not a text file; {_FORMS}")
    try:
        copy, path = unnamed(where)
        size = 0
        while head:
            copy.write(head)
            copy.flush()
            size, before = size + len(head), size
            if before < bounds.TRIED_BYTES <= size:
                _search(path, where)
            if size > bounds.LONGEST_STREAM:
                limit = size_text(bounds.LONGEST_STREAM)
                raise SourceError(f"{where} is longer than {limit} and may never end; save it to a file and open that")
            head = stream.read(1 << 20)
        return path
    except OSError as error:
        room = f"there is no room for a copy of {where} in {tempfile.gettempdir()}"
        raise SourceError(f"{room}: {reason(error)}; name a file instead of -") from None


def _search(path: Path, where: str) -> None:
    """Raise :class:`SourceError` unless a file begins with a puzzle, or with what may be a formula of one."""
    if _is_dimacs(path):
        return
    if form := registry.telling(_head(path, where)):
        _of_format(path, form, where)
    elif not begins_with_puzzles(path):
        raise SourceError(f"no line in the first {size_text(bounds.TRIED_BYTES)} of {where} is a puzzle; {_FORMS}")


# Collections with one puzzle per line ---------------------------------------------------------------------------------


def unrolled(path: Path, form: Format) -> Path:
    """Return a temporary file with the same name and one puzzle per line.

    Line numbers match those of the collection, unless it has two puzzles on a line. Raises ``OSError``.
    """
    file, target = unnamed(path.name)
    lines = TextIOWrapper(file, encoding="utf-8", newline="\n")
    with open_file(path) as source:
        at = 1
        for number, text in form.texts(source) if form.texts else _texts(source, form):
            lines.write("\n" * (number - at) + (text or BROKEN) + "\n")
            at = max(at, number) + 1
    lines.flush()
    lines.detach()
    return target


def _texts(source: Bytes, form: Format) -> Iterator[tuple[int, str]]:
    """Yield each entry's line number and its puzzle on one line, or "" if the entry has no puzzle."""
    for found in form.read(source):
        if not isinstance(found, Problem):
            yield found.line, next(LINE.write([found]))
        elif not found.remark:
            yield found.line, ""
