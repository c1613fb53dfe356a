"""Tests that films, sentences and questions need neither numpy nor pygame, so that they can be made in a browser."""

from __future__ import annotations

import json
import subprocess
import sys
from hashlib import sha256

import pytest
from slow import UNLIKE, few_of

import solvers
from puzzles.corpus import named
from visualizer.film.film import Excerpt, film_of
from visualizer.film.page import page

BLOCKED = """
import sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("numpy", "pygame"):
            raise ImportError(f"{name} is blocked")
sys.meta_path.insert(0, Blocked())
import json
from hashlib import sha256
import solvers
from puzzles.corpus import named
from visualizer.film.film import Excerpt, film_of
from visualizer.film.page import page
import visualizer.quiz.mode, visualizer.session.session
names, last = json.load(sys.stdin)
for name in names:
    for puzzle in ("small-4", "fig1"):
        if not solvers.get(name).unfit(named.find(puzzle)):
            film = film_of(named.find(puzzle), name, {}, Excerpt(last=last, ask=4))
            text = page([film])
            print(name, puzzle, sha256(text.encode()).hexdigest(), len(film.header.get("questions", ())))
"""
ABLE = [name for name in solvers.names() if not solvers.get(name).black_box and not solvers.get(name).lacking()]
NAMES, LAST = few_of(UNLIKE, ABLE), max(few_of([1000], [1000, 4000]))


@pytest.fixture(scope="module")
def made() -> dict[tuple[str, str], tuple[str, int]]:
    """Return the hash of each page made without numpy, and the number of its questions."""
    command, names = [sys.executable, "-c", BLOCKED], json.dumps((NAMES, LAST))
    lines = subprocess.run(command, input=names, capture_output=True, text=True, check=True).stdout.splitlines()
    return {(name, puzzle): (digest, int(asked)) for name, puzzle, digest, asked in map(str.split, lines)}


def test_every_algorithm_has_films_and_questions(made: dict[tuple[str, str], tuple[str, int]]) -> None:
    assert {name for name, _ in made} == set(NAMES) and len(ABLE) > 10
    assert {name for (name, _), (_, asked) in made.items() if asked} == set(NAMES)


@pytest.mark.slow
def test_the_pages_are_those_that_are_made_with_numpy(
    made: dict[tuple[str, str], tuple[str, int]], fast_keeper: object
) -> None:
    for (name, puzzle), (digest, _) in made.items():
        text = page([film_of(named.find(puzzle), name, {}, Excerpt(last=LAST, ask=4))])
        assert sha256(text.encode()).hexdigest() == digest, (name, puzzle)
