"""Reads and writes the lanes of a race as text: solvers with their options."""

import math
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import solvers
from puzzles.geometry import Geometry
from puzzles.problems import quoted
from solvers.core import registry
from solvers.core.declaration import did_you_mean
from solvers.core.registry import Option, OptionError, Solver, as_text, written
from solvers.external import registry as external_registry


def steps(option: Option) -> bool:
    """Return whether an option can be stepped through. Free text cannot."""
    return bool(option.choices) or isinstance(option.default, bool | int | float)


def following(option: Option, value: Any, by: int) -> Any:
    """Return the value the given number of steps forward (back if negative).

    Booleans and choices wrap around. Numbers stop at the option's minimum. If it has none, they stop at 0 unless the
    default is negative. Fractions move by a tenth of the default's order of magnitude: 0.95 by 0.01, 30.0 by 1.
    """
    if option.choices:
        here = option.choices.index(value) if value in option.choices else 0
        return option.choices[(here + by) % len(option.choices)]
    if isinstance(option.default, bool):
        return not value if by % 2 else value
    if isinstance(option.default, int):
        return _from_least(option, value, value + by)
    places = 1 - math.floor(math.log10(abs(option.default))) if option.default else 1
    return _from_least(option, value, float(round(value + by * 10.0**-places, max(0, places))))


def _from_least(option: Option, before: Any, value: Any) -> Any:
    """Keep a stepped number from going below the minimum. A number typed below the minimum can only be raised."""
    least = option.least if option.least is not None else 0 if option.default >= 0 else None
    return value if least is None else max(min(type(value)(least), before), value)


def shown(value: Any) -> str:
    """Return an option's value as text for display."""
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def next_choice(solver: Solver, options: Mapping[str, Any], geometry: Geometry) -> dict[str, Any] | None:
    """Step the first option that has choices. Return the new options, or ``None`` if no option has choices.

    The choice that the default stands for on this grid is passed over: it would change nothing. Default values are left
    out, as always in the options of a run.
    """
    option = _with_choices(solver)
    if option is None:
        return None
    same = option.means(geometry) if option.means else None
    chosen = following(option, options.get(option.name, option.default), 1)
    if chosen == same:
        chosen = following(option, chosen, 1)
    return solver.differing({**options, option.name: chosen})


def words_of_choice(solver: Solver, options: Mapping[str, Any]) -> str:
    """Describe the current choice, as in "SAT solver with encoding=compact". Return "" if there are no choices."""
    option = _with_choices(solver)
    if option is None:
        return ""
    chosen = options.get(option.name, option.default)
    return f"{solver.title} with {written({option.name: chosen})}"


def _with_choices(solver: Solver) -> Option | None:
    return next((option for option in solver.options if option.choices), None)


FEWEST, MOST = 2, 6
"""The minimum and maximum number of lanes in a race."""
_FORM = "name:option=value"
_TIMED_CELL = r"r\d+c\d+[a-z-]*="
"""Matches the start of a decision, such as r1c2=4 in 812:r1c2=4, where the colon does not introduce an option."""


class RunSpecError(ValueError):
    """Raised for text that does not specify lanes. The message says how to fix it."""


class RunSpec(NamedTuple):
    """One lane: the name of a solver, and its options."""

    solver: str
    options: tuple[tuple[str, Any], ...] = ()

    def __str__(self) -> str:
        """Return text that :func:`parse` can read."""
        return ":".join([self.solver, *(f"{name}={as_text(value)}" for name, value in self.options)])

    @property
    def settled(self) -> "RunSpec":
        """The lane with any undecided options fixed to suit this machine."""
        if not registry.known(self.solver):
            return self
        return self._replace(options=tuple(solvers.get(self.solver).settled(dict(self.options)).items()))

    @property
    def said(self) -> str:
        """The options in words, as in "seed 3, rounds 5"."""
        return ", ".join(f"{name.replace('_', ' ')} {shown(value)}" for name, value in self.options)


def parse(text: str) -> tuple[RunSpec, ...]:
    """Parse a race such as ``mrv,annealing:seed=3,annealing:seed=4``. Raise :class:`RunSpecError` if it is invalid.

    If a lane names a Python file, the file is loaded and stays registered until the program ends.
    """
    lanes = entries(text)
    check_number(len(lanes))
    return lanes


def entries(text: str) -> tuple[RunSpec, ...]:
    """Parse any number of lanes. Raise :class:`RunSpecError` if one is invalid."""
    return tuple(entry(part.strip()) for part in text.split(",") if part.strip())


def check_number(count: int) -> None:
    """Raise :class:`RunSpecError` unless a race can have this many lanes."""
    named = "only one is named" if count == 1 else f"{count or 'none'} are named"
    if count < FEWEST:
        raise RunSpecError(f"a race needs at least {FEWEST} lanes, but {named}; name solvers as in mrv,cdcl")
    if count > MOST:
        raise RunSpecError(f"a race can have at most {MOST} lanes, but {named}; leave some out")


def entry(text: str) -> RunSpec:
    """Parse one lane, allowing for the colon of a Windows drive. Raise :class:`RunSpecError` if it is invalid."""
    head, *pairs = re.split(rf":(?!{_TIMED_CELL})(?=[A-Za-z_][\w-]*\s*=)", text)
    solver = find(head)
    try:
        return RunSpec(solver.name, tuple(solver.read_options(pairs).items()))
    except OptionError as error:
        if ":" in pairs[-1]:  # text after the colon was not an option, so it was taken as part of the value
            raise RunSpecError(f"{quoted(pairs[-1])} does not set an option; write {_FORM}") from None
        raise RunSpecError(str(error)) from None


def find(name: str) -> Solver:
    """Return the solver with this name or in this file. Raise :class:`RunSpecError`, suggesting similar names."""
    try:
        if registry.is_file_name(name):
            return external_registry.register(external_registry.load(Path(name)))
        return solvers.get(name)
    except external_registry.ForeignError as error:
        raise RunSpecError(str(error)) from None
    except LookupError as error:
        known = solvers.names()
        if name.partition(":")[0] in known:
            raise RunSpecError(f"{quoted(name)} does not set an option; write {_FORM}") from None
        problem, _, choices = str(error.args[0]).partition("; ")
        hint = did_you_mean(name.lower().replace("_", "-"), known) or f"; {choices}"
        raise RunSpecError(f"{problem}{hint}") from None
