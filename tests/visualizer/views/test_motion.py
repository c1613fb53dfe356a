"""Motion from one board to the next begins with the old board and ends with the new one."""

from __future__ import annotations

from itertools import pairwise
from math import inf

from hypothesis import given
from hypothesis import strategies as st

from puzzles.geometry import Geometry
from visualizer.views.board import BoardView, CellView, Role, Wash
from visualizer.views.motion import GHOST, GHOSTS_ONLY, NOTHING, SPREAD, CellChange, Placed, Sprite, motion_between

GEOMETRY = Geometry.boxes(2, 2)
CELLS = len(GEOMETRY.cells)
VIEWS = st.one_of(
    st.builds(CellView, digit=st.integers(1, 4), role=st.sampled_from([Role.FIXED, Role.GUESSED]),
              level=st.integers(1, 5), wash=st.sampled_from(Wash)),
    st.builds(CellView, candidates=st.integers(0, 15).map(lambda mask: mask << 1), wash=st.sampled_from(Wash)),
)  # fmt: skip
BOARDS = st.lists(VIEWS, min_size=CELLS, max_size=CELLS).map(lambda cells: BoardView(GEOMETRY, tuple(cells)))
LIMITS = st.one_of(st.just(inf), st.floats(0.001, 3))


@st.composite
def trails(draw: st.DrawFn) -> Placed:
    cells = draw(st.permutations(range(CELLS)))
    levels = sorted(draw(st.lists(st.integers(0, 5), min_size=CELLS, max_size=CELLS)))
    return list(zip(cells, levels, strict=True))


def content(view: CellView) -> tuple[object, ...]:
    return view.digit, view.role, view.level, view.candidates, view.struck


def ghosts(sprites: tuple[Sprite, ...]) -> list[Sprite]:
    return [sprite for sprite in sprites if sprite.deed is CellChange.LEAVES]


@given(BOARDS, BOARDS, trails(), trails())
def test_it_begins_with_the_board_before(before: BoardView, after: BoardView, then: Placed, now: Placed) -> None:
    sprites = motion_between(before, after, then, now)
    covered = {sprite.cell: sprite for sprite in sprites if sprite.shows(0.0)}
    for cell, (old, new) in enumerate(zip(before.cells, after.cells, strict=True)):
        if old.digit != new.digit or (not old.digit and content(old) != content(new)):
            assert content(covered[cell].was) == content(old)
            assert covered[cell].share(0.0) == 0.0
            assert covered[cell].was.wash is new.wash  # only what it holds is of before


@given(BOARDS, BOARDS, trails(), trails(), LIMITS)
def test_it_ends_with_the_board_after_within_the_limit(
    before: BoardView, after: BoardView, then: Placed, now: Placed, limit: float
) -> None:
    for sprite in motion_between(before, after, then, now, limit):
        assert 0.0 <= sprite.start <= sprite.end <= min(limit, SPREAD + GHOST)
        assert not sprite.shows(sprite.end) and sprite.share(sprite.end) == 1.0
        assert sprite.now is after.cells[sprite.cell]


@given(BOARDS, BOARDS, trails(), trails(), LIMITS)
def test_each_digit_that_left_has_one_ghost_unless_steps_are_too_fast(
    before: BoardView, after: BoardView, then: Placed, now: Placed, limit: float
) -> None:
    sprites = motion_between(before, after, then, now, limit)
    both = enumerate(zip(before.cells, after.cells, strict=True))
    left = {cell: old.digit for cell, (old, new) in both if old.digit and old.digit != new.digit}
    shown = ghosts(sprites)
    assert len(shown) == (len(left) if limit >= NOTHING else 0)
    if limit >= NOTHING:
        assert {ghost.cell: ghost.was.digit for ghost in shown} == left
    if limit < GHOSTS_ONLY:
        assert len(sprites) == len(shown) and all(ghost.start == 0.0 for ghost in shown)


@given(BOARDS, trails())
def test_digits_leave_in_the_reverse_order_of_the_trail_and_levels_apart(before: BoardView, then: Placed) -> None:
    after = BoardView(GEOMETRY, (CellView(),) * CELLS)
    turns = {ghost.cell: ghost.start for ghost in ghosts(motion_between(before, after, then))}
    starts = [(turns[cell], level) for cell, level in reversed(then) if cell in turns]
    gaps = [(later - sooner, one == other) for (sooner, one), (later, other) in pairwise(starts)]
    assert not starts or starts[0][0] == 0.0
    assert all(gap > 0 for gap, _ in gaps)
    within, between = ([gap for gap, same in gaps if same is level] for level in (True, False))
    assert not (within and between) or min(between) > 1.5 * max(within)


@given(BOARDS, trails())
def test_nothing_moves_where_nothing_changes(board: BoardView, trail: Placed) -> None:
    marked = BoardView(GEOMETRY, tuple(cell._replace(wash=Wash.UNIT, culprit=True) for cell in board.cells))
    assert motion_between(board, marked, trail, trail) == ()


def test_each_guess_that_leaves_loses_its_badge_and_a_struck_candidate_gets_a_stroke() -> None:
    blank = (CellView(candidates=0b11110),) * CELLS
    guessed = BoardView(GEOMETRY, (CellView(3, Role.GUESSED, 1), CellView(2, Role.FIXED), *blank[2:]))
    deeds = [(one.cell, one.deed) for one in motion_between(guessed, BoardView(GEOMETRY, blank), [(0, 1), (1, 1)])]
    assert (0, CellChange.PEELS) in deeds and (1, CellChange.PEELS) not in deeds
    struck = BoardView(GEOMETRY, (CellView(candidates=0b11100, struck=0b10), *blank[1:]))
    assert [one.deed for one in motion_between(BoardView(GEOMETRY, blank), struck)] == [CellChange.STRIKES]


@given(BOARDS, BOARDS, trails(), trails())
def test_digits_that_others_replace_change_at_once(
    before: BoardView, after: BoardView, then: Placed, now: Placed
) -> None:
    for sprite in motion_between(before, after, then, now):
        if sprite.was.digit and sprite.now.digit and sprite.was.digit != sprite.now.digit:
            assert sprite.start == 0.0 and sprite.deed in (CellChange.LEAVES, CellChange.PEELS, CellChange.ARRIVES)
