"""Measures how soon a lecture of 30 scenes shows its first slide, and how long the longest wait for another slide is.

Run it by hand: ``python tests/benchmarks/lecture.py [--scenes 30]``. It fails if reading the lecture takes longer than
half a second, or if a press of the clicker takes more than 0.15 s of computing until its frame is drawn, which is about
what it costs to show an algorithm for the first time.
"""

import argparse
import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

sys.path[:0] = [
    *(str(Path(__file__).parents[1] / "shared" / part) for part in ("", "window")), str(Path(__file__).parents[2])
]  # fmt: skip
os.environ["SDL_VIDEODRIVER"] = "dummy"

from app_driver import Driver  # noqa: E402

import solvers  # noqa: E402
from puzzles.corpus import named  # noqa: E402
from visualizer.lecture.reader import load  # noqa: E402
from visualizer.present.mode import LectureFile, PresentMode  # noqa: E402
from visualizer.session.settings import Options  # noqa: E402

SCENE = """# Scene {number}

What happens next?

```solvescope
puzzle = "{puzzle}"
solver = "{solver}"
stops = [1, "end"]
```
"""
PUZZLES = ("fig1", "fig23", "small-4")
SOLVERS = ("backtracking", "mrv", "cdcl", "exact-cover", "elimination", "human", "bitboard", "formula", "elimination")
MOST_TO_READ, MOST_TO_MOVE = 0.5, 0.15
"""In seconds."""


def text_of(scenes: int) -> str:
    """Return a lecture with the given number of scenes."""
    return "\n---\n\n".join(
        SCENE.format(number=n + 1, puzzle=PUZZLES[n % len(PUZZLES)], solver=SOLVERS[n // len(PUZZLES) % len(SOLVERS)])
        for n in range(scenes)
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenes", type=int, default=30)
    scenes = parser.parse_args().scenes
    for name in SOLVERS:
        solvers.get(name)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "lecture.md"
        path.write_text(text_of(scenes))
        began = perf_counter()
        lecture = load(path)
        read = perf_counter() - began
        assert not lecture.mistakes, lecture.mistakes
        modes = {"present": LectureFile(lecture, path, False)}
        began = perf_counter()
        with Driver(Options(named.find("fig1"), size=(1280, 720), seed=1, modes=modes)) as driver:
            shown = perf_counter() - began
            presented = driver.session.modes[PresentMode].lecture
            assert presented is not None
            waits = []
            while presented.position + 1 < scenes:
                at = presented.position
                while presented.position == at:
                    began = process_time()
                    driver.press("PageDown")
                    waits.append(process_time() - began)
    print(f"{scenes} scenes: read in {1000 * read:.0f} ms, window with the first slide in {1000 * shown:.0f} ms more")
    print(f"{len(waits)} presses: the longest takes {1000 * max(waits):.0f} ms until its frame is drawn")
    if read > MOST_TO_READ or max(waits) > MOST_TO_MOVE:
        sys.exit(f"reading shall take at most {MOST_TO_READ:g} s, and a press {MOST_TO_MOVE:g} s")


if __name__ == "__main__":
    main()
