"""Text in spans, each with a voice that gives its colour. Commands import this module, so it imports nothing heavy."""

from __future__ import annotations

from typing import NamedTuple


class Span(NamedTuple):
    """A run of text in one voice; ``voice`` is "", "deduced", "guessed", "conflict" or "solved"."""

    text: str
    voice: str = ""
    literal: int = 0
    """The literal that the span writes, if any, so that the pointer can select it."""


Caption = tuple[Span, ...]


def plain(caption: Caption) -> str:
    """Return the text of spans without their colours."""
    return "".join(span.text for span in caption)
