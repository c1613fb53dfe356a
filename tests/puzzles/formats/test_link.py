"""Tests that links of SudokuWiki, f-puzzles and SudokuPad open if they are plain grids, or are refused by name."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from read_formats import format_of, read
from strategies import examples

from puzzles import Problem, Puzzle
from puzzles.corpus import named
from puzzles.formats.link import LARGEST, unpacked
from puzzles.puzzle import Position
from visualizer.files import loader, resolve

FIG1 = str(named.find("fig1"))
SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
FOUR = (
    "N4IgzglgXgpiBcAWANCALhNAbO8QDUIYAnEVAQwFc0ALAe1LwFs5VjKcwY0EQA5Bk3JYABO04A6MiADmxCABMEAbWWgAbsMq4AjKhkR1MAHYI07G"
    "AF9kGrbgDM14E8sBdZGpABjE2hIAFEy8ILABZcmIAazAVACZkRFcXGxd3NWTnFLTMnKcQTSxtBBRZQxMzCzckoA="
)
"""A 4x4 grid as the JavaScript library packs it."""


def packed(text: str) -> str:
    """Pack a text as LZ-string does."""
    bits: list[int] = []
    table: dict[str, int] = {}
    fresh: set[str] = set()
    width, room, before = 2, 2, ""

    def put(number: int, size: int) -> None:
        bits.extend(number >> place & 1 for place in range(size))

    def say(entry: str) -> None:
        nonlocal room, width
        if entry in fresh:
            wide = ord(entry) > 255
            put(wide, width)
            put(ord(entry), 16 if wide else 8)
            fresh.remove(entry)
            room -= 1
            if not room:
                room, width = 1 << width, width + 1
        else:
            put(table[entry], width)
        room -= 1
        if not room:
            room, width = 1 << width, width + 1

    for sign in text:
        if sign not in table:
            table[sign] = len(table) + 3
            fresh.add(sign)
        if before + sign in table:
            before += sign
        else:
            say(before)
            table[before + sign] = len(table) + 3
            before = sign
    if before:
        say(before)
    put(2, width)
    bits += [0] * (-len(bits) % 6)
    codes = [sum(bit << 5 - at for at, bit in enumerate(bits[start : start + 6])) for start in range(0, len(bits), 6)]
    return "".join(SIGNS[code] for code in codes)


def f_puzzles(side: int = 9, grid: str = FIG1, **more: Any) -> str:
    digits = [0 if sign == "." else int(sign) for sign in grid]
    cells = [{"value": digit, "given": True} if digit else {} for digit in digits]
    rows = [cells[start : start + side] for start in range(0, len(cells), side)]
    return packed(json.dumps({"size": side, "grid": rows, **more}, ensure_ascii=False))


def only(text: str) -> Position:
    assert format_of(text.encode()).name == "link"
    (found,) = read(text.encode())
    assert isinstance(found, Position), found
    return found


def refusal(text: str) -> str:
    (found,) = read(text.encode())
    assert isinstance(found, Problem) and "\n" not in found.message
    return found.message


@examples(200)
@given(st.text(st.characters(codec="utf-16", max_codepoint=0xFFFF, exclude_categories=["Cs"])))
def test_what_lz_string_packs_is_unpacked(text: str) -> None:
    assert unpacked(packed(text)) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("BYUwNmD2A0AECWsCGBbZtDUzkA==", "hello, i am a 猫"),
        ("IY18ZVkA", "a" * 40),
        ("Q===", ""),
        ("N4IgHiBcDMC+Q===", '{"x":3}'),
    ],  # fmt: skip
)
def test_the_javascript_librarys_own_output_is_unpacked(text: str, expected: str) -> None:
    assert unpacked(text) == expected


def test_a_pair_of_surrogates_is_one_sign() -> None:
    assert unpacked(packed("\ud83d\ude00")) == "😀"


@examples(300)
@given(st.text(st.sampled_from(SIGNS + "=*"), max_size=60))
def test_damaged_text_is_refused_and_nothing_else_happens(text: str) -> None:
    with suppress(ValueError):
        assert len(unpacked(text)) <= LARGEST


def test_a_short_text_that_grows_without_bound_is_refused() -> None:
    bomb = packed("a" * 40_000)
    assert len(bomb) < 1000 and len(unpacked(bomb)) == 40_000
    with pytest.raises(ValueError, match="too large"):
        unpacked(bomb, 30_000)


PLAIN = {
    "SudokuWiki": f"https://www.sudokuwiki.org/sudoku.htm?bd={FIG1.replace('.', '0')}",
    "SudokuWiki, dots and no scheme": f"sudokuwiki.org/sudoku.htm?bd={FIG1}",
    "f-puzzles": f"https://www.f-puzzles.com/?load={f_puzzles()}",
    "f-puzzles, quoted": f"http://f-puzzles.com/?load={quote(f_puzzles(), safe='')}",
    "SudokuPad": f"https://sudokupad.app/fpuzzles{f_puzzles()}",
    "SudokuPad, short": f"https://sudokupad.app/fpuz{quote(f_puzzles(), safe='')}?setting-nogrid=1",
    "SudokuPad, by query": f"https://app.crackingthecryptic.com/sudoku/?puzzleid=fpuzzles{f_puzzles()}",
    "empty rules": f"https://f-puzzles.com/?load={f_puzzles(killercage=[], antiknight=False, title='')}",
}


@pytest.mark.parametrize("what", PLAIN)
def test_a_plain_grid_opens(what: str) -> None:
    assert only(PLAIN[what]).puzzle == Puzzle.parse(FIG1)
    assert only(f"# mine\n\n  {PLAIN[what]}\n").puzzle == Puzzle.parse(FIG1)


def test_a_link_keeps_the_name_the_author_placed_digits_and_marks() -> None:
    found = only(f"https://f-puzzles.com/?load={FOUR}")
    assert str(found.puzzle) == "1..............4" and found.puzzle.name == "Vier"
    assert found.notes == (("author", "me"), ("comment", "Normal rules."))
    assert found.values[1] == 3 and found.marks[4] == 1 << 2 | 1 << 4


REFUSED = {
    f_puzzles(killercage=[{"cells": ["R1C1"], "value": "3"}]): "an f-puzzles link with killer cages, but only plain",
    f_puzzles(thermometer=[{}], antiknight=True, arrow=[{}]): "with thermometers, an anti-knight rule and arrows, but",
    f_puzzles(line=[{}]): "with drawn lines",
    f_puzzles(somethingnew=1): "with 'somethingnew'",
    f_puzzles(5, "." * 25): "a 5x5 grid, for which there is no box shape",
    f_puzzles(9, "." * 80): "cut off or damaged",
    f_puzzles()[:-40]: "cut off or damaged",
    packed("[1]"): "cut off or damaged",
    packed("[" * 100_000): "cut off or damaged",
    packed(json.dumps({"size": 4, "grid": [[{"region": 0}] * 16]})): "with irregular regions",
    packed(json.dumps({"size": 4, "grid": [[{"value": 5}] * 16]})): "a cell that holds no digit from 1 to 4",
    packed(json.dumps({"size": 4, "grid": [[{"givenPencilMarks": [1]}] * 16]})): "with given pencil marks",
}


@pytest.mark.parametrize("load", REFUSED)
def test_any_other_f_puzzle_is_refused_by_name(load: str) -> None:
    assert REFUSED[load] in refusal(f"https://f-puzzles.com/?load={load}")


OTHERS = {
    "https://f-puzzles.com/?id=abc": "an f-puzzles link that holds no puzzle; only that site can open it",
    "https://sudokupad.app/abc": "a SudokuPad link that holds no f-puzzles puzzle",
    "https://www.sudokuwiki.org/X_Wing_Strategy": "a SudokuWiki link that holds no puzzle",
    "https://www.sudokuwiki.org/sudoku.htm?bd=S9B4s010g": "a SudokuWiki link with a packed board",
    f"https://www.sudokuwiki.org/Jigsaw.htm?bd={'0' * 81}": "of its page Jigsaw, which is not a plain grid",
    "https://example.org/x": "a link to example.org, which is not a puzzle's text",
    "https://[x": "a damaged link",
}


@pytest.mark.parametrize("link", OTHERS)
def test_any_other_link_is_refused_in_a_line(link: str) -> None:
    assert OTHERS[link] in refusal(link)


def test_every_link_of_a_file_is_read() -> None:
    first, *rest = read(f"{PLAIN['f-puzzles']}\nhttps://example.org\n{PLAIN['SudokuWiki']}\nhello\n".encode())
    assert isinstance(first, Position) and [type(one) for one in rest] == [Problem, Position, Problem]
    assert rest[0].line == 2 and rest[2].message.startswith("a line that is no link")


def test_a_link_on_the_command_line_is_opened_or_refused_in_a_line() -> None:
    assert resolve.one(PLAIN["f-puzzles"]) == Puzzle.parse(FIG1) == resolve.one(PLAIN["SudokuWiki"])
    load = f_puzzles(killercage=[{"cells": ["R1C1"], "value": "3"}])
    with pytest.raises(resolve.SourceError) as caught:
        resolve.one(f"https://f-puzzles.com/?load={load}")
    refused = "an f-puzzles link with killer cages, but only plain grids can be opened"
    assert str(caught.value) == refused
    with pytest.raises(resolve.SourceError) as caught:
        loader.found_in(f"https://f-puzzles.com/?load={load}\n")
    assert str(caught.value) == f"the clipboard holds {refused}"
