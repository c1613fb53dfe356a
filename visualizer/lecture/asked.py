"""Finds the questions that a scene of a lecture asks."""

from __future__ import annotations

from collections import Counter

import solvers
from visualizer.lecture.lecture import Scene
from visualizer.questions.asking import Asker
from visualizer.questions.question import Question
from visualizer.timeline.timeline import Timeline

FARTHEST = 100_000
"""How many steps of a run to search for the next question."""


def asked_in(scene: Scene, timeline: Timeline, first: int, last: int) -> list[Question]:
    """Return the first questions about a scene's run after a position and up to another, in order.

    The run must be recorded up to there. A scene that names kinds of question asks each of them once.
    """
    kinds = None if isinstance(scene.ask, int) else list(dict.fromkeys(scene.ask))
    count = scene.ask if isinstance(scene.ask, int) else len(scene.ask)
    asker = Asker(timeline, solvers.get(scene.solver), scene.options)
    asked, found, at = Counter[str](), list[Question](), first
    end = min(last, timeline.length, first + FARTHEST)
    while len(found) < count and at < end and kinds != []:
        question, at = asker.next_question(at, kinds, asked)
        if question is None:
            continue
        if question.shown > end:
            break
        found.append(question)
        asked[question.kind] += 1
        at, end = question.shown, min(last, timeline.length, question.shown + FARTHEST)
        if kinds:
            kinds.remove(question.kind)
    return found
