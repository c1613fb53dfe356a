"""Marks most cases of a long test as slow. Plain pytest runs a few of them, and ``.ci/run`` runs all."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable
from typing import Any, TypeVar

import pytest

Case = TypeVar("Case")

UNLIKE = ["backtracking", "elimination", "exact-cover", "cdcl", "annealing", "human"]
"""Algorithms of all kinds, for runs by hand."""


def slow_but(quick: Collection[Any], cases: Iterable[Any], values: bool = True) -> list[Any]:
    """Return the cases of a test, with all but the quick ones marked as slow.

    In ``values``, a tuple gives a value for each of several names, and anything else is a single value, such as a size.
    """
    cases = list(cases)
    assert all(case in cases for case in quick)
    apart = [case if values and isinstance(case, tuple) else (case,) for case in cases]
    slow = [pytest.param(*case, marks=pytest.mark.slow) for case in apart]
    return [case if case in quick else marked for case, marked in zip(cases, slow, strict=True)]


def few_of(quick: Iterable[Case], cases: Iterable[Case]) -> list[Case]:
    """Return the cases that a test loops over: all of them in ``.ci/run``, and only the quick ones in plain pytest."""
    cases, quick = list(cases), list(quick)
    assert all(case in cases for case in quick)
    return cases if os.environ.get("SOLVESCOPE_CI") else quick
