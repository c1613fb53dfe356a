"""Reachability: what follows from an assumption about a node, link by link, nearest first.

A reach is a list of layers, which are sets of nodes that are alternately false and true. The first layer contains the
assumption, and each later layer what follows from the layer before it but not from any earlier layer.
"""

from collections.abc import Iterator, Sequence

from solvers.core.finding import Candidate, Chain, Link
from solvers.techniques.candidate_grid import Grid, UnitIndex, bits, mask_of, once
from solvers.techniques.links import Links, Node, Nodes, Table, grouped_links, plain_links

Reach = list[Nodes]
PAUSE = 600
"""How many nodes to expand between pauses (a few thousand lines of Python)."""


def spread(table: Table, nodes: Nodes) -> Nodes:
    """Return every node linked to any of the given nodes."""
    found = 0
    while nodes:
        low = nodes & -nodes
        found |= table.get(low.bit_length() - 1, 0)
        nodes ^= low
    return found


# A breadth-first search from all nodes at once, in alternating layers: if a start is false, its strong links make nodes
# true, and their weak links make nodes false. A node that becomes true forms a pair with the start, since one of them
# must be true. The search finds each pair from both ends, so it only reports ends numbered above the start.


def pairs(links: Links) -> Iterator[tuple[Reach, Node] | None]:
    """Yield pairs of nodes, at least one of which must be true. Each pair is given as (layers, second node), where the
    layers are what follows if the first node is false.

    The nearest pairs come first, and no pair comes twice; both nodes may be the same. Yields ``None`` now and then
    while searching.
    """
    starts = sorted(links.strong)
    fronts: list[tuple[Node, Reach, Nodes, Nodes]] = [(start, [1 << start], 0, 1 << start) for start in starts]
    work = 0
    while fronts:
        further = []
        for start, reach, true, false in fronts:
            news = spread(links.strong, reach[-1]) & ~true
            reach.append(news)
            true |= news
            for above in bits(news >> start):
                yield reach, start + above
            news = spread(links.weak, reach[-1]) & ~false
            if news:
                reach.append(news)
                further.append((start, reach, true, false | news))
            work += reach[-1].bit_count() + reach[-2].bit_count() + 2
            if work > PAUSE:
                work = 0
                yield None
        fronts = further


class Pairs:
    """The pairs of nodes that may rule something out as the two ends of a chain.

    They are found only once per position, and several techniques share them. Chains are made of ``links``; ``every``
    has all the weak links that the two ends may use to rule something out.
    """

    def __init__(self, links: Links, every: Links) -> None:
        self.known: list[tuple[Reach, Node]] = []
        self.rest = _useful(links, every)

    def __iter__(self) -> Iterator[tuple[Reach, Node] | None]:
        at = 0
        while True:
            while at < len(self.known):
                yield self.known[at]
                at += 1
            try:
                pair = next(self.rest)
            except StopIteration:
                return
            if pair is None:
                yield None
            else:
                self.known.append(pair)


def _useful(links: Links, every: Links) -> Iterator[tuple[Reach, Node] | None]:
    weak, singles = every.weak, links.singles
    for pair in pairs(links):
        if pair is None:
            yield None
            continue
        reach, end = pair
        start = reach[0].bit_length() - 1
        if start == end or weak[start] >> end & 1 or weak[start] & weak[end] & singles:
            yield reach.copy(), end


@once
def plain_pairs(grid: Grid) -> Pairs:
    """Return the pairs of nodes that are single candidates."""
    return Pairs(plain_links(grid), plain_links(grid))


@once
def grouped_pairs(grid: Grid) -> Pairs:
    """Return the pairs of nodes that are candidates or groups."""
    return Pairs(grouped_links(grid), grouped_links(grid))


def everything(links: Links, start: Node) -> tuple[Reach, Nodes, Nodes]:
    """Return what follows from a node being true: the layers of nodes (alternately true and false, beginning with
    true), all the true nodes, and all the false nodes.
    """
    reach, true, false = [1 << start], 1 << start, 0
    while True:
        news = spread(links.weak, reach[-1]) & ~false
        reach.append(news)
        false |= news
        news = spread(links.strong, news) & ~true
        if not news:
            return reach, true, false
        reach.append(news)
        true |= news


def way(links: Links, reach: Reach, end: Node, first: bool) -> tuple[Node, ...]:
    """Return a shortest chain from the first layer to ``end`` in the last. ``first`` says if the first is true."""
    back = [end]
    for at in range(len(reach) - 2, -1, -1):
        true = first == (at % 2 == 0)
        before = reach[at] & (links.weak if true else links.strong)[back[-1]]
        back.append((before & -before).bit_length() - 1)
    return tuple(reversed(back))


def chain_of(grid: Grid, links: Links, nodes: tuple[Node, ...], first: bool) -> Chain:
    """Return a chain of nodes with what it says about each. ``first`` says whether the first is assumed true."""
    chain, before = [], tuple[Candidate, ...]()
    for at, node in enumerate(nodes):
        candidates, true = links.candidates(node), first == (at % 2 == 0)
        chain.append((true, candidates, joining(grid, before + candidates) if true and at else -1))
        before = candidates
    return tuple(chain)


def joining(grid: Grid, candidates: tuple[Candidate, ...]) -> UnitIndex:
    """Return the unit in which a digit has only these places; -1 if the candidates are different digits of one cell."""
    digit = candidates[0][1]
    if any(other != digit for _, other in candidates):
        return -1
    cells, where, units = mask_of(cell for cell, _ in candidates), grid.where[digit], grid.shape.units
    return next(unit for unit in grid.lacking[digit] if where & units[unit] == cells)


def said(chains: Sequence[Chain], true: bool, besides: Sequence[Candidate] = ()) -> tuple[Candidate, ...]:
    """Return the candidates that any chain says are true (or false), once each, except those in ``besides``."""
    found = (candidate for chain in chains for says, candidates, _ in chain if says is true for candidate in candidates)
    return tuple(dict.fromkeys(candidate for candidate in found if candidate not in besides))


def arrows(chains: Sequence[Chain]) -> tuple[Link, ...]:
    """Return the links between the first candidates of the chains' nodes, without duplicates."""
    found: dict[Link, None] = {}
    for chain in chains:
        for (says, candidates, _), (_, others, _) in zip(chain, chain[1:], strict=False):
            found[(*candidates[0], *others[0], not says)] = None
    return tuple(found)
