"""Measures the window's frame rate, slowest frames and steps per second at top speed, and what it costs to sit idle
or to play slowly.

Run it by hand: ``python tests/benchmarks/window.py [--seconds 10] [--size 1280x800]``, with a display or under
xvfb-run; without one it draws on SDL's dummy driver.
"""

from __future__ import annotations

import argparse
import os
import time

if not os.environ.get("DISPLAY") and os.name == "posix":
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import solvers
from puzzles import Puzzle
from visualizer.files.store import EventLog
from visualizer.session.settings import Options
from visualizer.timeline.timeline import Run, Timeline
from visualizer.window.app import FRAME, App, open_session

WARM = 40
"""The number of frames before the measured ones."""
HARD = "52...6.........7.13...........4..8..6......5...........418.........3..2...87....."


class Measured(App):
    """An app that runs for some seconds and records when each frame ended."""

    def __init__(self, options: Options, seconds: float, warm: float) -> None:
        super().__init__(open_session(options, EventLog(None)), options)
        self.begins = time.perf_counter() + warm
        self.until = self.begins + seconds
        self.frames: list[float] = []
        self.begun = 0.0, 0.0

    def _advance(self, dt: float) -> None:
        super()._advance(dt)
        now = time.perf_counter()
        if now >= self.begins and not self.begun[1]:
            self.begun = time.process_time(), now
        if now > self.until:
            self.open = False

    def _draw(self) -> None:
        super()._draw()
        self.frames.append(time.perf_counter())


def measure(options: Options, seconds: float, warm: float = 0) -> tuple[Measured, float, float]:
    """Return the app after so many seconds, and its processor time and elapsed time without the first ones."""
    app = Measured(options, seconds, warm)
    app.run()
    return app, time.process_time() - app.begun[0], time.perf_counter() - app.begun[1]


def at_sixty_frames(options: Options, frames: int = 200) -> float:
    """Return the steps per second at 60 frames per second if the machine did nothing else, by processor time."""
    app = App(open_session(options, EventLog(None)), options, time.process_time)
    app.open_window()
    took, before = 0.0, 0
    with app.garbage:
        for number in range(frames + WARM):
            if number == WARM:
                took, before = 0.0, app.session.timeline.length
            begun = time.process_time()
            app.frame([], FRAME)
            took += max(FRAME, time.process_time() - begun)
    steps = app.session.timeline.length - before
    app.session.close()
    return steps / took


def recorded(options: Options, steps: int = 1_000_000) -> float:
    """Return the steps per second of processor time of the recorder alone."""
    puzzle, solver = options.puzzle or Puzzle.empty(), solvers.get(options.solver)
    timeline = Timeline(Run(lambda: solvers.trace(puzzle, solver.name), lambda: solver.board(puzzle, {})))
    begun = time.process_time()
    timeline.reach(steps, time.perf_counter, 60.0)
    return timeline.length / (time.process_time() - begun)


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
        if solver == "backtracking":  # the other run ends too soon
            best, alone = at_sixty_frames(busy), recorded(busy)
            print(f"  with the machine to itself: {best:,.0f} steps/s, {best / alone:.2f} of the recorder alone")
    app, cpu, wall = measure(Options(Puzzle.parse(HARD), size=size), args.seconds / 2)  # type: ignore[arg-type]
    print(f"idle: {cpu / wall:.1%} of a core, {len(app.frames)} frames drawn")
    for solver in ("backtracking", "mrv", "human"):
        slow = Options(Puzzle.parse(HARD), solver=solver, speed=0.5, autoplay=True, size=size)  # type: ignore[arg-type]
        _, cpu, wall = measure(slow, args.seconds, warm=5)
        print(f"{solver}, half a step a second, once recorded far enough ahead: {cpu / wall:.1%} of a core")


if __name__ == "__main__":
    main()
