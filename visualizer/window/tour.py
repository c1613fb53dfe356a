"""The tour shown the first time the program is started, and on request: five sentences, each beside the part it
describes.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

import pygame

from visualizer.files.store import DocumentStore
from visualizer.keymap import key_of
from visualizer.session.settings import Options
from visualizer.toolkit.canvas import Canvas
from visualizer.toolkit.fonts import Face
from visualizer.toolkit.layout import WindowLayout

NAME = "tour"
"""The document that records that the tour has been seen."""
SLOPE = 8
"""How far to the side an arrow may point, in pixels for each pixel up or down."""
SECONDS = 6.5
"""How long each sentence is shown, in seconds."""


class Parts(Protocol):
    """The painted window, as seen by the tour."""

    layout: WindowLayout

    def place_of(self, part: str) -> pygame.Rect:
        """Return the rectangle of a part of the window."""


class Sentence(NamedTuple):
    """A sentence of the tour, and the part of the window it describes."""

    part: str
    text: str


def sentences() -> tuple[Sentence, ...]:
    """Return the tour's sentences, with the current keys."""
    play, on, back = key_of("play"), key_of("forward"), key_of("back")
    menu, all_keys = key_of("palette"), key_of("help")
    return (
        Sentence("board", "Bold digits are given; the algorithm writes the others while you watch."),
        Sentence("play", f"{play} plays and pauses; {on} and {back} go one step forward and back."),
        Sentence("strip", "The timeline holds every step: drag along it to go anywhere in the run."),
        Sentence("panes", "The algorithm appears here in plain words, its current line lit; the tabs show more."),
        Sentence("palette", f"{menu} finds anything by a few letters, lectures too; {all_keys} shows all keys."),
    )  # fmt: skip


def is_due(options: Options, state: DocumentStore) -> bool:
    """Return whether a person is opening the window for the first time, showing only a run."""
    watched = options.view is None and not options.modes and options.event_log is None
    return watched and state.folder is not None and state.load(NAME) is None


class Tour:
    """The tour in progress. It advances by itself, and ends at the first key press or click."""

    def __init__(self, state: DocumentStore) -> None:
        """Start the tour and record it as seen."""
        state.save(NAME, {"seen": True})
        self._sentences = sentences()
        self._gone = 0.0

    @property
    def shown(self) -> int:
        """The index of the current sentence. Past the last one once the tour is over."""
        return int(self._gone / SECONDS)

    @property
    def over(self) -> bool:
        return self.shown >= len(self._sentences)

    def advance(self, dt: float) -> bool:
        """Advance by dt seconds. Return True if a different sentence is shown or the tour is over."""
        before = self.shown
        self._gone += dt
        return self.shown != before

    def paint(self, canvas: Canvas, parts: Parts) -> pygame.Rect:
        """Paint the sentence on a plate beside its part and the board, with a frame around the part. Return the plate's
        rectangle.
        """
        sentence = self._sentences[self.shown]
        target, whole = parts.place_of(sentence.part), canvas.surface.get_rect()
        gap, edge = canvas.px(16), canvas.px(3, 2)
        canvas.rounded(target.inflate(4 * edge, 4 * edge).clip(whole), canvas.theme.deduced, canvas.px(8), edge)
        size, small, pad = canvas.px(19, 15), canvas.em(15), canvas.px(16)
        left = parts.place_of("board").right + gap
        room = pygame.Rect(left, gap // 2, whole.right - gap // 2 - left, whole.height - gap)
        width, below = min(canvas.px(400), room.width), round(1.4 * small) + pad
        text = canvas.fonts.wrap(sentence.text, width - 2 * pad, whole.height // 2, size, canvas.smallest)
        plate = pygame.Rect(0, 0, width, pad // 2 + text.height + below)
        tip, foot = _beside(plate, target, room, gap)
        half = canvas.px(9)
        across = (half, 0) if foot[1] in (plate.top, plate.bottom) else (0, half)
        corners = [tip, (foot[0] - across[0], foot[1] - across[1]), (foot[0] + across[0], foot[1] + across[1])]
        canvas.polygon(corners, canvas.theme.ink)
        canvas.rounded(plate, canvas.theme.ink, canvas.px(10))
        canvas.paragraph((plate.left + pad, plate.top + pad // 2), text, canvas.theme.background)
        said = f"{self.shown + 1} of {len(self._sentences)}. Any key or click ends this."
        small = canvas.fonts.shrink(said, Face.BODY, small, width - 2 * pad, canvas.smallest)
        middle = plate.bottom - (below + pad // 2) // 2
        canvas.text(said, Face.BODY, small, canvas.theme.thin_line, left=plate.left + pad, middle=middle)
        return plate


Spot = tuple[int, int]


def _beside(plate: pygame.Rect, target: pygame.Rect, room: pygame.Rect, gap: int) -> tuple[Spot, Spot]:
    """Put the plate in the room beside the board, on the side of its target that has the most space. Return the tip
    and the base of its arrow.
    """
    rooms = {
        "right": room.right - max(target.right, room.left) - plate.width,
        "left": target.left - room.left - plate.width,
        "above": target.top - room.top - plate.height,
        "below": room.bottom - target.bottom - plate.height,
    }
    where = max(rooms, key=rooms.__getitem__)
    if where in ("above", "below"):
        plate.centerx = target.centerx
        apart = gap + max(0, room.left + gap - target.right) // SLOPE
        plate.top = target.top - apart - plate.height if where == "above" else target.bottom + apart
        plate.clamp_ip(room)
        x = max(plate.left + gap, min(target.centerx, plate.right - gap))
        inset = min(gap, target.width // 2)
        end = min(max(x, target.left + inset), target.right - inset)
        return ((end, target.top), (x, plate.bottom)) if where == "above" else ((end, target.bottom), (x, plate.top))
    plate.centery = target.centery
    plate.left = target.right + gap if where == "right" else target.left - gap - plate.width
    plate.clamp_ip(room)
    y = max(plate.top + gap, min(target.centery, plate.bottom - gap))
    return ((target.right, y), (plate.left, y)) if where == "right" else ((target.left, y), (plate.right, y))
