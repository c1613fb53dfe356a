"""Puts a question to the audience in phases: choices, show of hands, discussion, second show of hands, answer."""

from collections.abc import Callable, Iterable
from enum import Enum

from visualizer.keymap import carries_out
from visualizer.questions.question import Question
from visualizer.session.asking import AskedQuestion, Asking
from visualizer.session.session import Session

MOST_DIGITS = 3
"""The maximum number of digits in a count of hands."""


class HallPhase(Enum):
    """What the hall is asked to do in each phase."""

    THINK = "Think"
    HANDS = "Hands up"
    DISCUSS = "Discuss"
    HANDS_AGAIN = "Hands up again"
    ANSWER = "The answer"


PHASES = tuple(HallPhase)
ROUNDS = {HallPhase.HANDS: 0, HallPhase.HANDS_AGAIN: 1}
"""The phases in which hands are counted, each with the number of its round."""
LEADS_TO = ("hands up", "a discussion", "hands up again", "the answer")
"""What comes after each phase but the last, in the speaker's words."""


class ShowOfHands:
    def __init__(self, choices: int) -> None:
        self.phase = HallPhase.THINK
        self.at = 0
        """The choice whose hands are being typed."""
        self.replaces = False
        """Whether the next digit begins a new number."""
        self.counts = [[""] * choices for _ in ROUNDS]
        """The number of hands for each choice in each round, as typed, or ""."""

    @property
    def typed(self) -> list[str]:
        return self.counts[ROUNDS[self.phase]]


class Hall:
    """The question being asked while presenting. The number of hands for each choice may be typed or left out."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._shown: dict[Question, ShowOfHands] = {}
        """The counts of hands for each question of this run, kept in case the question is asked again."""

    def forget(self) -> None:
        """Discard all counts of hands, because a different run has begun."""
        self._shown.clear()

    @property
    def asking(self) -> Asking:
        return self._session.asking

    @property
    def standing(self) -> AskedQuestion | None:
        return self.asking.standing

    @property
    def _hands(self) -> ShowOfHands:
        """The counts of hands for the question being asked."""
        assert self.standing is not None
        question = self.standing.question
        return self._shown.setdefault(question, ShowOfHands(len(question.choices)))

    @property
    def phase(self) -> HallPhase:
        if self.standing is None:
            return HallPhase.THINK
        return HallPhase.ANSWER if self.standing.revealed else self._hands.phase

    @property
    def at(self) -> int | None:
        """The choice whose hands are being typed, or ``None`` if no hands are being counted."""
        return self._hands.at if self.counts else None

    @property
    def next_name(self) -> str:
        """The phase that :meth:`next` leads to, or "" if no question is waiting for its answer."""
        ahead = self.standing is not None and self.phase is not HallPhase.ANSWER
        return LEADS_TO[PHASES.index(self.phase)] if ahead else ""

    @property
    def counts(self) -> bool:
        return self.standing is not None and self.phase in ROUNDS

    def next(self) -> bool:
        """Go on to the next phase or, after the answer, close the question. Return False if no question is left."""
        standing = self.standing
        if standing is None:
            return False
        if standing.revealed:
            self._shown.pop(standing.question, None)
            self.asking.finish()
            return False
        following = PHASES[PHASES.index(self.phase) + 1]
        if following is HallPhase.ANSWER:
            self.asking.reveal()
        else:
            self._go_to(following)
        return True

    def previous(self) -> bool:
        """Go back to the previous phase or, from the first, withdraw the question. Return False if none is left."""
        if self.standing is None:
            return False
        if self.standing.revealed:
            self.asking.conceal()
        elif self.phase is HallPhase.THINK:
            self.asking.withdraw()
            return False
        else:
            self._go_to(PHASES[PHASES.index(self.phase) - 1])
        return True

    def _go_to(self, phase: HallPhase) -> None:
        shown = self._hands
        shown.phase, shown.at, shown.replaces = phase, 0, True

    def close(self) -> None:
        """Close the question. If its answer has not been shown, the question will be asked again."""
        if self.standing is None:
            return
        if self.standing.revealed:
            self.next()
        else:
            self.asking.withdraw()

    # Hands

    def type(self, digit: str) -> None:
        """Type a digit of the number of hands, if hands are being counted."""
        if not self.counts:
            return
        shown, before = self._hands, "" if self._hands.replaces else self._hands.typed[self._hands.at]
        shown.replaces = False
        if len(before) < MOST_DIGITS:
            shown.typed[shown.at] = (before + digit).lstrip("0") or "0"

    def erase(self) -> None:
        """Erase the last digit of the number of hands or, if there is none, go back to the previous choice."""
        if not self.counts:
            return
        shown = self._hands
        if not shown.typed[shown.at]:
            shown.at = max(0, shown.at - 1)
        else:
            shown.typed[shown.at] = shown.typed[shown.at][:-1]
        shown.replaces = False

    def next_choice(self) -> bool:
        """Go on to the next choice, where the next digit begins a new number. Return False if no digit was typed here,
        or there is no other choice.
        """
        if not self.counts or self._hands.replaces or self._hands.at + 1 == len(self._hands.typed):
            return False
        self._hands.at, self._hands.replaces = self._hands.at + 1, True
        return True

    def hands(self, number: int) -> str:
        """Return the hands counted for a choice in each round, as in "12 → 30", or "" if none have been typed."""
        return " → ".join(filter(None, (each[number] for each in self._hands.counts)))

    @property
    def wrong(self) -> tuple[int, ...]:
        """The wrong choices, most popular first."""
        choices = self.standing.question.choices if self.standing else ()
        wrong = [number for number, choice in enumerate(choices) if not choice.right]

        def votes(number: int) -> list[int]:
            return [int(each[number] or 0) for each in reversed(self._hands.counts)]  # the latest first

        return tuple(sorted(wrong, key=votes, reverse=True))

    # Keys for the next and previous phase

    @property
    def targets(self) -> Iterable[object]:
        return (self,)

    def carry_out(self, handler: Callable[[], object]) -> None:
        self._session.toast = ""
        handler()

    @carries_out("back")
    def back(self) -> None:
        """Go back to the previous phase or, from the first one, close the question and go back a step."""
        if not self.previous():
            self._session.player.step(-1)

    @carries_out("play")
    def play_pressed(self) -> None:
        """Go on to the next phase and, after the last one, play on."""
        if not self.next():
            self._session.player.play()

    @carries_out("forward")
    def forward(self) -> None:
        """Go on to the next phase and, after the last one, make a step."""
        if not self.next():
            self._session.player.step(1)
