"""Which panes a page shows beside a run, and what stands in for the panes that only the window has."""

from __future__ import annotations

from collections.abc import Iterator

from solvers.core.step import Kind
from visualizer.film.film import Film
from visualizer.lecture.lecture import Mistake, Scene
from visualizer.text.phrases import listed

INSTEAD = {"implications": ("formula", "trail")}
"""The panes of a page that come closest to a pane that only the window has. If a page has none of them, it shows the
run's first pane.
"""


def available(film: Film) -> list[str]:
    """Return the panes that a page has for a run. ``panes.js`` makes them."""
    header = film.header
    there = {
        "code": bool(header["words"] or any(file["lines"] for file in header["files"])),
        "tree": Kind.GUESS in header["frames"]["kind"],
        "formula": bool(header["formula"]),
        "trail": header["formula"] == "clauses" and not header["blackBox"],
    }
    return [name for name, has in there.items() if has]


def panes_on_page(wanted: tuple[str, ...] | None, film: Film) -> list[str] | None:
    """Return the panes that a page shows in place of the wanted ones, or ``None`` for all of the run's panes."""
    if not wanted:
        return None if wanted is None else []
    has = available(film)
    shown = [one for name in wanted for one in ([name] if name in has else INSTEAD.get(name, ())) if one in has]
    return list(dict.fromkeys(shown)) or has[:1]


def replaced_panes(scene: Scene, film: Film) -> Iterator[Mistake]:
    """Say which of a scene's panes a page does not have, and what it shows instead."""
    has = available(film)
    missing = [name for name in scene.panes or () if name not in has]
    if missing:
        shown = [name for name in panes_on_page(scene.panes, film) or () if name not in (scene.panes or ())]
        instead = f", and shows {listed(shown)} instead" if shown else ""
        panes = "pane" if len(missing) == 1 else "panes"
        yield Mistake(scene.line, f"the page does not have the {panes} {listed(missing)}{instead}")
