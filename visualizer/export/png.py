"""A single picture as a PNG."""

from typing import BinaryIO

import numpy as np
from PIL import Image

from visualizer.export.exporter import Exporter
from visualizer.export.film import Film


def write(film: Film, file: BinaryIO) -> int:
    """Write the first picture of the film."""
    picture = next(film.pictures())
    height, width = picture.shape
    channels = np.stack([picture >> 16, picture >> 8, picture], axis=2).astype(np.uint8)
    Image.frombytes("RGB", (width, height), channels.tobytes()).save(file, "PNG")
    return 1


PNG = Exporter(
    "png", write, title="the picture at --from", summary="a .png of the picture at --from", rank=20, endings=(".png",),
    still=True,
)  # fmt: skip
