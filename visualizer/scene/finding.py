"""Shows a technique's finding on the board: the role of each candidate, the links and the units.

Every step of a finding shows the same picture: first the pattern, then each candidate it strikes.
"""

from __future__ import annotations

from collections.abc import Iterator

from puzzles.geometry import Cell, Digit, Geometry
from solvers.core.finding import BASE, COVER, EXTRA, FIN, FLOOR, ONE, OTHER, PINCER, PIVOT, Candidate, Chain
from solvers.core.step import Step, Why
from solvers.techniques import Finding
from visualizer.views.board import Link, MarkRole

PARTS = {
    BASE: MarkRole.ONE,
    ONE: MarkRole.ONE,
    PIVOT: MarkRole.ONE,
    FLOOR: MarkRole.ONE,
    OTHER: MarkRole.OTHER,
    PINCER: MarkRole.OTHER,
    COVER: MarkRole.OTHER,
    EXTRA: MarkRole.FIN,
    FIN: MarkRole.FIN,
}
"""The mark for each role in a finding."""
MEANINGS = {
    MarkRole.ONE: "part of the pattern",
    MarkRole.OTHER: "second colour, or pincers",
    MarkRole.FIN: "fin, extra candidate or pivot set",
    MarkRole.TARGET: "removed by the pattern",
}
"""The legend text for each mark."""
MOST_UNITS = 4
"""The maximum number of units to colour. With more, most of the board would be coloured and nothing would stand out."""
Parts = dict[Cell, tuple[tuple[Digit, MarkRole], ...]]


def finding_of(step: Step | None) -> Finding | None:
    """Return the finding that the step applies, if any. Singles are drawn the same way as for any other solver."""
    if step is None or not isinstance(step.detail, Finding) or step.why <= Why.HIDDEN_SINGLE:
        return None
    return step.detail


def parts_of(finding: Finding) -> Parts:
    """Return the marked candidates of each cell. A candidate with several roles gets the most important mark."""
    found: dict[Candidate, MarkRole] = {}
    for true, candidates in _nodes(finding):
        found |= dict.fromkeys(candidates, MarkRole.ONE if true else MarkRole.OTHER)
    for role, candidates in finding.marks:
        found |= dict.fromkeys(candidates, _part(finding, role))
    found |= dict.fromkeys(finding.strikes, MarkRole.TARGET)
    cells: Parts = {}
    for (cell, digit), part in sorted(found.items(), key=lambda one: one[0]):
        cells[cell] = (*cells.get(cell, ()), (digit, part))
    return cells


def links_of(finding: Finding) -> tuple[Link, ...]:
    """Return a finding's links in reading order, from each node of a chain to the next."""
    if finding.links:
        return tuple(Link((a, b), (c, d), strong) for a, b, c, d, strong in finding.links)
    return tuple(dict.fromkeys(link for chain in finding.chains for link in _along(chain)))


def units_of(finding: Finding, geometry: Geometry) -> frozenset[Cell]:
    """Return the cells of the pattern's units, or nothing if there are too many units."""
    if finding.chains or len(finding.units) > MOST_UNITS:
        return frozenset()
    return frozenset(cell for unit in finding.units for cell in geometry.units[unit].cells)


def _part(finding: Finding, role: str) -> MarkRole:
    """Return the mark for a role in this finding. The pivot of two sets has its own mark; the pivot of a chain is the
    start of the chain and is drawn as true.
    """
    if role == PIVOT and finding.marked(ONE) and not finding.chains:
        return MarkRole.FIN
    return PARTS.get(role, MarkRole.ONE)


def _nodes(finding: Finding) -> Iterator[tuple[bool, tuple[Candidate, ...]]]:
    for chain in finding.chains:
        for true, candidates, _ in chain:
            yield true, candidates


def _along(chain: Chain) -> Iterator[Link]:
    for (_, before, _), (true, after, _) in zip(chain, chain[1:], strict=False):
        yield Link(before[-1], after[0], strong=true)
