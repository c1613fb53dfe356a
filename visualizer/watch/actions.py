"""The actions for watching: playing, stepping, and choosing an algorithm or puzzle."""

from functools import partial

from solvers.core.step import Kind
from solvers.sat import answer as sat_answer
from visualizer.analysis.bookmarks import NO_ROOM
from visualizer.analysis.zoom import STEP
from visualizer.keymap import action, key_of
from visualizer.session.mode import Playback
from visualizer.session.run_spec import next_choice, words_of_choice
from visualizer.session.session import Session
from visualizer.style.theme import following
from visualizer.views.board import HeatedEvent
from visualizer.watch.mode import WatchMode


@action(
    "faster", "+ = Up", "Watch", "Faster", rank=10, repeats=True, first=True,
    words="speed up accelerate quicker fast",
)  # fmt: skip
def faster(playback: Playback) -> None:
    playback.transport.faster(1)


@action("slower", "- Down", "Watch", "Slower", rank=20, repeats=True, joins="faster", words="speed slow down motion")
def slower(playback: Playback) -> None:
    playback.transport.faster(-1)


@action(
    "back", "Left", "Step", "One step back", rank=60, repeats=True, joins="forward",
    words="undo go previous scrub reverse",
)  # fmt: skip
def step_back(playback: Playback) -> None:
    playback.step(-1)


def _declare_seeks(what: str, kind: Kind, modifier: str, rank: int, words: str) -> None:
    """Declare the actions that go to the next and to the previous step of a kind."""

    def forward(playback: Playback) -> None:
        playback.transport.seek([kind])

    def back(playback: Playback) -> None:
        playback.transport.seek([kind], forward=False)

    declare = partial(action, group="Step", repeats=True)
    declare(f"next {what}", f"{modifier}+Right", help=f"Next {what}", rank=rank, first=True, words=words)(forward)
    declare(
        f"previous {what}", f"{modifier}+Left", help=f"Previous {what}", rank=rank + 10, joins=f"next {what}",
        words=f"{words} last",
    )(back)  # fmt: skip


_declare_seeks("guess", Kind.GUESS, "Shift", 70, "decision branch choice try")
_declare_seeks("conflict", Kind.CONFLICT, "Ctrl", 90, "dead end contradiction backtrack failure")


@action("home", "Home", "Step", "Back to the start", rank=110, words="rewind restart reset start over beginning first")
def go_home(playback: Playback) -> None:
    playback.transport.home()


@action(
    "detail", "D", "Step", "Finer steps: digits, changes, all, then coarsest", rank=120,
    words="granularity coarser size of steps",
)  # fmt: skip
def refine_steps(session: Session) -> None:
    """Switch to the next finer granularity, wrapping around to the coarsest."""
    session.toast = session.player.finer().said


@action("next solver", "Tab", "Choose", "Next algorithm", rank=190, words="switch change")
def next_solver(watch: WatchMode) -> None:
    watch.next_solver(1)


@action(
    "previous solver", "Shift+Tab", "Choose", "Previous algorithm", rank=200, joins="next solver",
    words="switch change",
)  # fmt: skip
def previous_solver(watch: WatchMode) -> None:
    watch.next_solver(-1)


@action(
    "variant", "J", "Choose", "The algorithm's next variant, or SAT encoding", rank=270, under="options",
    words="encoding option order",
)  # fmt: skip
def next_variant(session: Session) -> None:
    """Switch the first option that has choices, such as the SAT solver's encoding, to its next choice."""
    computed = {name: value for name, value in session.options.items() if name != sat_answer.OPTION}  # not opened
    wanted = next_choice(session.solver, computed, session.puzzle.geometry)
    if wanted is None:
        session.toast = f"{session.solver.title} has no variants to choose from."
    elif session.set_solver(session.solver.name, wanted, play=session.answers_at_once):
        session.toast = f"{words_of_choice(session.solver, session.options)}."


@action(
    "tall", "X", "View", "A tall timeline, with a bar for every guess", rank=520, under="display",
    words="time line scrub bigger profile depth",
)  # fmt: skip
def toggle_tall(session: Session) -> None:
    session.panes.toggle_tall()


@action(
    "maximise", "Shift+X", "View", "Maximise one pane, or show all again", rank=505,
    under="display",
    words="zoom enlarge bigger fill maximize",
)  # fmt: skip
def maximise_pane(session: Session) -> None:
    panes = session.panes
    there = [name for name in panes.shown if name not in panes.empty]
    if not there:
        session.toast = f"There is no pane to enlarge. {key_of('code')} opens one."
        return
    panes.maximise(panes.filling(panes.empty) or there[-1])


@action(
    "heat", "M", "View", "Heat map: cells tried, cells in conflict, none", rank=510, under="display",
    words="heatmap hot colours",
)  # fmt: skip
def next_heat_map(session: Session) -> None:
    session.heated = following(session.heated)
    if session.heated is HeatedEvent.NOTHING:
        session.toast = "The heat map is off."


@action(
    "zoom in", "Z", "View", "Zoom in on the timeline", rank=530, under="display",
    words="time line magnify scrub",
)  # fmt: skip
def zoom_in(session: Session) -> None:
    session.toast = session.analysis.zoom_in(STEP, session.player.position)


@action("zoom out", "Shift+Z", "View", "Zoom out", rank=540, under="display", words="timeline")
def zoom_out(session: Session) -> None:
    session.toast = session.analysis.zoom_in(1 / STEP, session.player.position)


@action(
    "bookmark", "B", "Keep", "Set a bookmark, or remove it", rank=320,
    words="mark this step remember favourite slide",
)  # fmt: skip
def bookmark(session: Session) -> None:
    bookmarks, position = session.analysis.bookmarks, session.player.position
    name = session.analysis.suggested(position)
    if bookmarks.remove(position):
        session.toast = "Bookmark removed."
    elif bookmarks.add(position, name):
        session.toast = f"Bookmark: {name}. {key_of('next bookmark')} goes to the next one."
    else:
        session.toast = NO_ROOM


@action(
    "next bookmark", "Shift+B", "Keep", "Next bookmark; after the last, the first", rank=340,
    words="slide mark",
)  # fmt: skip
def next_bookmark(session: Session) -> None:
    marks = session.analysis.bookmarks
    found = marks.next(session.player.position) or marks.next(-1)
    if found is None:
        session.toast = f"There are no bookmarks yet. {key_of('bookmark')} sets one."
        return
    session.player.pause()
    session.player.to(found.position)
    session.toast = found.name


@action(
    "before", "Backspace", "Choose", "Back to the previous run", rank=290,
    words="history previous undo last earlier",
)  # fmt: skip
def go_back(session: Session) -> None:
    runs = session.runs
    if not runs.before:
        session.toast = "There is no earlier run."
        return
    *before, run = runs.before
    after = (*runs.after, session.here)
    if session.watch_again(run):
        runs.after = after
        session.toast = f"Back to {run.words}. {key_of('after', session.keymap.mode)} goes forward again."
    runs.before = tuple(before)  # if that run cannot be watched, a notice says why; those before it may still be


@action(
    "after", "Shift+Backspace", "Choose", "Forward again to the later run", rank=300, joins="before",
    words="history redo next",
)  # fmt: skip
def go_on(session: Session) -> None:
    runs = session.runs
    if not runs.after:
        session.toast = "There is no later run."
        if "before" in session.keymap:
            session.toast += f" First go back to an earlier one with {key_of('before', session.keymap.mode)}."
        return
    *after, run = runs.after
    before = (*runs.before, session.here)
    if session.watch_again(run):
        runs.before = before
        session.toast = f"Forward to {run.words}."
    runs.after = tuple(after)


@action(
    "cut", "W", "Step", "Directed, path, or fixed speed", rank=140,
    words="director auto slow motion automatic speed tempo pace",
)  # fmt: skip
def next_cut(session: Session) -> None:
    """Switch to the next way of showing the run: directed, only the path that stood, or at a fixed speed."""
    player = session.player
    player.cut = following(player.cut)
    session.toast = player.cut.said
