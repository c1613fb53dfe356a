"""Tests that the trail matches the board level by level, and that its pane ends at the playhead."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pane_views import shown_of
from runs import of_solver, run_out, tiny_chunks
from slow import slow_but

import solvers
from puzzles import Geometry, Puzzle
from puzzles.corpus import named
from solvers.core import literals
from solvers.core.board import Board
from solvers.core.step import Kind, Step, Why, backtrack, eliminate, fix, guess
from visualizer.panes.formula.view import truth
from visualizer.panes.trail.paint import TrailRows, rows_of
from visualizer.panes.trail.pane import MOST_WRITTEN, Band, Chip, TrailView, reasons_at, trail_view
from visualizer.scene.board import Boards
from visualizer.scene.composer import Composer
from visualizer.style import theme as themes
from visualizer.timeline.player import Player
from visualizer.timeline.search import MOST_BLOCKS, standing_steps, struck_by
from visualizer.timeline.trail import Trail
from visualizer.toolkit.canvas import Canvas, Fonts

pytestmark = pytest.mark.usefixtures("fast_keeper")

HARD = Puzzle.parse("7.8...3.....2.1...5.........4.....263...8.......1...9..9.6....4....7.5...........")
DEEP = named.find("deep-3")
GUESSING = ("cdcl", "backtracking", "mrv")
"""One solver for each meaning of candidates."""


class Plain:
    """A simple record of the literals that hold and since when, step by step."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.levels: dict[int, int] = self._now(0)
        self.made: list[tuple[int, int]] = []
        """(position, level) of each step that still counts."""

    def _now(self, level: int) -> dict[int, int]:
        symbols, cells = self.board.geometry.symbols, self.board.geometry.cells
        variables = range(1, len(cells) * symbols + 1)
        return {literal: level for v in variables for literal in (v, -v) if truth(self.board, literal)}

    def apply(self, step: Step, position: int) -> None:
        self.board.apply(step)
        level = self.board.level
        if step.kind is Kind.BACKTRACK:
            self.levels = {literal: at for literal, at in self.levels.items() if at <= step.level}
            self.made = [one for one in self.made if one[1] <= step.level]
        elif step.kind in (Kind.GUESS, Kind.FIX, Kind.ELIMINATE):
            self.made.append((position, level))
            self.levels = self._now(level) | self.levels


def walked(puzzle: Puzzle, name: str, most: int) -> Iterator[tuple[Plain, int]]:
    plain = Plain(solvers.get(name).board(puzzle))
    for position, step in enumerate(islice(solvers.trace(puzzle, name), most), 1):
        plain.apply(step, position)
        yield plain, position


@pytest.mark.parametrize("name", slow_but(GUESSING[1:], GUESSING))
def test_the_trail_knows_of_every_literal_the_level_at_which_it_became_true(name: str) -> None:
    puzzle = named.find("deep-1")
    for plain, position in walked(puzzle, name, 1200):
        if position % 97 == 0 or position > 1190:
            trail = Trail(plain.board)
            variables = range(1, len(puzzle.geometry.cells) * puzzle.geometry.symbols + 1)
            found = {lit: trail.level_of(lit) for v in variables for lit in (v, -v) if trail.since(lit) is not None}
            assert found == plain.levels


@pytest.mark.parametrize("name", slow_but(GUESSING[:1], GUESSING))
def test_an_entry_stands_for_each_step_that_stands(name: str) -> None:
    timeline = of_solver(DEEP, name)
    run_out(timeline, 900)
    for plain, position in walked(DEEP, name, timeline.length):
        if position % 61 == 0 or position == timeline.length:
            entries = Trail(timeline.board_at(position)).entries
            assert [entry.level for entry in entries] == [level for _, level in plain.made]
            for (at, step), entry in zip(standing_steps(timeline, position), reversed(entries), strict=True):
                placed = entry.literal > 0
                assert timeline.step(at) is step
                assert step.cell == (abs(entry.literal) - 1) // 9 and step.digit == (abs(entry.literal) - 1) % 9 + 1
                assert placed == (step.sign and step.kind is not Kind.ELIMINATE)
                assert entry.decision == (step.kind is Kind.GUESS)
            assert [at for at, _ in standing_steps(timeline, position)] == [at for at, _ in reversed(plain.made)]


def test_the_steps_that_stand_are_the_same_in_tiny_chunks_and_above_any_level() -> None:
    expected: list[list[tuple[int, int]]] = [[]]
    board, made = solvers.get("cdcl").board(HARD), list[tuple[int, int]]()
    for at, step in enumerate(islice(solvers.trace(HARD, "cdcl"), 1500), 1):
        board.apply(step)
        if step.kind is Kind.BACKTRACK:
            made = [one for one in made if one[1] <= step.level]
        elif step.kind < Kind.BACKTRACK:
            made = [*made, (at, board.level)]
        expected.append(made)
    cut_short = 0
    with tiny_chunks():
        timeline = of_solver(HARD, "cdcl")
        run_out(timeline, 1500)
        for position in range(0, 1501, 23):
            for above in (-1, 0, 2, 5):
                found = [at for at, _ in standing_steps(timeline, position, above)]
                wanted = [at for at, level in reversed(expected[position]) if level > above]
                assert found == wanted[: len(found)]
                cut_short += len(found) < len(wanted)
                assert len(found) == len(wanted) or position - found[-1] >= 8 * MOST_BLOCKS / 2
    assert cut_short < 200


def test_going_back_to_the_givens_leaves_nothing_standing() -> None:
    from runs import of_walk

    from solvers.core.board import Candidates

    walk = [guess(0, 1), fix(40, 5, Why.NONE), backtrack(-1), fix(1, 2, Why.NONE), guess(2, 3), eliminate(80, 9)]
    timeline = of_walk(lambda: iter(walk), Puzzle.empty(), Candidates.SAID)
    run_out(timeline)
    assert [at for at, _ in standing_steps(timeline, 6)] == [6, 5, 4]
    assert list(standing_steps(timeline, 3)) == []


# The view


def view_at(timeline, position, reasons=False):  # type: ignore[no-untyped-def]
    why = reasons_at(timeline, position) if reasons else None
    boards = Boards.at(timeline, position)
    return trail_view(boards.step, boards.before, boards.after, why)


@pytest.mark.parametrize("name", GUESSING)
def test_the_view_is_the_boards_trail_in_bands(name: str) -> None:
    timeline = of_solver(DEEP, name)
    run_out(timeline, 1500)
    for position in [0, *range(1, timeline.length + 1, 41)]:
        view = view_at(timeline, position)
        step = timeline.step(position) if position else None
        back = step is not None and step.kind is Kind.BACKTRACK
        board = timeline.board_at(position - 1 if back else position)
        entries = Trail(board).entries
        assert [band.level for band in view.bands] == list(range(board.level + 1))
        texts = [chip.text for band in view.bands for chip in band.chips]
        assert texts == [literals.write(entry.literal, DEEP) for entry in entries][-MOST_WRITTEN:]
        assert sum(band.earlier for band in view.bands) + len(texts) == len(entries)
        for band in view.bands:
            assert band.gone == (back and band.level > max(step.level, -1))  # type: ignore[union-attr]
            if band.level:
                cell, digit, sign = board.guess_at(band.level)
                named_ = f"{DEEP.geometry.name(cell)}{'=' if sign else '≠'}{digit}"
                assert band.heading == f"level {band.level}: {named_} (guess)"
        newest = [chip for band in view.bands for chip in band.chips if chip.newest]
        changes = step is not None and step.kind in (Kind.GUESS, Kind.FIX, Kind.ELIMINATE)
        assert newest == ([view.bands[-1].chips[-1]] if changes else [])


def test_each_reason_names_what_forces_the_literal() -> None:
    timeline = of_solver(HARD, "cdcl")
    run_out(timeline, 900)
    view = view_at(timeline, 900, reasons=True)
    told = [(chip.text, chip.reason) for band in view.bands for chip in band.chips if chip.reason]
    assert len(told) > 40
    kinds = {"guess": 0, " in ": 0, "holds a": 0}
    for text, reason in told:
        kinds = {key: count + (key in reason) for key, count in kinds.items()}
        if " in " in reason and "=" in reason.split(" in ")[0]:
            assert text[-1] == reason.split(" in ")[0][-1] and "≠" in text, "a peer holds that very digit"
    assert min(kinds.values()) > 0


def test_thousands_of_literals_are_counted_and_not_written() -> None:
    timeline = of_solver(Puzzle.empty(Geometry.of_side(16)), "cdcl")
    run_out(timeline, 4000)
    position = max(range(0, timeline.length, 100), key=lambda at: len(timeline.board_at(at).trail))
    view = view_at(timeline, position)
    written = sum(len(band.chips) for band in view.bands)
    assert written == MOST_WRITTEN
    assert written + sum(band.earlier for band in view.bands) == len(timeline.board_at(position).trail) > 1500


# The rows


bands = st.lists(st.tuples(st.integers(1, 90), st.integers(0, 5), st.booleans()), min_size=1, max_size=9)


@given(bands, st.integers(1, 12), st.integers(2, 30), st.booleans())
def test_the_rows_fit_and_what_is_not_shown_is_counted(
    drawn: list[tuple[int, int, bool]], per_row: int, room: int, reasons: bool
) -> None:
    gone_from = next((i for i, (*_, gone) in enumerate(drawn) if gone and i), len(drawn))
    made = tuple(
        Band(i, f"level {i}", tuple(Chip(f"{i}.{k}") for k in range(count)), earlier if i == 0 else 0, i >= gone_from)
        for i, (count, earlier, _) in enumerate(drawn)
    )
    rows = rows_of(TrailView(made, reasons), per_row, room)
    assert len(rows) <= room
    shown = [chip for row in rows for chip in row.chips]
    standing = [chip for band in made if not band.gone for chip in band.chips]
    still = [chip for row in rows for chip in row.chips if row.band is not None and not row.band.gone]
    assert still == standing[len(standing) - len(still) :], "the latest, in order"
    if rows[0].band is None:
        hidden = int(rows[0].text.split()[1].replace(",", ""))
        counted = [band for band in made if not band.gone or rows[0].band is None]
        whole = sum(len(band.chips) + band.earlier for band in counted)
        cut = sum(
            len(band.chips) - sum(len(row.chips) for row in rows if row.band is band)
            for band in made
            if band.gone and any(row.band is band for row in rows)
        )
        assert hidden + len(shown) + cut == whole
    else:
        assert still == standing and not any(band.earlier for band in made if not band.gone)


def test_of_a_black_box_it_is_said_that_nothing_is_known_of_its_trail() -> None:
    timeline = of_solver(named.find("fig1"), "sat")
    try:
        run_out(timeline, 100)
        player = Player(timeline)
        view = shown_of(Composer(named.find("fig1"), solvers.get("sat"), player), "trail")
    finally:
        timeline.close()
    assert view == TrailView((), unknown="SAT solver cannot be watched, so its trail is unknown.")
    surface, plain = pygame.Surface((300, 100)), pygame.Surface((300, 100))
    TrailRows(Canvas(surface, themes.load("light"), Fonts()), surface.get_rect()).paint(view)
    TrailRows(Canvas(plain, themes.load("light"), Fonts()), plain.get_rect()).paint(TrailView(()))
    assert pygame.image.tobytes(surface, "RGB") != pygame.image.tobytes(plain, "RGB"), "and that is seen"


def test_of_what_struck_candidates_only_those_asked_for_are_found() -> None:
    timeline = of_solver(named.find("fig1"), "elimination")
    run_out(timeline, 2000)
    strikes = [step for _, step in standing_steps(timeline, timeline.length) if step.kind is Kind.ELIMINATE]
    asked = {(step.cell, step.digit): step for step in strikes[:: len(strikes) // 3]}
    assert struck_by(timeline, timeline.length, asked.keys()) == asked and len(asked) > 2
