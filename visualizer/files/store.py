"""What the program remembers between sessions: small JSON documents in one folder.

A document is a named table. It is written in full or not at all, and if two windows write the same one, the later write
wins; to add to a document, read and write it within :meth:`DocumentStore.alone`. Errors here never stop the program. An
unreadable document is renamed, so that nothing in it is lost, and written again with those of its fields that fit; one
written by a newer version of this program is left alone; and every problem is reported once
(:meth:`DocumentStore.news`).

>>> import tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     state = DocumentStore(Path(folder) / "not yet there")
...     state.load("recent")
...     state.save("recent", {"files": ["a.txt"]})
...     DocumentStore(Path(folder) / "not yet there").load("recent")
True
{'files': ['a.txt']}
"""

import json
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from itertools import count
from pathlib import Path
from threading import Lock
from time import monotonic, sleep, time
from typing import Any, TextIO

from puzzles import json_reader
from puzzles.bounds import LARGEST_DOCUMENT, LONGEST_PATH, BoundsError, open_file, reason, size_text
from puzzles.json_reader import JsonError
from puzzles.problems import short
from visualizer.files import atomic
from visualizer.files.saved_view import ViewError, read_text
from visualizer.text.shell import say

VARIABLE = "SOLVESCOPE_STATE"
"""The environment variable that chooses a different folder for the documents."""
FORMAT = "solvescope state"
VERSION = 1
BROKEN = "{path} cannot be read ({why}); it has been renamed to {new}."
"""The sentence about a broken document."""
LOCK_WAIT = 0.3
"""How long to wait for another window to finish with a document, in seconds."""
STALE = 5.0
"""The number of seconds after which a window still using a document is assumed to have crashed."""

_NAME = re.compile(r"[a-z][a-z0-9-]*")
_VERSION = re.compile(rb'"version":\s*(\d{1,9})\b')
"""Finds the version of a document, which must be in its first 256 bytes."""

Check = Callable[[Any, str], object]
"""Checks a value; the second argument is its field's name. Raises ``ValueError`` if the value does not fit."""
Fields = Mapping[str, Check | Sequence[Check]]
"""The fields of a document. A check in brackets is for each item of a list: those that fit are kept."""


class _Broken(ValueError):
    """Raised for a broken document."""


class _Newer(_Broken):
    """Raised for a document written by a newer version of this program."""


class DocumentStore:
    """The documents in a folder, which is created when the first one is saved. Thread-safe."""

    def __init__(self, folder: Path | None) -> None:
        """Open a folder of documents; with ``None``, nothing is stored."""
        self.folder = folder
        self._news: list[str] = []
        self._said: set[str] = set()
        self._unsaved: dict[str, str] = {}
        """The reason why each unsaved document could not be saved."""
        self._lock = Lock()

    def load(self, name: str, fields: Fields | None = None, version: int = VERSION) -> dict[str, Any] | None:
        """Return the document of the given name, or ``None`` if this version cannot read one.

        If ``fields`` is given, the document returned has no others, and each of its values fits.
        """
        path = self.path(name)
        if path is None or not os.path.lexists(path):
            return None
        try:
            data = _read(path, version)
        except _Newer as error:
            self._say(_left(path, str(error)))
            return None
        except (OSError, JsonError, _Broken) as error:
            self._set_aside(path, reason(error))
            return None
        if fields is None:
            return data
        fitting, wrong = _fitting(data, fields)
        if wrong:
            self._set_aside(path, wrong[0], "{path}: {why}. The rest is kept, and the file as it was is now {new}.")
            self.save(name, fitting, version)
        return fitting

    def save(self, name: str, data: Mapping[str, Any], version: int = VERSION) -> bool:
        """Write a document made of JSON values. Return whether it was saved; a failure is reported once in the news.

        The caller should retry while the document is :meth:`unsaved`. A late success is reported too.
        """
        text = json.dumps(
            {"format": FORMAT, "version": version, "data": data}, ensure_ascii=False, allow_nan=False, indent=1
        )
        path = self.path(name)
        written = text.encode("utf-8", "surrogatepass")
        if path is None:
            self._fail(name, "Nothing can be saved for next time: there is no folder to save it in.")
        elif len(written) > LARGEST_DOCUMENT:
            self._fail(name, f"{path.name} cannot be saved: it would be larger than {size_text(LARGEST_DOCUMENT)}.")
        elif newer := _newer(path, version):
            self._fail(name, _left(path, newer))
        else:
            try:
                with self._lock:
                    path.parent.mkdir(parents=True, exist_ok=True)
                    atomic.write(path, written)
            except OSError as error:
                self._fail(name, f"Nothing can be saved for next time: {short(path.parent)}: {reason(error)}.")
            else:
                sentence = self._unsaved.pop(name, "")
                if sentence and sentence not in self._unsaved.values():
                    self._said.discard(sentence)  # so that another failure is reported again
                    self._news.append("Everything is saved now.")
        return name not in self._unsaved

    def unsaved(self, name: str) -> str:
        """Return a sentence saying why a document could not be saved, or "" if it is saved."""
        return self._unsaved.get(name, "")

    def _fail(self, name: str, sentence: str) -> None:
        self._unsaved[name] = sentence
        self._say(sentence)

    @contextmanager
    def alone(self, name: str) -> Iterator[None]:
        """Lock a document against other windows while it is read, changed and written.

        The wait is short: a window that takes too long or has crashed is ignored.
        """
        path = self.path(name)
        mark = None if path is None else path.with_name(f"{path.name}.busy")
        ours = mark is not None and _marked(mark)
        try:
            yield
        finally:
            if ours and mark is not None:
                with suppress(OSError):
                    mark.unlink(missing_ok=True)

    def forget(self, name: str) -> None:
        if path := self.path(name):
            with suppress(OSError):
                path.unlink(missing_ok=True)

    def path(self, name: str) -> Path | None:
        """Return a document's path. Raises ``ValueError`` unless the name is lower-case letters, digits and hyphens."""
        if not _NAME.fullmatch(name):
            raise ValueError(f"a document's name must be lower-case letters, digits and hyphens, not {name!r}")
        return None if self.folder is None else self.folder / f"{name}.json"

    def news(self) -> str:
        """Return what has gone wrong since the last call, in full sentences, or "" if nothing has."""
        news, self._news = self._news, []
        return " ".join(news)

    def _say(self, sentence: str) -> None:
        if sentence not in self._said:
            self._said.add(sentence)
            self._news.append(sentence)

    def _set_aside(self, path: Path, why: str, told: str = BROKEN) -> None:
        """Rename a broken document to an unused name."""
        names = (f"{path.name}.broken{number if number > 1 else ''}" for number in count(1))
        new = next(new for new in map(path.with_name, names) if not os.path.lexists(new))
        try:
            path.rename(new)
            self._say(told.format(path=short(path), why=why, new=new.name))
        except OSError:
            self._say(f"{short(path)} cannot be read: {why}.")


def _read(path: Path, version: int) -> dict[str, Any]:
    document = json_reader.read_file(path, LARGEST_DOCUMENT)
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise _Broken("it was not written by this program")
    data, its = document.get("data"), document.get("version")
    if its != version or isinstance(its, bool):
        if newer := _newer(path, version):
            raise _Newer(newer)
        raise _Broken(f"it has version {str(its)[:20]}, but this program reads version {version}")
    if not isinstance(data, dict):
        raise _Broken("it contains no data")
    return data


def _fitting(data: Mapping[str, Any], fields: Fields) -> tuple[dict[str, Any], list[str]]:
    """Return the values that fit their fields, and what is wrong with the others."""
    fitting: dict[str, Any] = {}
    wrong: list[str] = []
    for name, check in fields.items():
        if name not in data:
            continue
        value = data[name]
        if callable(check):
            fitting |= {name: value} if _fits(check, value, name, wrong) else {}
        elif isinstance(value, list):
            fitting[name] = [one for one in value if _fits(check[0], one, name, wrong)]
        else:
            wrong.append(f"{name} must be a list")
    return fitting, wrong


def _fits(check: Check, value: Any, name: str, wrong: list[str]) -> bool:
    try:
        check(value, name)
    except ValueError as error:
        wrong.append(str(error))
        return False
    return True


def _newer(path: Path, version: int) -> str:
    """Return a phrase about the document's version if a newer program wrote it, else ""."""
    try:
        with open_file(path) as stream:
            found = _VERSION.search(stream.read(256))
    except (OSError, BoundsError):
        return ""
    its = int(found[1]) if found else version
    return f"it has version {its}, but this program reads version {version}" if its > version else ""


def _left(path: Path, why: str) -> str:
    kept = "The file is left as it is, and nothing will be saved to it."
    return f"A newer version of this program wrote {short(path)} ({why}). {kept}"


def _marked(mark: Path) -> bool:
    """Create the file that marks a document as in use. Return False if another window still has it, or on error."""
    until = monotonic() + LOCK_WAIT
    while monotonic() < until:
        try:
            mark.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(mark, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
            return True
        except FileExistsError:
            with suppress(OSError):
                if time() - mark.stat().st_mtime > STALE:
                    mark.unlink()
            sleep(0.005)
        except OSError:
            return False
    return False


def default() -> DocumentStore:
    """Return the store in the folder given by ``SOLVESCOPE_STATE``, or in the usual place for the system."""
    named = os.environ.get(VARIABLE)
    try:
        return DocumentStore(Path(named).absolute() if named else _usual())
    except (RuntimeError, OSError):  # there is no home folder
        return DocumentStore(None)


def _usual() -> Path:
    """Return the folder SDL would choose for this program. Asking SDL itself would create it."""
    if sys.platform == "win32":
        parent = Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming")
    elif sys.platform == "darwin":
        parent = Path.home() / "Library" / "Application Support"
    else:
        parent = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return parent / "solvescope" / "solvescope"


# The most recently opened or saved files ------------------------------------------------------------------------------

RECENT = "recent"
MOST_FILES = 12
RETRY_SECONDS = 3.0
"""How long to wait between attempts to save, in seconds."""


def _absolute(value: object, name: str) -> None:
    path = read_text(value, name)
    if len(path) > LONGEST_PATH or "\0" in path or not os.path.isabs(path):
        raise ViewError(f"{name} must be absolute paths")


_RECENT_FIELDS = {"files": [_absolute]}


class Recent:
    """The recent files, latest first and without duplicates. The list is always reread, as other windows add to it."""

    def __init__(self, state: DocumentStore) -> None:
        self._state = state
        self._kept: list[Path] = []
        """The files of this session, in case nothing can be stored."""
        self._since = 0.0
        self.paths()  # report a broken document at startup, as for saved games

    def paths(self) -> tuple[Path, ...]:
        """Return at most :data:`MOST_FILES` absolute paths. The files may no longer exist."""
        data = None if self._state.unsaved(RECENT) else self._state.load(RECENT, _RECENT_FIELDS)
        if data and "files" in data:
            self._kept = list(dict.fromkeys(map(Path, data["files"])))[:MOST_FILES]
        return tuple(self._kept)

    def add(self, path: Path) -> None:
        """Record that a file has just been opened."""
        path = Path(os.path.abspath(path))
        self._keep([path, *(one for one in self.paths() if one != path)])

    def remove(self, path: Path) -> None:
        self._keep([one for one in self.paths() if one != path])

    def look(self, now: float) -> None:
        """Retry saving any unsaved changes every few seconds."""
        if now - self._since >= RETRY_SECONDS:
            self._since = now
            self.flush()

    def flush(self) -> None:
        if self._state.unsaved(RECENT):
            self._keep(self._kept)

    def _keep(self, paths: list[Path]) -> None:
        self._kept = paths[:MOST_FILES]
        self._state.save(RECENT, {"files": [os.fspath(path) for path in self._kept]})


# An event log for tests and scripts, with one JSON object per line ----------------------------------------------------


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
