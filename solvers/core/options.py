"""A solver's options: read from text by the type of their defaults, checked, and written again."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from typing import Any

from puzzles.problems import quoted
from puzzles.puzzle import Puzzle
from solvers.core.json_reader import WIDEST
from solvers.core.registry import COMMON, Option, Solver

SIMPLE = (bool, int, float, str)
"""The types of defaults that can be given as text."""
TAKEN = ("puzzle", "name", "hang", "hash_seed", *(option.name for option in COMMON))
"""Argument names used by the caller of a run, which the user's own solver cannot have as options."""
_WORDS = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}
_WANTED = {bool: "true or false", int: "a whole number", float: "a number", str: "a text"}


class OptionError(ValueError):
    """An option that the solver does not have or cannot accept; the message lists its options."""


def read(solver: Solver, texts: Iterable[str]) -> dict[str, Any]:
    """Read ``NAME=VALUE`` texts as keyword arguments of the solver's function. Raises :class:`OptionError`.

    The last value for a name counts; values equal to the default are left out, since they make the same run.
    """
    found: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise OptionError(f"{quoted(text)} sets nothing: write NAME=VALUE, as in seed=7; {_there_are(solver)}")
        option = _find(solver, name.strip())
        found[option.name] = _parsed(solver, option, value.strip())
    return differing(solver, found)


def check(solver: Solver, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values that differ from the defaults. Raises :class:`OptionError` for a wrong name or value."""
    for name, value in options.items():
        option = _find(solver, name)
        if type(value) is not type(option.default) or not _taken(option, value):
            raise _refused(solver, option, repr(value))
        _check(solver, option, value)
    return differing(solver, options)


def suit(solver: Solver, options: Mapping[str, Any], puzzle: Puzzle) -> None:
    """Raise :class:`OptionError` if an option that is valid by itself does not suit this puzzle."""
    for name, value in options.items():
        _check(solver, _find(solver, name), value, puzzle)


def kept(solver: Solver, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values that a solver still accepts: its file may have changed."""
    out = dropped(solver, options)
    return differing(solver, {name: value for name, value in options.items() if name not in out})


def dropped(solver: Solver, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values that a solver no longer accepts, or whose options it no longer has."""
    found: dict[str, Any] = {}
    for name, value in options.items():
        try:
            check(solver, {name: value})
        except OptionError:
            found[name] = value
    return found


def differing(solver: Solver, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values that differ from the defaults, in the solver's own order."""
    known = solver.every_option
    return {one.name: options[one.name] for one in known if options.get(one.name, one.default) != one.default}


def unbound(solver: Solver, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options without those about one puzzle's cells."""
    bound = {one.name for one in solver.every_option if one.of_puzzle}
    return {name: value for name, value in options.items() if name not in bound}


def is_narrowed(solver: Solver, options: Mapping[str, Any]) -> bool:
    """Return whether the options leave out solutions, so that the end of the run proves nothing about the puzzle."""
    return any(option.narrows and option.name in options for option in solver.every_option)


def written(options: Mapping[str, Any]) -> str:
    """Write options as "seed=7, rounds=3", each in the form that :func:`read` reads."""
    return ", ".join(f"{name}={as_text(value)}" for name, value in options.items())


def as_text(value: Any) -> str:
    """Write a value as on the command line."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _find(solver: Solver, name: str) -> Option:
    for option in solver.every_option:
        if name in (option.name, option.name.replace("_", "-")):
            return option
    if solver.own and name.replace("-", "_") in TAKEN:
        raise OptionError(f"the name {quoted(name)} is taken: give that argument another name; {_there_are(solver)}")
    raise OptionError(f"{solver.name} has no option {quoted(name)}; {_there_are(solver)}")


def _there_are(solver: Solver) -> str:
    if not solver.options:
        return f"{solver.name} has no options"
    return f"{solver.name} has: {written({one.name: one.default for one in solver.options})}"


def _parsed(solver: Solver, option: Option, text: str) -> Any:
    value: Any = text
    try:
        if isinstance(option.default, bool):
            value = _WORDS[text.lower()]
        elif isinstance(option.default, int):
            value = int(text)
        elif isinstance(option.default, float):
            value = float(text)
            if not math.isfinite(value):
                raise _refused(solver, option, repr(text))
    except (ValueError, KeyError):
        raise _refused(solver, option, repr(text)) from None
    if not _taken(option, value):
        raise _refused(solver, option, repr(text))
    _check(solver, option, value)
    return value


def _taken(option: Option, value: Any) -> bool:
    """Return whether an option accepts a value of the right type, by its bounds, choices and names."""
    if option.choices and value not in option.choices or unknown(option, value):
        return False
    if isinstance(value, int) and abs(value) >= WIDEST:
        return False
    return option.least is None or value >= option.least


def _check(solver: Solver, option: Option, value: Any, puzzle: Puzzle | None = None) -> None:
    if option.check is not None:
        try:
            option.check(value, puzzle)
        except ValueError as error:
            raise OptionError(f"the option {option.name} of {solver.name}: {error}") from None


def unknown(option: Option, value: Any) -> list[str]:
    """Return the words of a list option that are not among its allowed names."""
    return [name for name in separated(value) if name not in option.names] if option.names else []


def separated(text: str) -> tuple[str, ...]:
    """Split "x_wing, swordfish" or, if a comma has another meaning, "x_wing+swordfish" into names."""
    return tuple(filter(None, re.split(r"[\s,+]+", text)))


def _refused(solver: Solver, option: Option, text: str) -> OptionError:
    wanted = _WANTED.get(type(option.default), f"a {type(option.default).__name__}")
    if option.choices:
        wanted = f"one of {', '.join(option.choices)}"
    if option.names:
        wanted = f"a list of names ({', '.join(option.names)})"
    least = f" from {option.least} up" if option.least is not None else ""
    return OptionError(
        f"the option {option.name} of {solver.name} must be {wanted}{least}, not {text}; {_there_are(solver)}"
    )
