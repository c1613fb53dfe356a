"""Tests that ``solvescope race`` prints the right table and error messages, and leaves no process behind."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from subprocess import PIPE

import pytest
from foreign_runs import waits

import solvers
from puzzles.corpus import named
from solvers.core.step import Kind
from visualizer.cli import launch
from visualizer.cli.main import main
from visualizer.race.mode import SavedRace
from visualizer.race.pace import Pace
from visualizer.session.run_spec import RunSpec
from visualizer.session.settings import Options

ROOT = Path(__file__).parents[4]
FIG1 = named.find("fig1")
Call = Callable[..., tuple[int, str, str]]


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Call:
    """Race on a puzzle, and return the exit code, standard output and standard error."""

    def run(*arguments: object) -> tuple[int, str, str]:
        try:
            code = main(["race", *map(str, arguments)])
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 1
        return code, *capsys.readouterr()

    return run


def rows(out: str) -> list[list[str]]:
    """Return the cells of each row below the headings."""
    return [re.split(r" {2,}", line) for line in out.splitlines()[1:]]


def counted(name: str, **options: object) -> list[str]:
    """Count the steps, guesses and backtracks and the greatest depth up to the first answer."""
    kinds: list[Kind] = []
    board, depth = solvers.get(name).board(FIG1), 0
    for step in solvers.trace(FIG1, name, **options):
        kinds.append(step.kind)
        board.apply(step)
        depth = max(depth, board.level)
        if step.kind in (Kind.SOLVED, Kind.GAVE_UP):
            break
    return [f"{n:,}" for n in (len(kinds), kinds.count(Kind.GUESS), kinds.count(Kind.BACKTRACK), depth)]


def test_the_table_holds_what_a_plain_count_gives(call: Call) -> None:
    code, out, err = call("fig1", "--solvers", "backtracking,mrv,exact-cover", "--text")
    assert (code, err) == (0, "")
    found = rows(out)
    assert [row[0] for row in found] == ["1st", "2nd", "3rd"]
    assert [row[1] for row in found] == [solvers.get(name).title for name in ("mrv", "exact-cover", "backtracking")]
    assert [row[3:7] for row in found] == [counted(name) for name in ("mrv", "exact-cover", "backtracking")]
    for row in found:
        assert row[2] == "solved" and re.fullmatch(r"[\d.,]+ (µs|ms|s)", row[7]) and "runs" in row[8]
        assert int(row[9].replace(",", "")) > 1000


@pytest.mark.slow
def test_the_pace_decides_the_order(call: Call) -> None:
    orders = {}
    for pace in ("steps", "guesses"):
        _, out, _ = call("fig1", "--solvers", "backtracking,backtracking-candidates,sat", "--text", "--pace", pace)
        orders[pace] = [row[1] for row in rows(out)]
    assert orders["steps"][0].startswith("SAT") and "black box" in orders["steps"][0]
    assert orders["guesses"][0] == orders["steps"][0]


def test_a_pace_that_is_gone_is_refused_with_those_there_are(call: Call) -> None:
    code, out, err = call("fig1", "--solvers", "mrv,cdcl", "--text", "--pace", "time")
    assert (code, out) == (2, "") and "choose steps or guesses" in err and "the measured time of each lane" in err
    code, out, err = call("fig1", "--solvers", "mrv,cdcl", "--text", "--pace", "tim")
    assert (code, out) == (2, "") and err.endswith("'tim' is not a pace; choose steps or guesses\n")


@pytest.mark.slow
def test_options_are_shown_and_used(call: Call) -> None:
    _, out, _ = call("fig1", "--solvers", "fewest-blanks:rows_and_columns_only=yes,fewest-blanks", "--text")
    found = {row[1]: row[3:7] for row in rows(out)}
    assert found["Fewest blanks"] == counted("fewest-blanks")
    with_option = found["Fewest blanks (rows and columns only yes)"]
    assert with_option == counted("fewest-blanks", rows_and_columns_only=True) != found["Fewest blanks"]


@pytest.mark.slow
def test_ties_are_said(call: Call) -> None:
    _, out, _ = call("fig1", "--solvers", "mrv,mrv,backtracking", "--text")
    assert [row[0] for row in rows(out)] == ["=1st", "=1st", "3rd"]


def test_no_solution_is_an_answer(call: Call) -> None:
    code, out, _ = call("misprint", "--solvers", "mrv,elimination", "--text")
    assert code == 1 and [row[2] for row in rows(out)] == ["no solution"] * 2


def test_giving_up_is_none(call: Call) -> None:
    code, out, _ = call("21empty", "--solvers", "annealing:rounds=0,mrv", "--text")
    assert code == 1 and [row[0] for row in rows(out)] == ["1st", "–"] and rows(out)[1][2] == "gave up"


@pytest.mark.slow
def test_a_lane_without_end_is_stopped_at_the_limit(call: Call) -> None:
    code, out, err = call("fig1", "--solvers", "rows,mrv", "--text", "--limit-seconds", 0.3)
    assert (code, err) == (3, "")
    assert [row[2] for row in rows(out)] == ["solved", "limit reached"]
    assert rows(out)[1][0] == "–" and re.match(r"more than 3\d\d ms", rows(out)[1][7])


@pytest.mark.slow
def test_own_files_race_too_and_a_failing_one_is_a_row(call: Call, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text((ROOT / "solvers" / "example.py").read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "bad.py").write_text("from solvers.step import look\ndef bad(puzzle):\n    yield look(0)\n    1 / 0\n")
    code, out, err = call("fig1", "--solvers", f"{tmp_path / 'mine.py'},{tmp_path / 'bad.py'},mrv", "--text")
    assert code == 2
    assert [row[:3] for row in rows(out)][2] == ["–", "Bad", "cannot say"]
    assert {row[2] for row in rows(out)[:2]} == {"solved"} and all("runs" in row[8] for row in rows(out)[:2])
    assert re.fullmatch(r"bad(-\d)?: .*ZeroDivisionError.*\n", err)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("mrv", "at least 2 lanes, but only one is named"),
        (",", "none are named"),
        ("mrv,mrv,mrv,mrv,mrv,mrv,mrv", "at most 6 lanes, but 7 are named"),
        ("exactcover,mrv", "did you mean exact-cover?"),
        ("zzzz,mrv", "no solver is called 'zzzz'; choose one of: backtracking"),
        ("mrv,annealing:sed=3", "annealing has no option 'sed'; annealing has: seed=0, rounds=30"),
        ("mrv,mrv:seed=3", "mrv has no option 'seed'; mrv has no options"),
        ("mrv,annealing:seed=x", "the option seed of annealing must be a whole number from 0 up, not 'x'"),
        ("mrv,fewest-blanks:rows_and_columns_only=maybe", "must be true or false, not 'maybe'"),
        ("mrv,annealing:seed", "does not set an option; write name:option=value"),
        ("mrv,annealing:seed=-1", "the option seed of annealing must be a whole number from 0 up, not '-1'"),
        ("mrv,annealing:seed=3:rounds", "does not set an option; write name:option=value"),
        ("mrv,no/such.py", "there is no such file"),
    ],
)
def test_what_is_no_race_is_refused(call: Call, text: str, said: str) -> None:
    code, out, err = call("fig1", "--solvers", text, "--text")
    assert (code, out) == (2, "") and said in err


def test_there_must_be_solvers_and_a_puzzle(call: Call) -> None:
    assert call("fig1", "--text")[0] == 2
    assert call("nonsense", "--solvers", "mrv,cdcl", "--text")[0] == 2


def test_without_text_the_window_gets_the_race(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Options] = []
    monkeypatch.setattr(launch, "has_display", lambda: True)
    monkeypatch.setattr(launch, "start", lambda options: asked.append(options) or 0)
    assert call("fig1", "--solvers", "mrv,annealing:seed=4", "--pace", "guesses")[0] == 0
    lanes = (RunSpec("mrv"), RunSpec("annealing", (("seed", 4),)))
    assert asked == [Options(puzzle=FIG1, solver="mrv", modes={"race": SavedRace(lanes, Pace.GUESSES)})]


def test_the_window_is_told_how_to_look_and_where_to_log(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Options] = []
    monkeypatch.setattr(launch, "has_display", lambda: True)
    monkeypatch.setattr(launch, "start", lambda options: asked.append(options) or 0)
    looks = [
        "--theme",
        "dark",
        "--size",
        "1024x700",
        "--speed",
        "500",
        "--event-log",
        "log",
        "--autoplay",
        "--fullscreen",
    ]
    assert call("fig1", "--solvers", "mrv,cdcl", *looks)[0] == 0
    race = {"race": SavedRace((RunSpec("mrv"), RunSpec("cdcl")), speed=500.0)}
    assert asked == [
        Options(
            puzzle=FIG1, solver="mrv", modes=race, theme="dark", size=(1024, 700), speed=500.0,
            event_log=Path("log"), autoplay=True, fullscreen=True,
        )
    ]  # fmt: skip
    assert call("fig1", "--solvers", "mrv,cdcl", "--size", "10x10")[0] == 2


def test_without_a_display_the_table_is_printed(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(launch, "has_display", lambda: False)
    code, out, err = call("fig1", "--solvers", "mrv,elimination")
    assert code == 0 and len(rows(out)) == 2 and "no display" in err


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="looks for processes by their environment")
@pytest.mark.parametrize("begun", [1, 2], ids=["while it runs", "while it is timed"])
def test_ctrl_c_ends_it_at_once_and_leaves_no_process(begun: int, tmp_path: Path) -> None:
    told = tmp_path / "begun"
    (tmp_path / "slow.py").write_text(
        "import time\nfrom solvers.step import SOLVED, look\ndef slow(puzzle):\n    yield look(0)\n"
        f"    open({str(told)!r}, 'a').write('x')\n"
        f"    time.sleep(99 * (len(open({str(told)!r}).read()) == {begun}))\n    yield SOLVED\n"
    )
    arguments = ["race", "complete", "--solvers", "slow.py,mrv", "--text", "--limit-seconds", "60"]
    mark = f"SOLVESCOPE_TEST_MARK={tmp_path}"  # every process passes it on to those it starts
    env = {**os.environ, "PYTHONPATH": str(ROOT), "SOLVESCOPE_TEST_MARK": str(tmp_path)}
    command = [sys.executable, "-m", "visualizer", *arguments]
    with subprocess.Popen(command, stdout=PIPE, stderr=PIPE, text=True, env=env, cwd=tmp_path) as process:
        while not told.exists() or len(told.read_text()) < begun:
            assert process.poll() is None
            time.sleep(0.01)
        keeper = begun == 1 and sys.platform == "linux"  # above a solver's process, but not above a bare run
        assert len(marked(mark)) == 2 + keeper
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (3, "", "interrupted\n")
    assert waits(lambda: not marked(mark))


def marked(mark: str) -> list[str]:
    """Return the processes whose environment contains a mark."""
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            if mark.encode() in path.read_bytes().split(b"\0"):
                found.append(path.parent.name)
        except OSError:  # it has ended, or belongs to another user
            continue
    return found


@pytest.mark.slow
def test_what_a_process_took_to_start_has_a_column_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["race", "fig1", "--solvers", "mrv,sat", "--text"]) == 0
    heading, *rows = capsys.readouterr().out.splitlines()
    place = heading.index("to start")
    told = {"SAT" if "SAT solver" in row else "other": row[place : place + len("to start")].strip() for row in rows}
    assert told["SAT"].endswith("s") and not told["other"]
