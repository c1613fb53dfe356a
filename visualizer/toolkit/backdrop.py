"""A copy of the picture beneath cards and messages, so that it need not be painted again while they are open."""

from __future__ import annotations

import pygame


class Backdrop:
    """The picture that a card, a message or a tooltip covers. Keep it first, and put it back one frame later."""

    def __init__(self) -> None:
        self._copy: pygame.Surface | None = None
        self._covered = False
        """Whether the picture has been painted over since it was kept."""

    def put_back(self, surface: pygame.Surface) -> bool:
        """Put back the picture if it was covered in the last frame. Return True if it was."""
        if not self._covered or self._copy is None:
            self._copy = None
            return False
        if self._copy.get_size() == surface.get_size():
            surface.blit(self._copy, (0, 0))
        self._covered = False
        return True

    def keep(self, surface: pygame.Surface) -> None:
        """Copy the finished picture, which is about to be painted over."""
        if self._copy is None or self._copy.get_size() != surface.get_size():
            self._copy = pygame.Surface(surface.get_size(), 0, surface)
        self._copy.blit(surface, (0, 0))
        self._covered = True
