"""Steps through the values of a solver's options, and describes them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from solvers.core import options as solver_options
from solvers.core.registry import Option, Solver


def steps(option: Option) -> bool:
    """Tell whether an option can be stepped through. Free text cannot."""
    return bool(option.choices) or isinstance(option.default, bool | int | float)


def following(option: Option, value: Any, by: int) -> Any:
    """Return the value a number of steps later (earlier if negative): yes or no, a choice or a number.

    Yes, no and choices wrap around. Numbers end at the option's least value or, if it has none, at 0 unless the default
    is negative. A fraction moves by a tenth of its default's order of magnitude: 0.95 by 0.01, 30.0 by 1.
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
    """Keep a stepped number within the range; a number typed below the range may only go up."""
    least = option.least if option.least is not None else 0 if option.default >= 0 else None
    return value if least is None else max(min(type(value)(least), before), value)


def shown(value: Any) -> str:
    """Return an option's value as text for people."""
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def next_choice(solver: Solver, options: Mapping[str, Any]) -> dict[str, Any] | None:
    """Move the first option that has choices to its next choice. Return the options; ``None`` if none has choices.

    Values equal to their defaults are left out, as in all options of a run.
    """
    option = _with_choices(solver)
    if option is None:
        return None
    chosen = following(option, options.get(option.name, option.default), 1)
    return solver_options.differing(solver, {**options, option.name: chosen})


def words_of_choice(solver: Solver, options: Mapping[str, Any]) -> str:
    """Name the solver and its choice: "SAT solver with encoding=compact"; "" if no option has choices."""
    option = _with_choices(solver)
    if option is None:
        return ""
    chosen = options.get(option.name, option.default)
    return f"{solver.title} with {solver_options.written({option.name: chosen})}"


def _with_choices(solver: Solver) -> Option | None:
    return next((option for option in solver.options if option.choices), None)
