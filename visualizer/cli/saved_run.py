"""Reads the run of a saved view for a command that takes one."""

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

import solvers
from puzzles.problems import short
from solvers.core.declaration import did_you_mean
from solvers.core.registry import known
from solvers.external import registry
from visualizer.cli.output import CommandError
from visualizer.text.shell import raised_as, say
from visualizer.text.spans import listed

if TYPE_CHECKING:
    from visualizer.files.saved_view import View
    from visualizer.session.checked_view import CheckedView


def checked_view(args: Namespace, deed: str, done: str) -> "CheckedView":
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


def _refuse(args: Namespace, view: "View", path: Path, program: Path | None, deed: str) -> None:
    """Raise :class:`CommandError` if a view does not allow these arguments, or runs a program without permission."""
    named = registry.file_of(solvers.get(args.solver))
    if program and not (named and named.path.resolve() == program.resolve()):
        raise CommandError(f"{short(path)} runs the program {short(program)}; to allow that, add --solver {program}")
    lanes, raced = tuple(getattr(args, "solvers", None) or ()), _lanes_of(view)
    if any(file for _, file in raced) and [str(lane) for lane in lanes] == [name for name, _ in raced]:
        lanes = ()  # the arguments name exactly the lanes of the view
    elif missing := [f"{name} from {short(file)}" for name, file in raced if file and not known(name)]:
        named_so = ",".join(file or name for name, file in raced)
        raise CommandError(
            f"{short(path)} holds a race with your own {listed(missing)}; to allow that, name its lanes in order, with "
            f"the paths of your files: --solvers {named_so}"
        )
    other = args.solver != solvers.DEFAULT and not program
    given = [name for name, used in (("--solver", other), ("--solvers", lanes), ("--option", args.options)) if used]
    if given:
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
        file = registry.file_of(solvers.get(name))
        return file.path.name if file else ""
    return "" if did_you_mean(name, solvers.names()) else f"{name}.py"
