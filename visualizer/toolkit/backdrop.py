"""A separate picture behind cards and messages, so that whatever they cover need not be repainted while they are
open.
"""

from __future__ import annotations

import pygame


class Backdrop:
    """The picture behind a card, message or tooltip. In each frame, paint what is below on :meth:`ground`, then call
    :meth:`show`, then paint what lies over it.
    """

    def __init__(self) -> None:
        self._copy: pygame.Surface | None = None
        """The picture while something covers it."""

    def ground(self, surface: pygame.Surface, covered: bool) -> pygame.Surface:
        """Return what to paint the picture on: the surface itself or, while something covers it, a copy. Both hold the
        picture as it was last painted.
        """
        copy = self._copy
        if copy is not None and copy.get_size() != surface.get_size():
            copy = None
        if covered and copy is None:
            copy = pygame.Surface(surface.get_size(), 0, surface)
            copy.blit(surface, (0, 0))
        elif not covered and copy is not None:
            surface.blit(copy, (0, 0))
            copy = None
        self._copy = copy
        return surface if copy is None else copy

    def show(self, surface: pygame.Surface) -> None:
        """Put the picture on the surface, if it is painted on a copy."""
        if self._copy is not None:
            surface.blit(self._copy, (0, 0))
