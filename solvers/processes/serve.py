"""The process behind a :class:`~solvers.processes.worker.Worker`. Arguments: a module and its nice value.

The module's function ``answer`` takes a question and an :class:`OpenQuestion`, and returns the answer. Meanwhile, a
thread listens for questions, and ends the process once the program that started it is gone. An exception in ``answer``
also ends the process; a failure that the program should know about is an ordinary answer.
"""

import os
import pickle
import sys
import threading
from contextlib import suppress
from importlib import import_module
from queue import SimpleQueue
from typing import IO, Any

from solvers.processes.frames import packed, read_frame, write_all
from solvers.processes.inside import end_all, leave_interrupts, private_pipes


class OpenQuestion:
    """A question that is being answered."""

    def __init__(self, service: "Service", number: int) -> None:
        self._service, self._number = service, number

    @property
    def cancelled(self) -> bool:
        """Whether the answer is no longer wanted."""
        return self._number <= self._service.cancelled

    def tell(self, known: object, *, last: bool = False) -> None:
        """Send what has been found so far."""
        write_all(self._service.out, packed((self._number, known, last)))


class Service:
    """A queue of questions, answered in the order they arrive."""

    def __init__(self, orders: IO[bytes], out: IO[bytes]) -> None:
        self.out = out
        self.cancelled = 0
        """The number of the last cancelled question. All earlier ones are cancelled too."""
        self._orders = orders
        self._questions: SimpleQueue[tuple[int, Any]] = SimpleQueue()

    def listen(self) -> None:
        """Receive questions until the pipe ends, then end the process, even if it is busy."""
        with suppress(OSError, EOFError, pickle.UnpicklingError):
            while order := read_frame(self._orders):
                if isinstance(order, int):
                    self.cancelled = order
                else:
                    self._questions.put(order)
        end_all()

    def work(self, module: Any) -> None:
        """Answer questions forever."""
        while True:
            number, question = self._questions.get()
            call = OpenQuestion(self, number)
            if not call.cancelled:
                call.tell(module.answer(question, call), last=True)


def main() -> None:
    leave_interrupts()
    orders, out = private_pipes()
    name, nice = sys.argv[1:]
    if hasattr(os, "nice"):
        os.nice(int(nice))
    module, service = import_module(name), Service(orders, out)
    threading.Thread(target=service.listen, daemon=True).start()
    with suppress(OSError):  # nothing reads the answers any more
        service.work(module)
    end_all()


if __name__ == "__main__":
    main()
