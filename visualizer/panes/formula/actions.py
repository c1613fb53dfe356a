"""The formula pane's actions, except the one that opens it."""

from typing import TYPE_CHECKING, cast

from visualizer.keymap import action
from visualizer.session.session import Session

if TYPE_CHECKING:  # the pane is loaded only once it is needed
    from visualizer.panes.formula.pane import FormulaPane


@action(
    "renumber", "Shift+N", "View", "Number a model's variables in the other way", rank=462,
    under="display",
    words="sat rcd row column digit 111 999 compact dimacs numbering variables",
)  # fmt: skip
def renumber(session: Session) -> None:
    """Switch to the other numbering of the variables, opening the pane if necessary."""
    formula = cast("FormulaPane", session.panes["formula"])
    session.toast = ("" if formula.shown else session.mode.toggle_pane(formula)) or formula.renumber()
