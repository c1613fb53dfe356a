"""Which files are lectures, and the lectures that come with the program."""

import re
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from puzzles.bounds import LARGEST_LECTURE, open_file
from puzzles.problems import quoted
from solvers.core.declaration import did_you_mean

ENDINGS = (".md", ".markdown")
_SCENE = re.compile(rb"^ {0,3}(```|~~~) *solvescope\b", re.MULTILINE)
_TITLE = re.compile(r"^(?:title:|#) *(.+)$", re.MULTILINE)


class ShippedLecture(NamedTuple):
    title: str
    path: Path


def is_lecture(path: Path) -> bool:
    """Return whether a file is Markdown with a scene in it."""
    try:
        return path.suffix.lower() in ENDINGS and _SCENE.search(_head(path)) is not None
    except (ValueError, OSError):
        return False


def _head(path: Path) -> bytes:
    with open_file(path) as stream:
        return stream.read(LARGEST_LECTURE)


def shipped() -> tuple[ShippedLecture, ...]:
    """Return the lectures that come with the program. There are none if it is installed as an archive."""
    folder = files("assets") / "lectures"
    if not isinstance(folder, Path) or not folder.is_dir():
        return ()
    return tuple(ShippedLecture(title_of(path), path) for path in sorted(folder.glob("*.md")) if is_lecture(path))


def find(text: str) -> Path:
    """Return the file that the text refers to: a path, or the name of a built-in lecture. Raises ``LookupError``."""
    path, named = Path(text), {one.path.stem: one.path for one in shipped()}
    if path.suffix or path.exists():
        return path
    if text not in named:
        known = ", ".join(named) + did_you_mean(text, named)
        raise LookupError(f"there is no lecture {quoted(text)}: name a Markdown file, or one of {known}")
    return named[text]


def title_of(path: Path) -> str:
    """Return the title of a lecture. Raises ``OSError``, and :class:`BoundsError` if it is not a file."""
    found = _TITLE.search(_head(path).decode("utf-8", "replace"))
    return found[1].strip() if found else path.stem
