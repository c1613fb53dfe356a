"""Measures how long a frame takes with every pane open on a run of many million steps, while playing and scrubbing.

Run it by hand: ``python tests/benchmarks/panes.py [--steps 20000000] [--size 1366x768]``, with a display or under
xvfb-run; without one it draws on SDL's dummy driver. A frame includes handling the events, making the steps that fit
into its budget, and painting the picture. Sixty a second leave 16.7 ms.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from collections.abc import Callable

if not os.environ.get("DISPLAY") and os.name == "posix":
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from puzzles import Puzzle
from visualizer.files.store import EventLog
from visualizer.session.settings import Options
from visualizer.timeline.player import SPEEDS
from visualizer.timeline.timeline import SHARED
from visualizer.window.app import FRAME, App, open_session

UPHILL = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
"""A puzzle that takes backtracking some 69 million guesses."""
DT = FRAME


def times(app: App, frames: int, act: Callable[[int], object]) -> list[float]:
    """Return the milliseconds of each frame, calling a function before each one."""
    taken = []
    for i in range(frames):
        act(i)
        app.dirty = True
        began = time.perf_counter()
        app.frame([], DT)
        taken.append(1000 * (time.perf_counter() - began))
    return sorted(taken)


def report(name: str, taken: list[float]) -> None:
    print(
        f"{name:34} median {taken[len(taken) // 2]:5.1f} ms, 99th percentile {taken[int(len(taken) * 0.99)]:5.1f} ms, "
        f"most {taken[-1]:5.1f} ms"
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=20_000_000)
    parser.add_argument("--size", default="1366x768")
    parser.add_argument("--frames", type=int, default=400)
    args = parser.parse_args()
    size = tuple(map(int, args.size.split("x")))
    options = Options(Puzzle.parse(UPHILL), solver="backtracking", size=size)  # type: ignore[arg-type]
    app = App(open_session(options, EventLog(None)), options)
    app.open_window()
    session = app.session
    for pane in ("tree", "statistics"):
        session.panes.toggle(pane)
    session.panes.toggle_tall()
    session.do("heat")
    session.player.speed = SPEEDS[-1]
    session.player.play()
    report("playing at top speed, from 0", times(app, args.frames, lambda i: None))
    while session.timeline.length < args.steps:
        session.timeline.reach(args.steps, time.perf_counter, 0.2)
        while session.analysis.follow(time.perf_counter, 0.05) and not session.analysis.tree.too_large:
            pass
    length, rng = session.timeline.length, random.Random(1)
    session.player.pause()
    for _ in range(60):
        app.frame([], DT)
    print(f"{length:,} steps, {SHARED.used / 1e6:,.0f} MB of {SHARED.cap / 1e6:,.0f} held")
    report("scrubbing anywhere", times(app, args.frames, lambda i: session.player.to(rng.randrange(length))))
    report("scrubbing backwards", times(app, args.frames, lambda i: session.player.to(length - i * length // 500)))
    report("stepping back", times(app, args.frames, lambda i: session.player.step(-1)))
    session.player.to(length // 2)

    def zoomed(i: int) -> None:
        session.do("zoom in" if i % 40 < 20 else "zoom out")

    report("zooming in and out", times(app, args.frames, zoomed))
    session.player.to(length)
    session.player.play()
    report("playing on at top speed", times(app, args.frames, lambda i: None))
    session.close()


if __name__ == "__main__":
    main()
