"""The limits of ``solvescope generate``: which requests are impossible, and which may never be met."""

from __future__ import annotations

from collections.abc import Mapping

from puzzles.corpus.record import LEVELS
from solvers.generate.collector import CandidateWish
from solvers.generate.generator import Recipe
from solvers.generate.symmetry import groups
from solvers.grading.rating import HODOKU
from solvers.techniques import get
from solvers.techniques.climb import rungs
from solvers.techniques.scale import Level

FEWEST = {4: 4, 9: 17}
"""The minimum number of givens of a puzzle with one solution, by side length. For 9x9, see McGuire, Tugemann and
Civario, 2012.
"""
ONLY_EASY = 4
"""The side length of grids whose puzzles are all easy. The two essentially different grids of that size have 91,428
puzzles, and naked and hidden singles solve them all.
"""
RARE, DENSE = 22, 30
"""Numbers of givens on a 9x9. Few searches get below the first, and few minimal puzzles exceed the second."""
_TRIES, _LEVEL_TRIES, _NEEDS_TRIES = 50_000, 20_000, 10_000
_AT_16, _LEAST = 200, 10


def tries_of(wish: CandidateWish) -> int:
    """Return the number of failed candidates after which the search gives up: about a minute's worth on two cores."""
    side = wish.recipe.geometry.side
    most = _NEEDS_TRIES if wish.needs else _LEVEL_TRIES if wish.levels else _TRIES
    return most if side == 9 else max(_LEAST, min(_NEEDS_TRIES, _AT_16 * 16**6 // side**6))


def impossible(wish: CandidateWish) -> str:
    """Explain why no puzzle can meet the request and what to ask for instead, or return "" if nothing rules it out."""
    return _by_number(wish.recipe) or _by_level(wish.recipe.geometry.side, wish.levels) or _by_technique(wish)


def _by_number(recipe: Recipe) -> str:
    clues, side = recipe.clues, recipe.geometry.side
    if clues is None:
        return ""
    least = FEWEST.get(side, recipe.geometry.symbols - 1)
    if clues < least:
        return f"a {side}x{side} puzzle with one solution has at least {least} givens: ask for --clues {least} or more"
    most = side * (side - 1)
    if recipe.minimal and clues > most:
        fewer = f"{RARE} to {DENSE}" if side == 9 else f"{most} at most"
        full = f"with {clues} givens some row is full, so the puzzle is never minimal"
        return f"{full}: leave out --minimal, or ask for --clues {fewer}"
    return _by_groups(recipe, clues)


def _by_groups(recipe: Recipe, clues: int) -> str:
    """Say why the symmetry, which adds cells in groups, rules out this number of givens, or return ""."""
    sums = {0}
    for group in groups(recipe.geometry, recipe.symmetry):
        sums |= {number + len(group) for number in sums}
    if clues in sums:
        return ""
    near = [max(filter(lambda one: one < clues, sums)), min(filter(lambda one: one > clues, sums))]
    return f"no {clues} cells have {recipe.symmetry} symmetry: ask for --clues {near[0]} or {near[1]}"


def _by_level(side: int, levels: Mapping[str, int]) -> str:
    above = [level for level in levels if level != LEVELS[0]]
    if side > ONLY_EASY or not above:
        return ""
    return f"every {side}x{side} puzzle is easy, so none is {above[0]}: leave out the level, or choose a larger --size"


def _by_technique(wish: CandidateWish) -> str:
    if not wish.needs:
        return ""
    geometry, technique = wish.recipe.geometry, get(wish.needs)
    if technique not in rungs(geometry):
        size = f"{geometry.side}x{geometry.side}"
        return f"{wish.needs} does not work on {size} grids: choose a different --size or technique"
    if geometry.side <= ONLY_EASY and technique.level > Level.EASY:
        side = geometry.side
        return f"singles alone solve every {side}x{side} puzzle, so none needs {wish.needs}: choose a larger --size"
    for level in wish.levels:
        if HODOKU[level] < technique.level:
            least = LEVELS[list(HODOKU.values()).index(technique.level)]
            return f"a puzzle that needs {wish.needs} is at least {least}, not {level}: ask for --level {least}"
    return ""


def advice(wish: CandidateWish) -> str:
    """Say what to change if no puzzle is found."""
    recipe = wish.recipe
    clues, nine = recipe.clues, recipe.geometry.side == 9
    if clues is not None and nine and clues < RARE:
        return f"ask for --clues {RARE} or more"
    if clues is not None and nine and recipe.minimal and clues > DENSE:
        return f"ask for --clues {RARE} to {DENSE}, or leave out --minimal"
    if clues is not None and not nine:
        return "ask for more givens, or leave out --clues"
    names = ("--level" if wish.levels else "", "--needs" if wish.needs else "", "--clues" if clues is not None else "")
    given = [*filter(None, names), *(["--symmetry"] if recipe.symmetry != "none" else [])]
    return f"leave out one of {', '.join(given)}" if len(given) > 1 else "ask for something less rare"
