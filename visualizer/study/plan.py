"""What a study runs, read from a TOML file: algorithms with options, puzzles, limits, repetitions and copies.

A study runs no program of its own accord: files with solvers, and options that name a program, need permission.
"""

import json
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product
from pathlib import Path
from typing import Any, NamedTuple

import solvers
from puzzles.bounds import LARGEST_DOCUMENT, read_file, reason
from puzzles.corpus.corpus import Corpus
from puzzles.corpus.record import LEVELS
from puzzles.figures import grouped
from puzzles.formats.base import on_one_line
from puzzles.geometry import sides
from puzzles.problems import quoted, short
from puzzles.puzzle import Position, Puzzle
from puzzles.writing import record
from solvers.core.declaration import did_you_mean
from solvers.core.registry import Solver, as_text, is_file_name
from solvers.external.registry import file_of
from solvers.generate.random_stream import Stream, key_of
from solvers.run import planned
from solvers.study.copies import copied
from solvers.study.cost import NOT_APPLICABLE, RunCost, RunLimits, StudyTask
from visualizer.files import resolve
from visualizer.session import run_spec
from visualizer.session.run_spec import RunSpec
from visualizer.text.shell import raised_as

MOST_RUNS = 250_000
LONGEST_NAME = 24
"""How much of a puzzle's text is the name of one without a name."""
OWN = {f"{side}x{side}" for side in sides()} | {*resolve.own_collections()}
"""The names of the program's own collections, whether or not there is one of that size."""
ENCODING = "encoding"
_TYPES = {str: "a text", int: "a whole number", float: "a number", list: "a list of texts", dict: "a table"}


class StudyError(ValueError):
    """The error for a study that cannot be run. The message says what to change."""


class Field(NamedTuple):
    """A key of the file: its default, whose type it has, its bounds or choices, and the type of a list's entries."""

    default: Any
    least: float = 0
    most: float = 0
    choices: tuple[str, ...] = ()
    of: type = str


FIELDS = {
    "title": Field(""), "algorithms": Field([]), "options": Field({}), "repetitions": Field(1, 1, 1000),
    "copies": Field(0, 0, 10_000), "seed": Field(0, 0, 10**18), "limits": Field({}), "puzzles": Field([], of=dict),
}  # fmt: skip
LIMITS = {
    "steps": Field(1_000_000, 1, 10**9), "seconds": Field(10.0, 0.001, 86_400), "memory": Field(0, 0, 2**20),
}  # fmt: skip
PUZZLES = {
    "from": Field([]), "sample": Field(20, 0, 100_000), "level": Field("", choices=("", *LEVELS)),
    "givens": Field(0.0, 0, 1),
}  # fmt: skip


class RunInfo(NamedTuple):
    """What is run: the first columns of ``runs.csv``."""

    puzzle: str
    name: str
    collection: str
    size: int
    givens: float
    """The share of cells that are given."""
    algorithm: str
    options: str
    encoding: str
    repetition: int
    copy: int

    @property
    def key(self) -> tuple[str | int, ...]:
        """What tells a run from all others of its study."""
        return self.puzzle, *self[5:]


StudyRun = tuple[RunInfo, StudyTask | RunCost]
"""A run, and what to measure or why it cannot be measured."""


class StudyPuzzle(NamedTuple):
    puzzle: Puzzle
    collection: str
    name: str


class Study(NamedTuple):
    runs: list[StudyRun]
    limits: RunLimits
    seed: int
    resolved: str
    """The study as TOML, with every default written out."""


def _run(one: StudyPuzzle, lane: RunSpec, repetition: int, number: int, limits: RunLimits) -> StudyRun:
    puzzle, solver = one.puzzle, solvers.get(lane.solver)
    options = solver.settled(dict(lane.options))  # what is left to the machine and to the puzzle is written out
    for option in solver.options:
        if option.means and options.get(option.name, option.default) == option.default:
            options[option.name] = option.means(puzzle.geometry)
    said = ":".join(f"{name}={as_text(value)}" for name, value in options.items() if name != ENCODING)
    share, how = round(puzzle.clues / len(puzzle.givens), 4), (said, options.get(ENCODING, ""), repetition, number)
    info = RunInfo(record(puzzle), one.name, one.collection, puzzle.geometry.side, share, solver.name, *how)
    try:
        if lacking := solver.lacking(options):
            raise ValueError(lacking)
        solver.suit(options, puzzle)
        proves, apart = solver.proves and not solver.is_narrowed(options), solver.black_box or solver.own
        return info, StudyTask(planned(solver, puzzle, options), solver.run, limits, proves, apart)
    except ValueError as error:
        return info, RunCost(NOT_APPLICABLE, trouble=on_one_line(str(error)))


# Reading ------------------------------------------------------------------------------------------------------------


def read(path: Path) -> dict[str, Any]:
    """Return what a study's file says, and defaults for the rest, without looking at any puzzle. Raises
    :class:`StudyError`.
    """
    with raised_as(StudyError, ValueError, before=f"{short(path)}: "):
        try:
            said = tomllib.loads(read_file(path, LARGEST_DOCUMENT).decode("utf-8-sig"))
        except OSError as error:
            raise StudyError(f"it cannot be read: {reason(error)}; name a study's TOML file") from None
        except (ValueError, RecursionError) as error:
            raise StudyError(f"this is not TOML ({error}); 'solvescope study --new' writes one to start from") from None
        found = _fields(said, FIELDS, "the file")
        found["limits"] = _fields(found["limits"], LIMITS, "[limits]")
        found["puzzles"] = [_fields(one, PUZZLES, "[[puzzles]]") for one in found["puzzles"]]
        return found


def _fields(said: Mapping[str, Any], fields: Mapping[str, Field], where: str) -> dict[str, Any]:
    for name in said:
        if name not in fields:
            hint = did_you_mean(name, fields) or f"; it may have: {', '.join(fields)}"
            raise StudyError(f"{where} has an unknown key {quoted(name)}{hint}")
    return {name: _value(said.get(name, field.default), field, f"{name} in {where}") for name, field in fields.items()}


def _value(value: Any, field: Field, what: str) -> Any:
    kind = type(field.default)
    if kind is float and type(value) is int and abs(value) < 10**18:
        value = float(value)
    if type(value) is not kind or kind is list and not all(type(one) is field.of for one in value):
        wanted = _TYPES[kind] if field.of is str else "a list of tables"
        raise StudyError(f"{what} must be {wanted}, not {quoted(value)}")
    if kind in (int, float) and not field.least <= value <= field.most:
        raise StudyError(f"{what} must be from {field.least:g} to {grouped(int(field.most))}, not {quoted(value)}")
    if field.choices and value not in field.choices:
        raise StudyError(f"{what} must be one of {', '.join(filter(None, field.choices))}, not {quoted(value)}")
    return value


def load(path: Path, programs: bool = False) -> Study:
    """Read a study, with all its puzzles. ``programs`` says whether it may run programs. Raises :class:`StudyError`."""
    said, folder = read(path), path.parent
    said["title"] = said["title"] or path.stem
    lanes, puzzles = list(dict.fromkeys(_lanes(said, folder, programs))), dict[tuple[str, str], StudyPuzzle]()
    for one in _puzzles(said, folder):
        while one[1:] in puzzles:  # no two puzzles share a name
            one = one._replace(name=f"{one.name}'")
        puzzles[one[1:]] = one
    if not lanes or not puzzles:
        lacks = 'puzzles: add [[puzzles]] with from = ["9x9"]' if lanes else 'algorithms: add algorithms = ["mrv"]'
        raise StudyError(f"{short(path)} has no {lacks}")
    copies, repetitions, seed = range(said["copies"] + 1), range(said["repetitions"]), said["seed"]
    if (number := len(lanes) * len(puzzles) * len(copies) * len(repetitions)) > MOST_RUNS:
        many = f"the study has {grouped(number)} runs, and at most {grouped(MOST_RUNS)} are possible"
        raise StudyError(f"{many}; take fewer puzzles, copies or repetitions")
    limits, runs = RunLimits(**said["limits"]), list[StudyRun]()
    for one, copy in product(puzzles.values(), copies):
        with raised_as(StudyError, ValueError, before=f"{one.collection} {one.name}: "):
            one = one._replace(puzzle=copied(one.puzzle, copy, seed))
        runs += [_run(one, lane, repetition, copy, limits) for lane, repetition in product(lanes, repetitions)]
    return Study(runs, limits, seed, _resolved(said, lanes, folder))


def _lanes(said: Mapping[str, Any], folder: Path, programs: bool) -> Iterator[RunSpec]:
    """Yield each algorithm with each combination of the values that the study lists for its options."""
    unused = set(said["options"])
    if wrong := [name for name, values in said["options"].items() if type(values) is not list or not values]:
        raise StudyError(f"{wrong[0]} in [options] must be a list of values, as in seed = [1, 2, 3]")
    for text in solvers.names() if said["algorithms"] == ["all"] else said["algorithms"]:
        is_file = is_file_name(text.partition(":")[0])
        if is_file and not programs:
            raise StudyError(f"the study runs the program {quoted(text)}; to allow that, add --programs")
        with raised_as(StudyError, ValueError, before="algorithms: "):
            entry = run_spec.entry(str(folder / text) if is_file else text)
        solver = solvers.get(entry.solver)
        own = {option.name for option in solver.options}
        table = {name: values for name, values in said["options"].items() if name in own}
        unused -= own
        for values in product(*table.values()):
            pairs = zip(table, values, strict=True)
            with raised_as(StudyError, ValueError, before="[options]: "):
                more = solver.read_options(f"{name}={as_text(value)}" for name, value in pairs)
            options = solver.differing({**dict(entry.options), **more})
            _refuse(solver, options, programs)
            yield RunSpec(solver.name, tuple(options.items()))
    if unused:
        raise StudyError(f"no algorithm of the study has the option {quoted(min(unused))}; leave it out of [options]")


def _refuse(solver: Solver, options: Mapping[str, Any], programs: bool) -> None:
    for option in solver.every_option:
        if option.name in options and option.of_puzzle:
            raise StudyError(f"the option {option.name} of {solver.name} is about one puzzle's cells; leave it out")
        if option.name in options and option.program and not programs:
            raise StudyError(f"the study runs {quoted(options[option.name])}; to allow that, add --programs")


def _puzzles(said: Mapping[str, Any], folder: Path) -> Iterator[StudyPuzzle]:
    for source, name in ((table, name) for table in said["puzzles"] for name in table["from"]):
        with raised_as(StudyError, ValueError):  # a source or a collection that cannot be read
            several: Iterator[StudyPuzzle | None] = _from(name, source, folder, said["seed"])
            if source["givens"]:
                several = (_filled(one, source["givens"], said["seed"]) for one in several if one)
            found = [*islice(filter(None, several), source["sample"] or None)]
        if not found:
            which = f" of the level {source['level']}" * bool(source["level"])
            which += f" with at most {source['givens']:g} of the cells given" * bool(source["givens"])
            raise StudyError(f"{quoted(name)} has no puzzles{which}; take another collection, or ask for less")
        yield from found


def _from(name: str, source: Mapping[str, Any], folder: Path, seed: int) -> Iterator[StudyPuzzle]:
    """Yield the puzzles that a name stands for: a sample of a collection, or one puzzle."""
    found: Position | resolve.Collection
    if name in OWN:
        own = resolve.own_collections()
        if name not in own:
            raise StudyError(f"the program has no puzzles of {name}; it has {', '.join(own)}")
        path = own[name]
        found = resolve.Collection(path)
    else:
        found = resolve.meant(str(_file(name, folder) or (name if name != "-" else "./-")))
    if isinstance(found, Position):
        puzzle = found.puzzle
        yield StudyPuzzle(puzzle, "", on_one_line(puzzle.name) or f"{record(puzzle)[:LONGEST_NAME]}…")
        return
    with Corpus(found.lines()) as corpus:
        number = 0 if source["givens"] else source["sample"]
        _, puzzles = corpus.sampled(number or sys.maxsize, seed, source["level"] or None)
        if corpus.broken:
            raise StudyError(f"{short(corpus.path)}: {corpus.first_problem()}; mend the line or remove it")
        for puzzle in puzzles:
            line = puzzle.source.rpartition(", ")[2]
            yield StudyPuzzle(puzzle, name if name in OWN else corpus.path.name, on_one_line(puzzle.name) or line)


def _file(name: str, folder: Path) -> Path | None:
    """Return the file that a name stands for, beside the study or in the current folder."""
    return resolve.existing(str(folder / name)) or resolve.existing(name)


def _filled(one: StudyPuzzle, share: float, seed: int) -> StudyPuzzle | None:
    """Return the puzzle with digits of its solution added until a share of its cells is given. ``None`` if too many
    are, or there is no solution.
    """
    givens, more = one.puzzle.givens, round(share * len(one.puzzle.givens)) - one.puzzle.clues
    if more < 0 or not (solution := solvers.solve(one.puzzle)):
        return None
    added = {*Stream(key_of(f"{seed}:{record(one.puzzle)}", 0)).order(one.puzzle.blanks)[:more]}
    values = [solution.givens[cell] if cell in added else digit for cell, digit in enumerate(givens)]
    return one._replace(puzzle=one.puzzle.with_values(values))


# Writing ------------------------------------------------------------------------------------------------------------


def _resolved(said: Mapping[str, Any], lanes: Sequence[RunSpec], folder: Path) -> str:
    """Return the study as TOML that means the same from any folder."""
    whole = {name: value for name, value in said.items() if type(value) not in (dict, list)}
    files = {lane.solver: file_of(solvers.get(lane.solver)) for lane in lanes}
    paths = {name: str(file.path.resolve()) for name, file in files.items() if file}
    whole["algorithms"] = [str(lane._replace(solver=paths.get(lane.solver, lane.solver))) for lane in lanes]
    lines = [*_toml(whole), "", "[limits]", *_toml(said["limits"])]
    for source in said["puzzles"]:
        named = [(name, None if name in OWN else _file(name, folder)) for name in source["from"]]
        there = [str(file.resolve()) if file else name for name, file in named]
        lines += ["", "[[puzzles]]", *_toml({**source, "from": there})]
    return "\n".join(lines) + "\n"


def _toml(values: Mapping[str, Any]) -> Iterator[str]:
    """Yield keys with texts, numbers and lists of texts, which TOML writes as JSON does."""
    texts = ((name, json.dumps(value, ensure_ascii=False)) for name, value in values.items())
    return (f"{name} = {text}".replace("\x7f", "\\u007f") for name, text in texts)
