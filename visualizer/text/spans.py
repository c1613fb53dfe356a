"""Text in spans, each with a voice that sets its colour. Commands import this module, so it must stay lightweight."""

from typing import NamedTuple

STRONG, EMPHASIS, CODE = "strong", "emphasis", "code"
"""The voices of words in a lecture. They differ in typeface, not in colour."""


class Span(NamedTuple):
    """Text in a single voice: "", "deduced", "guessed", "conflict" or "solved"; in lectures, STRONG, EMPHASIS, CODE."""

    text: str
    voice: str = ""
    literal: int = 0
    """The literal this span stands for, if any, so that the pointer can select it."""


Caption = tuple[Span, ...]


def plain(caption: Caption) -> str:
    """Return the text of the spans without their voices."""
    return "".join(span.text for span in caption)
