"""What the keys of watching do: each presses its key, and asserts the effect."""

from __future__ import annotations

from collections.abc import Callable

import pygame
from app_driver import SIZE, Driver
from hands import hand

import solvers
from puzzles import Puzzle
from puzzles.corpus import named
from solvers.core.step import Kind
from visualizer.dialogs.palette import Palette
from visualizer.dialogs.solver import Picker
from visualizer.panes.code.listing import CodeView, PlainView
from visualizer.panes.cover.view import CoverView
from visualizer.timeline.granularity import Grain, grains_for
from visualizer.timeline.player import SPEEDS
from visualizer.timeline.transport import Motion
from visualizer.views.formula import FormulaView
from visualizer.window.type_size import SIZES

TWO = named.find("fig23")
HARD = named.find("uphill-1")
GRAPH = Puzzle.parse("..3....2.........9..5..31.6....81.35......9....63.4....2......798.45....3..2.9...")
"""One on which clause learning meets conflicts."""
Press = Callable[[], None]


def kind_at(driver: Driver) -> Kind:
    return driver.session.timeline.step(driver.position).kind


def positions(driver: Driver, kind: Kind) -> list[int]:
    """Where steps of that kind stand, counted from the solver's own steps."""
    steps = solvers.trace(driver.session.puzzle, driver.session.solver.name)
    found = []
    for position, step in enumerate((step for step in steps if step.kind is not Kind.PENDING), 1):
        if step.kind is kind:
            found.append(position)
        if step.kind is Kind.SOLVED:
            return found
    return found


def plays(driver: Driver, press: Press) -> None:
    press()
    assert driver.mode is Motion.PLAYING
    driver.frames(30)
    reached = driver.position
    assert reached > 0
    press()
    assert driver.mode is Motion.PAUSED
    reached = driver.position
    driver.frames(5)
    assert driver.position == reached, "paused means that it stands"
    press()
    driver.frames(30)
    assert driver.position > reached, "and goes on from there"


def speeds_up(driver: Driver, press: Press) -> None:
    before = driver.session.player.speed
    press()
    assert driver.session.player.speed == SPEEDS[SPEEDS.index(before) + 1]
    for _ in SPEEDS:
        press()
    assert driver.session.player.speed == SPEEDS[-1] >= 1e6


def slows_down(driver: Driver, press: Press) -> None:
    before = driver.session.player.speed
    press()
    assert driver.session.player.speed == SPEEDS[SPEEDS.index(before) - 1]
    for _ in SPEEDS:
        press()
    assert driver.session.player.speed == SPEEDS[0] == 0.5


def ends(driver: Driver, press: Press) -> None:
    press()
    driver.until_paused()
    assert kind_at(driver) is Kind.SOLVED
    assert driver.shown() == solvers.solve(driver.session.puzzle).givens


def finds_another(driver: Driver, press: Press) -> None:
    driver.session.load(TWO)
    solutions = {str(solution) for solution in solvers.solutions(TWO)}
    assert len(solutions) == 2
    seen = set()
    for _ in range(2):
        press()
        driver.until_paused()
        seen.add(str(TWO.with_values(driver.shown())))
    assert seen == solutions
    press()
    driver.until_paused()
    press()
    assert "2 in all" in driver.session.toast


def steps_on(driver: Driver, press: Press) -> None:
    for position in range(1, 4):
        press()
        assert (driver.position, driver.mode) == (position, Motion.PAUSED)
        assert driver.shown() == driver.replayed()


def steps_back(driver: Driver, press: Press) -> None:
    driver.press("Right", 5)
    for position in (4, 3, 2, 1, 0, 0):
        press()
        assert (driver.position, driver.mode) == (position, Motion.PAUSED)
        assert driver.shown() == driver.replayed()


def seeks(kind: Kind, forward: bool) -> Callable[[Driver, Press], None]:
    def check(driver: Driver, press: Press) -> None:
        expected = positions(driver, kind)[:4]
        assert len(expected) == 4
        if not forward:
            driver.session.player.to(expected[-1] + 1)
            driver.until_paused()
        for position in expected if forward else reversed(expected):
            press()
            driver.until_paused()
            assert (driver.position, kind_at(driver)) == (position, kind)
        if not forward:
            press()
            driver.until_paused()
            assert driver.position == expected[0], "without one before it, it stays"

    return check


def goes_home(driver: Driver, press: Press) -> None:
    driver.press("Space")
    driver.frames(40)
    assert driver.position > 0
    press()
    assert (driver.position, driver.mode) == (0, Motion.PAUSED)
    assert driver.shown() == driver.session.puzzle.givens


def makes_a_puzzle(driver: Driver, press: Press) -> None:
    driver.press("Right", 3)
    press()
    if driver.session.drawing:
        assert driver.session.toast == "Making a puzzle …" and driver.position == 3, "meanwhile nothing else changes"
    driver.until_drawn()
    assert driver.session.puzzle.source.startswith("fresh (seed ") and driver.position == 0
    assert driver.shown() == driver.session.puzzle.givens and not driver.session.toast


def draws_a_puzzle(driver: Driver, press: Press) -> None:
    driver.press("Right", 3)
    seen = {str(driver.session.puzzle)}
    for _ in range(3):
        press()
        seen.add(str(driver.session.puzzle))
        assert driver.position == 0 and driver.shown() == driver.session.puzzle.givens
    assert len(seen) == 4


def opens_the_list(driver: Driver, press: Press) -> None:
    without = pygame.image.tobytes(driver.surface, "RGB")
    press()
    over = driver.app.picture.over
    assert over is not None and isinstance(over.card, Picker) and over.card.name == driver.session.solver.name
    assert pygame.image.tobytes(driver.surface, "RGB") != without
    press()
    assert driver.app.picture.over is None and pygame.image.tobytes(driver.surface, "RGB") == without


def cycles(by: int) -> Callable[[Driver, Press], None]:
    def check(driver: Driver, press: Press) -> None:
        names = solvers.names()
        here = names.index(driver.session.solver.name)
        puzzle = driver.session.puzzle
        for i in range(1, len(names) + 1):
            press()
            assert driver.session.solver.name == names[(here + by * i) % len(names)]
            assert driver.session.puzzle is puzzle and driver.position == 0

    return check


def goes_back_to_the_run_before(driver: Driver, press: Press) -> None:
    session = driver.session
    press()
    assert "No other run" in session.toast
    first, timeline = session.solver, session.timeline
    driver.press("Right")
    driver.press("Tab")
    driver.press("Right")
    second = session.solver
    driver.press("Tab")
    press()
    assert session.solver is second
    press()
    assert session.solver is first and session.timeline is timeline and driver.position == 1
    press()
    assert "No other run" in session.toast and session.solver is first


def goes_on_to_the_run_gone_back_from(driver: Driver, press: Press) -> None:
    session = driver.session
    press()
    assert "no later run" in session.toast
    driver.press("Right")
    driver.press("Tab")
    driver.press("Right", 3)
    second, timeline = session.solver, session.timeline
    driver.press("Backspace")
    assert session.solver is not second
    press()
    assert session.solver is second and session.timeline is timeline and driver.position == 3
    driver.press("Backspace")
    assert session.solver is not second, "and back again"
    press()
    driver.press("Tab")
    driver.press("Right")
    driver.press("Tab")
    press()
    assert "no later run" in session.toast, "what is begun anew leads nowhere further"


def goes_to_sat_and_back(driver: Driver, press: Press) -> None:
    for before in ("backtracking", "elimination"):
        driver.session.set_solver(before)
        press()
        assert driver.session.solver.name == "sat"
        press()
        assert driver.session.solver.name == before


def refines_the_step(driver: Driver, press: Press) -> None:
    grains = []
    there = grains_for(driver.session.solver)
    for _ in there:
        press()
        grains.append(driver.session.player.grain)
        assert grains[-1].said == driver.session.toast
    assert grains == [*reversed(there[1:]), Grain.EVERY] and there == driver.session.player.grains


def shown_code(driver: Driver) -> CodeView | PlainView | None:
    view = driver.app.picture.scene(driver.session, 0.0).panes.get("code")
    assert view is None or isinstance(view, CodeView | PlainView)
    return view


def shows_the_python(driver: Driver, press: Press) -> None:
    driver.press("Right", 3)
    before = shown_code(driver)
    press()
    driver.frame()
    python = shown_code(driver)
    assert isinstance(python, CodeView) and "yield" in python.lines[python.current - 1]
    press()
    driver.frame()
    assert shown_code(driver) == before
    driver.press("K")
    press()
    driver.frame()
    assert isinstance(shown_code(driver), CodeView), "it shows the pane"


def shows_the_code(driver: Driver, press: Press) -> None:
    driver.press("Right", 3)
    before = shown_code(driver)
    assert isinstance(before, PlainView) and before.lines[before.current - 1].lit_by
    press()
    driver.frame()
    assert shown_code(driver) is None
    press()
    driver.frame()
    assert shown_code(driver) == before


def shows_the_variables(driver: Driver, press: Press) -> None:
    driver.press("Right", 3)
    press()
    driver.frames(5)
    view = shown_code(driver)
    assert view is not None and ("cell" in dict(view.variables))
    press()
    driver.frame()
    view = shown_code(driver)
    assert view is not None and view.variables == ()


def shows_the_callers_variables(driver: Driver, press: Press) -> None:
    driver.session.set_solver("cdcl")
    driver.press("Right", 3)
    for function in ("_strike", "assert_givens", "cdcl", "_strike"):
        press()
        driver.frames(5)
        view = shown_code(driver)
        assert view is not None and view.function.startswith(function)


def shows_the_formula(driver: Driver, press: Press) -> None:
    driver.session.set_solver("backtracking")
    press()
    assert "has no formula" in driver.session.toast and "Clause learning" in driver.session.toast
    driver.session.set_solver("formula")
    driver.press("Right", 3)
    with_it = driver.app.picture.scene(driver.session, 0.0).panes["formula"]
    press()
    without = driver.app.picture.scene(driver.session, 0.0).panes
    assert isinstance(with_it, FormulaView) and with_it.lines and "formula" not in without


def shows_the_matrix(driver: Driver, press: Press) -> None:
    driver.session.set_solver("mrv")
    press()
    assert "does not look for an exact cover" in driver.session.toast
    driver.session.set_solver("exact-cover")
    driver.press("Right", 3)
    with_it = driver.app.picture.scene(driver.session, 0.0).panes["cover"]
    press()
    without = driver.app.picture.scene(driver.session, 0.0).panes
    assert isinstance(with_it, CoverView) and "cover" not in without


def opens_a_race(driver: Driver, press: Press) -> None:
    driver.press("Right", 3)
    press()
    race = driver.race.race
    assert race is not None and race.race.puzzle is driver.session.puzzle and len(race.race.lanes) == 3
    press()
    assert driver.race.race is None and driver.position == 3 and driver.shown() == driver.replayed()


def presents(driver: Driver, press: Press) -> None:
    driver.press("Right", 5)
    driver.press("Left", 2)
    without = pygame.image.tobytes(driver.surface, "RGB")
    press()
    driver.press("Right", 2)
    assert driver.app.screen is driver.app.screens["present"] and driver.position == 5
    assert pygame.image.tobytes(driver.surface, "RGB") != without
    press()
    assert driver.app.screen is driver.app.usual and driver.position == 3
    assert pygame.image.tobytes(driver.surface, "RGB") == without


def plays_by_hand(driver: Driver, press: Press) -> None:
    driver.press("Right", 3)
    before = driver.session.solver.name
    press()
    assert driver.session.solver.person and driver.shown() == driver.session.puzzle.givens
    driver.press("P")
    assert driver.session.solver.name == before and driver.position == 3


def edits(driver: Driver, press: Press) -> None:
    givens = driver.session.puzzle.givens
    press()
    assert hand(driver.session).game.editing and driver.shown() == givens and driver.session.puzzle.clues == 0


def enters_a_puzzle(driver: Driver, press: Press) -> None:
    press()
    assert hand(driver.session).game.editing and not any(driver.shown())
    driver.press("Ctrl+Backspace")
    assert not driver.session.solver.person or not driver.session.timeline.length


def agrees(driver: Driver, press: Press) -> None:
    done: list[str] = []
    press()
    assert not done and not driver.session.notice
    driver.session.ask("Shall it be done?", lambda: done.append("done"))
    assert "Shall it be done?" in driver.session.notice
    press()
    press()
    assert done == ["done"] and not driver.session.notice
    driver.session.ask("Shall it be done?", lambda: done.append("again"))
    driver.press("Right")
    press()
    assert done == ["done"] and not driver.session.notice


def shows_the_start(driver: Driver, press: Press) -> None:
    driver.press("Right", 10)
    press()
    start = driver.app.picture.scene(driver.session, 0.0).start
    assert start is not None and tuple(cell.digit for cell in start.cells) == driver.session.puzzle.givens
    press()
    assert driver.app.picture.scene(driver.session, 0.0).start is None


def changes_the_symbols(driver: Driver, press: Press) -> None:
    before, picture = driver.session.symbols, pygame.image.tobytes(driver.surface, "RGB")
    press()
    assert driver.session.symbols is not before
    assert pygame.image.tobytes(driver.surface, "RGB") != picture


def changes_the_theme(driver: Driver, press: Press) -> None:
    corner = driver.surface.get_at((0, 0))
    press()
    assert driver.surface.get_at((0, 0)) != corner
    press()
    assert driver.surface.get_at((0, 0)) == corner


def changes_the_type(by: int) -> Callable[[Driver, Press], None]:
    def check(driver: Driver, press: Press) -> None:
        picture, before = driver.app.picture, pygame.image.tobytes(driver.surface, "RGB")
        sizes = [1.0]
        for _ in SIZES:
            press()
            sizes.append(picture.zoom)
            assert f"{picture.zoom:.0%}" in driver.session.toast
        assert sizes == sorted(sizes, reverse=by < 0) and sizes[-1] == SIZES[-1 if by > 0 else 0]
        driver.press("Ctrl+0")
        driver.session.toast = ""
        driver.app.invalidate()
        driver.frame()
        assert pygame.image.tobytes(driver.surface, "RGB") == before

    return check


def resets_the_type(driver: Driver, press: Press) -> None:
    driver.press("Ctrl++", 3)
    assert driver.app.picture.zoom > 1.2
    press()
    assert driver.app.picture.zoom == 1.0


def stills_the_digits(driver: Driver, press: Press) -> None:
    for moves in (True, False, True):
        driver.press("Right")
        assert driver.app.picture.motion.moving == moves
        driver.frames(60)
        press()


def fills_the_screen(driver: Driver, press: Press) -> None:
    desktop = pygame.display.get_desktop_sizes()[0]
    assert desktop != SIZE
    for size in (desktop, SIZE):
        press()
        assert driver.surface.get_size() == size
        driver.frame()  # the new size comes through the queue
        layout = driver.app.picture.layout
        assert pygame.Rect((0, 0), size).contains(layout.controls) and layout.controls.width > size[0] * 0.9


def opens_the_palette(driver: Driver, press: Press) -> None:
    press()
    over = driver.app.picture.over
    assert over is not None and isinstance(over.card, Palette)
    driver.press("Escape")
    assert driver.app.picture.over is None and driver.app.open


def helps(driver: Driver, press: Press) -> None:
    without = pygame.image.tobytes(driver.surface, "RGB")
    press()
    assert driver.session.show_help and pygame.image.tobytes(driver.surface, "RGB") != without
    press()
    assert not driver.session.show_help and pygame.image.tobytes(driver.surface, "RGB") == without


def closes_or_quits(driver: Driver, press: Press) -> None:
    driver.session.load(HARD)
    driver.session.set_solver("backtracking")
    driver.press("End")
    driver.press("F1")
    driver.session.notice = "Trouble."
    open_now = [lambda: driver.session.notice, lambda: driver.session.show_help, lambda: driver.session.running]
    for i in range(3):
        assert all(is_open() for is_open in open_now[i:]) and not any(is_open() for is_open in open_now[:i])
        press()
    assert not any(is_open() for is_open in open_now) and driver.app.open
    press()
    assert driver.app.open and "again quits" in driver.session.toast
    press()
    assert not driver.app.open


def quits(driver: Driver, press: Press) -> None:
    driver.press("F1")
    press()
    assert not driver.app.open
