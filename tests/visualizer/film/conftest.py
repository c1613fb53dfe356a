"""Fixtures for the browsers that play pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import Browser
from chromium import Chromium
from firefox import Firefox

from puzzles.corpus import named
from visualizer.analysis.bookmarks import Bookmark
from visualizer.film.film import Excerpt, Film, film_of
from visualizer.film.page import page


@pytest.fixture(scope="module", params=[Chromium, Firefox], ids=lambda kind: kind.name)
def browser(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    if lacking := request.param.lacking():
        pytest.skip(lacking)
    started: Browser = request.param(tmp_path_factory.mktemp("browser"))
    yield started
    started.close()


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
