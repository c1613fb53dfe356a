"""Tests of the search for the puzzle on which two algorithms differ most."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest

from puzzles.corpus import named
from solvers.checks.compare import ComparedLane, DifferenceSearch, SearchProgress, answer, find
from solvers.core import registry
from solvers.processes.serve import OpenQuestion

LANES = (("backtracking", ()), ("mrv", ()))
NAMES = ("fig1", "lab", "formula")


class Told:
    """A callback that keeps what is reported, and cancels after a number of reports."""

    def __init__(self, patience: int = 10**6) -> None:
        self.said: list[SearchProgress] = []
        self.patience = patience

    @property
    def cancelled(self) -> bool:
        return len(self.said) >= self.patience

    def tell(self, known: object, *, last: bool = False) -> None:
        self.said.append(cast(SearchProgress, known))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "some.txt"
    path.write_text("\n".join(str(named.find(name)) for name in NAMES), "utf-8")
    return path


def looked(file: Path, call: Any, **changes: Any) -> SearchProgress:
    search = DifferenceSearch(file, None, LANES, seed=3, sample=40, limit=2_000, enough=10**9)
    return answer(search._replace(**changes), cast(OpenQuestion, call))


def test_the_best_of_the_sample_is_that_of_the_engine(file: Path) -> None:
    told = Told()
    found = looked(file, told)
    lanes = [ComparedLane(name, registry.get(name), {}) for name, _ in LANES]
    expected = max(find(map(named.find, NAMES), lanes, None, 2_000), key=lambda finding: finding.ratio)
    assert found.looked == len(NAMES) == len(told.said), "each puzzle once"
    assert found.best is not None and found.best.puzzle == expected.puzzle and found.best.ratio == expected.ratio
    ratios = [one.best.ratio for one in told.said if one.best]
    assert ratios == sorted(ratios) and all(counts["steps"].low <= 2_000 for counts in found.best.counts)


def test_it_stops_when_cancelled_and_when_the_difference_is_enough(file: Path) -> None:
    assert looked(file, Told(patience=1)).looked == 2
    assert looked(file, Told(), enough=1.0).looked == 1


def test_what_cannot_be_looked_through_is_said(file: Path, tmp_path: Path) -> None:
    assert "graded" in (said := looked(file, Told(), level="hard")).trouble or said.trouble
    gone = looked(file, Told(), path=tmp_path / "nothing.txt")
    assert gone.trouble and gone.best is None and not gone.looked
