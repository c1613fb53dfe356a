"""Small cards: they ask for a name, a digit, how hard puzzles should be, and what to ask about a run, or show how far a
recording has got.
"""

from collections.abc import Callable, Sequence

import pygame

from puzzles import Corpus
from puzzles.figures import grouped
from puzzles.geometry import STANDARD, Cell, Digit
from puzzles.puzzle import Puzzle, alphabet_of
from visualizer.files.resolve import collection_of
from visualizer.keymap import WATCH, key_of
from visualizer.narration.levels import CHOICES, TAKES, named, points
from visualizer.questions.registry import declared
from visualizer.session.asking import RHYTHMS, Score
from visualizer.style.theme import mix
from visualizer.supply.puzzle_supply import PuzzleSupply
from visualizer.toolkit import cards
from visualizer.toolkit.buttons import Button, button_height, keycap_width, paint_keycap
from visualizer.toolkit.canvas import SMALLEST, Canvas, Face, Fonts, less_than
from visualizer.toolkit.layout import WindowLayout
from visualizer.toolkit.messages import paint_card, paint_keys
from visualizer.views.plan import plan_of


class TextPrompt(cards.Card):
    """A prompt for a name, with the current one selected in full or in part. ``chosen`` is called with the result."""

    modal = True

    def __init__(
        self,
        title: str,
        name: str,
        chosen: Callable[[str], None],
        *,
        selected: int | None = None,
        keep: str = "Keep",
    ) -> None:
        self.title = title
        self.keep = keep
        self.edit: cards.LineEdit = cards.LineEdit(name, selected)
        self._chosen = chosen

    def key(self, name: str) -> bool:
        """Handle a key: Enter accepts the name, Esc cancels, and anything else edits it."""
        if name == "Return":
            self.done = True
            self._chosen(self.edit.text)
        elif name == "Escape":
            self.done = True
        else:
            self.edit.key(name)
        return True

    def press(self, place: cards.HitTarget) -> None:
        self.key("Return" if place[0] == "keep" else "Escape")

    def paint(self, canvas: Canvas, layout: WindowLayout) -> cards.HitTargets:
        size = cards.em_size(canvas)
        field, places = _paint_small(canvas, self.title, round(size * 2.2), cards.cancel_and(self.keep))
        cards.paint_line(canvas, field, self.edit, True, size)
        return {("line", 0): field, **places}


class RecordingCard(cards.Card):
    """The progress of a recording. ``stop`` is called if the user stops it."""

    modal = True

    def __init__(self, title: str, stop: Callable[[], None]) -> None:
        self.title = title
        self.words = "The run is being replayed …"
        self.share = 0.0
        """How much has been recorded, from 0 to 1; 0 if unknown."""
        self._stop = stop

    def key(self, name: str) -> bool:
        """Handle a key: Esc stops the recording, and anything else does nothing."""
        if name == "Escape":
            self.done = True
            self._stop()
        return True

    def press(self, place: cards.HitTarget) -> None:
        if place[0] == "leave":
            self.key("Escape")

    def paint(self, canvas: Canvas, layout: WindowLayout) -> cards.HitTargets:
        size = cards.em_size(canvas)
        gap, bar = round(size * 0.9), max(4, round(size * 0.5))
        room, places = _paint_small(canvas, self.title, size + gap + bar, [Button("leave", "Stop", "Esc")])
        canvas.text(
            self.words, Face.BODY, size, canvas.theme.ink,
            left=room.left, middle=room.top + size // 2, within=room.width, least=canvas.smallest,
        )  # fmt: skip
        track = pygame.Rect(room.left, room.bottom - bar, room.width, bar)
        canvas.rounded(track, canvas.theme.thin_line, bar // 2)
        if self.share:
            done = pygame.Rect(track.topleft, (max(bar, round(track.width * self.share)), bar))
            canvas.rounded(done, canvas.theme.accent, bar // 2)
        return places


def _paint_small(
    canvas: Canvas, title: str, height: int, buttons: Sequence[Button]
) -> tuple[pygame.Rect, cards.HitTargets]:
    """Paint a card with a title and buttons. Return the area between them, of the given height, and the targets."""
    size = cards.em_size(canvas)
    gap, head = round(size * 0.9), round(size * 1.6)
    around = 2 * cards.card_pad(canvas) + head + 2 * gap + button_height(canvas.scale)
    card, inner = cards.middle_card(canvas, canvas.px(520), around + height)
    cards.paint_title(canvas, inner, title, size)
    places = {**cards.paint_buttons(canvas, inner, buttons), cards.CARD: card}
    return pygame.Rect(inner.left, inner.top + head + gap, inner.width, height), places


class LevelList(cards.ListCard):
    """A list of levels. ``chosen`` is called with the level and whether to generate a new puzzle.

    ``puzzle`` returns the puzzle on the board.
    """

    def __init__(
        self, supply: PuzzleSupply, puzzle: Callable[[], Puzzle], chosen: Callable[[str | None, bool], None]
    ) -> None:
        self.current = supply.level
        self.rows, self.cursor = CHOICES, CHOICES.index(supply.level)
        self._supply, self._puzzle, self._chosen = supply, puzzle, chosen

    @property
    def _corpus(self) -> Corpus | None:
        return self._supply.drawn_from(self._puzzle())

    @property
    def counts(self) -> tuple[str, ...]:
        """How many puzzles of each level the collection has. Empty if unknown."""
        corpus = self._corpus
        levels = corpus.levels if corpus else {}
        if corpus is None or not any(levels.values()):
            return ()
        numbers = [len(corpus), *levels.values()]
        return tuple(grouped(number) if number else "none" for number in numbers)

    @property
    def collection(self) -> str:
        """The caption naming the collection the counts are for."""
        corpus = self._corpus
        return "" if corpus is None else f"in {corpus.path.name}{'' if corpus.complete else ', so far'}"

    @property
    def remark(self) -> str:
        """A note to read before choosing, or ""."""
        fresh, corpus, shape = key_of("fresh"), self._corpus, self._puzzle().geometry
        unknown = corpus is not None and corpus.complete and not self.counts
        if not shape.grid and (unknown or not collection_of(shape)):
            return f"{fresh} makes a puzzle of the shape on the board; such puzzles have no level."
        if shape.grid and shape != STANDARD:
            alike = f"{fresh} makes a {shape.dimensions} puzzle like the one on the board"
            return f"{alike}; only 9x9 puzzles have a level."
        if corpus is None:
            return f"No puzzle file is open, but {fresh} makes puzzles of every level."
        if unknown:
            return f"{corpus.path.name} does not say how hard its puzzles are, so choosing a level makes a new one."
        return ""

    def acted(self, name: str) -> bool:
        """Handle a key: Enter draws a puzzle of the level at the cursor, G makes one, a digit draws from its level."""
        if name == "Return" or name in WATCH["fresh"].keys:
            self._choose(fresh=name != "Return")
        elif name.isascii() and name.isdigit() and int(name) < len(CHOICES):
            self.cursor = int(name)
            self._choose(fresh=False)
        else:
            self.done = name == "Escape" or name in WATCH["level"].keys
            return self.done
        return True

    def clicked(self) -> None:
        self._choose(fresh=False)

    def _choose(self, fresh: bool) -> None:
        self.done = True
        self._chosen(CHOICES[self.cursor], fresh)

    def paint(self, canvas: Canvas, layout: WindowLayout) -> cards.HitTargets:
        size, row, pad = canvas.em(15.5), canvas.px(31, 24), canvas.px(14, 8)
        lines = len(CHOICES) + 2 + bool(self.remark)  # the title, and the keys
        rect = cards.corner_card(canvas, layout, min(layout.controls.width, canvas.px(680)), lines * row + 2 * pad)
        inner = rect.inflate(-2 * pad, -2 * pad)
        box = pygame.Rect(rect.left + pad // 2, inner.top + row, rect.width - pad, row * len(CHOICES))
        first = pygame.Rect(box.topleft, (box.width, row))
        with canvas.clipped(rect):
            _paint_top(canvas, first.move(0, -row), self, size)
            self._words = _words(self, first, canvas.fonts, size)
            places = self.paint_rows(canvas, box, row)
            if self.remark:
                small, least = less_than(size, 0.95), canvas.smallest
                said = canvas.fonts.wrap(self.remark, box.width - size, row, small, least)
                at = box.left + size // 2, box.bottom + (row - said.height) // 2
                canvas.paragraph(at, said, canvas.theme.ink)
            paint_keys(canvas, inner, (("Enter", "draws one"), ("G", "makes one"), ("Esc", "closes")))
        return {**places, cards.CARD: rect}

    def paint_row(self, canvas: Canvas, rect: pygame.Rect, i: int) -> cards.HitTargets:
        """Paint a level's row: its digit, name, requirements and puzzle count."""
        theme, fonts, (texts, told, room, small) = canvas.theme, canvas.fonts, self._words
        level, size, middle = CHOICES[i], canvas.em(15.5), rect.centery
        cap = less_than(size)
        digit = pygame.Rect(rect.left + size // 2, rect.top, keycap_width("0", fonts, cap), rect.height)
        paint_keycap(canvas, digit, str(i), cap, theme.panel, theme.soft)
        left, chosen = rect.left + _indent(fonts, size), level == self.current
        if chosen:
            canvas.check((left - size * 0.9, middle), size * 0.36, theme.deduced)
        face, color = (Face.STRONG, theme.deduced) if chosen else (Face.BODY, theme.ink)
        canvas.text(named(level), face, size, color, left=left, middle=middle)
        canvas.text(texts[i], Face.BODY, small, theme.soft, left=told, middle=middle, within=room)
        if self.counts:
            canvas.text(self.counts[i], Face.BODY, size, theme.soft, right=rect.right - size // 2, middle=middle)
        return {}


# Drawing


def _words(card: LevelList, row: pygame.Rect, fonts: Fonts, size: int) -> tuple[tuple[str, ...], int, int, int]:
    """Return the descriptions as a column: texts, left, width and size. If one lacks the room, all omit the points."""
    names = max(fonts.width(named(level), Face.STRONG, size) for level in CHOICES)
    counts = max((fonts.width(count, Face.BODY, size) + size for count in card.counts), default=0)
    left, right = row.left + _indent(fonts, size) + names + size, row.right - size // 2 - counts
    texts = tuple(", ".join(filter(None, [TAKES[level], points(level)])) for level in CHOICES)
    room = right - left
    for shown in (texts, tuple(TAKES.values())):
        small = min(fonts.shrink(text, Face.BODY, less_than(size, 0.95), room, SMALLEST) for text in shown)
        if all(fonts.width(text, Face.BODY, small) <= room for text in shown):
            break
    return shown, left, room, small


def _indent(fonts: Fonts, size: int) -> int:
    """Return how far a level's name is from the row's left edge, in pixels. Leaves room for its digit and mark."""
    return size // 2 + keycap_width("0", fonts, less_than(size)) + round(size * 1.8)


def _paint_top(canvas: Canvas, rect: pygame.Rect, card: LevelList, size: int) -> None:
    """Paint the title and the name of the collection being counted."""
    left, middle = rect.left + size // 2, rect.centery - size // 4
    title = canvas.text("How hard?", Face.STRONG, round(size * 1.2), canvas.theme.ink, left=left, middle=middle)
    if card.counts:
        small = less_than(size)
        room = rect.right - title.right - 2 * size
        right = rect.right - size // 2
        canvas.text(card.collection, Face.BODY, small, canvas.theme.soft, right=right, middle=middle, within=room)


Kinds = frozenset[str] | None
"""Names of kinds of question, or ``None`` for all."""


class AskingCard(cards.ListCard):
    """An open list: how often, then the kinds with their scores. A choice takes effect at once."""

    once = (*cards.ListCard.once, "Space")

    def __init__(self, rhythm: str, kinds: Kinds, score: Score, chosen: Callable[[str, Kinds], None]) -> None:
        self._kinds = {name: entry.title for name, entry in declared().items()}
        self.rhythm, self.asked, self.score = rhythm, set(self._kinds if kinds is None else kinds), score
        self._chosen = chosen
        self.rows = [*RHYTHMS, *self._kinds]
        self.cursor = self.rows.index(rhythm)

    def acted(self, name: str) -> bool:
        if name in ("Space", "Return"):
            self.clicked()
        elif name == "A":
            self._take(set() if len(self.asked) == len(self._kinds) else set(self._kinds))
        else:
            self.done = name == "Escape"
            return self.done
        return True

    def clicked(self) -> None:
        """Choose the rhythm at the cursor, or turn the kind of question there on or off."""
        name = self.rows[self.cursor]
        if name in RHYTHMS:
            self.rhythm = name
            self._take(self.asked)
        else:
            self._take(self.asked ^ {name})

    def _take(self, kinds: set[str]) -> None:
        """Choose the kinds of question to ask. If there are none, the previous choice stays in effect."""
        self.asked = kinds
        if kinds:
            self._chosen(self.rhythm, None if len(kinds) == len(self._kinds) else frozenset(kinds))

    def paint(self, canvas: Canvas, layout: WindowLayout) -> cards.HitTargets:
        size, pad = cards.em_size(canvas), cards.card_pad(canvas)
        row = round(size * 1.75)
        most = canvas.surface.get_height() - 20 - 2 * pad
        shown = max(3, min(len(self.rows), (most - 4 * row) // row))
        card, inner = cards.middle_card(canvas, canvas.px(620), (shown + 4) * row + 2 * pad)
        cards.paint_title(canvas, inner, "What to ask, and how often", size)
        box = pygame.Rect(inner.left - pad // 2, inner.top + round(1.6 * row), inner.width + pad, shown * row)
        places = self.paint_rows(canvas, box, row)
        said = pygame.Rect(inner.left, box.bottom, inner.width, row)
        middle = said.centery + size // 4
        words = self.score.words if self.asked else "Choose one kind at least."
        canvas.text(words, Face.BODY, size, canvas.theme.soft, left=said.left, middle=middle, within=said.width)
        paint_keys(canvas, inner, (("Space", "chooses"), ("A", "all or none"), ("Esc", "closes")))
        return {**places, cards.CARD: card}

    def paint_row(self, canvas: Canvas, rect: pygame.Rect, i: int) -> cards.HitTargets:
        """Paint a row: a tick if it is chosen, its title, and the score of a kind."""
        name, theme, size = self.rows[i], canvas.theme, cards.em_size(canvas)
        if i == len(RHYTHMS):
            canvas.fill(theme.thin_line, (rect.left + size // 2, rect.top, rect.width - size, 1))
        chosen = name == self.rhythm or name in self.asked
        left, middle = rect.left + size // 2, rect.centery
        if chosen:
            canvas.check((left + size * 0.5, middle), size * 0.4, theme.deduced)
        title = RHYTHMS[name].title if name in RHYTHMS else self._kinds[name]
        score = "" if name in RHYTHMS else self.score.of(name)
        right = rect.right - size
        taken = canvas.fonts.width(score, Face.BODY, size) + size if score else 0
        left += round(1.7 * size)
        canvas.text(title, Face.BODY, size, theme.ink if chosen else theme.soft, left=left, middle=middle,
                    within=right - taken - left)  # fmt: skip
        if score:
            canvas.text(score, Face.BODY, size, theme.soft, right=right, middle=middle)
        return {}


class DigitChooser(cards.Card):
    """A card that asks for a digit and passes it to ``chosen``. ``why_not`` says why a digit is impossible, or ""."""

    def __init__(
        self,
        puzzle: Puzzle,
        cell: Cell,
        why_not: Callable[[Digit], str],
        chosen: Callable[[Digit], None],
        title: str,
        hint: str,
        rect_of: cards.RectOf = lambda cell: None,
    ) -> None:
        self.cell = cell
        self.rect_of = rect_of
        self.title, self.hint = title, hint
        self.symbols = alphabet_of(puzzle)
        self.columns = plan_of(puzzle.geometry).box_columns
        self.refused = {digit: words for digit in puzzle.geometry.digits if (words := why_not(digit))}
        """The digits that cannot be chosen, each with the reason."""
        free = [digit for digit in puzzle.geometry.digits if digit not in self.refused]
        self.cursor: Digit = free[0] if free else 1
        self._chosen = chosen

    @property
    def said(self) -> str:
        """What choosing the digit at the cursor would do, or why it cannot be chosen."""
        return self.refused.get(self.cursor, self.hint)

    def key(self, name: str) -> bool:
        """Handle a key: arrows move, a digit or Enter chooses, Esc closes."""
        digit = self.symbols.find(name) + 1 if len(name) == 1 else 0
        steps = {"Left": -1, "Right": 1, "Up": -self.columns, "Down": self.columns}
        if name in steps:
            to = self.cursor + steps[name]
            self.cursor = to if 1 <= to <= len(self.symbols) else self.cursor
        elif digit:
            self.cursor = digit
            self._choose()
        elif name in ("Return", "Space"):
            self._choose()
        elif name == "Escape":
            self.done = True
        else:
            return False
        return True

    def _choose(self) -> None:
        if self.cursor not in self.refused:
            self.done = True
            self._chosen(self.cursor)

    def point(self, place: cards.HitTarget) -> None:
        if place[0] == "digit":
            self.cursor = place[1]

    def press(self, place: cards.HitTarget) -> None:
        if place[0] == "digit":
            self.point(place)
            self._choose()

    def paint(self, canvas: Canvas, layout: WindowLayout) -> cards.HitTargets:
        """Paint the card beside the cell: the title, the digits laid out as in a box, and a hint about one of them."""
        theme = canvas.theme
        size = cards.em_size(canvas)
        key, gap, pad = round(size * 2.3), max(4, size // 3), max(10, size)
        columns = self.columns
        rows = -(-len(self.symbols) // columns)
        width = max(columns * (key + gap) - gap, round(size * 15))
        said = canvas.fonts.wrap(self.said, width, round(size * 4.2), size, canvas.smallest)
        height = round(size * 1.8) + rows * (key + gap) + round(size * 4.4)
        card = _beside(canvas, self.rect_of(self.cell), width + 2 * pad, height + 2 * pad, gap)
        with canvas.clipped(card):
            paint_card(canvas, card)
            left, top = card.left + pad, card.top + pad
            big = canvas.fonts.shrink(self.title, Face.STRONG, round(size * 1.15), width, canvas.smallest)
            canvas.text(self.title, Face.STRONG, big, theme.ink, left=left, middle=top + size // 2)
            first = left + (width - (columns * (key + gap) - gap)) // 2
            places: cards.HitTargets = {}
            for i in range(len(self.symbols)):
                row, column = divmod(i, columns)
                y = top + round(size * 1.8) + row * (key + gap)
                rect = pygame.Rect(first + column * (key + gap), y, key, key)
                _paint_key(canvas, rect, i + 1, self)
                places["digit", i + 1] = rect
            below = top + round(size * 1.9) + rows * (key + gap)
            refused = self.cursor in self.refused
            canvas.paragraph((left, below), said, theme.conflict if refused else theme.soft)
        return {**places, cards.CARD: card}


def _paint_key(canvas: Canvas, rect: pygame.Rect, digit: int, chooser: DigitChooser) -> None:
    """Paint a digit in a frame. A digit that cannot be chosen is faint and crossed out."""
    theme = canvas.theme
    refused, here = digit in chooser.refused, digit == chooser.cursor
    radius = max(3, rect.height // 7)
    canvas.rounded(rect, theme.step_wash if here and not refused else theme.panel, radius)
    frame = theme.accent if here else theme.thin_line
    canvas.rounded(rect, frame, radius, 2 if here else 1)
    ink = mix(theme.panel, theme.soft, 0.55) if refused else theme.ink
    size, text = round(rect.height * 0.55), chooser.symbols[digit - 1]
    canvas.text(text, Face.BODY, size, ink, centre=rect.centerx, middle=rect.centery)
    if refused:
        reach = rect.height * 0.24
        x, y = rect.center
        canvas.stroke((x - reach, y + reach), (x + reach, y - reach), max(1.0, rect.height / 24), ink)


def _beside(canvas: Canvas, cell: pygame.Rect | None, width: int, height: int, gap: int) -> pygame.Rect:
    """Return where to put the card: beside the cell, inside the window, preferably to the right."""
    whole = canvas.surface.get_rect().inflate(-8, -8)
    card = pygame.Rect(0, 0, min(width, whole.width), min(height, whole.height))
    if cell is None:
        card.center = whole.center
        return card
    card.midleft = (cell.right + gap, cell.centery)
    if card.right > whole.right:
        card.midright = (cell.left - gap, cell.centery)
    return card.clamp(whole)
