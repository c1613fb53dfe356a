"""Search in a formula over number-valued variables: take a shortest clause of equalities, and try each of its
equalities in turn.
"""

from collections.abc import Iterator
from itertools import combinations

from puzzles.geometry import Cell, Digit, Geometry
from puzzles.puzzle import Puzzle
from solvers.core.board import Candidates
from solvers.core.registry import register
from solvers.core.step import SOLVED, Kind, Step, Why, backtrack, clash, conflict, eliminate, fix, guess, look

Equalities = tuple[Cell, tuple[Digit, ...]]
"""A clause saying that a cell's variable equals one of the digits."""

PSEUDOCODE = (
    ("if no clause is left: solved", "SOLVED"),
    ("if a clause is empty: a dead end", "CONFLICT"),
    ("take the last of the shortest clauses:", ""),
    ("    a given's: assert the given", "LOOK"),
    ("    one equality: assert it", "FIX"),
    ("    else for each of its equalities: assert it", "GUESS"),
    ("strike the digit from the peers' clauses", "ELIMINATE"),
    ("start again with the clauses that are left", ""),
    ("after a dead end: back to the last guess", "BACKTRACK"),
)
VARIABLES = {
    "cell": "Cell", "digits": "tuple[Digit, ...]", "clauses": "list[tuple[Cell, tuple[Digit, ...]]]",
    "guesses": "list[tuple[Cell, tuple[Digit, ...], hidden]]", "empty": "Cell", "other": "Cell",
    "left": "tuple[Digit, ...]", "place": "hidden", "unequal": "hidden",
}  # fmt: skip


@register(
    "formula",
    rank=130,
    title="Formula search",
    family="SAT",
    summary="Assert an equality from a shortest clause and strike what contradicts it; an empty clause refutes it.",
    source="Formula solver in OCaml, 2008",
    cost="Exponential in the blanks; each node checks every clause and strikes once per inequality of a cell.",
    watch_for="Each given is asserted like any other unit clause before anything is guessed; then the last of the "
    "shortest clauses is taken, and taking it reorders the list.",
    idea=Kind.GUESS,
    shows="formula.guesses >= 8 and formula.conflicts >= 3 and formula < 750",
    seen_on=("jump-1", "jump-2", "jump-3"),
    words="dpll unit propagation resolution",
    candidates=Candidates.SAID,
    picks="any",
    formula="equalities",
    clashes=True,  # a digit deduced from some givens may clash with one not yet asserted
)
def formula(puzzle: Puzzle) -> Iterator[Step]:
    unequal = partners(puzzle.geometry)
    clauses = equalities(puzzle)
    guesses: list[tuple[Cell, tuple[Digit, ...], list[Equalities]]] = []  # for each: cell, untried digits, clauses
    cell = -1
    while True:
        empty = next((cell for cell, digits in clauses if not digits), None)
        if not clauses:
            yield SOLVED
            why = Why.ENUMERATE
        elif empty is not None:
            yield clash_with_given(puzzle, empty, cell) if puzzle.givens[empty] else conflict(empty)
            why = Why.REFUTED
        else:
            (cell, digits), clauses = shortest(clauses)
            if puzzle.givens[cell]:
                yield look(cell, Why.GIVEN)
            elif len(digits) == 1:
                yield fix(cell, digits[0], Why.NAKED_SINGLE)
            else:
                guesses.append((cell, digits[1:], clauses))
                yield guess(cell, digits[0])
            why = Why.NONE
        while why:  # go back to the last guess that leaves an equality to try
            if not guesses:
                return
            cell, digits, clauses = guesses.pop()
            yield backtrack(len(guesses), why)
            why = Why.EXHAUSTED
            if digits:
                guesses.append((cell, digits[1:], clauses))
                yield guess(cell, digits[0])
                break
        clauses = list(clauses)
        place = {variable: i for i, (variable, _) in enumerate(clauses)}
        for other in unequal[cell]:  # each inequality now says that the other variable is not this digit
            if other in place and digits[0] in clauses[place[other]][1]:
                left = tuple(digit for digit in clauses[place[other]][1] if digit != digits[0])
                clauses[place[other]] = other, left
                if not puzzle.givens[other]:
                    yield eliminate(other, digits[0])
                if not left:  # a clause is empty, so the choice is refuted: nothing more is struck
                    break


def clash_with_given(puzzle: Puzzle, given: Cell, cell: Cell) -> Step:
    """Return the clash for a given that is not asserted yet, but whose clause was left empty by the last assertion."""
    unit = puzzle.geometry.shared_unit(given, cell)
    assert unit is not None, "an inequality holds between peers"
    return clash(given, cell, puzzle.givens[given], Why.RULE, unit)


def shortest(clauses: list[Equalities]) -> tuple[Equalities, list[Equalities]]:
    """Return a shortest clause, and the remaining clauses in their new order.

    The list is scanned from the back. An earlier clause wins only if it is strictly shorter, and then the clause it
    beats takes its place. So this finds the last of the shortest clauses, and changes the order of the list.
    """
    others = clauses[:-1]
    best = clauses[-1]
    for i in reversed(range(len(others))):
        if len(others[i][1]) < len(best[1]):
            best, others[i] = others[i], best
    return best, others


def equalities(puzzle: Puzzle) -> list[Equalities]:
    """Return a clause for each cell in row order, listing its given or every digit."""
    every = tuple(puzzle.geometry.digits)
    return [(cell, (digit,) if digit else every) for cell, digit in enumerate(puzzle.givens)]


def inequalities(geometry: Geometry) -> list[tuple[Cell, Cell]]:
    """Return the pairs of cells in each unit, by kind (rows, columns, boxes), starting with the last unit of each kind.

    A pair in two units appears twice.
    """
    kinds = list(dict.fromkeys(unit.kind for unit in geometry.units))
    units = [unit for kind in kinds for unit in reversed(geometry.units) if unit.kind == kind]
    return [pair for unit in units for pair in combinations(unit.cells, 2)]


def partners(geometry: Geometry) -> list[list[Cell]]:
    """Return, for each cell, the cells it must differ from, in the order of the formula."""
    others: list[list[Cell]] = [[] for _ in geometry.cells]
    for one, other in inequalities(geometry):
        others[one].append(other)
        others[other].append(one)
    return others


def variable_name(geometry: Geometry, cell: Cell) -> str:
    """Return the name of a variable: ``v47`` for row 4, column 7, or ``v4_12`` on grids larger than 9x9."""
    row, column = geometry.places[cell]
    return f"v{row + 1}{'_' if max(geometry.extent) > 9 else ''}{column + 1}"


def clause_text(geometry: Geometry, clause: Equalities) -> str:
    """Return a clause as text, such as ``v12 = 1 + v12 = 2``, or ``0`` for the empty clause, which is false."""
    cell, digits = clause
    return " + ".join(f"{variable_name(geometry, cell)} = {digit}" for digit in digits) or "0"


def formula_lines(puzzle: Puzzle) -> Iterator[str]:
    """Yield the formula with one clause per line (``+`` means or, ``*`` means and), first the inequalities, then the
    equalities. For a 36x36 grid there are 69,336 lines.
    """
    geometry = puzzle.geometry
    name = [variable_name(geometry, cell) for cell in geometry.cells]
    for one, other in inequalities(geometry):
        yield f"{name[one]} != {name[other]} *"
    *clauses, last = equalities(puzzle)
    for clause in clauses:
        yield f"{clause_text(geometry, clause)} *"
    yield clause_text(geometry, last)
