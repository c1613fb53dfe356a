"""The steps that a solver yields.

Steps are small, immutable and unique. Equal steps are the same object, so they compare with ``is`` and hash by
identity, and a search of a million steps allocates only a few thousand. A step contains no English, colours or screen
positions; captions and painters derive those from the step and the board.
"""

from __future__ import annotations  # variable_types reads "Cell" and "Digit" as they are written here

from collections.abc import Iterable, Iterator
from enum import IntEnum, unique
from functools import cache
from typing import Any
from weakref import WeakValueDictionary

from puzzles.geometry import Cell, Digit

Clause = tuple[int, ...]
"""Literals, at least one of which is true: ``cell * symbols + digit``, or its negative if the digit is not there."""


class Kind(IntEnum):
    """The kind of a step. LOOK and the kinds after it do not change the board."""

    GUESS = 0
    """Opens a level and assumes that the digit is in the cell or, if ``sign`` is False, that it is not."""
    FIX = 1
    """A deduced digit."""
    ELIMINATE = 2
    """A struck candidate."""
    BACKTRACK = 3
    """Undoes everything above a level. Level -1 returns to the givens."""
    SWAP = 4
    """Swaps the digits of two cells (local search)."""
    PLACE = 5
    ERASE = 6
    MARK = 7
    UNMARK = 8
    LOOK = 9
    """Points at a cell or unit without changing anything."""
    REJECT = 10
    """A refused digit."""
    CONFLICT = 11
    """A dead cell, unit or clause."""
    LEARN = 12
    FORGET = 13
    COVER = 14
    UNCOVER = 15
    SOLVED = 16
    """A solution. A consumer that keeps iterating gets the next one."""
    GAVE_UP = 17
    """An incomplete method's admission that it found no solution."""
    PENDING = 18
    """Still computing. Keeps the window responsive; never recorded or counted."""


CHANGING = tuple(kind < Kind.LOOK for kind in Kind)
"""Whether each kind of step changes the board."""


@unique
class Why(IntEnum):
    """The reason for a step, in order of difficulty where that applies."""

    NONE = 0
    GIVEN = 1
    """The digit is a given."""
    RULE = 2
    """A peer holds the digit."""
    GIVENS_CLASH = 3
    NO_CANDIDATE = 4
    """No digit is left for the cell."""
    NO_PLACE = 5
    """No cell of the unit is left for the digit."""
    LAST_BLANK = 6
    """The cell is the unit's only blank."""
    NAKED_SINGLE = 7
    HIDDEN_SINGLE = 8
    # A person's techniques (see solvers/techniques), in HoDoKu's order.
    ONE_LEFT = 9
    """The cell is the only blank one of a rule."""
    COMBINATIONS = 10
    NUMBERS_AND_DOTS = 11
    RULE_OF_45 = 12
    LOCKED_POINTING = 13
    LOCKED_CLAIMING = 14
    NEEDED_DIGIT = 15
    NAKED_PAIR = 16
    NAKED_TRIPLE = 17
    HIDDEN_PAIR = 18
    HIDDEN_TRIPLE = 19
    NAKED_QUAD = 20
    HIDDEN_QUAD = 21
    LARGE_RULE_OF_45 = 22
    X_WING = 23
    SWORDFISH = 24
    JELLYFISH = 25
    REMOTE_PAIRS = 26
    BUG_PLUS_1 = 27
    SKYSCRAPER = 28
    TWO_STRING_KITE = 29
    TURBOT_FISH = 30
    EMPTY_RECTANGLE = 31
    W_WING = 32
    XY_WING = 33
    XYZ_WING = 34
    UNIQUE_RECTANGLE_1 = 35
    UNIQUE_RECTANGLE_2 = 36
    UNIQUE_RECTANGLE_3 = 37
    UNIQUE_RECTANGLE_4 = 38
    FINNED_X_WING = 39
    SASHIMI_X_WING = 40
    FINNED_SWORDFISH = 41
    SASHIMI_SWORDFISH = 42
    FINNED_JELLYFISH = 43
    SASHIMI_JELLYFISH = 44
    SUE_DE_COQ = 45
    SIMPLE_COLOURING = 46
    X_CHAIN = 47
    XY_CHAIN = 48
    AIC = 49
    NICE_LOOP = 50
    GROUPED_AIC = 51
    GROUPED_NICE_LOOP = 52
    ALS_XZ = 53
    ALS_XY_WING = 54
    FORCING_CHAIN = 55
    FORCING_NET = 56
    REFUTED = 57
    """Guessing this digit led to a conflict."""
    EXHAUSTED = 58
    """Every digit has been tried."""
    ENUMERATE = 59
    """A solution has been found, and another is wanted."""
    RESTART = 60
    LEARNT_CLAUSE = 61
    GUESS = 62
    RANDOM = 63
    """Chosen at random."""
    MODEL = 64
    """Read from the model of a SAT solver, whose search was not watched."""
    ORDER = 65
    """Part of an ordering of the unit's missing digits, tried as a whole."""
    ASSUMED = 66
    """The run was started with this assumption."""
    BY_HAND = 67
    """The guess was chosen by hand."""
    CONSTRAINT = 68
    """One of the puzzle's rules (:mod:`puzzles.rules.rule`) leaves no way; ``unit`` is its index into the groups."""

    @property
    def is_technique(self) -> bool:
        """Whether the reason is a human technique, singles included (see :mod:`solvers.techniques`)."""
        return Why.LAST_BLANK <= self <= Why.FORCING_NET


_KINDS, _WHYS = {int(kind): kind for kind in Kind}, {int(why): why for why in Why}


class Step:
    """One step of a run. Create steps with the functions below, which cache them.

    ``cell`` is -1, ``digit`` 0 and ``unit`` (an index into ``geometry.groups``) -1 if the step has none. ``level`` is
    the level of a BACKTRACK. ``sign`` is False only for a GUESS, FIX or LOOK saying that a digit is *not* there.
    ``detail`` is any extra hashable value.
    """

    __slots__ = ("kind", "cell", "digit", "why", "unit", "level", "sign", "detail", "__weakref__")
    kind: Kind
    cell: Cell
    digit: Digit
    why: Why
    unit: int
    level: int
    sign: bool
    detail: Any

    def __new__(
        cls,
        kind: Kind,
        cell: Cell = -1,
        digit: Digit = 0,
        why: Why = Why.NONE,
        unit: int = -1,
        level: int = 0,
        sign: bool = True,
        detail: Any = None,
    ) -> Step:
        values = (kind, cell, digit, why, unit, level, sign, detail)
        key = values, detail.__class__  # 1, 1.0 and True are equal, but only one of them can number a cell
        step = _all.get(key)
        if step is None:
            step = super().__new__(cls)
            # A member of an enum equals its number, so a number is replaced by its member before the step is cached.
            values = _KINDS.get(kind, kind), cell, digit, _WHYS.get(why, why), *values[4:]
            for name, value in zip(cls.__slots__, values, strict=False):
                object.__setattr__(step, name, value)
            _all[key] = step
        return step

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a step cannot be changed ({name})")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a step cannot be changed ({name})")

    def __reduce__(self) -> tuple[object, ...]:
        return Step, (self.kind, self.cell, self.digit, self.why, self.unit, self.level, self.sign, self.detail)

    def __repr__(self) -> str:
        parts = [f"Kind.{self.kind.name}"]
        defaults = {"cell": -1, "digit": 0, "why": Why.NONE, "unit": -1, "level": 0, "sign": True, "detail": None}
        for name, default in defaults.items():
            value = getattr(self, name)
            if value != default:
                parts.append(f"{name}={'Why.' + value.name if name == 'why' else repr(value)}")
        return f"Step({', '.join(parts)})"


_all: WeakValueDictionary[tuple[Any, ...], Step] = WeakValueDictionary()


@cache
def guess(cell: Cell, digit: Digit, sign: bool = True, why: Why = Why.GUESS, unit: int = -1) -> Step:
    """Open a level by assuming that a digit is in a cell (or, if ``sign`` is False, that it is not)."""
    return Step(Kind.GUESS, cell, digit, why, unit, sign=sign)


@cache
def fix(cell: Cell, digit: Digit, why: Why, unit: int = -1) -> Step:
    """Deduce that a digit must be in a cell."""
    return Step(Kind.FIX, cell, digit, why, unit)


@cache
def eliminate(cell: Cell, digit: Digit, why: Why = Why.RULE, unit: int = -1) -> Step:
    """Strike a candidate."""
    return Step(Kind.ELIMINATE, cell, digit, why, unit)


@cache
def reject(cell: Cell, digit: Digit, rule: int = -1) -> Step:
    """Try a digit in a cell and refuse it, because a peer holds it or, if given, because of a rule."""
    return Step(Kind.REJECT, cell, digit, Why.RULE if rule < 0 else Why.CONSTRAINT, rule)


@cache
def conflict(cell: Cell = -1, why: Why = Why.NO_CANDIDATE, digit: Digit = 0, unit: int = -1) -> Step:
    """Point at a dead cell (no digit fits), or a dead unit (no place for the digit)."""
    return Step(Kind.CONFLICT, cell, digit, why, unit)


@cache
def clash(cell: Cell, other: Cell, digit: Digit, why: Why = Why.GIVENS_CLASH, unit: int = -1) -> Step:
    """Point at two peers (givens, unless ``why`` says otherwise) with the same digit; the second cell is the detail."""
    return Step(Kind.CONFLICT, cell, digit, why, unit, detail=other)


@cache
def backtrack(level: int, why: Why = Why.EXHAUSTED) -> Step:
    """Undo everything above a level: 0 undoes every guess, -1 returns to the givens. See :func:`undo` too."""
    return Step(Kind.BACKTRACK, why=why, level=level)


LATEST = -2
"""The level of a BACKTRACK that means the latest open guess, whichever it is."""


@cache
def undo(why: Why = Why.EXHAUSTED) -> Step:
    """Undo the latest guess that is still open, and everything since. The user's own solver need not count levels."""
    return backtrack(LATEST, why)


def resolved(steps: Iterable[Any]) -> Iterator[Any]:
    """Yield the steps with each :func:`undo` as the BACKTRACK that it means. Whatever is no step passes through."""
    level = 0
    for step in steps:
        kind = getattr(step, "kind", None)
        if kind is Kind.BACKTRACK:
            if step.level == LATEST and level:
                step = backtrack(level - 1, step.why)
            level = max(step.level, 0)
        level += kind is Kind.GUESS
        yield step


@cache
def look(cell: Cell = -1, why: Why = Why.NONE, unit: int = -1, detail: Any = None) -> Step:
    """Look at a cell or unit without changing anything."""
    return Step(Kind.LOOK, cell, 0, why, unit, detail=detail)


@cache
def pass_over(cell: Cell, digit: Digit, sign: bool = True) -> Step:
    """Skip a guess chosen by hand, because it has already been decided."""
    return Step(Kind.LOOK, cell, digit, Why.BY_HAND, sign=sign)


@cache
def swap(cell: Cell, other: Cell) -> Step:
    """Swap the digits of two cells; the second cell is the detail."""
    return Step(Kind.SWAP, cell, detail=other)


@cache
def cover(cell: Cell = -1, digit: Digit = 0, unit: int = -1) -> Step:
    """Remove a column of an exact cover, now that a cell is filled or a unit has a digit."""
    return Step(Kind.COVER, cell, digit, unit=unit)


@cache
def uncover(cell: Cell = -1, digit: Digit = 0, unit: int = -1) -> Step:
    """Restore a column of an exact cover."""
    return Step(Kind.UNCOVER, cell, digit, unit=unit)


# A person's moves. The detail is the cell's marks after the step: a mask with bit d for the digit d, and bit 0 set if
# they are the person's own (if no other bit is set, the person has cleared them).


@cache
def place(cell: Cell, digit: Digit) -> Step:
    """Write a digit into a cell, replacing any old one."""
    return Step(Kind.PLACE, cell, digit)


@cache
def erase(cell: Cell) -> Step:
    """Erase a cell's digit or, if the cell is blank, its marks."""
    return Step(Kind.ERASE, cell)


@cache
def mark(cell: Cell, digit: Digit, marks: int) -> Step:
    """Note a candidate in a blank cell; digit 0 means several."""
    return Step(Kind.MARK, cell, digit, detail=marks)


@cache
def unmark(cell: Cell, digit: Digit, marks: int) -> Step:
    """Remove a candidate noted in a blank cell; digit 0 means several."""
    return Step(Kind.UNMARK, cell, digit, detail=marks)


def write(values: bytes) -> Step:
    """Fill in the whole grid at once (one byte per cell, 0 if blank), erasing all marks."""
    return Step(Kind.PLACE, detail=values)


# The number of learnt clauses is unbounded, so steps with a clause as their detail are not cached for good.


def forced(cell: Cell, digit: Digit, sign: bool, clause: Clause, why: Why, unit: int = -1) -> Step:
    """Deduce from a clause with one literal left that a digit is in a cell or, if ``sign`` is False, is not."""
    return Step(Kind.FIX if sign else Kind.ELIMINATE, cell, digit, why, unit, detail=clause)


def dead_clause(clause: Clause, why: Why, cell: Cell = -1, digit: Digit = 0, unit: int = -1) -> Step:
    """Point at a clause whose literals are all false or, if it is one of the rules, at the dead cell or unit."""
    return Step(Kind.CONFLICT, cell, digit, why, unit, detail=clause)


def learn(clause: Clause, why: Why = Why.LEARNT_CLAUSE, unit: int = -1) -> Step:
    """Learn a clause from a conflict, with why ENUMERATE one that excludes a solution already found, or with why
    CONSTRAINT one that a rule says.
    """
    return Step(Kind.LEARN, why=why, unit=unit, detail=clause)


def forget(clause: Clause) -> Step:
    """Drop a learnt clause that follows from the others and is seldom used."""
    return Step(Kind.FORGET, detail=clause)


def pending(detail: Any = None) -> Step:
    """Report that the solver is still computing. The detail holds what is known so far."""
    return Step(Kind.PENDING, detail=detail)


SOLVED = Step(Kind.SOLVED)
GAVE_UP = Step(Kind.GAVE_UP)
PENDING = Step(Kind.PENDING)
