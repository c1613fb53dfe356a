"""A plain version of Norvig's method without steps, to compare the solvers with.

His essay "Solving Every Sudoku Puzzle" gives the idea: strings of possible digits in a dictionary, two rules that call
each other, and a search that tries the square with the fewest possibilities. This is that idea in our own words.
"""

from __future__ import annotations

DIGITS = "123456789"
SQUARES = [row + column for row in "ABCDEFGHI" for column in DIGITS]
UNITS = (
    [[row + column for column in DIGITS] for row in "ABCDEFGHI"]
    + [[row + column for row in "ABCDEFGHI"] for column in DIGITS]
    + [
        [row + column for row in rows for column in columns]
        for rows in ("ABC", "DEF", "GHI")
        for columns in ("123", "456", "789")
    ]
)
UNITS_OF = {square: [unit for unit in UNITS if square in unit] for square in SQUARES}
PEERS = {square: {other for unit in UNITS_OF[square] for other in unit if other != square} for square in SQUARES}

Possible = dict[str, str]


def solve(puzzle: str) -> Possible | None:
    """Return the digit of each square in the first solution of an 81-character puzzle, or ``None``."""
    possible = {square: DIGITS for square in SQUARES}
    for square, digit in zip(SQUARES, puzzle, strict=True):
        if digit in DIGITS and not assign(possible, square, digit):
            return None
    return search(possible)


def assign(possible: Possible, square: str, digit: str) -> bool:
    """Remove every other digit from the square, with all consequences. Return false on a contradiction."""
    return all(strike(possible, square, other) for other in possible[square] if other != digit)


def strike(possible: Possible, square: str, digit: str) -> bool:
    """Remove a digit from a square, and place the digit of any square or unit that has only one possibility left."""
    if digit not in possible[square]:
        return True
    rest = possible[square] = possible[square].replace(digit, "")
    if not rest:
        return False
    if len(rest) == 1 and not all(strike(possible, peer, rest) for peer in PEERS[square]):
        return False
    for unit in UNITS_OF[square]:
        places = [place for place in unit if digit in possible[place]]
        if not places or (len(places) == 1 and not assign(possible, places[0], digit)):
            return False
    return True


def search(possible: Possible) -> Possible | None:
    """Try each digit of the square with the fewest possibilities."""
    undecided = [square for square in SQUARES if len(possible[square]) > 1]
    if not undecided:
        return possible
    square = min(undecided, key=lambda square: len(possible[square]))
    for digit in possible[square]:
        trial = possible.copy()
        if assign(trial, square, digit):
            found = search(trial)
            if found:
                return found
    return None
