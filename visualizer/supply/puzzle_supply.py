"""Supplies puzzles while the window keeps running, from the open file or from a process that generates them.

The chosen level applies to both sources.
"""

from collections import Counter, deque
from collections.abc import Callable
from pathlib import Path
from random import Random, SystemRandom
from typing import NamedTuple, Protocol

from puzzles import Corpus, LevelError, Puzzle
from puzzles.corpus.record import LEVELS
from puzzles.figures import grouped
from puzzles.geometry import STANDARD, Geometry
from puzzles.kinds.blueprint import items_of
from puzzles.kinds.kind import Kind
from solvers.processes.worker import Worker, WorkerLost
from visualizer.files import resolve
from visualizer.files.loader import Background
from visualizer.keymap import key_of

QUICK = 16
"""The largest side for which puzzles are made in advance. Larger ones take seconds."""
SLOW = 20
"""The side above which the message warns that a puzzle takes a long time to make."""
READY = 3
READY_RARE = {"extreme": 5}
"""How many puzzles to keep ready for levels at which they are hard to find."""
WORKER = "solvers.generate.collector"
DRAWING = "draw a puzzle"
"""The name of the threads that draw one from a file."""
DRAW_WAIT = 0.03
"""How long to wait for a puzzle, in seconds. A draw takes 0.1 ms, but a file without puzzles is read to the end."""
Drawn = Puzzle | Exception | None
"""A puzzle, or the reason why there is none; ``None`` while it is being drawn."""


def drawing(corpus: Corpus, level: str | None = None) -> Background[Puzzle | Exception]:
    """Start drawing a puzzle from a corpus, at the given level if there is one."""

    def draw() -> Puzzle | Exception:
        try:
            return corpus.draw(level)
        except (ValueError, OSError) as error:  # the file has no puzzle, or has been closed
            return error

    return Background(draw, DRAWING)


def why_not(geometry: Geometry) -> str:
    """Return why the generator makes no puzzle like those of a shape, or ""."""
    from solvers.generate import variants  # imported late: the first frame needs nothing of it

    return variants.why_not(geometry)


def ungraded(geometry: Geometry) -> str:
    """Return what to say if a level was requested but the puzzle may have another."""
    have = "Only 9x9 puzzles have" if geometry.grid else f"Puzzles of this {_like(geometry)} have no"
    own = resolve.collection_of(geometry)
    known = f"{own.name} has no puzzle of that level" if own else f"{have} levels"
    return f"{known}: this one may be easy or hard."


def _like(geometry: Geometry) -> str:
    """Return what another puzzle has in common with one of a shape: cages, signs and regions are new each time."""
    return "kind" if items_of(geometry) or geometry.kind.new_shapes else "shape"


def _is_made(geometry: Geometry) -> bool:
    """Return whether puzzles of a shape can be made, by the generator or by their kind."""
    return not why_not(geometry) or type(geometry.kind).make is not Kind.make


class NoFile(LookupError):
    """The result of a draw when no file is open. It is not an error and only needs a brief message."""


class Speaker(Protocol):
    """Shows messages to the user: a ``notice`` stays until dismissed, a ``toast`` disappears."""

    notice: str
    toast: str


def _advice() -> str:
    """Return what to press if the file has no puzzle at the chosen level."""
    return f"{key_of('level')} chooses another level, {key_of('fresh')} makes a fresh puzzle."


class PuzzleKind(NamedTuple):
    """The kind of puzzle to make: its shape and, optionally, its level."""

    level: str | None
    geometry: Geometry

    @classmethod
    def of(cls, level: str | None, geometry: Geometry) -> "PuzzleKind":
        """Return the nearest kind that can be made. Among squares with boxes, only 9x9 puzzles have a level.

        Raises ``ValueError`` for a level that is not one of :data:`puzzles.corpus.record.LEVELS`.
        """
        if level is not None and level not in LEVELS:
            raise ValueError(f"there is no level {level!r}; choose one of: {', '.join(LEVELS)}")
        return cls(level if geometry == STANDARD else None, geometry)

    @property
    def quick(self) -> bool:
        """Whether to make such puzzles in advance. Other shapes than squares with boxes may have none."""
        return self.geometry.grid is not None and self.geometry.symbols <= QUICK

    @property
    def words(self) -> str:
        """The message to show while a puzzle is being made."""
        shape = self.geometry
        size = "{}x{}".format(*shape.extent) if shape.grid and shape.extent != STANDARD.extent else ""
        what = " ".join(filter(None, [self.level or size, "puzzle", "" if shape.grid else f"of this {_like(shape)}"]))
        lasts = shape.symbols > SLOW or self.level and not shape.grid
        slow = " It can take ten seconds or more; Esc cancels." if lasts else ""
        return f"Making {'an' if what[0] in 'aeiou' else 'a'} {what} …{slow}"


class PuzzleMaker:
    """A queue of new puzzles of the most recently requested kind, filled by a separate process. No call blocks.

    With a seed, each kind always gets the same sequence of puzzles, however often requests switch between kinds.
    """

    def __init__(self, seed: int | str | None = None) -> None:
        self.waiting: PuzzleKind | None = None
        """The kind of puzzle that has been requested but not yet returned."""
        self._seed = str(SystemRandom().randrange(10**9) if seed is None else seed)
        self.random = Random(self._seed)
        """The source of the puzzles that a kind makes by itself."""
        self._worker: Worker[tuple[str, str | None, Geometry], Puzzle | RuntimeError] = Worker(WORKER)
        self._ready: deque[Puzzle | RuntimeError] = deque()
        self._kind: PuzzleKind | None = None
        self._series: tuple[str, str | None, Geometry] = ("", None, STANDARD)
        self._given: Counter[PuzzleKind] = Counter()
        self._lost = ""
        """Why the process ended unexpectedly. Only a new request restarts it."""

    @property
    def pid(self) -> int | None:
        """The id of the process that makes puzzles; ``None`` if it is not running."""
        return self._worker.pid

    @property
    def ready(self) -> int:
        try:
            while reply := self._worker.poll():
                self._ready.append(reply.value)
        except WorkerLost as lost:
            self._lost = str(lost)
        return len(self._ready)

    def prepare(self, kind: PuzzleKind) -> None:
        """Make puzzles of the given kind in advance, and drop any prepared ones of a different kind."""
        if self.waiting is None and not self._lost and kind.quick and kind != self._kind:
            self._begin(kind)

    def ask(self, kind: PuzzleKind) -> None:
        """Request a puzzle. :meth:`take` returns it once it is made."""
        if kind != self._kind or not self.ready and self._lost:
            self._begin(kind)
        self.waiting = kind

    def take(self) -> Puzzle | RuntimeError | None:
        """Return the requested puzzle, once; ``None`` while it is being made, or if none was requested."""
        if self.waiting is None:
            return None
        if self.ready:
            self._given[self.waiting] += 1
            self.waiting = None
            if not self._lost:
                self._worker.ask(self._series)
            return self._ready.popleft()
        if self._lost:
            self.close()
            return WorkerLost(f"the process that makes puzzles {self._lost}; ask again to restart it")
        return None

    def give_up(self) -> None:
        """Cancel the request and stop working on it."""
        if self.waiting is not None:
            self.close()

    def close(self) -> None:
        """End the process. Closing twice is harmless."""
        self._worker.close()
        self._ready.clear()
        self._kind = self.waiting = None

    def _begin(self, kind: PuzzleKind) -> None:
        """Start making puzzles of the given kind, different from all earlier ones."""
        self.close()
        self._kind, self._lost, given = kind, "", self._given[kind]
        self._series = (f"{self._seed}.{given}" if given else self._seed, *kind)
        for _ in range(READY_RARE.get(kind.level or "", READY)):
            self._worker.ask(self._series)


class PuzzleSupply:
    """Supplies puzzles of the chosen level, drawn from a corpus if there is one and otherwise newly made."""

    def __init__(
        self,
        corpus: Corpus | None,
        level: str | None = None,
        seed: int | None = None,
        advice: Callable[[], str] = _advice,
        maker: PuzzleMaker | None = None,
    ) -> None:
        """Create a supply. ``seed`` is for new puzzles. ``advice`` says what to do if the file has none at the chosen
        level. ``maker`` is borrowed from another supply, which closes it.
        """
        self.corpus = corpus
        self.level = level
        """One of :data:`puzzles.corpus.record.LEVELS`, or ``None`` for any."""
        self._advice = advice
        self._draw: Background[Puzzle | Exception] | None = None
        self._opened: dict[Path, Corpus] = {}
        self.maker = maker or PuzzleMaker(seed)
        self._summary = self._said = self._remark = ""
        self._asked: str | None = None
        """The level requested for this puzzle only, if any."""
        self._shape = STANDARD
        """The shape to make a puzzle of if the file does not say how hard its puzzles are."""

    @property
    def drawing(self) -> bool:
        return self._draw is not None or self.maker.waiting is not None

    @property
    def looking(self) -> str:
        """The message to show while waiting for a puzzle, or ""."""
        if self.maker.waiting is not None:
            return self.maker.waiting.words
        return f"Looking for a puzzle in {self.corpus.path.name} …" if self._draw and self.corpus else ""

    @property
    def origin(self) -> str:
        """A sentence naming the file that R draws from and how many puzzles it has at the chosen level, or ""."""
        if self.corpus is None:
            return ""
        holds, level = self.corpus.summary(), self.level
        if level is not None:
            count = self.corpus.levels[level]
            plural, so_far = "s" * (count != 1), "" if self.corpus.complete else " so far"
            holds = f"{grouped(count) if count else 'no'} {level} puzzle{plural}{so_far}"
        return f"{key_of('random')} draws from {self.corpus.path.name}: {holds}"

    def origin_after(self, puzzle: Puzzle) -> str:
        """Return :attr:`origin`, or say that R draws or makes another puzzle like this one."""
        if self.corpus is None or self._draws_after(puzzle):
            return self.origin
        if own := resolve.collection_of(puzzle.geometry):
            return f"{key_of('random')} draws from {own.name}"
        return f"{key_of('random')} makes another puzzle of this {_like(puzzle.geometry)}"

    # Asking

    def request(self, speaker: Speaker, watch: Callable[[Puzzle], object], level: str | None = None) -> None:
        """Draw a puzzle and watch it. If that takes a while, say so, and leave the rest to :meth:`deliver`.

        ``level``, if passed, overrides the chosen level, and a message then says where the puzzle comes from. If the
        file has no puzzle at that level, one is made. A puzzle is also made if a level is chosen but the file does not
        state any levels.
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
        """Request a puzzle. It is usually returned at once; if not, :meth:`take` returns it later."""
        if self.corpus is None:
            return NoFile(f"No puzzle file is open. {key_of('fresh')} makes a puzzle.")
        if self._draw is None:
            self._draw = drawing(self.corpus, self._asked or self.level)
            self._draw.join(DRAW_WAIT)
        return self.take()

    def make(self, geometry: Geometry, speaker: Speaker, watch: Callable[[Puzzle], object], remark: str = "") -> None:
        """Make a puzzle of the given shape and watch it, using one made in advance if possible.

        ``remark`` is the message to show when the puzzle arrives.
        """
        try:
            own = geometry.kind.make(geometry, self.maker.random)
        except Exception as error:  # anybody may write a kind
            speaker.notice = f"No puzzle could be made.\nThe kind {geometry.kind_name} failed: {error}"
            return
        if own:
            self.stop(speaker)
            speaker.toast = remark
            watch(own)
            return
        if why := why_not(geometry):
            speaker.toast = why
            return
        kind = self._kind(geometry)
        if self.maker.waiting != kind:
            self.stop(speaker)
        self._ask(kind, speaker, watch, remark)

    def _ask(self, kind: PuzzleKind, speaker: Speaker, watch: Callable[[Puzzle], object], remark: str = "") -> None:
        if self.maker.waiting != kind:
            self.maker.ask(kind)
        self._remark = remark
        if not self.deliver(speaker, watch):
            self._say(speaker)

    def _kind(self, geometry: Geometry) -> PuzzleKind:
        """Return the kind of puzzle to make: of the chosen level, if the collection of its kind has such a puzzle."""
        own = resolve.collection_of(geometry) if self.level else None
        graded = own and next(self._own(own).graded(self.level or ""), None)
        return PuzzleKind(self.level, geometry) if graded else PuzzleKind.of(self.level, geometry)

    def another(
        self, puzzle: Puzzle, speaker: Speaker, watch: Callable[[Puzzle], object], level: str | None = None
    ) -> None:
        """Draw a puzzle and watch it. If this one is no square with boxes and not from the file, draw one of its kind
        from the program's own collection, or make one like it. That collection is also used if a ``level`` is passed.
        """
        self._shape = STANDARD if puzzle.geometry.grid else puzzle.geometry
        own = resolve.collection_of(puzzle.geometry)
        if self._draws_after(puzzle) and not (own and level):
            self.request(speaker, watch)
        elif own:
            self.stop(speaker)
            corpus, wanted = self._own(own), level or self.level
            graded = bool(next(iter(corpus)).grade)
            try:
                watch(corpus.draw(wanted if graded else None))
                speaker.toast = ungraded(puzzle.geometry) if wanted and not graded else speaker.toast
            except LevelError:
                speaker.toast = self._no_puzzle(own, wanted)
        else:
            self.make(puzzle.geometry, speaker, watch, f"A fresh puzzle of the same {_like(puzzle.geometry)}.")

    def drawn_from(self, puzzle: Puzzle) -> Corpus | None:
        """Return the collection from which another puzzle is drawn, if there is one."""
        own = None if self._draws_after(puzzle) else resolve.collection_of(puzzle.geometry)
        return self._own(own) if own else self.corpus

    def _own(self, path: Path) -> Corpus:
        """Return one of the program's own collections, which stays open."""
        if path not in self._opened:
            self._opened[path] = Corpus(path, seed=self.maker.random.randrange(10**9))
        return self._opened[path]

    def _draws_after(self, puzzle: Puzzle) -> bool:
        ours = self.corpus is not None and puzzle.source.startswith(f"{self._file}, ")
        return puzzle.geometry.grid is not None or ours or not _is_made(puzzle.geometry)

    def prepare(self, geometry: Geometry) -> None:
        """Have puzzles of the given shape made in advance."""
        self.maker.prepare(PuzzleKind.of(self.level, geometry))

    # Getting

    def take(self) -> Drawn:
        """Return the requested puzzle, once, if it has been drawn or made."""
        if self.maker.waiting is not None:
            return self.maker.take()
        draw = self._draw
        if draw is None or draw.is_alive():
            return None
        self._draw = None
        return draw.found

    def deliver(self, speaker: Speaker, watch: Callable[[Puzzle], object]) -> bool:
        """Watch the requested puzzle, or say why there is none. Return False if there is no result yet."""
        remark, waiting = self._remark, self.maker.waiting
        if self.level and waiting and not waiting.level:
            remark = ungraded(waiting.geometry)
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
        asked, corpus = self._asked, self.corpus
        ungraded = corpus is not None and corpus.complete and not any(corpus.levels.values())
        self.stop(speaker)
        if isinstance(drawn, Puzzle):
            watch(drawn)
            if asked and not speaker.toast:
                speaker.toast = f"{'An' if asked[0] in 'aeiou' else 'A'} {asked} puzzle from {drawn.source}."
        elif asked and isinstance(drawn, (NoFile, LevelError)):
            self._ask(PuzzleKind(asked, STANDARD), speaker, watch, f"A fresh {asked} puzzle.")
        elif isinstance(drawn, NoFile):
            speaker.toast = str(drawn)
        elif isinstance(drawn, LevelError) and corpus and ungraded and self._kind(self._shape).level:
            words = f"{self._file} does not say how hard its puzzles are, so this {self.level} one was made instead."
            self._ask(self._kind(self._shape), speaker, watch, words)
        elif isinstance(drawn, LevelError) and corpus:
            speaker.toast = self._no_puzzle(corpus.path, self.level)
        else:
            what = "made" if isinstance(drawn, RuntimeError) else "drawn"
            speaker.notice = f"No puzzle could be {what}.\n{drawn}"
        return True

    def _no_puzzle(self, path: Path, level: str | None) -> str:
        return f"{path.name} has no puzzle graded {level}. {self._advice()}"

    def _say(self, speaker: Speaker) -> None:
        speaker.toast = self._said = self.looking

    @property
    def _file(self) -> str:
        return self.corpus.path.name if self.corpus else ""

    # Stopping

    def stop_making(self, speaker: Speaker) -> None:
        if self.maker.waiting is not None:
            self.stop(speaker)

    def stop(self, speaker: Speaker) -> None:
        """Cancel the puzzle being drawn or made."""
        if speaker.toast == self._said:
            speaker.toast = ""
        self._draw = self._asked = None
        self._remark = ""
        self.maker.give_up()

    def choose_level(self, level: str | None, speaker: Speaker) -> None:
        """Switch to puzzles of the given level, or of any level if it is ``None``."""
        self.stop(speaker)
        self.level = level

    def give_up(self, speaker: Speaker) -> bool:
        """Cancel the requested puzzle at the user's request. Return False if there is none."""
        if not self.drawing:
            return False
        self.stop(speaker)
        speaker.toast = "Cancelled. The puzzle has not changed."
        return True

    def open(self, corpus: Corpus) -> None:
        if self.corpus is not None:
            self.corpus.close()
        self.corpus = corpus

    def news(self) -> bool:
        """Return whether the scan of any corpus has advanced since the last call."""
        now = "".join(corpus.summary() for corpus in self._open)
        before, self._summary = self._summary, now
        return now != before

    def close(self) -> None:
        """Stop the scan, and the process that makes puzzles."""
        self.maker.close()
        for corpus in self._open:
            corpus.close()

    @property
    def _open(self) -> list[Corpus]:
        return [corpus for corpus in (self.corpus, *self._opened.values()) if corpus is not None]
