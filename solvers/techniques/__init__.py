"""How people solve puzzles: a ladder of techniques, each a small function that searches a grid of candidates.

>>> from puzzles import Puzzle
>>> from solvers.techniques import Grid, ladder
>>> grid = Grid.of(Puzzle.parse("..84.9....1....3...4...5..756.2.1.3...1...5...2.7.4.164..1...6...6....9....6.34.."))
>>> [technique.name for technique in ladder()[:3]]
['full_house', 'naked_single', 'hidden_single']
>>> next(ladder()[2].find(grid)).places
((29, 4),)
"""

from solvers.core.finding import Finding
from solvers.techniques.candidate_grid import Grid
from solvers.techniques.registry import Technique, by_why, get, ladder
from solvers.techniques.scale import Level

__all__ = ["Finding", "Grid", "Level", "Technique", "by_why", "get", "ladder"]
