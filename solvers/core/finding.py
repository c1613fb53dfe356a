"""What a technique finds: its conclusions and the evidence for them."""

from dataclasses import dataclass

from puzzles.geometry import Cell, Digit
from solvers.core.step_detail import detail

Candidate = tuple[Cell, Digit]
Link = tuple[Cell, Digit, Cell, Digit, bool]
"""A link from one candidate to another. Strong (True): if the first is false, the second is true. Weak (False): if the
first is true, the second is false.
"""
Node = tuple[bool, tuple[Candidate, ...], int]
"""A statement in a chain: one of the candidates is true (True), or all are false (False).

A group of candidates consists of a digit's places where a box meets a line. The number is that of the unit whose other
places have been ruled out, which makes the statement true. It is -1 if the cell's other digits have been ruled out
instead, or if the statement has no such reason.
"""
Chain = tuple[Node, ...]
"""An assumed first node, then nodes that each follow from the one before, alternating between true and false."""

BASE, COVER, FIN, PIVOT, PINCER, ONE, OTHER, EXTRA, FLOOR, HELD = (
    "base", "cover", "fin", "pivot", "pincer", "one", "other", "extra", "floor", "held",
)  # fmt: skip
"""The roles of candidates. ``one`` and ``other`` are the two colours of a colouring; ``floor`` marks the two digits of
a rectangle, ``extra`` the other candidates in its corners. What a rule's cells ``held`` is said, but not drawn.
"""


@detail
@dataclass(frozen=True, slots=True)
class Finding:
    """One application of a technique. It is hashable, and serves as the detail of the steps that apply it."""

    technique: str
    """The technique's name in the registry."""
    places: tuple[Candidate, ...] = ()
    """The digits to place."""
    strikes: tuple[Candidate, ...] = ()
    """The candidates to strike."""
    cells: tuple[Cell, ...] = ()
    """The pattern's cells, in the order documented by the technique's function."""
    digits: tuple[Digit, ...] = ()
    """The pattern's digits, in the order documented by the technique's function."""
    units: tuple[int, ...] = ()
    """The pattern's units (for a fish, the base lines)."""
    covers: tuple[int, ...] = ()
    """The units in which candidates are struck (for a fish, the cover lines)."""
    marks: tuple[tuple[str, tuple[Candidate, ...]], ...] = ()
    """The pattern's candidates by role, with each role once."""
    links: tuple[Link, ...] = ()
    """The links of the argument, in reading order."""
    variant: str = ""
    """The form of the technique, if it has several."""
    chains: tuple[Chain, ...] = ()
    """The argument's chains, if the technique uses any: one, or one per case."""

    def marked(self, role: str) -> tuple[Candidate, ...]:
        """Return the candidates with a given role; empty if there are none."""
        return next((candidates for name, candidates in self.marks if name == role), ())
