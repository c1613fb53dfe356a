"""The actions for watching: playing, stepping, and choosing an algorithm or puzzle."""

from __future__ import annotations

from solvers.core.step import Kind
from visualizer.keymap import action
from visualizer.session.option_choices import next_choice, words_of_choice
from visualizer.session.playback import Playback
from visualizer.session.session import Session
from visualizer.watch.answers import asked
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


@action(
    "next guess", "Shift+Right", "Step", "Next guess", rank=70, repeats=True, first=True,
    words="decision branch choice try",
)  # fmt: skip
def next_guess(playback: Playback) -> None:
    playback.transport.seek([Kind.GUESS])


@action(
    "previous guess", "Shift+Left", "Step", "Previous guess", rank=80, repeats=True, joins="next guess",
    words="decision branch choice try",
)  # fmt: skip
def previous_guess(playback: Playback) -> None:
    playback.transport.seek([Kind.GUESS], forward=False)


@action(
    "next conflict", "Ctrl+Right", "Step", "Next conflict", rank=90, repeats=True, first=True,
    words="dead end contradiction backtrack failure",
)  # fmt: skip
def next_conflict(playback: Playback) -> None:
    playback.transport.seek([Kind.CONFLICT])


@action(
    "previous conflict", "Ctrl+Left", "Step", "Previous conflict", rank=100, repeats=True, joins="next conflict",
    words="dead end contradiction backtrack failure",
)  # fmt: skip
def previous_conflict(playback: Playback) -> None:
    playback.transport.seek([Kind.CONFLICT], forward=False)


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
    wanted = next_choice(session.solver, asked(session.options), session.puzzle.geometry)
    if wanted is None:
        session.toast = f"{session.solver.title} has no variants to choose from."
    elif session.set_solver(session.solver.name, wanted, play=session.mode.answers_at_once):
        session.toast = f"{words_of_choice(session.solver, session.options)}."
