"""An event log for tests and scripts, with one JSON object per line."""

import json
from collections.abc import Mapping
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Any, TextIO

from visualizer.text.shell import say


class EventLog(AbstractContextManager["EventLog"]):
    """A log that is written to a file line by line. Without a path, it does nothing."""

    def __init__(self, path: Path | None) -> None:
        self._file: TextIO | None = None
        if path is not None:  # a non-UTF-8 byte in a file name is written as a JSON escape
            self._file = open(path, "w", encoding="utf-8", errors="backslashreplace", buffering=1)  # noqa: SIM115
        self._count = 0
        self._trouble = ""

    @property
    def kept(self) -> bool:
        """Whether events are being written to a file."""
        return self._file is not None

    def write(self, event: str, standing: Mapping[str, Any] | None = None, /, **facts: Any) -> None:
        """Write a line with its number, the event, the current state and the details of the event.

        A detail whose name is already taken is written as "event name".
        """
        if self._file:
            self._count += 1
            line = {"n": self._count, "event": event, **(standing or {})}
            line |= {f"{event} {name}" if name in line else name: fact for name, fact in facts.items()}
            try:
                self._file.write(json.dumps(line, ensure_ascii=False) + "\n")
            except OSError as error:  # a game should not end because of its log
                self._trouble = f"solvescope: the event log {self._file.name} ends early: {error.strerror or error}"
                self.close()

    def close(self) -> None:
        file, self._file = self._file, None
        if file:
            with suppress(OSError):  # the disk is full
                file.close()

    def __exit__(self, *error: object) -> None:
        self.close()
        if self._trouble:
            say(self._trouble)
