"""Tests that the edges of a Slitherlink are told as lines and crosses, and its rules first."""

from __future__ import annotations

import re
from contextlib import closing
from itertools import islice

import pytest

import solvers
from puzzles.geometry import Geometry
from puzzles.puzzle import Puzzle
from visualizer.narration.captions import caption, in_short
from visualizer.session.session import Session
from visualizer.text.spans import plain


@pytest.mark.parametrize("name", ["backtracking", "mrv", "cdcl", "sat", "human"])
def test_sentences_speak_of_lines_and_crosses(name: str) -> None:
    puzzle = Puzzle.empty(Geometry.of_spec("slitherlink row 3...3; row ..0..; row 3...3"))
    solver, says, told = solvers.get(name), puzzle.geometry.kind.says, set[str]()
    board, before = solver.board(puzzle), solver.board(puzzle)
    for step in islice(solvers.trace(puzzle, name), 3000):
        board.apply(step)
        told |= {says(plain(caption(step, before, board, picks=solver.picks))), says(in_short(step, board))}
        before.apply(step)
    symbols = re.compile(r"(?<![\w-])[LX](?![\w-])|\b(digit|cell)|(?<!\w)0 lines")
    assert [text for text in told if symbols.search(text)] == []
    assert {"sat": " is a line in the SAT solver's answer.", "human": " must each be a cross"}.get(
        name, " cannot be a line: "
    ) in " ".join(told)


def test_whoever_does_not_know_the_rules_is_told_them_first() -> None:
    puzzle = Puzzle.empty(Geometry.of_spec("slitherlink row 3.; row .2"))
    for name in ("mrv", "person"):
        with closing(Session(puzzle, solver=name)) as session:
            assert plain(session.composer.scene(10).caption).startswith(
                "Draw one closed loop from dot to dot. A number"
            )
