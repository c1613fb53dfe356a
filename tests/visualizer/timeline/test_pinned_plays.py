"""Tests that a playhead does what it did, step by step, whatever keys are pressed."""

from __future__ import annotations

import pytest
from pins import cases, pinned, seen

pytestmark = pytest.mark.usefixtures("keeper")


@pytest.mark.parametrize("case", cases("play"))
def test_a_playhead_does_what_it_did(case: str) -> None:
    assert seen("play", case) == pinned("play", case), "see tests/shared/pins.py"
