"""A child process that answers questions and can be abandoned at any time.

A worker is a module with a function ``answer``, which :mod:`solvers.processes.serve` calls in a separate process. The
process starts with the first question. It ends with :meth:`Worker.close`, or with this program, however that ends.
"""

import os
import subprocess
from contextlib import suppress
from importlib import import_module
from io import BytesIO
from queue import Empty, SimpleQueue
from typing import Any, Generic, NamedTuple, TypeVar

from solvers.processes import child, kill_tree
from solvers.processes.child import ChildProcess, Closing
from solvers.processes.inside import packed, read_frame

Question = TypeVar("Question")
Answer = TypeVar("Answer")


class WorkerLost(RuntimeError):
    """The error for a process that ends in the middle of its work. The message says how."""


class Reply(NamedTuple, Generic[Answer]):
    """A complete or partial reply to a question."""

    value: Answer
    last: bool
    """Whether this is the last reply to the question."""


class Worker(Closing, Generic[Question, Answer]):
    """A child process that answers questions in the order they are asked.

    Set ``heeds_cancel`` if its work checks :attr:`~solvers.processes.serve.OpenQuestion.cancelled`, so that the process
    need not be killed to abandon a question. For ``mark``, see :class:`solvers.processes.child.ChildProcess`. ``nice``
    is how far it gives way to other processes on a busy machine.
    """

    def __init__(self, module: str, *, heeds_cancel: bool = False, mark: str = "", nice: int = 0) -> None:
        self._module, self._heeds_cancel, self._mark, self._nice = module, heeds_cancel, mark, nice
        self._process: _WorkerProcess | _WorkerHere | None = None
        self._asked = self._cancelled = self._answered = 0
        self._refused = ""
        """The reason why the process could not be started."""

    @property
    def pid(self) -> int | None:
        """The ID of the process, if there is one."""
        return self._process.pid if self._process else None

    @property
    def busy(self) -> bool:
        """Whether a reply is still due."""
        return max(self._answered, self._cancelled) < self._asked

    def ask(self, question: Question) -> None:
        """Ask a question, to be answered after all earlier ones."""
        self._asked += 1
        try:
            self._process = self._process or self._start()
        except OSError as error:
            self._refused = f"cannot be started: {error.strerror or error}"
        else:
            self._process.write(packed((self._asked, question)))

    def _start(self) -> "_WorkerProcess | _WorkerHere":
        if child.IN_BROWSER:
            return _WorkerHere(self._module)
        return _WorkerProcess(self._module, self._nice, self._mark)

    def poll(self, patience: float = 0.0) -> Reply[Answer] | None:
        """Return the next reply, or ``None`` if none arrives within the given seconds. Raises :class:`WorkerLost`."""
        while self._process is not None or self._refused:
            try:
                reply = self._process.inbox.get(patience > 0, patience) if self._process else None
            except Empty:
                return None
            if reply is None:
                how = self._process.ending() if self._process else self._refused
                self.close()
                raise WorkerLost(how)
            number, answer, last = reply
            if last:
                self._answered = number
            if number > self._cancelled:
                return Reply(answer, last)
        return None

    def cancel(self) -> None:
        """Abandon all questions, so that no more replies arrive."""
        if self.busy and not self._heeds_cancel:
            self.close()
        elif self.busy and self._process:
            self._process.write(packed(self._asked))
        self._cancelled = self._asked

    def close(self) -> None:
        """End the process and everything it has started. The next question starts a new one."""
        self._cancelled = self._asked
        self._refused = ""
        process, self._process = self._process, None
        if process is not None:
            process.end()


class _WorkerProcess(ChildProcess):
    def __init__(self, module: str, nice: int, mark: str) -> None:
        self.inbox: SimpleQueue[Any] = SimpleQueue()
        """The replies, then ``None`` at the end."""
        super().__init__("solvers.processes.serve", module, str(nice), mark=mark)

    def ending(self) -> str:
        """Describe how the process ended, and the last thing it printed."""
        code = self.popen.wait()
        self._threads[0].join(1.0)
        said = self.printed.decode("utf-8", "replace").strip().splitlines()
        return kill_tree.ending(code) + (f": {said[-1]}" if said else "")

    def end(self) -> None:
        if os.name != "posix":  # no process groups here: when its input ends, a child ends what it started
            self.stdin.close()
            with suppress(subprocess.TimeoutExpired):
                self.popen.wait(1.0)
        super().end()

    def _hear(self) -> None:
        try:
            while reply := read_frame(self.stdout):
                self.inbox.put(reply)
        except Exception:  # the process is being killed, or something was written between the frames
            self.popen.kill()
        self.inbox.put(None)


class _WorkerHere:
    """Stands in for the process in a browser: a question is answered as soon as it is asked."""

    pid = None
    cancelled = False

    def __init__(self, module: str) -> None:
        self.inbox: SimpleQueue[Any] = SimpleQueue()
        self._module: Any = import_module(module)
        self._number = 0
        self._error = ""

    def write(self, data: bytes) -> None:
        order = read_frame(BytesIO(data))
        if isinstance(order, int):
            return
        self._number, question = order
        try:
            self.tell(self._module.answer(question, self), last=True)
        except Exception as error:
            self._error = f"failed: {error}"
            self.inbox.put(None)

    def tell(self, known: object, *, last: bool = False) -> None:
        self.inbox.put((self._number, known, last))

    def ending(self) -> str:
        return self._error

    def end(self) -> None:
        """Do nothing: there is no process to end."""
