"""A saved view: the run, the place in it and the window arrangement, all in one small JSON file.

A trace also identifies a run, by its puzzle, algorithm and options, so it is read as a view of the start of that run.
"""

import json
import math
import os
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import partial, reduce
from io import TextIOWrapper
from operator import attrgetter
from pathlib import Path
from typing import Any

from puzzles import json_reader, writing
from puzzles.bounds import LARGEST_VIEW, open_file
from puzzles.figures import grouped
from puzzles.json_reader import JsonError
from puzzles.problems import quoted, short
from solvers.core import trace_text
from solvers.core.declaration import did_you_mean
from visualizer.files import atomic
from visualizer.keymap import modes_found
from visualizer.style import SYMBOLS
from visualizer.text.shell import raised_as

FORMAT = "solvescope view"
TRACE = f"{trace_text.TITLE} "
"""The text that a trace file starts with."""
VERSION = 1
START, DIGITS_ONLY = "start", "digits only"
"""What a view may switch on, besides heat maps and the panes' own switches."""
RETIRED = ("slowing",)
"""What views of earlier versions switched on, and what has no effect any more."""
MOST_BOOKMARKS = 1000


class ViewError(ValueError):
    """Raised if a file does not contain a valid view. The message says where the problem is."""


# Parts of a file, each checked as it is read


def read_text(value: Any, name: str) -> str:
    if not isinstance(value, str) or len(value) > 100_000:
        raise ViewError(f"{name} must be text")
    return value


def read_whole(value: Any, name: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 1 << 62:
        raise ViewError(f"{name} must be a whole number, 0 or more")
    return value


def _speed(value: Any, name: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not (math.isfinite(value) and value > 0):
        raise ViewError(f"{name} must be a number above 0")
    return float(value)


def read_flag(value: Any, name: str) -> bool:
    """Return a boolean value. Raises :class:`ViewError` for anything else."""
    if not isinstance(value, bool):
        raise ViewError(f"{name} must be true or false")
    return value


def read_table(value: Any, name: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ViewError(f"{name} must be an object")
    return value


def read_list(value: Any, name: str, most: int) -> list[Any]:
    if not isinstance(value, list) or len(value) > most:
        raise ViewError(f"{name} must be a list of at most {most}")
    return value


def _bookmarks(value: Any, name: str) -> tuple[dict[str, Any], ...]:
    return tuple(read_table(one, f"each of the {name}") for one in read_list(value, name, MOST_BOOKMARKS))


def _zoom(value: Any, name: str) -> tuple[int, int]:
    ends = [read_whole(one, name) for one in read_list(value, name, 2)]
    if len(ends) != 2 or ends[0] >= ends[1]:
        raise ViewError(f"{name} must be two positions, the first before the second")
    return ends[0], ends[1]


def _names(value: Any, name: str) -> tuple[str, ...]:
    return tuple(read_text(one, f"each of {name}") for one in read_list(value, name, 100))


def one_of(value: Any, known: Collection[str], what: str) -> str:
    """Return the value if it is known. Otherwise raise :class:`ViewError`, suggesting similar values."""
    if not isinstance(value, str) or value not in known:
        hint = did_you_mean(str(value), known) or f"; choose one of: {', '.join(filter(None, known))}"
        raise ViewError(f"there is no {what} {quoted(value)}{hint}")
    return value


# Settings: what a person chooses about how a run is shown. Each is one field, which views, recordings and the command
# line say in the same words. A session keeps the value that the words stand for.


@dataclass(frozen=True)
class Setting:
    """How a setting is said, and what that sets."""

    usual: Any = False
    """What is assumed of a view that says nothing."""
    value: Callable[[Any], Any] = bool
    """Returns the value for what is said: the same, or a member of an enum. Raises :class:`ViewError`."""
    kept: str = ""
    """The attributes that lead from a session to the value; "" if the window keeps it."""
    read: Callable[[Any, str], Any] = read_text
    """Checks the type of what a file says."""
    choices: tuple[str, ...] = ()
    """What may be said on the command line. If nothing, it is merely switched on there."""
    other: str = ""
    """What else may be said on the command line, as in FOLDER; "" if nothing."""
    help: str = ""
    """The help of its option; "" if each command words its own, or has none."""
    rank: int = 0
    """The option's position in the help."""

    def get(self, session: Any) -> Any:
        """Return what a view says of a session; ``None`` if that is usual."""
        value = attrgetter(self.kept)(session)
        said = getattr(value, "value", value)
        return None if said == self.usual else said

    def set(self, session: Any, said: Any) -> None:
        *path, name = self.kept.split(".")
        setattr(reduce(getattr, path, session), name, self.value(said))


def setting(its: Setting, default: Any = None) -> Any:
    """Declare a field that says a setting."""
    return field(default=default, metadata={"setting": its})


def settings_of(cls: Any) -> dict[str, Setting]:
    return {its.name: its.metadata["setting"] for its in fields(cls) if its.metadata}


def _grain(said: str) -> Any:
    from visualizer.timeline.condition import Grain  # imported late, because few commands need it

    return Grain(one_of(said, [one.value for one in Grain], "grain"))


def _rate(said: float) -> float:
    from visualizer.timeline.player import SPEEDS

    if not SPEEDS[0] <= said <= SPEEDS[-1]:
        raise ViewError(f"speed must be {SPEEDS[0]} to {grouped(round(SPEEDS[-1]))} steps per second")
    return said


def _tempo(said: float) -> float:
    from visualizer.timeline.player import TEMPOS

    if said not in TEMPOS:
        raise ViewError(f"tempo must be one of {', '.join(f'{tempo:g}' for tempo in TEMPOS)}")
    return said


def _cut(said: str) -> Any:
    from visualizer.timeline.player import Cut

    return Cut(one_of(said, [one.value for one in Cut], "cut"))


def _theme(said: str) -> str:
    from visualizer.style import theme

    return one_of(said, theme.names(), "theme")


def _symbols(said: str) -> Any:
    from visualizer.style.theme import Symbols

    if not (said and Path(said).is_dir()):
        what = "folder of pictures" if os.sep in said else "way to show digits"
        return Symbols(one_of(said, SYMBOLS, what))
    from visualizer.style.pictures import in_folder

    with raised_as(ViewError, OSError, ValueError):
        return in_folder(Path(said))


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What is said about how a run is shown, in the order in which it takes effect. ``None`` says nothing."""

    grain: str | None = setting(Setting("every step", _grain, "player.grain"))
    speed: float | None = setting(Setting(20.0, _rate, "player.speed", _speed))
    cut: str | None = setting(Setting("fixed speed", _cut, "player.cut"))
    tempo: float | None = setting(Setting(1.0, _tempo, "player.tempo", _speed))
    theme: str | None = setting(
        Setting("light", _theme, choices=("light", "dark"), help="the colours (default: light)", rank=10)
    )
    symbols: str | None = setting(Setting(
        "digits", _symbols, "symbols", choices=SYMBOLS, other="FOLDER", rank=40,
        help="how to show digits, or a folder of pictures to show (default: as in the puzzle)",
    ))  # fmt: skip

    @property
    def said(self) -> dict[str, Any]:
        """What is said of each setting or, failing that, what is usual."""
        return {name: getattr(self, name) or its.usual for name, its in SETTINGS.items()}


SETTINGS = settings_of(Settings)


def asked_of(asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is asked for in place of what a view says. With a speed, the run is not directed."""
    return {**asked, **({"cut": SETTINGS["cut"].usual} if "speed" in asked else {})}


SWITCHES = {DIGITS_ONLY: Setting(kept="digits_only")}
"""Settings that a view says by naming what is switched on."""


def give(session: Any, said: Mapping[str, Any]) -> None:
    """Set everything that is said and that a session keeps."""
    for name, its in SETTINGS.items():
        if its.kept and said[name] is not None:
            its.set(session, said[name])


# The view


@dataclass(frozen=True)
class View(Settings):
    """Everything needed to restore what a window showed."""

    puzzle: str
    """The puzzle in any text format that :meth:`puzzles.Puzzle.parse` accepts."""
    solver: str
    name: str = ""
    file: str = ""
    """The path of the user's own solver, if the view uses one. The user must confirm before it runs."""
    options: Mapping[str, Any] = field(default_factory=dict)
    position: int = 0
    bookmarks: tuple[Mapping[str, Any], ...] = ()
    zoom: tuple[int, int] | None = None
    """The part of the run visible on the timeline, or ``None`` for all of it."""
    panes: Mapping[str, Any] = field(default_factory=dict)
    shown: tuple[str, ...] = ()
    """The names of other things that are switched on: variables, the heat map, …"""
    part: int = 0
    """How many parts of the step, such as resolutions, a pane had stepped through."""
    modes: Mapping[str, Any] = field(default_factory=dict)
    """The data of each mode that saves any, by mode name. In the file, each is a field named after the mode."""


def to_json(view: View) -> str:
    """Return the text of a view file, leaving out default values."""
    usual = View("", "")
    facts = {name: getattr(view, name) for name in (*_READ, "modes")}
    said = {name: fact for name, fact in facts.items() if name == "puzzle" or fact != getattr(usual, name)}
    said |= said.pop("modes", {})
    text = json.dumps({"format": FORMAT, "version": VERSION, **said}, indent=2, ensure_ascii=False) + "\n"
    return text.encode("utf-8", "backslashreplace").decode("utf-8")  # a file name may not be valid text


def looks_like_view(text: str) -> bool:
    """Return whether some text looks like a view or a trace, even a broken one."""
    start = text.lstrip("\ufeff \t\r\n")[:4096]
    return text.startswith(TRACE) or (start.startswith("{") and '"format"' in start and FORMAT in start)


def from_text(text: str) -> View:
    """Parse the text of a view or a trace. Raises :class:`ViewError`."""
    return _of_trace(text.splitlines()) if text.startswith(TRACE) else from_json(text)


def from_json(text: str) -> View:
    """Parse the text of a view. Raises :class:`ViewError`."""
    return _view(lambda: json_reader.read(text, LARGEST_VIEW))


def _of_trace(lines: Iterable[str]) -> View:
    """Return the view of a trace's run. Only the header is read, because the run itself can be replayed."""
    with raised_as(ViewError, trace_text.TraceError, before="this trace cannot be read: "):
        header, _ = trace_text.parse(lines)
    return View(writing.shortest(header.puzzle), header.solver, options=dict(header.options))


def _view(read: Callable[[], Any]) -> View:
    with raised_as(ViewError, JsonError):
        data = read()
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ViewError(f'this is not a saved view: it must begin with {{"format": "{FORMAT}"')
    if data.get("version") != VERSION:
        raise ViewError(f"this view has version {quoted(data.get('version'))}; this program reads version {VERSION}")
    given = {name: value for name, value in data.items() if name not in ("format", "version")}
    modes = {entry.name: given.pop(entry.name) for entry in modes_found() if entry.name in given}
    if unknown := set(given) - set(_READ):
        raise ViewError(f"a view has no field {quoted(sorted(unknown)[0])}")
    if missing := {"puzzle", "solver"} - set(given):
        raise ViewError(f"the {sorted(missing)[0]} is missing")
    return View(**{name: _READ[name](value, name) for name, value in given.items()}, modes=modes)


def save(view: View, path: Path) -> None:
    """Write a view file in full, or leave the old one unchanged. Raises ``OSError``."""
    atomic.write(path, to_json(view).encode())


def newer(path: Path) -> str:
    """Return a message if the view was saved by a newer version of the program and must not be overwritten, else ""."""
    try:
        data = json_reader.read_file(path, LARGEST_VIEW)
    except (OSError, JsonError):
        return ""
    its = data.get("version") if isinstance(data, dict) and data.get("format") == FORMAT else None
    if not isinstance(its, int) or its <= VERSION:
        return ""
    versions = f"version {its}; this program reads version {VERSION}"
    return f"A newer version of this program saved {short(path.name)} ({versions})."


def is_trace(path: Path) -> bool:
    """Return whether a file claims to be a trace. Raises ``OSError`` and ``BoundsError``."""
    with open_file(path) as stream:
        return stream.read(len(TRACE)) == TRACE.encode()


def load(path: Path) -> View:
    """Read a view or a trace from a file. Raises ``OSError`` and :class:`ViewError`."""
    if is_trace(path):
        with TextIOWrapper(open_file(path), encoding="utf-8", errors="replace") as stream:
            return _of_trace(iter(partial(stream.readline, LARGEST_VIEW), ""))
    return _view(lambda: json_reader.read_file(path, LARGEST_VIEW))


_READ: dict[str, Callable[[Any, str], Any]] = {
    **dict.fromkeys(("puzzle", "solver", "name", "file"), read_text),
    "options": read_table,
    "position": read_whole,
    **{name: its.read for name, its in SETTINGS.items()},
    "bookmarks": _bookmarks,
    "zoom": _zoom,
    "panes": read_table,
    "shown": _names,
    "part": read_whole,
}
