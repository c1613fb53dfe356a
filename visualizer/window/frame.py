"""The pictures that fill the window: what they all have in common, and the usual one of a run."""

from dataclasses import replace
from weakref import ref

import pygame

from puzzles.figures import grouped
from solvers.core.step import Kind
from visualizer.keymap import DIGITS, EVERY, WATCH, Keymap, action, caps, key_of
from visualizer.painting.board import BoardPainter
from visualizer.painting.glyph import paint_key
from visualizer.painting.motion import BoardMotion, Place
from visualizer.painting.time_line import Flags, flag_at, paint_strip, track
from visualizer.scene.composer import Slow
from visualizer.scene.scene import Scene
from visualizer.session.pane_layout import TIME
from visualizer.session.session import Session
from visualizer.style import theme as themes
from visualizer.style.theme import Theme
from visualizer.text.spans import Caption
from visualizer.timeline.player import READABLE
from visualizer.timeline.timeline import Timeline
from visualizer.timeline.transport import Motion
from visualizer.toolkit.buttons import Button
from visualizer.toolkit.canvas import Canvas, Face, Fonts
from visualizer.toolkit.cards import CARD, Overlay
from visualizer.toolkit.help import HelpGroup, paint_help
from visualizer.toolkit.layout import REFERENCE, WindowLayout
from visualizer.toolkit.messages import Backdrop, Tooltip, paint_notice, paint_toast
from visualizer.views.board import Flag
from visualizer.window import panel
from visualizer.window.column import PaneColumn
from visualizer.window.extras import Controls, Extras
from visualizer.window.panel import PanelParts
from visualizer.window.tour import Tour

NOTHING = pygame.Rect(0, 0, 0, 0)
FLASH = 0.5
"""The duration of the flash at a conflict, in seconds."""
LEAST_TOAST = 320
"""The minimum width of the area for a toast beside a card, in pixels at scale 1."""
TURNS = (Slow.STRIP, Slow.PANES, Slow.COUNTERS, Slow.NONE)
"""The parts that are redrawn in turn during playback, because they change too fast to read or only show steps recorded
ahead.
"""

SEPARATOR = " · "
"""Between the parts of the line about the puzzle, the most important first."""
START_BESIDE_PAD = 0.45
"""The maximum share of the pad's width that the starting board may take."""


# Each part of a picture has a *look*: a tuple of everything that its pixels depend on. A part is painted again only if
# its look differs from that of the last frame. While something lies over the picture, it is painted on a copy, so that
# it is still whole when the cover goes.


class Frame:
    """A picture that fills the window. Only the parts that have changed since the last frame are painted again."""

    def __init__(self, window: "Picture") -> None:
        self.window = window
        """The usual picture, which holds what all of them share: the theme, the size of type, and the open card."""
        self.fonts: Fonts = window.fonts
        self._ground: tuple[object, ...] = ()
        """What the whole picture depended on when it was last painted."""
        self._painted: dict[str, object] = {}
        """The appearance of each part when it was last painted."""
        self._backdrop = Backdrop()
        self._covered = False
        """Whether something covered part of the last frame."""

    @property
    def active(self) -> bool:
        """Whether anything is still moving, or could be shown in finer detail."""
        raise NotImplementedError

    def pass_time(self, session: Session, dt: float) -> bool:
        """Advance all animations. Return True if a new frame is needed."""
        raise NotImplementedError

    def stop(self) -> bool:
        """End all motion, because a key was pressed. Return True if a new frame is needed."""
        raise NotImplementedError

    def scroll(self, point: tuple[int, int], by: int) -> bool:
        """Scroll whatever is at a point. Return False if nothing there scrolls."""
        return False

    def forget(self) -> None:
        """Force a full repaint of the next frame, because the screen has lost the picture."""
        self._ground = ()

    def _below(self, surface: pygame.Surface, session: Session, *boards: BoardPainter) -> pygame.Surface:
        """Return what to paint the picture with these boards on, and note whether something covers it."""
        window, before = self.window, self._covered
        self._covered = bool(session.toast or session.cover or window.over or window.tour or window.tooltip.text)
        ground = self._backdrop.ground(surface, self._covered)
        if self._covered is not before:
            for board in boards:
                board.move_to(ground)
        return ground

    def _clear(self, surface: pygame.Surface, *ground: object) -> bool:
        """Clear the picture if everything has to be painted again, as after a change of theme or layout."""
        if self._ground == ground:
            return False
        self._ground = ground
        self._painted.clear()
        surface.fill(self.window.theme.background)
        return True

    def _is_new(self, part: str, look: object) -> bool:
        """Return whether a part needs repainting, and remember its appearance."""
        if self._painted.get(part) == look:
            return False
        self._painted[part] = look
        return True

    def _paint_over(self, canvas: Canvas, session: Session, layout: WindowLayout) -> None:
        """Paint the message at the bottom, the open card, the help, any other message and the tooltip."""
        self._paint_card(canvas, session.toast, layout)
        if session.show_help:
            keymap, groups = session.keymap, help_groups(session.keymap, session.mode.digit_keys)
            whole, first = canvas.surface.get_rect(), first_keys(keymap)
            _, session.help_pages = paint_help(canvas, whole, groups, keymap.title, first, session.help_page)
        if session.notice:
            paint_notice(canvas, canvas.surface.get_rect().inflate(-40, -40), session.notice)
        self.window.tooltip.paint(canvas)

    def _paint_card(self, canvas: Canvas, toast: str, layout: WindowLayout) -> None:
        """Paint the message at the bottom, if there is one, and the open card over it."""
        if toast:
            self._paint_toast(canvas, toast)
        if self.window.over:
            self.window.over.paint(canvas, layout)

    def _paint_toast(self, canvas: Canvas, toast: str) -> None:
        raise NotImplementedError


class RunFrame(Frame):
    """A picture of a run: its board and its panes, which may move."""

    film = show_start = False
    numbered = True
    """Whether the rows and columns of the board have numbers."""
    timed = True
    """Whether the caption of an answer says how long it took."""
    closing: Caption = ()
    """What a film says after the caption of its last picture."""

    def __init__(self, window: "Picture") -> None:
        super().__init__(window)
        self.board = BoardPainter(window.theme, window.fonts)
        self.column = PaneColumn(self.film)
        self.motion = BoardMotion(self.film)
        self.layout = WindowLayout.of(REFERENCE)
        self.caption: Caption = ()
        self.unsettled = False
        """Whether another frame would show the same moment in finer detail."""
        self._frames = 0
        self._panes_made = 0
        """The frame in which the panes' contents were last made."""
        self._shown_at = 0
        """The position of the last scene."""
        self._flashed: tuple[ref[Timeline], int] | None = None
        self._flash_left = 0.0

    @property
    def fading(self) -> bool:
        return self._flash_left > 0

    @property
    def active(self) -> bool:
        return self.motion.moving or self.column.moving or self.unsettled or self.fading

    def pass_time(self, session: Session, dt: float) -> bool:
        flashing = self.flashing(session, dt)
        return any([flashing, self.motion.advance(dt), self.column.advance(dt), self.unsettled])

    def stop(self) -> bool:
        return any([self.motion.stop(), self.column.stop()])

    def scroll(self, point: tuple[int, int], by: int) -> bool:
        painter = self.column.painter_at(point)
        return painter is not None and painter.scroll(point, by)

    def flashing(self, session: Session, dt: float) -> bool:
        """Fade the flash, or start one if the playhead has reached a conflict. Return True while it is visible."""
        player = session.player
        here = (ref(session.timeline), player.position)
        if here != self._flashed:
            self._flashed = here
            step = session.timeline.step(player.position) if player.position else None
            is_conflict = step is not None and step.kind is Kind.CONFLICT
            self._flash_left = FLASH if is_conflict else 0.0
            return is_conflict
        was = self._flash_left > 0
        self._flash_left = max(0.0, self._flash_left - dt)
        return was

    def still(self) -> None:
        self._flash_left = 0.0

    @property
    def brief(self) -> bool:
        """Whether the caption leaves out what happened on the way to the step."""
        return False

    def scene(self, session: Session) -> Scene:
        player = session.player
        self._frames += 1
        moved, self._shown_at = player.position != self._shown_at, player.position
        seen = self.film or self.window.touched or (moved and player.pace <= READABLE)
        whole = player.mode is not Motion.PLAYING or seen
        fresh = Slow.ALL if whole else TURNS[self._frames % len(TURNS)]
        if Slow.PANES in fresh:
            self._panes_made = self._frames
        scene = session.composer.scene(
            track(self.layout.strip).width,
            beside=self.show_start,
            panes=session.panes.open,
            heated=session.heated,
            fresh=fresh,
            brief=self.brief,
            timed=self.timed,
        )
        if session.digits_only and not session.solver.person:
            scene = scene.with_digits_only()
        scene = replace(session.composer.filmed(scene), lingers=True) if self.film else session.mode.shown(scene)
        return replace(scene, caption=(*scene.caption, *self.closing)) if self.closing else scene

    def paint_board(self, surface: pygame.Surface, rect: pygame.Rect, session: Session, scene: Scene) -> None:
        self.board.theme, self.board.symbols = self.window.theme, session.symbols
        self.column.reduced = self.motion.reduced
        self.motion.follow(Place.of(session.player), scene.board)
        self.motion.paint(surface, rect, self.board, scene.board, self._flash_left / FLASH)
        if self.numbered and self._is_new("numbers", (tuple(rect), scene.board.geometry)):
            self.board.paint_numbers(Canvas(surface, self.window.theme, self.fonts), min(rect.topleft))


class Picture(RunFrame):
    """The usual picture of a run, which also knows what is painted at each point."""

    def __init__(self, theme: str, *, film: bool = False) -> None:
        """Create a picture. A ``film`` has no buttons, tabs or pad, because nobody can press keys in it."""
        self.theme: Theme = themes.load(theme)
        self.film = film
        self.fonts: Fonts = Fonts()
        super().__init__(self)
        self.tooltip = Tooltip(self.fonts)
        self.controls = Controls(self.fonts)
        self.beside = BoardPainter(self.theme, self.fonts)
        self.size = REFERENCE
        self.flags: Flags = ()
        self.over: Overlay | None = None
        """The open card, which receives keys and mouse events first."""
        self.tour: Tour | None = None
        """The tour of the window while it is shown: at the very first start, and on request."""
        self.zoom = 1.0
        """The text scale; 1 is the default."""
        self.touched = False
        """Whether there was input since the last frame. Its effect must show at once."""
        self._upper = self._side = pygame.Rect(0, 0, 0, 0)
        """The panel down to the counters, and the area below them."""

    @action(
        "theme", "T", "View", "Light or dark", mode=EVERY, rank=550,
        words="theme mode night day black white background colour scheme color contrast appearance",
    )  # fmt: skip
    def next_theme(self) -> None:
        names = themes.names()
        self.use_theme(themes.load(names[(names.index(self.theme.name) + 1) % len(names)]))

    def flag_at(self, point: tuple[int, int]) -> Flag | None:
        return flag_at(point, self.flags)

    def words_at(self, point: tuple[int, int], session: Session) -> str:
        """Describe what is drawn at a point, or return "" if nothing is."""
        flag = self.flag_at(point)
        if flag is not None:
            return f"{flag.name} (step {grouped(flag.position)}). Click to go there."
        candidate = self.board.candidate_at(point)
        if candidate is not None:
            return session.mode.words_at(*candidate)
        painter = self.column.painter_at(point)
        return painter.words_at(point) if painter else ""

    def place_of(self, part: str) -> pygame.Rect:
        """Return the rectangle of a part of the window, given its name in the tour."""
        panes = self.column.room.unionall(list(self.column.tabs.values()))
        rooms = {"board": self.board.frame or self.layout.board, "strip": self.layout.strip, "panes": panes}
        return rooms.get(part) or self.controls.rects.get(part) or self.layout.controls

    def use_theme(self, theme: Theme) -> None:
        self.theme = self.beside.theme = theme
        self.put_away()

    def put_away(self) -> None:
        """Close the tooltip and any open list. A card that may hold typed text stays open."""
        self.tooltip.hide()
        if self.over is not None and not self.over.card.modal:
            self.over = None

    def paint(self, surface: pygame.Surface, session: Session) -> None:
        """Paint one frame of the session on a surface of any size."""
        self.size = surface.get_size()
        self.beside.symbols = session.symbols
        panes = session.panes
        layout = self.layout = WindowLayout.of(
            self.size, panes.board, panes.time, controls_shown=not self.film, zoom=self.zoom
        )
        scene = self.scene(session)
        self.caption = scene.caption
        ground = self._below(surface, session, self.board)
        canvas = Canvas(ground, self.theme, self.fonts, layout.scale)
        if self._clear(ground, layout, self.theme, scene.board.geometry):  # other boards have other margins
            self.board.invalidate()
        self.paint_board(ground, layout.board, session, scene)
        self._paint_panel(canvas, session, scene)
        if self._is_new("strip", strip := self.motion.gliding(scene.strip)):
            tall = panes.time > TIME.least
            icicle = session.analysis.icicle(session.player.position, track(layout.strip).width) if tall else None
            self.flags = paint_strip(canvas, layout.strip, strip, icicle, tall)
        if not self.film and self._is_new("controls", buttons := self.controls.buttons(session)):
            self.controls.paint_row(canvas, layout.controls, buttons)
        if self._covered:
            self._backdrop.show(surface)
            self._paint_over(replace(canvas, surface=surface), session, layout)

    def _paint_panel(self, canvas: Canvas, session: Session, scene: Scene) -> None:
        layout, panes = self.layout, session.panes
        extras = self.controls.extras(session)
        pad = None if self.film else extras.pad_view(self.controls.hovered, self.controls.pressed)
        taller = panel.taller_by(canvas, layout.panel, scene)
        parts = PanelParts.of(layout, brief=pad is None and bool(panes.filling(panes.empty)), taller=taller)
        parts = panel.parts_that_fit(canvas, layout.panel, scene, parts)
        if pad is not None and (least := extras.least_height(canvas, layout.panel.width, pad)):
            parts = self._parts_beside(canvas, session, scene, parts, taller, least)
        self._paint_upper(canvas, session, scene, parts, taller)
        if layout.under.height and self._is_new("under", scene.counters):
            canvas.fill(self.theme.background, layout.under)
            panel.paint_counters(canvas, layout.under, scene.counters, few=True)
        if self._is_new("side", self._side_look(scene, session, self._tabs(session, extras), pad)):
            self._paint_side(canvas, session, scene, extras, pad, parts)
        else:
            if self.unsettled and self._panes_made == self._frames:
                self.column.outdate()
            self.column.repaint(canvas, scene, session)
        if not self.film and self._is_new("hand", (self.controls.by_hand(session), self._side.bottom)):
            foot = pygame.Rect(self._side.bottomleft, (layout.panel.width, layout.panel.bottom - self._side.bottom))
            canvas.fill(self.theme.background, foot)
            self.controls.paint_by_hand(canvas, layout.hand, self.controls.by_hand(session) if parts.foot else [])

    def _parts_beside(
        self, canvas: Canvas, session: Session, scene: Scene, parts: PanelParts, taller: int, least: int
    ) -> PanelParts:
        """Drop parts of the panel until a pad has the height it needs: the counters first, then the foot, then the
        heading.
        """
        layout = self.layout
        row = round(1.25 * layout.hand.height) if self.controls.by_hand(session) else 0
        without = parts._replace(counters=False)
        for fewer in (parts, without, without._replace(foot=False)):
            foot = (row + round(1.5 * canvas.em(14))) * fewer.foot
            above = panel.height_above(canvas, layout.panel, scene, fewer, taller=taller)
            if above + least + foot + round(18 * layout.bar_scale) <= layout.panel.height:
                return fewer
        return fewer._replace(heading=False)

    def _paint_upper(self, canvas: Canvas, session: Session, scene: Scene, parts: PanelParts, taller: int) -> None:
        """Paint the panel down to the counters, and lay out the area below."""
        layout = self.layout
        row = parts.foot and bool(self.controls.by_hand(session))
        heading = self._is_new("heading", (scene.title, scene.subtitle, parts, taller, len(scene.counters), row))
        if heading:
            for part in ("panel", "side", "hand"):  # a new heading or row may move the side, so repaint the panel
                self._painted.pop(part, None)
            self._upper = layout.panel.copy()
        if not self._is_new("panel", (scene.caption, scene.counters)):
            return
        below = panel.paint_panel(canvas, self._upper, scene, parts, taller=taller, heading=heading)
        self._upper.height = below - self._upper.top
        end = layout.hand.top - layout.hand.height // 4 if row else layout.panel.bottom
        self._side = pygame.Rect(layout.panel.left, below, layout.panel.width, end - below)

    def _paint_side(
        self, canvas: Canvas, session: Session, scene: Scene, extras: Extras, pad: object | None, parts: PanelParts
    ) -> None:
        tabs = self._tabs(session, extras)
        for _ in range(2):  # only the layout knows which panes fit, and so which tabs are lit
            shown = tabs
            canvas.fill(self.theme.background, self._side)
            self.beside.invalidate()
            self.column.forget()
            self._paint_side_once(canvas, session, scene, shown, pad, parts)
            if (tabs := self._tabs(session, extras)) == shown:
                break
        self._painted["side"] = self._side_look(scene, session, tabs, pad)

    def _paint_side_once(
        self, canvas: Canvas, session: Session, scene: Scene, tabs: tuple[Button, ...], pad: object, parts: PanelParts
    ) -> None:
        """Paint the area below the counters, with a line about the puzzle at its end if it is among the ``parts``."""
        extras = self.controls.extras(session)
        rect, size, bar_scale = self._side, canvas.em(14), self.layout.bar_scale
        foot = parts.foot and rect.height >= round(size * 1.5)
        end = rect.bottom - (round(size * 1.5) if foot else 0)
        if foot:
            said, middle = extras.origin or scene.heat_words or session.origin(), (end + rect.bottom) // 2
            least = canvas.smallest
            while canvas.fonts.width(said, Face.BODY, least) > rect.width and SEPARATOR in said:
                said = said.rpartition(SEPARATOR)[0]
            canvas.text(
                said, Face.BODY, size, canvas.theme.soft, left=rect.left, middle=middle, within=rect.width, least=least
            )
        room = pygame.Rect(rect.left, rect.top + round(10 * bar_scale), rect.width, 0)
        above = pygame.Rect(room.left, room.top, room.width, end - room.top)
        key = paint_key(canvas, above, session.symbols, scene.board.alphabet)
        room.height = key - room.top - round(8 * bar_scale)
        if room.height < 3 * size:
            return
        top = panel.paint_remarks(replace(canvas, scale=bar_scale), room, session.remarks)
        room.update(room.left, top, room.width, room.bottom - top)
        if session.printed.lines:
            room.height = panel.paint_printed(canvas, room, session.printed) - size // 2 - room.top
        if scene.start is not None:
            most = round(room.width * START_BESIDE_PAD) if pad else room.width
            start_room = pygame.Rect(room.right - most, room.top, most, room.height)
            start = panel.paint_start(canvas, start_room, scene, self.beside, size)
            room.width = start.left - canvas.px(14) - room.left
        if pad is not None and extras.pad is not None:
            self.column.paint_pad(canvas, room, extras.pad, pad)
            return
        if scene.start is not None and room.width < 20 * size:
            return
        self.column.arrange(self.column.paint_tabs(canvas, room, tabs, bar_scale), session, parts.pane_scale)
        canvas = replace(canvas, scale=parts.pane_scale)
        self.column.paint(canvas, scene, session)
        if not self.column.spare or scene.start is not None:
            return
        if scene.reasons:
            panel.paint_reasons(canvas, self.column.spare, scene.reasons)
        else:
            panel.paint_guide(canvas, self.column.spare.copy(), scene, session)

    def labels(self, session: Session) -> dict[str, str]:
        """Return what is written on the mode's buttons and tabs, by action."""
        left, right = self.controls.buttons(session)
        labels = {one.id: one.label for one in (*left, *right, *self.controls.by_hand(session))}
        return labels | {tab.id: tab.label for tab in self._tabs(session, self.controls.extras(session))}

    def _tabs(self, session: Session, extras: Extras) -> tuple[Button, ...]:
        """Return the tabs of the panes and the mode, and the tab of the starting board. A film has none."""
        others = (*extras.tabs(), Button("beside", "Start", key_of("beside"), on=self.show_start))
        row = () if self.film else self.column.tab_row(session, self.controls.hovered, others)
        return tuple(tab for tab in row if tab.on or extras.shows(tab.id))

    def _side_look(
        self, scene: Scene, session: Session, shown: tuple[Button, ...], pad: object | None
    ) -> tuple[object, ...]:
        """Return everything the area below the counters depends on, apart from what the panes show."""
        panes = session.panes
        about = (session.solver, session.symbols, session.origin(), session.remarks, session.printed)
        places = (tuple(self._side), tuple(panes.shown), panes.large, tuple(panes.shares.values()))
        self.unsettled = session.analysis.coarse or (session.analysing and session.heated.voice != "")
        if pad is not None:
            return (scene.start, *about, places, pad)
        self.unsettled |= any(pane.unsettled(session.analysing) for pane in panes.open)
        told = (scene.legend, scene.heat_words, scene.reasons, scene.board.alphabet, *about)
        return (scene.start, frozenset(scene.panes), *told, places, shown)

    def _paint_card(self, canvas: Canvas, toast: str, layout: WindowLayout) -> None:
        """Paint the open card, and the message at the bottom if there is room beside the card."""
        if self.over:
            self.over.paint(canvas, layout)
        room = self._toast_room()
        if toast and not self._card.colliderect(room):
            paint_toast(canvas, room, toast)

    def _paint_over(self, canvas: Canvas, session: Session, layout: WindowLayout) -> None:
        super()._paint_over(canvas, session, layout)
        if self.tour and not (session.cover or self.over):
            self.tour.paint(canvas, self.place_of)

    @property
    def _card(self) -> pygame.Rect:
        """The rectangle of the open card, empty if there is none."""
        return self.over.places.get(CARD, NOTHING) if self.over else NOTHING

    def _toast_room(self) -> pygame.Rect:
        """Return the area for a toast: over the timeline, where it hides no code, buttons or puzzle name. If an open
        card extends into that area, the toast goes to its left or above it if there is room.
        """
        strip, gap, card = self.layout.strip, round(10 * self.layout.scale), self._card
        low = min(strip.height, round(66 * self.layout.scale))
        room = pygame.Rect(strip.left, strip.bottom - low - gap, strip.width, low + gap)
        if card.colliderect(room):
            if card.left - gap - room.left >= round(LEAST_TOAST * self.layout.scale):
                room.width = card.left - gap - room.left
            elif card.top - gap >= room.height:
                room.bottom = card.top - gap
        return room


def help_groups(table: Keymap = WATCH, digits: str = DIGITS) -> list[HelpGroup]:
    """Return a key table as help groups. Typing digits comes first, with the grid's symbols.

    The most important rows are in :func:`first_keys` instead.
    """
    groups = {"Type": [(keys.replace(DIGITS, digits), help) for keys, help in table.typed]}
    for row in table.rows():
        if not row.actions[0].first:
            groups.setdefault(row.actions[0].group, []).append((" ".join(row.caps), row.help))
    return [HelpGroup(title, tuple(rows)) for title, rows in groups.items() if rows]


def first_keys(table: Keymap = WATCH) -> HelpGroup:
    """Return the rows at the top of the help: the most important actions, each with its first key."""
    rows = [row for row in table.rows() if row.actions[0].first]
    return HelpGroup("", tuple((" ".join(caps(one)[0] for one in row.actions), row.help) for row in rows))
