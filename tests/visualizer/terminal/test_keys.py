"""Tests of keys as various terminals send them, both whole and in pieces."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from visualizer.keymap import WATCH
from visualizer.terminal.keys import LONGEST_PASTE, Decoder, Paste

SENT = {
    "Right": ["\x1b[C", "\x1bOC"], "Left": ["\x1b[D", "\x1bOD"], "Up": ["\x1b[A", "\x1bOA"], "Down": ["\x1b[B"],
    "Shift+Right": ["\x1b[1;2C", "\x1b[c"], "Shift+Left": ["\x1b[1;2D", "\x1b[d"],
    "Ctrl+Right": ["\x1b[1;5C", "\x1bOc"], "Ctrl+Left": ["\x1b[1;5D", "\x1bOd"],
    "Home": ["\x1b[H", "\x1bOH", "\x1b[1~", "\x1b[7~"], "End": ["\x1b[F", "\x1bOF", "\x1b[4~", "\x1b[8~"],
    "PageUp": ["\x1b[5~"], "PageDown": ["\x1b[6~"], "Shift+Tab": ["\x1b[Z"], "Tab": ["\t"],
    "F1": ["\x1bOP", "\x1b[11~", "\x1b[[A"], "Space": [" "], "Return": ["\r", "\n"], "R": ["r"], "Q": ["q", "Q"],
    "Ctrl+C": ["\x03"], "Ctrl+Q": ["\x11"],
    "+": ["+"], "=": ["="], "-": ["-"], ".": ["."], "?": ["?"], "N": ["n"], "S": ["s"], "T": ["t"], "Shift+T": ["T"],
    "Shift+R": ["R"], "G": ["g"], "V": ["v"], "D": ["d"], "J": ["j"], "F": ["f"],
}  # fmt: skip
CASES = [(text, name) for name, texts in SENT.items() for text in texts]
UNKNOWN = ["\x1b[2~", "\x1b[15~", "\x1b[[B", "\x1bOQ", "\x1b[1;3C", "\x1bx", "\x1b[?62;c", "ü", "\x00", "4"]


@pytest.mark.parametrize(("text", "name"), CASES, ids=[repr(text) for text, _ in CASES])
def test_what_terminals_send_is_known(text: str, name: str) -> None:
    assert Decoder().feed(text) == [name]


@pytest.mark.parametrize("text", UNKNOWN, ids=repr)
def test_what_no_key_of_the_table_sends_is_dropped_whole(text: str) -> None:
    assert Decoder().feed(text + "r") == ["R"]


@given(st.lists(st.sampled_from(CASES), max_size=8), st.data())
def test_pieces_make_the_same_keys(cases: list[tuple[str, str]], data: st.DataObject) -> None:
    text, decoder, found = "".join(text for text, _ in cases), Decoder(), []
    while text:
        cut = data.draw(st.integers(1, len(text)))
        found += decoder.feed(text[:cut])
        text = text[cut:]
    assert found == [name for _, name in cases]


@given(st.text(st.sampled_from("\x1b[]O;?<0129~ACPZabr \x03ü"), max_size=40))
def test_no_text_confuses_it_for_long(text: str) -> None:
    decoder = Decoder()
    decoder.feed(text + "\x1b[201~")
    decoder.flush()
    assert decoder.feed("r")[-1:] == ["R"]


def test_a_lone_escape_is_one_when_nothing_follows() -> None:
    decoder = Decoder()
    assert decoder.feed("\x1b") == []
    assert decoder.waiting
    assert decoder.flush() == ["Escape"]
    assert not decoder.waiting
    assert decoder.feed("\x1b[") + decoder.flush() == []


def test_every_key_of_the_table_can_be_sent() -> None:
    reachable = {WATCH.action_for(name) for name in (*SENT, "Escape")}  # another test covers it
    assert [row.id for row in WATCH if not row.window_only and row not in reachable] == []


def test_a_paste_is_one_text_and_no_keys() -> None:
    decoder = Decoder()
    assert decoder.feed("\x1b[200~r \x1b[C\r\nq\x1b[20") == []
    assert decoder.feed("1~r") == [Paste("r \x1b[C\nq"), "R"]


def test_an_endless_paste_is_cut() -> None:
    decoder = Decoder()
    for _ in range(20):
        decoder.feed(("\x1b[200~" if not decoder.waiting else "") + "." * 10000)
    (paste,) = decoder.feed("\x1b[201~")
    assert isinstance(paste, Paste)
    assert len(paste.text) == LONGEST_PASTE
