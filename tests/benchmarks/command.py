"""Measures what a command costs to start and run, next to an import of numpy, in processor time.

Run it by hand: ``python tests/benchmarks/command.py [--rounds 40] [--imports] [solve fig1]``, on a system with
``os.wait4``. The runs alternate, so that whatever else the machine does falls on both. ``--imports`` lists the modules
that the command imports too, by what each takes itself.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys

ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
"""Compiled files are used, as they are by an installed program."""


def seconds(*arguments: str) -> float:
    """Return the processor seconds of one process of Python."""
    process = subprocess.Popen([sys.executable, *arguments], env=ENVIRONMENT, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, arguments
    return used.ru_utime + used.ru_stime


def imports(*arguments: str, most: int = 25) -> None:
    """Print the modules that cost most, each without those that it imports."""
    run = subprocess.run([sys.executable, "-X", "importtime", *arguments], env=ENVIRONMENT, capture_output=True)
    lines = [line.split(b":")[1].split(b"|") for line in run.stderr.splitlines() if b" | " in line]
    times = sorted(((int(own), name.decode().strip()) for own, _, name in lines if own.strip().isdigit()), reverse=True)
    for own, name in times[:most]:
        print(f"{own / 1000:6.1f} ms  {name}")
    print(f"{sum(own for own, _ in times) / 1000:6.1f} ms  {len(times)} modules")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--imports", action="store_true")
    parser.add_argument("command", nargs="*", default=["solve", "fig1"])
    args = parser.parse_args()
    ours, numpy = ["-m", "visualizer", *args.command], ["-c", "import numpy"]
    seconds(*ours), seconds(*numpy)  # so that everything is compiled and in memory
    pairs = [(seconds(*ours), seconds(*numpy)) for _ in range(args.rounds)]
    for name, its in zip((" ".join(args.command), "import numpy"), zip(*pairs, strict=True), strict=True):
        print(f"{1000 * statistics.median(its):6.1f} ms (least {1000 * min(its):.1f})  {name}")
    print(f"{statistics.median(mine / its for mine, its in pairs):6.3f} times the processor time of numpy (median)")
    print(f"{min(mine for mine, _ in pairs) / min(its for _, its in pairs):6.3f} times (least by least)")
    if args.imports:
        imports(*ours)


if __name__ == "__main__":
    main()
