"""Tests that techniques about lines decide just what follows, with true sentences, and solve Slitherlinks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest
from slow import few_of, slow_but
from variants import false_findings

import solvers
from puzzles.geometry import Geometry
from puzzles.puzzle import Puzzle
from puzzles.rules.lines import LINE, NONE, Clue
from puzzles.rules.loop import Loop, loops
from solvers.core.finding import Finding
from solvers.core.step import Kind, Why
from solvers.generate.generator import Recipe, candidate
from solvers.sat.backends import MINISAT, lacking
from solvers.techniques import Grid, get
from visualizer.narration.captions import caption
from visualizer.narration.techniques import explain
from visualizer.text.spans import plain

needs_sat = pytest.mark.skipif(bool(lacking(MINISAT)), reason="needs python-sat, which makes the hard ones")


def grid_of(rows: str, held: str = "") -> Grid:
    """Return a grid with lines and crosses, as in "L-r1c1-top"."""
    puzzle = Puzzle.empty(Geometry.of_spec(f"slitherlink {'; '.join(f'row {row}' for row in rows.split())}"))
    for sign, _, name in (part.partition("-") for part in held.split()):
        puzzle = puzzle.update(puzzle.geometry.names.index(name), "LX".index(sign) + 1)
    return Grid.of(puzzle)


def decided(grid: Grid, name: str = "numbers_and_dots") -> set[str]:
    names, found = grid.geometry.names, [*get(name).find(grid)]
    assert not any(finding.strikes for finding in found)
    return {f"{'-LX'[digit]}-{names[cell]}" for finding in found for cell, digit in finding.places}


PATTERNS = {
    "a 3 in a corner": ("3... .... ....", "", "L-r1c1-top L-r1c1-left"),
    "a 2 in a corner": ("2... .... ....", "", "L-r1c2-top L-r2c1-left"),
    "a 1 in a corner": ("1... .... ....", "", "X-r1c1-top X-r1c1-left"),
    "3s side by side": ("..... .33.. ..... ...2.", "", "L-r2c2-left L-r2c3-left L-r2c4-left X-r1c3-left X-r3c3-left"),
    "3s at one dot": ("..... .3... ..3.. .....", "", "L-r2c2-top L-r2c2-left L-r4c3-top L-r3c4-left"),
    "a line to a 3": (
        "..... ..... ..3.. .....", "L-r2c3-left", "X-r3c2-top L-r3c4-left L-r4c3-top X-r4c4-left X-r4c4-top",
    ),
    "a 3 beside a cross": ("..... ..... ..3.. .....", "X-r2c3-left X-r3c2-top", "L-r3c3-top L-r3c3-left"),
    "a 3 at a dot of a 0": (
        "..... .0... ..3.. .....", "X-r2c3-left X-r3c2-top", "L-r3c3-top L-r3c3-left X-r2c2-top X-r2c2-left",
    ),
}  # fmt: skip
"""Rows of numbers, edges that are known, and all that follows."""


@pytest.mark.parametrize("name", PATTERNS)
def test_a_pattern_decides_just_what_is_written(name: str) -> None:
    rows, held, expected = PATTERNS[name]
    assert decided(grid_of(rows, held)) == {*expected.split()}


def test_without_the_number_or_the_line_nothing_follows() -> None:
    assert decided(grid_of("..... .3... ..2.. .....")) == set() == decided(grid_of("..... ..... ..3.. ....."))
    assert decided(grid_of(".... .... ....")) == set() == decided(grid_of("..... .32.. ....."))
    assert decided(grid_of("33")) >= {"L-r1c1-left", "L-r1c2-right"} and "L-r1c2-left" not in decided(grid_of("33")), (
        "around which is the loop"
    )


def test_full_and_needy_numbers_and_dots_and_early_loops_are_combinations() -> None:
    assert decided(grid_of("... .0. ..."), "combinations") == {
        "X-r2c2-top", "X-r2c2-left", "X-r2c3-left", "X-r3c2-top",
    }  # fmt: skip
    assert decided(grid_of(".2 ..", "L-r1c2-top L-r1c2-left"), "combinations") >= {"X-r1c2-right", "X-r2c2-top"}
    three = "L-r1c1-top L-r1c1-left L-r1c2-left"
    assert "X-r2c1-top" in decided(grid_of("...1 .... ....", three), "combinations"), "which would close too early"
    assert decided(grid_of("... ... ...", three), "combinations") & {"X-r2c1-top", "L-r2c1-top"} == set()


def test_a_line_that_would_close_a_loop_too_early_is_told_with_what_the_loop_leaves_out() -> None:
    puzzle = Puzzle.empty(Geometry.of_spec("slitherlink row ...1; row ....; row ...."))
    for name in ("r1c1-top", "r1c1-left", "r1c2-left"):
        puzzle = puzzle.update(puzzle.geometry.names.index(name), LINE)
    board = solvers.get("human").board(puzzle)
    steps = (
        step for step in solvers.trace(puzzle, "human") if step.why is Why.COMBINATIONS and not board.objection(step)
    )
    told = {plain(caption(step, board, board)) for step in steps}
    assert "With L in r2c1-top, a loop of 4 lines alone leaves the 1 at r1c4 unmet: r2c1-top must be X." in told


SAID = {
    "a 3 in a corner": "both edges of the 3 at r1c1 are lines, or neither is, and just one of its four is not",
    "a 1 in a corner": "both edges of the 1 at r1c1 are lines, or neither is, and just one of its four is:",
    "3s side by side": (
        "without a line between the 3 at r2c2 and the 3 at r2c3, the rest closes a loop; with it, one more fits at "
        "each end"
    ),
    "3s at one dot": "the 3 at r2c2 and the 3 at r3c3 each have a line to the dot between them",
}


@pytest.mark.parametrize("name", SAID)
def test_a_pattern_that_everybody_knows_is_told_in_words_of_its_own(name: str) -> None:
    grid = grid_of(*PATTERNS[name][:2])
    findings = [*get("numbers_and_dots").find(grid)]
    assert any(SAID[name] in plain(explain(finding, Puzzle.empty(grid.geometry))) for finding in findings)


@cache
def known() -> tuple[Puzzle, ...]:
    made = [candidate("lines", index, Recipe(Geometry.of_spec("slitherlink 6x6"))) for index in range(3)]
    hard = (candidate("lines", index, Recipe(Geometry.of_spec("slitherlink 6x7"), minimal=True)) for index in (4, 5))
    return *made, *hard


def ways(shape: Geometry, numbers: tuple[int, ...], held: dict[int, int]) -> Iterator[dict[int, int]]:
    """Yield every way to fill the edges of some numbers and dots, by trying all that are not held."""
    (loop,) = (rule for rule in shape.rules if isinstance(rule, Loop))
    rules = [shape.numbered_rules[number] for number in numbers]
    cells = sorted({cell for rule in rules for cell in rule.cells})
    for way in product(*((held[cell],) if cell in held else (LINE, NONE) for cell in cells)):
        value = dict(zip(cells, way, strict=True))
        lines = [cell for cell in cells if value[cell] == LINE]
        kept = (sum(value[cell] == LINE for cell in rule.cells) in
                (rule.args if isinstance(rule, Clue) else (0, 2)) for rule in rules)  # fmt: skip
        if all(kept) and not any(loop.unmet(its) for its in loops(loop.ends, lines)):
            yield value


@needs_sat
def test_what_a_finding_decides_follows_from_the_numbers_dots_and_edges_that_its_sentence_names() -> None:
    seen = set[Finding]()
    for puzzle in few_of(known()[::3], known()):
        board, shape = solvers.get("human").board(puzzle), puzzle.geometry
        for step in solvers.trace(puzzle, "human"):
            assert board.objection(step) is None
            if step.why is Why.NUMBERS_AND_DOTS and step.kind is Kind.FIX and step.detail not in seen:
                finding = step.detail
                seen.add(finding)
                held = {cell: board.values[cell] for cell in finding.cells}
                for way in ways(shape, finding.units, held):
                    assert all(way[cell] == digit for cell, digit in finding.places), finding
                reason, _, result = plain(caption(step, board, board)).rpartition(": ")
                numbers = [unit for unit in finding.units if isinstance(shape.numbered_rules[unit], Clue)]
                assert all(shape.called(unit).removeprefix("the ") in reason for unit in numbers)
                assert all(shape.name(cell) in result for cell, _ in finding.places)
                if held:
                    assert all(shape.called(unit) in reason.lower() for unit in finding.units)
                for cell, digit in held.items():
                    assert re.search(rf"{shape.name(cell)}\b[^LX]* (is|are) {' LX'[digit]}", reason), reason
            board.apply(step)
    assert len(seen) > 10


@needs_sat
@pytest.mark.parametrize("seed", slow_but([1], range(40)))
def test_no_technique_contradicts_the_solution(seed: int) -> None:
    shape = Geometry.of_spec(f"slitherlink {5 + seed % 4}x{5 + seed % 3}")
    puzzle = candidate("true", seed, Recipe(shape, minimal=seed % 2 == 1))
    solution, seen = solvers.solve(puzzle, "sat"), Counter[str]()
    assert solution and false_findings(puzzle, solution.givens, seen) == [] and seen["numbers_and_dots"]


def test_people_solve_an_ordinary_one_without_a_guess() -> None:
    for puzzle in few_of(known()[:1], known()[:3]):
        *_, end = solvers.trace(puzzle, "human")
        assert end.kind is Kind.SOLVED


def test_a_board_without_an_answer_ends_in_a_dead_end() -> None:
    puzzle = Puzzle.empty(Geometry.of_spec("slitherlink row 3.3; row .3.; row 3.3"))
    board = solvers.get("human").board(puzzle)
    for step in solvers.trace(puzzle, "human", guess=True):
        assert board.objection(step) is None
        board.apply(step)
        assert step.kind is not Kind.SOLVED
