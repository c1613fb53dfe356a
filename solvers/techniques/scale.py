"""Published difficulty ratings: the score and level of each technique in HoDoKu, and its rating in Sudoku Explainer.

Scores and levels are HoDoKu's defaults (B. Hobiger, HoDoKu 2.2, ``DEFAULT_SOLVER_STEPS`` and
``DEFAULT_DIFFICULTY_LEVELS`` of ``sudoku/Options.java``; its window shows them under Options, Solver). A puzzle's score
is the sum over all steps; its level is the first whose limit the score does not exceed, and no lower than the hardest
step's level.

Sudoku Explainer's ratings are from version 1.2.1 (N. Juillerat; listed on
github.com/SudokuMonster/SukakuExplainer/wiki, "Difficulty ratings in Sudoku Explainer v1.2.1"). If it rates a technique
by length, the lowest rating is used here. If it does not know a technique, the rating is for what it would find
instead: a forcing X-chain (6.6) for finned fish, skyscrapers, kites, empty rectangles and colouring; a Y-cycle or a
chain of several digits (6.6, 7.0) for W-wings and remote pairs; a chain (7.5 and up) for sue de coq and almost locked
sets. Forcing X-chains and Y-chains (one digit, or cells with two candidates) are rated 6.6, chains of both kinds and
their loops 7.0, chains with groups 7.5, multiple forcing chains (cell, unit) 8.0 and dynamic ones (nets) 8.5. All of
these increase with length: see :func:`for_length`.

Neither program knows rules beyond rows, columns and boxes, so the techniques for these have ratings of this project's
own. The rule of 45 is to a killer what singles are to a Sudoku, and counts like a single. Combinations count 1, because
it takes several of them to place a digit. Numbers and dots count like the last cell of a rule, as each places a mark.
The other two have the ratings of their neighbours on the ladder.
"""

from enum import IntEnum
from typing import NamedTuple

from solvers.core.step import Why


class Level(IntEnum):
    """The level of a puzzle. The value is the highest score for which HoDoKu still assigns the level."""

    EASY = 800
    MEDIUM = 1000
    HARD = 1600
    UNFAIR = 1800
    EXTREME = 1_000_000_000
    """The top level, for any higher score."""


class Published(NamedTuple):
    score: int
    level: Level
    explainer: float


GUESS = Published(10_000, Level.EXTREME, 9.0)
"""The ratings of a guess: in HoDoKu, that of brute force; in Sudoku Explainer, roughly where dynamic chains begin."""

_E, _M, _H, _U, _X = Level
SCALE: dict[Why, Published] = {
    Why.LAST_BLANK: Published(4, _E, 1.0),
    Why.NAKED_SINGLE: Published(4, _E, 2.3),
    Why.HIDDEN_SINGLE: Published(14, _E, 1.5),
    Why.ONE_LEFT: Published(4, _E, 1.0),
    Why.COMBINATIONS: Published(1, _E, 2.3),
    Why.NUMBERS_AND_DOTS: Published(4, _E, 2.6),
    Why.RULE_OF_45: Published(14, _E, 2.3),
    Why.LOCKED_POINTING: Published(50, _M, 2.6),
    Why.LOCKED_CLAIMING: Published(50, _M, 2.8),
    Why.NEEDED_DIGIT: Published(60, _M, 3.0),
    Why.NAKED_PAIR: Published(60, _M, 3.0),
    Why.NAKED_TRIPLE: Published(80, _M, 3.6),
    Why.HIDDEN_PAIR: Published(70, _M, 3.4),
    Why.HIDDEN_TRIPLE: Published(100, _M, 4.0),
    Why.NAKED_QUAD: Published(120, _H, 5.0),
    Why.HIDDEN_QUAD: Published(150, _H, 5.4),
    Why.LARGE_RULE_OF_45: Published(140, _H, 5.4),
    Why.X_WING: Published(140, _H, 3.2),
    Why.SWORDFISH: Published(150, _H, 3.8),
    Why.JELLYFISH: Published(160, _H, 5.2),
    Why.REMOTE_PAIRS: Published(110, _H, 7.0),
    Why.BUG_PLUS_1: Published(100, _H, 5.6),
    Why.SKYSCRAPER: Published(130, _H, 6.6),
    Why.TWO_STRING_KITE: Published(150, _H, 6.6),
    Why.TURBOT_FISH: Published(120, _H, 6.6),
    Why.EMPTY_RECTANGLE: Published(120, _H, 6.6),
    Why.W_WING: Published(150, _H, 6.6),
    Why.XY_WING: Published(160, _H, 4.2),
    Why.XYZ_WING: Published(180, _H, 4.4),
    Why.UNIQUE_RECTANGLE_1: Published(100, _H, 4.5),
    Why.UNIQUE_RECTANGLE_2: Published(100, _H, 4.5),
    Why.UNIQUE_RECTANGLE_3: Published(100, _H, 4.6),
    Why.UNIQUE_RECTANGLE_4: Published(100, _H, 4.5),
    Why.FINNED_X_WING: Published(130, _H, 6.6),
    Why.SASHIMI_X_WING: Published(150, _H, 6.6),
    Why.FINNED_SWORDFISH: Published(200, _U, 6.6),
    Why.SASHIMI_SWORDFISH: Published(240, _U, 6.6),
    Why.FINNED_JELLYFISH: Published(250, _U, 6.8),
    Why.SASHIMI_JELLYFISH: Published(260, _U, 6.8),
    Why.SUE_DE_COQ: Published(250, _U, 7.5),
    Why.SIMPLE_COLOURING: Published(150, _H, 6.6),
    Why.X_CHAIN: Published(260, _U, 6.6),
    Why.XY_CHAIN: Published(260, _U, 6.6),
    Why.AIC: Published(280, _U, 7.0),
    Why.NICE_LOOP: Published(280, _U, 7.0),
    Why.GROUPED_AIC: Published(300, _U, 7.5),
    Why.GROUPED_NICE_LOOP: Published(300, _U, 7.5),
    Why.ALS_XZ: Published(300, _U, 7.5),
    Why.ALS_XY_WING: Published(320, _U, 8.0),
    Why.FORCING_CHAIN: Published(500, _X, 8.0),
    Why.FORCING_NET: Published(700, _X, 8.5),
}


def for_length(nodes: int) -> float:
    """Return what Sudoku Explainer adds to a chain's rating: 0.1 for each of 4, 6, 8, 12, 16 … below ``nodes``.

    ``nodes`` is the number of statements in all its chains minus two (in Sudoku Explainer, the complexity minus two).
    """
    passed, bound = 0, 4
    while nodes > bound:
        passed += 1
        bound = bound * 3 // 2 if passed % 2 else bound * 4 // 3
    return passed / 10
