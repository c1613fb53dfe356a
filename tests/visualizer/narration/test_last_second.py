"""Tests that the summary of the last second, shown when steps are too fast to read, is true, short and steady."""

from __future__ import annotations

import re
from functools import partial
from itertools import islice, product

import pytest
from runs import Ticking, of_solver, of_steps
from slow import few_of, slow_but
from summaries import Recount, Second, is_true

import solvers
from puzzles.corpus import named
from solvers.core.step import Kind, Step, Why, look
from visualizer.analysis.dials import Dials
from visualizer.narration.captions import in_short
from visualizer.narration.last_second import HELD, LONGEST, SHORT, LastSecond
from visualizer.scene.composer import Composer, Slow
from visualizer.text.spans import plain
from visualizer.timeline.player import READABLE, Player

pytestmark = pytest.mark.usefixtures("fast_keeper")

NOTHING = re.compile(r"(?:[Nn]o [a-z]|[Dd]epth \d+$)")
"""Matches a part of a sentence that says nothing about what happened."""
PUZZLES = ("minimal-9-1", "fig1", "side-16")
LENGTH = 8_000


def trace(name: str, puzzle: str) -> list[Step]:
    steps = (step for step in solvers.trace(named.find(puzzle), name) if step.kind is not Kind.PENDING)
    most = 200 if solvers.get(name).family == "Human techniques" else LENGTH
    return list(islice(steps, most))


def happened(sentence: str) -> bool:
    """Return whether a sentence says that something happened, not only that something did not."""
    return not all(NOTHING.match(part) for part in sentence.removesuffix(".").split(", "))


SEARCHES = [name for name in solvers.names() if not solvers.get(name).black_box]
UNLIKE = ("backtracking", "rows", "cdcl", "exact-cover", "annealing", "human")
"""Algorithms with different kinds of dials."""


@pytest.mark.parametrize("name", slow_but(UNLIKE, SEARCHES))
def test_what_is_said_of_the_last_second_is_so(name: str) -> None:
    solver, said, faults = solvers.get(name), set[str](), []
    for name_of_puzzle in few_of(PUZZLES[:1], PUZZLES):
        puzzle = named.find(name_of_puzzle)
        if solver.fits(puzzle):
            continue
        steps = trace(name, name_of_puzzle)
        timeline = of_steps(steps, partial(solver.board, puzzle))
        run = Recount(solver.board(puzzle), steps)
        for longest, rate in product((LONGEST, SHORT), (24, 400, 4000)):
            teller, last = LastSecond(Dials(timeline, solver), longest), ""
            for tick in range(min(64, 8 * (len(steps) // rate)) + 1):
                position = tick * rate // 8
                sentence = teller.tell(tick / 8, position, timeline.board_at(position))
                if sentence != last:
                    last, (start, end) = sentence, (moment.position for moment in teller.summed_up or ())
                    assert position - end < rate * HELD and end - start <= rate + rate // 8, "it is about a second"
                    assert len(sentence) <= longest and sentence.endswith(".")
                    said.add(sentence)
                    assert happened(sentence), sentence
                    assert len(re.findall("depth|no guess yet", sentence.lower())) <= 1, sentence
                    if not is_true(Second(run, start, end, position), sentence):
                        faults.append(f"{name_of_puzzle}, steps {start} to {position}: {sentence}")
    assert said and not faults, faults


def test_before_the_first_guess_and_at_one_depth_it_says_so() -> None:
    puzzle, solver = named.find("fig1"), solvers.get("elimination")
    timeline = of_solver(puzzle, "elimination")
    timeline.reach(500, Ticking(), 1.0)
    teller = LastSecond(Dials(timeline, solver), LONGEST)
    said = [teller.tell(tick / 8, 25 * tick, timeline.board_at(25 * tick)) for tick in range(10)]
    assert said[-1].endswith(", no guess yet."), said


@pytest.mark.parametrize("apart", [0.1, HELD])
def test_where_nothing_else_happens_the_looks_of_the_last_second_are_counted(
    apart: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("visualizer.narration.last_second._APART", apart)
    solver = solvers.get("backtracking")
    timeline = of_steps([look(cell) for cell in range(81)] * 10, partial(solver.board, named.find("fig1")))
    teller, renewed = LastSecond(Dials(timeline, solver), LONGEST), dict[int, float]()
    for tick in range(60):
        sentence = teller.tell(tick / 8, 10 * tick, timeline.board_at(10 * tick))
        if teller.summed_up:
            start, end = (moment.position for moment in teller.summed_up)
            assert sentence == f"{end - start} looks, no guess yet."
            assert end - start == min(80, end), "it is about the last second"
            renewed.setdefault(end, tick / 8)
    assert list(renewed.values()) == [HELD * number for number in range(1, 15)]


def playing() -> tuple[Player, Composer]:
    """Return a player of a long search that records less ahead than usual, and the composer of its scenes."""
    puzzle = named.find("minimal-9-1")
    player = Player(of_solver(puzzle, "backtracking"))
    player.ahead = 1000
    return player, Composer(puzzle, solvers.get("backtracking"), player)


def test_a_sentence_is_renewed_twice_a_second_and_keeps_its_form() -> None:
    player, composer = playing()
    player.speed = 2000.0
    player.play()
    changes, last = [], ""
    for frame in range(60 * 8):
        player.tick(1 / 60, Ticking(), 1.0)
        said = plain(composer.scene(60, fresh=Slow.NONE).caption)
        if said != last:
            changes.append((frame / 60, said))
            last = said
    assert changes[0][1].startswith("Running at 2 k steps/s.") and len(changes) > 10
    assert changes[1][0] < 0.7, "the first second is summed up before it is over"
    assert all(said.startswith("Depth ") and "a dead end every" in said for _, said in changes[1:])
    gaps = [later - earlier for (earlier, _), (later, _) in zip(changes[1:], changes[2:], strict=False)]
    assert all(HELD - 0.01 <= gap < 4 * HELD for gap in gaps)


def test_after_a_rest_nothing_of_before_is_summed_up() -> None:
    player, composer = playing()
    player.speed = 500.0
    player.play()
    for _ in range(80):
        player.tick(1 / 60, Ticking(), 1.0)
        composer.scene(60)
    assert plain(composer.scene(60).caption).startswith("Depth ")
    player.pause()
    at_rest = plain(composer.scene(60).caption)
    assert at_rest and "Depth " not in at_rest
    player.play()
    for _ in range(20):
        player.tick(1 / 60, Ticking(), 1.0)
        assert plain(composer.scene(60).caption) == at_rest, "it stays until there is a first summary"


def test_a_run_that_only_becomes_faster_is_summed_up_at_once() -> None:
    player, composer = playing()
    player.play()
    for speed in (10.0, READABLE, 50.0):
        player.speed = speed
        for _ in range(120):
            player.tick(1 / 60, Ticking(), 1.0)
            said = plain(composer.scene(60).caption)
            assert said.startswith("Depth ") is (speed > READABLE), said


@pytest.mark.parametrize("name", slow_but(UNLIKE, SEARCHES))
def test_a_lane_says_every_step_in_a_few_words(name: str) -> None:
    for number, puzzle in enumerate(("fig1", "side-16", "bad21")):
        if solvers.get(name).fits(named.find(puzzle)):
            continue
        board = solvers.get(name).board(named.find(puzzle))
        for step in trace(name, puzzle)[: 400 - 100 * number]:
            board.apply(step)
            said = in_short(step, board)
            assert len(said) <= SHORT and "{" not in said and "  " not in said and not said.startswith(" "), said
            assert said.startswith("Dead end") == (step.kind is Kind.CONFLICT), said
            assert ("no digit fits" in said) == (step.why is Why.NO_CANDIDATE and step.cell >= 0), said
            if step.cell >= 0 and step.kind is not Kind.LOOK and "column" not in said and said != "Dead end":
                assert board.geometry.name(step.cell) in said
