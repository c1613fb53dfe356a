"""The conflict pane's actions, except the one that opens it."""

from visualizer.keymap import action
from visualizer.session.session import Session


@action(
    "learnt clause", "PageDown", "Step", "To the learnt clause or next step", rank=66, repeats=True,
    words="derivation resolution resolve end of conflict analysis skip clicker next forward",
)  # fmt: skip
def go_to_clause(session: Session) -> None:
    """Make all resolutions of the conflict at the playhead or, if there are none left, step forward."""
    if not session.panes.skip(1):
        session.forward()


@action(
    "unresolved", "PageUp", "Step", "To the conflict, or a step earlier", rank=67, repeats=True,
    joins="learnt clause",
    words="derivation resolution start of conflict analysis skip clicker previous back",
)  # fmt: skip
def go_to_conflict(session: Session) -> None:
    """Undo all resolutions of the conflict at the playhead or, if none has been made, step back."""
    if not session.panes.skip(-1):
        session.step(-1)
