"""Local search: fill every box correctly, then swap digits until the rows and columns are correct as well."""

from collections.abc import Iterator
from itertools import combinations
from math import ceil, comb, exp, log
from random import Random

from puzzles.geometry import Cell, Geometry
from puzzles.puzzle import Puzzle
from solvers.core.board import Candidates
from solvers.core.dials import Dial, DialReading
from solvers.core.registry import Option, register, whole
from solvers.core.step import GAVE_UP, SOLVED, Kind, Step, Why, fix, look, swap

HOT, COLD = 0.4, 0.25
"""The first and last temperatures. A swap that adds 1 to the cost is accepted 1 time in 12 at the first and
1 time in 55 at the last.
"""
COOLING = 0.999
"""The cooling factor, applied after each round. A round has one proposal for each pair that can be swapped."""
COOLINGS = ceil(log(COLD / HOT) / log(COOLING))
"""The number of times the temperature is lowered before the grid is reheated, which is a step of its own."""


def temperature(reading: DialReading) -> float | None:
    """Return the temperature of the latest proposal, or ``None`` if a guess by hand has restarted the run."""
    puzzle, counts = reading.board.puzzle, reading.counts
    if counts[Kind.GUESS]:
        return None
    boxes = (puzzle.geometry.units[u].cells for u in puzzle.geometry.regions)
    pairs = sum(comb(sum(not puzzle.givens[cell] for cell in box), 2) for box in boxes)
    proposals = (int(counts[Kind.SWAP]) + int(counts[Kind.LOOK])) % (pairs * COOLINGS + 1)
    return round(HOT * COOLING ** (max(0, proposals - 1) // max(1, pairs)), 3)


def needs_boxes(puzzle: Puzzle) -> str:
    """Say that a puzzle has no boxes, or units that may lack a digit; "" if it has what the search needs."""
    return whole(puzzle) or ("" if puzzle.geometry.regions else "needs boxes or regions that hold each cell once")


PSEUDOCODE = (
    ("fill each box with its missing digits, at random", "FIX"),
    ("while a row or a column lacks a digit:", ""),
    ("    pick two cells of a box at random", ""),
    ("    swap them if no more digits go missing,", "SWAP"),
    ("        or else at random, less often when cold", ""),
    ("    otherwise leave them as they are", "LOOK/RANDOM"),
    ("    cool down a little; when cold, heat up again", "LOOK/RESTART"),
    ("    after the last round: give up", "GAVE_UP"),
    ("if no digit is missing: solved", "SOLVED"),
)
VARIABLES = {
    "values": "cells[Digit]", "pairs": "list[tuple[Cell, Cell]]", "one": "Cell", "other": "Cell", "cell": "Cell",
    "digit": "Digit", "blanks": "list[Cell]", "missing": "list[Digit]", "number": "Unit", "unit_number": "Unit",
    "held": "hidden",
}  # fmt: skip


@register(
    "annealing",
    rank=160,
    title="Simulated annealing",
    family="Local search",
    summary="Fill every box at random, then swap digits within boxes; swaps for the worse become rarer as it cools.",
    source="Own design, with the representation from Rhyd Lewis, Metaheuristics can solve Sudoku puzzles, 2007",
    cost="Unbounded: a proposal checks the units of two cells, and there is no telling how many it will take.",
    watch_for="Nothing is ever deduced: early on the grid boils, later it freezes with a few clashes "
    "and has to be reheated. On a puzzle with no solution it can only give up.",
    shows="annealing.solved >= 1 and annealing.swaps >= 50 and annealing < 4000",
    seen_on=("lab", "dead-ends-1", "easy-9-2"),
    options=(
        Option("seed", 0, "A different seed draws different digits and swaps.", 0),
        Option("rounds", 30, "The number of times it cools down before it gives up.", 0),
    ),
    words="stochastic random metaheuristic hill climbing",
    candidates=Candidates.NONE,
    complete=False,
    guesses=False,
    enumerates=False,
    clashes=True,
    dials=("swaps", "clashes", "temperature"),
    profile="clashes",
    told=("clashes", "temperature"),
    measures={"temperature": Dial("temperature", "temperature", temperature)},
    fits=needs_boxes,
)
def annealing(puzzle: Puzzle, seed: int = 0, rounds: int = 30) -> Iterator[Step]:
    geometry = puzzle.geometry
    random = Random(seed)
    values = list(puzzle.givens)
    pairs: list[tuple[Cell, Cell]] = []  # cells that may be swapped: blanks of one box
    for number in geometry.regions:
        cells = geometry.units[number].cells
        blanks = [cell for cell in cells if not values[cell]]
        missing = sorted(set(geometry.digits) - {values[cell] for cell in cells})
        random.shuffle(missing)
        for cell, digit in zip(blanks, missing, strict=True):
            values[cell] = digit
            yield fix(cell, digit, Why.RANDOM, number)
        pairs += combinations(blanks, 2)
    held = [[0] * (geometry.symbols + 1) for _ in geometry.units]  # for each unit, how often it holds each digit
    for cell, digit in enumerate(values):
        for unit_number in geometry.units_of[cell]:
            held[unit_number][digit] += 1
    cost = sum(count == 0 for counts in held for count in counts[1:])  # digits missing from rows and columns
    temperature = HOT
    while cost and pairs and rounds:
        for _ in pairs:
            one, other = random.choice(pairs)
            change = extra_cost(geometry, values, held, one, other)
            if change <= 0 or random.random() < exp(-change / temperature):
                move(geometry, values, held, one, other)
                cost += change
                yield swap(one, other)
                if not cost:
                    break
            else:
                yield look(one, Why.RANDOM, detail=other)
        temperature *= COOLING
        if cost and temperature < COLD:
            temperature, rounds = HOT, rounds - 1
            yield look(why=Why.RESTART)
    yield GAVE_UP if cost else SOLVED


def extra_cost(geometry: Geometry, values: list[int], held: list[list[int]], one: Cell, other: Cell) -> int:
    """Return how many more digits would be missing if two cells swapped digits."""
    change = 0
    for cell, beside in ((one, other), (other, one)):
        leaves, comes = values[cell], values[beside]
        for unit in geometry.units_of[cell]:
            if unit not in geometry.units_of[beside]:
                change += (held[unit][leaves] == 1) - (held[unit][comes] == 0)
    return change


def move(geometry: Geometry, values: list[int], held: list[list[int]], one: Cell, other: Cell) -> None:
    """Swap the digits in two cells."""
    for cell, comes in ((one, values[other]), (other, values[one])):
        for unit in geometry.units_of[cell]:
            held[unit][values[cell]] -= 1
            held[unit][comes] += 1
    values[one], values[other] = values[other], values[one]
