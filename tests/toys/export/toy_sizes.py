"""A recording that is a text file with the size of each picture."""

from typing import BinaryIO

from visualizer.export.camera import Camera
from visualizer.export.recording import Exporter, Recording


def write(recording: Recording, file: BinaryIO) -> int:
    sizes = [picture.get_size() for picture in Camera(recording).pictures()]
    file.writelines(f"{width}x{height}\n".encode() for width, height in sizes)
    return len(sizes)


SIZES = Exporter("toy", write, title="the sizes", summary="a .sizes", rank=15, endings=(".sizes",))
