"""How things stand, as plain data: what each line of the event log says besides what has happened."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from visualizer.play.snapshot import standing_of_play

if TYPE_CHECKING:
    from visualizer.session.session import Session

Facts = dict[str, Any]


def standing(session: Session) -> Facts:
    """Return what is watched, where the playhead is, what is said, and, in play, what the person sees."""
    player = session.player
    known: Facts = {
        "puzzle": str(session.puzzle),
        "solver": session.solver.name,
        "position": player.position,
        "length": session.timeline.length,
        "mode": player.mode.value,
        "speed": player.speed,
        "granularity": player.grain.unit,
    }
    return known | said(session) | (standing_of_play(session) if session.solver.person else {})


def said(session: Session) -> Facts:
    """Return the notice and the toast, where there are any."""
    words = {"notice": session.notice, "toast": session.toast}
    return {name: text for name, text in words.items() if text}
