"""The desktop clipboard. Puts text on it, gets text from it, and describes any other content.

SDL delivers text at once, but on X11 only up to a few megabytes. Longer text arrives in chunks, which SDL cannot read:
it waits for a second, and leaves the clipboard's owner hanging too. SDL cannot say what else the clipboard holds
either. So :func:`rest` asks an installed program, or Windows or macOS itself. Call it in a separate thread: it may be
slow, and the owner may be this very window, which has to keep running to answer.
"""

import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from typing import NamedTuple

import pygame

from puzzles.bounds import LARGEST_CLIPBOARD
from visualizer.text.spans import drawable

PROGRAM_WAIT = 10.0
"""The timeout for the program that reads the clipboard, in seconds."""


class ClipboardError(ValueError):
    """Raised when the clipboard has no text. The message says what it holds instead, and what to do."""


class _Tool(NamedTuple):
    """A program that reads the clipboard."""

    kinds: tuple[str, ...]
    """The command that lists the content types, one per line."""
    text: tuple[str, ...]
    """The command that prints the content. It takes the type as its last argument."""


_X11 = ("xclip", "-selection", "clipboard", "-o", "-t")
_TOOLS = {
    "WAYLAND_DISPLAY": _Tool(("wl-paste", "--list-types"), ("wl-paste", "--no-newline", "--type")),
    "DISPLAY": _Tool((*_X11, "TARGETS"), _X11),
}
"""The program for each desktop, keyed by the environment variable that identifies the desktop."""
_TEXTS = ("UTF8_STRING", "text/plain;charset=utf-8", "text/plain", "STRING", "TEXT")
"""The content types that are text, best first."""
_TOO_LARGE = (
    f"The clipboard holds more than {LARGEST_CLIPBOARD >> 20} MB of text. Save it to a file, and drop the file here."
)
_NO_TEXT = "The clipboard holds no text. Copy a puzzle as text first."


def put(text: str) -> bool:
    """Put text on the clipboard. Return False if there is no clipboard."""
    try:
        pygame.scrap.put_text(drawable(text))
    except pygame.error:
        return False
    return True


def text() -> str:
    """Return the text SDL can deliver at once, or "" if :func:`rest` is needed. Raises :class:`ClipboardError`."""
    try:
        if pygame.display.get_driver() in ("x11", "wayland") and _tool():
            return ""
        found = pygame.scrap.get_text()
    except UnicodeDecodeError:
        return ""
    except pygame.error:
        raise ClipboardError("No clipboard is available. Save the puzzle to a file, and drop the file here.") from None
    if len(found) > LARGEST_CLIPBOARD:
        raise ClipboardError(_TOO_LARGE)
    return found


def rest() -> str | Path:
    """Return the text or copied file that SDL did not deliver, without calling SDL. Raises :class:`ClipboardError`."""
    if sys.platform in ("win32", "darwin"):
        return _from_system()
    tool = _tool()
    if tool is None:
        raise ClipboardError(
            "The clipboard holds no readable text. If it is more than about 4 MB, save it to a file and drop "
            "the file here, or install xclip."
        )
    kinds = _said(tool.kinds).decode("utf-8", "replace").split()
    kind = next((text for text in _TEXTS if text in kinds), None)
    if kind is None:
        raise ClipboardError(_words_of(kinds))
    found = _said((*tool.text, kind))
    if len(found) > LARGEST_CLIPBOARD:
        raise ClipboardError(_TOO_LARGE)
    if not found.strip():
        raise ClipboardError(_NO_TEXT)
    return found.decode("utf-8", "replace")


def _tool() -> _Tool | None:
    return next((tool for name, tool in _TOOLS.items() if os.environ.get(name) and shutil.which(tool.text[0])), None)


def _words_of(kinds: list[str]) -> str:
    """Describe the clipboard's content, given the types its owner offers."""
    named = [kind for kind in kinds if "/" in kind]
    if any(kind.startswith("image/") for kind in named):
        what = "a picture"
    elif any(kind.startswith(("audio/", "video/")) for kind in named):
        what = "a recording"
    elif named:
        what = named[0]
    else:
        return _NO_TEXT
    return f"The clipboard holds {what}, not text. Copy a puzzle as text first."


def _from_system() -> str | Path:
    """Get pictures and files from the Windows or macOS clipboard."""
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
    """Return a program's output, truncated one byte past the limit. Kill the program if it takes too long."""
    try:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    except OSError:
        return b""
    timer = threading.Timer(PROGRAM_WAIT, process.kill)
    timer.start()
    try:
        assert process.stdout is not None
        with process.stdout:
            return process.stdout.read(LARGEST_CLIPBOARD + 1)
    finally:
        timer.cancel()
        process.kill()
        process.wait()
