"""Sentences for chains, almost locked sets, forcing chains and nets. See :mod:`visualizer.narration.techniques`.

A chain is read from its start: "if r1c1 is not 5, r1c7 is 5 (row 1), so r3c8 is not 5 but 2". The reasons are in
brackets, except that a cell with two digits left holds one if not the other. In a net, where a conclusion may depend on
several others together, the reason may be just that nothing else is left: "r1c7 is 5 (only place left in row 1), r3c8
is 2 (nothing else is left there)".
"""

from __future__ import annotations

from puzzles.geometry import Cell
from solvers.core.finding import ONE, OTHER, PIVOT, Candidate, Chain, Finding, Node
from visualizer.narration.finding_text import Words, explains
from visualizer.text.phrases import capitalised, listed


def _said(w: Words, node: Node) -> str:
    """Describe what a node states, as in "r1c1 is 5", "r1c1 or r1c2 is 5" or "r1c1 and r1c2 are not 5"."""
    true, candidates, _ = node
    cells, digit = [cell for cell, _ in candidates], w.digit(candidates[0][1])
    if true:
        return f"{w.cells(cells, 'or')} is {digit}"
    return f"{w.cells(cells)} {'are' if len(cells) > 1 else 'is'} not {digit}"


def _why(w: Words, node: Node) -> str:
    """Explain why a node's statement follows."""
    true, _, unit = node
    return "" if not true else f" ({w.unit(unit)})" if unit >= 0 else " (its only other digit)"


def _why_in_net(w: Words, node: Node) -> str:
    """Explain why a node's statement follows in a net, where the alternatives may have been ruled out one by one."""
    unit = node[2]
    return f" (only place left in {w.unit(unit)})" if unit >= 0 else " (nothing else is left there)"


def chain_text(w: Words, chain: Chain) -> str:
    """Return a whole chain as a sentence starting with "if"."""
    first, *rest = chain
    if not rest:
        return f"if {_said(w, first)}, this holds at once"
    texts: list[str] = []
    named: Cell | None = _cell(first)
    for node in rest:
        digit = w.digit(node[1][0][1])
        if named is None or named != _cell(node) or node[2] >= 0:
            texts.append(_said(w, node) + _why(w, node))
            named = _cell(node)
            continue
        if texts:
            texts[-1] += f" but {digit}" if node[0] else f" and not {digit}"
        else:
            texts.append(f"it is {digit}" if node[0] else f"it is not {digit}")
        named = None  # a third statement about the cell would name it again
    return f"if {_said(w, first)}, " + ", so ".join(texts)


def _cell(node: Node) -> Cell | None:
    """Return the one cell that a node is about; ``None`` if there are several."""
    return node[1][0][0] if len(node[1]) == 1 else None


def _begun(w: Words) -> str:
    return f"{w.title}: {chain_text(w, w.finding.chains[0])}"


@explains("x_chain", "xy_chain", "aic", "grouped_aic")
def _(w: Words, f: Finding) -> str:
    (_, one, _), (_, other, _) = f.chains[0][0], f.chains[0][-1]
    if f.variant == "type_1":
        cells = [cell for cell, _ in (*one, *other)]
        both = "both" if len(cells) == 2 else "all"
        return (
            f"{_begun(w)}. So one of {w.cells(cells)} is {w.digit(one[0][1])}, and a cell that sees them {both} is not"
        )
    ends = f"{_said(w, (True, one, -1))} or {_said(w, (True, other, -1))}"
    return f"{_begun(w)}. So {ends}. Either way"


@explains("nice_loop", "grouped_nice_loop")
def _(w: Words, f: Finding) -> str:
    chain = f.chains[0]
    if f.variant == "discontinuous":
        return f"{_begun(w)}. So {'it' if len(chain[0][1]) == 1 else 'one of them'} is in any case"
    last, first = _said(w, chain[-1]), _said(w, chain[0])
    return (
        f"{_begun(w)}; and if {last}, {first}. This is a loop: of two neighbours that rule each other out, "
        "one is true, and what both rule out is not"
    )


def _set(w: Words, candidates: tuple[Candidate, ...]) -> str:
    """Describe a set, as in "r1c1 and r1c2 have 3, 5 and 7"."""
    cells = list(dict.fromkeys(cell for cell, _ in candidates))
    digits = sorted({digit for _, digit in candidates})
    return f"{w.cells(cells)} {'have' if len(cells) > 1 else 'has'} {w.digits(digits)}"


def _sets(w: Words, *roles: str) -> str:
    sets = "; ".join(_set(w, w.finding.marked(role)) for role in roles)
    return f"{w.title}: {sets}: each has one more digit than cells"


@explains("als_xz")
def _(w: Words, f: Finding) -> str:
    sets = _sets(w, ONE, OTHER)
    if f.variant == "doubly":
        x, y = map(w.digit, f.digits[:2])
        return (
            f"{sets}. They cannot both hold {x}, nor both {y}: every cell for either digit in one set sees all "
            "those in the other. So each set lacks just one of the two, and holds all its other digits"
        )
    x, others = w.digit(f.digits[0]), w.digits(f.digits[1:])
    return (
        f"{sets}. They cannot both hold {x}: every cell for it in one set sees all those in the other. "
        f"So one of the sets lacks {x}, and holds all its other digits, {others} among them"
    )


@explains("als_xy_wing")
def _(w: Words, f: Finding) -> str:
    x, y, z = map(w.digit, f.digits)
    return (
        f"{_sets(w, PIVOT, ONE, OTHER)}. Every cell for {x} in the first set sees all those in the second; every cell "
        f"for {y}, all those in the third. The first can lack {x} or {y}, but not both, so the second lacks {x} or the "
        f"third lacks {y}; whichever does holds {z}"
    )


@explains("forcing_chain")
def _(w: Words, f: Finding) -> str:
    texts = [chain_text(w, chain) for chain in f.chains]
    if f.variant == "contradiction" and len(f.chains[0]) == 1:  # a one-node chain adds nothing
        return f"{w.title}: {texts[1]}. They cannot both be true"
    if f.variant == "contradiction":
        return f"{w.title}: {texts[0]}. But {texts[1]}. They cannot both be true"
    if f.variant == "cell":
        cases = f"{w.cell(f.cells[0])} is {w.digits(f.digits, 'or')}"
    else:
        cases = f"the {w.digit(f.digits[0])} of {w.unit(f.units[0])} is in {w.cells(f.cells, 'or')}"
    return f"{w.title}: {cases}. {'. '.join(capitalised(text) for text in texts)}. Whichever it is"


@explains("forcing_net")
def _(w: Words, f: Finding) -> str:
    start, digit = w.cell(f.cells[0]), w.digit(f.digits[0])
    follows = [_said(w, knot[-1]) + _why_in_net(w, knot[-1]) for knot in f.chains if knot[-1][0]]
    if f.variant == "cell":
        death = f"{w.cell(f.cells[1])} has no digit left"
    else:
        death = f"{w.unit(f.units[0])} has no place for {w.digit(f.digits[1])}"
    then = f"then in turn {listed(follows)}, and {death}" if follows else f"then {death}"
    return f"{w.title}: if {start} is {digit}, {then}. So it is not"
