"""Tests that every stop and number in the lectures in ``assets`` is correct, and that their minutes add up."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import islice
from pathlib import Path

import pytest
from slow import slow_but

import solvers
from puzzles.corpus import named
from puzzles.puzzle import Puzzle
from solvers import Kind
from solvers.checks.exercises import EXERCISES
from solvers.external import registry
from visualizer.cli import launch
from visualizer.cli.main import main
from visualizer.files.lectures import find
from visualizer.lecture.lecture import Lecture, Slide
from visualizer.lecture.reader import load
from visualizer.lecture.stops import missing_stops
from visualizer.session.settings import Options
from visualizer.text.shell import Exit

FILES = sorted((Path(__file__).parents[3] / "assets" / "lectures").glob("*.md"))
LAB = next(path for path in FILES if path.stem == "lab")
LECTURES = [path for path in FILES if path != LAB]
MOST = 300_000
"""The number of steps after which a run is only reported as longer."""
AMOUNT = re.compile(r"(more than )?(\d[\d,]*) (step|guess|dead end)(?:e?s)?\b")
TITLES = {solvers.get(name).title: name for name in solvers.names()}


@cache
def totals(puzzle: Puzzle, solver: str) -> Counter[str]:
    """Count the steps, guesses and dead ends of a run, up to its first solution."""
    counts: Counter[str] = Counter()
    for step in islice(solvers.trace(puzzle, solver), MOST + 1):
        counts["step"] += 1
        counts["guess"] += step.kind is Kind.GUESS
        counts["dead end"] += step.kind is Kind.CONFLICT
        if step.kind is Kind.SOLVED:
            break
    return counts


def is_so(said: re.Match[str], puzzle: Puzzle, solver: str) -> bool:
    number, counted = int(said[2].replace(",", "")), totals(puzzle, solver)[said[3]]
    return counted > number if said[1] else counted == number


def sentences(slide: Slide) -> list[str]:
    """Return the sentences and list items of a slide and its notes, without its tables."""
    items, in_table = [], False
    for token in slide.tokens:
        in_table = token.type == "table_open" or (in_table and token.type != "table_close")
        items += [token.content] if token.type == "inline" and not in_table else []
    return [one for text in [*items, *slide.notes] for one in re.split(r"(?<=[.:?])\s+", text)]


def rows(slide: Slide) -> list[list[str]]:
    """Return the rows of a slide's table, with the header first."""
    table: list[list[str]] = []
    for token, within in zip(slide.tokens, [*slide.tokens[1:], None], strict=True):
        if token.type == "tr_open":
            table.append([])
        elif token.type in ("th_open", "td_open") and within is not None:
            table[-1].append(within.content.strip("`"))
    return table


def wrong_numbers(slide: Slide) -> list[str]:
    """Return the sentences and rows with a number that does not match the run they describe."""
    wrong = []
    for sentence in sentences(slide):
        named_solver = next((name for title, name in TITLES.items() if sentence.startswith(title)), "")
        for said in AMOUNT.finditer(sentence):
            scene = slide.scene
            assert scene is not None, f"nothing to check {sentence!r} with"
            wrong += [] if is_so(said, scene.puzzle, named_solver or scene.solver) else [sentence]
    header, *body = rows(slide) or [[]]
    for row in body:
        for column, cell in zip(header[1:], row[1:], strict=True):
            said, puzzle = AMOUNT.fullmatch(cell), header[0] or column
            assert said is not None, cell
            wrong += [] if is_so(said, named.find(puzzle), TITLES[row[0]]) else [f"{row[0]}, {puzzle}: {cell}"]
    return wrong


@pytest.fixture(scope="module", params=slow_but(["choosing"], [path.stem for path in FILES]))
def lecture(request: pytest.FixtureRequest) -> Lecture:
    return load(next(path for path in FILES if path.stem == request.param))


def test_there_are_three_lectures_and_a_lab_sheet() -> None:
    assert [path.stem for path in FILES] == ["backtracking", "choosing", "conflicts", "lab"]


def test_the_lab_sheet_has_each_exercise_and_how_to_check_it() -> None:
    slides = {slide.title: slide for slide in load(LAB).slides}
    for number, exercise in EXERCISES.items():
        slide = slides[f"{number}. {exercise.title}"]
        text = "\n".join(token.content for token in slide.tokens)
        assert f"solvescope test-solver mine.py --exercise {number}\n" in text
        assert "**Watch**" in text and "**Think:**" in text and "The question:" in slide.notes[0]


def test_the_file_to_start_from_is_a_solver(tmp_path: Path) -> None:
    tokens = [token for slide in load(LAB).slides for token in slide.tokens]
    (code,) = [token.content for token in tokens if token.type == "fence" and token.info == "python"]
    path = tmp_path / "mine.py"
    path.write_text(code, "utf-8")
    kinds = [step.kind for step in registry.load(path).run(named.find("fig1"))]
    assert [kind for kind in kinds if kind is not Kind.PENDING] == [Kind.GAVE_UP]


def test_nothing_in_them_is_wrong(lecture: Lecture) -> None:
    assert not lecture.mistakes and not missing_stops(lecture)


def test_every_number_is_that_of_the_run(lecture: Lecture) -> None:
    assert not [words for slide in lecture.slides for words in wrong_numbers(slide)]


def test_a_wrong_number_is_noticed() -> None:
    choosing = load(next(path for path in FILES if path.stem == "choosing"))
    told = [said for slide in choosing.slides for one in sentences(slide) for said in AMOUNT.findall(one)]
    assert len(told) >= 4, "the sentences are read"
    table = next(slide for slide in choosing.slides if rows(slide))
    assert len(rows(table)) == 4 and not wrong_numbers(table)
    for token in table.tokens:
        token.content = token.content.replace("520 steps", "521 steps")
    assert wrong_numbers(table) == ["Elimination, fig1: 521 steps"]


@pytest.mark.parametrize("path", LECTURES, ids=[path.stem for path in LECTURES])
def test_it_takes_fifteen_minutes(path: Path) -> None:
    minutes = [re.match(r"(\d+) minutes?\.", " ".join(slide.notes)) for slide in load(path).slides]
    assert all(minutes) and sum(int(one[1]) for one in minutes if one) == 15


def test_it_goes_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert find("choosing") == next(path for path in FILES if path.stem == "choosing")
    assert main(["lecture", "choosng"]) == Exit.BAD_INPUT
    assert "did you mean choosing?" in capsys.readouterr().err


def test_its_file_is_presented_whatever_command_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Options] = []
    monkeypatch.setattr(launch, "start", lambda options, *rest: started.append(options) or 0)
    monkeypatch.setattr(launch, "has_display", lambda: True)
    for words in (["present", "choosing"], [str(find("choosing"))]):
        assert main(words) == Exit.DONE
    assert [options.modes["present"].path.stem for options in started] == ["choosing", "choosing"]


def test_a_command_that_takes_a_puzzle_says_how_to_present_a_lecture(capsys: pytest.CaptureFixture[str]) -> None:
    path = find("choosing")
    for words in (["solve", str(path)], ["count", str(path)], ["random", "--corpus", str(path)]):
        assert main(words) == Exit.BAD_INPUT
        assert capsys.readouterr().err.endswith(f"is a lecture, not a puzzle: 'solvescope present {path}' shows it\n")
