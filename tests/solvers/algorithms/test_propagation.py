"""Tests that the searches that use singles place all of them before guessing, and for valid reasons."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from itertools import islice

import pytest
from golden import pinned
from hypothesis import given
from hypothesis import strategies as st
from recount import Recount, legal_run, most_lines_between, work
from shapes import JIGSAW, LOOSE
from slow import slow_but
from strategies import examples, puzzles

import solvers
from puzzles import STANDARD, Geometry, Puzzle
from puzzles.corpus import named
from solvers.algorithms.bitboard import Lanes
from solvers.core.board import Board
from solvers.core.counting import count
from solvers.core.step import Kind, Step, Why, conflict
from solvers.techniques.candidate_grid import bits

NAMES = ["elimination-singles", "mrv", "bitboard"]
Sets = dict[int, frozenset[int]]


class WithSingles(Recount):
    """Elimination as described, except that it places a digit with one cell left in a unit before it splits."""

    def run(self) -> Counter[str]:
        every = frozenset(self.geometry.digits)
        start = {cell: frozenset({digit}) if digit else every for cell, digit in enumerate(self.puzzle.givens)}
        with suppress(self.Enough):
            self.split(start, {cell for cell, digit in enumerate(self.puzzle.givens) if digit})
        return +self.counts

    def struck(self, sets: Sets, fixed: set[int]) -> Sets:
        result = dict(sets)
        for cell in set(sets) - fixed:
            held = frozenset[int]().union(*(sets[peer] for peer in self.geometry.peers[cell] if peer in fixed))
            result[cell] = sets[cell] - held
            self.counts["ELIMINATE"] += len(sets[cell]) - len(result[cell])
        return result

    def hidden(self, sets: Sets, fixed: set[int]) -> tuple[int, int] | None:
        for unit in self.geometry.units:
            for digit in self.geometry.digits:
                places = [cell for cell in unit.cells if digit in sets[cell]]
                if len(places) == 1 and places[0] not in fixed:
                    return places[0], digit
        return None

    def split(self, sets: Sets, fixed: set[int]) -> None:
        sets = self.struck(sets, fixed)
        open_ = sorted(set(sets) - fixed)
        if not open_:
            return self.solved()
        cell = min(open_, key=lambda cell: len(sets[cell]))
        if not sets[cell]:
            self.counts["CONFLICT"] += 1
            return None
        digit = min(sets[cell])
        alone = len(sets[cell]) == 1
        if not alone and (single := self.hidden(sets, fixed)):
            alone, (cell, digit) = True, single
        self.counts["FIX" if alone else "GUESS"] += 1
        self.split({**sets, cell: frozenset({digit})}, fixed | {cell})
        if not alone:
            self.counts["BACKTRACK"] += 1
            self.counts["ELIMINATE"] += 1
            self.split({**sets, cell: sets[cell] - {digit}}, fixed)
        return None


class FewestFirst(Recount):
    """A search that places all singles, and then tries each candidate of the first cell with the fewest."""

    def run(self) -> Counter[str]:
        pairs = {(c, d) for c in self.geometry.cells for d in self.geometry.digits if self.puzzle.givens[c] in (0, d)}
        with suppress(self.Enough):
            self.guess(pairs)
        return +self.counts

    def settled(self, pairs: set[tuple[int, int]]) -> set[tuple[int, int]] | None:
        """Return the candidates left after placing all singles, or ``None`` at a contradiction."""
        places = [[(cell, digit) for digit in self.geometry.digits] for cell in self.geometry.cells]
        places += [
            [(cell, digit) for cell in unit.cells] for unit in self.geometry.units for digit in self.geometry.digits
        ]
        before = None
        while before != pairs:
            before = pairs
            for group in places:
                left = [pair for pair in group if pair in pairs]
                if not left:
                    return None
                if len(left) == 1:
                    ((cell, digit),) = left
                    gone = {(peer, digit) for peer in self.geometry.peers[cell]}
                    pairs = {pair for pair in pairs - gone if pair[0] != cell or pair == left[0]}
        return pairs

    def guess(self, pairs: set[tuple[int, int]]) -> None:
        settled = self.settled(pairs)
        if settled is None:
            self.counts["CONFLICT"] += 1
            return None
        numbers = Counter(cell for cell, _ in settled)
        if len(settled) == len(self.geometry.cells):
            return self.solved()
        cell = min((number, cell) for cell, number in numbers.items() if number > 1)[1]
        for digit in sorted(digit for place, digit in settled if place == cell):
            self.counts["GUESS"] += 1
            self.guess({pair for pair in settled if pair[0] != cell or pair[1] == digit})
            self.counts["BACKTRACK"] += 1
        return None


@pytest.mark.parametrize("answers", [1, 3, 10**9])
def test_elimination_with_singles_is_what_a_plain_recursion_does(answers: int) -> None:
    @examples(60)
    @given(puzzles())
    def holds(puzzle: Puzzle) -> None:
        if puzzle.is_valid() and count(puzzle, 40) < 40:
            assert work(puzzle, "elimination-singles", answers) == WithSingles(puzzle, answers).run()

    holds()


@pytest.mark.parametrize("answers", [1, 3, 10**9])
def test_fewest_candidates_first_guesses_what_a_plain_recursion_guesses(answers: int) -> None:
    @examples(40)
    @given(puzzles())
    def holds(puzzle: Puzzle) -> None:
        if puzzle.is_valid() and count(puzzle, 20) < 20:
            counts = work(puzzle, "mrv", answers)
            if answers == 1 and counts["SOLVED"] and not counts["CONFLICT"]:
                assert counts["GUESS"] + counts["FIX"] == len(puzzle.blanks)
            del counts["FIX"]
            assert counts == FewestFirst(puzzle, answers).run()

    holds()


COUNTED = ["fig1", "formula", "bad21", "minimal-9-1", "small-4", "deep-3", "minimal-8"]


@pytest.mark.parametrize("puzzle", slow_but(COUNTED[::2], COUNTED))
def test_the_pinned_counts_are_those_of_a_plain_recursion(puzzle: str) -> None:
    golden = pinned()
    assert WithSingles(named.find(puzzle)).run() == golden["elimination-singles", puzzle]
    plain, animated = FewestFirst(named.find(puzzle)).run(), golden["mrv", puzzle]
    del plain["FIX"], animated["FIX"]
    assert plain == animated


@pytest.mark.parametrize("name", NAMES)
@given(puzzles())
@examples(60)
def test_every_step_is_legal_and_all_solutions_are_found(name: str, puzzle: Puzzle) -> None:
    limit = 20
    found = legal_run(puzzle, name, answers=limit) if puzzle.is_valid() else []
    assert len(found) == len(set(found)) == count(puzzle, limit)
    assert all(answer.is_solution_of(puzzle) for answer in found)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("puzzle", "expected"), [("bad21", 4), ("fig23", 2), ("25empty", 2), ("21empty", 1), ("misprint", 0), ("three", 3)]
)
def test_every_solution_of_known_puzzles_is_found_once(name: str, puzzle: str, expected: int) -> None:
    found = list(solvers.solutions(named.find(puzzle), name))
    assert len(found) == len(set(found)) == expected


def objection_to_reason(board: Board, step: Step) -> str | None:
    """Return why a step's reason does not hold on the board before it, or ``None`` if it does."""
    cells = board.geometry.units[step.unit].cells if step.unit >= 0 else ()
    places = [cell for cell in cells if step.digit in board.open_candidates(cell)]
    if step.why is Why.NAKED_SINGLE and board.open_candidates(step.cell) != [step.digit]:
        return f"{step}: {board.open_candidates(step.cell)} are possible"
    if step.why is Why.HIDDEN_SINGLE and places != [step.cell]:
        return f"{step}: {places} are possible"
    if step.why is Why.NO_PLACE and (places or any(board.values[cell] == step.digit for cell in cells)):
        return f"{step}: there is a place"
    if step.why is Why.NO_CANDIDATE and (board.values[step.cell] or board.open_candidates(step.cell)):
        return f"{step}: the cell is not dead"
    return None


def fewest(board: Board) -> int:
    """Return the smallest number of candidates of a blank cell, or of places for a digit in a unit."""
    numbers = [len(board.open_candidates(cell)) for cell, digit in enumerate(board.values) if not digit]
    for unit in board.geometry.units:
        for digit in set(board.geometry.digits) - {board.values[cell] for cell in unit.cells}:
            numbers.append(sum(digit in board.open_candidates(cell) for cell in unit.cells))
    return min(numbers)


@pytest.mark.parametrize("name", NAMES)
@given(puzzles(), st.booleans())
@examples(60)
def test_reasons_are_true_and_nothing_is_guessed_that_a_single_tells(
    name: str, puzzle: Puzzle, all_of_them: bool
) -> None:
    check_reasons(puzzle, name, 5 if all_of_them else 1)


REASONED = ["minimal-9-1", "deep-3", "unit-bare", "cell-hidden", "minimal-10"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("puzzle", slow_but(["deep-3", "unit-bare"], REASONED))
def test_reasons_are_true_on_named_puzzles(name: str, puzzle: str) -> None:
    check_reasons(named.find(puzzle), name, 1)


def check_reasons(puzzle: Puzzle, name: str, answers: int) -> None:
    board, found = solvers.get(name).board(puzzle), 0
    for step in islice(solvers.trace(puzzle, name), 4000):
        assert objection_to_reason(board, step) is None
        if step.kind is Kind.GUESS:
            assert len(board.open_candidates(step.cell)) > 1
            # Elimination only places singles: it does not notice that a unit has no place for a digit.
            assert fewest(board) > 1 or (name == "elimination-singles" and fewest(board) == 0)
            if name == "bitboard":
                assert least_of(board, step) == fewest(board)
        board.apply(step)
        found += step.kind is Kind.SOLVED
        if found == answers:
            break


def least_of(board: Board, step: Step) -> int:
    """Return the smallest number of possibilities for the step's cell, or for its digit in a unit of the cell."""
    units = [board.geometry.units[u] for u in board.geometry.units_of[step.cell]]
    numbers = [sum(step.digit in board.open_candidates(cell) for cell in unit.cells) for unit in units]
    return min(len(board.open_candidates(step.cell)), *numbers)


@examples(60)
@given(puzzles())
def test_the_bitboard_guesses_where_singles_do_not_suffice_and_nowhere_else(puzzle: Puzzle) -> None:
    if puzzle.is_valid():
        fast, plain = work(puzzle, "bitboard"), work(puzzle, "mrv")
        assert (fast["GUESS"] == 0) == (plain["GUESS"] == 0)
        assert fast["GUESS"] - fast["BACKTRACK"] + fast["FIX"] >= fast["SOLVED"] * len(puzzle.blanks)


@pytest.mark.parametrize("geometry", [Geometry.boxes(3, 3), Geometry.boxes(2, 3), Geometry.boxes(4, 3)], ids=repr)
def test_each_candidate_has_a_bit_in_its_cells_lane_and_in_those_of_its_units(geometry: Geometry) -> None:
    lanes, seen = Lanes(geometry), set[int]()
    for cell in geometry.cells:
        for digit in geometry.digits:
            lengths = lanes.lengths(cell, digit)
            assert [lanes.lane(length) for length in lengths] == [
                (-1, cell),
                *((u, digit) for u in geometry.units_of[cell]),
            ]
            assert {lanes.candidate(length) for length in lengths} == {(cell, digit)}
            seen |= set(lengths)
    flags = {place + 1 for place in range(lanes.full.bit_length()) if lanes.flags >> place & 1}
    assert not seen & flags
    assert seen | flags == set(range(1, lanes.full.bit_length() + 1))


def test_masks_that_were_let_go_are_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = named.find("minimal-9-1")
    expected = work(puzzle, "bitboard", 10)
    monkeypatch.setattr("solvers.algorithms.bitboard._CACHED", 100_000)
    monkeypatch.setattr("solvers.algorithms.bitboard.lanes_of", Lanes)
    assert work(puzzle, "bitboard", 10) == expected


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("puzzle", slow_but(["minimal-10", "minimal-6"], ["side-16", "minimal-10", "minimal-6"]))
def test_other_sizes_are_solved(name: str, puzzle: str) -> None:
    found = legal_run(named.find(puzzle), name, answers=1)
    assert len(found) == 1 and found[0].is_solution_of(named.find(puzzle))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("puzzle", ["blank", "minimal-9-1", "deep-1", "uphill-2"])
def test_little_is_done_between_two_steps(name: str, puzzle: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solvers.algorithms.bitboard.lanes_of", Lanes)  # as if it were the first run of all
    assert 0 < most_lines_between(solvers.trace(named.find(puzzle), name), 1500) < 20_000


@pytest.mark.parametrize("shape", [STANDARD, Geometry.boxes(2, 3), JIGSAW, LOOSE])
def test_each_cell_and_each_place_of_a_digit_has_a_dead_end_of_its_own(shape: Geometry) -> None:
    lanes = Lanes(shape)
    told = [lanes.dead[length + 1] for length in bits(lanes.flags)]
    units = [u for u, unit in enumerate(shape.units) if unit.complete]
    places = [conflict(why=Why.NO_PLACE, digit=digit, unit=u) for u in units for digit in shape.digits]
    assert told[::-1] == [*(conflict(cell) for cell in shape.cells), *places]
