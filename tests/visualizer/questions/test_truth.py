"""Tests that every answer, and every reason why a choice is wrong, is right when worked out independently."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from made import generate
from question_truth import faults, views
from runs import run_out
from shapes import JIGSAW, LOOSE, SAMURAI, X, puzzle_of
from slow import slow_but
from strategies import few_blanks

import solvers
from puzzles import Corpus, Geometry, Puzzle
from puzzles.corpus import named
from visualizer.files.resolve import own_collections
from visualizer.questions.asker import questions
from visualizer.questions.question import Question
from visualizer.questions.registry import declared
from visualizer.timeline.timeline import Memory, Run, Timeline

QUICK = ("minimal-6", "small-4", "deep-1")
HARD = Puzzle.parse("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
"""A puzzle that needs many guesses (Arto Inkala, 2012)."""
NAMED = (
    *QUICK, "fig1", "two-deep", "seven", "hundreds", "deep-1", "deep-2", "deep-3", "fig23", "21empty", "bad21",
    "minimal-9-1", "lab", "formula", "misprint", "complete", "one-blank", "blank-4", "easy-9-1", "minimal-9-2",
    "minimal-9-3", "sparse-9", "minimal-4", "minimal-8", "minimal-10", "minimal-12", "side-16", "side-25",
    "side-36",
)  # fmt: skip
VARIANTS: dict[str, tuple[dict[str, Any], ...]] = {
    "human": ({}, {"guess": True}), "fewest-blanks": ({}, {"candidates": True}),
    "blank-sum": ({}, {"candidates": True}),
}  # fmt: skip
CHOSEN: tuple[tuple[str, dict[str, Any]], ...] = (
    ("mrv", {"fork": "30:r1c1=7"}), ("backtracking", {"fork": "300:r5c5=3"}),
    ("elimination", {"start": "r1c1=3 r1c2=7"}), ("cdcl", {"decisions": "300:r1c1=7"}), ("cdcl", {"assume": "r1c1=7"}),
    ("exact-cover", {"fork": "50:r1c1=7"}), ("human", {"guess": True, "off": "naked_single+hidden_single"}),
    ("backtracking-candidates", {"start": "r1c1=7"}), ("fewest-blanks", {"rows_and_columns_only": True}),
)  # fmt: skip
"""Runs of fig1 with guesses by hand, digits placed before the run, and other choices."""
RULED = ("backtracking-candidates", "mrv", "elimination", "cdcl", "human")
"""Algorithms that know rules, and ask each kind of question that there is about them."""
SILENT = {"sat"}
"""The black box, whose search nobody can predict."""


def asked(puzzle: Puzzle, name: str, count: int, steps: int, options: dict[str, Any]) -> Iterator[tuple[Question, str]]:
    """Yield each question about a run, with what is wrong with it."""
    solver = solvers.get(name)
    run = Run(lambda: solvers.trace(puzzle, name, **options), lambda: solver.board(puzzle, options))
    timeline = Timeline(run, Memory(2**40))
    try:
        run_out(timeline, steps)
        found = questions(timeline, solver, count, seed=len(puzzle.givens), options=options)
        for view in views(timeline, solver, found, options):
            yield view.question, "; ".join(faults(view))
    finally:
        timeline.close()


def check(cases: list[Puzzle], count: int, steps: int, least: int) -> set[str]:
    kinds: dict[str, Counter[str]] = {}
    wrong = []
    for name in solvers.names():
        kinds[name] = Counter()
        for puzzle in cases:
            if solvers.get(name).unfit(puzzle):
                continue
            for options in VARIANTS.get(name, ({},)):
                for question, fault in asked(puzzle, name, count, steps, options):
                    kinds[name][question.kind] += 1
                    if fault:
                        wrong.append(f"{name} {options} {puzzle.name or puzzle} {question.position} {question.kind}: "
                                     f"{question.ask} {fault}")  # fmt: skip
    assert not wrong, f"{len(wrong)} of {sum(map(Counter.total, kinds.values()))}:\n" + "\n".join(wrong[:40])
    assert {name for name, its in kinds.items() if len(its) < 3} == SILENT
    assert sum(map(Counter.total, kinds.values())) >= least
    return set().union(*kinds.values())


@pytest.mark.parametrize(
    ("shape", "blanks"),
    slow_but([(LOOSE, 0.7)], [(JIGSAW, 0.6), (X, 0.6), (LOOSE, 0.7), (SAMURAI, 0.5)]),
)
def test_questions_about_shapes_are_true_and_name_their_units(shape: Geometry, blanks: float) -> None:
    puzzle, kinds, wrong = puzzle_of(shape, blanks), Counter[str](), []
    for name in solvers.names():
        for question, fault in () if solvers.get(name).fits(puzzle) else asked(puzzle, name, 12, 600, {}):
            kinds[name] += 1
            if fault:
                wrong.append(f"{name} {question.position} {question.kind}: {question.ask} {fault}")
    assert not wrong, "\n".join(wrong)
    assert {name for name in solvers.names() if not kinds[name]} <= {*SILENT, "rows", "rows-pruned", "annealing"}


@pytest.mark.parametrize("kind", slow_but(["comparison"], ["killer", "comparison"]))
def test_questions_about_rules_are_true(kind: str) -> None:
    puzzle = Corpus(own_collections()[kind], seed=1).draw()
    kinds, wrong = set[str](), []
    for name in RULED:
        for question, fault in asked(puzzle, name, 14, 600, {}):
            kinds.add(question.kind)
            if fault:
                wrong.append(f"{name} {question.position} {question.kind}: {question.ask} {fault}")
    assert not wrong, "\n".join(wrong)
    assert {"next-cell", "where-digit"} <= kinds


def test_questions_about_a_few_runs_are_true() -> None:
    check([*map(named.find, QUICK), few_blanks(2, 3, 8)], 5, 400, 200)


@pytest.mark.slow
def test_questions_about_many_runs_are_true() -> None:
    generated = [
        generate("questions", index, geometry=Geometry.of_side(side)) for side in (6, 8, 9) for index in range(4)
    ]
    small = [few_blanks(*shape) for shape in ((2, 2, 8), (3, 2, 9), (2, 4, 10), (4, 2, 10), (3, 3, 12))]
    killer = Corpus(own_collections()["killer"], seed=2).draw()
    kinds = check([*map(named.find, NAMED), HARD, killer, *small, *generated], 16, 3000, 5000)
    assert kinds == set(declared())


@pytest.mark.slow
def test_questions_about_runs_with_choices_by_hand_are_true() -> None:
    for name, options in CHOSEN:
        found = list(asked(named.find("fig1"), name, 20, 3000, options))
        assert len(found) > 12 and [fault for _, fault in found if fault] == [], name
