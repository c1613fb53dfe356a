"""Tests that a board saved as SVG is valid, stays within its frame, and has its digits and marks as text and shapes."""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from slow import slow_but

from puzzles import Puzzle
from puzzles.corpus import named
from puzzles.geometry import Geometry, sides
from visualizer.export.recording import record
from visualizer.export.svg import svg_of
from visualizer.session.settings import RecordOptions
from visualizer.style import theme as themes
from visualizer.style.theme import LETTERS, WAYS, Symbols
from visualizer.views.board import BoardView, CellView, Link, MarkRole, NamingClause, Outline, Role, Wash

SVG = "{http://www.w3.org/2000/svg}"


def board(side: int) -> BoardView:
    """Return a board with every kind of mark."""
    chance, number, geometry = random.Random(side), side, Geometry.of_side(side)
    cells = [
        CellView(
            digit=chance.choice([0, chance.randint(1, number)]),
            role=chance.choice(list(Role)),
            level=chance.choice([0, 1, 12]),
            candidates=chance.getrandbits(number) << 1,
            struck=(chance.getrandbits(number) & chance.getrandbits(number)) << 1,
            refused=chance.choice([0, 0, 1]),
            wash=chance.choice(list(Wash)),
            dead=chance.random() < 0.1,
            culprit=chance.random() < 0.1,
            clause=chance.choice(list(NamingClause)),
            asserted=chance.choice([0, 2]),
            denied=chance.choice([0, 4]),
            warmth=chance.choice([0, 5]),
            heat=chance.choice(["", "", "guessed"]),
            parts=((1, chance.choice(list(MarkRole))),) * (chance.random() < 0.3),
            outline=chance.choice(list(Outline)),
        )
        for _ in geometry.cells
    ]
    links = (Link((0, 1), (number + 2, 2), strong=True), Link((1, 1), (2, 2), strong=False))
    return BoardView(geometry, tuple(cells), LETTERS[:number], solved=chance.random() < 0.5, links=links)


@pytest.mark.parametrize("side", slow_but([4, 9], sides()))
def test_every_shape_is_within_the_picture(side: int) -> None:
    for number, symbols in enumerate(WAYS):
        view, theme = board(side), themes.names()[number % 2]
        text = ElementTree.tostring(svg_of(view, themes.load(theme), symbols, title="a < b & c"), "unicode")
        picture = ElementTree.fromstring(text)
        assert picture.tag == f"{SVG}svg" and picture.findtext(f"{SVG}title") == "a < b & c"
        left, top, width, height = map(float, picture.attrib["viewBox"].split())
        wrong = []
        for group in picture.iter(f"{SVG}g"):
            x, y = map(float, re.findall(r"-?[\d.]+", group.get("transform", "0 0")))
            for shape in group.findall("*"):
                for name in ("x", "x1", "x2", "cx"):
                    if not left <= float(shape.get(name, left)) + x <= left + width:
                        wrong.append((shape.tag, name, shape.attrib))
                for name in ("y", "y1", "y2", "cy"):
                    if not top <= float(shape.get(name, top)) + y <= top + height:
                        wrong.append((shape.tag, name, shape.attrib))
                wrong += [(shape.tag, one) for one in ("width", "height", "r", "rx") if float(shape.get(one, 0)) < 0]
                colours = {shape.get("fill", "none"), shape.get("stroke", "none")} - {"none"}
                wrong += [one for one in colours if not re.fullmatch(r"#[0-9a-f]{6}", one)]
        assert not wrong


def test_each_digit_is_written_as_often_as_the_board_shows_it() -> None:
    puzzle = named.find("fig1")
    cells = tuple(CellView(digit, Role.GIVEN) if digit else CellView(candidates=0b110) for digit in puzzle.givens)
    view = BoardView(puzzle.geometry, cells, "123456789")
    picture = svg_of(view, themes.load("light"), Symbols.DIGITS)
    written = Counter((one.text, one.get("font-weight")) for one in picture.iter("text"))
    blanks = puzzle.givens.count(0)
    expected = Counter((str(digit), "700") for digit in puzzle.givens if digit)
    assert written == expected + Counter({("1", "400"): blanks, ("2", "400"): blanks})


def test_a_recorded_board_says_what_it_shows(tmp_path: Path) -> None:
    puzzle = replace(Puzzle.parse(str(named.find("fig1"))), name="<fig & 1>\x07")
    out = tmp_path / "step.svg"
    assert record(RecordOptions(puzzle, out, "backtracking", 5, size=(640, 400), theme="dark")) == 1
    picture = ElementTree.parse(out).getroot()
    assert (picture.get("width"), picture.get("height")) == ("400", "400")
    assert "<fig & 1>" in str(picture.findtext(f"{SVG}title")) and "r1c" in str(picture.findtext(f"{SVG}desc"))
    fills = {one.get("fill") for one in picture.iter(f"{SVG}rect")}
    assert "#{:02x}{:02x}{:02x}".format(*themes.load("dark").panel) in fills
