"""Tests that no key ever loses a sequence of moves, whether within a session or between sessions."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from app_driver import SIZE, Driver
from hands import hand
from hypothesis import given
from hypothesis import strategies as st
from slow import slow_but

import solvers
from puzzles import Position
from puzzles.corpus import named
from visualizer.files.store import default
from visualizer.play.saved_games import MOST_BYTES, SavedGame, SavedGames, as_data, bounded, goes_on, merged, with_lines
from visualizer.session.session import Session
from visualizer.session.settings import Options

FIG1, FIG23 = named.find("fig1"), named.find("fig23")
ASKED = Options(FIG1, solver="mrv", size=SIZE, seed=1)
NOTHING_ASKED = Options(size=SIZE, seed=1)


@pytest.fixture
def driver() -> Iterator[Driver]:
    with Driver(ASKED) as driver:
        yield driver


def press(driver: Driver, *keys: str) -> None:
    for key in keys:
        driver.press(key)
        driver.until_drawn()


def written(session: Session) -> str:
    return str(session.options.get("moves", ""))


def gone_back(driver: Driver, times: int) -> list[str]:
    """Return the lines reached by going back, latest first."""
    lines = []
    for _ in range(times):
        driver.press("Ctrl+Backspace" if driver.session.solver.person else "Backspace")
        lines.append(written(driver.session))
    return lines


def test_lines_are_gone_back_to_in_the_order_in_which_they_were_left(driver: Driver) -> None:
    press(driver, "P", "5", "Home", "6", "Ctrl+Backspace", "Home", "7")
    assert written(driver.session) == "r1c1=7"
    assert gone_back(driver, 2) == ["r1c1=5", "r1c1=6"]


def test_a_game_that_was_gone_back_from_is_there_after_another_was_begun(driver: Driver) -> None:
    press(driver, "P", "5", "R")
    hand(driver.session).game.cursor = cell = driver.session.puzzle.blanks[0]
    press(driver, "1")
    second, text = driver.session.puzzle, written(driver.session)
    press(driver, "Ctrl+Backspace", "R")
    hand(driver.session).game.cursor = driver.session.puzzle.blanks[0]
    press(driver, "2")
    assert gone_back(driver, 2) == ["r1c1=5", text]
    assert driver.session.puzzle == second and driver.shown()[cell] == 1


def test_the_key_that_goes_on_again_is_named_as_it_is_where_one_has_come_to(driver: Driver) -> None:
    press(driver, "P", "5", "Home", "6", "Ctrl+Backspace")
    assert driver.session.toast.endswith("at move 0. Ctrl+Shift+Backspace goes forward again.")
    press(driver, "Ctrl+Shift+Backspace", "Ctrl+Shift+Backspace")
    assert "earlier one with Ctrl+Backspace" in driver.session.toast
    press(driver, "Escape", "Shift+Backspace")
    assert "no later run. First go back to an earlier one with Backspace" in driver.session.toast


# From one start to the next ------------------------------------------------------------------------------------------


@contextmanager
def started(*keys: str, asked: Options = NOTHING_ASKED) -> Iterator[Driver]:
    """Open a window, press these keys, and close it with its close button."""
    with Driver(asked) as driver:
        press(driver, *keys)
        yield driver
        driver.session.unfinished.keep(1e9)
        driver.session.unfinished.keep()


def test_what_was_entered_and_then_left_is_there_again_and_another_entry_does_not_take_its_place() -> None:
    for keys in (("Ctrl+N", "5", "Right", "3", "Return"), ("Ctrl+N", "7", "8", "Escape")):
        with started(*keys, asked=ASKED):
            pass
    with started() as driver:
        assert hand(driver.session).game.editing and driver.shown()[:3] == (7, 8, 0)
        press(driver, "Escape", "Ctrl+N", "9", "R")
    entries = [game.moves for game in SavedGames(default()).games if game.editing]
    assert entries[:2] == ["r1c1=5 r1c3=3", "r1c1=7 r1c2=8"]
    assert len(entries) == 3 and entries[2].startswith("r1c1=9 grid="), "what R draws is a move, that can be taken back"


@pytest.mark.slow
def test_of_the_puzzles_that_were_entered_many_are_kept() -> None:
    pairs = [f"{first}{second}" for first in "123" for second in "12345678"]
    with started(asked=ASKED) as driver:
        for pair in pairs:
            press(driver, "Ctrl+N", *pair, "Return" if pair[1] in "135" else "Escape")
    entries = [game.moves for game in SavedGames(default()).games if game.editing]
    assert entries == ["r1c1={} r1c2={}".format(*pair) for pair in pairs]


def test_a_puzzle_that_was_entered_to_be_played_is_played_at_the_next_start_also_without_a_move() -> None:
    with started("Ctrl+N", "5", "3", "Return", asked=ASKED):
        pass
    with started() as driver:
        assert driver.session.solver.person and not hand(driver.session).game.editing
        assert driver.session.puzzle.givens[:3] == (5, 3, 0)
        press(driver, "R")
    assert [game.moves for game in SavedGames(default()).games] == ["r1c1=5 r1c2=3"], "a game without a move goes"


def test_entries_are_not_mixed_up_by_going_back_from_one_to_the_other() -> None:
    with started("Ctrl+N", "5", "Z", "7", "Ctrl+Backspace", "3", asked=ASKED) as driver:
        assert driver.session.puzzle.geometry.side == 9 and driver.shown()[:2] == (5, 3)
        press(driver, "Escape", "Ctrl+N", "5", "4", "Ctrl+Backspace", "6")
        assert driver.shown()[:3] == (5, 3, 6)
        games = {game.moves for game in hand(driver.session).keeper.saved.games}
        assert games == {"r1c1=5 r1c2=3 r1c3=6", "r1c1=7", "r1c1=5 r1c2=4"}
        assert len({game.key for game in hand(driver.session).keeper.saved.games}) == 3


def test_the_givens_that_one_begins_to_edit_are_no_entry_until_something_is_changed() -> None:
    with started("E", "Escape", "E", asked=ASKED) as driver:
        assert [game.begun for game in hand(driver.session).keeper.saved.games] == [False]
        press(driver, "Tab", "4", "Escape")
        assert [game.begun for game in hand(driver.session).keeper.saved.games] == [True]
    with started() as driver:
        assert hand(driver.session).game.editing and driver.shown()[1] == 4


@pytest.mark.parametrize("keys", [("P",), ("Ctrl+N",)])
def test_older_lines_are_gone_back_to_after_the_next_start(keys: tuple[str, ...]) -> None:
    with started(*keys, "5", "Home", "PageUp", "6", "PageUp", "7", "3", asked=ASKED) as driver:
        if not hand(driver.session).game.editing:
            assert written(driver.session).startswith("r1c1=7 ")
        last = written(driver.session)
    for _ in range(2):  # and are kept on though nothing was done
        with started() as driver:
            assert written(driver.session) == last
            shown = driver.shown()
            assert gone_back(driver, 2) == ["r1c1=6", "r1c1=5"]
            assert driver.shown()[0] == 5 and "after" not in driver.session.toast
            press(driver, "Ctrl+Shift+Backspace", "Ctrl+Shift+Backspace")
            assert driver.shown() == shown
    kept = SavedGames(default()).games
    assert [(game.moves, set(game.lines)) for game in kept] == [(last, {"r1c1=5", "r1c1=6"})]


def test_older_lines_come_after_what_was_played_since() -> None:
    with started("P", "5", "PageUp", "6", asked=ASKED):
        pass
    with started("Right", "P", "1", asked=Options(FIG23, solver="mrv", size=SIZE)) as driver:
        first = written(driver.session)
        driver.session.load(FIG1)
        assert written(driver.session) == "r1c1=6"
        assert gone_back(driver, 2) == [first, ""] and not driver.session.solver.person
        press(driver, "Backspace")
        assert written(driver.session) == "r1c1=5" and driver.session.puzzle == FIG1


def test_a_solution_that_is_gone_back_from_has_not_ended_the_other_lines() -> None:
    solution = solvers.solve(FIG1)
    assert solution is not None
    first, second, *rest = FIG1.blanks
    values = [solution.givens[cell] if cell in rest else FIG1.givens[cell] for cell in range(81)]
    two_left = FIG1.with_values(values)
    right = [str(solution.givens[cell]) for cell in (first, second)]
    wrong = next(digit for digit in "123456789" if digit not in right)
    with started("P", wrong, "PageUp", right[0], "Tab", right[1], asked=Options(two_left, size=SIZE)) as driver:
        hand(driver.session).keeper.note()
        assert not hand(driver.session).keeper.saved.games
        press(driver, "PageUp", wrong)
        (game,) = hand(driver.session).keeper.saved.games
        assert len(game.lines) == 2 and game.lines[0].endswith(f"={wrong}")


# Several games in one document ---------------------------------------------------------------------------------------


def test_two_windows_keep_the_games_of_both() -> None:
    with started("P", "5", asked=ASKED) as one, started("P", "1", asked=Options(FIG23, size=SIZE)) as other:
        for driver in (one, other):
            driver.session.unfinished.keep(1e8)
        press(one, "Tab", "2")
        one.session.unfinished.keep(2e8)
        found = {game.puzzle: game.moves for game in SavedGames(default()).games}
        assert found == {str(FIG1): written(one.session), str(FIG23): written(other.session)}
    assert {game.puzzle for game in SavedGames(default()).games} == {str(FIG1), str(FIG23)}


def test_of_a_game_that_two_windows_play_the_moves_of_both_are_kept() -> None:
    with started("P", "5", asked=ASKED) as one, started(asked=ASKED) as other:
        one.session.unfinished.keep()
        press(other, "P", "6")
        other.session.unfinished.keep()
        press(one, "Tab", "2")
    (game,) = SavedGames(default()).games
    assert {game.moves, *game.lines} >= {"r1c1=6", written(one.session)}


texts = st.sampled_from(["", "a", "a b", "a c", "a c d", "b", "d"])
game_lists = st.lists(
    st.builds(SavedGame, st.sampled_from("PQRS"), texts, lines=st.lists(texts, max_size=3).map(tuple)),
    unique_by=lambda game: game.key,
    max_size=4,
)


@given(game_lists, game_lists, game_lists)
def test_what_is_merged_holds_what_each_has_changed(
    before: list[SavedGame], mine: list[SavedGame], now: list[SavedGame]
) -> None:
    was, own, there, found = (
        {game.key: game for game in games} for games in (before, mine, now, merged(before, mine, now))
    )
    for key in "PQRS":
        changed, news = own.get(key) != was.get(key), there.get(key) != was.get(key)
        if not changed:
            assert found.get(key) == there.get(key)
        elif not news:
            assert found.get(key) == own.get(key)
        else:
            had = {line for game in (found.get(key),) if game for line in (game.moves, *game.lines)}
            for game in filter(None, (own.get(key), there.get(key))):
                assert any(goes_on(line, game.moves) for line in had)


@given(st.lists(texts, max_size=8), texts, st.lists(texts, max_size=8))
def test_of_lines_only_those_that_others_do_not_go_on_are_kept(own: list[str], moves: str, older: list[str]) -> None:
    game = with_lines(SavedGame("P", moves, lines=tuple(own)), older)
    lines = [game.moves, *game.lines]
    assert all(any(goes_on(line, old) for line in lines) for old in (*own, moves, *older))
    assert not any(goes_on(one, other) for one in game.lines for other in game.lines if one is not other)


def test_no_more_is_written_than_may_be_and_older_lines_go_first() -> None:
    long = "r1c1=5 " * (MOST_BYTES // 7 // 10)
    games = [SavedGame(f"P{i}", long, lines=(long, long)) for i in range(6)]
    kept = bounded(games, 200)
    assert [game.key for game in kept] == [game.key for game in games] and kept[-1] == games[-1]
    assert not kept[0].lines
    more = [*games, *(replace(game, puzzle=game.puzzle * 2) for game in games)]
    kept = bounded([replace(game, lines=()) for game in more], 200)
    assert 5 <= len(kept) < 12 and kept[-1].key == "P5P5"
    assert sum(len(json.dumps(as_data(game))) for game in kept) < 1.1 * MOST_BYTES


# What is said of it ---------------------------------------------------------------------------------------------------

BACK = "Your game is kept. Ctrl+Backspace goes back to it."


@pytest.mark.parametrize("key", slow_but(["R", "E"], ["R", "G", "E", "Ctrl+N"]))
def test_a_game_that_another_puzzle_takes_the_place_of_is_said_to_be_kept(driver: Driver, key: str) -> None:
    press(driver, "P", "5", key)
    assert driver.session.toast == BACK
    press(driver, "Ctrl+Backspace")
    assert driver.session.puzzle == FIG1 and written(driver.session) == "r1c1=5"


def test_it_is_said_too_where_a_file_or_the_clipboard_brings_another(driver: Driver, tmp_path: Path) -> None:
    path = tmp_path / "fig23.txt"
    path.write_text(str(FIG23))
    press(driver, "P", "5", "PageUp")
    driver.app.drop(path)
    for _ in range(400):
        if not driver.app.usual.opener.busy:
            break
        driver.frame()
        time.sleep(0.005)
    driver.until_drawn()
    assert driver.session.puzzle == FIG23 and driver.session.toast == BACK
    driver.press("1")
    digit = Position(FIG1, (5, *bytes(80)))
    driver.session.show(digit)
    assert driver.session.toast == f"Your game starts with 1 placed digit. {BACK}"


def test_where_a_game_goes_on_both_are_said(driver: Driver) -> None:
    press(driver, "P", "5")
    driver.session.load(FIG23)
    press(driver, "1")
    driver.session.toast = ""
    driver.session.load(FIG1)
    assert driver.session.toast == f"Your unfinished game of this puzzle. {BACK}"
    driver.session.toast = ""
    driver.session.load(FIG1)
    assert "kept: Ctrl" not in driver.session.toast, "it has come back by itself"


def test_of_what_was_entered_it_is_said_with_the_key_that_holds_there(driver: Driver) -> None:
    press(driver, "E", "Return")
    assert "entered" not in driver.session.toast, "nothing was changed"
    press(driver, "E", "Tab", "4", "Return")
    assert driver.session.toast == "What you entered is kept. Ctrl+Backspace goes back to it."
    press(driver, "E", "Tab", "2", "Escape")
    assert driver.session.toast == "What you entered is kept. Backspace goes back to it."
    press(driver, "Backspace")
    assert hand(driver.session).game.editing


def test_nothing_is_said_where_nothing_was_written_or_it_is_solved(driver: Driver) -> None:
    press(driver, "P", "R")
    assert not driver.session.toast
    solution = solvers.solve(FIG1)
    assert solution is not None
    rest = tuple(digit - given for digit, given in zip(solution.givens, FIG1.givens, strict=True))
    driver.session.show(Position(FIG1, rest))
    driver.session.toast = ""
    press(driver, "R")
    assert not driver.session.toast
