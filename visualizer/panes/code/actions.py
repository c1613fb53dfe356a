"""The code pane's actions, except the one that opens it."""

from __future__ import annotations

from visualizer.keymap import action
from visualizer.panes.code.pane import CodePane
from visualizer.session.session import Session


@action(
    "variables", "I", "View", "The variables of the code", rank=450, window_only=True, under="display",
    words="locals debugger watch inspect values",
)  # fmt: skip
def toggle_variables(session: Session) -> None:
    session.panes.one(CodePane).toggle_variables()


@action(
    "caller", "Shift+I", "View", "The caller's variables", rank=452, window_only=True, under="display",
    words="call stack frames locals debugger recursion",
)  # fmt: skip
def look_outward(session: Session) -> None:
    session.toast = session.panes.one(CodePane).look_outward()


@action(
    "python", "Shift+K", "View", "Plain words or Python", rank=445, window_only=True, under="display",
    words="source code pseudocode language show",
)  # fmt: skip
def toggle_python(session: Session) -> None:
    """Switch between plain words and Python, opening the pane if necessary."""
    code = session.panes.one(CodePane)
    if not code.shown:
        session.mode.toggle_pane(code)
    session.toast = code.toggle_python()
