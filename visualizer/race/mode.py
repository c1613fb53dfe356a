"""Racing several algorithms side by side. Meanwhile, the current run is paused."""

from __future__ import annotations

from typing import Any, NamedTuple

import solvers
from puzzles.discovery import About
from puzzles.figures import grouped
from puzzles.puzzle import Puzzle
from solvers.core.registry import known
from solvers.external import registry
from visualizer.files.saved_view import ViewError, read_flag, read_list, read_table, read_text, read_whole
from visualizer.keymap import action
from visualizer.race.controller import RACE, RaceSession, usual_lanes
from visualizer.race.pace import BY_TIME, Pace
from visualizer.session.mode import Facts, Mode
from visualizer.session.run_spec import FEWEST, MOST, RunSpec
from visualizer.session.session import Session
from visualizer.session.view_check import one_of, options_of, solver_of

ABOUT = About("race", rank=50)
NOT_BY_TIME = "This race ran by measured time, which is gone: it starts again at equal steps."


class SavedRace(NamedTuple):
    """A race to open."""

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
    """The mode for racing algorithms."""

    keymap = RACE
    file_name = "race"

    def __init__(self, session: Session) -> None:
        self.session = session
        self.race: RaceSession | None = None
        """The current race, if any."""
        self.lanes: tuple[RunSpec, ...] = ()
        """The lanes of the last race."""

    @property
    def carriers(self) -> tuple[RaceSession, ...]:
        return (self.race,) if self.race else ()

    @property
    def title(self) -> str:
        """The titles of all lanes."""
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
        among them, otherwise to that algorithm and a contrast.
        """
        session = self.session
        session.supply.stop_making(session)
        session.toast = ""  # messages about the run being left no longer apply
        again = self.lanes if session.solver.name in {lane.solver for lane in self.lanes} else ()
        self.lanes = lanes or again or usual_lanes(session.solver.name, session.puzzle)
        self.race = RaceSession(session, self.lanes, pace, speed=speed)
        session.entered = self
        session.note("race opened")
        return self.race

    @action(
        "race differ", "Shift+L", "Choose", "Race where the algorithms differ", rank=311,
        joins="race",
        words="compare difference find collection interesting puzzle",
    )  # fmt: skip
    def start_where_they_differ(self) -> None:
        """Start a race and search for a puzzle on which the lanes differ."""
        self.start().differ()

    def side_by_side(self, lanes: tuple[RunSpec, ...], position: int, words: str = "") -> bool:
        """Race these runs from the given position. The usual lanes are kept for the next race."""
        usual = self.lanes
        self.start(lanes).race.to(position)
        self.lanes = usual
        self.session.toast = (
            f"{words or f'Both runs are at step {grouped(position)}.'} "
            f"{self.key_of('play')} continues both; {self.key_of('leave')} leaves the race."
        )
        return True

    def saved(self) -> dict[str, Any] | None:
        """Return the race's lanes, pace and time, and whether differences are marked."""
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
        """Open a saved race."""
        racing = self.start(saved.lanes, saved.pace, saved.speed)
        racing.composer.marks_differences = saved.differences
        if saved.at:
            racing.race.to(saved.at)
        self.session.toast = saved.instead

    def choose(self, lanes: tuple[RunSpec, ...]) -> None:
        """Start a new race with these lanes."""
        self.lanes = lanes
        if self.race is not None:
            self.race.set_lanes(lanes)

    def watch(self, name: str) -> bool:
        """Leave the race to watch a single algorithm."""
        self.leave()
        return False

    def load(self, puzzle: Puzzle) -> bool:
        """Start a new race on this puzzle with the same lanes."""
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
