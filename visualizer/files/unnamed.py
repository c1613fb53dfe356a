"""Temporary files without a name on disk, so that none is left behind however the program ends."""

import atexit
import os
import shutil
import sys
import tempfile
from pathlib import Path, PosixPath
from typing import IO

_open: dict[Path, IO[bytes]] = {}
"""The open files, each of which exists only while it is open."""


class _Called(PosixPath):
    """A path displayed under a different name."""

    called: str

    @property
    def name(self) -> str:
        return getattr(self, "called", None) or super().name


def unnamed(name: str) -> tuple[IO[bytes], Path]:
    """Create a file, and a path called ``name`` through which this program and its children can reopen it.

    Outside Linux, only files with a name can be reopened, so there the file is put in a folder that is removed at exit.
    Raises ``OSError``.
    """
    if sys.platform == "linux" and os.path.isdir(f"/proc/{os.getpid()}/fd"):
        file: IO[bytes] = tempfile.TemporaryFile(prefix="solvescope-")  # noqa: SIM115  until the end
        path = _Called(f"/proc/{os.getpid()}/fd/{file.fileno()}")
        path.called = name
        _open[path] = file
        return file, path
    folder = Path(tempfile.mkdtemp(prefix="solvescope-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return (folder / name).open("w+b"), folder / name


def forget(file: IO[bytes], path: Path) -> None:
    """Release a file before the program ends."""
    file.close()
    if _open.pop(path, None) is None:
        shutil.rmtree(path.parent, ignore_errors=True)
