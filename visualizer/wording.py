"""How lists are said."""

from __future__ import annotations

from collections.abc import Sequence

MOST_NAMED = 6
"""Literals of a clause, guesses or cells that a sentence names; a longer list ends with "and 9 more"."""


def shortened(words: Sequence[str], most: int = MOST_NAMED) -> list[str]:
    """The words, or the first of them and how many more there are."""
    return list(words) if len(words) <= most else [*words[: most - 1], f"{len(words) - most + 1} more"]


def listed(words: Sequence[str], last: str = "and") -> str:
    """ "a, b and c"; "" where there are none."""
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else "".join(words)
