"""Turns a timeline and a position into a scene to draw."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import Flag, auto
from functools import cache, cached_property
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, NamedTuple

from puzzles.corpus import named
from puzzles.figures import counted, grouped
from puzzles.geometry import Digit
from puzzles.puzzle import Puzzle
from solvers.core.board import Board
from solvers.core.dials import Value, clashes
from solvers.core.finding import Candidate
from solvers.core.registry import Solver
from solvers.core.step import Clause, Kind, Step, Why
from visualizer.analysis.dials import Dials
from visualizer.keymap import key_of
from visualizer.narration.caption_facts import struck_before
from visualizer.narration.captions import caption, told
from visualizer.narration.director import Director
from visualizer.narration.explanations import VerdictView
from visualizer.narration.last_second import LastSecond
from visualizer.narration.outcome import ending, has_no_model, in_words, numbered, what_follows, words_of_answer
from visualizer.scene.board import (
    MEANINGS,
    Boards,
    board_view,
    finding_of,
    outlined,
    parts_of,
    start_view,
    struck_since,
    with_clause,
    with_lit,
    words_of_struck,
)
from visualizer.scene.scene import Moment, Scene, SideView, StepPart
from visualizer.text.numbers import reached_text, speed_text, unit_of
from visualizer.text.spans import Caption, Span, in_words_of
from visualizer.timeline.condition import ANSWERS, CONDITIONS, any_of
from visualizer.timeline.player import LEISURELY, PATIENCE, READABLE, Cut, Player
from visualizer.timeline.search import NOTHING_STRUCK, NOTHING_TRIED, struck_by, tried_before
from visualizer.timeline.timeline import Timeline
from visualizer.timeline.transport import Motion
from visualizer.views.board import (
    BoardView,
    CellView,
    Counter,
    HeatedEvent,
    HeatMap,
    Legend,
    MarkRole,
    NamingClause,
    Outline,
    Role,
    StripView,
    Wash,
    in_numbers,
    with_hand,
)

if TYPE_CHECKING:
    from visualizer.analysis.run_analysis import Analysis

# The legend: where digits come from, and what the solver's signs mean.


_SAMPLED = 1500
"""The number of steps to read in each sample, which takes a few milliseconds in all."""
_NEARLY_FULL = ".58479621..9862354642315987564281739871936542923754816437198265286547193195623478"
"""A grid with one digit missing from one row, and two from another."""
_OF_FIX = {Why.ORDER: "in the order being tried", Why.RANDOM: "drawn at random"}


class Signs:
    """The signs a solver uses, found on sample puzzles or, for the user's own solver, in the run so far."""

    def __init__(self, solver: Solver) -> None:
        self.solver = solver
        self._comes_along = not solver.own and getattr(solver.run, "__module__", "").startswith("solvers.")
        self._seen = 0
        self._signs: frozenset[str] = frozenset()

    def legend(self, yielded: Sequence[Step] = (), digit: Digit = 4) -> Legend:
        """Return the legend of the board, given the distinct steps of the run so far. It only ever grows, and shows the
        signs on a digit.
        """
        if self._comes_along:
            self._signs = _sampled(self.solver)
        else:
            self._signs |= _signs(yielded[self._seen :], self.solver)
            self._seen = len(yielded)
        return _legend(self._signs, self.solver.black_box, digit)


@cache
def _legend(signs: frozenset[str], black_box: bool, digit: Digit = 4) -> Legend:
    rows, mask = [(CellView(digit, Role.GIVEN), "given")], 1 << digit
    if black_box:
        return *rows, (CellView(digit, Role.MODEL), "read from the solver's answer")
    if "refused" in signs:
        rows.append((CellView(refused=digit, wash=Wash.STEP), "tried and refused"))
    if fixes := [meaning for meaning in (*_OF_FIX.values(), "deduced") if meaning in signs]:
        rows.append((CellView(digit, Role.FIXED), ", or ".join(fixes)))
    if "guessed" in signs:
        rows.append((CellView(digit, Role.GUESSED, 2), "guessed, with its level"))
    if "dead" in signs:
        rows.append((CellView(dead=True), "dead: no digit fits"))
    named = CellView(candidates=mask, clause=NamingClause.REASON)
    if "wanted" in signs:
        rows.append((named._replace(asserted=mask), "clause: this digit here, or …"))
    if "unwanted" in signs:
        rows.append((named._replace(denied=mask), "clause: not this digit here, or …"))
    played = [(part, meaning) for part, meaning in MEANINGS.items() if part.value in signs]
    rows += [(CellView(candidates=mask, parts=((digit, part),)), meaning) for part, meaning in played]
    return tuple(rows)


def _signs(steps: Iterable[Step], solver: Solver) -> frozenset[str]:
    return frozenset(sign for step in steps for sign in _signs_of(step, solver.formula == "clauses"))


def _signs_of(step: Step, clauses: bool) -> Iterator[str]:
    """Yield the signs that a step adds to the legend; ``clauses`` means that literals are marked."""
    if step.kind is Kind.FIX and step.sign:
        yield _OF_FIX.get(step.why, "deduced")
    elif step.kind is Kind.GUESS and step.sign:
        yield "guessed"
    elif step.kind is Kind.REJECT:
        yield "refused"
    elif step.kind is Kind.CONFLICT and step.why is Why.NO_CANDIDATE:
        yield "dead"
    if clauses and step.detail.__class__ is tuple and step.why is not Why.ENUMERATE:  # that one forbids a whole grid
        yield from ("wanted" if literal > 0 else "unwanted" for literal in step.detail if type(literal) is int)
    if finding := finding_of(step):
        yield from (part.value for parts in parts_of(finding).values() for _, part in parts)


@cache
def _sampled(solver: Solver) -> frozenset[str]:
    """Return the signs that a solver uses on the board for three samples: a puzzle that needs guesses, one without a
    solution, and a grid with three blanks.
    """
    if solver.black_box:
        return frozenset()
    samples = named.find("fig1"), named.find("deep-1"), Puzzle.parse(_NEARLY_FULL)
    runs = (islice(solver.run(puzzle), _SAMPLED) for puzzle in samples if not solver.unfit(puzzle))
    return _signs(chain.from_iterable(runs), solver)


# The figures below the caption.


def counters(position: int, board: Board, dials: Dials, also: Counter | None = None) -> tuple[Counter, ...]:
    """Return the step count and the solver's dials.

    ``also`` is the count in the unit of the speed, if that does not count every step.
    """
    timeline = dials.timeline
    more = "" if timeline.over else " so far"
    steps = Counter(
        grouped(position), f"step of {grouped(timeline.length)}{more}", "step" if position == 1 else "steps"
    )
    values = dials.values(dials.solver.dials, position, board)
    profile = dials.solver.profile
    shown = {name: _of_dial(dials, name, value, board) for name, value in values.items()}
    return (steps, *filter(None, [also]), *(counter._replace(main=name == profile) for name, counter in shown.items()))


def _of_dial(dials: Dials, name: str, value: Value, board: Board) -> Counter:
    """Return a dial's figure. The cells filled give way to clashing digits if the board is full but wrong."""
    if name != "filled":
        label = board.geometry.kind.says(dials.solver.dial(name).label(value))
        return Counter(grouped(value) if isinstance(value, int) else str(value), label)
    if board.filled == len(board.values) and (wrong := clashes(board)):
        return Counter(grouped(wrong), "clash" if wrong == 1 else "clashes")
    return Counter(grouped(board.filled), f"of {grouped(len(board.values))} filled")


class Slow(Flag):
    """The parts of a scene that can be reused from frame to frame."""

    COUNTERS = auto()
    STRIP = auto()
    PANES = auto()
    NONE = 0
    ALL = COUNTERS | STRIP | PANES


class _Reused(NamedTuple):
    """The parts of a scene that are reused from frame to frame."""

    counters: tuple[Counter, ...]
    strip: StripView
    panes: Mapping[str, object]
    told: StepPart | None
    """A pane's caption that replaces the step's, if any."""
    lit: Candidate | None
    """The candidate under the pointer in a pane."""
    written: Clause
    """The clause that a pane writes out in full: see :attr:`Parts.written`."""


_TWO_SOLUTIONS: Legend = tuple(
    (CellView(candidates=1 << 4, parts=((4, part),), outline=Outline.DIFFERS), meaning)
    for part, meaning in ((MarkRole.ONE, "in one solution"), (MarkRole.OTHER, "in the other"))
)


class Composer:
    def __init__(
        self, puzzle: Puzzle, solver: Solver, player: Player, options: Mapping[str, Any] | None = None
    ) -> None:
        self.puzzle = puzzle
        self.solver = solver
        self.options = options or {}
        """The solver's options that differ from their defaults."""
        self.player = player
        self.timeline = player.timeline
        player.directors = {cut: Director(self.timeline, solver, cut is Cut.PATH) for cut in (Cut.WHOLE, Cut.PATH)}
        self.dials = Dials(self.timeline, solver)
        self.start = start_view(puzzle)
        self.verdict = VerdictView(finished=True)
        """The verdict on the puzzle. It is stated at the start, and marked on the board if there is no solution."""
        self.marks_verdict = True
        """Whether the verdict is marked on the board. A picture with such marks must explain them."""
        self._signs = Signs(solver)
        self._last_second = LastSecond(self.dials)
        self._said: Caption = ()
        """The caption from when the run was paused, or the latest summary. It stays until there is a new one."""
        self._tried = 0, NOTHING_TRIED
        self._struck = 0, NOTHING_STRUCK
        """The position of a single told last, and what struck the candidates that it rests on."""
        self._slow: _Reused | None = None
        self._board: tuple[object, BoardView] | None = None
        """The latest board, with what it shows. Cached because a paused run is repainted while anything on it moves."""

    @cached_property
    def analysis(self) -> "Analysis":
        """The analysis of the run. A film and a sentence need none, and so nothing that it imports."""
        from visualizer.analysis.run_analysis import Analysis

        return Analysis(self.timeline, self.dials)

    def name_digits(self, puzzle: Puzzle) -> None:
        """Switch to the digit names of a puzzle that is otherwise the same."""
        self.puzzle, self.start, self._slow, self._board = puzzle, start_view(puzzle), None, None
        self.timeline.name_digits(puzzle)

    def scene(
        self,
        columns: int,
        *,
        beside: bool = False,
        panes: Iterable[SideView] = (),
        heated: HeatedEvent = HeatedEvent.NOTHING,
        fresh: Slow = Slow.ALL,
        brief: bool = False,
        timed: bool = True,
    ) -> Scene:
        """Return what to draw now, with a timeline ``columns`` wide.

        Counters, timeline and panes are reused from the previous scene unless ``fresh`` includes them. Nobody can read
        them at sixty frames per second, and they cost more than the board. A ``brief`` caption leaves out what happened
        on the way to the step. Unless ``timed``, the caption leaves out how long a SAT solver took.
        """
        player = self.player
        self._look_back(player)
        boards = Boards.at(self.timeline, player.position, struck_since(player))
        slow = self._slow = self._made(fresh, self._slow, boards, columns, panes)
        heat = self.analysis.heat_map(player.position, heated)
        fast = player.mode is Motion.PLAYING and player.pace > READABLE  # no mark stays long enough to mean anything
        marked = self.verdict if self._marks(boards) and not fast else VerdictView()
        board = self.board(boards, heat)
        if slow.told:
            board = with_clause(board_view(boards), slow.told.clause, slow.told.cell)
        board = board.without_blame() if fast else board
        return Scene(
            with_lit(outlined(board, marked), slow.lit),
            self.title,
            self.subtitle,
            self.caption(boards._replace(struck=None) if brief else boards, slow.written, timed)
            if slow.told is None
            else slow.told.caption,
            slow.counters,
            slow.strip,
            player.mode is not Motion.PAUSED,
            f"Tempo {player.tempo:g}×" if player.director else speed_text(player.pace, player.unit),
            outlined(self.start, self.verdict) if beside else None,
            slow.panes,
            boards.step.cell if boards.step else -1,
            self.legend(boards),
            heat.legend if heat else "",
            self.verdict.reasons if boards.step is None or self.explains else (),
            player.mode is Motion.PAUSED or player.pace <= LEISURELY,
        )

    def _made(
        self, fresh: Slow, last: _Reused | None, boards: Boards, columns: int, panes: Iterable[SideView]
    ) -> _Reused:
        """Return the slow parts of a scene, rebuilding those in ``fresh``."""
        at = self.player.position
        if last is None:
            last, fresh = _Reused((), StripView(0, 0, complete=False), {}, None, None, ()), Slow.ALL
        if Slow.STRIP in fresh:
            last = last._replace(strip=self.analysis.strip(at, columns))
        if Slow.PANES in fresh:
            strip = replace(last.strip, position=at)
            moment = Moment(strip, boards, self.puzzle, self.solver, self.options, self.player, self.explains)
            views = ((pane.name, pane.view(moment)) for pane in panes)
            shown = {name: view for name, view in views if view is not None}
            lit = next((pane.pointing.lit for pane in panes if pane.pointing and pane.pointing.lit), None)
            explaining = next((pane.parts for pane in panes if pane.parts), None)
            told, written = (explaining.told(at), explaining.written) if explaining else (None, ())
            last = last._replace(panes=shown, told=told, lit=lit, written=written)
            self.timeline.board_at(at)  # a pane may have moved the timeline's only board
        if Slow.COUNTERS in fresh:
            last = last._replace(counters=self.counters(boards))
        return last

    @property
    def explains(self) -> bool:
        """Whether a black box has found no solution, so that the explanation replaces the search."""
        return self.solver.black_box and self.player.at_end and has_no_model(self.timeline)

    def board(self, boards: Boards, heat: HeatMap | None) -> BoardView:
        shown = self.player.position, boards.illegal, boards.struck, heat
        if self._board is None or self._board[0] != shown:
            view = board_view(boards, self.solver.black_box, heat, clauses=self.solver.formula == "clauses")
            self._board = shown, view
        return self._board[1]

    def counters(self, boards: Boards) -> tuple[Counter, ...]:
        """Return the run's counters. A dial that counts in the unit of the speed is not repeated."""
        player = self.player
        count, unit = player.made(player.position), player.grain.unit
        known = unit in (self.solver.dial(name).many for name in self.solver.dials)
        named = self.puzzle.geometry.kind.says(unit_of(count, unit))
        also = Counter(grouped(count), named) if player.counts_some and not known else None
        return counters(player.position, boards.after, self.dials, also)

    def _marks(self, boards: Boards) -> bool:
        """Return whether to mark the verdict: guilty givens always, differing cells only before the first step."""
        return self.marks_verdict and (self.verdict.outline is Outline.GUILTY or boards.step is None)

    def _look_back(self, player: Player) -> None:
        """Find out what was tried before the guess at the playhead, unless the run is too fast to follow."""
        position = player.position
        if player.mode is Motion.PLAYING and player.pace > READABLE or self._tried[0] == position:
            return
        step = self.timeline.step(position) if position else None
        guess = step is not None and step.kind is Kind.GUESS
        self._tried = position, tried_before(self.timeline, position) if guess else NOTHING_TRIED

    @property
    def title(self) -> str:
        """The name of the algorithm, or of the person making the steps."""
        return self.solver.title

    @property
    def subtitle(self) -> str:
        """The solver's options that differ from their defaults, its summary and, if it is the user's own, its file."""
        options = f"With {in_words(self.options)}. " if self.options else ""
        file = f" {self.solver.source}." if self.solver.own else ""
        return f"{options}{self.puzzle.geometry.told(self.solver.summary)}{file}"

    def _signs_seen(self) -> Legend:
        """Return the signs that the run uses on the board."""
        return self._signs.legend(self.timeline.book.steps, 4 if self.puzzle.geometry.symbols >= 4 else 1)

    def legend(self, boards: Boards | None = None) -> Legend:
        """Return the legend of the board. For the user's own solver, it grows as steps are seen."""
        by_hand = self.solver.what_if in self.options
        kind = self.puzzle.geometry.kind
        signs = with_hand(self._signs_seen(), self.puzzle, by_hand)
        signs = tuple((view, kind.says(meaning)) for view, meaning in signs)
        if kind.called:
            signs = *signs, (CellView(2, Role.FIXED), f"{kind.called[1]}: no {kind.called[0]} here")
        both = self.verdict.digits and (boards is None or boards.step is None)
        return (*_TWO_SOLUTIONS, *signs) if both else signs

    def caption(self, boards: Boards, written: Clause = (), timed: bool = True) -> Caption:
        """Return the sentence about the step or, while steps are too fast to read, one that stays for longer.

        ``written`` is the clause that a pane writes out in full: see :attr:`Parts.written`. ``timed`` is as for
        :meth:`scene`.
        """
        return in_words_of(self.puzzle.geometry.kind, self._spoken(boards, written, timed))

    def _spoken(self, boards: Boards, written: Clause, timed: bool) -> Caption:
        player, timeline = self.player, self.timeline
        summary = self._summary(boards)
        if self.solver.black_box and (self._awaits_answer or player.at_end) and (said := self._answered(boards, timed)):
            return said
        if player.mode is Motion.SEEKING:
            return self._on_the_way()
        if player.trouble:
            return (Span(player.trouble, "conflict"),)
        if timeline.failure and player.at_end:
            return (Span(str(timeline.failure), "conflict"),)
        if player.waited > (0.0 if timeline.waiting else PATIENCE) and timeline.length and not _known(timeline):
            what = "The path is known at the end" if player.cut is Cut.PATH else "Waiting for the solver"
            return (Span(f"{what}: {counted(timeline.length, 'step')} so far."),)
        if timeline.waiting and (player.position == timeline.length or player.waited):
            return (Span(f"Computing{_known(timeline)} …"),)
        if player.beat is not None and player.beat.said:
            return player.beat.said
        if player.mode is Motion.PLAYING and player.pace > READABLE:
            if summary:
                self._said = (Span(summary),)
            if self._said:
                return self._said
            reached = reached_text(player.reached, player.speed, player.unit)
            return (Span(f"Running at {reached}. Pause to read each step."),)
        if boards.step is None:
            self._said = ()
            return self._at_start()
        tried = self._tried[1] if self._tried[0] == player.position else NOTHING_TRIED
        if self._struck[0] != player.position:
            behind = struck_before(boards.step, boards.before)
            self._struck = player.position, struck_by(timeline, player.position - 1, behind)
        strikes = self._struck[1]
        spoken = told(timeline, self.solver, player.position, boards.before, boards.after, tried, written, strikes)
        if boards.step.kind is Kind.SOLVED:
            spoken = numbered(timeline, player.position, spoken)
        if boards.struck is not None:
            spoken += words_of_struck(boards.struck, boards.step, boards.before, boards.after)
        self._said = () if player.mode is Motion.PLAYING else spoken
        if not player.at_end:
            return spoken
        ended = ending(timeline, self.puzzle, self.solver, self.verdict.answer)
        return spoken + ended + what_follows(timeline, self.solver)

    def _summary(self, boards: Boards) -> str:
        """Return the summary of the last second, or "" if there is none yet. At a readable speed, it is not
        shown, but kept up to date in case the speed increases.
        """
        player = self.player
        if player.mode is Motion.PLAYING:
            return self._last_second.tell(player.played, player.position, boards.after)
        self._last_second.forget()
        return ""

    def filmed(self, scene: Scene) -> Scene:
        """Return the scene with a caption that mentions no keys and asks for nothing."""
        return replace(scene, caption=self._without_keys(scene.caption), subtitle=self.film_subtitle)

    def filmed_caption(self) -> Caption:
        self._look_back(self.player)
        return self._without_keys(self.caption(Boards.at(self.timeline, self.player.position)))

    def _without_keys(self, caption: Caption) -> Caption:
        player = self.player
        fast = player.mode is Motion.PLAYING and player.director is None and player.pace > READABLE
        if fast and not self._said:
            return (Span(f"Shown at {speed_text(player.speed, player.unit)}."),)
        if not (player.position or player.at_end):
            return self.introduction() or caption
        follows = what_follows(self.timeline, self.solver)
        return caption[: -len(follows)] if follows and caption[-len(follows) :] == follows else caption

    @property
    def film_subtitle(self) -> str:
        """The subtitle for a film, which mentions no keys."""
        return self.subtitle

    def introduction(self) -> Caption:
        """Return a film's caption before the first step, or nothing for a puzzle that is already solved."""
        said = () if self.puzzle.is_solved() else (Span(f"{self._told}. "), *self.verdict.caption)
        return in_words_of(self.puzzle.geometry.kind, said)

    @property
    def _awaits_answer(self) -> bool:
        return self.player.running and not self.timeline.over

    def _answered(self, boards: Boards, timed: bool) -> Caption:
        """Return the sentence about a black box's answer."""
        awaited, step = self._awaits_answer, boards.step
        said = words_of_answer(self.solver, self.options, self.timeline, awaited, self.verdict, timed)
        if said and not awaited and step is not None and step.kind is Kind.SOLVED:
            return *caption(step, boards.before, boards.after), Span(" "), *said
        return said

    @property
    def _told(self) -> str:
        """The rules of the puzzle, or what it is like if everybody knows them."""
        return self.puzzle.geometry.kind.task or in_numbers(self.puzzle)

    def _at_start(self) -> Caption:
        if self.timeline.finished and not self.timeline.length:
            return (Span(f"{self.solver.title} ended without making a step or finding a solution.", "conflict"),)
        if self.puzzle.is_solved():
            solved = Span("This grid is already solved: ", "solved")
            return solved, Span(f"{self.puzzle.geometry.rule}.")
        known = f"{self._told}."
        if not self.puzzle.is_valid():  # there is nothing to watch
            return self.verdict.caption or (Span(known),)
        title, hidden = self.solver.title, self.solver.black_box
        start = f"Press {key_of('play')} to {'see its answer' if hidden else f'watch {title} think'}."
        if self.verdict.outline is Outline.GUILTY:
            return *self.verdict.caption, Span(f" {start}")
        verdict = (*self.verdict.caption, Span(" ")) if self.verdict.caption else ()
        return (Span(f"{known} "), *verdict, Span(start))

    def _on_the_way(self) -> Caption:
        progress, stops = self.player.progress, f"{key_of('play')} stops."
        if progress is not None:
            return (Span(f"Going back by replaying the run: {progress:.0%}. {stops}"),)
        known = _known(self.timeline) or f": {counted(self.timeline.length, 'step')} so far"
        goal = self.player.goal
        usual = (any_of(ANSWERS), CONDITIONS[self.player.grain])
        if goal and goal.condition and goal.condition not in usual:
            words = goal.condition.words(self.puzzle)
            running = goal.condition.running(self.puzzle) if goal.forward else f"Looking back to where {words} …"
            return (Span(f"{running} {known.removeprefix(': ')}. {stops}"),)
        return (Span(f"Searching{known}. {stops}"),)


def _known(timeline: Timeline) -> str:
    """Return the latest progress report of a solver that is still computing."""
    detail = timeline.pending.detail if timeline.waiting and timeline.pending else None
    return f": {detail}" if detail else ""
