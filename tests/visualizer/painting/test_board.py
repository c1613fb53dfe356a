"""Tests that the board is drawn on whole pixels, with a shape for every state, and redraws only changed cells."""

from __future__ import annotations

from functools import partial
from itertools import combinations

import numpy as np
import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from recount import calls_of
from slow import slow_but
from strategies import examples

from puzzles.geometry import STANDARD, Geometry, sides
from visualizer.painting.board import BoardLayout, BoardPainter
from visualizer.painting.cell import CellPainter, Slots
from visualizer.style import theme
from visualizer.toolkit.canvas import Canvas, Fonts
from visualizer.views.board import HOTTEST, BoardView, CellView, MarkRole, Outline, Role, Wash
from visualizer.views.plan import BoardPlan, plan_of

FONTS = Fonts()
THEMES = [theme.load(name) for name in theme.names()]
LIGHT = THEMES[0]
MAGENTA = (255, 0, 255)
SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ0"

STATES = {
    "blank": CellView(),
    "given": CellView(4, Role.GIVEN),
    "fixed": CellView(4, Role.FIXED),
    "guessed": CellView(4, Role.GUESSED, 2),
    "model": CellView(4, Role.MODEL),
    "person": CellView(4, Role.PERSON),
    "candidates": CellView(candidates=0b11110),
    "struck": CellView(candidates=0b01110, struck=0b10000),
    "struck before": CellView(candidates=0b01110, struck=0b10000, earlier=0b10000),
    "refused": CellView(refused=4),
    "refused candidate": CellView(refused=4, candidates=0b11110),
    "dead": CellView(dead=True),
    "culprit": CellView(4, Role.GIVEN, culprit=True),
    "guilty": CellView(4, Role.GIVEN, outline=Outline.GUILTY),
    "differs": CellView(outline=Outline.DIFFERS),
    "apart": CellView(4, Role.FIXED, outline=Outline.APART),
    "alone": CellView(4, Role.FIXED, outline=Outline.ALONE),
    "unit": CellView(4, Role.FIXED, wash=Wash.UNIT),
    "step": CellView(4, Role.FIXED, wash=Wash.STEP),
}
CELLS = st.builds(
    CellView,
    digit=st.integers(0, 4),
    role=st.sampled_from(Role),
    level=st.integers(0, 120),
    candidates=st.integers(0, 15).map(lambda mask: mask << 1),
    struck=st.integers(0, 15).map(lambda mask: mask << 1),
    refused=st.integers(0, 4),
    wash=st.sampled_from(Wash),
    warmth=st.integers(0, HOTTEST),
    heat=st.sampled_from(["", "guessed", "conflict"]),
    dead=st.booleans(),
    culprit=st.booleans(),
    parts=st.dictionaries(st.integers(1, 4), st.sampled_from(MarkRole), max_size=4).map(
        lambda found: tuple(found.items())
    ),
    outline=st.sampled_from(Outline),
    hue=st.sampled_from(["", "#e8837c"]),
)
SMALL = Geometry.boxes(2, 2)
BOARDS = st.builds(
    BoardView,
    st.just(SMALL),
    st.tuples(*[CELLS] * 16),
    st.sampled_from(["1234", "ABCD"]),
    st.booleans(),
)


def picture(view: CellView, size: int = 64, look: theme.Theme = LIGHT, **more: float) -> pygame.Surface:
    surface = pygame.Surface((size, size))
    CellPainter(look, STANDARD, "123456789", size).paint(Canvas(surface, look, FONTS), view, **more)
    return surface


def grey(surface: pygame.Surface) -> np.ndarray:
    """Return the grey, from 0 to 255, that a black and white printer makes of a colour."""
    return pygame.surfarray.array3d(surface).astype(float) @ (0.299, 0.587, 0.114)


def canvas(size: tuple[int, int] = (300, 200)) -> pygame.Surface:
    surface = pygame.Surface(size)
    surface.fill(MAGENTA)
    return surface


def same(one: pygame.Surface, other: pygame.Surface) -> bool:
    return pygame.image.tobytes(one, "RGB") == pygame.image.tobytes(other, "RGB")


def filled(geometry: Geometry, cell: CellView) -> BoardView:
    return BoardView(geometry, (cell,) * len(geometry.cells), SYMBOLS[: geometry.symbols])


@pytest.mark.parametrize("look", THEMES, ids=theme.names())
@pytest.mark.parametrize("size", [22, 40, 64, 150])
def test_every_state_has_a_look_of_its_own_even_without_colour(look: theme.Theme, size: int) -> None:
    pictures = {name: grey(picture(view, size, look)) for name, view in STATES.items()}
    for one, other in combinations(pictures, 2):
        difference = np.abs(pictures[one] - pictures[other])
        assert (difference > 25).sum() >= max(4, size * size // 400) or difference.mean() > 8, (one, other)


@pytest.mark.parametrize("look", THEMES, ids=theme.names())
def test_levels_of_guesses_can_be_read_up_to_three_figures(look: theme.Theme) -> None:
    pictures = [grey(picture(CellView(4, Role.GUESSED, level), 50, look)) for level in (1, 2, 7, 17, 71, 128, 182)]
    for one, other in combinations(pictures, 2):
        assert (np.abs(one - other) > 60).sum() >= 4


@given(st.sampled_from(sides()), st.integers(150, 1200), st.integers(150, 1200))
def test_cells_are_equal_and_lines_lie_between_them_on_whole_pixels(side: int, width: int, height: int) -> None:
    geometry = Geometry.of_side(side)
    rect = pygame.Rect(7, 11, width, height)
    layout = BoardLayout.fit(rect, geometry)
    assert rect.contains(layout.frame)
    for edges, box, start, end in (
        (layout.xs, geometry.box[1], layout.frame.left, layout.frame.right),
        (layout.ys, geometry.box[0], layout.frame.top, layout.frame.bottom),
    ):
        gaps = [b - a - layout.cell for a, b in zip(edges, edges[1:], strict=False)]
        assert gaps == [layout.strong if i % box == 0 else layout.thin for i in range(1, side)]
        assert edges[0] - start == layout.strong == end - edges[-1] - layout.cell
    assert layout.thin < layout.strong


@given(st.sampled_from(sides()), st.integers(200, 1500))
def test_the_board_is_as_large_as_fits(side: int, room: int) -> None:
    geometry = Geometry.of_side(side)
    layout = BoardLayout.fit(pygame.Rect(0, 0, room, room), geometry)
    larger = BoardLayout.fit(pygame.Rect(0, 0, room + side + 40, room + side + 40), geometry)
    assert larger.cell > layout.cell
    assert room - max(layout.frame.size) < side + 8 * (side + 1)


@examples(40, quick=8)
@given(BOARDS, st.floats(0, 1))
def test_nothing_is_painted_outside_the_frame_and_the_frame_is_filled(view: BoardView, flash: float) -> None:
    surface, rect = canvas(), pygame.Rect(30, 20, 170, 150)
    painter = BoardPainter(LIGHT, FONTS)
    painter.paint(surface, rect, view, flash)
    clean = np.all(pygame.surfarray.array3d(surface) == MAGENTA, axis=2)
    frame = painter.frame
    assert frame is not None and rect.contains(frame)
    assert not clean[frame.left : frame.right, frame.top : frame.bottom].any()
    clean[frame.left : frame.right, frame.top : frame.bottom] = True
    assert clean.all()


def test_rows_and_columns_have_numbers_beside_the_board_if_cells_are_named_by_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for named_so in (True, False):
        surface, rect, geometry = canvas(), pygame.Rect(30, 20, 170, 150), Geometry.of_side(4)
        monkeypatch.setattr("visualizer.painting.board.plan_of", partial(plan, pitch=int(named_so)))
        painter = BoardPainter(LIGHT, FONTS)
        painter.paint(surface, rect, filled(geometry, CellView()))
        painter.paint_numbers(Canvas(surface, LIGHT, FONTS), 20)
        frame, inked = painter.frame, ~np.all(pygame.surfarray.array3d(surface) == MAGENTA, axis=2)
        assert frame is not None
        above = [inked[at.left : at.right, : frame.top].any() for at in map(painter.rect_of, range(4)) if at]
        beside = [inked[: frame.left, at.top : at.bottom].any() for at in map(painter.rect_of, range(0, 16, 4)) if at]
        assert above == beside == [named_so] * 4
        assert not inked[frame.right :].any() and not inked[:, frame.bottom :].any()


def plan(geometry: Geometry, pitch: int) -> BoardPlan:
    return plan_of(geometry)._replace(pitch=pitch)


@examples(40, quick=8)
@given(st.lists(st.tuples(BOARDS, st.sampled_from([0.0, 0.4, 1.0])), min_size=1, max_size=5))
def test_painting_what_changed_equals_painting_afresh(views: list[tuple[BoardView, float]]) -> None:
    rect, kept = pygame.Rect(30, 20, 170, 150), canvas()
    painter = BoardPainter(LIGHT, FONTS)
    for view, flash in views:
        painter.paint(kept, rect, view, flash)
        fresh = canvas()
        BoardPainter(LIGHT, FONTS).paint(fresh, rect, view, flash)
        assert same(kept, fresh)


def test_only_cells_that_changed_are_drawn_again() -> None:
    surface, rect, painter = canvas(), pygame.Rect(30, 20, 170, 150), BoardPainter(LIGHT, FONTS)
    before = filled(SMALL, CellView(candidates=6))
    after = BoardView(SMALL, (CellView(1, Role.FIXED), *before.cells[1:]), before.alphabet)
    assert painter.paint(surface, rect, before) == [painter.frame]
    assert painter.paint(surface, rect, before) == []
    assert painter.paint(surface, rect, after) == [painter.rect_of(0)]
    painter.invalidate()
    assert painter.paint(surface, rect, after) == [painter.frame]


def test_another_theme_surface_place_or_answer_is_painted_whole() -> None:
    view, rect = filled(SMALL, CellView(1, Role.FIXED)), pygame.Rect(30, 20, 170, 150)
    painter, surface = BoardPainter(LIGHT, FONTS), canvas()
    painter.paint(surface, rect, view)
    painter.theme = THEMES[1]
    assert painter.paint(surface, rect, view) == [painter.frame]
    assert painter.paint(surface, rect.move(3, 0), view) == [painter.frame]
    assert painter.paint(canvas(), rect, view) == [painter.frame]
    assert painter.paint(canvas(), rect, BoardView(SMALL, view.cells, view.alphabet, solved=True)) == [painter.frame]


def test_a_flash_touches_only_what_is_to_blame() -> None:
    cells = (STATES["culprit"], STATES["dead"], *[STATES["given"]] * 14)
    view, rect = BoardView(SMALL, cells, "1234"), pygame.Rect(0, 0, 200, 200)
    painter, surface = BoardPainter(LIGHT, FONTS), canvas()
    painter.paint(surface, rect, view)
    calm = surface.copy()
    assert painter.paint(surface, rect, view, 1.0) == [painter.rect_of(0), painter.rect_of(1)]
    assert not same(calm, surface)
    assert painter.paint(surface, rect, view, 0.0) == [painter.rect_of(0), painter.rect_of(1)]
    assert same(calm, surface)


def test_a_solved_board_is_told_by_a_tick_as_well_as_by_colour() -> None:
    view, rect = filled(SMALL, CellView(1, Role.FIXED)), pygame.Rect(0, 0, 200, 200)
    open_, solved = canvas(), canvas()
    BoardPainter(LIGHT, FONTS).paint(open_, rect, view)
    painter = BoardPainter(LIGHT, FONTS)
    painter.paint(solved, rect, BoardView(SMALL, view.cells, view.alphabet, solved=True))
    last = painter.rect_of(15)
    assert last is not None
    assert (np.abs(grey(open_.subsurface(last)) - grey(solved.subsurface(last))) > 60).sum() > 20


@pytest.mark.parametrize("side", [9, 16, 25, 36])
@pytest.mark.parametrize("size", [12, 20, 36, 64, 200])
def test_each_candidate_has_a_visible_place_of_its_own(side: int, size: int) -> None:
    geometry = Geometry.of_side(side)
    painter = CellPainter(LIGHT, geometry, SYMBOLS[:side], size)
    slots = Slots(geometry, size)
    bare = pygame.Surface((size, size))
    painter.paint(Canvas(bare, LIGHT, FONTS), CellView())
    for digit in geometry.digits:
        surface = pygame.Surface((size, size))
        painter.paint(Canvas(surface, LIGHT, FONTS), CellView(candidates=1 << digit))
        changed = np.argwhere(grey(surface) != grey(bare))
        assert len(changed) and all(slots.rect(digit).inflate(2, 2).collidepoint(point) for point in changed.tolist())


def test_small_cells_show_dots_and_large_ones_digits() -> None:
    """Check that all dots look the same, while digits differ."""

    def marks(size: int) -> list[bytes]:
        slots, painter = Slots(STANDARD, size), CellPainter(LIGHT, STANDARD, "123456789", size)
        surface = pygame.Surface((size, size))
        painter.paint(Canvas(surface, LIGHT, FONTS), CellView(candidates=0b1111111110))
        return [pygame.image.tobytes(surface.subsurface(slots.rect(digit)), "RGB") for digit in STANDARD.digits]

    assert len(set(marks(24))) == 1
    assert len(set(marks(64))) == 9


@pytest.mark.parametrize("geometry", [SMALL, STANDARD, Geometry.boxes(2, 5), Geometry.of_side(25)], ids=repr)
def test_points_lead_back_to_cells_and_candidates(geometry: Geometry) -> None:
    painter, surface = BoardPainter(LIGHT, FONTS), canvas((700, 640))
    assert painter.cell_at((50, 50)) is None and painter.rect_of(0) is None
    painter.paint(surface, pygame.Rect(20, 10, 660, 620), filled(geometry, CellView()))
    assert painter.frame is not None and painter.cell_at(painter.frame.topleft) is None
    assert painter.cell_at((0, 0)) is None and painter.candidate_at((0, 0)) is None
    for cell in geometry.cells:
        rect = painter.rect_of(cell)
        assert rect is not None
        corners = (rect.topleft, rect.center, (rect.right - 1, rect.bottom - 1))
        assert {painter.cell_at(point) for point in corners} == {cell}
        assert painter.cell_at((rect.right, rect.top)) != cell
        slots = Slots(geometry, rect.width)
        for digit in geometry.digits:
            centre = slots.rect(digit).move(rect.topleft).center
            assert painter.candidate_at(centre) == (cell, digit)


@pytest.mark.parametrize("side", sides())
@pytest.mark.parametrize("room", slow_but([180], [180, 600, 2100]))
def test_every_size_of_board_can_be_painted(side: int, room: int) -> None:
    geometry = Geometry.of_side(side)
    states = list(STATES.values())
    cells = tuple(states[cell % len(states)] for cell in geometry.cells)
    surface = canvas((room, room))
    painter = BoardPainter(THEMES[1], FONTS)
    painter.paint(surface, surface.get_rect(), BoardView(geometry, cells, ""))
    assert painter.frame is not None and painter.frame.width > room * 0.7


def test_pictures_are_kept_within_their_bound() -> None:
    painter, surface = BoardPainter(LIGHT, FONTS, cache_bytes=500_000), canvas((400, 400))
    for mask in range(2, 700, 2):
        painter.paint(surface, pygame.Rect(0, 0, 400, 400), filled(SMALL, CellView(candidates=mask)))
        assert painter._pictures.weight <= 500_000


def test_a_repaint_of_four_cells_costs_little() -> None:
    """Check that repainting four cells is little work, which takes a tenth of a millisecond on an idle machine."""
    painter, surface, rect = BoardPainter(LIGHT, FONTS), canvas((1280, 800)), pygame.Rect(24, 24, 640, 640)
    one = filled(STANDARD, CellView(candidates=0b1111111110))
    cells = list(one.cells)
    for cell in (3, 30, 50, 70):
        cells[cell] = CellView(candidates=6)
    views = (one, BoardView(STANDARD, tuple(cells), one.alphabet))
    for view in views * 2:
        painter.paint(surface, rect, view)
    four = calls_of(lambda: painter.paint(surface, rect, views[0]))
    assert len(painter.paint(surface, rect, views[1])) == 4
    other = surface.copy()
    everything = calls_of(lambda: painter.paint(other, rect, views[0]))
    assert 4 * four < everything
