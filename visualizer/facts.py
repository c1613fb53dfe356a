"""How things stand, as plain data: what each line of the event log says besides what has happened."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from visualizer import moves, person_view
from visualizer.compose import Boards
from visualizer.spans import plain

if TYPE_CHECKING:
    from visualizer.race import Race
    from visualizer.session import Session

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
    return known | said(session) | (_by_hand(session) if session.solver.person else {})


def standing_of_race(race: Race) -> Facts:
    """Return which lanes race on what, under which pace, and where each of them is."""
    return {
        "puzzle": str(race.puzzle),
        "race": [str(entry) for entry in race.entries],
        "pace": race.pace.value,
        "t": race.t,
        "length": race.length,
        "mode": race.mode.value,
        "measuring": race.measuring,
        "speed": race.speed,
        "positions": [lane.position for lane in race.lanes],
    }


def said(session: Session) -> Facts:
    """Return the notice and the toast, where there are any."""
    words = {"notice": session.notice, "toast": session.toast}
    return {name: text for name, text in words.items() if text}


def _by_hand(session: Session) -> Facts:
    """Return the board in one line, the cells by their names, and the marks at the cursor."""
    board, game, name = moves.board(session), session.game, session.puzzle.geometry.name
    marks = game.marks(board, game.cursor)
    return {
        "editing": game.editing,
        "board": str(session.puzzle.with_values(board.values)),
        "cursor": name(game.cursor),
        "marks": [digit for digit in session.puzzle.geometry.digits if marks >> digit & 1],
        "clashes": [name(cell) for cell in sorted(person_view.clashes(board))],
        "caption": plain(session.composer.caption(Boards(session.timeline, session.player.position))),
    }
