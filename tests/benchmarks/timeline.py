"""Measures how fast a run of twenty million steps is recorded, how much memory it takes, and how long a jump takes.

Run it by hand: ``python tests/benchmarks/timeline.py [--steps 20000000] [--cap MB] [--corpus FILE]``. The limits are
200 MB more than at the start, and jumps of 1 ms in the median and 16 ms at most; if one is exceeded, the exit code is
1. A run of a hundred million steps is kept to them too. With ``--cap``, the run has less memory than it needs: the
benchmark measures how long forgotten steps take to come back, and checks them. With ``--corpus`` it records whole
searches of puzzles drawn from a file instead of one long search.
"""

from __future__ import annotations

import argparse
import gc
import random
import statistics
import sys
import time
from collections import deque
from itertools import islice
from pathlib import Path

import solvers
from puzzles import Corpus, Puzzle
from puzzles.corpus import named
from solvers.core.board import Board
from solvers.core.step import Kind
from visualizer.scene.board import Boards
from visualizer.timeline.timeline import CAP, Memory, Run, Timeline

HARD = "uphill-1"
SOLVER = "backtracking"
MOST_MEMORY, MOST_MEDIAN, MOST_JUMP = 200.0, 1.0, 16.0
"""The limits in megabytes, milliseconds and milliseconds."""


def megabytes() -> float:
    """Return the megabytes of memory that this process uses, or nan if the system does not say."""
    try:
        import resource

        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * resource.getpagesize() / 1e6
    except (ImportError, OSError):
        return float("nan")


def start(puzzle: Puzzle, cap: int) -> Timeline:
    solver = solvers.get(SOLVER)
    return Timeline(Run(lambda: solvers.trace(puzzle, SOLVER), lambda: solver.board(puzzle)), Memory(cap))


def record(timeline: Timeline, steps: int) -> float:
    """Return the seconds it takes to record some steps in portions of 8 ms, as the window does in every frame."""
    began = time.perf_counter()
    while timeline.length < steps and not timeline.finished and not timeline.resting:
        timeline.reach(steps, time.perf_counter, 0.008)
    return time.perf_counter() - began


def bare(puzzle: Puzzle, steps: int) -> float:
    """Return the seconds it takes to make some steps and ignore them."""
    began = time.perf_counter()
    deque(islice(solvers.trace(puzzle, SOLVER), steps), maxlen=0)
    return time.perf_counter() - began


def on_a_board(puzzle: Puzzle, steps: int) -> float:
    """Return the seconds it takes to make some steps and apply each to a board without keeping it."""
    board = solvers.get(SOLVER).board(puzzle)
    began = time.perf_counter()
    board.replay(islice(solvers.trace(puzzle, SOLVER), steps))
    return time.perf_counter() - began


def jumps(timeline: Timeline, count: int) -> list[float]:
    """Return the milliseconds of several jumps to random positions, including everything that is drawn there."""
    places, times = random.Random(2020), []
    gc.disable()  # the window collects garbage between frames
    for _ in range(count):
        position = places.randint(0, timeline.length)
        began = time.perf_counter()
        if not timeline.reach(position, time.perf_counter, 0):
            continue
        Boards.at(timeline, position)
        timeline.counts(position)
        times.append(1000 * (time.perf_counter() - began))
    gc.enable()
    return times


def come_back(timeline: Timeline, count: int) -> list[float]:
    """Return the seconds of several jumps to positions that may have been forgotten."""
    places, times = random.Random(2020), []
    for _ in range(count):
        position = places.randint(1, timeline.length)
        began = time.perf_counter()
        while not timeline.reach(position, time.perf_counter, 0.008):
            pass
        times.append(time.perf_counter() - began)
        check(timeline, position)
    return times


def check(timeline: Timeline, position: int) -> None:
    """Check that the board at a position holds what the solver alone has placed by that step."""
    board: Board = timeline.run.board()
    board.replay(islice(timeline.run.steps(), position))
    assert timeline.board_at(position).values == board.values, f"another board at {position:,}"


def one_long_run(steps: int, cap: int) -> bool:
    puzzle = named.find(HARD)
    before = megabytes()
    timeline = start(puzzle, cap)
    took = record(timeline, steps)
    took_memory = megabytes() - before
    length = timeline.length
    rate, alone, boarded = length / took, length / bare(puzzle, length), length / on_a_board(puzzle, length)
    print(f"{SOLVER} on {HARD}: {length:,} steps, {int(timeline.counts(length)[Kind.GUESS]):,} of them guesses")
    print(f"recorded: {rate:,.0f} steps/s; the bare generator {alone:,.0f} ({rate / alone:.2f}), with a board "
          f"{boarded:,.0f} ({rate / boarded:.2f})")  # fmt: skip
    print(f"memory: {took_memory:.0f} MB above the start, {took_memory * 1e6 / length:.2f} bytes a step; "
          f"{(timeline.bytes) / 1e6:.0f} MB on the account")  # fmt: skip
    if cap < CAP:
        times = come_back(timeline, 5)
        print(f"back to a forgotten place: {statistics.median(times):.2f} s in the median, {max(times):.2f} s at most")
        return took_memory <= MOST_MEMORY
    times = jumps(timeline, 5000)
    for position in (length // 3, length // 2):
        check(timeline, position)
    median = statistics.median(times)
    print(f"a jump: {median:.2f} ms in the median, {max(times):.2f} ms at most, of {len(times):,}")
    return not (took_memory > MOST_MEMORY) and median <= MOST_MEDIAN and max(times) <= MOST_JUMP


def drawn(path: Path, steps: int) -> bool:
    """Record whole searches of puzzles from a file, until enough steps have been made."""
    made, took, puzzles = 0, 0.0, 0
    with Corpus(path, seed=2020) as corpus:
        while made < steps:
            timeline = start(corpus.draw(), CAP)
            took += record(timeline, steps - made)
            made, puzzles = made + timeline.length, puzzles + 1
            timeline.close()
    print(f"{SOLVER} on {puzzles:,} puzzles of {path.name}: {made:,} steps, {made / took:,.0f} steps/s recorded")
    return True


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=20_000_000)
    parser.add_argument("--cap", type=float, metavar="MB", help="memory for packed steps")
    parser.add_argument("--corpus", type=Path, help="a file of puzzles to draw from")
    options = parser.parse_args()
    if options.corpus:
        return not drawn(options.corpus, options.steps)
    return not one_long_run(options.steps, int(options.cap * 2**20) if options.cap else CAP)


if __name__ == "__main__":
    sys.exit(main())
