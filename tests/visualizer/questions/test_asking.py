"""Tests that the questions about a run vary in kind, are spread along it, and are the same each time."""

import json
from collections import Counter
from itertools import pairwise
from random import Random

import pytest
from runs import Ticking, of_solver, run_out

import solvers
from puzzles.corpus import named
from visualizer.questions.asker import APART, Asker, questions
from visualizer.questions.question import EVERY_TURN, Draft, by_numbers, choices_of, right, wrong
from visualizer.questions.registry import declared, makers
from visualizer.timeline.timeline import Timeline


@pytest.fixture(scope="module")
def run() -> Timeline:
    timeline = of_solver(named.find("fig1"), "backtracking")
    run_out(timeline)
    return timeline


def test_questions_are_of_many_kinds_and_spread_along_the_run(run: Timeline) -> None:
    asked = questions(run, solvers.get("backtracking"), 20)
    positions = [one.position for one in asked]
    kinds = Counter(one.kind for one in asked if one.part == EVERY_TURN)
    turns = [maker.turns(kinds) for maker in makers(kinds)]
    before = [maker.turns({kind: times - 1 for kind, times in kinds.items()}) for maker in makers(kinds)]
    assert len(asked) == 20 and len({one.kind for one in asked}) >= 5 and max(before) <= min(turns)
    assert kinds["how-many-left"] < kinds["next-cell"]  # it fits nearly every step of a search, and is asked less often
    assert positions == sorted(positions) and all(b.position - a.shown > APART for a, b in pairwise(asked))
    assert positions[0] < run.length / 3 and positions[-1] > run.length * 2 / 3
    assert asked == questions(run, solvers.get("backtracking"), 20)
    assert asked != questions(run, solvers.get("backtracking"), 20, seed=1)
    assert json.loads(json.dumps([one.data() for one in asked]))[0]["ask"] == asked[0].ask


def test_only_the_kinds_wanted_are_asked(run: Timeline) -> None:
    asked = questions(run, solvers.get("backtracking"), 5, kinds=["where-back", "next-row"])
    assert {one.kind for one in asked} == {"where-back"} and all(one.clickable for one in asked)
    with pytest.raises(LookupError, match="did you mean where-back"):
        questions(run, solvers.get("backtracking"), 5, kinds=["where-bac"])


def test_the_next_question_is_found_a_little_at_a_time(run: Timeline) -> None:
    asker, clock = Asker(run, solvers.get("backtracking")), Ticking(1.0)
    whole = asker.next_question(0, ["will-it-hold"]).question
    sought = asker.next_question(0, ["will-it-hold"], clock=clock, seconds=0.5)
    calls = 1
    while sought.question is None:
        following = asker.next_question(sought.position, ["will-it-hold"], clock=clock, seconds=0.5)
        assert following.position > sought.position
        sought, calls = following, calls + 1
    assert sought.question == whole and calls > 2
    assert asker.next_question(run.length) == (None, run.length)
    found, at = asker.next_question(0, ["next-row"])
    assert found is None and 0 < at < run.length
    while at < run.length:
        found, at = asker.next_question(at, ["next-row"])
        assert found is None


@pytest.mark.parametrize("name", ["backtracking", "cdcl", "elimination"])
def test_the_kind_asked_least_comes_next(name: str) -> None:
    """Check a run in which one kind of question fits nearly every step, such as a long propagation."""
    timeline = of_solver(named.find("fig1"), name)
    run_out(timeline)
    asker, at, asked = Asker(timeline, solvers.get(name)), 0, Counter[str]()
    while (sought := asker.next_question(at, asked=asked)).question and asked.total() < 40:
        asked[sought.question.kind] += 1
        at = sought.position
    assert asked.total() > 20 and len(asked) >= 5 and max(asked.values()) <= 12, asked


def test_choices_are_few_different_and_in_an_order_of_their_own() -> None:
    many = choices_of(Draft("?", [right(7), *(wrong(n, "So.") for n in (9, 7, 12, 9, 3, 5))]), Random(1))
    assert [one.text for one in many] == ["3", "7", "9", "12"]
    assert [one.right for one in many] == [False, True, False, False]
    assert choices_of(Draft("?", [right("a")]), Random(1)) == () == choices_of(Draft("?", [wrong("a", "")]), Random(1))
    words = Draft("?", [right("a"), *(wrong(word, "So.") for word in "bcd")])
    assert choices_of(words, Random(1)) == choices_of(words, Random(1))
    assert len({choices_of(words, Random(seed))[0].text for seed in range(20)}) == 4


def test_a_ranked_choice_has_every_rank_equally_often_or_is_not_offered() -> None:
    def ranks(number: int) -> Counter[int]:
        """Count the ranks of a number among others between 1 and 9."""
        draft = Draft("?", [right(number), *(wrong(n, "So.") for n in range(1, 10))], rank=by_numbers)
        drawn = [choices_of(draft, Random(seed)) for seed in range(800)]
        return Counter([one.right for one in choices].index(True) if choices else -1 for choices in drawn)

    assert ranks(5).keys() == {0, 1, 2, 3} and min(ranks(5).values()) > 150
    assert ranks(1).keys() == {0, -1} and ranks(1)[0] < 250  # it is not first more often for being the least
    assert ranks(9).keys() == {3, -1} and ranks(9)[3] < 250


SEEN = (("backtracking", "who-forbids", ("row", "column", "box")), ("annealing", "which-clash", ("row", "column")))
"""Kinds of question about a cell that some choices see, and the units in which the right one may see it."""


@pytest.mark.parametrize(("name", "kind", "units"), SEEN)
def test_who_knows_the_rules_alone_can_rule_few_choices_out(name: str, kind: str, units: tuple[str, ...]) -> None:
    puzzle = named.find("fig1")
    timeline = of_solver(puzzle, name)
    run_out(timeline, 3000)
    lines = [unit for unit in puzzle.geometry.units if unit.kind in units]
    asked = questions(timeline, solvers.get(name), 20, [kind])
    apart = 0
    for one in asked:
        row, column = map(int, one.ask.partition(" ")[0][1:].split("c"))
        seen = {cell for unit in lines if 9 * row + column - 10 in unit.cells for cell in unit.cells}
        apart += sum(choice.cell not in seen for choice in one.choices)
    assert len(asked) > 10 and apart < 0.75 * len(asked), f"{apart} choices of {len(asked)} questions"


def test_every_maker_is_declared_with_a_title_and_a_rank_of_its_own() -> None:
    found = declared()
    assert [maker.name for maker in makers()] == list(found) and len(found) >= 14
    assert len({entry.rank for entry in found.values()}) == len({entry.title for entry in found.values()}) == len(found)
    assert [maker.title for maker in makers()] == [entry.title for entry in found.values()]
