"""Tests that a saved view reads back the same, and that any other file is rejected with the reason."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.bounds import LARGEST_VIEW
from visualizer.files import atomic, saved_view
from visualizer.files.saved_view import (
    FORMAT,
    VERSION,
    View,
    ViewError,
    from_json,
    to_json,
)

words = st.text(max_size=20)
plain = st.dictionaries(words, st.booleans() | st.integers() | words, max_size=3)
positions = st.integers(0, 10**12)
zooms = st.tuples(positions, st.integers(1, 10**6)).map(lambda pair: (pair[0], sum(pair)))
views = st.builds(
    View,
    puzzle=words,
    solver=words.filter(bool),
    name=words,
    file=words,
    options=plain,
    position=positions,
    speed=st.floats(0.001, 1e9),
    grain=words,
    bookmarks=st.lists(plain, max_size=4).map(tuple),
    zoom=st.none() | zooms,
    panes=plain,
    shown=st.lists(words, max_size=3).map(tuple),
    theme=words,
    symbols=words,
    modes=st.dictionaries(st.sampled_from(["race", "watch"]), plain),
)
LEAST = {"format": FORMAT, "version": VERSION, "puzzle": "1", "solver": "mrv"}


@given(views)
def test_a_view_reads_back_the_same(view: View) -> None:
    text = to_json(view)
    assert from_json(text) == view
    assert saved_view.looks_like_view(text)


def test_what_is_as_usual_is_not_said() -> None:
    assert json.loads(to_json(View("1234", "mrv"))) == LEAST | {"puzzle": "1234"}


def test_every_field_can_be_read() -> None:
    assert {*saved_view._READ, "modes"} == {its.name for its in fields(View)}


WRONG = {
    "not JSON": ("{\n  ]", "line 2, column 3: this is not JSON"),
    "a list": ("[]", "not a saved view"),
    "another file": ('{"format": "other"}', "not a saved view"),
    "nested": ("[" * 200_000, "nested more than"),
    "a position of too many digits": ('{"position": ' + "9" * 4301 + "}", "line 1, column 14: the number 9999"),
    "an infinite speed": ('{\n"speed": 1e400}', "line 2, column 10: the number 1e400"),
    "no number": ('{"speed": NaN}', "line 1, column 11: the number NaN"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_no_view_is_refused(name: str) -> None:
    text, message = WRONG[name]
    with pytest.raises(ViewError, match=message):
        from_json(text)


@pytest.mark.parametrize(
    "change, message",
    [
        ({"version": 2}, "version 2; this program reads version 1"),
        ({"colour": 1}, "no field 'colour'"),
        ({"position": -1}, "position must be a whole number"),
        ({"position": True}, "position must be a whole number"),
        ({"position": 1.5}, "position must be a whole number"),
        ({"speed": 0}, "speed must be a number above 0"),
        ({"speed": -1.5}, "speed must be a number above 0"),
        ({"puzzle": 1}, "puzzle must be text"),
        ({"zoom": [1]}, "two positions"),
        ({"zoom": [5, 5]}, "the first before the second"),
        ({"zoom": [5, 6, 7]}, "list of at most 2"),
        ({"bookmarks": [1]}, "each of the bookmarks must be an object"),
        ({"panes": []}, "panes must be an object"),
        ({"shown": [1]}, "each of shown must be text"),
        ({"modes": {}}, "no field 'modes'"),
    ],
)
def test_what_is_wrong_is_named(change: dict[str, object], message: str) -> None:
    with pytest.raises(ViewError, match=message):
        from_json(json.dumps(LEAST | change))


@pytest.mark.parametrize("missing", ["puzzle", "solver"])
def test_what_is_missing_is_named(missing: str) -> None:
    with pytest.raises(ViewError, match=f"the {missing} is missing"):
        from_json(json.dumps({name: value for name, value in LEAST.items() if name != missing}))


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | words,
        lambda it: st.lists(it) | st.dictionaries(words, it),
    )
)
def test_whatever_else_stands_there_is_refused_in_words(data: object) -> None:
    for name in saved_view._READ:
        try:
            from_json(json.dumps(LEAST | {name: data}))
        except ViewError as error:
            assert len(str(error)) > 10


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, view = tmp_path / "a.json", View("1234", "mrv", position=7)
    saved_view.save(view, path)
    assert saved_view.load(path) == view

    def broken(self: atomic.UnkeptFile) -> None:
        raise OSError("no room left")

    monkeypatch.setattr(atomic.UnkeptFile, "keep", broken)
    with pytest.raises(OSError, match="no room"):
        saved_view.save(View("4321", "mrv"), path)
    assert saved_view.load(path) == view
    assert [file.name for file in tmp_path.iterdir()] == ["a.json"]


def test_a_file_too_large_or_not_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b"{" + b" " * LARGEST_VIEW)
    with pytest.raises(ViewError, match="larger than 1 MiB"):
        saved_view.load(path)
    path.write_bytes(b'{"format\xff')
    with pytest.raises(ViewError, match="line 1, column 9: this is not UTF-8 text"):
        saved_view.load(path)
    with pytest.raises(OSError):
        saved_view.load(tmp_path / "none.json")
