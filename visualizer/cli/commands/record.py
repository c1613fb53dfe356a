"""``solvescope record``: records part of a run as an animation. The only command that draws."""

import argparse
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import solvers
from puzzles.discovery import About
from puzzles.figures import counted, grouped
from puzzles.problems import short
from visualizer.cli.arguments import add_number, add_puzzle, add_solver, checked_view, positive, size_of, speed
from visualizer.cli.commands.race import add_lanes
from visualizer.cli.launch import add_granularity, add_setting
from visualizer.cli.output import CommandError, add_output, check_target
from visualizer.cli.progress import Progress, ProgressBar
from visualizer.export import EXPORTERS, announcement, declared_for
from visualizer.files import resolve
from visualizer.files.saved_view import SETTINGS, one_of
from visualizer.session.pane_layout import PaneLayout
from visualizer.session.pane_layout import names as pane_names
from visualizer.session.settings import RecordOptions
from visualizer.text.numbers import size_text
from visualizer.text.shell import Exit, raised_as, say
from visualizer.text.spans import listed

if TYPE_CHECKING:
    from visualizer.export.recording import RecordProgress
    from visualizer.session.checked_view import CheckedView

ABOUT = About(
    "record", summary="record a search as a web page that plays, a film, an animated GIF, or one picture", rank=200
)
SMALLEST = (320, 240)
QUICKER = 3
"""How many times faster than the window a recording runs if no speed is given."""
LONG = 10.0
"""The estimated time above which a recording announces its time and size in advance, in seconds."""
LONG_RUN = 10.0
"""How long the run may take before a message says it is still going, in seconds."""
PERMILLE = 1000
SHORTEST_FILM, LONGEST_FILM = 5.0, 3600.0
"""The shortest and longest films that may be requested, in seconds."""
QUESTIONS = 10
"""The number of questions that a page asks by default."""
NO_PANES = "none"
"""The value that means no panes."""


def configure(parser: argparse.ArgumentParser) -> None:
    add_puzzle(parser)
    add_solver(parser)
    add_lanes(parser, help="record a race, as a page: ")
    add_output(parser, listed([form.summary for form in EXPORTERS.entries.values()], "or"), required=True)
    first = "the first step (default: 0, or the position of a saved view)"
    add_number(parser, "--from", first, "step", least=0, dest="first")
    add_number(parser, "--to", "the last step (default: the end)", "step", least=0, dest="last")
    parser.add_argument("--size", type=size_of(SMALLEST), metavar="WxH", help="the size in pixels")
    add_setting(parser, "theme", SETTINGS["theme"], "the colours (default: light, or those of a saved view)")
    add_number(parser, "--fps", "pictures per second", "number")
    usually = "by default, the film is directed, or as in a saved view"
    rate = f"show a fixed number of steps per second ({usually})"
    pace = parser.add_mutually_exclusive_group()
    pace.add_argument("--speed", type=speed, metavar="N", help=rate)
    length = "stretch the directed film to this length"
    pace.add_argument("--seconds", type=seconds, metavar="N", help=length)
    parser.add_argument("--no-title", dest="title", action="store_false", help="leave out a film's title card")
    parser.add_argument(
        "--panes", type=panes, metavar="NAMES", help="the panes to show, as in code,tree, or none "
        f"(default: {', '.join(PaneLayout.usual().shown)}, or those of a saved view)",
    )  # fmt: skip
    symbols = "how to show digits, or a folder of pictures (default: digits, or those of a saved view)"
    add_setting(parser, "symbols", SETTINGS["symbols"], symbols)
    parser.add_argument(
        "--clean", action=argparse.BooleanOptionalAction, default=True,
        help="leave out the window's buttons, tabs and keys (the default)",
    )  # fmt: skip
    counts = "the step of a fixed speed and of a page's arrows; digits show the candidates struck before them (default:"
    add_granularity(parser, f"{counts} steps, or the unit of a saved view; on a page, as in the window)")
    ask = f"let a page stop before {QUESTIONS} steps, or COUNT, and ask what comes next"
    add_number(parser, "--ask", ask, "question", nargs="?", const=QUESTIONS, metavar="COUNT")
    source = "leave the solver's source out of a page"
    parser.add_argument("--no-source", dest="source", action="store_false", help=source)


def run(args: argparse.Namespace) -> int:
    out = short(args.output)
    with raised_as(CommandError, LookupError):
        form = declared_for(args.output)
    if args.seconds is not None and not form.facts.get("moving"):
        raise CommandError(f"{out} shows {form.title}, so --seconds does not apply; write a .gif or .mp4 file")
    for ending in form.facts.get("beside", ()):
        _check_beside(args, args.output.with_suffix(ending))
    if not args.output.parent.is_dir():
        raise CommandError(f"cannot write {out}: there is no folder {short(args.output.parent)}; create it first")
    options, view = _of_view(args) if resolve.is_view(Path(args.puzzle)) else (_of_arguments(args), None)
    shown = view.view.position if view and form.facts.get("drawn", True) else 0
    first = shown if options.first is None else options.first
    if options.last is not None and options.last < first:
        start = f"step {first}, which the view shows" if options.first is None else f"--from {first}"
        raise CommandError(f"--to {options.last} is before {start}")
    values = vars(args) | {"to": args.last, "granularity": args.grain}
    given = [(name, value) for name in form.facts.get("ignores", ()) if (value := values[name]) not in (None, True)]
    if ignored := [f"--no-{name}" if value is False else f"--{name}" for name, value in given]:
        say(f"{form.fact('because')}: {listed(ignored)} made no difference")
        options = replace(options, last=None) if "--to" in ignored else options
    if options.lanes and not form.facts.get("holds_races"):
        raise CommandError(f"{out} cannot hold a race: only a page can, so give it the extension .html")
    if options.ask and (options.lanes or not form.facts.get("asks")):
        raise CommandError(f"only the page of one run asks questions, so --ask does not apply to {out}")
    from visualizer.export.recording import RecordError, record

    named = [lane.solver for lane in options.lanes] or [options.solver]
    words = announcement(str(options.output), named, "--no-source")
    if words and options.source and form.facts.get("holds_source"):
        say(words)
    faster = "a higher --speed" if args.seconds is None else "a shorter --seconds"
    still = form.facts.get("drawn", True) and not form.facts.get("moving")
    shorter = "an earlier --from needs fewer" if still else "--to N ends it earlier"
    failures: list[str] = []
    with raised_as(CommandError, RecordError), _Watcher(faster, shorter) as watcher:
        count = record(options, view, tell=watcher.tell, note=say, fail=failures.append)
    say(f"{counted(count, form.facts.get('unit', 'picture'))} in {options.output}")
    if view and count == 1 and form.facts.get("moving"):
        say("the view is at the end of its run: --from 0 draws the whole run")
    for failure in failures:
        say(failure)
    return Exit.BAD_INPUT if failures else Exit.DONE


def _check_beside(args: argparse.Namespace, path: Path) -> None:
    """Raise :class:`CommandError` if writing a film's subtitles would overwrite a file that must be kept."""
    if path.is_file() and not args.force:
        kept = f"{short(path)} already exists, and the subtitles of {short(args.output.name)} would replace it"
        raise CommandError(f"{kept}: give the film another name, or --force to overwrite it")
    check_target(argparse.Namespace(**vars(args) | {"output": path}))


@raised_as(argparse.ArgumentTypeError, ValueError)
def panes(text: str) -> tuple[str, ...]:
    """Parse the names of panes. Raises ``ArgumentTypeError`` for an unknown one, suggesting similar names."""
    names = [one_of(name.strip(), pane_names(), "pane") for name in text.split(",")] if text != NO_PANES else []
    return tuple(dict.fromkeys(names))


def seconds(text: str) -> float:
    """Parse the length of a film. Raises ``ArgumentTypeError`` if it is too short or too long."""
    value = positive("number of seconds")(text)
    if not SHORTEST_FILM <= value <= LONGEST_FILM:
        limits = f"{SHORTEST_FILM:g} to {LONGEST_FILM:g}"
        raise argparse.ArgumentTypeError(f"a film takes {limits} seconds, not {text}")
    return value


def _of_arguments(args: argparse.Namespace) -> RecordOptions:
    """Return the settings for recording a puzzle.

    Raises :class:`CommandError` if a solver or its options are given along with a race.
    """
    given = (("--solver", args.solver != solvers.DEFAULT), ("--option", args.options))
    if args.solvers and (unused := [name for name, used in given if used]):
        lanes = "--solvers names the lanes of a race, and their options as in annealing:seed=3"
        raise CommandError(f"{lanes}: leave out {listed(unused)}")
    its = {"lanes": args.solvers or (), "solver": args.solver, "options": args.options}
    return RecordOptions(resolve.one(args.puzzle), **its, **_asked(args))


def _asked(args: argparse.Namespace) -> dict[str, Any]:
    """Return the drawing settings given on the command line."""
    names = {its.name for its in fields(RecordOptions)} - {"puzzle", "solver", "options", "lanes"}
    asked = {name: value for name, value in vars(args).items() if name in names and value is not None}
    form = declared_for(args.output).facts
    if args.grain and args.speed is None and args.seconds is None and form.get("drawn", True):
        from visualizer.timeline.condition import Grain

        grain = Grain(args.grain)
        asked["speed"] = QUICKER * grain.usual_speed
        if form.get("moving"):
            say(f"{asked['speed']:g} {grain.unit} per second; without --granularity, the film is directed")
    return asked


def _of_view(args: argparse.Namespace) -> "tuple[RecordOptions, CheckedView]":
    """Return the settings for recording a saved view. The command line takes precedence over the view."""
    from visualizer.export.recording import options_of

    checked = checked_view(args, "record", "recorded")
    if others := [str(mode) for name, mode in checked.modes.items() if name != "race"]:
        view, held = short(Path(args.puzzle)), " and ".join(others)
        raise CommandError(f"the view in {view} holds {held}, which cannot be recorded: save a view of one run")
    return options_of(checked, **_asked(args)), checked


class _Watcher(ExitStack):
    """Shows a recording's progress on standard error, and announces the time and size of a long one in advance."""

    def __init__(self, faster: str, shorter: str, clock: Callable[[], float] = time.monotonic) -> None:
        """Create a watcher. ``faster`` tells the user how to get fewer pictures, and ``shorter`` fewer steps."""
        super().__init__()
        self._clock, self._line = clock, self.enter_context(Progress(clock=clock))
        self._faster, self._shorter, self._warned = faster, shorter, False
        self._began: float | None = None
        """The time of the run's first steps."""
        self._bar: ProgressBar | None = None

    def tell(self, stage: "RecordProgress") -> None:
        if not stage.pictures:
            self._making(stage)
            return
        if self._bar is None and stage.outlook is not None:
            if stage.outlook.seconds >= LONG:
                pictures = f"{counted(stage.outlook.amount, 'picture')}, which take {stage.outlook}"
                self._say(f"{pictures}: Ctrl+C stops; {self._faster} or a lower --fps draws fewer")
            self._line.clear()
            self._bar = self.enter_context(ProgressBar(PERMILLE, what="pictures"))
        if self._bar is not None:
            self._bar.show(round(PERMILLE * stage.share), stage.pictures)

    def _making(self, stage: "RecordProgress") -> None:
        steps, outlook = grouped(stage.steps), stage.outlook
        self._line.tick(lambda: f"the run has {steps} steps so far")
        if self._warned or not stage.steps:
            return
        self._began = self._clock() if self._began is None else self._began
        if outlook is not None and outlook.seconds >= LONG:
            limit = f"the page's limit of {counted(outlook.amount, 'step')}"
            known = f"so far {steps} steps and {size_text(outlook.so_far)}; if the run goes on, {limit} is reached in"
            self._say(f"{known} {outlook}: Ctrl+C stops it, {self._shorter}")
        elif outlook is None and self._clock() - self._began > LONG_RUN:
            self._say(f"the run already has {steps} steps and is not over: Ctrl+C stops it, {self._shorter}")

    def _say(self, sentence: str) -> None:
        self._warned = True
        self._line.clear()
        say(sentence)
