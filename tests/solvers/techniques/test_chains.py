"""Tests of the upper third of the ladder on hand-drawn positions, with every argument checked on the candidates."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cache
from itertools import islice

import pytest
from deductions import HARD, Position, check
from made import generate
from slow import few_of, slow_but

import solvers
from puzzles import Puzzle
from puzzles.corpus import named
from puzzles.geometry import STANDARD, Geometry
from solvers.core.step import Why
from solvers.core.step_detail import from_json, to_json
from solvers.grading.rating import explainer_of
from solvers.techniques import Grid, by_why, get, ladder
from solvers.techniques.almost_locked import AlmostLockedSets, _doubly, almost_locked
from solvers.techniques.candidate_grid import bits, mask_of
from solvers.techniques.registry import Technique, next_use, rungs, uses
from solvers.techniques.scale import for_length

EVERY = (1 << 10) - 2
UPPER = [one.name for one in ladder() if Why.X_CHAIN <= one.why <= Why.FORCING_NET]
MOST_LINES = 20_000
"""The maximum number of lines of Python between two signs of life, as in the laws."""


def cell(name: str) -> int:
    match = re.fullmatch(r"r(\d)c(\d)", name)
    assert match
    return STANDARD.cell_at(int(match[1]) - 1, int(match[2]) - 1)


def cells(names: str) -> list[int]:
    """Read cells such as "row1", "box2" or "r1c1", several with commas, leaving out those after a "!"."""
    there, _, but = names.partition("!")
    found = []
    for name in there.split(","):
        unit = re.fullmatch(r"(row|column|box)(\d)", name)
        matching = (one.cells for one in STANDARD.units if unit and str(one) == f"{unit[1]} {unit[2]}")
        found += next(matching, ()) or [cell(name)]
    return [at for at in found if not but or at not in cells(but)]


def drawn(text: str) -> Grid:
    """Return an empty grid changed as described: ``r1c1=12`` sets candidates, and ``3-row5!r5c1`` removes them."""
    masks = [EVERY] * 81
    for part in text.split():
        if "-" in part:
            digits, names = part.split("-")
            for at in cells(names):
                masks[at] &= ~mask_of(map(int, digits))
    for part in text.split():
        if "=" in part:
            name, digits = part.split("=")
            masks[cell(name)] = mask_of(map(int, digits))
    return Grid.marked(Puzzle.empty(), masks)


def candidates(text: str) -> set[tuple[int, int]]:
    """Read candidates such as "12-r1c1,r1c2 3-row5!r5c5" as pairs of cell and digit."""
    parts = (part.split("-") for part in text.split())
    return {(at, int(digit)) for digits, names in parts for at in cells(names) for digit in digits}


# A position, what goes in all (or, with "=", what must be placed), and what must be added so that nothing follows.
XY = "r1c1=12 r1c5=23 r5c5=34 r5c9=14"
X = "1-row1!r1c1,r1c4 1-column5!r3c5,r7c5 1-column8!r7c8,r4c8 1-r7c1"
TYPE_1 = "r1c1=12 2-column5!r1c5,r5c5 1-row5!r5c5,r5c9"
TYPE_2 = "r1c1=12 2-column5!r1c5,r5c5 3-row5!r5c5,r5c1"
LOOP = "r1c1=12 2-column5!r1c5,r5c5 1-row5!r5c5,r5c1"
BACK = "1-row1!r1c1,r1c5 1-column1!r1c1,r5c1 2-column5!r1c5,r5c5 3-row5!r5c5,r5c1"
GROUPED = "r2c7=12 1-box1!r1c1,r2c2,r2c3 2-row6!r6c7,r6c1"
RING = "1-box1!r1c1,r2c2,r2c3 1-column7!r2c7,r6c7 1-column5!r1c5,r6c5"
SINGLY = "r1c1=123 r1c2=23 r5c1=14 r5c2=34"
DOUBLY = "r1c1=125 r1c2=125 r1c5=126 r1c6=126"
SETS = "r1c1=12 r5c1=134 r5c2=34 r1c5=235 r2c5=35"
BY_CELL = "r5c5=123 r5c1=19 r1c5=29 r4c4=37 r1c4=79"
BY_UNIT = "1-row5!r5c1,r5c5,r5c9 r7c1=19 r1c5=19 r2c9=14 r2c2=49"
NET = "r1c5=12 r5c1=13 r2c2=15 r2c5=45 r5c5=2346 r5c9=67 r1c9=178 r9c9=89 r9c1=19"
POSITIONS = [
    # 1-2, 2-3, 3-4, 4-1: one of the ends is 1.
    ("xy_chain", "type_1", XY, "1-r1c9,r5c1", "r5c5=346"),
    ("xy_chain", "type_1", XY, "1-r1c9,r5c1", "r1c1=125"),
    # Row 1, box 2, column 5, row 7, column 8; without 1 in r7c1 no kite strikes there.
    ("x_chain", "type_1", X, "1-r4c1", "r9c5=15"),
    # r1c1 is 1, or 2, so r5c5 is 2 and not 1, so r5c9 is.
    ("aic", "type_1", TYPE_1, "1-r1c9", "r8c5=28"),
    # r1c1 is 1, or 2, so r5c5 is 2 and not 3, so r5c1 is 3.
    ("aic", "type_2", TYPE_2, "1-r5c1", "r5c8=38"),
    # The end r5c1 sees the beginning: row 1 has its 2 in the loop, r5c5 is 1 or 2, column 1 has its 1 in the loop.
    ("nice_loop", "continuous", LOOP, "2-row1!r1c1,r1c5 3456789-r5c5 1-column1!r1c1,r5c1", "r1c1=123"),
    # Were it not 1: r5c1 is, so r5c5 is 3, r1c5 is 2 and not 1, so r1c1 is 1 all the same.
    ("nice_loop", "discontinuous", BACK, "=1-r1c1", "r5c8=38"),
    # r1c1 is 1, or r2c2 or r2c3 is, so r2c7 is 2, so r6c1 is.
    ("grouped_aic", "type_2", GROUPED, "2-r1c1 1-r6c1", "r6c5=25"),
    # One of r1c1 and the two in row 2, then column 7, row 6, column 5, back in row 1.
    ("grouped_nice_loop", "continuous", RING, "1-r1c4,r1c6,r1c8,r1c9,r2c4,r2c6,r2c8,r2c9,row6!r6c5,r6c7", "r9c5=19"),
    # Not both hold 1; the other one holds 3.
    ("als_xz", "singly", SINGLY, "3-r2c2,r3c2", "r1c2=234"),
    # 1 in the one, 2 in the other: so all of 5 and 6 is there too, the 5 in box 1, the 6 in box 2.
    ("als_xz", "doubly", DOUBLY, "1256-row1!r1c1,r1c2,r1c5,r1c6 5-box1!row1 6-box2!row1", "r1c1=12578 r1c5=12678"),
    # r1c1 lacks 1 or 2, so the one pair has no 1 or the other no 2: then it holds 3.
    ("als_xy_wing", "", SETS, "3-r5c5", "r1c1=126"),
    # Through r5c1, through r1c5, or through r4c4 and r1c4: one of them is 9.
    ("forcing_chain", "cell", BY_CELL, "9-r1c1", "r5c5=1234"),
    # The 1 of row 5 makes a 9 in column 1, in row 1 or in box 1.
    ("forcing_chain", "unit", BY_UNIT, "9-r1c1", "r5c8=18"),
    # 1 takes 2, 3 and 4 from r5c5, and 1 and 8 from r1c9; so these are 6 and 7, and r5c9 has neither.
    ("forcing_net", "cell", NET, "1-r1c1", "r5c5=23467"),
]
NEEDS_OFF = {
    ("als_xz", "doubly"): ("naked_quad",),
    ("nice_loop", "discontinuous"): ("aic",),
    ("grouped_nice_loop", "continuous"): tuple(one.name for one in ladder() if one.why < Why.GROUPED_NICE_LOOP),
}
"""The easier techniques that would find something first."""


def test_every_technique_of_the_upper_third_has_positions_by_hand() -> None:
    assert {name for name, *_ in POSITIONS} == set(UPPER)


@pytest.mark.parametrize(("name", "variant", "position", "follows", "spoilt"), POSITIONS)
def test_on_a_position_drawn_by_hand_just_these_candidates_go(
    name: str, variant: str, position: str, follows: str, spoilt: str
) -> None:
    grid = drawn(position)
    found = list(get(name).find(grid))
    assert {one.variant for one in found} == {variant}
    places = {place for one in found for place in one.places}
    strikes = {strike for one in found for strike in one.strikes}
    expected = candidates(follows.removeprefix("="))
    assert (places, strikes) == ((expected, set()) if follows.startswith("=") else (set(), expected))
    for one in found:
        check(Position.of(grid), one)


@pytest.mark.parametrize(("name", "variant", "position", "follows", "spoilt"), POSITIONS)
def test_there_it_is_the_next_step(name: str, variant: str, position: str, follows: str, spoilt: str) -> None:
    use = next_use(drawn(position), rungs(STANDARD, NEEDS_OFF.get((name, variant), ())))
    assert use and (use[0].name, use[1].variant) == (name, variant)


@pytest.mark.parametrize(("name", "variant", "position", "follows", "spoilt"), POSITIONS)
def test_with_one_candidate_more_it_finds_nothing(
    name: str, variant: str, position: str, follows: str, spoilt: str
) -> None:
    assert not list(get(name).find(drawn(f"{position} {spoilt}")))


@pytest.mark.parametrize("name", UPPER)
def test_nothing_is_found_where_nothing_is_known(name: str) -> None:
    assert not list(get(name).find(Grid(STANDARD)))
    assert not list(get(name).find(Grid.of(Puzzle.parse("123456789" + "." * 72))))


@cache
def stuck(text: str) -> tuple[Grid, ...]:
    """Return the positions of a puzzle in which nothing below the upper third finds anything."""
    grid, found = Grid.of(Puzzle.parse(text)), []
    for technique, finding in uses(grid, rungs(STANDARD)):
        if finding is not None and technique.name in UPPER:
            found.append(bare(grid))
    assert not grid.open, "the ladder solves it"
    return tuple(found)


@pytest.mark.parametrize("number", slow_but([0], range(len(HARD))))
def test_every_argument_holds_link_by_link_and_agrees_with_the_solution(number: int) -> None:
    solution = solvers.solve(Puzzle.parse(HARD[number]), "bitboard")
    positions = stuck(HARD[number])
    assert solution and positions
    for grid in positions[:: max(1, len(positions) // 4)]:
        for name in UPPER:
            for one in islice(get(name).find(grid), 12):
                check(Position.of(grid), one)
                assert all(solution.givens[at] == digit for at, digit in one.places)
                assert all(solution.givens[at] != digit for at, digit in one.strikes)
                assert from_json(to_json(one)) == one


@pytest.mark.slow
def test_each_form_of_each_technique_occurs_there() -> None:
    seen = {
        (name, one.variant)
        for text in HARD[:6]
        for grid in stuck(text)[::4]
        for name in UPPER
        for one in islice(get(name).find(grid), 60)
    }
    forms = {(name, variant) for name, variant, *_ in POSITIONS}
    assert forms | {("forcing_chain", "contradiction"), ("forcing_net", "unit")} <= seen | {("x_chain", "type_1")}


@pytest.mark.parametrize("position", ["r1c1=3", "3-row1!r1c1", "1-row1!r1c1 r9c9=4"])
def test_a_single_is_no_forcing_chain(position: str) -> None:
    """Check that a cell's only candidate is not proved case by case."""
    grid = drawn(position)
    assert next_use(grid, [one for one in ladder() if one.why <= Why.HIDDEN_SINGLE])
    assert all(len(one.chains) > 1 for one in get("forcing_chain").find(grid))


def test_where_singles_are_off_every_forcing_chain_has_several_cases() -> None:
    grid = Grid.of(named.find("fig1"))
    assert next_use(grid, [one for one in ladder() if one.why <= Why.HIDDEN_SINGLE])
    found = list(get("forcing_chain").find(grid))
    assert found and all(len(finding.chains) > 1 for finding in found)


@pytest.mark.parametrize("name", ["x_chain", "xy_chain", "aic", "nice_loop", "grouped_aic", "grouped_nice_loop"])
def test_shorter_chains_come_first(name: str) -> None:
    for text in few_of(HARD[:2], HARD[:4]):
        for grid in stuck(text)[:2]:
            lengths = [len(one.chains[0]) for one in get(name).find(grid)]
            assert lengths == sorted(lengths)


@pytest.mark.slow
@pytest.mark.parametrize(("shape", "number"), [((2, 4), 60), ((2, 5), 8), ((3, 4), 1)])
def test_no_technique_removes_a_digit_of_the_solution_on_other_grids(shape: tuple[int, int], number: int) -> None:
    geometry = Geometry.boxes(*shape)
    used = 0
    for index in range(number):
        puzzle = generate("chains", index, geometry=geometry, minimal=True)
        solution = solvers.solve(puzzle, "bitboard")
        grid = Grid.of(puzzle)
        singles = tuple(one for one in rungs(geometry) if one.why <= Why.HIDDEN_SINGLE)
        for technique, finding in uses(grid, (*singles, *(get(name) for name in UPPER))):
            if finding is not None and technique.name in UPPER:
                used += 1
                check(Position.of(grid), finding)
                assert solution and all(solution.givens[at] != digit for at, digit in finding.strikes)
                assert all(solution.givens[at] == digit for at, digit in finding.places)
    assert used > 5


def test_what_is_found_does_not_depend_on_what_was_looked_for_before() -> None:
    grid = stuck(HARD[0])[-1]
    fresh = {name: list(islice(get(name).find(bare(grid)), 50)) for name in UPPER}
    again = {name: list(islice(get(name).find(grid), 50)) for name in reversed(UPPER)}
    broken_off = [next(get(name).find(grid), None) for name in UPPER]
    assert {name: again[name] for name in UPPER} == fresh
    assert broken_off == [next(iter(fresh[name]), None) for name in UPPER]


def bare(grid: Grid) -> Grid:
    """Return a grid with the same candidates and no memory."""
    return Grid.marked(Puzzle(tuple(grid.values), grid.geometry), grid.masks)


@pytest.mark.parametrize("name", slow_but(UPPER[::2], UPPER))
def test_none_is_silent_for_long(name: str) -> None:
    for grid in (stuck(HARD[0])[0], Grid.of(Puzzle.parse("123456789" + "." * 72))):
        assert most_lines(get(name), bare(grid), 400) < MOST_LINES


def most_lines(technique: Technique, grid: Grid, signs: int) -> int:
    """Return the largest number of Python lines executed between two results of the search."""
    lines = [0]

    def tracer(frame: object, event: str, arg: object) -> object:
        lines[-1] += event == "line"
        return tracer

    search, old = technique.search(grid), sys.gettrace()
    sys.settrace(tracer)  # type: ignore[arg-type]
    try:
        for _ in islice(search, signs):
            lines.append(0)
    finally:
        sys.settrace(old)
    return max(lines)


def test_two_sets_are_linked_doubly_if_any_two_of_their_digits_are_restricted() -> None:
    grid = Grid.of(named.find("fig1"))
    *_, sets = collected(grid)
    assert sets
    masks, peers = [(cells, digits) for cells, digits, _ in sets.all], grid.shape.peers

    def restricted(one: tuple[int, int], other: tuple[int, int]) -> int:
        return sum(
            all(peers[a] >> b & 1 for a in bits(one[0] & grid.where[x]) for b in bits(other[0] & grid.where[x]))
            for x in bits(one[1] & other[1])
        )

    found = {pair for pairs in islice(_doubly(grid, sets), 40) for pair in pairs}
    expected = {
        (at, beyond)
        for at, one in enumerate(masks[:40])
        for beyond, other in enumerate(masks)
        if beyond > at and not one[0] & other[0] and restricted(one, other) > 1
    }
    assert found == expected and len(found) > 4


def collected(grid: Grid) -> Iterator[AlmostLockedSets | None]:
    """Yield the almost locked sets of a grid after all pauses."""
    sets = yield from almost_locked(grid)
    yield sets


def test_longer_chains_have_higher_numbers_as_sudoku_explainer_has_it() -> None:
    assert [for_length(nodes) for nodes in (0, 4, 5, 6, 7, 8, 9, 12, 13, 16, 17, 24, 25)] == [
        0, 0, 0.1, 0.1, 0.2, 0.2, 0.3, 0.3, 0.4, 0.4, 0.5, 0.5, 0.6,
    ]  # fmt: skip
    grid = drawn(XY)
    assert explainer_of(get("xy_chain"), next(get("xy_chain").find(grid)), grid) == 6.8  # eight things said


def test_the_published_scores_are_those_of_hodoku() -> None:
    scores = {name: get(name).score for name in UPPER}
    assert scores == {
        "x_chain": 260, "xy_chain": 260, "aic": 280, "nice_loop": 280, "grouped_aic": 300, "grouped_nice_loop": 300,
        "als_xz": 300, "als_xy_wing": 320, "forcing_chain": 500, "forcing_net": 700,
    }  # fmt: skip
    assert all(by_why(get(name).why) is get(name) for name in UPPER)
