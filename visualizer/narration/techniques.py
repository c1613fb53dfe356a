"""Explains a technique's findings in sentences that give the cells, digits and units involved, and the reason.

Each technique's sentence is written by its own function, which uses only the finding and the puzzle's shape and
symbols. The result always comes last, in the same form: "4 is struck from r2c7". Singles are plain steps, whose
sentences are in :mod:`visualizer.narration.captions`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from puzzles.figures import counted
from puzzles.geometry import Cell, Digit, plural
from puzzles.puzzle import Puzzle
from puzzles.rules.cage import Cage
from puzzles.rules.lines import Clue
from puzzles.rules.rule import Rule
from solvers import techniques
from solvers.core.finding import BASE, COVER, EXTRA, FIN, ONE, OTHER, PIVOT, Candidate, Chain, Finding, Node
from solvers.core.step import Step, Why
from visualizer.text.spans import Caption, Span, capitalised, listed, shortened, with_article
from visualizer.timeline.condition import technique_words

# Building blocks for sentences about findings, and the registry of those sentences.


MOST_CELLS = 12
"""The maximum number of cells to list. Longer lists say how many more there are."""


@dataclass(frozen=True)
class FindingWords:
    """A finding and the names of its cells, digits and units."""

    finding: Finding
    puzzle: Puzzle

    def __getitem__(self, fact: str) -> object:
        """Return a fact by the name that templates use."""
        return _FACTS[fact](self)

    def cell(self, cell: Cell) -> str:
        return self.puzzle.geometry.name(cell)

    def cells(self, cells: Iterable[Cell], last: str = "and") -> str:
        return listed(shortened([self.cell(cell) for cell in cells], MOST_CELLS), last)

    def digit(self, digit: Digit) -> str:
        return self.puzzle.symbol(digit)

    def digits(self, digits: Iterable[Digit], last: str = "and") -> str:
        return listed([self.digit(digit) for digit in digits], last)

    def unit(self, unit: int) -> str:
        return self.puzzle.geometry.called(unit)

    def units(self, units: Iterable[int], last: str = "and") -> str:
        """Return the names of units, such as "row 2", "rows 2 and 5" or "row 2 and box 1"."""
        found = [self.puzzle.geometry.units[unit] for unit in units]
        if len(found) > 1 and len({unit.kind for unit in found}) == 1 and not any(unit.label for unit in found):
            return f"{plural(found[0].kind)} {listed([str(unit.number) for unit in found], last)}"
        return listed([str(unit) for unit in found], last)

    @property
    def other_cell(self) -> str:
        """The cells that a subset strikes from: those of its units or, if units cross elsewhere too, what sees it."""
        units = [self.puzzle.geometry.units[unit] for unit in self.finding.units]
        inside = {cell for unit in units for cell in unit.cells}.issuperset(cell for cell, _ in self.finding.strikes)
        return f"other cell of {self.units(self.finding.units, 'or')}" if inside else "cell that sees them all"

    def marked(self, role: str, last: str = "and") -> str:
        return self.cells(dict.fromkeys(cell for cell, _ in self.finding.marked(role)), last)

    @property
    def held(self) -> dict[Cell, int]:
        """The marked candidates of each cell, as masks."""
        found: dict[Cell, int] = {}
        for _, candidates in self.finding.marks:
            for cell, digit in candidates:
                found[cell] = found.get(cell, 0) | 1 << digit
        return found

    @property
    def title(self) -> str:
        return techniques.get(self.finding.technique).title

    @property
    def result(self) -> str:
        """The result in words, such as "r1c1 must be 3" or "4 is struck from r2c7 and r2c8; 5 from r3c1"."""
        if self.finding.places:
            of = {d: [cell for cell, its in self.finding.places if its == d] for _, d in self.finding.places}
            each = {digit: " each" * (len(cells) > 1) for digit, cells in of.items()}
            return listed([f"{self.cells(of[digit])} must{each[digit]} be {self.digit(digit)}" for digit in of])
        by_digit: dict[Digit, list[Cell]] = {}
        for cell, digit in sorted(self.finding.strikes):
            by_digit.setdefault(digit, []).append(cell)
        by_cells: dict[tuple[Cell, ...], list[Digit]] = {}
        for digit in sorted(by_digit):
            by_cells.setdefault(tuple(by_digit[digit]), []).append(digit)
        (cells, digits), *others = by_cells.items()
        texts = [f"{self.digits(its)} from {self.cells(held)}" for held, its in others]
        first = f"{self.digits(digits)} {'are' if len(digits) > 1 else 'is'} struck from {self.cells(cells)}"
        return "; ".join((first, *texts))


Sentence = Callable[[FindingWords, Finding], str]
_SWAP = "the four could swap them, giving a second solution, but the puzzle is assumed to have only one"
_ROOFS = f"{{title}}: {{floor}} have only {{pair}}. If {{roof}} were {{pair}} too, {_SWAP}"
"""How the sentence about a unique rectangle with two roof cells begins."""
SENTENCES: dict[str, Sentence | str] = {
    **dict.fromkeys(
        ("locked_pointing", "locked_claiming"),
        "In {u[0]} the {d[0]}s can only be in {v[0]} ({cells}), so no other cell of {v[0]} can be {d[0]}",
    ),
    **dict.fromkeys(
        ("naked_pair", "naked_triple", "naked_quad"),
        "{title}: {cells} have only {digits} between them, so no {other_cell} can be {any_digit}",
    ),
    **dict.fromkeys(
        ("hidden_pair", "hidden_triple", "hidden_quad"),
        "{title}: {digits} can only be in {cells} of {u[0]}, so these hold nothing else",
    ),
    **dict.fromkeys(
        ("x_wing", "swordfish", "jellyfish"),
        "{title}: in {units} the {d[0]}s can only be in {covers}, so these have their {d[0]}s there",
    ),
    **dict.fromkeys(
        ("skyscraper", "two_string_kite", "turbot_fish"),
        "{title}: the {d[0]} of {u[0]} is in {c[1]} or {c[0]}, that of {u[1]} in {c[2]} or {c[3]}. "
        "{c[1]} and {c[2]} see each other and are not both {d[0]}, so {c[0]} or {c[3]} is",
    ),
    "empty_rectangle": "{title}: in {u[0]} the {d[0]}s can only be in {u[1]} and {u[2]}. If {c[0]} is {d[0]}, the "
    "{d[0]} of {u[0]} is in {u[2]}; if not, {c[1]} is {d[0]}, the only other cell for it in {u[3]}. Either way",
    "xy_wing": "{title}: {c[0]} is {d[0]} or {d[1]}. If it is {d[0]}, {c[1]} is {d[2]}; if {d[1]}, {c[2]} is {d[2]}. "
    "So one of {c[1]} and {c[2]} is {d[2]}, and a cell that sees them both is not",
    "xyz_wing": "{title}: {c[0]} is {any_in_order}. If it is {d[0]}, {c[1]} is {d[2]}; if {d[1]}, {c[2]} is {d[2]}. "
    "So one of {c[0]}, {c[1]} and {c[2]} is {d[2]}, and a cell that sees them all is not",
    "w_wing": "{title}: {c[0]} and {c[1]} have only {in_order}. The {d[0]} of {u[0]} is in {c[2]}, which {c[0]} sees, "
    "or in {c[3]}, which {c[1]} sees. So one of the two is {d[1]}",
    "remote_pairs": "{title}: {cells} have only {d[0]} and {d[1]}, and each sees the next, so they take turns. "
    "One of {ends} is {d[0]} and the other {d[1]}, and a cell that sees both is neither",
    "unique_rectangle_1": "{title}: {c[0]}, {c[1]} and {c[2]} have only {digits}. If {c[3]} were one of these too, "
    f"{_SWAP}",
    "unique_rectangle_2": f"{_ROOFS}. So one of {{roof}} is {{d[2]}}",
    "unique_rectangle_3": f"{_ROOFS}. So one of {{roof}} is {{extra}}; it and {{besides}} have only {{subset}} between "
    "them, and no other cell of {u[0]} can be {any_of_subset}",
    "unique_rectangle_4": f"{_ROOFS}. One of {{roof}} is {{d[0]}}, because in {{u[0]}} no other cell can be; "
    "so neither is {d[1]}",
    "bug_plus_1": "{title}: every blank but {c[0]} has two candidates. Without {d[0]} there, every digit would have "
    "two places in each unit that lacks it. Such a grid never has just one solution, but the puzzle is assumed to",
    "als_xy_wing": "{three_sets}. Every cell for {d[0]} in the first set sees all those in the second; every cell for "
    "{d[1]}, all those in the third. The first can lack {d[0]} or {d[1]}, but not both, so the second lacks {d[0]} or "
    "the third lacks {d[1]}; whichever does holds {d[2]}",
    "sue_de_coq": "{title}: {cells}, with {one} in {u[0]} and {other} in {u[1]}, are {number} cells for {digits}. "
    "No digit can be in two of these cells, so each is in one",
}
"""For each technique, its sentence up to the result, which is added later: a template, or a function if it has several
forms.
"""


def explains(*names: str) -> Callable[[Sentence], Sentence]:
    """Register the decorated function as the one that writes the sentence for these techniques."""

    def register(sentence: Sentence) -> Sentence:
        SENTENCES.update(dict.fromkeys(names, sentence))
        return sentence

    return register


def explain(finding: Finding, puzzle: Puzzle) -> Caption:
    """Describe a finding. Raises ``LookupError`` if the technique is unknown."""
    words = FindingWords(finding, puzzle)
    try:
        sentence = SENTENCES[techniques.get(finding.technique).name]
        reason = sentence.format_map(words) if isinstance(sentence, str) else sentence(words, finding)
    except (IndexError, KeyError, ValueError):  # third-party findings may lack details that the sentence needs
        reason = words.title
    return Span(f"{reason}: "), Span(words.result, "deduced"), Span(".")


def named_by(step: Step, puzzle: Puzzle) -> str:
    """Return what a step that struck a candidate is called later, so that it can be checked on the board: "the cage of
    15 at r1c1", "a naked pair in row 2 (4 and 6 in r2c3 and r2c5)".
    """
    finding, words = step.detail, technique_words(step.why)[0].split(" (")[0]
    if step.why is Why.ENUMERATE:
        return "the search for another solution"
    if step.why in (Why.CONSTRAINT, Why.COMBINATIONS):
        return puzzle.geometry.called(step.unit)
    if not isinstance(finding, Finding):
        return words
    its = FindingWords(finding, puzzle)
    if step.why is Why.NEEDED_DIGIT:
        places = its.marked(OTHER, "or")
        return f"{puzzle.geometry.called(step.unit)} (it needs {with_article(puzzle.symbol(step.digit))} in {places})"
    where = f" in {its.units(finding.units)}" if finding.units and not finding.chains else ""
    return f"{words}{where} ({_evidence(its, finding)})"


def _evidence(w: FindingWords, f: Finding) -> str:
    """Return the cells of a pattern, with its digits if there are several, or what a rule of 45 says of cells. A chain
    has its cells alone.
    """
    if f.technique in ("rule_of_45", "large_rule_of_45"):
        return _equation(w, *_balance(w, f))
    in_chains = (candidates for one in f.chains for _, candidates, _ in one)
    marked = chain.from_iterable(in_chains if f.chains else (candidates for _, candidates in f.marks))
    cells = dict.fromkeys(f.cells or (cell for cell, _ in marked))
    named = listed(shortened([w.cell(cell) for cell in cells]))
    digits = {*f.digits}
    return f"{w.digits(sorted(digits))} in {named}" if len(digits) > 1 and not f.chains else named


_FACTS: dict[str, Callable[[FindingWords], object]] = {
    "title": lambda w: w.title,
    "c": lambda w: [w.cell(cell) for cell in w.finding.cells],
    "d": lambda w: [w.digit(digit) for digit in w.finding.digits],
    "u": lambda w: [w.unit(unit) for unit in w.finding.units],
    "v": lambda w: [w.unit(unit) for unit in w.finding.covers],
    "cells": lambda w: w.cells(w.finding.cells),
    "digits": lambda w: w.digits(w.finding.digits),
    "in_order": lambda w: w.digits(sorted(w.finding.digits)),
    "units": lambda w: w.units(w.finding.units),
    "covers": lambda w: w.units(w.finding.covers),
    "any_digit": lambda w: w.digits(w.finding.digits, "or"),
    "any_in_order": lambda w: w.digits(sorted(w.finding.digits), "or"),
    "other_cell": lambda w: w.other_cell,
    "ends": lambda w: w.cells((w.finding.cells[0], w.finding.cells[-1])),
    "three_sets": lambda w: _sets(w, PIVOT, ONE, OTHER),
    "one": lambda w: w.marked(ONE),
    "other": lambda w: w.marked(OTHER),
    "number": lambda w: len({cell for _, candidates in w.finding.marks for cell, _ in candidates}),
    # Of a unique rectangle with two roof cells.
    "floor": lambda w: w.cells(w.finding.cells[:2]),
    "roof": lambda w: w.cells(w.finding.cells[2:4]),
    "pair": lambda w: w.digits(sorted(w.finding.digits[:2])),
    "extra": lambda w: w.digits(sorted({digit for _, digit in w.finding.marked(EXTRA)}), "or"),
    "besides": lambda w: w.cells(w.finding.cells[4:]),
    "subset": lambda w: w.digits(w.finding.digits[2:]),
    "any_of_subset": lambda w: w.digits(w.finding.digits[2:], "or"),
}
"""The facts that templates name."""


@explains(*(f"{kind}_{fish}" for kind in ("finned", "sashimi") for fish in ("x_wing", "swordfish", "jellyfish")))
def _(w: FindingWords, f: Finding) -> str:
    bases, covers, digit, fins = w.units(f.units), w.units(f.covers), w.digit(f.digits[0]), w.marked(FIN)
    if len(f.marked(FIN)) == 1:
        unless, then = f"If {fins} is not {digit}", f"if it is, no other cell in its box is {digit}"
    else:
        unless, then = f"If none of {fins} is {digit}", f"if one is, no other cell in their box is {digit}"
    return (
        f"{w.title}: apart from {fins}, the {digit}s of {bases} can only be in {covers}. "
        f"{unless}, {covers} have their {digit}s there; {then}. Either way"
    )


@explains("simple_colouring")
def _(w: FindingWords, f: Finding) -> str:
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


# Sentences about rules. What a cell may hold is said only of the cells that the argument rests on.


MOST_COMBINATIONS = 5
"""The maximum number of combinations to list."""
MOST_OTHERS = 3
"""The maximum number of other cells of a cage to list."""


LEFT = " with the candidates left"


@explains("one_left")
def _(w: FindingWords, f: Finding) -> str:
    rule = w.puzzle.geometry.numbered_rules[f.units[0]]
    if not isinstance(rule, Cage):
        return _law(w, rule)
    others = [w.digit(digit) for _, digit in f.marked(BASE)]
    if not others:
        return f"{w.title}: {w.unit(f.units[0])} has one cell"
    rest = " \N{MINUS SIGN} ".join((str(rule.args[0]), *others))
    return f"{w.title}: {rest} leaves {w.digit(f.places[0][1])} for {w.unit(f.units[0])}"


@explains("combinations")
def _(w: FindingWords, f: Finding) -> str:
    rule = w.puzzle.geometry.numbered_rules[f.units[0]]
    if not isinstance(rule, Cage):
        return _law(w, rule)
    if not any(digit in one for one in _left_of(w, rule, f.cells) for _, digit in f.strikes):
        return f"{w.title}: {_can_be(w, rule)}"
    (cell, _), digits = f.strikes[0], [digit for _, digit in f.strikes]
    others = [other for other in rule.cells if other != cell]
    rests = listed([str(rule.args[0] - digit) for digit in digits], "or")
    named = w.cells(others) if len(others) <= MOST_OTHERS else f"the other {len(others)} cells"
    need = f"{named} would have to {'make' if len(others) > 1 else 'be'} {rests}, but {_may_hold(w)}"
    return f"{w.title}: with {w.digits(digits, 'or')} in {w.cell(cell)} of {w.unit(f.units[0])}, {need}"


def _law(w: FindingWords, rule: Rule) -> str:
    """Say what a rule demands and what the cells that a finding rests on may hold, or what else would come about."""
    (cell, digit), *_ = w.finding.strikes or [(cell, 3 - digit) for cell, digit in w.finding.places]
    if told := rule.told(w.puzzle, {*w.finding.cells, cell}):
        return capitalised(f"with {w.digit(digit)} in {w.cell(cell)}, {told}")
    return capitalised(", and ".join(filter(None, (rule.says(w.puzzle), _may_hold(w)))))


def _left_of(w: FindingWords, cage: Cage, cells: Sequence[Cell]) -> list[tuple[Digit, ...]]:
    """Return the combinations that are left for a cage by what some of its cells may hold."""
    held, every = w.held, w.puzzle.geometry.every
    masks = [held.get(cell, every) if cell in cells else every for cell in cage.cells]
    return cage.combinations(masks, w.puzzle.geometry.symbols)


def _can_be(w: FindingWords, cage: Cage) -> str:
    """Say which combinations are left for a cage, as in "the cage of 15 at r1c1 can only be 1+5+9 or 2+4+9". If the
    cells that the finding rests on would leave more, all of the cage's candidates are the reason.
    """
    name, left = f"{w.unit(w.finding.units[0])} ({counted(len(cage.cells), 'cell')})", _left_of(w, cage, cage.cells)
    alone = left == _left_of(w, cage, w.finding.cells)
    holds = f", as {_may_hold(w)}" * bool(alone and w.finding.cells)
    if len(left) > MOST_COMBINATIONS and w.finding.digits:
        return f"all {len(left)} combinations left for {name} have {w.digits(w.finding.digits)}{holds}"
    if len(left) > MOST_COMBINATIONS:
        struck = w.digits(sorted({digit for _, digit in w.finding.strikes}), "or")
        return f"none of the {len(left)} combinations left for {name} has {struck}{holds}"
    ways = listed(["+".join(map(w.digit, one)) for one in left], "or")
    return f"{name} can only be {ways}{holds if alone else LEFT}"


def _may_hold(w: FindingWords) -> str:
    """Return what the cells that a finding rests on may hold."""
    return may_hold(w.puzzle, {cell: w.held[cell] for cell in w.finding.cells})


def may_hold(puzzle: Puzzle, masks: Mapping[Cell, int]) -> str:
    """Return what cells may hold, as in "r1c1 is 8, and r1c2 and r1c4 are 4 or 6"; "" for no cells."""
    alike: dict[int, list[str]] = {}
    for cell, mask in masks.items():
        alike.setdefault(mask, []).append(puzzle.geometry.name(cell))
    held = ((listed(shortened(cells, MOST_CELLS)), len(cells) > 1, mask) for mask, cells in alike.items())
    *others, last = [f"{cells} {'are' if many else 'is'} {_one_of(puzzle, mask)}" for cells, many, mask in held] or [""]
    return f"{', '.join(others)}, and {last}" if others else last


def _one_of(puzzle: Puzzle, mask: int) -> str:
    """Return the digits of a mask, as in "4 or 6", or all others if these are far fewer, as in "not 9"."""
    digits = puzzle.geometry.digits
    held, lost = ([puzzle.symbol(digit) for digit in digits if (mask >> digit & 1) == here] for here in (1, 0))
    return f"not {listed(lost, 'or')}" if 2 * len(lost) < len(held) else listed(held, "or")


@explains("numbers_and_dots")
def _(w: FindingWords, f: Finding) -> str:
    rules = [(w.unit(number), w.puzzle.geometry.numbered_rules[number]) for number in f.units]
    numbers, dots = ({name: rule for name, rule in rules if isinstance(rule, Clue) is its} for its in (True, False))
    if not f.cells and (known := _known(numbers, dots)):
        return f"{w.title}: {known}"
    have = f"{listed([*dots])} {'each have' if len(dots) > 1 else 'has'} two lines or none"
    laws = (rule.says(w.puzzle) for rule in numbers.values())
    return capitalised(", and ".join(filter(None, (*laws, have, _may_hold(w)))))


def _known(numbers: Mapping[str, Rule], dots: Mapping[str, Rule]) -> str:
    """Return why a pattern that everybody knows decides edges, if it is one: a corner, or two 3s."""
    if len(numbers) == len(dots) == 1 and len(*(rule.cells for rule in dots.values())) == 2:
        its = f"just one of its four is{' not' * ((3,) in [rule.args for rule in numbers.values()])}"
        return f"at the corner of the board, both edges of {min(numbers)} are lines, or neither is, and {its}"
    if len(numbers) == 1 or any(rule.args != (3,) for rule in numbers.values()):
        return ""
    if len(dots) == 1:
        return f"{listed([*numbers])} each have a line to the dot between them, which has room for no more"
    return f"without a line between {listed([*numbers])}, the rest closes a loop; with it, one more fits at each end"


@explains("needed_digit")
def _(w: FindingWords, f: Finding) -> str:
    rule, digit = w.puzzle.geometry.numbered_rules[f.units[0]], w.digit(f.digits[0])
    law = f"{w.title}: {_can_be(w, rule)}" if isinstance(rule, Cage) else _law(w, rule)
    cells = [cell for cell, _ in f.marked(OTHER)]
    return f"{law}. So {digit} is in {w.cells(cells, 'or')}, and a cell that sees {_them(cells)} is not {digit}"


def _them(cells: Sequence[Cell]) -> str:
    return "both" if len(cells) == 2 else "them all"


MOST_CAGES = 9
"""The maximum number of cages to add up. More are only counted, and can be seen on the board."""


@explains("rule_of_45", "large_rule_of_45")
def _(w: FindingWords, f: Finding) -> str:
    inside, outside, more = _balance(w, f)
    makes = f"{'make' if len(f.units) > 1 else 'makes'} {_whole(w, f)}"
    reason = f"{w.title.split(' (')[0]}: {w.units(f.units)} {makes}, and {_added(w, f, inside, outside)}"
    if f.places:
        return reason
    return f"{reason}. So {', and '.join(filter(None, (_difference(w, inside, outside, more), _may_hold(w))))}"


def _balance(w: FindingWords, f: Finding) -> tuple[list[Cell], list[Cell], int]:
    """Return what a rule of 45 leaves over in its houses, what sticks out, and how much more the former make."""
    inside, outside = ([*dict.fromkeys(cell for cell, _ in f.marked(role))] for role in (BASE, COVER))
    return inside, outside, _whole(w, f) - sum(_sums(w, f))


def _whole(w: FindingWords, f: Finding) -> int:
    return len(f.units) * sum(w.puzzle.geometry.digits)


def _sums(w: FindingWords, f: Finding) -> list[int]:
    return [w.puzzle.geometry.numbered_rules[cage].args[0] for cage in f.covers]


def _added(w: FindingWords, f: Finding, inside: list[Cell], outside: list[Cell]) -> str:
    """Say what the cages of a rule of 45 make, as in "the cages inside make 10 + 21 + 8 = 39"."""
    sums, one = _sums(w, f), len(f.covers) == 1
    cages = "the cage" if one else "the cages" if len(sums) <= MOST_CAGES else f"the {len(sums)} cages"
    cages += f" that cover{'s' * one} {'them' if len(f.units) > 1 else 'it'}" if outside else " inside"
    cages += f" except {w.cells(inside)}" * bool(inside and outside)
    cages += f", with {w.cells(outside)} outside," * bool(outside)
    added = f"{' + '.join(map(str, sums))} = " * (1 < len(sums) <= MOST_CAGES)
    return f"{cages} make{'s' * one} {added}{sum(sums)}"


def _equation(w: FindingWords, inside: list[Cell], outside: list[Cell], more: int) -> str:
    """Return by how much some cells make more than others, as in "r1c1 + r1c2 = r2c3 + 4". The number includes the
    digits that are known, unless they leave a single cell.
    """
    known = {cell: mask.bit_length() - 1 for cell, mask in w.held.items() if not mask & mask - 1}
    known = known if len(known) + 1 < len(inside) + len(outside) else {}
    more += sum(known.get(cell, 0) for cell in outside) - sum(known.get(cell, 0) for cell in inside)
    inside, outside = ([cell for cell in cells if cell not in known] for cells in (inside, outside))
    if more < 0 or not inside:
        inside, outside, more = outside, inside, -more
    right = [*map(w.cell, outside), *([str(more)] if more or not outside else [])]
    return f"{' + '.join(map(w.cell, inside))} = {' + '.join(right)}"


def _difference(w: FindingWords, inside: list[Cell], outside: list[Cell], more: int) -> str:
    """Say by how much the digits of some cells make more than those of others, which may be none."""
    if more < 0 or not inside:
        inside, outside, more = outside, inside, -more
    makes = f"{w.cells(inside)} {'make' if len(inside) > 1 else 'is'}"
    if not more:
        return f"{makes} as much as {w.cells(outside)}"
    return f"{makes} {more} more than {w.cells(outside)}" if outside else f"{makes} {more}"


# Sentences for chains, almost locked sets, forcing chains and nets. See :mod:`visualizer.narration.techniques`. A
# chain is read from its start: "if r1c1 is not 5, r1c7 is 5 (row 1), so r3c8 is not 5 but 2". The reasons are in
# brackets, except that a cell with two digits left holds one if not the other. In a net, where a conclusion may
# depend on several others together, the reason may be just that nothing else is left: "r1c7 is 5 (only place left in
# row 1), r3c8 is 2 (nothing else is left there)".


def _said(w: FindingWords, node: Node) -> str:
    """Describe what a node states, as in "r1c1 is 5", "r1c1 or r1c2 is 5" or "r1c1 and r1c2 are not 5"."""
    true, candidates, _ = node
    cells, digit = [cell for cell, _ in candidates], w.digit(candidates[0][1])
    if true:
        return f"{w.cells(cells, 'or')} is {digit}"
    return f"{w.cells(cells)} {'are' if len(cells) > 1 else 'is'} not {digit}"


def _why(w: FindingWords, node: Node) -> str:
    """Explain why a node's statement follows."""
    true, _, unit = node
    return "" if not true else f" ({w.unit(unit)})" if unit >= 0 else " (its only other digit)"


def _why_in_net(w: FindingWords, node: Node) -> str:
    """Explain why a node's statement follows in a net, where the alternatives may have been ruled out one by one."""
    unit = node[2]
    return f" (only place left in {w.unit(unit)})" if unit >= 0 else " (nothing else is left there)"


def chain_text(w: FindingWords, chain: Chain) -> str:
    """Return a whole chain as a sentence starting with "if"."""
    first, *rest = chain
    if not rest:
        return f"if {_said(w, first)}, this holds at once"
    texts: list[str] = []
    named: Cell | None = _cell(first)
    for node in rest:
        digit = w.digit(node[1][0][1])
        if named is None or named != _cell(node):
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


def _begun(w: FindingWords) -> str:
    return f"{w.title}: {chain_text(w, w.finding.chains[0])}"


@explains("x_chain", "xy_chain", "aic", "grouped_aic")
def _(w: FindingWords, f: Finding) -> str:
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
def _(w: FindingWords, f: Finding) -> str:
    chain = f.chains[0]
    if f.variant == "discontinuous":
        return f"{_begun(w)}. So {'it' if len(chain[0][1]) == 1 else 'one of them'} is in any case"
    last, first = _said(w, chain[-1]), _said(w, chain[0])
    return (
        f"{_begun(w)}; and if {last}, {first}. This is a loop: of two neighbours that rule each other out, "
        "one is true, and what both rule out is not"
    )


def _set(w: FindingWords, candidates: tuple[Candidate, ...]) -> str:
    """Describe a set, as in "r1c1 and r1c2 have 3, 5 and 7"."""
    cells = list(dict.fromkeys(cell for cell, _ in candidates))
    digits = sorted({digit for _, digit in candidates})
    return f"{w.cells(cells)} {'have' if len(cells) > 1 else 'has'} {w.digits(digits)}"


def _sets(w: FindingWords, *roles: str) -> str:
    sets = "; ".join(_set(w, w.finding.marked(role)) for role in roles)
    return f"{w.title}: {sets}: each has one more digit than cells"


@explains("als_xz")
def _(w: FindingWords, f: Finding) -> str:
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


@explains("forcing_chain")
def _(w: FindingWords, f: Finding) -> str:
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
def _(w: FindingWords, f: Finding) -> str:
    start, digit = w.cell(f.cells[0]), w.digit(f.digits[0])
    follows = [_said(w, knot[-1]) + _why_in_net(w, knot[-1]) for knot in f.chains if knot[-1][0]]
    if f.variant == "cell":
        death = f"{w.cell(f.cells[1])} has no digit left"
    else:
        death = f"{w.unit(f.units[0])} has no place for {w.digit(f.digits[1])}"
    then = f"then in turn {listed(follows)}, and {death}" if follows else f"then {death}"
    return f"{w.title}: if {start} is {digit}, {then}. So it is not"
