"""The folder of a study's results: its resolved TOML, the machines it ran on, and one row a run.

A row is appended as its run ends, so a study that is stopped loses only what was running. ``--resume`` runs the rest.
"""

import csv
import json
import os
import platform
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.metadata import distributions
from io import StringIO
from pathlib import Path
from typing import IO, Any, NamedTuple, get_args

from puzzles import json_reader
from puzzles.bounds import LARGEST_DOCUMENT, read_file, reason
from puzzles.corpus.record import parse
from puzzles.problems import quoted, short
from solvers.processes.pool import cores
from solvers.study.cost import STATUSES, RunCost
from visualizer import __version__
from visualizer.files import atomic
from visualizer.study.plan import RunInfo, Study, StudyError, read

ROWS, STUDY, MACHINE = "runs.csv", "study.toml", "machine.json"
LARGEST_ROWS = 1 << 28
PACKAGES = ("numpy", "matplotlib", "pycosat", "python-sat")
COLUMNS: dict[str, Any] = {**RunInfo.__annotations__, **RunCost.__annotations__}
"""The columns of ``runs.csv`` with their types. An empty number is unknown."""


class StudyRow(NamedTuple):
    info: RunInfo
    cost: RunCost

    def __str__(self) -> str:
        text = StringIO()
        csv.writer(text, lineterminator="\n").writerow((*self.info, *self.cost))
        return text.getvalue()


def row_of(fields: list[str]) -> StudyRow:
    """Return the row with these fields. Raises ``ValueError``."""
    if len(fields) != len(COLUMNS):
        raise ValueError(f"it has {len(fields)} fields instead of {len(COLUMNS)}")
    values = [_value(*column, text) for column, text in zip(COLUMNS.items(), fields, strict=True)]
    row = StudyRow(RunInfo(*values[: len(RunInfo._fields)]), RunCost(*values[len(RunInfo._fields) :]))
    if row.cost.status not in STATUSES:
        raise ValueError(f"status is {quoted(row.cost.status)}, which is not one of {', '.join(STATUSES)}")
    parse(row.info.puzzle.encode())
    return row


def _value(name: str, annotation: Any, text: str) -> Any:
    kind, *optional = get_args(annotation) or (annotation,)
    if kind is str or not text and optional:
        return text if kind is str else None
    with suppress(ValueError):
        if 0 <= (value := kind(text)) < 10**18:
            return value
    raise ValueError(f"{name} is {quoted(text)}, which is not a number from 0 up")


def rows_of(folder: Path) -> list[StudyRow]:
    """Return the rows in a study's folder, without an unfinished last one. Raises :class:`StudyError`."""
    path, lines, data = folder / ROWS, csv.reader(()), b""
    try:
        data = read_file(path, LARGEST_ROWS)
        lines = csv.reader(StringIO(data[: data.rfind(b"\n") + 1].decode()), strict=True)
        if next(lines, list(COLUMNS)) != list(COLUMNS):
            raise ValueError("the heading is not that of a study's runs")
        return [row_of(fields) for fields in lines]
    except OSError as error:
        raise StudyError(f"cannot read {short(path)}: {reason(error)}; name the folder of a study") from None
    except (ValueError, csv.Error) as error:
        wrong, number = str(error), lines.line_num
        if isinstance(error, UnicodeDecodeError):
            wrong, number = "this is not UTF-8", data.count(b"\n", 0, error.start) + 1
        where = f"{short(path)}, line {number}"
        raise StudyError(f"{where}: {wrong}; remove the line, or start again in another folder with -o") from None


@contextmanager
def begun(
    study: Study, folder: Path, resume: bool, cluster: str | None = None
) -> Iterator[tuple[list[StudyRow], IO[bytes]]]:
    """Make the folder, or go on with it. Yield the rows that are there, and the file to append to.

    ``cluster`` is the address of the workers that make the runs, if they are not processes of this program. Raises
    :class:`StudyError`, also if a row cannot be written.
    """
    path, there, shared = folder / ROWS, list[StudyRow](), {"cluster": cluster} if cluster else {}
    try:
        if path.exists():
            if not resume:
                taken = f"{short(folder)} has the runs of a study already"
                raise StudyError(f"{taken}: go on with --resume, or name another folder with -o")
            there = rows_of(folder)
            before, now = read(folder / STUDY), {"limits": study.limits._asdict(), "seed": study.seed}
            if differ := [name for name in now if before[name] != now[name]]:
                changed = f"{short(folder)} was begun with {differ[0]} {before[differ[0]]}, not {now[differ[0]]}"
                raise StudyError(f"{changed}; name another folder with -o")
        folder.mkdir(parents=True, exist_ok=True)
        atomic.write(folder / STUDY, study.resolved.encode())
        atomic.write(folder / MACHINE, json.dumps([*machines(folder), machine() | shared], indent=2).encode())
        with path.open("a+b") as stream:
            stream.seek(0)
            stream.truncate(stream.read().rfind(b"\n") + 1)
            if not there:
                stream.truncate(0)
                stream.write(f"{','.join(COLUMNS)}\n".encode())
            yield there, stream
    except OSError as error:
        why = f"cannot write {short(error.filename or path)}: {reason(error)}"
        raise StudyError(f"{why}; make room, or name another folder with -o, then go on with --resume") from None


def append(stream: IO[bytes], row: StudyRow) -> None:
    stream.write(str(row).encode())
    stream.flush()


def machine() -> dict[str, Any]:
    """Return what the times of a study depend on."""
    return {
        "begun": time.strftime("%Y-%m-%d %H:%M:%S"),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "cores_available": cores(),
        "load": [round(load, 2) for load in os.getloadavg()] if hasattr(os, "getloadavg") else [],
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "solvescope": __version__,
        **{one.name: one.version for one in distributions() if one.name in PACKAGES},
    }


def machines(folder: Path) -> list[dict[str, Any]]:
    """Return the machines on which a folder's runs were made, one for each start, as far as they can be read."""
    with suppress(OSError, ValueError):
        found = json_reader.read_file(folder / MACHINE)
        return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []
    return []


def _processor() -> str:
    with suppress(OSError, StopIteration):
        lines = read_file(Path("/proc/cpuinfo"), LARGEST_DOCUMENT).decode("utf-8", "replace").splitlines()
        return next(line.partition(": ")[2] for line in lines if line.startswith("model name"))
    return platform.processor()
