"""Helpers that ask for hints and checks in a window."""

from __future__ import annotations

from app_driver import Driver
from foreign_runs import waits
from hands import hand
from made import solutions_of

import solvers
from puzzles import Geometry, Puzzle
from puzzles.corpus import named
from solvers.algorithms import person
from solvers.core.step import write
from solvers.techniques import Grid
from solvers.techniques.registry import carry_out, next_use, rungs
from visualizer.play.state import HintView
from visualizer.session.session import Session

FIG1 = named.find("fig1")
ANSWER = solutions_of(FIG1)[0].givens
SEVERAL = named.find("three")
"""A puzzle with three solutions."""
HARD = Puzzle.parse(".6..5.4.3.2.1...........7..4.3...6..7..5........2.........8..5.6...4...........1.")
"""A puzzle that takes an X-wing, and then an AIC."""
SLOW = Puzzle.empty(Geometry.boxes(5, 5))
"""A puzzle whose next step takes more than a second to find."""


def play(driver: Driver, puzzle: Puzzle = FIG1, text: str = "") -> Session:
    """Open the puzzle and make these moves."""
    session = driver.session
    hand(session).game.automatic = False
    hand(session).game._clocks.clear()
    session.notice = ""
    session.load(puzzle)
    session.watch(puzzle, solvers.get(person.NAME), {"moves": text} if text else {})
    clock = hand(session).game.clock
    clock.seconds, clock.hints, clock.checks = 0.0, 0, 0
    driver.frame()
    return session


def ask(driver: Driver, key: str) -> str:
    """Press a key that asks for advice, and wait for the answer."""
    driver.press(key)
    assert waits(lambda: driver.frame() is not None and not hand(driver.session).advisor.busy)
    return driver.caption()


def told(session: Session) -> HintView:
    assert hand(session).game.hint_view is not None
    return hand(session).game.hint_view


def wrong(cell: int) -> int:
    return ANSWER[cell] % 9 + 1


def before(technique: str, puzzle: Puzzle = HARD) -> str:
    """Return the digits and marks that lead up to the first use of a technique."""
    grid, techniques = Grid.of(puzzle), rungs(puzzle.geometry)
    while (use := next_use(grid, techniques)) and use[0].name != technique:
        assert use[1]
        carry_out(grid, use[1])
    assert use
    board = person.board_of(puzzle)
    steps = [write(bytes(grid.values))]
    steps += [person.marked(board, cell, grid.masks[cell]) for cell, digit in enumerate(grid.values) if not digit]
    return person.written(steps, puzzle)
