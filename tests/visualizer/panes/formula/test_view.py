"""Tests that the formula view is right at each step, and that its picture stays within its rectangle."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import islice

import numpy as np
import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pane_views import shown_of
from runs import of_solver, run_out
from slow import slow_but
from strategies import examples, puzzles

import solvers
from puzzles import Geometry, Puzzle
from puzzles.corpus import named
from puzzles.figures import counted
from solvers.algorithms.formula import clause_text, formula_lines
from solvers.core import literals
from solvers.core.board import Board
from solvers.core.step import Kind, Step, Why
from solvers.sat import cnf
from visualizer.narration.caption_facts import rule_name
from visualizer.panes.formula.paint import fitting, left_out, paint_formula
from visualizer.panes.formula.view import FormulaLine, FormulaView, formula_view, mark_of, rules, truth
from visualizer.scene.composer import Composer
from visualizer.style import theme as themes
from visualizer.text.spans import Span, plain, with_article
from visualizer.timeline.player import Player
from visualizer.toolkit.canvas import Canvas, Fonts

FIG1 = named.find("fig1")
HARD = Puzzle.parse("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
LITERAL = re.compile(r"r(\d+)c(\d+)([=≠])(\d)")
Moment = tuple[Step, Board, Board, FormulaView]


def kept(puzzle: Puzzle, name: str, most: int = 1500) -> list[tuple[Step, FormulaView]]:
    """Return each step of a run with its view. The long runs of a few puzzles are made once for all tests."""
    return _run(puzzle, name, 1500)[:most] if puzzle in (FIG1, HARD) else _run.__wrapped__(puzzle, name, most)


@cache
def _run(puzzle: Puzzle, name: str, most: int) -> list[tuple[Step, FormulaView]]:
    solver, found = solvers.get(name), []
    steps = islice((step for step in solvers.trace(puzzle, name) if step.kind is not Kind.PENDING), most)
    for step, before, after in with_boards(solver.board, puzzle, steps):
        view = formula_view(solver, step, before, after, puzzle)
        assert view is not None
        found.append((step, view))
    return found


def with_boards(
    board: Callable[[Puzzle], Board], puzzle: Puzzle, steps: Iterable[Step]
) -> Iterator[tuple[Step, Board, Board]]:
    """Yield each step with the boards before and after it."""
    before, after = board(puzzle), board(puzzle)
    for step in steps:
        if step.kind <= Kind.SWAP:
            after.apply(step)
        yield step, before, after
        if step.kind <= Kind.SWAP:
            before.apply(step)


def moments(puzzle: Puzzle, name: str, most: int = 1500) -> Iterator[Moment]:
    """Yield each step of a run, the boards around it, and the view."""
    run = kept(puzzle, name, most)
    around = with_boards(solvers.get(name).board, puzzle, (step for step, _ in run))
    for (step, before, after), (_, view) in zip(around, run, strict=True):
        yield step, before, after, view


def clauses(view: FormulaView) -> list[FormulaLine]:
    return [line for line in view.lines if line.mark != "heading" and line.text]


def text_of(line: FormulaLine) -> str:
    return plain(line.text)


def parsed(line: FormulaLine) -> list[tuple[int, int, bool, str]]:
    """Return each literal's cell, digit, sign and kind."""
    found = []
    for span in line.text:
        if match := LITERAL.fullmatch(span.text):
            row, column, sign, digit = match.groups()
            found.append((9 * int(row) + int(column) - 10, int(digit), sign == "=", span.voice))
    return found


def possible(board: Board, cell: int) -> set[int]:
    """Return the digits that a cell may hold on the board."""
    if board.values[cell]:
        return {board.values[cell]}
    return set(board.open_candidates(cell)) if board.mode.value != "none" else set(board.geometry.digits)


def holds(board: Board, cell: int, digit: int, sign: bool) -> bool | None:
    """Return whether a literal is true, worked out independently from the digits that the cell may hold."""
    left = possible(board, cell)
    if digit not in left:
        return not sign
    return sign if board.values[cell] else None


# The formula of equalities


@pytest.mark.parametrize(
    "puzzle", slow_but([FIG1], [FIG1, HARD, named.find("misprint")]), ids=["fig1", "hard", "misprint"]
)
def test_equalities_are_the_open_candidates_in_the_formulas_own_notation(puzzle: Puzzle) -> None:
    for step, _, after, view in moments(puzzle, "formula", 700):
        if step.cell < 0:
            continue
        blank = [peer for peer in after.geometry.peers[step.cell] if not after.values[peer]]
        left = [(peer, tuple(after.open_candidates(peer))) for peer in blank]
        left.sort(key=lambda clause: len(clause[1]))
        expected = [clause_text(after.geometry, clause) for clause in left]
        shown = "\n".join(map(text_of, view.lines[1:]))
        assert shown.split(" *\n")[-len(expected) :] == expected if expected else not shown.endswith("*")
        for line, (_, digits) in zip(view.lines[len(view.lines) - len(left) :], left, strict=True):
            assert line.mark == {0: "conflict", 1: "unit"}.get(len(digits), "")


@pytest.mark.parametrize("puzzle", slow_but([FIG1], [FIG1, HARD]), ids=["fig1", "hard"])
def test_the_clause_of_the_step_says_what_the_step_does(puzzle: Puzzle) -> None:
    seen = set()
    for step, before, after, view in moments(puzzle, "formula"):
        first = view.lines[1] if step.cell >= 0 else None
        if first is None:
            continue
        seen.add(step.kind)
        name = f"v{step.cell // 9 + 1}{step.cell % 9 + 1}"
        own = text_of(first).removesuffix(" *")
        if step.kind in (Kind.FIX, Kind.GUESS):
            candidates = before.open_candidates(step.cell)
            assert own == " + ".join(f"{name} = {digit}" for digit in candidates)
            assert first.mark == ("unit" if step.kind is Kind.FIX else "satisfied")
            assert [span.text for span in first.text if span.voice in ("true", "guessed")] == [f"{name} = {step.digit}"]
        elif step.kind is Kind.LOOK:
            assert (own, first.mark) == (f"{name} = {puzzle.givens[step.cell]}", "unit")
        elif step.kind is Kind.ELIMINATE:
            assert own + " *" in list(formula_lines(puzzle)) and first.mark == "unit"
            other = next(cell for cell in own.split(" != ") if cell != name)
            assert after.values[9 * int(other[1]) + int(other[2]) - 10] == step.digit
            assert name in own.split(" != ") and f"{name} = {step.digit}" not in text_of(view.lines[2])
        elif step.why is Why.NO_CANDIDATE:
            assert (own, first.mark) == ("0", "conflict") and not after.open_candidates(step.cell)
    assert seen >= {Kind.FIX, Kind.GUESS, Kind.LOOK, Kind.ELIMINATE}


@given(puzzles())
@examples(30, quick=8)
def test_a_conflict_is_shown_as_one_whatever_the_puzzle(puzzle: Puzzle) -> None:
    for name in ("formula", "cdcl"):
        for step, _, _, view in moments(puzzle, name, 300):
            assert all(line.text or line.note for line in view.lines)
            if step.kind is Kind.CONFLICT:
                assert "conflict" in [line.mark for line in view.lines]
            if step.kind is Kind.SOLVED:
                assert [line.mark for line in view.lines][:1] == ["satisfied"]


def test_givens_that_clash_break_an_inequality_or_a_clause_of_two_literals() -> None:
    puzzle = Puzzle.parse("5...5" + "." * 76)
    for name, wanted in (("formula", "v11 != v15 *"), ("cdcl", "r1c1≠5 ∨ r1c5≠5")):
        ((_, _, _, view),) = moments(puzzle, name)
        assert [text_of(line) for line in clauses(view) if line.mark == "conflict"][0] == wanted


# Clauses of literals


@pytest.mark.parametrize("name", ["cdcl", "sat"])
def test_the_voice_of_each_literal_is_its_truth_on_the_board(name: str) -> None:
    count = 0
    for step, _, after, view in moments(HARD, name):
        for line in clauses(view):
            if text_of(line).startswith("level") or step.kind is Kind.SOLVED:
                continue
            for cell, digit, sign, voice in parsed(line):
                assert voice == {True: "true", False: "false", None: ""}[holds(after, cell, digit, sign)]
                count += 1
    assert count > 1000


@pytest.mark.parametrize("name", ["cdcl", "sat"])
def test_what_is_marked_is_so(name: str) -> None:
    seen = set()
    for step, before, after, view in moments(HARD, name):
        for line in clauses(view):
            literals = [literal[:3] for literal in parsed(line)]
            now = [holds(after, *literal) for literal in literals]
            then = [holds(before, *literal) for literal in literals]
            seen.add(line.mark)
            if line.mark == "unit":
                assert len(literals) == 1 or any(
                    values.count(None) == 1 and True not in values for values in (now, then)
                )
            elif line.mark == "conflict":
                assert set(now) == {False}
            elif line.mark == "learnt":
                assert set(now) == {False} and step.kind is Kind.LEARN
            elif line.mark == "satisfied":
                assert True in now
    assert seen == {"cdcl": {"", "unit", "conflict", "learnt", "satisfied"}, "sat": {"unit", "satisfied"}}[name]


def test_the_clause_shown_is_the_steps_own() -> None:
    kinds = set()
    for step, view in kept(HARD, "cdcl"):
        if step.detail.__class__ is not tuple:
            continue
        kinds.add(step.kind)
        line = clauses(view)[0]
        shown = [
            cnf.variable(HARD.geometry, cell, digit) * (1 if sign else -1) for cell, digit, sign, _ in parsed(line)
        ]
        assert sorted(shown) == sorted(step.detail)
        forced = [(cell, digit, sign) for cell, digit, sign, voice in parsed(line) if voice == "true"]
        if step.kind in (Kind.FIX, Kind.ELIMINATE):
            assert line.mark == "unit" and forced == [(step.cell, step.digit, step.kind is Kind.FIX)]
    assert kinds >= {Kind.FIX, Kind.ELIMINATE, Kind.CONFLICT, Kind.LEARN}


def test_a_strike_by_the_rules_has_the_clause_of_two_that_forces_it() -> None:
    count = 0
    for step, before, _, view in moments(HARD, "cdcl", 400):
        if step.kind is not Kind.ELIMINATE or step.why is not Why.RULE:
            continue
        (one, digit, *_), (other, same, *_) = parsed(clauses(view)[0])
        assert digit == same == step.digit and step.cell in (one, other) and clauses(view)[0].mark == "unit"
        assert before.values[other if one == step.cell else one] == digit
        count += 1
    assert count > 50


def test_decisions_are_those_of_the_trail_the_latest_first() -> None:
    deepest = 0
    for step, before, after, view in moments(HARD, "cdcl"):
        lines = [text_of(line) for line in clauses(view) if text_of(line).startswith("level")]
        expected = []
        levels = [(before, level) for level in range(before.level, after.level, -1)] if after is not before else []
        levels = levels if step.kind is Kind.BACKTRACK else []
        for board, level in levels + [(after, level) for level in range(after.level, 0, -1)]:
            cell, digit, sign = board.guess_at(level)
            expected.append(f"level {level}: r{cell // 9 + 1}c{cell % 9 + 1}{'=' if sign else '≠'}{digit}")
        assert lines == expected
        deepest = max(deepest, after.level)
    assert deepest > 3


def test_an_answer_that_was_not_watched_satisfies_the_rules_of_its_cell() -> None:
    steps = [(step, view) for step, view in kept(FIG1, "sat") if step.kind is Kind.FIX]
    assert len(steps) == len(FIG1.blanks)
    for step, view in steps:
        assert [line.mark for line in clauses(view)] == ["satisfied"] * 4
        name = FIG1.geometry.name(step.cell)
        row, column = step.cell // 9 + 1, step.cell % 9 + 1
        box = (row - 1) // 3 * 3 + (column - 1) // 3 + 1
        digit = step.digit
        names = [
            f"{unit} holds {with_article(str(digit))}" for unit in (f"row {row}", f"column {column}", f"box {box}")
        ]
        assert [line.note for line in clauses(view)] == [f"{name} holds a digit", *names]
        assert all((step.cell, digit, True, "true") in parsed(line) for line in clauses(view))


@pytest.mark.parametrize("name", ["cdcl", "sat"])
def test_at_the_start_the_givens_are_unit_clauses(name: str) -> None:
    board = solvers.get(name).board(FIG1)
    view = formula_view(solvers.get(name), None, board, board, FIG1)
    assert view is not None
    assert view.lines[0].note == "12,016 clauses over 729 variables"
    given = [(cell, digit, True, "true") for cell, digit in enumerate(FIG1.givens) if digit]
    assert [literal for line in clauses(view) for literal in parsed(line)] == given
    assert {line.mark for line in clauses(view)} == {"unit"}


def test_the_rules_of_a_cell_are_clauses_of_the_encoding() -> None:
    geometry = Geometry.boxes(2, 3)
    encoding = {frozenset(clause) for clause in cnf.EXTENDED.clauses(Puzzle.empty(geometry))}
    empty = Puzzle.empty(geometry)
    for cell in geometry.cells:
        for digit in geometry.digits:
            found = rules(geometry, cell, digit)
            assert {frozenset(clause) for clause in found} <= encoding and len(found) == 4
            assert all(rule_name(empty, clause) for clause in found)


@given(st.lists(st.integers(1, 729).flatmap(lambda v: st.sampled_from([v, -v])), min_size=1, max_size=12, unique=True))
def test_marks_and_texts_of_any_clause(clause: list[int]) -> None:
    board = Board(HARD)
    values = [truth(board, literal) for literal in clause]
    assert [truth(board, -literal) for literal in clause] == [None if v is None else not v for v in values]
    mark = mark_of(board, clause)
    assert (mark == "conflict") == (set(values) == {False})
    if mark == "unit":
        assert len(clause) == 1 or (values.count(None) == 1 and True not in values)
    assert len({literals.write(literal, HARD) for literal in clause}) == len(clause)
    assert literals.write(1, HARD) == "r1c1=1" and literals.write(-729, HARD) == "r9c9≠9"


# Who has one, and where


def test_only_solvers_that_declare_a_formula_have_a_view() -> None:
    declared = {name for name in solvers.names() if solvers.get(name).formula}
    assert declared == {"formula", "cdcl", "sat"}
    for name in set(solvers.names()) - declared:
        board = solvers.get(name).board(FIG1)
        assert formula_view(solvers.get(name), None, board, board, FIG1) is None


def test_the_scene_has_it_where_it_is_asked_for_and_it_is_that_of_the_position() -> None:
    timeline = of_solver(HARD, "cdcl")
    run_out(timeline, 300)
    player = Player(timeline)
    composer = Composer(HARD, solvers.get("cdcl"), player)
    expected = [view for _, view in kept(HARD, "cdcl")]
    for position in (300, 17, 1, 150, 299):
        player.to(position)
        assert not composer.scene(60).panes
        assert shown_of(composer, "formula").lines == expected[position - 1].lines
    timeline.close()


# The picture

GROUND = (1, 2, 3)


Size = tuple[int, int]


def painted(view: FormulaView, size: Size = (520, 260), theme: str = "light", scale: float = 1.0) -> np.ndarray:
    surface = pygame.Surface((size[0] + 40, size[1] + 40))
    surface.fill(GROUND)
    paint_formula(Canvas(surface, themes.load(theme), Fonts(), scale), pygame.Rect(20, 20, *size), view)
    assert surface.get_clip() == surface.get_rect()
    return pygame.surfarray.array3d(surface).astype(int)


SIGNS = ("", "unit", "conflict", "learnt", "satisfied")
WORDS = [tuple(Span(f"r{i}c{j}=7", ("", "true", "false")[j % 3]) for j in range(1, 30)) for i in range(1, 12)]
CLAUSES = [FormulaLine(words, SIGNS[i % 5], "why") for i, words in enumerate(WORDS)]
LONG = FormulaView((FormulaLine((), "heading", "The learnt clause"), *CLAUSES))


@pytest.mark.parametrize("theme", themes.names())
@pytest.mark.parametrize(("size", "scale"), [((300, 120), 0.78), ((660, 300), 1.0), ((60, 20), 1.0), ((900, 900), 2.8)])
def test_nothing_is_painted_outside_the_rectangle(theme: str, size: tuple[int, int], scale: float) -> None:
    for view in (LONG, FormulaView(())):
        clean = np.all(painted(view, size, theme, scale) == GROUND, axis=2)
        assert not clean[20:-20, 20:-20].any()
        clean[20:-20, 20:-20] = True
        assert clean.all()


@pytest.mark.parametrize("theme", themes.names())
def test_another_mark_voice_or_note_is_another_picture(theme: str) -> None:
    text = (Span("r1c1=7"), Span(" ∨ ", "operator"), Span("r1c2=7"))
    lines = [FormulaLine(text, mark) for mark in SIGNS]
    lines += [FormulaLine((Span("r1c1=7", voice), *text[1:])) for voice in ("true", "false", "guessed")]
    lines += [FormulaLine(text, "", "row 1 holds a 7"), FormulaLine(text[:1])]
    pictures = {painted(FormulaView((line,)), theme=theme).tobytes() for line in lines}
    assert len(pictures) == len(lines)


def test_signs_and_voices_differ_in_shape_and_not_in_colour_alone() -> None:
    def shape(line: FormulaLine) -> bytes:
        picture = painted(FormulaView((line,)))
        ground = picture[-30, -30]
        marked = np.abs(picture - ground).sum(axis=2) > 120
        return marked.tobytes()

    text = (Span("r1c1=7"),)
    lines = [FormulaLine(text, mark) for mark in SIGNS]
    lines += [FormulaLine((Span("r1c1=7", voice),)) for voice in ("true", "false")]
    assert len({shape(line) for line in lines}) == len(lines)


heights = st.lists(st.tuples(st.integers(1, 6), st.booleans()), min_size=1, max_size=30)


@given(heights, st.integers(1, 40))
def test_what_is_shown_fits_and_what_is_not_is_counted(rows: list[tuple[int, bool]], room: int) -> None:
    lines = tuple(FormulaLine((), "heading", "x") if heading else FormulaLine((Span("x"),)) for _, heading in rows)
    wanted = [1 if heading else count for count, heading in rows]
    shown = fitting(lines, wanted, room)
    is_all = shown == wanted
    assert is_all == (sum(wanted) <= room)
    if is_all:
        return
    assert sum(shown) + 1 <= max(1, room)
    missing = [line for line in lines[len(shown) :] if line.mark != "heading"]
    assert left_out(lines, len(shown)) == (f"… and {counted(len(missing), 'more clause')}" if missing else "…")
    if sum(line.mark != "heading" for line in lines[: len(shown)]) > 1:
        assert shown == wanted[: len(shown)]
    if shown and any(line.mark != "heading" for line in lines[: len(shown)]):
        assert lines[len(shown) - 1].mark != "heading"


def test_a_long_clause_is_wrapped_between_its_literals() -> None:
    narrow, wide = (painted(FormulaView(LONG.lines[:2]), (width, 400)) for width in (200, 500))

    def lowest(picture: np.ndarray) -> int:
        inside = picture[24:-24, 24:-24]
        rows = (np.abs(inside - inside[-1, -1]).sum(axis=2) > 30).any(axis=0)
        return int(np.flatnonzero(rows).max())

    assert lowest(narrow) > 1.5 * lowest(wide)
