"""``solvescope lecture``: checks a lecture, and writes it as a page."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from puzzles.bounds import BoundsError
from puzzles.discovery import About
from puzzles.figures import counted, grouped
from puzzles.problems import short
from visualizer.cli.output import CommandError, add_output, results, tell
from visualizer.cli.progress import Progress
from visualizer.files import lectures
from visualizer.text.numbers import size_text
from visualizer.text.shell import Exit, raised_as, say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from visualizer.film.lecture_page import LecturePage
    from visualizer.lecture.lecture import Lecture, Mistake

ABOUT = About("lecture", summary="check a lecture and every stop of its runs, or write it as a web page", rank=215)

PAGES = (".html", ".htm")
"""The extensions of pages."""

T = TypeVar("T")


def configure(parser: argparse.ArgumentParser) -> None:
    add_lecture(parser)
    parser.add_argument(
        "--check", action="store_true", help="run every scene as far as its last stop, and print all mistakes"
    )
    parser.add_argument(
        "--notes", action="store_true", help="put the speaker's notes and the answers to questions into the page too; "
        "anyone who has the page can read them",
    )  # fmt: skip
    add_output(parser, "write the lecture as a web page with its runs, which plays offline; nothing if it has mistakes")


def add_lecture(parser: argparse.ArgumentParser) -> None:
    """Add the argument that names a lecture."""
    names = ", ".join(one.path.stem for one in lectures.shipped())
    parser.add_argument("lecture", metavar="FILE", help=f"a lecture in Markdown, or one of: {names}")


@raised_as(CommandError, LookupError)
def path_of(args: argparse.Namespace) -> Path:
    """Return the lecture's file. Raises :class:`CommandError` if there is no such lecture."""
    return lectures.find(args.lecture)


def lecture_in(file: Path) -> "Lecture":
    """Read a lecture. Raises ``OSError``, and :class:`CommandError` if the file is beyond the bounds."""
    from visualizer.lecture.reader import load

    with raised_as(CommandError, BoundsError, before=f"{short(file)} cannot be read: "):
        lecture = load(file)
    return lecture


def run(args: argparse.Namespace) -> int:
    from visualizer.lecture.blocks import long_lines

    if args.notes and not args.output:
        raise CommandError("--notes is for a page: name its file with -o")
    file = path_of(args)
    lecture = lecture_in(file)
    page = _page(lecture, args.output, args.notes) if args.output else None
    found = page.mistakes if page else missing_stops(lecture)
    mistakes = sorted([*lecture.mistakes, *found, *(long_lines(lecture) if args.check or not page else ())])
    say_mistakes(file, mistakes)
    if mistakes:
        if page:
            say(f"{args.output} is not written: correct {'this' if len(mistakes) == 1 else 'these'} first")
        return Exit.NO_ANSWER
    if page:
        _write(page, file, args.output)
    tell(summary(lecture))
    return Exit.DONE


def _page(lecture: "Lecture", path: Path, notes: bool) -> "LecturePage":
    """Return the page of a lecture for a file. Raises :class:`CommandError` if the file cannot be one."""
    if path.suffix.lower() not in PAGES:
        raise CommandError(f"{short(path)} cannot hold a lecture: give it the extension {PAGES[0]}")
    from visualizer.film.lecture_page import lecture_page

    return with_progress(lambda tell: lecture_page(lecture, tell, notes))


def _write(page: "LecturePage", file: Path, path: Path) -> None:
    """Write a page, and report its size and the panes that it lacks on standard error."""
    with results(path) as put:
        put(page.text)
    say(f"{size_text(len(page.text.encode()))} in {short(path)}")
    say_mistakes(file, page.replaced)


def missing_stops(lecture: "Lecture") -> "list[Mistake]":
    """Return the stops and questions that do not exist."""
    from visualizer.lecture.stops import missing_stops

    return with_progress(lambda tell: missing_stops(lecture, tell))


def with_progress(work: "Callable[[Callable[[int], object]], T]") -> T:
    """Do some work, showing the number of steps that it regularly reports."""
    with Progress() as line:
        return work(lambda steps: line.tick(lambda: f"the run has {grouped(steps)} steps so far"))


def say_mistakes(path: Path, mistakes: "Iterable[Mistake]") -> None:
    """Write the mistakes in a lecture to standard error, each with its line number."""
    for mistake in mistakes:
        say(f"{short(path)}: {mistake}")


def summary(lecture: "Lecture") -> str:
    """Say how many slides, runs and stops a lecture has."""
    scenes = [slide.scene for slide in lecture.slides if slide.scene]
    stops = sum(len(scene.stops) for scene in scenes)
    parts = counted(len(lecture.slides), "slide"), counted(len({scene.run for scene in scenes}), "run")
    return f"{lecture.title}: {', '.join(parts)} and {counted(stops, 'stop')}, without mistakes"
