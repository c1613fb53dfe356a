"""Paints the lane chooser: the algorithms on the left, the lanes of the race beside them."""

from __future__ import annotations

import pygame

import solvers
from visualizer.dialogs.lanes import ChooserPlaces, LaneChooser
from visualizer.session.option_choices import shown
from visualizer.session.run_spec import MOST
from visualizer.toolkit.buttons import Button, button_height, button_width, paint_button
from visualizer.toolkit.canvas import Canvas
from visualizer.toolkit.card import paint_arrow, paint_share
from visualizer.toolkit.fonts import Face
from visualizer.toolkit.icons import Icon
from visualizer.toolkit.messages import dim, paint_card, paint_keys

KEYS = (("Space", "adds"), ("Del", "takes away"), ("Tab", "to the lanes"), ("← →", "set an option"), ("Esc", "closes"))
NUMBER_ROOM, TEXT_ROOM = 4.6, 8.6
"""The distance between the two arrows beside a value, in ems."""


def paint_chooser(canvas: Canvas, chooser: LaneChooser, hovered: bool = False) -> None:
    """Paint the card in the middle of the dimmed window; ``chooser.places`` then has the positions."""
    whole = canvas.surface.get_rect()
    dim(canvas, whole)
    pad, row = canvas.px(18, 10), canvas.px(26, 20)
    foot = canvas.px(104)
    width = min(whole.width - 2 * pad, canvas.px(880))
    height = min(whole.height - 2 * pad, len(chooser.rows) * row + 2 * row + foot + 2 * pad)
    card = pygame.Rect(0, 0, width, height)
    card.center = whole.center
    inner = card.inflate(-2 * pad, -2 * pad)
    half = (inner.width - 2 * pad) // 2
    body = inner.height - foot - 2 * row
    left = pygame.Rect(inner.left, inner.top + 2 * row, half, body)
    right = pygame.Rect(inner.right - half, left.top, half, body)
    with canvas.clipped(card):
        paint_card(canvas, card)
        _paint_headings(canvas, left, right, row, chooser)
        rows = _paint_list(canvas, left, row, chooser)
        chooser.places = _paint_lanes(canvas, right, row, chooser)
        canvas.fill(canvas.theme.thin_line, (left.right + pad, left.top, canvas.px(1, 1), body))
        below = pygame.Rect(inner.left, inner.bottom - foot, inner.width, foot)
        race = _paint_foot(canvas, below, chooser, hovered)
    chooser.places = chooser.places._replace(card=card, rows=rows, race=race)


def _paint_headings(canvas: Canvas, left: pygame.Rect, right: pygame.Rect, row: int, chooser: LaneChooser) -> None:
    size = canvas.px(20, 16)
    counted = f"Lanes: {len(chooser.lanes)} of at most {MOST}"
    for rect, text, here in ((left, "Algorithms", not chooser.in_lanes), (right, counted, chooser.in_lanes)):
        color = canvas.theme.ink if here else canvas.theme.soft
        canvas.text(text, Face.STRONG, size, color, left=rect.left + row // 3, middle=rect.top - row)


def _paint_list(canvas: Canvas, rect: pygame.Rect, row: int, chooser: LaneChooser) -> dict[int, pygame.Rect]:
    """Paint the algorithms by family, with the number of lanes of each. Return where they are."""
    room = max(1, min(len(chooser.rows), rect.height // row))
    chooser.settle(room)
    places = {
        i: pygame.Rect(rect.left, rect.top + (i - chooser.top) * row, rect.width, row)
        for i in range(chooser.top, chooser.top + room)
    }
    for i, place in places.items():
        _paint_algorithm(canvas, place, i, chooser, canvas.px(15, 13))
    if room < len(chooser.rows):
        track = pygame.Rect(rect.right + canvas.px(6), rect.top, canvas.px(4, 3), room * row)
        paint_share(canvas, track, chooser.top, room, len(chooser.rows))
    return places


def _paint_algorithm(canvas: Canvas, place: pygame.Rect, i: int, chooser: LaneChooser, size: int) -> None:
    theme = canvas.theme
    row = chooser.rows[i]
    if not row.name:
        left, middle = place.left + size // 2, place.centery
        canvas.text(row.text, Face.BODY, size - 2, theme.soft, left=left, middle=middle)
        return
    if i == chooser.cursor and not chooser.in_lanes:
        canvas.rounded(place, theme.unit_wash, size // 3)
    taken, said = chooser.taken(row.name), chooser.remarks(row.name)
    prevented = any(remark.prevents for remark in said)
    face, color = (Face.STRONG, theme.deduced) if taken else (Face.BODY, theme.faint if prevented else theme.ink)
    left, right = place.left + 2 * size, place.right - size // 2
    if taken:
        canvas.check((left - size * 0.9, place.centery), size * 0.36, theme.deduced)
    if said:
        canvas.icon(Icon.ALERT, (right - size // 2, place.centery), round(size * 0.95), theme.guessed)
        right -= round(size * 1.4)
    if taken > 1:
        text = f"{taken} lanes"
        canvas.text(text, Face.BODY, size - 2, theme.soft, right=right, middle=place.centery)
        right -= canvas.fonts.width(text, Face.BODY, size - 2) + size // 2
    canvas.text(row.text, face, size, color, left=left, middle=place.centery, within=right - left)


def _paint_lanes(canvas: Canvas, rect: pygame.Rect, row: int, chooser: LaneChooser) -> ChooserPlaces:
    """Paint the lanes with their options, one a line. Return where they are."""
    theme = canvas.theme
    size, places = canvas.px(15, 13), ChooserPlaces(rect, {}, {}, {}, {}, {}, rect)
    lines = chooser.lines
    row = min(row, rect.height // max(1, len(lines)))
    for i, line in enumerate(lines):
        place = places.lines[i] = pygame.Rect(rect.left, rect.top + i * row, rect.width, row)
        if chooser.in_lanes and i == chooser.line:
            canvas.rounded(place, theme.unit_wash, size // 3)
        button = pygame.Rect(place.right - row, place.top, row, row)
        if line.option is None:
            places.removes[i] = button
            title = solvers.get(chooser.lanes[line.lane].solver).title
            room = button.left - place.left - size
            canvas.text(
                title, Face.STRONG, size, theme.ink, left=place.left + size // 2, middle=place.centery, within=room
            )
            canvas.icon(Icon.CLOSE, button.center, round(size * 0.7), theme.soft)
            continue
        wide = TEXT_ROOM if line.option.choices else NUMBER_ROOM
        places.more[i], places.less[i] = button, button.move(-round(wide * size), 0)
        _paint_option(canvas, place, (places.less[i], places.more[i]), i, chooser, size)
    return places


def _paint_option(
    canvas: Canvas,
    place: pygame.Rect,
    buttons: tuple[pygame.Rect, pygame.Rect],
    number: int,
    chooser: LaneChooser,
    size: int,
) -> None:
    """Paint the name of an option, and its value between two arrows."""
    theme = canvas.theme
    line = chooser.lines[number]
    assert line.option is not None
    less, more = buttons
    value = shown(chooser.value(line))
    width = less.left - place.left - 2 * size
    name = line.option.name.replace("_", " ")
    canvas.text(name, Face.BODY, size, theme.soft, left=place.left + 2 * size, middle=place.centery, within=width)
    room = more.left - less.right
    fit = canvas.fonts.shrink(value, Face.STRONG, size, room, 9)
    centre = (less.right + more.left) // 2
    canvas.text(value, Face.STRONG, fit, theme.ink, centre=centre, middle=place.centery)
    for button, way in ((less, -1), (more, 1)):
        paint_arrow(canvas, button, way, theme.soft, size)


def _paint_foot(canvas: Canvas, rect: pygame.Rect, chooser: LaneChooser, hovered: bool) -> pygame.Rect:
    """Paint what is under the cursor, the keys, and the button that starts the race. Return where the button is."""
    scale = canvas.scale
    button = Button("race", "Race", "Enter", Icon.PLAY, primary=True, hovered=hovered)
    race = pygame.Rect(0, 0, button_width(button, canvas.fonts, scale), button_height(scale))
    race.bottomright = rect.bottomright
    paint_button(canvas, race, button)
    size = canvas.px(15, 13)
    about = pygame.Rect(rect.left, rect.top + size // 2, rect.width, race.top - rect.top - size)
    lines = canvas.fonts.wrap(chooser.about(), about.width, about.height, size, 11)
    color = canvas.theme.conflict if chooser.trouble else canvas.theme.soft
    canvas.paragraph(about.topleft, lines, color)
    keys = pygame.Rect(rect.left, race.top, race.left - rect.left - size, race.height)
    paint_keys(canvas, keys, KEYS, keys.centery)
    return race
