"""Racing several algorithms side by side. Meanwhile, the current run is paused."""

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import solvers
from puzzles.discovery import About
from puzzles.figures import grouped
from puzzles.geometry import Cell, Digit
from puzzles.puzzle import Puzzle
from solvers.core import literals
from solvers.core.board import Candidates
from solvers.core.registry import known
from solvers.external import registry
from visualizer.files.saved_view import ViewError, one_of, read_flag, read_list, read_table, read_text, read_whole
from visualizer.keymap import Keymap, action, key_of, reuse
from visualizer.narration.warnings import remarks
from visualizer.race.lane import Lane
from visualizer.race.pace import BY_TIME, Pace, clock_text
from visualizer.race.race import Race
from visualizer.session.checked_view import options_of, solver_of
from visualizer.session.mode import Facts, Mode, Offer, Playback, Presented, SideBySide
from visualizer.session.run_history import ended, why_not, with_fork
from visualizer.session.run_spec import FEWEST, MOST, RunSpec
from visualizer.session.session import Session
from visualizer.supply.puzzle_supply import PuzzleSupply
from visualizer.timeline.timeline import Clock, Timeline
from visualizer.timeline.transport import Motion, Travel

RACE = Keymap("race", "Keys of a race")


# Actions a race shares with watching a single run

reuse(RACE.mode, ("faster", "slower", "home"))
reuse(RACE.mode, "back", keys="Left PageUp")
reuse(RACE.mode, "play")
reuse(RACE.mode, "end", keys="End N", help="To the next lane's finish")
reuse(RACE.mode, "forward", keys="Right PageDown .", help="One step (or guess) forward in all lanes")
for _what in ("guess", "conflict"):
    reuse(RACE.mode, f"next {_what}", help=f"Next {_what} in any lane")
    reuse(RACE.mode, f"previous {_what}", help=f"Previous {_what}")
reuse(RACE.mode, "present", help="Present the race: large, for an audience")
reuse(RACE.mode, "save", group="Race", help="Save the view with its race", rank=150, noted=False)
reuse(RACE.mode, "share", group="Race", help="Share the race: a web page, a command", rank=152)
reuse(RACE.mode, "save scene", group="Race", help="Add this race as a stop of a lecture", rank=154)
reuse(RACE.mode, "agree", help="Answer yes")
reuse(RACE.mode, "close", help="Close what is open, or leave the race")


class LaneActions(ABC):
    """The action of a race's screen, declared here because the screen is loaded only when it is first shown."""

    @abstractmethod
    @action(
        "lanes", "A", "Race", "Choose the lanes", mode=RACE.mode, rank=130, first=True,
        words="algorithms solvers add remove contestants",
    )  # fmt: skip
    def choose_lanes(self) -> None:
        """Open the list of lanes."""


class RaceSession(Playback, Presented):
    """A race on the session's puzzle, or on a different one later. The session's own run is left alone."""

    def __init__(self, session: Session, entries: Sequence[RunSpec], pace: Pace = Pace.STEPS) -> None:
        self.session = session
        self.targets = (self,)
        """The objects that define action methods."""
        self._show(Race(session.puzzle, entries, pace))
        usual = session.supply
        self.supply = PuzzleSupply(usual.corpus, usual.level, advice=_advice, maker=usual.maker)
        from visualizer.supply.differing import DifferSearch  # imported late, because few windows show a race

        self.differing = DifferSearch()

    def _show(self, race: Race) -> None:
        from visualizer.race.view import RaceComposer  # imported late, because it imports numpy

        self.race, self.composer = race, RaceComposer(race)

    @property
    def busy(self) -> bool:
        return self.race.running or self.supply.drawing or self.differing.busy

    @property
    def working(self) -> bool:
        return self.race.mode is Motion.SEEKING or self.supply.drawing or self.differing.busy

    def carry_out(self, handler: Callable[[], object]) -> None:
        """Run a handler that belongs to the race, and show its message."""
        self.session.toast = ""
        handler()
        self._say_if_missed()

    def give_up(self) -> bool:
        """Cancel a search or a wait for a puzzle. Return False if there is none."""
        if self.differing.busy:
            self.differing.stop()
            self.session.toast = "Cancelled. The puzzle has not changed."
            return True
        if self.race.mode is not Motion.SEEKING:
            return self.supply.give_up(self.session)
        self.race.pause()
        return True

    def tick(self, dt: float, clock: Clock, budget: float) -> bool:
        if self.supply.deliver(self.session, self.set_puzzle):
            self.session.note("new puzzle")
            return True
        news = self.differing.busy and self.differing.poll()
        if news and not self.differing.busy:
            self._take_found()
        elif news:
            self.session.toast = self.differing.words
        if news:
            return True
        mode, before = self.race.mode, self.race.position
        changed = self.race.tick(dt, clock, budget)
        self.halt(before)
        if self.race.mode is not mode:
            self._say_if_missed()
            self.session.note("arrived")
        return changed

    @property
    def transport(self) -> Race:
        return self.race

    # Being presented

    kind = "race"

    @property
    def subject(self) -> Race:
        return self.race

    @property
    def timelines(self) -> Sequence[Timeline]:
        return [lane.timeline for lane in self.race.lanes if lane.timeline]

    @property
    def lanes(self) -> tuple[RunSpec, ...]:
        return tuple(entry.settled for entry in self.race.entries) if self.race.pace is Pace.STEPS else ()

    @property
    def stops(self) -> "RaceStops":
        return RaceStops(self.race)

    @property
    def clock_text(self) -> str:
        return clock_text(self.race.pace, self.race.t)

    def look_for(self, number: int) -> None:
        self.race.end()

    def say_whats_next(self) -> None:
        if told := self.session.mode.whats_next():
            self.session.toast = told
            return
        leads = (f"{key_of(id, RACE.mode)}: {RACE[id].help.lower()}" for id in ("random", "home"))
        self.session.toast = f"The race is over. {' · '.join(leads)}"

    @action(
        "pace", "Q", "Race", "The pace: equal steps or guesses", mode=RACE.mode, rank=120, first=True,
        words="fair equal speed clock rule",
    )  # fmt: skip
    def next_pace(self) -> None:
        self.race.set_pace(Pace.GUESSES if self.race.pace is Pace.STEPS else Pace.STEPS)

    @action(
        "differences", "Shift+D", "Race", "Toggle marks on digits where lanes disagree", mode=RACE.mode, rank=146,
        words="compare highlight disagree",
    )  # fmt: skip
    def toggle_differences(self) -> None:
        self.composer.marks_differences = not self.composer.marks_differences
        says = "A folded corner marks a digit on which lanes disagree."
        if self.composer.what_if:
            says = f"{says} An open corner marks one that only one of them has."
        if not self.composer.marks_differences:
            says = "Digits on which lanes disagree are no longer marked."
        self.session.toast = says

    @action(
        "random", "R", "Race", "The next puzzle, same lanes", mode=RACE.mode, rank=140, first=True,
        words="new another next sudoku load any",
    )  # fmt: skip
    def random_puzzle(self) -> None:
        self.supply.another(self.race.puzzle, self.session, self.set_puzzle)

    @action(
        "fresh", "G", "Race", "A fresh puzzle, same lanes", mode=RACE.mode, rank=145,
        words="new generate create make sudoku",
    )  # fmt: skip
    def fresh_puzzle(self) -> None:
        self.supply.make(self.race.puzzle.geometry, self.session, self.set_puzzle)

    @action(
        "differ", "D", "Race", "A puzzle where lanes differ; press again for the best yet", mode=RACE.mode, rank=142,
        first=True,
        words="compare difference find collection interesting",
    )  # fmt: skip
    def differ(self) -> None:
        """Search the collection for a puzzle on which the lanes differ. If already searching, use the best so far."""
        if self.differing.busy:
            self._take_found()
            return
        corpus, session = self.supply.corpus, self.session
        own = [entry.solver for entry in self.race.entries if registry.file_of(solvers.get(entry.solver))]
        if corpus is None:
            session.toast = f"No puzzle file is open. {key_of('fresh', RACE.mode)} makes a puzzle."
        elif own:
            session.toast = f"Only built-in algorithms can be compared here, not {own[0]}."
        else:
            lanes = [(entry.solver, entry.options) for entry in map(bound_to_none, self.race.entries)]
            self.supply.stop(session)
            self.differing.start(corpus.path, self.supply.level, lanes)
            session.toast = self.differing.words

    def _take_found(self) -> None:
        """Race on the puzzle found so far on which the lanes differ most, or say why there is none."""
        best, session = self.differing.progress.best, self.session
        told = self.differing.found([lane.title for lane in self.race.lanes])
        trouble = self.differing.trouble or self.differing.progress.trouble
        self.differing.stop()
        if best is not None:
            self.set_puzzle(best.puzzle)
        session.toast = told or trouble or "No puzzle has been compared yet, so this one stays."
        session.note("differing puzzle", ratio=best.ratio if best else None)

    def scrub(self, fraction: float) -> None:
        """Pause at a point on the timeline, given as a fraction from 0 to 1."""
        self.race.pause()
        self.race.to(round(fraction * self.composer.reach), travel=Travel.DRAG)

    def set_lanes(self, entries: Sequence[RunSpec]) -> None:
        """Start a new race on the same puzzle with these lanes."""
        self._watch(self.race.again(self.race.puzzle, entries))
        self.session.note("lanes chosen")

    def set_puzzle(self, puzzle: Puzzle) -> None:
        """Start a new race on this puzzle with the same lanes."""
        self.supply.stop(self.session)
        entries = [bound_to_none(entry) for entry in self.race.entries]
        if entries != list(self.race.entries):
            self.session.toast = "Guesses by hand and placed digits belong to the old puzzle, so the lanes drop them."
        self._watch(self.race.again(puzzle, entries))

    def what_if(self, number: int, cell: Cell, digit: Digit) -> None:
        """Add a copy of a lane that guesses this candidate next. If that is impossible, say why."""
        race = self.race
        lane = race.lanes[number]
        if why := self._refusal(lane, cell, digit):
            self.session.toast = why
            return
        assert lane.solver is not None
        literal = cell * race.puzzle.geometry.symbols + digit
        options = with_fork(lane.solver, dict(lane.entry.options), race.puzzle, lane.position, literal)
        t = race.t
        self._watch(race.again(race.puzzle, (*race.entries, RunSpec(lane.entry.solver, tuple(options.items())))))
        self.race.to(t)
        self.session.note("what if", literal=literals.write(literal, race.puzzle))

    def words_at(self, number: int, cell: Cell, digit: Digit) -> str:
        """Return a tooltip for clicking a candidate, or "" if that does nothing."""
        if self._refusal(self.race.lanes[number], cell, digit):
            return ""
        name = literals.told(cell * self.race.puzzle.geometry.symbols + digit, self.race.puzzle)
        return f"Click to add a lane that guesses {name} next."

    def _refusal(self, lane: Lane, cell: Cell, digit: Digit) -> str:
        race = self.race
        if race.running or lane.timeline is None or lane.solver is None:
            return lane.trouble or f"{lane.title} is still being recorded."
        board = lane.timeline.board_at(lane.position)
        if why := why_not(board, race.puzzle, lane.solver, cell, digit):
            return why
        if board.mode is Candidates.NONE:
            return f"{lane.title} shows no candidates. Watch it alone to choose a digit."
        if race.pace is not Pace.STEPS:
            return f"Lanes can be added only at equal steps. {key_of('pace', RACE.mode)} changes the pace."
        if len(race.lanes) >= MOST:
            return f"A race can have at most {MOST} lanes. {key_of('lanes', RACE.mode)} removes one."
        return ended(lane.timeline, lane.position)

    def close(self) -> None:
        self.supply.stop(self.session)
        self.differing.stop()
        self.race.close()

    def _watch(self, race: Race) -> None:
        self.differing.stop()
        marks = self.composer.marks_differences
        self._show(race)
        self.composer.marks_differences = marks

    def _say_if_missed(self) -> None:
        """Show a message if a seek found nothing."""
        unmet, self.race.unmet = self.race.unmet, None
        if unmet is not None and unmet.condition is not None:
            self.session.toast = unmet.condition.missed(self.race.puzzle, unmet.forward, False)


def _advice() -> str:
    """Return how to draw from another level, which takes leaving the race."""
    return f"{key_of('leave', RACE.mode)} leaves the race, and then {key_of('level')} chooses another level."


def bound_to_none(entry: RunSpec) -> RunSpec:
    """Return the lane without any options that refer to cells of a particular puzzle."""
    if entry.solver not in solvers.names():
        return entry
    return RunSpec(entry.solver, tuple(solvers.get(entry.solver).unbound(dict(entry.options)).items()))


def usual_lanes(current: str, puzzle: Puzzle) -> tuple[RunSpec, ...]:
    """Return the current algorithm and one from a different family: the first, the default or the latest.

    That one supports the puzzle and carries no warnings if possible.
    """
    known = map(solvers.get, solvers.names())
    names = [solver.name for solver in known if not solver.black_box and not remarks(solver, puzzle)]
    others = [name for name in (*names[:1], solvers.DEFAULT, *reversed(names), *solvers.names()) if name != current]
    family = solvers.get(current).family
    contrast = next((name for name in others if name in names and solvers.get(name).family != family), others[0])
    return RunSpec(current), RunSpec(contrast)


class RaceStops:
    """The finishes known so far. A finish is known once no other lane can still finish before it."""

    def __init__(self, race: Race) -> None:
        finishes = {course.finish for course in race.courses} - {None, 0}
        self._times = sorted(t for t in finishes if t is not None and t <= race.horizon)
        self.complete = race.finished

    @property
    def total(self) -> int:
        return len(self._times)

    def number(self, t: int) -> int:
        """Return the number of the last stop at or before a time, or 0 if there is none."""
        return bisect_right(self._times, t)

    def position(self, number: int) -> int | None:
        return self._times[number - 1] if number <= len(self._times) else None


ABOUT = About("race", rank=50)
NOT_BY_TIME = "This race ran by measured time, which is gone: it starts again at equal steps."


class SavedRace(NamedTuple):
    lanes: tuple[RunSpec, ...]
    pace: Pace = Pace.STEPS
    at: int = 0
    """The time on the race's clock, in the units of its pace."""
    speed: float | None = None
    """The speed in steps or guesses per second, or ``None`` for the default."""
    differences: bool = True
    """Whether to mark digits on which lanes disagree."""
    instead: str = ""
    """A sentence about anything replaced because this machine lacks it, or ""."""

    @property
    def step(self) -> int:
        """The step that the lanes are at; 0 if the clock does not count steps."""
        return self.at if self.pace is Pace.STEPS else 0

    def __str__(self) -> str:
        """Name the lanes, as in "a race (mrv, cdcl)"."""
        return f"a race ({', '.join(lane.solver for lane in self.lanes)})"


class RaceMode(Mode):
    keymap = RACE
    file_name = "race"

    def __init__(self, session: Session) -> None:
        self.session = session
        self.race: RaceSession | None = None
        self.lanes: tuple[RunSpec, ...] = ()

    @property
    def carriers(self) -> tuple[RaceSession, ...]:
        return (self.race,) if self.race else ()

    @property
    def title(self) -> str:
        lanes = self.race.race.lanes if self.race else ()
        return f"Race: {', '.join(lane.title for lane in lanes)}"

    @property
    def presented(self) -> RaceSession | None:
        return self.race

    def standing(self, run: Facts) -> Facts:
        return self.race.race.standing if self.race else run

    # Entering and leaving

    @action(
        "race", "L", "Choose", "Race: several algorithms side by side", rank=310, first=True,
        words="compare versus vs benchmark duel",
    )  # fmt: skip
    def start(
        self, lanes: tuple[RunSpec, ...] = (), pace: Pace = Pace.STEPS, speed: float | None = None
    ) -> RaceSession:
        """Start a race on the current puzzle. The lanes default to those of the last race if the current algorithm is
        among them, otherwise to that algorithm and a contrast. ``speed`` is in steps or guesses per second.
        """
        session = self.session
        session.supply.stop_making(session)
        session.toast = ""  # messages about the run being left no longer apply
        again = self.lanes if session.solver.name in {lane.solver for lane in self.lanes} else ()
        self.lanes = lanes or again or usual_lanes(session.solver.name, session.puzzle)
        self.race = RaceSession(session, self.lanes, pace)
        if speed is not None:
            self.race.race.speed = speed
        session.entered = self
        session.note("race opened")
        return self.race

    @action(
        "race differ", "Shift+L", "Choose", "Race where the algorithms differ", rank=311,
        joins="race",
        words="compare difference find collection interesting puzzle",
    )  # fmt: skip
    def start_where_they_differ(self) -> None:
        self.start().differ()

    def takes(self, offer: Offer) -> bool:
        """Race runs from the given position. The usual lanes are kept for the next race."""
        if not isinstance(offer, SideBySide):
            return False
        lanes, position, words = offer
        usual = self.lanes
        self.start(lanes).race.to(position)
        self.lanes = usual
        self.session.toast = (
            f"{words or f'Both runs are at step {grouped(position)}.'} "
            f"{self.key_of('play')} continues both; {self.key_of('leave')} leaves the race."
        )
        return True

    def saved(self) -> dict[str, Any] | None:
        if self.race is None:
            return None
        race = self.race.race
        lanes = [_saved_lane(entry) for entry in race.entries]
        unmarked = {} if self.race.composer.marks_differences else {"differences": False}
        return {"lanes": lanes, "pace": race.pace.value, "at": race.t, **unmarked}

    @classmethod
    def check(cls, data: object) -> SavedRace:
        table = read_table(data, "race")
        lanes = read_list(table.get("lanes"), "the list of lanes", MOST)
        if len(lanes) < FEWEST:
            raise ViewError(f"a race has 2 to {MOST} lanes")
        pace = read_text(table.get("pace", Pace.STEPS.value), "pace")
        at, by_time = read_whole(table.get("at", 0), "at"), pace == BY_TIME
        if by_time:
            pace, at = Pace.STEPS.value, 0
        one_of(pace, [one.value for one in Pace], "pace")
        entries, said = zip(*map(_read_lane, lanes), strict=True)
        differences = read_flag(table.get("differences", True), "differences")
        instead = " ".join([*[NOT_BY_TIME] * by_time, *list(filter(None, said))[:1]])
        return SavedRace(entries, Pace(pace), at, differences=differences, instead=instead)

    def go_on(self, saved: SavedRace) -> None:
        racing = self.start(saved.lanes, saved.pace, saved.speed)
        racing.composer.marks_differences = saved.differences
        if saved.at:
            racing.race.to(saved.at)
        self.session.toast = saved.instead

    def choose(self, lanes: tuple[RunSpec, ...]) -> None:
        self.lanes = lanes
        if self.race is not None:
            self.race.set_lanes(lanes)

    def watch(self, name: str) -> bool:
        self.leave()
        return False

    def load(self, puzzle: Puzzle) -> bool:
        if self.race is not None:
            self.race.set_puzzle(puzzle)
        return self.race is not None

    def give_up(self) -> bool:
        return self.race is not None and self.race.give_up()

    @action(
        "leave", "L", "Race", "Leave the race", mode=RACE.mode, rank=160, noted=False, first=True,
        words="exit stop quit back",
    )  # fmt: skip
    def leave(self) -> bool:
        if self.race is None:
            return False
        self.session.note("left the race")
        self.close()
        self.session.toast = ""
        return True

    def close(self) -> None:
        race, self.race = self.race, None
        if race is not None:
            race.close()
            self.session.entered = None


def _saved_lane(lane: RunSpec) -> dict[str, Any]:
    """Return a lane, with the name of its file if it is the user's own."""
    file = registry.file_of(solvers.get(lane.solver))
    own = {"file": file.path.name} if file else {}
    return {"solver": lane.solver, **own, "options": dict(lane.settled.options)}


def _read_lane(data: object) -> tuple[RunSpec, str]:
    """Read a lane. Also return a note on anything this machine lacks. Raise :class:`ViewError` if invalid."""
    lane = read_table(data, "each lane of the race")
    name, file = read_text(lane.get("solver"), "a lane's solver"), read_text(lane.get("file", ""), "a lane's file")
    if file and not known(name):
        raise ViewError(f"a lane runs your own solver {name}: open its file, {file}, in the window first")
    solver = solver_of(name)
    options, instead = solver.recalled(options_of(solver, read_table(lane.get("options", {}), "options")))
    return RunSpec(solver.name, tuple(options.items())), instead


MODE = RaceMode
