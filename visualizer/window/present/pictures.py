"""The pictures of a lecture. Each is decoded in the background, and is there once that has succeeded."""

from __future__ import annotations

from collections import deque
from functools import lru_cache
from pathlib import Path

import pygame

from solvers.processes.worker import Worker, WorkerLost
from visualizer.window.present.decoding import Pixels, size_within

LONGEST = 10.0
"""How long to wait for a picture, in seconds."""
MOST_KEPT = 12
"""How many pictures to keep in memory, and to show on a slide at most. Each takes up to 8 MB."""


class Pictures:
    """Pictures that have been decoded, and those that are being decoded, one after another."""

    def __init__(self) -> None:
        self._worker: Worker[Path, Pixels | None] = Worker("visualizer.window.present.decoding", nice=5)
        self._known: dict[tuple[Path, int], pygame.Surface | None] = {}
        """The last pictures decoded, by file and time of its last change. ``None`` is one that cannot be shown."""
        self._asked = deque[tuple[Path, int]]()
        self._waited = 0.0

    @property
    def busy(self) -> bool:
        return bool(self._asked)

    def find(self, path: Path) -> pygame.Surface | None:
        """Return a picture; ``None`` if it cannot be shown, or not yet."""
        try:
            key = path, path.stat().st_mtime_ns
        except OSError:
            return None
        if key not in self._known and key not in self._asked:
            self._waited = self._waited if self._asked else 0.0
            self._asked.append(key)
            self._worker.ask(path)
        if key not in self._known:
            return None
        self._known[key] = picture = self._known.pop(key)  # the last to be forgotten
        return picture

    def tick(self, dt: float) -> bool:
        """Collect the pictures decoded since the last call, ``dt`` seconds ago. Return whether there are any."""
        self._waited += dt
        news = False
        try:
            while self._asked and (reply := self._worker.poll()):
                self._take(reply.value)
                news = True
        except WorkerLost:
            self._give_up()
            return True
        if self._asked and self._waited > LONGEST:
            self._worker.close()
            self._give_up()
            return True
        return news

    def _take(self, pixels: Pixels | None) -> None:
        while len(self._known) >= MOST_KEPT:
            del self._known[next(iter(self._known))]
        picture = pygame.image.frombytes(pixels.data, pixels.size, "RGBA") if pixels else None
        self._known[self._asked.popleft()] = picture
        self._waited = 0.0

    def _give_up(self) -> None:
        """Do without the picture that is being decoded, and go on with the others."""
        self._take(None)
        for path, _ in self._asked:
            self._worker.ask(path)


PICTURES = Pictures()


@lru_cache(maxsize=16)
def _scaled(picture: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
    return pygame.transform.smoothscale(picture, size)


def picture_in(path: Path, room: tuple[int, int]) -> pygame.Surface | None:
    """Return the picture in a file, scaled to fit an area; ``None`` if it cannot be shown, or not yet."""
    picture = PICTURES.find(path)
    if picture is None:
        return None
    most = float("inf") if path.suffix.lower() == ".svg" else 1.0
    return _scaled(picture, size_within(picture.get_size(), room, most))
