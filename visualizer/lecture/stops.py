"""Finds where a scene's stops are in its run, which is recorded only as far as necessary."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from time import perf_counter

import solvers
from puzzles.figures import counted, grouped
from visualizer.lecture.lecture import END, EVENTS, MOST_STEPS, Lecture, Mistake, Scene, Stop
from visualizer.timeline.search import SearchHit, find
from visualizer.timeline.timeline import Clock, Run, Timeline

_PORTION = 4096
"""How many steps to record before looking for a stop again."""
_SLICE = 0.2
"""The number of seconds to work on a run before reporting progress."""

Tell = Callable[[int], object]
"""Called now and then with the number of steps of a run recorded so far."""


class StopError(ValueError):
    """Raised for a stop that does not exist. The message says why."""


def begun(scene: Scene) -> Timeline:
    """Return the scene's run, with nothing recorded yet. Close it when it is no longer needed."""
    solver, puzzle, options = solvers.get(scene.solver), scene.puzzle, scene.options
    run = Run(lambda: solvers.trace(puzzle, solver.name, **options), lambda: solver.board(puzzle, options))
    return Timeline(run)


def seek(timeline: Timeline, stop: Stop, after: int, clock: Clock, seconds: float) -> int | None:
    """Work for about some seconds on finding a stop that follows the position ``after``, or is there.

    Return its position, or ``None`` if it is not known yet. Raises :class:`StopError` if there is none.
    """
    until = clock() + seconds
    while True:
        found = _known(timeline, stop, after)
        if isinstance(found, int):
            return found
        reached = timeline.reach(found.position, clock, max(0.0, until - clock()))
        if timeline.lost:
            raise StopError(timeline.lost)
        if found.exact and reached:
            return found.position
        if clock() >= until:
            return None


def _known(timeline: Timeline, stop: Stop, after: int) -> int | SearchHit:
    """Return the stop's position, or else a position to reach first, which is the stop's own if it is exact.

    Raises :class:`StopError` if the stop does not exist.
    """
    over, length = timeline.finished or timeline.resting, timeline.length
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


def positions(timeline: Timeline, scene: Scene, tell: Tell = lambda steps: None) -> list[int | StopError]:
    """Return the position of each of the scene's stops, or what is wrong with it. Record as much as that takes."""
    found: list[int | StopError] = []
    after = 0
    for stop in scene.stops:
        try:
            there = None
            while there is None:
                there = seek(timeline, stop, after, perf_counter, _SLICE)
                tell(timeline.length)
            after = there
            found.append(there)
        except StopError as error:
            found.append(error)
    return found


def mistaken(scene: Scene, found: Iterable[int | StopError]) -> Iterator[Mistake]:
    """Yield a mistake for each of a scene's stops that does not exist, given what :func:`positions` returned."""
    for stop, there in zip(scene.stops, found, strict=True):
        if isinstance(there, StopError):
            yield Mistake(stop.line, str(there))


def missing_stops(lecture: Lecture, tell: Tell = lambda steps: None) -> list[Mistake]:
    """Run every scene as far as its stops are, and return the stops and the questions that do not exist."""
    from visualizer.lecture.asked import asked_in, unasked  # imported late, because presenting does not need it

    mistakes: list[Mistake] = []
    scenes = [slide.scene for slide in lecture.slides if slide.scene]
    for run in dict.fromkeys(scene.run for scene in scenes):
        its = [scene for scene in scenes if scene.run == run]
        timeline = begun(its[0])
        try:
            for scene in its:
                found = positions(timeline, scene, tell)
                mistakes += mistaken(scene, found)
                mistakes += unasked(scene, asked_in(scene, timeline, found))
        finally:
            timeline.close()
    return sorted(mistakes)
