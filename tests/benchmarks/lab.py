"""Measures the lab's Python as a browser's worker runs it: how soon it is ready, how fast it films a run, and how large
a long film is. Times are processor seconds of Node, which runs the same Pyodide.

Run it by hand: ``python tests/benchmarks/lab.py [--steps 5000000] [--rounds 10] [--runtime FOLDER] [--solver NAME]
[--puzzle NAME]``. ``--runtime`` is the folder of the npm package pyodide, as for ``solvescope lab``. Filming takes
turns with running the same search alone (:func:`solvers.trace`), in Pyodide and in this Python, so that whatever else
the machine does falls on all of them. If Pyodide films fewer than 300,000 steps a second in the median round, the exit
code is 1.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from time import process_time

import solvers
from puzzles.corpus import named
from visualizer.lab import bench, runtime, site

LEAST = 300_000
"""The limit in steps a second."""
SCRIPT = """
import { loadPyodide } from "./runtime/pyodide.mjs";
import { readFileSync } from "node:fs";
const { solver, puzzle, steps, rounds } = JSON.parse(process.argv[2]);
const seconds = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1e6; };
const timed = (act) => { const began = seconds(); act(); return seconds() - began; };
const tell = (facts) => console.log(JSON.stringify(facts));
const file = (name) => new URL(name, import.meta.url).pathname;
const python = await loadPyodide({ indexURL: file("runtime/") });
python.unpackArchive(new Uint8Array(readFileSync(file("source.zip"))), "zip", { extractDir: "/lab" });
const run = (code) => python.runPython(code), megabytes = () => python._module.HEAPU8.length / 1e6;
run("import sys; sys.path.insert(0, '/lab'); from visualizer.lab import bench; bench.warm(); bench.menu()");
tell({ ready: seconds(), megabytes: megabytes() });
python.globals.set("asked", python.toPy([puzzle, solver]));
tell({ "first steps": timed(() => run("run = bench.Bench(*asked); run.goes_on(); run.header()")) });
run(`
from itertools import islice
import solvers
from puzzles.corpus import named
alone = solvers.trace(named.find(asked[0]), asked[1])
def film(most):
    while run.steps < most and run.goes_on():
        pass
    return run.steps
def trace(most):
    return sum(1 for _ in islice(alone, most))
`);
const [film, trace] = ["film", "trace"].map((name) => python.globals.get(name));
const rate = (act, most, before) => {
  let steps = 0;
  const took = timed(() => { steps = act(most) - before; });
  return steps / took;
};
for (let round = 1; round <= rounds; round++) {
  tell({ film: rate(film, (steps * round) / rounds, run("run.steps")), trace: rate(trace, steps / rounds, 0) });
}
tell({ steps: run("run.steps"), frames: run("len(run._filming.frames.numbers)"), megabytes: megabytes() });
tell({ header: timed(() => run("run.header()")), megabytes: megabytes() });
"""


def in_pyodide(folder: Path | None, **asked: object) -> Iterator[dict[str, float]]:
    """Yield the facts that the script tells."""
    with tempfile.TemporaryDirectory() as made:
        place = Path(made)
        (place / "runtime").mkdir()
        for name, data in runtime.files(folder).items():
            (place / "runtime" / name).write_bytes(data)
        (place / "source.zip").write_bytes(site.sources())
        (place / "measure.mjs").write_text(SCRIPT)
        command = ["node", str(place / "measure.mjs"), json.dumps(asked)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            yield from map(json.loads, process.stdout)
        assert process.returncode == 0


def here(puzzle: str, solver: str, steps: int) -> tuple[Callable[[], float], Callable[[], float]]:
    """Return functions that film some more steps in this Python, and run them alone, and return the steps a second."""
    run, alone = bench.Bench(puzzle, solver), solvers.trace(named.find(puzzle), solver)

    def film() -> float:
        began, done = process_time(), run.steps
        while run.steps < done + steps and run.goes_on():
            pass
        return (run.steps - done) / (process_time() - began)

    def trace() -> float:
        began = process_time()
        return sum(1 for _ in islice(alone, steps)) / (process_time() - began)

    return film, trace


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=5_000_000, help="how long a run to film")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--puzzle", default="uphill-1")
    parser.add_argument("--solver", default="backtracking")
    parser.add_argument("--runtime", type=Path, metavar="FOLDER")
    args = parser.parse_args()
    film, trace = here(args.puzzle, args.solver, args.steps // args.rounds)
    asked = {"puzzle": args.puzzle, "solver": args.solver, "steps": args.steps, "rounds": args.rounds}
    rates: list[tuple[float, ...]] = []
    for facts in in_pyodide(args.runtime, **asked):
        if "film" in facts:
            rates.append((facts["film"], facts["trace"], film(), trace()))
        else:
            print(", ".join(f"{name} {value:,.2f}" for name, value in facts.items()), flush=True)
    titles = "filmed in Pyodide", "run alone in Pyodide", "filmed here", "run alone here"
    for title, its in zip(titles, zip(*rates, strict=True), strict=True):
        share = statistics.median(own / rate[0] for own, rate in zip(its, rates, strict=True))
        print(f"{statistics.median(its):11,.0f} steps/s (best {max(its):,.0f})  {title}: {share:.2f} times the first")
    return int(statistics.median(rate[0] for rate in rates) < LEAST)


if __name__ == "__main__":
    sys.exit(main())
