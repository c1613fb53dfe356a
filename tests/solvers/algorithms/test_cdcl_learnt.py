"""Tests of learnt clauses, assumptions, cores and manual decisions in clause learning, on grids of any size."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, takewhile

import pytest
import sat_models
from hypothesis import given
from hypothesis import strategies as st
from slow import slow_but
from strategies import examples, puzzles

import solvers
from puzzles import Geometry, Puzzle
from puzzles.corpus import named
from solvers import cdcl_core
from solvers.core import counting, literals, trace_text
from solvers.core.literals import LiteralError
from solvers.core.registry import OptionError
from solvers.core.step import Kind, Step, Why
from solvers.sat import cnf
from visualizer.cli.main import main

HARD = Puzzle.parse("7.8...3.....2.1...5.........4.....263...8.......1...9..9.6....4....7.5...........")
FIG1 = named.find("fig1")
CDCL = solvers.get("cdcl")


def run(puzzle: Puzzle, **settings: str) -> Iterator[Step]:
    """Return the steps before the first solution."""
    return takewhile(lambda step: step.kind is not Kind.SOLVED, solvers.trace(puzzle, "cdcl", **settings))


SMALL = (
    ".........2...4..",
    "......43........",
    ".......14..3....",
    "..5....1........2...4...6....4...1..",
    ".2...................3...6..4.......",
    "................5............1.6.3..",
)


def twelve() -> list[Puzzle]:
    """Return twelve puzzles of sizes 4, 6 and 9, all of which lead to conflicts."""
    names = "blank", "minimal-9-1", "deep-1", "deep-3", "uphill-2"
    return [*map(Puzzle.parse, SMALL), *map(named.find, names), HARD]


@pytest.mark.parametrize("puzzle", slow_but(twelve()[1::2], twelve()), ids=str)
def test_every_clause_learnt_is_implied_by_the_formula(puzzle: Puzzle) -> None:
    formula = list(cnf.EXTENDED.clauses(puzzle))
    learnt = [step.detail for step in run(puzzle) if step.kind is Kind.LEARN]
    assert learnt
    for clause in learnt[:300]:
        assert sat_models.first(formula + [[-literal] for literal in clause]) is None


# Texts of literals


def any_literal(puzzle: Puzzle) -> st.SearchStrategy[int]:
    most = len(puzzle.geometry.cells) * puzzle.geometry.symbols
    return st.integers(1, most).flatmap(lambda variable: st.sampled_from([variable, -variable]))


@pytest.mark.parametrize("side", [4, 9, 16, 36])
@examples(25)
@given(st.data())
def test_literals_and_timed_decisions_come_back_from_their_text(side: int, data: st.DataObject) -> None:
    puzzle = Puzzle.empty(Geometry.of_side(side))
    found = data.draw(st.lists(any_literal(puzzle), max_size=5))
    text = literals.write_all(found, puzzle)
    assert list(literals.parse_all(text, puzzle)) == found == list(literals.parse_all(text.replace("≠", "!="), puzzle))
    timed = sorted(((i * 7, literal) for i, literal in enumerate(found)), key=lambda one: one[0])
    assert list(literals.parse_timed(literals.write_timed(timed, puzzle), puzzle)) == timed


def test_a_literal_is_written_as_cells_are_named_and_digits_are_shown() -> None:
    large = Puzzle.empty(Geometry.of_side(16))
    assert literals.write(-(17 * 16 + 12), large) == "r2c2≠C"
    assert literals.parse("r16c1=G", large) == 15 * 16 * 16 + 16


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("r1c2", "is not a literal: write a cell, = or ≠"),
        ("r1c2==4", "is not a literal"),
        ("r1c10=4", "names a cell outside the 9x9 grid"),
        ("r0c1=4", "names a cell outside the 9x9 grid"),
        ("r1c1=A", "'A' is not a digit of this grid; its digits are 1 2 3"),
        ("r1c1=0", "is not a digit of this grid"),
        ("r1c2=4;r1c3=5", "is not a literal"),
    ],
)
def test_a_text_that_is_no_literal_is_refused_with_what_to_write(text: str, says: str) -> None:
    with pytest.raises(LiteralError, match=says.replace("?", r"\?")):
        literals.parse_all(text, FIG1)
    with pytest.raises(LiteralError, match=says):
        literals.check_timed(f"12:{text}", FIG1)
    if "is not a literal" in says:  # errors of form are reported even without a puzzle
        with pytest.raises(OptionError, match="the option assume of cdcl.*is not a literal"):
            CDCL.read_options([f"assume={text}"])


def test_options_are_checked_by_form_and_then_against_the_puzzle() -> None:
    with pytest.raises(OptionError, match="does not give a number of steps"):
        CDCL.checked({"decisions": "r1c2=4"})
    fine = CDCL.read_options(["assume=r1c1=4 r16c2!=A", "decisions=5:r1c1=2"])
    assert fine == {"assume": "r1c1=4 r16c2!=A", "decisions": "5:r1c1=2"}
    with pytest.raises(OptionError, match="outside the 9x9 grid"):
        CDCL.suit(fine, FIG1)


# Assumptions


@examples(15)
@given(puzzles(), st.data())
def test_what_is_found_under_assumptions_is_what_the_puzzle_with_them_has(puzzle: Puzzle, data: st.DataObject) -> None:
    assumed = data.draw(st.lists(any_literal(puzzle), min_size=1, max_size=4))
    text = literals.write_all(assumed, puzzle)
    every = {str(grid) for grid in islice(solvers.solutions(puzzle, "bitboard"), 60)}
    if len(every) == 60:
        return

    def holds(grid: Puzzle) -> bool:
        true = {cnf.variable(grid.geometry, cell, digit) for cell, digit in enumerate(grid.givens)}
        return all((abs(literal) in true) is (literal > 0) for literal in assumed)

    found = [str(grid) for grid in solvers.solutions(puzzle, "cdcl", assume=text)]
    expected = {str(grid) for grid in solvers.solutions(puzzle, "bitboard") if holds(grid)}
    assert sorted(found) == sorted(expected)
    core = cdcl_core(puzzle, assumed)
    assert (core is None) is bool(expected)
    if core is not None:
        assert set(core) <= set(assumed) and len(set(core)) == len(core)
        assert _refuted(puzzle, core)


def _refuted(puzzle: Puzzle, assumed: list[int]) -> bool:
    """Return whether another solver finds no solution that agrees with all the literals."""
    return sat_models.first([*cnf.EXTENDED.clauses(puzzle), *([literal] for literal in assumed)]) is None


def test_a_core_names_only_what_contradicts() -> None:
    blank = named.find("blank")
    assumed = list(literals.parse_all("r9c9=1 r1c1=4 r5c5≠2 r1c9=4 r2c2=7", blank))
    assert cdcl_core(blank, assumed) == list(literals.parse_all("r1c1=4 r1c9=4", blank))
    assert cdcl_core(blank, assumed[:3]) is None
    assert cdcl_core(blank, [5, -5]) == [5, -5]
    assert cdcl_core(named.find("misprint"), assumed) == [] == cdcl_core(named.find("unit-bare"), assumed)


def test_a_core_is_found_by_search_where_propagation_does_not_see_it() -> None:
    """Check a core of assumptions that each have a solution on their own."""
    solution = solvers.solve(HARD, "bitboard")
    assert solution is not None
    blanks = [cell for cell in HARD.geometry.cells if not HARD.givens[cell]]
    wrong = [cell * 9 + solution.givens[cell] % 9 + 1 for cell in blanks[::9]]
    cores = [cdcl_core(HARD, [literal]) for literal in wrong]
    assert cores == [[literal] for literal in wrong], "the puzzle has one solution, and these are not it"


def test_the_run_under_assumptions_supposes_them_first_and_ends_with_the_core() -> None:
    steps = list(solvers.trace(FIG1, "cdcl", assume="r1c1=3 r1c2=1"))
    assert all(step.why is Why.ASSUMED for step in steps if step.kind is Kind.GUESS)
    assert (steps[-1].kind, steps[-1].why) == (Kind.CONFLICT, Why.ASSUMED)
    assert steps[-1].detail == (-literals.parse("r1c2=1", FIG1),), "fig1 has a 5 there"


# Decisions by hand


@pytest.mark.parametrize("puzzle", [HARD, named.find("deep-3"), named.find("blank-4")], ids=["hard", "deep", "small"])
def test_a_run_with_one_more_decision_is_the_same_run_up_to_it(puzzle: Puzzle) -> None:
    steps = list(islice(solvers.trace(puzzle, "cdcl"), 3000))
    board, tested = CDCL.board(puzzle), 0
    for at, step in enumerate(steps):
        if step.kind is Kind.GUESS and tested < 12:
            cell = next(cell for cell in reversed(puzzle.geometry.cells) if len(board.open_candidates(cell)) > 1)
            digit = board.open_candidates(cell)[-1]
            sign = "=≠"[tested % 2]
            text = f"{at}:{puzzle.geometry.name(cell)}{sign}{puzzle.symbol(digit)}"
            forked = list(islice(solvers.trace(puzzle, "cdcl", decisions=text), at + 1))
            assert forked[:at] == steps[:at]
            made = forked[at]
            assert (made.kind, made.cell, made.digit, made.sign) == (Kind.GUESS, cell, digit, sign == "=")
            assert made.why is Why.BY_HAND
            tested += 1
        board.apply(step)
    assert tested > 1


def test_a_decision_by_hand_is_made_once_at_the_first_guess_after_its_time() -> None:
    text = "0:r1c1=6 60:r9c9≠1 61:r9c9≠1"
    steps = list(islice(solvers.trace(named.find("blank"), "cdcl", decisions=text), 4000))
    guesses = [(at, step) for at, step in enumerate(steps) if step.kind is Kind.GUESS]
    by_hand = [(at, step) for at, step in guesses if step.why is Why.BY_HAND]
    (first, six), (second, not_one) = by_hand
    assert (first, six.cell, six.digit) == (guesses[0][0], 0, 6)
    assert (not_one.cell, not_one.digit, not_one.sign) == (80, 1, False)
    assert [at for at, _ in guesses if at >= 60][0] == second
    told = [step for step in steps if step.kind is Kind.LOOK and step.why is Why.BY_HAND]
    assert [(step.cell, step.digit, step.sign) for step in told] == [(80, 1, False)], "it holds already: passed over"


@examples(15)
@given(puzzles(), st.data())
def test_decisions_by_hand_change_no_answer(puzzle: Puzzle, data: st.DataObject) -> None:
    timed = [(data.draw(st.integers(0, 900)), data.draw(any_literal(puzzle))) for _ in range(3)]
    text = literals.write_timed(timed, puzzle)
    found = list(islice(solvers.solutions(puzzle, "cdcl", decisions=text), 4))
    assert len(found) == counting.count(puzzle, 4) == len(set(found))
    board = CDCL.board(puzzle)
    for step in islice(solvers.trace(puzzle, "cdcl", decisions=text), 3000):
        assert board.objection(step) is None
        board.apply(step)


def test_with_nothing_set_nothing_is_different() -> None:
    plain = list(islice(solvers.trace(HARD, "cdcl"), 2000))
    assert plain == list(islice(solvers.trace(HARD, "cdcl", assume="", decisions=""), 2000))
    late = list(islice(solvers.trace(HARD, "cdcl", decisions="5000:r1c2=4"), 2000))
    assert plain == late


def test_the_command_says_what_is_wrong_and_what_there_is_none_of(capsys: pytest.CaptureFixture[str]) -> None:
    def solve(*options: str) -> tuple[int, str, str]:
        code = main(["solve", "fig1", "--solver", "cdcl", *(part for one in options for part in ("--option", one))])
        return (code, *capsys.readouterr())

    code, out, err = solve("assume=r1c1=4")
    assert (code, out, err) == (1, "(no solution with these options)\n", "")
    code, out, err = solve("assume=r1c1=3")
    assert code == 0 and out.startswith("358479621") and not err
    code, out, err = solve("assume=r1c12=3")
    assert code == 2 and not out and "outside the 9x9 grid" in err
    code, out, err = solve("decisions=r1c1=3")
    assert code == 2 and "as in 812:r1c2=4" in err


def test_a_trace_with_assumptions_and_decisions_comes_back_from_its_text() -> None:
    blank = named.find("blank")
    steps = list(islice(solvers.trace(blank, "cdcl", decisions="0:r1c1=6 60:r9c9≠1 61:r9c9≠1"), 300))
    assert any(step.kind is Kind.LOOK and not step.sign for step in steps)
    steps += list(solvers.trace(FIG1, "cdcl", assume="r1c1=4"))[-1:]
    header = trace_text.Header(blank, "cdcl", {"decisions": "0:r1c1=6 60:r9c9≠1"})
    again, found = trace_text.parse(list(trace_text.write(header, steps)))
    assert again == header and list(found) == steps
