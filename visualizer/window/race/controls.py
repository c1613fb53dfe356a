"""The button bar of a race."""

from __future__ import annotations

import pygame

from visualizer.keymap import key_of
from visualizer.race.controller import RACE
from visualizer.race.depth_strip import own_profile
from visualizer.race.pace import RULES, Pace, speed_text
from visualizer.race.race import Race
from visualizer.toolkit.buttons import Button
from visualizer.toolkit.canvas import Canvas
from visualizer.toolkit.fonts import Face, Fonts
from visualizer.toolkit.icons import Icon
from visualizer.window.button_row import SPEED, STRIP, Bar, menu_button, walking, word_button
from visualizer.window.controls import action_tip, speed_tip

_SPEEDS = {speed_text(pace, speed) for pace in Pace for speed in RULES[pace].speeds}


def race_tip(id: str, race: Race) -> str:
    """Return what a control in a race does, and its keys."""
    if id == SPEED:
        return f"Speed. {speed_tip(RACE)}"
    if id == STRIP:
        keys = f"{key_of('home', RACE.mode)}, {key_of('end', RACE.mode)}."
        others = {
            lane.title: lane.solver.dial(own_profile(lane.solver)).many
            for lane in race.lanes
            if lane.solver and own_profile(lane.solver)
        }
        instead = "".join(f"; for {title}, the {name}" for title, name in others.items())
        return f"The depth of each search over the race{instead}. Click or drag to move through it. {keys}"
    return action_tip(id, RACE)


class RaceControls(Bar):
    """The buttons of a race. They stay in place when the pace or the speed changes."""

    def __init__(self, fonts: Fonts) -> None:
        super().__init__(fonts)
        self._speed = self.widest(sorted(_SPEEDS), Face.STRONG)
        self._pace = self.widest(sorted({rule.title for rule in RULES.values()}), Face.STRONG)

    def buttons(self, race: Race, level: str | None = None) -> tuple[list[Button], list[Button]]:
        """Return the left-aligned and the right-aligned buttons. ``level`` is the level of the puzzles drawn."""
        left = [
            *walking(race.t, race.at_end, race.running),
            Button(SPEED, "Speed", "− +", value=race.speed_text, widest=self._speed),
        ]
        right = [
            word_button("pace", "Pace", RACE, short="Pace")._replace(value=RULES[race.pace].title, widest=self._pace),
            word_button("lanes", "Lanes", RACE, short="Lanes")._replace(icon=Icon.CHEVRON),
            word_button("random", f"Next: {level}" if level else "Next puzzle", RACE, short="Next"),
            word_button("leave", "Leave", RACE),
            word_button("help", "Help", RACE),
            *([menu_button(RACE)] if "palette" in RACE else []),
        ]
        return [self.lit(button) for button in left], [self.lit(button) for button in right]

    def paint(self, canvas: Canvas, rect: pygame.Rect, race: Race, level: str | None = None) -> None:
        self.paint_row(canvas, rect, self.buttons(race, level))
