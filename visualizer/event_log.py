"""Writes one line of JSON for each event that was acted on: for tests and for scripts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, TextIO


class EventLog:
    """Writes to a file, a line at a time, or (without a path) nowhere."""

    def __init__(self, path: Path | None) -> None:
        self._file: TextIO | None = None
        if path is not None:  # a byte of a file's name that is no UTF-8 is written as JSON writes a character's number
            self._file = open(path, "w", encoding="utf-8", errors="backslashreplace", buffering=1)  # noqa: SIM115
        self._count = 0

    @property
    def kept(self) -> bool:
        """Lines go somewhere."""
        return self._file is not None

    def write(self, event: str, standing: Mapping[str, Any] | None = None, /, **facts: Any) -> None:
        """Add a line: its number, the event, how things stand, and the event's own facts.

        Both are kept whatever they are called: a fact with a name that is taken is written as "event name".
        """
        if self._file:
            self._count += 1
            line = {"n": self._count, "event": event, **(standing or {})}
            line |= {f"{event} {name}" if name in line else name: fact for name, fact in facts.items()}
            self._file.write(json.dumps(line, ensure_ascii=False) + "\n")

    def close(self) -> None:
        if self._file:
            self._file.close()
            self._file = None

    def __enter__(self) -> EventLog:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
