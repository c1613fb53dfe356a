"""Tests that game IDs of Simon Tatham's Solo, Unequal and Loopy are what they say, and others are refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from read_formats import format_of, read
from sgt import game_ids, is_accepted

from puzzles import Geometry, Problem, Puzzle
from puzzles.formats.tatham import TATHAM
from puzzles.kinds.blueprint import Blueprint, Item
from puzzles.puzzle import Position
from visualizer.files import loader, resolve

IDS = {
    "2x2:1b2_3j4": ("4x4", "1..23..........4"),
    "3x2:zj": ("6x6:3x2", "." * 36),
    "3x3x:zzzc": ("x 9x9; units diagonals", "." * 81),
    "4j:2o,abbbbbbba": ("jigsaw 4x4; regions AABB/AABB/CCDD/CCDD", "2" + "." * 15),
    "2x2k:p,abbbbbbba,10a10e10g": (
        "killer 4x4; cage 10 r1c1 r1c2 r2c1 r2c2; cage 10 r1c3 r1c4 r2c3 r2c4; cage 10 r3c1 r3c2 r4c1 r4c2; "
        "cage r3c3 r3c4 r4c3 r4c4",
        "." * 16,
    ),
    "3:0,0D,0,0,0L,0,0,0,1,": ("comparison 3x3; regions none; less r2c1 r2c2; less r2c2 r1c2", "........1"),
    "2a:0R,1L,0,0,": (
        "variant 2x2; regions none; apart r1c1 r2c1; apart r1c2 r2c2; apart r2c1 r2c2; dot consecutive r1c1 r1c2",
        ".1..",
    ),
    "4x3t0:2b3d1b0": ("slitherlink row 2..3; row ....; row 1..0", "." * 31),
    "6x5t0:zc2": ("slitherlink row ......; row ......; row ......; row ......; row .....2", "." * 71),
}  # fmt: skip


def one(text: str) -> Puzzle:
    assert format_of(text.encode()).name == "tatham"
    (found,) = read(text.encode())
    assert isinstance(found, Position), found
    return found.puzzle


@pytest.mark.parametrize("text", IDS)
def test_a_game_id_is_the_shape_that_it_says_and_is_written_again(text: str) -> None:
    spec, givens = IDS[text]
    puzzle = one(text)
    assert (puzzle.geometry.spec, str(puzzle)) == (spec, givens)
    assert [*TATHAM.write([Position(puzzle)])] == [text]


REFUSED = {
    "3x3k#123456": "a random number, from which only the game itself makes a puzzle",
    "6:aa_ab,m6a7": "it is of another game than Solo, Unequal and Loopy",
    "6k:0,0,": "it is of another game than Solo, Unequal and Loopy",
    "3x3:zzz": "it is cut off or damaged",
    "3x3:zzzc1234_": "it is cut off or damaged",
    "3x3k:zzzc": "it is cut off or damaged",
    "4j:2o,abbbbbbb": "it is cut off or damaged",
    "4j:2o,abbbbBbba": "it is cut off or damaged",
    "2:0U,0,0,0,": "it is cut off or damaged",
    "2:0,0,0,": "it is cut off or damaged",
    "2:0,0,0,0N,": "it is cut off or damaged",
    "40x40:zz": "it is cut off or damaged",
    "4j:2o,zzzzzzzzzzz_": "it is cut off or damaged",
    "4j:2o,x": "region 1 has 16 cells for 4 symbols",
    "2x2:9o": "cannot hold 9",
    f"2x2:{'9' * 5000}o": "cannot hold 9999",
    "2x2k:p,abbbbbbba,99a10e10g": "cannot be kept with 4 symbols",
    "7x7t1:0_2c1a": "its grid is 'triangles', and not of squares",
    "5x5t11:G-2793,-1156,108_0b3a21b": "its grid is 'Penrose kites and darts', and not of squares",
    "5x5t99:a": "its grid is unknown, and not of squares",
    "7x7t0dt#123": "a random number, from which only the game itself makes a puzzle",
    "3t0:2b3d": "it is cut off or damaged",
    "0x0t0:a": "it is cut off or damaged",
    "3t0:2b4e": "'4' is not a number of lines",
    "3t0:2b_e": "'_' is not a number of lines",
    "40t0:" + "z" * 61 + "n": "40x40 squares; this program supports 1 to 31",
    "5x1:y": "boxes of 5x1 cells are lines",
}


@pytest.mark.parametrize("text", REFUSED)
def test_any_other_game_id_is_refused_in_a_line(text: str) -> None:
    found = read(text.encode())
    assert len(found) == 1 and isinstance(found[0], Problem) and REFUSED[text] in found[0].message
    assert found[0].message.startswith("a game ID of Simon Tatham's that cannot be opened: ")
    with pytest.raises(resolve.SourceError) as caught:
        loader.found_in(f"{text}\n")
    assert str(caught.value) == f"the clipboard holds {found[0].message}"


def test_a_list_of_game_ids_is_a_collection() -> None:
    first, broken, last = read(f"# mine\n{[*IDS][0]}\n\n3x3:z\n{[*IDS][4]}\n".encode())
    assert isinstance(first, Position) and isinstance(broken, Problem) and isinstance(last, Position)
    assert (first.line, broken.line, last.line) == (2, 4, 5)


@given(st.lists(st.integers(0, 12), min_size=36, max_size=36), st.data())
def test_any_cages_and_signs_are_written_as_they_are_read(whose: list[int], data: st.DataObject) -> None:
    groups: dict[int, list[tuple[int, int]]] = {}
    for cell, cage in enumerate(whose):
        groups.setdefault(cage, []).append(divmod(cell, 6))
    cages = [Item("cage", data.draw(st.sampled_from([None, (sum(range(1, 1 + len(its))),)])), tuple(its))
             for its in groups.values() if len(its) <= 6]  # fmt: skip
    beside = [((r, c), (r + d, c + 1 - d)) for r in range(5) for c in range(5) for d in (0, 1)]
    signs = [Item("less", (), pair) for pair in data.draw(st.sets(st.sampled_from(beside), min_size=1))]
    signs += [Item("less", (), pair[::-1]) for pair in data.draw(st.sets(st.sampled_from(beside)))]
    for blueprint in (Blueprint(6, items=tuple(cages)), Blueprint(6, regions=(), items=tuple(signs))):
        puzzle = Puzzle.empty(blueprint.geometry).update(data.draw(st.integers(0, 35)), 3)
        if not (refused := TATHAM.refusal(puzzle)):
            assert one(*TATHAM.write([Position(puzzle)])) == puzzle
        assert not refused or blueprint.items == tuple(cages), "whose cells may be apart"


@pytest.mark.parametrize("spec", ["samurai", "variant 9x9; thermo r1c1 r1c2", "killer 9x9; cage 3 r1c1 r3c3",
                                  "killer 9x9; cage 3 r1c1 r1c2; cage 4 r1c2 r2c2", "comparison 9x9; less r1c1 r1c2",
                                  "comparison 9x9; regions none; less r1c1 r1c3", "variant 9x9; units knight",
                                  "killer 9x9; cage 3 r1c1 r1c2",
                                  "variant 9x9; regions none; apart r1c1 r1c2", "slitherlink 2x5"])  # fmt: skip
def test_what_the_games_do_not_have_is_refused(spec: str) -> None:
    assert TATHAM.refusal(Puzzle.empty(Geometry.of_spec(spec)))


@pytest.mark.parametrize(("game", "kind"), [("solo", "3x3k"), ("solo", "9j"), ("solo", "7jxk"), ("solo", "4x3x"),
                                            ("unequal", "6de"), ("unequal", "6ade"),
                                            ("loopy", "7x7t0de"), ("loopy", "5x12t0dt")])  # fmt: skip
def test_what_the_games_make_is_written_again_as_they_do(game: str, kind: str) -> None:
    texts = game_ids(game, kind, range(3))
    assert [*TATHAM.write([Position(one(text)) for text in texts])] == texts


def test_the_games_take_what_is_written() -> None:
    (text,) = game_ids("solo", "3x3k", [1])
    lines = "/".join(letter * 6 for letter in "ABCDEF")
    cages = "; ".join(f"cage 3 r{row}c1 r{row}c2; cage r{row}c3 r{row}c4" for row in range(1, 5))
    for spec in (f"jigsaw 6x6; regions {lines}", f"killer 4x4; {cages}", "x 12x12"):
        (ours,) = TATHAM.write([Position(Puzzle.empty(Geometry.of_spec(spec)))])
        assert is_accepted("solo", ours), ours
    assert is_accepted("solo", text) and not is_accepted("solo", text[:-1])
