"""Compares a picture with an expected one that a person has approved.

If they differ, both pictures are saved side by side in the test's own folder. To accept new pictures, look at them, and
then run with ``UPDATE_PICTURES=1``. Letters vary a little between systems, so small differences are tolerated, and such
pictures are left as they are.
"""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pygame
import pytest

TOLERANCE, WORST = 1.5, 24.0
"""The mean difference allowed, 0 … 255, over the picture, and over its worst tile of TILE x TILE pixels."""
TILE = 16


def differences(one: pygame.Surface, other: pygame.Surface) -> tuple[float, float]:
    """Return the mean difference over the whole picture, and that of the worst tile."""
    if one.get_size() != other.get_size():
        return 255.0, 255.0
    apart = np.abs(pygame.surfarray.array3d(one).astype(float) - pygame.surfarray.array3d(other)).mean(axis=2)
    width, height = (length // TILE * TILE for length in apart.shape)
    tiles = apart[:width, :height].reshape(width // TILE, TILE, height // TILE, TILE).mean(axis=(1, 3))
    return float(apart.mean()), float(tiles.max())


def differ(one: pygame.Surface, other: pygame.Surface) -> bool:
    """Return whether two pictures differ by more than fonts do between systems."""
    mean, worst = differences(one, other)
    return mean > TOLERANCE or worst > WORST


def compare(picture: pygame.Surface, path: Path, folder: Path) -> None:
    """Fail if the picture differs from the expected one, and save both in the folder."""
    if os.environ.get("UPDATE_PICTURES") and not (path.exists() and not differ(picture, pygame.image.load(path))):
        pygame.image.save(picture, path)
    expected = pygame.image.load(path)
    if differ(picture, expected):
        _save_beside(folder / "computed-expected.png", picture, expected)
        mean, worst = differences(picture, expected)
        pytest.fail(f"mean {mean:.2f}, worst tile {worst:.1f}; look at {folder / 'computed-expected.png'}")


def _save_beside(path: Path, one: pygame.Surface, other: pygame.Surface) -> None:
    both = pygame.Surface((one.get_width() + other.get_width() + 10, max(one.get_height(), other.get_height())))
    both.blit(one, (0, 0))
    both.blit(other, (one.get_width() + 10, 0))
    pygame.image.save(both, path)
