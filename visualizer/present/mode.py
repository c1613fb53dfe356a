"""Presenting a run, a race or a lecture to an audience: on the whole screen, in large type, going from stop to stop.

The mode can be entered while watching a run, or on top of another mode that has something to present, such as a race.
Leaving it restores the previous panes or mode, and the run stays at its step.
"""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

from puzzles.discovery import About
from puzzles.figures import counted, grouped
from puzzles.geometry import Cell, Digit
from puzzles.puzzle import Puzzle
from solvers.core.registry import Solver
from visualizer.files.lectures import is_lecture
from visualizer.files.saved_view import one_of, read_flag, read_table
from visualizer.keymap import DIGITS, EVERY, USUAL, Action, Keymap, action, key_of
from visualizer.lecture.lecture import Lecture
from visualizer.present.hall import Hall
from visualizer.present.lecture import PresentedLecture, PresentedRun
from visualizer.scene.scene import Scene
from visualizer.session.mode import Carrier, Facts, Mode, NumberedStops, Presented, SideBySide
from visualizer.session.pane import Pane
from visualizer.session.pane_layout import PaneLayout, names
from visualizer.session.run_spec import RunSpec
from visualizer.session.session import Session
from visualizer.timeline.transport import Motion


class LectureFile(NamedTuple):
    lecture: Lecture
    path: Path
    speaker: bool = True


class SavedPresenting(NamedTuple):
    """The presentation settings that are saved in a view."""

    pane: str
    on: bool = True

    def __str__(self) -> str:
        return "presenting"


ABOUT = About("present", rank=60)
PRESENT = Keymap("present", "Keys while presenting", (
    ("R A S L P Tab Ctrl+K", "As in the window, like all others"),
    (f"{DIGITS} Enter", "Go to the stop with that number"),
    (f"{DIGITS} Enter", "After “Hands up”: how many"),
))  # fmt: skip
PATIENCE = 1.2
"""How long to wait for another digit, in seconds, before going to the stop typed."""
LONGEST_NUMBER = 7
NO_PANES = "A {} is presented without panes."


def _pane(value: object, name: str) -> str:
    return one_of(value, ("", *names()), name)


class PresentMode(Mode):
    """The mode for presenting a run, a lecture or what another mode shows."""

    keymap = PRESENT
    stays_for = 3.0

    def __init__(self, session: Session) -> None:
        self.session = session
        self.run = PresentedRun(session)
        self.hall = Hall(session)
        self.lecture: PresentedLecture | None = None
        """The open lecture, if any, which is presented instead of the run alone."""
        self.beneath: Mode | None = None
        """The mode being presented; ``None`` if the run itself is."""
        self._aside = False
        """Whether a run is presented in place of the lecture's own, until it ends or is left."""
        self._wanted: str | None = None
        """The pane that the user chose for this run, "" for none, or ``None`` to leave the choice to the algorithm."""
        self.has_speaker: bool | None = False
        """Whether the speaker of a lecture has a window; ``None`` if there is one only on a second display."""
        self.keys_shown = False
        """Whether the keys that are pressed are shown."""
        self.black = False
        self.erasing = False
        """Whether the mouse erases rather than draws."""
        self.typed = ""
        """The part of a stop number typed so far."""
        self._sought = 0
        """The number of a stop being looked for; 0 if there is none."""
        self._sought_from = 0
        """Where the playhead was when the search for the stop began."""
        self._until: float | None = None
        """When to stop waiting for more digits, or for Enter after them."""
        self._has_jumped = False
        """Whether a number has just been jumped to without Enter, which may still come and means nothing more."""
        self._stage = ""
        """The pane on the stage in place of the chosen one, or "" for none."""
        self._panes_before: PaneLayout | None = None

    def is_on(self, id: str) -> bool:
        return (id == "erase" and self.erasing) or (id == "pressed keys" and self.keys_shown)

    @property
    def presented(self) -> Presented:
        within = self._within
        if self.lecture and not self._aside and (within is None or within is self.lecture.race):
            return self.lecture
        return within or self.run

    @property
    def _within(self) -> Presented | None:
        """What the mode beneath this one presents, if any."""
        return self.beneath.presented if self.beneath else None

    @property
    def carriers(self) -> Iterable[Carrier]:
        return self.beneath.carriers if self.beneath else (self.hall,) if self.hall.standing else ()

    def shown(self, scene: Scene) -> Scene:
        return self.hall.asking.shown(scene)

    @property
    def title(self) -> str:
        if self.lecture and self.presented is self.lecture:
            return self.lecture.lecture.title
        return self.beneath.title if self.beneath else ""

    def standing(self, run: Facts) -> Facts:
        return self.beneath.standing(run) if self.beneath else run

    @property
    def stops(self) -> NumberedStops:
        """The stops of the run, race or lecture being presented."""
        return self.presented.stops

    @property
    def pane(self) -> str:
        """The pane below the caption: the user's choice, the slide's or the algorithm's own. "" for none."""
        own = self.lecture.pane if self.lecture and not self._aside else None
        wanted = self._wanted if own is None else own
        return self.session.panes.telling if wanted is None else wanted

    @property
    def on(self) -> bool:
        return self.session.entered is self

    # Entering and leaving

    @action(
        "present", "F5", "View", "Present: large, for an audience", rank=585,
        first=True,
        words="presentation lecture projector beamer slides slideshow powerpoint demo talk class teach hall remote "
        "clicker laser pointer pen draw erase annotate on the board black blank screen mode speaker notes",
    )  # fmt: skip
    def enter(self) -> None:
        session = self.session
        if session.mode.asks:  # an open question stays open, but no longer counts
            session.entered = None
        self.hall.asking.let_score(False)
        while session.keymap.mode != USUAL and session.mode.presented is None and session.mode.leave():
            pass
        self.beneath, self._aside = session.entered, False
        session.supply.stop_making(session)
        session.toast, session.show_help = "", False
        if self.presented.transport.mode is Motion.PLAYING:
            self.presented.transport.pause()
        self.black = self.erasing = False
        self.forget_number()
        session.entered = self
        if self.presented in (self.run, self.lecture):
            self._hold_panes()
            if self.lecture is not None:
                self.lecture.resume(self._within)
        session.note("presenting")

    @action(
        "present anyway", "Shift+F5", "View", "Present, closing anything open", mode=EVERY, rank=586,
        joins="present", closes_card=True,
        words="presentation lecture projector beamer slides slideshow stop exit",
    )  # fmt: skip
    def enter_anyway(self) -> None:
        """Start presenting, closing anything that is open, even a lecture. If already presenting, stop."""
        if not self.leave():
            self.lecture = None
            self.enter()

    def _hold_panes(self) -> None:
        """Remember the current panes, and switch to a single pane."""
        panes = self.session.panes
        self._panes_before = PaneLayout()
        self._panes_before.take(panes)
        filling = panes.filling(panes.empty)
        self._stage = filling if filling and panes[filling].stage else ""
        panes.from_start = True
        self.show_pane()

    def leave(self) -> bool:
        session = self.session
        if not self.on:
            return False
        self.forget_number()
        if self._aside:
            self._go_on_with_lecture()
            return True
        self.hall.asking.ask_in_scene(0, session.run)
        self.hall.asking.let_score(True)
        goes_on = f"{key_of('present')} goes on with the lecture." if self.presented is self.lecture else ""
        session.entered, self.beneath, session.toast = self.beneath, None, goes_on
        session.composer.marks_verdict = True
        self._restore_panes()
        session.note("left presenting")
        return True

    def _go_on_with_lecture(self) -> None:
        """End the aside, and go on with the lecture where it was."""
        assert self.lecture is not None
        self._take_place_of_race()
        self._aside, self.session.toast = False, ""
        self.lecture.resume(None)
        self.show_pane()

    def _take_place_of_race(self) -> None:
        """Present a run, with a pane of its own, instead of a race if there is one."""
        self.end_race()
        if self._panes_before is None:
            self._hold_panes()

    def _tell_way_back(self) -> None:
        """Say how to leave an aside."""
        if self._aside:
            back = f"{key_of('close', PRESENT.mode)} returns to the slide."
            self.session.toast = " ".join(filter(None, [self.session.toast, back]))

    def action_of(self, id: str) -> Action | None:
        """Return an action of presenting, or a race's own that goes by the same name as one of a run."""
        found = super().action_of(id)
        beneath = self.beneath.action_of(id) if self.beneath and found and not found.listed else None
        return beneath or found

    def acted(self) -> None:
        """Present the race that an action has begun, and stop presenting if a person is to write on the board."""
        session = self.session
        if self.on and session.modes.owner_of(session.solver).keymap.mode != USUAL:
            self._aside = False
            self.leave()
        elif not self.on and self._panes_before is not None and session.mode.presented is not None:
            self._restore_panes()
            self.enter()
            self._aside = self.lecture is not None
            self._tell_way_back()

    def _restore_panes(self) -> None:
        """Restore the panes from before presenting, except that an open stage stays open."""
        panes, before = self.session.panes, self._panes_before
        if before is None:
            return
        stage = panes.filling(panes.empty)
        panes.take(before)
        self._panes_before, panes.from_start = None, False
        if stage and panes.large != stage:
            panes.shrink()
            panes.maximise(stage, panes[stage].stage)

    def give_up(self) -> bool:
        """Discard typed digits, or stop a seek. Return False if there is neither."""
        if not self.on:
            return False
        if self.typed:
            self.forget_number()
            return True
        if self.hall.standing is not None:
            self.hall.asking.withdraw()
            self.session.toast = f"{key_of('next stop', PRESENT.mode)} asks the question again."
            return True
        self._sought = 0
        return self.presented.give_up()

    def reading(self, path: Path) -> Callable[[], object] | None:
        if not is_lecture(path):
            return None
        from visualizer.lecture.reader import load  # imported late, because it is rarely needed

        lecture = load(path)
        return lambda: self.present_lecture(LectureFile(lecture, path, speaker=self.has_speaker is not False))

    def present_lecture(self, file: LectureFile) -> None:
        """Present a lecture from its first slide."""
        if self.lecture and self.presented is self.lecture:
            self.end_race()
        self._aside = False
        self.leave()
        self.lecture = PresentedLecture(self.session, file.lecture, file.path, self)
        self.has_speaker = None if file.speaker else False
        self.enter()

    def load(self, puzzle: Puzzle) -> bool:
        return self.beneath is not None and self.beneath.load(puzzle)

    def watch(self, name: str) -> bool:
        """Leave the mode being presented, if any, to present an algorithm's run instead."""
        if (beneath := self.beneath) is not None:
            self._aside = False
            self.leave()
            beneath.watch(name)
            self.enter()
        return False

    def trying(self, cell: Cell, digit: Digit) -> Callable[[], object] | None:
        return self.session.modes.owner_of(self.session.solver).trying(cell, digit)

    def whats_next(self) -> str:
        return f"The {self.run.kind if self.beneath is None else self.presented.pictured.kind} ends here."

    # The race of a lecture's slide

    def race(self, lanes: tuple[RunSpec, ...]) -> Presented | None:
        """Present a race on the session's puzzle within the lecture. Return ``None`` if races are impossible."""
        session = self.session
        if session.modes.take(SideBySide(lanes)):
            self.beneath, session.entered, session.toast = session.entered, self, ""
        return self._within

    def end_race(self) -> None:
        """End the race that was presented within the lecture."""
        if self.beneath is not None:
            self.beneath.close()
            self.beneath, self.session.entered = None, self

    # The screen

    @action(
        "black", ". B", "Screen", "Black screen; any key ends it", mode=PRESENT.mode, rank=50,
        words="blank screen dark hide pause",
    )  # fmt: skip
    def blacken(self) -> None:
        self.black = True

    @action(
        "speaker", "Shift+S", "Screen", "The speaker's notes and clock", mode=PRESENT.mode, rank=50.5,
        words="presenter notes clock timer next preview second screen",
    )  # fmt: skip
    def toggle_speaker(self) -> None:
        if self.lecture is None:
            self.session.toast = "Only a lecture has notes for a speaker: solvescope present FILE shows one."
        else:
            self.has_speaker = not self.has_speaker

    @action(
        "erase", "E", "Screen", "Draw or erase with the mouse", mode=PRESENT.mode, rank=53,
        words="pen draw on the board eraser ink annotate marker clean",
    )  # fmt: skip
    def toggle_eraser(self) -> None:
        self.erasing = not self.erasing
        self.session.toast = (
            "The mouse erases." if self.erasing else "The mouse draws. The next step clears the drawing."
        )

    @action(
        "pressed keys", "Ctrl+Shift+K", "Screen", "Show the keys that are pressed", mode=PRESENT.mode, rank=54,
        words="strip keystrokes keyboard keycaps screencast",
    )  # fmt: skip
    def toggle_keys(self) -> None:
        self.keys_shown = not self.keys_shown

    # The pane

    def toggle_pane(self, pane: Pane) -> str:
        """Show this pane in place of the current one, on a stage if the pane has one. If it is already shown, hide it.

        Return the reason if it cannot be shown, or not yet; otherwise "".
        """
        if self.beneath is not None:
            return NO_PANES.format(self.presented.pictured.kind)
        if not pane.applies(self.session.solver):
            return pane.remark() or pane.missing(self.session.solver)
        if pane.stage and pane.name != self.pane:
            self._stage = "" if self._stage == pane.name else pane.name
            self.show_pane()
            return pane.waits if self._stage else ""
        self._choose_pane("" if pane.name == self.pane and not self._stage else pane.name)
        return ""

    def _choose_pane(self, name: str) -> None:
        self._stage = ""
        if self.lecture is not None and not self._aside:
            self.lecture.pane = name
        self._wanted = name
        self.show_pane()

    def show_pane(self) -> None:
        """Show the chosen pane, or the algorithm's if the chosen one has nothing to show."""
        panes, empty = self.session.panes, self.session.panes.empty
        wanted = self._stage if self._stage not in ("", *empty) else self.pane
        pane = next((name for name in (wanted, panes.telling) if name not in empty), "")
        panes.shrink()
        panes.shown = [pane] if wanted and pane else []
        if panes.shown and panes[pane].stage:
            panes.maximise(pane, panes[pane].stage)

    def run_changed(self, instead_of: Solver | None) -> None:
        self.hall.forget()
        self._wanted = None
        if not self.on:
            return
        self.forget_number()
        self._aside = self.lecture is not None and not self.lecture.has_own_run
        self._tell_way_back()
        self._take_place_of_race()
        self.show_pane()

    # Stops

    @action(
        "next stop", "Space Right PageDown", "Stops", "Next stop, at once if playing",
        mode=PRESENT.mode, rank=0, repeats=True, first=True,
        words="slide bookmark forward derivation resolution end play",
    )  # fmt: skip
    def next_stop(self) -> None:
        """Go on to the next stop, slide or phase of a question or, at a conflict, to its learnt clause."""
        if self.beneath is None:
            if self.hall.next():
                return
            self.hall.asking.leaps = True
        if self.presented.next_stop():
            return
        if self._aside:
            self._go_on_with_lecture()
        else:
            self.session.toast = f"That was the last {self.presented.noun}."

    @action(
        "previous stop", "PageUp Left", "Stops", "Previous stop", mode=PRESENT.mode, rank=1,
        repeats=True, joins="next stop",
        words="slide bookmark back last derivation resolution",
    )  # fmt: skip
    def previous_stop(self) -> None:
        """Go to the previous stop or, from the first one, to the start. Within a conflict, go back one part. While the
        audience is being asked a question, go back to its previous phase.
        """
        if self.beneath is None and self.hall.previous():
            return
        self.presented.previous_stop()

    def type(self, symbol: str, shifted: bool) -> bool:
        """Type a digit of a stop number, and go to the stop once the number has as many digits as the last stop's.

        While a question waits for its answer, digits enter counts of hands or do nothing.
        """
        if not (symbol.isascii() and symbol.isdigit()) or len(self.typed) >= LONGEST_NUMBER:
            return False
        if self.beneath is None and self.hall.next_name:
            self.hall.type(symbol)
            return True
        self.typed, self._until = (self.typed + symbol).lstrip("0"), None
        stops = self.stops
        if self.typed and stops.complete and len(self.typed) >= len(str(stops.total)):
            self.jump()
            self._has_jumped, self._until = True, None
        return True

    @action(
        "jump", "Return", "Stops", "Go to the stop typed, or go on", mode=PRESENT.mode, rank=2,
        words="slide bookmark number",
    )  # fmt: skip
    def jump(self) -> None:
        """Go to the stop whose number was typed or, if hands were, to the next choice. Otherwise, go on."""
        if self.hall.next_choice():
            return
        number, confirms = int(self.typed or 0), self._has_jumped
        self.forget_number()
        if number:
            self.go_to(number)
        elif not confirms:
            self.next_stop()

    @action(
        "erase digit", "Backspace", "Stops", "Erase the last digit typed", mode=PRESENT.mode, rank=3,
        words="hands count correct undo number",
    )  # fmt: skip
    def erase_digit(self) -> None:
        self.hall.erase()
        self.typed, self._until = self.typed[:-1], None

    def forget_number(self) -> None:
        """Discard the digits typed so far, and stop looking for a stop."""
        self.typed, self._sought, self._has_jumped = "", 0, False

    def go_to(self, number: int) -> None:
        """Go to a stop, recording as much as necessary. If there is no such stop, stay put."""
        if not self._found(number):
            self._sought, self._sought_from = number, self.presented.position
            self.presented.look_for(number)

    def _found(self, number: int) -> bool:
        """Go to a stop if it is known, or say that there is none. Return False if more must be recorded."""
        stops = self.stops
        there = stops.position(number)
        if there is not None:
            self.hall.close()
            self.presented.go(there)
        elif stops.complete:
            kind, noun = self.presented.kind, self.presented.noun
            self.session.toast = f"There is no {noun} {grouped(number)}. The {kind} has {counted(stops.total, noun)}."
        return there is not None or stops.complete

    def _look_for_stop(self) -> bool:
        """Go to the stop being looked for, once its position is known. Return True if the search is over."""
        number, stops, transport = self._sought, self.stops, self.presented.transport
        if not number or (stops.position(number) is None and transport.running):
            return False
        if stops.position(number) is None and not stops.complete:
            self.presented.look_for(number)
            return False
        self._sought = 0
        self.presented.go(self._sought_from)
        self._found(number)
        self.session.note("arrived")
        return True

    def tick(self, now: float, judged: bool) -> bool:
        if not self.on:  # the user may have entered another mode from here and left it
            self._restore_panes()
            self.hall.asking.let_score(True)
        judged = self._look_for_stop() or judged
        if not ((self.typed or self._has_jumped) and self.on):
            return judged
        if self._until is None:
            self._until = now + PATIENCE
        elif now >= self._until:
            if self.typed:
                self.jump()
            self._has_jumped = False
            return True
        return judged

    # Saving and resuming

    def saved(self) -> dict[str, Any] | None:
        return {"pane": self.pane, "on": self.on} if self.on or self._wanted is not None else None

    @classmethod
    def check(cls, data: object) -> SavedPresenting:
        table = read_table(data, "present")
        return SavedPresenting(_pane(table.get("pane", ""), "pane"), read_flag(table.get("on", True), "on"))

    def go_on(self, saved: SavedPresenting | LectureFile | None) -> None:
        """Start presenting a lecture or the run. The run uses the saved settings, or the current ones if ``None``."""
        if isinstance(saved, LectureFile):
            self.present_lecture(saved)
            return
        if saved is not None:
            self._wanted = saved.pane
        if saved is None or saved.on:
            self.enter()


MODE = PresentMode
