"""Measures how large a recorded run is as a GIF, as a film and as a page, and how long each takes to write.

python tests/benchmarks/films.py
python tests/benchmarks/films.py --puzzle deep-2 --solver cdcl --size 1920x1080 --seconds 60
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

from puzzles.corpus import named
from visualizer.cli.arguments import size_of
from visualizer.export import EXPORTERS
from visualizer.export.recording import record
from visualizer.session.settings import RecordOptions


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--puzzle", default="deep-2")
    parser.add_argument("--solver", default="mrv")
    parser.add_argument("--size", type=size_of((320, 240)), default=(1366, 768))
    parser.add_argument("--seconds", type=float, default=15.0)
    args = parser.parse_args()
    print("| file | pictures | size in kB | CPU seconds |\n| --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        for name, entry in EXPORTERS.entries.items():
            output = Path(folder) / f"run.{name}"
            moving = {"seconds": args.seconds} if entry.facts.get("moving") else {}
            began = time.process_time()
            count = record(RecordOptions(named.find(args.puzzle), output, args.solver, size=args.size, **moving))
            took, number = time.process_time() - began, count if entry.facts.get("unit", "picture") == "picture" else 0
            print(f"| {name} | {number or ''} | {output.stat().st_size / 1000:.0f} | {took:.1f} |", flush=True)


if __name__ == "__main__":
    main()
