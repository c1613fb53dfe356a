"""Computes hints and checks in the background, shows them and applies them."""

from __future__ import annotations

from dataclasses import replace
from weakref import ref

from puzzles.puzzle import alphabet_of
from solvers import techniques
from solvers.algorithms import person
from solvers.algorithms.person import OWN
from solvers.core.board import Board
from solvers.core.step import place
from solvers.explain.hint import Advice, Hint, HintQuestion
from solvers.explain.records import SolutionCount
from solvers.processes.worker import Worker, WorkerLost
from visualizer.narration.hints import in_strengths
from visualizer.play import hint_view
from visualizer.play.hint_view import WRONG
from visualizer.play.moves import Moves
from visualizer.play.state import Game, HintView, standing
from visualizer.play.view import key_of
from visualizer.text.spans import Caption, Span, plain
from visualizer.timeline.timeline import Timeline

MOST_HINT_SECONDS = 20.0
"""The time limit for a hint or check, in seconds."""
AT_ONCE = 0.1
"""How long to block, in seconds, waiting for an answer. Most answers arrive in time."""
MOST_REASONS = 3
"""The maximum number of reasons shown why there is no solution."""
Spot = tuple["ref[Timeline]", int, str]
"""A line of moves, a position on it (always 0 in an algorithm's run) and the symbols used for digits."""


def own(game: Game, board: Board, cell: int) -> bool:
    """Return whether the player has marked the cell. If no marks are left, return True only if marks are automatic."""
    marks = board.candidates[cell]
    return bool(marks & OWN and (game.automatic or marks & ~OWN))


def candidates(game: Game, board: Board, cell: int) -> int:
    """Return a blank cell's candidates: what the rules allow, limited to the player's own marks if there are any."""
    mask = board.candidates[cell] & ~OWN if own(game, board, cell) else -1
    taken = {board.values[peer] for peer in board.geometry.peers[cell]}
    return mask & sum(1 << digit for digit in board.geometry.digits if digit not in taken)


class Advisor:
    """Requests hints and checks and shows the answers. Call :meth:`tick` once a frame and :meth:`close` when done.

    Each answer belongs to a place in the game, namely a line of moves and a position on it. Answers are not shown
    anywhere else, and work is abandoned once the player moves on.
    """

    def __init__(self, moves: Moves) -> None:
        self._session, self._game, self._moves = moves.session, moves.game, moves
        self._worker: Worker[HintQuestion, Hint] = Worker("solvers.explain.hint")
        self._only_check = False
        self._until: float | None = None
        """The deadline for the current request. Set on the next tick."""
        self._found: Hint | None = None
        self._strength = 0
        """How much of the current hint is revealed, counting from 1, or 0 for a check."""
        self._view: HintView | None = None
        self._place: Spot | None = None
        """Where the last request was made."""
        self._hinted: Spot | None = None
        """The place at which a hint was last counted."""
        self._judging = False
        """Whether to show the puzzle's verdict when it arrives."""

    @property
    def busy(self) -> bool:
        """Whether a hint or check is being computed."""
        return self._worker.busy

    @property
    def shown(self) -> Hint | None:
        """The hint or check being displayed, or None if the player has moved on."""
        return self._found if self._is_shown else None

    @property
    def _is_shown(self) -> bool:
        return self._view is not None and self._game.hint_view is self._view and self._place == self._where

    @property
    def _where(self) -> Spot:
        session = self._session
        position = session.player.position if session.solver.person else 0
        return ref(session.timeline), position, alphabet_of(session.composer.puzzle)

    def ask(self, *, only_check: bool) -> None:
        """Request a hint or check. If a hint is already showing, reveal more of it."""
        if self.busy and self._place == self._where and self._only_check == only_check:
            return
        if not only_check and self._strength and self.shown is not None:
            self._stronger(self.shown)
            return
        self._worker.cancel()
        self._session.player.pause()
        self._only_check, self._place, self._until, self._judging = only_check, self._where, None, False
        self._worker.ask(self._question())
        if not self._take(AT_ONCE):
            key = self._key("close")
            self._tell(HintView((Span(f"Looking for {self._what} … {key} cancels."),)))

    @property
    def _what(self) -> str:
        return "mistakes" if self._only_check else "a hint"

    def _question(self) -> HintQuestion:
        session, game = self._session, self._game
        board = session.board
        values, cells = tuple(board.values), board.geometry.cells
        marked = any(own(game, board, cell) for cell in cells if not values[cell])
        masks = tuple(board.candidates[cell] & ~OWN if own(game, board, cell) else -1 for cell in cells)
        order = tuple((cell, values[cell]) for cell in standing(session.timeline, session.player.position))
        return HintQuestion(session.composer.puzzle, values, masks if marked else None, order, self._only_check)

    def _take(self, patience: float = 0.0) -> bool:
        """Show the answer if it has arrived. Return False if it has not."""
        try:
            reply = self._worker.poll(patience)
        except WorkerLost as lost:
            self._tell(HintView((Span(f"The search for {self._what} {lost}. Ask again."),)))
            return True
        if reply is None:
            return False
        game, found = self._game, reply.value
        found = replace(found, technique=techniques.get(found.finding.technique) if found.finding else None)
        if self._only_check:
            game.clock.checks += 1
            self._tell(hint_view.checked(found, self._session.composer), found)
        else:
            if self._hinted != self._place and found.advice is not Advice.FULL:
                game.clock.hints, self._hinted = game.clock.hints + 1, self._place
            self._tell(hint_view.hinted(found, 1, self._session.composer), found, 1)
        return True

    def _stronger(self, found: Hint) -> None:
        if self._strength < len(in_strengths(found)):
            self._tell(hint_view.hinted(found, self._strength + 1, self._session.composer), found, self._strength + 1)
            return
        does = found.helps or found.advice in WRONG
        key = self._key("agree")
        self._session.toast = f"That is the whole hint.{f' {key} applies it.' if does else ''}"

    def _tell(self, view: HintView, found: Hint | None = None, strength: int = 0) -> None:
        self._game.hint_view = self._view = view
        self._found, self._strength = found, strength
        if found is not None:
            self._session.note("advised", advice=found.advice.value, strength=strength)

    def judge(self) -> None:
        """Show the puzzle's verdict, now or when it arrives."""
        session = self._session
        session.judge.start()
        if self._game.editing:
            if not session.board.filled:
                session.toast = "Nothing has been entered yet. Type the givens first."
                return
            if not session.composer.verdict.caption:
                self._moves.judge_entered()
        self._worker.cancel()
        self._place, self._judging = self._where, True
        if not self._take_verdict():
            self._say((Span("Finding out how many solutions the puzzle has …"),))

    def _take_verdict(self) -> bool:
        view = self._session.composer.verdict
        told = view.finished or (view.caption and view.answer is not SolutionCount.NONE)  # a reason may follow
        if not (self._judging and told):
            return False
        self._judging = False
        self._say(view.caption or (Span("The number of solutions could not be determined."),), view.reasons)
        return True

    def _say(self, caption: Caption, reasons: tuple[Caption, ...] = ()) -> None:
        """Show a message. While watching, use a toast, or a notice if there are reasons to give."""
        session = self._session
        if session.solver.person:
            why = (span for reason in reasons[:MOST_REASONS] for span in (Span(" "), *reason))
            self._tell(HintView((*caption, *why)))
        elif reasons and session.player.position:
            shown = (caption, *reasons[:MOST_REASONS])
            more = "\nRun 'solvescope explain' for the whole argument." if len(reasons) > MOST_REASONS else ""
            session.toast, session.notice = "", "\n".join(map(plain, shown)) + more
        else:
            session.toast = plain(caption)

    def tick(self, now: float) -> bool:
        """Handle any answer that has arrived. Return True if the screen has changed."""
        if self._place is not None and self._place != self._where:
            return self._moved_on()
        if not self.busy:
            return self._take_verdict()
        self._until = now + MOST_HINT_SECONDS if self._until is None else self._until
        if self._take():
            return True
        if now < self._until:
            return False
        self._worker.cancel()
        self._tell(HintView((Span(f"No answer in {MOST_HINT_SECONDS:.0f} seconds. This position is too hard."),)))
        return True

    def _moved_on(self) -> bool:
        """Clear the answer and cancel the request after the player moves on. Return True if an answer was showing."""
        game = self._game
        shown = self._view is not None and game.hint_view is self._view
        if shown:
            game.hint_view = None
        self._worker.cancel()
        self._place, self._view, self._found, self._judging = None, None, None, False
        return shown

    # Carrying out

    def carry_out(self) -> None:
        """Apply the hint, or go back to just before the mistake."""
        session, found = self._session, self.shown
        if found is None:
            session.toast = f"There is no hint to follow. {self._key('hint')} asks for a hint."
        elif found.wrong is not None:
            self._go_back(found)
        elif found.helps:
            self._make(found)
        else:
            session.toast = "There is no hint to apply."

    def _make(self, found: Hint) -> None:
        session, places = self._session, found.finding.places if found.finding else ()
        before, board, name = session.player.position, session.board, session.puzzle.geometry.name
        by_cell: dict[int, int] = {}
        for cell, digit in found.strikes:
            by_cell[cell] = by_cell.get(cell, 0) | 1 << digit
        steps = [place(cell, digit) for cell, digit in places]
        steps += [
            person.marked(board, cell, candidates(self._game, board, cell) & ~gone)
            for cell, gone in by_cell.items()
            if not board.values[cell]
        ]
        for step in steps:
            if not self._moves.make(step):
                break
            self._moves.put_cursor(step.cell)
        made = session.player.position - before
        toast = f"{name(self._game.cursor)} is filled." if places else "The marks are struck."
        session.toast = f"{toast} Press {self._key('undo')}{f' {made} times' if made > 1 else ''} to undo."

    def _go_back(self, found: Hint) -> None:
        session, cell = self._session, found.wrong[0] if found.wrong else 0
        at = hint_view.mistake(found, session.composer)
        if not at:
            session.toast = "That mistake is not one of your moves, so there is nothing to go back to."
            return
        session.player.pause()
        session.player.to(at - 1)
        self._game.hint_view, self._game.cursor = None, cell
        name = session.puzzle.geometry.name(cell)
        session.toast = f"This is just before the mistake in {name}. {self._key('redo')} redoes your moves."

    def _key(self, id: str) -> str:
        return key_of(id, self._session.composer.puzzle)

    # Stopping

    def give_up(self) -> bool:
        """Cancel the current request. Return False if there is none."""
        if not self.busy:
            return False
        self._worker.cancel()
        self._game.hint_view = self._view = None
        self._session.toast = f"No longer looking for {self._what}."
        return True

    def close(self) -> None:
        """End the background process."""
        self._worker.close()
