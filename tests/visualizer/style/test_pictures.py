"""Tests that a folder of pictures shows digits in the window, on paper and on pages, or says what is wrong with it."""

from __future__ import annotations

import random
import re
import shutil
from io import BytesIO
from pathlib import Path

import pygame
import pytest
from app_driver import Driver
from drawings import NINE, drawn, folder_of
from pages import header_of
from PIL import Image

from puzzles.corpus import named
from visualizer.cli.main import main
from visualizer.files.saved_view import ViewError, load, save
from visualizer.session.checked_view import check
from visualizer.session.settings import Options
from visualizer.style.pictures import SIDE, in_folder
from visualizer.style.theme import WAYS, Symbols

FIG1 = named.find("fig1")


def bars(png: bytes) -> int:
    """Count the bars of a drawing along its middle."""
    picture = Image.open(BytesIO(png)).convert("L")
    row = [picture.getpixel((x, picture.height // 2)) < 80 for x in range(picture.width)]
    return sum(here and not before for before, here in zip([False, *row], row, strict=False))


@pytest.mark.parametrize(
    ("names", "digits"),
    [
        (("10.png", "2.png", "1.png", "7.gif"), {1: 3, 2: 2, 7: 4, 10: 1}),
        (("pear.png", "apple 10.jpg", "Apple 9.bmp"), {1: 3, 2: 2, 3: 1}),
        (("0.png", "3.webp"), {3: 2}),
        ((".hidden.png", "a.PNG", "notes.txt.png"), {1: 2, 2: 3}),
    ],
)
def test_numbers_name_digits_and_other_names_count_in_order(
    names: tuple[str, ...], digits: dict[int, int], tmp_path: Path
) -> None:
    symbols = in_folder(folder_of(tmp_path / "pictures", names))
    found = {digit: bars(symbols.picture(digit)) for digit in range(40) if symbols.picture(digit)}
    assert found == digits and symbols.drawn and symbols.value == str(tmp_path / "pictures")


def test_large_and_turned_pictures_are_made_small_and_upright(tmp_path: Path) -> None:
    drawn(2, (3000, 1000)).save(tmp_path / "1.jpg")
    exif = Image.Exif()
    exif[0x0112] = 6  # the camera was turned
    drawn(3, (300, 100)).save(tmp_path / "2.jpg", exif=exif)
    sizes = [Image.open(BytesIO(png)).size for png in in_folder(tmp_path).pictures]
    assert sizes[0] == (SIDE, round(SIDE / 3)) and sizes[1][0] < sizes[1][1] == SIDE


def png_of(width: int, height: int) -> bytes:
    """Return a small PNG that says that it is very large."""
    written = BytesIO()
    drawn(1, (9, 9)).save(written, "PNG")
    return written.getvalue().replace(bytes([0, 0, 0, 9, 0, 0, 0, 9]), width.to_bytes(4) + height.to_bytes(4))


WRONG = {
    "text": (b"no picture", "is broken, or another kind"),
    "empty": (b"", "is broken, or another kind"),
    "too large": (png_of(30_000, 30_000), "pixels|broken"),
    "a program": (b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n", "is broken, or another kind"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_picture_that_cannot_be_shown_is_named(
    wrong: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, said = WRONG[wrong]
    (folder_of(tmp_path) / "5.png").write_bytes(data)
    with pytest.raises(ValueError, match=f"5.png is not a picture that can be shown: .*({said})"):
        in_folder(tmp_path)
    for command in (["fig1"], ["record", "fig1", "-o", "a.png"], ["print", "fig1", "-o", "a.pdf"]):
        with pytest.raises(SystemExit) as ending:
            main([*command, "--symbols", str(tmp_path)])
        assert ending.value.code == 2 and "5.png is not a picture" in capsys.readouterr().err


def test_broken_pictures_are_refused_whatever_is_wrong_with_them(tmp_path: Path) -> None:
    draw = random.Random(5)
    for kind in ("PNG", "GIF", "JPEG", "BMP", "WEBP"):
        written = BytesIO()
        drawn(4, (40, 30)).save(written, kind)
        for _ in range(40):
            data = bytearray(written.getvalue()[: draw.randrange(1, len(written.getvalue()) + 1)])
            for _ in range(draw.randrange(4)):
                data[draw.randrange(len(data))] = draw.randrange(256)
            (tmp_path / "1.png").write_bytes(data)
            try:
                assert len(in_folder(tmp_path).pictures) == 1
            except ValueError as error:
                assert "1.png is not a picture that can be shown" in str(error)


@pytest.mark.parametrize(
    ("said", "told"),
    [("no/such/folder", "no folder of pictures"), ("shape", "did you mean shapes"), ("", "no way to show")],
)
def test_a_folder_that_does_not_exist_is_told(said: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ending:
        main(["fig1", "--symbols", said])
    assert ending.value.code == 2 and told in capsys.readouterr().err


def test_a_folder_without_pictures_says_what_to_put_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["fig1", "--symbols", str(tmp_path)])
    assert "put a picture of each digit there" in " ".join(capsys.readouterr().err.split())


# In the window


def test_a_folder_dropped_on_the_window_shows_its_pictures_until_others_are_chosen(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "pictures", [*NINE[:4], *NINE[5:]])  # 5 stays text
    with Driver(Options(FIG1, solver="mrv")) as driver:
        before = pygame.image.tobytes(driver.surface, "RGB")
        driver.drop(folder)
        driver.frames(5)
        assert driver.session.symbols == in_folder(folder) and "Pictures instead of digits" in driver.session.toast
        pictures = pygame.image.tobytes(driver.surface, "RGB")
        assert pictures != before and driver.session.puzzle == FIG1
        for _ in WAYS:
            driver.press("Shift+T")
            assert driver.session.symbols in WAYS
        driver.press("Shift+T")
        driver.frames(40)
        assert driver.session.symbols.value == str(folder)
        driver.drop(tmp_path)
        driver.frames(5)
        assert "is a folder without pictures" in driver.session.notice and driver.session.symbols.value == str(folder)


def test_a_view_names_the_folder_and_says_if_it_is_gone(tmp_path: Path) -> None:
    folder, path = folder_of(tmp_path / "pictures"), tmp_path / "view.json"
    with Driver(Options(FIG1, solver="mrv", symbols=str(folder))) as driver:
        save(driver.session.capture("light"), path)
        driver.session.symbols = Symbols.DIGITS
        check(load(path), tmp_path).restore(driver.session)
        assert driver.session.symbols == in_folder(folder)
        driver.session.symbols = Symbols.SHAPES
        shutil.rmtree(folder)
        with pytest.raises(ViewError, match="no folder of pictures"):
            check(load(path), tmp_path).restore(driver.session)


# Elsewhere


@pytest.mark.parametrize("ending", ["png", "svg", "gif", "html"])
def test_recordings_have_the_pictures(ending: str, tmp_path: Path) -> None:
    folder, out = folder_of(tmp_path / "pictures"), tmp_path / f"out.{ending}"
    size = ["--size", "480x360"] if ending in ("png", "gif") else []
    steps = ["--from", "3", "--to", "5"] if ending in ("gif", "html") else ["--from", "3"]
    assert main(["record", "fig1", "-o", str(out), "--symbols", str(folder), *steps, *size]) == 0
    if ending in ("png", "gif"):
        picture = pygame.surfarray.array3d(pygame.image.load(out)).reshape(-1, 3).astype(int)
        wanted = [drawn(digit).getpixel((0, 0)) for digit in {*FIG1.givens} - {0}]
        seen = [int((abs(picture - color).sum(axis=1) < 60).sum()) for color in wanted]
        assert min(seen) > 20, seen
    else:
        text = out.read_text("utf-8")
        found = {*re.findall(r'data:image/png;base64,[^"\\]+', text)}
        if ending == "html":
            assert "img-src data:" in text
            found = {one["href"] for one in header_of(out)["pictures"]}
        assert len(found) == 9


@pytest.mark.parametrize("ending", ["pdf", "png"])
def test_paper_has_the_pictures(ending: str, tmp_path: Path) -> None:
    folder, out = folder_of(tmp_path / "pictures"), tmp_path / f"out.{ending}"
    plain = tmp_path / f"plain.{ending}"
    assert main(["print", "fig1", "-o", str(out), "--symbols", str(folder), "--candidates"]) == 0
    assert main(["print", "fig1", "-o", str(plain), "--candidates"]) == 0
    if ending == "pdf":
        from pypdf import PdfReader

        page = PdfReader(out).pages[0]
        assert len({image.data for image in page.images}) == 9 and page.extract_text().split() == ["fig1"]
    assert out.read_bytes() != plain.read_bytes()
