"""The puzzle as clauses for a SAT solver, a black box that shows only its answer."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from puzzles.geometry import Digit
from puzzles.puzzle import Puzzle
from solvers.core.board import Candidates
from solvers.core.registry import Option, register
from solvers.core.step import PENDING, SOLVED, Kind, Step, Why, backtrack, conflict, fix, learn, look, pending
from solvers.sat import answer as sat_answer
from solvers.sat import backends, cnf
from solvers.sat.interface import (
    AUTO,
    EXTENDED_UP_TO,
    Cut,
    Formula,
    FormulaSize,
    SatSolution,
    Took,
    Worked,
    encoding_for,
)  # fmt: skip
from solvers.sat.numbering import NUMBERINGS
from solvers.sat.process import SatHere, SatProcess


def _asks_backend(options: Mapping[str, Any]) -> bool:
    """Return whether a backend will provide the answer, rather than the user's own program or a file."""
    return not (options.get("command", "").strip() or options.get(sat_answer.OPTION))


def _lacks(options: Mapping[str, Any]) -> str:
    """Say which SAT solver is missing, or return "". The user's own program is only looked for when it is run."""
    if not _asks_backend(options):
        return ""
    name = options.get("backend", AUTO)
    if not (said := backends.lacking(name)):
        return ""
    if name == AUTO:
        return f"{said[0].upper()}{said[1:]}."
    here = backends.default()
    return f"The backend {name} cannot run: {said}." + f" Use auto to run {here}." * bool(here)


def _settled(options: Mapping[str, Any]) -> dict[str, Any]:
    """Fill in the backend if the options leave it to the machine."""
    name = options.get("backend", AUTO)
    if name != AUTO or not _asks_backend(options) or not (name := backends.default()):
        return dict(options)
    return {**options, "backend": name}


def _recalled(options: Mapping[str, Any]) -> tuple[dict[str, Any], str]:
    """Use the backend named in a file, or else one installed here. Older files do not name one and mean pycosat."""
    if not _asks_backend(options):
        return dict(options), ""
    wanted, here = options.get("backend", backends.PYCOSAT), backends.default()
    others = {name: value for name, value in options.items() if name != "backend"}
    if wanted in (here, AUTO):
        return others, ""
    if here and backends.lacking(wanted):
        return others, f"{wanted} is not installed, so {here} is used instead."
    return {**others, "backend": wanted}, ""


PSEUDOCODE = (
    ("write the rules as clauses", "", "not answer"),
    ("add each given as a clause of its own", "", "not answer"),
    ("hand them all to a SAT solver", "LOOK", "not answer"),
    ("wait: its search cannot be watched", "", "not answer"),
    ("take an answer from elsewhere", "", "answer"),
    ("check that it has a digit for each cell", "", "answer"),
    ("ask no SAT solver", "", "answer"),
    ("write the digits that the answer names", "FIX"),
    ("when each cell has one: solved", "SOLVED"),
    ("if they break a rule with too many clauses:", "CONFLICT", "lazy"),
    ("    forbid what breaks it, and ask again", "LEARN BACKTRACK/MODEL", "lazy"),
    ("to find another: forbid this one and ask again", "BACKTRACK", "not answer"),
    ("it does not say whether there is another", "GAVE_UP", "answer"),
)
VARIABLES = {
    "cell": "Cell", "cells": "list[Cell]", "values": "list[Digit]", "rule": "hidden", "cuts": "hidden",
    "solved": "hidden", "made": "hidden", "formula": "hidden", "found": "hidden", "process": "hidden", "here": "hidden",
}  # fmt: skip


@register(
    "sat",
    rank=140,
    title="SAT solver",
    summary="Write the rules as clauses and hand them to a SAT solver; only its answer can be shown.",
    source="Gtk2Hs window with MiniSat, 2007",
    family="SAT",
    cost="Exponential at worst, milliseconds in practice; the formula grows with the fourth power of the side.",
    watch_for="A black box: the answer comes all at once, with no way to see how it was found.",
    shows="sat.placed >= 40 and sat < 100",
    seen_on=("fig1", "jump-1"),
    candidates=Candidates.NONE,
    options=(
        Option(
            "encoding",
            AUTO,
            f"How the rules become clauses; auto: extended up to {EXTENDED_UP_TO}x{EXTENDED_UP_TO}, simplified above.",
            choices=(AUTO, *cnf.ENCODINGS),
            means=encoding_for,
        ),
        Option(
            "backend",
            AUTO,
            "The SAT solver: pycosat, or one of python-sat's, such as minisat22, glucose4 or cadical195; auto: pycosat "
            "where it is installed, else minisat22.",
        ),
        Option(
            "command",
            "",
            "A program that reads DIMACS files, such as minisat, to run instead of the backend.",
            program=True,
        ),
        Option(
            "numbering",
            "rcd",
            "How to number variables when showing a model: rcd (row, column, digit: 111 … 999) for grids up to 9x9, or "
            "compact (cell by cell from 1), which larger grids always have.",
            choices=tuple(NUMBERINGS),
        ),
        Option(
            sat_answer.OPTION,
            "",
            "An answer to show instead of asking a solver: its digits, cell by cell, then its source.",
            of_puzzle=True,
            narrows=True,
            check=sat_answer.check,
        ),
    ),
    black_box=True,
    rules=True,
    dials=("variables", "clauses", "filled"),
    profile="filled",
    formula="clauses",
    lacks=_lacks,
    instead="cdcl",
    settled=_settled,
    recalled=_recalled,
)
def sat(
    puzzle: Puzzle,
    encoding: str = AUTO,
    backend: str = AUTO,
    command: str = "",
    numbering: str = "rcd",
    answer: str = "",
    here: bool = False,
) -> Iterator[Step]:
    """Yield the steps. ``here`` is for a caller whom nobody watches (see :func:`solvers.run.unwatched`)."""
    if answer:
        yield from _shown(puzzle, sat_answer.values_of(answer, puzzle))
        yield SOLVED
        yield Step(Kind.GAVE_UP, why=Why.MODEL)  # the answer does not say whether there is another solution
        return
    encoding = encoding_for(puzzle.geometry, encoding)
    with SatHere() if here and backends.can_stop() else SatProcess(backend, command) as process:
        process.begin(puzzle, encoding)
        while (made := process.heard()) is None:
            yield PENDING
        assert isinstance(made, FormulaSize)
        formula = Formula(made.variables, made.clauses, encoding)
        yield pending(Worked(made.seconds, made.processor))
        yield look(why=Why.MODEL, detail=formula)
        making, worked, used, solved = made.seconds, made.seconds, 0.0, False
        while True:
            process.ask()
            while (found := process.heard()) is None:
                yield pending(formula)
            assert isinstance(found, SatSolution)
            worked += found.seconds
            used += found.processor
            yield pending(Worked(worked, made.processor, used))
            yield pending(Took(making + found.seconds, making, **found.figures))
            if found.values is None:
                return
            if solved:
                yield backtrack(-1, Why.ENUMERATE)
            solved, making = not found.cuts, 0.0
            yield from _shown(puzzle, found.values)
            yield from _cut(puzzle, found.values, found.cuts) if found.cuts else (SOLVED,)


def _shown(puzzle: Puzzle, values: Sequence[Digit]) -> Iterator[Step]:
    for cell in puzzle.blanks:
        yield fix(cell, values[cell], Why.MODEL)


def _cut(puzzle: Puzzle, values: Sequence[Digit], cuts: Sequence[Cut]) -> Iterator[Step]:
    """Yield the steps for an answer that breaks rules, and the clauses which forbid that."""
    yield conflict(why=Why.CONSTRAINT, unit=cuts[0].rule)
    for rule, cells in cuts:
        yield learn(tuple(-cnf.variable(puzzle.geometry, cell, values[cell]) for cell in cells), Why.CONSTRAINT, rule)
    if puzzle.blanks:
        yield backtrack(-1, Why.MODEL)
