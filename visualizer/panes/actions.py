"""The actions that open and close panes, one per pane."""

from puzzles.discovery import Declaration
from visualizer.keymap import action
from visualizer.session.pane_layout import known
from visualizer.session.session import Session


def declare_toggle(pane: Declaration) -> None:
    """Declare the action that opens and closes a pane, based on the pane's own declaration."""

    def toggle(session: Session) -> None:
        session.toast = session.mode.toggle_pane(session.panes[pane.name])

    words = f"pane {pane.title} {pane.facts.get('words', '')}"
    declared = action(
        pane.name,
        pane.fact("keys"),
        help=pane.fact("help"),
        rank=pane.fact("key_rank"),
        words=words,
        group="View",
        under="display",
    )
    declared(toggle)


for one in known():
    declare_toggle(one)
