"""Tests that subtitles are valid WebVTT, do not overlap, can be read in time, and say how the run ends."""

from __future__ import annotations

import io
import re
from html import unescape
from itertools import pairwise
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from visualizer.export.video import Subtitles, reading_time
from visualizer.text.shell import blanked

_TIMES = re.compile(r"(\d\d+):([0-5]\d):([0-5]\d)\.(\d{3}) --> (\d\d+):([0-5]\d):([0-5]\d)\.(\d{3})")


class Cue(NamedTuple):
    start: float
    end: float
    sentence: str


def cues(text: str) -> list[Cue]:
    """Read a WebVTT file, and raise an error if it is not valid."""
    head, *blocks = text.rstrip("\n").split("\n\n")
    assert head == "WEBVTT"
    found = []
    for block in blocks:
        times, sentence = block.split("\n")
        assert "<" not in sentence and ">" not in sentence and not re.search(r"&(?!(amp|lt|gt);)", sentence)
        match = _TIMES.fullmatch(times)
        assert match is not None, times
        hours, minutes, seconds, thousandths, *end = map(int, match.groups())
        until = end[0] * 3600 + end[1] * 60 + end[2] + end[3] / 1000
        found.append(Cue(hours * 3600 + minutes * 60 + seconds + thousandths / 1000, until, unescape(sentence)))
    return found


def written(said: list[tuple[str, float]], end: float) -> list[Cue]:
    file = io.BytesIO()
    subtitles = Subtitles(file)
    for sentence, second in said:
        subtitles.say(sentence, second)
    subtitles.end(end)
    return cues(file.getvalue().decode())


SENTENCES = st.lists(st.tuples(st.text(max_size=80), st.integers(1, 3000)), max_size=40)


@given(SENTENCES)
def test_cues_follow_each_other_and_each_can_be_read(lengths: list[tuple[str, int]]) -> None:
    said, now = [], 0.0
    for sentence, milliseconds in lengths:
        said.append((sentence, now))
        now += milliseconds / 1000
    found = written(said, now)
    assert all(one.end <= other.start for one, other in pairwise(found))
    for one in found[:-1]:
        assert one.end - one.start >= reading_time(one.sentence) - 0.002
    shown = [(" ".join(blanked(sentence).split()), second) for sentence, second in said]
    if shown and (last := shown[-1][0]):
        since = min(second for i, (_, second) in enumerate(shown) if all(one == last for one, _ in shown[i:]))
        assert found[-1].sentence == last and found[-1].end == pytest.approx(now, abs=0.001)
        assert found[-1].end - found[-1].start >= min(reading_time(last), now - since) - 0.002
    assert {one.sentence for one in found} <= {sentence for sentence, _ in shown}


@pytest.mark.parametrize("sentence", ["a < b & c", "1 --> 2", "two\n\nlines", "&amp;"])
def test_a_sentence_with_signs_of_the_format_is_read_back(sentence: str) -> None:
    assert written([(sentence, 3599.9995)], 3605.0) == [(3600.0, 3605.0, sentence.replace("\n\n", " "))]


def test_a_sentence_that_passes_while_another_is_read_is_left_out() -> None:
    long = "a sentence of forty letters, to read, ok"
    found = written([(long, 0.0), ("too quick", 0.5), (long, 1.5), ("at last", 2.0), ("at last", 2.5)], 4.0)
    assert found == [(0.0, 2.0, long), (2.0, 4.0, "at last")]


def test_the_steps_that_pass_unsaid_are_counted() -> None:
    file = io.BytesIO()
    subtitles = Subtitles(file)
    for step in range(40):
        subtitles.say(f"Step {step} of a run that is too fast to be read.", step / 10, step)
    subtitles.say("Solved: every row, column and box holds each digit once.", 4.0, 40)
    subtitles.end(6.0)
    (first, passed, last) = cues(file.getvalue().decode())
    assert first.end == pytest.approx(reading_time(first.sentence), abs=0.002)
    unsaid = [step for step in range(40) if first.end <= step / 10]
    assert passed == (first.end, 4.0, f"{len(unsaid)} more steps.") and last.start == 4.0


def test_what_stands_in_the_way_of_the_last_sentence_is_left_out() -> None:
    long = "a sentence of forty letters, to read, ok"
    found = written([("Title.", 0.0), (long, 1.0), ("too late", 2.0), (long, 3.0), ("Solved.", 3.5)], 4.6)
    assert found == [(0.0, 1.0, "Title."), (1.0, 3.5, long), (3.5, 4.6, "Solved.")]
