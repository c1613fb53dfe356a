"""Tests of the Python in a browser: what it offers, the films that it makes, and the reader's own solver."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import takewhile, zip_longest
from pathlib import Path
from zipfile import ZipFile

import pytest
from sat_runs import without
from slow import UNLIKE, few_of

import solvers
from puzzles import Puzzle
from puzzles.corpus import named
from solvers.core.step import Kind, Step
from solvers.external.start import START
from solvers.processes import child
from visualizer.film import film
from visualizer.film.film import Excerpt, film_of
from visualizer.lab import bench, site
from visualizer.timeline.chunk import BLOCK

ALONE = """
import json, sys
sys.path = [sys.argv[1], *(folder for folder in sys.path if "site-packages" not in folder)]
from visualizer.lab import bench
from solvers.processes import child
child.IN_BROWSER, bench.OWN, bench.MOST_STEPS = True, sys.argv[2], 2000
bench.warm()
for name in sys.argv[3:]:
    run = bench.Bench("fig1", name or json.loads(bench.own(json.loads(bench.menu())["start"]))["name"])
    while run.goes_on():
        pass
    print(name, len(run.header()), run.steps)
shown = json.loads(bench.call("play.hand.board", '["fig1"]'))
while not shown.get("solved"):
    values = [shown["kept"], [["do", "hint"]] * 3 + [["do", "agree"]]]
    shown = json.loads(bench.call("play.hand.play", json.dumps(values)))
print("solved by hand")
print(sorted({name.split(".")[0] for name in sys.modules} & {"numpy", "pygame", "PIL", "rich"}))
"""
"""A program that finds nothing but Python's own library and the files that travel with the site."""
OFFERED = [name for name in solvers.names() if not solvers.get(name).black_box]


def filmed(run: bench.Bench) -> tuple[dict[str, object], Sequence[int]]:
    while run.goes_on():
        pass
    return json.loads(run.header()), run.numbers


def test_every_algorithm_that_can_be_watched_is_offered() -> None:
    assert len(OFFERED) > 10
    assert {entry["name"] for entry in json.loads(bench.menu())["algorithms"]} == set(solvers.names())


def test_what_sat_lacks_is_a_package_that_the_page_hands_in(monkeypatch: pytest.MonkeyPatch) -> None:
    without(monkeypatch, "pycosat", "pysat")
    entries = {entry["name"]: entry["wheel"] for entry in json.loads(bench.menu())["algorithms"]}
    assert [name for name, wheel in entries.items() if wheel] == ["sat"]
    with pytest.raises(ValueError, match="SAT solver could not be loaded. Choose Clause learning"):
        bench.Bench("fig1", "sat")


def test_sat_is_solved_in_this_process_and_two_runs_do_not_meet(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pysat.solvers", reason="needs python-sat")
    without(monkeypatch, "pycosat")
    monkeypatch.setattr(child, "IN_BROWSER", True)
    puzzles = [named.find("fig1"), named.find("jump-1")]

    def until_solved(puzzle: Puzzle) -> Iterator[Step]:
        return takewhile(lambda step: step.kind is not Kind.SOLVED, solvers.trace(puzzle, "sat"))

    in_turns = zip(*zip_longest(*map(until_solved, puzzles)), strict=True)
    for puzzle, steps in zip(puzzles, in_turns, strict=True):
        values = list(puzzle.givens)
        for step in filter(None, steps):
            if step.kind is Kind.FIX:
                values[step.cell] = step.digit
        assert puzzle.with_values(values).is_solution_of(puzzle), puzzle.name


def test_a_film_is_that_of_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "MOST_STEPS", 2000)
    for name in few_of(["elimination", "cdcl"], OFFERED):
        header, numbers = filmed(bench.Bench("fig1", name))
        its = film_of(named.find("fig1"), name, cut=Excerpt(last=bench.MOST_STEPS))
        assert (header, numbers) == (json.loads(its.data), its.frames), name


def test_a_film_can_be_had_before_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "MOST_STEPS", BLOCK)
    monkeypatch.setattr(film, "_SLICE", 0.0)  # a step or so at a time
    run = bench.Bench("uphill-1", "backtracking")
    while run.steps < BLOCK / 8:
        run.goes_on()
    early, some = json.loads(run.header()), run.numbers
    header, numbers = filmed(run)
    assert early["steps"] < BLOCK == header["steps"]
    assert numbers[: len(some)] == some and len(numbers) > len(some)
    for column, values in early["frames"].items():
        assert header["frames"][column][: len(values)] == values, column


@pytest.mark.parametrize(
    "text",
    ["# puzzle killer 4x4\n# cage 7 r1c1 r1c2\n" + "....\n" * 4, "[killer 4x4; cage 7 r1c1 r1c2] " + "." * 16],
)
def test_a_puzzle_is_read_in_any_form(text: str) -> None:
    assert len(bench.puzzle_of(text).geometry.rules) == 1


@pytest.mark.parametrize(
    ("text", "solver", "options", "reason"),
    [
        ("12", "mrv", [], "nearest grids"),
        ("1..|..2.|.3..|...4".replace("|", "\n"), "mrv", ["colour=red"], "no option"),
        (str(named.find("small-4").givens), "none", [], "none"),
    ],
)
def test_what_cannot_run_is_refused_with_a_reason(text: str, solver: str, options: list[str], reason: str) -> None:
    with pytest.raises((ValueError, LookupError), match=reason):
        bench.Bench(text, solver, json.dumps(options))


@pytest.mark.slow
def test_the_files_that_travel_are_all_that_is_needed(tmp_path: Path) -> None:
    ZipFile(BytesIO(site.sources())).extractall(tmp_path / "lab")
    names = few_of(UNLIKE, OFFERED)
    command = [sys.executable, "-S", "-c", ALONE, str(tmp_path / "lab"), str(tmp_path / "own.py"), *names, ""]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr[-2000:]
    assert len(done.stdout.splitlines()) == len(names) + 3 and done.stdout.endswith("[]\n")


# The reader's own solver ----------------------------------------------------------------------------------------------

WRONG = {
    "raises": "def mine(puzzle):\n    print('so far')\n    yield 1 / 0\n",
    "yields no step": "def mine(puzzle):\n    yield 3\n",
    "is not legal": "from solvers.step import *\ndef mine(puzzle):\n    yield guess(0, 1)\n    yield guess(0, 2)\n",
    "returns": "from solvers.step import *\ndef mine(puzzle):\n    yield guess(0, 1)\n",
    "exits": "import sys\nfrom solvers.step import *\ndef mine(puzzle):\n    yield guess(0, 1)\n    sys.exit(3)\n",
    "leaves": "import os\nfrom solvers.step import *\ndef mine(puzzle):\n    yield guess(0, 1)\n    os._exit(3)\n",
    "reads": "from solvers.step import *\ndef mine(puzzle):\n    yield guess(0, int(input()))\n",
    "writes bytes": (
        "import sys\nfrom solvers.step import *\ndef mine(puzzle):\n    sys.stdout.buffer.write(b'so far')\n"
        "    yield guess(0, 1)\n    yield 3\n"
    ),
    "registers": (
        "from solvers.core.registry import register\nfrom solvers.step import *\n"
        "@register('mrv', title='', summary='', source='')\ndef mine(puzzle):\n    yield guess(0, 1)\n    yield 3\n"
    ),
    "passes steps on": START.replace(
        "yield from search(values, geometry)", "for step in search(values, geometry):\n                yield step"
    ),
}
"""Texts of solvers that fail in one way or another, and one that passes steps on in a loop."""


def own(code: str) -> dict[str, object]:
    return json.loads(bench.own(code))


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    monkeypatch.setattr(bench, "OWN", str(tmp_path / "own.py"))
    return monkeypatch


def test_in_a_browser_a_run_is_the_same_as_in_a_process_of_its_own(here: pytest.MonkeyPatch) -> None:
    codes = {"starts": START, **WRONG}.items()
    for what, code in few_of([*codes][2::3], codes):
        films = []
        for in_browser in (False, True):
            here.setattr(child, "IN_BROWSER", in_browser)
            films.append(filmed(bench.Bench("fig1", str(own(code)["name"]))))
        assert films[0] == films[1], what
        assert solvers.get("mrv").summary, "which the solver that registers has not replaced"


def test_a_text_that_is_no_solver_is_refused_with_its_line(here: pytest.MonkeyPatch) -> None:
    answer = own("from solvers.step import guess\n\ndef mine(puzzle:\n    yield guess(0, 1)\n")
    assert answer["line"] == 3 and "never closed" in str(answer["wrong"])
    assert "no generator" in str(own("x = 1\n")["wrong"])


def test_the_variables_and_printed_lines_are_those_at_a_position(here: pytest.MonkeyPatch) -> None:
    code = START.replace("    cell = values", "    print('blank', values.count(0))\n    cell = values")
    here.setattr(child, "IN_BROWSER", True)
    header, _ = filmed(bench.Bench("fig1", str(own(code)["name"])))
    for position in range(1, 6):  # five guesses in a row
        found = bench.look(code, "fig1", position)
        inner = found["functions"][-1]
        assert len(found["functions"]) == position + 1
        assert inner.function == "search" and dict(inner.variables)["cell"].startswith("r1c"), position
        assert found["printed"][-1] == f"blank {header['givens'].count(0) - position + 1}", position
    assert bench.look(code, "fig1", 0) == {"functions": (), "printed": ()}
    assert bench.look(code, "small-4", 10**6)["functions"] == ()  # the run is over
