"""Supplies puzzles while the window keeps running: from the open file, and from a process that makes them.

A chosen level applies to both sources.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Protocol

from puzzles import Corpus, LevelError, Puzzle
from puzzles.figures import grouped
from puzzles.geometry import STANDARD
from solvers.processes.worker import WorkerLost
from visualizer.keymap import key_of
from visualizer.supply.puzzle_maker import PuzzleKind, PuzzleMaker

DRAW_WAIT = 0.03
"""The seconds to wait for a puzzle: a draw takes 0.1 ms, but a file without a puzzle is read whole."""
UNGRADED = f"Only {STANDARD.side}x{STANDARD.side} puzzles have levels: this one may be easy or hard."
"""The message for a puzzle of another size when a level is requested."""
Drawn = Puzzle | Exception | None
"""A puzzle, or the reason why there is none; ``None`` while it is being drawn."""


class CorpusDraw(threading.Thread):
    """A puzzle being drawn from a corpus, limited to a level if one is given."""

    def __init__(self, corpus: Corpus, level: str | None = None) -> None:
        super().__init__(daemon=True)
        self.corpus, self.level = corpus, level
        self.drawn: Puzzle | Exception | None = None
        self.start()

    def run(self) -> None:
        try:
            self.drawn = self.corpus.draw(self.level)
        except (ValueError, OSError) as error:  # the file has no puzzle, or has been closed
            self.drawn = error


class NoFile(LookupError):
    """Raised by a draw without a file. This is no error, and needs only a brief message."""


class Speaker(Protocol):
    """Shows messages to the requester: a ``notice`` stays until dismissed, a ``toast`` disappears."""

    notice: str
    toast: str


class PuzzleSupply:
    """Draws puzzles from a corpus, if there is one, or has new ones made. A chosen level applies to both."""

    def __init__(
        self,
        corpus: Corpus | None,
        level: str | None = None,
        seed: int | None = None,
        advice: str = "",
        maker: PuzzleMaker | None = None,
    ) -> None:
        """Make a supply. ``seed``: for new puzzles. ``advice``: what to do if the file has no puzzle of the level.
        ``maker``: a maker that belongs to another supply, which closes it.
        """
        self.corpus = corpus
        self.level = level
        """One of :data:`puzzles.corpus.record.LEVELS`; ``None`` for any."""
        self._advice = advice or f"{key_of('level')}: another level. {key_of('fresh')}: a fresh one."
        self._draw: CorpusDraw | None = None
        self.maker = maker or PuzzleMaker(seed)
        self._summary = self._said = self._remark = ""
        self._asked: str | None = None
        """The level of the requested puzzle, if one was given."""

    @property
    def drawing(self) -> bool:
        """Whether a puzzle is being made, or is still being looked for in a file."""
        return self._draw is not None or self.maker.waiting is not None

    @property
    def looking(self) -> str:
        """The message while a puzzle is awaited; "" otherwise."""
        if self.maker.waiting is not None:
            return self.maker.waiting.words
        return f"Looking for a puzzle in {self.corpus.path.name} …" if self._draw and self.corpus else ""

    @property
    def origin(self) -> str:
        """The file that R draws from, and its number of puzzles at the chosen level; "" without a file."""
        if self.corpus is None:
            return ""
        return f"{key_of('random')} draws from {self.corpus.path.name}: {self._holds(self.corpus)}"

    # Asking

    def request(self, speaker: Speaker, watch: Callable[[Puzzle], object], level: str | None = None) -> None:
        """Draw a puzzle and watch it. If that takes time, say so, and let :meth:`deliver` finish.

        ``level``: draw from this level, whatever is chosen, and say where the puzzle comes from; if the file has none,
        make one. A puzzle of the chosen level is also made if the file states no levels.
        """
        if level is None and self.maker.waiting is not None and self._remark:
            return
        self.maker.give_up()
        if level and self._draw:
            self.stop(speaker)
        if not self.drawing:
            self._asked = level
            if not self._hand_over(self.draw(), speaker, watch):
                self._say(speaker)

    def draw(self) -> Drawn:
        """Request a puzzle. Usually it is returned at once; if not, :meth:`take` returns it later."""
        if self.corpus is None:
            return NoFile(f"No file of puzzles is open. {key_of('fresh')} makes a puzzle.")
        if self._draw is None:
            self._draw = CorpusDraw(self.corpus, self._asked or self.level)
            self._draw.join(DRAW_WAIT)
        return self.take()

    def make(self, side: int, speaker: Speaker, watch: Callable[[Puzzle], object], remark: str = "") -> None:
        """Make a new puzzle with a given side and watch it; if one is ready, use that.

        ``remark`` is the message to show when the puzzle arrives.
        """
        from solvers.generate.generator import LARGEST_SIDE  # imported late, so that the window opens sooner

        kind = PuzzleKind.of(self.level, side)
        if side > LARGEST_SIDE:
            largest = f"{LARGEST_SIDE}x{LARGEST_SIDE}"
            speaker.toast = f"A puzzle can be {largest} at most: making {side}x{side} would take hours."
            return
        if self.maker.waiting != kind:
            self.stop(speaker)
        self._ask(kind, speaker, watch, remark)

    def _ask(self, kind: PuzzleKind, speaker: Speaker, watch: Callable[[Puzzle], object], remark: str = "") -> None:
        if self.maker.waiting != kind:
            self.maker.ask(kind)
        self._remark = remark
        if not self.deliver(speaker, watch):
            self._say(speaker)

    def prepare(self, side: int) -> None:
        """Have some new puzzles made in advance."""
        self.maker.prepare(PuzzleKind.of(self.level, side))

    # Getting

    def take(self) -> Drawn:
        """Return the puzzle that was drawn or made since the request. It is returned only once."""
        if self.maker.waiting is not None:
            return self.maker.take()
        draw = self._draw
        if draw is None or draw.is_alive():
            return None
        self._draw = None
        return draw.drawn

    def deliver(self, speaker: Speaker, watch: Callable[[Puzzle], object]) -> bool:
        """Watch the requested puzzle, or say why there is none. Return True if a result has come."""
        remark, waiting = self._remark, self.maker.waiting
        if self.level and waiting and not waiting.level:
            remark = UNGRADED
        if not self._hand_over(self.take(), speaker, watch):
            if not speaker.toast:
                self._say(speaker)
            return False
        if waiting and remark and not speaker.notice:
            speaker.toast = " ".join(filter(None, [remark, speaker.toast]))
        return True

    def _hand_over(self, drawn: Drawn, speaker: Speaker, watch: Callable[[Puzzle], object]) -> bool:
        if drawn is None:
            return False
        asked = self._asked
        self.stop(speaker)
        if isinstance(drawn, Puzzle):
            watch(drawn)
            if asked and not speaker.toast:
                speaker.toast = f"{'An' if asked[0] in 'aeiou' else 'A'} {asked} puzzle from {drawn.source}."
        elif asked and isinstance(drawn, (NoFile, LevelError)):
            self._ask(PuzzleKind(asked, STANDARD.side), speaker, watch, f"A fresh {asked} puzzle.")
        elif isinstance(drawn, NoFile):
            speaker.toast = str(drawn)
        elif isinstance(drawn, LevelError) and self.level and self._ungraded:
            words = f"{self._file} does not say how hard its puzzles are: this {self.level} one was just made."
            self._ask(PuzzleKind(self.level, STANDARD.side), speaker, watch, words)
        elif isinstance(drawn, LevelError):
            speaker.toast = f"{self._file} has no puzzle graded {self.level}. {self._advice}"
        else:
            what = "made" if isinstance(drawn, WorkerLost) else "drawn"
            speaker.notice = f"No puzzle could be {what}.\n{drawn}"
        return True

    def _holds(self, corpus: Corpus) -> str:
        if self.level is None:
            return corpus.summary()
        count = corpus.levels[self.level]
        number = grouped(count) if count else "no"
        return f"{number} {self.level} puzzle{'s' * (count != 1)}{'' if corpus.complete else ' so far'}"

    def _say(self, speaker: Speaker) -> None:
        speaker.toast = self._said = self.looking

    @property
    def _file(self) -> str:
        return self.corpus.path.name if self.corpus else ""

    @property
    def _ungraded(self) -> bool:
        """Tell whether the file states no levels, so that puzzles cannot be drawn from it by level."""
        return self.corpus is not None and self.corpus.complete and not any(self.corpus.levels.values())

    # Stopping

    def stop_making(self, speaker: Speaker) -> None:
        """Drop the puzzle being made."""
        if self.maker.waiting is not None:
            self.stop(speaker)

    def stop(self, speaker: Speaker) -> None:
        """Drop the puzzle being drawn or made."""
        if speaker.toast == self._said:
            speaker.toast = ""
        self._draw = self._asked = None
        self._remark = ""
        self.maker.give_up()

    def choose_level(self, level: str | None, speaker: Speaker) -> None:
        """Supply puzzles of a level from now on."""
        self.stop(speaker)
        self.level = level

    def give_up(self, speaker: Speaker) -> bool:
        """Drop the requested puzzle because the user cancelled. Return False if there is none."""
        if not self.drawing:
            return False
        self.stop(speaker)
        speaker.toast = "Cancelled. The puzzle on the board stays."
        return True

    def open(self, corpus: Corpus) -> None:
        """Draw from another file from now on."""
        if self.corpus is not None:
            self.corpus.close()
        self.corpus = corpus

    def news(self) -> bool:
        """Tell whether the scan of the corpus has advanced since the last call."""
        now = self.corpus.summary() if self.corpus else ""
        before, self._summary = self._summary, now
        return now != before

    def close(self) -> None:
        """End the scan, and the process that makes puzzles."""
        self.maker.close()
        if self.corpus is not None:
            self.corpus.close()
