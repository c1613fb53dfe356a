"""Pictures that Pillow compresses: one as a PNG, or a span as an animated GIF.

A GIF is written one picture at a time, so that memory use does not grow with its length.

Pillow's own writer keeps every picture until the end; here it only does the compression, and this module writes the
file around the results. Every picture after the first covers only the rectangle that has changed, with unchanged pixels
transparent. Changes too small for the palette do not count.
"""

from collections.abc import Sequence
from io import BytesIO
from struct import pack
from typing import BinaryIO

import numpy as np
import numpy.typing as npt
import pygame
from PIL import GifImagePlugin, Image

from visualizer.export.camera import Camera, PictureOutlook, Pixels, pixels_of
from visualizer.export.recording import Exporter, Recording
from visualizer.narration.director import reading_time
from visualizer.session.settings import Size
from visualizer.style.theme import Color, Symbols, Theme, colour, mix
from visualizer.text.spans import plain

LAST_PICTURE = 1.5
"""How long the last picture is shown, in seconds."""
Indices = npt.NDArray[np.uint8]
"""A picture as rows of indices into a palette."""
_TRANSPARENT = 255
"""The palette index that leaves a pixel unchanged. Colours have lower indices."""
_SAMPLE, _SHADES = 32, 96
"""The side to which a picture is reduced to find its colours, and how many colours stand for all of them."""
_AT_ONCE = 4096
"""How many colours to compare with the palette at a time."""
_FOR_EVER = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"


class ColourTable:
    """Up to 255 colours, and a lookup that finds the nearest one to any colour."""

    def __init__(self, colours: Sequence[Color]) -> None:
        self.colours = list(dict.fromkeys(colours))[:_TRANSPARENT]
        self._known = np.full(1 << 24, _TRANSPARENT, np.uint8)
        self._channels = np.array(self.colours, np.int32)
        self._known[[red << 16 | green << 8 | blue for red, green, blue in self.colours]] = range(len(self.colours))

    def indices(self, pixels: Pixels) -> Indices:
        found: Indices = self._known[pixels]
        unknown = np.unique(pixels[found == _TRANSPARENT])
        for start in range(0, len(unknown), _AT_ONCE):
            some = unknown[start : start + _AT_ONCE]
            channels = np.stack([some >> 16, some >> 8 & 255, some & 255], axis=1).astype(np.int32)
            distances = ((channels[:, None, :] - self._channels[None, :, :]) ** 2).sum(axis=2)
            self._known[some] = distances.argmin(axis=1)
        return np.asarray(self._known[pixels]) if len(unknown) else found


def palette_of(theme: Theme, symbols: Symbols = Symbols.DIGITS, digits: int = 0) -> ColourTable:
    """Return one palette for all pictures in a theme, with every ink blended into every background."""
    patches = [colour(digit) for digit in range(1, digits + 1)] if symbols == Symbols.COLOURS else []
    patches += _colours_of(symbols.pictures[:digits])
    grounds = theme.background, theme.panel, theme.unit_wash, theme.step_wash
    inks = (
        theme.ink, theme.soft, theme.faint, theme.deduced, theme.guessed, theme.conflict, theme.solved,
        theme.box_line, theme.thin_line,
    )  # fmt: skip
    shares = (0.5, 0.25, 0.75, 0.125, 0.875, 0.375, 0.625)
    blends = [mix(ground, ink, share) for share in shares for ground in grounds for ink in inks]
    return ColourTable([*grounds, *inks, *patches, *blends])


def _colours_of(pictures: Sequence[bytes]) -> list[Color]:
    """Return the colours that stand for those of all the pictures."""
    sheet = Image.new("RGB", (_SAMPLE, _SAMPLE * max(1, len(pictures))), "white")
    for number, png in enumerate(pictures):
        if png:
            small = Image.open(BytesIO(png)).resize((_SAMPLE, _SAMPLE))
            sheet.paste(small, (0, _SAMPLE * number), small)
    few = np.asarray(sheet.quantize(_SHADES).convert("RGB")).reshape(-1, 3)
    return [(red, green, blue) for red, green, blue in np.unique(few, axis=0).tolist()] if any(pictures) else []


class Gif:
    """A looping GIF, open for writing. Closing it writes the last picture, which is shown for longer."""

    def __init__(self, file: BinaryIO, size: Size, palette: ColourTable, fps: int) -> None:
        self._file, self._palette, self._fps = file, palette, fps
        self.count = 0
        """The number of pictures added so far."""
        self._before: Pixels | None = None
        self._shown: Indices | None = None
        """The last picture, in the palette's colours."""
        self._due: tuple[tuple[int, int], Indices] | None = None
        """The last change and its position. It is written when the next change comes and its duration is known."""
        self._due_since = 0
        """The number of pictures before the pending change."""
        table = bytes(part for color in palette.colours for part in color).ljust(3 * 256, b"\0")
        file.write(b"GIF89a" + pack("<HHBBB", *size, 0xF7, 0, 0) + table + _FOR_EVER)

    def add(self, pixels: Pixels) -> None:
        """Add a whole picture. If it looks like the one before, show that one for longer instead."""
        change = self._change(pixels)
        if change is not None:
            self._write(self._until(self.count) - self._until(self._due_since))
            self._due, self._due_since = change, self.count
        self._before = pixels
        self.count += 1

    def _until(self, count: int) -> int:
        """Return how long the given number of pictures takes, in hundredths of a second (the unit of a GIF)."""
        return round(count * 100 / self._fps)

    def _change(self, pixels: Pixels) -> tuple[tuple[int, int], Indices] | None:
        """Return the part that differs from the previous picture, and its top left corner; ``None`` if nothing does."""
        if self._before is None or self._shown is None:
            self._shown = self._palette.indices(pixels)
            return (0, 0), self._shown.copy()
        rough = _around(pixels != self._before)
        if rough is None:
            return None
        shown, indices = self._shown[rough], self._palette.indices(pixels[rough])
        differs = indices != shown  # many new colours look the same as the old ones
        exact = _around(differs)
        if exact is None:
            return None
        self._shown[rough] = indices
        corner = rough[1].start + exact[1].start, rough[0].start + exact[0].start
        return corner, np.where(differs[exact], indices[exact], np.uint8(_TRANSPARENT))

    def _write(self, hundredths: int) -> None:
        if self._due is None:
            return
        corner, indices = self._due
        picture = Image.fromarray(np.ascontiguousarray(indices), "P")
        how = {"duration": 10 * max(1, hundredths), "transparency": _TRANSPARENT, "disposal": 1}
        self._file.writelines(GifImagePlugin.getdata(picture, corner, **how))
        self._due = None

    def close(self, rest: float) -> None:
        """Write the last picture, which is shown for so many seconds, and finish the file."""
        self._write(self._until(self.count - 1) - self._until(self._due_since) + round(rest * 100))
        self._file.write(b";")


def _around(differs: npt.NDArray[np.bool_]) -> tuple[slice, slice] | None:
    """Return the smallest rectangle around the pixels that differ, or ``None`` if none does."""
    rows, columns = np.flatnonzero(differs.any(axis=1)), np.flatnonzero(differs.any(axis=0))
    if not len(rows):
        return None
    return slice(int(rows[0]), int(rows[-1]) + 1), slice(int(columns[0]), int(columns[-1]) + 1)


def _write_gif(recording: Recording, file: BinaryIO) -> int:
    """Write the pictures, reporting progress after each. Return how many there are."""
    session, options, camera = recording.session, recording.options, Camera(recording)
    palette = palette_of(camera.picture.theme, session.symbols, options.puzzle.geometry.symbols)
    outlook = PictureOutlook(recording.tell)
    gif = Gif(file, options.size, palette, options.fps)
    for picture in camera.pictures(aside=LAST_PICTURE):
        gif.add(pixels_of(picture))
        outlook.tell(session.timeline.length, gif.count, camera.share(gif.count), file.tell())
    rest = reading_time(plain(camera.picture.caption)) if options.seconds is None else 0.0
    gif.close(max(LAST_PICTURE, rest))
    return gif.count


def _write_png(recording: Recording, file: BinaryIO) -> int:
    camera = Camera(recording, still=True)
    camera.stand()
    picture = camera.painted()
    Image.frombytes("RGB", picture.get_size(), pygame.image.tobytes(picture, "RGB")).save(file, "PNG")
    return 1


GIF = Exporter(
    "gif", _write_gif, title="a span", summary="a .gif", rank=10, endings=(".gif",), moving=True,
    share="Animated picture: the run as you watch it",
)  # fmt: skip
PNG = Exporter(
    "png", _write_png, title="the picture at --from", summary="a .png of the picture at --from", rank=20,
    endings=(".png",), share="Picture of this step", ignores=("to", "fps", "title"), because="a picture shows one step",
)  # fmt: skip
