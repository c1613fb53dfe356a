"""Explains each step in a sentence, by filling in a template with facts from the board."""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter
from string import Formatter

from puzzles.figures import counted
from puzzles.geometry import Cell, Digit
from solvers.core.board import Board, Candidates
from solvers.core.finding import Finding
from solvers.core.step import Clause, Kind, Step, Why
from solvers.techniques import by_why
from visualizer.analysis.tried import NOTHING_TRIED, TriedGuesses
from visualizer.narration.clauses import in_words, jump_back
from visualizer.narration.culprits import culprit, missing
from visualizer.narration.picks import CELL, cells_with_fewest, how_tied, shortest_choice
from visualizer.narration.techniques import explain
from visualizer.text.phrases import listed, shortened
from visualizer.text.spans import Caption, Span
from visualizer.timeline.trail import Trail

_TEMPLATES: dict[Kind, dict[Why | None, str]] = {
    Kind.GUESS: {
        None: "Suppose {cell} is {digit:guessed}: {choices} are possible there. Level {level}.",
        Why.ORDER: "Try an order of the missing digits of {unit}: {digit:guessed} in {cell}, and so on. Level {level}.",
        Why.ASSUMED: "Assume that {cell} is {negation}{digit:guessed}. Level {level}.",
        Why.BY_HAND: "By hand: suppose {cell} is {negation}{digit:guessed}. Level {level}.",
    },
    Kind.FIX: {
        Why.ORDER: "{cell} is {digit:deduced} in the order being tried for {unit}.",
        Why.NAKED_SINGLE: "{cell} must be {digit:deduced}: {others}.",
        Why.HIDDEN_SINGLE: "{cell} must be {digit:deduced}: no other cell of {unit} can hold it.",
        Why.LAST_BLANK: "{cell} must be {digit:deduced}: it is the last blank of {unit}.",
        Why.LEARNT_CLAUSE: "{cell} must be {digit:deduced}, because of a clause learnt earlier: {clause}.",
        Why.RANDOM: "{cell} gets {digit} at random: one of the digits that {unit} lacks.",
        Why.MODEL: "{cell} is {digit:solved} in the SAT solver's answer. The search for it could not be watched.",
        None: "{cell} must be {digit:deduced}.",
    },
    Kind.ELIMINATE: {
        Why.RULE: "{digit:deduced} is struck from {cell}: {holder} holds it in {shared}.",
        Why.REFUTED: "Everything with {cell} = {digit:conflict} has been tried, so {digit:conflict} is struck there.",
        Why.ENUMERATE: "All solutions with {cell} = {digit} have been found: {digit} is struck there to find another.",
        Why.LEARNT_CLAUSE: "{digit:deduced} is struck from {cell}, because of a clause learnt earlier: {clause}.",
        None: "{digit:deduced} is struck from {cell}.",
    },
    Kind.REJECT: {None: "{cell} cannot be {digit:conflict}: {holder} holds it in {shared}."},
    Kind.CONFLICT: {
        Why.NO_CANDIDATE: "{dead:conflict} {exhausted}.",
        Why.NO_PLACE: "{dead:conflict} {unit} has no cell left for {digit:conflict}.",
        Why.LEARNT_CLAUSE: "{dead:conflict} this breaks a learnt clause: {clause}.",
        Why.GIVENS_CLASH: "{cell} and {other} are both {digit:conflict} in {shared_other}: {without}.",
        Why.RULE: "{dead:conflict} {cell} and {other} are both {digit:conflict} in {unit}.",
        Why.ORDER: "{dead:conflict} no order of the missing digits of {unit} fits.",
        Why.ASSUMED: "{dead:conflict} the assumptions leave no solution: {clause}.",
        Why.BY_HAND: "{dead:conflict} {nothing} is possible with {cell} = {digit:guessed}{and_before}.",
        Why.REFUTED: "{dead:conflict} {cell} would have to be {digit:conflict}, which was already struck there.",
        None: "{dead:conflict} the clues and guesses so far contradict each other.",
    },
    Kind.BACKTRACK: {
        Why.ENUMERATE: "To find another solution, {undone}.",
        Why.RESTART: "Restart: back to level {target}.",
        Why.LEARNT_CLAUSE: "Back from level {before.level} to level {target}: {undone}. "
        "There the learnt clause forces a literal.",
        Why.BY_HAND: "Nothing on the board was deduced: everything since the givens is undone before a guess by hand.",
        None: "Go back: {undone}.",
    },
    Kind.LOOK: {
        Why.MODEL: "The rules and {givens} become a formula: {step.detail}. A SAT solver looks for a model of it.",
        Why.GIVEN: "{cell} = {held} {stands}: it is asserted, and struck from every cell that must differ.",
        Why.RANDOM: "{cell} and {other} stay: {clashes} now, and a swap would leave {if_swapped}.",
        Why.BY_HAND: "The guess by hand that {cell} is {negation}{digit:guessed} is skipped: {decided} already.",
        Why.REFUTED: "{cell} = {digit} is skipped: {digit} was already struck there.",
        Why.RESTART: "Frozen with {clashes}: reheated, so that swaps for the worse are accepted again.",
        None: "Look at {cell}.",
        **{why: "No technique up to {technique} finds anything." for why in Why if why.is_technique},
    },
    Kind.LEARN: {
        Why.ENUMERATE: "To find another solution, this one is forbidden: {clause}.",
        None: "Learnt from this dead end: {clause}.{leads_back}",
    },
    Kind.FORGET: {None: "Forgotten, to keep the search quick (it can be learnt again): {clause}."},
    Kind.COVER: {None: "{column} are ruled out."},
    Kind.UNCOVER: {None: "{column_open} come back."},
    Kind.SWAP: {
        None: "{cell} and {other} swap {held} and {other_held}: {clashes_then}, {missing} before.",
    },
    Kind.PLACE: {None: "{written}."},
    Kind.ERASE: {None: "You cleared {cell}."},
    Kind.MARK: {None: "{noted}."},
    Kind.UNMARK: {None: "{noted}."},
    Kind.PENDING: {None: "Still computing{known}."},
    Kind.SOLVED: {None: "{solved:solved} every row, column and box holds each digit once."},
    Kind.GAVE_UP: {
        Why.MODEL: "This is the answer that was opened. It does not say whether there is another.",
        None: "The method ends here, without an answer: it does not find every solution.",
    },
}
_PLAIN_GUESS = "Try {digit:guessed} in {cell}: no cell of its row, column or box holds it. Level {level}."
_NEXT_GUESS = "Suppose {cell} is {digit:guessed}: {tried}{left}. Level {level}."
_FEWEST_GUESS = "{cell} has the fewest candidates: {choices}{tied}. Suppose it is {digit:guessed}. Level {level}."
_GUESS_IN_CELL = "Nothing has fewer choices than {cell}: {choices}. Suppose it is {digit:guessed}. Level {level}."
_GUESS_IN_UNIT = (
    "Nothing has fewer choices than {shortest_unit}'s {digit:guessed}: {places}. "
    "Suppose it is in {cell}. Level {level}."
)
_ONLY_DIGIT = "{cell} has only one digit left: {digit:deduced}."
_ONLY_PLACE = "{unit_first}'s {digit:deduced} has only one place: {cell}."
"""Sentences for solvers that treat a digit for a cell and a place for a digit as the same kind of choice."""
_ONLY_GUESS = "Suppose {cell} is {digit:guessed}: the other digits were already struck there. Level {level}."
"""The sentence for guessing a cell's last candidate when the guesses tried before it are unknown."""
_NEGATIVE_GUESS = "Suppose {cell} is not {digit:guessed}. Level {level}."
_BACKJUMP = "Back from level {before.level} to level {target}: {passed_by} had no part in the conflict."


def caption(
    step: Step,
    before: Board,
    after: Board,
    tried: TriedGuesses = NOTHING_TRIED,
    learnt: Clause | None = None,
    picks: str = "",
) -> Caption:
    """Return the sentence for a step, given the boards before and after it (which may be the same).

    For a guess, pass the guesses tried before it: see :func:`visualizer.analysis.tried.tried_before`. For a backjump,
    pass the clause learnt just before it. ``picks`` is how the solver picks the cell of a guess.
    If a technique found a single, its title is added.
    """
    technique = by_why(step.why) if isinstance(step.detail, Finding) else None
    if technique and step.why > Why.HIDDEN_SINGLE:
        return explain(step.detail, before.puzzle)
    told = _told(CaptionFacts(step, before, after, tried, learnt, picks))
    return (Span(f"{technique.title}: "), *told) if technique else told


def _told(facts: CaptionFacts) -> Caption:
    """Fill in a template."""
    template = _template(facts) if not facts.jumps else _BACKJUMP
    spans = []
    for text, field, voice, _ in Formatter().parse(template):
        if text:
            spans.append(Span(text))
        if field:
            spans.append(Span(str(attrgetter(field)(facts)), voice or ""))
    return tuple(spans)


def _template(facts: CaptionFacts) -> str:
    step, before = facts.step, facts.before
    if step.kind is Kind.GUESS and not step.sign and step.why not in _TEMPLATES[Kind.GUESS]:
        return _NEGATIVE_GUESS
    if step.kind is Kind.GUESS and step.why is Why.GUESS and before.mode is Candidates.NONE:
        return _PLAIN_GUESS
    if step.kind is Kind.GUESS and step.why is Why.GUESS and facts.been_tried.guesses:
        return _NEXT_GUESS
    if step.kind is Kind.GUESS and step.why is Why.GUESS and len(before.open_candidates(step.cell)) == 1:
        return _ONLY_GUESS
    if step.kind is Kind.GUESS and step.why is Why.GUESS and cells_with_fewest(before, step.cell, facts.picks):
        return _FEWEST_GUESS
    if facts.picks == "choices" and (template := _of_choice(facts)):
        return template
    templates = _TEMPLATES[step.kind]
    return templates.get(step.why) or templates[None]


def _of_choice(facts: CaptionFacts) -> str:
    """Return the template for a step that makes the choice with the fewest options; "" for other steps."""
    step = facts.step
    if step.kind is Kind.FIX:
        return {Why.NAKED_SINGLE: _ONLY_DIGIT, Why.HIDDEN_SINGLE: _ONLY_PLACE}.get(step.why, "")
    if step.kind is not Kind.GUESS or step.why is not Why.GUESS or facts.shortest is None:
        return ""
    return _GUESS_IN_CELL if facts.shortest == CELL else _GUESS_IN_UNIT


def kinds_explained() -> set[Kind]:
    """Return the kinds of step that have a sentence."""
    return set(_TEMPLATES)


@dataclass(frozen=True)
class CaptionFacts:
    """The facts that templates can use. Each property is computed from the boards on demand."""

    step: Step
    before: Board
    after: Board
    been_tried: TriedGuesses = NOTHING_TRIED
    learnt: Clause | None = None
    picks: str = ""
    dead = "Dead end:"
    solved = "Solved:"

    @property
    def cell(self) -> str:
        return self._name(self.step.cell)

    @property
    def digit(self) -> str:
        return self._symbol(self.step.digit)

    @property
    def other(self) -> str:
        return self._name(self.step.detail)

    @property
    def unit(self) -> str:
        return str(self.before.geometry.units[self.step.unit])

    @property
    def choices(self) -> str:
        return listed([self._symbol(digit) for digit in self.before.open_candidates(self.step.cell)])

    @property
    def tied(self) -> str:
        """How the cell was picked, if others have as few candidates."""
        return how_tied(self.before, self.step.cell, self.picks)

    @property
    def shortest(self) -> int | None:
        return shortest_choice(self.before, self.step.cell, self.step.digit)

    @property
    def shortest_unit(self) -> str:
        return str(self.before.geometry.units[self.shortest or 0])

    @property
    def unit_first(self) -> str:
        """The unit's name, capitalised to start a sentence."""
        return self.unit.capitalize()

    @property
    def places(self) -> str:
        """The possible cells for the digit in the unit where it has the fewest."""
        cells = self.before.geometry.units[self.shortest or 0].cells
        open_to = [cell for cell in cells if self.step.digit in self.before.open_candidates(cell)]
        return listed([self._name(cell) for cell in open_to])

    @property
    def tried(self) -> str:
        """The guesses tried before this one, or just their digits if all were in this cell."""
        same = all(cell == self.step.cell for cell, _ in self.been_tried.guesses)
        guesses = dict.fromkeys(self.been_tried.guesses)
        words = [f"{'' if same else f'{self._name(cell)} = '}{self._symbol(digit)}" for cell, digit in guesses]
        return f"{listed(shortened(words))} {'have' if len(words) > 1 else 'has'} been tried"

    @property
    def left(self) -> str:
        """The digits not tried in this cell yet, if known."""
        cells, digits = ({guess[i] for guess in self.been_tried.guesses} for i in range(2))
        left = [digit for digit in self.before.open_candidates(self.step.cell) if digit not in digits]
        if not self.been_tried.all_told or cells != {self.step.cell} or self.step.digit not in left:
            return ""
        return f", {listed([self._symbol(digit) for digit in left])} {'are' if len(left) > 1 else 'is'} left"

    @property
    def known(self) -> str:
        """The progress reported by a solver that is still computing."""
        return f": {self.step.detail}" if self.step.detail is not None else ""

    @property
    def level(self) -> int:
        return self.after.level if self.after is not self.before else self.before.level + 1

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
        return f"level {first}" if first == last else f"levels {first}-{last}"

    @property
    def negation(self) -> str:
        return "" if self.step.sign else "not "

    @property
    def decided(self) -> str:
        """Why a guess by hand was skipped: the fact that had already decided it."""
        held = self.before.values[self.step.cell]
        if held:
            return f"{self.cell} is {self._symbol(held)}"
        if self.held_by_a_peer:
            return f"{self.holder} holds it in {self.shared}"
        return f"{self.digit} is struck there"

    @property
    def others(self) -> str:
        """Why no other digit fits, citing only the rules if they are enough."""
        held = {self.before.values[peer] for peer in self.before.geometry.peers[self.step.cell]}
        if held | {self.step.digit} >= set(self.before.geometry.digits):
            return "every other digit is already in its row, column or box"
        return "every other digit is struck there"

    @property
    def exhausted(self) -> str:
        cell = self.step.cell
        held = {self.before.values[peer] for peer in self.before.geometry.peers[cell]}
        if held >= set(self.before.geometry.digits):
            return f"no digit fits {self.cell}, because each is already in its row, column or box"
        return f"every digit is struck from {self.cell}"

    @property
    def holder(self) -> str:
        return self._name(culprit(self.step, self.before))

    @property
    def shared(self) -> str:
        return self._shared(culprit(self.step, self.before))

    @property
    def shared_other(self) -> str:
        return self._shared(self.step.detail)

    @property
    def undone(self) -> str:
        """The guess that is undone, and how many more digits are undone with it."""
        level = self.step.level + 1
        if level < 1:
            return "everything since the givens is undone"
        cell, digit, sign = self.before.guess_at(level)
        text = f"{self._name(cell)} {'=' if sign else '≠'} {self._symbol(digit)}"
        more = sum(at >= level for at, _ in self.before.placements().values()) - sign
        return f"{text} and {counted(more, 'more digit')} are undone" if more else f"{text} is undone"

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
        marks = [self._symbol(digit) for digit in self.before.geometry.digits if self.step.detail >> digit & 1]
        return f"You left {listed(marks)} marked in {self.cell}" if marks else f"You left no marks in {self.cell}"

    @property
    def technique(self) -> str:
        technique = by_why(self.step.why)
        return technique.title if technique else ""

    @property
    def clause(self) -> str:
        return in_words(Trail(self.after).in_order(self.step.detail), self.before.puzzle)

    @property
    def leads_back(self) -> str:
        """Where the learnt clause sends the solver back to, if all its literals are false."""
        trail = Trail(self.after)
        levels = sorted(trail.levels_of_false(self.step.detail) or ())
        if not levels:
            return ""
        forced, *others = trail.in_order(self.step.detail)
        literal = in_words((forced,), self.before.puzzle) if others else "it"
        return f" {jump_back(literal, levels[-2] if others else 0)}"

    @property
    def column(self) -> str:
        """The exact-cover constraint that is satisfied, and the other choices for it."""
        if self.step.cell >= 0:
            return f"{self.cell} is filled: its other digits"
        return f"{self.unit.capitalize()} has its {self.digit}: the other places for it"

    @property
    def column_open(self) -> str:
        if self.step.cell >= 0:
            return f"{self.cell} is blank again: its other digits"
        return f"{self.unit.capitalize()} lacks {self.digit} again: the other places for it"

    @property
    def held(self) -> str:
        return self._symbol(self.before.values[self.step.cell])

    @property
    def other_held(self) -> str:
        return self._symbol(self.before.values[self.step.detail])

    @property
    def missing(self) -> int:
        return missing(self.before, self.before.values)

    @property
    def clashes(self) -> str:
        return counted(self.missing, "clash", "clashes")

    @property
    def clashes_then(self) -> str:
        """The number of clashes after the two cells are swapped."""
        return counted(self.if_swapped, "clash", "clashes")

    @property
    def if_swapped(self) -> int:
        values, cell, other = list(self.before.values), self.step.cell, self.step.detail
        values[cell], values[other] = values[other], values[cell]
        return missing(self.before, values)

    # With placed digits, or a guess by hand

    @property
    def nothing(self) -> str:
        """The outcome of a manual guess: "no solution" or "no further solution"."""
        return "no further solution" if self.step.detail else "no solution"

    @property
    def and_before(self) -> str:
        """The other guesses that were open when this one was made."""
        below = self.before.level - 1
        return " and the guesses before it" if below > 1 else " and the guess before it" if below else ""

    @property
    def stands(self) -> str:
        """Why a cell has its digit from the start: it is a given, or was placed by hand before any guess."""
        return "is given" if self.before.puzzle.givens[self.step.cell] else "is already placed"

    @property
    def givens(self) -> str:
        """What the solver treats as givens."""
        return "the digits on the board" if self.before.trail else "givens"

    @property
    def without(self) -> str:
        """What follows from a clash that was there before the run. Digits placed by hand may be to blame."""
        placed = {self.step.cell, self.step.detail} & self.before.puzzle.placed
        return "with the placed digits there is no solution" if placed else "this puzzle has no solution"

    @property
    def held_by_a_peer(self) -> bool:
        """Whether a peer holds the digit even though it has not been struck here."""
        board, cell, digit = self.before, self.step.cell, self.step.digit
        struck = board.mode is not Candidates.NONE and digit not in board.open_candidates(cell)
        return not struck and bool(board.holders(cell, digit))

    # Names

    def _name(self, cell: Cell) -> str:
        return self.before.geometry.name(cell)

    def _symbol(self, digit: Digit) -> str:
        return self.before.puzzle.symbol(digit)

    def _shared(self, other: Cell) -> str:
        unit = self.before.geometry.shared_unit(self.step.cell, other)
        return str(self.before.geometry.units[unit]) if unit is not None else "a shared unit"
