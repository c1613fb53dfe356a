"""Tests that a SAT solver that crashes, lies, hangs, writes too much or is missing leads to a message."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from foreign_runs import alive, waits
from sat_runs import PRINTS, SOLVES, folders, nothing_is_left, program  # noqa: F401
from slow import slow_but

import solvers
from puzzles.corpus import named
from solvers.core.step import Kind
from solvers.sat import command as sat_command
from solvers.sat.command import SolverOutput
from solvers.sat.interface import FormulaSize, SatError, SatSolution
from solvers.sat.process import SatProcess
from visualizer.files.saved_view import View, ViewError
from visualizer.session.checked_view import check

pytestmark = pytest.mark.usefixtures("nothing_is_left")

FIG1 = named.find("fig1")
posix = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX systems")
needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked for in /proc")


LIES = SOLVES + "\0" + """
    model[{at}] = -model[{at}]
""" + "\0" + PRINTS  # fmt: skip


WRONG = [
    ("import sys; sys.exit(3)", "ended with exit code 3 instead of 10 .a model. or 20 .no model."),
    ("raise ValueError('no such file')", "exit code 1 .* its last line: ValueError: no such file"),
    ("import os; os.abort()", "was ended by SIGABRT"),
    ("import sys; print('s SATISFIABLE\\nv 1 0'); sys.exit(20)", "there is a model, but its exit code 20 means"),
    ("import sys; print('s UNSATISFIABLE'); sys.exit(10)", "there is none, but its exit code 10 means"),
    ("print('s SATISFIABLE'); print('s UNSATISFIABLE')", "both that there is a model and that there is none"),
    ("print('s SATISFIABLE')", "says that there is a model, but not which one"),
    ("import sys; sys.exit(10)", "says that there is a model, but not which one"),
    ("print('s UNKNOWN')", "says neither yes nor no; its last line: s UNKNOWN; is it a solver"),
    (
        "import sys; print('ERROR! Unknown flag \"nonsense\".\\nWARNING: setting FPU'); sys.exit(1)",
        'exit code 1 .*; it says: ERROR! Unknown flag "nonsense".$',
    ),
    (
        "import sys; print('fake: invalid option -x', file=sys.stderr); print('c bye'); sys.exit(1)",
        "exit code 1 .*; it says: fake: invalid option -x$",
    ),
    ("print('s SATISFIABLE\\nv 1 2 x 0')", "its model contains 'x', which is not a literal"),
    ("print('s SATISFIABLE\\nv 1 2 3 0')", "is wrong: it does not satisfy the clause"),
    ("print('s SATISFIABLE\\nv', *range(1, 99999), 0)", "prints more literals than there are variables"),
    (LIES.format(at=3), "is wrong: it does not satisfy the clause"),
    ("import os; os.write(1, bytes(range(256)) * 999)", "says neither yes nor no"),
]


@pytest.mark.parametrize(("text", "message"), slow_but(WRONG[1:12:6], WRONG))
def test_what_a_program_does_wrong_is_told(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(SatError, match=message):
        solvers.solve(FIG1, "sat", command=program(tmp_path, text))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("no-such-program --fast", "no program 'no-such-program' was found; install it"),
        ("/no/such/folder/solver", "no program '/no/such/folder/solver'"),
        ("minisat 'unclosed", "cannot be read .No closing quotation.; check its quotation marks"),
    ],
)
def test_a_program_that_is_missing_is_told_of(command: str, message: str) -> None:
    assert sat_command.missing(command)
    with pytest.raises(SatError, match=message):
        solvers.solve(FIG1, "sat", command=command)


def test_a_long_command_is_cut_in_messages() -> None:
    for command in ("n" * 5000, "n" * 5000 + "'"):
        assert len(sat_command.missing(command)) < 400


def test_a_saved_view_or_race_may_not_start_a_program() -> None:
    race = {"race": {"lanes": [{"solver": "mrv"}, {"solver": "sat", "options": {"command": "touch me"}}]}}
    for view in (View(str(FIG1), "sat", options={"command": "touch me"}), View(str(FIG1), "mrv", modes=race)):
        with pytest.raises(ViewError, match="it runs the program 'touch me', which a saved view may not do"):
            check(view, Path())
    assert check(View(str(FIG1), "sat", options={"encoding": "compact"}), Path()).options == {"encoding": "compact"}


@posix
def test_a_file_that_is_no_program_is_told_of(tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_text("hello")
    path.chmod(0o755)
    with pytest.raises(SatError, match="text cannot be started: Exec format error"):
        solvers.solve(FIG1, "sat", command=str(path))


@pytest.mark.slow
def test_a_model_that_was_given_before_is_told_of(tmp_path: Path) -> None:
    forgets = SOLVES.replace("read(sys.argv[1])", "[c for c in read(sys.argv[1]) if not 20 < len(c) or min(c) > 0]")
    found = solvers.solutions(named.find("bad21"), "sat", command=program(tmp_path, forgets + "\0" + PRINTS))
    next(found)
    with pytest.raises(SatError, match="repeats a model that has been ruled out"):
        next(found)


def test_a_flood_is_read_in_bounded_memory_and_ended(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sat_command, "LARGEST_OUTPUT", 1 << 20)
    flood = program(tmp_path, "import sys\nwhile True: sys.stdout.write('c what a fine day ' * 999 + '\\n')")
    given = sat_command.ClauseSet([[1]], 1, tmp_path)
    with pytest.raises(SatError, match="it prints more than 1 MB"):
        next(sat_command.answers(flood, given))


def test_what_is_printed_among_the_answer_does_no_harm() -> None:
    output = SolverOutput(4)
    said = "c a comment||c|c conflicts: 12   3 per second|v 1 -2|12 13|s SATISFIABLE|v 3 -4 0"
    for line in (said + "|restarts              : 2|c 7 decisions|c Choices : 9").split("|"):
        output.feed(line)
    assert (output.model, output.trouble) == ([1, -2, 3, -4], "")
    assert output.figures == {"conflicts": 12, "restarts": 2, "decisions": 9}


HANGS = """
    import os, sys, time, subprocess
    note = open({note!r}, "a")
    print(os.getpid(), file=note)
    print(subprocess.Popen([sys.executable, "-c", "import time; time.sleep(99)"], start_new_session={left}).pid,
          file=note, flush=True)
    while True: time.sleep(9)
"""


def hanging(folder: Path, left: bool) -> tuple[str, Path]:
    """Write a program that hangs with a child process. Return its command, and the file with both process ids."""
    note = folder / "pids"
    return program(folder, HANGS.format(note=str(note), left=left)), note


def noted(note: Path) -> list[int]:
    assert waits(lambda: note.exists() and len(note.read_text().split()) == 2)
    return [int(word) for word in note.read_text().split()]


@needs_proc
@pytest.mark.parametrize("left", [False, True], ids=["with a child", "with a child in its own group"])
def test_a_program_that_hangs_is_ended_at_once_with_all_that_it_started(left: bool, tmp_path: Path) -> None:
    command, note = hanging(tmp_path, left)
    steps = solvers.trace(FIG1, "sat", command=command)
    while not note.exists() or len(note.read_text().split()) < 2:
        assert next(steps).kind in (Kind.PENDING, Kind.LOOK)
    pids = noted(note)
    assert all(map(alive, pids))
    steps.close()  # type: ignore[attr-defined]
    assert waits(lambda: not any(map(alive, pids)))


@needs_proc
@posix
def test_nothing_outlives_the_program_that_is_killed(tmp_path: Path) -> None:
    command, note = hanging(tmp_path, True)
    imports = "import solvers; from puzzles.corpus import named"
    watching = f"{imports}\nsolvers.solve(named.find('fig1'), 'sat', command={command!r})"
    before = folders()
    watcher = subprocess.Popen([sys.executable, "-c", watching], stderr=subprocess.DEVNULL)
    pids = noted(note)
    assert len(folders() - before) == 1
    watcher.send_signal(signal.SIGKILL)
    watcher.wait()
    assert waits(lambda: not any(map(alive, pids))), [pid for pid in pids if alive(pid)]
    assert waits(lambda: folders() == before), [*folders()]


@needs_proc
def test_a_worker_that_is_killed_is_told_of_and_takes_its_program_with_it(tmp_path: Path) -> None:
    command, note = hanging(tmp_path, False)
    with SatProcess(command=command) as process:
        process.begin(FIG1)
        process.ask()
        pids = noted(note)
        os.kill(process.pid or 0, signal.SIGKILL)
        with pytest.raises(SatError, match="the SAT solver's process was ended by SIGKILL"):
            while True:
                process.heard(1.0)
    assert waits(lambda: not any(map(alive, pids)))


def test_a_process_that_was_closed_starts_again_with_the_next_puzzle(tmp_path: Path) -> None:
    with SatProcess(command=program(tmp_path, SOLVES + "\0" + PRINTS)) as process:
        for _ in range(2):
            process.begin(FIG1)
            assert isinstance(process.heard(20.0), FormulaSize)
            process.close()


def test_a_process_takes_one_puzzle_after_another_also_after_trouble(tmp_path: Path) -> None:
    fails = SOLVES.replace("model =", "model = len(read(sys.argv[1])) > 12000 + 27 and sys.exit(1) or")
    few, many = named.find("minimal-9-1"), named.find("bad21")
    assert few.clues < 39 < many.clues
    with SatProcess(command=program(tmp_path, fails + "\0" + PRINTS)) as process:
        for puzzle in (many, few, many):
            process.begin(puzzle)
            assert isinstance(process.heard(20.0), FormulaSize)
            process.ask()
            if puzzle is many:
                with pytest.raises(SatError, match="exit code 1"):
                    process.heard(20.0)
            else:
                found = process.heard(20.0)
                assert isinstance(found, SatSolution) and puzzle.with_values(found.values or ()).is_solution_of(puzzle)
