"""Messages to the user: notices (which may be questions), toasts and the help."""

from collections.abc import Callable

import solvers
from solvers import Solver
from visualizer.keymap import ELSE_NO, key_of


class Messages:
    """The messages being displayed. A notice stays until it is dismissed, while a toast disappears by itself."""

    def __init__(self) -> None:
        self.notice = ""
        self.toast = ""
        self.show_help = False
        self.help_page = 0
        """The page of the help that is shown, counting from 0."""
        self.help_pages = 1
        """The number of pages of the help, known once the help has been painted."""
        self._agreed: Callable[[], object] | None = None

    @property
    def cover(self) -> bool:
        """Whether a notice or the help is covering the board."""
        return bool(self.notice) or self.show_help

    def close_message(self) -> bool:
        """Close the notice or, if there is none, the help. Return False if neither is open."""
        if self.notice:
            self.decline()
        elif self.show_help:
            self.show_help = False
        else:
            return False
        return True

    def uncover(self, *, notice: bool = True, help: bool = True) -> None:
        """Close the notice (answering no to a question), the help or both, so that an action's effect can be seen."""
        if notice:
            self.decline()
        self.show_help = self.show_help and not help

    def turn_help(self) -> None:
        """Open the help or turn to its next page. After the last page, close it."""
        self.help_page = self.help_page + 1 if self.show_help else 0
        self.show_help = not self.show_help or self.help_page < self.help_pages

    def click_message(self) -> None:
        """Close the notice, or turn the page of the help."""
        if self.notice or not self.show_help:
            self.decline()
        else:
            self.turn_help()

    def ask(self, question: str, then: Callable[[], object]) -> None:
        """Ask for confirmation. Any key other than the confirm key cancels."""
        self.notice = f"{question}\n\n{key_of('agree')}: yes. {ELSE_NO}"
        self._agreed = then

    def say_lacking(self, lacking: str, solver: Solver, watch: Callable[[str], object]) -> None:
        """Report what a solver cannot do. If it has a substitute, offer to ``watch`` that instead."""
        if not solver.instead:
            self.notice = lacking
            return
        other = solvers.get(solver.instead)
        self.ask(f"{lacking}\n\nWatch {other.title} ({other.name}) instead?", lambda: watch(other.name))

    def decline(self) -> None:
        """Close the notice. If it asked a question, the answer is no."""
        self.notice, self._agreed = "", None

    def agree(self) -> bool:
        """Answer yes to the question. Return False if there isn't one."""
        then, self._agreed = self._agreed, None
        if then is not None:
            self.notice = ""
            then()
        return then is not None
