"""Tests that the bulk engine reads text files exactly as the usual reader does, whatever they contain."""

from __future__ import annotations

import io
from importlib import resources
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles import Corpus, Puzzle, one_line
from puzzles.bounds import LONGEST_LINE
from puzzles.corpus import named
from puzzles.corpus.record import holds, parse
from solvers.bulk import engine
from solvers.bulk import engine as bulk_text
from solvers.bulk.engine import LineBlock, Page, blocks, count_block, first_wrong, read, solve_block

FIG1 = str(named.find("fig1"))
FIG1_SOLVED = "358479621719862354642315987564281739871936542923754816437198265286547193195623478"
LETTERS = FIG1.translate(str.maketrans("123456789", "ABCDEFGHI"))
LINES = [
    FIG1, FIG1.replace(".", "0"), FIG1.replace(".", "*"), FIG1.replace(".", "_"), f"{FIG1}:1:{FIG1_SOLVED}",
    f"{FIG1},{FIG1_SOLVED}", f"  {FIG1}  # a name", f"\ufeff{FIG1}", f"{FIG1}\r", "", "   ", "# comment", "broken",
    FIG1[:-1], FIG1 + "1", FIG1[:40] + "x" + FIG1[41:], "." * 16, "1" + "." * 15, "é" * 81, FIG1 + ";", LETTERS,
    str(named.find("misprint")), "." * 36, f"{FIG1} hard 1186 7", f"{FIG1}\teasy", f"{FIG1}  ", f"{FIG1}-",
    f"{FIG1}1 hard", f"{FIG1[:-1]} hard", f"{FIG1[:40]} {FIG1[40:]}", f"{FIG1}\0", f"{FIG1}\x0b\x0c",
    FIG1[:80] + "/", FIG1[:80] + ":",
]  # fmt: skip


def expected(data: bytes, tmp_path: Path) -> tuple[list[tuple[int, Puzzle]], list[tuple[int, str]]]:
    """Return each line with its puzzle or its error message, as the usual reader of collections gives them."""
    file = tmp_path / "corpus"
    file.write_bytes(data)
    with Corpus(file) as corpus:
        found = list(corpus.iterate())
    return (
        [(line, one) for line, one in found if isinstance(one, Puzzle)],
        [(line, str(one)) for line, one in found if not isinstance(one, Puzzle)],
    )


def puzzles_of(page: Page) -> list[tuple[int, Puzzle]]:
    order = range(len(page.givens)) if page.order is None else page.order
    return [
        (int(page.numbers[number]) + 1, one if isinstance(one, Puzzle) else Puzzle(tuple(page.givens[one].tolist())))
        for number, one in enumerate(order)
    ]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("last", [True, False])
def test_plain_lines_are_an_array_at_once(end: str, last: bool) -> None:
    data = "".join(line + end for line in LINES[:4]).encode()
    page = read(LineBlock(data if last else data.removesuffix(b"\n"), 0, 1))
    assert page.order is None and page.puzzles == 4
    assert all(puzzle == Puzzle.parse(FIG1) for _, puzzle in puzzles_of(page))


def test_graded_lines_are_an_array_at_once_too_and_comments_between_them_are_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = (resources.files("puzzles") / "sudoku.txt").read_text(encoding="utf-8").replace("\n", "\n# more\n", 7)
    lines = text.splitlines()[:2000]
    one_by_one: list[bytes] = []
    monkeypatch.setattr(bulk_text, "holds", lambda line: one_by_one.append(line) or holds(line))
    page = read(LineBlock("\n".join(lines).encode(), 0, 1))
    assert one_by_one == [line.encode() for line in lines if line.startswith("#")]
    assert puzzles_of(page) == [
        (number, Puzzle.parse(line.split()[0])) for number, line in enumerate(lines, 1) if not line.startswith("#")
    ]
    assert page.order is None and not page.broken


def test_a_line_is_plain_up_to_the_length_that_a_line_may_have() -> None:
    for more, broken in ((LONGEST_LINE - 81, []), (LONGEST_LINE - 80, [2])):
        page = read(LineBlock(f"{FIG1}\n{FIG1}{' ' * more}\n{FIG1}\n".encode(), 0, 1))
        assert [one.line for one in page.broken] == broken
        assert page.numbers.tolist() == ([0, 2] if broken else [0, 1, 2])


@pytest.mark.parametrize("odd", [*LINES[4:], FIG1[:-1] + "\r", FIG1[:40] + "\r" + FIG1[41:], "\n" * 81])
def test_one_odd_line_among_plain_ones(odd: str, tmp_path: Path) -> None:
    data = f"{FIG1}\n{odd}\n{FIG1}\n".encode()
    page = read(LineBlock(data, 0, 1))
    good, bad = expected(data, tmp_path)
    assert puzzles_of(page) == good
    assert [(broken.line, broken.message) for broken in page.broken] == bad


@given(st.lists(st.sampled_from(LINES), min_size=1, max_size=8), st.booleans())
def test_any_lines_mean_what_they_mean_to_a_corpus(tmp_path_factory, lines: list[str], last: bool) -> None:  # type: ignore[no-untyped-def]
    data = "\n".join(lines).encode() + b"\n" * last
    if not data:
        return
    page = read(LineBlock(data, 0, 1))
    good, bad = expected(data, tmp_path_factory.mktemp("lines"))
    assert puzzles_of(page) == good
    assert [(broken.line, broken.message) for broken in page.broken] == bad
    for broken in page.broken:
        assert broken.before == sum(line < broken.line for line, _ in good)


def test_answers_stand_in_the_order_of_the_lines_and_in_their_symbols() -> None:
    data = "\n".join(LINES).encode()
    answers = solve_block(LineBlock(data, 0, 1))
    lines = answers.lines.decode().splitlines()
    page = read(LineBlock(data, 0, 1))
    assert len(lines) == answers.puzzles == page.puzzles
    assert lines[:8] == [FIG1_SOLVED] * 8
    assert lines.count("(no solution)") == 1
    assert answers.unsolved == ((LINES.index(str(named.find("misprint"))) + 1, named.find("misprint")),)
    for line, (_, puzzle) in zip(lines, puzzles_of(page), strict=True):
        assert line == "(no solution)" or len(line) == len(puzzle.givens)
    assert count_block(LineBlock(data, 0, 1), 3).lines.decode().split()[:8] == ["1"] * 8


def test_a_puzzle_in_letters_is_answered_in_letters() -> None:
    for symbols in ("ABCDEFGHI", "RSTUVWXYZ"):
        letters = FIG1.translate(str.maketrans("123456789", symbols))
        page = read(LineBlock(letters.encode(), 0, 1))
        answers = solve_block(LineBlock(letters.encode(), 0, 1))
        if page.broken:  # then to the reader of every collection it is not a puzzle, and here neither
            with pytest.raises(ValueError):
                parse(letters.encode())
        else:
            solved = parse(letters.encode()).puzzle.with_values([int(digit) for digit in FIG1_SOLVED])
            assert answers.lines.decode() == f"{one_line(solved)}\n"


@given(st.lists(st.integers(0, 3 * LONGEST_LINE), max_size=6), st.integers(1, 4 * LONGEST_LINE), st.booleans())
def test_blocks_are_whole_lines_and_leave_nothing_out(lengths: list[int], size: int, last: bool) -> None:
    lines = [bytes([97 + i]) * length for i, length in enumerate(lengths)]
    data = b"\n".join(lines) + b"\n" * (last and bool(lines))
    got = list(blocks(io.BytesIO(data), size))
    most = max(size, 2 * LONGEST_LINE)
    number, seen = 1, []
    for block in got:
        assert block.line == number and len(block.data) <= most
        assert data[block.start : block.start + len(block.data)] == block.data
        seen += block.data.removesuffix(b"\n").split(b"\n")
        number += max(1, block.data.count(b"\n"))
    whole = data.removesuffix(b"\n").split(b"\n") if data else []
    assert len(seen) == len(whole)
    for one, other in zip(seen, whole, strict=True):
        assert one == other or (len(other) > LONGEST_LINE and one == other[: LONGEST_LINE + 1])


def test_blocks_from_the_middle_of_a_file() -> None:
    file = io.BytesIO(b"one\ntwo\nthree\n")
    file.seek(4)
    assert list(blocks(file, 1, 2)) == [LineBlock(b"two\nthree\n", 4, 2)]


def test_a_file_is_answered_alike_however_it_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    data = (f"{FIG1}\n" * 2500 + "broken\n" + f"{named.find('fig23')}\n" * 900).encode()
    monkeypatch.setattr(engine, "FEWEST_AT_ONCE", 1)
    cut = list(engine.answer_file(io.BytesIO(data), len(data), processes=2))
    whole = solve_block(LineBlock(data, 0, 1))
    assert len(cut) > 1
    assert b"".join(answers.lines for answers in cut) == whole.lines
    assert [broken.line for answers in cut for broken in answers.broken] == [2501]
    assert sum(answers.size for answers in cut) == len(data)


@pytest.mark.parametrize("odd", ["", "# comment\n"])
def test_an_answer_to_another_puzzle_is_told(odd: str) -> None:
    page = read(LineBlock(f"{odd}{FIG1}\n{FIG1}\n".encode(), 0, 1))
    good, other = FIG1_SOLVED.encode(), FIG1_SOLVED[::-1].encode()
    assert first_wrong(page, []) is None
    assert first_wrong(page, [good, good]) is None
    assert first_wrong(page, [good, b"(no solution)"]) is None
    for wrong in (other, b"", b"x" * 81, b"1" * 16, FIG1.encode(), b"(no solution", b"\xff" * 81):
        assert first_wrong(page, [good, wrong]) == 1
        assert first_wrong(page, [wrong]) == 0


def test_other_sizes_are_checked_too() -> None:
    page = read(LineBlock(b"1" + b"." * 15, 0, 1))
    solved = solve_block(LineBlock(b"1" + b"." * 15, 0, 1)).lines.removesuffix(b"\n")
    assert first_wrong(page, [solved]) is None
    assert first_wrong(page, [b"2" * 16]) == 0
    assert bulk_text.NO_SOLUTION == "(no solution)"
