"""Tests that a lecture's page holds its slides, runs and notes, loads nothing else, and works by keyboard."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import subprocess
from base64 import b64decode, b64encode
from hashlib import sha256
from html.parser import HTMLParser
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Any
from unicodedata import normalize

import pypdf
import pytest
from browser import NEEDS_AXE, Browser

from puzzles.corpus import named
from visualizer.cli.main import main
from visualizer.film.film import Film, film_of
from visualizer.film.lecture_page import LecturePage, lecture_page
from visualizer.film.page import page, player
from visualizer.lecture.reader import load, read
from visualizer.lecture.stops import begun, missing_stops, positions

NOTE = "Slowly. </script><b>x</b>"
SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
LECTURE = f"""\
# Why & why not

Text with `<b>`, a [link](https://example.org/?a=1&b=2) and a list:

- one

| a | b |
| --- | ---: |
| 1 | 2 |

```python
if a < b & c: pass
```
<!-- {NOTE} -->
---
# Backtracking is blind

It tries the digits in order:

1. take the first blank cell,
2. write the first digit that fits,
3. go back where none does,
4. and look at nothing else.

```solvescope
puzzle = "fig1"
solver = "backtracking"
stops = ["guess", {{ at = "conflict", name = "Whose fault is it?" }}, 1200, "end"]
```
---
# Again

![A & B](my%20picture.svg)

```solvescope
puzzle = "fig1"
solver = "backtracking"
at = 40
panes = []
```
---
# Learning

```solvescope
puzzle = "minimal-9-1"
solver = "cdcl"
stops = ["conflict", "learn"]
granularity = "steps"
panes = ["trail", "formula"]
```
"""
ASKING = """\
# Your turn
```solvescope
puzzle = "lab"
solver = "backtracking"
at = 260
stops = [300]
ask = ["where-back", "who-forbids", "next-cell"]
```
---
# And yours
```solvescope
puzzle = "lab"
solver = "backtracking"
at = 5
ask = 2
```
"""
SPEAKER = "deck.speaker.window.document.body"


class Page(HTMLParser):
    """The elements of a page, with the attributes and text of each."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None], list[str]]] = []
        self._open: list[tuple[str, list[str]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs), []))
        if tag != "meta":
            self._open.append((tag, self.found[-1][2]))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop()[0] == tag, "elements are closed in order"

    def handle_data(self, data: str) -> None:
        if self._open:
            self._open[-1][1].append(data)

    def all(self, tag: str, attribute: str = "") -> list[tuple[dict[str, str | None], str]]:
        return [(attrs, "".join(text)) for name, attrs, text in self.found if name == tag and attribute in (*attrs, "")]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("lecture")
    (folder / "my picture.svg").write_text(SVG, encoding="utf-8")
    (folder / "lecture.md").write_text(LECTURE, encoding="utf-8")
    return folder / "lecture.md"


@pytest.fixture(scope="module")
def written(file: Path) -> LecturePage:
    lecture = load(file)
    assert lecture.mistakes == ()
    return lecture_page(lecture, notes=True)


def test_a_page_holds_every_slide_each_run_once_and_nothing_from_elsewhere(file: Path, written: LecturePage) -> None:
    seen = Page(written.text)
    assert written.mistakes == [] and len(seen.all("section")) == 4 and len(seen.all("div", "data-run")) == 2
    (data,) = seen.all("script", "data-slides")
    first, second, third, fourth = json.loads(data[1])
    assert first == {"title": "Why & why not", "notes": [NOTE]}
    shown = {(tag, "".join(text).strip()) for tag, _, text in seen.found}
    assert {("code", "<b>"), ("li", "one"), ("td", "2"), ("h2", "Again"), ("a", "link")} <= shown
    assert ("code", "if a < b & c: pass") in shown and not seen.all("b")
    assert [attrs["rel"] for attrs, _ in seen.all("a")] == ["noopener noreferrer"]
    for slide, mine in zip(load(file).slides[1:], (second, third, fourth), strict=True):
        assert slide.scene is not None
        timeline = begun(slide.scene)
        assert [stop[0] for stop in mine["stops"]] == positions(timeline, slide.scene)
        timeline.close()
    assert (second["run"], third["run"], fourth["run"]) == (0, 0, 1) and fourth["panes"] == ["trail", "formula"]
    assert second["stops"][2][1:] == ["Whose fault is it?", True]
    ((picture, _),) = seen.all("img")
    assert picture["alt"] == "A & B" and b64decode(str(picture["src"]).partition(",")[2]).decode() == SVG


def test_the_policy_allows_the_script_and_the_style_of_the_page_and_no_other(written: LecturePage) -> None:
    seen = Page(written.text)
    assert not [attrs for _, attrs, _ in seen.found for name in attrs if name == "style" or name.startswith("on")]
    policy = next(str(attrs["content"]) for attrs, _ in seen.all("meta", "http-equiv"))
    ((_, script),) = [one for one in seen.all("script") if one[0].get("type") == "module"]
    ((_, style),) = seen.all("style")
    for kind, text in ("script", script), ("style", style):
        assert f"{kind}-src 'sha256-{b64encode(sha256(text.encode()).digest()).decode()}';" in policy
    assert policy.startswith("default-src 'none';") and "img-src data:;" in policy


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_the_modules_of_a_lecture_join_into_one(tmp_path: Path) -> None:
    (tmp_path / "deck.mjs").write_text(player(True, "deck.js"), encoding="utf-8")
    done = subprocess.run(["node", "--check", tmp_path / "deck.mjs"], capture_output=True, text=True, timeout=120)
    assert not done.returncode, done.stderr


def test_notes_and_answers_are_in_a_page_only_if_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, goal = tmp_path / "lecture.md", tmp_path / "lecture.html"
    source.write_text(ASKING.replace("---", "<!-- Wait for hands. -->\n---"), encoding="utf-8")
    asked = [one for slide in _slides(lecture_page(read(ASKING), notes=True)) for one in slide["questions"]]
    told = [one["why"] for one in asked] + [choice.get("because", "") for one in asked for choice in one["choices"]]
    told = [text for text in told if text.endswith(".")]
    assert len(asked) == 5 and len(told) > 12
    assert main(["lecture", str(source), "-o", str(goal)]) == 0
    plain = goal.read_text("utf-8")
    assert main(["lecture", str(source), "-o", str(goal), "--force", "--notes"]) == 0
    full = goal.read_text("utf-8")
    slides = [re.findall(r"data-slides>(.*?)</script>", text, re.DOTALL)[0] for text in (plain, full)]
    for text, there in zip(slides, (False, True), strict=True):
        words = ["Wait for hands.", '"right"', '"because"', '"why"', *(json.dumps(one)[1:-1] for one in told)]
        assert [one for one in words if (one in text) != there] == []
        assert all(one["ask"] in text and json.dumps(one["choices"][0]["text"])[1:-1] in text for one in asked)
    assert "Wait for hands." not in plain and "Wait for hands." in full
    capsys.readouterr()
    assert main(["lecture", str(source), "--notes"]) == 2 and "name its file with -o" in capsys.readouterr().err


def _slides(written: LecturePage) -> list[dict[str, Any]]:
    slides: list[dict[str, Any]] = json.loads(Page(written.text).all("script", "data-slides")[0][1])
    return slides


def test_a_lecture_with_mistakes_is_not_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, goal = tmp_path / "lecture.md", tmp_path / "lecture.html"
    scene = '```solvescope\npuzzle = "blank-4"\nsolver = "mrv"\nstops = ["learn", 3, 99999]\n```\n'
    source.write_text(f"# One\n![none](none.png)\n\n{scene}", encoding="utf-8")
    assert main(["lecture", str(source), "-o", str(goal)]) == 1
    out, err = capsys.readouterr()
    *told, last = err.splitlines()
    assert not out and [line.split(": ")[1] for line in told] == ["line 2", "line 7", "line 7"]
    assert last == f"{goal} is not written: correct these first" and not goal.exists()
    assert main(["lecture", str(source), "-o", str(tmp_path / "lecture.pdf")]) == 2
    source.write_text(f"# One\n{scene}".replace('"learn", 3, 99999', "3"), encoding="utf-8")
    capsys.readouterr()
    assert main(["lecture", str(source), "-o", str(goal)]) == 0
    out, err = capsys.readouterr()
    assert out == "One: 1 slide, 1 run and 2 stops, without mistakes\n"
    assert err == f"{round(goal.stat().st_size / 1000)} kB in {goal}\n"
    assert main(["lecture", str(source), "-o", str(goal)]) == 2, "it exists"
    assert main(["lecture", str(goal), "-o", str(goal), "--force"]) == 2, "it is the lecture"
    page_before = goal.read_bytes()
    source.write_text(f"# One $2^n$\n{scene}".replace('"learn", 3, 99999', "3"), encoding="utf-8")
    assert main(["lecture", str(source), "-o", str(goal), "--force"]) == 1 and goal.read_bytes() == page_before


def test_a_scene_asks_between_its_first_stop_and_its_last_and_each_kind_that_it_names_once() -> None:
    written = lecture_page(read(ASKING))
    seen = Page(written.text)
    slides = json.loads(seen.all("script", "data-slides")[0][1])
    kinds = [[question["kind"] for question in slide["questions"]] for slide in slides]
    assert set(kinds[0]) <= {"where-back", "who-forbids", "next-cell"} and len(kinds[1]) == 2
    assert len(kinds[0]) == len(set(kinds[0])) == 3 and written.mistakes == []
    silent = ASKING.replace("next-cell", "which-clause").replace("ask = 2", "at = 447\nask = 2").replace("at = 5\n", "")
    told = [(line, "which-clause" in said or "no step" in said) for line, said in lecture_page(read(silent)).mistakes]
    assert told == [(2, True), (11, True)] == [(line, True) for line, _ in missing_stops(read(silent))]
    for slide, (first, last) in zip(slides, ((260, 300), (5, 447)), strict=True):
        places = [place for question in slide["questions"] for place in (question["position"] - 1, question["shown"])]
        assert places == sorted(places) and first <= places[0] and places[-1] <= last


def test_a_race_is_filmed_lane_by_lane_and_stops_on_its_clock() -> None:
    scene = '```solvescope\npuzzle = "fig1"\nsolvers = ["backtracking", "mrv"]\nstops = ["guess", "solved", 90]\n```\n'
    seen = Page(lecture_page(read(f"# A\n{scene}---\n# B\n{scene}")).text)
    assert len(seen.all("div", "data-run")) == 1
    lanes = [json.loads(gzip.decompress(b64decode(text))) for _, text in seen.all("script", "data-header")]
    assert [lane["steps"] for lane in lanes] == [5633, 54], "each ends at its first solution"
    slides = json.loads(seen.all("script", "data-slides")[0][1])
    assert [[stop[0] for stop in slide["stops"]] for slide in slides] == [[0, 2, 54, 90]] * 2


def test_a_pane_that_a_run_does_not_have_is_told_and_replaced(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, goal = tmp_path / "lecture.md", tmp_path / "lecture.html"
    scene = '```solvescope\npuzzle = "blank-4"\nsolver = "{}"\npanes = {}\n```\n'
    scenes = {
        ("cdcl", '["cover"]'): ["code"],
        ("cdcl", '["trail", "cover"]'): ["trail"],
        ("mrv", '["formula", "cover"]'): ["code"],
        ("mrv", '["tree", "code"]'): ["tree", "code"],
        ("mrv", "[]"): [],
    }
    source.write_text("---\n".join(scene.format(*of) for of in scenes), encoding="utf-8")
    assert main(["lecture", str(source), "-o", str(goal)]) == 0, "it is no mistake"
    told = [line.split(": ", 1)[1] for line in capsys.readouterr().err.splitlines()[1:]]
    assert told == [
        "line 1: the page does not have the pane cover, and shows code instead",
        "line 7: the page does not have the pane cover",
        "line 13: the page does not have the panes formula and cover, and shows code instead",
    ]
    slides = json.loads(Page(goal.read_text("utf-8")).all("script", "data-slides")[0][1])
    assert [slide["panes"] for slide in slides] == list(scenes.values())


def test_a_run_without_questions_holds_nothing_that_asks() -> None:
    film = film_of(named.find("blank-4"), "mrv")
    assert "class Asking" not in page([film]) and ".verdicts" not in page([film])
    asking = Film({**film.header, "questions": [{"kind": "next-cell"}]}, film.frames)
    assert "class Asking" in page([asking]) and ".verdicts" in page([asking])


def test_a_lecture_without_runs_is_a_page_too() -> None:
    seen = Page(lecture_page(read("# Only words\n")).text)
    assert [text.strip() for _, text in seen.all("h2")] == ["Only words"] and not seen.all("div", "data-run")


# In browsers


def opened(browser: Browser, written: LecturePage, folder: Path, part: str = "") -> Browser:
    (folder / "lecture.html").write_text(written.text, encoding="utf-8")
    browser.open((folder / "lecture.html").as_uri() + part)
    browser.wait("document.querySelector('.deck.whole') && (deck.player || deck.slide.run === undefined)")
    return browser


def place(browser: Browser) -> Any:
    return browser.run("[deck.at + 1, deck.reached, deck.player?.position ?? 0]")


@pytest.mark.slow
def test_a_lecture_is_gone_through_by_the_clicker(browser: Browser, written: LecturePage, tmp_path: Path) -> None:
    """Check that the run plays up to each stop, and that a second press goes there at once."""
    opened(browser, written, tmp_path)
    stops = browser.run(
        "deck.slides.flatMap(({ stops }, i) => (stops.length ? stops : [[0]]).map((s) => [i + 1, s[0]]))"
    )
    walked = [(1, 0)]
    for slide, at in stops[1:]:
        browser.press("PageDown")
        if walked[-1][0] == slide:  # a second press, unless the run has just arrived
            browser.run(f"deck.player.playing && deck.player.position !== {at} && deck.next()")
        browser.wait(f"deck.at + 1 === {slide} && (deck.player?.position ?? 0) === {at}")
        walked.append((slide, at))
    assert browser.run("location.hash") == "#4.3"
    browser.press("PageDown")
    assert "end of the lecture" in browser.run("deck.where.textContent")
    for slide, at in stops[-2::-1]:
        browser.press("PageUp")
        browser.wait(f"deck.at + 1 === {slide} && (deck.player?.position ?? 0) === {at}")
    assert browser.errors == []
    address = (tmp_path / "lecture.html").as_uri()
    assert not [one for one in browser.requests if not one.startswith((address, "data:"))]


@pytest.mark.slow
def test_the_address_of_a_lecture_names_the_stop_and_between_stops_the_step(
    browser: Browser, written: LecturePage, tmp_path: Path
) -> None:
    """Each slide's own player keeps what it shows; the address is that of the slide in sight."""
    opened(browser, written, tmp_path, "#2.2")
    first, second = browser.run("deck.slide.stops.slice(0, 2).map(([at]) => at)")
    browser.wait("location.hash === '#2.2'")
    assert browser.run("deck.player.position") == second
    browser.press("ArrowRight")
    browser.press("y")
    browser.wait(f"location.hash === '#2.2&step={second + 1}&pane=tree'")
    browser.press("4")
    browser.wait("deck.at === 3 && deck.player && location.hash === '#4'")
    browser.press("d")
    browser.wait("location.hash.startsWith('#4&unit=')")
    browser.run("void (location.hash = '#2&step=7&pane=python&unit=guesses')")
    browser.wait("deck.at === 1 && deck.player.position === 7 && deck.player.unit.name === 'guesses'")
    tab = "document.querySelector('.here .tab[aria-pressed=true]').textContent"
    assert browser.run(tab) == "Python" and first < 7
    browser.press("L", ["Shift"])
    browser.wait("!document.querySelector('.here .note').hidden")
    address = (tmp_path / "lecture.html").as_uri()
    for link, shown in (("#2.1&step=9&pane=tree", [2, 9, "Tree"]), ("#2.2", [2, second, "Plain words"])):
        browser.open(address + link)
        browser.wait("document.querySelector('.deck.whole') && deck.player")
        assert browser.run(f"[deck.at + 1, deck.player.position, {tab}]") == shown
    assert browser.errors == []


@pytest.mark.slow
def test_keys_lead_to_slides_a_black_screen_and_the_player(
    browser: Browser, written: LecturePage, tmp_path: Path
) -> None:
    opened(browser, written, tmp_path, "#2.3")
    assert place(browser)[:2] == [2, 3]
    browser.press("4")
    browser.wait("deck.at === 3 && deck.player")
    browser.press("ArrowRight")
    assert place(browser) == [4, 1, 1]
    browser.press(".")
    assert browser.run("getComputedStyle(deck.curtain).display") == "block"
    browser.press("PageDown")
    assert place(browser) == [4, 1, 1] and browser.run("deck.curtain.hidden"), "any key ends it and does nothing else"
    browser.press("9")
    assert "no slide 9" in browser.run("deck.where.textContent")
    tabs = "[...deck.slide.element.querySelectorAll('.tab')].map((tab) => tab.textContent)"
    assert browser.run(tabs) == ["Trail", "Formula"]
    browser.press("o")
    browser.wait("deck.overview.dialog.open && document.querySelectorAll('.overview .board').length === 3")
    browser.run("document.querySelectorAll('.overview li button')[2].click()")
    browser.wait("deck.at === 2 && deck.player")
    assert not browser.run("deck.overview.dialog.open") and place(browser) == [3, 1, 40]
    assert browser.run(tabs) == [] and browser.errors == []


@pytest.mark.slow
def test_the_speaker_sees_notes_and_the_next_stop_and_presses_keys_there(
    browser: Browser, written: LecturePage, tmp_path: Path
) -> None:
    opened(browser, written, tmp_path)
    browser.press("s")
    browser.wait("deck.speaker.isOpen")
    told = str(browser.run(f"{SPEAKER}.innerText"))
    assert NOTE in told and "Slide 1 of 4" in told and "Next slide: Backtracking is blind" in told
    assert re.search(r"\b0:0\d\b", told) and browser.run(f"{SPEAKER}.querySelectorAll('.board').length") == 1
    press = f"void {SPEAKER}.dispatchEvent(new KeyboardEvent('keydown', {{ key: 'PageDown', bubbles: true }}))"
    browser.run(press)
    browser.wait("deck.at === 1 && deck.player")
    assert "Next: a guess" in browser.run(f"{SPEAKER}.innerText")
    style = f"deck.speaker.window.getComputedStyle({SPEAKER}).display"
    assert browser.run(style) == "grid", "the page's policy allows its style there"
    browser.run("deck.speaker.window.close()")
    assert browser.errors == []


@pytest.mark.slow
def test_slides_fit_the_screen_and_paper(browser: Browser, written: LecturePage, tmp_path: Path) -> None:
    faults = []
    for size in (1280, 720), (1366, 768), (1920, 1080), (1024, 768), (800, 600):
        browser.resize(*size)
        for number in range(1, 5):
            opened(browser, written, tmp_path, f"#{number}.2")
            wide, high, board, pane, small = browser.run(
                """[document.documentElement.scrollWidth, document.documentElement.scrollHeight,
                deck.player ? document.querySelector(".here .board").getBoundingClientRect().height : 999,
                document.querySelector(".here .panes > :not(.tabs, [hidden])")?.clientHeight ?? 99,
                [...document.querySelectorAll("body > :not(dialog, [hidden]) button, .here button")].map(
                  (one) => [one.ariaLabel ?? one.textContent, one.getBoundingClientRect()]).filter(
                  ([, { width, height }]) => width && (width < 44 || height < 44)).map(([name]) => name)]"""
            )
            if (
                wide > size[0]
                or (high > size[1] and size[1] > 600)
                or board < size[1] * 0.5
                or (pane < 44 and size[0] > 800)
                or small
            ):
                faults.append(f"slide {number} at {size}: {wide}x{high}, board {board}, pane {pane}, {small}")
    browser.resize(1366, 768)
    sheets = pypdf.PdfReader(BytesIO(browser.pdf())).pages
    text = normalize("NFKC", "".join(sheet.extract_text() for sheet in sheets)).replace(" ", "").replace("\n", "")
    for wanted in ("Why&whynot", "Whosefaultisit?,step", "Step1,200", "Learning"):
        if wanted not in text:
            faults.append(f"{wanted} is not printed")
    assert faults == [] and len(sheets) >= 4


@pytest.mark.slow
def test_a_run_stops_before_a_question_until_it_is_answered(browser: Browser, tmp_path: Path) -> None:
    """Press choices and click them on the board, and check that a wrong one is crossed out and explained."""
    opened(browser, lecture_page(read(ASKING), notes=True), tmp_path)
    questions = browser.run("deck.slide.questions")
    faults = []
    for number, question in enumerate(questions):
        browser.press("PageDown")
        browser.wait(f"deck.player.asking.waits && deck.player.position === {question['position'] - 1}")
        said = str(browser.run("document.querySelector('.here .question').innerText"))
        if question["ask"] not in said or any(one.get("because", "-\n") in said for one in question["choices"]):
            faults.append(f"{question['kind']}: {said}")
        wrong = next(i for i, one in enumerate(question["choices"]) if not one["right"])
        right = next(i for i, one in enumerate(question["choices"]) if one["right"])
        if number == 0:
            browser.press(str(wrong + 1))
            told = browser.run("document.querySelector('.here .verdicts').textContent")
            assert question["choices"][wrong]["because"] in told and browser.run("deck.player.asking.waits")
            struck = browser.run("[...document.querySelectorAll('.choice.struck')].map((one) => +one.dataset.cell)")
            assert struck == [one for one in (question["choices"][wrong].get("cell"),) if one is not None]
        if number == 1 and "cell" in question["choices"][right]:
            browser.touch(browser.middle(f".here .choice[data-cell='{question['choices'][right]['cell']}']"))
        else:
            browser.press(str(right + 1))
        browser.wait(f"!deck.player.asking.waits && deck.player.position === {question['shown']}")
    score = "document.querySelector('.here .score').textContent"
    number = len(questions)
    assert browser.run(score) == f"Question {number} of {number} · first tries right: {number - 1} of {number}"
    browser.press("PageDown")
    browser.wait("deck.player.position === 300 && !deck.player.asking.shown")
    browser.press("PageDown")
    browser.wait("deck.at === 1 && deck.player")
    browser.press("PageDown")
    browser.wait("deck.player.asking.waits")
    browser.press("s")
    browser.wait(f"deck.speaker.isOpen && {SPEAKER}.innerText.includes('The answer: ')")
    browser.run("deck.speaker.window.close()")
    browser.wait("document.querySelector('.here .board').ariaLabel")  # it is described once it is at rest
    if find_spec("axe_playwright_python"):
        faults += browser.audit()
    browser.press("ArrowLeft")
    assert not browser.run("deck.player.asking.shown")
    browser.press("ArrowRight")
    browser.wait("deck.player.asking.waits")
    browser.press("PageDown")
    browser.wait("!deck.player.asking.waits && deck.player.asking.shown")
    assert browser.run(score) == "Question 1 of 2 · 1 not tried"
    browser.press("PageUp")  # back at the previous stop, it is asked again
    browser.press("PageDown")
    browser.wait("deck.player.asking.waits")
    shown = "deck.player.asking.shown.choices.findIndex(({ right }) => right)"
    browser.run(f"deck.player.asking.answer({shown})")
    assert browser.run(score) == "Question 1 of 2 · 1 not tried"
    assert faults == [] and browser.errors == []


@NEEDS_AXE
@pytest.mark.slow
def test_axe_finds_nothing_in_a_lecture(browser: Browser, written: LecturePage, tmp_path: Path) -> None:
    faults = []
    for number in range(1, 5):
        opened(browser, written, tmp_path, f"#{number}.2")
        browser.run("new Promise((done) => setTimeout(done, 400))")  # the board is described once it is at rest
        for theme in ("light", "dark"):
            faults += [f"slide {number}, {theme}: {fault}" for fault in browser.audit()]
            browser.press("t")
    for key in ("o", "?"):
        browser.press(key)
        faults += [f"{key}: {fault}" for fault in browser.audit()]
        browser.run("document.querySelectorAll('dialog[open]').forEach((one) => one.close())")
    assert faults == []


@pytest.mark.slow
def test_a_page_without_answers_shows_the_step_and_prints_only_the_questions(browser: Browser, tmp_path: Path) -> None:
    opened(browser, lecture_page(read(ASKING)), tmp_path)
    questions = browser.run("deck.slide.questions")
    browser.press("PageDown")
    browser.wait(f"deck.player.asking.waits && deck.player.position === {questions[0]['position'] - 1}")
    browser.press("1")
    browser.wait(f"!deck.player.asking.waits && deck.player.position === {questions[0]['shown']}")
    said = str(browser.run("document.querySelector('.here .question').innerText"))
    assert f"You chose “{questions[0]['choices'][0]['text']}”. See what the run does." in said
    assert "✓" not in said and "✗" not in said and "tries" not in said
    caption = str(browser.run("document.querySelector('.here .caption').textContent"))
    browser.press("PageDown")
    browser.wait(f"deck.player.asking.waits && deck.player.position === {questions[1]['position'] - 1}")
    assert "Show the step" in str(browser.run("document.querySelector('.here .question').innerText"))
    sheets = [normalize("NFKC", sheet.extract_text()) for sheet in pypdf.PdfReader(BytesIO(browser.pdf())).pages]
    sheets = [sheet.replace(" ", "").replace("\n", "") for sheet in sheets]
    text = "".join(sheets)
    asked = [one for slide in browser.run("deck.slides.map(({ questions }) => questions)") for one in slide]
    for wanted in (word for one in asked for word in (one["ask"], *(choice["text"] for choice in one["choices"]))):
        assert wanted.replace(" ", "") in text, wanted
    for sheet in sheets:  # the board of a question shows what the run did after the one before
        assert sum(ask.replace(" ", "") in sheet for ask in {one["ask"] for one in asked}) <= 1
    assert caption and caption.replace(" ", "") not in text and "Step300" not in text
    assert browser.errors == []
