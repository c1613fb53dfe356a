"""From a timeline and a position to what is to be drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from puzzles.geometry import Cell
from puzzles.puzzle import Puzzle
from puzzles.text import alphabet_of
from solvers.board import Board, Candidates
from solvers.claims import clause_of
from solvers.registry import Solver
from solvers.step import Kind, Step, Why
from solvers.tracing import Variables
from visualizer import person_view
from visualizer.analysis import Analysis
from visualizer.black_box import box_of, has_no_model, said_of_answer
from visualizer.captions import NOTHING_TRIED, caption, culprit, culprits
from visualizer.code_rows import telling
from visualizer.condition import any_of
from visualizer.counters import counted, counters
from visualizer.ending import ending
from visualizer.figures import rounded, speed_text
from visualizer.finding_view import finding_of, links_of, parts_of, units_of
from visualizer.fork_lanes import in_words
from visualizer.formula_view import formula_view
from visualizer.game import Game
from visualizer.grain import ANSWERS, CONDITIONS
from visualizer.heat_map import Heated
from visualizer.illegal import marked
from visualizer.implication import learnt_before
from visualizer.implication_view import Implications, ImplicationView
from visualizer.legend import Signs
from visualizer.listing import CodeView, Scrolled, code_view
from visualizer.placed import in_numbers, role_at_start, with_hand
from visualizer.player import READABLE, Mode, Player
from visualizer.scene import (
    BoardView,
    Caption,
    CellView,
    Counter,
    FormulaView,
    HeatMap,
    Legend,
    Named,
    Outline,
    Part,
    Role,
    Scene,
    Span,
    StripView,
    Wash,
)
from visualizer.struck import Struck, struck_since, words_of_struck
from visualizer.timeline import Timeline
from visualizer.trail_view import TrailView, reasons_at, trail_view, unwatched
from visualizer.tried import tried_before
from visualizer.verdict import VerdictView


class Boards:
    """The board before and after the step at the playhead."""

    def __init__(self, timeline: Timeline, position: int, struck: Struck | None = None) -> None:
        self.struck = struck
        """What was struck on the way to the step, where that is shown with it."""
        self.step = timeline.step(position) if position else None
        failure = timeline.failure if position == timeline.length else None
        self.illegal = failure.step if failure else None
        """The step that was to come next, and could not be made."""
        self.before = self.after = timeline.board_at(position)
        if self.step is not None and self.step.kind <= Kind.SWAP:
            self.before = _copy(timeline.board_at(position - 1), timeline.fresh_board())
            self.after = timeline.board_at(position)


def _copy(board: Board, into: Board) -> Board:
    into.restore(board.snapshot())
    return into


_OF_FULL_GRIDS = (Kind.SWAP, Kind.LOOK, Kind.GAVE_UP)
"""The kinds of step of a local search: it goes from one full grid to another, and each clash is marked."""


def start_view(puzzle: Puzzle) -> BoardView:
    """The puzzle as it is given."""
    cells = tuple(CellView(digit, role_at_start(puzzle, cell)) for cell, digit in enumerate(puzzle.givens))
    return BoardView(puzzle.geometry, cells, alphabet_of(puzzle))


def outlined(view: BoardView, verdict: VerdictView) -> BoardView:
    """The same board with the cells marked of which the verdict speaks; where solutions differ, with both digits."""
    if not verdict.outlined:
        return view
    cells = list(view.cells)
    for cell in verdict.outlined:
        if not cells[cell].culprit:  # which is marked enough
            cells[cell] = cells[cell]._replace(outline=verdict.outline)
    for cell, (one, other) in zip(verdict.outlined, verdict.digits, strict=False):
        cells[cell] = cells[cell]._replace(parts=((one, Part.ONE), (other, Part.OTHER)))
    return replace(view, cells=tuple(cells))


def board_view(
    boards: Boards, black_box: bool = False, heat: HeatMap | None = None, *, clauses: bool = False
) -> BoardView:
    """The board after the step, with what the step is about marked on it; over a heat map, where one is shown.

    ``clauses``: the solver's details are clauses, and their literals are marked too.
    """
    board, step = boards.after, None if boards.illegal else boards.step
    placed = board.placements()
    washes = washes_of(step, boards.before)
    blamed = culprits(step, board) if step else set()
    if step is not None and step.kind in _OF_FULL_GRIDS and 0 not in board.values:
        blamed = blamed | person_view.clashes(board)
    named = _named(step, board) if clauses else {}
    since = boards.struck.since if boards.struck else boards.before.candidates
    since = board.candidates if boards.illegal else since  # what was struck before is not what went wrong
    cells = []
    for cell, digit in enumerate(board.values):
        level, guessed = placed.get(cell, (0, False))
        view = CellView(wash=washes.get(cell, Wash.NONE), culprit=cell in blamed)
        if digit:
            written = Role.GUESSED if guessed else Role.MODEL if black_box else Role.FIXED
            role = role_at_start(board.puzzle, cell) if board.puzzle.givens[cell] else written
            view = view._replace(digit=digit, role=role, level=level if guessed else 0)
        elif board.mode is not Candidates.NONE:
            left = board.candidates[cell]
            view = view._replace(candidates=left, struck=since[cell] & ~left)
        if cell in named:
            view = view._replace(**named[cell])
        cells.append(view._replace(warmth=heat.warmth[cell], heat=heat.voice) if heat else view)
    if step is not None and step.kind is Kind.REJECT:
        cells[step.cell] = cells[step.cell]._replace(refused=step.digit)
    if step is not None and step.kind is Kind.CONFLICT and step.why is Why.NO_CANDIDATE:
        cells[step.cell] = cells[step.cell]._replace(dead=True)
    solved = step is not None and step.kind is Kind.SOLVED
    finding = finding_of(step)
    links = links_of(finding) if finding else ()
    for cell, parts in (parts_of(finding) if finding else {}).items():
        if not board.values[cell]:
            cells[cell] = cells[cell]._replace(parts=parts)
    whole = BoardView(board.geometry, tuple(cells), alphabet_of(board.puzzle), solved, links)
    return marked(whole, boards.illegal, board) if boards.illegal else whole


def _named(step: Step | None, board: Board) -> dict[Cell, dict[str, Any]]:
    """Of each cell that the step's clause names, what its view says of that; of the grid that is forbidden, nothing."""
    if step is None or step.why is Why.ENUMERATE:
        return {}
    as_what = Named.CONFLICT if step.kind is Kind.CONFLICT else Named.REASON
    named: dict[Cell, dict[str, Any]] = {}
    for literal in clause_of(step, board.geometry):
        cell, digit = divmod(abs(literal) - 1, board.geometry.symbols)
        view = named.setdefault(cell, {"clause": as_what, "asserted": 0, "denied": 0})
        view["asserted" if literal > 0 else "denied"] |= 2 << digit
    return named


def washes_of(step: Step | None, board: Board) -> dict[Cell, Wash]:
    """The unit that explains the step, and the cell of the step."""
    if step is not None and step.kind is Kind.BACKTRACK and 0 <= step.level < board.level:
        return {board.guess_at(step.level + 1)[0]: Wash.STEP}
    finding = finding_of(step)
    if step is not None and finding is not None:
        return {**dict.fromkeys(units_of(finding, board.geometry), Wash.UNIT), step.cell: Wash.STEP}
    if step is None or step.cell < 0:
        unit = step.unit if step is not None else -1
        return dict.fromkeys(board.geometry.units[unit].cells, Wash.UNIT) if unit >= 0 else {}
    washes: dict[Cell, Wash] = {}
    if step.unit >= 0:
        washes = dict.fromkeys(board.geometry.units[step.unit].cells, Wash.UNIT)
    elif step.why is Why.RULE:
        shared = board.geometry.shared_unit(step.cell, culprit(step, board))
        if shared is not None:
            washes = dict.fromkeys(board.geometry.units[shared].cells, Wash.UNIT)
    elif step.why in (Why.NAKED_SINGLE, Why.NO_CANDIDATE):
        washes = dict.fromkeys(board.geometry.peers[step.cell], Wash.UNIT)
    washes[step.cell] = Wash.STEP
    if step.kind is Kind.SWAP or step.why is Why.RANDOM and step.detail is not None:
        washes[step.detail] = Wash.STEP
    return washes


class _Slow(NamedTuple):
    """What of a scene need not be made anew for each frame."""

    counters: tuple[Counter, ...]
    strip: StripView
    code: CodeView | None
    formula: FormulaView | None
    trail: TrailView | None
    implications: ImplicationView | None


_TWO_SOLUTIONS: Legend = tuple(
    (CellView(candidates=1 << 4, parts=((4, part),), outline=Outline.DIFFERS), meaning)
    for part, meaning in ((Part.ONE, "in the one solution"), (Part.OTHER, "in the other"))
)
"""How two digits in one cell are to be read."""


class Composer:
    """Makes the scenes of one run."""

    def __init__(
        self, puzzle: Puzzle, solver: Solver, player: Player, options: Mapping[str, Any] | None = None
    ) -> None:
        self.puzzle = puzzle
        self.solver = solver
        self.options = options or {}
        """The solver's, where they are not its defaults."""
        self.player = player
        self.game: Game | None = None
        """What is known of the person, where the run is of their moves."""
        self.timeline = player.timeline
        self.analysis = Analysis(self.timeline)
        self.start = start_view(puzzle)
        self.line = 0
        """The line to light up in place of the step's own, while a step is shown line by line."""
        self.variables: Variables = ()
        self.verdict = VerdictView(finished=True)
        """What is known of the puzzle: said at the start, and marked on the board where it has no solution."""
        self.scrolled = Scrolled()
        """Where the code pane has been turned to by hand."""
        self._signs = Signs(solver)
        self._tried = 0, NOTHING_TRIED
        self._slow: _Slow | None = None
        self.implications = Implications(self.timeline)

    def name_digits(self, puzzle: Puzzle) -> None:
        """Call digits as this puzzle does, which is else the same."""
        self.puzzle, self.start, self._slow = puzzle, start_view(puzzle), None
        self.timeline.name_digits(puzzle)

    def scene(
        self,
        columns: int,
        *,
        rate: float = 0.0,
        beside: bool = False,
        code: bool = False,
        formula: bool = False,
        trail: bool = False,
        reasons: bool = False,
        implications: bool = False,
        heated: Heated = Heated.NOTHING,
        fresh: bool = True,
    ) -> Scene:
        """What to draw now: the time line in so many columns; ``rate`` is how many steps a second really pass.

        Where it need not be ``fresh``, counters and time line are those of the scene before: nobody reads them at
        sixty a second, and they cost more than the board.
        """
        player = self.player
        self._look_back(player)
        fresh = fresh or self._slow is None
        graph = self.implications.at(player.position) if implications and fresh else None
        why = reasons_at(self.timeline, player.position) if trail and fresh and reasons else None
        boards = Boards(self.timeline, player.position, struck_since(player))
        if fresh or self._slow is None:
            self._slow = _Slow(
                self.counters(boards),
                self.analysis.strip(player.position, columns),
                self.code() if code else None,
                self.formula(boards) if formula else None,
                self.trail(boards, why) if trail else None,
                graph,
            )
        slow = self._slow
        heat = self.analysis.heat_map(player.position, heated)
        marked = self.verdict if self._marks(boards) else VerdictView()
        return Scene(
            outlined(self.board(boards, heat), marked),
            person_view.title(self.hand) if self.hand else self.solver.title,
            person_view.subtitle(boards.after, self.hand) if self.hand else self.subtitle,
            self.caption(boards, rate),
            slow.counters,
            slow.strip,
            player.mode is not Mode.PAUSED,
            speed_text(player.pace, player.grain.unit),
            outlined(self.start, self.verdict) if beside else None,
            slow.code,
            boards.step.cell if boards.step else -1,
            slow.formula,
            self.legend(boards),
            heat.legend if heat else "",
            slow.trail,
            slow.implications,
            self.verdict.reasons if boards.step is None or self.explains else (),
        )

    @property
    def explains(self) -> bool:
        """A black box has said that there is no solution: why, which is found beside it, is what is left to show."""
        return self.solver.black_box and self.player.at_end and has_no_model(self.timeline)

    @property
    def hand(self) -> Game | None:
        """What is known of the person, where it is a person who moves."""
        return self.game if self.solver.person else None

    def board(self, boards: Boards, heat: HeatMap | None) -> BoardView:
        """The board as it stands, marked."""
        if self.hand:
            return person_view.board_view(boards.after, boards.step, self.hand)
        return board_view(boards, self.solver.black_box, heat, clauses=self.solver.formula == "clauses")

    def counters(self, boards: Boards) -> tuple[Counter, ...]:
        """What is counted of the run."""
        if self.hand:
            return person_view.counters(self.timeline, self.player.position, boards.after, self.hand)
        return counters(self.timeline, self.player.position, boards.after)

    def _marks(self, boards: Boards) -> bool:
        """What the verdict marks is marked on the board: guilty givens always, what differs before the first step, but
        not on the empty grid that somebody types into."""
        empty = self.hand is not None and self.hand.editing and not boards.after.filled
        return self.verdict.outline is Outline.GUILTY or boards.step is None and not empty

    def _look_back(self, player: Player) -> None:
        """Find out what has been tried before the guess at the playhead, unless its sentence could not be read."""
        position = player.position
        if player.mode is Mode.PLAYING and player.speed > READABLE or self._tried[0] == position:
            return
        step = self.timeline.step(position) if position else None
        guess = step is not None and step.kind is Kind.GUESS
        self._tried = position, tried_before(self.timeline, position) if guess else NOTHING_TRIED

    @property
    def subtitle(self) -> str:
        """Which of the solver's options are not its defaults, what it does, and whose it is."""
        options = f"With {in_words(self.options)}. " if self.options else ""
        return f"{options}{self.solver.summary} {self.solver.source}."

    def legend(self, boards: Boards | None = None) -> Legend:
        """How to read the board; of somebody's own solver it grows with the steps that have been seen."""
        by_hand = self.solver.what_if in self.options
        signs = with_hand(self._signs.legend(self.timeline.book.steps), self.puzzle, by_hand)
        both = self.verdict.digits and (boards is None or boards.step is None)
        return (*_TWO_SOLUTIONS, *signs) if both else signs

    def code(self) -> CodeView | None:
        """The source with the line at which the step was yielded, or where the solver went wrong after the last one.

        Nothing before the first step.
        """
        position, failure = self.player.position, self.timeline.failure
        failed = failure is not None and self.player.at_end
        if not (position or failed):
            return None
        view = code_view(self.solver, failure.place if failure and failed else self.timeline.place(position))
        if view is None:
            return None
        current = self.line if self.line and not failed else view.current
        line = view.lines[current - 1] if current else ""
        variables = telling(self.variables, line)
        wrong = failed and bool(current)
        return view._replace(current=current, variables=variables, wrong=wrong, scrolled=self.scrolled)

    def trail(self, boards: Boards, reasons: Mapping[int, str] | None) -> TrailView:
        if self.solver.black_box:
            return unwatched(self.solver.title)
        return trail_view(boards.step, boards.before, boards.after, reasons)

    def formula(self, boards: Boards) -> FormulaView | None:
        """The clauses that matter at the step."""
        box = box_of(self.solver, self.options, self.puzzle, self.timeline.pending, self.explains)
        return formula_view(self.solver, boards.step, boards.before, boards.after, self.puzzle, box)

    def caption(self, boards: Boards, rate: float = 0.0) -> Caption:
        """The sentence of the step; while it could not be read, one that stays."""
        player, timeline = self.player, self.timeline
        if self.hand and (player.mode is Mode.PAUSED or boards.step is None):
            return person_view.caption(boards.step, boards.before, boards.after, self.hand, self.verdict)
        if player.mode is Mode.SEEKING:
            return self._on_the_way()
        if player.trouble:
            return (Span(player.trouble, "conflict"),)
        if timeline.failure and player.at_end:
            return (Span(str(timeline.failure), "conflict"),)
        if self.solver.black_box and (player.sweeping or player.at_end) and (said := self._answered(boards)):
            return said
        if timeline.waiting and player.position == timeline.length:
            return (Span(f"Computing{_known(timeline)} …"),)
        if player.mode is Mode.PLAYING and player.pace > READABLE:
            unit = player.grain.unit
            most = f" (as fast as it goes: {speed_text(rounded(rate), unit)})" if 0 < rate < 0.8 * player.speed else ""
            return (Span(f"Running at {speed_text(player.speed, unit)}{most}. Pause to read each step."),)
        if boards.step is None:
            return self._at_start()
        tried = self._tried[1] if self._tried[0] == player.position else NOTHING_TRIED
        learnt = learnt_before(timeline, player.position)
        spoken = caption(boards.step, boards.before, boards.after, tried, learnt)
        if boards.struck is not None:
            spoken += words_of_struck(boards.struck, boards.step, boards.before, boards.after)
        return spoken + ending(timeline, self.puzzle, self.solver) if player.at_end else spoken

    def _answered(self, boards: Boards) -> Caption:
        """The sentence on a black box's answer."""
        sweeping, step = self.player.sweeping, boards.step
        said = said_of_answer(self.solver, self.options, self.timeline, sweeping, self.verdict)
        if said and not sweeping and step is not None and step.kind is Kind.SOLVED:
            return *caption(step, boards.before, boards.after), Span(" "), *said
        return said

    def _at_start(self) -> Caption:
        if self.timeline.finished and not self.timeline.length:
            return (Span(f"{self.solver.title} has ended without a step, and without a solution.", "conflict"),)
        if self.puzzle.is_solved():
            return (
                Span("This grid is solved already: ", "solved"),
                Span("every row, column and box holds each digit once."),
            )
        known = f"{in_numbers(self.puzzle)}."
        start = f"Press Space to watch {self.solver.title} think."
        if self.verdict.outline is Outline.GUILTY:
            return *self.verdict.caption, Span(f" {start}")
        verdict = (*self.verdict.caption, Span(" ")) if self.verdict.caption else ()
        return (Span(f"{known} "), *verdict, Span(start))

    def _on_the_way(self) -> Caption:
        progress = self.player.progress
        if progress is not None:
            return (Span(f"Going back: the run is made again, {progress:.0%}. Space stops."),)
        goal = self.player.goal
        usual = (any_of(ANSWERS), CONDITIONS[self.player.grain])
        if goal and goal.condition and goal.condition not in usual:
            words, known = goal.condition.words(self.puzzle), _known(self.timeline) or self._so_far()
            running = goal.condition.running(self.puzzle) if goal.forward else f"Looking back to where {words} …"
            return (Span(f"{running} {known.removeprefix(': ')}. Space stops."),)
        what = _known(self.timeline) or self._so_far()
        return (Span(f"Searching{what}. Space stops."),)

    def _so_far(self) -> str:
        return f": {' '.join(counted(self.timeline.length, 'step', 's'))} so far"


def _known(timeline: Timeline) -> str:
    """What a solver that is still computing has said of its work."""
    detail = timeline.pending.detail if timeline.waiting and timeline.pending else None
    return f": {detail}" if detail else ""
