"""Tests that cells which are edges are drawn as lines and crosses, in every picture, and found by the pointer."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from itertools import combinations, islice
from math import dist
from pathlib import Path
from random import Random
from xml.etree.ElementTree import tostring

import pygame
import pytest
from chromium import Chromium

import solvers
from puzzles.geometry import Geometry
from puzzles.kinds.kind import Tally
from puzzles.puzzle import Puzzle
from solvers.core.step import Why
from visualizer.export.svg import svg_of
from visualizer.film.film import film_of
from visualizer.film.page import page
from visualizer.painting.board import BoardPainter
from visualizer.painting.motion import motion_between, moving_cells, paint_moving_edges
from visualizer.printing.board_pdf import pdf
from visualizer.printing.page_layout import PlacedBoard, Sheet
from visualizer.scene.board import start_view, washes_of
from visualizer.session.session import Session
from visualizer.style import theme
from visualizer.style.theme import Symbols
from visualizer.toolkit.canvas import Canvas, Fonts
from visualizer.views.board import BoardView, CellView, ChoiceMark, MarkRole, NamingClause, Outline, Role, Wash
from visualizer.views.edges import LINE, edge
from visualizer.views.plan import plan_of
from visualizer.views.strokes import MET, UNMET, following

LIGHT, FONTS = theme.load("light"), Fonts()
SHAPE = Geometry.of_spec("slitherlink row 3.1; row .2.; row 0.3")
ROLES = [Role.GIVEN, Role.FIXED, Role.GUESSED, Role.PERSON, Role.MODEL]
LOOKS = {
    "blank": CellView(candidates=6),
    "line left": CellView(candidates=2),
    "cross left": CellView(candidates=4),
    "own line": CellView(candidates=2, noted=True),
    "own both": CellView(candidates=6, noted=True),
    "line refused": CellView(refused=1),
    "cross refused": CellView(refused=2),
    "dead": CellView(dead=True),
    "hidden": CellView(hidden=True),
    "unit": CellView(wash=Wash.UNIT),
    "step": CellView(wash=Wash.STEP),
    "lit": CellView(wash=Wash.LIT),
    "pen": CellView(cursor="pen"),
    "pencil": CellView(cursor="pencil"),
    "asserts a line": CellView(clause=NamingClause.REASON, asserted=2),
    "denies a line": CellView(clause=NamingClause.REASON, denied=2),
    "in a false clause": CellView(clause=NamingClause.CONFLICT, denied=2),
    "a part": CellView(candidates=6, parts=((1, MarkRole.ONE),)),
    "a target": CellView(candidates=6, parts=((1, MarkRole.TARGET),)),
    "an answer": CellView(choice=ChoiceMark.OPEN, number=2),
    "a wrong answer": CellView(choice=ChoiceMark.STRUCK),
    "the right answer": CellView(choice=ChoiceMark.RIGHT),
    "warm": CellView(warmth=3, heat="conflict"),
    "warmer": CellView(warmth=9, heat="conflict"),
    **{f"outline {one.value}": CellView(outline=one) for one in Outline if one is not Outline.NONE},
    **{f"{role.value} {digit}": CellView(digit, role, 1) for role in ROLES for digit in (1, 2)},
    "to blame": CellView(1, Role.FIXED, culprit=True),
}


def view_of(*views: CellView, solved: bool = False) -> BoardView:
    start = start_view(Puzzle.empty(SHAPE))
    return replace(start, cells=(*views, *start.cells[len(views) :]), solved=solved)


def painted(view: BoardView, name: str = "light", painter: BoardPainter | None = None) -> bytes:
    surface = pygame.Surface((280, 280))
    painter = painter or BoardPainter(theme.load(name), FONTS)
    painter.invalidate()
    painter.paint(surface, surface.get_rect(), view)
    return bytes(pygame.image.tobytes(surface, "RGB"))


def in_pdf(view: BoardView) -> bytes:
    return pdf([Sheet(300, 300, (PlacedBoard(view, 10, 10, 250, "", 9),))], Symbols.DIGITS)


PICTURES: dict[str, Callable[[BoardView], object]] = {
    "light": painted,
    "dark": lambda view: painted(view, "dark"),
    "svg": lambda view: tostring(svg_of(view, LIGHT, Symbols.DIGITS)),
}


@pytest.mark.parametrize("picture", PICTURES)
def test_everything_that_an_edge_may_be_looks_different(picture: str) -> None:
    pictures = {name: PICTURES[picture](view_of(CellView(), look)) for name, look in LOOKS.items()}
    same = [pair for pair in combinations(pictures, 2) if pictures[pair[0]] == pictures[pair[1]]]
    assert not same


def test_no_role_is_known_by_its_colour_alone() -> None:
    for digit in (1, 2):
        looks = [
            tuple(one._replace(ink="") for part in edge(CellView(digit, role, 1), True, 0.0, False) for one in part)
            for role in ROLES
        ]
        assert len({*looks}) == len(ROLES)


def test_the_print_has_each_line_and_cross() -> None:
    sizes = {len(in_pdf(view_of(*(CellView(digit, role, 1) for digit in (1, 2))))) for role in ROLES}
    assert len(sizes) == len(ROLES)
    assert in_pdf(view_of(CellView(1, Role.FIXED))) != in_pdf(view_of(CellView(2, Role.FIXED))) != in_pdf(view_of())


def test_numbers_follow_the_lines_around_them() -> None:
    plan, clue = plan_of(SHAPE), SHAPE.rules[0]
    assert [text.text for text, _ in plan.tallies] == ["3", "1", "2", "0", "3"]
    assert plan.tallies[0][1] == Tally(3, 1, clue.cells)

    def inks(*digits: int) -> list[str]:
        values = [0] * len(SHAPE.cells)
        for cell, digit in zip(clue.cells, digits, strict=True):
            values[cell] = digit
        return [stroke.ink for stroke in following(plan.tallies[:1], values)]

    assert inks(1, 1, 0, 0) == ["ink"]
    assert inks(1, 1, 1, 0) == inks(1, 2, 1, 1) == [MET]
    assert inks(1, 1, 1, 1) == inks(2, 2, 0, 0) == [UNMET, UNMET]
    none = Tally(0, LINE, (0, 1))
    assert [none.holds(values) for values in ((0, 0), (2, 0), (2, 2), (1, 0))] == [None, None, True, False]
    assert painted(view_of()) != painted(view_of(*[CellView(2, Role.FIXED)] * 3))


def test_a_solved_board_shows_its_loop() -> None:
    lines = [CellView(1, Role.FIXED)]
    assert painted(view_of(*lines)) != painted(view_of(*lines, solved=True))
    assert painted(view_of(CellView(2, Role.FIXED))) == painted(view_of(CellView(2, Role.FIXED), solved=True))


def test_painting_over_another_board_equals_painting_afresh() -> None:
    random, surface = Random(5), pygame.Surface((280, 280))
    painter = BoardPainter(LIGHT, FONTS)
    for _ in range(20):
        views = random.choices([*LOOKS.values(), *[CellView()] * 30], k=len(SHAPE.cells))
        flash = random.choice([0.0, 0.5, 1.0])
        painter.paint(surface, surface.get_rect(), view_of(*views, solved=random.random() < 0.3), flash)
        fresh = pygame.Surface((280, 280))
        BoardPainter(LIGHT, FONTS).paint(fresh, fresh.get_rect(), painter._drawn.view, flash)  # type: ignore[union-attr]
        assert pygame.image.tobytes(fresh, "RGB") == pygame.image.tobytes(surface, "RGB")


def test_the_edge_nearest_to_the_pointer_is_found() -> None:
    painter, rect = BoardPainter(LIGHT, FONTS), pygame.Rect(10, 20, 280, 280)
    painter.paint(pygame.Surface((300, 320)), rect, view_of())
    frame = painter.frame
    assert frame
    middles = [(cell, at.center) for cell in SHAPE.cells if (at := painter.rect_of(cell))]
    for x in range(frame.left + 3, frame.right - 12, 7):
        for y in range(frame.top + 3, frame.bottom - 12, 7):
            found = painter.cell_at((x, y))
            nearest = min(dist(middle, (x, y)) for _, middle in middles)
            assert found is not None and dist(dict(middles)[found], (x, y)) <= nearest + 2
    assert painter.cell_at((frame.left - 2, frame.top)) is None


def test_numbers_beside_the_board_are_those_of_squares(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    painter, surface = BoardPainter(LIGHT, FONTS), pygame.Surface((300, 300))
    painter.paint(surface, pygame.Rect(20, 20, 280, 280), view_of())
    monkeypatch.setattr(Canvas, "text", lambda self, text, *_, **__: said.append(text))
    painter.paint_numbers(Canvas(surface, LIGHT, FONTS), 20)
    assert said == ["1", "1", "2", "2", "3", "3"]


@pytest.mark.slow
@pytest.mark.parametrize("browser", [Chromium], indirect=True, ids=["Chromium"])
def test_a_page_draws_lines_crosses_and_numbers(browser: Chromium, tmp_path: Path) -> None:
    puzzle = Puzzle.empty(Geometry.of_spec("slitherlink row 3.3; row ..."))
    (tmp_path / "run.html").write_text(page([film_of(puzzle, "mrv")]), encoding="utf-8")
    browser.open((tmp_path / "run.html").as_uri())
    browser.wait("document.querySelector('.film').player")
    browser.press("End")
    browser.wait("document.querySelector('.solved .casing')")
    kinds = ".span:is(.fixed, .guessed):not(.cross)", ".span.cross", ".casing", ".drawn.met", ".number"
    count = "Array.from(document.querySelectorAll({!r}), (one) => one.textContent)"
    lines, crosses, casings, met, numbers = (browser.run(count.format(kind)) for kind in kinds)
    assert len(lines) + len(crosses) == 17 and len(casings) == len(lines) > 5
    assert met == ["3", "3"] and numbers == ["1", "2", "1", "2", "3"]
    browser.wait("document.querySelector('table caption')?.textContent.includes('the board after step')")
    cells = "Array.from(row.cells, (cell) => cell.textContent)"
    table = browser.run(f"Array.from(document.querySelectorAll('.film table tr'), (row) => {cells})")
    assert [len(row) for row in table] == [4, 4] and [row[0] for row in table] == ["Row 1", "Row 2"]
    sides = r"top {0}, left {0}, right {0}, bottom {0}".format(r"(line|cross) (fixed|guessed at level \d+)")
    told = [re.fullmatch(rf"(3|no number), {sides}", square) for row in table for square in row[1:]]
    assert all(told) and sum(one[0].count("line") == 3 for one in told if one and one[1] == "3") == 2


def test_the_legend_shows_lines() -> None:
    with closing(Session(Puzzle.empty(Geometry.of_spec("slitherlink 3x3")), solver="mrv")) as session:
        digits = {view.digit for view, _ in session.composer.legend()}
    assert digits == {LINE, 2, 0}  # 0 is a dead end's


def test_a_struck_candidate_shows_only_what_is_left() -> None:
    for left in (2, 4):
        assert painted(view_of(CellView(candidates=left, struck=6 - left))) == painted(
            view_of(CellView(candidates=left))
        )


def test_a_guessed_line_and_a_guessed_cross_show_their_level() -> None:
    for digit, level in ((1, 3), (2, 3), (2, 12)):
        content = edge(CellView(digit, Role.GUESSED, level), True, 0.0, False)[1]
        assert [stroke.text for stroke in content if stroke.text] == [str(level)]


def test_a_step_of_the_loop_colours_only_the_lines_that_it_is_about() -> None:
    puzzle, few = Puzzle.empty(Geometry.of_spec("slitherlink row 3...3; row .....; row 3...3")), 0
    for name in ("mrv", "sat"):
        board = solvers.get(name).board(puzzle)
        for step in islice(solvers.trace(puzzle, name), 2000):
            if step.why is Why.CONSTRAINT and board.geometry.called(step.unit) == "the loop":
                washed = {cell for cell, wash in washes_of(step, board).items() if wash is Wash.UNIT}
                assert washed and all(board.values[cell] or board.masks(step.unit)[cell] != 6 for cell in washed)
                few += len(washed) < len(board.values) / 2
            board.apply(step)
    assert few > 10


def test_a_line_grows_and_a_line_that_is_undone_fades() -> None:
    painter, surface = BoardPainter(LIGHT, FONTS), pygame.Surface((280, 280))
    cell = CellView(LINE, Role.FIXED)
    before, after = view_of(cell), view_of(cell, cell)  # r1c1-top, and then r1c2-top

    def at(views: tuple[BoardView, BoardView], time: float) -> bytes:
        sprites = moving_cells(motion_between(*views), time)
        painter.paint(surface, surface.get_rect(), views[1], apart=sprites.keys())
        paint_moving_edges(surface, painter, sprites, time)
        return bytes(pygame.image.tobytes(surface, "RGB"))

    still = [at((view, view), 0.0) for view in (before, after)]
    rect = painter.rect_of(1)
    assert rect
    ink = surface.map_rgb(LIGHT.deduced)

    def inked() -> list[bool]:
        return [surface.get_at_mapped((x, rect.centery)) == ink for x in range(rect.left - 10, rect.right + 10)]

    widths = []
    for time in (0.0, 0.03, 0.06, 0.09):
        picture = at((before, after), time)
        line = inked()
        assert line == sorted(line, reverse=True), "it grows from the line that is there"
        widths.append(sum(line))
        assert (picture == still[0]) is (time == 0.0)
    assert widths == sorted({*widths})
    assert at((before, after), 1.0) == still[1], "pictures are as before"
    undone = [at((after, before), time) for time in (0.0, 0.3, 0.5)]
    assert undone[0] == still[1] and len({*undone}) == 3 and at((after, before), 1.0) == still[0]
