"""What a person does at the board: the cursor, digits, marks, moves taken back, and the ways in and out of playing."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import solvers
from puzzles.geometry import Cell, Digit
from puzzles.puzzle import Puzzle
from solvers import person
from solvers.board import Board
from solvers.step import Kind, Step, erase, place, write
from visualizer.game import Doing
from visualizer.keys import EDIT, PLAY, WATCH, Table, action, caps
from visualizer.person_view import words_of_move
from visualizer.timeline import Run

if TYPE_CHECKING:
    from visualizer.session import Session

Verbs = dict[str, Callable[[], None]]


def playing(session: Session) -> Verbs:
    """The actions of :data:`visualizer.keys.PLAY` and :data:`~visualizer.keys.EDIT`, for that session."""
    return {
        "play by hand": partial(toggle_playing, session),
        "edit": partial(toggle_editing, session),
        "new": partial(clear_all, session),
        "left": partial(move_cursor, session, 0, -1),
        "right": partial(move_cursor, session, 0, 1),
        "up": partial(move_cursor, session, -1, 0),
        "down": partial(move_cursor, session, 1, 0),
        "next blank": partial(next_blank, session, 1),
        "previous blank": partial(next_blank, session, -1),
        "clear": partial(clear, session),
        "undo": partial(take_back, session),
        "redo": partial(make_again, session),
        "pencil": partial(_toggle, session, "pencil", "Digits are marks now.", "Digits are written."),
        "automatic": partial(
            _toggle, session, "automatic", "Marks: all that the rules leave.", "Marks: only those that you make."
        ),
        "clashes": partial(
            _toggle, session, "clashes", "Clashes are shown at once.", "Clashes are not shown. Check tells."
        ),
        "light": partial(light, session),
        "clock": partial(stop_clock, session),
    }


def table_of(session: Session) -> Table:
    """The keys that hold now."""
    if not session.solver.person:
        return WATCH
    return EDIT if session.game.editing else PLAY


# In and out ---------------------------------------------------------------------------------------------------------


def toggle_playing(session: Session) -> None:
    """Play the puzzle by hand, where it was left; from playing, back to the algorithm; from editing, play it."""
    if not session.solver.person:
        _begin(session, Doing.PLAYING)
    elif session.game.editing:
        play_edited(session)
    else:
        back_to_watching(session)


def _begin(session: Session, doing: Doing) -> bool:
    """By hand from now on, with the moves that were made on this puzzle before."""
    watched = session.solver.name
    session.player.pause()
    if not session.set_solver(person.NAME):
        return False
    game = session.game
    game.doing, game.told = doing, None
    game.watched = watched
    _place_cursor(session)
    return True


def back_to_watching(session: Session) -> None:
    """The algorithm that was watched before; the game is kept."""
    name = session.game.watched or solvers.DEFAULT
    if not session.set_solver(name if name in solvers.names() else solvers.DEFAULT):
        return
    if not session.toast:
        key = caps(action("play by hand"))[0]
        session.toast = f"Your game is kept: {key} goes on with it."


def leave(session: Session) -> bool:
    """Out of playing, or of editing, and back to an algorithm. False where nobody played."""
    if not session.solver.person:
        return False
    if session.game.editing and board(session).filled:
        toggle_editing(session)
    else:
        back_to_watching(session)
    return True


def toggle_editing(session: Session) -> None:
    """Change the givens of the puzzle on the board; from editing, watch an algorithm solve what was entered."""
    if session.solver.person and session.game.editing:
        puzzle = entered(session)
        session.game.doing = Doing.PLAYING
        name = session.game.watched if session.game.watched in solvers.names() else solvers.DEFAULT
        session.watch(puzzle, solvers.get(name), {})
    else:
        edit(session, session.puzzle)


def edit(session: Session, puzzle: Puzzle) -> None:
    """Enter a puzzle by hand, beginning with these givens. What was played or watched can be gone back to."""
    if not session.solver.person:
        session.game.watched = session.solver.name
    session.player.pause()
    empty = Puzzle.empty(puzzle.geometry)
    moves = person.written([write(bytes(puzzle.givens))], empty) if puzzle.clues else ""
    session.watch(empty, solvers.get(person.NAME), {"moves": moves} if moves else {})
    session.game.doing, session.game.told = Doing.EDITING, None
    _place_cursor(session)
    judge_entered(session)


def entered(session: Session) -> Puzzle:
    """The puzzle that has been entered: the digits on the board are its givens."""
    return session.puzzle.with_values(board(session).values)


def play_edited(session: Session) -> None:
    """Play what has been entered."""
    puzzle = entered(session)
    if not puzzle.clues:
        session.toast = "Nothing has been entered yet: type the givens first."
        return
    session.game.doing = Doing.PLAYING
    session.watch(puzzle, solvers.get(person.NAME), {})
    session.game.told = None
    session.game.clock.seconds = 0.0
    _place_cursor(session)


def judge_entered(session: Session) -> None:
    """Find out of what has been entered so far how many solutions it has."""
    if session.game.editing:
        session.judge_again(entered(session))


def clock_counts(session: Session) -> bool:
    """Time passes for the person: they play, and have not solved the puzzle yet."""
    game = session.game
    if not (session.solver.person and game.keys) or game.editing or not session.timeline.length:
        return False
    return session.timeline.last_kind() is not Kind.SOLVED


# The board ----------------------------------------------------------------------------------------------------------


def board(session: Session) -> Board:
    """The board at the playhead: to be read, not changed."""
    return session.timeline.board_at(session.player.position)


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
    steps = person.made(here, step)
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
    timeline.reach(timeline.length + len(steps), lambda: 0.0, 1.0)
    timeline.reach(timeline.length + 1, lambda: 0.0, 1.0)
    timeline.shown = timeline.length


def _fork(session: Session, steps: tuple[Step, ...]) -> None:
    position = session.player.position
    kept = [session.timeline.step(at) for at in range(1, position + 1)]
    text = person.written([*kept, *steps], session.puzzle)
    session.set_solver(person.NAME, {**session.options, "moves": text})
    session.toast = f"The moves that were here are kept: {caps(action('before', PLAY))[0]} goes back to them."


def _refusal(session: Session, step: Step) -> str:
    name = session.puzzle.geometry.name(step.cell) if step.cell >= 0 else ""
    if step.cell >= 0 and session.puzzle.givens[step.cell]:
        key = caps(action("edit", PLAY))[0]
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
    shown = session.game.marks(here, cell)
    make(session, person.marked(here, cell, shown ^ 1 << digit))


def clear(session: Session) -> None:
    """Rub out what stands where the cursor is: the digit, or else the marks."""
    here, cell = board(session), session.game.cursor
    if session.game.editing and not here.values[cell]:
        advance(session, -1)
        return
    make(session, erase(cell))


def clear_all(session: Session) -> None:
    """An empty grid: of the puzzle that is edited all digits go, as one move; else a new one is begun."""
    if not (session.solver.person and session.game.editing):
        edit(session, Puzzle.empty(session.puzzle.geometry))
    elif board(session).filled:
        make(session, write(bytes(len(session.puzzle.givens))))
        session.game.cursor = 0
        session.toast = f"All digits are gone. {caps(action('undo', EDIT))[0]} brings them back."


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
    session.toast = f"Taken back: {words_of_move(step, session.puzzle)}."


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
    session.toast = f"Made again: {words_of_move(step, session.puzzle)}."


def _go(session: Session, position: int, step: Step) -> None:
    session.player.pause()
    session.player.to(position)
    session.game.told = None
    if step.cell >= 0:
        session.game.cursor = step.cell
    judge_entered(session)


# The cursor and what is lit up --------------------------------------------------------------------------------------


def move_cursor(session: Session, down: int, right: int) -> None:
    """To the next cell that way, and from the edge to the other one."""
    geometry, game = session.puzzle.geometry, session.game
    row, column = divmod(game.cursor, geometry.side)
    game.cursor = geometry.cell_at((row + down) % geometry.side, (column + right) % geometry.side)


def put_cursor(session: Session, cell: Cell) -> None:
    """On that cell."""
    session.game.cursor = cell


def next_blank(session: Session, by: int) -> None:
    """To the next blank cell, row by row, or the one before."""
    values, number = board(session).values, len(session.puzzle.givens)
    cells = ((session.game.cursor + by * i) % number for i in range(1, number + 1))
    session.game.cursor = next((cell for cell in cells if not values[cell]), session.game.cursor)


def _place_cursor(session: Session) -> None:
    """On the grid, wherever it was on the one before; of a new game on the first blank."""
    number = len(session.puzzle.givens)
    if session.game.cursor >= number or not session.timeline.length:
        session.game.cursor = 0
        if not session.game.editing and board(session).values[0] and board(session).filled < number:
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
    return f"{session.puzzle.symbol(light)} is lit up all over the board." if light else "No digit is lit up."


def stop_clock(session: Session) -> None:
    """Stop the clock, or let it go on; the board stays in sight."""
    clock = session.game.clock
    clock.stopped = not clock.stopped
    stopped = f"The clock is stopped; {caps(action('clock', PLAY))[0]} lets it go on. You can play meanwhile."
    session.toast = stopped if clock.stopped else "The clock goes on."


def _toggle(session: Session, what: str, on: str, off: str) -> None:
    now = not getattr(session.game, what)
    setattr(session.game, what, now)
    session.toast = on if now else off
