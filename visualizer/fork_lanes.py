"""The lanes of a race that have a guess by hand in them: what they are called, and where they part from the others."""

from __future__ import annotations

import re

import solvers
from solvers.registry import FORK, START
from visualizer.entries import Entry

_TIMED = re.compile(r"(\d+):(\w+)(=|≠|!=)(\S)")


def guess_of(entry: Entry) -> tuple[int, str]:
    """After how many steps the last guess by hand of a lane is made, and the guess as "r3c4 = 7"; "" for none."""
    *_, last = ("", *str(dict(entry.options).get(_option_of(entry), "")).split())
    found = _TIMED.fullmatch(last)
    return (int(found[1]), f"{found[2]} {'=' if found[3] == '=' else '≠'} {found[4]}") if found else (0, "")


def _option_of(entry: Entry) -> str:
    return solvers.get(entry.solver).what_if if entry.solver in solvers.names() else FORK.name


def title_of(entry: Entry, title: str) -> str:
    """What its lane is called: by the guess, where it has one."""
    guess = guess_of(entry)[1]
    return f"What if {guess}?" if guess else title


def said_of(entry: Entry, title: str) -> str:
    """What is said of it beside that: its other options, and of a lane with a guess whose run it is."""
    at, guess = guess_of(entry)
    placed = len(str(dict(entry.options).get(START.name, "")).split())
    hidden = {START.name, _option_of(entry)}
    others = entry._replace(options=tuple(pair for pair in entry.options if pair[0] not in hidden)).said
    words = (
        f"{title} from step {at:,} on" if guess else "",
        others,
        f"{placed} digit{'s' * (placed != 1)} placed before" if placed else "",
    )
    return ", ".join(filter(None, words))
