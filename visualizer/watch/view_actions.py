"""The actions for exploring a run: the heat map, zooming, bookmarks and going back to earlier runs."""

from __future__ import annotations

from visualizer.analysis.depth_profile import STEP
from visualizer.analysis.heat import HeatedEvent
from visualizer.keymap import action, key_of
from visualizer.session.session import Session
from visualizer.timeline.player import HELP


@action(
    "tall", "X", "View", "A tall timeline, with a bar for every guess", rank=520, under="display",
    words="time line scrub bigger profile depth",
)  # fmt: skip
def toggle_tall(session: Session) -> None:
    """Toggle between the usual timeline and one tall enough to tell guesses apart."""
    session.panes.toggle_tall()


@action(
    "maximise", "Shift+X", "View", "Maximise one pane, or show all again", rank=505,
    under="display",
    words="zoom enlarge bigger fill maximize",
)  # fmt: skip
def maximise_pane(session: Session) -> None:
    """Maximise the pane opened last, or restore it."""
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
    """Cycle through the heat maps: cells tried, cells in conflict, none."""
    session.heated = session.heated.following
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
    """Set or remove a bookmark at the playhead."""
    try:
        name = session.analysis.bookmark(session.player.position)
    except ValueError as error:
        session.toast = str(error)
        return
    next_one = f"{key_of('next bookmark')} goes to the next one."
    session.toast = f"Bookmark: {name}. {next_one}" if name else "Bookmark removed."


@action(
    "next bookmark", "Shift+B", "Keep", "Next bookmark; after the last, the first", rank=340,
    words="slide mark",
)  # fmt: skip
def next_bookmark(session: Session) -> None:
    """Go to the next bookmark, wrapping around to the first."""
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
    """Go back to where the previous run was left."""
    runs, here = session.runs, session.here
    if not runs.before:
        session.toast = "There is no earlier run."
        return
    *further, before = runs.before
    after = (*runs.after, here)
    if session.watch_again(before):
        runs.before, runs.after = tuple(further), after
        session.toast = f"Back to {before.words}. {key_of('after', session.keymap.mode)} goes forward again."
    else:
        runs.before = tuple(further)  # a notice says why; the user can still go back to earlier runs


@action(
    "after", "Shift+Backspace", "Choose", "Forward again to the later run", rank=300, joins="before",
    words="history redo next",
)  # fmt: skip
def go_on(session: Session) -> None:
    """Go forward again after going back to an earlier run."""
    runs, here = session.runs, session.here
    if not runs.after:
        session.toast = (
            f"There is no later run. First go back to an earlier one with {key_of('before', session.keymap.mode)}."
        )
        return
    *further, after = runs.after
    before = (*runs.before, here)
    if session.watch_again(after):
        runs.before, runs.after = before, tuple(further)
        session.toast = f"Forward to {after.words}."
    else:
        runs.after = tuple(further)


@action(
    "slowing", "W", "Step", "Slow down when something happens", rank=140,
    words="auto slow motion automatic",
)  # fmt: skip
def toggle_slowing(session: Session) -> None:
    """Turn automatic slowdown on or off."""
    player = session.player
    player.self_slowing = not player.self_slowing
    session.toast = HELP if player.self_slowing else "The run no longer slows down automatically."
