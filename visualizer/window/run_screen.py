"""The usual screen: a run with its board, panes, timeline and buttons, and the mouse over them."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

import pygame

from puzzles.geometry import Cell, Digit
from visualizer.analysis.zoom import STEP
from visualizer.dialogs.small_cards import DigitChooser
from visualizer.files.store import Recent
from visualizer.painting.time_line import fraction_at
from visualizer.session.pane_layout import BOARD, TIME, PaneLayout
from visualizer.session.settings import Options
from visualizer.timeline.timeline import Timeline
from visualizer.timeline.transport import Motion, Travel
from visualizer.toolkit.layout import Point, WindowLayout, inside
from visualizer.toolkit.messages import HOVER_DELAY
from visualizer.window.extras import STRIP, BoardPoint, Extras, tip
from visualizer.window.files import FileOpener, FileSaver, SceneSaver
from visualizer.window.frame import Picture
from visualizer.window.screen import Pointer, Screen, WindowContext, printed, typed

REACH = 6
"""How close to an edge the mouse must be to grab it, in pixels."""


BOARD_EDGE, TIME_EDGE = "the board's edge", "the timeline's edge"
"""The edges that can be dragged, besides those between panes, which have the name of the pane above."""


def grip_at(point: tuple[int, int], picture: Picture) -> str | None:
    layout = picture.layout
    pane = picture.column.divider_at(point)
    if pane is not None:
        return pane
    between = pygame.Rect(layout.board.right, layout.board.top, layout.panel.left - layout.board.right, 0)
    between.height = layout.panel.height
    if between.collidepoint(point):
        return BOARD_EDGE
    above = pygame.Rect(layout.strip.left, layout.strip.top - REACH, layout.strip.width, REACH)
    return TIME_EDGE if above.collidepoint(point) else None


def drag(grip: str, point: tuple[int, int], picture: Picture, panes: PaneLayout) -> None:
    """Move the edge to the pointer, or as close as it can go."""
    layout, size = picture.layout, picture.size
    if grip == BOARD_EDGE:
        largest = WindowLayout.of(size, BOARD.most, panes.time, zoom=picture.zoom).board.width
        panes.board = BOARD.keep((point[0] - layout.board.left) / largest)
    elif grip == TIME_EDGE:
        low = WindowLayout.of(size, zoom=picture.zoom).strip.height
        panes.time = TIME.keep((layout.strip.bottom - point[1]) / low)
    elif (rect := picture.column.rects.get(grip)) is not None:
        gap, least = picture.column.measures
        panes.drag(grip, point[1] - rect.top - gap // 2, least, picture.column.places)


WHEEL = 2
"""The number of lines of code to scroll per wheel notch."""
TWICE = 0.4
"""The maximum time between the clicks of a double click, in seconds."""
NEAR = 4
"""How far the pointer may move between the clicks of a double click, in pixels."""


class ButtonPointer(Pointer):
    """The mouse over a timeline and buttons: tooltips, clicks, and dragging along the timeline."""

    picture: Any
    """The picture with the timeline and the buttons."""

    def __init__(self, window: WindowContext) -> None:
        self.window = window
        self.session = window.session
        self.at: Point | None = None
        self._rested = HOVER_DELAY
        self._scrubbing = False
        self._still = False
        """Whether a key was pressed since the mouse last moved. If so, tooltips stay hidden."""

    @property
    def hovered(self) -> str | None:
        """The button or other part under the pointer, unless something covers it."""
        covered = self.session.cover or self.window.picture.over
        return None if self.at is None or covered else self._part_at(self.at)

    def _part_at(self, point: Point) -> str | None:
        """Return the timeline, the button or any other part at a point."""
        return STRIP if inside(self.picture.layout.strip, point) else self.picture.controls.at(point)

    @property
    def resting(self) -> bool:
        return self._rested < HOVER_DELAY and not self._still and self.hovered is not None

    def rest(self, dt: float) -> None:
        """Show the tooltip once the pointer has rested long enough."""
        if self.resting and not self._scrubbing:
            self._rested += dt
            if self._rested >= HOVER_DELAY and self.at:
                self._say(self._tip(self.hovered), self.at)

    def _tip(self, part: str | None) -> str:
        raise NotImplementedError

    def _say(self, words: str, point: Point) -> None:
        row, scale = self._row_at(point), self.picture.layout.scale
        self.window.picture.tooltip.show(words, point, self.window.size, scale, row)
        self.window.invalidate()

    def _row_at(self, point: Point) -> pygame.Rect | None:
        """Return the row of buttons at a point, which a tooltip must not cover."""
        row: pygame.Rect | None = self.picture.controls.row_at(point)
        return row

    def wait(self) -> None:
        """Hide all tooltips until the mouse moves, because a key was pressed."""
        self._still = True

    def moved(self, point: Point | None) -> None:
        before = self.hovered
        if self._still:
            self._still, self._rested = False, 0.0
        self.at = point
        if self._scrubbing and point is not None:
            self._scrub(point)
        else:
            self._follow(point)
        if (hovered := self.hovered) != before:
            self._rested = 0.0
            self.picture.controls.hovered = hovered
            self.window.picture.tooltip.hide()
            self.window.invalidate()

    def _follow(self, point: Point | None) -> None:
        """Handle a mouse movement that is not along the timeline."""

    def pressed(self, point: Point) -> None:
        """Handle a press of the main button. If the help or a notice is open, just close it."""
        self.moved(point)
        self._rested = HOVER_DELAY
        self.window.picture.tooltip.hide()
        self.window.invalidate()
        if self.session.cover:
            self.session.click_message()
            return
        self.picture.controls.pressed = hovered = self.hovered
        if hovered == STRIP:
            self._scrubbing = True
            self._scrub(point)
        else:
            self._press(hovered, point)

    def _press(self, part: str | None, point: Point) -> None:
        """Handle a press anywhere but on the timeline."""

    def released(self, point: Point) -> None:
        """Handle a release of the main button. A button acts only if it was also pressed there."""
        self.moved(point)
        controls = self.picture.controls
        pressed, controls.pressed = controls.pressed, None
        self.window.invalidate()
        if self._scrubbing:
            self._scrubbing = False
            self.session.note("scrubbed")
        elif pressed is not None and pressed == self.hovered:
            self._click(pressed, point)

    def _click(self, id: str, point: Point) -> None:
        self.window.act(self.picture.controls.action(id, point))

    def _scrub(self, point: Point) -> None:
        raise NotImplementedError


class RunPointer(ButtonPointer):
    picture: Picture

    def __init__(self, window: WindowContext) -> None:
        super().__init__(window)
        self.picture = window.picture
        self._dragging = False
        """Whether a drag that the mode handles began on the board."""
        self._grip: str | None = None
        self._cursor: int = pygame.SYSTEM_CURSOR_ARROW
        self._clicked: tuple[float, Point] = (-TWICE, (0, 0))
        """When and where the button was last pressed."""
        self._twice = False
        """Whether the last click completed a double click."""
        self._shown: list[str] = []
        """The panes that were open before the first click of a double click."""
        self._filled = ""
        self._tab: str | None = None
        """The pane whose tab was under the first click of a double click."""
        self._words = ""
        """The tooltip for whatever is under the pointer. On the board it appears only once the pointer rests."""

    @property
    def extras(self) -> Extras:
        """The active mode's reactions to the mouse."""
        return self.picture.controls.extras(self.session)

    def _part_at(self, point: Point) -> str | None:
        part = super()._part_at(point)
        if part == STRIP and self.picture.flag_at(point):
            return None
        return part or self.picture.column.tab_at(point)

    @property
    def resting(self) -> bool:
        return super().resting or (self._on_board and not self._still and self._rested < HOVER_DELAY)

    @property
    def _on_board(self) -> bool:
        """Whether the candidate under the pointer has a tooltip."""
        return bool(self._words) and self.at is not None and self.picture.board.cell_at(self.at) is not None

    def _tip(self, part: str | None) -> str:
        mode = self.session.mode
        return (self.extras.words_of(part) or tip(part, mode.keymap, mode.typed_symbols)) if part else self._words

    def _row_at(self, point: Point) -> pygame.Rect | None:
        return self.picture.column.tab_row_at(point) or super()._row_at(point)

    def _follow(self, point: Point | None) -> None:
        if self._grip and point is not None:
            drag(self._grip, point, self.picture, self.session.panes)
            self.window.invalidate()
        elif self._dragging and point is not None:
            cell = self.picture.board.cell_at(point)
            if cell is not None:
                self.extras.drag(cell)
                self.window.invalidate()
        else:
            self._point_at(point)

    def pressed(self, point: Point) -> None:
        self.moved(point)
        # work out whether this press completes a double click
        now, (then, before), panes = self.window.clock(), self._clicked, self.session.panes
        near = max(abs(a - b) for a, b in zip(point, before, strict=True)) <= NEAR
        self._twice = now - then <= TWICE and near
        self._clicked = (-TWICE if self._twice else now), point
        if not self._twice:
            self._shown, self._filled = list(panes.shown), panes.large
            tabs = self.picture.column.tabs
            self._tab = self.hovered if self.hovered in tabs and self.hovered in panes.shares else None
        super().pressed(point)

    def _press(self, part: str | None, point: Point) -> None:
        self._grip = grip_at(point, self.picture) if part is None else None
        if self._twice and self._tab:
            self.picture.controls.pressed = None
            self._maximise(self._tab)
        elif part is None and not self._grip and not (self._twice and self._maximise_at(point)):
            self._go_there(point)

    def _maximise_at(self, point: Point) -> bool:
        """Maximise or restore the pane at a point. Return False if there is no pane, or the point is on a step
        drawn in it.
        """
        column = self.picture.column
        painter, name = column.painter_at(point), column.pane_at(point)
        if name is None or (painter and painter.position_at(point) is not None):
            return False
        self._maximise(name)
        return True

    def _maximise(self, name: str) -> None:
        """Undo the first click on a tab, and maximise or restore the pane."""
        panes = self.session.panes
        panes.shown, panes.large = self._shown, self._filled
        panes.maximise(name)
        self.session.note("one pane alone" if panes.large else "all panes")

    def released(self, point: Point) -> None:
        if self._dragging:
            self._dragging = False
            self.extras.drop()
            self.window.invalidate()
        if self._grip:
            self._grip = None
            self.session.note("resized a part", panes=self.session.panes.data())
        super().released(point)

    def _click(self, id: str, point: Point) -> None:
        """Handle a click on a button, a tab or a keypad key."""
        if not self.extras.press_key(id, bool(pygame.key.get_mods() & pygame.KMOD_SHIFT)):
            super()._click(id, point)

    def wheel(self, up: float, right: float = 0) -> None:
        """Handle the wheel, in notches up and to the right: zoom or pan the timeline, or scroll the code."""
        point, layout = self.at, self.picture.layout
        covered = self.picture.over or self.session.cover
        if point is None or covered or not (up or right):
            return
        if inside(layout.strip, point):
            analysis = self.session.analysis
            around = analysis.window.position(fraction_at(point, layout.strip))
            words = analysis.pan(right) if right else analysis.zoom_in(STEP ** (up / 2), around)
            self.session.toast = words or self.session.toast
            self.window.invalidate()
        elif self.picture.scroll(point, round(-WHEEL * up)):
            self.window.invalidate()

    def _point_at(self, point: Point | None) -> None:
        """Update the cursor shape, and the tooltip for the guess or bookmark under the pointer."""
        free = point is not None and self.hovered is None and not self.picture.over
        grip = grip_at(point, self.picture) if free and point else None
        cursor = pygame.SYSTEM_CURSOR_SIZENS if grip else pygame.SYSTEM_CURSOR_ARROW
        cursor = pygame.SYSTEM_CURSOR_SIZEWE if grip == BOARD_EDGE else cursor
        if cursor != self._cursor:
            self._cursor = cursor
            with suppress(pygame.error):  # some displays have only one cursor
                pygame.mouse.set_cursor(cursor)
        if self.session.panes.point_at(self._candidate_at(point) if free and point else None):
            self.window.invalidate()
        words = self.picture.words_at(point, self.session) if free and point else ""
        if words != self._words:
            self._words = words
            self._rested = 0.0
            self.picture.tooltip.hide()
            if words and point and not self._on_board:
                self._say(words, point)
            self.window.invalidate()

    def _candidate_at(self, point: Point) -> tuple[Cell, Digit] | None:
        """Return the candidate at a point: a literal in a pane, or a digit or pencil mark on the board."""
        if self.session.entered is not None:
            return None
        if found := self.picture.board.candidate_at(point):
            return found[0], self.session.board.values[found[0]] or found[1]
        painter = self.picture.column.painter_at(point)
        literal = abs(painter.literal_at(point)) if painter else 0
        cell, digit = divmod(literal - 1, self.session.puzzle.geometry.symbols)
        return (cell, digit + 1) if literal else None

    def _go_there(self, point: Point) -> None:
        """Pin the highlight of a clicked literal or digit, handle any other click on the board, or go to the position
        of the clicked tree node or flag.
        """
        at, found = self._board_point(point), self._candidate_at(point)
        is_blank = at.cell is not None and not self.session.board.values[at.cell]
        if found is not None and not is_blank and self.session.panes.pin(found):
            return
        if at.cell is not None:
            self._dragging = self.extras.press(at, self._ask)
            return
        flag = self.picture.flag_at(point)
        painter = self.picture.column.painter_at(point)
        position = flag.position if flag else painter.position_at(point) if painter else None
        if position is not None:
            self.session.player.pause()
            self.session.player.to(position)
            self.session.note("went to a bookmark" if flag else "went to a guess")

    def _board_point(self, point: Point) -> BoardPoint:
        board, mods = self.picture.board, pygame.key.get_mods()
        shift, ctrl = bool(mods & pygame.KMOD_SHIFT), bool(mods & (pygame.KMOD_CTRL | pygame.KMOD_META))
        cell = board.cell_at(point)
        beside = _nearest_edge(point, rect) if cell is not None and (rect := board.rect_of(cell)) else (0, 0)
        return BoardPoint(cell, board.candidate_at(point), shift, ctrl, beside, board.square_at(point))

    def _ask(self, cell: Cell, why_not: Callable[[Digit], str], chosen: Callable[[Digit], None], hint: str) -> None:
        puzzle, rect_of = self.session.puzzle, self.picture.board.rect_of
        title = f"What if {puzzle.geometry.name(cell)} = …?"
        self.window.dialogs.open(DigitChooser(puzzle, cell, why_not, chosen, title, hint, rect_of))

    def pressed_other(self, point: Point) -> None:
        self.moved(point)
        if self.session.cover:
            return
        hovered = self.hovered
        at = self._board_point(point)
        if self.extras.press_other(at if hovered is None else at._replace(cell=None, candidate=None), hovered):
            self.window.invalidate()

    def _scrub(self, point: Point) -> None:
        player = self.session.player
        player.pause()
        window = self.session.analysis.window
        player.to(window.position(fraction_at(point, self.picture.layout.strip)), travel=Travel.DRAG)
        self.window.invalidate()


def _nearest_edge(point: Point, rect: pygame.Rect) -> tuple[int, int]:
    """Return the way from the middle of a cell to its edge that is nearest to a point, in rows and columns."""
    right, down = point[0] - rect.centerx, point[1] - rect.centery
    return (0, 1 if right > 0 else -1) if abs(right) > abs(down) else (1 if down > 0 else -1, 0)


LEAST_WORK = 0.003
"""How long a run may work in each frame even if painting is slow, in seconds."""


class RunScreen(Screen):
    """The screen of a run, including opening and saving files."""

    def __init__(self, window: WindowContext, options: Options, recent: Recent) -> None:
        super().__init__(window)
        self.picture = window.picture
        self.opener = FileOpener(self.session, window.dialogs, recent, options.seed)
        self.saver = FileSaver(self.session, window.dialogs)
        self.scenes = SceneSaver(self.session, window.dialogs)
        self.pointer: RunPointer = RunPointer(window)

    @property
    def targets(self) -> Iterable[object]:
        return self, self.opener, self.saver, self.scenes

    @property
    def busy(self) -> bool:
        picture = self.picture
        return self.session.running or picture.active or self.pointer.resting or picture.tour is not None

    @property
    def working(self) -> bool:
        session = self.session
        if session.supply.drawing or session.panes.busy or any(mode.busy for mode in session.modes):
            return True
        return session.running and (session.player.mode is Motion.SEEKING or session.timeline.waiting)

    @property
    def subject(self) -> Timeline:
        return self.session.timeline

    # Time and pictures

    def advance(self, dt: float, spare: float) -> None:
        session = self.session
        self.saver.copier.tick(dt)
        changed = session.tick(dt, self.window.clock, max(LEAST_WORK, spare))
        moving = self.picture.pass_time(session, dt)
        self.pointer.rest(dt)
        if (tour := self.picture.tour) and tour.advance(dt):
            self.picture.tour = None if tour.over else tour
            self.window.invalidate()
        if changed or moving or session.supply.news():
            self.window.invalidate()

    def paint(self, surface: pygame.Surface) -> None:
        self.picture.paint(surface, self.session)

    def forget(self) -> None:
        self.picture.forget()

    # Events

    def key(self, event: pygame.Event, name: str | None, repeated: bool) -> bool:
        """Pass a key to the open card, or write the digit it types. Return True if the key was used."""
        self.pointer.wait()
        if self.picture.stop():
            self.window.invalidate()
        return super().key(event, name, repeated) or self._typed(event, repeated)

    def _typed(self, event: pygame.Event, repeated: bool) -> bool:
        """Write a digit while playing, and dismiss any notice."""
        session, symbol = self.session, typed(event)
        if symbol is None or repeated or self.picture.over:
            return False
        before, session.toast = session.toast, ""
        if not session.mode.type(*symbol):
            session.toast = before
            return False
        session.uncover()
        session.note("typed")
        self.picture.put_away()
        self.window.invalidate()
        return True

    def unused(self, event: pygame.Event) -> None:
        """Say which digits can be typed, because a key had no effect."""
        text = "" if self.picture.over or self.session.notice else printed(event)
        if text and self.session.mode.refuse(text):
            self.window.invalidate()
