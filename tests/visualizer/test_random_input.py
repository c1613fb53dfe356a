"""Any keys and clicks: no traceback, and what is shown is always the run."""

from __future__ import annotations

from random import Random

import pygame
import pytest
from app_driver import Driver, key_event

from visualizer import theme as themes
from visualizer.app import FRAME
from visualizer.keys import WATCH
from visualizer.options import Options
from visualizer.player import Mode
from visualizer.window import Picture


class Critic:
    """Looks at what is shown: the board is the replay of the run, and the screen is what a fresh painter paints."""

    def __init__(self) -> None:
        self.pictures = {name: Picture(name) for name in themes.names()}

    def look(self, driver: Driver) -> None:
        if driver.position <= 4000:
            assert driver.shown() == driver.replayed()
        picture = driver.app.picture
        if driver.app.race.open:
            return
        if driver.app.dirty or picture.overlays.visible or picture.unsettled or driver.mode is not Mode.PAUSED:
            return
        if driver.app.race.open:
            return  # another picture, looked at in the tests of the race
        fresh = self.pictures[picture.theme.name]
        fresh._ground = ()  # all of it anew
        for name in ("show_start", "over", "_flash_left", "_flashed"):
            setattr(fresh, name, getattr(picture, name))
        fresh.controls.hovered, fresh.controls.pressed = picture.controls.hovered, picture.controls.pressed
        surface = pygame.Surface(driver.surface.get_size())
        fresh.paint(surface, driver.session)
        assert pygame.image.tobytes(surface, "RGB") == pygame.image.tobytes(driver.surface, "RGB")


KEYS = [key for row in WATCH for key in row.keys if row.id not in ("quit", "fullscreen", "sat", "save")]


def any_event(driver: Driver, random: Random) -> None:
    width, height = driver.surface.get_size()
    point = (random.randrange(-5, width + 5), random.randrange(-5, height + 5))
    chance = random.random()
    if chance < 0.5:
        pygame.event.post(key_event(random.choice(KEYS), down=random.random() < 0.6))
    elif chance < 0.6:
        pygame.event.post(key_event("Escape"))
        pygame.event.post(key_event("Escape", down=False))
    elif chance < 0.75:
        pygame.event.post(pygame.Event(pygame.MOUSEMOTION, pos=point, rel=(1, 1), buttons=(0, 0, 0), touch=False))
    elif chance < 0.97:
        if random.random() < 0.6:
            point = (point[0], random.randrange(min(driver.app.picture.layout.strip.top, height - 1), height))
        kind = random.choice([pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP])
        pygame.event.post(pygame.Event(kind, pos=point, button=random.choice([1, 1, 1, 2, 3, 4, 5]), touch=False))
    else:
        kinds = [pygame.WINDOWLEAVE, pygame.WINDOWFOCUSLOST, pygame.WINDOWEXPOSED]
        pygame.event.post(pygame.Event(random.choice(kinds)))


@pytest.mark.parametrize("size", [(800, 600), (1366, 768), (1100, 1000)])
@pytest.mark.parametrize("seed", [1, 2])
def test_any_keys_and_clicks_by_the_thousand(size: tuple[int, int], seed: int) -> None:
    random, critic = Random(f"{size} {seed}"), Critic()
    with Driver(Options(None, size=size, seed=seed)) as driver:
        for i in range(700):
            any_event(driver, random)
            driver.frame(random.choice([0.0, FRAME, FRAME, 0.2, 0.7]))
            driver.app.open = True  # Esc with nothing open: the window would be gone
            if i % 20 == 0:
                critic.look(driver)
            if i % 250 == 249:
                driver.resize((random.randrange(800, 1400), random.randrange(600, 1000)))
