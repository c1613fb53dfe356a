"""Tests that a page goes by units of steps, that its address is its state, and that keys alone do everything."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from browser import NEEDS_AXE, Browser
from race_runs import at as positions_at
from race_runs import race_of

from puzzles.corpus import named
from solvers.core.step import Kind
from visualizer.analysis.bookmarks import Bookmark
from visualizer.film.film import Excerpt, Film, film_of
from visualizer.race.pace import Pace
from visualizer.race.view import NO_GUESSES

pytestmark = pytest.mark.slow

Write = Callable[..., str]
PLAYER = "document.querySelector('.film').player"
STATE = f"""(({{ position, unit, chosen }}) => [position, unit.name,
    chosen.beside.panes.panes[chosen.beside.panes.opened].called, chosen.film.title])({PLAYER})"""
FOCUS = "document.querySelector('.player').focus()"
REST = "new Promise((done) => setTimeout(done, 400))"
"""Longer than it takes until a player is at rest."""


def opened(browser: Browser, address: str) -> Browser:
    browser.open(address)
    browser.wait("document.querySelector('.film')?.player")
    browser.run(FOCUS)
    return browser


def stops(film: Film, unit: str) -> list[int]:
    """Return the positions at which a unit stops that goes by the kind of step alone."""
    (grain,) = [one for one in film.header["grains"] if one["unit"] == unit]
    kinds = film.header["frames"]["kind"]
    return [at for at, frame in enumerate(film.frames, 1) if kinds[frame] in grain["kinds"]]


@pytest.fixture(scope="module")
def struck() -> Film:
    """Return a run that strikes many candidates one by one."""
    return film_of(named.find("fig1"), "elimination")


def test_arrows_and_the_speed_go_by_the_unit(browser: Browser, write: Write, struck: Film) -> None:
    opened(browser, write(struck))
    digits, changes, guesses = (stops(struck, unit) for unit in ("digits", "changes", "guesses"))
    at, shown = f"{PLAYER}.position", "document.querySelector('[data-deed=detail]').textContent"
    walk: list[tuple[str, str, int]] = [
        ("ArrowRight", "By digit", digits[0]), ("ArrowRight", "By digit", digits[1]),
        ("ArrowLeft", "By digit", digits[0]),
        ("d", "By change", digits[0]), ("ArrowRight", "By change", next(one for one in changes if one > digits[0])),
        ("d", "By step", 0), ("Home", "By step", 0), (".", "By step", 1),
        ("d", "By conflict", 1), ("d", "By guess", 1), ("ArrowRight", "By guess", guesses[0]),
        ("ArrowLeft", "By guess", 0),
    ]  # fmt: skip
    faults = []
    for key, unit, there in walk:
        browser.press(key)
        found = browser.run(f"[{shown}, {at}]")
        if found[0] != unit or there and found[1] != there:
            faults.append(f"{key}: {found}, not {[unit, there]}")
    assert faults == [] and guesses[0] > 300, "hundreds of strikes come first"
    browser.run(f"({PLAYER}.unit = {PLAYER}.units.find(({{ name }}) => name === 'digits'), {PLAYER}.go(0))")
    played = browser.run(f"[1, 4, 7].map((due) => ({PLAYER}.owed = 0, {PLAYER}.count(due)))")
    assert played == [digits[0], digits[3], digits[6]] and browser.errors == []


def test_the_address_follows_the_player_and_leads_back(browser: Browser, write: Write, searched: Film) -> None:
    """The address changes only at rest, adds nothing to the history, and shows the same again."""
    address = write(searched)
    opened(browser, address)
    browser.run(REST)
    assert browser.run("location.href") == address, "nothing has been chosen yet"
    length = browser.run("history.length")
    for key, held in (("ArrowRight", ["Shift"]), ("y", []), ("d", [])):
        browser.press(key, held)
    guess = stops(searched, "guesses")[0]
    browser.wait(f"location.hash === '#step={guess}&pane=tree&unit=changes'")
    state, link = browser.run(STATE), browser.run("location.href")
    assert browser.run("history.length") == length
    browser.run(f"({PLAYER}.directed = false, {PLAYER}.play())")
    browser.wait(f"{PLAYER}.position > {guess + 3}")
    assert browser.run("location.href") == link, "while it plays, the address stays"
    browser.run(f"{PLAYER}.pause()")
    browser.wait(f"location.hash === `#step=${{{PLAYER}.position}}&pane=tree&unit=changes`")
    assert browser.run(f"{STATE}") != state
    assert opened(browser, link).run(STATE) == state == [guess, "changes", "tree", searched.header["title"]]
    assert browser.errors == []


def test_the_lane_of_a_race_is_in_its_address(browser: Browser, write: Write, race: list[Film]) -> None:
    opened(browser, write(*race))
    for key in ("2", "y", "ArrowRight"):
        browser.press(key)
    browser.wait("location.hash === '#step=1&lane=2&pane=tree'")
    link = browser.run("location.href")
    assert opened(browser, link).run(STATE) == [1, "steps", "tree", race[1].header["title"]]


def test_a_race_goes_by_equal_guesses_as_in_the_window(browser: Browser, write: Write) -> None:
    """At each guess, every lane is where it is in the window; annealing makes no guesses, and says so."""
    names, puzzle = ("mrv", "annealing", "cdcl"), named.find("minimal-9-1")
    films = [film_of(puzzle, name, cut=Excerpt(last=1000)) for name in names]
    opened(browser, write(*films) + "#step=40")
    shown = "document.querySelector('[data-deed=pace]').textContent"
    lanes = f"{PLAYER}.lanes.map(({{ at }}) => at)"
    assert browser.run(f"[{shown}, {lanes}]") == ["By step", [40, 40, 40]]
    browser.press("q")
    clock, there = browser.run(f"{PLAYER}.position"), browser.run(lanes)
    assert browser.run(shown) == "By guess" and max(there[0], there[2]) >= 40 and there[1] == 0
    assert browser.run("document.querySelectorAll('.lane .caption')[1].textContent") == NO_GUESSES
    browser.wait(f"location.hash === '#step={clock}&unit=guesses'")
    link = browser.run("location.href")
    found = browser.run(f"Array.from({{ length: {PLAYER}.last + 1 }}, (_, t) => ({PLAYER}.go(t), {lanes}))")
    race = race_of(",".join(names), Pace.GUESSES, puzzle=puzzle)
    assert found == [positions_at(race, t) for t in range(len(found))] and len(found) == race.length + 1
    race.close()
    browser.press("ArrowRight", ["Control"])
    assert opened(browser, link).run(f"[{shown}, {lanes}]") == ["By guess", there]
    browser.press("q")
    caught_up = [min(max(there), film.header["steps"]) for film in films]
    assert browser.run(f"[{shown}, {lanes}]") == ["By step", caught_up] and browser.errors == []


def test_the_guess_before_is_found_in_a_lane_that_has_ended(browser: Browser, write: Write) -> None:
    short, long = (film_of(named.find("minimal-9-1"), name) for name in ("mrv", "cdcl"))
    opened(browser, write(short, long) + f"#step={len(short.frames) + 20}")
    browser.press("ArrowLeft", ["Shift"])
    guesses = [at for at, frame in enumerate(short.frames, 1) if short.header["frames"]["kind"][frame] == Kind.GUESS]
    assert browser.run(f"{PLAYER}.position") == guesses[-1], "the other lane has not guessed yet"


def test_old_and_wrong_links_open(browser: Browser, write: Write, searched: Film) -> None:
    """Links of earlier versions have only a step. What a link asks for that is not there is left out."""
    address, usual = write(searched), ["digits", "code", searched.header["title"]]
    for link, at in (("#step=7", 7), ("#step=12", 12), ("#step=9&pane=none&lane=9&unit=x&more", 9), ("#pane=tree", 0)):
        found = opened(browser, address + link).run(STATE)
        assert found == [at, *usual[:1], "tree" if "tree" in link else "code", *usual[2:]], link
    browser.run("void (location.hash = 'step=5&pane=python')")
    browser.wait(f"{PLAYER}.position === 5")
    assert browser.run(STATE)[2] == "python" and browser.errors == []


def test_a_page_works_where_no_address_may_be_set(browser: Browser, write: Write, searched: Film) -> None:
    name = browser.before("history.replaceState = () => { throw new DOMException('no', 'SecurityError'); };")
    opened(browser, write(searched) + "#step=3")
    browser.press("End")
    browser.run(REST)
    browser.without(name)
    assert browser.run(f"{PLAYER}.position") == len(searched.frames) and browser.errors == []
    assert browser.run("location.hash") == "#step=3"


def test_the_link_to_a_step_is_copied_or_shown(browser: Browser, write: Write, searched: Film) -> None:
    note = "document.querySelector('.note')"
    given = "navigator, 'clipboard', { configurable: true, value: "
    copies = "{ writeText: async (text) => void (window.copied = text) }"
    for clipboard in (copies, "undefined"):
        name = browser.before(f"Object.defineProperty({given}{clipboard} }});")
        opened(browser, write(searched) + "?embed#step=7")
        browser.press("L", ["Shift"])
        browser.wait(f"!{note}.hidden")
        browser.without(name)
        wanted = browser.run("location.href").replace("?embed", "")
        if clipboard == copies:
            assert browser.run("copied") == wanted and "copied" in browser.run(f"{note}.textContent")
        else:
            assert browser.run("getSelection().toString() || document.activeElement.value") == wanted
            browser.press("ArrowRight")
            assert browser.run(f"{PLAYER}.position") == 7, "keys go to the text"
            browser.press("Escape")
            assert browser.run(f"{note}.hidden && document.activeElement.classList.contains('player')")
        assert browser.errors == []


@pytest.mark.parametrize("lanes", [1, 3], ids=["run", "race"])
def test_a_page_in_a_frame_is_small(
    browser: Browser, write: Write, searched: Film, race: list[Film], tmp_path: Path, lanes: int
) -> None:
    films, faults = ([searched] if lanes == 1 else race), []
    for wide, high in ((480, 560), (640, 600), (900, 560)):
        address = write(*films)
        frame = f'<iframe title="A run" src="run.html?embed#step=7" width="{wide}" height="{high}"></iframe>'
        (tmp_path / "outer.html").write_text(f"<!doctype html><title>Outer</title>{frame}", encoding="utf-8")
        browser.open((tmp_path / "outer.html").as_uri())
        browser.wait("document.querySelector('.film')?.player", frame=True)
        seen = browser.run(
            """(() => {
            const shown = [...document.querySelectorAll(".board, .bar > *, input, .caption")].filter(
              (one) => one.checkVisibility()), page = document.documentElement;
            const out = shown.filter((one) => {
              const { left, right, top, bottom } = one.getBoundingClientRect();
              return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
            });
            const link = document.querySelector(".full");
            const count = (kind) => shown.filter((one) => one.matches(kind)).length;
            return [page.scrollWidth <= innerWidth && page.scrollHeight <= innerHeight,
              out.map((one) => one.outerHTML.slice(0, 60)), count(".board"), count(".caption"), link.target, link.rel,
              link.href];
            })()""",
            frame=True,
        )
        wanted = [True, [], lanes, 1, "_blank", "noopener", f"{address}#step=7"]
        if seen != wanted:
            faults.append(f"{wide}x{high}: {seen}, not {wanted}")
        browser.run("document.querySelector('[data-deed=forward]').click()", frame=True)
        there = browser.run(f"{PLAYER}.position", frame=True)
        browser.wait(f"location.hash === '#step={there}'", frame=True)
        assert there > 7
    assert faults == [] and browser.errors == []


@NEEDS_AXE
def test_a_card_lists_every_key_and_gives_the_focus_back(browser: Browser, write: Write, searched: Film) -> None:
    opened(browser, write(searched))
    shown = "document.querySelector('dialog[open]')?.textContent ?? ''"
    for key in ("?", "Escape", "?", "?", "F1", "F1"):
        before = bool(browser.run(shown))
        browser.press(key)
        assert bool(browser.run(shown)) is not before, key
    assert browser.run("document.activeElement.classList.contains('player')")
    browser.run("(document.querySelector('[data-deed=help]').focus(), document.activeElement.click())")
    said = str(browser.run(shown))
    deeds = browser.run(f"{PLAYER}.deeds.map(({{ help }}) => help)")
    assert [help for help in deeds if help.lower() not in said.lower()] == [] and "“Tree”" in said
    assert browser.audit() == []
    browser.press("ArrowRight")
    browser.press("Escape")
    assert browser.run(f"[document.activeElement.dataset.deed, {PLAYER}.position]") == ["help", 0]


def test_every_key_of_the_card_does_something(browser: Browser, write: Write) -> None:
    """Press each key alone, at a step where it has something to do."""
    chapters = [Bookmark(5, "The fifth step"), Bookmark(90, "Later")]
    film = film_of(named.find("minimal-9-1"), "mrv", cut=Excerpt(chapters=chapters))
    opened(browser, write(film))
    keys = browser.run(f"{PLAYER}.deeds.flatMap(({{ keys }}) => keys.split(' ')).concat('K', 'Y', 'Shift+K')")
    whole = f"""(() => {{ const {{ tempo, playing, directed }} = {PLAYER}; return JSON.stringify([{STATE}, tempo,
        playing, directed, document.documentElement.dataset.theme, Boolean(document.querySelector("dialog[open]")),
        document.querySelector(".note").textContent]); }})()"""
    faults = []
    for chord in keys:
        browser.run(
            f"({PLAYER}.pause(), {PLAYER}.restore({{ step: 60 }}), {PLAYER}.inform(), "
            f"Object.assign({PLAYER}, {{ tempo: 1, directed: true }}), {FOCUS}, {PLAYER}.card.dialog.close())"
        )
        before = browser.run(whole)
        *held, key = chord.split("+") if len(chord) > 1 else [chord]
        arrow = f"Arrow{key}" if key in ("Left", "Right", "Up", "Down") else key
        browser.press(arrow.replace("Space", " "), [one.replace("Ctrl", "Control") for one in held])
        if browser.run(f"({REST}).then(() => {whole})") == before:
            faults.append(chord)
    assert faults == [] and len(keys) > 20 and browser.errors == []


def test_tab_reaches_every_button(browser: Browser, write: Write, searched: Film) -> None:
    opened(browser, write(searched) + "#step=60")
    count = browser.run(
        """(window.missed = new Set([...document.querySelectorAll("button, input, .lines")].filter(
        (one) => one.checkVisibility() && !one.disabled))).size"""
    )
    for _ in range(count + 6):
        browser.press("Tab")
        browser.run("missed.delete(document.activeElement)")
    left: list[Any] = browser.run("[...missed].map((one) => one.outerHTML.slice(0, 90))")
    assert left == [] and count > 20
