"""Granularity: what counts as one step for the arrow keys and the speed."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any

from solvers.core.board import Candidates
from solvers.core.registry import Solver
from solvers.core.step import Kind, Step, Why
from visualizer.timeline.condition import Condition, any_of

ANSWERS = (Kind.SOLVED, Kind.GAVE_UP)


class Grain(Enum):
    """Units to step by, from finest to coarsest."""

    EVERY = "every step"
    CHANGES = "changes only"
    DIGITS = "digits"
    """Each digit written, guessed or undone, and each dead end. Candidates struck between them appear with the next."""
    PROPAGATIONS = "whole propagations"
    GUESSES = "guesses only"
    CONFLICTS = "conflicts only"
    RESTARTS = "restarts only"

    @property
    def unit(self) -> str:
        """The plural name of the unit being counted, such as "digits"."""
        return "steps" if self is Grain.EVERY else self.value.removeprefix("whole ").removesuffix(" only")

    @property
    def said(self) -> str:
        """The message shown when this grain is chosen."""
        if self is Grain.DIGITS:
            return "Step by step: every digit, with the candidates struck just before it."
        return f"Step by step: every {self.unit.removesuffix('es' if self is Grain.GUESSES else 's')}."

    @property
    def usual_speed(self) -> float:
        """The default speed in counted steps per second.

        For half of the 100,200 included puzzles, ``elimination`` needs more than 119 digits: 26 seconds at 5 per
        second.
        """
        return 20.0 if self in (Grain.EVERY, Grain.CHANGES) else 5.0


_CHANGES = tuple(kind for kind in Kind if kind < Kind.LOOK)

KINDS: dict[Grain, tuple[Kind, ...]] = {
    Grain.EVERY: (),
    Grain.CHANGES: (*_CHANGES, Kind.CONFLICT, Kind.LEARN, *ANSWERS),
    Grain.DIGITS: (*(kind for kind in _CHANGES if kind is not Kind.ELIMINATE), Kind.CONFLICT, *ANSWERS),
    Grain.GUESSES: (Kind.GUESS, *ANSWERS),
    Grain.CONFLICTS: (Kind.CONFLICT, *ANSWERS),
}
"""The kinds of step counted by each grain that depends only on the kind. An empty tuple means all kinds."""

_PROPAGATING = (Kind.GUESS, Kind.FIX, Kind.ELIMINATE, Kind.LOOK, Kind.REJECT, Kind.COVER, Kind.UNCOVER)
_ENDING = (Kind.GUESS, Kind.BACKTRACK, Kind.SWAP, Kind.CONFLICT, Kind.LEARN, *ANSWERS)


def _restarts(step: Step) -> bool:
    return step.kind is not Kind.BACKTRACK or step.why is Why.RESTART


CONDITIONS: dict[Grain, Condition] = {
    **{grain: any_of(kinds) for grain, kinds in KINDS.items()},
    Grain.PROPAGATIONS: Condition(
        frozenset((*_PROPAGATING, *ANSWERS)),
        followed_by=frozenset(_ENDING),
        standing_alone=frozenset(ANSWERS),
        called=("a propagation", "ends"),
    ),
    Grain.RESTARTS: Condition(frozenset((Kind.BACKTRACK, *ANSWERS)), test=_restarts, called=("the search", "restarts")),
}
"""For each grain, the condition that a step must meet to count."""


def with_unit(unit: str) -> Grain:
    """Return the grain with the given unit, which is one of :data:`visualizer.session.settings.GRANULARITIES`."""
    return next(grain for grain in Grain if grain.unit == unit)


def grains_for(solver: Solver, options: Mapping[str, Any] | None = None) -> tuple[Grain, ...]:
    """Return the grains that make sense for a solver with these options, finest first."""
    strikes = _strikes(solver, options)
    sensible = {
        Grain.CHANGES: strikes,  # if no candidates are struck, the only changes are digits
        Grain.PROPAGATIONS: strikes,
        Grain.CONFLICTS: solver.complete and not solver.black_box,
        Grain.RESTARTS: solver.restarts,
    }
    return tuple(grain for grain in Grain if sensible.get(grain, True))


def usual_grain(solver: Solver, options: Mapping[str, Any] | None = None) -> Grain:
    """Return the default grain: digits for solvers that strike candidates, otherwise every step."""
    return Grain.DIGITS if _strikes(solver, options) else Grain.EVERY


def _strikes(solver: Solver, options: Mapping[str, Any] | None) -> bool:
    return solver.mode(options or {}) in (Candidates.STRUCK, Candidates.SAID) and not solver.black_box
