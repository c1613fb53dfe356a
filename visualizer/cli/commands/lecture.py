"""``solvescope lecture``: checks a lecture."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from puzzles.discovery import About
from puzzles.figures import counted, grouped
from visualizer.cli.output import tell
from visualizer.cli.progress import Progress
from visualizer.text.shell import Exit, say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from visualizer.lecture.lecture import Lecture, Mistake

ABOUT = About("lecture", summary="check a lecture: its text, its puzzles, and every stop of its runs", rank=215)


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("lecture", type=Path, metavar="FILE", help="a lecture in Markdown")
    parser.add_argument(
        "--check", action="store_true", help="run every scene as far as its last stop, and print all mistakes"
    )


def run(args: argparse.Namespace) -> int:
    from visualizer.lecture.reader import load

    lecture = load(args.lecture)
    mistakes = sorted([*lecture.mistakes, *missing_stops(lecture)])
    say_mistakes(args.lecture, mistakes)
    if mistakes:
        return Exit.NO_ANSWER
    tell(summary(lecture))
    return Exit.DONE


def missing_stops(lecture: Lecture) -> list[Mistake]:
    """Return the stops that do not exist, showing progress meanwhile."""
    from visualizer.lecture.stops import missing_stops

    line = Progress()
    try:
        return missing_stops(lecture, lambda steps: line.tick(lambda: f"the run has {grouped(steps)} steps so far"))
    finally:
        line.clear()


def say_mistakes(path: Path, mistakes: Iterable[Mistake]) -> None:
    """Write the mistakes in a lecture to standard error, each with its line."""
    for mistake in mistakes:
        say(f"{path}: {mistake}")


def summary(lecture: Lecture) -> str:
    """Say how much there is in a lecture."""
    scenes = [slide.scene for slide in lecture.slides if slide.scene]
    stops = sum(len(scene.stops) for scene in scenes)
    parts = counted(len(lecture.slides), "slide"), counted(len({scene.run for scene in scenes}), "run")
    return f"{lecture.title}: {', '.join(parts)} and {counted(stops, 'stop')}, without mistakes"
