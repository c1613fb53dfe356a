"""Tests of quiz mode: the run stops one step before each answer, and nothing on the screen gives it away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

import pygame
import pytest
from app_driver import SIZE, Driver
from asked import asking_of, number_of, until_asked
from key_tables import check_table
from PIL import Image

from puzzles.corpus import named
from visualizer.cli.main import main
from visualizer.files.saved_view import ViewError, load, save
from visualizer.files.store import DocumentStore
from visualizer.questions.registry import declared
from visualizer.quiz.mode import QUIZ, QuizMode
from visualizer.session.asking import without_future
from visualizer.session.checked_view import check
from visualizer.session.settings import Options
from visualizer.timeline.transport import Motion
from visualizer.views.board import ChoiceMark, Wash
from visualizer.window.quiz.extras import CHOICE

ALWAYS = "always"


@pytest.fixture
def driver() -> Iterator[Driver]:
    """Open a window on a search that asks a question whenever it can."""
    with Driver(Options(named.find("fig1"), solver="backtracking", size=SIZE, seed=1)) as driver:
        driver.session.asking.rhythm = ALWAYS
        driver.press("Shift+Q")
        yield driver


def test_questions_are_answered_by_keys_while_the_run_plays(driver: Driver) -> None:
    asking = asking_of(driver)
    driver.press("Space")
    for answered in range(1, 7):
        question = until_asked(driver)
        assert driver.position == question.position - 1 and driver.mode is Motion.PAUSED
        assert driver.session.mode.name == "quiz"
        wrong, right = number_of(question, False), number_of(question, True)
        if answered % 2:
            driver.press(str(wrong + 1), times=2)
            assert asking.standing and asking.standing.struck == (wrong,) and asking.question == question
            assert driver.position == question.position - 1
        driver.press(str(right + 1))
        driver.until_paused()
        assert driver.position == question.shown and asking.question is None
        assert question.why in driver.caption()
        driver.press("Space")
        assert asking.question or driver.session.mode.name == "watch"
    assert (asking.score.tried.total(), asking.score.first.total(), asking.score.skipped.total()) == (6, 3, 0)
    assert "First tries right: 3 of 6" in asking.score.words


def test_questions_are_answered_by_clicks(driver: Driver) -> None:
    """Click each choice on the board if it is a cell, and beside the board if not."""
    ways = set()
    driver.press("Right")
    for _ in range(6):
        question, picture = until_asked(driver), driver.app.picture
        driver.frame()
        number = number_of(question, True)
        cell = question.choices[number].cell
        ways.add(cell is None)
        place = picture.controls.extras(driver.session).pad.rects[f"{CHOICE}{number}"]  # type: ignore[union-attr]
        if cell is not None:
            assert (found := picture.board.rect_of(cell))
            place = found
        driver.click(place.center)
        driver.until_paused()
        assert driver.position == question.shown and asking_of(driver).question is None
        driver.click(driver.rect("go on").center)
        while not asking_of(driver).question:
            driver.press("Right")
    assert ways == {True, False} and asking_of(driver).score.first.total() == 6


def test_nothing_tells_the_answer_while_it_is_asked(driver: Driver) -> None:
    picture, session = driver.app.picture, driver.session
    driver.press("Space")
    for _ in range(5):
        question = until_asked(driver)
        driver.frame()
        scene = picture.scene(session)
        assert driver.caption() == question.ask and not scene.panes
        assert without_future(scene.strip) == scene.strip and not picture.column.painters
        marked = {cell for cell, view in enumerate(scene.board.cells) if view.choice is not ChoiceMark.NONE}
        assert marked == {choice.cell for choice in question.choices if choice.cell is not None}
        bare = replace(
            scene.board, cells=tuple(view._replace(choice=ChoiceMark.NONE, number=0) for view in scene.board.cells)
        )
        asking, standing = asking_of(driver), asking_of(driver).standing
        asking.standing = None
        assert bare == picture.scene(session).board
        asking.standing = standing
        driver.press("Space")
        driver.until_paused()
        driver.press("Space")
    assert asking_of(driver).score.skipped.total() == 5


def test_once_answered_only_the_right_cell_is_marked_and_the_score_says_so(driver: Driver) -> None:
    asking, asked = asking_of(driver), Counter[str]()
    driver.press("Space")
    while asked.total() < 6:
        question = until_asked(driver)
        times = asked[question.kind]
        assert asking.score.of(question.kind) == (f"{times} of {times}" if times else "")
        asked[question.kind] += 1
        driver.press(str(number_of(question, True) + 1))
        driver.until_paused()
        cells = driver.app.picture.scene(driver.session).board.cells
        marked = {cell: view.choice for cell, view in enumerate(cells) if view.choice is not ChoiceMark.NONE}
        right = {choice.cell for choice in question.choices if choice.right and choice.cell is not None}
        assert marked == dict.fromkeys(right, ChoiceMark.RIGHT)
        driver.press("Space")
    assert [asking.score.of(kind) for kind in asked] == [f"{times} of {times}" for times in asked.values()]


def test_to_go_on_without_a_question_changes_nothing(driver: Driver) -> None:
    driver.press("Right")
    asking_of(driver).withdraw()
    position = driver.position
    asking_of(driver).go_on()
    assert driver.position == position and driver.mode is Motion.PAUSED


def test_a_question_that_was_tried_is_not_skipped(driver: Driver) -> None:
    driver.press("Space")
    question = until_asked(driver)
    driver.press(str(number_of(question, False) + 1))
    driver.press("Space")
    driver.until_paused()
    score = asking_of(driver).score
    assert driver.position == question.shown and (score.tried.total(), score.skipped.total()) == (1, 0)


def test_the_cell_that_the_last_step_marked_is_not_told_by_its_colour() -> None:
    with Driver(Options(named.find("minimal-9-1"), solver="formula", size=SIZE, seed=1)) as driver:
        asking = asking_of(driver)
        asking.rhythm, asking.kinds = ALWAYS, frozenset({"dead-end"})
        driver.press("Shift+Q")
        driver.press("Space")
        question = until_asked(driver)
        cell = question.choices[number_of(question, True)].cell
        assert cell == driver.session.player.timeline.step(driver.position).cell
        driver.frame()
        seen = driver.app.picture.scene(driver.session).board.cells
        assert cell is not None and seen[cell].hidden and seen[cell].wash is Wash.NONE
        driver.press("Space")
        driver.until_paused()
        assert driver.app.picture.scene(driver.session).board.cells[cell].wash is not Wash.NONE


def test_a_question_goes_when_the_playhead_leaves_it(driver: Driver) -> None:
    driver.press("Right")
    question = until_asked(driver)
    assert not asking_of(driver).tick(0.0)
    driver.session.player.to(question.position + 5)
    assert asking_of(driver).tick(0.0) is True and asking_of(driver).tick(0.0) is False, "it goes once"
    driver.frames(2)
    assert asking_of(driver).standing is None and driver.session.mode.name == "watch"
    assert asking_of(driver).score.skipped.total() == 1
    driver.press("Right")
    until_asked(driver)
    driver.press("Escape")
    assert not asking_of(driver).on and driver.session.mode.name == "watch" and driver.app.open
    driver.press("Right", 20)
    assert asking_of(driver).standing is None


def test_a_question_whose_answer_was_hidden_again_can_be_answered_but_counts_no_more(driver: Driver) -> None:
    driver.press("Right")
    question, asking = until_asked(driver), asking_of(driver)
    asking.conceal()
    assert asking.standing is not None and not asking.standing.revealed and not asking.standing.counts
    driver.session.player.to(question.position + 5)
    assert asking.tick(0.0) and not asking.score.skipped.total()


def test_a_question_that_is_withdrawn_leaves_the_turns_of_its_kind_as_they_were(driver: Driver) -> None:
    asking = asking_of(driver)
    driver.press("Right")
    question = until_asked(driver)
    assert asking._turns == {question.kind: 1}
    asking.withdraw()
    assert not asking._turns[question.kind] and asking.question is None


def test_time_passes_between_questions(driver: Driver) -> None:
    asking, clock = asking_of(driver), count()
    asking.choose_kinds("minute", frozenset({"where-back"}))
    driver.press("Space")
    assert until_asked(driver).kind == "where-back"
    asking.tick(1000.0 + next(clock))
    asking.reveal()
    driver.until_paused()
    asking.go_on()
    before = driver.position
    assert asking.stop(before, before + 500, driver.session.player.travel) == (before + 500, False)
    asking.tick(1100.0)
    there, stops = asking.stop(before, before + 500, driver.session.player.travel)
    assert stops and before <= there < before + 500


def test_settings_are_kept_in_views_and_across_starts(driver: Driver, tmp_path: Path) -> None:
    session, kind = driver.session, next(iter(declared()))
    store = DocumentStore(tmp_path / "state")
    mode = session.modes[QuizMode]
    mode.remember(store)
    asking_of(driver).choose_kinds("rarely", frozenset({kind}))
    view = session.capture()
    assert view.modes["quiz"] == {"often": "rarely", "kinds": [kind]}
    driver.press("Shift+Q")
    assert "quiz" not in session.capture().modes
    asking_of(driver).rhythm = ALWAYS
    check(view, tmp_path).restore(session)
    asking = asking_of(driver)
    assert asking.on and asking.rhythm == "rarely" and asking.kinds == {kind}
    asking.rhythm, asking.kinds = ALWAYS, None
    mode.remember(store)
    assert asking.rhythm == "rarely" and asking.kinds == {kind}
    for wrong in ([], {"often": "now and then"}, {"kinds": ["nothing"]}):
        with pytest.raises(ViewError):
            QuizMode.check(wrong)


@pytest.mark.slow
def test_a_saved_quiz_is_recorded_without_a_stop_and_quizzed_on_paper(
    driver: Driver, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "view.json"
    save(driver.session.capture(), path)
    assert main(["record", str(path), "-o", str(tmp_path / "run.gif"), "--from", "0", "--to", "12"]) == 0
    assert main(["quiz", str(path), "--count", "2"]) == 0
    with Image.open(tmp_path / "run.gif") as film:
        assert getattr(film, "n_frames", 1) > 3
    assert "Which" in capsys.readouterr().out
    with Driver(Options(named.find("fig1"), solver="backtracking")) as other:
        other.session.modes[QuizMode].show_only()
        check(load(path), tmp_path).restore(other.session)
        assert not asking_of(other).on


def test_a_question_gives_way_to_what_is_chosen_instead(driver: Driver) -> None:
    kept = {"F5": ("present", True), "L": ("race", True), "R": ("watch", False), "P": ("play", False)}
    for key, (mode, stands) in ({"Ctrl+S": ("quiz", True), "A": ("quiz", True)} | kept).items():
        asking_of(driver).rhythm = ALWAYS
        while not asking_of(driver).question:
            driver.press("Right")
        driver.press(key)
        assert (driver.session.mode.name, asking_of(driver).standing is not None) == (mode, stands), key
        driver.press("Shift+F5" if key == "F5" else "Escape")
        driver.app.stays_for = 0.0
        assert driver.app.open and not driver.app.picture.over


def test_black_boxes_are_not_asked_about(driver: Driver) -> None:
    driver.press("Shift+Q")
    driver.session.set_solver("sat")
    driver.press("Shift+Q")
    assert not asking_of(driver).on and "no questions" in driver.session.toast
    driver.session.set_solver("mrv")
    driver.press("Shift+Q")
    driver.session.set_solver("sat")
    assert asking_of(driver).on and "no questions" in driver.session.toast


@pytest.mark.parametrize(
    ("kinds", "said"), [(None, "The run is over. First tries right: 1 of 1."), ({"which-level"}, "Nothing to ask")]
)
def test_the_end_of_a_run_tells_the_score(kinds: set[str] | None, said: str) -> None:
    with Driver(Options(named.find("small-4"), solver="mrv", size=SIZE)) as driver:
        asking = asking_of(driver)
        asking.rhythm, asking.kinds = ALWAYS, kinds and frozenset(kinds)
        driver.press("Shift+Q")
        driver.press("Right")
        if asking.question:
            driver.press(str(number_of(asking.question, True) + 1))
        while not driver.session.player.at_end:
            driver.press("Right")
            driver.until_paused()
        if asking.standing:
            driver.press("Right")
        driver.frame()
        assert driver.session.toast.startswith(said), driver.session.toast


def test_the_card_chooses_at_once(driver: Driver) -> None:
    asking = asking_of(driver)
    driver.press("Shift+A")
    driver.press("Down")
    driver.press("Space")
    assert asking.rhythm == "often"
    driver.press("A")
    assert asking.kinds is None
    driver.press("End")
    driver.press("Return")
    assert asking.kinds == {list(declared())[-1]}
    driver.press("A")
    assert asking.kinds is None
    driver.press("Escape")
    assert driver.app.picture.over is None and asking.on


def test_the_table_of_keys_is_sound() -> None:
    check_table(QUIZ, [row.id for row in QUIZ])
    assert {"go on", "quiz", "close", "back"} <= {row.id for row in QUIZ}


@pytest.mark.parametrize("size", [(800, 600), (1024, 768), (1280, 720), (1920, 1080)])
def test_a_question_is_legible_at_every_size(size: tuple[int, int]) -> None:
    with Driver(Options(named.find("fig1"), solver="backtracking", size=size)) as driver:
        asking_of(driver).rhythm = ALWAYS
        driver.press("Shift+Q")
        driver.press("Right")
        question = until_asked(driver)
        driver.press(str(number_of(question, False) + 1))
        pad = driver.app.picture.controls.extras(driver.session).pad
        assert pad is not None and len(pad.rects) == len(question.choices)
        whole = driver.surface.get_rect()
        rects: list[pygame.Rect] = list(pad.rects.values())
        assert all(whole.contains(rect) and rect.height >= 24 for rect in rects)
