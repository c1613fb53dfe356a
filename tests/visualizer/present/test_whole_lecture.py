"""Tests of a fifteen-minute lecture, given by keyboard alone, and of what the audience sees at each stop."""

from __future__ import annotations

from collections.abc import Iterator
from time import sleep

import pygame
import pytest
from app_driver import Driver
from race_driver import settle
from slow import slow_but

import solvers
from puzzles.corpus import named
from solvers.core.step import Kind
from visualizer.panes.code.listing import PlainView
from visualizer.present.mode import PresentMode
from visualizer.session.settings import Options
from visualizer.timeline.transport import Motion
from visualizer.window.present.picture import PresentPicture
from visualizer.window.present.screen import PresentScreen
from visualizer.window.presented import StopsView

PUZZLE = named.find("minimal-9-1")


class Lecture(Driver):
    """A lecturer who presses keys, and an audience whose screen is read."""

    def choose(self, text: str) -> None:
        """Type into the palette, and choose the first entry that it finds."""
        self.press("Ctrl+K")
        for letter in text:
            pygame.event.post(pygame.Event(pygame.TEXTINPUT, text=letter))
        self.press("Return")
        self.until_paused()

    def go(self, *keys: str) -> None:
        """Press keys, and wait after each one until the run is at rest."""
        for key in keys:
            self.press(key)
            self.until_paused()

    @property
    def picture(self) -> PresentPicture:
        screen = self.app.screen
        assert isinstance(screen, PresentScreen), "it is presented"
        return screen.picture

    @property
    def caption_seen(self) -> str:
        said = "".join(span.text for span in self.picture.scene(self.session).caption)  # type: ignore[attr-defined]
        assert "Press" not in said, "the hall has no keys"
        return said

    @property
    def foot(self) -> str:
        scene = self.picture.scene(self.session)
        return StopsView.of(self.session.modes[PresentMode], scene.speed if scene.playing else "", False).words

    @property
    def kind(self) -> Kind:
        return self.session.timeline.step(self.position).kind

    def sees(self, start: str, pane: str) -> None:
        """Compare the caption, the pane and the board with what they should be."""
        assert self.caption_seen.startswith(start), self.caption_seen
        assert self.session.panes.shown == ([pane] if pane else [])
        assert tuple(cell.digit for cell in self.picture.scene(self.session).board.cells) == self.replayed()


@pytest.fixture
def lecture() -> Iterator[Lecture]:
    with Lecture(Options(PUZZLE, solver="elimination", size=(1280, 720), seed=1)) as lecture:
        yield lecture


def backtracking(lecture: Lecture) -> None:
    """Show backtracking step by step and then fast, and end with a black screen."""
    lecture.choose("backtracking")
    lecture.press("F5")
    assert lecture.session.solver.name == "backtracking"
    lecture.sees("25 givens, 56 blank cells.", "code")
    lecture.go("PageDown")
    lecture.sees("Try 4 in r1c1: no cell of its row, column or box holds it.", "code")
    while lecture.kind is not Kind.CONFLICT:
        lecture.go("PageDown")
    lecture.sees("Dead end: every digit is already in r1c4's row, column or box.", "code")
    code = lecture.picture.scene(lecture.session).panes["code"]
    assert isinstance(code, PlainView) and "dead end" in code.lines[code.current - 1].text
    lecture.go("Down")
    lecture.sees("Go back: r1c3 = 7 is undone.", "code")
    lecture.go("PageUp")
    lecture.sees("Dead end:", "code")
    for _ in range(6):
        lecture.press("+")
    lecture.press("Shift+Space")
    lecture.frames(90)
    assert lecture.mode is Motion.PLAYING and lecture.session.player.beat
    assert "Tempo 4×" in lecture.foot
    lecture.press(".")
    assert lecture.surface.get_bounding_rect().size and not any(pygame.image.tobytes(lecture.surface, "RGB"))
    lecture.press("Space")
    assert any(pygame.image.tobytes(lecture.surface, "RGB")) and lecture.mode is Motion.PLAYING
    lecture.go("Shift+Space")


def fewest_candidates(lecture: Lecture) -> None:
    """Show that a better choice of the cell makes a small tree."""
    lecture.choose("fewest candidates")
    lecture.sees("25 givens", "code")
    lecture.go("Shift+Right")
    lecture.sees(
        "r1c4 has the fewest candidates: 4 and 7 (the first of 9 cells with 2). Suppose it is 4. Level 1.", "code"
    )
    lecture.go("Y", "3", "Return")
    lecture.sees("Dead end:", "tree")
    assert lecture.foot.startswith("stop 3 ")
    lecture.go("End")
    lecture.sees("Solved: every row, column and box holds each digit once.", "tree")
    assert lecture.foot.startswith("stop 11 of 11  ·  ")


def clause_learning(lecture: Lecture) -> None:
    """Show one conflict, resolution by resolution, and the jump that follows."""
    lecture.choose("clause learning")
    lecture.go("Ctrl+Right")
    lecture.go("Shift+Y")
    lecture.sees("Dead end: column 6 has no cell left for 1.", "implications")
    at = lecture.position
    said = [f"Resolution {number} of 19. " for number in range(1, 19)]
    for start in (*said, "First unique implication point: learn this. "):
        lecture.go("Down")
        assert lecture.position == at
        lecture.sees(start, "implications")
    lecture.go("Down")
    lecture.sees("Learnt: r", "implications")
    lecture.go("Down")
    lecture.sees("Back from level 1 to level 0: ", "implications")
    lecture.go("Up", "Up", "Up")
    lecture.sees(said[-1], "implications")
    lecture.go("Shift+Left")
    lecture.sees("Suppose r1c1 is 4: 4, 7, 8 and 9 are possible there. Level 1.", "implications")


def bookmarks(lecture: Lecture) -> None:
    """Visit the lecturer's own stops, which were set while watching."""
    lecture.go("Escape", "Home", "Shift+Right", "B", "Ctrl+Right", "B")
    marks = [mark.position for mark in lecture.session.analysis.bookmarks.all]
    assert len(marks) == 2
    lecture.go("F5", "Home", "PageDown")
    assert lecture.position == marks[0] and lecture.foot.startswith("stop 1 of 2  ·  ")
    lecture.go("2")
    assert lecture.position == marks[1], "no other digit can follow"
    lecture.sees("Dead end:", "implications")


def what_if(lecture: Lecture) -> None:
    """Show two runs side by side from the current step, and return to the first."""
    lecture.go("Shift+Left", "Up")
    at, board = lecture.position, lecture.session.board
    cell = next(cell for cell in board.geometry.cells if len(board.open_candidates(cell)) > 1)
    digit = board.open_candidates(cell)[-1]
    lecture.choose(f"what if {board.geometry.name(cell)}={digit}")
    lecture.frames(2)
    assert lecture.racing and lecture.race.race is not None
    settle(lecture)
    race = lecture.race.race
    assert [lane.position for lane in race.race.lanes] == [at, at]
    lecture.press("Right")
    settle(lecture)
    boards = [lane.board.cells[cell].digit for lane in race.composer.view(100).lanes]
    assert boards[1] == digit != boards[0]
    lecture.press("Escape")
    lecture.frames(2)
    assert not lecture.racing and lecture.position == at


def a_race(lecture: Lecture) -> None:
    """Race two algorithms on another puzzle, in equal steps, until one finishes."""
    lecture.choose("lab")
    assert lecture.session.puzzle == named.find("lab")
    lecture.press("L")
    lecture.frames(2)
    assert lecture.race.race is not None
    lecture.press("End")
    settle(lecture)
    assert any(lane.place == "1st" for lane in lecture.race.race.composer.view(100).lanes)
    lecture.press("Escape")
    lecture.frames(2)


def where_they_differ(lecture: Lecture) -> None:
    """Race a puzzle on which the lanes differ most, one finish after another."""
    before = lecture.session.puzzle
    lecture.press("Shift+L")
    lecture.frames(2)
    race = lecture.race.race
    assert race is not None
    while race.differing.busy and race.differing.progress.looked < 2:
        lecture.frame()
        sleep(0.005)
    if race.differing.busy:
        lecture.press("D")
    settle(lecture)
    assert lecture.session.toast.startswith("One takes ") and race.race.puzzle != before
    lecture.press("F5")
    told = []
    while not race.race.at_end:
        lecture.press("PageDown")
        lecture.frame()
        if race.race.mode is Motion.PLAYING:  # a second press is there at once
            lecture.press("PageDown")
        settle(lecture)
        told.append([lane.place for lane in race.composer.view(0, keys=False).lanes])
    ends = {lane.position for lane in race.race.lanes}
    assert len(told) == len(ends) and all(told[-1]) and (len(ends) == 1 or not all(told[0]))
    lecture.press("Escape")
    assert lecture.racing and race.race.at_end
    lecture.press("Escape")
    lecture.frames(2)
    assert lecture.session.puzzle == before


def the_pen(lecture: Lecture) -> None:
    """Draw with the mouse, and check that the next step wipes the drawing."""
    lecture.go("F5", "Down")
    lecture.rest()
    clean = pygame.image.tobytes(lecture.surface, "RGB")
    lecture.button_down((300, 200))
    lecture.move((400, 260), held=True)
    lecture.button_up((400, 260))
    assert pygame.image.tobytes(lecture.surface, "RGB") != clean
    lecture.go("Down", "Up")
    lecture.rest()
    assert pygame.image.tobytes(lecture.surface, "RGB") == clean


PARTS = (backtracking, fewest_candidates, clause_learning, bookmarks, what_if, a_race, where_they_differ, the_pen)
LONG = (backtracking, where_they_differ)


@pytest.mark.parametrize("whole", slow_but([False], [False, True]))
def test_a_lecture_is_played_through_by_keys_alone(lecture: Lecture, whole: bool) -> None:
    if not whole:
        lecture.press("F5")
    for part in PARTS:
        if whole or part not in LONG:
            part(lecture)
    lecture.go("Escape")
    assert lecture.app.screen is lecture.app.usual and lecture.app.open and not lecture.session.modes[PresentMode].on
    assert lecture.session.solver is solvers.get("cdcl")
