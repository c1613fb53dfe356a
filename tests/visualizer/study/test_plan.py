"""Tests that a study's file means what it says, and that a wrong one is refused with what to do about it."""

from __future__ import annotations

import tomllib
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from slow import slow_but

import solvers
from puzzles import Corpus
from puzzles.corpus import named
from solvers.study.copies import copied
from solvers.study.cost import RunCost, RunLimits, StudyTask
from visualizer.files import resolve
from visualizer.study import plan
from visualizer.study.plan import Study, StudyError, load

FIG1 = str(named.find("fig1"))
SMALL = 'algorithms = ["mrv"]\n[[puzzles]]\nfrom = ["fig1"]\n'


@pytest.fixture
def study(tmp_path: Path) -> Any:
    def write(text: str, **options: Any) -> Study:
        path = tmp_path / "mine.toml"
        path.write_text(text, "utf-8")
        return load(path, **options)

    return write


def test_a_small_study_has_defaults_for_all_else(study: Any) -> None:
    found = study(SMALL)
    assert (len(found.runs), found.limits) == (1, RunLimits(1_000_000, 10.0, 0))
    [(info, work)] = found.runs
    assert isinstance(work, StudyTask) and work.limits == found.limits
    assert info.puzzle == FIG1 and (info.name, info.size, info.algorithm) == ("fig1", 9, "mrv")
    assert info.givens == round((81 - FIG1.count(".")) / 81, 4)


def test_every_combination_is_run_once(study: Any) -> None:
    found = study(
        'algorithms = ["sat", "annealing", "mrv", "mrv"]\nrepetitions = 2\ncopies = 1\nseed = 4\n'
        '[options]\nencoding = ["minimal", "compact"]\nseed = [1, 2, 3]\n'
        '[[puzzles]]\nfrom = ["fig1"]\n[[puzzles]]\nfrom = ["4x4"]\nsample = 3\n'
    )
    infos = [info for info, _ in found.runs]
    assert len(infos) == len(found.runs) == (2 + 3 + 1) * 4 * 2 * 2
    assert len({info.key for info in infos}) == len(infos)
    assert {info.encoding for info in infos if info.algorithm == "sat"} == {"minimal", "compact"}
    assert {info.options for info in infos if info.algorithm == "annealing"} == {"seed=1", "seed=2", "seed=3"}
    assert {info.puzzle for info in infos if info.name == "fig1"} == {FIG1, str(copied(named.find("fig1"), 1, 4))}


@pytest.mark.parametrize("name", solvers.names())
def test_every_algorithm_can_be_studied(name: str, study: Any) -> None:
    [(info, work)] = study(SMALL.replace("mrv", name)).runs
    assert info.algorithm == name and isinstance(work, StudyTask)


def test_all_stands_for_every_algorithm(study: Any) -> None:
    assert [info.algorithm for info, _ in study(SMALL.replace("mrv", "all")).runs] == solvers.names()


def test_what_the_machine_chooses_is_written_out(study: Any) -> None:
    [(info, _)] = study(SMALL.replace("mrv", "sat")).runs
    assert info.encoding == "extended" and info.options.startswith("backend=")


def test_an_algorithm_that_does_not_take_a_puzzle_is_not_applicable(study: Any, tmp_path: Path) -> None:
    (tmp_path / "jigsaw.txt").write_text("# shape 4 | 2x4 | column? 0,4 1,5 2,6 3,7\n1...\n....\n")
    found = study('algorithms = ["rows", "exact-cover", "mrv"]\n[[puzzles]]\nfrom = ["jigsaw.txt"]\n')
    works = {info.algorithm: work for info, work in found.runs}
    jigsaw = next(work.plan.puzzle for work in works.values() if isinstance(work, StudyTask))
    unfit = {name for name in works if solvers.get(name).unfit(jigsaw)}
    assert unfit and {name for name, work in works.items() if isinstance(work, RunCost)} == unfit
    for name in unfit:
        work = works[name]
        assert isinstance(work, RunCost) and work.status == "not_applicable" and work.trouble


def test_the_share_of_givens_can_be_held(study: Any) -> None:
    found = study('algorithms = ["mrv"]\n[[puzzles]]\nfrom = ["4x4", "6x6", "9x9"]\nsample = 8\ngivens = 0.5\n')
    assert {(info.size, info.givens) for info, _ in found.runs} == {(4, 0.5), (6, 0.5), (9, 0.4938)}
    puzzles = [work.plan.puzzle for _, work in found.runs if isinstance(work, StudyTask)]
    assert len(puzzles) == 3 * 8 and all(solvers.count_solutions(puzzle) == 1 for puzzle in puzzles)


@pytest.mark.parametrize("each", slow_but([25], [25, 1]))
def test_the_same_file_draws_the_same_puzzles(study: Any, tmp_path: Path, each: int) -> None:
    with resolve.default_corpus().open(encoding="utf-8") as lines:
        (tmp_path / "some.txt").write_text("".join(islice(lines, 0, None, each)), "utf-8")
    source = "some.txt" if each > 1 else "9x9"
    text = f'algorithms = ["mrv"]\nseed = {{}}\n[[puzzles]]\nfrom = ["{source}"]\nsample = 5\nlevel = "hard"\n'
    one, same, other = ([info for info, _ in study(text.format(seed)).runs] for seed in (1, 1, 2))
    assert one == same != other and len(one) == 5
    drawn = {info.puzzle for info in one}
    grades = [puzzle.grade for puzzle in Corpus(tmp_path / "some.txt") if str(puzzle) in drawn]
    assert len(grades) == 5 and all(grade.startswith("hard") for grade in grades)


def test_no_two_puzzles_share_a_name(study: Any, tmp_path: Path) -> None:
    (tmp_path / "two.txt").write_text(f"{FIG1} # same\n{named.find('lab')} # same\n")
    assert len({info.name for info, _ in study(SMALL.replace("fig1", "two.txt")).runs}) == 2


def test_the_resolved_study_is_the_same_study(study: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "two.txt").write_text(f"{FIG1}\n{named.find('lab')}\n")
    text = (
        'algorithms = ["sat", "annealing:seed=3"]\ncopies = 2\n[options]\nencoding = ["minimal", "compact"]\n'
        '[limits]\nsteps = 500\n[[puzzles]]\nfrom = ["two.txt", "fig1", "4x4"]\nsample = 2\n'
    )
    found = study(text)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    (elsewhere / "again.toml").write_text(found.resolved, "utf-8")
    again = load(elsewhere / "again.toml")
    assert [info for info, _ in again.runs] == [info for info, _ in found.runs]
    assert again.limits == found.limits and again.resolved == found.resolved
    assert tomllib.loads(found.resolved)["repetitions"] == 1


def test_a_program_needs_permission(study: Any, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def solve(puzzle):\n    yield from ()\n")
    for text in (SMALL.replace("mrv", "mine.py"), SMALL.replace("mrv", "sat:command=minisat")):
        with pytest.raises(StudyError, match="to allow that, add --programs"):
            study(text)
        found = study(text, programs=True)
        assert len(found.runs) == 1
        assert "mine.py" in found.resolved or "command=minisat" in found.resolved


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", 'has no algorithms: add algorithms = ["mrv"]'),
        ('algorithms = ["mrv"]', 'has no puzzles: add [[puzzles]] with from = ["9x9"]'),
        ("algorithms = [", "this is not TOML"),
        ("a = " + "[" * 5000, "this is not TOML"),
        ("x = 1" + "0" * 5000, "this is not TOML"),
        (SMALL + "exmple = 1", "[[puzzles]] has an unknown key 'exmple'; did you mean"),
        ("reptitions = 2\n" + SMALL, "the file has an unknown key 'reptitions'; did you mean repetitions"),
        ("zebra = 2\n" + SMALL, "the file has an unknown key 'zebra'; it may have: title, algorithms"),
        (SMALL.replace("mrv", "mvr"), "algorithms: no solver is called 'mvr'; did you mean mrv"),
        (SMALL.replace("mrv", "mrv:seed=3"), "algorithms: mrv has no option 'seed'; mrv has no options"),
        (SMALL.replace("mrv", "annealing:rounds=x"), "algorithms: the option rounds of annealing must be a"),
        (SMALL.replace("mrv", "mrv:start=r1c1=2"), "the option start of mrv is about one puzzle's cells; leave it out"),
        (SMALL.replace('["mrv"]', '"mrv"'), "algorithms in the file must be a list of texts, not 'mrv'"),
        (SMALL.replace('["mrv"]', "[1]"), "algorithms in the file must be a list of texts, not [1]"),
        ("options = {seed = 3}\n" + SMALL, "seed in [options] must be a list of values, as in seed = [1, 2, 3]"),
        ("options = {seed = [3]}\n" + SMALL, "no algorithm of the study has the option 'seed'; leave it out"),
        ("options = {seed = ['x']}\n" + SMALL.replace("mrv", "annealing"), "[options]: the option seed of annealing"),
        ("copies = -1\n" + SMALL, "copies in the file must be from 0 to 10,000, not -1"),
        ("copies = true\n" + SMALL, "copies in the file must be a whole number, not True"),
        ("repetitions = 10000000000000000000000\n" + SMALL, "repetitions in the file must be from 1 to 1,000"),
        ("limits = {steps = 0}\n" + SMALL, "steps in [limits] must be from 1 to 1,000,000,000, not 0"),
        ("limits = {seconds = nan}\n" + SMALL, "seconds in [limits] must be from 0.001 to 86,400, not nan"),
        ("limits = {seconds = inf}\n" + SMALL, "seconds in [limits] must be from 0.001 to 86,400, not inf"),
        ("limits = {seconds = '3'}\n" + SMALL, "seconds in [limits] must be a number, not '3'"),
        ("limits = 3\n" + SMALL, "limits in the file must be a table, not 3"),
        ("repetitions = 1000\ncopies = 10000\n" + SMALL, "the study has 10,001,000 runs, and at most 250,000"),
        ('algorithms = ["mrv"]\npuzzles = ["9x9"]', "puzzles in the file must be a list of tables"),
        (SMALL.replace("fig1", "nothing.txt"), "no such file: nothing.txt"),
        (SMALL.replace("fig1", "36x36"), "the program has no puzzles of 36x36; it has 4x4, 6x6, 9x9"),
        (SMALL.replace("fig1", ".."), "is a folder; name a file in it"),
        (SMALL.replace("fig1", "-"), "no such file: ./-"),
        (SMALL + 'level = "cruel"', "level in [[puzzles]] must be one of easy, medium, hard, fiendish, extreme"),
        (SMALL.replace("fig1", "16x16") + 'level = "hard"', "'16x16' has no puzzles of the level hard"),
        (SMALL.replace("fig1", "12x12") + "givens = 0.1", "'12x12' has no puzzles with at most 0.1 of the cells given"),
        (SMALL.replace("fig1", "broken.txt"), "broken.txt: line 2, column 1"),
    ],
)  # fmt: skip
def test_a_wrong_study_is_refused(text: str, said: str, study: Any, tmp_path: Path) -> None:
    (tmp_path / "broken.txt").write_text(f"{FIG1}\nnothing of a puzzle\n{FIG1}\n")
    with pytest.raises(StudyError) as refusal:
        study(text)
    assert said in str(refusal.value)
    assert len(str(refusal.value).splitlines()[0]) < 400


def test_a_missing_or_binary_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StudyError, match="it cannot be read: No such file"):
        load(tmp_path / "none.toml")
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(StudyError, match="this is not TOML"):
        load(tmp_path / "binary.toml")
    assert set(plan.OWN) >= {"4x4", "9x9", "25x25"}
