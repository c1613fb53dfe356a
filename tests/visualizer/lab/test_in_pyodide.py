"""The tests of puzzles and solvers, run by the Python of browsers, in Node."""

from __future__ import annotations

import json
import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from visualizer.lab import runtime

ROOT = Path(__file__).parents[3]
SCRIPT = """
import { readFileSync } from "node:fs";
import { loadPyodide } from "./runtime/pyodide.mjs";
const [repository, ...args] = process.argv.slice(2), python = await loadPyodide();
python.mountNodeFS("/repository", repository);
python.mountNodeFS("/packages", "packages");
python.unpackArchive(new Uint8Array(readFileSync("runtime/python_sat.whl")), "wheel", { extractDir: "/wheel" });
python.globals.set("args", python.toPy(args));
process.exit(python.runPython(`
import os, sys
sys.path[:0] = ["/repository", "/repository/tests/shared", "/packages", "/wheel"]
os.chdir("/repository")
import lacking, pytest
int(pytest.main(args, plugins=[lacking]))
`));
"""
FILMS = """
import hashlib, json
import solvers
from visualizer.lab import bench

PUZZLES = "fig1", "small-4", "minimal-6"

def films():
    bench.MOST_STEPS, found = 3000, {}
    for name in solvers.names():
        for puzzle in PUZZLES if not solvers.get(name).black_box else ():
            run = bench.Bench(puzzle, name)
            while run.goes_on():
                pass
            text = run.header().encode() + bytes(memoryview(run.numbers).cast("B"))
            found[f"{name} on {puzzle}"] = hashlib.sha256(text).hexdigest()
    return found

def test_films():
    import pathlib
    known, found = json.loads(pathlib.Path(__file__).with_name("films.json").read_text()), films()
    assert [what for what in found if found[what] != known[what]] == []
"""
"""Makes the films of all algorithms, and compares their tables and frames with those that another Python made."""
OPTIONS = [
    "-o", "addopts=", "-o", "faulthandler_timeout=0", "-p", "no:cacheprovider", "--import-mode=importlib",
    "-m", "not slow", "-q", "-rs", "--tb=short",
]  # fmt: skip
PACKAGES = ["pytest", "hypothesis"]
FOR_BROWSERS = ["--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14", "--only-binary", ":all:"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with the Python of browsers, the packages of the tests for it, and a script that runs them."""
    if not shutil.which("node"):
        pytest.skip("needs node")
    try:
        files = runtime.files(None)
    except runtime.RuntimeMissing as error:
        pytest.skip(str(error))
    if runtime.PYTHON_SAT not in files:
        pytest.skip(f"needs {runtime.MINISAT.address}")
    (tmp_path / "runtime").mkdir()
    for name, data in files.items():
        (tmp_path / "runtime" / name).write_bytes(data)
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--target", tmp_path / "packages", *FOR_BROWSERS]
    if (done := subprocess.run([*pip, *PACKAGES], capture_output=True, text=True)).returncode:
        pytest.skip(f"needs packages for browsers: {done.stderr.strip()[-300:]}")
    (tmp_path / "run.mjs").write_text(SCRIPT, encoding="utf-8")
    return tmp_path


@pytest.mark.slow
def test_puzzles_and_solvers_do_the_same_in_a_browser(folder: Path) -> None:
    command = ["node", "run.mjs", ROOT, *OPTIONS, "tests/puzzles", "tests/solvers"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    said = "\n".join(line[:300] for line in f"{done.stdout}\n{done.stderr}".splitlines()[-80:])
    assert done.returncode == 0, said
    passed, skipped = (int(found[1]) for word in ("passed", "skipped") if (found := re.search(rf"(\d+) {word}", said)))
    assert passed > 5 * skipped, said
    print(said)


@pytest.mark.slow
def test_films_have_the_same_boards_and_sentences_in_a_browser(folder: Path) -> None:
    path = folder / "packages" / "test_films.py"
    path.write_text(FILMS, encoding="utf-8")
    known = runpy.run_path(str(path))["films"]()
    assert len(known) > 40
    path.with_name("films.json").write_text(json.dumps(known))
    command = ["node", "run.mjs", ROOT, *OPTIONS, "/packages/test_films.py"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0 and "1 passed" in done.stdout, f"{done.stdout[-3000:]}\n{done.stderr[-600:]}"
