"""Tests that the window starts, whatever is in the documents kept between starts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kept_documents import documents_of, start
from strategies import examples

from visualizer.files import store
from visualizer.files.store import DocumentStore, Fields
from visualizer.play.saved_games import SavedGame, as_data

FIG1 = "..84.9....1....3...4...5..756.2.1.3...1...5...2.7.4.164..1...6...6....9....6.34.."
GAME = as_data(SavedGame(FIG1, "r1c1=3 r1c2=5", "fig1", seconds=3.5, position=2, lines=("r1c1=4",)))
NUMBERS = st.sampled_from([0, -1, 1.25, 2**70, -(2**999), 1e300])
ATOMS = st.none() | st.booleans() | NUMBERS | st.text(max_size=5) | st.sampled_from(["often", "tree", "/tmp", "\ud800"])
VALUES = st.recursive(
    ATOMS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)
GAMES = st.tuples(st.sampled_from(sorted(GAME)), VALUES).map(lambda change: {**GAME, change[0]: change[1]})


def damage(folder: Path, name: str, data: object) -> None:
    folder.mkdir(exist_ok=True)
    document = {"format": store.FORMAT, "version": store.VERSION, "data": data}
    (folder / f"{name}.json").write_text(json.dumps(document), "utf-8")


def test_no_damaged_document_prevents_a_start(tmp_path_factory: pytest.TempPathFactory) -> None:
    documents = documents_of(tmp_path_factory.mktemp("state"))
    assert {"quiz", "games", "recent", "type-size", "motion", "code", "tour"} <= set(documents)
    some = st.fixed_dictionaries({name: values_of(fields) for name, fields in documents.items()})

    @examples(60)
    @given(some)
    def damaged(every: dict[str, Any]) -> None:
        folder = tmp_path_factory.mktemp("state")
        for name, data in every.items():
            damage(folder, name, data)
        start(folder)
        for name, fields in documents.items():
            its = DocumentStore(folder)
            its.load(name, fields)
            assert its.news() == "", "what is wrong is said only once"

    damaged()


def values_of(fields: Fields) -> st.SearchStrategy[Any]:
    """Return tables of the fields, each with any value or, for a list, any items."""
    by_field = {name: VALUES if callable(check) else VALUES | st.lists(VALUES | GAMES, max_size=3)
                for name, check in fields.items()}  # fmt: skip
    return st.fixed_dictionaries({}, optional=by_field) | VALUES


def test_the_fields_that_fit_are_kept_and_the_others_set_aside_with_a_sentence(tmp_path: Path) -> None:
    damage(tmp_path, "games", {"games": [GAME, {**GAME, "moves": 3}], "here": 3})
    damage(tmp_path, "quiz", {"often": "rarely", "kinds": [["x"], 4]})
    said = start(tmp_path)
    assert "games.json.broken" in said and "quiz.json.broken" in said and "The rest is kept" in said
    kept = DocumentStore(tmp_path)
    assert kept.load("games") == {"games": [GAME]} and kept.load("quiz") == {"often": "rarely", "kinds": []}
    assert len(json.loads((tmp_path / "games.json.broken").read_text("utf-8"))["data"]["games"]) == 2
