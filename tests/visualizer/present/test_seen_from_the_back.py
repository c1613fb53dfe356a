"""Tests that what is told can be read from the last row of a hall, and that no pane is empty."""

from __future__ import annotations

from itertools import product

import pygame
import pytest
from app_driver import Driver
from presenting import mode_of, screen_of
from slow import slow_but
from type_reader import Reader

import solvers
from puzzles.corpus import named
from visualizer.files.lectures import shipped
from visualizer.lecture.lecture import BlockKind, blocks_of
from visualizer.lecture.reader import load, read
from visualizer.present.mode import LectureFile
from visualizer.session.settings import Options
from visualizer.text.spans import Span, plain, shorter
from visualizer.toolkit.canvas import Fonts
from visualizer.window.present.text import fitted

HALL = (1920, 1080)
TOLD, REST = 40, 28
"""The least sizes of type in the hall's window, in pixels: of sentences, and of all else that is to be read."""
ON_STAGE = [name for name in solvers.names() if not solvers.get(name).person]
PANES = ("K", "Shift+F", "Y", "F", "O", "Shift+E", "Shift+Y")


def presented(solver: str, puzzle: str = "deep-2", size: tuple[int, int] = HALL) -> Driver:
    return Driver(Options(named.find(puzzle), solver=solver, size=size, seed=1, modes={"present": None}))


@pytest.mark.parametrize("solver", slow_but(["cdcl", "exact-cover"], ON_STAGE))
def test_captions_are_at_least_40_pixels_high_and_all_else_28_and_nothing_is_cut(solver: str) -> None:
    faults = []
    with presented(solver) as driver:
        for key, steps in product(PANES, (1, 40)):
            driver.press(key) if steps == 1 else None
            driver.press("Down", steps)
            driver.frames(5)
            reader = Reader(driver)
            reader.read(key)
            said = plain(screen_of(driver).of_run.caption)
            told = {text: em for text, (em, _) in reader.found.items() if text.strip() and text in said and em >= TOLD}
            faults += [(key, steps, "told", said)] if not told else []
            faults += [(key, steps, *one) for one in reader.too_small(REST).items()]
            faults += [(key, steps, "cut", text) for text in reader.cut]
    assert not faults


def test_the_palette_is_read_by_the_hall_too() -> None:
    with presented("cdcl") as driver:
        for key in ("Ctrl+K", "Ctrl+D", "Ctrl+L"):
            driver.press(key)
            reader = Reader(driver)
            reader.read(key)
            driver.press("Escape")
            assert not reader.too_small(REST) and not reader.cut and len(reader.found) > 10


@pytest.mark.parametrize("solver", slow_but(["cdcl", "exact-cover", "sat", "human"], ON_STAGE))
def test_no_pane_is_empty_at_the_start_of_a_run_and_it_stays(solver: str) -> None:
    with presented(solver) as driver:
        driver.rest()
        shown, picture = list(driver.session.panes.shown), screen_of(driver).of_run
        assert shown == [driver.session.panes.telling]
        rect = picture.column.rects[shown[0]]
        inside = driver.surface.subsurface(rect.inflate(-12, -12))
        ground = inside.get_at((inside.get_width() - 1, inside.get_height() - 1))
        mask = pygame.mask.from_threshold(inside, ground, (24, 24, 24, 255))
        mask.invert()
        words = mask.get_bounding_rects()
        assert max(word.bottom for word in words) - min(word.top for word in words) > rect.height // 3
        for key in ("Space", "Space", "End", "Home"):
            driver.press(key)
            driver.frames(20)
            assert driver.session.panes.shown == shown


def test_what_does_not_fit_is_left_out_sentence_by_sentence() -> None:
    caption = (Span("One is "), Span("first", "guessed"), Span(". Two! Thr"), Span("ee?"))
    said = [plain(one) for one in shorter(caption)]
    assert said == ["One is first. Two! Three?", "One is first. Two!", "One is first."]
    assert [*shorter((Span("r1c1. is"),))][1:] == [(Span("r1c1."),)] and len([*shorter((Span("Just this."),))]) == 1
    with presented("mrv") as driver:
        picture = screen_of(driver).of_run
        driver.frame()
        most = picture._at.column.height
        long = tuple(Span(f"Sentence {i} has many words that nobody needs. ") for i in range(40))
        text = picture._wrap(long, most // 2, most // 2, most, picture._at.column.width)
        whole = " ".join(plain(line) for line in text.lines)
        assert text.size >= TOLD and text.height <= most and whole.strip().endswith("needs.") and "…" not in whole


def test_the_text_of_every_shipped_slide_fits_at_40_pixels_or_more_at_every_size() -> None:
    faults = []
    for entry in shipped():
        lecture = load(entry.path)
        for size in (HALL, (1366, 768), (1280, 720)):
            modes = {"present": LectureFile(lecture, entry.path)}
            with Driver(Options(named.find("fig1"), size=size, seed=1, modes=modes)) as driver:
                for number, slide in enumerate(lecture.slides, 1):
                    with pytest.MonkeyPatch.context() as patch:
                        laid = []
                        patch.setattr(
                            "visualizer.window.present.picture.fitted",
                            lambda *how, laid=laid: laid.append((how[1], fitted(*how))) or laid[-1][1],
                        )
                        mode_of(driver).presented.go(number - 1)
                        driver.app.screen.forget()
                        driver.app.invalidate()
                        driver.frame()
                    for blocks, text in laid[-1:]:
                        least = TOLD * size[1] // HALL[1]
                        words = (one for one in text.placed if one.block.kind is not BlockKind.CODE)
                        small = [one for one in words if one.lines and one.lines.size < least]
                        if len(text.placed) < len(blocks) or small:
                            faults.append((entry.path.name, size, number, len(text.placed), len(blocks), small))
                    assert laid or not blocks_of(slide, lecture.folder)
    assert not faults


def test_a_slide_with_too_much_text_leaves_out_its_end() -> None:
    lecture = read("\n\n".join(f"Paragraph {i} of far more than anybody could read on a slide." for i in range(60)))
    blocks = blocks_of(lecture.slides[0], lecture.folder)
    text = fitted(Fonts(), blocks, (900, 500), 42, 27)
    assert text.em == 27 and text.height <= 500 and 3 < len(text.placed) < len(blocks)
