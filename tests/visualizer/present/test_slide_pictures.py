"""Tests that a lecture's pictures are decoded in another process, and that none can hold up the window."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

import pygame
import pytest
from app_driver import Clock, Driver

from puzzles.corpus import named
from visualizer.lecture.reader import load
from visualizer.present.mode import LectureFile
from visualizer.session.settings import Options
from visualizer.window.present.text import LONGEST, MOST_KEPT, Pictures

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300">{}</svg>'
DASHES = '<path d="M0 0 L4000000 300" stroke="black" stroke-dasharray="0.01" fill="none"/>'
"""400 million dashes."""
RED = (255, 0, 0)


@pytest.fixture
def decoded() -> Iterator[Pictures]:
    its = Pictures()
    yield its
    its._worker.close()


def until_decoded(decoded: Pictures) -> None:
    end = monotonic() + 60
    while decoded.busy:
        decoded.tick(0.0)
        assert monotonic() < end
        sleep(0.005)


def save(path: Path, depth: int = 32, size: tuple[int, int] = (300, 200)) -> Path:
    """Write a red picture."""
    surface = pygame.Surface(size, depth=depth)
    if depth == 8:
        surface.set_palette([RED] * 256)
    surface.fill(0 if depth == 8 else RED)
    pygame.image.save(surface, path)
    return path


def test_pictures_of_every_kind_are_decoded(decoded: Pictures, tmp_path: Path) -> None:
    files = [save(tmp_path / name) for name in ("a.png", "a.jpg")]
    files += [save(tmp_path / "palette.png", depth=8), save(tmp_path / "large.png", size=(4000, 1000))]
    drawing = tmp_path / "a.svg"
    drawing.write_text(SVG.format('<rect width="400" height="300" fill="#ff0000"/>'))
    broken = tmp_path / "broken.png"
    broken.write_bytes(files[0].read_bytes()[:60])
    for path in (*files, drawing, broken):
        decoded.find(path)
    until_decoded(decoded)
    assert decoded.find(broken) is None and not decoded.busy, "nobody tries again"
    for path, size in zip((*files, drawing), ((300, 200),) * 3 + ((1920, 480), (1440, 1080)), strict=True):
        picture = decoded.find(path)
        assert picture is not None and picture.get_size() == size, path
        assert all(abs(one - other) < 9 for one, other in zip(picture.get_at((50, 50))[:3], RED, strict=True)), path
    save(files[0], size=(30, 20))
    assert decoded.find(files[0]) is None and decoded.busy, "the file has changed"
    until_decoded(decoded)
    picture = decoded.find(files[0])
    assert picture is not None and picture.get_size() == (30, 20)


def test_a_picture_that_takes_too_long_is_given_up_and_the_next_one_is_decoded(
    decoded: Pictures, tmp_path: Path
) -> None:
    bomb, fine = tmp_path / "bomb.svg", save(tmp_path / "fine.png")
    bomb.write_text(SVG.format(DASHES))
    assert decoded.find(bomb) is decoded.find(fine) is None
    decoded.tick(LONGEST / 2)
    assert decoded.find(fine) is None
    assert decoded.tick(LONGEST)
    until_decoded(decoded)
    assert decoded.find(bomb) is None and decoded.find(fine) is not None and not decoded.busy


def test_only_so_many_pictures_are_kept(decoded: Pictures, tmp_path: Path) -> None:
    files = [save(tmp_path / f"{number}.png", size=(3, 2)) for number in range(MOST_KEPT + 3)]
    for path in files:
        decoded.find(path)
        until_decoded(decoded)
        decoded.find(files[0])
    assert len(decoded._known) == MOST_KEPT and decoded.find(files[0]) and not decoded.busy


def test_a_slide_is_shown_before_its_picture_and_then_with_it(
    decoded: Pictures, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "lecture.md"
    save(tmp_path / "a b.png")
    path.write_text("# One\n\n![red](a%20b.png)\n")
    for module in ("text", "picture"):
        monkeypatch.setattr(f"visualizer.window.present.{module}.PICTURES", decoded)
    modes = {"present": LectureFile(load(path), path, False)}
    with Driver(Options(named.find("fig1"), size=(1280, 720), seed=1, modes=modes), Clock()) as driver:
        assert decoded.busy and driver.app.busy and not reds(driver.surface)
        end = monotonic() + 60
        while decoded.busy:
            driver.frame(0.0)
            assert monotonic() < end
            sleep(0.005)
        driver.frames(2)
        assert reds(driver.surface) > 50_000


def reds(surface: pygame.Surface) -> int:
    return pygame.mask.from_threshold(surface, RED, (9, 9, 9)).count()
