"""Tests of the terminal player's frames, without a terminal."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from recount import calls_of
from slow import slow_but

from puzzles import Puzzle
from puzzles.corpus import named
from puzzles.geometry import STANDARD, Geometry, sides
from visualizer.keymap import WATCH
from visualizer.scene.scene import Scene
from visualizer.session.session import Session
from visualizer.style import theme
from visualizer.terminal.board import BoardPlaces, CellWriter, draw_board, forms
from visualizer.terminal.canvas import TextCanvas, shorten, width, wrap, wrap_text
from visualizer.terminal.help import help_blocks
from visualizer.terminal.render import FrameExtras, least, plan, render, strip_columns
from visualizer.terminal.style import (  # fmt: skip
    FEW,
    INDEXED,
    NO_COLOR,
    TRUE_COLOR,
    UNICODE,
    Style,
    TerminalLook,
    color_depth,
    nearest_index,
)
from visualizer.terminal.time_line import profile
from visualizer.text.spans import Span
from visualizer.views.board import BoardView, CellView, Counter, Role, Wash
from visualizer.views.time_line import StripView, TimeLineMark

PLAIN = TerminalLook.of("light", NO_COLOR)
ASCII = TerminalLook.of("light", NO_COLOR, "ascii")
DEPTHS = (NO_COLOR, FEW, INDEXED, TRUE_COLOR)
LOOKS = [
    TerminalLook.of(name, depth, code) for name in theme.names() for depth in DEPTHS for code in ("utf-8", "ascii")
]
SMALL = Geometry.boxes(2, 2)
STATES = {
    "blank": CellView(),
    "given": CellView(4, Role.GIVEN),
    "fixed": CellView(4, Role.FIXED),
    "guessed": CellView(4, Role.GUESSED, 2),
    "model": CellView(4, Role.MODEL),
    "person": CellView(4, Role.PERSON),
    "refused": CellView(refused=4),
    "dead": CellView(dead=True),
    "culprit": CellView(4, Role.GIVEN, culprit=True),
}
GROUNDS = {
    "step": CellView(4, Role.FIXED, wash=Wash.STEP),
    "blank step": CellView(wash=Wash.STEP),
    "unit": CellView(4, Role.FIXED, wash=Wash.UNIT),
    "blank unit": CellView(wash=Wash.UNIT),
}
CANDIDATES = {
    "candidates": CellView(candidates=0b11110),
    "struck": CellView(candidates=0b01110, struck=0b10000),
}
CELLS = (
    CellView(1, Role.GIVEN), CellView(2, Role.FIXED), CellView(3, Role.GUESSED, 2), CellView(4, Role.GUESSED, 123),
    CellView(candidates=0b11110), CellView(candidates=0b00110, struck=0b01000), CellView(refused=3),
    CellView(dead=True), CellView(1, Role.MODEL), CellView(4, Role.GIVEN, culprit=True), CellView(),
    CellView(2, Role.GUESSED, 12), *[CellView()] * 4,
)  # fmt: skip
BOARD = BoardView(SMALL, CELLS, "1234")
SCENE = Scene(
    BOARD,
    "Backtracking",
    "Try digits in order.",
    (Span("Suppose r1c3 is "), Span("3", "guessed"), Span(": 2 and 3 are possible there.")),
    (Counter("1,204", "step of 2,310"), Counter("18", "guesses")),
    StripView(
        8,
        4,
        False,
        (0, 1, 2, 3, 4, 4, 0, 2),
        4,
        (TimeLineMark(0.5, "guessed"), TimeLineMark(1, "solved"), TimeLineMark(1, "guessed")),
    ),
    True,
    "60 steps/s",
)


def text_of(lines: list[str]) -> list[str]:
    """Return the text without escape sequences and trailing spaces."""
    return [re.sub(r"\x1b\[[0-9;]*m", "", line).rstrip() for line in lines]


def board_text(view: BoardView, number: int, look: TerminalLook = PLAIN) -> list[str]:
    form = forms(view.geometry)[number]
    places = BoardPlaces.of(form, view.geometry)
    canvas = TextCanvas(places.width, places.height, look)
    draw_board(canvas, 0, 0, view, form)
    return text_of(canvas.lines())


def written(writer: CellWriter, view: CellView) -> list[tuple[str, str]]:
    """Return a cell's parts, and the escape sequences that write them."""
    return [(text, writer.look.sgr(style)) for row in writer.rows(view) for text, style in row]


def test_the_board_with_candidates() -> None:
    assert board_text(BOARD, 0) == [
        "┏━━━━━┯━━━━━┳━━━━━┯━━━━━┓",
        "┃     │     ┃╭──2╮│╭123╮┃",
        "┃  1  │  2  ┃│ 3 │││ 4 │┃",
        "┠─────┼─────╂─────┼─────┨",
        "┃ 1 2 │ 1 2 ┃     │×××××┃",
        "┃ 3 4 │ ×   ┃ ≠3  │×××××┃",
        "┣━━━━━┿━━━━━╋━━━━━┿━━━━━┫",
        "┃     │╔═══╗┃     │╭─12╮┃",
        "┃ 1*  │║ 4 ║┃     ││ 2 │┃",
        "┠─────┼─────╂─────┼─────┨",
        "┃     │     ┃     │     ┃",
        "┃     │     ┃     │     ┃",
        "┗━━━━━┷━━━━━┻━━━━━┷━━━━━┛",
    ]


def test_the_board_without_candidates() -> None:
    assert board_text(BOARD, 2) == [
        "┏━━━┯━━━┳━━━┯━━━┓",
        "┃ 1 │ 2 ┃ 3²│ 4°┃",
        "┠───┼───╂───┼───┨",
        "┃   │   ┃≠3 │ × ┃",
        "┣━━━┿━━━╋━━━┿━━━┫",
        "┃ 1*│[4]┃   │2¹²┃",
        "┠───┼───╂───┼───┨",
        "┃   │   ┃   │   ┃",
        "┗━━━┷━━━┻━━━┷━━━┛",
    ]


def test_the_board_in_ascii() -> None:
    assert board_text(BOARD, 2, ASCII) == [
        "+===+===+===+===+",
        "| 1 : 2 | 3?: 4?|",
        "+---+---+---+---+",
        "|   :   |/3 : x |",
        "+===+===+===+===+",
        "| 1*:[4]|   : 2?|",
        "+---+---+---+---+",
        "|   :   |   :   |",
        "+===+===+===+===+",
    ]


def test_the_smaller_boards() -> None:
    assert board_text(BOARD, 3)[:4] == ["┏━━━━━┳━━━━━┓", "┃ 1 2 ┃ 3²4°┃", "┃ . . ┃ 3≠× ┃", "┣━━━━━╋━━━━━┫"]
    assert board_text(BOARD, 4) == ["1 2 │ 3²4°", ". . │ 3≠×", "1*4!│ . 2°", ". . │ . ."]
    assert board_text(BOARD, 5) == ["12 34", ".. 3×", "14 .2", ".. .."]


@pytest.mark.parametrize("side", slow_but((4, 6, 9, 16, 25), sides()))
def test_every_board_has_its_digits_where_its_cells_are(side: int) -> None:
    geometry = Geometry.of_side(side)
    alphabet = "".join(chr(0xC0 + i) for i in range(side))
    givens = tuple(CellView(digit % side + 1, Role.GIVEN) for digit in geometry.cells)
    for number, form in enumerate(forms(geometry)):
        lines = board_text(BoardView(geometry, givens, alphabet), number)
        found = "".join(character for line in lines for character in line if character in alphabet)
        assert found == alphabet * side, form.name


@pytest.mark.parametrize("look", [PLAIN, ASCII], ids=["signs", "ascii"])
@pytest.mark.parametrize("form", forms(STANDARD), ids=lambda form: form.name)
def test_without_colours_every_state_of_a_cell_looks_different(form, look: TerminalLook) -> None:
    writer = CellWriter(form, STANDARD, "123456789", look)
    states = STATES | (CANDIDATES if form.has_marks else {}) | (GROUNDS if form.cell[0] > 1 else {})
    drawn = {name: written(writer, view) for name, view in states.items()}
    assert [pair for pair in combinations(states, 2) if drawn[pair[0]] == drawn[pair[1]]] == []


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: f"{look.theme.name}-{look.colors}-{look.glyphs is UNICODE}")
def test_in_every_look_the_writers_of_a_digit_differ(look: TerminalLook) -> None:
    writer = CellWriter(forms(STANDARD)[2], STANDARD, "123456789", look)
    drawn = {name: written(writer, view) for name, view in (STATES | GROUNDS).items()}
    assert [pair for pair in combinations(drawn, 2) if drawn[pair[0]] == drawn[pair[1]]] == []


def test_a_small_frame() -> None:
    assert text_of(render(SCENE, 52, 14, PLAIN, FrameExtras(origin="fig1"))) == [
        " ┏━━━┯━━━┳━━━┯━━━┓  Backtracking",
        " ┃ 1 │ 2 ┃ 3²│ 4°┃  Try digits in order.",
        " ┠───┼───╂───┼───┨  ▌ Suppose r1c3 is 3: 2 and 3",
        " ┃   │   ┃≠3 │ × ┃  ▌ are possible there.",
        " ┣━━━┿━━━╋━━━┿━━━┫  ▌",
        " ┃ 1*│[4]┃   │2¹²┃  ▌",
        " ┠───┼───╂───┼───┨  1,204 step of 2,310",
        " ┃   │   ┃   │   ┃     18 guesses",
        " ┗━━━┷━━━┻━━━┷━━━┛",
        "",
        " ▶ Playing 60 steps/s · fig1",
        " ▁▁▁▁▁▁▁▃▃▃▃▃▃▅▅▅▅▅▅▇▇▇▇▇┃█████████████▁▁▁▁▁▁▅▅▅▅▅▅",
        " ────────────────────────┴────────────────────────◆",
        " Space pause  ← → step  − + speed  ? help  Q quit",
    ]


@given(st.integers(1, 140), st.integers(1, 60), st.sampled_from([4, 9, 16, 25]), st.sampled_from(LOOKS[:4]), st.data())
def test_every_frame_fills_the_terminal_exactly(columns: int, rows: int, side: int, look: TerminalLook, data) -> None:
    board = BoardView(Geometry.of_side(side), (CellView(),) * side**2, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:side])
    start = board if data.draw(st.booleans()) else None
    notice = data.draw(st.sampled_from(["", "Not a puzzle.\n" + 30 * "line 1: a long story\n"]))
    toast = data.draw(st.sampled_from(["", "Solved. " * 30]))
    extras = FrameExtras("a 数独 file\x1b[2J", toast, notice, data.draw(st.booleans()))
    lines = render(replace(SCENE, board=board, start=start), columns, rows, look, extras)
    assert len(lines) == rows
    assert {width(re.sub(r"\x1b\[[0-9;]*m", "", line)) for line in lines} == {columns}
    if look.glyphs is not UNICODE:
        assert all(line.isascii() for line in lines)


@pytest.mark.parametrize(
    ("columns", "rows", "boards", "expected"),
    [
        (80, 24, 1, ("values", 1, True)),
        (80, 24, 2, ("boxes", 2, False)),
        (110, 41, 1, ("marks", 1, True)),
        (73, 46, 1, ("marks", 1, False)),
        (70, 41, 1, ("close marks", 1, True)),
        (200, 50, 2, ("marks", 2, True)),
        (40, 22, 1, ("boxes", 1, False)),
        (43, 13, 1, ("characters", 1, True)),
        (43, 13, 2, ("characters", 1, True)),
        (43, 12, 1, (None, 0, False)),
    ],
)
def test_the_fullest_board_that_fits_is_drawn(columns, rows, boards, expected) -> None:
    found = plan(STANDARD, columns, rows, boards)
    assert (found.form and found.form.name, found.boards, found.beside) == expected


@pytest.mark.parametrize("side", sides())
def test_what_is_said_to_be_needed_is_enough_and_no_more(side: int) -> None:
    geometry = Geometry.of_side(side)
    columns, rows = least(geometry)
    assert plan(geometry, columns, rows).form is not None
    assert plan(geometry, columns - 1, rows).form is None


def test_a_board_too_large_says_so_and_how_much_it_needs() -> None:
    board = BoardView(Geometry.of_side(25), (CellView(),) * 625, "ABCDEFGHIJKLMNOPQRSTUVWXY")
    frame = " ".join(" ".join(text_of(render(replace(SCENE, board=board), 80, 24, PLAIN))).split())
    assert "25x25 cells need 61x29 characters, but the terminal has 80x24" in frame
    assert "Suppose r1c3 is 3" in frame
    frame = " ".join(" ".join(text_of(render(replace(SCENE, board=board), 90, 30, PLAIN))).split())
    assert "Drawn small" in frame
    assert "Too small: 14x5" in " ".join(text_of(render(SCENE, 14, 5, PLAIN)))


def test_the_start_stands_beside_the_board_or_is_excused() -> None:
    scene = replace(SCENE, start=replace(BOARD, cells=(CellView(4, Role.GIVEN), *CELLS[1:])))
    assert text_of(render(scene, 80, 24, PLAIN))[2].count("┃") >= 4
    assert "starting board next to" in " ".join(" ".join(text_of(render(scene, 39, 8, PLAIN))).split())


def test_help_shows_every_key_on_a_common_terminal() -> None:
    frame = "\n".join(text_of(render(SCENE, 80, 24, PLAIN, FrameExtras(help=True))))
    for word in ("Space", "Shift+←", "Ctrl+→", "PgDn", "Home", "End", "F1", "Esc", "Tab", "SAT mode", "starting board"):
        assert word in frame
    assert "F11" not in frame, "only a window can fill the screen"


def test_help_is_cut_only_where_it_must_be() -> None:
    needed = 2 + sum(len(block) - 1 for block in help_blocks(WATCH, PLAIN))
    frame = "\n".join(text_of(render(SCENE, 40, needed, PLAIN, FrameExtras(help=True))))
    assert "Close or leave; then quit" in frame and "Quit" in frame
    assert "Quit" not in "\n".join(text_of(render(SCENE, 40, needed - 1, PLAIN, FrameExtras(help=True))))
    assert text_of(render(SCENE, 20, 8, PLAIN, FrameExtras(help=True)))[0] == " Keys    Esc closes"


def test_a_notice_lies_over_everything() -> None:
    frame = text_of(
        render(SCENE, 80, 24, PLAIN, FrameExtras(notice="The pasted text is not a puzzle.\nline 1: too short"))
    )
    assert any("┃ line 1: too short" in line for line in frame)
    assert any("Any key closes this." in line for line in frame)


def test_a_remark_takes_the_line_of_the_mode_and_a_second_where_it_is_long() -> None:
    frame = text_of(render(SCENE, 80, 24, PLAIN, FrameExtras(toast="Already solved.")))
    assert frame[20] == " Already solved."
    frame = text_of(render(SCENE, 80, 24, PLAIN, FrameExtras(toast="Already solved. " * 8)))
    assert frame[19].startswith(" Already solved.") and frame[20].endswith("solved.")


def test_without_colours_there_is_none() -> None:
    sequences = re.findall(r"\x1b\[([0-9;]*)m", "".join(render(SCENE, 80, 24, PLAIN)))
    assert {code for sequence in sequences for code in sequence.split(";")} <= {"0", "1", "2", "4", "7"}


def test_every_colour_of_a_frame_is_one_the_terminal_has() -> None:
    few = "".join(render(SCENE, 80, 24, TerminalLook.of("dark", FEW)))
    assert not re.search(r"[34]8;", few) and re.search(r"\x1b\[[0-9;]*\b3[0-7]\b", few)
    indexed = "".join(render(SCENE, 80, 24, TerminalLook.of("dark", INDEXED)))
    assert "8;5;" in indexed and "8;2;" not in indexed
    assert "48;2;19;22;27" in "".join(render(SCENE, 80, 24, TerminalLook.of("dark", TRUE_COLOR)))


@pytest.mark.parametrize("name", theme.names())
def test_in_256_colours_the_voices_and_grounds_stay_apart(name: str) -> None:
    look = TerminalLook.of(name, INDEXED)
    inks = [look.sgr(Style(token)) for token in ("ink", "deduced", "guessed", "conflict", "solved")]
    grounds = [look.sgr(Style(ground=token)) for token in ("panel", "unit_wash", "step_wash")]
    assert len(set(inks)) == 5 and len(set(grounds)) == 3


def test_the_nearest_of_256_colours() -> None:
    assert nearest_index((255, 0, 0)) == 196
    assert nearest_index((8, 8, 8)) == 232
    assert nearest_index((95, 135, 175)) == 67
    assert nearest_index((30, 44, 58)) >= 232
    assert nearest_index((30, 44, 58), keep_hue=True) == 17


@pytest.mark.parametrize(
    ("environment", "platform", "depth"),
    [
        ({"TERM": "xterm-256color"}, "linux", INDEXED),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, "linux", TRUE_COLOR),
        ({"TERM": "xterm-direct"}, "linux", TRUE_COLOR),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"}, "linux", NO_COLOR),
        ({"TERM": "xterm", "NO_COLOR": ""}, "linux", FEW),
        ({"TERM": "linux"}, "linux", FEW),
        ({"TERM": "vt100"}, "linux", NO_COLOR),
        ({}, "win32", TRUE_COLOR),
    ],
)
def test_the_depth_of_colour_is_told_by_the_surroundings(environment, platform, depth) -> None:
    assert color_depth(environment, platform) == depth


def test_encodings_that_lack_the_signs_get_ascii() -> None:
    assert TerminalLook.of("light", encoding="utf-8").glyphs is UNICODE
    for encoding in ("ascii", "latin-1", "cp1252", None, "no such encoding"):
        assert TerminalLook.of("light", encoding=encoding).glyphs is not UNICODE


def test_the_profile_is_high_where_the_search_is_deep() -> None:
    strip = StripView(100, 50, True, (0, 1, 2, 4), 4)
    assert profile(strip, 8, "01234567") == "00224477"
    assert profile(StripView(0, 0, False), 8, "01234567") == ""


@given(st.text(max_size=60), st.integers(1, 30), st.integers(0, 5))
def test_wrapped_text_fits_and_loses_no_word_that_has_room(text: str, columns: int, rows: int) -> None:
    lines = wrap((Span(text),), columns, rows, PLAIN)
    assert len(lines) <= rows
    assert all(width("".join(span.text for span in line)) <= max(columns, 3) for line in lines)
    whole = "".join(span.text for line in wrap((Span(text),), columns, 200, PLAIN) for span in line)
    assert "".join(whole.split()) == "".join(PLAIN.readable(text).split())


def test_a_voice_keeps_to_its_word_across_lines() -> None:
    lines = wrap((Span("r9c6 must be "), Span("7", "deduced"), Span(": every")), 14, 3, PLAIN)
    assert lines == [[Span("r9c6 must be")], [Span("7", "deduced"), Span(": every")]]


def test_what_is_cut_off_ends_in_an_ellipsis() -> None:
    assert shorten("fifty thousand", 8, PLAIN) == "fifty t…"
    assert shorten("fifty", 8, PLAIN) == "fifty"
    assert shorten("数独の本", 6, PLAIN) == "数独…"
    assert wrap_text("one two three", 5, 2, ASCII) == ["one", "two~"]


def test_what_a_file_says_cannot_reach_the_terminal() -> None:
    canvas = TextCanvas(20, 1, PLAIN)
    canvas.put(0, 0, shorten("a\x1b[2Jb\x9b\x07\n\u202ec", 20, PLAIN))
    assert canvas.lines() == ["a [2Jb    c".ljust(20)]


@given(st.lists(st.tuples(st.integers(-2, 11), st.text(st.sampled_from("ab数独e\u0301│"), max_size=6)), max_size=8))
def test_whatever_is_written_over_what_a_row_stays_as_wide(writings: list[tuple[int, str]]) -> None:
    canvas = TextCanvas(10, 1, PLAIN)
    for x, text in writings:
        canvas.put(x, 0, text)
    assert width(canvas.lines()[0]) == 10


@pytest.mark.parametrize("side", [9, 16, 25])
def test_a_frame_is_made_in_a_fraction_of_its_time(side: int) -> None:
    session = Session(named.find("fig1") if side == 9 else Puzzle.empty(Geometry.of_side(side)), None, "backtracking")
    session.player.to(0)
    while not session.timeline.reach(2000, perf_counter, 5.0):
        pass
    look, columns = TerminalLook.of("dark"), strip_columns(200)

    def frame() -> None:
        render(session.composer.scene(columns), 200, 60, look, FrameExtras(session.origin()))

    session.player.to(1400)
    frame()  # fills the caches that other frames share
    session.player.to(1500)
    calls = calls_of(frame)
    session.close()
    assert calls < 160_000
