"""Every reader of outside text, with valid inputs to start from, and mutations of them for the fuzzer.

A reader is given bytes. It accepts them, or refuses them with an error of its own; anything else it raises is a fault.
"""

from __future__ import annotations

import csv
import io
import json
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from itertools import islice
from pathlib import Path
from random import Random
from time import perf_counter
from typing import NamedTuple

from drawings import drawn
from lecture_inputs import VALUES, some_addition, some_lecture, try_addition, try_lecture
from lecture_inputs import WORDS as LECTURE_WORDS

import solvers
from puzzles import Corpus, Geometry, Problem, Puzzle, json_reader
from puzzles.corpus import named
from puzzles.corpus.corpus import CorpusError
from puzzles.formats import registry
from puzzles.formats.registry import FORMATS
from puzzles.json_reader import JsonError
from puzzles.problems import PuzzleError
from puzzles.puzzle import Position
from solvers.algorithms import person
from solvers.core import trace_text
from solvers.core.literals import LiteralError, parse_all, parse_timed
from solvers.core.registry import OptionError
from solvers.core.step import Kind
from solvers.external import file as own_solver
from solvers.sat import cnf, dimacs, model, numbering
from solvers.sat.command import SolverOutput
from solvers.sat.dimacs_syntax import DimacsError
from solvers.study.cost import RunCost
from visualizer.files import atomic, loader, resolve, saved_view, store
from visualizer.files.lectures import shipped
from visualizer.files.loader import preview_of
from visualizer.files.resolve import SourceError
from visualizer.files.saved_view import ViewError
from visualizer.files.store import DocumentStore, Fields
from visualizer.play.saved_games import SavedGame, SavedGames, as_data, unfinished
from visualizer.session import checked_view, run_spec
from visualizer.study import folder as study_folder
from visualizer.study import plan as study_plan
from visualizer.study.svg import asset
from visualizer.style.pictures import in_folder

SAVED = Path(__file__).parents[1] / "saved" / "0.1.0"
FIG1 = named.find("fig1")
SMALL = Puzzle.parse("1...\n..3.\n.4..\n...2")
SHAPED = [Puzzle.empty(Geometry.of_spec(spec)) for spec in (
    "killer 4x4; units diagonals; cage 3 r1c1 r1c2; thermo r2c2 r2c3 r3c3; arrow r4c4 r4c3 r4c2; dot double r1c4 r2c4",
    "killer 4x4; cage 10 r1c1 r1c2 r2c1 r2c2; cage 10 r1c3 r1c4 r2c3 r2c4; cage r3c1 r3c2 r3c3 r3c4; "
    "cage 10 r4c1 r4c2 r4c3 r4c4",
    "jigsaw 4x4; regions AABB/AABB/CCCD/CDDD",
    "comparison 4x4; regions none; less r1c1 r1c2; less r4c4 r3c4",
    "variant 3x3; regions none; apart r1c1 r1c2; dot consecutive r1c2 r1c3; less r3c1 r3c2",
    "slitherlink row 3..2; row 1.0.; row ....",
)]  # fmt: skip
LONGEST = 20_000
"""The maximum size of an input in bytes."""
LONGEST_TOLD = 1000
"""The maximum length of a line of a message, however long what it is about."""


@dataclass(frozen=True)
class Reader:
    """Something that reads outside text. ``read`` returns whether it accepts it, and may raise only ``refuses``."""

    read: Callable[[bytes], bool]
    seeds: tuple[bytes, ...]
    refuses: tuple[type[Exception], ...] = ()
    words: tuple[str, ...] = ()
    """Words of its grammar."""
    generated: Callable[[Random], bytes] | None = None
    """A generator of its own, which makes half of the seeds."""


def in_few_words(message: object) -> bool:
    """Return whether a message says something, and no line of it is too long."""
    return 0 < max(map(len, str(message).split("\n"))) <= LONGEST_TOLD


# Inputs ---------------------------------------------------------------------------------------------------------------

WORDS = (
    *("0", "1", "-1", "9", "4300", "9" * 20, "1e400", "NaN", "-Infinity", "null", "true", "false", "[", "]", "{", "}"),
    *("[[", "]]", "{{", "(", ")", '"', "'", "\\", "\\u0000", "\\ud800", ",", ":", ";", "|", "/", "#", ".", "..", "*"),
    *("_", "-", "+", "=", "%", "&", "<", ">", "&lt;", "&x;", "<!DOCTYPE", "]]>", " ", "\n", "\n\n", "\r", "\r\n", "\t"),
    *("\0", "\x1b[", "\x1b[200~", "\x85", "\u2028", "\ufeff", "²", "٣", "é", "👍", "e\u0301", "c", "p", "s", "v"),
    *("cnf", "r1c1", "r9c9=9", "not", "level=", "unit=", "detail=", "../", "~", "$HOME", "file:///", "--", str(FIG1)),
    *("9" * 5000, "[" * 2000, "(" * 300, " " * 100, "-" * 100, "\n" * 100),
)
"""Words that have misled some reader."""


def made(reader: Reader, random: Random) -> bytes:
    """Return an input: a mutated seed or, one time in five, words of the grammar in any order."""
    words = _encoded(reader.words)
    if random.random() < 0.2:
        return b"".join(random.choices(words, k=random.randrange(30)))[:LONGEST]
    data = reader.generated(random) if reader.generated and random.random() < 0.5 else random.choice(reader.seeds)
    for _ in range(random.choice((0, 1, 1, 1, 2, 2, 3, 5, 9))):
        data = random.choice(_MUTATIONS)(data, random, random.choice(words), random.choice(reader.seeds))
    return data[:LONGEST]


@cache
def _encoded(words: tuple[str, ...]) -> tuple[bytes, ...]:
    return tuple(word.encode("utf-8", "surrogatepass") for word in (*WORDS, *words))


def _span(data: bytes, random: Random) -> tuple[int, int]:
    begin = random.randrange(len(data) + 1)
    return begin, min(len(data), begin + int(random.expovariate(0.15)))


def _insert(data: bytes, random: Random, word: bytes, other: bytes) -> bytes:
    at = random.randrange(len(data) + 1)
    return data[:at] + word + data[at:]


def _replace(data: bytes, random: Random, word: bytes, other: bytes) -> bytes:
    begin, end = _span(data, random)
    return data[:begin] + word + data[end:]


def _delete(data: bytes, random: Random, word: bytes, other: bytes) -> bytes:
    begin, end = _span(data, random)
    return data[:begin] + data[end:]


def _repeat(data: bytes, random: Random, word: bytes, other: bytes) -> bytes:
    begin, end = _span(data, random)
    return data[:end] + data[begin:end] * random.choice((1, 1, 2, 9)) + data[end:]


def _flip(data: bytes, random: Random, word: bytes, other: bytes) -> bytes:
    at = random.randrange(len(data) + 1)
    return data[:at] + bytes([random.randrange(256)]) + data[at + 1 :]


def _splice(data: bytes, random: Random, word: bytes, other: bytes) -> bytes:
    return data[: random.randrange(len(data) + 1)] + other[random.randrange(len(other) + 1) :]


def _shuffle_lines(data: bytes, random: Random, word: bytes, other: bytes) -> bytes:
    lines = data.split(b"\n")
    at, to = random.randrange(len(lines)), random.randrange(len(lines))
    lines[at], lines[to] = lines[to], lines[at]
    return b"\n".join(lines)


_NUMBERS = ("0", "1", "-1", "10", "255", "2147483648", "9223372036854775808", "1" * 18, "8" * 400, "3" * 4999)


def _exchange_number(data: bytes, random: Random, word: bytes, other: bytes) -> bytes:
    """Replace a number, or a word in quotes, if there is one near a random place."""
    at = random.randrange(len(data) + 1)
    begin = next((i for i in range(at, min(len(data), at + 50)) if data[i : i + 1].isdigit()), len(data))
    end = next((i for i in range(begin, len(data)) if not data[i : i + 1].isdigit()), len(data))
    number = random.choice(_NUMBERS)
    return data[:begin] + number.encode() + data[end:]


_MUTATIONS = (_insert, _replace, _delete, _repeat, _flip, _splice, _shuffle_lines, _exchange_number)


# Readers --------------------------------------------------------------------------------------------------------------


@cache
def scratch() -> Path:
    """Return a folder of this process for the files that are read."""
    shared = Path("/dev/shm")
    return Path(tempfile.mkdtemp(prefix=f"fuzz-{os.getpid()}-", dir=shared if shared.is_dir() else None))


def _file(data: bytes, name: str) -> Path:
    path = scratch() / name
    path.write_bytes(data)
    return path


def _forget(path: Path) -> None:
    if path in atomic._open:
        atomic.forget(atomic._open[path], path)


def _of_format(form: str, data: bytes) -> bool:
    FORMATS[form].looks_like(data.decode("utf-8", "replace"))
    found = list(islice(FORMATS[form].read(io.BytesIO(data)), 10_000))
    assert all(in_few_words(one) for one in found if isinstance(one, Problem))
    return any(isinstance(one, Position) for one in found)


def _as_file(data: bytes) -> bool:
    path = _file(data, "file" + ("", ".txt", ".json", ".cnf", ".csv", ".sdk", ".trace")[len(data) % 7])
    preview_of(path)
    resolve.is_openable(path)
    resolve.is_view(path)
    found = resolve.contents(path, path.name)
    if isinstance(found, Path):
        with Corpus(found, seed=1) as corpus, suppress(CorpusError):
            corpus.draw()
            corpus.draw("easy")
        _forget(found)
        return True
    with suppress(ViewError):
        str(resolve.first_wrong(path, path))
    return True


def _pasted(data: bytes) -> bool:
    found = loader.found_in(data.decode("utf-8", "surrogateescape").replace("file:", "text:"))
    if isinstance(found, Path):
        _forget(found)
    return True


def _argument(data: bytes) -> bool:
    resolve.of_text(data.decode("utf-8", "surrogateescape"))
    return True


def _corpus(data: bytes) -> bool:
    with Corpus(_file(data, "corpus.txt"), seed=1) as corpus:
        for number, found in corpus.iterate():
            assert number and str(found)
        corpus.wait()
        corpus.first_problem()
        corpus.draw()
    return True


def _study(data: bytes) -> bool:
    study_plan.read(_file(data, "study.toml"))
    return True


def _study_rows(data: bytes) -> bool:
    rows = study_folder.rows_of(_file(data, study_folder.ROWS).parent)
    return all(study_folder.row_of(next(csv.reader([str(row)]))) == row for row in rows)


def _study_seeds() -> Iterator[bytes]:
    """Yield the rows of a study with runs that ended in different ways."""
    info = study_plan.RunInfo(str(FIG1), "fig1", "", 9, 0.4, "mrv", "seed=3", "", 0, 2)
    costs = (RunCost("ok", "", "solved", 54, 0, 0, 0, 0.1, 0.0, 2e-05, 3.0, 20.5), RunCost("crash", trouble="a, 'b'"))
    rows = "".join(str(study_folder.StudyRow(info, cost)) for cost in costs)
    yield f"{','.join(study_folder.COLUMNS)}\n{rows}".encode()


def _picture(data: bytes) -> bool:
    return bool(in_folder(_file(data, "1.png").parent).picture(1))


def _pictures() -> Iterator[bytes]:
    """Yield a picture of each kind that can be read."""
    for kind in ("PNG", "GIF", "JPEG", "BMP", "WEBP"):
        written = io.BytesIO()
        drawn(3, (24, 18)).save(written, kind)
        yield written.getvalue()


def _view(data: bytes) -> bool:
    view = saved_view.from_text(data.decode("utf-8", "replace"))
    saved_view.from_text(saved_view.to_json(view))
    checked_view.check(saved_view.View(**{**vars(view), "file": ""}), scratch())
    return True


def _trace(data: bytes) -> bool:
    lines = data.decode("utf-8", "replace").split("\n")
    if len(lines) > 5:  # make the hash right, so that what it covers is read
        lines[5] = f"run: {trace_text._hash_of(lines[:5])}" if lines[5].startswith("run: ") else lines[5]
    header, steps = trace_text.parse(lines)
    assert all(step.kind in Kind for step in steps)
    return bool(header.solver)


def _formula(data: bytes) -> bool:
    return bool(dimacs.puzzle_of(_file(data, "formula.cnf")))


def _answer(data: bytes) -> bool:
    answer = model.read(io.BufferedReader(io.BytesIO(data)))  # type: ignore[arg-type]
    puzzle, variables = model.guess(answer)
    model.faults(answer, puzzle, variables)
    return True


def _output(data: bytes) -> bool:
    output = SolverOutput(64)
    for line in data.decode("utf-8", "replace").split("\n"):
        output.feed(line)
    return output.model is not None and not output.trouble


def _json(data: bytes) -> bool:
    json.dumps(json_reader.read(data), allow_nan=False)
    return True


def _own_solver(data: bytes) -> bool:
    return bool(own_solver.read(_file(data, "own.py")).function)


def _moves(data: bytes) -> bool:
    person.read(data.decode("utf-8", "surrogateescape"), SMALL)
    return True


def _literals(data: bytes) -> bool:
    text = data.decode("utf-8", "surrogateescape")
    with suppress(LiteralError):
        parse_all(text, SMALL)
    parse_timed(text, SMALL)
    return True


def _options(data: bytes) -> bool:
    for name in ("annealing", "sat", "mrv", "human"):
        with suppress(OptionError):
            solvers.get(name).read_options([data.decode("utf-8", "surrogateescape")])
    return True


def _lanes(data: bytes) -> bool:
    return bool(run_spec.parse(data.decode("utf-8", "surrogateescape").replace(".py", "")))


def _lecture(data: bytes) -> bool:
    try_lecture(data)
    return True


def _addition(data: bytes) -> bool:
    """Add a stop to a lecture, both of which depend on the data."""
    try_addition(some_addition(Random(data)))
    return True


def _document(name: str, fields: Fields, data: bytes) -> bool:
    folder = scratch() / "state"
    folder.mkdir(exist_ok=True)
    for path in folder.iterdir():
        path.unlink()
    (folder / f"{name}.json").write_bytes(data)
    kept = DocumentStore(folder)
    kept.load(name, fields)
    wrong = kept.news()
    if name == "games":
        games = SavedGames(kept)
        for game in games.games:
            unfinished(game)
        kept._unsaved[name], games._written = "no room", ()
        games.lost()
    again = DocumentStore(folder)
    again.load(name, fields)
    assert not (".broken" in wrong and again.news()), "it is still wrong after it was set aside"
    return not wrong


# Seeds ----------------------------------------------------------------------------------------------------------------


def _written(form: str) -> tuple[bytes, ...]:
    """Return puzzles in a format, or in any other if it cannot be written."""
    its = FORMATS[form]
    fitting = [puzzle for puzzle in (FIG1, SMALL, named.find("deep-2"), *SHAPED) if not its.refusal(puzzle)]
    return tuple("\n".join(its.write([its.fitted(Position(one))])).encode() for one in fitting)


def _formulas() -> Iterator[bytes]:
    for encoding in cnf.ENCODINGS.values():
        for name in (None, *numbering.NUMBERINGS):
            with suppress(ValueError):
                variables = numbering.of(encoding, SMALL, name)
                yield "\n".join(dimacs.lines(SMALL, encoding, variables)).encode()


def _saved(*names: str) -> tuple[bytes, ...]:
    return tuple((SAVED / name).read_bytes()[:LONGEST] for name in names)


def _documents(fields: Mapping[str, Fields]) -> Iterator[tuple[str, Reader]]:
    game = as_data(SavedGame(str(SMALL), "r1c2=2", "small", seconds=3.5, position=1, lines=("r1c2=3",)))
    games = {"games": [game, {**game, "puzzle": str(FIG1)}], "here": str(FIG1)}
    others = {"files": ["/tmp/a"], "pane": "tree", "reduced": True, "python": True, "size": 1.25, "seen": True}
    data: dict[str, object] = {**games, **others, "often": "rarely", "kinds": ["next-cell"]}
    for name, its in fields.items():
        table = {"format": store.FORMAT, "version": store.VERSION, "data": {field: data.get(field) for field in its}}
        seeds = (json.dumps(table).encode(), json.dumps(table, indent=1).encode())
        yield f"document {name}", Reader(partial(_document, name, its), seeds, (), ('"data"', '"version"', *its))


def readers(documents: Mapping[str, Fields]) -> dict[str, Reader]:
    """Return every reader by name. ``documents`` are the fields of the documents kept between starts, by name."""
    by_format = {form: _written(form) for form in FORMATS}
    lines = (f"{FIG1}\n{FIG1} easy 3 # name\n".encode(), b"puzzle,solution\n" + str(FIG1).encode(), str(SMALL).encode())
    puzzles = (*(seed for seeds in by_format.values() for seed in seeds), *lines)
    views = _saved("watching.json", "racing.json", "options.json", "resolving.json", "small.json", "playing.json")
    traces = _saved("fig1-mrv.trace", "fig1-human.trace", "fig23-formula.trace", "minimal-6-cdcl.trace")
    formulas = tuple(_formulas())
    lectures = tuple(one.path.read_bytes()[:LONGEST] for one in shipped())
    literals = b" ".join(b"%d" % (n if n % 4 == n // 4 % 4 else -n) for n in range(1, 65))
    answers = (b"SAT\n1 -2 3 0\n", b"c x\ns SATISFIABLE\nv 1 -2\nv 7 0\n", b"s UNSATISFIABLE\n",
               b"conflicts : 12 (3)\n", b"c 12 conflicts\ns SATISFIABLE\nv " + literals)  # fmt: skip
    code = ((Path(solvers.__file__).parent / "example.py").read_bytes(),)
    made_by_format = {
        f"format {form}": Reader(partial(_of_format, form), seeds or puzzles) for form, seeds in by_format.items()
    }
    found = {
        **made_by_format,
        "file": Reader(_as_file, (*puzzles, *views, *traces, *formulas, *answers), (SourceError,)),
        "pasted text": Reader(_pasted, (*puzzles, *views, *traces), (SourceError, ViewError)),
        "argument": Reader(_argument, puzzles, (SourceError,)),
        "puzzle": Reader(lambda data: bool(registry.parse(data.decode("utf-8", "replace"))), puzzles, (PuzzleError,)),
        "corpus": Reader(_corpus, lines, (CorpusError,)),
        "view": Reader(_view, views, (ViewError,)),
        "trace": Reader(_trace, traces, (trace_text.TraceError,)),
        "formula": Reader(_formula, formulas, (DimacsError,)),
        "SAT answer": Reader(_answer, answers, (DimacsError,)),
        "SAT solver's output": Reader(_output, answers),
        "JSON": Reader(_json, views, (JsonError,)),
        "own solver": Reader(_own_solver, code, (own_solver.ForeignError,)),
        "moves": Reader(_moves, (b"r1c2=2 r3c3:13 r1c2=. ", b"=1234341221434321"), (person.MoveError,)),
        "literals": Reader(_literals, (b"r1c2=2 r2c2!=3", b"812:r1c2=4 3:r1c3=1"), (LiteralError,)),
        "options": Reader(_options, (b"seed=7", b"command=minisat", b"encoding=minimal", b"assume=r1c1=1")),
        "lanes": Reader(_lanes, (b"mrv,annealing:seed=3,cdcl", b"sat:encoding=minimal,mrv"), (run_spec.RunSpecError,)),
        "study": Reader(_study, (asset("start.toml").encode(),), (study_plan.StudyError,), (*study_plan.PUZZLES, "[[")),
        "rows of a study": Reader(_study_rows, (*_study_seeds(),), (study_plan.StudyError,)),
        "picture": Reader(_picture, (*_pictures(),), (ValueError,)),
        "lecture": Reader(_lecture, lectures, (), (*LECTURE_WORDS, *VALUES), some_lecture),
        "stop added to a lecture": Reader(_addition, (b"1",), generated=lambda random: random.randbytes(8)),
        **dict(_documents(documents)),
    }
    return found


# Running --------------------------------------------------------------------------------------------------------------


class Tally(NamedTuple):
    """What became of a reader's inputs."""

    accepted: int
    refused: int
    raised: tuple[tuple[int, str], ...]
    """The number of each input at which the reader raised something else, and what that was."""
    longest: float
    """The longest time taken for an input, in seconds."""
    slowest: int
    """The number of that input."""


def input_of(reader: Reader, name: str, seed: int, number: int) -> bytes:
    """Return one of a reader's inputs, which is always the same."""
    return made(reader, Random(f"{seed} {name} {number}"))


def run(reader: Reader, name: str, seed: int, numbers: Iterable[int]) -> Tally:
    """Give a reader some of its inputs."""
    accepted = refused = slowest = 0
    longest, raised = 0.0, []
    for number in numbers:
        data = input_of(reader, name, seed, number)
        began = perf_counter()
        try:
            taken = reader.read(data)
        except reader.refuses as error:
            taken = False
            if not in_few_words(error):
                raised.append((number, f"a message that is too long: {str(error)[:200]}"))
                continue
        except Exception as error:
            raised.append((number, f"{type(error).__name__}: {str(error)[:200]}"))
            continue
        accepted, refused = accepted + taken, refused + (not taken)
        longest, slowest = max((longest, slowest), (perf_counter() - began, number))
    return Tally(accepted, refused, tuple(raised), longest, slowest)
