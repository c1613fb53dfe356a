"""Tests that clause learning makes only valid deductions, learns only implied clauses, and jumps back correctly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice, takewhile

import pytest
import sat_models
from hypothesis import given
from slow import slow_but
from strategies import examples, puzzles, solvable

import solvers
from puzzles import Geometry, Puzzle
from puzzles.corpus import named
from solvers.algorithms import cdcl
from solvers.core import counting
from solvers.core.step import Clause, Kind, Step, Why
from solvers.sat import cnf

HARD = Puzzle.parse("7.8...3.....2.1...5.........4.....263...8.......1...9..9.6....4....7.5...........")
"""The puzzle of a well-known hard file (top1465) that takes the most conflicts here."""
_SEARCHED = ("blank", "minimal-9-1", "deep-1", "deep-3", "minimal-14", "uphill-2")
WITH_SEARCH = {"hard": HARD, **{name: named.find(name) for name in _SEARCHED}}
"""Puzzles that take guesses and conflicts."""

with_search = pytest.mark.parametrize("name", WITH_SEARCH)


class Replay:
    """A simple record of the steps, with the level of each literal that is true."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.geometry = puzzle.geometry
        self.true: dict[int, int] = {}
        self.depth = 0
        for cell, digit in enumerate(puzzle.givens):
            if digit:
                self.place(cell, digit)

    def literal(self, step: Step) -> int:
        variable = cnf.variable(self.geometry, step.cell, step.digit)
        return -variable if step.kind is Kind.ELIMINATE or not step.sign else variable

    def place(self, cell: int, digit: int) -> None:
        """Place a digit, which makes the cell's other digits false on the board too."""
        for other in self.geometry.digits:
            variable = cnf.variable(self.geometry, cell, other)
            if other == digit or -variable not in self.true:
                self.true[variable if other == digit else -variable] = self.depth

    def apply(self, step: Step) -> None:
        if step.kind is Kind.BACKTRACK:
            self.depth = max(step.level, 0)
            self.true = {literal: level for literal, level in self.true.items() if level <= self.depth}
        elif step.kind in (Kind.GUESS, Kind.FIX, Kind.ELIMINATE):
            self.depth += step.kind is Kind.GUESS
            literal = self.literal(step)
            if literal > 0:
                self.place(step.cell, step.digit)
            else:
                self.true[literal] = self.depth

    def false(self, literal: int) -> bool:
        return -literal in self.true

    def open(self, literal: int) -> bool:
        return literal not in self.true and -literal not in self.true

    def levels(self, clause: Clause) -> list[int]:
        """Return the levels of a false clause's literals in descending order."""
        return sorted((self.true[-literal] for literal in clause), reverse=True)


def replayed(puzzle: Puzzle, most: int = 4000) -> Iterator[tuple[Replay, Step, Step | None]]:
    """Yield each step with the state before it and the next step."""
    replay, steps = Replay(puzzle), list(islice(solvers.trace(puzzle, "cdcl"), most))
    for step, after in zip(steps, [*steps[1:], None], strict=True):
        yield replay, step, after
        replay.apply(step)


def check_reasons(puzzle: Puzzle) -> int:
    """Check that every reason is a known clause that was unit at the time, and return the number of reasons."""
    formula = {tuple(clause) for clause in cdcl.long_clauses(puzzle.geometry)}
    found = 0
    for replay, step, _ in replayed(puzzle):
        if step.kind is Kind.LEARN:
            formula.add(step.detail)
        elif step.kind is Kind.FORGET:
            formula.remove(step.detail)
        elif step.kind is Kind.CONFLICT and step.why is not Why.GIVENS_CLASH:
            assert step.detail in formula
            assert all(replay.false(literal) for literal in step.detail)
        elif step.kind in (Kind.FIX, Kind.ELIMINATE):
            literal = replay.literal(step)
            assert replay.open(literal)
            if step.why is Why.RULE:
                peers = puzzle.geometry.peers[step.cell]
                assert any(cnf.variable(puzzle.geometry, peer, step.digit) in replay.true for peer in peers)
            else:
                assert step.detail in formula and literal in step.detail
                assert all(replay.false(other) for other in step.detail if other != literal)
                found += 1
    return found


@examples(40)
@given(puzzles())
def test_every_reason_is_unit_when_it_is_used(puzzle: Puzzle) -> None:
    check_reasons(puzzle)


@with_search
def test_every_reason_is_unit_when_it_is_used_on_a_named_puzzle(name: str) -> None:
    assert check_reasons(WITH_SEARCH[name]) > 9


@with_search
def test_each_learnt_clause_jumps_to_the_second_highest_of_its_levels_and_asserts_its_first_literal(name: str) -> None:
    puzzle = WITH_SEARCH[name]
    learnt = 0
    for replay, step, after in replayed(puzzle):
        if step.kind is Kind.LEARN:
            learnt += 1
            highest, second, *_ = [*replay.levels(step.detail), 0]
            assert highest == replay.depth > second, "one literal of the conflict level: the first implication point"
            assert after is not None and (after.kind, after.level, after.why) == (Kind.BACKTRACK, second, step.why)
            expected = step.detail
        elif step.kind is Kind.BACKTRACK and step.why is not Why.RESTART:
            assert after is not None and after.kind in (Kind.FIX, Kind.ELIMINATE)
            assert after.detail == expected and replay.literal(after) == expected[0]
    assert learnt


@pytest.mark.parametrize("name", ["minimal-9-1", "deep-1", "deep-3", "hard"])
def test_what_is_learnt_before_the_first_solution_follows_from_the_formula(name: str) -> None:
    """Check with another solver that the formula and the clause's negation have no common model."""
    puzzle = WITH_SEARCH[name]
    formula = list(cnf.EXTENDED.clauses(puzzle))
    run = takewhile(lambda step: step.kind is not Kind.SOLVED, solvers.trace(puzzle, "cdcl"))
    clauses = [step.detail for step in run if step.kind is Kind.LEARN]
    assert clauses
    for clause in clauses[:6] + clauses[-4:]:
        assert sat_models.first(formula + [[-literal] for literal in clause]) is None


def test_what_is_learnt_between_solutions_forbids_those_found_and_no_other() -> None:
    puzzle = named.find("bad21")
    grids = [set(model(grid)) for grid in solvers.solutions(puzzle, "backtracking")]
    board, found = solvers.get("cdcl").board(puzzle), list[set[int]]()
    for step in solvers.trace(puzzle, "cdcl"):
        board.apply(step)
        if step.kind is Kind.SOLVED:
            found.append(set(model(board.solution())))
        elif step.kind is Kind.LEARN:
            allowed = [grid for grid in grids if any((lit > 0) == (abs(lit) in grid) for lit in step.detail)]
            assert found[-1] not in allowed or step.why is not Why.ENUMERATE
            assert all(grid in allowed for grid in grids if grid not in found)
    assert len(found) == len(grids) == 4


def model(grid: Puzzle) -> list[int]:
    return [cnf.variable(grid.geometry, cell, digit) for cell, digit in enumerate(grid.givens)]


@with_search
def test_nothing_is_guessed_while_a_clause_would_decide_it(name: str) -> None:
    """Check that at each guess, every clause is true or has two undecided literals."""
    puzzle = WITH_SEARCH[name]
    clauses = [tuple(clause) for clause in cdcl.long_clauses(puzzle.geometry)]
    guesses = 0
    for replay, step, _ in replayed(puzzle, 2500):
        if step.kind is Kind.LEARN:
            clauses.append(step.detail)
        elif step.kind is Kind.GUESS and guesses < 40:
            guesses += 1
            assert replay.open(replay.literal(step))
            for clause in clauses:
                held = any(literal in replay.true for literal in clause)
                assert held or sum(replay.open(literal) for literal in clause) > 1
    assert guesses


@pytest.mark.parametrize("shape", slow_but([(2, 2), (2, 3)], [(2, 2), (2, 3), (3, 3)], False))
def test_the_clauses_are_those_of_the_extended_encoding(shape: tuple[int, int]) -> None:
    puzzle = Puzzle.empty(Geometry.boxes(*shape))
    long = {frozenset(clause) for clause in cdcl.long_clauses(puzzle.geometry)}
    binary = set()
    for cell in puzzle.geometry.cells:
        for digit in puzzle.geometry.digits:
            search = cdcl.Search(puzzle)
            list(search.assign(cnf.variable(puzzle.geometry, cell, digit), (), solvers.Step(Kind.GUESS, cell, digit)))
            binary |= {frozenset(search.reason[abs(literal)]) for literal in search.trail[1:]}
    assert long | binary == {frozenset(clause) for clause in cnf.EXTENDED.clauses(puzzle)}


def test_restarts_follow_the_sequence_of_luby(monkeypatch: pytest.MonkeyPatch) -> None:
    def by_definition(i: int) -> int:
        """Return the i-th term of the Luby sequence, as its definition gives it."""
        k = i.bit_length()
        return 1 << (k - 1) if i == (1 << k) - 1 else by_definition(i - (1 << (k - 1)) + 1)

    assert [cdcl.luby(i) for i in range(300)] == [by_definition(i) for i in range(1, 301)]
    monkeypatch.setattr(cdcl, "RESTART_UNIT", 3)
    conflicts, intervals = 0, []
    for step in solvers.trace(HARD, "cdcl"):
        conflicts += step.kind is Kind.CONFLICT
        if step.why is Why.RESTART:
            assert (step.kind, step.level) == (Kind.BACKTRACK, 0)
            intervals.append(conflicts)
            conflicts = 0
    assert len(intervals) > 2
    assert all(got >= 3 * cdcl.luby(i) for i, got in enumerate(intervals))


@pytest.mark.parametrize("name", ["blank-4", "deep-1", "three", "bad21", "minimal-9-1"])
def test_forgetting_and_restarting_all_the_time_changes_no_answer(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    entry = next(entry for entry in named.all() if entry.name == name)
    monkeypatch.setattr(cdcl, "RESTART_UNIT", 1)
    monkeypatch.setattr(cdcl, "MOST_LEARNT", 3)
    held: Counter[Clause] = Counter()
    for step in solvers.trace(entry.puzzle, "cdcl"):
        if step.kind is Kind.LEARN and step.why is Why.LEARNT_CLAUSE:
            held[step.detail] += 1
        elif step.kind is Kind.FORGET:
            assert held[step.detail], "only what was learnt, and never what forbids a solution"
            held[step.detail] -= 1
    found = list(solvers.solutions(entry.puzzle, "cdcl"))
    assert len(found) == len(set(found)) == entry.count
    assert all(grid.is_solution_of(entry.puzzle) for grid in found)


def test_too_many_clauses_are_forgotten_at_a_restart_and_never_used_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cdcl, "RESTART_UNIT", 2)
    monkeypatch.setattr(cdcl, "MOST_LEARNT", 8)
    assert check_reasons(HARD) > 100
    held: list[Clause] = []
    batch: list[Clause] = []
    batches = 0
    for step in solvers.trace(HARD, "cdcl"):
        if step.kind is Kind.FORGET:
            held.remove(step.detail)
            batch.append(step.detail)
            continue
        if batch:
            assert max(map(len, held)) <= min(map(len, batch)), "the longer ones go"
            assert len(batch) - len(held) in (0, 1), "half of them"
            batches, batch = batches + 1, []
        if step.kind is Kind.LEARN and step.why is Why.LEARNT_CLAUSE and len(step.detail) > 1:
            held.append(step.detail)
    assert batches > 2


@examples(40)
@given(puzzles())
def test_it_counts_the_solutions_there_are(puzzle: Puzzle) -> None:
    assert solvers.count_solutions(puzzle, 3, "cdcl") == counting.count(puzzle, 3)


@examples(40)
@given(solvable())
def test_every_step_is_legal_and_changes_what_it_should(puzzle: Puzzle) -> None:
    board, found = solvers.get("cdcl").board(puzzle), 0
    for step in solvers.trace(puzzle, "cdcl"):
        assert board.objection(step) is None
        before = board.snapshot()
        board.apply(step)
        assert (board.snapshot() != before) == (step.kind < Kind.LOOK)
        found += step.kind is Kind.SOLVED
        if found == 3:
            break


@pytest.mark.parametrize("name", ["bad21", "fig23", "25empty", "blank-4"])
def test_every_solution_is_found_each_once(name: str) -> None:
    entry = next(entry for entry in named.all() if entry.name == name)
    found = list(solvers.solutions(entry.puzzle, "cdcl"))
    assert len(found) == len(set(found)) == entry.count


def test_a_negative_guess_is_made_where_the_saved_phase_says_so() -> None:
    signs = {step.sign for step in solvers.trace(HARD, "cdcl") if step.kind is Kind.GUESS}
    assert signs == {True, False}
