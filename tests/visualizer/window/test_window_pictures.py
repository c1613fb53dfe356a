"""Tests that a race, and cards over the window, match their approved pictures."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from time import perf_counter

import pygame
import pytest
from pictures import compare
from tuned import TUNED

from puzzles.corpus import named
from solvers.core.step import Why
from visualizer.dialogs.options import OptionsCard
from visualizer.dialogs.run_until import GoalChoice, GoalList, GoalRow
from visualizer.dialogs.small_cards import DigitChooser, TextPrompt
from visualizer.painting.board import BoardPainter
from visualizer.race.mode import RaceSession
from visualizer.session.run_spec import RunSpec
from visualizer.session.session import Session
from visualizer.style.theme import Theme, load, names
from visualizer.timeline.transport import Motion
from visualizer.toolkit.canvas import Canvas, Fonts
from visualizer.toolkit.cards import Card, RectOf
from visualizer.toolkit.layout import WindowLayout
from visualizer.window import app as app  # declares keys of its own
from visualizer.window.frame import Picture
from visualizer.window.race.frame import RacePicture

EXPECTED = Path(__file__).parent / "expected"
FIG1 = named.find("fig1")
FONTS = Fonts()
WHYS = (Why.RULE, Why.NAKED_SINGLE, Why.HIDDEN_SINGLE)
RACES = {"race": (("elimination", "backtracking", "mrv"), 150), "race-of-six": (("mrv", "backtracking") * 3, 400)}
"""The lanes of a race and its clock time, by the name of a picture."""
Make = Callable[[RectOf], Card]


def ignore(*chosen: object) -> None:
    pass


def why_not(digit: int) -> str:
    return "" if digit % 3 else "It is in the row already."


CARDS: dict[str, Make] = {
    "options": lambda rect_of: OptionsCard(TUNED, {"seed": 9, "loud": True}, ignore),
    "run-until": lambda rect_of: GoalList(GoalChoice(GoalRow.CELL), FIG1, 3, WHYS, True, ignore, rect_of=rect_of),
    "digit": lambda rect_of: DigitChooser(FIG1, 31, why_not, ignore, "Guess in r4c5", "The run forks there.", rect_of),
    "text-prompt": lambda rect_of: TextPrompt("Bookmark at step 1,234", "The first guess", ignore, selected=3),
}


def paint_race(surface: pygame.Surface, look: Theme, name: str) -> None:
    solvers, t = RACES[name]
    with closing(Session(FIG1)) as session, closing(RaceSession(session, [RunSpec(name) for name in solvers])) as race:
        race.race.to(t)
        while race.race.mode is not Motion.PAUSED:
            race.tick(0.05, perf_counter, 0.05)
        RacePicture(Picture(look.name)).paint(surface, race)


def paint_card(surface: pygame.Surface, look: Theme, name: str) -> None:
    """Paint a card over an empty board."""
    layout, board = WindowLayout.of(surface.get_size()), BoardPainter(look, FONTS)
    with closing(Session(FIG1)) as session:
        board.paint(surface, layout.board, session.composer.start)
    CARDS[name](board.rect_of).paint(Canvas(surface, look, FONTS, layout.scale), layout)


PICTURES = {**dict.fromkeys(RACES, paint_race), **dict.fromkeys(CARDS, paint_card)}


@pytest.mark.parametrize("name", PICTURES)
@pytest.mark.parametrize("look", names())
def test_the_window_looks_as_it_was_liked(name: str, look: str, tmp_path: Path) -> None:
    surface = pygame.Surface((900, 640))
    surface.fill(load(look).background)
    PICTURES[name](surface, load(look), name)
    compare(surface, EXPECTED / f"{name}-{look}.png", tmp_path)


def test_there_is_no_picture_that_nothing_paints() -> None:
    assert {path.stem for path in EXPECTED.glob("*.png")} == {f"{name}-{look}" for name in PICTURES for look in names()}
