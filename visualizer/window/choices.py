"""How everything in the window looks, by the user's choice, remembered across restarts: type, candidates, motion."""

from visualizer.files.saved_view import ViewError, read_flag
from visualizer.files.store import DocumentStore
from visualizer.keymap import EVERY, action
from visualizer.session.session import Session
from visualizer.session.settings import Options
from visualizer.window.frame import Picture

SIZES = (0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0)
"""The available sizes of type; 1 is the default."""
TYPE_SIZE, CANDIDATES, MOTION = "type-size", "candidates", "motion"
"""The names of the documents that store the choices."""


def _size(value: object, name: str) -> None:
    if isinstance(value, bool) or value not in SIZES:
        raise ViewError(f"{name} must be one of {', '.join(map(str, SIZES))}")


class Choices:
    """The size of all text, whether candidates are hidden, and whether motion is reduced. For one start, the options
    may override the last two.
    """

    def __init__(self, picture: Picture, session: Session, state: DocumentStore, options: Options) -> None:
        self._picture, self._session, self._state = picture, session, state
        picture.zoom = (state.load(TYPE_SIZE, {"size": _size}) or {}).get("size", 1.0)
        session.digits_only = options.digits_only or self._kept(CANDIDATES, "hidden")
        picture.motion.reduced = options.reduced_motion or self._kept(MOTION, "reduced")

    def _kept(self, document: str, name: str) -> bool:
        return bool((self._state.load(document, {name: read_flag}) or {}).get(name, False))

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
        self._state.save(TYPE_SIZE, {"size": SIZES[index]})
        self._session.toast = f"Type size: {SIZES[index]:.0%}."

    @action(
        "candidates", "Shift+C", "View", "Candidates, or digits only", rank=556, under="display",
        words="hide candidates pencil marks notes small numbers clean board show",
    )  # fmt: skip
    def toggle_candidates(self) -> None:
        """Hide the candidates or show them again, and remember the choice."""
        hidden = self._session.digits_only = not self._session.digits_only
        self._state.save(CANDIDATES, {"hidden": hidden})
        self._session.toast = "Only digits are shown." if hidden else "Candidates are shown."

    @action(
        "motion", "Shift+F11", "View", "Animate digits, or show steps at once", mode=EVERY, rank=571,
        under="display", words="animation animate reduce reduced ghosts still transitions",
    )  # fmt: skip
    def toggle_motion(self) -> None:
        """Toggle the animation of digits, and remember the choice."""
        reduced = self._picture.motion.reduced = not self._picture.motion.reduced
        self._session.toast = "Steps are shown at once." if reduced else "Digits fade out and grow in."
        self._state.save(MOTION, {"reduced": reduced})
