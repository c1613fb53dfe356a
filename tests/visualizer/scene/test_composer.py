"""Tests that the cells, marks, counters and sentence of a scene are right at any step, forwards and backwards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, product, repeat

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made import solutions_of
from runs import Plain, Ticking, of_solver, of_walk, run_out, settle, state, tiny_chunks
from slow import few_of, slow_but
from strategies import examples, puzzles, sees_the_end, walk, walks

import solvers
from puzzles import Geometry, Puzzle
from puzzles.corpus import named
from puzzles.figures import grouped
from solvers.core.board import Board, Candidates
from solvers.core.finding import Finding
from solvers.core.registry import Solver
from solvers.core.step import PENDING, Kind, Step, Why, conflict, eliminate, fix, guess, look, pending, reject
from solvers.explain.explain import explain
from visualizer.analysis.dials import Dials
from visualizer.narration.captions import told as told_of
from visualizer.narration.explanations import view_of as known_of
from visualizer.scene.board import Boards, StruckCandidates, board_view, start_view, with_clause
from visualizer.scene.composer import Composer, Signs, Slow, counters
from visualizer.text.numbers import rounded, speed_text
from visualizer.text.spans import plain
from visualizer.timeline.condition import Grain
from visualizer.timeline.player import LEISURELY, READABLE, Cut, Player
from visualizer.timeline.search import TriedGuesses, tried_before
from visualizer.timeline.timeline import Timeline
from visualizer.timeline.transport import Motion
from visualizer.views.board import CellView, Outline, Role, Wash

FIG1 = named.find("fig1")
Walk = tuple[Puzzle, Candidates, int]


@pytest.fixture(autouse=True, scope="module")
def _tiny() -> Iterator[None]:
    with tiny_chunks():
        yield


def walked(case: Walk, length: int = 200) -> tuple[Timeline, Plain]:
    puzzle, mode, seed = case
    timeline = of_walk(lambda: walk(puzzle, mode, seed, length), puzzle, mode)
    run_out(timeline)
    return timeline, Plain.of(list(walk(puzzle, mode, seed, length)), Board(puzzle, mode))


positions = st.lists(st.integers(0, 200), min_size=1, max_size=6)


def test_each_solution_after_the_first_has_its_number() -> None:
    timeline = of_solver(named.find("blank-4"), "mrv")
    run_out(timeline)
    composer, said = Composer(named.find("blank-4"), solvers.get("mrv"), Player(timeline)), list[str]()
    for position in (at for at in range(1, timeline.length + 1) if timeline.step(at).kind is Kind.SOLVED):
        composer.player.to(position)
        said.append(plain(composer.scene(60).caption).partition(":")[0])
    ordinals = "Second Third Fourth Fifth Sixth Seventh Eighth Ninth Tenth".lower().split()
    first = ["Solved", *(f"The {one} solution" for one in ordinals)]
    assert said == [*first, *(f"Solution {at}" for at in range(11, 289))]


def test_a_film_begins_with_what_its_puzzle_is_unless_that_is_solved() -> None:
    for puzzle in (FIG1, next(iter(solutions_of(FIG1)))):
        composer = Composer(puzzle, solvers.get("mrv"), Player(of_solver(puzzle, "mrv")))
        introduction, said = composer.introduction(), composer.filmed_caption()
        assert bool(introduction) is not puzzle.is_solved()
        assert said and said == (introduction or composer.caption(Boards.at(composer.timeline, 0)))
        composer.player.to(1)
        assert composer.filmed_caption() != said


def test_a_guess_says_which_others_were_tried_on_the_same_board() -> None:
    puzzle, told = named.find("minimal-9-1"), 0
    timeline = of_solver(puzzle, "mrv")
    run_out(timeline, 1000)
    composer = Composer(puzzle, solvers.get("mrv"), Player(timeline))
    for position in (at for at in range(1, timeline.length + 1) if timeline.step(at).kind is Kind.GUESS):
        tried = tried_before(timeline, position).guesses
        composer.player.to(position)
        said = plain(composer.scene(60).caption)
        assert said.startswith("Suppose") is bool(tried), said
        assert all(str(digit) in said.partition(":")[2] for _, digit in tried), said
        boards, after = Boards.at(timeline, position), timeline.fresh_board()
        after.restore(boards.after.snapshot())
        assert plain(told_of(timeline, composer.solver, position, boards.before, after)) == said
        told += bool(tried)
    assert told > 3


def test_what_was_tried_is_looked_up_once_and_not_at_all_while_nobody_can_read_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = list[int]()

    def counting(timeline: Timeline, position: int) -> TriedGuesses:
        asked.append(position)
        return tried_before(timeline, position)

    monkeypatch.setattr("visualizer.scene.composer.tried_before", counting)
    scenes = composer(named.find("minimal-9-1"), "mrv")
    for speed, looks in ((1000.0, False), (READABLE, True)):
        scenes.player.home()
        scenes.player.speed = speed
        scenes.player.play()
        for _ in range(80):
            scenes.player.tick(0.05, Ticking(), 1.0)
            scenes.scene(60)
            scenes.scene(60)
        assert bool(asked) is looks and len(asked) == len(set(asked))


@given(walks, positions)
def test_the_boards_around_a_step_are_those_of_a_plain_replay(case: Walk, asked: list[int]) -> None:
    timeline, plain_run = walked(case)
    for position in asked:
        boards = Boards.at(timeline, position)
        assert boards.step is (plain_run.steps[position - 1] if position else None)
        assert state(boards.after) == plain_run.states[position]
        assert state(boards.before) == plain_run.states[max(0, position - 1)]


@given(walks, positions)
def test_each_cell_shows_what_stands_there_and_who_wrote_it(case: Walk, asked: list[int]) -> None:
    timeline, plain_run = walked(case)
    puzzle, mode, _ = case
    for position in asked:
        view = board_view(Boards.at(timeline, position))
        writers = who_wrote(plain_run.steps[:position])
        board, before = Board(puzzle, mode), Board(puzzle, mode)
        board.replay(plain_run.steps[:position])
        before.replay(plain_run.steps[: max(0, position - 1)])
        for cell, shown in enumerate(view.cells):
            role, level = (Role.GIVEN, 0) if puzzle.givens[cell] else writers.get(cell, (Role.BLANK, 0))
            assert (shown.digit, shown.role, shown.level) == (board.values[cell], role, level)
            assert digits(shown.candidates) == board.open_candidates(cell)
            gone = set(before.open_candidates(cell)) - set(board.open_candidates(cell))
            assert set(digits(shown.struck)) == (gone if not shown.digit else set())


def who_wrote(steps: list[Step]) -> dict[int, tuple[Role, int]]:
    """Return how the steps filled each cell, and the level of each guess."""
    written: list[dict[int, tuple[Role, int]]] = [{}]
    for step in steps:
        if step.kind is Kind.BACKTRACK:
            del written[max(step.level, 0) + 1 :]
            if step.level < 0:
                written[0].clear()
        elif step.kind is Kind.GUESS:
            written.append({step.cell: (Role.GUESSED, len(written))} if step.sign else {})
        elif step.kind is Kind.FIX:
            written[-1][step.cell] = (Role.FIXED, 0)
    return {cell: how for level in written for cell, how in level.items()}


def digits(mask: int) -> list[int]:
    return [digit for digit in range(40) if mask >> digit & 1]


def view_of(step: Step, mode: Candidates = Candidates.SAID, *earlier: Step) -> tuple[CellView, ...]:
    timeline = of_walk(lambda: (step for step in (*earlier, step)), FIG1, mode)
    run_out(timeline)
    return board_view(Boards.at(timeline, timeline.length)).cells


def washed(cells: tuple[CellView, ...], wash: Wash) -> set[int]:
    return {cell for cell, view in enumerate(cells) if view.wash is wash}


def unit(name: str) -> set[int]:
    return next(set(unit.cells) for unit in FIG1.geometry.units if str(unit) == name)


def test_a_refusal_shows_the_digit_its_culprit_and_the_unit_they_share() -> None:
    cells = view_of(reject(0, 8), Candidates.NONE)
    assert (cells[0].refused, cells[0].digit) == (8, 0)
    assert [cell for cell, view in enumerate(cells) if view.culprit] == [2]
    assert washed(cells, Wash.UNIT) == unit("row 1") - {0} and washed(cells, Wash.STEP) == {0}


def test_a_dead_cell_is_hatched_and_all_who_are_to_blame_are_framed() -> None:
    puzzle = named.find("cell-bare")
    dead = next(step for step in solvers.trace(puzzle, "elimination") if step.kind is Kind.CONFLICT)
    timeline = of_solver(puzzle, "elimination")
    run_out(timeline)
    cells = board_view(Boards.at(timeline, timeline.length)).cells
    assert [cell for cell, view in enumerate(cells) if view.dead] == [dead.cell]
    assert sorted(puzzle.givens[cell] for cell, view in enumerate(cells) if view.culprit) == list(range(1, 10))


def test_the_unit_that_explains_a_step_is_washed() -> None:
    cells = view_of(fix(0, 3, Why.HIDDEN_SINGLE, 18))
    assert washed(cells, Wash.UNIT) == unit("box 1") - {0}
    cells = view_of(conflict(why=Why.NO_PLACE, digit=4, unit=9))
    assert washed(cells, Wash.UNIT) == unit("column 1") and not washed(cells, Wash.STEP)
    cells = view_of(fix(0, 3, Why.NAKED_SINGLE))
    assert washed(cells, Wash.UNIT) == set(FIG1.geometry.peers[0])
    assert washed(view_of(guess(0, 3)), Wash.UNIT) == set()
    assert not washed(board_view(Boards.at(of_solver(FIG1, "sat"), 0)).cells, Wash.STEP)


@pytest.mark.parametrize(
    ("step", "marked", "framed", "refused"),
    [
        (guess(0, 8), {0}, {2}, {8}),
        (Step(Kind.FIX, 0, 8, detail=5), {0}, {2}, {8}),
        (Step(Kind.ELIMINATE, 0, 8), {0}, set(), {8}),
        (Step(Kind.GUESS, 0, 8, sign=False), {0}, set(), {8}),
        (Step(Kind.LOOK, 0, 8), {0}, set(), set()),
        (guess(2, 1), {2}, {2}, set()),
        (Step(Kind.SWAP, 0, detail=2), {0, 2}, {2}, set()),
        (Step(Kind.SWAP, 0, detail=81), {0}, set(), set()),
        (Step(Kind.FIX, 81, 1), set(), set(), set()),
    ],
)
def test_an_illegal_step_marks_its_cells_and_the_peer_that_is_in_its_way(
    step: Step, marked: set[int], framed: set[int], refused: set[int]
) -> None:
    board = Board(FIG1)
    cells = board_view(Boards(None, board, board, step)).cells
    assert {cell for cell, view in enumerate(cells) if view.wash is Wash.STEP} == marked
    assert {cell for cell, view in enumerate(cells) if view.culprit} == framed
    assert {view.refused for view in cells} - {0} == refused


def test_the_unit_of_a_step_is_washed_even_if_another_explains_it_too() -> None:
    geometry, holders = FIG1.geometry, Board(FIG1).holders
    for unit, digit in product(geometry.units_of[0], geometry.digits):
        if holders(0, digit):
            cells = view_of(eliminate(0, digit, Why.RULE, unit))
            assert washed(cells, Wash.UNIT) == {*geometry.units[unit].cells} - {0} and washed(cells, Wash.STEP) == {0}


@pytest.mark.parametrize("cell", [-1, 0, 40])
def test_a_clause_is_marked_in_place_of_the_step(cell: int) -> None:
    board = Board(FIG1)
    cells = with_clause(board_view(Boards(reject(4, 8), board, board)), (7, -40, 41), cell).cells
    assert washed(cells, Wash.STEP) == {cell} - {-1} and washed(cells, Wash.UNIT) == {0, 4} - {cell}
    assert [digits(cells[0].asserted), digits(cells[4].asserted), digits(cells[4].denied)] == [[7], [5], [4]]
    assert not any(view.culprit or view.dead or view.struck for view in cells)


def test_why_a_seek_failed_is_said_until_something_else_is_done() -> None:
    scenes = composer(FIG1, "mrv")
    scenes.player.to(3)
    settle(scenes.player)
    scenes.player.trouble = "Those steps cannot be recreated."
    assert sentence(scenes) == "Those steps cannot be recreated."
    scenes.player.step(1)
    assert "recreated" not in sentence(scenes)


@pytest.mark.parametrize("source", [0, 40])
def test_a_wave_washes_its_source_and_what_sees_it(source: int) -> None:
    board = Board(FIG1)
    struck = StruckCandidates(tuple(board.candidates), 1, (), source)
    cells = board_view(Boards(eliminate(0, 8), board, board, None, struck)).cells
    assert washed(cells, Wash.STEP) == {source} and washed(cells, Wash.UNIT) == {*FIG1.geometry.peers[source]}
    cells = board_view(Boards(eliminate(0, 8), board, board, None, struck._replace(source=-1))).cells
    assert washed(cells, Wash.STEP) == {0}
    pair = Finding("naked_pair", (), ((0, 8), (3, 8)), units=(0,))
    found = Step(Kind.ELIMINATE, 0, 8, Why.NAKED_PAIR, 0, detail=pair)
    cells = board_view(Boards(found, board, board, None, struck)).cells
    assert washed(cells, Wash.STEP) == {0, 3}, "all that it strikes"
    assert washed(cells, Wash.UNIT) == unit("row 1") - {0, 3}, "its pattern's unit"


def test_clashing_givens_are_both_to_blame() -> None:
    puzzle = named.find("clash-row")
    timeline = of_solver(puzzle, "elimination")
    run_out(timeline)
    view = board_view(Boards.at(timeline, 1))
    one, other, _ = puzzle.clashes()[0]
    assert {cell for cell, each in enumerate(view.cells) if each.culprit} == {one, other}


@given(puzzles())
def test_the_starting_board_shows_the_givens_alone(puzzle: Puzzle) -> None:
    view = start_view(puzzle)
    assert tuple(cell.digit for cell in view.cells) == puzzle.givens
    assert {cell.role for cell in view.cells if cell.digit} <= {Role.GIVEN}
    assert all(cell == CellView() for cell in view.cells if not cell.digit)


@given(walks, positions)
def test_counters_are_those_of_a_plain_recount(case: Walk, asked: list[int]) -> None:
    timeline, plain_run = walked(case)
    dials = Dials(timeline, solvers.get(solvers.DEFAULT))
    for position in asked:
        board = Board(*case[:2])
        board.replay(plain_run.steps[:position])
        shown = counters(position, timeline.board_at(position), dials)
        counts = plain_run.counts(position)
        expected = [position, counts[Kind.GUESS], counts[Kind.BACKTRACK], plain_run.depths[position], board.filled]
        assert [counter.value for counter in shown] == list(map(str, expected))
        assert shown[0].label == "step of 200" and shown[4].label == f"of {len(board.values)} filled"


@pytest.mark.parametrize("name", ["elimination", "cdcl"])
def test_the_speeds_unit_is_counted_once_and_without_the_answer(name: str) -> None:
    scenes = ended(named.find("lab"), name)
    counts = scenes.timeline.counts(scenes.player.position)
    for grain, kind in ((Grain.GUESSES, Kind.GUESS), (Grain.CONFLICTS, Kind.CONFLICT)):
        scenes.player.grain = grain
        told = [c.value for c in scenes.scene(0).counters if c.label.rstrip("es") == grain.unit.rstrip("es")]
        assert told == [grouped(int(counts[kind]))]


# The sentence


def composer(puzzle: Puzzle, name: str) -> Composer:
    return Composer(puzzle, solvers.get(name), Player(of_solver(puzzle, name)))


def ended(puzzle: Puzzle, name: str, answers: int = 1) -> Composer:
    """Return the scene at the end of a run, or at its n-th answer."""
    scenes = composer(puzzle, name)
    for number in range(answers):
        scenes.player.another() if number else scenes.player.end()
        clock = Ticking(0.0001)
        while scenes.player.mode is Motion.SEEKING:
            scenes.player.tick(0.1, clock, 0.1)
    return scenes


def sentence(scenes: Composer, **options: float) -> str:
    return plain(scenes.scene(60, **options).caption)  # type: ignore[arg-type]


def test_before_the_first_step_it_says_what_there_is_and_what_to_press() -> None:
    assert sentence(composer(FIG1, "backtracking")).startswith("28 givens, 53 blank cells. Press Space to watch")
    assert sentence(composer(named.find("one-blank"), "backtracking")).startswith("80 givens, 1 blank cell. ")
    assert sentence(composer(named.find("one-given"), "backtracking")).startswith("1 given, 80 blank cells. ")
    assert sentence(composer(named.find("complete"), "elimination")).startswith("This grid is already solved: ")


VERDICTS = [
    ("fig1", 1, "each digit once."),
    ("fig1", 2, " That is all: one solution."),
    ("bad21", 4, " to look for a fifth."),
    ("bad21", 5, " That is all: 4 solutions."),
    ("two-nearly-full", 3, " That is all: 2 solutions."),
    ("small-4", 1, " No solution: every possibility has been tried."),
    ("clash-row", 1, "are both 1 in row 1: this puzzle has no solution."),
    ("complete", 1, "each digit once."),
]


NO_GUESS = " No guess was needed: Shift+G opens a puzzle that needs some."
OFFERS = dict.fromkeys(("elimination-singles", "mrv", "bitboard", "exact-cover"), NO_GUESS)
OFFERS["cdcl"] = " There was nothing to learn: Shift+G opens a puzzle where there is."
OFFERS["human"] = " Singles were enough: Shift+G opens a puzzle that needs more."
"""What the algorithms that show nothing of their idea on fig1 say there."""


ENDS = [
    (name, *case)
    for name in solvers.names()
    for case in VERDICTS
    if solvers.get(name).complete and not solvers.get(name).black_box and sees_the_end(name, named.find(case[0]))
]


@pytest.mark.parametrize(
    ("name", "puzzle", "answers", "verdict"),
    slow_but([case for case in ENDS if case[0] in ("mrv", "cdcl")], ENDS),
)
def test_the_end_of_a_run_says_what_it_means(name: str, puzzle: str, answers: int, verdict: str) -> None:
    entry = next(entry for entry in named.all() if entry.name == puzzle)
    said = sentence(ended(entry.puzzle, name, answers))
    if puzzle == "clash-row":
        one, other, digit = entry.puzzle.clashes()[0]
        shared = FIG1.geometry.units[FIG1.geometry.shared_unit(one, other) or 0]
        verdict = f"are both {digit} in {shared}: this puzzle has no solution."
    if (puzzle, answers) == ("fig1", 1):
        verdict += OFFERS.get(name, "")
    assert said.endswith(verdict), said


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in solvers.names() if not solvers.get(name).complete])
def test_a_method_that_may_give_up_never_says_that_there_is_no_more(name: str) -> None:
    gave_up, no_more = "The method ends here, without an answer", "The solver ended without a solution."
    said = sentence(ended(named.find("small-4"), name))
    assert said.startswith(gave_up) or said.startswith("Dead end: ") and said.endswith(no_more)
    assert sentence(ended(named.find("21empty"), name)).endswith(f"each digit once.{OFFERS.get(name, '')}")
    for puzzle in ("small-4", "bad21"):
        said = sentence(ended(named.find(puzzle), name, 9))
        assert "That is all" not in said and "No solution" not in said


def test_a_black_box_says_that_it_is_one() -> None:
    if lacking := solvers.get("sat").lacking():
        pytest.skip(lacking)
    scenes = ended(FIG1, "sat")
    assert re.search(r"found this model of 12.016 clauses over 729 variables in [\d.]+ m?s", sentence(scenes))
    assert plain(scenes.scene(60, timed=False).caption).endswith(
        "found this model of 12,016 clauses over 729 variables."
    )
    roles = {cell.role for cell in scenes.scene(60).board.cells}
    scenes.timeline.close()
    assert roles == {Role.GIVEN, Role.MODEL}
    none = sentence(ended(named.find("small-4"), "sat"))
    assert re.search(r"^No solution: \w+ found 454 clauses over 64 variables unsatisfiable in [\d.]+ m?s", none)


def scripted(steps: Iterator[Step], puzzle: Puzzle = FIG1) -> Composer:
    solver = Solver("scripted", "Scripted", "It does.", "Here", lambda puzzle: steps, candidates=Candidates.NONE)
    return Composer(puzzle, solver, Player(of_walk(lambda: steps, puzzle, Candidates.NONE)))


def test_while_it_waits_it_says_what_is_known_of_the_work() -> None:
    scenes = scripted(step for step in [look(1), PENDING, pending("half of it"), look(2)])
    for expected in ("Look at r1c2.", "Computing …", "Computing: half of it …"):
        scenes.player.step(1)
        scenes.player.pause()
        assert sentence(scenes) == expected


def test_while_a_directed_run_waits_it_says_for_what() -> None:
    scenes = scripted(chain([look(1), look(2)], repeat(PENDING)))
    waiting = {Cut.PATH: "The path is known at the end: 2 steps so far.",
               Cut.WHOLE: "Waiting for the solver: 2 steps so far.",
               Cut.FIXED: "Computing …"}  # fmt: skip
    scenes.player.play()
    for scenes.player.cut, expected in waiting.items():
        for _ in range(40):
            scenes.player.tick(0.1, Ticking(), 1)
        assert sentence(scenes) == expected


def test_a_failure_is_told_with_its_line() -> None:
    def fails() -> Iterator[Step]:
        yield look(1)
        raise ValueError("out of paper")

    scenes = scripted(fails())
    scenes.player.to(5)
    scenes.player.tick(0.1, Ticking(), 1)
    assert sentence(scenes).startswith("The solver stopped with an error: ValueError: out of paper (line ")


def test_at_a_speed_that_cannot_be_read_one_sentence_stays() -> None:
    scenes = composer(named.find("minimal-9-1"), "backtracking")
    scenes.player.speed = 1000.0
    scenes.player.play()
    scenes.player.tick(0.1, Ticking(0.0001), 0.02)
    assert scenes.scene(60).playing
    assert sentence(scenes) == "Running at 1 k steps/s. Pause to read each step."
    scenes.player.speed = 10.0
    assert "Running" not in sentence(scenes)


def test_while_it_searches_it_says_how_far_it_is() -> None:
    scenes = composer(named.find("minimal-9-1"), "backtracking")
    scenes.player.end()
    scenes.player.tick(0.1, Ticking(0.001), 0.01)
    assert sentence(scenes) == f"Searching: {grouped(scenes.timeline.length)} steps so far. Space stops."


def test_while_forgotten_steps_are_made_again_it_says_so() -> None:
    timeline = of_walk(lambda: walk(FIG1, Candidates.NONE, 1, 3000), FIG1, Candidates.NONE, cap=0)
    run_out(timeline)
    scenes = Composer(FIG1, solvers.get("backtracking"), Player(timeline))
    scenes.player.to(2500)
    scenes.player.tick(0.1, Ticking(0.001), 0.002)
    assert sentence(scenes).startswith("Going back by replaying the run: ")


@examples(30)
@given(puzzles(), st.sampled_from(["backtracking", "elimination"]), st.lists(st.integers(-9, 60), max_size=9))
def test_every_scene_of_every_position_can_be_made(puzzle: Puzzle, name: str, moves: list[int]) -> None:
    scenes = composer(puzzle, name)
    for move in moves:
        scenes.player.step(move)
        scenes.player.tick(0.1, Ticking(0.001), 0.05)
        scene = scenes.scene(40, beside=True)
        assert plain(scene.caption) and scene.start == start_view(puzzle)
        assert scene.strip.position == scenes.player.position <= scene.strip.length
        hash(scene.board.cells)


def test_a_scene_that_need_not_be_fresh_keeps_counters_and_time_line_but_not_the_board() -> None:
    scenes = composer(FIG1, "backtracking")
    old = scenes.scene(40)
    scenes.player.step(30)
    scenes.player.tick(0.1, Ticking(), 1)
    stale, new = scenes.scene(40, fresh=Slow.NONE), scenes.scene(40)
    assert (stale.counters, stale.strip) == (old.counters, old.strip) != (new.counters, new.strip)
    assert stale.board == new.board != old.board


# Numbers for people


@pytest.mark.parametrize(("number", "text"), [(0, "0"), (999, "999"), (1000, "1,000"), (20_628_582, "20,628,582")])
def test_thousands_are_set_apart(number: int, text: str) -> None:
    assert grouped(number) == text


@pytest.mark.parametrize(
    ("speed", "text"),
    [(0.5, "0.5 steps/s"), (1, "1 step/s"), (20, "20 steps/s"), (2000, "2 k steps/s"), (5e6, "5 M steps/s")],
)
def test_speeds_read_well(speed: float, text: str) -> None:
    assert speed_text(speed) == text


def test_a_rate_stands_still_at_two_figures() -> None:
    assert {rounded(rate) for rate in (1_234_567, 1_249_000, 1_150_001)} == {1_200_000}


def test_large_grids_show_their_own_symbols() -> None:
    view = start_view(Puzzle.empty(Geometry.of_side(16)))
    assert len(view.alphabet) >= 16 and len(view.cells) == 256


@pytest.mark.parametrize("name", ["deep-1", "fig1"])
def test_back_at_the_start_nothing_is_said_of_the_end(name: str) -> None:
    puzzle, solver = named.find(name), solvers.get("mrv")
    timeline = of_solver(puzzle, "mrv")
    run_out(timeline)
    composer = Composer(puzzle, solver, Player(timeline))
    assert timeline.finished and timeline.length and timeline.shown == 0
    assert "Press Space" in plain(composer.scene(100).caption)
    timeline.close()


def opened(puzzle: Puzzle) -> Composer:
    """Return the scene before the first step."""
    return Composer(puzzle, solvers.get("mrv"), Player(of_solver(puzzle, "mrv")))


def go_on(composer: Composer) -> None:
    """Go to the first step."""
    composer.player.to(1)
    settle(composer.player)


def test_what_is_known_of_the_puzzle_is_said_at_the_start_and_stays_marked() -> None:
    puzzle = named.find("unit-hidden")
    composer = opened(puzzle)
    before = composer.scene(10)
    composer.verdict = known_of(explain(puzzle))
    scene = composer.scene(10, beside=True)
    start = "Press Space to watch Fewest candidates first think."
    assert plain(before.caption) == f"29 givens, 52 blank cells. {start}"
    assert plain(scene.caption) == f"{plain(composer.verdict.caption)} {start}"
    assert plain(scene.caption).startswith("No solution: these 7 givens contradict each other: r6c3=4, ")
    for board in (scene.board, scene.start):
        assert board is not None
        marked = [cell for cell, view in enumerate(board.cells) if view.outline is Outline.GUILTY]
        assert tuple(marked) == composer.verdict.outlined
    assert scene.reasons == composer.verdict.reasons != ()
    go_on(composer)
    scene = composer.scene(10)
    assert sum(view.outline is Outline.GUILTY for view in scene.board.cells) == 7 and not scene.reasons


def test_cells_in_which_solutions_differ_are_marked_until_the_first_step() -> None:
    composer = opened(named.find("fig23"))
    composer.verdict = known_of(explain(named.find("fig23")))
    assert "41 blank cells. 2 solutions. They differ in 6 cells: " in plain(composer.scene(10).caption)
    assert sum(view.outline is Outline.DIFFERS for view in composer.scene(10).board.cells) == 6
    both = ["in one solution", "in the other"]
    for legend in (composer.scene(10).legend, composer.legend()):
        assert [text for _, text in legend[:2]] == both and all(text not in both for _, text in legend[2:])
    go_on(composer)
    assert not any(view.outline is Outline.DIFFERS for view in composer.scene(10).board.cells)
    assert not any(text in both for _, text in composer.scene(10).legend)


# A local search


@pytest.mark.parametrize("name", ["fig1", "minimal-4"])
def test_a_full_grid_that_is_wrong_says_how_many_digits_clash_and_marks_each(name: str) -> None:
    timeline = of_solver(named.find(name), "annealing")
    run_out(timeline, 2000)
    dials = Dials(timeline, solvers.get(solvers.DEFAULT))
    for position in range(1, timeline.length + 1, 7):
        boards = Boards.at(timeline, position)
        board, step = boards.after, boards.step
        values = board.values
        lacking = sum(
            board.geometry.symbols - len({values[cell] for cell in unit.cells}) for unit in board.geometry.units
        )
        filled = counters(position, board, dials)[-1]
        assert step is not None
        if 0 in values or step.kind is Kind.FIX:
            continue
        marked = {cell for cell, view in enumerate(board_view(boards).cells) if view.culprit}
        expected = {cell for cell in board.geometry.cells if board.holders(cell, values[cell])}
        assert marked == expected and bool(marked) is bool(lacking)
        words = ("clash" if lacking == 1 else "clashes") if lacking else f"of {len(values)} filled"
        assert (filled.value, filled.label) == (str(lacking or len(values)), words)


def test_a_second_solution_is_called_the_second_and_says_how_to_look_for_a_third() -> None:
    assert sentence(ended(named.find("bad21"), "mrv")).startswith("Solved: ")
    second = ended(named.find("bad21"), "mrv", 2)
    said = sentence(second)
    assert said.startswith("The second solution: every row, column and box holds each digit once. Press ")
    assert said.endswith(" to look for a third.")
    filmed = plain(second.filmed(second.scene(60)).caption)
    assert second.filmed(second.scene(60)).subtitle == second.subtitle != ""
    assert filmed == "The second solution: every row, column and box holds each digit once."
    for number, said in ((10, "The tenth solution: "), (11, "Solution 11: ")):
        assert sentence(ended(named.find("blank-4"), "mrv", number)).startswith(said)


def test_while_steps_are_too_fast_to_read_nothing_on_the_board_is_marked_as_wrong() -> None:
    scenes = composer(named.find("deep-1"), "backtracking")
    scenes.verdict = scenes.verdict._replace(outlined=(0, 1), outline=Outline.GUILTY)

    def marked() -> set[str]:
        cells, plain = scenes.scene(60).board.cells, CellView()
        names = ("culprit", "refused", "dead", "outline")
        return {name for name in names for cell in cells if getattr(cell, name) != getattr(plain, name)}

    scenes.player.speed = 1000.0
    scenes.player.play()
    for _ in few_of(range(20), range(60)):
        scenes.player.tick(0.013, Ticking(0.0001), 0.05)
        assert scenes.player.mode is Motion.PLAYING and not marked()
    scenes.player.seek([Kind.REJECT])
    while scenes.player.running:
        scenes.player.tick(0.1, Ticking(), 1)
    assert {"culprit", "refused", "outline"} <= marked(), "a step that stands still shows who is to blame"
    assert not scenes.scene(60).playing and scenes.scene(60).lingers
    for speed in (READABLE, LEISURELY):
        scenes.player.speed = speed
        scenes.player.play()
        seen = set[str]()
        for _ in range(4):
            scenes.player.tick(1 / READABLE, Ticking(0.0001), 0.05)
            seen |= marked()
            scene = scenes.scene(60)
            assert scene.playing and scene.lingers == (speed == LEISURELY)
        assert seen, "a step that can be read shows it too"


def test_without_candidates_the_legend_keeps_every_sign_but_those_of_candidates() -> None:
    legend = Signs(solvers.get("human")).legend()
    scene = replace(Composer(FIG1, solvers.get("human"), Player(of_solver(FIG1, "human"))).scene(60), legend=legend)
    kept = scene.with_digits_only().legend
    assert kept and len(kept) < len(legend) and kept == tuple(sign for sign in legend if sign[0].candidates == 0)
