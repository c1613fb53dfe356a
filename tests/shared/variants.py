"""Puzzles with random cages, signs, dots, thermometers and arrows, made from solved grids of several shapes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random

import solvers
from puzzles.geometry import Geometry
from puzzles.puzzle import Puzzle
from solvers.core.finding import Finding
from solvers.core.step import Why
from solvers.techniques import Grid
from solvers.techniques.registry import rungs, uses

BASES = (
    "killer 9x9",
    "killer 6x6",
    "x",
    "variant 9x9; units windows",
    "jigsaw 9x9; regions AAAABCCCC/AABBBCBCC/AADBBBBCC/ADDEFFFFF/DDEEEEEFF/DDDEEHEFF/DGHHHHIII/GGHGHHIII/GGGGGHIII",
    "jigsaw 5x5; regions AABBB/AABBC/AEECC/DEECC/DDDDE",
)
"""The shapes without rules. The rest of a puzzle is made by :func:`variant`."""
SOLVED = 8
"""The number of solved grids of each shape, whose digits are then renamed at random."""
Place = tuple[int, int]


def killers() -> list[Puzzle]:
    """Return killers without givens, as hard as Simon Tatham's Solo makes them, also with regions and diagonals."""
    specs = Path(__file__).with_name("killers.txt").read_text("ascii").splitlines()
    return [Puzzle.empty(Geometry.of_spec(spec)) for spec in specs]


@cache
def solved(base: str) -> tuple[tuple[int, ...], ...]:
    geometry, random = Geometry.of_spec(base), Random(base)
    found = []
    while len(found) < SOLVED:
        row = random.sample(geometry.digits, geometry.symbols)
        start = Puzzle.empty(geometry).with_values([*row, *[0] * (len(geometry.cells) - len(row))])
        found += [one.givens for one in [solvers.solve(start, "cdcl")] if one]
    return tuple(found)


def variant(seed: int) -> tuple[Puzzle, tuple[int, ...]]:
    """Return a puzzle and one of its solutions."""
    random = Random(seed)
    base = random.choice(BASES)
    plain = Geometry.of_spec(base)
    names = [0, *random.sample(plain.digits, plain.symbols)]
    digits = tuple(names[digit] for digit in random.choice(solved(base)))
    at = dict(zip(plain.places, digits, strict=True))
    items = [*_cages(at, random, random.choice((0, 0.5, 1))), *_pairs(at, random), *_lines(at, random)]
    geometry = Geometry.of_spec("; ".join((base if " " in base else f"{base} 9x9; units diagonals", *items)))
    shown = random.choice((0, 0.1, 0.25))
    return Puzzle(tuple(digit * (random.random() < shown) for digit in digits), geometry), digits


def _names(places: Sequence[Place]) -> str:
    return " ".join(f"r{row + 1}c{column + 1}" for row, column in places)


def _beside(place: Place, diagonally: bool = False) -> list[Place]:
    steps = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if (down, right) != (0, 0)]
    return [(place[0] + down, place[1] + right) for down, right in steps if diagonally or not down * right]


def _cages(at: dict[Place, int], random: Random, share: float) -> Iterator[str]:
    """Yield cages over about a share of the cells, a few of them without a sum."""
    free = {place for place in at if random.random() < share}
    while free:
        cage = [min(free)]
        free.remove(cage[0])
        for _ in range(random.randrange(5)):
            near = sorted({other for place in cage for other in _beside(place)} & free)
            if near := [place for place in near if at[place] not in map(at.__getitem__, cage)]:
                cage.append(random.choice(near))
                free.remove(cage[-1])
        total = sum(map(at.__getitem__, cage))
        yield f"cage {total} {_names(cage)}" if random.random() < 0.95 or len(cage) == 1 else f"cage {_names(cage)}"


def _pairs(at: dict[Place, int], random: Random) -> Iterator[str]:
    share = random.choice((0, 0.1, 0.4))
    for place in at:
        for other in (one for one in _beside(place) if one in at and one > place and random.random() < share):
            small, large = sorted((place, other), key=at.__getitem__)
            low, high = at[small], at[large]
            fits = {"less": low < high, "dot consecutive": high == low + 1, "dot double": high == 2 * low,
                    "apart": high > low + 1}  # fmt: skip
            yield f"{random.choice([name for name, its in fits.items() if its])} {_names((small, large))}"


def _lines(at: dict[Place, int], random: Random) -> Iterator[str]:
    """Yield thermometers, whose digits rise, and arrows, whose digits make that of the circle."""
    for start in random.sample(sorted(at), random.choice((0, 6))):
        line = [start]
        while near := [one for one in _beside(line[-1], True) if at.get(one, 0) > at[line[-1]]]:
            line.append(random.choice(near))
        if len(line) > 1:
            yield f"thermo {_names(line)}"
    for start in random.sample(sorted(at), random.choice((0, 10))):
        line, left = [start], at[start]
        while near := [one for one in _beside(line[-1], True) if one not in line and 0 < at.get(one, 99) <= left]:
            line.append(random.choice(near))
            left -= at[line[-1]]
        if not left and len(line) > 1:
            yield f"arrow {_names(line)}"


def false_findings(puzzle: Puzzle, solution: Sequence[int], used: Counter[str], most: int = 5) -> list[Finding]:
    """Climb the ladder to its end, and return the findings that contradict a solution, which ends the climb. Whenever
    no single helps, look at some findings of each technique, not only the first. ``used`` counts them.

    The puzzle may have several solutions, so techniques that assume there is only one are left out.
    """
    grid, techniques = Grid.of(puzzle), rungs(puzzle.geometry, uniqueness=False)
    for technique, first in uses(grid, techniques):
        if first is None:
            continue
        tried = techniques if technique.why > Why.HIDDEN_SINGLE else (technique,)
        findings = [first, *(one for tool in tried for one in islice(tool.find(grid), most))]
        used.update(one.technique for one in findings)
        if wrong := [one for one in findings if not _is_true(one, solution)]:
            return wrong
    assert not grid.dead(), "a solution is left"
    return []


def _is_true(finding: Finding, solution: Sequence[int]) -> bool:
    places = all(solution[cell] == digit for cell, digit in finding.places)
    return places and all(solution[cell] != digit for cell, digit in finding.strikes)
