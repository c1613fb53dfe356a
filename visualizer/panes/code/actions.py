"""The code pane's actions, except the one that opens it."""

from visualizer.keymap import action
from visualizer.panes.code.pane import CodePane
from visualizer.session.session import Session


@action(
    "variables", "I", "View", "The variables of the code", rank=450, under="display",
    words="locals debugger watch inspect values",
)  # fmt: skip
def toggle_variables(session: Session) -> None:
    """Show or hide the variables, opening the pane if necessary."""
    code = session.panes.one(CodePane)
    visible = code.shown and code.variables
    session.toast = _open(code, session)
    code.variables = code.shown and not visible


@action(
    "caller", "Shift+I", "View", "The caller's variables", rank=452, under="display",
    words="call stack frames locals debugger recursion",
)  # fmt: skip
def look_outward(session: Session) -> None:
    """Show the variables of the calling function, opening the pane if necessary."""
    code = session.panes.one(CodePane)
    session.toast = _open(code, session) or code.look_outward()


@action(
    "python", "Shift+K", "View", "Plain words or Python", rank=445, under="display",
    words="source code pseudocode language show",
)  # fmt: skip
def toggle_python(session: Session) -> None:
    """Switch between plain words and Python, opening the pane if necessary."""
    code = session.panes.one(CodePane)
    session.toast = _open(code, session) or code.toggle_python()


def _open(code: CodePane, session: Session) -> str:
    """Open the pane if it is closed. Return the reason if it cannot be opened, otherwise ""."""
    return "" if code.shown else session.mode.toggle_pane(code)
