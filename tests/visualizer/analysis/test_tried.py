"""Tests that the digits tried before a guess are found in the recorded run, however it is split into chunks."""

from __future__ import annotations

import pytest
from hypothesis import given
from runs import BLOCK, Ticking, of_solver, of_walk, run_out, tiny_chunks
from scenes import tried_next
from slow import slow_but
from strategies import examples, walk, walks

from puzzles import Puzzle
from puzzles.corpus import named
from solvers.core.board import Candidates
from solvers.core.step import Kind, Step, Why, backtrack, fix, guess
from visualizer.session.session import Session
from visualizer.text.spans import plain
from visualizer.timeline.condition import Grain
from visualizer.timeline.search import TriedGuesses, tried_before
from visualizer.timeline.timeline import Timeline

pytestmark = pytest.mark.usefixtures("fast_keeper")

Pairs = tuple[tuple[int, int], ...]


def plainly(steps: list[Step]) -> dict[int, Pairs]:
    """Return the digits tried before each guess by its position, remembering everything from the start."""
    found: dict[int, Pairs] = {}
    tried: list[Step] = []
    guesses: list[Step] = []
    tried_at: list[list[Step]] = []
    for position, step in enumerate(steps, 1):
        if step.kind is Kind.GUESS:
            found[position] = tuple((one.cell, one.digit) for one in tried)
        tried = tried_next(step, tried, guesses, tried_at)
        if step.kind is Kind.BACKTRACK:
            del guesses[max(step.level, 0) :]
        elif step.kind is Kind.GUESS:
            guesses.append(step)
    return found


def recorded(timeline: Timeline, most: int) -> list[Step]:
    run_out(timeline, most)
    return [timeline.step(position) for position in range(1, timeline.length + 1)]


@given(walks)
@examples(40)
def test_it_is_what_a_full_record_says(case: tuple[Puzzle, Candidates, int]) -> None:
    puzzle, mode, seed = case
    with tiny_chunks():
        timeline = of_walk(lambda: walk(puzzle, mode, seed, 300), puzzle, mode)
        for position, expected in plainly(recorded(timeline, 300)).items():
            assert tried_before(timeline, position) == TriedGuesses(expected)


SEARCHES = ["backtracking-candidates", "formula", "mrv", "exact-cover", "cdcl", "elimination"]


@pytest.mark.parametrize("name", slow_but(SEARCHES[1:], SEARCHES))
def test_of_solvers_too(name: str) -> None:
    timeline = of_solver(named.find("deep-1"), name)
    expected = plainly(recorded(timeline, 4000))
    for position, tried in expected.items():
        assert tried_before(timeline, position) == TriedGuesses(tried)
    assert any(expected.values()) == (name not in ("cdcl", "elimination"))
    timeline.close()


def test_what_lies_too_far_back_or_is_forgotten_is_said_not_to_be_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("visualizer.timeline.search.MOST_TRIED", 4)
    puzzle = Puzzle.empty()
    inner = [one for cell in range(1, 60) for one in (guess(cell, 1 + cell % 9), backtrack(1))]
    steps = [guess(0, 1), *inner, backtrack(0), guess(0, 2), backtrack(0), guess(0, 3)]
    with tiny_chunks():
        timeline = of_walk(lambda: iter(steps), puzzle, Candidates.SAID)
        run_out(timeline)
        assert len(inner) > 4 * BLOCK
        assert tried_before(timeline, len(steps)) == TriedGuesses(((0, 1), (0, 2)), all_told=False)
        timeline = of_walk(lambda: iter(steps), puzzle, Candidates.SAID)
        run_out(timeline)
        timeline.shown = len(steps)
        assert timeline.shrink(forgetting=True)
        monkeypatch.setattr("visualizer.timeline.search.MOST_TRIED", 1000)
        assert tried_before(timeline, len(steps)) == TriedGuesses(((0, 1), (0, 2)), all_told=False)


@pytest.mark.parametrize("why", [Why.RESTART, Why.LEARNT_CLAUSE])
def test_a_guess_that_was_not_refuted_has_not_been_tried(why: Why) -> None:
    steps = [guess(0, 1), backtrack(0, why), guess(0, 2)]
    timeline = of_walk(lambda: iter(steps), Puzzle.empty(), Candidates.STRUCK)
    run_out(timeline)
    assert tried_before(timeline, 3) == TriedGuesses()


def test_a_deduction_in_between_makes_it_another_place() -> None:
    steps = [guess(0, 1), backtrack(0), fix(1, 1, Why.NAKED_SINGLE), guess(0, 2)]
    timeline = of_walk(lambda: iter(steps), Puzzle.empty(), Candidates.STRUCK)
    run_out(timeline)
    assert tried_before(timeline, 4) == TriedGuesses()


@pytest.mark.parametrize(
    ("solver", "before", "sentence"),
    [
        ("formula", 516, "Suppose r3c9 is 8: 6 has been tried, 8 is left. Level 7."),
        ("formula", 447, "r3c9 has the fewest candidates: 6 and 8 (one of 19 cells with 2). Suppose it is 6. Level 7."),
    ],
)
def test_the_sentence_says_so_and_the_board_that_is_shown_stays_right(solver: str, before: int, sentence: str) -> None:
    session = Session(named.find("deep-1"), solver=solver)
    session.timeline.reach(3000, Ticking(0.0), 1.0)
    session.player.grain = Grain.EVERY
    session.player.to(before)
    session.player.seek([Kind.GUESS])
    session.tick(0.1, Ticking(0.0), 0.1)
    scene = session.composer.scene(60)
    assert plain(scene.caption) == sentence
    other = of_solver(named.find("deep-1"), solver)
    run_out(other, session.player.position)
    assert tuple(cell.digit for cell in scene.board.cells) == tuple(other.head.values)
    session.close()
    other.close()
