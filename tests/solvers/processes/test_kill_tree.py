"""Tests that the user's own solver keeps its last steps and leaves no process behind, however it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from foreign_runs import ROOT, SHORT, Write, alive, recorded, start, waits
from slow import slow_but

from solvers.core.step import Kind, Step, guess
from solvers.external import registry

pytestmark = pytest.mark.usefixtures("nothing_is_left")

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nothing tells what a process has started")


def steps_before_death(run: registry.ForeignRun) -> tuple[list[Step], registry.RunError]:
    steps = []
    with run, pytest.raises(registry.RunError) as caught:
        for step in recorded(run):
            steps.append(step)
    return steps, caught.value


@pytest.mark.parametrize("exit", ["import os; os._exit(0)", "from os import _exit; _exit(7)"])
def test_what_was_yielded_before_it_left_is_kept(write: Write, exit: str) -> None:
    text = "def mine(puzzle):\n    yield guess(0, 2)\n    yield look(3)\n    _leave()\n"
    path = write(f"{text}def _leave():\n    {exit}\n")
    steps, error = steps_before_death(start(path))
    assert [step.kind for step in steps] == [Kind.GUESS, Kind.LOOK] and steps[0] is guess(0, 2)
    assert isinstance(error, registry.SolverDied) and error.place.line == 8
    assert f"exit code {exit[-2]}" in error.message


@LINUX
def test_of_what_was_yielded_before_a_crash_all_or_nearly_all_is_kept(write: Write) -> None:
    path = write(
        """\
        import os, signal
        def mine(puzzle):
            for cell in range(80):
                yield look(cell)
                if cell == 5:
                    os.kill(os.getpid(), signal.SIGKILL)
        """
    )
    steps, error = steps_before_death(start(path))
    assert [step.cell for step in steps] == list(range(len(steps))) and 4 <= len(steps) <= 6
    assert error.place.line == 6, "the line of the last step, where no later one is known"


def test_a_forked_process_leaves_as_it_wants_to(write: Write) -> None:
    path = write(
        """\
        import os
        def mine(puzzle):
            yield look(1)
            pid = os.fork()
            if not pid:
                os._exit(3)
            yield look(os.waitpid(pid, 0)[1] >> 8)
        """
    )
    with start(path) as run:
        assert [step.cell for step in recorded(run)] == [1, 3]


ENDINGS = ("return", "while True: pass", "os._exit(0)", "os.kill(os.getpid(), 9)", "os.killpg(0, 9)", "1 / 0")
HIDES = """\
import os, time
def mine(puzzle):
    if not os.fork():
        os.setsid()
        if not os.fork():
            open({pid!r}, "w").write(str(os.getpid()))
            time.sleep(99)
        os._exit(0)
    while not os.path.exists({pid!r}) or not open({pid!r}).read():
        time.sleep(0.01)
        yield PENDING
    yield look(0)
    {then}
"""
"""A solver that starts a process in another session whose parent has ended."""


@LINUX
@pytest.mark.parametrize("then", slow_but(["return"], [*ENDINGS[:3], "os.abort()", "1 / 0"]))
def test_what_has_left_the_session_is_ended_too(write: Write, tmp_path: Path, then: str) -> None:
    path = write(HIDES.format(pid=str(tmp_path / "pid"), then=then))
    with start(path, hang=SHORT) as run, suppress(registry.RunError):
        assert [step.cell for step in recorded(run)] == [0]
    pid = int((tmp_path / "pid").read_text())
    assert waits(lambda: not alive(pid)), "a pipe held open keeps nobody waiting"


ESCAPES = """\
import os, subprocess, sys
def mine(puzzle):
    program = "import os, time\\nopen({pid!r}, 'w').write(str(os.getpid()))\\ntime.sleep(99)"
    subprocess.Popen([sys.executable, "-c", program], env={{}}, start_new_session=True)
    while not os.path.exists({pid!r}) or not open({pid!r}).read():
        time.sleep(0.01)
        yield PENDING
    yield look(0)
    {then}
import time
"""
"""A solver that starts a process in its own session, with an empty environment, holding the solver's stderr open."""


@LINUX
@pytest.mark.parametrize("then", slow_but(["os._exit(0)", "os.killpg(0, 9)"], ENDINGS))
def test_what_has_left_its_group_and_cleared_its_environment_is_ended_too(
    write: Write, tmp_path: Path, then: str
) -> None:
    path = write(ESCAPES.format(pid=str(tmp_path / "pid"), then=then))
    with start(path, hang=SHORT) as run, suppress(registry.RunError):
        assert [step.cell for step in recorded(run)] == [0]
    pid = int((tmp_path / "pid").read_text())
    assert waits(lambda: not alive(pid))


PROGRAM = """\
import os
import signal
import subprocess
import sys
from pathlib import Path
from puzzles import Puzzle
from solvers.external import registry as foreign
run = foreign.load(Path(sys.argv[1])).run(Puzzle.empty(), hang=60)
while next(run).kind.name == "PENDING": pass
{then}
"""


@pytest.mark.slow
@LINUX
@pytest.mark.parametrize("then", ["pass", "os.kill(os.getpid(), 9)"])
def test_it_is_ended_too_where_the_program_that_watches_ends(write: Write, tmp_path: Path, then: str) -> None:
    path = write(ESCAPES.format(pid=str(tmp_path / "pid"), then="while True: yield look(0)"))
    program = "import os\n" + PROGRAM.format(then=then)
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", program, str(path)], env=env, stderr=subprocess.PIPE, timeout=60)
    assert done.returncode == (0 if then == "pass" else -9) and not done.stderr
    pid = int((tmp_path / "pid").read_text())
    assert waits(lambda: not alive(pid))


@pytest.mark.slow
@LINUX
def test_it_is_ended_where_the_program_is_killed_though_the_solver_is_too_busy(write: Write, tmp_path: Path) -> None:
    """Check a solver that holds the interpreter's lock through ``PyDLL``, so that its other threads cannot run."""
    then = "time.sleep(0.5); import ctypes; ctypes.PyDLL(None).sleep(99)"
    path = write(ESCAPES.format(pid=str(tmp_path / "pid"), then=then))
    then = "import time; time.sleep(0.5); print(run._process.pid, flush=True); os.kill(os.getpid(), 9)"
    killed = PROGRAM.format(then=then)
    done = subprocess.run(
        [sys.executable, "-c", killed, str(path)], env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True
    )
    assert done.returncode == -9
    pids = [int(done.stdout), int((tmp_path / "pid").read_text())]
    try:
        assert waits(lambda: not any(map(alive, pids)))
    finally:
        for pid in filter(alive, pids):
            os.kill(pid, signal.SIGKILL)


@pytest.mark.slow
@LINUX
def test_quitting_aborts_nothing_though_something_cannot_be_ended(write: Write, tmp_path: Path) -> None:
    path = write(ESCAPES.format(pid=str(tmp_path / "pid"), then="return"))
    loses = (
        "from solvers.processes import kill_tree as foreign_ending\nforeign_ending._end_all = lambda find: "
        "None\nrun.close()"
    )
    own = "from solvers.processes import child\nchild.KEEPS = False\n"
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", own + PROGRAM.format(then=loses), str(path)]
    try:
        done = subprocess.run(command, env=env, stderr=subprocess.PIPE, timeout=60)
        assert (done.returncode, done.stderr) == (0, b"")
    finally:
        os.kill(int((tmp_path / "pid").read_text()), signal.SIGKILL)


@LINUX
@pytest.mark.parametrize(("number", "name"), [(40, "signal 40"), (15, "SIGTERM"), (6, "SIGABRT")])
def test_whatever_signal_ended_it_is_told(write: Write, number: int, name: str) -> None:
    path = write(f"import os\ndef mine(puzzle):\n    yield look(0)\n    os.kill(os.getpid(), {number})\n")
    _, error = steps_before_death(start(path))
    assert isinstance(error, registry.SolverDied) and (name in error.message or number == 6)
    assert "memory" not in error.message


@LINUX
def test_what_ends_its_own_is_not_ended_by_that_itself(write: Write) -> None:
    path = write(
        """\
        import os, subprocess, sys, time
        from solvers.processes import kill_tree as foreign_ending
        def mine(puzzle):
            child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(99)"], start_new_session=True)
            yield look(0)
            foreign_ending.end_marked(os.environ[foreign_ending.MARK])
            time.sleep(0.2)
            yield look(-child.wait())
        """
    )
    with start(path) as run:
        assert [step.cell for step in recorded(run)] == [0, signal.SIGKILL]
