"""Solves the way people do: applies the easiest technique that finds something, again and again, and guesses only on
request.
"""

from collections.abc import Iterator

from puzzles.geometry import Cell, Digit
from puzzles.puzzle import Puzzle
from solvers.core.board import Candidates
from solvers.core.dials import Dial, DialReading
from solvers.core.fork import ForkNote
from solvers.core.registry import Option, register, separated
from solvers.core.step import GAVE_UP, PENDING, SOLVED, Kind, Step, Why, backtrack, conflict, eliminate, guess, look
from solvers.techniques import Finding, Grid, Technique, by_why, ladder
from solvers.techniques.registry import Use, looking, rungs

PSEUDOCODE = (
    ("for each technique, the easiest first:", ""),
    ("    look for it on the board", "LOOK"),
    ("    if it finds digits: write them", "FIX"),
    ("    if it finds candidates to strike: strike them", "ELIMINATE"),
    ("    after a find, start again with the easiest", ""),
    ("if a cell or a digit has nothing left: a dead end", "CONFLICT", "not guess"),
    ("if a cell or a digit has nothing left: a dead end", "CONFLICT GAVE_UP", "guess"),
    ("    take back everything since the last guess", "BACKTRACK", "guess"),
    ("    strike that guess, and start again", "ELIMINATE/REFUTED", "guess"),
    ("if no cell is blank: solved", "SOLVED"),
    ("else guess in a cell with the fewest candidates", "GUESS", "guess"),
    ("else give up", "GAVE_UP", "not guess"),
)
VARIABLES = {
    "cell": "Cell", "digit": "Digit", "dead": "tuple[Cell, Unit, Digit]", "techniques": "hidden",
    "technique": "hidden", "finding": "hidden", "noted": "hidden", "use": "hidden", "saved": "hidden", "unit": "Unit",
    "grid.values": "cells[Digit]", "grid.masks": "cells[Digits]",
}  # fmt: skip


def technique_at(reading: DialReading) -> str:
    """Return the title of the latest technique to find something."""
    used = (by_why(step.why) for step in reading.back() if isinstance(step.detail, Finding))
    return next((technique.title for technique in used if technique), "none yet")


def score(step: Step) -> int:
    """Return the technique's score for the first step of each finding, otherwise 0."""
    finding = step.detail
    if not isinstance(finding, Finding) or (step.cell, step.digit) != (*finding.places, *finding.strikes)[0]:
        return 0
    technique = by_why(step.why)
    return technique.score if technique else 0


@register(
    "human",
    rank=170,
    title="Human techniques",
    summary="Use the easiest technique that finds something, then start again from the easiest; guess only if asked.",
    source="The techniques and their order: Bernhard Hobiger, HoDoKu, 2008-2012",
    family="Human techniques",
    cost="Each technique searches the whole grid; the step comes from the easiest one that finds something.",
    watch_for="Which technique each step needs: long runs of singles, and the few places where only a hard one helps. "
    "At the end of the ladder it gives up or, with guess=true, makes a guess.",
    idea=Kind.ELIMINATE,
    shows="human.skyscraper >= 1 and human < 75",
    seen_on=("skyscraper-1", "skyscraper-2", "uphill-2"),
    words="logic strategies person hodoku",
    options=(
        Option("off", "", "Techniques to skip, such as x_wing+swordfish.", names=tuple(one.name for one in ladder())),
        Option("uniqueness", True, "Use techniques that assume the puzzle has just one solution."),
        Option("guess", False, "At the end of the ladder, guess in a cell with the fewest candidates."),
    ),
    whys=tuple(one.why for one in ladder()),
    dials=("technique", "score", "filled"),
    profile="score",
    told=("score", "technique"),
    measures={
        "technique": Dial("technique", "technique", technique_at),
        "score": Dial("point", "points", weigh=score, grows=True),
    },
    picks="first",
    candidates=Candidates.STRUCK,
    rules=True,
    complete=False,
    enumerates=False,
    resumes=True,
)
def human(
    puzzle: Puzzle, off: str = "", uniqueness: bool = True, guess: bool = False, *, noted: ForkNote | None = None
) -> Iterator[Step]:
    techniques = rungs(puzzle.geometry, separated(off), uniqueness)
    grid = Grid.marked(puzzle, noted.candidates) if noted else Grid.of(puzzle)
    assumed = noted is not None and any(one.assumes_unique and one.why in noted.whys for one in ladder())
    saved: list[tuple[Grid, Cell, Digit]] = []  # for each open guess, the grid before it
    while True:
        for use in _briefly(looking(grid, techniques)):
            if use is None:
                yield PENDING
                continue
            technique, finding = use
            if finding is None:
                yield look(why=technique.why)
                continue
            assumed = assumed or technique.assumes_unique
            yield from steps_of(technique, finding)
        dead = grid.dead()
        if dead:
            cell, unit, digit = dead
            yield conflict(cell) if cell >= 0 else conflict(-1, Why.NO_PLACE if digit else Why.CONSTRAINT, digit, unit)
            if not saved:
                if assumed:
                    yield GAVE_UP  # a technique assumed a unique solution, and there may be several
                return
            yield backtrack(len(saved) - 1, Why.REFUTED)
            grid, cell, digit = saved.pop()
            yield eliminate(cell, digit, Why.REFUTED)
            grid.strike(cell, digit)
        elif not grid.open:
            yield SOLVED
            return
        elif guess:
            cell, digit = supposed(grid)
            yield _guess(cell, digit)
            saved.append((grid.copy(), cell, digit))
            grid.place(cell, digit)
        else:
            yield GAVE_UP
            return


def _briefly(uses: Iterator[Use | None]) -> Iterator[Use | None]:
    """Yield the uses of techniques, with ``None`` for each fruitless one.

    The last fruitless use is repeated before the next finding or at the end, because viewers want to know how far up
    the ladder the solver went, but not every rung.
    """
    in_vain: Use | None = None
    for use in uses:
        if use is None or use[1] is None:
            in_vain = use or in_vain
            yield None
            continue
        if in_vain:
            yield in_vain
            in_vain = None
        yield use
    if in_vain:
        yield in_vain


def steps_of(technique: Technique, finding: Finding) -> Iterator[Step]:
    """Yield a step for each placement and strike of a finding, with the finding as its detail."""
    unit = finding.units[0] if finding.units else -1
    for cell, digit in finding.places:
        yield Step(Kind.FIX, cell, digit, technique.why, unit, detail=finding)
    for cell, digit in finding.strikes:
        yield Step(Kind.ELIMINATE, cell, digit, technique.why, unit, detail=finding)


def supposed(grid: Grid) -> tuple[Cell, Digit]:
    """Return the guess to make: the lowest candidate of the first cell with the fewest candidates."""
    blanks = [cell for cell, digit in enumerate(grid.values) if not digit]
    cell = min(blanks, key=lambda blank: grid.masks[blank].bit_count())
    mask = grid.masks[cell]
    return cell, (mask & -mask).bit_length() - 1


_guess = guess  # one of the options is also called ``guess``
