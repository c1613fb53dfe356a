"""Tests that the questions about a run vary in kind, are spread along it, and are the same each time."""

import json
from collections import Counter
from itertools import pairwise
from random import Random

import pytest
from runs import Ticking, of_solver, run_out
from slow import slow_but
from strategies import few_blanks

import solvers
from puzzles.corpus import named
from visualizer.questions.asker import APART, MOST_OF_TWO, Asker, questions
from visualizer.questions.question import Draft, choices_of, right, wrong
from visualizer.questions.registry import declared, makers
from visualizer.timeline.timeline import Timeline

pytestmark = pytest.mark.usefixtures("fast_keeper")


@pytest.fixture(scope="module")
def run() -> Timeline:
    timeline = of_solver(named.find("fig1"), "backtracking")
    run_out(timeline)
    return timeline


def test_questions_are_of_many_kinds_and_spread_along_the_run(run: Timeline) -> None:
    asked = questions(run, solvers.get("backtracking"), 20)
    positions = [one.position for one in asked]
    kinds = Counter(one.kind for one in asked if one.kind not in ("will-it-hold", "next-digit"))
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


@pytest.mark.parametrize("name", slow_but(["elimination"], ["backtracking", "cdcl", "elimination"]))
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


@pytest.mark.slow
def test_every_rival_is_equally_likely_to_be_right_and_others_are_not_offered() -> None:
    def offered(right_one: int, rivals: set[str]) -> Counter[tuple[str, ...]]:
        draft = Draft("?", [right(f"r{right_one}"), *(wrong(f"r{n}", "So.") for n in range(1, 12))], rivals=True)
        drawn = (choices_of(draft, Random(seed), rivals) for seed in range(6000))
        return Counter(tuple(sorted(choice.text for choice in its)) for its in drawn)

    rivals = {f"r{number}" for number in range(1, 11)}
    found = {number: offered(number, rivals) for number in (1, 4, 5, 6, 10)}
    for one, other in ((4, 5), (5, 6), (1, 10), (4, 6)):
        alike = [texts for texts in found[one] if {f"r{one}", f"r{other}"} <= {*texts}]
        times, others = (sum(found[number][texts] for texts in alike) for number in (one, other))
        assert len(alike) > 20 and abs(times - others) < 0.1 * times, (one, other)
    assert {text for its in found.values() for texts in its for text in texts} == rivals
    assert {len(texts) for its in found.values() for texts in its} == {4}
    assert offered(1, {"r1", "r3", "r9"}).keys() == {("r1", "r3", "r9")}
    assert choices_of(Draft("?", [right("yes"), wrong("no", "So.")], rivals=True), Random(1), {"yes"}) == ()


def test_rivals_that_the_board_shows_to_be_wrong_are_not_offered_alone() -> None:
    others, done = [wrong("b", "So."), wrong("c", "So.")], [wrong(text, "So.") for text in "defg"]
    draft = Draft("?", [right("a"), *others], rivals=True, done=done)
    rivals = {"a", "b", "d", "e", "f", "g"}
    offered = [{one.text for one in choices_of(draft, Random(seed), rivals)} for seed in range(40)]
    assert set().union(*offered) == rivals and all("b" in texts for texts in offered)
    assert choices_of(draft, Random(1), {"a", "d", "e", "f"}) == ()


def test_a_mistake_that_is_never_right_is_offered_now_and_then() -> None:
    draft = Draft("?", [right("a"), *(wrong(text, "So.") for text in "bcde")], aimed=wrong("x", "So."))
    offered = [{one.text for one in choices_of(draft, Random(seed))} for seed in range(600)]
    assert 150 < sum("x" in texts for texts in offered) < 250 and {len(texts) for texts in offered} == {4}
    few = Draft("?", [right("a"), wrong("b", "So.")], aimed=wrong("x", "So."))
    assert {len(choices_of(few, Random(seed))) for seed in range(20)} == {2}  # it would be one of few


def test_what_is_tried_in_which_order_is_said_of_the_choices_offered() -> None:
    timeline = of_solver(named.find("deep-1"), "human")
    run_out(timeline)
    asked = questions(timeline, solvers.get("human"), 8, ["which-technique"])
    assert len(asked) > 4
    for one in asked:
        said = one.ask.removeprefix("Techniques are tried in this order: ").partition(". ")[0].split("; ")
        assert sorted(said) == sorted(choice.text for choice in one.choices)
        later = [choice for choice in one.choices if said.index(choice.text) > said.index(one.answer)]
        assert all(f"is tried before {choice.text}." in choice.because for choice in later)


def test_each_turn_draws_an_answer_from_what_is_left() -> None:
    timeline = of_solver(named.find("fig1"), "elimination")
    run_out(timeline, 5000)
    solver = solvers.get("elimination")
    asked = [questions(timeline, solver, 6, ["guess-or-forced"], seed) for seed in range(40)]
    answers = Counter(one.answer for its in asked for one in its)
    assert answers.total() == 240 and 90 < answers["a guess"] < 150
    assert len(questions(timeline, solver, 60, ["guess-or-forced"])) == MOST_OF_TWO, "more would tell each other"
    few = of_solver(few_blanks(2, 2, 8), "rows")
    run_out(few)
    solved = [questions(few, solvers.get("rows"), 6, ["is-it-solved"], seed) for seed in range(60)]
    answers = Counter(one.answer for (one,) in solved)  # a run is solved once, so that it is asked once
    assert answers.total() == 60 and 18 < answers["yes"] < 42


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
