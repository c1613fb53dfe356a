"""Atomic file writes: a file is written in full or not at all. And temporary files.

On Linux, with most file systems, a draft has no name until it is complete, so nothing is left of it however the program
ends. Elsewhere it is a hidden file in the same folder. One left by a killed program is removed the next time the same
file is written.

>>> import tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     path = Path(folder) / "a.txt"
...     with draft(path) as unnamed:
...         _ = unnamed.stream.write(b"whole")
...         before = list(Path(folder).glob("*"))
...     before, path.read_text()
([], 'whole')
"""

import atexit
import os
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EISDIR
from glob import escape
from pathlib import Path, PosixPath
from typing import IO, BinaryIO

STALE = 3600.0
"""The number of seconds without a write after which a hidden draft counts as abandoned."""
_ENDING = ".part"


class UnkeptFile:
    """A file being written. It ends up either replacing ``goal`` or being removed."""

    def __init__(self, goal: Path) -> None:
        self.goal = Path(os.path.realpath(goal))
        """The file to replace. It may be changed to a different file in the same folder."""
        if self.goal.is_dir():
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR), str(self.goal))
        self._hidden: Path | None = None
        self.stream: BinaryIO = self._nameless() or self._named()

    @property
    def path(self) -> str:
        """A path by which the draft can be opened again while it is written."""
        return f"/proc/self/fd/{self.stream.fileno()}" if self._hidden is None else str(self._hidden)

    def _nameless(self) -> BinaryIO | None:
        """Return a file without a name, or ``None`` if the system does not support that."""
        with suppress(OSError, AttributeError):
            return open(os.open(self.goal.parent, os.O_TMPFILE | os.O_RDWR, 0o666), "w+b")
        return None

    def _named(self) -> BinaryIO:
        for left in self.goal.parent.glob(f".{escape(self.goal.name[:100])}.*{_ENDING}"):
            with suppress(OSError):
                if time.time() - left.stat().st_mtime > STALE:
                    left.unlink()
        self._hidden = self._another_name()
        return self._hidden.open("x+b")

    def _another_name(self) -> Path:
        return self.goal.with_name(f".{self.goal.name[:100]}.{os.urandom(6).hex()}{_ENDING}")

    def keep(self) -> None:
        """Give the draft its name, replacing any existing file."""
        self.stream.flush()
        if self._hidden is None:
            # A link cannot replace a file: if one has the name, the draft is linked to a temporary name and renamed
            # below.
            folder = os.open(self.goal.parent, os.O_PATH)
            try:
                try:
                    os.link(self.path, self.goal.name, dst_dir_fd=folder, follow_symlinks=True)
                except FileExistsError:
                    hidden = self._another_name()
                    os.link(self.path, hidden.name, dst_dir_fd=folder, follow_symlinks=True)
                    self._hidden = hidden
            finally:
                os.close(folder)
        self.stream.close()
        if self._hidden is not None:
            os.replace(self._hidden, self.goal)

    def drop(self) -> None:
        with suppress(OSError):  # the disk is full
            self.stream.close()
        if self._hidden is not None:
            self._hidden.unlink(missing_ok=True)


@contextmanager
def draft(goal: Path) -> Iterator[UnkeptFile]:
    """Open a draft that replaces ``goal`` at the end, or leaves it alone on error. Any ``OSError`` names ``goal``."""
    path = ""
    try:
        unnamed = UnkeptFile(goal)
        path = unnamed.path
        try:
            yield unnamed
            unnamed.keep()
        finally:
            unnamed.drop()
    except OSError as error:
        named = str(error.filename or path)
        if named != path and not named.endswith(_ENDING):
            raise
        raise OSError(error.errno, error.strerror or str(error), str(goal)) from error


def write(goal: Path, data: bytes) -> None:
    """Write a whole file, or leave the old one unchanged. Any ``OSError`` names the file."""
    with draft(goal) as unnamed:
        unnamed.stream.write(data)


# Temporary files without a name on disk, so that none is left behind however the program ends -------------------------

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
    import tempfile  # imported late, because even --version imports this module

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
