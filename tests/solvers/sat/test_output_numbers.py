"""Tests that numbers of any length in a SAT solver's output are refused or left out, and raise nothing."""

from __future__ import annotations

import io

import pytest

from solvers.sat import model
from solvers.sat.command import SolverOutput
from solvers.sat.dimacs_syntax import DimacsError

LONG = "9" * 5000


def test_a_statistic_or_a_literal_of_thousands_of_digits_raises_nothing() -> None:
    output = SolverOutput(64)
    for line in (
        f"c conflicts: {LONG}",
        f"c {LONG} decisions",
        "conflicts : 12 (3)",
        "s SATISFIABLE",
        f"v 1 -2 {LONG}",
    ):
        output.feed(line)
    assert output.figures == {"conflicts": 12} and "is not a literal" in output.trouble
    assert len(output.trouble) < 300


def test_the_literals_of_an_answer_are_counted_even_if_they_repeat() -> None:
    text = b"s SATISFIABLE\nv " + b"1 " * (model.MOST_LITERALS + 2)
    with pytest.raises(DimacsError, match="more than 100,000 literals"):
        model.read(io.BufferedReader(io.BytesIO(text)))  # type: ignore[arg-type]
