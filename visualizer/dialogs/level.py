"""The list of levels: how hard the next puzzles will be."""

from __future__ import annotations

from collections.abc import Callable

from puzzles.figures import grouped
from puzzles.geometry import STANDARD
from visualizer.keymap import WATCH, key_of
from visualizer.narration.levels import CHOICES
from visualizer.session.puzzle_supply import Supply
from visualizer.toolkit.list_card import ListCard


class LevelList(ListCard):
    """An open list. ``chosen`` receives the level, and whether to make a fresh puzzle.

    ``side`` says how large the puzzle on the board is.
    """

    def __init__(self, supply: Supply, side: Callable[[], int], chosen: Callable[[str | None, bool], None]) -> None:
        self.current = supply.level
        super().__init__(len(CHOICES), range(len(CHOICES)), CHOICES.index(supply.level))
        self._supply, self._side, self._chosen = supply, side, chosen

    @property
    def counts(self) -> tuple[str, ...]:
        """How many puzzles of each row the open collection holds; empty if it does not say."""
        corpus = self._supply.corpus
        levels = corpus.levels if corpus else {}
        if corpus is None or not any(levels.values()):
            return ()
        numbers = [len(corpus), *levels.values()]
        return tuple(grouped(number) if number else "none" for number in numbers)

    @property
    def collection(self) -> str:
        """The collection that is counted."""
        corpus = self._supply.corpus
        return "" if corpus is None else f"in {corpus.path.name}{'' if corpus.complete else ', so far'}"

    @property
    def remark(self) -> str:
        """What to know before choosing; "" for nothing."""
        fresh, corpus, side = key_of("fresh"), self._supply.corpus, self._side()
        if side != STANDARD.side:
            return f"{fresh} makes a {side}x{side} puzzle, as the one on the board; only those of 9x9 have a level."
        if corpus is None:
            return f"No file of puzzles is open, but {fresh} makes puzzles of every level."
        if corpus.complete and not self.counts:
            return f"{corpus.path.name} does not say how hard its puzzles are: those of a level are made fresh."
        return ""

    def acted(self, name: str) -> bool:
        """Act on a key: Enter draws a puzzle of the level at the cursor, G makes one, a digit draws one of its
        level.
        """
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
        """Draw a puzzle of the level, as Enter does."""
        self._choose(fresh=False)

    def _choose(self, fresh: bool) -> None:
        self.done = True
        self._chosen(CHOICES[self.cursor], fresh)
