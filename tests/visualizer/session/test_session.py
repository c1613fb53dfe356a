"""Tests of the session's commands on puzzles, solvers and corpora, including the ways in which they fail."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from runs import Ticking
from slow import slow_but

import solvers
from puzzles import Corpus, Puzzle
from puzzles.corpus import named
from solvers.core.step import GAVE_UP, Kind, Step, guess
from visualizer.files.store import EventLog
from visualizer.keymap import WATCH
from visualizer.session.session import Session, open_session
from visualizer.session.settings import Options
from visualizer.timeline.condition import Grain
from visualizer.timeline.player import Cut
from visualizer.timeline.transport import Motion

OWN = [
    row.id
    for row in WATCH
    if row.group in ("Watch", "Step", "Choose")
    and row.id != "quiz"  # which names a key of the window
    and not row.handler.__module__.startswith("visualizer.window")
]
"""The actions that a session carries out without a window."""
FIG1, TWO, LAB = named.find("fig1"), named.find("fig23"), named.find("lab")


def settle(session: Session, ticks: int = 5000) -> None:
    """Let time pass until nothing is running."""
    for _ in range(ticks):
        if not (session.running or session.supply.drawing):
            return
        session.tick(0.05, time.perf_counter, 0.02)
    raise AssertionError("it does not come to rest")


def digits(session: Session) -> tuple[int, ...]:
    return tuple(session.timeline.board_at(session.player.position).values)


@pytest.fixture
def corpus(tmp_path: Path) -> Iterator[Corpus]:
    file = tmp_path / "some.txt"
    file.write_text("\n".join(str(named.find(name)) for name in ("fig1", "lab", "formula", "minimal-4", "side-16")))
    with Corpus(file, seed=4) as corpus:
        yield corpus


@pytest.fixture
def nines(monkeypatch: pytest.MonkeyPatch) -> str:
    """Register a solver that accepts only 9x9 grids, as the last in the list."""
    monkeypatch.setattr("solvers.core.registry._solvers", dict(solvers.core.registry._solvers))
    solvers.register("nines", title="Nines", summary="", source="", sizes=lambda geometry: geometry.side == 9)(
        lambda puzzle: solvers.trace(puzzle, "elimination")
    )
    return "nines"


def test_a_session_does_what_is_in_the_table_and_not_a_front_ends() -> None:
    session = Session(FIG1)
    assert session.do("play") and session.running
    assert not session.do("theme") and not session.do("undo") and not session.do("no such thing")


EVERY_FATE = ["fig1", "fig23", "misprint", "deep-2", "blank", "complete", "minimal-4"]


@pytest.mark.parametrize("id", OWN)
@pytest.mark.parametrize("name", slow_but(["fig1"], EVERY_FATE))
def test_every_verb_can_be_said_at_any_time(name: str, id: str, corpus: Corpus) -> None:
    for start in ("nothing", "play", "end", "another"):
        session = Session(named.find(name), corpus, "elimination")
        try:
            session.do(start)
            session.tick(0.1, time.perf_counter, 0.01)
            assert session.do(id)
            session.tick(0.1, time.perf_counter, 0.01)
            assert session.timeline.failure is None and not session.notice
            assert 0 <= session.player.position <= session.timeline.length
        finally:
            session.supply.corpus = None
            session.close()


# Puzzles


def test_without_a_puzzle_one_is_drawn_and_without_a_corpus_the_board_is_empty(corpus: Corpus) -> None:
    assert Session(None, corpus).puzzle in list(corpus)
    assert Session(None, None).puzzle == Puzzle.empty()


def test_a_given_puzzle_is_not_replaced_by_a_drawn_one(corpus: Corpus) -> None:
    assert Session(FIG1, corpus).puzzle is FIG1


def test_random_without_a_corpus_says_so() -> None:
    session = Session(FIG1)
    session.do("random")
    assert "No puzzle file" in session.toast and session.puzzle is FIG1


def test_every_puzzle_of_the_corpus_is_drawn_at_some_time(corpus: Corpus) -> None:
    session = Session(None, corpus)
    seen = set()
    for _ in range(80):
        session.do("random")
        settle(session)
        seen.add(session.puzzle)
    assert seen == set(corpus)


def test_text_that_is_no_puzzle_gives_a_notice_and_the_board_stays() -> None:
    session = Session(FIG1)
    session.player.to(1)
    session.paste("12x4" * 4 + "!")
    assert session.notice.startswith("The pasted text is not a puzzle.") and "line 1" in session.notice
    assert (session.puzzle, session.player.position) == (FIG1, 1)
    session.notice = ""
    session.paste(str(LAB))
    assert session.puzzle == LAB and not session.notice


def test_the_origin_names_the_puzzle_and_the_file_that_random_draws_from(corpus: Corpus) -> None:
    corpus.wait()
    session = Session(FIG1, corpus)
    assert "fig1" in session.origin() and "some.txt" in session.origin() and "5 puzzles" in session.origin()
    session.do("random")
    settle(session)
    assert "some.txt" in session.origin() and "fig1" not in session.origin()
    assert Session(FIG1).origin() == "fig1"


def test_news_is_told_once(corpus: Corpus) -> None:
    session = Session(FIG1, corpus)
    corpus.wait()
    session.supply.news()
    assert not session.supply.news()
    assert not Session(FIG1).supply.news()


# Solvers


def test_changing_the_solver_keeps_the_puzzle_and_the_speed_of_what_counts_and_starts_anew() -> None:
    session = Session(FIG1, solver="mrv")
    session.player.cut = Cut.FIXED
    session.do("faster")
    session.do("forward")
    speed = session.player.speed
    assert session.set_solver("elimination")
    assert (session.puzzle, session.player.speed, session.player.position) == (FIG1, speed, 0)
    assert session.player.grain is Grain.DIGITS
    settled = session.timeline
    assert session.set_solver("elimination") and session.timeline is settled, "the same again changes nothing"


def test_what_counts_is_what_suits_the_algorithm_until_it_is_chosen() -> None:
    session = Session(FIG1, solver="backtracking")
    assert session.player.grain is Grain.EVERY
    session.set_solver("cdcl")
    assert session.player.grain is Grain.DIGITS and session.player.speed == Grain.DIGITS.usual_speed
    session.player.grain = Grain.RESTARTS
    session.set_solver("mrv")
    assert session.player.grain is Grain.DIGITS, "it never restarts"
    session.player.grain = Grain.GUESSES
    for name in ("backtracking", "cdcl", "sat"):
        session.set_solver(name)
        assert session.player.grain is Grain.GUESSES
    session.close()


def test_each_granularity_keeps_its_own_speed_and_one_asked_for_at_the_start_is_that_of_all() -> None:
    session = Session(FIG1, solver="elimination")
    session.player.cut = Cut.FIXED
    session.do("faster")
    session.do("detail")
    session.do("detail")
    assert (session.player.grain, session.player.speed) == (Grain.EVERY, Grain.EVERY.usual_speed)
    session.player.grain = Grain.DIGITS
    assert session.player.speed == 10.0
    asked = Session(FIG1, solver="elimination", speed=60.0)
    assert asked.player.speed == 60.0 and asked.do("detail") and asked.player.speed == 60.0


def test_a_speed_asked_for_is_said_to_be_fixed_and_a_key_directs_the_run() -> None:
    session = open_session(Options(FIG1, speed=5.0), EventLog(None))
    assert (session.player.cut, session.toast) == (Cut.FIXED, "A fixed speed, as you asked. W directs the run.")
    session.do("cut")
    assert session.player.cut is Cut.WHOLE
    session.close()
    for options in (Options(FIG1), Options(FIG1, grain="digits")):
        session = open_session(options, EventLog(None))
        assert (session.player.cut, session.toast) == (Cut.WHOLE, "")
        session.close()


def test_an_unknown_solver_is_an_error_of_the_program() -> None:
    with pytest.raises(LookupError, match="choose one of: backtracking"):
        Session(FIG1, solver="no such solver")


def test_a_solver_that_does_not_know_the_size_is_passed_over(nines: str) -> None:
    session = Session(named.find("minimal-4"))
    for _ in solvers.names():
        session.do("next solver")
        assert session.solver.name != nines and not session.notice
    assert not session.set_solver(nines)
    assert "4x4" in session.notice and "Tab" in session.notice and session.solver.name != nines


def test_a_puzzle_of_another_size_falls_back_to_a_solver_that_knows_it(nines: str) -> None:
    session = Session(FIG1, solver=nines)
    session.load(named.find("minimal-4"))
    assert session.solver.name == solvers.DEFAULT and "4x4" in session.toast
    settle(session)


def test_sat_mode_goes_back_to_the_solver_before_it_however_it_was_reached() -> None:
    for before in ("backtracking", "elimination"):
        session = Session(FIG1, solver=before)
        session.do("sat")
        session.do("sat")
        assert session.solver.name == before
    session = Session(FIG1, solver="backtracking")
    while session.solver.name != "sat":
        before = session.solver.name
        session.do("previous solver")
    session.do("sat")
    assert session.solver.name == "sat" and session.running, "nothing had been asked yet"
    session.do("sat")
    assert session.solver.name == before
    session.close()


def test_a_run_that_is_put_away_ends_its_generator(monkeypatch) -> None:
    ended: list[str] = []

    def watched(puzzle: Puzzle) -> Iterator[Step]:
        try:
            yield from solvers.trace(puzzle, "elimination")
        finally:
            ended.append("ended")

    monkeypatch.setattr("solvers.core.registry._solvers", dict(solvers.core.registry._solvers))
    solvers.register("watched", title="", summary="", source="")(watched)
    for put_away in (lambda s: s.load(LAB), lambda s: s.close()):
        ended.clear()
        session = Session(FIG1, solver="watched")
        session.do("forward")
        assert not ended
        put_away(session)
        assert ended == ["ended"]


# The end


def test_every_solution_is_found_and_then_it_is_said_how_many_there_are() -> None:
    session = Session(TWO)
    seen = set()
    for _ in range(2):
        session.do("another")
        settle(session)
        seen.add(digits(session))
    assert seen == {solution.givens for solution in solvers.solutions(TWO)} and len(seen) == 2
    session.do("another")
    settle(session)
    session.do("another")
    assert "there are 2 in all" in session.toast


def test_the_way_to_the_next_solution_is_directed_and_asking_again_goes_there() -> None:
    session = Session(TWO, solver="backtracking")
    session.do("end")
    settle(session)
    first, shown = session.player.position, set[int]()
    session.do("another")
    while session.player.mode is Motion.PLAYING and len(shown) < 4:
        session.tick(1 / 60, Ticking(0.0001), 0.01)
        shown.add(session.player.position)
    assert session.player.beat and session.player.mode is Motion.PLAYING and len(shown) == 4
    session.do("another")
    settle(session)
    assert session.player.position > max(shown) > first
    assert session.timeline.step(session.player.position).kind is Kind.SOLVED
    session.close()


def test_at_the_end_play_forward_and_end_say_what_comes_next() -> None:
    session = Session(FIG1)
    session.do("end")
    settle(session)
    for verb in ("play", "forward", "end"):
        session.do("home")
        assert not session.toast, "a toast goes with the next key"
        session.do("end")
        settle(session)
        session.do(verb)
        assert session.toast.startswith("Already solved.") and session.player.mode is Motion.PAUSED
        assert all(f"{key}: " in session.toast for key in ("R", "Home", "N"))


def test_when_all_solutions_are_known_no_further_one_is_offered() -> None:
    session = Session(FIG1)
    for _ in range(3):
        session.do("another")
        settle(session)
    assert "there is only one" in session.toast and "N: " not in session.toast


def test_a_remark_on_how_a_run_may_end_goes_when_it_has_ended() -> None:
    session = Session(FIG1, solver="human")
    assert [one.text for one in session.remarks] == [
        "May give up without an answer, and never proves that there is none."
    ]
    session.player.end()
    settle(session)
    assert not session.remarks
    session.close()


def test_yes_is_an_answer_only_where_something_was_asked() -> None:
    session, said = Session(FIG1), list[str]()
    assert not session.agree() and not session.cover
    session.ask("Throw it away?", lambda: said.append("yes"))
    assert session.cover and session.agree() and said == ["yes"] and not session.notice
    session.ask("Throw it away?", lambda: said.append("yes"))
    session.decline()
    assert not session.agree() and said == ["yes"] and not session.cover
    session.turn_help()
    assert session.cover
    session.close()


def test_an_impossible_puzzle_ends_without_a_solution() -> None:
    for name in ("misprint", "deep-2", "cell-bare"):
        session = Session(named.find(name))
        session.do("end")
        settle(session)
        session.do("play")
        assert "without a solution" in session.toast and "N: " not in session.toast


def test_a_method_that_gives_up_is_not_said_to_have_proved_anything(monkeypatch) -> None:
    def once(puzzle: Puzzle) -> Iterator[Step]:
        yield guess(puzzle.blanks[0], 3)
        yield GAVE_UP

    monkeypatch.setattr("solvers.core.registry._solvers", dict(solvers.core.registry._solvers))
    solvers.register("once", title="Once", summary="", source="", complete=False)(once)
    session = Session(FIG1, solver="once")
    session.do("end")
    settle(session)
    assert session.timeline.last_kind() is Kind.GAVE_UP
    session.do("play")
    assert "no solution" not in session.toast.lower()


# The log


def test_the_log_tells_of_notices_and_toasts(tmp_path: Path) -> None:
    path = tmp_path / "log"
    with EventLog(path) as log:
        session = Session(FIG1, log=log)
        session.do("random")
        session.notice = "Größe: 4×4"
        session.note("mine", extra=[1, 2])
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert [line["event"] for line in lines] == ["random", "mine"]
    assert "No puzzle file" in lines[0]["toast"] and "notice" not in lines[0]
    assert lines[1]["notice"] == "Größe: 4×4" and lines[1]["extra"] == [1, 2]
    facts = ("puzzle", "solver", "position", "mode", "length", "speed", "granularity")
    assert [lines[1][key] for key in facts] == [str(FIG1), "elimination", 0, "paused", 0, 5.0, "digits"]


def test_a_line_is_in_the_file_as_soon_as_it_is_written(tmp_path: Path) -> None:
    with EventLog(tmp_path / "log") as log:
        log.write("one", text="line\nbreak")
        assert (tmp_path / "log").read_text().count("\n") == 1


def test_without_a_path_nothing_is_logged_and_a_closed_log_is_silent(tmp_path: Path) -> None:
    EventLog(None).write("x")
    log = EventLog(tmp_path / "log")
    log.close()
    log.close()
    log.write("late")
    assert (tmp_path / "log").read_text() == ""


def test_a_key_that_stops_a_search_says_so_and_one_that_goes_on_does_not() -> None:
    for keys, says in (("end", "previous conflict"), True), (("end", "faster"), False), (("end", "end"), False):
        session = Session(named.find("uphill-1"), solver="backtracking")
        for key in keys:
            session.do(key)
        assert ("The search under way was stopped." in session.toast) is says
        assert session.running is not says
        session.close()
    session = Session(FIG1, solver="backtracking")
    session.do("play")
    session.do("play")
    assert not session.toast, "a pause is no surprise"
    session.close()


def test_another_algorithm_than_the_black_box_that_has_answered_is_played() -> None:
    if lacking := solvers.get("sat").lacking():
        pytest.skip(lacking)
    session = Session(FIG1, solver="sat")
    session.do("end")
    settle(session)
    assert session.set_solver("backtracking", play=True)
    assert session.player.mode is Motion.PLAYING and session.player.position == 0
    session.close()
