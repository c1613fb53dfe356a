"""Tests that links of SudokuWiki, f-puzzles and SudokuPad open, or are refused by the names of what is not known."""

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

from puzzles import Geometry, Problem, Puzzle
from puzzles.corpus import named
from puzzles.formats.link import LINK
from puzzles.formats.lz_string import LARGEST, packed, unpacked
from puzzles.puzzle import Position
from visualizer.files import loader, resolve

FIG1 = str(named.find("fig1"))
SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
FOUR = (
    "N4IgzglgXgpiBcAWANCALhNAbO8QDUIYAnEVAQwFc0ALAe1LwFs5VjKcwY0EQA5Bk3JYABO04A6MiADmxCABMEAbWWgAbsMq4AjKhkR1MAHYI07G"
    "AF9kGrbgDM14E8sBdZGpABjE2hIAFEy8ILABZcmIAazAVACZkRFcXGxd3NWTnFLTMnKcQTSxtBBRZQxMzCzckoA="
)
"""A 4x4 grid as the JavaScript library packs it."""


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
def test_the_javascript_librarys_own_output_is_unpacked_and_is_ours(text: str, expected: str) -> None:
    assert unpacked(text) == expected
    assert packed(expected) == text.rstrip("=")


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


RULES = {
    "killer": ({"killercage": [{"cells": ["R1C2", "R1C1"], "value": "9"}, {"cells": ["R9C9", "R9C8"]}]},
               "killer 9x9; cage 9 r1c1 r1c2; cage r9c8 r9c9"),
    "an extra region": ({"extraregion": [{"cells": ["R1C1", "R2C2"]}]}, "killer 9x9; cage r1c1 r2c2"),
    "diagonals": ({"diagonal+": True, "diagonal-": True, "antiking": False}, "x 9x9; units diagonals"),
    "a diagonal": ({"diagonal+": True}, "variant 9x9; units rising"),
    "chess": ({"antiknight": True, "antiking": True}, "variant 9x9; units knight king"),
    "lines": ({"thermometer": [{"lines": [["R1C1", "R2C2"], ["R1C1", "R1C2", "R1C3"]]}],
               "arrow": [{"cells": ["R5C5"], "lines": [["R5C5", "R4C5", "R3C5"]]}]},
              "variant 9x9; arrow r5c5 r4c5 r3c5; thermo r1c1 r1c2 r1c3; thermo r1c1 r2c2"),
    "dots": ({"difference": [{"cells": ["R1C2", "R1C1"], "value": "1"}], "ratio": [{"cells": ["R3C3", "R4C3"]}]},
             "variant 9x9; dot consecutive r1c1 r1c2; dot double r3c3 r4c3"),
}  # fmt: skip


@pytest.mark.parametrize("what", RULES)
def test_rules_that_are_known_open_and_are_written_again(what: str) -> None:
    more, spec = RULES[what]
    found = only(f"https://f-puzzles.com/?load={f_puzzles(grid='.' * 81, **more)}")
    assert found.puzzle.geometry.spec == spec
    (link,) = LINK.write([found])
    assert only(link).puzzle == found.puzzle and link.startswith("https://f-puzzles.com/?load=")


def test_neighbours_without_a_white_dot_are_apart_if_the_grid_is_nonconsecutive() -> None:
    load = f_puzzles(4, "." * 16, nonconsecutive=True, difference=[{"cells": ["R2C1", "R1C1"]}])
    found = only(f"https://f-puzzles.com/?load={load}").puzzle
    assert [rule.name for rule in found.geometry.rules].count("apart") == 23
    assert "dot consecutive r1c1 r2c1" in found.geometry.spec
    assert only(*LINK.write([Position(found)])).puzzle == found


@pytest.mark.parametrize("spec", ["jigsaw 5x5; regions AABBB/AABBC/AEECC/DEECC/DDDDE", "6x6:3x2", "6x6",
                                  "comparison 7x7; regions none; less r1c1 r1c2", "samurai",
                                  "variant 9x9; apart r1c1 r1c2"])  # fmt: skip
def test_regions_are_written_and_what_f_puzzles_does_not_have_is_refused(spec: str) -> None:
    puzzle = Puzzle.empty(Geometry.of_spec(spec)).update(3, 2)
    refused = "no square" if spec == "samurai" else "rules that" if spec[0] in "cv" else ""
    assert refused in LINK.refusal(puzzle) and bool(refused) is bool(LINK.refusal(puzzle))
    if not refused:
        assert only(*LINK.write([Position(puzzle)])).puzzle == puzzle


REFUSED = {
    f_puzzles(renban=[{}], sandwichsum=[{}]): "an f-puzzles puzzle that cannot be opened: it has Renban lines, sand",
    f_puzzles(killercage=[{"cells": ["R1C1", "R1C2"], "value": "?"}]): "after 'cage' stands a number, not '?'",
    f_puzzles(killercage=[{"cells": ["R1C1", "R1C2"], "value": 99}]): "the cage of 99 at r1c1 cannot be kept",
    f_puzzles(killercage=[{"cells": ["R1C1", "R10C2"], "value": 9}]): "there is no cell r10c2",
    f_puzzles(killercage=[{"cells": ["R1C1;", "R1C2"], "value": 9}]): "not '9 r1c1;'",
    f_puzzles(difference=[{"cells": ["R1C1", "R1C2"], "value": "3"}]): "it has differences other than 1",
    f_puzzles(arrow=[{"cells": ["R1C1", "R1C2"], "lines": [["R1C2", "R1C3"]]}]): "it has arrows from several cells",
    f_puzzles(thermometer=[{}]): "it is damaged",
    f_puzzles(killercage=["R1C1"]): "it is damaged",
    f_puzzles(line=[{}]): "it has drawn lines",
    f_puzzles(
        thermometer=[
            {
                "lines": [
                    [f"R{a}C{b}", f"R{c}C{d}"]
                    for a in range(1, 10)
                    for b in range(1, 10)
                    for c in range(1, 10)
                    for d in range(1, 10)
                    if (a, b) != (c, d)
                ]
            }
        ]
    ): "a shape of more than 65,536 characters, which is not read",
    f_puzzles(somethingnew=1): "it has 'somethingnew'",
    f_puzzles(9, "." * 80): "its grid is damaged",
    f_puzzles()[:-40]: "cut off or damaged",
    packed("[1]"): "it is damaged",
    packed("[" * 100_000): "cut off or damaged",
    packed(json.dumps({"size": 4, "grid": [[{"region": 0}] * 4] * 4})): "region 1 has 16 cells for 4 symbols",
    packed(json.dumps({"size": 4, "grid": [[{"region": None}] * 4] * 4})): "it has cells in no region",
    packed(json.dumps({"size": 4, "grid": [[{"value": 5}] * 4] * 4})): "a cell holds no digit from 1 to 4",
    packed(json.dumps({"size": 4, "grid": [[{"givenPencilMarks": [1]}] * 4] * 4})): "it has given pencil marks",
}


@pytest.mark.parametrize("load", REFUSED)
def test_any_other_f_puzzle_is_refused_by_name(load: str) -> None:
    assert REFUSED[load] in refusal(f"https://f-puzzles.com/?load={load}")


OTHERS = {
    "https://f-puzzles.com/?id=abc": "an f-puzzles link that holds no puzzle; only that site can open it",
    "https://sudokupad.app/abc": "a SudokuPad link that holds no f-puzzles puzzle, but a short name, which only that",
    f"https://sudokupad.app/scl{'A' * 40}": "holds no f-puzzles puzzle, in that site's own form; open it there",
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
    load = f_puzzles(whispers=[{"lines": [["R1C1", "R1C2"]]}])
    with pytest.raises(resolve.SourceError) as caught:
        resolve.one(f"https://f-puzzles.com/?load={load}")
    refused = "an f-puzzles puzzle that cannot be opened: it has German whispers"
    assert str(caught.value) == refused
    with pytest.raises(resolve.SourceError) as caught:
        loader.found_in(f"https://f-puzzles.com/?load={load}\n")
    assert str(caught.value) == f"the clipboard holds {refused}"
