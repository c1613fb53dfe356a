"""A format that writes puzzles backwards, each after a word that no other format uses."""

from collections.abc import Iterable, Iterator

from puzzles.formats.base import Bytes, Format, Found, StoredPart
from puzzles.puzzle import Position, Puzzle, one_line

MARK = "backwards: "


def looks_like(head: str) -> bool:
    return head.startswith(MARK)


def read(stream: Bytes) -> Iterator[Found]:
    for line in stream.read(1 << 20).decode().splitlines():
        yield Position(Puzzle.parse(line.removeprefix(MARK)[::-1]))


def write(positions: Iterable[Position]) -> Iterator[str]:
    return (MARK + one_line(position.puzzle)[::-1] for position in positions)


TOY = Format(
    "toy", looks_like, read, write, title="back to front", rank=15, order=5, endings=(".yot",),
    holds=frozenset({StoredPart.SEVERAL}),
)  # fmt: skip
