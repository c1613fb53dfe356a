"""Tests that every SAT backend and encoding counts the same solutions, and leaves nothing behind."""

from __future__ import annotations

import shutil
from itertools import islice
from pathlib import Path

import pytest
from sat_runs import PRINTS, SOLVES, WRITES, children, nothing_is_left, program, without  # noqa: F401
from slow import slow_but

import solvers
from puzzles import Geometry, Puzzle
from puzzles.corpus import named
from solvers.core.step import Kind
from solvers.sat import backends, cnf, interface, process
from solvers.sat.backends import PYSAT
from solvers.sat.interface import ClauseSet, Formula, Took, encoding_for
from solvers.sat.worker import falsified

pytestmark = pytest.mark.usefixtures("nothing_is_left")

SAT = solvers.get("sat")
NEVER_THERE = {"cryptosat", "minisatgh"}
"""The solvers of python-sat that need another package, or are left out of builds."""
PROGRAMS = ("minisat", "picosat", "cadical", "kissat", "glucose", "cryptominisat5", "lingeling", "clasp")
HERE = [name for name in PROGRAMS if shutil.which(name)]
NO_SOLUTION = Puzzle.parse(".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........")
"""Norvig's puzzle that took his program 1439 seconds: a SAT solver needs hundreds of conflicts."""
PUZZLES = ["fig1", "fig23", "25empty", "complete", "cell-hidden", "bad21", "small-4", "minimal-4", "minimal-6"]


def counted(backend: str, encoding: str, puzzle: Puzzle, folder: Path | None = None, command: str = "") -> int:
    """Count the solutions that the solver finds, up to 2, and check each model."""
    how = cnf.ENCODINGS[encoding]
    given = ClauseSet(list(how.clauses(puzzle)), how.size(puzzle)[0], folder)
    grids = set()
    for answer in islice(backends.answers(backend, given, command), 2):
        if answer.model is None:
            break
        assert falsified(given.clauses, answer.model) is None
        grids.add(tuple(how.decode(puzzle, answer.model)))
        assert set(answer.figures) <= set(interface.FIGURES)
    return len(grids)


THERE = [name for name in backends.names() if name not in NEVER_THERE]


@pytest.fixture(scope="module")
def expected() -> dict[str, int]:
    return {name: solvers.count_solutions(named.find(name), name="mrv") for name in PUZZLES}


@pytest.mark.parametrize("name", slow_but(THERE[1:3], THERE))
def test_every_backend_and_encoding_counts_what_mrv_counts(name: str, expected: dict[str, int]) -> None:
    if lacking := backends.missing(name):
        pytest.skip(lacking)
    assert set(expected.values()) == {0, 1, 2}
    for encoding in cnf.ENCODINGS:
        for puzzle in PUZZLES if encoding == "simplified" or name == backends.PYCOSAT else PUZZLES[5:]:
            assert counted(name, encoding, named.find(puzzle)) == expected[puzzle], (encoding, puzzle)


SEVERAL = ["pycosat", "minisat22", "kissat404", "lingeling"]


@pytest.mark.parametrize("backend", slow_but(SEVERAL[:2], SEVERAL))
def test_all_solutions_come_each_once_through_the_process(backend: str) -> None:
    if lacking := backends.missing(backend):
        pytest.skip(lacking)
    puzzle = named.find("bad21")
    found = {str(one) for one in solvers.solutions(puzzle, "sat", backend=backend)}
    assert found == {str(one) for one in solvers.solutions(puzzle, "mrv")} and len(found) == 4


@pytest.mark.slow
@pytest.mark.parametrize("command", HERE)
def test_programs_that_are_installed_count_what_mrv_counts(
    command: str, expected: dict[str, int], tmp_path: Path
) -> None:
    for encoding, puzzle in [("extended", "fig23"), ("compact", "complete"), ("simplified", "fig1")] + [
        ("simplified", puzzle) for puzzle in ("complete", "cell-hidden", "25empty", "minimal-6")
    ]:
        assert counted("", encoding, named.find(puzzle), tmp_path, command) == expected[puzzle], (encoding, puzzle)


@pytest.mark.parametrize("habit", [PRINTS, WRITES], ids=["prints", "writes"])
@pytest.mark.parametrize("puzzle", slow_but(["fig1"], ["bad21", "fig1", "cell-hidden", "complete"]))
def test_a_program_may_print_its_answer_or_write_it(habit: str, puzzle: str, tmp_path: Path) -> None:
    command = program(tmp_path, SOLVES + "\0" + habit)
    found = solvers.count_solutions(named.find(puzzle), 9, "sat", command=command, encoding="simplified")
    assert found == solvers.count_solutions(named.find(puzzle), 9, "mrv")


def details(puzzle: Puzzle, **options: str) -> list[object]:
    return [step.detail for step in solvers.trace(puzzle, "sat", **options) if step.detail is not None]


def test_figures_are_those_that_the_program_prints_added_up_over_its_calls(tmp_path: Path) -> None:
    took = [one for one in details(named.find("fig1"), command=program(tmp_path, SOLVES + "\0" + PRINTS))
            if isinstance(one, Took)]  # fmt: skip
    assert [one.figures for one in took] == [{"conflicts": 5, "decisions": 3}, {"conflicts": 12, "decisions": 3}]
    assert took[0].making > 0 == took[1].making and took[0].seconds > took[0].making


def test_the_encoding_goes_by_size_where_none_is_named() -> None:
    chosen = [encoding_for(Geometry.of_side(side)) for side in (4, 9, 10, 25)]
    assert chosen == ["extended", "extended", "simplified", "simplified"]
    assert encoding_for(Geometry.of_side(25), "compact") == "compact"


@pytest.mark.parametrize("encoding", slow_but(["extended", "simplified"], cnf.ENCODINGS))
def test_the_formula_that_is_told_of_is_the_one_that_is_solved(encoding: str) -> None:
    puzzle = named.find("fig1")
    formula = next(one for one in details(puzzle, encoding=encoding) if isinstance(one, Formula))
    assert formula == Formula(*cnf.ENCODINGS[encoding].size(puzzle), encoding)


def test_the_same_options_give_the_same_steps() -> None:
    def recorded() -> list[object]:
        steps = solvers.trace(named.find("bad21"), "sat", encoding="minimal")
        return [step for step in steps if step.kind is not Kind.PENDING]

    first = recorded()
    assert first == recorded() and len(first) > 80


def test_names_of_python_sat_are_known_where_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    without(monkeypatch, "pysat")
    assert backends.names() == ["pycosat", *PYSAT]
    assert "pip install python-sat" in backends.missing("minisat22")


# Unwatched


def test_unwatched_it_counts_what_mrv_counts(expected: dict[str, int]) -> None:
    if not backends.can_stop():
        pytest.skip(backends.lacking(backends.STOPPABLE))
    for name, count in expected.items():
        assert solvers.count_solutions(named.find(name), 2, "sat", here=True) == count, name


def test_unwatched_it_pauses_every_few_conflicts_and_starts_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    if not backends.can_stop():
        pytest.skip(backends.lacking(backends.STOPPABLE))
    monkeypatch.setattr(process, "CONFLICTS", 1)
    before = children()
    run = solvers.trace(NO_SOLUTION, "sat", encoding="minimal", here=True)
    steps = [(step.kind, children() - before) for step in run]
    assert [kind for kind, _ in steps].count(Kind.PENDING) > 2 and not any(started for _, started in steps)
    few = list(islice(solvers.trace(NO_SOLUTION, "sat", encoding="minimal", here=True), 5))
    assert {step.kind for step in few} == {Kind.PENDING, Kind.LOOK}, "it can be left at any time"


# What is installed


def test_pycosat_is_taken_where_it_is_installed_else_the_minisat_of_python_sat(monkeypatch: pytest.MonkeyPatch) -> None:
    for package, name in (("pycosat", "pycosat"), ("pysat.solvers", "minisat22")):
        pytest.importorskip(package, reason=f"needs {package}: pip install '.[pycosat]'")
        assert backends.settled("auto") == backends.default() == name
        assert SAT.settled({"encoding": "compact"}) == {"encoding": "compact", "backend": name}
        assert SAT.lacking() == "" and solvers.quickest(Geometry.of_side(25)) == "sat"
        assert details(named.find("fig1"), encoding="minimal"), "and it answers"
        without(monkeypatch, package.partition(".")[0])


def test_where_there_is_no_sat_solver_it_says_what_to_install_and_no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    without(monkeypatch, "pycosat", "pysat")
    assert backends.default() == "" and SAT.settled({}) == {}
    assert "pip install python-sat" in SAT.lacking() == SAT.lacking({"encoding": "compact"})
    assert solvers.quickest(Geometry.of_side(25)) == SAT.instead == "cdcl"
    assert SAT.lacking({"command": "minisat"}) == ""
    assert "pip install python-sat" in SAT.lacking({"backend": "glucose4"})
    with pytest.raises(interface.SatError, match="pip install python-sat"):
        solvers.solve(named.find("fig1"), "sat")
    for options in ({}, {"backend": "glucose4"}, {"backend": "pycosat"}):
        assert ("compiler" in SAT.lacking(options)) is (options == {"backend": "pycosat"})


def test_a_backend_that_is_named_and_missing_says_which_one_is_here(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pysat.solvers", reason="needs python-sat")
    without(monkeypatch, "pycosat")
    said = SAT.lacking({"backend": "pycosat"})
    assert "pip install pycosat" in said and "to run minisat22" in said
    assert SAT.settled({"backend": "pycosat"}) == {"backend": "pycosat"}, "and it is not swapped in silence"


@pytest.mark.parametrize("options", [{"command": "minisat"}, {"answer": "1234 a file"}])
def test_no_backend_is_named_or_missed_where_none_is_asked(
    options: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(2):
        assert SAT.settled(options) == options and SAT.recalled(options) == (options, "") and not SAT.lacking(options)
        without(monkeypatch, "pycosat", "pysat")


def test_a_file_that_names_no_backend_means_pycosat(monkeypatch: pytest.MonkeyPatch) -> None:
    for package in ("pycosat", "pysat.solvers"):
        pytest.importorskip(package, reason=f"needs {package}: pip install '.[pycosat]'")
    compact = {"encoding": "compact"}
    assert SAT.recalled(compact) == SAT.recalled({**compact, "backend": "pycosat"}) == (compact, "")
    assert SAT.recalled({"backend": "minisat22"}) == ({"backend": "minisat22"}, "")
    without(monkeypatch, "pycosat")
    options, said = SAT.recalled(compact)
    assert options == compact and "pycosat" in said and "minisat22" in said
    assert SAT.recalled({"backend": "pycosat"}) == ({}, said)
    assert SAT.recalled({"backend": "minisat22"}) == ({}, "")
    without(monkeypatch, "pysat")
    assert SAT.recalled(compact) == ({**compact, "backend": "pycosat"}, ""), "which is refused by name"
