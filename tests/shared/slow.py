"""Of a test with many cases, a few are run by hand and all of them in ``.ci/run``."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import pytest


def slow_but(quick: Collection[Any], cases: Iterable[Any]) -> list[Any]:
    """Return the cases of a test, those marked slow that are not among the quick ones."""
    cases = list(cases)
    assert all(case in cases for case in quick)
    slow = [pytest.param(*case if isinstance(case, tuple) else (case,), marks=pytest.mark.slow) for case in cases]
    return [case if case in quick else marked for case, marked in zip(cases, slow, strict=True)]
