"""Writes scenes into a lecture, and leaves the rest of its text as it is."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import accumulate
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from puzzles import writing
from puzzles.bounds import LARGEST_LECTURE, BoundsError, read_file, size_text
from puzzles.corpus import named
from puzzles.figures import counted, grouped
from solvers import DEFAULT
from visualizer.files import atomic
from visualizer.files.lectures import ENDINGS
from visualizer.lecture.lecture import END, MOST_STEPS, Slide, SlideScene, Stop
from visualizer.lecture.reader import LINE_END, RULE, SCENE, markdown, read
from visualizer.lecture.scene import MOST_STOPS, TOML_TOKEN

FENCE = "```"


_ONE_AT_A_TIME = Lock()
"""Held while a lecture is read and written, so that a stop added meanwhile is not lost."""


class WritingError(ValueError):
    """Raised if a stop cannot be added to a lecture. The message says why."""


def add_stop(path: Path, scene: SlideScene, title: str) -> int:
    """Add the place where a scene begins to the lecture in a file, as :func:`with_stop` does, or begin a lecture.

    Return the number of the slide. Raises ``OSError``, :class:`WritingError` and :class:`BoundsError`, and then leaves
    the file as it was.
    """
    if path.suffix.lower() not in ENDINGS:
        raise WritingError(f"the name of a lecture ends in {ENDINGS[0]}")
    with _ONE_AT_A_TIME:
        try:
            text = read_file(path, LARGEST_LECTURE).decode()
        except FileNotFoundError:
            text = ""
        except UnicodeDecodeError:
            raise WritingError("it is not text in UTF-8") from None
        longer = with_stop(text, scene, title, path.parent)
        data = longer.encode()
        if len(data) > LARGEST_LECTURE:
            raise BoundsError(f"it would be larger than {size_text(LARGEST_LECTURE)}")
        atomic.write(path, data)
    return len(read(longer, path.parent).slides)


def with_stop(text: str, scene: SlideScene, title: str, folder: Path) -> str:
    """Return the text of a lecture with the place where a scene begins added as a stop.

    If the last slide shows the same run, and has no later stop, the stop is added there. Otherwise the scene goes on a
    new slide with a title. The result is read back: everything else in it must be as before, byte for byte in the file
    and slide by slide. Raises :class:`WritingError` if that cannot be, and :class:`BoundsError`.
    """
    stop, before = scene.stops[0], read(text, folder)
    if before.mistakes:
        count = counted(len(before.mistakes), "mistake")
        raise WritingError(f"the lecture has {count}; the first is in {before.mistakes[0]}")
    if isinstance(stop.at, int) and stop.at > MOST_STEPS:
        raise WritingError(f"a lecture stops at steps up to {grouped(MOST_STEPS)}")
    *others, last = map(_content, before.slides)
    its = before.slides[-1].scene
    if its is not None and its.run == scene.run and _may_follow(stop, its.stops):
        tries: Iterable[str] = [_with_joined(text, its, stop)]
        wanted = [*others, last._replace(scene=_plain(replace(its, stops=(*its.stops, stop))))]
    else:
        begun = [*others, last] if any(last) else others
        tries = _with_slide(text, scene, title, first=not begun)
        wanted = [*begun, *map(_content, read(_slide_text(scene, title), folder).slides)]
    for longer in tries:
        found = read(longer, folder)
        if not found.mistakes and [*map(_content, found.slides)] == wanted:
            return longer
    raise WritingError("the stop cannot be added without changing something else")


class _Content(NamedTuple):
    """What a slide shows, wherever it is in the file."""

    html: str
    notes: tuple[str, ...]
    scene: tuple[object, ...]


def _content(slide: Slide) -> _Content:
    parser = markdown()
    html = str(parser.renderer.render(slide.tokens, parser.options, {}))
    return _Content(html, slide.notes, _plain(slide.scene) if slide.scene else ())


def _plain(scene: SlideScene) -> tuple[object, ...]:
    """Return what a scene says, without its lines in the file."""
    stops = tuple((stop.at, stop.name) for stop in scene.stops)
    return stops, scene.run, scene.speed, scene.granularity, scene.panes, scene.ask


def _may_follow(stop: Stop, stops: Sequence[Stop]) -> bool:
    """Return whether there is room for one more stop, and it can follow the others, as far as positions are known."""
    before = stops[-1]
    if len(stops) > MOST_STOPS:
        return False
    if isinstance(before.at, int) and isinstance(stop.at, int):
        return before.at < stop.at
    return before.at != END


def _with_slide(text: str, scene: SlideScene, title: str, *, first: bool) -> Iterator[str]:
    """Yield the text of a lecture with a new slide: as it is, and with its last block of code closed."""
    end, above = _line_end(text), text
    if text.removeprefix("\ufeff"):
        above += (end if text[-1] not in "\r\n" else "") + end + ("" if first else f"{RULE}{end}{end}")
    slide = _slide_text(scene, title, end)
    yield above + slide
    tokens = markdown().parse(text.removeprefix("\ufeff"))
    if tokens and tokens[-1].type == "fence":
        closed = f"{text}{end}{tokens[-1].markup}{end}{end}"
        yield f"{closed}{RULE}{end}{end}{slide}"


def _slide_text(scene: SlideScene, title: str, end: str = "\n") -> str:
    return f"# {title}\n\n{scene_text(scene)}\n".replace("\n", end)


def _line_end(text: str) -> str:
    found = re.search(LINE_END, text)
    return found[0] if found else "\n"


# A stop goes where the scene's list of stops ends. The place is found in the text of the scene alone. Its lines in the
# file may have more before them, because the scene is indented or inside a list or a quotation.


def _with_joined(text: str, scene: SlideScene, stop: Stop) -> str:
    parts = [*re.split(f"({LINE_END})", text), ""]
    where, words, below = _addition(scene.text, stop)
    above = scene.text.count("\n", 0, where)
    number = 2 * (scene.line + above)
    raw = parts[number]
    at = len(raw) - len(scene.text[where:].partition("\n")[0])
    margin = raw[: len(raw) - len(scene.text.split("\n")[above].lstrip(" \t"))]
    end = parts[number + 1] or _line_end(text)
    parts[number] = raw[:at] + words + raw[at:] + "".join(f"{end}{margin}{line}" for line in below)
    return "".join(parts)


def _addition(text: str, stop: Stop) -> tuple[int, str, list[str]]:
    """Return what to add to the text of a scene to add a stop: the words to insert at a place, and the lines to add
    below it, with the same indentation.
    """
    words, above = _toml(_data(stop)), 0
    tokens = [token for token in TOML_TOKEN.finditer(text) if token.lastgroup != "comment"]
    depth, start = 0, True
    for i, token in enumerate(tokens):
        if start and token[0] == "[":  # a table, which is not part of what is above it
            break
        if start and token[0].strip("\"'") == "stops":
            return _addition_to_list(tokens[i + 2 :], words)
        depth += _nesting(token)
        start = not depth and token[0] == "\n"
        above = above if token[0] == "\n" else token.end()
    if re.search(r"^\s*\[\[\s*[\"']?stops\b", text, re.MULTILINE):
        table = _data(stop) if stop.name else {"at": stop.at}
        return len(text.rstrip()), "", ["[[stops]]", *(f"{name} = {_toml(value)}" for name, value in table.items())]
    return above, "", [f"stops = [{words}]"]


def _addition_to_list(tokens: Sequence[re.Match[str]], words: str) -> tuple[int, str, list[str]]:
    """Return what to add to a list, given the tokens from its opening bracket on."""
    text, depths = tokens[0].string, accumulate(map(_nesting, tokens))
    end = next(i for i, depth in enumerate(depths) if not depth)
    last = next(token for token in reversed(tokens[:end]) if token[0] != "\n")
    comma, at = "" if last[0] in ("[", ",") else ",", last.end()
    if "\n" in text[tokens[0].start() : at] and "\n" in text[at : tokens[end].start()]:  # each stop has its own line
        return at, comma, [words if comma else f"{words},"]
    return at, comma + " " * (last[0] != "[") + words, []


def _nesting(token: re.Match[str]) -> int:
    return (token[0] in ("[", "{")) - (token[0] in ("]", "}"))


def scene_text(scene: SlideScene) -> str:
    """Return a scene as a fenced block. Reading it gives an equal scene."""
    first, *stops = scene.stops
    puzzle, built_in = scene.puzzle, False
    with suppress(LookupError):
        built_in = bool(puzzle.name) and named.find(puzzle.name) == puzzle
    fields: dict[str, Any] = {"puzzle": puzzle.name if built_in else writing.shortest(puzzle)}
    if scene.lanes:
        fields["solvers"] = list(map(str, scene.lanes))
    else:
        fields |= {"solver": scene.solver} if scene.solver != DEFAULT else {}
        fields |= {"options": dict(scene.options)} if scene.options else {}
    fields |= {"at": _data(first)} if first.at or first.name else {}
    fields |= {"stops": [_data(stop) for stop in stops]} if stops else {}
    fields |= {"speed": scene.speed} if scene.speed else {}
    fields |= {"granularity": scene.granularity} if scene.granularity else {}
    fields |= {"panes": list(scene.panes)} if scene.panes is not None else {}
    fields |= {"ask": scene.ask if isinstance(scene.ask, int) else list(scene.ask)} if scene.ask else {}
    lines = (f"{name} = {_toml(value)}" for name, value in fields.items())
    return "\n".join([f"{FENCE}{SCENE}", *lines, FENCE])


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
