"""Reads the sizes of the text that the window paints, and finds text that is cut off."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

from app_driver import Driver

from visualizer.toolkit.canvas import Face, Fonts


class Reader:
    """A reader of the size of all painted text, or of all text in one face, except symbols in the board's cells."""

    def __init__(self, driver: Driver, face: Face | None = None) -> None:
        self.driver = driver
        self.face = face
        self.found: dict[str, tuple[int, str]] = {}
        """The smallest size of each text in pixels, and where it was read."""

        self.cut: dict[str, str] = {}
        """Where each text was read that ended in an ellipsis of ours or ran out of its place at the side."""

    def read(self, where: str) -> None:
        """Paint the whole window, and read its text."""
        draw, shorten, cut = Fonts.draw, Fonts.shorten, Fonts._cut
        shortened = set()

        def noting(fonts: Fonts, surface: Any, text: str, face: Any, em: int, *rest: Any, **at: Any) -> Any:
            if self.face in (None, face):
                self.found[text] = min((em, where), self.found.get(text, (em, where)))
            drawn, clip = draw(fonts, surface, text, face, em, *rest, **at), surface.get_clip()
            outside = clip.colliderect(drawn) and (drawn.left < clip.left - 1 or drawn.right > clip.right + 1)
            if text in shortened or (outside and text.strip()):
                self.cut[text] = where
            return drawn

        def shortening(fonts: Fonts, text: str, face: Any, size: int, width: int) -> str:
            short = shorten(fonts, text, face, size, width)
            shortened.update({short} - {text})
            return short

        def cutting(fonts: Fonts, *rest: Any) -> Any:
            lines = cut(fonts, *rest)
            shortened.add(lines[-1][-1].text)
            return lines

        self.driver.app.picture.fonts._paragraphs.clear()
        with (
            patch.object(Fonts, "draw", noting),
            patch.object(Fonts, "shorten", shortening),
            patch.object(Fonts, "_cut", cutting),
            patch("visualizer.painting.cell.CellPainter.paint_content"),
        ):
            self.driver.app.screen.forget()
            self.driver.app.picture.forget()
            self.driver.app.picture.controls._pictures.clear()  # buttons are painted once, and read once
            self.driver.app.invalidate()
            self.driver.frame()

    def too_small(self, least: int) -> dict[str, tuple[int, str]]:
        """Return the texts that are painted below a given size."""
        return {text: found for text, found in self.found.items() if found[0] < least and text.strip()}
