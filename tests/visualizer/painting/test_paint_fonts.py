"""Tests that digits have one width, captions fit, and caches stay small."""

from __future__ import annotations

from importlib import resources

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples

from visualizer.text.spans import Caption, Span, plain
from visualizer.toolkit.canvas import ELLIPSIS, GROUP_SPACE, Face, Fonts, Lru

FONTS = Fonts()
WORDS = st.text("abcW7… -:\n", max_size=120)
CAPTIONS = st.lists(st.builds(Span, WORDS, st.sampled_from(["", "deduced", "conflict"])), max_size=5).map(tuple)


@pytest.mark.parametrize("face", Face)
@pytest.mark.parametrize("size", [13, 15, 24, 61])
def test_all_figures_have_one_width(face: Face, size: int) -> None:
    assert len({FONTS.width(digit * 8, face, size) for digit in "0123456789"}) == 1


@pytest.mark.parametrize("text", ["", "\u200b", "\ufeff\u200d", "\0"])
def test_text_without_width_is_drawn_like_any_other(text: str) -> None:
    surface = pygame.Surface((50, 50))
    assert FONTS.draw(surface, text, Face.BODY, 20, (255, 255, 255), left=10, base=30).left == 10


@pytest.mark.parametrize("face", Face)
def test_faces_hold_what_captions_and_keys_use(face: Face) -> None:
    needed = "AZaz09éÄßñøčł…·×−≠≤←→↑↓" + ("" if face is Face.CODE else GROUP_SPACE)
    missing = drawn("\uffff", face)
    assert [letter for letter in needed if drawn(letter, face) == missing] == []


def drawn(letter: str, face: Face) -> bytes:
    return pygame.image.tobytes(FONTS.text(letter, face, 40, (255, 255, 255)), "RGBA")


def test_every_font_comes_with_its_licence() -> None:
    files = {file.name: file for file in (resources.files("assets") / "fonts").iterdir()}
    for name in (name for name in files if name.endswith(".ttf")):
        assert "SIL OPEN FONT LICENSE" in files[f"{name.split('-')[0]}-OFL.txt"].read_text("utf-8")
        assert len(files[name].read_bytes()) < 400_000
    assert {face.value for face in Face} <= files.keys()


@examples(150)
@given(CAPTIONS, st.integers(60, 600), st.integers(20, 200))
def test_a_wrapped_caption_fits_and_loses_words_only_to_an_ellipsis(caption: Caption, width: int, height: int) -> None:
    lines = FONTS.wrap(caption, width, height, 24, 11)
    assert all(FONTS.line_width(line, lines.size) <= width for line in lines.lines)
    assert lines.height <= max(height, lines.leading)
    shown, whole = ("".join("".join(plain(line) for line in lines.lines).split()), "".join(plain(caption).split()))
    assert shown == whole or (shown.endswith(ELLIPSIS) and whole.startswith(shown.removesuffix(ELLIPSIS)))


def test_a_caption_keeps_its_size_while_it_fits_and_shrinks_before_it_is_cut() -> None:
    short, long = (Span("r1c1 must be 7"),), (Span("every other digit stands in its row, column or box " * 3),)
    assert FONTS.wrap(short, 400, 80, 24, 11).size == 24
    shrunk = FONTS.wrap(long, 400, 80, 24, 11)
    assert 11 <= shrunk.size < 24 and ELLIPSIS not in plain(shrunk.lines[-1])
    cut = FONTS.wrap((Span(long[0].text * 9),), 400, 80, 24, 11)
    assert cut.size == 11 and plain(cut.lines[-1]).endswith(ELLIPSIS)


def test_a_line_is_not_broken_between_two_voices_of_one_word() -> None:
    caption = (Span("it must be "), Span("7", "deduced"), Span(": so"))
    for width in range(60, 200, 3):
        lines = [plain(line) for line in FONTS.wrap(caption, width, 400, 24, 24).lines]
        assert any("7:" in line for line in lines), lines


def test_voices_survive_wrapping() -> None:
    lines = FONTS.wrap((Span("no digit fits in "), Span("r3c4 or r3c5", "conflict")), 120, 200, 20, 20).lines
    voiced = "".join(span.text for line in lines for span in line if span.voice == "conflict")
    assert "".join(voiced.split()) == "r3c4orr3c5"


def test_the_same_text_is_rendered_once() -> None:
    assert FONTS.text("7", Face.BOLD, 30, (1, 2, 3)) is FONTS.text("7", Face.BOLD, 30, (1, 2, 3))
    assert FONTS.text("7", Face.BOLD, 30, (1, 2, 3)) is not FONTS.text("7", Face.BOLD, 30, (1, 2, 4))


@pytest.mark.parametrize("face", Face)
def test_shortened_text_is_the_longest_that_fits(face: Face) -> None:
    text = "To fill a cell: AVATAR, iiiiii, WWWW, [1, 2, 3 ...]"
    for width in range(0, 420, 7):
        if FONTS.width(text, face, 15) <= width:
            assert FONTS.shorten(text, face, 15, width) == text
            continue
        fitting = [n for n in range(len(text)) if FONTS.width(text[:n] + "…", face, 15) <= width]
        assert FONTS.shorten(text, face, 15, width) == text[: max(fitting, default=0)].rstrip() + "…"


def test_shortened_text_fits() -> None:
    for width in range(20, 200, 7):
        text = FONTS.shorten("a summary that goes on for some time", Face.BODY, 15, width)
        assert FONTS.width(text, Face.BODY, 15) <= width


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(1, 40)), max_size=200))
def test_what_is_kept_stays_within_the_limit_and_the_latest_is_kept(entries: list[tuple[int, int]]) -> None:
    lru: Lru[tuple[int, int]] = Lru(100)
    for key, weight in entries:
        value = lru.get(key, lambda key=key, weight=weight: (key, weight), lambda value: value[1])
        assert value[0] == key and lru.weight <= 100
        assert lru.get(key, lambda: pytest.fail("forgotten at once")) is value


def test_drawing_by_the_middle_centres_figures() -> None:
    surface = pygame.Surface((100, 100))
    FONTS.draw(surface, "8", Face.BOLD, 60, (255, 255, 255), centre=50, middle=50)
    box = pygame.mask.from_threshold(surface, (255, 255, 255), (80, 80, 80)).get_bounding_rects()[0]
    assert abs(box.centerx - 50) <= 2 and abs(box.centery - 50) <= 2


@pytest.mark.parametrize("sign", ["=", "≠"])
def test_an_equation_is_not_broken_over_two_lines(sign: str) -> None:
    fonts = Fonts()
    caption = (Span("Back to where r2c1 "), Span(sign), Span(" "), Span("4", "guessed"), Span(" and r3c3 = 7 hold."))
    for width in range(90, 500, 10):
        lines = ["".join(span.text for span in line) for line in fonts.wrap(caption, width, 4000, 20, 20).lines]
        assert " ".join(lines) == f"Back to where r2c1 {sign} 4 and r3c3 = 7 hold."
        assert not any(line.startswith(("=", "≠")) or line.endswith(("=", "≠")) for line in lines)
