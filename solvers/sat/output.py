"""A SAT solver's output, printed or written to a file: its verdict, its model and its statistics.

Solvers in the annual competitions print ``s SATISFIABLE`` and the literals on lines that start with ``v``. MiniSat and
its relatives write ``SAT`` and a line of bare literals. Output is read a line at a time, in bounded memory.
"""

from __future__ import annotations

import re
from collections import deque

from solvers.sat.dimacs_syntax import number_of
from solvers.sat.interface import FIGURES

KEPT_LINES = 3
"""The number of final lines to keep for explaining what went wrong."""
LONGEST_KEPT = 200
"""The maximum number of characters kept from each line."""

_VERDICTS = {
    "SAT": True, "SATISFIABLE": True, "s SATISFIABLE": True,
    "UNSAT": False, "UNSATISFIABLE": False, "s UNSATISFIABLE": False,
}  # fmt: skip
_NUMBERS = re.compile(r"-?\d+(?:\s+-?\d+)*")
_NAMED = re.compile(r"(?:c\s+)?(\w+)\s*:\s*(\d{1,18})\b")
"""Matches statistics such as ``conflicts : 12 (…)`` from MiniSat or ``c conflicts: 12`` from CaDiCaL."""
_COUNTED = re.compile(r"c\s+(\d{1,18})\s+(\w+)")
"""Matches statistics such as ``c 12 conflicts`` from PicoSAT and Lingeling."""
_COMPLAINT = re.compile(r"\b(?:error|unknown|invalid|unrecogni[sz]ed|illegal|unexpected)\b", re.IGNORECASE)
_WORDS = {name: name for name in FIGURES} | {"choices": "decisions"}


class SolverOutput:
    """The output read so far."""

    def __init__(self, variables: int) -> None:
        self.verdict: bool | None = None
        """Whether there is a model; ``None`` if the solver has not yet said."""
        self.literals: list[int] = []
        self.complete = False
        """Whether the 0 that ends a model has been read."""
        self.figures: dict[str, int] = {}
        self.last: deque[str] = deque(maxlen=KEPT_LINES)
        """The last lines that are not part of the verdict, model or statistics."""
        self.complaint = ""
        """The first line saying that something is wrong."""
        self.trouble = ""
        """Why the output cannot be an answer; "" if it can."""
        self._most = variables + 1

    @property
    def model(self) -> list[int] | None:
        """The true literals, if they were printed."""
        return self.literals if self.verdict and (self.literals or self.complete) else None

    def feed(self, line: str) -> None:
        """Read another line."""
        line = line.strip()
        if line in _VERDICTS:
            self._decide(_VERDICTS[line])
        elif line.startswith(("v ", "v\t")) or line == "v":
            self._take(line[1:])
        elif self.verdict and _NUMBERS.fullmatch(line):
            self._take(line)
        elif line and line != "c":
            self._note(line)

    def _decide(self, verdict: bool) -> None:
        if self.verdict not in (None, verdict):
            self.trouble = self.trouble or "it says both that there is a model and that there is none"
        self.verdict = verdict

    def _take(self, text: str) -> None:
        for word in text.split():
            literal = number_of(word.encode("utf-8", "replace"))
            if literal is None:
                self.trouble = self.trouble or f"its model contains {_short(word)!r}, which is not a literal"
                return
            if not literal:
                self.complete = True
            elif len(self.literals) < self._most:
                self.literals.append(literal)
            else:
                self.trouble = self.trouble or "it prints more literals than there are variables"
                return

    def _note(self, line: str) -> None:
        if found := _NAMED.match(line):
            name, number = found[1], found[2]
        elif found := _COUNTED.match(line):
            number, name = found[1], found[2]
        else:
            self.last.append(_short(line))
            if not self.complaint and not line.startswith("s ") and _COMPLAINT.search(line):
                self.complaint = _short(line)
            return
        if word := _WORDS.get(name.lower()):
            self.figures[word] = int(number)


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_KEPT else text[: LONGEST_KEPT - 1] + "…"
