"""The player's state, the log of moves, and what the player sees: the board, captions and counters.

The run's ``moves`` option, which is text, is the only log of the player's moves. The timeline replays it, undo moves
the playhead along it, and saved games, saved views and earlier runs all store it. A what-if is not a move but an extra
guess in the options of an algorithm.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from puzzles.figures import counted, grouped
from puzzles.geometry import Cell, Digit, Geometry, usual_alphabet
from puzzles.puzzle import Position, Puzzle, alphabet_of, plain
from solvers.algorithms import person
from solvers.algorithms.person import OWN
from solvers.core.board import Board
from solvers.core.registry import Solver
from solvers.core.step import Clause, Kind, Step, place
from solvers.explain.records import SolutionCount
from visualizer import keymap
from visualizer.keymap import DIGITS, Keymap
from visualizer.narration.captions import caption as sentence
from visualizer.narration.explanations import VerdictView
from visualizer.play.tool import Tool
from visualizer.scene.board import Boards, clashes
from visualizer.scene.composer import Composer
from visualizer.text.spans import Caption, Span, capitalised, listed
from visualizer.timeline.player import Player
from visualizer.timeline.timeline import Timeline
from visualizer.timeline.transport import Motion
from visualizer.views.board import BoardView, CellView, Counter, HeatMap, Legend, Link, MarkRole, Outline, Role, Wash
from visualizer.views.plan import edges_above, edges_around, plan_of

LONGEST_TICK = 2.0
"""The longest time counted per tick, in seconds, so that time the computer spends asleep does not count."""


@dataclass
class GameClock:
    """The time a player has spent on a puzzle, and how much help was given."""

    seconds: float = 0.0
    stopped: bool = False
    hints: int = 0
    """The number of positions at which a hint was given."""
    checks: int = 0
    _last: float | None = None

    def tick(self, now: float, counts: bool) -> bool:
        """Add the time since the last tick if it ``counts``. Return True if the displayed time has changed."""
        last, self._last = self._last, now
        if last is None or self.stopped or not counts:
            return False
        before = int(self.seconds)
        self.seconds += min(max(0.0, now - last), LONGEST_TICK)
        return int(self.seconds) != before

    @property
    def text(self) -> str:
        """The time taken, as in "7:05" or "1:02:03"."""
        minutes, seconds = divmod(int(self.seconds), 60)
        hours, minutes = divmod(minutes, 60)
        return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


@dataclass(frozen=True)
class HintView:
    """The text of a hint or check, and what it highlights on the board."""

    caption: Caption
    washes: dict[Cell, Wash] = field(default_factory=dict)
    parts: dict[Cell, tuple[tuple[Digit, MarkRole], ...]] = field(default_factory=dict)
    links: tuple[Link, ...] = ()
    outlined: tuple[Cell, ...] = ()
    outline: Outline = Outline.NONE


@dataclass
class Game:
    """The state of a game, apart from the moves, which are the steps of the run."""

    read_only: bool = False
    """Whether the board is read-only, as in a recording."""
    editing: bool = False
    """Whether a puzzle is being entered, so that digits become givens."""
    cursor: Cell = 0
    pencil: bool = False
    """Whether typed digits become marks."""
    automatic: bool = False
    """Whether cells the player has not marked show every candidate the rules allow."""
    clashes: bool = True
    """Whether clashing digits are highlighted immediately."""
    light: Digit = 0
    """The highlighted digit, or 0 for none."""
    refused: Puzzle | None = None
    """The puzzle for which the digit keys were last explained, so as not to explain them twice."""
    clock: GameClock = field(default_factory=GameClock)
    tool: Tool = field(default_factory=Tool)
    """What a drag draws while a puzzle is being entered."""
    hint_view: HintView | None = None
    """The hint or check being displayed. Cleared by the next move."""
    watched: str = ""
    """The algorithm that was being watched before the game."""
    _clocks: dict[Puzzle, GameClock] = field(default_factory=dict)

    @property
    def title(self) -> str:
        if self.read_only:
            return "A game played by hand"
        return "You are editing the puzzle" if self.editing else "You are playing"

    def follow(self, puzzle: Puzzle, *, editing: bool) -> None:
        """Switch to a different run of this puzzle. Each puzzle has its own clock."""
        self.editing, self.hint_view, self.light = editing, None, 0
        self.tool.follow(editing)
        self.clock = self._clocks.setdefault(puzzle, GameClock())
        if self.cursor >= len(puzzle.givens):
            self.cursor = 0

    def marks(self, board: Board, cell: Cell) -> int:
        """Return the marks to show in a blank cell, excluding digits that a peer holds."""
        own = board.candidates[cell]
        if not own & OWN and not self.automatic:
            return 0
        left = (2 << board.geometry.symbols) - 1
        if own & OWN:
            left &= own
        for digit in set(map(board.values.__getitem__, board.geometry.peers[cell])):
            left &= ~(1 << digit)
        return left & ~OWN


# The log of moves, which are identified by their position in the line of moves

MOVES = (Kind.PLACE, Kind.ERASE, Kind.MARK, Kind.UNMARK)


def moves_up_to(timeline: Timeline, position: int) -> int:
    """Count the moves up to a position. Reaching the solution is not a move."""
    counts = timeline.counts(position)
    return int(sum(counts[kind] for kind in MOVES))


def standing(timeline: Timeline, position: int) -> dict[Cell, int]:
    """Map each cell with a digit written by the player to the position after the move that wrote it, oldest first."""
    since: dict[Cell, int] = {}
    values = list(timeline.board_at(0).values)
    for at in range(1, position + 1):
        for cell, digit in _written(timeline.step(at)):
            if values[cell] == digit:
                continue
            values[cell] = digit
            since.pop(cell, None)
            if digit:
                since[cell] = at
    return since


def _written(step: Step) -> list[tuple[Cell, Digit]]:
    """Return the cells a move changes, each with its new digit (0 if erased)."""
    if step.kind is Kind.PLACE and step.cell < 0:
        return list(enumerate(step.detail))
    return [(step.cell, step.digit)] if step.kind in (Kind.PLACE, Kind.ERASE) else []


def struck(timeline: Timeline, position: int, cell: Cell, digit: Digit) -> int:
    """Return the position after the move that struck a digit from a cell's own marks or, for 0, last changed them.

    Return 0 if the marks are not the player's own. Writing a digit over marks leaves them unchanged.
    """
    since, held = 0, False
    for at in range(1, position + 1):
        step = timeline.step(at)
        if step.kind is Kind.PLACE and step.cell < 0:
            since, held = 0, bool(step.detail[cell])
        elif step.cell != cell:
            continue
        elif step.kind in (Kind.MARK, Kind.UNMARK):
            lacks = not (digit and step.detail >> digit & 1)
            since = (since if digit and since else at) if lacks else 0
        else:
            since = since if held or step.kind is Kind.PLACE else 0
            held = step.kind is Kind.PLACE
    return since


# Positions of files


def named(position: Position) -> str:
    """Describe what a position adds to its puzzle, as in "3 placed digits and candidates"."""
    placed = sum(map(bool, position.values))
    digits = counted(placed, "placed digit") if placed else ""
    return " and ".join(filter(None, [digits, "candidates" if position.candidates else ""]))


def moves_to(position: Position) -> list[Step]:
    """Return the moves that reproduce a position. Candidates that follow from the digits need no move."""
    board, moves = person.board_of(position.puzzle), list[Step]()
    found = [place(cell, digit) for cell, digit in enumerate(position.values) if digit]
    left = plain(position.puzzle, position.values)
    masks = [(cell, mask) for cell, mask in enumerate(position.candidates) if mask not in (0, left[cell])]
    for step in (*found, *(person.marked(board, cell, mask) for cell, mask in masks)):
        if board.objection(step) is None:
            moves += person.made(board, step)
    return moves


# Keys -----------------------------------------------------------------------------------------------------------------


PLAY = Keymap("play", "Keys while you play", (
    (DIGITS, "Write or mark the digit; press again to erase"),
    (f"Shift+{DIGITS}", "With the pen, mark the digit; with the pencil, write it"),
    ("Shift+click", "On a mark: race two runs, with and without it"),
    ("Ctrl+click", "On a blank cell: choose which digit to try"),
    ("Ctrl+Alt+A … Z", "If letters are digits: the letter's own action"),
))  # fmt: skip
EDIT = Keymap("edit", "Keys while you edit", (
    (DIGITS, "Enter the digit and go to the next cell"),
    ("0", "Leave the cell blank and go on (same as .)"),
    ("Ctrl+Alt+A … Z", "If letters are digits: the letter's own action"),
))  # fmt: skip


def key_of(id: str, puzzle: Puzzle, table: Keymap = PLAY) -> str:
    """Return an action's key, avoiding letters that this grid uses as digits."""
    return keymap.key_of(id, table.mode, typed(puzzle).upper())


def typed(puzzle: Puzzle) -> str:
    """Return the symbols by which digits are typed: those of the puzzle, or figures for lines and crosses."""
    alphabet = alphabet_of(puzzle)
    return usual_alphabet(len(alphabet)) if edges_above(puzzle.geometry) else alphabet


# What the player sees: the board, captions and counters ---------------------------------------------------------------


def still_to_place(board: Board) -> list[int | None]:
    """Count how many of each digit, from 1 up, are left to place. Negative if there are too many, and ``None`` if
    solutions may differ in that, because no unit holds every digit.
    """
    if not any(unit.complete for unit in board.geometry.units):
        return [None] * board.geometry.symbols
    each = len(board.values) // board.geometry.symbols
    return [each - board.values.count(digit) for digit in board.geometry.digits]


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
    for cell in game.tool.selected:
        cells[cell] = cells[cell]._replace(wash=Wash.STEP)
    _add_cursor(cells, board.geometry, game)
    solved = step is not None and step.kind is Kind.SOLVED
    links = game.hint_view.links if game.hint_view else ()
    geometry = game.tool.outline or board.geometry
    return BoardView(geometry, tuple(cells), alphabet_of(board.puzzle), solved, links)


def _add_cursor(cells: list[CellView], geometry: Geometry, game: Game) -> None:
    """Mark the cell at the cursor, or the edges around the square there."""
    if game.read_only or game.cursor not in geometry.cells:
        return
    square = game.editing and edges_above(geometry)
    for cell in edges_around(geometry, game.cursor) if square else (game.cursor,):
        cursor = "square" if square else "pencil" if game.pencil and not game.editing else "pen"
        cells[cell] = cells[cell]._replace(cursor=cursor)


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
    return str(puzzle.geometry.kind.says(_words_of_move(step, puzzle)))


def _words_of_move(step: Step, puzzle: Puzzle) -> str:
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


def has_entries(board: Board) -> bool:
    """Return whether anything has been entered: a digit, a rule, or a cage, which may have no sum."""
    geometry = board.geometry
    return board.filled > 0 or bool(geometry.rules) or any(unit.kind == "cage" for unit in geometry.units)


def caption(step: Step | None, before: Board, after: Board, game: Game, verdict: VerdictView) -> Caption:
    """Return the hint or a description of the last move. For a puzzle being entered, say what is known about it."""
    if game.hint_view:
        return game.hint_view.caption
    if game.read_only:
        return sentence(step, before, after) if step else (Span("The grid before the first move."),)
    if game.editing:
        agree, edit, blank, clear = (key_of(id, after.puzzle, EDIT) for id in ("agree", "edit", "blank", "clear"))
        if edges_above(after.geometry) and not plan_of(after.geometry).tallies:
            return (Span(f"Type the number of each square: {blank} leaves a square blank, {clear} goes back."),)
        if not has_entries(after):
            return (Span(f"Type the givens: {blank} leaves a cell blank, {clear} goes back."),)
        if not after.puzzle.with_values(after.values).is_valid():
            return *_so_far(verdict), Span(f"Type another digit over a wrong one, or {clear} erases it.")
        return *_so_far(verdict), Span(f"{agree} plays the puzzle, {edit} watches an algorithm solve it.")
    if step is None:
        said = (*verdict.caption, Span(" ")) if verdict.caption else ()
        if not after.puzzle.is_valid():
            return *said, Span(f"{key_of('edit', after.puzzle)} edits the givens.")
        pencil, hint = key_of("pencil", after.puzzle), key_of("hint", after.puzzle)
        task, how = after.geometry.kind.task, f"Go to a cell and type a digit. {pencil} types marks"
        if edges_above(after.geometry):
            how = "Click an edge to draw a line, right-click to cross it out"
        return *said, Span(f"{f'{task}. ' * bool(task)}{how}, {hint} gives a hint.")
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
    """Say which cells clash with the digit just written, or which rule it breaks, if clashes are shown."""
    if step.kind is not Kind.PLACE or step.cell < 0 or not game.clashes:
        return ()
    geometry = after.geometry
    if names := [geometry.name(peer) for peer in sorted(after.holders(step.cell, step.digit))]:
        return (Span(f" {listed(names)} hold{'s' * (len(names) == 1)} it too.", "conflict"),)
    rules = {number: geometry.numbered_rules[number] for number in geometry.rules_of[step.cell]}
    broken = (rule for at, rule in rules.items() if not rule.can_be_kept(geometry.masks(at, after.values)))
    says = [rule.says(after.puzzle) for rule in broken]
    return (Span(f" {capitalised(says[0])}.", "conflict"),) if says else ()


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
        if game.editing and edges_above(board.geometry):
            tool, where = "Numbers", where.partition("-")[0]
        goes = f"{where} is given" if board.puzzle.givens[cell] else f"{board.geometry.kind.says(tool)} go into {where}"
        besides = [
            game.tool.words(board.geometry) or goes,
            "" if game.clashes else "clashes not shown",
            "automatic marks" if game.automatic and not game.editing else "",
            f"{alphabet_of(board.puzzle)[game.light - 1]} lit up" if game.light else "",
            "the clock is stopped" if game.clock.stopped and not game.editing else "",
        ]
        return " · ".join(filter(None, besides))

    @property
    def film_subtitle(self) -> str:
        return WRITTEN

    def introduction(self) -> Caption:
        """Return nothing, as the remarks on the grid already introduce the game."""
        return ()

    def board(self, boards: Boards, heat: HeatMap | None) -> BoardView:
        return board_view(boards.after, boards.step, self.game)

    def counters(self, boards: Boards) -> tuple[Counter, ...]:
        game, board, timeline = self.game, boards.after, self.timeline
        moves, made = moves_up_to(timeline, self.player.position), moves_up_to(timeline, timeline.length)
        of = f" of {grouped(made)}" if made != moves else ""
        filled, every = board.filled, len(board.values)
        if game.editing and (squares := edges_above(board.geometry)):
            filled, every = len(plan_of(board.geometry).tallies), len(squares)
        shown = [
            Counter(grouped(moves), f"move{'s' * (moves != 1)}{of}"),
            Counter(str(filled), f"of {every} {'given' if game.editing else 'filled'}"),
            Counter(str(every - filled), "blank"),
        ]
        if not (game.read_only or game.editing):
            shown.append(Counter(game.clock.text, "stopped" if game.clock.stopped else "clock"))
        return tuple(shown)

    def _spoken(self, boards: Boards, written: Clause, timed: bool) -> Caption:
        """Return the hint or a description of the last move. During replay, return the usual caption for a run."""
        if self.player.mode is Motion.PAUSED or boards.step is None:
            return caption(boards.step, boards.before, boards.after, self.game, self.verdict)
        return super()._spoken(boards, written, timed)

    def _signs_seen(self) -> Legend:
        return (CellView(4, Role.GIVEN), "given"), (CellView(4, Role.PERSON), "written by hand")

    def _marks(self, boards: Boards) -> bool:
        """Return whether to mark the verdict. In an empty grid, cells where solutions differ are not marked."""
        empty = self.game.editing and not boards.after.filled
        return super()._marks(boards) and not (empty and self.verdict.outline is not Outline.GUILTY)
