"""Chains: links, strong and weak by turns, from a candidate that is supposed false to one that is then true.

So one of the two ends is true, and what both ends rule out is false. Where the two ends rule each other out as well,
the chain closes to a continuous loop, in which each weak link has a true end: what sees both of its ends is false.
Where the two ends are one and the same candidate, it is true.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from solvers.step import Why
from solvers.techniques.finding import ONE, OTHER, Candidate, Finding
from solvers.techniques.grid import Grid, bits
from solvers.techniques.links import Links, Node, Nodes, grouped_links, plain_links
from solvers.techniques.reach import arrows, chain_of, pairs, said, way
from solvers.techniques.registry import technique

TYPE_1, TYPE_2, CONTINUOUS, DISCONTINUOUS = "type_1", "type_2", "continuous", "discontinuous"
"""The ends hold one digit, and what sees both loses it; they hold two, in cells that see each other, and each cell
loses the other's; a loop; a candidate that follows from its own falsehood."""
OPEN, CLOSED = (TYPE_1, TYPE_2), (CONTINUOUS, DISCONTINUOUS)


def found(
    name: str, links: Links, weak_links: Links, variants: tuple[str, ...], fits: Callable[[tuple[Node, ...]], bool]
) -> Iterator[Finding | None]:
    """The chains of these links, shortest first, whose ends rule out something by their ``weak_links``."""
    weak, singles = weak_links.weak, links.singles
    for pair in pairs(links):
        if pair is None:
            yield None
            continue
        reach, end = pair
        start = reach[0].bit_length() - 1
        variant = variant_of(links, weak[start], start, end)
        if variant in variants and (variant == CONTINUOUS or weak[start] & weak[end] & singles):
            nodes = way(links, reach, end, first=False)
            if fits(nodes) and simple(links, nodes, variant):
                yield from conclusion(name, weak_links, nodes, variant)


def variant_of(links: Links, weak: Nodes, start: Node, end: Node) -> str:
    if start == end:
        return DISCONTINUOUS
    if weak >> end & 1:
        return CONTINUOUS
    (_, digit), (_, other) = links.candidates(start)[0], links.candidates(end)[0]
    return TYPE_1 if digit == other else TYPE_2


def simple(links: Links, nodes: tuple[Node, ...], variant: str) -> bool:
    """No candidate comes twice, but for that in which a discontinuous loop closes."""
    inner = nodes[1:] if variant == DISCONTINUOUS else nodes
    candidates = [candidate for node in inner for candidate in links.candidates(node)]
    return len(set(candidates)) == len(candidates)


def conclusion(name: str, links: Links, nodes: tuple[Node, ...], variant: str) -> Iterator[Finding]:
    """What follows from the chain, if anything."""
    weak, start, end = links.weak, nodes[0], nodes[-1]
    places: tuple[Candidate, ...] = ()
    gone = weak[start] & weak[end] & links.singles
    if variant == DISCONTINUOUS and start not in links.groups:
        places, gone = links.candidates(start), 0
    elif variant == CONTINUOUS:
        own = sum(1 << node for node in nodes)
        for at in range(1, len(nodes), 2):
            gone |= weak[nodes[at]] & weak[nodes[(at + 1) % len(nodes)]] & links.singles & ~own
    if places or gone:
        yield evidence(name, links, nodes, variant, places, links.struck(gone))


def evidence(
    name: str,
    links: Links,
    nodes: tuple[Node, ...],
    variant: str,
    places: tuple[Candidate, ...],
    strikes: tuple[Candidate, ...],
) -> Finding:
    """``cells`` and ``digits``: of the nodes in order, of a group its first cell; marks ``one``: what the chain says is
    true, ``other``: false."""
    chain = chain_of(links, nodes, first=False)
    firsts = [candidates[0] for _, candidates in chain]
    closing = ((*firsts[-1], *firsts[0], False),) if variant == CONTINUOUS else ()
    body = chain[:-1] if variant == DISCONTINUOUS else chain
    return Finding(
        name, places, strikes,
        cells=tuple(cell for cell, _ in firsts), digits=tuple(digit for _, digit in firsts),
        marks=tuple((role, said((body,), true)) for role, true in ((ONE, True), (OTHER, False))),
        links=arrows((chain,)) + closing, variant=variant, chains=(chain,),
    )  # fmt: skip


def _any(nodes: tuple[Node, ...]) -> bool:
    return True


@technique(
    Why.X_CHAIN,
    "X-chain",
    "Places of one digit, linked so that it stands at the one end or at the other.",
)
def x_chain(grid: Grid) -> Iterator[Finding | None]:
    plain = plain_links(grid)
    for digit in grid.geometry.digits:
        mask = plain.of_digit(digit)
        strong = {node: to & mask for node, to in plain.strong.items() if mask >> node & 1 and to & mask}
        weak = {node: to & mask for node, to in plain.weak.items() if mask >> node & 1}
        yield from found("x_chain", Links(plain.span, plain.singles, strong, weak, {}), plain, OPEN, _any)


@technique(
    Why.XY_CHAIN,
    "XY-chain",
    "Cells with two candidates, each sharing a digit with the next, so that one of the end cells holds their digit.",
)
def xy_chain(grid: Grid) -> Iterator[Finding | None]:
    """Two nodes a cell: ``cells`` names each twice."""
    plain, masks = plain_links(grid), grid.masks
    strong: dict[Node, Nodes] = {}
    for cell in bits(grid.bivalue):
        low, high = (digit * plain.span + cell for digit in bits(masks[cell]))
        strong[low], strong[high] = 1 << high, 1 << low
    ours = sum(1 << node for node in strong)
    weak = {node: plain.weak[node] & ours & plain.of_digit(node // plain.span) for node in strong}
    yield from found("xy_chain", Links(plain.span, plain.singles, strong, weak, {}), plain, (TYPE_1,), _any)


@technique(
    Why.AIC,
    "Alternating inference chain",
    "Strong and weak links by turns: one of the two ends is true, and what both rule out is false.",
)
def aic(grid: Grid) -> Iterator[Finding | None]:
    plain = plain_links(grid)
    yield from found("aic", plain, plain, OPEN, _any)


@technique(
    Why.NICE_LOOP,
    "Nice loop",
    "A chain that comes back to its beginning: each weak link has a true end, or the beginning follows from itself.",
)
def nice_loop(grid: Grid) -> Iterator[Finding | None]:
    plain = plain_links(grid)
    yield from found("nice_loop", plain, plain, CLOSED, _any)


def _with_groups(grid: Grid, name: str, variants: tuple[str, ...]) -> Iterator[Finding | None]:
    grouped = grouped_links(grid)
    yield from found(name, grouped, grouped, variants, lambda nodes: any(node in grouped.groups for node in nodes))


@technique(
    Why.GROUPED_AIC,
    "Grouped AIC",
    "The same with groups: places of a digit in one box and one line, which are linked as if they were one.",
)
def grouped_aic(grid: Grid) -> Iterator[Finding | None]:
    return _with_groups(grid, "grouped_aic", OPEN)


@technique(
    Why.GROUPED_NICE_LOOP,
    "Grouped nice loop",
    "A loop with groups: places of a digit in one box and one line, which are linked as if they were one.",
)
def grouped_nice_loop(grid: Grid) -> Iterator[Finding | None]:
    return _with_groups(grid, "grouped_nice_loop", CLOSED)
