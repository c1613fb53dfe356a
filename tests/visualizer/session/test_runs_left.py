"""Tests that a run is still there after switching to another algorithm and back, as far as memory allows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hands import hand
from runs import Plain, Ticking, agrees, of_solver, run_out, tiny_chunks

import solvers
from puzzles import Puzzle
from puzzles.corpus import named
from solvers import Step
from solvers.algorithms import person
from solvers.core.board import Board
from solvers.core.step import PENDING, Kind, look
from visualizer.session import run_history
from visualizer.session.run_history import MOST_RUNS
from visualizer.session.session import Session
from visualizer.timeline.player import Player
from visualizer.timeline.timeline import Memory
from visualizer.timeline.transport import Motion
from visualizer.watch.mode import WatchMode

FIG1, FIG23 = named.find("fig1"), named.find("fig23")


def go(session: Session, position: int) -> None:
    session.player.to(position)
    arrives(session, position)


def arrives(session: Session, position: int) -> None:
    for _ in range(1000):
        if session.player.position == position:
            return
        session.tick(0.1, Ticking(0.001), 0.1)
    raise AssertionError(f"still at {session.player.position}")


@pytest.mark.parametrize("away", ["sat", "next solver", "previous solver"])
def test_a_run_is_returned_to_as_it_was_left(away: str) -> None:
    back = {"sat": "sat", "next solver": "previous solver", "previous solver": "next solver"}[away]
    session = Session(FIG1, solver="cdcl")
    go(session, 323)
    timeline, line = session.timeline, session.timeline.place(323)
    shown = session.composer.scene(100).board
    session.do(away)
    assert session.timeline is not timeline and session.player.position == 0
    session.do(back)
    assert session.timeline is timeline and session.player.position == 323
    assert session.player.mode is Motion.PAUSED and session.timeline.place(323) == line
    assert session.composer.scene(100).board == shown
    go(session, 400)
    plain = Plain.of([timeline.step(p) for p in range(1, 401)], solvers.get("cdcl").board(FIG1))
    agrees(timeline, plain, 400)
    session.close()


def test_one_goes_back_through_the_runs_in_the_order_they_were_left_even_if_not_kept(monkeypatch) -> None:
    monkeypatch.setattr("visualizer.session.run_history.MOST_RUNS", 1)
    session = Session(FIG1, solver="backtracking")
    go(session, 30)
    assert session.set_solver("annealing", {"seed": 5})
    go(session, 20)
    assert session.set_solver("annealing", {"seed": 6})
    go(session, 10)
    session.do("before")
    assert (session.solver.name, dict(session.options)) == ("annealing", {"seed": 5}) and "seed=5" in session.toast
    go(session, 20)
    session.do("before")
    go(session, 30)
    assert session.solver.name == "backtracking" and not session.options
    session.do("before")
    assert session.solver.name == "backtracking" and "no earlier run" in session.toast
    session.load(FIG23)
    session.do("before")
    assert session.puzzle == FIG1 and session.solver.name == "backtracking", "another puzzle is no end of it"
    go(session, 30)
    session.do("after")
    assert session.puzzle == FIG23 and session.player.position == 0
    session.close()


def test_a_run_that_was_left_beyond_a_solution_is_made_again_up_to_there(monkeypatch) -> None:
    monkeypatch.setattr("visualizer.session.run_history.MOST_RUNS", 1)
    session = Session(FIG23, solver="backtracking")
    session.timeline.reach(1_000_000, Ticking(), 1)
    assert session.timeline.resting
    session.timeline.resume()
    beyond = session.timeline.length + 5
    go(session, beyond)
    for away in ("mrv", "cdcl"):
        assert session.set_solver(away)
        go(session, 1)
    for _ in "mrv", "backtracking":
        session.do("before")
    arrives(session, beyond)
    assert session.solver.name == "backtracking"
    session.close()


def test_what_is_played_goes_on_where_it_was_left_at_the_speed_chosen_since() -> None:
    session = Session(FIG1, solver="cdcl", speed=20)
    session.do("play")
    session.tick(0.1, Ticking(0.0), 0.1)
    session.set_solver("mrv")
    session.do("faster")
    session.set_solver("cdcl")
    player = session.player
    assert (player.mode, player.timeline.step(player.position).kind) == (Motion.PLAYING, Kind.FIX)
    assert (player.counted(player.position), player.speed) == (2, 50)
    session.close()


def test_another_puzzle_ends_them_and_so_does_the_end() -> None:
    for last in (lambda s: s.load(FIG1), lambda s: s.close()):
        session = Session(FIG1, solver="cdcl")
        go(session, 10)
        left = session.timeline
        session.do("next solver")
        holders = left.memory.holders
        assert left in holders
        last(session)
        assert left not in holders
        session.close()


def test_a_run_of_which_nothing_has_been_made_is_not_kept_nor_more_than_the_last_few(monkeypatch) -> None:
    monkeypatch.setattr("solvers.core.registry._solvers", dict(solvers.core.registry._solvers))
    ended: list[str] = []

    def of(name: str) -> None:
        def run(puzzle: Puzzle) -> Iterator[Step]:
            try:
                for cell in puzzle.geometry.cells:
                    yield look(cell)
            finally:
                ended.append(name)

        solvers.register(name, title=name, summary="", source="")(run)

    names = [f"tried-{number}" for number in range(MOST_RUNS + 2)]
    for name in names:
        of(name)
    session = Session(FIG1)
    for name in names:
        session.set_solver(name)
        go(session, 5)
    session.set_solver("mrv")
    assert ended == names[:2]
    session.set_solver("rows")  # mrv has made no step: it pushes nobody out
    assert ended == names[:2]
    session.set_solver(names[2])
    assert session.player.position == 5
    session.close()
    assert sorted(ended) == names


def test_a_run_is_kept_though_it_waits_and_a_black_box_that_has_answered_too(monkeypatch) -> None:
    def slow(puzzle: Puzzle) -> Iterator[Step]:
        yield look(0)
        while True:
            yield PENDING

    monkeypatch.setattr("solvers.core.registry._solvers", dict(solvers.core.registry._solvers))
    solvers.register("slow", title="Slow", summary="", source="")(slow)
    for name, end in (("slow", 1), ("sat", 20)):
        session = Session(FIG1, solver=name)
        go(session, end)
        if name == "slow":
            session.do("play")
            session.tick(0.1, Ticking(0.001), 0.1)
            assert session.timeline.waiting
        left = session.timeline
        session.set_solver("mrv")
        session.set_solver(name)
        assert session.timeline is left and session.player.position == end, name
        session.close()


def test_a_solver_that_was_loaded_anew_is_another_one(monkeypatch) -> None:
    monkeypatch.setattr("solvers.core.registry._solvers", dict(solvers.core.registry._solvers))
    session = Session(FIG1, solver="cdcl")
    go(session, 10)
    old = session.timeline
    solvers.core.registry.put(replace(solvers.get("cdcl")))
    session.set_solver("cdcl")
    assert session.player.position == 0 and old not in old.memory.holders
    session.close()


def test_runs_set_aside_forget_first_but_not_where_they_were_left() -> None:
    with tiny_chunks():
        memory = Memory(2**40)
        aside, watched = (of_solver(FIG1, "backtracking") for _ in range(2))
        for timeline in (aside, watched):
            timeline.memory.leave(timeline)
            timeline.memory = memory
            memory.holders.append(timeline)
            run_out(timeline, 2000 if timeline is aside else 3000)
        plain = Plain.of([aside.step(p) for p in range(1, 901)], aside.run.board())
        Player(aside).to(900)
        aside.aside = True
        held = watched.bytes
        memory.cap = memory.used - aside.bytes // 4
        memory.trim()
        assert memory.used <= memory.cap and watched.bytes == held, "though it holds more"
        assert aside.known(900)
        agrees(aside, plain, 900)
        aside.aside = False
        memory.cap = memory.used - 1
        memory.trim()
        assert watched.bytes < held


def test_the_memory_forgets_nothing_of_one_that_has_left() -> None:
    memory = Memory()
    timeline = of_solver(FIG23, "mrv")
    memory.holders.append(timeline)
    timeline.aside = True
    memory.leave(timeline)
    assert memory.holders == [] and memory.used == 0


def test_no_line_of_moves_is_lost_when_one_goes_back_and_begins_another() -> None:
    session = Session(FIG1, solver="mrv")
    session.do("play by hand")
    blank = [cell for cell, given in enumerate(FIG1.givens) if not given]
    for digit in (1, 2, 3, 4):  # each is written in place of the one before, from the first line
        hand(session).game.cursor = blank[0]
        hand(session).moves.type_digit(digit)
        session.do("undo")
        hand(session).game.cursor = blank[1]
        hand(session).moves.type_digit(digit)
        session.do("before")
        session.do("home")
    session.do("play by hand")
    session.do("next solver")
    session.do("play by hand")
    lines = {str(session.options.get("moves"))}
    while session.runs.before:
        session.do("before")
        lines.add(str(session.options.get("moves")))
    assert {line.split("=")[-1] for line in lines if "=" in line} >= {"1", "2", "3", "4"}
    first, second = (FIG1.geometry.name(cell) for cell in blank[:2])
    assert {f"{second}={digit}" for digit in (1, 2, 3, 4)} <= {line.split(" ")[-1] for line in lines}
    assert {f"{first}={digit}" for digit in (1, 2, 3, 4)} <= {line.split(" ")[0] for line in lines}
    session.close()


@pytest.mark.parametrize("editing", [False, True])
def test_moves_are_parsed_once_although_they_are_checked_first(editing: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    words, step = list[str](), person._step

    def parse(word: str, puzzle: Puzzle, board: Board) -> Step:
        words.append(word)
        return step(word, puzzle, board)

    monkeypatch.setattr(person, "_step", parse)
    moves = {"moves": "r1c1=1 r1c2=2 r1c1=4"}
    session = Session(FIG1, solver="person", options={**moves, "editing": True} if editing else moves)
    assert words == ["r1c1=1", "r1c2=2", "r1c1=4"]
    session.do("undo")
    hand(session).game.cursor = 0
    hand(session).moves.type_digit(6)
    assert session.options["moves"] == "r1c1=1 r1c2=2 r1c1=6" and words[3:] == ["r1c1=1", "r1c2=2", "r1c1=6"]
    session.close()


def test_a_persons_moves_are_let_go_after_the_runs_of_solvers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_history, "MOST_BEFORE", 3)
    session = Session(FIG1, solver="mrv")
    session.do("play by hand")
    hand(session).moves.type_digit(1)
    for _ in range(5):
        session.modes[WatchMode].next_solver(1)
        session.do("forward")
    session.modes[WatchMode].next_solver(1)
    assert len(session.runs.before) == 3
    assert [run.solver.person for run in session.runs.before] == [True, False, False]
    session.close()


def test_one_goes_back_to_moves_on_the_same_puzzle_written_in_other_symbols() -> None:
    session = Session(FIG1, solver="mrv")
    session.do("play by hand")
    hand(session).moves.type_digit(1)
    session.do("play by hand")
    session.load(replace(FIG1, alphabet="ABCDEFGHI"))
    session.do("before")
    assert not session.notice and session.options == {"moves": "r1c1=1"} and session.timeline.length == 1
    session.do("after")
    assert session.puzzle.alphabet == "ABCDEFGHI"
    session.close()


def test_a_run_that_cannot_be_made_again_does_not_bar_the_way_back(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(FIG1, solver="mrv")
    for name in ("elimination", "backtracking", "annealing"):
        session.do("forward")
        session.set_solver(name)
    session.runs.clear()
    monkeypatch.setattr(solvers.Solver, "lacking", lambda self, *_: "It is gone." * (self.name == "backtracking"))
    session.do("before")
    assert session.notice == "It is gone." and session.solver.name == "annealing"
    session.decline()
    session.do("before")
    assert session.solver.name == "elimination"
    session.close()
