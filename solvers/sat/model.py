"""Reads the answers of SAT solvers, and finds the grid in them or what is wrong with it.

It reads MiniSat's result file (``SAT``, then a line of literals), the format of the SAT competitions (``s SATISFIABLE``
and ``v`` lines) and a bare list of literals. What a variable means comes from the formula
(:func:`solvers.sat.dimacs.meaning`) or is guessed from the numbers. A variable missing from the model counts as false.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from io import BufferedReader

from puzzles.figures import counted, grouped
from puzzles.geometry import Digit, Geometry, shapes, sides
from puzzles.puzzle import Puzzle
from solvers.sat import numbering
from solvers.sat.dimacs_syntax import Clause, DimacsClauses, DimacsError, number_of, pieces, shown
from solvers.sat.numbering import Variables

MOST_LITERALS = 100_000
"""The maximum number of literals in a model (the largest grid has 46,656)."""
LISTED = 20
"""The number of faults to list. Any others are only counted."""


class Status(Enum):
    """A solver's verdict on a formula."""

    SATISFIABLE = "the solver found a model"
    UNSATISFIABLE = "the solver says that the formula has no model"
    UNKNOWN = "the solver does not know whether the formula has a model"


_WORDS = {
    **dict.fromkeys(("SAT", "SATISFIABLE"), Status.SATISFIABLE),
    **dict.fromkeys(("UNSAT", "UNSATISFIABLE"), Status.UNSATISFIABLE),
    **dict.fromkeys(("INDET", "INDETERMINATE", "UNKNOWN"), Status.UNKNOWN),
}


@dataclass(frozen=True)
class PrintedAnswer:
    status: Status
    literals: tuple[int, ...] = ()
    remarks: tuple[str, ...] = ()

    @property
    def true(self) -> list[int]:
        """The true variables."""
        return [literal for literal in self.literals if literal > 0]


# Reading ------------------------------------------------------------------------------------------------------------


def read(stream: BufferedReader) -> PrintedAnswer:
    """Parse a solver's answer. If there is none, raises :class:`DimacsError`, which says what to do."""
    reading = _Reading()
    for line, text, begins in pieces(stream):
        words = text.split()
        if begins:
            reading.aside = False
            words = reading.without_lead(line, words)
        if not reading.aside:
            for word in reading.joined(line, words, begins):
                reading.add(line, word)
    return reading.answer()


class _Reading:
    def __init__(self) -> None:
        self._status: Status | None = None
        self._literals: dict[int, None] = {}
        self._count = 0
        self._remarks: list[str] = []
        self._closed = False  # whether a 0 has ended the model; what follows is another model
        self.aside = False  # a comment, or chatter
        self._minus = 0  # the number of the line that ended in a bare minus sign; 0 if none
        self._talk = ""

    def joined(self, line: int, words: list[bytes], begins: bool) -> list[bytes]:
        """Rejoin a number with the minus sign that ended the last line, and hold back one that ends this line."""
        if self._minus and words:
            words = [b"-" + words[0], *words[1:]] if begins else [b"-", *words]
            self._minus = 0
        if words[-1:] == [b"-"]:
            words, self._minus = words[:-1], line
        return words

    def without_lead(self, line: int, words: list[bytes]) -> list[bytes]:
        """Return the literals on a line, after handling the words at its start."""
        lead = words[0].decode("ascii", "replace") if words else ""
        if lead == "s" and len(words) > 1 and (word := words[1].decode("ascii", "replace")) in _WORDS:
            self._say(line, _WORDS[word])
            return words[2:]
        if lead in _WORDS:
            self._say(line, _WORDS[lead])
            return words[1:]
        if lead == "v":
            return words[1:]
        if lead == "p" and words[1:2] == [b"cnf"] and self._status is None:
            advice = "run a SAT solver on it and give the output, or solve it with: solvescope solve FILE"
            formula = shown(b" ".join(words))
            raise DimacsError(f"line {line}: {formula}: this is a formula, not a solver's answer; {advice}")
        if lead and lead != "-" and number_of(words[0]) is None:
            self.aside = True
            if lead != "c":
                self._talk = self._talk or f"line {line}: {shown(b' '.join(words))}"
        return words

    def _say(self, line: int, status: Status) -> None:
        if self._status is None:
            self._status = status
        elif self._status is Status.SATISFIABLE and (self._literals or self._closed):
            self._closed = True  # a solver asked for all models prints more
        elif self._status is not status:
            raise DimacsError(f"line {line}: {status.value}, but an earlier line disagrees; give the output of one run")

    def add(self, line: int, word: bytes) -> None:
        literal = number_of(word)
        if literal is None:
            raise DimacsError(
                f"line {line}: {shown(word)} is not a literal; a model is a list of signed whole numbers, then 0"
            )
        if self._closed:
            if literal and not self._remarks:
                self._remarks.append(f"line {line}: another model starts here, but only the first is read")
        elif not literal:
            self._closed = True
        elif -literal in self._literals:
            raise DimacsError(
                f"line {line}: variable {abs(literal)} is both true and false; is this the output of a single run?"
            )
        else:
            self._literals[literal] = None
            self._count += 1
            if self._count > MOST_LITERALS:
                raise DimacsError(
                    f"line {line}: more than {grouped(MOST_LITERALS)} literals, but no grid has that many variables"
                )

    def answer(self) -> PrintedAnswer:
        if self._minus:
            self.add(self._minus, b"-")
        literals, remarks = tuple(self._literals), self._remarks
        if self._status is None and not literals and not self._closed:
            said = f" ({self._talk})" if self._talk else ""
            wanted = "'s SATISFIABLE' and its 'v' lines, or the result file of minisat"
            raise DimacsError(f"no model or verdict found{said}; give what the solver printed: {wanted}")
        if self._status not in (None, Status.SATISFIABLE):
            assert self._status
            return PrintedAnswer(self._status)
        if not literals and not self._closed:
            advice = "make the solver print it (minisat writes it to a second file: minisat p.cnf model.txt)"
            raise DimacsError(f"the output says that there is a model, but does not give it; {advice}")
        if self._status is None:
            remarks = [*remarks, "no verdict, only literals: taken as a model"]
        if not self._closed:
            remarks = [*remarks, "the model does not end in 0, so it may be incomplete"]
        return PrintedAnswer(Status.SATISFIABLE, literals, tuple(remarks))


# Meaning ------------------------------------------------------------------------------------------------------------


def guess(answer: PrintedAnswer, usual: Variables | None = None) -> tuple[Puzzle, Variables]:
    """Guess what variables mean from their numbers alone. Return an empty puzzle of the right size, and the variables.

    ``usual`` is the numbering, if known. If several box shapes are possible, one that makes a valid grid is chosen, if
    any does. Raises :class:`DimacsError`.
    """
    usual = usual or _numbering_of(answer)
    for geometry in shapes(usual.geometry.side):
        variables = numbering.NUMBERINGS[usual.numbering](geometry)
        if not faults(answer, Puzzle.empty(geometry), variables):
            return Puzzle.empty(geometry), variables
    return Puzzle.empty(usual.geometry), usual


def _numbering_of(answer: PrintedAnswer) -> Variables:
    last = max(map(abs, answer.literals), default=0)
    if variables := numbering.by_count(last):
        return variables
    true = answer.true  # only the positive literals, one per cell
    for side in sides():
        geometry = Geometry.of_side(side)
        for name, make in numbering.NUMBERINGS.items():
            if len(true) == side * side and (name != "rcd" or numbering.has_rcd(geometry)):
                variables = make(geometry)
                held = {variables.candidates[number][0] for number in true if number in variables.candidates}
                if len(held) == len(true):
                    return variables
    given = f"{counted(len(answer.literals), 'literal')} up to variable {grouped(last)}"
    known = "9x9 has 729 variables, or 111 to 999"
    raise DimacsError(f"no known grid has {given} ({known}); name the formula with --cnf")


def values(answer: PrintedAnswer, variables: Variables) -> list[Digit]:
    """Return the grid, one digit per cell in row order (0 if none). If a cell has two digits, the later one wins."""
    found = list(variables.values or [0] * len(variables.geometry.cells))
    for number in answer.true:
        if number in variables.candidates:
            cell, digit = variables.candidates[number]
            found[cell] = digit
    return found


# What is wrong ------------------------------------------------------------------------------------------------------


def faults(answer: PrintedAnswer, puzzle: Puzzle, variables: Variables, most: int = LISTED) -> list[str]:
    """Explain in up to ``most`` sentences why a model does not solve the puzzle. Return an empty list if it does."""
    return listed(_faults(answer, puzzle, variables), most)


def listed(sentences: Iterator[str], most: int = LISTED) -> list[str]:
    """Return the first few sentences, and how many more there are."""
    every = list(sentences)
    more = len(every) - most
    return [*every[:most], f"and {grouped(more)} more"] if more > 0 else every


def _faults(answer: PrintedAnswer, puzzle: Puzzle, variables: Variables) -> Iterator[str]:
    digits: list[list[Digit]] = [[digit] if digit else [] for digit in variables.values]
    digits = digits or [[] for _ in variables.geometry.cells]
    for number in sorted(answer.true):
        if number in variables.candidates:
            cell, digit = variables.candidates[number]
            digits[cell].append(digit)
    name = variables.geometry.name
    for cell, held in enumerate(digits):
        if len(held) != 1:
            several = f"{len(held)} digits: {', '.join(map(puzzle.symbol, held))}"
            yield f"{name(cell)} has {several if held else 'no digit'}"
        given = puzzle.givens[cell]
        if given and held and given not in held:
            yield f"{name(cell)} is given as {puzzle.symbol(given)}, but the model has {puzzle.symbol(held[0])}"
    for unit in variables.geometry.units:
        for digit in variables.geometry.digits:
            cells = [cell for cell in unit.cells if digit in digits[cell]]
            if len(cells) > 1:
                times = "twice" if len(cells) == 2 else f"{len(cells)} times"
                yield f"{unit} has {puzzle.symbol(digit)} {times}: {', '.join(map(name, cells))}"


def falsified(answer: PrintedAnswer, puzzle: Puzzle, variables: Variables, formula: DimacsClauses) -> Iterator[str]:
    """Describe each clause without a true literal by its number, line and meaning. Raises :class:`DimacsError`."""
    true = set(answer.true)
    holds = true | {-variable for variable in variables.candidates if variable not in true}
    for clause in formula:
        if holds.isdisjoint(clause) and not any(literal < 0 and -literal not in true for literal in clause):
            yield f"clause {formula.count} (line {formula.line}) is false: {in_words(clause, puzzle, variables)}"


def in_words(clause: Clause, puzzle: Puzzle, variables: Variables) -> str:
    """Describe a clause, as in "row 4 holds a 7". If it is not one of the rules, list its literals."""
    places = [variables.candidates.get(abs(literal)) for literal in clause]
    known = [place for place in places if place is not None]
    if not known or len(known) < len(places):
        return "the empty clause, which nothing can make true" if not clause else _shortened(map(str, clause))
    cells, digits = sorted({cell for cell, _ in known}), sorted({digit for _, digit in known})
    name, symbol = puzzle.geometry.name, puzzle.symbol
    if len(clause) > 1 and min(clause) > 0:
        unit = next((unit for unit in puzzle.geometry.units if set(cells) <= set(unit.cells)), None)
        if len(cells) == 1:
            return f"{name(cells[0])} is one of {', '.join(map(symbol, digits))}"
        if len(digits) == 1 and unit:
            return f"{unit} holds a {symbol(digits[0])}"
    elif len(clause) == 2 and max(clause) < 0 and len(cells) + len(digits) == 3:
        if len(cells) == 1:
            return f"{name(cells[0])} is not both {symbol(digits[0])} and {symbol(digits[1])}"
        return f"{name(cells[0])} and {name(cells[1])} are not both {symbol(digits[0])}"
    signs = ("is" if literal > 0 else "is not" for literal in clause)
    words = (f"{name(cell)} {sign} {symbol(digit)}" for sign, (cell, digit) in zip(signs, known, strict=True))
    return _shortened(words, " or ")


def _shortened(words: Iterable[str], between: str = " ") -> str:
    every = list(words)
    return between.join(every[:12]) + (" …" if len(every) > 12 else "")
