"""Tests that cages, lines, signs, dots, regions and diagonals are drawn with the mouse and with keys, and undone."""

from __future__ import annotations

import pytest
from app_driver import Driver
from foreign_runs import waits
from hands import hand

from puzzles.geometry import STANDARD, Cell, Geometry
from puzzles.kinds.blueprint import Blueprint
from visualizer.views.board import Wash


@pytest.fixture
def editing(driver: Driver) -> Driver:
    driver.press("E")
    driver.press("Ctrl+N")
    return driver


def point(driver: Driver, cell: Cell, down: float = 0, right: float = 0) -> tuple[int, int]:
    """Return a point in a cell, so many halves of its size away from its middle."""
    rect = driver.app.picture.board.rect_of(cell)
    assert rect
    return rect.centerx + round(right * rect.width / 2), rect.centery + round(down * rect.height / 2)


def drag(driver: Driver, *cells: Cell) -> None:
    driver.button_down(point(driver, cells[0]))
    for cell in cells[1:]:
        driver.move(point(driver, cell), held=True)
    driver.button_up(point(driver, cells[-1]))


def parts(driver: Driver) -> tuple[str, ...]:
    """Return the kind of puzzle, and the items of its shape without the size."""
    geometry = driver.session.puzzle.geometry
    blueprint = Blueprint.of(geometry)
    assert blueprint
    return geometry.kind_name, *blueprint.parts[1:]


def press_all(driver: Driver, *keys: str) -> None:
    for key in keys:
        driver.press(key)


def test_a_samurai_is_drawn_by_clicks_in_corner_boxes(editing: Driver) -> None:
    press_all(editing, "5", "Y")

    def click(row: int, column: int) -> tuple[str, ...]:
        drag(editing, editing.session.puzzle.geometry.cell_of[row - 1, column - 1])
        return parts(editing)

    assert click(8, 8) == ("samurai", "grids r1c1 r7c7")
    assert editing.session.board.values[0] == 5, "digits stay in their cells"
    assert click(7, 14) == ("samurai", "grids r1c1 r1c13 r7c7")
    assert click(15, 9) == ("samurai", "grids r1c1 r1c13 r7c7 r13c1")
    assert click(13, 13) == ("samurai", "grids r1c1 r1c13 r7c7 r13c1 r13c13")
    assert editing.session.puzzle.geometry == Geometry.of_spec("samurai")
    assert click(8, 14) == ("samurai", "grids r1c1 r7c7 r13c1 r13c13"), "a second click removes the grid"
    editing.press("Ctrl+Z")
    assert len(editing.session.puzzle.geometry.cells) == 369
    click(1, 2)
    assert "cannot begin above or left of the first" in editing.session.toast
    click(5, 5)
    assert "must share a corner box" in editing.session.toast and len(editing.session.puzzle.geometry.cells) == 369


def test_a_cage_is_drawn_by_a_drag_and_its_sum_and_removed_by_another_drag(editing: Driver) -> None:
    editing.press("K")
    drag(editing, 0, 1, 10)
    cells = editing.app.picture.scene(editing.session).board.cells
    assert [cell for cell, view in enumerate(cells) if view.wash is Wash.STEP] == [0, 1, 10]
    press_all(editing, "1", "5")
    said = "A cage of r1c1 r1c2 r2c2 makes 15: type its sum, then Enter or a click"
    assert said in editing.session.composer.subtitle and parts(editing) == ("sudoku",)
    editing.press("Return")
    assert parts(editing) == ("killer", "cage 15 r1c1 r1c2 r2c2")
    drag(editing, 2, 3)
    press_all(editing, "3", "Return")
    assert parts(editing) == ("killer", "cage 15 r1c1 r1c2 r2c2", "cage 3 r1c3 r1c4")
    drag(editing, 10, 1, 0)
    assert parts(editing) == ("killer", "cage 3 r1c3 r1c4")
    press_all(editing, "Backspace")
    assert parts(editing) == ("killer", "cage 3 r1c3 r1c4"), "no cage is at the cursor"
    editing.click(point(editing, 3))
    press_all(editing, "Backspace", "Backspace")
    assert parts(editing) == ("sudoku",) and editing.session.puzzle.geometry is STANDARD


def test_thermometers_and_arrows_are_drawn_along_a_drag_and_removed_by_another(editing: Driver) -> None:
    editing.press("U")
    drag(editing, 10, 1, 2, 11)
    assert parts(editing) == ("variant", "thermo r2c2 r1c2 r1c3 r2c3")
    press_all(editing, "A")
    drag(editing, 2, 11, 20)
    both = ("variant", "arrow r1c3 r2c3 r3c3", "thermo r2c2 r1c2 r1c3 r2c3")
    assert parts(editing) == both and editing.session.toast == "An arrow of 3 cells."
    editing.click(point(editing, 60))
    assert parts(editing) == both, "a click draws no line"
    drag(editing, 20, 11, 2)
    assert parts(editing) == ("variant", both[2])
    press_all(editing, "Ctrl+Z")
    assert parts(editing) == both
    press_all(editing, "U")
    editing.click(point(editing, 1))
    press_all(editing, "Backspace")
    assert parts(editing) == both[:2] and editing.session.toast == "The thermometer is removed."
    press_all(editing, "Shift+Right", "Shift+Down", "Return")
    assert parts(editing) == (*both[:2], "thermo r1c2 r1c3 r2c3")
    drag(editing, *range(27, 36), 44)
    assert editing.session.toast.startswith("That is not possible: the thermometer") and len(parts(editing)) == 3


@pytest.mark.parametrize(
    ("key", "item"), [("K", "cage r1c1 r1c2"), ("U", "thermo r1c1 r1c2"), ("A", "arrow r1c1 r1c2")]
)
def test_an_outline_follows_the_drag(editing: Driver, key: str, item: str) -> None:
    editing.press(key)
    editing.button_down(point(editing, 0))
    assert outlined(editing) == ()
    editing.move(point(editing, 1), held=True)
    assert outlined(editing) == (item,) and parts(editing) == ("sudoku",)
    editing.button_up(point(editing, 1))
    assert outlined(editing) == (item,) and len(parts(editing)) == 1 + (key != "K")
    editing.press("Escape")
    assert outlined(editing) == parts(editing)[1:]


def outlined(driver: Driver) -> tuple[str, ...]:
    """Return the items of the shape that is painted."""
    blueprint = Blueprint.of(driver.app.picture.scene(driver.session).board.geometry)
    assert blueprint
    return blueprint.parts[1:]


def test_a_key_goes_through_the_kinds_and_each_gives_an_empty_grid_to_draw_on(editing: Driver) -> None:
    shapes = {}
    for _ in range(7):
        press_all(editing, "3", "Shift+Z")
        geometry = editing.session.puzzle.geometry
        shapes[geometry.kind_name] = parts(editing)[1:] if Blueprint.of(geometry) else (geometry.text,)
        assert not any(editing.shown()) and "An empty grid: " in editing.session.toast
    grids = "grids r1c1 r1c13 r7c7 r13c1 r13c13"
    empty: dict[str, tuple[str, ...]] = {"comparison": (), "jigsaw": (), "killer": ()}
    edges = "; ".join(["row ......."] * 7)
    assert shapes == {**empty, "samurai": (grids,), "slitherlink": (edges,), "x": ("units diagonals",)}
    press_all(editing, "U")
    drag(editing, 0, 1)
    assert parts(editing)[1:] == ("thermo r1c1 r1c2",)


def test_what_cannot_be_is_said_and_changes_nothing(editing: Driver) -> None:
    editing.press("K")
    drag(editing, 0, 1)
    press_all(editing, "1", "Return")
    assert parts(editing) == ("sudoku",)
    assert editing.session.toast == "That is not possible: the cage of 1 at r1c1 cannot be kept with 9 symbols."


def test_a_click_beside_a_line_goes_through_the_signs_and_the_dots(editing: Driver) -> None:
    dots = [f"dot {kind} r1c1 r1c2" for kind in ("consecutive", "double")]
    ways = {"V": ["less r1c1 r1c2", "less r1c2 r1c1", ""], "O": [*dots, ""]}
    for key, items in ways.items():
        editing.press(key)
        for item in items:
            editing.click(point(editing, 0, right=0.8))
            assert parts(editing)[1:] == tuple(filter(None, [item])), key
    editing.click(point(editing, 9, down=-0.8))
    assert parts(editing)[1:] == ("dot consecutive r1c1 r2c1",)
    editing.click(point(editing, 0, right=-0.8))
    assert parts(editing)[1:] == ("dot consecutive r1c1 r2c1",), "there is no cell on the left"


def test_a_drag_makes_a_region_and_a_key_diagonals(editing: Driver) -> None:
    editing.press("J")
    drag(editing, *range(9))
    geometry = editing.session.puzzle.geometry
    assert geometry.kind_name == "jigsaw" and [unit.kind for unit in geometry.units].count("box") == 0
    drag(editing, 0, 1, 2, 9, 10, 11, 18, 19, 20)
    assert any(unit.kind == "region" and unit.complete for unit in editing.session.puzzle.geometry.units)
    editing.press("Ctrl+Z", 2)
    for key, unit in {"X": "diagonals", "W": "windows", "N": "knight", "M": "king"}.items():
        editing.press(key)
        assert parts(editing)[1:] == (f"units {unit}",) and hand(editing.session).is_on(unit)
        editing.press(key)
    assert parts(editing) == ("sudoku",)


def test_keys_do_all_that_the_mouse_does(editing: Driver) -> None:
    press_all(editing, "K", "Shift+Right", "Shift+Down", "1", "0", "Return")
    assert parts(editing) == ("killer", "cage 10 r1c1 r1c2 r2c2")
    press_all(editing, "V", "Shift+Right", "Shift+Right")
    assert parts(editing)[1:] == ("cage 10 r1c1 r1c2 r2c2", "less r2c3 r2c2")
    press_all(editing, "J", *["Shift+Down"] * 3, "Return")
    assert "regions" in parts(editing)[1]
    press_all(editing, "Escape")
    assert not hand(editing.session).game.tool.name and hand(editing.session).game.editing


def test_each_change_is_undone_and_redone_and_the_digits_stay(editing: Driver) -> None:
    press_all(editing, "5", "K")
    drag(editing, 9, 10)
    press_all(editing, "9", "Return", "K", "7", "X", "Ctrl+Z")
    assert parts(editing) == ("killer", "cage 9 r2c1 r2c2") and sum(editing.shown()) == 12
    editing.press("Ctrl+Z")
    assert parts(editing) == ("killer", "cage 9 r2c1 r2c2") and sum(editing.shown()) == 5
    editing.press("Ctrl+Z")
    assert parts(editing) == ("sudoku",) and sum(editing.shown()) == 5
    editing.press("Ctrl+Z")
    assert sum(editing.shown()) == 0
    editing.press("Ctrl+Y", 2)
    assert parts(editing) == ("killer", "cage 9 r2c1 r2c2") and sum(editing.shown()) == 5


def test_what_was_drawn_is_solved(editing: Driver) -> None:
    editing.press("K")
    drag(editing, 0, 1)
    press_all(editing, "3", "Return", "Return")
    play = hand(editing.session)
    assert play.active and not play.game.editing and parts(editing) == ("killer", "cage 3 r1c1 r1c2")


def test_clearing_removes_first_the_digits_and_then_the_cages_and_can_be_undone(editing: Driver) -> None:
    press_all(editing, "5", "K")
    drag(editing, 9, 10)
    press_all(editing, "9", "Return", "Ctrl+N")
    assert parts(editing) == ("killer", "cage 9 r2c1 r2c2") and not any(editing.shown())
    press_all(editing, "Ctrl+N")
    assert parts(editing) == ("sudoku",)
    press_all(editing, "Ctrl+Z", "Ctrl+Z")
    assert parts(editing) == ("killer", "cage 9 r2c1 r2c2") and sum(editing.shown()) == 5


def test_cages_are_checked_without_any_given(editing: Driver) -> None:
    editing.press("C")
    assert editing.session.toast.startswith("Nothing has been entered yet")
    editing.press("K")
    drag(editing, 0, 9)
    press_all(editing, "3", "Return", "Escape")
    assert "Type the givens" not in editing.caption()
    editing.press("C")
    assert waits(lambda: editing.frame() is not None and "solutions" in editing.caption())


def test_a_cage_without_a_sum_is_an_entry_and_its_kind_is_the_title(editing: Driver) -> None:
    assert editing.app.display.title.startswith("empty")
    press_all(editing, "K")
    drag(editing, 0, 9)
    press_all(editing, "Return", "Escape")
    assert parts(editing) == ("killer", "cage r1c1 r2c1") and not editing.session.puzzle.geometry.rules
    assert editing.app.display.title.startswith("Killer ")
    left, right = editing.app.picture.controls.buttons(editing.session)
    assert all(button.enabled for button in (*left, *right) if button.id in ("new", "check", "brute force", "sat"))
    editing.press("C")
    assert waits(lambda: editing.frame() is not None and "solutions" in editing.caption())


def test_a_quick_drag_takes_the_cells_that_it_skips(editing: Driver) -> None:
    editing.press("K")
    drag(editing, 0, 3, 21)
    press_all(editing, "2", "5", "Return")
    assert parts(editing) == ("killer", "cage 25 r1c1 r1c2 r1c3 r1c4 r2c4 r3c4")
    editing.press("U")
    drag(editing, 80, 60)
    assert parts(editing)[2:] == ("thermo r9c9 r8c8 r7c7",)
