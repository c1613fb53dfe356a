"""Checks what the files say about the named puzzles, using a SAT solver that shares no code with the program."""

from __future__ import annotations

import itertools
from functools import cache

import pytest
import sat_models

from puzzles import Geometry, Puzzle
from puzzles.corpus import named

SYSTEMS = ["fig1", "fig23", "21empty", "bad21", "25empty", "formula", "lab", "misprint", "misprinted-grid", "blank"]


@cache
def groups(geometry: Geometry) -> list[list[int]]:
    """Return the cells of each row, column and box."""
    side = geometry.symbols
    height, width = geometry.box
    rows = [[r * side + c for c in range(side)] for r in range(side)]
    boxes = [
        [(top + r) * side + left + c for r in range(height) for c in range(width)]
        for top in range(0, side, height)
        for left in range(0, side, width)
    ]
    return rows + [list(column) for column in zip(*rows, strict=True)] + boxes


def clauses(puzzle: Puzzle) -> list[list[int]]:
    """Return a formula whose models are the solutions. Only candidates get variables, so that no model repeats."""
    side = puzzle.geometry.symbols
    candidates = [{given} if given else set(range(1, side + 1)) for given in puzzle.givens]
    for group in groups(puzzle.geometry):
        held = {puzzle.givens[cell] for cell in group}
        for cell in group:
            if not puzzle.givens[cell]:
                candidates[cell] -= held
    variables = {(cell, digit): 0 for cell, digits in enumerate(candidates) for digit in digits}
    variables = {candidate: number for number, candidate in enumerate(variables, 1)}
    exactly_one = [[variables[cell, digit] for digit in digits] for cell, digits in enumerate(candidates)]
    for group in groups(puzzle.geometry):
        for digit in range(1, side + 1):
            exactly_one.append([variables[cell, digit] for cell in group if digit in candidates[cell]])
    return exactly_one + [[-a, -b] for clause in exactly_one for a, b in itertools.combinations(clause, 2)]


def count(puzzle: Puzzle, limit: int) -> int:
    """Count the solutions, up to the limit."""
    formula = clauses(puzzle)
    return sum(1 for _ in itertools.islice(sat_models.each(formula), limit)) if all(formula) else 0


@pytest.mark.parametrize("entry", named.all(), ids=lambda entry: entry.name)
def test_a_named_puzzle_has_the_solutions_it_says(entry: named.NamedPuzzle) -> None:
    exact = entry.count is not None
    assert count(entry.puzzle, entry.at_least + exact) == entry.at_least
    assert entry.solution is not None or entry.count == 0
    if entry.solution:
        assert entry.solution.is_solution_of(entry.puzzle)
    assert entry.puzzle.source.startswith(f"{entry.file}.txt, line ")


def test_the_names_are_unique_and_find_their_puzzles() -> None:
    names = named.names()
    assert len({name.casefold() for name in names}) == len(names)
    assert set(SYSTEMS) <= set(names)
    for entry in named.all():
        assert named.find(entry.name.upper()) == entry.puzzle
        assert named.find(entry.name).name == entry.name


def test_there_are_puzzles_of_every_kind() -> None:
    kinds = {"systems", "unique", "impossible", "ambiguous", "complete", "anti-brute-force", "showing"}
    assert kinds == set(named.files())
    assert {entry.puzzle.geometry.side for entry in named.load("unique")} >= {4, 6, 8, 9, 10, 12, 16, 25, 36}
    assert {entry.count for entry in named.load("impossible")} == {0}
    assert all(entry.at_least >= 2 for entry in named.load("ambiguous"))
    assert {entry.count for file in ("unique", "showing") for entry in named.load(file)} == {1}


def test_every_file_tells_where_its_puzzles_are_from() -> None:
    for file in named.files():
        top = (named._FOLDER / f"{file}.txt").read_text(encoding="utf-8").split("\n")
        comments = list(itertools.takewhile(lambda line: line.startswith("#"), top))
        assert len(comments) >= 3, file


def test_the_deep_ones_do_not_fall_to_singles() -> None:
    deep = [entry.puzzle for entry in named.load("impossible") if entry.name.startswith("deep")]
    assert len(deep) >= 3
    for puzzle in deep:
        assert puzzle.is_valid()
        assert all(open_digits(puzzle).values()), "no cell is without a candidate"


def open_digits(puzzle: Puzzle) -> dict[int, set[int]]:
    peers, values = puzzle.geometry.peers, puzzle.givens
    return {cell: set(puzzle.geometry.digits) - {values[peer] for peer in peers[cell]} for cell in puzzle.blanks}


def test_those_in_plain_sight_are_in_plain_sight() -> None:
    by_name = {entry.name: entry.puzzle for entry in named.load("impossible")}
    for kind in ("row", "column", "box"):
        assert f" in {kind} " in str(by_name[f"clash-{kind}"].problems()[0])
    for name in ("cell-bare", "cell-hidden"):
        assert by_name[name].is_valid()
        assert not all(open_digits(by_name[name]).values())
    for name in ("unit-bare", "unit-hidden"):
        puzzle = by_name[name]
        candidates = open_digits(puzzle)
        assert all(candidates.values())
        assert any(
            digit not in [puzzle.givens[cell] for cell in unit.cells]
            and not any(digit in candidates.get(cell, ()) for cell in unit.cells)
            for unit in puzzle.geometry.units
            for digit in puzzle.geometry.digits
        )


def test_the_anti_brute_force_answers_begin_at_the_far_end() -> None:
    for entry in named.load("anti-brute-force"):
        assert entry.puzzle.givens[:9] == (0,) * 9
        assert entry.solution is not None
        assert entry.solution.givens[:9] == (9, 8, 7, 6, 5, 4, 3, 2, 1)


def test_unknown_names_say_which_there_are() -> None:
    with pytest.raises(LookupError, match="no puzzle is called 'fig99'; choose one of: .*fig1"):
        named.find("fig99")
    with pytest.raises(LookupError, match="choose one of: .*systems"):
        named.load("nothing")
