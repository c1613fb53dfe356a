"""Tests that the formula search picks the right clause, and that the printed formula is the one it searches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise, takewhile

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples, puzzles

import solvers
from puzzles import Geometry, Puzzle
from puzzles.corpus import named
from solvers.algorithms.formula import formula_lines, shortest
from solvers.core import counting
from solvers.core.step import Kind, Why

Event = tuple[object, ...]
OCAML = "8.3....4...6....9.....5..3.27..46.....5.9.........1.......8.3.5.974......8.32.9.."


class Recount:
    """A plain recursive search over one list of clauses, which records in ``events`` what it does.

    A clause is ("!=", one, other) or ("=", cell, digits).
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.events: list[Event] = []
        self.depth = 0

    def run(self) -> list[Event]:
        self.search(list(clauses(self.puzzle)), Why.NONE)
        return self.events

    def search(self, formula: list[Event], why: Why) -> Why:
        """Search below a node, and return the reason why it failed."""
        empty = [clause for clause in formula if clause[0] == "=" and not clause[2]]
        if empty:
            self.events.append(("CONFLICT",))
            return Why.REFUTED
        if not any(clause[0] == "=" for clause in formula):
            self.events.append(("SOLVED",))
            return Why.ENUMERATE
        (_, cell, digits), rest = choose(formula)
        for digit in digits:
            is_guess = len(digits) > 1
            if is_guess:
                self.events.append(("GUESS", cell, digit))
                self.depth += 1
            else:
                self.events.append(("LOOK" if self.puzzle.givens[cell] else "FIX", cell, digit))
            why = self.search(self.asserted(rest, cell, digit), why)
            if is_guess:
                self.depth -= 1
                self.events.append(("BACKTRACK", self.depth, why))
                why = Why.EXHAUSTED
        return why

    def asserted(self, formula: list[Event], cell: int, digit: int) -> list[Event]:
        about = [clause[1:] for clause in formula if clause[0] == "!=" and cell in clause]
        unit_clauses = [two if one == cell else one for one, two in about]
        left = [clause for clause in formula if clause[0] == "=" or cell not in clause]
        for other in unit_clauses:
            for i, clause in enumerate(left):
                if clause[0] == "=" and clause[1] == other and digit in clause[2]:
                    left[i] = ("=", other, [d for d in clause[2] if d != digit])
                    if not self.puzzle.givens[other]:
                        self.events.append(("ELIMINATE", other, digit))
                    if not left[i][2]:
                        return left
        return left


def clauses(puzzle: Puzzle) -> Iterator[Event]:
    side, (height, width) = puzzle.geometry.side, puzzle.geometry.box
    for row in reversed(range(side)):
        yield from (("!=", one, two) for one, two in combinations(range(row * side, row * side + side), 2))
    for column in reversed(range(side)):
        yield from (("!=", one, two) for one, two in combinations(range(column, side * side, side), 2))
    for box in reversed(range(side)):
        top, left = box // height * height, box % height * width
        cells = [(top + i) * side + left + j for i in range(height) for j in range(width)]
        yield from (("!=", one, two) for one, two in combinations(cells, 2))
    for cell, digit in enumerate(puzzle.givens):
        yield ("=", cell, [digit] if digit else list(range(1, side + 1)))


def choose(formula: list[Event]) -> tuple[Event, list[Event]]:
    """Return the chosen clause of equalities, and the rest of the formula in its new order."""
    best, rest = from_the_back([clause for clause in formula if clause[0] == "="])
    return best, [clause for clause in formula if clause[0] == "!="] + rest


def from_the_back(equalities: list[Event]) -> tuple[Event, list[Event]]:
    first, *tail = equalities
    if not tail:
        return first, []
    best, rest = from_the_back(tail)
    return (first, [best, *rest]) if len(first[2]) < len(best[2]) else (best, [first, *rest])


def events(puzzle: Puzzle) -> Iterator[Event]:
    """Return the solver's steps in the form that the recount records."""
    for step in solvers.trace(puzzle, "formula"):
        if step.kind in (Kind.GUESS, Kind.FIX, Kind.ELIMINATE):
            yield step.kind.name, step.cell, step.digit
        elif step.kind is Kind.LOOK:
            yield "LOOK", step.cell, puzzle.givens[step.cell]
        elif step.kind is Kind.BACKTRACK:
            yield "BACKTRACK", step.level, step.why
        else:
            yield (step.kind.name,)


@examples(60)
@given(puzzles(st.sampled_from([Geometry.boxes(2, 2), Geometry.boxes(2, 3), Geometry.boxes(3, 2)])))
def test_every_step_to_the_end_of_the_search_is_that_of_plain_recursion(puzzle: Puzzle) -> None:
    if puzzle.is_valid():
        assert list(events(puzzle)) == Recount(puzzle).run()


@pytest.mark.parametrize("name", ["fig1", "fig23", "bad21", "25empty", "cell-bare", "small-4", "minimal-8", "lab"])
def test_every_step_on_a_named_puzzle_is_that_of_plain_recursion(name: str) -> None:
    puzzle = named.find(name)
    if puzzle.is_valid():
        assert list(events(puzzle)) == Recount(puzzle).run()


@given(st.lists(st.integers(1, 4), min_size=1, max_size=12))
def test_the_clause_taken_is_the_last_of_the_shortest(lengths: list[int]) -> None:
    given_clauses = [(cell, tuple(range(1, length + 1))) for cell, length in enumerate(lengths)]
    best, others = shortest(given_clauses)
    assert best[0] == max(cell for cell, length in enumerate(lengths) if length == min(lengths))
    assert sorted([best, *others]) == given_clauses


def test_a_beaten_clause_takes_the_place_of_the_one_that_beats_it() -> None:
    """Check an order worked out by hand from the back: c beats d, which takes its place, and a beats c."""
    a, b, c, d = (0, (1,)), (1, (1, 2)), (2, (1, 2)), (3, (1, 2, 3))
    assert shortest([a, b, c, d]) == (a, [c, b, d])


@examples(40)
@given(puzzles())
def test_it_counts_the_solutions_there_are(puzzle: Puzzle) -> None:
    assert solvers.count_solutions(puzzle, 2, "formula") == counting.count(puzzle, 2)


def test_the_printed_puzzle_has_the_printed_solution() -> None:
    puzzle = Puzzle.parse(OCAML)
    (found,) = solvers.solutions(puzzle, "formula")
    assert str(found) == "853972641746813592912654837279546183135798426468231759624189375397465218581327964"


@pytest.mark.parametrize("name", ["bad21", "fig23", "25empty"])
def test_every_solution_is_found_each_once(name: str) -> None:
    entry = next(entry for entry in named.all() if entry.name == name)
    found = [str(grid) for grid in solvers.solutions(entry.puzzle, "formula")]
    assert len(found) == len(set(found)) == entry.count
    assert name != "25empty" or found == sorted(found)


def test_striking_stops_at_the_first_clause_that_is_emptied() -> None:
    """Check that 1,939 equalities are struck, as in the OCaml program on its own puzzle, and not 2,023."""
    puzzle = Puzzle.parse(OCAML)
    steps = list(takewhile(lambda step: step.kind is not Kind.SOLVED, solvers.trace(puzzle, "formula")))
    assert Counter(step.kind for step in steps)[Kind.ELIMINATE] == 1939
    for before, step in pairwise(steps):
        if step.kind is Kind.CONFLICT and step.why is Why.NO_CANDIDATE:
            assert (before.kind, before.cell) == (Kind.ELIMINATE, step.cell), "its last candidate has just been struck"


@pytest.mark.parametrize("name", ["small-4", "cell-bare"])
def test_a_digit_that_clashes_with_a_given_not_yet_asserted_is_a_conflict_between_the_two(name: str) -> None:
    """Check that a clause may be left with one digit before the given with the same digit has been asserted."""
    puzzle = named.find(name)
    *_, fixed, step = (step for step in solvers.trace(puzzle, "formula") if step.kind is not Kind.ELIMINATE)
    assert (step.kind, step.why) == (Kind.CONFLICT, Why.RULE)
    assert puzzle.givens[step.cell] == step.digit == fixed.digit
    assert fixed.kind is Kind.FIX and fixed.cell == step.detail
    assert {fixed.cell, step.cell} <= {*puzzle.geometry.units[step.unit].cells}


def test_the_printed_formula_is_the_one_that_is_searched() -> None:
    puzzle = Puzzle.parse(OCAML)
    lines = [line.strip() for line in "\n".join(formula_lines(puzzle)).split("*")]

    def name(cell: int) -> str:
        return f"v{cell // 9 + 1}{cell % 9 + 1}"

    expected = []
    for kind, one, two in clauses(puzzle):
        if kind == "!=":
            expected.append(f"{name(one)} != {name(two)}")
        else:
            expected.append(" + ".join(f"{name(one)} = {digit}" for digit in two))
    assert lines == expected
    assert len(lines) == 972 + 81
    assert lines[0] == "v91 != v92" and lines[971] == "v32 != v33"
    assert lines[972] == "v11 = 8"
    assert lines[973] == "v12 = 1 + v12 = 2 + v12 = 3 + v12 = 4 + v12 = 5 + v12 = 6 + v12 = 7 + v12 = 8 + v12 = 9"


def test_variables_of_large_grids_have_names_of_their_own() -> None:
    text = "\n".join(formula_lines(Puzzle.empty(Geometry.boxes(3, 4))))
    names = {word for word in text.split() if word.startswith("v")}
    assert len(names) == 144 and {"v1_1", "v1_12", "v11_2", "v12_12"} <= names
