"""Looks into recorded pages."""

from __future__ import annotations

import base64
import gzip
import json
import re
from pathlib import Path
from typing import Any


def headers_of(path: Path) -> list[dict[str, Any]]:
    """Return the header of each film on a page."""
    packed = re.findall(r"data-header>([^<]*)<", path.read_text(encoding="utf-8"))
    return [json.loads(gzip.decompress(base64.b64decode(one))) for one in packed]


def header_of(path: Path) -> dict[str, Any]:
    """Return the header of a page's only film."""
    (header,) = headers_of(path)
    return header
