"""Questions about the techniques of a person: which comes next, and what it removes."""

from collections.abc import Collection

from solvers.core.finding import Finding
from solvers.core.registry import separated
from solvers.core.step import Kind, Why
from solvers.techniques import by_why
from solvers.techniques.registry import rungs
from visualizer.questions.next_step import NextStep
from visualizer.questions.question import Draft, right, wrong
from visualizer.questions.registry import asks

MOST_PATTERN = 6
"""The maximum number of cells in a pattern that a question names."""


@asks("which-technique", title="Which technique comes next", rank=170, steps=(Kind.FIX, Kind.ELIMINATE))
def which_technique(here: NextStep) -> Draft | None:
    """Ask which technique is the first that finds something, unless that is a single, as it is nearly always.

    The run has shown that easier techniques find nothing. People disagree about which techniques are easier, so the
    question says in which order they are tried.
    """
    used = by_why(here.step.why)
    if used is None or used.why <= Why.HIDDEN_SINGLE or here.solver.complete or not _first_of_finding(here):
        return None
    ladder = rungs(here.geometry, separated(here.options.get("off", "")), here.options.get("uniqueness", True))
    easier = [one.title for one in ladder if Why.HIDDEN_SINGLE < one.why < used.why]
    harder = [one.title for one in ladder if one.why > used.why]

    def ask(offered: Collection[str]) -> str:
        tried = "; ".join(title for title in (*easier, used.title, *harder) if title in offered)
        return f"Techniques are tried in this order: {tried}. Which of these is the first that finds something?"

    choices = [right(used.title), *(wrong(title, f"{title} finds nothing on this board.") for title in easier)]
    choices += [wrong(title, f"{used.title} finds something, and is tried before {title}.") for title in harder]
    return Draft(ask, choices, rivals=True, once=True)


@asks("what-goes", title="Which candidate a technique removes", rank=180, steps=(Kind.ELIMINATE,))
def what_goes(here: NextStep) -> Draft | None:
    used, finding, digit = by_why(here.step.why), here.step.detail, here.step.digit
    if used is None or not _first_of_finding(here) or finding.chains or here.geometry.rules:
        return None  # several candidates may go because of one rule
    marked = sorted({cell for _, candidates in finding.marks for cell, _ in candidates} | set(finding.cells))
    struck = [cell for cell, its in finding.strikes if its == digit]
    if not 2 <= len(marked) <= MOST_PATTERN or set(struck) & set(marked):
        return None
    symbol = here.symbol(digit)
    pattern = [cell for cell in marked if digit in here.open(cell)]
    seen = {peer for cell in marked for peer in here.geometry.peers[cell]}
    elsewhere = [cell for cell in here.blanks if cell not in {*seen, *marked, *struck} and digit in here.open(cell)]
    random = here.random("what goes")
    loses = random.choice(struck)
    sees = {cell: sum(cell in here.geometry.peers[one] for one in marked) for cell in {*here.blanks} - {*marked}}
    alike = [cell for cell in sees if sees[cell] == sees[loses] and digit not in here.open(cell)]
    choices = [right(here.name(loses), loses)]
    lacks, apart = f"does not have the candidate {symbol}", "sees no cell of the pattern"
    choices += [here.wrong_cell(cell, lacks) for cell in here.beside(loses, alike, random)]
    choices += [here.wrong_cell(cell, f"is part of the pattern, and can still be {symbol}") for cell in pattern[:1]]
    choices += [here.wrong_cell(cell, apart) for cell in random.sample(elsewhere, len(elsewhere))]
    ask = f"{used.title} in {here.names(marked)}. Which of these cells loses its candidate {symbol}?"
    return Draft(ask, choices)


def _first_of_finding(here: NextStep) -> bool:
    """Return whether the step is the first to apply its finding."""
    finding, previous = here.step.detail, here.previous
    return isinstance(finding, Finding) and (previous is None or previous.detail != finding)
