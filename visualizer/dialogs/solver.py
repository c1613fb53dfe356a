"""Lets the user choose an algorithm from a list, or several with their options as the lanes of a race."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import pygame

import solvers
from puzzles.puzzle import Puzzle
from solvers.core.registry import Option
from visualizer.keymap import WATCH, key_of
from visualizer.narration.warnings import Remark, remarks
from visualizer.session.run_spec import FEWEST, MOST, RunSpec, following, shown, steps
from visualizer.toolkit import cards
from visualizer.toolkit.buttons import Button
from visualizer.toolkit.canvas import Canvas, Face, Icon, less_than
from visualizer.toolkit.layout import WindowLayout
from visualizer.toolkit.messages import paint_keys

OTHERS = "Others"


class SolverRow(NamedTuple):
    """A row in the list, showing a family's heading or an algorithm."""

    text: str
    name: str = ""


class SolverList(cards.ListCard):
    """A list of all algorithms, grouped by family.

    ``puzzle`` returns the puzzle they would run on, and ``uses`` how often the algorithm of a name is in use.
    """

    rows: tuple[SolverRow, ...]

    def __init__(self, current: str, puzzle: Callable[[], Puzzle], uses: Callable[[str], int]) -> None:
        self.rows = rows()
        self.cursor = next((i for i in self.choices if self.rows[i].name == current), self.choices[0])
        self._puzzle, self._uses = puzzle, uses
        self._known: tuple[Puzzle | None, dict[str, tuple[Remark, ...]]] = (None, {})

    @property
    def choices(self) -> list[int]:
        return [i for i, row in enumerate(self.rows) if row.name]

    @property
    def name(self) -> str:
        """The name of the solver at the cursor."""
        return self.rows[self.cursor].name

    def remarks(self, name: str) -> tuple[Remark, ...]:
        """Return warnings about running a solver on this puzzle, cached per puzzle."""
        puzzle = self._puzzle()
        if self._known[0] is not puzzle:
            self._known = (puzzle, {})
        if name not in self._known[1]:
            self._known[1][name] = remarks(solvers.get(name), puzzle)
        return self._known[1][name]

    def told(self, text: str) -> str:
        """Return a text about algorithms in the words of this puzzle's shape."""
        return self._puzzle().geometry.told(text)

    def paint_row(self, canvas: Canvas, rect: pygame.Rect, i: int) -> cards.HitTargets:
        """Paint a family's heading, or an algorithm with a tick if it is in use and an icon if there are warnings."""
        theme, row, size = canvas.theme, self.rows[i], canvas.px(15, 13)
        if not row.name:
            left, middle = rect.left + size // 2, rect.centery
            canvas.text(row.text, Face.BODY, canvas.em(13), theme.soft, left=left, middle=middle)
            return {}
        uses, said = self._uses(row.name), self.remarks(row.name)
        prevented = any(remark.prevents for remark in said)
        face, color = (Face.STRONG, theme.deduced) if uses else (Face.BODY, theme.faint if prevented else theme.ink)
        left, right = rect.left + 2 * size, rect.right - size // 2
        if uses:
            canvas.check((left - size * 0.9, rect.centery), size * 0.36, theme.deduced)
        if said:
            canvas.icon(Icon.ALERT, (right - size // 2, rect.centery), round(size * 0.95), theme.guessed)
            right -= round(size * 1.4)
        if uses > 1:
            small = less_than(size, 0.87)
            many = canvas.text(f"{uses} lanes", Face.BODY, small, theme.soft, right=right, middle=rect.centery)
            right = many.left - size // 2
        canvas.text(row.text, face, size, color, left=left, middle=rect.centery, within=right - left)
        return {}


class Picker(SolverList):
    """A list for choosing an algorithm. ``chosen`` is called with its name, and with whether to start playing.
    ``showing`` is called with the name of one to watch on a puzzle that shows its idea.
    """

    def __init__(
        self,
        current: str,
        puzzle: Callable[[], Puzzle],
        chosen: Callable[[str, bool], None],
        showing: Callable[[str], object],
    ) -> None:
        super().__init__(current, puzzle, lambda name: int(name == current))
        self._chosen, self._showing = chosen, showing

    def acted(self, name: str) -> bool:
        """Handle a key: Enter chooses an algorithm, and Shift+Enter also starts it. Its puzzle has its usual key."""
        if name in WATCH["showing"].keys:
            self.done = True
            self._showing(self.name)
            return True
        if name in ("Return", "Shift+Return"):
            self._choose(play=name.startswith("Shift"))
            return True
        self.done = name in ("Escape", "A")
        return self.done

    def press(self, place: cards.HitTarget) -> None:
        """Choose the row that was clicked, or take the button."""
        if place[0] == "showing":
            self.acted(WATCH["showing"].keys[0])
        else:
            super().press(place)

    def clicked(self) -> None:
        self._choose(play=bool(pygame.key.get_mods() & pygame.KMOD_SHIFT))

    def _choose(self, play: bool) -> None:
        self.done = True
        self._chosen(self.name, play)

    def paint(self, canvas: Canvas, layout: WindowLayout) -> cards.HitTargets:
        row, pad = canvas.px(26, 20), canvas.px(10, 6)
        most = layout.controls.top - 2 * pad - canvas.px(12)
        room = max(1, min(len(self.rows), (most - 2 * pad) // row))
        longest = max(canvas.fonts.width(row.text, Face.STRONG, canvas.px(15, 13)) for row in self.rows)
        listed = min(longest, canvas.px(280)) + canvas.px(30, 20) + canvas.px(28)
        width = min(layout.controls.width, max(layout.panel.width + pad, listed + canvas.px(360)))
        card = cards.corner_card(canvas, layout, width, room * row + 2 * pad)
        box = pygame.Rect(card.left + pad // 2, card.top + pad, listed - pad, room * row)
        with canvas.clipped(card):
            places = self.paint_rows(canvas, box, row)
            canvas.fill(canvas.theme.thin_line, (card.left + listed, box.top, canvas.px(1, 1), box.height))
            about = pygame.Rect(card.left + listed + 2 * pad, card.top + 2 * pad, 0, card.height - 3 * pad)
            about.width = card.right - 2 * pad - about.left
            button = _paint_about(canvas, about, self)
        return {**button, **places, cards.CARD: card}


def rows() -> tuple[SolverRow, ...]:
    """Return every family, followed by its algorithms, in registry order."""
    families: dict[str, list[SolverRow]] = {}
    for name in solvers.names():
        solver = solvers.get(name)
        families.setdefault(solver.family or OTHERS, []).append(SolverRow(solver.title, name))
    return tuple(row for family, its in families.items() for row in (SolverRow(family), *its))


# Drawing


KEYS = (("Enter", "chooses"), ("Shift+Enter", "and plays"), ("Esc", "closes"))


def _paint_about(canvas: Canvas, rect: pygame.Rect, picker: Picker) -> cards.HitTargets:
    """Paint the algorithm's description, warnings, origin and cost, and what to watch for. Return the rectangle of the
    button below.
    """
    solver = solvers.get(picker.name)
    size, gap = canvas.px(16, 13), canvas.px(11, 6)
    title = canvas.fonts.shrink(solver.title, Face.STRONG, canvas.px(23, 16), rect.width, 13)
    y = rect.top + title // 2
    canvas.text(solver.title, Face.STRONG, title, canvas.theme.ink, left=rect.left, middle=y, within=rect.width)
    y += title // 2 + gap
    bottom, button = paint_keys(canvas, rect, KEYS) - gap, cards.HitTargets()
    if solver.seen_on:
        above = pygame.Rect(rect.left, rect.top, rect.width, bottom - rect.top)
        button = cards.paint_buttons(canvas, above, [Button("showing", "On a puzzle that shows it", key_of("showing"))])
        bottom = button["showing", 0].top - gap
    said = [("", remark.text) for remark in picker.remarks(picker.name)]
    origin, cost, seen = ("From", solver.source), ("Cost", solver.cost), ("Watch for", solver.watch_for)
    for number, (label, words) in enumerate([("", picker.told(solver.summary)), *said, origin, cost, seen]):
        warns = 0 < number <= len(said)
        if words:
            room = pygame.Rect(rect.left, y, rect.width, bottom - y)
            y = _paint_fact(canvas, room, label, words, size, warns) + gap
    return button


def _paint_fact(canvas: Canvas, rect: pygame.Rect, label: str, words: str, size: int, warns: bool) -> int:
    """Paint text under a label, or a warning beside its icon. Return the y coordinate below it."""
    theme = canvas.theme
    indent = round(size * 1.7) if warns else 0
    over = round(size * 1.25) if label else 0
    if rect.height < over + round(size * 1.36):
        return rect.bottom
    lines = canvas.fonts.wrap(words, rect.width - indent, rect.height - over, size, canvas.smallest)
    if label:
        small, middle = less_than(size), rect.top + round(size * 0.55)
        canvas.text(label, Face.STRONG, small, theme.soft, left=rect.left, middle=middle)
    if warns:
        canvas.icon(Icon.ALERT, (rect.left + indent // 2, rect.top + lines.leading // 2), size, theme.guessed)
    color = theme.guessed if warns else theme.ink
    canvas.paragraph((rect.left + indent, rect.top + over), lines, color)
    return rect.top + over + lines.height


class LaneLine(NamedTuple):
    """A line in the list of lanes, showing a lane or one of its options."""

    lane: int
    option: Option | None = None


class LaneChooser(SolverList):
    """A card for choosing the lanes of a race, which it passes to ``chosen``.

    Its cursor is in the list of algorithms or, while that is not active, in the list of lanes.
    """

    once = (*cards.Card.once, "Space", "Tab", "Delete", "Backspace")

    def __init__(self, lanes: Sequence[RunSpec], puzzle: Puzzle, chosen: Callable[[tuple[RunSpec, ...]], None]) -> None:
        self.lanes = list(lanes)
        current = lanes[0].solver if lanes else ""
        super().__init__(current, lambda: puzzle, lambda name: sum(one.solver == name for one in self.lanes))
        self.line = 0
        self.trouble = ""
        """Why the last key had no effect, or ""."""
        self._chosen = chosen

    # What is shown

    @property
    def lines(self) -> list[LaneLine]:
        found: list[LaneLine] = []
        for i, entry in enumerate(self.lanes):
            options = solvers.get(entry.solver).options if entry.solver in solvers.names() else ()
            found += [LaneLine(i), *(LaneLine(i, option) for option in options if steps(option))]
        return found

    def value(self, line: LaneLine) -> Any:
        assert line.option is not None
        return dict(self.lanes[line.lane].options).get(line.option.name, line.option.default)

    def about(self) -> str:
        """Describe the algorithm, lane or option at the cursor in a sentence or two."""
        if self.trouble:
            return self.trouble
        line = self.lines[self.line] if not self.active and self.line < len(self.lines) else None
        if line and line.option:
            return self.told(line.option.description)
        name = self.lanes[line.lane].solver if line else self.name
        return " ".join([self.told(solvers.get(name).summary), *(remark.text for remark in self.remarks(name))])

    # Keys

    def acted(self, name: str) -> bool:
        if name in ("Tab", "Shift+Tab"):
            self._go(self.active)
        elif name == "Return":
            self.race()
        elif name in ("Escape", "A"):
            self.done = True
        else:
            return self._key_in_list(name) if self.active else self._key_in_lanes(name)
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
        self.active = not in_lanes or not self.lanes
        self.trouble = ""

    def move(self, by: int) -> None:
        self.trouble = ""
        if not self.active:
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
            entry, option = RunSpec(name), next(filter(steps, solvers.get(name).options), None)
            for _ in range(MOST):
                if option and entry in self.lanes:
                    entry = _changed(entry, option, 1)
            self.lanes.append(entry)

    def remove(self, lane: int) -> None:
        self.trouble = ""
        del self.lanes[lane]
        self.line = max(0, min(self.line, len(self.lines) - 1))
        self.active = self.active or not self.lanes

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

    def point(self, place: cards.HitTarget) -> None:
        before = (self.active, self.cursor, self.line)
        if place[0] == "row":
            self.active = True
            super().point(place)
        elif place[0] in ("line", "remove", "less", "more"):
            self.active, self.line = False, place[1]
        if before != (self.active, self.cursor, self.line):
            self.trouble = ""

    def press(self, place: cards.HitTarget) -> None:
        what, number = place
        if what == "race":
            self.race()
        elif what == "row":
            self.add(self.rows[number].name)
        elif what == "remove":
            self.remove(self.lines[number].lane)
        elif what in ("less", "more"):
            self.change(self.lines[number], 1 if what == "more" else -1)

    def paint(self, canvas: Canvas, layout: WindowLayout) -> cards.HitTargets:
        whole = canvas.surface.get_rect()
        pad, row = canvas.px(18, 10), canvas.px(26, 20)
        foot = canvas.px(104)
        width = min(whole.width - 2 * pad, canvas.px(880))
        height = min(whole.height - 2 * pad, len(self.rows) * row + 2 * row + foot + 2 * pad)
        card, _ = cards.middle_card(canvas, width, height)
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
            return {**_paint_foot(canvas, below, self), **places, cards.CARD: card}


def _changed(entry: RunSpec, option: Option, by: int) -> RunSpec:
    """Return the lane with an option stepped to its next or previous value, omitting options left at their defaults."""
    options = dict(entry.options)
    options[option.name] = following(option, options.get(option.name, option.default), by)
    return RunSpec(entry.solver, tuple(solvers.get(entry.solver).differing(options).items()))


# Drawing


NUMBER_ROOM, TEXT_ROOM = 4.6, 8.6
"""The space between a value's two arrows, in ems."""


def _paint_headings(canvas: Canvas, left: pygame.Rect, right: pygame.Rect, row: int, chooser: LaneChooser) -> None:
    size = canvas.px(20, 16)
    counted = f"Lanes: {len(chooser.lanes)} of at most {MOST}"
    for rect, text, here in ((left, "Algorithms", chooser.active), (right, counted, not chooser.active)):
        color = canvas.theme.ink if here else canvas.theme.soft
        canvas.text(text, Face.STRONG, size, color, left=rect.left + row // 3, middle=rect.top - row)


def _paint_lanes(canvas: Canvas, rect: pygame.Rect, row: int, chooser: LaneChooser) -> cards.HitTargets:
    """Paint each lane and its options on separate lines. Return their rectangles."""
    theme = canvas.theme
    size, lines = canvas.px(15, 13), chooser.lines
    small, whole = cards.HitTargets(), cards.HitTargets()
    row = min(row, rect.height // max(1, len(lines)))
    for i, line in enumerate(lines):
        place = whole["line", i] = pygame.Rect(rect.left, rect.top + i * row, rect.width, row)
        cards.current_row(canvas, place, not chooser.active and i == chooser.line)
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
        small |= cards.paint_steppers(canvas, value, i, theme.soft, size, row)
        name, left = line.option.name.replace("_", " "), place.left + 2 * size
        within = value.left - left
        canvas.text(name, Face.BODY, size, theme.soft, left=left, middle=place.centery, within=within)
        text = shown(chooser.value(line))
        fit = canvas.fonts.shrink(text, Face.STRONG, size, value.width - 2 * row, 9)
        canvas.text(text, Face.STRONG, fit, theme.ink, centre=value.centerx, middle=place.centery)
    return {**small, **whole}


def _paint_foot(canvas: Canvas, rect: pygame.Rect, chooser: LaneChooser) -> cards.HitTargets:
    """Paint the description, the keys and the button that starts the race. Return the button's rectangle."""
    places = cards.paint_buttons(canvas, rect, [Button("race", "Race", "Enter", Icon.PLAY, primary=True)])
    race = places["race", 0]
    size = canvas.px(15, 13)
    about = pygame.Rect(rect.left, rect.top + size // 2, rect.width, race.top - rect.top - size)
    lines = canvas.fonts.wrap(chooser.about(), about.width, about.height, size, canvas.smallest)
    color = canvas.theme.conflict if chooser.trouble else canvas.theme.soft
    canvas.paragraph(about.topleft, lines, color)
    keys = pygame.Rect(rect.left, race.top, race.left - rect.left - size, race.height)
    told = ("Space", "adds"), ("Del", "removes"), ("Tab", "to the lanes"), ("← →", "set an option"), ("Esc", "closes")
    paint_keys(canvas, keys, told, keys.centery)
    return places
