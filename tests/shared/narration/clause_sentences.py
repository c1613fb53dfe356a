"""Checks sentences about clauses, exact cover and swaps."""

from __future__ import annotations

from scenes import Scene
from sentence_checks import says

from solvers.core.step import Kind

# Clauses: what has been learnt, and what it does.


@says(r"(?:CELL must be DIGIT|DIGIT is struck from CELL), because of a clause learnt earlier: (.+)\.")
@says(r"(?:CELL must be DIGIT|DIGIT is struck from CELL), because of the clause just learnt\.")
def _(s: Scene, placed: str | None, put: str | None, struck: str | None, gone: str | None, clause: str = "") -> bool:
    its_own = s.names(placed, put or "") if placed else s.names(gone or "", struck or "")
    forced = s.forces(clause) if clause else s.forces_by(s.just_learnt or ())
    return its_own and bool(placed) == (s.step.kind is Kind.FIX) and forced


@says(r"Dead end: this breaks a learnt clause: (.+)\.")
def _(s: Scene, clause: str) -> bool:
    return s.step.detail in s.learnt and s.breaks(clause)


@says(r"Learnt: (.+)\. Back to level NUMBER, where CELL (=|≠) DIGIT follows\.")
def _(s: Scene, clause: str, level: str, cell: str, relation: str, digit: str) -> bool:
    at = {literal: s.level_of_false(literal) or 0 for literal in s.step.detail}
    forced = (s.cell(cell) * s.before.geometry.symbols + s.digit(digit)) * (1 if relation == "=" else -1)
    latest, *others = sorted(at.values(), reverse=True)
    return s.breaks(clause) and at[forced] == latest and max(others) == int(level) < latest


@says(r"Learnt: (.+)\. Back to level 0: it holds whatever is guessed\.")
def _(s: Scene, clause: str) -> bool:
    return s.breaks(clause) and len(s.step.detail) == 1


@says(r"To find another solution, this one is forbidden: (.+)\.")
def _(s: Scene, clause: str) -> bool:
    return 0 not in s.before.values and s.breaks(clause)


@says(r"Forgotten, to keep the search quick \(it can be learnt again\): (.+)\.")
def _(s: Scene, clause: str) -> bool:
    return s.step.detail in s.learnt and s.is_its_clause(clause)


# Exact cover, and local search.


@says(r"CELL is (filled|blank again): its other digits (?:are ruled out|come back)\.")
def _(s: Scene, cell: str, now: str) -> bool:
    met = s.step.kind is Kind.COVER
    return s.cell(cell) == s.step.cell and bool(s.after.values[s.step.cell]) == met == (now == "filled")


@says(r"UNIT (has its|lacks) DIGIT(?: again)?: the other places for it (?:are ruled out|come back)\.")
def _(s: Scene, unit: str, now: str, digit: str) -> bool:
    held = s.digit(digit) in [s.after.values[cell] for cell in s.in_(unit)]
    return s.digit(digit) == s.step.digit and held == (s.step.kind is Kind.COVER) == (now == "has its")


@says(r"CELL and CELL swap DIGIT and DIGIT: NUMBER clash(?:es)?, NUMBER before\.")
def _(s: Scene, one: str, other: str, digit: str, its: str, now: str, before: str) -> bool:
    cells = s.cell(one), s.cell(other)
    held = [s.before.values[cell] for cell in cells] == [s.after.values[cell] for cell in reversed(cells)]
    digits = [s.before.values[cell] for cell in cells] == [s.digit(digit), s.digit(its)]
    return held and digits and (s.lacking(swap=True), s.lacking()) == (int(now), int(before))


@says(r"CELL and CELL stay: NUMBER clash(?:es)? now, and a swap would leave NUMBER\.")
def _(s: Scene, one: str, other: str, now: str, swapped: str) -> bool:
    its_own = (s.cell(one), s.cell(other)) == (s.step.cell, s.step.detail)
    return its_own and (s.lacking(), s.lacking(swap=True)) == (int(now), int(swapped))


@says(r"Frozen with NUMBER clash(?:es)?: reheated, so that swaps for the worse are accepted again\.")
def _(s: Scene, now: str) -> bool:
    return s.lacking() == int(now) > 0
