"""Colouring: linked pairs of candidates get alternating colours, and all candidates of one colour are true."""

from collections.abc import Iterator

from puzzles.geometry import Cell, Digit
from solvers.core.finding import BASE, ONE, OTHER, Finding, Link
from solvers.core.step import Why
from solvers.techniques.candidate_grid import Cells, Grid, bits, each
from solvers.techniques.registry import by_digit, technique

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
            yield from _struck(grid, digit, colours, links)


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


def _struck(grid: Grid, digit: Digit, colours: tuple[Cells, Cells], links: tuple[Link, ...]) -> Iterator[Finding]:
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
        if sum(1 for cell in cells if masks[cell] == masks[start]) < 4:
            continue
        same = sum(1 << cell for cell in cells if masks[cell] == masks[start])
        low, high = bits(masks[start])
        for chain in _chains(grid, start, same):
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


def _chains(grid: Grid, start: Cell, same: Cells) -> Iterator[list[Cell]]:
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
