"""A fixture for the window in which the tests of playing start."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from app_driver import SIZE, Driver

from puzzles.corpus import named
from visualizer.session.settings import Options


@pytest.fixture
def driver() -> Iterator[Driver]:
    """Open a window on a puzzle with one solution. Tests that need another puzzle have their own fixture."""
    with Driver(Options(named.find("fig1"), solver="mrv", size=SIZE, seed=1)) as driver:
        yield driver
