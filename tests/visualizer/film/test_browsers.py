"""Tests that a recorded page opens in real browsers without a network, plays, and is accessible."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from io import BytesIO
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any
from unicodedata import normalize

import pypdf
import pytest
from browser import NEEDS_AXE, Browser
from chromium import Chromium
from runs import Ticking

from puzzles.corpus import named
from solvers.core.step import Kind
from visualizer.export.notebook import show
from visualizer.film.film import Excerpt, Film, film_of
from visualizer.session.session import Session
from visualizer.style import theme
from visualizer.text.spans import plain

pytestmark = pytest.mark.slow

IN_CHROMIUM = pytest.mark.parametrize("browser", [Chromium], indirect=True, ids=["Chromium"])
"""The browser in which a test can set what the reader's system prefers."""
BOARDS = ("blank-4", "complete-6", "fig1", "side-16", "side-25", "side-36")
Write = Callable[..., str]


def opened(browser: Browser, address: str) -> Browser:
    browser.open(address)
    browser.wait("document.querySelector('.film').player")
    return browser


def position(browser: Browser) -> int:
    return int(browser.run("document.querySelector('input[type=range]').value"))


def sentence(browser: Browser) -> str:
    return str(browser.run("document.querySelector('.caption').textContent"))


def open_tab(browser: Browser, title: str) -> None:
    browser.run(f"[...document.querySelectorAll('.tab')].find((tab) => tab.textContent === '{title}').click()")


def told(film: Film, at: int) -> str:
    """Return the film's sentence at a position, without its colours."""
    packed = film.header["captions"][film.header["frames"]["caption"][film.frames[at - 1]]] if at else ""
    return re.sub(r"[\x01-\x0f]", "", packed or film.header["introduction"])


def first_of(film: Film, kind: Kind, after: int) -> int:
    kinds = film.header["frames"]["kind"]
    return next(at for at, number in enumerate(film.frames, 1) if at > after and kinds[number] == kind)


def test_a_page_opens_alone_and_asks_for_nothing(browser: Browser, write: Write, searched: Film) -> None:
    address = write(searched)
    opened(browser, address)
    assert sentence(browser) == told(searched, 0)
    assert browser.errors == []
    assert set(browser.requests) <= {address}


def test_what_a_page_would_ask_for_is_noticed_and_refused(browser: Browser, write: Write, searched: Film) -> None:
    browser.open("data:text/html,<title>free</title>")
    browser.run("fetch('http://nowhere.invalid/free').catch(() => 0)")
    assert "http://nowhere.invalid/free" in browser.requests, "a request is noticed"
    opened(browser, write(searched))
    refused = browser.run(
        """new Promise((done) => {
        const refused = [], note = (event) => refused.push(event.effectiveDirective);
        document.addEventListener("securitypolicyviolation", note);
        const made = (tag, facts) => document.body.append(Object.assign(document.createElement(tag), facts));
        made("script", { textContent: "window.ran = true" });
        made("style", { textContent: "body { color: red }" });
        made("img", { src: "http://nowhere.invalid/picture.png" });
        fetch("http://nowhere.invalid/data").catch(() => setTimeout(() => done([...refused, !window.ran]), 300));
        })"""
    )
    assert refused.pop() is True, "a script from elsewhere ran"
    assert {one.removesuffix("-elem") for one in refused} == {"script-src", "style-src", "img-src", "connect-src"}
    assert not any("nowhere" in address for address in browser.requests)


def test_keys_and_buttons_go_through_the_run(browser: Browser, write: Write, searched: Film) -> None:
    opened(browser, write(searched, unit="steps")).run("document.querySelector('.player').focus()")
    guess, conflict = first_of(searched, Kind.GUESS, 0), first_of(searched, Kind.CONFLICT, 0)
    last = len(searched.frames)
    walk: list[tuple[str, list[str], int]] = [
        ("ArrowRight", [], 1), ("ArrowRight", [], 2), ("ArrowLeft", [], 1), ("Home", [], 0),
        ("ArrowRight", ["Shift"], guess), ("Home", [], 0), ("ArrowRight", ["Control"], conflict), ("End", [], last),
        ("PageUp", [], 5), ("ArrowLeft", [], 4), ("PageDown", [], 5),
    ]  # fmt: skip
    faults = []
    for key, held, at in walk:
        browser.press(key, held)
        if (position(browser), sentence(browser)) != (at, told(searched, at)):
            faults.append(f"{held} {key}: at {position(browser)}, not {at}: {sentence(browser)}")
    for label, at in (("To the start", 0), ("Step forward", 1), ("Next guess", guess), ("Step back", guess - 1)):
        browser.touch(browser.middle(f"button[aria-label='{label}']"))
        browser.wait(f"document.querySelector('input[type=range]').value === '{at}'")
    assert faults == [] and browser.errors == []


def test_a_run_plays_and_pauses(browser: Browser, write: Write, searched: Film) -> None:
    opened(browser, write(searched, unit="steps")).run("document.querySelector('.player').focus()")
    rate = "document.querySelector('.rate').textContent"
    assert browser.run(rate) == "Tempo 1×"
    browser.press("+")
    assert browser.run(rate) == "Tempo 2×"
    browser.press("w")
    browser.press("+")
    assert browser.run(rate) == "50 steps/s"
    browser.press(" ")
    browser.wait("document.querySelector('input[type=range]').value > 3")
    browser.press(" ")
    stopped = position(browser)
    browser.run("new Promise((done) => setTimeout(done, 400))")
    assert position(browser) == stopped and sentence(browser) == told(searched, stopped)
    assert browser.run("document.querySelector('[role=status]').textContent") == told(searched, stopped)


def test_a_page_is_directed_like_the_window(browser: Browser, write: Write, searched: Film) -> None:
    opened(browser, write(searched))
    seen = browser.run("""(() => {
        const player = document.querySelector(".film").player, seen = [];
        player.playing = true;
        for (let tick = 0; tick < 3000 && player.position < player.last; tick++) {
            player.go(player.direct(0.05));
            seen.push([player.position, player.lanes[0].caption.textContent]);
        }
        player.playing = false;
        return seen;
    })()""")
    session, expected, clock = Session(named.find("minimal-9-1"), solver="mrv"), [], Ticking(0.00001)
    session.timeline.reach(len(searched.frames), clock, 10.0)
    session.do("play")
    while session.player.position < len(searched.frames):
        session.tick(0.05, clock, 0.05)
        expected.append([session.player.position, plain(session.composer.filmed_caption())])
    beats = [[(said, list(its)[-1][0]) for said, its in groupby(one, itemgetter(1))] for one in (seen, expected)]
    assert beats[0][:-1] == beats[1][:-1] and len(beats[0]) > 10
    assert abs(len(seen) - len(expected)) <= len(beats[0]), "a tick for each beat at the most"


def test_the_timeline_follows_a_finger(browser: Browser, write: Write, searched: Film) -> None:
    opened(browser, write(searched))
    last = len(searched.frames)
    middle, high = browser.middle("input[type=range]")
    browser.touch((middle, high))
    assert abs(position(browser) - last / 2) < last / 50
    browser.touch((middle, high), (middle - 100, high), (25, high))
    assert position(browser) < last / 50
    assert sentence(browser) == told(searched, position(browser))


def test_each_lane_of_a_race_has_its_own_panes(browser: Browser, write: Write, race: list[Film]) -> None:
    """Check that a key, a title or a board chooses the lane, and that a lane keeps its open pane."""
    opened(browser, f"{write(*race)}#step=40").run("document.querySelector('.player').focus()")
    shown = """(() => {
        const one = (selector) => document.querySelector(`.beside:not([hidden]) ${selector}`)?.textContent;
        const chosen = [...document.querySelectorAll(".chooser")].findIndex((it) => it.ariaPressed === "true");
        return [chosen, one(".title"), one(".tab[aria-pressed=true]"), one(".words:not([hidden]) [aria-current]")];
        })()"""

    def wanted(lane: int, pane: str) -> list[Any]:
        header = race[lane].header
        word = header["frames"]["word"][race[lane].frames[39]]
        return [lane, header["title"], pane, header["words"][word - 1][0] if pane == "Plain words" else None]

    acts: list[tuple[Callable[[], object], int, str]] = [
        (lambda: None, 0, "Plain words"),
        (lambda: browser.press("2"), 1, "Plain words"),
        (lambda: browser.press("k"), 1, "Python"),
        (lambda: browser.run("void document.querySelectorAll('.chooser')[2].click()"), 2, "Plain words"),
        (lambda: browser.touch(browser.middle(".lane .board")), 0, "Plain words"),
        (lambda: browser.press("2"), 1, "Python"),
    ]
    faults = []
    for act, lane, pane in acts:
        act()
        if (found := browser.run(shown)) != wanted(lane, pane):
            faults.append(f"{found}, not {wanted(lane, pane)}")
    assert faults == [] and browser.errors == []


def test_an_address_names_a_step(browser: Browser, write: Write, searched: Film) -> None:
    address = write(searched)
    faults = []
    for link, at in (("#step=7", 7), ("#step=99999999", len(searched.frames)), ("#step=x", 3), ("#", 3)):
        opened(browser, write(searched, at=3) + link)
        if position(browser) != at:
            faults.append(f"{link}: {position(browser)}, not {at}")
    assert faults == []
    opened(browser, address).run("void (location.hash = 'step=12')")
    browser.wait("document.querySelector('input[type=range]').value === '12'")


def test_canvases_of_a_dark_page_are_light_on_paper(browser: Browser, write: Write, searched: Film) -> None:
    opened(browser, f"{write(searched)}#step=5")
    open_tab(browser, "Tree")
    browser.wait("document.querySelector('.film').player.runs[0].profile")
    browser.run("(document.documentElement.dataset.theme = 'light', document.querySelector('.film').player.draw())")
    seen = "[...document.querySelectorAll('canvas')].map((canvas) => canvas.toDataURL())"
    light = browser.run(seen)
    browser.run("document.querySelector('.film').player.theme()")
    dark = browser.run(seen)
    browser.run("dispatchEvent(new Event('beforeprint'))")
    assert browser.run(seen) == light != dark
    browser.run("dispatchEvent(new Event('afterprint'))")
    assert browser.run(seen) == dark


def test_a_click_and_keys_go_to_guesses_of_the_tree(browser: Browser, write: Write, searched: Film) -> None:
    opened(browser, f"{write(searched)}#step=3")
    open_tab(browser, "Tree")
    tree = "document.querySelector('.film').player.chosen.beside.panes.panes.find(({ pane }) => pane === 'tree')"
    browser.wait(f"{tree}.drawing?.layout.nodes.length > 3")
    node, x, y = browser.run(
        f"""(({{ frame, drawing: {{ layout }}, canvas }}) => {{
        const {{ left, top }} = canvas.getBoundingClientRect(), [x, y] = frame.point(layout.x[2], layout.y[2]);
        return [layout.positions[2], left + x, top + y];
        }})({tree})"""
    )
    browser.touch((x, y))
    browser.wait(f"document.querySelector('input[type=range]').value === '{node}'")
    assert searched.header["frames"]["kind"][searched.frames[node - 1]] == Kind.GUESS
    browser.run("document.querySelector('.tree').focus()")
    browser.press("ArrowDown")
    assert position(browser) == first_of(searched, Kind.GUESS, node)
    browser.press("ArrowUp")
    assert 0 < position(browser) < node + 1 and browser.errors == []


def test_keys_resolve_a_conflict_whose_graph_is_open(browser: Browser, write: Write) -> None:
    film = film_of(named.find("jump-1"), "cdcl")
    at = first_of(film, Kind.CONFLICT, 0)
    opened(browser, f"{write(film)}#step={at}&unit=steps")
    open_tab(browser, "Conflict")
    browser.run("document.querySelector('.player').focus()")
    heading = "document.querySelector('.conflict h3').textContent"
    assert browser.run(heading) == "Conflict: 2 literals of level 3; resolve until 1 is left"
    learnt = "First unique implication point: learn this"
    faults = []
    for key, where, said in (
        ("ArrowRight", at, "Resolution 1 of 4"), ("ArrowRight", at, "Resolution 2 of 4"),
        ("ArrowLeft", at, "Resolution 1 of 4"), ("PageDown", at, learnt), ("ArrowRight", at + 1, learnt),
        ("ArrowLeft", at, learnt), ("PageUp", at, "Conflict: 2 literals of level 3; resolve until 1 is left"),
    ):  # fmt: skip
        browser.press(key)
        if (found := (position(browser), browser.run(heading))) != (where, said):
            faults.append(f"{key}: {found}, not {(where, said)}")
        step = where > at or said.startswith("Conflict")
        if sentence(browser) != told(film, where) if step else not sentence(browser).startswith(f"{said}. "):
            faults.append(f"{key}: {sentence(browser)}")
    browser.press("ArrowRight")
    assert sentence(browser).startswith("Resolution 1 of 4. "), "it is told in place of the step"
    assert browser.run("document.querySelectorAll('.board .corners.reason').length") > 1, "its clause is marked"
    open_tab(browser, "Tree")
    assert sentence(browser) == told(film, at), "another pane has no part of the step to tell"
    assert faults == [] and browser.errors == []


def test_a_page_is_printed_on_one_sheet(browser: Browser, write: Write, searched: Film) -> None:
    faults = []
    for films in [searched], [film_of(named.find("minimal-9-1"), "cdcl", cut=Excerpt(last=300))], [searched, searched]:
        opened(browser, f"{write(*films)}#step=12").run("document.querySelector('.film').player.theme()")
        sheets = pypdf.PdfReader(BytesIO(browser.pdf())).pages
        text = normalize("NFKC", sheets[0].extract_text()).replace(" ", "").replace("\n", "")
        digits = sum(letter.isdigit() for letter in text)
        if len(sheets) != 1 or told(films[0], 12).replace(" ", "") not in text or digits < 120:
            faults.append(
                f"{len(films)} lanes, {films[0].header['title']}: {len(sheets)} sheets, {digits} digits, {text}"
            )
    assert faults == []


def test_an_old_browser_is_told_so(browser: Browser, write: Write, searched: Film) -> None:
    old = browser.before("delete globalThis.DecompressionStream;")
    browser.open(write(searched))
    said = browser.run("document.body.innerText")
    browser.without(old)
    assert "too old" in said and "DecompressionStream" in said and browser.errors == []


def test_boards_of_every_size_fit_the_page(browser: Browser, write: Write) -> None:
    faults = []
    for name in BOARDS:
        film = film_of(named.find(name), "elimination", cut=Excerpt(last=40))
        opened(browser, write(film, at=30))
        for size in ((1366, 768), (390, 844)):
            browser.resize(*size)
            shown = browser.run(
                """[document.querySelectorAll("[data-cell]").length, document.documentElement.scrollWidth <= innerWidth,
                document.querySelector(".board").getBoundingClientRect().width > 300,
                [...document.querySelectorAll("text.mark")].every((mark) => getComputedStyle(mark).display === "none"
                  || mark.getAttribute("font-size") * mark.getScreenCTM().a > 4)]"""
            )
            if shown != [len(film.header["givens"]), True, True, True] or browser.errors:
                faults.append(f"{name} at {size}: {shown} {browser.errors}")
    browser.resize(1366, 768)
    assert faults == []


def test_a_page_fits_a_screen_and_is_large_in_a_hall(
    browser: Browser, write: Write, searched: Film, race: list[Film]
) -> None:
    faults = []
    alone, hall, small = [searched], ((1280, 720), (1366, 768), (1920, 1080)), ((710, 760), (800, 600))
    sizes = [*((alone, size) for size in (*small, *hall)), *((race, size) for size in hall)]
    for films, size in sizes:
        browser.resize(*size)
        opened(browser, f"{write(*films)}#step={first_of(searched, Kind.CONFLICT, 0)}")
        height, type_size, below, out = browser.run(
            """[document.documentElement.scrollHeight,
            parseFloat(getComputedStyle(document.querySelector(".player")).fontSize),
            document.querySelector(".race") ? 0 : document.querySelector(".panes").getBoundingClientRect().bottom
              - document.querySelector(".time").getBoundingClientRect().top,
            [...document.querySelectorAll(".caption, .counters, .guesses, .panes:not(.beside[hidden] *)")].filter(
              (one) => one.scrollHeight > one.clientHeight + 1).map((one) => one.className)]"""
        )
        if height > size[1] or type_size < size[1] / 55 or out or below > 0:
            said = f"{height} high, type of {type_size} px, out of its box: {out}, pane {below} px below the timeline"
            faults.append(f"{len(films)} lanes, {size}: {said}")
    browser.resize(1366, 768)
    assert faults == []


def test_whatever_can_be_touched_is_large_enough(
    browser: Browser, write: Write, searched: Film, race: list[Film]
) -> None:
    faults = []
    at = first_of(searched, Kind.CONFLICT, 0)
    for films, size in (
        ([searched], (390, 844)),
        ([searched], (740, 320)),
        ([searched], (1366, 768)),
        (race, (1366, 768)),
    ):
        browser.resize(*size)
        opened(browser, f"{write(*films)}#step={at}")
        faults += browser.run(
            """[...document.querySelectorAll("button, input")].map((one) => [one.ariaLabel ?? one.textContent,
            one.getBoundingClientRect()]).filter(([, { width, height }]) => width && (width < 44 || height < 44))
            .map(([name, { width, height }]) => `${name}: ${width} x ${height}`)"""
        )
    browser.resize(1366, 768)
    assert faults == []


@IN_CHROMIUM
def test_the_page_follows_the_system_light_or_dark(browser: Chromium, write: Write, searched: Film) -> None:
    opened(browser, write(searched))
    ground = "getComputedStyle(document.body).backgroundColor"
    for name in ("light", "dark"):
        browser.prefer(prefers_color_scheme=name)
        assert browser.run(ground) == f"rgb{theme.load(name).background}"
    browser.run("document.querySelector('.player').focus()")
    browser.press("t")
    assert browser.run(ground) == f"rgb{theme.load('light').background}", "the reader's choice comes first"
    browser.prefer()


@IN_CHROMIUM
def test_forced_colours_leave_every_mark_visible(browser: Chromium, write: Write, searched: Film) -> None:
    browser.prefer(forced_colors="active", prefers_color_scheme="dark")
    opened(browser, f"{write(searched)}#step={first_of(searched, Kind.CONFLICT, 0)}")
    faint = browser.run(
        """[...document.querySelectorAll(".cell")].flatMap((cell) => {
        const ground = getComputedStyle(cell.querySelector(".ground")).fill;
        return [...cell.querySelectorAll("text:not(.level), path, .culprit, .frame, .badge")].map((one) => {
          const { fill, stroke } = getComputedStyle(one), paint = stroke === "none" ? fill : stroke;
          return [one.getAttribute("class"), paint, ground];
        });
        }).filter(([, paint, ground]) => paint === ground || paint === "none")"""
    )
    browser.prefer()
    assert faint == []


def test_the_frame_of_a_notebook_plays(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "exported.html"
    path.write_text(
        f"<!doctype html><title>Notebook</title>{show('fig1', 'mrv', at=5)._repr_html_()}", encoding="utf-8"
    )
    browser.open(path.as_uri())
    browser.wait("document.querySelector('.film')?.player", frame=True)
    browser.run("document.querySelector('[aria-label=\"Step forward\"]').click()", frame=True)
    film = film_of(named.find("fig1"), "mrv")
    assert str(browser.run("document.querySelector('.caption').textContent", frame=True)).startswith(told(film, 6))
    assert browser.run("document.querySelector('.bar').getBoundingClientRect().bottom <= innerHeight", frame=True)
    race = show("fig1", ["mrv", "cdcl"], at=40, most=100)
    path.write_text(f"<!doctype html><title>Race</title>{race._repr_html_()}", encoding="utf-8")
    browser.open(path.as_uri())
    browser.wait("document.querySelector('.film')?.player", frame=True)
    assert browser.run("document.documentElement.scrollHeight <= innerHeight", frame=True), "a race fits its frame"
    assert browser.errors == []


@NEEDS_AXE
def test_axe_finds_nothing_while_a_page_plays(browser: Browser, write: Write, race: list[Film]) -> None:
    opened(browser, write(*race, speed=20))
    browser.run("document.querySelector('.film').player.play()")
    assert browser.audit() == []
    assert browser.run("document.querySelector('.film').player.playing")
    name = browser.run("document.querySelector('.board').getAttribute('aria-label')")
    assert name == "Board of Fewest candidates first", "while it plays, no step is named that has passed"


def test_a_cell_is_marked_on_the_board_and_in_the_formula(browser: Browser, write: Write) -> None:
    """Point at the literals of a pane, and at the board while a different pane is open."""
    opened(browser, f"{write(film_of(named.find('fig1'), 'sat'))}#step=30")
    point = """((selector) => document.querySelector(selector).dispatchEvent(
        new PointerEvent("pointerover", { bubbles: true })))"""
    ring = "(({ x, y }) => [x.baseVal.value, y.baseVal.value])(document.querySelector('.ring'))"
    seen = "document.querySelector('.ring').getAttribute('visibility')"
    open_tab(browser, "Python")
    browser.run(f"{point}('.board [data-cell=\"10\"]')")
    assert browser.run(seen) == "hidden", "no open pane names the cell"
    open_tab(browser, "Formula")
    browser.run(f"{point}('.model [data-cell=\"10\"]')")
    assert (browser.run(seen), browser.run(ring)) == ("visible", [60, 60])
    browser.run(f"{point}('.board [data-cell=\"11\"]')")
    browser.press("ArrowRight")
    assert browser.run("document.querySelector('.model .pointed').textContent") == "239"
    assert browser.errors == []


@NEEDS_AXE
def test_axe_finds_nothing(browser: Browser, write: Write, searched: Film, race: list[Film]) -> None:
    formula = film_of(named.find("minimal-9-1"), "cdcl", cut=Excerpt(last=2000))
    conflict = first_of(searched, Kind.CONFLICT, 0)
    faults = []
    answer = film_of(named.find("fig1"), "sat")
    lone = ([searched], conflict), ([searched], len(searched.frames)), ([formula], 900), ([answer], 30)
    for films, at in (*lone, (race, 40)):
        opened(browser, f"{write(*films)}#step={at}")
        browser.run("new Promise((done) => setTimeout(done, 400))")  # the board is described once it is at rest
        for _ in range(2):
            for tab in range(browser.run("document.querySelectorAll('.tab').length")):
                browser.run(
                    f"""((tab) => {{
                    const place = tab.closest(".beside"), places = [...document.querySelectorAll(".beside")];
                    document.querySelectorAll(".chooser")[places.indexOf(place)]?.click();
                    tab.click();
                    }})(document.querySelectorAll('.tab')[{tab}])"""
                )
                faults += [f"{len(films)} at {at}, tab {tab}: {fault}" for fault in browser.audit()]
            browser.run("document.querySelector('.film').player.theme()")
    assert faults == []


def test_a_widget_follows_python_and_python_the_widget(browser: Browser, tmp_path: Path) -> None:
    """Drive the widget's model on the page, as a notebook does."""
    pytest.importorskip("anywidget", reason="needs the package anywidget")
    widget = show("fig1", "mrv", at=5, widget=True, ask=4)
    state = json.dumps({name: getattr(widget, name) for name in ("place", "look", "position")}).replace("</", "<\\/")
    script = str(widget._esm).replace("export default {", "const widget = {")
    (tmp_path / "cell.html").write_text(
        f"""<!doctype html><meta charset="utf-8"><div id="cell"></div><script type="module">{script}
        window.state = {state};
        window.changed = () => 0;
        const model = {{
          get: (name) => state[name], set: (name, value) => (state[name] = value),
          save_changes: () => (state.saved = true), on: (_, act) => (window.changed = act), off: () => 0,
        }};
        await widget.render({{ model, el: document.querySelector("#cell") }});
        window.root = document.querySelector("#cell > div").shadowRoot;
        window.ready = true;
        </script>""",
        encoding="utf-8",
    )
    browser.open((tmp_path / "cell.html").as_uri())
    browser.wait("window.ready")
    caption = "root.querySelector('.caption').textContent"
    film = film_of(named.find("fig1"), "mrv", cut=Excerpt(ask=4))
    assert str(browser.run(caption)).startswith(told(film, 5))
    asked = next(one for one in film.header["questions"] if one["position"] > 5)
    browser.run(f"(state.position = {asked['position'] - 1}, changed())")
    assert str(browser.run(caption)).startswith(told(film, asked["position"] - 1))
    browser.run("root.querySelector('.player').focus()")
    browser.press("ArrowRight")
    for right in (False, True):
        browser.press(str(next(number for number, one in enumerate(asked["choices"], 1) if one["right"] is right)))
    browser.wait(f"state.position === {asked['shown']} && state.saved")
    assert browser.run("JSON.stringify(state.score)") == f'{{"{asked["kind"]}":{{"tried":1,"right":0}}}}'
    ground = browser.run("getComputedStyle(root.host).backgroundColor")
    assert ground == f"rgb{theme.load('light').background}" and browser.errors == []
