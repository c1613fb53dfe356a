"""Tests that ``solvescope print`` writes complete files or none, with a remark if a puzzle is not unique."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest
from app_driver import Driver
from pypdf import PdfReader

from puzzles import Corpus
from puzzles.corpus import named
from solvers.core.step import Kind
from visualizer.cli.commands.print import MOST_PUZZLES
from visualizer.cli.main import main
from visualizer.session.settings import Options
from visualizer.style import SYMBOLS
from visualizer.views.board import Role

FIG1 = named.find("fig1")
SEVERAL = "." * 81
NONE = "55" + "." * 79
GRADED = [f"{FIG1} hard 500", f"{named.find('lab')} easy 100  # the lab's"]


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def texts(path: str = "out.pdf") -> list[str]:
    """Return the texts on the pages, each in the form in which it was written."""
    found: list[str] = []
    for page in PdfReader(path).pages:
        page.extract_text(visitor_text=lambda text, *rest: found.append(text.strip()))
    return [text for text in found if text]


def pages(path: str = "out.pdf") -> int:
    return len(PdfReader(path).pages)


def test_one_puzzle_is_one_page_with_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["print", "fig1", "-o", "out.pdf"]) == 0
    assert texts()[0] == "fig1" and sorted(texts()[1:]) == sorted(str(digit) for digit in FIG1.givens if digit)
    told = capsys.readouterr()
    assert told.out == "" and told.err == "1 puzzle on 1 page in out.pdf\n"
    before = Path("out.pdf").read_bytes()
    assert main(["print", "lab", "-o", "out.pdf"]) == 2 and "--force" in capsys.readouterr().err
    assert Path("out.pdf").read_bytes() == before
    assert main(["print", "fig1", "-o", "out.pdf", "--force"]) == 0
    assert Path("out.pdf").read_bytes() == before and [path.name for path in Path().iterdir()] == ["out.pdf"]


def test_a_page_of_a_collection_tells_numbers_names_and_levels() -> None:
    Path("two.txt").write_text("\n".join(GRADED))
    assert main(["print", "two.txt", "-o", "out.pdf", "--per-page", "2", "--solutions", "after"]) == 0
    assert pages() == 2
    assert [text for text in texts() if len(text) > 1] == [
        "1 · hard",
        "2 · the lab's · easy",
        "Solution 1",
        "Solution 2",
    ]
    assert main(["print", "two.txt", "-o", "out.pdf", "--count", "1", "--force", "--solutions", "upside-down"]) == 0
    assert pages() == 1 and len([text for text in texts() if len(text) == 1]) == FIG1.clues + 81


def test_a_draw_is_the_same_for_the_same_seed_and_of_one_level() -> None:
    for out in ("a.pdf", "b.pdf"):
        assert main(["print", "-o", out, "--seed", "5", "--level", "hard", "--per-page", "4"]) == 0
    assert texts("a.pdf") == texts("b.pdf")
    assert [text for text in texts("a.pdf") if len(text) > 1] == [f"{number} · hard" for number in range(1, 5)]


@pytest.mark.parametrize(("puzzle", "said"), [(SEVERAL, "several solutions"), (NONE, "no solution: r1c1 and r1c2")])
def test_what_has_not_just_one_solution_is_printed_without(
    puzzle: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["print", puzzle, "-o", "out.pdf", "--solutions", "after"]) == 1
    assert said in capsys.readouterr().err and pages() == 1


def test_broken_lines_are_said_and_the_others_printed(capsys: pytest.CaptureFixture[str]) -> None:
    Path("two.txt").write_text(f"{GRADED[0]}\n12345\n{GRADED[1]}\n")
    assert main(["print", "two.txt", "-o", "out.pdf", "--per-page", "4"]) == 2
    told = capsys.readouterr().err
    assert "line 2" in told and "2 puzzles on 1 page" in told


def test_candidates_are_printed_where_asked_for() -> None:
    assert main(["print", "fig1", "-o", "out.pdf", "--candidates"]) == 0
    assert len(texts()) > 81


@pytest.mark.parametrize("symbols", SYMBOLS)
@pytest.mark.parametrize("size", ["puzzles/6x6.txt", "fig1"])
def test_a_picture_is_as_wide_as_asked_and_has_every_box_line(symbols: str, size: str) -> None:
    puzzle = "1..........2..3....4....5..........6" if size != "fig1" else "fig1"
    assert main(["print", puzzle, "-o", "out.png", "--width", "400", "--symbols", symbols]) in (0, 1)
    picture = pygame.image.load("out.png")
    assert picture.get_size() == (400, 400)
    assert picture.get_at((1, 1))[:3] == (255, 255, 255) and picture.get_at((14, 200))[:3] != (255, 255, 255)


def test_a_page_as_a_picture_has_its_solutions_upside_down() -> None:
    args = ["print", "fig1", "-o", "out.png", "--width", "500", "--solutions", "upside-down", "--paper", "letter"]
    assert main(args) == 0
    picture = pygame.image.load("out.png")
    assert picture.get_size() == (500, round(500 * 792 / 612))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["fig1", "-o", "out.jpg"], "must end in .pdf"),
        (["fig1", "-o", "no/out.pdf"], "there is no folder no"),
        (["fig1", "-o", "folder.pdf"], "is a folder"),
        (["fig1", "-o", "out.png", "--solutions", "after"], "a .png holds one page, but this takes 2"),
        (["fig1", "-o", "out.pdf", "--count", "2"], "--count is for a collection"),
        (["nothing.txt", "-o", "out.pdf"], "no such file"),
    ],
)
def test_what_cannot_be_printed_is_said_and_leaves_no_file(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("folder.pdf").mkdir()
    assert main(["print", *arguments]) == 2
    assert said in capsys.readouterr().err
    assert [path.name for path in Path().iterdir()] == ["folder.pdf"]


@pytest.mark.parametrize("arguments", [["--width", "9"], ["--width", "9000"], ["--per-page", "5"], ["--paper", "a3"]])
def test_wrong_arguments_are_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ending:
        main(["print", "fig1", "-o", "out.pdf", *arguments])
    assert ending.value.code == 2 and arguments[0] in capsys.readouterr().err


# In the window


@pytest.fixture
def driver() -> Driver:
    return Driver(Options(FIG1, solver="backtracking", symbols="letters"))


def written(driver: Driver, name: str) -> None:
    driver.press("Ctrl+P")
    assert driver.app.picture.over is not None
    driver.app.picture.over.card.edit.text = name
    driver.press("Return")


def test_what_is_on_the_board_is_printed_and_said_where(driver: Driver) -> None:
    with driver:
        driver.session.player.to(30)
        driver.until_paused()
        board = driver.session.timeline.board_at(30)
        written(driver, "now.pdf")
        assert driver.session.toast == f"Printed: {Path.cwd() / 'now.pdf'}"
        letters = sorted("ABCDEFGHI"[digit - 1] for digit in board.values if digit)
        assert sorted(text for text in texts("now.pdf") if text.isalpha() and len(text) == 1) == letters
        assert driver.session.timeline.step(30).kind in Kind and Role.GUESSED in {
            cell.role for cell in driver.app.picture.scene(driver.session).board.cells
        }
        written(driver, "now")
        assert "Replace it?" in driver.session.notice
        driver.press("Return")
        assert driver.session.toast.startswith("Printed")
        written(driver, "now.png")
        assert pygame.image.load("now.png").get_width() == 2000


@pytest.mark.parametrize("name", ["x.jpg", "no/such/folder.pdf", "bad\0name.pdf"])
def test_a_name_that_cannot_be_is_refused_in_words(driver: Driver, name: str) -> None:
    with driver:
        written(driver, name)
        assert driver.session.notice.startswith("This cannot be printed.")
        assert not list(Path().iterdir())


def test_more_puzzles_than_one_file_takes_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    Path("two.txt").write_text("\n".join([str(FIG1), str(named.find("lab"))]))
    for count in (MOST_PUZZLES + 1, 999_999_999_999):
        with pytest.raises(SystemExit) as caught:
            main(["print", "two.txt", "-o", "out.pdf", "--count", str(count)])
        assert caught.value.code == 2 and f"the maximum is {MOST_PUZZLES:,}" in capsys.readouterr().err
    assert not Path("out.pdf").exists()


def test_a_few_puzzles_are_not_drawn_again_and_again(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("two.txt").write_text("\n".join([str(FIG1), str(named.find("lab"))]))
    draw, draws = Corpus.draw, []
    monkeypatch.setattr(Corpus, "draw", lambda self, level: draws.append(1) or draw(self, level))
    assert main(["print", "two.txt", "-o", "out.pdf", "--count", str(MOST_PUZZLES), "--seed", "1"]) == 0
    assert "2 different puzzles from two.txt" in capsys.readouterr().err and len(draws) < 1000
