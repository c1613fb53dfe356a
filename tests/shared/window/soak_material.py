"""Random input for the soak tests: puzzles of every size, and valid and invalid files and texts."""

from __future__ import annotations

import os
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random

from puzzles import Geometry, Puzzle, writing
from puzzles.corpus import named
from puzzles.puzzle import Position
from solvers.sat import cnf
from visualizer.files import resolve, saved_view
from visualizer.files.saved_view import View
from visualizer.session.copy import forms

SIDES = (4, 6, 9, 12, 16, 25, 36)
FIG1 = named.find("fig1")
SOLVED = Puzzle.parse("358479621719862354642315987564281739871936542923754816437198265286547193195623478")
SOLVER = """from solvers.step import guess, SOLVED
def {name}(puzzle, deep: int = 3):
    print("begun \\0 and \\ud83d")
    for cell, given in enumerate(puzzle.givens):
        if not given:
            {then}
"""
GOOD = "yield guess(cell, (cell * 7) % puzzle.geometry.symbols + 1)"
BAD = {"illegal": "yield guess(cell, 99)", "raising": "1 / 0", "hanging": "while True: pass", "silent": "return; yield"}


def puzzle_of(side: int, random: Random, share: float | None = None) -> Puzzle:
    """Return a shifted pattern with some cells blank, which is known to have a solution."""
    geometry = Geometry.of_side(side)
    high, wide = geometry.box
    names = random.sample(list(geometry.digits), side)
    bands = [band * high + row for band in random.sample(range(side // high), side // high) for row in range(high)]
    share = random.choice([0.02, 0.1, 0.4, 0.6]) if share is None else share
    values = [0] * (side * side)
    for row in range(side):
        shift = bands[row] % high * wide + bands[row] // high
        for column in range(side):
            if random.random() >= share:
                values[geometry.cell_at(row, column)] = names[(column + shift) % side]
    return replace(Puzzle.empty(geometry).with_values(values), name=random.choice(["", "pattern"]))


def in_letters(puzzle: Puzzle) -> Puzzle:
    """Return the same puzzle in other symbols."""
    letters = "ZYXWVUTSRQPONMLKJIHGFEDCBA9876543210"
    return replace(puzzle, alphabet=letters[: puzzle.geometry.symbols])


def answer(grid: Puzzle) -> str:
    """Return what a SAT solver prints if its model is this grid, with variables numbered from 1."""
    true = (cnf.variable(grid.geometry, cell, digit) for cell, digit in enumerate(grid.givens) if digit)
    return f"s SATISFIABLE\nv {' '.join(map(str, true))} 0\n"


def texts(side: int, random: Random) -> list[str]:
    """Return texts for the clipboard, such as puzzles in several forms, boards, collections, views and nonsense."""
    puzzle = puzzle_of(side, random)
    values = list(puzzle.givens)
    blank = [cell for cell, value in enumerate(values) if not value]
    placed = [0] * len(values)
    for cell in random.sample(blank, min(3, len(blank))):
        placed[cell] = random.choice(list(puzzle.geometry.digits))
    pencil = tuple(0 if values[cell] else (2 << side) - 2 for cell in range(len(values)))
    good = [form.text for form in forms(puzzle, Position(puzzle, tuple(placed), pencil))]
    nine = writing.shortest(puzzle_of(9, random))
    views = [
        View(writing.shortest(FIG1), "mrv", position=7, theme="dark"),
        View(writing.shortest(FIG1), "person", options={"moves": "r1c1=3 r1c2:57"}, position=1, symbols="shapes"),
        View(writing.shortest(FIG1), "person", options={"moves": "r1c1=?"}),
        View(writing.shortest(puzzle), "nobody"),
    ]
    bad = ["", " ", "x", "1" * 81, nine[:-1], nine + "\n" + nine[:40], "\0\1\2", "p cnf 9 1\n1 0\n", "{", "é" * 81]
    written = writing.shortest(in_letters(FIG1))
    answers = [answer(puzzle_of(side, random, 0.0)), answer(SOLVED), answer(puzzle), "s UNSATISFIABLE\n", "SAT\n1 -\n"]
    return [
        *good,
        nine,
        f"{nine}\n{writing.shortest(FIG1)}\n",
        written,
        *map(saved_view.to_json, views),
        *answers,
        *bad,
    ]


def collection(folder: Path) -> Path:
    """Write a small collection with a few shipped puzzles of every level."""
    path = folder / "collection.txt"
    with resolve.default_corpus().open(encoding="utf-8") as lines:
        some = [line for number, line in enumerate(islice(lines, 100_000)) if number < 20 or number % 500 == 0]
    path.write_text("".join(some), "utf-8")
    return path


def files(folder: Path, side: int, random: Random) -> list[Path]:
    """Write files to drop on the window. Some of the returned names do not exist."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "a folder").mkdir(exist_ok=True)
    found = [folder / "a folder", folder / "is not there.txt"]
    for number, content in enumerate(texts(side, random)):
        for ending in random.sample([".txt", ".json", ".sdk", ".csv", ".sud", ".cnf"], 2):
            found.append(folder / f"text{number}{ending}")
            found[-1].write_text(content, "utf-8")
    for name, then in {"good": GOOD, **BAD}.items():
        found.append(folder / f"{name}.py")
        found[-1].write_text(SOLVER.format(name=name, then=then), "utf-8")
    strange = View(writing.shortest(FIG1), "mrv", name="a\0b", bookmarks=({"position": 2, "name": "\0"},))
    found += [folder / "strange.json", folder / (os.fsdecode(b"R\xe4tsel.txt") if os.name == "posix" else "other.txt")]
    found[-2].write_text(saved_view.to_json(strange), "utf-8")
    found[-1].write_text(writing.shortest(puzzle_of(side, random)), "utf-8")
    (folder / "broken.py").write_text("def (:", "utf-8")
    (folder / "bytes.txt").write_bytes(bytes(range(256)) * 20)
    return [*found, folder / "broken.py", folder / "bytes.txt"]
