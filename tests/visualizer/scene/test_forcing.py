"""Tests the arrows that lead to a dead end, or from a learnt clause's literals to the one that they force."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from runs import Ticking, of_solver

import solvers
from puzzles import Puzzle
from puzzles.corpus import named
from solvers.core.board import Candidates
from solvers.core.step import Kind, Why, conflict
from visualizer.narration.caption_facts import MOST_FORCING, culprits
from visualizer.scene.board import Boards, board_view
from visualizer.timeline.timeline import Timeline
from visualizer.views.board import Link

GUESSING = [name for name in solvers.names() if solvers.get(name).guesses and not solvers.get(name).black_box]
SHUT = (Why.NO_CANDIDATE, Why.NO_PLACE)
Led = Iterator[tuple[Boards, tuple[Link, ...]]]


def run(name: str, puzzle: str = "") -> Timeline:
    timeline, clock = of_solver(named.find(puzzle or solvers.get(name).seen_on[0]), name), Ticking()
    while not (timeline.resting or timeline.finished):
        timeline.reach(timeline.length + 1000, clock, 1.0)
    return timeline


def led(
    timeline: Timeline, kinds: tuple[Kind, ...], whys: tuple[Why, ...]
) -> Iterator[tuple[Boards, tuple[Link, ...]]]:
    """Yield each step of these kinds and reasons, with its arrows."""
    for position in range(1, timeline.length + 1):
        step = timeline.step(position)
        if step.kind in kinds and step.why in whys:
            boards = Boards.at(timeline, position)
            yield boards, board_view(boards, clauses=True).links


@pytest.mark.parametrize("name", [name for name in GUESSING if solvers.get(name).idea is not Kind.ELIMINATE])
def test_arrows_lead_from_the_digits_that_the_search_wrote_to_what_they_rule_out(name: str) -> None:
    seen = 0
    for boards, links in led(run(name), (Kind.CONFLICT,), SHUT):
        board, step, geometry = boards.after, boards.step, boards.after.geometry
        assert step is not None
        cells = (step.cell,) if step.why is Why.NO_CANDIDATE else geometry.units[step.unit].cells
        digits = geometry.digits if step.why is Why.NO_CANDIDATE else (step.digit,)
        open_to = {(cell, digit) for cell in cells if not board.values[cell] for digit in digits}
        from_givens = {one for one in open_to if any(board.puzzle.givens[at] for at in board.holders(*one))}
        expected = {one for one in open_to - from_givens if board.holders(*one)} or from_givens
        assert {link.end for link in links} == expected and len(links) == len(expected), "one arrow for each"
        for (start, digit), (end, ruled_out), strong in links:
            assert strong and board.values[start] == digit == ruled_out and start in geometry.peers[end]
            assert start in culprits(step, board), "what leads to it is framed"
        order = [*board.placements()]
        turns = [order.index(link.start[0]) if link.start[0] in order else -1 for link in links]
        assert turns == sorted(turns), "the one written last comes last"
        seen += bool(links)
    assert seen or name in ("rows", "rows-pruned"), "these find their dead ends in a whole row"


@pytest.mark.parametrize("puzzle", ["jump-1", "minimal-9-1", "uphill-2", "deep-3"])
def test_arrows_lead_from_a_learnt_clause_to_the_literal_that_it_forces(puzzle: str) -> None:
    seen, symbols = 0, 9
    for boards, links in led(run("cdcl", puzzle), (Kind.FIX, Kind.ELIMINATE, Kind.LEARN), (Why.LEARNT_CLAUSE,)):
        step = boards.step
        assert step is not None
        places = [divmod(abs(literal) - 1, symbols) for literal in step.detail]
        others = {(cell, digit + 1) for cell, digit in places}
        if len(places) > MOST_FORCING + 1:
            assert not links
            continue
        ends = {link.end for link in links}
        if step.kind is not Kind.LEARN and len(places) > 1:
            assert ends == {(step.cell, step.digit)}
        assert {link.start for link in links} | ends == (others if len(places) > 1 else set())
        assert len(ends) <= 1 and len(links) == len(places) - 1
        seen += bool(links)
    assert seen or puzzle == "minimal-9-1"


def test_an_arrow_leads_from_the_first_of_two_equal_digits_to_the_one_written_later() -> None:
    seen = 0
    for boards, ((start, end, _),) in led(run("rows"), (Kind.CONFLICT,), (Why.RULE,)):
        board, step, order = boards.after, boards.step, [*boards.after.placements()]
        assert step is not None and {start[0], end[0]} == culprits(step, board) == {step.cell, step.detail}
        assert board.values[start[0]] == board.values[end[0]] == start[1] == end[1] == step.digit
        assert board.puzzle.givens[start[0]] or order.index(start[0]) < order.index(end[0])
        seen += 1
    assert seen > 20


def test_if_givens_alone_lead_there_they_have_the_arrows() -> None:
    puzzle = Puzzle.parse("12345678." + "........9" + "." * 63)
    board = solvers.Board(puzzle, Candidates.NONE)
    links = board_view(Boards(conflict(8), board, board)).links
    assert {link.start[0] for link in links} == {*range(8), 17} and {link.end[0] for link in links} == {8}


def test_a_dead_end_that_names_no_cell_or_unit_has_none() -> None:
    board = solvers.Board(named.find("complete"), Candidates.NONE)
    for step in (conflict(), conflict(why=Why.NO_PLACE, digit=1), conflict(why=Why.ORDER, unit=0)):
        assert not board_view(Boards(step, board, board)).links


def test_a_board_of_digits_keeps_these_arrows_and_one_without_blame_does_not() -> None:
    boards, links = next(led(run("mrv"), (Kind.CONFLICT,), SHUT))
    view = board_view(boards)
    assert links and view.with_digits_only().links == links and not view.without_blame().links
    blank = [cell for cell, digit in enumerate(boards.after.values) if not digit]
    candidates = replace(view, links=(Link((blank[0], 1), (blank[1], 1), strong=True),))
    assert not candidates.with_digits_only().links, "candidates are hidden, and what leads from one to another"
