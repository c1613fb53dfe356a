"""Tests that the list of algorithms describes each one, and can be used by mouse alone or by keyboard alone."""

from __future__ import annotations

from collections.abc import Iterator
from math import factorial

import pygame
import pytest
from app_driver import SIZE, Driver, add_solver, key_event
from hypothesis import given
from hypothesis import strategies as st
from slow import slow_but

import solvers
from puzzles import Puzzle
from puzzles.corpus import named
from solvers.algorithms.rows import orders
from solvers.core.step import Step, look
from visualizer.dialogs.solver import OTHERS, Picker
from visualizer.narration.warnings import MOST_GRIDS, remarks
from visualizer.session.settings import Options
from visualizer.timeline.transport import Motion
from visualizer.toolkit.canvas import Fonts
from visualizer.toolkit.cards import CARD
from visualizer.window.extras import CHOOSE

SIZES = ((800, 600), (1920, 1080))


@pytest.fixture(
    params=[SIZE, *(pytest.param(size, marks=pytest.mark.slow) for size in SIZES)], ids=lambda size: f"{size[0]}"
)
def driver(request: pytest.FixtureRequest) -> Iterator[Driver]:
    with Driver(Options(named.find("fig1"), solver="elimination", size=request.param)) as driver:
        yield driver


@pytest.fixture
def one() -> Iterator[Driver]:
    with Driver(Options(named.find("fig1"), solver="elimination", size=SIZE)) as driver:
        yield driver


def picture(driver: Driver) -> bytes:
    return pygame.image.tobytes(driver.surface, "RGB")


def opened(driver: Driver) -> Picker:
    """Open the list with the mouse."""
    driver.click(driver.rect(CHOOSE).center)
    return shown(driver)


def shown(driver: Driver) -> Picker:
    over = driver.app.picture.over
    assert over is not None and isinstance(over.card, Picker)
    return over.card


def in_sight(driver: Driver) -> dict[int, pygame.Rect]:
    """Return the visible algorithms by their rows."""
    over = driver.app.picture.over
    assert over is not None
    return {number: rect for (kind, number), rect in over.places.items() if kind == "row"}


def ground(driver: Driver) -> pygame.Rect:
    """Return the card's rectangle."""
    over = driver.app.picture.over
    assert over is not None
    return over.places[CARD]


def row(driver: Driver, text: str) -> tuple[int, int]:
    """Scroll to the row of a solver or heading, and return the middle of it."""
    picker = shown(driver)
    number = next(i for i, row in enumerate(picker.rows) if text in ((row.name,) if row.name else (row.text,)))
    for _ in picker.rows:
        near = number if picker.rows[number].name else number + 1  # a heading is above its first algorithm
        if near in in_sight(driver) and (near == number or near - 1 >= picker.top):
            rect = in_sight(driver)[near]
            return rect.centerx, rect.centery - (near - number) * rect.height
        by = 1 if number < min(in_sight(driver)) else -1
        pygame.event.post(pygame.Event(pygame.MOUSEWHEEL, x=0, y=by, flipped=False, touch=False))
        driver.frame()
    raise AssertionError(f"the list cannot be scrolled to {text}")


def by_family() -> list[str]:
    found: dict[str, list[str]] = {}
    for name in solvers.names():
        found.setdefault(solvers.get(name).family or OTHERS, []).append(name)
    return [text for family, names in found.items() for text in (family, *names)]


def texts(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return all texts of the next full frame, with runs of spaces reduced to one."""
    written: list[str] = []
    draw = Fonts.draw

    def noted(fonts: Fonts, surface: pygame.Surface, text: str, *args: object, **places: object) -> pygame.Rect:
        written.append(text)
        return draw(fonts, surface, text, *args, **places)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(Fonts, "draw", noted)
        driver.app.picture.forget()
        driver.app.dirty = True
        driver.frame()
    return " ".join(" ".join(written).split())


# What it shows


def test_the_list_names_every_solver_under_its_family_and_lies_in_the_window(driver: Driver) -> None:
    picker = opened(driver)
    assert [row.name or row.text for row in picker.rows] == by_family()
    assert driver.surface.get_rect().contains(ground(driver))
    assert not ground(driver).colliderect(driver.rect(CHOOSE)), "the button that closes it stays in sight"
    assert all(ground(driver).contains(rect) for rect in in_sight(driver).values())
    assert picker.name == driver.session.solver.name


FEW = ["backtracking", "sat", "annealing"]


@pytest.mark.parametrize("name", slow_but(FEW, solvers.names()))
def test_it_tells_of_the_one_under_the_mouse_what_it_does_costs_and_shows(driver, monkeypatch, name: str) -> None:
    opened(driver)
    driver.move(row(driver, name))
    solver, written = solvers.get(name), texts(driver, monkeypatch)
    for fact in (solver.title, solver.summary, solver.source, solver.cost, solver.watch_for):
        assert fact and fact in written, "whole, and not cut short"
    for remark in remarks(solver, driver.session.puzzle):
        assert remark.text in written


def test_one_that_may_not_end_or_cannot_run_says_so_and_choosing_it_says_why(one, monkeypatch) -> None:
    def fours(puzzle: Puzzle) -> Iterator[Step]:
        yield look(0)

    def missing(puzzle: Puzzle) -> Iterator[Step]:
        yield look(0)

    add_solver(monkeypatch, fours, sizes=lambda geometry: geometry.side == 4)
    add_solver(monkeypatch, missing, needs="a_package_that_is_missing")
    opened(one)
    expected = {"rows": "May never finish here", "fours": "does not support 9x9 grids", "missing": "pip install"}
    for name, words in expected.items():
        one.move(row(one, name))
        assert words in texts(one, monkeypatch)
    one.click(row(one, "missing"))
    assert "pip install" in one.session.notice and one.session.solver.name == "elimination"


def test_the_panel_says_of_the_one_that_runs_that_it_may_not_end(one, monkeypatch) -> None:
    for name, words in (("rows", "May never finish here"), ("annealing", "May give up")):
        one.session.set_solver(name)
        for key in ("Home", "Right", "V"):
            one.press(key)
            assert words in texts(one, monkeypatch), f"{name} after {key}"
    one.session.set_solver("mrv")
    assert "May " not in texts(one, monkeypatch)


@given(st.sets(st.integers(0, 80), max_size=81))
def test_row_orders_is_the_product_of_the_factorials_of_the_blanks(blanks: set[int]) -> None:
    puzzle = Puzzle.parse("".join("." if cell in blanks else "1" for cell in range(81)))
    product = 1
    for row in range(9):
        product *= factorial(sum(cell // 9 == row for cell in blanks))
    assert orders(puzzle) == product
    said = any("never finish" in remark.text for remark in remarks(solvers.get("rows"), puzzle))
    assert said == (product > MOST_GRIDS)


def test_the_list_is_drawn_in_the_theme_and_leaves_nothing_behind(driver: Driver) -> None:
    driver.move((3, 3))
    for _ in range(2):
        without = picture(driver)
        driver.press("A")
        card, theme = ground(driver), driver.app.picture.theme
        assert driver.surface.get_at((card.right - 12, card.centery))[:3] == theme.panel
        driver.press("Escape")
        assert picture(driver) == without
        driver.press("T")


# Choosing


@pytest.mark.parametrize("name", slow_but(FEW, solvers.names()))
def test_a_click_chooses(driver: Driver, name: str) -> None:
    driver.press("Right", 2)
    before = driver.session.solver.name
    opened(driver)
    driver.click(row(driver, name))
    assert driver.app.picture.over is None
    assert (driver.session.solver.name, driver.mode) == (name, Motion.PAUSED)
    assert driver.position == (2 if name == before else 0)


@pytest.mark.slow
def test_choosing_again_after_a_choice_works(one: Driver) -> None:
    for name in (*solvers.names()[-2:], *reversed(solvers.names())):
        opened(one)
        one.click(row(one, name))
        assert one.session.solver.name == name


def test_every_one_is_reached_and_chosen_by_keys(driver: Driver) -> None:
    names = [row.name for row in opened(driver).rows if row.name]
    driver.press("Home")
    for i, name in enumerate(names):
        assert shown(driver).name == name and shown(driver).cursor in in_sight(driver), "in sight"
        driver.press("Return")
        assert driver.app.picture.over is None and driver.session.solver.name == name
        driver.press("A")
        driver.press("Down")
        assert shown(driver).name == names[min(i + 1, len(names) - 1)]
    for key, name in (("Home", names[0]), ("End", names[-1]), ("Up", names[-2]), ("PageUp", names[-10])):
        driver.press(key)
        assert shown(driver).name == name
    assert driver.position == 0, "the playhead has not moved by them"


@pytest.mark.slow
def test_the_list_scrolls_where_there_is_no_room_for_all(monkeypatch, driver: Driver) -> None:
    for i in range(40):

        def run(puzzle: Puzzle) -> Iterator[Step]:
            yield look(0)

        run.__name__ = f"more-{i}"
        add_solver(monkeypatch, run, family="More")
    driver.press("A")
    assert len(in_sight(driver)) < len([row for row in shown(driver).rows if row.name])
    driver.press("End")
    assert shown(driver).name == "more-39" and shown(driver).cursor in in_sight(driver)
    for name in ("backtracking", "more-20", "more-39"):
        driver.click(row(driver, name))
        assert driver.session.solver.name == name
        driver.press("A")


def test_with_shift_or_while_playing_the_new_run_plays_at_once(one: Driver, monkeypatch) -> None:
    one.press("A")
    one.press("Down")
    one.press("Shift+Return")
    assert one.mode is Motion.PLAYING and one.session.solver.name == "elimination-singles"
    one.frames(20)
    assert one.position > 0
    one.press("A")
    one.frames(5)
    one.press("Up")
    one.press("Return")
    assert one.mode is Motion.PLAYING and one.session.solver.name == "elimination", "it was playing"
    one.press("Space")
    opened(one)
    with monkeypatch.context() as patch:
        patch.setattr(pygame.key, "get_mods", lambda: pygame.KMOD_LSHIFT)
        one.click(row(one, "mrv"))
    assert one.mode is Motion.PLAYING and one.session.solver.name == "mrv"
    one.press("Tab")
    assert one.mode is Motion.PLAYING and one.session.solver.name == "bitboard"


def test_with_shift_the_same_one_plays_again_from_the_start(one: Driver) -> None:
    one.press("End")
    one.until_paused()
    one.press("A")
    one.press("Shift+Return")
    assert one.mode is Motion.PLAYING and 0 <= one.position < 20 < one.length


# Closing


def test_a_heading_is_no_choice(driver: Driver) -> None:
    before = driver.session.solver.name
    opened(driver)
    for heading in [row.text for row in shown(driver).rows if not row.name]:
        driver.click(row(driver, heading))
        assert driver.app.picture.over is not None and driver.session.solver.name == before


def test_a_press_on_one_row_let_go_on_another_is_no_choice(one: Driver) -> None:
    opened(one)
    one.button_down(row(one, "mrv"))
    one.button_up(row(one, "rows"))
    assert shown(one).name == "rows" and one.session.solver.name == "elimination"


def test_a_click_elsewhere_closes_the_list_and_does_nothing_else(one: Driver) -> None:
    puzzle, solver = one.session.puzzle, one.session.solver
    for elsewhere in ((5, 5), *(one.rect(id).center for id in ("random", "sat", CHOOSE)), one.on_strip(0.1)):
        opened(one)
        one.click(elsewhere)
        assert one.app.picture.over is None
        assert (one.session.puzzle, one.session.solver, one.position) == (puzzle, solver, 0)


def test_escape_closes_the_list_and_not_the_window(one: Driver) -> None:
    opened(one)
    one.press("Escape")
    assert one.app.open and one.app.picture.over is None
    one.press("Escape", 2)
    assert not one.app.open


def test_other_keys_close_the_list_and_count(one: Driver) -> None:
    one.press("A")
    one.press("Right")
    assert one.position == 1 and one.app.picture.over is None


def test_a_held_arrow_goes_on_and_a_held_return_chooses_once(one: Driver) -> None:
    one.press("A")
    one.press("Home")
    one.hold("Down", repeats=3)
    assert shown(one).name == by_family()[5]
    for key in ("Return", "Return", "A", "Return"):
        pygame.event.post(key_event(key))
    one.frame()
    assert one.app.picture.over is not None, "Return is still down, and no new press of it"


def test_a_resize_closes_the_list_and_leaves_nothing_of_it(driver: Driver) -> None:
    opened(driver)
    driver.resize((1000, 800))
    driver.move((3, 3))
    driver.frames(3)
    after = picture(driver)
    assert driver.app.picture.over is None
    driver.resize((900, 700))
    driver.resize((1000, 800))
    assert picture(driver) == after


def test_an_open_list_costs_nothing_while_nothing_moves(one: Driver) -> None:
    opened(one)
    one.frames(40)
    assert one.frames(60) == 0 and not one.app.busy


@pytest.mark.parametrize("by_mouse", [False, True])
def test_an_algorithm_is_watched_on_a_puzzle_that_shows_it(one: Driver, by_mouse: bool) -> None:
    """The key and the button mean the algorithm at the cursor, whatever puzzle is open, and lead on to its next one."""
    sixteen = Puzzle.parse("." * 256)
    for puzzle, name, shown_on in ((sixteen, "human", 0), (None, "human", 1), (None, "cdcl", 0)):
        if puzzle:
            one.session.load(puzzle)
        picker = opened(one)
        picker.cursor = next(i for i in picker.choices if picker.rows[i].name == name)
        one.frame()
        over = one.app.picture.over
        assert over is not None
        if by_mouse:
            one.click(over.places["showing", 0].center)
        else:
            one.press("Shift+G")
        assert one.app.picture.over is None and one.session.solver.name == name
        assert one.session.puzzle == named.find(solvers.get(name).seen_on[shown_on])


def test_an_algorithm_without_known_puzzles_offers_none(one: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    def own(puzzle: Puzzle) -> Iterator[Step]:
        yield look(0)

    name, before = add_solver(monkeypatch, own), one.session.puzzle
    picker = opened(one)
    picker.cursor = next(i for i in picker.choices if picker.rows[i].name == name)
    one.app.invalidate()
    one.frame()
    over = one.app.picture.over
    assert over is not None and ("showing", 0) not in over.places
    one.press("Shift+G")
    assert one.app.picture.over is None and one.session.puzzle == before
    assert one.session.toast == f"No puzzle is known to show the idea of {name}."
