"""Finds the check that belongs to a sentence. The forms are defined in the modules of checks beside this one."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scenes import Scene

CELL, DIGIT = r"r\d+c\d+", r"[0-9A-Z]"
UNIT = rf"(?:(?:[Rr]ow|[Cc]olumn|[Bb]ox|[Rr]egion|[Dd]iagonal|[Ww]indow) \d+|[Tt]he cage(?: of \d+)? at {CELL})"
CAGE = rf"the cage(?: of \d+)? at {CELL}"
KIND = "(?:row|column|box|region|diagonal|window|cage)"
Check = Callable[..., bool]
CHECKS: list[tuple[re.Pattern[str], Check]] = []
"""The forms of sentences, each with a function that returns whether the sentence is true."""


def says(form: str) -> Callable[[Check], Check]:
    for joint in ("and", "or"):
        form = form.replace(f"row, column {joint} box", f"{KIND}(?:, {KIND})+ {joint} {KIND}")
    pattern = form.replace("CELL", f"({CELL})").replace("UNIT", f"({UNIT})").replace("DIGIT", f"({DIGIT})")

    def register(check: Check) -> Check:
        CHECKS.append((re.compile(pattern.replace("NUMBER", r"(\d+)")), check))
        return check

    return register


def holds(scene: Scene, text: str) -> bool:
    """Return whether the sentence is true, according to the one check that recognises it."""
    matches = [(match, check) for form, check in CHECKS if (match := form.fullmatch(text))]
    assert len(matches) == 1, f"{len(matches)} checks know the sentence: {text}"
    match, check = matches[0]
    return check(scene, *match.groups())
