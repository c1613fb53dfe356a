"""Presents a run from stop to stop, or a lecture slide by slide, moving through the stops of each slide's run."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple, Protocol

import solvers
from puzzles.bounds import reason
from puzzles.figures import counted, grouped
from solvers.core.step import Kind, Step, Why
from visualizer.analysis.bookmarks import Bookmarks
from visualizer.files.loader import Loader, WatchedFile
from visualizer.lecture.lecture import Lecture, Mistake, Slide, SlideScene, Stop, blocks_of
from visualizer.lecture.stops import StopError, seek
from visualizer.session.mode import Presented
from visualizer.session.run_spec import RunSpec
from visualizer.session.session import Session
from visualizer.timeline.condition import ANSWERS, Condition, any_of, as_condition, with_unit
from visualizer.timeline.player import Cut, Player
from visualizer.timeline.search import find, nth
from visualizer.timeline.timeline import Clock, Timeline
from visualizer.timeline.transport import Motion, Transport

EVENTS = any_of((Kind.GUESS, Kind.CONFLICT, *ANSWERS))
"""The kinds of step that count as stops if there are no bookmarks."""


def _is_halt(step: Step) -> bool:
    """Return whether to halt at a step, which is always the case except when it only undoes the last guess."""
    return step.kind is not Kind.BACKTRACK or step.why is Why.LEARNT_CLAUSE


ON_THE_WAY = Condition(EVENTS.kinds | {Kind.LEARN, Kind.BACKTRACK}, test=_is_halt, called=("a stop", "is reached"))
"""A condition for the next stop, or for the learnt clause or jump back that comes before it."""


def _is_never(step: Step) -> bool:
    """Return False: no step passes this test, which serves to record a run until it has enough stops."""
    return False


class Stops(NamedTuple):
    """The stops in the part of a run recorded so far, numbered from 1."""

    timeline: Timeline
    bookmarks: Bookmarks

    @property
    def total(self) -> int:
        return len(self.bookmarks) or self._events_before(self.timeline.length)

    @property
    def complete(self) -> bool:
        return bool(self.bookmarks) or self.timeline.over

    def number(self, position: int) -> int:
        if self.bookmarks:
            return len(self.bookmarks.between(0, position))
        return self._events_before(position)

    def position(self, number: int) -> int | None:
        """Return the position of a stop, or just before it if steps were discarded. ``None`` if it does not exist."""
        if self.bookmarks:
            return self.bookmarks.all[number - 1].position if number <= len(self.bookmarks) else None
        return nth(self.timeline, EVENTS, 0, number) if number <= self.total else None

    def _events_before(self, position: int) -> int:
        return sum(map(self.timeline.counts(position).__getitem__, EVENTS.kinds))


class PresentedRun(Presented):
    """The session's own run, with bookmarks, guesses, conflicts and answers as its stops."""

    kind = "run"

    def __init__(self, session: Session) -> None:
        self.session = session

    @property
    def transport(self) -> Player:
        return self.session.player

    @property
    def subject(self) -> Timeline:
        return self.session.timeline

    @property
    def timelines(self) -> Sequence[Timeline]:
        return (self.session.timeline,)

    @property
    def stops(self) -> Stops:
        return Stops(self.session.timeline, self.session.analysis.bookmarks)

    @property
    def clock_text(self) -> str:
        return f"step {grouped(self.transport.position)}"

    @property
    def busy(self) -> bool:
        return self.session.running

    @property
    def working(self) -> bool:
        session = self.session
        waits = session.player.mode is Motion.SEEKING or session.timeline.waiting
        return session.panes.busy or (session.running and waits)

    def tick(self, dt: float, clock: Clock, budget: float) -> bool:
        before = self.transport.position
        changed = self.session.tick(dt, clock, budget)
        self.halt(before)
        return changed

    @property
    def _halts(self) -> Condition:
        """What the run halts at: its stops, and what the pane tells on the way to them."""
        told = self.session.panes.halts
        return as_condition(EVENTS.kinds | told) if told else ON_THE_WAY

    def stop_after(self, position: int) -> int | None:
        if bookmarks := self.stops.bookmarks:
            mark = bookmarks.next(position)
            return mark.position if mark else None
        hit = find(self.session.timeline, self._halts, position)
        return hit.position if hit and hit.exact else None

    def seek_stop(self) -> None:
        if self.stops.bookmarks:
            super().seek_stop()
        else:
            self.transport.seek(self._halts)

    def next_stop(self) -> bool:
        waits = self.transport.mode is Motion.PAUSED
        return (waits and self.session.panes.skip(1)) or super().next_stop()  # the pane may have more parts of the step

    def look_for(self, number: int) -> None:
        reached = Condition(EVENTS.kinds, test=_is_never, called=(f"stop {grouped(number)}", "is reached"))
        self.transport.seek(reached, after=self.session.timeline.length)

    def previous_stop(self) -> None:
        if not self.session.panes.skip(-1):  # otherwise the pane has gone back one part of the step
            super().previous_stop()


LONGEST_PLAY = 6.0
"""How long a run may play up to a stop, in seconds."""
SPEED = 5.0
"""The default speed of a scene, in steps per second."""
LEAST_WORK = 0.003
"""The minimum time per frame to spend looking for a stop, in seconds."""
GOES_ON = "The lecture goes on as it was last saved."
MOST_TOLD = 8
"""The maximum number of mistakes shown at a time."""


class SlideNumbers(NamedTuple):
    """The slides of a lecture, numbered from 1 like stops. Positions count from 0."""

    total: int

    @property
    def complete(self) -> bool:
        return True

    def number(self, position: int) -> int:
        return position + 1

    def position(self, number: int) -> int | None:
        return number - 1 if 1 <= number <= self.total else None


class Stage(Protocol):
    """Where a lecture is presented."""

    has_speaker: bool | None

    def show_pane(self) -> None:
        """Show the pane of the slide that has just begun."""

    def race(self, lanes: tuple[RunSpec, ...]) -> Presented | None:
        """Present a race on the session's puzzle within the lecture. Return ``None`` if races are impossible."""

    def end_race(self) -> None:
        """End the race presented within the lecture."""


class PresentedLecture(PresentedRun):
    """A lecture being presented. The session shows the slide's run, and records it only as far as the stops require.
    A race is shown in place of the run.

    Live reload: when the file is saved, the lecture continues from where it is. If the file has mistakes or is gone,
    the lecture continues unchanged.
    """

    kind, noun = "lecture", "slide"

    def __init__(self, session: Session, lecture: Lecture, path: Path, stage: Stage) -> None:
        super().__init__(session)
        self._stage = stage
        self.race: Presented | None = None
        self._raced: object = None
        """The scene's run and the race's subject when the race began. The subject changes with the choice of lanes."""
        self.lecture = lecture
        self.pane: str | None = None
        """The pane to show, "" for no pane, or ``None`` for the algorithm's own."""
        self._at = 0
        self.part, self.parts = 0, 1
        """The part of the slide's text that is shown, and how many there are. The picture knows how much fits."""
        self._stops: list[Stop] = []
        """The slide's stops, except those found not to exist."""
        self._found: list[int] = []
        """The positions of the stops known so far."""
        self._wanted = 0
        """The number of the stop to go to, counting from 1, or 0 for none."""
        self._plays = False
        """Whether to play the run up to the wanted stop rather than jump to it."""
        self._file, self._loader = WatchedFile(path), Loader()
        self.mistakes: tuple[Mistake, ...] = ()
        """The mistakes in the file as last saved."""
        self._grain = session.player.chosen
        """The unit of steps where a scene names none."""
        self._told = ""
        """The message about mistakes that the audience sees."""
        self._left_at = 0
        """The number of the stop last reached; 0 before the lecture has begun."""
        self._note_mistakes(lecture.mistakes)
        if lecture.mistakes:
            has = f"This lecture has {counted(len(lecture.mistakes), 'mistake')}."
            session.notice = self._told = "\n".join([has, *self.mistake_lines(f"{self.file_name}, ")])

    # What is shown

    @property
    def file_name(self) -> str:
        return self._file.path.name

    @property
    def pictured(self) -> Presented:
        return self.race or self

    @property
    def transport(self) -> Transport:  # type: ignore[override]
        return self.race.transport if self.race else self.session.player

    @property
    def timelines(self) -> Sequence[Timeline]:
        return self.race.timelines if self.race else super().timelines

    @property
    def slide(self) -> Slide:
        return self.lecture.slides[self._at]

    @property
    def title(self) -> str:  # type: ignore[override]
        return self.slide.title

    @property
    def following(self) -> Slide | None:
        return self.lecture.slides[self._at + 1] if self._at + 1 < len(self.lecture.slides) else None

    @property
    def position(self) -> int:
        return self._at

    @property
    def stops(self) -> SlideNumbers:  # type: ignore[override]
        return SlideNumbers(len(self.lecture.slides))

    @property
    def subject(self) -> Slide:  # type: ignore[override]
        return self.slide

    @property
    def reached(self) -> int:
        """How many of the slide's stops the playhead has reached."""
        return sum(there <= self.transport.position for there in self._found)

    @property
    def at_stop(self) -> bool:
        return self.transport.position in self._found

    @property
    def tells_first(self) -> bool:
        """Whether to show the slide rather than its race, which leaves no room for the slide's text."""
        return self.race is None or (self.introduces and bool(blocks_of(self.slide, self.lecture.folder)))

    @property
    def introduces(self) -> bool:
        """Whether the run is still at its first stop, when the slide's text is shown first."""
        return self._found[:1] in ([], [self.transport.position])

    @property
    def stop_count(self) -> int:
        """The number of stops on the slide, not counting the one where its run begins."""
        return max(0, len(self._stops) - 1)

    @property
    def stop_text(self) -> str:
        """The last stop reached, as in "stop 2 of 5". At the start, the number of stops, or "" if there are none."""
        if not self.stop_count:
            return ""
        return f"stop {self.reached - 1} of {self.stop_count}" if self.reached > 1 else counted(self.stop_count, "stop")

    @property
    def stop_name(self) -> str:
        """The name of the stop that the speaker is at; "" if the slide shows no run."""
        return str(self._stops[max(0, self.reached - 1)]) if self._stops else ""

    @property
    def next_stop_name(self) -> str:
        """The name of what :meth:`next_stop` leads to on this slide, or "" if it leads to the next slide."""
        if self.introduces and self.part + 1 < self.parts:
            return "the rest of the text"
        session, left = self.session, self._stops[self.reached :]
        if self._may_skip and (part := session.panes.next_part):
            return part
        name = str(left[0]) if left else ""
        return f"{name}, unless a question comes first" if name and session.asking.has_more else name

    @property
    def clock_text(self) -> str:
        if self.introduces and self.parts > 1:
            return f"part {self.part + 1} of {self.parts}"
        if self.slide.scene is None:
            return ""
        if self._wanted:
            return f"looking for {self._stops[min(len(self._found), len(self._stops) - 1)]} …"
        return "  ·  ".join(filter(None, [self.stop_text, f"step {grouped(self.transport.position)}"]))

    @property
    def busy(self) -> bool:
        return (self.race.busy if self.race else super().busy) or self._wanted > 0

    @property
    def working(self) -> bool:
        working = self.race.working if self.race else super().working
        return working or self._wanted > 0 or self._loader.looking

    @property
    def _may_skip(self) -> bool:
        """Whether the slide shows a run, in which case its pane may show a step in several parts."""
        return self.slide.scene is not None and self.race is None

    # Going from stop to stop

    def next_stop(self) -> bool:
        """Play up to the next stop, or jump to it if the run is already on its way. After the last stop comes the next
        slide.
        """
        player = self.transport
        if self.introduces and self.part + 1 < self.parts:
            self.part += 1
        elif (there := player.until) is not None:
            player.pause()  # first, because it would cancel the search for a position that is not known yet
            player.to(there, through=True)
        elif self._wanted:
            self._plays = False
        elif self._may_skip and self.session.panes.skip(1):
            pass  # the pane has gone on to the next part of the step
        elif self.reached < len(self._stops):
            self._wanted, self._plays = self.reached + 1, player.mode is Motion.PAUSED
            player.pause()
        elif self.following is not None:
            self.go(self._at + 1)
        else:
            return False
        return True

    def previous_stop(self) -> None:
        """Go to the previous stop or, from the first, to the last stop of the previous slide."""
        player = self.transport
        before = [there for there in self._found if there < player.position]
        if self._may_skip and self.session.panes.skip(-1):
            return
        if self.introduces and self.part:
            self.part -= 1
            return
        self._wanted = 0
        player.pause()
        if before:
            player.to(before[-1], through=True)
        elif self._at:
            self.go(self._at - 1, len(self.lecture.slides[self._at - 1].stops))

    def give_up(self) -> bool:
        looking, self._wanted = self._wanted > 0, 0
        return super().give_up() or looking

    def resume(self, race: Presented | None) -> None:
        """Return to the current slide. If the session now has a different run or race, restart the slide's own."""
        self.race = race
        if not (self._left_at and self._is_on):
            self.go(self._at, max(1, self._left_at))
        elif scene := self.slide.scene:
            self.session.asking.go_on_in_scene(scene.ask, self.session.run)
        self.session.composer.marks_verdict = False

    @property
    def _is_on(self) -> bool:
        """Whether the current run or race is the slide's own. For a slide without a run, whether no race is on."""
        scene = self.slide.scene
        if scene is None:
            return self.race is None
        if self.race is not None or scene.lanes:
            return self.race is not None and self._raced == (scene.run, self.race.subject)
        return self.has_own_run

    @property
    def has_own_run(self) -> bool:
        """Whether the session's run is the slide's own or, for a race, that of its first lane."""
        scene, session = self.slide.scene, self.session
        here = session.puzzle, session.solver.name, dict(session.options)
        return scene is not None and here == (scene.puzzle, scene.solver, dict(scene.options))

    def go(self, position: int, number: int = 1) -> None:
        session, scene = self.session, self.lecture.slides[position].scene
        self.transport.pause()
        self._at, self._found, self._wanted, self.part, self.parts = position, [], 0, 0, 1
        self._stops = list(self.slide.stops)
        self.pane = None
        if not self._is_on:
            self._begin(scene)
        if scene is not None:
            self.pane = scene.panes[0] if scene.panes else None if scene.panes is None else ""
            session.toast = ""
            session.composer.marks_verdict = False
            session.asking.ask_in_scene(scene.ask, session.run)
            session.player.chosen = with_unit(scene.granularity) if scene.granularity else self._grain
            if scene.speed or scene.lanes:
                self.transport.speed = scene.speed or SPEED
            else:
                session.player.cut = Cut.WHOLE
            self._stage.show_pane()
            self._wanted, self._plays = number, False
        session.note("slide", slide=position + 1)

    def _begin(self, scene: SlideScene | None) -> None:
        """End the previous race, if any, and begin the run or race of a scene."""
        if self.race is not None:
            self._stage.end_race()
            self.race = None
        if scene is not None:
            self.session.watch(scene.puzzle, solvers.get(scene.solver), dict(scene.options))
        if scene is not None and scene.lanes:
            self.race = self._stage.race(scene.lanes)
            self._raced = scene.run, self.race and self.race.subject

    # Time

    def tick(self, dt: float, clock: Clock, budget: float) -> bool:
        until = clock() + budget
        changed = self._follow_file(clock())
        changed = (self.race.tick if self.race else self.session.tick)(dt, clock, budget) or changed
        if self._wanted:
            changed = self._look(clock, max(LEAST_WORK, until - clock())) or changed
        self._left_at = max(1, self.reached)
        return changed

    def _look(self, clock: Clock, seconds: float) -> bool:
        """Look for the stop to go to, recording as much as necessary. Return whether it has been found."""
        while len(self._found) < self._wanted <= len(self._stops):
            stop = self._stops[len(self._found)]
            try:
                there = seek(self.timelines, stop, (self._found or [0])[-1], clock, seconds)
            except StopError as error:
                self._stops.remove(stop)
                self.session.toast = f"Line {stop.line}: {error}."
                continue
            if there is None:
                return False
            self._found.append(there)
        number, self._wanted = self._wanted, 0
        if not self._plays:
            self.transport.to((self._found[:number] or [0])[-1], through=True)
        elif number > len(self._stops) or self._found[number - 1] <= self.transport.position:
            self.next_stop()
        elif all(one.known(min(self._found[number - 1], one.length)) for one in self.timelines):
            self.transport.play_to(self._found[number - 1], LONGEST_PLAY)
        else:
            self.transport.to(self._found[number - 1], through=True)
        return True

    # The file

    def _follow_file(self, now: float) -> bool:
        """Check the file now and then. Return whether there is anything new to show."""
        if self._file.changed(now):
            from visualizer.lecture.reader import load  # imported late, because it is only needed once the file changes

            path = self._file.path
            self._loader.begin(self.file_name, None, lambda: partial(self._take, load(path)))
        if loaded := self._loader.take():
            if callable(loaded.found):
                loaded.found()
            elif isinstance(loaded.found, Exception):
                self.session.toast = f"{self.file_name} cannot be read: {reason(loaded.found)}. {GOES_ON}"
                self.session.note("lecture lost")
        if not self._file.lost():
            return loaded is not None
        self.session.toast = f"{self.file_name} can no longer be read. {GOES_ON}"
        self.session.note("lecture lost")
        return True

    def _take(self, lecture: Lecture) -> None:
        """Continue with a newly saved lecture or, if it has mistakes, report them."""
        self._note_mistakes(lecture.mistakes)
        if lecture.mistakes:
            has = f"{self.file_name} now has {counted(len(self.mistakes), 'mistake')}. The lecture goes on as before."
            told = has if self._stage.has_speaker else f"{has} L{str(self.mistakes[0])[1:]}"
            self.session.toast = self._told = told
            return
        before, self.lecture = self.slide, lecture
        self._at = min(self._at, len(lecture.slides) - 1)
        same = self.slide.scene and before.scene and self.slide.scene.run == before.scene.run
        if not (same and self.slide.stops == before.stops):
            self.go(self._at, max(1, self.reached))
        self.session.note("lecture changed")

    def _note_mistakes(self, mistakes: tuple[Mistake, ...]) -> None:
        """Remember the mistakes in the file, and clear any earlier message about mistakes."""
        session, self.mistakes = self.session, mistakes
        if session.notice == self._told:
            session.notice = ""
        if session.toast == self._told:
            session.toast = ""

    def mistake_lines(self, start: str = "") -> list[str]:
        """Return the first few mistakes, each prefixed with ``start``, and a count of the rest."""
        lines = [f"{start}{mistake}" for mistake in self.mistakes[:MOST_TOLD]]
        more = len(self.mistakes) - len(lines)
        return [*lines, f"and {counted(more, 'more mistake')}"] if more else lines
