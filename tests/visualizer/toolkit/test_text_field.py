"""Tests that a text field edits a line as people expect, by comparison with a plain list of letters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from visualizer.toolkit.cards import LONGEST_TEXT, LineEdit

moves = st.sampled_from(["Left", "Right", "Home", "End", "Shift+Left", "Shift+Right", "Shift+Home", "Shift+End"])
edits = st.sampled_from(["Backspace", "Delete", "Ctrl+A"])
typed = st.text(st.characters(categories=["L", "Nd", "Zs"]), min_size=1, max_size=4).map(lambda text: "put " + text)


class Plain:
    """The letters before and after the caret, and how many are selected on each side."""

    def __init__(self, text: str) -> None:
        self.text, self.caret, self.anchor = text, len(text), 0

    def put(self, text: str) -> None:
        low, high = sorted((self.caret, self.anchor))
        clean = "".join(letter if letter.isprintable() else " " for letter in text)
        self.text = self.text[:low] + clean + self.text[high:]
        self.caret = self.anchor = low + len(clean)

    def key(self, name: str) -> None:
        if name == "Ctrl+A":
            self.anchor, self.caret = 0, len(self.text)
        elif name in ("Backspace", "Delete"):
            if self.caret == self.anchor:
                self.anchor = max(0, self.caret - 1) if name == "Backspace" else min(len(self.text), self.caret + 1)
            self.put("")
        else:
            ends = {"Home": 0, "End": len(self.text), "Left": max(0, self.caret - 1)}
            self.caret = ends.get(name.removeprefix("Shift+"), min(len(self.text), self.caret + 1))
            if not name.startswith("Shift+"):
                self.anchor = self.caret


@given(st.text("ab ", max_size=6), st.lists(moves | edits | typed, max_size=30))
def test_it_does_what_a_list_of_letters_would(text: str, keys: list[str]) -> None:
    line, plain = LineEdit(text), Plain(text)
    for key in keys:
        if key.startswith("put "):
            line.put(key[4:])
            plain.put(key[4:])
        else:
            assert line.key(key)
            plain.key(key)
        assert (line.text, line.caret, line.anchor) == (plain.text, plain.caret, plain.anchor)
        assert line.selected == plain.text[slice(*sorted((plain.caret, plain.anchor)))]


def test_the_first_letter_typed_replaces_what_was_there() -> None:
    line = LineEdit("Guess r1c1 = 5")
    line.put("m")
    line.put("ine")
    assert line.text == "mine" and not line.selected


def test_the_name_of_a_file_is_selected_without_its_ending() -> None:
    line = LineEdit("fig1.json", 4)
    line.put("other")
    assert line.text == "other.json"


@pytest.mark.parametrize(
    "keys, caret",
    [(["Ctrl+Left"], 8), (["Ctrl+Left"] * 2, 4), (["Ctrl+Left"] * 9, 0), (["Home", "Ctrl+Right"], 4), (["Home"], 0)],
)
def test_with_ctrl_it_goes_by_words(keys: list[str], caret: int) -> None:
    line = LineEdit("one two three")
    for key in keys:
        line.key(key)
    assert line.caret == caret


def test_with_ctrl_it_erases_by_words() -> None:
    line = LineEdit("one two three")
    line.key("End")
    line.key("Ctrl+Backspace")
    assert line.text == "one two "
    line.key("Home")
    line.key("Ctrl+Delete")
    assert line.text == "two "


def test_it_holds_one_line_of_a_certain_length() -> None:
    line = LineEdit("x" * 999)
    assert len(line.text) == LONGEST_TEXT
    line.put("a\nb\tc" + "y" * 999)
    assert line.text.startswith("a b c") and len(line.text) == LONGEST_TEXT
    line.key("End")
    line.put("more")
    assert len(line.text) == LONGEST_TEXT


def test_keys_that_edit_nothing_are_left_alone() -> None:
    line = LineEdit("text")
    assert not any(line.key(key) for key in ("Up", "Return", "F1", "R", "Ctrl+S", "Tab"))
    assert (line.text, line.caret) == ("text", 4)
