"""Questions about clauses: which is unit, what it implies, and where a learnt clause leads back to."""

from functools import lru_cache
from random import Random

from puzzles import Puzzle
from puzzles.geometry import Digit
from solvers.core.step import Clause, Kind, Why
from visualizer.narration.caption_facts import in_words, literal_in_words, rule_name
from visualizer.questions.next_step import NextStep
from visualizer.questions.question import MOST_CHOICES, Choice, Draft, right, wrong
from visualizer.questions.registry import asks
from visualizer.text.spans import capitalised, listed
from visualizer.timeline.trail import Trail

MOST_LITERALS = 6
"""The maximum number of literals in a clause that a question spells out."""
MOST_SYMBOLS = 16
"""The maximum number of symbols in a grid whose clauses are searched for choices."""
SELDOM = 0.55
"""How often to ask about going back a single level, which is usual, if it could be only one other level as well. It is
asked less often, the more levels there are.
"""


@asks("which-level", title="To which level it goes back", rank=140, steps=(Kind.BACKTRACK,))
def which_level(here: NextStep) -> Draft | None:
    learnt, board = here.previous, here.before
    if here.step.why is not Why.LEARNT_CLAUSE or learnt is None or learnt.kind is not Kind.LEARN:
        return None
    levels = Trail(board).levels_of_false(learnt.detail)
    if not levels or len(levels) > MOST_LITERALS or board.level < 2:
        return None
    ordered = sorted(set(levels), reverse=True)
    target = ordered[1] if len(ordered) > 1 else 0
    if here.step.level != target or levels.count(ordered[0]) > 1:
        return None
    random = here.random("which level")
    if target == board.level - 1 and random.random() * min(target, MOST_CHOICES - 1) > SELDOM:
        return None
    choices = [wrong(level, f"At level {level}, two or more of its literals are open.") for level in ordered[2:]]
    between = [level for level in range(board.level - 1, target, -1) if level not in ordered]
    choices += [wrong(level, f"No literal of the clause became false at level {level}.") for level in between]
    undone = f"That would undo level {target} too, where the clause already forces a literal."
    choices += [wrong(level, undone) for level in range(target) if level not in ordered]
    when = f"became false at level{'s' if len(ordered) > 1 else ''} {listed([str(level) for level in ordered[::-1]])}"
    literals_ = "Its literals" if len(levels) > 1 else "Its only literal"
    words = in_words(Trail(board).in_order(learnt.detail), here.puzzle)
    ask = f"Learnt at level {board.level}: {words}. {literals_} {when}. To which level does the search go back?"
    second = f"Level {target} is the second highest of its levels: there, all of its literals but one are false."
    alone = "The clause has a single level, so it forces a literal before any guess: at level 0."
    shuffled = random.sample(choices, len(choices))
    choices = [right(target), *sorted(shuffled, key=lambda one: one.text != str(board.level - 1))]
    return Draft(ask, choices, second if len(ordered) > 1 else alone)


@asks("which-clause", title="Which clause is unit", rank=150, steps=(Kind.FIX,))
def which_clause(here: NextStep) -> Draft | None:
    step, symbols = here.step, here.geometry.symbols
    if here.solver.formula != "clauses" or not isinstance(step.detail, tuple) or symbols > MOST_SYMBOLS:
        return None
    rule = rule_name(here.puzzle, step.detail)
    if step.why not in (Why.NAKED_SINGLE, Why.HIDDEN_SINGLE) or not rule or len(_open(here, step.detail)) != 1:
        return None
    several: list[tuple[int, Choice]] = []
    satisfied: list[Choice] = []
    rules = _rules(here.puzzle)
    for words, clause in next(its for its in rules if (rule, step.detail) in its):
        if true := [literal for literal in clause if _holds(here, literal)]:
            if not set(clause) & set(step.detail):
                satisfied.append(wrong(words, f"It is true already: {literal_in_words(true[0], here.puzzle)}."))
        elif (left := len(_open(here, clause))) > 1:
            several.append((left, wrong(words, f"{left} of its literals are still open.")))
    random = here.random("which clause")
    shuffled = random.sample(satisfied, len(satisfied))
    nearly = [one for _, one in sorted(random.sample(several, len(several)), key=lambda one: one[0])]
    choices = [right(rule), *nearly[:2], *shuffled[:1], *nearly[2:], *shuffled[1:]]
    return Draft("Which of these clauses is a unit clause now, and forces a digit?", choices, once=True)


@lru_cache(maxsize=2)
def _rules(puzzle: Puzzle) -> list[list[tuple[str, Clause]]]:
    """Return the long clauses of the rules with their names, in groups of those that are worded alike: each cell holds
    a digit, and each row, each column and each box holds every digit.
    """
    geometry, symbols = puzzle.geometry, puzzle.geometry.symbols
    found = [[tuple(cell * symbols + digit for digit in geometry.digits) for cell in geometry.cells]]
    for kind in dict.fromkeys(unit.kind for unit in geometry.units):
        found.append([tuple(cell * symbols + digit for cell in unit.cells) for unit in geometry.units
                      if unit.kind == kind and unit.complete for digit in geometry.digits])  # fmt: skip
    return [[(rule_name(puzzle, clause), clause) for clause in clauses] for clauses in found]


@asks("which-literal", title="What a learnt clause implies", rank=160, steps=(Kind.FIX, Kind.ELIMINATE))
def which_literal(here: NextStep) -> Draft | None:
    step, clause = here.step, here.step.detail
    if step.why is not Why.LEARNT_CLAUSE or not isinstance(clause, tuple) or not 2 <= len(clause) <= MOST_LITERALS:
        return None
    implied = (step.cell * here.geometry.symbols + step.digit) * (1 if step.kind is Kind.FIX else -1)
    if _open(here, clause) != [implied] or any(_holds(here, literal) for literal in clause):
        return None
    others = _decoys(implied, clause, here.random("which literal"))
    if not others:
        return None
    choices = [right(literal_in_words(implied, here.puzzle))]
    choices += [wrong(literal_in_words(literal, here.puzzle), _why_false(here, literal)) for literal in others]
    words = in_words(Trail(here.before).in_order(clause), here.puzzle)
    return Draft(f"A learnt clause says: {words}. What follows from it now?", choices)


def _decoys(implied: int, clause: Clause, random: Random) -> list[int]:
    """Draw literals of a clause with the sign of the implied one, which is equally likely to come anywhere among them.
    There may be none.
    """
    before, after = (
        [one for one in clause if one * implied > 0 and (abs(one) < abs(implied)) == side and one != implied]
        for side in (True, False)
    )
    number = min(len(before), len(after), 3)
    first = random.randrange(number + 1)
    others = random.sample(before, first) + random.sample(after, number - first)
    return random.sample(others, number)


def _place(here: NextStep, literal: int) -> tuple[int, Digit]:
    cell, digit = divmod(abs(literal) - 1, here.geometry.symbols)
    return cell, digit + 1


def _holds(here: NextStep, literal: int) -> bool:
    """Return whether the board shows that a literal is true."""
    cell, digit = _place(here, literal)
    if held := here.before.values[cell]:
        return (held == digit) == (literal > 0)
    return literal < 0 and digit not in here.open(cell)


def _open(here: NextStep, clause: Clause) -> list[int]:
    """Return the literals of a clause that are neither true nor false on the board."""
    return [literal for literal in clause if not _holds(here, literal) and not _holds(here, -literal)]


def _why_false(here: NextStep, literal: int) -> str:
    cell, digit = _place(here, literal)
    if held := here.before.values[cell]:
        return capitalised(f"{here.name(cell)} is {here.symbol(held)}.")
    return f"{here.symbol(digit)} has been struck from {here.name(cell)}."
