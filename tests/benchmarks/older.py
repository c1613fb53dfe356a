"""Compares startup and running times with an older version: python tests/benchmarks/older.py OLDER [ROUNDS] [WORD]

OLDER is a folder with the older version, as ``git worktree add OLDER COMMIT`` makes one. The two take turns with this
Python, with all files compiled in advance; the figure is the median CPU time of the process. WORD measures only the
rows that contain it: ``frame`` compares the window's first frame with that of a bare pygame window.
``SDL_VIDEODRIVER=x11`` draws on a display.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from statistics import median

HERE = Path(__file__).parent.parent.parent
BARE = """
import os, pygame
pygame.init()
pygame.display.set_mode((1280, 800)).fill("white")
pygame.display.flip()
os._exit(0)
"""
FIRST = """
import os, runpy, pygame
class Window(pygame.Window):
    def flip(self):
        super().flip()
        os._exit(0)
pygame.Window = Window
runpy.run_module("visualizer", run_name="__main__")
"""
BARE_FRAME, FRAME = "first frame, bare pygame", "first frame, fig1"
STARTS = {
    BARE_FRAME: ["-c", BARE],
    FRAME: ["-c", FIRST, "fig1", "--size", "1280x800"],
    "--version": ["-m", "visualizer", "--version"],
    "--help": ["-m", "visualizer", "--help"],
    "list": ["-m", "visualizer", "list"],
    "solve fig1": ["-m", "visualizer", "solve", "fig1"],
    "solve --help": ["-m", "visualizer", "solve", "--help"],
    "import solvers": ["-c", "import solvers"],
    "import the window": ["-c", "import visualizer.window.app"],
}
PUZZLES = HERE / "puzzles" / "sudoku.txt"
YIELDING = """
import solvers
from puzzles.corpus import named
puzzle = named.find("uphill-1")
for name in ("backtracking", "mrv", "cdcl", "elimination"):
    for _, step in zip(range(400_000), solvers.trace(puzzle, name)): pass
"""
SCRUBBING = """
import random, solvers
from puzzles.corpus import named
from visualizer.timeline.timeline import Run, Timeline
puzzle, solver = named.find("uphill-1"), solvers.get("backtracking")
timeline = Timeline(Run(lambda: solvers.trace(puzzle, solver.name), lambda: solver.board(puzzle, {})))
while timeline.length < 2_000_000: timeline.reach(timeline.length + 2**16, lambda: 0.0, 1.0)
draw = random.Random(1)
for _ in range(5_000): timeline.board_at(draw.randrange(timeline.length))
"""
WORKS = {
    "bulk, 100,200 puzzles": ["-m", "visualizer", "solve", str(PUZZLES), "-o", os.devnull, "--processes", "1"],
    "yielding 1.6 M steps": ["-c", YIELDING],
    "recording and scrubbing": ["-c", SCRUBBING],
}
USUALLY = {"SDL_VIDEODRIVER": "dummy"}
SURROUNDINGS = {"PYGAME_HIDE_SUPPORT_PROMPT": "1", "PYTHONDONTWRITEBYTECODE": ""}


def seconds(arguments: list[str], folder: Path) -> float:
    """Return the CPU time that a Python process takes to run the code in a checkout."""
    command = [sys.executable, *arguments]
    quiet, surroundings = subprocess.DEVNULL, USUALLY | os.environ | SURROUNDINGS
    with subprocess.Popen(command, cwd=folder, stdout=quiet, stderr=quiet, env=surroundings) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, f"{arguments} in {folder}"
    return usage.ru_utime + usage.ru_stime


def main() -> None:
    older, rounds, word = Path(sys.argv[1]), int((sys.argv[2:] or ["9"])[0]), (sys.argv[3:] or [""])[0]
    print(f"{'':<24}{'older':>8}{'now':>8}{'ratio':>8}")
    medians: dict[str, tuple[float, float]] = {}
    for name, arguments in (STARTS | WORKS).items():
        if word not in name:
            continue
        took: dict[Path, list[float]] = {older: [], HERE: []}
        for number in range(rounds + 1):
            for folder in took:
                one = seconds(arguments, folder)
                took[folder] += [one] if number else []  # the first round compiles
        before, now = medians[name] = 1000 * median(took[older]), 1000 * median(took[HERE])
        print(f"{name:<24}{before:>5.0f} ms{now:>5.0f} ms{now / before:>8.2f}", flush=True)
    if FRAME in medians:
        before, now = (ours / bare for ours, bare in zip(medians[FRAME], medians[BARE_FRAME], strict=True))
        print(f"{'frame against bare':<24}{before:>8.2f}{now:>8.2f}")


if __name__ == "__main__":
    main()
