"""Summarises the last second of a fast run, using the dials that its solver declares."""

from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from puzzles.figures import counted, grouped
from solvers.core.board import Board
from solvers.core.dials import Value
from solvers.core.step import Kind
from visualizer.analysis.dials import Dials
from visualizer.analysis.touched import cells_in_conflict
from visualizer.timeline import chunk as packed
from visualizer.timeline.timeline import Timeline

HELD = 0.5
"""The minimum time between two sentences, and before the first one, in seconds."""
LONGEST = 88
"""The maximum length of a sentence in characters: two lines of the caption."""
SHORT = 40
"""The maximum length of a sentence in a lane of a race, in characters."""
_SPAN = 1.0
"""The time summarised, in seconds."""
_ENOUGH = 16
"""The number of steps worth summarising before the first second has passed."""
_APART = 0.1
"""The interval between remembered moments, in seconds."""
_DEAD_ENDS = 32
"""The number of recent dead ends examined to tell where the search is stuck."""
_MOSTLY = 0.6
"""The share of dead ends that must be in the same box for the search to count as stuck there."""


class DialValues(NamedTuple):
    played: float
    position: int
    counts: Sequence[int]
    """The number of steps of each kind so far."""
    values: dict[str, Value]


class LastSecond:
    """A summary of the last second of a run, or of the first second so far, renewed every half second.

    In between, only the values of dials that go up and down are updated.
    """

    def __init__(self, dials: Dials, longest: int = LONGEST) -> None:
        self.dials, self.longest = dials, longest
        self._live = any(_fluctuates(dials, name) for name in dials.solver.told)
        self._moments: deque[DialValues] = deque()
        self.sentence = ""
        self.summed_up: tuple[DialValues, DialValues] | None = None
        """The two moments between which the sentence counts steps."""

    def forget(self) -> None:
        """Start over after the run has paused."""
        self._moments.clear()
        self.sentence, self.summed_up = "", None

    def tell(self, played: float, position: int, board: Board) -> str:
        """Return the sentence for a position, given the seconds played so far; "" while there are too few steps."""
        moments = self._moments
        if moments and (position < moments[-1].position or played < moments[-1].played):
            self.forget()
        if moments and played - moments[-1].played < _APART:
            return self.sentence
        dials = self.dials
        values = dials.values(dials.solver.told, position, board)
        moments.append(DialValues(played, position, dials.timeline.counts(position).tolist(), values))
        while len(moments) > 1 and played - moments[1].played >= _SPAN:
            moments.popleft()
        elapsed, steps = played - moments[0].played, position - moments[0].position
        due = elapsed >= HELD and (self.summed_up is None or played - self.summed_up[1].played >= HELD)
        renewed = due and steps >= (1 if elapsed >= _SPAN else _ENOUGH)
        if renewed:
            self.summed_up = moments[0], moments[-1]
        if self.summed_up is not None and (renewed or self._live):
            self.sentence = sum_up(self.dials, *self.summed_up, moments[-1], self.longest)
        return self.sentence


def sum_up(dials: Dials, before: DialValues, now: DialValues, later: DialValues, longest: int = LONGEST) -> str:
    """Summarise the steps between two moments in a sentence of limited length; "" if there is nothing to say.

    Dials that go up and down show their values at a ``later`` moment, because the board shows it too.
    """
    live = {name: value for name, value in later.values.items() if _fluctuates(dials, name)}
    now = now._replace(values=now.values | live)
    said = ""
    for part in _parts(dials, before, now, longest <= SHORT):
        longer = f"{said}, {part}" if said else part
        if len(longer) < longest:
            said = longer
    return f"{said[0].upper()}{said[1:]}." if said else ""


def _parts(dials: Dials, before: DialValues, now: DialValues, short: bool) -> Iterator[str]:
    """Yield a phrase for each declared dial worth mentioning, then one saying where the search is stuck.

    If there are fewer than two such dials, add the work done, and then the depth or that nothing has been guessed.
    """
    told = [name for name in dials.solver.told if name in before.values and name in now.values]
    news = [name for name in told if _has_news(dials, name, before, now)]
    for name in news:
        yield _SAID.get(name, _of_dial)(dials, name, before, now, short)
    if not short and "conflicts" in news and (box := stuck_in(dials.timeline, before, now)):
        yield f"stuck in {box}"
    if len(news) < 2:
        made = ((now.counts[kind] - before.counts[kind], one, many) for kind, one, many in WORK)
        done = [_number(count, one, many) for count, one, many in made if count]
        looks = now.counts[Kind.LOOK] - before.counts[Kind.LOOK]
        yield from done[:_ENOUGH_WORK] or ([counted(looks, "look")] if looks else [])
    if "depth" in told and "depth" not in news:
        yield _of_depth(dials, "depth", before, now, short) if now.counts[Kind.GUESS] else "no guess yet"


def _has_news(dials: Dials, name: str, before: DialValues, now: DialValues) -> bool:
    """Return whether a dial is worth mentioning. A dial that counts work must have grown, and the depth must have
    changed; any other dial is always worth mentioning.
    """
    if name == "depth":
        low, high = dials.timeline.extremes(before.position, now.position)
        return low < high
    return not dials.solver.dial(name).grows or before.values[name] != now.values[name]


def _fluctuates(dials: Dials, name: str) -> bool:
    return name not in _SAID and not dials.solver.dial(name).grows


WORK = (
    (Kind.SOLVED, "solution", "solutions"),
    (Kind.LEARN, "clause learnt", "clauses learnt"),
    (Kind.SWAP, "swap", "swaps"),
    (Kind.GUESS, "guess", "guesses"),
    (Kind.BACKTRACK, "backtrack", "backtracks"),
    (Kind.ELIMINATE, "candidate struck", "candidates struck"),
    (Kind.FIX, "digit placed", "digits placed"),
    (Kind.REJECT, "digit refused", "digits refused"),
)
"""The kinds of step that count as work, most informative first, with their names."""
_ENOUGH_WORK = 3
"""The maximum number of kinds of work in a sentence."""


def _of_dial(dials: Dials, name: str, before: DialValues, now: DialValues, short: bool) -> str:
    """Describe a dial by how much it grew in the last second, or by its value now and a second ago.

    The growth has a sign, because the counters show the total.
    """
    then, value, dial = before.values[name], now.values[name], dials.solver.dial(name)
    if not isinstance(then, (int, float)) or not isinstance(value, (int, float)):
        return f"{dial.one}: {value}" if not short else str(value)
    if dial.grows:
        return f"+{_number(value - then, dial.one, dial.many)}"
    if isinstance(value, float):
        return f"{dial.one} {value:g}"
    brief = short or now.played - before.played < _SPAN
    return f"{_number(value, dial.one, dial.many)}, {grouped(int(then))} {'before' if brief else 'a second ago'}"


def _of_depth(dials: Dials, name: str, before: DialValues, now: DialValues, short: bool) -> str:
    low, high = dials.timeline.extremes(before.position, now.position)
    return f"depth {low}" if low == high else f"depth {low} to {high}"


def _of_conflicts(dials: Dials, name: str, before: DialValues, now: DialValues, short: bool) -> str:
    ends = now.counts[Kind.CONFLICT] - before.counts[Kind.CONFLICT]
    steps = now.position - before.position
    every = max(1, round(steps / ends))
    often = f"every {counted(every, 'step')}" if every > 1 else "at each step"
    return f"dead end {often}" if short else f"a dead end {often}"


_SAID: dict[str, Callable[[Dials, str, DialValues, DialValues, bool], str]] = {
    "depth": _of_depth,
    "conflicts": _of_conflicts,
}
"""The functions for dials that need their own wording."""


def _number(value: float, one: str, many: str) -> str:
    return f"{grouped(int(value))} {one if value == 1 else many}" if value else f"no {one}"


def stuck_in(timeline: Timeline, before: DialValues, now: DialValues) -> str:
    """Return the name of the box that contains most of the latest dead ends; "" if they are few or spread out."""
    start, end = max(before.position, now.position - packed.BLOCK), now.position
    puzzle, conflicts = timeline.head.puzzle, timeline.book.of_kinds([Kind.CONFLICT])
    known = ((chunk, low, high) for chunk, low, high in timeline.between(start, end) if not chunk.forgotten)
    ends = [at for chunk, low, high in known for at in chunk.where(low, high, conflicts)][-_DEAD_ENDS:]
    found: Counter[int] = Counter()
    for at in ends:
        cells = set(cells_in_conflict(timeline.step(at), puzzle))
        units = set.intersection(*(set(puzzle.geometry.units_of[cell]) for cell in cells)) if cells else set()
        found.update(unit for unit in units if unit in puzzle.geometry.regions)
    box, times = found.most_common(1)[0] if found else (-1, 0)
    return str(puzzle.geometry.units[box]) if times >= max(3, _MOSTLY * len(ends)) else ""
