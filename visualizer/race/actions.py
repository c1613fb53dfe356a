"""The actions of a race: its clock, its lanes, its puzzle, and the way out."""

from __future__ import annotations

from abc import ABC, abstractmethod

from solvers.core.step import Kind
from visualizer.keymap import action
from visualizer.race.controller import RACE, RaceSession

MODE = RACE.mode


@action("play", "Space", "Watch", "Start, pause, go on; give up measuring", mode=MODE, rank=0)
def play(race: RaceSession) -> None:
    race.play_pressed()


@action("faster", "+ = Up", "Watch", "Faster", mode=MODE, rank=10, repeats=True)
def faster(race: RaceSession) -> None:
    race.race.faster(1)


@action("slower", "- Down", "Watch", "Slower", mode=MODE, rank=20, repeats=True)
def slower(race: RaceSession) -> None:
    race.race.faster(-1)


@action("end", "End N", "Watch", "To where the next lane finishes", mode=MODE, rank=30)
def go_to_next_finish(race: RaceSession) -> None:
    if not race.is_over():
        race.race.end()


@action(
    "forward", "Right PageDown .", "Step", "One step (or guess, or moment) on, in all lanes",
    mode=MODE, rank=40, repeats=True,
)  # fmt: skip
def step_on(race: RaceSession) -> None:
    if not race.is_over():
        race.race.step(1)


@action("back", "Left PageUp", "Step", "One step back", mode=MODE, rank=50, repeats=True)
def step_back(race: RaceSession) -> None:
    race.race.step(-1)


@action("next guess", "Shift+Right", "Step", "Next guess in any lane", mode=MODE, rank=60, repeats=True)
def next_guess(race: RaceSession) -> None:
    race.race.seek([Kind.GUESS])


@action("previous guess", "Shift+Left", "Step", "Previous guess in any lane", mode=MODE, rank=70, repeats=True)
def previous_guess(race: RaceSession) -> None:
    race.race.seek([Kind.GUESS], forward=False)


@action("next conflict", "Ctrl+Right", "Step", "Next conflict in any lane", mode=MODE, rank=80, repeats=True)
def next_conflict(race: RaceSession) -> None:
    race.race.seek([Kind.CONFLICT])


@action("previous conflict", "Ctrl+Left", "Step", "Previous conflict in any lane", mode=MODE, rank=90, repeats=True)
def previous_conflict(race: RaceSession) -> None:
    race.race.seek([Kind.CONFLICT], forward=False)


@action("home", "Home", "Step", "Back to the start", mode=MODE, rank=100)
def go_home(race: RaceSession) -> None:
    race.race.home()


@action("pace", "Q", "Race", "What is equal: steps, guesses, time", mode=MODE, rank=110)
def next_pace(race: RaceSession) -> None:
    race.race.next_pace()


@action("random", "R", "Race", "The next puzzle, same lanes", mode=MODE, rank=130)
def random_puzzle(race: RaceSession) -> None:
    race.random_puzzle()


@action("fresh", "G", "Race", "A fresh puzzle, same lanes", mode=MODE, rank=140)
def fresh_puzzle(race: RaceSession) -> None:
    race.fresh_puzzle()


class RaceFrontEnd(ABC):
    """The front end through which a person watches a race."""

    @abstractmethod
    @action("lanes", "A", "Race", "Choose the lanes", mode=MODE, rank=120)
    def choose_lanes(self) -> None:
        """Show the list of lanes, or put it away."""

    @abstractmethod
    @action("save", "Ctrl+S", "Race", "Leave, and save the view with its race", mode=MODE, rank=150)
    def leave_and_save(self) -> None:
        """Leave the race, and save a view that has it."""

    @abstractmethod
    @action("leave", "L", "Race", "Leave the race", mode=MODE, rank=160)
    def leave(self) -> None:
        """Go back to the run that was watched before."""

    @abstractmethod
    @action(
        "close", "Escape", "View", "Close what is open, else leave the race", mode=MODE, rank=600, reads_notice=False
    )
    def close_or_leave(self) -> None:
        """Close what is open, or leave the race."""
