"""Tests that JSON of f-puzzles is read from files and written with all that it can hold."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from read_formats import format_of, read

from puzzles import Geometry, Problem, Puzzle
from puzzles.formats import registry
from puzzles.formats.f_puzzles import F_PUZZLES
from puzzles.puzzle import Position
from visualizer.files import resolve

KILLER = Geometry.of_spec("killer 6x6:3x2; units diagonals; cage 7 r1c1 r1c2; cage r3c3 r3c4")


def test_a_position_is_read_back_from_a_file(tmp_path: Path) -> None:
    puzzle = Puzzle.empty(KILLER).update(35, 4)
    values = (5, *[0] * 35)
    marks = (0, 1 << 2, *[1 << 1 | 1 << 5] * 33, 0)
    position = Position(Puzzle(puzzle.givens, KILLER, name="mine"), values, marks)
    (line,) = F_PUZZLES.write([position])
    assert format_of(line.encode()).name == "f-puzzles" and read(line.encode()) == [position]
    path = tmp_path / "one.json"
    path.write_text(json.dumps(json.loads(line), indent=2))
    assert resolve.one(str(path)) == puzzle and registry.parse(path.read_text()).puzzle.name == "mine"


@pytest.mark.parametrize(("text", "said"), [
    ('{"size": 9, "grid": [', "this is not JSON"),
    (f'{{"grid": [], "x": {"[" * 200}', "nested more than 100 deep"),
    ('{"grid": [[1]], "size": 1}', "it is damaged"),
    ('{"grid": [[{}, {}], [{}]], "size": 2}', "its grid is damaged"),
    ('{"grid": [[{}, {}], [{}, {}]], "size": 2, "odd": [{}]}', "it has odd cells"),
    ('{"grid": []}', "it is damaged"),
    (f'{{"grid": [], "x": "{"y" * (1 << 20)}"}}', "larger than 1 MiB"),
])  # fmt: skip
def test_what_cannot_be_read_is_said_in_a_line(text: str, said: str) -> None:
    (found,) = read(text.encode())
    assert isinstance(found, Problem) and said in found.message and found.line == 1
