"""Tests that a few letters find the intended entry, with the best match first."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from visualizer.text.fuzzy import ranked, score, score_of_some, words

TITLES = (
    "Next guess",
    "Previous guess",
    "Next conflict",
    "Look for another solution",
    "Its next variant",
    "Full screen",
)


def best(query: str) -> str:
    return TITLES[ranked(query, ((title, "") for title in TITLES))[0]]


def test_a_few_letters_find_what_was_meant() -> None:
    asked = {"ng": "Next guess", "nex conf": "Next conflict", "prev": "Previous guess",
             "lfas": "Look for another solution", "variant": "Its next variant", "fulscr": "Full screen",
             "CONFLICT": "Next conflict"}  # fmt: skip
    assert {query: best(query) for query in asked} == asked
    assert not ranked("lesson", [("Smallest sum of blanks", ""), ("Close what is open, or stop", "")])


def test_every_part_must_be_found_and_the_title_counts_more_than_other_words() -> None:
    assert not score("next banana", "Next guess") and score("next font", "Next guess", "font size")
    assert score("guess", "Next guess") > score("guess", "Next conflict", "guess")
    assert ranked("x", [("abc", ""), ("def", "x")]) == [1]
    asked = [("Make the type larger", "bigger"), ("Set a mark, or take it away", ""), ("Next", "")]
    assert ranked("how to get it bigger", asked) == [0, 1], "if nothing has all words, long ones count more"
    assert ranked("", [("b", ""), ("a", "")]) == [0, 1], "without a text, everything in its order"


@given(st.text(max_size=40), st.text(max_size=20))
def test_each_word_of_a_title_and_of_the_rest_finds_it(title: str, aside: str) -> None:
    assert all(score(word, title, aside) for word in (*words(title), *words(aside)))
    assert score(title, title) or not words(title)


@given(st.text(max_size=12), st.lists(st.tuples(st.text(max_size=12), st.text(max_size=12)), max_size=8))
def test_any_text_ranks_each_match_once(query: str, texts: list[tuple[str, str]]) -> None:
    found = ranked(query, texts)
    whole = {i for i, text in enumerate(texts) if score(query, *text)}
    some = {i for i, text in enumerate(texts) if score_of_some(query, *text)}
    assert len(found) == len(set(found)) and set(found) == (whole or some)
