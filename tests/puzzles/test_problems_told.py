"""Tests that long paths are told without their middle."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

from puzzles.problems import LONGEST_PATH_SHOWN, short
from visualizer.cli.commands import found
from visualizer.cli.main import load, main, parser_of
from visualizer.files.loader import preview_of
from visualizer.files.store import DocumentStore


def test_a_long_path_keeps_its_beginning_and_end() -> None:
    assert short("/home/me/puzzle.txt") == "/home/me/puzzle.txt"
    told = short(Path("/home") / ("x" * 300) / "end.txt")
    assert len(told) == LONGEST_PATH_SHOWN and told.startswith("/home/xxx") and told.endswith("xxx/end.txt")


def test_an_overlong_name_is_told_in_few_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = ["x" * 5000 + ".txt", str(tmp_path / ("y" * 240 + ".txt")), "/".join("z" * 200 for _ in range(15)) + ".sdk"]
    for name in names:
        for line in (
            ["check", name],
            ["solve", name, "--solver", f"{name}.py"],
            ["race", name, "--solvers", "mrv,a/" + name],
        ):
            code = 0
            try:
                code = main(line)
            except SystemExit as end:
                code = end.code if isinstance(end.code, int) else 1
            said = capsys.readouterr().err
            told = "\n".join(text for text in said.splitlines() if not text.startswith(("usage:", " ")))
            assert code == 2 and name not in told and len(told) < 1200, told


def test_an_overlong_argument_is_told_in_few_words(capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for name in ("", *found()):
        words = [name] * bool(name)
        actions = parser_of(load(words))._actions
        needed = [word for one in actions if one.required for word in (*one.option_strings[-1:], "fig1")]
        for option in [one.option_strings[-1] for one in actions if one.option_strings and one.nargs != 0]:
            if option not in ("-o", "--output", "--event-log"):
                with suppress(SystemExit):
                    main([*words, *needed, option, "x" * 5000])
                told += [(words, option, line) for line in capsys.readouterr().err.splitlines() if len(line) > 1000]
    assert not told, [(*one, line[:100]) for *one, line in told]


@pytest.mark.parametrize(
    "words",
    [
        ["rate", "fig1", "--off", "x" * 5000],
        ["quiz", "fig1", "--kinds", "x" * 5000],
        ["generate", "--each", "x" * 5000],
        ["race", "fig1", "--solvers", f"mrv,annealing:seed=1:{'x' * 5000}"],
        ["trace", f"https://{'x' * 5000}.org/a"],
        ["list", "x " * 5000],
    ],
    ids=lambda words: words[0],
)
def test_what_was_typed_is_cut(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    try:
        code = main(words)
    except SystemExit as end:
        code = end.code
    said = capsys.readouterr().err
    assert code == 2 and "xxx" in said.replace(" ", "") and "x" * 300 not in said.replace(" ", ""), said[-200:]


def test_an_overlong_name_in_a_formula_is_told_in_few_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["cnf", "fig1", "-o", str(tmp_path / "fig1.cnf")])
    formula = tmp_path / "fig1.cnf"
    formula.write_text(formula.read_text().replace("numbering ", f"numbering {'n' * 5000}"))
    capsys.readouterr()
    assert main(["check", str(formula)]) == 2
    said = capsys.readouterr().err
    assert "the numbering 'nnn" in said and len(said) < 400


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="needs a file that cannot be read")
def test_a_file_that_cannot_be_read_says_what_to_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "/proc/self/mem"]) == 2
    said = capsys.readouterr().err
    assert (
        "cannot read /proc/self/mem: Input/output error; its disk may be failing, so use a file in another place"
        in said
    )
    assert "use a file in another place" in preview_of(Path("/proc/self/mem")).words
    (tmp_path / "quiz.json").symlink_to("/proc/self/mem")
    store = DocumentStore(tmp_path)
    assert store.load("quiz") is None and "use a file in another place" in store.news()
