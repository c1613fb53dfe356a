"""The registry of solvers, shared by the menu, the command line, the tests and the README.

Each algorithm is a file in ``solvers/algorithms``, found by its declaration and imported on demand. Installed packages
and the user's own file register their solvers at run time; those come last.
"""

import math
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from puzzles.bounds import WIDEST
from puzzles.discovery import Declaration, entries
from puzzles.geometry import Geometry
from puzzles.problems import quoted
from puzzles.puzzle import Puzzle
from solvers.core import literals
from solvers.core.board import Board, Candidates
from solvers.core.dials import DIALS, Dial
from solvers.core.step import Kind, Step, Why

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

Run = Callable[..., Iterator[Step]]

ALGORITHMS = "solvers.algorithms"
"""The package that contains the algorithms."""
GROUP = "solvescope.solvers"
"""The entry point group in which installed packages offer solvers."""


@dataclass(frozen=True)
class Option:
    """A keyword argument of a solver that the user can set."""

    name: str
    default: Any
    """The default value, whose type is the option's type."""
    description: str
    """One sentence that says what the option changes."""
    least: int | float | None = None
    """The minimum value, if there is one."""
    choices: tuple[str, ...] = ()
    """The allowed values, if there are only a few."""
    program: bool = False
    """Whether the option names a program to run. Only the user may set it, never a file that is opened."""
    of_puzzle: bool = False
    """Whether the option refers to the cells of one puzzle, and so is cleared for any other."""
    narrows: bool = False
    """Whether the option excludes some solutions, so that the end of the run proves nothing about the puzzle."""
    check: Callable[[Any, Puzzle | None], None] | None = None
    """A function that raises ``ValueError`` if a value is invalid for the puzzle or, given ``None``, for every
    puzzle.
    """
    names: tuple[str, ...] = ()
    """The allowed items, if the value is a list separated by commas, spaces or plus signs."""
    candidates: Candidates | None = None
    """What the board's candidates mean when the option is set; ``None`` if it makes no difference."""
    means: Callable[[Geometry], Any] | None = None
    """The choice that the default stands for on a grid, if it only picks one of the others."""

    def read(self, text: str) -> Any:
        """Return the value that a text stands for. Raises ``ValueError`` or ``KeyError`` if it is of another type."""
        if isinstance(self.default, bool):
            return _WORDS[text.lower()]
        value = type(self.default)(text) if isinstance(self.default, int | float) else text
        if isinstance(value, float) and not math.isfinite(value):
            raise ValueError
        return value

    def takes(self, value: Any) -> bool:
        """Return whether a value of the right type is within the option's bounds, choices and names."""
        if isinstance(value, int) and abs(value) >= WIDEST:
            return False
        if self.choices and value not in self.choices or self.names and not set(separated(value)) <= {*self.names}:
            return False
        return self.least is None or value >= self.least

    @property
    def wanted(self) -> str:
        """The values that the option takes, in words."""
        words = _WANTED.get(type(self.default), f"a {type(self.default).__name__}")
        if self.choices:
            words = f"one of {', '.join(self.choices)}"
        if self.names:
            words = f"a list of names ({', '.join(self.names)})"
        return words + (f" from {self.least} up" if self.least is not None else "")


class OptionError(ValueError):
    """An unknown option or an invalid value. The message lists the solver's options."""


START = Option(
    "start",
    "",
    "Digits placed before the run, as in r1c2=4 r5c5=7. The result holds only for the puzzle with these digits.",
    of_puzzle=True,
    narrows=True,
    check=literals.check_digits,
)
FORK = Option(
    "fork",
    "",
    "What-if guesses: 812:r1c2=4 guesses that digit after 812 steps, and the run continues from that guess.",
    of_puzzle=True,
    narrows=True,
    check=literals.check_guesses,
)
ONLY_CANDIDATES = Option(
    "candidates",
    False,
    "Try only digits that no peer holds; a cell with only one such digit is not a guess.",
    candidates=Candidates.STRUCK,
)
"""An option for searches that otherwise try every digit."""
COMMON = (START, FORK)
"""Options that every solver has, handled by the caller of the run (see :mod:`solvers.run`) instead of the solver."""
SIMPLE = (bool, int, float, str)
"""The types of options that can be given as text."""
TAKEN = ("puzzle", "name", "hang", "hash_seed", *(option.name for option in COMMON))
"""Argument names reserved for the caller of a run, which a user's own solver cannot use as options."""
_WORDS = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}
_WANTED = {bool: "true or false", int: "a whole number", float: "a number", str: "text"}


def whole(puzzle: Puzzle) -> str:
    """Say that a puzzle has a unit that may lack a digit; "" if every unit holds them all."""
    return "" if all(unit.complete for unit in puzzle.geometry.units) else "needs units that hold every digit"


def whole_rows(puzzle: Puzzle) -> str:
    """Say that a puzzle has cells in no row or in several; "" if it is made of rows that hold every digit."""
    geometry = puzzle.geometry
    return "" if geometry.holds_each_once(geometry.rows) else "needs rows that hold every digit and share no cell"


@dataclass(frozen=True)
class Solver:
    """A generator function ``(puzzle, **options) -> Iterator[Step]`` and its declaration."""

    name: str
    title: str
    summary: str
    """One line that says what the solver does."""
    source: str
    """The system, paper or person the solver comes from."""
    run: Run
    rank: int = 0
    """The solver's position among the algorithms, from the simplest to the one that solves like a person."""
    family: str = ""
    """The kind of method, by which menus group solvers."""
    cost: str = ""
    """A description of the solver's complexity: how the amount of work grows."""
    watch_for: str = ""
    """A hint about what to look for while the solver runs."""
    idea: Kind | None = None
    """The kind of step without which a run shows nothing of the solver's idea; ``None`` if every run shows it."""
    shows: str = ""
    """The condition of ``solvescope find`` for a run that shows the idea well, and soon."""
    seen_on: tuple[str, ...] = ()
    """The named puzzles on which a run meets this condition, the best one first."""
    words: str = ""
    """Other words under which people look for the solver, such as the method's other names."""
    options: tuple[Option, ...] = ()
    """The options the user can set. Any other arguments (a hook, a start board) come from the caller."""
    whys: tuple[Why, ...] = ()
    """Reasons for steps that come from a table, and so are not named in the solver's source."""
    candidates: Candidates = Candidates.STRUCK
    complete: bool = True
    """Whether the solver finds a solution if there is one, and ends if there is none."""
    own: bool = False
    """Whether the solver is the user's own or from an installed package, so its claims are unproven."""
    guesses: bool = True
    """Whether the solver may guess."""
    enumerates: bool = True
    """Whether the solver can go on to yield every solution exactly once."""
    black_box: bool = False
    """Whether the search cannot be watched, so that only the answer is shown."""
    clashes: bool = False
    """Whether the solver may temporarily place clashing digits."""
    by_hand: str = ""
    """The option that accepts decisions by hand (see :func:`solvers.core.literals.parse_timed`); "" if none."""
    resumes: bool = False
    """Whether the function accepts ``noted``: what it knew when a fork interrupted it (:mod:`solvers.core.fork`)."""
    restarts: bool = False
    """Whether the search sometimes restarts, keeping what it has learnt."""
    person: bool = False
    """Whether the steps are a person's moves, so that the solver is not offered as an algorithm."""
    exhaustive: bool = False
    """Whether the solver tries every combination of row orders, so that it only finishes on nearly full grids."""
    formula: str = ""
    """How the solver models the puzzle: ``"equalities"`` of integer variables, ``"clauses"`` in conjunctive normal
    form, or "" for neither.
    """
    needs: str = ""
    """A package the solver requires, which may not be installed."""
    lacks: Callable[[Mapping[str, Any]], str] = lambda options: ""
    """A function that says what else is missing to run the solver with the given options, and how to get it."""
    instead: str = ""
    """The solver to offer if this one cannot run."""
    settled: Callable[[Mapping[str, Any]], dict[str, Any]] = dict
    """A function that adds the choices made on this machine to the options, so that files and tables can show them."""
    recalled: Callable[[Mapping[str, Any]], tuple[dict[str, Any], str]] = lambda options: (dict(options), "")
    """A function that adapts options from a file to this machine. It also returns a sentence about anything
    substituted.
    """
    fits: Callable[[Puzzle], str] = lambda puzzle: ""
    """What a puzzle's shape lacks for the solver. :meth:`unfit` says it of its rules too."""
    rules: bool = False
    """Whether the solver obeys a puzzle's rules as well as its units."""
    dials: tuple[str, ...] = ("guesses", "backtracks", "depth", "filled")
    """The dials that show how the search is going, from :data:`solvers.core.dials.DIALS` or the solver's own."""
    profile: str = "depth"
    """The dial drawn on the timeline."""
    told: tuple[str, ...] = ("depth", "conflicts")
    """The dials that summarise the search when steps go by too fast to read, most informative first."""
    measures: Mapping[str, Dial] = field(default_factory=dict, compare=False)
    """The solver's own dials, by name."""
    picks: str = ""
    """Where the solver guesses: ``"first"`` for the first cell with the fewest candidates, ``"any"`` for any such cell,
    ``"choices"`` if it also considers digits with few places in a unit, otherwise "".
    """
    order: str = ""
    """The order in which cells are filled, if candidates do not decide it: ``"blank"`` for the first blank cell first,
    ``"unit"`` for the one with the fullest unit, ``"sum"`` for the one whose units have the fewest blanks in all,
    ``"row"`` for row by row, otherwise "".
    """

    def dial(self, name: str) -> Dial:
        """Return one of the solver's dials by name. Raises ``LookupError``."""
        return self.measures[name] if name in self.measures else DIALS[name]

    @property
    def what_if(self) -> str:
        """The option for guesses by hand: the solver's own if it has one, otherwise the common one."""
        return self.by_hand or FORK.name

    def __post_init__(self) -> None:
        if taken := {one.name for one in self.options} & {one.name for one in COMMON}:
            raise ValueError(f"every solver has an option {min(taken)!r}: rename the one in {self.name}")
        if unknown := {*self.dials, self.profile, *self.told} - {*DIALS, *self.measures}:
            raise ValueError(f"{self.name} names the dial {min(unknown)!r}; choose one of: {', '.join(DIALS)}")

    @property
    def proves(self) -> bool:
        """Whether a run that ends without a solution, or without a further one, proves that there is none."""
        return self.complete and not self.own

    @property
    def every_option(self) -> tuple[Option, ...]:
        """The solver's own options plus the common ones, which are left out of lists and cards."""
        return (*self.options, *COMMON)

    def board(self, puzzle: Puzzle, options: Mapping[str, Any] = MappingProxyType({})) -> Board:
        """Return a fresh board for a run with these options, which may change what its candidates mean."""
        return Board(started(puzzle, options), self.mode(options), clashes=self.clashes)

    def mode(self, options: Mapping[str, Any]) -> Candidates:
        """Return what the board's candidates mean in a run with these options."""
        told = (one.candidates for one in self.options if one.candidates and options.get(one.name))
        return next(told, self.candidates)

    def unfit(self, puzzle: Puzzle) -> str:
        """Say why the solver does not take a puzzle, as in "needs boxes"; "" if it takes it."""
        unknown = puzzle.geometry.rules if not (self.rules or self.own) else ()
        return f"cannot apply the rule {unknown[0].name!r}" if unknown else self.fits(puzzle)

    def misfit(self, puzzle: Puzzle) -> str:
        """Say that the solver does not take a puzzle, and why; "" if it does."""
        return f"{self.title} {reason}" if (reason := self.unfit(puzzle)) else ""

    def lacking(self, options: Mapping[str, Any] = MappingProxyType({})) -> str:
        """Say what is missing to run the solver with these options, and how to get it; "" if nothing is."""
        if self.needs:
            try:
                import_module(self.needs)
            except ImportError:
                said = f"{self.title} needs the package {self.needs}, which cannot be imported"
                return f"{said}. Install it with: pip install {self.needs}."
        return self.lacks(options)

    # Options ---------------------------------------------------------------------------------------------------------

    def read_options(self, texts: Iterable[str]) -> dict[str, Any]:
        """Parse ``NAME=VALUE`` strings into keyword arguments for the function. Raises :class:`OptionError`.

        If a name is repeated, its last value wins. Values equal to the default are left out, since they make no
        difference.
        """
        found: dict[str, Any] = {}
        for text in texts:
            name, equals, said = text.partition("=")
            if not equals:
                setting = f"{quoted(text)} is not a setting; write NAME=VALUE, as in seed=7"
                raise OptionError(f"{setting}; {self._options_are}")
            option, said = self._option(name.strip()), said.strip()
            try:
                value = option.read(said)
            except (ValueError, KeyError):
                raise self._refused(option, said) from None
            if not option.takes(value):
                raise self._refused(option, said)
            self._check(option, value)
            found[option.name] = value
        return self.differing(found)

    def checked(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Check the options and return those that differ from the defaults. Raises :class:`OptionError`."""
        for name, value in options.items():
            option = self._option(name)
            if type(value) is not type(option.default) or not option.takes(value):
                raise self._refused(option, value)
            self._check(option, value)
        return self.differing(options)

    def suit(self, options: Mapping[str, Any], puzzle: Puzzle) -> None:
        """Raise :class:`OptionError` if an option that is valid in general does not suit this puzzle."""
        for name, value in options.items():
            self._check(self._option(name), value, puzzle)

    def kept(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return the options that the solver still accepts, in case its file has changed."""
        out = self.dropped(options)
        return self.differing({name: value for name, value in options.items() if name not in out})

    def dropped(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return the options that the solver no longer has, or whose values it no longer accepts."""
        found: dict[str, Any] = {}
        for name, value in options.items():
            try:
                self.checked({name: value})
            except OptionError:
                found[name] = value
        return found

    def differing(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return the options that differ from the defaults, in the solver's own order."""
        known = self.every_option
        return {one.name: options[one.name] for one in known if options.get(one.name, one.default) != one.default}

    def unbound(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return the options that are not tied to one puzzle's cells."""
        bound = {one.name for one in self.every_option if one.of_puzzle}
        return {name: value for name, value in options.items() if name not in bound}

    def is_narrowed(self, options: Mapping[str, Any]) -> bool:
        """Return whether the options exclude solutions, so that the end of the run proves nothing about the puzzle."""
        return any(option.narrows and option.name in options for option in self.every_option)

    def _option(self, name: str) -> Option:
        for option in self.every_option:
            if name in (option.name, option.name.replace("_", "-")):
                return option
        if self.own and name.replace("-", "_") in TAKEN:
            raise OptionError(f"the name {quoted(name)} is taken: rename that argument; {self._options_are}")
        raise OptionError(f"{self.name} has no option {quoted(name)}; {self._options_are}")

    @property
    def _options_are(self) -> str:
        if not self.options:
            return f"{self.name} has no options"
        return f"{self.name} has: {written({one.name: one.default for one in self.options})}"

    def _check(self, option: Option, value: Any, puzzle: Puzzle | None = None) -> None:
        if option.check is not None:
            try:
                option.check(value, puzzle)
            except ValueError as error:
                raise OptionError(f"the option {option.name} of {self.name}: {error}") from None

    def _refused(self, option: Option, value: Any) -> OptionError:
        must = f"the option {option.name} of {self.name} must be {option.wanted}, not {quoted(value)}"
        return OptionError(f"{must}; {self._options_are}")


def written(options: Mapping[str, Any]) -> str:
    """Format options as "seed=7, rounds=3", each in the form that :meth:`Solver.read_options` accepts."""
    return ", ".join(f"{name}={as_text(value)}" for name, value in options.items())


def as_text(value: Any) -> str:
    """Format a value as on the command line."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def separated(text: str) -> tuple[str, ...]:
    """Split a list such as "x_wing, swordfish" (or "x_wing+swordfish", where commas mean something else) into names."""
    return tuple(filter(None, re.split(r"[\s,+]+", text)))


def started(puzzle: Puzzle, options: Mapping[str, Any]) -> Puzzle:
    """Return the puzzle plus the digits that the options place before the run. Raises ``ValueError``."""
    text = options.get(START.name, START.default)
    return puzzle.with_placed(literals.parse_digits(text, puzzle)) if text else puzzle


def own_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options for the solver's own function, without the common ones."""
    common = {option.name for option in COMMON}
    return {name: value for name, value in options.items() if name not in common}


_loaded: dict[str, Solver] = {}
"""The algorithms whose files have been imported."""
_solvers: dict[str, Solver] = {}
"""Solvers registered by other code, which may replace algorithms of the same name."""
_removed: set[str] = set()
"""The algorithms that are no longer offered."""


def _algorithms() -> dict[str, Declaration]:
    return {entry.name: entry for entry in entries(ALGORITHMS, "register") if entry.name not in _removed}


def register(name: str, **facts: Any) -> Callable[[Run], Run]:
    """Register the decorated generator function under a name, with the fields of :class:`Solver`. Instead of ``fits``,
    ``sizes`` may say which geometries it takes.
    """
    if sizes := facts.pop("sizes", None):
        said = "does not support {}x{} grids"
        facts["fits"] = lambda puzzle: "" if sizes(puzzle.geometry) else said.format(*puzzle.geometry.extent)

    def decorate(run: Run) -> Run:
        entry = _algorithms().get(name)
        if entry and entry.module == run.__module__:
            _loaded[name] = Solver(name=name, run=run, **facts)
        else:
            _refuse_taken(name)
            put(Solver(name=name, run=run, **facts))
        return run

    return decorate


def _refuse_taken(name: str) -> None:
    if known(name):
        raise ValueError(f"two solvers are called {name!r}; rename one of them")


def put(solver: Solver) -> None:
    """Register a solver, replacing any of the same name."""
    _solvers[solver.name] = solver


def remove(name: str) -> None:
    """Unregister a solver by its name, if it is registered."""
    if _solvers.pop(name, None) is None:
        _removed.add(name)


@contextmanager
def unchanged() -> Iterator[None]:
    """Undo, in the end, what is registered and unregistered meanwhile."""
    solvers, removed = dict(_solvers), set(_removed)
    try:
        yield
    finally:
        _solvers.clear()
        _solvers.update(solvers)
        _removed.clear()
        _removed.update(removed)


@cache
def load_installed() -> tuple[str, ...]:
    """Load solvers from installed packages, once, through their ``solvescope.solvers`` entry points.

    An entry point refers to a :class:`Solver`, or to a module or function that uses :func:`register`. Returns a warning
    for each one that cannot be used.
    """
    if not any(map(_may_offer, sys.path)):
        return ()
    from importlib.metadata import entry_points

    return tuple(filter(None, map(_load, sorted(entry_points(group=GROUP), key=lambda point: point.name))))


def _may_offer(folder: str) -> bool:
    """Return whether a package in a folder or archive may offer a solver, without importlib.metadata, which is slow."""
    with suppress(OSError):
        files = Path(folder).glob("*-info/entry_points.txt")
        return Path(folder).is_file() or any(GROUP.encode() in file.read_bytes() for file in files)
    return True


def _load(point: "EntryPoint") -> str:
    before = dict(_solvers)
    try:
        found = point.load()
        if isinstance(found, Solver):
            _refuse_taken(found.name)
            put(found)
        elif not any(_package(solver.run) == _package(point.value) for solver in _solvers.values()):
            raise ValueError("it registers no solver; put @solvers.register(…) above its generator function")
        new = {name: one for name, one in _solvers.items() if before.get(name) is not one}
        _solvers.update({name: replace(one, own=True) for name, one in new.items()})
        return ""
    except (Exception, SystemExit) as error:  # a package may do anything when imported
        _solvers.clear()
        _solvers.update(before)
        package = f" of {point.dist.name}" if point.dist else ""
        return f"The solver {point.name!r}{package} cannot be used: {type(error).__name__}: {error}"


def _package(found: Run | str) -> str:
    """Return the top-level module of a function, or of the object an entry point refers to."""
    name = found if isinstance(found, str) else str(getattr(found, "__module__", ""))
    return name.partition(":")[0].partition(".")[0]


def names() -> list[str]:
    """Return the names of all algorithms, in the window's order."""
    algorithms = [entry.name for entry in _algorithms().values() if not entry.facts.get("person")]
    return algorithms + [name for name, solver in _solvers.items() if name not in algorithms and not solver.person]


def known(name: str) -> bool:
    """Return whether :func:`get` knows this name, which may be an algorithm's or the human player's."""
    return name in _solvers or name in _algorithms()


def is_file_name(text: str) -> bool:
    """Return whether the text is a file name rather than a solver's name."""
    return text.lower().endswith(".py") or "/" in text or "\\" in text


def declared(name: str, fact: str) -> Any:
    """Return a literal field of a solver's declaration, or its default, without importing the solver."""
    if name in _solvers:
        return getattr(_solvers[name], fact)
    return _algorithms()[name].facts.get(fact, getattr(Solver, fact, None))


def get(name: str) -> Solver:
    """Return a solver by name. Raises ``LookupError``, listing the names."""
    if name in _solvers:
        return _solvers[name]
    entry = _algorithms().get(name)
    if entry is None:
        raise LookupError(f"no solver is called {quoted(name)}; choose one of: {', '.join(names())}")
    if name not in _loaded:
        entry.load()
    return _loaded[name]
