"""Computes hints and checks in the background, presents each as a sentence and highlighted cells, and applies it."""

from dataclasses import replace
from weakref import ref

from puzzles.geometry import Cell, Digit, Geometry
from puzzles.puzzle import alphabet_of
from solvers import techniques
from solvers.algorithms import person
from solvers.algorithms.person import OWN
from solvers.core.board import Board
from solvers.core.step import place
from solvers.explain.hint import Advice, Hint, HintQuestion
from solvers.explain.records import Single, SolutionCount, WhatIf
from solvers.processes.worker import Worker, WorkerLost
from visualizer.narration.explanations import repeated
from visualizer.narration.hints import UNTOLD, around, band, in_strengths, step_of, wrong_mark
from visualizer.play.moves import Moves
from visualizer.play.state import Game, HintView, has_entries, key_of, moves_up_to, standing, struck
from visualizer.scene.board import finding_of, links_of, parts_of, units_of, washes_of
from visualizer.scene.composer import Composer
from visualizer.text.spans import Caption, Span, capitalised, plain
from visualizer.timeline.timeline import Timeline
from visualizer.views.board import MarkRole, Outline, Wash

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
        there = self._view is not None and self._game.hint_view is self._view and self._place == self._where
        return self._found if there else None

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
        session, game = self._session, self._game
        board = session.board
        values, cells = tuple(board.values), board.geometry.cells
        marked = any(own(game, board, cell) for cell in cells if not values[cell])
        masks = tuple(board.candidates[cell] & ~OWN if own(game, board, cell) else -1 for cell in cells)
        order = tuple((cell, values[cell]) for cell in standing(session.timeline, session.player.position))
        given = session.composer.puzzle, values, masks if marked else None, order
        self._worker.ask(HintQuestion(*given, only_check))
        if not self._take(AT_ONCE):
            key = self._key("close")
            self._tell(HintView((Span(f"Looking for {self._what} … {key} cancels."),)))

    @property
    def _what(self) -> str:
        return "mistakes" if self._only_check else "a hint"

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
            self._tell(checked(found, self._session.composer), found)
        else:
            if self._hinted != self._place and found.advice is not Advice.FULL:
                game.clock.hints, self._hinted = game.clock.hints + 1, self._place
            self._tell(hinted(found, 1, self._session.composer), found, 1)
        return True

    def _stronger(self, found: Hint) -> None:
        if self._strength < len(in_strengths(found)):
            self._tell(hinted(found, self._strength + 1, self._session.composer), found, self._strength + 1)
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
            if not has_entries(session.board):
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
            game = self._game
            shown = self._view is not None and game.hint_view is self._view
            if shown:
                game.hint_view = None
            self._worker.cancel()
            self._place, self._view, self._found, self._judging = None, None, None, False
            return shown
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
            self._game.cursor = step.cell
        made = session.player.position - before
        toast = f"{name(self._game.cursor)} is filled." if places else "The marks are struck."
        session.toast = f"{toast} Press {self._key('undo')}{f' {made} times' if made > 1 else ''} to undo."

    def _go_back(self, found: Hint) -> None:
        session, cell = self._session, found.wrong[0] if found.wrong else 0
        at = mistake(found, session.composer)
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
        self._worker.close()


WRONG = (Advice.WRONG_DIGIT, Advice.WRONG_MARK)
MOST_REPEATED = 4
"""How many repeated digits to name on a full grid. The rest are only marked on the board."""


def mistake(found: Hint, composer: Composer) -> int:
    """Return the position just after the mistaken move, or 0 if no move was mistaken."""
    assert found.wrong is not None
    (cell, digit), position = found.wrong, composer.player.position
    if digit:
        return standing(composer.timeline, position).get(cell, 0)
    return struck(composer.timeline, position, cell, found.missing)


def _move(found: Hint, composer: Composer) -> str:
    """Name the mistaken move, as in "your last move" or "your move 12 of 20". Return "" if there is none."""
    at = mistake(found, composer)
    number, of = (moves_up_to(composer.timeline, there) for there in (at, composer.player.position))
    return "" if not at else "your last move" if number == of else f"your move {number} of {of}"


def _offer(found: Hint, composer: Composer) -> str:
    """Return an offer to go back to before the mistake, or ""."""
    key = key_of("agree", composer.puzzle)
    return f" {key} goes back to just before it." if mistake(found, composer) else ""


# Hints --------------------------------------------------------------------------------------------------------------


def hinted(found: Hint, strength: int, composer: Composer) -> HintView:
    """Present a hint. The first stage says only where to look, and the last says everything."""
    sentences, puzzle = in_strengths(found), composer.puzzle
    caption, last = sentences[strength - 1], strength == len(sentences)
    if found.advice is Advice.NO_SOLUTION:
        return unsolvable(composer)
    if not last:
        more = "the technique" if found.finding and strength == 1 else "the whole step" if found.finding else "more"
        caption = (*caption, Span(f" Press {key_of('hint', puzzle)} again for {more}."))
    if found.what_if is not None and strength > 1:
        caption = caption if not last else (*caption, Span(f" {key_of('agree', puzzle)} applies it."))
        return _what_if(found.what_if, strength - 2, puzzle.geometry, caption)
    if not last:
        return _pointing(found, strength, caption)
    if found.wrong is not None:
        move = _move(found, composer)
        which = f" It is {move}." if move else ""
        caption = (Span(caption[0].text, "conflict"), Span(f"{which}{_offer(found, composer)}"))
        return HintView(caption, outlined=(found.wrong[0],), outline=Outline.GUILTY)
    if found.finding is not None:
        return _step(found, (*caption, Span(f" {key_of('agree', puzzle)} applies it.")))
    return _pointing(found, 1, caption)


def _pointing(found: Hint, strength: int, caption: Caption) -> HintView:
    """Highlight where to look and, once the technique is named, its pattern, unless that would cover the board."""
    geometry = found.position.geometry
    if found.wrong is not None:
        near = around(geometry, found.wrong[0]).cells if strength > 1 else band(geometry, found.wrong[0])
        return HintView(caption, dict.fromkeys(near, Wash.UNIT))
    units, cells = found.where
    washes = {cell: Wash.UNIT for unit in units for cell in geometry.groups[unit].cells}
    washes |= dict.fromkeys(cells, Wash.STEP)
    technique, finding = found.technique, found.finding
    if strength > 1 and technique and finding and "cells" not in UNTOLD.get(technique.why, ""):
        washes |= dict.fromkeys(finding.cells, Wash.STEP)
    return HintView(caption, washes)


def _step(found: Hint, caption: Caption) -> HintView:
    """Show the whole step as a solver would. A step that removes several candidates does not belong to any one cell."""
    step, board = step_of(found)
    finding = finding_of(step)
    if finding is None:
        washes = washes_of(step, board) | dict.fromkeys(found.because, Wash.LIT)
        return HintView(caption, washes, {step.cell: ((step.digit, MarkRole.RING),)})
    washes = dict.fromkeys(units_of(finding, board.geometry), Wash.UNIT)
    washes |= {cell: Wash.STEP for cell, _ in finding.places}
    return HintView(caption, washes, parts_of(finding), links_of(finding))


def _what_if(found: WhatIf, told: int, geometry: Geometry, caption: Caption) -> HintView:
    """Mark the assumed digit and, in the parts told so far, what follows. Earlier cases do not hold any more."""
    parts: dict[Cell, tuple[tuple[Digit, MarkRole], ...]] = {found.cell: ((found.digit, MarkRole.TARGET),)}
    dead = found.argument.dead if told == len(found.parts) and not found.options else None
    for number, part in enumerate(found.parts[:told], 1):
        for line in part:
            if isinstance(line, Single):
                parts[line.cell] = ((line.digit, MarkRole.ONE),)
            elif number == told:
                parts[line.cell] = ((line.digit, MarkRole.OTHER),)
                parts |= {single.cell: ((single.digit, MarkRole.ONE),) for single in line.singles}
                dead = line.dead
    if told == 1:
        for cell, digit in found.options:
            parts[cell] = (*parts.get(cell, ()), (digit, MarkRole.OTHER))
    washes = {found.cell: Wash.STEP}
    if dead is not None:
        washes |= dict.fromkeys(geometry.units[dead.unit].cells if dead.unit >= 0 else (dead.cell,), Wash.UNIT)
    return HintView(caption, washes, parts)


# Checks -------------------------------------------------------------------------------------------------------------


def checked(found: Hint, composer: Composer) -> HintView:
    """Say what is wrong with the player's digits and marks, or that nothing is."""
    if found.advice is Advice.NO_SOLUTION:
        return unsolvable(composer)
    if found.wrong is None:
        return HintView((Span(right(found, composer), "solved" if found.sure else ""), *_of_puzzle(composer)))
    (cell, digit), puzzle, move = found.wrong, composer.puzzle, _move(found, composer)
    if found.advice is Advice.WRONG_DIGIT:
        full = f"{capitalised(repeated(found.position, MOST_REPEATED))}. " if found.position.is_full() else ""
        begin, wrong = f"{full}The first mistake is ", f"{puzzle.geometry.name(cell)} = {puzzle.symbol(digit)}"
        end = f"{f', {move}' if move else ''}.{'' if found.unique else ' It leaves no solution.'}"
    else:
        begin, wrong = "Your digits are right, but ", wrong_mark(found, cell)
        if not _digits(composer):
            begin, wrong = "", capitalised(wrong)
        end = f": {move}." if move else "."
    caption = Span(begin), Span(wrong, "conflict"), Span(end), Span(_offer(found, composer))
    return HintView(caption, outlined=(cell,), outline=Outline.GUILTY)


def _digits(composer: Composer) -> list[Cell]:
    """Return the cells with digits written by the player, oldest first."""
    return list(standing(composer.timeline, composer.player.position))


def right(found: Hint, composer: Composer) -> str:
    """Say that all is well, or that no mistake is known, as in "All 20 digits are right; 33 to go." """
    if found.advice is Advice.FULL:
        return in_strengths(found)[0][0].text
    cells, puzzle, to_go = _digits(composer), found.position, f"{len(found.position.blanks)} to go"
    if not cells:
        return f"No digits written yet; {to_go}."
    one = f"{puzzle.geometry.name(cells[0])} = {puzzle.symbol(puzzle.givens[cells[0]])}"
    many = len(cells) > 1
    if not found.sure:
        which = f"your {len(cells)} digits" if many else one
        return f"No mistake found in {which}, but it is not certain that a solution remains."
    if not found.unique:
        return f"{f'All {len(cells)} digits' if many else one} can stay: a solution is still possible; {to_go}."
    return f"All {len(cells)} digits are right; {to_go}." if many else f"{one} is right; {to_go}."


def _of_puzzle(composer: Composer) -> Caption:
    """Say what is known about the puzzle if nothing has been written yet."""
    board, known = composer.timeline.board_at(composer.player.position), composer.verdict.caption
    return (Span(" "), *known) if known and not _digits(composer) and 0 in board.values else ()


def unsolvable(composer: Composer) -> HintView:
    """Explain why the puzzle has no solution, and offer to edit it."""
    offer, verdict = Span(f" {key_of('edit', composer.puzzle)} edits the givens."), composer.verdict
    if verdict.answer is SolutionCount.NONE:
        return HintView((*verdict.caption, offer), outlined=verdict.outlined, outline=verdict.outline)
    return HintView((Span("This puzzle has no solution.", "conflict"), offer))
