"""Reads a lecture: a Markdown file that stays readable wherever Markdown is shown.

    ---
    title: Why guessing needs care
    ---
    # Backtracking is blind

    It tries the digits in order, and looks at nothing but the rules.

    ```solvescope
    puzzle = "fig1"
    solver = "backtracking"
    stops = ["guess", "conflict", {at = 1200, name = "Deep in trouble"}, "end"]
    ```

    <!-- Ask before the second stop: whose fault is the dead end? -->

    ---

Lines of three hyphens divide the slides, a fenced ``solvescope`` block is a scene, as in
:mod:`visualizer.lecture.scene`, and a comment is a note for the speaker. The lines at the top, between hyphens, give
the lecture's title.

Every mistake is collected with its line, and leaves out only what it is about.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, takewhile
from pathlib import Path
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.token import Token

from puzzles.problems import quoted
from solvers.core.declaration import did_you_mean
from visualizer.lecture.lecture import Lecture, Mistake, Scene, Slide
from visualizer.lecture.scene import FIELDS, read_scene
from visualizer.text.phrases import listed

SCENE = "solvescope"
"""The word after the fence of a block that is a scene."""
HEAD = ("title", "author", "date")
"""The names that may be given a value at the top of a lecture."""
RULE = "---"
PICTURES = (".png", ".jpg", ".jpeg", ".svg")
"""The extensions of the picture files that a slide can show."""
_COMMENT = re.compile(r"<!--(.*?)-->", re.DOTALL)
WRAPPED = 80
"""The number of characters that a note's longest line must have for the note to count as wrapped."""
UNSHOWN = "*This scene could not be shown.*"
"""What a slide shows in place of a scene with a mistake, in Markdown."""
NO_HTML = "HTML is not shown in a lecture: write Markdown, and a comment for a note to the speaker"


def load(path: Path) -> Lecture:
    """Read the lecture in a file. Raises ``OSError``."""
    data = path.read_bytes()
    lecture = read(data.decode("utf-8-sig", "replace"), path.parent, path.stem)
    wrong = []
    try:
        data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = 1 + data.count(b"\n", 0, error.start)
        wrong = [Mistake(line, "this is not text in UTF-8: save the file in UTF-8")]
    if not any(slide.has_text or slide.scene for slide in lecture.slides) and not lecture.mistakes:
        wrong = [Mistake(1, "there is nothing to show: write a heading and text, or a scene")]
    return replace(lecture, mistakes=tuple(sorted({*lecture.mistakes, *wrong})))


def read(text: str, folder: Path = Path(), name: str = "Lecture") -> Lecture:
    """Read a lecture whose puzzles and pictures may be files in a folder. ``name`` is its title if it has no other."""
    return _Reader(folder).read(text, name)


def markdown() -> MarkdownIt:
    """Return the parser of a lecture's text. A line of hyphens always ends a slide, even directly below text."""
    return MarkdownIt("commonmark", {"html": True}).enable("table").disable("lheading")


def picture_of(address: str, folder: Path) -> Path | None:
    """Return the file that a picture's address names, whether or not it exists; ``None`` if it cannot be a file."""
    if "://" in address or not address.lower().endswith(PICTURES):
        return None
    return folder / unquote(address)


class _Reader:
    """Reads one lecture, and collects its mistakes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.mistakes: list[Mistake] = []
        self._line = 1
        """The line of the last token read, because some tokens have no line of their own."""

    def read(self, text: str, name: str) -> Lecture:
        lines = re.split(r"\r\n?|\n", text)
        head, start = self._head(lines)
        tokens = markdown().parse("\n" * start + "\n".join(lines[start:]))
        slides = tuple(self._slide(line, its) for line, its in _divided(tokens, start + 1))
        titles = filter(None, (head.get("title"), slides[0].title, name))
        return Lecture(next(titles), slides, self.folder, tuple(sorted(set(self.mistakes))))

    def _head(self, lines: Sequence[str]) -> tuple[dict[str, str], int]:
        """Return the values given at the top, and the number of lines there."""
        if not lines or lines[0].strip() != RULE:
            return {}, 0
        end = next((number for number, line in enumerate(lines[1:], 1) if line.strip() == RULE), 0)
        start = end + 1
        if not end or not all(":" in line or not line.strip() for line in lines[1:end]):
            start = end = _unclosed(lines)
            if not end:
                return {}, 0
            self._wrong(end, f"the values at the top do not end: write {RULE} below this line")
        head = {}
        for number, line in enumerate(lines[1:end], 2):
            key, colon, value = (part.strip() for part in line.partition(":"))
            head[key] = value.strip("\"'")
            if colon and key not in HEAD:
                hint = did_you_mean(key, HEAD) or f"; it has {listed(HEAD)}"
                self._wrong(number, f"a lecture has no {quoted(key)}{hint}")
        return head, start

    def _slide(self, start: int, tokens: Iterable[Token]) -> Slide:
        shown: list[Token] = []
        notes: list[str] = []
        scenes: list[Scene] = []
        seen = 0
        for token in tokens:
            self._line = token.map[0] + 1 if token.map else self._line
            if token.type == "fence" and self._is_scene(token):
                seen += 1
                if seen > 1:
                    self._wrong(self._line, f"a slide shows one run: begin a new slide with {RULE}")
                elif scene := read_scene(token.content, self._line + 1, self.folder, self.mistakes):
                    scenes.append(scene)
                else:
                    shown += markdown().parse(UNSHOWN)
            elif token.type == "html_block":
                notes += self._notes(token.content)
            else:
                if token.type == "inline":
                    notes += self._inside(token)
                shown.append(token)
        return Slide(start, tuple(_without_empty(shown)), tuple(map(unwrapped, notes)), next(iter(scenes), None))

    def _is_scene(self, token: Token) -> bool:
        """Return whether a fenced block is a scene, and suggest the right word if it seems meant to be one."""
        word = (token.info.split() or [""])[0]
        if word != SCENE and (hint := did_you_mean(word, [SCENE])) and _reads_like_scene(token.content):
            self._wrong(self._line, f"this block begins with ```{word}{hint}")
        return word == SCENE

    def _notes(self, html: str) -> Iterator[str]:
        """Return the comments in a block of HTML, which must contain nothing else."""
        rest = _COMMENT.sub("", html).strip()
        if rest.startswith("<!--"):
            self._wrong(self._line, "this comment does not end: write --> after it")
        elif rest:
            self._wrong(self._line, NO_HTML)
        yield from filter(None, (note.strip() for note in _COMMENT.findall(html)))

    def _inside(self, inline: Token) -> list[str]:
        """Return the comments within a line of text, and remove all HTML from it. Report missing pictures."""
        notes: list[str] = []
        kept: list[Token] = []
        for part in inline.children or ():
            if part.type == "html_inline":
                comments = _COMMENT.findall(part.content)
                notes += filter(None, (note.strip() for note in comments))
                if not comments:
                    self._wrong(self._line, NO_HTML)
                continue
            if part.type == "image":
                self._check_picture(str(part.attrs.get("src", "")))
            kept.append(part)
        inline.children = kept
        return notes

    def _check_picture(self, name: str) -> None:
        path = picture_of(name, self.folder)
        if path is None:
            its = ", ".join(PICTURES)
            self._wrong(self._line, f"{quoted(name)} cannot be shown: a picture is a file beside the lecture ({its})")
        elif not path.is_file():
            self._wrong(self._line, f"there is no picture {quoted(name)} beside the lecture")

    def _wrong(self, line: int, message: str) -> None:
        self.mistakes.append(Mistake(line, message))


def _unclosed(lines: Sequence[str]) -> int:
    """Return the number of lines at the top that seem to set values, although no line of hyphens ends them."""
    values = list(takewhile(lambda line: ":" in line, lines[1:]))
    return 1 + len(values) if any(line.partition(":")[0].strip() in HEAD for line in values) else 0


def _divided(tokens: Sequence[Token], start: int) -> Iterator[tuple[int, list[Token]]]:
    """Yield each slide's first line and tokens."""
    line, its = start, list[Token]()
    for token in tokens:
        if token.type == "hr" and token.level == 0 and token.markup.startswith("-"):
            yield line, its
            line, its = (token.map or [0])[0] + 2, []
        else:
            its.append(token)
    if its or line == start:
        yield line, its


def _reads_like_scene(text: str) -> bool:
    return any(re.match(rf"\s*{name}\s*=", line) for line in text.splitlines() for name in FIELDS)


def _without_empty(tokens: Sequence[Token]) -> Iterator[Token]:
    """Leave out paragraphs with nothing left in them."""
    skip = 0
    for i, token in enumerate(tokens):
        if token.type == "paragraph_open" and not any(
            part.content.strip() or part.type == "image" for part in tokens[i + 1].children or ()
        ):
            skip = 3
        if skip:
            skip -= 1
        else:
            yield token


def unwrapped(note: str) -> str:
    """Return a note without the line breaks that only wrap its text."""
    lines = note.split("\n")
    longest = max(map(len, lines))
    text = lines[0]
    for line, following in pairwise(lines):
        fits = len(line) + 1 + len(following.partition(" ")[0]) <= longest
        text += ("\n" if longest < WRAPPED or fits or not (line and following) else " ") + following
    return text
