"""Tests that every technique finds what it found in positions with candidates struck at random."""

from __future__ import annotations

import pytest
from pins import cases, pinned, seen
from slow import slow_but


@pytest.mark.parametrize("case", slow_but(cases("find")[2::8], cases("find")))
def test_a_technique_finds_what_it_found(case: str) -> None:
    assert seen("find", case) == pinned("find", case), "see tests/shared/pins.py"
