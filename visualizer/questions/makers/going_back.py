"""Questions about dead ends: where they are, and what is undone."""

from collections.abc import Iterable, Iterator
from itertools import chain
from random import Random

from puzzles.figures import counted
from puzzles.geometry import Cell
from solvers.core.step import Kind, Step, Why
from visualizer.narration.caption_facts import culprits
from visualizer.questions.makers.order import filled
from visualizer.questions.makers.rules import MOST_COUNTED
from visualizer.questions.next_step import NextStep
from visualizer.questions.question import Choice, Draft, right, wrong
from visualizer.questions.registry import asks
from visualizer.text.spans import capitalised

FAR = 60
"""How many steps ahead to look for the end of a guess."""
MOST_PLACED = 12
"""The maximum number of digits placed before a guess ends. Nobody can foresee more than that."""
YES = "yes"
YES_OFFERED = 0.2
"""The share of the runs in which it is asked whether a guess that fails will hold."""


@asks("where-back", title="Which digit is undone", rank=40, steps=(Kind.BACKTRACK,))
def where_back(here: NextStep) -> Draft | None:
    step, previous = here.step, here.previous
    if previous is None or previous.kind not in (Kind.CONFLICT, Kind.SOLVED) or step.level != here.before.level - 1:
        return None
    if step.why not in (Why.EXHAUSTED, Why.REFUTED, Why.ENUMERATE):
        return None
    cell, digit, sign = here.before.guess_at(step.level + 1)
    if not sign:
        return None
    last = f"{here.name(cell)} = {here.symbol(digit)}"
    first, blamed = here.before.guess_at(1)[0], culprits(previous, here.before)
    choices = [right(here.name(cell), cell)]
    choices += [here.wrong_cell(one, "is blank: there is nothing to undo") for one in here.blanks]
    for one in here.geometry.cells:
        if here.after.values[one] and not here.puzzle.givens[one]:
            said = f"{'has a part in the dead end, but ' * (one in blamed)}was filled before the last guess, {last}"
            said = f"is the first guess, but only the last one, {last}, is undone" if one == first else said
            choices.append(here.wrong_cell(one, said))
    givens = [one for one in sorted(blamed) if here.puzzle.givens[one] and one not in here.puzzle.placed]
    aimed = here.wrong_cell(here.random("given").choice(givens), "is a given, which stays") if givens else None
    begin = (
        "That is a solution, and the search goes on to the next."
        if previous.kind is Kind.SOLVED
        else "This is a dead end."
    )
    after = sum(here.before.values[one] != here.after.values[one] for one in here.geometry.cells) > 1
    undone = f"The last guess is undone: {last}{', with the digits placed after it' if after else ''}."
    return Draft(f"{begin} Which of these cells loses its digit now?", choices, undone, rivals=True, aimed=aimed)


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
        return Draft(ask, [right(YES), *_filled_later(here, position)], holds, position, rivals=True)
    dead = [at for at, one in here.later(FAR) if one.kind is Kind.CONFLICT and at <= position]
    there = here.at(dead[0])
    cell = there.step.cell
    if len(dead) > 1 or there.step.why is not Why.NO_CANDIDATE or cell < 0 or there.left(cell):
        return None
    fails = f"It leads to a dead end: {there.caption.removeprefix('Dead end: ')}"
    why = f"{guess} is undone {away} later. {fails}"
    if Random(here.run.name).random() < YES_OFFERED:
        others = (wrong(_no_digit(there, one), leave) for one, leave in _not_dead(here, there))
        return Draft(ask, chain([right(_no_digit(there, cell)), wrong(YES, fails)], others), why, position, rivals=True)
    sure = f"The search is about to try {guess}, which leads to a dead end."
    if here.solver.order:  # the cell at which such a search gets stuck can be guessed from its place in the row
        ask = f"{sure} How many more digits does it write before it comes to a cell where none fits?"
        return Draft(ask, _numbers_written(here, there), why, position, rivals=True)
    ask = f"{sure} Which of these cells will have no digit left?"
    others = (wrong(here.name(one), leave, one) for one, leave in _not_dead(here, there))
    return Draft(ask, chain([right(here.name(cell), cell)], filled(here), others), why, position, drawn=here.name(cell))


def _numbers_written(here: NextStep, there: NextStep) -> Iterator[Choice]:
    """Yield how many digits a search writes between a step and a dead end, and then wrong numbers."""
    steps = (step for at, step in here.later(FAR) if at < there.position)
    written = [step for step in steps if step.kind in (Kind.GUESS, Kind.FIX)]
    yield right(len(written))
    for number in range(MOST_PLACED):
        if number > len(written):
            yield wrong(number, f"By then, no digit fits {here.name(there.step.cell)}.")
        elif number < len(written):
            step = written[number]
            yield wrong(number, f"It also writes {here.name(step.cell)} = {here.symbol(step.digit)}.")


def _no_digit(here: NextStep, cell: Cell) -> str:
    return f"no: no digit fits {here.name(cell)}"


def _not_dead(here: NextStep, there: NextStep) -> Iterator[tuple[Cell, str]]:
    """Yield cells that are still blank at a dead end but never dead, each with the reason why."""
    for cell in _never_dead(here).intersection(there.blanks):
        yield cell, f"At the dead end, the rules leave {there.symbols(there.left(cell), 'or')} for {there.name(cell)}."


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
    """Yield wrong choices for a guess that holds: cells that get filled later."""
    values = here.at(solved).before.values
    for cell in here.blanks:
        if cell != here.step.cell:
            yield wrong(_no_digit(here, cell), f"{here.name(cell)} becomes {here.symbol(values[cell])}.")


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
        ask = "The search is about to find a dead end. For which of these cells is no digit left?"
        said = {cell: f"can still be {here.symbols(here.open(cell), 'or')}" for cell in here.blanks if here.open(cell)}
        others = (here.wrong_cell(cell, because) for cell, because in said.items())
        choices = chain([right(here.name(step.cell), step.cell)], others, filled(here))
        return Draft(ask, choices, hides=here.blanks if by_rules else (), rivals=True)
    if step.why is Why.NO_PLACE and step.unit >= 0 and not here.places(step.unit, step.digit):
        ask = f"The search is about to find a dead end. Which of these has no cell left for {here.symbol(step.digit)}?"
        return Draft(ask, [right(here.geometry.units[step.unit]), *_with_places(here, step)], rivals=True)
    return None


def _with_places(here: NextStep, step: Step) -> Iterator[Choice]:
    """Yield wrong choices: the units with places for the digit, and those that already hold it."""
    digit = here.symbol(step.digit)
    for number, unit in enumerate(here.geometry.units):
        if places := here.places(number, step.digit):
            yield wrong(unit, f"In {unit}, {here.name(places[0])} can still hold {digit}.")
        elif held := [cell for cell in unit.cells if here.before.values[cell] == step.digit]:
            yield wrong(unit, f"In {unit}, {here.name(held[0])} holds {digit}.")


@asks("is-it-solved", title="Whether a full grid is solved", rank=130, steps=(Kind.SOLVED, Kind.CONFLICT))
def is_it_solved(here: NextStep) -> Draft | None:
    """Ask only about a search that fills the grid before checking it. In others, the answer is always yes."""
    if not here.solver.exhaustive or here.blanks:
        return None
    ask = "Every cell has a digit. Is the grid solved?"
    if here.step.kind is Kind.SOLVED:
        choices = [right(YES), wrong("no", f"{here.geometry.rule.capitalize()}.")]
        return Draft(ask, choices, rivals=True, once=True)
    if here.step.why is not Why.RULE:
        return None
    one, other, unit = here.step.cell, here.step.detail, here.geometry.units[here.step.unit]
    both = f"{here.name(one)} and {here.name(other)} are both {here.symbol(here.step.digit)} in {unit}."
    return Draft(ask, [right("no"), wrong(YES, capitalised(both))], rivals=True, once=True)
