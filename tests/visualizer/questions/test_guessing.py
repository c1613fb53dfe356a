"""Tests that nobody wins by guessing: no place, rank, length or wording of a choice says that it is right."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from question_guessing import FITTED, GUESSERS, MOST_LUCK, Posed, enough, luck

from visualizer.questions.question import Choice, Question

MEASURED = 20
"""The number of kinds of which there must be enough questions to fit a guesser. The others are asked seldom."""


def posed(texts: list[str], right: int) -> Posed:
    choices = tuple(Choice(text, at == right, "" if at == right else "So.") for at, text in enumerate(texts))
    return Posed(Question("odd", 1, "?", choices, "So.", 1), "")


def _shuffled(texts: list[str], random: Random) -> list[list[str]]:
    return [random.sample(texts, len(texts)) for _ in range(2 * FITTED)]


@pytest.mark.slow
def test_a_guesser_finds_what_gives_an_answer_away_and_nothing_else() -> None:
    random = Random(1)
    drawn = [random.sample(range(10, 100), 4) for _ in range(2 * FITTED)]
    fair = [posed([f"r{number}" for number in its], random.randrange(4)) for its in drawn]
    assert max(luck(fair, guesser) for guesser in GUESSERS.values()) < MOST_LUCK
    largest = [posed([f"r{number}" for number in its], its.index(max(its))) for its in drawn]
    assert luck(largest, GUESSERS["rank"]) == 4 and luck(largest, GUESSERS["place"]) < MOST_LUCK
    third = [posed([f"r{number}" for number in its], 2) for its in drawn]
    assert luck(third, GUESSERS["place"]) == 4 and luck(third, GUESSERS["rank"]) < MOST_LUCK
    for way, cells in {
        "column": ["r1c2", "r2c4", "r3c9", "r4c1"], "distance": ["r1c2", "r2c3", "r9c7", "r3c1"],
        "likeness": ["r1c2", "r1c5", "r2c2", "r9c9"], "set": ["r1c2", "r2c1", "r3c4", "r4c3"],
    }.items():  # fmt: skip
        marked = [posed(its, its.index(cells[2 if way != "likeness" else 0])) for its in _shuffled(cells, random)]
        assert luck(marked, GUESSERS[way]) == 4 and luck(marked, GUESSERS["place"]) < MOST_LUCK, way
    told = [posed(["yes", "no"], right) for right in (0, 1) for _ in range(FITTED)]
    random.shuffle(told)
    asks = ("Is it sure?", "Is it so?")
    told = [one._replace(question=replace(one.question, ask=asks[one.question.choices[0].right])) for one in told]
    assert luck(told, GUESSERS["asked"]) == 2 and luck(told, GUESSERS["answer"]) < MOST_LUCK
    forced = [posed(["a guess", "a forced digit"], random.random() < 0.9) for _ in drawn]
    assert all(luck(forced, GUESSERS[way]) > 1.7 for way in ("answer", "word", "length"))


@pytest.mark.slow
def test_no_guesser_wins_without_the_board() -> None:
    """Other samples may come closer to the bound: ``tests/benchmarks/guessing.py`` draws them."""
    found = {kind: its for kind, its in enough(75, 240).items() if len(its) == 2 * FITTED}
    lucks = {(kind, way): luck(its, guesser) for kind, its in found.items() for way, guesser in GUESSERS.items()}
    assert {which: much for which, much in lucks.items() if much > MOST_LUCK} == {}
    assert len(found) >= MEASURED, Counter({kind: len(its) for kind, its in found.items()})
