"""Tests that the panel, timeline, buttons and overlays stay within their rectangles and differ by shape."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import combinations

import numpy as np
import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from slow import slow_but
from strategies import examples

from puzzles.geometry import Geometry
from visualizer.painting.profile import DENSE
from visualizer.painting.time_line import fraction_at, paint_strip, track
from visualizer.scene.scene import Scene
from visualizer.style import theme
from visualizer.style.theme import mix
from visualizer.text.spans import Span
from visualizer.toolkit.buttons import Button, button_width, lay_out_row, paint_button
from visualizer.toolkit.canvas import Canvas, Fonts, Icon
from visualizer.toolkit.help import HelpGroup, paint_help
from visualizer.toolkit.messages import paint_notice, paint_toast
from visualizer.views.board import BoardView, CellView, Counter, Flag, MarkDensity, StripView, TimeLineMark
from visualizer.window.panel import PanelParts, paint_caption, paint_panel

paint_whole_panel = partial(paint_panel, parts=PanelParts(), taller=0, heading=True)
FONTS = Fonts()
LIGHT, DARK = (theme.load(name) for name in theme.names())
MAGENTA = (255, 0, 255)
BOARD = BoardView(Geometry.boxes(2, 2), (CellView(),) * 16)
COUNTERS = (
    Counter("1204", "step of 2310"),
    Counter("18", "guesses"),
    Counter("15", "backtracks"),
    Counter("2", "depth"),
    Counter("35", "of 81 filled"),
)
CAPTION = (Span("r9c6 must be "), Span("7", "deduced"), Span(": every other digit stands in its row, column or box."))
SUMMARY = "Strike fixed digits from their peers; split the cell with the fewest possibilities. Gloss solver, 2020"
STRIP = StripView(
    2000, 700, True, tuple(i % 7 for i in range(300)), 6, (TimeLineMark(0.2, "guessed"), TimeLineMark(0.5, "conflict"))
)
SCENE = Scene(BOARD, "Elimination", SUMMARY, CAPTION, COUNTERS, STRIP)
HELP = (
    HelpGroup(
        "Playing", (("Space", "start, pause, go on"), ("→ ←", "one step"), ("Shift+→ Shift+←", "to the next guess"))
    ),
    HelpGroup("Window", (("T", "light or dark"), ("F11", "full screen"), ("Esc", "closes what is open, else quits"))),
)
LEFT = (
    Button("start", keycap="Home", icon=Icon.START),
    Button("back", keycap="←", icon=Icon.BACK),
    Button("play", "Play", "Space", Icon.PLAY, True),
    Button("forward", keycap="→", icon=Icon.FORWARD),
    Button("speed", "Speed", "− +", value="60 steps/s", widest="1.0 M steps/s"),
)
RIGHT = (
    Button("solver", "Algorithm", "Tab", Icon.CHEVRON, value="Elimination"),
    Button("random", "Random puzzle", "R", short="Random"),
    Button("sat", "SAT", "S"),
    Button("help", "Help", "F1"),
)
SIZES = [(260, 480, 0.78), (680, 600, 1.0), (900, 860, 1.4), (2000, 1800, 2.8)]
FLAT = [(700, 50, 1.0), (300, 40, 0.78), (120, 30, 1.0)]

PAINTERS: dict[str, Callable[[pygame.Surface, pygame.Rect, float], object]] = {
    "panel": lambda surface, rect, scale: paint_whole_panel(Canvas(surface, LIGHT, FONTS, scale), rect, SCENE),
    "strip": lambda surface, rect, scale: paint_strip(Canvas(surface, LIGHT, FONTS, scale), rect, STRIP),
    "button": lambda surface, rect, scale: paint_button(Canvas(surface, LIGHT, FONTS, scale), rect, LEFT[2]),
    "help": lambda surface, rect, scale: paint_help(Canvas(surface, LIGHT, FONTS, scale), rect, HELP),
    "notice": lambda surface, rect, scale: paint_notice(Canvas(surface, LIGHT, FONTS, scale), rect, SUMMARY * 6),
    "toast": lambda surface, rect, scale: paint_toast(Canvas(surface, LIGHT, FONTS, scale), rect, SUMMARY),
}


def canvas(size: tuple[int, int]) -> pygame.Surface:
    surface = pygame.Surface(size)
    surface.fill(MAGENTA)
    return surface


def pixels(surface: pygame.Surface) -> np.ndarray:
    return pygame.surfarray.array3d(surface).astype(int)


def painted(painter: Callable[[pygame.Surface, pygame.Rect], object], width: int, height: int) -> np.ndarray:
    """Return what the painter draws on a canvas of a given size."""
    surface = canvas((width, height))
    painter(surface, surface.get_rect())
    return pixels(surface)


@pytest.mark.parametrize("name", PAINTERS)
@pytest.mark.parametrize(("width", "height", "scale"), slow_but([*SIZES[:2], *FLAT[1:]], [*SIZES, *FLAT]))
def test_nothing_is_painted_outside_the_rectangle(name: str, width: int, height: int, scale: float) -> None:
    surface, rect = canvas((width + 80, height + 60)), pygame.Rect(50, 30, width, height)
    PAINTERS[name](surface, rect, scale)
    assert surface.get_clip() == surface.get_rect()
    clean = np.all(pixels(surface) == MAGENTA, axis=2)
    assert not clean.all()
    clean[rect.left : rect.right, rect.top : rect.bottom] = True
    assert clean.all()


@pytest.mark.parametrize("name", PAINTERS)
def test_the_same_scene_gives_the_same_picture(name: str) -> None:
    first, second = (painted(lambda s, r: PAINTERS[name](s, r, 1.0), 640, 400) for _ in range(2))
    assert (first == second).all()


@pytest.mark.parametrize(("width", "height", "scale"), SIZES)
def test_the_panel_fits_and_says_where_it_ends(width: int, height: int, scale: float) -> None:
    surface = canvas((width, height))
    end = paint_whole_panel(Canvas(surface, LIGHT, FONTS, scale), surface.get_rect(), SCENE)
    assert height * 0.2 < end < height
    assert (pixels(surface)[:, end:] == LIGHT.background).all()


@pytest.mark.parametrize(("width", "height", "scale"), slow_but(SIZES[:1], SIZES))
def test_nothing_moves_in_the_panel_while_it_counts(width: int, height: int, scale: float) -> None:
    """Check that a new caption and new numbers change only the card and the first counter."""
    surface = canvas((width, height))
    later = replace(SCENE, caption=CAPTION * 3, counters=(Counter("1999", "step of 2310"), *COUNTERS[1:]))
    ends = [
        paint_whole_panel(Canvas(surface, LIGHT, FONTS, scale), surface.get_rect(), scene) for scene in (SCENE, later)
    ]
    assert ends[0] == ends[1]
    one, other = (
        painted(lambda s, r, its=its: paint_whole_panel(Canvas(s, LIGHT, FONTS, scale), r, its), width, height)
        for its in (SCENE, later)
    )
    moved = np.argwhere((one != other).any(axis=2))
    below = moved[moved[:, 1] > moved[:, 1].min() + (ends[0] - moved[:, 1].min()) * 0.5]
    assert len(moved) and below[:, 0].max() < width * 0.6


def test_the_cards_bar_has_the_colour_of_the_steps_voice() -> None:
    for voice in ("deduced", "guessed", "conflict", "solved"):
        surface = canvas((600, 90))
        paint_caption(Canvas(surface, DARK, FONTS), surface.get_rect(), (Span("a "), Span("b", voice)))
        assert surface.get_at((0, 45))[:3] == DARK.voice(voice)


def test_before_a_run_the_strip_is_a_line_and_no_more() -> None:
    calm = painted(lambda s, r: paint_strip(Canvas(s, LIGHT, FONTS), r, StripView(0, 0, False)), 600, 54)
    rows = np.unique(np.argwhere((calm != LIGHT.background).any(axis=2))[:, 1])
    assert 1 <= len(rows) <= 3


def test_the_past_is_stronger_than_what_is_to_come() -> None:
    level = replace(STRIP, depths=(5,) * 100, deepest=5, position=1000, marks=())
    shown = painted(lambda s, r: paint_strip(Canvas(s, LIGHT, FONTS), r, level), 600, 54)
    row = track(pygame.Rect(0, 0, 600, 54)).bottom - 4
    past, rest = shown[150, row], shown[450, row]
    assert theme.contrast(tuple(past), LIGHT.background) > 2 * theme.contrast(tuple(rest), LIGHT.background) > 2


def test_the_profile_rises_with_the_depth() -> None:
    stairs = replace(STRIP, depths=(0, 1, 2, 3), deepest=3, position=0, marks=())
    shown = painted(lambda s, r: paint_strip(Canvas(s, LIGHT, FONTS), r, stairs), 612, 54)
    along = track(pygame.Rect(0, 0, 612, 54))
    above = shown[:, : along.bottom - 1]
    heights = [
        int((above[along.left + round(along.width * x)] != LIGHT.background).any(axis=1).sum())
        for x in (0.2, 0.4, 0.6, 0.9)
    ]
    assert heights == sorted(set(heights)) and heights[-1] >= along.height - 2


@given(st.floats(0, 1), st.integers(200, 3000), st.integers(30, 160))
def test_a_point_on_the_strip_leads_back_to_its_place_in_time(where: float, width: int, height: int) -> None:
    rect = pygame.Rect(13, 7, width, height)
    along = track(rect)
    assert rect.contains(along)
    x = along.left + where * (along.width - 1)
    assert fraction_at((round(x), rect.top), rect) == pytest.approx(where, abs=1 / along.width)
    assert fraction_at((rect.left - 50, 0), rect) == 0 and fraction_at((rect.right + 50, 0), rect) == 1


def mark_shape(voice: str) -> np.ndarray:
    """Return where a kind of mark covers the background below the timeline."""
    bare = replace(STRIP, position=0, depths=(), marks=())
    marked = replace(bare, marks=(TimeLineMark(0.5, voice),))
    one, other = (
        painted(lambda s, r, its=its: paint_strip(Canvas(s, LIGHT, FONTS), r, its), 300, 60) for its in (bare, marked)
    )
    return (one != other).any(axis=2)


def test_marks_differ_in_shape() -> None:
    shapes = [mark_shape(voice) for voice in ("guessed", "conflict", "learnt", "restart", "solved")]
    assert all(shape.sum() >= 8 for shape in shapes)
    assert all((one != other).sum() >= 8 for one, other in combinations(shapes, 2))


@examples(25)
@given(
    st.lists(
        st.builds(TimeLineMark, st.floats(0, 1), st.sampled_from(["guessed", "conflict", "learnt", "restart"])),
        max_size=60,
    )
)
def test_a_solution_is_never_hidden_by_other_marks(marks: list[TimeLineMark]) -> None:
    solved = (*marks, TimeLineMark(0.5, "solved"))
    strip = replace(STRIP, position=0, depths=(), marks=tuple(solved))
    shown = painted(lambda s, r: paint_strip(Canvas(s, LIGHT, FONTS), r, strip), 300, 60)
    assert (shown == LIGHT.solved).all(axis=2).sum() >= 8


def test_where_there_are_too_many_marks_their_density_is_shown() -> None:
    shares = tuple(i / 99 for i in range(100))
    strip = replace(STRIP, position=0, depths=(), marks=(), densities=(MarkDensity("guessed", shares),))
    color = mix(LIGHT.background, LIGHT.guessed, DENSE)
    shown = (painted(lambda s, r: paint_strip(Canvas(s, LIGHT, FONTS), r, strip), 300, 60) == color).all(axis=2)
    heights = shown.sum(axis=1)[track(pygame.Rect(0, 0, 300, 60)).left :][:280]
    assert (np.diff(heights) >= 0).all() and heights[0] == 0 and heights[4] >= 1 and heights[-1] >= 10


def test_a_part_of_the_run_is_told_from_all_of_it_and_the_play_head_stays_within() -> None:
    rect = pygame.Rect(0, 0, 700, 60)
    along = track(rect)
    whole = replace(STRIP, length=1000, position=500, marks=(), start=0, end=None)
    part = replace(whole, start=400, end=600)
    away = replace(part, position=700)
    pictures = [
        painted(lambda s, r, its=its: paint_strip(Canvas(s, LIGHT, FONTS), r, its), 700, 60)
        for its in (whole, part, away)
    ]
    middle = along.left + (along.width - 1) // 2
    knobs = [(picture[middle - 4 : middle + 5, along.bottom] == LIGHT.ink).all(axis=1).any() for picture in pictures]
    assert knobs == [True, True, False]
    assert (pictures[0][-250:, :20] != pictures[1][-250:, :20]).any(), "it says which part"


def test_a_bookmark_is_seen_with_its_name_where_there_is_room() -> None:
    bare = replace(STRIP, position=0, depths=(), marks=())
    lone = replace(bare, flags=(Flag(0.4, "the turning point"),))
    crowd = replace(bare, flags=tuple(Flag(0.4 + i / 200, "the turning point") for i in range(3)))
    none, one, three = (
        (painted(lambda s, r, its=its: paint_strip(Canvas(s, LIGHT, FONTS), r, its), 700, 60) == LIGHT.ink)
        .all(axis=2)
        .sum()
        for its in (bare, lone, crowd)
    )
    assert none < one and three > one
    outside = replace(bare, flags=(Flag(-0.1, "before"), Flag(1.2, "after")))
    assert (painted(lambda s, r: paint_strip(Canvas(s, LIGHT, FONTS), r, outside), 700, 60) == LIGHT.ink).all(
        axis=2
    ).sum() == none


@pytest.mark.parametrize("size", [12, 15, 30])
def test_icons_differ_and_stay_in_their_square(size: int) -> None:
    drawn = {}
    for icon in Icon:
        surface = pygame.Surface((size * 3, size * 3))
        Canvas(surface, LIGHT, FONTS).icon(icon, (size * 3 // 2, size * 3 // 2), size, (255, 255, 255))
        box = pygame.mask.from_threshold(surface, (255, 255, 255), (120, 120, 120)).get_bounding_rects()
        assert box and all(pygame.Rect(size - 2, size - 2, size + 4, size + 4).contains(part) for part in box), icon
        drawn[icon] = pixels(surface)[:, :, 0]
    for one, other in combinations(drawn, 2):
        assert (np.abs(drawn[one] - drawn[other]) > 100).sum() >= size // 2, (one, other)


@pytest.mark.parametrize("look", [LIGHT, DARK], ids=theme.names())
def test_a_buttons_states_differ(look: theme.Theme) -> None:
    play = LEFT[2]
    states = [
        play,
        play._replace(hovered=True),
        play._replace(pressed=True),
        play._replace(enabled=False),
        play._replace(primary=False),
        play._replace(icon=Icon.PAUSE),
        play._replace(keycap="P"),
    ]
    shown = [painted(lambda s, r, its=its: paint_button(Canvas(s, look, FONTS), r, its), 160, 40) for its in states]
    assert all((one != other).any() for one, other in combinations(shown, 2))


@pytest.mark.parametrize(("width", "scale"), [(770, 0.78), (980, 0.91), (1310, 1.0), (1840, 1.4), (3700, 2.8)])
def test_a_row_of_buttons_fits_without_touching_and_shows_every_key(width: int, scale: float) -> None:
    rect = pygame.Rect(20, 10, width, round(60 * scale))
    rects = lay_out_row(LEFT, RIGHT, rect, FONTS, scale)
    assert list(rects) and all(rect.contains(each) for each in rects.values())
    assert not any(one.colliderect(other) for one, other in combinations(rects.values(), 2))
    for button in (*LEFT, *RIGHT):
        with_key, without = (
            painted(lambda s, r, its=its: paint_button(Canvas(s, LIGHT, FONTS, scale), r, its), *rects[button.id].size)
            for its in (button, button._replace(keycap=""))
        )
        assert (with_key != without).any(), button


def test_a_button_does_not_grow_with_its_value() -> None:
    speed = LEFT[4]
    widths = {
        button_width(speed._replace(value=value), FONTS) for value in ("0.5 steps/s", "60 steps/s", "1.0 M steps/s")
    }
    assert len(widths) == 1


@pytest.mark.parametrize(
    ("width", "height", "scale"),
    slow_but([(800, 600, 0.78)], [(800, 600, 0.78), (1366, 768, 1.0), (1920, 1080, 1.4)]),
)
@pytest.mark.parametrize("groups", [HELP, HELP * 3], ids=len)
def test_help_fits_the_window_and_shows_every_row(
    width: int, height: int, scale: float, groups: tuple[HelpGroup, ...]
) -> None:
    surface = canvas((width, height))
    card, pages = paint_help(Canvas(surface, DARK, FONTS, scale), surface.get_rect(), groups)
    assert surface.get_rect().contains(card) and pages == 1
    for i, group in enumerate(groups):
        for j in range(len(group.rows)):
            rows = (*group.rows[:j], (group.rows[j][0], "~~~~"), *group.rows[j + 1 :])
            changed = (*groups[:i], HelpGroup(group.title, rows), *groups[i + 1 :])
            other = canvas((width, height))
            paint_help(Canvas(other, DARK, FONTS, scale), other.get_rect(), changed)
            assert pygame.image.tobytes(surface, "RGB") != pygame.image.tobytes(other, "RGB")


def test_a_long_notice_stays_readable() -> None:
    """Check that the last words of a notice are shown if they fit at any legible size."""
    text = "\n".join(f"line {i}: 'x' is no symbol of a 9x9 grid; write 1 to 9, or . for a blank" for i in range(1, 9))
    one, other = (
        painted(lambda s, r, its=its: paint_notice(Canvas(s, LIGHT, FONTS), r, its), 560, 420)
        for its in (text, text[:-5] + "BLANK")
    )
    assert (one != other).any()


def test_a_notice_lies_in_the_middle_and_is_no_larger_than_it_must_be() -> None:
    surface = canvas((800, 600))
    card = paint_notice(Canvas(surface, DARK, FONTS, 1.0), surface.get_rect(), "no such file")
    assert abs(card.centerx - 400) <= 1 and abs(card.centery - 300) <= 1 and card.height < 150


def test_a_profile_other_than_the_depth_is_named_even_where_it_is_high_everywhere() -> None:
    def looks(depths: tuple[int, ...], label: str) -> np.ndarray:
        high = replace(STRIP, depths=depths, deepest=9, position=0, marks=(), label=label)
        return painted(lambda s, r: paint_strip(Canvas(s, LIGHT, FONTS), r, high), 600, 54)

    changed = (looks((9,) * 100, "clashes") != looks((9,) * 100, "")).any(axis=(1, 2))
    assert changed.any()
    dip = (9,) * 70 + (8,) * 30
    where = np.flatnonzero((looks(dip, "clashes") != looks(dip, "")).any(axis=(1, 2)))
    assert where.min() > 400, "the lowest part is covered"
