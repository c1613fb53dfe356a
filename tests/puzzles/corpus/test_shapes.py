"""Tests that a collection may hold puzzles of any shape, which is named in brackets before the cells of a line."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from shapes import JIGSAW, SAMURAI, X, puzzle_of

from puzzles import Corpus, Puzzle, PuzzleError
from puzzles.corpus.record import LineContent, holds, parse, stated_level
from puzzles.formats.lines import LINE
from puzzles.geometry import Geometry
from puzzles.puzzle import Position
from puzzles.writing import grid, record
from solvers.bulk import engine
from solvers.bulk.engine import answer_file
from visualizer.files import resolve

TALL = Puzzle.empty(Geometry.boxes(3, 2)).update(7, 4)
SHAPED = [puzzle_of(shape, 0.4) for shape in (SAMURAI, JIGSAW, X)]


@pytest.mark.parametrize("puzzle", [*SHAPED, TALL])
def test_a_line_with_a_shape_is_read_back(puzzle: Puzzle) -> None:
    line = f"{record(puzzle)} easy 7  # named".encode()
    assert holds(line) is LineContent.PUZZLE and stated_level(line) == "easy"
    found = parse(line)
    assert found.puzzle == puzzle and found.fields == ("easy", "7") and found.puzzle.name == "named"
    [position] = [one for one in LINE.read(io.BytesIO(line)) if isinstance(one, Position)]
    assert position.puzzle == puzzle


@pytest.mark.parametrize("text", ["[", "[9x9", "[9x9]", "[9x9] ...", "[7x7] " + "." * 49, "[y]" + "." * 81, "[]"])
def test_a_line_with_a_shape_that_is_none_is_broken(text: str) -> None:
    assert holds(text.encode()) is LineContent.BROKEN
    with pytest.raises(PuzzleError, match="line 3"):
        parse(text.encode(), number=3)


def test_grids_under_their_shapes_are_drawn_from_and_solved_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "shapes.txt"
    path.write_text("\n".join(f"# one of several\n{grid(puzzle)}" for puzzle in [*SHAPED, SHAPED[0], TALL]))
    many = resolve.meant(str(path))
    assert isinstance(many, resolve.Collection)
    assert [puzzle for _, puzzle in resolve.entries(many)] == [*SHAPED, SHAPED[0], TALL]
    lines = many.lines()
    with Corpus(lines, seed=1) as corpus:
        assert {corpus.draw() for _ in range(60)} == {*SHAPED, TALL} and corpus.wait(10)
        assert corpus.summary() == "5 puzzles"
    with lines.open("rb") as file:
        answers = [one for some in answer_file(file, lines.stat().st_size) for one in some.lines.split()]
    assert len(answers) == 5
    for answer, puzzle in zip(answers, [*SHAPED, SHAPED[0]], strict=False):
        assert Puzzle.parse(answer.decode(), puzzle.geometry).is_solution_of(puzzle)
    with lines.open("rb") as file:
        page = engine.read(next(engine.blocks(file, 1 << 20)))
    assert engine.first_wrong(page, answers) is None
    answers[1] = answers[1][::-1]
    assert engine.first_wrong(page, answers) == 1
