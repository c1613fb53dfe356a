"""Tests that a generator's lines are recorded and its variables shown briefly, even if their ``repr`` fails."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.core import frame_trace
from solvers.core.frame_trace import MOST_TEXT, Tracer, innermost, variables, written

ANYTHING: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.integers() | st.text() | st.binary() | st.floats(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner) | st.tuples(inner, inner),
)


def walk() -> Iterator[int]:
    total = 0
    for number in (1, 2):
        total = _added(total, number)
        yield total


def _added(one: int, other: int) -> int:
    return one + other


def shown(run: Iterator[object]) -> dict[str, str]:
    frame = innermost(run)
    assert frame is not None
    return dict(variables(frame.f_locals, lambda name, value: written(value)))


FIRST = walk.__code__.co_firstlineno


def test_the_lines_are_those_executed_in_their_order() -> None:
    run, tracer = walk(), Tracer(__file__)
    within, before = _added.__code__.co_firstlineno + 1, sys.gettrace()
    assert tracer.trace(run, partial(next, run)) == 1
    assert tracer.lines == (FIRST + 1, FIRST + 2, FIRST + 3, within, FIRST + 4)
    assert shown(run) == {"total": "1", "number": "1"}
    assert tracer.trace(run, partial(next, run)) == 3
    assert tracer.lines == (FIRST + 2, FIRST + 3, within, FIRST + 4)
    assert shown(run) == {"total": "3", "number": "2"}
    assert sys.gettrace() is before


def test_a_step_of_a_million_lines_is_traced_in_a_moment() -> None:
    def long() -> Iterator[int]:
        for number in range(1_000_000):
            number += 1
        yield number

    class Counting(Tracer):
        notes = 0

        def _note(self, *noted: Any) -> Any:
            self.notes += 1
            return super()._note(*noted)

    run, tracer = long(), Counting(__file__)
    assert tracer.trace(run, partial(next, run)) == 1_000_000
    assert len(tracer.lines) <= frame_trace.MOST_LINES + 1
    assert tracer.notes <= frame_trace.MOST_LINES + 3, "the rest runs untraced"


@given(ANYTHING)
def test_whatever_a_value_is_its_text_can_be_shown(value: object) -> None:
    text = written(value)
    assert len(text) <= MOST_TEXT and text.isprintable()


@given(st.integers(-(10**20), 10**20) | st.booleans() | st.none() | st.lists(st.integers(0, 9), max_size=12))
def test_a_short_value_is_written_in_full(value: object) -> None:
    assert written(value) == repr(value)


class Odd:
    def __init__(self, text: object) -> None:
        self.text = text

    def __repr__(self) -> str:
        if callable(self.text):
            self.text()
        return self.text  # type: ignore[return-value]


def _fail() -> None:
    raise ValueError


def _leave() -> None:
    raise SystemExit


def _for_ever() -> None:
    while True:
        try:
            while True:
                pass
        except Exception:
            pass


@pytest.mark.parametrize("text", [_fail, _leave, 7, "x" * 10**7, "\n\x00\udc80", "é" * 999, None])
def test_what_a_value_says_of_itself_does_no_harm(text: object) -> None:
    for value in (Odd(text), [Odd(text)] * 5, {1: Odd(text)}):
        said = written(value)
        assert said and len(said) <= MOST_TEXT and said.isprintable()


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no alarms")
def test_a_value_that_takes_for_ever_is_given_up() -> None:
    assert "takes too long to write" in written(Odd(_for_ever))
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no alarms")
def test_many_values_that_take_for_ever_are_given_up_together() -> None:
    def run() -> Iterator[int]:
        one = two = three = four = five = six = seven = eight = Odd(_for_ever)
        yield len([one, two, three, four, five, six, seven, eight])

    going = run()
    next(going)
    found = shown(going)
    assert len(found) == 8 and found["eight"] == "…"


def test_a_huge_number_is_no_trouble() -> None:
    assert len(written(10**10_000)) <= MOST_TEXT
    assert len(written([[[[[[1] * 50] * 50] * 50] * 50] * 50])) <= MOST_TEXT
