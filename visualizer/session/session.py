"""What is being watched: a puzzle, a solver, its run. Window and terminal both drive this, so they do the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import solvers
from puzzles import Corpus, Puzzle
from puzzles.formats import registry
from puzzles.puzzle import alphabet_of
from solvers.core.options import OptionError, suit, unbound
from solvers.core.registry import started
from solvers.external import registry as external_registry
from visualizer.analysis.heat_map import Heated
from visualizer.analysis.run_analysis import Analysis
from visualizer.files.event_log import EventLog
from visualizer.files.watcher import WatchedFile
from visualizer.keymap import Action, Keymap, key_of
from visualizer.narration.levels import described
from visualizer.narration.next_steps import whats_next
from visualizer.narration.seek_result import words_of_unmet
from visualizer.narration.warnings import Remark, remarks
from visualizer.play.advisor import Adviser
from visualizer.play.mode import clock_counts, say_kept, table_of, what_is_left
from visualizer.play.mode import load as load_entered
from visualizer.play.moves import judge_entered
from visualizer.play.sat_mode import answers
from visualizer.play.saved_games import KeptGames
from visualizer.play.state import Game
from visualizer.session import dispatch, solver_reload
from visualizer.session.lacking import say_lacking
from visualizer.session.messages import Messages
from visualizer.session.pane import Panes
from visualizer.session.playback import Playback
from visualizer.session.puzzle_check import Verdict
from visualizer.session.puzzle_supply import Supply
from visualizer.session.run_history import Before, Runs, Watched
from visualizer.session.snapshot import standing
from visualizer.session.solver_output import Printed, printed
from visualizer.style.symbols import Symbols
from visualizer.timeline.granularity import Grain
from visualizer.timeline.player import Player
from visualizer.timeline.timeline import Clock, Timeline
from visualizer.timeline.transport import Mode

SAT = "sat"
UNUSABLE = "This solver cannot be used."


class Session(Messages, Playback):
    """A puzzle, a solver and its run, and what can be done with them."""

    def __init__(
        self,
        puzzle: Puzzle | None = None,
        corpus: Corpus | Supply | None = None,
        solver: str = solvers.DEFAULT,
        *,
        speed: float | None = None,
        log: EventLog | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__()
        self.supply = corpus if isinstance(corpus, Supply) else Supply(corpus)
        self._judge: Verdict | None = None
        self.log = log or EventLog(None)
        self._watched: WatchedFile | None = None
        self._played_out: Player | None = None
        """The last run that came to its end by playing."""
        self.puzzle = puzzle or Puzzle.empty()
        self.solver = solvers.get(solvers.DEFAULT)
        self.options: Mapping[str, Any] = {}
        """The solver's, where they are not its defaults."""
        self.runs = Runs()
        self.game = Game()
        self.kept: KeptGames | None = None
        """The games that were not finished, where they are kept."""
        self.adviser = Adviser(self)
        self.symbols = Symbols.DIGITS
        self.before_sat = solvers.DEFAULT
        """The algorithm that SAT mode leads back to."""
        self.on_arrival: Callable[[], None] | None = None
        """What is to be done where the playhead has come to the place that it is on its way to."""
        self.leads: tuple[str, ...] = ()
        """The front end's own actions that are named where a run has ended."""
        self._watch(self.runs.begin(self.puzzle, self.solver, self.options))
        if speed is not None:
            self.player.speeds = dict.fromkeys(Grain, speed)
        self.panes = Panes(self._run)
        self.heated = Heated.NOTHING
        self._remarks = remarks(self.solver, self.puzzle, self.options)
        self.printed = Printed()
        """The last lines that the solver has printed, where it is somebody's own."""
        self.show_help = False
        self.analysing = False
        """The analysis has not caught up with the run."""
        if puzzle is None and self.supply.corpus is not None:
            self.random_puzzle()
        self.set_solver(solver, options)

    @property
    def timeline(self) -> Timeline:
        return self.player.timeline

    @property
    def analysis(self) -> Analysis:
        """What is known of the run besides its steps."""
        return self.composer.analysis

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """What to know of the solver on this puzzle. How a run may end is of no interest once it has ended."""
        over = self.timeline.finished or self.timeline.resting
        return tuple(remark for remark in self._remarks if remark.prevents or not over)

    @property
    def drawing(self) -> bool:
        """A puzzle is being looked for in a file that yields none at once, or made."""
        return self.supply.drawing

    @property
    def running(self) -> bool:
        """Playing, or on the way somewhere."""
        return self.player.mode is not Mode.PAUSED

    @property
    def keymap(self) -> Keymap:
        """The keys that hold now."""
        return table_of(self)

    @property
    def targets(self) -> tuple[object, ...]:
        """The objects that actions are done to."""
        return (self,)

    def do(self, id: str) -> bool:
        """Carry out an action of the keys that hold now, if it is one of the session's; a front end has others."""
        return dispatch.do(id, self.keymap, self)

    def carry_out(self, action: Action, deed: Callable[[], object]) -> None:
        """Do what a key says, with what is said about it, and write it into the event log."""
        if action.reads_notice:
            self._agreed = None
        self.toast = ""
        self.on_arrival = None
        deed()
        self.say_if_missed()
        self.note(action.id)

    def close_topmost(self) -> bool:
        """What Esc ends: a notice, else the help, else a search for a place to go to, or what is computed or made.

        False where there is nothing of the kind.
        """
        if self.notice:
            self.decline()
        elif self.show_help:
            self.show_help = False
        elif self.player.mode is Mode.SEEKING or (self.running and self.timeline.waiting):
            self.player.pause()
        elif not (self.adviser.give_up() or self.supply.give_up(self)):
            return False
        self.note("closed")
        return True

    def say_if_missed(self) -> None:
        """A seek that has found nothing says so, and one that was for a step beyond the end."""
        unmet, self.player.unmet = self.player.unmet, None
        self.toast = words_of_unmet(unmet, self.composer.puzzle, self.timeline) or self.toast

    def note(self, event: str, /, **facts: object) -> None:
        """Add a line to the event log: the event, how things stand, and the event's own facts."""
        if self.log.kept:
            self.log.write(event, standing(self), **facts)

    def tick(self, dt: float, clock: Clock, budget: float) -> bool:
        """Let time pass. True if what is to be seen may have changed."""
        if self.supply.deliver(self, self.load):
            self.note("new puzzle")
            return True
        if self._watched is not None and solver_reload.look(self, self._watched, clock(), self._played_out):
            return True
        mode = self.player.mode
        until = clock() + budget
        changed = self.player.tick(dt, clock, 0.85 * budget)
        if self.player.mode is not mode:
            self.say_if_missed()
            self._arrived()
            self.note("arrived")
            if mode is Mode.PLAYING and self.player.at_end:
                self._played_out = self.player
        before, self.printed = self.printed, printed(self.timeline)
        self.analysing = self.analysis.follow(clock, min(budget / 4, max(0.0005, until - clock())))
        found = self.panes.tick(clock, budget / 4)
        judged = self._take_verdict() | self.game.clock.tick(clock(), clock_counts(self)) | self.adviser.tick(clock())
        return self._give_up_unwatched() or changed or found or judged or self.analysing or self.printed != before

    def _give_up_unwatched(self) -> bool:
        """A black box that was computing when the run was paused is ended: nobody would see what it is at."""
        waiting = self.player.mode is Mode.PAUSED and self.timeline.waiting
        if not (waiting and self.solver.black_box):
            return False
        before = self.player.position
        self.timeline.close()
        self._restart()
        if before > 1:  # it had answered before, and was looking for another: the answer is asked for again
            self.player.to(before)
        key = key_of("play")
        self.toast = f"{self.solver.title} was stopped, and nothing of it is left. {key} starts it again."
        self.note("given up")
        return True

    def _arrived(self) -> None:
        then, self.on_arrival = self.on_arrival, None
        if then is not None:
            then()

    def origin(self) -> str:
        """Where the puzzle is from, and how many there are to draw from."""
        return " · ".join(filter(None, [described(self.puzzle), self.supply.origin]))

    def news(self) -> bool:
        """Has the scan of the corpus got on since this was asked last?"""
        return self.supply.news()

    def judge(self) -> None:
        """Find out of this and each later puzzle how many solutions it has, or why none: in a process of its own."""
        if self._judge is None:
            self._judge = Verdict()
            self._judge.start(self.composer.puzzle)
            self.composer.verdict = self._judge.view

    def judge_again(self, puzzle: Puzzle) -> None:
        """Find that out of another one than the puzzle of the run."""
        if self._judge is not None:
            self._judge.start(puzzle)
            self.composer.verdict = self._judge.view

    def _take_verdict(self) -> bool:
        """What has been found out since. True if that changes what is seen."""
        if self._judge is None or not self._judge.poll():
            return False
        self.composer.verdict = self._judge.view
        if self.solver.person and self.composer.verdict.finished:
            self.note("judged")
        return True

    def close(self) -> None:
        """End the runs, the supply of puzzles and the search for a verdict, and for advice."""
        self.adviser.close()
        if self._judge is not None:
            self._judge.close()
        self.panes.close()
        self.runs.clear()
        self.timeline.close()
        self.supply.close()

    # Choosing

    def load(self, puzzle: Puzzle) -> None:
        """Watch another puzzle with the same solver; where that cannot take its size, with the default one."""
        if load_entered(self, puzzle):
            return
        solver, options = self.solver, self.options
        if not solver.sizes(puzzle.geometry):
            side, solver = puzzle.geometry.side, solvers.get(solvers.DEFAULT)
            self.toast = f"{self.solver.title} does not know grids of {side}x{side}: now {solver.title}"
            options = self.runs.options_of(solver)
        asked = answers(self)
        self._begin_anew(puzzle, solver, unbound(solver, options))
        if asked and self.solver.name == SAT:
            self.player.play()

    def load_text(self, text: str, what: str) -> None:
        """Watch a puzzle given as text; where it is none, say why and leave the board as it is."""
        try:
            self.load(registry.parse(text).puzzle)
        except ValueError as error:
            self.notice = f"{what} is not a puzzle.\n{error}"

    def open_corpus(self, corpus: Corpus) -> None:
        """Draw from another file from now on."""
        self.supply.stop(self)
        self.supply.open(corpus)
        self.random_puzzle()

    def random_puzzle(self) -> None:
        """Draw a puzzle from the corpus."""
        self.supply.request(self, self.load)

    def set_solver(self, name: str, options: Mapping[str, Any] | None = None, *, play: bool = False) -> bool:
        """Change the algorithm, or its options, and keep the puzzle. Where it cannot run, say why and change nothing.

        Without options it has those that it had last. A run of it on this puzzle goes on where it was left. What was
        playing goes on playing; with ``play``, it plays in any case.
        """
        solver = solvers.get(name)
        side = self.puzzle.geometry.side
        try:
            wanted = self.runs.options_of(solver, options)
            suit(solver, wanted, self.puzzle)
        except OptionError as error:
            self.notice = f"This option cannot be set.\n{error}"
            return False
        if lacking := solver.lacking(wanted):
            say_lacking(self, lacking, solver, lambda other: self.set_solver(other, play=play))
        elif not solver.sizes(self.puzzle.geometry):
            self.notice = f"{solver.title} does not know grids of {side}x{side}. Choose another algorithm with Tab."
        else:
            playing = play or self.player.mode is Mode.PLAYING
            if solver is not self.solver or wanted != self.options:
                if solver.name == SAT and self.solver.name != SAT:
                    self.before_sat = self.solver.name
                self.runs.leave(self.puzzle, self._run)
                self.solver, self.options = solver, wanted
                self._watch_file()
                self._restart()
            elif play and self.player.at_end:
                self.player.home()
            if playing:
                self.player.play()
            return True
        return False

    def watch(self, puzzle: Puzzle, solver: solvers.Solver, options: dict[str, Any]) -> None:
        """Watch this solver, which can take it, on this puzzle, with these options."""
        left = what_is_left(self)
        self._begin_anew(puzzle, solver, options)
        self._watch_file()
        say_kept(self, left)

    @property
    def here(self) -> Before:
        """The run that is watched, and where the playhead stands."""
        return Before(self.puzzle, self.solver, self.options, self.player.position)

    def watch_again(self, run: Before) -> bool:
        """Watch a run that was watched before, where it was left. False, with a notice, where that cannot be."""
        entered = bool(run.options.get("editing"))  # all empty grids are equal, but what is entered into each is not
        same = run.puzzle is self.puzzle if entered else run.puzzle == self.puzzle
        if not same or alphabet_of(run.puzzle) != alphabet_of(self.puzzle):  # moves are written in its own symbols
            self.watch(run.puzzle, run.solver, dict(run.options))
        elif not self.set_solver(run.solver.name, run.options):
            return False
        if self.player.position != run.position:
            self.player.to(run.position, through=True)
        judge_entered(self)
        return True

    def load_solver(self, path: Path) -> bool:
        """Watch a solver in somebody's own file. Where it cannot be loaded, say why and change nothing."""
        try:
            loaded = external_registry.register(external_registry.load(path))
        except external_registry.ForeignError as error:
            self.notice = f"{UNUSABLE}\n{error}"
            return False
        if self.notice.startswith(UNUSABLE):
            self.notice = ""
        self.toast = self.runs.words_of_dropped(loaded) or self.toast
        return self.set_solver(loaded.name)

    def _watch_file(self) -> None:
        """Look after the file of the solver that runs, if it has one: a saved change starts the run again."""
        self._watched = solver_reload.watched(self.solver, self._watched)

    def next_solver(self, by: int) -> None:
        """The next algorithm (or, negative, the one before) that can take this puzzle."""
        names = solvers.names()
        here = names.index(self.solver.name if self.solver.name in names else solvers.DEFAULT)
        for i in range(1, len(names)):
            solver = solvers.get(names[(here + i * by) % len(names)])
            if solver.sizes(self.puzzle.geometry) and not solver.lacking():
                self.set_solver(solver.name)
                return

    @property
    def _run(self) -> Watched:
        return Watched(self.solver, self.options, self.player, self.composer)

    def _begin_anew(self, puzzle: Puzzle, solver: solvers.Solver, options: Mapping[str, Any]) -> None:
        """Another puzzle: of the one before it is kept how to come back to where it was left."""
        self.supply.stop(self)
        self.runs.note(self.puzzle, self._run)
        self.puzzle, self.solver, self.options = puzzle, solver, options
        self.timeline.close()
        self.runs.clear()
        self._restart()

    def _restart(self) -> None:
        before, self.on_arrival = self.player, None
        self._watch(self.runs.begin(self.puzzle, self.solver, self.options))
        self.player.go_on_as(before)
        self._remarks, self.printed = remarks(self.solver, self.puzzle, self.options), Printed()
        self.panes.follow(self._run)
        judge_entered(self)

    def _watch(self, run: Watched) -> None:
        self.player, self.composer = run.player, run.composer
        self.composer.game = self.game
        self.game.follow(self.puzzle, editing=bool(run.options.get("editing")))
        if self._judge is not None:
            self._judge.about(self.composer.puzzle)
        self.name_digits()

    def name_digits(self) -> None:
        """Call digits in all words as they are shown."""
        self.composer.name_digits(self.symbols.named(started(self.puzzle, self.options)))
        if self._judge is not None:
            self._judge.name_digits(alphabet_of(self.composer.puzzle))
            self.composer.verdict = self._judge.view

    # Playing

    @property
    def transport(self) -> Player:
        return self.player

    def another(self) -> None:
        """Search on for another solution."""
        if self.timeline.finished:
            self.say_whats_next()
        else:
            self.player.another()

    def say_whats_next(self) -> None:
        self.toast = self.whats_next()

    def whats_next(self) -> str:
        """Return what the end means, and which keys lead on."""
        return whats_next(self.timeline, self.solver, self.leads)
