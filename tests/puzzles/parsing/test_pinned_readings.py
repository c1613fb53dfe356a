"""Tests that texts are read as they were, and what is wrong with the others is said as it was."""

from __future__ import annotations

import pytest
from pins import cases, pinned, seen
from slow import slow_but


@pytest.mark.parametrize("case", slow_but(cases("read")[::3], cases("read")))
def test_a_text_is_read_as_it_was(case: str) -> None:
    assert seen("read", case) == pinned("read", case), "see tests/shared/pins.py"
