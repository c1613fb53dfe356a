"""The facts of a step that its caption may name, each in words."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from operator import attrgetter

from puzzles.figures import counted
from puzzles.geometry import Cell, Digit
from puzzles.puzzle import Puzzle
from puzzles.rules.cage import Cage
from solvers.core import literals
from solvers.core.board import Board, Candidates
from solvers.core.finding import Candidate
from solvers.core.step import Clause, Kind, Step, Why
from solvers.techniques import by_why
from visualizer.narration.techniques import may_hold, named_by
from visualizer.text.spans import listed, shortened, with_article
from visualizer.timeline.search import NOTHING_TRIED, Strikes, TriedGuesses
from visualizer.timeline.trail import Trail

# Finds the cells that make a step fail, and counts the digits missing from a board.


def culprit(step: Step, board: Board) -> Cell:
    """Return the first peer that holds the step's digit. Raises ``LookupError`` if none does (an invalid step)."""
    holders = board.holders(step.cell, step.digit)
    if not holders:
        raise LookupError(f"no peer of {board.geometry.name(step.cell)} holds {step.digit}")
    return holders[0]


def culprits(step: Step, board: Board) -> set[Cell]:
    """Return the cells responsible for a conflict or rejection, such as a holder of each digit the dead cell lacks."""
    if step.why is Why.CONSTRAINT and step.kind in (Kind.REJECT, Kind.CONFLICT):
        return board.geometry.because(step.unit, board.masks(step.unit), step.cell, step.digit)
    if step.kind is Kind.REJECT:
        return {culprit(step, board)}
    if step.kind is not Kind.CONFLICT:
        return set()
    if step.why in (Why.GIVENS_CLASH, Why.RULE):
        return {step.cell, step.detail}
    if step.why in (Why.BY_HAND, Why.REFUTED):
        return {step.cell}
    if step.why is Why.LEARNT_CLAUSE:
        return {(abs(literal) - 1) // board.geometry.symbols for literal in step.detail}
    if step.why is Why.NO_PLACE and step.unit >= 0:
        blank = [cell for cell in board.geometry.units[step.unit].cells if not board.values[cell]]
        return {held[0] for cell in blank if (held := board.holders(cell, step.digit))}
    if step.cell < 0:
        return set()
    holders = (board.holders(step.cell, digit) for digit in board.geometry.digits)
    return {held[0] for held in holders if held}


MOST_FORCING = 5
"""The maximum number of literals in a learnt clause that are shown to lead to another."""


def forcing(step: Step, board: Board) -> tuple[tuple[Candidate, Candidate], ...]:
    """Return what leads to a dead end, and which literals of a learnt clause force another, in the order placed.

    Each pair is a digit in its cell, and the candidate that it rules out. At a dead end, digits that a given rules out
    are left out, unless givens alone lead to it.
    """
    if step.why is Why.LEARNT_CLAUSE and step.kind in (Kind.FIX, Kind.ELIMINATE, Kind.LEARN, Kind.CONFLICT):
        trail = Trail(board)
        last, *others = (trail.place(literal) for literal in trail.in_order(step.detail))
        if step.kind in (Kind.FIX, Kind.ELIMINATE):
            last, others = (step.cell, step.digit), [one for one in (last, *others) if one != (step.cell, step.digit)]
        return tuple((one, last) for one in reversed(others)) if len(others) <= MOST_FORCING else ()
    if step.kind is not Kind.CONFLICT or step.why not in (Why.NO_CANDIDATE, Why.NO_PLACE, Why.RULE):
        return ()
    givens, order = board.puzzle.givens, {cell: i for i, cell in enumerate(board.placements())}
    if step.why is Why.RULE:
        first, last = sorted((step.cell, step.detail), key=lambda cell: order.get(cell, -1))
        return (((first, step.digit), (last, step.digit)),)
    ruled_out = [(step.cell, digit) for digit in board.geometry.digits if step.cell >= 0]
    if step.why is Why.NO_PLACE:
        cells = board.geometry.units[step.unit].cells if step.unit >= 0 else ()
        ruled_out = [(cell, step.digit) for cell in cells if not board.values[cell]]
    held = {one: holders for one in ruled_out if (holders := board.holders(*one))}
    found = [((cells[0], one[1]), one) for one, cells in held.items() if not any(givens[cell] for cell in cells)]
    found = found or [((cells[0], one[1]), one) for one, cells in held.items()]
    return tuple(sorted(found, key=lambda pair: (order.get(pair[0][0], -1), pair)))


def missing(board: Board, values: list[Digit]) -> int:
    """Count the digits missing from rows, columns and boxes, once for each unit they are missing from."""
    every = set(board.geometry.digits)
    return sum(len(every.difference(map(values.__getitem__, unit.cells))) for unit in board.geometry.units)


# Clauses and literals in words.


def in_words(clause: Clause, puzzle: Puzzle) -> str:
    """Write out a clause in the order of its literals, as in "r1c1 ≠ 4, r2c2 = 7 or r2c3 = 7"."""
    return listed([literal_in_words(literal, puzzle) for literal in clause], "or")


def literal_in_words(literal: int, puzzle: Puzzle) -> str:
    """Write a literal as captions do: "r1c1 ≠ 4"."""
    return literals.told(literal, puzzle).replace("=", " = ", 1).replace("≠", " ≠ ", 1)


def jump_back(literal: str, level: int) -> str:
    """Say which level a learnt clause sends the solver back to, and which literal it forces there."""
    if not level:
        return f"Back to level 0: {literal} holds whatever is guessed."
    return f"Back to level {level}, where {literal} follows."


def rule_name(puzzle: Puzzle, clause: Sequence[int]) -> str:
    """Return the rule that a clause expresses, such as "row 4 holds a 7", or "" if it expresses none."""
    geometry = puzzle.geometry
    places = [divmod(abs(literal) - 1, geometry.symbols) for literal in clause]
    cells, digits = {cell for cell, _ in places}, {digit for _, digit in places}
    if len(clause) == 2 and max(clause) < 0 and len(digits) == 1:
        unit = geometry.shared_unit(*sorted(cells))
        return f"{geometry.units[unit]} holds it once" if unit is not None else ""
    if min(clause) < 0 or len(clause) < geometry.symbols:
        return ""
    if len(cells) == 1:
        return geometry.kind.says(f"{geometry.name(min(cells))} holds a digit")
    units = (geometry.units[unit] for unit in geometry.units_of[min(cells)])
    unit_held = next((unit for unit in units if set(unit.cells) == cells), None)
    return f"{unit_held} holds {with_article(puzzle.symbol(min(digits) + 1))}" if unit_held and len(digits) == 1 else ""


# Explains why a solver that picks the fewest candidates or choices guesses where it does.


def cells_with_fewest(board: Board, cell: Cell, picks: str) -> list[Cell]:
    """Return all cells with the fewest candidates, or none if the cell was not picked for being one of them."""
    sizes = {blank: len(board.open_candidates(blank)) for blank, held in enumerate(board.values) if not held}
    equal = [blank for blank, size in sizes.items() if size == min(sizes.values())]
    return equal if picks in ("first", "any") and cell in equal else []


def how_tied(board: Board, cell: Cell, picks: str) -> str:
    """Say in brackets how a cell was picked from those with the fewest candidates; "" if it is the only one."""
    equal = cells_with_fewest(board, cell, picks)
    if len(equal) == 1:
        return ""
    which = "the first" if picks == "first" and cell == equal[0] else "one"
    return f" ({which} of {len(equal)} cells with {len(board.open_candidates(cell))})"


CELL = -1
"""Stands for choosing a digit for a cell. A unit's number stands for choosing a cell for a digit in that unit."""


def shortest_choice(board: Board, cell: Cell, digit: Digit) -> int | None:
    """Return the choice that a placement makes, or ``None`` if some choice on the board has fewer options."""
    geometry = board.geometry
    digits = {blank: board.open_candidates(blank) for blank, held in enumerate(board.values) if not held}
    whole = [[unit for unit in units if geometry.units[unit].complete] for units in geometry.units_of]
    places = Counter((unit, each) for blank, its in digits.items() for each in its for unit in whole[blank])
    sizes = {CELL: len(digits[cell]), **{unit: places[unit, digit] for unit in whole[cell]}}
    least = min(*map(len, digits.values()), *places.values(), len(geometry.cells))
    return next((choice for choice, size in sizes.items() if size == least), None)


def unseen(step: Step, board: Board) -> list[Digit]:
    """Return the digits, but the step's own, that no peer of its cell holds."""
    seen = {board.values[peer] for peer in board.geometry.peers[step.cell]}
    return [digit for digit in board.geometry.digits if digit not in seen and digit != step.digit]


def struck_before(step: Step, board: Board) -> set[Candidate]:
    """Return the candidates that a single rests on and that no peer rules out, so that a step before struck them."""
    found = set[Candidate]()
    if step.kind is Kind.FIX and step.why is Why.NAKED_SINGLE:
        found = {(step.cell, digit) for digit in unseen(step, board)}
    elif step.kind is Kind.FIX and step.why is Why.HIDDEN_SINGLE:
        rivals = (cell for cell in board.geometry.units[step.unit].cells if cell != step.cell)
        blank = (cell for cell in rivals if not board.values[cell])
        found = {(cell, step.digit) for cell in blank if not board.holders(cell, step.digit)}
    return {(cell, digit) for cell, digit in found if board.is_struck(cell, digit)}


def unfit(step: Step, board: Board) -> dict[int, list[Digit]]:
    """Return the rules that exclude digits that the cell does not see, each with those that no rule before excludes."""
    left, found = unseen(step, board), dict[int, list[Digit]]()
    for number in board.geometry.rules_of[step.cell] if left else ():
        rule, masks = board.geometry.numbered_rules[number], [*board.masks(number)]
        at = rule.cells.index(step.cell)
        masks[at] = board.geometry.every
        fits = rule.filter(masks)[at]
        if gone := [digit for digit in left if not fits >> digit & 1]:
            found[number] = gone
            left = [digit for digit in left if digit not in gone]
    return found


def involved(step: Step, board: Board) -> set[Cell]:
    """Return the cells of the step's unit or rule, or of the rules that leave a single its only digit: only the cells
    of the reason, if a rule is about the whole board.
    """
    geometry = board.geometry
    rules = {step.unit: [step.digit]} if step.unit >= 0 else unfit(step, board) if step.why is Why.NAKED_SINGLE else {}
    found = set[Cell]()
    for number, digits in rules.items():
        if not (number in geometry.numbered_rules and geometry.numbered_rules[number].lazy):
            found.update(geometry.groups[number].cells)
        elif step.kind is Kind.LEARN:
            found.update((abs(literal) - 1) // geometry.symbols for literal in step.detail)
        else:
            masks = board.masks(number)
            found.update(*(geometry.because(number, masks, step.cell, digit) for digit in digits))
    return found


MOST_DIGITS = 8
"""The maximum number of digits to list that a single has lost."""
MOST_WAYS = 2
"""The maximum number of combinations of a cage to list after its name."""
REPEATED = 8
"""The maximum number of literals in a clause for the caption to repeat it when it is also shown beside the board."""


@dataclass(frozen=True)
class CaptionFacts:
    """The facts that templates can use. Each property is computed from the boards on demand."""

    step: Step
    before: Board
    after: Board
    been_tried: TriedGuesses = NOTHING_TRIED
    learnt: Clause | None = None
    picks: str = ""
    back_to: int | None = None
    """The level that the solver goes back to after the step, if it is known."""
    strikes: Strikes = field(default_factory=dict)
    """The steps that struck what a single rests on, as far as they are known."""
    beside: Clause = ()
    """The clause that is written below the graph beside the board, or () if there is none."""
    dead = "Dead end:"
    solved = "Solved:"

    @property
    def cell(self) -> str:
        return self.name(self.step.cell)

    @property
    def digit(self) -> str:
        return self.symbol(self.step.digit)

    @property
    def rule(self) -> str:
        return self.before.geometry.rule

    @property
    def its_units(self) -> str:
        return self.before.geometry.units_in_words("or", self.step.cell)

    @property
    def unit(self) -> str:
        return self.before.geometry.called(self.step.unit)

    @property
    def law(self) -> str:
        """What the step's rule demands."""
        return self.before.geometry.numbered_rules[self.step.unit].says(self.before.puzzle)

    @property
    def ways(self) -> str:
        """Say of the ways that the step's rule leaves that none has the step's digit in its cell."""
        if told := self.told:
            return told
        ways = self.before.geometry.numbered_rules[self.step.unit].ways(self.before.masks(self.step.unit))
        said = f"none of the {ways} ways left has it" if ways > 1 else "the only way left does not have it"
        return f"{said} there{self.as_they_are}"

    @property
    def as_they_are(self) -> str:
        """What the cells that the step's rule is at odds with may hold: ", as r1c1 is 8, and r1c2 is 4 or 6"."""
        if told := self.told:
            return f"; {told}"
        geometry, masks = self.before.geometry, self.before.masks(self.step.unit)
        cells = geometry.because(self.step.unit, masks, self.step.cell, self.step.digit)
        its = zip(geometry.numbered_rules[self.step.unit].cells, masks, strict=True)
        held = may_hold(self.before.puzzle, {cell: mask for cell, mask in its if cell in cells})
        return f", as {held}" if held else ""

    @property
    def told(self) -> str:
        """What the step's rule says of it in its own words, if it has some."""
        step, geometry = self.step, self.before.geometry
        if step.kind is Kind.LEARN:
            cells = {(abs(literal) - 1) // geometry.symbols for literal in step.detail}
        else:
            cells = geometry.because(step.unit, self.before.masks(step.unit), step.cell, step.digit) | {step.cell}
        return geometry.numbered_rules[step.unit].told(self.before.puzzle, cells)

    @property
    def shortest(self) -> int | None:
        return shortest_choice(self.before, self.step.cell, self.step.digit)

    @property
    def places(self) -> str:
        """The possible cells for the digit in the unit where it has the fewest."""
        cells = self.before.geometry.units[self.shortest or 0].cells
        open_to = [cell for cell in cells if self.step.digit in self.before.open_candidates(cell)]
        return listed(shortened([self.name(cell) for cell in open_to]))

    @property
    def tried(self) -> str:
        """The guesses tried before this one, or just their digits if all were in this cell."""
        same = all(cell == self.step.cell for cell, _ in self.been_tried.guesses)
        guesses = dict.fromkeys(self.been_tried.guesses)
        words = [f"{'' if same else f'{self.name(cell)} = '}{self.symbol(digit)}" for cell, digit in guesses]
        return f"{listed(shortened(words))} {'have' if len(words) > 1 else 'has'} been tried"

    @property
    def left(self) -> str:
        """The digits not tried in this cell yet, if known."""
        cells, digits = ({guess[i] for guess in self.been_tried.guesses} for i in range(2))
        left = [digit for digit in self.before.open_candidates(self.step.cell) if digit not in digits]
        if not self.been_tried.all_told or cells != {self.step.cell} or self.step.digit not in left:
            return ""
        return f", {self.list_of(left)} {'are' if len(left) > 1 else 'is'} left"

    @property
    def target(self) -> int:
        return max(self.step.level, 0)

    @property
    def jumps(self) -> bool:
        """Whether the step is a backjump over levels that the learnt clause does not involve."""
        if self.step.kind is not Kind.BACKTRACK or self.learnt is None or self.target > self.before.level - 2:
            return False
        levels = Trail(self.before).levels_of_false(self.learnt)
        return levels is not None and all(at <= self.target or at == self.before.level for at in levels)

    @property
    def passed_by(self) -> str:
        """The levels skipped by a backjump."""
        first, last = self.target + 1, self.before.level - 1
        if first == last:
            return f"level {first}"
        return f"levels {first} {'and' if last == first + 1 else 'to'} {last}"

    @property
    def forced(self) -> str:
        """What a learnt clause forces after going back (" The clause now says that r1c2 is not 7."), if known."""
        if not self.learnt:
            return ""
        trail = Trail(self.before)
        literal = trail.in_order(self.learnt)[0]
        cell, digit = trail.place(literal)
        return f" The clause now says that {self.name(cell)} is {'' if literal > 0 else 'not '}{self.symbol(digit)}."

    @property
    def decided(self) -> str:
        """Why a guess by hand was skipped: the fact that had already decided it."""
        held = self.before.values[self.step.cell]
        if held:
            return f"{self.cell} is {self.symbol(held)}"
        if self.held_by_a_peer:
            return f"{self.holder} holds it in {self.shared}"
        return f"{self.digit} is struck there"

    @property
    def others(self) -> str:
        """Why no other digit fits: what struck it before, which rule it no longer fits, or that the cell sees it."""
        left = unseen(self.step, self.before)
        if not left:
            return f"every other digit is already in its {self.its_units}"
        seen = [digit for digit in self.before.geometry.digits if digit not in (*left, self.step.digit)]
        said = [*self._fallen(left)]
        said += [f"{self._that(seen, 'is', 'are')} in its {self.its_units}"] if seen else []
        return "; ".join(said)

    def _fallen(self, left: list[Digit]) -> Iterator[str]:
        """Say of the digits that a cell does not see what struck them or, if that is unknown, which rule has no way."""
        were, told = ("was struck ", "were struck "), set[Digit]()
        for what, struck in self._by_reason([(self.step.cell, digit) for digit in left]).items():
            digits = [digit for _, digit in struck]
            yield f"{self._that(digits, *were)}by {what}"
            were, told = ("", ""), told.union(digits)
        for rule, digits in unfit(self.step, self.before).items() if told != {*left} else ():
            if digits := [digit for digit in digits if digit not in told]:
                what = f"{self.before.geometry.called(rule)}{self._ways_left(rule, digits)}"
                yield f"{self._that(digits, 'no longer fits ', 'no longer fit ')}{what}"
                told |= {*digits}
        if before := [digit for digit in left if digit not in told]:
            yield self._that(before, "is already struck", "are already struck")

    def _by_reason(self, struck: Sequence[Candidate]) -> dict[str, list[Candidate]]:
        """Return candidates by what struck them, as far as that is known."""
        found = dict[tuple[str, int], list[Candidate]]()
        for one in struck:
            if step := self.strikes.get(one):
                rule = step.unit if step.why in (Why.CONSTRAINT, Why.COMBINATIONS) else -1
                found.setdefault((named_by(step, self.before.puzzle), rule), []).append(one)
        named = dict[str, list[Candidate]]()  # two signs at a cell have one name
        for (name, rule), its in found.items():
            named.setdefault(name + self._ways_left(rule, [digit for _, digit in its]), []).extend(its)
        return named

    def _ways_left(self, rule: int, digits: Sequence[Digit]) -> str:
        """Return the combinations left for a cage, if they are few and have none of the digits."""
        cage = self.before.geometry.numbered_rules.get(rule)
        if not isinstance(cage, Cage) or len(cage.cells) == 1:
            return ""
        left = cage.combinations(self.before.masks(rule), self.before.geometry.symbols)
        ways = listed(["+".join(map(self.symbol, one)) for one in left], "or")
        return f" ({ways})" * (0 < len(left) <= MOST_WAYS and {*digits}.isdisjoint(chain.from_iterable(left)))

    def _that(self, digits: Sequence[Digit], one: str, many: str) -> str:
        """List digits before a verb, or say that they are all but the step's."""
        every = len(digits) == self.before.geometry.symbols - 1 and not self.before.geometry.kind.called
        listing = listed(shortened([self.symbol(digit) for digit in digits], MOST_DIGITS))
        return f"{'every other digit' if every else listing} {one if every or len(digits) == 1 else many}"

    @property
    def elsewhere(self) -> str:
        """What struck a hidden single's digit from other cells of its unit, or "" if some of that is not known."""
        struck, unit = struck_before(self.step, self.before), self.before.geometry.units[self.step.unit]
        if not struck or not self.strikes.keys() >= struck:
            return ""
        groups = self._by_reason(sorted(struck)).items()
        said = [f"from {listed([self.name(cell) for cell, _ in its])} by {what}" for what, its in groups]
        rest = len(unit.cells) - 1 > len(struck)
        seen = f"; every other cell is filled or sees {with_article(self.digit)}" if rest else ""
        return f" It was struck {listed(said)}{seen}."

    @property
    def allowed(self) -> str:
        """Why a digit may be tried, if the solver keeps no candidates."""
        return f"no cell of its {self.its_units} holds it" if self.its_units else "no rule forbids it"

    @property
    def exhausted(self) -> str:
        held = {self.before.values[peer] for peer in self.before.geometry.peers[self.step.cell]}
        if held >= set(self.before.geometry.digits):
            return f"every digit is already in {self.cell}'s {self.its_units}"
        if self.before.mode is Candidates.NONE:
            return f"the rules forbid every digit in {self.cell}"
        return f"every digit is struck from {self.cell}"

    @property
    def holder(self) -> str:
        return self.name(culprit(self.step, self.before))

    @property
    def shared(self) -> str:
        return self.shared_with(culprit(self.step, self.before))

    @property
    def undone(self) -> str:
        """The guess that is undone, and how many digits leave the board with it."""
        level = self.step.level + 1
        if level < 1:
            return "everything since the givens is undone"
        cell, digit, sign = self.before.guess_at(level)
        text = f"{self.name(cell)} {'=' if sign else '≠'} {self.symbol(digit)}"
        more = sum(at >= level for at, _ in self.before.placements().values()) - sign
        if more and sign:
            return f"{text} and {counted(more, 'more digit')} are undone"
        return f"{text} is undone, and {counted(more, 'digit')} with it" if more else f"{text} is undone"

    @property
    def written(self) -> str:
        """The player's change, to one cell or to all of them at once."""
        if self.step.cell >= 0:
            return f"You wrote {self.digit} into {self.cell}"
        return f"You {'replaced' if any(self.step.detail) else 'cleared'} the whole grid"

    @property
    def noted(self) -> str:
        """The mark that the player added or removed or, if several changed, the marks that remain."""
        added = self.step.kind is Kind.MARK
        if self.step.digit:
            return f"You noted {self.digit} in {self.cell}" if added else f"You struck {self.digit} from {self.cell}"
        marks = [self.symbol(digit) for digit in self.before.geometry.digits if self.step.detail >> digit & 1]
        return f"You left {listed(marks)} marked in {self.cell}" if marks else f"You left no marks in {self.cell}"

    @property
    def clause(self) -> str:
        if self.beside and len(self.beside) > REPEATED and {*self.beside} == {*self.step.detail}:
            return f"the clause of {len(self.beside)} literals below the graph"
        return in_words(Trail(self.after).in_order(self.step.detail), self.before.puzzle)

    @property
    def its_clause(self) -> str:
        """The learnt clause that the step follows from, which is not repeated if it has just been learnt."""
        just_learnt = self.learnt is not None and {*self.learnt} == {*self.step.detail}
        return "the clause just learnt" if just_learnt else f"a clause learnt earlier: {self.clause}"

    @property
    def leads_back(self) -> str:
        """The level that the solver goes back to, if all literals of the learnt clause are false. If the level is
        unknown, assume the usual one: the second highest among the literals.
        """
        trail = Trail(self.after)
        levels = sorted(trail.levels_of_false(self.step.detail) or ())
        if not levels:
            return ""
        forced, *others = trail.in_order(self.step.detail)
        literal = literal_in_words(forced, self.before.puzzle) if others else "it"
        usual = levels[-2] if others else 0
        return f" {jump_back(literal, usual if self.back_to is None else self.back_to)}"

    @property
    def column(self) -> str:
        """The exact-cover constraint that is satisfied, or no longer is, and the other choices for it."""
        covered = self.step.kind is Kind.COVER
        if self.step.cell >= 0:
            return f"{self.cell} is {'filled' if covered else 'blank again'}: its other digits"
        has = f"has its {self.digit}" if covered else f"lacks {self.digit} again"
        return f"{self.unit.capitalize()} {has}: the other places for it"

    @property
    def held(self) -> str:
        return self.symbol(self.before.values[self.step.cell])

    @property
    def other_held(self) -> str:
        return self.symbol(self.before.values[self.step.detail])

    @property
    def missing(self) -> int:
        return missing(self.before, self.before.values)

    @property
    def if_swapped(self) -> int:
        values, cell, other = list(self.before.values), self.step.cell, self.step.detail
        values[cell], values[other] = values[other], values[cell]
        return missing(self.before, values)

    # With placed digits, or a guess by hand

    @property
    def and_before(self) -> str:
        """The other guesses that were open when this one was made."""
        below = self.before.level - 1
        return " and the guesses before it" if below > 1 else " and the guess before it" if below else ""

    @property
    def without(self) -> str:
        """What a clash that was there before the run means for the outcome. Digits placed by hand may be to blame."""
        placed = {self.step.cell, self.step.detail} & self.before.puzzle.placed
        return "with the placed digits there is no solution" if placed else "this puzzle has no solution"

    @property
    def held_by_a_peer(self) -> bool:
        """Whether a peer holds the digit even though it has not been struck here."""
        board, cell, digit = self.before, self.step.cell, self.step.digit
        struck = board.mode is not Candidates.NONE and digit not in board.open_candidates(cell)
        return not struck and bool(board.holders(cell, digit))

    # Names

    def name(self, cell: Cell) -> str:
        return self.before.geometry.name(cell)

    def symbol(self, digit: Digit) -> str:
        return self.before.puzzle.symbol(digit)

    def list_of(self, digits: Sequence[Digit]) -> str:
        return listed(shortened([self.symbol(digit) for digit in digits]))

    def shared_with(self, other: Cell) -> str:
        unit = self.before.geometry.shared_unit(self.step.cell, other)
        return str(self.before.geometry.units[unit]) if unit is not None else "a shared unit"


_SMALL: dict[str, Callable[[CaptionFacts], str]] = {
    "level": lambda its: str(its.after.level if its.after is not its.before else its.before.level + 1),
    "other": lambda its: its.name(its.step.detail),
    "choices": lambda its: its.list_of(its.before.open_candidates(its.step.cell)),
    # How the cell was picked, if others have as few candidates.
    "tied": lambda its: how_tied(its.before, its.step.cell, its.picks),
    "shortest_unit": lambda its: str(its.before.geometry.units[its.shortest or 0]),
    "unit_first": lambda its: its.unit.capitalize(),
    # The progress reported by a solver that is still computing.
    "known": lambda its: f": {its.step.detail}" if its.step.detail is not None else "",
    "negation": lambda its: "" if its.step.sign else "not ",
    "technique": lambda its: technique.title if (technique := by_why(its.step.why)) else "",
    "shared_other": lambda its: its.shared_with(its.step.detail),
    # The outcome of a manual guess.
    "nothing": lambda its: "no further solution" if its.step.detail else "no solution",
    # Why a cell has its digit from the start: it is a given, or was placed by hand before any guess.
    "stands": lambda its: "is given" if its.before.puzzle.givens[its.step.cell] else "is already placed",
    # What the solver treats as givens.
    "givens": lambda its: "the digits on the board" if its.before.trail else "givens",
    "clashes": lambda its: counted(its.missing, "clash", "clashes"),
    "clashes_then": lambda its: counted(its.if_swapped, "clash", "clashes"),
}
"""The facts that are short and that only templates use."""


def fact(its: CaptionFacts, name: str) -> str:
    """Return a fact by the name that templates use, which may have dots."""
    return _SMALL[name](its) if name in _SMALL else str(attrgetter(name)(its))
