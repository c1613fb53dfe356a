"""Fixtures for the browsers that play pages."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from puzzles.corpus import named
from visualizer.analysis.bookmarks import Bookmark
from visualizer.film.film import Excerpt, Film, film_of
from visualizer.film.page import page


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., str]:
    """Write a page of films, and return its address."""

    def written(*films: Film, **options: Any) -> str:
        path = tmp_path / "run.html"
        path.write_text(page(films, **options), encoding="utf-8")
        return path.as_uri()

    return written


@pytest.fixture(scope="module")
def race() -> list[Film]:
    puzzle, cut = named.find("minimal-9-1"), Excerpt(last=2000)
    return [film_of(puzzle, name, cut=cut) for name in ("mrv", "cdcl", "backtracking")]


@pytest.fixture(scope="module")
def searched() -> Film:
    """Return a run with guesses, conflicts and a chapter."""
    return film_of(named.find("minimal-9-1"), "mrv", cut=Excerpt(chapters=[Bookmark(5, "The fifth step")]))
