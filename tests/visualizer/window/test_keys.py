"""Every key of the table does what its help says, pressed as SDL would send it, through the queue, in a window."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pygame
import pytest
from app_driver import SIZE, Driver, key_event
from hands import hand

import solvers
from puzzles import Puzzle
from puzzles.corpus import named
from solvers.core.step import Kind
from visualizer.dialogs.level import LevelList
from visualizer.dialogs.open import OpenDialog
from visualizer.dialogs.options import OptionsCard
from visualizer.dialogs.run_until import Until
from visualizer.dialogs.save import SaveDialog
from visualizer.dialogs.save_puzzle import SavePuzzleDialog
from visualizer.dialogs.solver import Picker
from visualizer.dialogs.text_prompt import TextPrompt
from visualizer.keymap import INSTEAD, WATCH, Action, cap, caps
from visualizer.panes.code.listing import CodeView
from visualizer.play.mode import EDIT, PLAY
from visualizer.race.controller import RACE
from visualizer.session.settings import Options
from visualizer.timeline.granularity import Grain, grains_for
from visualizer.timeline.player import SPEEDS
from visualizer.timeline.transport import Motion
from visualizer.views.formula import FormulaView
from visualizer.window.key_names import key_name

TWO = named.find("fig23")
HARD = named.find("uphill-1")
GRAPH = Puzzle.parse("..3....2.........9..5..31.6....81.35......9....63.4....2......798.45....3..2.9...")
"""One on which clause learning meets conflicts."""
Press = Callable[[], None]


@pytest.fixture
def driver() -> Iterator[Driver]:
    """A window on a puzzle whose search has many guesses, conflicts and backtracks."""
    driver = Driver(Options(named.find("formula"), solver="elimination", size=SIZE, seed=1))
    yield driver
    driver.close()


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


def shown_code(driver: Driver) -> CodeView | None:
    view = driver.app.picture.scene(driver.session, 0.0).panes.get("code")
    assert view is None or isinstance(view, CodeView)
    return view


def shows_the_code(driver: Driver, press: Press) -> None:
    driver.press("Right", 3)
    before = shown_code(driver)
    assert before is not None and "yield" in before.lines[before.current - 1]
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


def opens_a_race(driver: Driver, press: Press) -> None:
    driver.press("Right", 3)
    press()
    race = driver.race.race
    assert race is not None and race.race.puzzle is driver.session.puzzle and len(race.race.lanes) == 3
    press()
    assert driver.race.race is None and driver.position == 3 and driver.shown() == driver.replayed()


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


def fills_the_screen(driver: Driver, press: Press) -> None:
    desktop = pygame.display.get_desktop_sizes()[0]
    assert desktop != SIZE
    for size in (desktop, SIZE):
        press()
        assert driver.surface.get_size() == size
        driver.frame()  # the new size comes through the queue
        layout = driver.app.picture.layout
        assert pygame.Rect((0, 0), size).contains(layout.controls) and layout.controls.width > size[0] * 0.9


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


def pictures_differ(driver: Driver, press: Press) -> tuple[bytes, bytes, bytes]:
    """The screen before a key, after it, and after it has been pressed again."""
    driver.press("Right", 40)
    before = pygame.image.tobytes(driver.surface, "RGB")
    press()
    driver.frames(3)
    after = pygame.image.tobytes(driver.surface, "RGB")
    press()
    driver.frames(3)
    return before, after, pygame.image.tobytes(driver.surface, "RGB")


def goes_through_the_encodings(driver: Driver, press: Press) -> None:
    press()
    assert "no variants" in driver.session.toast and not driver.session.options
    driver.press("S")
    option = next(one for one in driver.session.solver.options if one.choices)
    chosen = [driver.session.options.get(option.name, option.default)]
    for _ in option.choices:
        press()
        chosen.append(driver.session.options.get(option.name, option.default))
        assert f"{option.name}={chosen[-1]}" in driver.session.toast
    assert set(chosen) == set(option.choices) and chosen[0] == chosen[-1]


def shows_the_trail_with_reasons(driver: Driver, press: Press) -> None:
    shows_no_reasons = ["trail" in driver.session.panes]
    for solver, presses in (("elimination", 2), ("cdcl", 3)):
        driver.session.set_solver(solver)
        driver.press("Right", 330)
        pictures = []
        for _ in range(presses):
            pictures.append(pygame.image.tobytes(driver.surface, "RGB"))
            shows_no_reasons.append("trail" in driver.session.panes)
            press()
            driver.frames(2)
        assert len(set(pictures)) == presses and "trail" not in driver.session.panes
    assert shows_no_reasons == [False, False, True, False, True, True]


def shows_the_graph(driver: Driver, press: Press) -> None:
    press()
    assert "no implication graph" in driver.session.toast
    press()
    driver.session.set_solver("cdcl")
    driver.session.load(GRAPH)
    driver.press("Ctrl+Right")
    driver.until_paused()
    driver.frames(30)
    before, after, again = pictures_differ(driver, press)
    assert before == again != after
    press()
    assert driver.app.picture.column.rects.get("implications") is not None


def shows(pane: str) -> Callable[[Driver, Press], None]:
    def check(driver: Driver, press: Press) -> None:
        driver.press("End")
        driver.until_paused()
        driver.press("Home")
        driver.frames(30)
        before, after, again = pictures_differ(driver, press)
        assert before == again != after
        press()
        assert pane in driver.session.panes and driver.app.picture.column.rects.get(pane) is not None

    return check


def warms_the_board(driver: Driver, press: Press) -> None:
    driver.press("End")
    driver.until_paused()
    voices = []
    for _ in range(3):
        press()
        driver.frames(5)
        scene = driver.app.picture.scene(driver.session, 0.0)
        voices.append((scene.board.cells[0].heat, bool(scene.heat_words)))
    assert voices == [("guessed", True), ("conflict", True), ("", False)]


def raises_the_time_line(driver: Driver, press: Press) -> None:
    low = driver.app.picture.layout.strip.height
    press()
    assert driver.app.picture.layout.strip.height > 2 * low
    press()
    assert driver.app.picture.layout.strip.height == low


def zooms(nearer: bool) -> Callable[[Driver, Press], None]:
    def check(driver: Driver, press: Press) -> None:
        driver.press("End")
        driver.until_paused()
        driver.press("Home")
        if not nearer:
            driver.press("Z", 3)
        before = driver.session.analysis.window.steps
        press()
        after = driver.session.analysis.window.steps
        assert after == round(before / 2) if nearer else after in (2 * before, driver.length)
        driver.press("Shift+Z", 20)
        assert driver.session.analysis.window.steps == driver.length

    return check


def sets_a_bookmark(driver: Driver, press: Press) -> None:
    driver.press("Right", 7)
    press()
    marks = driver.session.analysis.bookmarks
    assert [mark.position for mark in marks.all] == [7] and marks.all[0].name in driver.session.toast
    press()
    assert not marks.all


def goes_from_bookmark_to_bookmark(driver: Driver, press: Press) -> None:
    press()
    assert "no bookmark" in driver.session.toast
    for _ in range(2):
        driver.press("Right", 5)
        driver.press("B")
    seen = []
    for _ in range(3):
        press()
        seen.append(driver.position)
    assert seen == [5, 10, 5]


def slows_by_itself(driver: Driver, press: Press) -> None:
    press()
    assert driver.session.player.self_slowing and "slows down" in driver.session.toast
    press()
    assert not driver.session.player.self_slowing


def opens_a_card(model: type) -> Callable[[Driver, Press], None]:
    def check(driver: Driver, press: Press) -> None:
        without = pygame.image.tobytes(driver.surface, "RGB")
        press()
        over = driver.app.picture.over
        assert over is not None and isinstance(over.card, model)
        assert pygame.image.tobytes(driver.surface, "RGB") != without
        driver.press("Escape")
        assert driver.app.picture.over is None and driver.app.open
        assert pygame.image.tobytes(driver.surface, "RGB") == without

    return check


def copies(first: str) -> Callable[[Driver, Press], None]:
    def check(driver: Driver, press: Press) -> None:
        press()
        assert "nothing to sum up" in driver.session.toast
        driver.press("End")
        driver.until_paused()
        press()
        assert "clipboard" in driver.session.toast
        assert driver.session.solver.title in pygame.scrap.get_text() and first in pygame.scrap.get_text()

    return check


def checks(driver: Driver, press: Press) -> None:
    press()
    assert driver.session.toast in ("Finding out how many solutions the puzzle has …", "Exactly one solution.")
    assert not driver.session.solver.person


def hints(driver: Driver, press: Press) -> None:
    press()
    assert driver.session.solver.person and hand(driver.session).game.hint_view
    assert driver.caption().startswith(("Looking for a hint …", "Look at "))


def copies_the_puzzle(driver: Driver, press: Press) -> None:
    press()
    assert pygame.scrap.get_text() == str(driver.session.puzzle) and "the puzzle as a line" in driver.session.toast


def pastes_a_puzzle(driver: Driver, press: Press) -> None:
    pygame.scrap.put_text(str(named.find("lab")))
    press()
    while driver.app.usual.opener.busy:
        driver.frame()
    assert driver.session.puzzle == named.find("lab")


EFFECTS: dict[str, Callable[[Driver, Press], None]] = {
    "play": plays,
    "faster": speeds_up,
    "slower": slows_down,
    "end": ends,
    "another": finds_another,
    "forward": steps_on,
    "back": steps_back,
    "next guess": seeks(Kind.GUESS, forward=True),
    "previous guess": seeks(Kind.GUESS, forward=False),
    "next conflict": seeks(Kind.CONFLICT, forward=True),
    "previous conflict": seeks(Kind.CONFLICT, forward=False),
    "home": goes_home,
    "random": draws_a_puzzle,
    "level": opens_a_card(LevelList),
    "fresh": makes_a_puzzle,
    "choose": opens_the_list,
    "next solver": cycles(1),
    "previous solver": cycles(-1),
    "sat": goes_to_sat_and_back,
    "play by hand": plays_by_hand,
    "edit": edits,
    "new": enters_a_puzzle,
    "before": goes_back_to_the_run_before,
    "after": goes_on_to_the_run_gone_back_from,
    "options": opens_a_card(OptionsCard),
    "variant": goes_through_the_encodings,
    "race": opens_a_race,
    "detail": refines_the_step,
    "until": opens_a_card(Until),
    "bookmark": sets_a_bookmark,
    "name": opens_a_card(TextPrompt),
    "next bookmark": goes_from_bookmark_to_bookmark,
    "save": opens_a_card(SaveDialog),
    "print": opens_a_card(TextPrompt),
    "open": opens_a_card(OpenDialog),
    "save puzzle": opens_a_card(SavePuzzleDialog),
    "copy": copies_the_puzzle,
    "paste": pastes_a_puzzle,
    "copy text": copies("steps  "),
    "copy markdown": copies("| steps |"),
    "slowing": slows_by_itself,
    "trail": shows_the_trail_with_reasons,
    "implications": shows_the_graph,
    "tree": shows("tree"),
    "statistics": shows("statistics"),
    "heat": warms_the_board,
    "tall": raises_the_time_line,
    "zoom in": zooms(nearer=True),
    "zoom out": zooms(nearer=False),
    "code": shows_the_code,
    "variables": shows_the_variables,
    "formula": shows_the_formula,
    "check": checks,
    "hint": hints,
    "agree": agrees,
    "beside": shows_the_start,
    "theme": changes_the_theme,
    "symbols": changes_the_symbols,
    "fullscreen": fills_the_screen,
    "help": helps,
    "close": closes_or_quits,
    "quit": quits,
}


@pytest.mark.parametrize(("id", "key"), [(row.id, key) for row in WATCH for key in row.keys])
def test_every_key_of_the_table_does_what_its_help_says(driver: Driver, id: str, key: str) -> None:
    EFFECTS[id](driver, lambda: driver.press(key))


def test_what_is_tested_is_the_table() -> None:
    assert set(EFFECTS) == {row.id for row in WATCH}


@pytest.mark.parametrize("row", WATCH, ids=lambda row: row.id)
def test_a_held_key_repeats_only_where_that_makes_sense(driver: Driver, row: Action) -> None:
    done: list[str] = []
    driver.app.act = done.append  # type: ignore[method-assign]
    driver.hold(row.keys[0], repeats=4)
    driver.hold(row.keys[0], repeats=0)
    assert done == [row.id] * (6 if row.repeats else 2)


def test_a_key_let_go_while_another_window_has_the_focus_counts_again(driver: Driver) -> None:
    done: list[str] = []
    driver.app.act = done.append  # type: ignore[method-assign]
    for event in (key_event("R"), pygame.Event(pygame.WINDOWFOCUSLOST), key_event("R")):
        pygame.event.post(event)
    driver.frame()
    assert done == ["random", "random"]


# The table itself


def test_no_key_means_two_things() -> None:
    for table in (WATCH, RACE, PLAY, EDIT):
        pairs = [(key, row) for row in table for key in row.keys]
        assert len(pairs) == len(dict(pairs)) and all(table.action_for(key) is row for key, row in pairs)
        assert all(table[row.id] is row for row in table)


def test_whatever_a_letter_does_for_who_writes_is_done_without_letters_too() -> None:
    """On a grid whose digits are letters, they are typed."""
    for table in (PLAY, EDIT):
        for row in table:
            others = [key for key in row.keys if len(key) > 1]
            control = any(table.action_for(f"{INSTEAD}{key}") is row for key in row.keys if len(key) == 1)
            assert others or control or row.id in ("theme", "beside"), row


def test_the_digits_are_free_for_who_writes() -> None:
    assert not {key for table in (PLAY, EDIT) for row in table for key in row.keys} & set("0123456789")


def test_an_action_goes_on_while_its_key_is_held_in_every_table_or_in_none() -> None:
    by_id: dict[str, set[bool]] = {}
    for table in (WATCH, PLAY, EDIT):
        for row in table:
            by_id.setdefault(row.id, set()).add(row.repeats)
    assert {id for id, repeats in by_id.items() if len(repeats) > 1} == set()
    assert {"forward", "faster", "left", "clear", "blank"} <= {id for id, repeats in by_id.items() if True in repeats}


def test_groups_hold_every_row_once_and_caps_are_what_is_printed() -> None:
    for table in (WATCH, RACE, PLAY, EDIT):
        assert sorted((row for rows in table.groups().values() for row in rows), key=list(table).index) == list(table)
    printed = {"Shift+Right": "Shift+→", "Escape": "Esc", "-": "−", "+": "+", "PageDown": "PgDn", "R": "R"}
    assert {key: cap(key) for key in printed} == printed
    assert caps(WATCH["faster"]) == ["+", "↑"]
    assert all(caps(row) for row in WATCH)


# Other keyboards


def typed(key: int, text: str = "", mod: int = 0) -> str | None:
    return key_name(pygame.Event(pygame.KEYDOWN, key=key, unicode=text, mod=mod))


def test_symbols_are_known_by_what_they_type_on_any_layout() -> None:
    shift = pygame.KMOD_LSHIFT
    assert typed(pygame.K_PLUS, "+") == "+"  # German
    assert typed(pygame.K_1, "+", shift) == "+"  # Swiss
    assert typed(pygame.K_6, "-") == "-"  # French
    assert typed(pygame.K_SEMICOLON, ".", shift) == "."  # French
    assert typed(pygame.K_KP_PLUS, "+") == typed(pygame.K_KP_PLUS) == "+"
    assert typed(pygame.K_KP_MINUS) == "-"


def test_keys_with_other_modifiers_are_left_to_the_system() -> None:
    for mod in (pygame.KMOD_LALT, pygame.KMOD_LMETA, pygame.KMOD_LCTRL | pygame.KMOD_LALT):
        assert typed(pygame.K_F11, "", mod) is None
    right = pygame.KMOD_LCTRL | pygame.KMOD_RALT
    assert typed(pygame.K_q, "@", right) is None, "so Windows says AltGr, which types characters"
    assert typed(pygame.K_q, "", pygame.KMOD_LCTRL | pygame.KMOD_LALT) == "Ctrl+Alt+Q"
    for key in "rkad":
        assert WATCH.action_for(typed(pygame.key.key_code(key), "", pygame.KMOD_LCTRL) or "") is None
    assert typed(pygame.K_F13) is None and typed(0) is None


def test_capital_letters_count_as_letters() -> None:
    assert typed(pygame.K_r, "R", pygame.KMOD_CAPS) == "R"
    shifted = typed(pygame.K_v, "V", pygame.KMOD_LSHIFT)
    assert shifted is not None and WATCH.action_for(shifted) is WATCH["beside"], "unless Shift makes another of it"
    assert WATCH.action_for("Shift+R") is WATCH["level"]
    assert WATCH.action_for("Shift+B") is WATCH["next bookmark"] and WATCH.action_for("Shift+Z") is WATCH["zoom out"]
