"""Tests that killers, comparisons, jigsaws and their like have one solution, nothing to spare, and repeat by seed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest
from slow import few_of

import solvers
from puzzles import Puzzle
from puzzles.geometry import Geometry
from puzzles.kinds.blueprint import Blueprint, Item
from puzzles.writing import grid, record
from solvers.generate.collector import CandidateWish, Collector
from solvers.generate.generator import NoGridError, Recipe, candidate
from solvers.generate.variants import bare, why_not

SMALL = ["killer 4x4", "comparison 4x4", "killer 6x6; units diagonals", "variant 6x6; dot double r1c1 r1c2"]
BOTH = "killer 6x6:3x2; less r1c1 r1c2"
SHAPES = [*SMALL, BOTH, "killer 6x6", "comparison 6x6", "killer 9x9", "comparison 9x9", "killer 9x9; units diagonals"]


def made(spec: str, index: int = 0, *, minimal: bool = False) -> Puzzle:
    return candidate(5, index, Recipe(Geometry.of_spec(spec), minimal=minimal))


def solutions(puzzle: Puzzle) -> int:
    return solvers.count_solutions(puzzle, 2, "cdcl" if puzzle.geometry.symbols < 9 else "sat")


def items_of(puzzle: Puzzle) -> tuple[Item, ...]:
    blueprint = Blueprint.of(puzzle.geometry)
    assert blueprint
    return blueprint.items


def with_items(puzzle: Puzzle, items: tuple[Item, ...]) -> Puzzle:
    blueprint = Blueprint.of(puzzle.geometry)
    assert blueprint
    spec = f"{puzzle.geometry.kind_name} {replace(blueprint, items=items)}"
    return Puzzle(puzzle.givens, Geometry.of_spec(spec))


def test_each_has_one_solution_is_read_back_and_has_the_size_and_the_units_asked_for() -> None:
    for spec in few_of(SMALL, SHAPES):
        puzzle = made(spec)
        assert solutions(puzzle) == 1, spec
        assert bare(puzzle.geometry) == bare(Geometry.of_spec(spec))
        assert Puzzle.parse(grid(puzzle)) == puzzle and puzzle == made(spec) != made(spec, 1)


def spared(puzzle: Puzzle, most: int) -> Iterator[Puzzle]:
    """Yield the puzzle without each given, each sign or dot, and with each two neighbouring cages merged."""
    items = items_of(puzzle)
    yield from (puzzle.update(cell, 0) for cell, digit in enumerate(puzzle.givens) if digit)
    for item in items:
        if item.name != "cage":
            yield with_items(puzzle, tuple(other for other in items if other != item))
    for one, other in combinations([item for item in items if item.name == "cage"], 2):
        places = (*one.places, *other.places)
        touch = any(abs(a - c) + abs(b - d) == 1 for a, b in one.places for c, d in other.places)
        if touch and len(places) <= most and one.args and other.args:
            merged = Item("cage", (one.args[0] + other.args[0],), tuple(sorted(places)))
            yield with_items(puzzle, (merged, *(item for item in items if item not in (one, other))))


@pytest.mark.parametrize("spec", [*SMALL, BOTH])
def test_nothing_can_be_spared_in_a_minimal_one_and_no_cages_merged(spec: str) -> None:
    puzzle = made(spec, minimal=True)
    for less in spared(puzzle, puzzle.geometry.symbols // 2 + 1):
        assert solutions(less) != 1, record(less)


def test_a_comparison_that_is_not_minimal_has_more_signs_and_an_easy_killer_smaller_cages() -> None:
    few, many = (len(items_of(made("comparison 6x6", minimal=minimal))) for minimal in (True, False))
    assert few < many
    large, small = (max(len(item.places) for item in items_of(made("killer 9x9", 1, minimal=m))) for m in (True, False))
    assert large == 5 and small in (3, 4)


@pytest.mark.slow
def test_a_jigsaw_has_regions_of_its_own_in_one_piece() -> None:
    puzzles = [made("jigsaw 9x9", index, minimal=True) for index in range(3)]
    assert len({puzzle.geometry for puzzle in puzzles}) == 3
    for puzzle in puzzles:
        geometry = puzzle.geometry
        assert solutions(puzzle) == 1 and len(geometry.regions) == 9
        for u in geometry.regions:
            places = {geometry.places[cell] for cell in geometry.units[u].cells}
            reached = {min(places)}
            for _ in places:
                reached |= {(r, c) for r, c in places for a, b in reached if abs(r - a) + abs(c - b) == 1}
            assert reached == places


def test_what_cannot_be_made_is_refused_with_the_reason() -> None:
    for spec, reason in (("variant 4x4; thermo r1c1 r1c2", "'thermo'"), ("killer 16x16", "up to 9 symbols")):
        assert reason in why_not(Geometry.of_spec(spec))
        with pytest.raises(NoGridError, match=reason):
            made(spec)
    for how, reason in (({"clues": 20}, "as few givens"), ({"symmetry": "mirror"}, "no symmetry")):
        with pytest.raises(ValueError, match=reason):
            Recipe(Geometry.of_spec("killer 9x9"), **how)  # type: ignore[arg-type]


def test_a_collection_goes_on_where_it_was_left_although_no_killer_has_a_given() -> None:
    wish = CandidateWish(Recipe(Geometry.of_spec("killer 4x4")))
    every = [record(one.puzzle) for one in Collector(1, wish, 6).picked()]
    assert len({*every}) == 6
    later = Collector(1, wish, 6)
    assert [*later.resume([(text, None) for text in every[:3]])] == [True] * 3
    assert [record(one.puzzle) for one in later.picked()] == every[3:]
