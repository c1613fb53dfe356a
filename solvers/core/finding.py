"""The findings of techniques: what follows, and the evidence that it follows from."""

from __future__ import annotations

from dataclasses import dataclass

from puzzles.geometry import Cell, Digit
from solvers.core.step_detail import detail

Candidate = tuple[Cell, Digit]
Link = tuple[Cell, Digit, Cell, Digit, bool]
"""From one candidate to another. Strong (True): if the first is false, the second is true. Weak: if the first is true,
the second is false."""
Node = tuple[bool, tuple[Candidate, ...], int]
"""What a chain says: one of these candidates is true (True), or all of them are false (False). Several are the places
of a digit where a box meets a line. The unit is that in which nothing else is left, so that this is true; -1 if it
is the cell that has no other digit left, and where nothing of the kind is said."""
Chain = tuple[Node, ...]
"""From the first, which is supposed, each follows from the one before it, true and false by turns."""

BASE, COVER, FIN, PIVOT, PINCER, ONE, OTHER, EXTRA, FLOOR = (
    "base", "cover", "fin", "pivot", "pincer", "one", "other", "extra", "floor",
)  # fmt: skip
"""The roles of candidates. ``one`` and ``other`` are the two colours of a colouring; ``floor`` are the two digits of a
rectangle, ``extra`` what stands in its corners besides."""


@detail
@dataclass(frozen=True, slots=True)
class Finding:
    """One use of a technique: hashable, and the detail of the steps that carry it out."""

    technique: str
    """The name of the technique, as in the registry."""
    places: tuple[Candidate, ...] = ()
    """The digits that follow."""
    strikes: tuple[Candidate, ...] = ()
    """The candidates that cannot be."""
    cells: tuple[Cell, ...] = ()
    """The cells of the pattern, in an order that the technique's own text gives."""
    digits: tuple[Digit, ...] = ()
    """The digits of the pattern, likewise."""
    units: tuple[int, ...] = ()
    """The units that the pattern stands in (of a fish: the base lines)."""
    covers: tuple[int, ...] = ()
    """The units in which something is struck (of a fish: the cover lines)."""
    marks: tuple[tuple[str, tuple[Candidate, ...]], ...] = ()
    """The candidates of the pattern by their role, each role once."""
    links: tuple[Link, ...] = ()
    """The links of the argument, in the order in which it is read."""
    variant: str = ""
    """The form of the technique, where it has several."""
    chains: tuple[Chain, ...] = ()
    """The chains of the argument, where the technique has any: one, or one for each of the cases."""

    def marked(self, role: str) -> tuple[Candidate, ...]:
        """Return the candidates of that role; none if the pattern has no such role."""
        return next((candidates for name, candidates in self.marks if name == role), ())
