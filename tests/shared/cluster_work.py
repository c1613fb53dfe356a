"""Tasks for tests of pools. Other processes import this file by its name."""

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

from puzzles import Puzzle
from solvers.core.step import Step, look


def squared(number: int) -> int:
    return number * number


def slowly_squared(number: int) -> int:
    time.sleep(0.02)
    return number * number


def failing_at_seven(number: int) -> int:
    if number == 7:
        raise ValueError("seven")
    return number


def killing_its_process_at_three(number: int) -> int:
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def killing_its_worker_at_three(number: int) -> int:
    if number == 3:
        time.sleep(0.5)  # one that dies while it starts is started again only once there are none left
        os.kill(os.getppid(), signal.SIGKILL)
        time.sleep(60)
    return number


def noting_its_process(path: str) -> None:
    """Write this process's number to a file, and never end."""
    Path(f"{path}-").write_text(str(os.getpid()))
    os.replace(f"{path}-", path)
    while True:
        time.sleep(1)


def taking_memory(puzzle: Puzzle) -> Iterator[Step]:
    """Take more memory with each step."""
    held = list[bytes]()
    while True:
        held.append(b"1" * (8 << 20))
        yield look(0)
