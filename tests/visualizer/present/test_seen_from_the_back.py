"""Tests that what is told can be read from the last row of a hall, and that no pane is empty."""

from __future__ import annotations

from itertools import pairwise, product
from pathlib import Path

import pygame
import pytest
from app_driver import Driver
from presenting import mode_of, screen_of
from slow import few_of, slow_but
from type_reader import Reader

import solvers
from puzzles.corpus import named
from visualizer.cli.main import main
from visualizer.files.lectures import shipped
from visualizer.lecture.lecture import BlockKind, blocks_of
from visualizer.lecture.reader import load, read
from visualizer.present.mode import LectureFile
from visualizer.session.settings import Options
from visualizer.text.spans import Span, plain, shorter
from visualizer.toolkit.canvas import Fonts
from visualizer.toolkit.help import _help_card
from visualizer.window.present.text import fitted, rows_of

HALL = (1920, 1080)
TOLD, REST = 40, 28
"""The least sizes of type in the hall's window, in pixels: of sentences, and of all else that is to be read."""
ON_STAGE = [name for name in solvers.names() if not solvers.get(name).person]
PANES = ("K", "Shift+F", "Y", "F", "O", "Shift+E", "Shift+Y")


def presented(solver: str, puzzle: str = "deep-2", size: tuple[int, int] = HALL) -> Driver:
    return Driver(Options(named.find(puzzle), solver=solver, size=size, seed=1, modes={"present": None}))


@pytest.mark.parametrize("solver", slow_but(["cdcl"], ON_STAGE))
def test_captions_are_at_least_40_pixels_high_and_all_else_28_and_nothing_is_cut(solver: str) -> None:
    faults = []
    with presented(solver) as driver:
        for key, steps in product(few_of(PANES[::4], PANES), (1, 40)):
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


@pytest.mark.parametrize("size", [HALL, (1366, 768), (1280, 720)])
def test_the_help_is_one_page_that_can_be_read_from_the_back(size: tuple[int, int]) -> None:
    with presented("cdcl", size=size) as driver:
        driver.press("F1")
        _help_card.cache_clear()
        reader = Reader(driver)
        reader.read("F1")
        assert driver.session.help_pages == 1 and not reader.cut
        assert not reader.too_small(REST * size[1] // HALL[1])


def test_the_palette_is_read_by_the_hall_too() -> None:
    with presented("cdcl") as driver:
        for key in ("Ctrl+K", "Ctrl+D", "Ctrl+L"):
            driver.press(key)
            reader = Reader(driver)
            reader.read(key)
            driver.press("Escape")
            assert not reader.too_small(REST) and not reader.cut and len(reader.found) > 10


@pytest.mark.parametrize("solver", slow_but(["cdcl", "human"], ON_STAGE))
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
        for size in few_of([(1280, 720)], [HALL, (1366, 768), (1280, 720)]):
            modes = {"present": LectureFile(lecture, entry.path)}
            with Driver(Options(named.find("fig1"), size=size, seed=1, modes=modes)) as driver:
                for number, slide in enumerate(lecture.slides, 1):
                    with pytest.MonkeyPatch.context() as patch:
                        laid = []
                        patch.setattr(
                            "visualizer.window.present.picture.fitted",
                            lambda *how, laid=laid: laid.append(fitted(*how)) or laid[-1],
                        )
                        mode_of(driver).presented.go(number - 1)
                        driver.app.screen.forget()
                        driver.app.invalidate()
                        driver.frame()
                    for text in laid[-1:]:
                        least = TOLD * size[1] // HALL[1]
                        words = (one for one in text.placed if one.block.kind is not BlockKind.CODE)
                        small = [one for one in words if one.lines and one.lines.size < least]
                        if len(text.starts) > 1 or small:
                            faults.append((entry.path.name, size, number, text.starts, small))
                    assert laid or not blocks_of(slide, lecture.folder)
    assert not faults


MANY = "\n\n".join(f"Paragraph {i} of far more than anybody could read on a slide." for i in range(60))
CODE = "```\n" + "\n".join(f"line {i}" for i in range(80)) + "\n```"
TABLE = "| a | b |\n| - | - |\n" + "\n".join(f"| {i} | {i * i} |" for i in range(60))


@pytest.mark.parametrize("words", [MANY, CODE, TABLE, f"One.\n\n{CODE}\n\nTwo.\n\n{TABLE}"])
def test_a_slide_with_too_much_text_is_shown_in_parts_that_lose_nothing(words: str) -> None:
    lecture = read(words)
    text = fitted(Fonts(), blocks_of(lecture.slides[0], lecture.folder), (900, 500), 42, 27)
    parts = list(pairwise([*text.starts, text.height]))
    assert text.em == 27 and len(parts) > 2 and all(0 < end - start <= 500 for start, end in parts)
    for top, bottom, said in (row for one in text.placed for row in rows_of(one)):
        assert sum(start <= top and bottom <= end for start, end in parts) == 1, said


@pytest.mark.slow
def test_page_down_leads_through_the_parts_of_a_slide_and_the_check_names_it(tmp_path: Path, capsys) -> None:
    path = tmp_path / "long.md"
    scene = '```solvescope\npuzzle = "fig1"\nstops = [0, "solved"]\n```'
    path.write_text(f"# One\n\n{MANY}\n\n---\n\n# Two\n\n{MANY}\n\n{scene}")
    assert main(["present", str(path), "--check"]) == 1
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 2 and 'line 1: slide 1 has too much text: "Paragraph' in told[0] and "slide 2" in told[1]
    modes = {"present": LectureFile(load(path), path)}
    with Driver(Options(named.find("fig1"), size=(1280, 720), seed=1, modes=modes)) as driver:
        shown, presented = [], mode_of(driver).lecture
        assert presented is not None
        for number in (0, 1):
            driver.frames(5)
            count = presented.parts
            for part in range(count):
                shown.append(pygame.image.tobytes(driver.surface, "RGB"))
                assert count > 3 and presented.position == number
                assert presented.clock_text == f"part {part + 1} of {count}"
                driver.press("PageDown")
                driver.frames(5)
        driver.frames(60)
        assert len(set(shown)) == len(shown) and not presented.introduces
        presented.go(0)
        driver.press("PageDown")
        driver.press("PageUp")
        driver.frames(5)
        assert pygame.image.tobytes(driver.surface, "RGB") == shown[0]
