"""Imports rarely needed modules ahead of time, so that their first use takes no longer than later ones."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module

from puzzles.discovery import not_imported

LATER = (
    ("visualizer.panes", "*/paint.py"),
    ("visualizer.window", "*/*.py"),
    ("visualizer.questions.makers", "*.py"),
    ("visualizer.dialogs", "*.py"),
)
"""The files that are only imported when used, as packages and patterns."""


def preload() -> Iterator[str]:
    """Import the files one by one. Yield the name of each."""
    for package, pattern in LATER:
        for name in not_imported(package, pattern):
            with suppress(Exception):  # an error is reported where the file is used
                import_module(name)
            yield name
