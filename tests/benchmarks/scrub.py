"""Compares a frame drawn while scrubbing with a plain repaint of the whole window.

Run it by hand: ``python tests/benchmarks/scrub.py [--size 3840x2160] [--frames 300]``, with a display or under
xvfb-run; without one it draws on SDL's dummy driver. Sixty frames a second leave 16 ms. The figures are processor
times, because other programs may be using the machine.
"""

from __future__ import annotations

import argparse
import cProfile
import gc
import os
import pstats
import random
import time
from statistics import median

if not os.environ.get("DISPLAY") and os.name == "posix":
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from puzzles import Puzzle
from visualizer.files.store import EventLog
from visualizer.session.settings import Options
from visualizer.timeline.transport import Travel
from visualizer.window.app import FRAME, App, open_session

HARD = "52...6.........7.13...........4..8..6......5...........418.........3..2...87....."
SOLVERS = ("backtracking", "elimination", "cdcl")
PANES = ("code", "tree")


def times(app: App, positions: list[int], *, whole: bool) -> list[float]:
    """Return the milliseconds of a frame at each position, painted in full or only where it has changed."""
    taken = []
    for position in positions:
        app.session.player.to(position, travel=Travel.DRAG)
        app.dirty = True
        if whole:
            app.screen.forget()
        began = time.thread_time()
        app.frame([], FRAME)
        taken.append(1000 * (time.thread_time() - began))
    return sorted(taken)


def opened(solver: str, size: tuple[int, int], steps: int) -> App:
    """Return a window that shows panes on a recorded run."""
    options = Options(Puzzle.parse(HARD), solver=solver, size=size)
    app = App(open_session(options, EventLog(None)), options)
    gc.collect()  # garbage from earlier windows does not count here
    app.garbage.__enter__()  # as the window does
    app.open_window()
    app.session.panes.shown = list(PANES)
    app.session.timeline.reach(steps, time.perf_counter, 20)
    while app.session.analysis.follow(time.perf_counter, 0.05) and not app.session.analysis.tree.too_large:
        pass
    app.session.player.pause()
    for _ in range(30):
        app.frame([], FRAME)
    return app


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--size", default="3840x2160")
    parser.add_argument("--frames", type=int, default=300)
    parser.add_argument("--steps", type=int, default=20_000)
    parser.add_argument("--profile", action="store_true", help="say where the time goes")
    args = parser.parse_args()
    width, height = map(int, args.size.split("x"))
    for solver in SOLVERS:
        app = opened(solver, (width, height), args.steps)
        length, rng = app.session.timeline.length, random.Random(1)
        anywhere = [rng.randrange(1, length) for _ in range(args.frames)]
        slowly = [length // 2 + i for i in range(args.frames) if length // 2 + i < length]
        plain = median(times(app, anywhere, whole=True))
        for name, positions in (("anywhere", anywhere), ("step by step", slowly)):
            taken = times(app, positions, whole=False)
            print(
                f"{solver:14} {name:13} median {median(taken):5.1f} ms, 99th percentile "
                f"{taken[int(len(taken) * 0.99)]:5.1f} ms, worst {taken[-1]:5.1f} ms; "
                f"{plain / median(taken):.1f} times as fast as a full repaint"
            )
        if args.profile:
            with cProfile.Profile() as profile:
                times(app, anywhere, whole=False)
            pstats.Stats(profile).sort_stats("tottime").print_stats(18)
        app.session.close()


if __name__ == "__main__":
    main()
