"""Fake SAT solvers for tests, and checks that they leave nothing behind."""

from __future__ import annotations

import os
import shlex
import sys
import tempfile
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

SOLVES = """
    import sys
    sys.path[:0] = {TESTS!r}
    import sat_models
    def read(path):
        words = [w for l in open(path) if l[:1] not in "cp" for w in l.split()]
        clauses, clause = [], []
        for word in map(int, words):
            if word: clause.append(word)
            else: clauses.append(clause); clause = []
        return clauses
    model = next(sat_models.each(read(sys.argv[1])), "UNSAT")
""".replace("{TESTS!r}", repr([str(Path(__file__).parent)]))
"""The start of a program that solves its formula: ``model`` is then a list of literals, or "UNSAT"."""
PRINTS = """
    if model == "UNSAT": print("c conflicts : 7\\ns UNSATISFIABLE"); sys.exit(20)
    print("c 3 decisions\\nc conflicts: 5 (1 /sec)\\ns SATISFIABLE")
    for i in range(0, len(model), 9): print("v", *model[i:i + 9])
    print("v 0"); sys.exit(10)
"""
WRITES = """
    print("propagations          : 41 (7 /sec)\\nUNSATISFIABLE" if model == "UNSAT" else "SATISFIABLE")
    with open(sys.argv[2], "w") as out: print(*(["UNSAT"] if model == "UNSAT" else ["SAT\\n", *model, 0]), file=out)
    sys.exit(20 if model == "UNSAT" else 10)
"""


def program(folder: Path, text: str, name: str = "fake.py") -> str:
    """Write a Python program, and return the command that runs it."""
    path = folder / name
    path.write_text("\n".join(textwrap.dedent(part) for part in text.split("\0")))
    return shlex.join([sys.executable, str(path)])


def without(patch: pytest.MonkeyPatch, *packages: str) -> None:
    """Hide SAT solver packages from this process, as if they were not installed."""
    for package in packages:
        for module in (package, *(name for name in sys.modules if name.startswith(f"{package}."))):
            patch.setitem(sys.modules, module, None)


def children() -> set[int]:
    """Return all descendants of this process on Linux, and none elsewhere."""
    below: set[int] = set()
    parents: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = stat.read_text().rpartition(")")[2].split()[:2]
        except OSError:
            continue
        if state != "Z":
            parents[int(stat.parent.name)] = int(parent)
    for pid in parents:
        above = pid
        while above in parents and above != os.getpid():
            above = parents[above]
        if above == os.getpid() and pid != above:
            below.add(pid)
    return below


def folders() -> set[Path]:
    """Return the temporary folders of SAT runs that exist."""
    return set(Path(tempfile.gettempdir()).glob("solvescope-sat-*"))


@pytest.fixture
def nothing_is_left(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Check that a test's SAT runs leave no process or folder behind."""
    monkeypatch.setenv("TMPDIR", str(tmp_path_factory.mktemp("temporary")))  # other tests run beside this one
    monkeypatch.setattr(tempfile, "tempdir", None)
    before = children()
    yield
    assert (children() - before, folders()) == (set(), set())
