"""Tests that the icicle, plots and tabs show what a plain count says, and stay within their rectangles."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import numpy as np
import pygame
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from slow import slow_but
from strategies import examples

from solvers.study.copies import RunEnd
from solvers.study.cost import OK, OTHER, TIMEOUT
from visualizer.analysis.icicle import Icicle
from visualizer.analysis.statistics import LABELS, Plot
from visualizer.painting import profile as bars
from visualizer.painting.profile import IcicleView, cells, level_at, paint_scale, palette
from visualizer.panes.statistics.copies import CopiesView
from visualizer.panes.statistics.paint import (
    STRIP,
    WIDE,
    grid,
    paint_copies,
    paint_statistics,
    with_copies,
)
from visualizer.style import theme
from visualizer.toolkit.buttons import Button
from visualizer.toolkit.canvas import Canvas, Face, Fonts, smallest_type
from visualizer.window.extras import lay_out_tabs, paint_tabs, tab_height

FONTS = Fonts()
LIGHT, DARK = (theme.load(name) for name in theme.names())
MAGENTA = (255, 0, 255)
SCALES = [0.75, 1.0, 1.4, 2.8]
looks = pytest.mark.parametrize("look", [LIGHT, DARK], ids=theme.names())

RISING = tuple(range(0, 200))
View = tuple[tuple[Plot, ...], float]
PLOTS: View = tuple(Plot(label, RISING, 0, 199, 80 + i) for i, label in enumerate(LABELS)), 0.4
TABS = (
    Button("formula", "Formula", "F"),
    Button("code", "Code", "K", on=True),
    Button("variables", "Variables", "I"),
    Button("tree", "Search tree", "Y", on=True),
    Button("statistics", "Statistics", "U", hovered=True),
    Button("beside", "Starting board", "Shift+V"),
)
PAINTERS: dict[str, Callable[[pygame.Surface, pygame.Rect, float], object]] = {
    "statistics": lambda surface, rect, scale: paint_statistics(
        Canvas(surface, DARK, FONTS, scale), grid(rect, len(PLOTS[0]), scale), *PLOTS
    ),
    "tabs": lambda surface, rect, scale: paint_tabs(Canvas(surface, DARK, FONTS, scale), rect, TABS),
}


@st.composite
def views(draw: st.DrawFn) -> IcicleView:
    """Draw icicles of any shape, whose window may be partly behind the playhead."""
    columns, deepest = draw(st.integers(1, 24)), draw(st.integers(0, 9))
    levels = st.integers(0, deepest)
    both = draw(st.lists(st.tuples(levels, levels), min_size=columns, max_size=columns))
    floors, peaks = (np.array(side) for side in zip(*(sorted(each) for each in both), strict=True))
    standing = np.array([draw(st.integers(0, floor)) for floor in floors.tolist()])
    pairs = zip(floors.tolist(), floors.tolist()[1:], strict=False)
    joins = np.array([draw(st.integers(0, min(pair))) for pair in pairs], np.int64)
    edges = draw(st.integers(0, 50)) + np.arange(columns + 1) * draw(st.integers(1, 5))
    position = draw(st.integers(0, 200))
    icicle = Icicle(edges, floors, peaks, joins, deepest, True)
    return IcicleView(icicle, standing, position, draw(st.booleans()))


def plain_cell(view: IcicleView, column: int, up: int, height: int) -> int:
    """Return what a pixel at a height above the bottom should show."""
    drawn, rows = view.icicle, max(1, view.icicle.deepest)
    level = next(level for level in range(1, rows + 1) if up < level * height // rows)
    if level > drawn.peaks[column]:
        return bars.NOTHING
    if height // rows >= bars.LEAST_ROW and up == level * height // rows - 1:
        return bars.EDGE
    if cuts(drawn, column, level) and not (column and cuts(drawn, column - 1, level)):
        return bars.EDGE
    if level <= view.standing[column]:
        return bars.SOLUTION if view.solved else bars.PATH
    ahead, mixed = drawn.edges[column] >= view.position, level > drawn.floors[column]
    if ahead:
        return bars.AHEAD_MIXED if mixed else bars.AHEAD
    return bars.FAILED_MIXED if mixed else bars.FAILED


def cuts(drawn: Icicle, column: int, level: int) -> bool:
    """Return whether a guess of a level ends with a column and another begins with the next one."""
    if column + 1 >= len(drawn.floors):
        return False
    return drawn.joins[column] < level <= min(drawn.floors[column], drawn.floors[column + 1])


@examples(200)
@given(views(), st.integers(1, 70))
def test_each_pixel_of_the_icicle_is_what_a_plain_look_says(view: IcicleView, height: int) -> None:
    shown = cells(view, height)
    assert shown.shape == (len(view.icicle.floors), height)
    expected = [
        [plain_cell(view, column, up, height) for up in reversed(range(height))]
        for column in range(len(view.icicle.floors))
    ]
    assert shown.tolist() == expected


@given(views(), st.integers(1, 70), st.sampled_from([LIGHT, DARK]))
def test_the_icicle_is_painted_in_the_colours_of_its_pixels(view: IcicleView, height: int, look: theme.Theme) -> None:
    width = len(view.icicle.floors)
    surface, rect = pygame.Surface((width + 20, height + 20)), pygame.Rect(7, 9, width, height)
    surface.fill(look.background)
    bars.paint_icicle(Canvas(surface, look, FONTS), rect, view)
    expected = np.array(palette(look))[cells(view, height)]
    shown = pygame.surfarray.array3d(surface)
    assert (shown[rect.left : rect.right, rect.top : rect.bottom] == expected).all()
    shown[rect.left : rect.right, rect.top : rect.bottom] = look.background
    assert (shown == look.background).all()


@given(st.integers(1, 60), st.integers(1, 200), st.integers(-40, 40))
def test_the_level_at_a_height_is_the_one_drawn_there(deepest: int, height: int, top: int) -> None:
    """Check columns that each add one level, so that the top pixel of a column shows its own level."""
    count = np.arange(1, deepest + 1)
    stairs = Icicle(np.arange(deepest + 1), count, count, count[:-1], deepest, True)
    shown = cells(IcicleView(stairs, count * 0, 0), height) != bars.NOTHING
    rect = pygame.Rect(3, top, deepest, height)
    tall = shown.sum(axis=1).tolist()
    for y in range(height):
        level = level_at(rect.top + y, rect, deepest)
        assert shown[level - 1, y] and (level == 1 or not shown[level - 2, y])
    assert tall == sorted(tall) and tall[-1] == height
    assert level_at(rect.top - 50, rect, deepest) == deepest and level_at(rect.bottom + 50, rect, deepest) == 1


@looks
def test_an_icicle_is_told_apart_by_lightness(look: theme.Theme) -> None:
    strength = [theme.contrast(color, look.background) for color in palette(look)]
    order = [bars.PATH, bars.FAILED, bars.FAILED_MIXED, bars.AHEAD_MIXED, bars.NOTHING]
    assert all(strength[one] > strength[other] for one, other in zip(order, order[1:], strict=False))
    assert strength[bars.FAILED] > strength[bars.AHEAD] > strength[bars.AHEAD_MIXED]
    assert strength[bars.SOLUTION] > strength[bars.FAILED] and strength[bars.EDGE] == 1


@given(views(), st.integers(8, 30), st.integers(4, 120), st.sampled_from(SCALES))
def test_the_scale_stands_on_no_bar(view: IcicleView, times: int, height: int, scale: float) -> None:
    drawn = view.icicle
    wide = replace(
        drawn,
        edges=np.arange(len(drawn.peaks) * times + 1),
        floors=drawn.floors.repeat(times),
        peaks=drawn.peaks.repeat(times),
        joins=drawn.floors.repeat(times)[1:] * 0,
    )
    shown = cells(IcicleView(wide, wide.floors * 0, 0), height) != bars.NOTHING
    surface, rect = pygame.Surface((len(wide.peaks) + 30, height + 40)), pygame.Rect(8, 6, len(wide.peaks), height)
    place = paint_scale(Canvas(surface, LIGHT, FONTS, scale), rect, wide)
    painted = np.argwhere(pygame.surfarray.array3d(surface).any(axis=2))
    if place is None:
        assert not len(painted)
        return
    assert rect.contains(place) and all(place.inflate(2, 4).collidepoint(*at) for at in painted.tolist())
    assert not shown[place.left - rect.left : place.right - rect.left, : place.height].any()


def test_the_scale_is_there_where_the_search_begins_or_ends_shallow() -> None:
    rect, deep = pygame.Rect(0, 0, 300, 100), np.full(300, 9)
    for start, end, expected in ((0, 100, 0), (200, 300, 1), (0, 0, None)):
        peaks = deep.copy()
        peaks[start:end] = 1
        drawn = Icicle(np.arange(301), peaks, peaks, peaks[1:] * 0, 9, True)
        place = paint_scale(Canvas(pygame.Surface(rect.size), LIGHT, FONTS), rect, drawn)
        assert (None if place is None else place.left > 150) == expected


# Plots


def canvas(width: int, height: int, color: theme.Color) -> pygame.Surface:
    surface = pygame.Surface((width, height))
    surface.fill(color)
    return surface


def plotted(view: View, width: int, height: int, look: theme.Theme = LIGHT, scale: float = 1.0) -> np.ndarray:
    surface = canvas(width, height, look.background)
    places = grid(surface.get_rect(), len(view[0]), scale)
    paint_statistics(Canvas(surface, look, FONTS, scale), places, *view)
    return pygame.surfarray.array3d(surface).astype(int)


def one(values: tuple[int, ...], head: float = 2.0, label: str = "depth") -> View:
    """Return a single plot, by default without a playhead."""
    return (Plot(label, values, min(values, default=0), max(values, default=0), 7),), head


def heights(view: View, width: int, height: int, look: theme.Theme = LIGHT) -> np.ndarray:
    """Return the number of the curve's pixels above the base line in each pixel column."""
    body = plotted(view, width, height, look)[:, 22:-1]
    return (body != look.background).any(axis=2).sum(axis=1)


@pytest.mark.parametrize("painter", PAINTERS)
@pytest.mark.parametrize(("width", "height"), [(240, 30), (60, 20), (640, 190), (1400, 500), (300, 8)])
@pytest.mark.parametrize("scale", SCALES)
def test_nothing_is_painted_outside_the_rectangle_and_the_same_each_time(
    painter: str, width: int, height: int, scale: float
) -> None:
    surface, again = (canvas(width + 80, height + 60, MAGENTA) for _ in range(2))
    rect = pygame.Rect(50, 30, width, height)
    for each in (surface, again):
        PAINTERS[painter](each, rect, scale)
    assert surface.get_clip() == surface.get_rect()
    assert pygame.image.tobytes(surface, "RGB") == pygame.image.tobytes(again, "RGB")
    clean = (pygame.surfarray.array3d(surface) == MAGENTA).all(axis=2)
    assert not clean.all() or height < 20 * scale
    clean[rect.left : rect.right, rect.top : rect.bottom] = True
    assert clean.all()


@given(st.lists(st.integers(0, 1000), min_size=1, max_size=90), st.integers(90, 145), st.integers(40, 200))
def test_a_curve_is_as_high_as_its_values(values: list[int], width: int, height: int) -> None:
    tall = heights(one(tuple(values)), width, height)
    expected = [values[max(i for i in range(len(values)) if i * width // len(values) <= x)] for x in range(width)]
    for low, high in zip(sorted(set(expected)), sorted(set(expected))[1:], strict=False):
        assert tall[np.array(expected) == low].max() <= tall[np.array(expected) == high].min()
    full = tall[np.array(expected) == max(values)]
    assert (full == full[0]).all() and (full[0] == 0 if max(values) == 0 else full[0] >= height - 22 - 6)
    for value in set(expected):
        shown = tall[np.array(expected) == value]
        assert np.abs(shown - value / max(1, *values) * full[0]).max() <= 1


@given(st.floats(-0.5, 1.5), st.integers(100, 147), st.sampled_from([LIGHT, DARK]))
def test_the_playhead_stands_at_its_part_of_the_width(head: float, width: int, look: theme.Theme) -> None:
    picture = plotted(one((3,) * 50, head), width, 90, look)
    columns = np.flatnonzero((picture[:, 30:80] == look.ink).all(axis=(1, 2)))
    if 0.0 <= head <= 1.0:
        assert 1 <= len(columns) <= 3 and abs(columns.mean() - head * (width - 1)) <= 1.5
    else:
        assert not len(columns)


@looks
@pytest.mark.parametrize("head", [0.25, 0.5, 0.9])
def test_a_curve_is_strong_up_to_the_playhead_and_pale_beyond(look: theme.Theme, head: float) -> None:
    picture = plotted(one((5,) * 40, head), 140, 90, look)
    at = round(head * 139)
    past, rest = picture[: at - 3, 70], picture[at + 4 :, 70]
    assert (past == past[0]).all() and (rest == rest[0]).all()
    strong, pale = (theme.contrast(tuple(side[0]), look.background) for side in (past, rest))
    assert strong > 1.5 * pale and pale > 1.1


def test_more_values_than_pixels_and_none_at_all_are_no_trouble() -> None:
    assert heights(one(tuple(range(5000))), 140, 90).max() >= 60
    assert heights(one(()), 140, 90).max() == 0


@pytest.mark.parametrize(
    ("width", "height", "scale"), slow_but([(380, 145, 0.75)], [(640, 190, 1.0), (380, 145, 0.75), (1400, 540, 2.8)])
)
def test_every_plot_has_its_name_its_value_and_a_base_line_as_long_as_its_columns(
    width: int, height: int, scale: float
) -> None:
    before = plotted(PLOTS, width, height, LIGHT, scale)
    areas = []
    for i, plot in enumerate(PLOTS[0]):
        changed = []
        for other in _others(plot):
            plots = (*PLOTS[0][:i], other, *PLOTS[0][i + 1 :])
            changed.append((before != plotted((plots, PLOTS[1]), width, height, LIGHT, scale)).any(axis=2))
        assert all(change.any() for change in changed)
        xs, ys = np.nonzero(changed[0] | changed[1])
        areas.append(pygame.Rect(xs.min(), ys.min(), np.ptp(xs) + 1, np.ptp(ys) + 1))
    assert not any(a.colliderect(b) for a, b in combinations(areas, 2))
    columns = grid(pygame.Rect(0, 0, width, height), len(PLOTS[0]), scale)[0].width
    away = plotted((PLOTS[0], 2.0), width, height, LIGHT, scale)
    runs = [run_lengths((away[:, y] == LIGHT.thin_line).all(axis=1)) for y in range(height)]
    lines = [run for row in runs for run in row if run > 30]
    assert lines == [columns] * len(PLOTS[0])


@pytest.mark.parametrize(("width", "height", "scale"), [(300, 120, 1.0), (250, 100, 0.75), (700, 330, 2.8)])
def test_a_small_pane_has_narrower_plots_rather_than_words_alone(width: int, height: int, scale: float) -> None:
    columns = grid(pygame.Rect(0, 0, width, height), len(PLOTS[0]), scale)[0].width
    picture = plotted((PLOTS[0], 2.0), width, height, LIGHT, scale)
    past = theme.mix(LIGHT.background, LIGHT.accent, 0.62)
    curves = (picture == past).all(axis=2).sum(axis=0)
    assert columns < width / 2 and curves.max() >= columns * 0.9


def _others(plot: Plot) -> tuple[Plot, Plot]:
    """Return the same plot with another name and another value at the playhead."""
    return replace(plot, label="~~~~"), replace(plot, now=3)


def run_lengths(flags: np.ndarray) -> list[int]:
    edges = np.flatnonzero(np.diff(np.concatenate([[0], flags.astype(int), [0]])))
    return (edges[1::2] - edges[::2]).tolist()


@looks
@pytest.mark.parametrize("scale", SCALES)
def test_the_words_of_a_plot_are_legible(look: theme.Theme, scale: float) -> None:
    picture = plotted(one((1, 5, 9)), round(300 * scale), round(90 * scale), look, scale)
    top = picture[:, : round(18 * scale)]
    ink = np.flatnonzero((top != look.background).any(axis=(1, 2)))
    gaps = np.flatnonzero(np.diff(ink) > 30 * scale)
    assert len(gaps) == 1, "the name at the left, the range at the right"
    for part in np.split(ink, gaps + 1):
        text = top[part].reshape(-1, 3).tolist()
        assert max(theme.contrast(tuple(pixel), look.background) for pixel in text) >= 4.5


# Tabs


@given(st.integers(240, 3000), st.sampled_from(SCALES), st.integers(1, len(TABS)))
def test_tabs_stay_in_their_rows_and_apart_with_their_whole_words(width: int, scale: float, count: int) -> None:
    assume(width >= 240 * scale)  # the column of the smallest window
    rect = pygame.Rect(20, 10, width, tab_height(scale))
    rects, size, keys = lay_out_tabs(TABS[:count], rect, FONTS, scale)
    assert list(rects) == [tab.id for tab in TABS[:count]] and size >= smallest_type(scale)
    assert all(rect.left <= each.left and each.right <= rect.right for each in rects.values())
    places = [(each.top, each.left) for each in rects.values()]
    assert places == sorted(places) and not any(a.colliderect(b) for a, b in combinations(rects.values(), 2))
    for tab in TABS[:count]:
        word = FONTS.width(tab.label, Face.STRONG if tab.on else Face.BODY, size)
        assert rects[tab.id].width >= word + (FONTS.width(tab.keycap, Face.BODY, size) + size // 3 if keys else 0)


@given(st.integers(240, 3000), st.sampled_from(SCALES))
def test_keys_give_way_before_words_take_another_row_and_only_where_they_must(width: int, scale: float) -> None:
    rects, size, keys = lay_out_tabs(TABS, pygame.Rect(0, 0, width, tab_height(scale)), FONTS, scale)
    least, rows = smallest_type(scale), {rect.top for rect in rects.values()}
    words = sum(FONTS.width(tab.label, Face.STRONG, least) for tab in TABS)
    if len(rows) > 1:
        assert words + len(TABS) * 9 > width
    elif not keys:
        assert words + sum(FONTS.width(tab.keycap, Face.BODY, least) for tab in TABS) + len(TABS) * 18 > width
    largest = lay_out_tabs(TABS, pygame.Rect(0, 0, 99_999, tab_height(scale)), FONTS, scale).size
    assert least <= size <= largest


@pytest.mark.parametrize(("width", "scale"), [(240, 0.75), (330, 0.87), (380, 1.0), (700, 1.0), (3000, 2.8)])
def test_every_tab_shows_its_name_and_its_key_where_there_is_room(width: int, scale: float) -> None:
    def row(tabs: tuple[Button, ...]) -> tuple[np.ndarray, dict[str, pygame.Rect]]:
        surface = canvas(width, 3 * tab_height(scale), MAGENTA)
        rects = paint_tabs(Canvas(surface, LIGHT, FONTS, scale), surface.get_rect(), tabs, tab_height(scale))
        return pygame.surfarray.array3d(surface), rects

    before, rects = row(TABS)
    keys = lay_out_tabs(TABS, pygame.Rect(0, 0, width, tab_height(scale)), FONTS, scale).keys
    assert keys or width < 700
    for i, tab in enumerate(TABS):
        changes = [tab._replace(keycap="7" if len(tab.keycap) == 1 else "Shift+7")] if keys else []
        for other in (*changes, tab._replace(label="0" + tab.label[1:])):
            after, _ = row((*TABS[:i], other, *TABS[i + 1 :]))
            place = rects[tab.id]
            assert (before != after)[place.left : place.right, place.top : place.bottom].any(), other


@looks
@pytest.mark.parametrize("scale", SCALES)
def test_what_is_shown_is_told_by_a_line_and_not_by_colour_alone(look: theme.Theme, scale: float) -> None:
    shown = {}
    for on in (False, True):
        surface = canvas(200, tab_height(scale), look.background)
        tab = Button("tree", "Tree", "Y", on=on)
        place = paint_tabs(Canvas(surface, look, FONTS, scale), surface.get_rect(), [tab])["tree"]
        shown[on] = (pygame.surfarray.array3d(surface) != look.background).any(axis=2)
    line = shown[True][place.left : place.right, place.bottom - 2 :]
    assert line.all() and not shown[False][place.left : place.right, place.bottom - 2].any()
    assert (shown[True] != shown[False])[:, : place.bottom - 6].any(), "and by heavier letters"


@looks
def test_names_and_keys_of_tabs_are_legible(look: theme.Theme) -> None:
    surface = canvas(900, tab_height(), look.background)
    rects = paint_tabs(Canvas(surface, look, FONTS), surface.get_rect(), TABS)
    picture = pygame.surfarray.array3d(surface)[:, : tab_height() - 3]
    for tab in TABS:
        place = rects[tab.id]
        key = place.right - FONTS.width(tab.keycap, Face.BODY, 14) - 2
        for left, right in ((place.left, key), (key, place.right)):
            text = picture[left:right].reshape(-1, 3).tolist()
            best = max(theme.contrast(tuple(pixel), look.background) for pixel in text)
            assert best >= 4.5, tab


ENDS = st.builds(RunEnd, st.integers(0, 10**7), st.sampled_from([OK, OTHER, TIMEOUT]))


@given(st.integers(60, 1900), st.integers(20, 900), st.integers(0, 14), st.sampled_from(SCALES))
@examples(300)
def test_the_copies_take_no_width_from_the_plots_and_leave_their_curves(
    width: int, height: int, count: int, scale: float
) -> None:
    rect = pygame.Rect(7, 5, width, height)
    usual = grid(rect, count, scale)
    plots, copies = with_copies(rect, usual, scale)
    assert [place.width for place in plots] == [place.width for place in usual]
    assert all(rect.contains(place) for place in plots) and not any(copies.colliderect(place) for place in plots)
    if copies.size != (0, 0):
        assert rect.contains(copies)
        assert all(place.height >= round(1.6 * smallest_type(scale)) + 6 * min(scale, 1) for place in plots)
    else:
        assert plots == usual


@given(st.lists(ENDS, max_size=100), ENDS, st.integers(100, 900), st.integers(40, 300), st.sampled_from(SCALES))
@example([RunEnd(0, OK), RunEnd(1001, OK)], RunEnd(71, OK), 100, 84, 0.75)
@examples(100)
def test_copies_are_painted_within_their_place(
    copies: list[RunEnd], own: RunEnd, width: int, height: int, scale: float
) -> None:
    width, height = round(width * scale), round(height * scale)
    assume(height >= STRIP * scale or width < WIDE * scale)
    surface = pygame.Surface((width + 40, height + 40))
    surface.fill(MAGENTA)
    rect = pygame.Rect(20, 20, width, height)
    view = CopiesView("A copy is the same puzzle.", own, tuple(copies))
    paint_copies(Canvas(surface, LIGHT, FONTS, scale), rect, view)
    surface.fill(MAGENTA, rect)
    outside = pygame.surfarray.pixels3d(surface).reshape(-1, 3)
    assert (outside == MAGENTA).all()
