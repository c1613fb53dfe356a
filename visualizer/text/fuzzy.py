"""Fuzzy search by a few letters. Word prefixes rank highest, then initials, substrings, and letters in order."""

import re
from collections.abc import Iterable
from functools import lru_cache, partial

_WORD = re.compile(r"[^\W_]+")
_WHOLE, _START, _INITIALS, _INSIDE, _LETTERS = 100, 80, 55, 40, 15
"""The points for one word of the query: a whole word, a prefix, initials, a substring, letters in order."""
_ASIDE = 0.6
"""The weight of a match in the extra words rather than in the title."""
LEAST_LETTERS = 2
"""Up to this length, a word of the query only matches initials or the start of a word, because nearly every title
contains any given two letters somewhere.
"""

_IN_PASSING = frozenset(("a", "an", "the", "this", "that", "these", "those", "which", "on", "of", "to", "for", "with"))
"""Words that a query may contain in passing. They count only if there are no others."""
_EXACT = 20.0
"""The bonus for a title that is just what was typed."""


@lru_cache(maxsize=4096)
def words(text: str) -> tuple[str, ...]:
    """Return the words of the text in lower case, without punctuation."""
    return tuple(_WORD.findall(text.casefold()))


@lru_cache(maxsize=256)
def asked(query: str) -> tuple[str, ...]:
    """Return the words of a query that matter. In "a puzzle on which these differ", these are "puzzle" and "differ"."""
    return tuple(word for word in words(query) if word not in _IN_PASSING) or words(query)


def score(query: str, title: str, aside: str = "", *, loose: bool = True) -> float:
    """Return how well a query matches, or 0 if any word of it is missing from both the title and the extra words.

    An empty query matches everything. ``loose`` also allows the letters of a word in order, with others between them.
    """
    points = [max(_points(part, words(title), loose), _aside(part, aside)) for part in asked(query)]
    return 1.0 + sum(points) + _in_order(words(query), words(title)) if all(points) else 0.0


def score_of_some(query: str, title: str, aside: str = "") -> float:
    """Return how well parts of a query match, or 0 if none do. In "make it bigger", "bigger" counts most."""
    return sum(len(part) * max(_points(part, words(title), loose=False), _aside(part, aside)) for part in asked(query))


def ranked(query: str, texts: Iterable[tuple[str, str]]) -> list[int]:
    """Return the indices of the matching (title, extra words) pairs, best first. Ties keep their order.

    If no pair matches every word of the query exactly, allow loose matches. If there are still none, return the pairs
    that match some of the words.
    """
    there = list(texts)
    for match in (partial(score, loose=False), score, score_of_some):
        scores = [(match(query, *text), number) for number, text in enumerate(there)]
        if any(points for points, _ in scores):
            return [number for points, number in sorted(scores, key=lambda one: (-one[0], one[1])) if points]
    return []


def _aside(part: str, aside: str) -> float:
    """Return the points for one word of the query in the extra words."""
    return _ASIDE * _points(part, words(aside), loose=False)


@lru_cache(maxsize=4096)
def _spelt(its: tuple[str, ...]) -> tuple[str, str]:
    """Return the words in one text, and their initials."""
    return " ".join(its), "".join(word[0] for word in its)


def _points(part: str, its: tuple[str, ...], loose: bool = True) -> float:
    """Return the points for one word of the query; early words score higher. ``loose`` also allows letters in order."""
    text, initials = _spelt(its)
    inside, enough = part in text, len(part) > LEAST_LETTERS  # most words are in none of the titles
    if inside:
        for points, fits in ((_WHOLE, str.__eq__), (_START, str.startswith)):
            for place, word in enumerate(its):
                if fits(word, part):
                    return points - min(place, 9)
    if len(part) >= LEAST_LETTERS and part in initials:
        return _INITIALS
    if inside and enough:
        return _INSIDE - min(next(place for place, word in enumerate(its) if part in word), 9)
    return _LETTERS if loose and enough and _letters_in_order(part, its) else 0.0


def _letters_in_order(part: str, its: tuple[str, ...]) -> bool:
    """Return whether the letters occur in order, each in the same word as the previous one or starting a later word."""
    reached = {number: 0 for number, word in enumerate(its) if word[0] == part[0]}
    for letter in part[1:]:
        first = min(reached, default=len(its))
        inside = {number: its[number].find(letter, place + 1) for number, place in reached.items()}
        starts = {number: 0 for number in range(first + 1, len(its)) if its[number][0] == letter}
        reached = {number: place for number, place in (inside | starts).items() if place >= 0}
    return bool(reached)


def _in_order(query: tuple[str, ...], title: tuple[str, ...]) -> float:
    """Return a bonus for a title equal to the query, or a smaller one if its first word starts with the query's."""
    if query and query == title:
        return _EXACT
    return 5.0 if query and title and title[0].startswith(query[0]) else 0.0
