"""The bar of buttons of a race."""

from __future__ import annotations

import pygame

from visualizer.keymap import cap
from visualizer.race.controller import RACE
from visualizer.race.pace import RULES, Pace, speed_text
from visualizer.race.race import Race
from visualizer.toolkit.buttons import Button
from visualizer.toolkit.canvas import Canvas
from visualizer.toolkit.fonts import Face, Fonts
from visualizer.toolkit.icons import Icon
from visualizer.window.controls import SPEED, Bar, action_tip, walking

RACE_TIPS = {
    SPEED: f"Speed. Right half: faster ({cap('+')} {cap('Up')}). Left half: slower ({cap('-')} {cap('Down')}).",
    "strip": f"The race; each profile is the depth of a search. Click or drag to go. {cap('Home')}, {cap('End')}.",
}
_SPEEDS = {speed_text(pace, speed) for pace in Pace for speed in RULES[pace].speeds}


def race_tip(id: str) -> str:
    """What a control of a race does, and its keys."""
    return RACE_TIPS[id] if id in RACE_TIPS else action_tip(id, RACE)


class RaceControls(Bar):
    """The buttons of a race. None moves when the rule or the speed changes."""

    def __init__(self, fonts: Fonts) -> None:
        super().__init__(fonts)
        self._speed = self.widest(sorted(_SPEEDS), Face.STRONG)
        self._rule = self.widest(sorted({rule.title for rule in RULES.values()}), Face.STRONG)

    def buttons(self, race: Race, level: str | None = None) -> tuple[list[Button], list[Button]]:
        """The buttons from the left, and those up to the right; ``level``: of the puzzles that are drawn."""
        left = [
            *walking(race.t, race.at_end, race.running),
            Button(SPEED, "Speed", "− +", value=race.speed_text, widest=self._speed),
        ]
        right = [
            Button("pace", "Rule", "Q", value=RULES[race.pace].title, widest=self._rule, short="Rule"),
            Button("lanes", "Lanes", "A", Icon.CHEVRON, short="Lanes"),
            Button("random", f"Next: {level}" if level else "Next puzzle", "R", short="Next"),
            Button("leave", "Leave", "L"),
            Button("help", "Help", "F1"),
        ]
        return [self.lit(button) for button in left], [self.lit(button) for button in right]

    def paint(self, canvas: Canvas, rect: pygame.Rect, race: Race, level: str | None = None) -> None:
        self.paint_row(canvas, rect, self.buttons(race, level))
