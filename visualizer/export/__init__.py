"""Recordings of a run. Each file format is a module that declares an ``Exporter``."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import solvers
from puzzles.discovery import Declaration, Shelf
from puzzles.problems import short
from solvers.external import registry

EXPORTERS = Shelf[Any]("visualizer.export", "Exporter")


def declared_for(path: Path) -> Declaration:
    """Return the exporter for a file's extension. Raises ``LookupError``, listing the known extensions."""
    forms = EXPORTERS.entries.values()
    found = next((one for one in forms if path.suffix.lower() in one.fact("endings")), None)
    if found is None:
        there_are = " or ".join(f"{one.fact('endings')[0]} ({one.title})" for one in forms)
        raise LookupError(f"{short(path)} must end in {there_are}")
    return found


def announcement(page: str, names: Iterable[str], remedy: str) -> str:
    """Return a sentence that names the files whose source the page will contain, or "" if all solvers are built in.

    ``remedy`` is what to write to leave the source out.
    """
    files = [str(file.path) for name in names if (file := registry.file_of(solvers.get(name)))]
    own = " and ".join(dict.fromkeys(files))
    return f"{page} will contain the source of {own}; {remedy} leaves it out" if own else ""
