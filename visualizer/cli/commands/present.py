"""``solvescope present``: presents a lecture in a window for the audience and one for the speaker."""

import argparse
from pathlib import Path

from puzzles.discovery import About
from puzzles.puzzle import Puzzle
from visualizer.cli import launch
from visualizer.cli.arguments import add_flag
from visualizer.cli.commands.lecture import add_lecture, lecture_in, path_of, say_mistakes
from visualizer.cli.commands.lecture import run as check
from visualizer.cli.output import CommandError

ABOUT = About("present", summary="present a lecture: slides and runs for the audience, notes for the speaker", rank=212)


def configure(parser: argparse.ArgumentParser) -> None:
    add_lecture(parser)
    parser.add_argument("--no-speaker", dest="speaker", action="store_false", help="open only the audience's window")
    add_flag(parser, "--check", "only print all mistakes, and what does not fit")
    launch.add_window(parser)


def run(args: argparse.Namespace) -> int:
    if args.check:
        return check(argparse.Namespace(**vars(args), output=None, notes=False))
    return start(args, path_of(args), args.speaker)


def start(args: argparse.Namespace, file: Path, speaker: bool = True) -> int:
    if not launch.has_display():
        raise CommandError("a lecture is presented in a window, and there is no display to open one on")
    from visualizer.present.mode import LectureFile

    lecture = lecture_in(file)
    say_mistakes(file, lecture.mistakes)
    puzzles = (slide.scene.puzzle for slide in lecture.slides if slide.scene)
    modes = {"present": LectureFile(lecture, file, speaker)}
    return launch.start_with(args, modes, puzzle=next(puzzles, Puzzle.empty()))
