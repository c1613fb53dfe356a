"""The ladder of techniques, easiest first. Each technique is a single function that searches for findings.

Every file in this folder is imported when the ladder is first needed, and registers its techniques. They are sorted by
the order of their reasons in :class:`solvers.core.step.Why`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import import_module
from typing import TypeVar

from puzzles.discovery import not_imported
from puzzles.geometry import Digit, Geometry, shapes
from puzzles.problems import quoted
from solvers.core.finding import Finding
from solvers.core.step import Why
from solvers.techniques.candidate_grid import Grid, UnitIndex, bits
from solvers.techniques.scale import SCALE, Level

Find = Callable[[Grid], Iterator[Finding | None]]
"""A search for findings. Searches that take more than a few milliseconds yield ``None`` now and then as a pause."""


@dataclass(frozen=True)
class Technique:
    why: Why
    """The reason given for the technique's steps. Its place in the enum is the technique's place on the ladder."""
    name: str
    title: str
    idea: str
    """A sentence explaining why the technique works."""
    search: Find
    """The function behind :meth:`find`. It also yields ``None`` as a pause."""
    score: int
    """The technique's score in HoDoKu."""
    level: Level
    explainer: float
    """The technique's rating in Sudoku Explainer."""
    assumes_unique: bool = False
    """Whether the technique is valid only for puzzles with a unique solution."""
    sizes: Callable[[Geometry], bool] = lambda geometry: True
    """A function that returns whether the technique makes sense for a geometry."""

    def find(self, grid: Grid) -> Iterator[Finding]:
        """Yield every finding in a position, in a fixed order. Each has something to place or strike."""
        return filter(None, self.search(grid))


_techniques: dict[str, Technique] = {}
F = TypeVar("F", bound=Find)
Found = TypeVar("Found", Finding, Finding | None)


@lru_cache(maxsize=16)
def is_square(geometry: Geometry) -> bool:
    """Return whether a shape is a square with boxes, as fish and kites require. It may have more units, and rules."""
    cells = [unit.cells for unit in geometry.units[: 3 * geometry.symbols]]
    return any(
        shape.places == geometry.places and [unit.cells for unit in shape.units] == cells
        for shape in shapes(geometry.symbols)
    )


def is_plain(geometry: Geometry) -> bool:
    """Return whether a shape is a square with boxes and nothing else, as deadly rectangles require."""
    return geometry.grid is not None


def technique(
    why: Why,
    title: str,
    idea: str,
    *,
    name: str = "",
    unique: bool = False,
    sizes: Callable[[Geometry], bool] = lambda geometry: True,
) -> Callable[[F], F]:
    """Add the decorated search to the ladder. Its published ratings are in :mod:`solvers.techniques.scale`."""
    name = name or why.name.lower()

    def add(search: F) -> F:
        if name in _techniques:
            raise ValueError(f"two techniques are called {name!r}; change one of them")
        if same := next((one for one in _techniques.values() if one.why is why), None):
            raise ValueError(f"the techniques {same.name!r} and {name!r} both use Why.{why.name}; change one of them")
        _techniques[name] = Technique(why, name, title, idea, search, *SCALE[why], unique, sizes)
        return search

    return add


def ladder() -> tuple[Technique, ...]:
    return _ladder(tuple(import_module("solvers.techniques").__path__))


@cache
def _ladder(folders: tuple[str, ...]) -> tuple[Technique, ...]:
    for name in not_imported("solvers.techniques", "[!_]*.py"):
        import_module(name)
    return tuple(sorted(_techniques.values(), key=lambda one: one.why))


def get(name: str) -> Technique:
    """Return the technique with the given name. Raises ``LookupError``, listing the valid names."""
    found = next((one for one in ladder() if one.name == name), None)
    if found is None:
        known = ", ".join(one.name for one in ladder())
        raise LookupError(f"no technique is called {quoted(name)}; choose one of: {known}")
    return found


def by_why(why: Why) -> Technique | None:
    """Return the technique that gives this reason for its steps, or ``None``."""
    return next((one for one in ladder() if one.why is why), None) if why.is_technique else None


# Searches that skip whatever failed before and has not changed since ----------------------------------------------


def by_digit(search: Callable[[Grid, Digit], Iterator[Finding]]) -> Find:
    """Run a search for each digit, skipping digits that had no findings and have not changed. The search may depend
    only on the digit's own candidates.
    """

    def find(grid: Grid) -> Iterator[Finding]:
        seen = grid.memory.setdefault(search, [-1] * len(grid.where))
        for digit in grid.geometry.digits:
            where = grid.where[digit]
            if not where or seen[digit] == where:
                continue
            finding = None
            for finding in search(grid, digit):
                yield finding
            if finding is None:
                seen[digit] = where

    return find


def by_unit(search: Callable[[Grid, UnitIndex], Iterator[Finding]]) -> Find:
    """Run a search for each unit, skipping units that had no findings and have not changed. Whether a pattern exists
    may depend only on the candidates in the unit.
    """

    def find(grid: Grid) -> Iterator[Finding]:
        shape = grid.shape
        known = grid.unseen(search, shape.units_of_bits, len(shape.units))
        yield from in_parts(known, lambda unit: search(grid, unit))

    return find


def by_rule(search: Callable[[Grid, int], Iterator[Finding]]) -> Find:
    """Run a search for each rule, given by its index into the geometry's groups, as :func:`by_unit` does."""

    def find(grid: Grid) -> Iterator[Finding]:
        first = len(grid.shape.units)
        known = grid.unseen(search, grid.shape.rules_of_bits, len(grid.geometry.rules))
        yield from in_parts(known, lambda index: search(grid, first + index))

    return find


def in_parts(known: list[int], search: Callable[[int], Iterator[Found]]) -> Iterator[Found]:
    """Run a search for each part of a grid that it has to look at (see :meth:`Grid.unseen`)."""
    for part in bits(known[1]):
        finding = None
        for finding in search(part):
            yield finding
        if finding is None:
            known[1] &= ~(1 << part)


# Climbing -----------------------------------------------------------------------------------------------------------


Use = tuple[Technique, Finding | None]
"""A technique and its finding. The finding is ``None`` if neither this technique nor any easier one finds anything."""

PAUSES = frozenset(
    {Why.HIDDEN_TRIPLE, Why.JELLYFISH, Why.SKYSCRAPER, Why.TURBOT_FISH, Why.XYZ_WING, Why.UNIQUE_RECTANGLE_4}
    | {Why.SASHIMI_X_WING, Why.SASHIMI_SWORDFISH, Why.SASHIMI_JELLYFISH, Why.SUE_DE_COQ}
    | {why for why in Why if Why.SUE_DE_COQ < why <= Why.FORCING_NET}
)
"""The techniques after which the climb pauses, so that the pauses are never too far apart."""


def rungs(geometry: Geometry, off: Iterable[str] = (), uniqueness: bool = True) -> tuple[Technique, ...]:
    """Return the techniques that make sense for this grid, easiest first, except those turned off."""
    left_out, unique = frozenset(off), uniqueness and not geometry.rules  # a rule may part what units leave alike
    return tuple(
        one
        for one in ladder()
        if one.name not in left_out and (unique or not one.assumes_unique) and one.sizes(geometry)
    )


def uses(grid: Grid, techniques: Sequence[Technique]) -> Iterator[Use]:
    """Yield each use of a technique, easiest first, applying it to the grid when the next one is requested.

    Now and then, also yield a technique that has found nothing (see :data:`Use`). Stop when the grid is full, contains
    a contradiction (see :meth:`Grid.dead`), or nothing more is found.
    """
    return filter(None, looking(grid, techniques))


def looking(grid: Grid, techniques: Sequence[Technique]) -> Iterator[Use | None]:
    """Yield the same as :func:`uses` and, now and then while searching, ``None``."""
    while grid.open and not grid.dead():
        for one in techniques:
            finding = None
            for finding in one.search(grid):
                if finding is not None:
                    break
                yield None
            if finding is not None:
                yield one, finding
                carry_out(grid, finding)
                break
            if one.why in PAUSES:
                yield one, None
        else:
            return


def next_use(grid: Grid, techniques: Sequence[Technique]) -> tuple[Technique, Finding] | None:
    """Return the easiest technique that finds something in this position, with its first finding."""
    return next(((one, finding) for one, finding in uses(grid, techniques) if finding is not None), None)


def carry_out(grid: Grid, finding: Finding) -> None:
    for cell, digit in finding.places:
        grid.place(cell, digit)
    for cell, digit in finding.strikes:
        grid.strike(cell, digit)
