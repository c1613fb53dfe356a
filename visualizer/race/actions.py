"""The actions of a race: its clock, its lanes, its puzzle, and the way out."""

from __future__ import annotations

from abc import ABC, abstractmethod

from visualizer.keymap import action, reuse
from visualizer.race.controller import RACE, RaceSession
from visualizer.race.mode import RaceMode

MODE = RACE.mode

reuse(MODE, ("faster", "slower", "back", "home"))
reuse(MODE, "play", help="Start, pause, go on; give up measuring")
reuse(MODE, "end", keys="End N", help="To where the next lane finishes")
reuse(MODE, "forward", help="One step (or guess, or moment) on, in all lanes")
for _what in ("next guess", "previous guess", "next conflict", "previous conflict"):
    reuse(MODE, _what, help=f"{_what.capitalize()} in any lane")
reuse(MODE, "close", help="Close what is open, else leave the race")


@action("pace", "Q", "Race", "What is equal: steps, guesses, time", mode=MODE, rank=120)
def next_pace(race: RaceSession) -> None:
    race.race.next_pace()


@action("random", "R", "Race", "The next puzzle, same lanes", mode=MODE, rank=140)
def random_puzzle(race: RaceSession) -> None:
    race.random_puzzle()


@action("fresh", "G", "Race", "A fresh puzzle, same lanes", mode=MODE, rank=145)
def fresh_puzzle(race: RaceSession) -> None:
    race.fresh_puzzle()


@action("leave", "L", "Race", "Leave the race", mode=MODE, rank=160, noted=False)
def leave(race: RaceMode) -> None:
    race.leave()


class RaceFrontEnd(ABC):
    """The front end through which a person watches a race."""

    @abstractmethod
    @action("race", "L", "Choose", "Race: several algorithms side by side", rank=310, window_only=True)
    def start(self) -> None:
        """Race on the current puzzle."""

    @abstractmethod
    @action("lanes", "A", "Race", "Choose the lanes", mode=MODE, rank=130)
    def choose_lanes(self) -> None:
        """Open or close the list of lanes."""

    @abstractmethod
    @action("save", "Ctrl+S", "Race", "Leave, and save the view with its race", mode=MODE, rank=150, noted=False)
    def leave_and_save(self) -> None:
        """Leave the race, and save a view that includes it."""
