"""Questions about the techniques of a person: which comes next, and what it removes."""

from collections.abc import Sequence

from solvers.core.finding import Finding
from solvers.core.registry import separated
from solvers.core.step import Kind, Why
from solvers.techniques import Grid, Technique, by_why
from solvers.techniques.registry import rungs
from visualizer.questions.next_step import NextStep
from visualizer.questions.question import Draft, by_numbers, right, wrong
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
    """Ask which technique is the easiest that finds something, unless that is a single, as it is nearly always. The
    other choices find nothing.

    The run has shown that easier techniques find nothing. People disagree about which techniques are easier, so a
    harder one is offered only if it finds nothing either.
    """
    used = by_why(here.step.why)
    if used is None or not _first_of_finding(here) or here.solver.complete or used.why <= Why.HIDDEN_SINGLE:
        return None
    uniqueness = here.options.get("uniqueness", True)
    ladder = rungs(here.geometry, separated(here.options.get("off", "")), uniqueness)
    ladder = tuple(one for one in ladder if one.why > Why.HIDDEN_SINGLE)
    told = here.previous.why if here.previous and here.previous.kind is Kind.LOOK else Why.NONE
    easier = [one for one in ladder if told < one.why < used.why] or [one for one in ladder if one.why < used.why]
    harder = _in_vain(here, [one for one in ladder if used.why < one.why <= HARDEST_TRIED])
    others, order = [*easier[::-1], *harder], {one.title: one.why for one in ladder}
    choices = [right(used.title), *(wrong(one.title, f"{one.title} finds nothing on this board.") for one in others)]
    ask = "The easiest technique that finds something comes next. Which of these is it?"
    return Draft(ask, choices, rank=lambda choice: order[choice.text])


def _in_vain(here: NextStep, techniques: Sequence[Technique]) -> list[Technique]:
    """Return the first few of the techniques, so far as they find nothing on the board."""
    if here.geometry.symbols > MOST_SYMBOLS:
        return []
    masks = [sum(1 << digit for digit in here.open(cell)) for cell in here.geometry.cells]
    grid = Grid.marked(here.puzzle.with_values(here.before.values), masks)
    return [one for one in techniques[:MOST_TRIED] if next(one.find(grid), None) is None]


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
    random = here.random("what goes")
    choices = [right(here.name(cell), cell) for cell in random.sample(struck, 1)]
    choices += [wrong(here.name(cell), f"{here.name(cell)} is part of the pattern, and can still be {symbol}.", cell)
                for cell in pattern[:2]]  # fmt: skip
    choices += [wrong(here.name(cell), f"{here.name(cell)} sees no cell of the pattern.", cell)
                for cell in random.sample(elsewhere, len(elsewhere))]  # fmt: skip
    ask = f"{used.title} in {here.names(marked)}. Which of these cells loses its candidate {symbol}?"
    return Draft(ask, choices, rank=by_numbers)


def _first_of_finding(here: NextStep) -> bool:
    """Return whether the step is the first to apply its finding."""
    finding, previous = here.step.detail, here.previous
    return isinstance(finding, Finding) and (previous is None or previous.detail != finding)
