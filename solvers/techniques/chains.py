"""Chains of alternating strong and weak links, from a candidate assumed false to one that must then be true.

So at least one end is true, and anything that both ends rule out is false. If the ends also rule each other out, the
chain closes into a continuous loop, where every weak link has a true end, so anything that sees both of its ends is
false. If the two ends are the same candidate, it is true.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from puzzles.geometry import Cell, Digit
from solvers.core.finding import BASE, ONE, OTHER, Candidate, Finding, Link
from solvers.core.step import Why
from solvers.techniques.candidate_grid import Cells, Grid, bits, each
from solvers.techniques.links import Links, Node, Nodes, grouped_links, plain_links
from solvers.techniques.reachability import Pairs, arrows, chain_of, grouped_pairs, plain_pairs, said, way
from solvers.techniques.registry import by_digit, technique

_MANY = 40
"""How many unsuccessful chains to examine between pauses."""
TYPE_1, TYPE_2, CONTINUOUS, DISCONTINUOUS = "type_1", "type_2", "continuous", "discontinuous"
"""The variants: the ends have the same digit, struck from cells that see both; the ends have different digits and see
each other, so each cell loses the other's digit; a loop; a candidate that is true because its being false implies it.
"""
OPEN, CLOSED = (TYPE_1, TYPE_2), (CONTINUOUS, DISCONTINUOUS)


@dataclass(frozen=True, slots=True)
class ChainSearch:
    """A search for chains: which links to follow, and which conclusions to look for."""

    grid: Grid
    technique: str
    variants: tuple[str, ...]
    links: Links
    every: Links
    """The links used to work out what the two ends rule out."""
    pairs: Pairs
    grouped: bool = False
    """Whether to find only chains that include a group."""


def found(hunt: ChainSearch) -> Iterator[Finding | None]:
    """Yield the chains that lead to a conclusion, shortest first."""
    fruitless = 0
    for pair in hunt.pairs:
        if pair is None:
            yield None
            continue
        reach, end = pair
        variant = variant_of(hunt, reach[0].bit_length() - 1, end)
        if variant in hunt.variants:
            nodes = way(hunt.links, reach, end, first=False)
            finding = conclusion(hunt, nodes, variant) if fits(hunt, nodes, variant) else None
            fruitless = (fruitless + 1) % _MANY
            if finding is not None or not fruitless:
                yield finding


def variant_of(hunt: ChainSearch, start: Node, end: Node) -> str:
    if start == end:
        return DISCONTINUOUS
    if hunt.every.weak[start] >> end & 1:
        return CONTINUOUS
    (_, digit), (_, other) = hunt.links.candidates(start)[0], hunt.links.candidates(end)[0]
    return TYPE_1 if digit == other else TYPE_2


def fits(hunt: ChainSearch, nodes: tuple[Node, ...], variant: str) -> bool:
    """Return whether no candidate repeats (except where a discontinuous loop closes), and a group is included if
    required.
    """
    inner = nodes[1:] if variant == DISCONTINUOUS else nodes
    candidates = [candidate for node in inner for candidate in hunt.links.candidates(node)]
    return len(set(candidates)) == len(candidates) and (not hunt.grouped or len(candidates) > len(inner))


# If the first node is false, the last one is true. So one of the two ends is always true, and whatever both exclude is
# struck. A loop gives more. In a continuous loop the ends exclude each other, so every weak link also has one true end.
# In a discontinuous loop both ends are the same node, which would be true if it were false, and is therefore true.


def struck(links: Links, nodes: tuple[Node, ...], variant: str) -> tuple[Candidate, ...]:
    """Return the candidates that a chain excludes."""
    weak, start, end = links.weak, nodes[0], nodes[-1]
    gone = weak[start] & weak[end]
    if variant == CONTINUOUS:
        for one, other in zip(nodes[1::2], (*nodes[2::2], start), strict=True):
            gone |= weak[one] & weak[other]
        for node in nodes:
            gone &= ~(1 << node)
    return tuple((node % links.span, node // links.span) for node in bits(gone & links.singles))


def conclusion(hunt: ChainSearch, nodes: tuple[Node, ...], variant: str) -> Finding | None:
    """Return the finding that follows from a chain, if any. It has the cell (for a group, the first cell) and digit of
    each node in order, and the units of the strong links. The mark ``one`` is what the chain says is true, ``other``
    what it says is false.
    """
    sure = variant == DISCONTINUOUS and nodes[0] not in hunt.every.groups
    places = hunt.every.candidates(nodes[0]) if sure else ()
    strikes = () if sure else struck(hunt.every, nodes, variant)
    if not places + strikes:
        return None
    chain = chain_of(hunt.grid, hunt.links, nodes, first=False)
    firsts = [candidates[0] for _, candidates, _ in chain]
    closing = ((*firsts[-1], *firsts[0], False),) if variant == CONTINUOUS else ()
    body = chain[:-1] if variant == DISCONTINUOUS else chain
    return Finding(
        hunt.technique, places, strikes,
        cells=tuple(cell for cell, _ in firsts), digits=tuple(digit for _, digit in firsts),
        units=tuple(dict.fromkeys(unit for _, _, unit in chain if unit >= 0)),
        marks=tuple((role, said((body,), true)) for role, true in ((ONE, True), (OTHER, False))),
        links=arrows((chain,)) + closing, variant=variant, chains=(chain,),
    )  # fmt: skip


@technique(
    Why.X_CHAIN,
    "X-chain",
    "Places of one digit, linked so that the digit is at one end or the other.",
)
def x_chain(grid: Grid) -> Iterator[Finding | None]:
    plain = plain_links(grid)
    for digit in grid.geometry.digits:
        mask = plain.of_digit(digit)
        strong = {node: to & mask for node, to in plain.strong.items() if mask >> node & 1 and to & mask}
        weak = {node: to & mask for node, to in plain.weak.items() if mask >> node & 1}
        links = replace(plain, strong=strong, weak=weak)
        yield from found(ChainSearch(grid, "x_chain", OPEN, links, plain, Pairs(links, plain)))


@technique(
    Why.XY_CHAIN,
    "XY-chain",
    "Cells with two candidates, each sharing a digit with the next, so that one of the end cells holds their digit.",
)
def xy_chain(grid: Grid) -> Iterator[Finding | None]:
    """Find chains of cells with two candidates. Each cell is two nodes, so it appears twice in a finding."""
    plain, masks = plain_links(grid), grid.masks
    strong: dict[Node, Nodes] = {}
    for cell in bits(grid.bivalue):
        low, high = (digit * plain.span + cell for digit in bits(masks[cell]))
        strong[low], strong[high] = 1 << high, 1 << low
    ours = sum(1 << node for node in strong)
    weak = {node: plain.weak[node] & ours & plain.of_digit(node // plain.span) for node in strong}
    links = replace(plain, strong=strong, weak=weak)
    yield from found(ChainSearch(grid, "xy_chain", (TYPE_1,), links, plain, Pairs(links, plain)))


def of_singles(grid: Grid, *, name: str, variants: tuple[str, ...]) -> Iterator[Finding | None]:
    links = plain_links(grid)
    return found(ChainSearch(grid, name, variants, links, links, plain_pairs(grid)))


def with_groups(grid: Grid, *, name: str, variants: tuple[str, ...]) -> Iterator[Finding | None]:
    """Find chains with a group in which a digit's places at the intersection of a box and a line count as one."""
    plain_links(grid)
    yield None
    links = grouped_links(grid)
    yield None
    yield from found(ChainSearch(grid, name, variants, links, links, grouped_pairs(grid), True))


_PLACES = "in which a digit's places at the intersection of a box and a line may count as one."
_LOOP = "A chain that returns to its start: one end of each weak link is true, or the start is forced."
_OPEN = "Alternating strong and weak links: one of the two ends is true, and whatever both rule out is false."
for _why, _search, _variants, _title, _idea in (
    (Why.AIC, of_singles, OPEN, "Alternating inference chain", _OPEN),
    (Why.NICE_LOOP, of_singles, CLOSED, "Nice loop", _LOOP),
    (Why.GROUPED_AIC, with_groups, OPEN, "Grouped AIC", f"A chain {_PLACES}"),
    (Why.GROUPED_NICE_LOOP, with_groups, CLOSED, "Grouped nice loop", f"A loop {_PLACES}"),
):
    technique(_why, _title, _idea)(partial(_search, name=_why.name.lower(), variants=_variants))


# Colouring ----------------------------------------------------------------------------------------------------------

# Linked pairs of candidates get alternating colours, and all candidates of one colour are true.


Edges = dict[Cell, list[Cell]]
WRAP, TRAP = "wrap", "trap"


@technique(
    Why.SIMPLE_COLOURING,
    "Simple colouring",
    "Linked conjugate pairs take two colours in turn: one colour is true, and the other is false.",
)
@by_digit
def simple_colouring(grid: Grid, digit: Digit) -> Iterator[Finding]:
    """Colour the conjugate pairs of a digit, given as a finding's ``links``. In the variant ``wrap``, two cells of the
    colour ``one`` see each other (``cells``), so that colour is false. In ``trap``, candidates that see both colours
    are struck.
    """
    edges: Edges = {}
    for _, a, b in grid.pairs(digit):
        edges.setdefault(a, []).append(b)
        edges.setdefault(b, []).append(a)
    coloured: Cells = 0
    for start in sorted(edges):
        if not coloured >> start & 1:
            colours, links = _colours(edges, start, digit)
            coloured |= colours[0] | colours[1]
            yield from _uncoloured(grid, digit, colours, links)


def _colours(edges: Edges, start: Cell, digit: Digit) -> tuple[tuple[Cells, Cells], tuple[Link, ...]]:
    """Return the cells of each colour, and the link through which each was reached."""
    colours, links, todo = [1 << start, 0], list[Link](), [(start, 0)]
    for cell, colour in todo:
        for beside in edges[cell]:
            if not (colours[0] | colours[1]) >> beside & 1:
                colours[1 - colour] |= 1 << beside
                links.append((cell, digit, beside, digit, True))
                todo.append((beside, 1 - colour))
    return (colours[0], colours[1]), tuple(links)


def _uncoloured(grid: Grid, digit: Digit, colours: tuple[Cells, Cells], links: tuple[Link, ...]) -> Iterator[Finding]:
    peers = grid.shape.peers
    for false, true in (colours, colours[::-1]):
        clash = next(((cell, other) for cell in bits(false) for other in bits(false & peers[cell])), None)
        if clash:
            yield _coloured(digit, (false, true), links, clash, false, WRAP)
            return
    seen = [0, 0]
    for side in (0, 1):
        for cell in bits(colours[side]):
            seen[side] |= peers[cell]
    gone = grid.where[digit] & seen[0] & seen[1] & ~colours[0] & ~colours[1]
    if gone:
        yield _coloured(digit, colours, links, (), gone, TRAP)


def _coloured(
    digit: Digit, colours: tuple[Cells, Cells], links: tuple[Link, ...], clash: tuple[Cell, ...], gone: Cells, form: str
) -> Finding:
    marks = ((ONE, each(colours[0], digit)), (OTHER, each(colours[1], digit)))
    strikes = each(gone, digit)
    return Finding("simple_colouring", (), strikes, clash, (digit,), (), (), marks, links, form)


@technique(
    Why.REMOTE_PAIRS,
    "Remote pair",
    "Linked cells with the same two digits alternate, so a cell that sees one of each kind holds neither digit.",
)
def remote_pairs(grid: Grid) -> Iterator[Finding]:
    """Find chains of four or more cells with the same two digits. Candidates that see both ends are struck. A finding
    has the ``cells`` of the chain and the two digits.
    """
    masks, peers = grid.masks, grid.shape.peers
    cells = bits(grid.bivalue)
    for start in cells:
        same = sum(1 << cell for cell in cells if masks[cell] == masks[start])
        if same.bit_count() < 4:
            continue
        low, high = bits(masks[start])
        for chain in _alternating(grid, start, same):
            if chain[-1] > start:
                seen = peers[start] & peers[chain[-1]] & ~same
                strikes = each(grid.where[low] & seen, low) + each(grid.where[high] & seen, high)
                if strikes:
                    links: list[Link] = []
                    for at, (cell, beside) in enumerate(zip(chain, chain[1:], strict=False)):
                        one, other = (low, high) if at % 2 == 0 else (high, low)
                        links += [(cell, one, cell, other, True), (cell, other, beside, other, False)]
                    marks = ((BASE, tuple((cell, digit) for cell in chain for digit in (low, high))),)
                    yield Finding("remote_pairs", (), strikes, tuple(chain), (low, high), (), (), marks, tuple(links))


def _alternating(grid: Grid, start: Cell, same: Cells) -> Iterator[list[Cell]]:
    """Yield a shortest chain from a cell to each cell at an odd distance of three or more."""
    peers = grid.shape.peers
    came_from, todo, left = {start: -1}, [start], same & ~(1 << start)
    for cell in todo:
        for beside in bits(left & peers[cell]):
            came_from[beside] = cell
            left &= ~(1 << beside)
            todo.append(beside)
    for end in todo:
        chain = [end]
        while came_from[chain[-1]] >= 0:
            chain.append(came_from[chain[-1]])
        if len(chain) >= 4 and len(chain) % 2 == 0:
            yield chain[::-1]
