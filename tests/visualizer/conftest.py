"""The browsers that play pages and run the lab."""

from collections.abc import Iterator

import pytest
from browser import Browser
from chromium import Chromium
from firefox import Firefox


@pytest.fixture(scope="module", params=[Chromium, Firefox], ids=lambda kind: kind.name)
def browser(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    if lacking := request.param.lacking():
        pytest.skip(lacking)
    started: Browser = request.param(tmp_path_factory.mktemp("browser"))
    yield started
    started.close()
