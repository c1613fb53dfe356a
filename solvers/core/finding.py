"""The findings of techniques: what follows, and the evidence for it."""

from __future__ import annotations

from dataclasses import dataclass

from puzzles.geometry import Cell, Digit
from solvers.core.step_detail import detail

Candidate = tuple[Cell, Digit]
Link = tuple[Cell, Digit, Cell, Digit, bool]
"""A link from one candidate to another. Strong (True): if the first is false, the second is true. Weak: if the first is
true, the second is false.
"""
Node = tuple[bool, tuple[Candidate, ...], int]
"""A statement in a chain: one of these candidates is true (True), or all are false (False). Several candidates are the
places of a digit where a box meets a line. The unit is the one whose other places are gone, which makes this true; -1
if the reason is the cell's other digits, or if there is none.
"""
Chain = tuple[Node, ...]
"""A supposed first node, and further nodes that each follow from the one before, true and false by turns."""

BASE, COVER, FIN, PIVOT, PINCER, ONE, OTHER, EXTRA, FLOOR = (
    "base", "cover", "fin", "pivot", "pincer", "one", "other", "extra", "floor",
)  # fmt: skip
"""The roles of candidates. ``one`` and ``other`` are the two colours of a colouring; ``floor`` marks the two digits of
a rectangle, ``extra`` the other candidates in its corners.
"""


@detail
@dataclass(frozen=True, slots=True)
class Finding:
    """One use of a technique: hashable, and the detail of the steps that carry it out."""

    technique: str
    """The name of the technique, as in the registry."""
    places: tuple[Candidate, ...] = ()
    """The digits to place."""
    strikes: tuple[Candidate, ...] = ()
    """The candidates to strike."""
    cells: tuple[Cell, ...] = ()
    """The cells of the pattern, in the order that the technique's function describes."""
    digits: tuple[Digit, ...] = ()
    """The digits of the pattern, in the order that the technique's function describes."""
    units: tuple[int, ...] = ()
    """The units of the pattern (for a fish: the base lines)."""
    covers: tuple[int, ...] = ()
    """The units in which something is struck (for a fish: the cover lines)."""
    marks: tuple[tuple[str, tuple[Candidate, ...]], ...] = ()
    """The candidates of the pattern by their role, each role once."""
    links: tuple[Link, ...] = ()
    """The links of the argument, in reading order."""
    variant: str = ""
    """The form of the technique, if it has more than one."""
    chains: tuple[Chain, ...] = ()
    """The chains of the argument, if the technique has any: one, or one for each case."""

    def marked(self, role: str) -> tuple[Candidate, ...]:
        """Return the candidates in a role; none if the pattern does not have that role."""
        return next((candidates for name, candidates in self.marks if name == role), ())
