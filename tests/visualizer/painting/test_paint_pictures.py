"""Tests that painted pictures match the expected ones, which a person has approved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pygame
import pytest
from pictures import compare, differ

from puzzles.geometry import STANDARD, Geometry
from visualizer.painting.board import BoardPainter
from visualizer.painting.time_line import paint_strip
from visualizer.scene.scene import Scene
from visualizer.style import theme
from visualizer.text.spans import Span
from visualizer.toolkit.buttons import Button, lay_out_row, paint_button
from visualizer.toolkit.canvas import Canvas, Fonts, Icon
from visualizer.toolkit.help import HelpGroup, paint_help
from visualizer.toolkit.messages import paint_notice, paint_toast
from visualizer.views.board import BoardView, CellView, Counter, MarkRole, Role, StripView, TimeLineMark, Wash
from visualizer.window.panel import PanelParts, paint_panel
from visualizer.window.play.extras import DigitKey, PadView, PaintedPad

EXPECTED = Path(__file__).parents[1] / "expected"
paint_whole_panel = partial(paint_panel, parts=PanelParts(), taller=0, heading=True)
FONTS = Fonts()
Paint = Callable[[pygame.Surface, theme.Theme], object]

PUZZLE = "8.3....4...6....9.....5..3.27..46.....5.9.........1.......8.3.5.974......8.32.9.."
FIXED = {5: 2, 29: 9, 55: 2, 56: 4, 68: 5, 70: 1, 72: 5, 77: 7, 80: 4}
GUESSED = {36: (1, 1), 71: (8, 2)}


def board() -> BoardView:
    """Paint elimination on a known puzzle, with a last row that explains a digit."""
    values = [int(symbol) if symbol != "." else 0 for symbol in PUZZLE]
    shown = [values[c] or FIXED.get(c) or GUESSED.get(c, (0, 0))[0] for c in STANDARD.cells]
    cells = []
    for cell in STANDARD.cells:
        wash = Wash.STEP if cell == 77 else Wash.UNIT if cell >= 72 else Wash.NONE
        if values[cell]:
            view = CellView(values[cell], Role.GIVEN)
        elif cell in GUESSED:
            view = CellView(*(GUESSED[cell][0], Role.GUESSED, GUESSED[cell][1]))
        elif cell in FIXED:
            view = CellView(FIXED[cell], Role.FIXED)
        else:
            held = {shown[peer] for peer in STANDARD.peers[cell]}
            mask = sum(1 << digit for digit in STANDARD.digits if digit not in held)
            view = CellView(candidates=mask, struck=1 << 7 if cell >= 72 else 0)
        cells.append(view._replace(wash=wash))
    return BoardView(STANDARD, tuple(cells), "123456789")


def trouble() -> BoardView:
    """Paint everything that can be wrong on a board, and a black box's findings."""
    changes = {
        21: CellView(dead=True, wash=Wash.STEP),
        22: CellView(refused=5, wash=Wash.STEP),
        36: CellView(1, Role.GUESSED, 128, culprit=True),
        40: CellView(9, Role.GIVEN, culprit=True),
        50: CellView(1, Role.GIVEN, culprit=True),
        53: CellView(candidates=0b1001001100, refused=6),
        60: CellView(7, Role.MODEL),
        61: CellView(4, Role.MODEL),
    }
    view = board()
    return replace(view, cells=tuple(changes.get(cell, its) for cell, its in enumerate(view.cells)))


def large(side: int) -> BoardView:
    """Paint a large board with every state on it, in a fixed order."""
    geometry = Geometry.of_side(side)
    cells = []
    for cell in geometry.cells:
        digit = cell * 7 % side + 1
        mask = (cell * 2654435761 % (1 << side)) << 1
        kinds = (
            CellView(digit, Role.GIVEN),
            CellView(candidates=mask),
            CellView(digit, Role.FIXED),
            CellView(candidates=mask, struck=mask & mask >> 3),
            CellView(digit, Role.GUESSED, cell % 40),
            CellView(dead=True) if cell % 5 else CellView(digit, Role.MODEL),
        )
        cells.append(kinds[cell * 5 // 3 % 6])
    return BoardView(geometry, tuple(cells), "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"[:side])


def written(geometry: Geometry, cursor: str) -> BoardView:
    """Paint a player's digits and marks, a clash, highlighted digits and marks, and the cursor."""
    each = (
        CellView(3, Role.GIVEN),
        CellView(3, Role.PERSON),
        CellView(3, Role.PERSON, wash=Wash.LIT),
        CellView(3, Role.GIVEN, wash=Wash.LIT),
        CellView(candidates=0b111000),
        CellView(candidates=0b111000, parts=((3, MarkRole.RING),)),
        CellView(3, Role.PERSON, culprit=True),
        CellView(3, Role.GIVEN, culprit=True, wash=Wash.LIT),
    )
    cells = [CellView()] * len(geometry.cells)
    for i, view in enumerate(each):
        cells[i], cells[geometry.side * 2 + i] = view, view._replace(cursor=cursor)
    cells[-1] = CellView(cursor=cursor)
    return BoardView(geometry, tuple(cells), "123456789ABCDEFGHIJKLMNOP"[: geometry.symbols])


def paint_the_pad(surface: pygame.Surface, look: theme.Theme) -> None:
    keys = tuple(DigitKey(f"digit {i}", i, 7 - i, i == 3, i == 4, i == 5) for i in range(1, 10))
    tools = (
        Button("pencil", "Pencil", "M", on=True),
        Button("clear", "Rub out", "Backspace"),
        Button("redo", "Redo", "Ctrl+Y", enabled=False),
    )
    for i, writes in enumerate(("pen", "pencil", "given")):
        view = PadView(STANDARD, "123456789", keys, tools, writes)
        room = pygame.Rect(8 + 300 * i, 8, 280, surface.get_height() - 16)
        PaintedPad().paint(Canvas(surface, look, FONTS, 0.8), room, view)


STRIP = StripView(
    2310,
    1204,
    True,
    tuple(min(9, abs(x % 46 - 23) // 3 + x // 100) for x in range(600)),
    9,
    (
        *(TimeLineMark(i / 23 + 0.01, "conflict" if i % 4 == 3 else "guessed") for i in range(22)),
        TimeLineMark(0.995, "solved"),
    ),
)
SCENE = Scene(
    board(),
    "Elimination",
    "Strike fixed digits from their peers; split the cell with the fewest possibilities. Gloss solver, 2020",
    (
        Span("r9c6 must be "),
        Span("7", "deduced"),
        Span(": every other digit already stands in its row, column or box."),
    ),
    (
        Counter("1204", "step of 2310"),
        Counter("18", "guesses"),
        Counter("15", "backtracks"),
        Counter("2", "depth"),
        Counter("35", "of 81 filled"),
    ),
    STRIP,
)
LEFT = (
    Button("start", keycap="Home", icon=Icon.START, enabled=False),
    Button("back", keycap="←", icon=Icon.BACK),
    Button("play", "Pause", "Space", Icon.PAUSE, True),
    Button("forward", keycap="→", icon=Icon.FORWARD, hovered=True),
    Button("end", keycap="End", icon=Icon.END),
)
RIGHT = (
    Button("solver", "Algorithm", "Tab", Icon.CHEVRON, value="Elimination"),
    Button("help", "Help", "F1", pressed=True),
)
HELP = (
    HelpGroup(
        "Playing", (("Space", "start, pause, go on"), ("→ ←", "one step"), ("Shift+→ Shift+←", "to the next guess"))
    ),
    HelpGroup("Window", (("T", "light or dark"), ("F11", "full screen"), ("Esc", "closes what is open, else quits"))),
)


def paint_board(view: BoardView, flash: float = 0.0) -> Paint:
    def paint(surface: pygame.Surface, look: theme.Theme) -> None:
        BoardPainter(look, FONTS).paint(surface, surface.get_rect().inflate(-12, -12), view, flash)

    return paint


def paint_controls(surface: pygame.Surface, look: theme.Theme) -> None:
    rects = lay_out_row(LEFT, RIGHT, surface.get_rect().inflate(-16, -16), FONTS)
    for button in (*LEFT, *RIGHT):
        paint_button(Canvas(surface, look, FONTS), rects[button.id], button)


def paint_messages(surface: pygame.Surface, look: theme.Theme) -> None:
    text = (
        "line 3, column 7: 'x' is no symbol of a 9x9 grid; write 1 to 9, or . for a blank.\nThe board stays as it was."
    )
    rect = surface.get_rect().inflate(-16, -16)
    paint_notice(Canvas(surface, look, FONTS), rect.move(0, -20), text)
    paint_toast(Canvas(surface, look, FONTS), rect, "60 steps a second")


PICTURES: dict[str, tuple[tuple[int, int], Paint]] = {
    "board": ((480, 480), paint_board(board())),
    "trouble": ((480, 480), paint_board(trouble())),
    "flash": ((300, 300), paint_board(trouble(), 1.0)),
    "solved": ((300, 300), paint_board(replace(board(), solved=True))),
    "written": ((480, 480), paint_board(written(STANDARD, "pen"))),
    "written-pencil": ((300, 300), paint_board(written(STANDARD, "pencil"))),
    "written-25": ((560, 560), paint_board(written(Geometry.of_side(25), "pen"))),
    "pad": ((900, 180), paint_the_pad),
    "board-16": ((420, 420), paint_board(large(16))),
    "board-25": ((560, 560), paint_board(large(25))),
    "panel": (
        (660, 240),
        lambda surface, look: paint_whole_panel(
            Canvas(surface, look, FONTS), surface.get_rect().inflate(-16, -16), SCENE
        ),
    ),
    "panel-narrow": (
        (276, 330),
        lambda surface, look: paint_whole_panel(
            Canvas(surface, look, FONTS, 0.78), surface.get_rect().inflate(-16, -16), SCENE
        ),
    ),
    "strip": (
        (640, 64),
        lambda surface, look: paint_strip(Canvas(surface, look, FONTS), surface.get_rect().inflate(-16, -8), STRIP),
    ),
    "controls": ((760, 56), paint_controls),
    "help": ((700, 520), lambda surface, look: paint_help(Canvas(surface, look, FONTS), surface.get_rect(), HELP)),
    "messages": ((560, 260), paint_messages),
}


def computed(name: str, look: theme.Theme) -> pygame.Surface:
    size, paint = PICTURES[name]
    surface = pygame.Surface(size)
    surface.fill(look.background)
    paint(surface, look)
    return surface


@pytest.mark.parametrize("name", PICTURES)
@pytest.mark.parametrize("look", theme.names())
def test_the_picture_is_the_one_that_was_liked(name: str, look: str, tmp_path: Path) -> None:
    compare(computed(name, theme.load(look)), EXPECTED / f"{name}-{look}.png", tmp_path)


def test_there_is_no_picture_that_nothing_paints() -> None:
    assert {path.stem for path in EXPECTED.glob("*.png")} == {
        f"{name}-{look}" for name in PICTURES for look in theme.names()
    }


@pytest.mark.parametrize("look", theme.names())
def test_the_tolerance_notices_a_wrong_digit_role_or_wash(look: str) -> None:
    right = computed("board", theme.load(look))
    for change in (
        CellView(1, Role.GIVEN),
        CellView(8, Role.FIXED),
        CellView(8, Role.GUESSED, 1),
        CellView(8, Role.GIVEN, culprit=True),
    ):
        view = board()
        wrong = pygame.Surface(right.get_size())
        wrong.fill(theme.load(look).background)
        paint_board(replace(view, cells=(change, *view.cells[1:])))(wrong, theme.load(look))
        assert differ(right, wrong), change


def test_only_a_picture_that_differs_is_written_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UPDATE_PICTURES", "1")
    path, picture = tmp_path / "picture.png", pygame.Surface((64, 64))
    for shade, kept in (((100,) * 3, 100), ((101,) * 3, 100), ((200,) * 3, 200)):
        picture.fill(shade)
        compare(picture, path, tmp_path)
        assert pygame.image.load(path).get_at((5, 5))[:3] == (kept,) * 3
