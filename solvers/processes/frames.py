"""Pickled messages between processes, each after its length."""

from __future__ import annotations

import pickle
from typing import IO


def write_frame(stream: IO[bytes], data: object) -> None:
    """Send a record. Raises ``OSError`` where nobody reads any more."""
    payload = pickle.dumps(data)
    stream.write(len(payload).to_bytes(4, "little") + payload)
    stream.flush()


def read_frame(stream: IO[bytes]) -> object | None:
    """The next record; ``None`` at the end."""
    head = stream.read(4)
    size = int.from_bytes(head, "little")
    payload = stream.read(size) if len(head) == 4 else b""
    return pickle.loads(payload) if payload and len(payload) == size else None
