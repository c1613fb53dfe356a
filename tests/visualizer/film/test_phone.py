"""A recorded page on a phone, and a race anywhere: what is needed to watch and steer it is on the screen at once."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest
from browser import Browser

from puzzles.corpus import named
from visualizer.film.film import Excerpt, Film, film_of
from visualizer.film.lecture_page import lecture_page
from visualizer.lecture.reader import read

pytestmark = pytest.mark.slow

UPRIGHT, SIDEWAYS = ((360, 560), (375, 553), (390, 664)), ((568, 320), (740, 320), (844, 340))
PHONES, SCREENS = ((390, 844), (844, 390)), ((1280, 720), (1280, 800), (1920, 1080))
SIX = ("mrv", "cdcl", "backtracking", "elimination", "annealing", "human")
LECTURE = """\
# Why it is blind

It tries the digits in order, and looks at nothing but the rules:

1. take the first blank cell,
2. write the first digit that fits,
3. go back where none does.

```solvescope
puzzle = "fig1"
solver = "backtracking"
stops = ["guess", "conflict", 1200]
```
---
# Two at once

Equal steps in both.

```solvescope
puzzle = "fig1"
solvers = ["backtracking", "mrv"]
stops = ["guess", 40]
```
"""
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
RACE = """(() => {
  const shown = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  const box = (one) => one.getBoundingClientRect(), controls = box(document.querySelector(".controls")).top;
  const out = (one) => {
    const { left, right, top, bottom } = box(one);
    return left < 0 || top < 0 || right > innerWidth + 0.5 || bottom > controls + 0.5;
  };
  const over = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom
    && other.top < one.bottom;
  const boards = shown(".lane .board"), words = shown(".beside .words [aria-current]"), page = document.documentElement;
  const boxes = boards.map(box), sides = boxes.map(({ width, height }) => Math.min(width, height));
  const others = shown(".chooser, .beside .tabs, .lane .side, .beside .caption");
  return {
    out: [...boards, ...words, ...others].filter(out).map((one) => one.outerHTML.slice(0, 50)),
    boards: boards.length, words: words.length, side: Math.min(...sides),
    small: shown("button").map(box).filter(({ width, height }) => width < 40 || height < 40).length,
    over: boxes.some((one, at) => boxes.some((other, to) => at < to && over(one, other))),
    scrolls: page.scrollWidth > innerWidth || page.scrollHeight > innerHeight + 1,
  };
  })()"""
SLIDE = """(() => {
  const slide = document.querySelector(".slide.here"), bar = document.querySelector(".deckbar");
  const box = (one) => one.getBoundingClientRect(), hidden = (one) => !one.checkVisibility();
  const buttons = [...bar.querySelectorAll(".bar button")].filter((one) => !hidden(one));
  const boxes = buttons.map(box);
  const over = (one, other) => one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom
    && other.top < one.bottom;
  const reached = (one) => {
    one.scrollIntoView({ inline: "nearest", block: "nearest" });
    return box(one).left >= -1 && box(one).right <= innerWidth + 1 && box(one).bottom <= innerHeight + 1;
  };
  const read = (one) => {
    one.scrollIntoView({ block: "center" });
    return box(one).top >= 0 && box(one).bottom <= box(bar).top;
  };
  const text = [...slide.querySelectorAll(".prose p, .prose li, .prose h2")];
  const told = [...slide.querySelectorAll(".race :is(.title, .caption)")].every(
    (one) => box(one).bottom <= box(slide.querySelector(".controls")).top);
  return {
    hidden: text.filter(hidden).length, buttons: buttons.length, reached: buttons.every(reached),
    small: boxes.filter(({ width, height }) => width < 40 || height < 40).length,
    over: boxes.some((one, at) => boxes.some((other, to) => at < to && over(one, other))),
    told, read: text.every(read), wide: document.documentElement.scrollWidth > innerWidth,
  };
  })()"""


def audit(browser: Browser) -> list[str]:
    """Return what axe finds once the player is at rest, if axe is there."""
    if find_spec("axe_playwright_python") is None:
        return []
    browser.run("new Promise((done) => setTimeout(done, 400))")
    return browser.audit()


def test_board_sentence_and_controls_are_seen_together(
    browser: Browser, write: Callable[..., str], searched: Film
) -> None:
    """Upright, the sentence is below the board; sideways, beside it. The controls stay when one scrolls."""
    faults = []
    address = write(searched, at=30)
    for size in (*UPRIGHT, *SIDEWAYS):
        browser.resize(*size)
        browser.open(address)
        browser.wait("document.querySelector('.film').player")
        seen, reached, wide, high = browser.run(SEEN)
        large = high >= 0.6 if size in SIDEWAYS else wide >= 0.9
        if not (seen and reached and large):
            said = f"all in sight: {seen}, controls in reach: {reached}, board {wide:.0%} wide and {high:.0%} high"
            faults.append(f"{size}: {said}")
    browser.resize(1366, 768)
    assert faults == []


def test_no_pane_lies_over_the_controls_and_the_open_one_begins_above_them(
    browser: Browser, write: Callable[..., str]
) -> None:
    """The heads of a matrix stay in sight while it is scrolled, but below the controls."""
    browser.resize(390, 844)
    browser.open(write(film_of(named.find("minimal-9-1"), "exact-cover")) + "#step=150")
    browser.wait("document.querySelector('.film').player")
    seen = browser.run(
        """[...document.querySelectorAll(".controls :is(input, button)")].map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return [0.2, 0.5, 0.8].map((share) => document.elementFromPoint(x + width * share, y + height / 2));
        }).flat().filter((one) => one?.closest(".pane")).map((one) => one.outerHTML.slice(0, 60))"""
    )
    top = "document.querySelector('{}').getBoundingClientRect().top"
    there = browser.run(f"{top.format('.cover')} < {top.format('.controls')}")
    browser.resize(1366, 768)
    assert seen == [] and there and browser.errors == []


def test_all_boards_of_a_race_and_the_code_of_one_are_in_sight(browser: Browser, write: Callable[..., str]) -> None:
    """The sentence of a lane is in sight too: on a phone that of the chosen lane."""
    films = [film_of(named.find("minimal-9-1"), name, cut=Excerpt(last=600)) for name in SIX]
    faults = []
    for count in (2, 3, 4, 6):
        address = f"{write(*films[:count])}#step=40"
        for size in (*PHONES, *SCREENS):
            browser.resize(*size)
            browser.open(address)
            browser.wait("document.querySelector('.film').player")
            seen = browser.run(RACE)
            large = seen.pop("side") >= (100 if size in PHONES else 170)
            wanted = {"out": [], "boards": count, "words": 1, "small": 0, "over": False, "scrolls": False}
            if seen != wanted or not large:
                faults.append(f"{count} lanes at {size}, large: {large}, {seen}")
            faults += [f"{count} lanes at {size}: {fault}" for fault in audit(browser)]
    browser.resize(1366, 768)
    assert faults == [] and browser.errors == []


def test_a_slide_keeps_its_text_and_its_buttons(browser: Browser, tmp_path: Path) -> None:
    """At each stop, all of the text can be read and every button of the bar can be reached."""
    (tmp_path / "lecture.html").write_text(lecture_page(read(LECTURE)).text, encoding="utf-8")
    faults = []
    for size in (*PHONES, (1280, 800)):
        browser.resize(*size)
        for place in ("1", "1.2", "1.3", "2.2"):
            browser.open((tmp_path / "lecture.html").as_uri() + f"#{place}")
            browser.wait("document.querySelector('.deck.whole') && deck.player")
            buttons = 12 if place[0] == "1" else 11  # the lanes of a race make equal steps
            wanted = {"hidden": 0, "buttons": buttons, "reached": True, "small": 0, "over": False, "read": True}
            if (seen := browser.run(SLIDE)) != {**wanted, "told": True, "wide": False}:
                faults.append(f"{place} at {size}: {seen}")
            faults += [f"{place} at {size}: {fault}" for fault in audit(browser)]
    browser.resize(1366, 768)
    assert faults == [] and browser.errors == []
