"""The sentences of a film as WebVTT, for players to show and screen readers to read aloud."""

from __future__ import annotations

from bisect import bisect_left
from html import escape
from itertools import pairwise
from operator import itemgetter
from typing import BinaryIO, NamedTuple

from puzzles.figures import counted
from visualizer.text.shell import blanked

READING = 20.0
"""The speed at which people read subtitles, in characters per second."""
SHORTEST = 1.0
"""The shortest time that a sentence is shown, in seconds."""
LONGEST = 7.0
"""The time that is long enough to read any sentence, in seconds."""


def reading_time(sentence: str) -> float:
    """Return how long it takes to read a sentence, in seconds."""
    return min(LONGEST, max(SHORTEST, len(sentence) / READING)) if sentence else 0.0


class _Cue(NamedTuple):
    start: float
    sentence: str = ""
    until: float = 0.0
    """The last time at which the film is known to have shown the sentence."""

    @property
    def read(self) -> float:
        """The time at which the sentence has been read."""
        return self.start + reading_time(self.sentence)


class Subtitles:
    """A WebVTT file, open for writing.

    A sentence stays until it has been read. Sentences that pass in the meantime are left out, because nobody could read
    them in the film either. If there is time, the number of steps that passed is shown instead. The last sentence is
    never left out, because it says how the run ended.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._cues: list[_Cue] = []
        self._said = _Cue(0.0)
        """The sentence that the film shows now, and since when."""
        self._end = 0.0
        """The length of the film, once it is known."""
        self._steps: list[tuple[float, int]] = [(0.0, 0)]
        """The number of steps so far, at each time at which it changed."""

    def say(self, sentence: str, second: float, step: int = 0) -> None:
        """Note which sentence and step the film shows at a time. Times must not decrease."""
        sentence = " ".join(blanked(sentence).split())
        if step != self._steps[-1][1]:
            self._steps.append((second, step))
        if self._cues and self._said.sentence == self._cues[-1].sentence:
            self._cues[-1] = self._cues[-1]._replace(until=second)
        if sentence != self._said.sentence:
            self._said = _Cue(second, sentence)
        last = self._cues[-1] if self._cues else _Cue(0.0)
        if sentence != last.sentence and second >= last.read:
            self._cues.append(_Cue(second, sentence))

    def end(self, second: float) -> None:
        """Write the file. The film ends at the given time."""
        self._end = second
        self._give_time_to_the_last(second)
        self._file.write(b"WEBVTT\n")
        for cue, following in pairwise([*self._cues, _Cue(second)]):
            if cue.sentence and following.start > cue.start:
                self._write(cue, following.start)

    def _write(self, cue: _Cue, end: float) -> None:
        """Write a cue. If steps then go by for a while without a sentence, also say how many."""
        over = max(cue.read, cue.until)
        passed = self._step(end) - self._step(over) if end - over >= SHORTEST and end < self._end else 0
        cues = [(cue.start, over, cue.sentence), (over, end, f"{counted(passed, 'more step')}.")]
        for start, stop, sentence in cues if passed > 0 else [(cue.start, end, cue.sentence)]:
            times = f"{_stamp(start)} --> {_stamp(stop)}"
            self._file.write(f"\n{times}\n{escape(sentence, quote=False)}\n".encode())

    def _step(self, second: float) -> int:
        """Return the step that the film shows just before a time."""
        return self._steps[max(0, bisect_left(self._steps, second, key=itemgetter(0)) - 1)][1]

    def _give_time_to_the_last(self, second: float) -> None:
        """Drop sentences that would leave too little time to read the last one while the film shows it."""
        said, cues = self._said, self._cues
        if cues and cues[-1].sentence == said.sentence:
            cues.pop()
        latest = max(said.start, second - reading_time(said.sentence))
        while cues and cues[-1].read > latest:
            cues.pop()
        cues.append(_Cue(max(said.start, cues[-1].read if cues else 0.0), said.sentence))


def _stamp(second: float) -> str:
    """Return a time as WebVTT writes it: hours, minutes, seconds and milliseconds."""
    minutes, milliseconds = divmod(round(second * 1000), 60_000)
    return f"{minutes // 60:02}:{minutes % 60:02}:{milliseconds // 1000:02}.{milliseconds % 1000:03}"
