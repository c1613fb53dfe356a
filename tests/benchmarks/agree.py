"""Checks that the bulk engine, ``mrv`` and pycosat agree on lists of puzzles, and on altered copies of them.

Run it by hand on lists with a puzzle a line, of any size::

    pip install numpy pycosat hypothesis
    python tests/benchmarks/agree.py 17clue.txt 16x16.txt [--sample 1000] [--spoiled 10000] [--limit 3]

All three count the solutions of a sample of each list, and of puzzles from it that were made ambiguous or impossible,
up to the limit. The solutions are compared: below the limit, the bulk engine's must be one of the others'; if there is
only one, all must agree. ``mrv`` has a limited number of steps for a puzzle; on grids other than 9x9 the bulk engine
and pycosat have a limited time, in separate processes. Puzzles that take longer are reported and not compared. The exit
code is 1 if two of them disagree.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import TypeVar

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1] / "shared")]

from agreement import MOST_STEPS, by_bulk, by_mrv, by_sat, contradiction, objection, spoil  # noqa: E402

from puzzles import Corpus, Puzzle  # noqa: E402
from puzzles.geometry import STANDARD  # noqa: E402

A = TypeVar("A")
SPOILED = {4: 10_000, 6: 10_000, 8: 10_000, 9: 10_000, 16: 300}
"""The default number of spoiled puzzles for each side."""
SPOILED_ELSE = 60


def within(seconds: float, work: Callable[[], A]) -> A | None:
    """Do the work in a separate process, and return its result, or ``None`` if it takes longer than allowed."""
    fork = multiprocessing.get_context("fork")
    receive, send = fork.Pipe(duplex=False)
    process = fork.Process(target=_tell, args=(send, work))
    process.start()
    send.close()
    try:
        return receive.recv() if receive.poll(seconds) else None
    finally:
        process.kill()
        process.join()
        receive.close()


def _tell(send: Connection, work: Callable[[], object]) -> None:
    send.send(work())


class Comparison:
    """A comparison of several puzzles, and its result."""

    def __init__(self, limit: int, steps: int, seconds: float) -> None:
        self.limit, self.steps, self.seconds = limit, steps, seconds
        self.counts: Counter[int] = Counter()
        self.agreed: Counter[str] = Counter()
        self.endless: Counter[str] = Counter()
        self.spent: Counter[str] = Counter()
        self.objections: list[str] = []

    def compare(self, puzzles: list[Puzzle]) -> None:
        for puzzle, said in zip(puzzles, self._bulk(puzzles), strict=True):
            if said is None:
                self.endless["bulk"] += 1
            else:
                self.counts[said[0]] += 1
                self._judge("itself", puzzle, contradiction(puzzle, said))
            others = {name: self._timed(name, way, puzzle) for name, way in self._others(puzzle)}
            for name, found in others.items():
                if found is None:
                    self.endless[name] += 1
                elif said is not None:
                    self._judge(name, puzzle, objection(puzzle, self.limit, said, found))

    def _bulk(self, puzzles: list[Puzzle]) -> Iterator[tuple[int, Puzzle | None] | None]:
        """Solve all 9x9 grids together, as intended, and other grids one by one, since each may take too long."""
        standard = [puzzle for puzzle in puzzles if puzzle.geometry == STANDARD]
        begun = time.process_time()
        together = iter(by_bulk(standard, self.limit))
        self.spent["bulk"] += time.process_time() - begun
        for puzzle in puzzles:
            if puzzle.geometry == STANDARD:
                yield next(together)
            else:
                yield self._timed("bulk", lambda one: self._ended(lambda: by_bulk([one], self.limit)[0]), puzzle)

    def _others(self, puzzle: Puzzle) -> Iterator[tuple[str, Callable[[Puzzle], list[Puzzle] | None]]]:
        yield "mrv", lambda one: by_mrv(one, self.limit, self.steps)
        if puzzle.geometry == STANDARD:
            yield "pycosat", lambda one: by_sat(one, self.limit)
        else:
            yield "pycosat", lambda one: self._ended(lambda: by_sat(one, self.limit))

    def _ended(self, work: Callable[[], A]) -> A | None:
        return within(self.seconds, work)

    def _timed(self, name: str, way: Callable[[Puzzle], A], puzzle: Puzzle) -> A:
        begun = time.perf_counter()
        found = way(puzzle)
        self.spent[name] += time.perf_counter() - begun
        return found

    def _judge(self, name: str, puzzle: Puzzle, complaint: str | None) -> None:
        if complaint:
            self.objections.append(f"{puzzle}: bulk against {name}: {complaint}")
        else:
            self.agreed[name] += 1

    def report(self, title: str) -> None:
        fates = ", ".join(f"{number} with {count}" for count, number in sorted(self.counts.items()))
        print(f"  {title}: {fates} solutions (counted up to {self.limit})")
        for name in ("bulk", "mrv", "pycosat"):
            same = f"{self.agreed[name]:6} the same, " if name != "bulk" else " " * 17
            print(f"    {name:8}{same}{self.endless[name]:4} not ended, {self.spent[name]:8.2f} s")
        for complaint in self.objections:
            print(f"    DIFFERENT {complaint}")
        sys.stdout.flush()


def read(path: Path) -> list[Puzzle]:
    with Corpus(path) as corpus:
        found = [puzzle for _, puzzle in corpus.iterate()]
    wrong = [puzzle for puzzle in found if not isinstance(puzzle, Puzzle)]
    if wrong or not found:
        raise SystemExit(f"{path}: {wrong[0] if wrong else 'there is no puzzle in it'}")
    return [puzzle for puzzle in found if isinstance(puzzle, Puzzle)]


def main() -> int:
    parser = argparse.ArgumentParser(description="The bulk engine, mrv and pycosat on the same puzzles.")
    parser.add_argument("files", type=Path, nargs="+", help="lists with one puzzle a line, of any size")
    parser.add_argument("--sample", type=int, default=1000, help="puzzles of each list itself")
    parser.add_argument("--spoiled", type=int, help="puzzles of it, ambiguous or impossible (default: by their size)")
    parser.add_argument("--limit", type=int, default=3, help="solutions are counted so far")
    parser.add_argument("--steps", type=int, default=MOST_STEPS, help="of mrv, for each puzzle")
    parser.add_argument("--seconds", type=float, default=20, help="for each puzzle that is not 9x9")
    args = parser.parse_args()
    different = 0
    for path in args.files:
        random, puzzles = Random(1), read(path)
        number = SPOILED.get(puzzles[0].geometry.side, SPOILED_ELSE) if args.spoiled is None else args.spoiled
        spoiled = [spoil(random.choice(puzzles), random) for _ in range(number)]
        print(f"{path.name}, {len(puzzles)} puzzles")
        for title, some in (
            ("a sample of itself", random.sample(puzzles, min(args.sample, len(puzzles)))),
            ("spoiled", spoiled),
        ):
            comparison = Comparison(args.limit, args.steps, args.seconds)
            comparison.compare(some)
            comparison.report(f"{len(some)} puzzles, {title}")
            different += len(comparison.objections)
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
