"""Tests of a solver's options, given on the command line or changed while watching."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from runs import Ticking

import solvers
from puzzles.corpus import named
from solvers.core import trace_text
from solvers.external import registry
from visualizer.cli.main import main
from visualizer.files.store import EventLog
from visualizer.panes.code.pane import CodePane
from visualizer.session.session import Session, open_session
from visualizer.session.settings import Options

FIG1 = named.find("fig1")
SEED = {"seed": 7}


def steps_of(session: Session, count: int) -> list[solvers.Step]:
    timeline = session.timeline
    assert timeline.reach(count, Ticking(0.0), 1.0)
    return [timeline.step(position) for position in range(1, count + 1)]


def expected(count: int, **options: int) -> list[solvers.Step]:
    return list(islice(solvers.trace(FIG1, "annealing", **options), count))


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "mine.py"
    yield path
    registry.unregister(path)


def test_trace_runs_with_the_options_and_names_them_in_its_header(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trace", "fig1", "--solver", "annealing", "--option", "seed=7", "--steps", "90"]) == 0
    header, steps = trace_text.parse(capsys.readouterr().out.splitlines())
    assert header.options == SEED
    assert list(steps) == expected(90, seed=7) != expected(90)


def test_what_is_the_default_is_the_same_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trace", "fig1", "--solver", "annealing", "--steps", "9"]) == 0
    plain = capsys.readouterr().out
    assert main(["trace", "fig1", "--option", "seed=0", "--solver", "annealing", "--steps", "9"]) == 0
    assert capsys.readouterr().out == plain


@pytest.mark.slow
def test_solve_is_told_of_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "fig1", "--solver", "annealing", "--option", "rounds=0"]) == 1
    assert capsys.readouterr().out == "(gave up)\n"
    assert main(["solve", "fig1", "--solver", "annealing"]) == 0


@pytest.mark.parametrize("command", [["solve", "fig1"], ["trace", "fig1"], ["record", "fig1", "-o", "a.gif"], ["fig1"]])
def test_an_option_that_is_wrong_is_refused_with_those_there_are(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command, "--solver", "annealing", "--option", "sed=7"]) == 2
    said = "solvescope: --option: annealing has no option 'sed'; annealing has: seed=0, rounds=30\n"
    assert capsys.readouterr().err == said


@pytest.mark.parametrize("name", ["name", "puzzle", "hang", "hash_seed"])
def test_a_name_that_is_taken_is_said_to_be(name: str, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path.write_text(f"def mine(grid, *, {name}=1, depth=2):\n    yield\n")
    for command in (["solve", "fig1", "--solver", str(path)], ["test-solver", str(path)]):
        assert main([*command, "--option", f"{name}=3"]) == 2
        said = f"solvescope: --option: the name {name!r} is taken: rename that argument; mine has: depth=2\n"
        assert capsys.readouterr().err == said


def test_the_list_names_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list"]) == 0
    lines = {line.partition("\t")[0]: line for line in capsys.readouterr().out.splitlines()}
    for name in solvers.names():
        said = [part for part in lines[name].rpartition("\t")[2].split("; ") if part.startswith("--option ")]
        assert [part.split()[1].partition("=")[0] for part in said] == [one.name for one in solvers.get(name).options]


def test_what_is_watched_runs_with_them_and_says_so() -> None:
    session = open_session(Options(FIG1, solver="annealing", options=SEED), EventLog(None))
    assert steps_of(session, 90) == expected(90, seed=7)
    assert session.composer.scene(100).subtitle.startswith("With seed=7. Fill")
    assert session.set_solver("annealing", {"seed": 7, "rounds": 2})
    assert session.composer.scene(100).subtitle.startswith("With seed=7, rounds=2. Fill")
    assert session.set_solver("annealing", {})
    assert session.composer.scene(100).subtitle.startswith("Fill")
    assert steps_of(session, 90) == expected(90)
    session.close()


def test_human_that_guesses_is_not_said_not_to() -> None:
    for options in ({"guess": True}, {}):
        session = Session(FIG1, solver="human", options=options)
        said = session.composer.scene(100).subtitle
        assert "no guess" not in said and "guess only if asked" in said
        assert said.startswith("With guess=true. ") == bool(options)
        session.close()


def test_they_stay_with_their_solver_through_others_and_other_puzzles() -> None:
    session = Session(FIG1, solver="annealing", options=SEED)
    session.do("next solver")
    assert session.options == {} and session.solver.name != "annealing"
    session.load(named.find("fig23"))
    session.do("previous solver")
    assert session.options == SEED
    session.load(FIG1)
    assert steps_of(session, 90) == expected(90, seed=7)
    session.close()


def test_an_option_that_is_wrong_changes_nothing() -> None:
    session = Session(FIG1, solver="annealing", options=SEED)
    timeline = session.timeline
    assert not session.set_solver("annealing", {"seed": -1})
    assert session.timeline is timeline and session.options == SEED
    assert "whole number from 0 up" in session.notice
    session.close()


def test_the_variables_are_those_of_the_run_with_the_options() -> None:
    session = Session(FIG1, solver="annealing", options={"rounds": 4})
    session.do("variables")
    session.player.to(60)
    for _ in range(100):
        session.tick(0.1, Ticking(0.0), 0.01)
    assert session.player.position == 60
    assert ("rounds", "4") in session.panes.one(CodePane).frames[-1].variables
    session.close()


def test_a_file_that_has_changed_keeps_the_options_that_it_still_has(path: Path) -> None:
    source = "from solvers.step import look\ndef mine(puzzle, cell=3, other=1):\n    yield look(cell)\n"
    path.write_text(source)
    session = Session(FIG1)
    assert session.load_solver(path)
    assert session.set_solver("mine", {"cell": 5, "other": 2})
    path.write_text(source.replace(", other=1", ""))
    assert session.load_solver(path)
    assert session.options == {"cell": 5}
    session.close()
