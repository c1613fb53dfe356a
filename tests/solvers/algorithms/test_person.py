"""Tests of a person's moves as text, as steps and on the board."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples, puzzles, shuffled_grid

import solvers
from puzzles import Geometry, Puzzle
from puzzles.corpus import named
from solvers.algorithms.person import OWN, MoveError, board_of, check_moves, made, marked, read, written
from solvers.core.board import Board, Candidates
from solvers.core.step import SOLVED, Kind, Step, erase, mark, place, unmark, write

FIG1 = named.find("fig1")
BLANK = FIG1.blanks[0]


def random_move(board: Board, random: Random) -> Step | None:
    """Return a random move, or ``None`` if it is not legal."""
    cell, digit = random.choice(board.geometry.cells), random.choice(board.geometry.digits)
    thought = random.choice(
        [
            place(cell, digit),
            erase(cell),
            marked(board, cell, board.candidates[cell] ^ 1 << digit),
            marked(board, cell, random.randrange(2 << board.geometry.symbols)),
            write(bytes(given or random.choice((0, digit)) for given in board.puzzle.givens)),
        ]
    )
    return thought if board.objection(thought) is None else None


def game(puzzle: Puzzle, seed: int, number: int) -> list[Step]:
    board, random = board_of(puzzle), Random(seed)
    steps: list[Step] = []
    for _ in range(number):
        step = random_move(board, random)
        if step is not None:
            steps += made(board, step)
    return steps


@examples(40)
@given(puzzles(), st.integers(0, 10**6))
def test_text_is_read_back_to_the_same_moves(puzzle: Puzzle, seed: int) -> None:
    steps = game(puzzle, seed, 25)
    text = written(steps, puzzle)
    assert read(text, puzzle) == steps == list(solvers.trace(puzzle, "person", moves=text)) or puzzle.clashes()
    check_moves(text, puzzle)
    check_moves(text)


@examples(40)
@given(puzzles(), st.integers(0, 10**6))
def test_every_move_changes_the_board_and_no_given(puzzle: Puzzle, seed: int) -> None:
    board = board_of(puzzle)
    for step in game(puzzle, seed, 25):
        assert board.objection(step) is None
        before = board.snapshot()
        board.apply(step)
        assert (board.snapshot() == before) == (step is SOLVED)
        assert all(given in (0, value) for given, value in zip(puzzle.givens, board.values, strict=True))


@examples(30)
@given(puzzles(), st.integers(0, 10**6))
def test_a_snapshot_brings_marks_back(puzzle: Puzzle, seed: int) -> None:
    board = board_of(puzzle)
    board.replay(game(puzzle, seed, 20))
    other = board_of(puzzle)
    other.restore(board.snapshot())
    assert (other.values, other.candidates) == (board.values, board.candidates)


def test_the_same_text_is_another_move_in_another_alphabet_and_as_a_given_solves_nothing() -> None:
    answer = solvers.solve(FIG1)
    assert answer is not None
    steps = read(f"grid={answer}", FIG1)
    assert steps == [write(bytes(answer.givens)), SOLVED] and read(f"grid={answer}", FIG1, editing=True) == steps[:1]
    steps.clear()  # what is returned is the caller's own
    assert len(read(f"grid={answer}", FIG1)) == 2
    assert read("r1c1=1", FIG1) == [place(0, 1)]
    assert read("r1c1=1", replace(FIG1, alphabet="987654321")) == [place(0, 9)]


def test_marks_are_the_persons_own_even_where_there_are_none() -> None:
    steps = read("r1c1:379 r1c1:39 r1c1:3 r1c1: r1c1=.", FIG1)
    own = [OWN | sum(1 << digit for digit in digits) for digits in ((3, 7, 9), (3, 9), (3,), ())]
    assert steps == [mark(0, 0, own[0]), unmark(0, 7, own[1]), unmark(0, 9, own[2]), unmark(0, 3, own[3]), erase(0)]
    board = board_of(FIG1)
    board.replay(steps[:4])
    assert board.candidates[0] == OWN and board.open_candidates(0) == []
    board.apply(steps[4])
    assert board.candidates[0] == 0


def test_a_digit_over_marks_leaves_them_for_when_it_is_rubbed_out() -> None:
    board = board_of(FIG1)
    board.replay(read("r1c1:379 r1c1=5 r1c1=.", FIG1))
    assert board.values[0] == 0 and board.open_candidates(0) == [3, 7, 9]


def test_writing_all_cells_at_once_takes_the_marks_with_it() -> None:
    board = board_of(FIG1)
    board.replay(read(f"r1c1:379 grid=5{str(FIG1)[1:]}", FIG1))
    assert board.values[0] == 5 and not any(board.candidates)


@examples(20)
@given(st.sampled_from([(2, 2), (2, 3), (3, 3)]), st.integers(0, 10**6))
def test_the_move_that_completes_the_grid_is_followed_by_solved(shape: tuple[int, int], seed: int) -> None:
    geometry, random = Geometry.boxes(*shape), Random(seed)
    full = shuffled_grid(geometry, random)
    blanks = random.sample(geometry.cells, 4)
    puzzle = Puzzle(tuple(0 if cell in blanks else digit for cell, digit in enumerate(full)), geometry)
    steps = read(written([place(cell, full[cell]) for cell in blanks], puzzle), puzzle)
    assert steps == [*(place(cell, full[cell]) for cell in blanks), SOLVED]
    wrong = full[blanks[-1]] % geometry.symbols + 1
    assert SOLVED not in read(written([*steps[:3], place(blanks[-1], wrong)], puzzle), puzzle)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("r1c3=5", "given"),
        ("r1c1=5 r1c1=5", "move 2.*changes nothing"),
        ("r1c1=.", "which is empty"),
        ("r10c1=5", "outside the 9x9 grid"),
        ("r1c1=x", "not a digit"),
        ("r1c1=56", "one digit"),
        ("r1c1:55", "different digits"),
        ("r1c1=5 r1c1:3", "holds 5"),
        ("hello", "not a move"),
        ("grid=123", "needs a digit"),
        (f"grid={'1' * 81}", "must keep the givens"),
        (f"grid={FIG1}", "changes nothing"),
    ],
)
def test_what_is_no_move_is_refused_with_the_reason(text: str, message: str) -> None:
    for attempt in (lambda: read(text, FIG1), lambda: check_moves(text, FIG1)):
        with pytest.raises(MoveError, match=message):
            attempt()


@pytest.mark.parametrize("mode", [mode for mode in Candidates if mode is not Candidates.MARKED])
@pytest.mark.parametrize("step", [place(0, 5), erase(0), mark(0, 5, 33), unmark(0, 5, 1), write(bytes(81))])
def test_no_search_may_move_like_a_person(mode: Candidates, step: Step) -> None:
    board = Board(FIG1, mode)
    assert step.kind.name in (board.objection(step) or "")
    with pytest.raises(NotImplementedError, match=step.kind.name):
        board.apply(step)
    assert all(kind.name in (board_of(FIG1).objection(Step(kind, BLANK, 77)) or "") for kind in (Kind.PLACE, Kind.MARK))
