"""Tests that every algorithm has a short description in plain words, and that each step highlights its own line."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice, product
from pathlib import Path
from typing import Any

import pytest
from golden import pinned
from hypothesis import given
from hypothesis import strategies as st
from slow import few_of

import solvers
from puzzles import Puzzle
from puzzles.corpus import named
from puzzles.discovery import entries
from solvers.core.declaration import DeclarationError
from solvers.core.pseudocode import NAME, Pseudocode, lines_for, lit_by, read
from solvers.core.registry import ALGORITHMS
from solvers.core.step import Kind, Step, Why
from solvers.example import example

MOST_STEPS = 10_000
"""The maximum number of steps of each golden run to check."""
OF_SHAPES = frozenset(("rules", "lazy"))
"""What lines depend on that no option says: the shape has rules, or a lazy one."""
LATE = {"annealing"}
"""Algorithms whose last line lights up only after thousands of steps. Plain pytest runs the others a quarter as far."""


@cache
def declared(name: str) -> Pseudocode:
    (entry,) = (entry for entry in entries(ALGORITHMS, "register") if entry.name == name)
    return read(entry.file.read_text(encoding="utf-8"))


def runs(name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the puzzle and the options of each golden run, and of a few more that make rare steps."""
    for words, puzzle in pinned():
        solver, *rest = words.split()
        if solver == name:
            yield puzzle, solvers.get(name).read_options(rest)
    yield "one-blank", {}
    if any(option.name == "rounds" for option in solvers.get(name).options):
        yield "small-4", {"rounds": 1}
    for option in sorted({line.option for line in declared(name)} - {"", *OF_SHAPES}):
        for puzzle in ("fig1", "fig23", "deep-1"):
            yield from ((puzzle, {option: value}) for value in settings(option, named.find(puzzle)))
    for option in solvers.get(name).options:
        if option.name == "off":  # with fewer techniques, a guess is needed sooner
            yield "deep-1", {"guess": True, "off": " ".join(option.names)}


def settings(option: str, puzzle: Puzzle) -> Iterator[object]:
    """Yield the values of an option that make a run highlight the lines that depend on it."""
    first, second = (puzzle.geometry.name(cell) for cell in puzzle.blanks[:2])
    solution = solvers.solve(puzzle, "mrv")
    if option == "answer":
        yield from ("".join(map(str, solution.givens)) + " a file",) if solution else ()
    elif option == "assume":
        yield from (f"{first}={digit} {second}={digit}" for digit in puzzle.geometry.digits)
    elif option == "decisions":
        yield from (f"0:{first}={digit} 1:{first}={digit}" for digit in puzzle.geometry.digits)
    else:
        yield True


@cache
def made(name: str) -> tuple[tuple[str, dict[str, Any], frozenset[Step]], ...]:
    """Return the distinct steps of each run, including those after its solutions."""
    found = []
    most = max(few_of([MOST_STEPS if name in LATE else MOST_STEPS // 4], [MOST_STEPS // 4, MOST_STEPS]))
    for puzzle, chosen in runs(name):
        steps = islice(solvers.trace(named.find(puzzle), name, **chosen), most)
        kinds = {(step.kind, step.why): step for step in steps if step.kind is not Kind.PENDING}
        found.append((puzzle, chosen, frozenset(kinds.values())))
    return tuple(found)


def every_choice(lines: Pseudocode) -> Iterator[dict[str, bool]]:
    names = sorted({line.option for line in lines} - {""})
    for values in product((False, True), repeat=len(names)):
        yield dict(zip(names, values, strict=True))


@pytest.mark.parametrize("name", solvers.names())
def test_each_algorithm_has_six_to_ten_lines_whatever_its_options(name: str) -> None:
    lines = declared(name)
    of_shapes = OF_SHAPES if solvers.get(name).rules else frozenset[str]()
    known = {option.name for option in solvers.get(name).options} | {""} | of_shapes
    assert {line.option for line in lines} <= known
    for chosen in every_choice(lines):
        held = lines_for(lines, chosen)
        assert 6 <= len(held) <= 10, chosen
        assert len({line.text for line in held}) == len(held)
        assert held[0].depth == 0
        faults = [after.text for before, after in zip(held, held[1:], strict=False) if after.depth > before.depth + 1]
        assert not faults, "indented by more than a level"
        assert all(len(line.text) + 4 * line.depth <= 52 for line in held), "it is read from the back of a hall"


@pytest.mark.parametrize("name", solvers.names())
def test_each_step_lights_one_line_and_each_line_is_lit_or_only_structure(name: str) -> None:
    if lacking := solvers.get(name).lacking():
        pytest.skip(lacking)
    lines, seen, faults = declared(name), set(), []
    for puzzle, chosen, steps in made(name):
        held = lines_for(lines, chosen, clash=any(step.why is Why.GIVENS_CLASH for step in steps))
        for step in steps:
            lit = lit_by(held, step)
            seen |= {held[index] for index in lit}
            if len(lit) != 1:
                faults.append(f"{puzzle} {chosen}: {step!r} lights {[held[index].text for index in lit]}")
    own = (line for line in lines if line.option not in OF_SHAPES)
    faults += [f"never lit: {line}" for line in own if line.lit_by and line not in seen]
    assert not faults, "\n".join(faults)


def test_a_kind_with_its_reason_comes_before_the_kind_alone() -> None:
    lines = read(f'{NAME} = (("any", "FIX"), ("alone", "FIX/NAKED_SINGLE GUESS"), ("none", ""))')
    assert lit_by(lines, Step(Kind.FIX, 1, 2, Why.HIDDEN_SINGLE)) == (0,)
    assert lit_by(lines, Step(Kind.FIX, 1, 2, Why.NAKED_SINGLE)) == (1,)
    assert lit_by(lines, Step(Kind.GUESS, 1, 2, Why.GUESS)) == (1,)
    assert lit_by(lines, Step(Kind.SOLVED)) == ()


def test_a_line_holds_with_its_option_or_without_it() -> None:
    lines = read(f'{NAME}: object = [["a", "", "loud"], ["b", "", "not loud"], ["    c", "SOLVED"]]')
    assert [line.text for line in lines_for(lines, {"loud": True})] == ["a", "c"]
    assert [line.text for line in lines_for(lines, {})] == ["b", "c"]
    assert lines[2].depth == 1


def test_a_file_without_a_declaration_or_that_is_no_python_has_none() -> None:
    for source in ("", "def solve(puzzle):\n    yield 1\n", "not python at all (", "\0", f"other.{NAME} = 1"):
        assert read(source) == ()


@pytest.mark.parametrize(
    "value",
    ["1", "(1, 2)", "lines()", "(('a',),)", "(('', ''),)", "(('a', 'FIXED'),)", "(('a', 'FIX/'),)",
     "(('a', 'FIX', 1),)", "(('a\\nb', 'FIX'),)", "(('a' * 200, ''),)",
     f"(('{'a' * 200}', ''),)", "(" + "('a', ''), " * 31 + ")"],
)  # fmt: skip
def test_a_declaration_that_cannot_be_used_is_said_to_be_wrong(value: str) -> None:
    with pytest.raises(match=NAME):
        read(f"{NAME} = {value}")


def test_a_misspelt_step_is_said_with_its_line_and_what_it_may_mean() -> None:
    for steps, meant in (("FIXED", "FIX"), ("guess", "GUESS"), ("FIX/NAKED_SINGEL", "NAKED_SINGLE")):
        with pytest.raises(DeclarationError, match=f"did you mean {meant}") as caught:
            read(f"{NAME} = (\n    ('a', ''),\n    ('b', {steps!r}),\n)")
        assert caught.value.line == 3


@given(st.text())
def test_whatever_the_text_it_is_read_or_refused(text: str) -> None:
    for source in (text, f"{NAME} = {text}", f"{NAME} = (({text!r}, ''),)", f"{NAME} = (('a', {text!r}),)"):
        try:
            lines = read(source)
        except DeclarationError:
            continue
        assert all(line.text.isprintable() for line in lines)


def test_the_file_read_is_the_one_that_runs() -> None:
    for name in solvers.names():
        file = Path(solvers.get(name).run.__code__.co_filename)
        assert read(file.read_text(encoding="utf-8")) == declared(name)


def test_the_example_to_start_from_says_its_plain_words_too() -> None:
    file = Path(solvers.__file__).parent / "example.py"
    lines = read(file.read_text(encoding="utf-8"))
    steps = set(islice(example(named.find("fig23")), 2000))
    lit = [lit_by(lines, step) for step in steps]
    assert all(len(indices) == 1 for indices in lit)
    assert {lines[index] for (index,) in lit} == {line for line in lines if line.lit_by}
