"""Tests that the board applies steps, undoes them exactly, and says why a step is illegal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import SEARCHED, examples, puzzles, solvable, walk, walks

from puzzles import STANDARD, Geometry, Puzzle
from solvers.core.board import Board, Candidates
from solvers.core.step import SOLVED, Kind, Step, Why, backtrack, eliminate, fix, guess, reject, resolved, swap, undo

FIG1 = Puzzle.parse("..84.9....1....3...4...5..756.2.1.3...1...5...2.7.4.164..1...6...6....9....6.34..")
R1C1, R1C2, R1C3 = 0, 1, 2


def all_of(board: Board) -> tuple[object, ...]:
    return list(board.values), list(board.candidates), list(board.trail), list(board.marks)


def played(puzzle: Puzzle, mode: Candidates, seed: int, length: int = 60) -> tuple[Board, list[Step]]:
    board, steps = Board(puzzle, mode), list(walk(puzzle, mode, seed, length))
    board.replay(steps)
    return board, steps


@examples(60)
@given(puzzles(), st.sampled_from(SEARCHED))
def test_a_fresh_board_holds_the_givens_and_what_its_mode_knows(puzzle: Puzzle, mode: Candidates) -> None:
    board = Board(puzzle, mode)
    assert tuple(board.values) == puzzle.givens
    assert (board.level, board.trail, board.filled) == (0, [], puzzle.clues)
    for cell in puzzle.blanks:
        expected = [
            digit for digit in puzzle.geometry.digits if mode is Candidates.SAID or not board.holders(cell, digit)
        ]
        assert board.open_candidates(cell) == ([] if mode is Candidates.NONE else expected)


@examples(60)
@given(walks)
def test_applying_one_by_one_is_replaying_at_once(case: tuple[Puzzle, Candidates, int]) -> None:
    board, steps = played(*case)
    other = Board(*case[:2])
    for step in steps:
        assert other.objection(step) is None
        other.apply(step)
    assert all_of(board) == all_of(other)


@examples(60)
@given(walks)
def test_struck_by_placing_means_that_no_peer_holds_a_candidate(case: tuple[Puzzle, Candidates, int]) -> None:
    puzzle, _, seed = case
    board, _ = played(puzzle, Candidates.STRUCK, seed)
    for cell in board.geometry.cells:
        assert not any(board.holders(cell, digit) for digit in board.open_candidates(cell))


@examples(60)
@given(walks, st.integers(0, 60))
def test_restoring_a_snapshot_brings_everything_back(case: tuple[Puzzle, Candidates, int], cut: int) -> None:
    puzzle, mode, seed = case
    board = Board(puzzle, mode)
    steps = list(walk(puzzle, mode, seed, 60))
    board.replay(steps[:cut])
    snapshot, before = board.snapshot(), all_of(board)
    board.replay(steps[cut:])
    board.restore(snapshot)
    assert all_of(board) == before
    assert board.snapshot() == snapshot
    board.replay(steps[cut:])  # it continues from there as if nothing had happened
    assert all_of(board) == all_of(played(*case)[0])


@examples(60)
@given(walks)
def test_a_backtrack_undoes_exactly_what_was_done_since_its_guess(case: tuple[Puzzle, Candidates, int]) -> None:
    puzzle, mode, seed = case
    board = Board(puzzle, mode)
    before_guess: list[tuple[object, ...]] = []
    start = all_of(board)
    for step in walk(puzzle, mode, seed, 80):
        if step.kind is Kind.GUESS:
            before_guess.append(all_of(board))
        board.apply(step)
        if step.kind is Kind.BACKTRACK:
            assert all_of(board) == (before_guess[step.level] if step.level >= 0 else start)
            del before_guess[max(step.level, 0) :]
        assert board.level == len(before_guess)


@examples(60)
@given(walks)
def test_every_changing_step_changes_the_board_and_no_other_does(case: tuple[Puzzle, Candidates, int]) -> None:
    puzzle, mode, seed = case
    board = Board(puzzle, mode)
    for step in walk(puzzle, mode, seed, 60):
        before = board.snapshot()
        board.apply(step)
        assert (board.snapshot() != before) == (step.kind < Kind.LOOK)


@examples(60)
@given(walks)
def test_placements_and_guesses_are_those_that_were_made(case: tuple[Puzzle, Candidates, int]) -> None:
    puzzle, mode, seed = case
    board = Board(puzzle, mode)
    made: dict[int, tuple[int, bool]] = {}
    guesses: list[tuple[int, int, bool]] = []
    for step in walk(puzzle, mode, seed, 60):
        board.apply(step)
        if step.kind is Kind.BACKTRACK:
            del guesses[max(step.level, 0) :]
            made = {cell: at for cell, at in made.items() if at[0] <= step.level}
        elif step.kind is Kind.GUESS:
            guesses.append((step.cell, step.digit, step.sign))
        if step.kind in (Kind.GUESS, Kind.FIX) and step.sign:
            made[step.cell] = (len(guesses), step.kind is Kind.GUESS)
    assert board.placements() == made
    assert [board.guess_at(level) for level in range(1, board.level + 1)] == guesses
    assert board.filled == puzzle.clues + len(made)


def test_a_digit_fixed_not_to_be_there_is_a_candidate_struck() -> None:
    board = Board(FIG1, Candidates.SAID)
    step = Step(Kind.FIX, R1C1, 4, Why.LEARNT_CLAUSE, sign=False, detail=(-4,))
    assert board.objection(step) is None
    board.apply(step)
    assert board.values[R1C1] == 0
    assert 4 not in board.open_candidates(R1C1)
    assert board.objection(step) == "FIX of 4 in r1c1, where 4 is already struck"


@pytest.mark.parametrize("side", [4, 15, 16, 25, 36])
def test_snapshots_hold_grids_of_every_size(side: int) -> None:
    geometry = Geometry.of_side(side)
    board = Board(Puzzle.empty(geometry), Candidates.STRUCK)
    board.apply(guess(0, side))
    board.apply(guess(len(geometry.cells) - 1, side))
    before, snapshot = all_of(board), board.snapshot()
    board.apply(backtrack(-1))
    board.restore(snapshot)
    assert all_of(board) == before


@pytest.mark.parametrize(
    ("step", "objection"),
    [
        (guess(81, 1), "GUESS names cell 81 and digit 1, which this grid does not have"),
        (fix(-1, 1, Why.NAKED_SINGLE), "FIX names cell -1 and digit 1, which this grid does not have"),
        (eliminate(0, 10), "ELIMINATE names cell 0 and digit 10, which this grid does not have"),
        (reject(0, 0), "REJECT names cell 0 and digit 0, which this grid does not have"),
        (guess(R1C3, 1), "GUESS in r1c3, which already holds 8"),
        (fix(R1C3, 8, Why.NAKED_SINGLE), "FIX in r1c3, which already holds 8"),
        (eliminate(R1C3, 1), "ELIMINATE in r1c3, which already holds 8"),
        (guess(R1C1, 8), "GUESS of 8 in r1c1 clashes with r1c3"),
        (fix(R1C1, 9, Why.NAKED_SINGLE), "FIX of 9 in r1c1 clashes with r1c6"),
        (reject(R1C1, 3), "3 is refused in r1c1, but no peer holds it"),
        (fix(R1C1, 3, Why.RULE), "3 is reported in r1c1, but no peer holds it"),
        (backtrack(0), "backtrack(0), but no guess is open, so there is nothing to take back"),
        (backtrack(-1), "backtrack(-1), but no guess is open, so there is nothing to take back"),
        (undo(), "undo(), but no guess is open, so there is nothing to take back"),
        (backtrack(-3), "backtrack(-3), but no guess is open, so there is nothing to take back"),
        (SOLVED, "SOLVED, but the board is not a solution"),
    ],
)
@pytest.mark.parametrize("mode", [Candidates.NONE, Candidates.SAID])
def test_an_illegal_step_is_refused_with_its_reason(step: Step, objection: str, mode: Candidates) -> None:
    assert Board(FIG1, mode).objection(step) == objection


def test_the_rules_alone_strike_only_what_a_peer_holds() -> None:
    board = Board(FIG1, Candidates.SAID)
    assert board.objection(eliminate(R1C1, 8)) is None
    assert board.objection(eliminate(R1C1, 3)) == "3 is struck from r1c1, but no peer holds it"
    assert board.objection(eliminate(R1C1, 3, Why.NONE)) is None


def test_a_struck_candidate_can_be_neither_placed_nor_struck_again() -> None:
    board = Board(FIG1, Candidates.SAID)
    board.apply(eliminate(R1C1, 3))
    for step in (guess(R1C1, 3), guess(R1C1, 3, sign=False), fix(R1C1, 3, Why.NAKED_SINGLE), eliminate(R1C1, 3)):
        assert board.objection(step) == f"{step.kind.name} of 3 in r1c1, where 3 is already struck"


def test_of_a_digit_that_was_struck_by_placing_the_peer_that_holds_it_is_named() -> None:
    board = Board(FIG1, Candidates.STRUCK)
    assert board.objection(eliminate(R1C1, 8)) == "ELIMINATE of 8 in r1c1, where 8 is already struck: r1c3 holds it"
    assert board.objection(guess(R1C1, 8)) == "GUESS of 8 in r1c1 clashes with r1c3"
    loose = Board(FIG1, Candidates.STRUCK, clashes=True)
    assert loose.objection(guess(R1C1, 8)) == "GUESS of 8 in r1c1, where 8 is already struck: r1c3 holds it"


@pytest.mark.parametrize("step", [eliminate(R1C1, 3), guess(R1C1, 3, sign=False)])
def test_nothing_is_struck_where_no_candidates_are_known(step: Step) -> None:
    assert "no candidates" in (Board(FIG1, Candidates.NONE).objection(step) or "")


@pytest.mark.parametrize("kind", [Kind.PLACE, Kind.ERASE, Kind.MARK, Kind.UNMARK])
def test_a_move_that_the_board_does_not_know_is_refused_and_never_ignored(kind: Kind) -> None:
    board, step = Board(FIG1), Step(kind, R1C1, 3)
    assert kind.name in (board.objection(step) or "")
    for attempt in (lambda: board.apply(step), lambda: board.replay([step])):
        with pytest.raises(NotImplementedError, match=kind.name):
            attempt()


@pytest.mark.parametrize("kind", [Kind.MARK, Kind.UNMARK])
def test_a_mark_is_refused_if_it_changes_nothing_or_is_no_set_of_candidates(kind: Kind) -> None:
    board = Board(FIG1, Candidates.MARKED)
    assert board.objection(Step(kind, R1C1, 3, detail=board.candidates[R1C1] ^ 0b1000)) is None
    for detail in (board.candidates[R1C1], None, -1, 1 << 10, 8.0):
        assert board.objection(Step(kind, R1C1, 3, detail=detail)) == f"{kind.name} in r1c1 changes nothing"


@pytest.mark.parametrize(
    ("step", "said"),
    [
        (Step(Kind.PLACE, R1C1, 0), "PLACE of 0 in r1c1 changes nothing"),
        (Step(Kind.PLACE, R1C1, 10), "PLACE names cell 0 and digit 10, which this grid does not have"),
        (Step(Kind.PLACE, 81, 1), "PLACE names cell 81 and digit 1, which this grid does not have"),
        (Step(Kind.PLACE, 2, 1), "PLACE in r1c3, which is a given"),
        (Step(Kind.ERASE, 2), "ERASE in r1c3, which is a given"),
        (Step(Kind.PLACE, detail=b"\0" * 80), "a whole-grid PLACE needs a digit (or 0) for each cell"),
        (Step(Kind.PLACE, detail=(0,) * 81), "a whole-grid PLACE needs a digit (or 0) for each cell"),
        (Step(Kind.PLACE, detail=bytes([10]) + bytes(FIG1.givens[1:])), "a whole-grid PLACE needs a digit (or 0) for"),
        (Step(Kind.PLACE, detail=b"\1" * 81), "a whole-grid PLACE must keep the givens"),
        (Step(Kind.PLACE, detail=bytes(FIG1.givens)), "a whole-grid PLACE changes nothing"),
    ],
)
def test_a_persons_move_must_change_something_and_no_given(step: Step, said: str) -> None:
    board = Board(FIG1, Candidates.MARKED)
    assert (board.objection(step) or "").startswith(said)
    for legal in (Step(Kind.PLACE, R1C1, 9), Step(Kind.PLACE, detail=bytes([9]) + bytes(FIG1.givens[1:]))):
        assert board.objection(legal) is None
        board.apply(legal)
        assert board.objection(legal)
        board.apply(Step(Kind.ERASE, R1C1))
    board.apply(Step(Kind.PLACE, R1C1, 9))
    assert board.objection(Step(Kind.MARK, R1C1, 3, detail=0)) == "MARK in r1c1, which holds 9"
    board.apply(Step(Kind.ERASE, R1C1))
    if not board.candidates[R1C1]:
        assert board.objection(Step(Kind.ERASE, R1C1)) == "ERASE of r1c1, which is empty"


@examples(60)
@given(solvable(), st.data())
def test_a_full_grid_with_a_clash_is_no_solution(puzzle: Puzzle, data: st.DataObject) -> None:
    cells = st.sampled_from(puzzle.geometry.cells)
    board = Board(puzzle, Candidates.NONE, clashes=True)
    board.values = [digit or 1 for digit in puzzle.givens]
    board.values[data.draw(cells)] = data.draw(st.sampled_from(puzzle.geometry.digits))
    assert (board.objection(SOLVED) is None) == board.puzzle.with_values(board.values).is_solved()


def test_where_clashes_are_declared_a_clash_is_legal() -> None:
    assert Board(FIG1, Candidates.NONE, clashes=True).objection(guess(R1C1, 8)) is None


def test_an_illegal_level_is_refused_with_those_that_are_open() -> None:
    board = Board(FIG1, Candidates.NONE)
    board.apply(guess(R1C1, 3))
    assert board.objection(backtrack(1)) == (
        "backtrack(1), but one guess is open: backtrack(0) or undo() takes it back"
    )
    board.apply(guess(R1C2, 5))
    assert board.objection(backtrack(2)) == (
        "backtrack(2), but 2 guesses are open: backtrack(1) or undo() takes back the latest, backtrack(0) all of them"
    )
    assert board.objection(undo()) is None and board.objection(backtrack(0)) is None


@examples(60)
@given(puzzles(), st.sampled_from(SEARCHED), st.integers(0, 999))
def test_undo_is_a_backtrack_to_below_the_latest_open_guess(puzzle: Puzzle, mode: Candidates, seed: int) -> None:
    plain, other, said, meant = Board(puzzle, mode), Board(puzzle, mode), [], []
    for step in walk(puzzle, mode, seed, 60):
        latest = step.kind is Kind.BACKTRACK and plain.level > 0 and step.level == plain.level - 1
        said.append(undo(step.why) if latest else step)
        meant.append(step)
        assert plain.objection(said[-1]) is None and plain.resolved(said[-1]) is step
        plain.apply(step)
        other.apply(said[-1])
        assert all_of(plain) == all_of(other)
    assert list(resolved(said)) == meant


def test_a_restart_may_undo_what_was_found_without_a_guess() -> None:
    board = Board(FIG1, Candidates.NONE)
    fresh = all_of(board)
    board.apply(fix(R1C2, 5, Why.MODEL))
    assert board.objection(backtrack(-1)) is None
    assert board.objection(backtrack(0)) == "backtrack(0), but no guess is open, so there is nothing to take back"
    board.apply(backtrack(-1))
    assert all_of(board) == fresh


def with_two_filled(before_guess: bool = False) -> Board:
    """Return a board with r1c1 and r1c2 filled either above or below a guess in r1c5."""
    board = Board(FIG1, Candidates.NONE, clashes=True)
    steps = [guess(4, 5), fix(R1C1, 3, Why.RANDOM), fix(R1C2, 2, Why.RANDOM)]
    board.replay(steps[1:] + steps[:1] if before_guess else steps)
    return board


def test_a_swap_exchanges_two_digits_and_swapping_again_puts_them_back() -> None:
    board = with_two_filled()
    before = all_of(board)
    assert board.objection(swap(R1C1, R1C2)) is None
    board.replay([swap(R1C1, R1C2)])
    assert (board.values[R1C1], board.values[R1C2]) == (2, 3)
    board.apply(swap(R1C2, R1C1))
    assert all_of(board) == before


@pytest.mark.parametrize("level", [0, -1])
def test_going_back_takes_swapped_digits_back_and_the_trail_does_not_grow(level: int) -> None:
    board, trail = with_two_filled(), 3
    for _ in range(1001):
        board.apply(swap(R1C1, R1C2))
    assert len(board.trail) == trail
    board.restore(board.snapshot())
    assert (board.values[R1C1], board.values[R1C2]) == (2, 3)
    board.apply(backtrack(level))
    assert all_of(board) == all_of(Board(FIG1, Candidates.NONE, clashes=True))


def test_a_swap_that_could_not_be_undone_is_illegal() -> None:
    board = with_two_filled(before_guess=True)
    assert board.objection(swap(R1C1, R1C2)) == "SWAP of r1c1 and r1c2: both must have been filled since the last guess"


@pytest.mark.parametrize(
    ("step", "objection"),
    [
        (swap(R1C1, 81), "SWAP names no second cell of this grid (its detail must be a cell number)"),
        (Step(Kind.SWAP, R1C1), "SWAP names no second cell of this grid (its detail must be a cell number)"),
        (swap(R1C1, R1C1), "SWAP of r1c1 and r1c1, which changes nothing"),
        (swap(R1C1, R1C3), "SWAP of r1c1 and r1c3: both must have been filled since the last guess"),  # a given
        (swap(R1C1, 4), "SWAP of r1c1 and r1c5: both must have been filled since the last guess"),  # the guess itself
        (swap(R1C1, 9), "SWAP of r1c1 and r2c1: both must have been filled since the last guess"),  # blank
    ],
)
def test_an_illegal_swap_is_refused_with_its_reason(step: Step, objection: str) -> None:
    assert with_two_filled().objection(step) == objection


def test_a_swap_is_refused_where_candidates_are_kept_or_a_clash_would_arise() -> None:
    steps = [fix(R1C1, 2, Why.NONE), fix(9, 7, Why.NONE)]
    for mode in (Candidates.SAID, Candidates.STRUCK):
        board = Board(FIG1, mode)
        board.replay(steps)
        assert board.objection(swap(R1C1, 9)) == "SWAP of r1c1 and r2c1 on a board with candidates"
    board = Board(FIG1, Candidates.NONE)
    board.replay([fix(R1C1, 3, Why.NONE), fix(9, 7, Why.NONE)])
    assert board.objection(swap(R1C1, 9)) == "SWAP of r1c1 and r2c1 puts a second 3 beside r2c7"


def test_candidates_are_shown_for_blank_cells_only() -> None:
    board = Board(FIG1, Candidates.STRUCK)
    assert board.open_candidates(R1C3) == []
    assert board.open_candidates(R1C1) == [2, 3, 6, 7]
    assert len(board.candidates) == len(STANDARD.cells)
