"""Explains each step in a sentence, by filling in a template with facts from the board."""

from collections.abc import Callable, Hashable, Mapping
from functools import lru_cache, partial
from string import Formatter

from puzzles.puzzle import Puzzle
from solvers.core.board import Board, Candidates
from solvers.core.finding import Finding
from solvers.core.registry import Solver
from solvers.core.step import Clause, Kind, Step, Why
from solvers.techniques import by_why
from visualizer.analysis.implication_graph import jump_after, learnt_before
from visualizer.narration.caption_facts import (
    CELL,
    CaptionFacts,
    cells_with_fewest,
    culprits,
    fact,
    forcing,
    involved,
    struck_before,
)
from visualizer.narration.techniques import explain
from visualizer.text.spans import Caption, Span
from visualizer.timeline.search import NOTHING_STRUCK, NOTHING_TRIED, Strikes, TriedGuesses, struck_by, tried_before
from visualizer.timeline.timeline import Timeline

TEMPLATES: dict[Kind, dict[Why | None, str]] = {
    Kind.GUESS: {
        None: "Suppose {cell} is {digit:guessed}: {choices} are possible there. Level {level}.",
        Why.ORDER: "Try an order of the missing digits of {unit}: {digit:guessed} in {cell}, and so on. Level {level}.",
        Why.ASSUMED: "Assume that {cell} is {negation}{digit:guessed}. Level {level}.",
        Why.BY_HAND: "By hand: suppose {cell} is {negation}{digit:guessed}. Level {level}.",
    },
    Kind.FIX: {
        Why.ORDER: "{cell} is {digit:deduced} in the order being tried for {unit}.",
        Why.NAKED_SINGLE: "{cell} must be {digit:deduced}: {others}.",
        Why.HIDDEN_SINGLE: "{cell} must be {digit:deduced}: no other cell of {unit} can hold it.{elsewhere}",
        Why.LAST_BLANK: "{cell} must be {digit:deduced}: it is the last blank of {unit}.",
        Why.LEARNT_CLAUSE: "{cell} must be {digit:deduced}, because of {its_clause}.",
        Why.RANDOM: "{cell} gets {digit} at random: one of the digits that {unit} lacks.",
        Why.MODEL: "{cell} is {digit:solved} in the SAT solver's answer. The search for it could not be watched.",
        None: "{cell} must be {digit:deduced}.",
    },
    Kind.ELIMINATE: {
        Why.RULE: "{digit:deduced} is struck from {cell}: {holder} holds it in {shared}.",
        Why.CONSTRAINT: "{digit:deduced} is struck from {cell}: {law}, and {ways}.",
        Why.REFUTED: "Everything with {cell} = {digit:conflict} has been tried, so {digit:conflict} is struck there.",
        Why.ENUMERATE: "All solutions with {cell} = {digit} have been found: {digit} is struck there to find another.",
        Why.LEARNT_CLAUSE: "{digit:deduced} is struck from {cell}, because of {its_clause}.",
        None: "{digit:deduced} is struck from {cell}.",
    },
    Kind.REJECT: {
        Why.CONSTRAINT: "{cell} cannot be {digit:conflict}: {law}{as_they_are}.",
        None: "{cell} cannot be {digit:conflict}: {holder} holds it in {shared}.",
    },
    Kind.CONFLICT: {
        Why.NO_CANDIDATE: "{dead:conflict} {exhausted}.",
        Why.NO_PLACE: "{dead:conflict} {unit} has no cell left for {digit:conflict}.",
        Why.LEARNT_CLAUSE: "{dead:conflict} this breaks a learnt clause: {clause}.",
        Why.GIVENS_CLASH: "{cell} and {other} are both {digit:conflict} in {shared_other}: {without}.",
        Why.CONSTRAINT: "{dead:conflict} {law}, which is no longer possible{as_they_are}.",
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
        Why.LEARNT_CLAUSE: "Back from level {before.level} to level {target}: {undone}.{forced}",
        Why.BY_HAND: "Nothing on the board was deduced: everything since the givens is undone before a guess by hand.",
        Why.MODEL: "The SAT solver is asked again, with what was learnt: {undone}.",
        None: "Go back: {undone}.",
    },
    Kind.LOOK: {
        Why.MODEL: "The rules and {givens} become a formula: {step.detail}.",
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
        Why.CONSTRAINT: "Learnt, because {told}: {clause}.",
        None: "Learnt: {clause}.{leads_back}",
    },
    Kind.FORGET: {None: "Forgotten, to keep the search quick (it can be learnt again): {clause}."},
    Kind.COVER: {None: "{column} are ruled out."},
    Kind.UNCOVER: {None: "{column} come back."},
    Kind.SWAP: {
        None: "{cell} and {other} swap {held} and {other_held}: {clashes_then}, {missing} before.",
    },
    Kind.PLACE: {None: "{written}."},
    Kind.ERASE: {None: "You cleared {cell}."},
    Kind.MARK: {None: "{noted}."},
    Kind.UNMARK: {None: "{noted}."},
    Kind.PENDING: {None: "Still computing{known}."},
    Kind.SOLVED: {None: "{solved:solved} {rule}."},
    Kind.GAVE_UP: {
        Why.MODEL: "This is the answer that was opened. It does not say whether there is another.",
        None: "The method ends here, without an answer. It may miss a solution that exists.",
    },
}
_PLAIN_GUESS = "Try {digit:guessed} in {cell}: {allowed}. Level {level}."
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
_OF_NAMED = (
    ("{digit:deduced} is struck from {cell}", "{cell} cannot be {digit:deduced}"),
    ("{digit:guessed} in {cell}", "{digit:guessed} at {cell}"),
    ("{law}, and {ways}", "{law}{as_they_are}"),
    (", which is no longer possible", ""),
)
"""What templates say instead if digits are called by names: there are few, so that one or the other is all there is."""
_BACKJUMP = "Back from level {before.level} to level {target}: {passed_by} had no part in the conflict.{forced}"


def caption(
    step: Step,
    before: Board,
    after: Board,
    tried: TriedGuesses = NOTHING_TRIED,
    learnt: Clause | None = None,
    picks: str = "",
    back_to: int | None = None,
    written: Clause = (),
    strikes: Strikes = NOTHING_STRUCK,
) -> Caption:
    """Return the sentence for a step, given the boards before and after it (which may be the same).

    For a guess, pass the guesses tried before it: see :func:`visualizer.timeline.search.tried_before`. For a backjump
    and what follows from it, pass the clause learnt just before; for a learnt clause, the level that the solver then
    goes back to, if known.
    ``picks`` is how the solver picks the cell of a guess. A long clause is not repeated if it is ``written`` below the
    graph beside the board.
    If a technique found a single, its title is added. It names what made the ``strikes`` that the single rests on.
    """
    technique = by_why(step.why) if isinstance(step.detail, Finding) else None
    if technique and step.why > Why.HIDDEN_SINGLE:
        return explain(step.detail, before.puzzle)
    facts = CaptionFacts(step, before, after, tried, learnt, picks, back_to, strikes, written)
    template = _template(facts) if not facts.jumps else _BACKJUMP
    for plain, own in _OF_NAMED if before.geometry.kind.called else ():
        template = template.replace(plain, own)
    spans = []
    for text, field, voice, _ in Formatter().parse(template):
        if text:
            spans.append(Span(text))
        if field:
            spans.append(Span(fact(facts, field), voice or ""))
    told = tuple(spans)
    return (Span(f"{technique.title}: "), *told) if technique else told


def told(
    timeline: Timeline,
    solver: Solver,
    position: int,
    before: Board,
    after: Board,
    tried: TriedGuesses | None = None,
    written: Clause = (),
    strikes: Strikes | None = None,
) -> Caption:
    """Return the sentence for the step that led to a position, given the boards before and after it.

    ``tried`` are the guesses tried before it, and ``strikes`` what struck other candidates, if these are known. This
    may move the timeline's board.
    """
    step = timeline.step(position)
    if tried is None:
        asks = step.kind is Kind.GUESS and before.mode is not Candidates.NONE
        tried = tried_before(timeline, position) if asks else NOTHING_TRIED
    if strikes is None:
        strikes = struck_by(timeline, position - 1, struck_before(step, before))
    learnt, level = learnt_before(timeline, position), jump_after(timeline, position)
    return caption(step, before, after, tried, learnt, solver.picks, level, written, strikes)


def _template(facts: CaptionFacts) -> str:
    step, templates = facts.step, TEMPLATES[facts.step.kind]
    special = ""
    if step.kind is Kind.GUESS and not step.sign and step.why not in templates:
        special = _NEGATIVE_GUESS
    elif step.kind is Kind.GUESS and step.why is Why.GUESS:
        special = _guess_template(facts)
    elif step.kind is Kind.FIX and facts.picks == "choices":
        special = {Why.NAKED_SINGLE: _ONLY_DIGIT, Why.HIDDEN_SINGLE: _ONLY_PLACE}.get(step.why, "")
    return special or templates.get(step.why) or templates[None]


def _guess_template(facts: CaptionFacts) -> str:
    """Return the template for a guess that says why it was picked, or "" if that is not known."""
    step, before = facts.step, facts.before
    if before.mode is Candidates.NONE:
        return _PLAIN_GUESS
    if facts.been_tried.guesses:
        return _NEXT_GUESS
    if len(before.open_candidates(step.cell)) == 1:
        return _ONLY_GUESS
    if cells_with_fewest(before, step.cell, facts.picks):
        return _FEWEST_GUESS
    if facts.picks != "choices" or facts.shortest is None:
        return ""
    return _GUESS_IN_CELL if facts.shortest == CELL else _GUESS_IN_UNIT


# Describes a step in a few words, for a lane in a race.


_FORMS = {
    Kind.GUESS: "Suppose {cell} {sign} {digit}, level {level}",
    Kind.FIX: "{cell} must be {digit}",
    Kind.ELIMINATE: "{digit} is struck from {cell}",
    Kind.BACKTRACK: "Back to level {level}",
    Kind.SWAP: "{cell} and {other} swap digits",
    Kind.REJECT: "{cell} cannot be {digit}",
    Kind.CONFLICT: "Dead end",
    Kind.LEARN: "A clause is learnt",
    Kind.FORGET: "A clause is forgotten",
    Kind.COVER: "A column is covered",
    Kind.UNCOVER: "A column is uncovered",
    Kind.SOLVED: "Solved",
    Kind.GAVE_UP: "Gave up",
}


def in_short(step: Step, board: Board) -> str:
    """Describe a step, given the board after it; "" if it is not worth mentioning in a lane."""
    if step.kind is Kind.CONFLICT and step.cell >= 0 and step.why is Why.NO_CANDIDATE:
        return f"Dead end: no digit fits {_name(board.puzzle, step.cell)}"
    form = _FORMS.get(step.kind, "")
    other = step.detail if step.kind is Kind.SWAP else -1
    return form.format(
        cell=_name(board.puzzle, step.cell),
        other=_name(board.puzzle, other),
        digit=board.puzzle.symbol(step.digit) if step.digit else "",
        sign="=" if step.sign else "≠",
        level=board.level,
    )


def _name(puzzle: Puzzle, cell: int) -> str:
    return puzzle.geometry.name(cell) if cell >= 0 else ""


# Tells which steps look alike, so that their sentence and marks need to be generated only once.


ALIKE = True
"""The look of steps whose sentence and marks do not depend on the board, so that equal steps always look alike."""
Look = Hashable | None


def look_of(step: Step, board: Board, strikes: Strikes = NOTHING_STRUCK) -> Callable[[], Look]:
    """Return a function that returns a key to how a step looks on a board: equal steps with equal keys have the same
    sentence and the same marks. The board is the one before the step, whenever the function is called, and ``strikes``
    are the steps that have struck candidates until then.

    A key is ``None`` if it would take as long as the sentence itself. The sentence for a backjump also mentions the
    clause learnt in the step before, which the key does not.
    """
    if step.kind is Kind.FIX and step.why in (Why.NAKED_SINGLE, Why.HIDDEN_SINGLE):
        return partial(_of_single, step, board, strikes)
    look = _LOOKS.get(step.kind)
    return look(step, board) if look else _new


def _new() -> Look:
    return None


def _alike() -> Look:
    return ALIKE


def _of_single(step: Step, board: Board, strikes: Strikes) -> Look:
    facts = CaptionFacts(step, board, board, strikes=strikes)
    if step.why is Why.HIDDEN_SINGLE:
        return facts.elsewhere if strikes else ALIKE
    return facts.others, frozenset(involved(step, board)) if board.geometry.rules else ()


def _of_guess(step: Step, board: Board) -> Callable[[], Look]:
    if step.why is Why.GUESS and board.mode is not Candidates.NONE:
        return _new  # the caption mentions the guesses tried before this one
    return board.marks.__len__


def _of_deduction(step: Step, board: Board) -> Callable[[], Look]:
    if step.why is Why.RULE:
        return _holder(step, board)
    return _new if step.why in (Why.LEARNT_CLAUSE, Why.CONSTRAINT) else _alike


def _holder(step: Step, board: Board) -> Callable[[], Look]:
    if step.why is Why.CONSTRAINT:
        return _new
    digit, values, givens = step.digit, board.values, board.puzzle.givens
    peers = [peer for peer in board.geometry.peers[step.cell] if givens[peer] in (0, digit)]

    def look() -> Look:
        for peer in peers:
            if values[peer] == digit:
                return peer
        return None

    return look


def _of_conflict(step: Step, board: Board) -> Callable[[], Look]:
    if step.why in (Why.LEARNT_CLAUSE, Why.ASSUMED, Why.CONSTRAINT):
        return _new
    marks = board.marks
    if step.why is not Why.NO_CANDIDATE:
        return lambda: (frozenset(culprits(step, board)), forcing(step, board), len(marks))
    values, trail, peers, width = board.values, board.trail, board.geometry.peers[step.cell], board.geometry.symbols + 1
    placed = {peer * width for peer in peers}.__contains__

    @lru_cache
    def dead(held: tuple[int, ...], order: tuple[int, ...]) -> Hashable:
        """Return what depends only on the digits of the cell's peers and the order in which they were placed."""
        return frozenset(culprits(step, board)), forcing(step, board)

    return lambda: (dead(tuple([values[peer] for peer in peers]), tuple(filter(placed, trail))), len(marks))


def _of_return(step: Step, board: Board) -> Callable[[], Look]:
    level, width, values, trail, marks = step.level, board.geometry.symbols + 1, board.values, board.trail, board.marks

    def look() -> Look:
        if not 0 <= level < len(marks):
            return level, len(marks)
        undone = trail[marks[level] :]
        placed = [entry % width for entry in undone].count(0)
        return undone[0], values[undone[0] // width], placed, len(marks)

    return look


def _of_swap(step: Step, board: Board) -> Callable[[], Look]:
    facts = CaptionFacts(step, board, board)
    return lambda: (facts.held, facts.other_held, facts.missing, facts.if_swapped)


def _of_look(step: Step, board: Board) -> Callable[[], Look]:
    facts = CaptionFacts(step, board, board)
    if step.why is Why.GIVEN:
        return lambda: board.values[step.cell]
    if step.why is Why.RANDOM:
        return lambda: (facts.missing, facts.if_swapped)
    if step.why is Why.RESTART:
        return lambda: facts.missing
    return _new if step.why in (Why.MODEL, Why.BY_HAND) else _alike


_LOOKS: Mapping[Kind, Callable[[Step, Board], Callable[[], Look]]] = {
    Kind.GUESS: _of_guess,
    Kind.FIX: _of_deduction,
    Kind.ELIMINATE: _of_deduction,
    Kind.BACKTRACK: _of_return,
    Kind.SWAP: _of_swap,
    Kind.LOOK: _of_look,
    Kind.REJECT: _holder,
    Kind.CONFLICT: _of_conflict,
    Kind.COVER: lambda step, board: _alike,
    Kind.UNCOVER: lambda step, board: _alike,
}
