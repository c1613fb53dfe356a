"""The desktop a window opens on: whether it has a window manager, and which window sizes fit."""

from __future__ import annotations

import ctypes

import pygame

from visualizer.session.settings import SMALLEST_WINDOW, Size

AROUND = (16, 80)
"""The space to leave for a window's frame and the desktop's panels, in pixels."""


def first_size(desktop: Size) -> Size:
    """Return the initial size: comfortable on a laptop, larger on a large screen, never larger than the screen."""
    width, height = desktop
    return min(width, max(1280, round(width * 0.7))), min(height, max(800, round(height * 0.75)))


def fitting(size: Size, desktop: Size) -> Size:
    """Return the size, reduced where the window and its frame would not fit on the desktop."""
    width, height = (
        max(least, min(wanted, whole - around))
        for wanted, whole, around, least in zip(size, desktop, AROUND, SMALLEST_WINDOW, strict=True)
    )
    return width, height


def is_managed() -> bool:
    """Return whether something frames, maximises and enlarges windows: a window manager, or a desktop that is one."""
    driver = pygame.display.get_driver()
    return _has_window_manager() if driver == "x11" else driver in ("windows", "cocoa", "wayland")


def _has_window_manager() -> bool:
    """Return whether the X server's root window names a window manager, as all that manage full screen do."""
    try:
        x = ctypes.CDLL("libX11.so.6")
        for function in (x.XOpenDisplay, x.XListProperties):
            function.restype = ctypes.c_void_p
        x.XInternAtom.restype = x.XDefaultRootWindow.restype = ctypes.c_ulong
        display = ctypes.c_void_p(x.XOpenDisplay(None))
    except (OSError, AttributeError):
        return True
    if not display:
        return True
    name, count = x.XInternAtom(display, b"_NET_SUPPORTING_WM_CHECK", False), ctypes.c_int()
    root = ctypes.c_ulong(x.XDefaultRootWindow(display))
    there = x.XListProperties(display, root, ctypes.byref(count))
    names = ctypes.cast(there, ctypes.POINTER(ctypes.c_ulong))[: count.value] if there else []
    if there:
        x.XFree(ctypes.c_void_p(there))
    x.XCloseDisplay(display)
    return name in names
