"""Tests that random bytes never make a reader fail, hang or use too much memory."""

from __future__ import annotations

import io
import tracemalloc
from collections.abc import Iterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from read_formats import format_of, read
from slow import slow_but
from strategies import examples

from puzzles import Problem
from puzzles.formats import registry
from puzzles.formats.base import Format, Found, decoded
from puzzles.formats.registry import FORMATS

FIG1 = "..84.9....1....3...4...5..756.2.1.3...1...5...2.7.4.164..1...6...6....9....6.34.."
BOARD = "+3" + FIG1[1:]
PIECES = [
    FIG1, FIG1.replace(".", "0"), FIG1[:9], "1234", "0" * 16, "\n", "\n", "\r\n", "\r", ",", ";", "\t", "|", ":", '"',
    " ", "#", "#A", "[Puzzle]", "[State]", "[PencilMarks]", "---+---", "-----------", "|...|...|...|",
    "*-----------*", "u5", "{5}", "123", "45 6", ":0000:x:", f":0000:x:{BOARD}:", "111 999", ":::", "<opensudoku>",
    "</opensudoku>", "<game data='", "'/>", "version: 3&#10;", "0|1|1|", "version: 1&#10;", "5|-|0|",
    "<folder name='x'>", "</folder>", "&lt;", "&x;", "<!DOCTYPE a>", "<![CDATA[", "<?xml version='1.0' encoding='",
    "utf-16", "latin-1", "cp037", "'?>", "puzzle,solution", "quizzes", "\ufeff", "\0", "²", "٣", "é", "x", "X", ".",
    "0", "9", "A", "<", ">", "&", "'", "-", "=", "/", "1;2;3;" * 30,
]  # fmt: skip
texts = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=3)), max_size=40).map("".join)
blobs = st.one_of(
    texts.map(lambda text: text.encode("utf-8", "replace")),
    texts.map(lambda text: text.encode("utf-16", "replace")),
    st.binary(max_size=300),
)
EVERY = pytest.mark.parametrize("form", FORMATS.values(), ids=list(FORMATS))


def sound(form: Format, found: list[Found]) -> None:
    for one in found:
        if isinstance(one, Problem):
            assert one.line >= 1 and one.column >= 1 and one.message
        else:
            for other in FORMATS.values():
                assert other.refusal(one.puzzle) or list(other.write([other.fitted(one)]))
            if not form.refusal(one.puzzle):
                text = "\n".join(form.write([form.fitted(one)])).encode()
                (again,) = read(text)
                assert not isinstance(again, Problem) and again.puzzle == one.puzzle


@EVERY
@examples(60)
@example(data=f":0702:{'9' * 13}:{FIG1}:::".encode())
@given(data=blobs)
def test_a_reader_finds_positions_or_problems_and_nothing_else(form: Format, data: bytes) -> None:
    form.looks_like(data.decode("utf-8", "replace"))
    sound(form, list(form.read(io.BytesIO(data))))


@examples(150)
@given(data=blobs)
def test_what_a_file_is_told_to_be_is_read_or_refused(data: bytes) -> None:
    if "\0" in decoded(data):
        assert registry.telling(data) is None
    elif not registry.refusal(data):
        sound(format_of(data), read(data))


class Endless:
    """A stream that repeats the same bytes forever, without holding them all in memory."""

    def __init__(self, begin: bytes, again: bytes, size: int) -> None:
        self.head, self.again, self.left = begin, again * (1 + 65536 // len(again)), size

    def read(self, size: int, /) -> bytes:
        if self.head:
            block, self.head = self.head[:size], self.head[size:]
        else:
            block = self.again[: min(size, self.left)]
            self.left -= len(block)
        return block


LARGE = {
    "one line": (b"", b"1"),
    "words": (b"", b"words "),
    "blank lines": (b"", b"\n"),
    "short lines": (b"", b"12\n"),
    "a table": (b"puzzle,solution\n", FIG1.encode() + b"," + FIG1.encode() + b"\n"),
    "an open quote": (b"id,puzzle\n1," + FIG1.encode() + b'\n2,"', b"1,"),
    "many fields": (b"id,puzzle\n1," + FIG1.encode() + b"\n", b","),
    "a deep document": (b"<opensudoku>", b"<a>"),
    "a long tag": (b"<opensudoku><game data='", b"1"),
    "spaces": (b"<opensudoku><game data='version: 1", b" "),
    "a long text": (b"<opensudoku><name>", b"words "),
    "a long comment": (b"<opensudoku><!--", b"words "),
    "many games": (b"<opensudoku>", b'<game data="' + FIG1.replace(".", "0").encode() + b'"/>\n'),
    "library lines": (b"", b":0000:x:" + FIG1.encode() + b":::\n"),
    "a section": (b"[Puzzle]\n", b".........\n"),
}


@pytest.mark.parametrize("name", slow_but(["one line", "words", "a table", "many fields", "a deep document"], LARGE))
def test_a_large_file_takes_bounded_memory_whatever_format_it_is_taken_for(name: str) -> None:
    begin, again = LARGE[name]
    size = min(400_000, 100_000 * len(again)) if again.endswith(b"\n") else 8_000_000  # too much to keep
    for form in FORMATS.values():
        peak = used(form.read(Endless(begin, again, size)))
        assert peak < 4_000_000, f"{form.name} took {peak} bytes"


def used(found: Iterator[Found]) -> int:
    """Return the bytes of memory needed to read the whole stream, or its first 500 findings."""
    tracemalloc.start()
    for _ in zip(found, range(500), strict=False):
        pass
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak
