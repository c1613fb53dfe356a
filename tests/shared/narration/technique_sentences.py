"""Checks sentences about techniques, claim by claim on the board's candidates."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import combinations

from scenes import Scene
from sentence_checks import CAGE, KIND, holds, says

from solvers.core.finding import ONE, OTHER, Finding
from solvers.techniques import Grid, get, ladder
from solvers.techniques.registry import next_use, rungs

_C, _U, _D = r"r\d+c\d+", rf"{KIND} \d+", r"[1-9A-Z]"
_PARTS = {
    "CS": rf"((?:{_C}|, | and | or |\d+ more)+)",
    "DS": rf"((?:{_D}|, | and | or )+)",
    "US": rf"((?:(?:(?:{KIND}(?:s|es)?) \d+(?:, \d+)*(?: and \d+| or \d+)?|{CAGE})(?:, | and | or )?)+)",
    "C": rf"({_C})",
    "D": rf"({_D})",
    "U": rf"({_U})",
    "RESULT": r"([^:]+)",
}


def tells(form: str) -> Callable[[Callable[..., bool]], Callable[..., bool]]:
    """Register a check for a form, in which <C> is a cell, <CS> several cells, <D> a digit, <U> a unit, and <RESULT>
    the result.
    """
    for name, pattern in _PARTS.items():
        form = form.replace(f"<{name}>", pattern)
    return says(form)


def cells(s: Scene, text: str) -> list[int]:
    return [s.cell(name) for name in re.findall(_C, text)]


def digits(s: Scene, text: str) -> set[int]:
    return {s.digit(symbol) for symbol in re.split(", | and | or ", text)}


def units(s: Scene, text: str) -> list[tuple[int, ...]]:
    """Return the cells of each unit named in "rows 2 and 5" or "row 2 or box 1"."""
    found, kind = [s.in_(name) for name in re.findall(CAGE, text)], ""
    for word in re.findall(r"[a-z]+|\d+", re.sub(CAGE, "", text)):
        if word.isdigit():
            found.append(s.in_(f"{kind} {word}"))
        elif word not in ("and", "or"):
            kind = re.sub("e?s$", "", word) if word != "box" else word
    return found


def left(s: Scene, cell: int) -> set[int]:
    """Return the candidates of a cell before the first step of the finding."""
    return {*s.before.open_candidates(cell), *(digit for at, digit in s.step.detail.strikes if at == cell)}


def places(s: Scene, unit: tuple[int, ...], digit: int) -> set[int]:
    """Return the cells of the unit that may take the digit, or none if the unit already holds it."""
    assert digit not in {s.before.values[cell] for cell in unit}
    return {cell for cell in unit if digit in left(s, cell)}


def sees(s: Scene, one: int, other: int) -> bool:
    return other in s.before.geometry.peers[one]


def struck(s: Scene, text: str) -> dict[int, set[int]]:
    """Return the cells that lose each digit, which must be exactly those of the finding."""
    assert re.fullmatch(rf"{_D} is struck from .+|{_D}(, {_D})* and {_D} are struck from .+", text), text
    found: dict[int, set[int]] = {}
    for part in re.sub(" (is|are) struck", "", text).split("; "):
        symbols, names = part.split(" from ")
        found |= dict.fromkeys(digits(s, symbols), set(cells(s, names)))
    told = {(cell, digit) for digit, at in found.items() for cell in at}
    finding = s.step.detail
    assert isinstance(finding, Finding) and not finding.places
    assert told == set(finding.strikes) or " more" in text and told < set(finding.strikes)
    assert (s.step.cell, s.step.digit) in finding.strikes and s.step.digit in s.before.open_candidates(s.step.cell)
    assert all(s.before.values[cell] == 0 for cell, _ in finding.strikes)
    return found


@tells(r"In <U> the <D>s can only be in <U> \(<CS>\), so no other cell of <U> can be <D>: <RESULT>\.")
def _(s: Scene, unit: str, digit: str, cover: str, named: str, again: str, other: str, result: str) -> bool:
    here, there, (d,) = units(s, unit)[0], units(s, cover)[0], digits(s, digit)
    kinds = {text.split()[0] for text in (unit, cover)}
    assert (cover, digit) == (again, other)
    assert not s.before.geometry.grid or "box" in kinds and len(kinds) == 2
    gone = struck(s, result)
    return places(s, here, d) == set(cells(s, named)) <= set(there) and gone[d] <= set(there) - set(here)


@tells(r"No technique up to (.+) finds anything\.")
def _(s: Scene, title: str) -> bool:
    board = s.before
    grid = Grid.marked(board.puzzle.with_values(board.values), board.candidates)
    up_to = next(one for one in ladder() if one.title == title)
    assert up_to.why is s.step.why and not grid.dead()
    return next_use(grid, [one for one in rungs(grid.geometry) if one.why <= up_to.why]) is None


@tells(r"(Full house|Naked single|Hidden single): (<C> must be <D>: .+)")
def _(s: Scene, title: str, sentence: str, _cell: str, _digit: str) -> bool:
    finding = s.step.detail
    assert isinstance(finding, Finding) and get(finding.technique).title == title
    assert get(finding.technique).why is s.step.why and finding.places == ((s.step.cell, s.step.digit),)
    return holds(s, sentence)


SIZES = {"pair": 2, "triple": 3, "quad": 4}


@tells(r"Naked (pair|triple|quad): <CS> have only <DS> between them, so no other cell of <US> can be <DS>: <RESULT>\.")
def _(s: Scene, size: str, named: str, only: str, within: str, again: str, result: str) -> bool:
    held, has = cells(s, named), digits(s, only)
    assert has == digits(s, again) and len(held) == len(has) == SIZES[size]
    assert set().union(*(left(s, cell) for cell in held)) == has
    assert all(set(held) <= set(unit) for unit in units(s, within))
    gone = struck(s, result)
    anywhere = set().union(*map(set, units(s, within)))
    return set(gone) <= has and all(at <= anywhere - set(held) for at in gone.values())


@tells(
    r"Naked (pair|triple|quad): <CS> have only <DS> between them, so no cell that sees them all can be <DS>: <RESULT>\."
)
def _(s: Scene, size: str, named: str, only: str, again: str, result: str) -> bool:
    held, has, gone = cells(s, named), digits(s, only), struck(s, result)
    assert has == digits(s, again) and len(held) == len(has) == SIZES[size]
    assert set().union(*(left(s, cell) for cell in held)) == has and set(gone) <= has
    within = [set(unit.cells) for unit in s.before.geometry.units if set(held) <= set(unit.cells)]
    assert within and not set().union(*gone.values()) <= set().union(*within), "the units say more"
    return all(sees(s, cell, other) for at in gone.values() for cell in at for other in held)


@tells(r"Hidden (pair|triple|quad): <DS> can only be in <CS> of <U>, so these hold nothing else: <RESULT>\.")
def _(s: Scene, size: str, only: str, named: str, within: str, result: str) -> bool:
    held, has, unit = set(cells(s, named)), digits(s, only), units(s, within)[0]
    assert len(held) == len(has) == SIZES[size] and held <= set(unit)
    assert set().union(*(places(s, unit, digit) for digit in has)) == held
    gone = struck(s, result)
    return not set(gone) & has and all(at <= held for at in gone.values())


FISH = {"X-wing": 2, "swordfish": 3, "jellyfish": 4}


@tells(
    r"(X-wing|Swordfish|Jellyfish): in <US> the <D>s can only be in <US>, "
    r"so these have their <D>s there: <RESULT>\."
)
def _(s: Scene, fish: str, bases: str, digit: str, covers: str, again: str, result: str) -> bool:
    lines, across, (d,) = units(s, bases), units(s, covers), digits(s, digit)
    size = FISH.get(fish) or FISH[fish.lower()]
    assert len(lines) == len(across) == size and again == digit and bases.split()[0] != covers.split()[0]
    covered = set().union(*map(set, across))
    assert all(len(places(s, line, d)) > 1 and places(s, line, d) <= covered for line in lines)
    return struck(s, result).keys() == {d} and struck(s, result)[d] <= covered - set().union(*map(set, lines))


@tells(
    r"(Finned|Sashimi) (X-wing|swordfish|jellyfish): apart from <CS>, the <D>s of <US> can only be in <US>\. "
    r"If (?:none of )?<CS> is (?:not )?<D>, <US> have their <D>s there; "
    r"if (?:it|one) is, no other cell in (its|their) box is <D>\. Either way: <RESULT>\."
)
def _(s: Scene, kind: str, fish: str, fins: str, digit: str, bases: str, covers: str, *more: str) -> bool:
    fins_again, digit_again, covers_again, third, whose, fourth, result = more
    assert (fins, digit, covers, digit, digit) == (fins_again, digit_again, covers_again, third, fourth)
    lines, across, (d,) = units(s, bases), units(s, covers), digits(s, digit)
    out, covered = set(cells(s, fins)), set().union(*map(set, across))
    assert len(lines) == len(across) == FISH[fish] and (whose == "its") == (len(out) == 1) and not out & covered
    assert all(places(s, line, d) - out <= covered for line in lines)
    counts = [len(places(s, line, d) - out) for line in lines]
    assert min(counts) >= 1 and (min(counts) == 1) == (kind == "Sashimi")
    box = next(unit.cells for unit in s.before.geometry.units if unit.kind == "box" and out <= set(unit.cells))
    return struck(s, result)[d] <= (covered & set(box)) - set().union(*map(set, lines))


@tells(
    r"(Skyscraper|Two-string kite|Turbot fish): the <D> of <U> is in <C> or <C>, that of <U> in <C> or <C>\. "
    r"<C> and <C> see each other and are not both <D>, so <C> or <C> is: <RESULT>\."
)
def _(s: Scene, title: str, digit: str, one: str, near: str, far: str, other: str, near2: str, far2: str, *more: str):
    *again, result = more
    assert again == [near, near2, digit, far, far2]
    (d,), ends = digits(s, digit), [s.cell(far), s.cell(far2)]
    assert places(s, units(s, one)[0], d) == {s.cell(near), s.cell(far)}
    assert places(s, units(s, other)[0], d) == {s.cell(near2), s.cell(far2)}
    kinds = sorted(text.split()[0] for text in (one, other))
    assert title != "Skyscraper" or kinds in (["row", "row"], ["column", "column"])
    assert title != "Two-string kite" or kinds == ["column", "row"]
    assert sees(s, s.cell(near), s.cell(near2)) and len({near, far, near2, far2}) == 4
    return all(sees(s, end, cell) for end in ends for cell in struck(s, result)[d])


@tells(
    r"Empty rectangle: in <U> the <D>s can only be in <U> and <U>\. If <C> is <D>, the <D> of <U> is in <U>; "
    r"if not, <C> is <D>, the only other cell for it in <U>\. Either way: <RESULT>\."
)
def _(s: Scene, box: str, digit: str, arm: str, other_arm: str, near: str, *more: str) -> bool:
    digit2, digit3, box2, other_arm2, far, digit4, unit, result = more
    assert (digit, digit, box, other_arm, digit) == (digit2, digit3, box2, other_arm2, digit4)
    (d,), inside = digits(s, digit), places(s, units(s, box)[0], digits(s, digit).pop())
    assert inside <= set(units(s, arm)[0]) | set(units(s, other_arm)[0])
    assert s.in_unit(arm, near) and not s.in_unit(box, near) and not s.in_unit(box, far)
    assert places(s, units(s, unit)[0], d) == {s.cell(near), s.cell(far)}
    remain = {cell for cell in inside if not sees(s, s.cell(near), cell)}
    assert remain <= set(units(s, other_arm)[0])
    return all(
        sees(s, s.cell(far), cell) and all(sees(s, cell, place) for place in remain) for cell in struck(s, result)[d]
    )


@tells(
    r"XY(Z?)-wing: <C> is <DS>\. If it is <D>, <C> is <D>; if <D>, <C> is <D>\. "
    r"So one of <CS> is <D>, and a cell that sees them (?:both|all) is not: <RESULT>\."
)
def _(s: Scene, z: str, pivot: str, choices: str, x: str, one: str, z1: str, y: str, other: str, *more: str) -> bool:
    z2, among, z3, result = more
    assert z1 == z2 == z3 and len({x, y, z1}) == 3
    assert left(s, s.cell(pivot)) == digits(s, choices) == {s.digit(d) for d in (x, y, *([z1] if z else []))}
    assert left(s, s.cell(one)) == {s.digit(x), s.digit(z1)} and left(s, s.cell(other)) == {s.digit(y), s.digit(z1)}
    assert sees(s, s.cell(pivot), s.cell(one)) and sees(s, s.cell(pivot), s.cell(other))
    held = cells(s, among)
    assert set(held) == {s.cell(name) for name in (one, other, *([pivot] if z else []))}
    return all(sees(s, cell, end) for end in held for cell in struck(s, result)[s.digit(z1)])


@tells(
    r"W-wing: <C> and <C> have only <DS>\. The <D> of <U> is in <C>, which <C> sees, or in <C>, which <C> sees\. "
    r"So one of the two is <D>: <RESULT>\."
)
def _(s: Scene, one: str, other: str, pair: str, joined: str, unit: str, *more: str) -> bool:
    beside, one2, end, other2, gone, result = more
    assert (one, other) == (one2, other2) and {joined, gone} == set(re.findall(_D, pair))
    assert left(s, s.cell(one)) == left(s, s.cell(other)) == digits(s, pair)
    assert places(s, units(s, unit)[0], s.digit(joined)) == {s.cell(beside), s.cell(end)}
    assert sees(s, s.cell(beside), s.cell(one)) and sees(s, s.cell(end), s.cell(other))
    return all(sees(s, cell, s.cell(name)) for name in (one, other) for cell in struck(s, result)[s.digit(gone)])


@tells(
    r"Simple colouring: pairs link the <D>s, so that either <CS> (are all|are both|is) <D>, "
    r"or <CS> (are all|are both|is)\. (?:Among the former, <CS> see each other, so it must be the latter|"
    r"A cell that sees both groups is not <D>): <RESULT>\."
)
def _(s: Scene, digit: str, first: str, are: str, again: str, second: str, others: str, *more: str) -> bool:
    (d,), finding = digits(s, digit), s.step.detail
    clash, third, result = more
    colours = [{cell for cell, _ in finding.marked(role)} for role in (ONE, OTHER)]
    assert [are, others] == [{1: "is", 2: "are both"}.get(len(colour), "are all") for colour in colours]
    assert again == digit and set(cells(s, first)) <= colours[0] and set(cells(s, second)) <= colours[1]
    reached = {finding.links[0][0]}
    for one, _, other, _, strong in finding.links:
        assert strong and one in reached and (one in colours[0]) != (other in colours[0])
        assert any({one, other} == places(s, unit.cells, d) for unit in shared(s, one, other))
        reached.add(other)
    assert reached == colours[0] | colours[1]
    gone = struck(s, result)[d]
    if clash:
        one, other = cells(s, clash)
        return sees(s, one, other) and {one, other} <= colours[0] and gone <= colours[0]
    assert third == digit
    return all(any(sees(s, cell, end) for end in colour) for colour in colours for cell in gone)


def shared(s: Scene, one: int, other: int) -> list:
    """Return the units that contain both cells and do not hold the digit yet."""
    finding = s.step.detail
    held = [unit for unit in s.before.geometry.units if one in unit.cells and other in unit.cells]
    return [u for u in held if finding.digits[0] not in {s.before.values[cell] for cell in u.cells}]


@tells(
    r"Remote pair: <CS> have only <D> and <D>, and each sees the next, so they take turns\. "
    r"One of <C> and <C> is <D> and the other <D>, and a cell that sees both is neither: <RESULT>\."
)
def _(s: Scene, chain: str, low: str, high: str, one: str, other: str, *more: str) -> bool:
    low2, high2, result = more
    held = list(s.step.detail.cells) if " more" in chain else cells(s, chain)
    assert (low, high) == (low2, high2) and len(held) % 2 == 0 and len(held) >= 4
    assert (held[0], held[-1]) == (s.cell(one), s.cell(other))
    assert all(left(s, cell) == {s.digit(low), s.digit(high)} for cell in held)
    assert all(sees(s, cell, beside) for cell, beside in zip(held, held[1:], strict=False))
    gone = struck(s, result)
    return all(sees(s, cell, end) for at in gone.values() for cell in at for end in (held[0], held[-1]))


def swap(s: Scene, corners: list[int]) -> bool:
    """Return whether four cells are blank and lie in two rows, two columns and two boxes."""
    assert len(set(corners)) == 4 and not any(s.before.values[cell] for cell in corners)
    of = {
        kind: [tuple(set(corners) & set(u.cells)) for u in s.before.geometry.units if u.kind == kind]
        for kind in ("row", "column", "box")
    }
    return all(sorted(map(len, filter(None, held))) == [2, 2] for held in of.values())


_SWAP = "the four could swap them, giving a second solution, but the puzzle is assumed to have only one"


@tells(rf"Unique rectangle, type 1: <CS> have only <DS>\. If <C> were one of these too, {_SWAP}: <RESULT>\.")
def _(s: Scene, floor: str, pair: str, roof: str, result: str) -> bool:
    held, two = cells(s, floor), digits(s, pair)
    assert len(held) == 3 and all(left(s, cell) == two for cell in held) and swap(s, [*held, s.cell(roof)])
    assert left(s, s.cell(roof)) - two, "it keeps a digit"
    gone = struck(s, result)
    return set(gone) <= two and all(at == {s.cell(roof)} for at in gone.values())


_TWO_ROOFS = rf"<CS> have only <DS>\. If <CS> were <DS> too, {_SWAP}\. "


def roofs(s: Scene, floor: str, pair: str, roof: str, again: str) -> list[set[int]]:
    """Return the extra candidates of each roof cell, without the pair."""
    held, two = cells(s, floor), digits(s, pair)
    assert pair == again and len(two) == 2 and all(left(s, cell) == two for cell in held)
    assert len(held) == len(cells(s, roof)) == 2 and sees(s, *held) and swap(s, [*held, *cells(s, roof)])
    return [left(s, cell) - two for cell in cells(s, roof)]


@tells(rf"Unique rectangle, type 2: {_TWO_ROOFS}So one of <CS> is <D>: <RESULT>\.")
def _(s: Scene, floor: str, pair: str, roof: str, again: str, again2: str, digit: str, result: str) -> bool:
    assert roofs(s, floor, pair, roof, again) == [{s.digit(digit)}] * 2 and roof == again2
    return all(sees(s, cell, end) for cell in struck(s, result)[s.digit(digit)] for end in cells(s, roof))


@tells(
    rf"Unique rectangle, type 3: {_TWO_ROOFS}So one of <CS> is <DS>; it and <CS> have only <DS> between them, "
    r"and no other cell of <U> can be <DS>: <RESULT>\."
)
def _(s: Scene, floor: str, pair: str, roof: str, again: str, again2: str, extra: str, *more: str) -> bool:
    others, only, unit, only2, result = more
    besides = set().union(*roofs(s, floor, pair, roof, again))
    held, has, inside = cells(s, others), digits(s, only), set(units(s, unit)[0])
    assert roof == again2 and besides == digits(s, extra) <= has == digits(s, only2)
    assert {*held, *cells(s, roof)} <= inside and len(has) == len(held) + 1
    assert all(left(s, cell) <= has for cell in held)
    gone = struck(s, result)
    return set(gone) <= has and all(at <= inside - {*held, *cells(s, roof)} for at in gone.values())


@tells(
    rf"Unique rectangle, type 4: {_TWO_ROOFS}One of <CS> is <D>, because in <U> no other cell can be; "
    r"so neither is <D>: <RESULT>\."
)
def _(s: Scene, floor: str, pair: str, roof: str, again: str, again2: str, kept: str, *more: str) -> bool:
    unit, other, result = more
    roofs(s, floor, pair, roof, again)
    assert roof == again2 and {s.digit(kept), s.digit(other)} == digits(s, pair)
    assert places(s, units(s, unit)[0], s.digit(kept)) == set(cells(s, roof))
    gone = struck(s, result)
    return set(gone) == {s.digit(other)} and gone[s.digit(other)] <= set(cells(s, roof))


@tells(
    r"BUG\+1: every blank but <C> has two candidates\. Without <D> there, every digit would have two places in each "
    r"unit that lacks it\. Such a grid never has just one solution, but the puzzle is assumed to: "
    r"<C> must be <D>\."
)
def _(s: Scene, cell: str, digit: str, again: str, digit2: str) -> bool:
    board, there = s.before, s.cell(cell)
    assert (cell, digit) == (again, digit2) and s.names(cell, digit)
    assert all(len(left(s, c)) == (3 if c == there else 2) for c in board.geometry.cells if not board.values[c])
    for unit in board.geometry.units:
        for d in {*board.geometry.digits} - {board.values[c] for c in unit.cells}:
            number = sum(d in left(s, c) and (c, d) != (there, s.digit(digit)) for c in unit.cells)
            assert number == 2
    return True


@tells(
    r"Sue de coq: <CS>, with <CS> in <U> and <CS> in <U>, are NUMBER cells for <DS>\. No digit can be in two of "
    r"these cells, so each is in one: <RESULT>\."
)
def _(s: Scene, core: str, in_line: str, line: str, in_box: str, box: str, number: str, only: str, result: str) -> bool:
    parts = [cells(s, text) for text in (core, in_line, in_box)]
    every, has = [cell for part in parts for cell in part], digits(s, only)
    assert len(set(every)) == len(every) == len(has) == int(number)
    assert {*parts[0], *parts[1]} <= set(s.in_(line)) and {*parts[0], *parts[2]} <= set(s.in_(box))
    assert set().union(*(left(s, cell) for cell in every)) == has
    for digit in has:
        holding = [cell for cell in every if digit in left(s, cell)]
        assert all(sees(s, one, other) for one, other in combinations(holding, 2))
        for cell in struck(s, result).get(digit, ()):
            assert cell not in every and all(sees(s, cell, other) for other in holding)
    return set(struck(s, result)) <= has
