"""Every step has a sentence, and every sentence is true: what it names is looked up on the board."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from runs import state
from strategies import puzzles, walk, walks

import solvers
from puzzles import Geometry, Puzzle, alphabet_of, named
from solvers.board import Board, Candidates
from solvers.step import GAVE_UP, Kind, Step, Why, backtrack, conflict, eliminate, fix, guess, look, reject
from visualizer.captions import caption, culprit, culprits, kinds_explained
from visualizer.scene import plain

VOICES = {"", "deduced", "guessed", "conflict", "solved"}
CELL, UNIT, DIGIT = r"r\d+c\d+", r"(?:row|column|box) \d+", r"[1-9A-Z]"


@dataclass
class Scene:
    """A step with the boards around it, and the guesses and answers that led there."""

    step: Step
    before: Board
    after: Board
    guesses: list[Step] = field(default_factory=list)
    """The guesses that stand before the step."""
    answered: list[bool] = field(default_factory=list)
    """Of each of them: has a solution been found since?"""
    undone: tuple[Step, bool] | None = None
    """The guess that the step before this one took back, and whether a solution had been found since."""

    def cell(self, name: str) -> int:
        match = re.fullmatch(r"r(\d+)c(\d+)", name)
        assert match
        return self.before.geometry.cell_at(int(match[1]) - 1, int(match[2]) - 1)

    def digit(self, symbol: str) -> int:
        return alphabet_of(self.before.puzzle).index(symbol) + 1

    def in_unit(self, name: str, *cells: str) -> bool:
        unit = next(unit for unit in self.before.geometry.units if str(unit) == name)
        return all(self.cell(cell) in unit.cells for cell in cells)

    def held(self, cell: int) -> set[int]:
        return {self.before.values[peer] for peer in self.before.geometry.peers[cell]} - {0}

    def names(self, cell: str, digit: str) -> bool:
        """The sentence speaks of the step's own cell and digit."""
        return (self.cell(cell), self.digit(digit)) == (self.step.cell, self.step.digit)


Check = Callable[..., bool]
CHECKS: dict[str, Check] = {}
"""By the form of a sentence: is what it says so?"""


def says(form: str) -> Callable[[Check], Check]:
    pattern = form.replace("CELL", f"({CELL})").replace("UNIT", f"({UNIT})").replace("DIGIT", f"({DIGIT})")

    def register(check: Check) -> Check:
        CHECKS[pattern.replace("NUMBER", r"(\d+)")] = check
        return check

    return register


@says(r"Suppose CELL is DIGIT: (.+) are possible there\. Level NUMBER\.")
def _(s: Scene, cell: str, digit: str, choices: str, level: str) -> bool:
    listed = [s.digit(symbol) for symbol in re.split(", | and ", choices)]
    opened = s.before.level + 1 == s.after.level == int(level)
    return s.names(cell, digit) and opened and listed == s.before.open_candidates(s.cell(cell)) and len(listed) > 1


@says(r"Suppose CELL is not DIGIT\. Level NUMBER\.")
def _(s: Scene, cell: str, digit: str, level: str) -> bool:
    return s.names(cell, digit) and not s.step.sign and s.after.level == int(level)


@says(r"Try DIGIT in CELL: no cell of its row, column or box holds it\. Level NUMBER\.")
def _(s: Scene, digit: str, cell: str, level: str) -> bool:
    return s.names(cell, digit) and s.step.digit not in s.held(s.cell(cell)) and s.after.level == int(level)


@says(r"CELL cannot be DIGIT: CELL holds it in UNIT\.")
def _(s: Scene, cell: str, digit: str, holder: str, unit: str) -> bool:
    return s.names(cell, digit) and s.before.values[s.cell(holder)] == s.step.digit and s.in_unit(unit, cell, holder)


@says(r"DIGIT is struck from CELL: CELL holds it in UNIT\.")
def _(s: Scene, digit: str, cell: str, holder: str, unit: str) -> bool:
    struck = s.step.digit in s.before.open_candidates(s.cell(cell)) and s.step.digit not in s.after.open_candidates(
        s.cell(cell)
    )
    holds = s.before.values[s.cell(holder)] == s.step.digit
    return s.names(cell, digit) and struck and holds and s.in_unit(unit, cell, holder)


@says(r"CELL = DIGIT has been followed to every end, so DIGIT is struck there\.")
def _(s: Scene, cell: str, digit: str, again: str) -> bool:
    assert s.undone is not None
    return digit == again and s.names(cell, digit) and s.undone[0] is guess(s.cell(cell), s.digit(digit))


@says(r"The solutions with CELL = DIGIT are done: DIGIT is struck there to find another\.")
def _(s: Scene, cell: str, digit: str, again: str) -> bool:
    return digit == again and s.names(cell, digit) and s.undone == (guess(s.cell(cell), s.digit(digit)), True)


@says(r"CELL must be DIGIT: every other digit already stands in its row, column or box\.")
def _(s: Scene, cell: str, digit: str) -> bool:
    return s.names(cell, digit) and s.held(s.cell(cell)) | {s.digit(digit)} == set(s.before.geometry.digits)


@says(r"CELL must be DIGIT: every other digit is struck there\.")
def _(s: Scene, cell: str, digit: str) -> bool:
    return s.names(cell, digit) and s.before.open_candidates(s.cell(cell)) == [s.digit(digit)]


@says(r"CELL is DIGIT in the SAT solver's answer\. How it was found could not be watched\.")
def _(s: Scene, cell: str, digit: str) -> bool:
    return (
        s.names(cell, digit) and s.after.values[s.cell(cell)] == s.digit(digit) and s.before.values[s.cell(cell)] == 0
    )


@says(r"Dead end: no digit fits CELL, for each stands in its row, column or box already\.")
def _(s: Scene, cell: str) -> bool:
    dead = s.cell(cell) == s.step.cell and s.before.values[s.cell(cell)] == 0
    return dead and s.held(s.cell(cell)) == set(s.before.geometry.digits)


@says(r"Dead end: every digit is struck from CELL\.")
def _(s: Scene, cell: str) -> bool:
    dead = s.cell(cell) == s.step.cell and s.before.values[s.cell(cell)] == 0
    return dead and s.before.mode is not Candidates.NONE and s.before.open_candidates(s.cell(cell)) == []


@says(r"CELL and CELL are both DIGIT in UNIT: this puzzle has no solution\.")
def _(s: Scene, one: str, other: str, digit: str, unit: str) -> bool:
    givens = s.before.puzzle.givens
    return (
        one != other and s.in_unit(unit, one, other) and givens[s.cell(one)] == givens[s.cell(other)] == s.digit(digit)
    )


@says(r"(Go back: |To find another solution, )CELL (=|≠) DIGIT(?:, and NUMBER more digits? with it,)? is taken back\.")
def _(s: Scene, why: str, cell: str, sign: str, digit: str, more: str | None) -> bool:
    fallen = guess(s.cell(cell), s.digit(digit), sign == "=")
    with_it = s.before.filled - s.after.filled - (sign == "=")
    answered = s.answered[s.step.level] or why == "Go back: "
    return s.guesses[s.step.level] is fallen and int(more or 0) == with_it and answered


@says(r"(?:Go back: |To find another solution, )everything since the givens is taken back\.")
def _(s: Scene) -> bool:
    return tuple(s.after.values) == s.before.puzzle.givens and s.after.level == 0


@says(r"Restart: back to level NUMBER\.")
def _(s: Scene, level: str) -> bool:
    return s.after.level == int(level)


@says(
    r"The rules and givens become a formula: ([\d,]+) variables, ([\d,]+) clauses\. "
    r"A SAT solver looks for a model of it\."
)
def _(s: Scene, variables: str, clauses: str) -> bool:
    side = s.before.geometry.side
    pairs = side * (side - 1) // 2
    expected = 4 * side * side * (1 + pairs) + s.before.puzzle.clues
    return int(variables.replace(",", "")) == side**3 and int(clauses.replace(",", "")) == expected


@says(r"Solved: every row, column and box holds each digit once\.")
def _(s: Scene) -> bool:
    return s.before.solution().is_solution_of(s.before.puzzle)


@says(r"DIGIT is struck from CELL\.")
def _(s: Scene, digit: str, cell: str) -> bool:
    return s.names(cell, digit) and s.step.digit not in s.after.open_candidates(s.cell(cell))


@says(r"CELL must be DIGIT\.")
def _(s: Scene, cell: str, digit: str) -> bool:
    return s.names(cell, digit) and s.after.values[s.cell(cell)] == s.step.digit


@says(r"CELL is looked at\.")
def _(s: Scene, cell: str) -> bool:
    return s.cell(cell) == s.step.cell


@says(r"Dead end: the clues and guesses so far contradict each other\.")
def _(s: Scene) -> bool:
    return s.step.why is Why.NONE


def scenes(puzzle: Puzzle, steps: Iterator[Step], board: Board) -> Iterator[Scene]:
    """Each step of a run with the board before and after it."""
    before = Board(puzzle, board.mode, clashes=board.clashes)
    guesses: list[Step] = []
    answered: list[bool] = []
    undone: tuple[Step, bool] | None = None
    for step in steps:
        board.apply(step)
        yield Scene(step, before, board, guesses, answered, undone)
        before.apply(step)
        undone = None
        if step.kind is Kind.BACKTRACK:
            level = max(step.level, 0)
            undone = (guesses[level], answered[level]) if level < len(guesses) else None
            del guesses[level:], answered[level:]
        elif step.kind is Kind.GUESS:
            guesses.append(step)
            answered.append(False)
        elif step.kind is Kind.SOLVED:
            answered[:] = [True] * len(answered)


def is_true(scene: Scene) -> bool:
    """Read the sentence like a person who has the board before them."""
    spans = caption(scene.step, scene.before, scene.after)
    text = plain(spans)
    assert text and not re.search(r"[{}]|None|-1|  ", text), text
    assert text[0].isupper() or text[0] in "r123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    assert text.endswith(".") and {span.voice for span in spans} <= VOICES
    matches = [(match, check) for form, check in CHECKS.items() if (match := re.fullmatch(form, text))]
    assert len(matches) == 1, f"{len(matches)} checks know the sentence: {text}"
    match, check = matches[0]
    return check(scene, *match.groups())


def all_true(puzzle: Puzzle, name: str, most: int) -> int:
    steps = (step for step in solvers.trace(puzzle, name) if step.kind is not Kind.PENDING)
    number = 0
    for number, scene in enumerate(scenes(puzzle, islice(steps, most), solvers.get(name).board(puzzle)), 1):
        assert is_true(scene), f"step {number}: {plain(caption(scene.step, scene.before, scene.after))}"
    return number


@pytest.mark.parametrize("name", solvers.names())
def test_every_sentence_of_every_solver_is_true(name: str) -> None:
    if lacking := solvers.get(name).lacking():
        pytest.skip(lacking)

    @settings(max_examples=5 if solvers.get(name).black_box else 40)
    @given(puzzles())
    def holds(puzzle: Puzzle) -> None:
        all_true(puzzle, name, 400)

    holds()


@pytest.mark.parametrize("name", solvers.names())
@pytest.mark.parametrize(
    "puzzle",
    ["fig1", "fig23", "bad21", "minimal-9-1", "minimal-10", "deep-1", "side-16", "clash-box", "complete", "three"],
)
def test_every_sentence_on_the_named_puzzles_is_true(name: str, puzzle: str) -> None:
    if lacking := solvers.get(name).lacking():
        pytest.skip(lacking)
    assert all_true(named.find(puzzle), name, 2500) >= 1


@given(walks)
@settings(max_examples=60)
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
    assert seen - {Kind.PENDING} <= kinds_explained()
    assert Kind.REJECT in seen and Kind.ELIMINATE in seen


def said(step: Step, puzzle: Puzzle, mode: Candidates = Candidates.SAID, *earlier: Step) -> str:
    before, after = Board(puzzle, mode), Board(puzzle, mode)
    before.replay(earlier)
    after.replay((*earlier, step))
    return plain(caption(step, before, after))


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
    assert said(backtrack(1), fig1, none, *one_more) == "Go back: r1c2 = 5 is taken back."
    assert said(backtrack(0), fig1, none, *one_more) == "Go back: r1c1 = 3, and 1 more digit with it, is taken back."
    assert said(backtrack(-1, Why.RESTART), fig1, none, *one_more) == "Restart: back to level 0."
    assert said(guess(0, 3, sign=False), fig1) == "Suppose r1c1 is not 3. Level 1."
    assert said(backtrack(0), fig1, Candidates.SAID, guess(0, 3, sign=False)) == "Go back: r1c1 ≠ 3 is taken back."
    assert said(GAVE_UP, fig1).startswith("The method ends here, without an answer")


def test_going_back_to_the_givens_takes_everything_back_whatever_stood_before_the_first_guess() -> None:
    earlier = [fix(0, 3, Why.MODEL), guess(1, 5)]
    text = said(backtrack(-1, Why.ENUMERATE), named.find("fig1"), Candidates.NONE, *earlier)
    assert text == "To find another solution, everything since the givens is taken back."


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


def test_nobody_is_blamed_for_what_is_not_so() -> None:
    with pytest.raises(LookupError, match="no peer of r1c1 holds 3"):
        culprit(reject(0, 3), Board(named.find("fig1")))
    assert culprits(look(0), Board(named.find("fig1"))) == set()
