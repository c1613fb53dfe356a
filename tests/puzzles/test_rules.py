"""Tests that all that follows from a rule is what trying every assignment finds."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.geometry import Geometry, Unit
from puzzles.puzzle import Puzzle
from puzzles.rules.rule import MOST_MOVES, Rule, rule_named
from solvers.core.registry import get, names
from solvers.run import trace
from solvers.sat import backends
from solvers.sat.interface import ClauseSet


class Table(Rule):
    """A rule whose automaton is a table: ``args`` are its symbols and accepted states, then the state after each."""

    name = "table"

    def step(self, state: int, digit: int) -> int | None:
        to = self.args[1 + state * self.args[0] + digit]
        return to if to >= 0 else None

    def accepts(self, state: int) -> bool:
        return bool(self.args[1] >> state & 1)

    def says(self, puzzle: Puzzle) -> str:
        return "the table allows the digits"


@st.composite
def rules(draw: st.DrawFn) -> tuple[Rule, int]:
    """Return any small rule and its number of symbols."""
    symbols, cells, states = draw(st.integers(1, 4)), draw(st.integers(1, 4)), draw(st.integers(1, 4))
    to = st.lists(st.integers(-1, states - 1), min_size=states * symbols, max_size=states * symbols)
    return Table(tuple(range(cells)), (symbols, draw(st.integers(0, (1 << states) - 1)), *draw(to))), symbols


def kept(rule: Rule, masks: Sequence[int], symbols: int) -> list[tuple[int, ...]]:
    """Return every way to fill the cells, by trying all."""
    found = []
    for digits in itertools.product(range(1, symbols + 1), repeat=len(masks)):
        state: object = rule.start
        for digit, mask in zip(digits, masks, strict=True):
            state = rule.step(state, digit) if state is not None and mask >> digit & 1 else None
        if state is not None and rule.accepts(state):
            found.append(digits)
    return found


@given(rules(), st.data())
def test_what_follows_from_a_rule_is_what_every_assignment_says(made: tuple[Rule, int], data: st.DataObject) -> None:
    rule, symbols = made
    every = (2 << symbols) - 2
    masks = [data.draw(st.integers(1, (1 << symbols) - 1)) << 1 for _ in rule.cells]
    ways = kept(rule, masks, symbols)
    assert rule.ways(masks) == len(ways)
    used = [sum({1 << digit for digit in column}) for column in zip(*ways, strict=True)] or [0] * len(masks)
    assert [*rule.filter(masks)] == used
    assert bool(rule.moves(masks)) is rule.can_be_kept(masks) is bool(ways)
    for at, digit in itertools.product(range(len(masks)), range(1, symbols + 1)):
        if masks[at] >> digit & 1 and not used[at] >> digit & 1:
            because = rule.reason(masks, every, at, digit)
            without = [1 << digit if cell == at else mask if cell in because else every
                       for cell, mask in enumerate(masks)]  # fmt: skip
            assert at not in because and not kept(rule, without, symbols)
            for spared in because:
                assert kept(rule, [every if cell == spared else mask for cell, mask in enumerate(without)], symbols)


@given(rules(), st.data())
def test_the_models_of_its_clauses_are_the_ways_to_keep_a_rule(made: tuple[Rule, int], data: st.DataObject) -> None:
    rule, symbols = made
    masks = [data.draw(st.integers(1, (1 << symbols) - 1)) << 1 for _ in rule.cells]
    top = len(masks) * symbols
    fresh = itertools.count(top + 1)
    settled = data.draw(st.booleans())  # a cell with one digit may have no variable

    def literal(at: int, digit: int) -> int | None:
        return None if settled and masks[at].bit_count() == 1 else at * symbols + digit

    clauses = list(rule.clauses(masks, literal, lambda: next(fresh)))
    for at, mask in enumerate(masks):  # each cell holds exactly one of its digits
        digits = [digit for digit in range(1, symbols + 1) if mask >> digit & 1]
        clauses.append([at * symbols + digit for digit in digits])
        clauses += [[-(at * symbols + a), -(at * symbols + b)] for a, b in itertools.combinations(digits, 2)]
        clauses += [[-(at * symbols + digit)] for digit in range(1, symbols + 1) if digit not in digits]
    assert all(clauses), "no clause is empty, which some solvers refuse"
    formula = ClauseSet(clauses, next(fresh) - 1)
    models = [its.model for its in backends.answers(backends.settled("auto"), formula) if its.model is not None]
    found = [tuple((v - 1) % symbols + 1 for v in model if 0 < v <= top) for model in models]
    assert sorted(found) == kept(rule, masks, symbols), "and each way is one model"


def test_a_rule_that_nothing_can_keep_or_nobody_knows_is_refused() -> None:
    places = ((0, 0), (0, 1))
    with pytest.raises(ValueError, match="the table at r1c1 cannot be kept with 2 symbols"):
        Geometry(2, places, (), (Table((0, 1), (2, 0, 0, 0)),))
    with pytest.raises(ValueError, match="needs cells of this shape"):
        Geometry(2, places, (), (Table((0, 7), (2, 1, 0, 0)),))
    with pytest.raises(ValueError, match="no rule is called 'frobnicate'; the rules are: "):
        Geometry.of_spec("2 | 1x2 |  | frobnicate(1) 0,1")
    with pytest.raises(ValueError, match="no rule is called"):
        rule_named("frobnicate")


def test_a_solver_that_does_not_know_rules_says_so_and_givens_that_break_one_are_named() -> None:
    # Two cells that hold one 1 in all: the table counts the ones, up to one.
    units = (Unit("row", 1, (0, 1), complete=False),)
    one = Geometry(2, ((0, 0), (0, 1)), units, (Table((0, 1), (2, 2, 1, 0, -1, 1)),))
    ignorant = next(name for name in names() if not get(name).rules)
    with pytest.raises(ValueError, match="cannot apply the rule 'table'"):
        trace(Puzzle.empty(one), ignorant)
    free = Geometry(2, ((0, 0), (0, 1)), (), one.rules)
    (problem,) = Puzzle((1, 1), free).problems()
    assert problem.message == "the givens leave no way to keep the rule that the table allows the digits"
    assert problem.cells == (0, 1) and not Puzzle((1, 1), free).is_valid() and not Puzzle((1, 1), free).clashes()
    (step,) = trace(Puzzle((1, 1), free), "backtracking")
    assert (step.kind.name, step.why.name, step.unit) == ("CONFLICT", "CONSTRAINT", 0)
    assert Puzzle((1, 2), free).is_solved() and not Puzzle((2, 2), free).is_solved()


class Everything(Rule):
    """A rule whose automaton remembers all digits, so that it has as many states as there are ways."""

    name = "everything"
    start = ()
    steps = 0

    def step(self, state: object, digit: int) -> tuple[int, ...]:
        assert isinstance(state, tuple)
        Everything.steps += 1
        return (*state, digit)


def test_an_automaton_with_too_many_moves_is_refused_before_they_are_all_made() -> None:
    with pytest.raises(ValueError, match="everything of .* cells: too many states to be watched"):
        Everything(tuple(range(36))).moves(36 * [(2 << 36) - 2])
    assert Everything.steps == MOST_MOVES + 1
    cells = next(n for n in range(1, 36) if sum(2**at for at in range(1, n + 2)) > MOST_MOVES)
    moves = Everything(tuple(range(cells))).moves(cells * [0b110])
    assert sum(map(len, moves)) == 2 ** (cells + 1) - 2 <= MOST_MOVES, "as many as there may be"
