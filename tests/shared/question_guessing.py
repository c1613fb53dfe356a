"""Guesses the answers to questions without looking at a board: by place, rank, length, wording or the last answer.

The numbers in a choice also have a rank from the last to the first, by how far they are from those of the other choices
and by how many they share with them, and a choice has a place in the whole set offered.

A guesser is fitted on some questions, separately for each number of choices, and then tried on others. Chance is the
mean share of right choices: a question with two right choices of four is won by chance half the time.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from typing import Any, NamedTuple

from runs import run_out
from strategies import few_blanks

import solvers
from puzzles import Corpus, Puzzle
from solvers.core.registry import Solver
from visualizer.files.resolve import default_corpus
from visualizer.questions.asker import Asker, questions
from visualizer.questions.question import Question
from visualizer.questions.registry import declared
from visualizer.timeline.timeline import Memory, Run, Timeline

MOST_LUCK = 1.25
"""How often a guesser may win, compared with chance."""
FITTED = 1000
"""The number of questions of a kind that a guesser is fitted on, and then tried on."""
STEPS = 20_000
"""The maximum number of steps of each run to ask about. Most end before, with a solution."""
RARE = {
    "cdcl": ("which-level", "which-literal", "which-clause"), "human": ("which-technique", "what-goes"),
    "exact-cover": ("which-choice",), "bitboard": ("which-choice",), "rows": ("is-it-solved", "next-row"),
}  # fmt: skip
"""Kinds of question that only a few algorithms ask, and that have to be asked for."""
VARIANTS: tuple[dict[str, dict[str, Any]], ...] = (
    {},
    {"human": {"guess": True}, "fewest-blanks": {"candidates": True}, "blank-sum": {"candidates": True}},
)
"""The options of algorithms, on every other puzzle."""
FEW = ((2, 2, 8), (3, 2, 9), (2, 4, 10), (4, 2, 10), (3, 3, 12), (2, 3, 8), (3, 3, 9))
"""Shapes of boxes and numbers of blanks."""
DRAWN = (
    ("sudoku", "medium"), ("sudoku", "hard"), ("sudoku", "fiendish"), ("6x6", None), ("sudoku", "extreme"),
    ("12x12", None), ("sudoku", "easy"),
)  # fmt: skip
"""Files of puzzles, and levels of difficulty."""


class Posed(NamedTuple):
    """A question as someone sees it who does not look at the board."""

    question: Question
    last: str
    """The right answer to the last question of this kind in the same set, or ""."""

    @property
    def chance(self) -> float:
        return sum(one.right for one in self.question.choices) / len(self.question.choices)


Marks = Callable[[Posed, int], Iterable[Hashable]]
"""Returns the marks of a choice by which to guess. Those with which choices were most often right are chosen."""


@lru_cache(100_000)
def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", text.replace(",", ""))))


def _rank(posed: Posed, choice: int, key: Callable[[str], object]) -> Iterator[Hashable]:
    """Yield how many choices come before and after a choice: its rank, which ties share."""
    keys = [key(one.text) for one in posed.question.choices]
    yield sum(one < keys[choice] for one in keys), sum(one > keys[choice] for one in keys)  # type: ignore[operator]


def _column(posed: Posed, choice: int) -> Iterator[Hashable]:
    return _rank(posed, choice, lambda text: _numbers(text)[:0:-1])


def _by_others(posed: Posed, choice: int, compare: Callable[[int, int], int]) -> Iterator[Hashable]:
    """Yield the rank of a choice by the sum of what comparing its numbers with those of every choice gives."""
    every = [_numbers(one.text) for one in posed.question.choices]

    def total(text: str) -> int:
        return sum(compare(*pair) for other in every for pair in zip(_numbers(text), other, strict=False))

    return _rank(posed, choice, total)


def _in_set(posed: Posed, choice: int) -> Iterator[Hashable]:
    texts = [one.text for one in posed.question.choices]
    yield tuple(sorted(texts)), texts[choice]


def _asked(posed: Posed, choice: int) -> Iterator[Hashable]:
    """Yield the words of the question with those of a choice."""
    yield re.sub(r"\W|[a-z]?\d", "", posed.question.ask), re.sub(r"\W|\d", "", posed.question.choices[choice].text)


def _by_text(posed: Posed, choice: int) -> Iterator[Hashable]:
    yield posed.question.choices[choice].text


GUESSERS: dict[str, Marks] = {
    "place": lambda posed, choice: [choice],
    "rank": lambda posed, choice: _rank(posed, choice, _numbers),
    "column": _column,
    "distance": lambda posed, choice: _by_others(posed, choice, lambda one, other: abs(one - other)),
    "likeness": lambda posed, choice: _by_others(posed, choice, lambda one, other: one == other),
    "set": _in_set,
    "length": lambda posed, choice: _rank(posed, choice, len),
    "answer": _by_text,
    "word": lambda posed, choice: set(re.findall(r"[^\W\d]+", posed.question.choices[choice].text)) or {""},
    "asked": _asked,
    "last": lambda posed, choice: [bool(posed.last) and posed.question.choices[choice].text == posed.last],
}
"""The ways to guess."""


def luck(posed: Sequence[Posed], guesser: Marks) -> float:
    """Return how often a guesser that is fitted on the first half of some questions wins in the second, compared with
    chance.
    """
    half = len(posed) // 2
    tried, won = Counter[Hashable](), Counter[Hashable]()
    for one in posed[:half]:
        for choice, its in enumerate(one.question.choices):
            for mark in guesser(one, choice):
                tried[len(one.question.choices), mark] += 1
                won[len(one.question.choices), mark] += its.right
    rates = {mark: (won[mark] + 0.25) / (times + 1) for mark, times in tried.items()}
    wins = sum(_wins(one, guesser, rates) for one in posed[half:])
    return wins / sum(one.chance for one in posed[half:]) if posed else 1.0


def _wins(posed: Posed, guesser: Marks, rates: dict[Hashable, float]) -> float:
    """Return the probability that the guesser wins, which chooses at random among the choices it likes best."""
    choices = posed.question.choices
    hopes = [max(rates.get((len(choices), mark), 0.25) for mark in guesser(posed, at)) for at in range(len(choices))]
    liked = [one.right for one, hope in zip(choices, hopes, strict=True) if hope == max(hopes)]
    return sum(liked) / len(liked)


def by_kind(sets: Iterable[Sequence[Question]], most: int = 2 * FITTED) -> dict[str, list[Posed]]:
    """Sort the questions of several sets by kind, up to a number of each."""
    found: dict[str, list[Posed]] = defaultdict(list)
    for asked in sets:
        last: dict[str, str] = {}
        for question in asked:
            found[question.kind].append(Posed(question, last.get(question.kind, "")))
            last[question.kind] = question.answer
    return {kind: posed[:most] for kind, posed in found.items()}


def runs(
    number: int, names: Collection[str] | None = None, seed: int = 0
) -> Iterator[tuple[Timeline, Solver, dict[str, Any]]]:
    """Yield recorded runs of every algorithm on a number of puzzles each, with their options. Seeds that are further
    apart than the number give other puzzles.
    """
    for index in range(seed, seed + number):
        for solver in map(solvers.get, names or solvers.names()):
            puzzle, options = _puzzle(index, solver.exhaustive), VARIANTS[index % 2].get(solver.name, {})
            if solver.black_box or solver.fits(puzzle):
                continue
            run = Run(partial(solvers.trace, puzzle, solver.name, **options), partial(solver.board, puzzle, options))
            timeline = Timeline(run, Memory(2**40))
            try:
                run_out(timeline, STEPS)
                yield timeline, solver, options
            finally:
                timeline.close()


def sets(number: int, count: int = 60, seed: int = 0) -> Iterator[list[Question]]:
    """Yield sets of questions about runs of every algorithm on a number of puzzles each."""
    for index, (timeline, solver, options) in enumerate(runs(number, seed=seed), seed):
        yield questions(timeline, solver, count, seed=index, options=options)


def enough(number: int, count: int = 60, seed: int = 0, rare: int = 2500) -> dict[str, list[Posed]]:
    """Return the questions of each kind in sets about a number of puzzles, without asking more than are needed, and of
    rare kinds about more puzzles.
    """
    asked, got = list[list[Question]](), Counter[str]()
    many = [(runs(number, seed=seed), tuple(declared()))]
    more = ((runs(rare, [name], seed + number), kinds) for name, kinds in RARE.items())  # none is asked about twice
    for its, kinds in [*many, *more]:
        for index, (timeline, solver, options) in enumerate(its, seed):
            lacking = [kind for kind in kinds if got[kind] < 2 * FITTED]
            if not lacking:
                break
            asked.append(questions(timeline, solver, count, lacking, index, options))
            got.update(one.kind for one in asked[-1])
    return by_kind(asked)


def rare_sets(number: int, count: int = 60, seed: int = 0) -> Iterator[list[Question]]:
    """Yield sets of each kind of question that only a few algorithms ask."""
    for timeline, solver, options in runs(number, RARE, seed):
        for kind in RARE[solver.name]:
            yield questions(timeline, solver, count, [kind], seed, options)


def in_the_window(number: int, count: int = 60, seed: int = 0) -> Iterator[list[Question]]:
    """Yield the questions that stop runs which are watched from the start."""
    for timeline, solver, options in runs(number, seed=seed):
        asker, at, asked, found = Asker(timeline, solver, options), 0, Counter[str](), list[Question]()
        while at < timeline.length and len(found) < count:
            question, at = asker.next_question(at, asked=asked)
            if question:
                asked[question.kind] += 1
                found.append(question)
        yield found


def _puzzle(index: int, exhaustive: bool) -> Puzzle:
    """Return a puzzle of one of several sizes, with few blanks for a search that tries everything."""
    if exhaustive:
        return few_blanks(*FEW[index % len(FEW)], seed=index)
    size, level = DRAWN[index % len(DRAWN)]
    return Corpus(default_corpus().parent / f"{size}.txt", seed=index).draw(level)
