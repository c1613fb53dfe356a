"""Chooses questions about a run: a number of them spread along it, or the next one after a position."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import chain
from math import inf
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from solvers.core.registry import Solver
from solvers.core.step import Kind, Why
from visualizer.questions.next_step import AskedRun
from visualizer.questions.question import Question
from visualizer.questions.registry import Maker, makers
from visualizer.timeline.chunk import BLOCK
from visualizer.timeline.timeline import Clock, Timeline

TRIED = 24
"""The minimum number of steps of each kind to try."""
LAST = 6
"""The number of steps of each kind to try at the end of a run, where guesses finally hold."""
MOST_CHUNKS = 128
"""The maximum number of chunks of a long run to look at."""
MOST_READ = 32
"""The maximum number of blocks to search for a step to ask about before returning to the caller."""
REACH = 40
"""How many extra steps to wait for a kind of question that has been asked less often, per turn it is behind."""
MOST_BEHIND = 10
"""The maximum number of turns that a kind can be counted as behind."""
APART = 2
"""The minimum number of steps between the answer to a question and the next question of a set."""

Flags = npt.NDArray[np.bool_]


class Sought(NamedTuple):
    """The result of a search for the next question."""

    question: Question | None
    """The question, if one has been found yet."""
    position: int
    """The last position looked at. A further search continues after it."""


class Asker:
    """Finds the next question of a run as it is watched, a little at a time."""

    def __init__(self, timeline: Timeline, solver: Solver, options: Mapping[str, Any] = MappingProxyType({})) -> None:
        self._run = AskedRun(timeline, solver, options)
        self._timeline = timeline

    def next_question(
        self,
        after: int,
        kinds: Collection[str] | None = None,
        asked: Mapping[str, int] = MappingProxyType({}),
        *,
        seed: int = 0,
        clock: Clock | None = None,
        seconds: float = 0.008,
    ) -> Sought:
        """Look for the first question about a recorded step after a position, for about ``seconds`` if there is a
        clock.

        If several kinds ask about a step, take the one that is due, given how often each has been ``asked``. A kind
        that has had fewer turns is preferred if it has a question soon: within :data:`REACH` steps for each turn it is
        behind. If no question is found, call again with ``after`` set to the result's position, which is the end of the
        recording if all of it has been searched. Raises ``LookupError`` for an unknown kind.
        """
        wanted = makers(kinds)
        until = clock() + seconds if clock else inf
        turns = {maker.name: maker.turns(asked) for maker in wanted}
        best, at = self._first(after, wanted, asked, seed, clock, until)
        while best is not None:
            wanted = tuple(maker for maker in wanted if turns[maker.name] < turns[best.kind])
            behind = max((turns[best.kind] - turns[maker.name] for maker in wanted), default=0)
            furthest = best.position + round(REACH * min(behind, MOST_BEHIND))
            better, _ = self._first(best.position, wanted, asked, seed, clock, until, furthest)
            if better is None:
                break
            best = better
        return Sought(best, best.position if best else at)

    def _first(
        self,
        after: int,
        wanted: Collection[Maker],
        asked: Mapping[str, int],
        seed: int,
        clock: Clock | None,
        until: float,
        last: float = inf,
    ) -> Sought:
        """Look for the first question of a wanted kind after one position and up to another, until the given time."""
        at = after
        for at in self._positions(after, wanted) if wanted else ():
            if at > last:
                break
            if question := self._ask(at, wanted, asked, seed):
                return Sought(question, at)
            if clock and clock() >= until:
                break
        return Sought(None, at)

    def _positions(self, after: int, wanted: Collection[Maker]) -> Iterator[int]:
        """Yield the positions of steps to ask about after a position. The end of each block read is also yielded."""
        timeline, kinds = self._timeline, _kinds(wanted)
        for _ in range(MOST_READ):
            if after >= timeline.length:
                return
            chunk = timeline.chunk_at(after)
            end = chunk.end
            if chunk.codes is not None:
                end = min(end, after + BLOCK)
                hits = np.flatnonzero(kinds[timeline.book.table.kinds[chunk.window(after, end)]])
                yield from (after + hits + 1).tolist()
            after = end
            yield after

    def _ask(self, position: int, wanted: Collection[Maker], asked: Mapping[str, int], seed: int) -> Question | None:
        order = list(wanted)
        Random(f"{seed} {position}").shuffle(order)
        order.sort(key=lambda maker: maker.turns(asked))
        here = self._run.next_step(position)
        found = filter(None, (maker.ask(here) for maker in order)) if here else ()
        run = f"{self._run.name} {seed}"
        return next((one for one in found if one.is_due(run, asked.get(one.kind, 0))), None)


def questions(
    timeline: Timeline,
    solver: Solver,
    count: int,
    kinds: Collection[str] | None = None,
    seed: int = 0,
    options: Mapping[str, Any] = MappingProxyType({}),
    tick: Callable[[], object] = lambda: None,
) -> list[Question]:
    """Return up to ``count`` questions about a recorded run in the order of its steps, of as many kinds as possible,
    spread along the run. None is asked twice with the same choices and reason. One whose answer is a cell, or whose
    words are the same at every step, is not asked twice with the same answer.

    However long the run is, only some of its positions are examined. The same arguments give the same questions.
    ``tick`` is called regularly. Raises ``LookupError`` for an unknown kind.
    """
    random = Random(seed)
    run, wanted = AskedRun(timeline, solver, options), makers(kinds)
    found: dict[str, dict[str, Question]] = {maker.name: {} for maker in wanted}
    for position in _sampled(timeline, _kinds(wanted), TRIED + 2 * count, random):
        tick()
        here = run.next_step(position)
        for question in filter(None, (maker.ask(here) for maker in wanted) if here else ()):
            texts = sorted(one.text for one in question.choices)
            same = len(texts) > 2 and not any(map(str.isdigit, question.ask))  # its words are the same at every step
            once = question.answer if same or question.clickable else f"{question.ask} {texts} {question.why}"
            found[question.kind].setdefault(once, question)
    all_ = {maker: list(found[maker.name].values()) for maker in wanted}
    chosen = _spread(all_, count, f"{run.name} {seed}", random)
    return sorted(chosen, key=lambda question: question.position)


def _spread(found: Mapping[Maker, list[Question]], count: int, run: str, random: Random) -> Iterator[Question]:
    """Yield questions spread as far apart as possible, each of the kind that is due. No question comes between another
    and its answer. A kind ends when it has no question for its turn.
    """
    left = {maker: list(its) for maker, its in found.items()}
    order = list(left)
    random.shuffle(order)
    used = Counter[str]()
    apart: dict[int, float] = dict.fromkeys((id(one) for its in left.values() for one in its), inf)
    while used.total() < count and any(left.values()):
        maker = min((maker for maker in order if left[maker]), key=lambda maker: maker.turns(used))
        due = [one for one in left[maker] if one.is_due(run, used[maker.name])]
        if not due:
            left[maker].clear()
            continue
        far = max(due, key=lambda one: apart[id(one)])
        left[maker].remove(far)
        if apart[id(far)] > APART:
            used[maker.name] += 1
            for one in chain.from_iterable(left.values()):
                apart[id(one)] = min(apart[id(one)], _gap(one, far))
            yield far


def _gap(one: Question, other: Question) -> int:
    """Return the number of steps from the answer of the earlier question to the later one."""
    return other.position - one.shown if one.position <= other.position else one.position - other.shown


def _kinds(wanted: Collection[Maker]) -> Flags:
    """Return a flag for each kind of step: whether any of the makers asks about it."""
    return np.array([any(kind in maker.steps for maker in wanted) for kind in Kind])


def _sampled(timeline: Timeline, kinds: Flags, most: int, random: Random) -> list[int]:
    """Return positions in ascending order: about ``most`` for each combination of step kind and reason, from all
    remembered parts of the run, plus the last few of each.
    """
    chunks = [chunk for chunk in timeline.chunks if chunk.codes is not None and chunk.length]
    if len(chunks) > MOST_CHUNKS:
        chunks = [*random.sample(chunks[:-1], MOST_CHUNKS - 1), chunks[-1]]
    each = -(-most // max(1, len(chunks)))
    sorts = np.array([step.kind * len(Why) + step.why if kinds[step.kind] else -1 for step in timeline.book.steps])
    found: list[int] = []
    for chunk in chunks:
        its = sorts[chunk.window(chunk.start, chunk.end)]
        for sort in np.unique(its[its >= 0]).tolist():
            hits = np.flatnonzero(its == sort)
            picked = random.sample(range(len(hits)), min(each, len(hits)))
            last = range(len(hits))[-LAST:] if chunk is chunks[-1] else ()
            found += (hits[sorted({*picked, *last})] + chunk.start + 1).tolist()
    return sorted(found)
