"""Tests that options are stepped through in steps that suit them."""

import pytest

from solvers.core.registry import Option
from visualizer.session.run_spec import RunSpec, entries, following


@pytest.mark.parametrize(
    ("default", "value", "by", "expected"),
    [(0.95, 0.95, -1, 0.94), (0.0, 0.04, 1, 0.1), (30.0, 30.26, 1, 31.0), (300.0, 300.5, 1, 310.0)],
)
def test_a_fraction_moves_by_a_tenth_of_the_magnitude_of_its_default(
    default: float, value: float, by: int, expected: float
) -> None:
    assert following(Option("decay", default, ""), value, by) == expected


def test_a_choice_that_is_not_in_the_list_steps_from_the_first() -> None:
    option = Option("order", "a", "", choices=("a", "b", "c"))
    assert [following(option, value, 1) for value in ("a", "c", "gone")] == ["b", "a", "b"]
    assert [following(option, value, -1) for value in ("a", "gone")] == ["c", "c"]


@pytest.mark.parametrize(("default", "least", "value", "by", "expected"), [
    (3, None, 0, -1, 0), (3, None, 1, -1, 0), (0, None, 0, -1, 0), (3, 1, 1, -1, 1),
    (3, 1, 2, -5, 1), (-3, None, -3, -4, -7), (3, 2, 0, -1, 0), (3, 2, 0, 1, 1),
])  # fmt: skip
def test_a_number_stops_at_its_minimum(default: int, least: int | None, value: int, by: int, expected: int) -> None:
    assert following(Option("seed", default, "", least=least), value, by) == expected


def test_a_lane_is_written_said_and_settled_even_if_its_solver_is_gone() -> None:
    (lane,) = entries("annealing:seed=3")
    assert (str(lane), lane.said) == ("annealing:seed=3", "seed 3")
    assert lane.settled.solver == "annealing" and RunSpec("gone").settled == RunSpec("gone")


def test_yes_and_no_alternate() -> None:
    assert [following(Option("restarts", True, ""), True, by) for by in (-1, 1, 2)] == [False, False, True]
