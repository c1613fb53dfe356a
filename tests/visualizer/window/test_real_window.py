"""Tests of the program in a real window, used with keys and mouse as people do, and checked on the screen."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pygame
import pytest
from app_driver import replay
from PIL import Image
from real_window import SCREEN, RealWindow, alive, display, lacking, until

import solvers
from puzzles import Puzzle
from puzzles.corpus import named
from solvers.core.step import Kind
from visualizer.dialogs.solver import Picker, rows
from visualizer.painting.time_line import track
from visualizer.race.mode import RaceSession
from visualizer.session.run_spec import parse
from visualizer.session.session import Session
from visualizer.style import theme as themes
from visualizer.timeline.condition import Grain
from visualizer.toolkit.canvas import Canvas, Fonts
from visualizer.toolkit.layout import WindowLayout
from visualizer.window.extras import CHOOSE, SPEED, Controls
from visualizer.window.frame import Picture
from visualizer.window.race.frame import RacePicture

pytestmark = pytest.mark.skipif(bool(lacking()), reason=lacking() or "nothing is lacking")

FIG1 = named.find("fig1")
Open = Callable[..., RealWindow]
Point = tuple[int, int]


@pytest.fixture(scope="module")
def screen() -> Iterator[str]:
    with display() as name:
        yield name


@pytest.fixture
def start(screen: str, tmp_path: Path) -> Iterator[Open]:
    """Open windows with given arguments, and end those that are still open at the end of the test."""
    opened: list[RealWindow] = []

    def start(*arguments: object, size: Point = (1200, 800)) -> RealWindow:
        opened.append(RealWindow(screen, tmp_path / f"window-{len(opened)}", *arguments, size=size))
        return opened[-1]

    yield start
    for window in opened:
        window.kill()


@pytest.fixture
def window(start: Open) -> RealWindow:
    """Open a window in which every step counts, so that a test can find positions by counting keys."""
    return start("fig1", "--solver", "elimination", "--seed", 1, "--granularity", Grain.EVERY.unit)


def painted(position: int, size: Point, puzzle: Puzzle = FIG1, solver: str = "elimination") -> np.ndarray:
    """Return the board as the window's own painter draws it off screen."""
    session = Session(puzzle, None, solver)
    while not session.timeline.reach(position, float, 0.0):
        pass
    session.player.grain = Grain.EVERY
    session.player.to(position)
    surface = pygame.Surface(size)
    Picture("light").paint(surface, session)
    session.close()
    return np.asarray(pygame.surfarray.array3d(surface)).swapaxes(0, 1)


def board(picture: np.ndarray | Image.Image, size: Point) -> np.ndarray:
    rect = WindowLayout.of(size).board
    return np.asarray(picture)[rect.top : rect.bottom, rect.left : rect.right]


def shows(window: RealWindow, position: int, **what: object) -> bool:
    """Return whether the board on the screen equals the painter's, pixel by pixel."""
    here = board(painted(position, window.size, **what), window.size)  # type: ignore[arg-type]
    return bool(np.array_equal(here, board(window.screenshot(), window.size)))


def button(window: RealWindow, id: str, solver: str = "elimination", side: float = 0.5) -> Point:
    """Return the point at a fraction of a button's width."""
    layout, controls = WindowLayout.of(window.size), Controls(Fonts())
    picture = pygame.Surface(window.size)
    session = Session(FIG1, None, solver)
    session.player.grain = Grain.EVERY
    canvas = Canvas(picture, themes.load("light"), controls.fonts, layout.scale)
    controls.paint_row(canvas, layout.controls, controls.buttons(session))
    rect = controls.rects[id]
    return rect.left + round(side * (rect.width - 1)), rect.centery


def on_strip(window: RealWindow, fraction: float) -> Point:
    along = track(WindowLayout.of(window.size).strip)
    return along.left + round(fraction * (along.width - 1)), along.centery


def run_length(puzzle: Puzzle, solver: str) -> int:
    """Count the steps to the first solution."""
    kinds = [step.kind for step in solvers.trace(puzzle, solver) if step.kind is not Kind.PENDING]
    return kinds.index(Kind.SOLVED) + 1


# Start and end


@pytest.mark.slow
def test_it_starts_with_a_frame_on_the_screen(window: RealWindow) -> None:
    first = window.lines()[0]
    assert (first["event"], first["n"], first["size"]) == ("drawn", 1, list(window.size))
    assert (first["puzzle"], first["solver"]) == (str(FIG1), "elimination")
    assert (first["position"], first["mode"]) == (0, "paused")
    until(lambda: shows(window, 0), "the board on the screen")
    seen = np.asarray(window.screenshot())
    assert len(np.unique(seen.reshape(-1, 3), axis=0)) > 100, "letters and lines with smooth edges"


@pytest.mark.slow
def test_escape_closes_the_help_and_then_quits_and_nothing_stays(window: RealWindow) -> None:
    window.press("F1", "help")
    window.press("Escape", "closed")
    window.press("Escape", "asked to quit")
    window.press("Escape", "quit")
    assert window.ended() == 0
    assert window.errors.read_text() == ""
    assert not alive(window.process.pid) and not window.children()


@pytest.mark.slow
def test_it_ends_with_its_window_and_on_a_signal(start: Open) -> None:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        window = start("fig1")
        window.signal(number)
        window.wait("quit")
        assert window.ended() == 3 and "Traceback" not in window.errors.read_text()


@pytest.mark.slow
def test_the_process_of_sat_mode_ends_with_the_window(start: Open) -> None:
    window = start("side-36", "--solver", "sat")
    window.press("space", "play", mode="playing")
    children = until(window.children, "the SAT process")
    window.press("Escape", "closed", mode="paused")
    window.press("Escape", "left")
    window.press("ctrl+q", "quit")
    assert window.ended() == 0
    until(lambda: not any(map(alive, children)), "its process to end")


# Watching


@pytest.mark.slow
def test_space_plays_to_the_solution_and_says_what_comes_next(start: Open) -> None:
    window = start("fig1", "--solver", "elimination", "--speed", 400)
    assert window.lines()[0]["granularity"] == Grain.DIGITS.unit
    length = run_length(FIG1, "elimination")
    window.press("space", "play", mode="playing")
    arrived = window.wait("arrived", mode="paused")
    assert (arrived["position"], arrived["length"]) == (length, length)
    until(lambda: shows(window, length), "the solution on the screen")
    said = window.press("space", "play")
    assert said["toast"].startswith("Already solved.") and said["position"] == length


@pytest.mark.slow
def test_pause_and_step_back_and_forth(window: RealWindow) -> None:
    window.press("space", "play", mode="playing")
    paused = window.press("space", "play", mode="paused")
    here = window.step("Right", "forward")["position"]
    assert here == paused["position"] + 1
    assert window.step("Right", "forward")["position"] == here + 1
    for key, event, position in (
        ("Left", "back", here),
        ("Next", "learnt clause", here + 1),
        ("Prior", "unresolved", here),
    ):
        assert window.step(key, event)["position"] == position
    until(lambda: shows(window, here), f"the board at {here}")
    assert replay(FIG1, "elimination", here)  # what the painter drew is the run
    window.press("Home", "home", position=0)
    until(lambda: shows(window, 0), "the board at the start")


@pytest.mark.slow
def test_shift_and_control_with_the_arrows(window: RealWindow) -> None:
    guesses, conflicts = ("shift+Right", "next guess", Kind.GUESS), ("ctrl+Right", "next conflict", Kind.CONFLICT)
    for keys, event, kind in (guesses, conflicts):
        window.press("Home", "home", position=0)
        where = window.step(keys, event)["position"]
        steps = list(solvers.trace(FIG1, "elimination"))
        assert steps[where - 1].kind is kind and kind not in {step.kind for step in steps[: where - 1]}


@pytest.mark.slow
def test_speed_theme_and_the_board_beside_by_their_keys(window: RealWindow) -> None:
    assert window.press("plus", "faster")["tempo"] == 2
    assert window.press("minus", "slower")["tempo"] == 1
    assert [window.press("w", "cut")["cut"] for _ in range(2)] == ["the path that stood", "fixed speed"]
    assert window.press("plus", "faster")["speed"] == 50
    assert window.press("equal", "faster")["speed"] == 100
    assert window.press("minus", "slower")["speed"] == 50
    assert window.press("Down", "slower")["speed"] == 20
    corner = window.screenshot().getpixel((2, 2))
    window.press("t", "theme")
    until(lambda: window.screenshot().getpixel((2, 2)) != corner, "the other theme")
    window.press("v", "beside")
    window.press("question", "help")


@pytest.mark.slow
def test_r_draws_another_puzzle(window: RealWindow) -> None:
    drawn = {window.press("r", "random")["puzzle"] for _ in range(4)}
    assert len(drawn) == 4 and str(FIG1) not in drawn
    last = window.lines()[-1]
    until(lambda: shows(window, 0, puzzle=Puzzle.parse(last["puzzle"])), "the drawn puzzle")


@pytest.mark.slow
def test_tab_goes_through_the_algorithms(window: RealWindow) -> None:
    names = solvers.names()
    here = names.index("elimination")
    for i in range(1, len(names) + 1):
        assert window.press("Tab", "next solver")["solver"] == names[(here + i) % len(names)]
    assert window.press("shift+Tab", "previous solver")["solver"] == names[here - 1]
    window.press("s", "sat")
    window.press("s", "sat")


@pytest.mark.slow
def test_a_long_run_to_the_end_is_interrupted_by_space_and_by_escape(start: Open) -> None:
    window = start("uphill-1", "--solver", "backtracking")
    assert window.press("End", "end")["mode"] == "seeking"
    stopped = window.press("space", "play", mode="paused")
    assert stopped["position"] == 0 and stopped["length"] > 0
    assert window.press("End", "end")["mode"] == "seeking"
    window.press("Escape", "closed", mode="paused")
    window.press("Escape", "asked to quit")
    window.press("Escape", "quit")
    assert window.ended() == 0


@pytest.mark.slow
def test_a_held_key_goes_on_stepping(window: RealWindow) -> None:
    window._xdotool("keydown", "Right")
    window.wait("forward", position=8)
    window._xdotool("keyup", "Right")
    window.press("Home", "home", position=0)


# The mouse


@pytest.mark.slow
def test_buttons_by_the_mouse(window: RealWindow) -> None:
    window.step("End", "end")  # and so every step is recorded
    window.press("Home", "home", position=0)
    for position in (1, 2, 3):
        window.click(button(window, "forward"))
        window.wait("forward", position=position)
    window.click(button(window, "back"))
    window.wait("back", position=2)
    window.click(button(window, "home"))
    window.wait("home", position=0)
    window.click(button(window, SPEED, side=0.8))
    assert window.wait("faster")["tempo"] == 2
    window.click(button(window, SPEED, side=0.2))
    assert window.wait("slower")["tempo"] == 1
    window.click(button(window, "play"))
    window.wait("play", mode="playing")
    window.click(button(window, "play"))
    window.wait("play", mode="paused")
    window.click(button(window, "end"))
    window.wait("end")
    window.click(button(window, "random"))
    assert window.wait("random")["puzzle"] != str(FIG1)
    window.click(button(window, "help"))
    window.wait("help")


@pytest.mark.slow
def test_the_time_line_is_clicked_and_dragged(window: RealWindow) -> None:
    window.step("End", "end")
    length = run_length(FIG1, "elimination")
    for fraction in (0.5, 0.1, 0.9):
        window.click(on_strip(window, fraction))
        assert window.wait("scrubbed")["position"] == pytest.approx(fraction * length, abs=2)
    window.drag(on_strip(window, 0.2), on_strip(window, 0.6), (on_strip(window, 0.4)[0], 30))
    where = window.wait("scrubbed")["position"]
    assert where == pytest.approx(0.4 * length, abs=2)
    until(lambda: shows(window, where), "the board there")


@pytest.mark.slow
def test_an_algorithm_is_chosen_from_the_list_by_the_mouse(window: RealWindow) -> None:
    for name in solvers.names():
        solver = window.lines()[-1]["solver"]
        window.click(button(window, CHOOSE, solver))
        window.wait(CHOOSE)
        window.click(list_row(window, solver, name))
        assert window.wait("solver chosen")["solver"] == name


def list_row(window: RealWindow, current: str, name: str) -> Point:
    """Return the middle of an algorithm's row in the open list."""
    picker = Picker(current, lambda: FIG1, lambda name, play: None, lambda name: None)
    layout, theme, fonts = WindowLayout.of(window.size), themes.load("light"), Fonts()
    places = picker.paint(Canvas(pygame.Surface(window.size), theme, fonts, layout.scale), layout)
    return next(rect.center for (kind, i), rect in places.items() if kind == "row" and picker.rows[i].name == name)


@pytest.mark.slow
def test_an_algorithm_is_chosen_from_the_list_by_keys_and_plays_with_shift(window: RealWindow) -> None:
    names = [row.name for row in rows() if row.name]
    here = names.index(window.lines()[-1]["solver"])
    window.press("a", CHOOSE)
    window.keys("Down")
    window.press("Return", "solver chosen", solver=names[here + 1], mode="paused")
    window.press("a", CHOOSE)
    window.keys("Up")
    window.press("shift+Return", "solver chosen", solver=names[here], mode="playing")


# The window itself


@pytest.mark.slow
@pytest.mark.parametrize("size", [(800, 600), (1333, 777), (900, 900)])
def test_a_resized_window_is_drawn_anew(window: RealWindow, size: Point) -> None:
    assert window.step("Right", "forward")["position"] == 1
    window.resize(size)
    until(lambda: window.geometry()[2:] == size, "its size")
    until(lambda: shows(window, 1), f"the board in a window of {size}")
    window.click(button(window, "forward"))
    until(lambda: shows(window, 2), "the next step")


@pytest.mark.slow
def test_full_screen_and_back(window: RealWindow) -> None:
    """Read the size from the log and then check the screen, since no window manager enlarges the X window here."""
    before = window.size
    for size in (SCREEN, before, SCREEN, before):
        window.press("F11", "fullscreen")
        assert window.wait("resized")["size"] == list(size)
        window.focus()
    assert window.step("Right", "forward")["position"] == 1
    until(lambda: shows(window, 1), "the board in the window")


@pytest.mark.slow
def test_what_another_window_has_covered_is_shown_again(window: RealWindow, start: Open) -> None:
    until(lambda: shows(window, 0), "the board")
    clear = np.asarray(window.screenshot())
    here = board(clear, window.size)
    cover = start("lab", "--theme", "dark", size=(1300, 850))
    until(lambda: not np.array_equal(np.asarray(window.screenshot()), clear), "the other window to lie on it")
    cover.press("ctrl+q", "quit")
    cover.ended()
    until(lambda: np.array_equal(board(window.screenshot(), window.size), here), "what was covered")


# A race


@pytest.mark.slow
def test_a_race_is_started_by_l_played_scrubbed_and_left(window: RealWindow) -> None:
    assert window.step("Right", "forward")["position"] == 1
    opened = window.press("l", "race opened")
    assert opened["race"] == ["elimination", "backtracking"]
    for t in (1, 2, 3):
        stepped = window.press("Right", "forward")
        until(lambda t=t: shows_race(window, t, opened["race"]), f"step {t} of every lane")
    assert stepped["pace"] == "steps"
    window.press("space", "play", mode="playing")
    window.press("space", "play", mode="paused")
    assert window.press("q", "pace", pace="guesses")["mode"] in ("paused", "seeking")
    window.press("l", "left the race")
    until(lambda: shows(window, 1), "the run as it was")


@pytest.mark.slow
def test_a_race_is_started_from_the_command_line_and_ended_by_signal(start: Open) -> None:
    solvers_raced = "elimination,backtracking,mrv"
    race = start("race", "fig1", "--solvers", solvers_raced, "--pace", "guesses", "--theme", "dark")
    assert race.lines()[0]["event"] == "race opened"
    race.press("End", "end")
    finished = until(lambda: next((line for line in race.lines() if line.get("t")), None), "the first to finish")
    assert finished["race"] == solvers_raced.split(",")
    race.signal(signal.SIGTERM)
    assert race.ended() == 3 and not race.children(), race.errors.read_text()


def shows_race(window: RealWindow, t: int, entries: list[str]) -> bool:
    """Return whether the boards of all lanes on the screen equal the painter's, pixel by pixel."""
    session = Session(FIG1, None, "elimination")
    race = RaceSession(session, parse(",".join(entries)))
    while race.race.t < t:
        race.race.to(t)
        race.tick(0.0, time.perf_counter, 0.1)
    surface, picture = pygame.Surface(window.size), RacePicture(Picture("light"))
    picture.paint(surface, race)
    race.close()
    session.close()
    expected = np.asarray(pygame.surfarray.array3d(surface)).swapaxes(0, 1)
    seen = np.asarray(window.screenshot())
    boards = [lane.board for lane in picture.layout.lanes]
    places = [(slice(one.top, one.bottom), slice(one.left, one.right)) for one in boards]
    return all(np.array_equal(expected[place], seen[place]) for place in places)


# A file of a million lines


@pytest.mark.slow
def test_nobody_waits_for_a_file_of_a_million_lines_to_be_read(start: Open, tmp_path: Path) -> None:
    corpus = tmp_path / "million.txt"
    block = "".join(f"{FIG1.update(80, digit)}\n" for digit in range(10)) * 1000
    with corpus.open("w") as file:
        file.writelines(block for _ in range(100))
    window = start("--corpus", corpus, "--seed", 5)
    scanned = read_so_far(window.process.pid, corpus)
    first = window.lines()[0]
    drawn = [window.press("r", "random")["puzzle"] for _ in range(3)]
    assert first["event"] == "drawn" and {first["puzzle"], *drawn} <= set(block.split())
    assert scanned < corpus.stat().st_size, "the first frame was there before the file had been read"


def read_so_far(pid: int, path: Path) -> int:
    """Return how far a process has read a file, or the file's size once it has finished."""
    found = []
    for entry in Path(f"/proc/{pid}/fd").iterdir():
        try:
            if os.readlink(entry) == str(path):
                info = Path(f"/proc/{pid}/fdinfo/{entry.name}").read_text()
                found.append(int(info.split("pos:")[1].split()[0]))
        except OSError:
            continue
    return max(found) if len(found) > 1 else path.stat().st_size  # one is kept open for drawing, the other for the scan
