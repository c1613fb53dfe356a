"""Recordings of a run, one module for each file format, which declares itself as an ``Exporter``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from puzzles.discovery import Declaration, Shelf

if TYPE_CHECKING:
    from visualizer.export.exporter import Exporter

EXPORTERS: Shelf[Exporter] = Shelf("visualizer.export", "Exporter")


def declared_for(path: Path) -> Declaration:
    """Return the exporter for the ending of a file's name. Raises ``LookupError``, which lists the endings."""
    forms = EXPORTERS.entries.values()
    found = next((one for one in forms if path.suffix.lower() in one.fact("endings")), None)
    if found is None:
        there_are = " nor in ".join(f"{one.fact('endings')[0]} ({one.title})" for one in forms)
        raise LookupError(f"{path} ends neither in {there_are}")
    return found
