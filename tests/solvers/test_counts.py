"""Same work, same count: how many steps of each kind a solver makes, pinned and recounted by plain recursion."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from strategies import examples, puzzles, solvable

import solvers
from puzzles import Geometry, Puzzle
from puzzles.corpus import named
from solvers.core.step import Kind
from solvers.sat.request import Took

KINDS = ("GUESS", "FIX", "ELIMINATE", "BACKTRACK", "REJECT", "CONFLICT", "SOLVED")

# Up to the first solution, or to the end where there is none: the kinds above in order.
GOLDEN = {
    ("backtracking", "fig1"): (569, 0, 0, 516, 4357, 190, 1),
    ("backtracking", "fig23"): (42, 0, 0, 1, 164, 1, 1),
    ("backtracking", "21empty"): (21, 0, 0, 0, 89, 0, 1),
    ("backtracking", "bad21"): (142, 0, 0, 120, 1048, 37, 1),
    ("backtracking", "25empty"): (25, 0, 0, 0, 108, 0, 1),
    ("backtracking", "lab"): (66, 0, 0, 21, 349, 10, 1),
    ("backtracking", "blank"): (391, 0, 0, 310, 2804, 136, 1),
    ("backtracking", "easy-9-1"): (353, 0, 0, 308, 2644, 88, 1),
    ("backtracking", "minimal-9-3"): (31189, 0, 0, 31132, 249283, 9030, 1),
    ("backtracking", "misprint"): (0, 0, 0, 0, 0, 1, 0),
    ("backtracking", "small-4"): (4, 0, 0, 4, 16, 2, 0),
    ("backtracking", "minimal-4"): (15, 0, 0, 3, 27, 2, 1),
    ("backtracking", "minimal-6"): (188, 0, 0, 162, 868, 37, 1),
    ("backtracking", "minimal-8"): (668, 0, 0, 624, 4526, 165, 1),
    ("backtracking", "blank-16"): (256, 0, 0, 0, 1920, 0, 1),
    ("backtracking", "one-blank"): (1, 0, 0, 0, 3, 0, 1),
    ("backtracking", "complete"): (0, 0, 0, 0, 0, 0, 1),
    ("elimination", "fig1"): (4, 59, 454, 1, 0, 1, 1),
    ("elimination", "fig23"): (1, 40, 327, 0, 0, 0, 1),
    ("elimination", "21empty"): (0, 21, 168, 0, 0, 0, 1),
    ("elimination", "bad21"): (2, 20, 174, 0, 0, 0, 1),
    ("elimination", "25empty"): (1, 24, 199, 0, 0, 0, 1),
    ("elimination", "lab"): (0, 45, 360, 0, 0, 0, 1),
    ("elimination", "blank"): (47, 34, 544, 0, 0, 0, 1),
    ("elimination", "easy-9-1"): (0, 45, 360, 0, 0, 0, 1),
    ("elimination", "minimal-9-1"): (51, 653, 2619, 48, 0, 48, 1),
    ("elimination", "minimal-9-3"): (7, 62, 488, 1, 0, 1, 1),
    ("elimination", "formula"): (18, 204, 1067, 15, 0, 15, 1),
    ("elimination", "sparse-9"): (38, 496, 2079, 33, 0, 33, 1),
    ("elimination", "two-deep"): (4, 54, 460, 0, 0, 0, 1),
    ("elimination", "deep-1"): (366, 3836, 16100, 366, 0, 367, 0),
    ("elimination", "deep-3"): (176, 1878, 7688, 176, 0, 177, 0),
    ("elimination", "unit-bare"): (119, 206, 4427, 119, 0, 120, 0),
    ("elimination", "cell-hidden"): (0, 0, 282, 0, 0, 1, 0),
    ("elimination", "misprint"): (0, 0, 0, 0, 0, 1, 0),
    ("elimination", "small-4"): (0, 0, 27, 0, 0, 1, 0),
    ("elimination", "minimal-8"): (6, 67, 430, 4, 0, 4, 1),
    ("elimination", "minimal-10"): (467, 4240, 17197, 465, 0, 465, 1),
    ("elimination", "side-16"): (422, 5704, 29799, 409, 0, 409, 1),
    ("elimination", "complete"): (0, 0, 0, 0, 0, 0, 1),
    ("sat", "fig1"): (0, 53, 0, 0, 0, 0, 1),
    ("sat", "blank-6"): (0, 36, 0, 0, 0, 0, 1),
    ("sat", "cell-hidden"): (0, 0, 0, 0, 0, 0, 0),
    ("sat", "misprint"): (0, 0, 0, 0, 0, 1, 0),
}

# What a SAT solver reports of its search up to the first answer depends on which one it is: conflicts, decisions,
# propagations, restarts. pycosat reports nothing.
BACKENDS = {
    ("pycosat", "fig1"): {},
    ("pycosat", "cell-hidden"): {},
    ("minisat22", "fig1"): {"conflicts": 0, "decisions": 2, "propagations": 730, "restarts": 1},
    ("minisat22", "cell-hidden"): {"conflicts": 0, "decisions": 0, "propagations": 603, "restarts": 0},
}


def work(puzzle: Puzzle, name: str, **options: str) -> Counter[str]:
    """How many steps of each kind up to the first answer."""
    counts: Counter[str] = Counter()
    for step in solvers.trace(puzzle, name, **options):
        counts[step.kind.name] += 1
        if step.kind is Kind.SOLVED:
            break
    return counts


@pytest.mark.parametrize(("name", "puzzle"), GOLDEN)
def test_the_work_on_a_named_puzzle_is_what_it_was(name: str, puzzle: str) -> None:
    if lacking := solvers.get(name).lacking():
        pytest.skip(lacking)
    counts = work(named.find(puzzle), name)
    assert tuple(counts[kind] for kind in KINDS) == GOLDEN[name, puzzle]


@pytest.mark.parametrize(("backend", "puzzle"), BACKENDS)
def test_the_work_of_a_sat_solver_is_what_it_was_whichever_answers(backend: str, puzzle: str) -> None:
    if lacking := solvers.get("sat").lacking({"backend": backend}):
        pytest.skip(lacking)
    grid = named.find(puzzle)
    counts = work(grid, "sat", backend=backend)
    assert tuple(counts[kind] for kind in KINDS) == GOLDEN["sat", puzzle]
    took = [step.detail for step in solvers.trace(grid, "sat", backend=backend) if isinstance(step.detail, Took)]
    assert took[0].figures == BACKENDS[backend, puzzle]


def pinned() -> set[str]:
    """The solvers in the tables called GOLDEN of this folder and those in it: {(solver, puzzle): counts}."""
    found = set()
    for path in Path(__file__).parent.rglob("test_*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "GOLDEN":
                table = ast.literal_eval(node.value)
                found |= {name for name, _ in table} if isinstance(table, dict) else set()
    return found


def test_every_solver_has_pinned_counts() -> None:
    assert pinned() == set(solvers.names())


# What the lab's text says, as plainly as can be: the first blank, the digits from 1 up, and no look ahead.


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


# And the animated solver's: a cell is fixed or a set of possibilities; dead, solved, or split in two.

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
    """By hand: r1c4 of this 4x4 can only be 4; 1, 2 and 3 stand in its row, so three are refused and one is a guess."""
    puzzle = Puzzle((1, 2, 3, 0, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1), Geometry.boxes(2, 2))
    assert work(puzzle, "backtracking") == {"REJECT": 3, "GUESS": 1, "SOLVED": 1}
    assert work(puzzle, "elimination") == {"ELIMINATE": 3, "FIX": 1, "SOLVED": 1}
