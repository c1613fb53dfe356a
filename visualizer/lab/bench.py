"""Runs searches for the page of the lab. It is imported by the Python in a browser's worker."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from time import monotonic
from typing import Any

import solvers
from puzzles import json_reader
from puzzles.corpus import named
from puzzles.formats import registry
from puzzles.puzzle import Puzzle, one_line
from solvers.checks.laws import trial
from solvers.checks.report import report, usual_puzzles
from solvers.core.registry import SIMPLE, Solver
from solvers.external import registry as external
from solvers.external.file import ForeignError
from solvers.external.here import SolverHere
from solvers.external.process import ENDED
from solvers.external.protocol import Job, Limits, RunFailure
from solvers.external.start import START
from visualizer.film.film import Excerpt, Filming, composer_of
from visualizer.session.run_history import last_lines

OWN = "/own.py"
"""The file in which a solver of the user's own is kept while it runs."""
MOST_STEPS = 5_000_000
"""The number of steps after which the lab stops filming a run."""


def warm() -> None:
    """Film a small run, so that the first one that is watched does not wait for what every film needs."""
    bench = Bench("1...|..2.|.3..|...4".replace("|", "\n"), "elimination")
    while bench.goes_on():
        pass
    bench.header()
    bench.close()


def menu() -> str:
    """Return the algorithms that run in a browser, and what the text of a solver begins with, as JSON."""
    found = (solvers.get(name) for name in solvers.names())
    return json.dumps({"algorithms": [_entry(its) for its in found], "start": START})


def _entry(its: Solver) -> dict[str, Any]:
    """Return what the page has to know of a solver, with the options that make sense for every puzzle."""
    options = [option for option in its.options if not (option.of_puzzle or option.program)]
    facts = ("name", "default", "choices", "description")
    offered = [{fact: getattr(option, fact) for fact in facts} for option in options if type(option.default) in SIMPLE]
    told = {"name": its.name, "title": its.title, "family": its.family}
    return {**told, "options": offered, "wheel": bool(its.lacking())}


def call(name: str, values: str) -> str:
    """Call a function of this package, like "bench.own", with values for JSON. Return its answer as JSON."""
    module, _, function = name.rpartition(".")
    found = getattr(import_module(f"visualizer.lab.{module}"), function)(*json_reader.read(values))
    return json.dumps(found, default=attrgetter("value"))


def puzzle_of(text: str) -> Puzzle:
    """Return the puzzle that a text in any format, or a name, stands for. Raises ``PuzzleError``, and ``LookupError``
    for no name.
    """
    if text.strip() and text.strip().casefold() in map(str.casefold, named.names()):
        return named.find(text)
    return registry.parse(text).puzzle


def watch_own(tell: Callable[[bool], object]) -> None:
    """Have ``tell`` called whenever a solver of the user's own begins (True) or stops (False) running its code."""

    @contextmanager
    def watched() -> Iterator[None]:
        tell(True)
        try:
            yield
        finally:
            tell(False)

    SolverHere.watched = watched


def own(code: str) -> str:
    """Load a solver of the user's own from its text. Return its name and title, or what is wrong with it and the line
    where, as JSON.
    """
    path = Path(OWN)
    path.write_text(code, encoding="utf-8")
    try:
        its = external.register(external.load(path))
    except ForeignError as error:
        return json.dumps({"wrong": str(error), "line": error.line})
    return json.dumps({"name": its.name, "title": its.title})


def look(code: str, text: str, position: int) -> dict[str, Any]:
    """Run a solver of the user's own up to a position. Return the functions that are under way there, outermost first,
    with their variables, and the last lines printed.
    """
    puzzle, file = puzzle_of(text), external.file_of(solvers.get(json_reader.read(own(code))["name"]))
    assert file is not None
    here = SolverHere(Job(file, puzzle, {}, Limits(position, 0), external.HANG, ""), puzzle.geometry)
    news: object = None
    while here.made < position and news is not ENDED and not isinstance(news, RunFailure):
        news = here.get(0)
    return {"functions": here.frames(), "printed": last_lines(here.printed.decode("utf-8", "replace"))}


def check(code: str, seconds: float, silence: float) -> dict[str, Any]:
    """Test a solver of the user's own against the laws. Return the report and the first wrong step, or what is wrong
    with the text and the line where. ``silence`` is the time without a step after which the page ends it.
    """
    loaded: dict[str, Any] = json_reader.read(own(code))
    if "wrong" in loaded:
        return loaded
    its = solvers.get(loaded["name"])
    file = external.file_of(its)
    assert file is not None
    began = monotonic()
    verdict = trial(its, usual_puzzles(), seconds, monotonic, silence)
    lines, breach = report(verdict, its, file, silence=silence, seconds=monotonic() - began), verdict.breach
    place = breach and {"puzzle": one_line(breach.puzzle), "step": breach.number, "line": breach.place.line}
    return {"report": "\n".join(lines), "breach": place}


class Bench:
    """A run that a page watches. It is filmed a little at a time."""

    def __init__(self, text: str, solver: str, options: str = "[]", questions: int = 0) -> None:
        """Start a solver on the puzzle that a text stands for. ``options`` is a list of texts like "name=value" in
        JSON, and ``questions`` the number of questions to ask about the run.

        Raises ``ValueError`` or ``LookupError`` with a sentence to show.
        """
        its = solvers.get(solver)
        chosen, puzzle = its.read_options(json_reader.read(options)), puzzle_of(text)
        if its.lacking():
            other = solvers.get(its.instead).title
            raise ValueError(f"{its.title} could not be loaded. Choose {other}, which runs without it.")
        if reason := its.lacking(chosen) or its.misfit(puzzle):
            raise ValueError(reason)
        self._filming = Filming(composer_of(puzzle, solver, chosen), Excerpt(last=MOST_STEPS, ask=questions))

    @property
    def steps(self) -> int:
        return self._filming.done

    def goes_on(self) -> bool:
        """Film a little more. Return False once there is nothing more to film."""
        return self._filming.goes_on()

    def header(self) -> str:
        """Return the film's header as JSON, up to what has been filmed."""
        film = self._filming.film()
        self.numbers = film.frames
        """The number of each step's frame."""
        return film.data

    def close(self) -> None:
        self._filming.composer.timeline.close()
