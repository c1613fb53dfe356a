"""Reads a solver's options from text, checks them, and writes them back as text."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from typing import Any

from puzzles.bounds import WIDEST
from puzzles.problems import quoted
from puzzles.puzzle import Puzzle
from solvers.core.registry import COMMON, Option, Solver

SIMPLE = (bool, int, float, str)
"""The types of options that can be given as text."""
TAKEN = ("puzzle", "name", "hang", "hash_seed", *(option.name for option in COMMON))
"""Argument names reserved for the caller of a run, which a user's own solver cannot use as options."""
_WORDS = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}
_WANTED = {bool: "true or false", int: "a whole number", float: "a number", str: "text"}


class OptionError(ValueError):
    """An unknown option or an invalid value. The message lists the solver's options."""


def read(solver: Solver, texts: Iterable[str]) -> dict[str, Any]:
    """Parse ``NAME=VALUE`` strings into keyword arguments for the solver's function. Raises :class:`OptionError`.

    If a name is repeated, its last value wins. Values equal to the default are left out, since they make no difference.
    """
    found: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise OptionError(f"{quoted(text)} is not a setting; write NAME=VALUE, as in seed=7; {_there_are(solver)}")
        option = _find(solver, name.strip())
        found[option.name] = _parsed(solver, option, value.strip())
    return differing(solver, found)


def check(solver: Solver, options: Mapping[str, Any]) -> dict[str, Any]:
    """Check the options and return those that differ from the defaults. Raises :class:`OptionError`."""
    for name, value in options.items():
        option = _find(solver, name)
        if type(value) is not type(option.default) or not _taken(option, value):
            raise _refused(solver, option, quoted(value))
        _check(solver, option, value)
    return differing(solver, options)


def suit(solver: Solver, options: Mapping[str, Any], puzzle: Puzzle) -> None:
    """Raise :class:`OptionError` if an option that is valid in general does not suit this puzzle."""
    for name, value in options.items():
        _check(solver, _find(solver, name), value, puzzle)


def kept(solver: Solver, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that the solver still accepts, in case its file has changed."""
    out = dropped(solver, options)
    return differing(solver, {name: value for name, value in options.items() if name not in out})


def dropped(solver: Solver, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that the solver no longer has, or whose values it no longer accepts."""
    found: dict[str, Any] = {}
    for name, value in options.items():
        try:
            check(solver, {name: value})
        except OptionError:
            found[name] = value
    return found


def differing(solver: Solver, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that differ from the defaults, in the solver's own order."""
    known = solver.every_option
    return {one.name: options[one.name] for one in known if options.get(one.name, one.default) != one.default}


def unbound(solver: Solver, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that are not tied to one puzzle's cells."""
    bound = {one.name for one in solver.every_option if one.of_puzzle}
    return {name: value for name, value in options.items() if name not in bound}


def is_narrowed(solver: Solver, options: Mapping[str, Any]) -> bool:
    """Return whether the options exclude some solutions, so that the end of the run proves nothing about the puzzle."""
    return any(option.narrows and option.name in options for option in solver.every_option)


def written(options: Mapping[str, Any]) -> str:
    """Format options as "seed=7, rounds=3", each in the form that :func:`read` accepts."""
    return ", ".join(f"{name}={as_text(value)}" for name, value in options.items())


def as_text(value: Any) -> str:
    """Format a value as on the command line."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _find(solver: Solver, name: str) -> Option:
    for option in solver.every_option:
        if name in (option.name, option.name.replace("_", "-")):
            return option
    if solver.own and name.replace("-", "_") in TAKEN:
        raise OptionError(f"the name {quoted(name)} is taken: rename that argument; {_there_are(solver)}")
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
                raise _refused(solver, option, quoted(text))
    except (ValueError, KeyError):
        raise _refused(solver, option, quoted(text)) from None
    if not _taken(option, value):
        raise _refused(solver, option, quoted(text))
    _check(solver, option, value)
    return value


def _taken(option: Option, value: Any) -> bool:
    """Return whether a value of the right type is within the option's bounds, choices and names."""
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
    """Return the items of a list option's value that are not allowed names."""
    return [name for name in separated(value) if name not in option.names] if option.names else []


def separated(text: str) -> tuple[str, ...]:
    """Split a list such as "x_wing, swordfish" (or "x_wing+swordfish", where commas mean something else) into names."""
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
