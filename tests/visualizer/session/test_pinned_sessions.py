"""Tests that a session does and asks what it did, whatever keys are pressed."""

from __future__ import annotations

import pytest
from pins import cases, pinned, seen
from slow import slow_but


@pytest.mark.parametrize("case", slow_but(cases("press")[::3], cases("press")))
def test_a_session_does_what_it_did(case: str) -> None:
    assert seen("press", case) == pinned("press", case), "see tests/shared/pins.py"
