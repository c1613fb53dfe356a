"""Tests that the drawing of a technique's finding shows the finding and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest
from variants import killers

import solvers
from puzzles import Puzzle
from puzzles.corpus import named
from puzzles.geometry import STANDARD
from solvers import Board, Kind, Step
from solvers.core.finding import BASE, COVER, ONE, OTHER, PIVOT
from solvers.techniques import Finding, Grid, get
from visualizer.scene.board import (
    MEANINGS,
    PARTS,
    Boards,
    board_view,
    finding_of,
    links_of,
    parts_of,
    units_of,
    washes_of,
)
from visualizer.scene.composer import Composer
from visualizer.timeline.player import Player
from visualizer.timeline.timeline import Run, Timeline
from visualizer.views.board import MarkRole, Wash

HARD = Puzzle.parse("....6.2....8..9.1..9514......2..5.6.1..6..............23......9..15..63.5...374..")
"""A puzzle that needs pairs, fish, wings and chains from early on."""
HARDER = "....3..18.........7.94.1...4.....9.......536...1.....5...7...8.2....41.736.9....."
"""A puzzle with wings of three sets and forcing chains."""
STEPS = 80


def uses() -> Iterator[tuple[Finding, Step, Board]]:
    """Yield the findings of the first steps, each with a copy of the board before it."""
    board, last = solvers.get("human").board(HARD), None
    made = 0
    for step in solvers.trace(HARD, "human"):
        if step.kind is Kind.PENDING:
            continue
        finding = finding_of(step)
        if finding is not None and finding is not last:
            before = solvers.get("human").board(HARD)
            before.restore(board.snapshot())
            yield finding, step, before
        last = finding
        board.apply(step)
        made += 1
        if made == STEPS:
            return


@pytest.fixture(scope="module")
def found() -> list[tuple[Finding, Step, Board]]:
    return list(uses())


def test_there_is_enough_to_look_at(found: list[tuple[Finding, Step, Board]]) -> None:
    assert len({finding.technique for finding, _, _ in found}) >= 5
    assert {MarkRole.ONE, MarkRole.OTHER, MarkRole.TARGET} <= {
        part for finding, _, _ in found for parts in parts_of(finding).values() for _, part in parts
    }


def test_every_part_is_a_candidate_that_stands_and_what_goes_is_a_target(
    found: list[tuple[Finding, Step, Board]],
) -> None:
    for finding, _, before in found:
        drawn = {(cell, digit): part for cell, parts in parts_of(finding).items() for digit, part in parts}
        assert all(before.candidates[cell] >> digit & 1 for cell, digit in drawn)
        assert {candidate for candidate, part in drawn.items() if part is MarkRole.TARGET} == set(finding.strikes)


def test_the_three_sets_of_an_als_xy_wing_are_told_apart() -> None:
    puzzle, told = Puzzle.parse(HARDER), 0
    for finding in get("als_xy_wing").find(Grid.of(puzzle)):
        drawn = {(cell, digit): part for cell, parts in parts_of(finding).items() for digit, part in parts}
        own = [{one for one in finding.marked(role)} for role in (PIVOT, ONE, OTHER)]
        if not (own[0] & own[1] or own[0] & own[2] or own[1] & own[2]):
            shapes = [{drawn[one] for one in mine - set(finding.strikes)} for mine in own]
            assert shapes == [{MarkRole.FIN}, {MarkRole.ONE}, {MarkRole.OTHER}]
            told += 1
    assert told


def test_what_a_forcing_chain_begins_with_is_drawn_as_true() -> None:
    puzzle, told = Puzzle.parse(HARDER), 0
    for finding in islice(get("forcing_chain").find(Grid.of(puzzle)), 50):
        drawn = {(cell, digit): part for cell, parts in parts_of(finding).items() for digit, part in parts}
        starts = set(finding.marked(PIVOT)) - set(finding.strikes)
        assert {drawn[start] for start in starts} <= {MarkRole.ONE}
        told += len(starts)
    assert told


def test_links_lead_from_candidate_to_candidate_of_the_finding(found: list[tuple[Finding, Step, Board]]) -> None:
    linked = 0
    for finding, _, before in found:
        for link in links_of(finding):
            linked += 1
            assert link.start != link.end
            for cell, digit in (link.start, link.end):
                assert before.candidates[cell] >> digit & 1
    assert linked > 3


def test_few_units_are_washed_and_they_hold_the_pattern(found: list[tuple[Finding, Step, Board]]) -> None:
    numbers = set[int]()
    for finding, _, before in found:
        cells, number = units_of(finding, before.geometry), 0 if finding.chains else len(finding.units)
        numbers.add(number)
        assert bool(cells) is (0 < number <= 4)
        if cells:
            assert set(finding.cells) <= cells or finding.technique.startswith(("als", "sue"))
    assert {0, 1, 2, 3} <= numbers
    few, many = (replace(found[0][0], chains=(), units=tuple(range(number))) for number in (4, 5))
    assert len(units_of(few, STANDARD)) == 36 and not units_of(many, STANDARD)


def marked(finding: Finding, mark: MarkRole) -> set[int]:
    return {cell for cell, parts in parts_of(finding).items() if mark in {part for _, part in parts}}


def test_what_a_rule_rests_on_has_one_mark_and_the_cages_of_a_rule_of_45_are_washed() -> None:
    puzzle, sides = killers()[0], set[tuple[bool, bool]]()
    rules, findings = puzzle.geometry.numbered_rules, {s.detail: s for s in solvers.trace(puzzle, "human")}
    for finding, step in findings.items():
        if not isinstance(finding, Finding) or finding.technique not in ("combinations", "needed_digit", "rule_of_45"):
            continue
        inside, outside = ({cell for cell, _ in finding.marked(role)} for role in (BASE, COVER))
        gone, places = {cell for cell, _ in finding.strikes}, {cell for cell, _ in finding.marked(OTHER)}
        assert marked(finding, MarkRole.ONE) | gone | places == (inside or outside) | gone | places
        assert marked(finding, MarkRole.OTHER) | gone == (outside if inside else set()) | gone | places
        washes = washes_of(step, Board(puzzle))
        assert finding.places or {cell for cell, wash in washes.items() if wash is Wash.STEP} == gone
        if finding.technique == "rule_of_45":
            assert units_of(finding, puzzle.geometry) == {cell for cage in finding.covers for cell in rules[cage].cells}
            sides.add((bool(inside), bool(outside)))
    assert len(sides) == 3


def test_every_step_of_a_finding_shows_it_and_the_next_step_shows_it_no_more() -> None:
    solver = solvers.get("human")
    timeline = Timeline(Run(lambda: solvers.trace(HARD, "human"), lambda: solver.board(HARD)))
    while timeline.length < STEPS:
        timeline.reach(STEPS, lambda: 0.0, 1.0)
    shown = 0
    for position in range(1, STEPS + 1):
        step = timeline.step(position)
        view = board_view(Boards.at(timeline, position))
        finding = finding_of(step)
        drawn = {cell for cell, one in enumerate(view.cells) if one.parts}
        if finding is None:
            assert not drawn and not view.links
            continue
        shown += 1
        assert drawn == {cell for cell in parts_of(finding) if not timeline.board_at(position).values[cell]}
        assert view.links == links_of(finding)
        assert view.cells[step.cell].wash is Wash.STEP
    assert shown > 10
    timeline.close()


def test_the_legend_tells_the_parts_that_were_seen_and_every_part_has_a_meaning() -> None:
    assert set(PARTS.values()) | {MarkRole.TARGET} == set(MEANINGS)
    solver = solvers.get("human")
    player = Player(Timeline(Run(lambda: solvers.trace(HARD, "human"), lambda: solver.board(HARD))))
    while player.timeline.length < STEPS:
        player.timeline.reach(STEPS, lambda: 0.0, 1.0)
    meanings = {meaning for _, meaning in Composer(HARD, solver, player).legend()}
    assert {MEANINGS[MarkRole.ONE], MEANINGS[MarkRole.OTHER], MEANINGS[MarkRole.TARGET]} <= meanings
    player.timeline.close()
    plain = solvers.get("mrv")
    other = Player(Timeline(Run(lambda: solvers.trace(HARD, "mrv"), lambda: plain.board(HARD))))
    assert not set(MEANINGS.values()) & {meaning for _, meaning in Composer(HARD, plain, other).legend()}
    other.timeline.close()


def test_a_step_of_another_solver_finds_nothing() -> None:
    fig1 = named.find("fig1")
    assert not any(map(finding_of, list(solvers.trace(fig1, "cdcl"))[:500]))
