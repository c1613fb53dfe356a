"""What a film says before its first step and after its last. The run's composer writes both sentences."""

from __future__ import annotations

from typing import NamedTuple

from visualizer.film.frames import Marks, marks_of
from visualizer.scene.board import Boards, board_view
from visualizer.scene.composer import Composer
from visualizer.text.spans import Caption


class End(NamedTuple):
    """What the last position of a film shows, where that differs from what its step alone would show."""

    caption: Caption = ()
    """The sentence about the end of the run; empty if the film ends before it."""
    marks: Marks | None = None
    """The marks of an illegal step, which replace those of the last step."""


def introduction(composer: Composer) -> Caption:
    """Return what a film says before the first step, given a run with nothing recorded yet."""
    composer.timeline.shown = 0
    return composer.filmed_caption()


def end_of(composer: Composer, position: int) -> End:
    """Return what a film shows at the position where it ends."""
    timeline = composer.timeline
    timeline.shown = position
    if not composer.player.at_end:
        return End()
    boards = Boards.at(timeline, position)
    if boards.illegal is None:
        return End(composer.filmed_caption())
    plain = board_view(Boards(None, boards.after, boards.after))
    return End(composer.filmed_caption(), marks_of(composer.board(boards, None), plain))
