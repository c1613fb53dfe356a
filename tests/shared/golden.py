"""The steps of every solver on the named puzzles, the findings of every technique, and scenes, recorded in text files.

Each line of ``solvers/golden.txt`` is ``solver [option=value …]:puzzle:kind=count …:hash``: the number of steps of each
kind up to the first solution, or to the end if there is none, and a hash of these steps, unless they depend on the
machine. Each line of ``solvers/techniques/findings.txt`` is a technique, the number of its findings in ``positions()``
and a hash of them. Each line of ``visualizer/scene/scenes.txt`` is a solver, the number of its scenes and a hash of
what they show and say. Each line of ``visualizer/narration/cuts.txt`` is a solver, the number of beats in the directed
cuts of its runs, and a hash of these beats. After a change that is meant to change them, rewrite the files with
``python tests/shared/golden.py``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from itertools import islice, product
from pathlib import Path

from real_positions import REAL
from runs import of_solver, run_out
from shapes import JIGSAW, X
from variants import killers

import solvers
from puzzles import Geometry, Puzzle
from puzzles.corpus import named
from solvers.core import trace_text
from solvers.core.registry import FORK
from solvers.core.step import Kind, Step, Why
from solvers.core.step_detail import to_json
from solvers.techniques import Grid, ladder
from solvers.techniques.registry import Technique, rungs, uses
from visualizer.narration.director import Director
from visualizer.scene.composer import Composer
from visualizer.timeline.condition import Grain
from visualizer.timeline.player import Player

FILE = Path(__file__).parents[1] / "solvers" / "golden.txt"
FINDINGS = FILE.parent / "techniques" / "findings.txt"
SCENES = FILE.parents[1] / "visualizer" / "scene" / "scenes.txt"
CUTS = FILE.parents[1] / "visualizer" / "narration" / "cuts.txt"
Run = tuple[str, str]
"""A solver with its options, and a puzzle."""
UPHILL = ("deep-1", "uphill-1")
SHOWN = ("fig1", "deep-1", "bad21", "clash-row", "minimal-4")
BY_HAND = (("fig1", "6:r1c1=2 9:r1c2=6"), ("bad21", "2:r4c1=5"))
"""Guesses by hand, one of which leads to no solution and one to some."""
LONGEST, APART = 1500, 300
"""The number of steps whose scenes are looked at, and how far apart those are that are looked at in any case."""
MOST = 12
"""The maximum number of findings of a technique in one position."""
DIRECTED, FARTHEST = ("fig1", "deep-1", "bad21", "jump-1", "uphill-1", "minimal-4"), 40_000
"""The puzzles whose runs are directed, and how many of their steps."""
SHAPED = (
    (JIGSAW, "..43...8...8.7...1....3....61....3.5.8........3....6..............9.7.4.........."),
    (X, "1..4........198...........6..4....5.....2..6....9......3.8....4......5.9..2.....7"),
    (Geometry.boxes(2, 3), "...4..2..1....6......5....1...3..2.."),
)


def pinned() -> dict[Run, Counter[str]]:
    """Return the step counts recorded in the file."""
    found = {}
    for run, (counts, _) in _lines().items():
        pairs = (pair.split("=") for pair in counts.split())
        found[run] = Counter({kind: int(count) for kind, count in pairs})
    return found


def pinned_hashes() -> dict[Run, str]:
    """Return the hashes of the steps recorded in the file; "" for a run that depends on the machine."""
    return {run: hashed for run, (_, hashed) in _lines().items()}


def pinned_findings() -> dict[str, tuple[int, str]]:
    """Return the number of findings of each technique, and their hash, as recorded in the file."""
    return _counted(FINDINGS)


def pinned_scenes() -> dict[str, tuple[int, str]]:
    """Return the number of scenes of each solver, and their hash, as recorded in the file."""
    return _counted(SCENES)


def pinned_cuts() -> dict[str, tuple[int, str]]:
    """Return the number of beats of each solver, and their hash, as recorded in the file."""
    return _counted(CUTS)


def _counted(file: Path) -> dict[str, tuple[int, str]]:
    rows = (line.split() for line in file.read_text(encoding="ascii").splitlines())
    return {name: (int(count), hashed) for name, count, hashed in rows}


def _lines() -> dict[Run, tuple[str, str]]:
    fields = (line.split(":") for line in FILE.read_text(encoding="ascii").splitlines())
    return {(solver, puzzle): (counts, hashed) for solver, puzzle, counts, hashed in fields}


def recorded(run: Run) -> tuple[Counter[str], str]:
    """Run a solver, count its steps, and hash them if they are the same on every machine."""
    name, *words = run[0].split()
    puzzle, options, counts = named.find(run[1]), solvers.get(name).read_options(words), Counter[str]()

    def steps() -> Iterator[Step]:
        for step in solvers.trace(puzzle, name, **options):
            if step.kind is not Kind.PENDING:
                counts[step.kind.name] += 1
                yield step
            if step.kind is Kind.SOLVED:
                return

    *_, end = trace_text.write(trace_text.Header(puzzle, name), steps())
    return counts, "" if solvers.get(name).settled is not dict else end.split()[-1]


@cache
def positions() -> tuple[Grid, ...]:
    """Return the positions of puzzles of several shapes and of all difficulties in which a technique is first used."""
    texts = dict.fromkeys(text for _, text, _ in REAL)
    puzzles = [
        *map(Puzzle.parse, texts),
        *(Puzzle.parse(text, shape) for shape, text in SHAPED),
        *map(named.find, UPHILL),
        *killers()[:2],
        Puzzle.empty(Geometry.of_spec("slitherlink row 3.213.3; row ..32.2.; row ...11..; row 23...11; row ..32...")),
    ]
    return tuple(grid for puzzle in puzzles for grid in _first_uses(puzzle).values())


def _first_uses(puzzle: Puzzle) -> dict[str, Grid]:
    first, grid = dict[str, Grid](), Grid.of(puzzle)
    for use in uses(grid, rungs(puzzle.geometry)):
        if use and use[1] and use[0].name not in first:
            first[use[0].name] = Grid.marked(Puzzle(tuple(grid.values), grid.geometry), grid.masks)
    return first


def found_by(technique: Technique) -> tuple[int, str]:
    """Return the number of a technique's first findings in the positions, and a hash of them. Long chains are looked
    for in every ninth position only.
    """
    grids = positions()[:: 9 if technique.why >= Why.AIC else 1]
    found = [
        to_json(one) for grid in grids if technique.sizes(grid.geometry) for one in islice(technique.find(grid), MOST)
    ]
    return len(found), sha256("\n".join(found).encode()).hexdigest()[:16]


def shown(name: str) -> tuple[int, str]:
    """Return the number of scenes of a solver's runs, and a hash: the first of each kind of step, and others."""
    solver, told = solvers.get(name), list[str]()
    puzzles = [*map(named.find, SHOWN), *(Puzzle.parse(text, shape) for shape, text in SHAPED)]
    runs = [*((puzzle, {}) for puzzle in puzzles), *((named.find(puzzle), {FORK.name: at}) for puzzle, at in BY_HAND)]
    for puzzle, options in ((puzzle, options) for puzzle, options in runs if not solver.fits(puzzle)):
        timeline = of_solver(puzzle, name, **options)
        run_out(timeline, LONGEST)
        firsts = dict[object, int]()
        for position in range(1, timeline.length + 1):
            step = timeline.step(position)
            firsts.setdefault((step.kind, step.why, step.sign, step.cell < 0), position)
        composer = Composer(puzzle, solver, Player(timeline), options)
        positions = sorted({*range(0, timeline.length, APART), *firsts.values(), timeline.length})
        for position, composer.player.grain in product(positions, (Grain.EVERY, Grain.DIGITS)):
            composer.player.to(position)
            scene = composer.scene(9)
            told.append(repr((scene.board.cells, scene.board.links, scene.caption, scene.counters, scene.legend)))
    return len(told), sha256("\n".join(told).encode()).hexdigest()[:16]


def directed(name: str) -> tuple[int, str]:
    """Return the number of beats in the cuts of a solver's runs, and a hash of all that the beats show and say."""
    solver, told = solvers.get(name), list[str]()
    for puzzle in (puzzle for puzzle in map(named.find, DIRECTED) if not solver.fits(puzzle)):
        timeline = of_solver(puzzle, name)
        run_out(timeline, FARTHEST)
        for standing in (False, True):
            director = Director(timeline, solver, standing)
            director.reach(timeline.length, int, 1.0)
            told += [f"{beat._replace(seconds=round(beat.seconds, 6))!r}" for beat in director.beats]
    return len(told), sha256("\n".join(told).encode()).hexdigest()[:16]


def main() -> None:
    lines = []
    for run in pinned():
        counts, hashed = recorded(run)
        lines.append(f"{run[0]}:{run[1]}:{' '.join(f'{kind}={count}' for kind, count in counts.items())}:{hashed}\n")
    FILE.write_text("".join(lines), encoding="ascii")
    rows = (f"{technique.name} {' '.join(map(str, found_by(technique)))}\n" for technique in ladder())
    FINDINGS.write_text("".join(rows), encoding="ascii")
    names = [name for name in solvers.names() if not solvers.get(name).black_box]
    for file, of in ((SCENES, shown), (CUTS, directed)):
        file.write_text("".join(f"{name} {' '.join(map(str, of(name)))}\n" for name in names), encoding="ascii")


if __name__ == "__main__":
    main()
