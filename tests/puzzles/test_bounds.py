"""Tests that opening a file never waits, and that nothing beyond the bounds is read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from puzzles.bounds import LONGEST_NUMBER, WIDEST, BoundsError, open_file, read_file, whole


def test_a_file_within_the_bound_is_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_bytes(b"12345")
    assert read_file(path, 5) == b"12345"
    with pytest.raises(BoundsError, match="larger than 0 KiB"):
        read_file(path, 4)


@pytest.mark.skipif(os.name != "posix", reason="needs pipes and devices with names")
def test_a_pipe_or_a_device_is_refused_without_waiting(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/zero"), Path("/dev/null")):
        with pytest.raises(BoundsError, match="not a regular file"):
            open_file(path)
    with pytest.raises(OSError):
        open_file(tmp_path)


def test_numbers_beyond_the_bounds_are_refused() -> None:
    assert [whole("7"), whole("-12"), whole(str(WIDEST - 1))] == [7, -12, WIDEST - 1]
    for text in (str(WIDEST), str(-WIDEST), "9" * (LONGEST_NUMBER + 1), "9" * 5000):
        with pytest.raises(BoundsError):
            whole(text)
    with pytest.raises(ValueError):
        whole("seven")
