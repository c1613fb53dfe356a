"""Describes a run's options."""

import re
from collections.abc import Mapping
from typing import Any

from puzzles.figures import counted, grouped
from solvers.core.registry import FORK, START, written
from solvers.sat import answer as sat_answer

_TIMED = re.compile(r"(\d+):(\w+)(=|≠|!=)(\S)")


def in_words(options: Mapping[str, Any]) -> str:
    """Describe a run's options, as in "seed=3, 2 digits of yours, r3c4 = 7 guessed by hand after step 812"."""
    common = {START.name, FORK.name, sat_answer.OPTION}
    answer = str(options.get(sat_answer.OPTION, ""))
    placed = len(str(options.get(START.name, "")).split())
    guesses = str(options.get(FORK.name, "")).split()
    words = (
        written({name: value for name, value in options.items() if name not in common}),
        f"the answer from {sat_answer.where_from(answer)}" if answer else "",
        f"{counted(placed, 'digit')} of yours" if placed else "",
        *(f"{guess} guessed by hand after step {grouped(at)}" for at, guess in map(timed, guesses)),
    )
    return ", ".join(filter(None, words))


def timed(word: str) -> tuple[int, str]:
    found = _TIMED.fullmatch(word)
    return (int(found[1]), f"{found[2]} {'=' if found[3] == '=' else '≠'} {found[4]}") if found else (0, "")
