"""Tests that a race's labels are legible with any number of lanes, and point out lanes that disagree."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from app_driver import Driver
from slow import few_of, slow_but
from type_reader import Reader

from puzzles.corpus import named
from visualizer.race.view import differing, with_differences
from visualizer.scene.board import start_view
from visualizer.session.run_spec import RunSpec
from visualizer.session.settings import Options
from visualizer.views.board import BoardView, CellView, Outline

SIX = ("backtracking", "mrv", "elimination", "cdcl", "human", "annealing")


def drawn(size: tuple[int, int], lanes: int = 6) -> dict[str, int]:
    """Return the type size of every label of the lanes and of their rows in the timeline."""
    with Driver(Options(named.find("fig1"), size=size, reduced_motion=True)) as driver:
        driver.press("L")
        race = driver.race.race
        assert race is not None
        race.set_lanes([RunSpec(name) for name in SIX[:lanes]])
        driver.press("Right", 30)
        reader = Reader(driver)
        with patch("visualizer.window.race.frame.RaceControls.paint_row"):
            reader.read("race")
    return {text: em for text, (em, _) in reader.found.items() if text.strip()}


@pytest.mark.parametrize(
    ("size", "least"),
    slow_but([((1366, 768), 13)], [((1024, 768), 13), ((1366, 768), 13), ((1920, 1080), 15), ((800, 600), 11)]),
)
def test_labels_of_six_lanes_can_be_read(size: tuple[int, int], least: int) -> None:
    labels = drawn(size)
    assert len(labels) > 30
    assert not {text: em for text, em in labels.items() if em < least}


def test_no_label_of_a_counter_is_cut_off() -> None:
    cut = {}
    every = ((1366, 768), 3), ((1280, 720), 3), ((1024, 768), 2), ((1024, 768), 4)
    for size, lanes in few_of(every[1:3], every):
        labels = drawn(size, lanes)
        assert "of 81 filled" in labels
        cut |= {(size, lanes, text): em for text, em in labels.items() if text.endswith("…")}
    assert not cut


def test_boards_are_marked_where_two_hold_different_digits() -> None:
    blank = start_view(named.find("fig1"))
    cells = [cell for cell, view in enumerate(blank.cells) if not view.digit][:3]

    def board(*digits: int) -> BoardView:
        views = list(blank.cells)
        for cell, digit in zip(cells, digits, strict=True):
            views[cell] = CellView(digit=digit)
        return BoardView(blank.geometry, tuple(views))

    boards = [board(1, 2, 0), board(1, 3, 4), board(1, 0, 0)]
    assert differing(boards) == [cells[1]], "a blank differs from nothing"
    outlines = [[one.cells[cell].outline for cell in cells] for one in with_differences(boards)]
    none, apart = Outline.NONE, Outline.APART
    assert outlines == [[none, apart, none], [none, apart, none], [none, none, none]]
    alone = Outline.ALONE
    what_if = [board(*digits) for digits in ((1, 2, 0), (0, 3, 0), (0, 0, 4))]
    outlines = [[one.cells[cell].outline for cell in cells] for one in with_differences(what_if, ("a", "a", "b"))]
    assert outlines == [[alone, apart, none], [none, apart, none], [none, none, none]], "only between runs of a what-if"
