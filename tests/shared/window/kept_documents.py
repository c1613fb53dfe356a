"""Finds the documents that the window keeps between starts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from app_driver import SIZE, Driver

from visualizer.files import store
from visualizer.files.store import DocumentStore, Fields
from visualizer.session.settings import Options
from visualizer.window import tour


def start(folder: Path) -> str:
    """Start the window as it starts without arguments, and return what it says."""
    options = Options(size=SIZE)
    with pytest.MonkeyPatch.context() as patches:
        patches.setenv(store.VARIABLE, str(folder))
        with Driver(options) as driver:
            said = driver.session.toast or ""
            tour.is_due(options, driver.app.state)
            driver.session.unfinished.works()
            driver.session.unfinished.lost()
    return f"{said} {driver.app.state.news()}"


def documents_of(folder: Path) -> dict[str, Fields]:
    """Return the documents that a start of the window reads, with their fields."""
    found: dict[str, Fields] = {}
    load = DocumentStore.load

    def noted(self: DocumentStore, name: str, fields: Fields | None = None, version: int = store.VERSION) -> Any:
        assert fields is not None, f"{name} is not checked"
        found[name] = fields
        return load(self, name, fields, version)

    with pytest.MonkeyPatch.context() as patches:
        patches.setattr(DocumentStore, "load", noted)
        start(folder)
    return found
