"""Python built for browsers, and a SAT solver for it: from a folder of the user's, or fetched once."""

import hashlib
import io
import tarfile
from pathlib import Path
from typing import NamedTuple
from urllib.request import urlopen

from puzzles.bounds import BoundsError, read_file, reason
from puzzles.problems import short
from visualizer.files import atomic, store
from visualizer.text.shell import say


class Package(NamedTuple):
    """A file of a registry, which is known by its hash."""

    name: str
    address: str
    hash: str

    def is_known(self, data: bytes) -> bool:
        return hashlib.sha256(data).hexdigest() == self.hash


VERSION = "314.0.7"
PYODIDE = Package(
    f"pyodide-{VERSION}.tgz",
    f"https://registry.npmjs.org/pyodide/-/pyodide-{VERSION}.tgz",
    "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0",
)
MINISAT = Package(
    "python_sat-1.9.dev17-cp314-cp314-pyemscripten_2026_0_wasm32.whl",
    "https://files.pythonhosted.org/packages/2b/03/65a5835e094ba6eb5cae5a514c18949974ed50528a8233b2966fa260fd08/"
    "python_sat-1.9.dev17-cp314-cp314-pyemscripten_2026_0_wasm32.whl",
    "8ecf5e9de74844365ff2bef39f2f30791a54895fe6fba5dfd92f1c327673477b",
)
"""The SAT solvers of python-sat, built for this version of pyodide and for no other."""
PYTHON_SAT = "python_sat.whl"
"""The name of its file in the site."""
LARGEST = 64 << 20
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
"""The files of pyodide that a page loads."""
PATIENCE = 60.0
"""How long to wait for the registry, in seconds."""
OTHERWISE = (
    f"fetch pyodide with 'npm pack pyodide@{VERSION}', unpack it, put {MINISAT.name} of PyPI into its folder, and name "
    "that with --runtime"
)


class RuntimeMissing(ValueError):
    """Raised if the package cannot be had. The message says what to do instead."""


def files(folder: Path | None) -> dict[str, bytes]:
    """Return the runtime's files by name, from the folder of an unpacked package or else from the registry.

    The wheel of python-sat is among them if it can be had. Raises :class:`RuntimeMissing`.
    """
    if folder is None:
        return {**_unpacked(_fetched(PYODIDE)), **_wheel()}
    try:
        place = folder / "package" if (folder / "package").is_dir() else folder
        found = {name: read_file(place / name, LARGEST) for name in FILES}
        wheel = place / MINISAT.name
        return {**found, **({PYTHON_SAT: read_file(wheel, LARGEST)} if wheel.is_file() else _wheel())}
    except (OSError, BoundsError) as error:
        raise RuntimeMissing(f"{short(folder)} is not the npm package pyodide ({reason(error)}): {OTHERWISE}") from None


def _wheel() -> dict[str, bytes]:
    try:
        return {PYTHON_SAT: _fetched(MINISAT)}
    except RuntimeMissing as error:
        say(f"SAT mode is left out of the site: {error}")
        return {}


def _fetched(package: Package) -> bytes:
    """Return a package, which is kept for the next time."""
    folder = store.default().folder
    kept = folder / package.name if folder else None
    if kept and kept.is_file() and package.is_known(data := read_file(kept, LARGEST)):
        return data
    try:
        with urlopen(package.address, timeout=PATIENCE) as answer:
            data = bytes(answer.read(LARGEST))
    except OSError as error:
        why = getattr(error, "reason", error)
        raise RuntimeMissing(f"{package.address} cannot be fetched ({why}): {OTHERWISE}") from None
    if not package.is_known(data):
        raise RuntimeMissing(f"{package.address} is not the package that this version knows: {OTHERWISE}")
    if kept:
        kept.parent.mkdir(parents=True, exist_ok=True)
        atomic.write(kept, data)
    return data


def _unpacked(data: bytes) -> dict[str, bytes]:
    with tarfile.open(fileobj=io.BytesIO(data), mode="r:gz") as archive:
        opened = {name: archive.extractfile(f"package/{name}") for name in FILES}
        return {name: file.read() for name, file in opened.items() if file}
