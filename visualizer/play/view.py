"""What the player sees: the board, captions and counters."""

from collections.abc import Mapping
from typing import Any

from puzzles.figures import counted, grouped
from puzzles.geometry import Cell
from puzzles.puzzle import Puzzle, alphabet_of
from solvers.algorithms.person import OWN
from solvers.core.board import Board
from solvers.core.registry import Solver
from solvers.core.step import Clause, Kind, Step
from solvers.explain.records import SolutionCount
from visualizer.narration.captions import caption as sentence
from visualizer.narration.explanations import VerdictView
from visualizer.play.state import EDIT, Game, key_of, moves_up_to
from visualizer.scene.board import Boards, clashes
from visualizer.scene.composer import Composer
from visualizer.text.spans import Caption, Span, listed
from visualizer.timeline.player import Player
from visualizer.timeline.transport import Motion
from visualizer.views.board import BoardView, CellView, Counter, HeatMap, Legend, MarkRole, Outline, Role, Wash

WRITTEN = "What was written, move by move."
"""The subtitle of a read-only game."""


def board_view(board: Board, step: Step | None, game: Game) -> BoardView:
    """Return the board with its cursor, clashes, highlighted digit and hint."""
    clashing = clashes(board) if game.clashes else frozenset[Cell]()
    cells = []
    for cell, digit in enumerate(board.values):
        view = CellView(culprit=cell in clashing)
        if digit:
            given = board.puzzle.givens[cell] or game.editing
            view = view._replace(digit=digit, role=Role.GIVEN if given else Role.PERSON)
            if digit == game.light:
                view = view._replace(wash=Wash.LIT)
        else:
            marks = game.marks(board, cell)
            lit = ((game.light, MarkRole.RING),) if game.light and marks >> game.light & 1 else ()
            view = view._replace(candidates=marks, parts=lit, noted=bool(board.candidates[cell] & OWN))
        cells.append(view)
    _add_hint(cells, board, game)
    if not game.read_only and game.cursor < len(cells):
        cells[game.cursor] = cells[game.cursor]._replace(cursor="pencil" if game.pencil and not game.editing else "pen")
    solved = step is not None and step.kind is Kind.SOLVED
    links = game.hint_view.links if game.hint_view else ()
    return BoardView(board.geometry, tuple(cells), alphabet_of(board.puzzle), solved, links)


def _add_hint(cells: list[CellView], board: Board, game: Game) -> None:
    view = game.hint_view
    if view is None:
        return
    for cell, wash in view.washes.items():
        cells[cell] = cells[cell]._replace(wash=wash)
    for cell, parts in view.parts.items():
        if not board.values[cell]:
            large = len(parts) == 1 and not cells[cell].candidates and not view.links  # arrows lead to the usual places
            cells[cell] = cells[cell]._replace(parts=parts, large=large)
    for cell in view.outlined:
        cells[cell] = cells[cell]._replace(outline=view.outline)


def words_of_move(step: Step, puzzle: Puzzle) -> str:
    """Describe a move briefly, as in "5 in r1c1"."""
    if step.cell < 0:
        return "a change to all cells"
    name, symbol = puzzle.geometry.name(step.cell), puzzle.symbol(step.digit) if step.digit else ""
    if step.kind is Kind.PLACE:
        return f"{symbol} in {name}"
    if step.kind is Kind.ERASE:
        return f"{name} erased"
    if not symbol:
        return f"the marks in {name}"
    return f"mark {symbol} in {name}" if step.kind is Kind.MARK else f"mark {symbol} struck from {name}"


def caption(step: Step | None, before: Board, after: Board, game: Game, verdict: VerdictView) -> Caption:
    """Return the hint or a description of the last move. For a puzzle being entered, say what is known about it."""
    if game.hint_view:
        return game.hint_view.caption
    if game.read_only:
        return sentence(step, before, after) if step else (Span("The grid before the first move."),)
    if game.editing:
        agree, edit, blank, clear = (key_of(id, after.puzzle, EDIT) for id in ("agree", "edit", "blank", "clear"))
        if not after.filled:
            return (Span(f"Type the givens: {blank} leaves a cell blank, {clear} goes back."),)
        if after.puzzle.with_values(after.values).clashes():
            return *_so_far(verdict), Span(f"Type another digit over a wrong one, or {clear} erases it.")
        return *_so_far(verdict), Span(f"{agree} plays the puzzle, {edit} watches an algorithm solve it.")
    if step is None:
        said = (*verdict.caption, Span(" ")) if verdict.caption else ()
        if after.puzzle.clashes():
            return *said, Span(f"{key_of('edit', after.puzzle)} edits the givens.")
        pencil, hint = key_of("pencil", after.puzzle), key_of("hint", after.puzzle)
        return *said, Span(f"Go to a cell and type a digit. {pencil} types marks, {hint} gives a hint.")
    if step.kind is Kind.SOLVED:
        return solved(game, after.geometry.rule)
    return *sentence(step, before, after), *(_clash(step, after, game) or _full(after))


def _so_far(verdict: VerdictView) -> Caption:
    """Say what is known about a puzzle being entered. With only a few givens, it is bound to have many solutions."""
    if not verdict.caption:
        return ()
    if verdict.answer is SolutionCount.SEVERAL:
        return (Span(f"{verdict.caption[0].text.rstrip(' .')} so far. "),)
    return *verdict.caption, Span(" ")


def _full(after: Board) -> Caption:
    """Point out that the grid is full but wrong. A correct solution has a caption of its own."""
    if 0 in after.values:
        return ()
    return Span(" The grid is full, but not a solution: ", "conflict"), Span(
        f"{key_of('check', after.puzzle)} finds the mistake."
    )


def _clash(step: Step, after: Board, game: Game) -> Caption:
    """Say which cells clash with the digit just written, if clashes are shown."""
    if step.kind is not Kind.PLACE or not game.clashes:
        return ()
    names = [after.geometry.name(peer) for peer in sorted(after.holders(step.cell, step.digit))]
    return (Span(f" {listed(names)} hold{'s' * (len(names) == 1)} it too.", "conflict"),) if names else ()


def solved(game: Game, rule: str) -> Caption:
    """Say how long the puzzle took and how much help was needed, as in "Solved in 12:34, with 2 hints." """
    took = f" in {game.clock.text}" if game.clock.seconds >= 1 else ""
    help_ = ((game.clock.hints, "hint"), (game.clock.checks, "check"))
    had = listed([counted(number, what) for number, what in help_ if number])
    return (
        Span(f"Solved{took}", "solved"),
        Span(f"{f', with {had}' if had else ''}. {rule.capitalize()}."),
    )


class PlayComposer(Composer):
    """Turns a game played by hand into scenes."""

    def __init__(self, puzzle: Puzzle, solver: Solver, player: Player, options: Mapping[str, Any], game: Game) -> None:
        super().__init__(puzzle, solver, player, options)
        self.game = game

    @property
    def title(self) -> str:
        return self.game.title

    @property
    def subtitle(self) -> str:
        """Where typed digits go, and what display settings are in effect."""
        game, board = self.game, self.timeline.board_at(self.player.position)
        if game.read_only:
            return f"{WRITTEN} The window can resume the game."
        tool = "Givens" if game.editing else "Pencil marks" if game.pencil else "Digits"
        cell = min(game.cursor, len(board.values) - 1)
        where = board.geometry.name(cell)
        besides = [
            f"{where} is given" if board.puzzle.givens[cell] else f"{tool} go into {where}",
            "" if game.clashes else "clashes not shown",
            "automatic marks" if game.automatic and not game.editing else "",
            f"{alphabet_of(board.puzzle)[game.light - 1]} lit up" if game.light else "",
            "the clock is stopped" if game.clock.stopped and not game.editing else "",
        ]
        return " · ".join(filter(None, besides))

    @property
    def film_subtitle(self) -> str:
        """The subtitle when recording, with no mention of keys."""
        return WRITTEN

    def introduction(self) -> Caption:
        """Return nothing, as the remarks on the grid already introduce the game."""
        return ()

    def board(self, boards: Boards, heat: HeatMap | None) -> BoardView:
        return board_view(boards.after, boards.step, self.game)

    def counters(self, boards: Boards) -> tuple[Counter, ...]:
        """Count the moves, the filled and blank cells, and the time."""
        game, board, timeline = self.game, boards.after, self.timeline
        moves, made = moves_up_to(timeline, self.player.position), moves_up_to(timeline, timeline.length)
        of = f" of {grouped(made)}" if made != moves else ""
        shown = [
            Counter(grouped(moves), f"move{'s' * (moves != 1)}{of}"),
            Counter(str(board.filled), f"of {len(board.values)} {'given' if game.editing else 'filled'}"),
            Counter(str(len(board.values) - board.filled), "blank"),
        ]
        if not (game.read_only or game.editing):
            shown.append(Counter(game.clock.text, "stopped" if game.clock.stopped else "clock"))
        return tuple(shown)

    def caption(self, boards: Boards, written: Clause = (), timed: bool = True) -> Caption:
        """Return the hint or a description of the last move. During replay, return the usual caption for a run."""
        if self.player.mode is Motion.PAUSED or boards.step is None:
            return caption(boards.step, boards.before, boards.after, self.game, self.verdict)
        return super().caption(boards, written, timed)

    def _signs_seen(self) -> Legend:
        return (CellView(4, Role.GIVEN), "given"), (CellView(4, Role.PERSON), "written by hand")

    def _marks(self, boards: Boards) -> bool:
        """Return whether to mark the verdict. In an empty grid, cells where solutions differ are not marked."""
        empty = self.game.editing and not boards.after.filled
        return super()._marks(boards) and not (empty and self.verdict.outline is not Outline.GUILTY)
