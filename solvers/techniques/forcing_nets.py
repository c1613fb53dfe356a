"""Forcing nets: assume a candidate, and follow the singles that result until a cell or unit has no possibilities left.

Here a conclusion may depend on several others together: if all but one of a cell's candidates are false, or all but one
of a digit's places in a unit, the last one is true. So the argument is a net, given as a list of inferences.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from puzzles.geometry import Cell, Digit
from solvers.core.finding import ONE, OTHER, PIVOT, Chain, Finding
from solvers.core.finding import Node as Said
from solvers.core.step import Why
from solvers.techniques.candidate_grid import Grid, UnitIndex, bits, once
from solvers.techniques.links import Links, Node, Nodes, plain_links
from solvers.techniques.reachability import PAUSE, arrows, said, spread
from solvers.techniques.registry import technique

House = int
"""The index of a house, which is a set of candidates exactly one of which is true."""


@dataclass(frozen=True, slots=True)
class ChoiceSets:
    """The houses of a position: the candidates of each blank cell, and the places for each digit in each unit."""

    nodes: list[Nodes]
    places: list[tuple[Cell, UnitIndex]]
    """The cell or the unit of each house, as (cell, -1) or (-1, unit)."""
    of_cell: dict[Cell, House]
    of_unit: dict[tuple[Digit, UnitIndex], House]
    of: dict[Node, list[House]] = field(default_factory=dict)
    """The cached results of :func:`houses_with`."""


@dataclass(slots=True)
class Consequences:
    """What has been found to follow from a node being true: what became true and what became false, round by round."""

    start: Node
    true: list[Nodes]
    false: list[Nodes]
    ever_true: Nodes
    ever_false: Nodes
    source: dict[Node, House]
    """For each node that became true, the house where it was the last one left."""


@once
def houses_of(grid: Grid) -> ChoiceSets:
    span, where, units = len(grid.masks), grid.where, grid.shape.units
    nodes, places = list[Nodes](), list[tuple[Cell, UnitIndex]]()
    of_cell, of_unit = dict[Cell, House](), dict[tuple[Digit, UnitIndex], House]()
    for cell in bits(grid.open):
        of_cell[cell] = len(nodes)
        nodes.append(sum(1 << digit * span + cell for digit in bits(grid.masks[cell])))
        places.append((cell, -1))
    for digit in grid.geometry.digits:
        for unit in grid.lacking[digit]:
            of_unit[digit, unit] = len(nodes)
            nodes.append((where[digit] & units[unit]) << digit * span)
            places.append((-1, unit))
    return ChoiceSets(nodes, places, of_cell, of_unit)


def houses_with(grid: Grid, houses: ChoiceSets, node: Node) -> list[House]:
    """Return the houses that contain a node."""
    known = houses.of.get(node)
    if known is None:
        digit, cell = divmod(node, len(grid.masks))
        units = [(digit, unit) for unit in grid.shape.units_of[cell]]
        known = [houses.of_cell[cell], *(houses.of_unit[unit] for unit in units if unit in houses.of_unit)]
        houses.of[node] = known
    return known


@technique(
    Why.FORCING_NET,
    "Forcing net",
    "Suppose a candidate and follow the singles: if they end in a contradiction, the candidate is false.",
)
def forcing_net(grid: Grid) -> Iterator[Finding | None]:
    """Find candidates whose nets end with a dead cell or unit, fewest rounds first. A finding has the cell and digit of
    the candidate, then the dead cell, or the dead unit and its digit. In each of its ``chains``, the last node follows
    from all the others together.
    """
    links = plain_links(grid)
    yield None
    houses = houses_of(grid)
    yield None
    fronts = [Consequences(node, [1 << node], [], 1 << node, 0, {}) for node in sorted(links.weak)]
    work = 0
    while fronts:
        further = []
        for front in fronts:
            dead = go_on(grid, links, houses, front)
            if dead is not None:
                yield _finding(links, houses, front, dead)
            elif front.true[-1]:
                further.append(front)
            work += front.false[-1].bit_count()
            if work > PAUSE // 2:
                work = 0
                yield None
        fronts = further


# All assumptions advance together, round by round, so that the one that dies in the fewest rounds is found first. A
# round is one step of propagation: whatever became true rules out its rivals, and the last candidate left in a house
# becomes true. The house is recorded as its source, so that the argument can be traced back once something has died.


def go_on(grid: Grid, links: Links, houses: ChoiceSets, front: Consequences) -> House | None:
    """Play one round: whatever became true rules out its rivals, and nodes left alone in their house become true.
    Return a dead house, if any.
    """
    news = spread(links.weak, front.true[-1]) & ~front.ever_false
    front.false.append(news)
    front.ever_false |= news
    found, nodes, false = 0, houses.nodes, front.ever_false
    for house in dict.fromkeys(house for node in bits(news) for house in houses_with(grid, houses, node)):
        left = nodes[house] & ~false
        if not left:
            return house
        if left.bit_count() == 1 and not left & front.ever_true:
            front.ever_true |= left
            front.source[left.bit_length() - 1] = house
            found |= left
    front.true.append(found)
    return None


def _finding(links: Links, houses: ChoiceSets, front: Consequences, dead: House) -> Finding:
    chains = _knots(links, houses, front, dead)
    start = links.candidates(front.start)
    cell, unit = houses.places[dead]
    digit = 0 if unit < 0 else (houses.nodes[dead].bit_length() - 1) // links.span
    return Finding(
        "forcing_net", (), start,
        cells=(start[0][0],) if cell < 0 else (start[0][0], cell),
        digits=(start[0][1], digit) if digit else (start[0][1],),
        units=(unit,) if unit >= 0 else (),
        marks=((PIVOT, start), (ONE, said(chains, True, start)), (OTHER, said(chains, False))),
        links=arrows(tuple((cause, knot[-1]) for knot in chains for cause in knot[:-1])),
        variant="unit" if unit >= 0 else "cell", chains=chains,
    )  # fmt: skip


def _knots(links: Links, houses: ChoiceSets, front: Consequences, dead: House) -> tuple[Chain, ...]:
    """Return the inferences that led to a dead house, as (causes, effect), each after the ones it depends on."""
    knots: dict[tuple[Node, bool], Chain] = {}
    needed = [(node, False) for node in bits(houses.nodes[dead])]
    for node, true in needed:
        if (node, true) in knots or node == front.start and true:
            continue
        if true:
            unit = houses.places[front.source[node]][1]
            causes = [(other, False) for other in bits(houses.nodes[front.source[node]] & ~(1 << node))]
        else:
            unit, at = -1, next(at for at, nodes in enumerate(front.false) if nodes >> node & 1)
            makers = front.true[at] & links.weak[node]  # the lowest of those that became true in the round before
            causes = [((makers & -makers).bit_length() - 1, True)]
        knots[node, true] = (*(_say(links, *cause) for cause in causes), _say(links, node, true, unit))
        needed += causes

    def age(knot: tuple[Node, bool]) -> tuple[int, int]:
        node, true = knot
        rounds = front.true if true else front.false
        return 2 * next(at for at, nodes in enumerate(rounds) if nodes >> node & 1) + (not true), node

    return tuple(knots[knot] for knot in sorted(knots, key=age))


def _say(links: Links, node: Node, true: bool, unit: UnitIndex = -1) -> Said:
    return true, links.candidates(node), unit
