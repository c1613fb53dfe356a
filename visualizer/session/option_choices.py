"""Describes the values of a solver's options and steps through them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from puzzles.geometry import Geometry
from solvers.core import options as solver_options
from solvers.core.registry import Option, Solver


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
    return solver_options.differing(solver, {**options, option.name: chosen})


def words_of_choice(solver: Solver, options: Mapping[str, Any]) -> str:
    """Describe the current choice, as in "SAT solver with encoding=compact". Return "" if there are no choices."""
    option = _with_choices(solver)
    if option is None:
        return ""
    chosen = options.get(option.name, option.default)
    return f"{solver.title} with {solver_options.written({option.name: chosen})}"


def _with_choices(solver: Solver) -> Option | None:
    return next((option for option in solver.options if option.choices), None)
