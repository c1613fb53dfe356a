"""The links that chains are made of: what follows directly from a candidate, as tables for one position.

A *node* is a candidate or a group, which is two or more places for a digit where a box meets a line. Nodes are integers
(see :class:`Links`), and sets of nodes are bit masks. A strong link means that at least one of two nodes is true: if
one is false, the other is true. A weak link means that at least one is false: if one is true, the other is false.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from puzzles.geometry import Digit
from solvers.core.finding import Candidate
from solvers.techniques.candidate_grid import Cells, Grid, bits, once

Node = int
Nodes = int
"""A set of nodes as a bit mask: bit n stands for node n."""
Table = Mapping[Node, Nodes]


@dataclass(frozen=True, slots=True)
class Links:
    """The links in a position. Candidate (cell, digit) is node ``digit * span + cell``; groups come after candidates.

    ``strong`` contains only nodes with strong links, ``weak`` every candidate and every group in ``groups``.
    """

    span: int
    """The number of cells."""
    singles: Nodes
    """All nodes that stand for single candidates."""
    strong: Table
    weak: Table
    groups: Mapping[Node, tuple[Candidate, ...]]

    def candidates(self, node: Node) -> tuple[Candidate, ...]:
        """Return the candidates of a node: several for a group, otherwise one."""
        return self.groups.get(node) or ((node % self.span, node // self.span),)

    def of_digit(self, digit: Digit) -> Nodes:
        """Return all nodes that stand for single candidates of a digit."""
        return (1 << self.span) - 1 << digit * self.span


@once
def plain_links(grid: Grid) -> Links:
    """Return the links between single candidates. Strong links join the last two places in a unit or digits in a cell;
    weak links join peers with the same digit or digits in a cell.
    """
    span = len(grid.masks)
    strong: dict[Node, Nodes] = {}
    for digit in grid.geometry.digits:
        for _, a, b in grid.pairs(digit):
            _join(strong, digit * span + a, digit * span + b)
    for cell in bits(grid.bivalue):
        low, high = bits(grid.masks[cell])
        _join(strong, low * span + cell, high * span + cell)
    weak: dict[Node, Nodes] = {}
    peers, where = grid.shape.peers, grid.where
    for cell in bits(grid.open):
        digits = bits(grid.masks[cell])
        here = sum(1 << digit * span + cell for digit in digits)
        for digit in digits:
            node = digit * span + cell
            weak[node] = here ^ 1 << node | (where[digit] & peers[cell]) << digit * span
    return Links(span, (1 << span * len(where)) - 1, strong, weak, {})


def _join(table: dict[Node, Nodes], one: Node, other: Node) -> None:
    table[one] = table.get(one, 0) | 1 << other
    table[other] = table.get(other, 0) | 1 << one


@once
def grouped_links(grid: Grid) -> Links:
    """Return the links between single candidates and groups, including only groups that have a strong link."""
    plain = plain_links(grid)
    strong, weak, groups = dict(plain.strong), dict(plain.weak), dict[Node, tuple[Candidate, ...]]()
    first = plain.singles.bit_length()
    for digit in grid.geometry.digits:
        found = _groups(grid, digit)
        node_of = {cells: first + len(groups) + at for at, cells in enumerate(found)}
        for cells, node in node_of.items():
            groups[node] = tuple((cell, digit) for cell in bits(cells))
            for rest in found[cells]:
                _join(strong, node, node_of.get(rest) or digit * plain.span + rest.bit_length() - 1)
            # Weak links lead from the group to everything that all of its cells see.
            shift = digit * len(grid.masks)
            seen = grid.where[digit] & grid.shape.common_peers(cells)
            weak[node] = seen << shift
            for cell in bits(seen):
                weak[shift + cell] |= 1 << node
            for other, beside in node_of.items():
                if not other & ~seen:
                    weak[node] |= 1 << beside
    return Links(plain.span, plain.singles, strong, weak, groups)


def _groups(grid: Grid, digit: Digit) -> dict[Cells, list[Cells]]:
    """Return a digit's groups that have strong links, each with the cells of the nodes at the other end."""
    where, units, lacking = grid.where[digit], grid.shape.units, set(grid.lacking[digit])
    rests: dict[Cells, list[Cells]] = {}
    for box, line, box_only, line_only in grid.shape.crossings:
        cells = where & units[box] & units[line]
        if cells & cells - 1:
            known = rests.setdefault(cells, [])  # several pairs of units may share just these cells
            known += [where & only for unit, only in ((box, box_only), (line, line_only)) if unit in lacking]
    found = {
        cells: [rest for rest in dict.fromkeys(others) if rest and (rest in rests or not rest & rest - 1)]
        for cells, others in rests.items()
    }
    linked = {rest for joined in found.values() for rest in joined}
    return {cells: joined for cells, joined in found.items() if joined or cells in linked}
