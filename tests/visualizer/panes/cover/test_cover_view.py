"""Tests that the pane shows Algorithm X's matrix with the chosen column, its rows and the columns they cover."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pygame
import pytest
from runs import of_solver, run_out
from sessions import go
from slow import slow_but

import solvers
from puzzles import Geometry, Puzzle
from puzzles.corpus import named
from solvers.algorithms.exact_cover import exact_cover
from solvers.core.step import Kind
from visualizer.panes.cover.pane import CoverPane, CoverView, OpenMatrix, cover_view, placement_text
from visualizer.panes.paint import painter_of
from visualizer.scene.board import Boards
from visualizer.session.session import Session
from visualizer.style import theme
from visualizer.toolkit.canvas import Canvas, Fonts

MOST = 1500


SIGNS = "comparison 6x6; less r1c1 r1c2; less r1c2 r1c3; less r4c4 r3c4; dot consecutive r6c1 r6c2; apart r5c5 r5c6"
KNIGHT = "variant 6x6; units knight; dot double r1c1 r2c1"
"""Shapes with columns to satisfy at most once."""


@pytest.mark.parametrize(
    "name",
    slow_but(["bad21", "minimal-4", SIGNS], ["fig1", "minimal-9-1", "bad21", "minimal-4", "side-16", SIGNS, KNIGHT]),
)
def test_column_and_rows_are_those_of_the_algorithm(name: str) -> None:
    puzzle = Puzzle.empty(Geometry.of_spec(name)) if ";" in name else named.find(name)
    timeline, run = of_solver(puzzle, "exact-cover"), exact_cover(puzzle)
    run_out(timeline, MOST)
    faults, chosen, covered = [], 0, 0
    for position, step in enumerate(islice(run, timeline.length), 1):
        own = run.gi_frame.f_locals  # type: ignore[attr-defined]
        view = cover_view(timeline, position, Boards.at(timeline, position))
        if step.kind in (Kind.GUESS, Kind.FIX) and timeline.step(position - 1).kind is not Kind.UNCOVER:
            chosen += 1
            rows = sorted(own["rows"], key=lambda row: row != (step.cell, step.digit))
            told = [row.text for row in view.rows[: view.first]]
            if told != [placement_text(puzzle, row) for row in rows] or not view.rows[0].chosen:
                faults.append(f"{position}: {told}")
        if step.kind is Kind.ELIMINATE and chosen:
            gone = {row.text for row in view.rows if row.gone}
            faults += [f"{position}: struck, but open"] * (placement_text(puzzle, (step.cell, step.digit)) not in gone)
        if step.kind is Kind.COVER:
            covered += 1
            matrix = own["matrix"]
            left = {placement_text(puzzle, row) for rows in matrix.rows.values() for row in rows}
            if {row.text for row in view.rows if not row.gone and not row.chosen} - left:
                faults.append(f"{position}: shown as open, but covered")
            if {row.text for row in view.rows if row.gone} & left:
                faults.append(f"{position}: shown as gone, but open")
    assert chosen and covered and not faults, faults[:5]


def test_the_open_matrix_has_as_many_rows_and_columns_as_the_algorithm_s() -> None:
    puzzle = named.find("minimal-9-1")
    timeline, run = of_solver(puzzle, "exact-cover"), exact_cover(puzzle)
    run_out(timeline, 600)
    for position, step in enumerate(islice(run, 600), 1):
        if step.kind is not Kind.GUESS:
            continue
        own = run.gi_frame.f_locals["matrix"].rows  # type: ignore[attr-defined]
        shown = OpenMatrix(Boards.at(timeline, position).before).columns
        assert {column: set(rows) for column, rows in shown.items()} == own


def test_every_row_meets_a_column_for_its_cell_and_one_a_unit() -> None:
    timeline = of_solver(named.find("fig1"), "exact-cover")
    run_out(timeline, 400)
    for position in range(0, timeline.length + 1, 3):
        view = cover_view(timeline, position, Boards.at(timeline, position))
        assert all(sum(row.marks) == 4 and row.marks[0] for row in view.rows[: view.first])
        assert all(len(row.marks) == len(view.heads) for row in view.rows)
        assert sum(head.chosen for head in view.heads) == bool(view.heads)
        assert view.words.endswith(".") and "None" not in view.words


def test_only_a_solver_that_counts_columns_has_a_matrix() -> None:
    with_one = [name for name in solvers.names() if "columns" in solvers.get(name).dials]
    assert with_one == ["exact-cover"]


def test_the_rows_that_do_not_fit_are_counted_and_can_be_scrolled_to() -> None:
    session = Session(named.find("side-16"), solver="exact-cover")
    go(session, 2)
    pane = session.panes[CoverPane.name]
    view = session.composer.scene(60, panes=[pane]).panes["cover"]
    painter, surface = painter_of(pane), pygame.Surface((300, 150))
    canvas, rect = Canvas(surface, theme.load("light"), Fonts(), 0.8), surface.get_rect()
    painter.paint(canvas, rect, view)
    before = pygame.image.tobytes(surface, "RGB")
    assert painter.scroll((20, 20), 1) and painter.look == 1
    painter.paint(canvas, rect, view)
    assert pygame.image.tobytes(surface, "RGB") != before
    assert painter.scroll((20, 20), 10**6) and painter.look < len(view.rows)
    assert not painter.scroll((900, 20), 1)
    session.close()


def test_a_low_pane_shows_three_rows_in_shorter_headings() -> None:
    session, fonts = Session(named.find("formula"), solver="exact-cover"), Fonts()
    go(session, 7)
    pane = session.panes[CoverPane.name]
    view = session.composer.scene(60, panes=[pane]).panes["cover"]
    for width, height, scale in ((632, 107, 0.94), (675, 114, 1.0), (328, 96, 0.87), (259, 80, 0.75), (934, 136, 1.22)):
        painter, surface = painter_of(pane), pygame.Surface((width, height))
        painter.paint(Canvas(surface, theme.load("light"), fonts, scale), surface.get_rect(), view)
        painter.scroll((20, 20), 10**6)
        assert painter.look == len(view.rows) - 3 > 0, (width, height)
    session.close()


def test_the_sentence_of_an_empty_matrix_is_whole_in_a_narrow_pane(monkeypatch: pytest.MonkeyPatch) -> None:
    words: list[str] = []
    draw = Fonts.draw

    def noting(fonts: Fonts, surface: pygame.Surface, text: str, *rest: Any, **at: Any) -> pygame.Rect:
        words.extend(text.split())
        return draw(fonts, surface, text, *rest, **at)

    monkeypatch.setattr(Fonts, "draw", noting)
    session = Session(named.find("minimal-4"), solver="exact-cover")
    pane, surface = session.panes[CoverPane.name], pygame.Surface((200, 120))
    view = CoverView((), (), 0, "Every column is covered: the chosen rows are a solution.")
    painter_of(pane).paint(Canvas(surface, theme.load("light"), Fonts()), surface.get_rect(), view)
    session.close()
    assert words == view.words.split()
