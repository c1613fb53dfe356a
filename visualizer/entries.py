"""Who takes part in a race: solvers with their options, and the text that names them."""

from __future__ import annotations

import re
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple

import solvers
from solvers import foreign
from solvers.registry import Option, Solver

FEWEST, MOST = 2, 6
"""Lanes of a race."""
_FORM = "name:option=value"
_YES_NO = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}
_WHAT = {int: "a whole number", float: "a number"}


class EntryError(ValueError):
    """The text names no lanes of a race; the message says what to do next."""


class Entry(NamedTuple):
    """One lane: a solver by its name, and those of its options that are set."""

    solver: str
    options: tuple[tuple[str, Any], ...] = ()

    def __str__(self) -> str:
        """As :func:`parse` reads it."""
        return ":".join([self.solver, *(f"{name}={value}" for name, value in self.options)])

    @property
    def said(self) -> str:
        """The options for people: "seed 3, rounds 5"."""
        return ", ".join(f"{name.replace('_', ' ')} {_said(value)}" for name, value in self.options)


def _said(value: Any) -> str:
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def parse(text: str) -> tuple[Entry, ...]:
    """The lanes that a text such as ``mrv,annealing:seed=3,annealing:seed=4`` names. Raises :class:`EntryError`.

    A Python file is loaded, and gets a name for as long as the program runs.
    """
    entries = tuple(entry(part.strip()) for part in text.split(",") if part.strip())
    check_number(len(entries))
    return entries


def check_number(count: int) -> None:
    """Raises :class:`EntryError` where so many are no race."""
    if count < FEWEST:
        raise EntryError(f"a race needs {FEWEST} lanes or more, and here {_are(count)}; name solvers as in mrv,cdcl")
    if count > MOST:
        raise EntryError(f"a race has {MOST} lanes at most, and here {_are(count)}; leave some out")


def _are(count: int) -> str:
    return "is one" if count == 1 else f"are {count or 'none'}"


def entry(text: str) -> Entry:
    """One lane. The colon of a Windows drive is none before an option. Raises :class:`EntryError`."""
    head, *pairs = re.split(r":(?=[A-Za-z_][\w-]*\s*=)", text)
    solver = find(head)
    if ":" in (pairs[-1] if pairs else ""):
        raise EntryError(f"{pairs[-1]!r} sets no option; write {_FORM}")
    return Entry(solver.name, tuple(_option(solver, pair) for pair in pairs))


def find(name: str) -> Solver:
    """The solver of that name, or in that file. Raises :class:`EntryError` with names that are nearly the same."""
    try:
        if foreign.is_file_name(name):
            return foreign.register(foreign.load(Path(name)))
        return solvers.get(name)
    except foreign.ForeignError as error:
        raise EntryError(str(error)) from None
    except LookupError as error:
        known = solvers.names()
        if name.partition(":")[0] in known:
            raise EntryError(f"{name!r} sets no option; write {_FORM}") from None
        near = get_close_matches(name.lower().replace("_", "-"), known, 3, 0.5)
        meant = f"did you mean {' or '.join(near)}? " if near else ""
        raise EntryError(f"{meant}{error.args[0]}") from None


def _option(solver: Solver, pair: str) -> tuple[str, Any]:
    name, _, value = (part.strip() for part in pair.partition("="))
    options = {option.name: option for option in solver.options}
    option = options.get(name.replace("-", "_"))
    if option is None:
        there = f"there are: {', '.join(options)}" if options else "it has none"
        raise EntryError(f"{solver.name} has no option {name!r}; {there}")
    return option.name, _value(solver, option, value)


def _value(solver: Solver, option: Option, text: str) -> Any:
    kind = type(option.default)
    if kind is bool:
        if text.lower() not in _YES_NO:
            raise EntryError(f"{text!r} is no value of {solver.name}'s {option.name}; give yes or no")
        return _YES_NO[text.lower()]
    try:
        return kind(text)
    except ValueError:
        what = _WHAT.get(kind, f"a {kind.__name__}")
        raise EntryError(f"{text!r} is no value of {solver.name}'s {option.name}; give {what}") from None
