"""Questions about a full grid with clashes. Whether a swap for the worse is accepted is left to chance, so nobody is
asked about that.
"""

from __future__ import annotations

from puzzles.geometry import Cell
from solvers.core.step import Kind, Why
from visualizer.narration.culprits import missing
from visualizer.questions.next_step import NextStep
from visualizer.questions.question import Draft, right, wrong
from visualizer.questions.registry import asks


@asks("clashes-after-swap", title="How many clashes a swap leaves", rank=210, steps=(Kind.SWAP, Kind.LOOK))
def clashes_after_swap(here: NextStep) -> Draft | None:
    if not _proposes_swap(here):
        return None
    one, other = here.step.cell, here.step.detail
    values = list(here.before.values)
    values[one], values[other] = values[other], values[one]
    now, then = missing(here.before, here.before.values), missing(here.before, values)
    rows, columns = (_lacking(here, kind, values) - _lacking(here, kind, here.before.values)
                     for kind in ("row", "column"))  # fmt: skip
    changes = f"The rows change the number by {rows:+d}, the columns by {columns:+d}."
    guesses = [now, now + rows, now + columns, now - rows - columns, then + 1, then - 1]
    choices = [right(then), *(wrong(number, changes) for number in guesses if number >= 0)]
    name, beside = here.name(one), here.name(other)
    ask = (
        f"{now} digits are missing from rows and columns. How many would be missing if {name} and {beside} swapped "
        f"{here.symbol(here.before.values[one])} and {here.symbol(here.before.values[other])}?"
    )
    return Draft(ask, choices, f"{changes} {here.caption}")


@asks("which-lacks", title="Which row or column lacks a digit", rank=220, steps=(Kind.SWAP, Kind.LOOK))
def which_lacks(here: NextStep) -> Draft | None:
    if not _proposes_swap(here):
        return None
    values = here.before.values
    lines = [unit for unit in here.geometry.units if unit.kind != "box"]
    lacks = {unit: sorted({*here.geometry.digits} - {values[cell] for cell in unit.cells}) for unit in lines}
    short = [unit for unit in lines if lacks[unit]]
    if not short:
        return None
    asked = short[here.position % len(short)]
    start = here.position % len(lines)
    whole = [unit for unit in (*lines[start:], *lines[:start]) if not lacks[unit]]
    choices = [right(asked), *(wrong(unit, f"Every digit is in {unit}, once.") for unit in whole)]
    why = f"{str(asked).capitalize()} has no {here.symbols(lacks[asked], 'or')}."
    return Draft("Which of these lacks a digit?", choices, why)


@asks("which-clash", title="Which cells clash", rank=230, steps=(Kind.SWAP, Kind.LOOK, Kind.CONFLICT))
def which_clash(here: NextStep) -> Draft | None:
    if not _proposes_swap(here) and not (here.step.kind is Kind.CONFLICT and here.step.why is Why.RULE):
        return None
    if here.blanks:
        return None
    pair = [cell for cell in (here.step.cell, here.step.detail) if here.before.holders(cell, here.before.values[cell])]
    if not pair:
        return None
    cell, values, peers = pair[0], here.before.values, here.geometry.peers[pair[0]]
    name, digit = here.name(cell), here.symbol(values[cell])
    holders = here.before.holders(cell, values[cell])
    same = [one for one in here.geometry.cells if values[one] == values[cell] and one not in (cell, *holders)]
    near = [peer for peer in peers if values[peer] != values[cell]]
    start = here.position % len(peers)

    def apart(one: Cell) -> str:
        return f"{here.name(one)} holds {digit} too, but shares no row, column or box with {name}."

    choices = [right(here.name(one), one) for one in holders]
    choices += [wrong(here.name(one), apart(one), one) for one in same[:2]]
    choices += [wrong(here.name(one), f"{here.name(one)} sees {name}, but holds {here.symbol(values[one])}.", one)
                for one in (*near[start:], *near[:start])[:2]]  # fmt: skip
    both = f"{name} and {here.name(holders[0])} both hold {digit} in {here.shared(cell, holders[0])}."
    return Draft(f"{name} holds {digit}. Which of these cells clashes with it?", choices, both)


def _proposes_swap(here: NextStep) -> bool:
    step = here.step
    return step.kind is Kind.SWAP or step.kind is Kind.LOOK and step.why is Why.RANDOM and isinstance(step.detail, int)


def _lacking(here: NextStep, kind: str, values: list[int]) -> int:
    """Return how many digits are missing from all rows or all columns."""
    units = [unit for unit in here.geometry.units if unit.kind == kind]
    return sum(here.geometry.symbols - len({values[cell] for cell in unit.cells}) for unit in units)
