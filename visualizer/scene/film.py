"""The words of a film, without keys."""

from __future__ import annotations

from dataclasses import replace

from visualizer.scene.composer import Composer
from visualizer.scene.scene import Scene
from visualizer.text.numbers import speed_text
from visualizer.text.spans import Caption, Span
from visualizer.timeline.player import READABLE
from visualizer.timeline.transport import Motion


def filmed(scene: Scene, composer: Composer) -> Scene:
    """Return the scene with words that name no key and ask for nothing."""
    return replace(scene, caption=_instead(composer) or scene.caption, subtitle=composer.film_subtitle)


def _instead(composer: Composer) -> Caption:
    """Return the replacement for the window's caption; nothing if that one will do."""
    player = composer.player
    if player.mode is Motion.PLAYING and player.pace > READABLE:
        return (Span(f"Shown at {speed_text(player.speed, player.grain.unit)}."),)
    return () if player.position or player.at_end else composer.introduction()
