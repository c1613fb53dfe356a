"""The pictures of a film at its own pace, which holds at conflicts, learnt clauses and solutions."""

from __future__ import annotations

from collections.abc import Iterator

from visualizer.export.camera import Camera, Pixels
from visualizer.export.pacing import HOLDS, Pacing, holds_within, speed_for
from visualizer.export.recording import Recording
from visualizer.export.span import Span
from visualizer.text.numbers import rounded, speed_text


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

    def _paced(self, speed: float, seconds: float | None, aside: float) -> Pacing:
        """Return the pacing that takes the given time or, without one, that has the given speed between holds."""
        steps, numbers = self._span.steps, self._span.numbers(HOLDS)
        if seconds is None:
            holds = holds_within(steps / speed, numbers)
        else:
            seconds -= aside
            holds = holds_within(seconds / 2, numbers)
            speed = speed_for(steps, seconds - sum(numbers[kind] * hold for kind, hold in holds.items()))
        return Pacing(steps, speed, tuple((count, holds[kind]) for count, kind in self._span.places(holds)))

    def pictures(self) -> Iterator[Pixels]:
        """Yield the pictures of the run. The last one is held."""
        for number in range(round(self.pacing.seconds * self._fps)):
            count, held = self.pacing.at(number / self._fps)
            yield self._camera.picture_at(self._span.position(count), 1 / self._fps, held=held)
        yield self._camera.last_picture()
