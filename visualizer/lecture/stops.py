"""Finds where a scene's stops are in its run, which is recorded only as far as necessary."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from time import perf_counter

import solvers
from puzzles.figures import counted, grouped
from visualizer.lecture.lecture import END, EVENTS, MOST_STEPS, SOLVED, Lecture, Mistake, SlideScene, Stop
from visualizer.questions.question import Question
from visualizer.text.spans import listed
from visualizer.timeline.search import SearchHit, find
from visualizer.timeline.timeline import Clock, Timeline, traced

_PORTION = 4096
"""How many steps to record before looking for a stop again."""
_SLICE = 0.2
"""The number of seconds to work on a run before reporting progress."""
_TURN = 0.001
"""How long each lane of a race works in turn, in seconds."""

Tell = Callable[[int], object]
"""Called now and then with the number of steps of a run recorded so far."""


class StopError(ValueError):
    """Raised for a stop that does not exist. The message says why."""


class SceneRuns(tuple[Timeline, ...]):
    """The runs of a scene: one, or the lanes of a race. Close them when they are no longer needed."""

    def close(self) -> None:
        for timeline in self:
            timeline.close()


def begun(scene: SlideScene) -> SceneRuns:
    """Return the runs of a scene, with nothing recorded yet."""
    runs = (traced(scene.puzzle, solvers.get(one.solver), dict(one.options)) for one in scene.runs)
    return SceneRuns(map(Timeline, runs))


def seek(runs: Sequence[Timeline], stop: Stop, after: int, clock: Clock, seconds: float) -> int | None:
    """Spend about the given number of seconds looking for a stop at the position ``after`` or later.

    A run continues past a solution only if the stop is a second solution, or the end after one. In a race, an event is
    the next one in any lane, and the end is when the last lane ends. Return the position, or ``None`` if it is not
    known yet. Raises :class:`StopError` if no run has such a stop.
    """
    until, worked = clock() + seconds, False
    while True:
        found, ahead, errors = _known_among(runs, stop, after)
        if not ahead and found:
            return min(found) if stop.at in EVENTS else max(found)
        if not ahead:
            raise errors[max(errors)]
        if worked and clock() >= until:
            return None
        timeline, wanted = min(ahead, key=lambda one: one[0].length)
        if timeline.resting and wanted > timeline.length:
            timeline.resume()
        left = max(0.0, until - clock())
        timeline.reach(wanted, clock, left if len(ahead) == 1 else min(left, _TURN))
        worked = True
        if timeline.lost:
            raise StopError(timeline.lost)


def _known_among(
    runs: Sequence[Timeline], stop: Stop, after: int
) -> tuple[list[int], list[tuple[Timeline, int]], dict[int, StopError]]:
    """Return the stop's known positions, the runs to record further with the positions to reach, and the errors of the
    runs without such a stop, by the length of the run.
    """
    found, ahead, errors = list[int](), list[tuple[Timeline, int]](), dict[int, StopError]()
    for timeline in runs:
        try:
            there = _known(timeline, stop, after, alone=len(runs) == 1)
        except StopError as error:
            errors[timeline.length] = error
            continue
        if isinstance(there, int):
            found.append(there)
        elif there.exact and timeline.length >= there.position and timeline.known(there.position):
            found.append(there.position)
        else:
            ahead.append((timeline, there.position))
    if stop.at in EVENTS and found:  # anything later in other runs does not matter
        ahead = [(timeline, wanted) for timeline, wanted in ahead if min(timeline.length, wanted) < min(found)]
    return found, ahead, errors


def _known(timeline: Timeline, stop: Stop, after: int, alone: bool) -> int | SearchHit:
    """Return the stop's position or, if it is unknown, the position to reach first, which may be the stop's own.

    Raises :class:`StopError` if the stop does not exist.
    """
    goes_on = alone and (stop.at == SOLVED or stop.at == END and timeline.resumed)
    over, length = timeline.finished or timeline.resting and not goes_on, timeline.length
    if isinstance(stop.at, int):
        if stop.at < after:
            raise StopError(f"stop {grouped(stop.at)} comes before the previous one, which is at step {grouped(after)}")
        if over and stop.at > length:
            raise StopError(_ended(timeline, f"stop {grouped(stop.at)} is past the end of the run"))
        return SearchHit(stop.at, True)
    if stop.at == END and over and not timeline.failure:
        return length
    hit = find(timeline, [EVENTS[stop.at]], after) if stop.at != END else None
    if hit is not None:
        return hit
    if over:
        raise StopError(_ended(timeline, f"there is no {stop.at} after step {grouped(after)}"))
    if length >= MOST_STEPS:
        raise StopError(f"there is no {stop.at} between step {grouped(after)} and step {grouped(MOST_STEPS)}")
    return SearchHit(length + _PORTION, False)


def _ended(timeline: Timeline, what: str) -> str:
    why = str(timeline.failure) if timeline.failure else f"the run has {counted(timeline.length, 'step')}"
    return f"{what}: {why}"


def positions(runs: SceneRuns, scene: SlideScene, tell: Tell = lambda steps: None) -> list[int | StopError]:
    """Return the position of each of the scene's stops, or what is wrong with it. Record as much as necessary."""
    found: list[int | StopError] = []
    after = 0
    for stop in scene.stops:
        try:
            there = None
            while there is None:
                there = seek(runs, stop, after, perf_counter, _SLICE)
                tell(max(timeline.length for timeline in runs))
            after = there
            found.append(there)
        except StopError as error:
            found.append(error)
    return found


def mistaken(scene: SlideScene, found: Iterable[int | StopError]) -> Iterator[Mistake]:
    """Yield a mistake for each of a scene's stops that does not exist, given what :func:`positions` returned."""
    for stop, there in zip(scene.stops, found, strict=True):
        if isinstance(there, StopError):
            yield Mistake(stop.line, str(there))


def missing_stops(lecture: Lecture, tell: Tell = lambda steps: None) -> list[Mistake]:
    """Run every scene as far as its last stop, and return the stops and questions that do not exist."""
    mistakes: list[Mistake] = []
    scenes = [slide.scene for slide in lecture.slides if slide.scene]
    for key in dict.fromkeys(scene.run for scene in scenes):
        its = [scene for scene in scenes if scene.run == key]
        with closing(begun(its[0])) as runs:
            for scene in its:
                found = positions(runs, scene, tell)
                mistakes += mistaken(scene, found)
                mistakes += unasked(scene, asked_in(scene, runs[0], found))
    return sorted(mistakes)


FARTHEST = 100_000
"""How many steps of a run to search for the next question."""


def asked_in(scene: SlideScene, timeline: Timeline, stops: Iterable[object]) -> list[Question]:
    """Return the first questions after a scene begins and up to its last stop, in order.

    ``stops`` are the stops' positions. If there is only one stop, the run is recorded beyond it. A scene that names
    kinds of question asks one of each.
    """
    from visualizer.questions.asker import Asker  # imported late, because presenting does not need it

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
    while not timeline.reach(position, perf_counter, _SLICE) and not timeline.over:
        pass
    return min(position, timeline.length)


def unasked(scene: SlideScene, asked: Sequence[Question]) -> list[Mistake]:
    """Say which of a scene's questions its run cannot ask."""
    if isinstance(scene.ask, int):
        some = f"can ask only {counted(len(asked), 'question')}" if asked else "has no step to ask about"
        return [Mistake(scene.line, f"this scene {some}")] if len(asked) < scene.ask else []
    kinds = {question.kind for question in asked}
    if missing := [kind for kind in dict.fromkeys(scene.ask) if kind not in kinds]:
        return [Mistake(scene.line, f"this scene has no step to ask about with {listed(missing)}")]
    return []
