"""Tells users that a page will contain the source of their own solvers."""

from collections.abc import Iterable

import solvers
from solvers.external import registry


def announcement(page: str, names: Iterable[str], remedy: str) -> str:
    """Return a sentence that names the files whose source the page will contain, or "" if all solvers are built in.

    ``remedy`` is what to write to leave the source out.
    """
    files = [str(file.path) for name in names if (file := registry.file_of(solvers.get(name)))]
    own = " and ".join(dict.fromkeys(files))
    return f"{page} will contain the source of {own}; {remedy} leaves it out" if own else ""
