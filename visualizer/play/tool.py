"""The tool in the hand of someone who enters a puzzle: what a drag over the board draws."""

from dataclasses import dataclass

from puzzles.figures import counted
from puzzles.geometry import Cell, Geometry

TOOLS = {
    "cage": "Drag over cells, type their sum, and Enter draws the cage. A drag over a whole cage removes it",
    "less": "Click beside the line between two cells: a sign, the other sign, none",
    "dot": "Click beside the line between two cells: a white dot, a black dot, none",
    "thermo": "Drag along a thermometer's cells, from its bulb. A drag over a whole one removes it",
    "arrow": "Drag along an arrow's cells, from its circle. A drag over a whole one removes it",
    "region": "Drag over cells to make them a region",
    "grid": "Click in a corner box: another grid shares it. Click again to remove that grid",
}
"""What each tool does."""
DRAWN = {"cage": "cage", "thermo": "thermometer", "arrow": "arrow", "region": "region"}
"""What is drawn by the tools that a drag selects cells for."""
CLICKED = ("less", "dot", "grid")
"""The tools that draw at a click."""
LINES = ("thermo", "arrow")
"""The tools that draw a line, from the first cell to the last."""
_LONGEST_SUM = 3
"""The most figures of a cage's sum."""


@dataclass
class Tool:
    name: str = ""
    """A key of :data:`TOOLS`, or "" if givens are entered."""
    selected: tuple[Cell, ...] = ()
    """The cells dragged over, in order."""
    sum: str = ""
    """The sum typed for them."""
    outline: Geometry | None = None
    """The shape with what they would become, if that is possible."""

    def drop(self) -> None:
        """Forget the selected cells."""
        self.selected, self.sum, self.outline = (), "", None

    def follow(self, editing: bool) -> None:
        """Forget the cells of another run, and put the tool away outside of editing."""
        self.name = self.name if editing else ""
        self.drop()

    def types(self, figure: int) -> bool:
        """Add a figure to the sum. Return False if no cells are selected."""
        self.sum = f"{self.sum}{figure}"[-_LONGEST_SUM:] if self.selected else ""
        return bool(self.selected)

    def words(self, geometry: Geometry) -> str:
        """Say what a drag does now; "" if nothing but givens is entered."""
        if not self.selected:
            return TOOLS.get(self.name, "")
        if self.name == "cage":
            cells = " ".join(map(geometry.name, self.selected))
            return f"A cage of {cells} makes {self.sum or '…'}: type its sum, then Enter or a click"
        return f"{self.drawn}; Enter draws it"

    @property
    def drawn(self) -> str:
        """What the selected cells become, as in "A region of 5 cells"."""
        what = DRAWN[self.name]
        return f"{'An' if what == 'arrow' else 'A'} {what} of {counted(len(self.selected), 'cell')}"
