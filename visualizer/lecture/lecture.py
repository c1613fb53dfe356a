"""What a lecture is: slides with text, notes for the speaker, and scenes that show a run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from puzzles.figures import grouped
from puzzles.puzzle import Puzzle
from solvers.core.registry import as_text
from solvers.core.step import Kind
from visualizer.session.run_spec import RunSpec

if TYPE_CHECKING:
    from markdown_it.token import Token

SOLVED = "solved"
"""The name of the stop at a solution."""
EVENTS = {
    "guess": Kind.GUESS,
    "conflict": Kind.CONFLICT,
    "backtrack": Kind.BACKTRACK,
    "learn": Kind.LEARN,
    SOLVED: Kind.SOLVED,
}
"""The events that a run can stop at: each name means the next step of this kind."""
END = "end"
"""The name of the stop at the end of the run. A run ends at its first solution, if it has one. If an earlier stop is
at a second solution, the run ends when everything has been tried.
"""


MOST_STEPS = 10_000_000
"""The last position at which a run can stop."""
MOST_MISTAKES = 100
"""After how many mistakes no further scenes are read."""
MOST_LANES = 4
"""The maximum number of lanes in a race, so that people in the last row can see the boards."""


class Mistake(NamedTuple):
    """Something wrong in a lecture's file, and where."""

    line: int
    """The number of the line, counting from 1."""
    message: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}"


class Mistakes(list[Mistake]):
    """The mistakes found so far."""

    @property
    def full(self) -> bool:
        """Whether there are enough, so that looking for more would only take time."""
        return len(self) >= MOST_MISTAKES


class Stop(NamedTuple):
    """A place in a run where the speaker stops."""

    at: int | str
    """A position, or the name of the event to stop at, which is the next one after the previous stop."""
    name: str = ""
    """The speaker's name for the stop, or ""."""
    line: int = 0
    """The line of the stop in the file."""

    def __str__(self) -> str:
        """Return the stop's name or, if it has none, the step or the event."""
        return self.name or (f"step {grouped(self.at)}" if isinstance(self.at, int) else _TITLES[self.at])


_TITLES = {
    "guess": "a guess",
    "conflict": "a conflict",
    "backtrack": "a backtrack",
    "learn": "a learnt clause",
    SOLVED: "the solution",
    END: "the end",
}


@dataclass(frozen=True)
class Scene:
    """A run or a race that a slide shows, and where it stops."""

    puzzle: Puzzle
    solver: str
    """The name of an algorithm: in a race, that of the first lane."""
    stops: tuple[Stop, ...]
    """At least one stop, in order. The run is shown from the first."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """The algorithm's options, except those left at their defaults."""
    speed: float | None = None
    """The speed in steps per second, or ``None`` for the usual speed."""
    panes: tuple[str, ...] | None = None
    """The panes to show, or ``None`` for the one that says most about the algorithm."""
    ask: int | tuple[str, ...] = 0
    """How many questions the run asks, or which kinds."""
    line: int = 0
    """The line where the scene begins in the file."""
    lanes: tuple[RunSpec, ...] = ()
    """The lanes of a race, at equal steps; empty if the slide shows one run."""
    text: str = field(default="", compare=False, repr=False)
    """The scene as it is written in the file, without its fence."""

    @property
    def runs(self) -> tuple[RunSpec, ...]:
        """The runs that the slide shows: the lanes of a race, or a single run."""
        return self.lanes or (RunSpec(self.solver, tuple(self.options.items())),)

    @property
    def run(self) -> tuple[object, ...]:
        """A key that is the same for scenes of the same run or race."""
        pairs = (sorted((name, as_text(value)) for name, value in one.options) for one in self.runs)
        return self.puzzle, *((one.solver, *its) for one, its in zip(self.runs, pairs, strict=True))


@dataclass(frozen=True, eq=False)
class Slide:
    """One slide."""

    line: int
    """The line where the slide begins in the file."""
    tokens: tuple[Token, ...] = ()
    """The slide's text as tokens of markdown-it. Scenes, notes and HTML are left out."""
    notes: tuple[str, ...] = ()
    """The speaker's notes, one for each comment in the file."""
    scene: Scene | None = None

    @cached_property
    def title(self) -> str:
        """The text of the first heading; "" if there is none."""
        headings = (self.tokens[i + 1] for i, token in enumerate(self.tokens) if token.type == "heading_open")
        return next((plain(heading) for heading in headings), "")

    @property
    def has_text(self) -> bool:
        return bool(self.tokens)

    @property
    def stops(self) -> tuple[Stop, ...]:
        """The stops of the slide's run; empty if it shows none."""
        return self.scene.stops if self.scene else ()


@dataclass(frozen=True)
class Lecture:
    """A lecture and the mistakes in its file."""

    title: str
    slides: tuple[Slide, ...]
    """At least one slide."""
    folder: Path
    """The file's folder. Paths of puzzles and pictures are relative to it."""
    mistakes: tuple[Mistake, ...] = ()
    """The mistakes in the file, from top to bottom. Anything with a mistake is left out of the slides."""


def plain(inline: Token) -> str:
    """Return the text of an inline token without emphasis, links and pictures."""
    breaks = ("softbreak", "hardbreak")
    return "".join(" " if part.type in breaks else part.content for part in inline.children or ()).strip()
