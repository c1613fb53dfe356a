"""Measures the window's frame rate, slowest frames and steps per second at top speed, and what it costs to sit idle.

Run it by hand: ``python tests/benchmarks/window.py [--seconds 10] [--size 1280x800]``, with a display or under
xvfb-run; without one it draws on SDL's dummy driver.
"""

from __future__ import annotations

import argparse
import os
import time

if not os.environ.get("DISPLAY") and os.name == "posix":
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from puzzles import Puzzle
from visualizer.files.store import EventLog
from visualizer.session.settings import Options
from visualizer.window.app import App, open_session

HARD = "52...6.........7.13...........4..8..6......5...........418.........3..2...87....."


class Measured(App):
    """An app that runs for some seconds and records when each frame ended."""

    def __init__(self, options: Options, seconds: float) -> None:
        super().__init__(open_session(options, EventLog(None)), options)
        self.until = time.perf_counter() + seconds
        self.frames: list[float] = []

    def _advance(self, dt: float) -> None:
        super()._advance(dt)
        if time.perf_counter() > self.until:
            self.open = False

    def _draw(self) -> None:
        super()._draw()
        self.frames.append(time.perf_counter())


def measure(options: Options, seconds: float) -> tuple[Measured, float, float]:
    app = Measured(options, seconds)
    cpu, wall = time.process_time(), time.perf_counter()
    app.run()
    return app, time.process_time() - cpu, time.perf_counter() - wall


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--size", default="1280x800")
    args = parser.parse_args()
    size = tuple(map(int, args.size.split("x")))
    for solver in ("backtracking", "elimination"):
        busy = Options(Puzzle.parse(HARD), solver=solver, speed=1e7, autoplay=True, size=size)  # type: ignore[arg-type]
        app, _, wall = measure(busy, args.seconds)
        gaps = sorted(b - a for a, b in zip(app.frames, app.frames[1:], strict=False))
        steps = app.session.timeline.length
        print(
            f"{solver}: {len(app.frames) / wall:.1f} frames/s, median {1000 * gaps[len(gaps) // 2]:.1f} ms, "
            f"99th percentile {1000 * gaps[int(len(gaps) * 0.99)]:.1f} ms, {steps / wall:,.0f} steps/s ({steps:,})"
        )
    app, cpu, wall = measure(Options(Puzzle.parse(HARD), size=size), args.seconds / 2)  # type: ignore[arg-type]
    print(f"idle: {cpu / wall:.1%} of a core, {len(app.frames)} frames drawn")


if __name__ == "__main__":
    main()
