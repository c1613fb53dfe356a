"""Racing: several runs side by side. It is entered over the current run, which pauses in the meantime."""

from __future__ import annotations

from puzzles.discovery import About
from puzzles.figures import grouped
from visualizer.files.saved_view import Lane as SavedLane
from visualizer.files.saved_view import SavedRace, View
from visualizer.keymap import Keymap
from visualizer.race.controller import RACE, RaceSession, usual_lanes
from visualizer.race.pace import Pace
from visualizer.session.mode import Facts, Mode
from visualizer.session.run_spec import Entry
from visualizer.session.session import Session

ABOUT = About("race", rank=50)


class RaceMode(Mode):
    """The mode in which lanes race."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.race: RaceSession | None = None
        """The race, if there is one."""
        self.lanes: tuple[Entry, ...] = ()
        """The lanes of the last race."""

    @property
    def keymap(self) -> Keymap:
        """The keys of a race."""
        return RACE

    @property
    def carriers(self) -> tuple[RaceSession, ...]:
        """The race, if there is one."""
        return (self.race,) if self.race else ()

    @property
    def title(self) -> str:
        """The titles of the lanes."""
        lanes = self.race.race.lanes if self.race else ()
        return f"Race: {', '.join(lane.title for lane in lanes)}"

    def standing(self, run: Facts) -> Facts:
        """Return the state of the race, without the run beneath it."""
        return self.race.race.standing if self.race else run

    # Entering and leaving

    def start(self, lanes: tuple[Entry, ...] = (), pace: str = "steps", speed: float | None = None) -> RaceSession:
        """Race on the current puzzle, with these lanes, the last ones or the usual ones."""
        session = self.session
        session.supply.stop_making(session)
        session.toast = ""  # messages about the run that is left no longer apply
        self.lanes = lanes or self.lanes or usual_lanes(session.solver.name, session.puzzle)
        self.race = RaceSession(session, self.lanes, Pace(pace), speed=speed)
        session.entered = self
        session.note("race opened")
        return self.race

    def side_by_side(self, lanes: tuple[Entry, ...], position: int, words: str = "") -> bool:
        """Race these runs from that position on. The lanes of the usual race stay the same."""
        usual = self.lanes
        self.start(lanes).race.to(position)
        self.lanes = usual
        self.session.toast = (
            f"{words or f'Both runs stand at step {grouped(position)}.'} "
            f"{self.key_of('play')} lets both go on; {self.key_of('leave')} leaves."
        )
        return True

    def go_on(self, view: View) -> None:
        """Open the race of a view at its saved time."""
        if view.race is not None:
            lanes = tuple(Entry(lane.solver, tuple(lane.options.items())) for lane in view.race.lanes)
            self.start(lanes, view.race.pace).race.to(view.race.at)

    @property
    def saved(self) -> SavedRace | None:
        """Return the race in the form that a view saves."""
        if self.race is None:
            return None
        race = self.race.race
        lanes = tuple(SavedLane(entry.solver, dict(entry.settled.options)) for entry in race.entries)
        return SavedRace(lanes, race.pace.value, race.t)

    def choose(self, lanes: tuple[Entry, ...]) -> None:
        """Race again with these lanes."""
        self.lanes = lanes
        if self.race is not None:
            self.race.set_lanes(lanes)

    def give_up(self) -> bool:
        """Stop whatever the race is waiting for."""
        return self.race is not None and self.race.give_up()

    def leave(self) -> bool:
        """Go back to the previously watched run."""
        if self.race is None:
            return False
        self.session.note("left the race")
        self.close()
        self.session.toast = ""
        return True

    def close(self) -> None:
        """End the runs of all lanes."""
        race, self.race = self.race, None
        if race is not None:
            race.close()
            self.session.entered = None


MODE = RaceMode
