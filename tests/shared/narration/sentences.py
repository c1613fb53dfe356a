"""Checks that every sentence is true of the board, as a reader who can see the board would."""

from __future__ import annotations

import re

import chain_sentences  # noqa: F401  it registers its forms
import clause_sentences  # noqa: F401
import rule_sentences  # noqa: F401
import search_sentences  # noqa: F401
import technique_sentences  # noqa: F401
from scenes import Scene
from sentence_checks import holds

from visualizer.narration.captions import caption
from visualizer.text.spans import plain
from visualizer.timeline.search import TriedGuesses

VOICES = {"", "deduced", "guessed", "conflict", "solved"}


def is_true(scene: Scene, picks: str = "") -> bool:
    """Return whether the sentence is true of the board."""
    tried = tuple((guess.cell, guess.digit) for guess in scene.tried)
    guesses, learnt = TriedGuesses(tried), scene.just_learnt
    spans = caption(scene.step, scene.before, scene.after, guesses, learnt, picks, strikes=scene.strikes)
    text = plain(spans)
    assert text and not re.search(r"[{}]|None|-1|  ", text), text
    assert text[0].isupper() or text[0] in "r123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    assert text.endswith(".") and {span.voice for span in spans} <= VOICES
    return holds(scene, text)
