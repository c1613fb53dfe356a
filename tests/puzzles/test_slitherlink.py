"""Tests that Slitherlinks are read, written, solved and checked, and that the rule of the loop is true."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random

import pytest
import sat_models
from hypothesis import given
from hypothesis import strategies as st
from loops import is_answer, numbers_of, small
from shapes import models_of

import solvers
from puzzles.formats import puzz_link
from puzzles.formats.link import LINK
from puzzles.geometry import Geometry
from puzzles.kinds.slitherlink import Squares
from puzzles.puzzle import Puzzle
from puzzles.rules.lines import LINE, NONE
from puzzles.rules.loop import Loop
from puzzles.writing import grid, record
from solvers.algorithms import person
from solvers.core import literals
from solvers.core.counting import count
from solvers.core.pseudocode import lines_for, lit_by
from solvers.core.step import Clause, Kind, Why
from solvers.generate.generator import Recipe, candidate
from solvers.sat.backends import MINISAT, lacking
from solvers.sat.dimacs_syntax import DimacsClauses
from visualizer.cli.main import main
from visualizer.narration.captions import caption
from visualizer.panes.code.listing import declared
from visualizer.session import run_spec
from visualizer.text.spans import plain

SMALL = """# puzzle slitherlink
# row .12
# row 33.
# row d0c
"""
SIZES = [(1, 1), (1, 3), (2, 2)]


@cache
def assignments(edges: int) -> list[tuple[int, ...]]:
    return [*itertools.product((LINE, NONE), repeat=edges)]


def pieces(ends: Sequence[tuple[tuple[int, int], tuple[int, int]]], lines: set[int]) -> list[set[int]]:
    """Return the connected pieces of some lines."""
    left, found = {*lines}, []
    while left:
        piece, new = set[int](), {min(left)}
        while new:
            piece |= new
            dots = {dot for line in piece for dot in ends[line]}
            new = {line for line in left - piece if dots & {*ends[line]}}
        left -= piece
        found.append(piece)
    return found


def has_loop(ends: Sequence[tuple[tuple[int, int], tuple[int, int]]], piece: set[int]) -> bool:
    return len(piece) >= len({dot for line in piece for dot in ends[line]})


def is_kept(loop: Loop, digits: Sequence[int]) -> bool:
    """Return whether digits keep the rule: there is a line, and a loop has no line beside it and meets each number."""
    lines = {edge for edge, digit in enumerate(digits) if digit == LINE}
    looped = [piece for piece in pieces(loop.ends, lines) if has_loop(loop.ends, piece)]
    if not looped:
        return bool(lines)
    at_dots = Counter(dot for line in lines for dot in loop.ends[line])
    met = all(sum(edge in lines for edge in around) == number for number, around in loop.around)
    return looped == [lines] and {*at_dots.values()} == {2} and met


def loop_of(shape: Geometry) -> Loop:
    rule = shape.rules[-1]
    assert isinstance(rule, Loop)
    return rule


@given(st.sampled_from(SIZES), st.integers(0, 10**6), st.data())
def test_what_the_loop_rules_out_no_assignment_needs(size: tuple[int, int], seed: int, data: st.DataObject) -> None:
    loop = loop_of(small(*size, Random(seed)))
    every = 1 << LINE | 1 << NONE
    masks = [data.draw(st.sampled_from((every, 1 << LINE, 1 << NONE))) for _ in loop.cells]
    allowed = (one for one in assignments(len(masks)) if all(map(int.__and__, masks, (1 << digit for digit in one))))
    ways = [one for one in allowed if is_kept(loop, one)]
    left = loop.filter(masks)
    used = [sum({1 << digit for digit in column}) for column in zip(*ways, strict=True)] or [0] * len(masks)
    assert all(its & ~mask == 0 for its, mask in zip(used, left, strict=True))
    assert loop.can_be_kept(masks) is any(left) and (any(left) or not ways)
    for at, mask in enumerate(masks):
        for digit in (LINE, NONE):
            if any(left) and mask >> digit & 1 and not left[at] >> digit & 1:
                because = loop.reason(masks, every, at, digit)
                assert at not in because and every not in {masks[edge] for edge in because}
                assert not any(is_kept(loop, one) for one in assignments(len(masks)) if one[at] == digit
                               and all(masks[edge] >> one[edge] & 1 for edge in because))  # fmt: skip
    if not any(left):
        because = loop.reason(masks, every)
        assert not any(is_kept(loop, one) for one in assignments(len(masks))
                       if all(masks[edge] >> one[edge] & 1 for edge in because))  # fmt: skip


@given(st.sampled_from(SIZES), st.integers(0, 10**6))
def test_full_edges_keep_the_loop_or_are_cut_by_what_no_answer_has(size: tuple[int, int], seed: int) -> None:
    shape = small(*size, Random(seed))
    loop = loop_of(shape)
    at_dots = [rule for rule in shape.rules if rule.name == "joint"]
    kept = [one for one in assignments(len(loop.cells)) if is_kept(loop, one)]
    for one in assignments(len(loop.cells)):
        masks = [1 << digit for digit in one]
        assert loop.can_be_kept(masks) is is_kept(loop, one)
        if all(rule.can_be_kept([masks[cell] for cell in rule.cells]) for rule in at_dots):
            cuts = [*loop.cuts(one)]
            assert bool(cuts) is not is_kept(loop, one)
            for cut in cuts:
                assert all(any(other[edge] != one[edge] for edge in cut) for other in kept)


@given(st.sampled_from(SIZES), st.integers(0, 10**6), st.sampled_from(("extended", "minimal", "compact", "simplified")))
def test_every_search_and_encoding_finds_what_trying_all_finds(size: tuple[int, int], seed: int, encoding: str) -> None:
    shape = small(*size, Random(seed))
    puzzle = Puzzle.empty(shape)
    answers = [one for one in assignments(len(shape.cells)) if is_answer(puzzle.with_values(one))]
    assert sorted(models_of(puzzle, encoding)) == answers
    assert count(puzzle, 1000) == len(answers)
    for name in ("backtracking", "mrv", "cdcl"):
        assert sorted(one.givens for one in solvers.solutions(puzzle, name)) == answers


def test_a_board_is_read_and_written_as_it_is() -> None:
    puzzle = Puzzle.parse(SMALL.replace("d", "2").replace("c", "."))
    assert puzzle.geometry.text == "row .12; row 33.; row 20."
    assert numbers_of(puzzle) == {(0, 1): 1, (0, 2): 2, (1, 0): 3, (1, 1): 3, (2, 0): 2, (2, 1): 0}
    given = puzzle.update(2, LINE).update(5, NONE)
    for one in (puzzle, given):
        assert Puzzle.parse(grid(one)) == one and Geometry.of_spec(one.geometry.spec) == one.geometry
        assert Puzzle.parse(record(one).replace("[", "# shape ").replace("] ", "\n")) == one
    assert "# row 33." in grid(puzzle).splitlines()


def test_edges_dots_and_numbers_are_named_after_squares() -> None:
    shape = Geometry.of_spec("slitherlink row 1.; row .2")
    assert shape.names == (
        "r1c1-top", "r1c2-top", "r1c1-left", "r1c2-left", "r1c2-right", "r2c1-top", "r2c2-top", "r2c1-left",
        "r2c2-left", "r2c2-right", "r2c1-bottom", "r2c2-bottom",
    )  # fmt: skip
    assert [shape.called(number) for number in range(len(shape.rules))] == [
        "the 1 at r1c1", "the 2 at r2c2", "the dot at the top left of r1c1", "the dot at the top left of r1c2",
        "the dot at the top right of r1c2", "the dot at the top left of r2c1", "the dot at the top left of r2c2",
        "the dot at the top right of r2c2", "the dot at the bottom left of r2c1", "the dot at the bottom left of r2c2",
        "the dot at the bottom right of r2c2", "the loop",
    ]  # fmt: skip


REFUSED = {
    "row .4": "'4' is not a number of lines; write 0 to 3, or . for none",
    "row ..; row .": "row 2 has 1 square and row 1 has 2",
    "32x5": "32x5 squares; this program supports 1 to 31",
    "0x5": "0x0 squares",
    "row .4x": "write 0 to 3",
}


def test_what_is_no_board_is_refused_with_the_reason() -> None:
    found = {}
    for text in REFUSED:
        with pytest.raises(ValueError) as error:
            Geometry.of_spec(f"slitherlink {text}")
        found[text] = str(error.value)
    assert {text: said for text, said in found.items() if REFUSED[text] not in said} == {}
    with pytest.raises(ValueError, match="a loop needs all edges of a board"):
        Geometry.of_spec("2 | 1x2 |  | loop(1,1) 0,1")


def test_the_largest_board_can_be_made() -> None:
    assert len(Geometry.of_spec("slitherlink 31x31").cells) == 2 * 31 * 32
    assert Squares.read("30x30").extent == (30, 30)


# Cuts ---------------------------------------------------------------------------------------------------------------

PARTS = "slitherlink row 3...3; row .....; row 3...3"
"""Four corners that a SAT solver meets with small loops, if it does not know that all lines make one."""


def test_a_sat_solvers_wrong_answers_are_shown_and_told_and_never_come_again() -> None:
    puzzle = Puzzle.empty(Geometry.of_spec(PARTS))
    sat = solvers.get("sat")
    board, before, lines = sat.board(puzzle), sat.board(puzzle), declared(sat)
    learnt, told, answers = list[Clause](), set[str](), 0
    for step in islice(solvers.trace(puzzle, "sat"), 4000):
        assert board.objection(step) is None
        if step.kind is Kind.SOLVED:
            answers += 1
            assert is_answer(board.solution())
        if step.kind is Kind.CONFLICT:
            assert board.geometry.called(step.unit) == "the loop" and not is_answer(board.solution())
            assert not any(all(board.values[cell_of(literal)] == LINE for literal in clause) for clause in learnt)
        if step.kind is Kind.LEARN:
            assert all(board.values[cell_of(literal)] == LINE for literal in step.detail)
            learnt.append(step.detail)
        assert step.kind is Kind.PENDING or len(lit_by(lines_for(lines, {}, puzzle.geometry), step)) == 1
        if step.why is Why.CONSTRAINT or step.why is Why.MODEL and step.kind is Kind.BACKTRACK:
            told.add(plain(caption(step, before, board)))
        board.apply(step)
        before.apply(step)
    assert answers > 2 and len({*learnt}) == len(learnt) > 3
    alone = "a loop of 4 lines alone leaves the 3 at r1c1 unmet"
    assert f"Dead end: all lines make one closed loop; {alone}." in told
    assert any(one.startswith(f"Learnt, because {alone}: ") for one in told)
    assert "The SAT solver is asked again, with what was learnt: everything since the givens is undone." in told


def cell_of(literal: int) -> int:
    return (abs(literal) - 1) // 2


def test_a_loop_that_meets_each_number_is_forbidden_only_beside_another_line() -> None:
    shape = Geometry.of_spec("slitherlink 2x3")
    loop = loop_of(shape)
    around = [shape.cell_of[place] for place in ((0, 1), (1, 0), (1, 2), (2, 1))]
    other = [shape.cell_of[place] for place in ((0, 5), (1, 4), (1, 6), (2, 5))]
    alone = [LINE if cell in around else NONE for cell in shape.cells]
    both = [LINE if cell in around + other else NONE for cell in shape.cells]
    assert [*loop.cuts(alone)] == [] and is_answer(Puzzle.empty(shape).with_values(alone))
    assert [*loop.cuts(both)] == [[*around, other[0]], [*other, around[0]]]
    assert loop.told(Puzzle.empty(shape), [*around, other[0]]) == "a loop of 4 lines does not go through r1c3-top"


def test_a_board_whose_given_lines_break_the_loop_has_no_answer() -> None:
    shape = Geometry.of_spec("slitherlink row ...3")
    four = [shape.cell_of[place] for place in ((0, 1), (1, 0), (1, 2), (2, 1))]
    puzzle = Puzzle.empty(shape).with_values([LINE if cell in four else 0 for cell in shape.cells])
    assert not puzzle.is_valid() and count(puzzle) == 0
    for encoding in ("extended", "minimal", "compact", "simplified"):
        assert models_of(puzzle, encoding) == []


# Making -------------------------------------------------------------------------------------------------------------

needs_sat = pytest.mark.skipif(bool(lacking(MINISAT)), reason="needs python-sat, which looks for other loops")


def made(index: int, size: str, minimal: bool = False) -> Puzzle:
    return candidate("slitherlink", index, Recipe(Geometry.of_spec(f"slitherlink {size}"), minimal=minimal))


@needs_sat
def test_its_numbers_leave_one_loop_and_stand_opposite_each_other() -> None:
    for index, size in enumerate(("1x1", "1x4", "2x2", "3x2", "5x8", "7x7")):
        puzzle, numbers = made(index, size), numbers_of(made(index, size))
        rows, columns = Squares.read(puzzle.geometry.text).extent
        assert puzzle.geometry.dimensions == f"{rows}x{columns}" == size and not puzzle.clues
        assert all((rows - 1 - row, columns - 1 - column) in numbers for row, column in numbers) or size in ("1x1",)
        answers = [*islice(solvers.solutions(puzzle, "sat"), 2)]
        assert [is_answer(one) for one in answers] == [True], size
        assert len(numbers) >= rows * columns * 0.4 or size == "1x1"
        assert made(index, size) == puzzle != made(index + 1, size) or rows * columns < 9


@needs_sat
def test_a_hard_one_can_spare_no_number() -> None:
    for index in range(3):
        puzzle = made(index, "6x6", minimal=True)
        assert count(puzzle) == 1
        text = puzzle.geometry.text
        for at in (at for at, sign in enumerate(text) if sign.isdigit()):
            assert count(Puzzle.empty(Geometry.of_spec(f"slitherlink {text[:at]}.{text[at + 1 :]}"))) == 2


# Addresses of puzz.link ---------------------------------------------------------------------------------------------


@given(st.integers(0, 10**6), st.integers(1, 8), st.integers(1, 8))
def test_an_address_holds_all_of_it(seed: int, rows: int, columns: int) -> None:
    puzzle = Puzzle.empty(small(rows, columns, Random(seed)))
    address = puzz_link.address(puzzle)
    assert puzz_link.puzzle(address.partition("?")[2]) == puzzle and not LINK.refusal(puzzle)
    assert "givens" in LINK.refusal(puzzle.update(0, LINE)), "which would be lost"


def test_an_address_of_pzpr_is_the_board_it_draws() -> None:
    """Its own example, which it also gives as rows of squares."""
    found = puzz_link.puzzle("slither/5/5/cbcbcddad")
    assert found.geometry.text == "row 2..1.; row .2..1; row ..2..; row 3..3.; row .0..3"
    assert puzz_link.address(found) == "https://puzz.link/p?slither/5/5/cbcbcddad"
    assert found == puzz_link.puzzle("slitherlink/5/5/cbcbcddad") == puzz_link.puzzle("slither/5/5/cbcbcd3.gad")


@pytest.mark.parametrize("text", ["slither/5/5/cbcbcdd", "slither/5/5/cbcbcddad1", "slither/5/5/cbcbcddaf",
                                  "slither/5/5/4bcbcddad", "slither/0/0/g", "slither/500/5/z"])  # fmt: skip
def test_an_address_that_is_damaged_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="it is cut off or damaged|'4' is not a number"):
        puzz_link.puzzle(text)


# Files and words of other parts -------------------------------------------------------------------------------------


def test_literals_and_moves_name_edges() -> None:
    puzzle = Puzzle.parse(SMALL.replace("d", "2").replace("c", "."))
    for literal in range(1, 2 * len(puzzle.geometry.cells) + 1):
        for one in (literal, -literal):
            assert literals.parse(literals.write(one, puzzle), puzzle) == one
    with pytest.raises(literals.LiteralError, match="names a cell outside the shape of 24 cells"):
        literals.parse("r4c1-top=L", puzzle)
    (step,) = person.read("r1c1-top=L", puzzle)
    assert (step.kind, step.cell, step.digit) == (Kind.PLACE, 0, LINE)
    blank = Puzzle.empty(Geometry.of_spec("slitherlink 2x2"))
    steps = [*solvers.trace(blank, "cdcl", assume="r1c1-top=X r2c2-left≠L", decisions="4:r2c2-right=L")]
    assert {Why.ASSUMED, Why.BY_HAND} <= {step.why for step in steps if step.kind is Kind.GUESS}
    assert run_spec.entry("cdcl:decisions=9:r3c3-right=L").options == (("decisions", "9:r3c3-right=L"),)


@pytest.mark.parametrize("encoding", ["extended", "minimal", "compact", "simplified"])
def test_a_formula_in_a_file_says_the_loop_and_its_answers_are_read(
    encoding: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    puzzle = Puzzle.empty(Geometry.of_spec("slitherlink row 3..; row ...; row 2..")).update(0, LINE)
    answers = {one.givens for one in solvers.solutions(puzzle, "mrv")}
    source, path, answer = (tmp_path / name for name in ("p.txt", "p.cnf", "answer.txt"))
    source.write_text(grid(puzzle))
    assert main(["cnf", str(source), "--encoding", encoding, "-o", str(path)]) == 0
    with path.open("rb") as stream:
        clauses = [*DimacsClauses(stream)]
    found = set[tuple[int, ...]]()
    for model in sat_models.each(clauses):
        answer.write_text(f"s SATISFIABLE\nv {' '.join(map(str, model))} 0\n")
        assert main(["decode", str(answer), "--cnf", str(path)]) == 0
        one = Puzzle.parse(capsys.readouterr().out)
        assert is_answer(one) and one.is_solution_of(puzzle)
        found.add(one.givens)
    assert found == answers and len(answers) > 1
