"""How people solve: the ladder of techniques, each one small function that looks at a grid of candidates.

>>> from puzzles import Puzzle
>>> from solvers.techniques import Grid, ladder
>>> grid = Grid.of(Puzzle.parse("..84.9....1....3...4...5..756.2.1.3...1...5...2.7.4.164..1...6...6....9....6.34.."))
>>> [technique.name for technique in ladder()[:4]]
['full_house', 'naked_single', 'hidden_single', 'locked_pointing']
>>> next(ladder()[2].find(grid)).places
((29, 4),)
"""

from solvers.core.finding import Finding
from solvers.techniques import almost_locked as _almost
from solvers.techniques import bug as _bug
from solvers.techniques import chains as _chains
from solvers.techniques import colouring as _colouring
from solvers.techniques import fish as _fish
from solvers.techniques import forcing_chains as _forcing
from solvers.techniques import forcing_nets as _net
from solvers.techniques import locked as _locked
from solvers.techniques import rectangles as _rectangles
from solvers.techniques import single_digit as _single_digit
from solvers.techniques import singles as _singles
from solvers.techniques import subsets as _subsets
from solvers.techniques import sue_de_coq as _sue_de_coq
from solvers.techniques import wings as _wings
from solvers.techniques.candidate_grid import Grid
from solvers.techniques.registry import Technique, by_why, get, ladder
from solvers.techniques.scale import Level

_FAMILIES = (
    _almost, _bug, _chains, _colouring, _fish, _forcing, _locked, _net, _rectangles, _single_digit, _singles,
    _subsets, _sue_de_coq, _wings,
)  # fmt: skip
"""The modules that put techniques on the ladder when they are imported."""

__all__ = ["Finding", "Grid", "Level", "Technique", "by_why", "get", "ladder"]
