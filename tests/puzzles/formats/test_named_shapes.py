"""Tests that a line that names a shape holds for the puzzles below it or is refused, but is never a mere comment."""

from __future__ import annotations

from pathlib import Path

import pytest
import shapes
from app_driver import SIZE, Driver

from puzzles import Corpus
from puzzles.formats import registry
from puzzles.formats.lines import LINE
from puzzles.geometry import STANDARD, Geometry
from puzzles.puzzle import Position, Puzzle
from puzzles.writing import grid
from visualizer.cli.main import main
from visualizer.files import loader, resolve
from visualizer.session.settings import Options
from visualizer.window import clipboard

JIGSAW = shapes.JIGSAW.spec
FOUR = "4 | 4x4 | row 0-3 4-7 8-11 12-15"
ONE = shapes.puzzle_of(shapes.JIGSAW, 0.4)
OTHER = shapes.puzzle_of(shapes.JIGSAW, 0.5, 2)
PLAIN = shapes.puzzle_of(STANDARD, 0.4)
WRONG = {
    "a typo": ("9 | 9x9 | row 0-8 9-17 x", 81),
    "a cell twice": (JIGSAW.replace("region 0-3", "region 0,0-2"), 81),
    "too many symbols": ("99 | 4x4 | row 0-3", 16),
    "no units": ("4 | 4x4", 16),
    "a kind before the parts": ("sudoku 4 | 4x4 | row 0-3", 16),
    "an unprintable character": (f"{FOUR}\x07", 16),
    "a break within the line": ("4 | 4x4 |\x0brow 0-3", 16),
    "an unknown kind": ("chess 8", 64),
    "nothing": ("", 81),
    "too much": (f"{FOUR}{' ' * 70_000}.", 16),
    "another number of cells": (JIGSAW, 64),
}


@pytest.mark.parametrize("header", ["# shape ", "#shape  ", "  # Shape\t", "# shape : ", "#         shape         "])
@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_shape_is_refused_with_its_reason_though_its_cells_would_fill_a_square(
    wrong: str, header: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec, cells = WRONG[wrong]
    path = tmp_path / "wrong.txt"
    for ending, encoding in (("", "utf-8"), ("\n", "utf-8-sig"), (f"\n{cells * '.'}\n", "utf-8"), ("\n", "utf-16")):
        path.write_text(f"{header}{spec}\n{'1' + '.' * (cells - 1)}{ending}", encoding=encoding)
        for command in ("solve", "check", "rate"):
            assert main([command, str(path)]) == 2, (command, ending)
            told = capsys.readouterr()
            assert told.out == "" and "line 1, column 1: " in told.err or wrong == "another number of cells"
        with pytest.raises(resolve.SourceError):
            resolve.contents(path, path.name)
        with pytest.raises(resolve.SourceError):
            resolve.corpus_path(path)
    with pytest.raises(ValueError, match="64 cells" if wrong == "another number of cells" else "line 1, column 1: "):
        loader.found_in(f"{header}{spec}\n{cells * '.'}")


def test_blanks_that_only_collections_have_do_not_make_a_shape_a_comment(tmp_path: Path) -> None:
    path = tmp_path / "dashes.txt"
    for blank in "-x":
        path.write_text(f"# shape {JIGSAW}\n1{80 * blank}\n")
        with pytest.raises(resolve.SourceError):
            resolve.of_file(path, path.name)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_shape_holds_for_every_line_up_to_the_next(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "several.txt"
    lines = [str(PLAIN), "# remark", f"# shape {JIGSAW}", f"{ONE}  # first", "", "# remark", f"{OTHER} hard 12",
             " ".join(str(ONE)), f"# shape {shapes.SIX.spec}", 36 * ".", "# boxes 3x2", 36 * ".", "# shape 9x9",
             str(PLAIN)]  # fmt: skip
    path.write_text("\n".join(lines) + "\n", encoding=encoding)
    found = [entry for _, entry in resolve.entries(resolve.meant(str(path)))]
    six, tall = Puzzle.empty(shapes.SIX), Puzzle.empty(Geometry.boxes(3, 2))
    assert found == [PLAIN, ONE, OTHER, ONE, six, tall, PLAIN] and isinstance(found[1], Puzzle)
    assert found[1].name == "first" and isinstance(found[2], Puzzle)
    assert found[2].source == "several.txt, line 7"
    opened = resolve.contents(path, path.name)
    assert isinstance(opened, Path)
    with Corpus(opened) as corpus:
        assert [*corpus] == found


def test_two_lines_below_one_shape_are_two_puzzles_of_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "two.txt"
    path.write_text(f"# shape {JIGSAW}\n{ONE}\n{OTHER}\n")
    assert main(["solve", str(path), "--solver", "cdcl"]) == 0
    solved = [Puzzle.parse(grid) for grid in capsys.readouterr().out.split("\n\n")]
    assert [one.geometry for one in solved] == 2 * [shapes.JIGSAW]
    assert [one.is_solution_of(puzzle) for one, puzzle in zip(solved, (ONE, OTHER), strict=True)] == [True, True]


def test_rules_with_no_cells_below_them_are_an_empty_board_of_a_collection(tmp_path: Path) -> None:
    path = tmp_path / "rules.txt"
    path.write_text(f"# shape killer cage 15 r1c1 r1c2\n{PLAIN}\n\n# shape variant less r4c4 r3c4\n")
    found = [entry for _, entry in resolve.entries(resolve.meant(str(path)))]
    empty = Puzzle.empty(Geometry.of_spec("variant less r4c4 r3c4"))
    assert list(map(str, found)) == [str(PLAIN), str(empty)] and found[1] == empty


def test_a_broken_line_below_a_shape_spoils_no_other(tmp_path: Path) -> None:
    text = f"# shape {JIGSAW}\n{ONE}\n{str(OTHER)[:-1]}\n{OTHER}\n# shape chess 8\n{64 * '.'}\n# shape"
    path = tmp_path / "broken.txt"
    path.write_text(text)
    found = [entry for _, entry in resolve.entries(resolve.meant(str(path)))]
    assert [str(entry) for entry in found] == [
        str(ONE),
        "line 3, column 80: 80 cells in one line; a 9x9 grid has 81: add 1, with . for a blank",
        str(OTHER),
        "line 5, column 1: no kind of puzzle is called 'chess'; the kinds are: comparison, jigsaw, kakuro, killer, "
        "samurai, slitherlink, sudoku, variant, x",
        "line 7, column 1: '' is not a shape; write symbols, cells and units, with | between them",
    ]


def test_a_grid_with_a_row_too_many_is_no_collection(tmp_path: Path) -> None:
    rows = [str(ONE)[start : start + 9] for start in range(0, 81, 9)]
    for lines in ([*rows, rows[0]], [str(ONE), rows[0]]):
        path = tmp_path / "row.txt"
        path.write_text("\n".join([f"# shape {JIGSAW}", *lines]))
        with pytest.raises(resolve.SourceError, match="remove 1|81 cells"):
            resolve.of_file(path, path.name)


def test_a_shape_below_its_cells_or_far_down_a_collection_is_told(tmp_path: Path) -> None:
    path = tmp_path / "below.txt"
    path.write_text(f"{PLAIN}\n# shape {JIGSAW}\n")
    first, then = (str(entry) for _, entry in resolve.entries(resolve.meant(str(path))))
    assert first == str(PLAIN) and then.startswith("line 2, column 1: no cells found;")
    with pytest.raises(ValueError, match="line 10, column 1: a line with a shape must be above the cells"):
        registry.parse("\n".join([*(9 * "." for _ in range(9)), f"# shape {JIGSAW}"]))
    path.write_text(f"{PLAIN}\n" * 2000 + f"# shape {JIGSAW}\n{ONE}\n")
    with Corpus(path) as corpus:
        assert corpus.wait() and corpus.broken == 1 and "line 2001, column 1: a shape" in str(corpus.first_problem())
    with path.open("rb") as stream:
        assert sum(not hasattr(found, "puzzle") for found in LINE.read(stream)) == 1


def test_a_corpus_of_one_line_below_a_shape_has_that_shape(tmp_path: Path) -> None:
    path = tmp_path / "one.txt"
    path.write_text(f"# shape: {JIGSAW}\n{ONE}\n")
    assert resolve.one(str(path)) == ONE
    with Corpus(resolve.corpus_path(path)) as corpus:
        assert corpus.draw() == ONE and [*corpus] == [ONE]


def test_the_window_says_why_a_shape_is_refused_and_keeps_its_board(tmp_path: Path) -> None:
    path = tmp_path / "wrong.txt"
    path.write_text(f"# shape {WRONG['a typo'][0]}\n{PLAIN}\n")
    with Driver(Options(OTHER, size=SIZE)) as driver:
        driver.drop(path)
        assert "wrong.txt cannot be opened" in driver.session.notice and "line 1, column 1: " in driver.session.notice
        driver.press("Escape")
        clipboard.put(path.read_text())
        driver.press("Ctrl+V")
        assert "line 1, column 1: " in driver.session.notice and driver.session.puzzle == OTHER


def test_several_puzzles_below_their_items_are_a_collection_to_draw_from(tmp_path: Path) -> None:
    killer = Puzzle.empty(Geometry.of_spec("killer 9x9; units diagonals; cage 15 r1c1 r1c2; cage 7 r2c1 r2c2"))
    signs = Puzzle.empty(Geometry.of_spec("comparison 5x5; regions none; less r1c1 r1c2; less r3c3 r2c3"))
    puzzles = [killer, PLAIN, signs, killer.update(80, 4)]
    path = tmp_path / "items.txt"
    for between in ("\n\n", "\n\n# remark\n\n"):
        path.write_text(between.join(map(grid, puzzles)) + "\n")
        assert [entry for _, entry in resolve.entries(resolve.meant(str(path)))] == puzzles
        opened = resolve.contents(path, path.name)
        assert isinstance(opened, Path)
        with Corpus(opened) as corpus:
            assert [*corpus] == puzzles and {corpus.draw() for _ in range(40)} == {*puzzles}
    path.write_text(f"{grid(killer)}\n{grid(signs)}\n# puzzle killer\n# cage ten r1c1 r1c2\n{grid(PLAIN)}")
    *found, wrong = (entry for _, entry in resolve.entries(resolve.meant(str(path))))
    assert found == [killer, signs] and str(wrong).startswith("line 24, column 1: after 'cage' stands a number, not")


def test_a_file_with_one_line_of_a_collection_is_that_puzzle(tmp_path: Path) -> None:
    line, path = "[killer 4x4; cage 3 r1c1 r1c2] ..1.............", tmp_path / "one.txt"
    path.write_text(f"# made by hand\n{line}\n")
    found = resolve.of_file(path, path.name)
    assert isinstance(found, Position) and str(found.puzzle.geometry.rules[0]) == "cage 1"
    assert found.puzzle.givens[2] == 1 and found.puzzle.source == "one.txt"
    path.write_text(f"{line}\n{line}\n")
    assert isinstance(resolve.of_file(path, path.name), resolve.Collection)
