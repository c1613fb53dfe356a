"""Recordings of a run. Each file format is a module that declares an ``Exporter``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from puzzles.discovery import Declaration, Shelf
from puzzles.problems import short

if TYPE_CHECKING:
    from visualizer.export.recording import Exporter

EXPORTERS: Shelf[Exporter] = Shelf("visualizer.export", "Exporter")


def declared_for(path: Path) -> Declaration:
    """Return the exporter for a file's extension. Raises ``LookupError``, listing the known extensions."""
    forms = EXPORTERS.entries.values()
    found = next((one for one in forms if path.suffix.lower() in one.fact("endings")), None)
    if found is None:
        there_are = " or ".join(f"{one.fact('endings')[0]} ({one.title})" for one in forms)
        raise LookupError(f"{short(path)} must end in {there_are}")
    return found
