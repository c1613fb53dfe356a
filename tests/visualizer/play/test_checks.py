"""Tests that checks in the window are right about the digits, the marks and the puzzle."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from advice import ANSWER, FIG1, SEVERAL, SLOW, ask, play, told, wrong
from app_driver import Driver
from foreign_runs import waits
from hands import hand
from made import solutions_of

from puzzles.corpus import named
from solvers.algorithms import person
from solvers.core.step import erase, place, write
from solvers.explain.hint import Advice, check
from visualizer.files.store import DocumentStore
from visualizer.play import advisor
from visualizer.session.session import Session
from visualizer.session.settings import Options
from visualizer.text.spans import plain


@pytest.fixture
def driver() -> Iterator[Driver]:
    with Driver(Options(FIG1, size=(1000, 700))) as driver:
        hand(driver.session).remember(DocumentStore(None))  # each test starts afresh
        yield driver


def test_a_check_counts_what_is_right(driver: Driver) -> None:
    one, two = FIG1.blanks[:2]
    session = play(driver)
    assert ask(driver, "c").startswith(f"No digits written yet; {len(FIG1.blanks)} to go.")
    hand(session).moves.make(place(one, ANSWER[one]))
    left = len(FIG1.blanks) - 1
    assert ask(driver, "c") == f"{FIG1.geometry.name(one)} = {ANSWER[one]} is right; {left} to go."
    hand(session).moves.make(place(two, ANSWER[two]))
    assert ask(driver, "c") == f"All 2 digits are right; {left - 1} to go." and hand(session).game.clock.checks == 3


def test_a_check_names_the_first_mistake_in_the_order_of_the_moves(driver: Driver) -> None:
    one, two, three = FIG1.blanks[:3]
    session = play(driver)
    for step in (place(three, wrong(three)), place(one, ANSWER[one]), place(two, wrong(two))):
        hand(session).moves.make(step)
    name = FIG1.geometry.name
    assert ask(driver, "c").startswith(f"The first mistake is {name(three)} = {wrong(three)}, your move 1 of 3. Enter")
    assert told(session).outlined == (three,)
    driver.press("PageUp", 2)
    assert ask(driver, "c").startswith(f"The first mistake is {name(three)} = {wrong(three)}, your last move.")
    driver.press("PageUp")
    assert ask(driver, "c").startswith("No digits written yet"), "what comes after the playhead does not count"
    driver.press("PageDown", 3)
    ask(driver, "c")
    driver.press("RETURN")
    assert (driver.position, driver.length) == (0, 3)


def test_of_a_finished_grid_that_is_wrong_it_is_said_what_stands_twice(driver: Driver) -> None:
    cell = FIG1.blanks[7]
    values = bytearray(ANSWER)
    values[cell] = wrong(cell)
    session = play(driver, FIG1, person.written([write(bytes(ANSWER[:-1]) + bytes([0])), write(bytes(values))], FIG1))
    said = ask(driver, "c")
    twice = re.match(r"(\d) appears twice in ((?:row|column|box) \d)", said)
    assert twice and int(twice[1]) == wrong(cell) and 0 not in session.board.values
    held = [values[c] for c in next(unit.cells for unit in FIG1.geometry.units if str(unit) == twice[2])]
    assert held.count(wrong(cell)) == 2
    assert f"The first mistake is {FIG1.geometry.name(cell)} = {wrong(cell)}, your last move" in said
    play(driver, FIG1, person.written([write(bytes(ANSWER))], FIG1))
    assert ask(driver, "c") == "Every cell is filled, and nothing is wrong."


def test_marks_that_lack_the_digit_are_told_after_digits_and_none_made_is_not_none_left(driver: Driver) -> None:
    one, two = FIG1.blanks[:2]
    session = play(driver)
    own = [person.marked(session.board, two, mask) for mask in (1 << ANSWER[two] | 1 << 9, 1 << wrong(two), 0)]
    for step in (place(one, ANSWER[one]), *own[:2]):
        hand(session).moves.make(step)
    name = FIG1.geometry.name(two)
    said = ask(driver, "c")
    assert said.startswith(
        f"Your digits are right, but the digit that belongs in {name} is struck there: your last move."
    )
    assert told(session).outlined == (two,)
    assert ask(driver, "h").startswith("Something is wrong in your marks, in rows 1 to 3.")
    driver.press("RETURN")
    assert driver.position == 2 and session.board.candidates[two] >> ANSWER[two] & 1
    hand(session).moves.make(own[2])
    assert ask(driver, "c").startswith(f"{FIG1.geometry.name(one)} = {ANSWER[one]} is right")
    hand(session).moves.make(place(one, wrong(one)))
    hand(session).moves.make(own[1])
    assert ask(driver, "c").startswith(f"The first mistake is {FIG1.geometry.name(one)}")


def test_of_several_solutions_only_what_leaves_none_is_a_mistake(driver: Driver) -> None:
    found = solutions_of(SEVERAL, 3)
    cell = next(c for c in SEVERAL.blanks if len({one.givens[c] for one in found}) > 1)
    left = len(SEVERAL.blanks) - 1
    name = SEVERAL.geometry.name(cell)
    for one in found:
        play(driver, SEVERAL, person.written([place(cell, one.givens[cell])], SEVERAL))
        said = f"{name} = {one.givens[cell]} can stay: a solution is still possible; {left} to go."
        assert ask(driver, "c").startswith(said)
    none = next(d for d in range(1, 10) if d not in {one.givens[cell] for one in found})
    play(driver, SEVERAL, person.written([place(cell, none)], SEVERAL))
    assert f"{name} = {none}, your last move. It leaves no solution." in ask(driver, "c")


def test_of_a_puzzle_without_solution_both_say_why(driver: Driver) -> None:
    session = play(driver, named.find("misprint"))
    assert ask(driver, "h") == "This puzzle has no solution. E edits the givens."
    session.judge.start()
    assert waits(lambda: driver.frame() is not None and session.composer.verdict.finished)
    for key in ("c", "h"):
        said = ask(driver, key)
        assert said == f"{plain(session.composer.verdict.caption)} E edits the givens." and "both 4 in box 6" in said
        assert told(session).outlined == session.composer.verdict.outlined


def test_while_watching_and_editing_the_verdict_is_told_when_it_comes(driver: Driver) -> None:
    session = driver.session
    session.load(FIG1)
    session.set_solver("mrv", play=True)
    driver.press("c")
    assert waits(lambda: driver.frame() is not None and session.toast == "Exactly one solution.")
    driver.press("e")
    driver.press("c")
    assert waits(lambda: driver.frame() is not None and driver.caption() == "Exactly one solution.")
    hand(session).moves.make(erase(next(cell for cell, digit in enumerate(FIG1.givens) if digit)))
    driver.frame()
    assert hand(session).game.hint_view is None
    driver.press("RETURN")
    assert session.solver.person and not hand(session).game.editing, "Enter plays what has been entered"


@pytest.mark.parametrize("keys", [("E", "8"), ("Right",)])
def test_one_clash_is_said_once(keys: tuple[str, ...]) -> None:
    puzzle = FIG1.update(0, 8) if keys == ("Right",) else FIG1
    with Driver(Options(puzzle, solver="mrv", size=(1000, 700))) as driver:
        session = driver.session
        for key in (*keys, "C"):
            driver.press(key)
        assert waits(lambda: driver.frame() is not None and session.composer.verdict.finished)
        said = f"{session.toast} {session.notice} {driver.caption() if session.solver.person else ''}"
        assert said.count("r1c1 and r1c3") == 1 and "appears twice" not in said


def test_that_it_may_give_up_is_not_said_beside_an_answer() -> None:
    session = Session(named.find("easy-9-1"), None, "annealing")
    assert any("give up" in remark.text for remark in session.remarks)
    while not (session.timeline.finished or session.timeline.resting):
        session.timeline.reach(session.timeline.length + 10_000, float, 0.0)
    assert not session.remarks
    session.set_solver("human")
    assert any("give up" in remark.text for remark in session.remarks)
    session.close()


def test_on_a_grid_too_large_to_know_nothing_is_claimed() -> None:
    """Check an empty 25x25 with one digit: either a solution remains, or the message says that it does not know."""
    session = Session(SLOW, solver=person.NAME)
    hand(session).moves.make(place(0, 1))
    hand(session).moves.make(place(1, 2))
    found = check(SLOW, session.board.values, moves=[(0, 1), (1, 2)])
    assert found.advice is Advice.RIGHT and not found.unique
    said = plain(advisor.checked(found, session.composer).caption)
    expected = "All 2 digits can stay" if found.sure else "No mistake found in your 2 digits"
    assert said.startswith(expected)
    unsure = plain(advisor.checked(replace(found, sure=False), session.composer).caption)
    assert unsure.startswith("No mistake found in your 2 digits, but it is not certain that a solution remains.")
    session.close()
