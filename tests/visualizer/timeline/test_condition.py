"""Tests that a search for an event finds what a simple scan of the run finds, and describes it in words."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from runs import CHUNK, Plain, Ticking, get_to, of_solver, of_walk, run_out, settle, tiny_chunks, whole
from strategies import examples, walk, walks

from puzzles import Puzzle
from puzzles.corpus import named
from puzzles.puzzle import alphabet_of
from solvers.core.board import Board, Candidates
from solvers.core.step import Kind, Step, Why, guess, look
from solvers.techniques import ladder
from visualizer.session.session import Session
from visualizer.timeline.condition import (
    Condition,
    any_of,
    cell_changes,
    depth_reached,
    digit_placed,
    technique_used,
    technique_words,
)
from visualizer.timeline.player import Player
from visualizer.timeline.search import _StepSearch, find, nth
from visualizer.timeline.timeline import Timeline
from visualizer.timeline.transport import Motion

pytestmark = pytest.mark.usefixtures("fast_keeper")

FIG1 = named.find("fig1")
EASY = Puzzle.parse("..312..4.85.49...37....6.8.4.9.......35.8.4.1..17...65.97.6.1.8..6.5..9..48..93.6")
"""A puzzle that takes singles only: no guess, no conflict."""
Walk = tuple[Puzzle, Candidates, int]
asked_at = st.lists(st.tuples(st.integers(0, 401), st.booleans()), min_size=1, max_size=6)


@pytest.fixture(autouse=True, scope="module")
def _tiny() -> Iterator[None]:
    with tiny_chunks():
        yield


def some(of: st.SearchStrategy[object], most: int) -> st.SearchStrategy[frozenset[object]]:
    return st.frozensets(of, max_size=most)


conditions = st.builds(
    Condition,
    kinds=some(st.sampled_from([Kind.GUESS, Kind.FIX, Kind.ELIMINATE, Kind.CONFLICT, Kind.LOOK, Kind.BACKTRACK]), 3),
    cells=some(st.integers(0, 15), 3),
    digits=some(st.integers(1, 4), 2),
    whys=some(st.sampled_from([Why.NONE, Why.GUESS, Why.RULE, Why.RESTART, Why.REFUTED]), 2),
    depth_at_least=st.integers(0, 6),
    depth_at_most=st.none() | st.integers(0, 6),
    asserts=st.booleans(),
)


def is_wanted(condition: Condition, step: Step, depth: int) -> bool:
    """Return whether the condition accepts a step, without using the tables."""
    return all(
        [
            not condition.kinds or step.kind in condition.kinds,
            not condition.cells or bool({step.cell, step.detail} & condition.cells),
            not condition.digits or step.digit in condition.digits,
            not condition.whys or step.why in condition.whys,
            depth >= condition.depth_at_least,
            condition.depth_at_most is None or depth <= condition.depth_at_most,
            step.sign or not condition.asserts,
        ]
    )


def nearest(where: list[int], position: int, forward: bool) -> int | None:
    if forward:
        return min((p for p in where if p > position), default=None)
    return max((p for p in where if p < position), default=None)


def found_in_the_end(timeline: Timeline, condition: Condition, position: int, forward: bool) -> int | None:
    """Search with little patience, restoring forgotten steps as often as it takes."""
    for _ in range(2000):
        found = find(timeline, condition, position, forward, patience=1)
        if found is None:
            return None
        if found.exact:
            return found.position
        if found.looked:
            assert found.position >= position if forward else found.position <= position
            position = found.position
        else:
            get_to(timeline, found.position)
    raise AssertionError("the search does not end")


def walked(case: Walk, cap: int) -> tuple[Timeline, Plain]:
    puzzle, mode, seed = case
    timeline = of_walk(lambda: walk(puzzle, mode, seed, 400), puzzle, mode, cap)
    run_out(timeline)
    return timeline, Plain.of(list(walk(puzzle, mode, seed, 400)), Board(puzzle, mode))


def agree(case: Walk, cap: int, condition: Condition, where: list[int], asked: list[tuple[int, bool]]) -> None:
    timeline, _ = walked(case, cap)
    for position, forward in asked:
        expected = nearest(where, position, forward)
        assert found_in_the_end(timeline, condition, position, forward) == expected
        if cap:
            found = find(timeline, condition, position, forward)
            assert (found.position if found else None) == expected


@examples(40)
@given(walks, st.sampled_from([2**40, 600]), conditions, st.integers(0, 400), st.integers(1, 40))
def test_the_nth_step_under_a_condition_is_found(
    case: Walk, cap: int, condition: Condition, position: int, count: int
) -> None:
    timeline, plain = walked(case, cap if condition.by_kind else 2**40)
    timeline.shown = position = min(position, timeline.length)
    after = [
        at for at, step in enumerate(plain.steps, 1) if at > position and is_wanted(condition, step, plain.depths[at])
    ]
    for _ in range(2000):
        get_to(timeline, position)
        found = nth(timeline, condition, position, count)
        if found is None or timeline.known(found):
            break
        assert position < found
        get_to(timeline, found)
    assert found == (after[count - 1] if len(after) >= count else None)


@examples(100)
@given(walks, st.sampled_from([0, 2**40]), conditions, asked_at)
def test_the_nearest_step_under_a_condition_is_found(
    case: Walk, cap: int, condition: Condition, asked: list[tuple[int, bool]]
) -> None:
    _, plain = walked(case, 2**40)
    steps = enumerate(plain.steps, 1)
    where = [at for at, step in steps if is_wanted(condition, step, plain.depths[at])]
    agree(case, cap, condition, where, asked)


def changed(plain: Plain, cell: int) -> list[int]:
    return [at for at in range(1, len(plain.steps) + 1) if plain.step_changes(at, cell)]


@examples(80)
@given(walks, st.sampled_from([0, 2**40]), st.integers(0, 15), asked_at)
def test_a_cell_changes_where_its_digit_does(case: Walk, cap: int, cell: int, asked: list[tuple[int, bool]]) -> None:
    agree(case, cap, cell_changes(cell), changed(walked(case, 2**40)[1], cell), asked)


@examples(50)
@given(walks, st.sampled_from([0, 2**40]), st.integers(1, 4), asked_at)
def test_a_digit_is_placed_where_some_cell_gets_it(
    case: Walk, cap: int, digit: int, asked: list[tuple[int, bool]]
) -> None:
    _, plain = walked(case, 2**40)
    where = [at for at in range(1, 401) if plain.places(at, digit)]
    agree(case, cap, digit_placed(digit), where, asked)


@examples(50)
@given(walks, st.sampled_from([0, 2**40]), st.integers(1, 9), asked_at)
def test_a_depth_is_reached_where_the_search_was_not_so_deep_before(
    case: Walk, cap: int, depth: int, asked: list[tuple[int, bool]]
) -> None:
    _, plain = walked(case, 2**40)
    where = [at for at in range(1, 401) if plain.depths[at] >= depth > plain.depths[at - 1]]
    agree(case, cap, depth_reached(depth), where, asked)


@pytest.mark.parametrize("name", ["annealing", "cdcl", "mrv", "exact-cover"])
def test_a_cell_changes_where_its_digit_does_in_real_runs(name: str) -> None:
    timeline = of_solver(named.find("minimal-9-1"), name)
    timeline.reach(1500, lambda: 0.0, 1.0)
    steps = [timeline.step(at) for at in range(1, timeline.length + 1)]
    plain = Plain.of(steps, timeline.run.board())
    blank = plain.values(0).index(0)
    for cell in (blank, 40, 77):
        seen, position = [], 0
        while found := find(timeline, cell_changes(cell), position):
            seen.append(position := found.position)
        assert seen == changed(plain, cell)


def test_whatever_else_a_step_tells_can_be_asked() -> None:
    """Search for other details of a step, such as the technique that it names."""
    steps = [look(1, detail="x-wing" if at in (40, 90) else None) for at in range(100)]
    timeline = of_walk(lambda: iter(steps), FIG1, Candidates.NONE)
    run_out(timeline)
    wing = Condition(test=lambda step: step.detail == "x-wing", called=("an X-wing", "is used"))
    assert [found_in_the_end(timeline, wing, at, True) for at in (0, 41, 91)] == [41, 91, None]
    assert wing.missed(FIG1) == "No X-wing is used after this."


def test_steps_seen_for_the_first_time_later_are_asked_too() -> None:
    timeline = of_walk(lambda: iter([guess(0, 1), *[look(1)] * 50, guess(2, 3), look(4)]), FIG1, Candidates.NONE)
    timeline.reach(20, lambda: 0.0, 1.0)
    assert find(timeline, cell_changes(2), 0) is None
    run_out(timeline)
    found = find(timeline, cell_changes(2), 0)
    assert found is not None and found.position == 52


def test_a_run_that_names_very_many_different_steps_is_asked_in_portions(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = [look(at % 81, detail=at) for at in range(10_000)]
    timeline = of_walk(lambda: iter(steps), FIG1, Candidates.NONE)
    run_out(timeline)
    asked = []
    last = Condition(test=lambda step: bool(asked.append(1)) or step.detail == 9999)
    found = find(timeline, last, 0, patience=1)
    assert found is not None and found.looked and found.position == 0 and len(asked) < 5000
    assert found_in_the_end(timeline, last, 0, True) == 10_000 and len(asked) == 10_000


# The player


@examples(60)
@given(walks, st.sampled_from([0, 2**40]), st.booleans(), st.data())
def test_the_player_goes_there_while_the_run_is_made_and_after(
    case: Walk, cap: int, recorded: bool, data: st.DataObject
) -> None:
    puzzle, mode, seed = case
    timeline = of_walk(lambda: walk(puzzle, mode, seed, 400), puzzle, mode, cap)
    plain = whole(timeline)
    if Kind.SOLVED in {step.kind for step in plain.steps}:
        return
    if recorded:
        run_out(timeline)
    player = Player(timeline)
    for _ in range(4):
        cell, forward = data.draw(st.integers(0, 15)), data.draw(st.booleans())
        here, expected = player.position, nearest(changed(plain, cell), player.position, forward)
        player.seek(cell_changes(cell), forward)
        settle(player)
        assert player.mode is Motion.PAUSED
        assert player.position == (expected if expected is not None else here), "where it never happens, it stays"
        assert (player.unmet is None) == (expected is not None)


def test_what_does_not_happen_is_told_with_its_kinds_where_that_is_all() -> None:
    player = Player(of_walk(lambda: iter([look(1)] * 10), FIG1, Candidates.NONE))
    player.seek([Kind.GUESS])
    settle(player)
    assert player.unmet is not None and player.unmet.condition is not None
    assert player.unmet.condition.by_kind and player.unmet.condition.kinds == {Kind.GUESS}
    assert player.unmet.condition.missed(FIG1) == "No guess is made after this."
    player.step(-1)
    assert player.unmet is None


@pytest.mark.parametrize("id", ["next guess", "previous guess", "next conflict", "previous conflict"])
def test_with_none_ahead_the_keys_stay_and_say_so(id: str) -> None:
    session = Session(EASY, solver="human")
    session.player.to(5)
    settle(session.player)
    for _ in range(2):  # the second time, all of the run is known
        session.do(id)
        while session.player.mode is Motion.SEEKING:
            session.tick(1 / 60, Ticking(0.001), 0.01)
        assert session.player.position == 5
        what, span = id.split()[1], "before this" if "previous" in id else "from here to the solution"
        assert session.toast == f"No {what} is {'made' if what == 'guess' else 'met'} {span}."
    session.do("end")
    while session.player.mode is Motion.SEEKING:
        session.tick(1 / 60, Ticking(0.001), 0.01)
    assert session.player.at_end, "the end is asked for by its own key"
    session.close()


def test_a_long_search_keeps_to_its_budget_and_can_be_interrupted() -> None:
    steps = [look(1), look(2)] * 4000 + [look(3)] + [look(1)] * 40
    timeline = of_walk(lambda: iter(steps), FIG1, Candidates.NONE)
    run_out(timeline)
    player, third = Player(timeline), Condition(cells=frozenset({3}))
    player.seek(third)
    goals = []
    for _ in range(3):
        player.tick(1 / 60, Ticking(0.001), 0.004)
        assert player.mode is Motion.SEEKING and player.goal is not None
        goals.append(player.goal.position)
    assert 0 < goals[0] < goals[1] < goals[2] <= 20 * CHUNK
    player.toggle()
    assert (player.mode, player.position, player.goal) == (Motion.PAUSED, 0, None)
    player.seek(third)
    settle(player)
    assert player.position == 8001


def test_steps_that_never_occur_are_not_looked_for() -> None:
    timeline = of_walk(lambda: iter([look(1), look(2)] * 4000), FIG1, Candidates.NONE, cap=0)
    run_out(timeline)
    player = Player(timeline)
    player.seek(Condition(cells=frozenset({3})))
    assert (player.mode, player.position) == (Motion.PAUSED, 0) and player.unmet is not None


@pytest.mark.parametrize("forward", [True, False])
def test_only_chunks_with_a_wanted_step_are_read(forward: bool) -> None:
    timeline = of_solver(named.find("minimal-9-1"), "elimination")
    run_out(timeline, 6000)
    with_guess = [any(one.kind is Kind.GUESS for one in timeline.steps(c.start, c.end)) for c in timeline.chunks]
    here = len(timeline.chunks) // 2
    search = _StepSearch(timeline, Condition(frozenset({Kind.GUESS})), timeline.chunks[here].start + 2, forward)
    wanted = [chunk for chunk, has in zip(timeline.chunks, with_guess, strict=True) if has]
    side = (
        [chunk for chunk in wanted if chunk.start >= timeline.chunks[here].start]
        if forward
        else [chunk for chunk in reversed(wanted) if chunk.start <= timeline.chunks[here].start]
    )
    assert 3 < len(side) < len(timeline.chunks) // 3, "others lie between them"
    read = [chunk for chunk in search.chunks() if chunk is not timeline.chunks[-1]]  # whose end may be looked at
    assert read == [chunk for chunk in side if chunk is not timeline.chunks[-1]]


# Words

LAB = named.find("lab")


@pytest.mark.parametrize(
    "condition, running, missed",
    [
        (any_of([Kind.GUESS]), "a guess is made", "No guess is made after this."),
        (any_of([Kind.CONFLICT]), "a conflict is met", "No conflict is met after this."),
        (any_of([Kind.LEARN]), "a clause is learnt", "No clause is learnt after this."),
        (cell_changes(1), "r1c2 changes", "r1c2 never changes after this."),
        (digit_placed(5), "5 is placed", "5 is never placed after this."),
        (depth_reached(12), "depth 12 is reached", "Depth 12 is never reached after this."),
        (
            technique_used(Why.HIDDEN_SINGLE),
            "a hidden single is used",
            "No hidden single is used after this.",
        ),
        (technique_used(Why.RESTART), "the search restarts", "The search never restarts after this."),
        (
            Condition(frozenset({Kind.CONFLICT}), depth_at_least=4),
            "a conflict is met at depth 4 or deeper",
            "No conflict is met at depth 4 or deeper after this.",
        ),
        (
            any_of([Kind.SOLVED, Kind.GUESS]),
            "a guess is made or a solution is found",
            "Never after this: a guess is made or a solution is found.",
        ),
        (
            Condition(frozenset({Kind.REJECT}), frozenset({0, 1}), frozenset({3})),
            "a digit is refused in r1c1 or r1c2 with 3",
            "No digit is refused in r1c1 or r1c2 with 3 after this.",
        ),
    ],
)
def test_it_is_told_in_words(condition: Condition, running: str, missed: str) -> None:
    assert condition.running(LAB) == f"Running until {running} …"
    assert condition.missed(LAB) == missed


def test_the_words_say_which_way_and_how_far() -> None:
    assert cell_changes(0).missed(LAB, forward=False).endswith("never changes before this.")
    assert digit_placed(1).missed(LAB, resting=True) == "1 is never placed from here to the solution."


@pytest.mark.parametrize("kind", list(Kind))
def test_every_kind_of_step_has_words(kind: Kind) -> None:
    assert len(any_of([kind]).words(LAB).split()) >= 3


@pytest.mark.parametrize("why", list(Why))
def test_every_reason_has_words(why: Why) -> None:
    assert len(technique_used(why).words(LAB).split()) >= 3


def test_symbols_are_those_of_the_puzzle() -> None:
    assert digit_placed(10).words(named.find("side-16")) == f"{alphabet_of(named.find('side-16'))[9]} is placed"


def test_no_depth_below_one_is_reached() -> None:
    with pytest.raises(ValueError, match="the minimum is 1"):
        depth_reached(0)


def test_each_technique_has_its_article_and_its_verb() -> None:
    said = [technique_words(technique.why) for technique in ladder()]
    assert {words for words, verb in said if verb == "are used"} == {
        "locked candidates (pointing)", "locked candidates (claiming)", "forcing chains", "combinations",
    }  # fmt: skip
    assert {words for words, _ in said if words.startswith("an ")} == {
        "an X-wing", "an XY-wing", "an XYZ-wing", "an X-chain", "an XY-chain", "an ALS-XZ", "an ALS-XY-wing",
        "an empty rectangle", "an alternating inference chain",
    }  # fmt: skip
    singular = {words for words, verb in said if verb == "is used" and not words.startswith(("an ", "the "))}
    assert all(words.startswith("a ") for words in singular)
    assert {"a naked pair", "a W-wing", "a BUG+1", "a grouped AIC", "a unique rectangle, type 1"} <= singular
