"""Modes: different ways to use the window, such as watching a solver or playing by hand.

A mode is a package of ``visualizer`` whose ``mode.py`` declares itself and names its class ``MODE``. Each session
creates one of every mode. The active mode is the first, by rank, that owns the run, unless a different mode has been
entered on top of it.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, Protocol, TypeVar

from puzzles.discovery import Declaration as Declared
from puzzles.geometry import Cell, Digit
from puzzles.problems import quoted
from puzzles.puzzle import Position, Puzzle
from solvers.core.registry import Solver
from solvers.sat.model import PrintedAnswer
from visualizer.files.saved_view import ViewError
from visualizer.files.store import DocumentStore
from visualizer.keymap import DIGITS, Action, Keymap, action, free_caps, modes_found
from visualizer.scene.composer import Composer
from visualizer.scene.scene import Scene
from visualizer.session.pane import Pane
from visualizer.session.run_spec import RunSpec
from visualizer.timeline.player import Player
from visualizer.timeline.timeline import Clock, Timeline
from visualizer.timeline.transport import Motion, Transport, Travel


class NumberedStops(Protocol):
    """The stops known so far, numbered from 1."""

    @property
    def total(self) -> int:
        """The number of stops so far."""

    @property
    def complete(self) -> bool:
        """Whether there will be no more stops."""

    def number(self, position: int) -> int:
        """Return the number of the last stop up to a position, or 0 before the first."""

    def position(self, number: int) -> int | None:
        """Return the position of a stop, or ``None`` if it does not exist."""


class Presented(Protocol):
    """A run, a race or a lecture being presented."""

    kind: str
    """The noun for what is presented, such as "run"."""
    noun: str = "stop"
    """The noun for the numbered parts of what is presented."""
    title: str = ""
    """The heading above what is presented, or ""."""
    going: Transport | None = None
    """What plays up to its next stop, rather than on and on."""

    @property
    def transport(self) -> Transport:
        """The object that plays, steps and seeks."""

    @property
    def timelines(self) -> Sequence[Timeline]:
        """The recordings of what is presented: one, or those of the lanes of a race."""

    @property
    def lanes(self) -> tuple[RunSpec, ...]:
        """The lanes, if this is a race at equal steps; otherwise empty."""
        return ()

    @property
    def stops(self) -> NumberedStops:
        """The stops to jump between."""

    @property
    def position(self) -> int:
        """The current position, in the same units as the positions of the stops."""
        return self.transport.position

    @property
    def at_stop(self) -> bool:
        """Whether the current position is at a stop."""
        number = self.stops.number(self.position)
        return bool(number) and self.stops.position(number) == self.position

    @property
    def clock_text(self) -> str:
        """The playhead's position in words, as in "step 1,204"."""

    @property
    def subject(self) -> object:
        """The run or race on the screen. It is replaced when a new one starts."""

    @property
    def pictured(self) -> "Presented":
        """What the picture shows: this object or, if a lecture is at a slide with a race, that race."""
        return self

    @property
    def busy(self) -> bool:
        """Whether an animation or a search is in progress."""

    @property
    def working(self) -> bool:
        """Whether there is work that must continue even while the window is hidden."""

    def tick(self, dt: float, clock: Clock, budget: float) -> bool:
        """Advance by ``dt`` seconds. Return True if a redraw may be needed."""

    def stop_after(self, position: int) -> int | None:
        """Return the next stop after a position, or ``None`` if it is not known yet, or only the end is left."""
        return self.stops.position(self.stops.number(position) + 1)

    def seek_stop(self) -> None:
        """Go to the next stop, which is not known yet."""
        self.transport.end()

    def next_stop(self) -> bool:
        """Play up to the next stop, or go there at once if it is on its way. Return False at the end."""
        transport = self.transport
        if transport.at_end:
            return False
        if transport.mode is Motion.PAUSED:
            self.going = transport
            transport.play()
        elif (there := self.stop_after(transport.position)) is None:
            self.seek_stop()
        else:
            self.go(there)
        return True

    def halt(self, before: int) -> None:
        """Pause at the next stop if it has been reached by playing up to it, given the position a moment ago."""
        transport = self.transport
        there = self.stop_after(before) if self.going is transport else None
        if there is not None and before < there <= transport.position:
            transport.pause()
            transport.to(there, travel=Travel.STEP)
        if transport.mode is Motion.PAUSED:
            self.going = None

    def look_for(self, number: int) -> None:
        """Record more steps, until a stop with this number may be found."""

    def go(self, position: int) -> None:
        self.transport.pause()
        self.transport.to(position, through=True)

    def give_up(self) -> bool:
        """Cancel the search for a stop. Return False if there is none."""
        seeking = self.transport.mode is Motion.SEEKING
        if seeking:
            self.transport.pause()
        return seeking

    def previous_stop(self) -> None:
        """Go to the previous stop or, from the first one, to the start."""
        stops, here = self.stops, self.position
        number = stops.number(here)
        there = stops.position(number) if number else 0
        if there == here and number:
            there = stops.position(number - 1) if number > 1 else 0
        self.go(there or 0)


class Carrier(Protocol):
    """Something with actions of its own, which controls what happens before and after each one."""

    @property
    def targets(self) -> Iterable[object]:
        """The carrier itself, plus any of its parts that have their own actions."""

    def carry_out(self, handler: Callable[[], object]) -> None:
        """Run a handler, with whatever needs doing before and after."""


def carry_out(action: Action, carriers: Iterable[Carrier]) -> bool:
    """Perform the action with the first carrier that handles it. Return False if none does."""
    for carrier in carriers:
        if handler := action.on(carrier.targets):
            carrier.carry_out(handler)
            return True
    return False


# The playback keys. They drive a run or a race and, at its end, suggest what to do next.


class Playback(ABC):
    """A run or race that the playback keys control."""

    @property
    @abstractmethod
    def transport(self) -> Transport:
        """The object that plays, steps and seeks."""

    @abstractmethod
    def say_whats_next(self) -> None:
        """Explain what the end of the run or race means, and which keys to press next."""

    def step(self, by: int) -> None:
        self.transport.step(by)

    @action(
        "play", "Space", "Watch", "Start, pause or resume", rank=0, first=True,
        words="play run start stop pause resume continue animate",
    )  # fmt: skip
    def play_pressed(self) -> None:
        if self.transport.mode is Motion.PAUSED:
            self._unless_over(self.transport.toggle)
        else:
            self.transport.toggle()

    @action(
        "forward", "Right .", "Step", "One step forward", rank=50, repeats=True, first=True,
        words="next advance scrub",
    )  # fmt: skip
    def forward(self) -> None:
        self._unless_over(lambda: self.step(1))

    @action("end", "End", "Watch", "Run to the solution", rank=30, words="finish solve skip answer result")
    def end(self) -> None:
        """Go to the next answer or, in a race, to where the next lane finishes."""
        self._unless_over(self.transport.end)

    def _unless_over(self, step: Callable[[], object]) -> None:
        if self.transport.at_end:
            self.say_whats_next()
        else:
            step()


AnyMode = TypeVar("AnyMode", bound="Mode")
Facts = dict[str, Any]


class UnfinishedWork(NamedTuple):
    """Work that can be resumed, as listed for the user."""

    key: str
    name: str
    progress: str
    when: float
    """When the work was last changed, in seconds since 1970, or 0 if unknown."""


class UnfinishedWorks(Protocol):
    """The work that is kept across restarts. The mode that keeps it gives it to the session."""

    def works(self) -> list[UnfinishedWork]:
        """Return work that can be resumed, latest first, excluding what is on the board."""

    def go_on_with(self, key: str = "") -> bool:
        """Resume the work with this key or, by default, what was unfinished when the program last ended.

        Return False if there is none.
        """

    def keep(self, now: float | None = None) -> None:
        """Save unfinished work if a save is due at time ``now``, or at once if ``now`` is ``None``."""

    def lost(self) -> str:
        """Describe work that could not be saved and would be lost by quitting. Return "" if there is none."""


class SideBySide(NamedTuple):
    """Runs to be shown side by side at a position."""

    lanes: tuple[RunSpec, ...]
    position: int = 0
    words: str = ""
    """How the message opens. "" means with the position of the runs."""


class FoundAnswer(NamedTuple):
    """A SAT solver's answer, and the name of the file it stands in."""

    answer: PrintedAnswer
    where: str


Offer = str | Position | FoundAnswer | SideBySide
"""What a mode may take, whichever mode is active. A ``str`` is pasted text."""


class Mode:
    """The parts of a session that depend on the mode. The defaults suit watching a solver."""

    name: ClassVar[str]
    file_name = ""
    """What to call a run in file names. "" means the algorithm's name."""
    asks = False
    """Whether the mode asks about the run being watched. Presenting takes its question over."""
    stays_for = 0.0
    """How long Esc cannot quit after leaving the mode, in seconds."""

    @property
    def keymap(self) -> Keymap:
        """The keys that work in this mode at the moment."""
        raise NotImplementedError

    @property
    def typed_symbols(self) -> str:
        """The symbols that are currently typed into the board, and so do not trigger actions."""
        return ""

    @property
    def digit_keys(self) -> str:
        """The keys that type digits, as shown in the help."""
        return DIGITS

    def type(self, symbol: str, shifted: bool) -> bool:
        """Type a symbol, given in upper case. Return False if it means nothing here."""
        return False

    def refuse(self, text: str) -> bool:
        """Explain that the typed text means nothing. Return False if there is no need to."""
        return False

    def key_of(self, id: str) -> str:
        """Return a key for an action, other than one that types a symbol. Return "" if the mode lacks the action."""
        return free_caps(self.keymap[id], self.typed_symbols)[0] if id in self.keymap else ""

    def is_on(self, id: str) -> bool:
        """Return whether this action's switch is on."""
        return False

    @property
    def carriers(self) -> Iterable[Carrier]:
        """Objects that handle actions before the session does."""
        return ()

    def action_of(self, id: str) -> Action | None:
        """Return the action that goes by this name in the mode, if any."""
        return self.keymap.within_reach(id)

    def acted(self) -> None:
        """Respond to an action of this mode that has been performed."""

    @property
    def presented(self) -> Presented | None:
        """What an audience is shown if this mode is presented. ``None`` means that presenting leaves the mode."""
        return None

    # The run

    def owns(self, solver: Solver) -> bool:
        return False

    def composer(self, puzzle: Puzzle, solver: Solver, player: Player, options: Mapping[str, Any]) -> Composer:
        """Return a composer that turns a run into scenes."""
        return Composer(puzzle, solver, player, options)

    def shown(self, scene: Scene) -> Scene:
        return scene

    @property
    def title(self) -> str:
        """What the user is doing, for the window title. "" means the algorithm's name."""
        return ""

    @property
    def algorithm(self) -> str:
        """The algorithm that takes over the board when the user leaves the mode. "" means the run's own."""
        return ""

    def run_changed(self, instead_of: Solver | None) -> None:
        """Respond to a new run, in any mode. ``instead_of`` is the previous solver on the same puzzle."""

    def playhead_moved(self) -> None:
        """Respond when the playhead has moved back to where an earlier run was left."""

    def restored(self) -> None:
        """Continue from a saved view that has just been restored."""

    # Saved views

    def saved(self) -> Any:
        """Return the mode's part of a saved view as JSON data, or ``None`` if there is nothing to save."""
        return None

    @classmethod
    def check(cls, data: Any) -> Any:
        """Validate saved data for :meth:`go_on`. Raise :class:`ViewError` if it is invalid."""
        raise ViewError(f"a view has no field {quoted(cls.name)}")

    def go_on(self, saved: Any) -> None:
        """Resume the mode from validated data. The rest of the saved view has already been restored."""

    # More of the run

    def words_at(self, cell: Cell, digit: Digit) -> str:
        """Describe what clicking a candidate does, for a tooltip. Return "" if it does nothing."""
        return ""

    def toggle_pane(self, pane: Pane) -> str:
        """Show or hide a pane. Return a message about it, or ""."""
        return pane.toggle()

    def trying(self, cell: Cell, digit: Digit) -> Callable[[], object] | None:
        """Return a function that shows runs with and without this digit side by side. ``None`` if unsupported.

        If the digit is impossible, the function explains why.
        """
        return None

    def whats_next(self) -> str:
        """Explain what the end of the run means and what to press next. Return "" for the algorithm's usual message."""
        return ""

    def watch(self, name: str) -> bool:
        """Let an algorithm solve what is on the board. Return False to have it solve the run's puzzle instead."""
        return False

    # Puzzles

    def load(self, puzzle: Puzzle) -> bool:
        """Accept a puzzle that was drawn or opened. Return False to have it watched as usual."""
        return False

    def takes(self, offer: Offer) -> bool:
        """Accept what was opened, pasted or asked for in any mode. Return False if it means nothing to this mode.

        Raise ``ValueError`` for an answer that does not fit the puzzle.
        """
        return False

    def reading(self, path: Path) -> Callable[[], object] | None:
        """Read a file opened in any mode, in the background. Return what shows it; ``None`` if it is for another mode.

        Raises ``ValueError`` and ``OSError``.
        """
        return None

    def puzzle(self, puzzle: Puzzle) -> Puzzle:
        """Return the puzzle on the board: by default, the run's puzzle."""
        return puzzle

    def position(self, position: Position) -> Position:
        """Return the position on the board: by default, the run's position."""
        return position

    def standing(self, run: Facts) -> Facts:
        """Return the state to record in the event log: by default, the run's state."""
        return run

    # Time

    @property
    def busy(self) -> bool:
        """Whether the mode is working on something the user asked for."""
        return False

    def tick(self, now: float, judged: bool) -> bool:
        """Advance the mode. ``judged`` means the puzzle has a new verdict. Return True if a redraw may be needed."""
        return judged

    def give_up(self) -> bool:
        """Abandon the work in progress. Return False if there is none."""
        return False

    # Leaving

    def leaving(self) -> str:
        """Name the work that a new run would replace, or return "" if there is nothing to mention."""
        return ""

    def leave(self) -> bool:
        """Leave the mode because Esc was pressed. Return False if it cannot be left."""
        return False

    def close(self) -> None:
        """Stop everything the mode has started."""

    # Across restarts

    def show_only(self) -> None:
        """Make saved work read-only, because nobody can type digits into a recording."""

    def remember(self, state: DocumentStore) -> None:
        """Use this store to keep unfinished work across restarts."""


def kind_of(entry: Declared) -> type[Any]:
    """Return a declared mode's class, with its name filled in."""
    kind: type[Mode] = entry.load().MODE
    kind.name = entry.name
    return kind


class Modes:
    """A session's modes, one of each kind, in order of rank. Iterate over this object to get them all."""

    def __init__(self, session: object) -> None:
        self._modes: list[Mode] = [kind(session) for kind in map(kind_of, modes_found())]

    def __iter__(self) -> Iterator[Mode]:
        return iter(self._modes)

    def __getitem__(self, kind: type[AnyMode]) -> AnyMode:
        return next(mode for mode in self if isinstance(mode, kind))

    def owner_of(self, solver: Solver) -> Mode:
        """Return the mode that shows this solver's runs."""
        return next(mode for mode in self if mode.owns(solver))

    def take(self, offer: Offer) -> bool:
        """Give this to the first mode that takes it. Return False if none does."""
        return any(mode.takes(offer) for mode in self)

    def saved(self) -> dict[str, Any]:
        """Return each mode's part of a saved view, by name."""
        found = {mode.name: mode.saved() for mode in self}
        return {name: data for name, data in found.items() if data is not None}

    def go_on(self, saved: Mapping[str, Any]) -> None:
        """Resume the modes from their validated data, keyed by name."""
        for mode in self:
            if mode.name in saved:
                mode.go_on(saved[mode.name])
