"""A copy of whatever cards and messages cover, so that it need not be repainted while they are open."""

from __future__ import annotations

import pygame


class Backdrop:
    """The picture behind a card, message or tooltip. ``keep`` it first, and ``put_back`` one frame later."""

    def __init__(self) -> None:
        self._copy: pygame.Surface | None = None
        self._covered = False
        """Whether the picture has been painted over since it was copied."""

    def put_back(self, surface: pygame.Surface) -> bool:
        """Restore the picture if the last frame covered it. Return whether it did."""
        if not self._covered or self._copy is None:
            self._copy = None
            return False
        if self._copy.get_size() == surface.get_size():
            surface.blit(self._copy, (0, 0))
        self._covered = False
        return True

    def keep(self, surface: pygame.Surface) -> None:
        """Copy the finished picture before something is painted over it."""
        if self._copy is None or self._copy.get_size() != surface.get_size():
            self._copy = pygame.Surface(surface.get_size(), 0, surface)
        self._copy.blit(surface, (0, 0))
        self._covered = True
