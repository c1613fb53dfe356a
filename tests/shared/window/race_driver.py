"""Helpers that watch a race in a window driven by :class:`app_driver.Driver`."""

from __future__ import annotations

from typing import Any

import pygame
from app_driver import Driver, replay

import solvers
from puzzles import Puzzle
from puzzles.corpus import named
from solvers.core.step import Kind
from visualizer.race.mode import RaceSession, SavedRace
from visualizer.race.pace import Pace
from visualizer.race.race import Race
from visualizer.race.view import RaceView
from visualizer.session.run_spec import parse
from visualizer.session.settings import Options
from visualizer.window.race.frame import RacePicture

FIG1 = named.find("fig1")
LANES = ("elimination", "backtracking", "mrv")


def racing(lanes: str, puzzle: Puzzle = FIG1, *, pace: str = "steps", **options: Any) -> Options:
    """Return the command line arguments that start a race with these lanes."""
    race = SavedRace(parse(lanes), Pace(pace), speed=options.get("speed"))
    return Options(puzzle, modes={"race": race}, **options)


def race_session(driver: Driver) -> RaceSession:
    race = driver.race.race
    assert race is not None
    return race


def race_of(driver: Driver) -> Race:
    return race_session(driver).race


def view(driver: Driver) -> RaceView:
    return race_session(driver).composer.view(100)


def settle(driver: Driver, frames: int = 4000) -> None:
    """Run frames until the race is at rest."""
    with driver.patient():
        for _ in range(frames):
            if not race_session(driver).busy:
                driver.frame()
                return
            driver.frame()
    raise AssertionError(f"still {race_of(driver).mode.value} at {race_of(driver).t}")


def kinds(name: str, puzzle: Puzzle = FIG1) -> list[Kind]:
    """Return the kinds of all steps in a run up to its first answer."""
    found: list[Kind] = []
    for step in solvers.trace(puzzle, name):
        if step.kind is not Kind.PENDING:
            found.append(step.kind)
        if step.kind in (Kind.SOLVED, Kind.GAVE_UP):
            break
    return found


def lengths() -> list[int]:
    return [len(kinds(name)) for name in LANES]


def check_boards(driver: Driver) -> None:
    """Check that each lane's board matches its run, replayed up to the clock's time."""
    race = race_of(driver)
    assert race.pace is Pace.STEPS
    for lane, entry in zip(view(driver).lanes, race.entries, strict=True):
        count = min(race.t, len(kinds(entry.solver, race.puzzle)))
        assert tuple(cell.digit for cell in lane.board.cells) == replay(race.puzzle, entry.solver, count)


def screen(driver: Driver) -> bytes:
    return pygame.image.tobytes(driver.surface, "RGB")


def fresh(driver: Driver) -> bytes:
    """Return the picture of a painter that has not painted anything before."""
    surface = pygame.Surface(driver.surface.get_size())
    picture = RacePicture(driver.app.picture)
    controls = driver.race.picture.controls
    picture.controls.hovered, picture.controls.pressed = controls.hovered, controls.pressed
    picture.paint(surface, race_session(driver))
    return pygame.image.tobytes(surface, "RGB")
