"""Tests that the hint about types names a variable whose numbers are too large to be digits."""

from __future__ import annotations

from puzzles.geometry import STANDARD
from visualizer.panes.code.pane import type_hint


def test_it_names_a_variable_that_may_be_cells_with_one_of_its_numbers() -> None:
    shown = {
        ("cell", "r1c8"): "",
        ("depth", "3"): "",
        ("values", "[4, 0, 9]"): "",
        ("seconds", "900"): "",
        ("most", "[4, 900]"): "",
        ("at", "60"): 'For r7c7 instead of 60: VARIABLES = {"at": "Cell"}',
        ("blanks", "[7, 8, 10 … 40 more]"): 'For r2c2 instead of 10: VARIABLES = {"blanks": "list[Cell]"}',
        ("left", "{7, 60}"): 'For r7c7 instead of 60: VARIABLES = {"left": "set[Cell]"}',
        ("pair", "(60, 61)"): 'For r7c7 instead of 60: VARIABLES = {"pair": "tuple[Cell, ...]"}',
    }
    assert {variable: type_hint([variable], STANDARD) for variable in shown} == shown
    assert '"blanks"' in type_hint([*shown], STANDARD), "of several, a list is the surest"
