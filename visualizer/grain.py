"""What counts as a step for the arrows and for the speed: each step, or the end of what belongs together."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any

from solvers.board import Candidates
from solvers.registry import Solver
from solvers.step import Kind, Step, Why
from visualizer.condition import Condition, any_of

ANSWERS = (Kind.SOLVED, Kind.GAVE_UP)


class Grain(Enum):
    """From the finest to the coarsest."""

    EVERY = "every step"
    CHANGES = "changes only"
    PROPAGATIONS = "whole propagations"
    GUESSES = "guesses only"
    CONFLICTS = "conflicts only"
    RESTARTS = "restarts only"


KINDS: dict[Grain, tuple[Kind, ...]] = {
    Grain.EVERY: (),
    Grain.CHANGES: (*(kind for kind in Kind if kind < Kind.LOOK), Kind.CONFLICT, Kind.LEARN, *ANSWERS),
    Grain.GUESSES: (Kind.GUESS, *ANSWERS),
    Grain.CONFLICTS: (Kind.CONFLICT, *ANSWERS),
}
"""The kinds that count, where nothing else matters; none named: all do."""

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
"""The steps that count."""

USUAL = (Grain.EVERY, Grain.CHANGES, Grain.GUESSES)
"""What makes sense for every run."""


def grains_for(solver: Solver, options: Mapping[str, Any] | None = None) -> tuple[Grain, ...]:
    """Return what makes sense for the runs of a solver with these options, the finest first."""
    more = {
        Grain.PROPAGATIONS: solver.mode(options or {}) is not Candidates.NONE and not solver.black_box,
        Grain.CONFLICTS: solver.complete and not solver.black_box,
        Grain.RESTARTS: solver.restarts,
    }
    return tuple(grain for grain in Grain if grain in USUAL or more.get(grain))
