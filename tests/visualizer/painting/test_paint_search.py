"""Tests that the drawn search tree stays in its pane, shows its states by shape, and can be clicked."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations

import numpy as np
import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from runs import Ticking, of_walk, run_out
from slow import slow_but
from strategies import examples, walks
from tree_drawings import (
    BRANCHES,
    DARK,
    EMPTY,
    FONTS,
    LIGHT,
    Walk,
    bushy,
    cut,
    ink,
    name,
    of_case,
    of_steps,
    painted,
    within,
)

from solvers.core.board import Candidates
from solvers.core.step import Step, Why, backtrack, guess
from visualizer.analysis.search_tree import NodeState, SearchTree, TreeDrawing, TreeView
from visualizer.panes.tree import paint
from visualizer.panes.tree.paint import (
    MOST_JUMPS,
    PAD,
    TreeFrame,
    capacity,
    item_at,
    label_places,
)
from visualizer.style import theme
from visualizer.toolkit.canvas import Canvas

MAGENTA = (255, 0, 255)
SIZES = [(240, 90, 0.75), (300, 480, 0.75), (640, 210, 1.0), (620, 60, 1.0), (1340, 640, 2.8)]


@pytest.mark.parametrize(("width", "height", "scale"), [*SIZES, (40, 30, 1.0), (90, 12, 2.8)])
@pytest.mark.parametrize("steps", [BRANCHES, bushy(200, 9), [guess(level, 1) for level in range(16)]], ids=len)
def test_nothing_is_painted_outside_the_pane(steps: list[Step], width: int, height: int, scale: float) -> None:
    surface, rect = pygame.Surface((width + 80, height + 60)), pygame.Rect(50, 30, width, height)
    surface.fill(MAGENTA)
    for position in (0, len(steps) // 2, len(steps)):
        drawing = of_steps(steps, position, rect, scale)
        paint.paint_tree(Canvas(surface, DARK, FONTS, scale), TreeFrame.of(rect, drawing, scale), drawing, name)
    assert surface.get_clip() == surface.get_rect()
    clean = (pygame.surfarray.array3d(surface) == MAGENTA).all(axis=2)
    assert not clean.all()
    clean[rect.left : rect.right, rect.top : rect.bottom] = True
    assert clean.all()


@pytest.mark.parametrize(("width", "height", "scale"), SIZES)
def test_the_same_drawing_gives_the_same_picture(width: int, height: int, scale: float) -> None:
    rect = pygame.Rect(5, 5, width, height)
    one, other = (painted(of_steps(BRANCHES, 99, rect, scale), rect, DARK, scale) for _ in range(2))
    assert (one == other).all() and ink(one, DARK).any()


@given(walks, st.integers(0, 250), st.integers(60, 1400), st.integers(30, 900), st.sampled_from([0.75, 1.0, 2.8]))
def test_the_whole_tree_lies_in_the_pane(case: Walk, position: int, width: int, height: int, scale: float) -> None:
    rect = pygame.Rect(11, 7, width, height)
    drawing = of_case(case, position, rect, scale)
    assert_fits(rect, drawing, scale)


@pytest.mark.parametrize(("width", "height", "scale"), SIZES)
def test_a_tree_too_deep_for_its_names_lies_in_the_pane_too(width: int, height: int, scale: float) -> None:
    rect = pygame.Rect(3, 5, width, height)
    for depth in (17, 60, 200):
        drawing = of_steps(bushy(2 * depth, depth), 10**6, rect, scale)
        assert_fits(rect, drawing, scale)
        chain = of_steps([guess(level % 80, 1) for level in range(depth)], depth, rect, scale)
        ends = [TreeFrame.of(rect, chain, scale).point(0, y)[1] for y in (0, chain.layout.deepest)]
        assert ends[1] - ends[0] >= 0.8 * min(height - 2 * PAD * scale, 18 * scale * depth), "and uses its height"


def assert_fits(rect: pygame.Rect, drawing: TreeDrawing, scale: float) -> None:
    """Check that every node, the path and any triangles are inside the pane, in the middle."""
    frame, layout = TreeFrame.of(rect, drawing, scale), drawing.layout
    points = frame.points(np.append(layout.x, drawing.path_x), np.append(layout.bottom, drawing.path_y))
    assert [point for point in points if not rect.collidepoint(point)] == []
    left, right = frame.point(0, 0)[0] - rect.left, rect.right - frame.point(layout.span, 0)[0]
    assert abs(left - right) <= 1
    if frame.half * 2 <= frame.across and not frame.crowded:
        assert all(map(rect.contains, frame.bounds(drawing)))


@given(walks, st.integers(0, 250), st.sampled_from(SIZES))
def test_each_item_is_found_where_it_is_drawn(case: Walk, position: int, size: tuple[int, int, float]) -> None:
    width, height, scale = size
    rect = pygame.Rect(13, 4, width, height)
    drawing = of_case(case, position, rect, scale)
    frame, layout = TreeFrame.of(rect, drawing, scale), drawing.layout
    for item in np.flatnonzero(layout.guesses):
        point = frame.point(float(layout.x[item]), float(layout.y[item]))
        found = item_at(frame, drawing, point)
        assert found is not None
        bounds = frame.bounds(drawing)[found]
        assert abs(bounds.centerx - point[0]) <= 1 and bounds.top - 1 <= point[1] <= bounds.bottom + 1
    away = (rect.left - 10 * rect.width, rect.top)
    assert item_at(frame, drawing, away) is None


def test_a_triangle_is_found_down_to_its_deepest_guess_and_the_ground_holds_nothing() -> None:
    rect = pygame.Rect(0, 0, 400, 210)
    drawing = of_steps(bushy(200, 9), 10**6, rect)
    frame = TreeFrame.of(rect, drawing)
    folds = np.flatnonzero(drawing.layout.guesses > 1)
    assert len(folds) > 3
    for item in folds.tolist():
        bounds = frame.bounds(drawing)[item]
        assert item_at(frame, drawing, (bounds.centerx, bounds.bottom - 1)) == item
    assert item_at(frame, drawing, (rect.right - 1, rect.bottom - 1)) is None


def shape_of(state: NodeState, guesses: int, scale: float) -> np.ndarray:
    """Return the painted shape of an item in a state, ignoring its colour."""
    rect = pygame.Rect(0, 0, round(400 * scale), round(200 * scale))
    steps = [guess(0, 1), guess(1, 1), backtrack(1), guess(1, 2), backtrack(1), guess(1, 3)]
    drawing = of_steps(steps, len(steps), rect, scale)
    layout = drawing.layout
    counts, bottom = layout.guesses.copy(), layout.bottom.copy()
    counts[2], bottom[2] = guesses, layout.y[2] + (guesses > 1) * 2.0
    states = drawing.states.copy()
    states[2] = state
    layout = replace(layout, guesses=counts, bottom=bottom, jumps=layout.jumps[:0])
    drawing = replace(drawing, layout=layout, states=states, jumps=layout.jumps)
    if state is NodeState.OPEN:
        drawing = replace(drawing, path=(0, 1, 2), path_x=layout.x[:3], path_y=layout.y[:3])
    frame = TreeFrame.of(rect, drawing, scale)
    x, y = frame.point(float(layout.x[2]), float(layout.y[2]))
    reach = frame.radius + 2
    return cut(ink(painted(drawing, rect, scale=scale)), pygame.Rect(x - reach, y - 1, 2 * reach, reach + 1))


@pytest.mark.parametrize("scale", slow_but([0.75], [0.75, 1.0, 2.8]))
def test_states_differ_in_shape(scale: float) -> None:
    shown = {state: shape_of(state, 1, scale) for state in NodeState}
    assert all(shape.sum() >= 6 for shape in shown.values())
    for one, other in combinations(shown, 2):
        assert (shown[one] != shown[other]).sum() >= 4 * scale, (one.name, other.name)


def test_folded_triangles_differ_at_their_tips() -> None:
    """Check that a pale triangle shows whether it lies ahead, was left, or holds a solution."""
    shown = {state: shape_of(state, 7, 2.8) for state in NodeState if state is not NodeState.OPEN}
    for one, other in combinations(shown, 2):
        assert (shown[one] != shown[other]).sum() >= 8, (one.name, other.name)


def test_where_the_search_is_differs_from_the_guesses_above_it() -> None:
    """Check that rings are open in the middle, while the current guess is filled."""
    rect = pygame.Rect(0, 0, 500, 240)
    drawing = of_steps(BRANCHES, 99, rect)
    frame = TreeFrame.of(rect, drawing)
    picture = painted(drawing, rect)
    middles = [picture[frame.point(x, y)] for x, y in zip(drawing.path_x, drawing.path_y, strict=True)]
    assert len(middles) == 4
    assert all(tuple(middle) == LIGHT.background for middle in middles[:-1])
    assert tuple(middles[-1]) == LIGHT.guessed


@pytest.mark.parametrize("look", [LIGHT, DARK], ids=theme.names())
def test_the_path_is_stronger_than_what_failed_and_that_than_what_is_to_come(look: theme.Theme) -> None:
    rect = pygame.Rect(0, 0, 500, 240)
    steps = [guess(0, 1), backtrack(0), guess(0, 2), backtrack(0), guess(0, 3)]
    drawing = of_steps(steps, 3, rect)
    frame, layout = TreeFrame.of(rect, drawing), drawing.layout
    picture = painted(drawing, rect, look).copy()
    (root, *guessed) = [frame.point(x, y) for x, y in zip(layout.x, layout.y, strict=True)]
    thick = []
    for x, y in guessed:
        mx, my = (root[0] + x) // 2, (root[1] + y) // 2
        column = picture[mx - 8 : mx + 9, my]
        thick.append(max(theme.contrast(tuple(pixel), look.background) for pixel in column.tolist()))
    assert thick[1] > thick[0] > thick[2] > 1.2
    assert (ink(picture, look)[:, (root[1] + guessed[0][1]) // 2]).sum() >= 4


# Names


@given(walks, st.integers(0, 250), st.sampled_from(SIZES))
def test_names_lie_in_the_pane_and_none_hides_another_or_a_node(
    case: Walk, position: int, size: tuple[int, int, float]
) -> None:
    width, height, scale = size
    rect = pygame.Rect(17, 9, width, height)
    drawing = of_case(case, position, rect, scale)
    frame = TreeFrame.of(rect, drawing, scale)
    named = label_places(TreeFrame.of(rect, drawing, scale), drawing, name, FONTS)
    assert all(rect.contains(place) for _, place in named)
    assert not any(one.colliderect(other) for (_, one), (_, other) in combinations(named, 2))
    assert {node for node, _ in named} <= set(drawing.path[1:])
    covered = frame.bounds(drawing)
    for node, place in named:
        assert node == drawing.path[-1] or place.collidelist(covered) < 0
        y = frame.point(0, drawing.path_y[drawing.path.index(node)])[1]
        assert place.top - frame.radius - round(5 * scale) <= y <= place.bottom


def test_the_last_guess_is_named_even_in_a_crowd() -> None:
    rect = pygame.Rect(0, 0, 400, 210)
    steps = bushy(300, 9)
    for position in range(1, len(steps), 17):
        drawing = of_steps(steps, position, rect)
        named = label_places(TreeFrame.of(rect, drawing), drawing, name, FONTS)
        assert drawing.path[-1] == 0 or drawing.path[-1] in [node for node, _ in named]


@pytest.mark.parametrize("look", [LIGHT, DARK], ids=theme.names())
@pytest.mark.parametrize("scale", [0.75, 1.0, 2.8])
def test_names_are_painted_in_their_places_and_legible(look: theme.Theme, scale: float) -> None:
    rect = pygame.Rect(0, 0, round(500 * scale), round(260 * scale))
    drawing = of_steps(BRANCHES, 99, rect, scale)
    places = [place for _, place in label_places(TreeFrame.of(rect, drawing, scale), drawing, name, FONTS)]
    assert len(places) == 3
    one, other = (
        painted(drawing, rect, look, scale, called) for called in (name, lambda node: name(node).replace("2", "7"))
    )
    changed = (one != other).any(axis=2)
    assert not changed[~within([place.inflate(2, 4) for place in places], one)].any()
    for place in places:
        assert cut(changed, place).any()
        text = cut(one, place).reshape(-1, 3).tolist()
        assert max(theme.contrast(tuple(pixel), look.background) for pixel in text) >= 4.5


# Triangles


def folded(width: int, leaves: int) -> tuple[TreeDrawing, pygame.Rect, int]:
    """Return a tree folded to a number of leaves, with its pane and its widest triangle."""
    rect = pygame.Rect(0, 0, width, 300)
    timeline = of_walk(lambda: iter(bushy(300, 9)), EMPTY, Candidates.NONE)
    run_out(timeline)
    tree = SearchTree(timeline)
    assert tree.grow(Ticking(), 1)
    drawing = TreeView(tree).drawing(timeline.length, leaves)
    return drawing, rect, int((drawing.layout.guesses * (drawing.layout.bottom > drawing.layout.y + 2)).argmax())


def test_a_triangle_shows_how_many_guesses_it_stands_for_where_there_is_room() -> None:
    def counted(width: int, leaves: int) -> bool:
        drawing, rect, item = folded(width, leaves)
        counts = drawing.layout.guesses.copy()
        assert counts[item] > 9
        counts[item] += 1 if counts[item] % 10 < 9 else -1
        other = replace(drawing, layout=replace(drawing.layout, guesses=counts))
        changed = (painted(drawing, rect) != painted(other, rect)).any(axis=2)
        bounds = TreeFrame.of(rect, drawing).bounds(drawing)[item]
        assert not changed[~within([bounds], changed[..., None])].any()
        return bool(changed.any())

    assert counted(900, 10) and not counted(120, 10)


# Backjumps and restarts


@pytest.mark.parametrize("why", [Why.RESTART, None])
@pytest.mark.parametrize("look", [LIGHT, DARK], ids=theme.names())
def test_a_backjump_and_a_restart_are_seen_once_made(look: theme.Theme, why: Why | None) -> None:
    rect = pygame.Rect(0, 0, 500, 240)
    back = backtrack(0, why) if why else backtrack(1)
    steps = [guess(0, 1), guess(1, 1), guess(2, 1), guess(3, 1), back, guess(5, 2)]
    before, after = (of_steps(steps, position, rect) for position in (4, 5))
    assert len(before.jumps) == 0 and len(after.jumps) == 1 and bool(after.jumps[0, 3]) == (why is not None)
    none = replace(after, jumps=after.jumps[:0])
    one, other = painted(after, rect, look), painted(none, rect, look)
    arc = (one != other).any(axis=2)
    assert arc.sum() >= 40
    assert max(theme.contrast(tuple(pixel), look.background) for pixel in one[arc].tolist()) >= 4.5
    source, target = (TreeFrame.of(rect, after).point(0, after.layout.y[i])[1] for i in after.jumps[0, 1:3])
    ys = np.argwhere(arc)[:, 1]
    assert ys.min() <= target + 12 and ys.max() >= source - 12


def test_only_the_last_jumps_are_drawn() -> None:
    rect = pygame.Rect(0, 0, 600, 240)
    steps = [step for digit in range(12) for step in (guess(0, digit % 4 + 1), guess(1, 1), guess(2, 1), backtrack(0))]
    drawing = of_steps(steps, len(steps), rect)
    assert len(drawing.jumps) == 12
    last, fewer, none = (
        painted(replace(drawing, jumps=drawing.jumps[12 - count :]), rect) for count in (MOST_JUMPS, MOST_JUMPS - 1, 0)
    )
    assert (painted(drawing, rect) == last).all()
    assert (last != fewer).any() and (fewer != none).any()


# Work


def test_the_work_is_bounded_by_the_pane_and_not_by_the_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = Counter[str]()

    def counting(module: object, function: str) -> None:
        real = getattr(module, function)

        def counted(*args: object, **named: object) -> object:
            calls[function] += 1
            return real(*args, **named)

        monkeypatch.setattr(module, function, counted)

    for function in ("polygon", "disc", "stroke"):
        counting(Canvas, function)
    for function in ("aaline", "aalines", "line"):
        counting(pygame.draw, function)
    rect, depth = pygame.Rect(0, 0, 640, 210), 12
    drawing = of_steps(bushy(3900, depth), 5000, rect)
    painted(drawing, rect)
    items = len(drawing.layout.x)
    tips = items - len({*drawing.layout.parents.tolist()} - {-1})
    assert tips <= capacity(rect) and items <= capacity(rect) * (depth + 1) < 3900
    assert items <= calls.total() <= 4 * items + 12 * MOST_JUMPS + 4 * depth


@examples(25)
@given(walks, st.integers(0, 250))
def test_scrubbing_moves_no_triangle_and_no_node(case: Walk, position: int) -> None:
    """Check that the layout at any position is part of the final one, except for the path and the names."""
    rect = pygame.Rect(0, 0, 500, 200)
    then, end = (of_case(case, at, rect, 1.0) for at in (position, 250))
    frames = [TreeFrame.of(rect, each) for each in (then, end)]
    bounds = [frame.bounds(each) for frame, each in zip(frames, (then, end), strict=True)]
    assert bounds[0] == bounds[1]
