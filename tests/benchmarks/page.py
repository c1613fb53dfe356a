"""Measures recorded pages of long runs in browsers: how large they are, how soon they play, and how long a jump takes.

Run it by hand: ``python tests/benchmarks/page.py [--most 10000000] [--solver NAME] [--puzzle NAME]
[--browser NAME]``. The limits are 2.5 MB, half a second until the page plays, and 10 ms for the worst of 200 jumps;
if one is exceeded, the exit code is 1. A jump is measured twice, once the page has gone through the run: the board
alone, and all that the page shows.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "shared" / "browsers"))
from browser import Browser
from chromium import Chromium
from firefox import Firefox

from puzzles.corpus import named
from visualizer.film.film import Excerpt, film_of
from visualizer.film.page import page

PUZZLE, SOLVER = "uphill-1", "backtracking"
LARGEST, LATEST, WORST = 2.5, 0.5, 10.0
"""The limits in megabytes, seconds and milliseconds."""
BROWSERS = {kind.name.lower(): kind for kind in (Chromium, Firefox)}
READY = """
addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
  if (document.querySelector(".film")?.player && !window.readyAt) window.readyAt = performance.now();
}).observe(document.body, { subtree: true, childList: true, attributes: true }));
"""
JUMPS = """
(async () => {
  const { player } = document.querySelector(".film"), [run] = player.runs, times = { seek: [], shown: [] };
  await run.prepare();
  times.indexed = performance.now();
  let state = 7;
  const place = () => (state = (state * 48271) % 2147483647) % (run.last + 1);
  const measure = (name, act) => {
    for (let i = 0; i < 200; i++) {
      const at = place(), began = performance.now();
      act(at);
      times[name].push(performance.now() - began);
    }
    times[name].sort((one, other) => one - other);
  };
  measure("seek", (at) => run.seek(at));
  measure("shown", (at) => { player.go(at); player.element.offsetHeight; });
  return { ...times, heap: performance.memory?.usedJSHeapSize ?? 0 };
})()
"""


def measure(kind: type[Browser], address: str) -> tuple[float, float, list[float], list[float], float]:
    """Return the seconds until the page plays and until it has read the run, the sorted milliseconds of jumps without
    and with drawing, and the megabytes.
    """
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = kind(Path(folder))
        try:
            browser.before(READY)
            browser.open(address)
            browser.wait("window.readyAt")
            ready, jumps = browser.run("readyAt"), browser.run(JUMPS)
        finally:
            browser.close()
    return ready / 1000, jumps["indexed"] / 1000, jumps["seek"], jumps["shown"], jumps["heap"] / 1e6


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--most", type=int, default=10_000_000, metavar="STEPS", help="the longest run")
    parser.add_argument("--puzzle", default=PUZZLE)
    parser.add_argument("--solver", default=SOLVER)
    parser.add_argument("--browser", choices=sorted(BROWSERS), help="only this one")
    args = parser.parse_args()
    chosen = [BROWSERS[args.browser]] if args.browser else list(BROWSERS.values())
    for kind in chosen:
        if lacking := kind.lacking():
            print(lacking)
    too_much = False
    steps = 1000
    while steps <= args.most:
        began = time.perf_counter()
        film = film_of(named.find(args.puzzle), args.solver, cut=Excerpt(last=steps))
        made = time.perf_counter() - began
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "run.html"
            path.write_text(page([film]), encoding="utf-8")
            size = path.stat().st_size / 1e6
            frames = len(film.header["frames"]["kind"])
            print(f"{len(film.frames):,} steps, {frames:,} frames: {size:.2f} MB, made in {made:.1f} s", flush=True)
            for kind in chosen:
                if kind.lacking():
                    continue
                ready, indexed, seek, shown, heap = measure(kind, path.as_uri())
                figures = {"median": seek[100], "worst": seek[-1], "median shown": shown[100], "worst shown": shown[-1]}
                said = json.dumps({name: round(value, 2) for name, value in figures.items()})
                when = f"ready in {ready:.2f} s, gone through in {indexed:.2f} s"
                print(f"  {kind.name}: {when}, jumps in ms {said}, {heap:.0f} MB", flush=True)
                too_much |= size > LARGEST or ready > LATEST or seek[-1] > WORST
        if len(film.frames) < steps:
            break
        steps *= 10
    return int(too_much)


if __name__ == "__main__":
    sys.exit(main())
