"""Reads a scene of a lecture, which is written in TOML.

    puzzle = "fig1"                 # a built-in puzzle, a file beside the lecture, or the puzzle itself
    solver = "backtracking"
    options = { seed = 7 }          # the algorithm's
    solvers = ["mrv", "annealing:seed=7"]   # instead of these two: a race at equal steps
    at = 30                         # where the scene begins; 0 if it is not given
    stops = ["guess", 1200, { at = "conflict", name = "Whose fault is it?" }, "end"]
    speed = 4                       # steps a second; directed if it is not given
    granularity = "digits"          # what counts as a step: steps, changes, digits …
    panes = ["code"]                # [] for none
    ask = 3                         # that many questions, or the kinds of question

A stop is a position in the run, or the next event of a kind. In a race, it is the next in any lane, and the end is that
of the last lane. Only the puzzle must be given.
"""

import re
import tomllib
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import solvers
from puzzles.bounds import DEEPEST, LARGEST_TEXT, LONGEST_NUMBER, LONGEST_PUZZLE, BoundsError, size_text
from puzzles.corpus import named
from puzzles.figures import grouped
from puzzles.problems import quoted
from puzzles.puzzle import Position, Puzzle
from solvers import DEFAULT
from solvers.core.declaration import did_you_mean
from solvers.core.registry import Solver, is_file_name
from visualizer.files import resolve
from visualizer.files.saved_view import one_of
from visualizer.lecture.lecture import MOST_LANES, MOST_STEPS, STOPS, Mistake, Mistakes, SlideScene, Stop, file_beside
from visualizer.questions.registry import declared as question_kinds
from visualizer.session.pane_layout import names as pane_names
from visualizer.session.run_spec import FEWEST, RunSpec, entry, find
from visualizer.session.settings import FASTEST, GRANULARITIES
from visualizer.text.spans import listed

FIELDS = ("puzzle", "solver", "options", "solvers", "at", "stops", "speed", "granularity", "panes", "ask")
LONGEST_NAME = 60
"""The maximum length of a stop's name, in characters."""
MOST_STOPS = 1000
MOST_QUESTIONS = 100
_OF_ONE_RUN = ("solver", "options", "granularity", "panes", "ask")
"""The fields that a race cannot have."""
_SHORTEST_PUZZLE = 16
"""The length of the smallest puzzle in characters. Anything shorter must be a name."""

T = TypeVar("T")
U = TypeVar("U")


def read_scene(text: str, line: int, folder: Path, mistakes: Mistakes) -> SlideScene | None:
    """Read a scene whose text begins at a line of a file. Add anything wrong to the mistakes.

    A field with a mistake counts as not given. Return ``None`` if that leaves nothing to show.
    """
    try:
        table = read_toml(text)
    except TomlError as error:
        mistakes.append(Mistake(line + error.line - 1, str(error)))
        return None
    return _SceneReader(table, text, line, folder, mistakes).read()


class _SceneReader:
    def __init__(self, table: dict[str, Any], text: str, line: int, folder: Path, mistakes: Mistakes) -> None:
        self._table, self._text, self._lines = table, text, text.split("\n")
        self._start, self._folder, self._mistakes = line, folder, mistakes

    def read(self) -> SlideScene | None:
        for name in self._table:
            if name not in FIELDS and not self._mistakes.full:
                hint = did_you_mean(name, FIELDS) or f"; it has {listed(FIELDS)}"
                self._wrong(name, f"a scene has no {quoted(name)}{hint}")
        if "puzzle" not in self._table:
            self._wrong("puzzle", 'a scene needs a puzzle, as in puzzle = "fig1"')
        puzzle = self._field("puzzle", self._puzzle, None)
        runs = self._race() if "solvers" in self._table else self._one_run(puzzle)
        first = self._field("at", lambda value: self._stop(value, 0), Stop(0, line=self._start - 1))
        stops = self._field("stops", self._stops, tuple[Stop, ...]())
        speed = self._field("speed", _speed, None)
        unit = self._field("granularity", lambda value: one_of(value, GRANULARITIES, "granularity"), None)
        panes = self._field("panes", lambda value: _known(value, "panes", "code", pane_names(), "pane"), None)
        ask = self._field("ask", _ask, 0)
        if not (puzzle and runs):
            return None
        for one in runs:
            if refused := _refusal(solvers.get(one.solver), dict(one.options), puzzle):
                self._wrong(next((name for name in ("solver", "solvers") if name in self._table), "puzzle"), refused)
                return None
        (name, options), lanes = runs[0], runs if len(runs) > 1 else ()
        line, text = self._start - 1, self._text
        return SlideScene(puzzle, name, (first, *stops), dict(options), speed, panes, ask, line, lanes, text, unit)

    def _one_run(self, puzzle: Puzzle | None) -> tuple[RunSpec, ...]:
        """Return the one run that the scene shows, or nothing if its algorithm is wrong."""
        solver = self._field("solver", _solver, None) if "solver" in self._table else solvers.get(DEFAULT)
        if not (puzzle and solver):
            return ()
        options = self._field("options", lambda value: self._options(value, solver, puzzle), dict[str, Any]())
        return (RunSpec(solver.name, tuple(options.items())),)

    def _race(self) -> tuple[RunSpec, ...]:
        """Return the lanes of a race, or nothing if one of them is wrong."""
        for name in _OF_ONE_RUN:
            if self._table.pop(name, None) is not None:
                self._wrong(name, f"a race has no {name}: leave it out, or show one run with solver")
        return self._field("solvers", self._lanes, ())

    def _field(self, name: str, read: Callable[[Any], T], absent: U) -> T | U:
        """Return a field's value, or ``absent`` if it is missing or has a mistake."""
        try:
            return read(self._table[name]) if name in self._table else absent
        except (ValueError, OSError) as error:
            first = str(error).splitlines()[:2]  # what it is, and the first of many reasons: a mistake is one line
            self._wrong(name, " ".join(" ".join(first).split()))
            return absent

    def _wrong(self, name: str, message: str) -> None:
        self._mistakes.append(Mistake(self._line(name), message))

    def _line(self, name: str) -> int:
        """Return the line of a field or, if it is missing, of the scene."""
        begins = re.compile(rf"""\s*\[?\s*["']?{re.escape(name)}\b""")
        found = (number for number, line in enumerate(self._lines) if begins.match(line))
        return self._start + next(found, -1)

    # Fields

    def _puzzle(self, value: Any) -> Puzzle:
        text = _text(value, "puzzle")
        if len(text) > LONGEST_PUZZLE:
            raise ValueError(f"the puzzle has more than {grouped(LONGEST_PUZZLE)} characters")
        try:
            path = file_beside(self._folder, text, LARGEST_TEXT) if text else None
        except BoundsError as error:
            raise ValueError(f"{quoted(text)} cannot be shown: {error}") from None
        if path is None:
            name, known = text.strip(), named.names()
            if name.casefold() in map(str.casefold, known):
                return named.find(name)
            if len(name) < _SHORTEST_PUZZLE:
                hint = did_you_mean(name, known) or "; 'solvescope list --puzzles' lists them"
                raise ValueError(f"there is no puzzle {quoted(name)}{hint}")
            return resolve.of_text(text).puzzle
        found = resolve.of_file(path, text)
        if not isinstance(found, Position):
            raise ValueError(f"{text} holds several puzzles, but a scene shows one")
        return found.puzzle

    def _options(self, value: Any, solver: Solver, puzzle: Puzzle) -> dict[str, Any]:
        """Read the algorithm's options, except those with a mistake."""
        if not isinstance(value, dict):
            raise ValueError("options must be a table, as in options = { seed = 7 }")
        options = dict[str, Any]()
        for name, its in value.items():
            if self._mistakes.full:
                break
            try:
                one = solver.checked({name: its})
                _refuse_programs(solver, one)
                solver.suit(one, puzzle)
                options |= one
            except ValueError as error:
                self._wrong("options", str(error))
        return solver.differing(options)

    def _lanes(self, value: Any) -> tuple[RunSpec, ...]:
        names = _texts(value, "solvers", "mrv")
        if not FEWEST <= len(names) <= MOST_LANES:
            raise ValueError(f'a race has {FEWEST} to {MOST_LANES} lanes, as in solvers = ["backtracking", "mrv"]')
        return tuple(map(_lane, names))

    def _stops(self, value: Any) -> tuple[Stop, ...]:
        if not isinstance(value, list):
            raise ValueError('stops must be a list, as in ["guess", "conflict", 1200, "end"]')
        if len(value) > MOST_STOPS:
            raise ValueError(f"a scene has at most {grouped(MOST_STOPS)} stops")
        stops: list[Stop] = []
        for number, item in enumerate(value, 1):
            if self._mistakes.full:
                break
            try:
                stops.append(self._stop(item, number))
            except ValueError as error:
                self._mistakes.append(Mistake(self._line_of_stop(number), str(error)))
        return tuple(stops)

    def _stop(self, value: Any, number: int) -> Stop:
        """Read a stop: a position, an event, or a table of one of these and a name."""
        line = self._line_of_stop(number)
        if isinstance(value, dict):
            if unknown := set(value) - {"at", "name"}:
                raise ValueError(f"a stop has no {quoted(min(unknown))}; it has at and name")
            if "at" not in value:
                raise ValueError('a stop in braces says where it is, as in { at = 1200, name = "First dead end" }')
            name = _text(value.get("name", ""), "a stop's name")
            if len(name) > LONGEST_NAME:
                raise ValueError(f"a stop's name has at most {LONGEST_NAME} characters: {quoted(name)}")
            return self._stop(value["at"], number)._replace(name=name)
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_STEPS:
            return Stop(value, line=line)
        if isinstance(value, str) and value in STOPS:
            return Stop(value, line=line)
        hint = did_you_mean(value, STOPS) if isinstance(value, str) else ""
        choices = f"; write a step up to {grouped(MOST_STEPS)}, {listed([*STOPS], 'or')}"
        raise ValueError(f"{quoted(value)} is not a stop{hint or choices}")

    def _line_of_stop(self, number: int) -> int:
        """Return the line of a stop counted from 1, if every stop has its own line; otherwise the line of the list."""
        own = self._lines_of_stops
        return own[number - 1] if 0 < number <= len(own) else self._line("stops" if number else "at")

    @cached_property
    def _lines_of_stops(self) -> Sequence[int]:
        """The line of each stop if every stop has its own line, otherwise empty."""
        line = self._line("stops")
        if line < self._start or not self._lines[line - self._start].rstrip().endswith("["):
            return ()
        rows = enumerate(self._lines[line - self._start + 1 :], line + 1)
        return [number for number, row in rows if row.strip() and not row.strip().startswith(("]", "#"))]


def _solver(value: Any) -> Solver:
    name = _text(value, "solver")
    if is_file_name(name):
        raise ValueError("a lecture runs no program: name one of the algorithms (see: solvescope list)")
    return find(name)


def _lane(text: str) -> RunSpec:
    """Read a lane as on the command line, as in "annealing:seed=7"."""
    _solver(text.partition(":")[0])
    lane = entry(text)
    _refuse_programs(solvers.get(lane.solver), dict(lane.options))
    return lane


def _refuse_programs(solver: Solver, options: dict[str, Any]) -> None:
    for option in solver.every_option:
        if option.program and option.name in options:
            raise ValueError(f"a lecture runs no program: leave out the option {option.name}")


def _refusal(solver: Solver, options: dict[str, Any], puzzle: Puzzle) -> str:
    """Say why the algorithm cannot run on the puzzle with these options; "" if it can."""
    try:
        solver.suit(options, puzzle)
    except ValueError as error:
        return str(error)
    return solver.misfit(puzzle) or solver.lacking(options)


def _speed(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= FASTEST:
        raise ValueError(f"speed must be a number of steps a second, above 0 and up to {grouped(FASTEST)}")
    return float(value)


def _ask(value: Any) -> int | tuple[str, ...]:
    if isinstance(value, int) and not isinstance(value, bool):
        if 0 <= value <= MOST_QUESTIONS:
            return value
        raise ValueError(f"ask must be a number of questions up to {MOST_QUESTIONS}, or a list of their kinds")
    return _known(value, "ask", "where-back", list(question_kinds()), "kind of question")


def _text(value: Any, name: str) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{name} must be text in quotation marks, not {quoted(value)}")
    return value


def _texts(value: Any, name: str, example: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise ValueError(f'{name} must be a list of names, as in ["{example}"]')
    return tuple(value)


def _known(value: Any, name: str, example: str, known: list[str], what: str) -> tuple[str, ...]:
    """Read a list of names that must be known."""
    names = _texts(value, name, example)
    for one in names:
        if one not in known:
            hint = did_you_mean(one, known) or f"; choose from {listed(known)}"
            raise ValueError(f"there is no {what} {quoted(one)}{hint}")
    return names


LARGEST_SCENE = 1 << 16
"""The maximum size of a text, in characters."""
TOML_TOKEN = re.compile(
    r"""
      (?P<text> \"{3} (?: [^"\\] | \\. | "(?!"") )* (?: \"{3,5} )?      # any of these may be unterminated
              | '{3} (?: [^'] | '(?!'') )* (?: '{3,5} )?
              | " (?: [^"\\\n] | \\[^\n] )* "?
              | ' [^'\n]* '? )
    | (?P<comment> \# [^\n]* )
    | (?P<mark> [][{}=,.\n] )
    | (?P<word> [^][{}=,.\s"'\#]+ )
    """,
    re.VERBOSE | re.DOTALL,
)
"""Finds the strings, comments, words and marks of a text. A line feed is a mark. A number is one word or more."""


class TomlError(ValueError):
    """Invalid TOML, or TOML that exceeds the bounds. ``line`` counts from 1."""

    def __init__(self, reason: str, line: int) -> None:
        super().__init__(reason)
        self.line = line


def read_toml(text: str) -> dict[str, Any]:
    """Parse TOML. Raises :class:`TomlError`."""
    if len(text) > LARGEST_SCENE:
        raise TomlError(f"it is larger than {size_text(LARGEST_SCENE)}", 1)
    depth = dots = 0
    for token in TOML_TOKEN.finditer(text):
        if token.lastgroup == "mark":
            depth += (token[0] in "[{") - (token[0] in "]}")
            dots = dots + 1 if token[0] == "." else 0
            if max(depth, dots) > DEEPEST:
                raise _beyond(f"lists and tables are nested more than {DEEPEST} deep", token)
        elif token.lastgroup == "word" and len(token[0]) > LONGEST_NUMBER:
            raise _beyond(f"a number or name has more than {LONGEST_NUMBER} characters", token)
    try:
        return tomllib.loads(text)
    except ValueError as error:
        found = re.search(r"line (\d+)", str(error))
        said = re.sub(r" \(at .*\)$", "", str(error))
        last = max(1, text.count("\n"))
        raise TomlError(f"this is not TOML: {said[:1].lower()}{said[1:]}", int(found[1]) if found else last) from None


def _beyond(reason: str, token: re.Match[str]) -> TomlError:
    return TomlError(reason, token.string.count("\n", 0, token.start()) + 1)
