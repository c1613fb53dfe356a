"""The participants of a race: solvers with their options, and the text that names them."""

from __future__ import annotations

import re
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple

import solvers
from solvers.core import registry
from solvers.core.options import OptionError, as_text, read
from solvers.core.registry import Solver
from solvers.external import registry as external_registry
from visualizer.session.option_choices import shown

FEWEST, MOST = 2, 6
"""The minimum and the maximum number of lanes in a race."""
_FORM = "name:option=value"
_TIMED_CELL = r"r\d+c\d+="
"""Matches a decision such as r1c2=4 in 812:r1c2=4, which is not an option after the colon."""


class RunSpecError(ValueError):
    """An error for a text that does not name the lanes of a race; the message says what to do next."""


class RunSpec(NamedTuple):
    """One lane: a solver by name, and its options."""

    solver: str
    options: tuple[tuple[str, Any], ...] = ()

    def __str__(self) -> str:
        """Return the text that :func:`parse` reads."""
        return ":".join([self.solver, *(f"{name}={as_text(value)}" for name, value in self.options)])

    @property
    def settled(self) -> RunSpec:
        """Return the lane with its open options settled for this machine."""
        if not registry.known(self.solver):
            return self
        return self._replace(options=tuple(solvers.get(self.solver).settled(dict(self.options)).items()))

    @property
    def said(self) -> str:
        """The options in words: "seed 3, rounds 5"."""
        return ", ".join(f"{name.replace('_', ' ')} {shown(value)}" for name, value in self.options)


def parse(text: str) -> tuple[RunSpec, ...]:
    """Return the lanes named by a text such as ``mrv,annealing:seed=3,annealing:seed=4``. Raises :class:`RunSpecError`.

    A Python file is loaded, and keeps its name as long as the program runs.
    """
    lanes = entries(text)
    check_number(len(lanes))
    return lanes


def entries(text: str) -> tuple[RunSpec, ...]:
    """Return any number of lanes. Raises :class:`RunSpecError`."""
    return tuple(entry(part.strip()) for part in text.split(",") if part.strip())


def check_number(count: int) -> None:
    """Check that a race may have this many lanes. Raises :class:`RunSpecError`."""
    if count < FEWEST:
        raise RunSpecError(f"a race needs {FEWEST} lanes or more, but {_named(count)}; name solvers as in mrv,cdcl")
    if count > MOST:
        raise RunSpecError(f"a race has {MOST} lanes at most, but {_named(count)}; leave some out")


def _named(count: int) -> str:
    return "only one is named" if count == 1 else f"{count or 'none'} are named"


def entry(text: str) -> RunSpec:
    """Return one lane. The colon of a Windows drive does not begin an option. Raises :class:`RunSpecError`."""
    head, *pairs = re.split(rf":(?!{_TIMED_CELL})(?=[A-Za-z_][\w-]*\s*=)", text)
    solver = find(head)
    try:
        return RunSpec(solver.name, tuple(read(solver, pairs).items()))
    except OptionError as error:
        if ":" in pairs[-1]:  # text after the colon is not an option, and has spoilt the value
            raise RunSpecError(f"{pairs[-1]!r} sets no option; write {_FORM}") from None
        raise RunSpecError(str(error)) from None


def find(name: str) -> Solver:
    """Return the solver with this name, or in this file. Raises :class:`RunSpecError` with similar names."""
    try:
        if external_registry.is_file_name(name):
            return external_registry.register(external_registry.load(Path(name)))
        return solvers.get(name)
    except external_registry.ForeignError as error:
        raise RunSpecError(str(error)) from None
    except LookupError as error:
        known = solvers.names()
        if name.partition(":")[0] in known:
            raise RunSpecError(f"{name!r} sets no option; write {_FORM}") from None
        near = get_close_matches(name.lower().replace("_", "-"), known, 3, 0.5)
        meant = f"did you mean {' or '.join(near)}? " if near else ""
        raise RunSpecError(f"{meant}{error.args[0]}") from None
