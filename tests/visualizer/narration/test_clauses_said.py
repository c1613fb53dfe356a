"""Tests that each sentence about a clause means that clause, and that the board shows its literals."""

from __future__ import annotations

import re
from itertools import combinations, islice, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from runs import of_solver, run_out
from scenes import scenes
from sentences import is_true
from slow import slow_but

import solvers
from puzzles import Puzzle
from puzzles.corpus import named
from solvers.core import literals
from solvers.core.step import Kind, Why, backtrack, learn
from visualizer.narration.caption_facts import in_words, rule_name
from visualizer.narration.captions import caption
from visualizer.panes.formula.view import truth
from visualizer.scene.board import Boards, board_view
from visualizer.text.spans import plain
from visualizer.views.board import NamingClause

HARD = Puzzle.parse("7.8...3.....2.1...5.........4.....263...8.......1...9..9.6....4....7.5...........")
FIG1 = named.find("fig1")


@pytest.mark.parametrize("name", ["fig1", "small-4"])
def test_the_rule_that_a_clause_states_is_named(name: str) -> None:
    puzzle = named.find(name)
    geometry = puzzle.geometry

    def literal(cell: int, digit: int) -> int:
        return literals.parse(f"{geometry.name(cell)}={digit}", puzzle)

    for cell in geometry.cells:
        clause = [literal(cell, digit) for digit in geometry.digits]
        assert rule_name(puzzle, clause) == f"{geometry.name(cell)} holds a digit"
        assert not rule_name(puzzle, clause[1:]) and not rule_name(puzzle, [-one for one in clause[:2]])
    for unit, digit in product(geometry.units, geometry.digits):
        clause = [literal(cell, digit) for cell in unit.cells]
        assert rule_name(puzzle, clause) == f"{unit} holds {'an' if digit == 8 else 'a'} {digit}"
    for unit in geometry.units:
        for one, other in combinations(unit.cells, 2):
            shared = geometry.units[geometry.shared_unit(one, other) or 0]
            assert rule_name(puzzle, [-literal(one, 2), -literal(other, 2)]) == f"{shared} holds it once"


RUNS = [
    ("hard", {}),
    ("blank", {"decisions": "0:r1c1=6 60:r9c9≠1 61:r9c9≠1 62:r9c9=1"}),
    ("deep-3", {"assume": "r1c2=4 r2c3≠7"}),
    ("fig1", {"assume": "r1c1=3 r1c2=1"}),
    ("blank-4", {"assume": "r1c1=2 r2c2≠3"}),
]


@pytest.mark.parametrize(("name", "options"), slow_but(RUNS[::3], RUNS))
def test_every_sentence_of_the_run_is_true(name: str, options: dict[str, str]) -> None:
    puzzle = HARD if name == "hard" else named.find(name)
    steps = islice(solvers.trace(puzzle, "cdcl", **options), 2500)
    forms = set()
    for scene in scenes(puzzle, steps, solvers.get("cdcl").board(puzzle)):
        assert is_true(scene)
        forms.add((scene.step.kind, scene.step.why))
    if name == "hard":
        assert (Kind.BACKTRACK, Why.LEARNT_CLAUSE) in forms
    elif "assume" in options:
        assert {(Kind.GUESS, Why.ASSUMED), (Kind.CONFLICT, Why.ASSUMED)} & forms
    else:
        assert {(Kind.GUESS, Why.BY_HAND), (Kind.LOOK, Why.BY_HAND)} <= forms


# A sentence against its clause


def meaning(words: str, true: set[str]) -> bool:
    """Return whether a sentence about a clause is true if only these equalities hold, by parsing it."""

    atoms = re.split(", | or ", words)
    return any((atom.replace(" ≠ ", " = ") in true) is ("=" in atom) for atom in atoms)


@given(
    st.lists(st.integers(1, 729), min_size=1, max_size=5, unique=True), st.lists(st.booleans(), min_size=5, max_size=5)
)
def test_a_sentence_is_true_exactly_where_its_clause_is(variables: list[int], signs: list[bool]) -> None:
    clause = tuple(v if sign else -v for v, sign in zip(variables, signs, strict=False))
    words = in_words(clause, FIG1)
    names = [literals.write(v, FIG1).replace("=", " = ") for v in variables]
    for values in product([False, True], repeat=len(variables)):
        held = dict(zip(variables, values, strict=True))
        expected = any(held[abs(literal)] is (literal > 0) for literal in clause)
        assert meaning(words, {name for name, value in zip(names, values, strict=True) if value}) is expected, words


def test_the_sentences_are_those_of_the_field() -> None:
    def of(text: str) -> str:
        return in_words(literals.parse_all(text, FIG1), FIG1)

    assert of("r1c1≠4 r2c2≠7") == "r1c1 ≠ 4 or r2c2 ≠ 7"
    assert of("r1c1≠4 r3c3=5 r2c2=7") == "r1c1 ≠ 4, r3c3 = 5 or r2c2 = 7"
    long = " ".join(f"r1c{i}≠{i}" for i in range(1, 10))
    assert of(long).endswith("r1c7 ≠ 7, r1c8 ≠ 8 or r1c9 ≠ 9"), "all are named"


# The jump back


def jump(clause: str, level: int = 1) -> str:
    """Return the caption for jumping back from level 4, after the guesses r1c1=5, r1c2=7 … in a blank grid."""
    from solvers.core.step import guess

    blank = Puzzle.empty()
    board, after = solvers.get("cdcl").board(blank), solvers.get("cdcl").board(blank)
    for cell in range(4):
        board.apply(guess(cell, cell + 1))
        after.apply(guess(cell, cell + 1))
    step = backtrack(level, Why.LEARNT_CLAUSE)
    after.apply(step)
    return plain(caption(step, board, after, learnt=literals.parse_all(clause, blank)))


def test_levels_are_said_to_have_had_no_part_only_where_that_is_so() -> None:
    forced = " The clause now says that r1c4 is not 4."
    assert jump("r1c4≠4 r1c1≠1") == f"Back from level 4 to level 1: levels 2 and 3 had no part in the conflict.{forced}"
    assert (
        jump("r1c4≠4 r1c2≠2", level=2) == f"Back from level 4 to level 2: level 3 had no part in the conflict.{forced}"
    )
    without = "levels 1 to 3 had no part in the conflict"
    assert jump("r1c4≠4", level=0) == f"Back from level 4 to level 0: {without}.{forced}"
    with_part = jump("r1c4≠4 r1c3≠3 r1c1≠1")
    assert "no part" not in with_part and with_part.endswith(f" undone.{forced}")
    assert "no part" not in jump("r1c4≠4 r1c3≠3", level=3)


# On the board


@pytest.mark.parametrize("name", ["hard", "deep-3"])
def test_the_cells_and_digits_of_a_steps_clause_are_marked(name: str) -> None:
    puzzle = HARD if name == "hard" else named.find(name)
    timeline = of_solver(puzzle, "cdcl")
    run_out(timeline, 1200)
    seen = set()
    for at in range(1, timeline.length + 1):
        step, boards = timeline.step(at), Boards.at(timeline, at)
        clause = step.detail if isinstance(step.detail, tuple) and step.why is not Why.ENUMERATE else ()
        if step.kind is Kind.BACKTRACK and timeline.step(at - 1).kind is Kind.LEARN:
            clause = timeline.step(at - 1).detail
            assert [truth(boards.after, literal) for literal in clause].count(False) == len(clause) - 1, "one is forced"
        if not clause and at % 50:
            continue
        view = board_view(boards, clauses=True)
        marked = set()
        for cell, one in enumerate(view.cells):
            assert not one.asserted & one.denied and bool(one.asserted | one.denied) == (
                one.clause is not NamingClause.NONE
            )
            for digit in puzzle.geometry.digits:
                variable = cell * 9 + digit
                marked |= {variable} if one.asserted >> digit & 1 else set()
                marked |= {-variable} if one.denied >> digit & 1 else set()
            if step.kind is Kind.CONFLICT and clause:
                assert one.flashes or one.clause is NamingClause.NONE
        assert marked == set(clause)
        if step.kind is Kind.CONFLICT and clause:
            named_cells = {(abs(literal) - 1) // 9 for literal in clause}
            assert {cell for cell in named_cells if view.cells[cell].flashes} == named_cells
            assert all(truth(boards.after, literal) is False for literal in clause)
        seen.add((step.kind, bool(clause)))
    assert {(kind, True) for kind in (Kind.CONFLICT, Kind.LEARN, Kind.FIX, Kind.BACKTRACK)} <= seen


def test_other_steps_mark_no_clause() -> None:
    timeline = of_solver(FIG1, "mrv")
    run_out(timeline, 300)
    for at in range(1, timeline.length + 1, 7):
        assert all(one.clause is NamingClause.NONE for one in board_view(Boards.at(timeline, at), clauses=True).cells)


def test_a_solution_that_is_forbidden_does_not_mark_the_whole_board() -> None:
    timeline = of_solver(named.find("bad21"), "cdcl")
    run_out(timeline)
    (at, *_) = [p for p in range(1, timeline.length + 1) if timeline.step(p).why is Why.ENUMERATE]
    assert timeline.step(at) is learn(timeline.step(at).detail, Why.ENUMERATE)
    assert all(one.clause is NamingClause.NONE for one in board_view(Boards.at(timeline, at), clauses=True).cells)
