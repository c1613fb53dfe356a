"""Questions about the order in which a search fills cells and tries digits."""

from collections.abc import Callable, Iterator, Mapping
from itertools import chain

from puzzles.figures import counted
from puzzles.geometry import Cell, Digit
from solvers.core.step import Kind, Step, Why
from visualizer.questions.next_step import NextStep
from visualizer.questions.question import MOST_CHOICES, Choice, Draft, right, wrong
from visualizer.questions.registry import asks
from visualizer.text.spans import capitalised

Measure = Callable[[NextStep, Cell], int]
"""A value a search computes for each blank cell. It picks a cell with the lowest value."""


def _in_order(here: NextStep, cell: Cell) -> int:
    return cell


def _fullest_unit(here: NextStep, cell: Cell) -> int:
    return min(_blanks_of_units(here, cell))


def _sum_of_blanks(here: NextStep, cell: Cell) -> int:
    return sum(_blanks_of_units(here, cell))


def _candidates(here: NextStep, cell: Cell) -> int:
    return len(here.open(cell))


def _blanks_of_units(here: NextStep, cell: Cell) -> list[int]:
    units = (here.geometry.units[unit].cells for unit in here.geometry.units_of[cell])
    return [sum(not here.before.values[other] for other in cells) for cells in units]


_MEASURES: dict[str, tuple[Measure, str]] = {
    "blank": (_in_order, "{right} comes before {cell}, and the first blank cell is taken."),
    "unit": (_fullest_unit, "The fullest unit of {cell} has {its}; that of {right} has {least}."),
    "sum": (_sum_of_blanks, "The blanks in its {units} add up to {its}; those of {right} to {least}."),
    "first": (_candidates, "{cell} has {its}, but {right} has only {least}."),
    "any": (_candidates, "{cell} has {its}, but {right} has only {least}."),
}
"""For each way to pick a cell, the value compared and the reason why another cell is not picked."""
_COUNTED = {"unit": "blank", "first": "candidate", "any": "candidate"}


@asks("next-cell", title="Which cell comes next", rank=10, steps=(Kind.GUESS, Kind.REJECT, Kind.FIX))
def next_cell(here: NextStep) -> Draft | None:
    picks, cell = here.solver.picks or here.solver.order, here.step.cell
    if picks not in _MEASURES or not _turns_to_cell(here) or here.options.get("rows_and_columns_only"):
        return None
    if here.has_candidates and here.previous is not None and here.previous.cell == cell:
        return None  # the board marks it
    measure, refutation = _MEASURES[picks]
    sizes = {blank: measure(here, blank) for blank in here.blanks}
    if sizes[cell] != min(sizes.values()):
        return None

    def said(number: int) -> str:
        return counted(number, _COUNTED[picks]) if picks in _COUNTED else str(number)

    def because(other: Cell) -> str:
        names = {"cell": here.name(other), "right": here.name(cell), "units": here.units("and", other)}
        return refutation.format(**names, its=said(sizes[other]), least=said(sizes[cell]))

    worse = (wrong(here.name(other), because(other), other) for other in sizes if sizes[other] > sizes[cell])
    choices = chain([right(here.name(cell), cell)], worse, filled(here))
    return Draft("Which of these cells does the search turn to next?", choices, _why_cell(here, picks, sizes[cell]),
                 rivals=True, aimed=_with_few_digits(here, sizes))  # fmt: skip


def _turns_to_cell(here: NextStep) -> bool:
    """Return whether the search picks a new cell at this step, rather than staying in the current one."""
    step, previous = here.step, here.previous
    if here.solver.picks in ("first", "any"):
        after = previous is None or previous.kind is not Kind.BACKTRACK
        return step.kind is Kind.GUESS and step.why is Why.GUESS and step.sign and here.has_candidates and after
    if step.why not in (Why.GUESS, Why.RULE, Why.NAKED_SINGLE):
        return False
    return previous is None or previous.kind in (Kind.GUESS, Kind.FIX) and previous.cell != step.cell


def _with_few_digits(here: NextStep, sizes: Mapping[Cell, int]) -> Choice | None:
    """Return the cell with the fewest possible digits as a wrong choice, if the search does not compare them."""
    fewest, cell = min(sizes, key=lambda one: len(here.left(one))), here.step.cell
    left, name = len(here.left(fewest)), here.name(fewest)
    if here.solver.picks in ("first", "any") or sizes[fewest] == sizes[cell] or left == len(here.left(cell)):
        return None
    digits = counted(left, "digit") if left else "no digit"
    return wrong(name, f"The rules leave {digits} for {name}, but this search does not compare that.", fewest)


def filled(here: NextStep) -> Iterator[Choice]:
    """Yield filled cells as wrong choices."""
    for cell in here.geometry.cells:
        if digit := here.before.values[cell]:
            yield here.wrong_cell(cell, f"already holds {here.symbol(digit)}")


def _why_cell(here: NextStep, picks: str, least: int) -> str:
    name, units = here.name(here.step.cell), here.units("and", here.step.cell)
    return {
        "blank": f"{name} is the first blank cell, row by row.",
        "unit": f"One of the units of {name} has only {counted(least, 'blank')}, and no other unit has fewer.",
        "sum": f"The blanks in the {units} of {name} add up to {least}, and no other cell has fewer.",
    }.get(picks, f"{name} has {counted(least, 'candidate')}, and no cell has fewer.")


@asks("next-row", title="Which row comes next", rank=20, steps=(Kind.GUESS, Kind.REJECT, Kind.FIX))
def next_row(here: NextStep) -> Draft | None:
    step, previous = here.step, here.previous
    if here.solver.order != "row" or previous is not None and previous.kind not in (Kind.GUESS, Kind.FIX):
        return None
    blanks = _blanks_of_rows(here)
    row = here.geometry.places[step.cell][0]
    if previous is not None and here.geometry.places[previous.cell][0] == row or row != min(blanks):
        return None
    full = {other: f"Row {other + 1} has no blank cell." for other in range(here.geometry.extent[0])}
    after = {other: f"Row {other + 1} has {counted(blanks[other], 'blank')}, but comes after row {row + 1}: this "
             "search goes from the top down." for other in blanks}  # fmt: skip
    choices = [right(f"row {row + 1}")]
    choices += [wrong(f"row {other + 1}", because) for other, because in (full | after).items() if other != row]
    why = f"Row {row + 1} is the first row with a blank cell."
    return Draft("Which row does the search turn to next?", choices, why, rivals=True, once=True)


def _blanks_of_rows(here: NextStep) -> dict[int, int]:
    """Count the blanks in each row that has any. Rows are numbered from 0."""
    rows = [here.geometry.places[cell][0] for cell in here.blanks]
    return {row: rows.count(row) for row in rows}


@asks(
    "next-digit", title="Which digit is tried next", rank=30,
    steps=(Kind.GUESS, Kind.REJECT, Kind.BACKTRACK, Kind.UNCOVER),
)  # fmt: skip
def next_digit(here: NextStep) -> Draft | None:
    undone = _undone(here)
    found = _tried_next(here, undone[0]) if undone else None
    if undone is None or found is None:
        return None
    cell, was = undone
    shown, step = found
    after = [digit for digit in here.open(cell) if digit > was]
    tried = step.digit if step.kind is Kind.GUESS else 0
    above, random = here.geometry.symbols - was, here.random("next digit")
    often = GROWS ** (tried - was - FURTHEST) if tried else (above / here.geometry.symbols) ** 2
    if tried != (after[0] if after else 0) or random.random() > often:
        return None
    comes_first = f"is possible in {here.name(cell)}, but {here.symbol(after[0]) if after else ''} comes first."
    wrongs = [*_refused(here, cell, was)]
    wrongs += [wrong(here.symbol(digit), f"{here.symbol(digit)} {comes_first}") for digit in after[1:]]
    choices = [right(here.symbol(tried) if tried else _NONE_LEFT)]
    if tried:
        choices += [wrong(_NONE_LEFT, f"{here.symbol(tried)} is still possible there and has not been tried.")]
    choices += random.sample(wrongs, len(wrongs))
    if len(choices) <= MOST_CHOICES:
        return None  # the digits that are offered would tell which is right
    ask = f"{here.name(cell)} = {here.symbol(was)} has been undone. Which digit does the search write there next?"
    none = f"No digit above {here.symbol(was)} is possible in {here.name(cell)}, so the search goes back further."
    third = f"third {int((tried - was - random.random()) / above * 3)}"
    return Draft(ask, choices, here.at(shown).caption if tried else none, shown, drawn=third if tried else "none")


_NONE_LEFT = "none: it goes back further"
GROWS, FURTHEST = 1.5, 4
"""How much more often a step is asked about for each digit refused before the right one, up to the fourth, because such
steps are that much rarer. If no digit is left, it is asked about less often the fewer digits there were to refuse.
"""


def _undone(here: NextStep) -> tuple[Cell, Digit] | None:
    """Return the guess that the previous step undid, in a search that tries digits in order."""
    back, step = here.previous, here.step
    if back is None or back.kind is not Kind.BACKTRACK or back.level < 0 or back.why not in (
        Why.EXHAUSTED, Why.REFUTED, Why.ENUMERATE
    ):  # fmt: skip
        return None
    cell, digit, sign = here.earlier.guess_at(back.level + 1)
    goes_on = step.cell == cell or step.kind in (Kind.BACKTRACK, Kind.UNCOVER)
    return (cell, digit) if sign and goes_on else None


def _tried_next(here: NextStep, cell: Cell) -> tuple[int, Step] | None:
    """Return the step that tries the cell's next digit or goes back further, with its position."""
    for position, step in ((here.position, here.step), *here.later(400)):
        if step.kind is Kind.GUESS:
            return (position, step) if step.cell == cell and step.why is Why.GUESS and step.sign else None
        if step.kind is Kind.BACKTRACK:
            by_cell = here.solver.picks != "choices" and here.solver.order != "row" and step.why is Why.EXHAUSTED
            return (position, step) if by_cell else None
        if step.kind not in (Kind.REJECT, Kind.UNCOVER) or step.kind is Kind.REJECT and step.cell != cell:
            return None
    return None


def _refused(here: NextStep, cell: Cell, was: Digit) -> Iterator[Choice]:
    """Yield, as wrong choices, the digits after the last try that a peer holds."""
    for digit in range(was + 1, here.geometry.symbols + 1):
        if holders := here.before.holders(cell, digit):
            where = capitalised(f"{here.name(holders[0])} holds it in {here.shared(cell, holders[0])}")
            yield wrong(here.symbol(digit), f"{here.symbol(digit)} is refused: {where}.")
