"""Tests that everything a kind of puzzle or a rule draws is in every picture of a board, and where it belongs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any, ClassVar
from xml.etree.ElementTree import tostring

import numpy as np
import pygame
import pytest
from chromium import Chromium

from puzzles.discovery import entries
from puzzles.geometry import Geometry, rectangle
from puzzles.kinds.blueprint import Variant
from puzzles.kinds.kind import Kind, Mark, kind_named
from puzzles.puzzle import Puzzle
from puzzles.rules.rule import Rule, rule_named
from visualizer.export.svg import svg_of
from visualizer.film.film import Excerpt, board_data, film_of
from visualizer.film.page import page
from visualizer.painting.board import BoardPainter
from visualizer.printing.board_pdf import pdf
from visualizer.printing.board_png import bare_png
from visualizer.printing.page_layout import PlacedBoard, Sheet
from visualizer.scene.board import start_view
from visualizer.style import theme
from visualizer.style.theme import Symbols, Theme, contrast
from visualizer.toolkit.canvas import Fonts
from visualizer.views.board import BoardView, CellView, Role
from visualizer.views.plan import plan_of
from visualizer.views.strokes import Stroke, following

LIGHT, FONTS = theme.load("light"), Fonts()
RULES = {
    "cage": "cage 6 r1c1 r1c2 r2c1",
    "less": "less r1c2 r1c1",
    "dot": "dot consecutive r2c2 r3c2; dot double r4c3 r4c4",
    "thermo": "thermo r1c1 r2c2 r3c3",
    "arrow": "arrow r4c4 r3c4 r2c3",
    "apart": "",
    "across": "",
    "down": "",
    "clue": "",
    "joint": "",
    "loop": "",
}
"""An example of each rule that draws something."""
KINDS = {
    "killer": "killer 4x4; cage r1c1 r1c2",
    "jigsaw": "jigsaw 4x4; regions AABB/AABB/CCDD/CCDD; cage r4c4 r4c3",
    "x": "x 4x4",
    "samurai": "samurai 4x4; grids r1c1 r3c3; cage r4c4 r4c3",
    "comparison": "comparison 4x4; cage r1c1 r1c2",
    "variant": "variant 4x4; units windows diagonals",
    "sudoku": "",
    "kakuro": r"kakuro row x 4\ 7\ x; row \3 . . 4\; row \8 . . .; row x \4 . .",
    "slitherlink": "slitherlink row 3.; row .2",
}
"""An example of each kind that draws something."""


class Drawn(Rule):
    """A rule that draws whatever a test wants: the entry of ``wanted`` that its number says."""

    name = "drawn"
    wanted: ClassVar[list[tuple[Mark, ...]]] = []

    def step(self, state: int, digit: int) -> int | None:
        return digit

    def marks(self, geometry: Geometry) -> Iterator[Mark]:
        yield from self.wanted[self.args[0]]


def test_each_rule_and_kind_is_drawn_here() -> None:
    assert {*RULES} == {entry.name for entry in entries("puzzles.rules", "rule")}
    assert {*KINDS} == {entry.name for entry in entries("puzzles.kinds", "kind", "*/__init__.py")}
    assert {name for name, text in RULES.items() if not text} == {
        name for name in RULES if rule_named(name).marks is Rule.marks
    }
    assert type(kind_named("sudoku")).marks is Kind.marks


def board(geometry: Geometry) -> BoardView:
    view = start_view(Puzzle.empty(geometry))
    return replace(view, cells=(CellView(1, Role.GIVEN), *view.cells[1:]))


def in_window(view: BoardView, name: str = "light", before: tuple[BoardView, ...] = ()) -> bytes:
    """Return the picture of a board, painted after some others with the same painter."""
    surface, painter = pygame.Surface((300, 300)), BoardPainter(theme.load(name), FONTS)
    for one in (*before, view):
        painter.paint(surface, surface.get_rect(), one)
    return bytes(pygame.image.tobytes(surface, "RGB"))


def in_pdf(view: BoardView) -> bytes:
    return pdf([Sheet(300, 300, (PlacedBoard(view, 10, 10, 250, "", 9),))], Symbols.DIGITS)


def in_svg(view: BoardView) -> str:
    return tostring(svg_of(view, LIGHT, Symbols.DIGITS), "unicode")


def on_page(view: BoardView) -> object:
    data = board_data(Puzzle.empty(view.geometry))
    return data.get("strokes"), data.get("tinted")


PICTURES: dict[str, Callable[[BoardView], object]] = {
    "light": in_window,
    "dark": lambda view: in_window(view, "dark"),
    "pdf": in_pdf,
    "png": lambda view: bare_png(view, Symbols.DIGITS, 300),
    "svg": in_svg,
    "page": on_page,
}


@pytest.mark.parametrize("picture", PICTURES)
def test_what_each_rule_and_kind_draws_is_in_every_picture(picture: str, monkeypatch: pytest.MonkeyPatch) -> None:
    specs = {name: f"variant 4x4; {item}" for name, item in RULES.items() if item}
    specs |= {f"kind {name}": spec for name, spec in KINDS.items() if spec}
    for name, spec in specs.items():
        geometry = Geometry.of_spec(spec)
        shown = PICTURES[picture](board(geometry))
        with monkeypatch.context() as changed:
            plan_of.cache_clear()
            changed.setattr(Variant, "signed", False)
            for rule in geometry.rules:
                changed.setattr(type(rule), "marks", Rule.marks)
            if name.startswith("kind"):
                changed.setattr(type(geometry.kind), "marks", Kind.marks)
            assert PICTURES[picture](board(geometry)) != shown, name
        plan_of.cache_clear()


LINE, MIDDLE = ((0.5, 0.5), (0.5, 2.5)), ((0.5, 0.5),)
CHANGES = {
    "dashed": (Mark(LINE, size=0.05), Mark(LINE, size=0.05, dashed=True)),
    "a dashed line is pale": (Mark(LINE, dashed=True), Mark(LINE, dashed=True, pale=True)),
    "hollow": (Mark(MIDDLE), Mark(MIDDLE, hollow=True)),
    "a pale disc is hollow": (Mark(MIDDLE, pale=True), Mark(MIDDLE, pale=True, hollow=True)),
    "a line is pale": (Mark(LINE), Mark(LINE, pale=True)),
    "a disc is pale": (Mark(MIDDLE), Mark(MIDDLE, pale=True)),
    "a disc is inked": (Mark(MIDDLE), Mark(MIDDLE, inked=True)),
    "a text is pale": (Mark(MIDDLE, "7"), Mark(MIDDLE, "7", pale=True)),
    "a text is another": (Mark(MIDDLE, "7"), Mark(MIDDLE, "8")),
    "a text is a disc": (Mark(MIDDLE, "7"), Mark(MIDDLE)),
    "size of a text": (Mark(MIDDLE, "7"), Mark(MIDDLE, "7", 0.6)),
    "size of a disc": (Mark(MIDDLE), Mark(MIDDLE, size=0.6)),
    "size of a ring": (Mark(MIDDLE, hollow=True), Mark(MIDDLE, size=0.6, hollow=True)),
    "size of a line": (Mark(LINE), Mark(LINE, size=0.6)),
    "points": (Mark(LINE), Mark((*LINE, (2.5, 2.5)))),
}


def with_marks(*marks: Mark) -> BoardView:
    """Return a board of three by three cells, the first of which has a digit, with some marks."""
    Drawn.wanted.append(marks)
    rule = Drawn((0,), (len(Drawn.wanted) - 1,))
    return board(Geometry(9, rectangle(3, 3), (), (rule,)))


@pytest.mark.parametrize("picture", PICTURES)
@pytest.mark.parametrize("change", CHANGES)
def test_no_picture_ignores_a_field_of_a_mark(picture: str, change: str) -> None:
    one, other = (PICTURES[picture](with_marks(mark)) for mark in CHANGES[change])
    assert one != other and one != PICTURES[picture](with_marks())


@pytest.mark.parametrize("picture", PICTURES)
def test_no_picture_fills_a_ring(picture: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare each ring with discs as large as the outer edge and as the middle of the ring's line."""
    for mark, less in product((Mark(MIDDLE, hollow=True), Mark(((1.5, 1.5),), pale=True, hollow=True)), (0, 1)):
        view = with_marks(mark)
        plan, ring = plan_of(view.geometry), PICTURES[picture](view)
        discs = [tuple(one._replace(size=one.size - less * one.ring, ring=0.0) for one in layer)
                 for layer in (plan.below, plan.above)]  # fmt: skip
        filled = plan._replace(below=discs[0], above=discs[1])
        with monkeypatch.context() as changed:
            for painter in ("painting.board", "printing.board_pdf", "export.svg", "film.film"):
                changed.setattr(f"visualizer.{painter}.plan_of", lambda _, filled=filled: filled)
            assert PICTURES[picture](view) != ring


def differing(one: bytes, other: bytes) -> np.ndarray:
    return np.any(np.frombuffer(one, np.uint8).reshape(-1, 3) != np.frombuffer(other, np.uint8).reshape(-1, 3), axis=1)


@pytest.mark.parametrize("name", theme.names())
def test_pale_marks_are_below_the_digits_and_others_above(name: str) -> None:
    """Check what is left to see of a digit."""
    seen = {}
    for pale in (True, False):
        mark = Mark(MIDDLE, size=0.9, pale=pale)
        view = with_marks(mark)
        empty = replace(view, cells=(CellView(), *view.cells[1:]))
        seen[pale] = differing(in_window(view, name), in_window(empty, name)).sum()
    assert seen[True] > 200 and seen[False] == 0
    for picture in (in_svg, lambda view: str(on_page(view))):
        assert picture(with_marks(Mark(MIDDLE, pale=True))) != picture(with_marks(Mark(MIDDLE)))
    drawn = [in_svg(with_marks(Mark(MIDDLE, "&", pale=pale))).index("&amp;") for pale in (True, False)]
    digit = [in_svg(with_marks(Mark(MIDDLE, "&", pale=pale))).index(">1<") for pale in (True, False)]
    assert drawn[0] < digit[0] and digit[1] < drawn[1]


EVERYTHING = (
    "variant 9x9; units diagonals windows; thermo r1c1 r2c2 r2c3; arrow r5c5 r4c5 r3c6; dot double r3c3 r4c3; "
    "dot consecutive r6c6 r6c7; less r7c7 r7c8; cage 15 r8c1 r9c1 r9c2; cage 9 r9c9"
)


@pytest.mark.parametrize("spec", [EVERYTHING, "killer 4x4; cage 3 r1c1 r1c2; cage 4 r4c4", "x 9x9"])
def test_a_board_that_changes_is_painted_like_a_new_one(spec: str) -> None:
    """Check it also when the lines change their colour, as marks lie over lines too."""
    empty = start_view(Puzzle.empty(Geometry.of_spec(spec)))
    filled = replace(empty, cells=(CellView(4, Role.GUESSED, 1),) * len(empty.cells))
    boards = (empty, filled, replace(filled, solved=True), empty)
    for at, view in enumerate(boards):
        assert in_window(view) == in_window(view, before=boards[:at])


@pytest.mark.parametrize("spec", [
    "killer 4x4; cage 10 r1c1 r1c2 r1c3 r1c4", "killer 9x9; cage 9 r1c1", "killer 9x9; cage 17 r1c1 r1c2",
    "killer 16x16; cage 70 r1c1 r1c2 r1c3 r1c4 r1c5",
])  # fmt: skip
@pytest.mark.parametrize("width", [520, 576, 640, 1000])
def test_a_sum_meets_no_pencil_mark_no_digit_and_no_outline(
    spec: str, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    geometry = Geometry.of_spec(spec)
    plan, surface = plan_of(geometry), pygame.Surface((width, width))

    def painted(view: CellView, **strokes: tuple[Stroke, ...]) -> bytes:
        only = plan._replace(**{"below": (), "above": (), **strokes})
        monkeypatch.setattr("visualizer.painting.board.plan_of", lambda geometry: only)
        surface.fill(LIGHT.background)
        cells = (view,) * len(geometry.cells)
        BoardPainter(LIGHT, FONTS).paint(surface, surface.get_rect(), BoardView(geometry, cells, ""))
        return bytes(pygame.image.tobytes(surface, "RGB"))

    empty = painted(CellView())
    total = differing(painted(CellView(), above=plan.above), empty)
    outline = differing(painted(CellView(), below=plan.below), empty)
    assert total.any() and outline.any() and not (total & outline).any()
    for view in (CellView(candidates=geometry.every), CellView(4, Role.GIVEN), CellView(4, Role.GUESSED, 12)):
        content = differing(painted(view), empty)
        assert not (content & total).any(), view
        assert view.level or not (content & outline).any(), view


def test_a_cage_of_one_cell_and_a_sign_between_cells_that_are_not_neighbours_are_drawn() -> None:
    (outlined,) = plan_of(Geometry.of_spec("killer 4x4; cage 3 r2c2")).below
    ys, xs = zip(*(point for line in outlined.lines for point in line), strict=True)
    assert (min(ys), min(xs), max(ys), max(xs)) == (1.07, 1.07, 1.93, 1.93)
    for name in ("less", "dot double"):
        near, far = (plan_of(Geometry.of_spec(f"variant 4x4; {name} r1c1 {cell}")) for cell in ("r1c2", "r1c4"))
        assert near.above == far.above and not near.below, "the sign stands at the edge of the first cell"
        assert [stroke.lines for stroke in far.below] == [(((0.5, 0.5), (0.5, 3.5)),)], "a line leads to the other"


@pytest.mark.slow
@pytest.mark.parametrize("browser", [Chromium], indirect=True, ids=["Chromium"])
@pytest.mark.parametrize("spec", [EVERYTHING, *filter(None, KINDS.values()), "variant 4x4; less r1c1 r1c4"])
def test_a_page_draws_each_stroke_in_its_ink_and_in_its_place(browser: Chromium, spec: str, tmp_path: Path) -> None:
    geometry = Geometry.of_spec(spec)
    plan = plan_of(geometry)
    (tmp_path / "run.html").write_text(page([film_of(Puzzle.empty(geometry), "mrv", cut=Excerpt(last=20))]))
    for name in theme.names():
        browser.prefer(prefers_color_scheme=name)
        browser.open((tmp_path / "run.html").as_uri())
        browser.wait("document.querySelector('.film').player")
        below, above, tinted = browser.run(DRAWN)
        marks = (*plan.below, *following(plan.tallies, [0] * len(geometry.cells)))
        assert [told(one) for one in below] == expected(marks, theme.load(name))
        assert [told(one) for one in above] == expected(plan.above, theme.load(name))
        assert set(tinted) == plan.tinted
    browser.prefer()


DRAWN = """(() => {
    const board = document.querySelector(".board"), cells = [...board.querySelectorAll(".cell")];
    const first = cells.at(-1), all = [...board.querySelectorAll(".drawn")];
    const after = (one) => Boolean(first.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING);
    const seen = (one) => {
      const { fill, stroke, color } = getComputedStyle(one);
      return { tag: one.tagName, text: one.textContent, color, filled: fill !== "none", lined: stroke !== "none",
        width: Number(one.getAttribute("stroke-width")) / 60, size: Number(one.getAttribute("font-size")) / 60,
        r: one.getAttribute("r") / 60,
        points: ["d", "x", "cx", "y", "cy"].map((name) => one.getAttribute(name)).join(" ") };
    };
    const tinted = cells.filter((cell) => cell.matches(".tinted")).map((cell) => Number(cell.dataset.cell));
    return [all.filter((one) => !after(one)).map(seen), all.filter(after).map(seen), tinted];
})()"""


def told(one: dict[str, Any]) -> tuple[object, ...]:
    """Return what an element of the page draws: its ink, its widths, its text and the coordinates of its points."""
    parts = [float(part) for part in re.findall(r"[\d.]+", one["color"].replace("srgb", ""))][:3]
    red, green, blue = (round(part * (255 if one["color"].startswith("color(") else 1)) for part in parts)
    widths = round(one["width"], 3), round(one["size"] or 2 * one["r"], 3)
    assert one["filled"] is (one["tag"] != "path" and not one["width"]) and one["lined"] is not one["filled"]
    points = [round(float(at) / 60, 3) for at in re.findall(r"[\d.]+", one["points"])]
    return (red, green, blue), widths, one["text"], points


def expected(strokes: tuple[Stroke, ...], colors: Theme) -> list[tuple[object, ...]]:
    found: list[tuple[object, ...]] = []
    for stroke in strokes:
        is_path = not stroke.text and len(stroke.lines[0]) > 1
        size = stroke.size if stroke.text else round(stroke.size - stroke.ring, 3)
        widths = (stroke.size, 0.0) if is_path else (stroke.ring, size)
        for lines in [stroke.lines] if is_path else [(line,) for line in stroke.lines]:
            points = [at for line in lines for y, x in line for at in (x, y)]
            found.append((colors.mark(stroke.ink), widths, stroke.text, points))
    return found


@pytest.mark.parametrize("name", theme.names())
def test_a_diagonal_is_fainter_than_the_strike_through_a_candidate_on_it(name: str) -> None:
    colors, below = theme.load(name), plan_of(Geometry.of_spec("x 4x4; units diagonals")).below
    assert len(below) == 2
    for stroke in below:
        seen = contrast(colors.mark(stroke.ink), colors.panel)
        assert 1.4 < seen < contrast(colors.soft, colors.panel) / 2
