"""Tests that a run's page asks the same questions as Python, and is no larger than before if it has none."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter

import pytest
from browser import NEEDS_AXE, Browser
from slow import few_of

import solvers
from puzzles.corpus import named
from visualizer.cli.main import main
from visualizer.export.notebook import show
from visualizer.film.film import Excerpt, film_of
from visualizer.film.page import page
from visualizer.questions.asker import questions
from visualizer.timeline.timeline import Run, Timeline


def test_a_page_asks_what_python_asks() -> None:
    puzzle, faults = named.find("minimal-9-1"), []
    for name in few_of(("cdcl", "sat"), ("backtracking", "mrv", "cdcl", "human", "sat")):
        film = film_of(puzzle, name, cut=Excerpt(last=3000, ask=7))
        solver = solvers.get(name)
        run = Run(lambda name=name: solvers.trace(puzzle, name), lambda of=solver: of.board(puzzle, {}))  # type: ignore[misc]
        timeline = Timeline(run)
        while not (timeline.reach(3000, perf_counter, 1.0) or timeline.finished or timeline.resting):
            pass
        wanted = [one.data() for one in questions(timeline, solver, 7) if one.shown <= 3000]
        timeline.close()
        if film.header.get("questions", []) != wanted or bool(wanted) is solver.black_box:
            faults.append(name)
        plain = film_of(puzzle, name, cut=Excerpt(last=3000))
        if "questions" in plain.header or "class Asking" in page([plain]):
            faults.append(f"{name} asks without being asked to")
    assert faults == []


def test_questions_are_about_the_steps_in_the_film() -> None:
    film = film_of(named.find("fig1"), "backtracking", cut=Excerpt(first=200, last=400, ask=5))
    places = [(one["position"], one["shown"]) for one in film.header["questions"]]
    assert places and all(200 < position <= shown <= 400 for position, shown in places)


def test_only_a_page_of_one_run_asks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asking = tmp_path / "run.html"
    assert main(["record", "fig1", "--to", "300", "-o", str(asking), "--ask=4"]) == 0
    assert "class Asking" in asking.read_text("utf-8")
    assert main(["record", "fig1", "--solver", "sat", "-o", str(tmp_path / "sat.html"), "--ask"]) == 0
    assert "nothing to ask about" in capsys.readouterr().err
    assert main(["record", "fig1", "-o", str(tmp_path / "run.gif"), "--ask"]) == 2
    assert "only the page of one run" in capsys.readouterr().err
    assert "class Asking" in show("fig1", "mrv", ask=3).page
    assert "class Asking" not in show("fig1", "mrv").page


@pytest.mark.slow
@NEEDS_AXE
def test_a_page_is_played_through_by_keys_and_clicks(browser: Browser, tmp_path: Path) -> None:
    film = film_of(named.find("fig1"), "backtracking", cut=Excerpt(last=400, ask=6))
    path = tmp_path / "run.html"
    path.write_text(page([film], speed=1000), encoding="utf-8")
    browser.open(path.as_uri())
    browser.wait("document.querySelector('.film').player?.asking")
    asking, clicked = "document.querySelector('.film').player.asking", 0
    for number, question in enumerate(film.header["questions"]):
        browser.press(" ") if not number else None
        browser.wait(f"{asking}.waits && {asking}.player.position === {question['position'] - 1}")
        right = next(i for i, one in enumerate(question["choices"]) if one["right"])
        cell = question["choices"][right].get("cell")
        if cell is not None:
            clicked += 1
            browser.touch(browser.middle(f".choice[data-cell='{cell}']"))
        else:
            browser.press(str(right + 1))
        browser.wait(f"!{asking}.waits && {asking}.player.position === {question['shown']}")
        if not number:
            browser.wait("document.querySelector('.board').ariaLabel")
            assert browser.audit() == []
        browser.press("Enter")
    count = len(film.header["questions"])
    assert f"first tries right: {count} of {count}" in str(browser.run("document.querySelector('.score').textContent"))
    assert clicked and browser.errors == []
