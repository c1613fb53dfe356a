"""Tests that verifying a collection checks every line, and reports nothing about correct lines."""

from collections.abc import Iterator
from importlib import resources

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made import generate

from solvers.checks import verify as module
from solvers.checks.verify import LineFault, LineFinding, verify
from solvers.grading.rating import grade

FIG1 = "..84.9....1....3...4...5..756.2.1.3...1...5...2.7.4.164..1...6...6....9....6.34.."
FIG1_SOLVED = "358479621719862354642315987564281739871936542923754816437198265286547193195623478"
FIG23 = ".6.2.7.4.7.5.3.6.1.3.6.5.2.5.2.6.7.9.9.8.3.5.3.4.9.8.6.1.3.6.9.8.6.2.4.3.4.7.8.6."
MISPRINT = "..1...75..8..2.....36.4..8....6.124.7.4.5.6.8.6.8.3.74...1...3.8.2...3.6..74..8.1"
EMPTY = "." * 81


def said(lines: list[str], budget: int = 10_000) -> list[tuple[int, LineFault]]:
    return [(finding.line, finding.fault) for finding in verify(lines, budget=budget).findings]


def test_a_collection_in_order() -> None:
    lines = ["# a comment", "", FIG1, "   ", str(generate(1, 1)) + "  hard  # with a grade"]
    report = verify(lines)
    assert report.ok and report.findings == []
    assert (report.puzzles, report.unique) == (2, 2)


def test_each_kind_of_fault_is_told_with_its_line() -> None:
    lines = [FIG1, "# comment", FIG23, MISPRINT, FIG1[:-1], "hello", FIG1, EMPTY]
    report = verify(lines)
    assert [(finding.line, finding.fault) for finding in report.findings] == [
        (3, LineFault.SEVERAL),
        (4, LineFault.NONE),
        (5, LineFault.BROKEN),
        (6, LineFault.BROKEN),
        (7, LineFault.DUPLICATE),
        (8, LineFault.SEVERAL),
    ]
    assert (report.puzzles, report.unique, report.several, report.none) == (5, 2, 2, 1)
    assert (report.found[LineFault.BROKEN], report.found[LineFault.DUPLICATE], report.faults, report.ok) == (
        2,
        1,
        6,
        False,
    )
    assert str(report.findings[4]) == "line 7: the same puzzle as in line 1"


def test_clashing_givens_are_named() -> None:
    (finding,) = verify(["8" + FIG1[1:]]).findings
    assert finding.fault is LineFault.NONE
    assert "r1c1 and r1c3 are both 8 in row 1" in finding.message


def test_puzzles_of_other_shapes_are_the_same_only_if_their_shapes_are() -> None:
    blank, one, two = "." * 16, "1" + "." * 15, "2" + "." * 15
    cages = [f"[killer 4x4; cage {total} r1c1 r1c2] " for total in (4, 6)]
    lines = [cages[0] + blank, cages[1] + blank, cages[0] + one, cages[0] + two, cages[1] + blank]
    plain = ["[x 4x4; units diagonals] " + one, "[x 4x4; units diagonals] " + two]
    told = [(finding.line, finding.fault) for finding in verify([*lines, *plain]).findings]
    repeated = [one for one in told if one[1] in (LineFault.DUPLICATE, LineFault.RENAMED)]
    assert repeated == [(5, LineFault.DUPLICATE), (7, LineFault.RENAMED)]


def test_the_same_text_in_another_form_is_still_the_same_puzzle() -> None:
    assert said([FIG1, FIG1.replace(".", "0"), FIG1.replace(".", "*") + " 3"]) == [
        (2, LineFault.DUPLICATE),
        (3, LineFault.DUPLICATE),
    ]


def test_renamed_digits_are_a_remark() -> None:
    report = verify([FIG1, FIG1.translate(str.maketrans("123456789", "234567891"))])
    assert [(finding.line, finding.fault) for finding in report.findings] == [(2, LineFault.RENAMED)]
    assert report.ok and report.found[LineFault.RENAMED] == 1


@pytest.mark.parametrize(
    "line",
    [f"{FIG1}:1", f"{FIG1}:1:{FIG1_SOLVED}", f"{FIG1}:1:{FIG1_SOLVED}  # fig1", f"{FIG23}:2", f"{MISPRINT}:0",
     f"{EMPTY}:2+", f"{EMPTY}:1000+", f"{FIG1}:1+", f"{FIG1} 5"],
)  # fmt: skip
def test_what_a_line_rightly_states_is_no_fault(line: str) -> None:
    assert verify([line]).findings == []


@pytest.mark.parametrize(
    "line",
    [f"{FIG1}:2", f"{FIG1}:0", f"{FIG1}:2+", f"{FIG23}:1", f"{FIG23}:3", f"{MISPRINT}:1", f"{EMPTY}:7",
     f"{FIG1}:1:{FIG1_SOLVED[::-1]}", f"{FIG1}:1:nonsense"],
)  # fmt: skip
def test_what_a_line_wrongly_states_is_one(line: str) -> None:
    assert said([line]) == [(1, LineFault.MISSTATED)]


def test_a_search_that_is_given_up_is_neither_unique_nor_not() -> None:
    report = verify([EMPTY, FIG1], budget=0)
    assert said([EMPTY], budget=0) == [(1, LineFault.UNDECIDED)]
    assert (report.puzzles, report.unique, report.undecided, report.ok) == (2, 1, 1, False)


def test_processes_change_nothing() -> None:
    lines = [str(generate("many", index)) for index in range(20)] * 24 + ["broken", FIG23, ""] * 3
    one, two = verify(lines, processes=1), verify(iter(lines), processes=2)
    assert one == two
    assert one.found[LineFault.DUPLICATE] == 20 * 23 + 2


def test_lines_counted_together_are_reported_as_they_are_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzles = [str(generate("together", index)) for index in range(12)]
    renamed = puzzles[3].translate(str.maketrans("123456789", "912345678"))
    odd = [f"{puzzles[0]}:1", FIG23, f"{MISPRINT} hard  # misprint", "", "# hello", "hello", "8" + FIG1[1:], renamed]
    lines = [*puzzles, *odd, *puzzles[:2], f"\ufeff{EMPTY}", EMPTY.replace(".", "0"), f"{puzzles[2]}\r"]
    one_by_one = verify(lines)
    monkeypatch.setattr(module, "FEWEST_PLAIN", 1)
    for chunk in (1, 3, 100):
        monkeypatch.setattr(module, "PLAIN_CHUNK", chunk)
        assert verify(lines) == verify(lines, processes=2) == one_by_one
    assert set(one_by_one.found) == {
        LineFault.BROKEN, LineFault.NONE, LineFault.SEVERAL, LineFault.DUPLICATE, LineFault.RENAMED,
    }  # fmt: skip


def test_lines_are_not_read_far_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CHUNK", 2)
    monkeypatch.setattr(module, "PLAIN_CHUNK", 2)
    taken = 0

    def lines() -> Iterator[str]:
        nonlocal taken
        for taken in range(1, 201):  # noqa: B007
            yield FIG23

    ahead: list[int] = []
    report = verify(lines(), processes=2, tell=lambda finding: ahead.append(taken - finding.line))
    assert report.puzzles == 200
    assert max(ahead) <= 2 * (3 * 2 + 1)


def test_findings_are_told_as_they_come_and_kept_up_to_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LISTED", 3)
    told: list[LineFinding] = []
    report = verify(["nothing"] * 10, tell=told.append)
    assert len(told) == report.found[LineFault.BROKEN] == report.faults == 10
    assert report.findings == told[:3]


def test_nothing_at_all_is_not_in_order() -> None:
    assert not verify([]).ok
    assert not verify(["# only", "# comments"]).ok


@given(st.lists(st.one_of(st.text(max_size=100), st.binary(max_size=100), st.text(".:123# ", max_size=90)), max_size=5))
def test_no_line_raises_anything(lines: list[str | bytes]) -> None:
    report = verify(lines, budget=100)
    assert report.puzzles + report.found[LineFault.BROKEN] <= len(lines)
    assert report.puzzles == report.unique + report.none + report.several + report.undecided


def test_the_start_of_the_shipped_collection_is_in_order() -> None:
    with resources.files("puzzles").joinpath("sudoku.txt").open("rb") as file:
        report = verify(line for line, _ in zip(file, range(500), strict=False))
    assert report.ok and report.unique == report.puzzles > 490


def test_grades_are_checked_where_that_is_asked_for() -> None:
    puzzle = generate("graded", 0)
    found = grade(puzzle)
    assert found is not None
    wrong = "extreme" if found.level != "extreme" else "easy"
    grades = (found, f"{wrong} {found.score}", f"{found.level} 1", found.level, "")
    lines = [f"{puzzle} {one}" for one in grades]
    report = verify(lines, grades=True)
    said = [finding.message for finding in report.findings if finding.fault is LineFault.MISSTATED]
    assert said == [f"graded {wrong} {found.score}, but it is {found}", f"graded {found.level} 1, but it is {found}"]
    assert verify(lines).found[LineFault.MISSTATED] == 0
