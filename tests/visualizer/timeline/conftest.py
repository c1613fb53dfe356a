"""Every test of a timeline is run with chunks of both kinds."""

import pytest


@pytest.fixture(autouse=True, scope="module")
def _both(keeper: object) -> None:
    """Keep runs in chunks of both kinds, one after the other."""
