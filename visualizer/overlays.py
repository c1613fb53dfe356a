"""What a library draws better than we would: tooltips and the list of algorithms, by pygame_gui in our colours."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

import pygame
import pygame_gui
from pygame_gui.elements import UISelectionList, UITooltip

from visualizer.fonts import Face, font_path
from visualizer.theme import Color, Theme

ROW = 26
"""Pixels a line of a list, at scale 1."""
HOVER_DELAY = 0.6
"""Seconds the pointer rests on a control before its tooltip shows."""


class Overlays:
    """One tooltip and one list at most. Made when first needed: most sessions start without."""

    def __init__(self) -> None:
        self._manager: pygame_gui.UIManager | None = None
        self._made_for: tuple[Any, ...] = ()
        self._tooltip: UITooltip | None = None
        self._list: UISelectionList | None = None
        self._chosen: Callable[[str], None] = lambda title: None

    @property
    def visible(self) -> bool:
        return self._tooltip is not None or self._list is not None

    @property
    def list_open(self) -> bool:
        return self._list is not None

    def prepare(self, size: tuple[int, int], theme: Theme, scale: float) -> pygame_gui.UIManager:
        """The manager for a window of that size and theme."""
        wanted = (size, theme, scale)
        if self._manager is None or self._made_for != wanted:
            self.close()
            self._manager = pygame_gui.UIManager(size, theme_path=_style(theme, scale))
            self._made_for = wanted
        return self._manager

    def show_tooltip(self, text: str, at: tuple[int, int], size: tuple[int, int], theme: Theme, scale: float) -> None:
        self.hide_tooltip()
        manager = self.prepare(size, theme, scale)
        self._tooltip = UITooltip(escape(text), (0, round(22 * scale)), manager, wrap_width=round(460 * scale))
        self._tooltip.find_valid_position(pygame.math.Vector2(at))

    def hide_tooltip(self) -> bool:
        """True if there was one."""
        shown, self._tooltip = self._tooltip, None
        if shown is not None:
            shown.kill()  # type: ignore[no-untyped-call]
        return shown is not None

    def open_list(
        self,
        groups: dict[str, list[str]],
        current: str,
        above: pygame.Rect,
        size: tuple[int, int],
        theme: Theme,
        scale: float,
        chosen: Callable[[str], None],
    ) -> None:
        """A list of items under the headings of their groups; its bottom stands on that rectangle."""
        self.close()
        manager = self.prepare(size, theme, scale)
        row = round(ROW * scale)
        items: list[str | tuple[str, str]] = []
        for heading, titles in groups.items():
            items += [(heading, "#heading"), *((f"   {title}", "#item") for title in titles)]
        width = max(above.width, round(280 * scale))
        height = min(len(items) * row + 8, above.top - 20)
        rect = pygame.Rect(0, 0, width, height)
        rect.bottomleft = (min(above.left, size[0] - width - 10), above.top - round(6 * scale))
        self._list = UISelectionList(rect, items, manager, default_selection=(f"   {current}", "#item"))
        self._chosen = chosen

    def close(self) -> bool:
        """Close whatever is open; True if something was."""
        was_open = self.hide_tooltip()
        if self._list is not None:
            self._list.kill()
            self._list = None
            was_open = True
        return was_open

    def handle(self, event: pygame.Event) -> bool:
        """Give an event to the list. True if it has used it up."""
        if self._list is None or self._manager is None:
            return False
        if self._is_choice(event, self._list):
            if event.text.startswith(" "):  # a heading cannot be chosen
                self.close()
                self._chosen(event.text.strip())
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and not self._list.rect.collidepoint(event.pos):
            self.close()
            return True
        used = bool(self._manager.process_events(event))
        return used or event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)

    @staticmethod
    def _is_choice(event: pygame.Event, listed: UISelectionList) -> bool:
        """An item was clicked. A click on the one that is selected already drops it and leaves none."""
        if getattr(event, "ui_element", None) is not listed:
            return False
        if event.type == pygame_gui.UI_SELECTION_LIST_DROPPED_SELECTION:
            return listed.get_single_selection() is None
        return bool(event.type == pygame_gui.UI_SELECTION_LIST_NEW_SELECTION)

    def update(self, dt: float) -> None:
        if self._manager is not None and self.visible:
            self._manager.update(dt)

    def paint(self, surface: pygame.Surface) -> None:
        if self._manager is not None and self.visible:
            self._manager.draw_ui(surface)


def _hex(color: Color) -> str:
    return "#{:02X}{:02X}{:02X}".format(*color)


def _style(theme: Theme, scale: float) -> dict[str, Any]:
    """The theme as pygame_gui's own."""
    path, bold = str(font_path(Face.BODY)), str(font_path(Face.STRONG))
    font = {
        "name": "solvescope",
        "size": str(max(13, round(15 * scale))),
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
        "selected_bg": _hex(theme.unit_wash),
        "normal_text": _hex(theme.ink),
        "hovered_text": _hex(theme.ink),
        "active_text": _hex(theme.ink),
        "selected_text": _hex(theme.deduced),
        "normal_border": _hex(theme.thin_line),
        "hovered_border": _hex(theme.unit_wash),
        "selected_border": _hex(theme.unit_wash),
    }
    plain = {"border_width": "1", "shadow_width": "0"}
    soft = _hex(theme.soft)
    item = {
        "border_width": "0",
        "shadow_width": "0",
        "text_horiz_alignment": "left",
        "text_horiz_alignment_padding": "12",
    }
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
        "selection_list": {"misc": {**plain, "list_item_height": str(round(ROW * scale))}},
        "selection_list.button": {"misc": item},
        "selection_list.@selection_list_item": {"misc": item},
        "#heading": {"font": font, "colours": dict.fromkeys(("normal_text", "hovered_text"), soft), "misc": item},
        "#item": {"font": font, "misc": item},
    }
