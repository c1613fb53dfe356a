"""A mode: a way to use the window or the terminal, such as watching a solver or playing by hand.

A package of ``visualizer`` with a ``mode.py`` that declares itself is a mode; its class is called ``MODE`` there and is
created with the session. Every session has one of each. The active one is the first, by rank, that owns the run, unless
another was entered over it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar, NamedTuple, TypeVar

from puzzles.discovery import Declaration as Declared
from puzzles.geometry import Cell, Digit
from puzzles.position import Position
from puzzles.problems import quoted
from puzzles.puzzle import Puzzle
from solvers.core.registry import Solver
from solvers.sat.model import PrintedAnswer
from visualizer.files.saved_view import ViewError
from visualizer.files.store import DocumentStore
from visualizer.keymap import DIGITS, Keymap, free_caps, modes_found
from visualizer.scene.composer import Composer
from visualizer.session.dispatch import Carrier
from visualizer.session.pane import Pane
from visualizer.session.run_spec import RunSpec
from visualizer.timeline.player import Player

AnyMode = TypeVar("AnyMode", bound="Mode")
Facts = dict[str, Any]


class UnfinishedWork(NamedTuple):
    """Work that can be resumed, as an entry of a list."""

    key: str
    name: str
    progress: str
    when: float
    """The time of the last change, in seconds since 1970; 0 if unknown."""


class Mode:
    """The parts of a session that a mode may change. The defaults suit watching a solver."""

    name: ClassVar[str]
    file_name = ""
    """The name of a run in file names; "" for the algorithm's name."""
    in_terminal = ""
    """The message when the terminal is asked to begin in this mode but cannot show it."""

    @property
    def keymap(self) -> Keymap:
        """The keys that work in this mode now."""
        raise NotImplementedError

    @property
    def typed_symbols(self) -> str:
        """Digits and letters that are typed into the board, so that their keys carry out no action."""
        return ""

    @property
    def digit_keys(self) -> str:
        """The keys that type digits, for the help."""
        return DIGITS

    def type(self, symbol: str, shifted: bool) -> bool:
        """Write a typed symbol, in capitals. Return False if it means nothing."""
        return False

    def refuse(self, text: str) -> bool:
        """Say that a typed text means nothing. Return False if no message is needed."""
        return False

    def key_of(self, id: str) -> str:
        """Return a key for an action that types no symbol; "" if the mode has no such action."""
        return free_caps(self.keymap[id], self.typed_symbols)[0] if id in self.keymap else ""

    def is_on(self, id: str) -> bool:
        """Tell whether the switch of this action is on."""
        return False

    @property
    def carriers(self) -> Iterable[Carrier]:
        """The objects that handle actions before the session does."""
        return ()

    # The run

    def owns(self, solver: Solver) -> bool:
        """Tell whether this mode shows the runs of this solver."""
        return False

    def composer(self, puzzle: Puzzle, solver: Solver, player: Player, options: Mapping[str, Any]) -> Composer:
        """Return the composer that turns a run into scenes."""
        return Composer(puzzle, solver, player, options)

    @property
    def title(self) -> str:
        """The current activity, for the window's title; "" for the algorithm's name."""
        return ""

    @property
    def algorithm(self) -> str:
        """The algorithm that solves the board when the mode is left; "" for the run's."""
        return ""

    def run_changed(self, instead_of: Solver | None) -> None:
        """Respond to a new run; every mode is informed. ``instead_of``: the previous solver on the same puzzle."""

    def playhead_moved(self) -> None:
        """Respond to the playhead's return to the position where a run was left."""

    def restored(self) -> None:
        """Go on from a saved view that is now on the screen."""

    # Saved views

    def saved(self) -> Any:
        """Return the mode's part of a saved view, as data for JSON; ``None`` for nothing."""
        return None

    @classmethod
    def check(cls, data: Any) -> Any:
        """Read saved data for :meth:`go_on`. Raises :class:`ViewError`."""
        raise ViewError(f"a view has no field {quoted(cls.name)}")

    def go_on(self, saved: Any) -> None:
        """Enter the mode as it was saved. The rest of the saved view is already on the screen."""

    # More of the run

    @property
    def starts_again(self) -> bool:
        """Whether the run plays by itself when its puzzle or its options change."""
        return False

    def words_at(self, cell: Cell, digit: Digit) -> str:
        """Describe a click on a candidate, for a tooltip; "" if it does nothing."""
        return ""

    def toggle_pane(self, pane: Pane) -> str:
        """Show or hide a pane. Return the message about it."""
        return pane.toggle()

    def trying(self, cell: Cell, digit: Digit) -> Callable[[], object] | None:
        """Return a function that shows a run with this digit beside one without; ``None`` if the mode cannot.

        The function says why if the digit is impossible.
        """
        return None

    def side_by_side(self, lanes: tuple[RunSpec, ...], position: int, words: str = "") -> bool:
        """Show these runs side by side at this position, in any active mode. Return False if the mode cannot.

        ``words`` begin the message; without them it begins with the runs' position.
        """
        return False

    def whats_next(self) -> str:
        """Say what the end of the run means, and which keys to press next; "" for an algorithm's usual message."""
        return ""

    def watch(self, name: str) -> bool:
        """Let an algorithm solve the board. Return False to let it solve the run's puzzle instead."""
        return False

    # Puzzles

    def load(self, puzzle: Puzzle) -> bool:
        """Take a puzzle that was drawn or opened. Return False to watch it as usual."""
        return False

    def show(self, position: Position) -> bool:
        """Take an opened position, in any active mode. Return False if only its puzzle matters to the mode."""
        return False

    def paste(self, text: str) -> bool:
        """Take pasted text, in any active mode. Return False if it means nothing to the mode."""
        return False

    def show_answer(self, answer: PrintedAnswer, where: str) -> bool:
        """Take an opened answer of a SAT solver. Return False if it means nothing to this mode.

        ``where``: the name of its file. Raises ``ValueError`` if it does not fit the puzzle.
        """
        return False

    def puzzle(self, puzzle: Puzzle) -> Puzzle:
        """Return the puzzle on the board, by default the run's."""
        return puzzle

    def position(self, position: Position) -> Position:
        """Return the position on the board, by default the run's."""
        return position

    def standing(self, run: Facts) -> Facts:
        """Return the state for the event log, by default the run's."""
        return run

    # Time

    @property
    def busy(self) -> bool:
        """Whether a request is being worked on."""
        return False

    def tick(self, now: float, judged: bool) -> bool:
        """Let time pass. ``judged``: the verdict on the puzzle is new. Return True if the screen may have changed."""
        return judged

    def give_up(self) -> bool:
        """Stop the work in progress. Return False if there is none."""
        return False

    # Leaving

    def leaving(self) -> str:
        """Name the work that another run would replace, except work that is kept anyway; "" for none."""
        return ""

    def leave(self) -> bool:
        """Leave the mode, on Esc. Return False if it cannot be left."""
        return False

    def close(self) -> None:
        """Stop everything that the mode has started."""

    # Between starts of the program

    def show_only(self) -> None:
        """Note that digits cannot be typed here, so that saved work can only be looked at."""

    def remember(self, state: DocumentStore) -> None:
        """Keep unfinished work in this store from one start of the program to the next."""

    def resume(self) -> bool:
        """Resume the work left unfinished at the last end of the program. Return False if there is none."""
        return False

    def unfinished(self) -> list[UnfinishedWork]:
        """Return work that can be resumed, except the work on the board, the latest first."""
        return []

    def go_on_with(self, key: str) -> bool:
        """Resume the unfinished work with this key. Return False if it is gone or belongs to another mode."""
        return False

    def keep(self, now: float | None = None) -> None:
        """Keep unfinished work. It is written if due at the time ``now``, or at once if ``now`` is ``None``."""

    def lost(self) -> str:
        """Say which work would be lost at the end of the program because it could not be written; "" for none."""
        return ""


def kind_of(entry: Declared) -> type[Any]:
    """Return the class of a declared mode, with its name set."""
    kind: type[Mode] = entry.load().MODE
    kind.name = entry.name
    return kind


class Modes:
    """The modes of a session, one of each kind, by rank. Loop over them to ask or inform all."""

    def __init__(self, session: object) -> None:
        self._modes: list[Mode] = [kind(session) for kind in map(kind_of, modes_found())]

    def __iter__(self) -> Iterator[Mode]:
        return iter(self._modes)

    def __getitem__(self, kind: type[AnyMode]) -> AnyMode:
        return next(mode for mode in self if isinstance(mode, kind))

    def owner_of(self, solver: Solver) -> Mode:
        """Return the mode that shows runs of this solver."""
        for mode in self._modes:
            if mode.owns(solver):
                return mode
        raise LookupError(f"no mode shows runs of {solver.name}")

    def side_by_side(self, lanes: tuple[RunSpec, ...], position: int, words: str = "") -> bool:
        """Show these runs side by side in a mode that can."""
        return any(mode.side_by_side(lanes, position, words) for mode in self)

    def saved(self) -> dict[str, Any]:
        """Return the modes' parts of a saved view, by name."""
        found = {mode.name: mode.saved() for mode in self}
        return {name: data for name, data in found.items() if data is not None}

    def go_on(self, saved: Mapping[str, Any]) -> None:
        """Enter the modes as they were saved, given the checked data of each by name."""
        for mode in self:
            if mode.name in saved:
                mode.go_on(saved[mode.name])

    def keep(self, now: float | None = None) -> None:
        """Have every mode keep its unfinished work."""
        for mode in self:
            mode.keep(now)
