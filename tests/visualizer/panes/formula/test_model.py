"""Tests that the formula pane lists a SAT solver's model with its true literals, their numbers and their digits."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pygame
import pytest
from app_driver import SIZE, Driver
from pane_views import shown
from slow import slow_but

import solvers
from puzzles import Geometry, Puzzle
from puzzles.corpus import named
from puzzles.figures import counted
from solvers.core.step import Kind
from solvers.sat import backends, cnf, interface
from visualizer.panes.formula.paint import Painter, left_out
from visualizer.panes.formula.view import FormulaLine, following, in_columns
from visualizer.session.session import Session
from visualizer.session.settings import Options
from visualizer.text.spans import plain

pytestmark = pytest.mark.skipif(bool(solvers.get("sat").lacking()), reason="no SAT solver is installed here")

FIG1, SIXTEEN = named.find("fig1"), Geometry.of_side(16)
SMALL = Puzzle.parse("1...  ..3.  .2..  ...4")
ENTRY = re.compile(r"(\d+) (r\d+c\d+=\S)")


@contextmanager
def answered(puzzle: Puzzle, **options: str) -> Iterator[Session]:
    session = Session(puzzle, solver="sat", options=options)
    try:
        session.do("play")
        end = time.monotonic() + 60
        while session.running:
            assert time.monotonic() < end
            session.tick(1 / 60, time.perf_counter, 0.01)
            if session.timeline.waiting:  # for the solver's process
                time.sleep(0.002)
        yield session
    finally:
        session.close()


def lines(session: Session) -> tuple[FormulaLine, ...]:
    session.panes.shrink()
    view = shown(session, "formula")
    assert view is not None
    return view.lines


def entries(shown: tuple[FormulaLine, ...]) -> list[tuple[int, str]]:
    found = (ENTRY.findall(plain(line.text)) for line in shown if line.mark == "literal")
    return [(int(number), literal) for some in found for number, literal in some]


def model_of(puzzle: Puzzle, encoding: str) -> list[int]:
    """Return the answer of the SAT solver itself."""
    clauses = list(cnf.ENCODINGS[encoding].clauses(puzzle))
    variables, _ = cnf.ENCODINGS[encoding].size(puzzle)
    answer = next(backends.answers(backends.settled(interface.AUTO), interface.ClauseSet(clauses, variables)))
    assert answer.model is not None
    return [literal for literal in answer.model if literal > 0]


@pytest.mark.parametrize("encoding", slow_but(["extended", "simplified"], cnf.ENCODINGS))
@pytest.mark.parametrize("puzzle", slow_but([SMALL], [FIG1, SMALL, named.find("minimal-9-1")]))
def test_it_is_the_solvers_own_model_with_the_digit_of_each_variable(puzzle: Puzzle, encoding: str) -> None:
    with answered(puzzle, encoding=encoding, numbering="compact") as session:
        listed, board = entries(lines(session)), session.timeline.head
        assert [number for number, _ in listed] == sorted(model_of(puzzle, encoding)), "its puzzle has one solution"
        candidates = cnf.ENCODINGS[encoding].candidates(puzzle)
        for number, literal in listed:
            cell, digit = candidates[number - 1]
            assert literal == f"{puzzle.geometry.name(cell)}={puzzle.symbol(digit)}" and board.values[cell] == digit
        headings = [line.note for line in lines(session) if line.note.startswith("The model")]
        said = f"The model: {len(listed)} of {len(candidates)} variables are true"
        assert headings == ([said] if candidates else [])


def test_on_small_grids_a_number_is_row_column_and_digit_and_it_is_said_what_the_solver_had() -> None:
    with answered(FIG1) as session:
        listed = entries(lines(session))
        assert len(listed) == 81
        assert all(literal == "r{}c{}={}".format(*str(number)) for number, literal in listed)
        assert any("was given 1 to 729" in line.note for line in lines(session))


@pytest.mark.parametrize(
    ("geometry", "encoding"),
    slow_but([(SIXTEEN, "auto")], [(SIXTEEN, "auto"), (SIXTEEN, "extended"), (Geometry.of_side(25), "auto")]),
)
def test_grids_that_have_no_such_numbers_are_numbered_from_1(geometry: Geometry, encoding: str) -> None:
    with answered(Puzzle.empty(geometry), encoding=encoding) as session:
        listed, n = entries(lines(session)), geometry.symbols
        assert [(number - 1) // n for number, _ in listed] == list(geometry.cells)
        assert [(number - 1) % n + 1 for number, _ in listed] == session.timeline.head.values
        assert not any("These numbers" in line.note for line in lines(session))


def test_on_the_way_to_the_answer_it_is_listed_as_far_as_it_stands_and_the_steps_literal_stands_out() -> None:
    with answered(FIG1) as session:
        session.player.to(20)
        shown = lines(session)
        assert len(entries(shown)) == FIG1.clues + 19
        assert any(line.note == "The model: 81 of 729 are true, 47 on the board" for line in shown)
        (here,) = (line for line in shown if line.here)
        cell = session.timeline.step(20).cell
        assert [span.text for span in here.text if span.voice == "true"] == [f"r{cell // 9 + 1}c{cell % 9 + 1}=8"]
        session.do("home")
        assert not entries(lines(session)), "before it was asked there is none"


def test_where_there_is_none_that_is_what_stands_there() -> None:
    with answered(named.find("deep-1")) as session:
        shown = lines(session)
        assert shown[0].mark == "conflict" and shown[0].note.startswith("No model") and not entries(shown)
        session.do("home")
        assert not any(line.note.startswith("No model") for line in lines(session))


@pytest.mark.parametrize("encoding", cnf.ENCODINGS)
def test_clashing_givens_are_passed_to_the_solver_which_finds_no_model(encoding: str) -> None:
    with answered(Puzzle.parse("11" + "." * 79), encoding=encoding) as session:
        shown = lines(session)
        assert shown[0].note.startswith("No model") and not entries(shown)
        assert "unsatisfiable" in plain(session.composer.scene(1).caption)
        assert session.timeline.length == 1 and session.timeline.step(1).kind is Kind.LOOK, "the clauses were written"


def test_cells_that_are_settled_without_a_variable_are_counted() -> None:
    some = named.find("minimal-9-1")
    with answered(SMALL, encoding="simplified") as session:
        notes = [line.note for line in lines(session)]
        said = "".join(span.text for span in session.composer.scene(1).caption)
    assert "Writing the clauses settled every cell: there was nothing left for the SAT solver to do." in notes
    assert not any(note.startswith("The model") for note in notes)
    assert "Writing the clauses settled every cell" in said and "0 clauses" not in said
    with answered(some, encoding="simplified") as session:
        settled = 81 - len(entries(lines(session)))
        told = f"The other {settled} cells were given, or settled while the clauses were written."
        assert 1 < settled < 81 and told in [line.note for line in lines(session)]


def test_the_literals_that_have_no_room_are_counted_and_nothing_else() -> None:
    with answered(FIG1) as session:
        rows = in_columns(lines(session), 40)
        for shown in range(len(rows)):
            left = len(entries(rows[shown:]))
            assert left_out(rows, shown) == (f"… and {counted(left, 'more literal')}" if left else "…")


def test_columns_hold_every_literal_in_its_order_and_line_up() -> None:
    with answered(FIG1) as session:
        before = lines(session)
    for width in (1, 14, 40, 80, 200):
        rows = [line for line in in_columns(before, width) if line.mark == "literal"]
        assert entries(tuple(rows)) == entries(before) and sum(row.holds for row in rows) == 81
        assert all(len(plain(row.text)) <= max(width, len("729 r9c9=9")) for row in rows)
        assert len({row.holds for row in rows[:-1]}) <= 1
        assert [line for line in in_columns(before, width) if line.mark != "literal"] == [
            line for line in before if line.mark != "literal"
        ]


def test_what_the_step_is_about_is_kept_in_sight() -> None:
    for here in range(30):
        shown = [FormulaLine((), here=i == here) for i in range(30)]
        for room in (1, 2, 5, 40):
            top = following(shown, lambda i: 1, room)
            assert top <= here < top + max(1, room - 1) or here < room - 1 and not top


# In the window ------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_in_the_window_the_wheel_shows_the_rest_of_it() -> None:
    with Driver(Options(FIG1, solver="mrv", size=SIZE)) as driver:
        driver.press("S")
        driver.until_paused()
        driver.move((1, 1))
        driver.frame()
        column = driver.app.picture.column
        painter = column.painters["formula"]
        assert isinstance(painter, Painter) and painter.area is not None
        area = painter.area
        assert area.top == 0 and area.last > 3, "there is more than has room"
        before = driver.surface.subsurface(area.rect).copy().get_buffer().raw
        driver.move(area.rect.center)
        for _ in range(area.last):
            pygame.event.post(pygame.Event(pygame.MOUSEWHEEL, x=0, y=-1, precise_x=0.0, precise_y=-1.0))
            driver.frame()
        assert painter.area.top == area.last
        assert driver.surface.subsurface(area.rect).copy().get_buffer().raw != before
        driver.press("Left")
        assert painter.top is None, "another step stands where it belongs"


@pytest.mark.slow
def test_every_literal_is_reached_by_the_wheel_in_any_type_and_while_presenting() -> None:
    faults = []
    with Driver(Options(FIG1, solver="sat", size=(1280, 720))) as driver:
        driver.press("End")
        driver.until_paused()
        for keys in ((), ("Ctrl++",) * 10, ("F5",), ("Ctrl+0",)):
            for key in keys:
                driver.press(key)
            driver.session.toast = ""
            driver.frame()
            painter = driver.app.screen.picture.column.painters["formula"]  # type: ignore[attr-defined]
            assert isinstance(painter, Painter) and painter.area is not None
            painter.top, seen = 0, set[int]()
            driver.move(painter.area.rect.midtop)
            driver.app.invalidate()
            driver.frame()
            for _ in range(40):
                seen |= {literal for _, literal in painter.area.places}
                if len(seen) == 81:
                    break
                pygame.event.post(pygame.Event(pygame.MOUSEWHEEL, x=0, y=-2, precise_x=0.0, precise_y=-2.0))
                driver.frame()
            faults += [(keys, len(seen))] if len(seen) != 81 else []
    assert not faults, faults


def test_a_formula_pane_gives_its_room_to_the_others_where_the_solver_has_no_formula() -> None:
    with Driver(Options(FIG1, solver="elimination", size=(1280, 720))) as driver:
        column, code = driver.app.picture.column, "code"

        def placed() -> list[str]:
            driver.frame()
            return [place.pane for place in column.places]

        before, whole = placed(), column.rects.get(code)
        assert before == [code]
        for key, there in (("S", ["formula"]), ("S", before), ("F", before), ("S", ["formula"]), ("S", before)):
            driver.press(key)
            driver.until_paused()
            assert placed() == there, key
            if key == "S" and driver.session.solver.name == "elimination":
                assert column.rects.get(code) == whole
                lit = {tab.id for tab in column.tab_row(driver.session, None, ()) if tab.on}
                assert lit == {"code"}
