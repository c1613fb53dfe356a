"""Tests that each search that fills one blank after another makes exactly the steps that its description promises."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from golden import pinned
from hypothesis import given
from hypothesis import strategies as st
from recount import Recount, legal_run, most_lines_between, put, work
from slow import slow_but
from strategies import examples, puzzles

import solvers
from puzzles import Puzzle
from puzzles.corpus import named
from solvers.core.board import Candidates as Mode
from solvers.core.counting import count
from solvers.core.step import Kind, Why

NAMES = ["backtracking-candidates", "fewest-blanks", "blank-sum", "last-blank"]


class Candidates(Recount):
    """A search of the first blank, which counts a FIX if only one digit fits, and otherwise a GUESS for each digit."""

    def choose(self, grid: tuple[int, ...]) -> int:
        return grid.index(0)

    def search(self, grid: tuple[int, ...]) -> None:
        if 0 not in grid:
            return self.solved()
        cell = self.choose(grid)
        fitting = [digit for digit in self.geometry.digits if not self.held(grid, cell, digit)]
        self.counts["CONFLICT"] += not fitting
        for digit in fitting:
            self.counts["FIX" if len(fitting) == 1 else "GUESS"] += 1
            self.search(put(grid, cell, digit))
            self.counts["BACKTRACK"] += len(fitting) > 1
        return None


class Trying(Recount):
    """A search that tries every digit in a blank, and counts a REJECT if a peer holds it and a GUESS if not."""

    def search(self, grid: tuple[int, ...]) -> None:
        if 0 not in grid:
            return self.solved()
        cell = self.choose(grid)
        refused = 0
        for digit in self.geometry.digits:
            if self.held(grid, cell, digit):
                refused += 1
                self.counts["REJECT"] += 1
            else:
                self.counts["GUESS"] += 1
                self.search(put(grid, cell, digit))
                self.counts["BACKTRACK"] += 1
        self.counts["CONFLICT"] += refused == len(self.geometry.digits)
        return None

    def blanks(self, grid: tuple[int, ...], cell: int) -> tuple[int, int, int]:
        """Count the blanks in the cell's row, column and box."""
        side, (height, width) = self.geometry.side, self.geometry.box
        area = [(place // side, place % side) for place in range(side * side) if not grid[place]]
        row, column = divmod(cell, side)
        box = [1 for r, c in area if r // height == row // height and c // width == column // width]
        return sum(r == row for r, _ in area), sum(c == column for _, c in area), len(box)

    def choose(self, grid: tuple[int, ...]) -> int:
        best, least = -1, 10**9
        for cell, digit in enumerate(grid):
            if not digit and self.measure(grid, cell) < least:
                best, least = cell, self.measure(grid, cell)
        return best

    def measure(self, grid: tuple[int, ...], cell: int) -> int:
        raise NotImplementedError


class Fewest(Trying):
    def measure(self, grid: tuple[int, ...], cell: int) -> int:
        return min(self.blanks(grid, cell))


class FewestInLines(Trying):
    def measure(self, grid: tuple[int, ...], cell: int) -> int:
        return min(self.blanks(grid, cell)[:2])


class Sum(Trying):
    def measure(self, grid: tuple[int, ...], cell: int) -> int:
        return sum(self.blanks(grid, cell))


class FewestCandidates(Fewest):
    search = Candidates.search


class FewestCandidatesInLines(FewestInLines):
    search = Candidates.search


class SumCandidates(Sum):
    search = Candidates.search


class LastBlank(Trying):
    """A search of the first blank that first fills the last blanks of rows, columns and boxes until nothing changes."""

    def choose(self, grid: tuple[int, ...]) -> int:
        return grid.index(0)

    def search(self, grid: tuple[int, ...]) -> None:
        filled = self.fill(grid)
        while filled and filled != grid:
            grid, filled = filled, self.fill(filled)
        if filled:
            super().search(filled)

    def fill(self, grid: tuple[int, ...]) -> tuple[int, ...] | None:
        for kind in ("row", "column", "box"):
            for unit in (unit for unit in self.geometry.units if unit.kind == kind):
                gaps = [cell for cell in unit.cells if grid[cell] == 0]
                if len(gaps) == 1:
                    (lacking,) = set(self.geometry.digits) - {grid[cell] for cell in unit.cells}
                    if self.held(grid, gaps[0], lacking):
                        self.counts["CONFLICT"] += 1
                        return None
                    self.counts["FIX"] += 1
                    grid = put(grid, gaps[0], lacking)
        return grid


RECOUNTS = {
    "backtracking-candidates": Candidates,
    "fewest-blanks": Fewest,
    "blank-sum": Sum,
    "last-blank": LastBlank,
}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("answers", [1, 3, 10**9])
def test_the_work_is_that_of_a_plain_recursion_over_the_description(name: str, answers: int) -> None:
    @examples(40, quick=8)
    @given(puzzles())
    def holds(puzzle: Puzzle) -> None:
        if puzzle.is_valid() and count(puzzle, 40) < 40:
            assert work(puzzle, name, answers) == RECOUNTS[name](puzzle, answers).run()

    holds()


@given(puzzles())
def test_propagate_can_be_called_and_fills_what_the_search_fills_before_its_first_guess(puzzle: Puzzle) -> None:
    found, board = solvers.propagate(puzzle), solvers.get("last-blank").board(puzzle)
    for step in solvers.trace(puzzle, "last-blank"):
        if step.kind is not Kind.FIX:
            break
        board.apply(step)
    expected = puzzle.with_values(board.values)
    if not puzzle.is_valid() or any(lacks_in_vain(expected)):
        assert found is None
        return
    assert found == expected and solvers.propagate(found) == found
    assert found.placed == frozenset(cell for cell in puzzle.blanks if found.givens[cell])
    assert not any(sum(not found.givens[cell] for cell in unit.cells) == 1 for unit in found.geometry.units)


def lacks_in_vain(puzzle: Puzzle) -> Iterator[bool]:
    """Return, for each unit with one blank, whether a peer of the blank already holds the missing digit."""
    for unit in puzzle.geometry.units:
        blanks = [cell for cell in unit.cells if not puzzle.givens[cell]]
        if len(blanks) == 1:
            (digit,) = {*puzzle.geometry.digits} - {puzzle.givens[cell] for cell in unit.cells}
            yield not puzzle.update(blanks[0], digit).is_valid()


def test_propagate_completes_the_system_s_puzzle_as_far_as_last_blanks_go() -> None:
    counts = work(named.find("21empty"), "last-blank")
    filled = solvers.propagate(named.find("21empty"))
    assert filled is not None and 60 < filled.clues <= 60 + counts["FIX"]
    whole = solvers.solve(named.find("21empty"))
    assert whole is not None and solvers.propagate(whole.update(40, 0)) == whole
    assert solvers.propagate(named.find("misprint")) is None


ONLY = {"candidates": True}
VARIANTS: list[tuple[str, dict[str, bool], type[Recount]]] = [
    ("fewest-blanks", {"rows_and_columns_only": True}, FewestInLines),
    ("fewest-blanks", ONLY, FewestCandidates),
    ("fewest-blanks", {**ONLY, "rows_and_columns_only": True}, FewestCandidatesInLines),
    ("blank-sum", ONLY, SumCandidates),
]


@pytest.mark.parametrize(("name", "options", "recount"), VARIANTS)
@pytest.mark.parametrize("answers", [1, 10**9])
def test_with_options_too(name: str, options: dict[str, bool], recount: type[Recount], answers: int) -> None:
    @examples(40, quick=8)
    @given(puzzles())
    def holds(puzzle: Puzzle) -> None:
        if puzzle.is_valid() and count(puzzle, 40) < 40:
            assert work(puzzle, name, answers, **options) == recount(puzzle, answers).run()
            answered = legal_run(puzzle, name, answers, **options)
            assert len(answered) == len(set(answered)) == min(answers, count(puzzle, 40))

    holds()


@pytest.mark.parametrize("name", ["fewest-blanks", "blank-sum"])
def test_only_candidates_are_the_same_nodes_without_refusals(name: str) -> None:
    golden = pinned()
    both = [
        (counts, golden[name, puzzle]) for (run, puzzle), counts in golden.items() if run == f"{name} candidates=true"
    ]
    assert len(both) == 8
    for counts, plain in both:
        assert counts["GUESS"] + counts["FIX"] == plain["GUESS"] and counts["CONFLICT"] == plain["CONFLICT"]
        assert plain["REJECT"] and not counts["REJECT"]


@pytest.mark.parametrize("name", ["fewest-blanks", "blank-sum"])
def test_only_candidates_are_shown_as_candidates(name: str) -> None:
    """Check that the option makes the board strike placed digits, even in a what-if."""
    solver, puzzle = solvers.get(name), named.find("fig1")
    assert solver.board(puzzle).mode is Mode.NONE and solver.board(puzzle, ONLY).mode is Mode.STRUCK
    assert next(solvers.trace(puzzle, name, fork="0:r1c1=1", **ONLY)).why is Why.BY_HAND
    passed = next(solvers.trace(puzzle, name, fork="0:r1c1=8", **ONLY))
    assert (passed.kind, passed.why) == (Kind.LOOK, Why.BY_HAND), "8 stands in its row"


COUNTED = ["bad21", "small-4", "25empty", "fig1", "fig23", "lab", "minimal-6"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("puzzle", slow_but(COUNTED[:3], COUNTED))
def test_the_pinned_counts_are_those_of_a_plain_recursion(name: str, puzzle: str) -> None:
    if (name, puzzle) == ("fewest-blanks", "fig1"):
        return  # the plain recursion takes ten seconds
    assert RECOUNTS[name](named.find(puzzle)).run() == pinned()[name, puzzle]


def test_leaving_out_boxes_is_another_search() -> None:
    both, lines = (work(named.find("fig1"), "fewest-blanks", rows_and_columns_only=only) for only in (False, True))
    assert both != lines
    assert [option.name for option in solvers.get("fewest-blanks").options] == ["rows_and_columns_only", "candidates"]


@pytest.mark.parametrize("name", NAMES)
@given(puzzles())
@examples(40)
def test_every_step_is_legal_and_all_solutions_are_found(name: str, puzzle: Puzzle) -> None:
    limit = 20
    found = legal_run(puzzle, name, answers=limit) if puzzle.is_valid() else []
    assert len(found) == len(set(found)) == count(puzzle, limit)
    assert all(answer.is_solution_of(puzzle) for answer in found)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("puzzle", "expected"), [("bad21", 4), ("fig23", 2), ("25empty", 2), ("21empty", 1), ("misprint", 0)]
)
def test_every_solution_of_the_systems_puzzles_is_found_once(name: str, puzzle: str, expected: int) -> None:
    found = list(solvers.solutions(named.find(puzzle), name))
    assert len(found) == len(set(found)) == expected


@given(st.sampled_from(NAMES), st.integers(0, 10**6))
@examples(20)
def test_a_hand_made_chain_of_last_blanks_is_all_fixes(name: str, seed: int) -> None:
    """Check that all searches agree on a grid in which only one digit is missing from each row."""
    grid = named.find("21empty")
    solution = solvers.solve(grid, "backtracking")
    assert solution is not None
    values = list(solution.givens)
    for row in range(9):
        values[row * 9 + (seed + row * 4) % 9] = 0
    counts = work(grid.with_values(values), name)
    if name in ("last-blank", "backtracking-candidates"):
        assert counts == {"FIX": 9, "SOLVED": 1}
    else:
        assert counts["GUESS"] == 9 and counts["FIX"] == 0


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("puzzle", ["blank", "minimal-9-1", "deep-1"])
def test_little_is_done_between_two_steps(name: str, puzzle: str) -> None:
    assert 0 < most_lines_between(solvers.trace(named.find(puzzle), name), 1500) < 20_000
