"""Watching an algorithm, SAT mode, which shows the SAT solver's answer straight away, and what-ifs."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from io import BufferedReader, BytesIO
from typing import Any
from weakref import ref

import solvers
from puzzles.discovery import About
from puzzles.figures import grouped
from puzzles.geometry import Cell, Digit
from puzzles.puzzle import Puzzle
from solvers.checks.shut_out import SolutionWatch
from solvers.core import literals, registry
from solvers.core.board import Candidates
from solvers.core.frame_trace import NOWHERE
from solvers.core.registry import Solver
from solvers.core.step import Kind
from solvers.sat import answer as sat_answer
from solvers.sat import cnf, model, numbering
from solvers.sat.interface import encoding_for
from solvers.sat.model import PrintedAnswer, Status
from solvers.sat.numbering import Variables
from visualizer.files.resolve import begins_dimacs
from visualizer.keymap import WATCH, action, key_of
from visualizer.narration.outcome import misses_a_solution
from visualizer.scene.scene import Scene
from visualizer.session.mode import FoundAnswer, Mode, Offer, SideBySide
from visualizer.session.pane_layout import PaneLayout
from visualizer.session.run_history import DECIDED, ended, why_not, with_fork
from visualizer.session.run_spec import RunSpec
from visualizer.session.session import Session
from visualizer.text.spans import Span
from visualizer.timeline.timeline import Timeline
from visualizer.timeline.transport import Motion

ABOUT = About("watch", rank=90)
VARIABLES = "formula"
"""The pane with the variables of a SAT solver's answer."""
SAT = "sat"
"""The name of the solver that shows answers from elsewhere."""
FAULTS = 4
STEPS_A_FRAME = 400
"""The number of steps of a run to follow again in each frame, which takes about a millisecond."""
EXTENDED, SIMPLIFIED = "extended", "simplified"
Reading = tuple[Variables, dict[str, Any]]
"""What an answer's variables mean, and the options for showing it."""


def options_for(answer: PrintedAnswer, puzzle: Puzzle, where: str) -> dict[str, Any]:
    """Return the SAT solver's options for showing an answer. Raise ``ValueError`` if it does not fit the puzzle."""
    if answer.status is Status.UNSATISFIABLE:
        raise ValueError("The answer contains no model: the solver found that the formula has none. C says why.")
    if answer.status is Status.UNKNOWN:
        raise ValueError(
            "The answer contains no model: the solver could not tell whether there is one. Give it more time."
        )
    variables, options = _read(answer, puzzle)
    return {**options, sat_answer.OPTION: sat_answer.written(model.values(answer, variables), puzzle, where)}


def _read(answer: PrintedAnswer, puzzle: Puzzle) -> Reading:
    """Find a numbering under which the answer solves the puzzle. Raise ``ValueError`` if there is none."""
    # What the variables could mean: each numbering of the grid, and the simplified encoding.
    geometry, solver = puzzle.geometry, solvers.get(SAT)
    fitting = [name for name in numbering.NUMBERINGS if name != "rcd" or numbering.has_rcd(geometry)]
    large = {"encoding": EXTENDED} if encoding_for(geometry) == SIMPLIFIED else {}
    usual: list[Reading] = [
        (numbering.NUMBERINGS[name](geometry), solver.differing({"numbering": name, **large})) for name in fitting
    ]
    table = numbering.table(cnf.ENCODINGS[SIMPLIFIED], puzzle)
    readings = [*usual, (table, {"encoding": SIMPLIFIED})]
    last = max(map(abs, answer.literals), default=0)
    for variables, options in readings:
        if last <= variables.last and not model.faults(answer, puzzle, variables):
            return variables, options
    extent = puzzle.geometry.extent
    guessed = model.guess(answer)[1] if puzzle.geometry.grid else readings[0][0]
    if guessed.geometry.extent != extent:
        other, size = ("{}x{}".format(*one) for one in (guessed.geometry.extent, extent))
        raise ValueError(f"The answer is for a {other} grid, but this puzzle is {size}. {_TO_DO}")
    meant = next(variables for variables, _ in readings if variables.numbering == guessed.numbering)
    faults = model.faults(answer, puzzle, meant, FAULTS)
    raise ValueError("\n".join(["The answer does not fit this puzzle:", *faults, _TO_DO]))


_TO_DO = "Open the puzzle that it answers, then open the answer again."


class ShutOutOffer:
    """Follows a run again, a little in each frame, once it is played to its end. It asks once for each run."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._about: ref[Timeline] | None = None
        """The run that is being followed or has been asked about."""
        self._watch: SolutionWatch | None = None
        self._at = 0

    def tick(self) -> bool:
        """Follow a few more steps. Return True once it asks."""
        session, timeline = self._session, self._session.timeline
        if not (session.player.at_end and session.player.mode is Motion.PAUSED and not session.cover):
            return False
        composer = session.composer
        if self._about is None or self._about() is not timeline:
            if not misses_a_solution(timeline, session.solver, composer.verdict.answer):
                return False
            self._about, self._at = ref(timeline), 0
            self._watch = SolutionWatch(composer.puzzle, timeline.fresh_board())
        return self._watch is not None and self._go_on(timeline, self._watch)

    def _go_on(self, timeline: Timeline, watch: SolutionWatch) -> bool:
        end = min(self._at + STEPS_A_FRAME, timeline.length)
        while self._at < end:
            chunk = timeline.chunk_at(self._at)
            steps = timeline.steps(self._at, min(end, chunk.end))
            if not steps:  # they have been forgotten
                self._watch = None
                return False
            for step in steps:
                watch.take(step)
            self._at += len(steps)
        if self._at < timeline.length:
            return False
        self._watch = None
        found = watch.result()
        if found is None or found.step is None or found.step.kind is Kind.SOLVED:
            return False
        place = timeline.place(found.number)
        line = f" (line {place.line})" if place is not NOWHERE and place.line else ""
        session = self._session
        session.ask(
            f"{session.solver.title} ended without a solution, but there is one.\n"
            f"Step {grouped(found.number)}{line} shuts it out: {found.reason}.\n\nGo to that step?",
            partial(session.player.to, found.number, through=True),
        )
        session.note("shut out", step=found.number)
        return True


class WatchMode(Mode):
    """The mode for watching an algorithm. It owns every run that no other mode claims."""

    keymap = WATCH

    def __init__(self, session: Session) -> None:
        self.session = session
        self._shut_out = ShutOutOffer(session)
        self._before_sat = solvers.DEFAULT
        """The algorithm to go back to when leaving SAT mode."""
        self._panes_before: PaneLayout | None = None
        """The panes to restore when leaving SAT mode, which opens with the variables of the answer."""
        self._may_open = True

    def is_on(self, id: str) -> bool:
        return id == "sat" and self._is_sat

    def owns(self, solver: Solver) -> bool:
        return True

    def shown(self, scene: Scene) -> Scene:
        """Return the scene. Its caption offers to edit givens that clash or, before the first step, a lecture."""
        player = self.session.player
        if not self.session.puzzle.is_valid() and not self.session.running:
            offer = f" {key_of('edit')} edits the givens."
        elif player.position or player.at_end or self.session.running:
            return scene
        else:
            offer = f" Or press {key_of('choose lecture')} for a lecture."
        return replace(scene, caption=(*scene.caption, Span(offer)))

    def tick(self, now: float, judged: bool) -> bool:
        return (self.session.mode is self and self._shut_out.tick()) or judged

    def trying(self, cell: Cell, digit: Digit) -> Callable[[], object] | None:
        return partial(self.beside, cell, digit)

    def next_solver(self, by: int) -> None:
        """Switch to the next algorithm (the previous one if negative) that supports this puzzle."""
        names = solvers.names()
        here = names.index(self.session.solver.name if self.session.solver.name in names else solvers.DEFAULT)
        for i in range(1, len(names)):
            solver = solvers.get(names[(here + i * by) % len(names)])
            if not solver.unfit(self.session.puzzle) and not solver.lacking():
                self.session.set_solver(solver.name)
                return

    # SAT mode

    @property
    def _is_sat(self) -> bool:
        return self.session.solver.name == SAT

    def run_changed(self, instead_of: Solver | None) -> None:
        """Note which algorithm SAT mode has replaced, and show the variables for as long as it is on."""
        if instead_of is not None and self._is_sat and instead_of.name != SAT:
            self._before_sat = instead_of.name
        panes = self.session.panes
        if self._is_sat and self._panes_before is None and self._may_open and self.session.entered is None:
            self._panes_before = PaneLayout()
            self._panes_before.take(panes)
            if panes.large != VARIABLES:
                panes.maximise(VARIABLES)
        elif not self._is_sat:
            self._restore_panes()

    def _restore_panes(self) -> None:
        if self._panes_before is not None:
            self.session.panes.take(self._panes_before)
            self._panes_before = None

    def restored(self) -> None:
        self._panes_before = None  # the panes are those of the view

    def show_only(self) -> None:
        self._may_open = False
        if self.session.panes.large == VARIABLES:
            self._restore_panes()

    def give_up(self) -> bool:
        """Leave SAT mode if its variables fill the column, which Esc would otherwise restore first."""
        fills = self._panes_before is not None and self.session.panes.large == VARIABLES
        return fills and self.session.mode is self and self.leave()

    @action("sat", "S", "Choose", "Toggle SAT mode: the answer at once", rank=280)
    def toggle_sat(self) -> None:
        session = self.session
        begun = session.running or session.timeline.length or session.timeline.finished
        if self._is_sat and not begun:  # the window opened with the SAT solver
            session.player.end()
        elif not self._leave_sat():
            solver = solvers.get(SAT)
            self._answer(solver.unbound(session.runs.options_of(solver)))

    def _answer(self, options: Mapping[str, Any]) -> None:
        """Go to the SAT solver's answer on the current puzzle."""
        if self.session.set_solver(SAT, options, play=True):
            self.session.player.end()

    def leave(self) -> bool:
        left = self._leave_sat()
        if left:
            self.session.note("left")
        return left

    def _leave_sat(self) -> bool:
        """Go back to the previous algorithm, or to the default one if the previous one does not support this size."""
        if not self._is_sat:
            return False
        self.session.toast = ""
        self.session.player.pause()
        name = self._before_sat
        takes = registry.known(name) and not solvers.get(name).unfit(self.session.puzzle)
        self.session.set_solver(name if takes else solvers.default_for(self.session.puzzle))
        return True

    # Answers from elsewhere

    def takes(self, offer: Offer) -> bool:
        """Show a SAT solver's answer, from a file or pasted. If what was pasted does not fit, a notice says why."""
        if isinstance(offer, FoundAnswer):
            self._show(*offer)
        elif isinstance(offer, str) and begins_dimacs(BytesIO(data := offer.encode("utf-8", "replace"))):
            try:
                self._show(model.read(BufferedReader(BytesIO(data))), "what was pasted")
            except ValueError as error:
                self.session.notice = f"The pasted text cannot be shown.\n{error}"
        else:
            return False
        return True

    def _show(self, answer: PrintedAnswer, where: str) -> None:
        """Show a SAT solver's answer on the current puzzle. Raise ``ValueError`` if it does not fit."""
        session = self.session
        puzzle = session.puzzle_here
        options = options_for(answer, puzzle, where)
        if puzzle is session.puzzle:
            self._answer(options)
        else:
            session.watch(puzzle, solvers.get(SAT), options, instead_of=solvers.get(session.mode.algorithm))
            session.player.end()
        session.toast = " ".join(f"{remark[0].upper()}{remark[1:]}." for remark in answer.remarks)

    # What-ifs: the original run is kept

    def decide(self, cell: Cell, digit: Digit, sign: bool = True) -> None:
        """Fork at the playhead by guessing that the cell holds the digit or, if ``sign`` is False, that it does not."""
        session = self.session
        position, solver = session.player.position, session.solver
        if not sign and not solver.by_hand:
            able = ", ".join(one.title for one in map(solvers.get, solvers.names()) if one.by_hand)
            session.toast = f"{solver.title} cannot guess that a digit is absent. Algorithms that can: {able}."
            return
        if why_not := self.refusal(cell, digit):
            session.toast = why_not
            return
        literal = (cell * session.puzzle.geometry.symbols + digit) * (1 if sign else -1)
        if session.watch_fork(solver.name, with_fork(solver, session.options, session.puzzle, position, literal)):
            session.player.seek(DECIDED, after=position)
            session.toast = (
                f"Forked at step {grouped(position)}: "
                f"{literals.told(literal, session.composer.puzzle)} is guessed by hand. "
                f"{key_of('before')} goes back to the earlier run."
            )
            session.note("decided by hand", literal=literals.write(literal, session.puzzle))

    def beside(self, cell: Cell, digit: Digit) -> None:
        """Race the current run against one that guesses this digit next. If that is impossible, say why."""
        session = self.session
        session.player.pause()
        if why := self.refusal(cell, digit):
            session.toast = why
            session.note("refused")
        else:
            session.modes.take(SideBySide(self.lanes_with(cell, digit), session.player.position))

    def lanes_with(self, cell: Cell, digit: Digit) -> tuple[RunSpec, RunSpec]:
        """Return two lanes, one with the current run and one with an extra guess at the playhead."""
        session = self.session
        literal = cell * session.puzzle.geometry.symbols + digit
        forked = with_fork(session.solver, session.options, session.puzzle, session.player.position, literal)
        name = session.solver.name
        return RunSpec(name, tuple(session.options.items())), RunSpec(name, tuple(forked.items()))

    def words_at(self, cell: Cell, digit: Digit) -> str:
        """Return a tooltip for clicking a candidate, or "" if that does nothing."""
        session = self.session
        if session.player.mode is not Motion.PAUSED:
            return ""
        if self.chooses(cell):
            name = session.puzzle.geometry.name(cell)
            return f"Click to try another digit in {name} in a second run. Shift+click to try it in this run."
        if self.refusal(cell, digit):
            return ""
        name = literals.told(cell * session.puzzle.geometry.symbols + digit, session.composer.puzzle)
        other = " Right click to guess the opposite." if session.solver.by_hand else ""
        return f"Click to guess {name} in a second run beside this one. Shift+click to guess it in this run.{other}"

    def chooses(self, cell: Cell) -> bool:
        """Return whether the cell is blank but shows no candidates, so that the user must choose a digit."""
        session, board = self.session, self.session.board
        open_cell = board.mode is Candidates.NONE and not board.values[cell]
        return open_cell and not ended(session.timeline, session.player.position)

    def refusal(self, cell: Cell, digit: Digit) -> str:
        """Return why this candidate cannot be guessed next, or "" if it can."""
        session = self.session
        refused = why_not(session.board, session.composer.puzzle, session.solver, cell, digit)
        return refused or ended(session.timeline, session.player.position)


MODE = WatchMode
