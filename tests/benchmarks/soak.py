"""Sends hundreds of thousands of random inputs, and checks that nothing fails, no move is lost and the board is right.

Run it by hand: ``python tests/benchmarks/soak.py [--events 3000] [--seed 1] [--side 9] [--mode play] [--event-log]``.
Without a side or a mode it goes through all of them, with the given number of events in each. Even seeds use reduced
motion. Everything happens in a temporary folder, on SDL's dummy driver. A failure is printed with the events before it,
and the soak continues with the next mode; the exit code is then 1.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter, process_time

os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
for variable in ("DISPLAY", "WAYLAND_DISPLAY"):
    os.environ.pop(variable, None)
SHARED = Path(__file__).parents[1] / "shared"
sys.path[:0] = [str(SHARED), str(SHARED / "window")]

from soak_material import SIDES  # noqa: E402  found beside this folder
from soaking import MODES, soak  # noqa: E402


@contextmanager
def apart() -> Iterator[Path]:
    """Use a temporary folder as the working folder and for all saved settings."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory(prefix="solvescope-soak-", ignore_cleanup_errors=True) as name:
        folder = Path(name).resolve()
        os.environ["SOLVESCOPE_STATE"] = str(folder / "state")
        os.chdir(folder)
        try:
            yield folder
        finally:
            os.chdir(before)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--events", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--side", type=int, choices=SIDES, action="append")
    parser.add_argument("--mode", choices=MODES, action="append")
    parser.add_argument("--event-log", action="store_true", help="log every event, and check the log")
    args = parser.parse_args()
    events = failures = 0
    for side in args.side or SIDES:
        for mode in args.mode or MODES:
            wall, cpu = perf_counter(), process_time()
            try:
                with apart() as folder:
                    found = soak(mode, side, args.seed, args.events, folder, event_log=args.event_log)
            except Exception:
                failures += 1
                print(f"{mode:5} {side:2} FAILED\n{traceback.format_exc()}", flush=True)
                continue
            events += found.events
            print(
                f"{mode:5} {side:2}  {found.events} events, {found.frames} frames, {found.compared} screens compared, "
                f"{found.lines} lines, {found.quits} starts, {found.first.megabytes:.0f} to "
                f"{found.last.megabytes:.0f} MB, {found.last.processes} processes, {found.last.threads} threads, "
                f"{perf_counter() - wall:.0f} s ({process_time() - cpu:.0f} s of this process)",
                flush=True,
            )
    print(f"{events:,} events without trouble, {failures} runs with", flush=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
