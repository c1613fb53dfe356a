"""What is said in a picture that nobody can press a key in."""

from __future__ import annotations

from dataclasses import replace

from visualizer.compose import Composer
from visualizer.figures import speed_text
from visualizer.person_view import WRITTEN
from visualizer.placed import in_numbers
from visualizer.player import READABLE, Mode
from visualizer.scene import Caption, Scene
from visualizer.spans import Span


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
