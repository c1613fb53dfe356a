"""Reads the sizes of the text that the window paints."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

from app_driver import Driver

from visualizer.toolkit.fonts import Face, Fonts


class Reader:
    """A reader of the size of all painted text, or of all text in one face, except symbols in the board's cells."""

    def __init__(self, driver: Driver, face: Face | None = None) -> None:
        self.driver = driver
        self.face = face
        self.found: dict[str, tuple[int, str]] = {}
        """The smallest size of each text in pixels, and where it was read."""

    def read(self, where: str) -> None:
        """Paint the whole window, and read its text."""
        draw = Fonts.draw

        def noting(fonts: Fonts, surface: Any, text: str, face: Any, em: int, *rest: Any, **at: Any) -> Any:
            if self.face in (None, face):
                self.found[text] = min((em, where), self.found.get(text, (em, where)))
            return draw(fonts, surface, text, face, em, *rest, **at)

        with patch.object(Fonts, "draw", noting), patch("visualizer.painting.cell.CellPainter.paint"):
            self.driver.app.screen.forget()
            self.driver.app.picture.forget()
            self.driver.app.invalidate()
            self.driver.frame()

    def too_small(self, least: int) -> dict[str, tuple[int, str]]:
        """Return the texts that are painted below a given size."""
        return {text: found for text, found in self.found.items() if found[0] < least and text.strip()}
