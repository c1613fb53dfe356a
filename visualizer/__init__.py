"""Shows how a puzzle is solved: in a window, as text or in pictures."""

from importlib import import_module
from typing import Any

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """Import ``show``, which plays a run in a notebook, on demand."""
    if name != "show":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module("visualizer.export.notebook").show
