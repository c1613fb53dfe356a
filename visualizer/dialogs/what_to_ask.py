"""Chooses how often to ask about a run, and which kinds of question."""

from collections.abc import Callable

import pygame

from visualizer.questions.registry import declared
from visualizer.session.asking import RHYTHMS, Score
from visualizer.toolkit import cards
from visualizer.toolkit.canvas import Canvas, Face
from visualizer.toolkit.layout import WindowLayout
from visualizer.toolkit.messages import paint_keys

TITLE = "What to ask, and how often"
KEYS = (("Space", "chooses"), ("A", "all or none"), ("Esc", "closes"))
CHOOSING = ("Space", "Return")

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
        if name in CHOOSING:
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

    @property
    def remark(self) -> str:
        """The score in words, or what is missing."""
        return self.score.words if self.asked else "Choose one kind at least."

    def paint(self, canvas: Canvas, layout: WindowLayout) -> cards.HitTargets:
        size, pad = cards.em_size(canvas), cards.card_pad(canvas)
        row = round(size * 1.75)
        most = canvas.surface.get_height() - 20 - 2 * pad
        shown = max(3, min(len(self.rows), (most - 4 * row) // row))
        card, inner = cards.middle_card(canvas, canvas.px(620), (shown + 4) * row + 2 * pad)
        cards.paint_title(canvas, inner, TITLE, size)
        box = pygame.Rect(inner.left - pad // 2, inner.top + round(1.6 * row), inner.width + pad, shown * row)
        places = self.paint_rows(canvas, box, row)
        said = pygame.Rect(inner.left, box.bottom, inner.width, row)
        middle = said.centery + size // 4
        canvas.text(self.remark, Face.BODY, size, canvas.theme.soft, left=said.left, middle=middle, within=said.width)
        paint_keys(canvas, inner, KEYS)
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
