"""Tests that subtitles are valid WebVTT, do not overlap, and say what the film says for as long as it does."""

from __future__ import annotations

import io
import re
from html import unescape
from itertools import pairwise
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from visualizer.export.video import SHORTEST, Subtitles
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
def test_a_sentence_stands_as_long_as_in_the_film(lengths: list[tuple[str, int]]) -> None:
    said, now = [], 0.0
    for sentence, milliseconds in lengths:
        said.append((sentence, now))
        now += milliseconds / 1000
    found = written(said, now)
    assert all(one.end <= other.start for one, other in pairwise(found))
    assert all(one.end - one.start >= SHORTEST - 0.002 for one in found[:-1])
    shown = [(" ".join(blanked(sentence).split()), second) for sentence, second in said]
    for (sentence, second), (_, until) in pairwise([*shown, ("", now)]):
        long = until - second >= SHORTEST
        there = [one for one in found if one.start <= second + 0.002 and until <= one.end + 0.002]
        assert not (long and sentence) or [one.sentence for one in there] == [sentence]
    if shown and shown[-1][0]:
        assert found[-1].sentence == shown[-1][0] and found[-1].end == pytest.approx(now, abs=0.001)
    assert {one.sentence for one in found} <= {sentence for sentence, _ in shown}


@pytest.mark.parametrize("sentence", ["a < b & c", "1 --> 2", "two\n\nlines", "&amp;"])
def test_a_sentence_with_signs_of_the_format_is_read_back(sentence: str) -> None:
    assert written([(sentence, 3599.9995)], 3605.0) == [(3600.0, 3605.0, sentence.replace("\n\n", " "))]


def test_a_sentence_too_short_to_be_noticed_is_left_out() -> None:
    found = written([("long", 0.0), ("too quick", 0.5), ("long", 0.6), ("at last", 2.0), ("at last", 2.5)], 4.0)
    assert found == [(0.0, 2.0, "long"), (2.0, 4.0, "at last")]
