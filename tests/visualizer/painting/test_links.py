"""Tests of the candidates of a pattern and the arrows between them, as drawn on the board."""

from __future__ import annotations

from itertools import combinations

import pygame
import pytest

import solvers
from puzzles import Puzzle
from puzzles.corpus import named
from visualizer.painting.board import BoardPainter
from visualizer.style import theme as themes
from visualizer.toolkit.canvas import Fonts
from visualizer.views.board import BoardView, CellView, Link, MarkRole, Role

FIG1 = named.find("fig1")
RECT = pygame.Rect(0, 0, 600, 600)
CHAIN = (Link((0, 5), (1, 5), True), Link((1, 5), (11, 2), False), Link((11, 2), (80, 3), True))


def view(
    puzzle: Puzzle = FIG1, parts: dict[int, tuple[tuple[int, MarkRole], ...]] | None = None, links=()
) -> BoardView:
    board = solvers.Board(puzzle)
    cells = [
        CellView(digit, Role.GIVEN) if digit else CellView(candidates=board.candidates[cell])
        for cell, digit in enumerate(board.values)
    ]
    for cell, played in (parts or {}).items():
        cells[cell] = cells[cell]._replace(parts=played)
    return BoardView(puzzle.geometry, tuple(cells), "123456789", links=links)


def painted(painter: BoardPainter, *views: BoardView) -> tuple[pygame.Surface, list[pygame.Rect]]:
    surface = pygame.Surface(RECT.size)
    changed: list[pygame.Rect] = []
    for one in views:
        changed = painter.paint(surface, RECT, one)
    return surface, changed


def fresh(theme: str) -> BoardPainter:
    return BoardPainter(themes.load(theme), Fonts())


def pixels(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGB")


@pytest.mark.parametrize("theme", themes.names())
@pytest.mark.parametrize("side", [600, 300], ids=["digits", "dots"])
def test_each_part_has_a_shape_of_its_own_without_colour(theme: str, side: int) -> None:
    """Compare the pixels that are not background, since shapes must differ even if their greys are nearly equal."""
    shapes = []
    for part in MarkRole:
        surface = pygame.Surface((side, side))
        painter = fresh(theme)
        painter.paint(surface, surface.get_rect(), view(parts={0: ((5, part),)}))
        cell = painter.rect_of(0)
        assert cell is not None
        ground = surface.get_at((cell.left + 1, cell.bottom - 2))
        picture = surface.subsurface(cell)
        shapes.append(tuple(picture.get_at((x, y)) != ground for x in range(cell.width) for y in range(cell.height)))
    for one, other in combinations(shapes, 2):
        assert sum(a != b for a, b in zip(one, other, strict=True)) >= 4


def test_a_part_of_a_candidate_that_is_struck_already_is_still_seen() -> None:
    bare = view()
    gone = bare.cells[0]._replace(candidates=bare.cells[0].candidates & ~(1 << 5))
    without = BoardView(bare.geometry, (gone, *bare.cells[1:]), bare.alphabet)
    target = BoardView(bare.geometry, (gone._replace(parts=((5, MarkRole.TARGET),)), *bare.cells[1:]), bare.alphabet)
    assert pixels(painted(fresh("light"), without)[0]) != pixels(painted(fresh("light"), target)[0])


@pytest.mark.parametrize("theme", themes.names())
def test_arrows_leave_nothing_behind_and_what_changes_is_told(theme: str) -> None:
    with_arrows, without = view(links=CHAIN), view()
    painter = fresh(theme)
    surface, changed = painted(painter, without, with_arrows)
    assert pixels(surface) == pixels(painted(fresh(theme), with_arrows)[0])
    assert pixels(surface) != pixels(painted(fresh(theme), without)[0])
    assert changed == [painter.frame]
    other = view(parts={40: ((5, MarkRole.ONE),)}, links=CHAIN[:1])
    assert pixels(painted(painter, with_arrows, other)[0]) == pixels(painted(fresh(theme), other)[0])
    assert pixels(painted(painter, with_arrows, without)[0]) == pixels(painted(fresh(theme), without)[0])


def test_strong_and_weak_links_and_directions_differ() -> None:
    there, back = (0, 5), (40, 5)
    links = [Link(there, back, True), Link(there, back, False), Link(back, there, True)]
    pictures = {pixels(painted(fresh("light"), view(links=(link,)))[0]) for link in links}
    assert len(pictures) == 3


def test_arrows_stay_on_the_board() -> None:
    surface = pygame.Surface((700, 700))
    painter = fresh("dark")
    painter.paint(
        surface, pygame.Rect(50, 50, 600, 600), view(links=(Link((0, 1), (8, 3), True), Link((72, 7), (0, 1), True)))
    )
    frame = painter.frame
    assert frame is not None
    outside = [(x, y) for x in range(0, 700, 3) for y in range(0, 700, 3) if not frame.collidepoint((x, y))]
    assert all(surface.get_at(point)[:3] == (0, 0, 0) for point in outside)


def led(*, dead: bool = True, conflict: bool = True) -> BoardView:
    """Return a full board with a dead cell in the corner, to which its row's first digit and its column's last lead."""
    cells = [CellView(cell % 9 + 1, Role.FIXED, culprit=conflict and cell in (0, 80)) for cell in range(81)]
    cells[8] = CellView(dead=dead)
    links = Link((0, 1), (8, 1), True), Link((80, 9), (8, 9), True)
    return BoardView(FIG1.geometry, tuple(cells), "123456789", links=links)


@pytest.mark.parametrize("theme", themes.names())
def test_an_arrow_from_a_digit_runs_between_the_digits_and_has_the_colour_of_a_conflict_at_a_dead_end(
    theme: str,
) -> None:
    without, painter = BoardView(FIG1.geometry, led().cells, "123456789"), fresh(theme)
    plain = painted(painter, without)[0]
    for conflict, color in ((True, painter.theme.conflict), (False, painter.theme.ink)):
        bare = painted(fresh(theme), BoardView(FIG1.geometry, led(conflict=conflict).cells, "123456789"))[0]
        surface = painted(fresh(theme), led(conflict=conflict))[0]
        points = [(x, y) for x in range(0, 600, 2) for y in range(0, 600, 2)]
        changed = [point for point in points if surface.get_at(point) != bare.get_at(point)]
        assert len(changed) > 100 and sum(surface.get_at(point)[:3] == tuple(color)[:3] for point in changed) > 50
        for cell in (*range(1, 8), *range(17, 80, 9)):
            rect = painter.rect_of(cell)
            assert rect is not None
            middle = rect.inflate(-0.8 * rect.width, -0.8 * rect.height)
            assert not any(middle.collidepoint(point) for point in changed), "no digit is crossed out"
    assert pixels(plain) != pixels(painted(fresh(theme), led())[0])
