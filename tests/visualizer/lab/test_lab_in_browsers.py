"""Tests that the lab opens in real browsers, which run Python, and that what is chosen there can be watched."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import ClassVar
from urllib.parse import quote

import browser as browsers
import pytest
from browser import NEEDS_AXE, Browser
from made import solution_of

import solvers
from puzzles.corpus import named
from puzzles.puzzle import one_line
from solvers.external.start import START
from visualizer.film.film import film_of
from visualizer.lab import runtime, site

pytestmark = pytest.mark.slow

SEARCH = "from solvers.step import *\ndef search" + START.partition("def search")[2]
GIVES_AWAY = (
    SEARCH
    + """
import builtins
import js
from pyodide.ffi import create_proxy
WORKER = %r

builtins.left = True  # for whoever runs in the same Python

def mine(puzzle):
    found = []
    blob = js.Blob.new(js.Array.of(WORKER))
    worker = js.Worker.new(js.URL.createObjectURL(blob))
    worker.onmessage = create_proxy(lambda event: found.append(str(event.data)))
    for name in ("document", "localStorage", "sessionStorage", "parent"):
        if hasattr(js, name):
            found.append(f"{name} is there")
    asked = js.XMLHttpRequest.new()
    try:
        asked.open("GET", "ADDRESS/reached-by-xhr", False)
        asked.send()
        found.append("XMLHttpRequest")
    except Exception:
        pass
    for step in search(list(puzzle.givens), puzzle.geometry):
        if any(text.startswith("tried") for text in found):
            break
        yield step
    raise RuntimeError("; ".join(found))
"""
)
"""A solver that tries everything to get at something outside, from a worker of its own too."""
ATTEMPTS = """
const once = (its) => new Promise((onopen, onerror) => Object.assign(its, { onopen, onsuccess: onopen, onerror }));
const reached = [], socket = "ADDRESS/reached-by-socket".replace("http", "ws"), tries = {
  fetch: () => WorkerGlobalScope.prototype.fetch.call(self, "ADDRESS/reached-by-fetch"),
  import: () => import("ADDRESS/reached-by-import.js"),
  importScripts: () => WorkerGlobalScope.prototype.importScripts.call(self, "ADDRESS/reached-by-script.js"),
  socket: () => once(new WebSocket(socket)),
  events: () => once(new EventSource("ADDRESS/reached-by-events")),
  database: () => once(indexedDB.open("kept")),
  caches: () => caches.open("kept"),
  files: () => navigator.storage.getDirectory(),
  cookies: () => cookieStore.getAll(),
};
(async () => {
  for (const [name, attempt] of Object.entries(tries)) {
    try {
      await attempt();
      reached.push(name);
    } catch {}
  }
  new BroadcastChannel("heard").postMessage("from inside");
  postMessage(`tried ${Object.keys(tries).length}, reached ${reached.length}: ${reached}`);
})();
"""
KEPT = "import builtins\ndef kept(puzzle):\n    yield {}['left' if hasattr(builtins, 'left') else 'nothing left']\n"
"""A solver of the reader's own, which tells what another one has left in its Python."""
ENDLESS = "def mine(puzzle):\n    while True:\n        pass\n    yield\n"
RAISING = "def mine(puzzle):\n    x = 1\n    yield x / 0\n"
SHUTS_OUT = START.replace("in geometry.digits", "in list(geometry.digits)[:-1]")
OWN = "document.querySelector('.cm-content')"
STATE = "document.getElementById('state').textContent"


class Quiet(SimpleHTTPRequestHandler):
    asked: ClassVar[list[str]] = []
    """What has been asked for so far."""

    def log_message(self, format: str, *args: object) -> None:
        self.asked.append(self.path)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the site."""
    folder = tmp_path_factory.mktemp("lab")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOLVESCOPE_STATE", str(tmp_path_factory.mktemp("state")))
        try:
            site.write(folder, None)
        except runtime.RuntimeMissing as error:
            pytest.skip(str(error))
    return folder


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a site on loopback. Yield its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    with served(folder) as address:
        yield address


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browsers, "PATIENCE", 240.0)  # Python starts in seconds on a quiet machine


def opened(browser: Browser, address: str) -> Browser:
    browser.open(address)
    browser.wait("document.querySelector('#stage .player') && document.getElementById('state').textContent === ''")
    return browser


def caption(browser: Browser) -> str:
    return str(browser.run("document.querySelector('.caption').textContent"))


def choose(browser: Browser, name: str, value: str) -> None:
    field = f"document.getElementById('choice').elements['{name}']"
    browser.run(f"({field}.value = {value!r}, {field}.dispatchEvent(new Event('change')))")


def packed(code: str) -> str:
    """Return a solver's text as a link has it."""
    packer = zlib.compressobj(wbits=-15)
    return base64.urlsafe_b64encode(packer.compress(code.encode()) + packer.flush()).decode().rstrip("=")


def link(browser: Browser, code: str, puzzle: str) -> None:
    """Follow a link with a solver, and wait until it is there to be read."""
    browser.run(f"(location.hash = 'p={puzzle}&a=own&code={packed(code)}', 0)")
    browser.wait("document.getElementById('run').textContent === 'Run this code'")
    browser.wait(f"{STATE}.includes('came with this link')")
    assert not browser.run("document.querySelector('#stage .player')")
    assert browser.run("document.getElementById('check').disabled")  # which would run it too


def write(browser: Browser, code: str, puzzle: str = "fig1") -> None:
    """Put a solver into the editor and run it."""
    link(browser, code, puzzle)
    browser.run("document.getElementById('run').click()")


@NEEDS_AXE
def test_a_run_is_chosen_and_watched(browser: Browser, address: str) -> None:
    opened(browser, address)
    film = film_of(named.find("fig1"), "elimination")
    assert browser.run("document.querySelector('input[type=range]').max") == str(film.header["steps"])
    browser.press("End")
    assert caption(browser).startswith("Solved")
    assert browser.audit() == [] and browser.errors == []
    puzzle = one_line(named.find("minimal-9-1"))
    choose(browser, "puzzle", puzzle)
    choose(browser, "algorithm", "mrv")
    browser.wait(f"document.querySelector('.title')?.textContent.startsWith({solvers.get('mrv').title!r})")
    assert f"p={puzzle}" in browser.run("location.hash") and "a=mrv" in browser.run("location.hash")
    browser.run("history.back()")
    browser.wait("document.querySelector('.title')?.textContent.startsWith('Elimination')")
    assert all(asked.startswith((address, "data:", "blob:")) for asked in browser.requests)


def test_two_algorithms_race_by_a_link(browser: Browser, address: str) -> None:
    opened(browser, f"{address}#p=fig1&a=mrv&b=cdcl")
    assert browser.run("document.querySelectorAll('.lane').length") == 2


def test_a_long_run_can_be_watched_while_it_is_searched(browser: Browser, address: str) -> None:
    browser.open(f"{address}#p=uphill-1&a=backtracking&step=30000")
    last = "Number(document.querySelector('input[type=range]')?.max ?? 0)"
    shown = "document.querySelector('input[type=range]').value"
    browser.wait(f"{last} > 0")
    assert browser.run(shown) == "30000"
    browser.wait(f"{last} > 100000")
    browser.run("document.querySelector('.player').focus()")
    browser.press("Home")
    browser.press("ArrowRight")
    before = browser.run(last)
    browser.wait(f"{last} > {before}")
    assert browser.run(shown) == "1"


def test_what_is_chosen_while_a_run_plays_begins_at_its_first_step(browser: Browser, address: str) -> None:
    opened(browser, f"{address}#p=fig1&a=elimination")
    browser.run("document.querySelector('[aria-label=Play]').click()")
    browser.wait("document.querySelector('input[type=range]').value > 3")
    choose(browser, "algorithm", "mrv")
    browser.wait(f"document.querySelector('.title')?.textContent.startsWith({solvers.get('mrv').title!r})")
    browser.run("new Promise((done) => setTimeout(done, 600))")  # the address follows a player at rest
    assert browser.run("document.querySelector('input[type=range]').value") == "0"
    assert "step" not in browser.run("location.hash")
    choose(browser, "puzzle", "12")
    browser.wait(f"/nearest grids/.test({STATE})")
    assert not browser.run("document.querySelector('#stage .player')")


def test_a_browser_that_keeps_nothing_has_the_editor_too(browser: Browser, address: str) -> None:
    refused = "get() { throw new DOMException('', 'SecurityError'); }"
    script = browser.before(f"Object.defineProperty(window, 'localStorage', {{ {refused} }})")
    try:
        opened(browser, f"{address}#p=fig1&a=own")
        assert "def solve" in browser.run(f"{OWN}.textContent") and browser.errors == []
    finally:
        browser.without(script)


def test_an_algorithm_that_is_not_there_is_named(browser: Browser, address: str) -> None:
    browser.open(f"{address}#p=fig1&a=%3Cb%3Equantum")
    browser.wait(f"{STATE} === 'This site has no algorithm “<b>quantum”.'")
    choose(browser, "algorithm", "mrv")
    browser.wait(f"document.querySelector('#stage .player') && {STATE} === ''")


def test_what_is_no_puzzle_is_refused(browser: Browser, address: str) -> None:
    opened(browser, address)
    choose(browser, "puzzle", "<b>12</b>")
    browser.wait("/grid|symbol|column/.test(document.getElementById('state').textContent)")
    assert browser.run("document.querySelectorAll('#state b').length") == 0
    choose(browser, "puzzle", "fig1")
    browser.wait("document.querySelector('#stage .player') && document.getElementById('state').textContent === ''")


def test_a_solver_of_ones_own_runs_fails_and_is_ended(browser: Browser, address: str) -> None:
    browser.open(address)
    browser.run("localStorage.clear()")
    opened(browser, f"{address}#p=fig1&a=own")
    browser.wait(f"{OWN}?.textContent.includes('def solve')")
    browser.press("End")
    write(browser, RAISING)
    browser.wait("document.querySelector('.caption')?.textContent.includes('division by zero')")
    browser.wait("document.querySelector('.cm-line.wrong')?.textContent.includes('x / 0')")
    write(browser, START.replace("    cell = values", "    print('blank', values.count(0))\n    cell = values"))
    browser.wait(f"document.querySelector('#stage .player') && {STATE} === ''")
    browser.run("document.querySelector('#stage .player').focus()")
    browser.press("ArrowRight")
    browser.wait("document.querySelector('#variables td')")
    assert "blank 53" in browser.run("document.querySelector('#variables pre').textContent")
    write(browser, ENDLESS)
    browser.wait(f"{STATE}.includes('made no step')")
    write(browser, RAISING.replace("x = 1", "x = 2"))  # by the other Python
    browser.wait("document.querySelector('.cm-line.wrong')?.textContent.includes('x / 0')")
    choose(browser, "algorithm", "mrv")
    browser.wait("document.querySelector('#stage .player') && document.getElementById('state').textContent === ''")


def test_the_second_visit_needs_no_network(browser: Browser, folder: Path) -> None:
    with served(folder) as address:
        opened(browser, f"{address}#p=fig1&a=mrv")
        browser.wait("navigator.serviceWorker.ready.then(({ active }) => active.state === 'activated')")
    opened(browser, f"{address}?embed#p=fig1&a=elimination")
    assert browser.errors == []
    opened(browser, f"{address}#p=fig1&a=own")
    browser.wait(f"{OWN}?.textContent.includes('def solve')")


def test_a_check_finds_the_first_wrong_step(browser: Browser, address: str) -> None:
    opened(browser, f"{address}#p=fig1&a=own")
    write(browser, SHUTS_OUT)
    browser.run("document.getElementById('check').click()")
    browser.wait("document.querySelector('#verdict button')")
    assert "BROKEN" in browser.run("document.querySelector('#verdict pre').textContent")
    step = browser.run("document.querySelector('#verdict button').textContent").split()[-1]
    browser.run("document.querySelector('#verdict button').click()")
    browser.wait(f"document.querySelector('#stage input[type=range]')?.value === '{step}'")
    assert "code=" in browser.run("location.hash") and f"step={step}" in browser.run("location.hash")


def test_a_solver_of_a_link_runs_only_after_a_click_and_reaches_nothing(browser: Browser, address: str) -> None:
    opened(browser, f"{address}#p=fig1&a=own")
    browser.run(f"localStorage.setItem('solvescope.own', {KEPT!r})")
    browser.run("(new BroadcastChannel('heard').onmessage = ({ data }) => (window.heard = data), 0)")
    Quiet.asked.clear()
    code = (GIVES_AWAY % ATTEMPTS).replace("ADDRESS", address.rstrip("/"))
    ended = f"{STATE}.includes('was stopped')"
    while True:  # on a busy machine, the attempts may take longer than a solver may be silent
        write(browser, code, "uphill-1")
        browser.wait(f"document.querySelector('#stage .player') && {STATE} === '' || {ended}")
        if not browser.run(ended):
            break
    browser.run("document.querySelector('#stage .player').focus()")
    browser.press("End")
    browser.wait("document.querySelector('.caption').textContent.includes('tried 9, reached 0: ')")
    assert "is there" not in caption(browser) and "XMLHttpRequest" not in caption(browser)
    assert not [path for path in Quiet.asked if "reached" in path]
    assert browser.run("window.heard ?? ''") == ""
    assert "kept" in browser.run("localStorage.getItem('solvescope.own')")  # the reader's own is still there
    browser.run("document.getElementById('anew').click()")
    browser.wait(f"{OWN}.textContent.includes('def kept')")
    browser.wait("document.querySelector('.caption')?.textContent.includes('nothing left')")


def test_a_small_player_of_another_page_runs_no_solver_of_a_link(browser: Browser, address: str) -> None:
    opened(browser, f"{address}?embed#p=fig1&a=mrv")
    assert browser.run("getComputedStyle(document.getElementById('choice')).display") == "none"
    assert browser.run("document.querySelector('.player').classList.contains('embed')")
    browser.run(f"(location.hash = 'p=fig1&a=own&code={packed(RAISING)}', 0)")
    browser.wait(f"{STATE}.includes('brings a solver')")
    assert not browser.run("document.querySelector('#stage .player')")
    assert "embed" not in browser.run("document.querySelector('#state a').href")


def test_a_link_that_is_damaged_is_refused_with_a_sentence(browser: Browser, address: str) -> None:
    opened(browser, f"{address}#p=fig1&a=mrv")
    for code in (packed(START)[:-20], "%3Cb%3E", packed("# " + "much " * 100_000)):
        browser.run(f"(location.hash = 'p=fig1&a=own&code={code}', 0)")
        browser.wait(f"{STATE}.includes('cannot be read')")
        browser.run("(location.hash = 'p=fig1&a=mrv', 0)")
        browser.wait(f"document.querySelector('#stage .player') && {STATE} === ''")


def test_options_and_questions_are_part_of_the_address(browser: Browser, address: str) -> None:
    opened(browser, f"{address}#p=fig1&a=human&o=guess%3Dtrue&quiz=1")
    assert browser.run("document.querySelectorAll('#options input')[2].checked") is True
    browser.run("document.querySelector('#options input[type=checkbox]').click()")
    browser.wait("location.hash.includes('uniqueness%3Dfalse')")
    browser.wait(f"document.querySelector('#stage .player') && {STATE} === ''")
    browser.run("document.querySelector('[aria-label=Play]').click()")
    browser.wait("document.querySelector('.question:not([hidden]) .ask')")
    browser.run("history.back()")
    browser.wait("!location.hash.includes('uniqueness')")


# Playing by hand ------------------------------------------------------------------------------------------------------

FOUR = named.find("minimal-4")
SLITHERLINK = "2x2t0:3b2"


NOTES = """(
  window.notes = [],
  new MutationObserver(() => notes.push(document.querySelector(".note")?.textContent ?? ""))
    .observe(document.body, { subtree: true, childList: true })
)"""


class Game:
    """A game in a browser, played by keys."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        browser.open(address)
        browser.run(NOTES)
        self.wait()

    def wait(self) -> None:
        self.browser.wait("document.querySelector('.hand') && document.getElementById('state').textContent === ''")

    def press(self, *keys: str, held: tuple[str, ...] = ()) -> None:
        for key in keys:
            self.browser.press(key, held)

    def cells(self) -> list[str]:
        """Return what a screen reader says of each cell, in order."""
        cells = "[...document.querySelectorAll('[role=gridcell]')].sort((a, b) => a.dataset.cell - b.dataset.cell)"
        found: list[str] = self.browser.run(f"{cells}.map((cell) => cell.getAttribute('aria-label'))")
        return found

    def says(self, words: str) -> None:
        self.browser.wait(f"document.querySelector('.hand > [role=status]').textContent.includes({words!r})")

    def notes(self, words: str) -> None:
        """Wait until a note with these words has been shown, for however short a time."""
        self.browser.wait(f"notes.some((note) => note.includes({words!r}))")

    def cursor(self) -> int:
        at = self.browser.run("document.querySelector('.board').getAttribute('aria-activedescendant')")
        return int(at.removeprefix("cell-"))

    def write(self, cell: int, digit: int) -> None:
        """Go to a cell and write a digit."""
        self.press(*["ArrowRight"] * ((cell - self.cursor()) % len(FOUR.givens)), str(digit))
        self.browser.wait(f"document.getElementById('cell-{cell}').getAttribute('aria-label').includes(': {digit}')")


@NEEDS_AXE
def test_a_puzzle_is_played_by_keys_with_hints_and_a_check_and_kept(browser: Browser, address: str) -> None:
    game, solution = Game(browser, f"{address}#p=minimal-4&a=play"), solution_of(FOUR)
    assert solution is not None
    first, second, *others = FOUR.blanks
    wrong = next(digit for digit in (1, 2, 3, 4) if digit != solution.givens[first])
    game.write(first, wrong)
    game.press("c")
    game.says("The first mistake is")
    assert game.cells()[first].endswith(", wrong") and browser.audit() == []
    game.press("Enter")
    browser.wait(f"document.getElementById('cell-{first}').getAttribute('aria-label').endsWith('blank')")
    game.press("h")
    game.says("again for")
    game.press("h", "h")
    game.says("Enter applies it.")
    game.press("Enter")
    game.says("You wrote")
    game.press("z", held=("Control",))
    game.says("Go to a cell")
    game.write(first, solution.givens[first])
    game.press("ArrowRight", "m")
    browser.wait("document.querySelector('[data-act=pencil]').ariaPressed === 'true'")
    before = game.cells()
    browser.run("(setTimeout(() => location.reload()), 0)")
    browser.wait("document.querySelector('.hand') === null")
    game.wait()
    assert game.cells() == before and browser.run("document.querySelector('[data-act=pencil]').ariaPressed") == "true"
    game.press("m")
    for cell in (second, *others):
        game.write(cell, solution.givens[cell])
    game.says("Solved")
    assert browser.audit() == [] and browser.errors == []


def test_a_puzzle_is_played_by_touch_on_a_phone(browser: Browser, address: str) -> None:
    try:
        for size in ((390, 844), (844, 390)):
            browser.resize(*size)
            game = Game(browser, f"{address}#p=fig1&a=play")
            browser.run("document.querySelector('.hand').scrollIntoView()")
            browser.touch(browser.middle("[data-cell='0']"))
            browser.touch(browser.middle(".pad button:nth-child(8)"))
            game.says("You wrote 8 into r1c1")
            assert game.cells()[0] == "r1c1: 8, clashes"
            browser.touch(browser.middle("[data-act=undo]"))
            game.notes("Undone")
            browser.touch(browser.middle("[data-act=hint]"))
            game.says("Look at r2c4.")
            wide = "document.scrollingElement.scrollWidth <= innerWidth"
            assert browser.run(wide), "nothing is cut off at the side"
    finally:
        browser.resize(*browsers.SIZE)


def test_a_touch_draws_a_line_on_an_edge_and_the_pad_a_cross(browser: Browser, address: str) -> None:
    game = Game(browser, f"{address}#p={quote(SLITHERLINK)}&a=play")
    browser.run("document.querySelector('.hand').scrollIntoView()")
    browser.touch(browser.middle("[data-cell='2'] .touch"))
    game.says("You drew a line at r1c1-left")
    browser.touch(browser.middle(".pad button:nth-child(2)"))
    game.says("You drew a cross at r1c1-left")
    assert game.cells()[:3] == ["r1c1-top: blank", "r1c2-top: blank", "r1c1-left: cross"] and browser.errors == []


def test_a_hint_that_takes_too_long_is_given_up_and_the_game_goes_on(browser: Browser, address: str) -> None:
    game = Game(browser, f"{address}#p={'.' * 1296}&a=play")
    browser.run("document.querySelector('[data-act=hint]').click()")
    game.notes("One moment")
    game.notes("No answer in 20 seconds")
    game.press("5")
    game.says("You wrote 5 into r1c1.")


def test_one_goes_from_a_run_to_playing_and_back(browser: Browser, address: str) -> None:
    opened(browser, f"{address}#p=fig1&a=mrv")
    choose(browser, "algorithm", "play")
    browser.wait("document.querySelector('.hand') && document.getElementById('state').textContent === ''")
    assert "a=play" in browser.run("location.hash") and browser.run("document.activeElement.ariaLabel") == "The board"
    browser.press("e")
    browser.wait("document.activeElement === document.getElementById('choice').elements.puzzle")
    choose(browser, "puzzle", "12")
    browser.wait("/nearest grids/.test(document.getElementById('state').textContent)")
    choose(browser, "puzzle", "small-4")
    browser.wait("document.querySelectorAll('.hand [data-cell]').length === 16")
    choose(browser, "algorithm", "mrv")
    browser.wait("document.querySelector('input[type=range]') && document.getElementById('state').textContent === ''")
    assert browser.errors == []


def test_sat_is_fetched_when_it_is_chosen_and_answers(browser: Browser, address: str) -> None:
    opened(browser, address)
    wheel = browser.run("document.body.dataset.wheel")
    assert wheel and not any(wheel in asked for asked in browser.requests)
    choose(browser, "algorithm", "sat")
    browser.wait(f"document.querySelector('.title')?.textContent.startsWith({solvers.get('sat').title!r})")
    browser.wait("document.getElementById('state').textContent === ''")  # its film is whole
    assert any(wheel in asked for asked in browser.requests)
    browser.press("End")
    assert caption(browser).startswith("Solved")
    assert browser.errors == []
