"""Tests where a hint says to look, on shapes whose cells are in boxes, in other units, or in none."""

from __future__ import annotations

import pytest
from made import solutions_of
from shapes import JIGSAW

from puzzles import Geometry
from puzzles.corpus import named
from puzzles.geometry import Unit
from solvers.explain.hint import hint
from visualizer.narration.hints import around, band, in_strengths
from visualizer.text.spans import plain

LONE = Geometry(4, tuple((row, column) for row in range(3) for column in range(4)), (Unit("row", 1, (0, 1, 2, 3)),))
"""Three rows of four cells, of which only the first is a unit."""


@pytest.mark.parametrize("geometry", [Geometry.boxes(3, 3), Geometry.boxes(2, 3), JIGSAW, LONE])
def test_a_place_to_look_at_holds_the_cell_and_is_the_smallest_that_has_a_name(geometry: Geometry) -> None:
    for cell in geometry.cells:
        unit, rows = around(geometry, cell), band(geometry, cell)
        assert cell in unit.cells and {*unit.cells} <= {*rows}
        regions = [geometry.units[index] for index in geometry.units_of[cell] if index in geometry.regions]
        assert unit in regions if regions else unit.kind == "row"
        assert rows == [
            one for one in geometry.cells if any(geometry.places[one][0] == geometry.places[at][0] for at in unit.cells)
        ]


def test_a_cell_in_no_unit_is_looked_for_in_its_row() -> None:
    assert [str(around(LONE, cell)) for cell in (0, 5, 11)] == ["row 1", "row 2", "row 3"]
    assert around(LONE, 5).cells == (4, 5, 6, 7)


def test_what_is_wrong_is_said_from_afar_then_nearer_then_exactly() -> None:
    one, several = named.find("fig1"), named.find("25empty")
    answer, others = next(iter(solutions_of(one))).givens, solutions_of(several, 2)
    blank, every = one.blanks[5], [(1 << 10) - 2] * 81
    marks = [mask & ~(1 << answer[cell]) if cell == blank else mask for cell, mask in enumerate(every)]
    name, unit = one.geometry.name(blank), around(one.geometry, blank)
    first = 3 * (one.geometry.places[blank][0] // 3) + 1
    said = [plain(part) for part in in_strengths(hint(one, marks=marks))]
    assert said == [
        f"Something is wrong in your marks, in rows {first} to {first + 2}.",
        f"Something is wrong in your marks, in {unit}.",
        f"Something is wrong: the digit that belongs in {name} is struck there.",
    ]
    digit = answer[blank] % 9 + 1
    values = [digit if cell == blank else given for cell, given in enumerate(one.givens)]
    assert [plain(part) for part in in_strengths(hint(one, values))] == [
        f"Something is wrong in rows {first} to {first + 2}.",
        f"Something is wrong in {unit}.",
        f"Something is wrong: {name} is not {digit}.",
    ]
    blank = next(cell for cell in several.blanks if others[0].givens[cell] != others[1].givens[cell])
    for other in others:
        every[blank] &= ~(1 << other.givens[blank])
    name = several.geometry.name(blank)
    assert plain(in_strengths(hint(several, marks=every))[-1]) == (
        f"Something is wrong: with the digits struck in {name}, there is no solution."
    )
