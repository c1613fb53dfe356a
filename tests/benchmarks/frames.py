"""Measures how long a frame takes in each state of the window, compared with a frame in which nothing moves.

Run it by hand: ``python tests/benchmarks/frames.py [--sizes 1366x768,1920x1080] [--frames 200] [--only race]``, with a
display or under xvfb-run; without one it draws on SDL's dummy driver. A frame includes everything that the app does for
it: handling events, letting time pass and painting the picture. While a run plays, its solver gets the time that the
picture leaves, so the picture is also measured alone. Times are processor times, because others may use the machine.
"""

from __future__ import annotations

import argparse
import cProfile
import gc
import os
import pstats
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

if not os.environ.get("DISPLAY") and os.name == "posix":
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import puzzles
from puzzles import Puzzle
from solvers.core.step import Kind
from visualizer.files.store import EventLog
from visualizer.panes.statistics.copies import COPIES
from visualizer.panes.statistics.pane import StatisticsPane
from visualizer.race.mode import RaceMode
from visualizer.race.race import Race
from visualizer.session.run_spec import RunSpec
from visualizer.session.settings import Options, Size
from visualizer.timeline.player import SPEEDS
from visualizer.window.app import FRAME, App, open_session

HARD = "52...6.........7.13...........4..8..6......5...........418.........3..2...87....."
FAST = SPEEDS[-1]
LARGE = (Path(puzzles.__file__).parent / "32x32.txt").read_text("ascii").splitlines()[-1]
"""A 32x32 puzzle with half of its cells given."""
RACERS = ("backtracking", "elimination", "mrv", "cdcl", "exact-cover", "last-blank")
Act = Callable[[int], object]
"""An action before a frame, given the frame's number."""
STATES: dict[str, tuple[str, str, Callable[[App], Act]]] = {}
"""The states by name: the algorithm, the puzzle, and a function that opens the state and returns the action before each
frame.
"""


def state(
    name: str, solver: str = "backtracking", puzzle: str = HARD
) -> Callable[[Callable[[App], Act]], Callable[[App], Act]]:
    """Add a state."""

    def add(opens: Callable[[App], Act]) -> Callable[[App], Act]:
        STATES[name] = solver, puzzle, opens
        return opens

    return add


def done(app: App, *ids: str) -> None:
    """Carry out actions, and wait until nothing moves."""
    for id in ids:
        app.screen.act(id)
    calmly(app)


def calmly(app: App) -> None:
    """Let two seconds pass without input."""
    for _ in range(120):
        app.frame([], FRAME)


def still_at(app: App, position: int) -> None:
    """Show a position with nothing in motion."""
    motion = app.picture.motion
    motion.reduced = True
    app.session.player.to(position)
    app.invalidate()
    app.frame([], FRAME)
    motion.reduced = False


def moving_at(app: App, before: int, every: int = 60) -> Act:
    """Move on from a position by one step again and again, so that most frames show its motion."""

    def act(i: int) -> None:
        if i % every == 0:
            still_at(app, before)
            app.session.player.step(1)

    return act


def leaping_to(app: App, before: int, there: int, every: int = 90) -> Act:
    """Jump from one position to another again and again, so that most frames show the motion."""

    def act(i: int) -> None:
        if i % every == 0:
            still_at(app, before)
            app.session.player.to(there)

    return act


def deep_undo(app: App) -> int:
    """Return the position before the step that takes back the most digits."""
    timeline = app.session.timeline
    filled = [timeline.board_at(at).filled for at in range(min(timeline.length, 3000) + 1)]
    return max(range(len(filled) - 1), key=lambda at: filled[at] - filled[at + 1])


def playing(app: App, speed: float) -> Act:
    app.session.player.to(0)
    app.session.player.speed = speed
    app.session.player.play()
    return lambda i: None


@state("a step, nothing moving")
def plain(app: App) -> Act:
    app.picture.motion.reduced = True
    return lambda i: app.session.player.to(2000 + i)


@state("the whole window again")
def whole(app: App) -> Act:
    return lambda i: app.screen.forget()


@state("a step with its motion")
def step(app: App) -> Act:
    return moving_at(app, 2000, every=8)


@state("digits leave, latest first")
def jump(app: App) -> Act:
    return moving_at(app, deep_undo(app))


@state("a jump back", "cdcl")
def jump_back(app: App) -> Act:
    return moving_at(app, deep_undo(app))


@state("a jump back, its Python beside it", "cdcl")
def jump_in_python(app: App) -> Act:
    done(app, "python")
    return moving_at(app, deep_undo(app))


def leaping(side: int) -> None:
    """Add the states in which a whole board disappears and comes back."""
    blank = "." * side**2

    @state(f"Home, {side}x{side}", "mrv", blank)
    def home(app: App) -> Act:
        return leaping_to(app, app.session.timeline.length, 0)

    @state(f"End, {side}x{side}", "mrv", blank)
    def end(app: App) -> Act:
        return leaping_to(app, 0, app.session.timeline.length)


leaping(9)
leaping(16)
leaping(25)


@state("candidates are struck", "human")
def strikes(app: App) -> Act:
    app.session.player.to(20)
    return moving_at(app, 20, every=8)


@state("playing at 5 steps a second")
def slowly(app: App) -> Act:
    return playing(app, 5.0)


@state("playing at 20 steps a second")
def readably(app: App) -> Act:
    return playing(app, 20.0)


@state("playing at full speed")
def fast(app: App) -> Act:
    return playing(app, FAST)


@state("elimination at full speed", "elimination")
def striking(app: App) -> Act:
    return playing(app, FAST)


@state("a half given 32x32, played", "cdcl", LARGE)
def large(app: App) -> Act:
    return playing(app, 20.0)


@state("a half given 32x32, its conflicts", "cdcl", LARGE)
def large_panes(app: App) -> Act:
    done(app, "implications", "tree")
    act = playing(app, 20.0)
    app.session.player.to(14_000)  # 60 steps before its first guess
    return act


@state("a half given 32x32 at full speed", "cdcl", LARGE)
def large_fast(app: App) -> Act:
    return playing(app, FAST)


def covered(name: str, id: str) -> None:
    """Add the states in which a card covers the window."""

    @state(f"{name} over a run at rest")
    def still(app: App) -> Act:
        done(app, id)
        return lambda i: None

    @state(f"{name} over a run at full speed")
    def run(app: App) -> Act:
        done(app, id)
        return playing(app, FAST)


covered("the help", "help")
covered("the palette", "palette")
covered("the algorithms", "choose")
covered("the levels", "level")


@state("a message at the foot, during a motion")
def toast(app: App) -> Act:
    act = moving_at(app, deep_undo(app))

    def told(i: int) -> None:
        app.session.toast = "Steps are shown at once."
        act(i)

    return told


@state("a tooltip over a run at full speed")
def tooltip(app: App) -> Act:
    app.picture.tooltip.show("The digit is guessed next.", (400, 300), app.size, app.picture.layout.scale)
    return playing(app, FAST)


@state("a conflict, large, resolved", "cdcl")
def conflict(app: App) -> Act:
    timeline, panes = app.session.timeline, app.session.panes
    conflicts = [at for at in range(1, min(timeline.length, 3000)) if timeline.step(at).kind is Kind.CONFLICT]
    app.session.player.to(conflicts[len(conflicts) // 2])
    done(app, "implications", "implications")

    def act(i: int) -> None:
        if i % 10 == 0 and not panes.step(1):
            while panes.step(-1) and app.session.player.position in conflicts:
                pass

    return act


@state("presenting a jump back")
def presented(app: App) -> Act:
    done(app, "present")
    return moving_at(app, deep_undo(app))


@state("presenting at full speed")
def presented_fast(app: App) -> Act:
    done(app, "present")
    return playing(app, FAST)


@state("presenting, the help open")
def presented_help(app: App) -> Act:
    done(app, "present", "help")
    return playing(app, FAST)


def statistics(when: str, copies: int, asked: bool = True) -> None:
    """Add the states in which the statistics are open, when so many copies of the puzzle have been run."""

    def opened(app: App) -> None:
        pane = app.session.panes.one(StatisticsPane)
        done(app, "statistics")
        while asked and not (pane.runner and pane.runner.copies and len(pane.runner.copies.copies) >= copies):
            app.frame([], FRAME)
            time.sleep(0.01)
        if not asked:
            pane.close()
            pane.tick = lambda clock, seconds: False  # type: ignore[method-assign]

    @state(f"the statistics, {when}, step by step")
    def step(app: App) -> Act:
        opened(app)
        app.picture.motion.reduced = True
        return lambda i: app.session.player.to(2000 + i)

    @state(f"the statistics, {when}, at full speed")
    def run(app: App) -> Act:
        opened(app)
        return playing(app, FAST)


statistics("alone", 0, asked=False)
statistics("as copies are run", 1)
statistics("with 100 copies", COPIES)


def six(app: App) -> Race:
    """Open a race of six lanes."""
    done(app, "race")
    race = app.session.modes[RaceMode].race
    assert race is not None
    race.set_lanes([RunSpec(name) for name in RACERS])
    race.race.to(200)
    calmly(app)
    return race.race


@state("a race of six, step by step")
def race(app: App) -> Act:
    racing = six(app)
    return lambda i: racing.step(1) if i % 8 == 0 else None


@state("a race of six at full speed")
def race_fast(app: App) -> Act:
    racing = six(app)
    racing.speed = racing.scale[-1]
    racing.to(0)
    racing.play()
    return lambda i: None


@state("the help over a race at rest")
def race_help(app: App) -> Act:
    six(app)
    done(app, "help")
    return lambda i: None


class Measured(App):
    """An app that records how many milliseconds each picture takes."""

    pictures: list[float]

    def _draw(self) -> None:
        began = time.thread_time()
        super()._draw()
        self.pictures.append(1000 * (time.thread_time() - began))


def opened(solver: str, puzzle: str, size: Size) -> Measured:
    """Return a window that shows a recorded run at rest."""
    options = Options(Puzzle.parse(puzzle), solver=solver, size=size)
    app = Measured(open_session(options, EventLog(None)), options)
    app.pictures = []
    gc.collect()  # garbage from earlier windows does not count here
    app.garbage.__enter__()  # as the window does
    app.open_window()
    app.session.timeline.reach(20_000, time.perf_counter, 5)
    while app.session.analysis.follow(time.perf_counter, 0.05) and not app.session.analysis.tree.too_large:
        pass
    app.session.player.pause()
    for _ in app.preloading:  # as an idle window does
        pass
    app.invalidate()  # the frame that opens the window is not part of any state
    calmly(app)
    return app


def times(app: Measured, frames: int, act: Act) -> tuple[list[float], list[float]]:
    """Return the milliseconds of each frame and of each picture, both sorted."""
    taken, app.pictures = [], []
    for i in range(frames):
        act(i)
        app.dirty = True
        began = time.thread_time()
        app.frame([], FRAME)
        taken.append(1000 * (time.thread_time() - began))
    return sorted(taken), sorted(app.pictures)


def said(taken: list[float]) -> str:
    return f"{median(taken):5.1f} ms, 99th percentile {taken[int(len(taken) * 0.99)]:5.1f}, worst {taken[-1]:5.1f}"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--sizes", default="1366x768,1920x1080")
    parser.add_argument("--frames", type=int, default=200)
    parser.add_argument("--only", default="", help="only the states whose names hold this text")
    parser.add_argument("--profile", action="store_true", help="say where the time goes")
    args = parser.parse_args()
    with TemporaryDirectory() as folder:  # saved settings would change the frames
        os.environ["SOLVESCOPE_STATE"] = folder
        measure(args)


def measure(args: argparse.Namespace) -> None:
    """Measure each state at each size, and print the results."""
    for words in args.sizes.split(","):
        width, height = map(int, words.split("x"))
        usual = 0.0
        for name, (solver, puzzle, opens) in STATES.items():
            if args.only not in name and usual:
                continue
            app = opened(solver, puzzle, (width, height))
            act = opens(app)
            taken, pictures = times(app, args.frames, act)
            usual = usual or median(pictures)
            share = median(pictures) / usual
            print(f"{words:>9}  {name:42} {said(taken)}; picture {said(pictures)}, {share:4.1f} x plain", flush=True)
            if args.profile:
                with cProfile.Profile() as profile:
                    times(app, args.frames, act)
                pstats.Stats(profile).sort_stats("tottime").print_stats(14)
            app.session.close()


if __name__ == "__main__":
    main()
