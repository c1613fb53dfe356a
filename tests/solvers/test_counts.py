"""Tests that each solver takes the recorded steps, and that a plain recursion counts as many of each kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from golden import pinned, pinned_hashes, recorded
from hypothesis import given
from recount import work
from slow import few_of
from strategies import examples, puzzles, solvable

import solvers
from puzzles import Geometry, Puzzle
from puzzles.corpus import named
from solvers.sat.interface import Took

SHORT = 20_000
"""The maximum number of steps of a run counted in plain pytest. One run in thirty has more."""

# What a SAT solver reports of its search up to the first answer depends on which one it is: conflicts, decisions,
# propagations, restarts. pycosat reports nothing.
BACKENDS = {
    ("pycosat", "fig1"): {},
    ("pycosat", "cell-hidden"): {},
    ("minisat22", "fig1"): {"conflicts": 0, "decisions": 2, "propagations": 730, "restarts": 1},
    ("minisat22", "cell-hidden"): {"conflicts": 0, "decisions": 0, "propagations": 603, "restarts": 0},
}


@pytest.mark.parametrize("name", solvers.names())
def test_the_work_on_named_puzzles_is_what_it_was(name: str) -> None:
    if lacking := solvers.get(name).lacking():
        pytest.skip(lacking)
    golden = {run: counts for run, counts in pinned().items() if run[0].split()[0] == name}
    assert golden, f"pin the steps of {name}: add '{name}:fig1::' to golden.txt, and run python tests/shared/golden.py"
    runs = few_of((run for run, counts in golden.items() if counts.total() < SHORT), golden)
    hashes = pinned_hashes()
    assert {run: recorded(run) for run in runs} == {run: (golden[run], hashes[run]) for run in runs}


@pytest.mark.parametrize(("backend", "puzzle"), BACKENDS)
def test_the_work_of_a_sat_solver_is_what_it_was_whichever_answers(backend: str, puzzle: str) -> None:
    if lacking := solvers.get("sat").lacking({"backend": backend}):
        pytest.skip(lacking)
    grid = named.find(puzzle)
    counts = work(grid, "sat", backend=backend)
    del counts["PENDING"]
    assert counts == pinned()["sat", puzzle]
    took = [step.detail for step in solvers.trace(grid, "sat", backend=backend) if isinstance(step.detail, Took)]
    assert took[0].figures == BACKENDS[backend, puzzle]


# The lab's text, as plainly as possible: the first blank, the digits from 1 up, and no look ahead.


def first_blank(puzzle: Puzzle) -> Counter[str]:
    values, counts = list(puzzle.givens), Counter[str]()

    def search(cells: list[int]) -> bool:
        if not cells:
            counts["SOLVED"] += 1
            return True
        tried = counts["GUESS"]
        for digit in puzzle.geometry.digits:
            if any(values[peer] == digit for peer in puzzle.geometry.peers[cells[0]]):
                counts["REJECT"] += 1
                continue
            counts["GUESS"] += 1
            values[cells[0]] = digit
            if search(cells[1:]):
                return True
            counts["BACKTRACK"] += 1
            values[cells[0]] = 0
        counts["CONFLICT"] += counts["GUESS"] == tried
        return False

    search(puzzle.blanks)
    return counts


# The animated solver's search: a cell is fixed or a set of possibilities; dead, solved, or split in two.

Sets = dict[int, frozenset[int]]


def fewest_possibilities(puzzle: Puzzle) -> Counter[str]:
    counts = Counter[str]()
    every = frozenset(puzzle.geometry.digits)
    start = {cell: frozenset({digit}) if digit else every for cell, digit in enumerate(puzzle.givens)}

    def struck(sets: Sets, fixed: frozenset[int]) -> Sets:
        result = {}
        for cell, possible in sets.items():
            held = frozenset[int]().union(*(sets[peer] for peer in puzzle.geometry.peers[cell] if peer in fixed))
            result[cell] = possible if cell in fixed else possible - held
            counts["ELIMINATE"] += len(possible) - len(result[cell])
        return result

    def search(sets: Sets, fixed: frozenset[int]) -> bool:
        sets = struck(sets, fixed)
        open_ = [cell for cell in sets if cell not in fixed]
        cell = min(open_, key=lambda cell: (len(sets[cell]), cell), default=None)
        if cell is None or not sets[cell]:
            counts["SOLVED" if cell is None else "CONFLICT"] += 1
            return cell is None
        digit = min(sets[cell])
        alone = len(sets[cell]) == 1
        counts["FIX" if alone else "GUESS"] += 1
        if search({**sets, cell: frozenset({digit})}, fixed | {cell}):
            return True
        if alone:
            return False
        counts["BACKTRACK"] += 1
        counts["ELIMINATE"] += 1
        return search({**sets, cell: sets[cell] - {digit}}, fixed)

    search(start, frozenset(puzzle.geometry.cells) - frozenset(puzzle.blanks))
    return counts


RECOUNTS: dict[str, Callable[[Puzzle], Counter[str]]] = {
    "backtracking": first_blank,
    "elimination": fewest_possibilities,
}


@pytest.mark.parametrize("name", RECOUNTS)
def test_the_work_is_that_of_a_plain_recursion_over_the_description(name: str) -> None:
    @examples(60)
    @given(puzzles())
    def holds(puzzle: Puzzle) -> None:
        if puzzle.is_valid():
            assert work(puzzle, name) == RECOUNTS[name](puzzle)

    holds()


@pytest.mark.parametrize("name", RECOUNTS)
@pytest.mark.parametrize("puzzle", ["fig1", "lab", "bad21", "blank", "easy-9-1", "minimal-6", "small-4"])
def test_the_pinned_counts_are_those_of_a_plain_recursion(name: str, puzzle: str) -> None:
    if named.find(puzzle).is_valid():
        assert work(named.find(puzzle), name) == RECOUNTS[name](named.find(puzzle))


@given(solvable())
def test_the_plain_search_keeps_one_guess_for_each_blank(puzzle: Puzzle) -> None:
    counts = work(puzzle, "backtracking")
    assert counts["GUESS"] - counts["BACKTRACK"] == len(puzzle.blanks)


@given(puzzles())
def test_a_search_without_an_answer_takes_back_every_guess(puzzle: Puzzle) -> None:
    for name in RECOUNTS:
        counts = work(puzzle, name)
        if not counts["SOLVED"]:
            assert counts["GUESS"] == counts["BACKTRACK"]


def test_the_first_solution_of_the_empty_grid_is_the_printed_one() -> None:
    found = solvers.solve(Puzzle.empty(), "backtracking")
    assert str(found) == "123456789456789123789123456214365897365897214897214365531642978642978531978531642"


def test_the_worked_examples_of_the_systems_are_solved_as_printed() -> None:
    for name in RECOUNTS:
        for puzzle in ("lab", "fig1", "21empty"):
            entry = next(entry for entry in named.all() if entry.name == puzzle)
            assert solvers.solve(entry.puzzle, name) == entry.solution
    assert solvers.solve(named.find("misprint"), "backtracking") is None
    assert not named.find("misprinted-grid").is_solved()


def test_a_cell_with_one_digit_is_tried_like_any_other_by_the_plain_search() -> None:
    """Check that 1, 2 and 3 are refused and 4 is a guess in r1c4 of this 4x4, which can only be 4."""
    puzzle = Puzzle((1, 2, 3, 0, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1), Geometry.boxes(2, 2))
    assert work(puzzle, "backtracking") == {"REJECT": 3, "GUESS": 1, "SOLVED": 1}
    assert work(puzzle, "elimination") == {"ELIMINATE": 3, "FIX": 1, "SOLVED": 1}
