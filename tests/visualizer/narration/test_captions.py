"""Tests that every step has a sentence, and that every sentence is true of the board."""

from __future__ import annotations

import re
from itertools import islice, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from runs import state
from scenes import scenes
from sentences import is_true
from shapes import JIGSAW, LOOSE, SAMURAI, X, puzzle_of
from slow import UNLIKE, few_of, slow_but
from strategies import examples, puzzles, walk, walks
from variants import killers, variant

import solvers
from puzzles import Geometry, Puzzle
from puzzles.corpus import named
from solvers.core.board import Board, Candidates
from solvers.core.step import (
    GAVE_UP,
    PENDING,
    Kind,
    Step,
    Why,
    backtrack,
    conflict,
    eliminate,
    fix,
    guess,
    look,
    reject,
)
from solvers.generate.generator import Recipe, candidate
from visualizer.narration.caption_facts import REPEATED, CaptionFacts, culprit, culprits, forcing
from visualizer.narration.captions import TEMPLATES, caption
from visualizer.scene.board import washes_of
from visualizer.text.spans import plain
from visualizer.views.board import Wash

VARIED = ["fig1", "fig23", "bad21", "minimal-9-1", "minimal-10", "deep-1", "side-16", "clash-box", "complete", "three"]


def all_true(puzzle: Puzzle, name: str, most: int) -> int:
    steps = (step for step in solvers.trace(puzzle, name) if step.kind is not Kind.PENDING)
    number = 0
    for number, scene in enumerate(scenes(puzzle, islice(steps, most), solvers.get(name).board(puzzle)), 1):
        assert is_true(scene, solvers.get(name).picks), (
            f"step {number}: {plain(caption(scene.step, scene.before, scene.after))}"
        )
    return number


@pytest.mark.parametrize("name", solvers.names())
def test_every_sentence_of_every_solver_is_true(name: str) -> None:
    if lacking := solvers.get(name).lacking():
        pytest.skip(lacking)

    @examples(5 if solvers.get(name).black_box else 40, quick=2 if solvers.get(name).black_box else 6)
    @given(puzzles())
    def holds(puzzle: Puzzle) -> None:
        all_true(puzzle, name, 400)

    holds()


@pytest.mark.parametrize("most", [200, pytest.param(2500, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", slow_but(UNLIKE, solvers.names()))
def test_every_sentence_on_the_named_puzzles_is_true(name: str, most: int) -> None:
    """Check the first 500 steps, by which each solver has used all its sentences."""
    if lacking := solvers.get(name).lacking():
        pytest.skip(lacking)
    for puzzle in few_of(VARIED[::4] if solvers.get(name).black_box else VARIED[::2], VARIED):
        assert all_true(named.find(puzzle), name, most) >= 1, puzzle


@pytest.mark.parametrize(("shape", "blanks"), [(JIGSAW, 0.6), (X, 0.6), (LOOSE, 0.7), (SAMURAI, 0.4)])
def test_every_sentence_on_a_shape_is_true_of_its_units(shape: Geometry, blanks: float) -> None:
    puzzle = puzzle_of(shape, blanks)
    for name in few_of(UNLIKE, solvers.names()):
        if not solvers.get(name).lacking() and not solvers.get(name).fits(puzzle):
            assert all_true(puzzle, name, 150) >= 1, name


@pytest.mark.parametrize("seed", slow_but([2, 9], range(40)))
def test_every_sentence_about_rules_is_true(seed: int) -> None:
    assert all_true(variant(seed)[0], "human", 1000) >= 1
    if seed < len(killers()):
        assert all_true(killers()[seed], "human", 2000) >= 81


@pytest.mark.parametrize("shape", [JIGSAW, X, LOOSE])
@pytest.mark.parametrize("number", slow_but([2], range(20)))
def test_every_technique_on_a_shape_says_what_is_true_of_its_units(shape: Geometry, number: int) -> None:
    puzzle = candidate(5, number, Recipe(shape, minimal=True))
    assert all_true(puzzle, "human", 400) >= 10


@given(walks)
@examples(60)
def test_sentences_hold_on_runs_that_make_no_sense(case: tuple[Puzzle, Candidates, int]) -> None:
    puzzle, mode, seed = case
    for scene in scenes(puzzle, walk(puzzle, mode, seed, 80), Board(puzzle, mode)):
        if (
            scene.step.kind is Kind.GUESS
            and scene.step.sign
            and len(scene.before.open_candidates(scene.step.cell)) == 1
        ):
            continue  # no guess at all, by the rules of counting
        assert is_true(scene), plain(caption(scene.step, scene.before, scene.after))


def test_every_kind_that_a_solver_yields_is_explained() -> None:
    seen = set()
    for name in solvers.names():
        if not solvers.get(name).lacking():
            for puzzle in ("bad21", "small-4", "clash-row"):
                seen |= {step.kind for step in islice(solvers.trace(named.find(puzzle), name), 3000)}
    assert seen <= set(TEMPLATES) == set(Kind)
    assert Kind.REJECT in seen and Kind.ELIMINATE in seen


def said(step: Step, puzzle: Puzzle, mode: Candidates = Candidates.SAID, *earlier: Step) -> str:
    before, after = Board(puzzle, mode), Board(puzzle, mode)
    before.replay(earlier)
    after.replay((*earlier, step))
    return plain(caption(step, before, after))


@pytest.mark.parametrize("kind", Kind)
def test_every_kind_has_a_sentence(kind: Kind) -> None:
    board = Board(named.find("fig1"), Candidates.SAID)
    board.replay([fix(1, 5, Why.NONE), guess(4, 6), fix(6, 7, Why.NONE)])
    detail = {Kind.SWAP: 6, Kind.LEARN: (1, -2), Kind.FORGET: (1, -2), Kind.PENDING: "half of it"}.get(kind)
    step = Step(kind, {Kind.REJECT: 0, Kind.GUESS: 7}.get(kind, 1), 8, detail=detail)
    text = plain(caption(step, board, board))
    assert text.endswith(".") and not re.search(r"[{}]|None|  ", text), text
    if kind is Kind.PENDING:
        assert text == "Still computing: half of it." and plain(caption(PENDING, board, board)) == "Still computing."
    if kind in (Kind.PLACE, Kind.ERASE, Kind.MARK, Kind.UNMARK):
        assert "r1c2" in text and text.startswith("You ")
        assert ("8" in text) == (kind is not Kind.ERASE)


def test_sentences_read_as_a_lecturer_would_read_them_aloud() -> None:
    fig1 = named.find("fig1")
    none = Candidates.NONE
    assert said(reject(0, 8), fig1) == "r1c1 cannot be 8: r1c3 holds it in row 1."
    assert said(guess(0, 3), fig1, none) == "Try 3 in r1c1: no cell of its row, column or box holds it. Level 1."
    struck = [eliminate(0, digit) for digit in (1, 4, 5, 6, 8, 9)]
    assert (
        said(guess(0, 3), fig1, Candidates.SAID, *struck)
        == "Suppose r1c1 is 3: 2, 3 and 7 are possible there. Level 1."
    )
    assert said(eliminate(0, 8), fig1) == "8 is struck from r1c1: r1c3 holds it in row 1."
    assert said(fix(0, 3, Why.LAST_BLANK, 0), fig1) == "r1c1 must be 3: it is the last blank of row 1."
    assert said(fix(0, 3, Why.HIDDEN_SINGLE, 18), fig1) == "r1c1 must be 3: no other cell of box 1 can hold it."
    assert said(conflict(why=Why.NO_PLACE, digit=4, unit=9), fig1) == "Dead end: column 1 has no cell left for 4."
    one_more = [guess(0, 3), guess(1, 5)]
    assert said(backtrack(1), fig1, none, *one_more) == "Go back: r1c2 = 5 is undone."
    assert said(backtrack(0), fig1, none, *one_more) == "Go back: r1c1 = 3 and 1 more digit are undone."
    assert said(backtrack(-1, Why.RESTART), fig1, none, *one_more) == "Restart: back to level 0."
    assert said(guess(0, 3, sign=False), fig1) == "Suppose r1c1 is not 3. Level 1."
    assert said(backtrack(0), fig1, Candidates.SAID, guess(0, 3, sign=False)) == "Go back: r1c1 ≠ 3 is undone."
    with_digits = [guess(0, 3, sign=False), fix(1, 5, Why.NONE), guess(2, 2)]
    text = said(backtrack(0), Puzzle.empty(), Candidates.SAID, *with_digits)
    assert text == "Go back: r1c1 ≠ 3 is undone, and 2 digits with it."
    assert said(GAVE_UP, fig1).startswith("The method ends here, without an answer")


def test_a_persons_moves_are_said_with_what_they_leave() -> None:
    fig1 = named.find("fig1")
    board = Board(fig1, Candidates.MARKED)
    for step, words in (
        (Step(Kind.PLACE, 0, 3), "You wrote 3 into r1c1."),
        (Step(Kind.PLACE, detail=(0, 0)), "You cleared the whole grid."),
        (Step(Kind.PLACE, detail=(0, 4)), "You replaced the whole grid."),
        (Step(Kind.ERASE, 0), "You cleared r1c1."),
        (Step(Kind.MARK, 0, 3), "You noted 3 in r1c1."),
        (Step(Kind.UNMARK, 0, 3), "You struck 3 from r1c1."),
        (Step(Kind.UNMARK, 0, detail=1 << 3 | 1 << 9), "You left 3 and 9 marked in r1c1."),
        (Step(Kind.MARK, 0, detail=1 << 1), "You left 1 marked in r1c1."),
        (Step(Kind.UNMARK, 0, detail=0), "You left no marks in r1c1."),
    ):
        assert plain(caption(step, board, board)) == words


def test_only_the_long_clause_that_is_written_below_the_graph_is_not_said_again() -> None:
    board = Board(Puzzle.empty(), Candidates.SAID)
    for size in (2, REPEATED, REPEATED + 1, 20):
        clause = tuple(-9 * number - 1 for number in range(size))
        said = {
            beside: plain(caption(Step(Kind.FIX, 5, 2, Why.LEARNT_CLAUSE, detail=clause), board, board, written=beside))
            for beside in ((), clause, tuple(reversed(clause)), (*clause[1:], 700))
        }
        short = f"the clause of {size} literals below the graph"
        assert [short in text for text in said.values()] == [False, size > REPEATED, size > REPEATED, False]


def test_a_guess_by_hand_that_fails_says_how_many_guesses_were_open_before_it() -> None:
    board = Board(named.find("fig1"), Candidates.NONE)
    for cell, said in ((0, ""), (1, " and the guess before it"), (4, " and the guesses before it")):
        board.apply(guess(cell, 2 + cell))
        assert CaptionFacts(conflict(cell), board, board).and_before == said


def test_going_back_to_the_givens_takes_everything_back_whatever_stood_before_the_first_guess() -> None:
    earlier = [fix(0, 3, Why.MODEL), guess(1, 5)]
    text = said(backtrack(-1, Why.ENUMERATE), named.find("fig1"), Candidates.NONE, *earlier)
    assert text == "To find another solution, everything since the givens is undone."


def test_large_grids_are_spoken_of_in_their_own_symbols() -> None:
    puzzle = Puzzle.empty(Geometry.of_side(16)).update(0, 16)
    assert said(reject(15, 16), puzzle) == f"r1c16 cannot be {puzzle.symbol(16)}: r1c1 holds it in row 1."


@given(walks, st.integers(0, 80))
def test_a_caption_changes_nothing(case: tuple[Puzzle, Candidates, int], at: int) -> None:
    puzzle, mode, seed = case
    for scene in islice(scenes(puzzle, walk(puzzle, mode, seed, 81), Board(puzzle, mode)), at, at + 1):
        was = state(scene.before), state(scene.after)
        caption(scene.step, scene.before, scene.after)
        assert (state(scene.before), state(scene.after)) == was


@given(puzzles())
def test_those_to_blame_are_peers_that_hold_the_digits_that_do_not_fit(puzzle: Puzzle) -> None:
    steps = islice(solvers.trace(puzzle, "backtracking"), 300)
    for scene in scenes(puzzle, steps, Board(puzzle, Candidates.NONE)):
        blamed = culprits(scene.step, scene.before)
        if scene.step.kind is Kind.REJECT:
            assert blamed == {culprit(scene.step, scene.before)}
            assert scene.before.values[blamed.pop()] == scene.step.digit
        elif scene.step.kind is Kind.CONFLICT and scene.step.why is Why.NO_CANDIDATE:
            assert blamed <= set(puzzle.geometry.peers[scene.step.cell])
            assert sorted(scene.before.values[cell] for cell in blamed) == list(puzzle.geometry.digits)
        elif scene.step.kind is not Kind.CONFLICT:
            assert blamed == set()


@pytest.mark.parametrize("puzzle", [named.find("fig1"), puzzle_of(JIGSAW, 0.7)])
def test_where_a_digit_has_no_place_those_that_keep_it_out_are_to_blame_and_lead_there(puzzle: Puzzle) -> None:
    board, geometry = Board(puzzle), puzzle.geometry
    for number, digit in product(range(len(geometry.units)), geometry.digits):
        blank = [cell for cell in geometry.units[number].cells if not board.values[cell]]
        kept_out = {cell for cell in blank if board.holders(cell, digit)}
        step = conflict(why=Why.NO_PLACE, digit=digit, unit=number)
        blamed = culprits(step, board)
        assert all(board.values[cell] == digit for cell in blamed)
        assert all(blamed & {*geometry.peers[cell]} for cell in kept_out) and bool(blamed) == bool(kept_out)
        assert {end for _, end in forcing(step, board)} == {(cell, digit) for cell in kept_out}
        assert {start for (start, _), _ in forcing(step, board)} <= blamed


def test_a_dead_cell_is_told_by_what_is_known_of_its_digits() -> None:
    empty = Puzzle.empty()
    full = Puzzle.parse("012345678" + "900000000" + "0" * 63)
    for puzzle, mode, words in (
        (full, Candidates.NONE, "every digit is already in r1c1's row, column or box"),
        (full, Candidates.SAID, "every digit is already in r1c1's row, column or box"),
        (empty, Candidates.NONE, "the rules forbid every digit in r1c1"),
        (empty, Candidates.SAID, "every digit is struck from r1c1"),
    ):
        board = Board(puzzle, mode)
        assert plain(caption(conflict(0, Why.NO_CANDIDATE), board, board)) == f"Dead end: {words}."


def test_nobody_is_blamed_for_what_is_not_so() -> None:
    with pytest.raises(LookupError, match="no peer of r1c1 holds 3"):
        culprit(reject(0, 3), Board(named.find("fig1")))
    assert culprits(look(0), Board(named.find("fig1"))) == set()


def test_a_single_of_a_technique_is_told_with_its_title_and_any_other_without() -> None:
    fig1, told = named.find("fig1"), set()
    board = solvers.get("human").board(fig1)
    for step in solvers.trace(fig1, "human"):
        if step.kind is Kind.FIX:
            title, _, rest = plain(caption(step, board, board)).partition(": ")
            untitled = fix(step.cell, step.digit, step.why, step.unit)
            assert rest == plain(caption(untitled, board, board)) and rest.startswith(board.geometry.name(step.cell))
            told.add(title)
        board.apply(step)
    assert told == {"Full house", "Naked single", "Hidden single"}


def test_a_single_names_the_cage_that_leaves_it_and_marks_the_cells_that_do() -> None:
    shape = Geometry.of_spec("killer 4x4; cage 8 r1c1 r1c2 r1c3; cage 4 r3c4")
    board, step = Board(Puzzle.parse("1" + "." * 10 + "4....", shape), Candidates.STRUCK), fix(1, 3, Why.NAKED_SINGLE)
    board.apply(eliminate(1, 4))
    said = plain(caption(step, board, board))
    assert said == (
        "r1c2 must be 3: 2 no longer fits the cage of 8 at r1c1 (1+3+4); 4 is already struck; "
        "1 is in its row, column, box or cage."
    )
    said = plain(caption(step, board, board, strikes={(1, 4): eliminate(1, 4, Why.CONSTRAINT, len(shape.groups) - 1)}))
    assert said == (
        "r1c2 must be 3: 4 was struck by the cage of 4 at r3c4; 2 no longer fits the cage of 8 at r1c1 (1+3+4); "
        "1 is in its row, column, box or cage."
    )
    washes = washes_of(step, board)
    assert {cell for cell, wash in washes.items() if wash is Wash.UNIT} == {*shape.peers[1]}


def test_a_guess_says_why_this_cell() -> None:
    first = {}
    for name in solvers.names():
        board = solvers.get(name).board(named.find("minimal-9-1"))
        for step in islice(solvers.trace(board.puzzle, name), 1000):
            if step.kind is Kind.GUESS:
                after = Board(board.puzzle, board.mode)
                after.restore(board.snapshot())
                after.apply(step)
                first[name] = plain(caption(step, board, after, picks=solvers.get(name).picks))
                break
            board.apply(step)
    assert re.search(
        r"the fewest candidates: \w and \w \(the first of \d+ cells with 2\)\. Suppose it is \w\. Level 1\.$",
        first["mrv"],
    )
    assert re.search(
        r"^Nothing has fewer choices than r\dc\d: \d and \d\. Suppose it is \d\. Level 1", first["bitboard"]
    )
    assert all(bool(re.search("fewest|fewer", said)) == bool(solvers.get(name).picks) for name, said in first.items())
