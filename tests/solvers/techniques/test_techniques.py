"""Tests that each technique strikes exactly the expected candidates in positions drawn by hand."""

from __future__ import annotations

import re

import pytest
from golden import found_by, pinned_findings
from real_positions import REAL
from slow import few_of

from puzzles import Geometry, Puzzle
from puzzles.geometry import STANDARD
from solvers.core.step import Why
from solvers.techniques import Finding, Grid, get, ladder
from solvers.techniques.candidate_grid import bits, mask_of
from solvers.techniques.registry import carry_out, next_use, rungs, technique, uses
from solvers.techniques.single_digit import is_kite

FULL = "XXXXXXXXX"


def cell(name: str, geometry: Geometry = STANDARD) -> int:
    match = re.fullmatch(r"r(\d+)c(\d+)", name)
    assert match
    return geometry.cell_at(int(match[1]) - 1, int(match[2]) - 1)


def marks(text: str) -> dict[int, int]:
    """Read the candidates of cells, written as in "r1c1=12 r1c5=13"."""
    parts = (part.split("=") for part in text.split())
    return {cell(name): mask_of(map(int, digits)) for name, digits in parts}


def with_marks(text: str, without: str = "") -> Grid:
    """Return an empty grid with these candidates in these cells, and every digit but the removed ones elsewhere."""
    every = (1 << 10) - 2
    masks = [every] * 81
    for part in without.split():
        digits, names = part.split("-")
        for at in area(names):
            masks[at] &= ~mask_of(map(int, digits))
    for at, mask in marks(text).items():
        masks[at] = mask
    return Grid.marked(Puzzle.empty(), masks)


def area(name: str) -> list[int]:
    """Return the cells of a unit such as "row9" or "box1", or a single cell."""
    match = re.fullmatch(r"(row|column|box)(\d)", name)
    if not match:
        return [cell(name)]
    return [at for unit in STANDARD.units if str(unit) == f"{match[1]} {match[2]}" for at in unit.cells]


def of_one_digit(rows: str) -> tuple[Grid, set[tuple[int, int]]]:
    """Read a map of the places for digit 1, marked X, or * if the technique should strike it."""
    drawn = "".join(rows.split())
    masks = [(1 << 10) - 2 - 2 * (at == ".") for at in drawn]
    return Grid.marked(Puzzle.empty(), masks), {(i, 1) for i, at in enumerate(drawn) if at == "*"}


def candidates(text: str) -> set[tuple[int, int]]:
    """Read candidates such as "12-r1c1 3-r5c5" as pairs of cell and digit."""
    parts = (part.split("-") for part in text.split())
    return {(at, int(digit)) for digits, name in parts for at in area(name) for digit in digits}


def gone(grid: Grid, name: str) -> set[tuple[int, int]]:
    """Return everything that the technique strikes in all its findings."""
    found = list(get(name).find(grid))
    for finding in found:
        assert finding.technique == name and finding.strikes and not finding.places
        assert len(set(finding.strikes)) == len(finding.strikes)
        assert all(grid.masks[at] >> digit & 1 for at, digit in finding.strikes)
    return {strike for finding in found for strike in finding.strikes}


MAPS = {
    "locked_pointing": f"XX.****** ...XXXXXX ...XXXXXX {' '.join([FULL] * 6)}",
    "locked_claiming": f"XX....... ***XXXXXX **.XXXXXX {' '.join([FULL] * 6)}",
    "x_wing": ".X.....X. X*XXXXX*X X*XXXXX*X X*XXXXX*X .X.....X. X*XXXXX*X X*XXXXX*X X*XXXXX*X X*XXXXX*X",
    "swordfish": ".X..X.... X*XX*XX*X X*XX*XX*X X*XX*XX*X ....X..X. X*XX*XX*X X*XX*XX*X X*XX*XX*X .X.....X.",
    "jellyfish": ".X.X..... X*X*X*X*X X*X*X*X*X ...X.X... X*X*X*X*X .....X.X. X*X*X*X*X X*X*X*X*X .X.....X.",
    "finned_x_wing": f".X.....XX XXXXXXX*X XXXXXXX*X {FULL} .X.....X. {' '.join([FULL] * 4)}",
    # Either of the two that are not one above the other may be the fin: so a sashimi fish strikes in two boxes.
    "sashimi_x_wing": ".X......X XXXXXXX*X XXXXXXX*X XXXXXXXX* .X.....X. XXXXXXXX* XXXXXXXXX XXXXXXXXX XXXXXXXXX",
    "finned_swordfish": f".X.XX.... XXXX*XXXX XXXX*XXXX {FULL} ....X..X. {' '.join([FULL] * 3)} .X.....X.",
    "sashimi_swordfish": ".X.X..... XXXX*XXXX XXXX*XXXX XXX*XXXXX ....X..X. XXX*XXXXX XXXXXXXXX XXXXXXXXX .X.....X.",
    "finned_jellyfish": f".X.XX.... XXX*X*XXX XXX*X*XXX ...X.X... {FULL} .....X.X. {FULL} {FULL} .X.....X.",
    "sashimi_jellyfish": f".X..X.... XXX*X*XXX XXX*X*XXX ...X.X... XXX***XXX .....X.X. {FULL} {FULL} .X.....X.",
    "skyscraper": f".X......X XXXXXXX*X XXXXXXX*X XXXXXXXX* .X.....X. XXXXXXXX* {' '.join([FULL] * 3)}",
    "two_string_kite": ".XXXXXXXX .XXXXXXXX .XXXXXXXX XXXXXXXXX .X.....X. .XXXXXXXX .XXXXXXXX .XXXXXXXX XXXXXXX*X",
    "turbot_fish": f"X..XXXXXX ...XXXXXX ..XXXXXX* {' '.join([FULL] * 5)} X.......X",
    "empty_rectangle": ".XXXXXXXX .XXXXXXXX .XXXXXXXX .XX.X.XXX XXXX.XXXX .XX...XXX .XXXXXXXX .XXXXXXXX XXXX*XXXX",
    "simple_colouring": "XX*XXXX.X X......X. XX*XXXX.X XXXXXXX.X XXXXXXX.X XXXXXXX.X ..X....X. *XXXXXX.X *XXXXXX.X",
}
"""The places for one digit in nine rows, by technique; a star marks what must go."""

SPOILED = {
    "locked_pointing": "r2c3", "locked_claiming": "r1c8", "x_wing": "r5c5", "swordfish": "r9c6", "jellyfish": "r6c1",
    "finned_x_wing": "r1c4", "sashimi_x_wing": "r5c5", "finned_swordfish": "r5c1", "sashimi_swordfish": "r9c6",
    "finned_jellyfish": "r9c5", "sashimi_jellyfish": "r6c1", "skyscraper": "r5c5", "two_string_kite": "r5c6",
    "turbot_fish": "r1c2", "empty_rectangle": "r4c4", "simple_colouring": "r2c5",
}  # fmt: skip
"""One more place for each technique, which spoils the pattern: a third place in a line, say, or a fin elsewhere."""


@pytest.mark.parametrize("name", MAPS)
def test_a_pattern_of_one_digit_strikes_just_what_is_marked(name: str) -> None:
    grid, expected = of_one_digit(MAPS[name])
    assert gone(grid, name) == expected != set()


@pytest.mark.parametrize("name", MAPS)
def test_one_place_more_and_nothing_is_struck(name: str) -> None:
    drawn, at = "".join(MAPS[name].split()), cell(SPOILED[name])
    assert drawn[at] == "."
    grid, _ = of_one_digit(drawn[:at] + "X" + drawn[at + 1 :])
    assert gone(grid, name) == set()


@pytest.mark.parametrize("name", MAPS)
def test_rows_and_columns_are_the_same_to_a_technique(name: str) -> None:
    drawn = MAPS[name].split()
    turned = " ".join("".join(row[i] for row in drawn) for i in range(9))
    grid, expected = of_one_digit(turned)
    assert gone(grid, name) == expected


def test_a_box_with_two_places_is_no_empty_rectangle() -> None:
    grid, expected = of_one_digit(MAPS["empty_rectangle"].replace("XXXX.XXXX", "XXXX..XXX"))
    assert gone(grid, "empty_rectangle") == set() and gone(grid, "turbot_fish") >= expected


def test_linked_pairs_are_coloured_once_wherever_one_starts() -> None:
    grid, _ = of_one_digit(MAPS["simple_colouring"])
    links = [frozenset(frozenset(link[:4]) for link in one.links) for one in get("simple_colouring").find(grid)]
    assert len(links) == len(set(links)) > 0


def test_two_of_one_colour_that_see_each_other_are_both_wrong() -> None:
    rows = "XX.XXXX.X *......X. ..*....XX XX.XXXX.X XX.XXXX.X XX.XXXX.X ..X....*. XX.XXXX.X XX.XXXX.X"
    grid, expected = of_one_digit(rows.replace("..*....XX", "XX*XXXX.X"))
    assert gone(grid, "simple_colouring") == expected
    assert {finding.variant for finding in get("simple_colouring").find(grid)} == {"wrap"}


PATTERNS = {
    "naked_pair": ("r1c1=12 r1c2=12", "", "12-row1 12-box1", "r1c1 r1c2"),
    "naked_triple": ("r1c1=12 r1c5=23 r1c9=13", "", "123-row1", "r1c1 r1c5 r1c9"),
    "naked_quad": ("r1c1=12 r1c4=23 r1c5=34 r1c9=14", "", "1234-row1", "r1c1 r1c4 r1c5 r1c9"),
    "hidden_pair": ("r1c1=123 r1c5=1245", "12-row1", "3-r1c1 45-r1c5", ""),
    "hidden_triple": ("r1c1=124 r1c5=235 r1c9=136", "123-row1", "4-r1c1 5-r1c5 6-r1c9", ""),
    "hidden_quad": ("r1c1=125 r1c4=236 r1c5=347 r1c9=148", "1234-row1", "5-r1c1 6-r1c4 7-r1c5 8-r1c9", ""),
    "remote_pairs": ("r1c1=12 r1c5=12 r5c5=12 r5c8=12", "", "12-r1c8 12-r5c1", ""),
    "xy_wing": ("r1c1=12 r1c5=13 r5c1=23", "", "3-r5c5", ""),
    "xyz_wing": ("r1c1=123 r1c5=13 r2c2=23", "", "3-r1c2 3-r1c3", ""),
    "w_wing": ("r1c1=12 r5c5=12 r9c1=134 r9c5=134", "1-row9", "2-r1c5 2-r5c1", ""),
    "unique_rectangle_1": ("r1c1=12 r1c4=12 r2c1=12", "", "12-r2c4", ""),
    "unique_rectangle_2": ("r1c1=12 r1c4=12 r2c1=123 r2c4=123", "", "3-row2", "r2c1 r2c4"),
    "unique_rectangle_3": ("r1c1=12 r1c4=12 r2c1=123 r2c4=124 r2c8=34", "", "34-row2", "r2c1 r2c4 r2c8"),
    "unique_rectangle_4": ("r1c1=12 r1c4=12 r2c1=1234 r2c4=1235", "1-row2", "2-r2c1 2-r2c4", ""),
    "sue_de_coq": (
        "r1c1=1234 r1c2=1234 r1c5=12 r2c1=34", "", "12-row1 34-box1 1234-r1c3", "r1c1 r1c2 r1c5 r2c1",
    ),
}  # fmt: skip
"""For each technique: candidates, digits removed from a unit first, strikes expected, and cells excepted from them."""

SPOILED_MARKS = {
    "naked_pair": "r1c2=123", "naked_triple": "r1c9=134", "naked_quad": "r1c9=145", "hidden_pair": "r1c7=12",
    "hidden_triple": "r1c7=1237", "hidden_quad": "r1c7=1249", "remote_pairs": "r5c5=13", "xy_wing": "r5c1=24",
    "xyz_wing": "r2c2=24", "w_wing": "r9c9=15", "unique_rectangle_1": "r2c1=123", "unique_rectangle_2": "r2c4=124",
    "unique_rectangle_3": "r2c8=35", "unique_rectangle_4": "r2c9=13", "sue_de_coq": "r1c2=12345",
}  # fmt: skip
"""Other or further candidates for one of the cells, so that there is nothing to find."""


@pytest.mark.parametrize("name", PATTERNS)
def test_a_pattern_of_several_digits_strikes_just_what_is_written(name: str) -> None:
    held, without, expected, but = PATTERNS[name]
    grid = with_marks(held, without)
    kept = {cell(one) for one in but.split()}
    there = {(at, d) for at, d in candidates(expected) if at not in kept and grid.masks[at] >> d & 1}
    assert gone(grid, name) == there != set()


OF_FEWER = ("unique_rectangle_1", "unique_rectangle_4")
"""Patterns that mark more digits than those that they are named by."""


@pytest.mark.parametrize("name", [name for name in PATTERNS if name not in OF_FEWER])
def test_the_digits_of_a_pattern_are_those_that_it_marks(name: str) -> None:
    for finding in filter(None, get(name).find(with_marks(*PATTERNS[name][:2]))):
        assert {*finding.digits} == {digit for _, marked in finding.marks for _, digit in marked}


@pytest.mark.parametrize("name", PATTERNS)
def test_one_candidate_else_and_nothing_is_struck(name: str) -> None:
    held, without, _, _ = PATTERNS[name]
    assert gone(with_marks(f"{held} {SPOILED_MARKS[name]}", without), name) == set()


def test_a_rectangle_over_four_boxes_can_be_filled_in_one_way_only() -> None:
    assert gone(with_marks("r1c1=12 r1c4=12 r4c1=12"), "unique_rectangle_1") == set()


def test_a_rectangle_with_a_given_can_be_filled_in_one_way_only() -> None:
    puzzle = Puzzle.empty().update(cell("r1c1"), 1)
    masks = [(1 << 10) - 2] * 81
    masks[cell("r1c4")] = masks[cell("r2c1")] = mask_of([2, 3])
    assert gone(Grid.marked(puzzle, masks), "unique_rectangle_1") == set()


def test_what_is_struck_is_what_the_digits_on_the_board_would_allow() -> None:
    struck = {(0, digit) for digit in range(3, 10)} | {(80, digit) for digit in range(1, 10) if digit != 4}
    assert {*with_marks("r1c1=12 r9c9=4").struck} == struck
    assert Grid.of(Puzzle.empty().update(1, 5)).struck == ()


def test_remote_pairs_are_linked_strongly_within_a_cell_and_weakly_between_cells() -> None:
    (finding, *_) = get("remote_pairs").find(with_marks(*PATTERNS["remote_pairs"][:2]))
    assert finding is not None and len(finding.links) == 2 * len(finding.cells) - 2
    assert all(strong is (cell == beside) for cell, _, beside, _, strong in finding.links)


def test_singles_place_and_say_where() -> None:
    row = "12345678." + "." * 72
    (full,) = (one for one in get("full_house").find(Grid.of(Puzzle.parse(row))) if one.units == (0,))
    assert full.places == ((8, 9),)
    naked = list(get("naked_single").find(with_marks("r5c5=7")))
    assert [one.places for one in naked] == [((cell("r5c5"), 7),)]
    hidden = list(get("hidden_single").find(with_marks("r4c9=4567", "7-row4")))
    assert [(one.places, one.units) for one in hidden] == [(((cell("r4c9"), 7),), (3,))]
    assert not list(get("naked_single").find(with_marks("r5c5=78")))
    assert not list(get("hidden_single").find(with_marks("r4c9=4567 r4c1=7", "7-row4")))
    assert not list(get("full_house").find(Grid.of(Puzzle.parse("1234567.." + "." * 72))))


def test_bug_plus_1_needs_two_of_all_else() -> None:
    grid, expected = bug()
    (found,) = get("bug_plus_1").find(grid)
    assert found.places == (expected,)
    at = next(at for at in bits(grid.bivalue))
    grid.strike(at, bits(grid.masks[at])[0])
    assert not list(get("bug_plus_1").find(grid))


def bug() -> tuple[Grid, tuple[int, int]]:
    """Return the position in which the ladder finds a BUG+1, and the candidate that must be true."""
    puzzle = Puzzle.parse("..2..94........8.1.9.7........2...3....15.9.......3.7.43.9.....1..6......85.1...4")
    grid = Grid.of(puzzle)
    for use in uses(grid, rungs(puzzle.geometry)):
        if use[1] and use[0].name == "bug_plus_1":
            held = puzzle.with_values(grid.values)
            return Grid.marked(held, grid.masks), use[1].places[0]
    raise AssertionError("it has become easier")


def test_every_technique_has_positions_by_hand() -> None:
    by_hand = {*MAPS, *PATTERNS, "full_house", "naked_single", "hidden_single", "bug_plus_1"}
    by_hand |= {"one_left", "combinations", "rule_of_45", "needed_digit", "large_rule_of_45"}  # in test_rules.py
    by_hand |= {"numbers_and_dots"}  # in test_lines.py
    assert by_hand == {technique.name for technique in ladder() if technique.why < Why.X_CHAIN}


@pytest.mark.parametrize(("name", "text", "expected"), REAL, ids=[name for name, _, _ in REAL])
def test_the_technique_is_the_next_step_of_a_real_puzzle(name: str, text: str, expected: str) -> None:
    puzzle = Puzzle.parse(text)
    grid = Grid.of(puzzle)
    found = next(use for use in uses(grid, rungs(puzzle.geometry)) if use[1] and use[0].name == name)[1]
    told = {(int(part[0]), part[1:]) for part in expected.split()}
    assert {(digit, STANDARD.name(at)) for at, digit in found.strikes or found.places} == told
    easier = [one for one in ladder() if one.why < get(name).why]
    assert next_use(grid.copy(), easier) is None, "nothing easier finds anything"
    carry_out_leaves_nothing(grid, found)


def carry_out_leaves_nothing(grid: Grid, finding: Finding) -> None:
    """Check that candidates that have been struck are not found again."""
    other = grid.copy()
    carry_out(other, finding)
    again = list(get(finding.technique).find(other))
    assert not {*finding.strikes, *finding.places} & {s for one in again for s in (*one.strikes, *one.places)}


def test_every_technique_finds_the_recorded_patterns_in_real_positions() -> None:
    expected = pinned_findings()
    for one in few_of(ladder()[::12], ladder()):
        assert found_by(one) == expected[one.name], one.name
    assert all(number for number, _ in expected.values())


def test_a_kite_is_a_row_and_a_column_that_meet_in_a_box() -> None:
    grid, units = Grid.of(Puzzle.empty(STANDARD)), {str(unit): at for at, unit in enumerate(STANDARD.units)}
    row, column, box = (units["row 1"], 0, 8), (units["column 2"], 19, 73), (units["box 1"], 1, 10)
    assert is_kite(grid, row, column) and is_kite(grid, column, row)
    assert not any(is_kite(grid, row, other) for other in ((units["column 2"], 73, 19), box, (units["row 3"], 19, 26)))


def test_two_techniques_cannot_share_a_name_or_a_reason() -> None:
    by_name = {one.name: one for one in ladder()}
    for name, why, said in (
        ("x_wing", Why.SWORDFISH, "two techniques are called 'x_wing'"),
        ("mine", Why.X_WING, "the techniques 'x_wing' and 'mine' both use Why.X_WING"),
    ):
        with pytest.raises(ValueError, match=said):
            technique(why, "Mine", "An idea.", name=name)(by_name["x_wing"].search)
    assert {one.name: one for one in ladder()} == by_name
