"""Questions about the techniques of a person: which comes next, and what it removes."""

from __future__ import annotations

from collections.abc import Sequence

from solvers.core.finding import Finding
from solvers.core.options import separated
from solvers.core.step import Kind, Why
from solvers.techniques import Grid, Technique, by_why
from solvers.techniques.climb import rungs
from visualizer.questions.next_step import NextStep
from visualizer.questions.question import Draft, right, wrong
from visualizer.questions.registry import asks

HARDEST_TRIED = Why.XYZ_WING
"""The hardest technique to offer as a wrong choice. Anything harder takes too long to look for."""
MOST_TRIED = 4
"""The maximum number of harder techniques to look for."""
MOST_SYMBOLS = 9
"""The maximum number of symbols in a grid in which to look for harder techniques."""
MOST_PATTERN = 6
"""The maximum number of cells in a pattern that a question names."""


@asks("which-technique", title="Which technique comes next", rank=170, steps=(Kind.FIX, Kind.ELIMINATE))
def which_technique(here: NextStep) -> Draft | None:
    """Ask which technique is the easiest that finds something. The other choices find nothing.

    The run has shown that easier techniques find nothing. People disagree about which techniques are easier, so a
    harder one is offered only if it finds nothing either.
    """
    used = by_why(here.step.why)
    if used is None or not _first_of_finding(here) or here.solver.complete:
        return None
    uniqueness = here.options.get("uniqueness", True)
    ladder = rungs(here.geometry, separated(here.options.get("off", "")), uniqueness)
    told = here.previous.why if here.previous and here.previous.kind is Kind.LOOK else Why.NONE
    easier = [one for one in ladder if told < one.why < used.why] or [one for one in ladder if one.why < used.why]
    harder = _in_vain(here, [one for one in ladder if used.why < one.why <= HARDEST_TRIED])
    others = [*easier[:-3:-1], *harder, *easier[-3::-1]]
    choices = [right(used.title), *(wrong(one.title, f"{one.title} finds nothing on this board.") for one in others)]
    return Draft("The easiest technique that finds something comes next. Which of these is it?", choices)


def _in_vain(here: NextStep, techniques: Sequence[Technique]) -> list[Technique]:
    """Return a few of the techniques, evenly spaced, that find nothing on the board."""
    if here.geometry.symbols > MOST_SYMBOLS:
        return []
    tried = techniques[:: max(1, len(techniques) // MOST_TRIED)][:MOST_TRIED]
    masks = [sum(1 << digit for digit in here.open(cell)) for cell in here.geometry.cells]
    grid = Grid.marked(here.puzzle.with_values(here.before.values), masks)
    return [one for one in tried if next(one.find(grid), None) is None]


@asks("what-goes", title="Which candidate a technique removes", rank=180, steps=(Kind.ELIMINATE,))
def what_goes(here: NextStep) -> Draft | None:
    used, finding, digit = by_why(here.step.why), here.step.detail, here.step.digit
    if used is None or not _first_of_finding(here) or finding.chains:
        return None
    marked = sorted({cell for _, candidates in finding.marks for cell, _ in candidates} | set(finding.cells))
    struck = [cell for cell, its in finding.strikes if its == digit]
    if not 2 <= len(marked) <= MOST_PATTERN or set(struck) & set(marked):
        return None
    symbol = here.symbol(digit)
    pattern = [cell for cell in marked if digit in here.open(cell)]
    seen = {peer for cell in marked for peer in here.geometry.peers[cell]}
    elsewhere = [cell for cell in here.blanks if cell not in {*seen, *marked, *struck} and digit in here.open(cell)]
    choices = [right(here.name(cell), cell) for cell in struck[:1]]
    choices += [wrong(here.name(cell), f"{here.name(cell)} is part of the pattern, and can still be {symbol}.", cell)
                for cell in pattern[:2]]  # fmt: skip
    choices += [wrong(here.name(cell), f"{here.name(cell)} sees no cell of the pattern.", cell)
                for cell in elsewhere[:2]]  # fmt: skip
    ask = f"{used.title} in {here.names(marked)}. Which of these cells loses its candidate {symbol}?"
    return Draft(ask, choices)


def _first_of_finding(here: NextStep) -> bool:
    """Return whether the step is the first to apply its finding."""
    finding, previous = here.step.detail, here.previous
    return isinstance(finding, Finding) and (previous is None or previous.detail != finding)
