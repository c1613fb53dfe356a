"""The player's moves on a session's board, and the cursor."""

from bisect import bisect_left
from dataclasses import replace

import solvers
from puzzles.geometry import Cell, Digit
from puzzles.puzzle import Puzzle
from solvers.algorithms import person
from solvers.core.step import Kind, Step, erase, place
from visualizer.play.state import Game, key_of
from visualizer.session.run_history import run_out
from visualizer.session.session import Session
from visualizer.text.spans import held
from visualizer.timeline.timeline import Run
from visualizer.views.plan import edges_above

BY_HAND = "entered by hand"
"""What a puzzle entered by hand is called."""


class Moves:
    """Makes the player's moves on a session's board, and moves the cursor."""

    def __init__(self, session: Session, game: Game) -> None:
        self.session = session
        self.game = game

    # Digits and marks

    def entered(self) -> Puzzle:
        """Return the puzzle being entered, with the digits on the board as givens."""
        return replace(self.session.puzzle.with_values(self.session.board.values), name=BY_HAND)

    def judge_entered(self) -> None:
        """Start counting the solutions of the puzzle being entered."""
        if self.game.editing:
            self.session.judge.look_at(self.entered())

    def make(self, step: Step) -> bool:
        """Make a move at the playhead. If moves already follow, they are kept as a separate line.

        If the move is not possible, show a toast that says why and return False.
        """
        session = self.session
        session.player.pause()
        here = person.board_of(session.puzzle)
        here.restore(session.board.snapshot())
        if here.objection(step):
            session.toast = self._refusal(step)
            return False
        steps = person.made(here, step, editing=self.game.editing)
        if session.player.position < session.timeline.length:
            self._fork(steps)
        else:
            self._extend(steps)
        self.game.hint_view = None
        self.judge_entered()
        return True

    def _extend(self, steps: tuple[Step, ...]) -> None:
        session = self.session
        timeline, puzzle = session.timeline, session.puzzle
        text = " ".join(filter(None, [session.options.get("moves", ""), person.written(steps, puzzle)]))
        session.options = {**session.options, "moves": text}
        options = dict(session.options)
        run = Run(lambda: solvers.trace(puzzle, person.NAME, **options), timeline.run.board)
        timeline.extend(run, iter(steps))
        session.runs.extended(session.solver, session.options)
        run_out(session.player)

    def _fork(self, steps: tuple[Step, ...]) -> None:
        session = self.session
        position = session.player.position
        kept = [session.timeline.step(at) for at in range(1, position + 1)]
        text = person.written([*kept, *steps], session.puzzle)
        if text == session.options["moves"]:  # these are the moves that were undone
            session.player.to(session.timeline.length)
            return
        session.set_solver(person.NAME, {**session.options, "moves": text})
        back = key_of("before", session.composer.puzzle)
        session.toast = f"Your earlier moves are kept. {back} goes back to them."

    def _refusal(self, step: Step) -> str:
        session = self.session
        name = session.puzzle.geometry.name(step.cell) if step.cell >= 0 else ""
        if step.cell >= 0 and session.puzzle.givens[step.cell]:
            key = key_of("edit", session.composer.puzzle)
            return f"{name} is a given and cannot be changed. {key} edits the puzzle."
        if step.kind in (Kind.MARK, Kind.UNMARK):
            return f"{name} holds a digit, so there is nothing to mark."
        if step.kind is Kind.ERASE:
            return f"{name} is already blank."
        return ""

    def type_digit(self, digit: Digit, other: bool = False) -> None:
        """Write or mark a digit at the cursor, or erase it if it is already there. ``other`` means Shift is held."""
        game, cell = self.game, self.game.cursor
        if (game.pencil != other) and not game.editing:
            self.toggle_mark(cell, digit)
            return
        if self.session.board.values[cell] == digit and not self.session.puzzle.givens[cell]:
            step = None if game.editing else erase(cell)
        else:
            step = place(cell, digit)
        if step is None or self.make(step):
            game.light = digit if game.light else 0
            if game.editing:
                self.advance()

    def toggle_mark(self, cell: Cell, digit: Digit) -> None:
        """Add or remove a mark. If the cell's marks were automatic, they become the player's own."""
        session = self.session
        here = session.board
        if here.values[cell]:
            session.toast = self._refusal(person.marked(here, cell, 0))
            return
        if why := held(here, session.composer.puzzle, cell, digit):
            session.toast = why
            return
        self.make(person.marked(here, cell, self.game.marks(here, cell) ^ 1 << digit))

    def clear(self) -> None:
        """Erase the digit at the cursor or, if the cell is blank, its marks."""
        here, cell = self.session.board, self.game.cursor
        if self.game.editing and not here.values[cell]:
            self.advance(-1)
            return
        self.make(erase(cell))

    def leave_blank(self) -> None:
        """Leave the current cell blank and move on, so that a row can be typed just as it is printed."""
        if self.session.board.values[self.game.cursor]:
            self.make(erase(self.game.cursor))
        self.advance()

    def advance(self, by: int = 1) -> None:
        """Move the cursor by the given number of cells or, from the edge above a square being entered, of squares,
        continuing on the next row.
        """
        geometry = self.session.puzzle.geometry
        stops = (self.game.editing and edges_above(geometry)) or geometry.cells
        at = bisect_left(stops, self.game.cursor)
        self.game.cursor = stops[(at + by) % len(stops)]

    def go(self, position: int, step: Step) -> None:
        self.session.player.pause()
        self.session.player.to(position)
        self.game.hint_view = None
        if step.cell >= 0:
            self.game.cursor = step.cell
        self.judge_entered()

    # The cursor, and the highlighted digit

    def move_cursor(self, down: int, right: int) -> None:
        """Move the cursor, wrapping around at the edges."""
        geometry, cursor = self.session.puzzle.geometry, self.game.cursor
        (row, column), rows = geometry.places[cursor], geometry.extent[0]
        if edges_above(geometry):
            self._move_by_edges(down, right)
            return
        beside = (((row + down * i) % rows, column) for i in range(1, rows + 1))
        below = next(geometry.cell_of[place] for place in beside if place in geometry.cell_of)
        self.advance(below - cursor if down else right)

    def _move_by_edges(self, down: int, right: int) -> None:
        """Move the cursor to the next square or, half as far, to the next edge, which lies the other way."""
        geometry, cursor = self.session.puzzle.geometry, self.game.cursor
        (row, column), (rows, columns) = geometry.places[cursor], geometry.extent
        if self.game.editing:
            self.advance(down * (columns // 2) + right)
            return
        aside = 1 if (row % 2 == 0) == bool(right) else -1
        corner = row + down + aside * abs(right), column + right + aside * abs(down)
        straight = row + 2 * down, column + 2 * right
        far = (
            (row % 2, rows - 1 - row % 2)[down < 0] if down else row,
            ((column % 2, columns - 1 - column % 2)[right < 0] if right else column),
        )
        self.game.cursor = next(geometry.cell_of[one] for one in (corner, straight, far) if one in geometry.cell_of)

    def next_blank(self, by: int) -> None:
        """Move the cursor to the next blank cell, or to the previous one if ``by`` is -1."""
        values, number = self.session.board.values, len(self.session.puzzle.givens)
        cells = ((self.game.cursor + by * i) % number for i in range(1, number + 1))
        self.game.cursor = next((cell for cell in cells if not values[cell]), self.game.cursor)

    def place_cursor(self) -> None:
        """Put the cursor where the last move was made. In a new game, put it in the first blank cell."""
        session = self.session
        position, game = session.player.position, self.game
        cells = (session.timeline.step(at).cell for at in range(position, 0, -1))
        made = next((cell for cell in cells if cell >= 0), None)
        if made is not None:
            game.cursor = made
            return
        game.cursor = 0
        if not game.editing and session.board.values[0] and 0 in session.board.values:
            self.next_blank(1)

    def words_of_light(self) -> str:
        if not self.game.light:
            return "No digit is lit up."
        return f"{self.session.composer.puzzle.symbol(self.game.light)} is lit up all over the board."
