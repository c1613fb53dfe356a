"""Checks sentences about chains, sets and nets, link by link on the board."""

from __future__ import annotations

import re

from deductions import Position, fillable
from scenes import Scene
from technique_sentences import cells, digits, left, struck, tells

Said = tuple[bool, list[tuple[int, int]]]
"""A statement: one of these candidates is true, or all of them are false."""


def position(s: Scene) -> Position:
    geometry, board = s.before.geometry, s.before
    return Position(geometry, [set() if board.values[cell] else left(s, cell) for cell in geometry.cells])


def said(s: Scene, text: str) -> Said:
    """Read a claim such as "r1c1 is 5", "r1c1 or r1c2 is 5" or "r1c1 and r1c2 are not 5"."""
    match = re.fullmatch(r"(.+?) (?:is|are) (not )?(\w)", text)
    assert match, text
    named = cells(s, match[1])
    assert (" or " in match[1]) <= (not match[2]) and (" are " in text) == (bool(match[2]) and len(named) > 1)
    return not match[2], [(cell, s.digit(match[3])) for cell in named]


def parts(text: str) -> list[str]:
    """Read "if A, B, so C but D, so E" as one statement after another, where A may be a claim such as "r1c1, r1c2 and
    r1c3 are not 5".
    """
    match = re.fullmatch(r"[Ii]f (.+? (?:is|are) (?:not )?\w), (.+)", text)
    assert match, text
    found = [match[1]]
    for link in match[2].split(", so "):
        cell = found[-1].partition(" ")[0]
        assert not re.match(rf"{cell} (is|are) .+ (but|and not) ", link), "a cell named again"
        link = re.sub(r"^it is ", f"{cell} is ", link)
        both = re.fullmatch(r"(\S+) is (not \w but|\w(?: \(.+\))? and not) (\w)", link)
        if both:
            found += [f"{both[1]} is {re.sub(' but$| and not$', '', both[2])}"]
            link = f"{both[1]} is {'not ' if both[2].endswith('and not') else ''}{both[3]}"
        yes = re.fullmatch(r"(\S+) is \w", link)
        found.append(f"{link} (its only other digit)" if yes and yes[1] == found[-1].partition(" ")[0] else link)
    return found


def follow(s: Scene, text: str) -> tuple[Said, Said]:
    """Read "if r1c1 is not 5, r1c7 is 5 (row 1), so …" link by link, and return its start and end."""
    first, *links = parts(text)
    begin = before = said(s, first)
    here = position(s)
    if links == ["this holds at once"]:
        return begin, begin
    for link in links:
        claim, _, why = link.removesuffix(")").partition(" (")
        after = said(s, claim)
        assert before[0] != after[0] and all(digit in here.left[cell] for cell, digit in after[1])
        if after[0]:
            unit = -1 if why == "its only other digit" else unit_of(s, why)
            assert here.one_of((*before[1], *after[1]), unit) and not set(before[1]) & set(after[1])
        else:
            assert not why and here.exclude(before[1], after[1])
        before = after
    return begin, before


def unit_of(s: Scene, name: str) -> int:
    return next(at for at, unit in enumerate(s.before.geometry.units) if str(unit) == name)


def gone(s: Scene, result: str) -> list[tuple[int, int]]:
    """Return the candidates that the sentence removes, or none if it places a digit."""
    if " must be " in result:
        assert s.names(*result.split(" must be "))
        return []
    return [(cell, digit) for digit, at in struck(s, result).items() for cell in at]


_CHAIN = "(X-chain|XY-chain|Alternating inference chain|Grouped AIC)"
_LOOP = "(Nice loop|Grouped nice loop)"


@tells(rf"{_CHAIN}: (if [^.;]+)\. So one of <CS> is <D>, and a cell that sees them (both|all) is not: <RESULT>\.")
def _(s: Scene, title: str, chain: str, ends: str, digit: str, both: str, result: str) -> bool:
    (begin, one), (end, other) = follow(s, chain)
    named, d = cells(s, ends), s.digit(digit)
    assert (begin, end) == (False, True) and [(cell, d) for cell in named] == [*one, *other]
    assert (both == "both") == (len(named) == 2)
    return all(position(s).exclude([strike], [*one, *other]) for strike in gone(s, result))


@tells(rf"{_CHAIN}: (if [^.;]+)\. So (<CS> is <D>) or (<CS> is <D>)\. Either way: <RESULT>\.")
def _(s: Scene, title: str, chain: str, one_end: str, _cs: str, _d: str, other_end: str, *more: str) -> bool:
    (begin, one), (end, other) = follow(s, chain)
    assert (begin, end) == (False, True) and title != "XY-chain" and one[0][1] != other[0][1]
    assert said(s, one_end) == (True, one) and said(s, other_end) == (True, other)
    return all(position(s).exclude([strike], [*one, *other]) for strike in gone(s, more[-1]))


@tells(rf"{_LOOP}: (if [^.;]+)\. So (it|one of them) is in any case: <RESULT>\.")
def _(s: Scene, title: str, chain: str, what: str, result: str) -> bool:
    (begin, one), (end, other) = follow(s, chain)
    assert not begin and end and one == other and (what == "it") == (len(one) == 1)
    assert ("must be" in result) == (len(one) == 1) and (len(one) > 1 or (s.step.cell, s.step.digit) == one[0])
    return all(position(s).exclude([strike], one) for strike in gone(s, result))


@tells(
    rf"{_LOOP}: (if [^.;]+); and (if [^.;]+)\. This is a loop: of two neighbours that rule each other out, "
    r"one is true, and what both rule out is not: <RESULT>\."
)
def _(s: Scene, title: str, chain: str, closing: str, result: str) -> bool:
    (begin, one), (end, other) = follow(s, chain)
    assert follow(s, closing) == ((end, other), (begin, one)) and (begin, end) == (False, True)
    ring = [said(s, part.partition(" (")[0])[1] for part in parts(chain)]
    here = position(s)
    weak = [(ring[at], ring[(at + 1) % len(ring)]) for at in range(1, len(ring), 2)]
    return all(any(here.exclude([strike], [*a, *b]) for a, b in weak) for strike in gone(s, result))


def sets(s: Scene, text: str) -> list[list[int]]:
    """Read sets such as "r1c1 and r1c2 have 1, 2 and 3; r5c1 has …", each in a unit, with one more digit than cells."""
    found = []
    for part in text.split("; "):
        names, has = re.split(" has | have ", part)
        own = cells(s, names)
        assert set().union(*(left(s, cell) for cell in own)) == digits(s, has) and len(digits(s, has)) == len(own) + 1
        assert any(set(own) <= set(unit.cells) for unit in s.before.geometry.units)
        found.append(own)
    return found


def restricted(s: Scene, digit: str, one: list[int], other: list[int]) -> bool:
    d, here = s.digit(digit), position(s)
    places = [[(cell, d) for cell in own if d in here.left[cell]] for own in (one, other)]
    return all(places) and here.exclude(*places)


def impossible(s: Scene, own: list[list[int]], result: str) -> bool:
    """Return whether the sets can be filled, but not with any of the struck candidates."""
    every, here = list(dict.fromkeys(cell for cells_of in own for cell in cells_of)), position(s)
    return fillable(here, every, {}) and not any(
        fillable(here, [other for other in every if other != cell], {cell: digit}) for cell, digit in gone(s, result)
    )


_MORE = "each has one more digit than cells"


@tells(
    rf"ALS-XZ: ([^:]+): {_MORE}\. They cannot both hold <D>: every cell for it in one set sees all those "
    r"in the other\. So one of the sets lacks <D>, and holds all its other digits, <DS> among them: <RESULT>\."
)
def _(s: Scene, text: str, x: str, again: str, others: str, result: str) -> bool:
    one, other = own = sets(s, text)
    assert x == again and restricted(s, x, one, other)
    assert digits(s, others) == {digit for _, digit in gone(s, result)} and s.digit(x) not in digits(s, others)
    return impossible(s, own, result)


@tells(
    rf"ALS-XZ: ([^:]+): {_MORE}\. They cannot both hold <D>, nor both <D>: every cell for either digit in one set "
    r"sees all those in the other\. So each set lacks just one of the two, and holds all its other digits: <RESULT>\."
)
def _(s: Scene, text: str, x: str, y: str, result: str) -> bool:
    one, other = own = sets(s, text)
    return x != y and restricted(s, x, one, other) and restricted(s, y, one, other) and impossible(s, own, result)


@tells(
    rf"ALS-XY-wing: ([^:]+): {_MORE}\. Every cell for <D> in the first set sees all those in the second; every cell "
    r"for <D>, all those in the third\. The first can lack <D> or <D>, but not both, so the second lacks <D> or the "
    r"third lacks <D>; whichever does holds <D>: <RESULT>\."
)
def _(s: Scene, text: str, x: str, y: str, x2: str, y2: str, x3: str, y3: str, z: str, result: str) -> bool:
    first, second, third = own = sets(s, text)
    assert (x, y) == (x2, y2) == (x3, y3) and len({x, y, z}) == 3
    assert restricted(s, x, first, second) and restricted(s, y, first, third)
    assert {digit for _, digit in gone(s, result)} == {s.digit(z)}
    return impossible(s, own, result)


@tells(r"Forcing chains: <C> is <DS>\. (If .+)\. Whichever it is: <RESULT>\.")
def _(s: Scene, cell: str, choices: str, cases: str, result: str) -> bool:
    starts = {(s.cell(cell), digit) for digit in left(s, s.cell(cell))}
    assert digits(s, choices) == left(s, s.cell(cell))
    return all_lead_to(s, starts, cases, result)


@tells(r"Forcing chains: the <D> of <U> is in <CS>\. (If .+)\. Whichever it is: <RESULT>\.")
def _(s: Scene, digit: str, unit: str, places: str, cases: str, result: str) -> bool:
    d = s.digit(digit)
    assert set(cells(s, places)) == position(s).places(unit_of(s, unit), d)
    return all_lead_to(s, {(cell, d) for cell in cells(s, places)}, cases, result)


def all_lead_to(s: Scene, starts: set[tuple[int, int]], cases: str, result: str) -> bool:
    chains = [follow(s, case) for case in cases.split(". ")]
    assert all(begin for (begin, _), _ in chains) and len(chains) == len(starts)
    assert {candidates[0] for (_, candidates), _ in chains} == starts
    end = (True, [(s.step.cell, s.step.digit)]) if " must be " in result else (False, gone(s, result))
    assert s.step.detail.strikes == tuple(gone(s, result))
    return all(last == end for _, last in chains)


@tells(r"Forcing chains: (if [^.]+)\. But (if [^.]+)\. They cannot both be true: <RESULT>\.")
def _(s: Scene, one: str, other: str, result: str) -> bool:
    (begin, end), (again, contrary) = follow(s, one), follow(s, other)
    assert begin == again == (True, gone(s, result)) and end[1] == contrary[1]
    return end[0] != contrary[0] and begin != end


@tells(r"Forcing chains: (if [^.]+)\. They cannot both be true: <RESULT>\.")
def _(s: Scene, chain: str, result: str) -> bool:
    begin, end = follow(s, chain)
    return begin == (True, gone(s, result)) and end == (False, gone(s, result))


@tells(
    r"Forcing net: if <C> is <D>, then (?:in turn (.+), and )?(?:(<C> has no digit left)|(<U> has no place for <D>))\. "
    r"So it is not: <RESULT>\."
)
def _(s: Scene, cell: str, digit: str, turns: str | None, _dead: str | None, dead_cell: str | None, *more: str) -> bool:
    _text, dead_unit, dead_digit, result = more
    here, true = position(s), [(s.cell(cell), s.digit(digit))]
    assert gone(s, result) == true

    def out(candidate: tuple[int, int]) -> bool:
        return any(here.not_both(candidate, other) for other in true)

    for text in re.split(", | and ", turns) if turns else []:
        claim, _, why = text.removesuffix(")").partition(" (")
        says, ((at, d),) = said(s, claim)
        place = why.removeprefix("only place left in ")
        assert place != why or why == "nothing else is left there"
        if place == why:
            others = {(at, other) for other in here.left[at]}
        else:
            others = {(other, d) for other in here.places(unit_of(s, place), d)}
        assert says and (at, d) in others and all(out(other) for other in others - {(at, d)})
        true.append((at, d))
    if dead_cell:
        return all(out((s.cell(dead_cell), d)) for d in here.left[s.cell(dead_cell)])
    d = s.digit(dead_digit)
    return all(out((at, d)) for at in here.places(unit_of(s, dead_unit), d))
