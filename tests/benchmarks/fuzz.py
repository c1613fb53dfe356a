"""Feeds every reader of outside text mutated and random inputs, and reports what a reader raises but should not.

Run it by hand, for as long as you like::

    python tests/benchmarks/fuzz.py --count 1000000 [--seed 7] [--only NAME] [--processes 2]
    python tests/benchmarks/fuzz.py --seed 7 --only NAME --at 4711     show one input, and how reading it ends

The inputs are shared equally among the readers in ``tests/shared/fuzzing.py``, and depend only on the seed, the reader
and their number. For each reader the program prints how many inputs it accepted, refused, and failed at, the longest
time that one took, and the command that repeats each failure. The exit code is 1 if there are any.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import shutil
import sys
import tempfile
from functools import partial
from pathlib import Path

TESTS = Path(__file__).parents[1]
sys.path[:0] = [str(TESTS.parent), str(TESTS / "shared"), str(TESTS / "shared" / "window")]
os.environ |= {"SDL_VIDEODRIVER": "dummy", "SDL_NO_SIGNAL_HANDLERS": "1", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}

from fuzzing import Reader, Tally, input_of, readers, run, scratch  # noqa: E402
from kept_documents import documents_of  # noqa: E402

FOUND: dict[str, Reader] = {}
PART = 2000
"""How many inputs of a reader to try at a time."""


def find_readers() -> None:
    """Find every reader, including one for each document that the window keeps."""
    with tempfile.TemporaryDirectory() as folder:
        FOUND.update(readers(documents_of(Path(folder))))


def tried(name: str, seed: int, numbers: range) -> Tally:
    try:
        return run(FOUND[name], name, seed, numbers)
    finally:
        shutil.rmtree(scratch(), ignore_errors=True)
        scratch.cache_clear()


def report(name: str, seed: int, parts: list[Tally]) -> bool:
    """Print what became of a reader's inputs, and return whether it raised anything."""
    accepted, refused = sum(part.accepted for part in parts), sum(part.refused for part in parts)
    raised = [fault for part in parts for fault in part.raised]
    longest, slowest = max((part.longest, part.slowest) for part in parts)
    total = accepted + refused + len(raised)
    print(f"{name:28}{total:>10,} inputs{accepted:>10,} accepted{refused:>10,} refused{len(raised):>8,} raised", end="")
    print(f"   longest {longest:.3f} s (--at {slowest})", flush=True)
    for number, error in raised[:5]:
        print(f"  python tests/benchmarks/fuzz.py --seed {seed} --only '{name}' --at {number}\n    {error}", flush=True)
    return bool(raised)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100_000, help="how many inputs in total")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", metavar="NAME", help="only this reader")
    parser.add_argument("--at", type=int, metavar="NUMBER", help="only this input of the reader")
    parser.add_argument("--processes", type=int, default=1)
    args = parser.parse_args()
    find_readers()
    if args.at is not None:
        data = input_of(FOUND[args.only], args.only, args.seed, args.at)
        print(data, "accepted" if FOUND[args.only].read(data) else "refused", sep="\n")
        return 0
    names = [args.only] if args.only else list(FOUND)
    each = max(1, args.count // len(names))
    faulty = False
    with multiprocessing.get_context("spawn").Pool(args.processes, find_readers) as pool:
        for name in names:
            parts = [range(start, min(each, start + PART)) for start in range(0, each, PART)]
            faulty |= report(name, args.seed, pool.map(partial(tried, name, args.seed), parts, chunksize=1))
    return faulty


if __name__ == "__main__":
    sys.exit(main())
