"""The puzzle as clauses, handed to a SAT solver: a black box, of which only the answer is shown."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from puzzles.puzzle import Puzzle
from solvers import cnf
from solvers.board import Candidates
from solvers.detail import detail
from solvers.registry import register
from solvers.step import SOLVED, Step, Why, backtrack, fix, look, pending

_PATIENCE = 0.002
"""Seconds waited for the process before saying that it is still computing."""


@detail
@dataclass(frozen=True)
class Formula:
    """How large the formula is."""

    variables: int
    clauses: int

    def __str__(self) -> str:
        return f"{self.variables:,} variables, {self.clauses:,} clauses"


@detail
@dataclass(frozen=True)
class Took:
    """How long the SAT solver took for an answer, clauses included."""

    seconds: float

    def __str__(self) -> str:
        return f"{self.seconds * 1000:.1f} ms" if self.seconds < 1 else f"{self.seconds:.2f} s"


@register(
    "sat",
    title="SAT solver",
    summary="Write the rules as clauses and hand them to PicoSAT; only its answer can be shown.",
    source="Gtk2Hs window with MiniSat, 2007; PicoSAT through pycosat",
    family="SAT",
    cost="Exponential at worst, milliseconds in practice; the formula grows with the fourth power of the side.",
    watch_for="A black box: the answer comes at once, and nothing is seen of how it was found.",
    candidates=Candidates.NONE,
    black_box=True,
    formula="clauses",
    needs="pycosat",
)
def sat(puzzle: Puzzle) -> Iterator[Step]:
    formula = Formula(*cnf.extended_size(puzzle))
    yield look(why=Why.MODEL, detail=formula)
    blanks = puzzle.blanks
    with SatProcess(puzzle) as process:
        first = True
        while True:
            process.ask()
            while (answer := process.answer()) is None:
                yield pending(formula)
            yield pending(Took(answer["seconds"]))
            if answer["values"] is None:
                return
            if not first:
                yield backtrack(-1, Why.ENUMERATE)
            for cell in blanks:
                yield fix(cell, answer["values"][cell], Why.MODEL)
            yield SOLVED
            first = False


class SatProcess:
    """A process that solves one puzzle, an answer at a time; leaving the ``with`` ends it at once."""

    def __init__(self, puzzle: Puzzle) -> None:
        root = str(Path(__file__).resolve().parent.parent)
        paths = [root, *filter(None, [os.environ.get("PYTHONPATH")])]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "solvers.sat_worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        )
        self._lines: SimpleQueue[str] = SimpleQueue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self._send(json.dumps({"givens": puzzle.givens, "box": puzzle.geometry.box}))

    def __enter__(self) -> SatProcess:
        return self

    def __exit__(self, *error: object) -> None:
        self._process.kill()
        self._process.wait()
        self._reader.join()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                with suppress(OSError):  # what the process did not read any more
                    pipe.close()

    def ask(self) -> None:
        """Ask for the next answer."""
        self._send("next")

    def answer(self) -> dict[str, Any] | None:
        """The answer, or ``None`` where none has come within a moment. Raises ``RuntimeError`` where none will."""
        try:
            line = self._lines.get(timeout=_PATIENCE)
        except Empty:
            return None
        if line:
            return json.loads(line)  # type: ignore[no-any-return]
        self._process.wait()
        assert self._process.stderr is not None
        last = (self._process.stderr.read().strip().splitlines() or ["it says nothing"])[-1]
        raise RuntimeError(f"the SAT process ended early, with code {self._process.returncode}: {last}")

    def _send(self, line: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except OSError:  # it has ended: answer() will say why
            pass

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line)
        self._lines.put("")
