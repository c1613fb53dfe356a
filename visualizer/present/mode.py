"""Presenting a run to an audience, in large type and with only a few keys.

The mode is entered while watching a run. Leaving it puts back the panes, and the run stays at its step.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from puzzles.discovery import About
from puzzles.figures import counted, grouped
from puzzles.geometry import Cell, Digit
from solvers.core.registry import Solver
from visualizer.files.saved_view import read_flag, read_table, read_text
from visualizer.files.store import DocumentStore
from visualizer.keymap import DIGITS, USUAL, Keymap
from visualizer.present.stops import EVENTS, Stops, StopTest, stop_reached
from visualizer.session.mode import Mode
from visualizer.session.pane import Pane
from visualizer.session.pane_layout import PaneLayout, names
from visualizer.session.session import Session
from visualizer.session.view_check import one_of
from visualizer.timeline.transport import Motion

ABOUT = About("present", rank=60)
PRESENT = Keymap("present", "Keys while presenting", ((f"{DIGITS} Enter", "Go to the stop with that number"),))
DOCUMENT = "presenting"
"""The name of the document that keeps settings across restarts."""
PATIENCE = 1.2
"""How long to wait for another digit, in seconds, before going to the stop typed."""
LONGEST_NUMBER = 7
"""The maximum number of digits in a stop number."""


class SavedPresenting(NamedTuple):
    """Settings for presenting that are saved in a view."""

    pane: str
    """The pane below the caption, or "" for none."""
    on: bool = True
    """Whether presenting was on."""

    def __str__(self) -> str:
        return "presenting"


class PresentMode(Mode):
    """The mode for presenting a run."""

    keymap = PRESENT
    stays_for = 3.0
    in_terminal = "Presenting needs the window. Only the run is shown."

    def __init__(self, session: Session) -> None:
        self.session = session
        self.pane = next(iter(PaneLayout.usual().shown), "")
        """The pane below the caption, or "" for none."""
        self.black = False
        """Whether the screen is blacked out."""
        self.erasing = False
        """Whether the mouse erases rather than draws."""
        self.typed = ""
        """The part of a stop number typed so far."""
        self._chosen = False
        """Whether the user has ever chosen a pane."""
        self._until: float | None = None
        """When to stop waiting for more digits."""
        self._stage = ""
        """The pane that is on the stage in place of the chosen one, or "" for none."""
        self._panes_before: PaneLayout | None = None
        """The layout of the panes before presenting."""
        self._state: DocumentStore | None = None

    def is_on(self, id: str) -> bool:
        return id == "erase" and self.erasing

    @property
    def stops(self) -> Stops:
        """The stops of the current run."""
        return Stops(self.session.timeline, self.session.analysis.bookmarks)

    @property
    def number(self) -> int:
        """The number of the last stop reached, or 0 before the first."""
        return self.stops.number(self.session.player.position)

    @property
    def on(self) -> bool:
        """Whether presenting is on."""
        return self.session.entered is self

    # Entering and leaving

    def enter(self) -> None:
        """Start presenting, closing anything that is open."""
        session = self.session
        while session.keymap.mode != USUAL and session.mode.leave():
            pass
        session.supply.stop_making(session)
        session.toast, session.show_help = "", False
        if session.player.mode is Motion.PLAYING:
            session.player.pause()
        self._panes_before = PaneLayout()
        self._panes_before.take(session.panes)
        filling = session.panes.filling(session.panes.empty)
        self._stage = filling if filling and session.panes[filling].stage else ""
        session.panes.from_start = True
        self.black = self.erasing = False
        self.typed = ""
        session.entered = self
        self._show_pane()
        session.note("presenting")

    def leave(self) -> bool:
        session = self.session
        if not self.on:
            return False
        session.entered, session.toast = None, ""
        self._restore_panes()
        session.note("left presenting")
        return True

    def _restore_panes(self) -> None:
        """Put back the panes as they were before presenting, except that an open stage stays open."""
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
            self.typed = ""
            return True
        if self.session.player.mode is not Motion.SEEKING:
            return False
        self.session.player.pause()
        return True

    def trying(self, cell: Cell, digit: Digit) -> Callable[[], object] | None:
        return self.session.modes.owner_of(self.session.solver).trying(cell, digit)

    def whats_next(self) -> str:
        return "The run ends here."

    # The pane

    def next_pane(self, by: int) -> None:
        """Show the next pane with content, or the previous one if ``by`` is negative. "No pane" is a choice too."""
        there = ["", *(name for name in names() if name not in self.session.panes.empty)]
        shown = self._stage or self.pane
        here = there.index(shown) if shown in there else 0
        self._choose_pane(there[(here + by) % len(there)])

    def toggle_pane(self, pane: Pane) -> str:
        """Show this pane in place of the current one, on the stage if it has one. If it is the current one, hide it."""
        if not pane.applies(self.session.solver):
            return pane.remark() or pane.missing(self.session.solver)
        if pane.stage and pane.name != self.pane:
            self._stage = "" if self._stage == pane.name else pane.name
            self._show_pane()
        else:
            self._choose_pane("" if pane.name == self.pane and not self._stage else pane.name)
        return ""

    def _choose_pane(self, name: str) -> None:
        self.pane, self._chosen, self._stage = name, True, ""
        if self._state is not None:
            self._state.save(DOCUMENT, {"pane": self.pane})
        self._show_pane()

    def _show_pane(self) -> None:
        """Show the chosen pane, or the usual one if the chosen pane has nothing to show."""
        panes, empty = self.session.panes, self.session.panes.empty
        wanted = self._stage if self._stage not in ("", *empty) else self.pane
        pane = next((name for name in (wanted, *PaneLayout.usual().shown) if name not in empty), "")
        panes.shrink()
        panes.shown = [pane] if wanted and pane else []
        if panes.shown and panes[pane].stage:
            panes.maximise(pane, panes[pane].stage)

    def run_changed(self, instead_of: Solver | None) -> None:
        if self.on:
            self.typed = ""
            self._show_pane()

    # Stops

    def next_stop(self) -> None:
        """Go to the next stop or, at a conflict shown, to its learnt clause."""
        if self.session.panes.skip(1):
            return
        player, stops = self.session.player, self.stops
        following = stops.bookmarks.next(player.position)
        if following is not None:
            self._go(following.position)
        elif stops.bookmarks or player.at_end:
            self.session.toast = "That was the last stop."
        else:
            player.seek(EVENTS)

    def previous_stop(self) -> None:
        """Go to the previous stop or, from the first one, to the start. Go back to the conflict if it is resolved."""
        if self.session.panes.skip(-1):
            return
        here, number = self.session.player.position, self.number
        there = self.stops.position(number) if number else 0
        if there == here and number:
            there = self.stops.position(number - 1) if number > 1 else 0
        self._go(there or 0)

    def type(self, symbol: str, shifted: bool) -> bool:
        """Type a digit of a stop number, and go to the stop once the number has as many digits as the last stop's."""
        if not symbol.isdigit() or len(self.typed) >= LONGEST_NUMBER:
            return False
        self.typed, self._until = (self.typed + symbol).lstrip("0"), None
        stops = self.stops
        if self.typed and stops.complete and len(self.typed) >= len(str(stops.total)):
            self.jump()
        return True

    def jump(self) -> None:
        """Go to the stop whose number was typed."""
        number, self.typed = int(self.typed or 0), ""
        if number:
            self.go_to(number)

    def go_to(self, number: int) -> None:
        """Go to a stop, recording as much of the run as necessary. If there is no such stop, stay put."""
        session = self.session
        if not self._found(number):
            session.player.seek(stop_reached(number), after=session.timeline.length)
            session.on_arrival = lambda: self._found(number)

    def _found(self, number: int) -> bool:
        """Go to a stop if it is known, or say that there is none. Return False if the run must be recorded further."""
        stops = self.stops
        there = stops.position(number)
        if there is not None:
            self._go(there)
        elif stops.complete:
            total = counted(stops.total, "stop")
            self.session.toast = f"There is no stop {grouped(number)}. The run has {total}."
        return there is not None or stops.complete

    def _look_for_stop(self) -> bool:
        """Go to the stop that is being sought, once it is known. Return whether it is."""
        goal = self.session.player.goal
        test = goal.condition.test if goal and goal.condition else None
        if not isinstance(test, StopTest) or self.stops.position(test.number) is None:
            return False
        self.session.on_arrival = None
        self.session.note("arrived")
        return self._found(test.number)

    def _go(self, position: int) -> None:
        self.session.player.pause()
        self.session.player.to(position, through=True)

    def tick(self, now: float, judged: bool) -> bool:
        if not self.on:  # the user may have entered another mode from here and left it
            self._restore_panes()
        judged = self._look_for_stop() or judged
        if not (self.typed and self.on):
            return judged
        if self._until is None:
            self._until = now + PATIENCE
        elif now >= self._until:
            self.jump()
            return True
        return judged

    # Saving and resuming

    def remember(self, state: DocumentStore) -> None:
        """Use this store to keep the chosen pane across restarts."""
        self._state = state
        pane = (state.load(DOCUMENT) or {}).get("pane")
        if pane == "" or pane in names():
            self.pane = pane

    def saved(self) -> dict[str, Any] | None:
        """Return the chosen pane and whether presenting is on."""
        return {"pane": self.pane, "on": self.on} if self.on or self._chosen else None

    @classmethod
    def check(cls, data: object) -> SavedPresenting:
        table = read_table(data, "present")
        pane = read_text(table.get("pane", ""), "pane")
        return SavedPresenting(pane and one_of(pane, names(), "pane"), read_flag(table.get("on", True), "on"))

    def go_on(self, saved: SavedPresenting | None) -> None:
        """Start presenting with saved settings, or with the current ones if ``None``."""
        if saved is not None:
            self.pane, self._chosen = saved.pane, True
        if saved is None or saved.on:
            self.enter()


MODE = PresentMode
