"""Tests that the heat map shows the right counts, and can be read without colour."""

from __future__ import annotations

import numpy as np
import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.geometry import STANDARD
from visualizer.analysis.heat import HeatView, heat_map
from visualizer.painting.cell import CellPainter
from visualizer.style import theme as themes
from visualizer.style.theme import contrast, following
from visualizer.toolkit.canvas import Canvas, Fonts
from visualizer.views.board import HOTTEST, CellView, HeatedEvent, Role

counts = st.lists(st.integers(0, 10**9), min_size=81, max_size=81)


@given(counts, counts)
def test_the_hottest_cell_is_hottest_and_a_cell_never_touched_is_cold(tried: list[int], conflicts: list[int]) -> None:
    heat = HeatView(np.array(tried), np.array(conflicts))
    assert heat_map(heat, HeatedEvent.NOTHING) is None
    for heated, numbers in ((HeatedEvent.TRIED, tried), (HeatedEvent.CONFLICTS, conflicts)):
        shown = heat_map(heat, heated)
        assert shown is not None and shown.voice == heated.voice
        assert [degree > 0 for degree in shown.warmth] == [number > 0 for number in numbers]
        assert max(shown.warmth) == (HOTTEST if any(numbers) else 0)
        order = np.argsort(numbers)
        assert (np.diff(np.array(shown.warmth)[order]) >= 0).all(), "the warmer of two was never touched less often"


@pytest.mark.parametrize("most, words", [(0, "never yet"), (1, "once at most"), (12345, "up to 12,345 times")])
def test_the_legend_says_how_often(most: int, words: str) -> None:
    numbers = np.zeros(81, np.int64)
    numbers[4] = most
    shown = heat_map(HeatView(numbers, numbers), HeatedEvent.CONFLICTS)
    assert shown is not None and shown.legend == f"How often each cell was in conflict: {words}"


def test_one_key_goes_through_both_maps_and_back_to_none() -> None:
    maps = [HeatedEvent.NOTHING, HeatedEvent.TRIED, HeatedEvent.CONFLICTS]
    assert [following(one) for one in maps] == [*maps[1:], HeatedEvent.NOTHING]


@pytest.mark.parametrize("name", themes.names())
@pytest.mark.parametrize("heated", [HeatedEvent.TRIED, HeatedEvent.CONFLICTS])
def test_warmer_is_seen_by_the_length_of_a_bar_and_digits_stay_legible(name: str, heated: HeatedEvent) -> None:
    theme, size, fonts = themes.load(name), 60, Fonts()
    painter = CellPainter(theme, STANDARD, "123456789", size)
    lengths = []
    for warmth in range(HOTTEST + 1):
        picture = pygame.Surface((size, size))
        painter.paint(Canvas(picture, theme, fonts), CellView(warmth=warmth, heat=heated.voice))
        bar = theme.voice(heated.voice)
        lengths.append(sum(picture.get_at((x, size - 1))[:3] == bar for x in range(size)))
        ground = picture.get_at((2, 2))[:3]
        assert contrast(theme.ink, ground) >= 4.5
        assert contrast(theme.soft, ground) >= 2.4, "pencil marks are seen, too"
    assert lengths == [round(size * warmth / HOTTEST) for warmth in range(HOTTEST + 1)]


def test_without_a_heat_map_cells_look_as_always() -> None:
    assert CellView(4, Role.GIVEN) == CellView(4, Role.GIVEN, warmth=0, heat="")
