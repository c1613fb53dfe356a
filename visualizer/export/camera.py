"""The pictures of a span of a run, drawn off screen, at the speed that was asked for or at the pace of a film."""

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from math import inf
from time import perf_counter, sleep

import numpy as np
import numpy.typing as npt
import pygame

from puzzles.figures import counted
from solvers.core.step import Kind
from visualizer.export.recording import RecordError, Recording, RecordProgress, Tell
from visualizer.files.saved_view import START
from visualizer.session.settings import Outlook
from visualizer.text.numbers import rounded, speed_text
from visualizer.timeline.chunk import Counts
from visualizer.timeline.condition import CONDITIONS, Condition, any_of
from visualizer.timeline.player import Player
from visualizer.timeline.search import find, nth
from visualizer.timeline.transport import LONGEST_TICK, Motion
from visualizer.window.frame import Picture

Pixels = npt.NDArray[np.uint32]
"""A picture as rows of 0xRRGGBB."""
STEPS_AHEAD, SECONDS_AHEAD = 10_000, 2.0
"""How many steps to record beyond a single picture, so that its timeline shows what is coming, and the time limit."""
COMPLETION_WAIT = 10.0
"""The maximum time to wait for a picture to be complete, in seconds."""


def pixels_of(surface: pygame.Surface) -> Pixels:
    """Return a copy of a 32-bit surface, row by row."""
    columns = np.asarray(surface.get_view("2"))
    return np.asarray(columns.T & 0xFFFFFF, np.uint32)


class Camera:
    """Draws the pictures of a span, one after another."""

    def __init__(self, recording: Recording, *, still: bool = False) -> None:
        self.session, self.options, self.tell = recording.session, recording.options, recording.tell
        self._first, self._still, self._through = recording.opening, still, recording.view is not None
        """The last of these is whether the span may begin after an answer."""
        self.picture = Picture(self.options.theme, film=self.options.clean)
        self.picture.motion.reduced = True
        self.picture.show_start = recording.view is not None and START in recording.view.view.shown
        self._surface = pygame.Surface(self.options.size, depth=32)
        for mode in self.session.modes:
            mode.show_only()
        self.session.player.ahead = 0  # so that the known length of the run is the same in every picture
        self.last = self._reach()
        self._go(self._first)
        arrived, self.session.on_arrival = self.session.on_arrival, None
        if arrived is not None:
            arrived()

    def pictures(self) -> Iterator[Pixels]:
        """Yield the pictures of the span at the requested speed and frame rate."""
        player, seconds = self.session.player, 1 / self.options.fps
        player.play()
        while not (player.position >= self.last or player.at_end):
            yield self._picture(seconds)
            self._pass(seconds)
        yield self.last_picture()

    def picture_at(self, position: int, seconds: float, *, held: bool) -> Pixels:
        """Return the next picture, shown for the given time. A run that is ``held`` is paused."""
        player = self.session.player
        if position != player.position:
            self._go(position)
        player.played += seconds
        if held:
            player.pause()
        elif player.mode is Motion.PAUSED:
            player.play()
        self.session.tick(0.0, perf_counter, 1.0)
        return self._picture(seconds)

    def last_picture(self) -> Pixels:
        """Return the picture at the end of the span, without motion."""
        self._go(self.last)
        self.stand()
        return self.painted()

    def _picture(self, seconds: float) -> Pixels:
        self.picture.flashing(self.session, seconds)
        return self.painted()

    def stand(self) -> None:
        """Freeze the picture: nothing is running or flashing, and the analyses are complete."""
        self.session.player.pause()
        self.picture.still()
        until = perf_counter() + COMPLETION_WAIT
        self.session.tick(0.0, perf_counter, 0.5)
        while self.session.panes.busy and perf_counter() < until:
            self.session.tick(0.0, perf_counter, 0.5)

    def painted(self) -> Pixels:
        self.session.toast = ""
        until = perf_counter() + COMPLETION_WAIT
        self.picture.paint(self._surface, self.session)
        while self.picture.unsettled and perf_counter() < until:
            self.session.tick(0.0, perf_counter, 0.1)
            self.picture.paint(self._surface, self.session)
        return pixels_of(self._surface)

    def _pass(self, seconds: float) -> None:
        """Advance the playhead by the given time. It continues past answers, but not past the end of the span."""
        player = self.session.player
        while seconds > 1e-9:
            if player.mode is Motion.PAUSED:
                player.play()
            self.session.tick(min(seconds, LONGEST_TICK), perf_counter, 1.0)
            while player.mode is Motion.SEEKING:
                self.session.tick(0.0, perf_counter, 1.0)
            seconds -= LONGEST_TICK
        if player.position > self.last:
            self._go(self.last)

    def _go(self, position: int) -> None:
        player = self.session.player
        player.to(position, through=True)
        while player.mode is Motion.SEEKING:
            player.tick(0.0, perf_counter, 1.0)

    def _reach(self) -> int:
        """Run the solver and the analyses as far as needed. Return the last position of the span."""
        timeline, first, last = self.session.timeline, self._first, self.options.last
        if self._still and last is None:
            last = first + STEPS_AHEAD
            self._record(first)
            self._record(last, SECONDS_AHEAD)
        else:
            last = 2**60 if last is None else last
            self._record(last)
        if first > timeline.length:
            known = f"the run has only {counted(timeline.length, 'step')}"
            raise RecordError(f"{known}; step {first} is past its end: give an earlier --from")
        self._follow()
        return min(last, timeline.length)

    def _record(self, goal: int, seconds: float = inf) -> None:
        """Run the solver up to a position, unless that takes too long."""
        timeline, until = self.session.timeline, perf_counter() + seconds
        while not timeline.reach(goal, perf_counter, 0.2) and not timeline.finished and perf_counter() < until:
            self._follow()
            if timeline.resting and not (self._through and timeline.length < self._first):
                break
            if timeline.resting:
                timeline.resume()
            elif timeline.waiting:
                sleep(0.005)

    def _follow(self) -> None:
        """Analyse the run before any of its steps are discarded."""
        analysis, length = self.session.analysis, self.session.timeline.length
        self.tell(RecordProgress(length))
        while analysis.follow(perf_counter, 0.2) and not analysis.tree.lost and analysis.heat.missing(length) is None:
            self.tell(RecordProgress(length))


# A film at its own pace, which holds at conflicts, learnt clauses and solutions ---------------------------------------


class Reel:
    """A run as a film. ``aside`` is the time set aside for the title card and the last picture, in seconds."""

    def __init__(self, recording: Recording, camera: Camera, aside: float = 0.0) -> None:
        self._camera, self._fps = camera, recording.options.fps
        player = recording.session.player
        self._span = span = RecordedSpan(player, camera.last)
        speed, seconds, numbers = player.speed, recording.options.seconds, span.numbers(HOLDS)
        if seconds is None:
            holds = holds_within(span.steps / speed, numbers)
        else:
            holds = holds_within((seconds - aside) / 2, numbers)
            held = sum(numbers[kind] * hold for kind, hold in holds.items())
            speed = span.steps / (seconds - aside - held)
        self.pacing = Pacing(span.steps, speed, tuple((count, holds[kind]) for count, kind in span.places(holds)))
        player.speed, player.self_slowing = rounded(speed), False
        if seconds is not None:
            recording.note(f"shown at {speed_text(player.speed, player.grain.unit)}, to take {seconds:g} seconds")

    def pictures(self) -> Iterator[Pixels]:
        """Yield the pictures of the run. The last one is held."""
        for number in range(round(self.pacing.seconds * self._fps)):
            count, held = self.pacing.at(number / self._fps)
            yield self._camera.picture_at(self._span.position(count), 1 / self._fps, held=held)
        yield self._camera.last_picture()


HOLDS = {Kind.CONFLICT: 0.6, Kind.LEARN: 0.8, Kind.SOLVED: 2.0}
"""How long a film holds at each kind of step, in seconds, if it has the time."""
SHORTEST = 0.1
"""The shortest hold that people notice, in seconds."""
SLICE = 2.0
"""How long to record before the first estimate, in seconds."""


# A film has a length, and holds take time from the steps between them. So the holds are scaled down together until they
# fit, and the kinds with the shortest holds give up theirs first.


def holds_within(most: float, numbers: Mapping[Kind, int]) -> dict[Kind, float]:
    """Return how long to hold at each kind of step, so that all holds together take at most ``most`` seconds.

    ``numbers`` says how many steps of each kind there are. If there are too many, all holds are shortened by the same
    factor. Kinds whose holds would be too short to notice get none, which leaves more time for the others.
    """
    kept = [kind for kind in sorted(HOLDS, key=HOLDS.__getitem__) if numbers.get(kind)]
    while kept:
        scale = min(1.0, most / sum(HOLDS[kind] * numbers[kind] for kind in kept))
        if scale * HOLDS[kept[0]] >= SHORTEST:
            return {kind: scale * HOLDS[kind] for kind in kept}
        del kept[0]
    return {}


@dataclass(frozen=True)
class Pacing:
    """The times of a film's steps. Each hold comes after the given number of steps, in order."""

    steps: int
    speed: float
    """The speed between holds, in steps per second."""
    holds: tuple[tuple[int, float], ...] = ()
    """The number of steps shown so far and the seconds to hold there, for each hold."""

    @cached_property
    def _ends(self) -> list[float]:
        held = accumulate(seconds for _, seconds in self.holds)
        return [count / self.speed + so_far for (count, _), so_far in zip(self.holds, held, strict=True)]

    @property
    def seconds(self) -> float:
        return self.steps / self.speed + sum(seconds for _, seconds in self.holds)

    def at(self, second: float) -> tuple[int, bool]:
        """Return how many steps have been shown by the given time, and whether the film is holding then."""
        passed = bisect_right(self._ends, second)
        start, shown = (self._ends[passed - 1], self.holds[passed - 1][0]) if passed else (0.0, 0)
        count = shown + int((second - start) * self.speed + 1e-6)
        if passed < len(self.holds) and count >= self.holds[passed][0]:
            return self.holds[passed][0], True
        return min(count, self.steps), False


class RecordedSpan:
    """The steps of a recorded run from the playhead to another position."""

    def __init__(self, player: Player, last: int) -> None:
        self._timeline, self.first, self.last = player.timeline, player.position, last
        self._condition = CONDITIONS[player.grain]
        self._listed = None if self._condition.by_kind else tuple(self._positions(self._condition))
        """The positions of the counted steps; ``None`` if they follow from the counts of each kind."""
        self._before = 0 if self._listed is not None else self._counted(self.first)
        self.steps = self.count(max(self.first, last - 1)) + 1
        """The number of counted steps. The last position always counts."""
        self._at = 0, self.first
        """The number of steps last asked for, and the position after them."""

    def count(self, position: int) -> int:
        """Return the number of counted steps up to a position, which must be known."""
        if self._listed is not None:
            return bisect_right(self._listed, position)
        return self._counted(position) - self._before

    def position(self, count: int) -> int:
        """Return the position after the given number of steps, which must never decrease from one call to the next."""
        if count >= self.steps:
            return self.last
        if self._listed is not None:
            return self._listed[count - 1] if count else self.first
        before, position = self._at
        if count > before:
            self._at = count, self._nth(position, count - before)
        return self._at[1]

    def numbers(self, kinds: Collection[Kind]) -> dict[Kind, int]:
        """Return how many counted steps of these kinds there are before the last position."""
        start, end = self._counts(self.first), self._counts(max(self.first, self.last - 1))
        shown = [kind for kind in kinds if not self._condition.kinds or kind in self._condition.kinds]
        return {kind: int(end[kind] - start[kind]) for kind in shown}

    def places(self, kinds: Collection[Kind]) -> Iterator[tuple[int, Kind]]:
        """Yield the number of counted steps up to each step of these kinds before the last position, and its kind."""
        for position in self._positions(any_of(kinds)) if kinds else ():
            if position < self.last:
                yield self.count(position), self._timeline.step(position).kind

    def _positions(self, condition: Condition) -> Iterator[int]:
        """Yield the positions of the matching steps, replaying any forgotten part of the run."""
        position = self.first
        while (hit := find(self._timeline, condition, position)) is not None and hit.position <= self.last:
            if hit.exact:
                position = hit.position
                yield position
            else:
                self._reach(hit.position)

    def _nth(self, position: int, count: int) -> int:
        while (found := nth(self._timeline, self._condition, position, count)) is not None:
            if self._timeline.known(found):
                return found
            self._reach(found)
        return self.last

    def _counted(self, position: int) -> int:
        return int(self._counts(position)[list(self._condition.kinds) or list(Kind)].sum())

    def _counts(self, position: int) -> Counts:
        self._reach(position)
        return self._timeline.counts(position)

    def _reach(self, position: int) -> None:
        while not self._timeline.reach(position, perf_counter, 1.0):
            if self._timeline.lost:
                raise RecordError(self._timeline.lost)


class PictureOutlook:
    """Reports the progress of a film. The pictures so far tell how long the rest will take and how large it will be."""

    def __init__(self, tell: Tell, clock: Callable[[], float] = perf_counter) -> None:
        self._tell, self._clock = tell, clock
        self._first: tuple[float, float, int] | None = None
        """The time of the first picture, its share of the film, and the size of the file at that time."""

    def tell(self, steps: int, pictures: int, share: float, size: int) -> None:
        """Report the progress. ``size`` is the size of the file so far, in bytes."""
        now = self._clock()
        began, before, start = self._first = self._first or (now, share, size)
        outlook = None
        if now - began >= SLICE and share > before:
            left = (1 - share) / (share - before)
            outlook = Outlook((now - began) * left, round(size + (size - start) * left), round(pictures / share))
        self._tell(RecordProgress(steps, pictures, share, outlook))
