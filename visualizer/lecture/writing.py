"""Writes scenes into a lecture, and leaves the rest of its text as it is."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from puzzles import writing
from puzzles.corpus import named
from puzzles.puzzle import Puzzle
from solvers import DEFAULT
from visualizer.lecture.lecture import END, Scene, Stop
from visualizer.lecture.reader import RULE, SCENE, read

FENCE = "```"


def with_stop(text: str, scene: Scene, title: str, folder: Path) -> str:
    """Return the text of a lecture with the place where a scene begins added as a stop.

    If the last slide shows the same run, and has no later stop, the stop is added there. Otherwise the scene goes on a
    new slide with a title.
    """
    stop, last = scene.stops[0], read(text, folder).slides[-1]
    if last.scene is not None and last.scene.run == scene.run and _may_follow(stop, last.stops[-1]):
        lines = text.split("\n")
        start = last.scene.line
        end = next(n for n in range(start, len(lines)) if lines[n].lstrip().startswith(lines[start - 1].lstrip()[:3]))
        body = _joined("\n".join(lines[start:end]), stop)
        return "\n".join([*lines[:start], body, *lines[end:]])
    slide = f"# {title}\n\n{scene_text(scene)}\n"
    return f"{text.rstrip()}\n\n{RULE}\n\n{slide}" if text.strip() else slide


def _may_follow(stop: Stop, before: Stop) -> bool:
    """Return whether one stop can follow another, as far as their positions are known."""
    if isinstance(before.at, int) and isinstance(stop.at, int):
        return before.at < stop.at
    return before.at != END


def _joined(body: str, stop: Stop) -> str:
    """Add a stop to the text of a scene.

    To find where its list ends, try each place: the right one results in the right scene.
    """
    table = tomllib.loads(body)
    wanted = table | {"stops": [*table.get("stops", []), _data(stop)]}
    if "stops" not in table:
        return f"{body}\nstops = [{_toml(_data(stop))}]" if body.strip() else f"stops = [{_toml(_data(stop))}]"
    for end in (match.start() for match in re.finditer(r"\]", body)):
        before = body[:end].rstrip()
        joint = "" if before.endswith(("[", ",")) else ", "
        longer = f"{before}{joint or ' ' * before.endswith(',')}{_toml(_data(stop))}{body[end:]}"
        try:
            if tomllib.loads(longer) == wanted:
                return longer
        except tomllib.TOMLDecodeError:
            continue
    raise AssertionError("no end of the list of stops")


def scene_text(scene: Scene) -> str:
    """Return a scene as a fenced block. Reading it gives an equal scene."""
    first, *stops = scene.stops
    fields: dict[str, Any] = {"puzzle": _puzzle(scene.puzzle)}
    if scene.lanes:
        fields["solvers"] = list(map(str, scene.lanes))
    else:
        fields |= {"solver": scene.solver} if scene.solver != DEFAULT else {}
        fields |= {"options": dict(scene.options)} if scene.options else {}
    fields |= {"at": _data(first)} if first.at or first.name else {}
    fields |= {"stops": [_data(stop) for stop in stops]} if stops else {}
    fields |= {"speed": scene.speed} if scene.speed else {}
    fields |= {"panes": list(scene.panes)} if scene.panes is not None else {}
    fields |= {"ask": scene.ask if isinstance(scene.ask, int) else list(scene.ask)} if scene.ask else {}
    lines = (f"{name} = {_toml(value)}" for name, value in fields.items())
    return "\n".join([f"{FENCE}{SCENE}", *lines, FENCE])


def _puzzle(puzzle: Puzzle) -> str:
    """Return the name of a built-in puzzle, or else the puzzle's text."""
    try:
        built_in = named.find(puzzle.name) == puzzle if puzzle.name else False
    except LookupError:
        built_in = False
    return puzzle.name if built_in else writing.shortest(puzzle)


def _data(stop: Stop) -> Any:
    return {"at": stop.at, "name": stop.name} if stop.name else stop.at


def _toml(value: Any) -> str:
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{name} = {_toml(one)}' for name, one in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return json.dumps(value)
