"""Tests that names of earlier versions still work and are not listed, and which options go with each way to run."""

from pathlib import Path

import pytest

from puzzles.corpus import named
from visualizer.cli.commands import OLDER, found
from visualizer.cli.main import main, parser_of

TODAY = {
    "count fig1": "solve fig1 --count",
    "count fig1 --limit 1": "solve fig1 --count --limit 1",
    "count puzzles.txt --limit 3": "solve --limit 3 puzzles.txt --count",
    "count puzzles.txt --resume": "solve puzzles.txt --resume --count",
    "count fig1 --broken skip": "solve fig1 --broken skip --count",
    "explain-steps fig1": "explain fig1 --steps",
    "explain-steps misprint --format markdown --guess": "explain --steps misprint --format markdown --guess",
    "hint fig1": "explain --hint fig1",
    "hint misprint --tell where": "explain misprint --tell where --hint",
    "hint fig1 --after 3 --off hidden_single": "explain fig1 --hint --after 3 --off hidden_single",
    "formula fig1": "cnf --formula fig1",
    "formula puzzles.txt": "cnf puzzles.txt --formula",
    "decode answer.txt": "cnf --decode answer.txt",
    "decode nowhere.txt --cnf p.cnf": "cnf nowhere.txt --decode --cnf p.cnf",
}
REFUSED = {
    "explain fig1 --guess": "--guess needs --steps",
    "explain fig1 --position fig1": "--position needs --hint",
    "explain fig1 --no-uniqueness": "--no-uniqueness needs --steps or --hint",
    "explain fig1 --hint -o out.txt": "--output does not go with --hint",
    "explain fig1 --steps --limit-seconds 3": "--limit-seconds does not go with --steps",
    "hint fig1 --format markdown": "--format does not go with --hint",
    "cnf fig1 --cnf p.cnf": "--cnf needs --decode",
    "formula fig1 --numbering rcd": "--numbering does not go with --formula",
    "decode answer.txt --encoding compact": "--encoding does not go with --decode",
    "solve fig1 --limit 3": "--limit is for --count without a number, which prints only how many solutions there are",
    "solve fig1 --count --solver mrv": "--solver does not go with --count without a number",
    "count fig1 --limit-seconds 3": "--limit-seconds does not go with --count without a number",
    "count fig1 --all": "--all does not go with --count without a number",
}


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("puzzles.txt").write_text(f"{named.find('fig1')}\n{'.' * 81}\n")
    Path("answer.txt").write_text("s UNSATISFIABLE\n")


@pytest.mark.parametrize(("older", "today"), TODAY.items())
def test_an_older_name_does_what_todays_command_does(
    older: str, today: str, capsys: pytest.CaptureFixture[str]
) -> None:
    one = main(older.split()), *capsys.readouterr()
    assert one == (main(today.split()), *capsys.readouterr())
    assert any(one[1:])


def test_every_older_name_is_tried_here_and_none_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert {line.split()[0] for line in TODAY} == set(OLDER)
    assert {command for command, _ in OLDER.values()} <= set(found())
    assert not set(OLDER) & set(found())
    with pytest.raises(SystemExit):
        main(["--help"])
    listed = {line.split()[0] for line in capsys.readouterr().out.splitlines() if line.startswith("  ")}
    assert set(found()) <= listed and not set(OLDER) & listed


@pytest.mark.parametrize("older", OLDER)
def test_what_an_older_name_assumes_is_an_option_of_its_command(older: str) -> None:
    command, assumed = OLDER[older]
    parser = parser_of(found()[command].load())
    usual = vars(parser.parse_args(["fig1"]))
    assert all(usual[name] != value for name, value in assumed.items())


@pytest.mark.parametrize(("line", "message"), REFUSED.items())
def test_an_option_of_another_way_is_refused(line: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(line.split()) == 2
    assert capsys.readouterr() == ("", f"solvescope: {message}\n")
