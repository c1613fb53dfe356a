"""``solvescope study``: measures what algorithms cost on many puzzles, with plots, in a folder of its own."""

import argparse
import random
import sys
import time
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from puzzles.discovery import About
from puzzles.figures import counted, grouped
from puzzles.problems import short
from solvers.processes.pool import Pool
from solvers.processes.worker import WorkerLost
from visualizer.cli.arguments import add_cluster, add_flag, add_number, shared
from visualizer.cli.output import CommandError, aligned, is_terminal, need_stdout, results, tell
from visualizer.cli.progress import TOLD, ProgressBar
from visualizer.text.numbers import time_text
from visualizer.text.shell import Exit, raised_as, say

if TYPE_CHECKING:
    from visualizer.study.plan import Study

ABOUT = About("study", summary="measure what algorithms cost on many puzzles, with plots and a page", rank=118)
SAID = 5
"""The maximum number of reasons to print why an algorithm is left out."""


def configure(parser: argparse.ArgumentParser) -> None:
    what = "a study's TOML file or a study of the program's own; or, after report, a folder, to make its page again"
    parser.add_argument("study", nargs="+", metavar="NAME.toml | report FOLDER", help=what)
    add_flag(parser, "--new", "write NAME.toml, a small study with comments to start from")
    parser.add_argument("-o", "--folder", type=Path, metavar="FOLDER", help="where results go (default: NAME)")
    add_flag(parser, "--resume", "go on with a study that was stopped or that has grown")
    jobs = "share the runs among N processes (default: 1, so that runs do not disturb each other's times)"
    group = parser.add_mutually_exclusive_group()
    add_number(group, "--jobs", jobs, "number of processes", default=1, most=256)
    add_cluster(group)
    add_flag(parser, "--programs", "allow the study to run solvers and SAT solvers of your own that it names")


def run(args: argparse.Namespace) -> int:
    from visualizer.study.plan import StudyError, load

    need_stdout()
    first, *rest = args.study
    with raised_as(CommandError, StudyError):
        if first == "report" and len(rest) == 1:
            return _report(Path(rest[0]))
        if rest:
            raise CommandError("name one study: 'solvescope study NAME.toml', or 'solvescope study report FOLDER'")
        path = Path(first)
        own = resources.files("assets") / "studies"
        shipped = {its.stem: its for its in sorted(own.glob("*.toml"))} if isinstance(own, Path) else {}
        if path.suffix.lower() != ".toml" and first not in shipped:
            names = ", ".join(shipped)
            raise CommandError(f"{short(path)} is not a study: end its name in .toml, or name one of {names}")
        if args.new:
            return _new(path)
        study, folder = load(shipped.get(first, path), args.programs), args.folder or path.with_suffix("")
        with shared(args, args.jobs) as (pool, processes):
            _run(study, folder, args, pool, processes)
        return _report(folder)


def _new(path: Path) -> Exit:
    if path.exists() or not path.suffix:
        raise CommandError(f"{short(path)} already exists: give another name")
    from visualizer.study.svg import asset

    with results(path) as put:
        put(asset("start.toml").replace("NAME.toml", path.name).rstrip())
    say(f"{short(path)} holds a study. Change it, then run it: solvescope study {short(path)}")
    return Exit.DONE


def _run(study: "Study", folder: Path, args: argparse.Namespace, pool: Pool, processes: int) -> None:
    """Make the runs that are missing, in random order."""
    from solvers.study.cost import RunCost, measure_all
    from visualizer.study.folder import StudyRow, append, begun

    with begun(study, folder, args.resume, args.cluster) as (rows, stream):
        there = {row.info.key for row in rows}
        left = [run for run in study.runs if run[0].key not in there]
        random.Random(study.seed).shuffle(left)  # so that a slow minute of the machine does not fall on one algorithm
        unfit = [(info, work) for info, work in left if isinstance(work, RunCost)]
        for info, cost in unfit:
            append(stream, StudyRow(info, cost))
        for trouble in sorted({cost.trouble for _, cost in unfit})[:SAID]:
            say(f"left out as not applicable: {trouble}")
        runs = [(info, work) for info, work in left if not isinstance(work, RunCost)]
        if there:
            say(f"{counted(len(there), 'run')} there already, {grouped(len(runs))} left")
        try:
            with _Outlook(len(runs), what="runs", few=True) as outlook:

                def heard(number: int, cost: RunCost) -> None:
                    append(stream, StudyRow(runs[number][0], cost))
                    outlook.one_more()

                measure_all([work for _, work in runs], processes, heard, pool)
        except (KeyboardInterrupt, WorkerLost):
            say(f"\nstopped: the runs so far are in {short(folder)}; go on with --resume")
            raise


class _Outlook(ProgressBar):
    """The progress of a study, with an estimate of the time left. Without a terminal, it writes a line now and then."""

    _told = 0.0

    def one_more(self) -> None:
        done, took = self.done + 1, time.monotonic() - self._begun
        self.show(done, done)
        if took - self._told >= TOLD and not is_terminal(sys.stderr):
            self._told, left = took, took * (self.size - done) / done
            say(f"{grouped(done)} of {counted(self.size, 'run')}; about {time_text(left)} left")


def _report(folder: Path) -> Exit:
    from visualizer.study.report import write

    table, missing = write(folder)
    for line in aligned([[str(cell) for cell in row] for row in table], {0}):
        tell(line)
    say(f"{missing}\n" * bool(missing) + f"the results are in {short(folder)}; open {short(folder / 'report.html')}")
    return Exit.DONE
