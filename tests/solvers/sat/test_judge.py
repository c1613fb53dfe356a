"""Tests that the judge of uniqueness is right whatever it was asked before, gives up if it may, and can be missing."""

import sys
from contextlib import closing

import pytest
from hypothesis import given
from sat_runs import without
from strategies import examples, large, solvable

from puzzles import Puzzle
from puzzles.geometry import STANDARD
from solvers.core.counting import engine
from solvers.sat.interface import SatError
from solvers.sat.judge import SatJudge


@given(solvable())
@examples(50)
def test_a_judge_agrees_with_a_search_about_each_given_and_gives_up_only_if_it_may(puzzle: Puzzle) -> None:
    pytest.importorskip("pysat.solvers", reason="needs python-sat")
    search, blanks = engine(puzzle.geometry), puzzle.givens.count(0)
    with closing(SatJudge(puzzle.geometry)) as judge:
        for cell, digit in enumerate(puzzle.givens):
            if digit:
                rest = puzzle.update(cell, 0).givens
                state = search.without(search.full, rest, puzzle.geometry.cells)
                other = search.has_other(state, cell, digit, blanks + 1)
                assert judge.has_other(rest, cell, digit, 1) in (other, None)
                assert judge.has_other(rest, cell, digit) is other


@pytest.mark.skipif(sys.maxsize < 2**32, reason="with 32 bits, python-sat ignores the limit")
def test_a_question_beyond_the_limit_has_no_answer() -> None:
    pytest.importorskip("pysat.solvers", reason="needs python-sat")
    puzzle = large()
    with closing(SatJudge(puzzle.geometry)) as judge:
        asked = [(cell, digit) for cell, digit in enumerate(puzzle.givens) if digit][:40]
        said = [judge.has_other(puzzle.update(cell, 0).givens, cell, digit, 1) for cell, digit in asked]
    assert None in said


def test_without_python_sat_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    without(monkeypatch, "pysat")
    with pytest.raises(SatError, match="python-sat is not installed; install python-sat with: pip install python-sat"):
        SatJudge(STANDARD)
