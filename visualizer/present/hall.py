"""Asking a hall: the choices, a show of hands, a discussion, hands again and the answer, one click each."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum

from visualizer.keymap import carries_out
from visualizer.session.asking import AskedQuestion, Asking
from visualizer.session.session import Session
from visualizer.text.phrases import listed

MOST_DIGITS = 3
"""The maximum number of digits of a number of hands."""


class HallPhase(Enum):
    """What the hall is asked to do."""

    THINK = "Think: what comes next?"
    HANDS = "Hands up for your answer."
    DISCUSS = "Discuss it with your neighbours."
    HANDS_AGAIN = "Hands up again."
    ANSWER = ""


PHASES = tuple(HallPhase)
ROUNDS = {HallPhase.HANDS: 0, HallPhase.HANDS_AGAIN: 1}
"""The phases in which hands are counted, and which count that is."""
LEADS_TO = ("hands up", "a discussion", "hands up again", "the answer")
"""What comes after each phase but the last, for the speaker."""


class Hall:
    """The question that stands while presenting. The number of hands for each choice may be typed, or left out."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._asked: AskedQuestion | None = None
        self._phase = HallPhase.THINK
        self._hands: list[list[str]] = []
        self.at = 0
        """The choice whose hands are being typed."""

    @property
    def asking(self) -> Asking:
        return self._session.modes.asking

    @property
    def standing(self) -> AskedQuestion | None:
        """The question that stands, if there is one."""
        standing = self.asking.standing
        if standing is not self._asked:
            self._asked, self._phase, self.at = standing, HallPhase.THINK, 0
            self._hands = [[""] * len(standing.question.choices) if standing else [] for _ in set(ROUNDS.values())]
        return standing

    @property
    def phase(self) -> HallPhase:
        standing = self.standing
        return HallPhase.ANSWER if standing and standing.revealed else self._phase

    @property
    def next_name(self) -> str:
        """What :meth:`next` leads to while a question stands without its answer; otherwise ""."""
        ahead = self.standing is not None and self.phase is not HallPhase.ANSWER
        return LEADS_TO[PHASES.index(self.phase)] if ahead else ""

    @property
    def answer(self) -> str:
        """The answer and its reason, for the speaker, while the question stands without it; otherwise ""."""
        if not (self.next_name and self._asked):
            return ""
        right = [choice.text for choice in self._asked.question.choices if choice.right]
        return f"The answer: {listed(right, 'or')}. {self._asked.question.why}"

    @property
    def counts(self) -> bool:
        """Whether hands are being counted."""
        return self.standing is not None and self.phase in ROUNDS

    def next(self) -> bool:
        """Go on to the next phase or, after the answer, put the question away. Return False if none stands."""
        standing = self.standing
        if standing is None:
            return False
        if standing.revealed:
            self.asking.finish()
            return False
        self._phase = PHASES[PHASES.index(self._phase) + 1]
        self.at = 0
        if self._phase is HallPhase.ANSWER:
            self.asking.reveal(counts=False)
        return True

    def type(self, digit: str) -> None:
        """Type a digit of a number of hands."""
        hands = self._hands[ROUNDS[self.phase]]
        if len(hands[self.at]) < MOST_DIGITS:
            hands[self.at] = (hands[self.at] + digit).lstrip("0") or "0"

    def next_choice(self) -> None:
        """Type the hands of the next choice."""
        if self.counts and self._asked:
            self.at = (self.at + 1) % len(self._asked.question.choices)

    def hands(self, number: int) -> str:
        """Return the numbers of hands for a choice, as in "12 → 30"; "" before any is typed."""
        return " → ".join(filter(None, (each[number] for each in self._hands)))

    # The keys that go on

    @property
    def targets(self) -> Iterable[object]:
        return (self,)

    def carry_out(self, handler: Callable[[], object]) -> None:
        self._session.toast = ""
        handler()

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
