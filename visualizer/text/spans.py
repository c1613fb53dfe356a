"""Text in voices: what is written, and in whose colour. Known to the commands, which load nothing heavier for it."""

from __future__ import annotations

from typing import NamedTuple


class Span(NamedTuple):
    """A run of text in one voice; ``voice`` is "", "deduced", "guessed", "conflict" or "solved"."""

    text: str
    voice: str = ""


Caption = tuple[Span, ...]


def plain(caption: Caption) -> str:
    """The caption without its voices."""
    return "".join(span.text for span in caption)
