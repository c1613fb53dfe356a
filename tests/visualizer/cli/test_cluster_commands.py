"""Tests that commands write the same on a cluster as alone, even if its workers die, and leave nothing behind."""

from __future__ import annotations

import csv
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import assets
from puzzles.corpus import named
from solvers.processes import cluster, kill_tree
from solvers.processes.cluster import Cluster
from visualizer.cli.main import main
from visualizer.study import plots
from visualizer.study.folder import machines

TIMES = ("start_seconds", "encode_seconds", "solve_seconds", "wall_seconds", "peak_mib")
STUDY = """\
algorithms = ["backtracking", "mrv", "cdcl", "human"]
copies = 12
[limits]
steps = 3000
seconds = 60
[[puzzles]]
from = ["fig1", "6x6"]
sample = 3
"""
KILLS = 2

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not find_spec("distributed"), reason="needs dask.distributed, the extra cluster"),
    pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc"),
]


class Killing:
    """A pool that kills one of its cluster's workers after the first answer, and one after the third."""

    def __init__(self, pool: Cluster) -> None:
        self._cluster, self.threads = pool, pool.threads
        self.killed = list[int]()

    def ordered(self, work: Any, tasks: Any, processes: int, heard: Any = None, *more: Any) -> Generator[Any]:
        answers = 0

        def listen(number: int, answer: Any) -> None:
            nonlocal answers
            answers += 1
            if answers in (1, 3):
                self._kill()
            if heard:
                heard(number, answer)

        return self._cluster.ordered(work, tasks, processes, listen, *more)

    def _kill(self) -> None:
        pid = max(pid for pid in self._cluster._client.run(os.getpid).values() if pid not in self.killed)
        self.killed.append(pid)
        os.kill(pid, signal.SIGKILL)


@pytest.fixture
def killing(monkeypatch: pytest.MonkeyPatch) -> list[Killing]:
    """Let every cluster lose two workers in the middle of its work."""
    made, opened = list[Killing](), cluster.opened

    @contextmanager
    def opening(address: str, tell: Callable[[str], object]) -> Iterator[Killing]:
        with opened(address, tell) as pool:
            made.append(Killing(pool))
            yield made[-1]

    monkeypatch.setattr(cluster, "opened", opening)
    return made


@pytest.fixture
def many(tmp_path: Path) -> Path:
    """Write a collection with puzzles of all levels, and some broken and impossible ones."""
    source = Path(assets.__file__).parents[1] / "puzzles" / "sudoku.txt"
    lines = source.read_text("utf-8").splitlines()[20:6000:10]
    path = tmp_path / "many.txt"
    path.write_text("\n".join([*lines, "broken", str(named.find("misprint")), *lines[:9]]) + "\n", "utf-8")
    return path


@pytest.mark.parametrize(
    "words",
    [
        ("rate", "{many}", "--format", "csv"),
        ("check", "{many}", "--grades"),
        ("solve", "{large}"),
        ("solve", "{large}", "--count"),
        ("generate", "--count", "500", "--minimal", "--seed", "7", "--graded", "--quiet"),
        ("generate", "--each", "hard=80,medium=40", "--seed", "7", "--quiet"),
    ],
    ids=" ".join,
)
def test_the_output_is_the_same_with_two_workers_killed(
    words: tuple[str, ...], many: Path, tmp_path: Path, killing: list[Killing], capsys: pytest.CaptureFixture[str]
) -> None:
    large = tmp_path / "large.txt"
    large.write_text(many.read_text("utf-8") * 40, "utf-8")
    words = tuple(word.format(many=many, large=large) for word in words)
    alone = main(list(words)), *capsys.readouterr()
    assert not killing
    code, out, err = main([*words, "--cluster", "local:2"]), *capsys.readouterr()
    err = "".join(line for line in err.splitlines(keepends=True) if "has no workers; waiting" not in line)
    assert (code, out, err) == alone and out
    assert [len(set(one.killed)) for one in killing] == [KILLS]


def rows(folder: str) -> list[dict[str, str]]:
    """Return the rows that do not depend on time, without their times."""
    with open(f"{folder}/runs.csv", newline="", encoding="utf-8") as stream:
        found = list(csv.DictReader(stream))
    return sorted(({name: its for name, its in row.items() if name not in TIMES} for row in found), key=str)


def test_a_study_has_the_same_rows_with_two_workers_killed(
    tmp_path: Path, killing: list[Killing], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(plots, "find_spec", lambda name: None)
    Path("mine.toml").write_text(STUDY)
    assert main(["study", "mine.toml", "-o", "alone"]) == 0
    assert main(["study", "mine.toml", "-o", "shared", "--cluster", "local:2"]) == 0
    assert rows("shared") == rows("alone") and len(rows("alone")) > 100
    assert {"ok", "timeout"} <= {row["status"] for row in rows("shared")}
    assert [len(set(one.killed)) for one in killing] == [KILLS]
    assert [one.get("cluster") for one in machines(Path("shared"))] == ["local:2"]


def test_a_run_that_kills_its_process_is_a_crash_and_the_others_are_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A solver of the user's own, sent along with the study, ends the process that measures it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(plots, "find_spec", lambda name: None)
    Path("dying.py").write_text(
        "import os, signal\n"
        "from solvers.step import look\n"
        "def solve(puzzle):\n"
        "    yield look(0)\n"
        "    for line in open(f'/proc/{os.getppid()}/status'):\n"
        "        if line.startswith('PPid:'):\n"
        "            os.kill(int(line.split()[1]), signal.SIGKILL)\n"
        "    while True: yield look(0)\n"
    )
    Path("mine.toml").write_text(STUDY.replace('"human"', '"dying.py"').replace("12", "1"))
    assert main(["study", "mine.toml", "--programs", "--cluster", "local:2"]) == 0
    found = rows("mine")
    assert {row["status"] for row in found if row["algorithm"].startswith("dying")} == {"crash"}
    assert all("4 times" in row["trouble"] for row in found if row["status"] == "crash")
    assert {row["status"] for row in found if not row["algorithm"].startswith("dying")} == {"ok", "timeout"}


# A program of its own -------------------------------------------------------------------------------------------------


def started(*words: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "visualizer", *map(str, words)]
    root = Path(assets.__file__).parents[1]
    return subprocess.Popen(
        command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )


def until(true: Callable[[], Any]) -> Any:
    for _ in range(3000):
        if found := true():
            return found
        time.sleep(0.02)
    raise AssertionError("in vain")


def busy(pid: int) -> bool:
    """Return whether the workers' own processes are there."""
    return sum(b"solvers.processes.cluster" in command(one) for one in kill_tree.descendants(pid)) > 1


def command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def listening(pids: list[int]) -> set[str]:
    """Return the addresses, in hexadecimal, at which any of these processes waits for a connection."""
    sockets = set[str]()
    for pid in pids:
        for link in Path(f"/proc/{pid}/fd").iterdir():
            try:
                sockets.add(os.readlink(link).removeprefix("socket:[").rstrip("]"))
            except OSError:
                continue
    found = set[str]()
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/net/{table}").read_text().splitlines()[1:]:
            fields = line.split()
            if fields[3] == "0A" and fields[9] in sockets:
                found.add(fields[1].partition(":")[0])
    return found


@pytest.mark.parametrize("times", [1, 2])
def test_ctrl_c_ends_everything_without_a_traceback_and_nothing_listens_beyond_this_machine(
    many: Path, times: int
) -> None:
    program = started("rate", many, "--cluster", "local:2")
    until(lambda: busy(program.pid))
    family = [program.pid, *kill_tree.descendants(program.pid)]
    assert listening(family) == {"0100007F"}
    for _ in range(times):
        os.killpg(program.pid, signal.SIGINT)
        time.sleep(0.1)
    _, err = program.communicate(timeout=60)
    assert program.returncode == 3
    assert {re.sub(r"\d+ puzzles?", "", line) for line in err.splitlines()} <= {"", "stopped after ", "interrupted"}
    until(lambda: not any(command(pid) for pid in family))


def test_a_program_that_is_killed_leaves_no_worker(many: Path) -> None:
    program = started("rate", many, "--cluster", "local:2")
    until(lambda: busy(program.pid))
    family = kill_tree.descendants(program.pid)
    program.kill()
    program.communicate(timeout=60)
    until(lambda: not any(command(pid) for pid in family))


def test_a_stopped_study_goes_on_with_resume(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(plots, "find_spec", lambda name: None)
    Path("mine.toml").write_text(STUDY)
    program = started("study", tmp_path / "mine.toml", "-o", tmp_path / "stopped", "--cluster", "local:2")
    runs = tmp_path / "stopped" / "runs.csv"
    until(lambda: runs.exists() and runs.read_bytes().count(b"\n") > 5)
    os.killpg(program.pid, signal.SIGINT)
    _, err = program.communicate(timeout=60)
    assert program.returncode == 3 and "go on with --resume" in err and "Traceback" not in err
    there = runs.read_bytes()
    assert main(["study", "mine.toml", "-o", "stopped", "--resume", "--cluster", "local:2"]) == 0
    assert runs.read_bytes().startswith(there)
    assert main(["study", "mine.toml", "-o", "alone"]) == 0
    assert rows("stopped") == rows("alone")


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("tcp://127.0.0.1:9", "check the address, or start one there with 'dask scheduler'"),
        ("local:999", "local:999 is too many workers for this machine: write local:"),
        ("here", "'here' is not a cluster: write tcp://host:8786, or local:2 for this machine"),
    ],
)
def test_a_cluster_that_is_not_there_is_named(
    address: str, message: str, many: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cluster, "CONNECTING", 0.5)
    assert main(["rate", str(many), "--cluster", address]) == 2
    out, err = capsys.readouterr()
    assert out == "" and message in err and err.count("\n") == 1
