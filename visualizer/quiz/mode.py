"""The mode while a question waits: the run stops until it is answered or skipped. See
:mod:`visualizer.session.asking`.
"""

from typing import Any

from puzzles.discovery import About
from solvers.core.registry import Solver
from visualizer.files.saved_view import one_of, read_list, read_table
from visualizer.files.store import DocumentStore
from visualizer.keymap import USUAL, Keymap, action, key_of, reuse
from visualizer.questions.question import MOST_CHOICES
from visualizer.questions.registry import declared
from visualizer.scene.scene import Scene
from visualizer.session.asking import RHYTHMS, USUAL_RHYTHM, can_be_asked
from visualizer.session.mode import Mode
from visualizer.session.session import Session

ABOUT = About("quiz", rank=65)
QUIZ = Keymap("quiz", "Keys while a question waits", (("1 … 4", "Choose an answer"),))
ELSEWHERE = (
    "random", "level", "fresh", "choose", "next solver", "previous solver", "options", "variant", "sat", "before",
    "after", "play by hand", "edit", "new", "race", "race differ", "open", "choose lecture", "paste", "save", "saves",
    "share", "save puzzle", "save scene", "print", "copy", "copy text", "copy markdown", "copies", "bookmark",
)  # fmt: skip
"""Actions that close the question by showing another run or mode, and actions that leave it open."""
DOCUMENT = "quiz"
"""The name of the document that keeps settings across restarts."""

reuse(QUIZ.mode, ("back", "home"))
reuse(QUIZ.mode, "close", help="No more questions")
reuse(QUIZ.mode, "present", help="Present: ask a hall this question")
reuse(QUIZ.mode, ELSEWHERE)


def _rhythm(value: Any, name: str) -> str:
    return one_of(value, RHYTHMS, "how often")


def _kind(value: Any, name: str) -> str:
    return one_of(value, declared(), "kind of question")


class QuizMode(Mode):
    """The mode while a question waits. Between questions, the run is watched as usual."""

    keymap = QUIZ
    digit_keys = "1 … 4"
    asks = True
    stays_for = 1.0

    def __init__(self, session: Session) -> None:
        self.session = session
        self.asking = session.asking
        self.asking.now_asked, self.asking.kinds_chosen = self._enter, self._keep_settings
        self._state = DocumentStore(None)
        self._may_ask = True
        self._said = False
        """Whether the user has been told that the run has ended, or that there is nothing to ask."""

    def is_on(self, id: str) -> bool:
        return id == "quiz" and self.asking.on

    def shown(self, scene: Scene) -> Scene:
        return self.asking.shown(scene)

    def _enter(self) -> None:
        """Show the question in this mode, unless another mode is open that shows it."""
        if self.session.entered is None:
            self.session.toast = ""
            self.session.entered = self
        self.session.note("asked", kind=self.asking.standing.question.kind if self.asking.standing else "")

    def _leave_question(self) -> None:
        if self.session.entered is self:
            self.session.entered = None

    def leave(self) -> bool:
        if self.session.entered is not self:
            return False
        self.switch()
        return True

    def run_changed(self, instead_of: Solver | None) -> None:
        self._said = False
        self.asking.follow(self.session.run)
        self._leave_question()
        if self.asking.on and not (can_be_asked(self.session.solver) or self.session.solver.person):
            self.session.toast = self._no_questions

    @property
    def _no_questions(self) -> str:
        return f"There are no questions about {self.session.solver.title}. Choose another algorithm with Tab."

    def _say_once(self) -> None:
        """Report the score at the end of a run, or say that there is nothing to ask about the run."""
        asking, session = self.asking, self.session
        if self._said or not asking.on or asking.standing or session.entered is not None:
            return
        at_end = session.player.at_end
        if at_end and asking.asked_here:
            session.toast = f"The run is over. {asking.score.words}."
        elif asking.finds_nothing or (at_end and can_be_asked(session.solver)):
            session.toast = f"Nothing to ask so far. {key_of('quiz options')} chooses other kinds of question."
        self._said = bool(at_end or asking.finds_nothing)

    def tick(self, now: float, judged: bool) -> bool:
        gone = self.asking.tick(now)
        self._say_once()
        if self.asking.standing is None:
            self._leave_question()
        elif self.session.entered is None:  # the question was asked while presenting
            self.session.entered = self
        return judged or gone

    # Actions

    @action(
        "quiz", "Shift+Q", "Watch", "Quiz me: stop before a step and ask about it", mode=(USUAL, QUIZ.mode), rank=45,
        words="ask question predict answer test exam guess learn teach lesson practice score",
    )  # fmt: skip
    def switch(self) -> None:
        asking, session = self.asking, self.session
        if not asking.on and not can_be_asked(session.solver):
            session.toast = self._no_questions
            return
        asking.dismiss()
        asking.switch(not asking.on, session.run)
        self._leave_question()
        if asking.on:
            often = RHYTHMS[asking.rhythm].title.lower()
            session.toast = f"The run stops to ask you {often}. {key_of('quiz options')} changes that."
        else:
            session.toast = ". ".join(filter(None, ["No more questions", asking.score.words])) + "."

    @action(
        "go on", "Space Right Return PageDown .", "Question", "Go on; unanswered, show the answer first",
        mode=QUIZ.mode, rank=0, first=True, words="skip reveal continue next",
    )  # fmt: skip
    def continue_run(self) -> None:
        asking = self.asking
        if asking.question is not None:
            asking.reveal()
        else:
            asking.go_on()
            if asking.standing is None or asking.standing.revealed:
                self._leave_question()

    def type(self, symbol: str, shifted: bool) -> bool:
        if not (symbol.isascii() and symbol.isdigit() and 1 <= int(symbol) <= MOST_CHOICES):
            return False
        if self.asking.question is not None:
            self.asking.choose(int(symbol) - 1)
        return True

    # Settings

    def _keep_settings(self) -> None:
        self._state.save(DOCUMENT, self._settings())

    def _settings(self) -> dict[str, Any]:
        kinds = self.asking.kinds
        return {"often": self.asking.rhythm} | ({} if kinds is None else {"kinds": sorted(kinds)})

    def remember(self, state: DocumentStore) -> None:
        self._state = state
        kept = state.load(DOCUMENT, {"often": _rhythm, "kinds": [_kind]}) or {}
        self.asking.rhythm = kept.get("often", USUAL_RHYTHM)
        self.asking.kinds = frozenset(kept.get("kinds", ())) or None

    def saved(self) -> dict[str, Any] | None:
        return self._settings() if self.asking.on else None

    @classmethod
    def check(cls, data: Any) -> dict[str, Any]:
        table = read_table(data, cls.name)
        rhythm = _rhythm(table.get("often", USUAL_RHYTHM), "often")
        kinds = [_kind(one, "kinds") for one in read_list(table.get("kinds", []), "kinds", len(declared()))]
        return {"often": rhythm, "kinds": frozenset(kinds) or None}

    def go_on(self, saved: dict[str, Any]) -> None:
        self.asking.rhythm, self.asking.kinds = saved["often"], saved["kinds"]
        self.asking.switch(self._may_ask, self.session.run)

    def show_only(self) -> None:
        self._may_ask = False
        if self.asking.on:
            self.asking.switch(False, self.session.run)


MODE = QuizMode
