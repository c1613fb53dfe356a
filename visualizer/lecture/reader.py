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

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise, takewhile
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from puzzles.bounds import LARGEST_LECTURE, LARGEST_PICTURE, BoundsError, read_file, reason, size_text
from puzzles.figures import grouped
from puzzles.problems import quoted, short
from solvers.core.declaration import did_you_mean
from visualizer.lecture.lecture import Lecture, Mistake, Mistakes, Slide, SlideScene, picture_of
from visualizer.lecture.scene import FIELDS, read_scene
from visualizer.text.spans import listed

SCENE = "solvescope"
"""The word after the fence of a block that is a scene."""
HEAD = ("title", "author", "date")
"""The names that may be given a value at the top of a lecture."""
RULE = "---"
LINE_END = r"\r\n?|\n"
MOST_LINES = 20_000
MOST_MARKS = 50_000
"""The maximum number of characters with a meaning in Markdown, which take much longer to read than others."""
_MARKS = "*_[]!`<>&\\|#-+"
LONGEST_TITLE = 200
"""The number of characters after which a title given at the top is cut."""
LONGEST_SLIDE = 5_000
"""The maximum length of a slide's text and of its notes, in characters."""
_COMMENT = re.compile(r"<!--(.*?)(-->|\Z)", re.DOTALL)
WRAPPED = 80
"""The number of characters that a note's longest line must have for the note to count as wrapped."""
UNSHOWN = "*This scene could not be shown.*"
"""What a slide shows in place of a scene with a mistake, in Markdown."""
UNSHOWN_TEXT = "# Too long\n\n*The text of this slide could not be shown.*"
"""What a slide shows in place of a text that is too long, in Markdown."""
NO_HTML = "HTML is not shown in a lecture: write Markdown, and a comment for a note to the speaker"


def load(path: Path) -> Lecture:
    """Read the lecture in a file.

    Raises ``OSError``, and :class:`BoundsError` if the file is beyond the bounds or holds no lecture.
    """
    data = read_file(path, LARGEST_LECTURE)
    if b"\0" in data:
        raise BoundsError("this is not text: name a Markdown file, saved in UTF-8")
    lecture = read(data.decode("utf-8", "replace"), path.parent, path.stem)
    wrong = []
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = 1 + data.count(b"\n", 0, error.start)
        wrong = [Mistake(line, "this is not text in UTF-8: save the file in UTF-8")]
    if not any(slide.tokens or slide.scene for slide in lecture.slides) and not lecture.mistakes:
        raise BoundsError("there is nothing to show: write a heading and text, or a scene")
    return replace(lecture, mistakes=tuple(sorted({*lecture.mistakes, *wrong})))


def read(text: str, folder: Path = Path(), name: str = "Lecture") -> Lecture:
    """Read a lecture whose puzzles and pictures may be files in a folder. ``name`` is its title if it has no other.

    Raises :class:`BoundsError` for a text that would take too long to read.
    """
    return _Reader(folder).read(text, name)


@cache
def markdown() -> MarkdownIt:
    """Return the parser of a lecture's text. A line of hyphens always ends a slide, even directly below text."""
    return MarkdownIt("commonmark", {"html": True}).enable("table").disable("lheading")


class _Reader:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.mistakes = Mistakes()
        self._room = LARGEST_PICTURE
        """The number of bytes that further pictures may have."""
        self._line = 1
        """The line of the last token read, because some tokens have no line of their own."""

    def read(self, text: str, name: str) -> Lecture:
        lines = re.split(LINE_END, text.removeprefix("\ufeff"))
        if len(lines) > MOST_LINES:
            raise BoundsError(f"it has more than {grouped(MOST_LINES)} lines")
        if sum(map(text.count, _MARKS)) > MOST_MARKS:
            raise BoundsError(f"it has more than {grouped(MOST_MARKS)} of the characters {' '.join(_MARKS)}")
        head, start = self._head(lines)
        tokens = markdown().parse("\n" * start + "\n".join(lines[start:]))
        slides = tuple(self._slide(line, its) for line, its in _divided(tokens, start + 1))
        if self.mistakes.full:
            self._wrong(max(self.mistakes).line, "there may be more mistakes, to be listed once these are corrected")
        titles = filter(None, (head.get("title"), slides[0].title, name))
        return Lecture(next(titles), slides, self.folder, tuple(sorted(set(self.mistakes))))

    def _head(self, lines: Sequence[str]) -> tuple[dict[str, str], int]:
        """Return the values given at the top, and the number of lines there."""
        if not lines or lines[0].strip() != RULE:
            return {}, 0
        end = next((number for number, line in enumerate(lines[1:], 1) if line.strip() == RULE), 0)
        start = end + 1
        if not end or not all(":" in line or not line.strip() for line in lines[1:end]):
            values = list(takewhile(lambda line: ":" in line, lines[1:]))
            unclosed = any(line.partition(":")[0].strip() in HEAD for line in values)  # although nothing ends them
            start = end = 1 + len(values) if unclosed else 0
            if not end:
                return {}, 0
            self._wrong(end, f"the values at the top do not end: write {RULE} below this line")
        head = {}
        for number, line in enumerate(lines[1:end], 2):
            key, colon, value = (part.strip() for part in line.partition(":"))
            head[key] = value.strip("\"'")[:LONGEST_TITLE]
            if colon and key not in HEAD and not self.mistakes.full:
                hint = did_you_mean(key, HEAD) or f"; it has {listed(HEAD)}"
                self._wrong(number, f"a lecture has no {quoted(key)}{hint}")
        return head, start

    def _slide(self, start: int, tokens: Iterable[Token]) -> Slide:
        shown: list[Token] = []
        notes: list[str] = []
        scenes: list[SlideScene] = []
        where, seen = (self.folder, self.mistakes), 0
        for token in tokens:
            self._line = token.map[0] + 1 if token.map else self._line
            if token.type == "fence" and self._is_scene(token):
                seen += 1
                if seen > 1:
                    self._wrong(self._line, f"a slide shows one run: begin a new slide with {RULE}")
                elif not self.mistakes.full and (scene := read_scene(token.content, self._line + 1, *where)):
                    scenes.append(scene)
                else:
                    shown += markdown().parse(UNSHOWN)
            elif token.type == "html_block":
                notes += self._notes(token.content)
            else:
                if token.type == "inline":
                    notes += self._inside(token)
                shown.append(token)
        shown, told = list(_without_empty(shown)), tuple(map(unwrapped, notes))
        for what, size in (("text", sum(len(token.content) for token in shown)), ("notes", sum(map(len, told)))):
            if size > LONGEST_SLIDE:
                most = grouped(LONGEST_SLIDE)
                self._wrong(start, f"this slide's {what} cannot be shown: it has more than {most} characters")
                shown, told = (markdown().parse(UNSHOWN_TEXT), told) if what == "text" else (shown, ())
        return Slide(start, tuple(shown), told, next(iter(scenes), None))

    def _is_scene(self, token: Token) -> bool:
        """Return whether a fenced block is a scene, and suggest the right word if it seems meant to be one."""
        word = (token.info.split() or [""])[0]
        like_scene = any(re.match(rf"\s*{name}\s*=", line) for line in token.content.splitlines() for name in FIELDS)
        if word != SCENE and like_scene and (hint := did_you_mean(word, [SCENE])):
            self._wrong(self._line, f"this block begins with ```{word}{hint}")
        return word == SCENE

    def _notes(self, html: str) -> Iterator[str]:
        """Return the comments in a block of HTML, which must contain nothing else."""
        comments = _COMMENT.findall(html)
        if any(not end for _, end in comments):
            self._wrong(self._line, "this comment does not end: write --> after it")
        elif _COMMENT.sub("", html).strip():
            self._wrong(self._line, NO_HTML)
        yield from filter(None, (note.strip() for note, end in comments if end))

    def _inside(self, inline: Token) -> list[str]:
        """Return the comments within a line of text, and remove all HTML from it. Report missing pictures."""
        notes: list[str] = []
        kept: list[Token] = []
        for part in inline.children or ():
            if part.type == "html_inline":
                comments = _COMMENT.findall(part.content)
                notes += filter(None, (note.strip() for note, _ in comments))
                if not comments:
                    self._wrong(self._line, NO_HTML)
                continue
            if part.type == "text":
                for message in formulas(part.content):
                    self._wrong(self._line, message)
            if part.type == "image" and not self._may_show(str(part.attrs.get("src", ""))):
                part = Token("text", "", 0, content=part.content)
            kept.append(part)
        inline.children = kept
        return notes

    def _may_show(self, picture: str) -> bool:
        """Return whether a picture can be shown. If not, report why."""
        try:
            size = picture_of(picture, self.folder).stat().st_size
            if size > self._room:
                raise BoundsError(f"the pictures are larger than {size_text(LARGEST_PICTURE)} in total")
            self._room -= size
            return True
        except (ValueError, OSError) as error:
            self._wrong(self._line, f"{quoted(picture)} cannot be shown: {reason(error)}")
            return False

    def _wrong(self, line: int, message: str) -> None:
        self.mistakes.append(Mistake(line, message))


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


_FORMULA = re.compile(r"(\${1,2})(?=\S)([^$\n]+)(?<=\S)\1(?!\d)")
"""Text between dollar signs, without a space inside them or a digit after them, as there is around prices."""
_SCRIPT = re.compile(r"([\^_])(?:\{([^{}\\]*)\}|(\w))")
_DIGITS = {"^": str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"), "_": str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")}
_SIGNS = {
    r"\cdot": "·", r"\times": "×", r"\le": "≤", r"\leq": "≤", r"\ge": "≥", r"\geq": "≥", r"\ne": "≠", r"\neq": "≠",
    r"\approx": "≈", r"\log": "log", r"\min": "min", r"\max": "max", r"\infty": "∞", r"\to": "→", r"\neg": "¬",
    r"\lnot": "¬", r"\Theta": "Θ", r"\Omega": "Ω", r"\ldots": "…", r"\dots": "…",
}  # fmt: skip


def formulas(text: str) -> Iterator[str]:
    """Yield, for each formula in a line of text, what to write instead."""
    for found in _FORMULA.finditer(text):
        plain = as_text(found[2])
        instead = f"write {short(plain)}" if plain else "write it in words, or show it as a picture"
        yield f"a formula is shown as it is typed: instead of {short(found[0])}, {instead}"


def as_text(formula: str) -> str:
    """Return a formula as plain text, such as O(9^n) or n², or "" if it is too hard for that."""
    plain = re.sub(r"\\[A-Za-z]+", lambda found: _SIGNS.get(found[0], found[0]), formula)
    plain = _SCRIPT.sub(_script, plain)
    return "" if re.search(r"[\\{}]", plain) else plain


def _script(found: re.Match[str]) -> str:
    inside = found[2] if found[2] is not None else found[3]
    if inside.isdigit():
        return inside.translate(_DIGITS[found[1]])
    return f"{found[1]}{inside if len(inside) == 1 else f'({inside})'}"
