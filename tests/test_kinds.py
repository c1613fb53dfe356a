"""Tests that a kind of puzzle and a rule are a folder and a file: queens and maps, watched, asked and shown."""

from __future__ import annotations

import gzip
import importlib
import json
import re
from base64 import b64decode
from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations, product
from pathlib import Path
from random import Random
from xml.etree.ElementTree import tostring

import pygame
import pytest
from app_driver import Driver

import solvers
from puzzles.corpus.record import parse
from puzzles.geometry import Geometry
from puzzles.kinds.kind import Mark, kind_named
from puzzles.puzzle import Puzzle
from puzzles.rules.rule import Rule, rule_named
from puzzles.writing import record
from solvers.core import counting
from solvers.core.frame_trace import NOWHERE
from solvers.core.step import Kind, reject
from solvers.external.protocol import pair_bytes, read_pair
from solvers.sat.cnf import ENCODINGS
from solvers.sat.interface import Request, SatSolution
from solvers.sat.worker import solved
from visualizer.cli.main import main
from visualizer.export.svg import svg_of
from visualizer.narration.captions import caption, in_short
from visualizer.painting.board import BoardPainter
from visualizer.play.state import still_to_place
from visualizer.scene.board import clashes, start_view
from visualizer.session.settings import Options
from visualizer.style import theme as themes
from visualizer.style.theme import Symbols
from visualizer.text.spans import plain
from visualizer.toolkit.canvas import Fonts
from visualizer.views.plan import plan_of

TOYS = Path(__file__).parent / "toys"
WATCHED = ("backtracking", "mrv", "cdcl")
MAP = "AAABBCC/ADDBBEC/ADFFEEC/GGGFHHH/IIGJJHK/ILLLJKK"
SIX = [(1, 3, 5, 0, 2, 4), (2, 5, 1, 4, 0, 3), (3, 0, 4, 1, 5, 2), (4, 2, 0, 5, 3, 1)]
"""The columns of the queens in each solution for six."""


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in ("rules", "kinds"):
        package = importlib.import_module(f"puzzles.{folder}")
        monkeypatch.setattr(package, "__path__", [*package.__path__, str(TOYS / folder)])


def shape(spec: str) -> Geometry:
    return Geometry.of_spec(spec)


def queens(columns: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(1 if column == at else 2 for at in columns for column in range(len(columns)))


def coloured(geometry: Geometry) -> set[tuple[int, ...]]:
    """Return every colouring in four colours that gives neighbours different ones, by trying all."""
    borders = [unit.cells for unit in geometry.units]
    every = product(range(1, 5), repeat=len(geometry.cells))
    return {colours for colours in every if all(colours[a] != colours[b] for a, b in borders)}


def test_the_cells_because_of_which_a_rule_leaves_no_way_are_found_from_any_of_its_cells() -> None:
    geometry, seen = shape("queens 6"), set[int]()
    for number, rule in geometry.numbered_rules.items():
        for at, cell in enumerate(rule.cells):
            masks = [geometry.every] * len(rule.cells)
            masks[at - 1] = 1 << 1
            found = geometry.because(number, masks, cell, 1)
            assert found == {rule.cells[other] for other in rule.reason(masks, geometry.every, at, 1)}
            assert cell not in found
            seen |= {cell} if found else set()
    assert 0 in seen


def test_six_queens_have_the_four_solutions_that_trying_every_order_finds() -> None:
    found = [its for its in permutations(range(6)) if len({r + c for r, c in enumerate(its)}) == 6
             and len({r - c for r, c in enumerate(its)}) == 6]  # fmt: skip
    assert found == SIX
    empty = Puzzle.empty(shape("queens 6"))
    for name in WATCHED:
        assert {one.givens for one in solvers.solutions(empty, name)} == {*map(queens, SIX)}, name
    assert counting.count(empty, 100) == 4 and len([*solvers.solutions(shape_with_queen(), "mrv")]) == 1


def shape_with_queen() -> Puzzle:
    return Puzzle.empty(shape("queens 6")).update(1, 1)


def test_a_map_is_coloured_in_every_way_and_no_other() -> None:
    puzzle = Puzzle.empty(shape("map AABB/ACCB/DDCB/DEEE"))
    wanted = coloured(puzzle.geometry)
    assert {unit.cells for unit in puzzle.geometry.units} == {
        (0, 1), (0, 2), (0, 3), (1, 2), (1, 4), (2, 3), (2, 4), (3, 4)
    }  # fmt: skip
    for name in WATCHED:
        assert {one.givens for one in solvers.solutions(puzzle, name)} == wanted, name


@pytest.mark.parametrize("encoding", ["extended", "minimal", "compact", "simplified"])
@pytest.mark.parametrize("spec", ["queens 6", "map AABB/ACCB/DDCB/DEEE"])
def test_clauses_agree_in_every_encoding(spec: str, encoding: str) -> None:
    for puzzle in (Puzzle.empty(shape(spec)), Puzzle.empty(shape(spec)).update(1, 1)):
        answers = solved(Request(puzzle, encoding, "auto", "", None))
        next(answers)  # the size of the formula
        (variables, clauses), every = ENCODINGS[encoding].size(puzzle), [*ENCODINGS[encoding].clauses(puzzle)]
        assert clauses == len(every) and variables >= max(abs(literal) for clause in every for literal in clause)
        found = set()
        while isinstance(one := next(answers), SatSolution) and one.values is not None:
            found.add(one.values)
        assert found == {one.givens for one in solvers.solutions(puzzle, "mrv")}


@pytest.mark.parametrize("name", WATCHED)
@pytest.mark.parametrize("spec", ["queens 6", "queens 5", f"map {MAP}"])
def test_every_step_is_legal_and_its_caption_names_no_digit_or_cell(spec: str, name: str) -> None:
    puzzle, solver = Puzzle.empty(shape(spec)), solvers.get(name)
    board, before = solver.board(puzzle), solver.board(puzzle)
    faults, forbidden = [], {"digit", "digits", "cell", "cells", "box", "boxes", "grid"}
    for step in solvers.trace(puzzle, name):
        if problem := board.objection(step):
            faults.append(f"{step!r}: {problem}")
        board.apply(step)
        for said in (plain(caption(step, before, board, picks=solver.picks)), in_short(step, board)):
            text = puzzle.geometry.kind.says(said)
            if {*text.lower().replace(".", "").replace(",", "").replace(":", "").split()} & forbidden or "  " in text:
                faults.append(text)
        before.apply(step)
        if step.kind is Kind.SOLVED:
            break
    assert faults == [] and board.solution().is_solution_of(puzzle)


def test_a_step_that_blames_a_rule_wrongly_is_illegal() -> None:
    puzzle = Puzzle.empty(shape("queens 6"))
    board = solvers.get("mrv").board(puzzle)
    steps = solvers.trace(shape_with_queen(), "mrv")
    wrong = next(step for step in steps if step.kind is Kind.ELIMINATE)
    assert "which still has a way" in (board.objection(wrong) or "")
    missing = wrong.__class__(Kind.ELIMINATE, wrong.cell, 1, wrong.why, unit=99)
    assert board.objection(missing) == "ELIMINATE with why CONSTRAINT names no rule"


def test_captions_give_the_rule_and_its_ways() -> None:
    board = solvers.get("mrv").board(shape_with_queen())
    step = next(step for step in solvers.trace(shape_with_queen(), "mrv") if step.kind is Kind.ELIMINATE)
    law = "r1c1 to r1c6 hold exactly one Q"
    said = f"Q is struck from r1c1: {law}, and the only way left does not have it there, as r1c2 is Q."
    assert plain(caption(step, board, board)) == said
    refused = next(step for step in solvers.trace(shape_with_queen(), "backtracking") if step.kind is Kind.REJECT)
    plainly = solvers.get("backtracking").board(shape_with_queen())
    assert plain(caption(refused, plainly, plainly)) == f"r1c1 cannot be Q: {law}, as r1c2 is Q."


def test_a_puzzle_of_a_kind_is_read_traced_and_solved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "queens.txt"
    path.write_text(f"# shape queens 6\n.Q{34 * '.'}\n")
    assert main(["solve", str(path), "--solver", "mrv"]) == 0
    assert capsys.readouterr().out.split("\n")[:3] == ["# shape queens 6", "XQXXXX", "XXXQXX"]
    assert main(["solve", str(path), "--count", "--limit", "9"]) == 0 and capsys.readouterr().out == "1\n"
    assert main(["check", str(path)]) == 0 and "one solution" in capsys.readouterr().out
    ignorant = next(name for name in solvers.names() if not solvers.get(name).rules)
    assert main(["solve", str(path), "--solver", ignorant]) == 2
    assert "cannot apply the rule 'count'; choose a different algorithm" in capsys.readouterr().err
    path.write_text("# shape map AB/C\n..\n")
    assert main(["check", str(path)]) == 2 and "no map; write rows of letters" in capsys.readouterr().err
    path.write_text("# shape chess 8\n..\n")
    assert main(["check", str(path)]) == 2 and "no kind of puzzle is called 'chess'" in capsys.readouterr().err
    path.write_text(f"# shape map {MAP}\nR..........Y\n")
    trace = tmp_path / "map.trace"
    assert main(["trace", str(path), "--solver", "mrv", "-o", str(trace)]) == 0
    assert trace.read_text().splitlines()[2] == f"boxes: map {MAP}"


@pytest.mark.parametrize("name", WATCHED)
@pytest.mark.parametrize("spec", ["queens 6", f"map {MAP}"])
def test_questions_are_asked_in_the_words_of_the_kind(
    spec: str, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "puzzle.txt"
    path.write_text(f"# shape {spec}\n{'.' * len(shape(spec).cells)}\n")
    assert main(["quiz", str(path), "--solver", name, "--count", "8", "--format", "json"]) == 0
    asked = json.loads(capsys.readouterr().out)["questions"]
    words = " ".join(one["ask"] + one["why"] + "".join(choice["text"] for choice in one["choices"]) for one in asked)
    assert main(["quiz", str(path), "--solver", name, "--count", "8"]) == 0
    own = re.findall(r"\bL: \S+", capsys.readouterr().out)
    assert bool(own) is spec.startswith("map"), "a text has the names of the cells, where they are not r1c1"
    assert len(asked) >= 2 and not {"digit", "digits", "cell", "cells"} & {*words.lower().replace("?", "").split()}


@pytest.mark.parametrize("spec", ["queens 6", f"map {MAP}"])
def test_a_page_has_the_board_the_words_and_what_is_drawn(spec: str, tmp_path: Path) -> None:
    path, page = tmp_path / "puzzle.txt", tmp_path / "page.html"
    path.write_text(f"# shape {spec}\n{'.' * len(shape(spec).cells)}\n")
    assert main(["record", str(path), "--solver", "mrv", "-o", str(page)]) == 0
    (packed,) = re.findall("data-header[^>]*>([^<]+)<", page.read_text())
    header = json.loads(gzip.decompress(b64decode(packed)))
    assert not any("digit" in dial["many"] for dial in header["dials"])
    if spec.startswith("queens"):
        assert header["tinted"][:4] == [1, 3, 5, 6] and header["alphabet"] == ["Q", "X"]
        assert "strike what the puzzle's other rules forbid" in [line for line, _ in header["words"]]
    else:
        assert header["hues"][0] == "#e8837c" and header["squares"][0] == [[0, 0], [0, 1], [0, 2], [1, 0], [2, 0]]


def test_the_plan_of_a_map_has_no_line_within_a_country() -> None:
    plan = plan_of(shape("map AAB/ACB"))
    assert not plan.pitch and plan_of(shape("queens 6")).pitch == 1, "countries are not named by rows and columns"
    assert plan.size == (2, 3) and not plan.thin
    assert {(line.across, line.at, line.start, line.end) for line in plan.thick} == {
        (False, 0, 0, 2), (False, 1, 1, 2), (False, 2, 0, 2), (False, 3, 0, 2),
        (True, 0, 0, 3), (True, 1, 1, 2), (True, 2, 0, 3),
    }  # fmt: skip
    board = shape("queens 4")
    assert {cell for cell, place in enumerate(board.places) if sum(place) % 2} == plan_of(board).tinted


@pytest.fixture
def window(request: pytest.FixtureRequest) -> Iterator[Driver]:
    with Driver(Options(Puzzle.empty(shape(request.param)), solver="mrv", reduced_motion=True)) as driver:
        yield driver


@pytest.mark.parametrize("window", [f"map {MAP}"], indirect=True)
def test_a_country_is_filled_and_clicked_on_all_its_squares(window: Driver) -> None:
    window.session.player.to(4)
    window.frame()
    geometry, painter = window.session.puzzle.geometry, window.app.picture.board
    first, *others = geometry.squares[0]
    layout = painter._layout
    assert layout is not None and len(others) == 4
    inside = [(layout.xs[column] + layout.cell - 3, layout.ys[row] + layout.cell - 3)
              for row, column in (first, *others)]  # fmt: skip
    assert {painter.cell_at(at) for at in inside} == {0}
    assert {window.surface.get_at(at)[:3] for at in inside} == {(0xE8, 0x83, 0x7C)}, "in the colour of R"


def test_a_line_of_a_collection_has_the_symbols_of_its_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(kind_named("map")), "alphabet", "♠♥♦♣")
    puzzle = Puzzle.empty(shape("map ABC/ABD")).update(1, 2)
    line = record(puzzle)
    assert line == "[map ABC/ABD] .♥.." and parse(line.encode()).puzzle == puzzle


def test_a_new_puzzle_of_a_kind_is_made_by_the_kind() -> None:
    for spec in ("queens 8", f"map {MAP}"):
        made = shape(spec).kind.make(shape(spec), Random(1))
        assert made is not None and made.geometry is shape(spec) and counting.count(made, 2) >= 1
    assert kind_named("sudoku").make(shape("9x9"), Random(1)) is None


@pytest.mark.parametrize("window", ["queens 8", f"map {MAP}"], indirect=True)
def test_r_and_g_bring_another_puzzle_of_the_kind(window: Driver) -> None:
    geometry, seen = window.session.puzzle.geometry, set()
    for key in ("R", "G", "R", "G", "R", "G"):
        window.press(key)
        seen.add(window.session.puzzle.givens)
        assert window.session.puzzle.geometry == geometry and window.session.puzzle.clues, key
    assert len(seen) > 1 and window.session.solver.name == "mrv"


@pytest.mark.parametrize("window", ["queens 6"], indirect=True)
def test_a_person_may_play_a_puzzle_with_rules_and_is_told_when_it_is_solved(window: Driver) -> None:
    shown = window.session.composer.scene(9)
    assert "digit" not in " ".join(str(one.label) for one in shown.counters)
    window.press("P")
    assert window.session.composer.subtitle == "Marks go into r1c1"
    with window.patient():
        for at, digit in enumerate(queens(SIX[0])):
            window.press(str(digit))
            window.press("Left", 5 * (at % 6 == 5))
            window.press("Down" if at % 6 == 5 else "Right")
    assert window.session.board.solution().is_solved()
    assert window.caption() == "Solved. No two queens attack each other, and each row has one."


class Less(Rule):
    """The first of two cells holds less than the second; ``args`` may make it fail."""

    name = "less"
    start = 0

    def step(self, state: int, digit: int) -> int | None:
        assert not self.args, "as asked"
        return digit if digit > state else None

    def says(self, puzzle: Puzzle) -> str:
        return "the first is less"

    def marks(self, geometry: Geometry) -> Iterator[Mark]:
        one, other = (geometry.places[cell] for cell in self.cells)
        middle = ((one[0] + other[0] + 1) / 2, (one[1] + other[1] + 1) / 2)
        yield Mark((middle,), "<", 0.4)
        yield Mark(((0.25, 0.25), (0.25, 0.75)), size=0.05)


def test_a_rule_draws_over_the_cells_in_every_picture(tmp_path: Path) -> None:
    places = ((0, 0), (0, 1))
    with_rule, plain_one = (Geometry(3, places, (), rules) for rules in ((Less((0, 1)),), ()))
    assert [stroke.text for stroke in plan_of(with_rule).above] == ["<", "", ""] and plan_of(plain_one).above == ()
    pictures = []
    for geometry in (with_rule, plain_one):
        view = start_view(Puzzle.empty(geometry))
        svg = tostring(svg_of(view, themes.load("light"), Symbols.DIGITS), "unicode")
        surface = pygame.Surface((400, 200))
        painter = BoardPainter(themes.load("light"), Fonts())
        painter.paint(surface, surface.get_rect(), view)
        changed = replace(view, cells=(view.cells[0]._replace(digit=1), view.cells[1]))
        painter.paint(surface, surface.get_rect(), changed)
        pictures.append(("&lt;" in svg, pygame.image.tobytes(surface, "RGB")))
    assert pictures[0][0] and not pictures[1][0] and pictures[0][1] != pictures[1][1]


def test_an_error_in_a_rule_or_a_kind_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="the rule less failed: AssertionError: as asked"):
        Geometry(3, ((0, 0), (0, 1)), (), (Less((0, 1), (1,)),))
    queens_kind = kind_named("queens")
    for side, (method, wrong) in enumerate([
        ("squares", lambda self, geometry, place: ()), ("marks", lambda self, geometry: [Mark((0.5, 0.5), "Q")]),
        ("is_shaded", lambda self, place: 1 / 0), ("cell_name", lambda self, geometry, place: "here"),
    ], 10):  # fmt: skip
        with monkeypatch.context() as changed, pytest.raises(ValueError, match="the kind queens failed|empty"):
            changed.setattr(type(queens_kind), method, wrong)
            Geometry.of_spec(f"queens {side}")


@pytest.mark.parametrize("window", ["queens 6"], indirect=True)
def test_a_mistake_against_a_rule_is_shown_and_hinted_at(window: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    window.press("P")
    for key in ("1", "Right", "1"):
        window.press(key)
    assert clashes(window.session.board) == {0, 1}
    assert still_to_place(window.session.board) == [None, None]
    for _ in range(4):
        window.press("H")
        for _ in range(30):
            window.frame(0.1)
    assert window.session.running is False and window.caption()
    monkeypatch.setattr(type(window.session.puzzle.geometry.kind), "make", lambda *_: 1 / 0)
    window.press("Escape", 3)
    window.press("G")
    assert "The kind queens failed: division by zero" in window.session.notice


@pytest.mark.parametrize(("spec", "cells", "said"), [
    ("queens 6", "".join("XQ"[digit == 1] for digit in queens(SIX[0])),
     "right: a finished board: no two queens attack each other, and each row has one"),
    ("map AAB/CCB", "RGB", "right: a finished map: no border holds a colour twice"),
    ("4x4", "1234341221434321", "right: a finished grid: every row, column and box holds each digit once"),
])  # fmt: skip
def test_a_finished_grid_is_right_by_the_rule_of_its_kind(
    spec: str, cells: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "full.txt"
    path.write_text(f"# shape {spec}\n{cells}\n")
    assert main(["check", str(path)]) == 0 and capsys.readouterr().out == said + "\n"


def test_a_puzzle_with_rules_is_graded_and_explained_by_techniques(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, line = tmp_path / "queens.txt", f".Q{34 * '.'}\n"
    path.write_text(f"# shape queens 6\n{line}")
    assert main(["explain", "--steps", str(path)]) == 1, "it takes a guess"
    out = capsys.readouterr().out
    assert "1. One left: r1c2 to r2c1 hold at most one Q, and r1c2 is Q: r2c1 must be X." in out
    assert "2. Combinations: r1c1 to r1c6 hold exactly one Q, and r1c2 is Q: r1c1 must be X." in out
    assert main(["explain", "--hint", str(path)]) == 0
    assert capsys.readouterr().out.splitlines()[0] == "Look at the count at r1c2."
    assert main(["explain", "--hint", str(path), "--position", f"QQ{34 * '.'}"]) == 1
    assert capsys.readouterr().err == "", "a wrong digit is found by the rules too"
    path.write_text(f"# shape queens 6\n{line}{line}# shape 4x4\n{16 * '.'}\n")
    assert main(["rate", str(path), "--format", "csv", "--processes", "1"]) == 1
    _, *rows = capsys.readouterr().out.splitlines()
    assert [row.split(",")[1:3] for row in rows] == [["", "extreme"], ["", "extreme"], ["several solutions", ""]]


@pytest.mark.parametrize(("spec", "title"), [("queens", "Queens"), ("map  ", "Map colouring"), ("sudoku", "Sudoku")])
def test_a_kind_without_a_text_is_named_and_asks_for_one(spec: str, title: str) -> None:
    with pytest.raises(ValueError, match=f"{title} needs a text after '{spec.strip()}'"):
        shape(spec)


def test_rules_are_written_and_read_whatever_their_number_of_cells() -> None:
    places = tuple((row, column) for row in range(8) for column in range(8))
    count = rule_named("count")
    made = Geometry(2, places, (), (count(tuple(range(64)), (1, 3, 5)), count((0, 9, 18), (2, 0, 1), 2)))
    assert made.spec == "2 | 8x8 |  | count(1,3,5) 0-63; count(2,0,1)#2 0-18/9" and made == shape(made.spec)
    assert shape(made.spec).rules == made.rules
    for wrong in ("2 | 8x8 | count(1,3,5) 0-63", "2 | 8x8 |  | count 0-63", "2 | 8x8 |  | row? 0,1"):
        with pytest.raises(ValueError, match="is not a group of"):
            shape(wrong)


def test_the_users_own_solver_may_name_a_rule() -> None:
    geometry = shape("queens 6")
    for rule, known in ((geometry.rules_of[1][0], True), (len(geometry.groups), False)):
        step = reject(1, 1, rule)
        told, _ = read_pair(pair_bytes(step, NOWHERE), geometry)
        assert told is step if known else "names unit 30, which this grid does not have" in str(told)
