"""Picks distinct puzzles from a seed's endless series, by level or by a technique they need.

Candidate n is the seed's :func:`solvers.generate.generator.candidate` number n. Candidates are generated and rated in
chunks, in other processes, but examined in order. So the result depends only on the seed and the wish.
"""

from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from hashlib import blake2b
from typing import NamedTuple

from puzzles.corpus.record import LEVELS, parse
from puzzles.geometry import STANDARD, Geometry
from puzzles.kinds.blueprint import items_of
from puzzles.puzzle import Puzzle
from puzzles.writing import record
from solvers.generate.generator import NoGridError, Recipe, candidate, normal_form
from solvers.grading.rating import Grade, grade_of, grade_within, plainly_easy, rate
from solvers.processes.pool import Pool, ordered
from solvers.processes.serve import OpenQuestion

FIRST = 8
"""The number of candidates in the first chunk. Each chunk is twice as large as the last, up to the limit."""
CHUNK_OF_9X9 = 4096
"""The maximum number of 9x9 candidates in a chunk. Numpy is fast with large arrays."""
_WORK = 40_000
"""For other sizes, a chunk has at most this many candidates divided by the cube of the grid's side."""
ALONE = 64
"""How many candidates this process generates before starting others (at most two of the largest chunks)."""


class PickedPuzzle(NamedTuple):
    """A puzzle with its candidate number and, if requested, its grade."""

    number: int
    puzzle: Puzzle
    grade: Grade | None


@dataclass(frozen=True)
class CandidateWish:
    recipe: Recipe = Recipe()
    levels: Mapping[str, int] = field(default_factory=dict)
    """How many puzzles of each level to pick. Empty if the level does not matter."""
    needs: str = ""
    """A technique that the puzzle must require: easier techniques alone must not solve it. "" for none."""
    graded: bool = False

    @property
    def any(self) -> bool:
        """Whether every candidate is accepted, apart from duplicates."""
        recipe = self.recipe
        picky = self.levels or self.needs or recipe.clues is not None or (recipe.minimal and recipe.symmetry != "none")
        return not picky


class _Batch(NamedTuple):
    start: int
    size: int
    levels: tuple[str, ...]
    """The levels that still need puzzles."""


class Collector:
    """Picks puzzles for a wish: the total of its levels or, if it has none, ``number``.

    >>> [str(one.grade) for one in Collector(1, CandidateWish(levels={"hard": 1})).picked()]
    ['hard 940']
    """

    def __init__(
        self, seed: int | str, wish: CandidateWish, number: int = 0, processes: int = 1, largest: int | None = None
    ) -> None:
        """Limit chunks to ``largest`` candidates. Use 1 to get each puzzle as soon as possible."""
        self.seed, self.wish, self.processes = seed, wish, processes
        self.pool: Pool = ordered
        geometry = wish.recipe.geometry
        many = CHUNK_OF_9X9 if geometry == STANDARD else 1 if items_of(geometry) else _WORK // geometry.side**3
        self._largest = largest or max(1, many)
        self.number = sum(wish.levels.values()) or number
        self.left = dict(wish.levels)
        self.tried = 0
        self.fruitless = 0
        """The number of candidates examined since the last pick."""
        self.found = 0
        self._seen: set[bytes] = set()

    def picked(self) -> Generator[PickedPuzzle]:
        """Yield the picked puzzles in candidate order until there are enough, however long that takes."""
        for one in self.looked_at():
            if one is not None:
                yield one

    def looked_at(self) -> Generator[PickedPuzzle | None]:
        """Yield the picked puzzles, and ``None`` for every candidate not picked, so that the caller can give up."""
        candidates = self._candidates(self.wish)
        try:
            while self.found < self.number:
                one = next(candidates)
                self.tried += 1
                level = one.grade.level if one and one.grade else None
                wanted = not self.wish.levels or level is not None and self.left.get(level)
                new = one is not None and wanted and self._note(one.puzzle, level)
                self.fruitless = 0 if new else self.fruitless + 1
                yield one if new else None
        finally:
            candidates.close()

    def resume(self, puzzles: Iterable[tuple[str, str | None]]) -> Iterator[bool]:
        """Continue after puzzles picked earlier, given as texts with their stated levels.

        For each candidate, yield whether it is the next of these puzzles, so that the caller can count and give up.
        Stop after the last of them. Candidates are rated only if their level matters and is not stated.
        """
        awaited = iter(puzzles)
        item = next(awaited, None)
        if item is None:
            return
        for one in self._candidates(CandidateWish(self.wish.recipe)):
            text, level = item
            met = one is not None and record(one.puzzle) == text
            self.tried += 1
            if one and met:
                if self.wish.levels and not level:
                    grade = grade_within(one.puzzle, LEVELS[-1])
                    level = grade.level if grade else None
                self._note(one.puzzle, level)
                item = next(awaited, None)
            yield met
            if item is None:
                return

    def resume_behind(self, puzzles: Iterable[tuple[str, str | None]], number: int) -> None:
        """Continue right after earlier picks, given the last one's number. Raises ``ValueError`` for a wrong number."""
        text = ""
        for text, level in puzzles:
            self._note(parse(text.encode()).puzzle, level)
        if text != record(candidate(self.seed, number, self.wish.recipe)):
            raise ValueError(f"candidate {number} of seed {self.seed} is a different puzzle")
        self.tried = number + 1

    def _candidates(self, wish: CandidateWish) -> Generator[PickedPuzzle | None]:
        """Yield the candidates without end, with ``None`` for each that is not made or does not match the wish."""
        work, chunks, made = partial(_made, self.seed, wish), self._chunks(wish), 0
        while made < min(ALONE, 2 * self._largest):
            chunk = next(chunks)
            yield from work(chunk)
            made += chunk.size
        for found in self.pool(work, chunks, self.processes):
            yield from found

    def _chunks(self, wish: CandidateWish) -> Iterator[_Batch]:
        """Yield chunks to share among the processes. They start small so that the first puzzles come soon."""
        start, size = self.tried, min(FIRST, self._largest)
        while True:
            if wish.any:  # all new puzzles are accepted, so the number still needed is known
                share = max(FIRST, -((start - self.number) // self.processes))
                size = min(share, self._largest if start - self.tried >= ALONE else size)
            yield _Batch(start, size, tuple(level for level in LEVELS if self.left.get(level)))
            start += size
            size = min(2 * size, self._largest)

    def _note(self, puzzle: Puzzle, level: str | None) -> bool:
        """Record a puzzle. Return whether it is new, not just an earlier one with its digits renamed."""
        form = blake2b(normal_form(puzzle.givens) + puzzle.geometry.spec.encode(), digest_size=16).digest()
        if form in self._seen:
            return False
        self._seen.add(form)
        self.found += 1
        if level in self.left:
            self.left[level] -= 1
        return True


def _made(seed: int | str, wish: CandidateWish, chunk: _Batch) -> list[PickedPuzzle | None]:
    """Return the candidates in a chunk, with ``None`` for each that was not made or does not match the wish."""
    from solvers.generate.generator_bulk import candidates

    puzzles = candidates(seed, chunk.start, chunk.size, wish.recipe)
    return [_judged(wish, chunk, number, puzzle) for number, puzzle in enumerate(puzzles, chunk.start)]


def _judged(wish: CandidateWish, chunk: _Batch, number: int, puzzle: Puzzle | None) -> PickedPuzzle | None:
    if puzzle is None:
        return None
    if wish.needs:
        rating = rate(puzzle)
        needed = any(name == wish.needs for name, _ in rating.counts)
        return PickedPuzzle(number, puzzle, grade_of(rating)) if needed else None
    if not (wish.levels or wish.graded):
        return PickedPuzzle(number, puzzle, None)
    if chunk.levels and LEVELS[0] not in chunk.levels and plainly_easy(puzzle):
        return None
    grade = grade_within(puzzle, max(chunk.levels or LEVELS, key=LEVELS.index))
    return PickedPuzzle(number, puzzle, grade) if grade else None


# In a separate process ----------------------------------------------------------------------------------------------


ENDLESS = 10**9


def answer(series: tuple[str, str | None, Geometry], call: OpenQuestion) -> Puzzle | NoGridError:
    """Generate the next puzzle of a series, given its seed, level (or ``None``) and shape. 9x9 puzzles are graded."""
    try:
        return next(_puzzles(*series))
    except NoGridError as error:
        _puzzles.cache_clear()
        return error


@lru_cache(maxsize=1)
def _puzzles(seed: str, level: str | None, geometry: Geometry) -> Iterator[Puzzle]:
    wish = CandidateWish(Recipe(geometry), {level: ENDLESS} if level else {}, graded=geometry == STANDARD)
    for one in Collector(seed, wish, ENDLESS, largest=1).picked():
        grade = f"{one.grade.level} {one.grade.score}" if one.grade else ""
        yield replace(one.puzzle, source=f"fresh (seed {seed}, {one.number})", grade=grade)
