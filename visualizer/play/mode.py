"""What a person does at the board: the cursor, digits, marks, moves taken back, and the ways in and out of playing."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import solvers
from puzzles.geometry import STANDARD, Geometry
from puzzles.puzzle import Puzzle, alphabet_of
from solvers.algorithms import person
from solvers.core.step import Kind, write
from visualizer.keymap import WATCH, Keymap, key_of
from visualizer.play import moves
from visualizer.play.solve_from_here import digits_of, solve_from, watched
from visualizer.session import playhead
from visualizer.session.puzzle_supply import UNGRADED

if TYPE_CHECKING:
    from visualizer.session.session import Session

BRUTE_FORCE = "backtracking"
"""The algorithm that tries all digits."""
SIZES = (4, 6, 8, 9, 10, 12, 16, 25)
"""Cells a side of the grids that are offered to be entered."""

PLAY = Keymap("play", "Keys while you play", (
    ("1 … 9", "Write the digit, or mark it; again: rub it out"),
    ("Shift+1 … 9", "The other: with the pen a mark, with the pencil a digit"),
    ("Shift+click", "On a mark: what if it stands there? Two runs race"),
    ("Ctrl+click", "On a blank cell: what if …? Choose the digit"),
    ("Ctrl+Alt+A … Z", "Where letters are digits: what the letter does"),
))  # fmt: skip
EDIT = Keymap("edit", "Keys while you edit", (
    ("1 … 9", "Enter the digit, and go on to the next cell"),
    ("0", "Leave the cell blank, and go on, as . does"),
    ("Ctrl+Alt+A … Z", "Where letters are digits: what the letter does"),
))  # fmt: skip


def table_of(session: Session) -> Keymap:
    """Return the keys that hold now."""
    if not (session.solver.person and session.game.keys):
        return WATCH
    return EDIT if session.game.editing else PLAY


def typed_symbols(session: Session) -> str:
    """Return what types a digit where a person writes, digits and letters: those keys do nothing else."""
    if not session.solver.person:
        return ""
    return (alphabet_of(session.composer.puzzle) + alphabet_of(session.puzzle)).upper()


# In and out ---------------------------------------------------------------------------------------------------------


def toggle_playing(session: Session) -> None:
    """Play the puzzle by hand, where it was left; from playing, back to the algorithm; from editing, play it."""
    if not session.solver.person:
        _begin(session)
    elif session.game.editing:
        play_edited(session)
    else:
        back_to_watching(session)


def _begin(session: Session) -> bool:
    """By hand from now on, with the moves that were made on this puzzle before."""
    watched = session.solver.name
    session.player.pause()
    if not session.set_solver(person.NAME):
        return False
    if session.kept is not None and not session.timeline.length:
        session.kept.go_on(session)
    session.game.watched = watched
    moves.place_cursor(session)
    return True


def back_to_watching(session: Session) -> None:
    """The algorithm that was watched before; the game is kept."""
    if not session.set_solver(watched(session)):
        return
    if not session.toast:
        key = key_of("play by hand")
        session.toast = f"Your game is kept: {key} goes on with it."


def leave(session: Session) -> bool:
    """Leave playing, or editing, for the algorithm before it. False where nobody plays here."""
    if not (session.solver.person and session.game.keys):
        return False
    session.toast = ""
    if session.game.editing and playhead.board(session).filled:
        toggle_editing(session)
    else:
        back_to_watching(session)
    session.note("left")
    return True


def toggle_editing(session: Session) -> None:
    """Change the givens of the puzzle on the board; from editing, watch an algorithm solve what was entered."""
    if session.solver.person and session.game.editing:
        puzzle = moves.entered(session)
        session.watch(puzzle, solvers.get(watched(session)), {})
    else:
        edit(session, session.puzzle)


def edit(session: Session, puzzle: Puzzle, *, brought: bool = False) -> None:
    """Enter a puzzle by hand, beginning with these givens. What was played or watched can be gone back to.

    ``brought``: it was not on the board, so that it is kept though nothing is changed in it.
    """
    if not session.solver.person:
        session.game.watched = session.solver.name
    session.player.pause()
    empty = _empty_like(puzzle)
    text = person.written([write(bytes(puzzle.givens))], empty) if puzzle.clues else ""
    session.watch(empty, solvers.get(person.NAME), {"moves": text, "editing": True} if text else {"editing": True})
    if session.kept is not None:
        session.kept.entering(session.puzzle, "" if brought else text)
    moves.place_cursor(session)


def _empty_like(puzzle: Puzzle) -> Puzzle:
    """An empty grid with the same symbols."""
    return replace(Puzzle.empty(puzzle.geometry), alphabet=puzzle.alphabet)


def play_edited(session: Session) -> None:
    """Play what has been entered."""
    puzzle = moves.entered(session)
    if not puzzle.clues:
        session.toast = "Nothing has been entered yet: type the givens first."
        return
    play(session, puzzle)


def play(session: Session, puzzle: Puzzle) -> None:
    """Play it by hand; where a game of it was left, that goes on."""
    session.watch(puzzle, solvers.get(person.NAME), {})
    if session.kept is not None:
        session.kept.go_on(session)
    moves.place_cursor(session)


def load(session: Session, puzzle: Puzzle) -> bool:
    """Hand a puzzle that was drawn or opened to a person. False where none plays or edits.

    In play it is played; while a puzzle is entered, its givens are written into the grid, which is a move.
    """
    if not session.solver.person:
        return False
    if not session.game.editing:
        play(session, puzzle)
    elif puzzle.geometry != session.puzzle.geometry or alphabet_of(puzzle) != alphabet_of(session.puzzle):
        edit(session, puzzle, brought=True)
    elif list(puzzle.givens) != playhead.board(session).values:
        moves.make(session, write(bytes(puzzle.givens)))
    else:
        session.toast = "These digits are on the board already."
    return True


def what_is_left(session: Session) -> str:
    """What a person wrote that another run would take the place of, in words; "" for nothing, or if it is solved."""
    if not (session.solver.person and session.game.editing):
        return "Your game" if clock_counts(session) else ""
    changed = session.timeline.length and (session.kept is None or session.kept.begun(session))
    return "What you entered" if changed and session.game.keys else ""


def say_kept(session: Session, what: str) -> None:
    """Say of what was left that it is kept, and how to come back to it, after whatever else is said."""
    if what:
        key = key_of("before", table_of(session).mode)
        session.toast = " ".join(filter(None, [session.toast, f"{what} is kept: {key} goes back to it."]))


def load_level(session: Session, level: str) -> None:
    """Load a puzzle of that level, out of the file or else a fresh one. Other sizes than 9x9 have no levels."""
    side = session.puzzle.geometry.side
    if side == STANDARD.side:
        session.supply.request(session, session.load, level)
    else:
        session.supply.make(side, session, session.load, UNGRADED)


def solve_here(session: Session) -> None:
    """The algorithm that was watched goes on from the person's digits."""
    solve_from(session, digits_of(session), watched(session))


def solve_entered(session: Session, name: str) -> None:
    """Watch an algorithm solve the puzzle that has been entered."""
    puzzle = moves.entered(session)
    session.watch(puzzle, solvers.get(name), {})
    session.player.play()


def next_size(session: Session) -> None:
    """An empty grid of the next size; what was entered can be gone back to."""
    side = session.puzzle.geometry.side
    larger = SIZES[(SIZES.index(side) + 1) % len(SIZES)] if side in SIZES else SIZES[0]
    edit(session, Puzzle.empty(Geometry.of_side(larger)))
    session.toast = f"An empty grid of {larger}x{larger}. {key_of('before', EDIT.mode)} goes back."


def stop_clock(session: Session) -> None:
    """Stop the clock, or let it go on; the board stays in sight."""
    clock = session.game.clock
    clock.stopped = not clock.stopped
    key = key_of("clock", PLAY.mode, typed_symbols(session))
    stopped = f"The clock is stopped; {key} lets it go on. You can play meanwhile."
    session.toast = stopped if clock.stopped else "The clock goes on."


def clock_counts(session: Session) -> bool:
    """Time passes for the person: they play, and have not solved the puzzle yet."""
    game = session.game
    if not (session.solver.person and game.keys) or game.editing or not session.timeline.length:
        return False
    return session.timeline.last_kind() is not Kind.SOLVED


def clear_all(session: Session) -> None:
    """An empty grid: of the puzzle that is edited all digits go, as one move; else a new one is begun."""
    if not (session.solver.person and session.game.editing):
        edit(session, _empty_like(session.puzzle))
    elif playhead.board(session).filled:
        moves.make(session, write(bytes(len(session.puzzle.givens))))
        session.game.cursor = 0
        session.toast = f"All digits are gone. {key_of('undo', EDIT.mode)} brings them back."
