"""Rates how hard a puzzle is for a person: the hardest technique it needs, and a score and level on a published scale.

The scale, in :mod:`solvers.techniques.scale`, has HoDoKu's scores and levels and Sudoku Explainer's numbers. The ladder
is climbed as in :mod:`solvers.algorithms.human`, always using the easiest technique that finds something.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from puzzles.corpus.record import LEVELS
from puzzles.geometry import STANDARD
from puzzles.puzzle import Puzzle
from solvers.algorithms.human import human
from solvers.core import counting
from solvers.core.counting import engine
from solvers.core.finding import Finding
from solvers.core.step import Kind, Why
from solvers.techniques import get
from solvers.techniques.candidate_grid import Grid
from solvers.techniques.registry import Technique, rungs, uses
from solvers.techniques.scale import GUESS, SCALE, Level, for_length

MOST_GUESSES = 50
"""The number of guesses after which the search beyond the ladder is abandoned."""
_IN_A_BOX = 1.2
"""Sudoku Explainer's number for a hidden single in a box, which is easier to see than one in a line."""


@dataclass(frozen=True)
class Rating:
    """A puzzle's difficulty. Plain data that can be pickled and compared."""

    solved: bool
    """Whether the ladder alone reaches the solution."""
    hardest: str = ""
    """The name of the hardest technique used, or "" if none was. Any guesses are harder still."""
    level: Level | None = None
    """The level; ``None`` if the puzzle has no solution or several, and so cannot be rated."""
    score: int = 0
    explainer: float = 0.0
    """Sudoku Explainer's number for the hardest step. Beyond the ladder, it is a lower bound."""
    counts: tuple[tuple[str, int], ...] = ()
    """How often each technique was used, easiest first."""
    guesses: int = 0
    """The guesses a search needs after the ladder ends, including wrong ones; at most :data:`MOST_GUESSES`."""
    fault: str = ""
    """Why the puzzle cannot be rated: "no solution", "several solutions", or ""."""


def rate(puzzle: Puzzle, off: Iterable[str] = (), uniqueness: bool = True, sound: bool = False) -> Rating:
    """Rate a puzzle. ``off`` lists techniques to leave out; ``uniqueness`` allows those that assume one solution. A
    ``sound`` puzzle is known to have exactly one.
    """
    if fault := "" if sound else fault_of(puzzle):
        return Rating(False, fault=fault)
    off = tuple(off)
    techniques = rungs(puzzle.geometry, off, uniqueness)
    grid = Grid.of(puzzle)
    counts: Counter[str] = Counter()
    explainer = 0.0
    for technique, finding in uses(grid, techniques):
        if finding is not None:
            counts[technique.name] += 1
            explainer = max(explainer, explainer_of(technique, finding, grid))
    guesses = _guesses(puzzle, off, uniqueness) if grid.open else 0
    used = [technique for technique in techniques if technique.name in counts]
    score = sum(technique.score * counts[technique.name] for technique in used) + GUESS.score * guesses
    levels = [technique.level for technique in used] + [GUESS.level] * bool(guesses)
    if guesses:
        explainer = max(explainer, GUESS.explainer)
    return Rating(
        solved=not guesses,
        hardest=used[-1].name if used else "",
        level=max([level_of(score), *levels]),
        score=score,
        explainer=explainer,
        counts=tuple((technique.name, counts[technique.name]) for technique in used),
        guesses=guesses,
    )


def level_of(score: int) -> Level:
    """Return the level for a score alone."""
    return next(level for level in Level if score <= level)


def explainer_of(technique: Technique, finding: Finding, grid: Grid) -> float:
    """Return the difficulty rating that Sudoku Explainer gives a step."""
    if technique.why is Why.HIDDEN_SINGLE and finding.units[0] in grid.shape.boxes:
        return _IN_A_BOX
    # The statements in the chains, minus two. Sudoku Explainer reads an open-ended chain from the struck candidate back
    # to itself, which adds two; in a net, each statement counts once.
    nodes = sum(map(len, finding.chains)) - 2 * (not finding.variant.startswith("type_"))
    if finding.technique == "forcing_net":
        nodes = len(finding.chains) - 1
    return round(technique.explainer + for_length(nodes), 1)


def fault_of(puzzle: Puzzle) -> str:
    """Return why a puzzle cannot be rated: "no solution", "several solutions", or "" if it has exactly one.

    If the budget runs out (on large grids), the puzzle is assumed to be valid.
    """
    if not puzzle.is_valid():
        return "no solution"
    number = counting.count(puzzle, 2, counting.patience(puzzle.geometry))
    return {0: "no solution", 2: "several solutions"}.get(number, "")


def _guesses(puzzle: Puzzle, off: tuple[str, ...], uniqueness: bool) -> int:
    """Return the number of guesses ``human`` makes before it has a solution."""
    guesses = 0
    for step in human(puzzle, "+".join(off), uniqueness, guess=True):
        guesses += step.kind is Kind.GUESS
        if guesses == MOST_GUESSES or step.kind is Kind.SOLVED:
            break
    return guesses


def title_of(rating: Rating) -> str:
    """Return a title for the hardest part: a technique, a guess beyond the ladder, or the fault."""
    if rating.guesses:
        return "Guess (beyond the ladder)"
    return get(rating.hardest).title if rating.hardest else rating.fault or "nothing to do"


# Levels -------------------------------------------------------------------------------------------------------------

# The levels are HoDoKu's under common names. Easy has singles and a score of 800 at most; medium, locked candidates,
# pairs and triples at most, 1000; hard, fish, wings, colouring and unique rectangles at most, 1600; fiendish (Unfair),
# chains, finned fish and almost locked sets at most, 1800; extreme, forcing chains or a guess, or a higher score.

HODOKU = dict(zip(LEVELS, Level, strict=True))
NAMES = {level: name for name, level in HODOKU.items()}


@dataclass(frozen=True)
class Grade:
    """The level and score given on a line of a graded collection."""

    level: str
    score: int

    def __str__(self) -> str:
        return f"{self.level} {self.score}"


def grade_of(rating: Rating) -> Grade | None:
    """Return the grade for a rating, or ``None`` if the rating has no level."""
    return Grade(NAMES[rating.level], rating.score) if rating.level else None


def grade(puzzle: Puzzle) -> Grade | None:
    """Grade a puzzle. Return ``None`` if it has no solution or several."""
    return grade_of(rate(puzzle))


def plainly_easy(puzzle: Puzzle) -> bool:
    """Return whether a puzzle is certainly easy, without rating it: singles solve it, and their total score is low
    enough.

    :mod:`solvers.core.counting` places singles in an order of its own, but the order does not affect the result.
    """
    search = engine(puzzle.geometry)
    blanks = puzzle.givens.count(0)
    if blanks * _DEAREST > Level.EASY or puzzle.geometry != STANDARD:
        return False
    return search.propagate(search.full, search.bits(puzzle.givens), len(puzzle.givens))[2] == 0


_DEAREST = max(SCALE[why].score for why in SCALE if why <= Why.HIDDEN_SINGLE)
"""The highest score of a single."""


def grade_within(puzzle: Puzzle, most: str) -> Grade | None:
    """Return the grade of a puzzle that has one solution. Stop and return ``None`` once it is above level ``most``."""
    if HODOKU[most] is Level.EXTREME:
        return grade_of(rate(puzzle, sound=True))
    grid, score, level = Grid.of(puzzle), 0, Level.EASY
    allowed = [technique for technique in rungs(puzzle.geometry) if technique.level <= HODOKU[most]]
    for technique, finding in uses(grid, allowed):
        if finding is not None:
            score += technique.score
            level = max(level, technique.level)
            if score > HODOKU[most]:
                return None
    return None if grid.open else Grade(NAMES[max(level, level_of(score))], score)
