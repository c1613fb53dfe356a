"""The example of a user's own solver, added to the algorithms as a file."""

from collections.abc import Iterator

from puzzles.puzzle import Puzzle
from solvers.core.board import Candidates
from solvers.core.registry import register
from solvers.core.step import Step
from solvers.example import example


@register(
    "toy-search",
    rank=15,
    title="A toy search",
    summary="The first digit that fits, in each blank in turn.",
    source="The tests",
    candidates=Candidates.NONE,
)
def toy_search(puzzle: Puzzle) -> Iterator[Step]:
    yield from example(puzzle)
