"""The services that the window provides to its parts."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from visualizer.session.session import Session
from visualizer.session.settings import Size
from visualizer.timeline.timeline import Clock
from visualizer.window.dialogs import Dialogs
from visualizer.window.frame import Picture


class WindowContext(Protocol):
    """The window as seen by its parts."""

    session: Session
    picture: Picture
    dialogs: Dialogs
    clock: Clock

    @property
    def size(self) -> Size:
        """The width and height in pixels."""

    @property
    def targets(self) -> tuple[object, ...]:
        """The objects whose methods are actions."""

    def drop(self, path: Path) -> None:
        """Open a file of any kind, first leaving a mode that covers the run."""

    def invalidate(self) -> None:
        """Request a new frame because something visible has changed."""

    def act(self, id: str) -> None:
        """Perform the action of a key or a button."""
