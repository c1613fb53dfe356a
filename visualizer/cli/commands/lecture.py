"""``solvescope lecture``: checks a lecture, and writes it as a page."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from puzzles.bounds import BoundsError
from puzzles.discovery import About
from puzzles.figures import counted, grouped
from puzzles.problems import short
from visualizer.cli.arguments import add_flag
from visualizer.cli.output import CommandError, add_output, results, tell
from visualizer.cli.progress import Progress
from visualizer.files import lectures
from visualizer.text.numbers import size_text
from visualizer.text.shell import Exit, raised_as, say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from visualizer.film.lecture_page import LecturePage
    from visualizer.lecture.lecture import Lecture, Mistake

ABOUT = About("lecture", summary="check a lecture and every stop of its runs, or write it as a web page", rank=215)

PAGES = (".html", ".htm")


def configure(parser: argparse.ArgumentParser) -> None:
    add_lecture(parser)
    add_flag(parser, "--check", "run every scene as far as its last stop; print all mistakes, and what does not fit")
    notes = "put the speaker's notes and the answers to questions into the page too"
    add_flag(parser, "--notes", f"{notes}; anyone who has the page can read them")
    add_output(parser, "write the lecture as a web page with its runs, which plays offline; nothing if it has mistakes")


def add_lecture(parser: argparse.ArgumentParser) -> None:
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
    from visualizer.lecture.lecture import long_lines
    from visualizer.window.present.picture import too_long

    output = args.output
    if args.notes and not output:
        raise CommandError("--notes is for a page: name its file with -o")
    file = path_of(args)
    lecture = lecture_in(file)
    if output and output.suffix.lower() not in PAGES:
        raise CommandError(f"{short(output)} cannot hold a lecture: give it the extension {PAGES[0]}")
    page, missing = _played(lecture, args)
    shown = long_lines(lecture) + list(too_long(lecture)) if args.check or not page else []
    mistakes = sorted([*lecture.mistakes, *missing, *shown])
    say_mistakes(file, mistakes)
    if mistakes:
        if page:
            say(f"{output} is not written: correct {'this' if len(mistakes) == 1 else 'these'} first")
        return Exit.NO_ANSWER
    if page:
        with results(output) as put:
            put(page.text)
        say(f"{size_text(len(page.text.encode()))} in {short(output)}")
        say_mistakes(file, page.replaced)
    tell(summary(lecture))
    return Exit.DONE


def _played(lecture: "Lecture", args: argparse.Namespace) -> "tuple[LecturePage | None, list[Mistake]]":
    """Run the scenes, showing progress. Return the page if one is wanted, and the stops and questions that do not
    exist.
    """
    from visualizer.lecture.stops import missing_stops

    with Progress() as line:

        def told(steps: int) -> None:
            line.tick(lambda: f"the run has {grouped(steps)} steps so far")

        if not args.output:
            return None, missing_stops(lecture, told)
        from visualizer.film.lecture_page import lecture_page

        page = lecture_page(lecture, told, args.notes)
        return page, page.mistakes


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
