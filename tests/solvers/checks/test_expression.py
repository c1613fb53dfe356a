"""Tests that conditions on counts mean the same as in Python, and never claim more than is known."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from solvers.checks.expression import LONGEST, Expression, ExpressionError, Interval

NAMES = {"mrv": 0, "backtracking-candidates": 1, "annealing:seed=3": 2, "my_solver": 3}
COUNTERS = ("steps", "guesses", "depth")
OTHERS = ("backtracking", "annealing", "cdcl", "exact-cover")

Point = Mapping[str, float]


def read(text: str) -> Expression:
    return Expression(text, NAMES, COUNTERS, OTHERS)


def exactly(point: Point) -> dict[str, Interval]:
    return {name: Interval(value, value) for name, value in point.items()}


class Both(NamedTuple):
    """A condition, both as an expression and as Python code."""

    text: str
    python: str

    def of(self, form: str) -> Both:
        return Both(form.format(self.text), form.format(self.python))


def joined(sign: str, parts: Sequence[Both]) -> Both:
    return Both(sign.join(part.text for part in parts), sign.join(part.python for part in parts))


def counts() -> st.SearchStrategy[Both]:
    named = st.tuples(st.sampled_from([*NAMES]), st.sampled_from(["", *COUNTERS]))
    return named.map(
        lambda of: Both(".".join(filter(None, of)), f"runs[{NAMES[of[0]]}]['{of[1] or 'steps'}']"),
    )


def numbers() -> st.SearchStrategy[Both]:
    literal = st.one_of(st.integers(0, 20), st.sampled_from([0.5, 1.25])).map(lambda n: Both(str(n), f"{float(n)}"))
    return st.recursive(
        counts() | literal,
        lambda inner: st.one_of(
            st.tuples(
                st.sampled_from([" + ", " - ", "-", " * ", "*", "/"]), st.lists(inner, min_size=2, max_size=3)
            ).map(lambda of: joined(*of)),
            inner.map(lambda one: one.of("({})")),
            inner.map(lambda one: one.of("-{}")),
        ),
        max_leaves=6,
    )


def conditions() -> st.SearchStrategy[Both]:
    signs = st.sampled_from([" < ", "<=", ">", " >= ", "==", " != "])
    compared = st.builds(
        lambda first, others: Both(
            first.text + "".join(sign + side.text for sign, side in others),
            first.python + "".join(sign + side.python for sign, side in others),
        ),
        numbers(),
        st.lists(st.tuples(signs, numbers()), min_size=1, max_size=3),
    )
    return st.recursive(
        compared,
        lambda inner: st.one_of(
            st.tuples(st.sampled_from([" and ", " or "]), st.lists(inner, min_size=2, max_size=3)).map(
                lambda of: joined(*of)
            ),
            inner.map(lambda one: one.of("not {}")),
            inner.map(lambda one: one.of("({})")),
        ),
        max_leaves=4,
    )


points = st.fixed_dictionaries({name: st.integers(0, 30).map(float) for name in COUNTERS})
runs = st.lists(points, min_size=len(NAMES), max_size=len(NAMES))


@given(conditions(), runs)
def test_a_condition_means_what_it_means_in_python(both: Both, runs: list[Point]) -> None:
    found = read(both.text).verdict([exactly(point) for point in runs])
    try:
        expected = eval(both.python, {"runs": runs})
    except ZeroDivisionError:
        return
    assert found is expected


@given(conditions(), runs, st.data())
def test_what_is_decided_stays_so_whatever_the_counts_turn_out_to_be(
    both: Both, runs: list[Point], data: st.DataObject
) -> None:
    expression = read(both.text)
    lower = st.floats(0, 30).map(math.floor)
    known = []
    for point in runs:
        if data.draw(st.booleans()):
            known.append({name: Interval(min(value, data.draw(lower)), math.inf) for name, value in point.items()})
        else:
            known.append(exactly(point))
    decided = expression.verdict(known)
    assume(decided is not None)
    assert expression.verdict([exactly(point) for point in runs]) is decided


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("mrv > 999", True),
        ("mrv >= 1000", True),
        ("mrv > 1000", None),
        ("mrv < 1000", False),
        ("mrv < 5000", None),
        ("mrv == 999", False),
        ("mrv == 1000", None),
        ("mrv != 999", True),
        ("mrv > 10 * my_solver", None),
        ("mrv > 5 * my_solver", True),
        ("my_solver < mrv", True),
        ("my_solver / mrv < 0.2", True),
        ("my_solver - mrv < 0", True),
        ("0 * mrv == 0", True),
        ("mrv > 999 or mrv.guesses > 1000", True),
        ("mrv > 999 and mrv.guesses > 1000", None),
        ("mrv < 1000 and mrv.guesses > 1000", False),
        ("100 < my_solver < mrv", True),
        ("not mrv > 5000", None),
        ("mrv == 5000", None),
        ("mrv != 5000", None),
        ("-mrv < -999", True),
        ("-mrv < -5000", None),
        ("1 / -(mrv.guesses - 100) > 1", None),
        ("mrv - mrv.guesses > -1", None),
        ("mrv.guesses - mrv < 0", None),
        ("mrv / mrv.guesses > 0.5", None),
        ("mrv.guesses / mrv < 2", None),
    ],
)  # fmt: skip
def test_a_run_that_was_cut_off_decides_what_at_least_so_many_steps_decide(text: str, verdict: bool | None) -> None:
    cut = dict.fromkeys(COUNTERS, Interval(10, math.inf)) | {"steps": Interval(1000, math.inf)}
    known = [cut, exactly({}), exactly({}), dict.fromkeys(COUNTERS, Interval(150, 150))]
    assert read(text).verdict(known) is verdict


def test_a_number_divided_by_nothing_is_infinite_and_nothing_by_nothing_is_undecided() -> None:
    known = [exactly({"steps": 5, "guesses": 0})] * len(NAMES)
    assert read("mrv / mrv.guesses > 1000000").verdict(known) is True
    assert read("mrv / mrv.guesses < 1000000").verdict(known) is False
    assert read("mrv.guesses / mrv.guesses > 1").verdict(known) is None
    assert read("mrv / mrv.guesses - mrv / mrv.guesses < 1").verdict(known) is None
    assert read("mrv > mrv.guesses").ratio(known) == math.inf


@pytest.mark.parametrize(
    ("text", "ratio"),
    [
        ("mrv > my_solver", 4.0),
        ("my_solver < mrv", 4.0),
        ("mrv > 2 * my_solver and my_solver > 100 * mrv", 2.0),
        ("not (my_solver <= mrv) or mrv > 1", 4.0),
        ("my_solver == mrv", 0.25),
    ],
)
def test_the_ratio_is_that_of_the_first_comparison_with_the_larger_side_above(text: str, ratio: float) -> None:
    known = [exactly({"steps": 8}), {}, {}, exactly({"steps": 2})]
    assert read(text).ratio(known) == ratio


def test_the_ratio_of_a_run_that_was_cut_off_is_the_least_it_can_be() -> None:
    known = [{"steps": Interval(80, math.inf)}, {}, {}, exactly({"steps": 2})]
    assert read("mrv > 10 * my_solver").ratio(known) == 4.0


def test_the_counters_are_named_once_each_in_their_order() -> None:
    text = "mrv.depth > 1 and mrv > my_solver.guesses > mrv.depth and mrv.steps > 1"
    assert read(text).counters == [(0, "depth"), (3, "guesses")]


@pytest.mark.parametrize(
    ("text", "place", "said"),
    [
        ("mvr > 3", "mvr", "no compared algorithm is called 'mvr'; did you mean mrv or my_solver?"),
        ("cdcl > 3", "cdcl", "no compared algorithm is called 'cdcl'; choose one of: mrv"),
        ("mrv > backtracking", "backtracking", "did you mean backtracking-candidates?"),
        ("mrv > 3 and backtracking-candidate > 2", "backtracking", "did you mean backtracking-candidates?"),
        ("mrv > 3 and exact-cover > 2", "exact-cover", "'exact-cover'"),
        ("löser - mrv > 3", "löser", "'löser'"),
        ("mrv×2 > 3", "mrv×2", "did you mean mrv?"),
        ("mrv.guess > 3", "guess", "no counter is called 'guess'; did you mean guesses?"),
        ("mrv > 100 my_solver", "my_solver", "this cannot be parsed"),
        ("(mrv > 100", "(", "never closed"),
        ("mrv > 100)", ")", "unmatched"),
        ("mrv = 3", "=", "this cannot be parsed"),
        ("mrv >", "", "this cannot be parsed"),
        ("mrv", "mrv", "a comparison"),
        ("not mrv", "mrv", "a comparison"),
        ("mrv > 1 and my_solver", "my_solver", "a comparison"),
        ("mrv in (1, 2)", "mrv in (1, 2)", "a comparison"),
        ("1 < (mrv > 2)", "(mrv > 2)"[1:-1], "a number"),
        ("mrv > True", "True", "a number"),
        ("mrv > 1e999", "1e999", "a number"),
        ("mrv > 2j", "2j", "a number"),
        ("mrv > '3'", "'3'", "a number"),
        ("mrv ** 2 > 3", "mrv ** 2", "a number"),
        ("mrv.steps.real > 3", "mrv.steps.real", "a number"),
        ("__import__('os').getpid() > 3", "__import__('os').getpid()", "a number"),
        ("(lambda: mrv)() > 3", "(lambda: mrv)()", "a number"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_pointed_at(text: str, place: str, said: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        read(text)
    message, shown, mark = str(caught.value).split("\n")
    assert said in message
    assert shown == f"  {text}"
    begin = mark.index("^")
    assert mark.strip() == "^" * max(1, len(place))
    assert shown[begin:].startswith(place) if place else begin == len(shown)


@pytest.mark.parametrize("text", ["-" * 900 + "mrv > 1", "mrv" + "+1" * 400 + " > 1", "not " * 240 + "mrv > 1",
                                  "(" * 400 + "mrv > 1", "mrv > " + "9" * 990, "m" * (LONGEST + 1)])  # fmt: skip
def test_what_is_nested_too_deeply_or_too_long_is_refused(text: str) -> None:
    with pytest.raises(ExpressionError):
        read(text)


def test_the_longest_that_is_read_is_decided_too() -> None:
    known = [exactly({"steps": 1.0})] * len(NAMES)
    assert read("-" * 146 + "mrv == 1").verdict(known) is True
    assert read("not " * 146 + "mrv == 1").verdict(known) is True


SOUP = st.lists(
    st.sampled_from(
        [
            *NAMES,
            *"()<=-/3 #[{'\\\0\n",
            ".guesses",
            "and",
            "or",
            "not",
            "é",
            "if",
            "for",
            ":=",
            "f'",
            "lambda",
            "\udcff",
        ]
    )
)


@given(st.text() | SOUP.map("".join) | SOUP.map(" ".join))
@example("\udcff")
@example("mrv > 1 \0")
@example(r"mrv > '\d'")
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        expression = read(text)
    except ExpressionError:
        return
    assert expression.verdict([exactly(dict.fromkeys(COUNTERS, 3.0))] * len(NAMES)) in (True, False, None)


@pytest.mark.parametrize("name", ["and", "not", "or", "7", "2x", "an", "no", "o"])
def test_a_name_that_could_be_something_else_is_never_taken_for_it(name: str) -> None:
    """Check that an expression keeps its meaning if a user's own file has a misleading name."""
    expression = Expression("not 7 > 2 or mrv > 2 and mrv > 7", NAMES | {name: 3}, COUNTERS)
    known = [exactly({"steps": 9.0}), {}, {}, exactly({"steps": 0.0})]
    assert expression.verdict(known) is True
