"""Checks against the board each sentence that explains why a choice is wrong."""

from __future__ import annotations

import re
from itertools import islice
from math import factorial, prod

from question_view import View, says
from scenes import Scene
from sentence_checks import holds

from solvers.core.step import Kind
from solvers.techniques import ladder


@says(r"CELL comes before CELL, and the first blank cell is taken\.")
def _(view: View, text: str, first: str, name: str) -> bool:
    return text == name and view.now.blanks()[0] == view.cell(first) < view.cell(name)


@says(r"The fullest unit of CELL has NUMBER blanks?; that of CELL has NUMBER blanks?\.")
@says(r"The blanks in its (row, column and box) add up to NUMBER; those of CELL to NUMBER\.")
@says(r"CELL has NUMBER candidates?, but CELL has only NUMBER candidates?\.")
def _(view: View, text: str, name: str, its: str, best: str, least: str) -> bool:
    rule = view.rule()
    named = name in (text, view.puzzle.geometry.units_in_words("and", view.cell(text)))
    told = named and view.cell(best) == view.step.cell
    return told and rule(view.cell(text)) == int(its) > int(least) == rule(view.cell(best))


@says(r"The rules leave (no|\d+) digits? for CELL, but this search does not compare that\.")
def _(view: View, text: str, left: str, name: str) -> bool:
    return text == name and len(view.rules.digits - view.now.seen(view.cell(name))) == (
        0 if left == "no" else int(left)
    )


@says(r"Row NUMBER has NUMBER blanks?, but comes after row NUMBER: this search goes from the top down\.")
def _(view: View, text: str, row: str, blanks: str, first: str) -> bool:
    return text == f"row {row}" and int(first) < int(row) and view.now.blanks_in(view.rules.units[text]) == int(blanks)


@says(r"DIGIT comes before DIGIT: it has been tried or ruled out already\.")
def _(view: View, text: str, symbol: str, last: str) -> bool:
    before = view.digit(text) < view.digit(last) and f"= {last} has been undone" in view.question.ask
    return text == symbol and before


@says(r"DIGIT is possible in CELL, but DIGIT comes first\.")
def _(view: View, text: str, symbol: str, name: str, first: str) -> bool:
    its = view.now.open(view.cell(name))
    return text == symbol and {view.digit(symbol), view.digit(first)} <= its and view.digit(first) < view.digit(symbol)


@says(r"DIGIT is still possible there and has not been tried\.")
def _(view: View, text: str, symbol: str) -> bool:
    name, _, was, *_ = view.question.ask.split()
    return text.startswith("none") and view.digit(was) < view.digit(symbol) in view.now.open(view.cell(name))


@says(r"DIGIT is refused: CELL holds it in UNIT\.")
def _(view: View, text: str, symbol: str, name: str, unit: str) -> bool:
    tried = view.cell(view.question.ask.split()[0])
    return text == symbol and view.holds(name, symbol) and {tried, view.cell(name)} <= {*view.rules.units[unit]}


@says(r"CELL already holds DIGIT\.")
def _(view: View, text: str, name: str, symbol: str) -> bool:
    return text in (name, f"a digit for {name}") and view.holds(name, symbol)


@says(r"Row NUMBER has no blank cell\.")
def _(view: View, text: str, row: str) -> bool:
    return text == f"row {row}" and not view.now.blanks_in(view.rules.units[text])


@says(r"CELL does not have the candidate DIGIT\.")
def _(view: View, text: str, name: str, symbol: str) -> bool:
    return text == name and view.digit(symbol) not in view.now.open(view.cell(name))


@says(r"CELL is blank: there is nothing to undo\.")
def _(view: View, text: str, name: str) -> bool:
    return text == name and not view.now.values[view.cell(name)]


@says(r"CELL is a given, which stays\.")
def _(view: View, text: str, name: str) -> bool:
    return text == name and bool(view.puzzle.givens[view.cell(name)])


@says(r"CELL is the first guess, but only the last one, CELL = DIGIT, is undone\.")
def _(view: View, text: str, name: str, last: str, symbol: str) -> bool:
    first, undone = view.guesses[0], view.guesses[-1]
    said = (undone.cell, undone.digit) == (view.cell(last), view.digit(symbol))
    return text == name and first.cell == view.cell(name) and said and view.step.level == len(view.guesses) - 1


@says(r"CELL (?:has a part in the dead end, but )?was filled before the last guess, CELL = DIGIT\.")
def _(view: View, text: str, name: str, last: str, symbol: str) -> bool:
    undone, cell = view.guesses[-1], view.cell(name)
    said = (undone.cell, undone.digit) == (view.cell(last), view.digit(symbol))
    return text == name and said and bool(view.saved[-1].values[cell]) and not view.puzzle.givens[cell]


@says(r"It leads to a dead end: (.+)")
def _(view: View, text: str, said: str) -> bool:
    later = view.steps[view.question.position : view.question.shown]
    assert view.dead is not None
    told = holds(Scene(view.dead[0], view.dead[1], view.dead[1]), f"Dead end: {said}")
    return text == "yes" and sum(step.kind is Kind.CONFLICT for step in later) == 1 and told


@says(r"It also writes CELL = DIGIT\.")
def _(view: View, text: str, name: str, symbol: str) -> bool:
    assert view.dead is not None
    cell, digit = view.cell(name), view.digit(symbol)
    before = sum(bool(now) > bool(was) for now, was in zip(view.dead[1].values, view.now.values, strict=True)) - 1
    return int(text) < before and not view.now.values[cell] and view.dead[1].values[cell] == digit


@says(r"By then, no digit fits CELL\.")
def _(view: View, text: str, name: str) -> bool:
    assert view.dead is not None
    values, cell = view.dead[1].values, view.cell(name)
    before = sum(bool(now) > bool(was) for now, was in zip(values, view.now.values, strict=True)) - 1
    return int(text) > before and {values[peer] for peer in view.rules.peers[cell]} >= view.rules.digits


@says(r"At the dead end, the rules leave DIGITS for CELL\.")
def _(view: View, text: str, digits: str, name: str) -> bool:
    assert view.dead is not None
    values, cell = view.dead[1].values, view.cell(name)
    seen = {values[peer] for peer in view.rules.peers[cell]}
    return name in text.split() and not values[cell] and view.rules.listed(digits) == view.rules.digits - seen


@says(r"CELL becomes DIGIT\.")
def _(view: View, text: str, name: str, symbol: str) -> bool:
    later = view.steps[view.question.position : view.question.shown]
    placed = [step.digit for step in later if step.cell == view.cell(name) and step.kind in (Kind.GUESS, Kind.FIX)]
    return name in text.split() and placed[-1:] == [view.digit(symbol)] and later[-1].kind is Kind.SOLVED


@says(r"CELL holds DIGIT(?: too)?, but shares no row, column or box with CELL\.")
def _(view: View, text: str, name: str, symbol: str, other: str) -> bool:
    return text == name and view.holds(name, symbol) and not view.sees(name, other)


@says(r"CELL sees CELL, but holds DIGIT\.")
def _(view: View, text: str, name: str, other: str, symbol: str) -> bool:
    return text == name and view.sees(name, other) and view.holds(name, symbol)


@says(r"DIGITS (?:is|are) left\.")
def _(view: View, text: str, digits: str) -> bool:
    left = view.rules.digits - set().union(*_lines(view))
    return view.rules.listed(digits) == left and int(text) != len(left)


@says(r"CELLS loses? it\.")
def _(view: View, text: str, cells: str) -> bool:
    losers = _losers(view)
    return {*view.rules.cells(cells)} == losers and int(text) != len(losers)


@says(r"That forgets the box: it also holds DIGITS\.")
def _(view: View, text: str, digits: str) -> bool:
    row, column, box = _lines(view)
    return view.rules.listed(digits) == box - row - column and int(text) == view.rules.side - len(row | column)


@says(r"That looks at the row alone: the column or the box also holds DIGITS\.")
def _(view: View, text: str, digits: str) -> bool:
    row, column, box = _lines(view)
    return view.rules.listed(digits) == (column | box) - row and int(text) == view.rules.side - len(row)


def _asked_cell(view: View) -> int:
    """Return the cell that a question names first."""
    return next(iter(view.rules.cells(view.question.ask)))


def _losers(view: View) -> set[int]:
    """Return the cells that would lose the step's digit to the cell that is asked about."""
    return {peer for peer in view.rules.peers[_asked_cell(view)] if view.step.digit in view.now.open(peer)}


def _lines(view: View) -> list[set[int]]:
    cell = _asked_cell(view)
    return [view.now.held_in(name) - {0} for name, cells in view.rules.units.items() if cell in cells]


@says(r"That counts digits such as DIGIT every time CELL sees them\.")
def _(view: View, text: str, symbol: str, name: str) -> bool:
    held = [view.now.values[peer] for peer in view.rules.peers[_asked_cell(view)] if view.now.values[peer]]
    return held.count(view.digit(symbol)) > 1 and int(text) == max(0, view.rules.side - len(held))


@says(r"That is how many digits CELL sees: DIGITS\.")
def _(view: View, text: str, name: str, digits: str) -> bool:
    seen = view.now.seen(view.cell(name))
    return view.cell(name) == _asked_cell(view) and view.rules.listed(digits) == seen and int(text) == len(seen)


@says(r"That counts the (row and column|KIND) alone: CELL loses it too\.")
def _(view: View, text: str, lines: str, name: str) -> bool:
    asked, loses = _asked_cell(view), _losers(view)
    kinds = {unit: "cage" if unit.startswith("the cage") else unit.split()[0] for unit in view.rules.units}
    units = [cells for unit, cells in view.rules.units.items() if asked in cells and kinds[unit] in lines]
    looked = {cell for cells in units for cell in cells} - {asked}
    return int(text) == len(looked & loses) and view.cell(name) in loses - looked


@says(r"That counts blank cells where DIGIT was not possible anyway, such as CELL\.")
def _(view: View, text: str, symbol: str, name: str) -> bool:
    cell, blank = view.cell(name), [peer for peer in view.rules.peers[_asked_cell(view)] if not view.now.values[peer]]
    return int(text) == len(blank) and cell in blank and view.digit(symbol) not in view.now.open(cell)


@says(r"That counts some cells twice, such as CELL, which is in the same ((?:line|KIND)(?:, KIND)* and KIND)\.")
def _(view: View, text: str, name: str, kinds: str) -> bool:
    loses = _losers(view)
    counts = [cell for cells in view.rules.of[_asked_cell(view)] for cell in cells if cell in loses]
    return int(text) == len(counts) and counts.count(view.cell(name)) == len(re.split(", | and ", kinds))


@says(r"That counts CELL itself, which keeps DIGIT\.")
def _(view: View, text: str, name: str, symbol: str) -> bool:
    told = (_asked_cell(view), view.step.digit) == (view.cell(name), view.digit(symbol))
    return told and int(text) == len(_losers(view)) + 1


@says(r"CELL already holds DIGIT in UNIT\.")
def _(view: View, text: str, name: str, symbol: str, unit: str) -> bool:
    return (
        text == symbol and view.holds(name, symbol) and {view.cell(name), view.step.cell} <= {*view.rules.units[unit]}
    )


@says(r"CELL holds DIGIT in UNIT\.")
def _(view: View, text: str, name: str, symbol: str, unit: str) -> bool:
    return view.holds(name, symbol) and {view.cell(name), view.cell(text)} <= {*view.rules.units[unit]}


@says(r"DIGIT has been struck from CELL\.")
def _(view: View, text: str, symbol: str, name: str) -> bool:
    return text.startswith(name) and view.digit(symbol) not in view.now.open(view.cell(name))


@says(r"Every blank cell has two candidates or more, and every unit two places or more for each "
      r"(?:missing digit|digit that it still needs)\.")  # fmt: skip
def _(view: View, text: str) -> bool:
    lacking = {str(unit) for unit in view.puzzle.geometry.units if not unit.complete}
    return _no_naked_single(view) and not any(
        len(view.now.places(unit, digit)) < 2
        for unit in view.rules.units if unit not in lacking for digit in view.rules.digits - view.now.held_in(unit)
    )  # fmt: skip


@says(r"Every blank cell has two candidates or more\. ((?:Row|Column|Box|Region|Diagonal) \d+) has only CELL left for "
      r"DIGIT, but this search does not look for that\.")  # fmt: skip
def _(view: View, text: str, unit: str, name: str, symbol: str) -> bool:
    return _no_naked_single(view) and view.now.places(unit.lower(), view.digit(symbol)) == [view.cell(name)]


def _no_naked_single(view: View) -> bool:
    return all(len(view.now.open(cell)) > 1 for cell in view.now.blanks())


@says(r"CELL can still be DIGITS\.")
def _(view: View, text: str, name: str, digits: str) -> bool:
    return text == name and view.now.open(view.cell(name)) == view.rules.listed(digits)


@says(r"In UNIT, CELL (can still hold|holds) DIGIT\.")
def _(view: View, text: str, unit: str, name: str, how: str, symbol: str) -> bool:
    stands = view.holds(name, symbol) if how == "holds" else view.digit(symbol) in view.now.open(view.cell(name))
    return text == unit and view.cell(name) in view.rules.units[unit] and stands


@says(r"Every row, column and box holds each digit once\.")
def _(view: View, text: str) -> bool:
    return not view.now.missing()


@says(r"CELL and CELL are both DIGIT in UNIT\.")
def _(view: View, text: str, one: str, other: str, symbol: str, unit: str) -> bool:
    cells = {view.cell(one), view.cell(other)}
    return (
        len(cells) == 2 and cells <= {*view.rules.units[unit]} and view.holds(one, symbol) and view.holds(other, symbol)
    )


@says(r"No literal of the clause became false at level NUMBER\.")
def _(view: View, text: str, level: str) -> bool:
    return text == level and int(level) not in [view.false_since(literal) for literal in view.previous.detail]


@says(r"At level NUMBER, every literal of the clause is false\.")
def _(view: View, text: str, level: str) -> bool:
    return text == level and max(view.false_since(literal) for literal in view.previous.detail) <= int(level)


@says(r"That would undo level NUMBER too, where the clause already forces a literal\.")
def _(view: View, text: str, level: str) -> bool:
    at = [view.false_since(literal) for literal in view.previous.detail]
    return int(text) < int(level) and sum(one > int(level) for one in at) == 1


@says(r"At level NUMBER, two or more of its literals are open\.")
def _(view: View, text: str, level: str) -> bool:
    at = [view.false_since(literal) for literal in view.previous.detail]
    return text == level and sum(one > int(level) for one in at) >= 2


@says(r"NUMBER of its literals are still open\.")
def _(view: View, text: str, number: str) -> bool:
    values = [view.now.value_of(literal) for literal in view.clause_named(text)]
    return values.count(None) == int(number) and True not in values


@says(r"It is true already: CELL = DIGIT\.")
def _(view: View, text: str, name: str, symbol: str) -> bool:
    literal = view.cell(name) * view.rules.side + view.digit(symbol)
    return literal in view.clause_named(text) and view.now.value_of(literal) is True


@says(r"CELL is DIGIT\.")
def _(view: View, text: str, name: str, symbol: str) -> bool:
    return text.startswith(name) and view.holds(name, symbol) and view.now.value_of(view.literal(text)) is False


@says(r"(.+) finds nothing on this board\.")
def _(view: View, text: str, title: str) -> bool:
    one = next(one for one in ladder() if one.title == title)
    return text == title and not list(islice(one.find(view.grid()), 1))


@says(r"(.+) finds something, and is tried before (.+)\.")
def _(view: View, text: str, title: str, harder: str) -> bool:
    titles = [one.title for one in ladder()]
    one = ladder()[titles.index(title)]
    return text == harder and titles.index(title) < titles.index(text) and bool(list(islice(one.find(view.grid()), 1)))


@says(r"CELL is part of the pattern, and can still be DIGIT\.")
def _(view: View, text: str, name: str, symbol: str) -> bool:
    candidate = view.cell(name), view.digit(symbol)
    possible = candidate[1] in view.now.open(candidate[0]) and candidate not in view.step.detail.strikes
    return text == name in view.question.ask and possible


@says(r"CELL sees no cell of the pattern\.")
def _(view: View, text: str, name: str) -> bool:
    return text == name and not view.rules.peers[view.cell(name)] & {*view.rules.cells(view.question.ask)}


@says(r"It has NUMBER possibilities; (a .+) has only NUMBER\.")
def _(view: View, text: str, size: str, best: str, least: str) -> bool:
    return view.size(text) == int(size) > int(least) == view.size(best)


@says(r"That is ([\d ×]+), but UNIT lacks NUMBER digits\.")
def _(view: View, text: str, factors: str, unit: str, number: str) -> bool:
    product = prod(map(int, factors.split(" × ")))
    lacks = len(view.rules.digits - view.now.held_in(unit))
    return unit in view.question.ask and int(text) == product != factorial(lacks) and lacks == int(number)


@says(r"The swap would add NUMBER and end NUMBER, which makes NUMBER\.")
def _(view: View, text: str, added: str, ended: str, then: str) -> bool:
    changes = [one[0] for one in _clashes_of_swap(view)]
    told = (changes.count(1), changes.count(-1)) == (int(added), int(ended))
    return told and view.now.missing() + sum(changes) == int(then) != int(text)


@says(r"That counts only the clashes (added), but (UNIT) would (get another|lose a repeated) DIGIT\.")
@says(r"That looks at the (rows|columns) alone, but (UNIT) would (get another|lose a repeated) DIGIT\.")
@says(r"That looks at (CELL) alone, but (UNIT) would (get another|lose a repeated) DIGIT\.")
@says(r"That is the number (before) the swap, but (UNIT) would (get another|lose a repeated) DIGIT\.")
def _(view: View, text: str, seen: str, *rest: str) -> bool:
    *_, unit, how, symbol = rest
    digit, change = view.digit(symbol), 1 if how == "get another" else -1
    unseen = [one for one in _clashes_of_swap(view) if not _sees(view, seen, *one)]
    total = view.now.missing() + sum(one[0] for one in _clashes_of_swap(view))
    told = (change, unit, digit) in [one[:3] for one in unseen]
    return told and int(text) == total - sum(one[0] for one in unseen)


def _sees(view: View, seen: str, change: int, unit: str, digit: int, cell: int) -> bool:
    if seen == "added":
        return change > 0
    if seen in ("rows", "columns"):
        return unit.startswith(seen[:-1])
    return seen != "before" and view.cell(seen) == cell


@says(r"That is the wrong way round: (no|\d+) clash(?:es)? would be added, and (none|\d+) would end\.")
def _(view: View, text: str, added: str, ended: str) -> bool:
    changes = [one[0] for one in _clashes_of_swap(view)]
    told = changes.count(1) == int(added.replace("no", "0")), changes.count(-1) == int(ended.replace("none", "0"))
    return all(told) and int(text) == view.now.missing() - sum(changes) != view.now.missing() + sum(changes)


def _clashes_of_swap(view: View) -> list[tuple[int, str, int, int]]:
    """Return each clash that the swap adds (1) or removes (-1), with its unit, digit and cell."""
    values, found, cells = view.now.values, list[tuple[int, str, int, int]](), view.rules.cells(view.question.ask)
    for cell, beside in (cells, cells[::-1]):
        for unit, its in view.rules.units.items():
            held = [values[one] for one in its if one not in cells]
            if cell in its and beside not in its:
                found += [(1, unit, values[beside], cell)] * (values[beside] in held)
                found += [(-1, unit, values[cell], cell)] * (values[cell] in held)
    return found


@says(r"Every digit is in UNIT, once\.")
def _(view: View, text: str, unit: str) -> bool:
    return text == unit and view.now.held_in(unit) == view.rules.digits
