"""The tour shown the first time the program is started, and on request: five sentences, each beside the part it
describes.
"""

from collections.abc import Callable, Iterator
from itertools import product
from math import hypot
from operator import itemgetter

import pygame

import solvers
from puzzles.corpus import named
from puzzles.puzzle import Puzzle
from visualizer.files.saved_view import read_flag, read_text
from visualizer.files.store import DocumentStore
from visualizer.keymap import key_of
from visualizer.session.settings import Options
from visualizer.text.spans import EMPHASIS, Caption, Span
from visualizer.toolkit.canvas import Canvas, Paragraph
from visualizer.toolkit.shapes import Point

NAME, USED = "tour", "used"
"""The documents that record that the tour has been seen, and the actions used since by a user who is new."""
GRID = 80
"""How many places for the plate are looked at from the left edge of the window to the right."""
FINER = 4
"""How many samples of what is painted are taken across one place."""
PAD = 16
"""The margin on the plate, and its distance from its target, in pixels at scale 1."""
ASLANT = 8
"""How much worse it is for the plate to lie past the corner of its target than further away."""
SECONDS = 6.5
"""How long each sentence is shown, in seconds."""


def sentences() -> tuple[tuple[str, str], ...]:
    """Return the tour's sentences, with the current keys. Each comes after the part of the window it describes."""
    play, on, back = key_of("play"), key_of("forward"), key_of("back")
    menu, all_keys = key_of("palette"), key_of("help")
    return (
        ("board", "Bold digits are given; the algorithm writes the others while you watch."),
        ("play", f"{play} plays and pauses; {on} and {back} go one step forward and back."),
        ("strip", "The timeline holds every step: drag along it to go anywhere in the run."),
        ("panes", "The algorithm appears here in plain words, its current line lit."),
        ("palette", f"{menu} finds anything by a few letters, lectures too; {all_keys} shows all keys."),
    )  # fmt: skip


def is_due(options: Options, state: DocumentStore) -> bool:
    """Return whether a person is opening the window for the first time, showing only a run."""
    watched = options.view is None and not options.modes and options.event_log is None
    return watched and state.folder is not None and state.load(NAME, {"seen": read_flag}) is None


def used_so_far(options: Options, state: DocumentStore) -> set[str] | None:
    """Return the actions used since the very first start, or None if the user has been shown every button."""
    if is_due(options, state):
        state.save(USED, {"ids": ""})
        return set()
    kept = state.load(USED, {"ids": read_text})
    return None if kept is None else {*kept["ids"].split(",")}


def first_puzzle(options: Options, state: DocumentStore) -> Puzzle | None:
    """Return the puzzle to open: at the very first start, if none is asked for, one that shows the algorithm's idea."""
    asked = not options.nothing_asked or options.level is not None or options.seed is not None
    shown = () if asked or not is_due(options, state) else solvers.get(options.solver).seen_on
    return named.find(shown[0]) if shown else options.puzzle


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

    def paint(self, canvas: Canvas, place_of: Callable[[str], pygame.Rect]) -> pygame.Rect:
        """Paint the sentence on a plate near its part, where it hides least, with a frame around the part. Return the
        plate's rectangle.
        """
        (part, sentence), theme = self._sentences[self.shown], canvas.theme
        edge, pad = canvas.px(3, 2), canvas.px(PAD)
        board, whole = place_of("board"), canvas.surface.get_rect()
        target = place_of(part).inflate(4 * edge, 4 * edge).clip(whole)
        said = f" {self.shown + 1} of {len(self._sentences)}. Any key or click ends this."
        words = (Span(sentence), Span(said, EMPHASIS))
        plate, text = _emptiest(canvas, words, target, board)
        canvas.rounded(target, theme.deduced, canvas.px(8), edge)
        canvas.polygon(_arrow(plate, target, pad), theme.ink)
        canvas.rounded(plate, theme.ink, canvas.px(10))
        at = plate.left + pad, plate.top + pad // 2
        canvas.paragraph(at, text, lambda voice: theme.thin_line if voice == EMPHASIS else theme.background)
        return plate


# What is painted becomes a mask of coarse pixels, and so does the plate. Their overlap at a place is how much the plate
# would hide there, and the best place hides least and is near the part that the sentence is about.


def _emptiest(canvas: Canvas, words: Caption, target: pygame.Rect, board: pygame.Rect) -> tuple[pygame.Rect, Paragraph]:
    """Return the plate outside its target and the board that hides least of what is painted and is near the target,
    and the text on it, in smaller type only where there is no room.
    """
    pad, whole = canvas.px(PAD), canvas.surface.get_rect()
    painted = pygame.mask.from_threshold(canvas.surface, canvas.theme.background, (3, 3, 3, 255))
    painted.invert()
    grain = whole.width // GRID
    fine = grain // FINER
    painted = painted.scale((whole.width // fine, whole.height // fine))
    found: list[tuple[float, pygame.Rect, Paragraph]] = []
    for size in range(canvas.px(19, 15), canvas.smallest - 1, -1):
        for wide in (whole.width - 4 * pad, whole.width // 2, canvas.px(400), whole.right - board.right - 4 * pad):
            text = canvas.fonts.wrap(words, wide, whole.height, size, size)
            width = max(canvas.fonts.line_width(line, text.size) for line in text.lines) + 2 * pad
            plate = pygame.Rect(0, 0, width, text.height + pad)
            cover = pygame.mask.Mask((width // fine, plate.height // fine), fill=True)
            for place in _places(plate, whole.inflate(-2 * pad, 0), grain, target, board):
                hidden = painted.overlap_area(cover, (place.left // fine, place.top // fine)) / FINER**2
                found.append((hidden + _distance(place, target, pad) / grain, place, text))
        if found:
            break
    return min(found, key=itemgetter(0), default=(0, plate.clamp(whole), text))[1:]


def _places(plate: pygame.Rect, room: pygame.Rect, grain: int, *outside: pygame.Rect) -> Iterator[pygame.Rect]:
    """Yield the places for a plate in the room and outside the rectangles, on a grid."""
    xs, ys = range(room.left, room.right - plate.width, grain), range(room.top, room.bottom - plate.height, grain)
    places = (plate.move(x, y) for x, y in product(xs, ys))
    return (place for place in places if place.collidelist(outside) < 0)


def _distance(plate: pygame.Rect, target: pygame.Rect, gap: int) -> int:
    """Return how far the plate is from the place for it: a gap away, above, below or beside its target."""
    across = max(plate.left - target.right, target.left - plate.right)
    down = max(plate.top - target.bottom, target.top - plate.bottom)
    aside = max(0, min(across, down) + 2 * gap)
    return abs(max(across, down) - gap) + ASLANT * aside


def _arrow(plate: pygame.Rect, target: pygame.Rect, pad: int) -> list[Point]:
    """Return the corners of an arrow from inside the plate to the nearest point of its target."""
    inner = plate.inflate(-2 * pad, -pad)
    foot = _nearest(inner, target.center)
    tip = _nearest(target, foot)
    dx, dy = tip[0] - foot[0], tip[1] - foot[1]
    far = max(1.0, hypot(dx, dy))
    ax, ay = -dy / far * pad * 0.6, dx / far * pad * 0.6
    return [tip, (foot[0] + ax, foot[1] + ay), (foot[0] - ax, foot[1] - ay)]


def _nearest(rect: pygame.Rect, point: tuple[int, int]) -> tuple[int, int]:
    return max(rect.left, min(point[0], rect.right - 1)), max(rect.top, min(point[1], rect.bottom - 1))
