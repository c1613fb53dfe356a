"""Questions about searches that compare choices, or count the orders of a row."""

from math import factorial

from puzzles.figures import counted, grouped
from solvers.core.step import Kind, Why
from visualizer.narration.caption_facts import CELL, shortest_choice
from visualizer.questions.makers.order import filled
from visualizer.questions.next_step import NextStep
from visualizer.questions.question import Draft, one_of, right, wrong
from visualizer.questions.registry import asks

MOST_SYMBOLS = 16
"""The maximum number of symbols in a grid for which all choices are compared."""
MOST_ORDERED = 6
"""The maximum number of digits that a row may lack if their orders are to be counted."""


@asks("which-choice", title="Which choice has the fewest options", rank=190, steps=(Kind.GUESS,))
def which_choice(here: NextStep) -> Draft | None:
    """Ask which cell comes next in a search that compares the cells that need a digit and the digits that need a place,
    as an exact cover does.
    """
    step, previous, geometry = here.step, here.previous, here.geometry
    again = previous is not None and previous.kind in (Kind.BACKTRACK, Kind.UNCOVER)
    if here.solver.picks != "choices" or step.why is not Why.GUESS or again or geometry.symbols > MOST_SYMBOLS:
        return None
    if shortest_choice(here.before, step.cell, step.digit) != CELL:
        return None
    sizes = {cell: len(here.open(cell)) for cell in here.blanks}
    best, least = _digit_for(here.name(step.cell)), sizes[step.cell]
    longer = {_digit_for(here.name(cell)): size for cell, size in sizes.items() if size > least}
    choices = [right(best)]
    choices += [wrong(text, f"It has {longer[text]} possibilities; {best} has only {least}.") for text in longer]
    done = (wrong(_digit_for(one.text), one.because) for one in filled(here))
    return Draft("Which of these does the search choose next?", choices, rivals=True, done=done, once=True)


def _digit_for(name: str) -> str:
    return f"a digit for {name}"


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
