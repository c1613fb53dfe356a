"""What is said in a picture that nobody can press a key in."""

from __future__ import annotations

from dataclasses import replace

from visualizer.play.view import WRITTEN
from visualizer.scene.composer import Composer
from visualizer.scene.scene import Scene
from visualizer.text.numbers import speed_text
from visualizer.text.spans import Caption, Span
from visualizer.timeline.player import READABLE
from visualizer.timeline.transport import Mode
from visualizer.views.placed import in_numbers


def filmed(scene: Scene, composer: Composer) -> Scene:
    """Return the scene with words that name no key and ask for nothing."""
    subtitle = WRITTEN if composer.hand else scene.subtitle
    return replace(scene, caption=_instead(composer) or scene.caption, subtitle=subtitle)


def _instead(composer: Composer) -> Caption:
    """Return what stands in place of the window's caption; nothing where that one will do."""
    player, puzzle = composer.player, composer.puzzle
    if player.mode is Mode.PLAYING and player.pace > READABLE:
        return (Span(f"Shown at {speed_text(player.speed, player.grain.unit)}."),)
    begins = not player.position and not player.at_end and composer.hand is None
    if not begins or puzzle.is_solved():
        return ()
    return Span(f"{in_numbers(puzzle)}. "), *composer.verdict.caption
