"""The page of a very long run is small, and going anywhere in it is little work."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from pathlib import Path

import pytest

from puzzles.puzzle import Puzzle
from visualizer.film.film import Excerpt, film_of
from visualizer.film.page import page

HERE = Path(__file__).parent
PLAYER = HERE.parents[2] / "visualizer" / "film" / "player" / "run.js"
AGAINST = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
"""A puzzle made to take backtracking as long as possible."""
STEPS = 10_000_000
LARGEST = 2_500_000
"""The largest allowed size of the page in bytes."""
PIECES = 4096
"""The number of pieces of such a run between two snapshots. A seek replays at most one of them."""
MEMORY = 32_000_000
"""The largest allowed size of all snapshots in bytes."""


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("node") is None, reason="needs node, to run the player")
def test_ten_million_steps_fit_a_small_page_and_a_seek_replays_one_piece(tmp_path: Path) -> None:
    film = film_of(Puzzle.parse(AGAINST), "backtracking", cut=Excerpt(last=STEPS))
    assert len(film.frames) == STEPS
    assert len(page([film]).encode()) <= LARGEST
    header, numbers = film.encoded()
    positions = random.Random(1).sample(range(STEPS + 1), 200)
    job = {"header": header, "numbers": numbers, "positions": [STEPS, 0, *positions], "player": str(PLAYER)}
    (tmp_path / "job.json").write_text(json.dumps(job))
    command = ["node", HERE / "read_seeks.mjs", tmp_path / "job.json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert not done.stderr, done.stderr
    found = json.loads(done.stdout)
    assert found["last"] == STEPS
    assert 0 < found["most"] <= STEPS // PIECES + 1, "a seek replays one piece at most"
    assert found["snapshots"] <= PIECES + 1 and found["bytes"] <= MEMORY
