"""Tests that the benchmarks, which are run by hand, still start."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parent / "benchmarks"
LOAD = """
import runpy, sys, traceback
folder, *files = sys.argv[1:]
path, wrong = [*sys.path], 0
for file in files:
    sys.path[:] = [folder, *path]
    try:
        runpy.run_path(file)
    except BaseException:
        wrong = 1
        print(file, traceback.format_exc(limit=-1))
sys.exit(wrong)
"""


def test_each_benchmark_finds_what_it_imports(tmp_path: Path) -> None:
    """Check that they start from any folder, in one process because loading the program takes longest."""
    files = sorted(BENCHMARKS.glob("*.py"))
    left_out = [] if find_spec("pycosat") else [path for path in files if "import pycosat" in path.read_text("utf-8")]
    command = [sys.executable, "-c", LOAD, str(BENCHMARKS), *(str(path) for path in files if path not in left_out)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr
    if left_out:
        pytest.skip(f"no pycosat: {[path.name for path in left_out]} left out")
