"""Tests where the audience's and the speaker's windows go: inside the desktops, and never one over the other."""

from __future__ import annotations

from itertools import pairwise

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from visualizer.window.display import AROUND, Display, home_of, places

SIZES = ((1024, 768), (1280, 720), (1366, 768), (1920, 1080), (3840, 2160), (1080, 1920))


@st.composite
def desktops(draw: st.DrawFn) -> list[pygame.Rect]:
    """Return up to four displays: beside or above each other, apart, or showing the same."""
    found = []
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.tuples(st.integers(-4000, 4000), st.integers(-3000, 3000)))
        found.append(pygame.Rect(place, draw(st.sampled_from(SIZES))))
    return found


WINDOWS = st.builds(
    pygame.Rect, st.tuples(st.integers(-5000, 8000), st.integers(-4000, 6000)),
    st.tuples(st.integers(800, 2000), st.integers(600, 1500)),
)  # fmt: skip


@given(desktops(), WINDOWS, st.booleans())
def test_the_speaker_is_never_over_the_stage_and_both_are_inside_a_desktop(
    all_of_them: list[pygame.Rect], window: pygame.Rect, share: bool
) -> None:
    stage, speaker = places(all_of_them, window, share)
    home = home_of(all_of_them, window)
    beside = [one for one in all_of_them if not one.colliderect(home)]
    assert home.contains(stage) and min(stage.size) > 0
    assert (stage == home) is (bool(beside) or not share), "the stage is a whole desktop unless the speaker shares it"
    assert (speaker is not None) is (bool(beside) or share)
    if speaker is not None:
        frame = speaker.inflate(*AROUND)
        assert not frame.colliderect(stage) and min(speaker.size) >= 280
        assert any(desktop.contains(frame) for desktop in beside or [home])


@given(desktops(), WINDOWS)
def test_a_window_is_on_the_desktop_that_most_of_it_is_on(all_of_them: list[pygame.Rect], window: pygame.Rect) -> None:
    areas = [window.clip(one).width * window.clip(one).height for one in all_of_them]
    home = home_of(all_of_them, window)
    assert areas[all_of_them.index(home)] == max(areas)


def test_on_a_laptop_with_a_projector_the_stage_stays_where_it_is_and_the_notes_go_to_the_other() -> None:
    laptop, projector = pygame.Rect(0, 0, 1366, 768), pygame.Rect(1366, 0, 1920, 1080)
    for here, other in pairwise((laptop, projector, laptop)):
        stage, speaker = places([laptop, projector], here.inflate(-200, -100))
        assert stage == here and speaker and other.contains(speaker) and speaker.center == other.center
    assert places([laptop], laptop) == (laptop, None)
    mirrored = pygame.Rect(0, 0, 1280, 720)
    assert places([laptop, mirrored], laptop) == (laptop, None), "a display that shows the same has no room of its own"


def test_each_display_is_asked_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """SDL's dummy driver has a single display, so both are where that one is, but the question must be a valid one."""
    pygame.init()
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [(1280, 720), (1024, 768)])
    shown = Display((400, 300))
    assert [place.size for place in shown.desktops()] == [(1280, 720), (1024, 768)]
    shown.close()
