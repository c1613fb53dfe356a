"""Tests that a film shows what the window shows at every position and for every solver."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from parity import PLAYER, Law, Looks, differences, filmed, played, units_compared
from slow import few_of, slow_but
from variants import killers

import solvers
from puzzles import Geometry, Puzzle
from puzzles.corpus import named
from solvers.core.step import Kind, Why
from solvers.external import registry
from visualizer.film.page import player
from visualizer.keymap import WATCH
from visualizer.race.mode import RACE

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="needs node, to run the player")

QUICK = ("mrv", "cdcl")
FEW, MORE = Law(Looks(60, 60, 40), Looks(20, 20, 20)), Law(Looks(300, 300, 100), Looks(60, 60, 60))
LAW = MORE if os.environ.get("SOLVESCOPE_CI") else FEW
"""``python tests/benchmarks/parity.py`` compares many more positions, on many more puzzles."""
END = Law(Looks(0, 0, 0), Looks(0, 0, 0))


def with_slow(names: list[str]) -> list[Any]:
    return [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in names]


@needs_node
@pytest.mark.parametrize("solver", with_slow(solvers.names()))
def test_the_player_shows_what_the_window_shows(solver: str, tmp_path: Path) -> None:
    assert differences([filmed(named.find("fig1"), solver, 1500)], LAW, tmp_path) == []


@needs_node
@pytest.mark.parametrize("solver", slow_but(["human"], ["human", "mrv"]))
def test_the_player_shows_a_killer_as_the_window_does(solver: str, tmp_path: Path) -> None:
    assert differences([filmed(next(iter(killers())), solver, 1500)], LAW, tmp_path) == []


@needs_node
@pytest.mark.parametrize(("name", "last"), [("jump-1", 500), pytest.param("blank-4", 6500, marks=pytest.mark.slow)])
def test_the_player_shows_what_was_learnt_last(name: str, last: int, tmp_path: Path) -> None:
    """The second search restarts four times."""
    assert differences([filmed(named.find(name), "cdcl", last, through=last)], LAW, tmp_path) == []


def test_the_player_numbers_steps_and_reasons_as_the_solvers_do() -> None:
    numbers = re.findall(r"(\w+) = (\d+)", (PLAYER.parent / "kinds.js").read_text(encoding="utf-8"))
    known = {one.name: int(one) for one in (*Why, *Kind)}
    assert numbers
    assert {name: int(number) for name, number in numbers} == {name: known[name] for name, _ in numbers}


@pytest.mark.slow
@needs_node
def test_the_matrix_of_a_puzzle_with_rules_and_loose_units_is_that_of_the_window(tmp_path: Path) -> None:
    spec = "comparison 6x6; units knight; less r1c1 r1c2; less r4c4 r3c4; dot double r6c1 r6c2; apart r5c5 r5c6"
    film = filmed(Puzzle.empty(Geometry.of_spec(spec)), "exact-cover", 1500)
    assert any(step.kind is Kind.ELIMINATE for step in film.composer.timeline.book.steps)
    assert differences([film], LAW, tmp_path) == []


OUTCOMES = {
    "cell-bare": "sat",
    "small-4": "backtracking",
    "two-nearly-full": "sat",
    "clash-row": "mrv",
    "complete": "mrv",
    "uphill-small": "annealing",
    "minimal-9-1": "human",
}
"""Puzzles without a solution, with several, with clashing givens, already solved or in need of techniques, each with a
solver to end on it.
"""


@pytest.mark.slow
@needs_node
def test_the_start_and_the_end_of_a_film_say_what_the_window_says(tmp_path: Path) -> None:
    outcomes = few_of([*OUTCOMES.items()][::2], OUTCOMES.items())
    films = [filmed(named.find(name), solver, 3000) for name, solver in outcomes]
    assert differences(films, LAW, tmp_path) == []


FAILING = {
    "at_once": """raise KeyError("at once")\n    yield""",
    "later": """yield guess(puzzle.blanks[0], 3)\n    raise KeyError("later")""",
    "illegal": """yield guess(puzzle.blanks[0], 3)\n    yield guess(puzzle.blanks[0], 4)""",
}


@pytest.mark.slow
@needs_node
def test_a_film_of_a_solver_that_fails_shows_where(tmp_path: Path) -> None:
    films = []
    for name, body in FAILING.items():
        path = tmp_path / f"{name}.py"
        path.write_text(f"from solvers.step import guess\n\n\ndef {name}(puzzle):\n    {body}\n")
        solver = registry.register(registry.load(path)).name
        films += [filmed(named.find("fig1"), solver, last) for last in (1, 10)]
    assert differences(films, LAW, tmp_path) == []


@needs_node
def test_the_keys_of_a_page_do_what_they_do_in_the_window() -> None:
    keys = (PLAYER.parent / "keys.js").as_uri()
    script = f"import('{keys}').then(({{ DEEDS }}) => console.log(JSON.stringify(DEEDS)))"
    done = subprocess.run(["node", "-e", script], capture_output=True, text=True, timeout=120, check=True)
    deeds = {deed["id"]: set(deed["keys"].split()) for deed in json.loads(done.stdout)}
    shared = {id: WATCH[id] if id in WATCH else RACE[id] for id in deeds if id in WATCH or id in RACE}
    assert [id for id, its in shared.items() if deeds[id] != set(its.keys)] == [] and len(shared) >= 15
    taken = [key for keys in deeds.values() for key in keys]
    assert len(taken) == len(set(taken)), "no key means two things"


@needs_node
def test_the_modules_of_the_player_join_into_one(tmp_path: Path) -> None:
    """Check that the joined script is valid, so that no two modules define the same name."""
    joined = tmp_path / "player.mjs"
    joined.write_text(player(asks=False), encoding="utf-8")
    done = subprocess.run(["node", "--check", joined], capture_output=True, text=True, timeout=120)
    assert not done.returncode, done.stderr


@needs_node
@pytest.mark.slow
@pytest.mark.parametrize("solver", solvers.names())
def test_boards_of_every_size_show_the_same(solver: str, tmp_path: Path) -> None:
    large = ("side-25", "side-36") if solver in ("mrv", "annealing", "cdcl", "formula") else ()
    sizes = map(named.find, ("small-4", "minimal-6", "jump-1", "minimal-10", "side-16", *large))
    films = [filmed(puzzle, solver, 400) for puzzle in sizes if not solvers.get(solver).fits(puzzle)]
    assert differences(films, LAW, tmp_path) == []


@needs_node
@pytest.mark.slow
@pytest.mark.parametrize("solver", ["mrv", "annealing", "cdcl", "backtracking"])
def test_a_span_shows_the_same(solver: str, tmp_path: Path) -> None:
    assert differences([filmed(named.find("minimal-9-1"), solver, 150, first=60)], LAW, tmp_path) == []


@pytest.mark.slow
@needs_node
def test_a_run_is_gone_through_by_restarts(tmp_path: Path) -> None:
    one = filmed(named.find("one-given"), "cdcl", 3000, through=3000)
    kinds, (restarts,) = (
        one.film.header["frames"]["kind"],
        [its for its in one.film.header["grains"] if "frames" in its],
    )
    assert sum(kinds[number] == Kind.BACKTRACK for number in restarts["frames"]) < kinds.count(Kind.BACKTRACK)
    assert any(kinds[number] == Kind.BACKTRACK for number in restarts["frames"]), "it restarts"
    assert units_compared(one, next(played([one], END, tmp_path))["stops"]) == []
    one.composer.timeline.close()
