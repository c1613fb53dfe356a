"""Tests that a step is rejected, with the reason, if it lacks details that its sentence needs."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import SEARCHED, examples, solvable, walk

from puzzles import Geometry, Puzzle
from puzzles.corpus import named
from solvers.core.board import Board, Candidates, lack
from solvers.core.finding import Finding
from solvers.core.step import (
    Kind,
    Step,
    Why,
    clash,
    conflict,
    cover,
    dead_clause,
    fix,
    forced,
    forget,
    guess,
    learn,
    look,
    swap,
)
from visualizer.narration.captions import caption
from visualizer.scene.board import Boards, board_view
from visualizer.text.spans import plain

FIG1 = named.find("fig1")
NO_SECOND_CELL = "names no second cell of this grid (its detail must be a cell number)"
NO_CLAUSE = "names no valid clause for this grid (its detail must be a tuple of literals)"


@pytest.mark.parametrize(
    ("step", "said"),
    [
        (Step(Kind.SWAP, 0), f"SWAP {NO_SECOND_CELL}"),
        (Step(Kind.SWAP, 0, detail="r1c2"), f"SWAP {NO_SECOND_CELL}"),
        (Step(Kind.SWAP, 0, detail=40.0), f"SWAP {NO_SECOND_CELL}"),
        (Step(Kind.SWAP, 0, detail=(40,)), f"SWAP {NO_SECOND_CELL}"),
        (swap(0, 81), f"SWAP {NO_SECOND_CELL}"),
        (swap(0, -1), f"SWAP {NO_SECOND_CELL}"),
        (Step(Kind.SWAP, detail=3), "SWAP names no cell"),
        (conflict(), "CONFLICT with why NO_CANDIDATE names no cell"),
        (conflict(why=Why.NO_PLACE, digit=3), "CONFLICT with why NO_PLACE names no unit"),
        (conflict(why=Why.NO_PLACE, unit=3), "CONFLICT with why NO_PLACE names no digit"),
        (conflict(why=Why.ORDER), "CONFLICT with why ORDER names no unit"),
        (Step(Kind.CONFLICT, 0, 8, Why.GIVENS_CLASH), f"CONFLICT with why GIVENS_CLASH {NO_SECOND_CELL}"),
        (clash(0, 2, 0), "CONFLICT with why GIVENS_CLASH names no digit"),
        (clash(0, 2, 8, Why.RULE), "CONFLICT with why RULE names no unit"),
        (fix(0, 3, Why.HIDDEN_SINGLE), "FIX with why HIDDEN_SINGLE names no unit"),
        (fix(0, 3, Why.LAST_BLANK), "FIX with why LAST_BLANK names no unit"),
        (fix(0, 3, Why.LEARNT_CLAUSE), f"FIX with why LEARNT_CLAUSE {NO_CLAUSE}"),
        (guess(0, 3, why=Why.ORDER), "GUESS with why ORDER names no unit"),
        (look(why=Why.GIVEN), "LOOK with why GIVEN names no cell"),
        (look(0, Why.RANDOM), f"LOOK with why RANDOM {NO_SECOND_CELL}"),
        (learn(()), f"LEARN with why LEARNT_CLAUSE {NO_CLAUSE}"),
        (Step(Kind.LEARN), f"LEARN {NO_CLAUSE}"),
        (forget((1, 0)), f"FORGET {NO_CLAUSE}"),
        (forget((1, 81 * 9 + 1)), f"FORGET {NO_CLAUSE}"),
        (dead_clause((1, True), Why.LEARNT_CLAUSE), f"CONFLICT with why LEARNT_CLAUSE {NO_CLAUSE}"),
        (cover(), "COVER names neither a cell, nor a unit and its digit"),
        (cover(unit=3), "COVER names neither a cell, nor a unit and its digit"),
    ],
)
def test_a_step_that_lacks_what_it_speaks_of_is_refused_with_the_reason(step: Step, said: str) -> None:
    assert lack(step, FIG1.geometry) == said
    assert Board(FIG1, Candidates.NONE, clashes=True).objection(step) == said


@pytest.mark.parametrize(
    "step",
    [
        swap(0, 80), conflict(0), conflict(why=Why.NO_PLACE, digit=9, unit=26), conflict(why=Why.NONE),
        conflict(why=Why.ORDER, unit=0), clash(0, 2, 8), clash(0, 2, 8, Why.RULE, 0), fix(0, 3, Why.HIDDEN_SINGLE, 0),
        fix(0, 3, Why.NAKED_SINGLE), learn((1, -729)), forget((-5,)), cover(80), cover(unit=0, digit=1), look(),
        look(4), forced(0, 3, True, (3, -12), Why.LEARNT_CLAUSE), guess(0, 3, why=Why.ORDER, unit=0),
        look(0, Why.RANDOM, detail=4),
    ],
)  # fmt: skip
def test_a_step_that_names_all_is_not(step: Step) -> None:
    assert lack(step, FIG1.geometry) is None


def test_a_detail_that_only_equals_another_makes_another_step() -> None:
    one, other = Step(Kind.SWAP, 0, detail=1.0), Step(Kind.SWAP, 0, detail=1)
    assert one is not other and type(one.detail) is float and type(other.detail) is int


details = (
    st.none()
    | st.integers(-2, 90)
    | st.sampled_from([0.0, 1.0, True, "r1c1", (), (1,), (-5, 20), (0,), (9999,), ("a",)])
)
steps = st.builds(
    Step,
    st.sampled_from(
        [kind for kind in Kind if kind not in (Kind.PENDING, Kind.PLACE, Kind.ERASE, Kind.MARK, Kind.UNMARK)]
    ),
    st.integers(-1, 15),
    st.integers(0, 4),
    st.sampled_from(Why),
    st.integers(-1, 11),
    st.integers(-1, 3),
    st.booleans(),
    details,
)


@examples(300)
@given(solvable(st.just(Geometry.boxes(2, 2))), st.sampled_from(SEARCHED), st.integers(0, 99), steps)
def test_whatever_is_not_refused_can_be_told_and_shown(puzzle: Puzzle, mode: Candidates, seed: int, step: Step) -> None:
    before, after = Board(puzzle, mode, clashes=True), Board(puzzle, mode, clashes=True)
    for board in (before, after):
        board.replay(walk(puzzle, mode, seed, seed % 12))
    if before.objection(step) is not None:
        return
    after.apply(step)
    assert "".join(span.text for span in caption(step, before, after))
    view = board_view(cast(Boards, SimpleNamespace(step=step, before=before, after=after, illegal=None, struck=None)))
    assert [cell.digit for cell in view.cells] == after.values


PAIR = Finding("naked_pair", (), ((2, 7),), (0, 1), (3, 7), (0,))


@pytest.mark.parametrize(
    "found",
    [
        "a pair",
        Finding("no_such", (), ((2, 7),)),
        Finding("x_wing", (), ((2, 7),)),
        Finding("naked_pair", (), ((3, 7),)),
        Finding("naked_pair", ((2, 7),)),
        Finding("naked_pair", (), ((2, 7),), (81,)),
        Finding("naked_pair", (), ((2, 7),), (0, 1), (10,)),
        Finding("naked_pair", (), ((2, 7),), (0, 1), (3, 7), (27,)),
        Finding("naked_pair", (), ((2, 7),), marks=(("base", ((0, 0),)),)),
    ],
)
def test_a_finding_is_one_of_this_grid_and_leads_to_the_step(found: object) -> None:
    def step(detail: object) -> Step:
        return Step(Kind.ELIMINATE, 2, 7, Why.NAKED_PAIR, detail=detail)

    refused = "ELIMINATE with why NAKED_PAIR names no finding of that technique on this grid"
    assert (lack(step(found), FIG1.geometry) or "").startswith(refused)
    assert lack(step(PAIR), FIG1.geometry) is None and lack(step(None), FIG1.geometry) is None


def test_a_finding_that_lacks_what_its_sentence_names_is_told_without() -> None:
    board = Board(Puzzle.empty())
    bare = Finding("naked_pair", (), ((2, 7),), units=(0,))
    empty = Finding("xy_wing", (), ((2, 7),))
    for found, why in ((bare, Why.NAKED_PAIR), (empty, Why.XY_WING)):
        text = plain(caption(Step(Kind.ELIMINATE, 2, 7, why, detail=found), board, board))
        assert text.endswith(": 7 is struck from r1c3.")
