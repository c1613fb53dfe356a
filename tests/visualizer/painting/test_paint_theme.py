"""Tests that the palette is legible, and that its colours differ for people with colour blindness."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from visualizer.painting.cell import WARMEST
from visualizer.style import theme
from visualizer.views.board import HOTTEST

THEMES = theme.names()
MACHADO = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""The matrices of colour deficiencies in linear RGB, at full severity (Machado, Oliveira and Fernandes 2009)."""
GLANCE = 14
"""The CIE 1976 colour difference seen at a glance; 2.3 is just noticeable."""
XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))


def seen(color: theme.Color, deficiency: str) -> np.ndarray:
    """Return the colour in CIELAB as a person with a colour deficiency sees it."""
    unit = np.array(color) / 255
    linear = np.where(unit <= 0.04045, unit / 12.92, ((unit + 0.055) / 1.055) ** 2.4)
    if deficiency:
        linear = np.clip(np.array(MACHADO[deficiency]) @ linear, 0, 1)
    scaled = np.array(XYZ) @ linear / (0.95047, 1.0, 1.08883)
    x, y, z = np.where(scaled > 0.008856, np.cbrt(scaled), 7.787 * scaled + 16 / 116)
    return np.array((116 * y - 16, 500 * (x - y), 200 * (y - z)))


def apart(one: np.ndarray, other: np.ndarray) -> float:
    """Return the CIE 1976 difference between two colours in CIELAB."""
    return float(np.linalg.norm(one - other))


@pytest.mark.parametrize("name", THEMES)
def test_ink_and_soft_text_are_legible_on_every_ground(name: str) -> None:
    look = theme.load(name)
    for ground in (look.background, look.panel):
        assert theme.contrast(look.ink, ground) >= 7
        assert theme.contrast(look.soft, ground) >= 4.5
    for ground in (look.unit_wash, look.step_wash):
        assert theme.contrast(look.ink, ground) >= 7
        assert theme.contrast(look.deduced, ground) >= 4


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("voice", ["deduced", "guessed", "conflict", "solved"])
def test_coloured_voices_are_legible(name: str, voice: str) -> None:
    look = theme.load(name)
    assert theme.contrast(look.voice(voice), look.panel) >= 4.5
    assert theme.contrast(look.on(look.voice(voice)), look.voice(voice)) >= 4.5


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("deficiency", ["", *MACHADO])
def test_deduced_guessed_conflict_and_solved_stay_apart(name: str, deficiency: str) -> None:
    look = theme.load(name)
    colors = {voice: seen(look.voice(voice), deficiency) for voice in ("deduced", "guessed", "conflict", "solved")}
    for one, other in combinations(colors, 2):
        assert apart(colors[one], colors[other]) >= GLANCE, (one, other)
    assert apart(colors["guessed"], colors["conflict"]) >= 18, "these two stand side by side all the time"


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("deficiency", ["", *MACHADO])
def test_the_states_of_lanes_in_a_race_stay_apart(name: str, deficiency: str) -> None:
    look = theme.load(name)
    colors = {voice: seen(getattr(look, voice), deficiency) for voice in ("solved", "conflict", "guessed", "soft")}
    for one, other in combinations(colors, 2):
        assert apart(colors[one], colors[other]) >= GLANCE, (one, other)


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("deficiency", ["", *MACHADO])
def test_a_warmer_cell_of_a_heat_map_looks_warmer(name: str, deficiency: str) -> None:
    look = theme.load(name)
    for heat in ("guessed", "conflict"):
        grounds = [theme.mix(look.panel, look.voice(heat), WARMEST * i / HOTTEST) for i in range(HOTTEST + 1)]
        colors = [seen(ground, deficiency) for ground in grounds]
        for i, warmer in enumerate(colors[3:]):
            assert apart(colors[i], warmer) >= 4.6, f"{heat}: {i} and {i + 3} differ by twice what is just noticeable"
        assert apart(colors[0], colors[-1]) >= 20, heat


@pytest.mark.parametrize("deficiency", ["", *MACHADO])
def test_the_nine_colours_for_digits_stay_apart_and_none_is_alarm_red(deficiency: str) -> None:
    colors = [seen(theme.colour(digit), deficiency) for digit in range(1, 10)]
    for (one, a), (other, b) in combinations(enumerate(colors, 1), 2):
        assert apart(a, b) >= GLANCE, (one, other)
    for name in THEMES:
        alarm = seen(theme.load(name).conflict, "")
        assert all(apart(seen(theme.colour(digit), ""), alarm) >= 24 for digit in range(1, 10)), name


def test_themes_hold_the_palette_of_the_design() -> None:
    assert THEMES == ("light", "dark")
    light, dark = map(theme.load, THEMES)
    assert (light.background, light.ink, light.deduced) == ((0xF7, 0xF6, 0xF2), (0x1E, 0x23, 0x29), (0, 0x67, 0xA8))
    assert (dark.background, dark.guessed) == ((0x13, 0x16, 0x1B), (0xF2, 0xA5, 0x41))
    assert dark.dark and not light.dark


def test_contrast_is_that_of_the_standard() -> None:
    assert theme.contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert theme.contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)
    assert theme.contrast((10, 20, 30), (10, 20, 30)) == 1


def test_mixing_goes_from_one_to_the_other() -> None:
    assert theme.mix((0, 100, 200), (100, 0, 250), 0) == (0, 100, 200)
    assert theme.mix((0, 100, 200), (100, 0, 250), 1) == (100, 0, 250)
    assert theme.mix((0, 100, 200), (100, 0, 250), 0.5) == (50, 50, 225)


def test_an_unknown_theme_names_those_there_are() -> None:
    with pytest.raises(LookupError, match="light, dark"):
        theme.load("sepia")


@pytest.mark.parametrize("text", ["#12345", "123456", "#GGGGGG", ""])
def test_what_is_no_colour_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        theme.parse_color(text)
