"""Checks that must hold in the window after any input. Each raises ``AssertionError`` if it fails."""

from __future__ import annotations

import json
import os
import threading
from collections import OrderedDict
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import NamedTuple

import pygame
from app_driver import Driver
from hands import hand
from race_driver import fresh as fresh_race
from race_driver import screen

import solvers
from puzzles import Puzzle
from puzzles.formats import registry
from puzzles.puzzle import alphabet_of
from puzzles.writing import shortest
from solvers.algorithms import person
from solvers.core.step import Kind
from solvers.external import registry as external_registry
from visualizer.files.store import DocumentStore, default
from visualizer.play.saved_games import DOCUMENT, read
from visualizer.session.session import Session
from visualizer.style import theme as themes
from visualizer.timeline.transport import Motion
from visualizer.window.frame import Picture
from visualizer.window.present.screen import PresentScreen

REPLAYED = 4000
"""The maximum number of steps of a run that is replayed."""
PATIENCE = 0.5
"""The seconds after which a replay is abandoned."""
PROCESSES = 12
"""The maximum number of processes of one window: a verdict, a hint, puzzles being made, a race's lanes, and some that
are ending.
"""
THREADS = 40
MEGABYTES = 500.0
"""The maximum growth of a window's memory: a run may fill its own budget, and pictures are kept at several sizes."""
RECENT = 200
"""The number of the run's latest changes of which no line may be missing. Far more are kept."""


class Critic:
    """A check that the board matches the replayed run, and the screen matches a fresh painter's."""

    def __init__(self) -> None:
        self.pictures = {name: Picture(name) for name in themes.names()}
        for picture in self.pictures.values():
            picture.motion.reduced = True  # it is checked once it has arrived, and never on the way
        self.looked = self.compared = 0

    def look(self, driver: Driver) -> None:
        self.looked += 1
        self._board(driver)
        picture = driver.app.picture
        if driver.app.dirty or picture.tooltip.text or picture.unsettled or picture.motion.moving:
            return
        if driver.racing:
            race = driver.race.race
            if race is not None and not race.busy and not driver.race.busy and not driver.session.show_help:
                self.compared += 1
                same(driver, fresh_race(driver), "the race's screen is not what a fresh painter paints")
        elif driver.app.screen is not driver.app.usual:
            presented = driver.session.mode.presented
            if presented is not None and presented.transport.mode is not Motion.PAUSED:
                return  # fast parts are painted only every few frames
            if isinstance(driver.app.screen, PresentScreen) and driver.app.screen.picture.active:
                return  # for example, its plots are not at full resolution yet
            self.compared += 1
            same(driver, painted_again(driver), "a screen painted again from nothing looks otherwise")
        elif driver.mode is Motion.PAUSED:
            self.compared += 1
            same(driver, self._fresh(driver), "the screen is not what a fresh painter paints")

    def _board(self, driver: Driver) -> None:
        session = driver.session
        if driver.position <= REPLAYED and external_registry.file_of(session.solver) is None:
            again = replayed(session)
            assert again is None or driver.shown() == again, "the board is not the replay of the run"

    def _fresh(self, driver: Driver) -> bytes:
        picture = driver.app.picture
        fresh = self.pictures[picture.theme.name]
        fresh._ground = ()  # repaint everything
        for name in ("show_start", "over", "tour", "zoom", "_flash_left", "_flashed"):
            setattr(fresh, name, getattr(picture, name))
        fresh.column.painters = dict(picture.column.painters)  # which preserve how far the panes are scrolled
        fresh.controls.hovered, fresh.controls.pressed = picture.controls.hovered, picture.controls.pressed
        surface = pygame.Surface(driver.surface.get_size())
        fresh.paint(surface, driver.session)
        return pygame.image.tobytes(surface, "RGB")


def same(driver: Driver, painted: bytes, words: str) -> None:
    """Check that repainting the screen changes nothing, and report where it does."""
    if painted != screen(driver):
        again = pygame.image.frombytes(painted, driver.surface.get_size(), "RGB")
        alike = pygame.mask.from_threshold(driver.surface, (0, 0, 0), (1, 1, 1, 255), again)
        alike.invert()
        raise AssertionError(f"{words}: {alike.get_bounding_rects()[:5]}")


def painted_again(driver: Driver) -> bytes:
    """Return the picture of a mode's own screen, painted on an empty surface."""
    driver.app.screen.forget()
    surface = pygame.Surface(driver.surface.get_size())
    driver.app.screen.paint(surface)
    driver.app.screen.forget()
    return pygame.image.tobytes(surface, "RGB")


def replayed(session: Session) -> tuple[int, ...] | None:
    """Return the digits after a number of steps of a fresh run, or ``None`` if that takes too long."""
    until, made = monotonic() + PATIENCE, 0
    board = session.solver.board(session.puzzle, dict(session.options))
    steps = solvers.trace(session.puzzle, session.solver.name, **session.options)
    while made < session.player.position:
        step = next(steps)
        if step.kind is not Kind.PENDING:
            board.apply(step)
            made += 1
        if monotonic() > until:
            return None
    return tuple(board.values)


def check_moves(session: Session) -> None:
    """Check that a person's timeline matches their moves."""
    if not session.solver.person:
        return
    timeline = session.timeline
    made = [timeline.step(at) for at in range(1, timeline.length + 1)]
    editing = bool(session.options.get("editing"))
    said = person.read(str(session.options.get("moves", "")), session.puzzle, editing=editing)
    assert made == said, "the timeline is not what the moves say"
    assert hand(session).game.editing == editing
    assert 0 <= session.player.position <= timeline.length
    assert 0 <= hand(session).game.cursor < len(session.puzzle.givens)


class Sheet(NamedTuple):
    """A puzzle on which moves are written."""

    puzzle: Puzzle
    alphabet: str
    editing: bool


class Line(NamedTuple):
    """A sequence of moves."""

    sheet: Sheet
    moves: str

    def goes_on(self, other: Line) -> bool:
        """Return whether the line starts with all moves of another line."""
        return self.sheet == other.sheet and f"{self.moves} ".startswith(f"{other.moves} ")


def line_of(puzzle: Puzzle, options: dict[str, object]) -> Line:
    return Line(Sheet(puzzle, alphabet_of(puzzle), bool(options.get("editing"))), str(options.get("moves", "")))


class Lines:
    """All sequences of moves that have been on the board. Call :meth:`see` after each event."""

    def __init__(self) -> None:
        self.seen: OrderedDict[Line, int] = OrderedDict()
        """The lines, each with the number of the last change of the run at which it was on the board."""
        self.games: OrderedDict[str, Line] = OrderedDict()
        """The last line of each puzzle played, unless it ended with a solution."""
        self.changes = 0
        self.most = 0
        self._here: tuple[object, ...] = ()

    def see(self, session: Session) -> None:
        here = (id(session.timeline), session.solver.name, session.puzzle)
        self.changes += here != self._here
        self._here = here
        line = line_of(session.puzzle, dict(session.options)) if session.solver.person else None
        if line is None or not line.moves:
            return
        last = next(reversed(self.seen), None)
        if last is not None and line.goes_on(last):
            del self.seen[last]
        self.seen[line] = self.changes
        self.seen.move_to_end(line)
        self.most = max(self.most, len(self.seen))
        if not line.sheet.editing:
            self._game(session, line)

    def _game(self, session: Session, line: Line) -> None:
        puzzle = shortest(session.puzzle)
        if hand(session).keeper.ended:
            self.games.pop(puzzle, None)
        else:
            self.games[puzzle] = line
            self.games.move_to_end(puzzle)

    def check(self, session: Session) -> None:
        """Check that every line can be restored by going back in the history, and then undoing or redoing moves."""
        runs = session.runs
        had = {line_of(run.puzzle, dict(run.options)) for run in (*runs.before, *runs.after) if run.solver.person}
        if session.solver.person:
            had.add(line_of(session.puzzle, dict(session.options)))
        for line, when in list(self.seen.items()):
            if self.changes - when > RECENT:
                del self.seen[line]
            else:
                assert line in had or any(one.goes_on(line) for one in had), f"lost: {line.moves} on {line.sheet}"

    def check_kept(self, session: Session) -> None:
        """Check that the latest game of each recent puzzle is saved for the next start."""
        kept = {game.puzzle: game.moves for game in hand(session).keeper.saved.games if not game.editing}
        for puzzle, line in list(self.games.items())[-10:]:
            assert kept.get(puzzle) == line.moves, f"not kept: {line.moves} of {puzzle}, but {kept.get(puzzle)}"


def check_state() -> None:
    """Check that everything that was saved can be read."""
    state: DocumentStore = default()
    games = (state.load(DOCUMENT) or {"games": []})["games"]
    for game in map(read, games):
        puzzle = registry.parse(game.puzzle).puzzle
        person.check_moves(game.moves, replace(puzzle, alphabet=game.alphabet))
    assert not state.news()
    assert state.folder is None or not list(state.folder.glob("*.broken*"))


def check_words(session: Session) -> None:
    """Check that no message shows internal details of the program."""
    for words in (session.notice, session.toast, session.player.trouble):
        assert "Traceback" not in words, words


def check_log(path: Path) -> None:
    """Check that every line of an event log is a separate record, and that they are numbered from 1."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert [line["n"] for line in lines] == list(range(1, len(lines) + 1))
    assert all({"event", "puzzle", "mode", "speed"} <= line.keys() for line in lines)


class Growth(NamedTuple):
    """The resources that the program uses, compared with those at the start."""

    megabytes: float
    processes: int
    threads: int

    @classmethod
    def now(cls) -> Growth:
        return cls(resident(), len(children()), threading.active_count())

    def check(self, first: Growth) -> None:
        """Check that there are only a few processes and threads, and little more memory than at the start."""
        assert self.processes <= PROCESSES and self.threads <= THREADS, self
        assert self.megabytes - first.megabytes <= MEGABYTES, f"{first} became {self}"


def resident() -> float:
    """Return the megabytes of memory that this process uses, or 0 if the system does not say."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def children() -> list[int]:
    """Return the running child processes of this process, or none if the system does not say."""
    tasks = Path("/proc/self/task").glob("*/children")
    try:
        return [int(pid) for task in tasks for pid in task.read_text().split()]
    except OSError:
        return []
