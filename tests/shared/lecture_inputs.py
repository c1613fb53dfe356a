"""Random lectures and stops to add to them, good and bad, and what must hold for each.

Each generator takes a ``random.Random``, so that a seed repeats an input. :func:`try_lecture` and :func:`try_addition`
raise if the product raises anything undocumented or breaks a law.
"""

from __future__ import annotations

import re
from os.path import commonprefix
from pathlib import Path
from random import Random
from typing import NamedTuple

from puzzles.bounds import BoundsError
from puzzles.corpus import named
from visualizer.lecture.lecture import EVENTS, Slide, SlideScene, Stop, blocks_of, long_lines
from visualizer.lecture.reader import LINE_END, read
from visualizer.lecture.writing import with_stop

WORDS = (
    "solvescope", "puzzle", "solver", "solvers", "options", "at", "stops", "speed", "panes", "ask", "name", "seed",
    "granularity", "digits",
    "fig1", "mrv", "cdcl", "annealing", "guess", "conflict", "end", "gess", "code", "where-back", "title", "---",
    "\n---\n", "```", "```solvescope\n", "\n```\n", "~~~", "<!--", "-->", "<b>", "# ", "> ", "- ", "1. ",
    "| a | b |\n| --- | --- |\n", "![", "](", ".png)", "*", "_", "`", "&#0;", "%00", "\\", "\n", "\n\n", "\r\n", "\r",
    "\t", " ", "    ", "\0", "\ufeff", "\u2028", "\x1b", "\U0001f600", "/dev/zero", "/proc/self/mem", "../..", "/",
    "x" * 300, "$", "$x_1$", "\\frac{" * 200,
)  # fmt: skip
VALUES = (
    "1", "-1", "0", "true", "nan", "inf", "-inf", "1e400", "9" * 500, "9" * 5000, "0x" + "f" * 5000, "1979-05-27",
    "07:32:00", "1979-05-27T07:32:00Z", '""', '"\\u0000"', '"guess"', "'''\n1\n'''", '"""\\\n  a"""', "[]", "{}",
    "[" * 60 + "]" * 60, "[" * 2000, "{a = " * 50 + "1" + "}" * 50, "{a=" * 2000, "[1, 2", '{ at = 3, name = "x" }',
    '{ at = { at = { at = 1 } } }', "1_000", "10_000_001", '"fig1"', '"solved"', '["code"]', '["mrv", "cdcl"]',
    '["mrv", "mrv:seed=1"]', "[[1]]", "{ seed = 7 }", "{ seed = nan }", "{ seed = 9e99 }", '"/dev/zero"', '"../.."',
    '"/proc/self/mem"', f'"{"a" * 300}"', f'"{"." * 81}"', "[1, 1]", f'["{"m" * 2000}", "mrv"]',
    ", ".join(["[1"] * 40) + "]" * 40, '["gess"' + ', "gess"' * 150 + "]", "[" + "1, " * 1200 + "]",
)  # fmt: skip
PUZZLE = named.find("fig1")
TEXTS = (
    "Some *text*.",
    "- a list\n- of things",
    "| a | b |\n| --- | --- |\n| 1 | 2 |",
    "```python\nx = [1]\n```",
    "> a\nb",
    "~~~\n~~~",
)


def some_scene(random: Random) -> str:
    """Return the text of a scene, which is usually wrong."""
    names = [
        *WORDS[1:9],
        "options.seed",
        "a." * random.choice((1, 50, 99, 101, 3000)) + "a",
        '"puzzle"',
        "[options]\nseed",
    ]
    rows = [f"{random.choice(names)} = {random.choice(VALUES)}" for _ in range(random.randrange(8))]
    rows += ['puzzle = "fig1"'] * (random.random() < 0.7) + ["# [a comment"] * (random.random() < 0.2)
    random.shuffle(rows)
    return "\n".join(rows)


def some_lecture(random: Random) -> bytes:
    """Return the bytes of a lecture, which is usually wrong."""
    parts = []
    for _ in range(random.randrange(1, 12)):
        kind = random.random()
        if kind < 0.35:
            parts.append(f"\n```solvescope\n{some_scene(random)}\n```\n")
        elif kind < 0.5:
            parts.append(f"\n\n{random.choice(TEXTS)}\n\n")
        elif kind < 0.6:
            parts.append(random.choice(WORDS) * random.choice((1, 2, 30, 400)))
        elif kind < 0.65:
            parts.append("".join(map(chr, random.choices(range(0x3000), k=random.randrange(20)))))
        else:
            parts += random.choices(WORDS, k=random.randrange(1, 30))
    data = "".join(parts).encode("utf-8", "surrogatepass")
    for _ in range(random.choice((0, 0, 0, 1, 5))):
        at = random.randrange(len(data) + 1)
        data = data[:at] + random.randbytes(random.randrange(4)) + data[at + random.randrange(9) :]
    return data


def try_lecture(data: bytes, folder: Path = Path("nowhere")) -> None:
    """Read a lecture, and lay out its slides."""
    try:
        lecture = read(data.decode("utf-8", "replace"), folder)
    except BoundsError:
        return
    lines = len(re.split(LINE_END, data.decode("utf-8", "replace")))
    assert lecture.slides and lecture.title
    for line, message in [*lecture.mistakes, *long_lines(lecture)]:
        assert 1 <= line <= lines + 1 and message and "\n" not in message, (line, message)
        assert len(message) < 1000, message[:200]
    for slide in lecture.slides:
        assert isinstance(slide.title, str) and all(block.kind for block in blocks_of(slide, folder))
        for stop in slide.stops:
            assert str(stop) and 0 <= stop.line <= lines


class Addition(NamedTuple):
    """A stop to add to a lecture."""

    text: str
    """The lecture."""
    scene: SlideScene
    """The scene whose first stop is to be added."""
    joins: bool
    """Whether it belongs to the last scene of the lecture."""


def some_addition(random: Random) -> Addition:
    """Return a lecture without mistakes, and a stop to add to it. Its last slide usually shows the same run."""
    joins = random.random() < 0.8
    options: dict[str, int] = random.choice(({}, {"seed": 7}))
    stops = sorted(random.sample(range(1, 400), random.randrange(5)))
    fence = random.choice(("```", "~~~", "`````"))
    unclosed = random.random() < 0.15
    scene = [
        f"{fence}{random.choice(('', ' '))}solvescope",
        *_body(random, stops, options),
        *([] if unclosed else [fence]),
    ]
    first, margin = random.choice(MARGINS)
    lines = [*random.choice(HEADS), *random.choice(ABOVE), first + scene[0], *(margin + line for line in scene[1:])]
    text = "\n".join([*lines, *([] if unclosed else random.choice(BELOW))]) + random.choice(("", "\n", "\n\n", "  \n"))
    ends = random.choice((["\n"], ["\n"], ["\r\n"], ["\r"], ["\r\n", "\n"]))
    text = re.sub("\n", lambda _: random.choice(ends), text)
    at = random.choice((random.randrange(400, 9999), *EVENTS))
    added = SlideScene(
        PUZZLE, "annealing" if joins else "mrv", (Stop(at, random.choice(NAMES)),), options if joins else {}
    )
    return Addition("\ufeff" * (random.random() < 0.2) + text, added, joins)


HEADS: tuple[list[str], ...] = ([], [], ["---", "title: Mine", "---"])
ABOVE = ([], ["# Here", ""], *(["# One", "", text, "", "----", "", "# Here", "", "Look."] for text in TEXTS))
BELOW: tuple[list[str], ...] = (
    [],
    [],
    ["", "Text [1]."],
    ["", "<!-- stops = [9] -->"],
    ["", "```python", "stops = [1]", "```"],
    ["", "    ]"],
)
NAMES = ("", "Now", "[x] # \"y\" 'z'", "\u00e9 ]", "\x00\n\x7f")
MARGINS = (
    *[("", "")] * 4, (" ", " "), ("   ", "   "), ("   ", " "), ("> ", "> "), (">", ">"), ("- ", "  "), ("1. ", "   "),
    ("- > ", "  > "), ("-\t", "\t"), ("> - ", ">   "),
)  # fmt: skip
"""What is before a scene's first line and the others, if the scene is indented or in a list or a quotation."""


def _body(random: Random, stops: list[int], options: dict[str, int]) -> list[str]:
    """Return the lines of a scene: fields in any order, and tables below them."""
    blocks = [
        ['puzzle = "fig1"'],
        ['solver = "annealing"'],
        *random.sample([["speed = 4"], ['granularity = "digits"'], ["# stops = [1]"], [""]], 2),
    ]
    tables: list[list[str]] = []
    if options:
        styles = ["options = { seed = 7 }"], ["options.seed = 7"], ["", "[options] # stops = [", "seed = 7"]
        style = random.choice(styles)
        (blocks if len(style) == 1 else tables).append(style)
    if stops or random.random() < 0.5:
        items = [
            random.choice((f"{at}", f'{{ at = {at}, name = "]{at}" }}', f"{{at={at}}}", f"0x{at:x}")) for at in stops
        ]
        style = random.choice((_inline, _inline, _by_line, _by_line, _by_line, _mixed, _as_tables))(random, items)
        (tables if style[0] == "[[stops]]" else blocks).append(style)
    random.shuffle(blocks)
    random.shuffle(tables)
    return [line for block in (*blocks, *tables, random.choice(([], [""], ["# end ["]))) for line in block]


def _inline(random: Random, items: list[str]) -> list[str]:
    name, comma = random.choice(("stops", "  stops", '"stops"', "'stops'")), random.choice(("", ",", " , "))
    return [f"{name} = [{', '.join(items)}{comma if items else ''}] {random.choice(('', '# done ]'))}"]


def _by_line(random: Random, items: list[str]) -> list[str]:
    rows = [f"{random.choice(('', '  ', chr(9)))}{item},{random.choice(('', ' # one ]'))}" for item in items]
    if rows and random.random() < 0.5:
        rows[-1] = rows[-1].replace("},", "}") if "}" in rows[-1] else rows[-1].replace(",", "")
    return ["stops = [", *random.choice(([], [""], ["  # some ["])), *rows, *random.choice(([], ["# no more, ]"])), "]"]


def _mixed(random: Random, items: list[str]) -> list[str]:
    return f"stops = [{f',{chr(10)}  '.join(items)}{random.choice(('', chr(10)))}]".split("\n")


def _as_tables(random: Random, items: list[str]) -> list[str]:
    tables = [["[[stops]]", *re.split(", (?=name)", item.strip("{ }"))] for item in items if "{" in item]
    return [line for table in tables for line in table] or _inline(random, items)


def try_addition(addition: Addition, folder: Path = Path("nowhere")) -> None:
    """Add a stop to a lecture, and check that this has changed nothing else."""
    text, scene, joins = addition
    before = read(text, folder)
    longer = with_stop(text, scene, "Two", folder)
    after = read(longer, folder)
    assert before.mistakes == after.mistakes == (), (text, longer)
    assert [*map(_words, before.slides)] == [*map(_words, after.slides)][: len(before.slides)], (text, longer)
    was = [_stops(slide) for slide in before.slides]
    new = (scene.stops[0].at, scene.stops[0].name)
    expected = [*was[:-1], [*was[-1], new]] if joins else [*was, [new]]
    assert [_stops(slide) for slide in after.slides] == expected, (text, longer)
    assert _is_longer(text, longer), (text, longer)


def _words(slide: Slide) -> list[object]:
    scene = slide.scene and (slide.scene.run, slide.scene.speed, slide.scene.panes, slide.scene.ask, slide.scene.line)
    return [slide.line, slide.title, slide.notes, scene, *((one.type, one.content, one.level) for one in slide.tokens)]


def _stops(slide: Slide) -> list[tuple[object, str]]:
    return [(stop.at, stop.name) for stop in slide.stops]


def _is_longer(text: str, longer: str) -> bool:
    """Return whether a text is another one with words added at one or two places."""
    size = len(longer) - len(text)
    start = len(commonprefix([text, longer]))
    end = len(commonprefix([text[start:][::-1], longer[start:][::-1]]))
    return size > 0 and text[start : len(text) - end] in longer[start : len(longer) - end]
