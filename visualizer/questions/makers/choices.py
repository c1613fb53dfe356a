"""Questions about searches that compare choices, or count the orders of a row."""

from __future__ import annotations

from math import factorial

from puzzles.figures import counted, grouped
from solvers.core.step import Kind, Why
from visualizer.narration.picks import CELL, shortest_choice
from visualizer.questions.next_step import NextStep
from visualizer.questions.question import Choice, Draft, right, wrong
from visualizer.questions.registry import asks
from visualizer.text.phrases import with_article

MOST_SYMBOLS = 16
"""The maximum number of symbols in a grid for which all choices are compared."""
FEWEST_ORDERED, MOST_ORDERED = 3, 6
"""How many digits a row may lack if their orders are to be counted."""


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
    sizes = {f"a digit for {here.name(cell)}": len(here.open(cell)) for cell in here.blanks}
    for number, unit in enumerate(geometry.units):
        held = {here.before.values[cell] for cell in unit.cells}
        sizes |= {f"a place for {with_article(here.symbol(digit))} in {unit}": len(here.places(number, digit))
                  for digit in geometry.digits if digit not in held}  # fmt: skip
    place = f"a place for {with_article(here.symbol(step.digit))} in {geometry.units[chosen]}"
    best = f"a digit for {here.name(step.cell)}" if chosen == CELL else place
    longer = sorted((size, words) for words, size in sizes.items() if size > sizes[best])
    cells = [one for one in longer if one[1].startswith("a digit")]
    units = [one for one in longer if not one[1].startswith("a digit")]
    picked = [*cells[:1], *units[:1], *cells[-1:], *units[-1:]]
    choices = [right(best), *(wrong(words, _because(size, best, sizes[best])) for size, words in picked)]
    return Draft("Which of these does the search choose next?", choices)


def _because(size: int, best: str, least: int) -> str:
    return f"It has {counted(size, 'possibility', 'possibilities')}; {best} has only {least}."


@asks("how-many-orders", title="In how many orders a row can be filled", rank=200, steps=(Kind.GUESS,))
def how_many_orders(here: NextStep) -> Draft | None:
    if here.step.why is not Why.ORDER or here.step.unit < 0:
        return None
    unit = here.geometry.units[here.step.unit]
    missing = sum(not here.before.values[cell] for cell in unit.cells)
    if not FEWEST_ORDERED <= missing <= MOST_ORDERED:
        return None
    lacks = f"{str(unit).capitalize()} lacks {missing} digits"
    product = " × ".join(str(number) for number in range(missing, 0, -1))
    choices: list[Choice] = [
        right(grouped(factorial(missing))),
        wrong(missing, f"{lacks}, and each of them can come first: there are more orders than that."),
        wrong(grouped(missing**missing), f"{lacks}, and each is used once: the last cell has only one left."),
        wrong(missing * (missing + 1) // 2, f"{lacks}: the numbers {product} are multiplied, not added."),
        wrong(
            missing * missing, f"{lacks}, so the first cell has {missing} to choose from and the next {missing - 1}."
        ),
    ]
    ask = f"In how many orders can the missing digits of {unit} be written, if nothing else matters?"
    return Draft(ask, choices, f"{lacks}: {product} = {grouped(factorial(missing))}.")
