"""An algorithm in a few lines of pseudocode, declared in its own file and read without running it.

    PSEUDOCODE = (
        ("for each digit, smallest first:", ""),
        ("    if a peer holds it: refuse it", "REJECT", "not candidates"),
        ("    else write it, and solve the rest like this", "GUESS FIX/LAST_BLANK"),
    )

Each line has its text, indented by four spaces per level; the steps that light it up, as KIND or KIND/REASON ("" if the
line is only structure); and, if the line depends on an option, that option, or "not" and the option if the line applies
without it ("rules" stands for a puzzle with rules of its own, "lazy" for one with a lazy rule). KIND/REASON takes
precedence over KIND alone.
"""

import ast
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from puzzles.geometry import STANDARD, Geometry
from solvers.core.declaration import DeclarationError, declared, did_you_mean, literal
from solvers.core.step import Kind, Step, Why

NAME = "PSEUDOCODE"
LONGEST_LINE = 90
"""The maximum length of a displayed line."""
MOST_LINES = 30
INDENT = "    "


GIVENS_CLASH = Kind.CONFLICT, Why.GIVENS_CLASH


class PlainLine(NamedTuple):
    """A line of pseudocode."""

    text: str
    """The line without its indent."""
    depth: int
    """The indentation level."""
    lit_by: frozenset[tuple[Kind, Why | None]]
    """The steps that light up the line, where ``None`` matches any reason. Empty if the line is only structure."""
    option: str = ""
    """The option the line depends on, or "" if none."""
    without: bool = False
    """Whether the line applies only when the option is off."""

    def holds(self, options: Mapping[str, Any]) -> bool:
        """Return whether the line applies to a run with these options."""
        return not self.option or bool(options.get(self.option)) is not self.without


Pseudocode = tuple[PlainLine, ...]


@lru_cache(maxsize=32)
def read(source: str) -> Pseudocode:
    """Return the lines declared in a source file; empty if there are none. Raises :class:`DeclarationError`."""
    node = declared(source, NAME)
    if node is None:
        return ()
    if not isinstance(node, ast.Tuple | ast.List):
        raise DeclarationError(f"{NAME} must be a tuple of literal lines such as ('solved', 'SOLVED')", node.lineno)
    count = len(node.elts)
    if count > MOST_LINES:
        raise DeclarationError(
            f"{NAME} has {count} lines; aim for six to ten, and use at most {MOST_LINES}", node.lineno
        )
    return tuple(_line(literal(row), row) for row in node.elts)


CLASH = PlainLine("before it starts: two givens clash", 0, frozenset({GIVENS_CLASH}))
"""The line above all others for a puzzle whose givens clash, which no algorithm gets to see."""


def lines_for(
    lines: Pseudocode, options: Mapping[str, Any], geometry: Geometry = STANDARD, *, clash: bool = False
) -> Pseudocode:
    """Return the lines that apply to a run with these options. ``clash`` means the algorithm never started."""
    known = {**options, "rules": geometry.rules, "lazy": any(rule.lazy for rule in geometry.rules)}
    held = tuple(line for line in lines if line.holds(known))
    return (CLASH, *held) if clash and held else held


def lit_by(lines: Pseudocode, step: Step) -> tuple[int, ...]:
    """Return the indices of the lines that a step lights up. A good declaration has at least one for every step."""
    for wanted in ((step.kind, step.why), (step.kind, None)):
        if found := tuple(index for index, line in enumerate(lines) if wanted in line.lit_by):
            return found
    return ()


def _line(row: Any, node: ast.expr) -> PlainLine:
    if not (isinstance(row, tuple | list) and len(row) in (2, 3) and all(isinstance(part, str) for part in row)):
        wrong = f"not {row!r:.80}" if row is not None else "all written out"
        raise DeclarationError(
            f"a line of {NAME} is ('text', 'STEPS') or ('text', 'STEPS', 'option'), {wrong}", node.lineno
        )
    text, steps, option = (*row, "")[:3]
    words = text.strip()
    if not (words.isprintable() and 0 < len(words) <= LONGEST_LINE):
        wanted = f"a line of {NAME} has 1 to {LONGEST_LINE} printable characters"
        raise DeclarationError(f"{wanted}, not {text!r:.120}", node.lineno)
    depth = (len(text) - len(text.lstrip())) // len(INDENT)
    without, name = option.startswith("not "), option.removeprefix("not ").strip()
    return PlainLine(words, depth, frozenset(_step(word, node.lineno) for word in steps.split()), name, without)


def _step(word: str, line: int) -> tuple[Kind, Why | None]:
    """Return the kind and the reason named by a word such as FIX/NAKED_SINGLE."""
    kind, slash, why = word.partition("/")
    for part, known in ((kind, Kind.__members__), (why, Why.__members__ if slash else {why: None})):
        if part not in known:
            raise DeclarationError(
                f"{NAME} names {part!r}, which is no step or reason{did_you_mean(part.upper(), known)}", line
            )
    return Kind[kind], Why[why] if slash else None
