"""Tests of what every command prints, where it prints it, and its exit code, all in this process."""

import re
from itertools import islice
from pathlib import Path

import pytest
from slow import slow_but
from strategies import first_seen, large

import solvers
from puzzles import Puzzle
from puzzles.corpus import named
from solvers.core import counting, trace_text
from solvers.core.step import GAVE_UP, PENDING, SOLVED, Step, guess
from solvers.sat.interface import SatError
from solvers.sat.process import SatProcess
from visualizer.cli.main import main
from visualizer.session.settings import FASTEST
from visualizer.timeline.player import SPEEDS

FIG1 = "..84.9....1....3...4...5..756.2.1.3...1...5...2.7.4.164..1...6...6....9....6.34.."
FIG1_SOLVED = "358479621719862354642315987564281739871936542923754816437198265286547193195623478"
TWO = [
    "169287345725439681438615927582164739691873254374592816217346598856921473943758162",
    "169287345725934681438615927582461739691873254374592816217346598856129473943758162",
]
EMPTY = "." * 81
CLASH = "r4c8 and r6c9 are both 4 in box 6, and 1 more pair of givens clashes\n"
"""The message about the puzzle misprint."""


def nine(line: str) -> str:
    return "".join(line[i : i + 9] + "\n" for i in range(0, 81, 9))


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]):
    """Run the command line, and return the exit code, standard output and standard error."""

    def run(*arguments: object) -> tuple[int, str, str]:
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 1
        return code, *capsys.readouterr()

    return run


# solve


@pytest.mark.parametrize("solver", slow_but(set(solvers.names()[::3]) - {"annealing"}, solvers.names()))
def test_solve_prints_nine_lines(call, solver) -> None:
    puzzle = first_seen(solver, "fig1", "21empty")
    solution = next(entry.solution for entry in named.all() if entry.puzzle == puzzle)
    assert call("solve", puzzle, "--solver", solver) == (0, nine(str(solution)), "")


@pytest.mark.parametrize(
    "text",
    [FIG1, FIG1.replace(".", "0"), FIG1.replace(".", "*"), nine(FIG1), " ".join(FIG1), "fig1", "FIG1"],
    ids=["dots", "zeros", "stars", "lines", "spaced", "name", "NAME"],
)
def test_solve_reads_every_form(call, text) -> None:
    assert call("solve", text)[:2] == (0, nine(FIG1_SOLVED))


def test_solve_says_so_where_there_is_no_solution(call) -> None:
    assert call("solve", "misprint") == (1, "(no solution)\n", CLASH)


def test_solve_prints_as_many_as_asked_for(call) -> None:
    one, two = nine(TWO[0]), f"{nine(TWO[0])}\n{nine(TWO[1])}"
    assert call("solve", "25empty", "--count", 1) == (0, one, "1 solution (there may be more)\n")
    assert call("solve", "25empty", "--count", 2) == (0, two, "2 solutions (there may be more)\n")
    assert call("solve", "25empty", "--count", 9) == (0, two, "2 solutions\n")
    assert call("solve", "25empty", "--all") == (0, two, "2 solutions\n")
    assert call("solve", "misprint", "--all") == (1, "(no solution)\n", CLASH)


@pytest.mark.parametrize("solver", ["annealing", "human --option guess=true"])
def test_an_algorithm_that_stops_at_its_first_solution_does_not_say_that_there_is_just_one(call, solver: str) -> None:
    two = call("solve", "25empty", "--all")[1]
    for asked in (["--all"], ["--count", "2"]):
        code, out, err = call("solve", "25empty", *asked, "--solver", *solver.split())
        assert (code, err) == (0, "one found; this algorithm does not look for others\n")
        assert out.strip() in two and out.strip() != two.strip()
    assert call("solve", "25empty", "--count", 1, "--solver", *solver.split())[2].startswith("1 solution (there")


def test_solve_of_a_file_prints_a_block_each_and_goes_on_past_broken_lines(call, tmp_path: Path) -> None:
    file = tmp_path / "many"
    file.write_text(f"# three puzzles\n\n{FIG1}\nbroken\n{named.find('misprint')}:0  # none\n{FIG1_SOLVED}\n")
    code, out, err = call("solve", file)
    assert out == f"{nine(FIG1_SOLVED)}\n(no solution)\n\n{nine(FIG1_SOLVED)}"
    assert code == 2
    assert err.startswith("line 4, ") and err.endswith(f"\nline 5: {CLASH}") and err.count("\n") == 2


def test_solve_writes_a_solution_a_line(call, tmp_path: Path) -> None:
    puzzles, out = tmp_path / "in.txt", tmp_path / "out.txt"
    puzzles.write_text(f"{FIG1}\n{named.find('misprint')}\n{FIG1}")
    out.write_text("what was there before, and is longer" * 20)
    assert call("solve", puzzles, "-o", out, "--force") == (1, "", f"line 2: {CLASH}")
    assert out.read_bytes() == f"{FIG1_SOLVED}\n(no solution)\n{FIG1_SOLVED}\n".encode()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.txt", "out.txt"]


def test_solve_keeps_the_old_file_when_it_fails(call, tmp_path: Path) -> None:
    out = tmp_path / "out.txt"
    out.write_text("old\n")
    assert call("solve", "nonsense", "-o", out)[0] == 2
    assert [path.name for path in tmp_path.iterdir()] == ["out.txt"]
    assert out.read_text() == "old\n"


@pytest.mark.parametrize("where", [".", "missing/out.txt"])
def test_solve_cannot_write_there(call, tmp_path: Path, where) -> None:
    code, out, err = call("solve", "fig1", "-o", tmp_path / where)
    assert (code, out) == (2, "")
    assert "cannot write" in err and "-o" in err


def test_solve_stops_at_the_limit(call) -> None:
    largest = "." * 625
    code, out, err = call("solve", largest, "--solver", "backtracking", "--limit-seconds", 0.2)
    assert (code, out) == (3, "(limit reached)\n")
    assert "0.2 s" in err and "--limit-seconds" in err


@pytest.mark.slow
def test_the_limit_keeps_what_was_found(call) -> None:
    code, out, err = call("solve", EMPTY, "--all", "--limit-seconds", 0.3)
    grids = out.split("\n\n")
    assert code == 3 and "solutions" in err
    assert all(Puzzle.parse(grid).is_solved() for grid in grids) and len(grids) > 2


def test_an_incomplete_method_is_not_proof(call, monkeypatch) -> None:
    def tries_once(puzzle: Puzzle):
        yield PENDING
        yield guess(puzzle.blanks[0], 3)
        yield GAVE_UP

    monkeypatch.setattr("solvers.core.registry._solvers", dict(solvers.core.registry._solvers))
    solvers.register("once", title="Once", summary="", source="", complete=False)(tries_once)
    assert call("solve", "fig1", "--solver", "once") == (1, "(gave up)\n", "")
    assert "may give up" in call("list")[1]


def test_a_solver_that_needs_a_missing_package_says_what_to_install(call, monkeypatch) -> None:
    monkeypatch.setattr("solvers.core.registry._solvers", dict(solvers.core.registry._solvers))
    solvers.register("far", title="", summary="", source="", needs="no_such_package")(lambda puzzle: iter([SOLVED]))
    code, out, err = call("solve", "fig1", "--solver", "far")
    assert (code, out) == (2, "")
    assert "pip install no_such_package" in err and "--solver" in err
    assert solvers.get("far").lacking() in err and "C compiler" not in err
    assert call("trace", "fig1", "--solver", "far") == (2, "", f"solvescope: {err}")
    assert "needs no_such_package (not installed)" in call("list")[1]


def test_a_grid_of_a_size_that_the_solver_does_not_know(call, monkeypatch) -> None:
    monkeypatch.setattr("solvers.core.registry._solvers", dict(solvers.core.registry._solvers))
    small = dict(title="Small", summary="", source="", sizes=lambda geometry: geometry.side < 9)
    solvers.register("small", **small)(lambda puzzle: iter([SOLVED]))
    code, out, err = call("solve", "fig1", "--solver", "small")
    assert (code, out) == (2, "")
    assert "9x9" in err and "--solver" in err
    assert "sizes 4 6 8" in call("list")[1]


# check


def test_check_of_a_puzzle_with_one_solution(call) -> None:
    assert call("check", "fig1") == (0, "right: exactly one solution\n", "")


def test_check_of_a_finished_grid(call) -> None:
    code, out, err = call("check", FIG1_SOLVED)
    assert (code, err) == (0, "")
    assert out.startswith("right: a finished grid")


def test_check_names_each_clash(call) -> None:
    code, out, err = call("check", "3...3....3" + "." * 71)
    assert (code, err) == (1, "")
    assert "r1c1 and r1c5 are both 3 in row 1\n" in out
    assert "r1c1 and r2c1 are both 3 in column 1\n" in out
    assert "2 pairs of cells clash in this puzzle" in out
    code, out, _ = call("check", "misprinted-grid")
    assert code == 1 and "in this finished grid" in out
    assert "r1c3 and r3c1 are both 1 in box 1\n" in out


def test_check_shows_two_solutions_and_where_they_differ(call) -> None:
    code, out, err = call("check", "25empty")
    assert (code, err) == (1, "")
    head, *grids = out.split("\n\n")
    assert head == "several solutions; these two differ in 6 cells: r2c4 r2c6 r4c4 r4c6 r8c4 r8c6"
    assert sorted("".join(grid.split()) for grid in grids) == TWO


def test_check_proves_that_there_is_no_solution_though_nothing_clashes(call) -> None:
    code, out, err = call("check", "12345678.........9" + "." * 63)  # r1c9 must be 9, and column 9 has one
    assert (code, err) == (1, "")
    assert out.endswith("no solution: the givens do not clash, but no grid fits them all\n")


def test_check_remarks_on_few_givens(call) -> None:
    assert "0 givens: with fewer than 17" in call("check", EMPTY)[1]


def test_check_stops_at_the_limit(call) -> None:
    code, out, err = call("check", "." * 625, "--limit-seconds", 0.000001)
    assert (code, out) == (3, "")
    assert "not known whether there is a solution" in err and "--limit-seconds" in err


def test_check_tells_what_it_knows_when_time_is_up(call, monkeypatch) -> None:
    puzzle = named.find("minimal-15")
    engine = counting.engine(puzzle.geometry)
    tries = ((budget, [*islice(engine.solutions(puzzle.givens, budget), 2)]) for budget in range(1, 1000))
    budget = next(budget for budget, found in tries if len(found) == 2 and found[1] == counting.GAVE_UP)
    monkeypatch.setattr("visualizer.cli.commands.check.FIRST_BUDGET", budget)
    code, out, err = call("check", "minimal-15", "--limit-seconds", 0.000001)
    assert (code, out) == (3, "at least one solution\n")
    assert "not known whether there are more" in err


@pytest.mark.slow
def test_check_of_a_large_grid_asks_a_sat_solver(call, monkeypatch) -> None:
    code, out, err = call("check", str(large()), "--limit-seconds", 30)
    assert code == 1 and out.startswith("several solutions; these two differ in ") and not err
    monkeypatch.setattr(SatProcess, "solutions", lambda self, puzzle, check: no_sat_solver())
    code, out, err = call("check", str(large()), "--limit-seconds", 0.3)
    assert code == 3 and "not known whether there is a solution" in err


@pytest.mark.slow
def test_check_of_a_collection_asks_a_sat_solver_about_a_large_grid_too(call, tmp_path: Path) -> None:
    file = tmp_path / "one"
    file.write_text(f"{large()}\n")
    code, out, err = call("check", file, "--limit-seconds", 20)
    assert (code, err) == (1, "") and "several solutions" in out and "undecided" not in out


def no_sat_solver():
    raise SatError("pycosat cannot be imported here")


def test_check_of_a_collection_tells_of_each_line(call, tmp_path: Path) -> None:
    file = tmp_path / "many"
    file.write_text(f"{FIG1}\n{EMPTY}\n{FIG1}\n{named.find('misprint')}\n{TWO[0]}\n")
    code, out, err = call("check", file)
    assert (code, err) == (1, "")
    *findings, total = out.splitlines()
    assert [finding.split(":")[0] for finding in findings] == ["line 2", "line 3", "line 4"]
    assert total.startswith("5 puzzles: 3 with one solution, 1 with none, 1 with several")
    file.write_text(f"# two\n{FIG1}\n{TWO[0]}\n")
    assert call("check", file) == (0, "2 puzzles: 2 with one solution, 0 with none, 0 with several\n", "")
    file.write_text(f"{FIG1}\nbroken\n")
    code, out, err = call("check", file)
    assert (code, out.splitlines()[-1]) == (
        2,
        "1 puzzle: 1 with one solution, 0 with none, 0 with several; 1 broken line",
    )
    file.write_text(f"broken\n{FIG1}\nbroken\n{TWO[0]}\n")
    assert call("check", file)[1].endswith("; 2 broken lines\n")


# trace


@pytest.mark.parametrize("solver", slow_but(solvers.names()[::3], solvers.names()))
def test_trace_prints_what_reads_back(call, solver) -> None:
    puzzle = first_seen(solver, "lab", "21empty")
    code, out, err = call("trace", puzzle, "--solver", solver)
    assert (code, err) == (0, "")
    header, steps = trace_text.parse(out.splitlines())
    run = list(steps)
    board = solvers.get(solver).board(header.puzzle)
    board.replay(run)
    assert board.solution().is_solution_of(puzzle)
    assert run[-1] is SOLVED and run.count(SOLVED) == 1


def test_trace_of_some_steps_and_of_all(call) -> None:
    def steps(*more: object) -> list[Step]:
        return list(trace_text.parse(call("trace", "25empty", "--solver", "backtracking", *more)[1].splitlines())[1])

    first = steps("--steps", 7)
    assert first == list(islice(solvers.trace(named.find("25empty"), "backtracking"), 7))
    assert steps("--all").count(SOLVED) == 2
    assert steps("--all")[:7] == first


def test_trace_writes_a_file(call, tmp_path: Path) -> None:
    out = tmp_path / "fig1.trace"
    assert call("trace", "fig1", "-o", out) == (0, "", "")
    assert out.read_text() == call("trace", "fig1")[1]


# list, random


def test_list_gives_every_solver_on_a_line_of_its_own(call) -> None:
    code, out, err = call("list")
    assert (code, err) == (0, "")
    rows = [line.split("\t") for line in out.splitlines()]
    assert [row[0] for row in rows] == solvers.names()
    for name, title, summary, origin, facts in rows:
        solver = solvers.get(name)
        assert (title, summary, origin) == (solver.title, solver.summary, solver.source)
        assert ("may give up" in facts) == (not solver.complete)


def test_list_gives_the_named_puzzles(call) -> None:
    rows = [line.split("\t") for line in call("list", "--puzzles")[1].splitlines()]
    assert [row[0] for row in rows] == named.names()
    assert ["fig1", "1", FIG1] in rows


def test_random_draws_from_the_file_that_comes_along(call) -> None:
    code, out, err = call("random", "--seed", 1, "--count", 5)
    assert (code, err) == (0, "")
    assert len(set(out.split())) == 5
    assert all(solvers.count_solutions(Puzzle.parse(line)) == 1 for line in out.split())
    assert call("random", "--seed", 1, "--count", 5)[1] == out
    assert call("random", "--seed", 2, "--count", 5)[1] != out


def test_random_draws_from_a_collection_of_a_name(call) -> None:
    assert call("random", "--corpus", "killer", "--seed", 1)[1].startswith("[killer 9x9; cage ")


def test_a_formula_of_equalities_is_refused_if_it_would_lack_a_rule(call) -> None:
    code, out, err = call("cnf", "[killer 4x4; cage 3 r1c1 r1c2] " + "." * 16, "--formula")
    assert (code, out) == (2, "") and "Formula search cannot apply the rule 'cage'" in err


def test_random_draws_from_a_file(call, tmp_path: Path) -> None:
    file = tmp_path / "corpus"
    file.write_text(f"{FIG1}\n{EMPTY}\nbroken\n")
    assert set(call("random", "--corpus", file, "--count", 40, "--seed", 3)[1].split()) == {FIG1, EMPTY}


# all of them


def test_help_lists_the_window_and_the_commands(call) -> None:
    code, out, err = call("--help")
    assert (code, err) == (0, "")
    out = re.sub(r"-\n +", "-", out)  # long lines are broken after a hyphen too
    for word in ["solve", "check", "trace", "list", "random", "record", "--corpus", "--autoplay", *solvers.names()]:
        assert word in out


@pytest.mark.parametrize("command", ["solve", "check", "trace", "list", "random", "record"])
def test_every_command_has_help(call, command) -> None:
    code, out, err = call(command, "--help")
    assert (code, err) == (0, "") and f"solvescope {command}" in out


# record


def test_record_says_how_many_pictures_there_are(call, tmp_path: Path) -> None:
    out = tmp_path / "out"
    small = ("--size", "320x240", "--from", 3)
    assert call("record", "fig1", "-o", f"{out}.png", *small) == (0, "", f"1 picture in {out}.png\n")
    assert call("record", "fig1", "-o", f"{out}.gif", *small, "--to", 30)[2].endswith(f" pictures in {out}.gif\n")
    before = Path(f"{out}.png").read_bytes()
    said = call("record", "fig1", "-o", f"{out}.png", *small, "--to", 30, "--no-title", "--force")[2]
    assert said.startswith("a picture shows one step: --to and --no-title made no difference\n")
    assert Path(f"{out}.png").read_bytes() == before


def test_record_names_the_file_that_it_was_given(call, tmp_path: Path) -> None:
    (tmp_path / "x.png").mkdir()
    code, out, err = call("record", "fig1", "-o", tmp_path / "x.png", "--size", "320x240", "--to", 0)
    assert (code, out) == (2, "") and f"{tmp_path / 'x.png'}: " in err and ".part" not in err


def test_no_speed_is_refused_that_the_player_has() -> None:
    assert SPEEDS[-1] == FASTEST


def test_version(call) -> None:
    from visualizer import __version__

    assert call("--version") == (0, f"solvescope {__version__}\n", "")
