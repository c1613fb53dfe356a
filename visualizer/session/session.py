"""The session: a puzzle, a solver and its run. The window and recordings show it."""

import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import solvers
from puzzles import Corpus, CorpusError, Puzzle, writing
from puzzles.corpus import named
from puzzles.formats import registry as formats
from puzzles.problems import short
from puzzles.puzzle import Position, alphabet_of
from solvers import Solver
from solvers.core import registry
from solvers.core.board import Board
from solvers.core.registry import OptionError, started
from solvers.external import registry as external_registry
from visualizer.files import resolve
from visualizer.files.loader import WatchedFile
from visualizer.files.saved_view import SETTINGS, START, SWITCHES, View, give
from visualizer.files.store import EventLog
from visualizer.keymap import Keymap, action, key_of
from visualizer.narration.levels import described
from visualizer.narration.outcome import whats_next, words_of_unmet
from visualizer.narration.warnings import Remark, remarks
from visualizer.session.asking import Asking
from visualizer.session.copy import position_of
from visualizer.session.messages import Messages
from visualizer.session.mode import Carrier, Mode, Modes, Playback, UnfinishedWorks, carry_out
from visualizer.session.pane import Panes
from visualizer.session.puzzle_check import Judge
from visualizer.session.run_history import EarlierRun, PrintedLines, Runs, WatchedRun, printed
from visualizer.session.settings import Options
from visualizer.style.theme import WAYS, Symbols
from visualizer.supply.puzzle_supply import PuzzleSupply
from visualizer.timeline.condition import Grain
from visualizer.timeline.player import Cut, Player
from visualizer.timeline.timeline import Clock, Timeline
from visualizer.timeline.transport import Motion, Travel
from visualizer.views.board import HeatedEvent

if TYPE_CHECKING:
    from visualizer.analysis.run_analysis import Analysis

UNUSABLE = "This solver cannot be used."


class Session(Messages, Playback):
    """A puzzle, a solver and its run, and everything that can be done with them."""

    def __init__(
        self,
        puzzle: Puzzle | None = None,
        corpus: Corpus | PuzzleSupply | None = None,
        solver: str = solvers.DEFAULT,
        *,
        speed: float | None = None,
        log: EventLog | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__()
        self.supply = corpus if isinstance(corpus, PuzzleSupply) else PuzzleSupply(corpus)
        self.judge = Judge()
        self.asking = Asking()
        self.log = log or EventLog(None)
        self._file: WatchedFile | None = None
        """The file of the user's own solver, if that is the solver."""
        self._played_out: Player | None = None
        """The last player whose run was played to its end."""
        self.puzzle = puzzle or Puzzle.empty()
        self.solver = solvers.get(solvers.default_for(self.puzzle))
        self.options: Mapping[str, Any] = {}
        """The solver's options, except those left at their defaults."""
        self.runs = Runs()
        self.unfinished: UnfinishedWorks
        """The work that is kept across restarts, such as games."""
        self.modes = Modes(self)
        self.entered: Mode | None = None
        """The mode entered on top of the run, if any."""
        self._symbols, self.digits_only = Symbols.DIGITS, False
        self.ways = [*WAYS]  # to show digits
        """How digits are shown, and whether the window hides candidates unless a person solves."""
        self.on_arrival: Callable[[], object] | None = None
        """Called when the playhead reaches its destination."""
        self._watch(self._begun())
        self.player.cut = Cut.WHOLE if speed is None else Cut.FIXED
        if speed is not None:
            self.player.speeds = dict.fromkeys(Grain, speed)
        self.panes = Panes(self.run)
        self.heated = HeatedEvent.NOTHING
        self._remarks = remarks(self.solver, self.puzzle, self.options)
        self.printed = PrintedLines()
        """The last lines printed by the user's own solver."""
        self.used: set[str] | None = None
        """The actions used so far if the user is new, so that only these have buttons; None if all have."""
        self.analysing = False
        """Whether the analysis has yet to catch up with the run."""
        if puzzle is None and self.supply.corpus is not None:
            self.draw_puzzle()
        self.set_solver(solver if solver != solvers.DEFAULT else self.solver.name, options)

    @property
    def mode(self) -> Mode:
        return self.entered or self.modes.owner_of(self.solver)

    @property
    def board(self) -> Board:
        """The board at the playhead. Do not modify it."""
        return self.timeline.board_at(self.player.position)

    @property
    def puzzle_here(self) -> Puzzle:
        """The puzzle on the board. While a puzzle is being entered, the givens so far."""
        return self.mode.puzzle(self.puzzle)

    @property
    def position_here(self) -> Position:
        """The puzzle and the run's progress up to the playhead."""
        return self.mode.position(position_of(self.puzzle, self.board))

    @property
    def timeline(self) -> Timeline:
        return self.player.timeline

    @property
    def analysis(self) -> "Analysis":
        return self.composer.analysis

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """Warnings about the solver on this puzzle. Those about how the run may end are dropped once it ends."""
        return tuple(remark for remark in self._remarks if remark.prevents or not self.timeline.over)

    @property
    def running(self) -> bool:
        """Whether the run is playing or seeking."""
        return self.player.mode is not Motion.PAUSED

    @property
    def answers_at_once(self) -> bool:
        """Whether the run goes straight to its answer when its puzzle or options change, as in SAT mode."""
        return self.entered is None and self.solver.black_box and bool(self.running or self.player.position)

    @property
    def keymap(self) -> Keymap:
        """The keys that work in the active mode at the moment."""
        return self.mode.keymap

    @property
    def targets(self) -> tuple[object, ...]:
        """The objects that define action methods."""
        return self.mode, *self.modes, self

    def do(self, id: str, *front_end: Carrier) -> bool:
        """Perform one of the mode's actions and log it. Return False if nothing handles it."""
        mode = self.mode
        action = mode.action_of(id)
        if action is None:
            return False
        self.uncover(notice=action.reads_notice, help=action.closes_help)
        done = carry_out(action, (*front_end, *mode.carriers, self))
        mode.acted()
        if done and action.noted:
            self.note(id)
        return done

    def carry_out(self, handler: Callable[[], object]) -> None:
        """Run a handler that belongs to the session, and show its message."""
        self.toast, self.on_arrival = "", None
        player, sought = self.player, self.player.goal
        handler()
        self.say_if_missed()
        stops = self.player is player and player.goal is None
        if stops and sought and not sought.then_play and sought.travel is Travel.LEAP:
            self.toast = " ".join(filter(None, ("The search under way was stopped.", self.toast)))

    def close_topmost(self) -> bool:
        """Handle Esc: close the notice, the help, a search, work in progress or a maximised pane, whichever comes
        first. Return False if there is nothing to close.
        """
        closed = self.close_message() or self._stop_waiting() or any(mode.give_up() for mode in self.modes)
        closed = closed or (self.entered is None and self.supply.give_up(self))
        if not closed and self.panes.large and "maximise" in self.keymap:
            self.panes.shrink()
            closed = True
        if closed:
            self.note("closed")
        return closed

    def _stop_waiting(self) -> bool:
        """Stop a seek or a step still being computed. Return False if there is neither."""
        waits = self.player.mode is Motion.SEEKING or (self.running and self.timeline.waiting)
        if self.entered is not None or not waits:
            return False
        self.player.pause()
        return True

    def say_if_missed(self) -> None:
        """Tell the user if a seek found nothing or asked for a step beyond the end."""
        unmet, self.player.unmet = self.player.unmet, None
        self.toast = words_of_unmet(unmet, self.composer.puzzle, self.timeline) or self.toast

    def note(self, event: str, /, **facts: object) -> None:
        """Log an event along with the session's state and any further facts."""
        if self.log.kept:
            said = {name: text for name, text in (("notice", self.notice), ("toast", self.toast)) if text}
            self.log.write(event, self.mode.standing(self.run.standing(self.puzzle)) | said, **facts)

    def tick(self, dt: float, clock: Clock, budget: float) -> bool:
        """Advance the session by ``dt`` seconds. Return True if a redraw may be needed."""
        if self.supply.deliver(self, self.load):
            self.note("new puzzle")
            return True
        if self._reload_solver(clock()):
            return True
        mode = self.player.mode
        until = clock() + budget
        changed = self.player.tick(dt, clock, 0.85 * budget)
        if self.player.mode is not mode:
            self.say_if_missed()
            then, self.on_arrival = self.on_arrival, None
            if then is not None:
                then()
            self.note("arrived")
            if mode is Motion.PLAYING and self.player.at_end:
                self._played_out = self.player
        before, self.printed = self.printed, printed(self.timeline)
        self.analysing = self.analysis.follow(clock, min(budget / 4, max(0.0005, until - clock())))
        found = self.panes.tick(clock, budget / 4)
        judged = self.judge.poll()
        told = any([mode.tick(clock(), judged) for mode in self.modes])
        return self._give_up_unwatched() or changed or found or told or self.analysing or self.printed != before

    def _give_up_unwatched(self) -> bool:
        """Stop a black box that is still computing while paused, because nobody can see its work."""
        waiting = self.player.mode is Motion.PAUSED and self.timeline.waiting
        if not (waiting and self.solver.black_box):
            return False
        before = self.player.position
        self.timeline.close()
        self._restart()
        if before > 1:  # it was looking for another answer, so ask for the first one again
            self.player.to(before)
        self.toast = f"{self.solver.title} was stopped and its work was lost. {key_of('play')} restarts it."
        self.note("given up")
        return True

    def origin(self) -> str:
        """Return where the puzzle is from, and how many puzzles its file has."""
        after = self.supply.origin_after(self.puzzle) if "random" in self.keymap else ""
        return " · ".join(filter(None, [described(self.puzzle), after]))

    def close(self) -> None:
        for mode in self.modes:
            mode.close()
        self.judge.close()
        self.panes.close()
        self.runs.clear()
        self.timeline.close()
        self.supply.close()

    # Choosing

    def load(self, puzzle: Puzzle) -> None:
        """Watch a new puzzle with the same solver, or the default one if it does not support its size. Keep playing."""
        if self.mode.load(puzzle):
            return
        at_once, solver, options = self.answers_at_once, self.solver, self.options
        if misfit := solver.misfit(puzzle):
            solver = solvers.get(solvers.default_for(puzzle))
            self.toast = f"{misfit}. Using {solver.title} instead."
            options = self.runs.options_of(solver)
        playing = self.player.mode is Motion.PLAYING
        at_once = at_once and solver is self.solver and not playing
        self._begin_anew(puzzle, solver, solver.unbound(options))
        self.player.begin(playing, at_once)

    def show(self, position: Position) -> None:
        """Watch the puzzle of an opened position, unless a mode can continue from the position itself."""
        if not self.modes.take(position):
            self.load(position.puzzle)

    def paste(self, text: str) -> None:
        """Accept pasted text that a mode understands or that is a puzzle. Otherwise, explain why it is neither."""
        try:
            if not self.modes.take(text):
                self.load(formats.parse(text).puzzle)
        except ValueError as error:
            self.notice = f"The pasted text is not a puzzle.\n{error}"

    def open_corpus(self, corpus: Corpus) -> None:
        """Switch to a different collection and draw a puzzle from it."""
        self.supply.stop(self)
        self.supply.open(corpus)
        self.draw_puzzle()

    @action("random", "R", "Choose", "A random puzzle", rank=150)
    def random_puzzle(self) -> None:
        """Draw a puzzle from the collection or, if the shape on the board is not from there, make one like it."""
        self.supply.another(self.puzzle, self, self.load)

    def draw_puzzle(self) -> None:
        self.supply.request(self, self.load)

    @action("fresh", "G", "Choose", "A fresh puzzle", rank=170)
    def fresh_puzzle(self) -> None:
        self.supply.make(self.puzzle.geometry, self, self.load)

    @action(
        "showing", "Shift+G", "Choose", "One that shows the idea", rank=172, joins="fresh",
        words="puzzle example demonstrate typical good",
    )  # fmt: skip
    def show_idea(self) -> None:
        """Watch the next of the puzzles on which the algorithm's idea is seen."""
        self.show_idea_of(self.solver)

    def show_idea_of(self, solver: Solver) -> None:
        names, here = solver.seen_on, self.puzzle.name
        if not names:
            self.toast = f"No puzzle is known to show the idea of {solver.title}."
            return
        self.load(named.find(names[(names.index(here) + 1) % len(names) if here in names else 0]))
        self.set_solver(solver.name)

    def set_solver(self, name: str, options: Mapping[str, Any] | None = None, *, play: bool = False) -> bool:
        """Change the algorithm or its options, keeping the puzzle. If it cannot run, explain why and return False.

        The options default to those this solver last ran with. If it has already run on this puzzle with the same
        options, that run continues where it was left. It plays if the current run is playing, or if ``play`` is set.
        """
        solver = solvers.get(name)
        try:
            wanted = self.runs.options_of(solver, options)
            solver.suit(wanted, self.puzzle)
        except OptionError as error:
            self.notice = f"This option cannot be set.\n{error}"
            return False
        if lacking := solver.lacking(wanted):
            self.say_lacking(lacking, solver, lambda other: self.set_solver(other, play=play))
        elif misfit := solver.misfit(self.puzzle):
            self.notice = f"{misfit}. Choose another algorithm with Tab."
        else:
            playing = play or self.player.mode is Motion.PLAYING
            at_once = play and self.answers_at_once and solver is self.solver
            if solver is not self.solver or wanted != self.options:
                self.runs.leave(self.puzzle, self.run)
                before, self.solver, self.options = self.solver, solver, wanted
                self._follow_file()
                self._restart(before)
            elif play and self.player.at_end:
                self.player.home()
            self.player.begin(playing, at_once)
            return True
        return False

    def watch_fork(self, name: str, options: Mapping[str, Any], *, play: bool = False) -> bool:
        """Watch a different run of this puzzle. The user can return to the current one, even if it has no steps yet."""
        solver, before, timeline = self.solver, self.options, self.timeline
        made = timeline.length
        if not self.set_solver(name, options, play=play):
            return False
        if not made and self.timeline is not timeline:
            self.runs.remember(EarlierRun(self.puzzle, solver, before, 0))
        return True

    def watch(
        self, puzzle: Puzzle, solver: Solver, options: dict[str, Any], *, instead_of: Solver | None = None
    ) -> None:
        """Watch a solver on this puzzle, whose size it must support. A mode switches back to ``instead_of`` later."""
        left = self.mode.leaving()
        self._begin_anew(puzzle, solver, options, instead_of)
        self._follow_file()
        if left:
            back = self.mode.key_of("before")
            self.toast = " ".join(filter(None, [self.toast, f"{left} is kept. {back} goes back to it."]))

    @property
    def here(self) -> EarlierRun:
        """The current run and playhead position."""
        return EarlierRun(self.puzzle, self.solver, self.options, self.player.position)

    def watch_again(self, run: EarlierRun) -> bool:
        """Watch an earlier run from where it was left. If that is not possible, explain why and return False."""
        # All empty grids are equal, but the puzzles entered into them differ.
        same = run.puzzle is self.puzzle if run.options.get("editing") else run.puzzle == self.puzzle
        # Moves are written in the puzzle's own symbols.
        if not same or alphabet_of(run.puzzle) != alphabet_of(self.puzzle):
            self.watch(run.puzzle, run.solver, dict(run.options))
        elif not self.set_solver(run.solver.name, run.options):
            return False
        if self.player.position != run.position or self.player.mode is Motion.SEEKING:
            self.player.to(run.position, through=True)
        self.mode.playhead_moved()
        return True

    def load_solver(self, path: Path) -> bool:
        """Watch the user's own solver from a file. If it cannot be loaded, explain why and return False."""
        try:
            loaded = external_registry.register(external_registry.load(path))
        except external_registry.ForeignError as error:
            self.notice = f"{UNUSABLE}\n{error}"
            return False
        if self.notice.startswith(UNUSABLE):
            self.notice = ""
        self.toast = self.runs.words_of_dropped(loaded) or self.toast
        return self.set_solver(loaded.name)

    def _follow_file(self) -> None:
        """Watch the solver's file, if it has one."""
        file = external_registry.file_of(self.solver)
        if file is None:
            self._file = None
        elif self._file is None or self._file.path != file.path:
            self._file = WatchedFile(file.path, known=file.is_current())

    def _reload_solver(self, now: float) -> bool:
        """Restart the run if the solver's file has been saved. Return True if the file has changed or disappeared.

        The new run plays if the old one was playing or had been played to its end.
        """
        file, player = self._file, self.player
        if file is not None and file.changed(now):
            playing = player.mode is Motion.PLAYING or (player is self._played_out and player.at_end)
            if self.load_solver(file.path) and playing:
                self.player.play()
            self.note("solver file changed")
            return True
        if file is not None and file.lost():
            self.toast = f"{short(file.path.name)} is gone. The version loaded earlier is still running."
            self.note("solver file gone")
            return True
        return False

    @property
    def run(self) -> WatchedRun:
        return WatchedRun(self.solver, self.options, self.player, self.composer)

    def _begun(self) -> WatchedRun:
        return self.runs.begin(self.puzzle, self.solver, self.options, self.mode.composer)

    def _begin_anew(
        self, puzzle: Puzzle, solver: Solver, options: Mapping[str, Any], instead_of: Solver | None = None
    ) -> None:
        """Start a new puzzle, making it possible to come back to this one."""
        self.supply.stop(self)
        self.runs.note(self.puzzle, self.run)
        self.puzzle, self.solver, self.options = puzzle, solver, options
        self.timeline.close()
        self.runs.clear()
        self._restart(instead_of)

    def _restart(self, instead_of: Solver | None = None) -> None:
        before, self.on_arrival = self.player, None
        self._watch(self._begun())
        self.player.go_on_as(before)
        self._remarks, self.printed = remarks(self.solver, self.puzzle, self.options), PrintedLines()
        self.panes.follow(self.run)
        for mode in self.modes:
            mode.run_changed(instead_of)

    def _watch(self, run: WatchedRun) -> None:
        self.player, self.composer = run.player, run.composer
        self.judge.follow(run.composer)
        self._name_digits()

    @property
    def symbols(self) -> Symbols:
        """How digits are shown, on the board and in words."""
        return self._symbols

    @symbols.setter
    def symbols(self, symbols: Symbols) -> None:
        self._symbols = symbols
        if symbols not in self.ways:
            self.ways = [*WAYS, symbols]
        self._name_digits()

    def _name_digits(self) -> None:
        self.composer.name_digits(self._symbols.named(started(self.puzzle, self.options)))
        self.judge.name_digits()

    # Saving

    @property
    def file_name(self) -> str:
        """A file name for a view of this run, such as ``fig1-backtracking.json`` or ``fig1-game.json``."""
        return _as_name(f"{_called(self.puzzle)}-{self.mode.file_name or self.solver.name}") + ".json"

    @property
    def puzzle_name(self) -> str:
        """A file name for the puzzle, without an extension."""
        return _as_name(_called(self.puzzle)) or "puzzle"

    def capture(
        self,
        theme: str | None = None,
        *,
        beside: bool = False,
        modes: Mapping[str, Any] | None = None,
        folder: Path | None = None,
    ) -> View:
        """Return everything needed to show this moment again. ``beside`` says whether the starting board is shown.

        ``modes`` replaces the modes' current data, in case some modes had to be left in order to save. ``folder`` is
        where the view will be saved.
        """
        player, analysis, heated = self.player, self.analysis, self.heated.value
        switched = {
            **self.panes.switched,
            START: beside,
            **{name: its.get(self) for name, its in SWITCHES.items()},
            heated: bool(heated),
        }
        file = external_registry.file_of(self.solver)
        return View(
            puzzle=writing.shortest(self.puzzle),
            solver=self.solver.name,
            name=self.puzzle.name,
            file=_path_from(file.path, folder) if file else "",
            options=self.solver.settled(self.options),
            position=player.position,
            bookmarks=tuple(analysis.bookmarks.to_data()),
            zoom=analysis.zoom.to_data(),
            panes=self.panes.data(),
            shown=tuple(name for name, on in switched.items() if on),
            part=self.panes.part,
            theme=theme,
            modes=self.modes.saved() if modes is None else modes,
            **{name: its.get(self) for name, its in SETTINGS.items() if its.kept},
        )

    # Playing

    @property
    def transport(self) -> Player:
        return self.player

    def step(self, by: int) -> None:
        if not self.panes.step(by):
            super().step(by)

    @action("another", "N", "Watch", "Look for another solution", rank=40, words="second all solutions count more")
    def another(self) -> None:
        if self.timeline.finished:
            self.say_whats_next()
        else:
            self.player.another(at_once=self.solver.black_box)

    def say_whats_next(self) -> None:
        self.toast = self.whats_next()

    def whats_next(self) -> str:
        """Explain what the end of the run means and what to press next."""
        return self.mode.whats_next() or whats_next(self.timeline, self.solver)


def open_session(options: Options, log: EventLog) -> Session:
    """Open a session. Problems with its collection or with installed solvers are reported in a notice."""
    trouble, complaints = "", registry.load_installed()
    corpus: Corpus | None = None
    try:
        corpus = Corpus(options.corpus or resolve.default_corpus(), seed=options.seed)
        corpus.start_scan()
    except (CorpusError, OSError) as error:
        trouble = f"The puzzle file cannot be used.\n{error}"
    session = Session(
        options.puzzle,
        PuzzleSupply(corpus, options.level, options.seed),
        options.solver,
        speed=options.speed,
        log=log,
        options=options.options,
    )
    give(session, vars(options))
    if options.speed is not None and not (options.view or options.modes):
        session.toast = f"A fixed speed, as you asked. {key_of('cut')} directs the run."
    session.notice = "\n".join(filter(None, [session.notice or trouble, *complaints]))
    if options.autoplay:
        session.player.play()
    if options.at:
        session.player.to(options.at)
    return session


def _path_from(path: Path, folder: Path | None) -> str:
    """Return the path, relative to the view's folder if inside it, so that file and view can be moved together."""
    path = path.resolve()
    if folder is not None and path.is_relative_to(folder.resolve()):
        return path.relative_to(folder.resolve()).as_posix()
    return os.fspath(path)


def _called(puzzle: Puzzle) -> str:
    return puzzle.name or Path(puzzle.source).stem or "puzzle"


def _as_name(text: str) -> str:
    return re.sub(r"[^\w.]+", "-", text).strip("-.")[:80]
