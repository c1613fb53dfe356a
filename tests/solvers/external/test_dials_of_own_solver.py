"""Tests that a user's own solver can name its dials in plain text, as the algorithms do."""

from __future__ import annotations

from pathlib import Path

import pytest

from solvers.external.registry import ForeignError, load

BODY = """
from solvers import SOLVED

def mine(puzzle):
    yield SOLVED
"""


def test_dials_are_read_from_the_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text('DIALS = ("columns", "depth")\nPROFILE = "columns"\nTOLD = "columns"\n' + BODY)
    solver = load(path)
    assert (solver.dials, solver.profile, solver.told) == (("columns", "depth"), "columns", ("columns",))
    path.write_text(BODY)
    assert load(path).dials == ("guesses", "backtracks", "depth", "filled")


def test_dials_above_the_function_count_too(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        "import solvers\n"
        '@solvers.register("mine", title="Mine", dials=("learnt",), profile="trail")\n'
        "def mine(puzzle):\n    yield solvers.SOLVED\n"
    )
    assert (load(path).dials, load(path).profile) == (("learnt",), "trail")


@pytest.mark.parametrize("line", ['DIALS = ("speed",)', "DIALS = 3", 'PROFILE = ("learnt",)', "TOLD = (depth(),)"])
def test_a_dial_that_is_not_known_is_refused_with_those_that_are(tmp_path: Path, line: str) -> None:
    path = tmp_path / "mine.py"
    path.write_text(line + "\n" + BODY)
    with pytest.raises(ForeignError, match="of 'guesses', 'backtracks'"):
        load(path)
