"""Tests of ``solvescope quiz``, which writes questions about a run for paper and for other programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from read_gift import read

from visualizer.cli.main import main
from visualizer.files.saved_view import View, save

SAID = (
    (["fig1", "--solver", "sat"], 1, "shows only its answer"),
    (["misprint"], 1, "the givens clash"),
    (["complete"], 1, "already solved"),
    (["fig1", "--kinds", "next-row"], 1, "no step for these kinds of question"),
    (["fig1", "--kinds", "where-bak"], 2, "did you mean where-back"),
    (["fig1", "--kinds", "zzz"], 2, "choose from: next-cell"),
    (["fig1", "--solver", "rows", "--steps", "50", "--count", "2"], 0, "cut off after 50 steps"),
    (["small-4", "--count", "90"], 0, "the run has no more of these kinds to ask"),
    (["nowhere.txt"], 2, "nowhere.txt"),
)


def test_questions_are_asked_in_each_format(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "quiz.gift"
    assert main(["quiz", "fig1", "--count", "6", "--format", "gift", "-o", str(out)]) == 0
    asked = read(out.read_text(encoding="utf-8"))
    assert main(["quiz", "fig1", "--count", "6", "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert len(asked) == 6 and data["solver"] == "elimination" and data["steps"] == 520
    for one, other in zip(data["questions"], asked, strict=True):
        assert one["ask"] in other.text and len(one["board"]) == 81 and one["position"] <= one["shown"] <= 520
        assert [(choice["right"], choice["text"]) for choice in one["choices"]] == [its[:2] for its in other.answers]
        hidden = [divmod(cell, 9) for cell in one.get("hides", ())]
        names = [f"r{at // 9 + 1}c{at % 9 + 1}" for at, symbol in enumerate(one["board"]) if symbol == "."]
        assert set(one["candidates"]) == {*names} - {f"r{row + 1}c{column + 1}" for row, column in hidden}
    assert main(["quiz", "fig1", "--count", "6", "--answers"]) == 0
    paper = capsys.readouterr().out
    assert all(f"({its})" in paper for one in data["questions"] for its in one["candidates"].values())
    assert all(one["kind"] in ("where-back",) or one["ask"].split("?")[0] in paper for one in data["questions"])
    assert main(["quiz", "fig1", "--seed", "1", "--count", "6", "--answers"]) == 0
    assert capsys.readouterr().out != paper


def test_a_saved_view_says_which_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "view.json"
    save(View("94.........1......78...32.........65....769...3..2......2..48..8....56.9.5.9....7", "cdcl"), path)
    assert main(["quiz", str(path), "--kinds", "which-clause,which-literal", "--count", "4", "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["solver"] == "cdcl" and {one["kind"] for one in data["questions"]} == {"which-clause", "which-literal"}
    assert main(["quiz", str(path), "--solver", "mrv"]) == 2
    assert "use it without --solver\n" in capsys.readouterr().err


def test_it_says_why_it_asks_nothing_or_less(capsys: pytest.CaptureFixture[str]) -> None:
    wrong = []
    for words, code, said in SAID:
        try:
            found = main(["quiz", *words])
        except SystemExit as error:
            found = int(str(error.code))
        told = capsys.readouterr()
        if found != code or said not in told.err or bool(told.out) != (code == 0):
            wrong.append(f"{words}: {found}, {told.err}")
    assert wrong == []
