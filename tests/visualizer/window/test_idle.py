"""Tests that a window with nothing to do collects garbage and loads what may be needed later."""

from __future__ import annotations

import gc
import sys

import pytest

from visualizer.questions.registry import declared
from visualizer.session.pane_layout import known
from visualizer.window.app import LONGEST, Garbage, preload


def test_everything_is_searched_for_garbage_only_while_the_window_is_idle(monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[tuple[int, ...]] = []
    monkeypatch.setattr(gc, "collect", lambda *generation: searched.append(generation))
    monkeypatch.setattr(gc, "freeze", lambda: None)
    garbage = Garbage()
    with garbage:
        assert not gc.isenabled()
        for now in (1.0, 2.0):
            garbage.after_frame()
            garbage.look(now, idle=False)
        assert searched == [(1,), (1,)], "only what the frames have left"
        for now in (3.0, 4.0):
            garbage.look(now, idle=True)
        assert searched[2:] == [()], "once, because there was no frame in between"
        garbage.after_frame()
        garbage.look(4.0 + LONGEST, idle=False)
        assert searched[3:] == [(1,), ()], "it is not put off for ever"
    assert gc.isenabled()


def test_what_is_used_only_now_and_then_is_loaded_ahead_of_time() -> None:
    assert all(name in sys.modules for name in preload())
    painters = {f"{one.module.removesuffix('.pane')}.paint" for one in known()}
    assert painters | {maker.module for maker in declared().values()} <= sys.modules.keys()
