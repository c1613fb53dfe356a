"""Asks about a run. Playing and stepping stop one step before the answer to a question, until the question is answered
or skipped.

Only the first choice counts. A wrong choice stays on the screen with the reason why it is wrong, and another can be
chosen. While a question waits, nothing on the screen may give the answer away: see :meth:`Asking.shown`.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import count
from typing import NamedTuple

from puzzles.geometry import Cell
from solvers.core.registry import Solver
from visualizer.questions.asker import Asker
from visualizer.questions.question import Question
from visualizer.scene.scene import Scene
from visualizer.session.run_history import WatchedRun
from visualizer.text.spans import Span, plain
from visualizer.timeline.player import Player
from visualizer.timeline.timeline import Clock
from visualizer.timeline.transport import Motion, Travel
from visualizer.views.board import ChoiceMark, StripView


@dataclass
class Score:
    """The results of the questions so far, by kind."""

    first: Counter[str] = field(default_factory=Counter)
    """The questions answered correctly on the first try."""
    tried: Counter[str] = field(default_factory=Counter)
    """All questions tried."""
    skipped: Counter[str] = field(default_factory=Counter)

    @property
    def words(self) -> str:
        tried, skipped = self.tried.total(), self.skipped.total()
        right = f"First tries right: {self.first.total()} of {tried}" if tried else ""
        return " · ".join(filter(None, [right, f"{skipped} not tried" if skipped else ""]))

    def of(self, kind: str) -> str:
        """Return the score of a kind as "3 of 4", or "" if it has not been tried."""
        return f"{self.first[kind]} of {self.tried[kind]}" if self.tried[kind] else ""


@dataclass
class AskedQuestion:
    """A question being asked, with the wrong choices made so far."""

    question: Question
    player: Player
    plays_on: bool
    """Whether the run was playing before it stopped for the question."""
    struck: tuple[int, ...] = ()
    """The wrong choices made, in order."""
    chosen: int | None = None
    """The right choice made."""
    revealed: bool = False
    counts: bool = True

    def mark(self, number: int) -> ChoiceMark:
        if number in self.struck:
            return ChoiceMark.STRUCK
        if self.revealed:
            return ChoiceMark.RIGHT if self.question.choices[number].right else ChoiceMark.NONE
        return ChoiceMark.OPEN


AHEAD = 60
"""How many steps to record ahead before looking for a question. Some answers can only be seen later in the run."""
MOST_LOOKED = 300
"""The maximum number of steps to search when a single step is made. Any question further on is missed."""
LOOKING = 0.005
"""How long to look for a question in each frame, in seconds. A fast run may pass a question not found in time."""
LONGEST_REVEAL = 2.5
"""The maximum time to spend playing up to where an answer can be seen, in seconds."""


class Rhythm(NamedTuple):
    """How often questions are asked."""

    title: str
    seconds: float
    """The minimum time from one question to the next, in seconds."""


RHYTHMS = {
    "always": Rhythm("At every chance", 0.0),
    "often": Rhythm("A few a minute", 15.0),
    "minute": Rhythm("About one a minute", 60.0),
    "rarely": Rhythm("About one in five minutes", 300.0),
}
USUAL_RHYTHM = "often"


@dataclass
class _RunAsked:
    """What has been asked about a run, and how far it has been searched for the next question."""

    player: Player | None = None
    asker: Asker | None = None
    done: list[Question] = field(default_factory=list)
    """The questions asked. One that is withdrawn, or left behind by going back in a lecture's scene, is removed."""
    again: list[Question] = field(default_factory=list)
    """Questions removed from those, which are asked again."""
    met: set[int] = field(default_factory=set)
    """The positions of questions that have been removed, and so do not count the second time."""
    found: Question | None = None
    """The next question, if the search has found one."""
    looked: tuple[int, int] = 0, 0
    """The positions between which the run has been searched."""

    def search_again(self) -> None:
        """Forget the question found ahead, because a different one may be needed."""
        self.found, self.looked = None, (0, 0)


class Asking:
    """Asks about the run being watched, if switched on."""

    def __init__(self) -> None:
        self.now_asked: Callable[[], object] = lambda: None
        """Called when a question comes up."""
        self.kinds_chosen: Callable[[], object] = lambda: None
        """Called when the user has chosen how often to ask, or which kinds of question."""
        self.on = False
        self.rhythm = USUAL_RHYTHM
        self.kinds: frozenset[str] | None = None
        """The kinds of question to ask, or ``None`` for all."""
        self.score = Score()
        self.standing: AskedQuestion | None = None
        self.scores = True
        """Whether questions count for the score. Questions to an audience do not."""
        self.leaps = False
        """Whether the next leap also stops at questions, as the steps of a presentation do."""
        self._run = _RunAsked()
        self._turns: Counter[str] = Counter()
        """How often each kind has been asked."""
        self._quota: int | None = None
        """How many questions a lecture's scene asks about this run, or ``None`` for any number."""
        self._run_before = self._run
        """The run of the scene that was left last."""
        self._own: tuple[bool, str, frozenset[str] | None] | None = None
        """The user's own settings, to be restored after a lecture's scene."""
        self._here = 0
        """The position of the run at the last tick."""
        self._now = 0.0
        self._due = 0.0

    @property
    def question(self) -> Question | None:
        """The question being asked, until its answer is revealed."""
        return self.standing.question if self.standing and not self.standing.revealed else None

    @property
    def asked_here(self) -> int:
        """The number of questions asked about this run."""
        return len(self._run.done)

    @property
    def finds_nothing(self) -> bool:
        """Whether a long part of this run has been searched without finding anything to ask."""
        first, last = self._run.looked
        return not self._run.done and self._run.found is None and last - first >= MOST_LOOKED

    @property
    def has_more(self) -> bool:
        """Whether the scene of a lecture still has a question to ask."""
        return self.on and self._quota is not None and self._quota > self.asked_here

    def follow(self, run: WatchedRun) -> None:
        if self._run.player is not None:
            self._run.player.gate = None
        if self._quota is not None:
            self._quota -= self.asked_here
        self.standing, self.leaps, self._run = None, False, _RunAsked(run.player)
        if self.on and can_be_asked(run.solver):
            self._run.asker = Asker(run.player.timeline, run.solver, run.options)
            run.player.gate = self.stop

    def switch(self, on: bool, run: WatchedRun) -> None:
        """Start or stop asking about this run, with a new score."""
        if on:
            self.score = Score()
        self._turn(on, run)

    def _turn(self, on: bool, run: WatchedRun, quota: int | None = None) -> None:
        self.on, self._due = on, 0.0
        self._turns.clear()
        self.follow(run)
        self._quota = quota

    def let_score(self, scores: bool) -> None:
        """Set whether questions count for the score from now on. If they do not, neither does the current one."""
        self.scores = scores
        if self.standing is not None:
            self.standing.counts &= scores

    def ask_in_scene(self, ask: int | tuple[str, ...], run: WatchedRun) -> None:
        """Ask the questions of a lecture's scene: the given number, or one of each given kind. If there are none, go
        back to the user's own settings.
        """
        if self._quota is not None:
            self._run_before = self._run
        if ask:
            self._own = self._own or (self.on, self.rhythm, self.kinds)
            self.rhythm, self.kinds = "always", None if isinstance(ask, int) else frozenset(ask)
            self._turn(True, run, ask if isinstance(ask, int) else len(set(ask)))
        elif self._own:
            on, self.rhythm, self.kinds = self._own
            self._own = None
            self._turn(on, run)

    def go_on_in_scene(self, ask: int | tuple[str, ...], run: WatchedRun) -> None:
        """Resume the questions of a lecture's scene where they were left. Questions after the playhead are asked
        again.
        """
        self.ask_in_scene(ask, run)
        for question in self._run_before.done if ask and self._run_before.player is run.player else ():
            self._note_asked(question)
        self._ask_again(run.player.position)

    def choose_kinds(self, rhythm: str, kinds: frozenset[str] | None) -> None:
        """Choose how often to ask, and which kinds of question (all if ``None``)."""
        self.rhythm, self.kinds = rhythm, kinds
        self._run.again.clear()
        self._run.search_again()
        self.kinds_chosen()

    # Stopping

    def stop(self, start: int, target: int, travel: Travel, clock: Clock | None = None) -> tuple[int, bool]:
        """Return how far the playhead may go, and whether it pauses there because a question is asked."""
        leaps, run = self.leaps, self._run
        self.leaps = False
        barred = travel is Travel.DRAG or (travel is Travel.LEAP and not leaps)
        full = self._quota is not None and self.asked_here >= self._quota
        barred = barred or self.standing is not None or full or self._now < self._due
        if run.player is None or barred or target <= start:
            return target, False
        timeline = run.player.timeline
        if timeline.length < target + AHEAD:
            timeline.reach(target + AHEAD, count().__next__, 2 * AHEAD)
        found = self._look(start, target, clock)
        if found is None or not start < found.position <= target + 1:
            return target, False
        plays_on = run.player.mode is Motion.PLAYING or (run.player.goal is not None and run.player.goal.then_play)
        self.standing = AskedQuestion(found, run.player, plays_on, counts=self.scores and found.position not in run.met)
        run.again = [one for one in run.again if one != found]
        self._turns[found.kind] += 1
        self._note_asked(found)
        self.now_asked()
        return found.position - 1, True

    def _note_asked(self, question: Question) -> None:
        """Record that a question has been asked. A scene asks each kind that it names only once."""
        self._run.done.append(question)
        if self._quota is not None:
            self.kinds = self.kinds and self.kinds - {question.kind}

    def _ask_again(self, position: int) -> None:
        """Allow a scene's questions after a position to be asked again, because the run has gone back there."""
        standing = self.standing and self.standing.question
        for question in [one for one in self._run.done if one.position > position and one is not standing]:
            self._forget_asked(question)

    def _forget_asked(self, question: Question) -> None:
        """Allow a question to be asked again. It does not count the second time."""
        run = self._run
        self._turns[question.kind] -= 1
        run.done.remove(question)
        run.met.add(question.position)
        run.again.append(question)
        run.search_again()
        if self._quota is not None:
            self.kinds = self.kinds if self.kinds is None else self.kinds | {question.kind}

    # The search for a question goes on from where it stopped, for a limited time, while the run plays. What was found
    # is kept until the playhead gets there; if the playhead jumps elsewhere, the search starts again.

    def _look(self, start: int, target: int, clock: Clock | None) -> Question | None:
        """Look for the next question, up to and including one about the step after the target."""
        run = self._run
        assert run.asker is not None and run.player is not None
        if not run.looked[0] <= start <= run.looked[1] or (run.found and run.found.position <= start):
            run.found, run.looked = None, (start, start)
        again = [one for one in run.again if one.position > start]
        if again:
            run.found = min(again, key=lambda one: one.position)
            return run.found
        timer, seconds = (clock, LOOKING) if clock else (count().__next__, float(MOST_LOOKED))
        until = timer() + seconds
        last = min(target + 1, run.player.timeline.length)
        done = {question.position for question in run.done}
        while run.found is None and run.looked[1] < last and timer() < until:
            sought = run.asker.next_question(
                run.looked[1], self.kinds, self._turns, clock=timer, seconds=max(0.0, until - timer())
            )
            run.looked = run.looked[0], sought.position
            if sought.question and sought.question.position not in done:
                run.found = sought.question
        return run.found

    # Answering

    def choose(self, number: int) -> None:
        """Choose an answer by its number, counted from 0. Nothing happens if it has been chosen before."""
        standing, question = self.standing, self.question
        if standing is None or question is None or number in standing.struck or number >= len(question.choices):
            return
        right, kind = question.choices[number].right, question.kind
        if standing.counts and not standing.struck:
            self.score.tried[kind] += 1
            self.score.first[kind] += right
        if right:
            standing.chosen = number
            self.reveal()
        else:
            standing.struck += (number,)

    def choose_cell(self, cell: Cell) -> bool:
        """Choose this cell as the answer. Return False if it is not one of the choices."""
        cells = [one.cell for one in self.question.choices] if self.question else []
        if cell in cells:
            self.choose(cells.index(cell))
        return cell in cells

    def reveal(self) -> None:
        """Show the answer and make the step. If no answer has been chosen, count the question as skipped."""
        standing = self.standing
        if standing is None or standing.revealed:
            return
        self._count_skipped(standing)
        standing.revealed = True
        question, player = standing.question, standing.player
        player.pause()
        if question.shown > question.position and player.timeline.known(question.shown):
            player.play_to(question.shown, LONGEST_REVEAL)
        else:
            player.to(question.position, travel=Travel.STEP)

    def _count_skipped(self, standing: AskedQuestion) -> None:
        tried = standing.chosen is not None or bool(standing.struck)
        if standing.counts and not tried and not standing.revealed:
            self.score.skipped[standing.question.kind] += 1

    def conceal(self) -> None:
        """Hide the answer again, and return to where the question was asked."""
        if self.standing is not None:
            self.standing.revealed = self.standing.counts = False
            self.standing.player.pause()
            self.standing.player.to(self.standing.question.position - 1)

    def withdraw(self) -> None:
        """Close the question as if it had not been asked."""
        standing = self.standing
        if standing is not None:
            if standing.revealed:
                self.conceal()
            self.standing = None
            self._forget_asked(standing.question)

    def go_on(self) -> None:
        """Close the question and continue as before, either playing or making a single step."""
        standing = self.standing
        self.finish()
        if standing is not None and standing.plays_on:
            standing.player.play()
        elif standing is not None and not standing.player.at_end:
            standing.player.step(1)

    def finish(self) -> None:
        """Go to where the answer can be seen, and close the question."""
        standing = self.standing
        if standing is not None and standing.player.position < standing.question.shown:
            standing.player.pause()
            standing.player.to(standing.question.shown, travel=Travel.STEP)
        self.dismiss()

    def dismiss(self) -> None:
        if self.standing is not None:
            self._count_skipped(self.standing)
            self.standing = None
            self._due = self._now + RHYTHMS[self.rhythm].seconds

    def tick(self, now: float) -> bool:
        """Advance the clock. If the playhead has left the question's step, close the question and return True."""
        self._now = now
        player = self._run.player
        if player is not None and self._quota is not None:
            here, before = player.position, self._here
            self._here = here
            if here < before:
                self._ask_again(here)
        if self.standing is None or player is None:
            return False
        question, here = self.standing.question, player.position
        if question.position - 1 <= here <= (question.shown if self.standing.revealed else question.position - 1):
            return False
        self.dismiss()
        return True

    # Showing

    def shown(self, scene: Scene) -> Scene:
        """Return the scene without anything that gives the answer away: the question replaces the caption, and the
        timeline ends at the playhead. The cells that can be clicked are marked.
        """
        standing = self.standing
        if standing is None:
            return scene
        cells = list(scene.board.cells)
        for number, choice in enumerate(standing.question.choices):
            mark = standing.mark(number)
            if choice.cell is not None and (mark is ChoiceMark.RIGHT or not standing.revealed):
                cells[choice.cell] = cells[choice.cell]._replace(choice=mark, number=number + 1)
        if not standing.revealed and any(cell.candidates for cell in cells):
            for cell in standing.question.hides:
                cells[cell] = cells[cell].without_candidates()
        scene = replace(scene, board=replace(scene.board, cells=tuple(cells)))
        if standing.revealed:
            said = standing.question.why in plain(scene.caption)
            why = () if said else (Span(f"{standing.question.why} "),)
            return replace(scene, caption=(*why, *scene.caption), lingers=scene.lingers or not said)
        ask, strip = (Span(standing.question.ask),), without_future(scene.strip)
        return replace(scene, caption=ask, strip=strip, panes={}, lingers=True)


def can_be_asked(solver: Solver) -> bool:
    """Return whether there are questions about a solver's runs. There are none about a person, a black box or the
    user's own solver.
    """
    return not (solver.person or solver.black_box or solver.own)


def without_future(strip: StripView) -> StripView:
    """Return a timeline on which nothing after the playhead is drawn."""
    here = strip.fraction(strip.position)

    def past(values: tuple[float, ...]) -> tuple[float, ...]:
        kept = round(here * len(values))
        return (*values[:kept], *[0.0] * (len(values) - kept))

    return replace(
        strip,
        complete=False,
        depths=past(strip.depths),
        marks=tuple(mark for mark in strip.marks if mark.where <= here),
        densities=tuple(one._replace(shares=past(one.shares)) for one in strip.densities),
        flags=tuple(flag for flag in strip.flags if flag.where <= here),
    )
