"""Puzzles that are made have one solution, are what was asked for, and are the same everywhere."""

import random
import subprocess
import sys
from collections import Counter
from importlib import resources
from pathlib import Path
from random import Random

import pytest

from puzzles import Geometry, Puzzle
from puzzles.geometry import STANDARD
from solvers import generate as module
from solvers.fast import count
from solvers.generate import collection, full_grid, generate, main, normal_form

ROOT = Path(__file__).parent.parent.parent
GOLDEN = [
    "8...2..1...7.....42.1...5.75..49.....8...64.53...........7.3..1...9.....6..51.3.8",
    "7...4.25.5..1..673.6......1...4..3.88.7.....561458....496.5.......76....1..8.....",
    "...4....69....14.8...679..33.....62..4.9.6....8.3...4.4...9.85...3..8..4.1826.7..",
]
"""The first puzzles of the seed 2020, which is that of the shipped collection."""
SIZES = [Geometry.of_side(side) for side in (4, 6, 8, 9, 10, 12, 16)] + [Geometry.boxes(3, 2)]


def solutions_by_sat(puzzle: Puzzle) -> int:
    """0, 1 or 2 (for several), by a SAT solver that knows nothing of this project."""
    pycosat = pytest.importorskip("pycosat", reason="the independent check needs pycosat (a C compiler to install it)")
    side, cells, digits = puzzle.geometry.side, puzzle.geometry.cells, puzzle.geometry.digits

    def holds(cell: int, digit: int) -> int:
        return cell * side + digit

    height, width = puzzle.geometry.box
    groups = [[(kind, at) for kind, at in enumerate(_lines(cell, side, height, width))] for cell in cells]
    clauses = [[holds(cell, digit) for digit in digits] for cell in cells]
    pairs = [(one, two) for one in digits for two in digits if one < two]
    clauses += [[-holds(cell, one), -holds(cell, two)] for cell in cells for one, two in pairs]
    for cell in cells:
        for other in cells[cell + 1 :]:
            if any(mine == its for mine, its in zip(groups[cell], groups[other], strict=True)):
                clauses += [[-holds(cell, digit), -holds(other, digit)] for digit in digits]
    clauses += [[holds(cell, digit)] for cell, digit in enumerate(puzzle.givens) if digit]
    model = pycosat.solve(clauses)
    if model == "UNSAT":
        return 0
    return 1 if pycosat.solve([*clauses, [-literal for literal in model if literal > 0]]) == "UNSAT" else 2


def _lines(cell: int, side: int, height: int, width: int) -> tuple[int, int, int]:
    row, column = divmod(cell, side)
    return row, column, row // height * side + column // width


def spares_a_given(puzzle: Puzzle) -> bool:
    return any(digit and count(puzzle.update(cell, 0)) == 1 for cell, digit in enumerate(puzzle.givens))


def test_the_sat_check_tells_none_one_and_several_apart() -> None:
    full = Puzzle(full_grid(Random(1), Geometry.of_side(4)), Geometry.of_side(4))
    clash = full.update(0, full.givens[1])
    assert [solutions_by_sat(one) for one in (clash, full, Puzzle.empty(full.geometry))] == [0, 1, 2]


def test_a_seed_makes_these_puzzles() -> None:
    assert [str(generate(2020, index)) for index in range(3)] == GOLDEN


def test_order_and_other_uses_of_chance_do_not_matter() -> None:
    random.seed(99)
    assert [str(generate(2020, index)) for index in (2, 0, 1)] == [GOLDEN[2], GOLDEN[0], GOLDEN[1]]
    assert generate(2020, 0) == generate("2020", 0)
    assert generate(2021, 0) != generate(2020, 0)


@pytest.mark.parametrize("geometry", SIZES, ids=repr)
def test_every_puzzle_has_one_solution(geometry: Geometry) -> None:
    made = [generate("each size", index, geometry=geometry) for index in range(3 if geometry.side > 12 else 8)]
    assert [solutions_by_sat(puzzle) for puzzle in made] == [1] * len(made)
    assert all(puzzle.geometry is geometry and puzzle.blanks for puzzle in made)


@pytest.mark.parametrize("geometry", SIZES[:4], ids=repr)
def test_minimal_puzzles_spare_no_given(geometry: Geometry) -> None:
    for index in range(5):
        puzzle = generate("minimal", index, geometry=geometry, minimal=True)
        assert solutions_by_sat(puzzle) == 1
        assert not spares_a_given(puzzle)


def test_difficulties_spread() -> None:
    clues = [generate("spread", index).clues for index in range(60)]
    assert min(clues) <= 24 and max(clues) >= 37
    assert sum(one <= 25 for one in clues) >= 15 and sum(one >= 30 for one in clues) >= 15


@pytest.mark.parametrize("clues", [81, 60, 35, 30])
def test_the_number_of_clues_asked_for_is_met(clues: int) -> None:
    assert generate("clues", 1, clues=clues).clues == clues


def test_clues_out_of_reach_give_a_minimal_puzzle() -> None:
    puzzle = generate("clues", 1, clues=10)
    assert puzzle.clues > 16 and not spares_a_given(puzzle)


@pytest.mark.parametrize("geometry", [STANDARD, Geometry.of_side(6)], ids=repr)
def test_symmetric_puzzles_look_the_same_after_half_a_turn(geometry: Geometry) -> None:
    for index in range(5):
        puzzle = generate("symmetric", index, geometry=geometry, symmetric=True, minimal=index % 2 == 0)
        given = [digit > 0 for digit in puzzle.givens]
        assert given == given[::-1] and not all(given)
        assert solutions_by_sat(puzzle) == 1


@pytest.mark.parametrize("wrong", [{"clues": 30, "minimal": True}, {"clues": 82}, {"clues": -1}])
def test_what_cannot_be_is_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="givens"):
        generate(1, 1, **wrong)  # type: ignore[arg-type]


def test_full_grids_of_4x4_come_equally_often() -> None:
    """Chi squared over all 288 grids: 287 expected, standard deviation 24. Without redrawing it is above 400."""
    chance, four = Random(7), Geometry.of_side(4)
    draws = 20 * 288
    times = Counter(full_grid(chance, four) for _ in range(draws))
    assert len(times) == 288
    assert sum((seen - 20) ** 2 / 20 for seen in times.values()) < 287 + 4 * 24


def test_without_redrawing_they_would_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_ROUNDS", 0)
    chance, four = Random(7), Geometry.of_side(4)
    times = Counter(full_grid(chance, four) for _ in range(20 * 288))
    assert sum((seen - 20) ** 2 / 20 for seen in times.values()) > 287 + 4 * 24


def test_normal_form_forgets_the_names_of_digits_and_nothing_else() -> None:
    puzzle = Puzzle.parse(GOLDEN[0])
    renamed = [digit and digit % 9 + 1 for digit in puzzle.givens]
    assert normal_form(renamed) == normal_form(puzzle.givens)
    assert normal_form(puzzle.update(1, 3).givens) != normal_form(puzzle.givens)


def test_a_collection_is_the_same_on_any_number_of_processes() -> None:
    one, two = (list(collection(2020, 45, processes)) for processes in (1, 2))
    assert one == two
    assert [str(puzzle) for puzzle in one[:3]] == GOLDEN


def test_a_collection_holds_nothing_twice_and_ends_when_there_is_no_more() -> None:
    four = Geometry.of_side(4)
    made = list(collection(1, 300, 1, four, clues=16))
    assert len({normal_form(puzzle.givens) for puzzle in made}) == len(made) == 288 // 24


def test_the_command_writes_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "made.txt"
    words = ["--count", "4", "--seed", "2020", "--processes", "1", "-o", str(path)]
    assert main(words) == 0
    lines = path.read_text(encoding="ascii").splitlines()
    assert [line for line in lines if line[0] != "#"][:3] == GOLDEN
    assert any("--seed 2020" in line for line in lines if line[0] == "#")
    assert "4 of 4" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == [path], "nothing else is left behind"


def test_the_command_prints_as_a_program() -> None:
    command = [sys.executable, "-m", "solvers.generate", "--count", "3", "--seed", "2020", "--processes", "2"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert [line for line in done.stdout.splitlines() if line[0] != "#"] == GOLDEN


def test_a_failed_command_leaves_the_old_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "made.txt"
    path.write_text("what was there\n")

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "_write_to", interrupted)
    assert main(["--count", "3", "--processes", "1", "-o", str(path)]) == 3
    assert path.read_text() == "what was there\n" and list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    "words",
    [["--side", "7"], ["--clues", "99"], ["--clues", "30", "--minimal"], ["--count", "-1"], ["--processes", "0"]],
)
def test_bad_usage_ends_with_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(words)
    assert end.value.code == 2
    assert "error:" in capsys.readouterr().err


@pytest.fixture(scope="module")
def shipped() -> list[str]:
    text = resources.files("puzzles").joinpath("sudoku.txt").read_text(encoding="ascii")
    return [line for line in text.splitlines() if not line.startswith("#")]


def test_the_shipped_collection_is_well_formed_and_large(shipped: list[str]) -> None:
    assert len(shipped) >= 50_000
    assert len(set(shipped)) == len(shipped)
    wrong = [line for line in shipped if len(line) != 81 or set(line) - set(".123456789")]
    assert wrong == []
    assert {81 - line.count(".") for line in shipped} >= set(range(22, 41))


def test_the_shipped_collection_begins_with_what_its_seed_makes(shipped: list[str]) -> None:
    assert shipped[:3] == GOLDEN
    assert shipped[30_000] == str(generate(2020, 30_000))


def test_no_two_shipped_puzzles_differ_in_the_names_of_digits_only(shipped: list[str]) -> None:
    forms = {normal_form([0 if symbol == "." else int(symbol) for symbol in line]) for line in shipped}
    assert len(forms) == len(shipped)


def test_a_sample_of_the_shipped_collection_has_one_solution_each(shipped: list[str]) -> None:
    sample = Random(4).sample(shipped, 80)
    assert [line for line in sample if solutions_by_sat(Puzzle.parse(line)) != 1] == []
    assert [line for line in sample if count(Puzzle.parse(line)) != 1] == []
