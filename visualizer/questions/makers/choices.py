"""Questions about searches that compare choices, or count the orders of a row."""

from math import factorial

from puzzles.figures import counted, grouped
from puzzles.geometry import Cell, Digit
from solvers.core.step import Kind, Why
from visualizer.narration.caption_facts import CELL, shortest_choice
from visualizer.questions.next_step import NextStep
from visualizer.questions.question import Draft, by_numbers, one_of, right, wrong
from visualizer.questions.registry import asks
from visualizer.text.spans import with_article

MOST_SYMBOLS = 16
"""The maximum number of symbols in a grid for which all choices are compared."""
MOST_ORDERED = 6
"""The maximum number of digits that a row may lack if their orders are to be counted."""


@asks("which-choice", title="Which choice has the fewest options", rank=190, steps=(Kind.GUESS,))
def which_choice(here: NextStep) -> Draft | None:
    """Ask which cell or unit comes next in a search that treats the two alike, as an exact cover does."""
    step, previous, geometry = here.step, here.previous, here.geometry
    again = previous is not None and previous.kind in (Kind.BACKTRACK, Kind.UNCOVER)
    if here.solver.picks != "choices" or step.why is not Why.GUESS or again or geometry.symbols > MOST_SYMBOLS:
        return None
    chosen = shortest_choice(here.before, step.cell, step.digit)
    if chosen is None:
        return None
    best = _digit_for(here, step.cell) if chosen == CELL else _place_for(here, chosen, step.digit)
    sizes = _sizes_alike(here, chosen)
    longer = [words for words in sizes if sizes[words] > sizes[best]]
    near = sorted(here.random("which choice").sample(longer, len(longer)), key=sizes.__getitem__)
    choices = [right(best), *(wrong(words, _because(sizes[words], best, sizes[best])) for words in near)]
    return Draft("Which of these does the search choose next?", choices, rank=by_numbers)


def _sizes_alike(here: NextStep, chosen: int) -> dict[str, int]:
    """Return the number of options of each choice that is worded like the right one, so that its words do not tell."""
    values, geometry = here.before.values, here.geometry
    if chosen == CELL:
        return {_digit_for(here, cell): len(here.open(cell)) for cell in here.blanks}
    return {
        _place_for(here, number, digit): len(here.places(number, digit))
        for number, unit in enumerate(geometry.units)
        if unit.kind == geometry.units[chosen].kind and unit.complete
        for digit in {*geometry.digits} - {values[cell] for cell in unit.cells}
    }


def _digit_for(here: NextStep, cell: Cell) -> str:
    return f"a digit for {here.name(cell)}"


def _place_for(here: NextStep, unit: int, digit: Digit) -> str:
    return f"a place for {with_article(here.symbol(digit))} in {here.geometry.units[unit]}"


def _because(size: int, best: str, least: int) -> str:
    return f"It has {counted(size, 'possibility', 'possibilities')}; {best} has only {least}."


@asks("how-many-orders", title="In how many orders a row can be filled", rank=200, steps=(Kind.GUESS,))
def how_many_orders(here: NextStep) -> Draft | None:
    """Ask about any row, column or box, because the numbers of orders are so few that they are soon known."""
    if here.step.why is not Why.ORDER or here.step.unit < 0:
        return None
    random, values = here.random("how many orders"), here.before.values
    sound = [unit for unit in here.geometry.units if unit.complete and unit.is_valid(values)]
    lacking = {unit: sum(not values[cell] for cell in unit.cells) for unit in sound}
    drawn = one_of({unit: number for unit, number in lacking.items() if 2 <= number <= MOST_ORDERED}, random)
    if drawn is None:
        return None
    (missing, units), others = drawn
    unit = random.choice(units)
    lacks = f"{str(unit).capitalize()} lacks {counted(missing, 'digit')}"
    wrongs = (wrong(grouped(factorial(other)), f"That is {_product(other)}, but {lacks[:1].lower()}{lacks[1:]}.")
              for other in others)  # fmt: skip
    ask = f"In how many orders can the missing digits of {unit} be written, if nothing else matters?"
    why = f"{lacks}: {_product(missing)} = {grouped(factorial(missing))}."
    return Draft(ask, [right(grouped(factorial(missing))), *wrongs], why)


def _product(number: int) -> str:
    return " × ".join(str(factor) for factor in range(number, 0, -1))
