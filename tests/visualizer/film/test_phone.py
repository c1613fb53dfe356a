"""A recorded page on a phone: everything that is needed to watch and steer a run is on the screen at once."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from browser import Browser

from visualizer.film.film import Film

pytestmark = pytest.mark.slow

UPRIGHT, SIDEWAYS = ((360, 560), (375, 553), (390, 664)), ((568, 320), (740, 320), (844, 340))
SEEN = """(() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  const board = box(".board"), controls = box(".controls").top;
  const overflows = document.documentElement.scrollWidth > innerWidth;
  const inside = (part) => part.top >= 0 && part.right <= innerWidth && part.bottom <= controls;
  const seen = [board, box(".caption")].every(inside);
  const reached = () => ["input[type=range]", "[aria-label=Play]", "[aria-label='Step forward']"].map(box)
    .every((part) => part.left >= 0 && part.right <= innerWidth && part.bottom <= innerHeight);
  const before = reached();
  scrollTo(0, 1e5);
  return [seen && !overflows, before && reached(), board.width / innerWidth, board.height / innerHeight];
  })()"""


def test_board_sentence_and_controls_are_seen_together(
    browser: Browser, write: Callable[..., str], searched: Film, race: list[Film]
) -> None:
    """Upright, the sentence is below the board; sideways, beside it. The controls stay when one scrolls."""
    faults = []
    for films in ([searched], race):
        address = write(*films, at=30)
        for size in (*UPRIGHT, *SIDEWAYS):
            browser.resize(*size)
            browser.open(address)
            browser.wait("document.querySelector('.film').player")
            seen, reached, wide, high = browser.run(SEEN)
            large = high >= 0.6 if size in SIDEWAYS else wide >= (0.75 if len(films) > 1 else 0.9)
            if not (seen and reached and large):
                said = f"all in sight: {seen}, controls in reach: {reached}, board {wide:.0%} wide and {high:.0%} high"
                faults.append(f"{len(films)} lanes, {size}: {said}")
    browser.resize(1366, 768)
    assert faults == []
