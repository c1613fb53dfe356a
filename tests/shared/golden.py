"""The number of steps that every solver takes on the named puzzles, as recorded in ``solvers/golden.txt``.

Each line is ``solver [option=value …]:puzzle:kind=count …``: the steps of each kind up to the first solution, or to the
end if there is none. After a change that is meant to change the counts, rewrite the file with
``python tests/shared/golden.py``.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from recount import work

import solvers
from puzzles.corpus import named

FILE = Path(__file__).parents[1] / "solvers" / "golden.txt"
Run = tuple[str, str]
"""A solver with its options, and a puzzle."""


def pinned() -> dict[Run, Counter[str]]:
    """Return the step counts recorded in the file."""
    found = {}
    for line in FILE.read_text(encoding="ascii").splitlines():
        solver, puzzle, counts = line.split(":")
        pairs = (pair.split("=") for pair in counts.split())
        found[solver, puzzle] = Counter({kind: int(count) for kind, count in pairs})
    return found


def counted(run: Run) -> Counter[str]:
    """Run a solver and count its steps."""
    name, *words = run[0].split()
    counts = work(named.find(run[1]), name, **solvers.get(name).read_options(words))
    del counts["PENDING"]
    return counts


def main() -> None:
    lines = []
    for run in pinned():
        counts = counted(run)
        lines.append(f"{run[0]}:{run[1]}:{' '.join(f'{kind}={count}' for kind, count in counts.items())}\n")
    FILE.write_text("".join(lines), encoding="ascii")


if __name__ == "__main__":
    main()
