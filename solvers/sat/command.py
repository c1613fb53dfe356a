"""Any SAT solver that reads DIMACS files, as a command. It is run again for each model, with earlier models forbidden.

There are two conventions: most solvers print their answer, but MiniSat and its relatives write it to a second file
named on the command line. An unknown program is tried with the first convention, then the second.
"""

import ctypes
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Generator, Iterable
from functools import partial
from pathlib import Path
from typing import IO

from puzzles.bounds import LARGEST_OUTPUT, open_file
from puzzles.problems import short
from solvers.processes import kill_tree
from solvers.sat.cnf import Clause
from solvers.sat.dimacs_syntax import number_of
from solvers.sat.interface import FIGURES, BackendAnswer, ClauseSet, SatError, forbidding

SATISFIABLE, UNSATISFIABLE = 10, 20
"""The exit codes of a solver that has an answer. Some programs exit with 0 instead."""
WRITERS = ("minisat", "glucose", "maple", "mergesat")
"""Name prefixes of programs that write their answer to a second file."""
TALKATIVE = {"picosat": ("-v",)}
"""The arguments that make a program report statistics."""
_LINE = 1 << 22
"""The maximum number of bytes to read at a time. Longer lines are read in pieces."""

running: list[subprocess.Popen[bytes]] = []
"""The running program, if any, so that another thread can kill it."""


def answers(command: str, formula: ClauseSet) -> Generator[BackendAnswer, list[Clause] | None]:
    """Yield each model once, then an answer without a model, as :data:`solvers.sat.backends.Answers`. Raises
    :class:`SatError`.
    """
    program = Program(command, formula)
    body = _dimacs(formula.clauses)
    forbidden: list[Clause] = []
    figures: dict[str, int] = {}
    while True:
        count = len(formula.clauses) + len(forbidden)
        output = program.run(f"p cnf {formula.variables} {count}\n", body, _dimacs(forbidden))
        for name, number in output.figures.items():
            figures[name] = figures.get(name, 0) + number
        model = output.model
        if model is not None and any(set(clause).isdisjoint(model) for clause in forbidden):
            raise SatError(f"{program.name} repeats a model that has been ruled out; choose a different solver")
        more = (yield BackendAnswer(model, dict(figures))) or [forbidding(model or ())]
        if not all(more):
            if model is not None:  # no literal is true, so there is no other model
                yield BackendAnswer(None, figures)
            return
        forbidden += more


def _dimacs(clauses: Iterable[Clause]) -> str:
    return "".join([" ".join(map(str, clause)) + " 0\n" for clause in clauses])


def missing(command: str) -> str:
    """Explain why a command cannot run and what to do about it; "" if it can."""
    try:
        _words(command)
    except SatError as error:
        return error.message
    return ""


def _words(command: str) -> list[str]:
    """Return the program's path and arguments. Raises :class:`SatError`."""
    try:
        words = shlex.split(command, posix=os.name == "posix")
    except ValueError as error:
        raise SatError(f"the command {short(command)!r} cannot be read ({error}); check its quotation marks") from None
    if not words:
        raise SatError("the command is empty; name a program that reads DIMACS files, such as minisat")
    path = shutil.which(os.path.expanduser(words[0]))
    if path is None:
        raise SatError(
            f"no program {short(words[0])!r} was found; install it (on Debian: apt install minisat), or give its path"
        )
    return [path, *words[1:]]


class _UnclearError(SatError):
    """The error for output without a readable answer. Calling the program differently may give one."""


class Program:
    """A solver's command. How to call it is worked out once."""

    def __init__(self, command: str, formula: ClauseSet) -> None:
        assert formula.folder is not None, "the caller must specify a folder for the command's files"
        self._words, self._variables = _words(command), formula.variables
        self.name = Path(self._words[0]).stem
        self._words += [word for word in TALKATIVE.get(self.name, ()) if word not in self._words]
        self._cnf, self._out = formula.folder / "puzzle.cnf", formula.folder / "answer.txt"
        writes = self.name.startswith(WRITERS)
        self._habits = [writes, not writes]
        """Whether to ask for the answer in a second file: what is still to be tried, the most likely first."""

    def run(self, *parts: str) -> "SolverOutput":
        """Return the program's answer to a formula, given as parts of a DIMACS file. Raises :class:`SatError`."""
        with self._cnf.open("w", encoding="ascii", newline="\n") as stream:
            stream.writelines(parts)
        unclear: list[SatError] = []
        for writes in tuple(self._habits):
            try:
                output = self._call(writes)
            except _UnclearError as error:
                unclear.append(error)
            else:
                self._habits = [writes]
                return output
        raise unclear[0]

    def _call(self, writes: bool) -> "SolverOutput":
        """Run the program to its end, and return its answer. Raises :class:`SatError`."""
        output, more = SolverOutput(self._variables), [str(self._out)] if writes else []
        self._out.unlink(missing_ok=True)
        try:
            process = subprocess.Popen(
                [*self._words, str(self._cnf), *more],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                preexec_fn=_die_with_parent,
            )
        except OSError as error:
            raise SatError(f"{self.name} cannot be started: {error.strerror or error}; choose another solver") from None
        running.append(process)
        assert process.stdout is not None
        reader = threading.Thread(target=_read, args=(process.stdout, output, process), daemon=True)
        reader.start()
        code = process.wait()
        running.remove(process)
        reader.join(1.0)  # times out only if a process the program started holds the pipe open
        if not reader.is_alive():
            process.stdout.close()
        if writes and self._out.exists():
            with open_file(self._out) as stream:
                _read(stream, output)
        return self._judged(output, code)

    def _judged(self, output: "SolverOutput", code: int) -> "SolverOutput":
        """Return the output if, together with the exit code, it is an answer. Raises :class:`SatError`."""
        if output.trouble:
            raise SatError(f"{self.name} printed output that cannot be understood: {output.trouble}")
        said = f"; its last line: {output.last[-1]}" if output.last else ""
        if output.complaint:  # the rest is rarely of interest
            said = f"; it says: {output.complaint}"
        if code < 0:
            raise SatError(f"{self.name} {kill_tree.ending(code)}{said}")
        if code not in (0, SATISFIABLE, UNSATISFIABLE):
            raise _UnclearError(f"{self.name} {kill_tree.ending(code)} instead of 10 (a model) or 20 (no model){said}")
        if code and output.verdict not in (None, code == SATISFIABLE):
            says = "there is a model" if output.verdict else "there is none"
            raise SatError(f"{self.name} says that {says}, but its exit code {code} means the opposite")
        if code == UNSATISFIABLE:
            output.verdict = False
        if output.verdict is None or (output.verdict and output.model is None):
            what = "that there is a model, but not which one" if output.verdict or code else "neither yes nor no"
            raise _UnclearError(f"{self.name} says {what}{said}; is it a solver that reads DIMACS files?")
        return output


def _read(stream: IO[bytes], output: "SolverOutput", process: subprocess.Popen[bytes] | None = None) -> None:
    """Read output until it ends, or until something that cannot be part of an answer. Then kill the process."""
    size = 0
    while not output.trouble and (line := stream.readline(_LINE)):
        size += len(line)
        output.feed(line.decode("utf-8", "replace"))
        if size > LARGEST_OUTPUT:
            output.trouble = f"it prints more than {LARGEST_OUTPUT >> 20} MB"
    if output.trouble and process:
        process.kill()


_PR_SET_PDEATHSIG = 1
_die_with_parent = None
"""Makes a child process end with its parent, even if the parent is killed. Called between fork and exec."""
if sys.platform == "linux":
    _die_with_parent = partial(ctypes.CDLL(None).prctl, _PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


# What the solver prints ---------------------------------------------------------------------------------------------

# Solvers in the annual competitions print "s SATISFIABLE" and the literals on lines that start with v. MiniSat and its
# relatives write "SAT" and a line of bare literals. Output is read a line at a time, in bounded memory.


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
        line = line.strip()
        if line in _VERDICTS:
            if self.verdict not in (None, _VERDICTS[line]):
                self.trouble = self.trouble or "it says both that there is a model and that there is none"
            self.verdict = _VERDICTS[line]
        elif line.startswith(("v ", "v\t")) or line == "v":
            self._take(line[1:])
        elif self.verdict and _NUMBERS.fullmatch(line):
            self._take(line)
        elif line and line != "c":
            self._note(line)

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
