"""Checks that a technique's finding follows from the candidates alone, without using the solvers' tables."""

from __future__ import annotations

from collections.abc import Iterable

from puzzles.geometry import Geometry
from solvers.core.finding import ONE, OTHER, PIVOT, Chain
from solvers.techniques import Finding, Grid
from solvers.techniques.candidate_grid import bits

HARD = [
    ".473.5..1.1..2.....65.....9.3....5.....9.........469.3.....86...76..21.5..2.....7",
    "...4.5...42.1..5...7......65..7.4.2.....2.......3.984.2.4...19.3.8......1.......3",
    ".1..5.4....7..4.....27...1...51.39.8........19......6.2.4..5........8.7.....2..53",
    ".9.32....7.3..........9.1....2.3...7.417.9...3...5...........2.18......4..9...63.",
    "....6.2.....2.7.5..4......6.1.....3..5..2..7.8..3.5....68.7.3..2...81.....49..6..",
    "....3..18.........7.94.1...4.....9.......536...1.....5...7...8.2....41.736.9.....",
    "....6.2....8..9.1..9514......2..5.6.1..6..............23......9..15..63.5...374..",
    ".91..7.6.8...9.....6...4..3...9.8..21.....73..2...5......75.2.......6...6...8..94",
]
"""Shipped puzzles that need much of the upper third of the ladder."""

Candidates = Iterable[tuple[int, int]]
Left = list[set[int]]


class Position:
    """The candidates of each cell. A filled cell has none."""

    def __init__(self, geometry: Geometry, left: Left) -> None:
        self.geometry, self.left = geometry, left

    @classmethod
    def of(cls, grid: Grid) -> Position:
        return cls(grid.geometry, [set(bits(mask)) for mask in grid.masks])

    def places(self, unit: int, digit: int) -> set[int]:
        assert self.geometry.units[unit].complete
        return {cell for cell in self.geometry.units[unit].cells if digit in self.left[cell]}

    def not_both(self, one: tuple[int, int], other: tuple[int, int]) -> bool:
        """Return whether two candidates are in one cell, or are the same digit in two cells that see each other."""
        (cell, digit), (cell2, digit2) = one, other
        return digit != digit2 if cell == cell2 else digit == digit2 and cell2 in self.geometry.peers[cell]

    def exclude(self, one: Candidates, other: Candidates) -> bool:
        return all(self.not_both(a, b) for a in one for b in other)

    def one_of(self, candidates: Candidates, unit: int) -> bool:
        """Return whether these are all places for a digit in a unit, or all candidates of a cell if the unit is -1."""
        named = set(candidates)
        cells, digits = {cell for cell, _ in named}, {digit for _, digit in named}
        if unit < 0:
            return len(cells) == 1 and digits == self.left[min(cells)]
        return len(digits) == 1 and cells == self.places(unit, min(digits))


def check_chain(position: Position, chain: Chain) -> None:
    """Check that every link of the chain is what it claims to be."""
    for _, candidates, _ in chain:
        assert candidates and all(digit in position.left[cell] for cell, digit in candidates)
        units = [set(u.cells) for u in position.geometry.units if {cell for cell, _ in candidates} <= set(u.cells)]
        assert len(candidates) == 1 or len(units) == 2 and len({digit for _, digit in candidates}) == 1, "one group"
    for (true, before, _), (then, after, unit) in zip(chain, chain[1:], strict=False):
        assert true != then
        if then:
            assert not set(before) & set(after) and position.one_of((*before, *after), unit)
        else:
            assert position.exclude(before, after)


def check(position: Position, finding: Finding) -> None:
    """Check that all conclusions of a finding follow from what it shows."""
    assert finding.places or finding.strikes
    assert all(digit in position.left[cell] for cell, digit in (*finding.places, *finding.strikes))
    if finding.technique.startswith("als"):
        check_sets(position, finding)
    elif finding.technique == "forcing_net":
        check_net(position, finding)
    elif finding.technique == "forcing_chain":
        check_cases(position, finding)
    else:
        check_two_ends(position, finding)


def check_two_ends(position: Position, finding: Finding) -> None:
    (chain,) = finding.chains
    check_chain(position, chain)
    (first_true, first, _), (last_true, last, _) = chain[0], chain[-1]
    assert not first_true and last_true
    named = [candidate for _, candidates, _ in chain[1:] for candidate in candidates]
    assert len(named) == len(set(named))
    for _, _, unit in chain:
        assert unit < 0 or unit in finding.units
    if finding.variant == "discontinuous":
        assert first == last
        assert finding.places == first if len(first) == 1 else not finding.places
        assert all(position.exclude([strike], first) for strike in finding.strikes)
    elif finding.variant == "continuous":
        assert position.exclude(first, last) and not finding.places
        ring = [candidates for _, candidates, _ in chain]
        weak = [(ring[at], ring[(at + 1) % len(ring)]) for at in range(1, len(ring), 2)]
        assert all(
            any(position.exclude([strike], one) and position.exclude([strike], other) for one, other in weak)
            for strike in finding.strikes
        )
    else:
        assert finding.variant == ("type_1" if first[0][1] == last[0][1] else "type_2") and not finding.places
        assert not position.exclude(first, last)
        assert all(position.exclude([strike], end) for strike in finding.strikes for end in (first, last))


def check_cases(position: Position, finding: Finding) -> None:
    for chain in finding.chains:
        check_chain(position, chain)
        assert chain[0][0], "it begins with what is supposed"
    starts = [chain[0][1][0] for chain in finding.chains]
    ends = {chain[-1][:2] for chain in finding.chains}
    assert set(finding.marked(PIVOT)) == set(starts)
    if finding.variant == "contradiction":
        assert len(set(starts)) == 1 and len({candidates for _, candidates in ends}) == 1 and len(ends) == 2
        assert finding.strikes == (starts[0],) and not finding.places
        return
    assert position.one_of(starts, finding.units[0] if finding.variant == "unit" else -1)
    ((true, candidates),) = ends
    assert (finding.places, finding.strikes) == ((candidates, ()) if true else ((), candidates))


def check_net(position: Position, finding: Finding) -> None:
    (start,) = finding.strikes
    known = {(start, True)}
    for *causes, (true, (effect,), unit) in finding.chains:
        shown = {(candidate, says) for says, (candidate,), _ in causes}
        assert shown <= known
        if true:
            others = {candidate for candidate, says in shown if not says}
            assert len(others) == len(causes) and position.one_of(others | {effect}, unit) and effect not in others
        else:
            (((cause, says),),) = (shown,)
            assert says and position.not_both(cause, effect)
        known.add((effect, true))
    if finding.variant == "cell":
        dead = {(finding.cells[1], digit) for digit in position.left[finding.cells[1]]}
    else:
        dead = {(cell, finding.digits[1]) for cell in position.places(finding.units[0], finding.digits[1])}
    assert dead and all((candidate, False) in known for candidate in dead)


def check_sets(position: Position, finding: Finding) -> None:
    """Check that each set has one more digit than cells in a unit, and that no struck candidate fits."""
    cells = []
    for role, unit in zip((PIVOT, ONE, OTHER) if finding.marked(PIVOT) else (ONE, OTHER), finding.units, strict=True):
        own = list(dict.fromkeys(cell for cell, _ in finding.marked(role)))
        assert set(finding.marked(role)) == {(cell, digit) for cell in own for digit in position.left[cell]}
        assert set(own) <= set(position.geometry.units[unit].cells)
        assert len({digit for _, digit in finding.marked(role)}) == len(own) + 1
        cells += own
    assert list(finding.cells) == cells and not finding.places
    every = list(dict.fromkeys(cells))
    assert fillable(position, every, {})
    for cell, digit in finding.strikes:
        assert not fillable(position, [other for other in every if other != cell], {cell: digit})


def fillable(position: Position, cells: list[int], filled: dict[int, int]) -> bool:
    """Return whether each of these cells can take a digit so that no two cells that see each other are equal."""
    if not cells:
        return True
    cell, *rest = cells
    return any(
        all(digit != held or other not in position.geometry.peers[cell] for other, held in filled.items())
        and fillable(position, rest, {**filled, cell: digit})
        for digit in sorted(position.left[cell])
    )
