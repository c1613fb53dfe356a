"""Checks that each step has the facts needed to describe and draw it."""

from collections.abc import Callable
from functools import cache

from puzzles.geometry import Geometry
from solvers.core.finding import Finding
from solvers.core.step import Clause, Kind, Step, Why

Claim = tuple[Kind, Why | None]
"""A kind of step and its reason; ``None`` stands for any reason."""
Names = Callable[[Step, Geometry], bool]


def lack(step: Step, geometry: Geometry) -> str | None:
    """Return what a step should name but does not; ``None`` if nothing is missing."""
    for names, words in _needs_of(step.kind, step.why):
        if not names(step, geometry):
            return f"{step.kind.name}{f' with why {step.why.name}' if step.why else ''} names {words}"
    return None


def clause_of(step: Step | None, geometry: Geometry) -> Clause:
    """Return the clause in a step's detail; empty if the detail is not a clause over this grid."""
    return step.detail if step is not None and _clause(step, geometry) else ()


def _cell(step: Step, geometry: Geometry) -> bool:
    return step.cell in geometry.cells


def _digit(step: Step, geometry: Geometry) -> bool:
    return step.digit in geometry.digits


def _unit(step: Step, geometry: Geometry) -> bool:
    return 0 <= step.unit < len(geometry.units)


def _column(step: Step, geometry: Geometry) -> bool:
    return _cell(step, geometry) or _unit(step, geometry) and _digit(step, geometry)


def _second_cell(step: Step, geometry: Geometry) -> bool:
    return type(step.detail) is int and step.detail in geometry.cells


def _clause(step: Step, geometry: Geometry) -> bool:
    variables = range(1, len(geometry.cells) * geometry.symbols + 1)
    return (
        type(step.detail) is tuple
        and bool(step.detail)
        and all(type(literal) is int and abs(literal) in variables for literal in step.detail)
    )


def _finding(step: Step, geometry: Geometry) -> bool:
    """Return whether a step's detail is either empty or a finding of the right technique that includes the step."""
    found = step.detail
    if found is None or type(found) is not Finding:
        return found is None
    candidates = [*found.places, *found.strikes, *(one for _, held in found.marks for one in held)]
    follows = found.places if step.kind is Kind.FIX else found.strikes
    return (
        (step.cell, step.digit) in follows
        and all(cell in geometry.cells and digit in geometry.digits for cell, digit in candidates)
        and all(cell in geometry.cells for cell in found.cells)
        and all(digit in geometry.digits for digit in found.digits)
        and all(-1 <= unit < len(geometry.units) for unit in (*found.units, *found.covers))
        and found.technique == step.why.name.lower()
    )


_BEYOND_SINGLES = tuple(why for why in Why if why.is_technique and why > Why.HIDDEN_SINGLE)
_RULE, _GIVENS_CLASH, _NO_PLACE = (
    (Kind.CONFLICT, Why.RULE),
    (Kind.CONFLICT, Why.GIVENS_CLASH),
    (Kind.CONFLICT, Why.NO_PLACE),
)
_OF_FORKS = ((Kind.CONFLICT, Why.BY_HAND), (Kind.CONFLICT, Why.REFUTED), (Kind.LOOK, Why.REFUTED))

_NEEDS: tuple[tuple[set[Claim], Names, str], ...] = (
    (
        {_RULE, _GIVENS_CLASH, (Kind.CONFLICT, Why.NO_CANDIDATE), (Kind.SWAP, None)}
        | {(Kind.LOOK, Why.GIVEN), (Kind.LOOK, Why.RANDOM), (Kind.LOOK, Why.BY_HAND), *_OF_FORKS},
        _cell,
        "no cell",
    ),
    ({_RULE, _GIVENS_CLASH, _NO_PLACE, (Kind.LOOK, Why.BY_HAND), *_OF_FORKS}, _digit, "no digit"),
    (
        {_RULE, _NO_PLACE, (Kind.CONFLICT, Why.ORDER), (Kind.GUESS, Why.ORDER)}
        | {(Kind.FIX, why) for why in (Why.LAST_BLANK, Why.HIDDEN_SINGLE, Why.RANDOM, Why.ORDER)},
        _unit,
        "no unit",
    ),
    ({(Kind.COVER, None), (Kind.UNCOVER, None)}, _column, "neither a cell, nor a unit and its digit"),
    (
        {_RULE, _GIVENS_CLASH, (Kind.LOOK, Why.RANDOM), (Kind.SWAP, None)},
        _second_cell,
        "no second cell of this grid (its detail must be a cell number)",
    ),
    (
        {(Kind.LEARN, None), (Kind.FORGET, None), (Kind.CONFLICT, Why.ASSUMED)}
        | {(kind, Why.LEARNT_CLAUSE) for kind in (Kind.FIX, Kind.ELIMINATE, Kind.CONFLICT)},
        _clause,
        "no valid clause for this grid (its detail must be a tuple of literals)",
    ),
    (
        {(kind, why) for kind in (Kind.FIX, Kind.ELIMINATE) for why in _BEYOND_SINGLES},
        _finding,
        "no finding of that technique on this grid (its detail must be a finding or None)",
    ),
)


@cache
def _needs_of(kind: Kind, why: Why) -> tuple[tuple[Names, str], ...]:
    return tuple((names, words) for claims, names, words in _NEEDS if claims & {(kind, why), (kind, None)})
