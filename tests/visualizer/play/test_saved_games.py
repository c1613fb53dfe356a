"""Tests that unfinished games are restored at the next start."""

from __future__ import annotations

import json
import os
import shlex
from dataclasses import replace
from pathlib import Path

import pytest
from app_driver import SIZE, Clock, Driver
from hands import hand
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from strategies import examples

import solvers
from puzzles import Geometry, Puzzle, writing
from puzzles.corpus import named
from puzzles.puzzle import alphabet_of
from solvers.algorithms import person
from solvers.core.step import mark, place
from visualizer.cli import watch
from visualizer.cli.arguments import read_options
from visualizer.cli.main import parser_of
from visualizer.files import atomic, resolve
from visualizer.files.store import EventLog, default
from visualizer.play.saved_games import (
    DOCUMENT,
    MOST_GAMES,
    SECONDS_UNSAVED,
    WRITE_SECONDS,
    SavedGame,
    SavedGames,
    command_of,
)
from visualizer.session.session import Session
from visualizer.session.settings import Options
from visualizer.window.app import App, run

FIG1 = named.find("fig1")
ASKED = Options(FIG1, solver="mrv", size=SIZE)
NOTHING_ASKED = Options(size=SIZE, seed=1)


def played(*keys: str, options: Options = ASKED) -> tuple[int, ...]:
    """Press these keys, close the window, and return the board."""
    with Driver(options) as driver:
        for key in keys:
            driver.press(key)
            driver.until_drawn()
        driver.session.unfinished.keep(100.0)
        driver.session.unfinished.keep()
        return driver.shown()


def test_a_game_goes_on_where_it_was_left() -> None:
    before = played("P", "5", "Right", "Shift+3", "7", "Ctrl+Z")
    with Driver(NOTHING_ASKED) as driver:
        assert driver.shown() == before and driver.session.puzzle == FIG1 and driver.session.puzzle.name == "fig1"
        assert "unfinished" in driver.session.toast and driver.position == 2 and driver.session.timeline.length == 3
        assert driver.session.board.candidates[1]
        driver.press("Ctrl+Y")
        assert driver.shown()[1] == 7
        driver.press("Escape")
        assert driver.session.solver.name == "mrv"


def test_a_puzzle_that_was_being_entered_is_there_again() -> None:
    before = played("Ctrl+N", "5", "Right", "3")
    with Driver(NOTHING_ASKED) as driver:
        assert hand(driver.session).game.editing and driver.shown() == before and before[:3] == (5, 0, 3)


def test_what_is_asked_for_comes_before_what_was_left() -> None:
    played("P", "5")
    with Driver(Options(named.find("fig23"), size=SIZE)) as driver:
        assert driver.session.puzzle == named.find("fig23") and not driver.session.solver.person


def test_a_game_that_was_left_for_an_algorithm_is_gone_on_with_when_its_puzzle_is_played() -> None:
    before = played("P", "5", "Right", "7")
    played("P", "P")
    with Driver(ASKED) as driver:
        driver.press("P")
        assert driver.shown() == before


def test_out_of_the_game_and_out_of_the_program_by_esc_is_no_loss() -> None:
    played("P", "5", "Escape", "Right")
    with Driver(NOTHING_ASKED) as driver:
        assert driver.session.solver.person and driver.session.puzzle == FIG1 and driver.shown()[0] == 5


def test_with_another_puzzle_on_the_board_at_the_end_the_game_is_not_forced_on_anybody() -> None:
    played("P", "5", "P", "R")
    with Driver(NOTHING_ASKED) as driver:
        assert not driver.session.solver.person and SavedGames(default()).games[-1].puzzle == str(FIG1)


def test_what_was_entered_is_there_again_also_where_its_solution_was_watched_last() -> None:
    played("Ctrl+N", "5", "Right", "3", "E", "Right")
    with Driver(NOTHING_ASKED) as driver:
        assert hand(driver.session).game.editing and driver.shown()[:3] == (5, 0, 3)


def test_the_time_goes_on_too() -> None:
    with Driver(ASKED) as driver:
        driver.press("P")
        driver.press("5")
        hand(driver.session).game.clock.seconds = 754.0
        driver.session.unfinished.keep(100.0)
        driver.session.unfinished.keep()
    with Driver(NOTHING_ASKED) as driver:
        assert 754 <= hand(driver.session).game.clock.seconds < 760
        assert "12:3" in "".join(one.value for one in driver.app.picture.scene(driver.session).counters)


def test_a_move_is_written_soon_and_the_clock_alone_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    with Driver(ASKED, clock) as driver:
        state, saved = hand(driver.session).keeper.saved.state, []
        monkeypatch.setattr(state, "save", lambda name, data: saved.append(data) or True)
        at = [("P", 1, 0), ("5", 2, 1), ("", 3.5, 0), ("", 11, 0), ("", 13, 1), ("Ctrl+Z", 14.5, 1)]
        for key, now, writes in at:
            saved.clear()
            clock.now = now
            hand(driver.session).game.clock.seconds += 1.0
            if key:
                driver.press(key)
            driver.frame()
            assert len(saved) == writes, (key, now)


def test_a_game_that_was_solved_is_kept_no_longer() -> None:
    solution = solvers.solve(FIG1)
    assert solution is not None
    *first, last = FIG1.blanks
    one_left = FIG1.with_values([solution.givens[cell] if cell in first else FIG1.givens[cell] for cell in range(81)])
    played("P", "5", options=Options(one_left, solver="mrv", size=SIZE))
    assert SavedGames(default()).games
    played("P", str(solution.givens[last]), options=Options(one_left, solver="mrv", size=SIZE))
    assert not SavedGames(default()).games


def test_so_many_games_are_kept_the_last_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOST_GAMES >= 200
    monkeypatch.setattr("visualizer.play.saved_games.MOST_GAMES", 5)
    with Driver(ASKED) as driver:
        for i in range(8):
            driver.session.load(Puzzle(tuple(int(j == i) for j in range(81))))
            if not driver.session.solver.person:
                driver.press("P")
            hand(driver.session).game.cursor = 80
            driver.press("9")
            driver.session.unfinished.keep()
    assert [game.puzzle.index("1") for game in hand(driver.session).keeper.saved.games] == [3, 4, 5, 6, 7]
    assert [game.moves for game in SavedGames(default()).games] == ["r9c9=9"] * 5


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"games": 3},
        {"games": [3, None, {}, {"puzzle": 3, "moves": ""}, {"puzzle": "x"}]},
        {"games": [{"puzzle": "hello", "moves": "r1c1=5"}]},
        {"games": [{"puzzle": str(FIG1), "moves": "nonsense"}]},
        {"games": [{"puzzle": str(FIG1), "moves": "r1c3=5"}]},
        {"games": [{"puzzle": str(FIG1), "moves": "r1c1=5", "position": -7, "seconds": "x"}]},
        {"games": [{"puzzle": str(FIG1), "moves": "r1c1=5", "position": True}]},
    ],
)
def test_nonsense_that_was_kept_is_no_trouble(data: dict[str, object]) -> None:
    default().save(DOCUMENT, data)
    with Driver(NOTHING_ASKED) as driver:
        assert not driver.session.notice and not driver.session.solver.person
        driver.press("P")
        driver.press("5")


def test_hexadecimal_digits_stay_what_they_were() -> None:
    text = ("0123456789ABCDE." + "." * 240).replace("3", "3")
    puzzle = Puzzle.parse(text)
    assert puzzle.geometry == Geometry.of_side(16) and puzzle.alphabet
    before = played("P", "F", options=Options(puzzle, solver="mrv", size=SIZE))
    with Driver(NOTHING_ASKED) as driver:
        assert driver.shown() == before and driver.session.puzzle.alphabet == puzzle.alphabet


def test_a_folder_that_cannot_be_written_is_said_and_no_loss() -> None:
    folder = Path(os.environ["SOLVESCOPE_STATE"])
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.write_text("a file where the folder should be")
    try:
        with Driver(ASKED) as driver:
            driver.press("P")
            driver.press("5")
            driver.session.unfinished.keep(100.0)
            assert driver.shown()[0] == 5
    finally:
        folder.unlink()


def test_what_is_written_is_small_and_plain() -> None:
    played("P", "5")
    path = default().path(DOCUMENT)
    assert path is not None
    game = json.loads(path.read_text("utf-8"))["data"]["games"][0]
    assert game["moves"] == "r1c1=5" and game["puzzle"] == str(FIG1) and path.stat().st_size < 1000


def test_the_puzzle_that_is_played_opened_again_goes_on_with_the_game() -> None:
    with Driver(ASKED) as driver:
        for key in ("P", "5", "Right", "3"):
            driver.press(key)
        before = driver.shown()
        driver.session.load(replace(FIG1, name="the same"))
        assert driver.shown() == before and "unfinished" in driver.session.toast
        driver.press("E")
        driver.press("P")  # nothing was changed: it is the same puzzle
        assert driver.shown() == before and not hand(driver.session).game.editing
        driver.session.unfinished.keep(100.0)
        assert [game.moves for game in hand(driver.session).keeper.saved.games if not game.editing] == ["r1c1=5 r1c2=3"]


def test_a_game_without_a_move_takes_no_other_ones_place() -> None:
    with Driver(ASKED) as driver:
        for key in ("P", "5"):
            driver.press(key)
        driver.session.watch(FIG1, solvers.get("person"), {})
        driver.session.unfinished.keep(100.0)
        assert [game.moves for game in hand(driver.session).keeper.saved.games] == ["r1c1=5"]


KEPT_FIELDS = {
    "puzzle": st.sampled_from([str(FIG1), "5" * 81, "x", "1234" * 4]),
    "moves": st.sampled_from(["", "r1c1=5", "r1c1=5 r1c2=3", "r99c1=5", "undo"]),
    "entry": st.sampled_from(["", "a"]),
    "lines": st.lists(st.sampled_from(["r1c1=5", "\0"]), max_size=2),
    "alphabet": st.sampled_from(["", "123456789", "11"]),
}
ANYTHING = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
STRANGE_GAMES = st.lists(
    st.fixed_dictionaries(KEPT_FIELDS).flatmap(
        lambda game: st.dictionaries(st.sampled_from([*SavedGame.__dataclass_fields__]), ANYTHING).map(game.__or__)
    )
    | ANYTHING,
    max_size=3,
)


@given(games=STRANGE_GAMES | ANYTHING, here=ANYTHING | st.just(str(FIG1)))
@examples(60, unchecked=[HealthCheck.function_scoped_fixture])
def test_whatever_was_kept_the_next_start_goes_on(games: object, here: object) -> None:
    default().save(DOCUMENT, {"games": games, "here": here})
    session = Session(FIG1, None, "mrv")
    hand(session).remember(default())
    session.unfinished.go_on_with()
    keeper = hand(session).keeper
    for game in keeper.others():
        keeper.go_on_with(game.key)
    session.unfinished.keep(100.0)
    session.close()


@pytest.mark.parametrize("number", ["9" * 4301, "1e400", "NaN", "[" * 5000])
def test_a_number_that_cannot_be_read_blocks_no_start_and_loses_no_game(number: str) -> None:
    played("P", "5")
    path = default().path(DOCUMENT)
    assert path is not None
    text = path.read_text("utf-8").replace('"position": 1', f'"position": {number}')
    path.write_text(text, "utf-8")
    with Driver(NOTHING_ASKED) as driver:
        driver.frame()
        assert not driver.session.solver.person
        assert "games.json.broken" in driver.session.toast and "line" in driver.session.toast
    aside = path.with_name("games.json.broken")
    assert aside.read_text("utf-8") == text
    aside.unlink()


def full(draft: atomic.UnkeptFile) -> None:
    raise OSError(28, "No space left on device")


def test_a_save_that_failed_is_tried_again_and_said_again(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    with Driver(ASKED, clock) as driver:
        driver.press("P")
        driver.frame()
        keep = atomic.UnkeptFile.keep
        tries: list[float] = []

        def fails(draft: atomic.UnkeptFile) -> None:
            tries.append(clock.now)
            full(draft)

        monkeypatch.setattr(atomic.UnkeptFile, "keep", fails)
        clock.now = 2.0
        driver.press("5")
        driver.frame()
        assert tries and "No space left" in driver.session.toast
        driver.session.toast, last = "", tries[-1]
        clock.now = last + SECONDS_UNSAVED - 0.1
        driver.frame()
        assert tries[-1] == last, "not in each frame"
        clock.now = last + SECONDS_UNSAVED + 0.1
        driver.frame()
        assert tries[-1] == clock.now and not driver.session.toast, "tried every few seconds, though nothing changes"
        driver.press("Right")
        driver.press("7")
        clock.now += WRITE_SECONDS + 0.1
        driver.frame()
        assert tries[-1] == clock.now, "and soon where something does"
        monkeypatch.setattr(atomic.UnkeptFile, "keep", keep)
        clock.now += SECONDS_UNSAVED + 0.1
        driver.frame()
        driver.frame()
        assert "saved now" in driver.session.toast and not driver.session.unfinished.lost()
        assert [game.moves for game in SavedGames(default()).games] == ["r1c1=5 r1c2=7"]
        monkeypatch.setattr(atomic.UnkeptFile, "keep", full)
        driver.press("Ctrl+Z")
        clock.now += WRITE_SECONDS + 0.1
        driver.frame()
        driver.frame()
        assert "No space left" in driver.session.toast, "a failure after that is said, too"


def test_what_could_not_be_saved_at_the_end_is_said_with_a_way_to_go_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def plays(app: App) -> None:
        app.act("play by hand")
        hand(app.session).moves.type_digit(5)

    monkeypatch.setattr(App, "_loop", plays)
    monkeypatch.setattr(atomic.UnkeptFile, "keep", full)
    assert run(ASKED) == 3
    said = capsys.readouterr().err
    assert "No space left on device" in said
    command = shlex.split(said.splitlines()[-1])
    assert command[0] == "solvescope" and not SavedGames(default()).games
    monkeypatch.undo()
    args = parser_of(watch).parse_args(command[1:])
    read_options(args)
    session = Session(Puzzle.parse(args.puzzle), None, args.solver, options=args.options)
    assert session.board.values[0] == 5
    session.close()


SHAPES = "♠♥♦♣★●■▲◆"


@pytest.mark.parametrize(
    ("alphabet", "editing"),
    [("", False), ("ABCDEFGHI", False), ("WORDSHAPE", False), (SHAPES, False), (SHAPES, True), ("+#|.*_-12", False)],
)
def test_the_command_that_goes_on_with_a_game_knows_the_symbols_of_its_grid(alphabet: str, editing: bool) -> None:
    puzzle = replace(Puzzle.empty(Geometry.of_side(9)) if editing else FIG1, alphabet=alphabet)
    moves = [mark(1, 0, person.OWN | 0b1100), place(0, 5), place(3, 9)]
    moves = moves if editing else moves[:1]
    game = SavedGame(writing.shortest(puzzle), person.written(moves, puzzle), alphabet=alphabet, editing=editing)
    args = parser_of(watch).parse_args(shlex.split(command_of(game))[1:])
    read_options(args)
    found = resolve.one(args.puzzle)
    assert found.givens == puzzle.givens
    assert person.read(args.options["moves"], found, editing=editing) == moves
    if not set("+#|.*_-") & set(alphabet):
        assert alphabet_of(found) == alphabet_of(puzzle), "the symbols are those of the game"


def test_a_start_goes_on_with_nothing_lost_where_all_is_saved(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(App, "_loop", lambda app: app.act("play by hand"))
    assert run(ASKED) == 0 and not capsys.readouterr().err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no disk here that is always full")
def test_an_event_log_that_finds_no_room_ends_and_nothing_else_does(capsys: pytest.CaptureFixture[str]) -> None:
    with EventLog(Path("/dev/full")) as log:
        for _ in range(3):
            log.write("step", {"position": 1})
        assert not log.kept
    assert capsys.readouterr().err == "solvescope: the event log /dev/full ends early: No space left on device\n"
