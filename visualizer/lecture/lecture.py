"""What a lecture is: slides with text, notes for the speaker, and scenes that show a run; and the blocks of a text."""

import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple
from urllib.parse import unquote

from puzzles.bounds import LARGEST_PICTURE, BoundsError, open_file, size_text
from puzzles.figures import grouped
from puzzles.puzzle import Puzzle
from solvers.core.registry import as_text
from solvers.core.step import Kind
from visualizer.session.run_spec import RunSpec
from visualizer.text.spans import CODE, EMPHASIS, STRONG, Caption, Span

if TYPE_CHECKING:
    from markdown_it.token import Token

SOLVED = "solved"
EVENTS = {
    "guess": Kind.GUESS,
    "conflict": Kind.CONFLICT,
    "backtrack": Kind.BACKTRACK,
    "learn": Kind.LEARN,
    SOLVED: Kind.SOLVED,
}
"""The events that a run can stop at: each name means the next step of this kind."""
END = "end"
"""The name of the stop at the end of the run. A run ends at its first solution, if it has one. If an earlier stop is
at a second solution, the run ends when everything has been tried.
"""


MOST_STEPS = 10_000_000
"""The last position at which a run can stop."""
MOST_MISTAKES = 100
"""After how many mistakes no further scenes are read."""
MOST_LANES = 4
"""The maximum number of lanes in a race, so that people in the last row can see the boards."""


class Mistake(NamedTuple):
    """Something wrong in a lecture's file, and where."""

    line: int
    message: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}"


class Mistakes(list[Mistake]):
    @property
    def full(self) -> bool:
        """Whether there are enough, so that looking for more would only take time."""
        return len(self) >= MOST_MISTAKES


class Stop(NamedTuple):
    at: int | str
    """A position, or the name of the event to stop at, which is the next one after the previous stop."""
    name: str = ""
    """The speaker's name for the stop, or ""."""
    line: int = 0

    def __str__(self) -> str:
        """Return the stop's name or, if it has none, the step or the event."""
        return self.name or (f"step {grouped(self.at)}" if isinstance(self.at, int) else STOPS[self.at])


STOPS = {
    "guess": "a guess",
    "conflict": "a conflict",
    "backtrack": "a backtrack",
    "learn": "a learnt clause",
    SOLVED: "the solution",
    END: "the end",
}
"""The stops that have names, and how they are described."""


@dataclass(frozen=True)
class SlideScene:
    """A run or a race that a slide shows, and where it stops."""

    puzzle: Puzzle
    solver: str
    """The name of an algorithm: in a race, that of the first lane."""
    stops: tuple[Stop, ...]
    """At least one stop, in order. The run is shown from the first."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """The algorithm's options, except those left at their defaults."""
    speed: float | None = None
    """The speed in steps per second, or ``None`` for the usual speed."""
    panes: tuple[str, ...] | None = None
    """The panes to show, or ``None`` for the one that says most about the algorithm."""
    ask: int | tuple[str, ...] = 0
    """How many questions the run asks, or which kinds."""
    line: int = 0
    """The line where the scene begins in the file."""
    lanes: tuple[RunSpec, ...] = ()
    """The lanes of a race, at equal steps; empty if the slide shows one run."""
    text: str = field(default="", compare=False, repr=False)
    """The scene as it is written in the file, without its fence."""
    granularity: str | None = None
    """The unit that counts as a step, or ``None`` for the algorithm's usual one."""

    @property
    def runs(self) -> tuple[RunSpec, ...]:
        """The runs that the slide shows: the lanes of a race, or a single run."""
        return self.lanes or (RunSpec(self.solver, tuple(self.options.items())),)

    @property
    def run(self) -> tuple[object, ...]:
        """A key that is the same for scenes of the same run or race."""
        pairs = (sorted((name, as_text(value)) for name, value in one.options) for one in self.runs)
        return self.puzzle, *((one.solver, *its) for one, its in zip(self.runs, pairs, strict=True))


@dataclass(frozen=True, eq=False)
class Slide:
    line: int
    """The line where the slide begins in the file."""
    tokens: "tuple[Token, ...]" = ()
    """The slide's text as tokens of markdown-it. Scenes, notes and HTML are left out."""
    notes: tuple[str, ...] = ()
    """The speaker's notes, one for each comment in the file."""
    scene: SlideScene | None = None

    @cached_property
    def title(self) -> str:
        """The text of the first heading; "" if there is none."""
        headings = (self.tokens[i + 1] for i, token in enumerate(self.tokens) if token.type == "heading_open")
        return next((plain(heading) for heading in headings), "")

    @property
    def stops(self) -> tuple[Stop, ...]:
        """The stops of the slide's run; empty if it shows none."""
        return self.scene.stops if self.scene else ()


@dataclass(frozen=True)
class Lecture:
    title: str
    slides: tuple[Slide, ...]
    """At least one slide."""
    folder: Path
    """The file's folder. Paths of puzzles and pictures are relative to it."""
    mistakes: tuple[Mistake, ...] = ()
    """The mistakes in the file, from top to bottom. Anything with a mistake is left out of the slides."""


def plain(inline: "Token") -> str:
    """Return the text of an inline token without emphasis, links and pictures."""
    breaks = ("softbreak", "hardbreak")
    return "".join(" " if part.type in breaks else part.content for part in inline.children or ()).strip()


PICTURES = (".png", ".jpg", ".jpeg", ".svg")
"""The extensions of the picture files that a slide can show."""
MOST_PIXELS = 1 << 25
"""The maximum number of pixels in a picture. It takes 128 MiB of memory."""
LARGEST_DRAWING = 1 << 20
"""The maximum size of an SVG file, in bytes."""
_PNG, _JPEG = b"\x89PNG\r\n\x1a\n", b"\xff\xd8"
_SIZES = (*range(0xC0, 0xC4), *range(0xC5, 0xC8), *range(0xC9, 0xCC), *range(0xCD, 0xD0))
"""The markers of JPEG segments that give the size of the picture."""


def file_beside(folder: Path, name: str, largest: int) -> Path | None:
    """Return the file that a lecture in a folder means by a name, or ``None`` if there is no such file.

    Raises :class:`BoundsError` if it is outside the folder, too large, or not a file.
    """
    try:
        path = folder / name
        inside, found = path.resolve(strict=True).is_relative_to(folder.resolve()), path.stat()
    except (OSError, ValueError, RuntimeError):  # a name that is too long, or has a NUL, or links in a circle
        return None
    if not inside:
        raise BoundsError("it is outside the lecture's folder")
    if not stat.S_ISREG(found.st_mode):
        raise BoundsError("it is not a regular file")
    if found.st_size > largest:
        raise BoundsError(f"it is larger than {size_text(largest)}")
    return path


def picture_of(address: str, folder: Path) -> Path:
    """Return the file that a picture's address means. Raises ``ValueError`` and ``OSError`` if it cannot be shown."""
    if "://" in address or not address.lower().endswith(PICTURES):
        raise ValueError(f"a picture is a file beside the lecture ({', '.join(PICTURES)})")
    drawn = address.lower().endswith(".svg")
    path = file_beside(folder, unquote(address), LARGEST_DRAWING if drawn else LARGEST_PICTURE)
    if path is None:
        raise ValueError("there is no such picture beside the lecture")
    if not drawn:
        with open_file(path) as stream:
            width, height = _size(stream)
        if width * height > MOST_PIXELS:
            raise BoundsError(f"it has more than {grouped(MOST_PIXELS)} pixels")
    return path


def _size(stream: BinaryIO) -> tuple[int, int]:
    """Return the width and height in the head of a PNG or JPEG file. Raises ``ValueError``."""
    head = stream.read(24)
    if head.startswith(_PNG) and len(head) == 24:
        return int.from_bytes(head[16:20]), int.from_bytes(head[20:24])
    if head.startswith(_JPEG):
        stream.seek(2)
        while len(head := stream.read(4)) == 4 and head[0] == 0xFF:
            if head[1] in _SIZES and len(size := stream.read(5)) == 5:
                return int.from_bytes(size[3:5]), int.from_bytes(size[1:3])
            stream.seek(int.from_bytes(head[2:4]) - 2, os.SEEK_CUR)
    raise ValueError("it is neither a PNG nor a JPEG picture")


# A slide's text as blocks to draw, one below another ------------------------------------------------------------------

BULLET = "•"
MOST_CODE, MOST_CODE_BESIDE = 90, 50
"""How many characters of code fit a line in a 16:9 window: on a whole slide, and beside a board."""
_VOICES = {"strong_open": STRONG, "em_open": EMPHASIS, "code_inline": CODE}


class BlockKind(Enum):
    HEADING = "heading"
    TEXT = "text"
    CODE = "code"
    TABLE = "table"
    PICTURE = "picture"


@dataclass(frozen=True)
class Block:
    """A heading, a paragraph, an item of a list, some code, a table or a picture."""

    kind: BlockKind
    words: Caption = ()
    level: int = 0
    """A heading's level, from 1; otherwise how deep the block is in lists and quotations."""
    mark: str = ""
    """The mark before a list item, such as "•" or "2."."""
    rows: tuple[tuple[Caption, ...], ...] = ()
    """A table's rows. The first is its header."""
    right: tuple[bool, ...] = ()
    """Which columns of a table are aligned on the right."""
    path: Path | None = None


@lru_cache(maxsize=64)
def blocks_of(slide: Slide, folder: Path) -> tuple[Block, ...]:
    """Return the blocks of a slide's text, without the heading that is its title."""
    blocks = list(_blocks(slide.tokens, folder))
    titles = (i for i, block in enumerate(blocks) if block.kind is BlockKind.HEADING)
    if (title := next(titles, None)) is not None:
        del blocks[title]
    return tuple(blocks)


def long_lines(lecture: Lecture) -> list[Mistake]:
    """Return the lines of code that are too long for their slides."""
    return [mistake for slide in lecture.slides for token in slide.tokens for mistake in _too_long(token, slide)]


def _too_long(token: "Token", slide: Slide) -> Iterator[Mistake]:
    if token.type not in ("fence", "code_block") or not token.map:
        return
    most, where = (MOST_CODE_BESIDE, "beside a board") if slide.scene else (MOST_CODE, "on a slide")
    for number, line in enumerate(token.content.split("\n"), token.map[0] + 1 + (token.type == "fence")):
        if len(line) > most:
            yield Mistake(number, f"this line of code has {len(line)} characters: {where}, it is broken after {most}")


def _blocks(tokens: "Sequence[Token]", folder: Path) -> Iterator[Block]:
    depth, marks = 0, list[int | None]()
    mark = ""
    i = 0
    while i < len(tokens):
        token = tokens[i]
        if token.type in ("bullet_list_open", "ordered_list_open"):
            marks.append(int(token.attrs.get("start", 1)) if token.type.startswith("ordered") else None)
            depth += 1
        elif token.type in ("bullet_list_close", "ordered_list_close"):
            marks.pop()
            depth -= 1
        elif token.type in ("blockquote_open", "blockquote_close"):
            depth += token.nesting
        elif token.type == "list_item_open":
            number = marks[-1]
            mark = BULLET if number is None else f"{number}."
            marks[-1] = None if number is None else number + 1
        elif token.type == "heading_open":
            yield Block(BlockKind.HEADING, spans_of(tokens[i + 1]), int(token.tag[1]))
            i += 2
        elif token.type == "table_open":
            end = next(j for j in range(i, len(tokens)) if tokens[j].type == "table_close")
            yield _table(tokens[i:end])
            i = end
        elif token.type in ("fence", "code_block"):
            yield Block(BlockKind.CODE, (Span(token.content.rstrip("\n"), CODE),), depth)
        elif token.type == "inline":
            yield from (replace(block, mark=mark) for block in _paragraph(token, depth, folder))
            mark = ""
        i += 1


def _paragraph(inline: "Token", depth: int, folder: Path) -> Iterator[Block]:
    words = spans_of(inline)
    if words:
        yield Block(BlockKind.TEXT, words, depth)
    for part in inline.children or ():
        if part.type == "image":
            with suppress(ValueError, OSError):  # it has gone or changed since it was checked
                yield Block(BlockKind.PICTURE, level=depth, path=picture_of(str(part.attrs.get("src", "")), folder))


def _table(tokens: "Sequence[Token]") -> Block:
    rows: list[list[Caption]] = []
    right: list[bool] = []
    for before, token in zip(tokens, tokens[1:], strict=False):
        if token.type == "tr_open":
            rows.append([])
        elif token.type == "inline":
            rows[-1].append(spans_of(token))
            if before.type == "th_open":
                right.append("right" in str(before.attrs.get("style", "")))
    return Block(BlockKind.TABLE, rows=tuple(map(tuple, rows)), right=tuple(right))


def spans_of(inline: "Token") -> Caption:
    """Return the words of a line of text, with a voice for emphasised ones. Pictures are left out."""
    voices, spans = list[str](), list[Span]()
    for part in inline.children or ():
        if part.type in ("strong_open", "em_open"):
            voices.append(_VOICES[part.type])
        elif part.type in ("strong_close", "em_close"):
            voices.pop()
        elif part.type in ("softbreak", "hardbreak"):
            spans.append(Span(" " if part.type == "softbreak" else "\n"))
        elif part.content and part.type != "image":
            spans.append(Span(part.content, _VOICES.get(part.type, voices[-1] if voices else "")))
    return tuple(spans)
