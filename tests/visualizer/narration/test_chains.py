"""Tests that the sentences of the ladder's techniques are true, by checking them link by link on the board."""

from __future__ import annotations

import re
from itertools import islice, pairwise

import pytest
from deductions import HARD
from made import generate
from real_positions import REAL
from scenes import Scene, scenes
from sentences import is_true
from slow import slow_but

import solvers
from puzzles import Geometry, Puzzle
from solvers.core.step import Kind, Step, Why
from solvers.techniques import Grid, get, ladder
from visualizer.narration import techniques
from visualizer.narration.captions import caption
from visualizer.narration.techniques import SENTENCES
from visualizer.text.spans import plain

UPPER = [one for one in ladder() if Why.X_CHAIN <= one.why <= Why.FORCING_NET]


def said(puzzle: Puzzle, off: str, most: int) -> list[str]:
    """Return the sentences of the upper third's steps, after checking that each is true."""
    steps = (step for step in solvers.trace(puzzle, "human", off=off) if step.kind is not Kind.PENDING)
    texts = []
    for scene in scenes(puzzle, islice(steps, most), solvers.get("human").board(puzzle)):
        if upper(scene.step):
            texts.append(plain(caption(scene.step, scene.before, scene.after)))
            assert is_true(scene), texts[-1]
    return texts


def upper(step: Step) -> bool:
    return step.detail is not None and Why.X_CHAIN <= step.why <= Why.FORCING_NET


def without(name: str) -> str:
    """Return the names of the upper third's techniques except one."""
    return "+".join(one.name for one in UPPER if one.name != name)


def test_every_technique_has_a_sentence_of_its_own() -> None:
    assert set(SENTENCES) == {one.name for one in ladder() if one.why > Why.HIDDEN_SINGLE}


@pytest.mark.parametrize(
    ("name", "text"), [(name, text) for name, text, _ in REAL if get(name).why > Why.HIDDEN_SINGLE]
)
def test_what_an_easier_technique_says_where_it_is_the_next_step_is_true(name: str, text: str) -> None:
    puzzle, human = Puzzle.parse(text), solvers.get("human")
    steps = (step for step in human.run(puzzle) if step.kind is not Kind.PENDING)
    found = (scene for scene in scenes(puzzle, steps, human.board(puzzle)) if scene.step.why is get(name).why)
    assert is_true(next(scene for scene in found if scene.step.detail is not None))


@pytest.mark.parametrize("name", slow_but(["x_chain"], [one.name for one in UPPER]))
def test_every_sentence_of_a_technique_used_alone_is_true(name: str) -> None:
    singles_only = "+".join(one.name for one in ladder() if one.why > Why.HIDDEN_SINGLE and one.name != name)
    for off in (without(name), singles_only, ""):
        texts = [text for puzzle in HARD[:4] for text in said(Puzzle.parse(puzzle), off, 400)]
        if any(text.startswith(get(name).title) for text in texts):
            return
    raise AssertionError("these puzzles do not show what it says")


@pytest.mark.parametrize("puzzle", slow_but(HARD[:1], HARD[:4]))
def test_every_sentence_on_the_way_to_the_solution_is_true(puzzle: str) -> None:
    assert len(said(Puzzle.parse(puzzle), "", 2000)) > 3


@pytest.mark.slow
def test_every_sentence_on_a_larger_grid_is_true() -> None:
    puzzle = generate("chains", 1, geometry=Geometry.boxes(3, 4), minimal=True)
    off = "+".join(one.name for one in ladder() if Why.NAKED_PAIR <= one.why < Why.X_CHAIN)
    assert len(said(puzzle, off, 400)) > 3


def test_a_chain_reads_as_one_would_read_it_aloud() -> None:
    assert said(Puzzle.parse(HARD[0]), without("aic"), 120)[0] == (
        "Alternating inference chain: if r8c1 is not 8, it is 3, so r8c5 is not 3 but 9, so r1c5 is not 9, so r1c1 is "
        "9 (row 1). So r8c1 is 8 or r1c1 is 9. Either way: 8 is struck from r1c1."
    )


@pytest.mark.parametrize("name", slow_but(["aic", "nice_loop"], ["aic", "nice_loop", "forcing_chain"]))
def test_no_chain_names_a_cell_twice_in_a_row(name: str) -> None:
    texts = [text for puzzle in HARD[:4] for text in said(Puzzle.parse(puzzle), without(name), 400)]
    for text in texts:
        for chain in re.findall(r"[Ii]f ([^.]+)", text):
            cells = re.findall(r"(?:^|, so |, )(r\d+c\d+) is ", chain)
            assert all(one != other for one, other in pairwise(cells)), text
    assert any(" but " in text for text in texts)


def test_a_net_says_of_what_is_left_alone_no_more_than_that_nothing_else_is() -> None:
    texts = said(Puzzle.parse(HARD[7]), without("forcing_net"), 400)
    nets = [text for text in texts if text.startswith("Forcing net: ")]
    assert any("(nothing else is left there)" in text for text in nets)
    assert any("(only place left in " in text for text in nets)
    assert not any("only other digit" in text for text in nets)


def test_a_net_in_the_words_of_a_chain_is_found_false(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that a net, told as if it were a chain, is recognised as false."""
    monkeypatch.setattr(techniques, "_why_in_net", techniques._why)
    with pytest.raises(AssertionError):
        said(Puzzle.parse(HARD[0]), without("forcing_net"), 400)


def test_a_chain_to_the_contrary_of_its_beginning_is_told_alone() -> None:
    """Check that a chain that contradicts its own start does not say "if r1c5 is 3, then so it is"."""
    puzzle, told = Puzzle.parse(HARD[5]), 0
    board = solvers.get("human").board(puzzle)
    for finding in get("forcing_chain").find(Grid.of(puzzle)):
        if finding.variant == "contradiction":
            strike = Step(Kind.ELIMINATE, *finding.strikes[0], Why.FORCING_CHAIN, detail=finding)
            text = plain(caption(strike, board, board))
            assert is_true(Scene(strike, board, board)) and "this holds at once" not in text
            told += ". But if" not in text
    assert told
