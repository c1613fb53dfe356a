"""Tests that a lecture is read slide by slide, and that a mistake is reported with its line without hiding the rest."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import solvers
from puzzles.bounds import BoundsError
from puzzles.corpus import named
from solvers.core.step import Kind, Step
from visualizer.cli.main import main
from visualizer.lecture.lecture import EVENTS, SlideScene, Stop
from visualizer.lecture.reader import UNSHOWN, load, read, unwrapped
from visualizer.lecture.stops import StopError, begun, missing_stops, positions
from visualizer.session.run_spec import RunSpec

GOOD = """\
---
title: Why guessing needs care
---
# Backtracking is blind

It tries the digits in order. <!-- Slowly. -->

```solvescope
puzzle = "mine.txt"
solver = "annealing"
options = { seed = 7 }
at = 2
stops = [5, { at = 9, name = "Warm" }]
speed = 4
granularity = "changes"
panes = ["code"]
ask = 3
```
<!--
2 minutes.

Whose fault is it?
-->
right above
---

| a | b |
| --- | --- |
| 1 | 2 |
"""
FAULTY = """\
---
title: Faults
autor: me
---
# One <b>bold</b> word <!-- a note -->

```solvescope
puzzle = "fig9"
solver = "mvr"
stpos = [10]
```
---
# Stops
```solvescope
puzzle = "fig1"
panes = ["cod"]
options = { sed = 1 }
speed = 0
ask = -1
stops = [
  10,
  # a comment
  "gess",
  { at = "guess", nam = "x" },
  5,
  "learn",
  "end",
]
```
```solvescope
puzzle = "fig1"
```
---
```solvescop
puzzle = "deep-2"
```
<div>hello</div>

![x](nothing.png) ![y](https://example.org/x.png)
```solvescope
puzzle = "fig1"
stops = [1
```
---
```solvescope
solver = "mine.py"
```
---
```solvescope
puzzle = "-"
```
---
```solvescope
puzzle = "fig1"
solver = "sat"
options = { command = "minisat" }
ask = ["where-bak"]
```
---
Last.
<!-- unfinished
"""
TOLD = {
    3: "did you mean author?",
    5: "HTML",
    8: "did you mean fig1",
    9: "did you mean mrv?",
    10: "did you mean stops",
    16: "did you mean code",
    17: "sed",
    18: "speed",
    19: "ask",
    23: "did you mean guess?",
    24: "'nam'",
    25: "comes before the previous one, which is at step 10",
    26: "there is no learn after step 10",
    30: "a slide shows one run",
    34: "did you mean solvescope?",
    37: "HTML",
    39: "beside the lecture",
    42: "not TOML",
    45: 'needs a puzzle, as in puzzle = "fig1"',
    46: "runs no program",
    50: "there is no puzzle '-'",
    56: "runs no program",
    57: "did you mean where-back",
    61: "does not end",
}
"""The message for each faulty line."""


def test_a_lecture_is_read_whole(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text(str(named.find("fig1")))
    lecture = read(GOOD, tmp_path)
    assert lecture.mistakes == () and lecture.title == "Why guessing needs care"
    first, second = lecture.slides
    assert (first.title, first.notes) == ("Backtracking is blind", ("Slowly.", "2 minutes.\n\nWhose fault is it?"))
    assert second.title == "" and second.tokens and second.stops == () and second.line == 26
    assert first.scene is not None and first.scene.puzzle == named.find("fig1")
    assert first.scene == SlideScene(
        first.scene.puzzle, "annealing", (Stop(2, "", 12), Stop(5, "", 13), Stop(9, "Warm", 13)), {"seed": 7}, 4.0,
        ("code",), 3, 8, granularity="changes",
    )  # fmt: skip
    assert [str(stop) for stop in first.stops] == ["step 2", "step 5", "Warm"]


def test_every_mistake_is_told_with_its_line_and_the_rest_still_shows() -> None:
    lecture = read(FAULTY)
    told: dict[int, str] = {}
    for line, message in [*lecture.mistakes, *missing_stops(lecture)]:
        told[line] = f"{told.get(line, '')} {message}"
    assert {line: said for line, said in TOLD.items() if said not in told.get(line, "")} == {}, told
    assert set(told) == set(TOLD), told
    assert [bool(slide.scene) for slide in lecture.slides] == [False, True, False, False, False, True, False]
    texts = ["".join(token.content for token in slide.tokens if token.type == "inline") for slide in lecture.slides]
    assert [bool(text) for text in texts] == [True, True, True, True, True, False, True]
    assert [UNSHOWN in text for text in texts] == [True, False, True, True, True, False, False]
    assert lecture.slides[0].title == "One bold word" and lecture.slides[0].notes == ("a note",)
    scene = lecture.slides[1].scene
    assert scene and [stop.at for stop in scene.stops] == [0, 10, 5, "learn", "end"]


@given(st.text(st.sampled_from("-\n`# <>!|[]()=\"'{}ab1:") | st.characters(), max_size=300), st.integers(0, 400))
def test_any_text_is_a_lecture_or_says_where_it_is_wrong(noise: str, at: int) -> None:
    for text in (noise, FAULTY[:at] + noise + FAULTY[at:]):
        lecture = read(text)
        assert lecture.slides and lecture.title
        assert all(
            1 <= line <= len(re.split(r"\r\n?|\n", text)) + 1 and "\n" not in said for line, said in lecture.mistakes
        )


@pytest.mark.parametrize(
    ("puzzle", "solver", "later"), [("fig1", "backtracking", "conflict"), ("minimal-9-1", "cdcl", "learn")]
)
def test_a_stop_is_the_next_event_of_its_kind(puzzle: str, solver: str, later: str) -> None:
    stops = [Stop("guess"), Stop("conflict"), Stop(later), Stop("backtrack"), Stop(510), Stop("end")]
    scene = SlideScene(named.find(puzzle), solver, (Stop(3), *stops, Stop("guess")))
    (timeline,) = runs = begun(scene)
    try:
        *found, beyond = positions(runs, scene)
        assert isinstance(beyond, StopError) and "there is no guess after" in str(beyond)
        after, kinds = 3, [None, *(timeline.step(p).kind for p in range(1, timeline.length + 1))]
        for stop, there in zip(stops, found[1:], strict=True):
            assert isinstance(there, int) and there >= after
            if isinstance(stop.at, str) and stop.at in EVENTS:
                assert kinds[there] is EVENTS[stop.at] and EVENTS[stop.at] not in kinds[after + 1 : there]
            after = there
        assert kinds[after] is Kind.SOLVED and found[0] == 3 and found[-2] == 510
    finally:
        timeline.close()


def test_the_command_tells_all_mistakes_and_its_exit_code_says_whether_there_are_any(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.txt").write_text(str(named.find("fig1")))
    good, faulty = tmp_path / "good.md", tmp_path / "faulty.md"
    good.write_text(GOOD)
    faulty.write_text(FAULTY)
    assert main(["lecture", str(good), "--check"]) == 0
    out, err = capsys.readouterr()
    assert out == "Why guessing needs care: 2 slides, 1 run and 3 stops, without mistakes\n" and not err
    assert main(["lecture", str(faulty), "--check"]) == 1
    out, err = capsys.readouterr()
    assert not out and {int(line.split(": line ")[1].split(":")[0]) for line in err.splitlines()} == set(TOLD)
    assert load(good).title == read(GOOD).title
    assert main(["lecture", str(tmp_path / "none.md")]) == 2


RACES = """\
```solvescope
puzzle = "fig1"
solvers = ["backtracking", "elimination", "mrv"]
stops = ["guess", 30, "solved", 500, "end"]
```
---
```solvescope
puzzle = "fig1"
solvers = ["mrv"]
ask = 3
```
---
```solvescope
puzzle = "fig1"
solvers = ["mrv", "annealing:sed=3"]
```
---
```solvescope
puzzle = "fig1"
solvers = ["mrv", "elimination"]
stops = ["learn", 521]
```
"""


def test_a_race_stops_where_any_lane_does_and_ends_with_the_last() -> None:
    lecture = read(RACES)
    scene = lecture.slides[0].scene
    assert scene is not None and [one.solver for one in scene.runs] == ["backtracking", "elimination", "mrv"]
    runs = begun(scene)
    try:
        lengths = [len(list(solved_by(scene, one))) for one in scene.runs]
        assert positions(runs, scene) == [0, 2, 30, min(lengths), 500, max(lengths)]
    finally:
        runs.close()
    told = [f"{line} {message}" for line, message in sorted([*lecture.mistakes, *missing_stops(lecture)])]
    expected = (
        "9 a race has 2 to 4",
        "10 a race has no ask",
        "15 .* 'sed'",
        "21 .* past the end",
        "21 there is no learn",
    )
    assert all(re.match(words, said) for words, said in zip(expected, told, strict=True)), told


def test_a_further_solution_is_looked_for_and_the_end_is_then_that_of_the_search() -> None:
    wanted = tuple(map(Stop, ("solved", "solved", "solved", "end")))
    for puzzle, last in (("three", slice(None)), ("fig1", slice(2))):
        kinds = [step.kind for step in solvers.trace(named.find(puzzle), "mrv")]
        solved = [at for at, kind in enumerate(kinds, 1) if kind is Kind.SOLVED]
        scene = SlideScene(named.find(puzzle), "mrv", wanted[last])
        runs = begun(scene)
        try:
            found = positions(runs, scene)
        finally:
            runs.close()
        told = f"there is no solved after step {solved[0]}: the run has {len(kinds)} steps"
        assert list(map(str, found)) == list(map(str, [*solved, len(kinds) if puzzle == "three" else told]))


def solved_by(scene: SlideScene, one: RunSpec) -> Iterator[Step]:
    """Yield the steps of a run up to its first solution."""
    for step in solvers.trace(scene.puzzle, one.solver, **dict(one.options)):
        yield step
        if step.kind is Kind.SOLVED:
            return


def test_a_note_is_wrapped_for_its_window_and_keeps_the_lines_that_are_meant() -> None:
    wrapped = "Stop 1: " + "why " * 20 + "not\n1 in this cell?\nStop 2: go on.\n\nAt last."
    assert unwrapped(wrapped) == "Stop 1: " + "why " * 20 + "not 1 in this cell?\nStop 2: go on.\n\nAt last."
    assert unwrapped("One.\nTwo.") == "One.\nTwo."


def test_a_wrong_puzzle_or_solver_hides_no_other_mistake(tmp_path: Path) -> None:
    fields = 'at = -1\nspeed = "fast"\ngranularity = "digit"\npanes = ["foo"]\nstops = [{}]\nask = ["nothing"]'
    for wrong in ('puzzle = "figg"', 'puzzle = "fig1"\nsolver = "nosuch"'):
        lecture = read(f"# Here\n```solvescope\n{wrong}\n{fields}\n```\n", tmp_path)
        start = 3 + wrong.count("\n")
        assert [mistake.line for mistake in lecture.mistakes] == [start, *range(start + 1, start + 7)]
        assert "a stop in braces says where it is" in lecture.mistakes[5].message


def test_a_file_that_is_no_lecture_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.md"
    for data, words in ((b"", "nothing to show"), (b"\n\n", "nothing to show"), (b"PK\3\4\0\0# Here\n", "not text")):
        path.write_bytes(data)
        with pytest.raises(BoundsError, match=words):
            load(path)
    path.write_bytes(b"# Here\n\ncaf\xe9\n")
    (mistake,) = load(path).mistakes
    assert mistake.line == 3 and "UTF-8" in mistake.message


def test_the_values_at_the_top_are_known_and_end() -> None:
    tops = {
        "title: X\nfoo: 1\n---": ("X", {3}),
        "title: X": ("X", {2}),
        "date: today\nkind: y\n": ("A", {3}),
        "": ("Lecture", set()),
        "Note: this is text.\n": ("Lecture", set()),
    }
    for top, (title, lines) in tops.items():
        lecture = read(f"---\n{top}\n\n# A\n\ntext\n\n---\n\n# B\n")
        assert lecture.title == title and lecture.slides[-1].title == "B", top
        assert {line for line, _ in lecture.mistakes} == lines, (top, lecture.mistakes)
        assert any(slide.title == "A" for slide in lecture.slides), top


def test_all_wrong_options_are_told_and_the_others_are_kept() -> None:
    scene = 'puzzle = "fig1"\nsolver = "annealing"\noptions = { seed = "a", rounds = 5, foo = 3 }\n'
    lecture = read(f"```solvescope\n{scene}```\n")
    assert [("seed" in said[:20], "'foo'" in said) for _, said in lecture.mistakes] == [(False, True), (True, False)]
    assert lecture.slides[0].scene is not None and lecture.slides[0].scene.options == {"rounds": 5}
