"""Titles of lanes that involve placed digits or guesses by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import solvers
from puzzles.figures import counted, grouped
from solvers.core.registry import FORK, START
from visualizer.narration.run_options import timed
from visualizer.session.run_spec import RunSpec


def guess_of(entry: RunSpec) -> tuple[int, str]:
    """Return the step before a lane's last guess by hand, and the guess itself, as in "r3c4 = 7" ("" if none)."""
    *_, last = ("", *str(dict(entry.options).get(_option_of(entry), "")).split())
    return timed(last)


def _option_of(entry: RunSpec) -> str:
    return solvers.get(entry.solver).what_if if entry.solver in solvers.names() else FORK.name


def title_of(entry: RunSpec, title: str) -> str:
    """Return a lane's title. If it has a guess by hand, the guess is its title."""
    guess = guess_of(entry)[1]
    return f"What if {guess}?" if guess else title


def titles_among(entries: Sequence[RunSpec]) -> tuple[str, ...]:
    """Return titles for lanes that differ from one another by a single placed digit, and "" for the rest."""
    titles = [""] * len(entries)
    for i, (rest, placed) in enumerate(map(_apart, entries)):
        for j, (other_rest, other_placed) in enumerate(map(_apart, entries[:i])):
            if rest == other_rest and other_placed < placed and len(placed) == len(other_placed) + 1:
                (digit,) = placed - other_placed
                titles[j] = titles[j] or ("Your digits" if other_placed else "The givens")
                titles[i] = f"What if {digit.replace('=', ' = ')}?"
    return tuple(titles)


def _apart(entry: RunSpec) -> tuple[tuple[str, dict[str, Any]], frozenset[str]]:
    """Return a lane's solver and options without its placed digits, and the placed digits separately."""
    options = dict(entry.options)
    placed = frozenset(str(options.pop(START.name, "")).split())
    return (entry.solver, options), placed


def run_of(entry: RunSpec) -> tuple[str, frozenset[tuple[str, str]]]:
    """Return what a lane shares with its what-ifs: its solver and options, without placed digits and guesses."""
    hidden = {START.name, _option_of(entry)}
    return entry.solver, frozenset((name, str(value)) for name, value in entry.options if name not in hidden)


def said_of(entry: RunSpec, title: str) -> str:
    """Describe what a lane's title leaves out, such as its other options and where it forks."""
    at, guess = guess_of(entry)
    placed = len(str(dict(entry.options).get(START.name, "")).split())
    hidden = {START.name, _option_of(entry)}
    others = entry._replace(options=tuple(pair for pair in entry.options if pair[0] not in hidden)).said
    words = (
        f"{title} from step {grouped(at)} on" if guess else "",
        others,
        f"{counted(placed, 'digit')} placed beforehand" if placed else "",
    )
    return ", ".join(filter(None, words))
