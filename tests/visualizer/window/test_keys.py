"""Tests that every key in the table does what its help says when it is pressed in a window."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pygame
import pytest
from app_driver import SIZE, Driver, key_event
from hands import hand
from key_effects import (
    GRAPH,
    Press,
    agrees,
    closes_or_quits,
    cycles,
    draws_a_puzzle,
    edits,
    ends,
    enters_a_puzzle,
    finds_another,
    goes_back_to_the_run_before,
    goes_home,
    goes_on_to_the_run_gone_back_from,
    goes_to_sat_and_back,
    makes_a_puzzle,
    opens_a_race,
    opens_the_list,
    plays,
    plays_by_hand,
    presents,
    quits,
    refines_the_step,
    seeks,
    shows_the_idea,
    slows_down,
    speeds_up,
    steps_back,
    steps_on,
)
from key_tables import check_table, every_key
from shown_effects import (
    changes_the_symbols,
    changes_the_theme,
    changes_the_type,
    fills_the_screen,
    helps,
    hides_the_candidates,
    resets_the_type,
    shows_the_callers_variables,
    shows_the_code,
    shows_the_formula,
    shows_the_matrix,
    shows_the_python,
    shows_the_start,
    shows_the_variables,
    stills_the_digits,
)

from puzzles.corpus import named
from solvers.core.step import Kind
from visualizer.dialogs.file_dialog import SaveDialog, SavePuzzleDialog
from visualizer.dialogs.open import OpenDialog
from visualizer.dialogs.options import OptionsCard
from visualizer.dialogs.palette import Palette
from visualizer.dialogs.run_until import GoalList
from visualizer.dialogs.small_cards import AskingCard, LevelList, TextPrompt
from visualizer.keymap import WATCH, key_of
from visualizer.panes.conflict.pane import ConflictPane
from visualizer.session.settings import Options
from visualizer.timeline.player import Cut


@pytest.fixture
def driver() -> Iterator[Driver]:
    """Open a window on a puzzle whose search has many guesses, conflicts and backtracks."""
    driver = Driver(Options(named.find("formula"), solver="elimination", size=SIZE, seed=1))
    yield driver
    driver.close()


def pictures_differ(driver: Driver, press: Press) -> tuple[bytes, bytes, bytes]:
    """Return the screen before a key, after it, and after pressing it again."""
    driver.session.toast = ""
    driver.to(driver.position + 40)
    driver.rest()
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
    for _ in option.choices[1:]:
        press()
        chosen.append(driver.session.options.get(option.name, option.default))
        assert f"{option.name}={chosen[-1]}" in driver.session.toast
    assert set(chosen) == {*option.choices} - {"extended"} and chosen[0] == chosen[-1], "auto means extended here"


def numbers_the_variables_in_the_other_way(driver: Driver, press: Press) -> None:
    press()
    assert "has no formula" in driver.session.toast and "formula" in driver.session.panes
    driver.press("S")
    before = driver.session.panes.switched["renumbered"]
    press()
    assert driver.session.panes.switched["renumbered"] is not before


def shows_the_trail_with_reasons(driver: Driver, press: Press) -> None:
    shows_no_reasons = ["trail" in driver.session.panes]
    for solver, presses in (("elimination", 2), ("cdcl", 3)):
        driver.session.set_solver(solver)
        driver.session.player.to(330)
        driver.until_paused()
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
    driver.rest()
    before, beside, large = pictures_differ(driver, press)
    assert driver.session.panes.large == "implications" and len(driver.app.picture.column.rects) == 1
    press()
    driver.frames(2)
    assert before == pygame.image.tobytes(driver.surface, "RGB") and len({before, beside, large}) == 3


def shows(pane: str) -> Callable[[Driver, Press], None]:
    def check(driver: Driver, press: Press) -> None:
        driver.press("End")
        driver.until_paused()
        driver.press("Home")
        driver.rest()
        before, after, again = pictures_differ(driver, press)
        assert before == again != after
        press()
        assert pane in driver.session.panes and driver.app.picture.column.rects.get(pane) is not None

    return check


def opens_the_options(driver: Driver, press: Press) -> None:
    press()
    assert "has no options" in driver.session.toast and driver.app.picture.over is None
    driver.session.set_solver("annealing")
    driver.session.toast = ""
    driver.rest()
    opens_a_card(OptionsCard)(driver, press)


def warms_the_board(driver: Driver, press: Press) -> None:
    driver.press("End")
    driver.until_paused()
    voices = []
    for _ in range(3):
        press()
        driver.frames(5)
        scene = driver.app.picture.scene(driver.session)
        voices.append((scene.board.cells[0].heat, bool(scene.heat_words)))
    assert voices == [("guessed", True), ("conflict", True), ("", False)]


def enlarges_a_pane(driver: Driver, press: Press) -> None:
    for pane in ("code", "tree"):
        if pane not in driver.session.panes:
            driver.press(key_of(pane))
    driver.resize((1600, 1100))
    before = dict(driver.app.picture.column.rects)
    press()
    driver.frame()
    (name, rect), *others = driver.app.picture.column.rects.items()
    assert name == "tree" and not others and rect.height > 1.5 * before["tree"].height
    press()
    driver.frame()
    assert driver.app.picture.column.rects == before


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


def goes_through_the_cuts(driver: Driver, press: Press) -> None:
    assert driver.session.player.cut is Cut.WHOLE
    for cut, says in ((Cut.PATH, "never undone"), (Cut.FIXED, "fixed speed"), (Cut.WHOLE, "is explained")):
        press()
        assert driver.session.player.cut is cut and says in driver.session.toast


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
        assert "nothing to summarise" in driver.session.toast
        driver.press("End")
        driver.until_paused()
        press()
        assert "clipboard" in driver.session.toast
        assert driver.session.solver.title in pygame.scrap.get_text() and first in pygame.scrap.get_text()

    return check


def quizzes(driver: Driver, press: Press) -> None:
    press()
    assert driver.session.asking.on and "stops to ask" in driver.session.toast
    press()
    assert not driver.session.asking.on


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


def shows_the_tour(driver: Driver, press: Press) -> None:
    press()
    assert driver.app.picture.tour is not None and driver.app.picture.tour.shown == 0
    driver.press("Right")
    assert driver.app.picture.tour is None


def races_where_they_differ(driver: Driver, press: Press) -> None:
    press()
    race = driver.race.race
    assert race is not None and race.differing.busy and "on which the algorithms differ" in driver.session.toast
    driver.press("Escape", 2)
    assert driver.race.race is None and not race.differing.busy


def resolves_a_conflict(driver: Driver, press: Press) -> None:
    """Open a conflict, and press the key that first goes to its learnt clause and then steps on."""
    driver.session.load(GRAPH)
    driver.session.set_solver("cdcl")
    driver.press("Shift+Y")
    driver.press("Ctrl+Right")
    driver.until_paused()
    driver.frame()
    pane, position = driver.session.panes.one(ConflictPane), driver.position
    for made, at in ((True, position), (False, position + 1), (False, position + 2)):
        press()
        assert (bool(pane.part), driver.position) == (made, at)


def takes_back_resolutions(driver: Driver, press: Press) -> None:
    resolves_a_conflict(driver, lambda: driver.press("PageDown"))
    pane, position = driver.session.panes.one(ConflictPane), driver.position
    for made, at in ((False, position - 1), (True, position - 2), (False, position - 2), (False, position - 3)):
        press()
        assert (bool(pane.part), driver.position) == (made, at)


EFFECTS: dict[str, Callable[[Driver, Press], None]] = {
    "play": plays,
    "faster": speeds_up,
    "slower": slows_down,
    "cut": goes_through_the_cuts,
    "end": ends,
    "another": finds_another,
    "quiz": quizzes,
    "quiz options": opens_a_card(AskingCard),
    "forward": steps_on,
    "back": steps_back,
    "learnt clause": resolves_a_conflict,
    "unresolved": takes_back_resolutions,
    "next guess": seeks(Kind.GUESS, forward=True),
    "previous guess": seeks(Kind.GUESS, forward=False),
    "next conflict": seeks(Kind.CONFLICT, forward=True),
    "previous conflict": seeks(Kind.CONFLICT, forward=False),
    "home": goes_home,
    "random": draws_a_puzzle,
    "level": opens_a_card(LevelList),
    "fresh": makes_a_puzzle,
    "showing": shows_the_idea,
    "choose": opens_the_list,
    "next solver": cycles(1),
    "previous solver": cycles(-1),
    "sat": goes_to_sat_and_back,
    "play by hand": plays_by_hand,
    "edit": edits,
    "new": enters_a_puzzle,
    "before": goes_back_to_the_run_before,
    "after": goes_on_to_the_run_gone_back_from,
    "options": opens_the_options,
    "variant": goes_through_the_encodings,
    "race": opens_a_race,
    "race differ": races_where_they_differ,
    "detail": refines_the_step,
    "until": opens_a_card(GoalList),
    "bookmark": sets_a_bookmark,
    "name": opens_a_card(TextPrompt),
    "next bookmark": goes_from_bookmark_to_bookmark,
    "save": opens_a_card(SaveDialog),
    "print": opens_a_card(TextPrompt),
    "save scene": opens_a_card(TextPrompt),
    "open": opens_a_card(OpenDialog),
    "save puzzle": opens_a_card(SavePuzzleDialog),
    "copy": copies_the_puzzle,
    "paste": pastes_a_puzzle,
    "copy text": copies("steps  "),
    "copy markdown": copies("| steps |"),
    "trail": shows_the_trail_with_reasons,
    "implications": shows_the_graph,
    "tree": shows("tree"),
    "statistics": shows("statistics"),
    "heat": warms_the_board,
    "tall": raises_the_time_line,
    "maximise": enlarges_a_pane,
    "zoom in": zooms(nearer=True),
    "zoom out": zooms(nearer=False),
    "code": shows_the_code,
    "python": shows_the_python,
    "caller": shows_the_callers_variables,
    "renumber": numbers_the_variables_in_the_other_way,
    "variables": shows_the_variables,
    "formula": shows_the_formula,
    "cover": shows_the_matrix,
    "check": checks,
    "hint": hints,
    "agree": agrees,
    "beside": shows_the_start,
    "theme": changes_the_theme,
    "symbols": changes_the_symbols,
    "palette": opens_a_card(Palette),
    "display": opens_a_card(Palette),
    "saves": opens_a_card(Palette),
    "share": opens_a_card(Palette),
    "film": opens_a_card(TextPrompt),
    "copies": opens_a_card(Palette),
    "candidates": hides_the_candidates,
    "motion": stills_the_digits,
    "fullscreen": fills_the_screen,
    "larger": changes_the_type(1),
    "smaller": changes_the_type(-1),
    "usual size": resets_the_type,
    "present": presents,
    "present anyway": presents,
    "help": helps,
    "tour": shows_the_tour,
    "choose lecture": opens_a_card(Palette),
    "close": closes_or_quits,
    "quit": quits,
}


LIKE_ANOTHER = {"slower", "previous guess", "next conflict", "previous solver", "smaller", "zoom out", "present anyway"}
"""Actions with the same effect as another one, in reverse or from elsewhere."""
LIKE_ANOTHER |= {
    "display",
    "saves",
    "share",
    "copies",
    "print",
    "save scene",
    "copy markdown",
    "statistics",
    "fresh",
    "learnt clause",
}


@pytest.mark.parametrize(("id", "key"), every_key(WATCH, LIKE_ANOTHER))
def test_every_key_of_the_table_does_what_its_help_says(driver: Driver, id: str, key: str) -> None:
    EFFECTS[id](driver, lambda: driver.press(key))


def test_the_table_of_keys_is_sound_and_tested() -> None:
    check_table(WATCH, EFFECTS)


def test_a_held_key_repeats_only_where_that_makes_sense(driver: Driver) -> None:
    done: list[str] = []
    driver.app.act = done.append  # type: ignore[method-assign]
    for row in WATCH:
        driver.hold(row.keys[0], repeats=4)
        driver.hold(row.keys[0], repeats=0)
    assert done == [row.id for row in WATCH for _ in range(6 if row.repeats else 2)]


def test_a_key_let_go_while_another_window_has_the_focus_counts_again(driver: Driver) -> None:
    done: list[str] = []
    driver.app.act = done.append  # type: ignore[method-assign]
    for event in (key_event("R"), pygame.Event(pygame.WINDOWFOCUSLOST), key_event("R")):
        pygame.event.post(event)
    driver.frame()
    assert done == ["random", "random"]
