"""Pickled messages between processes, each preceded by its length. Both ends belong to this program."""

import pickle
from typing import IO, Any


def packed(message: object) -> bytes:
    payload = pickle.dumps(message)
    return len(payload).to_bytes(4, "little") + payload


def write_all(stream: IO[bytes], data: bytes) -> None:
    """Send bytes through an unbuffered pipe. Raises ``OSError`` if the reader is gone."""
    rest = memoryview(data)
    while rest:
        rest = rest[stream.write(rest) :]


def read_frame(stream: IO[bytes]) -> Any:
    """Return the next message, or ``None`` at the end of the pipe."""
    size = int.from_bytes(_read(stream, 4), "little")
    payload = _read(stream, size)
    return pickle.loads(payload) if payload and len(payload) == size else None


def _read(stream: IO[bytes], size: int) -> bytes:
    data = b""
    while len(data) < size and (chunk := stream.read(size - len(data))):
        data += chunk
    return data
