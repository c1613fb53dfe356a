"""Directs a run: divides it into beats, and decides how long each one lasts and what is said meanwhile.

The first steps of each kind are explained one by one, each for as long as its sentence takes to read, and so is a way
back that is twice as long as any explained before. All other steps pass in beats that grow as more of them have been
shown, under a sentence that counts them. So the time that a run takes grows with the logarithm of its length. A cut
depends on the steps alone, and never on the clock.
"""

from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain, compress, takewhile

from puzzles.figures import counted
from puzzles.geometry import Cell
from solvers.core.finding import Finding
from solvers.core.registry import Solver
from solvers.core.step import CHANGING, Kind, Step, Why
from visualizer.narration.captions import told
from visualizer.narration.last_second import WORK
from visualizer.text.spans import Span, in_words_of, listed, plain
from visualizer.timeline.chunk import CHUNK, Chunk
from visualizer.timeline.player import MOVING, Beat
from visualizer.timeline.search import standing_steps
from visualizer.timeline.timeline import Clock, Timeline

READING, NOTICING = 17.0, 0.35
"""How many letters people read in a second, and how long it takes to notice a sentence, in seconds."""
EACH = 0.12
"""The least time for each step of a beat with few steps, in seconds."""
MOST_TOLD = ((3, 3), (6, 2), (2**31, 1))
"""How often a kind of step is told: three times until three steps have been told, and so on."""
FIRST_SIZE, GROWTH, LARGEST = 12, 1.6, 2**20
"""The number of steps in the first beat that tells no single step, how it grows from beat to beat, and its maximum."""
LOOK_AHEAD = 128
"""How many steps a wave may have, and how far beyond its size a beat may go to end at a suitable place."""
_CONTINUING = (Kind.ELIMINATE, Kind.REJECT, Kind.BACKTRACK, Kind.COVER, Kind.UNCOVER)
"""The kinds of step that belong to what happened before them, so that no long beat ends just before one."""
_WAVES = (Kind.COVER, Kind.UNCOVER)
_SINGLES = (Why.NAKED_SINGLE, Why.HIDDEN_SINGLE, Why.LAST_BLANK)
_ALWAYS = (Kind.SOLVED, Kind.GAVE_UP)
"""The kinds of step that always have a beat of their own."""


def reading_time(text: str) -> float:
    """Return how long it takes to notice and read a text, in seconds."""
    return NOTICING + len(text) / READING


class Director:
    """The cut of a run, made as the run is recorded. If ``standing``, it leaves out every step that was undone."""

    def __init__(self, timeline: Timeline, solver: Solver, standing: bool = False) -> None:
        self.timeline, self.solver = timeline, solver
        self.beats: list[Beat] = []
        self._ends: list[int] = []
        self._times = [0.0]
        """The time at which each beat begins, and that of the end."""
        self._told = Counter[int]()
        """How often each kind of step has been told."""
        self._farthest = 1
        """The number of levels of the longest way back told so far."""
        self._searched = 0
        """How far folded steps have been searched for one to tell. What is not news never becomes news."""
        self._folded = 0
        """The number of beats that tell no single step."""
        self._numbers: dict[tuple[Kind, Why], int] = {}
        """The number of each kind of step. Steps with different reasons are of different kinds."""
        self._kinds = array("I")
        """The number of the kind of each code."""
        self._standing = standing
        self._positions: array[int] | None = None
        """The positions of the steps that the cut shows; ``None`` for all."""

    # Asking

    @property
    def seconds(self) -> float:
        """The length of the cut so far."""
        return self._times[-1]

    def time(self, position: int) -> float:
        """Return the time at which a position is reached, which must not lie beyond the cut so far."""
        number = bisect_right(self._ends, position)
        beat = self.beats[number] if number < len(self.beats) else None
        return self._times[number] + (beat.second(position) if beat and position > beat.start else 0.0)

    def after(self, position: int) -> Beat | None:
        """Return the beat to show next at a position, if it is known."""
        number = bisect_right(self._ends, position)
        return self.beats[number] if number < len(self.beats) else None

    # Cutting

    def reach(self, position: int, clock: Clock, seconds: float) -> Beat | None:
        """Work for about ``seconds`` on the cut up to a position. Return the beat that follows it, if that is known."""
        until = clock() + seconds
        while (beat := self.after(position)) is None and (made := self._next()) is not None:
            self.beats.append(made)
            self._ends.append(made.end)
            self._times.append(self._times[-1] + made.seconds)
            if clock() >= until:
                return self.after(position)
        return beat

    def _next(self) -> Beat | None:
        """Return the next beat, if enough of the run has been recorded."""
        timeline, start = self.timeline, self.beats[-1].end if self.beats else 0
        if self._standing and not self._lay_out(start):
            return None
        first = self._index(start)
        length = timeline.length if self._positions is None else len(self._positions)
        if first >= length:
            return None
        self._learn()
        fresh = self._fresh()
        ahead = self._codes(first, min(first + LOOK_AHEAD, length))
        tells = bool(ahead) and self._news(first, first + 1, fresh) == first
        if tells:
            end = self._end_of_wave(first, ahead, fresh)
        else:
            size = min(LARGEST, round(FIRST_SIZE * GROWTH**self._folded))
            end = self._end_of_fold(first, first + size, length, fresh)
        if end >= length and not self.timeline.over:
            return None
        return self._tell(start, first, end) if tells else self._fold(start, first, end)

    def _lay_out(self, start: int) -> bool:
        """Find the steps that stand at the end of a run, once it has ended. Return False before that."""
        if not self.timeline.over:
            return False
        if self._positions is None or (self.beats and self._positions[-1] != self.timeline.length):
            stand = [at for at, _ in standing_steps(self.timeline, self.timeline.length, most=self.timeline.length)]
            kept = sorted({*stand, self.timeline.length}) if stand else range(1, self.timeline.length + 1)
            self._positions, self._searched = array("Q", kept), 0
        return True

    def _index(self, position: int) -> int:
        """Return the number of steps shown up to a position."""
        if self._positions is None:
            return position
        return bisect_right(self._positions, position)

    def _at(self, start: int, end: int) -> Sequence[int]:
        """Return the positions after the steps between two indices."""
        if self._positions is None:
            return range(start + 1, end + 1)
        return self._positions[start:end].tolist()

    def _codes(self, start: int, end: int) -> Sequence[int]:
        """Return the codes of the steps between two indices, or nothing if some of them have been forgotten."""
        return [code for chunk, low, high in self._spans(start, end) for code in chunk.window(low, high)]

    def _spans(self, start: int, end: int) -> list[tuple[Chunk, int, int]]:
        """Return the chunks that contain the steps between two indices, and the positions between which each does.

        Return nothing if some of the steps have been forgotten.
        """
        parts = [(start, end)] if self._positions is None else [(at - 1, at) for at in self._positions[start:end]]
        spans = [span for part in parts for span in self.timeline.between(*part)]
        return [] if any(chunk.forgotten for chunk, *_ in spans) else spans

    def _learn(self) -> None:
        """Assign numbers to the kinds of new steps."""
        new, numbers = self.timeline.book.steps[len(self._kinds) :], self._numbers
        self._kinds.extend([numbers.setdefault((step.kind, step.why), len(numbers)) for step in new])

    def _fresh(self) -> bytes:
        """Return, for each code, whether the next step of its kind is told by itself."""
        sum_told = sum(self._told.values())
        most = next(most for until, most in MOST_TOLD if sum_told < until)
        fresh = [kind in _ALWAYS or self._told[number] < most for (kind, _), number in self._numbers.items()]
        return bytes(map(fresh.__getitem__, self._kinds))

    def _news(self, start: int, end: int, fresh: bytes) -> int | None:
        """Return the index of the first step between two indices that is told by itself.

        That is also so if it goes back at least twice as far as any step told so far.
        """
        if self._positions is not None:
            return next(compress(range(start, end), map(fresh.__getitem__, self._codes(start, end))), None)
        for chunk, low, high in self._spans(start, end):
            news = [*chunk.where(low, high, fresh)[:1], *chunk.falls(low, high, 2 * self._farthest)[:1]]
            if news:
                return min(news) - 1
        return None

    def _end_of_wave(self, first: int, codes: Sequence[int], fresh: bytes) -> int:
        """Return the index after a step that is told, and after the steps that go out from it in the same beat.

        From a given, even strikes that have not been told yet go out, because its sentence mentions them.
        """
        step, *following = [self.timeline.book.steps[code] for code in codes]
        if not (_comes_in_waves(step) or _strikes_by_technique(step)):
            told = (not _mentions_strikes(step) and fresh[code] for code in codes[1:])
            known = zip(following, told, strict=True)
            following = [other for other, _ in takewhile(lambda one: _comes_in_waves(one[0]) and not one[1], known)]
            step = following[0] if following else step
        return first + 1 + sum(1 for _ in takewhile(partial(_alike, step), following))

    def _tell(self, start: int, first: int, last: int) -> Beat:
        """Return a beat that tells one step, or one wave of steps of the same kind."""
        codes = self._codes(first, last)
        step = self.timeline.book.steps[codes[0]]
        told_of = codes if _mentions_strikes(step) else codes[:1]
        self._told.update({self._kinds[code] for code in told_of})
        positions = self._at(first, last)
        if last > first + 1 and _comes_in_waves(step):
            said, source = self._of_wave(step, first, last)
            return Beat(start, positions, reading_time(said), (Span(said),), True, source)
        position = positions[0]
        before, after = self.timeline.fresh_board(), self.timeline.fresh_board()
        before.restore(self.timeline.board_at(position - 1).snapshot())
        after.restore(self.timeline.board_at(position).snapshot())
        self._farthest = max(self._farthest, before.level - after.level)
        sentence = told(self.timeline, self.solver, position, before, after)
        seconds = reading_time(plain(in_words_of(before.geometry.kind, sentence)))
        goes_out = last > first + 1
        return Beat(start, positions, seconds, sentence if goes_out else (), goes_out, step.cell)

    def _of_wave(self, step: Step, first: int, last: int) -> tuple[str, Cell]:
        """Return the sentence for a wave, and the cell that it comes from."""
        if step.kind in _WAVES:
            what = "are ruled out" if step.kind is Kind.COVER else "come back"
            return f"{counted(last - first, 'column')} {what}.", step.cell
        puzzle, steps = self.timeline.head.puzzle, self.timeline.book.steps
        cause = [steps[code].cell for code in self._codes(max(0, first - 1), first)]
        values = self.timeline.board_at(self._at(first, last)[0]).values
        holders = [*cause, *puzzle.geometry.peers[step.cell]]
        source = next((cell for cell in holders if cell >= 0 and values[cell] == step.digit), step.cell)
        name = puzzle.geometry.name(source)
        return f"{puzzle.symbol(step.digit)} is struck from {last - first} cells: {name} holds it.", source

    def _end_of_fold(self, first: int, wanted: int, length: int, fresh: bytes) -> int:
        """Return the index after the last step of a beat: before a step that must be told, at a suitable place."""
        last = min(wanted + LOOK_AHEAD, length)
        for start, end in _parts(max(first, self._searched), last):
            new = self._news(start, end, fresh)
            self._searched = end if new is None else new
            if new is not None:
                last = new
                break
        if last <= wanted:
            return last
        kinds = [self.timeline.book.kinds[code] for code in self._codes(wanted, last)]
        return next((at for at, kind in enumerate(kinds, wanted) if kind not in _CONTINUING), last)

    def _fold(self, start: int, first: int, end: int) -> Beat:
        """Return a beat that counts its steps."""
        self._folded += 1
        positions = self._at(first, end)
        counts = Counter[int]()
        for chunk, low, high in chain.from_iterable(self._spans(*part) for part in _parts(first, end)):
            for code, times in chunk.tally(low, high).items():
                counts[self._kinds[code]] += times
        said = _sum_up({kind: counts[number] for kind, number in self._numbers.items() if counts[number]})
        seconds = max(reading_time(said), EACH * min(len(positions), FIRST_SIZE) / MOVING)
        return Beat(start, positions, seconds, (Span(said),))


def _comes_in_waves(step: Step) -> bool:
    return step.kind in _WAVES or (step.kind is Kind.ELIMINATE and step.why is Why.RULE)


def _strikes_by_technique(step: Step) -> bool:
    return step.kind is Kind.ELIMINATE and isinstance(step.detail, Finding)


def _mentions_strikes(step: Step) -> bool:
    return step.kind is Kind.LOOK and step.why is Why.GIVEN


def _alike(step: Step, other: Step) -> bool:
    if _strikes_by_technique(step):
        return (step.kind, step.detail) == (other.kind, other.detail)
    return (step.kind, step.why, step.digit) == (other.kind, other.why, other.digit) or (
        step.kind is other.kind and step.kind in _WAVES
    )


def _parts(start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the ends of parts that are small enough to be looked through at once."""
    for begin in range(start, end, CHUNK):
        yield begin, min(begin + CHUNK, end)


def _sum_up(counts: dict[tuple[Kind, Why], int]) -> str:
    """Count steps in a sentence: the two kinds of work that say most."""
    by_kind = Counter[Kind]()
    for (kind, _), count in counts.items():
        by_kind[kind] += count
    singles = sum(counts.get((Kind.FIX, why), 0) for why in _SINGLES)
    changing = {kind for kind in by_kind if CHANGING[kind]} - {Kind.ELIMINATE}
    if singles and singles == by_kind[Kind.FIX] and changing <= {Kind.FIX}:
        return f"{counted(singles, 'single')}, one after another." if singles > 1 else "A single."
    said = [counted(by_kind[kind], one, many) for kind, one, many in WORK if by_kind[kind]]
    rest = sum(by_kind.values())
    return f"{listed(said[:2]) if said else counted(rest, 'step')}."
