"""Tells which steps look alike, so that their sentence and marks need to be generated only once."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping

from solvers.core.board import Board, Candidates
from solvers.core.step import Kind, Step, Why
from visualizer.narration.caption_facts import CaptionFacts
from visualizer.narration.culprits import culprits

ALIKE = True
"""The look of steps whose sentence and marks do not depend on the board, so that equal steps always look alike."""
Look = Hashable | None


def look_of(step: Step, before: Board, earlier: Step | None) -> Look:
    """Return a key: equal steps with equal keys have the same sentence and the same marks on the board.

    ``before`` is the board before the step, and ``earlier`` the step before it. Returns ``None`` if the key would take
    as long as the sentence itself.
    """
    if earlier is not None and earlier.kind is Kind.LEARN:
        return None  # the sentence for a backjump also mentions the learnt clause
    return _LOOKS[step.kind](step, before)


def _never(step: Step, before: Board) -> Look:
    return None


def _always(step: Step, before: Board) -> Look:
    return ALIKE


def _of_guess(step: Step, before: Board) -> Look:
    if step.why is Why.GUESS and before.mode is not Candidates.NONE:
        return None  # the caption mentions the guesses tried before this one
    return before.level


def _of_deduction(step: Step, before: Board) -> Look:
    if step.why is Why.RULE:
        return _holder(step, before)
    if step.why is Why.NAKED_SINGLE:
        return CaptionFacts(step, before, before).others
    return None if step.why is Why.LEARNT_CLAUSE else ALIKE


def _holder(step: Step, before: Board) -> Look:
    digit, values = step.digit, before.values
    return next((peer for peer in before.geometry.peers[step.cell] if values[peer] == digit), None)


def _of_conflict(step: Step, before: Board) -> Look:
    if step.why in (Why.LEARNT_CLAUSE, Why.ASSUMED):
        return None
    exhausted = CaptionFacts(step, before, before).exhausted if step.why is Why.NO_CANDIDATE else ""
    return frozenset(culprits(step, before)), exhausted, before.level


def _of_return(step: Step, before: Board) -> Look:
    if not 0 <= step.level < before.level:
        return step.level, before.level
    first, width = before.marks[step.level], before.geometry.symbols + 1
    placed = sum(entry % width == 0 for entry in before.trail[first:])
    return before.guess_at(step.level + 1), placed, before.level


def _of_swap(step: Step, before: Board) -> Look:
    facts = CaptionFacts(step, before, before)
    return facts.held, facts.other_held, facts.missing, facts.if_swapped


def _of_look(step: Step, before: Board) -> Look:
    if step.why is Why.GIVEN:
        return before.values[step.cell]
    if step.why is Why.RANDOM:
        facts = CaptionFacts(step, before, before)
        return facts.missing, facts.if_swapped
    if step.why is Why.RESTART:
        return CaptionFacts(step, before, before).missing
    return None if step.why in (Why.MODEL, Why.BY_HAND) else ALIKE


_LOOKS: Mapping[Kind, Callable[[Step, Board], Look]] = dict.fromkeys(Kind, _never) | {
    Kind.GUESS: _of_guess,
    Kind.FIX: _of_deduction,
    Kind.ELIMINATE: _of_deduction,
    Kind.BACKTRACK: _of_return,
    Kind.SWAP: _of_swap,
    Kind.LOOK: _of_look,
    Kind.REJECT: _holder,
    Kind.CONFLICT: _of_conflict,
    Kind.COVER: _always,
    Kind.UNCOVER: _always,
}
