"""A slide's text as blocks to draw, one below another."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from visualizer.lecture.lecture import Lecture, Mistake, Slide, picture_of
from visualizer.text.spans import CODE, EMPHASIS, STRONG, Caption, Span

if TYPE_CHECKING:
    from markdown_it.token import Token

BULLET = "•"
MOST_CODE, MOST_CODE_BESIDE = 90, 50
"""How many characters of code fit a line in a 16:9 window: on a whole slide, and beside a board."""
_VOICES = {"strong_open": STRONG, "em_open": EMPHASIS, "code_inline": CODE}


class BlockKind(Enum):
    """What a block is."""

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
    """A picture's file."""


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
    return tuple(_spans(inline.children or ()))


def _spans(parts: "Iterable[Token]") -> Iterator[Span]:
    voices: list[str] = []
    for part in parts:
        if part.type in ("strong_open", "em_open"):
            voices.append(_VOICES[part.type])
        elif part.type in ("strong_close", "em_close"):
            voices.pop()
        elif part.type in ("softbreak", "hardbreak"):
            yield Span(" " if part.type == "softbreak" else "\n")
        elif part.content and part.type != "image":
            yield Span(part.content, _VOICES.get(part.type, voices[-1] if voices else ""))
