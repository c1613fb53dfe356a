"""Questions about the cages of a killer."""

from collections.abc import Sequence
from itertools import permutations
from random import Random

from puzzles.geometry import Cell, Digit
from puzzles.rules.cage import Cage
from solvers.core.step import Kind
from visualizer.questions.next_step import NextStep
from visualizer.questions.question import Draft, right, wrong
from visualizer.questions.registry import asks
from visualizer.text.spans import listed

FEWEST_CELLS, MOST_CELLS = 3, 4
"""The fewest and the most cells of a cage that is asked about. Two have too few combinations to choose from."""
WRONG = 3
"""How many combinations are offered that are wrong in plain sight."""
DRAWS = 16
"""How many times to draw them."""
Combination = tuple[Digit, ...]


@asks(
    "which-combination", title="Which combination a cage can have", rank=105,
    steps=(Kind.FIX, Kind.ELIMINATE, Kind.GUESS),
)  # fmt: skip
def which_combination(here: NextStep) -> Draft | None:
    """Ask about any cage with blank cells, so that the step gives nothing away."""
    random, rules = here.random("which combination"), here.geometry.numbered_rules
    found = ((number, rule) for number, rule in rules.items() if isinstance(rule, Cage) and _is_askable(here, rule))
    cages = [*found] if here.has_candidates else []
    drafts = (_of_cage(here, number, cage, random) for number, cage in random.sample(cages, len(cages)))
    return next(filter(None, drafts), None)


def _is_askable(here: NextStep, cage: Cage) -> bool:
    blank = any(not here.before.values[cell] for cell in cage.cells)
    return blank and FEWEST_CELLS <= len(cage.cells) <= MOST_CELLS


def _of_cage(here: NextStep, number: int, cage: Cage, random: Random) -> Draft | None:
    geometry, symbols = here.geometry, here.geometry.symbols
    every = cage.combinations([geometry.every] * len(cage.cells), symbols)
    left = cage.combinations(here.before.masks(number), symbols)
    unfit = {one: because for one in every if one not in left and (because := _unfit(here, cage, one))}
    if not left or len(unfit) < WRONG:
        return None
    digits, *others = _drawn(left, [*unfit], random)
    wrongs = (wrong(_sum(here, one), unfit[one]) for one in others)
    ask = f"Going by the candidates, which of these digits can fill {geometry.called(number)}?"
    return Draft(ask, [right(_sum(here, digits)), *wrongs], _filled(here, cage, digits))


def _drawn(left: list[Combination], unfit: list[Combination], random: Random) -> list[Combination]:
    """Draw a right combination and wrong ones, of which any number may come before it, and any number be less like the
    others than it is. Most are wrong because of the same digit, often the largest or the least, which would tell.
    """
    few, before = random.randrange(WRONG + 1), random.randrange(WRONG + 1)

    def misses(its: list[Combination]) -> int:
        return abs(few - _less_alike(its)) + abs(before - sum(one < its[0] for one in its))

    return min(([random.choice(left), *random.sample(unfit, WRONG)] for _ in range(DRAWS)), key=misses)


def _less_alike(combinations: Sequence[Combination]) -> int:
    """Return how many combinations have fewer digits in common with the others than the first one has."""
    shared = [sum(len({*one} & {*other}) for other in combinations) for one in combinations]
    return sum(one < shared[0] for one in shared)


def _sum(here: NextStep, digits: Sequence[Digit]) -> str:
    return "+".join(map(here.symbol, digits))


def _may_be(here: NextStep, cell: Cell) -> list[Digit]:
    return here.open(cell) or [here.before.values[cell]]


def _unfit(here: NextStep, cage: Cage, digits: Sequence[Digit]) -> str:
    """Say why digits cannot fill a cage, if that is plain: one has no cell, or a cell has none of them."""
    possible = {cell: _may_be(here, cell) for cell in cage.cells}
    for digit in digits:
        if not any(digit in its for its in possible.values()):
            return f"No cell of the cage can be {here.symbol(digit)}."
    stuck = next((cell for cell, its in possible.items() if not {*its} & {*digits}), None)
    return "" if stuck is None else f"{here.name(stuck)} can only be {here.symbols(possible[stuck], 'or')}."


def _filled(here: NextStep, cage: Cage, digits: Sequence[Digit]) -> str:
    """Say how digits can fill a cage."""
    ways = (dict(zip(cage.cells, way, strict=True)) for way in permutations(digits))
    way = next(way for way in ways if all(digit in _may_be(here, cell) for cell, digit in way.items()))
    return f"There is a way: {listed([f'{here.name(cell)} = {here.symbol(digit)}' for cell, digit in way.items()])}."
