"""The legend: where digits come from, and what the solver's signs mean."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain, islice

from puzzles import Puzzle
from puzzles.corpus import named
from solvers import Kind, Solver, Step, Why
from visualizer.scene.board import MEANINGS, finding_of, parts_of
from visualizer.views.board import CellView, Legend, NamingClause, Role, Wash

_SAMPLED = 1500
"""The number of steps to read in each sample, which takes a few milliseconds in all."""
_OF_FIX = {Why.ORDER: "in the order being tried", Why.RANDOM: "drawn at random"}


class Signs:
    """The signs a solver uses, found on sample puzzles or, for the user's own solver, in the run so far."""

    def __init__(self, solver: Solver) -> None:
        self.solver = solver
        self._comes_along = not solver.own and getattr(solver.run, "__module__", "").startswith("solvers.")
        self._seen = 0
        self._signs: frozenset[str] = frozenset()

    def legend(self, yielded: Sequence[Step] = ()) -> Legend:
        """Return the legend of the board, given the distinct steps of the run so far. It only ever grows."""
        if self._comes_along:
            self._signs = _sampled(self.solver)
        else:
            self._signs |= _signs(yielded[self._seen :], self.solver)
            self._seen = len(yielded)
        return _legend(self._signs, self.solver.black_box)


@cache
def _legend(signs: frozenset[str], black_box: bool) -> Legend:
    rows = [(CellView(4, Role.GIVEN), "given")]
    if black_box:
        return *rows, (CellView(4, Role.MODEL), "read from the solver's answer")
    if "refused" in signs:
        rows.append((CellView(refused=4, wash=Wash.STEP), "tried and refused"))
    if fixes := [meaning for meaning in (*_OF_FIX.values(), "deduced") if meaning in signs]:
        rows.append((CellView(4, Role.FIXED), ", or ".join(fixes)))
    if "guessed" in signs:
        rows.append((CellView(4, Role.GUESSED, 2), "guessed, with its level"))
    if "dead" in signs:
        rows.append((CellView(dead=True), "dead: no digit fits"))
    named = CellView(candidates=1 << 4, clause=NamingClause.REASON)
    if "wanted" in signs:
        rows.append((named._replace(asserted=1 << 4), "clause: this digit here, or …"))
    if "unwanted" in signs:
        rows.append((named._replace(denied=1 << 4), "clause: not this digit here, or …"))
    played = [(part, meaning) for part, meaning in MEANINGS.items() if part.value in signs]
    rows += [(CellView(candidates=1 << 4, parts=((4, part),)), meaning) for part, meaning in played]
    return tuple(rows)


def _signs(steps: Iterable[Step], solver: Solver) -> frozenset[str]:
    of_clause = _of_clause if solver.formula == "clauses" else lambda step: ()
    signs = ((_sign(step), *of_clause(step), *_of_finding(step)) for step in steps)
    return frozenset(filter(None, chain.from_iterable(signs)))


def _sign(step: Step) -> str:
    """Return the sign that a step adds to the legend, or ""."""
    if step.kind is Kind.FIX and step.sign:
        return _OF_FIX.get(step.why, "deduced")
    if step.kind is Kind.CONFLICT:
        return "dead" if step.why is Why.NO_CANDIDATE else ""
    return {Kind.GUESS: "guessed" if step.sign else "", Kind.REJECT: "refused"}.get(step.kind, "")


def _of_clause(step: Step) -> tuple[str, ...]:
    """Return the signs for a clause's literals, or none for one that forbids a whole grid and so is not marked."""
    literals = step.detail if step.detail.__class__ is tuple and step.why is not Why.ENUMERATE else ()
    numbers = [literal for literal in literals if type(literal) is int]
    return tuple({"wanted" if literal > 0 else "unwanted" for literal in numbers})


def _of_finding(step: Step) -> set[str]:
    """Return the marks that candidates get in a technique's finding."""
    finding = finding_of(step)
    if finding is None:
        return set()
    return {part.value for parts in parts_of(finding).values() for _, part in parts}


@cache
def _sampled(solver: Solver) -> frozenset[str]:
    """Return the signs that a solver uses on the board for three samples: a puzzle that needs guesses, one without a
    solution, and a grid with three blanks.
    """
    if solver.black_box:
        return frozenset()
    samples = named.find("fig1"), named.find("deep-1"), _nearly_full()
    runs = (islice(solver.run(puzzle), _SAMPLED) for puzzle in samples if solver.sizes(puzzle.geometry))
    return _signs(chain.from_iterable(runs), solver)


def _nearly_full() -> Puzzle:
    """Return a grid with one digit missing from one row, and two from another."""
    full = Puzzle.parse("358479621719862354642315987564281739871936542923754816437198265286547193195623478")
    return full.with_values([0 if cell in (0, 9, 10) else digit for cell, digit in enumerate(full.givens)])
