"""A single picture as a PNG."""

from typing import BinaryIO

import numpy as np
from PIL import Image

from visualizer.export.camera import Camera
from visualizer.export.recording import Exporter, Recording


def write(recording: Recording, file: BinaryIO) -> int:
    """Write the picture at the first step."""
    picture = next(Camera(recording, still=True).pictures())
    height, width = picture.shape
    channels = np.stack([picture >> 16, picture >> 8, picture], axis=2).astype(np.uint8)
    Image.frombytes("RGB", (width, height), channels.tobytes()).save(file, "PNG")
    return 1


PNG = Exporter(
    "png", write, title="the picture at --from", summary="a .png of the picture at --from", rank=20, endings=(".png",),
    share="Picture of this step", ignores=("to", "fps", "title"), because="a picture shows one step",
)  # fmt: skip
