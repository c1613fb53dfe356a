"""Shows a run in a notebook as a widget, whose position Python reads and sets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from visualizer.film.film import Film
from visualizer.film.page import ASKING, asset, place, player, style_sheet


def widget(films: Sequence[Film], at: int) -> Any:
    """Return the widget. Its ``position`` is updated when the player stops, and setting it moves the player,
    at most to the end of the run. Its ``score`` gives, for each kind of question tried, how many were ``tried`` and how
    many of these were ``right`` at the first try.

    Raises ``ImportError`` if the package anywidget is missing.
    """
    try:
        import anywidget
        import traitlets
    except ImportError:
        raise ImportError("widget=True needs the package anywidget. Install it with: pip install anywidget") from None

    last: int = max(film.header["steps"] for film in films)
    asks = any(film.header.get("questions") for film in films)

    class Player(anywidget.AnyWidget):
        _esm = player(*(ASKING if asks else ())) + asset("widget.js")
        place = traitlets.Unicode().tag(sync=True)
        look = traitlets.Unicode().tag(sync=True)
        position = traitlets.Int().tag(sync=True)
        score = traitlets.Dict().tag(sync=True)

        _within_the_run = traitlets.validate("position")(lambda self, asked: max(0, min(last, asked["value"])))

    return Player(place=place(films, at=at), look=style_sheet() + (asset("ask.css") if asks else ""), position=at)
