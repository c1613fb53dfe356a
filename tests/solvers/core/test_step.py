"""Tests that a step is immutable and small, and that equal steps are the same object."""

import copy
import gc
import pickle
from weakref import ref

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles import STANDARD
from solvers.core import step as module
from solvers.core.step import (
    CHANGING,
    PENDING,
    SOLVED,
    Kind,
    Step,
    Why,
    backtrack,
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
    pending,
    swap,
    uncover,
)

FIELDS = ("kind", "cell", "digit", "why", "unit", "level", "sign", "detail")

details = st.none() | st.integers(2, 99) | st.text(max_size=5) | st.tuples(st.integers(2, 99), st.text(max_size=3))
steps = st.builds(
    Step,
    st.sampled_from(Kind),
    st.integers(-1, 1295),
    st.integers(0, 36),
    st.sampled_from(Why),
    st.integers(-1, 107),
    st.integers(-1, 1296),
    st.booleans(),
    details,
)


def values(step: Step) -> tuple[object, ...]:
    return tuple(getattr(step, field) for field in FIELDS)


@given(steps)
def test_equal_steps_are_the_same_object(step: Step) -> None:
    assert Step(*values(step)) is step  # type: ignore[arg-type]


@given(steps, steps)
def test_different_steps_are_different_objects(one: Step, other: Step) -> None:
    assert (one is other) == (one == other) == (values(one) == values(other))


@given(steps)
def test_copies_and_pickles_are_the_same_object(step: Step) -> None:
    assert copy.copy(step) is step
    assert copy.deepcopy([step])[0] is step
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(step, protocol)) is step


def test_the_repr_names_only_what_is_not_as_usual() -> None:
    assert repr(Step(Kind.SOLVED)) == "Step(Kind.SOLVED)"
    assert repr(Step(Kind.FIX, 0, 1, Why.NAKED_SINGLE)) == "Step(Kind.FIX, cell=0, digit=1, why=Why.NAKED_SINGLE)"


@given(steps)
def test_the_repr_evaluates_to_the_step(step: Step) -> None:
    assert eval(repr(step), {"Step": Step, "Kind": Kind, "Why": Why}) is step


@given(steps, st.sampled_from(FIELDS))
def test_no_field_can_be_set_or_deleted(step: Step, field: str) -> None:
    before = values(step)
    with pytest.raises(AttributeError, match="cannot be changed"):
        setattr(step, field, 1)
    with pytest.raises(AttributeError):
        delattr(step, field)
    with pytest.raises(AttributeError):
        step.colour = "red"  # type: ignore[attr-defined]
    assert values(step) == before


def test_steps_that_nobody_holds_are_let_go() -> None:
    gone = ref(Step(Kind.LEARN, detail="a clause that nobody else has learnt"))
    gc.collect(1)  # what is young
    assert gone() is None


def test_the_makers_fill_the_fields_they_name() -> None:
    assert guess(3, 4) is Step(Kind.GUESS, 3, 4, Why.GUESS)
    assert not guess(3, 4, sign=False).sign
    assert fix(3, 4, Why.LAST_BLANK, 9) is Step(Kind.FIX, 3, 4, Why.LAST_BLANK, 9)
    assert backtrack(2).level == 2 and backtrack(2).cell == -1
    assert conflict(why=Why.NO_PLACE, digit=4, unit=8) is Step(Kind.CONFLICT, digit=4, why=Why.NO_PLACE, unit=8)
    assert clash(0, 5, 7).detail == 5 and clash(0, 5, 7).why is Why.GIVENS_CLASH
    assert look(detail=("a", 1)).kind is Kind.LOOK
    assert pending() is PENDING and pending("half").detail == "half"


def test_steps_of_other_searches_say_what_they_are_about() -> None:
    clause = (-4, 12)
    assert swap(3, 5) is Step(Kind.SWAP, 3, detail=5)
    assert cover(3) is Step(Kind.COVER, 3) and uncover(unit=4, digit=9) is Step(Kind.UNCOVER, digit=9, unit=4)
    assert forced(1, 3, True, clause, Why.HIDDEN_SINGLE, 5) is Step(Kind.FIX, 1, 3, Why.HIDDEN_SINGLE, 5, detail=clause)
    assert forced(0, 4, False, clause, Why.LEARNT_CLAUSE).kind is Kind.ELIMINATE
    assert dead_clause(clause, Why.NO_PLACE, digit=3, unit=5) is Step(
        Kind.CONFLICT, digit=3, why=Why.NO_PLACE, unit=5, detail=clause
    )
    assert learn(clause).detail == forget(clause).detail == clause and learn(clause).why is Why.LEARNT_CLAUSE


def test_a_clause_that_is_learnt_lives_no_longer_than_somebody_holds_it() -> None:
    steps = (learn((1, -2, 77)), forget((1, -2, 77)), forced(0, 1, True, (1, -2, 77), Why.LEARNT_CLAUSE))
    gone = [ref(step) for step in steps]
    del steps
    gc.collect(1)  # what is young
    assert [one() for one in gone] == [None, None, None]


def test_every_maker_gives_the_same_object_twice() -> None:
    for make, values_ in [(guess, (1, 2)), (fix, (1, 2, Why.MODEL)), (backtrack, (3,)), (module.eliminate, (1, 2))]:
        assert make(*values_) is make(*values_)


def test_the_kinds_that_change_the_board_come_first() -> None:
    names = {kind.name for kind in Kind if CHANGING[kind]}
    assert names == {"GUESS", "FIX", "ELIMINATE", "BACKTRACK", "SWAP", "PLACE", "ERASE", "MARK", "UNMARK"}
    assert not CHANGING[SOLVED.kind]


def test_reasons_are_ordered_by_difficulty() -> None:
    ladder = [Why.RULE, Why.LAST_BLANK, Why.NAKED_SINGLE, Why.HIDDEN_SINGLE, Why.LEARNT_CLAUSE, Why.GUESS]
    assert ladder == sorted(ladder)


def test_a_million_steps_of_a_search_are_a_few_objects() -> None:
    makers = [guess(cell, digit) for cell in STANDARD.cells for digit in STANDARD.digits]
    assert len({id(step) for _ in range(3) for step in makers}) == 81 * 9


def test_a_number_in_place_of_a_member_becomes_the_member() -> None:
    step = Step(int(Kind.FIX), 1000, 3, int(Why.NAKED_SINGLE))  # type: ignore[arg-type]
    assert step.kind is Kind.FIX and step.why is Why.NAKED_SINGLE
    assert step is Step(Kind.FIX, 1000, 3, Why.NAKED_SINGLE)
