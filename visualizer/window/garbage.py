"""Decides when garbage is collected: never in the middle of a frame."""

from __future__ import annotations

import gc
from types import TracebackType

LONGEST = 300.0
"""How long a full collection may be put off while the window is never idle, in seconds."""


class Garbage:
    """Python's garbage collector, run by the window itself. A full collection takes as long as a frame or two, so it
    waits until the window is idle. After each frame, only the objects left by that frame are searched.
    """

    def __init__(self) -> None:
        self._frames = 0
        """The number of frames since the last full collection."""
        self._collected = 0.0
        """The time of the last full collection, in seconds."""

    def __enter__(self) -> Garbage:
        gc.freeze()  # do not search what is already loaded
        gc.disable()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        gc.enable()

    def after_frame(self) -> None:
        """Collect the garbage left by the last frame."""
        self._frames += 1
        if not gc.isenabled():
            gc.collect(1)

    def look(self, now: float, idle: bool) -> None:
        """Run a full collection if there were new frames and the window is idle or the last one was long ago."""
        if self._frames and (idle or now - self._collected >= LONGEST) and not gc.isenabled():
            self._frames, self._collected = 0, now
            gc.collect()
