"""Chooses the lanes of a race: lists the algorithms, the lanes chosen so far and their options."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import pygame

import solvers
from puzzles.puzzle import Puzzle
from solvers.core.registry import Option
from visualizer.dialogs.solver import SolverList
from visualizer.session.run_spec import FEWEST, MOST, RunSpec, following, shown, steps
from visualizer.toolkit.buttons import Button
from visualizer.toolkit.canvas import Canvas, Face, Icon
from visualizer.toolkit.cards import (
    CARD,
    Card,
    HitTarget,
    HitTargets,
    current_row,
    middle_card,
    paint_buttons,
    paint_steppers,
)
from visualizer.toolkit.layout import WindowLayout
from visualizer.toolkit.messages import paint_keys

ON_LINES = ("line", "remove", "less", "more")
"""The kinds of click target in the list of lanes."""


class LaneLine(NamedTuple):
    """A line in the list of lanes, showing a lane or one of its options."""

    lane: int
    option: Option | None = None


class LaneChooser(SolverList):
    """A card for choosing the lanes of a race, which it passes to ``chosen``."""

    once = (*Card.once, "Space", "Tab", "Delete", "Backspace")

    def __init__(self, lanes: Sequence[RunSpec], puzzle: Puzzle, chosen: Callable[[tuple[RunSpec, ...]], None]) -> None:
        super().__init__(lanes[0].solver if lanes else "", lambda: puzzle)
        self.lanes = list(lanes)
        self.in_lanes = False
        """Whether the cursor is in the list of lanes rather than the list of algorithms."""
        self.line = 0
        self.trouble = ""
        """Why the last key had no effect, or ""."""
        self._chosen = chosen

    # What is shown

    @property
    def lines(self) -> list[LaneLine]:
        """Every lane, followed by its options."""
        found: list[LaneLine] = []
        for i, entry in enumerate(self.lanes):
            options = solvers.get(entry.solver).options if entry.solver in solvers.names() else ()
            found += [LaneLine(i), *(LaneLine(i, option) for option in options if steps(option))]
        return found

    def value(self, line: LaneLine) -> Any:
        """Return the current value of the line's option."""
        assert line.option is not None
        return dict(self.lanes[line.lane].options).get(line.option.name, line.option.default)

    @property
    def active(self) -> bool:
        return not self.in_lanes

    def uses(self, name: str) -> int:
        """Return how many lanes use the algorithm."""
        return sum(entry.solver == name for entry in self.lanes)

    def about(self) -> str:
        """Describe the algorithm, lane or option at the cursor in a sentence or two."""
        if self.trouble:
            return self.trouble
        line = self.lines[self.line] if self.in_lanes and self.line < len(self.lines) else None
        if line and line.option:
            return line.option.description
        name = self.lanes[line.lane].solver if line else self.name
        return " ".join([solvers.get(name).summary, *(remark.text for remark in self.remarks(name))])

    # Keys

    def acted(self, name: str) -> bool:
        if name in ("Tab", "Shift+Tab"):
            self._go(not self.in_lanes)
        elif name == "Return":
            self.race()
        elif name in ("Escape", "A"):
            self.done = True
        else:
            return self._key_in_lanes(name) if self.in_lanes else self._key_in_list(name)
        return True

    def _key_in_list(self, name: str) -> bool:
        if name in ("Space", "+", "="):
            self.add(self.name)
        elif name in ("Delete", "Backspace", "-"):
            last = [i for i, entry in enumerate(self.lanes) if entry.solver == self.name][-1:]
            if last:
                self.remove(last[0])
        elif name == "Right":
            self._go(True)
        else:
            return False
        return True

    def _key_in_lanes(self, name: str) -> bool:
        lines = self.lines
        line = lines[self.line] if self.line < len(lines) else None
        if line and line.option and name in ("Left", "-", "Right", "+", "=", "Space"):
            self.change(line, -1 if name in ("Left", "-") else 1)
        elif name == "Left":
            self._go(False)
        elif line and name in ("Delete", "Backspace", "-"):
            self.remove(line.lane)
        elif line and name in ("+", "="):
            self.add(self.lanes[line.lane].solver)
        else:
            return name in ("Right", "Space", "Delete", "Backspace", "-", "+", "=")
        return True

    def _go(self, in_lanes: bool) -> None:
        self.in_lanes = in_lanes and bool(self.lanes)
        self.trouble = ""

    def move(self, by: int) -> None:
        """Move the cursor within the current list."""
        self.trouble = ""
        if self.in_lanes:
            self.line = max(0, min(self.line + by, len(self.lines) - 1))
        else:
            super().move(by)

    # Keys and mouse

    def add(self, name: str) -> None:
        """Add a lane. If the same lane already exists, vary its first adjustable option, such as the seed."""
        self.trouble = ""
        preventing = [remark.text for remark in self.remarks(name) if remark.prevents]
        if len(self.lanes) >= MOST:
            self.trouble = f"A race has at most {MOST} lanes. Remove one first."
        elif preventing:
            self.trouble = preventing[0]
        else:
            self.lanes.append(self._another(name))

    def _another(self, name: str) -> RunSpec:
        entry = RunSpec(name)
        option = next(filter(steps, solvers.get(name).options), None)
        for _ in range(MOST):
            if option is None or entry not in self.lanes:
                break
            entry = _changed(entry, option, 1)
        return entry

    def remove(self, lane: int) -> None:
        """Remove a lane."""
        self.trouble = ""
        del self.lanes[lane]
        self.line = max(0, min(self.line, len(self.lines) - 1))
        self.in_lanes = self.in_lanes and bool(self.lanes)

    def change(self, line: LaneLine, by: int) -> None:
        """Step a lane's option to its next or previous value."""
        assert line.option is not None
        self.trouble = ""
        self.lanes[line.lane] = _changed(self.lanes[line.lane], line.option, by)

    def race(self) -> None:
        """Start the race if there are enough lanes."""
        if len(self.lanes) < FEWEST:
            self.trouble = f"A race needs at least {FEWEST} lanes. Press Space to add the algorithm at the cursor."
            return
        self.done = True
        self._chosen(tuple(self.lanes))

    # The mouse

    def point(self, place: HitTarget) -> None:
        """Move the cursor to the row or line under the pointer."""
        before = (self.in_lanes, self.cursor, self.line)
        if place[0] == "row":
            self.in_lanes = False
            super().point(place)
        elif place[0] in ON_LINES:
            self.in_lanes, self.line = True, place[1]
        if before != (self.in_lanes, self.cursor, self.line):
            self.trouble = ""

    def press(self, place: HitTarget) -> None:
        """Handle a click."""
        what, number = place
        if what == "race":
            self.race()
        elif what == "row":
            self.add(self.rows[number].name)
        elif what == "remove":
            self.remove(self.lines[number].lane)
        elif what in ("less", "more"):
            self.change(self.lines[number], 1 if what == "more" else -1)

    def paint(self, canvas: Canvas, layout: WindowLayout) -> HitTargets:
        whole = canvas.surface.get_rect()
        pad, row = canvas.px(18, 10), canvas.px(26, 20)
        foot = canvas.px(104)
        width = min(whole.width - 2 * pad, canvas.px(880))
        height = min(whole.height - 2 * pad, len(self.rows) * row + 2 * row + foot + 2 * pad)
        card, _ = middle_card(canvas, width, height)
        inner = card.inflate(-2 * pad, -2 * pad)
        half = (inner.width - 2 * pad) // 2
        body = inner.height - foot - 2 * row
        left = pygame.Rect(inner.left, inner.top + 2 * row, half, body)
        right = pygame.Rect(inner.right - half, left.top, half, body)
        with canvas.clipped(card):
            _paint_headings(canvas, left, right, row, self)
            places = {**_paint_lanes(canvas, right, row, self), **self.paint_rows(canvas, left, row)}
            canvas.fill(canvas.theme.thin_line, (left.right + pad, left.top, canvas.px(1, 1), body))
            below = pygame.Rect(inner.left, inner.bottom - foot, inner.width, foot)
            return {**_paint_foot(canvas, below, self), **places, CARD: card}


def _changed(entry: RunSpec, option: Option, by: int) -> RunSpec:
    """Return the lane with an option stepped to its next or previous value, omitting options left at their defaults."""
    options = dict(entry.options)
    options[option.name] = following(option, options.get(option.name, option.default), by)
    return RunSpec(entry.solver, tuple(solvers.get(entry.solver).differing(options).items()))


# Drawing


KEYS = (("Space", "adds"), ("Del", "removes"), ("Tab", "to the lanes"), ("← →", "set an option"), ("Esc", "closes"))
NUMBER_ROOM, TEXT_ROOM = 4.6, 8.6
"""The space between a value's two arrows, in ems."""


def _paint_headings(canvas: Canvas, left: pygame.Rect, right: pygame.Rect, row: int, chooser: LaneChooser) -> None:
    size = canvas.px(20, 16)
    counted = f"Lanes: {len(chooser.lanes)} of at most {MOST}"
    for rect, text, here in ((left, "Algorithms", not chooser.in_lanes), (right, counted, chooser.in_lanes)):
        color = canvas.theme.ink if here else canvas.theme.soft
        canvas.text(text, Face.STRONG, size, color, left=rect.left + row // 3, middle=rect.top - row)


def _paint_lanes(canvas: Canvas, rect: pygame.Rect, row: int, chooser: LaneChooser) -> HitTargets:
    """Paint each lane and its options on separate lines. Return their rectangles."""
    theme = canvas.theme
    size, lines = canvas.px(15, 13), chooser.lines
    small, whole = HitTargets(), HitTargets()
    row = min(row, rect.height // max(1, len(lines)))
    for i, line in enumerate(lines):
        place = whole["line", i] = pygame.Rect(rect.left, rect.top + i * row, rect.width, row)
        current_row(canvas, place, chooser.in_lanes and i == chooser.line)
        if line.option is None:
            button = small["remove", i] = pygame.Rect(place.right - row, place.top, row, row)
            title = solvers.get(chooser.lanes[line.lane].solver).title
            room = button.left - place.left - size
            canvas.text(
                title, Face.STRONG, size, theme.ink, left=place.left + size // 2, middle=place.centery, within=room
            )
            canvas.icon(Icon.CLOSE, button.center, round(size * 0.7), theme.soft)
            continue
        wide = row + round((TEXT_ROOM if line.option.choices else NUMBER_ROOM) * size)
        value = pygame.Rect(place.right - wide, place.top, wide, row)
        small |= paint_steppers(canvas, value, i, theme.soft, size, row)
        name, left = line.option.name.replace("_", " "), place.left + 2 * size
        within = value.left - left
        canvas.text(name, Face.BODY, size, theme.soft, left=left, middle=place.centery, within=within)
        text = shown(chooser.value(line))
        fit = canvas.fonts.shrink(text, Face.STRONG, size, value.width - 2 * row, 9)
        canvas.text(text, Face.STRONG, fit, theme.ink, centre=value.centerx, middle=place.centery)
    return {**small, **whole}


def _paint_foot(canvas: Canvas, rect: pygame.Rect, chooser: LaneChooser) -> HitTargets:
    """Paint the description, the keys and the button that starts the race. Return the button's rectangle."""
    places = paint_buttons(canvas, rect, [Button("race", "Race", "Enter", Icon.PLAY, primary=True)])
    race = places["race", 0]
    size = canvas.px(15, 13)
    about = pygame.Rect(rect.left, rect.top + size // 2, rect.width, race.top - rect.top - size)
    lines = canvas.fonts.wrap(chooser.about(), about.width, about.height, size, canvas.smallest)
    color = canvas.theme.conflict if chooser.trouble else canvas.theme.soft
    canvas.paragraph(about.topleft, lines, color)
    keys = pygame.Rect(rect.left, race.top, race.left - rect.left - size, race.height)
    paint_keys(canvas, keys, KEYS, keys.centery)
    return places
