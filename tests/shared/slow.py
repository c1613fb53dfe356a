"""Marks most cases of a long test as slow: plain pytest runs a few, ``.ci/run`` all of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import pytest


def slow_but(quick: Collection[Any], cases: Iterable[Any], values: bool = True) -> list[Any]:
    """Return the cases of a test, marking as slow all but the quick ones.

    ``values``: a case that is a tuple has a value for each of several names; if not, it is one value, such as a size.
    """
    cases = list(cases)
    assert all(case in cases for case in quick)
    apart = [case if values and isinstance(case, tuple) else (case,) for case in cases]
    slow = [pytest.param(*case, marks=pytest.mark.slow) for case in apart]
    return [case if case in quick else marked for case, marked in zip(cases, slow, strict=True)]
