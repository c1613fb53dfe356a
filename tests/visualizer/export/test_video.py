"""Tests that a decoder reads back a film with the right length, pictures and colours."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from slow import few_of, slow_but

import solvers
from puzzles.corpus import named
from solvers.core.step import Kind
from visualizer.cli.main import main
from visualizer.export.recording import RecordError, record
from visualizer.export.video import TITLE
from visualizer.narration.director import reading_time
from visualizer.session.settings import RecordOptions, RecordProgress
from visualizer.style import theme as themes

FIG1 = named.find("fig1")
SOLVED = "Solved: every row, column and box holds each digit once."
SIZE = (481, 271)
"""An odd size, which the formats do not support."""


def av():
    """Return the decoder, or skip the test if it is not installed."""
    return pytest.importorskip("av", reason="films need the package av: pip install av")


def options(tmp_path: Path, **changes: object) -> RecordOptions:
    usual = RecordOptions(FIG1, tmp_path / "run.mp4", "mrv", 0, 54, SIZE, speed=30.0, fps=10)
    return replace(usual, **changes)  # type: ignore[arg-type]


def film(path: Path) -> tuple[list[np.ndarray], float]:
    """Return a film's pictures, and its length in seconds."""
    with av().open(str(path)) as container:
        pictures = [frame.to_ndarray(format="rgb24").astype(int) for frame in container.decode(video=0)]
        return pictures, float(container.duration / 1e6)


def still(tmp_path: Path, position: int, theme: str) -> np.ndarray:
    """Return the picture at a position, as it would be saved as a PNG."""
    even = (SIZE[0] + 1, SIZE[1] + 1)
    record(options(tmp_path, output=tmp_path / "still.png", first=position, size=even, theme=theme))
    with Image.open(tmp_path / "still.png") as image:
        return np.asarray(image.convert("RGB")).astype(int)


KINDS = [(".mp4", "light"), (".mp4", "dark"), (".webm", "light")]


@pytest.mark.parametrize(("ending", "theme"), slow_but(KINDS[1:2], KINDS))
def test_a_film_begins_with_its_title_and_ends_with_the_windows_own_picture(
    tmp_path: Path, ending: str, theme: str
) -> None:
    av()
    count = record(options(tmp_path, output=tmp_path / f"run{ending}", theme=theme))
    pictures, seconds = film(tmp_path / f"run{ending}")
    assert len(pictures) == count == pytest.approx((TITLE + 54 / 30 + reading_time(SOLVED)) * 10, abs=1)
    assert seconds == pytest.approx(count / 10, abs=0.11)
    title, last, expected = pictures[0], pictures[-1], still(tmp_path, 54, theme)
    assert last.shape == expected.shape and np.abs(last - expected).mean() < 4
    assert np.abs(np.median(last - expected, axis=(0, 1))).max() <= 2, "the colours are those of the theme"
    assert np.abs(title[2, 2] - themes.load(theme).background).max() <= 3
    assert np.abs(title - expected).mean() > 10
    subtitles = {".mp4": "run.vtt", ".webm": "run.webm.vtt"}[ending]
    assert {path.name for path in tmp_path.iterdir()} == {f"run{ending}", subtitles, "still.png"}


def test_a_player_can_begin_before_it_has_the_whole_film(tmp_path: Path) -> None:
    av()
    record(options(tmp_path, size=(320, 240)))
    whole = (tmp_path / "run.mp4").read_bytes()
    assert 0 < whole.index(b"moov") < whole.index(b"mdat")


def test_a_film_takes_the_seconds_that_were_asked_for_and_says_at_which_tempo(tmp_path: Path) -> None:
    av()
    said: list[str] = []
    for ending, solver in ((".mp4", "mrv"), (".gif", "backtracking")):
        path = tmp_path / f"run{ending}"
        asked = options(tmp_path, output=path, last=None, seconds=6.0, solver=solver, size=(320, 240))
        count = record(asked, note=said.append)
        shown = count / 10 if ending == ".mp4" else count / 10 - 0.1 + 1.5
        assert shown == pytest.approx(6, abs=0.2), ending
    words = r"shown at [\d.e+]+ times the usual tempo, to take 6 seconds"
    assert len(said) == 2 and all(re.fullmatch(words, one) for one in said)


def test_the_pictures_of_a_directed_film_are_estimated_from_the_first_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    av()
    monkeypatch.setattr("visualizer.export.camera.SLICE", 0.0)
    told: list[RecordProgress] = []
    asked = options(tmp_path, last=None, speed=None, size=(320, 240), fps=5)
    count = record(asked, tell=told.append)
    amounts = [one.outlook.amount for one in told if one.outlook]
    assert len(amounts) > count / 2 and all(amount == pytest.approx(count, abs=3) for amount in amounts)


def test_a_film_holds_at_conflicts_and_says_why(tmp_path: Path) -> None:
    av()
    steps = list(solvers.trace(FIG1, "backtracking"))
    conflict = next(i for i, step in enumerate(steps, 1) if step.kind in (Kind.CONFLICT, Kind.LEARN))
    asked = options(tmp_path, solver="backtracking", first=conflict - 1, last=conflict + 20, title=False, speed=None)
    record(asked)
    ((start, end, said),) = re.findall(r"([\d:.]+) --> ([\d:.]+)\n(Dead end.*)", (tmp_path / "run.vtt").read_text())
    assert float(end[6:]) - float(start[6:]) >= 0.3 + len(said) / 17


@pytest.mark.slow
def test_without_options_a_film_can_be_read(tmp_path: Path) -> None:
    av()
    record(RecordOptions(FIG1, tmp_path / "run.mp4", "mrv", size=SIZE, fps=5))
    _, seconds = film(tmp_path / "run.mp4")
    assert 20 <= seconds <= 60
    for start, end, said in re.findall(r"([\d:.]+) --> ([\d:.]+)\n(.*)", (tmp_path / "run.vtt").read_text("utf-8")):
        assert float(end[6:]) - float(start[6:]) >= min(1.5, 0.3 + len(said) / 17), said


SPANS = [(0, 130), (100, 130), (100, None), (310, 330), (318, 320)]


@pytest.mark.parametrize(("first", "last"), slow_but(SPANS[1:2], SPANS))
def test_a_span_that_begins_or_ends_within_a_beat_can_be_read(tmp_path: Path, first: int, last: int | None) -> None:
    av()
    asked = options(tmp_path, solver="elimination", first=first, last=last, title=False, speed=None, fps=20)
    record(asked)
    cues = re.findall(r"([\d:.]+) --> ([\d:.]+)\n(.*)", (tmp_path / "run.vtt").read_text("utf-8"))
    assert len(cues) >= 2
    for start, end, said in cues:
        assert float(end[6:]) - float(start[6:]) >= 0.3 + len(said) / 17 - 1 / 20, said


def test_a_short_film_is_mostly_the_run(tmp_path: Path) -> None:
    av()
    lengths = ((5.0, 0.0), (12.0, 1.2), (30.0, 1.5))
    for seconds, title in few_of(lengths[:2], lengths):
        record(options(tmp_path, solver="elimination", first=0, last=None, seconds=seconds, speed=None, fps=10))
        cues = re.findall(r"([\d:.]+) --> ([\d:.]+)\n(.*)", (tmp_path / "run.vtt").read_text("utf-8"))
        shown = sum(float(end[6:]) - float(start[6:]) for start, end, said in cues if said == "Elimination.")
        assert shown == pytest.approx(title)
        assert float(cues[-1][1][6:]) == pytest.approx(seconds)
        assert float(cues[-1][1][6:]) - float(cues[-1][0][6:]) <= max(0.3 * seconds, 4)


def test_subtitles_begin_with_the_title_and_end_with_the_film(tmp_path: Path) -> None:
    av()
    count = record(options(tmp_path, speed=5.0))
    text = (tmp_path / "run.vtt").read_text("utf-8")
    assert text.startswith("WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nFewest candidates first.\n")
    last = re.findall(r"--> 00:00:([\d.]+)", text)[-1]
    assert float(last) == pytest.approx(count / 10)


def test_two_films_of_one_name_keep_their_own_subtitles(tmp_path: Path) -> None:
    av()
    record(options(tmp_path, last=10, size=(320, 240)))
    of_mp4 = (tmp_path / "run.vtt").read_bytes()
    record(options(tmp_path, output=tmp_path / "run.webm", solver="backtracking", last=10, size=(320, 240)))
    assert (tmp_path / "run.vtt").read_bytes() == of_mp4
    assert b"Backtracking" in (tmp_path / "run.webm.vtt").read_bytes()


def test_panes_symbols_themes_and_buttons_are_as_asked_for(tmp_path: Path) -> None:
    asked = [
        {}, {"panes": ()}, {"panes": ("tree",)}, {"panes": ("tree", "statistics")}, {"symbols": "shapes"},
        {"theme": "dark"}, {"clean": False},
    ]  # fmt: skip
    seen = set()
    for changes in asked:
        record(options(tmp_path, output=tmp_path / "a.png", first=20, size=(960, 540), **changes))
        seen.add((tmp_path / "a.png").read_bytes())
    assert len(seen) == len(asked)


def test_stopping_leaves_what_was_there_before(tmp_path: Path) -> None:
    av()

    def stop(stage: object) -> None:
        if getattr(stage, "pictures", 0) > 3:
            raise KeyboardInterrupt

    for name in ("run.mp4", "run.vtt"):
        (tmp_path / name).write_bytes(b"old")
    with pytest.raises(KeyboardInterrupt):
        record(options(tmp_path), tell=stop)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"run.mp4": b"old", "run.vtt": b"old"}


@pytest.mark.parametrize("ending", [".mp4", ".webm"])
def test_a_disk_that_is_full_leaves_no_film_and_says_so(
    tmp_path: Path, ending: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    av()
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # Python would write half of a compiled file
    out = tmp_path / f"run{ending}"
    resource = pytest.importorskip("resource", reason="limits of POSIX systems")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2000, limits[1]))  # Python ignores the signal
    try:
        with pytest.raises(OSError, match="File too large") as told:
            record(options(tmp_path, output=out))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert told.value.filename == str(out) and not list(tmp_path.iterdir())


def test_without_the_package_a_film_is_refused_before_any_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("visualizer.export.recording.find_spec", lambda name: None)
    monkeypatch.setattr("visualizer.export.recording.Session", None)
    with pytest.raises(RecordError, match=r"a \.webm file needs the package av; install it with: pip install av"):
        record(options(tmp_path, output=tmp_path / "run.webm"))
    assert main(["record", "fig1", "-o", str(tmp_path / "run.mp4")]) == 2
    assert "pip install av" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_the_package_is_not_imported_until_a_film_is_written() -> None:
    code = "import sys, visualizer.export.video; sys.exit('av' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True).returncode == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-o", "{}/a.gif", "--panes", "codes"], "did you mean code"),
        (["-o", "{}/a.png", "--seconds", "9"], "--seconds does not apply"),
        (["-o", "{}/a.gif", "--seconds", "1"], "5 to 3600 seconds"),
        (["-o", "{}/a.gif", "--seconds", "9", "--speed", "5"], "not allowed with argument"),
        (
            ["-o", "{}/there.mp4"],
            "there.vtt already exists, and the subtitles of there.mp4 would replace it: give the film",
        ),
    ],
)
def test_what_cannot_be_recorded_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    (tmp_path / "there.vtt").write_text("mine")
    try:
        code = main(["record", "fig1", *(one.format(tmp_path) for one in arguments)])
    except SystemExit as end:
        code = int(end.code or 0)
    assert code == 2 and message in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["there.vtt"]
