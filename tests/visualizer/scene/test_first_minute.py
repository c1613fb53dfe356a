"""Tests of the first minute at the default settings: something happens at once, and digits show the strikes before."""

from __future__ import annotations

import re
from itertools import groupby, islice

import pytest
from runs import Ticking, of_solver, run_out, settle, tiny_chunks
from slow import few_of, slow_but
from variants import killers

import solvers
from puzzles import Corpus, Puzzle
from puzzles.corpus import named
from solvers.core.board import Candidates
from solvers.core.pseudocode import lines_for, lit_by
from solvers.core.step import Kind
from visualizer.files.resolve import default_corpus
from visualizer.narration.director import Director
from visualizer.panes.code.listing import View, declared, plain_view
from visualizer.panes.code.pane import CodePane
from visualizer.scene.board import Boards, board_view, struck_since
from visualizer.scene.composer import Composer
from visualizer.session.session import Session
from visualizer.text.spans import plain
from visualizer.timeline.condition import CONDITIONS, Grain, grains_for, technique_words, usual_grain
from visualizer.timeline.player import Player
from visualizer.views.board import Wash

FIG1 = named.find("fig1")
FRAME = 1 / 60
FOLDER = default_corpus().parent
SOON = 1.0
"""The maximum seconds from Space to the first change."""
SAMPLES = {"sudoku": 1000, "4x4": 50, "6x6": 100, "12x12": 30, "16x16": 40, "25x25": 8, "32x32": 6}
"""The interval between the puzzles sampled from each shipped collection."""


def sample(name: str) -> list[Puzzle]:
    return list(islice(Corpus(FOLDER / f"{name}.txt"), 0, None, SAMPLES[name]))


def seconds_to(session: Session, done: object, most: float) -> float:
    """Return the seconds of playing until a condition is met."""
    clock, passed = Ticking(0.0001), 0.0
    session.do("play")
    while not done() and passed < most:  # type: ignore[operator]
        session.tick(FRAME, clock, 0.01)
        passed += FRAME
    return passed


def first_change(session: Session) -> float:
    """Return the seconds until the board is no longer that of the start."""

    def changed() -> bool:
        board, start = session.timeline.board_at(session.player.position), session.timeline.fresh_board()
        at = session.player.position
        shown = at > 1 or at == 1 and session.timeline.step(1).kind is Kind.REJECT  # struck through in its cell
        return (board.values, board.candidates) != (start.values, start.candidates) or shown

    return seconds_to(session, changed, 2 * SOON)


@pytest.mark.parametrize("name", slow_but(["4x4"], SAMPLES))
def test_something_happens_within_a_second_of_space(name: str) -> None:
    late = {}
    for puzzle in sample(name):
        session = Session(puzzle)
        if (passed := first_change(session)) > SOON:
            late[str(puzzle)] = passed
        session.close()
    assert not late


def test_so_it_is_with_every_algorithm() -> None:
    late = {}
    for name in few_of(UNLIKE, solvers.names()):
        if solvers.get(name).formula == "clauses" or solvers.get(name).lacking():
            continue  # it first says how large its formula is, and other processes answer at any time
        session = Session(FIG1, solver=name)
        if (passed := first_change(session)) > SOON:
            late[name] = passed
        session.close()
    assert not late


# What was struck before it


STRIKING = [name for name in solvers.names() if usual_grain(solvers.get(name)) is Grain.DIGITS]
UNLIKE = ["elimination-singles", "exact-cover", "cdcl"]
MANY = Puzzle.parse(".4......56...7.......8..72.753.....4.....6.9...2....5.3..647..1...59..7......8...")
"""A puzzle that takes several techniques."""
HARD = Puzzle.parse("7.8...3.....2.1...5.........4.....263...8.......1...9..9.6....4....7.5...........")


def watched(puzzle: Puzzle, name: str, most: int = 3000) -> Player:
    timeline = of_solver(puzzle, name)
    run_out(timeline, most)
    player, solver = Player(timeline), solvers.get(name)
    player.grains, player.usual = grains_for(solver), usual_grain(solver)
    return player


@pytest.mark.parametrize("name", slow_but(UNLIKE, STRIKING))
def test_a_digit_shows_every_candidate_struck_since_the_counted_step_before(name: str) -> None:
    with tiny_chunks():
        player = watched(HARD, name)
        timeline, before = player.timeline, 0
        faults = []
        for _ in range(60):
            player.step(1)
            settle(player)
            at = player.position
            if at == before:
                break
            expected = [0] * 81
            open_ = list(timeline.board_at(before).candidates)
            board = timeline.board_at(at)
            for cell, digit in enumerate(board.values):
                expected[cell] = 0 if digit else open_[cell] & ~board.candidates[cell]
            view = board_view(Boards.at(timeline, at, struck_since(player)))
            if [cell.struck for cell in view.cells] != expected:
                faults.append(at)
            just = [*timeline.board_at(at - 1).candidates]
            if [cell.earlier for cell in view.cells] != [gone & ~own for gone, own in zip(expected, just, strict=True)]:
                faults.append(at + 0.5)
            struck = struck_since(player)
            strikes = sum(timeline.step(i).kind is Kind.ELIMINATE for i in range(before + 1, at))
            if struck is None or struck.number != strikes:
                faults.append(-at)
            before = at
        assert not faults


def test_the_caption_says_the_digit_and_how_many_candidates_were_struck() -> None:
    player = watched(FIG1, "elimination")
    composer = Composer(FIG1, solvers.get("elimination"), player)
    player.step(1)
    settle(player)
    strikes = player.position - 1
    assert player.timeline.counts(player.position)[Kind.ELIMINATE] == strikes > 250
    said = plain(composer.scene(100).caption)
    assert " must be " in said
    assert said.endswith(brought := f" On the way, {strikes} candidates were struck (level strokes).")
    assert plain(composer.scene(100, brief=True).caption) == said.removesuffix(brought)
    player.grain = Grain.EVERY
    assert "On the way" not in plain(composer.scene(100).caption)


def test_where_placing_strikes_it_says_how_many_go_with_the_digit() -> None:
    player = watched(FIG1, "mrv")
    composer = Composer(FIG1, solvers.get("mrv"), player)
    for _ in range(20):
        player.step(1)
        settle(player)
        scene = composer.scene(100)
        struck = sum(cell.struck.bit_count() for cell in scene.board.cells)
        said = plain(scene.caption)
        assert (f" strikes {struck} candidate" in said) if struck else "it strikes" not in said.lower()


@pytest.mark.parametrize(("puzzle", "techniques", "most"), [(MANY, 3, 3), (killers()[0], 0, 9)], ids=["few", "many"])
def test_the_techniques_that_struck_a_few_cells_are_named_with_these(
    puzzle: Puzzle, techniques: int, most: int
) -> None:
    player = watched(puzzle, "human")
    composer, before, used, largest = Composer(puzzle, solvers.get("human"), player), 0, set[str](), 0
    while not player.at_end:
        player.step(1)
        settle(player)
        between = [player.timeline.step(at) for at in range(before + 1, player.position)]
        struck = {(technique_words(step.why)[0], step.cell) for step in between if step.kind is Kind.ELIMINATE}
        told = plain(composer.scene(100).caption).partition(" struck (level strokes)")[2].partition(";")[0]
        parts = re.findall(r"from (\S+(?:, \S+)*(?: and \S+)?) by (.+?)(?=, from | and from |\.?$)", told)
        named = {(how, cell) for cells, how in parts for cell in re.findall(r"r\dc\d", cells)}
        assert named == {(how, puzzle.geometry.name(cell)) for how, cell in struck if len(struck) <= 4}
        before, used, largest = player.position, used | {how for how, _ in named}, max(largest, len(struck))
    assert len(used) >= techniques and largest >= most, "the puzzle takes more than singles"


def gone_through(session: Session) -> tuple[list[int], int, int]:
    """Return the lines highlighted on the way to the next digit, and the positions before and after it."""
    clock = Ticking(0.00001)
    session.player.step(1)
    settle(session.player)
    here = session.player.position
    session.do("play")
    lit = []
    while session.player.position == here:
        session.tick(FRAME, clock, 0.01)
        lit.append(session.panes.one(CodePane).line)
    return lit, here, session.player.position


def test_slowly_the_code_is_gone_through_from_one_digit_to_the_next() -> None:
    session = Session(FIG1, speed=0.5)
    session.panes.one(CodePane).python = True
    lit, here, there = gone_through(session)
    passed = {session.timeline.place(at).line for at in range(here + 1, there + 1)}
    assert session.timeline.step(there).kind is Kind.FIX and there - here > 3
    assert passed <= set(lit), "the lines that strike, and the one that writes"
    assert len([line for line, before in zip(lit[1:], lit, strict=False) if line != before]) > there - here
    session.close()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["formula", "cdcl", "elimination-singles"])
def test_while_strikes_go_out_the_line_of_the_step_that_is_told_is_lit(name: str) -> None:
    for python in (False, True):
        session, clock, told = Session(HARD, solver=name), Ticking(0.0001), set[Kind]()
        pane = session.panes.one(CodePane)
        pane.python = python
        session.do("play")
        for _ in range(1500):
            session.tick(1 / 10, clock, 0.01)
            beat, timeline = session.player.beat, session.timeline
            if beat is None or not beat.wave or beat.end != session.player.position:
                continue
            step, view = timeline.step(beat.start + 1), session.composer.scene(80, panes=[pane]).panes.get(pane.name)
            assert isinstance(view, View)
            words, place = plain_view(session.solver, {}, step, FIG1.geometry), timeline.place(beat.start + 1)
            assert view.current == (place.line if python else words.current), step
            told.add(step.kind)
        session.close()
        assert {"formula": Kind.LOOK}.get(name, Kind.GUESS) in told


def test_slowly_the_plain_words_are_gone_through_too() -> None:
    session = Session(FIG1, solver="elimination", speed=0.5)
    lit, here, there = gone_through(session)
    words = lines_for(declared(session.solver), {})
    passed = [lit_by(words, session.timeline.step(at))[0] + 1 for at in range(here + 1, there + 1)]
    assert there - here > 3 and len(set(passed)) == 2, "it strikes, then writes"
    assert [line for line, _ in groupby(filter(None, lit[:-1]))] == [line for line, _ in groupby(passed)]
    session.close()


def test_a_dead_end_and_a_guess_taken_back_are_steps_of_their_own() -> None:
    for name in few_of(UNLIKE, STRIKING):
        player = watched(HARD, name)
        kinds = {Kind.CONFLICT, Kind.BACKTRACK, Kind.GUESS}
        for at in range(1, player.timeline.length + 1):
            step = player.timeline.step(at)
            if step.kind in kinds:
                assert CONDITIONS[Grain.DIGITS].matches(step)


def test_what_was_forgotten_is_not_shown_and_nothing_breaks() -> None:
    with tiny_chunks():
        timeline = of_solver(HARD, "elimination", cap=0)
        run_out(timeline, 2000)
        player = Player(timeline)
        player.grain = Grain.DIGITS
        for position in (2000, 1999, 1500, 700, 33, 2, 1, 0):
            player.to(position)
            settle(player)
            struck = struck_since(player)
            assert struck is None or len(struck.since) == 81
            board_view(Boards.at(timeline, player.position, struck))


def test_boards_without_candidates_have_nothing_struck() -> None:
    player = watched(FIG1, "backtracking")
    player.grain = Grain.DIGITS
    assert player.timeline.head.mode is Candidates.NONE
    player.step(1)
    settle(player)
    assert struck_since(player) is None


def test_a_wave_is_drawn_from_where_it_comes_with_all_that_it_strikes() -> None:
    waves, puzzle, solver = 0, named.find("fig1"), solvers.get("formula")
    timeline = of_solver(puzzle, "formula")
    run_out(timeline)
    composer = Composer(puzzle, solver, Player(timeline))
    player, director = composer.player, Director(timeline, solver)
    director.reach(timeline.length, Ticking(), 1.0)
    for beat in (beat for beat in director.beats if beat.wave and timeline.step(beat.end).kind is Kind.ELIMINATE):
        before, after = [list(timeline.board_at(at).candidates) for at in (beat.start, beat.end)]
        player.play()
        player.beat, timeline.shown = beat, beat.end
        cells = composer.scene(9).board.cells
        assert cells[beat.source].wash is Wash.STEP
        washed = {cell for cell, view in enumerate(cells) if view.wash is Wash.UNIT}
        assert washed == {*puzzle.geometry.peers[beat.source]}
        struck = {cell: view.struck for cell, view in enumerate(cells) if view.struck}
        blank = [cell for cell, digit in enumerate(timeline.board_at(beat.end).values) if not digit]
        assert struck == {cell: before[cell] & ~after[cell] for cell in blank if before[cell] != after[cell]}
        strikes = sum(timeline.step(position).kind is Kind.ELIMINATE for position in beat.positions)
        assert sum(mask.bit_count() for mask in struck.values()) == strikes
        waves += 1
    assert waves > 1
