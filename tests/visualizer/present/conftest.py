"""What tests of presenting share."""

from pathlib import Path

import pytest


@pytest.fixture
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return the path of a lecture file with the test module's ``TEXT``."""
    path = tmp_path / "lecture.md"
    path.write_text(request.module.TEXT)
    return path
