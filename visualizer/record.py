"""A span of a run drawn off screen, with the window's own painter, into an animated picture."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from time import perf_counter

import numpy as np
import numpy.typing as npt
import pygame
from PIL import Image

import solvers
from visualizer import theme as themes
from visualizer.options import RecordOptions
from visualizer.player import Mode
from visualizer.session import Session
from visualizer.theme import Theme, mix
from visualizer.window import Picture

LAST_FRAME = 1.5
"""Seconds that the last picture stays."""
_TRANSPARENT = 255
"""The palette's index that leaves a pixel as it was; the colours are those before it."""


class RecordError(ValueError):
    """The span cannot be drawn; the message says why."""


def record(options: RecordOptions, printed: Callable[[str], object] = lambda line: None) -> int:
    """Draw the span into a GIF, or its first position into a PNG. Returns how many pictures it has.

    ``printed`` is told the last lines that a solver of one's own has printed.

    Raises :class:`RecordError` and ``OSError``.
    """
    if lacking := solvers.get(options.solver).lacking(options.options):
        raise RecordError(lacking)
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    session = Session(options.puzzle, None, options.solver, speed=options.speed, options=options.options)
    try:
        if session.notice:
            raise RecordError(session.notice)
        last = _reach(session, options)
        if options.output.suffix.lower() == ".png":
            _save([_image(next(_frames(session, options, last)))], options.output)
            return 1
        pictures = _differences(_quantized(surface, options.theme) for surface in _frames(session, options, last))
    finally:
        for line in session.timeline.output.splitlines():
            printed(line)
        session.close()
    _save(pictures, options.output, duration=_durations(len(pictures), options.fps), transparency=_TRANSPARENT)
    return len(pictures)


def _reach(session: Session, options: RecordOptions) -> int:
    """Make the run as far as it is wanted. Returns the last position there is of the span."""
    timeline = session.timeline
    goal = 2**60 if options.last is None else options.last
    while not timeline.reach(goal, perf_counter, 1.0) and not (timeline.finished or timeline.resting):
        pass
    if options.first > timeline.length:
        raise RecordError(f"the run has only {timeline.length} steps; --from {options.first} is past its end")
    return min(goal, timeline.length)


def _frames(session: Session, options: RecordOptions, last: int) -> Iterator[pygame.Surface]:
    """The pictures of the span, at the speed and the frame rate asked for; the same surface each time."""
    surface = pygame.Surface(options.size)
    picture = Picture(options.theme)
    player = session.player
    _go(session, options.first)
    if options.output.suffix.lower() != ".png":
        player.play()
    while True:
        picture.flashing(session, 1 / options.fps)
        picture.paint(surface, session)
        yield surface
        if player.position >= last or player.at_end:
            return
        player.mode = Mode.PLAYING
        player.tick(1 / options.fps, perf_counter, 1.0)
        while player.mode is Mode.SEEKING:
            player.tick(0.0, perf_counter, 1.0)
        if player.position > last:
            _go(session, last)


def _go(session: Session, position: int) -> None:
    session.player.to(position)
    while session.player.mode is Mode.SEEKING:
        session.player.tick(0.0, perf_counter, 1.0)


def _image(surface: pygame.Surface) -> Image.Image:
    return Image.frombytes("RGB", surface.get_size(), pygame.image.tobytes(surface, "RGB"))


def _quantized(surface: pygame.Surface, theme: str) -> Image.Image:
    """In the palette's colours: flat ones exactly, blended ones as near as Pillow finds them."""
    picture = _image(surface).quantize(palette=_palette(theme), dither=Image.Dither.NONE)
    indices, pixels = np.array(picture), pygame.surfarray.array2d(surface).T
    for index, colour in enumerate(_flat(themes.load(theme))):
        indices[pixels == surface.map_rgb(colour)] = index
    exact = Image.fromarray(indices, "P")
    exact.putpalette(picture.getpalette() or [])
    return exact


def _differences(pictures: Iterator[Image.Image]) -> list[Image.Image]:
    """The first picture, and of each other one only what has changed: the rest is transparent, and packs to nothing."""
    result: list[Image.Image] = []
    before: npt.NDArray[np.uint8] | None = None
    for picture in pictures:
        now = np.asarray(picture)
        shown = now if before is None else np.where(now == before, np.uint8(_TRANSPARENT), now)
        image = Image.fromarray(shown, "P")
        image.putpalette(picture.getpalette() or [])
        result.append(image)
        before = now
    return result


_palettes: dict[str, Image.Image] = {}


def _palette(name: str) -> Image.Image:
    """One palette for all frames, made from the theme: each ink blended into each ground it stands on."""
    if name not in _palettes:
        colours = _blends(themes.load(name))
        image = Image.new("P", (1, 1))
        image.putpalette([part for colour in colours for part in colour])
        _palettes[name] = image
    return _palettes[name]


def _flat(theme: Theme) -> list[tuple[int, int, int]]:
    """The grounds and inks themselves: most of a picture."""
    return list(dict.fromkeys([*_grounds(theme), *_inks(theme)]))


def _grounds(theme: Theme) -> tuple[tuple[int, int, int], ...]:
    return theme.background, theme.panel, theme.unit_wash, theme.step_wash


def _inks(theme: Theme) -> tuple[tuple[int, int, int], ...]:
    return (
        theme.ink, theme.soft, theme.faint, theme.deduced, theme.guessed, theme.conflict, theme.solved,
        theme.box_line, theme.thin_line,
    )  # fmt: skip


def _blends(theme: Theme) -> list[tuple[int, int, int]]:
    """The palette: flat colours first, then blends, those halfway first."""
    colours = dict.fromkeys(_flat(theme))
    for share in (0.5, 0.25, 0.75, 0.125, 0.875, 0.375, 0.625):
        for ground in _grounds(theme):
            colours |= dict.fromkeys(mix(ground, ink, share) for ink in _inks(theme))
    return list(colours)[:_TRANSPARENT]


def _durations(count: int, fps: int) -> list[int]:
    """How long each picture stays, in milliseconds: in all as long as the frame rate says, the last one longer."""
    edges = [round(i * 100 / fps) for i in range(count)]  # a GIF counts in hundredths of a second
    return [max(10, 10 * (end - start)) for start, end in pairwise(edges)] + [round(LAST_FRAME * 1000)]


def _save(pictures: list[Image.Image], output: Path, **how: object) -> None:
    """Write the file whole or not at all. Raises ``OSError`` in the name of the file that is asked for."""
    part = output.with_name(f"{output.name}.{os.getpid()}.part")
    form = "PNG" if output.suffix.lower() == ".png" else "GIF"
    if form == "GIF":
        how |= {"save_all": True, "append_images": pictures[1:], "loop": 0, "optimize": False, "disposal": 1}
    try:
        pictures[0].save(part, format=form, **how)
        part.replace(output)
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(output)) from error
    finally:
        part.unlink(missing_ok=True)
