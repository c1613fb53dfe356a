"""Tests that the figures in a run's summary match a plain count, and that it says how the run ended."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from runs import Plain, Ticking, of_solver, of_walk, run_out, tiny_chunks
from strategies import examples, walk, walks

import solvers
from puzzles import Puzzle
from puzzles.corpus import named
from solvers.core.board import Board, Candidates
from solvers.core.registry import Solver
from solvers.core.step import GAVE_UP, SOLVED, Kind, Step, Why, backtrack, conflict, fix, guess, reject
from visualizer.analysis.heat import Heat
from visualizer.cli.main import main
from visualizer.narration.summary import WORDS, HardCell, Summary, summary
from visualizer.timeline.timeline import Timeline

FIG1 = named.find("fig1")
GRID = replace(Puzzle.parse("1" + "." * 15), name="a small one")
SOLVER = solvers.get("backtracking")


@pytest.fixture(autouse=True, scope="module")
def _tiny(fast_keeper: object) -> Iterator[None]:
    with tiny_chunks():
        yield


def summed(timeline: Timeline, puzzle: Puzzle, position: int | None = None, solver: Solver = SOLVER) -> Summary:
    view = Heat(timeline).at(timeline.length if position is None else position, chunks=1000)
    return summary(timeline, puzzle, solver, position, heat=view)


def of_steps(*steps: Step) -> Timeline:
    timeline = of_walk(lambda: iter(steps), GRID, Candidates.NONE)
    run_out(timeline)
    return timeline


@examples(40)
@given(walks, st.integers(0, 300))
def test_its_figures_are_those_of_a_plain_count(case: tuple[Puzzle, Candidates, int], position: int) -> None:
    puzzle, mode, seed = case
    timeline = of_walk(lambda: walk(puzzle, mode, seed, 300), puzzle, mode)
    run_out(timeline)
    plain = Plain.of(list(walk(puzzle, mode, seed, 300)), Board(puzzle, mode))
    told = summed(timeline, puzzle, position)
    counts = Counter(step.kind for step in plain.steps[:position])
    assert dict(told.counts) == counts and [kind for kind, _ in told.counts] == sorted(counts)
    assert [told.count(kind) for kind in (Kind.GUESS, Kind.BACKTRACK)] == [counts[Kind.GUESS], counts[Kind.BACKTRACK]]
    assert (told.solutions, told.steps) == (counts[Kind.SOLVED], position)
    assert told.depth == max(plain.depths[: position + 1])
    assert told.finished == (position == 300)
    tried = Counter(step.cell for step in plain.steps[:position] if step.kind.name in ("GUESS", "FIX", "REJECT"))
    dead = Counter(step.cell for step in plain.steps[:position] if step.kind is Kind.CONFLICT)
    cells = {puzzle.geometry.name(cell): (tried[cell], dead[cell]) for cell in puzzle.geometry.cells}
    assert len(told.hardest) <= 5
    assert all(cells.pop(one.name) == (one.tried, one.conflicts) for one in told.hardest)
    left = max(((times, ends) for times, ends in cells.values() if times > 1 or ends), default=(0, 0))
    assert len(told.hardest) == 5 or left == (0, 0)
    assert all((one.tried, one.conflicts) >= left for one in told.hardest)


@examples(30)
@given(walks)
def test_text_and_markdown_say_the_same_figures(case: tuple[Puzzle, Candidates, int]) -> None:
    puzzle, mode, seed = case
    timeline = of_walk(lambda: walk(puzzle, mode, seed, 300), puzzle, mode)
    run_out(timeline)
    told = summed(timeline, puzzle)
    expected = {WORDS[kind]: count for kind, count in told.counts} | {"steps": 300}
    expected |= {f"{cell.name} {cell.tried}": cell.conflicts for cell in told.hardest}
    _, puzzle_line, *tables = told.markdown().split("\n\n")
    assert puzzle_line == f"`{puzzle}`"
    rows = [[entry.strip() for entry in line.strip("|").split("|")] for table in tables for line in table.splitlines()]
    assert {" ".join(row[:-1]): int(row[-1]) for row in rows if row[-1].isdigit()} == expected
    assert {len(row) for row in rows[: len(told.counts) + 2]} == {2}
    lines = told.text().split("\n\n", 2)[2].splitlines()
    found = (re.fullmatch(r"(.*\S) +(\d+)", line) for line in lines)
    assert {re.sub(" +", " ", match[1]): int(match[2]) for match in found if match} == expected


RUN = (
    *(guess(1, 2), reject(2, 2), guess(2, 3), conflict(3), backtrack(1), guess(2, 4), conflict(3)),
    *(backtrack(0, Why.EXHAUSTED), fix(1, 3, Why.NAKED_SINGLE), guess(2, 2), reject(3, 2)),
)
TEXT = """\
Backtracking (backtracking, seed = 3) on a small one. There is no solution: every possibility has been tried. \
It took 11 steps, including 4 guesses and 2 backtracks; at most 2 guesses open at once. \
Unwatched, it takes 5 ms to reach its first answer or its end.

1...............

steps           11
guesses          4
digits placed    1
backtracks       2
digits refused   2
conflicts        2

hardest cells  tried  in a conflict
r1c3               4              0
r1c2               2              0
r1c4               1              2"""
MARKDOWN = """\
Backtracking (backtracking, seed = 3) on a small one. There is no solution: every possibility has been tried. \
It took 11 steps, including 4 guesses and 2 backtracks; at most 2 guesses open at once. \
Unwatched, it takes 5 ms to reach its first answer or its end.

`1...............`

| steps | 11 |
| --- | ---: |
| guesses | 4 |
| digits placed | 1 |
| backtracks | 2 |
| digits refused | 2 |
| conflicts | 2 |

| hardest cells | tried | in a conflict |
| --- | ---: | ---: |
| r1c3 | 4 | 0 |
| r1c2 | 2 | 0 |
| r1c4 | 1 | 2 |"""


def test_a_run_known_by_hand() -> None:
    timeline = of_steps(*RUN)
    view = Heat(timeline).at(len(RUN))
    told = replace(summary(timeline, GRID, SOLVER, heat=view, options={"seed": 3}), bare="5 ms")
    assert told.hardest == (HardCell("r1c3", 4, 0), HardCell("r1c2", 2, 0), HardCell("r1c4", 1, 2))
    assert told.text() == TEXT
    assert told.markdown() == MARKDOWN
    assert json.loads(json.dumps(told.data()))["kinds"]["GUESS"] == 4


def test_what_was_filled_once_and_for_all_was_not_hard() -> None:
    told = summed(of_steps(fix(1, 3, Why.NAKED_SINGLE), fix(2, 2, Why.NAKED_SINGLE)), GRID)
    assert told.hardest == () and "hardest" not in told.text() + told.markdown()
    assert "It took 2 steps and no guesses." in told.text()
    assert summary(of_steps(*RUN), GRID, SOLVER).hardest == ()


VERDICTS = {
    "backtracking fig1": "It found one solution and did not look for another.",
    "backtracking 21empty all": "It found the only solution.",
    "mrv 25empty all": "It found all 2 solutions.",
    "elimination misprint all": "There is no solution: givens clash.",
    "annealing 25empty": "It found one solution.",
    "annealing 25empty all": "It found one solution.",
}


@pytest.mark.parametrize(("run", "expected"), VERDICTS.items(), ids=VERDICTS)
def test_the_verdict_on_real_runs(run: str, expected: str) -> None:
    name, puzzle, *every = run.split()
    grid = named.find(puzzle)
    timeline = of_solver(grid, name)
    while not timeline.finished and (every or not timeline.resting):
        timeline.resume()
        timeline.reach(timeline.length + 1000, Ticking(0.001), 1.0)
    told = summed(timeline, grid, solver=solvers.get(name))
    assert told.verdict == expected and told.solutions == len(re.findall("one|only", expected)) + 2 * (
        "all" in expected
    )


def test_the_verdict_on_what_has_not_ended_or_ended_badly() -> None:
    timeline = of_walk(lambda: iter([*RUN]), GRID, Candidates.NONE)
    timeline.reach(5, Ticking(), 1)
    assert summed(timeline, GRID).verdict == "It has not finished; it has found no solution so far."
    assert summed(timeline, GRID, 3).verdict == "By step 3 of 5 it has found no solution."
    assert not summed(timeline, GRID).finished

    def fails() -> Iterator[Step]:
        yield guess(1, 2)
        raise ValueError("the cat")

    timeline = of_walk(fails, GRID, Candidates.NONE)
    run_out(timeline)
    told = summed(timeline, GRID)
    assert told.failed and told.verdict.startswith("The solver stopped with an error: ValueError: the cat (line ")
    assert told.verdict.endswith("; until then it found no solution.") and not summed(timeline, GRID, 0).failed


def test_the_verdict_on_answers_and_giving_up() -> None:
    assert summed(of_steps(reject(1, 1), GAVE_UP), GRID).verdict == "It gave up without an answer."
    assert summed(of_steps(SOLVED, GAVE_UP), GRID).verdict == "It found one solution, then gave up."
    assert (
        summed(of_steps(SOLVED, SOLVED, reject(1, 1)), GRID, 1).verdict == "By step 1 of 3 it has found one solution."
    )
    box = replace(SOLVER, black_box=True)
    assert summed(of_steps(), GRID, solver=box).verdict == "There is no solution, says the SAT solver."
    assert "a black box: only its answer" in summed(of_steps(guess(1, 1)), GRID, solver=box).text()
    timeline = of_walk(lambda: iter([SOLVED, SOLVED]), GRID, Candidates.NONE)
    for _ in range(2):
        timeline.resume()
        timeline.reach(2, Ticking(), 1)
    assert summed(timeline, GRID).verdict == "It found 2 solutions and did not look for more."


def test_a_name_is_no_markup() -> None:
    puzzle = replace(GRID, name="*my* [puzzle] | <b>")
    assert r"on \*my\* \[puzzle\] \| \<b\>." in summed(of_steps(), puzzle).markdown()
    assert "on *my* [puzzle] | <b>." in summed(of_steps(), puzzle).text()
    assert "on a puzzle." in summed(of_steps(), Puzzle.parse("1" + "." * 15)).text()


def test_every_kind_of_step_has_words_of_its_own() -> None:
    assert {*Kind} - {*WORDS} == {Kind.PENDING} and len({*WORDS.values()}) == len(WORDS)


# solvescope stats


def call(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    try:
        code = main(["stats", *map(str, arguments)])
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
    return code, *capsys.readouterr()


@pytest.mark.parametrize("name", ["backtracking", "mrv", "cdcl", "exact-cover"])
def test_the_command_counts_every_step(capsys: pytest.CaptureFixture[str], name: str) -> None:
    for all_, puzzle in ((), "fig1"), (("--all",), "25empty"):
        code, out, err = call(capsys, puzzle, "--solver", name, "--format", "json", *all_)
        kinds: Counter[str] = Counter()
        for step in solvers.trace(named.find(puzzle), name):
            kinds[step.kind.name] += 1
            if step.kind is Kind.SOLVED and not all_:
                break
        assert (code, err) == (0, "")
        assert json.loads(out)["kinds"] == kinds and json.loads(out)["steps"] == kinds.total()


def test_the_command_prints_text_and_markdown_here_or_there(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    timeline = of_solver(FIG1, "mrv")
    timeline.reach(10**6, Ticking(), 1)
    told = summed(timeline, FIG1, solver=solvers.get("mrv"))
    assert call(capsys, "fig1", "--solver", "mrv") == (0, told.text() + "\n", "")
    assert call(capsys, "fig1", "--solver", "mrv", "--format", "markdown") == (0, told.markdown() + "\n", "")
    assert call(capsys, "fig1", "--solver", "mrv", "-o", tmp_path / "out.txt") == (0, "", "")
    assert (tmp_path / "out.txt").read_text("utf-8") == told.text() + "\n"


def test_its_exit_codes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert call(capsys, "misprint")[0] == 1
    assert call(capsys, "nonsense")[:2] == (2, "") and call(capsys, "fig1", "--format", "html")[:2] == (2, "")
    code, out, err = call(capsys, "uphill-1", "--solver", "backtracking", "--limit-seconds", "0.05")
    assert code == 3 and "It has not finished" in out and "--limit-seconds" in err
    own = tmp_path / "own.py"
    own.write_text("def solve(puzzle):\n    yield 7\n")
    code, out, err = call(capsys, "fig1", "--solver", own)
    assert code == 2 and "stopped with an error" in out and "stopped with an error" in err


def test_it_measures_the_bare_time_where_asked(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = call(capsys, "21empty", "--solver", "mrv", "--time")
    assert (code, err) == (0, "")
    assert re.search(r"Unwatched, it takes [\d.]+ (ns|µs|ms|s) \(.+\) to reach its first answer or its end\.", out)
