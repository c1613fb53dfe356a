"""Shows how far a recording has got, and stops it on request."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from visualizer.toolkit import cards
from visualizer.toolkit.buttons import Button, button_height
from visualizer.toolkit.canvas import Canvas
from visualizer.toolkit.fonts import Face
from visualizer.toolkit.layout import WindowLayout


class RecordingCard(cards.Card):
    """The progress of a recording. ``stop`` is called if the user stops it."""

    modal = True

    def __init__(self, title: str, stop: Callable[[], None]) -> None:
        self.title = title
        self.words = "The run is being replayed …"
        """The progress so far, in words."""
        self.share = 0.0
        """How much has been recorded, from 0 to 1; 0 if unknown."""
        self._stop = stop

    def key(self, name: str) -> bool:
        """Handle a key: Esc stops the recording, and anything else does nothing."""
        if name == "Escape":
            self.done = True
            self._stop()
        return True

    def press(self, place: cards.HitTarget) -> None:
        if place[0] == "leave":
            self.key("Escape")

    def paint(self, canvas: Canvas, layout: WindowLayout) -> cards.HitTargets:
        pad, size = cards.card_pad(canvas), cards.em_size(canvas)
        gap, bar = round(size * 0.9), max(4, round(size * 0.5))
        height = 2 * pad + round(size * 1.6) + gap + size + gap + bar + gap + button_height(canvas.scale)
        card, inner = cards.middle_card(canvas, canvas.px(520), height)
        cards.paint_title(canvas, inner, self.title, size)
        top = inner.top + round(size * 1.6) + gap
        canvas.text(
            self.words, Face.BODY, size, canvas.theme.ink,
            left=inner.left, middle=top + size // 2, within=inner.width, least=canvas.smallest,
        )  # fmt: skip
        track = pygame.Rect(inner.left, top + size + gap, inner.width, bar)
        canvas.rounded(track, canvas.theme.thin_line, bar // 2)
        if self.share:
            canvas.rounded(
                pygame.Rect(track.topleft, (max(bar, round(track.width * self.share)), bar)),
                canvas.theme.accent,
                bar // 2,
            )
        return {**cards.paint_buttons(canvas, inner, [Button("leave", "Stop", "Esc")]), cards.CARD: card}
