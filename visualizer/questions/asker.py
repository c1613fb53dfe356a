"""Chooses questions about a run: a number of them spread along it, or the next one after a position."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache, partial
from itertools import chain, islice
from math import inf
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple

from solvers.core.registry import Solver
from solvers.core.step import Kind, Why
from visualizer.questions.next_step import AskedRun
from visualizer.questions.question import FEWEST_CHOICES, MOST_CHOICES, Question
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
MOST_KEPT = 10_000
"""The maximum number of pairs of a step and a kind to remember: each search looks ahead of the question it finds."""
MOST_OF_TWO = 16
"""The maximum number of questions with the same two answers about a run. More would be so close together that the last
answer would give away the next.
"""
APART = 2
"""The minimum number of steps between the answer to a question and the next question of a set."""


class Lead(NamedTuple):
    """A step that a kind of question may be about."""

    maker: Maker
    position: int
    shown: int
    """The position at which the answer can be seen."""
    answer: str
    drawn: str
    """What a turn draws to ask about this step."""
    others: tuple[str, ...]
    """What else a turn may draw for this kind: the other answer, if there are only two."""
    once: bool
    """Whether this answer is asked for only once."""


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
        self._lead = lru_cache(MOST_KEPT)(partial(_lead, self._run))
        self._drawn: defaultdict[str, set[str]] = defaultdict(set)
        """What a turn of each kind may draw, as far as the run has been looked at."""

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
        timeline = self._timeline
        flags = timeline.book.of_kinds(_kinds(wanted))
        for _ in range(MOST_READ):
            if after >= timeline.length:
                return
            chunk = timeline.chunk_at(after)
            end = chunk.end
            if not chunk.forgotten:
                end = min(end, after + BLOCK)
                yield from chunk.where(after, end, flags)
            after = end
            yield after

    def _ask(self, position: int, wanted: Collection[Maker], asked: Mapping[str, int], seed: int) -> Question | None:
        order = list(wanted)
        Random(f"{seed} {position}").shuffle(order)
        order.sort(key=lambda maker: maker.turns(asked))
        leads = (self._lead(position, maker, self._timeline.length) for maker in order)
        due = (lead for lead in leads if lead and self._is_due(lead, asked, seed))
        return next(filter(None, (_question(self._run, one, self._drawn[one.maker.name]) for one in due)), None)

    def _is_due(self, lead: Lead, asked: Mapping[str, int], seed: int) -> bool:
        """Return whether the next turn of a kind may ask this. Where there is little to draw, a turn draws by chance,
        whatever comes next in the run, so that asking does not tell the answer.
        """
        kind = lead.maker.name
        self._drawn[kind].update([lead.drawn, *lead.others])
        turn = Random(f"{self._run.name} {seed} {kind} {asked.get(kind, 0)} {lead.position // REACH // MOST_BEHIND}")
        return len(self._drawn[kind]) > MOST_CHOICES or turn.choice(sorted(self._drawn[kind])) == lead.drawn


def _lead(run: AskedRun, position: int, maker: Maker, _recorded: int) -> Lead | None:
    here = run.next_step(position)
    draft = maker.draft(here) if here else None
    if draft is None:
        return None
    right, *others = islice(draft.choices, FEWEST_CHOICES)
    drawn, once = draft.drawn or right.text * draft.rivals, draft.once or right.cell is not None
    other = tuple(one.text for one in others if draft.rivals and len(others) == 1)
    return Lead(maker, position, draft.shown or position, right.text, drawn, other, once)


def _question(run: AskedRun, lead: Lead, rivals: Collection[str]) -> Question | None:
    here = run.next_step(lead.position)
    return lead.maker.ask(here, rivals) if here else None


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
    found: dict[Maker, list[Lead]] = {maker: [] for maker in wanted}
    for position in _sampled(timeline, _kinds(wanted), TRIED + 2 * count, random):
        tick()
        for maker in wanted:
            lead = _lead(run, position, maker, timeline.length)
            if lead and lead.shown - lead.position <= timeline.length / 2:  # else there is no room for others
                found[maker].append(lead)
    return sorted(_spread(run, found, count, random), key=lambda question: question.position)


def _spread(run: AskedRun, found: dict[Maker, list[Lead]], count: int, random: Random) -> Iterator[Question]:
    """Yield questions spread as far apart as possible, each of the kind that is due. No question comes between another
    and its answer. Each turn draws what to ask about from what is left, so that it is known before what can be right.
    """
    order = [*found]
    random.shuffle(order)
    used, said = Counter[str](), set[tuple[Maker, str]]()
    every = {maker: {lead.drawn for lead in its} for maker, its in found.items()}
    apart: dict[Lead, float] = dict.fromkeys(chain.from_iterable(found.values()), inf)
    while used.total() < count and any(found.values()):
        maker = min((maker for maker in order if found[maker]), key=lambda maker: maker.turns(used))
        leads = found[maker]
        left = sorted({lead.drawn for lead in leads})
        many = len(every[maker]) == 2 and used[maker.name] >= MOST_OF_TWO
        if many or _is_over(leads[0], len(left), len(every[maker])):
            leads.clear()
            continue
        drawn = random.choice(left)
        rivals = every[maker] if leads[0].once and len(left) < MOST_CHOICES else left
        its = sorted((lead for lead in leads if lead.drawn == drawn), key=apart.__getitem__, reverse=True)
        asks = ((lead, _question(run, lead, rivals)) for lead in its)
        asked, question = next((one for one in asks if one[1] and (maker, one[1].said) not in said), (None, None))
        found[maker] = [lead for lead in leads if lead is not asked and (asked or lead.drawn != drawn)]
        if asked is None or question is None:
            continue
        used[maker.name] += 1
        said.add((maker, question.said))
        for one, its in found.items():
            for lead in its:
                apart[lead] = min(apart[lead], _gap(lead, question))
            again = asked.answer if one is maker and question.said == question.answer else None
            found[one] = [lead for lead in its if apart[lead] > APART and lead.answer != again]
        yield question


def _is_over(lead: Lead, left: int, every: int) -> bool:
    """Return whether a kind is no longer asked, because so little is left to draw that it would tell the answer."""
    fewest = 2 if lead.once else FEWEST_CHOICES
    return left < (min(fewest, every) if lead.drawn == lead.answer else every)


def _gap(one: Lead, other: Question) -> int:
    """Return the number of steps from the answer of the earlier question to the later one."""
    return other.position - one.shown if one.position <= other.position else one.position - other.shown


def _kinds(wanted: Collection[Maker]) -> set[Kind]:
    """Return the kinds of step that any of the makers asks about."""
    return {kind for kind in Kind if any(kind in maker.steps for maker in wanted)}


def _sampled(timeline: Timeline, kinds: Collection[Kind], most: int, random: Random) -> list[int]:
    """Return positions in ascending order: about ``most`` for each combination of step kind and reason, from all
    remembered parts of the run, plus the last few of each.
    """
    chunks = [chunk for chunk in timeline.chunks if not chunk.forgotten and chunk.length]
    if len(chunks) > MOST_CHUNKS:
        chunks = [*random.sample(chunks[:-1], MOST_CHUNKS - 1), chunks[-1]]
    each = -(-most // max(1, len(chunks)))
    steps, flags = timeline.book.steps, timeline.book.of_kinds(kinds)
    found: list[int] = []
    for chunk in chunks:
        by_sort: defaultdict[tuple[Kind, Why], list[int]] = defaultdict(list)
        codes = chunk.window(chunk.start, chunk.end)
        for at in chunk.where(chunk.start, chunk.end, flags):
            step = steps[codes[at - 1 - chunk.start]]
            by_sort[step.kind, step.why].append(at)
        for _, hits in sorted(by_sort.items()):
            picked = random.sample(range(len(hits)), min(each, len(hits)))
            last = range(len(hits))[-LAST:] if chunk is chunks[-1] else ()
            found += (hits[i] for i in {*picked, *last})
    return sorted(found)
