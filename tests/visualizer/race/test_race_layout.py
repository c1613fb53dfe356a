"""Tests that nothing overlaps or sticks out in a race's window, whatever its size, lanes and grid."""

from __future__ import annotations

from itertools import combinations, product

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from slow import slow_but
from strategies import examples

from puzzles import Puzzle
from puzzles.corpus import named
from puzzles.geometry import Geometry
from visualizer.race.pace import RULES, Pace
from visualizer.race.race import Race
from visualizer.race.view import BLACK_BOX, LaneStrip, LaneView, RaceStrip, RaceView
from visualizer.session.run_spec import RunSpec
from visualizer.session.settings import SMALLEST_WINDOW
from visualizer.style import theme as themes
from visualizer.toolkit.canvas import Canvas, Face, Fonts
from visualizer.views.board import BoardView, CellView, Counter
from visualizer.window.race.frame import (
    RaceControls,
    Tracks,
    paint_header,
    paint_race_strip,
    race_fraction_at,
)
from visualizer.window.race.lane import GRIDS, LanePainter, RaceLayout

SCREENS = [
    SMALLEST_WINDOW, (1024, 700), (1024, 768), (1280, 720), (1280, 800), (1366, 768), (1600, 1200), (1920, 1080),
    (1080, 1920), (2560, 1080), (3440, 1440), (3840, 2160),
]  # fmt: skip
FEW_SCREENS = slow_but([SMALLEST_WINDOW, (1366, 768)], SCREENS, values=False)
SHAPES = [Geometry.boxes(2, 2), Geometry.boxes(2, 3), Geometry.boxes(3, 3), Geometry.boxes(4, 4), Geometry.boxes(5, 5)]
LANED = [
    pytest.param(size, marks=[] if size == (1024, 700) else pytest.mark.slow)
    for size in ((1024, 700), (1366, 768), (1080, 1920), (3840, 2160))
]
FONTS = Fonts()
LIGHT, DARK = themes.load("light"), themes.load("dark")
sizes = st.tuples(st.integers(800, 3840), st.integers(600, 2160))


def check(size: tuple[int, int], count: int, geometry: Geometry) -> None:
    layout, window = RaceLayout.of(size, count, geometry), pygame.Rect((0, 0), size)
    parts = {"header": layout.header, "strip": layout.strip, "controls": layout.controls}
    parts |= {f"lane {i}": lane.rect for i, lane in enumerate(layout.lanes, 1)}
    assert len(layout.lanes) == count
    apart(parts, window)
    for lane in layout.lanes:
        apart({"heading": lane.heading, "board": lane.board, "facts": lane.facts}, lane.rect)
        assert lane.board.width >= 0.14 * min(size), "the board is large enough to be seen"
        assert min(lane.heading.width, lane.facts.width) >= 90 and lane.facts.height >= 40
    assert len({lane.board.size for lane in layout.lanes}) == 1, "no lane has a larger board than another"


def apart(parts: dict[str, pygame.Rect], room: pygame.Rect) -> None:
    for name, rect in parts.items():
        assert room.contains(rect), f"{name} {rect} sticks out of {room}"
        assert rect.width > 0 and rect.height > 0
    for (one, a), (other, b) in combinations(parts.items(), 2):
        assert not a.colliderect(b), f"{one} {a} lies on {other} {b}"


@pytest.mark.parametrize("size", FEW_SCREENS, ids=lambda size: "x".join(map(str, size)))
@pytest.mark.parametrize("count", GRIDS)
def test_nothing_overlaps_on_a_usual_screen(size: tuple[int, int], count: int) -> None:
    for geometry in SHAPES:
        check(size, count, geometry)


@given(sizes, st.integers(2, 6), st.sampled_from(SHAPES))
def test_nothing_overlaps_at_any_size(size: tuple[int, int], count: int, geometry: Geometry) -> None:
    check(size, count, geometry)


@pytest.mark.parametrize(("count", "rows"), [(2, 1), (3, 1), (5, 2), (6, 2)])
def test_the_grid_on_a_wide_screen(count: int, rows: int) -> None:
    for size in ((1024, 700), (1366, 768), (1920, 1080)):
        lanes = RaceLayout.of(size, count, SHAPES[2]).lanes
        assert len({lane.rect.top for lane in lanes}) == rows


@given(sizes, st.integers(2, 6))
def test_another_grid_is_taken_only_for_larger_boards(size: tuple[int, int], count: int) -> None:
    """Check that no other arrangement would make the boards a fifth larger."""
    layout = RaceLayout.of(size, count, SHAPES[2])
    room = layout.strip.top - layout.header.bottom
    for columns, rows in GRIDS[count]:
        least = min(layout.strip.width // columns - 200 * layout.scale, room // rows - 140 * layout.scale)
        assert layout.lanes[0].board.width * 1.2 >= least


# What is painted stays where it belongs


def lane_view(geometry: Geometry, **what: object) -> LaneView:
    cells = tuple(CellView() for _ in geometry.cells)
    counted = [("12,204,000", "steps"), ("1,204,000", "guesses"), ("900,000", "backtracks"), ("88", "depth")]
    counters = tuple(Counter(*one) for one in [*counted, ("81", "of 625 filled")])
    facts = {"standing": "running", "rank": 0, "finished": False, "trouble": ""} | what
    board = BoardView(geometry, cells, "123456789ABCDEFGHIJKLMNOP"[: geometry.side])
    return LaneView("Elimination with hidden singles", "rounds 30, seed 31", board, counters, **facts)  # type: ignore[arg-type]


STATES = [
    {},
    {"standing": "=2nd · 12,204,000 steps · no solution", "rank": 2, "finished": True, "place": "=2nd"},
    {"standing": "1st · 12 steps", "rank": 1, "finished": True, "place": "1st", "caption": "Depth 12, 40 guesses"},
    {"standing": "stopped with an error after 312 steps", "finished": True, "trouble": "Error: " + 60 * "on "},
    {"standing": "gave up after 50,000,000 steps", "finished": True, "caption": "r1c1=3: the last digit in its box"},
    {"remark": BLACK_BOX, "caption": "r1c1=3, as the SAT solver said"},
]  # fmt: skip


@pytest.mark.parametrize("size", LANED, ids=str)
@pytest.mark.parametrize("count", slow_but([max(GRIDS)], GRIDS))
@pytest.mark.parametrize("state", STATES, ids=lambda state: str(state.get("standing", state.get("remark", "")))[:20])
def test_a_lane_paints_nothing_outside_its_rectangle(size: tuple[int, int], count: int, state: dict) -> None:
    for geometry in (SHAPES[0], SHAPES[2], SHAPES[4]):
        layout = RaceLayout.of(size, count, geometry)
        surface = pygame.Surface(size)
        surface.fill(GROUND)
        lane = layout.lanes[-1]
        LanePainter(LIGHT, FONTS).paint(Canvas(surface, LIGHT, FONTS, layout.scale), lane, lane_view(geometry, **state))
        assert painted(surface).width > 0 and lane.rect.contains(painted(surface))


GROUND = (1, 2, 3)


def painted(surface: pygame.Surface) -> pygame.Rect:
    """Return the pixels that differ from the background."""
    mask = pygame.mask.from_threshold(surface, GROUND, (1, 1, 1))
    mask.invert()
    rects = mask.get_bounding_rects()
    return rects[0].unionall(rects[1:]) if rects else pygame.Rect(0, 0, 0, 0)


def race_view(count: int, **what: object) -> RaceView:
    lanes = tuple(lane_view(SHAPES[2], **STATES[i % len(STATES)]) for i in range(count))
    strips = tuple(LaneStrip(tuple(range(1 + 30 * i)), 30 * i, None if i % 2 else i / count) for i in range(count))
    rule = RULES[Pace.STEPS]
    shown = {"t": "guess 999,999,999", "speed": "", "playing": False, "status": ""} | what
    strip, length = RaceStrip(1000, 400, False, strips), "of 1,204,000,000 so far"
    return RaceView(lanes, rule, strip=strip, length=length, **shown)  # type: ignore[arg-type]


@pytest.mark.parametrize("size", FEW_SCREENS, ids=lambda size: "x".join(map(str, size)))
@pytest.mark.parametrize("count", GRIDS)
def test_header_and_time_line_stay_in_their_rectangles(size: tuple[int, int], count: int) -> None:
    layout = RaceLayout.of(size, count, SHAPES[2])
    view = race_view(count, status="Waiting for Elimination with hidden singles: 12,204,000 steps so far. Space stops.")
    won = race_view(count, verdict=f"{count * 'Elimination with hidden singles and '}others tie: 12 steps against 900")
    painters = ((layout.header, paint_header), (layout.strip, paint_race_strip))
    for shown, (rect, paint) in product((view, won), painters):
        surface = pygame.Surface(size)
        surface.fill(GROUND)
        paint(Canvas(surface, DARK, FONTS, layout.scale), rect, shown)
        assert rect.contains(painted(surface))


def test_the_verdict_is_the_tallest_type_in_the_window() -> None:
    for size in ((1280, 720), (1366, 768), (1920, 1080)):
        for count in GRIDS:
            layout, surface = RaceLayout.of(size, count, SHAPES[2]), pygame.Surface(size)
            surface.fill(DARK.background)
            won = race_view(count, verdict="Elimination wins: 1")
            paint_header(Canvas(surface, DARK, FONTS, layout.bar_scale), layout.header, won)
            green = pygame.mask.from_threshold(surface, DARK.solved, (1, 1, 1)).get_bounding_rects()
            tallest = max(rect.height for rect in green)  # a capital, at 0.7 of its size
            digit = FONTS.figure_height(Face.STRONG, round(0.66 * layout.lanes[0].board.width / 9))
            assert tallest >= digit and tallest > FONTS.figure_height(Face.STRONG, round(34 * layout.scale)), size


@given(sizes, st.integers(2, 6), st.floats(0, 1))
def test_a_point_of_the_time_line_leads_back_to_its_fraction(size: tuple[int, int], count: int, where: float) -> None:
    strip = RaceLayout.of(size, count, SHAPES[2]).strip
    along = Tracks.of(strip, count).along
    x = along.left + round(where * (along.width - 1))
    assert abs(race_fraction_at((x, along.centery), strip, count) - where) <= 1 / (along.width - 1)
    assert strip.contains(along)
    assert race_fraction_at((0, 0), strip, count) == 0 and race_fraction_at((10**5, 0), strip, count) == 1


# The buttons


def buttons_apart(size: tuple[int, int], pace: Pace, speed: float) -> str:
    layout, controls = RaceLayout.of(size, 2, SHAPES[2]), RaceControls(FONTS)
    race = Race(Puzzle.parse(str(named.find("fig1"))), [RunSpec("mrv"), RunSpec("elimination")], Pace.STEPS)
    race.pace, race.speeds[pace] = pace, speed
    canvas = Canvas(pygame.Surface((1, 1)), LIGHT, FONTS, layout.scale)
    controls.paint_row(canvas, layout.controls, controls.buttons(race))
    race.close()
    apart(controls.rects, layout.controls)
    assert min(min(rect.size) for rect in controls.rects.values()) >= 24
    return str(controls.rects)


@pytest.mark.parametrize("size", FEW_SCREENS, ids=lambda size: "x".join(map(str, size)))
def test_buttons_stay_in_their_bar_apart_and_in_place_under_any_rule_at_any_speed(size: tuple[int, int]) -> None:
    assert len({buttons_apart(size, pace, speed) for pace in Pace for speed in RULES[pace].speeds}) == 1


@examples(40)
@given(sizes, st.sampled_from(Pace), st.integers(0, 100))
def test_buttons_stay_in_their_bar_at_any_size(size: tuple[int, int], pace: Pace, i: int) -> None:
    speeds = RULES[pace].speeds
    buttons_apart(size, pace, speeds[i % len(speeds)])
