"""Measures how much CPU time a playing window uses while it is visible and while it is hidden, according to /proc.

Run it by hand: ``python tests/benchmarks/out_of_sight.py [--seconds 5]``, on Linux with Xvfb and xdotool.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "shared" / "window"))

from real_window import RealWindow, display

TICKS = os.sysconf("SC_CLK_TCK")


def spent(pid: int) -> float:
    """Return the seconds of CPU time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def share(window: RealWindow, seconds: float) -> float:
    """Return the share of a core that the window uses over some seconds."""
    before = spent(window.process.pid)
    time.sleep(seconds)
    return (spent(window.process.pid) - before) / seconds


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=5)
    seconds = parser.parse_args().seconds
    with tempfile.TemporaryDirectory() as folder, display() as name:
        os.environ["SOLVESCOPE_STATE"] = folder
        for speed in (0.5, 60, 5_000):
            run = Path(folder) / f"{speed:g}"
            with RealWindow(name, run, "uphill-1", "--solver", "backtracking", "--speed", speed) as window:
                time.sleep(4)  # until the puzzles made in advance are ready
                window.press("space", "play")
                seen = share(window, seconds)
                window._xdotool("windowunmap", window.id)
                window.wait("out of sight")
                print(f"{speed:>6g} steps/s: {seen:.1%} of a core seen, {share(window, seconds):.1%} unseen")


if __name__ == "__main__":
    main()
