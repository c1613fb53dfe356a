"""Small cards: one asks for a name, such as that of a bookmark or a file, one shows how far a recording has got."""

from collections.abc import Callable, Sequence

import pygame

from visualizer.toolkit import cards
from visualizer.toolkit.buttons import Button, button_height
from visualizer.toolkit.canvas import Canvas, Face
from visualizer.toolkit.layout import WindowLayout


class TextPrompt(cards.Card):
    """A prompt for a name, with the current one selected in full or in part. ``chosen`` is called with the result."""

    modal = True

    def __init__(
        self,
        title: str,
        name: str,
        chosen: Callable[[str], None],
        *,
        selected: int | None = None,
        keep: str = "Keep",
    ) -> None:
        self.title = title
        self.keep = keep
        """The label of the confirm button."""
        self.edit = cards.LineEdit(name, selected)
        self._chosen = chosen

    @property
    def field(self) -> cards.LineEdit:
        return self.edit

    def key(self, name: str) -> bool:
        """Handle a key: Enter accepts the name, Esc cancels, and anything else edits it."""
        if name == "Return":
            self.done = True
            self._chosen(self.edit.text)
        elif name == "Escape":
            self.done = True
        else:
            self.edit.key(name)
        return True

    def press(self, place: cards.HitTarget) -> None:
        self.key("Return" if place[0] == "keep" else "Escape")

    def paint(self, canvas: Canvas, layout: WindowLayout) -> cards.HitTargets:
        size = cards.em_size(canvas)
        field, places = _paint_small(canvas, self.title, round(size * 2.2), cards.cancel_and(self.keep))
        cards.paint_line(canvas, field, self.edit, True, size)
        return {("line", 0): field, **places}


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
        size = cards.em_size(canvas)
        gap, bar = round(size * 0.9), max(4, round(size * 0.5))
        room, places = _paint_small(canvas, self.title, size + gap + bar, [Button("leave", "Stop", "Esc")])
        canvas.text(
            self.words, Face.BODY, size, canvas.theme.ink,
            left=room.left, middle=room.top + size // 2, within=room.width, least=canvas.smallest,
        )  # fmt: skip
        track = pygame.Rect(room.left, room.bottom - bar, room.width, bar)
        canvas.rounded(track, canvas.theme.thin_line, bar // 2)
        if self.share:
            done = pygame.Rect(track.topleft, (max(bar, round(track.width * self.share)), bar))
            canvas.rounded(done, canvas.theme.accent, bar // 2)
        return places


def _paint_small(
    canvas: Canvas, title: str, height: int, buttons: Sequence[Button]
) -> tuple[pygame.Rect, cards.HitTargets]:
    """Paint a card with a title and buttons. Return the area between them, of the given height, and the targets."""
    size = cards.em_size(canvas)
    gap, head = round(size * 0.9), round(size * 1.6)
    around = 2 * cards.card_pad(canvas) + head + 2 * gap + button_height(canvas.scale)
    card, inner = cards.middle_card(canvas, canvas.px(520), around + height)
    cards.paint_title(canvas, inner, title, size)
    places = {**cards.paint_buttons(canvas, inner, buttons), cards.CARD: card}
    return pygame.Rect(inner.left, inner.top + head + gap, inner.width, height), places
