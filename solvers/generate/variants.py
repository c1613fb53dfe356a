"""Makes puzzles whose shape is new each time: regions, and cages, signs and dots around a random solution.

Everything that can be said of a solved grid is said at first. Then, in random order, what is not needed is left out as
long as no other grid fits: givens, then signs and dots. Cages begin with one cell each, and neighbours are merged. So
no given can be left out in the end, and no two neighbouring cages can be merged into one of at most so many different
digits. Signs and dots are left out up to a random number, or all that can be. A SAT solver looks for other grids.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from typing import Any

from puzzles.geometry import SYMBOLS, Cell, Digit, Geometry
from puzzles.kinds.blueprint import Blueprint, Item, bare, items_of
from puzzles.puzzle import Puzzle
from puzzles.rules.rule import Rule, rule_named
from solvers.generate.maker import maker_of
from solvers.generate.random_stream import Stream
from solvers.sat.backends import lacking
from solvers.sat.judge import SOLVER, SatJudge

LARGEST = 9
"""The most symbols of such a puzzle: clauses for the cages of more take too long to write."""
_LEAST_SIGNS, _MORE_SIGNS = 40, 61
"""The least percentage of signs and dots left in a puzzle that need not be minimal, and how many more there may be."""
_SWAPS = 60
"""How often each region of a jigsaw tries to swap cells with another."""
Cages = list[tuple[Cell, ...]]
Part = Cell | Rule
"""A given, by its cell, or a rule."""


def why_not(geometry: Geometry) -> str:
    """Return why no puzzle like those of a shape can be made, or ""."""
    items, maker = items_of(geometry), maker_of(geometry)
    strange = items - {"cage", *_SAID}
    if not maker and (strange or items and not Blueprint.of(geometry)):
        return f"Puzzles with rules such as {min(strange or items)!r} cannot be made yet."
    if not maker and items and geometry.symbols > LARGEST:
        return f"Puzzles with cages, signs or dots can be made for up to {LARGEST} symbols."
    needs = maker.needs if maker else SOLVER if items else ""
    return f"Making such puzzles takes a SAT solver: {lacks}." if (lacks := needs and lacking(needs)) else ""


def _shape(kind: str, blueprint: Blueprint) -> Geometry:
    return Geometry.of_spec(f"{kind} {blueprint}")


def with_items(stream: Stream, solution: Sequence[Digit], like: Geometry, minimal: bool) -> Puzzle:
    """Return a puzzle with this one solution, whose items are of the same kinds as those of ``like``."""
    shape, names = bare(like), items_of(like)
    signs = [rule for name in sorted(names - {"cage"}) for rule in _SAID[name](shape, solution)]
    with closing(SatJudge(shape)) as judge:
        cages = list[Rule]()
        if "cage" in names:
            cages = _Merging(stream, shape, solution, judge).merged(signs, _largest(stream, shape, minimal))
        givens = [] if cages else stream.order(shape.cells)
        kept = _needed(judge, solution, givens, [*cages, *signs], 0)
        share = 0 if minimal else _LEAST_SIGNS + stream.below(_MORE_SIGNS)
        signs = _needed(judge, solution, stream.order(signs), [*cages, *kept], share * len(signs) // 100)
    items = (Item(rule.name, rule.args, tuple(map(shape.places.__getitem__, rule.cells))) for rule in (*cages, *signs))
    blueprint = Blueprint.of(shape)
    assert blueprint, "a shape with items is written item by item"
    values = [digit if cell in kept else 0 for cell, digit in enumerate(solution)]
    return Puzzle(tuple(values), _shape(like.kind_name, replace(blueprint, items=tuple(items))))


def _needed(
    judge: SatJudge, solution: Sequence[Digit], parts: Sequence[Any], others: Sequence[Part], least: int
) -> list[Any]:
    """Return the parts without those that can be left out, one after the other, until so few are left."""
    kept = [*parts]
    for part in parts:
        rest = [other for other in kept if other is not part]
        if len(kept) > least and _is_only(judge, solution, [*others, *rest]):
            kept = rest
    return kept


def _is_only(judge: SatJudge, solution: Sequence[Digit], parts: Iterable[Part]) -> bool:
    rules, cells = list[Rule](), list[Cell]()
    for part in parts:
        if isinstance(part, Rule):
            rules.append(part)
        else:
            cells.append(part)
    return judge.is_only(solution, rules, cells)


# Signs and dots


def _neighbours(shape: Geometry) -> Iterator[tuple[Cell, Cell]]:
    for cell, (row, column) in enumerate(shape.places):
        for place in ((row, column + 1), (row + 1, column)):
            if place in shape.cell_of:
                yield cell, shape.cell_of[place]


def _signs(shape: Geometry, solution: Sequence[Digit]) -> Iterator[Rule]:
    for one, other in _neighbours(shape):
        if solution[one] != solution[other]:
            yield rule_named("less")((one, other) if solution[one] < solution[other] else (other, one))


def _dots(shape: Geometry, solution: Sequence[Digit]) -> Iterator[Rule]:
    dot = rule_named("dot")
    for pair in _neighbours(shape):
        small, large = sorted(solution[cell] for cell in pair)
        if large in (small + 1, 2 * small):
            yield dot(pair, dot.words["consecutive" if large == small + 1 else "double"])


_SAID: dict[str, Callable[[Geometry, Sequence[Digit]], Iterator[Rule]]] = {"less": _signs, "dot": _dots}


# Cages


def _largest(stream: Stream, shape: Geometry, minimal: bool) -> int:
    """Return the most cells of a cage. On a 9x9 grid it is 5 in a minimal puzzle, which is hard, and else 3 or 4."""
    most = shape.symbols // 2 + 1
    return most if minimal else min(most, 3 + stream.below(2))


class _Merging:
    """Merges neighbouring cages as long as the solution is the only one."""

    def __init__(self, stream: Stream, shape: Geometry, solution: Sequence[Digit], judge: SatJudge) -> None:
        self.shape, self.solution, self.judge = shape, solution, judge
        self.pairs = stream.order(_neighbours(shape))

    def merged(self, signs: Sequence[Rule], largest: int) -> list[Rule]:
        """Return the cages of at most ``largest`` cells, no two of which can be merged."""
        cages: Cages = [(cell,) for cell in self.shape.cells]
        vain = at = 0
        while vain < len(self.pairs):  # a merged cage says that more digits differ: what failed may do later
            merged = self._with_merged(cages, *self.pairs[at % len(self.pairs)], largest)
            at += 1
            vain += 1
            if merged and _is_only(self.judge, self.solution, [*signs, *self._rules(merged)]):
                cages, vain = merged, 0
        return self._rules(sorted(cages))

    def _with_merged(self, cages: Cages, one: Cell, other: Cell, largest: int) -> Cages:
        """Return the cages with those of two cells merged, or none if they cannot be a cage."""
        both = [cage for cage in cages if one in cage or other in cage]
        cage = tuple(sorted(cell for part in both for cell in part))
        if len(both) == 1 or not len({self.solution[cell] for cell in cage}) == len(cage) <= largest:
            return []
        return [*(part for part in cages if part not in both), cage]

    def _rules(self, cages: Cages) -> list[Rule]:
        return [rule_named("cage")(cells, (sum(self.solution[cell] for cell in cells),)) for cells in cages]


# Regions


def with_regions(stream: Stream, geometry: Geometry) -> Geometry:
    """Return a jigsaw with regions of new forms, by letting regions swap cells at their edges."""
    region = {cell: u for u in geometry.regions for cell in geometry.units[u].cells}
    beside: dict[Cell, list[Cell]] = {cell: [] for cell in geometry.cells}
    for one, other in _neighbours(geometry):
        beside[one].append(other)
        beside[other].append(one)
    for _ in range(_SWAPS * geometry.symbols):
        one = stream.below(len(region))
        _swap(stream, one, beside[one][stream.below(len(beside[one]))], region, beside)
    rows = geometry.rows_of([SYMBOLS[geometry.regions.index(region[cell])] for cell in geometry.cells])
    blueprint = Blueprint.of(geometry)
    assert blueprint, "a jigsaw is written item by item"
    return _shape(geometry.kind_name, replace(blueprint, regions=tuple(map("".join, rows))))


def _swap(stream: Stream, one: Cell, other: Cell, region: dict[Cell, int], beside: dict[Cell, list[Cell]]) -> None:
    """Move a cell to the region of its neighbour and another one back, if that leaves both regions in one piece."""
    here, there = region[one], region[other]
    at_edge = [cell for cell in region if region[cell] == there and here in {region[near] for near in beside[cell]}]
    back = at_edge[stream.below(len(at_edge))] if here != there else one
    region[one], region[back] = there, here
    if not all(_is_one_piece({cell for cell in region if region[cell] == u}, beside) for u in (here, there)):
        region[one], region[back] = here, there


def _is_one_piece(cells: set[Cell], beside: dict[Cell, list[Cell]]) -> bool:
    reached, new = set[Cell](), [min(cells)]
    while new:
        cell = new.pop()
        reached.add(cell)
        new += [near for near in beside[cell] if near in cells - reached]
    return reached == cells
