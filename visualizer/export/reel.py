"""The pictures of a film at its own pace, which holds at conflicts, learnt clauses and solutions."""

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from time import perf_counter

from solvers.core.step import Kind
from visualizer.export.camera import Camera, Pixels
from visualizer.export.recording import RecordError, Recording, Tell
from visualizer.session.settings import Outlook, Stage
from visualizer.text.numbers import rounded, speed_text
from visualizer.timeline.chunk import Counts
from visualizer.timeline.condition import CONDITIONS, Condition, any_of
from visualizer.timeline.player import Player
from visualizer.timeline.search import find, nth


class Reel:
    """A run as a film. ``aside`` is the time set aside for the title card and the last picture, in seconds."""

    def __init__(self, recording: Recording, camera: Camera, aside: float = 0.0) -> None:
        self._camera, self._fps = camera, recording.options.fps
        player = recording.session.player
        self._span = Span(player, camera.last)
        self.pacing = self._paced(player.speed, recording.options.seconds, aside)
        player.speed, player.self_slowing = rounded(self.pacing.speed), False
        if recording.options.seconds is not None:
            shown = speed_text(player.speed, player.grain.unit)
            recording.note(f"shown at {shown}, to take {recording.options.seconds:g} seconds")

    def _paced(self, speed: float, seconds: float | None, aside: float) -> "Pacing":
        """Return the pacing that takes the given time or, without one, that has the given speed between holds."""
        steps, numbers = self._span.steps, self._span.numbers(HOLDS)
        if seconds is None:
            holds = holds_within(steps / speed, numbers)
        else:
            seconds -= aside
            holds = holds_within(seconds / 2, numbers)
            speed = steps / (seconds - sum(numbers[kind] * hold for kind, hold in holds.items()))
        return Pacing(steps, speed, tuple((count, holds[kind]) for count, kind in self._span.places(holds)))

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
        """The time at which each hold ends."""
        held = accumulate(seconds for _, seconds in self.holds)
        return [count / self.speed + so_far for (count, _), so_far in zip(self.holds, held, strict=True)]

    @property
    def seconds(self) -> float:
        """The length of the film."""
        return self.steps / self.speed + sum(seconds for _, seconds in self.holds)

    def at(self, second: float) -> tuple[int, bool]:
        """Return how many steps have been shown by the given time, and whether the film is holding then."""
        passed = bisect_right(self._ends, second)
        start, shown = (self._ends[passed - 1], self.holds[passed - 1][0]) if passed else (0.0, 0)
        count = shown + int((second - start) * self.speed + 1e-6)
        if passed < len(self.holds) and count >= self.holds[passed][0]:
            return self.holds[passed][0], True
        return min(count, self.steps), False


class Span:
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
        self._tell(Stage(steps, pictures, share, outlook))
