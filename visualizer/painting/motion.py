"""Paints boards in motion. Each sprite stays inside its cell, and a cell is repainted only if it looks different."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise, takewhile
from math import dist, inf
from typing import NamedTuple

import pygame

from puzzles.geometry import Cell
from visualizer.painting.board import BoardPainter
from visualizer.painting.cell import CellPart, bits
from visualizer.timeline.player import Player
from visualizer.timeline.timeline import Timeline
from visualizer.timeline.transport import Motion, Travel
from visualizer.views.board import HOTTEST, BoardView, CellView, Role, StripView
from visualizer.views.plan import plan_of

# The animation from one board to the next: what leaves, arrives or is struck, where, and when. Undone digits leave in
# trail order, latest first and level by level, and each leaves a ghost behind. After a leap over several steps,
# whatever was undone on the way leaves first, and only then does the rest of the new board appear. The board itself
# is always the new one; motion is only painted over it, so it can end at any time.


SPREAD = 0.35
"""The time between the first and the last digit leaving, in seconds."""
APART = 0.09
"""The maximum time between one digit leaving and the next, in seconds; twice that between levels."""
GHOST = 0.6
"""How long a ghost lingers, in seconds."""
PEEL = 0.2
"""How long a badge takes to come off, in seconds."""
ARRIVAL = 0.12
"""How long a digit takes to arrive, in seconds. By then, any ghost in its cell is gone."""
STRIKE = 0.15
ARROW = 0.3
"""The maximum time between one arrow and the next, in seconds."""
ARROWS, MOST_ARROWS = 0.4, 1.5
"""The time in which all arrows of a step are drawn: at most this share of the step's time, and this many seconds."""
WAVE = 0.08
"""How long a wave of strikes takes to go one cell further, in seconds."""
SHINE, GLEAM = 1.2, 0.5
"""How long a light takes to pass over a solved board, and how long it stays on each cell, in seconds."""
GLIDE = 0.15
"""How long the playhead takes to glide to the next step, in seconds."""
LONG_GLIDE = 0.35
"""How long the playhead takes to glide further than one step, in seconds."""
PAUSE = 0.2
"""The time between the last digit leaving and the rest of the board appearing after a leap, in seconds."""
GHOSTS_ONLY = 1 / 12
"""If the next step is due sooner than this, in seconds, only ghosts are shown."""
NOTHING = 1 / 30
"""If the next step is due sooner than this, in seconds, nothing moves."""

CONTENT = CellView._fields.index("noted") + 1
"""The number of a cell's fields, counting from the first, that make up its content."""
CHANGING = CellView._fields.index("struck") + 1
"""The number of a cell's fields, counting from the first, whose changes are animated."""

Placed = Sequence[tuple[Cell, int]]
"""The cells filled since the start and their levels, in trail order."""


class Sprite(NamedTuple):
    """A moving part of a cell, visible from ``start`` to ``end`` (in seconds)."""

    deed: Callable[[BoardPainter, "Sprite", float], Iterator["Layer"]]
    """Yields the layers to paint when a share of the movement is complete."""
    cell: Cell
    was: CellView
    """The old content of the cell on its new background."""
    now: CellView
    start: float
    end: float

    def share(self, time: float) -> float:
        """Return how much of the movement is complete at the given time, from 0 to 1."""
        return min(1.0, max(0.0, (time - self.start) / (self.end - self.start))) if self.end > self.start else 1.0

    def shows(self, time: float) -> bool:
        return self.start <= time < self.end


# The two boards are compared cell by cell: digits that leave, digits that come, and cells in which only candidates
# change. Each becomes a *sprite*, which paints its cell for a time. Digits leave in reverse trail order and come in
# trail order, as the search itself undoes and places them.


def motion_between(
    before: BoardView,
    after: BoardView,
    placed: Placed = (),
    placing: Placed = (),
    limit: float = inf,
    *,
    leap: bool = False,
    source: Cell = -1,
) -> tuple[Sprite, ...]:
    """Return the sprites that animate the change between two boards of the same geometry, in painting order.

    ``placed`` and ``placing`` are the trails of the two boards. ``limit`` is the time until the next step in seconds;
    all motion finishes by then. ``leap`` means that the boards are several steps apart. Candidates are struck in a wave
    that goes out from the cell ``source``, if there is one.
    """
    if limit < NOTHING:
        return ()
    left, came, rest = [], [], []
    undone = _placed_again(before, after, placed, placing) if leap else frozenset()
    for cell, (old, new) in enumerate(zip(before.cells, after.cells, strict=True)):
        if cell in undone:
            left.append(cell)
            came.append(cell)
            continue
        if old is new or old[:CHANGING] == new[:CHANGING]:
            continue
        if old.digit and old.digit != new.digit:
            left.append(cell)
        if new.digit and old.digit != new.digit:
            came.append(cell)
        if not (old.digit or new.digit):
            rest.append(cell)

    def still(cell: Cell) -> Sprite:
        old, new = before.cells[cell], after.cells[cell]
        return Sprite(holds, cell, _on_new_ground(old, new), new, 0.0, 0.0)

    if leap:
        times = _times(left, placed, latest_first=True), _times(came, placing)
        then = max(times[0].values()) + PAUSE if left else 0.0
        moves = (_leap(still(cell), *times, then) for cell in (*rest, *dict.fromkeys((*left, *came))))
        return _within([sprite for move in moves for sprite in move], limit)
    replaced = dict.fromkeys((cell for cell in left if after.cells[cell].digit), 0.0)
    leaving = _times([cell for cell in left if cell not in replaced], placed, latest_first=True) | replaced
    places = after.geometry.places

    def delay(cell: Cell) -> float:
        return WAVE * dist(places[cell], places[source]) if source >= 0 else 0.0

    sprites = [sprite for cell in rest for sprite in _of_candidates(still(cell), delay(cell))]
    sprites += [sprite for cell, time in leaving.items() for sprite in _leave(still(cell), time)]
    for cell, time in _times(came, placing).items():
        sprites += _arrive(still(cell), leaving.get(cell, time))
    if after.solved and not before.solved:
        far = max(map(sum, places))
        begins = {cell: (SHINE - GLEAM) * sum(place) / far for cell, place in enumerate(places)}
        sprites += [still(cell)._replace(deed=gleams, start=time, end=time + GLEAM) for cell, time in begins.items()]
    return _within(sprites, limit)


def _placed_again(before: BoardView, after: BoardView, placed: Placed, placing: Placed) -> frozenset[Cell]:
    """Return the cells whose digit was undone between two boards and then placed again.

    The trail is a stack, so every digit above the first difference was undone. Digits placed without a guess are
    never undone.
    """
    both = takewhile(lambda one: one[0] == one[1], zip(placed, placing, strict=False))
    lasts = {cell for (cell, _), _ in takewhile(lambda one: _same(before, after, one[0][0]), both)}
    return frozenset(cell for cell, level in placed if level and cell not in lasts and _same(before, after, cell))


@lru_cache(1024)
def bare(view: CellView) -> CellView:
    """Return a cell without its digit and candidates. A digit that is not there is not to blame."""
    empty = view._replace(digit=0, level=0, candidates=0, struck=0, refused=0, parts=(), asserted=0, denied=0)
    return empty._replace(culprit=False)


def _same(before: BoardView, after: BoardView, cell: Cell) -> bool:
    return before.cells[cell].digit == after.cells[cell].digit != 0


def _on_new_ground(old: CellView, new: CellView) -> CellView:
    """Return the cell's old content with the marks of the new step around it, except those about a new digit."""
    if new.culprit and old.digit != new.digit:
        new = new._replace(culprit=False)
    if new.refused or new.dead or new.parts or new.asserted or new.denied:
        new = new._replace(refused=0, dead=False, parts=(), asserted=0, denied=0)
    return CellView._make(old[:CONTENT] + new[CONTENT:])


def _times(cells: Iterable[Cell], placed: Placed, latest_first: bool = False) -> dict[Cell, float]:
    """Return when each cell starts to move, in trail order. Cells that are not on the trail come first."""
    order = {cell: (i, level) for i, (cell, level) in enumerate(placed)}
    last = (len(order), 0) if latest_first else (-1, 0)
    turns = sorted(cells, key=lambda cell: order.get(cell, last)[0], reverse=latest_first)
    levels = [order.get(cell, last)[1] for cell in turns]
    ticks = [0]
    for one, other in pairwise(levels):
        ticks.append(ticks[-1] + (1 if one == other else 2))
    unit = min(APART, SPREAD / max(1, ticks[-1]))
    return {cell: tick * unit for cell, tick in zip(turns, ticks, strict=False)}


def _held(still: Sprite, time: float) -> list[Sprite]:
    """Return a sprite that keeps the old content until a time, if that is not at once."""
    return [still._replace(end=time)] if time else []


def _of_candidates(still: Sprite, time: float) -> list[Sprite]:
    struck = still.now.struck & still.was.candidates & ~still.was.struck
    return [*_held(still, time), still._replace(deed=strikes if struck else fades, start=time, end=time + STRIKE)]


def _leave(still: Sprite, time: float) -> list[Sprite]:
    lasts = ARRIVAL if still.now.digit else GHOST
    peeling = [still._replace(deed=peels, start=time, end=time + PEEL)] if still.was.role is Role.GUESSED else []
    return [*_held(still, time), still._replace(deed=leaves, start=time, end=time + lasts), *peeling]


def _arrive(still: Sprite, time: float) -> list[Sprite]:
    held = [] if still.was.digit else _held(still, time)
    return [*held, still._replace(deed=arrives, start=time, end=time + ARRIVAL)]


def _leap(still: Sprite, left: dict[Cell, float], came: dict[Cell, float], then: float) -> list[Sprite]:
    """Return the sprites of a cell after a leap. ``left`` and ``came`` say when digits leave and arrive. Arrivals are
    counted from ``then``.
    """
    cell = still.cell
    if cell not in came:
        return _leave(still, left[cell]) if cell in left else _of_candidates(still, then)
    arrival = then + came[cell]
    if cell not in left:
        return _arrive(still, arrival)
    empty = bare(still.now)
    leaving = (one._replace(end=min(one.end, arrival)) for one in _leave(still._replace(now=empty), left[cell]))
    return [*_arrive(still._replace(was=empty), arrival), *leaving]


def _within(sprites: list[Sprite], limit: float) -> tuple[Sprite, ...]:
    """Return the sprites, sped up or reduced to ghosts if time is short."""
    if limit < GHOSTS_ONLY:
        ghosts = (sprite for sprite in sprites if sprite.deed is leaves)
        return tuple(ghost._replace(start=0.0, end=limit) for ghost in ghosts)
    total = max((sprite.end for sprite in sprites), default=0.0)
    if total <= limit:
        return tuple(sprites)
    pace = limit / total
    return tuple(one._replace(start=one.start * pace, end=min(limit, one.end * pace)) for one in sprites)


PALE = 0.5
"""The strength of a ghost once it has faded to pale."""
DROP = 0.06
"""How far a ghost drops, as a share of the cell."""
SETTLED = 0.2
"""The share of a ghost's lifetime during which it fades and drops."""
SMALL = 0.6
"""The size at which a digit starts to grow, as a share of its final size."""
FADES = 24
"""The number of distinct strengths. With more, pictures would be repainted for changes that nobody sees."""
GROWS = 8
"""The number of distinct sizes of a growing digit."""


class Layer(NamedTuple):
    """A picture in a cell: of a whole cell, of a part of it, or of one of its slots."""

    view: CellView
    alpha: int = 255
    part: CellPart | None = None
    drop: int = 0
    """How far below its place the part is painted, in pixels."""
    scale: float = 1.0
    """The size of the part, as a share of its usual size."""
    area: tuple[int, int, int, int] | None = None
    """The rectangle of the cell that is painted; ``None`` for the whole cell."""

    @property
    def covers(self) -> bool:
        """Whether nothing below is visible."""
        return self.part is None and self.area is None and self.alpha == 255


def moving_cells(sprites: Iterable[Sprite], time: float) -> dict[Cell, list[Sprite]]:
    """Return the sprites visible at a given time, by cell."""
    moving: dict[Cell, list[Sprite]] = {}
    for sprite in sprites:
        if sprite.start <= time < sprite.end:
            moving.setdefault(sprite.cell, []).append(sprite)
    return moving


def paint_motion(
    surface: pygame.Surface, board: BoardPainter, moving: Mapping[Cell, list[Sprite]], time: float
) -> list[pygame.Rect]:
    """Paint the moving cells on a board whose other cells have just been painted. Return the rectangles that
    changed.
    """
    changed = []
    for cell, sprites in moving.items():
        look = _look(board, sprites, time)
        if board.shows(cell, look):
            continue
        rect = board.rect_of(cell)
        assert rect is not None
        layers = (Layer(look),) if isinstance(look, CellView) else look
        if not (layers and layers[0].covers):
            surface.blit(board.base(surface, cell), rect)
        for layer in layers:
            _paint(surface, board, cell, rect, layer)
        changed.append(rect)
    return changed


def _look(board: BoardPainter, sprites: list[Sprite], time: float) -> CellView | tuple[Layer, ...]:
    """Return the cell's look: a single picture, or the layers over its own picture."""
    if len(sprites) == 1 and sprites[0].deed is holds:  # most cells, most of the time
        return sprites[0].was
    layers = tuple(layer for one in sprites for layer in one.deed(board, one, one.share(time)))
    lowest = max((i for i, layer in enumerate(layers) if layer.covers), default=0)
    layers = tuple(layer for layer in layers[lowest:] if layer.alpha)
    return layers[0].view if len(layers) == 1 and layers[0].covers else layers


def _paint(surface: pygame.Surface, board: BoardPainter, cell: Cell, rect: pygame.Rect, layer: Layer) -> None:
    if layer.part is not None:
        picture, (left, top) = board.part(layer.part, layer.view, layer.alpha, layer.scale)
        place = picture.get_rect(topleft=(rect.left + left, rect.top + top + layer.drop))
        seen = place.clip(rect)
        surface.blit(picture, seen, seen.move(-place.left, -place.top))
        return
    picture = board.picture(surface, cell, layer.view)
    if layer.area is not None:
        surface.blit(picture, (rect.left + layer.area[0], rect.top + layer.area[1]), layer.area)
    elif layer.alpha == 255:
        surface.blit(picture, rect)
    else:
        picture.set_alpha(layer.alpha)
        surface.blit(picture, rect)
        picture.set_alpha(None)  # pictures are shared


def holds(board: BoardPainter, sprite: Sprite, share: float) -> Iterator[Layer]:
    yield Layer(sprite.was)


def fades(board: BoardPainter, sprite: Sprite, share: float) -> Iterator[Layer]:
    yield Layer(sprite.was, _alpha(1 - share))


def strikes(board: BoardPainter, sprite: Sprite, share: float) -> Iterator[Layer]:
    """Yield a stroke through a candidate that grows from left to right."""
    yield Layer(sprite.was)
    for digit in bits(sprite.now.struck & ~sprite.was.struck):
        left, top, width, height = board.cells.slots.rect(digit)
        yield Layer(sprite.now, area=(left, top, round(width * share), height))


def gleams(board: BoardPainter, sprite: Sprite, share: float) -> Iterator[Layer]:
    """Yield a light that comes and goes."""
    yield Layer(sprite.now)
    yield Layer(sprite.now._replace(warmth=HOTTEST, heat="solved"), _alpha(4 * share * (1 - share)))


def leaves(board: BoardPainter, sprite: Sprite, share: float) -> Iterator[Layer]:
    """Yield a digit's ghost that settles and fades while the candidates return."""
    empty = bare(sprite.now)
    yield Layer(empty, 255 if sprite.now.digit or empty == sprite.now else _alpha(4 - 4 * share))
    settled = min(1.0, share / SETTLED)
    going = max(0.0, (share - SETTLED) / (1 - SETTLED))
    strength = (1 - (1 - PALE) * settled) * (1 - going**2)
    if sprite.now.digit:  # the new digit arrives meanwhile
        strength = (1 - share) ** 3
    yield Layer(sprite.was, _alpha(strength), CellPart.GHOST, round(DROP * board.cells.size * settled))


def peels(board: BoardPainter, sprite: Sprite, share: float) -> Iterator[Layer]:
    """Yield a badge that moves up and out of the cell."""
    yield Layer(sprite.was, _alpha(1 - share), CellPart.BADGE, -round(0.25 * board.cells.size * share))


def arrives(board: BoardPainter, sprite: Sprite, share: float) -> Iterator[Layer]:
    """Yield a digit that grows to full size over the cell's old content."""
    share = round(GROWS * (1 - (1 - share) ** 2)) / GROWS
    if not sprite.was.digit:
        empty = bare(sprite.now)
        yield Layer(empty)
        if sprite.was != empty:
            yield Layer(sprite.was, _alpha(1 - share))
    yield Layer(sprite.now, _alpha(share), CellPart.DIGIT, scale=SMALL + (1 - SMALL) * share)


OF_EDGES = (holds, arrives, leaves)
"""The deeds of an edge."""


def paint_moving_edges(
    surface: pygame.Surface, board: BoardPainter, moving: Mapping[Cell, list[Sprite]], time: float
) -> None:
    """Paint the moving edges on a board whose other edges have just been painted: lines grow, all else fades."""
    for cell, sprites in moving.items():
        ghosts = [(sprite, sprite.share(time)) for sprite in sprites if sprite.deed is leaves]
        coming = next((sprite for sprite in sprites if sprite.deed is arrives), None)
        held = any(sprite.deed is holds for sprite in sprites)
        if coming or not held:
            last = coming or sprites[-1]
            board.paint_edge(surface, cell, bare(last.now) if coming else last.now)
        for sprite, share in ghosts:
            board.paint_edge(surface, cell, sprite.was, _alpha(1 - share))
        if coming:
            board.paint_edge(surface, cell, coming.now, grown=coming.share(time))
        elif held:
            board.paint_edge(surface, cell, sprites[0].was)


def _alpha(strength: float) -> int:
    """Return the opacity for a strength of 0 to 1, rounded to the degrees that can be told apart."""
    return 255 * round(FADES * min(1.0, max(0.0, strength))) // FADES


# How a board moves from one step to the next, in a window or in a lane of a race.


class Place(NamedTuple):
    """A board's position in its run, and how it got there."""

    timeline: Timeline
    position: int
    travel: Travel
    left: float | None
    """Seconds until the next step during playback; ``None`` while paused."""
    source: Cell = -1
    """The cell that the steps made at once go out from, if any."""

    @classmethod
    def of(cls, player: Player) -> "Place":
        """Return the place of a player's board."""
        left = 1 / player.pace if player.mode is Motion.PLAYING else None
        source = player.beat.source if player.beat else -1
        return cls(player.timeline, player.position, player.travel, left, source)


class _Seen(NamedTuple):
    """The board painted last, and its place."""

    place: Place
    view: BoardView
    placed: Placed | None
    """The digits placed at ``place``; ``None`` if the run was too fast for them to be looked up."""


class BoardMotion:
    """The motion of a board and its timeline. For each frame, a screen calls :meth:`follow`, :meth:`gliding` and
    :meth:`paint`.
    """

    def __init__(self, reduced: bool = False) -> None:
        self.reduced = reduced
        """Whether steps are shown at once, without animation."""
        self._seen: _Seen | None = None
        self._sprites: tuple[Sprite, ...] = ()
        self._from = 0
        """The position the playhead glides from."""
        self._glide = 0.0
        """The duration of the playhead's glide in seconds."""
        self._end = 0.0
        """When the current motion ends, in seconds since it began."""
        self._time = inf
        """Seconds since the current motion began."""
        self._held = inf
        """The time at which a key press ended the motion."""
        self._turn = 0.0
        """The time between one arrow and the next, in seconds; 0 if all are drawn at once."""
        self._led: BoardView | None = None
        """The board with the arrows drawn so far."""

    @property
    def moving(self) -> bool:
        return self._time < self._end

    def stop(self) -> bool:
        """End the motion because of a key press. Return True if a new frame is needed."""
        moved = self.moving
        self._held = self._time if moved else inf
        self._end_now()
        return moved

    def _end_now(self) -> None:
        self._sprites, self._end, self._turn, self._led = (), 0.0, 0.0, None

    def advance(self, dt: float) -> bool:
        """Advance the motion. Return True if a new frame is needed."""
        moved = self.moving
        self._time += dt
        if moved and not self.moving:
            self._end_now()
        return moved

    def follow(self, place: Place, view: BoardView) -> None:
        """Start a motion from the board painted last, unless motion is reduced or the playhead is being dragged."""
        seen, held, self._held = self._seen, self._held, inf
        if self.reduced:
            self._end_now()
        same = seen is not None and seen.place.timeline is place.timeline
        stays = seen is not None and same and seen.place.position == place.position
        placed = seen.placed if seen is not None and stays else None
        if placed is None and not self.reduced and (place.left is None or place.left >= NOTHING):
            board = place.timeline.board_at(place.position)
            placed = [(cell, level) for cell, (level, _) in board.placements().items()]
        self._seen = now = _Seen(place, view, placed)
        if seen is None or stays:
            return
        self._end_now()
        self._time = 0.0
        if not self.reduced and place.travel is not Travel.DRAG and same:
            held = held if held < GHOSTS_ONLY else inf  # the time since the last repeat of a key that is held
            self._begin(seen, now, held if place.left is None else place.left)

    def _begin(self, seen: _Seen, now: _Seen, limit: float) -> None:
        leap = now.place.travel is Travel.LEAP
        linked = now.view.links  # arrows lie over the cells
        if limit >= NOTHING and seen.view.geometry is now.view.geometry and not linked:
            trails = seen.placed or (), now.placed or ()
            sprites = motion_between(seen.view, now.view, *trails, limit, leap=leap, source=now.place.source)
            edges = plan_of(now.view.geometry).across
            self._sprites = tuple(one for one in sprites if one.deed in OF_EDGES) if edges else sprites
        self._glide = min(LONG_GLIDE if leap else GLIDE, limit) if limit >= GHOSTS_ONLY else 0.0
        if linked and linked != seen.view.links and limit >= GHOSTS_ONLY:
            self._turn = min(ARROW, min(ARROWS * limit, MOST_ARROWS) / len(linked))
        self._from = seen.place.position
        # After a key press, keep time even if nothing moves, to tell whether the key is being held.
        least = GHOSTS_ONLY if now.place.left is None else 0.0
        arrows = self._turn * (len(linked) - 1)
        self._end = max([least, self._glide, arrows, *(sprite.end for sprite in self._sprites)])

    def leading(self, view: BoardView) -> BoardView:
        """Return the board with the arrows that have had their turn."""
        made = 1 + int(self._time / self._turn) if self._turn and self.moving else len(view.links)
        if made >= len(view.links):
            return view
        if self._led is None or len(self._led.links) != made:
            self._led = replace(view, links=view.links[:made])
        return self._led

    @property
    def left(self) -> float:
        """The share of the glide that the playhead still has ahead of it, from 1 to 0."""
        gliding = self.moving and self._time < self._glide
        return (1 - self._time / self._glide) ** 2 if gliding else 0.0

    def gliding(self, strip: StripView) -> StripView:
        """Return the timeline with its playhead part of the way to the new position."""
        left = self.left
        return replace(strip, head=strip.position - (strip.position - self._from) * left) if left else strip

    def paint(
        self, surface: pygame.Surface, rect: pygame.Rect, board: BoardPainter, view: BoardView, flash: float = 0.0
    ) -> list[pygame.Rect]:
        """Paint the board and anything moving on it. Return the rectangles that changed."""
        moving = moving_cells(self._sprites, self._time) if self.moving else {}
        changed = board.paint(surface, rect, self.leading(view), flash, moving.keys())
        if plan_of(view.geometry).across:
            paint_moving_edges(surface, board, moving, self._time)
            return changed
        return changed + paint_motion(surface, board, moving, self._time)
