"""Rules beyond rows, columns and boxes: what no way to keep one uses, the digits that every way needs, the rule of 45.

An argument about a rule rests on some of its cells: what these may hold, blank or filled, leaves no way. A finding has
them in ``cells``, and all that they may hold in ``marks``.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from operator import or_

from puzzles.geometry import Cell, Geometry
from puzzles.rules.cage import Cage
from puzzles.rules.rule import Rule
from solvers.core.finding import BASE, COVER, HELD, OTHER, Candidate, Finding
from solvers.core.step import Why
from solvers.techniques.candidate_grid import Cells, Digits, Grid, bits, each, mask_of
from solvers.techniques.registry import by_rule, in_parts, technique

MOST_HOUSES = 4
"""The maximum number of houses in the rule of 45. A house is a row, a column, a box: a unit with every digit."""
MOST_LEFT = 6
"""The maximum number of cells whose sum follows from the rule of 45."""


def has_rules(geometry: Geometry) -> bool:
    return bool(geometry.rules)


def has_cages(geometry: Geometry) -> bool:
    return any(isinstance(rule, Cage) for rule in geometry.rules)


# One rule -----------------------------------------------------------------------------------------------------------


@technique(
    Why.ONE_LEFT,
    "One left",
    "All cells of a rule but one are filled, and only one digit keeps the rule.",
    sizes=has_rules,
)
@by_rule
def one_left(grid: Grid, number: int) -> Iterator[Finding]:
    """Find a rule's only blank cell. A finding has the rule in ``units``, and its other cells in ``cells``."""
    rule = grid.geometry.numbered_rules[number]
    blanks = [at for at, cell in enumerate(rule.cells) if not grid.values[cell]]
    if len(blanks) == 1:
        cell, fits = rule.cells[blanks[0]], rule.filter(grid.geometry.masks(number, grid.values))[blanks[0]]
        if not fits & fits - 1 and fits & grid.masks[cell]:
            others = tuple(other for other in rule.cells if other != cell)
            place = (cell, fits.bit_length() - 1)
            yield Finding("one_left", (place,), (), others, (), (number,), (), marks_of(grid, others))


@technique(
    Why.COMBINATIONS,
    "Combinations",
    "Of all ways to keep a rule, such as the combinations of digits that make a cage's sum, none uses the candidate.",
    sizes=has_rules,
)
@by_rule
def combinations(grid: Grid, number: int) -> Iterator[Finding]:
    """Find candidates that no way to keep a rule uses. A finding has the rule in ``units``, and the cells that the
    argument rests on in ``cells``.
    """
    for _, strikes, rests in unused(grid, grid.geometry.numbered_rules[number]):
        if strikes:  # a rule of a single cell is for one_left, which places its digit
            marks = marks_of(grid, rests, held=grid.geometry.numbered_rules[number].cells)
            yield Finding("combinations", *decided(grid, strikes), rests, (), (number,), (), marks)


Unused = tuple[tuple[Candidate, ...], tuple[Candidate, ...], tuple[Cell, ...]]
"""What to place, what to strike, and the cells that the argument rests on."""


def unused(grid: Grid, rule: Rule) -> Iterator[Unused]:
    """Yield what no way to keep a rule uses: first what never fits, from all cells, then the rest cell by cell. A rule
    of one cell may say what to place there.
    """
    every, masks = grid.geometry.every, [_held(grid, cell) for cell in rule.cells]
    gone = {
        at: mask & ~left
        for at, (cell, mask, left) in enumerate(zip(rule.cells, masks, rule.filter(masks), strict=True))
        if mask & ~left and not grid.values[cell]
    }
    if not gone:
        return
    fits = rule.filter([every] * len(masks))
    if len(masks) == 1 and fits[0] & masks[0]:
        yield ((rule.cells[0], fits[0].bit_length() - 1),), (), ()
    elif never := tuple((rule.cells[at], digit) for at, mask in gone.items() for digit in bits(mask & ~fits[at])):
        yield (), never, ()
    for at, mask in gone.items():
        if mask & fits[at]:
            tried = [*masks]
            tried[at] = mask & fits[at]
            rests = tuple(rule.cells[other] for other in rule.reason(tried, every) if other != at)
            yield (), tuple((rule.cells[at], digit) for digit in bits(tried[at])), rests


def decided(grid: Grid, strikes: tuple[Candidate, ...]) -> tuple[tuple[Candidate, ...], tuple[Candidate, ...]]:
    """Return what to place and what to strike. Where there are only two digits, the other one is placed at once."""
    others = tuple((cell, 3 - digit) for cell, digit in strikes)
    if grid.geometry.symbols != 2 or {*others} & {*strikes} or any(not grid.masks[c] >> d & 1 for c, d in others):
        return (), strikes
    return others, ()


def _held(grid: Grid, cell: Cell) -> Digits:
    """Return what a cell may hold or, if it is filled, does hold."""
    return 1 << grid.values[cell] if grid.values[cell] else grid.masks[cell]


def marks_of(
    grid: Grid, base: Iterable[Cell], cover: Iterable[Cell] = (), held: Iterable[Cell] = ()
) -> tuple[tuple[str, tuple[Candidate, ...]], ...]:
    """Return all that some groups of cells may hold, as marks of their roles."""
    found = ((BASE, _candidates(grid, base)), (COVER, _candidates(grid, cover)), (HELD, _candidates(grid, held)))
    return tuple(mark for mark in found if mark[1])


def _candidates(grid: Grid, cells: Iterable[Cell]) -> tuple[Candidate, ...]:
    return tuple((cell, digit) for cell in cells for digit in bits(_held(grid, cell)))


@technique(
    Why.NEEDED_DIGIT,
    "Needed digit",
    "Every way to keep a rule has the digit in one of some cells, so a cell that sees all of these cannot have it.",
    sizes=has_rules,
)
@by_rule
def needed_digit(grid: Grid, number: int) -> Iterator[Finding]:
    """Find digits that each way to keep a rule needs. A finding has the rule in ``units``, the digit, and its places in
    the rule marked ``other``. The cells that the argument rests on are marked ``base``.
    """
    rule, masks, every = grid.geometry.numbered_rules[number], grid.ruled(number), grid.geometry.every
    inside = mask_of(rule.cells)
    for digit in grid.geometry.digits:
        places = grid.where[digit] & inside
        gone = grid.where[digit] & grid.shape.common_peers(places) & ~inside if places & places - 1 else 0
        without = [mask & ~(1 << digit) for mask in masks]
        if gone and all(without) and not rule.can_be_kept(without):
            rests = tuple(rule.cells[at] for at in rule.reason(without, every & ~(1 << digit)))
            marks = (*marks_of(grid, rests, held=rule.cells), (OTHER, each(places, digit)))
            yield Finding("needed_digit", (), each(gone, digit), rests, (digit,), (number,), (), marks)


# The rule of 45 -----------------------------------------------------------------------------------------------------

# Houses hold every digit, so their sum is known (45 each on a 9x9 grid), and so is that of the cages. What the cages
# leave over in the houses (innies) and what sticks out of them (outies) therefore differ by a known number.


@dataclass(frozen=True)
class Balance(Rule):
    """The digits of the first cells make ``args[0]`` more than those of the others. ``args[1]`` is the number of first
    cells, ``args[2]`` the largest digit. The state is how many digits have been read, and their sum.
    """

    name = "balance"
    start = (0, 0)

    def step(self, state: tuple[int, int], digit: int) -> tuple[int, int]:
        at, total = state
        return at + 1, total + (digit if at < self.args[1] else -digit)

    def accepts(self, state: tuple[int, int]) -> bool:
        return state[1] == self.args[0]

    def filter(self, masks: Sequence[Digits]) -> tuple[Digits, ...]:
        """Return the same as any rule, but with sets of sums as bits. An outie counts what it is below the largest
        digit, so that all sums are positive.
        """
        difference, first, largest = self.args
        target = difference + largest * (len(self.cells) - first)
        if target < 0:
            return (0,) * len(masks)
        adds = [
            {digit: digit if at < first else largest - digit for digit in bits(mask)} for at, mask in enumerate(masks)
        ]
        before, after = [1], [1 << target]
        for here in adds:
            before.append(reduce(or_, [before[-1] << add for add in here.values()], 0))
        for here in reversed(adds):
            after.insert(0, reduce(or_, [after[0] >> add for add in here.values()], 0))
        parts = zip(adds, before, after[1:], strict=False)
        return tuple(mask_of(digit for digit, add in here.items() if low << add & high) for here, low, high in parts)


@dataclass(frozen=True)
class Left:
    """Cells whose digits make a known sum or difference, because houses and cages do."""

    houses: tuple[int, ...]
    cages: tuple[int, ...]
    """The cages that are counted, as indices into the geometry's groups."""
    inside: tuple[Cell, ...]
    """The innies: the houses' cells in none of these cages."""
    outside: tuple[Cell, ...]
    """The outies: the cells of these cages in none of the houses."""
    rule: Rule


@lru_cache(maxsize=32)
def lefts(geometry: Geometry, large: bool) -> tuple[tuple[Left, ...], tuple[int, ...]]:
    """Return what is left over of one house or, if ``large``, of several, with the fewest cells first, and the numbers
    of those that each cell belongs to as bits.
    """
    found: dict[tuple[Cells, Cells], Left] = {}
    cages = _disjoint_cages(geometry)
    for houses in _clusters(geometry, 2 if large else 1, MOST_HOUSES if large else 1):
        for inside, outside, counted in _sides(geometry, houses, cages):
            if counted and 0 < inside.bit_count() + outside.bit_count() <= MOST_LEFT and (inside, outside) not in found:
                found[inside, outside] = _left(geometry, houses, counted, bits(inside), bits(outside))
    ordered = tuple(sorted(found.values(), key=lambda left: len(left.rule.cells)))
    in_cells = [mask_of(left.rule.cells) for left in ordered]
    return ordered, tuple(mask_of(i for i, of in enumerate(in_cells) if of >> cell & 1) for cell in geometry.cells)


def _disjoint_cages(geometry: Geometry) -> dict[int, Cells]:
    found, taken = dict[int, Cells](), 0
    for number, rule in geometry.numbered_rules.items():
        cells = mask_of(rule.cells)
        if isinstance(rule, Cage) and not cells & taken:
            found[number] = cells
            taken |= cells
    return found


def _clusters(geometry: Geometry, fewest: int, most: int) -> Iterator[tuple[int, ...]]:
    """Yield each group of houses of one kind that lie side by side and share no cell."""
    units = geometry.units
    cells = {number: mask_of(unit.cells) for number, unit in enumerate(units) if unit.complete}
    for kind in dict.fromkeys(units[number].kind for number in cells):
        of = [number for number in cells if units[number].kind == kind]
        near = {number: _beside(geometry, units[number].cells) for number in of}
        clusters: set[tuple[int, ...]] = {(number,) for number in of}
        for size in range(1, most + 1):
            if size >= fewest:
                yield from sorted(clusters)
            clusters = {
                tuple(sorted((*cluster, number)))
                for cluster in clusters
                for number in of
                if any(cells[number] & near[one] for one in cluster)
                and not any(cells[number] & cells[one] for one in cluster)
            }


def _beside(geometry: Geometry, cells: Sequence[Cell]) -> Cells:
    """Return the cells next to any of some cells."""
    at = [geometry.places[cell] for cell in cells]
    places = {(row + down, column + right) for row, column in at for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))}
    return mask_of(geometry.cell_of[place] for place in places if place in geometry.cell_of)


def _sides(
    geometry: Geometry, houses: Sequence[int], cages: dict[int, Cells]
) -> Iterator[tuple[Cells, Cells, tuple[int, ...]]]:
    """Yield innies, outies and the cages counted, for three ways to treat cages that lie only partly in the houses:
    leave out all, count all, and count those with fewer cells outside than inside.
    """
    area = mask_of(cell for house in houses for cell in geometry.units[house].cells)
    touched = {number: cells for number, cells in cages.items() if cells & area}
    for counts in (
        lambda cells: False,
        lambda cells: True,
        lambda cells: (cells & ~area).bit_count() < (cells & area).bit_count(),
    ):
        counted = {number: cells for number, cells in touched.items() if not cells & ~area or counts(cells)}
        covered = mask_of(cell for cells in counted.values() for cell in bits(cells))
        yield area & ~covered, covered & ~area, tuple(counted)


def _left(
    geometry: Geometry, houses: tuple[int, ...], cages: tuple[int, ...], inside: Sequence[Cell], outside: Sequence[Cell]
) -> Left:
    cells = (*inside, *outside)
    difference = len(houses) * sum(geometry.digits) - sum(geometry.numbered_rules[cage].args[0] for cage in cages)
    differ = any({*cells} <= {*unit.cells} for unit in geometry.units)
    rule: Rule = Balance(cells, (difference, len(inside), geometry.symbols))
    if differ and not (inside and outside):
        rule = Cage(cells, (difference if inside else -difference,))
    return Left(houses, cages, tuple(inside), tuple(outside), rule)


def _rule_of_45(grid: Grid, name: str, large: bool) -> Iterator[Finding]:
    """Find what the sum of innies and outies excludes. A finding has the houses in ``units``, the cages counted in
    ``covers``, the innies marked ``base`` and the outies ``cover``, and the cells that the argument rests on in
    ``cells``.
    """
    found, parts_of = lefts(grid.geometry, large)

    def search(at: int) -> Iterator[Finding]:
        left = found[at]
        for places, strikes, rests in unused(grid, left.rule):
            marks = marks_of(grid, left.inside, left.outside)
            yield Finding(name, places, strikes, rests, (), left.houses, left.cages, marks)

    yield from in_parts(grid.unseen(name, parts_of, len(found)), search)


@technique(
    Why.RULE_OF_45,
    "Rule of 45",
    "A house has a known sum, and so have its cages: that of the cells left over, or sticking out, follows.",
    sizes=has_cages,
)
def rule_of_45(grid: Grid) -> Iterator[Finding]:
    yield from _rule_of_45(grid, "rule_of_45", False)


@technique(
    Why.LARGE_RULE_OF_45,
    "Rule of 45 (several houses)",
    "Several houses have a known sum, and so have their cages: that of the cells left over, or sticking out, follows.",
    sizes=has_cages,
)
def large_rule_of_45(grid: Grid) -> Iterator[Finding]:
    yield from _rule_of_45(grid, "large_rule_of_45", True)
