"""Finds the questions that a scene of a lecture asks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from time import perf_counter

import solvers
from puzzles.figures import counted
from visualizer.lecture.lecture import Mistake, Scene
from visualizer.questions.asker import Asker
from visualizer.questions.question import Question
from visualizer.text.phrases import listed
from visualizer.timeline.timeline import Timeline

FARTHEST = 100_000
"""How many steps of a run to search for the next question."""
_SLICE = 0.2
"""The number of seconds to record at a time."""


def asked_in(scene: Scene, timeline: Timeline, stops: Iterable[object]) -> list[Question]:
    """Return the first questions after a scene begins and up to its last stop, in order.

    ``stops`` are the stops' positions. If there is only one stop, the run is recorded beyond it. A scene that names
    kinds of question asks one of each.
    """
    if not scene.ask:
        return []
    known = [there for there in stops if isinstance(there, int)] or [0]
    at, last = known[0], known[-1] if len(known) > 1 else _recorded(timeline, known[0] + FARTHEST)
    kinds = None if isinstance(scene.ask, int) else list(dict.fromkeys(scene.ask))
    count = scene.ask if isinstance(scene.ask, int) else len(scene.ask)
    asker = Asker(timeline, solvers.get(scene.solver), scene.options)
    asked, found = Counter[str](), list[Question]()
    end = min(last, at + FARTHEST)
    while len(found) < count and at < end and kinds != []:
        question, at = asker.next_question(at, kinds, asked)
        if question is None or question.shown > last:
            continue
        found.append(question)
        asked[question.kind] += 1
        at, end = question.shown, min(last, question.shown + FARTHEST)
        if kinds:
            kinds.remove(question.kind)
    return found


def _recorded(timeline: Timeline, position: int) -> int:
    """Record a run up to a position or to its end. Return how far it got."""
    while not timeline.reach(position, perf_counter, _SLICE) and not (timeline.finished or timeline.resting):
        pass
    return min(position, timeline.length)


def unasked(scene: Scene, asked: Sequence[Question]) -> list[Mistake]:
    """Say which of a scene's questions its run cannot ask."""
    if isinstance(scene.ask, int):
        some = f"can ask only {counted(len(asked), 'question')}" if asked else "has no step to ask about"
        return [Mistake(scene.line, f"this scene {some}")] if len(asked) < scene.ask else []
    kinds = {question.kind for question in asked}
    if missing := [kind for kind in dict.fromkeys(scene.ask) if kind not in kinds]:
        return [Mistake(scene.line, f"this scene has no step to ask about with {listed(missing)}")]
    return []
