"""The pictures of a span of a run, drawn off screen, as the window would play it."""

from collections.abc import Callable, Iterator
from itertools import count
from math import inf
from time import perf_counter, sleep

import numpy as np
import numpy.typing as npt
import pygame

from puzzles.figures import counted
from visualizer.export.recording import RecordError, Recording, RecordProgress, Tell
from visualizer.files.saved_view import START
from visualizer.narration.director import reading_time
from visualizer.session.settings import Outlook
from visualizer.text.spans import Caption, Span, plain
from visualizer.timeline.player import AT_LEAST, Beat, Cut
from visualizer.timeline.transport import LONGEST_TICK, Motion
from visualizer.window.frame import Picture

Pixels = npt.NDArray[np.uint32]
"""A picture as rows of 0xRRGGBB."""
STEPS_AHEAD, SECONDS_AHEAD = 10_000, 2.0
"""How many steps to record beyond a single picture, so that its timeline shows what is coming, and the time limit."""
MOST_STEPS = 4_000_000
"""How many steps of a run are filmed unless the user names the last one. A run need not have an end."""
GOES_ON = Span(" The run goes on, but the film ends here.")
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
        self._note = recording.note
        self._first, self._still, self._through = recording.opening, still, recording.view is not None
        """The last of these is whether the span may begin after an answer."""
        self.picture = Picture(self.options.theme, film=self.options.clean)
        self.picture.motion.reduced = still
        self.picture.show_start = recording.view is not None and START in recording.view.view.shown
        self._surface = pygame.Surface(self.options.size, depth=32)
        for mode in self.session.modes:
            mode.show_only()
        if self.options.seconds is not None and not still:
            self.session.player.cut = Cut.WHOLE
        self.session.player.ahead = 0  # so that the known length of the run is the same in every picture
        self._closing: Caption = ()
        """What the last picture says after its caption."""
        self.last = self._reach()
        director = self.session.player.director
        span = (self._first, self.last - 1)
        opened, closed = (director.reach(at, perf_counter, 0.0) if director else None for at in span)
        self._takes = director.time(closed.end) - director.time(opened.start) if director and opened and closed else 0.0
        """How long the beats of the span take at the usual tempo, in seconds."""
        self._tail = _remaining(closed, self.last) if self._takes else 0.0
        """How much of that the last picture stands for."""
        self._whole = 1.0
        """The number of pictures that a directed span will have."""
        self._go(self._first)
        arrived, self.session.on_arrival = self.session.on_arrival, None
        if arrived is not None:
            arrived()

    def pictures(self, aside: float = 0.0, held: float = 0.0) -> Iterator[pygame.Surface]:
        """Yield the pictures of the span at the requested frame rate, and speed or length. Each is drawn over the last.

        ``aside`` is how much of that length is set aside for other pictures, in seconds, and ``held`` for at least how
        long the last picture is then repeated.
        """
        player, seconds = self.session.player, 1 / self.options.fps
        opening = reading_time(plain(self.session.composer.filmed_caption())) if self._takes else 0.0
        if self.options.seconds is not None:
            player.tempo = max(0.01, (opening + self._takes - self._tail) / (self.options.seconds - aside))
            self._note(f"shown at {player.tempo:.2g} times the usual tempo, to take {self.options.seconds:g} seconds")
        player.play()
        held = max(held, self._tail) if held and self.options.seconds is None else held
        self._whole = ((opening + self._takes - self._tail) / player.tempo + held) * self.options.fps
        for number in count(1):
            if player.position >= self.last or player.at_end:
                break
            yield self._picture(seconds)
            if number >= opening / player.tempo * self.options.fps:
                self._pass(seconds * self._shown)
        yield self.last_picture()

    @property
    def _shown(self) -> float:
        """The share of the current beat that is in the span, which takes as long as the whole beat so that its sentence
        can be read.
        """
        director, beat = self.session.player.director, self.session.player.beat
        if director is None or beat is None:
            return 1.0
        since, until = max(self._first, beat.start), beat.end if beat.end <= self.last else self.last - 1
        return (director.time(until) - director.time(since)) / beat.seconds or 1.0

    def share(self, drawn: int) -> float:
        """Return how much of the span has been drawn, given the number of its pictures, from 0 to 1."""
        player = self.session.player
        if self._takes:
            return min(1.0, drawn / self._whole)
        return (player.position - self._first) / max(1, self.last - self._first)

    def last_picture(self) -> pygame.Surface:
        """Return the picture at the end of the span, without motion."""
        self._go(self.last)
        self.stand()
        self.picture.closing = self._closing
        return self.painted()

    def _picture(self, seconds: float) -> pygame.Surface:
        self.picture.flashing(self.session, seconds)
        self.picture.motion.advance(seconds)
        return self.painted()

    def stand(self) -> None:
        """Freeze the picture: nothing is running or flashing, and the analyses are complete."""
        self.session.player.pause()
        self.picture.still()
        self.picture.motion.reduced = True
        until = perf_counter() + COMPLETION_WAIT
        self.session.tick(0.0, perf_counter, 0.5)
        while self.session.panes.busy and perf_counter() < until:
            self.session.tick(0.0, perf_counter, 0.5)

    def painted(self) -> pygame.Surface:
        self.session.toast = ""
        until = perf_counter() + COMPLETION_WAIT
        self.picture.paint(self._surface, self.session)
        while self.picture.unsettled and perf_counter() < until:
            self.session.tick(0.0, perf_counter, 0.1)
            self.picture.paint(self._surface, self.session)
        return self._surface

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
            last = first + MOST_STEPS if last is None else last
            self._record(last)
            if not (timeline.length or self._still):
                raise RecordError(str(timeline.failure or "the run has no steps, so there is nothing to show"))
            if self.options.last is None and not timeline.over:
                self._closing = (GOES_ON,)
                end = counted(MOST_STEPS, "step")
                self._note(f"the run goes on: a film ends after {end}, unless --to names another")
        if first > timeline.length:
            known = f"the run has only {counted(timeline.length, 'step')}"
            raise RecordError(f"{known}; step {first} is past its end: give an earlier --from")
        self._follow()
        last = min(last, timeline.length)
        while not (self._directed(last - 1) or timeline.over):
            timeline.reach(timeline.length + AT_LEAST, perf_counter, 0.2)
        return last

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
        self._directed(length)
        self.tell(RecordProgress(length))
        while analysis.follow(perf_counter, 0.2) and not analysis.tree.lost and analysis.heat.missing(length) is None:
            self.tell(RecordProgress(length))

    def _directed(self, position: int) -> bool:
        """Direct the run up to a position. Return whether the beat after it is known, or the run is not directed."""
        director = self.session.player.director
        return director is None or director.reach(position, perf_counter, inf) is not None


def _remaining(beat: Beat | None, position: int) -> float:
    """Return how much of a beat is left once a position is shown, in seconds. A part takes as long as the whole."""
    if beat is None or beat.at_once:
        return beat.seconds if beat else 0.0
    return beat.seconds - beat.second(position - 1) if beat.end <= position else 0.0


SLICE = 2.0
"""How long to record before the first estimate, in seconds."""


class PictureOutlook:
    """Reports the progress of a film. The pictures so far tell how long the rest will take and how large it will be."""

    def __init__(self, tell: Tell, clock: Callable[[], float] = perf_counter) -> None:
        self._tell, self._clock = tell, clock
        self._first: tuple[float, int, float, int] | None = None
        """The time of the first picture, its number, its share of the film, and the size of the file at that time."""

    def tell(self, steps: int, pictures: int, share: float, size: int) -> None:
        """Report the progress. ``size`` is the size of the file so far, in bytes."""
        now = self._clock()
        began, first, before, start = self._first = self._first or (now, pictures, share, size)
        outlook = None
        if now - began >= SLICE and share > before:
            left = (1 - share) / (share - before)
            to_come = ((one - at_first) * left for one, at_first in ((now, began), (size, start), (pictures, first)))
            seconds, octets, more = to_come
            outlook = Outlook(seconds, round(size + octets), round(pictures + more))
        self._tell(RecordProgress(steps, pictures, share, outlook))
