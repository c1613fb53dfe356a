"""Tests that recording or printing the same thing twice writes the same bytes, on any machine."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from slow import few_of

from visualizer.export import EXPORTERS

PACKAGES = {str(entry.facts["package"]) for entry in EXPORTERS.entries.values() if entry.facts.get("package")}
ALL = [ending for entry in EXPORTERS.entries.values() for ending in entry.fact("endings")]
ENDINGS = few_of([".png", ".html"], ALL)
PROGRAM = """
import os, sys
processors, *endings = sys.argv[1:]
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: int(processors)])
from pathlib import Path
from puzzles.corpus import named
from visualizer.cli.main import main
from visualizer.export.recording import record
from visualizer.session.settings import RecordOptions
for ending in endings:
    output = Path("run").with_suffix(ending)
    record(RecordOptions(named.find("fig1"), output, "cdcl", 0, 40, (480, 270), speed=30.0, fps=4))
for name in ("page.pdf", "page.png"):
    assert main(["print", "fig1", "-o", name]) == 0
"""


def written(folder: Path, processors: int) -> dict[str, bytes]:
    """Return what a new process writes, by file name. It hashes text in its own way."""
    folder.mkdir()
    surroundings = {"SDL_VIDEODRIVER": "dummy", "PYTHONHASHSEED": str(processors), "PYTHONPATH": str(Path.cwd())}
    command = [sys.executable, "-c", PROGRAM, str(processors), *ENDINGS]
    done = subprocess.run(command, cwd=folder, env=os.environ | surroundings, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@pytest.mark.slow
def test_every_exporter_writes_the_same_bytes_again(tmp_path: Path) -> None:
    if missing := [name for name in PACKAGES if find_spec(name) is None]:
        pytest.skip(f"recordings need {', '.join(missing)}")
    once, again = written(tmp_path / "once", 1), written(tmp_path / "again", 64)
    assert {f"run{ending}" for ending in ENDINGS} | {"page.pdf"} < set(once) and all(once.values())
    assert once.keys() == again.keys()
    assert [name for name in once if once[name] != again[name]] == []


def test_no_two_exporters_write_a_file_of_one_name() -> None:
    forms = EXPORTERS.entries.values()
    endings = [ending for form in forms for ending in (*form.fact("endings"), *form.facts.get("beside", ()))]
    assert len(endings) == len(set(endings))
