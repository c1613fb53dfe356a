"""Tests that a run can stop when a digit is placed in a cell, or becomes impossible there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from itertools import islice

import pytest
from runs import of_solver, of_walk, run_out, settle, tiny_chunks
from slow import slow_but

import solvers
from puzzles import Puzzle
from puzzles.corpus import named
from solvers.core.board import Candidates
from solvers.core.step import Kind, backtrack, eliminate, guess, look, reject
from visualizer.dialogs.run_until import GoalChoice, GoalList, GoalRow
from visualizer.panes.formula.view import truth
from visualizer.timeline.condition import Condition, becomes_false, becomes_true
from visualizer.timeline.player import Player
from visualizer.timeline.search import find
from visualizer.timeline.timeline import Timeline

pytestmark = pytest.mark.usefixtures("keeper")

HARD = Puzzle.parse("7.8...3.....2.1...5.........4.....263...8.......1...9..9.6....4....7.5...........")
DEEP = named.find("deep-3")


@pytest.fixture(params=["usual", pytest.param("tiny", marks=pytest.mark.slow)])
def chunks(request: pytest.FixtureRequest) -> Iterator[None]:
    with tiny_chunks() if request.param == "tiny" else nullcontext():
        yield


def test_a_digit_that_is_refused_is_not_yet_struck() -> None:
    steps = [reject(0, 3), look(0), eliminate(0, 3)]
    timeline = of_walk(lambda: iter(steps), HARD.update(0, 0), Candidates.SAID)
    run_out(timeline)
    found = find(timeline, becomes_false(timeline.head.puzzle, 0, 3, Candidates.SAID), 0)
    assert found is not None and found.position == 3


@pytest.mark.parametrize("back", [0, 1, 2])
def test_a_digit_struck_twice_is_news_only_if_the_run_went_back_to_before_the_first_time(back: int) -> None:
    opening = [guess(1, 5), guess(2, 6), eliminate(0, 3), guess(3, 7), eliminate(0, 4)]
    steps = [*opening, backtrack(back), eliminate(0, 3), look(0)]
    timeline = of_walk(lambda: iter(steps), HARD.update(0, 0), Candidates.SAID)
    run_out(timeline)
    what = becomes_false(timeline.head.puzzle, 0, 3, Candidates.SAID)
    assert everywhere(timeline, what, forward=True) == ([3, 7] if back < 2 else [3])
    assert everywhere(timeline, what, forward=False) == ([3, 7] if back < 2 else [3])


def changes(puzzle: Puzzle, name: str, most: int) -> dict[tuple[int, bool], list[int]]:
    """Return the positions where each literal of a digit becomes true, and where it becomes false."""
    board = solvers.get(name).board(puzzle)
    variables = range(1, len(puzzle.geometry.cells) * puzzle.geometry.symbols + 1)
    found: dict[tuple[int, bool], list[int]] = {(v, value): [] for v in variables for value in (True, False)}
    before = [truth(board, v) for v in variables]
    for at, step in enumerate(islice(solvers.trace(puzzle, name), most), 1):
        board.apply(step)
        if step.kind < Kind.LOOK:
            now = [truth(board, v) for v in variables]
            for v, one, other in zip(variables, before, now, strict=True):
                if one is not other and other is not None and step.kind is not Kind.BACKTRACK:
                    found[v, other].append(at)
            before = now
    return found


def condition(puzzle: Puzzle, name: str, variable: int, value: bool) -> Condition:
    cell, digit = divmod(variable - 1, puzzle.geometry.symbols)
    if value:
        return becomes_true(puzzle, cell, digit + 1)
    return becomes_false(puzzle, cell, digit + 1, solvers.get(name).candidates)


def everywhere(timeline: Timeline, what: Condition, forward: bool) -> list[int]:
    at, found = (0 if forward else timeline.length + 1), []
    while (hit := find(timeline, what, at, forward)) is not None:
        assert hit.exact
        at = hit.position
        found.append(at)
    return found if forward else found[::-1]


@pytest.mark.parametrize("name", slow_but(["cdcl"], ["cdcl", "mrv", "backtracking"]))
def test_it_stops_exactly_where_the_literal_gets_its_value(name: str, chunks: None) -> None:
    timeline = of_solver(DEEP, name)
    run_out(timeline, 600)
    expected = changes(DEEP, name, timeline.length)
    tested = 0
    for variable in [*range(1, 730, 61), *sorted({v for (v, _), at in expected.items() if len(at) > 2})[:12]]:
        for value in (True, False):
            what = condition(DEEP, name, variable, value)
            assert everywhere(timeline, what, forward=True) == expected[variable, value]
            assert everywhere(timeline, what, forward=False) == expected[variable, value]
            tested += len(expected[variable, value])
    assert tested > 20


def test_the_player_goes_there_while_the_run_is_being_made() -> None:
    expected = changes(HARD, "cdcl", 1500)
    variable = max(range(1, 730), key=lambda v: (len(expected[v, False]), -v))
    player = Player(of_solver(HARD, "cdcl"))
    assert len(expected[variable, False]) > 3
    for at in expected[variable, False][:5]:
        player.seek(condition(HARD, "cdcl", variable, False))
        settle(player)
        assert player.position == at


def test_it_says_what_it_waits_for_and_what_did_not_happen() -> None:
    true, false = becomes_true(DEEP, 0, 4), becomes_false(DEEP, 0, 4, Candidates.SAID)
    assert true.words(DEEP) == "r1c1 = 4 becomes true" and false.words(DEEP) == "r1c1 = 4 becomes false"
    assert false.running(DEEP) == "Running until r1c1 = 4 becomes false …"
    assert true.missed(DEEP) == "r1c1 = 4 never becomes true after this."
    assert becomes_false(DEEP, 0, 4, Candidates.SAID) == false, "equal ones share what is known of a run"


def test_the_list_offers_it_and_the_keys_set_its_cell_and_digit() -> None:
    chosen = list[tuple[Condition, bool]]()
    until = GoalList(GoalChoice(), DEEP, 3, (), True, lambda *found: chosen.append(found), Candidates.SAID)
    until.cursor = until.rows.index(GoalRow.FALSE)
    blank = DEEP.blanks[0]
    until.press(("cell", blank))
    assert until.goal is GoalRow.FALSE and until.cell == blank, "a click names the cell and leaves the line"
    until.key("Shift+Right")
    assert until.key("7") and until.goal is GoalRow.FALSE and (until.cell, until.digit) == (blank + 1, 7)
    until.key("Left")
    name = DEEP.geometry.name(blank + 1)
    assert until.parts(GoalRow.FALSE) == ("", f"{name} = 6", " becomes false")
    until.key("Return")
    assert chosen == [(becomes_false(DEEP, blank + 1, 6, Candidates.SAID), True)]
