"""Sends random keys, clicks, files and texts in every mode, and checks that nothing fails and no move is lost.

``tests/benchmarks/soak.py`` does the same with hundreds of thousands of events.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from hands import hand
from runs import Ticking
from slow import slow_but
from soak_checks import Lines
from soaking import MODES, Soak, soak

from visualizer.present.mode import PresentMode

OF_ANOTHER_PROCESS = {"sat", "fresh", "hint", "check", "load easy", "load hard"}
"""Actions answered by another process, which never takes the same time twice."""
SIDES = {"watch": (9, 16), "race": (9,), "play": (9, 4, 25), "edit": (9, 6)}
FEW = [("watch", 9, 600), ("race", 9, 300), ("play", 4, 300), ("edit", 6, 300)]
EVERY = [(mode, side, 600) for mode in MODES for side in SIDES[mode] if (mode, side, 600) not in FEW]


@pytest.mark.parametrize(("mode", "side", "number"), slow_but(FEW[3:], FEW + EVERY))
def test_any_keys_and_clicks_by_the_hundred(
    mode: str, side: int, number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = soak(mode, side, 1, number, tmp_path, Ticking(0.0002), OF_ANOTHER_PROCESS, event_log=side != 9)
    assert done.events >= number and done.compared


def test_a_line_that_cannot_be_got_back_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run = Soak("play", 4, 1, tmp_path)
    session, lines = run.driver.session, Lines()
    hand(session).game.cursor = session.puzzle.givens.index(0)
    for digit in (1, 2):
        hand(session).moves.type_digit(digit)
        lines.see(session)
        session.do("undo")
    lines.check(session)
    session.runs.before = ()
    with pytest.raises(AssertionError, match="lost"):
        lines.check(session)
    run.close()


def test_runs_are_gone_back_to_from_presenting_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run = Soak("edit", 4, 1, tmp_path)
    driver, session = run.driver, run.driver.session
    driver.press("2")
    driver.press("F10")
    driver.press("Escape")
    assert not session.solver.person and session.runs.before[-1].options.get("editing")
    driver.press("F5")
    assert session.modes[PresentMode].on and not session.do("before"), "presenting has no key for it"
    run.go_back_and_on()
    driver.press("F5")
    run.enter()
    assert session.solver.person and hand(session).game.editing and not session.modes[PresentMode].on
    run.close()
