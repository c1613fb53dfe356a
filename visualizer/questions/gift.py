r"""Writes a sheet of questions in GIFT, which Moodle and other learning platforms import.

A question is ``::name::[html]text{=right ~wrong#reason ####general feedback}`` and ends with a blank line. The
characters ``~ = # { } :`` and the backslash are written with a backslash before them, and a line break as ``\n``.
Source: the format's documentation, https://docs.moodle.org/en/GIFT_format.
"""

from collections.abc import Iterator
from html import escape

from visualizer.questions.question import Choice
from visualizer.questions.sheet import Asked, Sheet

_SPECIAL = {letter: f"\\{letter}" for letter in "\\~=#{}:"} | {"\n": "\\n"}


def gift(sheet: Sheet) -> Iterator[str]:
    """Yield the lines of a sheet."""
    yield f"// {sheet.title}. {sheet.about}".replace("\n", " ")
    for number, asked in enumerate(sheet.asked, 1):
        yield ""
        yield from _question(f"{sheet.title} {number:02}: {asked.question.kind}", asked)


def _question(name: str, asked: Asked) -> Iterator[str]:
    grid = "\n".join(map(_html, asked.grid))
    yield f"::{_escaped(name)}::[html]{_escaped(f'<pre>{grid}</pre><p>{_html(asked.question.ask)}</p>')}{{"
    for choice in asked.question.choices:
        yield _choice(choice, asked.question.why)
    yield f"####{_escaped(_html(asked.question.why))}"
    yield "}"


def _choice(choice: Choice, why: str) -> str:
    mark = "=" if choice.right else "~"
    return f"{mark}{_escaped(_html(choice.text))}#{_escaped(_html(why if choice.right else choice.because))}"


def _html(text: str) -> str:
    return escape(text, quote=False)


def _escaped(text: str) -> str:
    return "".join(_SPECIAL.get(letter, letter) for letter in text)
