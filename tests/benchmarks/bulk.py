"""Compares the bulk engine with other programs that turn a file of puzzles into a file of solutions.

Run it by hand, with numpy for the engine, and the packages to compare it with (a missing one is left out)::

    pip install numpy pycosat xcover
    python tests/benchmarks/bulk.py 17clue.txt [--every 250] [--repeat 40] [--turns 5] [--processes 2]

The contestants take turns on one core, several times each, because a machine's speed varies; only the ratios of
processor time matter. ``file to file`` is the elapsed time with all processes, from the file of puzzles to the file of
solutions. (The list is repeated, so that the startup time hardly matters.) The last figure compares ``check`` with
``solve --count``. xcover gets the exact cover matrix without the rows that the givens rule out, which is the fastest
way to use it. agree.py checks that all find the same solutions.
"""

from __future__ import annotations

import argparse
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parent)]

import lists  # noqa: E402
import norvig  # noqa: E402
import numpy as np  # noqa: E402

from puzzles import Puzzle  # noqa: E402
from puzzles.corpus import scan  # noqa: E402
from solvers.bulk import engine  # noqa: E402
from solvers.checks.verify import verify  # noqa: E402
from solvers.sat import cnf  # noqa: E402

Solve = Callable[[str], object]


def contestants() -> Iterator[tuple[str, Solve]]:
    """Return the contestants by name. Each finds one solution of a puzzle given as 81 characters."""
    yield "norvig, plain", norvig.solve
    try:
        import pycosat

        clauses = list(cnf.EXTENDED.clauses(Puzzle.empty()))
        yield "pycosat", lambda line: pycosat.solve(clauses + givens(line))
    except ImportError:
        print("pycosat is not installed")
    try:
        yield "xcover covers_bool", with_xcover()
    except ImportError:
        print("xcover is not installed")


def givens(line: str) -> list[list[int]]:
    """Return the givens as unit clauses, in the encoding's numbering."""
    return [[9 * cell + int(digit)] for cell, digit in enumerate(line) if digit in "123456789"]


def with_xcover() -> Solve:
    import xcover

    cells = [(row, column, digit) for row in range(9) for column in range(9) for digit in range(9)]
    matrix = np.zeros((729, 324), bool)
    for option, (row, column, digit) in enumerate(cells):
        box = row // 3 * 3 + column // 3
        for item in (9 * row + column, 81 + 9 * row + digit, 162 + 9 * column + digit, 243 + 9 * box + digit):
            matrix[option, item] = True

    def solve(line: str) -> object:
        given = [9 * cell + int(digit) - 1 for cell, digit in enumerate(line) if digit in "123456789"]
        covered = matrix[given].any(axis=0)
        left = ~matrix[:, covered].any(axis=1)
        return next(xcover.covers_bool(matrix[left][:, ~covered]))

    return solve


def rate(solve: Solve, lines: list[str]) -> float:
    """Return the number of puzzles solved per second of processor time."""
    begun = time.process_time()
    for line in lines:
        assert solve(line)
    return len(lines) / (time.process_time() - begun)


def digits(lines: list[str]) -> np.ndarray:
    table = bytes(max(0, code - 48) if 48 <= code <= 57 else 0 for code in range(256))
    return np.frombuffer("".join(lines).encode().translate(table), np.uint8).reshape(-1, 81)


def bulk_rate(grids: np.ndarray, limit: int) -> float:
    begun = time.process_time()
    found = engine.solved(grids, limit)
    spent = time.process_time() - begun
    assert (found.counts == 1).all()
    return len(grids) / spent


def one_core(lines: list[str], every: int, turns: int) -> dict[str, float]:
    """Return each contestant's best result over several turns, in puzzles per second."""
    sample, grids = lines[::every], digits(lines)
    ways = dict(contestants())
    for solve in ways.values():
        solve(sample[0])  # functions compiled on their first call are compiled now
    best: dict[str, float] = {}
    for _ in range(turns):
        for name, solve in ways.items():
            best[name] = max(best.get(name, 0.0), rate(solve, sample))
        for name, limit in (("bulk", 1), ("bulk, proving uniqueness", 2)):
            best[name] = max(best.get(name, 0.0), bulk_rate(grids, limit))
    return best


def file_to_file(lines: list[str], repeat: int, processes: int) -> tuple[float, float]:
    """Return the puzzles solved per second of real time, and per second of each process's CPU time."""
    with tempfile.TemporaryDirectory() as folder:
        source, goal = Path(folder, "in"), Path(folder, "out")
        text = "".join(f"{line}\n" for line in lines)
        with source.open("w") as file:
            for _ in range(repeat):
                file.write(text)
        before, begun = processor_time(), time.perf_counter()
        with source.open("rb") as file, goal.open("wb") as out:
            for answers in engine.answer_file(file, source.stat().st_size, processes=processes):
                out.write(answers.lines)
        clock, spent = time.perf_counter() - begun, processor_time() - before
        assert goal.stat().st_size == source.stat().st_size
    number = repeat * len(lines)
    return number / clock, number / spent * processes


def check_against_count(path: Path, turns: int) -> float:
    """Return how many lines are checked in the time in which one process counts the solutions of one."""
    took: dict[Callable[[Path], object], list[float]] = {count_all: [], check_all: []}
    for _ in range(turns):
        for work, its in took.items():
            begun = time.process_time()
            work(path)
            its.append(time.process_time() - begun)
    return min(took[count_all]) / min(took[check_all])


def count_all(path: Path) -> None:
    with path.open("rb") as file:
        for _ in engine.answer_file(file, path.stat().st_size, limit=2, processes=1):
            pass


def check_all(path: Path) -> None:
    with path.open("rb") as file:
        verify((line for _, line in scan.lines(file)), seconds=30.0)


def processor_time() -> float:
    """Return the CPU time of this process and of its child processes that have ended."""
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def main() -> None:
    parser = argparse.ArgumentParser(description="The bulk engine against other solvers, from file to file.")
    parser.add_argument("file", type=Path, help="one 9x9 puzzle a line, each with one solution")
    parser.add_argument("--every", type=int, default=250, help="the others take one puzzle in so many")
    parser.add_argument(
        "--repeat", type=int, default=40, help="the list so many times, file to file, so that starting counts little"
    )
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--processes", type=int, default=2)
    args = parser.parse_args()
    lines = lists.puzzles_in(args.file)
    best = one_core(lines, args.every, args.turns)
    others = [name for name in best if not name.startswith("bulk")]
    print(f"{len(lines)} puzzles of {args.file.name}, on one core:")
    for name, per_second in best.items():
        print(f"  {name:26} {per_second:10,.0f} puzzles/s   bulk is {best['bulk'] / per_second:8.2f} times that")
    results = [file_to_file(lines, args.repeat, args.processes) for _ in range(args.turns)]
    clock, cores = max(results)[0], max(own for _, own in results)
    print(
        f"file to file, {args.repeat} times the list, {args.processes} processes: {clock:,.0f} puzzles/s on the clock,"
    )
    print(f"  {cores:,.0f} if each process had a core of its own")
    for name in others:
        print(f"  {clock / best[name]:8.1f} ({cores / best[name]:.1f}) times {name}")
    print(f"lines checked in the time to count one: {check_against_count(args.file, args.turns):.2f}")
    children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(f"most memory: {own / 1024:.0f} MB here (with the other solvers), {children / 1024:.0f} MB in a worker")


if __name__ == "__main__":
    main()
