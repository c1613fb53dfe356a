"""Tests that the recorder writes the window's own pictures at the right times, and never leaves an incomplete file."""

from __future__ import annotations

import io
import re
import time
import weakref
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby, islice
from pathlib import Path

import numpy as np
import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageSequence
from sat_runs import without
from slow import slow_but

import solvers
from puzzles import Puzzle, writing
from puzzles.corpus import named
from solvers.core.step import Kind
from visualizer.cli.main import main
from visualizer.export.camera import STEPS_AHEAD, Pixels
from visualizer.export.raster import LAST_PICTURE, ColourTable, Gif, palette_of
from visualizer.export.recording import RecordError, RecordProgress, record
from visualizer.files.saved_view import View
from visualizer.scene.scene import Scene
from visualizer.session.checked_view import check
from visualizer.session.session import Session
from visualizer.session.settings import RecordOptions
from visualizer.style import theme as themes
from visualizer.style.theme import Symbols, colour
from visualizer.text.spans import plain
from visualizer.timeline.condition import Grain
from visualizer.timeline.timeline import SHARED, Timeline
from visualizer.timeline.transport import Motion
from visualizer.toolkit.layout import WindowLayout
from visualizer.window.frame import Picture

FIG1 = named.find("fig1")
SIZE = (480, 270)
VARIED = ["mrv", "cdcl", "sat", "annealing"]
"""Solvers with very different pictures."""


def options(tmp_path: Path, **changes: object) -> RecordOptions:
    usual = RecordOptions(FIG1, tmp_path / "out.gif", "elimination", 100, 130, SIZE, speed=60.0, fps=20)
    return replace(usual, **changes)  # type: ignore[arg-type]


def frames(path: Path) -> list[np.ndarray]:
    """Return the frames as they are displayed, each on top of the earlier ones."""
    with Image.open(path) as image:
        return [np.asarray(frame.convert("RGB")).astype(int) for frame in ImageSequence.Iterator(image)]


def times(path: Path) -> list[int]:
    """Return the milliseconds of each frame."""
    with Image.open(path) as image:
        return [frame.info["duration"] for frame in ImageSequence.Iterator(image)]


def painted(position: int, theme: str = "light") -> np.ndarray:
    """Return the window's picture of a run that is recorded up to a step."""
    session = Session(FIG1, None, "elimination")
    while not session.timeline.reach(position, float, 0.0):
        pass
    session.player.grain = Grain.EVERY
    session.player.to(position)
    surface = pygame.Surface(SIZE)
    Picture(theme, film=True).paint(surface, session)
    session.close()
    return np.asarray(pygame.surfarray.array3d(surface)).swapaxes(0, 1).astype(int)


@pytest.mark.parametrize("size", [(320, 240), SIZE, (640, 360)])
def test_what_does_not_fit_a_small_picture_is_left_out(size: tuple[int, int]) -> None:
    session, surface, before = Session(FIG1, None, "elimination"), pygame.Surface(size), Picture("light", film=True)
    while not session.timeline.reach(520, float, 0.0):
        pass
    panel, foot = before.layout.of(size, controls_shown=False).panel, pygame.Rect(0, size[1] - 4, size[0], 4)
    for position in (0, 300, 520):
        session.player.to(position)
        shown = []
        for picture in (before, Picture("light", film=True)):
            picture.paint(surface, session)
            shown.append(pygame.surfarray.array3d(surface.subsurface(panel)))
            assert (pygame.surfarray.array2d(surface.subsurface(foot)) == surface.get_at_mapped(foot.topleft)).all()
        assert np.array_equal(shown[0], shown[1])
        assert picture._side.top <= panel.bottom
    session.close()


def board_of(picture: np.ndarray) -> np.ndarray:
    rect = WindowLayout.of((picture.shape[1], picture.shape[0]), controls_shown=False).board
    return picture[rect.top : rect.bottom, rect.left : rect.right]


def steps(count: int) -> list[solvers.Step]:
    return list(islice(solvers.trace(FIG1, "elimination"), count))


def test_a_recording_is_an_animated_gif_that_repeats(tmp_path: Path) -> None:
    count = record(options(tmp_path))
    with Image.open(tmp_path / "out.gif") as image:
        assert (image.format, image.size, image.n_frames, image.info["loop"]) == ("GIF", SIZE, count, 0)
    assert count == pytest.approx(30 / 60 * 20, abs=2), "steps, by steps per second, by frames per second"
    assert [path.name for path in tmp_path.iterdir()] == ["out.gif"]


@pytest.mark.parametrize("fps", slow_but([15, 25], [10, 15, 20, 24, 25, 30]))
def test_each_frame_stays_its_share_of_a_second_and_the_last_one_longer(tmp_path: Path, fps: int) -> None:
    record(options(tmp_path, fps=fps))
    *most, last = times(tmp_path / "out.gif")
    assert last >= LAST_PICTURE * 1000, "until its caption can be read"
    assert sum(most) == pytest.approx(len(most) * 1000 / fps, abs=10), "a GIF counts in hundredths of a second"
    assert max(most) - min(most) <= 10


@pytest.mark.parametrize("theme", themes.names())
def test_first_and_last_frame_are_the_windows_own_pictures(tmp_path: Path, theme: str) -> None:
    record(options(tmp_path, theme=theme))
    shown = frames(tmp_path / "out.gif")
    for frame, position in ((shown[0], 100), (shown[-1], 130)):
        difference = np.abs(board_of(frame) - board_of(painted(position, theme=theme))).max(axis=2)
        assert difference.mean() < 2 and np.percentile(difference, 99) < 40
    assert np.abs(board_of(shown[0]) - board_of(shown[-1])).max() > 100, "something happens in between"


def test_what_stands_on_the_board_in_the_last_frame_is_the_solution(tmp_path: Path) -> None:
    record(options(tmp_path, first=0, last=None, speed=2000.0, fps=10))
    length = next(i for i, step in enumerate(steps(10_000), 1) if step.kind.name == "SOLVED")
    difference = np.abs(board_of(frames(tmp_path / "out.gif")[-1]) - board_of(painted(length))).max(axis=2)
    assert difference.mean() < 2 and np.percentile(difference, 99) < 40


@pytest.mark.parametrize("theme", themes.names())
def test_only_colours_of_the_palette_are_used(tmp_path: Path, theme: str) -> None:
    record(options(tmp_path, theme=theme))
    palette = set(palette_of(themes.load(theme)).colours)
    assert len(palette) <= 255
    for frame in frames(tmp_path / "out.gif"):
        assert {tuple(colour.to_bytes(3)) for colour in np.unique(frame @ (1 << 16, 1 << 8, 1)).tolist()} <= palette


def test_by_digits_there_is_a_picture_for_each_digit(tmp_path: Path) -> None:
    digits = sum(step.kind is not Kind.ELIMINATE for step in steps(340))
    drawn = record(options(tmp_path, first=0, last=340, grain="digits", fps=6, speed=6.0))
    assert 5 < digits <= drawn <= digits + 5, "besides, the start, and a rest at the first digit"


def test_unchanged_pixels_are_stored_once(tmp_path: Path) -> None:
    record(options(tmp_path))
    one, all_of_it = tmp_path / "one.gif", tmp_path / "out.gif"
    count = record(options(tmp_path, output=one, last=100))
    assert count == 1
    assert all_of_it.stat().st_size < 0.5 * len(times(all_of_it)) * one.stat().st_size


def test_the_same_options_give_the_same_file(tmp_path: Path) -> None:
    one, other = tmp_path / "one.gif", tmp_path / "other.gif"
    record(options(tmp_path, output=one))
    record(options(tmp_path, output=other))
    assert one.read_bytes() == other.read_bytes()


def test_a_span_past_the_end_of_the_run_is_cut_there(tmp_path: Path) -> None:
    record(options(tmp_path, last=10**9, speed=3000.0))
    cut = (tmp_path / "out.gif").read_bytes()
    record(options(tmp_path, last=None, speed=3000.0))
    assert (tmp_path / "out.gif").read_bytes() == cut


@pytest.mark.parametrize("solver", slow_but(VARIED, solvers.names()))
def test_every_solver_can_be_recorded(tmp_path: Path, solver: str) -> None:
    assert record(options(tmp_path, solver=solver, first=0, last=40)) >= 1


@pytest.mark.parametrize("name", ["misprint", "complete", "blank", "minimal-4", "side-16"])
def test_unusual_puzzles_can_be_recorded(tmp_path: Path, name: str) -> None:
    assert record(options(tmp_path, puzzle=named.find(name), first=0, last=25)) >= 1
    assert len(frames(tmp_path / "out.gif")) >= 1


# What is in a picture


def scenes(solver: str) -> Iterator[tuple[Picture, str]]:
    """Yield the film's pictures and captions at the start, in the middle of a fast run, and at its end."""
    picture, surface = Picture("light", film=True), pygame.Surface((960, 540), depth=32)
    session = Session(FIG1, None, solver, speed=1000.0)
    for act in (lambda: None, session.player.play, session.player.pause, session.player.end):
        act()
        end = time.monotonic() + 60
        player = session.player
        while player.mode is Motion.SEEKING or (player.mode is Motion.PLAYING and not player.position):
            session.tick(0.05, time.perf_counter, 0.1)
            assert time.monotonic() < end
        picture.paint(surface, session)
        scene = picture.scene(session)
        yield picture, f"{plain(scene.caption)} {scene.title} {scene.subtitle}"
    session.close()


@pytest.mark.parametrize(
    "solver", slow_but(VARIED[:3], [name for name in solvers.names() if not solvers.get(name).exhaustive])
)
def test_no_picture_has_a_button_a_tab_or_a_word_about_keys(solver: str) -> None:
    keys = re.compile(r"\b(Press|Pause|Space|Enter|Esc|Running at|Ctrl|F\d+)\b")
    for picture, words in scenes(solver):
        assert not picture.controls.rects and not picture.column.tabs and picture.column.pad is None
        assert picture.layout.controls.height == 0
        assert not keys.search(words), words


def test_a_picture_that_stays_never_holds_a_flash(tmp_path: Path) -> None:
    conflict = next(i for i, step in enumerate(steps(10_000), 1) if step.kind is Kind.CONFLICT)
    calm = painted(conflict)
    for name, first in (("still.png", conflict), ("run.gif", conflict - 3)):
        record(options(tmp_path, output=tmp_path / name, first=first, last=conflict))
        difference = np.abs(board_of(frames(tmp_path / name)[-1]) - board_of(calm)).max(axis=2)
        assert difference.mean() < 2 and np.percentile(difference, 99.5) < 40, name


def test_what_is_known_of_the_run_is_the_same_from_the_first_picture_to_the_last(tmp_path: Path) -> None:
    record(options(tmp_path, first=100, last=130, speed=5.0))
    strip = WindowLayout.of(SIZE, controls_shown=False).strip
    foot = [frame[strip.bottom - 4 : strip.bottom, strip.left :] for frame in frames(tmp_path / "out.gif")]
    assert len(foot) > 25 and all((one == foot[0]).all() for one in foot)


# The file


def test_a_picture_of_a_run_without_an_end_needs_no_end(tmp_path: Path) -> None:
    endless = Puzzle.parse("..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9")
    view = check(View(writing.shortest(endless), "backtracking", position=50), tmp_path)

    def tell(stage: RecordProgress) -> None:
        assert stage.steps <= 50 + STEPS_AHEAD

    pictures = []
    for first, seen in ((50, None), (None, view)):
        for ending in (".svg", ".png"):
            out = tmp_path / f"out{ending}"
            asked = options(tmp_path, puzzle=endless, output=out, solver="backtracking", first=first, last=None)
            assert record(asked, seen, tell=tell) == 1
            pictures.append(out.read_bytes())
    assert pictures[:2] == pictures[2:]


def test_no_more_than_two_pictures_are_held_however_many_there_are(tmp_path: Path, monkeypatch) -> None:
    seen: list[weakref.ref[Pixels]] = []
    most = 0
    add = Gif.add

    def counted(gif: Gif, pixels: Pixels) -> None:
        nonlocal most
        seen.append(weakref.ref(pixels))
        add(gif, pixels)
        most = max(most, sum(one() is not None for one in seen))

    monkeypatch.setattr(Gif, "add", counted)
    assert record(options(tmp_path, first=0, last=150, speed=50.0)) == len(seen) > 60
    assert most <= 2


def test_a_run_that_is_partly_forgotten_is_made_again_and_drawn(tmp_path: Path, monkeypatch) -> None:
    against = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
    forgotten: list[bool] = []

    def tell(stage: RecordProgress) -> None:
        timelines = [one for one in SHARED.holders if isinstance(one, Timeline) and one.length == 200_000]
        forgotten.extend(not one.known(at) for one in timelines for at in range(1, 200_000, 10_000))

    monkeypatch.setattr("visualizer.export.recording.MEMORY", 150_000)
    asked = options(tmp_path, puzzle=Puzzle.parse(against), solver="backtracking", first=0, last=200_000, speed=1e5)
    assert record(asked, tell=tell) == 41 and any(forgotten)
    assert len(times(tmp_path / "out.gif")) == 41


PICTURES = st.lists(st.lists(st.sampled_from([0xFF0000, 0xFFFFFF, 0x102030]), min_size=6, max_size=6), min_size=1)


@given(PICTURES)
def test_a_gif_shows_each_picture_that_was_added_for_its_time(pictures: list[list[int]]) -> None:
    file = io.BytesIO()
    gif = Gif(file, (3, 2), ColourTable([(255, 0, 0), (255, 255, 255), (16, 32, 48)]), 25)
    for picture in pictures:
        gif.add(np.array(picture, np.uint32).reshape(2, 3))
    gif.close(1.5)
    with Image.open(file) as image:
        parts = [(np.asarray(one.convert("RGB")), one.info["duration"]) for one in ImageSequence.Iterator(image)]
    shown = [(picture @ (1 << 16, 1 << 8, 1)).ravel().tolist() for picture, _ in parts]
    lasted = [duration for _, duration in parts]
    runs = [(picture, len(list(same))) for picture, same in groupby(pictures)]
    assert shown == [picture for picture, _ in runs] and gif.count == len(pictures)
    lasted[-1] -= int(LAST_PICTURE * 1000) - 40
    assert lasted == [40 * many for _, many in runs]


def test_a_colour_that_the_palette_lacks_is_the_nearest_that_it_has() -> None:
    palette = ColourTable([(0, 0, 0), (250, 0, 0), (255, 255, 255)])
    pixels = np.array([[0xFF1010, 0x050505], [0xF0F0F0, 0xFA0000]], np.uint32)
    assert palette.indices(pixels).tolist() == [[1, 0], [2, 1]]


@pytest.mark.parametrize("theme", themes.names())
def test_patches_of_colour_keep_their_colour(theme: str) -> None:
    palette = palette_of(themes.load(theme), Symbols.COLOURS, 36)
    assert {colour(digit) for digit in range(1, 37)} <= set(palette.colours) and len(palette.colours) <= 255


# Trouble


def test_a_span_that_starts_past_the_end_is_refused_and_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"step 999999 is past its end: give an earlier --from"):
        record(options(tmp_path, first=999_999, last=None))
    assert not list(tmp_path.iterdir())


def test_a_run_without_an_end_is_filmed_as_far_as_possible_and_says_so(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr("visualizer.export.camera.MOST_STEPS", 200)
    said: list[str] = []
    captions: list[str] = []
    add = Picture._paint_panel

    def read(picture: Picture, canvas: object, session: Session, scene: Scene) -> None:
        captions.append(plain(scene.caption))
        add(picture, canvas, session, scene)  # type: ignore[arg-type]

    monkeypatch.setattr(Picture, "_paint_panel", read)
    record(options(tmp_path, first=0, last=None, speed=None, fps=5), note=said.append)
    assert said == ["the run goes on: a film ends after 200 steps, unless --to names another"]
    assert [text.endswith("The run goes on, but the film ends here.") for text in captions].count(True) == 1
    assert captions[-1].startswith("4 is struck from r6c1")


FAILING = "from solvers.core.step import guess\n\ndef solve(puzzle):\n    {}raise ValueError('no more')\n    yield"


@pytest.mark.parametrize(("text", "said", "kept"), [
    (FAILING.format(""), "no more", False),
    (FAILING.format("yield guess(0, 3)\n    "), "no more", True),
    ("def solve(puzzle):\n    yield from ()", "the run has no steps", False),
])  # fmt: skip
def test_a_run_that_fails_is_an_error_and_leaves_no_film_of_nothing(
    tmp_path: Path, capsys, text: str, said: str, kept: bool
) -> None:
    own, out = tmp_path / "own.py", tmp_path / "out.gif"
    own.write_text(text)
    assert main(["record", "fig1", "--solver", str(own), "-o", str(out), "--size", "320x240"]) == 2
    assert said in capsys.readouterr().err and out.exists() is kept


def test_a_solver_that_cannot_run_is_refused(tmp_path: Path, monkeypatch) -> None:
    without(monkeypatch, "pycosat", "pysat")
    with pytest.raises(RecordError, match="pip install python-sat"):
        record(options(tmp_path, solver="sat", first=0))
    assert not list(tmp_path.iterdir())


def test_a_folder_that_is_not_there_gives_an_error_and_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(OSError):
        record(options(tmp_path, output=tmp_path / "missing" / "out.gif"))
    assert not list(tmp_path.iterdir())


def test_a_disk_that_is_full_leaves_the_old_file_as_it_was(tmp_path: Path, monkeypatch) -> None:
    (tmp_path / "out.gif").write_bytes(b"old")

    def full(*picture: object, **facts: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("PIL.GifImagePlugin.getdata", full)
    with pytest.raises(OSError, match="No space"):
        record(options(tmp_path))
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("out.gif", b"old")]


def test_a_target_that_is_a_folder_is_refused_before_any_work_and_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "out.gif").mkdir()
    with pytest.raises(IsADirectoryError, match="out.gif"):
        record(options(tmp_path), tell=lambda stage: pytest.fail("there was work"))
    assert [path.name for path in tmp_path.iterdir()] == ["out.gif"] and not list((tmp_path / "out.gif").iterdir())
