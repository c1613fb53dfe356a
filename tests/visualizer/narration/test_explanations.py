"""Tests that the sentences about a puzzle's solutions are true of the board."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from sentences import VOICES
from slow import slow_but
from strategies import examples, puzzles

from puzzles import Geometry, Puzzle
from puzzles.corpus import named
from solvers.explain.argument import argument
from solvers.explain.explain import explain
from solvers.explain.records import Argument, DeadEnd, Explanation, Single, SolutionCount, Trial, WhatIf
from visualizer.narration.explanations import (
    VerdictView,
    board,
    clash,
    hint,
    reasons,
    repeated,
    verdict,
    view_of,
    what_if,
)
from visualizer.scene.board import outlined, start_view
from visualizer.text.spans import plain
from visualizer.views.board import Outline

IMPOSSIBLE = ["misprint", "unit-hidden", "cell-bare", "deep-1", "deep-2", "deep-3", "small-4"]

TWO = named.find("fig23")


def said(puzzle: Puzzle, known: Explanation) -> list[str]:
    """Return all sentences, after checking that they end properly and their spans have known kinds."""
    captions = [verdict(known), *reasons(known)]
    for caption in captions:
        assert {span.voice for span in caption} <= VOICES
        assert plain(caption)[-1] in ".:" and "  " not in plain(caption)
    return [plain(caption) for caption in captions]


def believed(puzzle: Puzzle, known: Explanation, sentences: list[str]) -> bool:
    """Return whether each claim such as "4 is in r1c2 and r3c4" agrees with the givens and the earlier deductions."""
    values = dict(enumerate(puzzle.givens))
    deduced = [line for line in known.argument.lines if isinstance(line, Single)] if known.argument else []
    values |= {single.cell: single.digit for single in deduced}
    cells = {puzzle.geometry.name(cell): cell for cell in puzzle.geometry.cells}
    names = r"r\d+c\d+(?:(?:, | and )r\d+c\d+(?! (?:is|are) ))*"
    return all(
        values[cells[name]] == int(digit, 36)
        for sentence in sentences
        for digit, listed in re.findall(rf"(\w) is in ({names})", sentence)
        for name in re.findall(r"r\d+c\d+", listed)
    )


@given(puzzles())
@examples(40)
def test_every_cell_that_is_said_to_hold_a_digit_does(puzzle: Puzzle) -> None:
    known = explain(puzzle, limit=20, effort=200)
    sentences = said(puzzle, known)
    assert believed(puzzle, known, sentences)
    assert bool(re.search("[Nn]o solution|not a solution", sentences[0])) == (known.answer is SolutionCount.NONE)


@pytest.mark.parametrize("name", slow_but(["misprint", "unit-hidden", "deep-2"], IMPOSSIBLE))
def test_so_it_is_for_the_named_ones(name: str) -> None:
    puzzle = named.find(name)
    sentences = said(puzzle, explain(puzzle))
    assert sentences[0].startswith("No solution: ") and len(sentences) > 1
    assert believed(puzzle, explain(puzzle), sentences)


def test_that_could_fail() -> None:
    puzzle = named.find("unit-hidden")
    known = explain(puzzle)
    assert not believed(puzzle, known, ["Box 7 has no place for 4: 5 is in r6c3."])
    assert not believed(puzzle, known, ["No digit fits: 4 is in r6c3, 3 is in r7c1."])


def test_a_trial_is_told_as_what_follows_from_it() -> None:
    sentences = [plain(line) for line in reasons(explain(named.find("deep-3")))]
    assert sentences[0] == "Why, from these givens alone, trying 3 digits because singles are not enough:"
    at = next(i for i, sentence in enumerate(sentences) if " can only be " in sentence)
    assert sentences[at].startswith("In row 8, 7 can only be in r8c1, r8c3 or r8c4: 7 is in r4c7; r8c2, ")
    assert [sentence.partition(",")[0] for sentence in sentences[at + 1 : at + 4]] == [
        "If r8c1 is 7", "If r8c3 is 7", "If r8c4 is 7",
    ]  # fmt: skip
    assert sentences[-1].endswith("are filled; r8c1, r8c3 and r8c4 have been refuted.")


def test_cases_of_a_cell_are_told_with_what_rules_out_its_other_digits() -> None:
    """Check Inkala's puzzle with a wrong digit, where the cases are digits in the middle of the alphabet."""
    puzzle = Puzzle.parse("8..........36......7..9.2...5...7.......457.....1...36..1....68..85...1..9....4..")
    givens = tuple(cell for cell, digit in enumerate(puzzle.givens) if digit)
    known = Explanation(puzzle, SolutionCount.NONE, guilty=givens, argument=argument(puzzle, givens))
    sentences = [plain(line) for line in reasons(known)]
    assert believed(puzzle, known, sentences)
    others = "1 is in r8c8, 4 is in r5c5, 5 is in r8c4, 6 is in r4c5, 8 is in r8c3, 9 is in r3c5"
    cases = f"r8c5 can only be 2, 3 or 7: {others}."
    assert cases in sentences and sentences[-1].endswith("9 is in r3c5; 2, 3 and 7 have been refuted.")


TWO_OF_3 = "# cage 3 r1c1 r1c2\n# cage 3 r1c3 r1c4"
RULED = {
    (TWO_OF_3, ""): "the puzzle's own rules contradict each other, whatever is given.",
    (TWO_OF_3, "....5"): "the puzzle's own rules contradict each other, whatever is given.",
    ("# cage 5 r1c1 r1c2", "5"): "r1c1=5 and the puzzle's rules contradict each other.",
    ("# cage 5 r1c1 r1c2", "..9142"): "these 2 givens and the puzzle's rules contradict each other: r1c4=1 and r1c6=2. "
    "Each of them is needed: remove any one, and the others have a solution.",
}  # fmt: skip


@pytest.mark.parametrize(("rules", "givens"), RULED)
def test_rules_are_part_of_a_contradiction(rules: str, givens: str) -> None:
    known = explain(Puzzle.parse(f"# puzzle killer\n{rules}\n{givens.ljust(81, '.')}"))
    assert plain(verdict(known)) == f"No solution: {RULED[rules, givens]}"


def test_what_is_not_known_is_said_to_be_unknown() -> None:
    known = explain(named.find("unit-hidden"))
    for unsure, words in (
        ((), "Each of them is needed: remove any one, and the others have a solution."),
        (known.guilty, "It is not known whether each of them is needed."),
        (known.guilty[:1], "1 of them may not be needed."),
        (known.guilty[:2], "2 of them may not be needed."),
    ):
        partial = Explanation(known.puzzle, SolutionCount.NONE, guilty=known.guilty, unsure=unsure)
        assert plain(verdict(partial)).endswith(words)
    every = tuple(cell for cell, digit in enumerate(known.puzzle.givens) if digit)
    nothing = plain(verdict(Explanation(known.puzzle, SolutionCount.NONE, guilty=every, unsure=every)))
    assert nothing == "No solution: the givens contradict each other; it is not known which ones."
    early = plain(verdict(Explanation(known.puzzle, SolutionCount.NONE)))
    assert early == nothing, "before any given has been found to be one of them"
    partial = Explanation(known.puzzle, SolutionCount.NONE, guilty=known.guilty, guesses=8)
    assert plain(reasons(partial)[0]).endswith("a search takes 8 guesses.")
    partial = Explanation(known.puzzle, SolutionCount.NONE, guilty=known.guilty)
    assert [plain(line) for line in reasons(partial)] == ["The reason is not known."]


@pytest.mark.parametrize(
    ("count", "more", "finished", "words"),
    [
        (2, False, True, "2 solutions. They differ in "),
        (7, False, True, "7 solutions. Two of them differ in "),
        (100_000, True, True, "More than 100,000 solutions. Two of them differ in "),
        (2, True, False, "At least 2 solutions. Two of them differ in "),
    ],
)
def test_solutions_are_counted_in_words(count: int, more: bool, finished: bool, words: str) -> None:
    known = explain(named.find("fig23"))
    told = Explanation(
        known.puzzle, SolutionCount.SEVERAL, solutions=known.solutions, count=count, more=more, finished=finished
    )
    assert plain(verdict(told)) == f"{words}6 cells: r2c4, r2c6, r4c4, r4c6, r8c4 and r8c6."


def test_where_two_solutions_differ_the_digit_of_each_is_known() -> None:
    known = explain(TWO)
    view, grids = view_of(known), [grid.givens for grid in known.solutions]
    assert len(view.digits) == len(view.outlined) > 1
    for cell, pair in zip(view.outlined, view.digits, strict=True):
        assert pair == (grids[0][cell], grids[1][cell]) and len({*pair}) == 2


def test_a_clash_is_one_sentence() -> None:
    assert clash(named.find("fig1")) == "" and clash(named.find("deep-1")) == ""
    assert clash(named.find("clash-row")) == "r4c3 and r4c8 are both 1 in row 4"
    many = clash(named.find("misprinted-grid"))
    assert many == "r1c3 and r3c1 are both 1 in box 1, and 15 more pairs of givens clash"


@pytest.mark.parametrize(
    ("text", "words", "lines", "outline"),
    [
        (
            "1111341223414123",
            "This grid is not a solution: 1 appears 4 times in row 1; 1 appears twice in column 2; 1 in column 3; "
            "1 in column 4; 1 appears 3 times in box 2.",
            [
                "1 appears 4 times in row 1: r1c1, r1c2, r1c3 and r1c4.",
                "1 appears twice in column 2: r1c2 and r4c2.",
                "1 appears twice in column 3: r1c3 and r2c3.",
                "1 appears twice in column 4: r1c4 and r3c4.",
                "1 appears 3 times in box 2: r1c3, r1c4 and r2c3.",
            ],
            (0, 1, 2, 3, 6, 11, 13),
        ),
        ("11..............", "No solution: r1c1 and r1c2 are both 1 in row 1.", [], (0, 1)),
        (
            "1.11............",
            "No solution: r1c1 and r1c3 are both 1 in row 1, and 2 more pairs of givens clash.",
            ["1 appears 3 times in row 1: r1c1, r1c3 and r1c4."],
            (0, 2, 3),
        ),
        (
            "1.1.1...........",
            "No solution: r1c1 and r1c3 are both 1 in row 1, and 1 more pair of givens clashes.",
            ["1 appears twice in column 1: r1c1 and r2c1."],
            (0, 2, 4),
        ),
    ],
)
def test_repeated_digits_are_counted_and_named_line_by_line(
    text: str, words: str, lines: list[str], outline: tuple[int, ...]
) -> None:
    puzzle = Puzzle.parse(text)
    known = explain(puzzle)
    assert plain(verdict(known)) == words and [plain(line) for line in reasons(known)] == lines
    view = view_of(known)
    assert (view.outlined, view.outline) == (outline, Outline.GUILTY)
    told = words.partition(": ")[2].removesuffix(".")
    assert hint(puzzle) == (f"this grid is not a solution: {told}" if puzzle.is_full() else told)
    assert not puzzle.is_full() or repeated(puzzle) == told
    assert hint(named.find("deep-1")) == "to see why: solvescope explain"


def test_a_full_grid_that_is_right_is_a_solution_and_has_no_reasons() -> None:
    known = explain(named.find("complete"))
    assert plain(verdict(known)) == "This grid is solved: every row, column and box holds each digit once."
    assert reasons(known) == () and repeated(known.puzzle) == "" and view_of(known).outlined == ()
    assert plain(verdict(explain(named.find("fig1")))) == "Exactly one solution."


@pytest.mark.parametrize(
    ("unit", "name", "blocked", "dead"),
    [
        (0, "row 1", "r1c2 is filled", "2 is in r2c4; r1c2 is filled"),
        (4, "column 1", "3 is in r1c2", "2 is in r1c2 and r2c4"),
        (8, "box 1", "r1c2 is filled", "2 is in r2c4; r1c2 is filled"),
    ],
)
def test_places_and_dead_ends_are_named_by_their_unit(unit: int, name: str, blocked: str, dead: str) -> None:
    puzzle, end = Puzzle.parse("1..............."), DeadEnd(-1, unit, 2, (1, 7), ((0, 2), (5, 2)))
    found = Argument((0,), (Single(0, 3, unit, (1,)), Trial(5, 2, (Single(0, 3, unit, (1,)),), end)), end)
    trial = f"If r2c2 is 2, then r1c1=3 (only place in {name}); and {name} has no place for 2."
    known = Explanation(puzzle, SolutionCount.NONE, guilty=(0,), argument=found)
    assert [plain(line) for line in reasons(known)] == [
        "Why, from these givens alone, trying 1 digit because singles are not enough:",
        f"r1c1 must be 3, its only place in {name}: {blocked}.",
        trial,
        f"{name.capitalize()} has no place for 2: {dead}; r1c1 and r2c2 have been refuted.",
    ]
    assert [plain(line) for line in what_if(WhatIf(0, 2, found), puzzle)] == [
        f"Suppose r1c1 is 2. Then r1c1=3 (only place in {name}). Now in {name}, 2 can only be in r2c2.",
        f"{trial} So 2 is struck from r1c1.",
    ]


def test_digits_and_dead_ends_of_a_cell_are_told_by_what_it_cannot_hold() -> None:
    puzzle, end = Puzzle.parse("1..............."), DeadEnd(0, -1, 0, (1, 2, 3, 4))
    found = Argument((0,), (Single(0, 3, -1, (1, 2, 3)), Trial(5, 2, (Single(0, 3, -1, (1,)),), end)), end)
    known = Explanation(puzzle, SolutionCount.NONE, guilty=(0,), argument=found)
    assert [plain(line) for line in reasons(known)][1:] == [
        "r1c1 must be 3, the only digit left there: 1 is in r1c2, 2 is in r1c3, 4 is in r1c4.",
        "If r2c2 is 2, then r1c1=3 (only digit left); and no digit fits r1c1.",
        "No digit fits r1c1: 1 is in r1c2, 2 is in r1c3, 3 is in r1c4, 4 is in r2c1.",
    ]
    assert [plain(line) for line in what_if(WhatIf(0, 2, found), puzzle)] == [
        "Suppose r1c1 is 2. Then r1c1=3 (only digit left).",
        "If r2c2 is 2, then r1c1=3 (only digit left); and no digit fits r1c1. But no digit fits r1c1. "
        "So 2 is struck from r1c1.",
    ]
    unknown = Explanation(puzzle, SolutionCount.UNKNOWN, count=1)
    assert plain(verdict(unknown)) == "At least one solution; it is not known whether there are more."
    assert plain(verdict(Explanation(puzzle, SolutionCount.UNKNOWN))) == (
        "It is not known whether there is a solution."
    )


@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (3, 2), (3, 3), (4, 4)])
def test_a_board_with_marks_reads_back(shape: tuple[int, int]) -> None:
    geometry = Geometry.boxes(*shape)
    puzzle = Puzzle.empty(geometry).update(1, 2).update(geometry.side * 2, 3)
    drawn = board(puzzle, [1])
    assert drawn.count("[") == 1 and "[2]" in drawn
    symbols = re.sub(r"[^.\w]", "", drawn)
    assert Puzzle.parse(symbols, geometry).givens == puzzle.givens


def test_marks_change_no_other_cell() -> None:
    view = start_view(named.find("fig23"))
    marked = outlined(view, VerdictView(outlined=(3,), outline=Outline.DIFFERS))
    assert [i for i, (one, other) in enumerate(zip(view.cells, marked.cells, strict=True)) if one != other] == [3]
    assert outlined(view, VerdictView()) is view
