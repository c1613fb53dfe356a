"""Tests where a hint says to look, on shapes whose cells are in boxes, in other units, or in none."""

from __future__ import annotations

import pytest
from shapes import JIGSAW

from puzzles import Geometry
from puzzles.geometry import Unit
from visualizer.narration.hints import around, band

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
