"""Questions about a full grid with clashes. Chance decides whether a swap for the worse is accepted, so no
question asks whether one will be.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from puzzles.figures import counted
from puzzles.geometry import Cell, Unit
from solvers.core.step import Kind, Why
from visualizer.narration.caption_facts import missing
from visualizer.questions.next_step import NextStep
from visualizer.questions.question import MOST_CHOICES, Choice, Draft, one_of, right, wrong
from visualizer.questions.registry import asks
from visualizer.text.spans import listed

MOST_PAIRS = 40
"""The maximum number of pairs of cells to compare."""


class _Effect(NamedTuple):
    """A clash that a swap adds or ends in a row or column."""

    change: int
    """1 if the clash is added, -1 if it ends."""
    cell: Cell
    """The cell in the row or column whose digit changes."""
    line: Unit
    symbol: str

    @property
    def fact(self) -> str:
        how = "would get another" if self.change > 0 else "would lose a repeated"
        return f"{self.line} {how} {self.symbol}"


@asks("clashes-after-swap", title="How many clashes a swap leaves", rank=210, steps=(Kind.SWAP, Kind.LOOK))
def clashes_after_swap(here: NextStep) -> Draft | None:
    """Ask about any two cells that the search might swap: what most of its swaps leave is soon known."""
    if not _proposes_swap(here):
        return None
    random, now = here.random("clashes after swap"), missing(here.before, here.before.values)
    pairs = random.sample(_pairs(here), min(MOST_PAIRS, len(_pairs(here))))
    changes = {pair: [*_effects(here, *pair), *_effects(here, *pair[::-1])] for pair in pairs}
    drawn = one_of({pair: now + sum(effect.change for effect in its) for pair, its in changes.items()}, random)
    if drawn is None:
        return None
    (then, alike), others = drawn
    mistakes = {pair: _mistakes(here, pair, now, changes[pair]) for pair in alike}
    one, other = pair = max(alike, key=lambda one: len(mistakes[one].keys() & others))
    added, ended = ([effect for effect in changes[pair] if effect.change == change] for change in (1, -1))
    sum_ = f"The swap would add {len(added)} and end {len(ended)}, which makes {then}."
    wrongs = [wrong(number, mistakes[pair].get(number, sum_)) for number in others]
    ask = (
        f"{counted(now, 'clash', 'clashes')} now, one for each repeat {here.geometry.told('in a row or column')}. "
        f"How many if {here.name(one)} and {here.name(other)} swapped "
        f"{here.symbol(here.before.values[one])} and {here.symbol(here.before.values[other])}?"
    )
    why = (
        f"Clashes added: {_where(added)}. Clashes ended: {_where(ended)}. {now} + {len(added)} − {len(ended)} = {then}."
    )
    return Draft(ask, [right(then), *wrongs], why)


def _pairs(here: NextStep) -> list[tuple[Cell, Cell]]:
    """Return the pairs of cells in a box that are not givens and hold different digits."""
    givens, values = here.puzzle.givens, here.before.values
    boxes = (here.geometry.units[unit].cells for unit in here.geometry.regions)
    pairs = (pair for cells in boxes for pair in combinations([cell for cell in cells if not givens[cell]], 2))
    return [(one, other) for one, other in pairs if values[one] != values[other]]


def _mistakes(here: NextStep, pair: tuple[Cell, Cell], now: int, effects: Sequence[_Effect]) -> dict[int, str]:
    """Return the wrong counts that people get, each with the reason why it is wrong."""
    added = sum(effect.change > 0 for effect in effects)
    wrong_way = _wrong_way(now, added, len(effects) - added)
    return {int(choice.text): choice.because for choice in (*wrong_way, *_miscounts(here, pair, now, effects))}


def _effects(here: NextStep, cell: Cell, beside: Cell) -> Iterator[_Effect]:
    """Yield the clashes added and ended in a cell's row and column when it gets another cell's digit."""
    values, geometry = here.before.values, here.geometry
    leaves, comes = values[cell], values[beside]
    for number in geometry.units_of[cell]:
        if number not in geometry.units_of[beside]:
            line = geometry.units[number]
            held = [values[one] for one in line.cells]
            if comes in held:
                yield _Effect(1, cell, line, here.symbol(comes))
            if held.count(leaves) > 1:
                yield _Effect(-1, cell, line, here.symbol(leaves))


def _miscounts(here: NextStep, pair: tuple[Cell, Cell], now: int, effects: Sequence[_Effect]) -> Iterator[Choice]:
    """Yield the wrong counts that result from overlooking effects. Each reason names an effect overlooked."""
    one, other = pair
    looks: list[tuple[str, Callable[[_Effect], bool]]] = [
        ("That counts only the clashes added", lambda effect: effect.change > 0),
        ("That looks at the rows alone", lambda effect: effect.line.kind == "row"),
        ("That looks at the columns alone", lambda effect: effect.line.kind == "column"),
        (f"That looks at {here.name(one)} alone", lambda effect: effect.cell == one),
        (f"That looks at {here.name(other)} alone", lambda effect: effect.cell == other),
        ("That is the number before the swap", lambda effect: False),
    ]
    for mistake, sees in looks:
        seen = sum(effect.change for effect in effects if sees(effect))
        unseen = [effect for effect in effects if not sees(effect)]
        if change := sum(effect.change for effect in unseen):
            telling = next(effect for effect in unseen if effect.change * change > 0)
            yield wrong(now + seen, f"{mistake}, but {telling.fact}.")


def _wrong_way(now: int, added: int, ended: int) -> Iterator[Choice]:
    """Yield the wrong count that results from treating clashes added as ended, and the other way round."""
    if added != ended and now - added + ended >= 0:
        come, go = counted(added, "clash", "clashes") if added else "no clash", ended or "none"
        yield wrong(now - added + ended, f"That is the wrong way round: {come} would be added, and {go} would end.")


def _where(effects: Sequence[_Effect]) -> str:
    """List the digits that clash, each with its rows and columns."""
    symbols = dict.fromkeys(effect.symbol for effect in effects)
    lines = {symbol: [str(effect.line) for effect in effects if effect.symbol == symbol] for symbol in symbols}
    return ", ".join(f"{symbol} in {listed(its)}" for symbol, its in lines.items()) or "none"


@asks("which-lacks", title="Which row or column lacks a digit", rank=220, steps=(Kind.SWAP, Kind.LOOK))
def which_lacks(here: NextStep) -> Draft | None:
    if not _proposes_swap(here):
        return None
    values = here.before.values
    lines = [here.geometry.units[unit] for unit in (*here.geometry.rows, *here.geometry.columns)]
    lacks = {unit: sorted({*here.geometry.digits} - {values[cell] for cell in unit.cells}) for unit in lines}
    short = [unit for unit in lines if lacks[unit]]
    if not short:
        return None
    marked = {unit: sum(_clashes(here, cell) for cell in unit.cells) for unit in lines}
    start = here.position % len(lines)
    turned = [*lines[start:], *lines[:start]]
    asked = min((unit for unit in turned if lacks[unit]), key=marked.__getitem__)
    # The board marks clashes, of which a line that lacks a digit would have the most.
    whole = [unit for unit in turned if not lacks[unit] and unit.kind == asked.kind and marked[unit] >= marked[asked]]
    choices = [right(asked), *(wrong(unit, f"Every digit is in {unit}, once.") for unit in whole)]
    why = f"{str(asked).capitalize()} has no {here.symbols(lacks[asked], 'or')}."
    return Draft("Which of these lacks a digit?", choices, why, once=len(whole) > 1)


@asks("which-clash", title="Which cells clash", rank=230, steps=(Kind.SWAP, Kind.LOOK, Kind.CONFLICT))
def which_clash(here: NextStep) -> Draft | None:
    """Offer only cells that clash with another, because the board marks each of them."""
    if not _proposes_swap(here) and not (here.step.kind is Kind.CONFLICT and here.step.why is Why.RULE):
        return None
    if here.blanks:
        return None
    pair = [cell for cell in (here.step.cell, here.step.detail) if _clashes(here, cell)]
    if not pair:
        return None
    cell, values, random = pair[0], here.before.values, here.random("which clash")
    name, digit = here.name(cell), here.symbol(values[cell])
    holders = here.before.holders(cell, values[cell])
    marked = [one for one in here.geometry.cells if _clashes(here, one) and one not in (cell, *holders)]
    units = here.geometry.units
    kinds = {unit.kind for unit in units if len({values[one] for one in unit.cells}) < len(unit.cells)}
    never = {one for at in here.geometry.units_of[cell] if units[at].kind not in kinds for one in units[at].cells}
    near = [one for one in random.sample(marked, len(marked)) if one in here.geometry.peers[cell] and one not in never]
    chosen = random.choice(holders)
    line = [one for one in near if here.shared(cell, one) == here.shared(cell, chosen)]
    across = [one for one in near if one not in line]
    # All in the line of the right one, or as many in it as across, tell nothing about the line.
    wanted = [*line[:1], *across[:2]] if line and len(across) > 1 else line
    if len(wanted) < MOST_CHOICES - 1:
        return None
    choices = [right(here.name(chosen), chosen)]
    choices += [here.wrong_cell(one, f"sees {name}, but holds {here.symbol(values[one])}") for one in wanted]
    same = [one for one in random.sample(marked, len(marked)) if values[one] == values[cell]]
    apart = f"holds {digit} too, but shares no {here.units('or')} with {name}"
    aimed = here.wrong_cell(same[0], apart) if same else None
    shared = listed([f"{here.shared(cell, one)} with {here.name(one)}" for one in holders])
    why = f"{name} shares {shared}, which {'hold' if len(holders) > 1 else 'holds'} {digit} too."
    return Draft(f"{name} holds {digit}. Which of these cells clashes with it?", choices, why, aimed=aimed)


def _clashes(here: NextStep, cell: Cell) -> bool:
    """Return whether a peer holds the same digit as a cell."""
    return bool(here.before.holders(cell, here.before.values[cell]))


def _proposes_swap(here: NextStep) -> bool:
    step = here.step
    return step.kind is Kind.SWAP or step.kind is Kind.LOOK and step.why is Why.RANDOM and isinstance(step.detail, int)
