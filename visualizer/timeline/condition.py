"""Conditions to run until: the next guess, a change in a cell, a depth, a technique."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any
from weakref import WeakKeyDictionary

from puzzles.geometry import Cell, Digit
from puzzles.puzzle import Puzzle
from solvers.core.board import Candidates
from solvers.core.registry import Solver
from solvers.core.step import CHANGING, Kind, Step, Why
from solvers.techniques import by_why
from visualizer.text.spans import capitalised, listed
from visualizer.timeline.codebook import Codebook

PLACING = frozenset({Kind.GUESS, Kind.FIX, Kind.PLACE})
"""The kinds of step that place a digit in a cell."""
_CHANGES = frozenset(kind for kind in Kind if CHANGING[kind]) - {Kind.BACKTRACK}
_MOST_MASKS = 16
"""The maximum number of conditions per run whose matching steps are cached."""
_PORTION = 4096
"""The maximum number of distinct steps tested before the clock is checked."""


@dataclass(frozen=True)
class Condition:
    """A condition on steps. Every field that is set must match; empty fields are ignored."""

    kinds: frozenset[Kind] = frozenset()
    cells: frozenset[Cell] = frozenset()
    """Cells of interest: the step must involve one of them."""
    digits: frozenset[Digit] = frozenset()
    whys: frozenset[Why] = frozenset()
    depth_at_least: int = 0
    depth_at_most: int | None = None
    """The minimum and maximum depth after the step."""
    asserts: bool = False
    """Whether to skip steps that say a digit is *not* in the cell."""
    undone: bool = False
    """Whether to include each BACKTRACK that removes the digit from one of the cells."""
    followed_by: frozenset[Kind] = frozenset()
    """The kinds of step that may follow a match; empty if every kind may."""
    standing_alone: frozenset[Kind] = frozenset()
    """The kinds of step to which ``followed_by`` does not apply."""
    struck: tuple[Cell, Digit] | None = None
    """A candidate that must still be possible before the step."""
    test: Callable[[Step], bool] | None = None
    """An additional test of a step, for example of its technique. Equal steps must give equal results."""
    called: tuple[str, str] | None = None
    """The subject and verb that describe the event if ``test`` defines it: ("an X-wing", "is used")."""

    @property
    def by_kind(self) -> bool:
        """Whether the condition depends only on the kind of the step."""
        return self == Condition(self.kinds)

    @property
    def by_depth(self) -> bool:
        return bool(self.depth_at_least) or self.depth_at_most is not None

    def matches(self, step: Step) -> bool:
        """Return whether a step matches by itself, ignoring conditions on the rest of the run, such as the depth."""
        return (
            (not self.kinds or step.kind in self.kinds)
            and (not self.cells or step.cell in self.cells or (step.kind is Kind.SWAP and step.detail in self.cells))
            and (not self.digits or step.digit in self.digits)
            and (not self.whys or step.why in self.whys)
            and (step.sign or not self.asserts)
            and (self.test is None or self.test(step))
        )

    def words(self, puzzle: Puzzle) -> str:
        """Describe the event, as in "r1c2 changes" or "a guess is made"."""
        return " or ".join(f"{subject} {verb}" for subject, verb in self._clauses(puzzle)) + self._where(puzzle)

    def running(self, puzzle: Puzzle) -> str:
        """Say what the run is looking for."""
        return f"Running until {self.words(puzzle)} …"

    def missed(self, puzzle: Puzzle, forward: bool = True, resting: bool = False) -> str:
        """Say that the event does not occur. ``resting`` means the run is recorded only up to a solution."""
        span = "before this" if not forward else "from here to the solution" if resting else "after this"
        clauses, where = self._clauses(puzzle), self._where(puzzle)
        if len(clauses) > 1:
            return f"Never {span}: {self.words(puzzle)}."
        (subject, verb), *_ = clauses
        article, _, what = subject.partition(" ")
        if article in ("a", "an"):
            return f"No {what} {verb}{where} {span}."
        negated = f"is never {verb[3:]}" if verb.startswith("is ") else f"never {verb}"
        return f"{capitalised(subject)} {negated}{where} {span}."

    def _clauses(self, puzzle: Puzzle) -> list[tuple[str, str]]:
        """Return the event as one or more subject-verb pairs."""
        cells, digits = self._names(puzzle), self._symbols(puzzle)
        if self.called:
            return [self.called]
        if self.whys:
            return [technique_words(why) for why in sorted(self.whys)]
        if self.kinds == {Kind.GUESS} and self.depth_at_least == self.depth_at_most:
            return [(f"depth {self.depth_at_least}", "is reached")]
        if self.kinds == _CHANGES and cells:
            return [(cells, "changes" if len(self.cells) == 1 else "change")]
        if self.kinds == PLACING and digits:
            return [(digits, "is placed")]
        return [_KINDS[kind] for kind in sorted(self.kinds)] or [("a step", "is made")]

    def _where(self, puzzle: Puzzle) -> str:
        """Describe the parts of the condition that :meth:`_clauses` leaves out."""
        if self.called:
            return ""
        said = self._clauses(puzzle)[0][0]
        cells, digits = self._names(puzzle), self._symbols(puzzle)
        parts = [f" in {cells}"] * bool(cells and said != cells) + [f" with {digits}"] * bool(digits and said != digits)
        if self.by_depth and not said.startswith("depth "):
            most = self.depth_at_most
            parts.append(f" at depth {self.depth_at_least}" + (" or deeper" if most is None else f" to {most}"))
        return "".join(parts)

    def _names(self, puzzle: Puzzle) -> str:
        return listed([puzzle.geometry.name(cell) for cell in sorted(self.cells)], "or")

    def _symbols(self, puzzle: Puzzle) -> str:
        return listed([puzzle.symbol(digit) for digit in sorted(self.digits)], "or")


def any_of(kinds: Collection[Kind]) -> Condition:
    """Return a condition that matches steps of these kinds."""
    return Condition(frozenset(kinds))


def cell_changes(cell: Cell) -> Condition:
    """Return a condition that matches when a cell's digit is written or erased, or its candidate struck.

    Candidates that change only because a digit was placed elsewhere do not count, since that happens all the time.
    """
    return Condition(_CHANGES, frozenset({cell}), undone=True)


def digit_placed(digit: Digit) -> Condition:
    """Return a condition that matches when a digit is placed in any cell."""
    return Condition(PLACING, digits=frozenset({digit}), asserts=True)


@dataclass(frozen=True)
class Strikes:
    """A test for steps after which a cell cannot hold a digit. Equal objects match the same steps."""

    cell: Cell
    digit: Digit
    peers: frozenset[Cell]
    """The cells in which placing the digit strikes it from ``cell``."""

    def __call__(self, step: Step) -> bool:
        places = step.kind in PLACING and step.sign
        if step.cell == self.cell:
            return (step.digit != self.digit) is places
        return places and step.digit == self.digit and step.cell in self.peers


def becomes_true(puzzle: Puzzle, cell: Cell, digit: Digit) -> Condition:
    """Return a condition that matches when the digit is placed in the cell."""
    called = (f"{puzzle.geometry.name(cell)} = {puzzle.symbol(digit)}", "becomes true")
    return Condition(PLACING, frozenset({cell}), frozenset({digit}), asserts=True, called=called)


def becomes_false(puzzle: Puzzle, cell: Cell, digit: Digit, mode: Candidates) -> Condition:
    """Return a condition that matches when a cell can no longer hold a digit (it is struck, or another is placed).

    ``mode`` says what the board's candidates mean. If placing a digit strikes candidates, placing it in a peer counts.
    """
    peers = frozenset(puzzle.geometry.peers[cell]) if mode is Candidates.STRUCK else frozenset[Cell]()
    called = (f"{puzzle.geometry.name(cell)} = {puzzle.symbol(digit)}", "becomes false")
    return Condition(PLACING | {Kind.ELIMINATE}, struck=(cell, digit), test=Strikes(cell, digit, peers), called=called)


def depth_reached(depth: int) -> Condition:
    """Return a condition that matches when a guess reaches this depth. Raises ``ValueError`` for a depth below 1."""
    if depth < 1:
        raise ValueError(f"depth {depth} cannot be reached by a guess; the minimum is 1")
    return Condition(frozenset({Kind.GUESS}), depth_at_least=depth, depth_at_most=depth)


def technique_used(why: Why) -> Condition:
    """Return a condition that matches steps with this reason."""
    return Condition(whys=frozenset({why}))


def as_condition(what: Condition | Collection[Kind]) -> Condition:
    return what if isinstance(what, Condition) else any_of(what)


class WantedSteps:
    """The distinct steps of a run that match a condition. Each is tested once, however often it occurs."""

    def __init__(self, condition: Condition) -> None:
        self.condition = condition
        self.mask = bytearray()
        """A flag for each code tested: whether its step matches."""

    def learn(self, book: Codebook, most: int = _PORTION) -> bool:
        """Test up to ``most`` new steps. Return True once all have been tested."""
        matches, asked = self.condition.matches, len(self.mask)
        if self.condition.by_kind:
            self.mask += book.of_kinds(self.condition.kinds or Kind)[asked:]
        else:
            self.mask += bytes(map(matches, book.steps[asked : asked + most]))
        return len(self.mask) == len(book.steps)


_known: WeakKeyDictionary[Codebook, dict[Condition, WantedSteps]] = WeakKeyDictionary()


def wanted(book: Codebook, condition: Condition) -> WantedSteps:
    """Return the cached :class:`WantedSteps` of a condition for a run."""
    known = _known.setdefault(book, {})
    if condition not in known:
        if len(known) >= _MOST_MASKS:
            del known[next(iter(known))]
        known[condition] = WantedSteps(condition)
    return known[condition]


# Words

_KINDS = {
    Kind.GUESS: ("a guess", "is made"),
    Kind.FIX: ("a digit", "is deduced"),
    Kind.ELIMINATE: ("a candidate", "is struck"),
    Kind.BACKTRACK: ("a guess", "is undone"),
    Kind.SWAP: ("a swap", "is made"),
    Kind.PLACE: ("a digit", "is written"),
    Kind.ERASE: ("a digit", "is erased"),
    Kind.MARK: ("a candidate", "is noted"),
    Kind.UNMARK: ("a candidate", "is erased"),
    Kind.LOOK: ("a place", "is looked at"),
    Kind.REJECT: ("a digit", "is refused"),
    Kind.CONFLICT: ("a conflict", "is met"),
    Kind.LEARN: ("a clause", "is learnt"),
    Kind.FORGET: ("a clause", "is forgotten"),
    Kind.COVER: ("a column", "is covered"),
    Kind.UNCOVER: ("a column", "is uncovered"),
    Kind.SOLVED: ("a solution", "is found"),
    Kind.GAVE_UP: ("the method", "gives up"),
    Kind.PENDING: ("work", "is under way"),
}
_REASONS = {
    Why.NONE: ("a step without a reason", "is made"),
    Why.GIVEN: ("a given", "is used"),
    Why.RULE: ("a peer", "is used"),
    Why.GIVENS_CLASH: ("a clash of givens", "is met"),
    Why.NO_CANDIDATE: ("a cell without a candidate", "is met"),
    Why.NO_PLACE: ("a unit without a place for a digit", "is met"),
    Why.LAST_BLANK: ("the last blank of a unit", "is filled"),
    Why.ONE_LEFT: ("the last cell of a rule", "is filled"),
    Why.REFUTED: ("a refuted guess", "is used"),
    Why.EXHAUSTED: ("a guess", "is exhausted"),
    Why.ENUMERATE: ("another solution", "is sought"),
    Why.RESTART: ("the search", "restarts"),
    Why.GUESS: ("a guess", "is made"),
    Why.RANDOM: ("a random choice", "is made"),
    Why.MODEL: ("a model", "is read"),
    Why.ORDER: ("a digit order", "is tried"),
    Why.ASSUMED: ("an assumption", "is used"),
    Why.BY_HAND: ("a guess by hand", "is made"),
}
"""Reasons that are not techniques, with the subject and verb that describe each."""


def technique_words(why: Why) -> tuple[str, str]:
    """Return the subject and verb that describe a step with this reason, such as "a naked pair", "is used"."""
    if why in _REASONS:
        return _REASONS[why]
    technique = by_why(why)
    name = technique.title if technique else why.name.lower().replace("_", " ")
    if name[1:2].islower():  # leaves XY-wing and BUG+1 as they are
        name = name[0].lower() + name[1:]
    if " candidates" in name or name.endswith((" chains", "combinations")):
        return name, "are used"
    if name.startswith("rule of"):
        return f"the {name}", "is used"
    vowel = name[0] in "aeioAX" or name.startswith("un") and not name.startswith("uni")
    return f"{'an' if vowel else 'a'} {name}", "is used"


# Granularity: what counts as one step for the arrow keys and the speed.


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


_CHANGING = tuple(kind for kind in Kind if kind < Kind.LOOK)

KINDS: dict[Grain, tuple[Kind, ...]] = {
    Grain.EVERY: (),
    Grain.CHANGES: (*_CHANGING, Kind.CONFLICT, Kind.LEARN, *ANSWERS),
    Grain.DIGITS: (*(kind for kind in _CHANGING if kind is not Kind.ELIMINATE), Kind.CONFLICT, *ANSWERS),
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
