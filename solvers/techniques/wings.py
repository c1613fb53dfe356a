"""Wings: cells with two candidates (one may have three) that force a digit into at least one of them."""

from collections.abc import Iterator

from puzzles.geometry import Cell, Digit
from solvers.core.finding import PINCER, PIVOT, Finding, Link
from solvers.core.step import Why
from solvers.techniques.candidate_grid import Cells, Grid, bits, each
from solvers.techniques.registry import technique


@technique(
    Why.XY_WING,
    "XY-wing",
    "Whichever of its two digits the pivot holds, one of the two pincers must hold the digit that they share.",
)
def xy_wing(grid: Grid) -> Iterator[Finding]:
    """Find XY-wings. A finding's ``cells`` are the pivot and the pincers; its ``digits`` are the pivot's x and y, then
    z. The first pincer has x and z.
    """
    masks, peers = grid.masks, grid.shape.peers
    for pivot in bits(grid.bivalue):
        x, y = bits(masks[pivot])
        seen = grid.bivalue & peers[pivot]
        for one in bits(seen & grid.where[x] & ~grid.where[y]):
            (z,) = bits(masks[one] & ~(1 << x))
            for other in bits(seen & grid.where[y] & grid.where[z] & ~grid.where[x]):
                gone = grid.where[z] & peers[one] & peers[other]
                if gone:
                    yield _wing(grid, "xy_wing", (pivot, one, other), (x, y, z), gone)


@technique(
    Why.XYZ_WING,
    "XYZ-wing",
    "One of the three cells, the pivot or a pincer, must hold the digit that all of them have.",
)
def xyz_wing(grid: Grid) -> Iterator[Finding]:
    """Find XYZ-wings: XY-wings whose pivot also has z, so that struck candidates must see the pivot as well."""
    masks, peers = grid.masks, grid.shape.peers
    for pivot in bits(grid.open & ~grid.bivalue):
        mask = masks[pivot]
        if mask.bit_count() != 3:
            continue
        pincers = [cell for cell in bits(grid.bivalue & peers[pivot]) if not masks[cell] & ~mask]
        for at, one in enumerate(pincers):
            for other in pincers[at + 1 :]:
                common = masks[one] & masks[other]
                if common == masks[one]:
                    continue
                z = common.bit_length() - 1
                gone = grid.where[z] & peers[one] & peers[other] & peers[pivot]
                if gone:
                    (x,), (y,) = bits(masks[one] & ~common), bits(masks[other] & ~common)
                    yield _wing(grid, "xyz_wing", (pivot, one, other), (x, y, z), gone)


def _wing(
    grid: Grid, name: str, cells: tuple[Cell, Cell, Cell], digits: tuple[Digit, Digit, Digit], gone: Cells
) -> Finding:
    (pivot, one, other), (x, y, z) = cells, digits
    marks = (
        (PIVOT, grid.candidates([pivot])),
        (PINCER, ((one, x), (one, z), (other, y), (other, z))),
    )
    links: tuple[Link, ...] = (
        (one, z, one, x, True), (one, x, pivot, x, False), (pivot, x, pivot, y, len(bits(grid.masks[pivot])) == 2),
        (pivot, y, other, y, False), (other, y, other, z, True),
    )  # fmt: skip
    return Finding(name, (), each(gone, z), cells, digits, (), (), marks, links)


@technique(
    Why.W_WING,
    "W-wing",
    "Two cells have the same two digits. In some unit, one of these digits has only two places, and each of them sees "
    "a different one of the cells.",
)
def w_wing(grid: Grid) -> Iterator[Finding]:
    """Find W-wings. A finding's ``cells`` are the two identical cells, then the linking pair in the same order; its
    ``digits`` are the linking digit, then the struck one; its unit is that of the pair.
    """
    masks, peers = grid.masks, grid.shape.peers
    cells = bits(grid.bivalue)
    pairs = {digit: grid.pairs(digit) for digit in grid.geometry.digits} if len(cells) > 1 else {}
    for at, one in enumerate(cells):
        for other in cells[at + 1 :]:
            if masks[other] != masks[one] or peers[one] >> other & 1:
                continue
            low, high = bits(masks[one])
            for joined, struck in ((low, high), (high, low)):
                gone = grid.where[struck] & peers[one] & peers[other]
                if not gone:
                    continue
                for unit, p, q in pairs[joined]:
                    for beside, end in ((p, q), (q, p)):
                        if peers[one] >> beside & 1 and peers[other] >> end & 1 and not {one, other} & {p, q}:
                            yield _w_wing(grid, (one, other, beside, end), joined, struck, unit, gone)


def _w_wing(
    grid: Grid, cells: tuple[Cell, Cell, Cell, Cell], joined: Digit, struck: Digit, unit: int, gone: Cells
) -> Finding:
    one, other, beside, end = cells
    marks = (
        (PINCER, ((one, joined), (one, struck), (other, joined), (other, struck))),
        (PIVOT, ((beside, joined), (end, joined))),
    )
    links: tuple[Link, ...] = (
        (one, struck, one, joined, True), (one, joined, beside, joined, False), (beside, joined, end, joined, True),
        (end, joined, other, joined, False), (other, joined, other, struck, True),
    )  # fmt: skip
    return Finding("w_wing", (), each(gone, struck), cells, (joined, struck), (unit,), (), marks, links)
