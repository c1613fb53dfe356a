"""What is drawn for a cell that is an edge: a line for the digit 1, a cross for any other, and marks around it.

Everything is a stroke, with points in squares from the top left corner of the cell's place. Along it, an edge reaches
from -1 to 1, and aside from -0.5 to 0.5.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from puzzles.geometry import Digit
from puzzles.kinds.kind import Point
from visualizer.views.board import HOTTEST, CellView, ChoiceMark, MarkRole, NamingClause, Outline, Role, Wash
from visualizer.views.strokes import INK, PAPER, Stroke

LINE = 1
LINES = {
    Role.GIVEN: (("ink", 0.36),),
    Role.FIXED: (("deduced", 0.24),),
    Role.GUESSED: (("guessed", 0.36), (PAPER, 0.16)),
    Role.PERSON: (("ink", 0.14),),
    Role.MODEL: (("solved", 0.24),),
}
"""The lines of each role, from the widest: a guess is hollow. A black box's are dotted, and a person's have knobs."""
KNOB, SIDE = 0.36, 0.12
"""The width of the knobs, and of the sides of the square at the cursor."""
CROSSES = {
    Role.GIVEN: ("ink", 0.12),
    Role.FIXED: ("deduced 0.6", 0.055),
    Role.GUESSED: ("guessed", 0.06),
    Role.PERSON: ("ink 0.65", 0.08),
    Role.MODEL: ("solved 0.8", 0.06),
}
BESIDE = 0.6
"""How far along an edge the level of a guessed cross is."""
PARTS = {MarkRole.ONE: "deduced", MarkRole.OTHER: "guessed", MarkRole.FIN: "solved", MarkRole.TARGET: "conflict"}
WASHES = {Wash.UNIT: "unit_wash", Wash.STEP: "step_wash", Wash.LIT: "deduced 0.2"}
ARM, FAINT = 0.2, 0.05
"""How far the arms of a cross reach, and how wide the lines of what is only possible are."""
PILL, ENDS = 0.86, 0.5
"""How wide the ground of an edge is, and from where to where it runs along it. Its ends are round."""


@lru_cache(maxsize=20_000)
def edge(view: CellView, across: bool, flash: float, solved: bool) -> tuple[tuple[Stroke, ...], tuple[Stroke, ...]]:
    """Return what is drawn of an edge below the marks of the board, and above them."""
    pen = _Pen(across)
    casing = [pen.along("solved", 0.5)] if solved and view.digit == LINE else []
    return (*casing, *pen.ground(view, flash)), tuple(pen.content(view))


class _Pen:
    def __init__(self, across: bool) -> None:
        self.across = across

    def _at(self, along: float, aside: float = 0.0) -> Point:
        return (0.5 + aside, 0.5 + along) if self.across else (0.5 + along, 0.5 + aside)

    def _line(self, ink: str, width: float, *points: tuple[float, float]) -> Stroke:
        return Stroke(ink, width, (tuple(self._at(*point) for point in points),))

    def along(self, ink: str, width: float, reach: float = 1.0) -> Stroke:
        return self._line(ink, width, (-reach, 0), (reach, 0))

    def _disc(self, ink: str, width: float, along: float = 0.0, aside: float = 0.0, ring: float = 0.0) -> Stroke:
        return self._line(ink, width, (along, aside))._replace(ring=ring)

    def _text(self, ink: str, text: str, size: float, along: float = 0.0) -> Stroke:
        return self._disc(ink, size, along)._replace(text=text)

    def _box(self, ink: str, width: float, inset: float = 0.0) -> Stroke:
        x, y = 0.84 - inset, 0.44 - inset
        return self._line(ink, width, (-x, -y), (x, -y), (x, y), (-x, y), (-x, -y))

    def _dots(self, ink: str, width: float, ends: Sequence[tuple[float, float]]) -> Iterator[Stroke]:
        yield from (self._disc(ink, width, *end) for end in ends)

    def _slash(self, ink: str, width: float = 0.07) -> Stroke:
        return self._line(ink, width, (-0.3, 0.3), (0.3, -0.3))

    # Below the marks of the board

    def ground(self, view: CellView, flash: float) -> Iterator[Stroke]:
        """Yield the frames of an edge, from the outermost, and the ground that they enclose."""
        ground, left = WASHES.get(view.wash, ""), PILL
        if view.warmth:
            ground = f"{view.heat} {0.1 + 0.5 * view.warmth / HOTTEST:.2f}"
        if flash and view.flashes:
            ground = f"conflict {0.45 * flash:.2f}"
        if view.cursor == "square":
            yield self.along("deduced", SIDE)
        for ink, width in self._frames(view):
            yield self.along(ink, left, ENDS)
            left = round(left - 2 * width, 3)
        if ground or left < PILL:
            yield self.along(ground or PAPER, left, ENDS)

    def _frames(self, view: CellView) -> Iterator[tuple[str, float]]:
        if view.cursor == "pen":
            yield "deduced", 0.08
        if view.choice is ChoiceMark.RIGHT:
            yield "deduced", 0.1
        if view.culprit or view.dead:
            yield from (("conflict", 0.06), (PAPER, 0.04), ("conflict", 0.035))
        if view.clause is not NamingClause.NONE and _asserts(view):
            yield "conflict" if view.clause is NamingClause.CONFLICT else "deduced", 0.05
        if view.wash is Wash.STEP:
            yield "guessed 0.6", 0.04
        if view.wash is Wash.LIT:
            yield "deduced 0.7", 0.04

    # Above the marks of the board

    def content(self, view: CellView) -> Iterator[Stroke]:
        yield from self._around(view)
        if view.digit:
            yield from self._line_of(view) if view.digit == LINE else self._cross_of(view)
        elif view.hidden:
            yield self._text("soft", "?", 0.6)
        else:
            yield from self._candidates(view)
        if view.refused and not view.digit:
            yield from self._thin(view.refused, "conflict 0.6", 0.16)
            yield self._slash("conflict")
        if view.dead and not view.digit:
            yield from self._cross("conflict", 0.09)
        if view.number:
            yield self._disc("deduced", 0.62)
            yield self._text(PAPER, str(view.number), 0.46)

    def _around(self, view: CellView) -> Iterator[Stroke]:
        """Yield the frames with corners, which tell from those with round ends that a clause denies the line."""
        color = "conflict" if view.clause is NamingClause.CONFLICT else "deduced"
        if view.clause is not NamingClause.NONE and not _asserts(view):
            yield self._box(color, 0.05)
        if view.cursor == "pencil" or view.choice is ChoiceMark.OPEN:
            for far in (-0.44, 0.44):
                yield from (self._line("deduced", 0.07, (at, far), (at + 0.2, far)) for at in (-0.8, -0.3, 0.2, 0.6))
        if view.choice is ChoiceMark.STRUCK:
            yield self._line("soft", 0.08, (-0.7, 0.4), (0.7, -0.4))
        if view.outline is Outline.GUILTY:
            yield self._box("conflict", 0.09)
        elif view.outline is Outline.DIFFERS:
            yield from self._dots("guessed 0.85", 0.1, [(x / 5, y) for x in range(-4, 5, 2) for y in (-0.42, 0.42)])
        elif view.outline is not Outline.NONE:
            width = 0.09 if view.outline is Outline.APART else 0.04
            yield from (self._line(INK, width, (-0.3, far), (0.3, far)) for far in (-0.36, 0.36))

    def _line_of(self, view: CellView) -> Iterator[Stroke]:
        dots = [(at / 2, 0.0) for at in range(-2, 3)]
        for ink, width in LINES.get(view.role, ()):
            yield from self._dots(ink, width, dots if view.role is Role.MODEL else (dots[0], dots[-1]))
            if view.role is not Role.MODEL:
                yield self.along(ink, width)
        if view.role is Role.PERSON:
            yield from self._dots(INK, KNOB, (dots[0], dots[-1]))
        if view.role is Role.GUESSED and view.level:
            yield self._disc("guessed", 0.62)
            yield self._text(PAPER, str(view.level), 0.46 if view.level < 10 else 0.36)

    def _cross_of(self, view: CellView) -> Iterator[Stroke]:
        ink, width = CROSSES.get(view.role, CROSSES[Role.FIXED])
        if view.role is Role.MODEL:
            yield from self._dots(ink, 2 * width, [(x, y) for x in (-ARM, ARM) for y in (-ARM, ARM)])
        else:
            yield from self._cross(ink, width)
        if view.role is Role.GUESSED:
            yield self._disc(ink, 0.68, ring=width)
            if view.level:
                yield self._text(ink, str(view.level), 0.46 if view.level < 10 else 0.36, BESIDE)

    def _cross(self, ink: str, width: float) -> Iterator[Stroke]:
        yield self._line(ink, width, (-ARM, -ARM), (ARM, ARM))
        yield self._line(ink, width, (-ARM, ARM), (ARM, -ARM))

    def _thin(self, digit: Digit, ink: str, width: float = FAINT) -> Iterator[Stroke]:
        yield from [self.along(ink, width, 0.7)] if digit == LINE else self._cross(ink, min(width, 0.06))

    def _candidates(self, view: CellView) -> Iterator[Stroke]:
        """Yield what an edge may only be: the player's own marks, or the one candidate that is left."""
        parts = dict(view.parts)
        left = [digit for digit in (1, 2) if view.candidates >> digit & 1]
        for digit in left if view.noted or len(left) == 1 else ():
            yield from self._thin(digit, "ink 0.7" if view.noted else "soft 0.55")
        for digit in (1, 2):
            if digit in parts:
                color = PARTS.get(parts[digit], INK)
                yield from self._thin(digit, color, 0.1)
                if parts[digit] is MarkRole.TARGET:
                    yield self._slash(color)


def _asserts(view: CellView) -> bool:
    """Return whether a literal of a clause says that an edge is a line."""
    return bool(view.asserted >> LINE & 1 or view.denied >> 2 & 1)
