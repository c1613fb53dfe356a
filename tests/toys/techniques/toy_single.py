"""A technique that finds a digit with one place left in a box, and replaces the hidden single in that case."""

from collections.abc import Iterator

from solvers.core.finding import Finding
from solvers.core.step import Why
from solvers.techniques.candidate_grid import Grid, bits
from solvers.techniques.registry import technique


@technique(
    Why.HIDDEN_SINGLE, "A toy single", "A digit with one cell left in a box must stand there.", name="toy_single"
)
def toy_single(grid: Grid) -> Iterator[Finding]:
    for box in grid.shape.boxes:
        for digit in grid.geometry.digits:
            places = tuple(bits(grid.where[digit] & grid.shape.units[box]))
            if len(places) == 1:
                yield Finding("hidden_single", ((places[0], digit),), (), places, (digit,), (box,))
