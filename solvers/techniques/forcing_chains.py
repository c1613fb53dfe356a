"""Forcing chains: conclusions that hold in every case.

One of a cell's candidates must be true, as must one of a digit's places in a unit. If chains lead from all of them to
the same conclusion, it holds. And if chains from a single candidate lead to both a conclusion and its opposite, the
candidate is false.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from solvers.core.finding import ONE, OTHER, PIVOT, Chain, Finding
from solvers.core.step import Why
from solvers.techniques.candidate_grid import Grid, UnitIndex, bits, mask_of
from solvers.techniques.links import Links, Node, Nodes, grouped_links, plain_links
from solvers.techniques.reachability import PAUSE, Reach, arrows, chain_of, everything, said, way
from solvers.techniques.registry import technique

_MANY, _FEW = 240, 10
"""How many chains to compare, and how many cells to examine, between pauses."""
CELL, UNIT, CONTRADICTION = "cell", "unit", "contradiction"


class CaseArgument(NamedTuple):
    """Chains from several starting nodes that lead to the same end."""

    variant: str
    starts: tuple[Node, ...]
    """The starting node of each chain. A contradiction has the same one twice: the first chain says that the end is
    true, the second that it is false.
    """
    end: Node
    says: bool
    """Whether the chains conclude that the end is true."""
    unit: UnitIndex = -1


Measured = tuple[int, CaseArgument]
"""An argument, preceded by the number of nodes in its chains."""
Known = dict[Node, tuple[Reach, Nodes, Nodes]]
"""What follows from each candidate: see :func:`everything`."""


@technique(
    Why.FORCING_CHAIN,
    "Forcing chains",
    "Whichever digit a cell holds, or wherever a unit has a digit, a chain leads to the same end, so the end is true.",
)
def forcing_chain(grid: Grid) -> Iterator[Finding | None]:
    """Find chains that agree, fewest nodes first. A finding has the ``cells`` and ``digits`` of the candidates at the
    start of the chains and, in the variant ``unit``, the unit they share.
    """
    plain_links(grid)
    yield None
    links, known, work = grouped_links(grid), Known(), 0
    yield None
    for node in sorted(links.weak):
        if node not in links.groups:
            known[node] = everything(links, node)
            work += known[node][1].bit_count() + known[node][2].bit_count()
            if work > 3 * PAUSE:
                work = 0
                yield None
    arguments: list[tuple[int, int, CaseArgument]] = []
    for found in _arguments(grid, links, known):
        if found is not None:
            arguments.append((found[0], len(arguments), found[1]))
        work += len(found[1].starts) if found is not None else _MANY // 4
        if work > _MANY:
            work = 0
            yield None
    for _, _, argument in sorted(arguments):
        yield _finding(grid, links, known, argument)


def _arguments(grid: Grid, links: Links, known: Known) -> Iterator[Measured | None]:
    """Yield arguments of all three kinds, with ``None`` now and then as a pause."""
    for cell in bits(grid.open):
        yield from _common(links, known, CELL, [digit * links.span + cell for digit in bits(grid.masks[cell])])
        if cell % _FEW == 0:
            yield None
    for digit in grid.geometry.digits:
        for unit in grid.lacking[digit]:
            places = bits(grid.where[digit] & grid.shape.units[unit])
            yield from _common(links, known, UNIT, [digit * links.span + cell for cell in places], unit)
        yield None
    for start, (reach, true, false) in known.items():
        if true & false & links.singles:
            end = _both_ways(reach, links.singles)
            length = sum(_length(known, start, end, says) for says in (True, False))
            yield length, CaseArgument(CONTRADICTION, (start, start), end, False)


def _common(
    links: Links, known: Known, variant: str, starts: Sequence[Node], unit: UnitIndex = -1
) -> Iterator[Measured]:
    """Yield arguments for conclusions that hold whichever start is true. With fewer than two starts, yield nothing."""
    if len(starts) < 2:
        return
    true = false = links.singles
    for start in starts:
        true &= known[start][1]
        false &= known[start][2]
    at_once = 1 + _MANY // len(starts)
    for nodes, says in ((true, True), (false, False)):
        ends = bits(nodes)
        for at in range(0, len(ends), at_once):
            for end, length in _lengths(known, starts, ends[at : at + at_once], says).items():
                yield length, CaseArgument(variant, tuple(starts), end, says, unit)


def _lengths(known: Known, starts: Sequence[Node], ends: Sequence[Node], says: bool) -> dict[Node, int]:
    """Return, for each end, the total number of nodes in the shortest chains to it, one from each start."""
    lengths, wanted = dict.fromkeys(ends, 0), mask_of(ends)
    for start in starts:
        reach = known[start][0]
        for at in range(not says, len(reach), 2):
            for end in bits(reach[at] & wanted):
                lengths[end] += 1 + at
    return lengths


def _both_ways(reach: Reach, singles: Nodes) -> Node:
    """Return the first candidate found to be both true and false. There must be one."""
    so_far = [0, 0]
    for at, nodes in enumerate(reach):
        so_far[at % 2] |= nodes & singles
        both = so_far[0] & so_far[1]
        if both:
            return (both & -both).bit_length() - 1
    raise AssertionError("no candidate is both true and false")


def _length(known: Known, start: Node, end: Node, says: bool) -> int:
    """Return the number of nodes in the shortest chain to a node."""
    reach = known[start][0]
    return 1 + next(at for at in range(not says, len(reach), 2) if reach[at] >> end & 1)


def _finding(grid: Grid, links: Links, known: Known, argument: CaseArgument) -> Finding:
    says = (True, False) if argument.variant == CONTRADICTION else (argument.says,) * len(argument.starts)
    cases = zip(argument.starts, says, strict=True)
    chains = tuple(_chain(grid, links, known, start, argument.end, says) for start, says in cases)
    starts = tuple(candidates[0] for (_, candidates, _), *_ in chains)
    if argument.variant == CONTRADICTION:
        starts = ends = starts[:1]
    else:
        ends = links.candidates(argument.end)
    places, strikes = (ends, ()) if argument.says else ((), ends)
    return Finding(
        "forcing_chain", places, strikes,
        cells=tuple(cell for cell, _ in starts),
        digits=tuple(digit for _, digit in starts),
        units=(argument.unit,) if argument.variant == UNIT else (),
        marks=((PIVOT, starts), (ONE, said(chains, True, starts)), (OTHER, said(chains, False, starts))),
        links=arrows(chains), variant=argument.variant, chains=chains,
    )  # fmt: skip


def _chain(grid: Grid, links: Links, known: Known, start: Node, end: Node, says: bool) -> Chain:
    reach = known[start][0][: _length(known, start, end, says)]
    return chain_of(grid, links, way(links, reach, end, first=True), first=True)
