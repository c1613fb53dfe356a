"""Writes a sheet of questions as Markdown, for paper."""

from collections.abc import Iterator
from string import ascii_lowercase

from visualizer.questions.question import Question
from visualizer.questions.sheet import Asked, Sheet, position_words


def markdown(sheet: Sheet, answers: bool = False) -> Iterator[str]:
    """Yield the lines of a sheet, with answers and reasons at the end if requested."""
    yield f"# {_escaped(sheet.title)}"
    yield ""
    yield _escaped(sheet.about)
    for number, asked in enumerate(sheet.asked, 1):
        yield from _question(number, asked)
    if answers:
        yield ""
        yield "## Answers"
        yield ""
        for number, asked in enumerate(sheet.asked, 1):
            yield from _answer(number, asked.question)


def _question(number: int, asked: Asked) -> Iterator[str]:
    yield ""
    yield f"## Question {number}"
    yield ""
    yield "```text"
    yield from asked.grid
    yield "```"
    yield ""
    yield _escaped(asked.question.ask)
    yield ""
    for letter, choice in zip(ascii_lowercase, asked.question.choices, strict=False):
        yield f"- {letter}) {_escaped(choice.text)}"


def _answer(number: int, question: Question) -> Iterator[str]:
    lettered = list(zip(ascii_lowercase, question.choices, strict=False))
    good = " or ".join(f"{letter}) {_escaped(choice.text)}" for letter, choice in lettered if choice.right)
    yield f"{number}. **{good}** ({position_words(question)}). {_escaped(question.why)}"
    for letter, choice in lettered:
        if not choice.right:
            yield f"   - {letter}) {_escaped(choice.because)}"


def _escaped(text: str) -> str:
    """Escape the characters that have a meaning in Markdown."""
    return "".join(f"\\{letter}" if letter in "\\`*_[]<>#|" else letter for letter in text)
