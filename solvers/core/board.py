"""The board that steps act on.

Solvers may keep state of their own, but the board is authoritative. It records every change on a trail, with a mark for
each level, so a BACKTRACK costs no more than the changes it undoes.
"""

from array import array
from collections.abc import Callable, Iterable
from enum import Enum
from functools import cache
from typing import NamedTuple

from puzzles.geometry import Cell, Digit, Geometry
from puzzles.puzzle import Puzzle
from solvers.core.finding import Finding
from solvers.core.step import CHANGING, LATEST, Clause, Kind, Step, Why, backtrack


class Candidates(Enum):
    """What a board's candidates mean, as declared by each solver."""

    NONE = "none"
    """The solver keeps no candidates, and none are shown."""
    STRUCK = "struck by placing"
    """Placing a digit strikes it from all peers."""
    SAID = "only what the steps say"
    """Only ELIMINATE steps strike candidates."""
    MARKED = "a person's own marks"
    """Only MARK steps add candidates. Bit 0 of a cell's mask is set if the person has noted anything there."""


class Snapshot(NamedTuple):
    """A board packed into bytes (about 400 for 9x9)."""

    values: bytes
    candidates: bytes
    trail: bytes
    marks: bytes


Act = Callable[[Step], None]


class Board:
    """A puzzle being solved.

    ``values`` has one digit per cell, 0 if blank. ``candidates`` has one mask per cell, with bit d set while d is
    possible (bit 0 is used only for a person's marks). A filled cell keeps its old mask, which is needed only to undo.
    """

    __slots__ = (
        "puzzle", "geometry", "mode", "clashes", "values", "candidates", "trail", "marks", "_peers", "_width", "_code",
        "acts",
    )  # fmt: skip

    def __init__(self, puzzle: Puzzle, mode: Candidates = Candidates.STRUCK, *, clashes: bool = False) -> None:
        self.puzzle = puzzle
        self.geometry = puzzle.geometry
        self.mode = mode
        self.clashes = clashes
        """Whether the solver may temporarily place the same digit in two peers."""
        self.values: list[Digit] = list(puzzle.givens)
        self._peers = self.geometry.peers
        self._width = self.geometry.symbols + 1
        self._code = "H" if self._width <= 16 else "Q"
        self.candidates: list[int] = self._at_start()
        self.trail: list[int] = []
        """The changes as numbers: cell * (symbols + 1) for a placed digit, plus the digit for a struck candidate."""
        self.marks: list[int] = []
        """The length of the trail when each level was opened."""
        by_hand = (self._write, self._erase, self._note, self._note)
        hand = by_hand if mode is Candidates.MARKED else (self._refuse,) * len(by_hand)
        self.acts: tuple[Act, ...] = (self._guess, self._fix, self._eliminate, self._backtrack, self._swap, *hand)
        """What applies a step, for each kind of step that changes the board."""

    def _at_start(self) -> list[int]:
        every = self.geometry.every
        if self.mode is Candidates.MARKED:
            return [0] * len(self.values)
        if self.mode is not Candidates.STRUCK:
            return [every] * len(self.values)
        masks = []
        for peers in self._peers:
            held = 0
            for peer in peers:
                held |= 1 << self.values[peer]
            masks.append(every & ~held)
        return masks

    @property
    def level(self) -> int:
        """The number of open guesses."""
        return len(self.marks)

    @property
    def filled(self) -> int:
        return len(self.values) - self.values.count(0)

    def apply(self, step: Step) -> None:
        """Apply a step without checking that it is legal (see :meth:`objection`)."""
        if CHANGING[step.kind]:
            self.acts[step.kind](step)

    def replay(self, steps: Iterable[Step]) -> None:
        """Apply steps in order."""
        acts = self.acts
        for step in steps:
            if step.kind < Kind.LOOK:
                acts[step.kind](step)

    def _guess(self, step: Step) -> None:
        self.marks.append(len(self.trail))
        self._fix(step)

    def _fix(self, step: Step) -> None:
        if not step.sign:
            self._eliminate(step)
            return
        cell, digit = step.cell, step.digit
        self.values[cell] = digit
        self.trail.append(cell * self._width)
        if self.mode is Candidates.STRUCK:
            candidates, bit, width = self.candidates, 1 << digit, self._width
            for peer in self._peers[cell]:
                if candidates[peer] & bit:
                    candidates[peer] ^= bit
                    self.trail.append(peer * width + digit)

    def _eliminate(self, step: Step) -> None:
        self.candidates[step.cell] ^= 1 << step.digit
        self.trail.append(step.cell * self._width + step.digit)

    def _backtrack(self, step: Step) -> None:
        level = step.level
        if level == LATEST:
            level = len(self.marks) - 1
        if level < 0:
            keep, level = 0, 0
        else:
            keep = self.marks[level]
        del self.marks[level:]
        trail, width, values, candidates = self.trail, self._width, self.values, self.candidates
        for entry in trail[keep:]:
            cell, digit = divmod(entry, width)
            if digit:
                candidates[cell] |= 1 << digit
            else:
                values[cell] = 0
        del trail[keep:]

    def resolved(self, step: Step) -> Step:
        """Return the step with the level that it means on this board, if it is an :func:`solvers.core.step.undo`."""
        return backtrack(self.level - 1, step.why) if step.level == LATEST and self.marks else step

    def _swap(self, step: Step) -> None:
        # A swap is not recorded on the trail, which would grow without end. Undoing either digit undoes both.
        values = self.values
        values[step.cell], values[step.detail] = values[step.detail], values[step.cell]

    # A person's moves are not on the trail, so no BACKTRACK undoes them.

    def _write(self, step: Step) -> None:
        if step.cell >= 0:
            self.values[step.cell] = step.digit
        else:
            self.values[:] = step.detail
            self.candidates = [0] * len(self.values)

    def _erase(self, step: Step) -> None:
        if self.values[step.cell]:
            self.values[step.cell] = 0
        else:
            self.candidates[step.cell] = 0

    def _note(self, step: Step) -> None:
        self.candidates[step.cell] = step.detail

    def _refuse(self, step: Step) -> None:
        raise NotImplementedError(f"{step.kind.name} is a person's move, but this is a solver's board")

    def objection(self, step: Step) -> str | None:
        """Explain why a step is illegal here, or return ``None``. Thorough but slow, for tests and users' own
        solvers.
        """
        kind, cell, digit = step.kind, step.cell, step.digit
        speaks_of_digit = kind in (Kind.GUESS, Kind.FIX, Kind.ELIMINATE, Kind.REJECT)
        if speaks_of_digit and (cell not in self.geometry.cells or digit not in self.geometry.digits):
            return f"{kind.name} names cell {cell} and digit {digit}, which this grid does not have"
        if reason := lack(step, self.geometry) or self._objection_to_move(step):
            return reason
        if step.why is Why.CONSTRAINT and kind in (Kind.ELIMINATE, Kind.REJECT, Kind.CONFLICT):
            return self._objection_to_constraint(step)
        by_a_peer = kind is Kind.REJECT or (step.why is Why.RULE and kind is not Kind.CONFLICT)
        if not by_a_peer or cell < 0 or self.holders(cell, digit):
            return None
        verb = {Kind.REJECT: "refused in", Kind.ELIMINATE: "struck from"}.get(kind, "reported in")
        return f"{digit} is {verb} {self.geometry.name(cell)}, but no peer holds it"

    def _objection_to_move(self, step: Step) -> str | None:
        kind = step.kind
        if kind in (Kind.GUESS, Kind.FIX, Kind.ELIMINATE):
            return self._objection_to_change(step)
        if kind is Kind.BACKTRACK:
            level = self.resolved(step).level
            return None if 0 <= level < self.level or level == -1 and self.trail else self._objection_to_level(level)
        if kind is Kind.SOLVED and not self.puzzle.with_values(self.values).is_solved():
            return "SOLVED, but the board is not a solution"
        if kind is Kind.SWAP:
            return self._objection_to_swap(step.cell, step.detail)
        return self._objection_to_hand(step) if Kind.PLACE <= kind <= Kind.UNMARK else None

    def _objection_to_change(self, step: Step) -> str | None:
        cell, digit, name = step.cell, step.digit, self.geometry.name(step.cell)
        if self.values[cell]:
            return f"{step.kind.name} in {name}, which already holds {self.values[cell]}"
        if self.mode is Candidates.NONE and (step.kind is Kind.ELIMINATE or not step.sign):
            return f"{step.kind.name} strikes {digit} from {name}, but this board has no candidates"
        held = f"{self.geometry.name(holders[0])} holds it" if (holders := self.holders(cell, digit)) else ""
        if held and step.kind is not Kind.ELIMINATE and step.sign and not self.clashes:
            return f"{step.kind.name} of {digit} in {name} clashes with {self.geometry.name(holders[0])}"
        if self.is_struck(cell, digit):
            because = f": {held}" if held and self.mode is Candidates.STRUCK else ""
            return f"{step.kind.name} of {digit} in {name}, where {digit} is already struck{because}"
        return None

    def _objection_to_constraint(self, step: Step) -> str | None:
        """Explain why a rule does not say what a step says of it."""
        kept = self.geometry.numbered_rules[step.unit]
        masks = self.masks(step.unit)
        at = kept.cells.index(step.cell) if step.cell in kept.cells else -1
        if at >= 0:
            masks[at] = 1 << step.digit
        return f"{step.kind.name} because of {kept}, which still has a way" if kept.can_be_kept(masks) else None

    def masks(self, rule: int) -> list[int]:
        """Return what each cell of a rule may still hold, as masks. ``rule`` is an index into the geometry's groups."""
        return self.geometry.masks(rule, self.values, () if self.mode is Candidates.NONE else self.candidates)

    def _objection_to_level(self, level: int) -> str:
        """Say which levels a BACKTRACK may go back to instead of this one."""
        call, opened = "undo()" if level == LATEST else f"backtrack({level})", self.level
        if not opened:
            return f"{call}, but no guess is open, so there is nothing to take back"
        one = "one guess is open: backtrack(0) or undo() takes it back"
        latest = f"backtrack({opened - 1}) or undo() takes back the latest, backtrack(0) all of them"
        return f"{call}, but {one if opened == 1 else f'{opened} guesses are open: {latest}'}"

    def _objection_to_swap(self, cell: Cell, other: Cell) -> str | None:
        names = f"SWAP of {self.geometry.name(cell)} and {self.geometry.name(other)}"
        if self.mode is not Candidates.NONE:
            return f"{names} on a board with candidates"
        if self.values[cell] == self.values[other]:
            return f"{names}, which changes nothing"
        placed = self.placements()
        if not placed.get(cell) == placed.get(other) == (self.level, False):
            return f"{names}: both must have been filled since the last guess"
        for one, digit in ((cell, self.values[other]), (other, self.values[cell])):
            for peer in set(self.holders(one, digit)) - {cell, other}:
                if not self.clashes:
                    return f"{names} puts a second {digit} beside {self.geometry.name(peer)}"
        return None

    def _objection_to_hand(self, step: Step) -> str | None:
        """Explain why a person's move is illegal, or return ``None`` if it is legal. A move may cause a clash, but it
        must change something, and must not change a given.
        """
        kind, cell, digits = step.kind, step.cell, self.geometry.digits
        if self.mode is not Candidates.MARKED:
            return f"{kind.name} on a board that is not a person's"
        if cell == -1 and kind is Kind.PLACE:
            return self._objection_to_whole(step.detail)
        if cell not in self.geometry.cells or step.digit not in (0, *digits):
            return f"{kind.name} names cell {cell} and digit {step.digit}, which this grid does not have"
        name, held = self.geometry.name(cell), self.values[cell]
        if self.puzzle.givens[cell]:
            return f"{kind.name} in {name}, which is a given"
        if kind is Kind.PLACE:
            return f"PLACE of {step.digit} in {name} changes nothing" if step.digit in (0, held) else None
        if kind is Kind.ERASE:
            return None if held or self.candidates[cell] else f"ERASE of {name}, which is empty"
        if held:
            return f"{kind.name} in {name}, which holds {held}"
        whole = type(step.detail) is int and 0 <= step.detail < 1 << self._width
        return None if whole and step.detail != self.candidates[cell] else f"{kind.name} in {name} changes nothing"

    def _objection_to_whole(self, values: object) -> str | None:
        if not isinstance(values, bytes) or len(values) != len(self.values) or max(values) > self.geometry.symbols:
            return "a whole-grid PLACE needs a digit (or 0) for each cell"
        if any(given not in (0, value) for given, value in zip(self.puzzle.givens, values, strict=True)):
            return "a whole-grid PLACE must keep the givens"
        return "a whole-grid PLACE changes nothing" if list(values) == self.values else None

    def holders(self, cell: Cell, digit: Digit) -> list[Cell]:
        """Return the peers of a cell that hold the digit."""
        return [peer for peer in self._peers[cell] if self.values[peer] == digit]

    def is_struck(self, cell: Cell, digit: Digit) -> bool:
        """Return whether a digit is no candidate of a cell, if the board has candidates."""
        return self.mode is not Candidates.NONE and not self.candidates[cell] >> digit & 1

    def open_candidates(self, cell: Cell) -> list[Digit]:
        """Return the digits still possible in a cell; empty if the cell is filled or the board has no candidates."""
        if self.values[cell] or self.mode is Candidates.NONE:
            return []
        mask = self.candidates[cell]
        return [digit for digit in self.geometry.digits if mask >> digit & 1]

    def placements(self) -> dict[Cell, tuple[int, bool]]:
        """Map each cell filled since the start to its level and whether it was a guess."""
        result = {}
        width, marks = self._width, [*self.marks, len(self.trail) + 1]
        level = 0
        for i, entry in enumerate(self.trail):
            if entry % width:  # most of the trail is strikes
                continue
            while i >= marks[level]:
                level += 1
            result[entry // width] = (level, level > 0 and i == marks[level - 1])
        return result

    def guess_at(self, level: int) -> tuple[Cell, Digit, bool]:
        """Return the guess that opened a level (counted from 1) as (cell, digit, sign)."""
        cell, digit = divmod(self.trail[self.marks[level - 1]], self._width)
        return (cell, digit, False) if digit else (cell, self.values[cell], True)

    def snapshot(self) -> Snapshot:
        """Return a packed copy of the board for :meth:`restore`."""
        candidates = array(self._code, self.candidates).tobytes() if self.mode is not Candidates.NONE else b""
        return Snapshot(
            bytes(self.values), candidates, array("H", self.trail).tobytes(), array("I", self.marks).tobytes()
        )

    def restore(self, snapshot: Snapshot) -> None:
        self.values[:] = snapshot.values
        if snapshot.candidates:
            self.candidates[:] = array(self._code, snapshot.candidates)
        self.trail[:] = array("H", snapshot.trail)
        self.marks[:] = array("I", snapshot.marks)

    def solution(self) -> Puzzle:
        """Return the board as a new puzzle with every digit as a given."""
        return self.puzzle.with_values(self.values)


# What a step must name ----------------------------------------------------------------------------------------------

# Each step needs the facts with which it is described and drawn, by its kind and reason.


Claim = tuple[Kind, Why | None]
"""A kind of step and its reason; ``None`` stands for any reason."""
Names = Callable[[Step, Geometry], bool]


def lack(step: Step, geometry: Geometry) -> str | None:
    """Return what a step should name but does not; ``None`` if nothing is missing."""
    for names, words in _needs_of(step.kind, step.why):
        if not names(step, geometry):
            return f"{step.kind.name}{f' with why {step.why.name}' if step.why else ''} names {words}"
    return None


def clause_of(step: Step | None, geometry: Geometry) -> Clause:
    """Return the clause in a step's detail; empty if the detail is not a clause over this grid."""
    return step.detail if step is not None and _clause(step, geometry) else ()


def _cell(step: Step, geometry: Geometry) -> bool:
    return step.cell in geometry.cells


def _digit(step: Step, geometry: Geometry) -> bool:
    return step.digit in geometry.digits


def _unit(step: Step, geometry: Geometry) -> bool:
    return 0 <= step.unit < len(geometry.units)


def _rule(step: Step, geometry: Geometry) -> bool:
    return step.unit in geometry.numbered_rules


def _column(step: Step, geometry: Geometry) -> bool:
    return _cell(step, geometry) or _unit(step, geometry) and _digit(step, geometry)


def _second_cell(step: Step, geometry: Geometry) -> bool:
    return type(step.detail) is int and step.detail in geometry.cells


def _clause(step: Step, geometry: Geometry) -> bool:
    variables = range(1, len(geometry.cells) * geometry.symbols + 1)
    return (
        type(step.detail) is tuple
        and bool(step.detail)
        and all(type(literal) is int and abs(literal) in variables for literal in step.detail)
    )


def _finding(step: Step, geometry: Geometry) -> bool:
    """Return whether a step's detail is either empty or a finding of the right technique that includes the step."""
    found = step.detail
    if found is None or type(found) is not Finding:
        return found is None
    candidates = [*found.places, *found.strikes, *(one for _, held in found.marks for one in held)]
    follows = found.places if step.kind is Kind.FIX else found.strikes
    return (
        (step.cell, step.digit) in follows
        and all(cell in geometry.cells and digit in geometry.digits for cell, digit in candidates)
        and all(cell in geometry.cells for cell in found.cells)
        and all(digit in geometry.digits for digit in found.digits)
        and all(-1 <= unit < len(geometry.groups) for unit in (*found.units, *found.covers))
        and found.technique == step.why.name.lower()
    )


_BEYOND_SINGLES = tuple(why for why in Why if why.is_technique and why > Why.HIDDEN_SINGLE)
_RULE, _GIVENS_CLASH, _NO_PLACE = ((Kind.CONFLICT, why) for why in (Why.RULE, Why.GIVENS_CLASH, Why.NO_PLACE))
_OF_FORKS = ((Kind.CONFLICT, Why.BY_HAND), (Kind.CONFLICT, Why.REFUTED), (Kind.LOOK, Why.REFUTED))

_NEEDS: tuple[tuple[set[Claim], Names, str], ...] = (
    (
        {_RULE, _GIVENS_CLASH, (Kind.CONFLICT, Why.NO_CANDIDATE), (Kind.SWAP, None)}
        | {(Kind.LOOK, Why.GIVEN), (Kind.LOOK, Why.RANDOM), (Kind.LOOK, Why.BY_HAND), *_OF_FORKS},
        _cell,
        "no cell",
    ),
    ({_RULE, _GIVENS_CLASH, _NO_PLACE, (Kind.LOOK, Why.BY_HAND), *_OF_FORKS}, _digit, "no digit"),
    (
        {_RULE, _NO_PLACE, (Kind.CONFLICT, Why.ORDER), (Kind.GUESS, Why.ORDER)}
        | {(Kind.FIX, why) for why in (Why.LAST_BLANK, Why.HIDDEN_SINGLE, Why.RANDOM, Why.ORDER)},
        _unit,
        "no unit",
    ),
    ({(kind, Why.CONSTRAINT) for kind in (Kind.ELIMINATE, Kind.REJECT, Kind.CONFLICT)}, _rule, "no rule"),
    ({(Kind.COVER, None), (Kind.UNCOVER, None)}, _column, "neither a cell, nor a unit and its digit"),
    (
        {_RULE, _GIVENS_CLASH, (Kind.LOOK, Why.RANDOM), (Kind.SWAP, None)},
        _second_cell,
        "no second cell of this grid (its detail must be a cell number)",
    ),
    (
        {(Kind.LEARN, None), (Kind.FORGET, None), (Kind.CONFLICT, Why.ASSUMED)}
        | {(kind, Why.LEARNT_CLAUSE) for kind in (Kind.FIX, Kind.ELIMINATE, Kind.CONFLICT)},
        _clause,
        "no valid clause for this grid (its detail must be a tuple of literals)",
    ),
    (
        {(kind, why) for kind in (Kind.FIX, Kind.ELIMINATE) for why in _BEYOND_SINGLES},
        _finding,
        "no finding of that technique on this grid (its detail must be a finding or None)",
    ),
)


@cache
def _needs_of(kind: Kind, why: Why) -> tuple[tuple[Names, str], ...]:
    return tuple((names, words) for claims, names, words in _NEEDS if claims & {(kind, why), (kind, None)})
