"""What a library draws better than we would: tooltips, by pygame_gui in our colours."""

from __future__ import annotations

from html import escape
from typing import Any

import pygame
import pygame_gui
from pygame_gui.elements import UITooltip

from visualizer.fonts import Face, Fonts, font_path
from visualizer.theme import Color, Theme
from visualizer.wording import drawable

HOVER_DELAY = 0.6
"""Seconds the pointer rests on a control before its tooltip shows."""


class Overlays:
    """One tooltip at most. Made when first needed: most sessions start without."""

    def __init__(self) -> None:
        self._manager: pygame_gui.UIManager | None = None
        self._made_for: tuple[Any, ...] = ()
        self._tooltip: UITooltip | None = None
        self._fonts = Fonts()

    @property
    def visible(self) -> bool:
        return self._tooltip is not None

    def prepare(self, size: tuple[int, int], theme: Theme, scale: float) -> pygame_gui.UIManager:
        """The manager for a window of that size and theme."""
        wanted = (size, theme, scale)
        if self._manager is None or self._made_for != wanted:
            self.hide_tooltip()
            self._manager = pygame_gui.UIManager(size, theme_path=_style(theme, scale))
            self._made_for = wanted
        return self._manager

    def show_tooltip(self, text: str, at: tuple[int, int], size: tuple[int, int], theme: Theme, scale: float) -> None:
        self.hide_tooltip()
        manager = self.prepare(size, theme, scale)
        wide = min(round(460 * scale), self._width(text, scale))
        self._tooltip = UITooltip(escape(drawable(text)), (0, round(22 * scale)), manager, wrap_width=wide)
        self._tooltip.find_valid_position(pygame.math.Vector2(at))

    def _width(self, text: str, scale: float) -> int:
        """Pixels that the text takes on one line, with the edges around it."""
        size = _font_size(scale)
        return self._fonts.width(text, Face.BODY, size) + 2 * round(10 * scale) + size

    def hide_tooltip(self) -> bool:
        """True if there was one."""
        shown, self._tooltip = self._tooltip, None
        if shown is not None:
            shown.kill()  # type: ignore[no-untyped-call]
        return shown is not None

    def update(self, dt: float) -> None:
        if self._manager is not None and self.visible:
            self._manager.update(dt)

    def paint(self, surface: pygame.Surface) -> None:
        if self._manager is not None and self.visible:
            self._manager.draw_ui(surface)


def _font_size(scale: float) -> int:
    return max(13, round(15 * scale))


def _hex(color: Color) -> str:
    return "#{:02X}{:02X}{:02X}".format(*color)


def _style(theme: Theme, scale: float) -> dict[str, Any]:
    """The theme as pygame_gui's own."""
    path, bold = str(font_path(Face.BODY)), str(font_path(Face.STRONG))
    font = {
        "name": "solvescope",
        "size": str(_font_size(scale)),
        "regular_path": path,
        "bold_path": bold,
        "italic_path": path,
        "bold_italic_path": bold,
    }
    colours = {
        "dark_bg": _hex(theme.panel),
        "normal_bg": _hex(theme.panel),
        "hovered_bg": _hex(theme.unit_wash),
        "active_bg": _hex(theme.unit_wash),
        "normal_text": _hex(theme.ink),
        "hovered_text": _hex(theme.ink),
        "active_text": _hex(theme.ink),
        "normal_border": _hex(theme.thin_line),
        "hovered_border": _hex(theme.unit_wash),
    }
    plain = {"border_width": "1", "shadow_width": "0"}
    return {
        "defaults": {"colours": colours, "font": font},
        "tool_tip": {"misc": {"rect_width": str(round(460 * scale))}},
        "tool_tip.text_box": {
            "colours": {
                "dark_bg": _hex(theme.panel),
                "normal_border": _hex(theme.soft),
                "normal_text": _hex(theme.ink),
            },
            "font": font,
            "misc": {**plain, "padding": f"{round(10 * scale)},{round(7 * scale)}"},
        },
    }
