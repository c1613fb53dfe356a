"""Tests that what is said of runs, of their last second and of their end is what was said."""

from __future__ import annotations

import pytest
from pins import cases, pinned, seen
from slow import UNLIKE, slow_but


@pytest.mark.parametrize("case", slow_but(UNLIKE[::2], cases("tell")))
def test_what_is_said_of_a_run_is_what_was_said(case: str) -> None:
    assert seen("tell", case) == pinned("tell", case), "see tests/shared/pins.py"
