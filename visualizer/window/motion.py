"""How a board moves from one step to the next, in a window or in a lane of a race."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import NamedTuple

import pygame

from visualizer.painting.board import BoardPainter
from visualizer.painting.motion import moving_cells, paint_motion
from visualizer.timeline.player import Player
from visualizer.timeline.timeline import Timeline
from visualizer.timeline.transport import Motion, Travel
from visualizer.views.board import BoardView
from visualizer.views.motion import GHOSTS_ONLY, GLIDE, LONG_GLIDE, NOTHING, Placed, Sprite, motion_between
from visualizer.views.time_line import StripView


class Place(NamedTuple):
    """A board's position in its run, and how it got there."""

    timeline: Timeline
    position: int
    travel: Travel
    left: float | None
    """Seconds until the next step during playback; ``None`` while paused."""

    @classmethod
    def of(cls, player: Player) -> Place:
        """Return the place of a player's board."""
        left = 1 / player.pace if player.mode is Motion.PLAYING else None
        return cls(player.timeline, player.position, player.travel, left)


class _Seen(NamedTuple):
    """The board painted last, and its place."""

    place: Place
    view: BoardView
    placed: Placed | None
    """The digits placed at ``place``; ``None`` if the run was too fast for them to be looked up."""


class BoardMotion:
    """The motion of a board and its timeline. For each frame, a screen calls :meth:`follow`, :meth:`gliding` and
    :meth:`paint`.
    """

    def __init__(self, reduced: bool = False) -> None:
        self.reduced = reduced
        """Whether steps are shown at once, without animation."""
        self._seen: _Seen | None = None
        self._sprites: tuple[Sprite, ...] = ()
        self._from = 0
        """The position the playhead glides from."""
        self._glide = 0.0
        """The duration of the playhead's glide in seconds."""
        self._end = 0.0
        """When the current motion ends, in seconds since it began."""
        self._time = inf
        """Seconds since the current motion began."""
        self._held = inf
        """The time at which a key press ended the motion."""

    @property
    def moving(self) -> bool:
        """Whether anything is still moving."""
        return self._time < self._end

    def stop(self) -> bool:
        """End the motion because of a key press. Return True if a new frame is needed."""
        moved = self.moving
        self._held = self._time if moved else inf
        self._end_now()
        return moved

    def _end_now(self) -> None:
        self._sprites, self._end = (), 0.0

    def advance(self, dt: float) -> bool:
        """Advance the motion. Return True if a new frame is needed."""
        moved = self.moving
        self._time += dt
        if moved and not self.moving:
            self._end_now()
        return moved

    def follow(self, place: Place, view: BoardView) -> None:
        """Start a motion from the board painted last, unless motion is reduced or the playhead is being dragged."""
        seen, held, self._held = self._seen, self._held, inf
        if self.reduced:
            self._end_now()
        same = seen is not None and seen.place.timeline is place.timeline
        stays = seen is not None and same and seen.place.position == place.position
        placed = seen.placed if seen is not None and stays else None
        if placed is None and not self.reduced and (place.left is None or place.left >= NOTHING):
            placed = _placed(place.timeline, place.position)
        self._seen = now = _Seen(place, view, placed)
        if seen is None or stays:
            return
        self._end_now()
        self._time = 0.0
        if not self.reduced and place.travel is not Travel.DRAG and same:
            self._begin(seen, now, _limit(place, held))

    def _begin(self, seen: _Seen, now: _Seen, limit: float) -> None:
        leap = now.place.travel is Travel.LEAP
        linked = now.view.links  # arrows lie over the cells
        if limit >= NOTHING and seen.view.geometry is now.view.geometry and not linked:
            self._sprites = motion_between(seen.view, now.view, seen.placed or (), now.placed or (), limit, leap=leap)
        self._glide = min(LONG_GLIDE if leap else GLIDE, limit) if limit >= GHOSTS_ONLY else 0.0
        self._from = seen.place.position
        # After a key press, keep time even if nothing moves, to tell whether the key is being held.
        least = GHOSTS_ONLY if now.place.left is None else 0.0
        self._end = max([least, self._glide, *(sprite.end for sprite in self._sprites)])

    @property
    def left(self) -> float:
        """The share of the glide that the playhead still has ahead of it, from 1 to 0."""
        gliding = self.moving and self._time < self._glide
        return (1 - self._time / self._glide) ** 2 if gliding else 0.0

    def gliding(self, strip: StripView) -> StripView:
        """Return the timeline with its playhead part of the way to the new position."""
        left = self.left
        return replace(strip, head=strip.position - (strip.position - self._from) * left) if left else strip

    def paint(
        self, surface: pygame.Surface, rect: pygame.Rect, board: BoardPainter, view: BoardView, flash: float = 0.0
    ) -> list[pygame.Rect]:
        """Paint the board and anything moving on it. Return the rectangles that changed."""
        moving = moving_cells(self._sprites, self._time) if self.moving else {}
        changed = board.paint(surface, rect, view, flash, moving.keys())
        return changed + paint_motion(surface, board, moving, self._time)


def _limit(place: Place, held: float) -> float:
    """Return the number of seconds until the next step, infinite if unknown. While a key is held, return
    the time since its last repeat instead.
    """
    if place.left is not None:
        return place.left
    return held if held < GHOSTS_ONLY else inf


def _placed(timeline: Timeline, position: int) -> Placed:
    board = timeline.board_at(position)
    return [(cell, level) for cell, (level, _) in board.placements().items()]
