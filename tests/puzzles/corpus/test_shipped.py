"""Tests that the shipped puzzles cover every level, come from the stated seed, and are described correctly."""

from collections import Counter
from importlib import resources
from itertools import islice
from random import Random

import pytest
from slow import few_of, slow_but

import solvers
from puzzles import Corpus, Geometry, Puzzle
from puzzles.corpus.record import LEVELS, parse
from puzzles.writing import record
from solvers.checks.verify import verify
from solvers.core.counting import count
from solvers.generate.generator import Recipe, candidate, normal_form
from solvers.grading.rating import grade
from solvers.sat.backends import MINISAT, answers
from solvers.sat.cnf import EXTENDED
from solvers.sat.interface import ClauseSet

LEAST = {"easy": 10_000, "medium": 10_000, "hard": 10_000, "fiendish": 10_000, "extreme": 2_000}
SEED = "2020"
GRADED = {"comparison": LEVELS[1:], "jigsaw": LEVELS, "killer": LEVELS, "samurai": LEVELS, "x": LEVELS}
"""The levels that the graded collections of other kinds hold."""
KINDS = (*GRADED, "kakuro", "slitherlink")
OTHERS = {4: 400, 6: 900, 12: 200, 16: 100, 25: 12}
"""The sides of the other sizes, and the least number of puzzles of each."""


def lines(name: str) -> list[str]:
    text = resources.files("puzzles").joinpath(name).read_text(encoding="ascii")
    return [line for line in text.splitlines() if not line.startswith("#")]


@pytest.fixture(scope="module")
def shipped() -> list[list[str]]:
    return [line.split() for line in lines("sudoku.txt")]


def test_there_are_a_hundred_thousand_and_enough_of_every_level(shipped: list[list[str]]) -> None:
    assert len(shipped) >= 100_000
    levels = Counter(line[1] for line in shipped)
    assert set(levels) == set(LEVELS) and all(levels[level] >= least for level, least in LEAST.items())
    assert {81 - line[0].count(".") for line in shipped} >= set(range(21, 41))


def test_every_line_is_a_puzzle_its_level_its_score_and_its_number(shipped: list[list[str]]) -> None:
    wrong = [
        line
        for line in shipped
        if len(line) != 4 or len(line[0]) != 81 or set(line[0]) - set(".123456789") or not (line[2] + line[3]).isdigit()
    ]
    assert wrong == []
    numbers = [int(line[3]) for line in shipped]
    assert numbers == sorted(set(numbers))


@pytest.mark.slow
def test_no_two_differ_in_the_names_of_digits_only(shipped: list[list[str]]) -> None:
    forms = {normal_form([0 if symbol == "." else int(symbol) for symbol in line[0]]) for line in shipped}
    assert len(forms) == len(shipped)


def test_a_sample_is_what_the_seed_makes_has_one_solution_and_is_as_hard_as_it_says(shipped: list[list[str]]) -> None:
    for text, level, score, number in [*shipped[:5], *Random(4).sample(shipped, 60)]:
        puzzle = candidate(SEED, int(number), Recipe())
        assert str(puzzle) == text and count(puzzle) == 1
        assert str(grade(puzzle)) == f"{level} {score}"


def test_a_level_is_drawn_from_it_at_once() -> None:
    with Corpus(str(resources.files("puzzles").joinpath("sudoku.txt")), seed=3) as corpus:
        for level in LEVELS:
            found = grade(corpus.draw(level))
            assert found is not None and found.level == level


@pytest.mark.parametrize("side", OTHERS)
def test_other_sizes_come_along_too(side: int) -> None:
    some = lines(f"{side}x{side}.txt")
    assert len(some) >= OTHERS[side] and len({line.split()[0] for line in some}) == len(some)
    assert {len(line.split()[0]) for line in some} == {side * side}
    sample = Random(side).sample(some, 2 if side > 12 else 8)
    assert verify(sample, grades=True).ok
    assert all(Puzzle.parse(line.split()[0]).geometry.side == side for line in sample)


def solutions(puzzle: Puzzle) -> int:
    """Count the solutions, two at most, with a SAT solver in this process: a process for each of a thousand is slow."""
    clauses = [*EXTENDED.clauses(puzzle)]
    variables = max(abs(literal) for clause in clauses for literal in clause)
    return sum(answer.model is not None for answer in islice(answers(MINISAT, ClauseSet(clauses, variables)), 2))


@pytest.mark.parametrize("kind", slow_but(["jigsaw"], KINDS))
def test_other_kinds_come_along_too_each_with_one_solution(kind: str) -> None:
    every = [parse(line.encode()).puzzle for line in lines(f"{kind}.txt")]
    assert len({*every}) == len(every) == 200 and {puzzle.geometry.kind_name for puzzle in every} == {kind}
    for puzzle in few_of(every[:5], every):
        assert solutions(puzzle) == 1, record(puzzle)
    assert solvers.count_solutions(every[0], 2, "sat") == 1


@pytest.mark.parametrize("kind", slow_but(["comparison"], GRADED))
def test_each_puzzle_of_another_kind_is_as_hard_as_it_says(kind: str) -> None:
    every = [parse(line.encode()).puzzle for line in lines(f"{kind}.txt")]
    assert {puzzle.grade.split()[0] for puzzle in every} == {*GRADED[kind]}
    quick = Random(5).sample([puzzle for puzzle in every if not puzzle.grade.startswith("extreme")], 20)
    for puzzle in few_of(quick[:2], [*quick, *every[:5]]):
        assert str(grade(puzzle)) == puzzle.grade, record(puzzle)


@pytest.mark.parametrize("kind", slow_but(["x"], KINDS))
def test_the_command_in_the_first_lines_makes_the_puzzles(kind: str) -> None:
    text = resources.files("puzzles").joinpath(f"{kind}.txt").read_text(encoding="ascii")
    command, _, seed = text.splitlines()[2].partition("--seed ")
    assert f" --kind {kind} " in command
    first = lines(f"{kind}.txt")[:20]
    for at, line in few_of([(0, first[0])], enumerate(first)):
        fields = parse(line.encode()).fields  # its level, its score and its number, if it is graded
        puzzle = candidate(seed, int(fields[2]) if fields else at, Recipe(Geometry.of_spec(kind)))
        assert line.startswith(record(puzzle))
