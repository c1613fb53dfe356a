"""``solvescope generate``: makes new puzzles with a given level, number of givens or symmetry."""

import argparse
import shlex
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import SystemRandom

from puzzles.corpus.record import LEVELS
from puzzles.discovery import About
from puzzles.geometry import Geometry, sides
from puzzles.kinds.blueprint import items_of
from puzzles.problems import quoted, short
from puzzles.writing import record
from solvers.core.registry import get as solver
from solvers.generate.collector import CandidateWish, Collector
from solvers.generate.generator import SYMMETRIES, Recipe, candidate, groups
from solvers.generate.variants import why_not
from solvers.grading.rating import HODOKU
from solvers.sat.backends import missing
from solvers.sat.judge import SOLVER
from solvers.techniques import get
from solvers.techniques.registry import rungs
from solvers.techniques.scale import Level
from visualizer.cli import bulk_output
from visualizer.cli.arguments import add_flag, add_long_work, add_number, given, shared, technique
from visualizer.cli.bulk_output import ANEW, NotItsLines
from visualizer.cli.output import CommandError, LimitReached, add_output
from visualizer.cli.progress import CountBar
from visualizer.text.shell import Exit, raised_as, say

ABOUT = About("generate", summary="make puzzles with a given level, number of givens or symmetry", rank=40)


def configure(parser: argparse.ArgumentParser) -> None:
    add_number(parser, "--count", "number of puzzles (default: 1)")
    parser.add_argument("--level", choices=LEVELS, help="the level on HoDoKu's scale (fiendish is its Unfair)")
    each_help = "the number of puzzles of each level, as in easy=100,extreme=20 (replaces --count and --level)"
    parser.add_argument("--each", type=_quotas, metavar="LEVEL=N,…", help=each_help)
    add_number(parser, "--clues", "make puzzles with exactly K givens", "number of givens", least=0, metavar="K")
    symmetry = "the symmetry of the givens' cells (default: none)"
    parser.add_argument("--symmetry", choices=SYMMETRIES, default="none", help=symmetry)
    add_flag(parser, "--minimal", "make puzzles in which every given is needed")
    sat_help = (
        "on grids above 9x9, ask a SAT solver (MiniCARD in python-sat) and not a short search which givens can be "
        "removed; this leaves fewer givens and, with --minimal up to 16x16, no unneeded ones"
    )
    add_flag(parser, "--sat", sat_help)
    parser.add_argument("--size", type=_size, metavar="N", help="cells per side, 4 to 36 (default: 9)")
    kinds = "killer, comparison, jigsaw, x, samurai, kakuro or slitherlink"
    kind = f"{kinds}, or a shape such as 'killer 6x6; units diagonals'"
    parser.add_argument("--kind", metavar="KIND", help=kind)
    needs = "make puzzles that need this technique, such as x_wing"
    parser.add_argument("--needs", type=technique, metavar="TECHNIQUE", help=needs)
    parser.add_argument("--seed", metavar="S", help="the same S makes the same puzzles (default: a new one each time)")
    add_flag(parser, "--graded", "add each puzzle's level, score and number")
    add_output(parser, "write to OUT, one puzzle per line")
    add_long_work(parser)
    tries = "give up after N failed candidates, with exit code 3 (default: about a minute's worth, up to"
    add_number(parser, "--tries", f"{tries} {tries_of(CandidateWish())})", "number of tries")
    add_flag(parser, "--quiet", "show no progress")


def run(args: argparse.Namespace) -> int:
    if args.resume and (args.output is None or args.seed is None):
        raise CommandError("--resume: use -o to name the file to continue, and --seed to give its seed")
    new = args.seed is None
    if new:
        args.seed = str(SystemRandom().randrange(10**9))
    collector = _collector(args)
    if new:
        say(f"seed {args.seed}: --seed {args.seed} makes the same puzzles again")
    tries = args.tries or tries_of(collector.wish)
    try:
        with (
            shared(args, args.processes) as (collector.pool, collector.processes),
            bulk_output.opened(args.output, args.resume, grids=False) as output,
        ):
            if isinstance(output, bulk_output.File):
                _begin(collector, output, header(args), tries)
            _write(collector, output, tries, args.quiet)
    except LimitReached:
        found = f"{collector.found} of {collector.number} found"
        failed = f"the last {collector.fruitless} candidates did not fit"
        say(f"{found}; {failed}: {advice(collector.wish)}, or allow more with --tries")
        return Exit.STOPPED
    return Exit.DONE


def _collector(args: argparse.Namespace) -> Collector:
    """Return the collector for the request. Raises :class:`CommandError` if the request makes no sense."""
    if args.each and (args.count or args.level):
        raise CommandError("--each already says how many puzzles to make: leave out --count and --level")
    if args.sat and (lacking := missing(SOLVER)):
        raise CommandError(f"--sat: {lacking}; or leave out --sat")
    count = args.count or 1
    quotas = args.each or ({args.level: count} if args.level else {})
    with raised_as(CommandError, ValueError):
        recipe = Recipe(_shape(args), args.clues, args.minimal, args.symmetry, args.sat)
        if why := why_not(recipe.geometry):
            raise CommandError(why)
    wish = CandidateWish(recipe, quotas, args.needs or "", args.graded)
    if why := impossible(wish):
        raise CommandError(why)
    return Collector(args.seed, wish, count)


def _shape(args: argparse.Namespace) -> Geometry:
    """Return the shape of the puzzles, of which only the kinds of items matter. Raises ``ValueError``."""
    if not args.kind:
        return Geometry.of_side(args.size or 9)
    name, _, items = args.kind.partition(" ")
    return Geometry.of_spec(f"{name} {items}; {args.size}x{args.size}" if args.size else args.kind)


def _begin(collector: Collector, output: bulk_output.File, top: bytes, tries: int) -> None:
    """Write the header, or continue after existing lines."""
    if not output.size:
        output.write(top)
        return
    data = output.path.read_bytes()
    if not data.startswith(top):
        raise _stranger(output.path, "the file was made by a different command, shown in its first lines")
    lines = [_fields(line) for line in data[len(top) :].decode("ascii", "replace").splitlines()]
    before = [(line[0], line[1] if line[1:] else None) for line in lines if line]
    if before and collector.wish.graded:
        try:  # the last line ends in the number of its candidate
            collector.resume_behind(before, int(lines[-1][3]))
        except (ValueError, IndexError) as error:
            raise _stranger(output.path, f"its last line is not what this seed makes ({error})") from None
        return
    met = vain = 0
    for one in collector.resume(before):
        met, vain = (met + 1, 0) if one else (met, vain + 1)
        if vain >= tries:
            as_far = f"as far as {tries} tries can tell"
            raise _stranger(output.path, f"puzzle {met + 1} does not come from this seed, {as_far}")


def _fields(line: str) -> list[str]:
    """Split a line into a puzzle, with its shape in brackets if it has one, and the fields after it."""
    shape, space, rest = line.rpartition("] ")
    puzzle, *fields = rest.split() or [""]
    return [shape + space + puzzle, *fields] if line.strip() else []


def _stranger(path: Path, why: str) -> NotItsLines:
    return NotItsLines(f"{short(path)}: {why}; {ANEW}")


def _write(collector: Collector, output: bulk_output.AnswerOutput, tries: int, quiet: bool) -> None:
    """Write the chosen puzzles, each as soon as it is found."""
    counter = CountBar(collector, advice(collector.wish), quiet)
    with closing(collector.looked_at()) as looked, counter:
        for one in looked:
            if one is not None:
                text = record(one.puzzle)
                line = f"{text} {one.grade} {one.number}" if collector.wish.graded else text
                output.write(f"{line}\n".encode("ascii"))
            if counter.due():
                counter.show(collector.found, collector.tried)
            if collector.fruitless >= tries:
                raise LimitReached
    if collector.found < collector.number:
        raise LimitReached


def header(args: argparse.Namespace) -> bytes:
    """Return the comment at the top of a file: a description, and the command that makes the same puzzles again."""
    graded = " Each is followed by its level, its score and its candidate number." if args.graded else ""
    text = (
        f"# {_shape_in_words(args)} puzzles, one a line, . for a blank. Each has exactly one solution,\n"
        f"# and no two are alike, not even after renaming digits.{graded}\n"
        f"# Made by: solvescope generate {shlex.join(_words(args))}\n"
    )
    return text.encode("utf-8")


def _shape_in_words(args: argparse.Namespace) -> str:
    geometry = _shape(args)
    return f"{geometry.dimensions} {geometry.kind.title}"


def _words(args: argparse.Namespace) -> Iterator[str]:
    """Yield the arguments that determine the puzzles."""
    each = args.each and ",".join(f"{level}={number}" for level, number in args.each.items())
    yield from ("--count", str(args.count or 1)) if not each else ("--each", each)
    for option in given(args, "level", "clues", "needs", "symmetry", "kind", "size"):
        yield from (option, str(getattr(args, option[2:])))
    yield from given(args, "minimal", "sat", "graded")
    yield from ("--seed", args.seed)


# What the arguments mean ----------------------------------------------------------------------------------------------


def _size(text: str) -> int:
    if text not in map(str, sides()):
        raise argparse.ArgumentTypeError(f"{quoted(text)} is not a size; choose one of {', '.join(map(str, sides()))}")
    return int(text)


def _quotas(text: str) -> dict[str, int]:
    quotas: dict[str, int] = {}
    for part in text.split(","):
        level, _, number = part.partition("=")
        if level not in LEVELS or level in quotas or not number.isascii() or not number.isdigit() or len(number) > 9:
            form = f"write it as easy=100,hard=20 (levels: {', '.join(LEVELS)})"
            unclear = f"{quoted(part)} does not say how many puzzles of a level to make"
            raise argparse.ArgumentTypeError(f"{unclear}; {form}")
        if int(number):
            quotas[level] = int(number)
    if not quotas:
        raise argparse.ArgumentTypeError("ask for at least one puzzle, as in easy=100,hard=20")
    return quotas


# Which requests are impossible, and which may never be met ------------------------------------------------------------

FEWEST = {4: 4, 9: 17}
"""The minimum number of givens of a puzzle with one solution, by side length. For 9x9, see McGuire, Tugemann and
Civario, 2012.
"""
ONLY_EASY = 4
"""The side length of grids whose puzzles are all easy. The two essentially different grids of that size have 91,428
puzzles, and naked and hidden singles solve them all.
"""
RARE, DENSE = 22, 30
"""Numbers of givens on a 9x9. Few searches get below the first, and few minimal puzzles exceed the second."""
_TRIES, _LEVEL_TRIES, _NEEDS_TRIES = 50_000, 20_000, 10_000
_AT_16, _LEAST = 200, 10


def tries_of(wish: CandidateWish) -> int:
    """Return the number of failed candidates after which the search gives up: about a minute's worth on two cores."""
    side = wish.recipe.geometry.side
    most = _NEEDS_TRIES if wish.needs else _LEVEL_TRIES if wish.levels else _TRIES
    return most if side == 9 else max(_LEAST, min(_NEEDS_TRIES, _AT_16 * 16**6 // side**6))


def impossible(wish: CandidateWish) -> str:
    """Explain why no puzzle can meet the request and what to ask for instead, or return "" if nothing rules it out."""
    side = wish.recipe.geometry.side
    above = [level for level in wish.levels if level != LEVELS[0]]
    if why := _by_number(wish.recipe):
        return why
    rated = wish.levels or wish.needs or wish.graded
    if rated and items_of(wish.recipe.geometry) and (why := solver("human").misfit(candidate(0, 0, wish.recipe))):
        return f"such puzzles have no level yet, because {why[0].lower()}{why[1:]}"
    if side <= ONLY_EASY and above:
        easy = f"every {side}x{side} puzzle is easy, so none is {above[0]}"
        return f"{easy}: leave out the level, or choose a larger --size"
    return _by_technique(wish) if wish.needs else ""


def _by_number(recipe: Recipe) -> str:
    clues, side = recipe.clues, recipe.geometry.side
    if clues is None:
        return ""
    least = FEWEST.get(side, side - 1) if recipe.geometry.grid else 0
    if clues < least:
        return f"a {side}x{side} puzzle with one solution has at least {least} givens: ask for --clues {least} or more"
    most = side * (side - 1)
    if recipe.minimal and clues > most:
        fewer = f"{RARE} to {DENSE}" if side == 9 else f"{most} at most"
        full = f"with {clues} givens some row is full, so the puzzle is never minimal"
        return f"{full}: leave out --minimal, or ask for --clues {fewer}"
    sums = {0}  # the numbers of givens that the symmetry allows, as it adds cells in groups
    for group in groups(recipe.geometry, recipe.symmetry):
        sums |= {number + len(group) for number in sums}
    if clues in sums:
        return ""
    near = [max(filter(lambda one: one < clues, sums)), min(filter(lambda one: one > clues, sums))]
    return f"no {clues} cells have {recipe.symmetry} symmetry: ask for --clues {near[0]} or {near[1]}"


def _by_technique(wish: CandidateWish) -> str:
    geometry, technique = wish.recipe.geometry, get(wish.needs)
    size = f"{geometry.side}x{geometry.side}"
    if technique not in rungs(geometry):
        return f"{wish.needs} does not work on {size} grids: choose a different --size or technique"
    if geometry.side <= ONLY_EASY and technique.level > Level.EASY:
        return f"singles alone solve every {size} puzzle, so none needs {wish.needs}: choose a larger --size"
    for level in wish.levels:
        if HODOKU[level] < technique.level:
            least = LEVELS[list(HODOKU.values()).index(technique.level)]
            return f"a puzzle that needs {wish.needs} is at least {least}, not {level}: ask for --level {least}"
    return ""


def advice(wish: CandidateWish) -> str:
    """Say what to change if no puzzle is found."""
    recipe = wish.recipe
    clues, nine = recipe.clues, recipe.geometry.side == 9
    if clues is not None and nine and clues < RARE:
        return f"ask for --clues {RARE} or more"
    if clues is not None and nine and recipe.minimal and clues > DENSE:
        return f"ask for --clues {RARE} to {DENSE}, or leave out --minimal"
    if clues is not None and not nine:
        return "ask for more givens, or leave out --clues"
    asked = {"--level": wish.levels, "--needs": wish.needs, "--clues": clues is not None}
    given = [name for name, its in (asked | {"--symmetry": recipe.symmetry != "none"}).items() if its]
    return f"leave out one of {', '.join(given)}" if len(given) > 1 else "ask for something less rare"
