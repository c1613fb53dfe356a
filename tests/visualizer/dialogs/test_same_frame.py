"""Tests that a click acts on what was on the screen, even if something else changes it within the same frame."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest
from app_driver import SIZE, Driver, key_event
from hands import hand
from race_driver import racing
from soak_checks import Critic

from puzzles import Geometry, Puzzle
from puzzles.corpus import named
from visualizer.dialogs.file_dialog import FileRow
from visualizer.dialogs.open import OpenDialog
from visualizer.dialogs.solver import LaneChooser
from visualizer.narration.explanations import VerdictView
from visualizer.session.run_spec import RunSpec
from visualizer.session.settings import Options
from visualizer.text.spans import Span
from visualizer.watch.mode import WatchMode

FIG1 = named.find("fig1")
SMALL = Puzzle.parse("1234341221434321")


def mouse(kind: int, at: tuple[int, int]) -> pygame.Event:
    return pygame.Event(kind, pos=at, button=1, rel=(1, 1), buttons=(0, 0, 0), touch=False)


def click(at: tuple[int, int]) -> list[pygame.Event]:
    return [mouse(pygame.MOUSEMOTION, at), mouse(pygame.MOUSEBUTTONDOWN, at), mouse(pygame.MOUSEBUTTONUP, at)]


def last_cell(driver: Driver) -> tuple[int, int]:
    rect = driver.app.picture.board.rect_of(80)
    assert rect is not None
    return rect.center


@pytest.mark.parametrize("keys", [(), ("P",), ("P", "E")])
def test_the_pointer_is_on_the_board_of_a_puzzle_that_has_just_come(tmp_path: Path, keys: tuple[str, ...]) -> None:
    (tmp_path / "small.txt").write_text(str(SMALL))
    with Driver(Options(FIG1, size=SIZE)) as driver:
        for key in keys:
            driver.press(key)
        drop = pygame.Event(pygame.DROPFILE, file=str(tmp_path / "small.txt"))
        driver.app.frame([drop, *click(last_cell(driver))], 0.0)
        assert len(driver.session.puzzle.givens) == 16 and hand(driver.session).game.cursor < 16
        driver.frame()


def test_the_pointer_is_on_the_boards_of_a_race_that_has_just_begun() -> None:
    with Driver(racing("mrv,elimination", size=SIZE)) as driver:
        race = driver.race
        assert race.race is not None and race.picture.layout.lanes
        at = race.picture.layout.lanes[-1].board.center
        race.race.set_puzzle(Puzzle.empty(Geometry.of_side(4)))
        driver.app.frame(click(at), 0.0)
        race.race.set_lanes((RunSpec("mrv"), RunSpec("elimination"), RunSpec("backtracking")))
        driver.app.frame(click(at), 0.0)
        assert len(race.race.race.lanes) == 3


def test_a_click_after_a_key_that_has_changed_the_list_does_nothing(tmp_path: Path) -> None:
    for name in ("a.txt", "b.txt", "c.txt"):
        (tmp_path / name).write_text(str(FIG1))
    with Driver(Options(SMALL, size=SIZE)) as driver:
        driver.app.dialogs.folder = tmp_path
        driver.press("Ctrl+O")
        over = driver.app.picture.over
        assert over is not None and isinstance(over.card, OpenDialog)
        rows: tuple[FileRow, ...] = over.card.rows
        last = over.places["row", len(rows) - 1].center
        written = pygame.Event(pygame.TEXTINPUT, text="a.t")
        driver.app.frame([written, *click(last), *click(last)], 0.0)
        assert len(over.card.rows) < len(rows) and driver.session.puzzle == SMALL and not over.card.done
        driver.app.frame([*click(over.places["row", len(over.card.rows) - 1].center)] * 2, 0.0)
        driver.frame()
        assert driver.app.picture.over is over or driver.session.puzzle == FIG1


def test_a_second_click_on_the_cross_of_the_last_lane_does_nothing() -> None:
    with Driver(racing("mrv,elimination,annealing", size=SIZE)) as driver:
        driver.press("A")
        over = driver.app.picture.over
        assert over is not None and isinstance(over.card, LaneChooser)
        driver.app.frame([*click(over.places["remove", 1].center)] * 2, 0.0)
        assert [lane.solver for lane in over.card.lanes] == ["mrv", "annealing"]
        driver.app.frame([*click(over.places["remove", 1].center), *click(over.places["more", 2].center)], 0.0)
        assert over.card.lanes == [RunSpec("mrv")], "where an option stood, there is nothing"


def test_what_is_written_in_the_frame_in_which_the_game_is_left_is_kept() -> None:
    with Driver(Options(FIG1, size=SIZE)) as driver:
        driver.press("P")
        for key in ("5", "R"):
            driver.app.handle(key_event(key))
        driver.session.unfinished.keep(100.0)
        assert driver.session.puzzle != FIG1
        assert [game.moves for game in hand(driver.session).keeper.saved.games] == ["r1c1=5"]


@pytest.mark.parametrize("side", [4, 16, 25, 36])
def test_of_a_board_of_another_size_nothing_is_left(side: int) -> None:
    critic = Critic()
    with Driver(Options(FIG1, size=(1366, 768))) as driver:
        driver.session.load(Puzzle.empty(Geometry.of_side(side)))
        driver.session.toast = driver.session.notice = ""
        driver.app.dirty = True
        driver.frame()
        critic.look(driver)
        assert critic.compared


def test_why_there_is_no_solution_is_shown_when_it_is_known() -> None:
    critic = Critic()
    with Driver(Options(FIG1, size=(1100, 1000))) as driver:
        driver.press("K")
        first = pygame.image.tobytes(driver.surface, "RGB")
        known = VerdictView(reasons=((Span("4 appears twice in box 6."),),))
        driver.session.composer.verdict = known
        driver.app.dirty = True
        driver.frame()
        critic.look(driver)
        assert critic.compared and pygame.image.tobytes(driver.surface, "RGB") != first


def test_what_is_made_of_a_run_that_has_just_begun_is_painted_when_it_is_there() -> None:
    critic = Critic()
    with Driver(Options(FIG1, solver="mrv", size=(1366, 768))) as driver:
        driver.press("Y")
        driver.move((1, 1))
        every = ((cell, digit) for cell in range(81) for digit in range(1, 10))
        what_if = driver.session.modes[WatchMode]
        what_if.decide(*next(one for one in every if not what_if.refusal(*one)))
        driver.session.toast = ""
        driver.app.frame([mouse(pygame.MOUSEMOTION, (2, 2))], 0.0)
        driver.frame()
        critic.look(driver)
        assert critic.compared and driver.position
