"""A bookmark or a file is given a name: a line to write on, over the window."""

from __future__ import annotations

from collections.abc import Callable

from visualizer.toolkit.text_field import LineEdit


class Naming:
    """Open from the start, with the present name selected, or so many letters of it. ``chosen`` is told the new one."""

    modal = True
    cells = False

    def __init__(
        self,
        title: str,
        name: str,
        chosen: Callable[[str], None],
        *,
        selected: int | None = None,
        keep: str = "Keep",
    ) -> None:
        self.title = title
        self.keep = keep
        """What the button says that keeps the name."""
        self.edit = self.line = LineEdit(name, selected)
        self.done = False
        self._chosen = chosen

    def key(self, name: str) -> bool:
        """Enter keeps the name, Esc leaves things as they are; all other keys are for writing."""
        if name == "Return":
            self.done = True
            self._chosen(self.edit.text)
        elif name == "Escape":
            self.done = True
        else:
            self.edit.key(name)
        return True

    def point(self, place: tuple[str, int]) -> None:
        """Nothing follows the pointer."""

    def press(self, place: tuple[str, int]) -> None:
        """One of the two buttons."""
        self.key("Return" if place[0] == "keep" else "Escape")

    def write(self) -> None:
        """The line is always what is written on."""

    def scroll(self, by: int) -> None:
        """There is nothing to scroll."""
