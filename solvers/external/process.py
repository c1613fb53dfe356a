"""The process of the user's own solver, seen from outside. Starts it, listens to it, ends it and explains its end."""

import os
import re
import tempfile
import threading
import time
from array import array
from contextlib import suppress
from queue import SimpleQueue
from typing import Union

from puzzles import json_reader
from puzzles.geometry import Geometry
from solvers.core.frame_trace import NOWHERE, CodeLine
from solvers.core.step import Kind, Step
from solvers.external import protocol
from solvers.external.protocol import CUT_OFF, Job, Limits, NoStepError, RunFailure, TracedView, TraceRange
from solvers.processes import kill_tree
from solvers.processes.child import ChildProcess, Echo
from solvers.processes.inside import packed

GRACE = 10.0
"""Extra seconds to wait before killing a process that is silent and has not even reported that its solver hangs."""

ENDED = array("I")
"""The message saying that the solver has returned."""

News = Union["array[int]", TracedView, RunFailure]
"""A message from the process: steps (as indices into ``steps`` and ``places``), a traced view, or how the run ended."""

_DUMPED_LINE = re.compile(r'^  File "(.*)", line (\d{1,9}) in ', re.MULTILINE)


class SolverProcess(ChildProcess):
    """The solver's process, and two threads for its messages and output. :meth:`end` leaves nothing running."""

    def __init__(self, job: Job, geometry: Geometry, hash_seed: int = 0, echo: Echo | None = None) -> None:
        self.inbox: SimpleQueue[News] = SimpleQueue()
        self.steps: list[Step | NoStepError] = []
        """The steps by number. A step that does not fit this grid is replaced by the reason."""
        self.places: list[CodeLine] = []
        self.standing = NOWHERE
        """The line the solver was at when it last showed a sign of life."""
        self.reached = NOWHERE
        """The line that yielded the last step."""
        self.made = 0
        """The number of steps received, not counting PENDING."""
        self._pending: list[int] = []
        self._job, self._geometry, self.echo = job, geometry, echo
        self._heard = time.monotonic()
        self._silenced = False
        self._order = packed(job)
        self._later: bytes | None = b""
        """Orders waiting for the job to be sent; ``None`` once it has been."""
        self._writing = threading.Lock()
        self._dump = open(job.dump, "rb")  # noqa: SIM115  read at the end; the process unlinks the file
        super().__init__("solvers.external.child", mark=kill_tree.new_mark(), hash_seed=hash_seed)

    def order(self, order: Limits | TraceRange) -> None:
        """Tell the solver to continue up to some limits, or to show a range of steps."""
        with self._writing:
            if self._later is not None:
                self._later += packed(order)
                return
        self.write(packed(order))

    def watch(self) -> None:
        """End the process if it shows no sign of life. Call this while waiting for its next step."""
        if self.popen.poll() is not None:  # whatever the solver left running would keep the pipe open
            self.reap()
        if time.monotonic() - self._heard > self._job.hang + GRACE:
            self._silenced = True
            self.kill()

    def end(self) -> None:
        super().end()
        if not any(thread.is_alive() for thread in self._threads):
            self._dump.close()
        with suppress(OSError):  # already gone, or held open by a process that has not ended yet (Windows)
            os.unlink(self._job.dump)

    def _hear(self) -> None:
        self.write(self._order)  # may have to wait for the process
        with self._writing:
            later, self._later = self._later or b"", None
            self.write(later)
        try:
            for letter, payload in protocol.frames(self.stdout):
                self._heard = time.monotonic()
                news = self._news(letter, payload)
                if news is not None:
                    self.inbox.put(news)
        except Exception as error:  # the solver may have written anything between the frames
            garbled = (
                f"its process sent something unreadable; a solver must only write to what it opened itself ({error})"
            )
            self.inbox.put(RunFailure("died", garbled, self.standing))
        self.reap(patience=1.0)
        self._threads[0].join(0.5)
        self.inbox.put(self._last_words())

    def _news(self, letter: bytes, payload: bytes) -> News | None:
        """Read a frame, and return it if it ends the wait for a step."""
        if letter == protocol.STEPS:
            codes = array("I", payload)
            self.reached = self.places[codes[-1]]
            self.made += len(codes) - sum(map(codes.count, self._pending))
            return codes
        if letter == protocol.PAIR:
            step, place = protocol.read_pair(payload, self._geometry)
            self.places.append(place)
            self.steps.append(step)
            if isinstance(step, Step) and step.kind is Kind.PENDING:
                self._pending.append(len(self.steps) - 1)
            return None
        if letter == protocol.BEAT:
            silent, *place = json_reader.read(payload)
            self.standing = CodeLine(*place)
            if silent <= self._job.hang:
                return None
            self.kill()
            return self._hung(self.standing)
        if letter == protocol.BEGUN:
            (self.pid,) = json_reader.read(payload)
            return None
        if letter == protocol.VIEW:
            return protocol.read_view(payload, self._geometry)
        if letter == protocol.FAILED:
            how, message, trace, *place = json_reader.read(payload)
            return RunFailure(how, message, CodeLine(*place), trace)
        if letter == protocol.ENDED:
            return ENDED
        raise ValueError(f"a frame begins with {letter!r}")

    def _hung(self, place: CodeLine, how: str = "") -> RunFailure:
        return RunFailure("hung", f"no step for {self._job.hang:g} s{how}, so the solver was stopped", place)

    def _last_words(self) -> RunFailure:
        """Explain the end of a process that did not explain it itself."""
        dump, path = self._dump.read().decode("utf-8", "replace"), self._job.path
        written = path.encode("ascii", "backslashreplace").decode()
        lines = (int(line) for file, line in _DUMPED_LINE.findall(dump) if file == written)
        place = next((CodeLine(path, line) for line in lines), NOWHERE)
        if dump.startswith("Timeout"):
            return self._hung(place, " (in a call that Python cannot interrupt)")
        if self._silenced:
            return self._hung(self.standing, " and no sign of life")
        if dump:
            return RunFailure("died", f"its process crashed: {dump.splitlines()[0]}", place)
        place = self.standing if self.standing.line else self.reached
        return RunFailure("died", ending(self.popen.returncode, self.printed), place)


def ending(code: int, printed: bytes) -> str:
    """Describe how a process ended that was not meant to, from its exit code and what it printed."""
    if code == CUT_OFF:
        return "it closed the pipe on which its steps are sent; a solver must only close what it opened itself"
    last = (printed.decode("utf-8", "replace").strip().splitlines() or [""])[-1]
    said = f"; the last line it printed: {protocol.shortened(last, 200)}" if last else ""
    if code < 0:
        return f"its process was ended by {kill_tree.signal_name(-code)}{said}"
    return f"its process ended with exit code {code} (os._exit?); a solver should end with return{said}"


def dump_file() -> str:
    """Create an empty file for a process's last words."""
    handle, path = tempfile.mkstemp(prefix="solvescope-", suffix=".txt")
    os.close(handle)
    return path
