"""Checks sentences about searches."""

from __future__ import annotations

import re
from itertools import product
from math import comb

from scenes import Scene
from sentence_checks import CAGE, CELL, DIGIT, KIND, says

from puzzles import alphabet_of
from solvers import techniques
from solvers.core.board import Candidates
from solvers.core.finding import Finding
from solvers.core.step import GAVE_UP, Step, Why, guess
from solvers.sat import cnf


@says(r"Suppose CELL is DIGIT: (.+) are possible there\. Level NUMBER\.")
def _(s: Scene, cell: str, digit: str, choices: str, level: str) -> bool:
    opened = s.before.level + 1 == s.after.level == int(level)
    return s.names(cell, digit) and opened and _lists_candidates(s, choices, cell)


@says(r"Suppose CELL is DIGIT: ((?:CELL = )?DIGIT.*) (has|have) been tried(?:, (.+) (is|are) left)?\. Level NUMBER\.")
def _(s: Scene, cell: str, digit: str, tried: str, *more: str | None) -> bool:
    *_, number, left, verb, level = more
    counted = re.search(r" and (\d+) more$", tried)
    tried = tried[: counted.start()] if counted else tried
    named = [name.split(" = ") if " = " in name else [cell, name] for name in re.split(", | and ", tried)]
    told = [(s.cell(name), s.digit(symbol)) for name, symbol in named]
    really = list(dict.fromkeys((guess.cell, guess.digit) for guess in s.tried))
    here = [other for at, other in really if at == s.cell(cell)]
    opened = [other for other in s.before.open_candidates(s.cell(cell)) if other not in here]
    grammar = (number == "have") == (len(really) > 1) and (verb == "are") == (bool(left) and len(opened) > 1)
    symbols = alphabet_of(s.before.puzzle)
    listed = _lists(left or "", [symbols[other - 1] for other in opened])
    known = listed if left else len(here) < len(really) or s.step.digit in here
    every = len(told) + int(counted[1] if counted else 0) == len(really)
    return (
        s.names(cell, digit)
        and every
        and grammar
        and told == really[: len(told)]
        and known
        and s.after.level == int(level or 0)
    )


@says(
    r"CELL has the fewest candidates: ([^(]+)(?: \((the first|one) of NUMBER cells with NUMBER\))?\. "
    r"Suppose it is DIGIT\. Level NUMBER\."
)
def _(
    s: Scene, cell: str, choices: str, which: str | None, number: str | None, size: str | None, digit: str, level: str
) -> bool:
    sizes = {at: len(s.before.open_candidates(at)) for at in s.before.geometry.cells if not s.before.values[at]}
    least = [at for at, size in sizes.items() if size == min(sizes.values())]
    first = s.cell(cell) == least[0] if which == "the first" else s.cell(cell) in least
    opened = s.before.level + 1 == s.after.level == int(level)
    tied = len(least) == int(number or 1) and min(sizes.values()) == int(size or min(sizes.values()))
    return s.names(cell, digit) and opened and _lists_candidates(s, choices, cell) and first and tied


@says(r"Nothing has fewer choices than CELL: (.+)\. Suppose it is DIGIT\. Level NUMBER\.")
def _(s: Scene, cell: str, choices: str, digit: str, level: str) -> bool:
    fewest = len(s.before.open_candidates(s.cell(cell))) == _fewest_choices(s)
    opened = s.before.level + 1 == s.after.level == int(level)
    return s.names(cell, digit) and opened and fewest and _lists_candidates(s, choices, cell)


@says(r"Nothing has fewer choices than UNIT's DIGIT: (.+)\. Suppose it is in CELL\. Level NUMBER\.")
def _(s: Scene, unit: str, digit: str, places: str, cell: str, level: str) -> bool:
    cells = s.open(unit, digit)
    shown = _lists(places, [s.before.geometry.name(at) for at in cells]) and len(cells) == _fewest_choices(s)
    return s.names(cell, digit) and shown and s.before.level + 1 == s.after.level == int(level)


def _lists_candidates(s: Scene, choices: str, cell: str) -> bool:
    """Return whether a sentence lists the candidates of a cell, of which there are at least two."""
    symbols, candidates = alphabet_of(s.before.puzzle), s.before.open_candidates(s.cell(cell))
    return _lists(choices, [symbols[digit - 1] for digit in candidates]) and len(candidates) > 1


def _lists(said: str, names: list[str]) -> bool:
    """Return whether a sentence lists names, of which it may leave out the last if it counts them."""
    counted = re.search(r" and (\d+) more$", said)
    listed = re.split(", | and ", said[: counted.start()] if counted else said)
    whole = len(listed) + int(counted[1] if counted else 0) == len(names)
    return whole and listed == names[: len(listed)] and len(listed) <= 6


def _fewest_choices(s: Scene) -> int:
    """Return the smallest number of digits for a cell, or of cells for a digit that a unit lacks and must have."""
    board, geometry = s.before, s.before.geometry
    sizes = [len(board.open_candidates(at)) for at in geometry.cells if not board.values[at]]
    for unit in filter(lambda unit: unit.complete, geometry.units):
        held = {board.values[at] for at in unit.cells}
        sizes += [
            sum(digit in board.open_candidates(at) for at in unit.cells)
            for digit in geometry.digits if digit not in held
        ]  # fmt: skip
    return min(sizes)


@says(r"CELL has only one digit left: DIGIT\.")
def _(s: Scene, cell: str, digit: str) -> bool:
    return s.names(cell, digit) and s.before.open_candidates(s.cell(cell)) == [s.digit(digit)]


@says(r"UNIT's DIGIT has only one place: CELL\.")
def _(s: Scene, unit: str, digit: str, cell: str) -> bool:
    return s.names(cell, digit) and s.open(unit, digit) == [s.cell(cell)]


@says(
    r"CELL must be DIGIT: no other cell of UNIT can hold it\. "
    r"It was struck (.+?)(?:; every other cell is filled or sees an? (DIGIT))?\."
)
def _(s: Scene, cell: str, digit: str, unit: str, why: str, *again: str | None) -> bool:
    told, d = [s.cell(cell)], s.digit(digit)
    for cells, how in re.findall(rf"from ((?:{CELL}(?:, | and )?)+) by (.+?)(?=,? (?:and )?from|$)", why):
        for name in re.findall(CELL, cells):
            told.append(s.cell(name))
            assert _is_called(s, s.strikes[told[-1], d], how)
    rest = {*s.in_(unit)} - {*told}
    seen = all(s.before.values[other] or d in s.held(other) for other in rest)
    assert bool(rest) == (again[0] is not None) and again[0] in (None, digit)
    return s.names(cell, digit) and s.open(unit, digit) == [s.cell(cell)] and seen


@says(r"Suppose CELL is not DIGIT\. Level NUMBER\.")
def _(s: Scene, cell: str, digit: str, level: str) -> bool:
    return s.names(cell, digit) and not s.step.sign and s.after.level == int(level)


@says(r"Try DIGIT in CELL: no cell of its row, column or box holds it\. Level NUMBER\.")
def _(s: Scene, digit: str, cell: str, level: str) -> bool:
    return s.names(cell, digit) and s.step.digit not in s.held(s.cell(cell)) and s.after.level == int(level)


@says(r"CELL cannot be DIGIT: CELL holds it in UNIT\.")
def _(s: Scene, cell: str, digit: str, holder: str, unit: str) -> bool:
    return s.names(cell, digit) and s.before.values[s.cell(holder)] == s.step.digit and s.in_unit(unit, cell, holder)


@says(r"DIGIT is struck from CELL: CELL holds it in UNIT\.")
def _(s: Scene, digit: str, cell: str, holder: str, unit: str) -> bool:
    struck = s.step.digit in s.before.open_candidates(s.cell(cell)) and s.step.digit not in s.after.open_candidates(
        s.cell(cell)
    )
    holds = s.before.values[s.cell(holder)] == s.step.digit
    return s.names(cell, digit) and struck and holds and s.in_unit(unit, cell, holder)


@says(r"Everything with CELL = DIGIT has been tried, so DIGIT is struck there\.")
def _(s: Scene, cell: str, digit: str, again: str) -> bool:
    assert s.undone is not None
    return digit == again and s.names(cell, digit) and s.undone[0] is guess(s.cell(cell), s.digit(digit))


@says(r"All solutions with CELL = DIGIT have been found: DIGIT is struck there to find another\.")
def _(s: Scene, cell: str, digit: str, again: str) -> bool:
    return digit == again and s.names(cell, digit) and s.undone == (guess(s.cell(cell), s.digit(digit)), True)


@says(r"CELL must be DIGIT: every other digit is already in its row, column or box\.")
def _(s: Scene, cell: str, digit: str) -> bool:
    return s.names(cell, digit) and s.held(s.cell(cell)) | {s.digit(digit)} == set(s.before.geometry.digits)


_DIGITS = r"(?<!\w)((?:every other digit|[0-9A-Z](?:(?:, | and )(?:[0-9A-Z]\b|\d+ more))*))"
_SEEN = rf"(?:is|are) in its {KIND}(?:(?:, | or ){KIND})*"
_STRUCK = r"(?:(?:was|were) struck )?by [^;:]+|(?:is|are) already struck"
_WAYS = r"(?: \([^()=:;]*\+[^()=:;]*\))?"
_LOST = rf"(?:no longer fits? (?:{CAGE}{_WAYS}|the \w+ at {CELL})|{_STRUCK}|{_SEEN})"
_FORM = rf"{_DIGITS} ({_LOST})"
_PART = re.sub(r"\((?!\?)", "(?:", _FORM)


@says(rf"CELL must be DIGIT: ({_PART}(?:; {_PART})*)\.")
def _(s: Scene, cell: str, digit: str, why: str) -> bool:
    at, every = s.cell(cell), {*s.before.geometry.digits} - {s.digit(digit)}
    told = set[int]()
    for part in why.split("; "):
        found = re.fullmatch(_FORM, part)
        assert found
        named = _named(s, found[1], {one for one in every if _is_lost(s, at, one, found[2])})
        assert named and not named & told
        told |= named
    return s.names(cell, digit) and told == every


def _is_lost(s: Scene, cell: int, digit: int, how: str) -> bool:
    """Return whether a digit cannot be in a cell for the reason that is given."""
    seen, struck = digit in s.held(cell), s.strikes.get((cell, digit))
    if re.fullmatch(_SEEN, how) or seen:
        return seen and bool(re.fullmatch(_SEEN, how))
    if how.endswith("already struck"):
        return not struck and digit not in s.before.open_candidates(cell)
    if " by " in f" {how}":
        return struck is not None and _is_called(s, struck, how.split("by ", 1)[1])
    return not struck and _breaks(s, re.sub("no longer fits? ", "", how), cell, digit)


_OTHERWISE = {
    Why.REFUTED: "a refuted guess",
    Why.ENUMERATE: "the search for another solution",
    Why.LEARNT_CLAUSE: "a learnt clause",
    Why.GUESS: "a guess",
    Why.ASSUMED: "an assumption",
    Why.BY_HAND: "a guess by hand",
}
"""What strikes are called that neither a rule nor a technique has made."""


def _is_called(s: Scene, struck: Step, name: str) -> bool:
    """Return whether a step that struck a candidate may be called so: by its rule, or by its technique and units."""
    name = _without_ways(s, name, {struck.digit})
    geometry, finding = s.before.geometry, struck.detail
    if of_a_rule := re.fullmatch(rf"({CAGE}|the \w+ at {CELL})(?: \(it needs an? ({DIGIT}) in (.+)\))?", name):
        rule, (whose, needed, where) = geometry.numbered_rules.get(struck.unit), of_a_rule.groups()
        if rule is None or whose != rule.called(geometry.name(rule.cells[0])):
            return False
        if not needed:
            return struck.cell in rule.cells
        seen = {s.cell(one) for one in re.findall(CELL, where)} & {*rule.cells} & {*geometry.peers[struck.cell]}
        return s.digit(needed) == struck.digit and len(seen) == len(re.findall(CELL, where))
    if not isinstance(finding, Finding):
        return name == _OTHERWISE.get(struck.why)
    name, _, evidence = name.removesuffix(")").rpartition(" (")
    words, *where = re.split(" in (?=row|col|box|reg|dia|win)", name)
    units = [geometry.groups[unit] for unit in finding.units] if where else []
    title = techniques.get(finding.technique).title.split(" (")[0].lower()
    in_units = all(re.search(rf"{unit.kind}\w*(?: \d+,?| and)* {unit.number}\b", where[0]) for unit in units)
    return title in words.lower() and in_units and _is_evident(s, finding, evidence)


def _without_ways(s: Scene, name: str, digits: set[int]) -> str:
    """Return the name of a cage without the combinations after it, which are all that are left and have no digit."""
    if not (found := re.fullmatch(rf"({CAGE}) \(((?:[^()=]*\+)+[^()=]*)\)", name)):
        return name
    cage = next(
        rule for rule in s.before.geometry.rules if rule.called(s.before.geometry.name(rule.cells[0])) == found[1]
    )
    may = [[s.before.values[cell]] if s.before.values[cell] else s.before.open_candidates(cell) for cell in cage.cells]
    left = {frozenset(way) for way in product(*may) if sum(way) == cage.args[0] and len({*way}) == len(way)}
    told = {frozenset(map(s.digit, one.split("+"))) for one in found[2].split(" or ")}
    return found[1] if told == left and not digits & set().union(*left) else "a cage with other ways"


def _is_evident(s: Scene, finding: Finding, evidence: str) -> bool:
    """Return whether cells are a pattern's, with its digits if there are several, or an equation follows from it."""
    if "=" in evidence:
        return _follows(s, finding, *evidence.split(" = "))
    nodes = [candidates for chain in finding.chains for _, candidates, _ in chain]
    marked = {cell for its in (*nodes, *(its for _, its in finding.marks)) for cell, _ in its}
    named, digits = {s.cell(one) for one in re.findall(CELL, evidence)}, {*finding.digits}
    told = {s.digit(one) for one in re.split(", | and ", evidence.rpartition(" in ")[0]) if one}
    wanted = digits if len(digits) > 1 and not finding.chains else set[int]()
    return bool(named) and named <= {*finding.cells} | marked and told == wanted


def _follows(s: Scene, finding: Finding, *sides: str) -> bool:
    """Return whether an equation is what houses and cages leave over, with the digits of the cells it leaves out."""
    geometry, values = s.before.geometry, s.before.values
    area = {cell for unit in finding.units for cell in geometry.units[unit].cells}
    cages = [geometry.numbered_rules[number] for number in finding.covers]
    covered = {cell for cage in cages for cell in cage.cells}
    more = sum(geometry.digits) * len(finding.units) - sum(cage.args[0] for cage in cages)
    left, right = ({s.cell(one) for one in re.findall(CELL, side)} for side in sides)
    number = int((re.findall(r"(?:^|\+ )(\d+)$", sides[1]) or ["0"])[0])
    if left <= covered - area and right <= area - covered:
        area, covered, more = covered, area, -more
    known = [*((cell, 1) for cell in area - covered - left), *((cell, -1) for cell in covered - area - right)]
    told = sum(sign * (values[cell] or [*s.before.open_candidates(cell), 0][0]) for cell, sign in known)
    return left <= area - covered and right <= covered - area and number == more - told


def _named(s: Scene, listed: str, fitting: set[int]) -> set[int]:
    """Return the digits that are listed, each of which must fit, or all that do if more are only counted."""
    if listed == "every other digit":
        return fitting
    named = {s.digit(one) for one in re.findall(r"[0-9A-Z]\b(?! more)", listed)}
    assert named <= fitting
    return fitting if "more" in listed else named


def _breaks(s: Scene, name: str, cell: int, digit: int) -> bool:
    """Return whether a digit in a cell leaves no way to keep a rule with a name, whatever was struck there."""
    name = _without_ways(s, name, {digit})
    for rule in s.before.geometry.rules:
        if cell in rule.cells and rule.called(s.before.geometry.name(rule.cells[0])) == name:
            its = [{s.before.values[one]} - {0} or {*s.before.open_candidates(one)} for one in rule.cells]
            its[rule.cells.index(cell)] = {digit}
            if not rule.can_be_kept([sum(1 << one for one in each) for each in its]):
                return True
    return False


@says(r"CELL is DIGIT in the SAT solver's answer\. The search for it could not be watched\.")
def _(s: Scene, cell: str, digit: str) -> bool:
    return (
        s.names(cell, digit) and s.after.values[s.cell(cell)] == s.digit(digit) and s.before.values[s.cell(cell)] == 0
    )


@says(r"Dead end: every digit is already in CELL's row, column or box\.")
def _(s: Scene, cell: str) -> bool:
    dead = s.cell(cell) == s.step.cell and s.before.values[s.cell(cell)] == 0
    return dead and s.held(s.cell(cell)) == set(s.before.geometry.digits)


@says(r"Dead end: every digit is struck from CELL\.")
def _(s: Scene, cell: str) -> bool:
    dead = s.cell(cell) == s.step.cell and s.before.values[s.cell(cell)] == 0
    return dead and s.before.mode is not Candidates.NONE and s.before.open_candidates(s.cell(cell)) == []


@says(r"CELL and CELL are both DIGIT in UNIT: this puzzle has no solution\.")
def _(s: Scene, one: str, other: str, digit: str, unit: str) -> bool:
    givens = s.before.puzzle.givens
    return (
        one != other and s.in_unit(unit, one, other) and givens[s.cell(one)] == givens[s.cell(other)] == s.digit(digit)
    )


@says(
    r"(Go back: |To find another solution, |"
    r"Back from level NUMBER to level NUMBER: )"
    r"CELL (=|≠) DIGIT (?:and NUMBER more digits? are undone|is undone, and NUMBER digits? with it|is undone)\."
    r"(?: The clause now says that CELL is (not )?DIGIT\.)?"
)
def _(
    s: Scene,
    why: str,
    left: str | None,
    level: str | None,
    cell: str,
    sign: str,
    digit: str,
    more: str | None,
    alone: str | None,
    there: str | None,
    denied: str | None,
    forced: str | None,
) -> bool:
    guessed = s.guesses[s.step.level]
    fallen = (guessed.cell, guessed.digit, guessed.sign) == (s.cell(cell), s.digit(digit), sign == "=")
    with_it = s.before.filled - s.after.filled - (sign == "=")
    answered = s.answered[s.step.level] or not why.startswith("To find")
    assert level is None or (int(left or 0), int(level)) == (s.before.level, s.after.level)
    counted = int(more or alone or 0) == with_it and not (more if sign == "≠" else alone)
    assert (there is None) == (level is None or s.just_learnt is None)
    return fallen and counted and answered and (there is None or _forces(s, there, denied is None, forced or ""))


def _forces(s: Scene, cell: str, positive: bool, digit: str) -> bool:
    """Check that it is the only literal of the learnt clause that is not false already where the jump ends."""
    symbols, clause = s.before.geometry.symbols, s.just_learnt or ()
    literal = (s.cell(cell) * symbols + s.digit(digit)) * (1 if positive else -1)
    levels = {one: s.level_of_false(one) for one in clause}
    return literal in clause and [one for one, level in levels.items() if (level or 0) > s.after.level] == [literal]


@says(
    r"Back from level NUMBER to level NUMBER: levels? NUMBER(?: (?:and|to) NUMBER)? had no part in the conflict\."
    r" The clause now says that CELL is (not )?DIGIT\."
)
def _(
    s: Scene, left: str, level: str, first: str, last: str | None, there: str, denied: str | None, forced: str
) -> bool:
    """Check that every literal of the learnt clause became false at the level left, or at most at the target level."""
    assert s.just_learnt is not None
    between = range(int(first), int(last or first) + 1)
    levels = [s.level_of_false(literal) for literal in s.just_learnt]
    went = (int(left), int(level)) == (s.before.level, s.after.level) == (between[-1] + 1, between[0] - 1)
    assert _forces(s, there, denied is None, forced)
    return went and len(between) > 0 and not set(levels) & {None, *between} and levels.count(int(left)) == 1


@says(r"(?:Assume that|By hand: suppose) CELL is (not )?DIGIT\. Level NUMBER\.")
def _(s: Scene, cell: str, negation: str | None, digit: str, level: str) -> bool:
    opened = s.before.level + 1 == s.after.level == int(level)
    return s.names(cell, digit) and s.step.sign is (negation is None) and opened


@says(r"The guess by hand that CELL is (not )?DIGIT is skipped: CELL is DIGIT already\.")
def _(s: Scene, cell: str, negation: str | None, digit: str, other: str, held: str) -> bool:
    about = s.names(cell, digit) and s.step.sign is (negation is None) and cell == other
    return about and s.before.values[s.cell(cell)] == s.digit(held)


@says(r"The guess by hand that CELL is DIGIT is skipped: CELL holds it in UNIT already\.")
def _(s: Scene, cell: str, digit: str, holder: str, unit: str) -> bool:
    about = s.names(cell, digit) and not s.before.values[s.cell(cell)]
    return about and s.before.values[s.cell(holder)] == s.digit(digit) and s.in_unit(unit, cell, holder)


@says(r"Dead end: (no solution|no further solution) is possible with CELL = DIGIT( and the guess(es)? before it)?\.")
def _(s: Scene, nothing: str, cell: str, digit: str, before: str | None, plural: str | None) -> bool:
    """Check that the guess is the last one open. (Tests that count solutions check that nothing is left to try.)"""
    last, level = s.guesses[-1], s.before.level
    stands = last is guess(s.cell(cell), s.digit(digit), why=Why.BY_HAND) and len(s.guesses) == level
    counted = (before is not None) == (level > 1) and (plural is not None) == (level > 2)
    return s.names(cell, digit) and stands and counted and (nothing != "no solution") == bool(s.step.detail)


@says(r"Dead end: CELL would have to be DIGIT, which was already struck there\.")
@says(r"CELL = DIGIT is skipped: DIGIT was already struck there\.")
def _(s: Scene, cell: str, digit: str, *again: str) -> bool:
    same = not again or again == (digit,)
    return same and s.names(cell, digit) and s.false(s.cell(cell), s.digit(digit), True)


@says(r"Suppose CELL is DIGIT: the other digits were already struck there\. Level NUMBER\.")
def _(s: Scene, cell: str, digit: str, level: str) -> bool:
    opened = s.before.level + 1 == s.after.level == int(level)
    return s.names(cell, digit) and opened and s.before.open_candidates(s.cell(cell)) == [s.digit(digit)]


@says(
    r"Nothing on the board was deduced: everything since the givens is undone before a "
    r"guess by hand\."
)
def _(s: Scene) -> bool:
    return tuple(s.after.values) == s.before.puzzle.givens and s.after.level == 0


@says(r"The guess by hand that CELL is (not )?DIGIT is skipped: DIGIT is struck there already\.")
def _(s: Scene, cell: str, negation: str | None, digit: str, struck: str) -> bool:
    about = s.names(cell, digit) and s.step.sign is (negation is None) and digit == struck
    return about and not s.before.values[s.cell(cell)] and s.false(s.cell(cell), s.digit(digit), True)


@says(r"Dead end: the assumptions leave no solution: (.+)\.")
def _(s: Scene, clause: str) -> bool:
    """Check that all guesses that the clause denies are open except the last one, which is impossible."""
    symbols = s.before.geometry.symbols
    guessed = {(one.cell * symbols + one.digit) * (1 if one.sign else -1) for one in s.guesses}
    broken = [literal for literal in s.step.detail if -literal not in guessed]
    return s.is_its_clause(clause) and len(broken) == 1 and s.level_of_false(-broken[0]) is not None


@says(r"(?:Go back: |To find another solution, )everything since the givens is undone\.")
def _(s: Scene) -> bool:
    return tuple(s.after.values) == s.before.puzzle.givens and s.after.level == 0


@says(r"Restart: back to level NUMBER\.")
def _(s: Scene, level: str) -> bool:
    return s.after.level == int(level)


@says(
    r"The rules and (?:givens|the digits on the board) become a formula: "
    r"([\d,]+) variables, ([\d,]+) clauses(?: \((\w+)\))?\."
)
def _(s: Scene, variables: str, clauses: str, encoding: str | None) -> bool:
    puzzle = s.before.puzzle.with_values(s.before.values)
    if encoding not in (None, "extended"):
        made = list(cnf.ENCODINGS[encoding].clauses(puzzle))
        numbers = {abs(literal) for clause in made for literal in clause}
        return (variables, clauses) == (f"{len(numbers):,}", f"{len(made):,}")
    symbols, cells = puzzle.geometry.symbols, len(puzzle.geometry.cells)
    expected = cells * (1 + symbols * (symbols - 1) // 2) + puzzle.clues
    expected += sum(symbols * (unit.complete + comb(len(unit.cells), 2)) for unit in puzzle.geometry.units)
    return int(variables.replace(",", "")) == cells * symbols and int(clauses.replace(",", "")) == expected


@says(
    r"Solved: every row, column and box holds each digit once"
    rf"(?:, and no {KIND} holds a digit twice)?(?:, and [^.]+)?\."
)
def _(s: Scene) -> bool:
    return s.before.solution().is_solution_of(s.before.puzzle)


@says(r"DIGIT is struck from CELL\.")
def _(s: Scene, digit: str, cell: str) -> bool:
    return s.names(cell, digit) and s.step.digit not in s.after.open_candidates(s.cell(cell))


@says(r"CELL must be DIGIT\.")
def _(s: Scene, cell: str, digit: str) -> bool:
    return s.names(cell, digit) and s.after.values[s.cell(cell)] == s.step.digit


@says(r"CELL must be DIGIT: no other cell of UNIT can hold it\.")
def _(s: Scene, cell: str, digit: str, unit: str) -> bool:
    return s.names(cell, digit) and s.open(unit, digit) == [s.cell(cell)]


@says(r"CELL must be DIGIT: it is the last blank of UNIT\.")
def _(s: Scene, cell: str, digit: str, unit: str) -> bool:
    blanks = [other for other in s.in_(unit) if not s.before.values[other]]
    return s.names(cell, digit) and blanks == [s.cell(cell)] and s.lacks(unit) == [s.digit(digit)]


@says(r"CELL = DIGIT is already placed: it is asserted, and struck from every cell that must differ\.")
def _(s: Scene, cell: str, digit: str) -> bool:
    at = s.cell(cell)
    return at == s.step.cell and s.before.values[at] == s.digit(digit) and not s.before.puzzle.givens[at]


@says(r"CELL = DIGIT is given: it is asserted, and struck from every cell that must differ\.")
def _(s: Scene, cell: str, digit: str) -> bool:
    return s.cell(cell) == s.step.cell and s.before.puzzle.givens[s.step.cell] == s.digit(digit)


@says(r"CELL gets DIGIT at random: one of the digits that UNIT lacks\.")
def _(s: Scene, cell: str, digit: str, unit: str) -> bool:
    return s.names(cell, digit) and s.in_unit(unit, cell) and s.digit(digit) in s.lacks(unit)


@says(r"Try an order of the missing digits of UNIT: DIGIT in CELL, and so on\. Level NUMBER\.")
def _(s: Scene, unit: str, digit: str, cell: str, level: str) -> bool:
    first = next(other for other in s.in_(unit) if not s.before.values[other])
    its_digit = s.names(cell, digit) and s.cell(cell) == first and s.digit(digit) in s.lacks(unit)
    return its_digit and s.before.level + 1 == s.after.level == int(level)


@says(r"CELL is DIGIT in the order being tried for UNIT\.")
def _(s: Scene, cell: str, digit: str, unit: str) -> bool:
    tried = s.guesses[-1]
    same = s.in_unit(unit, cell, s.before.geometry.name(tried.cell)) and tried.why is Why.ORDER
    return same and s.names(cell, digit) and s.digit(digit) in s.lacks(unit)


@says(r"Dead end: no order of the missing digits of UNIT fits\.")
def _(s: Scene, unit: str) -> bool:
    blanks = [cell for cell in s.in_(unit) if not s.before.values[cell]]

    def fits(at: int, missing: list[int]) -> bool:
        return at == len(blanks) or any(
            fits(at + 1, [other for other in missing if other != digit])
            for digit in missing
            if digit not in s.held(blanks[at])
        )

    return bool(blanks) and not fits(0, s.lacks(unit))


@says(r"Dead end: UNIT has no cell left for DIGIT\.")
def _(s: Scene, unit: str, digit: str) -> bool:
    return s.digit(digit) == s.step.digit and s.open(unit, digit) == []


@says(r"Dead end: CELL and CELL are both DIGIT in UNIT\.")
def _(s: Scene, one: str, other: str, digit: str, unit: str) -> bool:
    both = s.before.values[s.cell(one)] == s.before.values[s.cell(other)] == s.digit(digit)
    return both and one != other and s.in_unit(unit, one, other)


@says(r"The method ends here, without an answer\. It may miss a solution that exists\.")
def _(s: Scene) -> bool:
    return s.step is GAVE_UP


@says(r"Look at CELL\.")
def _(s: Scene, cell: str) -> bool:
    return s.cell(cell) == s.step.cell


@says(r"Dead end: the clues and guesses so far contradict each other\.")
def _(s: Scene) -> bool:
    return s.step.why is Why.NONE
