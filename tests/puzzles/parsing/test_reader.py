"""Tests that every puzzle reads back in every form, and that errors are reported with their line and column."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from shapes import puzzle_of
from slow import slow_but
from strategies import examples

from puzzles import STANDARD, Fault, Geometry, Puzzle, PuzzleError, boxed, grid, one_line, problems, read, sides
from puzzles.discovery import entries
from puzzles.geometry import SYMBOLS, usual_alphabet
from puzzles.parsing.layout import is_symbol
from puzzles.parsing.reader import LISTED
from puzzles.puzzle import alphabet_of

SHAPES = [
    Geometry.boxes(rows, side // rows) for side in sides() for rows in range(2, side // 2 + 1) if side % rows == 0
]
FIG1 = "..84.9....1....3...4...5..756.2.1.3...1...5...2.7.4.164..1...6...6....9....6.34.."
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SPACED = """53  7
6  195
 98    6
8   6   3
4  8 3  1
7   2   6
 6    28
   419  5
    8  79"""


SIGNS = "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ★☆♠♣♥♦①é§%!/"
"""Letters that look like Latin ones, and characters that are not letters."""


@st.composite
def puzzles(draw: st.DrawFn) -> Puzzle:
    """Draw puzzles of every box shape and alphabet, from blank to full, whose digits may clash."""
    geometry = draw(st.sampled_from(SHAPES))
    side = geometry.symbols
    share = draw(st.sampled_from([0, 1, 10, 50, 99, 100]))
    random = draw(st.randoms(use_true_random=True))
    highest = draw(st.sampled_from([1, side // 2, side]))
    values = tuple(random.randint(1, highest) if random.randrange(100) < share else 0 for _ in geometry.cells)
    alphabets = ["", SYMBOLS[:side], SYMBOLS[10 : 10 + side], SYMBOLS[::-1][:side], "xyz", "." * side]
    alphabets += [SIGNS[:side], "".join(chr(0x4E00 + i) for i in range(side))]
    return Puzzle(values, geometry, alphabet=draw(st.sampled_from(alphabets)))


@examples(60)
@given(puzzles())
def test_every_form_of_every_puzzle_reads_back(puzzle: Puzzle) -> None:
    for text in (one_line(puzzle), grid(puzzle), boxed(puzzle), str(puzzle)):
        assert read(text, puzzle.geometry) == puzzle
    assert read(grid(puzzle)) == puzzle
    assert read(boxed(puzzle)) == puzzle


@examples(60)
@given(puzzles())
def test_numbers_separated_by_spaces_read_back(puzzle: Puzzle) -> None:
    side = puzzle.geometry.side
    assume(side < 36 or max(puzzle.givens) > 9)  # there, 1 is a symbol of its own, and not the number
    rows = [puzzle.givens[start : start + side] for start in range(0, side * side, side)]
    for blank in ".0_" if side < 10 or max(puzzle.givens) > 9 else ".":
        text = "\n".join(" ".join(str(digit) if digit else blank for digit in row) for row in rows)
        assert read(text, puzzle.geometry).givens == puzzle.givens


@examples(100)
@given(puzzles(), st.sampled_from(["\r\n", "\r", "\n"]), st.booleans())
def test_line_ends_comments_and_case_do_not_matter(puzzle: Puzzle, end: str, bom: bool) -> None:
    rows = grid(puzzle).encode("utf-8").lower().decode("utf-8").split("\n")  # of bytes, A to Z alone
    text = end.join(["# a comment", *rows, "", "  # another", ""]).replace(rows[-1], rows[-1] + " # the last row")
    assert read("\ufeff" * bom + text, puzzle.geometry) == puzzle


@examples(400)
@given(st.text() | st.text(alphabet="0123456789ABZaz.*_ |+-=:#\t\r\n\u2502\x00", max_size=700))
def test_a_reader_raises_nothing_but_puzzle_errors_and_each_problem_stands_in_the_text(text: str) -> None:
    lines = re.split("\r\n|\r|\n", text.removeprefix("\ufeff"))
    try:
        puzzle = read(text)
    except PuzzleError as error:
        assert 1 <= len(error.problems) <= LISTED + 1
        assert problems(text) == list(error.problems)
        for problem in error.problems:
            assert 1 <= problem.line <= len(lines)
            assert 1 <= problem.column <= max(1, len(lines[problem.line - 1]))
    else:
        assert read(str(puzzle), puzzle.geometry) == puzzle


@examples(100)
@given(puzzles(), st.data())
def test_one_strange_character_is_named_where_it_stands(puzzle: Puzzle, data: st.DataObject) -> None:
    rows = grid(puzzle).split("\n")
    number = data.draw(st.integers(len(rows) - puzzle.geometry.side, len(rows) - 1))
    column = data.draw(st.integers(0, puzzle.geometry.side - 1))
    rows[number] = rows[number][:column] + "?" + rows[number][column + 1 :]
    with pytest.raises(PuzzleError) as caught:
        read("\n".join(rows), puzzle.geometry)
    named = [problem for problem in caught.value.problems if "'?'" in problem.message]
    assert [(one.line, one.column, one.fault) for one in named] == [(number + 1, column + 1, Fault.CHARACTER)]


@examples(60)
@given(puzzles(), st.integers(0, 10_000), st.sampled_from([-1, 1]))
def test_a_cell_too_few_or_too_many_is_found_in_its_line(puzzle: Puzzle, at: int, change: int) -> None:
    rows = grid(puzzle).split("\n")
    number = len(rows) - 1 - at % puzzle.geometry.side
    rows[number] = rows[number][:-1] if change < 0 else rows[number] + "."
    with pytest.raises(PuzzleError) as caught:
        read("\n".join(rows), puzzle.geometry)
    assert number + 1 in [problem.line for problem in caught.value.problems if problem.fault is Fault.LENGTH]


@pytest.mark.parametrize("blank", [".", "0", "*", "_", " "])
def test_every_blank_is_known(blank: str) -> None:
    assert read(EASY.replace(".", blank)) == read(EASY)
    assert read(EASY.replace(".", blank) + "\n") == read(EASY)


def test_spaces_are_blanks_where_the_widths_fit() -> None:
    assert read(SPACED) == read(EASY)
    padded = [row.ljust(9) for row in SPACED.split("\n")]
    assert read("\n".join(padded)) == read(EASY)
    framed = "\n".join(f"|{row[:3]}|{row[3:6]}|{row[6:]}|" for row in padded)
    assert read(f"+---+---+---+\n{framed}\n+---+---+---+\n") == read(EASY)


@pytest.mark.parametrize("space", [" ", "\xa0"])
def test_spaces_around_a_grid_are_no_cells_of_a_larger_one(space: str) -> None:
    eight = "12345678" * 8
    assert read(space * 17 + eight).geometry.side == read(eight + space * 17).geometry.side == 8
    assert read(eight[:32] + space * 17 + eight[32:]).geometry.side == 9
    assert read(SPACED.replace(" ", space)) == read(EASY)


def test_a_blank_first_or_last_row_of_spaces_counts() -> None:
    rows = ["         ", *["1 3 5 7 9"[i:] + " " * i for i in range(7)], ""]
    assert len(rows) == 9
    puzzle = read("\n".join([rows[0], *rows[1:8], "         "]))
    assert puzzle.givens[:9] == (0,) * 9 == puzzle.givens[-9:]
    assert puzzle.clues == sum(len(row.replace(" ", "")) for row in rows)


def test_spaces_separate_where_a_blank_is_written_out() -> None:
    assert read(" ".join(EASY)) == read(EASY)
    assert read(" ".join(EASY[i : i + 9] for i in range(0, 81, 9))) == read(EASY)
    assert read("1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1").is_solved()
    assert read("12 34 34 12 21 43 43 21").is_solved()


def test_boxes_drawn_in_unicode_are_decoration() -> None:
    rows = [EASY[i : i + 9] for i in range(0, 81, 9)]
    lines = ["│ " + " │ ".join(" ".join(row[i : i + 3]) for i in (0, 3, 6)) + " │" for row in rows]
    text = "\n".join(["┌───────┬───────┬───────┐", *lines[:3], "├───────┼───────┼───────┤", *lines[3:], "└──┘"])
    assert read(text) == read(EASY)


def test_the_standard_box_drawing_is_pinned() -> None:
    assert boxed(read(EASY)).split("\n")[:5] == [
        "5 3 . | . 7 . | . . .",
        "6 . . | 1 9 5 | . . .",
        ". 9 8 | . . . | . 6 .",
        "------+-------+------",
        "8 . . | . 6 . | . . 3",
    ]


def test_zero_is_a_blank_a_digit_or_a_blank_again() -> None:
    row = "0123456789ABCDEF"
    hexadecimal = "." + row[1:] + row * 15
    assert read(hexadecimal).givens[:3] == (0, 2, 3)
    assert one_line(read(hexadecimal)) == hexadecimal
    assert alphabet_of(read(hexadecimal)) == row
    no_other_blank = row * 16
    assert read(no_other_blank).givens[:3] == (0, 1, 2)
    with_the_top_symbol = ".0G" + "1" * 253
    assert read(with_the_top_symbol).givens[:4] == (0, 0, 16, 1)
    assert read("0" * 1295 + "Z").givens == (1,) * 1295 + (36,)
    assert read("0" * 1295 + " ", Geometry.of_side(36)).givens == (1,) * 1295 + (0,)
    assert read("0" + "." * 80).clues == 0
    assert read("0" + "." * 99).givens[0] == 1, "0 … 9 is an alphabet of ten"


def test_letters_alone_are_an_alphabet() -> None:
    text = "ABCDEFGHIJKLMNOPQRSTUVWXY" * 25
    assert read(text).givens[:25] == tuple(range(1, 26))
    assert str(read(text)) == text
    assert read("ABCDEFGHI" + "." * 72).givens[:9] == tuple(range(1, 10))
    few = Puzzle((1,) + (0,) * 624, Geometry.of_side(25), alphabet=SYMBOLS[10:35])
    assert str(few)[0] == "1", "an A alone would be read as ten"
    assert read("G" + "." * 255).givens[0] == 16, "G is in the usual alphabet of 16"


@pytest.mark.parametrize("side", sides())
def test_letters_alone_are_digits_from_a_on_while_there_are_enough(side: int) -> None:
    letters = SYMBOLS[10 : 10 + side]
    text = letters.ljust(side * side, ".")
    if len(letters) == side:
        assert read(text).givens[: side + 1] == (*range(1, side + 1), 0)
    else:
        strange = [letter for letter in letters if letter not in usual_alphabet(side)]
        assert [one.message[:3] for one in problems(text)] == [repr(letter) for letter in strange]


def test_the_usual_alphabets() -> None:
    assert usual_alphabet(9) == "123456789"
    assert usual_alphabet(16) == "123456789ABCDEFG"
    assert usual_alphabet(35)[-1] == "Z"
    assert usual_alphabet(36)[0] == "0"


def test_a_header_chooses_the_boxes() -> None:
    rows = "\n".join(["123456", "......", "......", "......", "......", "......"])
    assert read(rows).geometry.box == (2, 3)
    assert read("# boxes 3x2\n" + rows).geometry.box == (3, 2)
    assert read("#boxes 3 X 2\n" + rows.replace("\n", "")).geometry.box == (3, 2)
    assert read(rows + "\n# boxes 3x2").geometry.box == (2, 3), "a header stands before the grid"
    assert read("# boxes 3x2\n" + rows, Geometry.boxes(2, 3)).geometry.box == (2, 3), "what is asked for goes first"
    assert [str(one) for one in problems("# boxes 1x6\n" + rows)][0].startswith("line 1, column 1: boxes of 1x6")
    assert "add 3" in str(problems("# boxes 3x3\n" + rows)[0])


def test_a_record_of_a_corpus_is_read_as_its_puzzle() -> None:
    assert read(f"{FIG1}:1:{'1' * 81}  # fig1") == read(FIG1)
    assert read(f"# known\n{FIG1}:2+\n") == read(FIG1)


def test_a_collection_is_refused_as_what_it_is() -> None:
    with pytest.raises(PuzzleError, match="collection of 3 puzzles.*corpus"):
        read("\n".join([FIG1, EASY, FIG1]))
    with pytest.raises(PuzzleError, match="^line 2, column 1: a collection of 2 puzzles"):
        read(f"broken\n{FIG1}:1  # one\n\n{EASY}:1  # two")
    with pytest.raises(PuzzleError) as refused:
        read(f"{FIG1}\n{EASY}\nbroken\nbroken\nbroken")  # most of its lines are no puzzles
    assert "collection" not in str(refused.value)
    with pytest.raises(PuzzleError, match="more than [0-9,]+ puzzles"):
        read((FIG1 + "\n") * 3000)


@pytest.mark.parametrize("side", [4, 6, 9])
def test_as_many_puzzles_as_a_grid_has_rows_are_a_collection_still(side: int) -> None:
    with pytest.raises(PuzzleError, match=f"a collection of {side} puzzles"):
        Puzzle.parse(f"{Puzzle.empty(Geometry.of_side(side))}\n" * side)


def test_sixteen_lines_of_sixteen_are_one_grid() -> None:
    assert read("\n".join(["1" + "." * 15] * 16)).geometry.side == 16
    assert read("\n".join(["1" + "." * 35] * 36)).geometry.side == 36
    with pytest.raises(PuzzleError, match="line 16, column 15: 15 cells, but a line of a 16x16 grid has 16: add 1"):
        read("\n".join(["." * 16] * 15 + ["." * 15]))
    with pytest.raises(PuzzleError, match="collection of 15 puzzles"):
        read("\n".join(["1" + "." * 15] * 15))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "line 1, column 1: no cells found"),
        ("\n\n  # nothing\n", "line 1, column 1: no cells found"),
        (FIG1[:-1], r"line 1, column 80: 80 cells in one line; the nearest grids have 64 \(8x8\) or 81 \(9x9\)"),
        (FIG1 + "1", "line 1, column 82: 82 cells in one line"),
        (FIG1[:40] + "x" + FIG1[41:], "line 1, column 41: 'X' is too large for a 9x9 grid; use 1 to 9, and . for a"),
        (FIG1[:40] + "\x07" + FIG1[41:], r"line 1, column 41: '\\x07' is not allowed in a 9x9 grid"),
        (FIG1[:40] + "\u0663" + FIG1[41:], "line 1, column 41: '\u0663' is not allowed in a 9x9 grid"),
        ("1234\n3412\n21\n4321", "line 3, column 2: 2 cells, but a line of a 4x4 grid has 4: add 2, with . for"),
        ("1234\n3412\n21431\n4321", "line 3, column 5: 5 cells, but a line of a 4x4 grid has 4: remove 1"),
        ("1234\n3412", "line 2, column 4: 2 lines of cells, but a 4x4 grid has 4: add 2"),
        ("1234\n3412\n2143", "line 3, column 4: 3 lines of cells, but a 4x4 grid has 4: add 1"),
        ("1234\n3412\n2143\n4321\n1111", "line 5, column 1: 5 lines of cells, but a 4x4 grid has 4: remove 1"),
        ("1235\n3412\n2143\n4321", "line 1, column 4: '5' is too large for a 4x4 grid; use 1 to 4"),
        ("H" + "1" * 255, "line 1, column 1: 'H' is too large for a 16x16 grid; use 1 to 9 and A to G"),
        ("\n".join([" ".join(["11"] * 9 + ["9"])] * 10), "line 1, column 1: 11 is too large for a 10x10 grid; use 1"),
        ("hello", "line 1, column 5: 5 cells in one line"),
    ],
)
def test_what_is_refused_is_named(text: str, said: str) -> None:
    with pytest.raises(PuzzleError, match=said):
        read(text)


ROWS = [FIG1[start : start + 9] for start in range(0, 81, 9)]
USE = "use 1 to 9, and . for a blank"
NEAR = "the nearest grids have 16 (4x4) or 36 (6x6) or 64 (8x8)"


KINDS = ", ".join(entry.name for entry in entries("puzzles.kinds", "kind", "*/__init__.py"))
NO_KIND = f"no kind of puzzle is called '{{}}'; the kinds are: {KINDS}"


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (ROWS[:8], ["line 8, column 9: 8 lines of cells, but a 9x9 grid has 9: add 1"]),
        (
            [*ROWS, *ROWS[:2]],
            ["line 10, column 1: 11 lines of cells, but a 9x9 grid has 9: remove 2, or turn them into comments with #"],
        ),
        (
            [ROWS[0][:-2], *ROWS[1:8], f"{ROWS[8]}12"],
            [
                "line 1, column 7: 7 cells, but a line of a 9x9 grid has 9: add 2, with . for a blank",
                "line 9, column 10: 11 cells, but a line of a 9x9 grid has 9: remove 2",
            ],
        ),
        (["..84", ".9..1"], [f"line 2, column 5: 9 cells in 2 lines; {NEAR}"]),
        (["1234567"] * 3, [f"line 3, column 7: 21 cells in 3 lines; {NEAR}"]),
        (["12 13 14"], [f"line 1, column 8: 6 cells in one line; {NEAR}"]),
        (["10"], [f"line 1, column 2: 2 cells in one line; {NEAR}"]),
        (
            ["1"] * 1500,
            [
                "line 1500, column 1: 1,500 cells in 1500 lines; the nearest grids have 1,156 (34x34) or 1,225 (35x35) "
                "or 1,296 (36x36)"
            ],
        ),
        (
            [f"{FIG1[:10]}xy{FIG1[12:]}"],
            [
                f"line 1, column 11: 'X' is too large for a 9x9 grid; {USE}",
                f"line 1, column 12: 'Y' is too large for a 9x9 grid; {USE}",
            ],
        ),
        (["?" * 20 + "." * 61], [f"line 1, column {i}: '?' is not allowed in a 9x9 grid; {USE}" for i in range(1, 21)]),
        (
            ["ABCDEFGHI" * 8 + "ABCDEFGHJ"],
            [
                "line 1, column 81: 'J' is too large for a 9x9 grid; use A to I (or 9 letters in all, named as in "
                "'# symbols WORDSHAPE'), and . for a blank"
            ],
        ),
        (["# boxes 1x9", FIG1], ["line 1, column 1: boxes of 1x9 cells are lines; a box needs at least two of each"]),
        (
            [" ".join(["11", "10"] + ["."] * 8)] + [" ".join("." * 10)] * 9,
            ["line 1, column 1: 11 is too large for a 10x10 grid; use 1 to 10, and . for a blank"],
        ),
        (
            ["broken", FIG1, "", f"{EASY}:1"],
            [
                "line 2, column 1: a collection of 2 puzzles, one per line; open it as a corpus file, or give just one "
                "of its lines"
            ],
        ),
        (
            ["# a note", ".234", "34.2", "", "2.43", "4321", "  1111", "2222"],
            ["line 7, column 3: 6 lines of cells, but a 4x4 grid has 4: remove 2, or turn them into comments with #"],
        ),
        (
            ["# a note", " 1 2 | 3 4", " 3 4 | 1", "", " 2 1 | 4 3 1 2", "", " 4 3 | 2 5"],
            [
                "line 3, column 8: 3 cells, but a line of a 4x4 grid has 4: add 1, with . for a blank",
                "line 5, column 12: 6 cells, but a line of a 4x4 grid has 4: remove 2",
                "line 7, column 10: '5' is too large for a 4x4 grid; use 1 to 4, and . for a blank",
            ],
        ),
        (["# shape 4 | 2x4 | row 0-3 4-7", "1.", "", "..", "2", "34"], ["line 6, column 1: 7 cells, not 8"]),
        (["# shape 4 | 2x4 | row 0-3 4-7", "# no cells"], ["line 1, column 1: 0 cells, not 8"]),
        (
            ["# puzzle killer", "", "# cage 15 r1c1 r1c2", "# cage 99 r1c3 r1c4", "# cage 10 r2c1 r2c2"],
            ["line 4, column 1: the cage of 99 at r1c3 cannot be kept with 9 symbols"],
        ),
        (
            ["# puzzle killer 4x4", "# cage 3 r1c1 r1c2", "# cage 3 r1c3 r9c4", "................"],
            ["line 3, column 1: there is no cell r9c4 for 'cage 3 r1c3 r9c4'"],
        ),
        (["# today's", "# puzzle foo", "# cage 3 r1c1 r1c2"], [f"line 2, column 1: {NO_KIND.format('foo')}"]),
        (["# puzzle foo"], [f"line 1, column 1: {NO_KIND.format('foo')}"]),
        (["# puzzle kiler", "." * 81], [f"line 1, column 1: {NO_KIND.format('kiler')}"]),
        (
            ["# puzzle easy", "." * 80],
            [
                "line 2, column 80: 80 cells in one line; the nearest grids have 64 (8x8) or 81 (9x9) or 100 (10x10)",
                f"line 1, column 1: {NO_KIND.format('easy')}",
            ],
        ),
    ],
)
def test_a_faulty_text_is_told_in_these_words(lines: list[str], said: list[str]) -> None:
    assert [str(one) for one in problems("\n".join(lines))] == said


def test_comments_about_a_puzzle_stay_comments() -> None:
    remarks = ["# puzzle 12", "# Puzzle from the newspaper", "# puzzle from newspaper", "# puzzle easy", "# puzzle"]
    for remark in remarks:
        assert read("\n".join([remark, "1" + "." * 80])).givens[0] == 1


def test_a_kind_alone_is_its_empty_grid() -> None:
    for kind in ("kakuro", "killer", "samurai"):
        assert read(f"# puzzle {kind}\n") == Puzzle.empty(Geometry.of_spec(kind))


def test_all_problems_are_named_at_once() -> None:
    found = problems("123x\n3412\n214\n432?")
    assert [(one.line, one.column) for one in found] == [(1, 4), (3, 3), (4, 4)]
    assert {one.fault for one in found} == {Fault.LENGTH, Fault.CHARACTER}


def test_a_readable_puzzle_has_its_own_problems() -> None:
    assert problems(FIG1) == []
    assert "r1c1 and r1c2 are both 1 in row 1" in [str(one) for one in problems("11" + "." * 79)]
    assert any(one.remark for one in problems("." * 81))


def test_only_so_many_problems_are_listed() -> None:
    found = problems("?" * 81)
    assert len(found) == LISTED + 1
    assert found[-1].message == f"and {81 - LISTED} more"
    assert (found[-1].line, found[-1].column) == (1, LISTED + 1)


def test_the_geometry_asked_for_decides_what_fits() -> None:
    with pytest.raises(PuzzleError, match="81 cells in one line; a 4x4 grid has 16: remove 65"):
        read(FIG1, Geometry.of_side(4))
    with pytest.raises(PuzzleError, match="16 cells in one line; a 9x9 grid has 81: add 65"):
        read("." * 16, STANDARD)
    with pytest.raises(PuzzleError, match="80 cells in one line; a 9x9 grid has 81: add 1,"):
        read(FIG1[:-1], STANDARD)
    with pytest.raises(PuzzleError, match="82 cells in one line; a 9x9 grid has 81: remove 1$"):
        read(FIG1 + "1", STANDARD)


@pytest.mark.parametrize(
    ("junk", "times"),
    slow_but(
        [("a", 5_000_000), ("#", 5_000_000)],
        [("a", 5_000_000), ("1 ", 2_000_000), ("x\n", 1_000_000), ("#", 5_000_000), ("\x00\ud800", 1_000_000)],
    ),
)
def test_megabytes_of_junk_are_refused_with_few_words(junk: str, times: int) -> None:
    with pytest.raises(PuzzleError) as caught:
        read(junk * times)
    assert len(str(caught.value).encode("utf-8", "strict")) < 5000


@pytest.mark.slow
def test_a_puzzle_is_found_after_a_million_comments_and_blank_lines() -> None:
    assert read("# c\n \n" * 300_000 + FIG1 + "\n \n" * 10_000) == read(FIG1)


def test_shared_files_without_digits_are_read(tmp_path: Path) -> None:
    text = "".join("ABCDEFGHIJKLMNOPQRSTUVWXY."[(i * 7) % 26] for i in range(625))
    path = tmp_path / "letters.txt"
    path.write_text(text + "\n", encoding="utf-8")
    assert str(Puzzle.parse(path.read_text(encoding="utf-8"))) == text


WORD = "WORDSHAPE"


def _in_words(line: str, word: str) -> str:
    return line.translate(str.maketrans("123456789", word))


@pytest.mark.parametrize("join", ["", "\n"])
def test_nine_letters_are_the_digits_in_the_order_of_the_alphabet_or_of_the_comment(join: str) -> None:
    rows = [FIG1[start : start + 9] for start in range(0, 81, 9)]
    plain = read(join.join(_in_words(row, "".join(sorted(WORD))) for row in rows))
    assert (plain, plain.alphabet) == (read(FIG1), "ADEHOPRSW")
    named = read(f"# symbols {WORD}\n" + join.join(_in_words(row, WORD) for row in rows))
    assert (named, named.alphabet) == (read(FIG1), WORD)
    for written in (grid(named), boxed(named)):
        again = read(written)
        assert (again, again.alphabet) == (named, WORD)


@pytest.mark.parametrize("named", [WORD, f"{WORD}X", "13579WXYZ", "WXYZ"])
def test_a_text_without_any_of_the_named_symbols_is_read_as_usual(named: str) -> None:
    for text in (FIG1, "\n".join(ROWS)):
        puzzle = read(f"# symbols {named}\n{text}")
        assert puzzle == read(FIG1) and not puzzle.alphabet


def test_named_symbols_need_not_all_occur_and_one_that_is_not_named_is_said() -> None:
    few = "# symbols WORDSHAPE\n" + "W" + "." * 80
    assert (read(few).givens[0], read(few).alphabet) == (1, WORD)
    with pytest.raises(PuzzleError, match="line 2, column 2: 'Z'"):
        read("# symbols WORDSHAPE\n" + "WZ" + "." * 79)
    with pytest.raises(PuzzleError, match="# symbols WORDSHAPE"):
        read("WZ" + "." * 79)


@examples(150)
@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=9, max_size=9), st.sampled_from([grid, boxed]))
def test_any_nine_characters_that_differ_are_digits_or_it_is_said_why_not(
    symbols: str, form: Callable[[Puzzle], str]
) -> None:
    """Check that the header alone decides what its characters mean, so that even 9 may stand for 1."""
    puzzle = Puzzle(read(FIG1).givens, alphabet=symbols)
    written = form(puzzle)
    assert read(written) == puzzle
    if len(set(symbols)) == 9 and all(map(is_symbol, symbols)):
        assert read(written).alphabet == ("" if symbols == "123456789" else symbols)


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("ΑΒΓΔΕΖΗΘ", "8 symbols for 9 digits"),
        ("ΑΒΓΔΕΖΗΘΙΚ", "10 symbols for 9 digits"),
        ("ΑΒΓΔΕΖΗΘΑ", "'Α' is named twice"),
        ("ΑΒΓΔΕΖΗΘ|", "'|' cannot stand for a digit"),
        ("ΑΒΓΔΕΖΗΘ\u0301", "cannot stand for a digit"),
        ("ΑΒΓ", "3 symbols for 9 digits"),
        ("aAΓΔΕΖΗΘΙ", "'A' is named twice ('a' is the same): name 9 different symbols"),
    ],
)
def test_symbols_that_cannot_be_digits_are_refused_in_their_line(word: str, said: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        read(f"# a puzzle\n# symbols {word}\n" + _in_words(FIG1, "ΑΒΓΔΕΖΗΘΙ"))
    first = caught.value.problems[0]
    assert (first.line, first.column) == (2, 1) and said in first.message
    assert read(f"# a puzzle\n# symbols {word}\n{FIG1}") == read(FIG1), "where it is not used it is a remark"


@pytest.mark.parametrize("symbols", ["αβγδεζηθι", "ΑΒΓΔΕΖΗΘΙ", WORD, WORD.lower(), "987654321"])
def test_symbols_are_named_with_a_colon_or_without_and_apart_or_together(symbols: str) -> None:
    cells = _in_words(FIG1, symbols)
    assert read(f"# symbols {symbols}\n{cells}") == read(FIG1)
    for sign in ("# symbols ", "#symbols:", "# Symbols: ", "# symbols : ", "#  SYMBOLS   "):
        for between in ("", " ", "  ", "\t"):
            header = sign + between.join(symbols)
            found = read(f"{header}\n{cells}")
            assert (found, found.alphabet) == (read(FIG1), symbols.upper() if symbols.isascii() else symbols), header
    for remark in ("# symbols are one of nine", "# symbolsαβγδεζηθι", "# symbols :: see below"):
        assert read(f"{remark}\n{FIG1}") == read(FIG1)


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("aAbBcCdDe", "'A' is named twice ('a' is the same): name 9 different symbols"),
        ("WORDSHAPP", "'P' is named twice: name 9 different symbols"),
        ("WORDSHAPES", "'S' is named twice: name 9 different symbols"),
        ("WORDSHAP", "8 symbols for 9 digits: name one for each"),
    ],
)
def test_letters_named_wrongly_are_not_read_in_the_order_of_the_alphabet(word: str, said: str) -> None:
    """Check that a and A cannot be two digits, since lower case counts as upper case in a grid."""
    with pytest.raises(PuzzleError) as caught:
        read(f"# symbols {word}\n" + ".".join(dict.fromkeys(word.upper())) + "." * (82 - 2 * len(set(word.upper()))))
    first = caught.value.problems[0]
    assert (first.line, first.message) == (1, f"# symbols: {said}")
    for remark in ("letters", "clues", "usual"):
        assert read(f"# symbols {remark}\n" + _in_words(FIG1, "ABCDEFGHI")) == read(FIG1)


def test_a_character_that_only_looks_like_a_named_one_is_the_only_one_refused() -> None:
    text = "# symbols ΑΒΓΔΕΖΗΘΙ\n" + _in_words(FIG1, "ΑΒΓΔΕΖΗΘΙ")
    assert read(text) == read(FIG1) and read(text).alphabet == "ΑΒΓΔΕΖΗΘΙ"
    with pytest.raises(PuzzleError, match="'A' .*use Α Β Γ Δ Ε Ζ Η Θ Ι, and . for a blank") as caught:
        read(text.replace("Α", "A").replace("AΒΓ", "ΑΒΓ"))
    assert len(caught.value.problems) == FIG1.count("1") and {p.line for p in caught.value.problems} == {2}


def test_spaces_are_blanks_in_columns_that_are_a_space_apart() -> None:
    shown = FIG1.replace(".", " ")
    rows = [shown[start : start + 9] for start in range(0, 81, 9)]
    thirds = [[row[k : k + 3] for k in (0, 3, 6)] for row in rows]
    wide = [" ".join(row) for row in rows]
    barred = [" | ".join(" ".join(third) for third in row) for row in thirds]
    framed = [f"| {row} |" for row in barred]
    double = [f"| {row} |" for row in framed]
    for lines in (wide, barred, framed, double, [line.rstrip() for line in wide]):
        assert read("\n".join(lines)) == read(FIG1)


@pytest.mark.parametrize("side", [4, 6, 9, 16, 25])
def test_usual_symbols_are_not_kept_as_the_puzzles_own(side: int) -> None:
    geometry = Geometry.of_side(side)
    values = [0] * len(geometry.cells)
    values[:side] = range(1, side + 1)
    puzzle = Puzzle(tuple(values), geometry)
    assert Puzzle.parse(one_line(puzzle), geometry).alphabet == ""
    numbers = "\n".join(" ".join(row) for row in geometry.rows_of([str(value) for value in values]))
    assert Puzzle.parse(numbers, geometry).alphabet == ""
    own = "".join(reversed(usual_alphabet(side)))
    named = Puzzle.parse(f"# symbols: {own}\n{one_line(puzzle)}", geometry)
    assert named.alphabet == alphabet_of(named) == own and named.givens[0] == side


def test_21_rows_of_21_are_a_samurai_if_they_hold_nothing_else() -> None:
    puzzle = puzzle_of(Geometry.of_spec("samurai"), 0.6)
    rows = [row.ljust(21) for row in grid(puzzle).splitlines() if not row.startswith("#")]
    for hole in " .0_":
        assert read("\n".join(row.replace(" ", hole) for row in rows)) == puzzle
        assert read("\n".join(row.replace(" ", hole).rstrip() for row in rows)) == puzzle
    inked = [row.replace(" ", ".") for row in rows]
    for row, sign in ((0, "A"), (0, "1"), (20, "7")):
        other = [*inked[:row], f"{inked[row][:10]}{sign}{inked[row][11:]}", *inked[row + 1 :]]
        assert read("\n".join(other)).geometry == Geometry.of_side(21)
    assert read("\n".join(["." * 21] * 21)).geometry == Geometry.of_side(21)
    assert "'A'" in str(problems("\n".join([f"A{rows[0][1:]}", *rows[1:]]))[0])
