"""Tests that sheets of questions for paper and for learning platforms can be read back."""

from __future__ import annotations

import re

import pytest
from read_gift import read
from runs import of_solver, run_out
from slow import slow_but

import solvers
from puzzles import Puzzle
from puzzles.corpus import named
from visualizer.questions.asker import questions
from visualizer.questions.gift import gift
from visualizer.questions.markdown import markdown
from visualizer.questions.question import Choice, Question
from visualizer.questions.sheet import Asked, Sheet, sheet_of


def sheet(puzzle: Puzzle, name: str, count: int) -> Sheet:
    timeline = of_solver(puzzle, name)
    run_out(timeline, 1500)
    try:
        found = questions(timeline, solvers.get(name), count)
        return sheet_of(timeline, solvers.get(name), {}, puzzle, found)
    finally:
        timeline.close()


SHEETS = (("fig1", "elimination"), ("minimal-9-1", "cdcl"), ("minimal-6", "rows"), ("side-16", "backtracking"))
NASTY = Question(
    "odd", 3, "Is {a} = b: ~c# or <d> & \\n?\nSo.",
    (Choice("=1::", True), Choice("~2 {3} \\", False, "It is #4 \\= 5."), Choice("<6>", False, "-> & ####")),
    "Because a = {b} ::.", 3,
)  # fmt: skip


@pytest.mark.parametrize(("puzzle", "name"), slow_but(SHEETS[:2], SHEETS))
def test_gift_is_read_back(puzzle: str, name: str) -> None:
    its = sheet(named.find(puzzle), name, 8)
    nasty = Sheet("A: {title}", "About //it.", (*its.asked, Asked(NASTY, ("r1  <1> {2}", "r2 = # :"), "..")))
    back = read("\n".join(gift(nasty)))
    assert len(back) == len(nasty.asked) > 4
    for one, asked in zip(back, nasty.asked, strict=True):
        question = asked.question
        grid = "\n".join(asked.grid)
        assert one.text == f"<pre>{grid}</pre><p>{question.ask}</p>"
        reasons = [choice.because or question.why for choice in question.choices]
        wanted = [(choice.right, choice.text) for choice in question.choices]
        assert [answer[:2] for answer in one.answers] == wanted and [answer[2] for answer in one.answers] == reasons
        assert one.feedback == question.why and one.name.endswith(f": {question.kind}")
    assert len({one.name for one in back}) == len(back)


def test_paper_has_a_board_for_each_question_and_the_answers_only_if_wanted() -> None:
    its = sheet(named.find("fig1"), "elimination", 6)
    plain, told = "\n".join(markdown(its)), "\n".join(markdown(its, answers=True))
    assert told.startswith(plain) and "## Answers" not in plain
    assert plain.count("\n## Question ") == plain.count("```text") == 6 and "**" not in plain
    assert len(re.findall(r"^\d+\. \*\*", told, re.MULTILINE)) == 6
    for asked in its.asked:
        digits = [re.sub(r"\([^)]*\)|\.|\D", "", line[3:]) for line in asked.grid[1:]]
        assert "".join(digits) == asked.values.replace(".", "")


def test_a_large_board_is_written_in_its_own_symbols() -> None:
    (asked, *_) = sheet(named.find("side-16"), "backtracking", 3).asked
    assert "c16" in asked.grid[0] and asked.grid[-1].startswith("r16") and len(asked.values) == 256
    assert len({len(line) for line in asked.grid[1:] if line.startswith("r")}) <= 2


def test_candidates_that_would_tell_the_answer_are_hidden() -> None:
    timeline = of_solver(named.find("fig1"), "mrv")
    run_out(timeline, 1500)
    kinds = ("which-digit", "where-digit")
    found = questions(timeline, solvers.get("mrv"), 6, kinds)
    its = sheet_of(timeline, solvers.get("mrv"), {}, named.find("fig1"), found)
    assert {one.kind for one in found} == {*kinds}
    for asked in its.asked:
        hidden = asked.question.hides
        assert hidden and "".join(asked.grid).count("(?)") == len(hidden)
        assert {one.cell for one in asked.question.choices if one.cell is not None} <= {*hidden}
    timeline.close()
