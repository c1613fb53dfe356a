"""Tests that digits in other symbols are distinct at any size, and have one name on the board and in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pygame
import pytest
from app_driver import Driver
from drawings import png

from puzzles import Puzzle
from puzzles.corpus import named
from puzzles.geometry import LARGEST, SMALLEST, Geometry, usual_alphabet
from puzzles.puzzle import alphabet_of
from visualizer.files import saved_view
from visualizer.files.saved_view import ViewError, load, save
from visualizer.painting.cell import CellPainter
from visualizer.painting.glyph import paint_key, paint_shape
from visualizer.session.checked_view import check
from visualizer.session.session import Session
from visualizer.session.settings import Options
from visualizer.style import theme as themes
from visualizer.style.theme import OUTLINES, WAYS, Fill, Symbols, colour, shape
from visualizer.text.spans import plain
from visualizer.toolkit.canvas import Canvas, Fonts
from visualizer.views.board import CellView, MarkRole, Role

FIG1 = named.find("fig1")
FONTS = Fonts()
PICTURES = Symbols("pictures", tuple(png(digit) for digit in range(1, LARGEST + 1)))
DRAWN = (Symbols.COLOURS, Symbols.SHAPES, PICTURES)
EVERY = range(1, LARGEST + 1)


@pytest.fixture
def session() -> Iterator[Session]:
    session = Session(FIG1, solver="elimination")
    yield session
    session.close()


# Shapes


def one_bit(digit: int, side: int) -> np.ndarray:
    """Return the shape in black and white, as a printer that has no greys prints it."""
    surface = pygame.Surface((side + 2, side + 2))
    surface.fill((255, 255, 255))
    paint_shape(Canvas(surface, themes.load("light"), FONTS), digit, surface.get_rect().center, side, (0, 0, 0))
    return pygame.surfarray.array3d(surface)[:, :, 0] < 128


@pytest.mark.parametrize(("side", "digits", "least"), [(20, 9, 0.15), (20, LARGEST, 0.06), (13, LARGEST, 0.06)])
def test_every_two_shapes_differ_without_any_colour(side: int, digits: int, least: float) -> None:
    pictures = {digit: one_bit(digit, side) for digit in range(1, digits + 1)}
    shares = {pair: float(np.mean(pictures[pair[0]] != pictures[pair[1]])) for pair in combinations(pictures, 2)}
    worst = min(shares, key=shares.__getitem__)
    assert shares[worst] >= least, f"{worst} differ in {shares[worst]:.1%} of their pixels"


def test_nine_shapes_have_nine_outlines_and_neighbours_are_filled_differently() -> None:
    assert len({shape(digit).filled for digit in EVERY} | {shape(digit).stroked for digit in EVERY}) > LARGEST
    assert len(OUTLINES) == 9 and len(OUTLINES) * len(Fill) == LARGEST
    assert all(abs(value) <= 1 for digit in EVERY for point in shape(digit).filled for value in point)


# Colours


def matrix(*numbers: float) -> np.ndarray:
    return np.array(numbers).reshape(3, 3)


CONES = {
    "all": np.eye(3),
    "no red": matrix(0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998),
    "no green": matrix(0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881),
    "no blue": matrix(1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900),
}
"""The matrices of vision without a kind of cones, in linear light (Machado, Oliveira and Fernandes, 2009)."""


def perceived(digits: range, cones: np.ndarray) -> np.ndarray:
    """Return the colours in OKLab, where distances are roughly as people perceive them."""
    srgb = np.array([colour(digit) for digit in digits]) / 255
    light = np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4) @ cones.T
    to_lms = [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
    to_lab = [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
    lms = np.cbrt(np.clip(light, 0, 1) @ np.array(to_lms).T)
    return np.asarray(lms @ np.array(to_lab).T)


@pytest.mark.parametrize(("side", "least"), [(9, 0.11), (16, 0.075), (25, 0.06), (36, 0.05)])
@pytest.mark.parametrize("cones", CONES)
def test_every_two_colours_differ_for_every_kind_of_eyes(cones: str, side: int, least: float) -> None:
    seen = perceived(range(1, side + 1), CONES[cones])
    assert min(float(np.linalg.norm(a - b)) for a, b in combinations(seen, 2)) >= least


# On the board


def painted(view: CellView, symbols: Symbols, size: int = 68, theme: str = "light", side: int = 9) -> bytes:
    geometry = Geometry.of_side(side)
    surface = pygame.Surface((size, size))
    CellPainter(themes.load(theme), geometry, usual_alphabet(side), size, symbols).paint(
        Canvas(surface, themes.load(theme), FONTS), view
    )
    return pygame.image.tobytes(surface, "RGB")


@pytest.mark.parametrize("symbols", [*WAYS, PICTURES])
@pytest.mark.parametrize(("side", "size"), [(9, 68), (25, 23), (36, 18)])
def test_every_digit_has_a_picture_of_its_own_in_cells_of_every_size(symbols: Symbols, side: int, size: int) -> None:
    pictures = {painted(CellView(digit, Role.FIXED), symbols, size, side=side) for digit in range(1, side + 1)}
    assert len(pictures) == side


@pytest.mark.parametrize("symbols", DRAWN)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_who_wrote_a_digit_is_seen_in_shades_of_grey(symbols: Symbols, theme: str) -> None:
    """Check that weight, frame and dots differ by more than a shade in a picture without colours."""
    views = [CellView(4, role, 2 if role is Role.GUESSED else 0) for role in Role if role is not Role.BLANK]
    grey = [
        np.frombuffer(painted(view, symbols, theme=theme), np.uint8).reshape(68, 68, 3).mean(axis=2) for view in views
    ]
    assert all(np.mean(np.abs(one - other) > 60) > 0.008 for one, other in combinations(grey, 2))


@pytest.mark.parametrize("symbols", DRAWN)
def test_signs_on_candidates_stay_in_every_kind_of_symbols(symbols: Symbols) -> None:
    every = sum(1 << digit for digit in range(1, 10))
    views = [
        CellView(candidates=every),
        CellView(candidates=every & ~8, struck=8),
        CellView(candidates=every & ~8),
        CellView(candidates=every, asserted=8),
        CellView(candidates=every, denied=8),
        CellView(candidates=every, refused=3),
        *(CellView(candidates=every, parts=((3, part),)) for part in MarkRole),
    ]
    assert len({painted(view, symbols) for view in views}) == len(views)


def test_digits_are_painted_as_before() -> None:
    surface = pygame.Surface((68, 68))
    CellPainter(themes.load("light"), FIG1.geometry, "123456789", 68).paint(
        Canvas(surface, themes.load("light"), FONTS), CellView(7, Role.GIVEN)
    )
    assert painted(CellView(7, Role.GIVEN), Symbols.DIGITS) == pygame.image.tobytes(surface, "RGB")


@pytest.mark.parametrize("side", [9, 16, 25, 36])
def test_the_key_names_every_symbol_within_its_room(side: int) -> None:
    canvas, alphabet = Canvas(pygame.Surface((560, 200)), themes.load("light"), FONTS, 1.0), usual_alphabet(side)
    faults = []
    for width in range(300, 521, 11):
        canvas.surface.fill((9, 9, 9))
        room = pygame.Rect(20, 10, width, 180)
        top = paint_key(canvas, room, Symbols.SHAPES, alphabet)
        canvas.surface.fill((9, 9, 9), pygame.Rect(room.left, top, room.width, room.bottom - top))
        outside = (pygame.surfarray.array2d(canvas.surface) != canvas.surface.map_rgb((9, 9, 9))).any()
        if outside or not room.top < top < room.bottom:
            faults.append((width, top))
    assert not faults
    assert paint_key(canvas, room, Symbols.LETTERS, alphabet) == room.bottom


# In words


@pytest.mark.parametrize("side", [side for side in range(SMALLEST, LARGEST + 1) if side in (4, 9, 16, 25, 30, 36)])
def test_letters_are_as_many_as_digits_and_named_once(side: int) -> None:
    letters = Symbols.LETTERS.alphabet(usual_alphabet(side))
    assert len(set(letters)) == side and Symbols.LETTERS.alphabet(letters) == letters
    assert all(symbols.alphabet(usual_alphabet(side)) == usual_alphabet(side) for symbols in DRAWN)


def test_a_puzzle_with_letters_of_its_own_keeps_them() -> None:
    own = replace(FIG1, alphabet="WORDSINAB")
    assert alphabet_of(Symbols.LETTERS.named(own)) == "WORDSINAB"


def test_what_is_said_and_shown_follows_and_the_puzzle_stays(session: Session) -> None:
    text = str(session.puzzle)
    session.player.to(1)
    said = plain(session.composer.scene(20).caption)
    assert said[0] in "123456789"
    session.do("symbols")
    scene = session.composer.scene(20, beside=True)
    assert plain(scene.caption) == f"{'ABCDEFGHI'[int(said[0]) - 1]}{said[1:]}"
    assert scene.board.alphabet == "ABCDEFGHI" == (scene.start.alphabet if scene.start else "")
    assert session.timeline.board_at(0).puzzle == session.puzzle and str(session.puzzle) == text
    session.do("symbols")
    assert plain(session.composer.scene(20).caption) == said and session.symbols == Symbols.COLOURS


def test_another_algorithm_and_another_puzzle_keep_the_symbols(session: Session) -> None:
    session.symbols = Symbols.LETTERS
    session.set_solver("mrv")
    assert session.composer.scene(20).board.alphabet == "ABCDEFGHI"
    session.load(Puzzle.empty(Geometry.of_side(16)))
    assert session.composer.scene(20).board.alphabet == "ABCDEFGHIJKLMNOP"
    assert alphabet_of(session.puzzle) == "123456789ABCDEFG"


def test_symbols_come_round(session: Session) -> None:
    found = []
    for _ in WAYS:
        session.do("symbols")
        found.append(session.symbols)
    assert found == [*WAYS[1:], Symbols.DIGITS]


# Kept


@pytest.mark.parametrize("symbols", WAYS)
def test_a_saved_view_keeps_them_beside_the_puzzle(session: Session, tmp_path: Path, symbols: Symbols) -> None:
    session.symbols = symbols
    view = session.capture("light")
    assert view.puzzle == str(FIG1)
    save(view, tmp_path / "view.json")
    assert ("symbols" in (tmp_path / "view.json").read_text("utf-8")) is (symbols != Symbols.DIGITS)
    session.symbols = Symbols.DIGITS if symbols != Symbols.DIGITS else Symbols.SHAPES
    check(load(tmp_path / "view.json"), tmp_path).restore(session)
    assert session.symbols == symbols and session.puzzle == FIG1


def test_a_view_with_symbols_nobody_knows_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ViewError, match="did you mean shapes\\?"):
        check(saved_view.View(str(FIG1), "mrv", symbols="shape"), tmp_path)


# In the window


def test_the_window_starts_with_the_symbols_asked_for() -> None:
    with Driver(Options(FIG1, solver="mrv", symbols="shapes")) as driver:
        assert driver.session.symbols == Symbols.SHAPES
        assert driver.app.picture.board.symbols == Symbols.SHAPES
