"""Tests that any question fits at every size of window and type, beside its board and while presenting."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from typing import Any

import pygame
import pytest
from app_driver import Driver
from asked import asking_of
from runs import of_solver, run_out
from slow import UNLIKE, few_of, slow_but

import solvers
from puzzles.corpus import named
from visualizer.present.hall import HallPhase
from visualizer.present.mode import PresentMode
from visualizer.questions.asker import questions
from visualizer.questions.question import Question
from visualizer.session.asking import AskedQuestion
from visualizer.session.settings import Options
from visualizer.text.spans import Span
from visualizer.toolkit.canvas import Canvas
from visualizer.window.present.hall import HallView, lay_out_hall
from visualizer.window.present.picture import PresentLayout
from visualizer.window.quiz import extras

WINDOWS = (((800, 600), 1.0), ((1280, 720), 1.0), ((1366, 768), 2.0))
"""Sizes of windows and of type. Other sizes are wider, or larger in proportion."""


@cache
def longest() -> tuple[Question, ...]:
    """Return the question with the most words for each kind and algorithm."""
    found: dict[tuple[str, str], Question] = {}
    puzzle = named.find("fig1")
    for name in few_of(UNLIKE, solvers.names()):
        solver = solvers.get(name)
        if solver.person or solver.black_box:
            continue
        timeline = of_solver(puzzle, name)
        run_out(timeline, 300)
        for one in questions(timeline, solver, 30):
            words = max(found.get((name, one.kind), one), one, key=lambda each: len(str(each.data())))
            found[name, one.kind] = words
        timeline.close()
    return tuple(found.values())


def answered(driver: Driver, question: Question) -> Iterator[AskedQuestion]:
    """Show a question after every wrong choice, and then with its answer."""
    wrong = tuple(i for i, choice in enumerate(question.choices) if not choice.right)
    for revealed in (False, True):
        standing = AskedQuestion(question, driver.session.player, False, wrong, revealed=revealed)
        asking_of(driver).standing = standing
        yield standing


def test_a_hall_sees_the_whole_question() -> None:
    faults = []
    with Driver(Options(named.find("fig1"), solver="backtracking")) as driver:
        hall, theme, fonts = driver.session.modes[PresentMode].hall, driver.app.picture.theme, driver.app.picture.fonts
        for question, (size, zoom) in product(longest()[::2], few_of(WINDOWS[2:], WINDOWS)):
            at = PresentLayout.of(size, zoom)
            canvas = Canvas(pygame.Surface((1, 1)), theme, fonts, at.type_scale)
            for standing in answered(driver, question):
                caption = f"{question.why} {question.why}" if standing.revealed else question.ask
                view = HallView.of(hall)
                assert view and view.phase == (HallPhase.ANSWER if standing.revealed else HallPhase.THINK).value
                layout = lay_out_hall(canvas, at.column.size, (Span(caption),), view, at.scale)
                told = any(row.because for row in layout.view.rows)
                if layout.height > at.column.height or (standing.revealed and not told):
                    faults.append((question.kind, size, zoom, layout.height - at.column.height, told))
    assert not faults


@pytest.mark.parametrize(("size", "larger"), slow_but([((800, 600), 0)], [((800, 600), 0), ((1366, 768), 5)]))
def test_the_window_has_room_for_the_whole_question(
    size: tuple[int, int], larger: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults, painted, asked = [], 0, longest()[::3]
    paint: Callable[..., Any] = extras.paint_question
    with Driver(Options(named.find("fig1"), solver="mrv", size=size)) as driver:
        driver.press("Ctrl+=", times=larger)
        driver.press("Shift+Q")

        def check(canvas: Canvas, room: pygame.Rect, view: Any, layout: Any) -> Any:
            nonlocal painted
            painted += 1
            if layout.height > room.height or layout.size < 11:
                faults.append((standing.question.kind, standing.revealed, layout.height - room.height))
            return paint(canvas, room, view, layout)

        monkeypatch.setattr(extras, "paint_question", check)
        driver.session.player.to(1)
        for question in asked:
            question = Question(question.kind, 2, question.ask, question.choices, question.why, 2)
            for standing in answered(driver, question):
                driver.session.player.to(1 + standing.revealed)
                driver.app.invalidate()
                driver.frame()
    assert painted >= 2 * len(asked) > 10 and not faults
