"""Reads and writes Sudoku formulas in DIMACS CNF, the format that every SAT solver reads.

The format is from *Satisfiability Suggested Format*, DIMACS, 1993: ``c`` comments, ``p cnf VARIABLES CLAUSES``, then
clauses of signed variables, each ending in 0.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader
from itertools import zip_longest
from pathlib import Path

from puzzles.bounds import LARGEST_ANSWER, LARGEST_FORMULA, BoundsError, open_file, reason, size_text
from puzzles.problems import short
from puzzles.puzzle import Puzzle
from solvers.sat import cnf, model, numbering
from solvers.sat.dimacs_header import Comments, header
from solvers.sat.dimacs_rules import puzzle_of_rules
from solvers.sat.dimacs_syntax import Clause, DimacsClauses, DimacsError, pieces
from solvers.sat.numbering import Variables

_BATCH = 1 << 16
"""The number of characters to join before writing."""


# Writing ------------------------------------------------------------------------------------------------------------


def lines(puzzle: Puzzle, encoding: cnf.Encoding, variables: Variables) -> Iterator[str]:
    """Yield the whole file in chunks of one or more lines, without the last line ending. The same puzzle always gives
    the same bytes.
    """
    yield "\n".join(header(puzzle, encoding, variables))
    batch: list[str] = []
    length = 0
    for part in _written(puzzle, encoding, variables):
        batch.append(part)
        length += len(part)
        if length > _BATCH:
            yield "\n".join(batch)
            batch, length = [], 0
    if batch:
        yield "\n".join(batch)


def _written(puzzle: Puzzle, encoding: cnf.Encoding, variables: Variables) -> Iterator[str]:
    """Yield a line for each clause, keeping the lines of an exclusion together."""
    true, false = _literals(puzzle, encoding, variables)
    for part in encoding.parts(puzzle):
        if isinstance(part, cnf.Exclusion):
            one = f"{false[part.one]} "
            yield one + f" 0\n{one}".join([false[other] for other in part.others]) + " 0"
        elif part:
            yield " ".join([true[literal] if literal > 0 else false[-literal] for literal in part]) + " 0"
        else:
            yield "0"


def _literals(puzzle: Puzzle, encoding: cnf.Encoding, variables: Variables) -> tuple[list[str], list[str]]:
    """Return the texts of the variables and of their negations, by number in the encoding."""
    numbers = [0, *(variables.numbers[candidate] for candidate in encoding.candidates(puzzle))]
    return [str(number) for number in numbers], [f"-{number}" for number in numbers]


# Reading ------------------------------------------------------------------------------------------------------------


@contextmanager
def opened(path: Path, largest: int = LARGEST_FORMULA) -> Iterator[BufferedReader]:
    """Open a DIMACS file. Raises :class:`DimacsError` if it cannot be read or is too large."""
    try:
        with open_file(path) as stream:
            if os.fstat(stream.fileno()).st_size > largest:
                raise DimacsError(f"it is larger than {size_text(largest)}, but no formula or answer of a grid is")
            yield stream
    except IsADirectoryError:
        raise DimacsError("it is a folder; name a file in it") from None
    except BoundsError as error:
        raise DimacsError(str(error)) from None
    except OSError as error:
        raise DimacsError(f"cannot be read: {reason(error)}") from None


@contextmanager
def naming(path: Path | str) -> Iterator[None]:
    """Prefix any :class:`DimacsError` raised in the block with the file's name."""
    try:
        yield
    except DimacsError as error:
        raise DimacsError(f"{short(path)}: {error}") from None


def is_formula(path: Path) -> bool:
    """Return whether the first line that is not a comment starts a formula, however broken. Raises
    :class:`DimacsError`.
    """
    with opened(path) as stream:
        for _, text, begins in pieces(stream):
            words = text.split(maxsplit=1) if begins else []
            if words and not words[0].startswith(b"c"):
                return words[0] == b"p"
    return False


def comments_of(path: Path) -> Comments:
    """Read the comments that precede the first clause. Raises :class:`DimacsError`."""
    comments = Comments()
    with opened(path) as stream:
        for number, text, begins in pieces(stream):
            if begins and text.lstrip().startswith(b"c"):
                comments.add(number, text)
            elif begins and text.strip() and not text.lstrip().startswith(b"p"):
                break
    return comments


def puzzle_of(path: Path, where: str = "") -> Puzzle:
    """Return the puzzle stated by a formula, or the full grid of a model. Raises :class:`DimacsError` for anything
    else, naming the file as ``where``.

    The formula may be ours or another program's, numbered compactly or by row, column and digit, in any order, as long
    as its clauses state the rules, the givens and nothing else.
    """
    with naming(where or path):
        return _of_formula(path) if is_formula(path) else _grid_of(path)


def _of_formula(path: Path) -> Puzzle:
    comments = comments_of(path)
    if comments.ours and comments.encoding:
        puzzle = comments.puzzle()
        if says(path, puzzle, comments.encoding, comments.variables()):
            return puzzle
        if comments.encoding.own_numbering:
            raise DimacsError(
                "the clauses do not match the puzzle in the comments; copy the puzzle out of them, or write the "
                "file again with 'solvescope cnf'"
            )
    return puzzle_of_rules(lambda: opened(path))


def says(path: Path, puzzle: Puzzle, encoding: cnf.Encoding, variables: Variables) -> bool:
    """Return whether a file's clauses are exactly those we would write for a puzzle."""
    with opened(path) as stream:
        return all(
            one == other for one, other in zip_longest(DimacsClauses(stream), _numbered(puzzle, encoding, variables))
        )


def _numbered(puzzle: Puzzle, encoding: cnf.Encoding, variables: Variables) -> Iterator[Clause]:
    try:
        numbers = [variables.numbers[candidate] for candidate in encoding.candidates(puzzle)]
    except KeyError:  # the table differs from ours
        yield [0]
        return
    signed = [0, *numbers, *(-number for number in reversed(numbers))].__getitem__  # index -1 is the last literal
    for clause in encoding.clauses(puzzle):
        yield [*map(signed, clause)]


def meaning(path: Path, answer: model.PrintedAnswer) -> tuple[Puzzle, Variables]:
    """Return the puzzle and the variables that an answer refers to, read from the comments of its formula.

    If the formula comes from another program, its size determines the numbering, and the puzzle is empty. Raises
    :class:`DimacsError`.
    """
    with naming(path):
        comments = comments_of(path)
        if comments.ours:
            return comments.puzzle(), comments.variables()
        with opened(path) as stream:
            formula = DimacsClauses(stream)
            for _ in formula:
                pass
    return model.guess(answer, numbering.by_count(formula.last))


def _grid_of(path: Path) -> Puzzle:
    with opened(path, LARGEST_ANSWER) as stream:
        answer = model.read(stream)
    if answer.status is not model.Status.SATISFIABLE:
        raise DimacsError(f"no model: {answer.status.value}")
    puzzle, variables = model.guess(answer)
    faults = model.faults(answer, puzzle, variables)
    if faults:
        raise DimacsError("the model is not a grid:\n" + "\n".join(faults))
    return puzzle.with_values(model.values(answer, variables))
