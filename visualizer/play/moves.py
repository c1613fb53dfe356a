"""A person's moves at the board: digits, marks, what is rubbed out and taken back, and where the cursor goes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import solvers
from puzzles.geometry import Cell, Digit
from puzzles.puzzle import Puzzle, alphabet_of
from solvers.algorithms import person
from solvers.core.step import Kind, Step, erase, place
from visualizer.keymap import key_of
from visualizer.play.view import words_of_move
from visualizer.session.playhead import board
from visualizer.session.run_history import run_out
from visualizer.text.phrases import held
from visualizer.timeline.timeline import Run

if TYPE_CHECKING:
    from visualizer.session.session import Session

BY_HAND = "entered by hand"
"""The name of a puzzle that somebody has entered."""


def entered(session: Session) -> Puzzle:
    """The puzzle that has been entered: the digits on the board are its givens."""
    return replace(session.puzzle.with_values(board(session).values), name=BY_HAND)


def judge_entered(session: Session) -> None:
    """Find out of what has been entered so far how many solutions it has."""
    if session.game.editing:
        session.judge_again(entered(session))


def make(session: Session, step: Step) -> bool:
    """Make a move where the playhead stands. After what follows there it is a fork: that line is kept.

    False, with a toast that says why, where it cannot be made.
    """
    session.player.pause()
    here = person.board_of(session.puzzle)
    here.restore(board(session).snapshot())
    objection = here.objection(step)
    if objection:
        session.toast = _refusal(session, step)
        return False
    steps = person.made(here, step, editing=session.game.editing)
    if session.player.position < session.timeline.length:
        _fork(session, steps)
    else:
        _extend(session, steps)
    session.game.told = None
    judge_entered(session)
    return True


def _extend(session: Session, steps: tuple[Step, ...]) -> None:
    timeline, puzzle = session.timeline, session.puzzle
    text = " ".join(filter(None, [session.options.get("moves", ""), person.written(steps, puzzle)]))
    session.options = {**session.options, "moves": text}
    options = dict(session.options)
    run = Run(lambda: solvers.trace(puzzle, person.NAME, **options), timeline.run.board)
    timeline.extend(run, iter(steps))
    session.runs.extended(session.solver, session.options)
    session.composer.options = session.options
    run_out(session.player)


def _fork(session: Session, steps: tuple[Step, ...]) -> None:
    position = session.player.position
    kept = [session.timeline.step(at) for at in range(1, position + 1)]
    text = person.written([*kept, *steps], session.puzzle)
    session.set_solver(person.NAME, {**session.options, "moves": text})
    session.toast = f"The moves that were here are kept: {key_of('before', 'play')} goes back to them."


def _refusal(session: Session, step: Step) -> str:
    name = session.puzzle.geometry.name(step.cell) if step.cell >= 0 else ""
    if step.cell >= 0 and session.puzzle.givens[step.cell]:
        key = key_of("edit", "play", alphabet_of(session.composer.puzzle).upper())
        return f"{name} is given, and stays as it is. {key} edits the puzzle."
    if step.kind in (Kind.MARK, Kind.UNMARK):
        return f"{name} holds a digit: there is nothing to mark."
    if step.kind is Kind.ERASE:
        return f"{name} is blank already."
    return ""


def type_digit(session: Session, digit: Digit, other: bool = False) -> None:
    """Write a digit where the cursor is, or mark it; ``other``: what the pencil does not say. Again: take it away."""
    game, cell = session.game, session.game.cursor
    if (game.pencil != other) and not game.editing:
        toggle_mark(session, cell, digit)
        return
    if board(session).values[cell] == digit and not session.puzzle.givens[cell]:
        step = None if game.editing else erase(cell)
    else:
        step = place(cell, digit)
    if step is None or make(session, step):
        game.light = digit if game.light else 0
        if game.editing:
            advance(session)


def toggle_mark(session: Session, cell: Cell, digit: Digit) -> None:
    """Mark a digit in a cell, or strike it: of marks by themselves the others stay, as the person's own."""
    here = board(session)
    if here.values[cell]:
        session.toast = _refusal(session, person.marked(here, cell, 0))
        return
    if why := held(here, session.composer.puzzle, cell, digit):
        session.toast = why
        return
    shown = session.game.marks(here, cell)
    make(session, person.marked(here, cell, shown ^ 1 << digit))


def clear(session: Session) -> None:
    """Rub out what stands where the cursor is: the digit, or else the marks."""
    here, cell = board(session), session.game.cursor
    if session.game.editing and not here.values[cell]:
        advance(session, -1)
        return
    make(session, erase(cell))


def leave_blank(session: Session) -> None:
    """Nothing stands where the cursor is, and it goes on: so a row is typed as newspapers print it."""
    if board(session).values[session.game.cursor]:
        make(session, erase(session.game.cursor))
    advance(session)


def advance(session: Session, by: int = 1) -> None:
    """The cursor one cell on, row by row."""
    number = len(session.puzzle.givens)
    session.game.cursor = (session.game.cursor + by) % number


def take_back(session: Session) -> None:
    """The playhead to before the last move."""
    position = _before(session)
    if position is None:
        session.toast = "There is no move to take back."
        return
    step = session.timeline.step(position + 1)
    _go(session, position, step)
    session.toast = f"Taken back: {words_of_move(step, session.composer.puzzle)}."


def _before(session: Session) -> int | None:
    """Where the last move was not made yet."""
    position = session.player.position
    if position and session.timeline.step(position).kind is Kind.SOLVED:
        position -= 1
    return position - 1 if position else None


def make_again(session: Session) -> None:
    """The playhead to after the next move."""
    position, timeline = session.player.position, session.timeline
    if position == timeline.length:
        session.toast = "There is no move to make again."
        return
    step = timeline.step(position + 1)
    solved = position + 2 <= timeline.length and timeline.step(position + 2).kind is Kind.SOLVED
    _go(session, position + 1 + solved, step)
    session.toast = f"Made again: {words_of_move(step, session.composer.puzzle)}."


def _go(session: Session, position: int, step: Step) -> None:
    session.player.pause()
    session.player.to(position)
    session.game.told = None
    if step.cell >= 0:
        session.game.cursor = step.cell
    judge_entered(session)


# The cursor and what is lit up --------------------------------------------------------------------------------------


def move_cursor(session: Session, down: int, right: int) -> None:
    """So many rows down and cells to the right, row by row; from the last cell to the first."""
    geometry, game = session.puzzle.geometry, session.game
    game.cursor = (game.cursor + down * geometry.side + right) % len(session.puzzle.givens)


def put_cursor(session: Session, cell: Cell) -> None:
    """On that cell."""
    session.game.cursor = cell


def next_blank(session: Session, by: int) -> None:
    """To the next blank cell, row by row, or the one before."""
    values, number = board(session).values, len(session.puzzle.givens)
    cells = ((session.game.cursor + by * i) % number for i in range(1, number + 1))
    session.game.cursor = next((cell for cell in cells if not values[cell]), session.game.cursor)


def place_cursor(session: Session) -> None:
    """Where the last move was made; of a new game on the first blank."""
    position, game = session.player.position, session.game
    cells = (session.timeline.step(at).cell for at in range(position, 0, -1))
    made = next((cell for cell in cells if cell >= 0), None)
    if made is not None:
        game.cursor = made
        return
    game.cursor = 0
    if not game.editing and board(session).values[0] and 0 in board(session).values:
        next_blank(session, 1)


def light(session: Session) -> None:
    """Light up the digit of the cell all over the board; if that is lit, or the cell blank, the next; then none."""
    game = session.game
    here = board(session).values[game.cursor]
    game.light = here if here and here != game.light else (game.light + 1) % (session.puzzle.geometry.symbols + 1)
    session.toast = words_of_light(session)


def words_of_light(session: Session) -> str:
    """Which digit is lit up."""
    light = session.game.light
    return f"{session.composer.puzzle.symbol(light)} is lit up all over the board." if light else "No digit is lit up."
