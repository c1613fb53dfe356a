"""Whether the board shows candidates or digits only, remembered across restarts."""

from __future__ import annotations

from visualizer.files.saved_view import read_flag
from visualizer.files.store import DocumentStore
from visualizer.keymap import action
from visualizer.session.session import Session

DOCUMENT = "candidates"
"""The document that stores the choice across restarts."""


class CandidatesChoice:
    """The choice of candidates or digits only."""

    def __init__(self, session: Session, state: DocumentStore, hidden: bool) -> None:
        self._session, self._state = session, state
        session.digits_only = hidden or (state.load(DOCUMENT, {"hidden": read_flag}) or {}).get("hidden", False)

    @action(
        "candidates", "Shift+C", "View", "Candidates, or digits only", rank=556, under="display",
        words="hide candidates pencil marks notes small numbers clean board show",
    )  # fmt: skip
    def toggle(self) -> None:
        """Hide the candidates or show them again, and remember the choice."""
        hidden = self._session.digits_only = not self._session.digits_only
        self._state.save(DOCUMENT, {"hidden": hidden})
        self._session.toast = "Only digits are shown." if hidden else "Candidates are shown."
