"""The playback keys. They drive a run or a race and, at its end, suggest what to do next."""

from abc import ABC, abstractmethod
from collections.abc import Callable

from visualizer.keymap import action
from visualizer.timeline.transport import Motion, Transport


class Playback(ABC):
    """A run or race that the playback keys control."""

    @property
    @abstractmethod
    def transport(self) -> Transport:
        """The object that plays, steps and seeks."""

    @abstractmethod
    def say_whats_next(self) -> None:
        """Explain what the end of the run or race means, and which keys to press next."""

    def step(self, by: int) -> None:
        """Step forward or, if negative, back."""
        self.transport.step(by)

    @action(
        "play", "Space", "Watch", "Start, pause or resume", rank=0, first=True,
        words="play run start stop pause resume continue animate",
    )  # fmt: skip
    def play_pressed(self) -> None:
        """Start, pause or resume."""
        if self.transport.mode is Motion.PAUSED:
            self._unless_over(self.transport.toggle)
        else:
            self.transport.toggle()

    @action(
        "forward", "Right .", "Step", "One step forward", rank=50, repeats=True, first=True,
        words="next advance scrub",
    )  # fmt: skip
    def forward(self) -> None:
        """Step forward once."""
        self._unless_over(lambda: self.step(1))

    @action("end", "End", "Watch", "Run to the solution", rank=30, words="finish solve skip answer result")
    def end(self) -> None:
        """Go to the next answer or, in a race, to where the next lane finishes."""
        self._unless_over(self.transport.end)

    def _unless_over(self, step: Callable[[], object]) -> None:
        if self.transport.at_end:
            self.say_whats_next()
        else:
            step()
