"""Tests that a benchmark of a SAT solver goes on with the next puzzle when one of them fails."""

from __future__ import annotations

from pathlib import Path

import pytest
from sat_runs import PRINTS, SOLVES, nothing_is_left, program  # noqa: F401

from puzzles.corpus import named
from solvers.sat.backends import default
from solvers.sat.benchmark import PuzzleMeasurement, measure
from solvers.sat.interface import AUTO
from solvers.sat.process import SatProcess

pytestmark = pytest.mark.usefixtures("nothing_is_left")

HERE = default() or "pycosat"
FEW, MANY = named.find("minimal-9-1"), named.find("bad21")


def test_sizes_times_and_the_answer_are_known() -> None:
    with SatProcess(HERE) as process:
        asked = [measure(process, MANY, AUTO, unique=unique, seconds=30) for unique in (False, True)]
    assert [one.answer for one in asked] == ["yes", "2+"]
    for one in asked:
        assert (one.variables, one.clauses, one.trouble) == (729, 11988 + MANY.clues, "")
        assert one.making and one.solving and one.total == one.making + one.solving


def test_the_encoding_follows_the_size_of_each_puzzle() -> None:
    puzzles = [named.find(name) for name in ("minimal-4", "minimal-10", "fig1")]
    with SatProcess(HERE) as process:
        found = [measure(process, puzzle, AUTO, unique=True, seconds=30) for puzzle in puzzles]
    whole = [puzzle.geometry.symbols**3 for puzzle in puzzles]
    assert [one.variables == count for one, count in zip(found, whole, strict=True)] == [True, False, True]
    assert {one.answer for one in found} == {"1"}


HANGS = pytest.param("__import__('time').sleep(99)", 1.5, marks=pytest.mark.slow)


@pytest.mark.parametrize(("trouble", "seconds"), [("sys.exit(1)", 30.0), HANGS], ids=["crashes", "hangs"])
def test_after_trouble_the_next_puzzle_has_a_process_again(trouble: str, seconds: float, tmp_path: Path) -> None:
    fails = SOLVES.replace("model =", f"model = len(read(sys.argv[1])) > 12027 and {trouble} or")
    with SatProcess(command=program(tmp_path, fails + "\0" + PRINTS)) as process:
        first = measure(process, MANY, "extended", unique=False, seconds=seconds)
        second = measure(process, FEW, "extended", unique=False, seconds=30)
    assert (first.answer, second.answer) == ("", "yes")
    assert bool(first.trouble) is (trouble == "sys.exit(1)")


def test_what_is_not_reached_is_not_known() -> None:
    assert PuzzleMeasurement(variables=1, clauses=2, making=0.5).total is None
