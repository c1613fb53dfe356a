"""Tests of the list of events to play until, both as a model and in a window."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pygame
import pytest
from app_driver import SIZE, Driver
from hypothesis import given
from hypothesis import strategies as st
from slow import slow_but

import solvers
from puzzles import Puzzle
from puzzles.corpus import named
from solvers.core.step import Kind, Why
from solvers.external import registry
from visualizer.dialogs.run_until import GoalChoice, GoalList, GoalRow, techniques
from visualizer.session.settings import Options
from visualizer.timeline.condition import Condition, cell_changes, depth_reached, digit_placed, technique_used
from visualizer.timeline.transport import Motion

FIG1 = named.find("fig1")
WHYS = (Why.RULE, Why.NAKED_SINGLE, Why.HIDDEN_SINGLE)
KEYS = ["Up", "Down", "Home", "End", "Left", "Right", "Shift+Up", "Shift+Down", "Shift+Left", "Shift+Right"]


class Chosen:
    """A list that records its choice."""

    def __init__(self, puzzle: Puzzle = FIG1, choice: GoalChoice | None = None, whys: tuple[Why, ...] = WHYS) -> None:
        self.found: list[tuple[Condition, bool]] = []
        self.choice = choice or GoalChoice()
        self.until = GoalList(self.choice, puzzle, 3, whys, True, lambda *found: self.found.append(found))

    def press(self, *keys: str) -> list[bool]:
        return [self.until.key(key) for key in keys]


# The model


def test_every_line_asks_for_what_it_says() -> None:
    chosen = Chosen()
    seen = []
    for _ in chosen.until.rows:
        what = chosen.until.goal
        assert "".join(chosen.until.parts(what)) == chosen.until.condition(what).words(FIG1)
        seen.append(what)
        chosen.press("Down")
    assert seen == list(GoalRow)


def test_lines_that_the_solver_has_no_use_for_are_not_there() -> None:
    until = GoalList(GoalChoice(GoalRow.TECHNIQUE), FIG1, 0, (), False, lambda *found: None)
    assert GoalRow.LEARNT not in until.rows and GoalRow.TECHNIQUE not in until.rows and until.goal is GoalRow.GUESS


@given(st.lists(st.sampled_from([*KEYS, *"0123456789", "Backspace"]), max_size=40), st.sampled_from(["fig1", "lab"]))
def test_whatever_is_pressed_it_asks_for_something_that_there_is(keys: list[str], name: str) -> None:
    puzzle = named.find(name)
    chosen = Chosen(puzzle)
    until = chosen.until
    chosen.press(*keys)
    assert until.cell in puzzle.geometry.cells and until.digit in puzzle.geometry.digits and until.depth >= 1
    chosen.press("Return")
    ((condition, forward),) = chosen.found
    wanted = {
        GoalRow.CELL: cell_changes(until.cell),
        GoalRow.DIGIT: digit_placed(until.digit),
        GoalRow.DEPTH: depth_reached(until.depth),
        GoalRow.TECHNIQUE: technique_used(until.why),
    }
    assert forward and until.done and condition == wanted.get(until.goal, condition)


def test_a_digit_typed_is_the_one_that_is_placed_or_the_depth() -> None:
    chosen = Chosen()
    until = chosen.until
    assert chosen.press("7") == [True]
    assert (until.goal, until.digit) == (GoalRow.DIGIT, 7)
    chosen.press("Down", "1", "2", "0")
    assert (until.goal, until.depth) == (GoalRow.DEPTH, 120)
    chosen.press("Backspace")
    assert until.depth == 12
    chosen.press("Right", "4")
    assert until.depth == 4, "after another key a number begins anew"
    chosen.press("0", "0", "0", "0")
    assert until.depth == 4000, "and does not grow beyond all use"


def test_letters_are_digits_where_the_puzzle_has_them() -> None:
    geometry = Puzzle.parse("." * 256).geometry
    chosen = Chosen(Puzzle.empty(geometry))
    assert chosen.press("E") == [False], "elsewhere they keep their meaning"
    chosen.press("1", "E")
    assert chosen.until.puzzle.symbol(chosen.until.digit) == "E"


def test_cells_are_walked_through_and_do_not_run_off_the_board() -> None:
    chosen = Chosen(choice=GoalChoice(GoalRow.CELL, cell=0))
    until = chosen.until
    chosen.press("Left")
    assert until.cell == 80
    chosen.press("Right", "Shift+Up", "Shift+Left")
    assert until.cell == 0
    chosen.press("Shift+Down", "Shift+Right", "Right")
    assert FIG1.geometry.name(until.cell) == "r2c3"


def test_the_last_choice_is_remembered_and_what_it_offers_fits_another_puzzle() -> None:
    first = Chosen()
    first.press("7", "Down", "Up", "Return")
    second = Chosen(choice=first.choice)
    second.press("Shift+Return")
    assert first.found == [(digit_placed(7), True)] and second.found == [(digit_placed(7), False)]
    small = Puzzle.parse("1234341221434321")
    third = Chosen(small, GoalChoice(GoalRow.CELL, cell=80, digit=9, why=Why.RESTART))
    assert third.until.cell in small.geometry.cells and third.until.digit == 1 and third.until.why in WHYS


@pytest.mark.parametrize("key", ["Escape", "U"])
def test_it_is_closed_without_a_choice(key: str) -> None:
    chosen = Chosen()
    assert chosen.press("Down", key) == [True, True] and chosen.until.done and not chosen.found
    assert chosen.choice == GoalChoice()


@pytest.mark.parametrize("name", solvers.names())
def test_every_reason_that_a_run_gives_can_be_asked_for_before_it_is_made(name: str) -> None:
    solver = solvers.get(name)
    offered = set(techniques(solver, ()))
    steps = list(islice(solvers.trace(FIG1, name), 3000))
    given = {step.why for step in steps if step.kind is not Kind.PENDING}
    names_none = given - offered - {Why.NONE, Why.GUESS}
    assert offered and names_none <= {Why.RULE, Why.NO_CANDIDATE, Why.GIVENS_CLASH, Why.LEARNT_CLAUSE, Why.EXHAUSTED}
    assert given - {Why.NONE, Why.GUESS} <= set(techniques(solver, iter(steps)))


def test_of_a_file_the_source_is_looked_at_and_nothing_is_run(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("from solvers.step import *\n\ndef mine(puzzle):\n    yield fix(0, 1, 0, Why.HIDDEN_SINGLE)\n")
    assert techniques(registry.load(path), ()) == (Why.HIDDEN_SINGLE,)


# In the window


@pytest.fixture
def driver() -> Iterator[Driver]:
    with Driver(Options(FIG1, solver="backtracking", size=SIZE)) as driver:
        yield driver


def card(driver: Driver) -> GoalList:
    over = driver.app.picture.over
    assert over is not None and isinstance(over.card, GoalList)
    return over.card


def steps(driver: Driver) -> list[solvers.Step]:
    return list(islice(solvers.trace(FIG1, driver.session.solver.name), 6000))


def test_it_goes_to_the_step_that_is_asked_for_and_back(driver: Driver) -> None:
    driver.press("U")
    driver.press("7")
    driver.press("Return")
    driver.until_paused()
    placed = [at for at, step in enumerate(steps(driver), 1) if step.kind is Kind.GUESS and step.digit == 7]
    assert driver.app.picture.over is None and driver.position == placed[0]
    for expected in placed[1:4]:
        driver.press("U")
        driver.press("Return")
        driver.until_paused()
        assert driver.position == expected, "U Enter does it again"
    driver.press("U")
    driver.press("Shift+Return")
    assert driver.position == placed[2]


def test_a_cell_is_chosen_by_a_click_on_the_board(driver: Driver) -> None:
    driver.press("U")
    rect = driver.app.picture.board.rect_of(4 * 9 + 4)
    assert rect is not None
    before = driver.surface.get_at((rect.centerx, rect.top - 1))
    driver.click(rect.center)
    until = card(driver)
    assert (until.goal, FIG1.geometry.name(until.cell)) == (GoalRow.CELL, "r5c5")
    assert driver.surface.get_at((rect.centerx, rect.top - 1)) != before, "it is framed"
    driver.press("Return")
    driver.until_paused()
    assert driver.session.timeline.step(driver.position).cell == 40
    assert driver.surface.get_at((rect.centerx, rect.top - 1)) == before


def test_the_mouse_alone_moves_changes_and_chooses(driver: Driver) -> None:
    driver.press("U")
    over, until = driver.app.picture.over, card(driver)
    assert over is not None
    row = until.rows.index(GoalRow.DEPTH)
    driver.move(over.places["row", row].center)
    assert until.goal is GoalRow.DEPTH and until.depth == 1
    driver.click(over.places["more", row].center)
    driver.click(over.places["more", row].center)
    driver.click(over.places["less", row].center)
    assert until.depth == 2 and not until.done
    driver.click((over.places["row", row].right - 5, over.places["row", row].centery))
    driver.until_paused()
    assert driver.app.picture.over is None
    depths, depth = [], 0
    for step in steps(driver):
        depth = depth + 1 if step.kind is Kind.GUESS else step.level if step.kind is Kind.BACKTRACK else depth
        depths.append(depth)
    assert driver.position == depths.index(2) + 1


def test_keys_that_come_before_the_one_they_are_for_leave_it_open(driver: Driver) -> None:
    driver.press("U")
    driver.press("7")
    driver.press("Return")
    driver.until_paused()
    first = driver.position
    driver.press("U")
    driver.press("Return")
    driver.until_paused()
    driver.press("U")
    for key, mod in ((pygame.K_LSHIFT, pygame.KMOD_LSHIFT), (pygame.K_LCTRL, pygame.KMOD_LCTRL)):
        pygame.event.post(pygame.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="", scancode=0))
        driver.frame()
    assert card(driver).goal is GoalRow.DIGIT
    driver.press("Shift+Return")
    assert driver.position == first


def test_a_click_elsewhere_closes_it_and_does_nothing_else(driver: Driver) -> None:
    driver.press("U")
    driver.click(driver.rect("random").center)
    assert driver.app.picture.over is None and driver.session.puzzle is FIG1


def test_other_keys_close_it_and_count(driver: Driver) -> None:
    driver.press("U")
    driver.press("K")
    assert driver.app.picture.over is None and "code" not in driver.session.panes


def test_a_held_key_opens_it_once_and_a_held_return_chooses_once(driver: Driver) -> None:
    driver.hold("U", repeats=3)
    assert driver.app.picture.over is not None
    driver.hold("Return", repeats=3)
    driver.until_paused()
    assert driver.position == next(at for at, step in enumerate(steps(driver), 1) if step.kind is Kind.GUESS)


def test_what_does_not_happen_is_said_and_on_the_way_it_is_told_what_is_looked_for(driver: Driver) -> None:
    driver.session.load(named.find("uphill-1"))
    driver.press("U")
    for key in ("End", "Up", "Up", "Up", "9", "9", "9"):
        driver.press(key)
    assert card(driver).goal is GoalRow.DEPTH
    driver.press("Return")
    driver.frame()
    assert driver.mode is Motion.SEEKING and driver.caption().startswith("Running until depth 999 is reached …")
    driver.press("Space")
    driver.session.load(FIG1)
    driver.press("U")
    driver.press("Return")
    driver.until_paused()
    assert driver.session.toast == "Depth 999 is never reached from here to the solution."


@pytest.mark.parametrize(
    "size",
    slow_but([(800, 600)], [(800, 600), (1024, 700), (1366, 768), (1920, 1080)], values=False),
    ids=str,
)
@pytest.mark.parametrize("solver", ["cdcl", "rows", "backtracking"])
def test_all_of_it_lies_in_the_window_beside_the_board(size: tuple[int, int], solver: str) -> None:
    with Driver(Options(FIG1, solver=solver, size=size)) as driver:
        driver.press("U")
        for _ in card(driver).rows:
            driver.press("Down")
            over = driver.app.picture.over
            assert over is not None
            places, layout = over.places, driver.app.picture.layout
            assert driver.surface.get_rect().contains(places["card", 0])
            assert not places["card", 0].colliderect(layout.board)
            assert all(places["card", 0].contains(rect) for rect in places.values())
        assert pygame.Rect(places["row", 0]).height >= 20
