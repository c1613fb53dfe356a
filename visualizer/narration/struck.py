"""The candidates struck between counted steps, mentioned with the next digit if only digits count as steps."""

from __future__ import annotations

from typing import NamedTuple

from puzzles.figures import counted
from solvers.core.board import Board, Candidates
from solvers.core.step import Kind, Step, Why
from visualizer.text.phrases import capitalised, listed, shortened
from visualizer.text.spans import Caption, Span
from visualizer.timeline.condition import technique_words
from visualizer.timeline.granularity import Grain
from visualizer.timeline.player import Player
from visualizer.timeline.timeline import Timeline

_TOLD = (Kind.GUESS, Kind.FIX, Kind.CONFLICT)
"""The kinds of step whose captions mention candidates struck before them."""
_MOST_ASKED = 1000
"""The maximum number of steps searched for techniques."""


class StruckCandidates(NamedTuple):
    """The candidates struck since the last counted step before the playhead."""

    since: tuple[int, ...]
    """The candidates left in each cell after the last counted step."""
    number: int
    """The number of candidates struck by ELIMINATE steps, apart from those struck by the digit at the playhead."""
    whys: tuple[Why, ...]
    """The techniques that struck the candidates, easiest first."""


def struck_since(player: Player) -> StruckCandidates | None:
    """Return the candidates struck since the last counted step, or ``None`` if they are forgotten or not shown."""
    timeline, position = player.timeline, player.position
    if player.grain is not Grain.DIGITS or not position or timeline.head.mode is Candidates.NONE:
        return None
    before = player.counted_before(position)
    try:
        since = tuple(timeline.board_at(before).candidates)
        number = int(timeline.counts(position - 1)[Kind.ELIMINATE] - timeline.counts(before)[Kind.ELIMINATE])
        return StruckCandidates(since, number, _techniques(timeline, before, position) if number else ())
    except LookupError:
        return None


def _techniques(timeline: Timeline, start: int, end: int) -> tuple[Why, ...]:
    if end - start > _MOST_ASKED:
        return ()
    steps = [timeline.step(at) for at in range(start + 1, end)]
    whys = {step.why for step in steps if step.kind is Kind.ELIMINATE}
    return tuple(sorted(why for why in whys if why.is_technique))


def words_of_struck(struck: StruckCandidates, step: Step, before: Board, after: Board) -> Caption:
    """Say how many candidates were struck before a digit and by which techniques, and how many the digit strikes."""
    if step.kind not in _TOLD:
        return ()
    said = []
    if struck.number:
        by = listed(shortened([technique_words(why)[0] for why in struck.whys]))
        verb = "was" if struck.number == 1 else "were"
        said.append(f"before it, {counted(struck.number, 'candidate')} {verb} struck{f', by {by}' * bool(by)}")
    if own := _strikes(step, before, after):
        said.append(f"it strikes {counted(own, 'candidate')}")
    return (Span(f" {capitalised('; '.join(said))}."),) if said else ()


def _strikes(step: Step, before: Board, after: Board) -> int:
    """Count the candidates that placing a digit strikes from other cells."""
    cells = enumerate(zip(before.candidates, after.candidates, strict=True))
    return sum((was & ~now).bit_count() for cell, (was, now) in cells if cell != step.cell and not after.values[cell])
