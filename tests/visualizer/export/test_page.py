"""Tests that ``record -o run.html`` writes a run as a single page that plays offline."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from pages import header_of, headers_of

from puzzles import writing
from puzzles.corpus import named
from solvers.external import registry
from visualizer.cli.main import main
from visualizer.files import saved_view
from visualizer.files.saved_view import View
from visualizer.film.film import film_of
from visualizer.film.page import page
from visualizer.style import SYMBOLS
from visualizer.style.theme import colour

OWN = """
from solvers.step import backtrack, guess

PSEUDOCODE = (("only mine in words", "GUESS BACKTRACK"),)

def solve(puzzle):
    'Only mine, summarized.'
    secret = "only mine"
    yield guess(0, 1)
    yield backtrack(0)
    raise ValueError("no more ideas")
"""


def test_a_page_holds_the_run_and_asks_for_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "run.html"
    assert main(["record", "fig1", "--solver", "mrv", "-o", str(path)]) == 0
    assert "54 steps in" in capsys.readouterr().err
    text = path.read_text(encoding="utf-8")
    header = header_of(path)
    assert header["steps"] == 54 and header["ended"] and header["title"] == "Fewest candidates first"
    assert "<title>Fewest candidates first: fig1</title>" in text
    for kind in ("script", "style"):
        content = re.findall(rf"<{kind}(?: type=\"module\")?>(.*?)</{kind}>", text, re.DOTALL)
        assert len(content) == 1
        digest = base64.b64encode(hashlib.sha256(content[0].encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}'" in text, f"the policy does not allow the page's own {kind}"
    assert "default-src 'none'" in text and "unsafe" not in text
    assert not re.search(r"(?:src|href)=|@import|url\(|fetch\(|XMLHttpRequest|WebSocket", text)
    assert not re.search(r"^(?:import|export) ", text, re.MULTILINE), "an inline module cannot import another"


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node, to check the script")
def test_the_script_is_one_whole(tmp_path: Path) -> None:
    """Check that no two modules use the same name for different things, since they are joined into one script."""
    script = re.search(
        r'<script type="module">(.*?)</script>', page([film_of(named.find("complete"), "mrv")]), re.DOTALL
    )
    assert script
    path = tmp_path / "script.mjs"
    path.write_text(script[1], encoding="utf-8")
    done = subprocess.run(["node", "--check", path], capture_output=True, text=True)
    assert not done.stderr


def test_a_span_and_a_span_past_the_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "run.html"
    assert main(["record", "fig1", "--solver", "mrv", "-o", str(path), "--from", "10", "--to", "20"]) == 0
    header = header_of(path)
    assert (header["skipped"], header["steps"]) == (9, 11)
    assert main(["record", "fig1", "--solver", "mrv", "-o", str(path), "--from", "100", "--force"]) == 2
    assert "the run has only 54 steps" in capsys.readouterr().err
    assert header_of(path) == header, "a failed recording leaves the file as it was"


def test_a_page_that_ends_before_its_run_is_announced(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("visualizer.export.html.MOST_STEPS", 40)
    arguments = ["record", "fig1", "--solver", "mrv", "-o", str(tmp_path / "run.html"), "--force"]
    for more, said in (([], True), (["--to", "30"], False), (["--to", "54"], False)):
        assert main([*arguments, *more]) == 0
        assert ("the run goes on: a page ends after 40 steps" in capsys.readouterr().err) is said


def test_a_page_tells_what_makes_no_difference_to_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, plain = tmp_path / "run.html", ["record", "fig1", "--to", "5", "--force", "-o", str(tmp_path / "run.html")]
    assert main(plain) == 0 and "no difference" not in capsys.readouterr().err
    usual = path.read_bytes()
    given = ["--size", "640x480", "--fps", "9", "--no-clean", "--no-title"]
    assert main([*plain, *given]) == 0
    said = capsys.readouterr().err
    assert "--size, --fps, --no-clean and --no-title made no difference" in said
    assert path.read_bytes() == usual


def test_a_page_opens_in_the_unit_of_the_window_or_in_the_one_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for solver, more, unit in (
        ("elimination", [], "digits"),
        ("backtracking", [], "steps"),
        ("elimination", ["--granularity", "changes"], "changes"),
    ):
        path = tmp_path / "run.html"
        assert main(["record", "fig1", "--solver", solver, "--to", "5", "--force", "-o", str(path), *more]) == 0
        (options,) = re.findall(r"data-options>(.*?)</script>", path.read_text("utf-8"))
        assert json.loads(options)["unit"] == unit
    race = ["record", "fig1", "--solvers", "mrv,elimination", "--to", "5", "--force", "-o", str(path)]
    for unit in ("", "guesses", "digits"):
        capsys.readouterr()
        assert main([*race, *(["--granularity", unit] if unit else [])]) == 0
        assert ("unless the granularity is guesses" in capsys.readouterr().err) is (unit == "digits")
        assert (f'"unit": "{unit}"' in path.read_text("utf-8")) is bool(unit)


def test_a_page_draws_shapes_and_colours(tmp_path: Path) -> None:
    path, drawn = tmp_path / "run.html", {}
    for symbols in SYMBOLS:
        command = ["record", "minimal-12", "--to", "5", "--force", "-o", str(path), "--symbols", symbols]
        assert main(command) == 0
        drawn[symbols] = header_of(path)["pictures"]
    assert drawn["digits"] == drawn["letters"] == []
    for name in ("shapes", "colours"):
        assert len({json.dumps(picture) for picture in drawn[name]}) == len(drawn[name]) == 12
    assert [one["colour"] for one in drawn["colours"]] == [f"rgb{colour(digit)}" for digit in range(1, 13)]
    assert all(one["filled"] or one["stroked"] for one in drawn["shapes"])


def test_a_page_of_a_game_names_no_keys(tmp_path: Path) -> None:
    path, view = tmp_path / "run.html", tmp_path / "view.json"
    saved_view.save(View(writing.shortest(named.find("fig1")), "person", options={"moves": "r1c1=3 r1c2=5"}), view)
    assert main(["record", str(view), "-o", str(path)]) == 0
    header = header_of(path)
    assert header["introduction"] == "The grid before the first move."
    assert header["end"]["caption"] == header["captions"][-1]


def test_a_page_speaks_of_the_symbols_on_its_board(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, view = tmp_path / "run.html", tmp_path / "view.json"
    saved = View(writing.shortest(named.find("fig1")), "backtracking", position=40, speed=50, symbols="letters")
    saved_view.save(saved, view)
    assert main(["record", str(view), "-o", str(path), "--theme", "dark", "--to", "60"]) == 0
    assert "--theme made no difference" in capsys.readouterr().err
    header = header_of(path)
    assert header["alphabet"] == list("ABCDEFGHI")
    assert "r1c5 cannot be \x03D" in "\n".join(header["captions"])
    assert '"at": 40, "speed": 50' in path.read_text(encoding="utf-8")
    saved_view.save(replace(saved, cut="directed"), view)
    for asked, speed in ([], "null"), (["--speed", "7"], "7.0"):
        assert main(["record", str(view), "-o", str(path), "--to", "60", *asked, "--force"]) == 0
        assert f'"speed": {speed}' in path.read_text(encoding="utf-8"), "directed, unless a speed is asked for"


@pytest.mark.slow
def test_a_race_is_a_page_with_a_film_for_each_lane(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, view = tmp_path / "race.html", tmp_path / "race.json"
    lanes = ["--solvers", "backtracking,annealing:seed=3", "--to", "60"]
    assert main(["record", "fig1", *lanes, "-o", str(path)]) == 0
    headers = headers_of(path)
    assert [header["title"] for header in headers] == ["Backtracking", "Simulated annealing"]
    assert [header["steps"] for header in headers] == [60, 60] and "seed=3" in headers[1]["options"]
    assert main(["record", "fig1", *lanes, "-o", str(tmp_path / "race.gif")]) == 2
    assert "cannot hold a race" in capsys.readouterr().err
    for more, unused in (
        (["--solver", "cdcl"], "--solver"),
        (["--solver", "annealing", "--option", "seed=1"], "--solver and --option"),
    ):
        assert main(["record", "fig1", *lanes, *more, "-o", str(tmp_path / "other.html")]) == 2
        assert capsys.readouterr().err.endswith(f"leave out {unused}\n") and not (tmp_path / "other.html").exists()

    assert main(["record", "fig1", "--solvers", "mrv,backtracking", "-o", str(path), "--force", "--from", "60"]) == 0
    spans = [(header["skipped"], header["steps"]) for header in headers_of(path)]
    assert spans[0] == (53, 1) and spans[1][0] == 59, "a lane that is over is shown at its end"
    assert main(["record", "fig1", *lanes, "-o", str(path), "--force", "--from", "61"]) == 2
    assert "--to 60 is before --from 61" in capsys.readouterr().err
    assert main(["record", "fig1", "--solvers", "mrv,cdcl", "-o", str(path), "--force", "--from", "5000"]) == 2
    assert "step 5000 is past its end" in capsys.readouterr().err

    race = {"lanes": [{"solver": "mrv"}, {"solver": "exact-cover"}], "at": 5}
    marks = ({"position": 7, "name": "Here"},)
    for solver, at, pace, chapters in (("mrv", 5, "steps", [[7, "Here"]]), ("sat", 0, "guesses", [])):
        shown = View(writing.shortest(named.find("fig1")), solver, position=3, modes={"race": race | {"pace": pace}})
        saved_view.save(replace(shown, bookmarks=marks), view)
        assert main(["record", str(view), "-o", str(path), "--force"]) == 0
        headers = headers_of(path)
        assert [header["title"] for header in headers] == ["Fewest candidates first", "Algorithm X"]
        assert [header["skipped"] for header in headers] == [0, 0], "a view only says where a page opens"
        assert [header["chapters"] for header in headers] == [chapters, []]
        said = capsys.readouterr().err
        assert ("the bookmarks are left out" in said) is not bool(chapters) and "bookmarks outside" not in said
        assert f'"at": {at},' in path.read_text(encoding="utf-8")


def test_bookmarks_outside_the_span_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, view = tmp_path / "run.html", tmp_path / "view.json"
    marks = tuple({"position": at, "name": name} for at, name in ((3, "Soon"), (10, "Here"), (5000, "Late")))
    race = {"lanes": [{"solver": "mrv"}, {"solver": "exact-cover"}]}
    for modes in ({}, {"race": race}):
        saved_view.save(View(writing.shortest(named.find("fig1")), "mrv", bookmarks=marks, modes=modes), view)
        assert main(["record", str(view), "--from", "5", "-o", str(path), "--force"]) == 0
        assert headers_of(path)[0]["chapters"] == [[10, "Here"]]
        said = 'bookmarks outside the page\'s steps are left out: "Soon" (step 3) and "Late" (step 5,000)\n'
        assert said in capsys.readouterr().err


def test_a_saved_race_with_an_own_solver_says_which_file_to_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    solver, path, view = tmp_path / "mine.py", tmp_path / "race.html", tmp_path / "race.json"
    solver.write_text(OWN)
    for own in {"solver": "mine", "file": "mine.py"}, {"solver": "mine"}:  # earlier versions saved only the name
        race = {"lanes": [own, {"solver": "mrv"}]}
        saved_view.save(View(writing.shortest(named.find("blank")), "mrv", modes={"race": race}), view)
        registry.unregister(solver)
        assert main(["record", str(view), "-o", str(path), "--to", "5", "--force"]) == 2
        said = capsys.readouterr().err
        assert "your own mine from mine.py" in said and said.rstrip().endswith("--solvers mine.py,mrv")
        assert main(["record", str(view), "--solvers", "mrv,mrv", "-o", str(path), "--force"]) == 2
        capsys.readouterr()
        assert main(["record", str(view), "--solvers", f"{solver},mrv", "-o", str(path), "--to", "5", "--force"]) == 0
        assert "only mine" in json.dumps(headers_of(path)[0]["files"])
        assert main(["record", str(view), "--solvers", "mrv,mrv", "-o", str(path), "--force"]) == 2
        said = capsys.readouterr().err
        assert "says which algorithm runs" in said and said.endswith("record it without --solvers\n")
    registry.unregister(solver)


def test_it_is_said_that_the_source_goes_into_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    solver, path = tmp_path / "mine.py", tmp_path / "run.html"
    solver.write_text(OWN)
    assert main(["record", "blank", "--solver", str(solver), "-o", str(path)]) == 0
    assert f"will contain the source of {solver}" in capsys.readouterr().err
    header = header_of(path)
    assert "only mine" in json.dumps(header["files"]) and "only mine" in json.dumps(header["words"])
    assert header["summary"].startswith("Only mine") and set(header["frames"]["word"]) == {1}
    assert "no more ideas" in header_of(path)["end"]["caption"]
    assert main(["record", "blank", "--solver", str(solver), "-o", str(path), "--force", "--no-source"]) == 0
    assert "source" not in capsys.readouterr().err
    assert "only mine" not in json.dumps(header_of(path)).lower()
    assert header_of(path)["summary"] == "A solver of your own." and set(header_of(path)["frames"]["word"]) == {0}
