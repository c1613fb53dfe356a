"""The browsers that play pages and run the lab, and both ways to keep a run."""

from collections.abc import Iterator

import pytest
from browser import Browser
from chromium import Chromium
from firefox import Firefox

from visualizer.timeline.chunk import Chunk
from visualizer.timeline.fast_chunk import FastChunk
from visualizer.timeline.timeline import Timeline


@pytest.fixture(scope="module", params=[Chromium, Firefox], ids=lambda kind: kind.name)
def browser(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    if lacking := request.param.lacking():
        pytest.skip(lacking)
    started: Browser = request.param(tmp_path_factory.mktemp("browser"))
    yield started
    started.close()


def _kept(request: pytest.FixtureRequest) -> Iterator[type[Chunk]]:
    """Keep new runs in chunks of both kinds, one after the other."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Timeline, "keeper", request.param)
        yield request.param


PLAIN, FAST = pytest.param(Chunk, id="plain"), pytest.param(FastChunk, id="numpy")
keeper = pytest.fixture(scope="module", params=[PLAIN, FAST])(_kept)
_OFTEN_FAST = [pytest.param(Chunk, marks=pytest.mark.slow, id="plain"), FAST]
fast_keeper = pytest.fixture(scope="module", params=_OFTEN_FAST, name="fast_keeper")(_kept)
"""For tests that take long: by hand, only with numpy."""
