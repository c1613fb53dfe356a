"""The buttons for watching an algorithm, and forking the run by clicking a candidate."""

from functools import partial

from puzzles.discovery import About
from solvers.core.registry import declared, names
from visualizer.keymap import WATCH, key_of
from visualizer.session.session import Session
from visualizer.timeline.transport import Motion
from visualizer.toolkit.buttons import Button
from visualizer.toolkit.canvas import Icon
from visualizer.watch.mode import WatchMode
from visualizer.window.extras import CHOOSE, SPEED, Ask, BoardPoint, ButtonRows, Extras, word_button

ABOUT = About("watch")
"""The declaration of the watching mode's extras."""
AT_FIRST = ("play", SPEED, CHOOSE, "random", "help", "palette")
"""The buttons at the very first start. The others come as their actions are used."""


class WatchExtras(Extras):
    """The buttons for watching a run and the handling of clicks that fork it."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.forks = session.modes[WatchMode]

    def buttons(self) -> ButtonRows:
        left, _ = super().buttons()
        # The longest title keeps the buttons in place whichever algorithm is chosen.
        title, widest = self.session.solver.title, max((declared(name, "title") for name in names()), key=len)
        choose = word_button(CHOOSE, "Algorithm", WATCH, short="Algorithm")
        right = [
            choose._replace(icon=Icon.CHEVRON, value=title, widest=widest),
            word_button("random", "Random", WATCH),
            Button("sat", "SAT", key_of("sat"), on=self.session.mode.is_on("sat")),
            word_button("race", "Race", WATCH),
            word_button("help", "Help", WATCH),
        ]
        return left, right

    def foot(self) -> list[Button]:
        return [
            word_button("play by hand", "Your turn", WATCH),
            word_button("edit", "Edit", WATCH),
            word_button("hint", "Hint", WATCH),
            word_button("check", "Check", WATCH),
            Button("quiz", "Quiz me", key_of("quiz"), short="Quiz", on=self.session.asking.on),
        ]

    def shows(self, id: str) -> bool:
        used = self.session.used
        return used is None or id in used or id in AT_FIRST

    def tabs(self) -> list[Button]:
        return [Button("heat", "Heat", key_of("heat"), on=self.session.heated.voice != "")]

    def press(self, at: BoardPoint, ask: Ask) -> bool:
        """Fork a paused run at the clicked candidate. The fork runs beside the original or, with Shift, replaces it."""
        if at.candidate is not None and self.session.player.mode is Motion.PAUSED:
            self.session.toast = ""
            cell, digit = at.candidate
            fork = self.forks.decide if at.shift else self.forks.beside
            if self.forks.chooses(cell):  # the solver shows no candidates in this cell
                hint = f"The digit is guessed next{', in this run' if at.shift else ' in another run beside this one'}."
                ask(cell, partial(self.forks.refusal, cell), partial(fork, cell), hint)
            else:
                fork(cell, digit)
        return False

    def press_other(self, at: BoardPoint, control: str | None) -> bool:
        """Make the algorithm guess, as its next step, that the clicked digit is not in the cell."""
        if at.candidate is None or self.session.player.mode is not Motion.PAUSED:
            return False
        self.session.toast = ""
        self.forks.decide(*at.candidate, sign=False)
        return True


EXTRAS = WatchExtras
