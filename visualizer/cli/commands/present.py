"""``solvescope present``: presents a lecture in a window for the audience and one for the speaker."""

from __future__ import annotations

import argparse
from pathlib import Path

from puzzles.discovery import About
from puzzles.puzzle import Puzzle
from visualizer.cli import launch
from visualizer.cli.commands.lecture import say_mistakes
from visualizer.cli.errors import CommandError

ABOUT = About("present", summary="present a lecture: slides and runs for the audience, notes for the speaker", rank=212)


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("lecture", type=Path, metavar="FILE", help="a lecture in Markdown")
    parser.add_argument("--no-speaker", dest="speaker", action="store_false", help="open only the audience's window")
    launch.add_window(parser)


def run(args: argparse.Namespace) -> int:
    if not launch.has_display():
        raise CommandError("a lecture is presented in a window, and there is no display to open one on")
    from visualizer.lecture.reader import load
    from visualizer.present.mode import LectureFile

    lecture = load(args.lecture)
    say_mistakes(args.lecture, lecture.mistakes)
    puzzles = (slide.scene.puzzle for slide in lecture.slides if slide.scene)
    modes = {"present": LectureFile(lecture, args.lecture, args.speaker)}
    return launch.start(launch.options_of(args, puzzle=next(puzzles, Puzzle.empty()), modes=modes))
