"""Works out which questions may be asked and which answers are right, without using the code that makes questions."""

from __future__ import annotations

import re
from itertools import islice, permutations
from random import Random

from made import solutions_of
from question_view import Judge, View, asks

from solvers.core.step import Kind
from solvers.techniques import ladder


@asks("next-cell", r"Which of these cells does the search turn to next\?")
def next_cell(view: View) -> Judge:
    rule = view.rule()
    least = min(map(rule, view.now.blanks()))
    if rule(view.step.cell) != least:
        view.faults.append("the search turns to another cell")
    return lambda text: view.cell(text) in view.now.blanks() and rule(view.cell(text)) == least


@asks("next-row", r"Which row does the search turn to next\?")
def next_row(view: View) -> Judge:
    first = view.now.blanks()[0] // view.rules.side
    return lambda text: text == f"row {first + 1}" == f"row {view.step.cell // view.rules.side + 1}"


@asks("next-digit", r"CELL = DIGIT has been undone\. Which digit does the search write there next\?")
def next_digit(view: View, name: str, symbol: str) -> Judge:
    cell, was = view.cell(name), view.digit(symbol)
    left = sorted(digit for digit in view.now.open(cell) if digit > was)
    end = view.steps[view.question.shown - 1]
    if end.kind is Kind.GUESS and (end.cell, end.digit) != (cell, left[0]) or end.kind is Kind.BACKTRACK and left:
        view.faults.append("the run tries another digit")
    if view.previous.kind is not Kind.BACKTRACK or view.now.values[cell]:
        view.faults.append("nothing has been undone there")
    return lambda text: not left if text.startswith("none") else left[:1] == [view.digit(text)]


@asks("where-back", r"(?:This is a dead end\.|That is a solution, and the search goes on to the next\.) "
      r"Which of these cells loses its digit now\?")  # fmt: skip
def where_back(view: View) -> Judge:
    if (view.previous.kind is Kind.SOLVED) != view.question.ask.startswith("That is a solution"):
        view.faults.append("what has happened is not told")
    return lambda text: bool(view.now.values[view.cell(text)]) and not view.then.values[view.cell(text)]


@asks("will-it-hold", r"The search is about to try CELL = DIGIT\. Will that lead to a solution\?")
@asks("will-it-hold", r"The search is about to try CELL = DIGIT, which leads to a dead end\. "
      r"Which of these cells will have no digit left\?")  # fmt: skip
def will_it_hold(view: View, name: str, symbol: str) -> Judge:
    values = list(view.now.values)
    values[view.cell(name)] = view.digit(symbol)
    tried = view.puzzle.with_values(values)
    holds = bool(tried.is_valid() and solutions_of(tried, 1))

    def is_right(text: str) -> bool:
        if text == "yes" or holds:
            return holds == (text == "yes")
        assert view.dead is not None and (view.question.clickable or text.startswith("no: no digit fits ")), text
        ended, cell = view.dead[1].values, view.cell(text)
        in_run = not ended[cell] and {ended[peer] for peer in view.rules.peers[cell]} >= view.rules.digits
        return in_run or cell in elsewhere

    elsewhere = set().union(*(_dead_ends(view, values, order) for order in range(12)))
    return is_right


@asks("will-it-hold", r"The search is about to try CELL = DIGIT, which leads to a dead end\. "
      r"How many more digits does it write before it comes to a cell where none fits\?")  # fmt: skip
def how_many_more(view: View, name: str, symbol: str) -> Judge:
    assert view.dead is not None
    end, board = view.dead
    values = [*view.now.values]
    values[view.cell(name)] = view.digit(symbol)
    blanks = [cell for cell, digit in enumerate(values) if not digit]
    if (view.cell(name), view.digit(symbol)) != (view.step.cell, view.step.digit):
        view.faults.append("it tries something else")
    if end.cell not in blanks or {board.values[peer] for peer in view.rules.peers[end.cell]} < view.rules.digits:
        view.faults.append("a digit fits the cell")
    return lambda text: int(text) == sum(1 for cell in blanks if board.values[cell])


def _dead_ends(view: View, values: list[int], order: int) -> set[int]:
    """Write naked singles in a random order, and return the cells of the first dead end on the way."""
    values, random = values[:], Random(order)
    while True:
        left = {
            cell: view.rules.digits - {values[peer] for peer in view.rules.peers[cell]}
            for cell, value in enumerate(values)
            if not value
        }
        singles = [cell for cell, digits in left.items() if len(digits) == 1]
        if not all(left.values()) or not singles:
            return {cell for cell, digits in left.items() if not digits}
        cell = random.choice(singles)
        (values[cell],) = left[cell]


@asks("who-forbids", r"CELL cannot be DIGIT\. Which of these cells forbids it\?")
def who_forbids(view: View, name: str, symbol: str) -> Judge:
    return lambda text: view.sees(name, text) and view.holds(text, symbol)


@asks("how-many-left", r"How many digits do the row, column and box of CELL leave for it\?")
def how_many_left(view: View, name: str) -> Judge:
    return lambda text: int(text) == view.rules.side - len(view.now.seen(view.cell(name)))


@asks("how-many-lose", r"If CELL became DIGIT, how many other cells would lose the candidate DIGIT\?")
def how_many_lose(view: View, name: str, symbol: str, again: str) -> Judge:
    digit = view.digit(symbol)
    lose = [peer for peer in view.rules.peers[view.cell(name)] if digit in view.now.open(peer)]
    if digit not in view.now.open(view.cell(name)):
        view.faults.append("the cell cannot become that")
    following = view.steps[view.question.position : view.question.position + len(lose)]
    its_own = (view.cell(name), digit) == (view.step.cell, view.step.digit)
    said = its_own and view.solver.candidates.name == "SAID" and len(following) == len(lose)
    if said and {(one.kind, one.cell, one.digit) for one in following} != {
        (Kind.ELIMINATE, cell, digit) for cell in lose
    }:
        view.faults.append("the run strikes other candidates")
    return lambda text: symbol == again and int(text) == len(lose)


@asks("which-digit", r"Which digit must CELL hold\?")
@asks("which-digit", r"CELL is the last blank cell of UNIT\. Which digit goes there\?")
@asks("which-digit", r"CELL gets a digit at random, but one that UNIT lacks\. Which of these can it be\?")
def which_digit(view: View, name: str, unit: str = "") -> Judge:
    held = view.now.held_in(unit) if unit else view.now.seen(view.cell(name))
    if "random" not in view.question.ask and len(held) != view.rules.side - 1:
        view.faults.append("more than one digit is possible")
    return lambda text: view.digit(text) not in held


@asks("where-digit", r"Only one cell of UNIT can still hold DIGIT\. Which one\?")
def where_digit(view: View, unit: str, symbol: str) -> Judge:
    places = view.now.places(unit, view.digit(symbol))
    return lambda text: places == [view.cell(text)]


@asks("guess-or-forced", r"What comes next: a guess, or a digit that is forced\?")
def guess_or_forced(view: View) -> Judge:
    step, now = view.step, view.now
    if step.kind is Kind.FIX:
        units = [name for name, cells in view.rules.units.items() if step.cell in cells]
        alone = now.open(step.cell) == {step.digit}
        if not alone and all(now.places(name, step.digit) != [step.cell] for name in units):
            view.faults.append("the digit is not forced")
    elif len(now.open(step.cell)) < 2:
        view.faults.append("it is not a guess")
    return lambda text: text == ("a guess" if step.kind is Kind.GUESS else "a forced digit")


@asks("dead-end", r"The search is about to find a dead end\. For which of these cells is no digit left\?")
def dead_cell(view: View) -> Judge:
    return lambda text: not view.now.values[view.cell(text)] and not view.now.open(view.cell(text))


@asks("dead-end", r"The search is about to find a dead end\. Which of these has no cell left for DIGIT\?")
def dead_unit(view: View, symbol: str) -> Judge:
    digit = view.digit(symbol)
    return lambda text: not view.now.places(text, digit) and digit not in view.now.held_in(text)


@asks("is-it-solved", r"Every cell has a digit\. Is the grid solved\?")
def is_it_solved(view: View) -> Judge:
    return lambda text: text == ("no" if view.now.missing() else "yes")


@asks("which-level", r"Learnt at level NUMBER: .+\. Its (?:only literal|literals) became false at levels? "
      r"([\d, and]+)\. To which level does the search go back\?")  # fmt: skip
def which_level(view: View, at: str, said: str) -> Judge:
    levels = [view.false_since(literal) for literal in view.previous.detail]
    if sorted(set(levels)) != [int(word) for word in re.findall(r"\d+", said)] or int(at) != len(view.guesses):
        view.faults.append("the levels are others")
    if view.previous.kind is not Kind.LEARN or levels.count(max(levels)) != 1:
        view.faults.append("nothing, or nothing useful, was learnt")
    target = sorted({0, *levels})[-2] if len(levels) > 1 else 0
    return lambda text: int(text) == target == view.step.level


@asks("which-clause", r"Which of these clauses is a unit clause now, and forces a digit\?")
def which_clause(view: View) -> Judge:
    def is_unit(text: str) -> bool:
        values = [view.now.value_of(literal) for literal in view.clause_named(text)]
        return values.count(None) == 1 and True not in values

    return is_unit


@asks("which-literal", r"A learnt clause says: .+\. What follows from it now\?")
def which_literal(view: View) -> Judge:
    clause = view.step.detail
    if not any(one.kind is Kind.LEARN and one.detail == clause for one in view.steps[: view.question.position]):
        view.faults.append("the clause was never learnt")
    left = [literal for literal in clause if view.now.value_of(literal) is not False]
    return lambda text: left == [view.literal(text)]


@asks("which-technique", r"Techniques are tried in this order: (.+)\. "
      r"Which of these is the first that finds something\?")  # fmt: skip
def which_technique(view: View, said: str) -> Judge:
    techniques = {one.title: one for one in ladder()}
    tried = [title for title in techniques if title in [one.text for one in view.question.choices]]
    if said.split("; ") != tried or len(tried) < len(view.question.choices):
        view.faults.append("that is not the order of the techniques offered")
    if not any(one.right and techniques[one.text].why is view.step.why for one in view.question.choices):
        view.faults.append("the run uses another technique")
    first = next((title for title in tried if list(islice(techniques[title].find(view.grid()), 1))), "")
    return lambda text: text == first


@asks("what-goes", r"(.+) in CELLS\. Which of these cells loses its candidate DIGIT\?")
def what_goes(view: View, title: str, pattern: str, symbol: str) -> Judge:
    used = next(one for one in ladder() if one.title == title)
    digit, cells = view.digit(symbol), view.rules.cells(pattern)
    found = [one for one in used.find(view.grid())
             if {cell for _, its in one.marks for cell, _ in its} | set(one.cells) == set(cells)]  # fmt: skip
    struck = {strike for one in found for strike in one.strikes}
    return lambda text: (view.cell(text), digit) in struck


@asks("which-choice", r"Which of these does the search choose next\?")
def which_choice(view: View) -> Judge:
    units = {
        name: [digit for digit in view.rules.digits if digit not in view.now.held_in(name)] for name in view.rules.units
    }
    least = min(len(view.now.places(name, digit)) for name, digits in units.items() for digit in digits)
    least = min(least, *(len(view.now.open(cell)) for cell in view.now.blanks()))
    return lambda text: view.size(text) == least


@asks("how-many-orders", r"In how many orders can the missing digits of UNIT be written, if nothing else matters\?")
def how_many_orders(view: View, unit: str) -> Judge:
    orders = len(list(permutations(view.rules.digits - view.now.held_in(unit))))
    return lambda text: text == f"{orders:,}"


@asks("clashes-after-swap", r"NUMBER clash(?:es)? now, one for each repeat in a row or column\. "
      r"How many if CELL and CELL swapped DIGIT and DIGIT\?")  # fmt: skip
def clashes_after_swap(view: View, now: str, one: str, other: str, first: str, second: str) -> Judge:
    swapped = view.now.copy()
    a, b = view.cell(one), view.cell(other)
    swapped.values[a], swapped.values[b] = swapped.values[b], swapped.values[a]
    if int(now) != view.now.missing() or not (view.holds(one, first) and view.holds(other, second)):
        view.faults.append("the board is not as told")
    return lambda text: int(text) == swapped.missing()


@asks("which-lacks", r"Which of these lacks a digit\?")
def which_lacks(view: View) -> Judge:
    return lambda text: view.now.held_in(text) != view.rules.digits


@asks("which-clash", r"CELL holds DIGIT\. Which of these cells clashes with it\?")
def which_clash(view: View, name: str, symbol: str) -> Judge:
    if not view.holds(name, symbol):
        view.faults.append("it holds another digit")
    return lambda text: view.sees(name, text) and view.holds(text, symbol)
