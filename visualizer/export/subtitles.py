"""The sentences of a film as WebVTT, for players that show them and voices that read them."""

from __future__ import annotations

from html import escape
from typing import BinaryIO

from visualizer.text.plain_text import blanked

READING = 20.0
"""The speed at which people read subtitles, in characters per second."""
SHORTEST = 1.0
"""The shortest time that a sentence is shown, in seconds."""
LONGEST = 7.0
"""The time after which any sentence has been read, in seconds."""


def reading_time(sentence: str) -> float:
    """Return how long it takes to read a sentence, in seconds."""
    return min(LONGEST, max(SHORTEST, len(sentence) / READING))


class Subtitles:
    """A WebVTT file, open for writing. A sentence stays until it has been read, and those that pass by meanwhile are
    left out, because nobody could read them in the film either.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._sentence, self._start = "", 0.0
        file.write(b"WEBVTT\n")

    def say(self, sentence: str, second: float) -> None:
        """Note which sentence the film shows at a time, which never goes back."""
        sentence = " ".join(blanked(sentence).split())
        read = second >= self._start + reading_time(self._sentence) or not self._sentence
        if sentence != self._sentence and read:
            self.end(second)
            self._sentence, self._start = sentence, second

    def end(self, second: float) -> None:
        """End the sentence that is shown, if any."""
        if self._sentence and second > self._start:
            cue = f"\n{_stamp(self._start)} --> {_stamp(second)}\n{escape(self._sentence, quote=False)}\n"
            self._file.write(cue.encode())
        self._sentence = ""


def _stamp(second: float) -> str:
    """Return a time as WebVTT writes it: hours, minutes, seconds and milliseconds."""
    minutes, milliseconds = divmod(round(second * 1000), 60_000)
    return f"{minutes // 60:02}:{minutes % 60:02}:{milliseconds // 1000:02}.{milliseconds % 1000:03}"
