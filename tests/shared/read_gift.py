"""Reads GIFT files as Moodle does, so that tests can check what was written."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import unescape

SPECIAL = "~=#{}:\\"


@dataclass
class GiftQuestion:
    """A question as a learning platform imports it."""

    name: str
    text: str
    answers: list[tuple[bool, str, str]]
    """For each answer, whether it is right, its text, and its feedback."""
    feedback: str


def read(text: str) -> list[GiftQuestion]:
    """Return the questions in a file. They are separated by blank lines, and comments are left out."""
    lines = [line.strip() for line in text.split("\n") if not line.strip().startswith("//")]
    blocks = re.split(r"\n{2,}", "\n".join(lines).strip())
    return [_question(block) for block in blocks if block]


def _question(block: str) -> GiftQuestion:
    hidden = _hide(block)
    match = re.fullmatch(r"::([^:]*)::\[html\]([^{}]*)\{([^{}]*)\}", hidden, re.DOTALL)
    assert match, f"not a question with a name and answers at its end: {block[:200]}"
    name, asked, inside = match.groups()
    answers, _, feedback = inside.partition("####")
    parts = [part.strip() for part in re.split("(?=[~=])", answers) if part.strip()]
    assert all(part[0] in "~=" and part.count("#") <= 1 for part in parts), parts
    assert {part[0] for part in parts} == {"~", "="}, "multiple choice needs a right and a wrong answer"
    split = [(part[0] == "=", *part[1:].partition("#")[::2]) for part in parts]
    return GiftQuestion(
        _shown(name), _shown(asked), [(good, _shown(one), _shown(why)) for good, one, why in split], _shown(feedback)
    )


def _hide(text: str) -> str:
    """Replace escaped characters, so that all that remain are syntax."""
    return re.sub(r"\\(.)", lambda found: chr(0xE000 + ord(found[1])), text)


def _shown(text: str) -> str:
    """Return text as people see it, with escapes and HTML decoded."""
    back = re.sub("[\ue000-\uefff]", lambda found: chr(ord(found[0]) - 0xE000), text.strip().replace("\ue06e", "\n"))
    return unescape(back)
