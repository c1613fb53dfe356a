"""Tests that scenes look and read as they did: the first of each kind of step of every solver, hashed."""

from __future__ import annotations

import pytest
from golden import pinned_scenes, shown
from slow import slow_but

import solvers

pytestmark = pytest.mark.usefixtures("fast_keeper")


def test_every_solver_that_can_be_watched_is_pinned() -> None:
    assert list(pinned_scenes()) == [name for name in solvers.names() if not solvers.get(name).black_box]


@pytest.mark.parametrize("name", slow_but(["elimination", "cdcl"], pinned_scenes()))
def test_the_scenes_of_a_run_are_those_that_are_pinned(name: str) -> None:
    if lacking := solvers.get(name).lacking():
        pytest.skip(lacking)
    assert shown(name) == pinned_scenes()[name], "see tests/shared/golden.py"
