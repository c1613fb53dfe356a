"""Measures the frame rate of a race of six lanes at top speed, its slowest frames, and the work in each frame.

Run it by hand: ``python tests/benchmarks/race.py [--seconds 10] [--size 1366x768] [--pace steps]``, with a display or
under xvfb-run; without one it draws on SDL's dummy driver. A frame's work is the part of its 16.7 ms that it takes; on
a shared machine, processor time says more.
"""

from __future__ import annotations

import argparse
import os
import time

if not os.environ.get("DISPLAY") and os.name == "posix":
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from puzzles import Puzzle
from visualizer.files.store import EventLog
from visualizer.race.mode import RaceMode, SavedRace
from visualizer.race.pace import Pace
from visualizer.session.run_spec import parse
from visualizer.session.settings import Options
from visualizer.window.app import App, open_session

HARD = "52...6.........7.13...........4..8..6......5...........418.........3..2...87....."
LANES = "backtracking,elimination,cdcl,exact-cover,annealing,fewest-blanks"


class Measured(App):
    """An app that runs a race for some seconds, and records when each frame ended and how long it took."""

    def __init__(self, options: Options, seconds: float) -> None:
        super().__init__(open_session(options, EventLog(None)), options)
        self.seconds = seconds
        self.until = 0.0
        self.frames: list[float] = []
        self.work: list[float] = []
        self.spent: list[float] = []

    def frame(self, events: object, dt: float) -> bool:
        began, spent = time.perf_counter(), time.process_time()
        drawn = super().frame(events, dt)  # type: ignore[arg-type]
        race = self.session.modes[RaceMode].race
        if race is None:
            return drawn
        ended = time.perf_counter()
        self.until = self.until or ended + self.seconds
        race.race.play()
        self.frames.append(ended)
        self.work.append(ended - began)
        self.spent.append(time.process_time() - spent)
        self.open = ended < self.until
        return drawn


def percentile(values: list[float], share: float) -> float:
    return 1000 * sorted(values)[int(len(values) * share)]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--size", default="1366x768")
    parser.add_argument("--pace", choices=[pace.value for pace in Pace], default="steps")
    args = parser.parse_args()
    width, height = map(int, args.size.split("x"))
    speed = {"steps": 2e7, "guesses": 1e6}[args.pace]
    lanes = LANES.replace("annealing", "blank-sum") if args.pace == "guesses" else LANES  # annealing makes no guesses
    race = SavedRace(parse(lanes), Pace(args.pace), speed=speed)
    options = Options(Puzzle.parse(HARD), modes={"race": race}, size=(width, height))
    app = Measured(options, args.seconds)
    app.open_window()
    try:
        app._loop()
        race = app.session.modes[RaceMode].race
        reached = race.race.t if race else 0
    finally:
        app.session.close()
    gaps = [b - a for a, b in zip(app.frames, app.frames[1:], strict=False)]
    print(
        f"{args.size}, equal {args.pace}: {len(gaps) / sum(gaps):.1f} frames/s; "
        f"from frame to frame median {percentile(gaps, 0.5):.1f} ms, 99th percentile {percentile(gaps, 0.99):.1f} ms; "
        f"work in a frame median {percentile(app.work, 0.5):.1f} ms, 99th percentile {percentile(app.work, 0.99):.1f} "
        f"ms, of the processor's time {percentile(app.spent, 0.99):.1f} ms; the clock came to {reached:,}"
    )


if __name__ == "__main__":
    main()
