"""Tests that every unfinished game can be resumed from the list of files to open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
from app_driver import SIZE, Driver
from hands import hand

from puzzles.corpus import named
from visualizer.dialogs.file_dialog import FileRow, RowKind
from visualizer.dialogs.open import MOST_GAMES, UNFINISHED, OpenDialog, rows_of_unfinished, when
from visualizer.play.saved_games import SavedGame, unfinished
from visualizer.session.settings import Options

FIG1, FIG23 = named.find("fig1"), named.find("fig23")
NOW = datetime(2024, 3, 1, 12, 0).timestamp()
HOUR = 3600


def game(number: int = 1, **facts: object) -> SavedGame:
    return replace(SavedGame(str(FIG1), "r1c1=5 r1c2=3", "fig1", position=number), **facts)  # type: ignore[arg-type]


def rows_of_games(games: Iterable[SavedGame], now: float) -> tuple[FileRow, ...]:
    return rows_of_unfinished(filter(None, map(unfinished, games)), now)


def test_of_each_is_said_which_it_is_how_far_and_when() -> None:
    blanks = len(FIG1.blanks)
    games = [
        game(2, seconds=245.0, when=NOW - HOUR),
        game(1, name="", when=NOW - 24 * HOUR),
        game(2, name="entered by hand"),
        SavedGame("." * 81, "r1c1=5 r1c3=3", editing=True, entry="x", position=2, when=NOW - 100 * HOUR),
        SavedGame("nonsense", "r1c1=5"),
        game(1, moves="nonsense"),
    ]
    row = str(FIG1)[:9]
    assert [(one.name, one.told) for one in rows_of_games(games, NOW)] == [
        ("fig1", f"2 of {blanks}, 4:05 · today, 11:00"),
        (row, f"1 of {blanks}, 0:00 · yesterday, 12:00"),
        (f"entered by hand: {row}", f"2 of {blanks}, 0:00"),
        ("being entered: 5.3......", "2 givens · 26 Feb, 8:00"),
    ]
    assert when(datetime(2022, 12, 31, 9, 5).timestamp(), NOW) == "31 Dec 2022" and not when(0, NOW)


def listed(count: int) -> tuple[FileRow, ...]:
    return rows_of_games(
        (replace(game(), puzzle=str(FIG1).replace("4", str(i % 9 + 1)), name=f"n{i}") for i in range(count)), 0
    )


def test_they_stand_under_the_files_opened_last_and_before_anything_is_written_only_some(tmp_path: Path) -> None:
    (tmp_path / "b.txt").write_text(str(FIG1))
    went: list[str] = []
    games = tuple(row._replace(key=row.name) for row in listed(8))
    card = OpenDialog(tmp_path, [tmp_path / "b.txt"], print, games=games, go_on=went.append)
    kinds = [row.kind for row in card.rows]
    assert (
        kinds[:4] == [RowKind.HEADING, RowKind.RECENT, RowKind.HEADING, RowKind.GAME]
        and kinds.count(RowKind.GAME) == MOST_GAMES
    )
    assert card.rows[2].name.startswith(f"{UNFINISHED}: the last {MOST_GAMES} of 8.") and card.verb == "Open"
    card.edit.put("b")
    assert [row.name for row in card.rows if row.kind is not RowKind.HEADING] == ["b.txt", "b.txt"]
    card.edit.key("Ctrl+A")
    card.edit.put("unfin")
    assert [row.kind for row in card.rows] == [RowKind.HEADING, *[RowKind.GAME] * 8] and card.rows[0].name == UNFINISHED
    card.edit.key("Ctrl+A")
    card.edit.put("n6")
    assert card.row is not None and card.row.name == "n6" and card.verb == "Go on"
    assert card.row.told in card.remark and not card.bad and not card.previewer.waiting
    assert card.key("Delete") and card.row is not None, "no key loses one"
    card.key("Return")
    assert went == ["n6"] and card.done


def test_where_no_file_was_opened_yet_the_last_game_is_what_enter_takes(tmp_path: Path) -> None:
    (tmp_path / "b.txt").write_text(str(FIG1))
    card = OpenDialog(tmp_path, [], print, games=listed(1))
    assert card.row is not None and card.row.kind is RowKind.GAME
    card.edit.put("b")
    assert card.row.name == "b.txt"


@pytest.fixture
def driver() -> Iterator[Driver]:
    with Driver(Options(FIG1, solver="mrv", size=SIZE, seed=1)) as driver:
        yield driver


def rows(driver: Driver) -> list[FileRow]:
    over = driver.app.picture.over
    assert over is not None and isinstance(over.card, OpenDialog)
    return [row for row in over.card.rows if row.kind is RowKind.GAME]


def test_a_named_puzzle_is_opened_by_its_name(driver: Driver) -> None:
    for key in ("P", "5", "Ctrl+O"):
        driver.press(key)
    for letter in "fig23":
        driver.app.picture.over.card.edit.put(letter)  # type: ignore[union-attr]
    driver.frame()
    driver.press("RETURN")
    assert driver.app.picture.over is None and driver.session.puzzle == FIG23
    assert driver.session.solver.person and "is kept" in driver.session.toast, "nothing written is lost"


def test_a_game_of_another_puzzle_is_gone_on_with(driver: Driver) -> None:
    for key in ("P", "5", "Ctrl+N", "7", "8"):
        driver.press(key)
    driver.press("Ctrl+O")
    assert [row.name for row in rows(driver)] == ["fig1"], "not what is being entered just now"
    driver.press("Escape")
    driver.session.load(FIG23)  # into the grid
    driver.press("Escape")
    driver.press("Ctrl+O")
    assert [row.name.split(":")[0] for row in rows(driver)] == ["being entered", "fig1"]
    for letter in "fig1":
        driver.app.picture.over.card.edit.put(letter)  # type: ignore[union-attr]
    driver.press("RETURN")
    assert driver.app.picture.over is None and driver.session.puzzle == FIG1 and driver.shown()[0] == 5
    assert driver.session.toast.startswith("Your unfinished game")
    driver.press("Ctrl+O")
    assert [row.name.split(":")[0] for row in rows(driver)] == ["being entered"]
    driver.app.usual.opener.go_on(rows(driver)[0].key)
    assert hand(driver.session).game.editing and driver.shown() == FIG23.givens
    assert driver.session.toast == ("The puzzle you were entering. Your game is kept. Ctrl+Backspace goes back to it.")


def test_what_another_window_has_left_is_listed_too(driver: Driver) -> None:
    with Driver(Options(FIG23, solver="mrv", size=SIZE)) as other:
        other.press("P")
        other.press("1")
        other.session.unfinished.keep(1e9)
    driver.press("Ctrl+O")
    (row,) = rows(driver)
    assert row.name == "fig23" and row.told.startswith("1 of ")
    driver.app.usual.opener.go_on(row.key)
    assert driver.session.puzzle == FIG23 and driver.session.solver.person
