"""The picture of a single cell. Every state has a distinctive shape, so that none relies on colour alone."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from math import ceil
from typing import ClassVar

import pygame

from puzzles.geometry import Digit, Geometry
from visualizer.painting.glyph import PATCH_SHARE, READABLE_PATCH, Ink, paint_symbol
from visualizer.painting.strokes import LEAST_TEXT, paint_edge
from visualizer.style.theme import Color, Symbols, Theme, colour, mix, parse_color
from visualizer.toolkit import shapes
from visualizer.toolkit.canvas import Canvas, Face, Fonts
from visualizer.toolkit.shapes import Blit, Point
from visualizer.views import edges
from visualizer.views.board import (
    HOTTEST,
    CellView,
    ChoiceMark,
    MarkRole,
    NamingClause,
    Outline,
    Role,
    Wash,
)
from visualizer.views.plan import Room, plan_of

# Where the candidates of a cell are drawn.


class Slots:
    """The grid of candidate slots in a cell, laid out like a box and aligned to whole pixels."""

    def __init__(self, geometry: Geometry, size: int) -> None:
        plan = plan_of(geometry)
        self.size, self.symbols, self.columns, free = size, geometry.symbols, plan.mark_columns, plan.room
        self.rows = ceil(self.symbols / self.columns)
        gaps = free.left, free.top, 1 - free.right, 1 - free.bottom
        left, top, right, low = (max(1, round(size * gap)) for gap in gaps)
        across, high = size - left - right, size - top - low
        self.width, self.height = max(1, across // self.columns), max(1, high // self.rows)
        self.left = left + (across - self.width * self.columns) // 2
        self.top = top + (high - self.height * self.rows) // 2

    def rect(self, digit: Digit) -> pygame.Rect:
        """Return the slot for a digit, relative to the cell."""
        row, column = divmod(digit - 1, self.columns)
        return pygame.Rect(self.left + column * self.width, self.top + row * self.height, self.width, self.height)

    def digit_at(self, x: int, y: int) -> Digit | None:
        """Return the digit whose slot contains a point in the cell. The margins count as part of the nearest slot."""
        column = min(max((x - self.left) // self.width, 0), self.columns - 1)
        row = min(max((y - self.top) // self.height, 0), self.rows - 1)
        digit = row * self.columns + column + 1
        return digit if digit <= self.symbols else None


# The shapes around candidates that show their role in a technique, and the stroke through struck ones.


PART_VOICES = {
    MarkRole.ONE: "deduced",
    MarkRole.OTHER: "guessed",
    MarkRole.FIN: "solved",
    MarkRole.RING: "",
    MarkRole.TARGET: "conflict",
}
"""The name of the colour for each role."""
FILLED = (MarkRole.ONE, MarkRole.OTHER, MarkRole.FIN)
"""The roles with a filled shape, which is painted under the digit."""


def paint_part(canvas: Canvas, centre: tuple[int, int], reach: int, part: MarkRole, color: Color) -> None:
    """Paint the shape for a role: a disc, a square, a ring or a diamond."""
    x, y = centre
    if part is MarkRole.ONE:
        canvas.disc(centre, reach, color)
    elif part is MarkRole.OTHER:
        side = max(1, round(reach * 0.88))
        canvas.rounded(pygame.Rect(x - side, y - side, 2 * side, 2 * side), color, max(1, reach // 4))
    elif part is MarkRole.FIN:
        canvas.polygon([(x - reach, y), (x, y - reach), (x + reach, y), (x, y + reach)], color)
    else:
        canvas.disc(centre, reach, color, max(1, round(reach * 0.16)))


def through(slot: pygame.Rect, size: int, level: bool = False) -> tuple[Point, Point, float]:
    """Return the ends and the width of a stroke through a candidate of the given font size."""
    x, y = slot.center
    across, up = (size * 0.4, 0.0) if level else (size * 0.38, size * 0.32)
    return (x - across, y + up), (x + across, y - up), max(1.0, size / 10)


# The marks of a question's cells: its answers, and cells whose candidates would give the answer away.


DASHES = 4
"""The number of dashes along each side of a cell."""
NUMBER, LEAST_NUMBER = 0.23, 11
"""The size of a choice's number, as a share of the cell's side, and its minimum in pixels."""


def paint_choice(canvas: Canvas, size: int, mark: ChoiceMark) -> None:
    """Paint the mark over a cell of this size, at the top left of the canvas."""
    width, color = max(2, round(size * 0.06)), canvas.theme.accent
    if mark is ChoiceMark.STRUCK:
        inset, thick = size * 0.08, width * 0.6
        soft = canvas.theme.soft
        ends = [(inset, size - inset - thick), (inset + thick, size - inset)]
        canvas.polygon([*ends, (size - inset, inset + thick), (size - inset - thick, inset)], soft)
        return
    if mark is ChoiceMark.RIGHT:
        canvas.rounded(pygame.Rect(0, 0, size, size), color, max(2, size // 10), width)
        return
    inset = max(1, width // 2)
    dash = (size - 2 * inset) / (2 * DASHES - 1)
    for number in range(DASHES):
        start, end = inset + round(2 * number * dash), inset + round((2 * number + 1) * dash)
        for edge in (inset, size - inset - width):
            canvas.fill(color, (start, edge, end - start, width))
            canvas.fill(color, (edge, start, width, end - start))


def paint_number(canvas: Canvas, view: CellView, slots: Slots) -> None:
    """Paint a choice's number on a small plate at the top left of the canvas, without covering a candidate or a small
    cell's digit.
    """
    size = max(LEAST_NUMBER, round(NUMBER * slots.size))
    if not view.number or (view.digit and 3 * size > slots.size):
        return
    taken = 0 if view.digit else view.candidates | view.struck | sum(1 << digit for digit, _ in view.parts)
    free = next((digit for digit in range(1, slots.symbols + 1) if not taken >> digit & 1), 1)
    cap = pygame.Rect(0, 0, round(1.1 * size), round(1.3 * size))
    cap.center = slots.rect(free).center
    cap.clamp_ip(pygame.Rect(1, 1, slots.size - 2, slots.size - 2))
    color = canvas.theme.accent
    canvas.rounded(cap, color, max(2, size // 4))
    number = str(view.number)
    canvas.text(number, Face.BOLD, size, canvas.theme.on(color), centre=cap.centerx, middle=cap.centery)


WARMEST = 0.42
"""How much of the heat colour goes into the hottest cell. More would make its text hard to read."""
TINTED = 0.2
"""How much of the colour of lines goes into the ground of a cell in a unit that no line shows."""
EDGE = 0.42
"""The side of a square of a board whose cells are edges, when one is shown alone, as a share of the picture's side."""


class CellPart(Enum):
    """A part of a cell's picture that can move on its own."""

    DIGIT = "digit"
    """The digit with its frame and badge."""
    GHOST = "ghost"
    """The digit in a dashed frame."""
    BADGE = "badge"
    """The level of a guess."""

    __hash__ = object.__hash__


@dataclass(frozen=True)
class CellPainter:
    """Paints cells of one size in one theme. Equal painters paint identical pictures."""

    theme: Theme
    geometry: Geometry
    alphabet: str
    size: int
    symbols: Symbols = Symbols.DIGITS
    cached: ClassVar[bool] = True
    """Whether candidates that are text are painted from cached pictures."""

    @cached_property
    def slots(self) -> Slots:
        return Slots(self.geometry, self.size)

    @cached_property
    def _room(self) -> Room:
        return plan_of(self.geometry).room

    def symbol(self, digit: Digit) -> str:
        alphabet = self.symbols.alphabet(self.alphabet)
        return alphabet[digit - 1] if digit <= len(alphabet) else str(digit)

    def share(self, part: float, least: int = 1) -> int:
        """Return a fraction of the cell's side in whole pixels."""
        return max(least, round(self.size * part))

    def _inside(self, margin: int) -> pygame.Rect:
        return pygame.Rect(margin, margin, self.size - 2 * margin, self.size - 2 * margin)

    def paint(self, canvas: Canvas, view: CellView, flash: float = 0.0, check: bool = False) -> None:
        """Paint the cell at the top left of a canvas; ``check`` adds the tick of a solved board."""
        if plan_of(self.geometry).across:
            canvas.fill(self.theme.panel, (0, 0, self.size, self.size))
            for strokes in edges.edge(view, True, flash, False):
                paint_edge(canvas, round(self.size * EDGE), strokes, (self.size / 2, self.size / 2))
            return
        self.paint_ground(canvas, view, flash)
        self.paint_content(canvas, view, flash, check)

    def paint_ground(self, canvas: Canvas, view: CellView, flash: float = 0.0) -> None:
        canvas.fill(self.ground(view, flash), (0, 0, self.size, self.size))

    def paint_content(self, canvas: Canvas, view: CellView, flash: float = 0.0, check: bool = False) -> None:
        """Paint all but the ground, over which marks may have been painted."""
        ground = self.ground(view, flash)
        if view.warmth:
            self._bar(canvas, view)
        if view.dead:
            self._hatch(canvas, ground)
        if view.wash is Wash.STEP:
            canvas.rounded(self._inside(0), mix(ground, self.theme.guessed, 0.6), 0, self.share(0.03))
        if view.wash is Wash.LIT:
            self._light(canvas, ground, 0.42 - 0.07 * view.culprit - 0.06 * bool(view.culprit and view.cursor))
        if view.cursor:
            self._cursor(canvas, view.cursor == "pencil")
        if view.culprit:
            self._double_frame(canvas, self._cursor_width if view.cursor else 0)
        elif view.clause is not NamingClause.NONE:
            self._clause_frame(canvas, view)
        if view.outline is Outline.GUILTY:
            self._brackets(canvas, view.culprit)
        elif view.outline is Outline.DIFFERS:
            self._dotted_frame(canvas, ground)
        elif view.outline in (Outline.APART, Outline.ALONE):
            self._turned_corner(canvas, ground if view.outline is Outline.ALONE else None)
        if view.digit:
            self._digit(canvas, view)
        elif view.hidden:
            half = self.size // 2
            canvas.text("?", Face.BODY, round(self.size * 0.36), self.theme.soft, centre=half, middle=half)
        else:
            self._candidates(canvas, view, ground)
        if view.refused and not view.digit:
            self._refused(canvas, view, ground)
        if view.dead and not view.digit:
            middle = self.size / 2
            canvas.cross((middle, middle), self.size * 0.13, self.share(0.055, 2), self.theme.conflict)
        if (view.asserted or view.denied) and not view.dead:
            self._literals(canvas, view, ground)
        if view.choice is not ChoiceMark.NONE:
            paint_choice(canvas, self.size, view.choice)
            paint_number(canvas, view, self.slots)
        if check:
            self._check(canvas)

    def part(self, part: CellPart, fonts: Fonts, view: CellView) -> pygame.Surface:
        """Return part of the picture of a cell with a digit, on a transparent background of size x size pixels."""
        picture = pygame.Surface((self.size, self.size), pygame.SRCALPHA)
        picture.fill((*self._ink(view).color, 0))
        canvas = Canvas(picture, self.theme, fonts)
        if part is CellPart.DIGIT:
            self._digit(canvas, view)
        elif part is CellPart.BADGE:
            self._badge(canvas, view.level)
        else:
            frame, width = self._inside(self.share(0.11)), self.share(0.025)
            shapes.dashed(picture, frame, self._ink(view).color, self.share(0.11, 2), width, self.share(0.06, 2))
            self._large(canvas, view.digit, self._ink(view)._replace(face=Face.BODY))
        return picture

    def ground(self, view: CellView, flash: float = 0.0) -> Color:
        theme = self.theme
        washes = {Wash.UNIT: theme.unit_wash, Wash.STEP: theme.step_wash}
        flashing = flash if view.flashes else 0.0
        plain = mix(theme.panel, theme.faint, TINTED) if view.tinted else theme.panel
        ground = washes.get(view.wash, plain)
        if view.hue:
            ground = mix(parse_color(view.hue), theme.step_wash, 0.35 * (view.wash is Wash.STEP))
        if view.heat:
            ground = mix(plain, theme.voice(view.heat), WARMEST * view.warmth / HOTTEST)
        return mix(ground, theme.conflict, 0.45 * flashing)

    def _bar(self, canvas: Canvas, view: CellView) -> None:
        """Paint a bar for the cell's heat, so that colour is not the only sign of it."""
        height = self.share(0.055, 2)
        width = round(self.size * view.warmth / HOTTEST)
        canvas.fill(self.theme.voice(view.heat), (0, self.size - height, width, height))

    def _hatch(self, canvas: Canvas, ground: Color) -> None:
        gap = self.share(0.14, 4)
        color = mix(ground, self.theme.conflict, 0.42)
        canvas.hatch(self._inside(0), gap, max(1.0, gap / 5), color)

    def _cursor(self, canvas: Canvas, pencil: bool) -> None:
        """Paint the player's cursor: a heavy frame, dashed for the pencil."""
        width, size, color = self._cursor_width, self.size, self.theme.deduced
        if not pencil:
            canvas.rounded(self._inside(0), color, 0, width)
            return
        dash = max(3, size // 9)
        for start in range(0, size, 2 * dash):
            for rect in ((start, 0, dash, width), (start, size - width, dash, width)):
                canvas.fill(color, rect)
                canvas.fill(color, (rect[1], rect[0], rect[3], rect[2]))

    @property
    def _cursor_width(self) -> int:
        return self.share(0.06, 2)

    def _light(self, canvas: Canvas, ground: Color, reach: float) -> None:
        """Paint a disc behind the digit; ``reach`` is its radius as a share of the cell."""
        half, reach = self.size // 2, self.share(reach, 3)
        canvas.disc((half, half), reach, mix(ground, self.theme.deduced, 0.2))
        canvas.disc((half, half), reach, mix(ground, self.theme.deduced, 0.7), self.share(0.025))

    def _double_frame(self, canvas: Canvas, within: int = 0) -> None:
        """Paint the double frame of a culprit, leaving ``within`` pixels at the edge for the cursor."""
        outer = self.share(0.045, 1 if within else 2)
        canvas.rounded(self._inside(within), self.theme.conflict, 0, outer)
        if self.size >= 16 + 4 * within:
            inset = within + outer + self.share(0.035)
            canvas.rounded(self._inside(inset), self.theme.conflict, 0, self.share(0.02))

    def _brackets(self, canvas: Canvas, culprit: bool) -> None:
        """Paint a thick corner bracket in each corner, inside the culprit's frame if there is room."""
        if culprit and self.size < 30:
            return
        thick, long = self.share(0.07, 2), self.share(0.26, 4)
        self._angles(canvas, self.theme.conflict, self.share(0.12, 4) if culprit else self.share(0.03), thick, long)

    def _angles(self, canvas: Canvas, color: Color, near: int, thick: int, long: int) -> None:
        """Paint a corner bracket in each corner, ``near`` pixels from the edges."""
        far = self.size - near
        for start in (near, far - long):
            for edge in (near, far - thick):
                canvas.fill(color, (start, edge, long, thick))
                canvas.fill(color, (edge, start, thick, long))

    def _dotted_frame(self, canvas: Canvas, ground: Color) -> None:
        """Paint a frame of small squares along the edges."""
        side, near = self.share(0.05, 2), self.share(0.03)
        color, far = mix(ground, self.theme.guessed, 0.85), self.size - near - side
        number = max(2, self.size // (3 * side))
        for i in range(number + 1):
            along = near + (far - near) * i // number
            for place in ((along, near), (along, far), (near, along), (far, along)):
                canvas.fill(color, (*place, side, side))

    def _turned_corner(self, canvas: Canvas, ground: Color | None = None) -> None:
        """Paint a triangle in the lower left corner, or only its outline if the cell's ground is given."""
        side, size = self.share(0.22, 4) if ground is None else self.share(0.26, 6), self.size
        canvas.polygon([(0, size - side), (side, size), (0, size)], self.theme.ink)
        if ground is not None:
            edge = self.share(0.03, 1)
            inner = side - round(3.7 * edge)
            canvas.polygon([(edge, size - edge - inner), (edge + inner, size - edge), (edge, size - edge)], ground)

    def _clause_frame(self, canvas: Canvas, view: CellView) -> None:
        """Paint just the corners of a frame, so that it cannot be mistaken for a culprit's frame."""
        color = self.theme.conflict if view.clause is NamingClause.CONFLICT else self.theme.deduced
        self._angles(canvas, color, 0, self.share(0.04, 2), self.share(0.22, 4))

    def _literals(self, canvas: Canvas, view: CellView, ground: Color) -> None:
        """Paint the clause's literals: a ring around each digit it asserts, and a box around each digit it denies.

        Literals that the board makes false are struck through.
        """
        slots, color = self.slots, self.theme.conflict if view.clause is NamingClause.CONFLICT else self.theme.deduced
        text = int(min(slots.height * 0.84, slots.width * 0.95))
        for digit, frame in self._literal_frames(view, at_foot=bool(view.digit) and text >= LEAST_TEXT):
            positive = bool(view.asserted >> digit & 1)
            false = not _holds(view, digit, positive)
            if text < LEAST_TEXT:
                self._literal_dot(canvas, frame, positive, mix(ground, color, 0.6) if false else color)
                continue
            radius = frame.height // 2 if positive else max(1, frame.height // 8)
            canvas.rounded(frame, ground, radius)
            ink, size = self.theme.soft if false else self.theme.ink, round(frame.height * 0.72)
            self._symbol(canvas, digit, frame.center, size, frame.width, Ink(ink))
            canvas.rounded(frame, color, radius, max(1, frame.height // 12))
            if false:
                canvas.stroke(*through(frame, frame.height), color)

    def _literal_frames(self, view: CellView, at_foot: bool) -> Iterator[tuple[Digit, pygame.Rect]]:
        """Yield a frame for each literal, in its slot or, if there is a large digit, in a row along the bottom."""
        digits = list(bits(view.asserted | view.denied))
        for i, digit in enumerate(digits):
            slot = self.slots.rect(digit)
            side = min(slot.width, slot.height)
            frame = pygame.Rect(0, 0, side, side)
            frame.center = slot.center
            if at_foot:
                inset = self.share(0.03)
                frame.width = frame.height = min(self.share(0.26, 2), max(2, (self.size - 2 * inset) // len(digits)))
                frame.bottomleft = inset + i * frame.width, self.size - inset
            yield digit, frame

    @staticmethod
    def _literal_dot(canvas: Canvas, frame: pygame.Rect, positive: bool, color: Color) -> None:
        """Paint a literal too small for text: solid if it asserts its digit, hollow if it denies it."""
        side = max(3, round(frame.height * 0.8))
        dot = pygame.Rect(frame.centerx - side // 2, frame.centery - side // 2, side, side)
        if positive and side >= 6:
            canvas.disc(dot.center, side // 2, color)
        else:
            canvas.rounded(dot, color, 0, 0 if positive else 1)

    def _digit(self, canvas: Canvas, view: CellView) -> None:
        if view.role is Role.GUESSED:
            frame = self._inside(self.share(max(self._room.frame, 0.13 * view.culprit)))
            canvas.rounded(frame, self.theme.guessed, self.share(0.13, 2), self.share(0.03))
        self._large(canvas, view.digit, self._ink(view))
        if view.role is Role.PERSON and self.symbols.drawn:  # underlined, as these symbols cannot slant
            width, height = self.share(0.5, 3), self.share(0.04)
            canvas.fill(self.theme.ink, ((self.size - width) // 2, self.size - self.share(0.1, 2), width, height))
        if view.role is Role.MODEL:
            radius, step = self.share(0.024), self.share(0.1, 3)
            y = self.size - self.share(0.12, 2)
            for i in range(-2, 3):
                x = self.size // 2 + i * step
                if self.size >= 30:
                    canvas.disc((x, y), radius, self.theme.solved)
                else:
                    canvas.fill(self.theme.solved, (x, y, 1, 1))
        if view.role is Role.GUESSED:
            self._badge(canvas, view.level)

    def _ink(self, view: CellView) -> Ink:
        theme = self.theme
        voices = {Role.GIVEN: theme.ink, Role.PERSON: theme.ink, Role.GUESSED: theme.guessed, Role.MODEL: theme.solved}
        face = Face.BOLD if view.role is Role.GIVEN else Face.BODY
        color = theme.on(parse_color(view.hue)) if view.hue else voices.get(view.role, theme.deduced)
        return Ink(color, face, slanted=view.role is Role.PERSON)

    def _large(self, canvas: Canvas, digit: Digit, ink: Ink) -> None:
        half, size, width = self.size // 2, self.share(0.66 * self._room.digit, 6), round(self.size * 0.8)
        if self.symbols == Symbols.COLOURS:
            size = max(size, round(min(width - 2, READABLE_PATCH) / PATCH_SHARE))
        self._symbol(canvas, digit, (half, half), size, width, ink)

    def _symbol(self, canvas: Canvas, digit: Digit, centre: tuple[int, int], size: int, width: int, ink: Ink) -> None:
        paint_symbol(canvas, self.symbols, digit, self.symbol(digit), centre, size, width, ink)

    def _badge(self, canvas: Canvas, level: int) -> None:
        """Paint the level in a disc at the top right. In a small cell, the disc is blank."""
        color, text = self.theme.guessed, str(level)
        size = self.share(0.19)
        if not level or size < LEAST_TEXT:
            dot = self.share(0.1, 2)
            canvas.disc((self.size - dot - 1, dot + 1), dot, color)
            return
        height = 2 * self.share(0.135)
        width = max(height, canvas.fonts.width(text, Face.BOLD, size) + height // 2)
        rect = pygame.Rect(self.size - width - 1, 1, width, height)
        canvas.rounded(rect, color, height // 2)
        canvas.text(text, Face.BOLD, size, self.theme.on(color), centre=rect.centerx, middle=rect.centery)

    def _candidates(self, canvas: Canvas, view: CellView, ground: Color) -> None:
        slots = self.slots
        size = int(min(slots.height * 0.84, slots.width * 0.95))
        fading = mix(ground, self.theme.soft, 0.6)
        parts = dict(view.parts)
        blits: list[Blit] = []
        for digit in bits(view.candidates | view.struck | sum(1 << digit for digit in parts)):
            struck, slot, earlier = bool(view.struck >> digit & 1), slots.rect(digit), bool(view.earlier >> digit & 1)
            color = fading if struck else self.theme.ink if view.noted else self.theme.soft
            if digit in parts:
                self._part(canvas, digit, parts[digit], size, struck, view.large)
                continue
            if size < LEAST_TEXT:
                dot = mix(ground, colour(digit), 0.6 if struck else 1) if self.symbols == Symbols.COLOURS else color
                self._dot(canvas, slot, dot, struck, earlier)
                continue
            if self.cached and not self.symbols.drawn:
                blits += self._blits(canvas.fonts, digit, size, color, struck, earlier)
                continue
            ink = Ink(color, ground=ground if struck else None, edged=False)
            self._symbol(canvas, digit, slot.center, size, slot.width, ink)
            if struck:
                canvas.stroke(*through(slot, size, earlier), self.theme.soft)
        canvas.surface.fblits(blits)

    @cached_property
    def _known(self) -> dict[tuple[object, ...], list[Blit]]:
        return {}

    def _blits(self, fonts: Fonts, digit: Digit, size: int, color: Color, struck: bool, earlier: bool) -> list[Blit]:
        """Return the pictures of a candidate and of the stroke through it, cached, because most cells have several."""
        key = digit, size, color, struck, earlier
        if key not in self._known:
            slot, text = self.slots.rect(digit), self.symbol(digit)
            em = fonts.shrink(text, Face.BODY, size, slot.width, 6)
            self._known[key] = [fonts.centred(text, Face.BODY, em, color, slot.center)]
            if struck:
                self._known[key].append(shapes.stroke_between(*through(slot, size, earlier), self.theme.soft))
        return self._known[key]

    def _part(self, canvas: Canvas, digit: Digit, part: MarkRole, size: int, struck: bool, large: bool) -> None:
        """Paint a candidate on or inside the shape for its role."""
        slot, color = self.slots.rect(digit), self.theme.voice(PART_VOICES[part])
        if large:
            slot, size = pygame.Rect(0, 0, self.size, self.size), self.share(0.5)
            slot.inflate_ip(-self.share(0.24), -self.share(0.24))
        reach = max(2, min(slot.width, slot.height) // 2)
        paint_part(canvas, slot.center, reach, part, color)
        if size >= LEAST_TEXT:
            ink = self.theme.on(color) if part in FILLED else color
            self._symbol(canvas, digit, slot.center, size, slot.width, Ink(ink, Face.BOLD))
        if struck or part is MarkRole.TARGET:
            x, y = slot.center
            across = reach * 0.7
            canvas.stroke((x - across, y + across), (x + across, y - across), max(1.0, reach * 0.12), color)

    def _dot(self, canvas: Canvas, slot: pygame.Rect, color: Color, struck: bool, earlier: bool) -> None:
        """Paint a candidate too small for text as a dot, or as a dash if it is struck: a low one if earlier."""
        side = max(1, round(min(slot.width, slot.height) * 0.5))
        if struck:
            top = slot.bottom - 1 if earlier else slot.centery
            canvas.fill(color, (slot.left, top, max(2, slot.width - 1), max(1, side // 3)))
        elif side >= 4:
            canvas.disc(slot.center, side // 2, color)
        else:
            left, top = slot.left + (slot.width - side) // 2, slot.top + (slot.height - side) // 2
            canvas.fill(color, (left, top, side, side))

    def _refused(self, canvas: Canvas, view: CellView, ground: Color) -> None:
        """Paint a refused digit: large in an empty cell, otherwise in its candidate's slot."""
        conflict = self.theme.conflict
        size = int(min(self.slots.height * 0.84, self.slots.width * 0.95))
        if view.candidates and size >= LEAST_TEXT:
            slot = self.slots.rect(view.refused)
            self._symbol(canvas, view.refused, slot.center, size, slot.width, Ink(conflict, Face.BOLD))
            canvas.stroke(*through(slot, size), conflict)
            return
        self._large(canvas, view.refused, Ink(mix(ground, conflict, 0.55), ground=ground))
        half, reach = self.size / 2, self.size * 0.27
        canvas.stroke((half - reach, half + reach), (half + reach, half - reach), self.share(0.035), conflict)

    def _check(self, canvas: Canvas) -> None:
        """Paint a tick in a disc at the bottom right."""
        radius = self.share(0.14, 3)
        x = y = self.size - radius - 1
        canvas.disc((x, y), radius, self.theme.solved)
        if radius >= 4:
            canvas.check((x, y), radius * 0.5, self.theme.on(self.theme.solved))


def _holds(view: CellView, digit: Digit, positive: bool) -> bool:
    """Return whether a literal of the cell is true on the board or could still become true."""
    if view.digit:
        return (view.digit == digit) is positive
    return not positive or bool(view.candidates >> digit & 1)


def bits(mask: int) -> Iterator[Digit]:
    """Yield the digits whose bits are set in a mask."""
    return (digit for digit in range(1, mask.bit_length()) if mask >> digit & 1)
