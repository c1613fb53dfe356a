"""What the speaker of a lecture sees: notes, the time, and what comes next."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from visualizer.lecture.blocks import blocks_of
from visualizer.lecture.lecture import Slide
from visualizer.present.hall import Hall
from visualizer.present.lecture import PresentedLecture
from visualizer.text.spans import Caption, plain

NO_NOTES = "No notes for this slide."
LAST_SLIDE = "This is the last slide."


class SpokenChoice(NamedTuple):
    """A choice of a question, with what the speaker may say about it."""

    text: str
    right: bool
    because: str
    """Why the choice is right or wrong."""
    hands: str
    """The number of hands in each round, as in "12 → 30"."""


class SpokenQuestion(NamedTuple):
    """A question to the audience, with its answer."""

    phase: str
    """What the audience is doing now."""
    ask: str
    choices: tuple[SpokenChoice, ...]

    @classmethod
    def of(cls, hall: Hall) -> SpokenQuestion | None:
        """Return the question being asked, if any."""
        if (standing := hall.standing) is None:
            return None
        question = standing.question
        choices = tuple(
            SpokenChoice(one.text, one.right, question.why if one.right else one.because, hall.hands(i))
            for i, one in enumerate(question.choices)
        )
        return cls(hall.phase.value, question.ask, choices)


class SpeakerView(NamedTuple):
    """The content of the speaker's window."""

    title: str
    """The title of the slide."""
    place: str
    """The numbers of the slide and of its stop in words, as in "slide 2 of 5  ·  stop 1 of 6"."""
    notes: str
    now: str
    """The name of the stop last reached; "" if the slide shows no run."""
    said: Caption
    """The sentence about the run, which the audience may or may not see."""
    next_stop: str
    """The name of what the clicker leads to on this slide, or "" if it leads to the next slide."""
    next_slide: str
    """The title of the next slide."""
    preview: str
    """The beginning of the next slide's text."""
    time: str
    """The time of day, as in "14:05"."""
    elapsed: str
    """How long the lecture has taken, as in "12:34"."""
    black: bool = False
    """Whether the audience's screen is black."""
    asked: SpokenQuestion | None = None
    """The question being asked, if any."""
    file: str = ""
    """The name of the lecture's file."""
    mistakes: tuple[str, ...] = ()
    """The mistakes in the file as last saved, one per line."""

    @classmethod
    def of(cls, lecture: PresentedLecture, said: Caption, time: str, seconds: float, black: bool) -> SpeakerView:
        slide, following = lecture.slide, lecture.following
        number, total = lecture.position + 1, lecture.stops.total
        return cls(
            slide.title or lecture.lecture.title,
            "  ·  ".join(filter(None, [f"slide {number} of {total}", lecture.stop_text])),
            "\n\n".join(slide.notes) or NO_NOTES,
            lecture.stop_name if slide.scene else "",
            said if slide.scene else (),
            lecture.next_stop_name,
            (following.title or f"Slide {number + 1}") if following else LAST_SLIDE,
            _text_of(following, lecture.lecture.folder) if following else "",
            time,
            elapsed_text(seconds),
            black,
            file=lecture.file_name,
            mistakes=tuple(lecture.mistake_lines()),
        )


def _text_of(slide: Slide, folder: Path) -> str:
    """Return a slide's text on one line, without its title."""
    return "  ".join(plain(block.words) for block in blocks_of(slide, folder) if block.words)


def elapsed_text(seconds: float) -> str:
    """Format a duration as "12:34", or "1:02:34" from an hour up."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
