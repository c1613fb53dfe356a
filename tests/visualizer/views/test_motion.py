"""Tests that the motion from one board to the next begins with the old board and ends with the new one."""

from __future__ import annotations

from itertools import pairwise
from math import inf

from hypothesis import given
from hypothesis import strategies as st

from puzzles.geometry import Geometry
from visualizer.painting.motion import (
    ARRIVAL,
    GHOST,
    GHOSTS_ONLY,
    NOTHING,
    PAUSE,
    SPREAD,
    Placed,
    Sprite,
    arrives,
    bare,
    holds,
    leaves,
    motion_between,
    peels,
    strikes,
)  # fmt: skip
from visualizer.views.board import BoardView, CellView, Role, Wash

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
    return [sprite for sprite in sprites if sprite.deed is leaves]


@given(BOARDS, BOARDS, trails(), trails(), st.booleans())
def test_it_begins_with_the_board_before(
    before: BoardView, after: BoardView, then: Placed, now: Placed, leap: bool
) -> None:
    sprites = motion_between(before, after, then, now, leap=leap)
    covered = {sprite.cell: sprite for sprite in sprites if sprite.shows(0.0)}
    for cell, (old, new) in enumerate(zip(before.cells, after.cells, strict=True)):
        if old.digit != new.digit or (not old.digit and content(old) != content(new)):
            assert content(covered[cell].was) == content(old)
            assert covered[cell].share(0.0) == 0.0
            assert covered[cell].was.wash is new.wash  # only what it holds is of before


@given(BOARDS, BOARDS, trails(), trails(), LIMITS, st.booleans())
def test_it_ends_with_the_board_after_within_the_limit(
    before: BoardView, after: BoardView, then: Placed, now: Placed, limit: float, leap: bool
) -> None:
    longest = max(SPREAD + GHOST, SPREAD + PAUSE + SPREAD + ARRIVAL) if leap else SPREAD + GHOST
    last = {}
    for sprite in sorted(motion_between(before, after, then, now, limit, leap=leap), key=lambda sprite: sprite.end):
        assert 0.0 <= sprite.start <= sprite.end <= min(limit, longest)
        assert not sprite.shows(sprite.end) and sprite.share(sprite.end) == 1.0
        last[sprite.cell] = sprite
    if limit >= GHOSTS_ONLY:
        assert all(sprite.now is after.cells[cell] for cell, sprite in last.items())


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


@given(BOARDS, BOARDS, trails(), trails())
def test_after_a_leap_nothing_arrives_or_changes_until_everything_undone_has_left(
    before: BoardView, after: BoardView, then: Placed, now: Placed
) -> None:
    sprites = motion_between(before, after, then, now, leap=True)
    left = [ghost.start for ghost in ghosts(sprites)]
    calm = (leaves, peels, holds)
    later = [sprite.start for sprite in sprites if sprite.deed not in calm]
    assert not left or (max(left) <= SPREAD + 1e-9 and all(start >= max(left) + PAUSE for start in later))
    turns = {ghost.cell: ghost.start for ghost in ghosts(sprites)}
    in_order = [turns[cell] for cell, _ in reversed(then) if cell in turns]
    assert in_order == sorted(in_order)
    lasting = {cell for cell in range(CELLS) if before.cells[cell].digit == after.cells[cell].digit != 0}
    assert not turns.keys() & lasting & {cell for cell, level in then if not level}


def test_a_digit_is_blamed_only_once_it_is_there() -> None:
    blank, two, three = (CellView(digit, culprit=bool(digit), candidates=0 if digit else 6) for digit in (0, 2, 3))
    cells = {"arrives": (blank, two), "replaced": (three._replace(culprit=False), two), "stays": (two, two)}
    rest = (blank,) * (CELLS - len(cells))
    before, after = (BoardView(GEOMETRY, (*(pair[i] for pair in cells.values()), *rest)) for i in (0, 1))
    for leap in (False, True):
        for sprite in motion_between(before, after, [(0, 1), (1, 1), (2, 2)], [(0, 1), (1, 1), (2, 2)], leap=leap):
            assert not (sprite.was.culprit and sprite.was.digit != after.cells[sprite.cell].digit), sprite
            assert not bare(sprite.now).culprit, "nor while its cell is blank"


def test_after_a_leap_a_digit_that_was_undone_and_placed_again_leaves_and_comes_back() -> None:
    digits = (CellView(1, Role.GUESSED, 1), CellView(2), CellView(3, Role.GUESSED, 2), CellView(4), CellView(2))
    board = BoardView(GEOMETRY, (*digits, *(CellView(),) * (CELLS - len(digits))))
    then, now = [(4, 0), (0, 1), (1, 1), (2, 2), (3, 2)], [(4, 0), (0, 1), (3, 1), (2, 2), (1, 2)]
    assert motion_between(board, board, then, now) == motion_between(board, board, then, then, leap=True) == ()
    sprites = motion_between(board, board, then, now, leap=True)
    assert [ghost.cell for ghost in sorted(ghosts(sprites), key=lambda ghost: ghost.start)] == [3, 2, 1]
    assert {sprite.cell for sprite in sprites if sprite.deed is arrives} == {1, 2, 3}


@given(BOARDS, trails())
def test_nothing_moves_where_nothing_changes(board: BoardView, trail: Placed) -> None:
    marked = BoardView(GEOMETRY, tuple(cell._replace(wash=Wash.UNIT, culprit=True) for cell in board.cells))
    assert motion_between(board, marked, trail, trail) == ()


def test_each_guess_that_leaves_loses_its_badge_and_a_struck_candidate_gets_a_stroke() -> None:
    blank = (CellView(candidates=0b11110),) * CELLS
    guessed = BoardView(GEOMETRY, (CellView(3, Role.GUESSED, 1), CellView(2, Role.FIXED), *blank[2:]))
    deeds = [(one.cell, one.deed) for one in motion_between(guessed, BoardView(GEOMETRY, blank), [(0, 1), (1, 1)])]
    assert (0, peels) in deeds and (1, peels) not in deeds
    struck = BoardView(GEOMETRY, (CellView(candidates=0b11100, struck=0b10), *blank[1:]))
    assert [one.deed for one in motion_between(BoardView(GEOMETRY, blank), struck)] == [strikes]


@given(BOARDS, BOARDS, trails(), trails())
def test_digits_that_others_replace_change_at_once(
    before: BoardView, after: BoardView, then: Placed, now: Placed
) -> None:
    for sprite in motion_between(before, after, then, now):
        if sprite.was.digit and sprite.now.digit and sprite.was.digit != sprite.now.digit:
            assert sprite.start == 0.0 and sprite.deed in (leaves, peels, arrives)
