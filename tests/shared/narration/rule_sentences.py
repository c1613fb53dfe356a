"""Checks sentences about rules beyond rows, columns and boxes, by trying every way to fill the cells."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import product

from scenes import Scene
from sentence_checks import CAGE, CELL
from technique_sentences import cells, digits, left, sees, struck, tells, units

from puzzles.rules.cage import Cage
from puzzles.rules.rule import Rule
from visualizer.text.spans import capitalised

_DIGITS = r"[1-9A-Z](?:(?:, | or )[1-9A-Z])*"
HOLDS = rf"{CELL}(?:(?:, | and ){CELL})* (?:is|are) (?:not )?{_DIGITS}"
MAY = rf"({HOLDS}(?:(?:, and |, ){HOLDS})*)"
"""What several cells may hold."""
ONE_CAGE = rf"({CAGE}) \((\d+) cells?\)"
COMBINATIONS = r"([1-9A-Z+]+(?:(?:, | or )[1-9A-Z+]+)*)"


def may_hold(s: Scene, text: str | None) -> dict[int, set[int]]:
    """Return what a sentence says that cells may hold, which must be what the board shows."""
    told = dict[int, set[int]]()
    for named, no, some in re.findall(rf"({CELL}(?:(?:, | and ){CELL})*) (?:is|are) (not )?({_DIGITS})", text or ""):
        its = {*s.before.geometry.digits} - digits(s, some) if no else digits(s, some)
        told |= dict.fromkeys(cells(s, named), its)
    for cell, its in told.items():
        held = s.before.values[cell]
        assert its == ({held} if held else left(s, cell)), (cell, its)
    return told


def rule_of(s: Scene) -> Rule:
    return s.before.geometry.numbered_rules[s.step.detail.units[0]]


def cage_of(s: Scene, name: str) -> Cage:
    cage = rule_of(s)
    assert isinstance(cage, Cage) and name == f"the cage of {cage.args[0]} at {s.before.geometry.name(cage.cells[0])}"
    return cage


def fillings(s: Scene, cage: Cage, told: dict[int, set[int]]) -> Iterator[dict[int, int]]:
    """Yield every way to fill a cage with digits that differ and make its sum."""
    for way in product(*(told.get(cell, s.before.geometry.digits) for cell in cage.cells)):
        if sum(way) == cage.args[0] and len({*way}) == len(way):
            yield dict(zip(cage.cells, way, strict=True))


def sets_of(s: Scene, cage: Cage, told: dict[int, set[int]]) -> set[frozenset[int]]:
    return {frozenset(way.values()) for way in fillings(s, cage, told)}


def listed_sets(s: Scene, text: str) -> set[frozenset[int]]:
    return {frozenset(map(s.digit, one.split("+"))) for one in re.split(", | or ", text)}


def excluded(s: Scene, ways: Iterable[dict[int, int]], result: str) -> bool:
    gone = [(cell, digit) for digit, at in struck(s, result).items() for cell in at]
    return all(way[cell] != digit for way in ways for cell, digit in gone)


BY_ALL = "( with the candidates left)"


def held_in(s: Scene, cage: Cage) -> dict[int, set[int]]:
    """Return what each cell of a cage may hold."""
    return {cell: {s.before.values[cell]} if s.before.values[cell] else left(s, cell) for cell in cage.cells}


def reason(s: Scene, cage: Cage, may: str | None, by_all: bool) -> dict[int, set[int]]:
    """Return what a sentence says that a cage's cells may hold. It names no combination that the board excludes."""
    told = held_in(s, cage) if by_all else may_hold(s, may)
    assert sets_of(s, cage, told) == sets_of(s, cage, held_in(s, cage))
    return told


@tells(rf"Combinations: {ONE_CAGE} can only be {COMBINATIONS}(?:{BY_ALL}|, as {MAY})?: <RESULT>\.")
def _(s: Scene, name: str, number: str, sets: str, *rest: str | None) -> bool:
    by_all, may, result = rest
    cage = cage_of(s, name)
    told = reason(s, cage, may, bool(by_all))
    assert len(cage.cells) == int(number) and sets_of(s, cage, told) == listed_sets(s, sets) and result
    assert not {*struck(s, result)} & set().union(*listed_sets(s, sets))
    return excluded(s, fillings(s, cage, told), result)


@tells(rf"Combinations: none of the (\d+) combinations left for {ONE_CAGE} has ({_DIGITS})(?:, as {MAY})?: <RESULT>\.")
def _(s: Scene, many: str, name: str, number: str, lacked: str, may: str | None, result: str) -> bool:
    cage = cage_of(s, name)
    told = may_hold(s, may) if may else held_in(s, cage)
    sets = sets_of(s, cage, told)
    assert digits(s, lacked) == {*struck(s, result)}
    return len(sets) == int(many) and len(cage.cells) == int(number) and not {*struck(s, result)} & set().union(*sets)


@tells(rf"One left: (\d+)((?: − [1-9A-Z])+) leaves <D> for ({CAGE}): <C> must be <D>\.")
def _(s: Scene, total: str, others: str, rest: str, name: str, cell: str, digit: str) -> bool:
    cage, values = cage_of(s, name), s.before.values
    held = [s.digit(one) for one in re.findall(r"− (.)", others)]
    assert sorted(held) == sorted(values[one] for one in cage.cells if one != s.cell(cell))
    return rest == digit and int(total) == cage.args[0] == sum(held) + s.digit(digit)


@tells(rf"One left: ({CAGE}) has one cell: <C> must be <D>\.")
def _(s: Scene, name: str, cell: str, digit: str) -> bool:
    cage = cage_of(s, name)
    return cage.cells == (s.cell(cell),) and cage.args == (s.digit(digit),)


@tells(
    rf"Combinations: with ({_DIGITS}) in <C> of ({CAGE}), (?:<CS>|the other (\d+) cells) would have to (make|be) "
    rf"([\d, or]+), but {MAY}: <RESULT>\."
)
def _(
    s: Scene, tried: str, cell: str, name: str, named: str | None, many: str | None, verb: str, sums: str, *rest: str
) -> bool:
    (may, result), cage, at = rest, cage_of(s, name), s.cell(cell)
    others, told = {*cage.cells} - {at}, may_hold(s, may)
    assert cells(s, named) == sorted(others) if named else len(others) == int(many or 0)
    assert (verb == "be") == (len(others) == 1) and at not in told
    tries = [s.digit(digit) for digit in re.split(", | or ", tried)]
    assert [int(one) for one in re.split(", | or ", sums)] == [cage.args[0] - digit for digit in tries]
    assert struck(s, result) == {digit: {at} for digit in tries}
    return excluded(s, fillings(s, cage, told), result)


def law_of(s: Scene, law: str, may: str | None) -> tuple[Rule, list[int]]:
    """Return the rule that a sentence speaks of, and what its cells may hold as masks."""
    rule, told, every = rule_of(s), may_hold(s, may), s.before.geometry.every
    assert law == capitalised(rule.says(s.before.puzzle)) and {*told} <= {*rule.cells}
    return rule, [sum(1 << digit for digit in told[cell]) if cell in told else every for cell in rule.cells]


LAW = r"((?:r\d+c\d+|One of|The digits) [^,:.]*?)"


@tells(rf"{LAW}(?:, and {MAY})?: ([1-9A-Z](?:(?:, | and )[1-9A-Z])* (?:is|are) struck from r[^:]+)\.")
def _(s: Scene, law: str, may: str | None, result: str) -> bool:
    if s.step.detail is None or s.step.detail.technique != "combinations":
        return False
    rule, masks = law_of(s, law, may)
    fits = rule.filter(masks)
    gone = struck(s, result)
    return all(not fits[rule.cells.index(cell)] >> digit & 1 for digit, at in gone.items() for cell in at)


@tells(rf"{LAW}(?:, and {MAY})?: <C> must be <D>\.")
def _(s: Scene, law: str, may: str | None, cell: str, digit: str) -> bool:
    rule, masks = law_of(s, law, may)
    return rule.filter(masks)[rule.cells.index(s.cell(cell))] == 1 << s.digit(digit)


def needed(s: Scene, digit: str, named: str, them: str, again: str, result: str) -> bool:
    places, inside = cells(s, named), rule_of(s).cells
    assert digit == again and (them == "both") == (len(places) == 2)
    assert set(places) == {cell for cell in inside if not s.before.values[cell] and s.digit(digit) in left(s, cell)}
    gone = struck(s, result)
    return [*gone] == [s.digit(digit)] and all(
        cell not in inside and all(sees(s, cell, other) for other in places) for cell in gone[s.digit(digit)]
    )


_NEEDED = r"\. So <D> is in <CS>, and a cell that sees (both|them all) is not <D>: <RESULT>\."


@tells(rf"Needed digit: {ONE_CAGE} can only be {COMBINATIONS}(?:{BY_ALL}|, as {MAY})?{_NEEDED}")
def _(s: Scene, name: str, _number: str, sets: str, by_all: str | None, may: str | None, *rest: str) -> bool:
    cage, (digit, *rest) = cage_of(s, name), rest
    assert sets_of(s, cage, reason(s, cage, may, bool(by_all))) == listed_sets(s, sets)
    return all(s.digit(digit) in one for one in listed_sets(s, sets)) and needed(s, digit, *rest)


@tells(rf"Needed digit: all (\d+) combinations left for {ONE_CAGE} have <D>(?:, as {MAY})?{_NEEDED}")
def _(s: Scene, many: str, name: str, _number: str, has: str, may: str | None, digit: str, *rest: str) -> bool:
    cage = cage_of(s, name)
    sets = sets_of(s, cage, may_hold(s, may) if may else held_in(s, cage))
    return (
        len(sets) == int(many)
        and has == digit
        and all(s.digit(digit) in one for one in sets)
        and needed(s, digit, *rest)
    )


@tells(rf"{LAW}(?:, and {MAY})?{_NEEDED}")
def _(s: Scene, law: str, may: str | None, digit: str, *rest: str) -> bool:
    rule, masks = law_of(s, law, may)
    return not rule.moves([mask & ~(1 << s.digit(digit)) for mask in masks]) and needed(s, digit, *rest)


_HOUSES = (
    r"Rule of 45: <US> makes? (\d+), and the (cages?|\d+ cages) "
    r"(inside|that covers? (?:it|them)(?: except <CS>)?(?:, with <CS> outside,)?) makes? ((?:\d+ \+ )+\d+ = )?(\d+)"
)


def balance(
    s: Scene, houses: str, whole: str, many: str, how: str, *sums: str | None
) -> tuple[set[int], set[int], int]:
    """Return the innies and outies, and how much more the former make, from the cages that the finding counts."""
    geometry, finding = s.before.geometry, s.step.detail
    area = [cell for unit in units(s, houses) for cell in unit]
    cages = [geometry.numbered_rules[number] for number in finding.covers]
    covered = [cell for cage in cages for cell in cage.cells]
    assert len({*area}) == len(area) and len({*covered}) == len(covered)
    assert int(whole) == len(area) // geometry.symbols * sum(geometry.digits)
    *_, added, total = sums
    assert int(total or 0) == sum(cage.args[0] for cage in cages)
    assert many == ("cage" if len(cages) == 1 else "cages" if len(cages) <= 9 else f"{len(cages)} cages")
    told = [cage.args[0] for cage in cages] if 1 < len(cages) <= 9 else []
    assert [int(one) for one in re.findall(r"\d+", added or "")] == told
    inside, outside = {*area} - {*covered}, {*covered} - {*area}
    named = {*cells(s, how)}
    assert named == (inside | outside if "except" in how else outside) and (how == "inside") == (not outside)
    return inside, outside, int(whole) - int(total or 0)


@tells(rf"{_HOUSES}: <C> must be <D>\.")
def _(s: Scene, houses: str, whole: str, many: str, how: str, *rest: str | None) -> bool:
    *sums, cell, digit = rest
    inside, outside, more = balance(s, houses, whole, many, how, *sums)
    at = s.cell(cell or "")
    return abs(more) == s.digit(digit or "") and (inside, outside) == (({at}, set()) if more > 0 else (set(), {at}))


@tells(rf"{_HOUSES}\. So <CS> (is|makes?) (?:(\d+)(?: more than <CS>)?|as much as <CS>)(?:,? and {MAY})?: <RESULT>\.")
def _(s: Scene, houses: str, whole: str, many: str, how: str, *rest: str | None) -> bool:
    *sums, named, verb, by, others, equals, may, result = rest
    inside, outside, more = balance(s, houses, whole, many, how, *sums)
    one, other = {*cells(s, named or "")}, {*cells(s, others or equals or "")}
    assert (one, other, int(by or 0)) in ((inside, outside, more), (outside, inside, -more)), (one, other, by)
    assert (verb == "is") == (len(one) == 1)
    told = may_hold(s, may)
    gone = struck(s, result or "")
    everywhere = {(cell, digit) for digit, at in gone.items() for cell in at}
    for cell, digit in everywhere:
        differ = len(one | other) == len(one) and any(one <= {*unit.cells} for unit in s.before.geometry.units)
        ways = {(digit if cell in one else -digit, frozenset({digit}) if differ else frozenset[int]())}
        for at in (one | other) - {cell}:
            sign = 1 if at in one else -1
            ways = {
                (total + sign * each, used | {each} if differ else used)
                for total, used in ways
                for each in told.get(at, s.before.geometry.digits)
                if each not in used
            }
        assert not any(total == int(by or 0) for total, _ in ways), (cell, digit)
    return bool(everywhere)
