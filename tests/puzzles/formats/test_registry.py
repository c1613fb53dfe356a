"""Tests that every file format reads back what it writes and is recognised by its content."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from read_formats import format_of, read
from strategies import examples, shuffled_grid

from puzzles import Geometry, Problem, Puzzle, sides
from puzzles.formats import registry
from puzzles.formats.base import Format, Found, StoredPart
from puzzles.formats.registry import FORMATS
from puzzles.puzzle import Position, plain

FIG1 = "..84.9....1....3...4...5..756.2.1.3...1...5...2.7.4.164..1...6...6....9....6.34.."
ANSWER = "358479621719862354642315987564281739871936542923754816437198265286547193195623478"
SHAPES = [Geometry.of_side(side) for side in sides() if side <= 16]


def written(form: Format, positions: list[Position]) -> bytes:
    return "".join(f"{line}\n" for line in form.write(positions)).encode()


def found_in(data: bytes, form: Format | None = None) -> list[Found]:
    """Return the findings in the bytes, read in the given format or in the one they are recognised as."""
    return list(form.read(io.BytesIO(data))) if form else read(data)


@st.composite
def positions(draw: st.DrawFn, shapes: list[Geometry]) -> Position:
    """Draw positions of every kind, from blank to full, with and without placed digits, strikes and clashes."""
    geometry = draw(st.sampled_from(shapes))
    random = Random(draw(st.integers(0, 1 << 32)))
    full = shuffled_grid(geometry, random)
    share = draw(st.sampled_from([0, 3, 30, 60, 97, 100]))
    givens = [digit if random.randrange(100) < share else 0 for digit in full]
    if draw(st.booleans()):
        givens = [digit and random.choice(geometry.digits) for digit in givens]
    more = draw(st.sampled_from([0, 0, 30, 100]))
    values = tuple(0 if given or random.randrange(100) >= more else d for given, d in zip(givens, full, strict=True))
    puzzle = Puzzle(tuple(givens), geometry, name=draw(st.sampled_from(["", "fig 1"])))
    candidates: tuple[int, ...] = ()
    if draw(st.booleans()):
        keep = draw(st.sampled_from([99, 70, 30]))
        every = [1 << digit for digit in geometry.digits]
        kept = [sum(bit for bit in every if random.randrange(100) < keep) for _ in full]
        candidates = tuple(mask & left for mask, left in zip(kept, plain(puzzle, values), strict=True))
    solution = tuple(full) if puzzle.with_values(full).is_solution_of(puzzle) and draw(st.booleans()) else ()
    notes = ((("author", "Ruud"), ("level", "easy")), ())[draw(st.integers(0, 1))]
    return Position(puzzle, values, candidates, solution, notes)


def bare(position: Position, form: Format) -> Position:
    """Return the parts of a position that a format must preserve."""
    kept = form.fitted(position)
    if StoredPart.NOTES not in form.holds or form.name == "hodoku":  # its notes describe the technique
        kept = replace(kept, notes=())
    return kept


@pytest.mark.parametrize("form", FORMATS.values(), ids=list(FORMATS))
@examples(25, quick=10)
@given(data=st.data())
def test_what_is_written_reads_back_and_is_written_the_same(form: Format, data: st.DataObject) -> None:
    shapes = [shape for shape in SHAPES if shape.side in form.sides]
    most = 3 if StoredPart.SEVERAL in form.holds else 1
    given_ = [form.fitted(one) for one in data.draw(st.lists(positions(shapes), min_size=1, max_size=most))]
    text = written(form, given_)
    for back in (found_in(text, form), found_in(text)):
        assert all(isinstance(one, Position) for one in back), (back, text.decode())
        assert [one.puzzle for one in back] == [one.puzzle for one in given_]  # type: ignore[union-attr]
    back = found_in(text, form)
    if len(given_) == 1:
        assert back == [bare(given_[0], form)]
        assert written(form, back) == text  # type: ignore[arg-type]


SDK = """#ARuud
#DA random puzzle created by SudoCue
#CJust start plugging in the numbers
#B03-08-2006
#SSudoCue
#LEasy
#Uhttp://www.sudocue.net/
2..1.5..3
.54...71.
.1.2.3.8.
6.28.73.4
.........
1.53.98.6
.2.7.1.6.
.81...24.
7..4.2..1
"""
SDK_LINE = "2..1.5..3.54...71..1.2.3.8.6.28.73.4.........1.53.98.6.2.7.1.6..81...24.7..4.2..1"
SIMPLE = """ *-----------*
 |.3.|4..|...|
 |9.2|8.6|3.1|
 |...|...|.2.|
 |---+---+---|
 |8..|.6.|7..|
 |.6.|2.5|.9.|
 |..3|.4.|..8|
 |---+---+---|
 |.7.|...|...|
 |4.8|9.2|5.6|
 |...|..8|.3.|
 *-----------*
 Simple Sudoku
  Version 4.2n
"""
SIMPLE_LINE = ".3.4.....9.28.63.1.......2.8...6.7...6.2.5.9...3.4...8.7.......4.89.25.6.....8.3."
MARKS = """*--------------------------------------------------------------------*
| 1567   3      1567   | 4      12579  179    | 689    5678   579    |
| 9      45     2      | 8      57     6      | 3      457    1      |
| 1567   1458   14567  | 1357   13579  1379   | 4689   2      4579   |
|----------------------+----------------------+----------------------|
| 8      12459  1459   | 13     6      139    | 7      145    2345   |
| 17     6      147    | 2      1378   5      | 14     9      34     |
| 1257   1259   3      | 17     4      179    | 126    156    8      |
|----------------------+----------------------+----------------------|
| 12356  7      1569   | 1356   135    134    | 12489  148    249    |
| 4      1      8      | 9      137    2      | 5      17     6      |
| 1256   1259   1569   | 1567   157    8      | 1249   3      2479   |
*--------------------------------------------------------------------*
                           Simple Sudoku
"""
SDX = """2 679 6789 1 46789 5 469 9 3
389 5 4 69 689 68 7 1 29
9 1 679 2 4679 3 4569 8 59
6 9 2 8 u1 7 3 59 4
3489 3479 3789 56 2456 46 u1 2579 2579
1 47 5 3 24 9 8 27 6
3459 2 39 7 3589 1 59 6 589
359 8 1 569 3569 6 2 4 579
7 369 369 4 35689 2 59 359 1
"""
HODOKU = (
    ":0702:9:.62143.5.1..5.8.3.5..7.9....28.154..4.56.2..3.16.8.52.6.9851..225...6..1..123.695:"
    "711 817 919 422 727 729 929 837 438 838 639 757 957 758 961 772 787 788 792:944 964 985:"
)
XML = f"""<?xml version="1.0" encoding="UTF-8"?>
<opensudoku>
  <name>Gnome-Sudoku Easy</name>
  <author>romario333</author>
  <level>easy</level>
  <game data="{FIG1.replace(".", "0")}" />
</opensudoku>
"""
FOLDERS = f"""<?xml version='1.0' encoding='UTF-8' standalone='yes'?>
<opensudoku version="2">
  <folder name="Easy (All)" created="1778054847256">
    <game data="{FIG1.replace(".", "0")}" state="0" time="0" />
    <game data="version: 1&#10;{"5|-|0|" + "0|1,9,|1|" + "7|-|1|" + "0|-|1|" * 78}" />
  </folder>
  <folder name="Hard"><game data="{SDK_LINE.replace(".", "0")}"/></folder>
</opensudoku>
"""
SECTIONS = f"""[Puzzle]
{chr(10).join(FIG1[start : start + 9] for start in range(0, 81, 9))}
[State]
{chr(10).join((ANSWER[:2] + FIG1[2:])[start : start + 9] for start in range(0, 81, 9))}
[PencilMarks]
{"," * 8}
{"2,,,,,,,,"}
{chr(10).join(["," * 8] * 7)}
[Colours]
{"0,0,0,0,0,0,0,0,0"}
"""
KAGGLE = f"quizzes,solutions\n{FIG1.replace('.', '0')},{ANSWER}\n"
EXAMPLES = {
    "sdk": [SDK, SECTIONS, SDK.replace("\n", "\r\n")],
    "ss": [SIMPLE, SIMPLE.replace(".", "X")],
    "pencil": [MARKS, SDX, " ".join(MARKS.translate(str.maketrans("*|-+", "    ")).split()[:81])],
    "hodoku": [HODOKU, f"# comment\n{HODOKU}\n:0000:x:{FIG1}:::\n", HODOKU + ":3"],
    "opensudoku": [XML, FOLDERS, "<opensudoku/>"],
    "csv": [
        KAGGLE,
        KAGGLE.replace(",", ";"),
        f'id,puzzle,rating\n1,"{FIG1}",3\n2,{FIG1},4\n',
        f"{ANSWER}\t{FIG1}\n{ANSWER}\t{FIG1}\n",
    ],
    "line": [
        FIG1,
        f"# two\n{FIG1} # fig1\n{FIG1.replace('.', '0')}:1:{ANSWER}\n",
        FIG1.replace(".", "-"),
        f"{FIG1.replace('.', '0')}\n" * 3,
    ],
    "grid": [
        "\n".join(FIG1[start : start + 9] for start in range(0, 81, 9)),
        "\n".join(FIG1.replace(".", "0")[start : start + 9] for start in range(0, 81, 9)),
        "# boxes 3x2\n" + "......\n" * 6,
    ],
}


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in EXAMPLES.items() for text in texts])
def test_a_format_is_recognised_by_its_content(name: str, text: str) -> None:
    for data in (text.encode(), b"\xef\xbb\xbf" + text.encode(), text.replace("UTF-8", "UTF-16").encode("utf-16")):
        assert format_of(data).name == name
        assert not [one for one in found_in(data) if isinstance(one, Problem)]


def one(text: str) -> Position:
    (position,) = found_in(text.encode())
    assert isinstance(position, Position)
    return position


def test_what_sudocue_writes_into_an_sdk_is_kept() -> None:
    position = one(SDK)
    assert str(position.puzzle) == SDK_LINE
    assert position.puzzle.name == "A random puzzle created by SudoCue"
    assert position.line == 8
    assert dict(position.notes) == {
        "author": "Ruud", "comment": "Just start plugging in the numbers", "date": "03-08-2006", "source": "SudoCue",
        "level": "Easy", "url": "http://www.sudocue.net/",
    }  # fmt: skip


def test_the_sections_of_an_sdk_are_givens_placed_digits_and_candidates() -> None:
    position = one(SECTIONS)
    assert str(position.puzzle) == FIG1
    assert position.values[:3] == (3, 5, 0)
    assert position.candidates[9] == 1 << 2
    assert position.candidates[11] == plain(position.puzzle, position.values)[11]


def test_a_state_that_contradicts_a_given_is_refused_with_its_line() -> None:
    (problem,) = found_in(SECTIONS.replace("[State]\n358", "[State]\n359").encode())
    assert isinstance(problem, Problem)
    assert (problem.line, "r1c3" in problem.message) == (12, True)


def test_simple_sudoku_reads_with_frame_and_words() -> None:
    assert str(one(SIMPLE).puzzle) == SIMPLE_LINE


def test_a_grid_of_pencil_marks_is_givens_and_candidates() -> None:
    position = one(MARKS)
    assert str(position.puzzle) == SIMPLE_LINE, "the 1 of r8c2 is still a candidate of its peers"
    assert position.marks[64] == 1 << 1
    assert position.marks[0] == 1 << 1 | 1 << 5 | 1 << 6 | 1 << 7


def test_in_a_file_of_sudocue_u_is_a_placed_digit() -> None:
    position = one(SDX)
    assert [cell for cell, digit in enumerate(position.values) if digit] == [31, 42]
    assert position.puzzle.givens[7] == 0, "the 9 of r1c8 is still a candidate of its peers"


def test_a_line_of_hodoku_is_givens_placed_digits_struck_candidates_and_a_technique() -> None:
    position = one(HODOKU)
    assert str(position.puzzle) == HODOKU.split(":")[3]
    struck = [left & ~mask for left, mask in zip(plain(position.puzzle), position.candidates, strict=True)]
    assert struck[6] == 1 << 8, "817 strikes the 8 of r1c7"
    assert position.note("technique") == "0702:9:944 964 985"
    assert one(f":0000:x:{'+' + ANSWER[0] + FIG1[1:]}:::").values[0] == 3


def test_opensudoku_has_a_game_a_puzzle_with_the_notes_of_its_file() -> None:
    position = one(XML)
    assert (str(position.puzzle), position.puzzle.name) == (FIG1, "Gnome-Sudoku Easy")
    assert position.notes == (("author", "romario333"), ("level", "easy"))
    first, second, third = found_in(FOLDERS.encode())
    assert isinstance(first, Position) and isinstance(second, Position) and isinstance(third, Position)
    assert [item.puzzle.name for item in (first, second, third)] == ["Easy (All)", "Easy (All)", "Hard"]
    assert (second.puzzle.givens[0], second.values[2], second.candidates[1]) == (5, 7, 1 << 1 | 1 << 9)
    assert (first.line, third.line) == (4, 7)


def test_the_columns_of_a_table_are_found_by_content() -> None:
    for text in EXAMPLES["csv"]:
        for position in found_in(text.encode()):
            assert isinstance(position, Position)
            assert str(position.puzzle) == FIG1
    assert one(KAGGLE).solution == tuple(map(int, ANSWER))
    assert one(KAGGLE).line == 2


def test_a_solution_of_another_puzzle_is_said_and_left_out() -> None:
    position, problem = found_in(KAGGLE.replace(ANSWER, ANSWER[::-1]).encode())
    assert isinstance(position, Position) and not position.solution
    assert isinstance(problem, Problem) and problem.remark
    assert (problem.line, problem.column) == (2, 83)


def test_large_grids_in_a_table_are_numbers_apart() -> None:
    numbers = ";".join(str(digit) for digit in range(17)) + ";0" * 239
    position = one(f"puzzles,solutions\n{numbers},\n")
    assert position.puzzle.givens[:18] == (*range(17), 0)


def test_a_solution_after_a_puzzle_on_its_line_is_kept() -> None:
    assert one(f"{FIG1}:1:{ANSWER}").solution == tuple(map(int, ANSWER))
    assert one(f"{FIG1}:1:{ANSWER[::-1]}").solution == ()


WRONG = [
    ("[Puzzle]\n" + "........x\n" + ".........\n" * 8, 2, 9, "'X'"),
    (SDK + "[PencilMarks]\n1,2\n", 18, 1, "9 lines of 9"),
    (SECTIONS.replace("\n2,,", "\n2,x,"), 23, 3, "'x'"),
    (MARKS.replace(" 6      139", "        139"), 6, 63, "80 cells"),
    (HODOKU.replace("711", "710"), 1, 91, "'710'"),
    (f"{HODOKU}\n:0000:x:{FIG1[1:]}:::\n", 2, 9, "80 cells"),
    (f"{HODOKU}\n{FIG1}\n", 2, 1, "not a line of HoDoKu"),
    (f":0000:x:{FIG1[:80]}#:::", 1, 89, "'#'"),
    ("<opensudoku><game/></opensudoku>", 1, 13, "without its data"),
    ('<opensudoku>\n<game data="12"/></opensudoku>', 2, 1, "2 cells"),
    ("<opensudoku>\n<game", 2, 1, "well-formed"),
    ("<html><body/></html>", 1, 1, "<html>"),
    ("<?xml version='1.0' encoding='klingon'?><opensudoku/>", 1, 31, "UTF-8"),
    (KAGGLE + f'"{FIG1},{ANSWER}\n', 3, 1, "quote"),
    (KAGGLE + "1,2\n", 3, 1, "1 cell"),
    (f"id,puzzle\n1,{FIG1}\n2\n3,{FIG1}", 3, 1, "are in field 2"),
]


@pytest.mark.parametrize(("text", "line", "column", "says"), WRONG)
def test_what_cannot_be_read_is_said_with_line_and_column(text: str, line: int, column: int, says: str) -> None:
    problems = [item for item in found_in(text.encode()) if isinstance(item, Problem)]
    assert problems
    assert (problems[0].line, problems[0].column) == (line, column), problems[0]
    assert says in problems[0].message


BOMB = """<?xml version="1.0"?>
<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;">]>
<opensudoku><name>&lol2;</name></opensudoku>"""
OUTSIDE = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><opensudoku><name>&x;</name></opensudoku>'


@pytest.mark.parametrize(
    "text", [BOMB, OUTSIDE, '<!DOCTYPE opensudoku SYSTEM "http://example.invalid/x.dtd"><opensudoku/>']
)
def test_xml_with_a_document_type_is_refused_with_a_reason(text: str) -> None:
    (problem,) = found_in(text.encode())
    assert isinstance(problem, Problem)
    assert "<!DOCTYPE" in problem.message and problem.line in (1, 2)


@pytest.mark.parametrize("data", [b"PK\x03\x04" + b"\0" * 26 + b"SudokuData", b"\xac\xed\x00\x05sr\x00\x10"])
def test_serialized_objects_are_refused_with_a_reason(data: bytes) -> None:
    assert re.search("serialized Java objects.*hsol.*library line", registry.refusal(data))


def test_what_java_has_serialized_as_xml_is_refused_too() -> None:
    (problem,) = found_in(b'<?xml version="1.0"?><java class="java.beans.XMLDecoder"><object/></java>')
    assert isinstance(problem, Problem) and "serialized Java objects" in problem.message


def test_other_archives_are_to_be_unpacked() -> None:
    for head in (b"PK\x03\x04" + b"\0" * 99, b"\x1f\x8b\x08"):
        assert re.search("not a text file but .*unpack it first", registry.refusal(head))


def test_what_a_declaration_says_is_what_the_format_is() -> None:
    """Check that help texts and file names come from the declaration, without importing the format."""
    for name, entry in FORMATS.entries.items():
        form = FORMATS[name]
        assert {fact: getattr(form, fact) for fact in entry.facts} == dict(entry.facts), name
        assert {"title", "rank", "endings"} <= set(entry.facts), name
