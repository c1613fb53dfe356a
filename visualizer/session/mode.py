"""A mode: a way to use the window or the terminal, such as watching a solver or playing by hand.

A package of ``visualizer`` with a ``mode.py`` that declares itself is a mode; its class is called ``MODE`` there and is
made with the session. Every session has one of each. In charge is the first, by rank, that owns the run, unless another
was entered over it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

from puzzles.discovery import entries
from puzzles.geometry import Cell, Digit
from puzzles.position import Position
from puzzles.puzzle import Puzzle
from solvers.core.registry import Solver
from visualizer.files.saved_view import View
from visualizer.files.store import State
from visualizer.keymap import Keymap, free_caps
from visualizer.scene.composer import Composer
from visualizer.session.dispatch import Carrier
from visualizer.timeline.player import Player

AnyMode = TypeVar("AnyMode", bound="Mode")
Facts = dict[str, Any]


class Mode:
    """What a mode may do its own way; what it leaves alone is as in any run."""

    name: str

    @property
    def keymap(self) -> Keymap:
        """The keys that hold now."""
        raise NotImplementedError

    @property
    def typed_symbols(self) -> str:
        """The symbols that are typed, digits and letters: their keys do nothing else."""
        return ""

    def type(self, symbol: str, shifted: bool) -> bool:
        """Write a symbol that was typed, in capitals. False where that means nothing."""
        return False

    def refuse(self, text: str) -> bool:
        """Say that a text means nothing that was typed. False where that need not be said."""
        return False

    def key_of(self, id: str) -> str:
        """Name the key of an action, one that types no symbol; "" where the mode has no such action."""
        return free_caps(self.keymap[id], self.typed_symbols)[0] if id in self.keymap else ""

    def is_on(self, id: str) -> bool:
        """Tell whether what this action switches is on."""
        return False

    @property
    def carriers(self) -> Iterable[Carrier]:
        """What carries out actions in its own way; it comes before the session."""
        return ()

    # The run

    def owns(self, solver: Solver) -> bool:
        """Tell whether the runs of this solver are seen in this mode."""
        return False

    def composer(self, puzzle: Puzzle, solver: Solver, player: Player, options: Mapping[str, Any]) -> Composer:
        """Make what turns a run into scenes."""
        return Composer(puzzle, solver, player, options)

    @property
    def title(self) -> str:
        """What is done here, for the title of the window; "" for the algorithm's name."""
        return ""

    @property
    def file_name(self) -> str:
        """What a run is called in the name of a file; "" for the algorithm's name."""
        return ""

    @property
    def algorithm(self) -> str:
        """The algorithm that solves what is on the board when this mode is left; "" for that of the run."""
        return ""

    def run_changed(self, instead_of: Solver | None) -> None:
        """Follow another run; every mode is told. ``instead_of``: the solver before, on the same puzzle."""

    def playhead_moved(self) -> None:
        """Follow the playhead, which was put where a run had been left."""

    def restored(self) -> None:
        """Go on from a saved view, which is shown now."""

    def go_on(self, view: View) -> None:
        """Enter the mode if a saved view, which is shown now, was saved there."""

    @property
    def starts_again(self) -> bool:
        """The run begins to play by itself when its puzzle or its options change."""
        return False

    def words_at(self, cell: Cell, digit: Digit) -> str:
        """Say what a click on a candidate does, for a tooltip; "" where it does nothing."""
        return ""

    # Puzzles

    def load(self, puzzle: Puzzle) -> bool:
        """Take a puzzle that was drawn or opened; False where it is watched as usual."""
        return False

    def show(self, position: Position) -> bool:
        """Take a position that was opened, whichever mode is in charge; False where only its puzzle counts."""
        return False

    def paste(self, text: str) -> bool:
        """Take a text that was pasted, whichever mode is in charge; False where it means nothing to this mode."""
        return False

    def puzzle(self, puzzle: Puzzle) -> Puzzle:
        """Return the puzzle on the board, given that of the run."""
        return puzzle

    def position(self, position: Position) -> Position:
        """Return the position on the board, given that of the run."""
        return position

    def standing(self, run: Facts) -> Facts:
        """Return how things stand, for the event log, given how the run does."""
        return run

    # Time

    @property
    def busy(self) -> bool:
        """Something that was asked for is being worked out."""
        return False

    def tick(self, now: float, judged: bool) -> bool:
        """Let time pass. ``judged``: more is known of the puzzle. True if what is seen may have changed."""
        return judged

    def give_up(self) -> bool:
        """Give up what is being worked out. False where nothing is."""
        return False

    # Leaving

    def leaving(self) -> str:
        """Name what another run would take the place of, and what is kept all the same; "" for nothing."""
        return ""

    def leave(self) -> bool:
        """Leave the mode, on Esc. False where it cannot be left."""
        return False

    def close(self) -> None:
        """End what was started."""

    # Between starts

    def show_only(self) -> None:
        """Hear that nobody can type digits here: what was written is shown, and no more."""

    def remember(self, state: State) -> None:
        """Keep what is unfinished there, between starts of the program."""

    def resume(self) -> bool:
        """Go on with what was unfinished when the program ended. False where nothing was."""
        return False

    def keep(self, now: float | None = None) -> None:
        """Keep what is unfinished; at the time ``now``, write it if that is due; ``None``: write it in any case."""

    def lost(self) -> str:
        """Say what the end of the program would lose, because it could not be written; "" for nothing."""
        return ""


class Modes:
    """One of each mode, by rank."""

    def __init__(self, session: object) -> None:
        self._modes: list[Mode] = []
        for entry in entries("visualizer", pattern="*/mode.py"):
            mode: Mode = entry.load().MODE(session)
            mode.name = entry.name
            self._modes.append(mode)

    def __iter__(self) -> Iterator[Mode]:
        return iter(self._modes)

    def __getitem__(self, kind: type[AnyMode]) -> AnyMode:
        return next(mode for mode in self if isinstance(mode, kind))

    def owner_of(self, solver: Solver) -> Mode:
        """Return the mode in which runs of this solver are seen."""
        return next(mode for mode in self if mode.owns(solver))

    # What every mode is told, or asked

    @property
    def busy(self) -> bool:
        """One of them works something out that was asked for."""
        return any(mode.busy for mode in self)

    def run_changed(self, instead_of: Solver | None) -> None:
        for mode in self:
            mode.run_changed(instead_of)

    def show(self, position: Position) -> bool:
        return any(mode.show(position) for mode in self)

    def go_on(self, view: View) -> None:
        for mode in self:
            mode.go_on(view)

    def paste(self, text: str) -> bool:
        return any(mode.paste(text) for mode in self)

    def tick(self, now: float, judged: bool) -> bool:
        return any([mode.tick(now, judged) for mode in self])

    def give_up(self) -> bool:
        return any(mode.give_up() for mode in self)

    def show_only(self) -> None:
        for mode in self:
            mode.show_only()

    def remember(self, state: State) -> None:
        for mode in self:
            mode.remember(state)

    def resume(self) -> bool:
        return any(mode.resume() for mode in self)

    def keep(self, now: float | None = None) -> None:
        for mode in self:
            mode.keep(now)

    def lost(self) -> str:
        return "\n".join(filter(None, (mode.lost() for mode in self)))

    def close(self) -> None:
        for mode in self:
            mode.close()
