"""Questions about dead ends: where they are, and what is undone."""

from collections.abc import Iterable, Iterator
from random import Random

from puzzles.figures import counted
from puzzles.geometry import Cell
from solvers.core.step import Kind, Step, Why
from visualizer.narration.caption_facts import culprits
from visualizer.questions.makers.order import filled
from visualizer.questions.makers.rules import MOST_COUNTED
from visualizer.questions.next_step import NextStep
from visualizer.questions.question import Choice, Draft, by_numbers, right, wrong
from visualizer.questions.registry import asks
from visualizer.text.spans import capitalised

FAR = 60
"""How many steps ahead to look for the end of a guess."""
MOST_PLACED = 12
"""The maximum number of digits placed before a guess ends. Nobody can foresee more than that."""
YES = "yes"
HOLDS, FAILS, FAILS_FOR_SURE = (0.0, 0.02), (0.02, 0.08), (0.08, 1.0)
"""The turns in which a guess holds, in which it fails, and in which the question says that it fails. A guess seldom
holds, so that "yes" may be offered seldom: it is right as often as any of four choices.
"""
SOLVED = 2 / 3
"""The part of the turns of is-it-solved for a solved grid. A run has one, but many that are not."""
ROW_END = 0.8
"""The share of the cells in the last column whose dead ends are never asked about. A search that fills row by row has
four times as many dead ends there as in the first column.
"""
YES_OFFERED = 0.2
"""The share of the guesses that fail for which it is asked whether they hold."""


@asks("where-back", title="Which digit is undone", rank=40, steps=(Kind.BACKTRACK,))
def where_back(here: NextStep) -> Draft | None:
    step, previous, values = here.step, here.previous, here.before.values
    if previous is None or previous.kind not in (Kind.CONFLICT, Kind.SOLVED) or step.level != here.before.level - 1:
        return None
    if step.why not in (Why.EXHAUSTED, Why.REFUTED, Why.ENUMERATE):
        return None
    cell, digit, sign = here.before.guess_at(step.level + 1)
    if not sign:
        return None
    last = f"{here.name(cell)} = {here.symbol(digit)}"
    kept = [one for one in here.geometry.cells if here.after.values[one]]
    blamed = sorted(culprits(previous, here.before).intersection(kept), key=lambda one: abs(one - cell))
    choices = [right(here.name(cell), cell)]
    if previous.cell >= 0 and not values[previous.cell]:
        name = here.name(previous.cell)
        choices.append(wrong(name, f"{name} is blank: there is nothing to undo.", previous.cell))
    first = here.before.guess_at(1)[0]
    earlier = [one for one in blamed if not here.puzzle.givens[one]]
    choices += [wrong(here.name(one), f"{here.name(one)} has a part in the dead end, but was filled before the last "
                      f"guess, {last}.", one) for one in earlier]  # fmt: skip
    if first in kept:
        oldest = f"{here.name(first)} is the first guess, but only the last one, {last}, is undone."
        choices.append(wrong(here.name(first), oldest, first))
    given = [one for one in (*blamed[:1], *sorted(kept, key=lambda one: abs(one - cell)))
             if here.puzzle.givens[one] and one not in here.puzzle.placed]  # fmt: skip
    choices += [wrong(here.name(one), f"{here.name(one)} is a given, which stays.", one) for one in given]
    begin = (
        "That is a solution, and the search goes on to the next."
        if previous.kind is Kind.SOLVED
        else "This is a dead end."
    )
    after = sum(here.before.values[one] != here.after.values[one] for one in here.geometry.cells) > 1
    undone = f"The last guess is undone: {last}{', with the digits placed after it' if after else ''}."
    return Draft(f"{begin} Which of these cells loses its digit now?", choices, undone, rank=by_numbers)


@asks("will-it-hold", title="Whether a guess leads to a solution", rank=50, steps=(Kind.GUESS,))
def will_it_hold(here: NextStep) -> Draft | None:
    step, board = here.step, here.before
    open_signs = (board.guess_at(level)[2] for level in range(1, board.level + 1))
    fair = step.sign and step.why is Why.GUESS and here.solver.complete and not here.count(Kind.SOLVED)
    end = _end_of_guess(here) if fair and all(open_signs) else None
    if end is None:
        return None
    position, last = end
    guess, away = f"{here.name(step.cell)} = {here.symbol(step.digit)}", counted(position - here.position, "step")
    ask = f"The search is about to try {guess}. Will that lead to a solution?"
    if last.kind is Kind.SOLVED:
        holds = f"The puzzle is solved {away} later, with {guess}."
        return Draft(ask, [right(YES), *_filled_later(here, position)], holds, position, part=HOLDS)
    dead = [at for at, one in here.later(FAR) if one.kind is Kind.CONFLICT and at <= position]
    there = here.at(dead[0])
    cell = there.step.cell
    if len(dead) > 1 or there.step.why is not Why.NO_CANDIDATE or cell < 0 or there.left(cell):
        return None
    if _is_usual(here, cell):
        return None
    fails = f"It leads to a dead end: {there.caption.removeprefix('Dead end: ')}"
    why, still_open = f"{guess} is undone {away} later. {fails}", dict(_not_dead(there, cell, _never_dead(here)))
    if here.random("yes").random() < YES_OFFERED:
        choices = [wrong(_no_digit(there, one), leave) for one, leave in still_open.items()]
        choices = [right(_no_digit(there, cell)), wrong(YES, fails), *choices]
        return Draft(ask, choices, why, position, part=FAILS, rank=by_numbers)
    sure = f"The search is about to try {guess}, which leads to a dead end."
    ask = f"{sure} Which of these cells will have no digit left?"
    choices = [wrong(here.name(one), leave, one) for one, leave in still_open.items()]
    return Draft(ask, [right(here.name(cell), cell), *choices, *filled(here, cell)], why, position,
                 part=FAILS_FOR_SURE, rank=by_numbers)  # fmt: skip


def _no_digit(here: NextStep, cell: Cell) -> str:
    return f"no: no digit fits {here.name(cell)}"


def _not_dead(there: NextStep, dead: Cell, never: set[Cell]) -> Iterator[tuple[Cell, str]]:
    """Yield the wrong choices at a dead end: cells in ``never``, nearest first, and those with few digits left before
    others. Each has the reason why it is wrong.
    """
    left = {cell: there.left(cell) for cell in there.blanks if cell in never}
    side = there.geometry.extent[1]
    for cell in sorted(left, key=lambda cell: (abs(cell - dead) // side, len(left[cell]))):
        yield cell, f"At the dead end, the rules leave {there.symbols(left[cell], 'or')} for {there.name(cell)}."


def _never_dead(here: NextStep) -> set[Cell]:
    """Return the cells that keep a candidate after a guess, whatever the order in which singles are filled in.

    Someone who fills them in differently from the run may meet a different dead end that is just as real. So this
    keeps, for each cell, every digit that some order might write there, erring on the side of too many.
    """
    geometry, guessed = here.geometry, here.step.cell
    if geometry.symbols > MOST_COUNTED:
        return set()
    may = [1 << digit if digit else 0 for digit in here.before.values]
    may[guessed] = 1 << here.step.digit
    given = {cell: sum(1 << digit for digit in here.open(cell)) for cell in here.blanks if cell != guessed}
    while True:
        left = {cell: mask & ~_united(may, geometry.peers[cell]) for cell, mask in given.items()}
        more = {
            cell: mask if mask & mask - 1 == 0 and mask else given[cell] * (not mask) for cell, mask in left.items()
        }
        for unit in geometry.units:
            for digit in geometry.digits:
                _add_hidden(more, [cell for cell in unit.cells if cell in given], 1 << digit, given, left, may)
        if not any(mask & ~may[cell] for cell, mask in more.items()):
            return {cell for cell, mask in left.items() if mask}
        for cell, mask in more.items():
            may[cell] |= mask


def _united(masks: list[int], cells: Iterable[Cell]) -> int:
    united = 0
    for cell in cells:
        united |= masks[cell]
    return united


def _add_hidden(
    more: dict[Cell, int], blanks: list[Cell], bit: int, given: dict[Cell, int], left: dict[Cell, int], may: list[int]
) -> None:
    """Add a digit to each cell of a unit that may become the digit's only place there."""
    places = [cell for cell in blanks if given[cell] & bit]
    firm = [cell for cell in places if left[cell] & bit and not may[cell] & ~bit]
    if len(firm) <= 1:
        for cell in firm or places:
            more[cell] |= bit


def _filled_later(here: NextStep, solved: int) -> Iterator[Choice]:
    """Yield wrong choices for a guess that holds: cells that get filled later, fewest remaining digits first."""
    blanks = sorted(here.blanks, key=lambda cell: len(here.left(cell)))
    values = here.at(solved).before.values
    for cell in blanks:
        if cell != here.step.cell:
            yield wrong(_no_digit(here, cell), f"{here.name(cell)} becomes {here.symbol(values[cell])}.")


def _is_usual(here: NextStep, dead: Cell) -> bool:
    """Return whether a dead end is left out in this run, because so many are in its column."""
    geometry = here.geometry
    return Random(f"{here.run.name} {dead}").random() < ROW_END * geometry.places[dead][1] / geometry.extent[1]


def _end_of_guess(here: NextStep) -> tuple[int, Step] | None:
    """Return the step that undoes the guess after a dead end or the solution that confirms it, if near enough."""
    level, placed, dead = here.before.level, 0, False
    for position, step in here.later(FAR):
        placed += step.kind in (Kind.GUESS, Kind.FIX)
        dead = dead or step.kind is Kind.CONFLICT
        if placed > MOST_PLACED:
            return None
        if step.kind is Kind.SOLVED:
            return position, step
        if step.kind is Kind.BACKTRACK and step.why is Why.RESTART:
            return None
        if step.kind is Kind.BACKTRACK and step.why is Why.LEARNT_CLAUSE:
            # A jump proves that the guesses open now lead nowhere, but those below its target may be fine without them.
            return (position, step) if step.level <= level and _opens_no_other(here, position) else None
        if step.kind is Kind.BACKTRACK and step.level <= level:
            return (position, step) if dead else None
    return None


def _opens_no_other(here: NextStep, until: int) -> bool:
    return not any(step.kind is Kind.GUESS for position, step in here.later(FAR) if position < until)


@asks("dead-end", title="Where the dead end is", rank=120, steps=(Kind.CONFLICT,))
def dead_end(here: NextStep) -> Draft | None:
    step, previous = here.step, here.previous
    if not here.has_candidates or previous is not None and previous.kind is Kind.REJECT:
        return None
    if step.why is Why.NO_CANDIDATE and step.cell >= 0 and not here.open(step.cell):
        by_rules = all(here.open(cell) == here.left(cell) for cell in here.blanks)
        if not by_rules and previous is not None and previous.cell == step.cell:
            return None  # the board marks the cell, and its candidates are needed to answer
        if _is_usual(here, step.cell):
            return None
        ask = "The search is about to find a dead end. For which of these cells is no digit left?"
        choices = [right(here.name(step.cell), step.cell), *_still_open(here, step.cell), *filled(here, step.cell)]
        return Draft(ask, choices, hides=here.blanks if by_rules else (), rank=by_numbers)
    if step.why is Why.NO_PLACE and step.unit >= 0 and not here.places(step.unit, step.digit):
        ask = f"The search is about to find a dead end. Which of these has no cell left for {here.symbol(step.digit)}?"
        return Draft(ask, [right(here.geometry.units[step.unit]), *_with_places(here, step)], rank=by_numbers)
    return None


def _still_open(here: NextStep, dead: Cell) -> Iterator[Choice]:
    open_ = [cell for cell in here.blanks if here.open(cell)]
    near = [cell for cell in open_ if cell in here.geometry.peers[dead]]
    side = here.geometry.extent[1]
    for cell in sorted(near or open_, key=lambda cell: (abs(cell - dead) // side, len(here.open(cell)))):
        name = here.name(cell)
        yield wrong(name, f"{name} can still be {here.symbols(here.open(cell), 'or')}.", cell)


def _with_places(here: NextStep, step: Step) -> list[Choice]:
    """Return wrong choices: the units with the fewest places for the digit, and those that already hold it."""
    digit, still, done = here.symbol(step.digit), list[tuple[int, Choice]](), list[Choice]()
    for number, unit in enumerate(here.geometry.units):
        if places := here.places(number, step.digit):
            can = f"In {unit}, {here.name(places[0])} can still hold {digit}."
            still.append((len(places), wrong(unit, can)))
        elif held := [cell for cell in unit.cells if here.before.values[cell] == step.digit]:
            done.append(wrong(unit, f"In {unit}, {here.name(held[0])} holds {digit}."))
    nearest = [choice for _, choice in sorted(still, key=lambda one: one[0])]
    return [*nearest[:2], *done[here.position % len(done) :][:1], *nearest[2:], *done] if done else nearest


@asks("is-it-solved", title="Whether a full grid is solved", rank=130, steps=(Kind.SOLVED, Kind.CONFLICT))
def is_it_solved(here: NextStep) -> Draft | None:
    """Ask only about a search that fills the grid before checking it. In others, the answer is always yes."""
    if not here.solver.exhaustive or here.blanks:
        return None
    ask = "Every cell has a digit. Is the grid solved?"
    if here.step.kind is Kind.SOLVED:
        choices = [right(YES), wrong("no", f"{here.geometry.rule.capitalize()}.")]
        return Draft(ask, choices, part=(0.0, SOLVED))
    if here.step.why is not Why.RULE:
        return None
    one, other, unit = here.step.cell, here.step.detail, here.geometry.units[here.step.unit]
    both = f"{here.name(one)} and {here.name(other)} are both {here.symbol(here.step.digit)} in {unit}."
    return Draft(ask, [right("no"), wrong(YES, capitalised(both))], part=(SOLVED, 1.0))
