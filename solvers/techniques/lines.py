"""Lines of a loop: numbers and dots that share edges, whose ways to be kept together leave out a line or force one.

Everybody's patterns are cases of this: a number in a corner, threes side by side or at one dot, a line that runs into
the corner of a 3. Few numbers and dots come first, so that a finding names no more of them than it needs.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import combinations
from operator import and_, or_

from puzzles.geometry import Geometry
from puzzles.rules.lines import LINE, NONE, Clue, Lines
from puzzles.rules.loop import Loop
from puzzles.rules.rule import Rule
from solvers.core.finding import Finding
from solvers.core.step import Why
from solvers.techniques.candidate_grid import Grid, mask_of
from solvers.techniques.registry import in_parts, technique
from solvers.techniques.rules import decided, marks_of, unused

_CORNERS = (1, 2, 4)
"""How many dots at a number's corners are looked at together."""
_PAUSE = 32
"""The number of patterns to look at between pauses."""


def has_lines(geometry: Geometry) -> bool:
    return any(isinstance(rule, Clue) for rule in geometry.rules)


@dataclass(frozen=True)
class Pattern(Rule):
    """Rules taken together. ``args`` are the ways to keep them all, each as a mask of the cells that are lines."""

    name = "pattern"

    def filter(self, masks: Sequence[int]) -> tuple[int, ...]:
        line, none = (mask_of(at for at, mask in enumerate(masks) if mask == 1 << only) for only in (LINE, NONE))
        ways = [way for way in self.args if way & line == line and not way & none]
        if not ways:
            return (0,) * len(masks)
        some, every = reduce(or_, ways), reduce(and_, ways)
        return tuple((some >> at & 1) << LINE | (~every >> at & 1) << NONE for at in range(len(masks)))


@dataclass(frozen=True)
class Patterns:
    """The patterns of a shape, with the fewest rules first."""

    rules: tuple[tuple[int, ...], ...]
    """The rules of each, as indices into the geometry's groups: a number or two, then dots."""
    patterns: tuple[Pattern, ...]
    parts_of: tuple[int, ...]
    """The patterns of each cell, as bits."""


@lru_cache(maxsize=16)
def patterns_of(geometry: Geometry) -> Patterns:
    numbered = {number: rule for number, rule in geometry.numbered_rules.items() if isinstance(rule, Lines)}
    dots_of = {number: _dots(geometry, number) for number, rule in numbered.items() if isinstance(rule, Clue)}
    groups = [(number, *dots) for number, all_dots in dots_of.items() for many in _CORNERS
              for dots in combinations(all_dots, many)]  # fmt: skip
    for one, other in combinations(dots_of, 2):
        if shared := [dot for dot in dots_of[one] if dot in dots_of[other]]:
            groups.append((one, other, *shared))
    groups.sort(key=len)
    made = tuple(_pattern(geometry, [numbered[number] for number in group]) for group in groups)
    in_cells = dict.fromkeys(geometry.cells, 0)
    for part, pattern in enumerate(made):
        for cell in pattern.cells:
            in_cells[cell] |= 1 << part
    return Patterns(tuple(groups), made, tuple(in_cells.values()))


def _dots(geometry: Geometry, number: int) -> list[int]:
    """Return the dots at the corners of a number, where two of its edges meet."""
    beside = [other for cell in geometry.numbered_rules[number].cells for other in geometry.rules_of[cell]]
    dots = (other for other in {*beside} if not isinstance(geometry.numbered_rules[other], (Clue, Loop)))
    return sorted(dot for dot in dots if beside.count(dot) == 2)


def _pattern(geometry: Geometry, rules: Sequence[Lines]) -> Pattern:
    cells = tuple(sorted({cell for rule in rules for cell in rule.cells}))
    ways = _ways(len(cells), tuple((mask_of(map(cells.index, rule.cells)), _allowed(rule)) for rule in rules))
    around = [{*rule.cells} for rule in rules if isinstance(rule, Clue)]
    if len(around) == 2 and (between := around[0] & around[1]):
        closed = (around[0] | around[1]) - between
        if any(isinstance(rule, Loop) and rule.unmet(closed) for rule in geometry.rules):
            ways = tuple(way for way in ways if way != mask_of(map(cells.index, closed)))
    return Pattern(cells, ways)


def _allowed(rule: Lines) -> tuple[int, ...]:
    return tuple(many for many in range(len(rule.cells) + 1) if rule.accepts(many))


@lru_cache(maxsize=1000)
def _ways(cells: int, rules: tuple[tuple[int, tuple[int, ...]], ...]) -> tuple[int, ...]:
    """Return the ways to draw lines along some edges. A rule is a mask of edges, and how many of them may be lines."""
    ways = [0]
    for at in range(cells):
        ways += [way | 1 << at for way in ways]
        full = [(mask, allowed) for mask, allowed in rules if mask.bit_length() == at + 1]
        ways = [way for way in ways if all((way & mask).bit_count() in allowed for mask, allowed in full)]
    return tuple(ways)


@technique(
    Why.NUMBERS_AND_DOTS,
    "Numbers and dots",
    "Of all ways to draw the lines around a number or two and at the dots beside them, none has the edge so.",
    sizes=has_lines,
)
def numbers_and_dots(grid: Grid) -> Iterator[Finding | None]:
    """Find lines and crosses that numbers and dots need together. A finding has these rules in ``units``, numbers
    first, and the cells that the argument rests on in ``cells``.
    """
    its = patterns_of(grid.geometry)

    def search(part: int) -> Iterator[Finding | None]:
        for _, strikes, rests in unused(grid, its.patterns[part]):
            marks = marks_of(grid, rests, held=its.patterns[part].cells)
            yield Finding("numbers_and_dots", *decided(grid, strikes), rests, (), its.rules[part], (), marks)
        if part % _PAUSE == 0:
            yield None

    yield from in_parts(grid.unseen("numbers_and_dots", its.parts_of, len(its.patterns)), search)
