"""Tests that each digit and each strike is attributed to the move that made it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from strategies import examples

from puzzles import Geometry, Puzzle
from solvers.algorithms import person
from solvers.algorithms.person import OWN
from solvers.core.step import Step, erase, place, write
from visualizer.play import state as move_log
from visualizer.session.session import Session

_CELLS = st.integers(0, 15)
_MOVES = st.lists(st.tuples(_CELLS, st.integers(-2, 4), st.integers(0, 15)), max_size=25)
FOUR = Puzzle.empty(Geometry.boxes(2, 2))


@examples(60)
@given(_MOVES)
def test_each_digit_and_each_strike_is_laid_to_the_move_that_made_it(drawn: list[tuple[int, int, int]]) -> None:
    board, steps = person.board_of(FOUR), list[Step]()
    for cell, what, mask in drawn:
        step = erase(cell) if not what else place(cell, what) if what > 0 else person.marked(board, cell, mask << 1)
        if what == -2:
            step = write(bytes((digit + cell) % 5 for digit in board.values))
        if not board.objection(step):
            steps += person.made(board, step)
    timeline = Session(FOUR, solver=person.NAME, options={"moves": person.written(steps, FOUR)}).timeline
    end = timeline.length
    boards = [(tuple(b.values), tuple(b.candidates)) for b in (timeline.board_at(at) for at in range(end + 1))]
    since = move_log.standing(timeline, end)
    assert sorted(since) == [cell for cell, digit in enumerate(boards[end][0]) if digit]
    assert list(since.values()) == sorted(since.values())
    for cell, at in since.items():
        digit = boards[end][0][cell]
        assert boards[at - 1][0][cell] != digit and all(values[cell] == digit for values, _ in boards[at:])
    for cell, marks in enumerate(boards[end][1]):
        for digit in range(1, 5):
            lacks = [bool(mask[cell] & OWN) and not mask[cell] >> digit & 1 for _, mask in boards]
            first = end + 1 - next((i for i, lack in enumerate(reversed(lacks)) if not lack), end + 1)
            expected = first if marks & OWN and lacks[end] else 0
            assert move_log.struck(timeline, end, cell, digit) == expected
