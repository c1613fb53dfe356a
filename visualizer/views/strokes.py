"""What painters draw for a mark of a kind or a rule: only texts, discs, rings and lines, each in one ink."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import hypot
from typing import NamedTuple

from puzzles.kinds.kind import Mark, Point, Tally

INK, EDGE, FINE, PALE, PAPER, WHITE, BLACK = "ink", "edge", "fine", "pale", "paper", "white", "black"
"""The inks: see :meth:`visualizer.style.theme.Theme.mark`."""
MET, UNMET = "soft 0.6", "conflict"
"""The inks of a text that says how often some cells hold a digit, once that is so, and once it cannot be so."""
RING = 0.045
"""The width of the line of a ring, in squares."""
RIM, WIDE = 0.022, 0.15
"""The width of the darker rim of pale marks, and how wide a mark is at least to have one, in squares."""
HAIR = 0.04
"""The width below which pale lines are fainter, as the strike through a candidate is no wider, in squares."""
HALO = 0.06
"""The width of the paper around signs, which may stand on a line of the board, in squares."""
DASH, GAP = 0.09, 0.07
"""The length of dashes, which is stretched to fill a line, and of the gaps between them, in squares."""


class Stroke(NamedTuple):
    """Drawings of one kind and one ink. Lengths are in squares, from the top left corner of the board."""

    ink: str
    size: float
    """The width of the lines or discs, or the size of the text."""
    lines: tuple[tuple[Point, ...], ...]
    """The points of each line. A single point is the middle of a disc or a text."""
    text: str = ""
    ring: float = 0.0
    """The width of the line, inside its edge, if a disc is only a ring."""


def below(marks: Iterable[Mark]) -> Iterator[Stroke]:
    """Yield what is drawn below the digits, in order: dashed lines too, which run around cells."""
    marks = [*marks]
    pale = [mark for mark in marks if mark.pale]
    thin = [mark for mark in pale if mark.size < WIDE and not mark.text]
    for mark in (mark for mark in pale if mark not in thin):
        yield Stroke(EDGE, mark.size, _lines(mark), mark.text, RING * mark.hollow)
    for mark in (mark for mark in pale if mark.size >= WIDE and not mark.hollow and not mark.text):
        yield Stroke(PALE, _rounded(mark.size - 2 * RIM), _lines(mark))
    for mark in thin:
        yield Stroke(FINE if mark.size < HAIR else EDGE, mark.size, _lines(mark), ring=RING * mark.hollow)
    boxes = [_box(mark) for mark in marks if mark.text]
    for size in dict.fromkeys(mark.size for mark in marks if mark.dashed and not mark.pale):
        dashed = (mark for mark in marks if mark.dashed and not mark.pale and mark.size == size)
        dashes = (line for mark in dashed for line in _lines(mark) if not any(_meet(line, box) for box in boxes))
        yield Stroke(EDGE, size, tuple(dashes))


def above(marks: Iterable[Mark]) -> Iterator[Stroke]:
    """Yield what is drawn above the digits, in order."""
    for mark in marks:
        if not mark.pale and not mark.dashed:
            lines, is_disc = _lines(mark), len(mark.points) == 1 and not mark.text
            if is_disc:
                yield Stroke(INK if mark.inked else WHITE if mark.hollow else BLACK, mark.size, lines)
            elif not mark.text:
                yield Stroke(PAPER, _rounded(mark.size + HALO), lines)
            yield Stroke(INK, mark.size, lines, mark.text, RING * is_disc)


def following(tallies: Iterable[tuple[Stroke, Tally]], values: Sequence[int]) -> Iterator[Stroke]:
    """Yield the texts whose look follows the digits of all cells (0 for a blank)."""
    for text, tally in tallies:
        holds = tally.holds(values)
        yield text._replace(ink={True: MET, None: INK, False: UNMET}[holds])
        if holds is False:
            yield text._replace(ink=UNMET, size=_rounded(1.25 * text.size), text="", ring=RING)


def _lines(mark: Mark) -> tuple[tuple[Point, ...], ...]:
    lines = [mark.points]
    if mark.dashed:
        lines = [dash for start, end in pairwise(mark.points) for dash in _dashes(start, end)]
    return tuple(tuple((_rounded(y), _rounded(x)) for y, x in line) for line in lines)


def _dashes(start: Point, end: Point) -> Iterator[tuple[Point, Point]]:
    """Yield the dashes of a line, which begins and ends with one, so that corners are closed."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    number = max(1, round((length + GAP) / (DASH + GAP)))
    pitch = (1 + GAP / length) / number if length else 1.0

    def point(share: float) -> Point:
        return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share

    for i in range(number):
        yield point(i * pitch), point((i + 1) * pitch - (GAP / length if length else 0.0))


def _box(mark: Mark) -> tuple[Point, Point]:
    """Return the corners of a text's surroundings, which no dash enters."""
    (y, x), down, right = mark.points[0], 0.42 * mark.size, (0.3 * len(mark.text) + 0.1) * mark.size
    return (y - down, x - right), (y + down, x + right)


def _meet(line: tuple[Point, ...], box: tuple[Point, Point]) -> bool:
    """Return whether a line along a row or a column meets a box."""
    (top, left), (bottom, right) = box
    ys, xs = zip(*line, strict=True)
    return bool(max(ys) >= top and min(ys) <= bottom and max(xs) >= left and min(xs) <= right)


def _rounded(length: float) -> float:
    return round(length, 3)
