"""Questions that can be answered from the rules alone, such as which digit a cell must hold."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import chain
from random import Random

from puzzles.geometry import Cell, Digit, Unit
from solvers.core.step import Kind, Step, Why
from visualizer.questions.next_step import NextStep
from visualizer.questions.question import Choice, Draft, one_of, right, wrong
from visualizer.questions.registry import asks
from visualizer.text.spans import capitalised, listed

MOST_COUNTED = 12
"""The maximum number of symbols in a grid on which people are asked to count digits."""


@asks("who-forbids", title="Which cell forbids a digit", rank=60, steps=(Kind.REJECT, Kind.ELIMINATE), often=0.5)
def who_forbids(here: NextStep) -> Draft | None:
    step, values = here.step, here.before.values
    holders = here.before.holders(step.cell, step.digit)
    marked = here.previous is not None and here.previous.cell in holders
    if step.why is not Why.RULE or marked or _same_digit(here.previous, step.digit):
        return None
    name, digit = here.name(step.cell), here.symbol(step.digit)
    others = [cell for cell in here.geometry.cells if values[cell] == step.digit and cell not in holders]
    near = [peer for peer in here.geometry.peers[step.cell] if values[peer] and peer not in holders]
    random = here.random("who forbids")
    holder, few = random.choice(holders), random.randrange(3) // 2  # those who know the rules see which are apart
    apart = f"holds {digit}, but shares no {here.units('or')} with {name}"
    near = here.either_side(holder, near, random)
    sees = [(cell, f"sees {name}, but holds {here.symbol(values[cell])}") for cell in near]
    wrongs = [*((cell, apart) for cell in random.sample(others, min(few, len(others)))), *sees]
    choices = [right(here.name(holder), holder)]
    choices += [here.wrong_cell(cell, because) for cell, because in wrongs]
    where = listed([f"{here.name(cell)} holds it in {here.shared(step.cell, cell)}" for cell in holders])
    ask, why = f"{name} cannot be {digit}. Which of these cells forbids it?", f"{name} cannot be {digit}: {where}."
    return Draft(ask, choices, why)


def _same_digit(previous: Step | None, digit: Digit) -> bool:
    """Return whether the previous step placed or struck the same digit, so that the board marks the cell to blame."""
    return previous is not None and previous.kind is not Kind.BACKTRACK and previous.digit == digit


@asks("how-many-left", title="How many digits a cell has left", rank=70, steps=(Kind.GUESS,), often=0.5)
def how_many_left(here: NextStep) -> Draft | None:
    """Ask about any blank cell: those that a search turns to have fewer digits left than others."""
    if here.geometry.symbols > MOST_COUNTED or not here.geometry.grid:
        return None
    random = here.random("how many left")
    drawn = one_of({cell: len(left) for cell in here.blanks if (left := here.left(cell))}, random)
    if drawn is None:
        return None
    (number, cells), others = drawn
    miscounts = {cell: dict(_miscounts(here, cell)) for cell in cells}
    cell = max(cells, key=lambda one: len(miscounts[one].keys() & others))
    name, left, seen = here.name(cell), here.left(cell), sorted(here.seen(cell))
    are = f"{here.symbols(left)} {'are' if len(left) > 1 else 'is'} left" if left else "No digit is left"
    sees = f"{name} sees {here.symbols(seen)}" if seen else f"{name} sees no digit"
    reasons = {other: f"{are}." for other in range(here.geometry.symbols)} | miscounts[cell]
    wrongs = (wrong(other, because) for other, because in reasons.items() if other != number)
    ask = f"How many digits do the {here.units('and', cell)} of {name} leave for it?"
    return Draft(ask, chain([right(number)], wrongs), f"{are}: {sees}.", hides=[cell], rivals=True)


def _miscounts(here: NextStep, cell: Cell) -> Iterator[tuple[int, str]]:
    """Yield the wrong numbers of digits left that people get, each with the reason why it is wrong. Likelier mistakes
    come later.
    """
    geometry, symbols, name = here.geometry, here.geometry.symbols, here.name(cell)
    units = {geometry.units[unit].kind: geometry.units[unit].cells for unit in geometry.units_of[cell]}
    held = {kind: {here.before.values[other] for other in cells} - {0} for kind, cells in units.items()}
    lines, rest, seen = held["row"] | held["column"], held["column"] | held["box"], sorted(here.seen(cell))
    if seen:
        yield len(seen), f"That is how many digits {name} sees: {here.symbols(seen)}."
    filled = [here.before.values[peer] for peer in geometry.peers[cell] if here.before.values[peer]]
    if len(filled) <= symbols and (twice := sorted({digit for digit in filled if filled.count(digit) > 1})):
        yield symbols - len(filled), f"That counts digits such as {here.symbol(twice[0])} every time {name} sees them."
    if forgotten := sorted(rest - held["row"]):
        also = f"That looks at the row alone: the column or the box also holds {here.symbols(forgotten)}."
        yield symbols - len(held["row"]), also
    if forgotten := sorted(held["box"] - lines):
        yield symbols - len(lines), f"That forgets the box: it also holds {here.symbols(forgotten)}."


@asks("how-many-lose", title="How many cells lose a candidate", rank=80, steps=(Kind.GUESS, Kind.FIX))
def how_many_lose(here: NextStep) -> Draft | None:
    """Ask about any cell that can hold the step's digit: the number for the step's cell alone is too often small."""
    step, geometry = here.step, here.geometry
    if not (step.sign and here.has_candidates) or here.solver.clashes or geometry.symbols > MOST_COUNTED:
        return None
    if not all(rule.differ for rule in geometry.rules):
        return None  # a rule may strike the digit from other cells too, such as those along a thermometer
    able = [cell for cell in here.blanks if step.digit in here.open(cell)]
    losers = {cell: [peer for peer in able if peer in geometry.peers[cell]] for cell in able}
    drawn = one_of({cell: len(its) for cell, its in losers.items() if its}, here.random("how many lose"))
    if drawn is None:
        return None
    (number, cells), others = drawn
    miscounts = {cell: dict(_miscounted(here, cell, losers[cell])) for cell in cells}
    cell = max(cells, key=lambda one: len(miscounts[one].keys() & others))
    digit = here.symbol(step.digit)
    lost = f"{capitalised(here.names(losers[cell]))} {'lose' if number > 1 else 'loses'} it."
    ask = f"If {here.name(cell)} became {digit}, how many other cells would lose the candidate {digit}?"
    return Draft(ask, [right(number), *(wrong(other, miscounts[cell].get(other, lost)) for other in others)], lost)


def _miscounted(here: NextStep, cell: Cell, losers: list[Cell]) -> Iterator[tuple[int, str]]:
    """Yield the wrong counts people get by missing cells that lose the digit, or by counting too many cells, each with
    the reason why it is wrong. Likelier mistakes come later.
    """
    digit, geometry = here.symbol(here.step.digit), here.geometry
    yield len(losers) + 1, f"That counts {here.name(cell)} itself, which keeps {digit}."
    units = defaultdict[str, set[Cell]](set, column=set(), row=set())
    its = [geometry.units[number] for number in geometry.units_of[cell]]
    for unit in its:
        units[unit.kind] |= {*unit.cells}
    for what, seen in (*units.items(), ("row and column", units["row"] | units["column"])):
        if missed := [peer for peer in losers if peer not in seen]:
            yield len(losers) - len(missed), f"That counts the {what} alone: {here.name(missed[0])} loses it too."
    blank = [peer for peer in geometry.peers[cell] if not here.before.values[peer]]
    if spared := [peer for peer in blank if peer not in losers]:
        also = f"That counts blank cells where {digit} was not possible anyway, such as {here.name(spared[0])}."
        yield len(blank), also
    shared = {peer: [unit.kind for unit in its if peer in unit.cells] for peer in losers}
    total = sum(map(len, shared.values()))
    for peer, kinds in shared.items():
        words = dict.fromkeys("line" if kind in ("row", "column") else kind for kind in kinds)
        if len(words) == len(kinds) == 2:
            again = f"That counts some cells twice, such as {here.name(peer)}, which is in the same {listed([*words])}."
            yield total, again
            break


@asks("which-digit", title="Which digit a cell must get", rank=90, steps=(Kind.FIX,), often=0.5)
def which_digit(here: NextStep) -> Draft | None:
    step, name = here.step, here.name(here.step.cell)
    if step.why is Why.NAKED_SINGLE and here.left(step.cell) == [step.digit]:
        choices = [right(here.symbol(step.digit)), *_seen(here)]
        return Draft(f"Which digit must {name} hold?", choices, hides=[step.cell])
    if step.why not in (Why.LAST_BLANK, Why.RANDOM) or step.unit < 0:
        return None
    unit = here.geometry.units[step.unit]
    ask = f"{name} is the last blank cell of {unit}. Which digit goes there?"
    if step.why is Why.RANDOM:
        ask = f"{name} gets a digit at random, but one that {unit} lacks. Which of these can it be?"
    return Draft(ask, [right(here.symbol(step.digit)), *_held(here, unit)], hides=[step.cell])


def _seen(here: NextStep) -> Iterator[Choice]:
    """Yield the digits a cell sees as wrong choices, rarest first."""
    values, cell = here.before.values, here.step.cell
    held = [peer for peer in here.geometry.peers[cell] if values[peer]]
    often = [values[peer] for peer in held]
    Random(here.position).shuffle(held)
    for peer in sorted(held, key=lambda peer: often.count(values[peer])):
        symbol = here.symbol(values[peer])
        yield wrong(symbol, f"{here.name(peer)} already holds {symbol} in {here.shared(cell, peer)}.")


def _held(here: NextStep, unit: Unit) -> Iterator[Choice]:
    """Yield the digits a unit holds as wrong choices, in an order that does not reveal the right one."""
    held = {here.before.values[cell]: cell for cell in unit.cells if here.before.values[cell]}
    for digit in Random(here.position).sample(sorted(held), len(held)):
        yield wrong(here.symbol(digit), f"{here.name(held[digit])} already holds {here.symbol(digit)} in {unit}.")


@asks("where-digit", title="Where in a unit a digit must go", rank=100, steps=(Kind.FIX,))
def where_digit(here: NextStep) -> Draft | None:
    step = here.step
    if step.why is not Why.HIDDEN_SINGLE or step.unit < 0 or here.places(step.unit, step.digit) != [step.cell]:
        return None
    unit, digit = here.geometry.units[step.unit], here.symbol(step.digit)
    choices = [right(here.name(step.cell), step.cell)]
    others = [cell for cell in unit.cells if cell != step.cell and not here.before.values[cell]]
    by_rules = all(here.before.holders(cell, step.digit) for cell in others)
    if len(others) == 2:
        return None  # of three cells, the one apart from the others is mostly right
    for cell in here.beside(step.cell, others, here.random("where digit")):
        holders = here.before.holders(cell, step.digit)
        at = f"{here.name(holders[0])} holds {digit} in {here.shared(cell, holders[0])}" if holders else (
            f"{digit} has been struck from {here.name(cell)}")  # fmt: skip
        choices.append(wrong(here.name(cell), f"{capitalised(at)}.", cell))
    ask = f"Only one cell of {unit} can still hold {digit}. Which one?"
    return Draft(ask, choices, f"{here.name(step.cell)} must be {digit}: no other cell of {unit} can hold it.",
                 hides=unit.cells if by_rules else ())  # fmt: skip


@asks("guess-or-forced", title="A guess, or a digit that must be", rank=110, steps=(Kind.GUESS, Kind.FIX))
def guess_or_forced(here: NextStep) -> Draft | None:
    step, previous = here.step, here.previous
    begins = previous is None or previous.kind in (Kind.BACKTRACK, Kind.UNCOVER)
    if not here.has_candidates or not here.solver.complete or begins or here.count(Kind.LEARN):
        return None
    if here.solver.picks in ("blank", "unit", "sum"):
        return None  # it guesses at nearly every cell, and hardly ever where no digit is forced
    ask, a_guess, forced = "What comes next: a guess, or a digit that is forced?", "a guess", "a forced digit"
    if step.kind is Kind.FIX and step.why in (Why.NAKED_SINGLE, Why.HIDDEN_SINGLE) and here.count(Kind.GUESS):
        return Draft(ask, [right(forced), wrong(a_guess, here.caption)], rivals=True)
    if step.kind is not Kind.GUESS or step.why is not Why.GUESS:
        return None
    if _visibly_dead_or_forced(here):
        return None
    return Draft(ask, [right(a_guess), wrong(forced, _nothing_forced(here))], rivals=True)


def _visibly_dead_or_forced(here: NextStep) -> bool:
    """Return whether the board has a cell with one candidate or none, or a unit with no place for a missing digit."""
    no_place = any(not here.places(number, digit) for number, digit in _missing(here))
    return no_place or any(len(here.open(cell)) < 2 for cell in here.blanks)


def _nothing_forced(here: NextStep) -> str:
    """Say why the search guesses: either there are no singles, or the search ignores them."""
    hidden = _hidden_single(here)
    if hidden is None:
        whole = all(unit.complete for unit in here.geometry.units)
        each = "missing digit" if whole else "digit that it still needs"
        return f"Every blank cell has two candidates or more, and every unit two places or more for each {each}."
    unit, digit, cell = hidden
    only = f"{here.geometry.units[unit]} has only {here.name(cell)} left for {here.symbol(digit)}"
    return f"Every blank cell has two candidates or more. {capitalised(only)}, but this search does not look for that."


def _hidden_single(here: NextStep) -> tuple[int, Digit, Cell] | None:
    singles = ((number, digit, here.places(number, digit)) for number, digit in _missing(here))
    return next(((number, digit, places[0]) for number, digit, places in singles if len(places) == 1), None)


def _missing(here: NextStep) -> Iterator[tuple[int, Digit]]:
    """Yield each complete unit's index with each digit that it does not hold yet."""
    for number, unit in enumerate(here.geometry.units):
        held = {here.before.values[cell] for cell in unit.cells}
        yield from ((number, digit) for digit in here.geometry.digits if unit.complete and digit not in held)
