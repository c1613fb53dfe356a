"""The size of all text in the window, remembered across restarts."""

from __future__ import annotations

from visualizer.files.saved_view import ViewError
from visualizer.files.store import DocumentStore
from visualizer.keymap import EVERY, action
from visualizer.session.session import Session
from visualizer.window.frame import Picture

SIZES = (0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0)
"""The available sizes; 1 is the default."""
DOCUMENT = "type-size"
"""The document that stores the size across restarts."""


def _size(value: object, name: str) -> None:
    if isinstance(value, bool) or value not in SIZES:
        raise ViewError(f"{name} must be one of {', '.join(map(str, SIZES))}")


class TypeSize:
    """The size of all text, in windows, races, cards and presentations."""

    def __init__(self, picture: Picture, session: Session, state: DocumentStore) -> None:
        self._picture, self._session, self._state = picture, session, state
        picture.zoom = (state.load(DOCUMENT, {"size": _size}) or {}).get("size", 1.0)

    @action(
        "larger", "Ctrl++ Ctrl+=", "View", "Larger type", mode=EVERY, rank=552, repeats=True,
        words="bigger text font size increase scale up zoom magnify letters",
    )  # fmt: skip
    def enlarge(self) -> None:
        """Switch to the next larger size."""
        self._take(min(len(SIZES) - 1, SIZES.index(self._picture.zoom) + 1))

    @action(
        "smaller", "Ctrl+-", "View", "Smaller type", mode=EVERY, rank=553, repeats=True,
        joins="larger",
        words="text font size decrease scale down small print letters",
    )  # fmt: skip
    def shrink(self) -> None:
        """Switch to the next smaller size."""
        self._take(max(0, SIZES.index(self._picture.zoom) - 1))

    @action(
        "usual size", "Ctrl+0", "View", "Normal type size", mode=EVERY, rank=554, joins="larger",
        words="reset default text font normal",
    )  # fmt: skip
    def reset(self) -> None:
        """Return to the default size."""
        self._take(SIZES.index(1.0))

    def _take(self, index: int) -> None:
        self._picture.zoom = SIZES[index]
        self._state.save(DOCUMENT, {"size": SIZES[index]})
        self._session.toast = f"Type size: {SIZES[index]:.0%}."
