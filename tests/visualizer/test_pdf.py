"""What is printed lies where it should, can be read by any reader, and is the same each time."""

from __future__ import annotations

import re
import shutil
import subprocess
from itertools import combinations
from pathlib import Path

import pytest

from puzzles.geometry import Geometry
from puzzles.text import usual_alphabet
from visualizer.paper import GRIDS, MARGIN, PAPERS, SOLUTIONS, Item, Spot, clean, sheets, solved
from visualizer.pdf import Page, document, shortened, text_width
from visualizer.print_pdf import pdf
from visualizer.scene import BoardView, CellView, Role, Wash
from visualizer.symbols import Symbols


def board(side: int = 9) -> BoardView:
    """Each cell of another kind: givens, deduced, guessed, of a model, candidates, blank."""
    geometry = Geometry.of_side(side)
    every = (2 << side) - 2
    roles = [Role.GIVEN, Role.FIXED, Role.GUESSED, Role.MODEL]
    views = [
        CellView(cell % side + 1, roles[cell % 6], cell % 4 * (cell % 6 == 2)) if cell % 6 < 4 else CellView()
        for cell in geometry.cells
    ]
    views = [view._replace(candidates=every) if i % 6 == 4 else view for i, view in enumerate(views)]
    return BoardView(geometry, tuple(views), usual_alphabet(side))


def item(side: int = 9, title: str = "one") -> Item:
    full = [cell % side + 1 for cell in Geometry.of_side(side).cells]
    return Item(board(side), title, solved(board(side), full), "Solution")


def objects(data: bytes) -> dict[int, bytes]:
    """Every object of the file, found as a reader finds it: by the table at its end."""
    start = re.search(rb"startxref\n(\d+)\n%%EOF\n\Z", data)
    assert data.startswith(b"%PDF-1.4\n") and start
    table = re.match(rb"xref\n0 (\d+)\n0000000000 65535 f \n((?:\d{10} 00000 n \n)+)trailer\n", data[int(start[1]) :])
    assert table
    places = [int(line[:10]) for line in table[2].splitlines()]
    assert len(places) == int(table[1]) - 1
    ends = [*places[1:], int(start[1])]
    found = {}
    for number, (at, end) in enumerate(zip(places, ends, strict=True), 1):
        body = data[at:end]
        assert body.startswith(b"%d 0 obj\n" % number) and body.endswith(b"\nendobj\n")
        found[number] = body
    return found


def streams(data: bytes) -> list[str]:
    """The content of each page, as long as its object says it is."""
    found = []
    for body in objects(data).values():
        if stream := re.search(rb"<< /Length (\d+) >>\nstream\n(.*)\nendstream", body, re.DOTALL):
            assert len(stream[2]) == int(stream[1])
            found.append(stream[2].decode("cp1252"))
    return found


# The writer


def test_a_file_is_found_whole_by_its_table() -> None:
    pages = [Page(100, 200), Page(300, 400), Page(50, 60)]
    for page in pages:
        page.text(10, 20, "a (b) \\ é", 12, (0, 0, 0))
    data = document(pages, "Ωmega")
    assert len(streams(data)) == 3
    assert b"/MediaBox [0 0 300 400]" in data and "Ωmega".encode("utf-16-be").hex().upper().encode() in data
    assert all("(a \\(b\\) \\\\ é) Tj" in stream for stream in streams(data))
    assert document(pages, "Ωmega") == data


@pytest.mark.parametrize(
    ("text", "bold", "width"),
    [("8", False, 556), ("W", True, 944), ("iii", False, 666), ("É", False, 667), ("~", True, 584)],
)
def test_text_is_as_wide_as_the_font_says(text: str, bold: bool, width: int) -> None:
    assert text_width(text, 1000, bold) == pytest.approx(width)


def test_what_the_fonts_lack_is_asked_for_and_what_is_long_is_cut() -> None:
    page = Page(10, 10)
    page.text(0, 0, "数 7\u202f000", 5, (0, 0, 0))
    assert "(? 7\xa0000) Tj" in page.content.decode("cp1252")
    cut = shortened("a title that is far too long for its board", 10, 80)
    assert cut.endswith("…") and text_width(cut, 10) <= 80
    assert shortened("short", 10, 80) == "short"


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


def box(spot: Spot) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a board with its title."""
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


@pytest.mark.parametrize("side", [4, 6, 9, 16, 25, 36])
def test_every_digit_and_candidate_is_on_the_page(side: int) -> None:
    view = board(side)
    (stream,) = streams(pdf(sheets([Item(view)], 1, "a4", "none"), Symbols.DIGITS))
    texts = re.findall(r"\((.)\) Tj", stream)
    digits = [usual_alphabet(side)[cell.digit - 1] for cell in view.cells if cell.digit]
    levels = sum(cell.level > 0 for cell in view.cells)
    marks = sum(cell.candidates.bit_count() for cell in view.cells)
    assert len(texts) in (len(digits) + levels + marks, len(digits) + levels)  # the smallest marks are dots
    assert (side > 25) or len(texts) == len(digits) + levels + marks
    assert stream.count(" re f") == 2 * (side + 1)  # each line once


@pytest.mark.parametrize("symbols", Symbols)
def test_every_kind_of_symbols_can_be_printed(symbols: Symbols) -> None:
    (stream,) = streams(pdf(sheets([Item(board())], 1, "a4", "none"), symbols))
    texts = set(re.findall(r"\((.)\) Tj", stream))
    wanted = {Symbols.LETTERS: set("ABCDEFGHI"), Symbols.SHAPES: set()}.get(symbols, set("123456789"))
    assert texts - {"1", "2", "3"} == wanted - {"1", "2", "3"}  # levels are figures in any case


def test_turned_boards_stay_within_what_is_turned() -> None:
    (sheet,) = sheets([item()] * 4, 4, "letter", "upside-down")
    (stream,) = streams(pdf([sheet], Symbols.DIGITS))
    assert stream.count("q -1 0 0 -1") == stream.count("\nQ") == 1
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
