"""Code shared by commands: argument types, common arguments, solving that can be interrupted, a saved view's run."""

import argparse
import math
import re
import textwrap
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import solvers
from puzzles.figures import grouped
from puzzles.problems import quoted, short
from puzzles.puzzle import Puzzle
from solvers.core.declaration import did_you_mean
from solvers.core.registry import OptionError, Solver, declared, is_file_name, known, separated
from solvers.core.step import Kind, Step
from solvers.run import QUICK, QUICK_BEYOND, QUICK_UP_TO
from visualizer.cli.output import CommandError, GaveUp, LimitReached
from visualizer.text.shell import plain, raised_as, say
from visualizer.text.spans import listed

if TYPE_CHECKING:
    from solvers.processes.pool import Pool
    from visualizer.files.saved_view import View
    from visualizer.session.checked_view import CheckedView
    from visualizer.session.settings import Size
    from visualizer.timeline.timeline import Timeline


@raised_as(argparse.ArgumentTypeError, ValueError, LookupError)
def solver_name(text: str) -> str:
    """Return a solver's name. A Python file is loaded, and stays registered until the program ends."""
    if is_file_name(text):
        from solvers.external import registry  # imported late, because few runs need it

        return registry.register(registry.load(Path(text))).name
    return solvers.get(text).name


def whole(least: int, what: str, most: int | None = None) -> Callable[[str], int]:
    """Return an argument type for whole numbers of at least ``least``."""

    def read(text: str) -> int:
        if not text.isascii() or not text.isdigit() or len(text) > 18 or int(text) < least:
            raise argparse.ArgumentTypeError(f"{quoted(text)} is not a {what}; give a whole number from {least} up")
        if most is not None and int(text) > most:
            raise argparse.ArgumentTypeError(f"{text} is too large a {what}; the maximum is {grouped(most)}")
        return int(text)

    return read


def positive(what: str) -> Callable[[str], float]:
    """Return an argument type for numbers above 0."""

    def read(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            number = math.nan
        if not 0 < number < math.inf:
            raise argparse.ArgumentTypeError(f"{quoted(text)} is not a {what}; give a number above 0")
        return number

    return read


def speed(text: str) -> float:
    """Parse a speed in steps per second."""
    from visualizer.session.settings import FASTEST  # imported late, because few commands need it

    number = positive("speed")(text)
    if number > FASTEST:
        raise argparse.ArgumentTypeError(f"{text} is too fast; the maximum is {FASTEST} steps per second")
    return number


def size_of(least: "Size") -> Callable[[str], "Size"]:
    """Return an argument type for WIDTHxHEIGHT in pixels, from ``least`` to :data:`LARGEST`."""
    from visualizer.session.settings import LARGEST  # imported late, because few commands need it

    def read(text: str) -> "Size":
        width, _, height = text.lower().partition("x")
        if not all(part.isascii() and part.isdigit() and len(part) < 20 for part in (width, height)):
            raise argparse.ArgumentTypeError(f"{quoted(text)} is not a size; write WIDTHxHEIGHT, as in 1280x800")
        if int(width) < least[0] or int(height) < least[1]:
            raise argparse.ArgumentTypeError(f"{text} is too small; the minimum is {least[0]}x{least[1]}")
        if int(width) > LARGEST[0] or int(height) > LARGEST[1]:
            raise argparse.ArgumentTypeError(f"{text} is too large; the maximum is {LARGEST[0]}x{LARGEST[1]}")
        return int(width), int(height)

    return read


def add_puzzle(parser: argparse.ArgumentParser, *, optional: bool = False, piped: bool = False) -> None:
    """Add the argument that names a puzzle. With ``piped``, standard input is read if it is not given."""
    puzzle_help = "a puzzle's text, its name (fig1), a file, or - for standard input"
    nargs = "?" if optional or piped else None
    parser.add_argument("puzzle", metavar="PUZZLE|FILE|-", nargs=nargs, help=puzzle_help)
    parser.set_defaults(piped=piped)


def add_limit_seconds(parser: argparse.ArgumentParser, what: str, seconds: float | None = None) -> None:
    """Add ``--limit-seconds``. ``what`` says what happens when the time is up."""
    usual = f" (default: {seconds:g})" if seconds else ""
    text = f"{what} after S seconds, with exit code 3{usual}"
    parser.add_argument("--limit-seconds", type=positive("time"), default=seconds, metavar="S", help=text)


def add_long_work(parser: argparse.ArgumentParser) -> None:
    add_flag(parser, "--resume", "resume OUT.partial, left by a stopped run with -o")
    group = parser.add_mutually_exclusive_group()
    add_processes(group)
    add_cluster(group)


def add_processes(parser: argparse._ActionsContainer) -> None:
    add_number(parser, "--processes", "share the work among N processes (default: one per core)", "number of processes")


def add_cluster(parser: argparse._ActionsContainer) -> None:
    text = "share the work among the dask workers of the scheduler at tcp://HOST:8786, or N new ones here with local:N"
    parser.add_argument("--cluster", metavar="ADDRESS", help=text)


@contextmanager
def shared(args: argparse.Namespace, processes: int | None = None) -> Iterator[tuple["Pool", int]]:
    """Yield what shares the work, and among how many processes: those of ``--cluster``, or by default one per core.

    Raises :class:`ClusterError`.
    """
    if args.cluster is None:
        from solvers.processes.pool import cores, ordered  # imported late, because no window needs multiprocessing

        yield ordered, processes or cores()
        return
    from solvers.processes.cluster import opened

    with opened(args.cluster, say) as cluster:
        yield cluster.ordered, cluster.threads


def add_number(
    parser: argparse._ActionsContainer, name: str, help: str, what: str = "", least: int = 1, **more: Any
) -> None:
    """Add an option for a whole number. ``what`` is what messages call it (default: the option's name)."""
    kind = whole(least, what or name.removeprefix("--"), more.pop("most", None))
    parser.add_argument(name, type=kind, help=help, **{"metavar": "N", **more})


def add_format(parser: argparse._ActionsContainer, formats: Sequence[str], help: str = "") -> None:
    """Add ``--format``, whose default is the first."""
    help = help or f"default: {formats[0]}"
    parser.add_argument("--format", choices=formats, default=formats[0], help=help)


def add_flag(parser: argparse._ActionsContainer, name: str, help: str | None = None, **more: Any) -> None:
    parser.add_argument(name, action="store_true", help=help, **more)


def given(args: argparse.Namespace, *names: str) -> list[str]:
    """Return which of the named options were given, as they are written on the command line."""
    return [f"--{name.replace('_', '-')}" for name in names if name in args.given]


def add_ways(parser: argparse.ArgumentParser, helps: Mapping[str, str], ways: Mapping[str, Collection[str]]) -> None:
    """Add an option ``--WAY`` for each help, of which only one may be given.

    ``ways`` are the options that go with each, with those of the command without ``--WAY`` under "".
    """
    group = parser.add_mutually_exclusive_group()
    for way, help in helps.items():
        group.add_argument(f"--{way}", dest="way", action="store_const", const=way, default="", help=help)
    parser.set_defaults(ways=ways)


def check_way(args: argparse.Namespace) -> None:
    """Raise :class:`CommandError` if an option was given that does not go with ``--WAY`` (see :func:`add_ways`)."""
    ways = getattr(args, "ways", {})
    for name in {name: None for names in ways.values() for name in names if name not in ways[args.way]}:
        if strange := given(args, name):
            takers = " or ".join(f"--{way}" for way, names in ways.items() if name in names)
            why = f"does not go with --{args.way}" if args.way else f"needs {takers}"
            raise CommandError(f"{strange[0]} {why}")


class Parser(argparse.ArgumentParser):
    """An argument parser that reports errors as plain text, whatever was typed, and cuts what is too long."""

    def error(self, message: str) -> NoReturn:
        super().error(re.sub(r"(?<=arguments: ).*|'[^'\n]*'|\S+", lambda found: short(found[0]), message))

    def _print_message(self, message: str, file: Any = None) -> None:
        super()._print_message(plain(message), file)


class Help(argparse.HelpFormatter):
    """Help that breaks lines only at spaces, so that solver names can be read, searched for and copied."""

    def _split_lines(self, text: str, width: int) -> list[str]:
        return textwrap.wrap(" ".join(text.split()), width, break_on_hyphens=False, break_long_words=False)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n".join(indent + line for line in self._split_lines(text, width - len(indent)))


def add_solver(parser: argparse.ArgumentParser, *, quickest: bool = False, sat: bool = False) -> None:
    """Add ``--solver``. With ``quickest``, it defaults to ``None``, which stands for :func:`solvers.quickest`. With
    ``sat``, add ``--sat-command`` and ``--encoding`` too, which are short for a solver and one of its options.
    """
    endless = [name for name in solvers.names() if declared(name, "exhaustive")]
    large, without = QUICK_BEYOND
    small = f"by size: {QUICK} up to {QUICK_UP_TO}x{QUICK_UP_TO}"
    usual = f"{small}, {large} above that, or {without} if {large} is not installed" if quickest else solvers.DEFAULT
    parser.add_argument(
        "--solver",
        type=solver_name,
        default=None if quickest else solvers.DEFAULT,
        metavar="NAME",
        help=f"one of: {', '.join(solvers.names())}; or a Python file of your own (default: {usual}). "
        f"On most 9x9 puzzles {', '.join(endless)} would take longer than a lifetime",
    )
    add_option(parser)
    if sat:
        _add_sat(parser)


def add_option(parser: argparse.ArgumentParser, dest: str = "options") -> None:
    """Add ``--option``, which collects strings for :func:`settings`."""
    option_help = "set an option of the solver, as in seed=7; may be given several times (see: solvescope list)"
    parser.add_argument("--option", dest=dest, action="append", default=[], metavar="NAME=VALUE", help=option_help)


def read_options(args: argparse.Namespace) -> None:
    """Convert the ``--option`` strings, and the arguments that are short for some, to the solver's options.

    Raises :class:`CommandError`.
    """
    if "options" not in args:
        return
    for argument, option in (("sat_command", "command"), ("encoding", "encoding")):  # short for these options
        if (value := getattr(args, argument, None)) is not None:
            taking = next(name for name in solvers.names() if option in {one.name for one in solvers.get(name).options})
            if args.solver not in (None, solvers.DEFAULT, taking):
                flag = argument.replace("_", "-")
                raise CommandError(f"--{flag} is an option of {taking}, not of {args.solver}: leave one of them out")
            args.solver, args.options = taking, [*args.options, f"{option}={value}"]
    if args.options and not args.solver:
        raise CommandError("--option: use --solver to name the solver that has this option")
    args.options = settings(solvers.get(args.solver or solvers.DEFAULT), args.options) if args.options else {}


@raised_as(CommandError, OptionError, before="--option: ")
def settings(solver: Solver, texts: Sequence[str]) -> dict[str, Any]:
    """Return the solver's options given by ``--option`` strings. Raises :class:`CommandError`."""
    return solver.read_options(texts)


def steps_of(puzzle: Puzzle, solver: str, settings: Mapping[str, Any]) -> Iterator[Step]:
    """Yield the steps of a run, passing on anything the user's own solver prints.

    Raises :class:`CommandError` if a package is missing, or the size of the grid or an option is unsuitable.
    """
    if lacking := solvers.get(solver).lacking(settings):
        other = solvers.get(solver).instead or "NAME"
        raise CommandError(f"{lacking} Or choose a different solver: --solver {other}")
    try:
        solvers.get(solver).suit(settings, puzzle)
        steps = solvers.trace(puzzle, solver, **settings)
    except solvers.SizeError as error:
        raise CommandError(f"{error} with --solver (see: solvescope list)") from None
    except OptionError as error:
        raise CommandError(f"--option: {error}") from None
    if hasattr(steps, "echo"):
        steps.echo = lambda line: say(f"{solver}: {line}")  # standard output is for results
    return steps


def timeline_of(puzzle: Puzzle, solver: Solver, settings: Mapping[str, Any]) -> "Timeline":
    """Return the timeline of a run with the steps of :func:`steps_of`."""
    from visualizer.timeline.timeline import Run, Timeline

    return Timeline(Run(lambda: steps_of(puzzle, solver.name, settings), lambda: solver.board(puzzle, settings)))


Tick = Callable[[], object] | None
"""Called regularly while a solver runs, if there is one."""


def answers(
    puzzle: Puzzle,
    solver: str | None,
    seconds: float | None,
    settings: Mapping[str, Any],
    tick: Tick = None,
    wanted: float = 1,
) -> Iterator[Puzzle]:
    """Yield every solution of a run, using the same steps as the window. ``settings`` are the solver's options.

    Without a solver, the quickest for up to ``wanted`` solutions is used.

    Raises :class:`LimitReached` when the time is up, :class:`GaveUp`, and anything :func:`steps_of` raises.
    """
    name = solver or solvers.quickest(puzzle.geometry, wanted)
    steps = steps_of(puzzle, name, settings) if solver or settings else solvers.unwatched(puzzle, wanted)
    board = solvers.get(name).board(puzzle, settings)
    for step in within(steps, seconds, tick):
        if step.kind is Kind.SOLVED:
            yield board.solution()
        elif step.kind is Kind.GAVE_UP:
            raise GaveUp
        elif step.kind is not Kind.PENDING:
            board.apply(step)


def within(steps: Iterator[Step], seconds: float | None, tick: Tick = None) -> Iterator[Step]:
    """Yield steps until the time is up, then raise :class:`LimitReached`. The clock is read every 256 steps."""
    if seconds is None and tick is None:
        yield from steps
        return
    end = time.monotonic() + seconds if seconds is not None else math.inf
    for number, step in enumerate(steps):
        if number & 255 == 255 or step.kind is Kind.PENDING:
            if time.monotonic() > end:
                raise LimitReached
            if tick:
                tick()
        yield step


# A SAT solver's options, and the techniques of people -----------------------------------------------------------------


def _add_sat(parser: argparse.ArgumentParser) -> None:
    from solvers.sat.cnf import ENCODINGS  # imported late, because few commands need it

    sat_command_help = (
        "your own SAT solver, such as minisat or 'cadical --sat': any program that reads DIMACS files "
        "(short for --solver sat --option command=COMMAND)"
    )
    parser.add_argument("--sat-command", type=program, metavar="COMMAND", help=sat_command_help)
    parser.add_argument(
        "--encoding",
        choices=tuple(ENCODINGS),
        help="how the rules become clauses for a SAT solver (short for --solver sat --option encoding=NAME)",
    )


def program(text: str) -> str:
    """Parse an argument that must be a runnable command."""
    from solvers.sat.command import missing as missing_program  # imported late, because few runs need it

    if missing := missing_program(text):
        raise argparse.ArgumentTypeError(missing)
    return text


def add_ladder(parser: argparse._ActionsContainer) -> None:
    """Add ``--off`` (a tuple of names) and ``--no-uniqueness``."""
    off_help = f"techniques to leave out, from: {', '.join(_ladder())}"
    parser.add_argument("--off", type=_techniques, default=(), metavar="A,B,…", help=off_help)
    add_flag(parser, "--no-uniqueness", "leave out the techniques that assume that the puzzle has just one solution")


def _techniques(text: str) -> tuple[str, ...]:
    return tuple(map(technique, separated(text)))


def technique(text: str) -> str:
    """Parse the name of a technique in any spelling, such as ``X-Wing``."""
    names = _ladder()
    name = text.lower().replace("-", "_").replace(" ", "_")
    if name not in names:
        raise argparse.ArgumentTypeError(f"no technique is called {quoted(text)}; choose one of: {', '.join(names)}")
    return name


def _ladder() -> list[str]:
    from solvers.techniques import ladder  # imported late, because few commands need it

    return [one.name for one in ladder()]


# A saved view's run ---------------------------------------------------------------------------------------------------


def checked_view(args: argparse.Namespace, deed: str, done: str) -> "CheckedView":
    """Read and check the saved view that ``args.puzzle`` names, and register its solver.

    ``deed`` and ``done`` are two forms of the verb used in messages, as in "record" and "recorded". Raises
    :class:`CommandError` if the view is faulty, if it runs a program that ``--solver`` does not name, or if the
    arguments contradict it.
    """
    from visualizer.files.saved_view import ViewError, load
    from visualizer.session.checked_view import check, program_of

    path = Path(args.puzzle)
    with raised_as(CommandError, ViewError, before=f"the view in {short(path)} cannot be {done}:\n"):
        view = load(path)
        program = program_of(view, path.parent)
        _refuse(args, view, path, program, deed)
        checked = check(view, path.parent)
    if checked.instead:
        say(f"solvescope: {checked.instead}")
    name = args.solver if program else checked.solver.name
    checked.modes.pop("quiz", None)  # whether the window asks questions makes no difference
    checked.solver = solvers.get(name)  # a Python file runs under the name it was given
    return checked


def _refuse(args: argparse.Namespace, view: "View", path: Path, program: Path | None, deed: str) -> None:
    """Raise :class:`CommandError` if a view does not allow these arguments, or runs a program without permission."""
    from solvers.external.registry import file_of

    named = file_of(solvers.get(args.solver))
    if program and not (named and named.path.resolve() == program.resolve()):
        raise CommandError(f"{short(path)} runs the program {short(program)}; to allow that, add --solver {program}")
    lanes, raced = getattr(args, "solvers", None) or (), _lanes_of(view)
    if any(file for _, file in raced) and [str(lane) for lane in lanes] == [name for name, _ in raced]:
        lanes = ()  # the arguments name exactly the lanes of the view
    elif missing := [f"{name} from {short(file)}" for name, file in raced if file and not known(name)]:
        named_so = f"--solvers {','.join(file or name for name, file in raced)}"
        own = f"{short(path)} holds a race with your own {listed(missing)}"
        raise CommandError(f"{own}; to allow that, name its lanes in order, with the paths of your files: {named_so}")
    other = args.solver != solvers.DEFAULT and not program
    asked = (("--solver", other), ("--solvers", lanes), ("--option", args.options))
    if given := [name for name, used in asked if used]:
        raise CommandError(f"{short(path)} says which algorithm runs, and how: {deed} it without {listed(given)}")


def _lanes_of(view: "View") -> list[tuple[str, str]]:
    """Return the solvers of the race in an unchecked view, each with its file if it is the user's own."""
    race = view.modes.get("race")
    lanes = race.get("lanes") if isinstance(race, dict) else None
    named = [lane for lane in lanes if isinstance(lane, dict)] if isinstance(lanes, list) else []
    return [(name := str(lane.get("solver")), str(lane.get("file") or _file_of(name))) for lane in named]


def _file_of(name: str) -> str:
    """Return the name of the file that holds the user's own solver. If it is unknown, guess one.

    Return "" if the solver is built in, or the name looks like a misspelt one.
    """
    if known(name):
        from solvers.external.registry import file_of

        file = file_of(solvers.get(name))
        return file.path.name if file else ""
    return "" if did_you_mean(name, solvers.names()) else f"{name}.py"
