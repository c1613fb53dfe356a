"""Measures how large a recorded run is as a GIF, as a film and as a page, and how much time and memory each takes.

python tests/benchmarks/films.py
python tests/benchmarks/films.py --puzzle deep-2 --solver cdcl --size 1920x1080 --seconds 60
"""

from __future__ import annotations

import argparse
import tempfile
from multiprocessing import get_context
from pathlib import Path
from resource import RUSAGE_SELF, getrusage

from puzzles.corpus import named
from visualizer.cli.arguments import size_of
from visualizer.export import EXPORTERS
from visualizer.export.recording import record
from visualizer.session.settings import RecordOptions


def one(name: str, args: argparse.Namespace) -> tuple[str, float, float, float]:
    """Record a run. Return how many pictures it has, its size in kB, and the CPU seconds and megabytes it took."""
    with tempfile.TemporaryDirectory() as folder:
        output, entry = Path(folder) / f"run.{name}", EXPORTERS.entries[name]
        moving = {"seconds": args.seconds} if entry.facts.get("moving") else {}
        count = record(RecordOptions(named.find(args.puzzle), output, args.solver, size=args.size, **moving))
        used = getrusage(RUSAGE_SELF)
        number = str(count) if entry.facts.get("unit", "picture") == "picture" else ""
        return number, output.stat().st_size / 1000, used.ru_utime + used.ru_stime, used.ru_maxrss / 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--puzzle", default="deep-2")
    parser.add_argument("--solver", default="mrv")
    parser.add_argument("--size", type=size_of((320, 240)), default=(1366, 768))
    parser.add_argument("--seconds", type=float, default=15.0)
    args = parser.parse_args()
    print("| file | pictures | size in kB | CPU seconds | MB of memory |\n| --- | --- | --- | --- | --- |")
    with get_context("spawn").Pool(1, maxtasksperchild=1) as processes:
        for name in EXPORTERS:
            number, size, took, memory = processes.apply(one, (name, args))
            print(f"| {name} | {number} | {size:.0f} | {took:.1f} | {memory:.0f} |", flush=True)


if __name__ == "__main__":
    main()
