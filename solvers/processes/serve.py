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

from solvers.processes.inside import end_all, leave_interrupts, packed, private_pipes, read_frame, write_all


class OpenQuestion:
    """The question that is being answered, and those that wait for it, in the order they arrived."""

    def __init__(self, orders: IO[bytes], out: IO[bytes]) -> None:
        self._orders, self._out = orders, out
        self._waiting: SimpleQueue[tuple[int, Any]] = SimpleQueue()
        self._number = self._cancelled = 0
        """The numbers of this question and of the last cancelled one. All earlier ones are cancelled too."""

    @property
    def cancelled(self) -> bool:
        """Whether the answer is no longer wanted."""
        return self._number <= self._cancelled

    def tell(self, known: object, *, last: bool = False) -> None:
        """Send what has been found so far."""
        write_all(self._out, packed((self._number, known, last)))

    def listen(self) -> None:
        """Receive questions until the pipe ends, then end the process, even if it is busy."""
        try:
            while order := read_frame(self._orders):
                if isinstance(order, int):
                    self._cancelled = order
                else:
                    self._waiting.put(order)
        except (OSError, EOFError, pickle.UnpicklingError):
            pass
        except Exception as error:  # a question about something that this process does not know
            self._waiting.put((sys.maxsize, error))
            return
        end_all()

    def work(self, module: Any) -> None:
        """Answer questions forever."""
        while True:
            self._number, question = self._waiting.get()
            if isinstance(question, Exception):
                raise question
            if not self.cancelled:
                self.tell(module.answer(question, self), last=True)


def main() -> None:
    leave_interrupts()
    call = OpenQuestion(*private_pipes())
    name, nice = sys.argv[1:]
    if hasattr(os, "nice"):
        os.nice(int(nice))
    module = import_module(name)
    threading.Thread(target=call.listen, daemon=True).start()
    with suppress(OSError):  # nothing reads the answers any more
        call.work(module)
    end_all()


if __name__ == "__main__":
    main()
