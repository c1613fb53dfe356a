"""Explains a technique's findings in sentences that give the cells, digits and units involved, and the reason.

Each technique's sentence is written by its own function, which uses only the finding and the puzzle's shape and
symbols. The result always comes last, in the same form: "4 is struck from r2c7". Singles are plain steps, whose
sentences are in :mod:`visualizer.narration.captions`.
"""

from __future__ import annotations

from puzzles.puzzle import Puzzle
from solvers import techniques
from solvers.core.finding import EXTRA, FIN, ONE, OTHER, Candidate, Finding
from visualizer.narration.finding_text import SENTENCES, Words, explains
from visualizer.text.spans import Caption, Span


def explain(finding: Finding, puzzle: Puzzle) -> Caption:
    """Describe a finding. Raises ``LookupError`` if the technique is unknown."""
    words = Words(finding, puzzle)
    try:
        reason = SENTENCES[techniques.get(finding.technique).name](words, finding)
    except (IndexError, KeyError, ValueError):  # third-party findings may lack details that the sentence needs
        reason = words.title
    return Span(f"{reason}: "), Span(words.result, "deduced"), Span(".")


@explains("locked_pointing", "locked_claiming")
def _(w: Words, f: Finding) -> str:
    digit, unit, cover = w.digit(f.digits[0]), w.unit(f.units[0]), w.unit(f.covers[0])
    return (
        f"In {unit} the {digit}s can only be in {cover} ({w.cells(f.cells)}), "
        f"so no other cell of {cover} can be {digit}"
    )


@explains("naked_pair", "naked_triple", "naked_quad")
def _(w: Words, f: Finding) -> str:
    return (
        f"{w.title}: {w.cells(f.cells)} have only {w.digits(f.digits)} between them, "
        f"so no other cell of {w.units(f.units, 'or')} can be {w.digits(f.digits, 'or')}"
    )


@explains("hidden_pair", "hidden_triple", "hidden_quad")
def _(w: Words, f: Finding) -> str:
    return (
        f"{w.title}: {w.digits(f.digits)} can only be in {w.cells(f.cells)} of {w.unit(f.units[0])}, "
        "so these hold nothing else"
    )


@explains("x_wing", "swordfish", "jellyfish")
def _(w: Words, f: Finding) -> str:
    bases, covers, digit = w.units(f.units), w.units(f.covers), w.digit(f.digits[0])
    return f"{w.title}: in {bases} the {digit}s can only be in {covers}, so these have their {digit}s there"


@explains(*(f"{kind}_{fish}" for kind in ("finned", "sashimi") for fish in ("x_wing", "swordfish", "jellyfish")))
def _(w: Words, f: Finding) -> str:
    bases, covers, digit, fins = w.units(f.units), w.units(f.covers), w.digit(f.digits[0]), w.marked(FIN)
    if len(f.marked(FIN)) == 1:
        unless, then = f"If {fins} is not {digit}", f"if it is, no other cell in its box is {digit}"
    else:
        unless, then = f"If none of {fins} is {digit}", f"if one is, no other cell in their box is {digit}"
    return (
        f"{w.title}: apart from {fins}, the {digit}s of {bases} can only be in {covers}. "
        f"{unless}, {covers} have their {digit}s there; {then}. Either way"
    )


@explains("skyscraper", "two_string_kite", "turbot_fish")
def _(w: Words, f: Finding) -> str:
    far, near, near_other, far_other = map(w.cell, f.cells)
    digit, one, other = w.digit(f.digits[0]), w.unit(f.units[0]), w.unit(f.units[1])
    return (
        f"{w.title}: the {digit} of {one} is in {near} or {far}, that of {other} in {near_other} or {far_other}. "
        f"{near} and {near_other} see each other and are not both {digit}, so {far} or {far_other} is"
    )


@explains("empty_rectangle")
def _(w: Words, f: Finding) -> str:
    near, far = map(w.cell, f.cells)
    box, arm, other_arm, unit = map(w.unit, f.units)
    digit = w.digit(f.digits[0])
    return (
        f"{w.title}: in {box} the {digit}s can only be in {arm} and {other_arm}. If {near} is {digit}, the {digit} of "
        f"{box} is in {other_arm}; if not, {far} is {digit}, the only other cell for it in {unit}. Either way"
    )


@explains("xy_wing", "xyz_wing")
def _(w: Words, f: Finding) -> str:
    pivot, one, other = map(w.cell, f.cells)
    x, y, z = map(w.digit, f.digits)
    third = f.technique == "xyz_wing"
    choices = w.digits(sorted(f.digits if third else f.digits[:2]), "or")
    among = f"{pivot}, {one} and {other}" if third else f"{one} and {other}"
    return (
        f"{w.title}: {pivot} is {choices}. If it is {x}, {one} is {z}; if {y}, {other} is {z}. "
        f"So one of {among} is {z}, and a cell that sees them {'all' if third else 'both'} is not"
    )


@explains("w_wing")
def _(w: Words, f: Finding) -> str:
    one, other, beside, end = map(w.cell, f.cells)
    joined, struck = map(w.digit, f.digits)
    return (
        f"{w.title}: {one} and {other} have only {w.digits(sorted(f.digits))}. The {joined} of {w.unit(f.units[0])} "
        f"is in {beside}, which {one} sees, or in {end}, which {other} sees. So one of the two is {struck}"
    )


@explains("simple_colouring")
def _(w: Words, f: Finding) -> str:
    digit = w.digit(f.digits[0])
    sides = (
        f"{w.title}: pairs link the {digit}s, so that either {w.marked(ONE)} {_all_are(f.marked(ONE))} {digit}, "
        f"or {w.marked(OTHER)} {_all_are(f.marked(OTHER))}. "
    )
    if f.variant == "wrap":
        return f"{sides}Among the former, {w.cells(f.cells)} see each other, so it must be the latter"
    return f"{sides}A cell that sees both groups is not {digit}"


def _all_are(candidates: tuple[Candidate, ...]) -> str:
    return "are all" if len(candidates) > 2 else "are both" if len(candidates) == 2 else "is"


@explains("remote_pairs")
def _(w: Words, f: Finding) -> str:
    ends = w.cells((f.cells[0], f.cells[-1]))
    low, high = map(w.digit, f.digits)
    return (
        f"{w.title}: {w.cells(f.cells)} have only {low} and {high}, and each sees the next, so they take turns. "
        f"One of {ends} is {low} and the other {high}, and a cell that sees both is neither"
    )


@explains("unique_rectangle_1")
def _(w: Words, f: Finding) -> str:
    pair = w.digits(f.digits)
    return (
        f"{w.title}: {w.cells(f.cells[:3])} have only {pair}. If {w.cell(f.cells[3])} were one of these too, the "
        "four could swap them, giving a second solution, but the puzzle is assumed to have only one"
    )


def _two_roofs(w: Words) -> str:
    """Say what the two roof cells of a unique rectangle must not be."""
    f = w.finding
    pair = w.digits(sorted(f.digits[:2]))
    return (
        f"{w.title}: {w.cells(f.cells[:2])} have only {pair}. If {w.cells(f.cells[2:4])} were {pair} too, the "
        "four could swap them, giving a second solution, but the puzzle is assumed to have only one"
    )


@explains("unique_rectangle_2")
def _(w: Words, f: Finding) -> str:
    return f"{_two_roofs(w)}. So one of {w.cells(f.cells[2:4])} is {w.digit(f.digits[2])}"


@explains("unique_rectangle_3")
def _(w: Words, f: Finding) -> str:
    extra = sorted({digit for _, digit in f.marked(EXTRA)})
    return (
        f"{_two_roofs(w)}. So one of {w.cells(f.cells[2:4])} is {w.digits(extra, 'or')}; it and {w.cells(f.cells[4:])} "
        f"have only {w.digits(f.digits[2:])} between them, and no other cell of {w.unit(f.units[0])} can be "
        f"{w.digits(f.digits[2:], 'or')}"
    )


@explains("unique_rectangle_4")
def _(w: Words, f: Finding) -> str:
    roof, (kept, other) = w.cells(f.cells[2:4]), map(w.digit, f.digits)
    return (
        f"{_two_roofs(w)}. One of {roof} is {kept}, because in {w.unit(f.units[0])} no other cell can be; "
        f"so neither is {other}"
    )


@explains("bug_plus_1")
def _(w: Words, f: Finding) -> str:
    cell, digit = w.cell(f.cells[0]), w.digit(f.digits[0])
    return (
        f"{w.title}: every blank but {cell} has two candidates. Without {digit} there, every digit would have two "
        "places in each unit that lacks it. Such a grid never has just one solution, but the puzzle is assumed to"
    )


@explains("sue_de_coq")
def _(w: Words, f: Finding) -> str:
    line, box = map(w.unit, f.units)
    number = len({cell for _, candidates in f.marks for cell, _ in candidates})
    return (
        f"{w.title}: {w.cells(f.cells)}, with {w.marked(ONE)} in {line} and {w.marked(OTHER)} in {box}, are {number} "
        f"cells for {w.digits(f.digits)}. No digit can be in two of these cells, so each is in one"
    )


from visualizer.narration import chains as _chain_words  # noqa: E402, F401  its sentences need the code above
