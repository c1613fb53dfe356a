"""Tests that ``show`` plays a run in a notebook, in a page that is saved with it and needs no kernel."""

from __future__ import annotations

import base64
import gzip
import html
import json
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from puzzles.corpus import named
from solvers.external import registry
from visualizer import show
from visualizer.export.notebook import STILL
from visualizer.export.recording import record
from visualizer.session.settings import RecordOptions

LIGHT = """
import json, sys, visualizer
before = list(sys.modules)
visualizer.show("fig1", "mrv")._repr_html_()
print(json.dumps([before, list(sys.modules)]))
"""


def page_in(output: str) -> str:
    """Return the page in the frame of a cell's output."""
    frames = re.findall(r"<iframe ([^>]*)>", output)
    assert len(frames) == 1
    attributes = dict(re.findall(r'([a-z]+)="([^"]*)"', frames[0]))
    assert attributes["sandbox"] == "allow-scripts" and attributes["title"]
    return html.unescape(attributes["srcdoc"])


def headers(page: str) -> list[dict[str, Any]]:
    return [json.loads(gzip.decompress(base64.b64decode(text))) for text in re.findall(r"data-header>([^<]*)<", page)]


def options(page: str) -> dict[str, Any]:
    found = re.search(r"data-options>([^<]*)<", page)
    assert found
    chosen: dict[str, Any] = json.loads(found[1])
    return chosen


def test_nothing_is_drawn_to_show_a_run() -> None:
    done = subprocess.run([sys.executable, "-c", LIGHT], stdout=subprocess.PIPE, check=True)
    before, after = ({name.partition(".")[0] for name in names} for names in json.loads(done.stdout))
    assert "numpy" not in before, "to import visualizer costs next to nothing"
    assert "solvers" in after and not {"numpy", "pygame", "PIL", "rich", "fpdf"} & after


def test_a_run_is_a_page_in_a_frame() -> None:
    shown = show("fig1", "mrv", at=30)
    page = page_in(shown._repr_html_())
    assert page == shown.page and page.startswith("<!doctype html>") and options(page)["at"] == 30
    assert [film["steps"] for film in headers(page)] == [54] and headers(page)[0]["ended"]
    assert repr(shown) == "Fewest candidates first: 54 steps"
    assert headers(show(named.find("fig1"), "mrv").page) == headers(page)
    assert not any(file["lines"] for file in headers(show("fig1", "mrv", source=False).page)[0]["files"])


def test_it_is_said_that_the_source_of_an_own_solver_is_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / "own.py"
    own.write_text("from solvers.step import guess\n\ndef solve(puzzle):\n    yield guess(0, 1)\n")
    for source in (True, False):
        shown = show("blank", [str(own), "mrv", str(own)], source=source, most=5)
        said = capsys.readouterr().err
        assert said.count(f"will contain the source of {own}; source=False leaves it out") == source
        assert ("yield" in json.dumps(headers(shown.page)[0]["files"])) is source
    show("fig1", "mrv")
    assert not capsys.readouterr().err
    registry.unregister(own)


def test_several_solvers_are_a_race_each_with_its_options() -> None:
    films = headers(show("fig1", ("annealing:seed=2", "annealing"), most=50, rounds=4).page)
    assert [(film["options"], film["steps"], film["ended"]) for film in films] == [
        ("seed=2, rounds=4", 50, False),
        ("rounds=4", 50, False),
    ]


@pytest.mark.parametrize(
    ("puzzle", "solver", "chosen", "said"),
    [
        ("fig99999", "mrv", {}, "is not a file, a puzzle or a puzzle's name"),
        ("fig1", "nrv", {}, "did you mean mrv"),
        ("fig1", "mrv", {"seed": 1}, "mrv has no option 'seed'"),
        ("fig1", "annealing", {"seed": "x"}, "must be a whole number"),
        ("fig1", ("mrv",), {}, "at least 2 lanes"),
        ("fig1", "mrv", {"most": 0}, "most must be at least 1, not 0"),
        ("fig1", "mrv", {"most": 2.5}, "most must be a whole number, not 2.5"),
        ("fig1", "mrv", {"at": -5}, "at must be at least 0, not -5"),
        ("fig1", "mrv", {"at": "x"}, "at must be a whole number, not 'x'"),
        ("fig1", "mrv", {"at": 55}, "at=55 is past the end: the run has only 54 steps"),
        ("fig1", "mrv", {"at": 55, "most": 40}, "at=55 is past most=40"),
        ("fig1", "mrv", {"height": -1}, "height must be at least 1, not -1"),
        (None, "mrv", {}, "not None"),
        ("fig1", 5, {}, "not 5"),
        ("fig1", ["mrv", 3], {}, "not 3"),
    ],
)
def test_what_cannot_be_shown_is_told(puzzle: Any, solver: Any, chosen: dict[str, Any], said: str) -> None:
    with pytest.raises((ValueError, TypeError), match=re.escape(said)):
        show(puzzle, solver, **chosen)


@pytest.mark.slow
def test_a_reader_without_pages_gets_the_windows_picture_of_the_step(tmp_path: Path) -> None:
    picture = show("fig1", "annealing", at=30, seed=2, most=50)._repr_png_()
    record(RecordOptions(named.find("fig1"), tmp_path / "a.png", "annealing", 30, 50, STILL, options={"seed": 2}))
    assert picture == (tmp_path / "a.png").read_bytes()
    assert show("fig1", ("mrv", "cdcl"))._repr_png_() is None


def test_a_widget_stays_within_its_run() -> None:
    pytest.importorskip("anywidget", reason="needs the package anywidget")
    player = show("fig1", ["mrv", "elimination"], at=5, most=100, widget=True)
    assert player.score == {}
    for asked, shown in ((10**9, 100), (-4, 0), (60, 60)):
        player.position = asked
        assert player.position == shown


def test_a_widget_without_its_package_names_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "anywidget", None)
    with pytest.raises(ImportError, match="pip install anywidget"):
        show("fig1", "mrv", widget=True)


@pytest.mark.slow
@pytest.mark.skipif(
    not all(map(find_spec, ("nbclient", "nbconvert", "ipykernel", "anywidget"))),
    reason="needs nbclient, nbconvert, ipykernel and anywidget",
)
def test_a_notebook_is_executed_saved_and_exported_with_the_player(tmp_path: Path) -> None:
    import nbclient
    import nbconvert
    import nbformat

    cells = [
        "from visualizer import show\nshow('fig1', 'mrv', at=30)",
        "player = show('fig1', 'mrv', at=7, widget=True)\nplayer",
        "player.position",
    ]
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    nbclient.NotebookClient(book, timeout=120, resources={"metadata": {"path": tmp_path}}).execute()
    nbformat.write(book, tmp_path / "run.ipynb")
    saved = nbformat.read(tmp_path / "run.ipynb", as_version=4)
    frame, widget, position = (cell.outputs[0].data for cell in saved.cells)
    assert options(page_in(frame["text/html"]))["at"] == 30
    assert frame["image/png"]
    assert "application/vnd.jupyter.widget-view+json" in widget and position["text/plain"] == "7"
    _, pictures = nbconvert.LatexExporter().from_notebook_node(saved)
    assert [name for name in pictures["outputs"] if name.endswith(".png")], "a PDF shows the picture"
    exported, _ = nbconvert.HTMLExporter().from_notebook_node(saved)
    assert headers(page_in(exported))[0]["steps"] == 54, "the exported notebook plays the run"


@pytest.mark.slow
@pytest.mark.skipif(find_spec("nbclient") is None, reason="needs the extra notebook")
def test_the_examples_of_the_readme_run_in_a_notebook_and_print_nothing_else() -> None:
    """Run the cell of the README, with reports after no time at all, and a run that is cut off."""
    import nbformat
    from nbclient import NotebookClient

    readme = (Path(__file__).parents[3] / "visualizer" / "README.md").read_text("utf-8")
    lines = re.findall(r"## In a notebook\n\n```python\n(.*?)```", readme, re.DOTALL)[0].splitlines()
    eager = "import visualizer.export.notebook\nvisualizer.export.notebook.PATIENCE = 0"
    shown = [line for line in lines if line.startswith("show(")]
    cells = [lines[0], eager, *shown, lines[-1], 'show("fig1", "annealing:seed=3", most=3000)']
    book = nbformat.v4.new_notebook(cells=list(map(nbformat.v4.new_code_cell, cells)))
    NotebookClient(book, timeout=600, kernel_name="python3").execute()
    outputs = {cell.source: cell.outputs for cell in book.cells}
    assert [(source, one) for source, its in outputs.items() for one in its if one.output_type == "stream"] == []
    said = [one.data["text/plain"] for source, its in outputs.items() if source.startswith("show(") for one in its]
    assert len(said) == len(shown) + 1 and not any("cut off" in one for one in said[:-1])
    assert said[-1] == "Simulated annealing: 3,000 steps, cut off there: most= sets another limit"
