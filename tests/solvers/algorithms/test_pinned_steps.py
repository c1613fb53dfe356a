"""Tests that every solver makes the steps that it made, past every solution of small puzzles."""

from __future__ import annotations

import pytest
from pins import cases, pinned, seen


@pytest.mark.parametrize("case", cases("step"))
def test_a_solver_makes_the_steps_that_it_made(case: str) -> None:
    assert seen("step", case) == pinned("step", case), "see tests/shared/pins.py"
