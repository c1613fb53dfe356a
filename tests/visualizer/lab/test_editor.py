"""Tests that the editor of the lab is what its sources make."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
from pathlib import Path

import pytest

LAB = Path(__file__).parents[3] / "assets" / "lab"
SUMS = "SHA256SUMS"
NO_NETWORK = re.compile(r"code (ENOTFOUND|EAI_AGAIN|ECONN\w+|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ENETUNREACH)")


def test_the_editor_was_made_from_these_sources() -> None:
    known = dict(reversed(line.split()) for line in (LAB / SUMS).read_text("utf-8").splitlines())
    assert set(known) == {"editor.js", "editor.src.js", "package.json", "package-lock.json"}
    changed = [name for name, known_hash in known.items()
               if hashlib.sha256((LAB / name).read_bytes()).hexdigest() != known_hash]  # fmt: skip
    assert not changed, "npm ci && npm run build in assets/lab makes it anew"


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("npm") is None, reason="needs npm")
def test_the_sources_make_the_same_editor_again(tmp_path: Path) -> None:
    folder = shutil.copytree(LAB, tmp_path / "lab", ignore=shutil.ignore_patterns("node_modules", "editor.js", SUMS))
    for command in (["ci"], ["run", "build"]):
        done = subprocess.run(["npm", *command], cwd=folder, capture_output=True, text=True)
        if found := NO_NETWORK.search(done.stderr):
            pytest.skip(f"needs the npm registry: {found[1]}")
        assert done.returncode == 0, done.stderr[-1000:]
    for name in ("editor.js", SUMS):
        assert (folder / name).read_bytes() == (LAB / name).read_bytes(), name
