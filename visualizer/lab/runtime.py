"""Python built for browsers: the npm package pyodide, from a folder of the user's or fetched once."""

import hashlib
import io
import tarfile
from base64 import b64decode
from pathlib import Path
from urllib.request import urlopen

from puzzles.bounds import BoundsError, read_file, reason
from puzzles.problems import short
from visualizer.files import atomic, store

VERSION = "314.0.7"
ADDRESS = f"https://registry.npmjs.org/pyodide/-/pyodide-{VERSION}.tgz"
SHA512 = b64decode("0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A==")
"""The hash of the package, as npm's lock files have it."""
LARGEST = 64 << 20
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
"""The files of the package that a page loads."""
PATIENCE = 60.0
"""How long to wait for the registry, in seconds."""
OTHERWISE = f"fetch it with 'npm pack pyodide@{VERSION}', unpack it, and name its folder with --runtime"


class RuntimeMissing(ValueError):
    """Raised if the package cannot be had. The message says what to do instead."""


def files(folder: Path | None) -> dict[str, bytes]:
    """Return the runtime's files by name, from the folder of an unpacked package or else from the registry.

    Raises :class:`RuntimeMissing`.
    """
    if folder is None:
        return _unpacked(_package())
    try:
        place = folder / "package" if (folder / "package").is_dir() else folder
        return {name: read_file(place / name, LARGEST) for name in FILES}
    except (OSError, BoundsError) as error:
        raise RuntimeMissing(
            f"{short(folder)} is not the npm package pyodide ({reason(error)}): {OTHERWISE}"
        ) from None


def _package() -> bytes:
    """Return the package, which is kept for the next time."""
    folder = store.default().folder
    kept = folder / f"pyodide-{VERSION}.tgz" if folder else None
    if kept and kept.is_file() and _is_known(data := read_file(kept, LARGEST)):
        return data
    try:
        with urlopen(ADDRESS, timeout=PATIENCE) as answer:
            data = bytes(answer.read(LARGEST))
    except OSError as error:
        why = getattr(error, "reason", error)
        raise RuntimeMissing(f"Python for browsers cannot be fetched from {ADDRESS} ({why}): {OTHERWISE}") from None
    if not _is_known(data):
        raise RuntimeMissing(f"{ADDRESS} is not the package that this version knows: {OTHERWISE}")
    if kept:
        kept.parent.mkdir(parents=True, exist_ok=True)
        atomic.write(kept, data)
    return data


def _is_known(data: bytes) -> bool:
    return hashlib.sha512(data).digest() == SHA512


def _unpacked(data: bytes) -> dict[str, bytes]:
    with tarfile.open(fileobj=io.BytesIO(data), mode="r:gz") as archive:
        opened = {name: archive.extractfile(f"package/{name}") for name in FILES}
        return {name: file.read() for name, file in opened.items() if file}
