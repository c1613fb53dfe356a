"""Checks each question's answer, and every sentence that refutes a wrong choice, without the code that made it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import question_answers  # noqa: F401  it registers what may be asked
import question_reasons  # noqa: F401
import sentences  # noqa: F401
from question_view import ASKED, REASONS, View
from run_model import Replay, Rules
from scenes import Scene
from sentence_checks import holds

from solvers.core.board import Board
from solvers.core.registry import Solver
from solvers.core.step import Kind
from visualizer.questions.question import Choice, Question
from visualizer.timeline.timeline import Timeline


def views(
    timeline: Timeline, solver: Solver, questions: Iterable[Question], options: Mapping[str, Any]
) -> Iterator[View]:
    """Yield each question about a run, with the steps around it taken from a new replay."""
    puzzle, by_position = timeline.head.puzzle, {one.position: one for one in questions}
    steps = [timeline.step(position) for position in range(1, timeline.length + 1)]
    run = Replay(Rules(puzzle), steps, solver.mode(options))
    states = {at: rest for at, *rest in run.at(one for at in by_position for one in (at - 1, at))}
    for at, question in by_position.items():
        now, saved, guesses = states[at - 1]
        dead = next((p for p in range(at, timeline.length + 1) if steps[p - 1].kind is Kind.CONFLICT), None)
        yield View(
            question, puzzle, solver, steps, run.rules, now, states[at][0], saved, guesses,
            (_copy(timeline, at - 1), _copy(timeline, at)),
            (steps[dead - 1], _copy(timeline, dead - 1)) if dead else None,
        )  # fmt: skip


def _copy(timeline: Timeline, position: int) -> Board:
    board = timeline.fresh_board()
    board.restore(timeline.board_at(position).snapshot())
    return board


def faults(view: View) -> list[str]:
    """Return what is wrong with a question."""
    question, found = view.question, list[str]()
    texts = [choice.text for choice in question.choices]
    if (
        len(set(texts)) != len(texts)
        or not 2 <= len(texts) <= 4
        or {one.right for one in question.choices} != {True, False}
    ):
        found.append("its choices are not a few different ones, right and wrong")
    if any(choice.right == bool(choice.because) for choice in question.choices):
        found.append("a wrong choice has no reason, or a right one has")
    if any(choice.cell is not None and choice.cell != view.cell(choice.text) for choice in question.choices):
        found.append("a choice names another cell than it shows")
    said = [question.ask, question.why, *(choice.because for choice in question.choices if not choice.right)]
    found += [f"not a sentence: {text}" for text in said if not _is_sentence(text)]
    if question.hides:  # without its candidates, the rules alone must give the answer
        view.now.possible = None
    matches = [(match, judge) for form, judge in ASKED[question.kind] if (match := form.fullmatch(question.ask))]
    if len(matches) != 1:
        return [*found, f"{len(matches)} checks know what is asked"]
    judged = matches[0][1](view, *matches[0][0].groups())
    found += view.faults
    found += [f"{one.text} is not {'right' if one.right else 'wrong'}" for one in question.choices
              if judged(one.text) != one.right]  # fmt: skip
    return found + [f"untrue: {one.text}: {one.because}" for one in question.choices
                    if not one.right and not _is_true(view, one)]  # fmt: skip


def _is_sentence(text: str) -> bool:
    begins = text[:1].isupper() or text[:1].isdigit() or re.match(r"r\d+c\d+", text) is not None
    return begins and text[-1:] in ".?" and not re.search(r"[{}]|None|-1c|  |\br0", text)


def _is_true(view: View, choice: Choice) -> bool:
    matches = [(match, check) for form, check in REASONS if (match := form.fullmatch(choice.because))]
    if not matches:  # a sentence of the window about the step
        made = view.steps[: view.question.position - 1]  # of two strikes of a candidate, the later one stands
        strikes = {(step.cell, step.digit): step for step in made if step.kind is Kind.ELIMINATE or not step.sign}
        return holds(Scene(view.step, *view.boards, strikes=strikes), choice.because)
    assert len(matches) == 1, f"{len(matches)} checks know the reason: {choice.because}"
    return bool(matches[0][1](view, choice.text, *matches[0][0].groups()))
