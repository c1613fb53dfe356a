"""Computes what a pane shows at a point of a run, without opening a window."""

from __future__ import annotations

from typing import Any

from visualizer.scene.composer import Composer
from visualizer.session.pane import Panes
from visualizer.session.run_history import WatchedRun
from visualizer.session.session import Session


def shown(session: Session, pane: str) -> Any:
    """Return the view of one of the session's panes, or ``None`` if it has nothing to show."""
    return session.composer.scene(100, panes=[session.panes[pane]]).panes.get(pane)


def shown_of(composer: Composer, pane: str) -> Any:
    """Return the view of a pane that has just been opened on a run."""
    panes = Panes(WatchedRun(composer.solver, composer.options, composer.player, composer))
    return composer.scene(100, panes=[panes[pane]]).panes.get(pane)
