"""Tests that chains are made only from pairs whose ends may rule something out, and from all of these."""

from __future__ import annotations

import pytest
from deductions import HARD

from puzzles import Puzzle
from puzzles.geometry import STANDARD
from solvers.core.finding import Candidate
from solvers.core.step import Why
from solvers.techniques import Grid, ladder
from solvers.techniques.candidate_grid import bits
from solvers.techniques.links import Links, Node, grouped_links, plain_links
from solvers.techniques.reachability import grouped_pairs, pairs, plain_pairs
from solvers.techniques.registry import uses


def where_chains_begin(text: str) -> Grid:
    """Return the position in which nothing easier than a chain is left."""
    grid = Grid.of(Puzzle.parse(text))
    for _ in uses(grid, [one for one in ladder() if one.why < Why.X_CHAIN]):
        pass
    return grid


def sees(one: Candidate, other: Candidate) -> bool:
    """Return whether two different candidates cannot both be true, by the rules alone."""
    (cell, digit), (cell2, digit2) = one, other
    return digit != digit2 if cell == cell2 else digit == digit2 and cell2 in STANDARD.peers[cell]


def rule_out(links: Links, start: Node, end: Node) -> bool:
    """Return whether the ends are the same, or see each other, or are both seen by some candidate."""
    ends = [*links.candidates(start), *links.candidates(end)]
    every = [candidate for node in bits(links.singles) if node in links.weak for candidate in links.candidates(node)]
    apart = not set(links.candidates(start)) & set(links.candidates(end))
    see = apart and all(sees(a, b) for a in links.candidates(start) for b in links.candidates(end))
    return start == end or see or any(all(sees(one, end) for end in ends) for one in every)


@pytest.mark.parametrize("text", HARD[:2])
def test_only_pairs_that_may_rule_something_out_are_kept_and_all_of_them(text: str) -> None:
    grid = where_chains_begin(text)
    for links, found in ((plain_links(grid), plain_pairs(grid)), (grouped_links(grid), grouped_pairs(grid))):
        every = [(reach[0].bit_length() - 1, end) for reach, end in filter(None, pairs(links))]
        useful = [pair for pair in every if rule_out(links, *pair)]
        kept = [(reach[0].bit_length() - 1, end) for reach, end in filter(None, found)]
        assert sorted(kept) == sorted(useful) and 0 < len(useful) < len(every)
