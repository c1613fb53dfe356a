"""Helpers that wait for the questions that a window asks."""

from __future__ import annotations

from app_driver import Driver

from visualizer.questions.question import Question
from visualizer.session.asking import Asking
from visualizer.timeline.transport import LONGEST_TICK


def asking_of(driver: Driver) -> Asking:
    return driver.session.asking


def until_asked(driver: Driver) -> Question:
    for _ in range(2000):
        if question := asking_of(driver).question:
            return question
        driver.frame(LONGEST_TICK)
    raise AssertionError(f"nothing was asked, at {driver.position}")


def number_of(question: Question, right: bool) -> int:
    return next(i for i, choice in enumerate(question.choices) if choice.right is right)
