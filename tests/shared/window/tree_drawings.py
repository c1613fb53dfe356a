"""Search trees for tests, and helpers that draw them and examine the pixels."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import numpy as np
import pygame
from runs import Ticking, of_walk, run_out
from strategies import walk

from puzzles import Puzzle
from solvers.core.board import Candidates
from solvers.core.step import SOLVED, Step, Why, backtrack, guess
from visualizer.analysis.search_tree import SearchTree, TreeDrawing, TreeView
from visualizer.panes.tree import paint
from visualizer.panes.tree.paint import TreeFrame, capacity
from visualizer.style import theme
from visualizer.timeline.timeline import Timeline
from visualizer.toolkit.canvas import Canvas, Fonts

FONTS = Fonts()
LIGHT, DARK = (theme.load(name) for name in theme.names())
EMPTY = Puzzle.parse("." * 16)
Walk = tuple[Puzzle, Candidates, int]

BRANCHES = [
    guess(0, 1),
    *(step for digit in (1, 2, 3) for step in (guess(1, digit), guess(2, 2), backtrack(1))),
    guess(3, 4),
    backtrack(0, Why.RESTART),
    guess(0, 2),
    guess(5, 4),
    SOLVED,
    backtrack(0, Why.ENUMERATE),
    guess(0, 3),
    guess(6, 1),
    guess(7, 2),
]
"""A tree with three failures and backjumps, a restart, a solution, and a path of three guesses."""


def drawn(timeline: Timeline, position: int, rect: pygame.Rect, scale: float) -> TreeDrawing:
    run_out(timeline)
    tree = SearchTree(timeline)
    while not tree.grow(Ticking(), 1):
        assert not tree.too_large and not tree.lost
    return TreeView(tree).drawing(min(position, timeline.length), capacity(rect, scale))


def of_steps(steps: list[Step], position: int, rect: pygame.Rect, scale: float = 1.0) -> TreeDrawing:
    return drawn(of_walk(lambda: iter(steps), EMPTY, Candidates.NONE), position, rect, scale)


def of_case(case: Walk, position: int, rect: pygame.Rect, scale: float) -> TreeDrawing:
    puzzle, mode, seed = case
    return drawn(of_walk(lambda: walk(puzzle, mode, seed, 250), puzzle, mode), position, rect, scale)


def bushy(guesses: int, depth: int, seed: int = 5) -> list[Step]:
    """Make a random search with a given number of guesses and a maximum depth."""
    random, steps, level = Random(seed), list[Step](), 0
    for _ in range(guesses):
        if level == depth or (level and random.random() < 0.45):
            level = random.randrange(level)
            steps.append(backtrack(level))
        steps.append(guess(level, 1 + random.randrange(4)))
        level += 1
    return [*steps, backtrack(0), guess(0, 4)]


def name(node: int) -> str:
    return f"r{node % 9 + 1}c1 = 2"


def painted(
    drawing: TreeDrawing,
    rect: pygame.Rect,
    look: theme.Theme = LIGHT,
    scale: float = 1.0,
    called: Callable[[int], str] = name,
) -> np.ndarray:
    """Return the pixels of the tree on a cleared background, with a margin on the right and at the bottom."""
    surface = pygame.Surface((rect.right + 20, rect.bottom + 20))
    surface.fill(look.background)
    paint.paint_tree(Canvas(surface, look, FONTS, scale), TreeFrame.of(rect, drawing, scale), drawing, called)
    return pygame.surfarray.array3d(surface).astype(int)


def ink(picture: np.ndarray, look: theme.Theme = LIGHT) -> np.ndarray:
    """Return where the picture differs from the background."""
    return np.abs(picture - np.array(look.background)).max(axis=2) > 24


def cut(picture: np.ndarray, rect: pygame.Rect) -> np.ndarray:
    return picture[rect.left : rect.right, rect.top : rect.bottom]


def within(places: list[pygame.Rect], picture: np.ndarray) -> np.ndarray:
    """Return the pixels that lie inside any of the rectangles."""
    mask = np.zeros(picture.shape[:2], bool)
    for place in places:
        mask[max(0, place.left) : place.right, max(0, place.top) : place.bottom] = True
    return mask
