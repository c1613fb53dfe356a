"""Tests that techniques about rules strike exactly what must go, never a digit of the solution, and solve killers."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from slow import slow_but
from variants import false_findings, killers, variant

import solvers
from puzzles.geometry import Geometry
from puzzles.puzzle import Puzzle
from puzzles.rules.cage import Cage
from puzzles.rules.rule import Rule
from solvers.core.finding import BASE, COVER
from solvers.core.step import Kind, Why, conflict
from solvers.techniques import Grid, get
from solvers.techniques.candidate_grid import mask_of
from solvers.techniques.registry import rungs
from solvers.techniques.rules import Balance, lefts


def grid_of(items: str, marks: str = "", kind: str = "variant 9x9") -> Grid:
    """Return an empty grid with rules, and with these candidates in some cells, as in "r1c1=12"."""
    geometry = Geometry.of_spec(f"{kind}; {items}")
    masks = [geometry.every] * len(geometry.cells)
    for name, digits in (part.split("=") for part in marks.split()):
        masks[at(name)] = mask_of(map(int, digits))
    return Grid.marked(Puzzle.empty(geometry), masks)


def at(name: str) -> int:
    return 9 * (int(name[1]) - 1) + int(name[3]) - 1


def candidates(text: str) -> set[tuple[int, int]]:
    """Read candidates such as "12-r1c1 3-r5c5" as pairs of cell and digit."""
    parts = (part.split("-") for part in text.split())
    return {(at(name), int(digit)) for digits, name in parts for digit in digits}


def gone(name: str, grid: Grid) -> set[tuple[int, int]]:
    found = list(get(name).find(grid))
    assert all(finding.technique == name for finding in found)
    assert all(grid.masks[cell] >> digit & 1 for finding in found for cell, digit in finding.strikes)
    return {strike for finding in found for strike in finding.strikes}


AROUND = ["r1c4", "r1c5", "r1c6", "r1c7", "r1c8", "r1c9", "r2c1", "r2c2", "r2c3", "r3c1", "r3c2", "r3c3"]
"""The cells that see r1c1, r1c2 and r1c3."""
DOMINOES = "; ".join(f"cage 10 r1c{column} r2c{column}" for column in range(1, 9))
ROW = "cage 25 r1c1 r1c2 r1c3 r1c4; cage 10 r1c5 r1c6 r1c7"
PATTERNS = {
    "two cells of 4": ("combinations", "cage 4 r1c1 r1c2", "", "2456789-r1c1 2456789-r1c2"),
    "12 beside an 8": ("combinations", "cage 20 r1c1 r1c2 r2c1", "r2c1=8", "12468-r1c1 12468-r1c2"),
    "9 of 1 to 4": ("combinations", "cage 9 r1c1 r1c2", "r1c1=1234 r1c2=345678", "34-r1c2"),
    "two signs": ("combinations", "less r1c1 r1c2; less r1c2 r1c3", "r1c2=37", "789-r1c1 123-r1c3"),
    "a thermometer": ("combinations", "thermo r1c1 r2c2 r3c3", "r2c2=24", "456789-r1c1 12-r3c3"),
    "an arrow": ("combinations", "arrow r1c1 r2c2 r3c2", "r1c1=23", "3456789-r2c2 3456789-r3c2"),
    "a white dot": ("combinations", "dot consecutive r1c1 r1c2", "r1c1=58", "12358-r1c2"),
    "a black dot": ("combinations", "dot double r1c1 r1c2", "r1c1=48", "135679-r1c2"),
    "no dot": ("combinations", "apart r1c1 r1c2", "r1c1=46", "5-r1c2"),
    "123 in a row": ("needed_digit", "cage 6 r1c1 r1c2 r1c3", "", " ".join(f"123-{name}" for name in AROUND)),
    "a needed 6": ("needed_digit", "cage 24 r1c1 r1c2 r1c3 r5c1", "r5c1=7 r1c1=123 r1c2=689 r1c3=689",
                   " ".join(f"6-{name}" for name in AROUND)),
    "two innies": ("rule_of_45", ROW, "r1c8=14", "1234578-r1c9"),
    "two outies": ("rule_of_45", f"{ROW}; cage 17 r1c8 r1c9 r2c8 r2c9", "r2c8=15", "1345789-r2c9 5-r1c8 5-r1c9"),
    "an innie and an outie": ("rule_of_45", f"{ROW}; cage 9 r1c8 r2c8", "r1c9=56", "12356789-r1c8 5-r1c9 1236789-r2c8"),
    "two rows": ("large_rule_of_45", DOMINOES, "r1c9=47", "1245789-r2c9"),
}  # fmt: skip
"""A technique, rules, candidates of cells, and all that must go."""


@pytest.mark.parametrize("name", PATTERNS)
def test_a_pattern_strikes_just_what_is_written(name: str) -> None:
    technique, items, marks, expected = PATTERNS[name]
    grid = grid_of(items, marks)
    there = {(cell, digit) for cell, digit in candidates(expected) if grid.masks[cell] >> digit & 1}
    assert gone(technique, grid) == there != set()


SPOILED = {
    "combinations": ("cage 15 r1c1 r1c2 r2c1", ""),
    "needed_digit": ("cage 24 r1c1 r1c2 r1c3 r5c1", "r5c1=7 r1c1=123 r1c2=689 r1c3=5689"),
    "rule_of_45": (ROW, "r1c8=123456789"),
    "large_rule_of_45": (DOMINOES.replace("r1c8 r2c8", "r1c8 r3c8"), "r1c9=47"),
}


@pytest.mark.parametrize("name", SPOILED)
def test_one_candidate_more_and_nothing_is_struck(name: str) -> None:
    found = [one for one in get(name).find(grid_of(*SPOILED[name])) if name != "rule_of_45" or one.cells]
    assert found == []


@pytest.mark.parametrize(
    ("items", "filled", "place"),
    [
        ("cage 5 r5c5", {}, ("r5c5", 5)),
        ("cage 8 r1c1 r1c2 r2c1", {"r1c1": 5, "r2c1": 2}, ("r1c2", 1)),
        ("less r1c1 r1c2", {"r1c1": 8}, ("r1c2", 9)),
        ("arrow r1c1 r2c2 r3c2", {"r2c2": 2, "r3c2": 5}, ("r1c1", 7)),
    ],
)
def test_the_one_left_of_a_rule_is_placed(items: str, filled: dict[str, int], place: tuple[str, int]) -> None:
    puzzle = Puzzle.empty(Geometry.of_spec(f"variant 9x9; {items}"))
    puzzle = puzzle.with_placed({at(name): digit for name, digit in filled.items()})
    (found,) = get("one_left").find(Grid.of(puzzle))
    assert found.places == ((at(place[0]), place[1]),) and found.cells == tuple(sorted(map(at, filled)))
    for name in filled:
        assert not [*get("one_left").find(Grid.of(puzzle.with_placed({at(name): 0})))]


def test_what_one_cell_must_be_is_placed() -> None:
    assert not [*get("combinations").find(grid_of("cage 5 r5c5"))], "it is the only one left"
    innies = "cage 20 r1c1 r1c2 r1c3; cage 19 r1c4 r1c5 r1c6; cage 3 r1c7 r1c8"
    (innie,) = get("rule_of_45").find(grid_of(innies))
    assert (innie.places, innie.covers, innie.marked(COVER)) == (((at("r1c9"), 3),), (30, 31, 32), ())
    (outie,) = (one for one in get("rule_of_45").find(grid_of(f"{innies}; cage 7 r1c9 r2c9")) if one.marked(COVER))
    assert (outie.places, outie.marked(BASE)) == (((at("r2c9"), 4),), ())


def test_what_is_left_over_is_the_same_sum_for_every_solution() -> None:
    for seed in range(20):
        puzzle, solution = variant(seed)
        for large in (False, True):
            for left in lefts(puzzle.geometry, large)[0]:
                assert left.rule.moves([1 << solution[cell] for cell in left.rule.cells]), (seed, left)


@given(
    st.lists(st.integers(0, 126).map(lambda mask: mask & ~1), min_size=1, max_size=4), st.integers(-9, 20), st.data()
)
def test_sums_as_bits_strike_what_the_automaton_strikes(masks: list[int], difference: int, data: st.DataObject) -> None:
    rule = Balance(tuple(range(len(masks))), (difference, data.draw(st.integers(0, len(masks))), 6))
    assert rule.filter(masks) == Rule.filter(rule, masks)


@given(st.lists(st.integers(0, 126).map(lambda mask: mask & ~1), min_size=1, max_size=4), st.integers(1, 20))
def test_the_combinations_of_a_cage_are_those_that_can_be_placed(masks: list[int], total: int) -> None:
    cage = Cage(tuple(range(len(masks))), (total,))
    every = product(*([digit for digit in range(1, 7) if mask >> digit & 1] for mask in masks))
    ways = {tuple(sorted(way)) for way in every if sum(way) == total and len({*way}) == len(way)}
    assert {*cage.combinations(masks, 6)} == ways


@pytest.mark.parametrize("seed", slow_but([3], range(40)))
def test_no_technique_strikes_a_digit_of_the_solution(seed: int) -> None:
    assert false_findings(*variant(seed), Counter()) == []


def test_a_killer_is_solved_without_a_guess() -> None:
    for puzzle in killers():
        *_, end = solvers.trace(puzzle, "human")
        assert end.kind is Kind.SOLVED, puzzle


def test_a_rule_that_cannot_be_kept_ends_the_run_or_takes_back_a_guess() -> None:
    puzzle = Puzzle.empty(Geometry.of_spec("killer 4x4; cage 5 r1c1 r1c2; cage 6 r1c3 r1c4"))
    steps = [step for step in solvers.trace(puzzle, "human") if step.kind is not Kind.PENDING]
    assert steps[-1].kind is Kind.CONFLICT and Kind.GUESS not in {step.kind for step in steps}
    broken = Puzzle.empty(Geometry.of_spec("killer 4x4; cage 7 r1c1 r1c2; less r1c1 r2c1"))
    (dead,) = (step for step in solvers.trace(broken.update(0, 4), "human") if step.kind is Kind.CONFLICT)
    assert dead == conflict(why=Why.CONSTRAINT, unit=len(broken.geometry.units) + 1)


def test_which_techniques_a_shape_allows() -> None:
    named = {spec: {one.name for one in rungs(Geometry.of_spec(spec))} for spec in (
        "9x9", "killer 9x9; cage 3 r1c1 r1c2", "killer 9x9; cage r1c1 r1c2", "x",
        "jigsaw 5x5; regions AABBB/AABBC/AEECC/DEECC/DDDDE",
    )}  # fmt: skip
    plain, killer, open_cage, x, jigsaw = named.values()
    ruled = {"one_left", "combinations", "needed_digit"}
    unique = {f"unique_rectangle_{number}" for number in range(1, 5)}
    of_45 = {"rule_of_45", "large_rule_of_45"}
    assert not plain & (ruled | of_45) and killer == plain - unique - {"bug_plus_1"} | ruled | of_45
    assert open_cage == plain - unique - {"bug_plus_1"} and x == plain - unique
    assert "finned_x_wing" not in jigsaw and "bug_plus_1" in jigsaw
