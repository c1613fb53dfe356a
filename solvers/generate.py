"""Puzzles with exactly one solution, the same for the same seed on every machine.

``python -m solvers.generate --count 50000 --seed 2020 -o puzzles/sudoku.txt`` makes the shipped collection.

A random full grid is made first, then givens are taken away in random order as long as the solution stays the only one.

How a full grid is drawn: a random candidate of a random cell among those with fewest candidates is guessed, singles
follow, and a conflict takes the last guess back. Every grid can come out, but not equally often. So some digits are
then taken out again, at random, and put back in a way drawn from *all* ways there are, a few times over: such a round
leaves the even distribution as it is, and can only lessen a bias. Measured on 28,800 grids of 4x4, of which there are
288, chi squared (287 expected) goes from 1,281 without rounds down to 300. What bias is left on 9x9 is not known; grids
that are the same but for the names of digits or the order of lines come equally often.
"""

from __future__ import annotations

import argparse
import os
import shlex
import signal
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from hashlib import blake2b
from multiprocessing import Pool
from pathlib import Path
from random import Random
from typing import TextIO, TypeVar

from puzzles.geometry import STANDARD, Cell, Digit, Geometry
from puzzles.puzzle import Puzzle
from solvers.fast import Engine, State, engine

T = TypeVar("T")

_PATIENCE = 50
"""Conflicts, a side, before a full grid is begun anew."""
_ROUNDS = 8
"""How often some digits of a full grid are drawn again."""
_BUDGET = 200
"""Guesses for one question on grids above 9x9, where a given that is not known to be superfluous stays."""
_MINIMAL = 0.4
"""The share of puzzles stripped of all they can spare, where nothing is asked for; few enough symbols only."""
_SHARES = (0.32, 0.5)
"""Of the cells, what the others keep as givens: 26 to 40 on a 9x9."""
_SHARES_LARGE = (0.45, 0.6)


def generate(
    seed: int | str,
    index: int,
    *,
    geometry: Geometry = STANDARD,
    clues: int | None = None,
    minimal: bool = False,
    symmetric: bool = False,
) -> Puzzle:
    """Puzzle number ``index`` of a seed; it has exactly one solution. Any two may be made in any order, in any process.

    ``clues`` asks for that many givens; where the random removal does not get there, the puzzle has more. ``minimal``
    asks for a puzzle that can spare no given (above 9x9: none that a short search finds superfluous). With neither,
    four in ten are minimal (none above 9x9); the others keep a random number of givens, so difficulties spread.
    ``symmetric`` takes givens away in pairs that half a turn exchanges (minimal then means that no pair can go).
    Raises ``ValueError`` where both ``clues`` and ``minimal`` are asked for, or more clues than cells.
    """
    if clues is not None and minimal:
        raise ValueError("a minimal puzzle has as many givens as it needs; ask for clues or for minimal")
    if clues is not None and not 0 <= clues <= len(geometry.cells):
        raise ValueError(f"{clues} givens in a grid of {len(geometry.cells)} cells")
    random = Random(f"{seed}:{index}")
    if clues is None:
        clues = 0 if minimal else _target(random, geometry)
    values = full_grid(random, geometry)
    return Puzzle(tuple(_strip(random, geometry, values, clues, symmetric)), geometry)


def full_grid(random: Random, geometry: Geometry = STANDARD) -> tuple[Digit, ...]:
    """A random solved grid, a digit a cell; see the top of this file for how. Calls ``random.random()`` and no more."""
    search = engine(geometry)
    while True:
        grid = _attempt(random, search)
        if grid:
            return _redrawn(random, search, search.values(grid))


def _attempt(random: Random, search: Engine) -> State:
    """A full grid as its placed bits, or 0 where too many conflicts came."""
    state, new, before, left = search.full, 0, 0, len(search.near)
    stack = []
    for _ in range(len(search.near) + _PATIENCE * search.symbols):
        state, done, left = search.propagate(state, new, left)
        if left > 0:
            before |= done
            new = _pick(random, search, state)
            stack.append((state ^ new, before, left))
        elif not left:
            return before | done
        else:
            state, before, left = stack.pop()
            new = 0
    return 0


def _redrawn(random: Random, search: Engine, grid: tuple[Digit, ...]) -> tuple[Digit, ...]:
    """The grid with some digits taken out and put back at random, some rounds.

    Three digits; two where three have a great many ways to be put back, or are nearly all there are.
    """
    number = 3 if 6 <= search.symbols <= STANDARD.symbols else 2
    for _ in range(_ROUNDS):
        taken = set(shuffled(random, search.geometry.digits)[:number])
        ways = search.solutions([0 if digit in taken else digit for digit in grid])
        states = sorted(ways)  # so that the choice depends on the grids alone, and not on how they are searched for
        grid = search.values(states[_below(random, len(states))])
    return grid


def _pick(random: Random, search: Engine, state: State) -> State:
    """A random candidate of a random cell among those with fewest."""
    tops = search.fewest(state)
    cells = [cell for cell in search.geometry.cells if tops >> cell * search.width + search.symbols & 1]
    cell = cells[_below(random, len(cells))]
    lane = state >> cell * search.width & search.lane
    digits = [digit for digit in search.geometry.digits if lane >> digit - 1 & 1]
    return search.bit(cell, digits[_below(random, len(digits))])


def _below(random: Random, number: int) -> int:
    """0 … number - 1. Of the methods of ``Random`` only ``random()`` is promised to stay the same in later Pythons."""
    return int(random.random() * number)


def shuffled(random: Random, items: Iterable[T]) -> list[T]:
    """The items in random order."""
    order = list(items)
    for i in range(len(order) - 1, 0, -1):
        j = _below(random, i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def _target(random: Random, geometry: Geometry) -> int:
    """How many givens to stop at; 0 for none that can be spared."""
    large = geometry.symbols > STANDARD.symbols
    if not large and random.random() < _MINIMAL:
        return 0
    low, high = (round(share * len(geometry.cells)) for share in (_SHARES_LARGE if large else _SHARES))
    return low + _below(random, high - low + 1)


def _groups(geometry: Geometry, symmetric: bool) -> list[tuple[Cell, ...]]:
    """The cells that lose their givens together."""
    if not symmetric:
        return [(cell,) for cell in geometry.cells]
    last = geometry.side - 1
    turned = [geometry.cell_at(last - row, last - column) for row, column in geometry.places]
    return [(cell, other) if cell != other else (cell,) for cell, other in enumerate(turned) if cell <= other]


def _strip(random: Random, geometry: Geometry, grid: tuple[Digit, ...], clues: int, symmetric: bool) -> list[Digit]:
    """Take givens away, in random order, until ``clues`` are left or no more can go.

    One pass is enough: what could not go while there were more givens cannot go now.
    """
    search = engine(geometry)
    budget = _BUDGET if geometry.symbols > STANDARD.symbols else None
    groups = shuffled(random, _groups(geometry, symmetric))
    later = _suffixes(search, grid, groups)
    kept, values, blanks = search.full, list(grid), 0
    for i, group in enumerate(groups):
        state, left = kept & later[i + 1], blanks + len(group)
        if len(grid) - left < clues or any(
            search.has_other(state, cell, grid[cell], left, budget) is not False for cell in group
        ):
            for cell in group:
                kept &= search.placed(cell, grid[cell])
            continue
        blanks = left
        for cell in group:
            values[cell] = 0
    return values


def _suffixes(search: Engine, grid: tuple[Digit, ...], groups: list[tuple[Cell, ...]]) -> list[State]:
    """At i, the state in which the givens of the groups from i on are placed, and no others."""
    states = [search.full]
    for group in reversed(groups):
        state = states[-1]
        for cell in group:
            state &= search.placed(cell, grid[cell])
        states.append(state)
    return states[::-1]


# Collections --------------------------------------------------------------------------------------------------------


def normal_form(givens: Sequence[Digit]) -> bytes:
    """The givens with their digits renamed in order of appearance: equal for two puzzles that differ in names only."""
    names = {0: 0}
    return bytes([names.setdefault(digit, len(names)) for digit in givens])


def collection(
    seed: int | str, number: int, processes: int = 1, geometry: Geometry = STANDARD, **options: int | bool | None
) -> Iterator[Puzzle]:
    """That many puzzles, no two alike, not even after renaming digits; the same for any number of processes.

    Options are those of :func:`generate`. It ends early where there seem to be no more (4x4 has few).
    """
    make = partial(generate, seed, geometry=geometry, **options)  # type: ignore[arg-type]
    seen: set[bytes] = set()
    begin = 0
    with Pool(processes, leave_interrupts) as pool:
        while len(seen) < number:
            before, end = len(seen), begin + max(number - len(seen), 200 if begin else 0)
            for puzzle in pool.imap(make, range(begin, end), chunksize=20):
                form = blake2b(normal_form(puzzle.givens), digest_size=16).digest()
                if form not in seen and len(seen) < number:
                    seen.add(form)
                    yield puzzle
            begin = end
            if len(seen) == before:
                return  # a whole round brought nothing new


def leave_interrupts() -> None:
    """In a child: Ctrl+C is for the parent to answer, whose own answer to SIGTERM is not the child's."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _write(puzzles: Iterable[Puzzle], header: str, number: int, path: Path | None) -> int:
    """Write puzzles, one a line, under the header, and say on stderr how far it is. How many there were.

    A file appears under its name only when it is complete.
    """
    if path is None:
        return _write_to(sys.stdout, puzzles, header, number)
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        with open(part, "w", encoding="ascii", newline="\n") as file:
            written = _write_to(file, puzzles, header, number)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    return written


def _write_to(file: TextIO, puzzles: Iterable[Puzzle], header: str, number: int) -> int:
    print(header, file=file)
    written = 0
    for written, puzzle in enumerate(puzzles, 1):  # noqa: B007
        print(puzzle, file=file)
        if written % 100 == 0 or written == number:
            print(f"\r{written} of {number} puzzles", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return written


def _header(words: Sequence[str], side: int) -> str:
    command = " ".join(shlex.join(["python", "-m", "solvers.generate", *words]).split())
    return (
        f"# {side}x{side} Sudoku puzzles, one a line, . for a blank. Each has exactly one solution,\n"
        "# and no two are alike, not even after renaming digits.\n"
        f"# Made by: {command}"
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m solvers.generate", description="Make puzzles with one solution.")
    parser.add_argument("--count", type=int, default=10, help="how many puzzles (default 10)")
    parser.add_argument("--seed", default="0", help="the same seed makes the same puzzles (default 0)")
    parser.add_argument("-o", "--output", type=Path, help="the file to write; without it, they are printed")
    parser.add_argument("--side", type=int, default=9, help="cells a side (default 9)")
    parser.add_argument("--clues", type=int, help="stop at this many givens")
    parser.add_argument("--minimal", action="store_true", help="take away every given that can go")
    parser.add_argument("--symmetric", action="store_true", help="take givens away in pairs that half a turn exchanges")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="at once (default: all cores)")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line: 0 done, 1 fewer puzzles than asked for, 2 bad usage, 3 interrupted."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    parser = _parser()
    asked = parser.parse_args(words)
    if asked.count < 1:
        parser.error("ask for at least one puzzle")
    try:
        geometry = Geometry.of_side(asked.side)
        options = {"clues": asked.clues, "minimal": asked.minimal, "symmetric": asked.symmetric}
        puzzles = collection(asked.seed, asked.count, asked.processes, geometry, **options)
        written = _write(puzzles, _header(words, asked.side), asked.count, asked.output)
    except (ValueError, OSError) as error:
        parser.error(str(error))
    except KeyboardInterrupt:
        print("interrupted; nothing has been changed", file=sys.stderr)
        return 3
    if written < asked.count:
        print(f"only {written} different puzzles came; ask for another size or fewer", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
