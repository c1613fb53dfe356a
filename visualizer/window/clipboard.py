"""The desktop's clipboard: puts text on it, takes text from it, and says what is on it if not text.

SDL gives text at once, but on X11 not more than a few megabytes: those come in parts, which it cannot read;
it waits for a second, and leaves an owner behind that waits as well. Nor does it say what else is there. So
:func:`rest` asks a program that can, where one is installed, and elsewhere the system itself. It may take its time, and
belongs in a thread of its own; the window has to go on meanwhile, for it may be the one that is asked.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from typing import NamedTuple

import pygame

from visualizer.text.phrases import drawable

MOST_BYTES = 64 << 20
"""The most bytes of a text that are taken."""
PROGRAM_WAIT = 10.0
"""Seconds to wait for another program."""


class ClipboardError(ValueError):
    """An error for a clipboard without text; its message says what is there, and what to do."""


class _Tool(NamedTuple):
    """A program that reads the clipboard."""

    kinds: tuple[str, ...]
    """The command that lists the kinds of what is there, one a line."""
    text: tuple[str, ...]
    """The command that writes the content; the kind is added last."""


_X11 = ("xclip", "-selection", "clipboard", "-o", "-t")
_TOOLS = {
    "WAYLAND_DISPLAY": _Tool(("wl-paste", "--list-types"), ("wl-paste", "--no-newline", "--type")),
    "DISPLAY": _Tool((*_X11, "TARGETS"), _X11),
}
"""The program for each desktop, by the variable that tells which one it is."""
_TEXTS = ("UTF8_STRING", "text/plain;charset=utf-8", "text/plain", "STRING", "TEXT")
"""Kinds that are text, best first."""
_TOO_LARGE = f"The clipboard holds more than {MOST_BYTES >> 20} MB of text. Save it to a file, and drop that here."
_NO_TEXT = "The clipboard holds no text. Copy a puzzle as text first."


def put(text: str) -> bool:
    """Put a text on the clipboard. Return False if there is none."""
    try:
        pygame.scrap.put_text(drawable(text))
    except pygame.error:
        return False
    return True


def text() -> str:
    """Return the text that can be had at once; "" if :func:`rest` must be asked. Raises :class:`ClipboardError`."""
    try:
        if pygame.display.get_driver() in ("x11", "wayland") and _tool():
            return ""
        found = pygame.scrap.get_text()
    except UnicodeDecodeError:
        return ""
    except pygame.error:
        raise ClipboardError("There is no clipboard here. Save the puzzle to a file, and drop that here.") from None
    if len(found) > MOST_BYTES:
        raise ClipboardError(_TOO_LARGE)
    return found


def rest() -> str | Path:
    """Return what SDL did not hand over: a text, or a file that was copied. Raises :class:`ClipboardError`. Touches no
    SDL.
    """
    if sys.platform in ("win32", "darwin"):
        return _from_system()
    tool = _tool()
    if tool is None:
        raise ClipboardError(
            "The clipboard holds no text that can be fetched. A text of more than about 4 MB has to be saved to a "
            "file, and dropped here (or install xclip)."
        )
    kinds = _said(tool.kinds).decode("utf-8", "replace").split()
    kind = next((text for text in _TEXTS if text in kinds), None)
    if kind is None:
        raise ClipboardError(_words_of(kinds))
    found = _said((*tool.text, kind))
    if len(found) > MOST_BYTES:
        raise ClipboardError(_TOO_LARGE)
    if not found.strip():
        raise ClipboardError(_NO_TEXT)
    return found.decode("utf-8", "replace")


def _tool() -> _Tool | None:
    return next((tool for name, tool in _TOOLS.items() if os.environ.get(name) and shutil.which(tool.text[0])), None)


def _words_of(kinds: list[str]) -> str:
    """Say what is there, by the kinds that its owner offers."""
    named = [kind for kind in kinds if "/" in kind]
    if any(kind.startswith("image/") for kind in named):
        what = "a picture"
    elif any(kind.startswith(("audio/", "video/")) for kind in named):
        what = "a recording"
    elif named:
        what = named[0]
    else:
        return _NO_TEXT
    return f"The clipboard holds {what}, and no text. Copy a puzzle as text first."


def _from_system() -> str | Path:
    """Ask Windows or macOS about pictures and files."""
    from PIL import Image, ImageGrab

    try:
        found = ImageGrab.grabclipboard()
    except (OSError, NotImplementedError):
        found = None
    if isinstance(found, list) and found:
        return Path(str(found[0]))
    if isinstance(found, Image.Image):
        raise ClipboardError(_words_of(["image/any"]))
    raise ClipboardError(_NO_TEXT)


def _said(command: tuple[str, ...]) -> bytes:
    """Return what a program writes, but no more than one byte too many; it is ended after a while, whatever it does."""
    try:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    except OSError:
        return b""
    timer = threading.Timer(PROGRAM_WAIT, process.kill)
    timer.start()
    try:
        assert process.stdout is not None
        with process.stdout:
            return process.stdout.read(MOST_BYTES + 1)
    finally:
        timer.cancel()
        process.kill()
        process.wait()
