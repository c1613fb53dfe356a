"""What each action of the key table does to a session: playing, stepping, choosing."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from solvers.core.step import Kind
from visualizer.play.advisor import advising
from visualizer.play.mode import playing
from visualizer.play.sat_mode import answers, asked, sat_mode
from visualizer.session.option_choices import next_choice, words_of_choice
from visualizer.watch.puzzle_actions import fresh_puzzle, next_level
from visualizer.watch.view_actions import looking

if TYPE_CHECKING:
    from visualizer.session.session import Session

Verbs = dict[str, Callable[[], None]]


def verbs(session: Session) -> Verbs:
    """All actions of :data:`visualizer.keymap.WATCH` that both front ends carry out, for that session."""
    by_hand = {**playing(session), **advising(session)}
    return {**_watching(session), **_choosing(session), **looking(session), **by_hand, **sat_mode(session)}


def _watching(session: Session) -> Verbs:
    # The player is asked for each time: another run has another one.
    return {
        "play": session.play_pressed,
        "faster": lambda: session.player.faster(1),
        "slower": lambda: session.player.faster(-1),
        "end": session.end,
        "another": session.another,
        "forward": session.forward,
        "back": lambda: session.player.step(-1),
        "next guess": lambda: session.player.seek([Kind.GUESS]),
        "previous guess": lambda: session.player.seek([Kind.GUESS], forward=False),
        "next conflict": lambda: session.player.seek([Kind.CONFLICT]),
        "previous conflict": lambda: session.player.seek([Kind.CONFLICT], forward=False),
        "home": lambda: session.player.home(),
        "detail": partial(finer, session),
    }


def _choosing(session: Session) -> Verbs:
    return {
        "random": session.random_puzzle,
        "level": partial(next_level, session),
        "fresh": partial(fresh_puzzle, session),
        "next solver": partial(session.next_solver, 1),
        "previous solver": partial(session.next_solver, -1),
        "variant": partial(next_variant, session),
        "code": session.code.toggle,
        "variables": session.toggle_variables,
    }


def finer(session: Session) -> None:
    """Let finer steps count, and after the finest the coarsest."""
    session.toast = session.player.finer().said


def next_variant(session: Session) -> None:
    """The next choice of the first option that has some: of the SAT solver, the next encoding."""
    wanted = next_choice(session.solver, asked(session.options))
    if wanted is None:
        session.toast = f"{session.solver.title} has no variants to choose from."
    elif session.set_solver(session.solver.name, wanted, play=answers(session)):
        session.toast = f"{words_of_choice(session.solver, session.options)}."
