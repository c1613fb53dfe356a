"""A span of a run drawn off screen, with the window's own painter, into an animated picture."""

from __future__ import annotations

import os
from collections.abc import Iterator
from time import perf_counter

import numpy as np
import numpy.typing as npt
import pygame
from PIL import Image

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


def record(options: RecordOptions) -> int:
    """Draw the span into a GIF. Returns how many frames it has. Raises :class:`RecordError` and ``OSError``."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    session = Session(options.puzzle, None, options.solver, speed=options.speed)
    try:
        if session.notice:
            raise RecordError(session.notice)
        last = _reach(session, options)
        pictures = _differences(_quantized(surface, options.theme) for surface in _frames(session, options, last))
    finally:
        session.close()
    _save(pictures, options)
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


def _quantized(surface: pygame.Surface, theme: str) -> Image.Image:
    image = Image.frombytes("RGB", surface.get_size(), pygame.image.tobytes(surface, "RGB"))
    return image.quantize(palette=_palette(theme), dither=Image.Dither.NONE)


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
        from visualizer import theme as themes

        colours = _blends(themes.load(name))
        image = Image.new("P", (1, 1))
        image.putpalette([part for colour in colours for part in colour])
        _palettes[name] = image
    return _palettes[name]


def _blends(theme: Theme) -> list[tuple[int, int, int]]:
    grounds = (theme.background, theme.panel, theme.unit_wash, theme.step_wash)
    inks = (
        theme.ink, theme.soft, theme.faint, theme.deduced, theme.guessed, theme.conflict, theme.solved,
        theme.box_line, theme.thin_line,
    )  # fmt: skip
    colours = dict.fromkeys([*grounds, *inks])
    for share in (0.5, 0.25, 0.75, 0.125, 0.875, 0.375, 0.625):
        for ground in grounds:
            colours |= dict.fromkeys(mix(ground, ink, share) for ink in inks)
    return list(colours)[:_TRANSPARENT]


def _save(pictures: list[Image.Image], options: RecordOptions) -> None:
    """Write the file whole or not at all."""
    part = options.output.with_name(f"{options.output.name}.{os.getpid()}.part")
    frame = 1000 / options.fps
    times = [round((i + 1) * frame) - round(i * frame) for i in range(len(pictures))]
    times[-1] = round(LAST_FRAME * 1000)
    try:
        pictures[0].save(
            part,
            format="GIF",
            save_all=True,
            append_images=pictures[1:],
            duration=times,
            loop=0,
            optimize=False,
            disposal=1,
            transparency=_TRANSPARENT,
        )
        part.replace(options.output)
    finally:
        part.unlink(missing_ok=True)
