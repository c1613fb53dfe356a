"""Tests that printed boards are in the right places, open in any PDF reader, and are the same each time."""

from __future__ import annotations

import shutil
import subprocess
from collections import Counter
from io import BytesIO
from itertools import combinations
from pathlib import Path

import pytest
from pypdf import PageObject, PdfReader
from pypdf.generic import ContentStream
from slow import slow_but

from puzzles.geometry import Geometry, usual_alphabet
from visualizer.printing.board_pdf import Document, pdf
from visualizer.printing.page_layout import (
    GRIDS,
    MARGIN,
    PAPERS,
    SOLUTIONS,
    PageItem,
    PlacedBoard,
    clean,
    sheets,
    solved,
)
from visualizer.style.theme import WAYS, Symbols
from visualizer.views.board import BoardView, CellView, Role, Wash


def board(side: int = 9) -> BoardView:
    """Return a board with every kind of cell, such as given, deduced, guessed and blank ones."""
    geometry = Geometry.of_side(side)
    every = (2 << side) - 2
    roles = [Role.GIVEN, Role.FIXED, Role.GUESSED, Role.MODEL]
    views = [
        CellView(cell % side + 1, roles[cell % 6], cell % 4 * (cell % 6 == 2)) if cell % 6 < 4 else CellView()
        for cell in geometry.cells
    ]
    views = [view._replace(candidates=every) if i % 6 == 4 else view for i, view in enumerate(views)]
    return BoardView(geometry, tuple(views), usual_alphabet(side))


def item(side: int = 9, title: str = "one") -> PageItem:
    full = [cell % side + 1 for cell in Geometry.of_side(side).cells]
    return PageItem(board(side), title, solved(board(side), full), "Solution")


def pages_of(data: bytes) -> list[PageObject]:
    return list(PdfReader(BytesIO(data), strict=True).pages)


def operators(page: PageObject) -> Counter[bytes]:
    """Count the drawing operators of each kind on a page."""
    return Counter(operator for _, operator in ContentStream(page.get_contents(), page.pdf).operations)


def one_page(view: BoardView, symbols: Symbols = Symbols.DIGITS) -> PageObject:
    (page,) = pages_of(pdf(sheets([PageItem(view)], 1, "a4", "none"), symbols))
    return page


# The file


def test_pages_have_their_size_and_titles_any_letters_that_the_face_has() -> None:
    data = pdf(sheets([item(title="α (b) \\ é 7,000 数")] * 3, 2, "letter", "after"), Symbols.DIGITS, "Ωmega")
    reader = PdfReader(BytesIO(data), strict=True)
    assert [(float(page.mediabox.width), float(page.mediabox.height)) for page in reader.pages] == [(612, 792)] * 3
    assert reader.metadata is not None and reader.metadata.title == "Ωmega"
    assert "α (b) \\ é 7,000 ?" in reader.pages[0].extract_text()


def test_the_same_boards_give_the_same_bytes() -> None:
    assert len({pdf(sheets([item()], 1, "a4", "upside-down"), Symbols.SHAPES) for _ in range(2)}) == 1


def test_a_title_that_is_too_long_is_cut() -> None:
    page = Document()
    cut = page.shortened("a title that is far too long for its board", 10, 80)
    assert cut.endswith("…") and 60 < page.width(cut, 10) <= 80
    assert page.shortened("short", 10, 80) == "short"


# Pages


@pytest.mark.parametrize("side", [4, 9, 25, 36])
@pytest.mark.parametrize("solutions", SOLUTIONS)
@pytest.mark.parametrize("per_page", GRIDS)
def test_nothing_lies_on_anything_else_or_off_the_page(per_page: int, solutions: str, side: int) -> None:
    items = [item(side)] * (per_page + 1)
    for paper, (width, height) in PAPERS.items():
        pages = sheets(items, per_page, paper, solutions)
        assert sum(len(page.spots) for page in pages) == len(items) * (2 if solutions == "after" else 1)
        assert sum(len(page.turned) for page in pages) == len(items) * (solutions == "upside-down")
        for page in pages:
            boxes = [box(spot) for spot in (*page.spots, *page.turned)]
            assert all(x >= MARGIN - 0.01 and right <= width - MARGIN + 0.01 for x, _, right, _ in boxes)
            assert all(y >= MARGIN - 0.01 and bottom <= height - MARGIN + 0.01 for _, y, _, bottom in boxes)
            assert all(spot.side > 20 for spot in (*page.spots, *page.turned))
            for one, other in combinations(boxes, 2):
                apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
                assert apart, (one, other)


def box(spot: PlacedBoard) -> tuple[float, float, float, float]:
    """Return the left, top, right and bottom edges of a board with its title."""
    return spot.x, spot.y - spot.em, spot.x + spot.side, spot.y + spot.side


def test_what_a_step_is_about_is_not_printed_and_who_wrote_a_digit_is() -> None:
    view = BoardView(
        Geometry.of_side(4),
        (CellView(3, Role.GUESSED, 2, wash=Wash.STEP, culprit=True), CellView(candidates=6, struck=8, dead=True)) * 8,
        "1234",
        solved=True,
    )
    assert clean(view, candidates=True).cells[:2] == (CellView(3, Role.GUESSED, 2), CellView(candidates=6))
    assert clean(view, candidates=False).cells[1] == CellView()


# Boards


@pytest.mark.parametrize("side", slow_but([4, 9], [4, 6, 9, 16, 25, 36]))
def test_every_digit_and_candidate_is_on_the_page(side: int) -> None:
    view = board(side)
    page = one_page(view)
    digits = [usual_alphabet(side)[cell.digit - 1] for cell in view.cells if cell.digit]
    levels = [str(cell.level) for cell in view.cells if cell.level]
    marks = [usual_alphabet(side)[digit - 1] for cell in view.cells for digit in digits_of(cell.candidates)]
    texts = Counter("".join(page.extract_text().split()))
    dots = side > 25  # the smallest marks
    assert texts == Counter(digits + levels + [] if dots else digits + levels + marks)
    assert operators(page)[b"re"] == 2 * (side + 1)  # each line once


def digits_of(candidates: int) -> list[int]:
    return [digit for digit in range(1, candidates.bit_length()) if candidates >> digit & 1]


@pytest.mark.parametrize("symbols", slow_but([Symbols.LETTERS, Symbols.SHAPES], WAYS))
def test_every_kind_of_symbols_can_be_printed(symbols: Symbols) -> None:
    texts = set("".join(one_page(board(), symbols).extract_text().split()))
    wanted = {Symbols.LETTERS: set("ABCDEFGHI"), Symbols.SHAPES: set()}.get(symbols, set("123456789"))
    assert texts - {"1", "2", "3"} == wanted - {"1", "2", "3"}  # levels are figures in any case


def test_turned_boards_stay_within_what_is_turned() -> None:
    (sheet,) = sheets([item()] * 4, 4, "letter", "upside-down")
    (page,) = pages_of(pdf([sheet], Symbols.DIGITS))
    stream = ContentStream(page.get_contents(), page.pdf)
    turns = [operands for operands, operator in stream.operations if operator == b"cm"]
    assert [tuple(map(float, turn[:4])) for turn in turns if float(turn[0]) == -1] == [(-1, 0, 0, -1)]
    x, y = sheet.middle
    for spot in sheet.turned:
        assert 2 * y - (spot.y + spot.side) >= sheet.foot - 0.01
        assert 2 * y - (spot.y - spot.em) <= sheet.height - MARGIN + 0.01 and 2 * x - spot.x <= sheet.width - MARGIN


@pytest.mark.skipif(not shutil.which("pdftotext"), reason="pdftotext (poppler-utils) is not installed")
def test_another_program_reads_what_is_printed(tmp_path: Path) -> None:
    path = tmp_path / "page.pdf"
    path.write_bytes(pdf(sheets([item(title="Fig (1)")], 1, "a4", "after"), Symbols.DIGITS, "title"))
    done = subprocess.run(["pdftotext", "-raw", str(path), "-"], capture_output=True, text=True, check=True)
    assert "Fig (1)" in done.stdout and "Solution" in done.stdout and done.stdout.count("\f") == 2
    assert not done.stderr
